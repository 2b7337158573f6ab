"""Chance before it falls: every result of the next die or draw, as a match to go on from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import countermarch as cm
from countermarch.bots.random import RandomBot
from countermarch.texts import SaidError

GAMES = [info.key for info in cm.games()]


def moments(game: str, seed: int, actions: int) -> Iterator[tuple[cm.Match, cm.Action]]:
    """A match before each action of a random game, and the action."""
    match, bot = cm.load(game).start(seed=seed, pauses=False), RandomBot(seed)
    for _ in range(actions):
        if match.to_act is None:
            return
        action = bot.choose(match)
        yield match, action
        match.play(action)


@pytest.mark.parametrize("game", GAMES)
def test_what_happens_is_among_the_outcomes_and_they_are_all_there_is(game: str) -> None:
    met = 0
    for match, action in moments(game, 4, 1500):
        found, rolled = match.outcomes(action), len(match.rolls)
        assert sum(outcome.chance for outcome in found) == pytest.approx(1.0)
        after = match.copy()
        after.play(action)
        new = after.rolls[rolled:]
        if not new:
            assert len(found) == 1 and found[0].roll is None
            assert found[0].match.fingerprint() == after.fingerprint()
            continue
        met += 1
        if met == 4:
            return
        assert [outcome.roll.value for outcome in found if outcome.roll] == list(range(1, new[0].sides + 1))
        assert {outcome.match.rolls[rolled].purpose for outcome in found} == {new[0].purpose}
        same = found[new[0].value - 1].match
        if len(new) == 1:  # the same table, but for the dice to come
            assert {side: same.view(side) for side in match.game.info.sides} == {
                side: after.view(side) for side in match.game.info.sides
            }
    raise AssertionError(f"only {met} actions met chance")


def test_looking_changes_nothing_and_is_the_same_each_time() -> None:
    match, action = next((m, a) for m, a in moments("bridgehead", 2, 400) if len(m.outcomes(a)) > 1)
    before, rolls = match.fingerprint(), match.rolls
    first, second = match.outcomes(action), match.outcomes(str(action))
    assert [o.match.fingerprint() for o in first] == [o.match.fingerprint() for o in second]
    assert len({o.match.fingerprint() for o in first}) == len(first) == 6
    assert (match.fingerprint(), match.rolls) == (before, rolls)


def test_dice_to_come_are_other_ones_in_each() -> None:
    match, action = next((m, a) for m, a in moments("bridgehead", 2, 400) if len(m.outcomes(a)) > 1)
    keys = {outcome.match.commitment for outcome in match.outcomes(action)}
    assert len(keys) == 6 and match.commitment not in keys


def test_a_die_that_lies_ready_is_the_only_outcome() -> None:
    match, action = next((m, a) for m, a in moments("bridgehead", 2, 400) if len(m.outcomes(a)) > 1)
    match.next_dice(5)
    (only,) = match.outcomes(action)
    assert only.chance == 1.0 and only.roll is not None and (only.roll.value, only.roll.fixed) == (5, True)


def test_an_outcome_is_no_match_to_be_saved_and_an_illegal_action_has_none() -> None:
    match = cm.load("bridgehead").start(seed=1)
    with pytest.raises(SaidError, match="imagine"):
        match.outcomes("done")[0].match.save()
    with pytest.raises(cm.IllegalAction):
        match.outcomes("resolve")


@pytest.mark.parametrize("game", ["koenigsberg", "seelow"])
def test_the_next_die_of_the_same_action_is_asked_for_with_what_has_fallen(game: str) -> None:
    for match, action in moments(game, 4, 1500):
        after = match.copy()
        after.play(action)
        new = after.rolls[len(match.rolls) :]
        if len(new) < 2:
            continue
        fallen = [roll.value for roll in new]
        for at in range(1, len(new)):
            found = match.outcomes(action, fallen[:at])
            assert len(found) == new[at].sides and sum(one.chance for one in found) == pytest.approx(1.0)
            assert {one.match.rolls[len(match.rolls) + at].purpose for one in found} == {new[at].purpose}
        (end,) = match.outcomes(action, fallen)
        assert end.roll is None
        assert {side: end.match.view(side) for side in match.game.info.sides} == {
            side: after.view(side) for side in match.game.info.sides
        }
        return
    raise AssertionError("no action met two dice")
