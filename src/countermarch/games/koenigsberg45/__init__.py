"""Königsberg '45, the first edition: the family's rules with chapters of its own, on the same map and set-up."""

from __future__ import annotations

from pathlib import Path

from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.koenigsberg45.edition import EDITION

SHARED = "countermarch.games.koenigsberg"


def load(data: Path | None) -> ChitPullRules:
    return ChitPullRules(EDITION, "koenigsberg", (__name__, SHARED), data)
