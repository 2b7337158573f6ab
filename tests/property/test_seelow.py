"""Whatever point a game of Seelow & Küstrin has come to: maps, saves, positions, copies, undo and imagination hold."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import countermarch as cm
from tests.families import derived_faults
from tests.trial import inside, options_of

GAME = cm.load("seelow")
SCENARIOS = ("kuestrin", "seelow")
EVERY = 5  # decisions between the moments kept


@cache
def moments(scenario: str) -> list[cm.Match]:
    """A game at every fifth decision, and at its end; the armies begin where chance puts them."""
    rng = Random(scenario)
    match = GAME.start(scenario, seed=9, options=options_of(GAME, 3))
    found = []
    while match.to_act is not None:
        if len(match.actions) % EVERY == 0:
            found.append(match.copy())
        match.play(anything(match, rng))
    return [*found, match]


def anything(match: cm.Match, rng: Random) -> cm.Action:
    legal = match.legal()
    chosen: cm.Action = legal[rng.randrange(len(legal))]
    return chosen


@st.composite
def some_match(draw: st.DrawFn, over: bool = True) -> cm.Match:
    found = moments(draw(st.sampled_from(SCENARIOS)))
    return found[draw(st.integers(0, len(found) - (1 if over else 2)))].copy()


going_on = some_match(over=False)
numbers = st.integers(0, 10**6)


def play_on(match: cm.Match, choices: int, times: int) -> list[str]:
    rng, marks = Random(choices), []
    for _ in range(times):
        if match.to_act is None:
            break
        match.play(anything(match, rng))
        marks.append(match.fingerprint())
    return marks


def through_position(match: cm.Match) -> cm.Match:
    return GAME.from_position(json.loads(json.dumps(match.position())))


@given(some_match(), numbers)
def test_positions_and_saves_play_on_the_same(match: cm.Match, choices: int) -> None:
    twins = through_position(match), cm.resume(match.save())
    for twin in twins:
        assert twin.fingerprint() == match.fingerprint()
        assert [str(a) for a in twin.legal()] == [str(a) for a in match.legal()]
    marks = play_on(match, choices, 15)
    assert [play_on(twin, choices, 15) for twin in twins] == [marks] * 2


@given(some_match())
def test_a_position_is_plain_json_and_written_the_same_again(match: cm.Match) -> None:
    document = json.loads(json.dumps(match.position()))
    assert document == json.loads(json.dumps(through_position(match).position()))


@given(going_on, st.lists(st.integers(1, 6), min_size=1, max_size=4), numbers)
def test_fixed_dice_survive(match: cm.Match, values: list[int], choices: int) -> None:
    match.next_dice(*values)
    twin = through_position(match)
    assert play_on(twin, choices, 20) == play_on(match, choices, 20)


@given(going_on, numbers)
def test_undo_restores_and_a_copy_is_free(match: cm.Match, choices: int) -> None:
    before = match.fingerprint()
    twin = match.copy()
    twin.play(anything(twin, Random(choices)))
    assert match.fingerprint() == before
    if twin.undo():
        assert twin.fingerprint() == before


@given(going_on, numbers)
def test_derived_maps_equal_rebuilt_ones_and_options_hang_on_nothing_remembered(match: cm.Match, choices: int) -> None:
    play_on(match, choices, 12)
    play = inside(match)
    assert derived_faults(play) == []
    if match.to_act is not None:
        twin = play.copy()
        assert list(twin.top.choices(twin)) == list(play.pending)


@given(going_on, st.sampled_from(("german", "soviet")), numbers)
def test_a_view_has_no_dice_and_what_is_imagined_looks_the_same(match: cm.Match, side: str, seed: int) -> None:
    view, imagined = match.view(side), match.imagine(side, seed)
    assert "dice" not in view and "flow" not in view
    assert imagined.view(side) == view
    assert match._play.state.chance.key.hex() not in json.dumps(imagined.position())


def broken(change: dict[str, object], unit: dict[str, object]) -> dict[str, object]:
    document = json.loads(json.dumps(moments("seelow")[-1].position()))
    next(entry for entry in document["units"] if entry["id"] == "295-1038").update(unit)
    return {**document, **change}


@pytest.mark.parametrize(
    ("change", "unit", "says"),
    [
        ({"phase": "lunch"}, {}, "there is no phase 'lunch'"),
        ({"turn": 13}, {}, "turn 13 must be a whole number from 1 to 12"),
        ({"version": "0"}, {}, "rules version '0'"),
        ({"units": []}, {}, "units must be exactly"),
        ({"control": {"2203": "german"}}, {}, "2203 cannot be held"),
        ({"effects": {"over": 0}}, {}, "the game goes on"),
        ({}, {"hex": "9999"}, "there is no hex '9999'"),
        ({}, {"hex": None, "where": "moon"}, "there is no box 'moon'"),
        ({}, {"mode": "fire"}, "mode 'fire' is none of"),
        ({}, {"steps": 9}, "steps 9"),
        ({}, {"hex": "2203", "where": None, "steps": 0}, "at least one step"),
        ({}, {"kind": "tank"}, "cannot become another"),
    ],
)
def test_a_contradiction_is_named(change: dict[str, object], unit: dict[str, object], says: str) -> None:
    with pytest.raises(cm.PositionError, match=says):
        GAME.from_position(broken(change, unit))


@pytest.mark.parametrize("routed", [False, True])
def test_two_units_where_one_has_room_are_named(routed: bool) -> None:
    """While others retreat too; only who goes on from hex to hex may be one too many (4.11)."""
    document = json.loads(json.dumps(moments("seelow")[-1].position()))
    if routed:
        phase = {"procedure": "seelow.artillery.BarragePhase", "side": 1}
        rout = {"procedure": "seelow.retreat.Rout", "side": 0, "must": [], "hexes": [], "gone": [], "rule": "6.63"}
        document |= {
            "effects": {"over": 0},
            "phase": "barrage_1",
            "flow": [{"procedure": "seelow.turn.GameTurn", "step": 1}, phase, rout],
        }
        del document["to_act"]
    for entry in document["units"]:
        if entry["id"] in ("295-1038", "295-1040"):
            entry.update(hex="2203", where=None, steps=1)
    with pytest.raises(cm.PositionError, match="2203 holds"):
        GAME.from_position(document)
