"""Stargard Solstice: Pomerania 1945. The official errata, and our own design around them."""

from __future__ import annotations

from pathlib import Path

from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.stargard.edition import EDITION


def load(data: Path | None) -> ChitPullRules:
    return ChitPullRules(EDITION, "stargard", (__name__,), data)
