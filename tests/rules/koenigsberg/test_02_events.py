"""The random event table."""

import pytest

from countermarch.flow import Event
from countermarch.games.chitpull.activation import left
from countermarch.games.chitpull.reinforcements import arrive
from countermarch.games.chitpull.state import (
    ELIMINATED,
    GERMAN,
    GROUNDED,
    ISOLATED,
    READY,
    REFIT,
    RESERVE,
    SUPPLIED,
    VOLKSSTURM_BOX,
)
from countermarch.match import Match
from tests.rules.koenigsberg.chits import chit, draw
from tests.rules.koenigsberg.table import Table, at_the_gate, happened, refused, steps, texts, where

CORPS_28 = ("28K-HQ", "28K-58", "28K-95")
ARMY_19 = ("19A-HQ", "19A-40G", "19A-132", "19A-134")


def start() -> Table:
    table = Table(turn=3)
    table.put("9K-HQ", "1939")
    return table


def reserve(table: Table, *ids: str) -> Table:
    for id in ids:
        table.box(id, RESERVE)
    return table


def event(table: Table, number: int, *dice: int, then: str = "9K") -> Match:
    """Draw the event chit with this number, then 9 Corps or another."""
    return at_the_gate(draw(table, "Event", then, draws=("Event", str(number), then), dice=dice))


def told(match: Match, key: str) -> Event:
    (only,) = happened(match.log, key)
    return only


@pytest.mark.rule("koenigsberg RET.2")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_2_a_low_die_brings_the_latvians_to_a(die: int) -> None:
    match = event(reserve(start(), "Ind-15SS", *CORPS_28), 2, die)
    assert (where(match, "Ind-15SS"), where(match, "28K-HQ")) == ("3603", "reserve")
    assert {"move Ind-15SS", "move Ind-15SS rail"} <= set(texts(match))
    assert str(told(match, "come_early").citation) == "koenigsberg RET.2"


@pytest.mark.rule("koenigsberg RET.2")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_2_a_high_die_brings_28_corps_to_d_with_its_chit(die: int) -> None:
    match = event(reserve(start(), "Ind-15SS", *CORPS_28), 2, die)
    assert [where(match, id) for id in CORPS_28] == ["3145"] * 3
    assert (where(match, "Ind-15SS"), chit(match, "28K")) == ("reserve", "cup")


@pytest.mark.rule("koenigsberg RET.2")
def test_2_who_has_no_entry_area_does_not_come_with_his_corps() -> None:
    match = event(reserve(start(), *CORPS_28, "28K-607"), 2, 6)
    assert [where(match, id) for id in (*CORPS_28, "28K-607")] == ["3145", "3145", "3145", "reserve"]


@pytest.mark.rule("koenigsberg RET.2")
def test_2_if_one_is_in_play_the_other_comes() -> None:
    table = reserve(start(), *CORPS_28)
    table.box("Ind-15SS", ELIMINATED)
    assert where(event(table, 2, 1), "28K-HQ") == "3145"
    assert where(event(reserve(start(), "Ind-15SS"), 2, 6), "Ind-15SS") == "3603"


@pytest.mark.rule("koenigsberg RET.2")
def test_2_with_both_in_play_nothing_happens() -> None:
    match = event(start(), 2, 1)
    assert str(told(match, "no_effect").citation) == "koenigsberg RET.2"
    assert "move 9K-HQ" in texts(match)


@pytest.mark.rule("koenigsberg RET.2")
def test_2_what_came_early_does_not_come_again() -> None:
    table = reserve(start(), *CORPS_28)
    match = event(table, 2, 6)
    match.play("done")
    table.play.state.frames.clear()
    table.play.state.turn = 8
    arrive(table.play, GERMAN)
    assert table.match().to_act is None
    assert [where(match, id) for id in CORPS_28] == ["3145"] * 3


@pytest.mark.rule("koenigsberg RET.3")
def test_3_any_german_hq_and_its_units_move_for_free_but_do_not_attack() -> None:
    table = start()
    table.put("26K-HQ", "1338")
    table.put("26K-1", "1338")
    table.put("28A-20", "1138")
    table.put("28A-HQ", "1036")
    match = event(table, 3)
    assert set(texts(match)) == {"activate 9K-HQ", "activate 26K-HQ"}
    assert str(refused(match, "activate 28A-HQ").citation) == "koenigsberg RET.3"
    match.play("activate 26K-HQ")
    match.play("move 26K-1")
    match.play("to 1238")
    match.play("done")
    drawn = [e.params["chit"] for e in happened(match.log, "drawn")]
    assert drawn == ["Event", "9K"]
    assert not any(text.startswith("attack") for text in texts(match))
    assert table.play.state.used[GERMAN] == 1
    assert str(told(match, "free_move").citation) == "koenigsberg RET.3"


