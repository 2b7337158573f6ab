"""What a side imagines looks like what it sees, asks of it the same, and is a game like any other."""

from __future__ import annotations

from random import Random

import pytest

import countermarch as cm
from countermarch.match import Match
from tests.invariants import Watch
from tests.leaks import SIDES, fogged
from tests.property.test_derived_maps import check
from tests.trial import inside

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


def test_under_an_hq_lies_nothing_but_another() -> None:
    """Two arrive in one hex before one of them goes on; a fighter would lie above both."""
    match = cm.load("koenigsberg").start(seed=1, options={"fog_of_war": "on"})
    play = inside(match)
    first, second = (play.tables.index[id] for id in ("50A-HQ", "19A-HQ"))
    h = next(h for h in range(play.tables.n) if play.tables.land[h] and play.state.top[h] < 0)
    play.shift(first, h)
    play.shift(second, h)
    assert match.view("german")["hidden"][play.hex_name(h)] == 1
    for seed in range(30):
        assert match.imagine("german", seed).view("german") == match.view("german")


def play_on(match: Match, rng: Random) -> None:
    watch = Watch(match._play)  # type: ignore[arg-type]
    for _ in range(ONWARDS):
        match.play(match.legal()[rng.randrange(len(match.legal()))])
        assert watch.faults(match._play) == []  # type: ignore[arg-type]
    check(match)
