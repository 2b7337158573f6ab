"""A sensible player of either side of a chit-pull game, who plans an activation at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter

from countermarch.bots import pomerania, refugees
from countermarch.bots.assault import build, least_gain, promise, reinforced, target_of
from countermarch.bots.chits import ChitSituation
from countermarch.bots.doctrine import doctrine
from countermarch.bots.onslaught import Onslaught
from countermarch.bots.situation import Piece
from countermarch.bots.standing import best_of, scores_of
from countermarch.bots.thinker import Handler, Thinker, asked, fallback, offers
from countermarch.bots.weights import ChitDoctrine
from countermarch.games.chitpull.verbs import TO
from countermarch.match import Match
from countermarch.notation import Action

Decide = Callable[[Match, ChitSituation, list[Action]], str | None]


class Captain(Thinker):
    holds = ChitDoctrine

    def __init__(self, seed: int = 0, style: str = "", quick: bool = False) -> None:
        super().__init__(seed, style, quick)
        self._known: dict[int, Piece] = {}  # counters as they were last seen

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
            ("apart", self._apart),
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
            ("flee", refugees.flee),
            ("pay", refugees.make_way),
        ):
            yield verb, partial(self._look, look)

    def _look(self, decide: Decide, table: Match, side: str, legal: list[Action]) -> str | None:
        held = doctrine(self.holds, table.game.key, side, self.style)
        return decide(table, ChitSituation(table, side, self.ground(table), held, self._known), legal)

    # moving

    def _march(self, table: Match, look: ChitSituation, legal: list[Action]) -> str | None:
        """Attackers into place, then the others, HQs last, then done; the first of it is what to do now."""
        must = not any(action.verb == "done" for action in legal)
        movers = [id for id in look.moves() if id in look.own]
        orders = self._onslaught(look, legal).orders
        for id, h in orders.items():
            self._send(table, look, id, h)
        others = [look.own[id] for id in movers if id not in orders]
        for piece in sorted(others, key=lambda piece: _march_order(look, piece)):
            self._send(table, look, piece.unit.id, self._best_hex(look, piece, must and not self.noted))
        if look.side == table.to_act and offers(table, "done") and look.moves():
            return "done"
        return self.noted_or(legal)

    def _onslaught(self, look: ChitSituation, legal: list[Action]) -> Onslaught:
        movers = [id for id in look.moves() if id in look.own]
        planned = Onslaught(look, _assault_reach(look, movers, legal), self.quick)
        planned.plan()
        return planned

    def _withdraw(self, table: Match, look: ChitSituation, legal: list[Action]) -> str | None:
        """Who must leave goes first, then the others march."""
        going = pomerania.leave(table, look, legal)
        if going is None:
            others = [action for action in legal if action.verb != "withdraw"]
            return self._march(table, look, others) if offers(table, "move") else str(fallback(others))
        self.note(table, going[0])
        ends = f"to {going[1]}"
        return ends if table.game.parse(ends) in table.legal() else None  # a single way is gone at once

    def _best_hex(self, look: ChitSituation, piece: Piece, must: bool = False) -> int:
        hexes = look.reach(piece.unit.id)
        if not hexes or (not must and not _may_leave(look, piece)):
            return piece.hex
        return best_of(look, piece, hexes if must else (piece.hex, *hexes))

    def _send(self, table: Match, look: ChitSituation, id: str, h: int) -> None:
        """Move a unit there if it still can."""
        choice = look.reach(id).get(h)
        if h == look.own[id].hex or choice is None:
            return
        self._do(table, Action(choice, table.game.rules.grammar))
        ends = Action((TO, h), table.game.rules.grammar)
        if ends in table.legal():
            self._do(table, ends)
        look.move(id, h)

    def _do(self, table: Match, action: Action) -> None:
        """Write down what is done, and do it on the imagined table."""
        self.noted.append(str(action))
        table.play(action)

    def _go(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        """A destination without the plan that led to it."""
        piece = next((look.own[id] for id in asked(table).units if id in look.own), None)
        if piece is None:
            return str(legal[0])
        index = look.ground.index
        ends = {index[action.hexes[0]]: action for action in reversed(legal)}
        return str(ends[best_of(look, piece, ends)])

    # fighting

    def _attack(self, table: Match, look: ChitSituation, legal: list[Action]) -> str | None:
        """The most promising attack, if one is worth making."""
        hexes = [action.hexes[0] for action in legal if action.verb == "attack"]
        best, said = max((build(look, hex) for hex in hexes), key=lambda found: found[0].worth)
        if best.worth < least_gain(look):
            return "done"
        for action in map(table.game.parse, said):
            if action in table.legal():
                self._do(table, action)
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
        if self.quick:
            return str(max(targets, key=lambda action: look.defence_of(look.ground.index[action.hexes[0]])))
        gain, best = max(((worth(action), str(action)) for action in targets), key=itemgetter(0))
        return best if gain > held.worth_shelling else "done"

    def _lose(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        return str(min(legal, key=lambda action: _loss(look, look.piece(action.units[0]))))

    def _retreat(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        def score(action: Action) -> float:
            h = look.ground.index[action.hexes[-1]]
            full = 0.0 if look.room(h) > 0 else look.doctrine.full_hex
            return look.home[h] + full - look.doctrine.shelter * look.ground.settled[h]

        return str(min(legal, key=score))

    def _together(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        return "together"

    def _apart(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        """Who is worth most has the first choice of where to go."""
        return str(max(legal, key=lambda action: _strength(look.own[action.units[0]]) if action.units else 0.0))

    def _advance(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        """Forward if it is better there than here."""

        def better(action: Action) -> float:
            piece, there = look.own[action.units[0]], look.ground.index[action.hexes[-1]]
            if self.quick:
                return (
                    look.goal[there] - look.goal[piece.hex] if look.attacking else float(there not in look.lost) - 0.5
                )
            scores = scores_of(look, piece, (there, piece.hex))
            return scores[0] - scores[1]

        ways = [action for action in legal if action.verb == "advance" and look.own[action.units[0]].fights]
        ways = [action for action in ways if _may_leave(look, look.own[action.units[0]])]
        gain, best = min(((better(action), str(action)) for action in ways), key=itemgetter(0), default=(0.0, "done"))
        return best if gain < 0 else "done"

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

        if self.quick or len(legal) == 1:
            return str(max(legal, key=lambda action: _force(look, action)))
        likely = sorted(legal, key=lambda action: -_force(look, action))[: look.doctrine.tried_hqs]
        return str(max(likely, key=lambda action: self._prospects(table, look, action)))

    def _prospects(self, table: Match, look: ChitSituation, action: Action) -> float:
        """What the attacks of an HQ promise, and what else it has to lead."""
        twin, held = table.copy(), look.doctrine
        twin.play(action)
        promised = 0.0
        if twin.to_act == look.side and offers(twin, "move"):
            promised = self._onslaught(ChitSituation(twin, look.side, look.ground, held), list(twin.legal())).promised
        to_come = look.units[action.units[0]].formation not in look.drawn
        return promised * (held.chit_to_come if to_come else 1.0) + held.sheer_force * _force(look, action)

    def _remove(self, table: Match, look: ChitSituation, legal: list[Action]) -> str:
        named = [action for action in legal if action.verb == "remove"]
        return str(min(named, key=lambda action: _strength(look.piece(action.units[0]))))


def _force(look: ChitSituation, action: Action) -> float:
    """What an HQ could lead, and how near that is to where it matters; less if its own chit is still to come."""
    field, hq = look.goal if look.attacking else look.approach, action.units[0]
    force = sum((1 + piece.attack) * 60 / (20 + field[piece.hex]) for piece in pomerania.led(look, hq))
    return force * (look.doctrine.chit_to_come if look.units[hq].formation not in look.drawn else 1.0)


def _march_order(look: ChitSituation, piece: Piece) -> tuple[object, ...]:
    """Fast units first, those ahead before those behind, HQs last; for fortresses the strongest first."""
    if look.doctrine.fortress and not look.attacking:
        return not piece.fights, -piece.defence, look.approach[piece.hex], piece.unit.index
    field = look.goal if look.attacking else look.approach
    return not piece.fights, not piece.is_mobile_arm, field[piece.hex], piece.unit.index


def _may_leave(look: ChitSituation, piece: Piece) -> bool:
    """The last unit in an objective stays while the enemy is near."""
    if not piece.fights or piece.hex not in look.held or look.in_the_way(piece) or piece.unit.index in look.called:
        return True
    needed = sum(p.fights for p in look.friends_at[piece.hex]) <= look.watch(piece.hex)
    return not needed or look.approach[piece.hex] > look.doctrine.calm * look.watch(piece.hex)


def _assault_reach(look: ChitSituation, movers: Sequence[str], legal: list[Action]) -> dict[str, Mapping[int, object]]:
    """Who may be used in attacks, and from where: a defender's infantry attacks from where it stands."""
    able = {action.units[0] for action in legal if action.verb == "move"}
    found: dict[str, Mapping[int, object]] = {}
    for id in movers:
        piece = look.own[id]
        if id in able and piece.fights and piece.attack:
            free = (look.attacking or piece.is_mobile_arm) and _may_leave(look, piece)
            found[id] = {**(look.reach(id) if free else {}), piece.hex: None}
    return found


def _strength(piece: Piece) -> float:
    return float(piece.attack + piece.defence)


def _loss(look: ChitSituation, piece: Piece) -> float:
    """What losing a step costs."""
    if piece.steps <= 1:
        return _strength(piece) + look.doctrine.last_step
    less = piece.unit.faces[piece.steps - 1]
    return _strength(piece) - less.attack - less.defence
