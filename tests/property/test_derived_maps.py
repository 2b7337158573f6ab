"""Along random play: derived maps equal rebuilt ones, and there is always something legal to do."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

import countermarch as cm
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import closed_hexes, is_closed
from countermarch.games.chitpull.state import GERMAN, NOBODY, NONE, SOVIET
from countermarch.match import Match

DECISIONS = 600
EVERY = 7
EDITIONS = ("koenigsberg", "koenigsberg45", "stargard")


def random_play(match: Match, seed: int) -> int:
    """Play uniformly over the legal actions, checking as we go; the number of decisions made."""
    choice = random.Random(seed)
    for number in range(DECISIONS):
        if match.to_act is None:
            return number
        legal = match.legal()
        assert len(legal) > 0
        match.play(legal[choice.randrange(len(legal))])
        if number % EVERY == 0:
            check(match)
    return DECISIONS


def check(match: Match) -> None:
    play = match._play
    assert isinstance(play, ChitPullPlay)
    assert_maps_are_rebuilt_the_same(play)
    assert_stacks_hold_what_is_there(play)
    assert_choices_do_not_hang_on_what_is_remembered(play)
    assert_a_hex_is_closed_whether_asked_alone_or_with_all(play)


def assert_maps_are_rebuilt_the_same(play: ChitPullPlay) -> None:
    twin = play.copy()
    twin.rebuild_maps()
    assert twin.state.ints == play.state.ints


def assert_stacks_hold_what_is_there(play: ChitPullPlay) -> None:
    listed = {(u, h) for h in range(play.tables.n) if play.state.top[h] != NONE for u in play.stack(h)}
    assert listed == {(u, h) for u, h in enumerate(play.state.hex) if h >= 0 and play.tables.side[u] != NOBODY}


def assert_choices_do_not_hang_on_what_is_remembered(play: ChitPullPlay) -> None:
    """Reaches and movers are kept while they hold; a copy, which remembers nothing, lists the same."""
    if play.state.frames:
        twin = play.copy()
        assert list(twin.top.choices(twin)) == list(play.pending)


def assert_a_hex_is_closed_whether_asked_alone_or_with_all(play: ChitPullPlay) -> None:
    for side in (GERMAN, SOVIET):
        alone = [int(is_closed(play, side, h)) for h in range(play.tables.n)]
        assert list(closed_hexes(play, side).ints) == alone and 0 < sum(alone) < play.tables.n


@hypothesis(max_examples=8)
@given(seed=st.integers(0, 2**32), game=st.sampled_from(EDITIONS))
def test_derived_maps_equal_rebuilt_ones_along_random_play(seed: int, game: str) -> None:
    match = cm.load(game).start(seed=seed)
    check(match)
    assert random_play(match, seed) > 0
    check(match)


@pytest.mark.parametrize("game", EDITIONS)
def test_a_whole_random_game_never_runs_out_of_legal_actions(game: str) -> None:
    known = {option.key for option in cm.load(game).info.options}
    asked = {"recapture": "off", "release": "both", "early_armour": "turn_5"}
    match = cm.load(game).start(seed=7, options={key: value for key, value in asked.items() if key in known})
    while random_play(match, 7) == DECISIONS:
        check(match)
    assert match.to_act is None and match.result is not None and len(match.legal()) == 0
