"""13 Set-up: free within the lines, the Germans first."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import countermarch as cm
from countermarch.games import vistula
from countermarch.games.base import GameError
from countermarch.games.vistula import setup
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import TRAY
from countermarch.match import Game, Match
from countermarch.values import read_values
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, texts, where


def start(scenario: str = "red_storm", data: Path | None = None) -> Match:
    return Game(vistula.load(read_values("vistula", data))).start(scenario=scenario, seed=1)


def hexes_of(match: Match, id: str) -> set[str]:
    return {text.split()[2] for text in texts(match) if text.startswith(f"place {id} ")}


@pytest.mark.rule("vistula 13.1#2")
def test_the_germans_set_up_first_and_then_the_allies_move_first() -> None:
    match = start()
    assert match.to_act == "german"
    match.play("fill")
    assert match.to_act == "allied"
    match.play("fill")
    assert (match.to_act, match.position()["turn"], match.position()["phase"]) == ("allied", 1, "allied_movement")


@pytest.mark.rule("vistula 13.1#2", "vistula 13.1#4")
def test_nobody_places_what_is_not_in_his_tray() -> None:
    match = start()
    assert str(refused(match, "place 113RC 0103").citation) == "vistula 13.1#2"
    assert str(refused(match, "place HQ-4A 0607").citation) == "vistula 13.1#4"


@pytest.mark.rule("vistula 13#5")
def test_any_column_may_be_named() -> None:
    match = start()
    assert "place G-LC2 0107" not in texts(match)  # one is listed for all
    match.play("place G-LC2 0107")
    match.play("place G-LC1 0832")
    assert (where(match, "G-LC2"), where(match, "G-LC1")) == ("0107", "0832")
    assert str(refused(match, "place G-LC1 0832").citation) == "vistula 13.1#4"


@pytest.mark.rule("vistula 13.1#2")
def test_hqs_stand_where_the_scenario_has_them_and_the_red_line_parts_the_ground() -> None:
    match = start("deutschland_kaputt")
    hqs = {"HQ-3PzA": "0106", "HQ-4A": "0607", "HQ-2A": "1110", "HQ-9A": "1907", "HQ-4PzA": "2306", "HQ-17A": "2705"}
    hqs |= {"HQ-3B": "0202", "HQ-2B": "1205", "HQ-1B": "1604", "HQ-1U": "2403", "344ID": "2705"}
    assert {id: where(match, id) for id in hqs} == hqs
    assert match.position()["control"]["1529"] == "german"
    assert match.position()["control"]["1401"] == "allied"


@pytest.mark.rule("vistula 13#2")
def test_example_13_3rd_panzerarmee_sets_up_on_the_front_from_0104_to_0502() -> None:
    match = start()
    own = [u for u in match.position()["units"] if u["where"] == "tray"]
    line = {"0104", "0204", "0303", "0403", "0502"}
    third = ["549VG", "349VG", "548VG", "561VG", "1ID", "69ID", "56ID", "286ID", "5Pz", "511sPz", "505sPz"]
    assert {id: hexes_of(match, id) for id in third} == dict.fromkeys(third, line)
    assert {"5Pz", "GD"} < {u["id"] for u in own}
    refusal = refused(match, "place 5Pz 0603")
    assert str(refusal.citation) == "vistula 13#2"
    assert "0104-0502" in str(refusal.reason)


@pytest.mark.rule("vistula 13#2")
def test_example_13_2_the_chain_from_2617_to_2115() -> None:
    """Six front-line hexes, each touching the next; 2214 as printed touches none, 2216 does."""
    t = Table()
    chain = [t.hex(n) for n in ("2617", "2516", "2417", "2316", "2216", "2115")]
    grid = t.tables.board.grid
    assert all(grid.distance(a, b) == 1 for a, b in pairwise(chain))
    assert grid.distance(t.hex("2214"), t.hex("2316")) > 1


@pytest.mark.rule("vistula 13#3")
def test_reserves_set_up_two_to_four_hexes_behind_their_front() -> None:
    match = start()
    t = Table(turn=1)
    line = [t.hex(n) for n in ("1506", "1606", "1705", "1805", "1904", "2004")]
    hexes = hexes_of(match, "25Pz")
    assert hexes
    for number in hexes:
        h = t.hex(number)
        assert 2 <= min(t.tables.board.grid.distance(h, at) for at in line) <= 4
        assert t.play.controls(GERMAN, h)
    for number in ("1506", "1507", "1912"):
        assert str(refused(match, f"place 25Pz {number}").citation) == "vistula 13#3"


@pytest.mark.rule("vistula 13#3")
@pytest.mark.parametrize(
    ("id", "line", "nearest", "far"),
    [
        ("8MK", "0602 0702 0803 0903 0904 0905 1006 1106 1207 1306", 0, "1801"),
        ("9TK", "1406 1505 1605 1704 1804 1903 2003", 0, "0901"),
        ("31TK", "2103 2203 2303 2404 2503 2603 2703 2803", 0, "1401"),
        ("44RC", "0103 0203 0302 0402 0501", 2, "0402"),  # as printed for 3rd Belorussian Front
    ],
)
def test_front_reserves_begin_on_the_line_or_up_to_four_hexes_behind_it(
    id: str, line: str, nearest: int, far: str
) -> None:
    match = start()
    match.play("fill")
    t = Table(turn=1)
    front, distance = [t.hex(n) for n in line.split()], t.tables.board.grid.distance
    away = {number: min(distance(t.hex(number), at) for at in front) for number in hexes_of(match, id)}
    assert set(away.values()) == set(range(nearest, 5))
    assert all(t.play.controls(ALLIED, t.hex(number)) for number in away)
    assert str(refused(match, f"place {id} {far}").citation) == "vistula 13#3"


@pytest.mark.rule("vistula 13#2", "vistula 4#1")
def test_no_more_than_four_to_a_hex() -> None:
    match = start()
    for id in ("549VG", "349VG", "548VG", "561VG"):
        match.play(f"place {id} 0104")
    assert "0104" not in hexes_of(match, "5Pz")
    assert str(refused(match, "place 5Pz 0104").citation) == "vistula 4#1"


@pytest.mark.rule("vistula 13#2")
def test_a_placement_after_which_the_rest_would_not_fit_is_refused_and_says_so() -> None:
    """17. Armee: four divisions; 1st Belorussian Front: 27 units for 28 places, so a reserve may take only one."""
    match = start()
    match.play("fill")
    reserves = ["9TK", "7GKK", "4R"]
    match.play(f"place {reserves[0]} 1406")
    assert "1406" not in hexes_of(match, reserves[1])
    refusal = refused(match, f"place {reserves[1]} 1505")
    assert str(refusal.citation) == "vistula 13#2"
    assert "no longer" in str(refusal.reason)
    match.play("fill")  # everything still finds its place
    assert not [u for u in match.position()["units"] if u["where"] == "tray"]


@pytest.mark.rule("vistula 13#2")
def test_twenty_corps_of_3rd_belorussian_front_fill_their_five_hexes() -> None:
    match = start()
    match.play("fill")
    match.play("fill")
    for number in ("0103", "0203", "0302", "0402", "0501"):
        stack = [u for u in match.position()["units"] if u["hex"] == number and u["kind"] != "lc"]
        assert len(stack) == 4


@pytest.mark.rule("vistula 13#5")
def test_columns_begin_with_or_next_to_an_hq_and_german_ones_also_at_a_source() -> None:
    match = start()
    german = hexes_of(match, "G-LC1")
    assert {"0106", "0105", "1907", "0832", "0210", "0415"} <= german
    assert "1529" not in german
    assert str(refused(match, "place G-LC1 1529").citation) == "vistula 13#5"
    match.play("fill")
    allied = hexes_of(match, "A-LC1")
    assert {"1604", "1605", "2403"} <= allied
    assert not {"1401", "2301"} & allied
    assert str(refused(match, "place A-LC1 1401").citation) == "vistula 13.1#7"
    events = match.play("place A-LC1 1604")
    assert str(happened(events, "placed")[0].citation) == "vistula 13.1#7"


@pytest.mark.rule("vistula 13#5", "vistula 13#2")
def test_a_counter_placed_names_the_rule_it_is_placed_by() -> None:
    match = start()
    events = match.play("place G-LC1 0832") + match.play("place 5Pz 0502")
    assert [str(event.citation) for event in happened(events, "placed")] == ["vistula 13#5", "vistula 13#2"]


@pytest.mark.rule("vistula 13#4")
def test_so_many_units_of_a_group_begin_reduced_as_the_scenario_says(tmp_path: Path) -> None:
    """No group of 13.1 does; an owner's data may."""
    (tmp_path / "zones.csv").write_text("zone,reduced\n3PzA,2\n", encoding="utf-8")
    match = start(data=tmp_path)
    assert match.decision is not None
    assert [str(c) for c in match.decision.citations] == ["vistula 13#4"]
    assert set(texts(match)) == {f"reduce {id}" for id in ("349VG", "1ID", "69ID", "56ID", "5Pz")}
    match.play("reduce 1ID")
    events = match.play("reduce 5Pz")
    assert str(happened(events, "set_up_reduced")[0].citation) == "vistula 13#4"
    assert {u["id"]: u["steps"] for u in match.position()["units"] if u["id"] in ("1ID", "5Pz", "69ID")} == {
        "1ID": 1,
        "5Pz": 1,
        "69ID": 2,
    }
    assert texts(match)[0] == "fill"


