"""The levels: a recruit who forgets, a general who tries his plans on imagined tables before he gives them."""

from __future__ import annotations

from random import Random

import pytest

import countermarch as cm
from countermarch.bots import LEVELS, UnknownBot, arena, bot, bots_of, check_bot, recruit
from countermarch.bots.command import Command
from countermarch.bots.doctrine import doctrine
from countermarch.bots.edits import Editor
from countermarch.bots.general import CHANCE, General, Search, Tried, unit_of
from countermarch.bots.plans import Plan
from countermarch.bots.random import RandomBot
from countermarch.bots.recruit import FORGETS, Recruit, forgets
from countermarch.bots.weights import ChitDoctrine

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


def test_an_order_that_cannot_begin_or_leads_nowhere_is_left_out() -> None:
    match = cm.load("bridgehead").start(seed=1, pauses=False)
    side = match.to_act
    assert side is not None
    first = next(a for a in match.legal() if a.verb == "move")
    plan = Plan((("resolve",), (str(first), "to 0101"), ("done",)))
    twin = match.copy()
    twin.play("done")
    assert plan.carry_out(match, side) == ["done"] and match.fingerprint() == twin.fingerprint()


def test_one_that_cannot_go_on_after_its_second_word_ends_the_plan() -> None:
    match = cm.load("bridgehead").start(seed=1, pauses=False)
    captain = Command(1)
    while "attack" not in match.legal().verbs:
        match.play(captain.choose(match))
    side = str(match.to_act)
    first = next(action for action in match.legal() if action.verb == "attack")
    table = match.copy()
    table.play(first)
    joins = str(next(action for action in table.legal() if action.verb == "with"))
    said = Plan(((str(first), joins, joins), ("done",))).carry_out(match, side)
    assert said == [str(first), joins] and match.to_act == side


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


def test_a_general_holds_what_he_learned_and_tries_the_captains_plan_beside_his_own() -> None:
    captain, general, elsewhere = (
        doctrine(ChitDoctrine, "koenigsberg45", "soviet", style)
        for style in ("", "general.campaign", "general.elsewhere")
    )
    assert general.takes_objective > 1.5 * captain.takes_objective and general.zone_toll == captain.zone_toll
    assert elsewhere == captain
    match = cm.load("koenigsberg45").start(seed=1, pauses=False)
    chief, usual = General(1, rollouts=400), Command(1)
    while match.to_act != "soviet" or "move" not in match.legal().verbs or _alike(match, chief, usual):
        match.play(usual.choose(match))
    found = chief._proposals(match.imagine("soviet", 1), "soviet", "move", chief.spent() + 400)
    assert found[:2] == [_plan_of(match, chief), _plan_of(match, usual)]


def _plan_of(match: cm.Match, command: Command) -> Plan:
    return Plan.of(command.plan(match.imagine("soviet", 1), "soviet"))


def _alike(match: cm.Match, chief: Command, usual: Command) -> bool:
    return _plan_of(match, chief) == _plan_of(match, usual)


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


def test_an_attack_that_is_tried_is_put_together_by_the_captain() -> None:
    match = cm.load("bridgehead").start(seed=1, pauses=False)
    captain = Command(1)
    while "attack" not in match.legal().verbs:
        match.play(captain.choose(match))
    side = str(match.to_act)
    begun = [action for action in match.legal() if action.verb == "attack"]
    for action in begun:
        plan = General(1)._answer(match, side, action)
        verbs = [text.partition(" ")[0] for text in plan.texts]
        assert verbs[0] == "attack" and verbs[-1] == "resolve" and set(verbs[1:-1]) <= {"with"}
        assert tuple(plan.carry_out(match.copy(), side)) == plan.texts


def test_a_rollout_that_has_become_dear_is_tried_again_when_the_end_is_nearer() -> None:
    general = General(1, seconds=1.0)
    match = cm.load("seelow").start("kuestrin", seed=1, pauses=False)
    general._price = 1.0
    until = general.spent() + 1.0
    assert not general.affords(2, until)
    for turn in range(5):
        match._play.state.turn = turn + 2
        general._share(match, "german", "move")
    assert general.affords(2, general.spent() + 1.0)


def test_phases_without_activations_share_the_time_of_a_turn_and_the_march_takes_most() -> None:
    general = General(1, seconds=1.0)
    match = cm.load("vistula").start("red_storm", seed=1, pauses=False)
    assert unit_of(match, "german") == (match.turn, "german")
    assert general._share(match, "german", "lose") == pytest.approx(0.15)
    assert general._share(match, "german", "move") == pytest.approx(0.8 * (4 - 0.15))
    chits = cm.load("koenigsberg").start(seed=1, pauses=False)
    assert general._share(chits, "german", "move") == pytest.approx(0.6)


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
        (
            {A: [0.5], B: [0.6], C: [0.4]},
            5,
            B,
        ),  # little time: the worst is dropped after one world, the rest see another
        ({A: [0.5, 0.5], B: [0.9, 0.12], C: [0.4]}, 5, A),
        ({A: [0.5], B: [0.6], C: [0.4]}, 3, A),  # one world says nothing
    ],
)
def test_the_captains_plan_is_left_for_one_better_beyond_chance(
    ends: dict[Plan, list[float]], time: int, best: Plan
) -> None:
    match = cm.load("bridgehead").start(seed=1, pauses=False)
    side = match.to_act
    assert side is not None
    assert Search(Clockwork(ends), match, side, [A, B, C]).best(time).plan == best


@pytest.mark.parametrize(("second", "soon"), [([0.4], True), ([0.5], True), ([0.6], False)])
def test_a_plan_is_proved_no_longer_than_it_may_still_be_the_better_one(second: list[float], soon: bool) -> None:
    match = cm.load("bridgehead").start(seed=1, pauses=False)
    side = match.to_act
    assert side is not None
    general = Clockwork({A: [0.5], B: second})
    Search(general, match, side, [A, B]).best(2000)
    assert (general.spent() < 1000) == soon