@pytest.mark.rule("koenigsberg RET.4")
def test_4_one_german_barrage_next_to_a_german_unit() -> None:
    table = start()
    table.put("9K-56", "1142")
    table.put("39A-94", "1143")
    table.put("39A-113", "1044")
    match = event(table, 4)
    assert match.to_act == "german"
    assert texts(match) == ["barrage 1143", "done"]
    assert str(told(match, "german_barrage").citation) == "koenigsberg RET.4"
    match.play("done")
    assert "move 9K-HQ" in texts(match)


@pytest.mark.rule("koenigsberg RET.11")
def test_11_one_soviet_barrage_by_either_front() -> None:
    table = start()
    table.put("9K-56", "1142")
    table.put("39A-94", "1143")
    table.put("27K-35", "0908")
    table.put("70A-96", "0907")
    match = event(table, 11)
    assert match.to_act == "soviet"
    assert set(texts(match)) == {"barrage 1142", "barrage 0908", "done"}
    match.next_dice(6)
    match.play("barrage 1142")
    while match.to_act and "move 9K-HQ" not in texts(match):
        assert not any(text.startswith("barrage") for text in texts(match))
        match.play(match.legal()[0])
    assert str(told(match, "soviet_barrage").citation) == "koenigsberg RET.11"


@pytest.mark.rule("koenigsberg RET.5", "koenigsberg RET.9")
@pytest.mark.parametrize("number", [5, 9])
def test_5_and_9_refugees_slow_the_next_hq(number: int) -> None:
    table = start()
    table.put("Ind-5", "1838")
    free = set(table.move(GERMAN, "Ind-5").reach("Ind-5"))
    table = start()
    table.put("Ind-5", "1838")
    match = event(table, number)
    slow = set(match.reach("Ind-5"))
    assert slow < free
    assert str(told(match, "refugees").citation) == f"koenigsberg RET.{number}"
    assert told(match, "slowed").params["unit"] == "9K-HQ"


@pytest.mark.rule("koenigsberg RET.5")
def test_5_who_has_no_part_in_the_slowed_activation_would_move_as_ever() -> None:
    table = Table()
    for id, number in (("9K-HQ", "0638"), ("9K-561", "0637"), ("26K-1", "2020")):
        table.put(id, number)
    free = table.match().reach("26K-1", freely=True), table.match().reach("9K-561", freely=True)
    table.play.state.slow_next = 1
    match = table.activate("9K-HQ")
    assert match.reach("26K-1", freely=True) == free[0]
    assert set(match.reach("9K-561", freely=True)) < set(free[1])


@pytest.mark.rule("koenigsberg RET.5")
def test_5_refugees_keep_only_the_slowed_from_strategic_movement() -> None:
    table = Table()
    for id, number in (("9K-HQ", "0638"), ("9K-56", "0639"), ("26K-69", "0938")):
        table.put(id, number)
    table.play.state.slow_next = 1
    match = table.activate("9K-HQ")
    assert match.reach("9K-56", "strategic", freely=True) == {} != match.reach("26K-69", "strategic", freely=True)


@pytest.mark.rule("koenigsberg RET.5", "koenigsberg RET.9")
@pytest.mark.parametrize("number", [5, 9])
def test_5_and_9_refugees_stop_strategic_but_not_rail_movement(number: int) -> None:
    table = start()
    table.put("9K-548", "1940")
    table.put("9K-551", "1841")
    match = event(table, number)
    assert not any(text.endswith("strategic") for text in texts(match))
    assert "move 9K-548 rail" in texts(match)
    assert str(refused(match, "move 9K-551 strategic").citation) == "koenigsberg RET.5"


@pytest.mark.rule("koenigsberg RET.5", "koenigsberg RET.9", "koenigsberg 6.1.1")
@pytest.mark.parametrize(("supply", "points"), [(SUPPLIED, 9), (ISOLATED, 4)])
def test_5_refugees_cost_one_point_after_isolation_has_halved_them(supply: int, points: int) -> None:
    """Ind-5 has ten points."""
    table = start()
    table.put("Ind-5", "1838", supply=supply)
    match = event(table, 5)
    assert max(match.reach("Ind-5").values()) == points
    match.play("move Ind-5")
    assert refused(match, "to 2220").reason.params["allowance"] == points


@pytest.mark.rule("koenigsberg RET.5")
def test_5_a_chit_beyond_the_limit_does_not_meet_the_refugees() -> None:
    table = start()
    table.put("39A-HQ", "1043")
    table.play.state.used[table.group("3BF")] = 4
    match = draw(table, "Event", "39A", "9K", draws=("Event", "5", "39A", "9K"))
    assert chit(match, "39A") == "void"
    assert told(match, "slowed").params["unit"] == "9K-HQ"


@pytest.mark.rule("koenigsberg RET.5", "koenigsberg RET.9")
def test_5_refugees_are_gone_next_turn() -> None:
    table = start()
    table.play.state.used[GERMAN] = 4
    table.play.state.slow_next = 1
    table.put("9K-548", "1939")
    table.box("VS-1", VOLKSSTURM_BOX)
    match = table.phase("end")
    assert table.play.state.turn == 4
    match.play("done")
    assert not happened(match.log, "slowed")