def test_the_rest_is_filled_in_around_what_was_placed() -> None:
    match = start()
    match.play("place 5Pz 0502")
    match.play("fill")
    assert where(match, "5Pz") == "0502"
    assert not [u for u in match.position()["units"] if u["where"] == "tray" and u["side"] == "german"]


def test_a_set_up_is_saved_and_loaded_as_text() -> None:
    first = start()
    first.play("place 5Pz 0502")
    first.play("fill")
    play = first._play
    assert isinstance(play, VistulaPlay)
    text = setup.written(play, GERMAN)
    assert "5Pz 0502\n" in text
    second = start()
    other = second._play
    assert isinstance(other, VistulaPlay)
    for option in setup.read(other, text):
        second.play(second.game.rules.grammar.write(option))
    assert second.fingerprint() == first.fingerprint()
    assert not [u for u in play.tables.of_side[GERMAN] if play.state.hex[u] == TRAY]
    assert setup.written(other, ALLIED).count("\n") == 0


def test_a_text_that_is_no_set_up_is_named_by_its_line() -> None:
    play = start()._play
    assert isinstance(play, VistulaPlay)
    with pytest.raises(GameError, match=r"line 2.*5Pzz"):
        setup.read(play, "5Pz 0502\n5Pzz 0502\n")


