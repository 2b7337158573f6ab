"""Attacks in one call, for tests that look at what comes of them."""

from __future__ import annotations

from countermarch.flow import Event
from countermarch.games.base import Preview
from countermarch.games.vistula.combat import CombatPhase
from countermarch.match import Match
from tests.rules.vistula.table import Table, texts

QUIET = {"vistula.prompt.commit": "done", "vistula.prompt.announce": "announce none"}


def fight(t: Table, side: int) -> Match:
    return t.push(CombatPhase(side))


def announce(match: Match, target: str, *units: str) -> list[Event]:
    """Announce an attack by exactly these units."""
    events = match.play(f"attack {target}")
    for id in units:
        if f"with {id}" in texts(match):
            events += match.play(f"with {id}")
    return events + match.play("resolve")


def decline(match: Match) -> list[Event]:
    """Nobody supports anything."""
    events: list[Event] = []
    while match.decision is not None and match.decision.prompt.key in QUIET:
        events += match.play(QUIET[match.decision.prompt.key])
    return events


def attack(match: Match, target: str, *units: str, die: int = 3) -> list[Event]:
    """An attack without any support, up to the first choice after the die."""
    match.next_dice(die)
    return announce(match, target, *units) + decline(match)


def asked(match: Match) -> str:
    """Which question is open."""
    return match.decision.prompt.key.rpartition(".")[2] if match.decision else ""


def parts(preview: Preview) -> dict[str, float]:
    """The lines of a reckoning by the rule they come from; factors of units summed."""
    found: dict[str, float] = {}
    for part in preview.parts:
        found[part.text.key.rpartition(".")[2]] = found.get(part.text.key.rpartition(".")[2], 0) + part.value
    return found


def citations(preview: Preview) -> dict[str, str]:
    return {part.text.key.rpartition(".")[2]: str(part.citation) for part in preview.parts}
