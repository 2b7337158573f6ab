"""12.0: replacements, Volkssturm, Arnswalde, barrages."""

import pytest

from countermarch.games.base import PositionError
from countermarch.games.chitpull.barrage import Barrage, OpeningBarrage, roll
from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.state import ELIMINATED, VOLKSSTURM_BOX
from countermarch.games.chitpull.volkssturm import begin, go_home
from countermarch.games.stargard.turn import tidy_up
from countermarch.games.stargard.victory import tally
from countermarch.match import Match
from tests.rules.stargard.table import (
    GERMAN,
    SOVIET,
    Pomerania,
    cited,
    happened,
    inside,
    pinned,
    refused,
    steps,
    texts,
    where,
)


def worn(table: Pomerania, **units: str) -> None:
    for id, number in units.items():
        table.put(id, number, steps=1)


def dead(table: Pomerania, *units: str) -> None:
    for id in units:
        table.play.state.hex[table.unit(id)] = ELIMINATED
        table.play.state.steps[table.unit(id)] = 0


@pytest.mark.rule("stargard-design 12.2")
def test_german_steps_cost_one_point_mechanised_ones_two() -> None:
    table = Pomerania()
    table.put("48/23SS", "16.24", steps=1)
    table.put("23/11SS", "16.25", steps=1)
    match = table.push(Replacements(GERMAN, 1, ()))
    assert texts(match) == ["refit 48/23SS", "done"]
    assert str(refused(match, "refit 23/11SS").citation) == "stargard-design 12.2"
    rich = Pomerania()
    rich.put("23/11SS", "16.25", steps=1)
    match = rich.push(Replacements(GERMAN, 2, ()))
    match.play("refit 23/11SS")
    assert steps(match, "23/11SS") == 2


@pytest.mark.rule("stargard-design 12.2")
def test_a_soviet_unit_may_come_back_in_full_a_german_one_reduced_with_their_hq() -> None:
    table = Pomerania()
    table.lay({"61-HQ": "16.24", "3SS-HQ": "20.20"})
    dead(table, "12G", "48/23SS")
    match = table.push(Replacements(GERMAN, 2, ()), Replacements(SOVIET, 2, ()))
    assert texts(match) == ["rebuild 12G 1 16.24", "rebuild 12G 2 16.24", "done"]
    match.play("rebuild 12G 2 16.24")
    assert where(match, "12G") == "16.24" and steps(match, "12G") == 2
    assert texts(match) == ["rebuild 48/23SS 1 20.20", "done"]  # nobody moves after being rebuilt
    assert str(refused(match, "rebuild 48/23SS 2 20.20").citation) == "stargard-design 12.2"


@pytest.mark.rule("stargard-design 12.2")
def test_only_supplied_units_of_two_steps() -> None:
    table = Pomerania()
    table.put("48/23SS", "16.24", steps=1, supply=1)
    table.put("49/23SS", "16.25", steps=1)
    table.put("66/27SS", "20.20", steps=1)
    match = table.push(Replacements(GERMAN, 3, ()))
    assert "refit 48/23SS" not in texts(match)
    assert str(refused(match, "refit 48/23SS").citation) == "stargard-design 12.2"
    assert str(refused(match, "refit 3Al").citation) == "stargard-design 12.2"


@pytest.mark.rule("stargard-design 12.2", "stargard 6.0")
def test_nobody_is_rebuilt_into_a_full_hex() -> None:
    table = Pomerania()
    table.lay({"61-HQ": "16.24", "75G": "16.24", "397": "16.24"})
    dead(table, "12G")
    match = table.push(Replacements(SOVIET, 2, ()))
    assert match.to_act is None


@pytest.mark.rule("stargard-design 12.3")
def test_volkssturm_in_german_settlements_out_of_reach_and_linked() -> None:
    table = Pomerania()
    for id in ("VS1", "VS2"):
        table.box(id, VOLKSSTURM_BOX)
    table.lay({"12G": "29.18", "75G": "24.15"})
    begin(table.play)
    match = table.match()
    places = {text.split()[2] for text in texts(match) if text.startswith("place")}
    assert "18.13" in places and "29.16" not in places and "24.17" not in places
    assert str(refused(match, "place VS1 29.16").citation) == "stargard-design 12.3"
    match.play("place VS1 18.13")
    assert str(refused(match, "place VS2 18.13").citation) == "stargard-design 12.3"
    go_home(table.play)
    assert where(match, "VS1") == "volkssturm_box"


