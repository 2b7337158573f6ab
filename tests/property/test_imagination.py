"""What a side imagines looks like what it sees, asks of it the same, and is a game like any other."""

from __future__ import annotations

from random import Random

import pytest

from countermarch.match import Match
from tests.invariants import Watch
from tests.leaks import SIDES, fogged
from tests.property.test_derived_maps import check

ACTIONS, EVERY, ONWARDS = 260, 13, 40


@pytest.mark.parametrize("game", ["koenigsberg", "koenigsberg45", "stargard"])
def test_what_is_imagined_looks_the_same_and_plays_on(game: str) -> None:
    rng = Random(f"imagined {game}")
    match = fogged(game, rng)
    for number in range(ACTIONS):
        for side in SIDES if number % EVERY == 0 else ():
            imagined = match.imagine(side, number)
            assert imagined.view(side) == match.view(side)
            assert match.to_act != side or list(map(str, imagined.legal())) == list(map(str, match.legal()))
            play_on(imagined, rng)
        match.play(match.legal()[rng.randrange(len(match.legal()))])


def play_on(match: Match, rng: Random) -> None:
    watch = Watch(match._play)  # type: ignore[arg-type]
    for _ in range(ONWARDS):
        match.play(match.legal()[rng.randrange(len(match.legal()))])
        assert watch.faults(match._play) == []  # type: ignore[arg-type]
    check(match)
