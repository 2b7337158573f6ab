"""The table in numbers, for programs that think: what every game of counters has of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from countermarch.games.counters import CounterPlay

P = TypeVar("P", bound=CounterPlay[Any])


class CounterSurvey(Generic[P]):
    """Counters and hexes by index, read as the table stands when asked."""

    def __init__(self, play: P) -> None:
        self._play = play

    @property
    def where(self) -> Sequence[int]:
        """The hex of every counter; below zero it is not on the map."""
        where: Sequence[int] = self._play.state.hex
        return where

    @property
    def steps(self) -> Sequence[int]:
        steps: Sequence[int] = self._play.state.steps
        return steps
