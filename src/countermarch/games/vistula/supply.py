"""5. Logistics: lines of communication and the supply check."""

from __future__ import annotations

from countermarch.games.vistula.play import VistulaPlay


def check(play: VistulaPlay) -> None:
    """5.7: mark who cannot trace a line."""