@pytest.mark.rule("stargard-design 12.3")
def test_a_settlement_cut_off_gets_none_and_the_lost_come_back() -> None:
    table = Pomerania()
    table.box("VS1", VOLKSSTURM_BOX)
    ring = [table.tables.numbers[h] for h in table.tables.board.grid.ring(table.hex("29.20"), 4)]
    soviets = [u.id for u in table.tables.units if u.side == "soviet" and table.tables.is_combat[u.index]]
    land = [h for h in ring if table.tables.land[table.hex(h)]]
    table.lay(dict(zip(soviets, land, strict=False)))
    begin(table.play)
    match = table.match()
    assert "place VS1 29.20" not in texts(match)
    play = inside(match)
    play.put(play.tables.index["VS2"], table.hex("18.13"))
    play.lose_step(play.tables.index["VS2"])
    assert where(match, "VS2") == "volkssturm_box" and steps(match, "VS2") == 1


# Arnswalde


def besieged(turn: int) -> Pomerania:
    table = Pomerania(turn=turn)
    table.put("Gar-Arnswalde", "26.07")
    return table


def end_phase(table: Pomerania, turn: int) -> Match:
    """The end of this turn, up to what it asks."""
    table.play.state.turn = turn
    tidy_up(table.play)
    return table.match()


def ring(table: Pomerania) -> None:
    around = [table.tables.numbers[h] for h in table.tables.board.grid.around(table.hex("26.07"))]
    table.lay(dict(zip(("12G", "75G", "23G", "52G", "397", "356"), around, strict=True)))


@pytest.mark.rule("stargard-design 12.6")
def test_arnswalde_is_cleared_after_two_end_phases_in_touch_for_three_points() -> None:
    table = besieged(5)
    assert end_phase(table, 5).to_act is None
    assert cited(table.play.events, "corridor") == ["stargard-design 12.6"]
    match = end_phase(table, 6)
    assert match.to_act == "german" and texts(match) == ["evacuate", "done"]
    events = match.play("evacuate")
    assert where(match, "Gar-Arnswalde") == "removed" and tally(inside(match))["soviet"] == -3
    assert cited(events, "evacuated") == ["stargard-design 12.6"]
    assert end_phase(table, 6).to_act is None  # once only


@pytest.mark.rule("stargard-design 12.6")
def test_two_end_phases_with_the_ring_closed_between_them_do_not_count() -> None:
    table = besieged(2)
    end_phase(table, 2)
    ring(table)
    end_phase(table, 3)
    assert table.own.state.corridor == 0
    for id in ("12G", "75G", "23G", "52G", "397", "356"):
        table.box(id, ELIMINATED)
    assert end_phase(table, 4).to_act is None
    assert end_phase(table, 5).to_act == "german"


@pytest.mark.rule("stargard-design 12.6")
def test_arnswalde_is_not_cleared_after_turn_six() -> None:
    table = besieged(6)
    end_phase(table, 6)
    assert not happened(list(table.play.events), "corridor")  # it would be too late
    assert end_phase(table, 7).to_act is None


@pytest.mark.rule("stargard-design 12.6")
def test_arnswalde_is_not_cleared_without_its_garrison() -> None:
    table = Pomerania(turn=4)
    table.put("48/23SS", "26.07")
    end_phase(table, 4)
    assert table.own.state.corridor == 0 and end_phase(table, 5).to_act is None


@pytest.mark.rule("stargard-design 12.6")
def test_a_garrison_killed_after_the_corridor_was_open_saves_nobody() -> None:
    table = besieged(4)
    end_phase(table, 4)
    table.box("Gar-Arnswalde", ELIMINATED)
    table.put("48/23SS", "26.07")
    assert end_phase(table, 5).to_act is None


@pytest.mark.rule("stargard-design 12.6")
def test_declining_leaves_all_as_it_is() -> None:
    table = besieged(4)
    end_phase(table, 4)
    match = end_phase(table, 5)
    match.play("done")
    assert where(match, "Gar-Arnswalde") == "26.07" and tally(inside(match))["soviet"] == 0


