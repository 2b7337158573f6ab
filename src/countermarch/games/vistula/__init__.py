"""Vistula-Oder-Berlin: the campaign in Poland and eastern Germany, 1945."""

from __future__ import annotations

from countermarch.games.vistula.rules import VistulaRules
from countermarch.values import Values


def load(data: Values | None) -> VistulaRules:
    return VistulaRules(__name__, data)