@pytest.mark.rule("koenigsberg RET.3", "koenigsberg 2.5.3", "koenigsberg 4.2.1")
def test_3_the_free_move_is_an_activation_with_its_independents_and_without_gas() -> None:
    table = start()
    table.play.state.no_gas = 1
    table.put("Ind-5", "1838")
    match = event(table, 3)
    match.play("move Ind-5")
    match.play("to 1837")
    assert (steps(match, "Ind-5"), table.play.state.quota) == (1, 2)
    assert table.play.state.used[GERMAN] == 0


@pytest.mark.rule("koenigsberg RET.5")
def test_5_refugees_slow_one_hq_of_either_side_and_only_that() -> None:
    table = start()
    table.put("39A-HQ", "1043")
    match = draw(table, "Event", "39A", "9K", draws=("Event", "5", "39A", "9K"))
    match.play("done")
    assert told(match, "slowed").params["unit"] == "39A-HQ"
    assert not table.play.state.slowed
    assert match.to_act == "german"


@pytest.mark.rule("koenigsberg RET.6", "koenigsberg RET.8")
@pytest.mark.parametrize("number", [6, 8])
def test_6_and_8_bad_weather_moves_every_air_unit_one_box_down(number: int) -> None:
    table = start()
    table.box("LW", READY)
    table.box("3AA", READY)
    table.box("4AA-1", REFIT)
    table.box("18AA", GROUNDED)
    match = event(table, number)
    assert [where(match, id) for id in ("LW", "3AA", "4AA-1", "18AA")] == [
        "refit",
        "refit",
        "grounded",
        "grounded",
    ]
    assert str(told(match, "bad_weather").citation) == f"koenigsberg RET.{number}"


@pytest.mark.rule("koenigsberg RET.7", "koenigsberg 11.3(1)")
def test_7_an_atrocity_adds_one_volkssturm() -> None:
    table = reserve(start(), "VS-3", "VS-4")
    match = event(table, 7)
    assert (where(match, "VS-3"), where(match, "VS-4")) == ("volkssturm_box", "reserve")
    assert str(told(match, "atrocity").citation) == "koenigsberg RET.7"
    assert not happened(match.log, "no_effect")


@pytest.mark.rule("koenigsberg RET.7")
def test_7_four_are_the_most() -> None:
    table = start()
    for n in (1, 2, 3, 4):
        table.box(f"VS-{n}", VOLKSSTURM_BOX)
    reserve(table, "Ind-15SS")  # waits as well, but is no militia
    match = event(table, 7)
    assert where(match, "Ind-15SS") == "reserve"
    assert str(told(match, "no_effect").citation) == "koenigsberg RET.7"


@pytest.mark.rule("koenigsberg RET.10")
@pytest.mark.parametrize(("die", "front", "other"), [(1, "2BF", "3BF"), (3, "2BF", "3BF"), (4, "3BF", "2BF")])
def test_10_stalin_costs_a_front_two_activations(die: int, front: str, other: str) -> None:
    table = start()
    before = {group: left(table.play, group) for group in table.rules.edition.groups}
    match = event(table, 10, die)
    assert left(table.play, front) == before[front] - 2
    assert left(table.play, other) == before[other]
    assert str(told(match, "interference").citation) == "koenigsberg RET.10"


@pytest.mark.rule("koenigsberg RET.10")
def test_10_no_front_falls_below_none() -> None:
    table = start()
    table.put("39A-HQ", "1043")
    table.play.state.used[table.group("3BF")] = 3
    match = draw(table, "Event", "39A", "9K", draws=("Event", "10", "39A", "9K"), dice=(6,))
    assert left(table.play, "3BF") == 0
    assert chit(match, "39A") == "void"
    assert table.play.state.used[table.group("3BF")] == 3
    assert table.play.state.lost[table.group("3BF")] == 1  # it had no more to lose


@pytest.mark.rule("koenigsberg RET.12")
def test_12_19th_army_comes_early_at_f_moves_and_can_be_drawn() -> None:
    table = reserve(start(), *ARMY_19)
    match = draw(table, "Event", "9K", draws=("Event", "12", "19A"))
    assert [where(match, id) for id in ARMY_19] == ["0106"] * 4
    assert match.to_act == "soviet"
    match.play("move 19A-132")
    match.play("to 0107")
    match.play("done")
    assert told(match, "activated").params["unit"] == "19A-HQ"
    assert str(told(match, "come_early").citation) == "koenigsberg RET.12"


@pytest.mark.rule("koenigsberg RET.12")
def test_12_after_its_arrival_nothing_happens() -> None:
    table = start()
    table.put("19A-HQ", "0106")
    match = event(table, 12)
    assert str(told(match, "no_effect").citation) == "koenigsberg RET.12"
