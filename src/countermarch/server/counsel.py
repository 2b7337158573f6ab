"""A plan in the words of a player: order by order, with the facts that speak for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from countermarch.bots.ground import Ground, ground_of
from countermarch.bots.plans import Order, Plan
from countermarch.games.base import GameError, Objective, Preview
from countermarch.match import Match
from countermarch.server import advice_models as ad
from countermarch.server import models as m
from countermarch.server.answers import Voice
from countermarch.texts import Text, say

NEXT = 1  # hexes


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

    def _clears(self, outcome: object, steps: int, hexes: int) -> bool:
        """Who may lose steps instead of going, and has enough, may stay."""
        lost = getattr(outcome, "defender_steps", 0) - steps
        back = getattr(outcome, "defender_hexes", 0) - hexes
        stays = getattr(outcome, "defender_chooses", False) and lost + back < self.steps
        return lost >= self.steps or (back > 0 and not stays)


class Counsellor:
    """Plays a plan on an imagined table and tells of each order what a player would want to know."""

    def __init__(self, table: Match, seat: str, language: str) -> None:
        self.table, self.seat, self.language = table, seat, language
        self.ground: Ground = ground_of(table.game.rules.board)
        self._sides = {unit.id: unit.side for unit in table.game.rules.pieces}

    def steps(self, said: Sequence[str], then: Sequence[str] = ()) -> list[ad.HintStep]:
        """`then` is what was done afterwards: a march may have been for an attack."""
        orders = Plan.of(said).orders
        struck = {hex for text in (*said, *then) for hex in self._aims(text)}
        return [self._step(order, struck) for order in orders]

    def _aims(self, text: str) -> tuple[str, ...]:
        action = self.table.game.parse(text)
        return action.hexes[-1:] if action.verb not in ("to", "move", "place") else ()

    def _step(self, order: Order, struck: set[str]) -> ad.HintStep:
        before, objectives, enemies = self.table.muster(), self._objectives(), self._enemies()
        actions: list[m.ActionOut] = []
        strike: Strike | None = None
        for text in order:
            strike = self._strike() or strike
            actions.append(Voice(self.table, self.seat, self.language).action(self.table.game.parse(text)))
            self.table.play(text)
        strike = self._strike() or strike
        named = (id for action in (actions if strike else actions[:1]) for id in action.units)
        units = [id for id in dict.fromkeys(named) if self._sides.get(id) == self.seat]
        start, end = self._way(units, before)
        headline, reason = None, None
        if strike is not None:
            headline = say("server.hint.attack", hex=strike.target)
            reason = _why_strike(strike, objectives)
        elif end is not None:
            headline = say(
                "server.hint.move" if start else "server.hint.comes", units=tuple(units), start=start, end=end
            )
            reason = self._why_there(start, end, objectives, enemies=enemies, struck=struck)
        voice = Voice(self.table, self.seat, self.language)
        return ad.HintStep(
            actions=actions,
            text=voice.maybe(headline),
            reason=voice.maybe(reason),
            units=units,
            start=start,
            end=end,
            target=strike.target if strike else None,
            odds=strike.odds if strike else None,
            falls=strike.falls if strike else None,
        )

    def _way(self, units: list[str], before: dict[str, tuple[str | None, int]]) -> tuple[str | None, str | None]:
        """From where to where those named went; nowhere if they stayed."""
        if not units or self.table.to_act is None:
            return None, None
        start, end = before[units[0]][0], self.table.muster()[units[0]][0]
        return start, (end if end != start else None)

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
        there = (s for id, (hex, s) in self.table.muster().items() if hex == attack["target"] and self._hostile(id))
        return Strike(attack["target"], preview, sum(there))

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
        if start is None or not wanted:
            return None
        goal = min(wanted, key=lambda hex: self._apart(end, hex))
        far, now = self._apart(start, goal), self._apart(end, goal)
        if now < far:
            return say("server.hint.nearer", hex=goal, far=far, now=now)
        return say("server.hint.leaves") if any(self._near(start, hex) for hex in enemies) else None


def _why_strike(strike: Strike, objectives: dict[str, Objective]) -> Text | None:
    """Odds, the chance, and what is won by it."""
    if strike.odds is None:
        return None
    told: dict[str, object] = {"hex": strike.target, "odds": strike.odds}
    if strike.falls is None:
        return say("server.hint.odds", **told)
    told["chance"] = round(100 * strike.falls)
    return say("server.hint.prize" if strike.target in objectives else "server.hint.falls", **told)
