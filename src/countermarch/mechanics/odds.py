"""Odds of two whole strengths as a column of a combat table that begins with 1-2, 1-1, 2-1."""

from __future__ import annotations


def column(attack: int, defence: int) -> int:
    """Rounded in the defender's favour: 0 is 1-2, 1 is 1-1, 2 is 2-1; worse than 1-2 goes on below 0."""
    if attack <= 0 or defence <= 0:
        raise ValueError(f"odds need two strengths above zero, not {attack} to {defence}")
    if attack >= defence:
        return attack // defence
    return 2 - -(-defence // attack)
