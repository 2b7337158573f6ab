"""Both Königsberg editions at one table: the same position, asked twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from countermarch.flow import Event
from countermarch.match import Match
from tests.rules.koenigsberg.fights import Places, attack, lay
from tests.rules.koenigsberg.table import SOVIET, Table, refused, texts

FIRST, SECOND = "koenigsberg45", "koenigsberg"


def table(game: str = FIRST, turn: int = 3, **options: str) -> Table:
    """An empty map; fog of war is off unless a test wants it."""
    agreed: Any = {"fog_of_war": "off", **options}
    return Table(turn, game=game, **agreed)


def laid(units: Places, game: str = FIRST, turn: int = 3, **options: str) -> Table:
    found = table(game, turn, **options)
    lay(found, units)
    return found


def no(match: Match, text: str) -> str:
    """The rule that refuses an action."""
    return str(refused(match, text).citation)


def fought(
    attackers: Places, others: Places, target: str, die: int, side: int = SOVIET, game: str = FIRST, *more: str
) -> tuple[Match, list[Event]]:
    """All attackers attack the target."""
    found = laid({**attackers, **others}, game)
    match = found.fight(side, *attackers)
    return match, attack(match, target, die, list(attackers), *more)


def movers(match: Match) -> set[str]:
    return {text.split()[1] for text in texts(match) if text.startswith("move")}


def rules(events: Sequence[Event], key: str) -> list[str]:
    """The rules that events of a kind cite."""
    return [str(e.citation) for e in events if e.key == f"chitpull.event.{key}"]
