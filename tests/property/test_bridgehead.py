"""Whatever point a game of Bridgehead has come to: maps, saves, positions, copies, undo and imagination hold."""

from __future__ import annotations

import json
from functools import cache
from random import Random

from hypothesis import given
from hypothesis import strategies as st

import countermarch as cm
from tests.families import derived_faults
from tests.trial import inside

GAME = cm.load("bridgehead")
GAMES = 4


@cache
def moments() -> list[cm.Match]:
    """Some games, decision by decision, and at their ends."""
    found = []
    for seed in range(GAMES):
        match, rng = GAME.start(seed=seed), Random(seed)
        while match.to_act is not None:
            found.append(match.copy())
            match.play(anything(match, rng))
        found.append(match)
    return found


def anything(match: cm.Match, rng: Random) -> cm.Action:
    legal = match.legal()
    chosen: cm.Action = legal[rng.randrange(len(legal))]
    return chosen


some_match = st.integers(0, 10**6).map(lambda at: moments()[at % len(moments())].copy())
numbers = st.integers(0, 10**6)


def play_on(match: cm.Match, choices: int, times: int = 12) -> list[str]:
    rng, marks = Random(choices), []
    for _ in range(times):
        if match.to_act is None:
            break
        match.play(anything(match, rng))
        marks.append(match.fingerprint())
    return marks


@given(some_match, numbers)
def test_positions_saves_and_copies_play_on_the_same(match: cm.Match, choices: int) -> None:
    document = json.loads(json.dumps(match.position()))
    twins = GAME.from_position(document), cm.resume(match.save()), match.copy()
    assert json.loads(json.dumps(twins[0].position())) == document
    assert [twin.fingerprint() for twin in twins] == [match.fingerprint()] * 3
    marks = play_on(match, choices)
    assert [play_on(twin, choices) for twin in twins] == [marks] * 3


@given(some_match, numbers)
def test_derived_maps_are_what_rebuilt_ones_are(match: cm.Match, choices: int) -> None:
    play_on(match, choices)
    assert derived_faults(inside(match)) == []


@given(some_match, numbers)
def test_undo_takes_back_one_action(match: cm.Match, choices: int) -> None:
    if match.to_act is None:
        return
    before = match.fingerprint(), [str(action) for action in match.legal()]
    match.play(anything(match, Random(choices)))
    if match.undo():
        assert (match.fingerprint(), [str(action) for action in match.legal()]) == before


@given(some_match, numbers)
def test_only_the_dice_are_imagined(match: cm.Match, seed: int) -> None:
    for side in GAME.info.sides:
        imagined = match.imagine(side, GAMES + seed)  # not by the key of one of these games
        assert imagined.view(side) == match.view(side) and imagined.commitment != match.commitment
