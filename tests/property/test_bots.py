"""No bot sees what its side may not: exchange what lies hidden, and it chooses the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from countermarch.bots import Bot
from countermarch.bots.command import Command
from countermarch.bots.general import General
from countermarch.bots.recruit import Recruit
from countermarch.match import Match
from tests.property.test_leaks import FAMILY, PAIRS, pairs

ROLLOUTS = 12


class Peeping(Command):
    """Thinks on the table as it is."""

    def think(self, match: Match, side: str) -> list[str]:
        return self.plan(match.copy(), side)


def told_apart(game: str, number: int, level: Callable[[int], Bot]) -> Iterator[str]:
    """Questions that a bot answers otherwise when what it cannot see lies otherwise."""
    asked = ((seed, match, twin) for seed, match, twin, side in pairs(game, 10 * number) if match.to_act == side)
    for seed, match, twin in islice(asked, number):
        if level(seed).choose(match) != level(seed).choose(twin):
            yield f"{seed}: {match.decision}"


@pytest.mark.parametrize("level", [Recruit, Command, lambda seed: General(seed, rollouts=ROLLOUTS)])
@pytest.mark.parametrize("game", FAMILY)
def test_the_same_view_gives_the_same_choice(game: str, level: Callable[[int], Bot]) -> None:
    assert not list(told_apart(game, max(PAIRS // 5, 3), level))


def test_who_looks_at_the_table_as_it_is_is_found_out() -> None:
    assert any(told_apart("stargard", 150, Peeping))
