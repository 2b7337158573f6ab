"""Vistula-Oder-Berlin: the campaign in Poland and eastern Germany, 1945."""

from __future__ import annotations

from pathlib import Path

from countermarch.games.vistula.rules import VistulaRules


def load(data: Path | None) -> VistulaRules:
    return VistulaRules(__name__, data)
