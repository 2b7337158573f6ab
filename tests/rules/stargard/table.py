"""Positions of Stargard: the family's table with the Pomeranian map on it.

Plain ground, without roads, rivers or settlements, lies around 16.24; the Germans' nearest source there is 12.27.
"""

from __future__ import annotations

from collections.abc import Mapping

from countermarch.flow import Event
from countermarch.games.stargard.play import StargardPlay
from countermarch.match import Match
from tests.rules.koenigsberg.fights import attack
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table
from tests.rules.table import cited, happened, of_unit, refused, steps, texts, where

# verbs whose refusal speaks of the unit, or of the hex, that was named with them
AIMING = ("attack", "barrage", "place", "rebuild", "to", "advance", "retreat")
NAMING = (
    "move",
    "lend",
    "withdraw",
    "with",
    "air",
    "lose",
    "activate",
    "refit",
    "remove",
    "place",
    "rebuild",
    "advance",
)
Places = Mapping[str, str]  # unit -> hex


class Pomerania(Table):
    """An empty map on turn 8, when the Soviet front is no longer exhausted."""

    def __init__(self, turn: int = 8, **options: str) -> None:
        super().__init__(turn, 1, "stargard", **options)

    @property
    def own(self) -> StargardPlay:
        assert isinstance(self.play, StargardPlay)
        return self.play

    def lay(self, units: Places) -> None:
        for id, number in units.items():
            self.put(id, number)


def inside(match: Match) -> StargardPlay:
    play = match._play
    assert isinstance(play, StargardPlay)
    return play


def fight(
    attackers: Places,
    others: Places,
    target: str,
    die: int,
    side: int = SOVIET,
    table: Pomerania | None = None,
) -> tuple[Match, list[Event]]:
    """All attackers attack the target."""
    table = table or Pomerania()
    table.lay({**attackers, **others})
    match = table.fight(side, *attackers)
    return match, attack(match, target, die, list(attackers))


def reasons(match: Match, *actions: str) -> dict[str, str]:
    """Why each of these is refused: the rule, and which of the table's reasons; it speaks of what was named."""
    found = {action: refused(match, action) for action in actions}
    for action, no in found.items():
        verb, key = action.split()[0], no.reason.key.rpartition(".")[2]
        unit, hex = (str(no.reason.params.get(name, "")) for name in ("unit", "hex"))
        assert verb not in NAMING or unit in action or key == "hq_supply", (action, unit)
        assert verb not in AIMING or hex in action or key == "advance_first", (action, hex)
    return {action: f"{no.citation} {no.reason.key.rpartition('.')[2]}" for action, no in found.items()}


def pinned(match: Match, id: str) -> bool:
    return bool(of_unit(match, "pinned", id))


def supply(match: Match, id: str) -> str:
    return str(match.supply(id)["status"])


__all__ = [
    "GERMAN",
    "SOVIET",
    "Pomerania",
    "attack",
    "cited",
    "fight",
    "happened",
    "inside",
    "pinned",
    "reasons",
    "refused",
    "steps",
    "supply",
    "texts",
    "where",
]
