"""6. Reinforcements, replacements and withdrawals: the joint phase."""

from __future__ import annotations

from countermarch.games.vistula.play import VistulaPlay


def begin(play: VistulaPlay) -> None:
    """6.1: columns, replacements, reinforcements, withdrawals, in this order; the Allies first in each."""
