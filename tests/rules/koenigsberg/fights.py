"""Attacks set up and carried out in one go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from countermarch.flow import Event
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.match import Match
from tests.rules.koenigsberg.table import SOVIET, Table, texts

Places = Mapping[str, str]  # unit -> hex


def lay(table: Table, units: Places) -> None:
    for id, number in units.items():
        table.put(id, number)


def ready(attackers: Places, others: Places, side: int = SOVIET, table: Table | None = None) -> Match:
    """A combat segment in which the attackers are activated."""
    table = table or Table()
    lay(table, {**attackers, **others})
    return table.fight(side, *attackers)


def attack(match: Match, target: str, die: int, units: Sequence[str] = (), *more: str) -> list[Event]:
    """Announce, add the units and what else is said, fix the die and resolve."""
    match.play(f"attack {target}")
    for id in units:
        if f"with {id}" in texts(match):
            match.play(f"with {id}")
    for text in more:
        match.play(text)
    match.next_dice(die)
    return list(match.play("resolve"))


def fight(
    attackers: Places, others: Places, target: str, die: int, side: int = SOVIET, table: Table | None = None
) -> tuple[Match, list[Event]]:
    """All attackers attack the target."""
    match = ready(attackers, others, side, table)
    return match, attack(match, target, die, list(attackers))


def give_way(match: Match, hex: str) -> None:
    """The defender retreats to this hex, if his edition leaves him a choice."""
    if f"retreat {hex}" in texts(match):
        match.play(f"retreat {hex}")


def cited(events: Sequence[Event], key: str) -> list[str]:
    """The rules that events of a kind cite."""
    return [str(e.citation) for e in events if e.key == f"chitpull.event.{key}"]


def inside(match: Match) -> ChitPullPlay:
    """The play behind a match, for what no question asks."""
    play = match._play
    assert isinstance(play, ChitPullPlay)
    return play
