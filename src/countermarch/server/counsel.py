"""A plan in the words of a player: order by order, with the facts that speak for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from countermarch.bots.ground import Ground, ground_of
from countermarch.bots.plans import Order, Plan
from countermarch.games.base import GameError, Objective, Preview
from countermarch.match import Match
from countermarch.notation import DONE, GO_ON
from countermarch.server import advice_models as ad
from countermarch.server import models as m
from countermarch.server.answers import Voice
from countermarch.texts import Text, say

NEXT = 1  # hexes
ENDS = (DONE, GO_ON)
STRUCK = {"barrage": "barrage", "engage": "fire"}  # by what it begins with, what an attack is called
NONE, ATTACKER = "-", "A"  # a result of nothing, and whom one befalls


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack as it is about to be made, on so many steps."""

    target: str
    preview: Preview | None
    steps: int

    @property
    def odds(self) -> str | None:
        return None if self.preview is None or self.preview.refusal else self.preview.column

    @property
    def falls(self) -> float | None:
        """The chance that whoever stands there must go or is destroyed; None if results do not tell."""
        if self.odds is None or self.preview is None:
            return None
        outcomes, spared = self.preview.outcomes, self.preview.spared
        if not all(hasattr(outcome, "defender_hexes") for outcome in outcomes.values()):
            return None
        return sum(c for code, c in self.preview.results.items() if self._clears(outcomes[code], *spared))

    @property
    def told(self) -> float:
        """The chance of a result that is not the attacker's own."""
        results, outcomes = (self.preview.results, self.preview.outcomes) if self.preview else ({}, {})
        against = {code for code in results if code != NONE and getattr(outcomes.get(code), "whom", "") != ATTACKER}
        return sum(chance for code, chance in results.items() if code in against)

    def _clears(self, outcome: object, steps: int, hexes: int) -> bool:
        """Who may lose steps instead of going, and has enough, may stay."""
        lost = getattr(outcome, "defender_steps", 0) - steps
        back = getattr(outcome, "defender_hexes", 0) - hexes
        stays = getattr(outcome, "defender_chooses", False) and lost + back < self.steps
        return lost >= self.steps or (back > 0 and not stays)


