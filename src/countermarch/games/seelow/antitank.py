"""6.0 Antitank fire."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import SideProcedure


@dataclass(slots=True)
class FirePhase(SideProcedure):
    """6.0: one side may fire at the other's armoured units."""

    side: int
    kind = "hex"
    asks = "seelow.prompt.fire"
    cites = ("6.0",)
