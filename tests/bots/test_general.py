"""The levels: a recruit who forgets, a general who tries his plans on imagined tables before he gives them."""

from __future__ import annotations

from random import Random

import pytest

import countermarch as cm
from countermarch.bots import LEVELS, UnknownBot, arena, bot, bots_of, check_bot, recruit
from countermarch.bots.general import CHANCE, General, Tried
from countermarch.bots.plans import Plan, varied
from countermarch.bots.random import RandomBot
from countermarch.bots.recruit import FORGETS, Recruit, forgets

TEXTS = ["move 408R", "to 0805", "move 410R", "to 0704", "done"]


def played(match: cm.Match, actions: int, seed: int = 1) -> cm.Match:
    chance = RandomBot(seed)
    for _ in range(actions):
        match.play(chance.choose(match))
    return match


# plans


def test_a_plan_is_a_list_of_orders_that_can_be_left_out_exchanged_and_put_off() -> None:
    plan = Plan.of(TEXTS)
    assert plan.orders == (("move 408R", "to 0805"), ("move 410R", "to 0704"), ("done",))
    assert plan.without(0).orders == plan.orders[1:]
    assert plan.instead(1, ("move 410R", "to 0603")).orders[1] == ("move 410R", "to 0603")
    assert plan.later(0).orders == (plan.orders[1], plan.orders[0], plan.orders[2])


def test_done_within_a_plan_ends_an_order_and_at_its_end_the_plan() -> None:
    assert Plan.of(["move a", "to 1", "done", "move b", "done"]).orders == (
        ("move a", "to 1", "done"),
        ("move b",),
        ("done",),
    )


def test_an_order_that_cannot_begin_is_left_out_and_one_that_cannot_go_on_ends_the_plan() -> None:
    match = cm.load("bridgehead").start(seed=1, pauses=False)
    side = match.to_act
    assert side is not None
    first = next(a for a in match.legal() if a.verb == "move")
    plan = Plan((("resolve",), (str(first), "to 0101"), ("done",)))
    assert plan.carry_out(match, side) == [str(first)]
    assert {action.verb for action in match.legal()} >= {"to"}


def test_a_varied_plan_is_another_one_made_of_the_same_orders() -> None:
    plan, other = Plan.of(TEXTS), Plan.of(["move 408R", "to 0603", "done"])
    found = {varied(plan, [other], Random(seed)) for seed in range(60)}
    assert plan not in found and Plan.of(["move 408R", "to 0603", *TEXTS[2:]]) in found
    assert plan.without(0) in found and plan.without(1) in found and plan.later(0) in found
    assert varied(Plan((("done",),)), [other], Random(1)) is None


# levels


def test_levels_are_named_and_a_general_may_be_given_time() -> None:
    assert LEVELS == ("recruit", "captain", "general") and bots_of("seelow") == ("random", *LEVELS)
    for name in (*LEVELS, "general:0.5", "general:30"):
        check_bot(name, "bridgehead")
    for wrong in ("general:", "general:soon", "general:0", "general:-1", "general:nan", "general:1e9"):
        with pytest.raises(UnknownBot, match="is no time to think"):
            bot(wrong)
    with pytest.raises(UnknownBot, match="no bot 'captain:1'"):
        bot("captain:1")


@pytest.mark.parametrize("level", ["recruit", "captain", "general:0.05"])
def test_every_level_plays_a_whole_game(level: str) -> None:
    record = arena.play_game(arena.Pairing("bridgehead", None, (level, level), 3))
    assert record.level and record.decisions > 50


def test_a_general_given_rollouts_instead_of_time_chooses_the_same_each_time() -> None:
    match = played(cm.load("bridgehead").start(seed=4, pauses=False), 20)
    before = match.fingerprint()
    chosen = [str(General(7, rollouts=60).choose(match)) for _ in range(2)]
    assert chosen[0] == chosen[1] and match.fingerprint() == before


def test_a_general_who_is_stopped_has_a_plan_all_the_same() -> None:
    match = cm.load("bridgehead").start(seed=4, pauses=False)
    general = General(7, seconds=600)
    general.stopped = lambda: True
    assert general.choose(match) in match.legal()


def test_better_is_measured_in_the_worlds_both_were_tried_in() -> None:
    own, other = Tried(Plan(())), Tried(Plan(()))
    own.stood, other.stood = [(0.5, 0.3), (0.4, 0.3), (0.9, 0.9)], [(0.6, 0.3), (0.5, 0.3)]
    gain, error = other.over(own)
    assert gain == pytest.approx(0.1) and error == pytest.approx(0.0)
    assert other.over(own, CHANCE) == (0.0, 0.0)


def test_a_recruit_forgets_as_much_as_the_data_of_his_game_say(monkeypatch: pytest.MonkeyPatch) -> None:
    assert forgets("bridgehead") == FORGETS < forgets("koenigsberg45")
    match = cm.load("bridgehead").start(seed=1, pauses=False)
    side = str(match.to_act)
    monkeypatch.setattr(recruit, "forgets", lambda game: 0.0)
    all_of_it = Recruit(1).think(match, side)
    monkeypatch.setattr(recruit, "forgets", lambda game: 1.0)
    assert len(Recruit(1).think(match, side)) < len(all_of_it)


@pytest.mark.parametrize("level", ["recruit", "captain", "general"])
def test_what_a_side_cannot_see_changes_no_choice(level: str) -> None:
    """Two tables that look alike to a side: the one that is, and one the side could imagine."""
    match = cm.load("koenigsberg45").start(seed=5, options={"fog_of_war": "on"}, pauses=False)
    played(match, 60)
    side = match.to_act
    assert side is not None
    other = match.imagine(side, 99)
    assert other.view(side) == match.view(side)

    def choice(table: cm.Match) -> str:
        thinker = General(3, rollouts=12) if level == "general" else bot(level, 3)
        return str(thinker.choose(table))

    assert choice(match) == choice(other)
