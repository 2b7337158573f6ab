"""Königsberg: East Prussia 1945 (2018 edition)."""

from __future__ import annotations

from pathlib import Path

from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.koenigsberg.edition import EDITION


def load(data: Path | None) -> ChitPullRules:
    return ChitPullRules(EDITION, "koenigsberg", (__name__,), data)
