"""12.1c HQs: when they leave the game."""

from __future__ import annotations

from countermarch.games.chitpull.play import ChitPullPlay


def has_company(play: ChitPullPlay, hq: int) -> bool:
    """12.1c(1): a combat unit of the side in range, of whatever formation."""
    tables, where = play.tables, play.state.hex
    distance, most = tables.command_distance(where[hq]), play.command_range(hq)
    near = (u for u in tables.of_side[tables.side[hq]] if tables.is_combat[u] and where[u] >= 0)
    return any(0 <= distance[where[u]] <= most for u in near)
