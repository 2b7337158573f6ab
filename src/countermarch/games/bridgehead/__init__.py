"""Bridgehead: a river, a mined bridge, six turns. The game to learn on, and the example of the guide."""

from __future__ import annotations

from pathlib import Path

from countermarch.games.bridgehead.rules import BridgeheadRules


def load(data: Path | None) -> BridgeheadRules:
    return BridgeheadRules(__name__, data)
