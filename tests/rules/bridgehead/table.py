"""Positions as somebody outside would write them: these units in these hexes, all others lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import countermarch as cm
from countermarch.flow import Event
from countermarch.match import Match

GAME = cm.load("bridgehead")


def table(
    phase: str, units: Mapping[str, str], turn: int = 1, bridge: str = "mined", weak: Iterable[str] = ()
) -> Match:
    """`weak` units have one step left."""
    doc = GAME.start(seed=1).position()
    doc.update(turn=turn, phase=phase, bridge=bridge)
    del doc["flow"], doc["to_act"]
    for unit in doc["units"]:
        hex = units.get(unit["id"])
        unit.update(hex=hex, where=None if hex else "eliminated", steps=unit["steps"] if hex else 0)
        if unit["id"] in weak:
            unit["steps"] = 1
    return GAME.from_position(doc)


def unit(match: Match, id: str) -> dict[str, Any]:
    return next(entry for entry in match.position()["units"] if entry["id"] == id)


def where(match: Match, id: str) -> str | None:
    found: str | None = unit(match, id)["hex"]
    return found


def texts(match: Match) -> list[str]:
    return [str(action) for action in match.legal()]


def rule(match: Match, text: str) -> str:
    """The rule that refuses an action; nothing has changed."""
    before = match.fingerprint()
    try:
        match.play(text)
    except cm.IllegalAction as refusal:
        assert match.fingerprint() == before
        return str(refusal.citation)
    raise AssertionError(f"{text!r} was legal")


def why(match: Match, id: str, hex: str) -> str:
    """The rule that keeps a unit from a hex."""
    refusal = match.why_not(id, hex)
    assert refusal is not None
    return str(refusal.citation)


def cited(events: Iterable[Event], key: str) -> list[str]:
    return [str(event.citation) for event in events if event.key == f"bridgehead.event.{key}"]


def asked(match: Match) -> tuple[str, list[str]]:
    """The shape of a decision, and its rules."""
    assert match.decision is not None
    return match.decision.kind, [citation.rule for citation in match.decision.citations]
