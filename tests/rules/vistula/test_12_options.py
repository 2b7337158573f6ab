"""12.2 to 12.6 The optional rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from countermarch.games.vistula import aviation, combat, fuehrer, thaw, ways
from countermarch.games.vistula.combat import CombatPhase
from countermarch.games.vistula.movement import MovementPhase
from countermarch.match import Match
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, steps, texts, where

# 12.2


@pytest.mark.rule("vistula 12.2")
@pytest.mark.parametrize(("option", "turn", "expected"), [("on", 1, (1, 4)), ("off", 1, (2, 8)), ("on", 2, (2, 8))])
def test_in_the_weather_of_turn_1_half_of_the_aircraft_stay_down(
    option: str, turn: int, expected: tuple[int, int]
) -> None:
    t = Table(turn=turn, turn_1_air=option)
    aviation.refresh(t.play)
    assert tuple(len(aviation.ready(t.play, side)) for side in (GERMAN, ALLIED)) == expected
    assert [str(event.citation) for event in t.events("grounded")] == ["vistula 12.2"] * (2 if expected[0] == 1 else 0)


# 12.3


def attacked(turn: int = 5, option: str = "on", *guns: str) -> tuple[Table, Match]:
    """Two tank corps attack two divisions at 1409 from the east; nothing else is near."""
    t = Table(turn=turn, defence_in_depth=option)
    t.put("9TK", "1408")
    t.put("11TK", "1408")
    t.put("1ID", "1409")
    t.put("69ID", "1409")
    for number, id in enumerate(guns, 1):
        t.put(id, "1407")
        t.put(f"A-LC{number}", "1407")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 1409")
    match.play("with 9TK")
    match.play("with 11TK")
    return t, match


@pytest.mark.rule("vistula 12.3", "vistula 12.3.1#1")
def test_the_defenders_of_a_hex_may_fall_back_one_hex_west() -> None:
    t, match = attacked()
    match.play("resolve")
    assert (match.to_act, texts(match)) == ("german", ["stand", "withdraw 1509", "withdraw 1410", "withdraw 1309"])
    assert str(refused(match, "withdraw 1408").citation) == "vistula 12.3.1#1"
    events = match.play("withdraw 1410")
    assert (where(match, "1ID"), where(match, "69ID")) == ("1410", "1410")
    assert str(happened(events, "withdrew")[0].citation) == "vistula 12.3.1#1"
    assert not t.play.state.chance.deeds  # no die was thrown
    assert match.to_act == "allied"


@pytest.mark.rule("vistula 12.3")
@pytest.mark.parametrize(("turn", "option"), [(4, "on"), (5, "off")])
def test_not_before_the_second_half_of_march_nor_unless_agreed(turn: int, option: str) -> None:
    t, match = attacked(turn, option)
    t.play.state.chance.dice = [1]
    events = match.play("resolve")
    assert happened(events, "attack")


@pytest.mark.rule("vistula 12.3.1#2")
def test_the_choice_comes_after_columns_artillery_and_aircraft() -> None:
    t = Table(turn=5, defence_in_depth="on")
    aviation.refresh(t.play)
    for id, number in (("9TK", "1408"), ("A-LC1", "1408"), ("1ID", "1409")):
        t.put(id, number)
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 1409")
    match.play("resolve")
    match.play("column A-LC1")
    match.play("announce air")
    match.play("announce none")
    match.play("markers 2")
    assert match.decision is not None
    assert "vistula 12.3.1#2" in [str(c) for c in match.decision.citations]
    match.play("withdraw 1410")
    assert where(match, "A-LC1") == "pool"  # spent all the same
    assert len(aviation.ready(t.play, ALLIED)) == 6


@pytest.mark.rule("vistula 12.3.2#1", "vistula 12.3.2#2")
def test_the_attackers_may_follow_and_attack_again_with_artillery_halved() -> None:
    t, match = attacked(5, "on", "8R")
    match.play("resolve")
    match.play("fire 8R A-LC1")
    match.play("withdraw 1309")
    assert set(texts(match)) == {"follow 9TK", "follow 11TK", "done"}
    assert str(refused(match, "attack 1309").citation) == "vistula 12.3.2#2"
    match.play("follow 9TK")
    match.play("follow 11TK")
    assert (where(match, "9TK"), where(match, "11TK")) == ("1409", "1409")
    t.play.state.chance.dice = [1]
    events = match.play("attack 1309")
    [event] = happened(events, "attack")
    # 12 + 12 + half of 12 against 10: 3:1; none may fall back again
    assert event.params["odds"] == "3:1"
    assert match.to_act != "german" or "stand" not in texts(match)


@pytest.mark.rule("vistula 12.3.2#2", "vistula 9.2#4")
@pytest.mark.parametrize(
    ("mine", "theirs", "odds"),
    [(1, 0, "3:1"), (2, 0, "3:1"), (3, 0, "4:1"), (4, 0, "4:1"), (8, 0, "4:1"), (4, 1, "3:1"), (8, 2, "4:1")],
)
def test_the_markers_are_halved_too_fractions_up_and_then_two_columns_are_the_most(
    mine: int, theirs: int, odds: str
) -> None:
    """24 to 10 is 2:1; of four markers two are left, of three two, of one one."""
    t, match = attacked()
    aviation.refresh(t.play)
    match.play("resolve")
    match.play("announce air")
    match.play("announce air" if theirs else "announce none")
    match.play(f"markers {mine}")
    if theirs:
        match.play(f"markers {theirs}")
    match.play("withdraw 1309")
    match.play("follow 9TK")
    match.play("follow 11TK")
    match.next_dice(1)
    events = match.play("attack 1309")
    assert happened(events, "attack")[0].params["odds"] == odds


@pytest.mark.rule("vistula 12.3.2#2", "vistula 10.4#1")
def test_an_hq_alone_is_overrun_by_those_who_follow() -> None:
    t, match = attacked()
    t.put("HQ-2A", "1509")
    match.play("resolve")
    match.play("withdraw 1410")
    match.play("follow 9TK")
    events = match.play("attack 1509")
    assert not happened(events, "attack") and not t.play.state.chance.deeds
    assert where(match, "HQ-2A") == "eliminated"
    assert str(happened(events, "hq_overrun")[0].citation) == "vistula 10.4#1"
    match.play("advance 9TK")
    assert where(match, "9TK") == "1509"


@pytest.mark.rule("vistula 12.3.2#1", "vistula 12.3.2#2")
def test_the_second_attack_is_weighed_with_what_is_left_of_the_first() -> None:
    t, match = attacked(5, "on", "8R")
    match.play("resolve")
    match.play("fire 8R A-LC1")
    match.play("withdraw 1410")
    match.play("follow 9TK")
    weighed = match.preview("1410", ["9TK"])
    assert weighed.refusal is None
    assert [(part.value, str(part.citation)) for part in weighed.parts if part.text.key.endswith("guns")] == [
        (6, "vistula 12.3.2#1")
    ]
    t.play.state.chance.dice = [1]
    events = match.play("attack 1410")
    assert happened(events, "attack")[0].params["odds"] == weighed.column


@pytest.mark.rule("vistula 12.3.2#2")
def test_nobody_has_to_follow() -> None:
    _, match = attacked()
    match.play("resolve")
    match.play("withdraw 1410")
    match.play("done")
    assert (where(match, "9TK"), where(match, "11TK")) == ("1408", "1408")


# 12.4


def struck(dice: int, crowd: int, markers: int, turn: int = 3) -> tuple[Table, Match]:
    t = Table(turn=turn, interdiction="on", thaw="on")
    aviation.refresh(t.play)
    ids = ("9TK", "11TK", "113RC", "72RC")[:crowd]
    for id in ids:
        t.put(id, "1604")
    t.put("54RC", "1401")
    t.put("1ID", "1420")
    match = t.push(MovementPhase(ALLIED))
    match.play("pass")
    match.play("move 54RC")
    match.play("to 1402")
    assert match.to_act == "german"
    match.next_dice(dice)
    match.play(f"interdict 1604 {markers}")
    return t, match


def steps_due(t: Table, match: Match, crowd: int) -> int:
    """Let the owner lose what he must."""
    before = 2 * crowd
    while match.to_act == "allied" and texts(match)[0].startswith("lose"):
        match.play(match.legal()[0])
    ids = ("9TK", "11TK", "113RC", "72RC")[:crowd]
    return before - sum(steps(match, id) for id in ids)


@pytest.mark.rule("vistula 12.4#1", "vistula 12.4#3")
@pytest.mark.parametrize(
    ("markers", "die", "lost"), [(1, 4, 0), (1, 5, 1), (1, 6, 2), (2, 2, 0), (2, 3, 1), (2, 5, 1), (2, 6, 2)]
)
def test_example_12_4_the_interdiction_table(markers: int, die: int, lost: int) -> None:
    t, match = struck(die, 2, markers)
    assert len(aviation.ready(t.play, GERMAN)) == 2 - markers
    assert steps_due(t, match, 2) == lost


@pytest.mark.rule("vistula 12.4#3")
def test_the_soviet_player_chooses_who_loses_the_steps() -> None:
    _, match = struck(5, 2, 1)
    assert (match.to_act, texts(match)) == ("allied", ["lose 11TK", "lose 9TK"])
    events = match.play("lose 11TK")
    assert str(happened(events, "step_lost")[0].citation) == "vistula 12.4#3"
    assert steps(match, "11TK") == 1


@pytest.mark.rule("vistula 12.4#4")
def test_example_12_4_two_markers_and_a_two_against_four_units_count_as_a_three() -> None:
    t, match = struck(2, 4, 2)
    assert steps_due(t, match, 4) == 1


@pytest.mark.rule("vistula 12.4#4", "vistula 12.6#3")
def test_in_the_thaw_the_die_counts_one_more() -> None:
    t = Table(turn=3, interdiction="on", thaw="on")
    aviation.refresh(t.play)
    t.play.state.thaw = 3
    t.put("9TK", "1604")
    t.put("54RC", "1401")
    t.put("1ID", "1420")
    match = t.push(MovementPhase(ALLIED))
    match.next_dice(4)
    events = match.play("interdict 1604 1")
    [event] = happened(events, "interdicted")
    assert (event.params["die"], event.params["read"], event.params["steps"]) == (4, 5, 1)
    assert str(event.citation) == "vistula 12.4#1"
    assert steps(match, "9TK") == 1


@pytest.mark.rule("vistula 12.4#1")
def test_the_germans_may_let_a_move_pass_or_the_whole_phase() -> None:
    t = Table(turn=3, interdiction="on")
    aviation.refresh(t.play)
    for id, number in (("9TK", "1604"), ("54RC", "1401"), ("90RC", "1401"), ("103RC", "1401")):
        t.put(id, number)
    match = t.push(MovementPhase(ALLIED))
    match.play("pass")
    match.play("move 54RC")
    match.play("to 1402")
    assert str(refused(match, "interdict 1420 1").citation) == "vistula 12.4#1"
    match.play("pass")
    match.play("move 90RC")
    match.play("to 1402")
    assert match.to_act == "german"
    match.play("done")
    match.play("move 103RC")
    match.play("to 1402")
    assert match.to_act == "allied"


@pytest.mark.rule("vistula 12.4#1")
def test_the_germans_may_strike_before_the_first_move_and_with_each_marker_apart() -> None:
    t = Table(turn=3, interdiction="on")
    aviation.refresh(t.play)
    t.put("9TK", "1604")
    t.put("54RC", "1401")
    match = t.push(MovementPhase(ALLIED))
    assert match.to_act == "german"
    match.next_dice(5, 5)
    match.play("interdict 1604 1")
    assert steps(match, "9TK") == 1
    assert match.to_act == "german" and "interdict 1401 2" not in texts(match)  # the other marker, at once
    match.play("interdict 1401 1")
    assert steps(match, "54RC") == 1
    assert match.to_act == "allied"  # no aircraft left: nobody is asked again
    match.play("move 54RC")
    match.play("to 1402")
    assert match.to_act == "allied"


@pytest.mark.rule("vistula 12.4#1")
def test_the_germans_may_strike_when_no_ally_moves() -> None:
    t = Table(turn=3, interdiction="on")
    aviation.refresh(t.play)
    t.put("9TK", "1604")
    t.put("1ID", "1420")
    t.play.state.moved[t.unit("9TK")] = 1  # nobody can move at all
    match = t.push(MovementPhase(GERMAN), MovementPhase(ALLIED))
    assert match.to_act == "german" and "interdict 1604 2" in texts(match)
    match.play("pass")
    assert match.to_act == "german" and "move 1ID" in texts(match)  # the next phase, where nobody interdicts


@pytest.mark.rule("vistula 12.4#1")
def test_without_the_option_nobody_is_asked() -> None:
    t = Table(turn=3)
    aviation.refresh(t.play)
    t.put("54RC", "1401")
    t.put("9TK", "1604")
    match = t.push(MovementPhase(ALLIED))
    match.play("move 54RC")
    match.play("to 1402")
    assert match.to_act == "allied"


# 12.5


@pytest.mark.rule("vistula 12.5#1")
@pytest.mark.parametrize(
    ("turn", "die", "option", "ordered"),
    [(4, 5, "on", True), (4, 6, "on", True), (4, 4, "on", False), (3, 6, "on", False), (4, 6, "off", False)],
)
def test_from_turn_4_a_five_or_six_orders_an_offensive(turn: int, die: int, option: str, ordered: bool) -> None:
    t = Table(turn=turn, fuehrer_orders=option)
    t.play.state.chance.dice = [die]
    fuehrer.roll(t.play)
    assert (t.play.state.order, t.play.state.duty) == ((turn, 1) if ordered else (0, 0))
    told = [*t.events("order"), *t.events("no_order")]
    assert [str(event.citation) for event in told] == (["vistula 12.5#1"] if turn >= 4 and option == "on" else [])


@pytest.mark.rule("vistula 12.5#1")
def test_only_one_offensive_in_a_game() -> None:
    t = Table(turn=6, fuehrer_orders="on")
    t.play.state.order = 4
    t.play.state.chance.dice = [6]
    fuehrer.roll(t.play)
    assert (t.play.state.order, t.play.state.duty) == (4, 0)


def owed() -> tuple[Table, Match]:
    t = Table(turn=4, fuehrer_orders="on")
    t.play.state.order, t.play.state.duty = 4, 1
    for id in ("5Pz", "16Pz", "1ID", "69ID"):
        t.put(id, "1612")
    t.put("94RC", "1611")
    t.put("25Pz", "1412")
    t.put("65RC", "1411")
    combat.begin(t.play, GERMAN)
    return t, t.match()


@pytest.mark.rule("vistula 12.5#3")
def test_the_attack_must_be_made_with_eight_steps_four_of_them_armoured() -> None:
    t, match = owed()
    assert texts(match)[0].startswith("with")  # 1611 is the only hex such an attack can be made on: taken by itself
    for id in ("5Pz", "1ID", "69ID"):
        match.play(f"with {id}")
    assert "resolve" not in texts(match)
    assert str(refused(match, "resolve").citation) == "vistula 12.5#3"
    match.play("with 16Pz")
    t.play.state.chance.dice = [6]
    events = match.play("resolve")
    assert str(happened(events, "duty_done")[0].citation) == "vistula 12.5#3"
    assert t.play.state.duty == 0


@pytest.mark.rule("vistula 12.5#3")
def test_the_phase_does_not_end_while_it_is_owed() -> None:
    """The only hex where it can be made is chosen by itself."""
    _, match = owed()
    assert str(refused(match, "done").citation) == "vistula 12.5#3"


@pytest.mark.rule("vistula 12.5#3")
def test_an_offensive_that_cannot_be_made_lapses() -> None:
    t = Table(turn=4, fuehrer_orders="on")
    t.play.state.order, t.play.state.duty = 4, 1
    t.put("5Pz", "1612")
    t.put("94RC", "1611")
    combat.begin(t.play, GERMAN)
    assert t.play.state.duty == 0
    assert str(t.events("duty_lapses")[0].citation) == "vistula 12.5#3"
    assert "done" in texts(t.match())


def bound(*columns: tuple[str, str]) -> tuple[Table, Match]:
    """The offensive is owed at 1611, where four divisions can make it; these columns came for it."""
    t = Table(turn=4, fuehrer_orders="on")
    t.play.state.order, t.play.state.duty = 4, 1
    for id in ("5Pz", "16Pz", "1ID", "69ID"):
        t.put(id, "1612")
    t.put("94RC", "1611")
    t.put("25Pz", "1412")
    t.put("65RC", "1411")
    for id, number in columns:
        t.play.state.ordered[t.put(id, number)] = 1
    return t, t.match()


@pytest.mark.rule("vistula 12.5#2")
def test_columns_of_the_order_are_spent_in_the_ordered_attack_and_in_no_other() -> None:
    t, _ = bound(("G-LC1", "1612"), ("G-LC2", "1412"))
    four = ("5Pz", "16Pz", "1ID", "69ID")
    combat.begin(t.play, GERMAN)
    match = t.match()
    assert match.preview("1611", four, {"G-LC1": "column"}).refusal is None
    alone = match.preview("1411", ["25Pz"], {"G-LC2": "column"}).refusal
    assert alone is not None and str(alone.citation) == "vistula 12.5#2"
    for id in four:
        match.play(f"with {id}")
    match.play("resolve")
    assert texts(match) == ["column G-LC1", "done"]
    match.next_dice(6)
    events = match.play("column G-LC1")  # 28 to 6 is 4:1
    assert happened(events, "attack")[0].params["odds"] == "5:1"
    assert where(match, "G-LC1") == "pool" and t.play.state.ordered[t.unit("G-LC1")] == 0
    match.play("done")
    t.put("G-LC3", "1412")  # an ordinary one beside it
    match.play("attack 1411")
    match.play("resolve")
    assert texts(match) == ["column G-LC3", "done"]
    assert str(refused(match, "column G-LC2").citation) == "vistula 12.5#2"


@pytest.mark.rule("vistula 12.5#2")
def test_columns_of_the_order_neither_defend_nor_go_with_a_mobile_attack() -> None:
    t, _ = bound(("G-LC1", "1612"), ("G-LC2", "1612"))
    t.put("G-LC3", "1612")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 1612")
    match.play("resolve")
    assert (match.to_act, texts(match)) == ("german", ["column G-LC3", "done"])
    assert str(refused(match, "column G-LC1").citation) == "vistula 12.5#2"
    t.play.shift(t.unit("G-LC2"), t.hex("2020"))
    assert str(refused(match, "column G-LC2").citation) == "vistula 5.8.1#1"  # too far in any case
    t, _ = bound(("G-LC1", "1612"))
    match = t.push(MovementPhase(GERMAN))
    match.play("move 5Pz+16Pz+G-LC1")
    match.next_dice(6)
    events = match.play("assault 1611")
    assert happened(events, "attack")  # nothing could be committed, so nobody was asked
    assert where(match, "G-LC1") == "1612"


@pytest.mark.rule("vistula 12.5#2")
@pytest.mark.parametrize("near", [True, False])
def test_columns_of_the_order_are_gone_when_the_german_combat_phase_ends(near: bool) -> None:
    """Whether the offensive was made, or the army kept away and it lapsed."""
    t, _ = bound(("G-LC1", "1613"))
    t.put("G-LC2", "1613")
    if not near:
        t.play.shift(t.unit("5Pz"), t.hex("1620"))
    combat.begin(t.play, GERMAN)
    match = t.match()
    if near:
        for id in ("5Pz", "16Pz", "1ID", "69ID"):
            match.play(f"with {id}")
        match.next_dice(6)
        match.play("resolve")
        match.play("done")  # no columns
        match.play("done")  # no advance
    events = match.play("done")
    assert [event.params["unit"] for event in happened(events, "column_recalled")] == ["G-LC1"]
    assert str(happened(events, "column_recalled")[0].citation) == "vistula 12.5#2"
    assert (where(match, "G-LC1"), where(match, "G-LC2")) == ("pool", "1613")


@pytest.mark.rule("vistula 12.5#2")
def test_the_allied_combat_phase_leaves_them() -> None:
    t, _ = bound(("G-LC1", "1613"))
    match = t.push(CombatPhase(ALLIED))
    match.play("done")
    assert where(match, "G-LC1") == "1613"


# 12.6


@pytest.mark.rule("vistula 12.6#1")
@pytest.mark.parametrize(("turn", "die", "thaws"), [(2, 3, True), (2, 4, False), (3, 5, True), (3, 6, False)])
def test_the_thaw_comes_on_turn_2_or_3_by_the_die(turn: int, die: int, thaws: bool) -> None:
    t = Table(turn=turn, thaw="on")
    t.play.state.chance.dice = [die]
    thaw.roll(t.play)
    assert t.play.state.thaw == (turn if thaws else 0)
    assert str(t.events("thaw" if thaws else "no_thaw")[0].citation) == "vistula 12.6#1"


@pytest.mark.rule("vistula 12.6#1")
def test_on_turn_4_it_comes_at_last_and_only_once() -> None:
    t = Table(turn=4, thaw="on")
    thaw.roll(t.play)
    assert (t.play.state.thaw, t.play.state.chance.deeds) == (4, {})
    t = Table(turn=3, thaw="on")
    t.play.state.thaw = 2
    t.play.state.chance.dice = [1]
    thaw.roll(t.play)
    assert t.play.state.thaw == 2
    assert not thaw.thawing(t.play)


@pytest.mark.rule("vistula 12.6#1")
def test_without_the_option_there_is_no_thaw() -> None:
    t = Table(turn=4)
    thaw.roll(t.play)
    assert t.play.state.thaw == 0


@pytest.mark.rule("vistula 12.6#2")
def test_example_12_6_a_movement_of_five_becomes_three() -> None:
    t = Table(turn=3, thaw="on")
    t.play.state.thaw = 3
    t.put("1GKK", "1604", supply="out_of_supply")  # ten, halved to five
    t.put("113RC", "1604")
    t.put("HQ-1B", "1604")
    assert [ways.allowance(t.play, t.unit(id)) for id in ("1GKK", "113RC", "HQ-1B")] == [3, 4, 1]
    match = t.push(MovementPhase(ALLIED))
    assert max(match.reach(["113RC"]).values()) == 4
    assert max(match.reach(["113RC"], mode="strategic").values()) == 8


# 12.3, the second attack


@pytest.mark.rule("vistula 12.3.1#2")
def test_who_stands_is_attacked_as_if_nothing_had_been_offered() -> None:
    _, match = attacked()
    match.play("resolve")
    match.next_dice(1)
    events = match.play("stand")
    assert happened(events, "attack")[0].params["odds"] == "2:1"  # 24 to 10
    assert where(match, "1ID") == "1409"


@pytest.mark.rule("vistula 12.3.1#1", "vistula 4#1")
def test_the_second_line_needs_room_for_all_of_the_defenders() -> None:
    """1410 holds three divisions: no room for two, nor for one and an HQ; columns and ships take none."""
    t, match = attacked()
    for id in ("56ID", "286ID", "23ID"):
        t.put(id, "1410")
    match.play("resolve")
    assert texts(match) == ["stand", "withdraw 1509", "withdraw 1309"]
    assert str(refused(match, "withdraw 1410").citation) == "vistula 12.3.1#1"


@pytest.mark.rule("vistula 12.3.1#1")
def test_the_second_line_is_free_of_enemies_and_of_their_zones_unless_friends_stand_there() -> None:
    t, match = attacked()
    t.put("31TK", "1411")  # its zone lies over 1410
    t.put("25TK", "1309")
    match.play("resolve")
    assert texts(match) == ["stand", "withdraw 1509"]
    t, match = attacked()
    t.put("31TK", "1411")
    t.put("56ID", "1410")
    match.play("resolve")
    assert "withdraw 1410" in texts(match)


@pytest.mark.rule("vistula 12.3.1#1", "vistula 8.10#1")
def test_hqs_and_columns_go_along_and_ships_stay() -> None:
    t = Table(turn=5, defence_in_depth="on")
    t.put("9TK", "0415")
    for id in ("1ID", "HQ-2A", "G-LC1", "KM"):
        t.put(id, "0416")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 0416")
    match.play("resolve")
    match.play("done")  # the column is kept
    match.play("announce none")
    match.play("withdraw 0417")
    assert [where(match, id) for id in ("1ID", "HQ-2A", "G-LC1")] == ["0417"] * 3
    assert where(match, "KM") == "0416"


@pytest.mark.rule("vistula 12.3.2#2")
def test_the_second_attack_has_no_new_support_of_the_attacker() -> None:
    """Columns and aircraft near are left alone, those spent in the first attack shift nothing; the defender may add."""
    t, match = attacked()
    aviation.refresh(t.play)
    for number in (1, 2):
        t.put(f"A-LC{number}", "1408")
    t.put("G-LC1", "1410")
    for action in ("resolve", "column A-LC1", "done"):
        match.play(action)
    assert (match.to_act, texts(match)) == ("german", ["column G-LC1", "done"])
    match.play("done")
    match.play("announce none")
    match.play("announce none")
    match.play("withdraw 1309")
    match.play("follow 9TK")
    match.play("follow 11TK")
    match.play("attack 1309")
    assert (match.to_act, texts(match)) == ("german", ["column G-LC1", "done"])
    match.next_dice(1)
    events = match.play("done")
    assert happened(events, "attack")[0].params["odds"] == "2:1"  # 24 to 10; nothing for the column of the first
    assert where(match, "A-LC2") == "1408"


@pytest.mark.rule("vistula 12.3.2#1")
def test_half_of_an_odd_factor_is_rounded_up(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,support\n8R,11\n", encoding="utf-8")
    t = Table(turn=5, data=tmp_path, defence_in_depth="on")
    for id in ("9TK", "8R"):
        t.put(id, "1408")
    t.put("1ID", "1409")
    t.put("A-LC1", "1408")
    match = t.push(CombatPhase(ALLIED))
    for action in ("attack 1409", "resolve", "fire 8R A-LC1", "withdraw 1410", "follow 9TK"):
        match.play(action)
    weighed = match.preview("1410", ["9TK"])
    assert [part.value for part in weighed.parts if part.text.key.endswith("guns")] == [6]


@pytest.mark.rule("vistula 12.3.2#2", "vistula 4#1")
def test_no_more_than_four_follow() -> None:
    t = Table(turn=5, defence_in_depth="on")
    five = ("9TK", "11TK", "25TK", "29TK", "31TK")
    for id in five:
        t.put(id, "1408" if id in five[:3] else "1508")
    t.put("1ID", "1409")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 1409")
    for id in five:
        match.play(f"with {id}")
    match.play("resolve")
    match.play("withdraw 1410")
    for id in five[:4]:
        events = match.play(f"follow {id}")
        assert str(happened(events, "followed")[0].citation) == "vistula 12.3.2#2"
    assert "follow 31TK" not in texts(match)
    assert str(refused(match, "follow 31TK").citation) == "vistula 12.3.2#2"


@pytest.mark.rule("vistula 12.3.2#2")
def test_an_attack_that_is_not_followed_up_is_over() -> None:
    t, match = attacked()
    match.play("resolve")
    match.play("withdraw 1410")
    match.play("follow 9TK")
    match.play("done")
    assert where(match, "9TK") == "1409" and t.play.state.attacked[t.unit("9TK")] == 1
    assert not happened(match.log, "attack")


@pytest.mark.rule("vistula 12.3")
def test_germans_attacked_by_germans_there_is_no_such_thing_and_allies_do_not_fall_back() -> None:
    t = Table(turn=5, defence_in_depth="on")
    t.put("5Pz", "1409")
    t.put("94RC", "1408")
    match = t.push(CombatPhase(GERMAN))
    match.play("attack 1408")
    match.next_dice(1)
    assert happened(match.play("resolve"), "attack")


# 12.4, its table and targets


@pytest.mark.rule("vistula 12.4#1")
def test_strikes_are_offered_on_hexes_with_allied_combat_units_only() -> None:
    t = Table(turn=3, interdiction="on")
    aviation.refresh(t.play)
    t.put("9TK", "1604")
    t.put("HQ-1B", "1605")
    t.put("1ID", "1420")
    match = t.push(MovementPhase(ALLIED))
    assert texts(match) == ["interdict 1604 1", "interdict 1604 2", "pass", "done"]
    refusal = refused(match, "interdict 1604 3")
    assert (str(refusal.citation), refusal.reason.params["left"]) == ("vistula 12.4#1", 2)
    for number in ("1605", "1420"):
        assert refused(match, f"interdict {number} 1").reason.key == "vistula.refusal.nothing_to_strike"


@pytest.mark.rule("vistula 12.4#4")
@pytest.mark.parametrize(("others", "thawing", "die", "read"), [(0, 0, 6, 6), (3, 0, 3, 4), (3, 3, 3, 5), (3, 3, 6, 6)])
def test_a_full_hex_and_the_thaw_add_one_each_up_to_six(others: int, thawing: int, die: int, read: int) -> None:
    """An HQ counts for the four."""
    t = Table(turn=3, interdiction="on", thaw="on")
    aviation.refresh(t.play)
    t.play.state.thaw = thawing
    for id in ("9TK", "HQ-1B", "11TK", "113RC")[: others + 1]:
        t.put(id, "1604")
    match = t.push(MovementPhase(ALLIED))
    match.next_dice(die)
    [event] = happened(match.play("interdict 1604 1"), "interdicted")
    assert event.params["read"] == read


@pytest.mark.rule("vistula 12.4#3", "vistula 10.4#1")
def test_an_hq_outlives_the_units_struck_beside_it() -> None:
    t = Table(turn=3, interdiction="on")
    aviation.refresh(t.play)
    t.put("152UR", "1604")
    t.put("HQ-1B", "1604")
    t.put("9TK", "1402")
    match = t.push(MovementPhase(ALLIED))
    match.next_dice(6)
    match.play("interdict 1604 1")
    assert (where(match, "152UR"), where(match, "HQ-1B")) == ("eliminated", "1604")


# 12.5, how big, and how often


@pytest.mark.rule("vistula 12.5#3")
@pytest.mark.parametrize(
    ("ids", "owed"),
    [
        (("5Pz", "16Pz", "1ID", "69ID"), 1),  # eight steps, four of them armoured
        (("5Pz", "16Pz", "1ID", "286ID"), 0),  # seven
        (("5Pz", "505sPz", "1ID", "69ID"), 0),  # seven, three of them armoured
        (("5Pz", "1ID", "69ID", "56ID"), 0),  # eight, two of them armoured
        (("1ID", "69ID", "56ID", "23ID", "5Pz", "16Pz"), 1),  # the right four of six
    ],
)
def test_the_offensive_is_owed_where_it_can_be_made(ids: tuple[str, ...], owed: int) -> None:
    t = Table(turn=4, fuehrer_orders="on")
    t.play.state.order, t.play.state.duty = 4, 1
    for id in ids:
        t.put(id, "1612")
    t.put("94RC", "1611")
    combat.begin(t.play, GERMAN)
    assert t.play.state.duty == owed


@pytest.mark.rule("vistula 12.5#3")
def test_while_it_is_owed_no_other_hex_is_attacked_and_the_phase_goes_on() -> None:
    t = Table(turn=4, fuehrer_orders="on")
    t.play.state.order, t.play.state.duty = 4, 1
    for id in ("5Pz", "16Pz", "1ID", "69ID"):
        t.put(id, "1612")
    t.put("94RC", "1611")
    t.put("65RC", "1613")
    t.put("25Pz", "1412")
    t.put("20RC", "1411")
    combat.begin(t.play, GERMAN)
    match = t.match()
    assert texts(match) == ["attack 1611", "attack 1613"]
    for text in ("done", "attack 1411"):
        assert str(refused(match, text).citation) == "vistula 12.5#3"
    combat.begin(t.play, ALLIED)  # the Allies owe nothing
    assert "done" in texts(t.match())


@pytest.mark.rule("vistula 12.5#3")
def test_a_mobile_attack_does_not_count() -> None:
    t = Table(turn=4, fuehrer_orders="on")
    t.play.state.order, t.play.state.duty = 4, 1
    for id in ("5Pz", "16Pz", "17Pz", "24Pz"):
        t.put(id, "1612")
    t.put("94RC", "1611")
    match = t.push(MovementPhase(GERMAN))
    match.play("move 5Pz+24Pz+16Pz+17Pz")
    match.next_dice(1)
    match.play("assault 1611")
    assert t.play.state.duty == 1