@pytest.mark.rule("stargard-design 12.6")
def test_a_position_counts_the_end_phases_and_no_more_than_there_were() -> None:
    table = besieged(3)
    end_phase(table, 3)
    doc = table.match().position()
    assert doc["effects"]["corridor"] == 1
    table.own.state.corridor = 3
    assert end_phase(table, 3).position()["effects"]["corridor"] == 3
    doc = table.game.start(seed=1).position()
    doc["effects"]["corridor"] = 2
    with pytest.raises(PositionError, match="Arnswalde in touch in 2 end of turn phases"):
        table.game.from_position(doc)


# barrages


@pytest.mark.rule("stargard-design 12.7")
def test_the_opening_barrage_sees_one_or_two_hexes_and_reads_a_die_less() -> None:
    table = Pomerania(turn=1)
    table.lay({"48/23SS": "16.24", "12G": "16.22", "75G": "16.21", "397": "15.24"})
    table.play.state.chance.dice = [3]
    match = table.push(OpeningBarrage(0, 1))
    assert match.to_act == "german" and texts(match) == ["barrage 15.24", "barrage 16.22", "done"]
    assert str(refused(match, "barrage 16.21").citation) == "stargard-design 12.7"
    answer = match.preview("16.22", [], kind="barrage")
    assert answer.results["-"] == pytest.approx(2 / 6) and "D1R1" not in answer.results
    assert (answer.parts[-1].value, str(answer.parts[-1].citation)) == (-1, "stargard-design 12.7")
    match.next_dice(5)
    told = happened(match.play("barrage 16.22"), "barrage")[0]
    assert (told.params["odds"], told.params["modifier"], told.params["result"]) == ("3-1", -1, "DRo1")
    assert str(told.citation) == "stargard-design 12.7"


@pytest.mark.rule("stargard-design 12.7")
def test_the_soviets_roll_three_dice_on_turn_eight() -> None:
    table = Pomerania()
    table.play.state.chance.dice = [1, 3, 6]
    assert roll(table.play, "soviet", 3) == 1 + 2 + 3
    assert table.play.edition.opening == {1: (("german", 1),), 8: (("soviet", 3),)}


@pytest.mark.rule("stargard-design 12.7")
def test_the_chit_needs_an_adjacent_observer_and_no_hex_twice() -> None:
    table = Pomerania()
    table.lay({"12G": "16.24", "48/23SS": "16.22", "307/163": "16.25", "310/163": "17.25"})
    match = table.push(Barrage(SOVIET, "", attacks=3))
    assert texts(match) == ["barrage 16.25", "barrage 17.25", "done"]
    match.next_dice(1)
    match.play("barrage 16.25")
    assert str(refused(match, "barrage 16.25").citation) == "stargard-design 12.7"
    assert str(refused(match, "barrage 16.22").citation) == "stargard-design 12.7"


@pytest.mark.rule("stargard-design 12.7")
def test_only_the_defender_suffers_and_p_pins_him() -> None:
    table = Pomerania()
    table.lay({"12G": "16.24", "48/23SS": "16.25", "49/23SS": "17.25"})
    match = table.push(Barrage(SOVIET, "", attacks=1))
    match.next_dice(2)  # P on the 3-1 column
    match.play("barrage 16.25")
    assert pinned(match, "48/23SS") and not pinned(match, "12G") and where(match, "12G") == "16.24"


@pytest.mark.rule("stargard-design 12.7")
def test_terrain_and_fortresses_count_lines_do_not() -> None:
    table = Pomerania()
    table.put("Gar-Arnswalde", "26.07")
    answer = table.match().preview("26.07", [], kind="barrage")
    assert answer.column == "1-1"  # a town and a fortress
    tables = table.tables
    lined = next(
        h for h in range(tables.n) if 1 in tables.fort[6 * h : 6 * h + 6] and tables.board.terrain(h) == "clear"
    )
    if not tables.settlement[lined]:
        table.put("48/23SS", tables.numbers[lined])
        assert table.match().preview(tables.numbers[lined], [], kind="barrage").column == "3-1"
