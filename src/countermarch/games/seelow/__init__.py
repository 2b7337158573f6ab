"""Seelow & Küstrin 1945: the relief of Küstrin in March and the storming of the Seelow Heights in April."""

from __future__ import annotations

from pathlib import Path

from countermarch.games.seelow.rules import SeelowRules


def load(data: Path | None) -> SeelowRules:
    return SeelowRules(__name__, data)
