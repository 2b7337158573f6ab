"""12.0: replacements, Volkssturm, Arnswalde, barrages."""

import pytest

from countermarch.games.chitpull.barrage import Barrage, OpeningBarrage, roll
from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.state import ELIMINATED, VOLKSSTURM_BOX
from countermarch.games.chitpull.volkssturm import begin, go_home
from countermarch.games.stargard.victory import Evacuation, may_evacuate, tally
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


@pytest.mark.rule("stargard-design 12.6")
def test_arnswalde_is_cleared_for_three_points() -> None:
    table = besieged(6)
    match = table.push(Evacuation(GERMAN))
    assert texts(match) == ["evacuate", "done"]
    events = match.play("evacuate")
    assert where(match, "Gar-Arnswalde") == "removed" and tally(inside(match))["soviet"] == -3
    assert cited(events, "evacuated") == ["stargard-design 12.6"]
    assert not may_evacuate(inside(match))  # once only


@pytest.mark.rule("stargard-design 12.6")
def test_not_after_turn_six_not_without_supply_not_if_lost() -> None:
    assert may_evacuate(besieged(6).own) and not may_evacuate(besieged(7).own)
    cut_off = besieged(3)
    grid = cut_off.tables.board.grid
    around = [cut_off.tables.numbers[h] for h in grid.around(cut_off.hex("26.07"))]
    cut_off.lay(dict(zip(("12G", "75G", "23G", "52G", "397", "356"), around, strict=True)))
    assert not may_evacuate(cut_off.own)
    lost = Pomerania(turn=3)
    lost.put("12G", "26.07")
    assert not may_evacuate(lost.own)


@pytest.mark.rule("stargard-design 12.6")
def test_declining_leaves_all_as_it_is() -> None:
    match = besieged(4).push(Evacuation(GERMAN))
    match.play("done")
    assert where(match, "Gar-Arnswalde") == "26.07" and tally(inside(match))["soviet"] == 0


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
    assert answer.results["A1"] == pytest.approx(2 / 6) and "D1R1" not in answer.results
    assert (answer.parts[-1].value, str(answer.parts[-1].citation)) == (-1, "stargard-design 12.7")
    match.next_dice(5)
    told = happened(match.play("barrage 16.22"), "barrage")[0]
    assert (told.params["odds"], told.params["modifier"], told.params["result"]) == ("3-1", -1, "DRo1")
    assert str(told.citation) == "stargard-design 12.7"


@pytest.mark.rule("stargard-design 12.7")
def test_the_soviets_roll_three_dice_on_turn_eight() -> None:
    table = Pomerania()
    table.play.state.chance.dice = [1, 3, 6]
    assert roll(table.play, 3) == 1 + 2 + 3
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
