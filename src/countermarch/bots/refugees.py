"""What the captain does only in Königsberg '45: refugees on the road."""

from __future__ import annotations

from countermarch.bots.situation import Situation
from countermarch.match import Match
from countermarch.notation import Action


def flee(table: Match, look: Situation, legal: list[Action]) -> str:
    """It is the Soviet player who moves them: on, out of the way of his own columns, and before the enemy's."""
    goes = [action for action in legal if action.verb == "flee"]
    at = {id: hex for id, (hex, _) in table.muster().items() if hex is not None}

    def cleared(action: Action) -> int:
        here, there = look.ground.index[at[action.units[0]]], look.ground.index[action.hexes[0]]
        return look.home[there] - look.home[here]

    best = max(goes, key=lambda action: (cleared(action), str(action)))
    return str(best) if cleared(best) > 0 else "done"


def make_way(table: Match, look: Situation, legal: list[Action]) -> str:
    """Who drives through them gives the enemy a battalion for good."""
    return "pay"
