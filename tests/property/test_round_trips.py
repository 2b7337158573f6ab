"""Whatever point a game has come to, saves, positions, copies, undo and imagination keep what they must."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import countermarch as cm
from countermarch import dice
from tests.trial import inside, options_of

SEEDS = {
    1: "koenigsberg",
    2: "koenigsberg",
    3: "koenigsberg",
    4: "koenigsberg45",
    5: "koenigsberg45",
    6: "stargard",
    7: "stargard",
}
EVERY = 5  # decisions between the moments kept
LASTING = ("no_gas", "slow_next", "slowed", "gd_away", "hipper_used", "mikosch", "quota", "lendable")


@cache
def moments(seed: int) -> list[cm.Match]:
    """A game at every fifth decision, and at its end; foggy or not by the seed."""
    rng = Random(seed)
    game = cm.load(SEEDS[seed])
    match = game.start(seed=seed, options={**options_of(game, seed), "fog_of_war": ("off", "on")[seed % 2]})
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
    found = moments(draw(st.sampled_from(list(SEEDS))))
    return found[draw(st.integers(0, len(found) - (1 if over else 2)))].copy()


going_on = some_match(over=False)
numbers = st.integers(0, 10**6)
sides = st.sampled_from(("german", "soviet"))


def play_on(match: cm.Match, choices: int, times: int) -> list[str]:
    """Some more actions; the fingerprint after each."""
    rng, marks = Random(choices), []
    for _ in range(times):
        if match.to_act is None:
            break
        match.play(anything(match, rng))
        marks.append(match.fingerprint())
    return marks


def through_position(match: cm.Match) -> cm.Match:
    return match.game.from_position(json.loads(json.dumps(match.position())))


def through_save(match: cm.Match) -> cm.Match:
    return cm.resume(match.save())


def texts(match: cm.Match) -> list[str]:
    return [str(action) for action in match.legal()]


# saves and positions


@given(some_match(), numbers)
def test_a_position_read_back_plays_on_the_same(match: cm.Match, choices: int) -> None:
    twin = through_position(match)
    assert twin.fingerprint() == match.fingerprint()
    assert texts(twin) == texts(match) and twin.to_act == match.to_act
    assert play_on(twin, choices, 15) == play_on(match, choices, 15)


@given(some_match(), numbers)
def test_a_save_resumed_plays_on_the_same(match: cm.Match, choices: int) -> None:
    twin = through_save(match)
    assert twin.fingerprint() == match.fingerprint()
    assert twin.actions == match.actions and texts(twin) == texts(match)
    assert [event.to_json() for event in twin.log] == [event.to_json() for event in match.log]
    assert play_on(twin, choices, 15) == play_on(match, choices, 15)


@given(some_match())
def test_a_position_is_plain_json_and_written_the_same_again(match: cm.Match) -> None:
    document = match.position()
    assert json.loads(json.dumps(document)) == json.loads(json.dumps(through_position(match).position()))


@given(going_on, numbers)
def test_a_match_begun_from_a_position_is_saved_and_resumed(match: cm.Match, choices: int) -> None:
    begun = through_position(match)
    play_on(begun, choices, 10)
    assert through_save(begun).fingerprint() == begun.fingerprint()


@given(going_on, st.lists(st.integers(1, 6), min_size=1, max_size=4), numbers)
def test_fixed_dice_survive_a_save_and_a_position(match: cm.Match, values: list[int], choices: int) -> None:
    match.next_dice(*values)
    twins = through_save(match), through_position(match)
    assert [twin.fingerprint() for twin in twins] == [match.fingerprint()] * 2
    marks = play_on(match, choices, 20)
    assert [play_on(twin, choices, 20) for twin in twins] == [marks] * 2


@given(going_on, numbers)
def test_fixed_draws_survive_a_save_and_a_position(match: cm.Match, choices: int) -> None:
    cup = match.position()["cup"]
    assume(cup)
    match.next_draw(*cup[:2])
    twins = through_save(match), through_position(match)
    assert [twin.fingerprint() for twin in twins] == [match.fingerprint()] * 2
    marks = play_on(match, choices, 40)
    assert [play_on(twin, choices, 40) for twin in twins] == [marks] * 2


@given(
    going_on,
    st.dictionaries(st.sampled_from(LASTING), st.integers(0, 2)),
    st.lists(st.integers(0, 3), min_size=3, max_size=3),
)
def test_lasting_effects_survive_a_position_and_a_save(
    match: cm.Match, effects: dict[str, int], lost: list[int]
) -> None:
    document = json.loads(json.dumps(match.position()))
    if document["effects"]["gd_away"]:
        effects.pop("gd_away", None)  # that follows from where the division is
    document["effects"].update(effects)
    lost = lost[: len(document["activations"])]
    for counts, number in zip(document["activations"].values(), lost, strict=True):
        counts["lost"] = number
    try:
        begun = match.game.from_position(document)
    except cm.PositionError:
        assume(False)  # the effect contradicts the moment: refugees in the middle of a strategic move
    for twin in (through_position(begun), through_save(begun)):
        state = inside(twin).state
        assert {name: getattr(state, name) for name in effects} == effects
        assert list(state.lost) == lost
        assert twin.fingerprint() == begun.fingerprint()


@given(some_match(), numbers)
def test_a_damaged_save_is_refused(match: cm.Match, at: int) -> None:
    saved = json.loads(match.save())
    saved["fingerprint"] = saved["fingerprint"][::-1]
    with pytest.raises(cm.SaveError):
        cm.resume(json.dumps(saved))
    text = match.save()
    with pytest.raises(cm.SaveError):
        cm.resume(text[: at % len(text)])


# undo, copies, legal actions


@given(going_on, numbers, st.integers(1, 8))
def test_undo_restores_every_moment_back_to_the_barrier(match: cm.Match, choices: int, times: int) -> None:
    marks = [match.fingerprint(), *play_on(match, choices, times)]
    events = len(match.log)
    while len(marks) > 1 and match.undo():
        marks.pop()
        assert match.fingerprint() == marks[-1]
        assert len(match.log) <= events
    assert texts(match) == texts(through_position(match))


@given(going_on, st.lists(st.integers(1, 6), min_size=1, max_size=3), numbers)
def test_undo_keeps_fixed_dice_that_came_before(match: cm.Match, values: list[int], choices: int) -> None:
    match.next_dice(*values)
    before = match.fingerprint()
    match.play(anything(match, Random(choices)))
    if match.undo():
        assert match.fingerprint() == before


@given(going_on, numbers)
def test_a_copy_goes_its_own_way(match: cm.Match, choices: int) -> None:
    before, legal, played = match.fingerprint(), texts(match), match.actions
    twin = match.copy()
    marks = play_on(twin, choices, 10)
    assert (match.fingerprint(), texts(match), match.actions) == (before, legal, played)
    assert play_on(match, choices, 10) == marks


@given(going_on, numbers)
def test_legal_actions_go_stale(match: cm.Match, choices: int) -> None:
    legal = match.legal()
    action = anything(match, Random(choices))
    match.play(action)
    for use in (len, list, lambda stale: stale[0], lambda stale: action in stale):
        with pytest.raises(cm.StaleActions):
            use(legal)
    if match.undo():
        with pytest.raises(cm.StaleActions):
            len(legal)
        assert action in match.legal()


# what is secret


@given(some_match(), sides, numbers)
def test_what_is_imagined_looks_the_same_and_hides_the_key(match: cm.Match, side: str, seed: int) -> None:
    key = inside(match).state.chance.key.hex()
    before = match.fingerprint()
    imagined = match.imagine(side, seed)
    assert imagined.view(side) == match.view(side)
    assert key not in json.dumps(imagined.position()) and key not in json.dumps(match.view(side))
    assert match.imagine(side, seed).fingerprint() == imagined.fingerprint()
    assert match.fingerprint() == before
    with pytest.raises(cm.SaveError):
        imagined.save()


@given(going_on, sides, st.lists(st.integers(1, 6), min_size=1, max_size=3), numbers)
def test_fixed_dice_are_not_imagined(match: cm.Match, side: str, values: list[int], seed: int) -> None:
    plain = match.imagine(side, seed).fingerprint()
    match.next_dice(*values)
    assert match.imagine(side, seed).fingerprint() == plain


@given(going_on)
def test_the_key_is_not_published_before_the_end(match: cm.Match) -> None:
    assert match.dice_key is None and match.commitment


@pytest.mark.parametrize("seed", SEEDS)
def test_the_key_published_at_the_end_proves_the_commitment(seed: int) -> None:
    first, last = moments(seed)[0], moments(seed)[-1]
    assert last.dice_key is not None
    assert dice.proves(bytes.fromhex(last.dice_key), first.commitment)
    assert not dice.proves(dice.fresh_key(), first.commitment)