class Counsellor:
    """Plays a plan on an imagined table and tells of each order what a player would want to know."""

    def __init__(self, table: Match, seat: str, language: str, veiled: bool = False) -> None:
        """Veiled: it is told to who does not see everything, and must not hear what else there was to choose from."""
        self.table, self.seat, self.language, self.veiled = table, seat, language, veiled
        self.ground: Ground = ground_of(table.game.rules.board)
        self._sides = {unit.id: unit.side for unit in table.game.rules.pieces}
        self._faces = {unit.id: unit.faces for unit in table.game.rules.pieces}

    def steps(self, said: Sequence[str], then: Sequence[str] = ()) -> list[ad.HintStep]:
        """`then` is what was done afterwards: a march may have been for an attack."""
        struck = {hex for text in (*said, *then) for hex in self._aims(text)}
        found: list[ad.HintStep] = []
        for order in Plan.of(said).orders:
            begun = self._strike()
            step = self._step(order, struck)
            if begun is not None and found and found[-1].target == step.target == begun.target:
                found[-1] = _together(found[-1], step)
            else:
                found.append(step)
        return found

    def _aims(self, text: str) -> tuple[str, ...]:
        action = self.table.game.parse(text)
        return action.hexes[-1:] if action.verb not in ("to", "move", "place") else ()

    def _step(self, order: Order, struck: set[str]) -> ad.HintStep:
        before, objectives, enemies = self.table.muster(), self._objectives(), self._enemies()
        verb, others = self.table.game.parse(order[0]).verb, self.table.legal()
        alike, number = [one for one in others if one.verb == verb], len(others)
        actions: list[m.ActionOut] = []
        strike = self._barrage(order[0]) if verb == "barrage" else None
        for text in order:
            strike = self._strike() or strike
            actions.append(Voice(self.table, self.seat, self.language).action(self.table.game.parse(text)))
            self.table.play(text)
        strike = self._strike() or strike
        named = (id for action in (actions if strike else actions[:1]) for id in action.units)
        units = [id for id in dict.fromkeys(named) if self._sides.get(id) == self.seat]
        if verb == "retreat" and not units:
            units = self._gone(before)
        start, end = self._way(units, before)
        headline, reason = None, None
        if strike is not None:
            headline = say(f"server.hint.{STRUCK.get(verb, 'attack')}", hex=strike.target)
            reason = _why_strike(strike, objectives)
        elif end is not None:
            key = "retreat" if verb == "retreat" else "move" if start else "comes"
            headline = say(f"server.hint.{key}", units=tuple(units), start=start, end=end)
            reason = self._why_there(start, end, objectives, enemies=enemies, struck=struck)
        elif units:
            reason = self._why_strength(units[0], before, [one.units[0] for one in alike if one.units])
        voice = Voice(self.table, self.seat, self.language)
        return ad.HintStep(
            actions=actions,
            text=voice.maybe(headline),
            reason=voice.maybe(reason or _why_else(verb, None if self.veiled else number)),
            units=units,
            start=start,
            end=end,
            target=strike.target if strike else None,
            odds=strike.odds if strike else None,
            falls=strike.falls if strike else None,
        )

    def _gone(self, before: dict[str, tuple[str | None, int]]) -> list[str]:
        """Who of the side has left his hex."""
        now = self.table.muster()
        return [id for id, (hex, _) in before.items() if self._sides[id] == self.seat and hex and now[id][0] != hex]

    def _way(self, units: list[str], before: dict[str, tuple[str | None, int]]) -> tuple[str | None, str | None]:
        """From where to where those named went; nowhere if they stayed."""
        if not units or self.table.to_act is None:
            return None, None
        start, end = before[units[0]][0], self.table.muster()[units[0]][0]
        return start, (end if end != start else None)

    def _barrage(self, text: str) -> Strike | None:
        """One that is declared and rolled for in one breath."""
        target = self.table.game.parse(text).hexes[-1]
        try:
            preview = self.table.preview(target, (), kind="barrage", side=self.seat)
        except GameError:
            return None
        return Strike(target, preview, self._steps_in(target))

    def _steps_in(self, target: str) -> int:
        """Of the enemy."""
        return sum(steps for id, (hex, steps) in self.table.muster().items() if hex == target and self._hostile(id))

    def _strike(self) -> Strike | None:
        """The attack that is being put together, as the seat sees it."""
        attack = self.table.view(self.seat).get("attack") if self.table.to_act else None
        if not attack or not attack.get("target"):
            return None
        asked, kind = attack.get("preview") or attack, attack.get("kind", "attack")
        try:
            preview = self.table.preview(
                asked["target"], asked["attackers"], attack["support"], kind=kind, side=self.seat
            )  # fmt: skip
        except GameError:
            preview = None
        return Strike(attack["target"], preview, self._steps_in(attack["target"]))

    def _hostile(self, id: str) -> bool:
        return self._sides[id] not in (self.seat, None)

    def _objectives(self) -> dict[str, Objective]:
        standing = self.table.standing(self.seat)
        return {one.hex: one for one in (standing.objectives if standing else ()) if one.hex is not None}

    def _enemies(self) -> set[str]:
        """Where the seat sees enemies."""
        seen = self.table.view(self.seat)
        hexes = {unit["hex"] for unit in seen["units"] if unit.get("hex") and self._hostile(unit["id"])}
        return hexes | set(seen.get("hidden", ()))

    def _near(self, a: str, b: str) -> bool:
        return self._apart(a, b) <= NEXT

    def _apart(self, a: str, b: str) -> int:
        return self.ground.distance(self.ground.index[a], self.ground.index[b])

    def _why_there(
        self, start: str | None, end: str, objectives: dict[str, Objective], enemies: set[str], struck: set[str]
    ) -> Text | None:
        """The first thing a player would say of a move."""
        if end in objectives and objectives[end].holder != self.seat:
            return say("server.hint.takes", hex=end)
        beside = sorted(hex for hex in enemies if self._near(end, hex))
        aimed = [hex for hex in beside if hex in struck]
        if aimed:
            return say("server.hint.strikes", hex=aimed[0])
        prized = [hex for hex in beside if hex in objectives]
        if prized:
            return say("server.hint.presses", hex=prized[0])
        held = [hex for hex, one in objectives.items() if one.holder == self.seat and self._near(end, hex)]
        if held:
            return say("server.hint.holds" if held[0] == end else "server.hint.covers", hex=held[0])
        if beside:
            return say("server.hint.faces", hex=beside[0])
        wanted = [hex for hex, one in objectives.items() if one.holder != self.seat]
        goal = min(wanted, key=lambda hex: self._apart(end, hex)) if start and wanted else None
        if start and goal and self._apart(end, goal) < self._apart(start, goal):
            return say("server.hint.nearer", hex=goal, far=self._apart(start, goal), now=self._apart(end, goal))
        if start and any(self._near(start, hex) for hex in enemies):
            return say("server.hint.leaves")
        return self._why_so_far(start, end, enemies)

    def _why_so_far(self, start: str | None, end: str, enemies: set[str]) -> Text | None:
        """How a move changes the distance to the enemy: all there is to say of many a one."""
        if not enemies:
            return None
        near = min(sorted(enemies), key=lambda hex: self._apart(end, hex))
        now = self._apart(end, near)
        far = now if start is None else min(self._apart(start, hex) for hex in enemies)
        key = "closes" if now < far else "withdraws" if now > far else "behind"
        return say(f"server.hint.{key}", hex=near, far=far, now=now)

    def _why_strength(self, unit: str, before: dict[str, tuple[str | None, int]], others: list[str]) -> Text | None:
        """A step lost or won, by what it makes of the unit."""
        had, has = before[unit][1], self.table.muster()[unit][1]
        if had == has or not (had and has):
            return None
        told = {"before": self._strength(unit, had), "after": self._strength(unit, has)}
        least = has < had and self._loss(unit, had) <= min((self._loss(id, before[id][1]) for id in others), default=-1)
        return say(
            "server.hint.least" if least and len(others) > 1 and not self.veiled else "server.hint.strength", **told
        )

    def _strength(self, unit: str, steps: int) -> str:
        face = self._faces[unit][steps]
        return f"{face.attack}-{face.defence}"

    def _loss(self, unit: str, steps: int) -> int:
        """What it loses with a step."""
        now, then = self._faces[unit][steps], self._faces[unit][steps - 1] if steps > 1 else None
        return now.attack + now.defence - (then.attack + then.defence if then else 0)


def _together(first: ad.HintStep, then: ad.HintStep) -> ad.HintStep:
    """An attack that is put together by several orders."""
    units = list(dict.fromkeys((*first.units, *then.units)))
    return then.model_copy(update={"actions": [*first.actions, *then.actions], "units": units})


def _why_else(verb: str, number: int | None) -> Text:
    """Where no fact speaks for it: that it was chosen, and among how many, if that may be known."""
    if number == 1:
        return say("server.hint.only")
    if verb in ENDS:
        return say("server.hint.enough")
    return say("server.hint.chosen") if number is None else say("server.hint.best", number=number)


def _why_strike(strike: Strike, objectives: dict[str, Objective]) -> Text | None:
    """Odds, the chance, and what is won by it."""
    if strike.odds is None:
        return None
    told: dict[str, object] = {"hex": strike.target, "odds": strike.odds}
    if strike.falls is None:
        return say("server.hint.odds", **told, chance=round(100 * strike.told))
    told["chance"] = round(100 * strike.falls)
    return say("server.hint.prize" if strike.target in objectives else "server.hint.falls", **told)
