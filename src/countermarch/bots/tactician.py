"""A sensible player of either side of Seelow & Küstrin, who plans a phase at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from heapq import nsmallest

from countermarch.bots.assembly import Assembly
from countermarch.bots.doctrine import doctrine
from countermarch.bots.field import FieldSituation
from countermarch.bots.marching import march_score, stand_score
from countermarch.bots.situation import Piece
from countermarch.bots.thinker import Handler, Thinker, asked, fallback, offers
from countermarch.bots.weights import FieldDoctrine
from countermarch.bots.worth import assault_worth, barrage_worth, shot_value, step_price
from countermarch.match import Match
from countermarch.notation import Action

Decide = Callable[[Match, FieldSituation, list[Action]], str | None]

LIMBER_UP = range(2, 6)  # turns in which guns may go forward, to be ready after the night
PACE = 4  # hexes a gun makes in a turn


class Tactician(Thinker):
    holds = FieldDoctrine

    def handlers(self) -> Iterable[tuple[str, Handler]]:
        for verb, decide in (
            ("propose", self._propose),
            ("barrage", self._shell),
            ("mode", self._modes),
            ("engage", self._engage),
            ("fire", self._fire),
            ("attack", self._attack),
            ("with", self._join),
            ("resolve", self._resolve),
            ("move", self._march),
            ("enter", self._march),
            ("to", self._go),
            ("lose", self._lose),
            ("stand", self._stand),
            ("retreat", self._retreat),
            ("flee", self._retreat),
            ("advance", self._advance),
        ):
            yield verb, partial(self._look, decide)

    def _look(self, decide: Decide, table: Match, side: str, legal: list[Action]) -> str | None:
        held = doctrine(self.holds, table.game.key, side, self.style)
        return decide(table, FieldSituation(table, side, self.ground(table), held), legal)

    def _propose(self, table: Match, look: FieldSituation, legal: list[Action]) -> str:
        return "propose"

    # guns

    def _shell(self, table: Match, look: FieldSituation, legal: list[Action]) -> str | None:
        """The barrage that promises most, with as many guns as still add to it."""
        fires = self._staying(look, look.survey.fires(look.side))
        if not fires:
            return self._modes(table, look, legal)
        plans = [self._battery(look, h, look.named(guns)) for h, guns in fires.items()]
        worth, hex, guns = max(plans, key=lambda plan: (plan[0], plan[1]))
        if worth < look.doctrine.worth_shelling:
            return self._modes(table, look, legal)
        self.note(table, f"barrage {hex}")
        for gun in guns:
            if offers(table, "with"):
                self.note(table, f"with {gun}")
        return "resolve" if offers(table, "resolve") else None

    def _staying(self, look: FieldSituation, fires: Mapping[int, Sequence[int]]) -> dict[int, list[int]]:
        """The hexes and guns without those that are about to go forward."""
        leaving = {p.unit.index for id, p in look.own.items() if look.gun(id) and self._limbers_up(look, p)}
        left = {h: [u for u in guns if u not in leaving] for h, guns in fires.items()}
        return {h: guns for h, guns in left.items() if guns}

    def _battery(self, look: FieldSituation, h: int, near: Sequence[str]) -> tuple[float, str, list[str]]:
        worth, chosen = 0.0, list[str]()
        for gun in sorted(near, key=lambda id: (-look.own[id].attack, id)):
            more = barrage_worth(look, h, [*chosen, gun])
            if more < worth + look.doctrine.more_guns and chosen:
                break
            chosen, worth = [*chosen, gun], more
        return worth, look.ground.number[h], chosen if len(near) > 1 else []  # one alone is in it unasked

    def _modes(self, table: Match, look: FieldSituation, legal: list[Action]) -> str:
        """Ready to fire whenever it may be; limbered up when nothing is in range and there is time to go forward."""
        for action in legal:
            if action.verb == "mode" and "fire" in action.words:
                return str(action)
        for action in legal:
            if action.verb == "mode" and self._limbers_up(look, look.own[action.units[0]]):
                return str(action)
        return "done"

    def _limbers_up(self, look: FieldSituation, piece: Piece) -> bool:
        """Who cannot reach the town from here goes forward, just in time for the night."""
        if not look.attacking or look.turn not in LIMBER_UP:
            return False
        short = look.beyond(piece.unit.id, piece.hex)
        return short > 0 and look.turn >= LIMBER_UP.stop - -(-short // PACE)

    # antitank fire

    def _engage(self, table: Match, look: FieldSituation, legal: list[Action]) -> str:
        """Fire costs nothing; the easiest target first."""
        hexes = [action.hexes[0] for action in legal if action.verb == "engage"]
        if len(hexes) == 1:
            return f"engage {hexes[0]}"
        found = table.targets(look.side)

        def worth(hex: str) -> float:
            h = look.ground.index[hex]
            tanks = [p.unit.id for p in look.enemies_at[h] if look.armoured(p.unit.id)]
            return found[hex].expected(lambda effect: shot_value(look, effect, tanks[:1])) if hex in found else 0.0

        return f"engage {max(hexes, key=lambda hex: (worth(hex), hex))}"

    def _fire(self, table: Match, look: FieldSituation, legal: list[Action]) -> str:
        """The heaviest gun at the thinnest armour that may still be fired at."""
        shots = [action for action in legal if action.verb == "fire"]

        def order(action: Action) -> tuple[float, ...]:
            firer, target = (look.units[id] for id in action.units)
            face = firer.faces[look.own[firer.id].steps]
            return (-face.values[1], float(str(target.extras.get("armour", 0))), firer.index, target.index)

        return str(min(shots, key=order))

    # combat

    def _attack(self, table: Match, look: FieldSituation, legal: list[Action]) -> str | None:
        """The most promising attack, if one is worth making."""
        attacks = look.survey.attacks(look.side)
        plans = [self._assault(look, h, look.named(units)) for h, units in attacks.items()]
        worth, hex, units = max(plans, key=lambda plan: (plan[0], plan[1]))
        if worth < look.doctrine.least_gain * look.recklessness:
            return "done"
        self.note(table, f"attack {hex}")
        for id in units:
            if offers(table, "with"):
                self.note(table, f"with {id}")
        return "resolve" if offers(table, "resolve") else None

    def _assault(self, look: FieldSituation, h: int, near: Sequence[str]) -> tuple[float, str, list[str]]:
        """Units join from the strongest down while they make the attack better."""
        hex, worth, chosen = look.ground.number[h], -99.0, list[str]()
        for id in sorted(near, key=lambda id: (look.gun(id), -look.own[id].attack, id)):
            more = assault_worth(look, h, [*chosen, id])
            if more > worth + look.doctrine.joining:
                chosen, worth = [*chosen, id], more
        return worth, hex, chosen if len(near) > 1 else []  # one alone is in it unasked

    def _join(self, table: Match, look: FieldSituation, legal: list[Action]) -> str:
        """An attack or barrage whose plan is not known: one joins, then it is resolved."""
        if offers(table, "resolve"):
            return "resolve"
        return str(max(legal, key=lambda action: look.own[action.units[0]].attack))

    def _resolve(self, table: Match, look: FieldSituation, legal: list[Action]) -> str:
        return "resolve"

    def _lose(self, table: Match, look: FieldSituation, legal: list[Action]) -> str:
        return str(min(legal, key=lambda action: step_price(look, look.own[action.units[0]])))

    def _stand(self, table: Match, look: FieldSituation, legal: list[Action]) -> str:
        """A step for a hex that is worth it, if the unit lives."""
        payers = [action for action in legal if action.verb == "stand" and look.own[action.units[0]].steps > 1]
        best = min(payers, key=lambda action: step_price(look, look.own[action.units[0]]), default=None)
        if best is None:
            return "yield"
        held, h = look.doctrine, look.own[best.units[0]].hex
        worth = held.shelter * look.ground.settled[h]
        worth += held.hold * (h in look.held or look.is_garrison(best.units[0]))
        hemmed = all(n in look.enemy_zone or n in look.enemies_at for n in look.ground.around[h])
        return str(best) if worth >= held.hold or hemmed else "yield"

    def _retreat(self, table: Match, look: FieldSituation, legal: list[Action]) -> str:
        """Away from the enemy, into cover, on the map; companions stay."""
        ways = [action for action in legal if action.verb == "retreat"] or legal
        held = look.doctrine

        def score(action: Action) -> float:
            if action.verb != "retreat":
                return 1000.0 if action.verb == "flee" else 0.0
            h = look.ground.index[action.hexes[-1]]
            away = held.safety * min(look.enemy_distance[h], 4)
            return held.homeward * look.home[h] - away - held.cover * look.ground.settled[h]

        must = not any(action.verb == "done" for action in legal)
        return str(min(ways, key=score)) if must else "done"

    def _advance(self, table: Match, look: FieldSituation, legal: list[Action]) -> str:
        """Forward if it is better there than here."""

        def better(action: Action) -> float:
            piece = look.own[action.units[0]]
            there = self._target(table)
            return _score(look, piece, there) - _score(look, piece, piece.hex)

        ways = [action for action in legal if action.verb == "advance" and look.own[action.units[0]].fights]
        ways = [action for action in ways if not look.is_garrison(action.units[0])]
        best = min(ways, key=better, default=None)
        return str(best) if best is not None and better(best) < 0 else "done"

    def _target(self, table: Match) -> int:
        return self.ground(table).index[asked(table).hexes[0]]

    # moving

    def _march(self, table: Match, look: FieldSituation, legal: list[Action]) -> str | None:
        """Attackers into place, then the others from the front back, then those who arrive."""
        reaches = {id: _reach(table, look, id) for id in _movers(legal)}
        for id, h in Assembly(look, self._able(look, reaches)).plan().items():
            self._send(table, look, id, h)
            reaches.pop(id, None)
        for id in sorted(reaches, key=lambda id: _order(look, look.own[id])):
            self._send(table, look, id, self._best_hex(table, look, id))
        self._bring_on(table, look)
        if table.to_act == look.side and offers(table, "done") and (offers(table, "move") or offers(table, "enter")):
            return "done"
        return self.noted_or(legal)

    def _able(self, look: FieldSituation, reaches: Mapping[str, dict[int, str]]) -> dict[str, dict[int, str]]:
        """Who may be used in attacks, and from where: who defends or cannot move attacks from where he stands."""
        found = {}
        for id, piece in look.own.items():
            reach = reaches.get(id, {})
            if piece.fights and not look.gun(id) and not look.disrupted(id):
                free = look.attacking and not look.is_garrison(id) and look.light != "night"
                found[id] = {**(reach if free else {}), piece.hex: ""}
        return found

    def _best_hex(self, table: Match, look: FieldSituation, id: str) -> int:
        piece = look.own[id]
        if not piece.fights or look.is_garrison(id):
            return piece.hex
        ahead = nsmallest(look.doctrine.forward, _reach(table, look, id), key=look.ahead.__getitem__)
        return min([piece.hex, *ahead], key=lambda h: (_score(look, piece, h), h))

    def _send(self, table: Match, look: FieldSituation, id: str, h: int) -> None:
        """Move a unit there if it still can."""
        if h == look.own[id].hex or h not in _reach(table, look, id):
            return
        self.note(table, f"move {id}")
        if offers(table, "to"):
            self.note(table, f"to {look.ground.number[h]}")
        look.move(id, h)

    def _bring_on(self, table: Match, look: FieldSituation) -> None:
        """Reinforcements come on where the way is shortest, and go on as far as is good."""
        while table.to_act == look.side and offers(table, "enter"):
            doors = [action for action in table.legal() if action.verb == "enter"]
            door = min(doors, key=lambda action: (look.ahead[look.ground.index[action.hexes[0]]], str(action)))
            self.note(table, str(door))
            if offers(table, "to"):
                look = FieldSituation(table, look.side, look.ground, look.doctrine)
                self.note(table, self._go(table, look, list(table.legal())))

    def _go(self, table: Match, look: FieldSituation, legal: list[Action]) -> str:
        """A destination without the plan that led to it."""
        piece = next((look.own[id] for id in asked(table).units if id in look.own), None)
        ways = [action for action in legal if action.verb == "to"]
        if piece is None or not ways:
            return str(fallback(legal))
        best = min(ways, key=lambda action: (_score(look, piece, look.ground.index[action.hexes[0]]), str(action)))
        stays = any(action.verb == "done" for action in legal)
        better = _score(look, piece, look.ground.index[best.hexes[0]]) < _score(look, piece, piece.hex)
        return str(best) if better or not stays else "done"


# where to stand


def _score(look: FieldSituation, piece: Piece, h: int) -> float:
    """How good it is for a piece to stand in a hex; lower is better."""
    held, id, near = look.doctrine, piece.unit.id, look.enemy_distance[h]
    if look.gun(id):
        place = held.misplaced * (look.beyond(id, h) + max(held.behind - near, 0)) + held.gun_onward * look.goal[h]
        return place + (held.in_the_open if near < 2 else 0.0)
    score = march_score(look, piece, h) if look.attacking else _line_score(look, piece, h)
    return score + (held.shaken_near if look.disrupted(id) and near < 2 else 0.0)


def _line_score(look: FieldSituation, piece: Piece, h: int) -> float:
    """Before what is held, not in it while the enemy is far; high, behind water, and where nobody else bars the way."""
    held, away = look.doctrine, look.approach[h]
    score = stand_score(look, piece, h) - _works(look, h) - held.gap * _gaps(look, piece, h)
    score += held.rear * max(away - held.front, 0)
    alone = not any(p.fights and p is not piece for p in look.friends_at.get(h, ()))
    return score + (held.guard if alone and h in look.held and held.early < away < held.threat else 0.0)


def _gaps(look: FieldSituation, piece: Piece, h: int) -> int:
    """Hexes in front that no other unit of ours is next to."""
    ground, approach = look.ground, look.approach
    front = [n for n in ground.around[h] if approach[n] <= approach[h]]
    return sum(not look.line_cover(n, without=piece.unit.id) for n in front)


def _works(look: FieldSituation, h: int) -> float:
    """Height over the hexes the enemy comes from, and water in front of them."""
    ground, approach = look.ground, look.approach
    front = [n for n in ground.around[h] if approach[n] < approach[h]]
    height = sum(ground.level[h] > ground.level[n] for n in front)
    banks = sum(ground.river_between(h, n) for n in front)
    return (look.doctrine.height * height + look.doctrine.bank * banks) / max(len(front), 1)


def _order(look: FieldSituation, piece: Piece) -> tuple[object, ...]:
    """Those ahead before those behind, so that they make room."""
    return look.gun(piece.unit.id), look.ahead[piece.hex], piece.unit.index


def _movers(legal: Sequence[Action]) -> list[str]:
    return [action.units[0] for action in legal if action.verb == "move"]


def _reach(table: Match, look: FieldSituation, id: str) -> dict[int, str]:
    """Where a unit can go now."""
    return dict.fromkeys(look.survey.ends(look.units[id].index), id)
