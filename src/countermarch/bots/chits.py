"""The table as a captain of a chit-pull game sees it: in numbers, and in arrays with a value for each hex."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from countermarch.bots.ground import FAR, Field, Ground
from countermarch.bots.kept import kept
from countermarch.bots.relief import Relief
from countermarch.bots.situation import NOT_FIGHTING, SUPPORT, Piece, Situation
from countermarch.bots.stakes import called, errands, weights
from countermarch.bots.weights import ChitDoctrine
from countermarch.games.base import Rules
from countermarch.games.chitpull.survey import Survey
from countermarch.kernels import view
from countermarch.match import Match
from countermarch.notation import Choice, Grammar

if TYPE_CHECKING:
    import numpy.typing as npt

    from countermarch.bots.ground import Hexes

    Scores = npt.NDArray[np.float64]

USUAL = ChitDoctrine()
MOVES = ("move", "lend")
ROOM = 2  # fighting units in a hex
NEVER = OFF_MAP = -1
Closed = int
FREE, TRAPPED, SEALED = range(3)  # who falls back pays nothing, pays with a step for a zone, or cannot


class ChitSituation(Situation):
    """A situation in which some objectives weigh more than others."""

    doctrine: ChitDoctrine

    def __init__(
        self,
        match: Match,
        side: str,
        ground: Ground,
        doctrine: ChitDoctrine = USUAL,
        known: dict[int, Piece] | None = None,
    ) -> None:
        self.survey: Survey = match.survey()
        self._known = {} if known is None else known  # pieces of an earlier look, good where nothing has changed
        super().__init__(match, side, ground, doctrine)
        self.weights = weights(match.game.rules, match.turn, doctrine.decides)
        self._moves_at = NEVER
        self._moves: dict[str, list[Choice]] = {}
        self._reaches: dict[str, dict[int, Choice]] = {}
        self._beyond: dict[tuple[int, ...], Hexes] = {}

    def take_in(self) -> None:
        """Nothing is looked at that nobody asks for: most decisions ask for little."""

    @kept
    def turns_left(self) -> int:
        return self.match.game.info.scenarios[0].turns - self.match.turn + 1

    @kept
    def control(self) -> dict[int, str]:
        prized = self.ground.prized
        return {h: holder for h, holder in self.survey.control.items() if h in prized or not prized}

    @kept
    def attacking(self) -> bool:
        return len(self.held) <= self.doctrine.marches * len(self.control) and bool(self.lost)

    @kept
    def lost(self) -> list[int]:
        """What can still be taken, or taken back."""
        kept_by_taker = self.side == "german" and self.survey.agreed.get("recapture") == "off"
        return [] if kept_by_taker else super().lost

    @kept
    def relief(self) -> Relief | None:
        """What a side that stands goes out for, if there is something."""
        if self.attacking:
            return None
        agreed, where, turn = self.survey.agreed, self.survey.where, self.match.turn
        road = agreed.get("road_to_kuestrin") == "on" and turn >= self.doctrine.road_turn
        named = () if self.effects.get("reich") else errands(self.match.game.rules, self.side, turn, road)
        found = tuple(e for e in named if e.besieged is None or where[e.besieged] == e.hex)
        return Relief(self, found) if found else None

    @kept
    def effects(self) -> Mapping[str, int]:
        return self.survey.effects

    @kept
    def drawn(self) -> frozenset[str]:
        """The chits drawn this turn."""
        return self.survey.drawn

    @kept
    def places(self) -> int:
        return self.survey.quota

    @kept
    def wings(self) -> list[str]:
        """Air units that are ready."""
        pieces = self.match.game.rules.pieces
        return [pieces[u].id for u in self.survey.wings(self.side)]

    def _pieces(self, own: bool) -> dict[str, Piece]:
        where, steps, units = self.survey.where, self.survey.steps, self.match.game.rules.pieces
        hidden = frozenset() if own else self.survey.unseen_by(self.side)
        named, known, found = counters(self.match.game.rules, self.side)[not own], self._known, {}
        for u, id in named:
            h = where[u]
            if h >= 0 and u not in hidden:
                piece = known.get(u)
                if piece is None or piece.hex != h or piece.steps != steps[u] or piece.unit is not units[u]:
                    piece = known[u] = Piece(units[u], h, steps[u])
                found[id] = piece
        return found

    def piece(self, id: str) -> Piece:
        """One of ours, without looking at the others."""
        if "own" in self.__dict__:
            return self.own[id]
        unit = self.units[id]
        return Piece(unit, self.survey.where[unit.index], self.survey.steps[unit.index])

    # moves, as they are possible just now

    def moves(self) -> dict[str, list[Choice]]:
        """Every move offered, by unit."""
        if self._moves_at != self.match.moment:
            self._moves_at, self._moves, self._reaches = self.match.moment, {}, {}
            pieces, verbs = self.match.game.rules.pieces, move_verbs(self.match.game.rules.grammar)
            for choice in self.survey.pending:
                if choice[0] in verbs:
                    self._moves.setdefault(pieces[choice[1]].id, []).append(choice)
        return self._moves

    def reach(self, id: str) -> dict[int, Choice]:
        """Where a unit can go now, and what begins the move."""
        ways = self.moves().get(id, ())
        if id not in self._reaches:
            found = self._reaches[id] = {}
            for choice in reversed(ways):
                found.update(dict.fromkeys(self.survey.ends(choice[1], choice[2]), choice))
        return self._reaches[id]

    # fields, as lists for who asks of a hex, and as arrays for who asks of many

    @kept
    def zone_map(self) -> npt.NDArray[np.bool_]:
        return self.survey.zone(self.enemy) > 0

    @kept
    def enemy_zone(self) -> frozenset[int]:
        return frozenset(np.flatnonzero(self.zone_map).tolist())

    @kept
    def foes(self) -> Foes:
        """All others that are seen on the map, and fight."""
        corps, steps = corps_of(self.match.game.rules, self.side), np.array(self.survey.steps, dtype=np.int32)
        where = np.array(self.survey.where, dtype=np.int32)
        where[list(self.survey.unseen_by(self.side))] = OFF_MAP
        units = corps.foes[where[corps.foes] >= 0]
        return Foes(units, where[units], corps.attack[units, steps[units]], corps.defence[units, steps[units]])

    @kept
    def defences(self) -> Field:
        """The enemy's defence strength in each hex."""
        found: Field = np.bincount(self.foes.hexes, self.foes.defence, self.ground.n).astype(np.int32).tolist()
        return found

    @kept
    def defended(self) -> list[int]:
        """Hexes with enemies who would defend them."""
        return sorted({h for h in self.foes.hexes.tolist() if self.defences[h]})

    def defence_of(self, h: int) -> int:
        return self.defences[h]

    @kept
    def promises(self) -> dict[tuple[object, ...], float]:
        """What columns promise: by the column, what the defender is spared, and what there is to win."""
        return promises_of(self.match.game.key, self.doctrine)

    @kept
    def garrisons(self) -> dict[int, tuple[int, tuple[int, ...]]]:
        """The enemies in each hex: steps that can fall back, and those of each unit that cannot."""
        steps, moves = self.survey.steps, corps_of(self.match.game.rules, self.side).moves
        found: dict[int, tuple[int, tuple[int, ...]]] = {}
        for u, h in zip(self.foes.units.tolist(), self.foes.hexes.tolist(), strict=True):
            mobile, walls = found.get(h, (0, ()))
            found[h] = (mobile + steps[u], walls) if moves[u] else (mobile, (*walls, steps[u]))
        return found

    @kept
    def own_zone(self) -> list[bool]:
        """Hexes next to our units, as they stood at the beginning."""
        found: list[bool] = (self.survey.zone(self.side) > 0).tolist()
        return found

    def closed(self, h: int, seats: Iterable[int]) -> Closed:
        """What keeps the enemies in a hex from falling back when we stand in some hexes next to it."""
        seats, near = set(seats), self.ground.apart
        ways = [n for n in self.ground.ways_out(h) if n not in seats and self.rooms[n] == ROOM]
        if not ways:
            return SEALED
        shut = all(self.own_zone[n] or any(near(seat)[n] == 1 for seat in seats) for n in ways)
        return TRAPPED if shut else FREE

    @kept
    def comers(self) -> npt.NDArray[np.bool_]:
        """Which of the enemies could come and attack."""
        return (self.foes.attack > 0) & corps_of(self.match.game.rules, self.side).moves[self.foes.units]

    @kept
    def toll_map(self) -> array[int]:
        found = array("i", bytes(4 * self.ground.n))
        tolls = view(found)
        tolls[self.zone_map] = round(self.doctrine.zone_toll)
        tolls[self.foes.hexes] = round(self.doctrine.enemy_toll)
        return found

    @kept
    def toll(self) -> Field:
        return self.toll_map.tolist()

    @kept
    def goal_map(self) -> array[int]:
        return self.ground.costs({h: self.distance_of(h) for h in self.lost}, self.toll_map)

    def distance_of(self, h: int) -> int:
        """How much farther an objective is than it seems: it is defended, or others weigh more."""
        held = self.doctrine
        return round(held.garrison_price * self.defence_of(h) + held.lure * (self.heaviest - self.weight(h)))

    @kept
    def heaviest(self) -> float:
        return max((self.weight(h) for h in self.lost), default=1.0)

    @kept
    def goal(self) -> Field:
        return self.goal_map.tolist()

    @kept
    def home_map(self) -> array[int]:
        toll = self.toll_map[:]
        tolls = view(toll)
        tolls[tolls > 0] = FAR
        tolls[list(self.friends_at)] = 0
        return self.ground.costs(dict.fromkeys(self.survey.sources(self.side), 0), toll)

    @kept
    def home(self) -> Field:
        return self.home_map.tolist()

    @kept
    def approach_map(self) -> array[int]:
        return self.ground.costs(dict.fromkeys(self.foes.hexes[self.comers].tolist(), 0))

    @kept
    def approach(self) -> Field:
        return self.approach_map.tolist()

    @kept
    def force_map(self) -> Hexes:
        """How much attack strength the enemy could bring against each hex soon."""
        where, attack = self.foes.hexes[self.comers], self.foes.attack[self.comers]
        return self._felt(where.tolist(), attack, 2 * SUPPORT)

    def _felt(self, hexes: Sequence[int], strengths: Hexes, radius: int) -> Hexes:
        """Strengths in some hexes, felt so far around each of them and added up."""
        if not hexes:
            return np.zeros(self.ground.n, dtype=np.int32)
        discs = [self.ground.disc(h, radius) for h in hexes]
        felt = np.repeat(strengths, [len(disc) for disc in discs])
        return np.bincount(np.concatenate(discs), felt, self.ground.n).astype(np.int32)

    # who stands where, kept while units move

    @kept
    def guards(self) -> Hexes:
        """Own fighting units in each hex."""
        return self._fighters(0)

    @kept
    def cover(self) -> Hexes:
        """Own fighting units next to each hex or on it."""
        return self._fighters(1)

    @kept
    def called(self) -> frozenset[int]:
        """Who may be called away."""
        return called(self.match.game.rules, self.match.turn, self.doctrine.call_turn)

    def stays(self, piece: Piece) -> bool:
        """Whether a piece is there for good: Volkssturm goes home, and others are called away."""
        return piece.fights and piece.unit.kind != "volkssturm" and piece.unit.index not in self.called

    @kept
    def garrison_map(self) -> Scores:
        """Own strength in each hex that will be there tomorrow."""
        found = np.zeros(self.ground.n)
        for piece in self.own.values():
            if self.stays(piece):
                found[piece.hex] += piece.defence
        return found

    @kept
    def stake_map(self) -> Scores:
        """What a garrison is worth in each hex: an objective of ours counts as it weighs and as the enemy is near."""
        found, held = np.zeros(self.ground.n), self.doctrine
        for h in self.held:
            weight = self.weight(h)
            far = self.approach[h] if weight < held.heavy else 0
            found[h] = held.fortress * weight * held.far_threat / (held.far_threat + far)
        return found

    @kept
    def citadels(self) -> npt.NDArray[np.bool_]:
        """Objectives of ours that are worth the best units."""
        found = np.zeros(self.ground.n, dtype=np.bool_)
        found[[h for h in self.held if self.weight(h) >= self.doctrine.heavy]] = bool(self.doctrine.fortress)
        return found

    def in_the_way(self, piece: Piece) -> bool:
        """Whether a weak unit takes the place of a better one in such an objective."""
        weak, here = piece.defence < self.doctrine.worthy, piece.hex
        return weak and bool(self.citadels[here]) and self.garrison_map[here] > piece.defence * self.stays(piece)

    def _fighters(self, radius: int) -> Hexes:
        hexes = [piece.hex for piece in self.own.values() if piece.fights]
        return self._felt(hexes, np.ones(len(hexes), dtype=np.int32), radius)

    @kept
    def lost_map(self) -> npt.NDArray[np.bool_]:
        found = np.zeros(self.ground.n, dtype=np.bool_)
        found[self.lost] = True
        return found

    @kept
    def watches(self) -> Hexes:
        """How many units should stay in each hex: in objectives of ours that an enemy could come to."""
        found = np.zeros(self.ground.n, dtype=np.int32)
        for h in self.held:
            watch = self.watch(h)
            found[h] = watch if self.approach[h] < self.doctrine.threat * watch else 0
        return found

    def beyond(self, piece: Piece) -> Hexes:
        """By how many hexes it would be beyond the range of every HQ that could lead it, hex by hex."""
        leaders = self._leaders(piece.unit)
        key = tuple(hq.hex for hq in leaders)
        if key not in self._beyond:
            gaps = [np.maximum(self.ground.spread(hq.hex) - hq.unit.command_range, 0) for hq in leaders]
            self._beyond[key] = np.minimum.reduce(gaps) if gaps else np.zeros(self.ground.n, dtype=np.int32)
        return self._beyond[key]

    def room(self, h: int) -> int:
        return self.rooms[h]

    @kept
    def rooms(self) -> Field:
        """How many fighting units more each hex holds."""
        found: Field = (ROOM - self.guards).tolist()
        return found

    def out_of_reach(self, piece: Piece, h: int) -> int:
        return int(self.beyond(piece)[h])

    def move(self, id: str, h: int) -> None:
        piece = self.own[id]
        if piece.fights:
            for name, radius in (("guards", 0), ("cover", 1)):
                if name in self.__dict__:
                    kept = self.__dict__[name]
                    kept[self.ground.disc(piece.hex, radius)] -= 1
                    kept[self.ground.disc(h, radius)] += 1
            self.__dict__.pop("rooms", None)
            if "garrison_map" in self.__dict__ and self.stays(piece):
                self.garrison_map[[piece.hex, h]] += (-piece.defence, piece.defence)
        held = self.control.get(h)
        super().move(id, h)
        if self.control.get(h) != held:
            for name in ("goal_map", "lost_map", "watches", "march_map", "stake_map", "citadels"):
                self.__dict__.pop(name, None)

    # what it is worth to be in a hex, whoever it is

    @kept
    def march_map(self) -> Scores:
        """The way still to go, and what is wrong with the hex."""
        held, found = self.doctrine, np.array(self.goal_map, dtype=np.float64)
        found[self.lost_map] -= held.prize
        found[(view(self.home_map) >= FAR) & ~self.lost_map] += held.cut_off
        return found

    @kept
    def block_map(self) -> Scores:
        """How much a unit in each hex is in the enemy's way to the objectives we hold."""
        held, objectives = self.doctrine, self.held
        if not objectives:
            return np.zeros(self.ground.n)
        threats = np.array([[self.approach[h]] for h in objectives], dtype=np.int32)
        ways = np.array([self.ground.way_to(h) for h in objectives])
        detours = np.maximum(view(self.approach_map) + ways - threats, 0)
        near = held.on_the_way * held.threat / (held.threat + threats) * held.detour / (held.detour + detours)
        near *= np.array([[self.weight(h) ** 0.5] for h in objectives])
        found: Scores = near.max(axis=0)
        return found


