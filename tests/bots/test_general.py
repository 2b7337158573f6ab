"""The levels: a recruit who forgets, a general who tries his plans on imagined tables before he gives them."""

from __future__ import annotations

from random import Random

import pytest

import countermarch as cm
from countermarch.bots import LEVELS, UnknownBot, arena, bot, bots_of, check_bot, recruit
from countermarch.bots.command import Command
from countermarch.bots.edits import Editor
from countermarch.bots.general import CHANCE, General, Search, Tried
from countermarch.bots.plans import Plan
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


def an_editor(seed: int) -> tuple[cm.Match, Plan, Editor]:
    match = cm.load("bridgehead").start(seed=1, pauses=False)
    side = match.to_act
    assert side is not None
    plan = Plan.of(Command().plan(match.copy(), side))
    return match, plan, Editor(match, side, Random(seed))


def changes(others: list[Plan]) -> tuple[cm.Match, Plan, set[Plan]]:
    match, plan, _ = an_editor(0)
    found = {an_editor(seed)[2].varied(plan, others) for seed in range(200)}
    return match, plan, {changed for changed in found if changed is not None}


def test_a_varied_plan_leaves_out_puts_off_or_exchanges_an_order() -> None:
    _, plan, _ = an_editor(0)
    taken = (plan.orders[0][0], "to 0603")
    _, _, found = changes([Plan((taken,))])
    assert plan not in found and plan.instead(0, taken) in found
    assert plan.without(0) in found and plan.later(0) in found


def test_a_unit_is_sent_elsewhere_near_where_it_was_to_go_and_one_that_stayed_marches_too() -> None:
    match, plan, found = changes([])
    begins = {order[0]: order for order in plan.orders}
    elsewhere = [changed for changed in found if len(changed.orders) == len(plan.orders) and changed not in (plan,)]
    sent = {order for changed in elsewhere for order in changed.orders if begins.get(order[0]) not in (None, order)}
    assert sent
    for setting_out, end in sent:
        table = match.copy()
        table.play(setting_out)
        assert table.game.parse(end) in table.legal()
    assert any(len(changed.orders) > len(plan.orders) for changed in found)


def test_of_nothing_but_an_end_nothing_is_changed() -> None:
    _, _, editor = an_editor(1)
    assert editor.varied(Plan((("done",),)), []) is None


def test_an_attack_is_made_with_one_fewer_and_never_with_none() -> None:
    _, _, editor = an_editor(1)
    plan = Plan((("attack 0704", "with a", "with b", "resolve"),))
    found = {changed for _ in range(100) if (changed := editor.varied(plan, [])) and len(changed.orders) == 1}
    assert found == {Plan((("attack 0704", kept, "resolve"),)) for kept in ("with a", "with b")}


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


class Clockwork(General):
    """A general whose plans end as they are told to, world by world; a rollout takes one of his time."""

    def __init__(self, ends: dict[Plan, list[float]]) -> None:
        super().__init__(rollouts=0)
        self._ends = ends
        self._tried: dict[Plan, int] = {}

    def rollout(self, world: cm.Match, side: str, plan: Plan, judge: object) -> tuple[float, float]:
        number, self._rolled = self._tried.get(plan, 0), self._rolled + 1
        self._tried[plan] = number + 1
        ends = self._ends.get(plan, [0.0])
        return ends[number % len(ends)], 0.5


A, B, C = (Plan((("move 408R", end),)) for end in ("to 0805", "to 0704", "to 0803"))


@pytest.mark.parametrize(
    ("ends", "time", "best"),
    [
        ({A: [0.5], B: [0.6], C: [0.4]}, 60, B),
        ({A: [0.5], B: [0.5], C: [0.4]}, 60, A),
        ({A: [0.5, 0.5], B: [0.9, 0.12], C: [0.4]}, 60, A),  # better on average, and by no more than chance
        ({A: [0.5], B: [0.6], C: [0.4]}, 5, A),  # not all were looked at, so nothing can be said
    ],
)
def test_the_captains_plan_is_left_for_one_better_beyond_chance(
    ends: dict[Plan, list[float]], time: int, best: Plan
) -> None:
    match = cm.load("bridgehead").start(seed=1, pauses=False)
    side = match.to_act
    assert side is not None
    assert Search(Clockwork(ends), match, side, [A, B, C]).best(time).plan == best
