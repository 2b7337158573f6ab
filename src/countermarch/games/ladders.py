"""Levels of victory by points: each begins where the one below it ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from countermarch.games.base import Level
from countermarch.rulebook import Citation
from countermarch.texts import Text, say

Rung = tuple[int, str, str | None]  # least points, level, winner


def reached(rungs: Sequence[Rung], points: int) -> int:
    """The rung so many points are worth, from the highest down; below all of them it is the last."""
    return next((at for at, (least, _, _) in enumerate(rungs) if points >= least), len(rungs) - 1)


def ladder(
    rungs: Sequence[Rung], points: int, title: Callable[[str], Text], citation: Citation, turn: int
) -> tuple[Level, ...]:
    """Every level with the points it takes, the highest first."""
    now = reached(rungs, points)
    return tuple(
        Level(key, winner or None, title(key), _span(rungs, at), citation, turn=turn, now=at == now)
        for at, (_, key, winner) in enumerate(rungs)
    )


def _span(rungs: Sequence[Rung], at: int) -> Text:
    least, most = rungs[at][0], rungs[at - 1][0] - 1
    if at == 0:
        return say("common.points.least", least=least)
    if at == len(rungs) - 1:
        return say("common.points.most", most=most)
    return (
        say("common.points.exactly", points=least)
        if least == most
        else say("common.points.span", least=least, most=most)
    )
