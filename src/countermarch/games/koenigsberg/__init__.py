"""Königsberg: East Prussia 1945 (2018 edition)."""

from __future__ import annotations

from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.koenigsberg.edition import EDITION
from countermarch.values import Values


def load(data: Values | None) -> ChitPullRules:
    return ChitPullRules(EDITION, "koenigsberg", (__name__,), data)