def test_a_placement_can_be_taken_back() -> None:
    match = start()
    before = match.fingerprint()
    match.play("place 5Pz 0502")
    assert match.undo()
    assert match.fingerprint() == before
    assert isinstance(match, cm.Match)


@pytest.mark.rule("vistula 13#4")
def test_each_side_reduces_its_own_when_it_sets_up(tmp_path: Path) -> None:
    (tmp_path / "zones.csv").write_text("zone,reduced\n3B,1\n", encoding="utf-8")
    match = start(data=tmp_path)
    assert match.to_act == "german" and texts(match)[0] == "fill"
    match.play("fill")
    assert match.to_act == "allied" and texts(match)[0].startswith("reduce ")
    match.play("reduce 113RC")
    assert texts(match)[0] == "fill"


@pytest.mark.rule("vistula 13#2", "vistula 4#1")
def test_the_rest_is_filled_in_without_crowding_a_hex() -> None:
    match = start()
    for id in ("5Pz", "349VG", "1ID", "69ID"):
        match.play(f"place {id} 0104")  # where the proposal has others
    match.play("fill")
    german = [u["hex"] for u in match.position()["units"] if u["side"] == "german" and u["hex"] and u["kind"] != "lc"]
    assert max(german.count(number) for number in set(german)) <= 4


@pytest.mark.rule("vistula 13#3")
def test_a_proposal_outside_its_zone_is_not_followed(tmp_path: Path) -> None:
    """An owner's zones may differ from ours."""
    (tmp_path / "zones.csv").write_text("zone,distance\n9A-reserve,4\n", encoding="utf-8")
    match = start(data=tmp_path)
    match.play("fill")
    t = Table(turn=1)
    line = [t.hex(n) for n in ("1506", "1606", "1705", "1805", "1904", "2004")]
    for id in ("19Pz", "25Pz"):
        assert min(t.tables.board.grid.distance(t.hex(where(match, id)), at) for at in line) == 4


@pytest.mark.rule("vistula 13.1#2")
def test_everything_else_waits_in_its_box() -> None:
    match = start("deutschland_kaputt")
    assert (where(match, "54RC"), where(match, "KM"), where(match, "A-LC9")) == ("reserve", "pool", "pool")
    assert {where(match, f"A-Air{k}") for k in range(1, 9)} | {where(match, "G-Air1")} == {"ready"}


@pytest.mark.rule("vistula 13.1#2")
def test_what_stands_already_is_refused_by_the_list_of_its_side() -> None:
    match = start()
    assert (match.position()["turn"], match.position()["phase"]) == (1, "setup")
    match.play("fill")
    assert str(refused(match, "place HQ-1B 1604").citation) == "vistula 13.1#6"
    assert str(refused(match, "place 5Pz 0502").citation) == "vistula 13.1#2"


def test_empty_lines_in_a_set_up_are_passed_over() -> None:
    play = start()._play
    assert isinstance(play, VistulaPlay)
    assert len(setup.read(play, "5Pz 0502\n\n  \n1ID 0502\n")) == 2
