"""Stargard Solstice: Pomerania 1945. The official errata, and our own design around them."""

from __future__ import annotations

from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.stargard.edition import EDITION
from countermarch.values import Values


def load(data: Values | None) -> ChitPullRules:
    return ChitPullRules(EDITION, "stargard", (__name__,), data)
