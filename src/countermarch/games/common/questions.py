"""What a player may ask: where, what for, why not, with what chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from countermarch.games.base import GameError, Preview, Room, Spot, Step
from countermarch.games.common import attack
from countermarch.games.common.movement import Destination, out_of_phase
from countermarch.games.common.verbs import MOVE
from countermarch.games.naming import alone, hex_of, mode_of, no_way, unit_of
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

MODES = ("regular",)
KINDS = ("attack",)


class Questions:
    """Answers for units that move one at a time, and in one way."""

    def mover(self, play: Any, units: Sequence[str], mode: str) -> int:
        mode_of(mode, MODES)
        return unit_of(play, alone(units))

    def traveller(self, play: Any, units: Sequence[str], mode: str) -> int:
        u = self.mover(play, units, mode)
        if not play.on_map(u):
            raise GameError(say("engine.error.off_map", unit=units[0]))
        return u

    def may_move(self, play: Any, u: int) -> bool:
        moving = play.state.frames and isinstance(play.top, Destination)
        return play.top.unit == u if moving else (MOVE, u) in play.pending

    def reach(self, play: Any, units: Sequence[str], mode: str, freely: bool) -> dict[str, float]:
        u = self.mover(play, units, mode)
        if not play.on_map(u) or not (freely or self.may_move(play, u)):
            return {}
        found = play.ways.reach(play, u)
        return {play.hex_name(h): float(cost) for h, cost in zip(found.hexes, found.costs, strict=True)}

    def path(self, play: Any, units: Sequence[str], hex: str, mode: str) -> tuple[Step, ...]:
        u, h = self.traveller(play, units, mode), hex_of(play, hex)
        refusal = play.ways.why_not(play, u, h)
        if refusal is not None:
            raise no_way(units, hex, refusal)
        walked: tuple[Step, ...] = play.ways.walk(play, u, play.ways.reach(play, u).path(h))
        return walked

    def why_not(self, play: Any, units: Sequence[str], hex: str, mode: str) -> Refusal | None:
        u, h = self.traveller(play, units, mode), hex_of(play, hex)
        if self.may_move(play, u):
            refusal: Refusal | None = play.ways.why_not(play, u, h)
            return refusal
        asked: Refusal | None = play.top.refuse(play, (MOVE, u)) if play.state.frames else None
        return asked or out_of_phase(play, (MOVE, u))

    def targets(self, play: Any, side: str | None) -> dict[str, Preview]:
        return attack.best(play)

    def preview(
        self, play: Any, target: Any, attackers: Sequence[str], support: Mapping[str, str], kind: str, side: str | None
    ) -> Preview:
        if kind not in KINDS:
            raise GameError(say("engine.error.preview", kind=kind, kinds=KINDS))
        units = dict.fromkeys(unit_of(play, id) for id in attackers)
        return attack.preview(play, hex_of(play, target), list(units))

    def spot(self, play: Any, hex: str, side: str | None) -> Spot:
        h = hex_of(play, hex)
        rule = play.deny("full", hex=hex).citation
        room = Room(say(play.said("room", "units")), play.limit - play.room(h), play.limit, rule)
        return Spot((room,), play.worth(h), tuple(play.notes(h)))

    def supply(self, play: Any, side_or_unit: str) -> dict[str, Any]:
        """Nobody needs any."""
        if side_or_unit in play.sides:
            return {"side": side_or_unit, "units": {}, "sources": list(self.sources(play, side_or_unit))}
        if side_or_unit not in play.tables.index:
            raise GameError(say("engine.error.side_or_unit", named=side_or_unit, sides=play.sides))
        return {"unit": side_or_unit, "status": None, "line": None, "citation": None}

    def sources(self, play: Any, side: str) -> tuple[str, ...]:
        return ()

    def zones(self, play: Any, side: str) -> tuple[str, ...]:
        other = 1 - play.sides.index(side)
        return tuple(play.hex_name(h) for h in range(play.tables.n) if play.in_enemy_zone(other, h))

    def command(self, play: Any, headquarters: str) -> dict[str, Any]:
        unit_of(play, headquarters)
        raise GameError(say("engine.error.no_hq", unit=headquarters))

    def summary(self, play: Any) -> Iterator[tuple[Text, Text]]:
        """The turn at a glance."""
        for key, params in play.glance():
            yield say(f"{play.book}.label.{key}"), say(f"{play.book}.summary.{key}", **params)
