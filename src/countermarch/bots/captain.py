"""A sensible player of either side of a chit-pull game, who plans an activation at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from countermarch.bots import pomerania
from countermarch.bots.assault import build, least_gain, promise, reinforced, target_of
from countermarch.bots.chits import ChitSituation
from countermarch.bots.doctrine import doctrine
from countermarch.bots.marching import hq_score, march_score, stand_score
from countermarch.bots.onslaught import Onslaught
from countermarch.bots.situation import Piece
from countermarch.bots.thinker import Handler, Thinker, asked, fallback, offers
from countermarch.bots.weights import ChitDoctrine
from countermarch.match import Match
from countermarch.notation import Action

MOVES = ("move", "lend")

Decide = Callable[[Match, ChitSituation, list[Action]], str | None]
Reaches = dict[str, dict[int, str]]  # unit -> hex it can be in -> how it gets there


class Captain(Thinker):
    def handlers(self) -> Iterable[tuple[str, Handler]]:
        for verb, look in (
            ("withdraw", self._withdraw),
            ("move", self._march),
            ("lend", self._march),
            ("to", self._go),
            ("attack", self._attack),
            ("with", self._join),
            ("announce", self._join),
            ("air", self._resolve),
            ("resolve", self._resolve),
            ("barrage", self._shell),
            ("lose", self._lose),
            ("retreat", self._retreat),
            ("together", self._together),
            ("advance", self._advance),
            ("place", self._place),
            ("refit", self._refit),
            ("rebuild", self._refit),
            ("activate", self._activate),
            ("remove", self._remove),
            ("retire", pomerania.retire_or_stand),
            ("evacuate", pomerania.evacuate),
            ("decline", pomerania.receive),
            ("name", pomerania.prepare),
        ):
            yield verb, partial(self._look, look)

    def _look(self, decide: Decide, table: Match, side: str, legal: list[Action]) -> str | None:
        held = doctrine(ChitDoctrine, table.game.key, side, self.style)
        return decide(table, ChitSituation(table, side, self.ground(table), held), legal)

    # moving

    def _march(self, table: Match, look: ChitSituation, legal: list[Action]) -> str | None:
        """Attackers into place, then the others, HQs last, then done; the first of it is what to do now."""
        must = not any(action.verb == "done" for action in legal)
        reaches = _reaches(table, look, legal)
        for id, h in Onslaught(look, _assault_reach(look, reaches, legal), table).plan().items():
            self._send(table, look, id, h)
            reaches.pop(id, None)
        for id in sorted(reaches, key=lambda id: _march_order(look, look.own[id])):
            self._send(table, look, id, self._best_hex(table, look, id, must and not self.noted))
        if look.side == table.to_act and offers(table, "done") and _moves_of(table):
            return "done"
        return self.noted_or(legal)

    def _withdraw(self, table: Match, look: ChitSituation, legal: list[Action]) -> str | None:
        """Who must leave goes first, then the others march."""
        going = pomerania.leave(table, look, legal)
        if going is None:
            others = [action for action in legal if action.verb != "withdraw"]
            return self._march(table, look, others) if offers(table, "move") else str(fallback(others))
        self.note(table, going[0])
        ends = f"to {going[1]}"
        return ends if table.game.parse(ends) in table.legal() else None  # a single way is gone at once

    def _best_hex(self, table: Match, look: ChitSituation, id: str, must: bool = False) -> int:
        piece = look.own[id]
        hexes = list(_reach(table, look, id))
        if not hexes or (not must and not _may_leave(look, piece)):
            return piece.hex
        score = _scorer(look, piece)
        return min(hexes if must else [piece.hex, *hexes], key=lambda h: (score(h), h))

    def _send(self, table: Match, look: ChitSituation, id: str, h: int) -> None:
        """Move a unit there if it still can."""
        mode = _reach(table, look, id).get(h)
        if h == look.own[id].hex or mode is None:
            return
        self.note(table, mode)
        target = f"to {look.ground.number[h]}"
        if offers(table, "to"):
            self.note(table, target)
        look.move(id, h)

    def _go(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        """A destination without the plan that led to it."""
        piece = next((look.own[id] for id in asked(table).units if id in look.own), None)
        if piece is None:
            return str(legal[0])
        score = _scorer(look, piece)
        return str(min(legal, key=lambda action: score(look.ground.index[action.hexes[0]])))

    # fighting

    def _attack(self, table: Match, look: ChitSituation, legal: list[Action]) -> str | None:
        """The most promising attack, if one is worth making."""
        hexes = [action.hexes[0] for action in legal if action.verb == "attack"]
        best, said = max((build(table, look, hex) for hex in hexes), key=lambda found: found[0].worth)
        if best.worth < least_gain(look):
            return "done"
        for text in said:
            if table.game.parse(text) in table.legal():
                self.note(table, text)
        return "resolve" if offers(table, "resolve") else None

    def _join(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        """An attack whose plan is not known, or not what was found: the strongest first, then it is resolved."""
        pool = [action for action in legal if action.verb == "with" and action.units[0] in look.own]
        if not pool:
            return self._resolve(table, look, legal)
        return str(max(pool, key=lambda action: look.own[action.units[0]].attack))

    def _resolve(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        return "announce" if offers(table, "announce") else reinforced(table, look)

    def _shell(self, table: Match, look: ChitSituation, legal: list[Action]) -> str | None:
        def worth(action: Action) -> float:
            h = look.ground.index[action.hexes[0]]
            answer = table.preview(action.hexes[0], (), kind="barrage")
            target = replace(target_of(look, h), prize=held.enemy_step, shelled=True)
            return promise(answer, target) + held.shelled_strength * look.defence_of(h)

        held = look.doctrine

        targets = [action for action in legal if action.verb == "barrage"]
        best = max(targets, key=worth)
        return str(best) if worth(best) > held.worth_shelling else "done"

    def _lose(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        return str(min(legal, key=lambda action: _loss(look, look.own[action.units[0]])))

    def _retreat(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        def score(action: Action) -> float:
            h = look.ground.index[action.hexes[-1]]
            full = 0.0 if look.room(h) > 0 else look.doctrine.full_hex
            return look.home[h] + full - look.doctrine.shelter * look.ground.settled[h]

        return str(min(legal, key=score))

    def _together(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        return "together"

    def _advance(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        """Forward if it is better there than here."""

        def better(action: Action) -> float:
            piece = look.own[action.units[0]]
            score = _scorer(look, piece)
            return score(look.ground.index[action.hexes[-1]]) - score(piece.hex)

        ways = [action for action in legal if action.verb == "advance" and look.own[action.units[0]].fights]
        ways = [action for action in ways if _may_leave(look, look.own[action.units[0]])]
        best = min(ways, key=better, default=None)
        return str(best) if best is not None and better(best) < 0 else "done"

    # coming onto the map

    def _place(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        """An empty objective first, the nearest to the enemy; otherwise where the way is short."""
        places = [action for action in legal if action.verb == "place"]

        def score(action: Action) -> tuple[float, ...]:
            h = look.ground.index[action.hexes[0]]
            empty = h in look.held and not look.guarded(h)
            return (not empty, look.guarded(h), look.approach[h] if not look.attacking else look.goal[h])

        return str(min(places, key=score))

    def _refit(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        """What brings back the most strength."""

        def strength(action: Action) -> float:
            if action.verb == "done":
                return 0.0
            faces = look.units[action.units[0]].faces
            if action.verb == "refit":
                return float(faces[-1].attack + faces[-1].defence - faces[1].attack - faces[1].defence)
            return look.doctrine.rebuilt * (faces[1].attack + faces[1].defence)

        return str(max(legal, key=strength))

    def _activate(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        """The HQ with the most to do; one whose own chit has been drawn comes second."""

        def score(action: Action) -> float:
            own = table.command(action.units[0])["own"]
            field = look.goal if look.attacking else look.approach
            force = sum((1 + look.own[id].attack) * 60 / (20 + field[look.own[id].hex]) for id in own)
            return force * (
                look.doctrine.chit_to_come if look.units[action.units[0]].formation not in look.drawn else 1.0
            )

        return str(max(legal, key=score))

    def _remove(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        named = [action for action in legal if action.verb == "remove"]
        return str(min(named, key=lambda action: _strength(look.own[action.units[0]])))


def _scorer(look: ChitSituation, piece: Piece) -> Callable[[int], float]:
    """How good it is for a piece to stand in a hex; lower is better."""
    if not piece.fights:
        followers = pomerania.followers(look, piece)
        return lambda h: hq_score(look, piece, h, followers)
    if look.attacking:
        return lambda h: march_score(look, piece, h)
    return lambda h: stand_score(look, piece, h)


def _march_order(look: ChitSituation, piece: Piece) -> tuple[object, ...]:
    """Fast units first, those ahead before those behind, HQs last."""
    field = look.goal if look.attacking else look.approach
    return not piece.fights, not piece.is_mobile_arm, field[piece.hex], piece.unit.index


def _may_leave(look: ChitSituation, piece: Piece) -> bool:
    """The last unit in an objective stays while the enemy is near."""
    if not piece.fights or piece.hex not in look.held:
        return True
    needed = sum(p.fights for p in look.friends_at[piece.hex]) <= look.watch(piece.hex)
    return not needed or look.approach[piece.hex] > look.doctrine.calm * look.watch(piece.hex)


def _moves_of(table: Match, id: str | None = None) -> list[tuple[str, str, str]]:
    """Text, unit and mode of every move offered."""
    found = []
    for action in table.legal():
        if action.verb in MOVES and (id is None or action.units[0] == id):
            found.append((str(action), action.units[0], next(iter(action.words), "regular")))
    return found


def _reach(table: Match, look: ChitSituation, id: str) -> dict[int, str]:
    """Where a unit can go now, and the action that begins the move."""
    found: dict[int, str] = {}
    for text, unit, mode in _moves_of(table, id):
        for number in table.reach(unit, mode):
            found.setdefault(look.ground.index[number], text)
    return found


def _reaches(table: Match, look: ChitSituation, legal: list[Action]) -> Reaches:
    units = dict.fromkeys(action.units[0] for action in legal if action.verb in MOVES)
    return {id: _reach(table, look, id) for id in units if id in look.own}


def _assault_reach(look: ChitSituation, reaches: Reaches, legal: list[Action]) -> Reaches:
    """Who may be used in attacks, and from where: a defender's infantry attacks from where it stands."""
    able = {action.units[0] for action in legal if action.verb == "move"}
    found: Reaches = {}
    for id in reaches:
        piece = look.own[id]
        if id in able and piece.fights and piece.attack:
            free = (look.attacking or piece.is_mobile_arm) and _may_leave(look, piece)
            found[id] = {**(reaches[id] if free else {}), piece.hex: ""}
    return found


def _strength(piece: Piece) -> float:
    return float(piece.attack + piece.defence)


def _loss(look: ChitSituation, piece: Piece) -> float:
    """What losing a step costs."""
    if piece.steps <= 1:
        return _strength(piece) + look.doctrine.last_step
    less = piece.unit.faces[piece.steps - 1]
    return _strength(piece) - less.attack - less.defence
