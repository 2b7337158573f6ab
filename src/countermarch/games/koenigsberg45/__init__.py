"""Königsberg '45, the first edition: the family's rules with chapters of its own, on the same map and set-up."""

from __future__ import annotations

from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.koenigsberg45.edition import EDITION
from countermarch.values import Values

SHARED = "countermarch.games.koenigsberg"


def load(data: Values | None) -> ChitPullRules:
    return ChitPullRules(EDITION, "koenigsberg", (__name__, SHARED), data)
