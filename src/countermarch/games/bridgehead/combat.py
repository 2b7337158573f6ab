"""6.0 Combat: what an attack amounts to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from countermarch.games.base import Part, Preview
from countermarch.mechanics import odds

if TYPE_CHECKING:
    from countermarch.games.bridgehead.play import BridgeheadPlay


def shifts(play: BridgeheadPlay, target: int, units: Sequence[int]) -> list[Part]:
    """6.4: columns to the left for the defender's ground, and for a river that all attackers have to cross."""
    chart, ground, slot = play.tables.chart, play.tables.ground[target], play.tables.board.slot
    names = [ground] if chart[ground].whole("shift") else []
    if all(play.tables.river[slot(play.state.hex[u], target)] for u in units):
        names.append("river")
    return [play.shifted(f"shift_{name}", -chart[name].whole("shift"), "6.4") for name in names]


def reckoned(play: BridgeheadPlay, target: int, units: Sequence[int]) -> Preview:
    """6.3, 6.4: odds in the defender's favour, shifted, held to the table."""
    (defender,) = play.stack(target)
    attacks = [play.part("attack", play.face(u).attack, "6.3", unit=play.id(u)) for u in units]
    defence = play.part("defence", play.face(defender).defence, "6.3", unit=play.id(defender))
    moved = shifts(play, target, units)
    strength, table = sum(part.value for part in attacks), play.tables.combat
    column = odds.column(int(strength), int(defence.value)) + int(sum(part.value for part in moved))
    column = min(max(column, 0), len(table.columns) - 1)
    parts = (*attacks, defence, *moved)
    return Preview.read(table, column, attack=strength, defence=defence.value, parts=parts)
