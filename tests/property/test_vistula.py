"""Whatever point a game of Vistula-Oder-Berlin has come to: maps, saves, positions, copies, undo and views hold."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import countermarch as cm
from tests.families import derived_faults
from tests.property.test_seelow import anything, play_on
from tests.trial import inside, options_of

GAME = cm.load("vistula")
EVERY = 40  # decisions between the moments kept
numbers = st.integers(0, 10**6)


@cache
def moments() -> list[cm.Match]:
    """A game with most optional rules, every so many decisions, and at its end."""
    rng = Random("vistula")
    match = GAME.start("red_storm", seed=9, options=options_of(GAME, 3))
    found = []
    while match.to_act is not None:
        if len(match.actions) % EVERY == 0:
            found.append(match.copy())
        match.play("fill" if match.decision and "setup" in match.decision.prompt.key else anything(match, rng))
    return [*found, match]


@st.composite
def some_match(draw: st.DrawFn, over: bool = True) -> cm.Match:
    found = moments()
    return found[draw(st.integers(0, len(found) - (1 if over else 2)))].copy()


going_on = some_match(over=False)


def through_position(match: cm.Match) -> cm.Match:
    return GAME.from_position(json.loads(json.dumps(match.position())))


@settings(max_examples=12)
@given(some_match(), numbers)
def test_positions_and_saves_play_on_the_same(match: cm.Match, choices: int) -> None:
    twins = through_position(match), cm.resume(match.save())
    for twin in twins:
        assert twin.fingerprint() == match.fingerprint()
        assert [str(a) for a in twin.legal()] == [str(a) for a in match.legal()]
        assert twin.position()["units"] == match.position()["units"]
    marks = play_on(match, choices, 10)
    assert [play_on(twin, choices, 10) for twin in twins] == [marks] * 2


@settings(max_examples=20)
@given(going_on, st.lists(st.integers(1, 6), min_size=1, max_size=4), numbers)
def test_fixed_dice_survive(match: cm.Match, values: list[int], choices: int) -> None:
    match.next_dice(*values)
    assert play_on(through_position(match), choices, 15) == play_on(match, choices, 15)


@settings(max_examples=30)
@given(going_on, numbers)
def test_undo_restores_and_a_copy_is_free(match: cm.Match, choices: int) -> None:
    before = match.fingerprint()
    twin = match.copy()
    twin.play(anything(twin, Random(choices)))
    assert match.fingerprint() == before
    if twin.undo():
        assert twin.fingerprint() == before


@settings(max_examples=30)
@given(going_on, numbers)
def test_derived_maps_equal_rebuilt_ones_and_options_hang_on_nothing_remembered(match: cm.Match, choices: int) -> None:
    play_on(match, choices, 12)
    play = inside(match)
    assert derived_faults(play) == []
    if match.to_act is not None:
        twin = play.copy()
        assert list(twin.top.choices(twin)) == list(play.pending)


@settings(max_examples=20)
@given(going_on, st.sampled_from(("german", "allied")), numbers)
def test_a_view_has_no_dice_and_what_is_imagined_looks_the_same(match: cm.Match, side: str, seed: int) -> None:
    view, imagined = match.view(side), match.imagine(side, seed)
    assert "dice" not in view and "flow" not in view
    assert imagined.view(side) == view
    assert match._play.state.chance.key.hex() not in json.dumps(imagined.position())


@pytest.mark.parametrize(
    ("change", "unit", "says"),
    [
        ({"phase": "lunch"}, {}, "there is no phase 'lunch'"),
        ({"turn": 13}, {}, "turn 13 must be a whole number"),
        ({"version": "0"}, {}, "rules version '0'"),
        ({"units": []}, {}, "units must be exactly"),
        ({"territory": {"swiss": []}}, {}, "nobody is called 'swiss'"),
        ({"control": {"1529": "swiss"}}, {}, "1529 cannot be held"),
        ({"effects": {"over": 0}}, {}, "the game goes on"),
        ({}, {"hex": "9999"}, "there is no hex '9999'"),
        ({}, {"hex": None, "where": "moon"}, "there is no box 'moon'"),
        ({}, {"hex": None, "where": "ready"}, "there is no box 'ready' for it"),
        ({}, {"steps": 9}, "steps 9"),
        ({}, {"hex": "0120", "where": None, "steps": 1}, "water"),
        ({}, {"hex": "0104", "where": None, "steps": 0}, "at least one step"),
        ({}, {"hex": None, "where": "reserve", "steps": 0}, "at least one step"),
        ({}, {"kind": "tank"}, "cannot become another"),
        ({}, {"hq": "1ID"}, "1ID is not an HQ"),
    ],
)
def test_a_contradiction_is_named(change: dict[str, object], unit: dict[str, object], says: str) -> None:
    document = json.loads(json.dumps(moments()[-1].position()))
    next(entry for entry in document["units"] if entry["id"] == "549VG").update(unit)
    with pytest.raises(cm.PositionError, match=says):
        GAME.from_position({**document, **change})


def test_only_who_is_set_up_lies_in_the_tray() -> None:
    document = json.loads(json.dumps(GAME.start(seed=1).position()))
    late = next(entry for entry in document["units"] if entry["where"] == "reserve")
    late["where"] = "tray"
    with pytest.raises(cm.PositionError, match=f"{late['id']}: it was never set up"):
        GAME.from_position(document)


def test_units_of_both_sides_in_a_hex_are_named() -> None:
    document = json.loads(json.dumps(moments()[-1].position()))
    for entry in document["units"]:
        if entry["id"] in ("549VG", "94RC"):
            entry.update(hex="0104", where=None, steps=1)
    with pytest.raises(cm.PositionError, match="0104 holds units of both sides"):
        GAME.from_position(document)
