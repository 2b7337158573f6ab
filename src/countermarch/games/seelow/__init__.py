"""Seelow & Küstrin 1945: the relief of Küstrin in March and the storming of the Seelow Heights in April."""

from __future__ import annotations

from countermarch.games.seelow.rules import SeelowRules
from countermarch.values import Values


def load(data: Values | None) -> SeelowRules:
    return SeelowRules(__name__, data)
