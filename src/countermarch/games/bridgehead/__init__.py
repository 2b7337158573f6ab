"""Bridgehead: a river, a mined bridge, six turns. The game to learn on, and the example of the guide."""

from __future__ import annotations

from countermarch.games.bridgehead.rules import BridgeheadRules
from countermarch.values import Values


def load(data: Values | None) -> BridgeheadRules:
    return BridgeheadRules(__name__, data)