@cache
def promises_of(game: str, held: ChitDoctrine) -> dict[tuple[object, ...], float]:
    """Kept from one look to the next."""
    return {}


@cache
def move_verbs(grammar: Grammar) -> frozenset[int]:
    return frozenset(at for at, verb in enumerate(grammar.verbs) if verb.word in MOVES)


class Foes(NamedTuple):
    """Enemies on the map: who, where, and how strong."""

    units: Hexes
    hexes: Hexes
    attack: Hexes
    defence: Hexes


class Corps(NamedTuple):
    """What the counters of a game are, seen from a side."""

    foes: Hexes  # all of others that fight
    attack: npt.NDArray[np.int32]  # by unit and steps
    defence: npt.NDArray[np.int32]
    moves: npt.NDArray[np.bool_]


@cache
def corps_of(rules: Rules, side: str) -> Corps:
    units, most = rules.pieces, max(len(unit.faces) for unit in rules.pieces)
    faces = [[*unit.faces, *[unit.faces[-1]] * (most - len(unit.faces))] for unit in units]
    return Corps(
        np.array([u.index for u in units if u.side != side and u.kind not in NOT_FIGHTING], dtype=np.int32),
        np.array([[face.attack for face in row] for row in faces], dtype=np.int32),
        np.array([[face.defence for face in row] for row in faces], dtype=np.int32),
        np.array([unit.faces[-1].move > 0 for unit in units]),
    )


@cache
def counters(rules: Rules, side: str) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """The counters of a side, and all others: who belongs to nobody is in the way as well."""
    named = [(unit.index, unit.id) for unit in rules.pieces]
    own = [unit.side == side for unit in rules.pieces]
    return [name for name in named if own[name[0]]], [name for name in named if not own[name[0]]]
