"""14.1 Optional units."""

import pytest

from countermarch.games.chitpull.reinforcements import arrive
from countermarch.games.chitpull.state import RESERVE, UNUSED
from countermarch.match import Match
from tests.rules.koenigsberg.chits import laid_out
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, at_the_gate, steps, texts, where


@pytest.mark.rule("koenigsberg 14.1.1")
def test_ss_boehme_stands_in_koenigsberg_if_chosen() -> None:
    play = laid_out(ss_boehme="on")
    at = play.state.hex[play.tables.index["Ind-Boehme"]]
    assert play.hex_name(at) == "2932"
    assert len(play.combat_units(at)) == 2
    assert laid_out().state.hex[play.tables.index["Ind-Boehme"]] == UNUSED


@pytest.mark.rule("koenigsberg 14.1.3")
def test_20th_panzer_stands_in_1323_if_chosen() -> None:
    play = laid_out(panzer_20="on")
    assert play.hex_name(play.state.hex[play.tables.index["Ind-20"]]) == "1323"
    assert laid_out().state.hex[play.tables.index["Ind-20"]] == UNUSED


@pytest.mark.rule("koenigsberg 14.1.2")
def test_mikosch_waits_in_reserve_reduced_if_chosen() -> None:
    play = laid_out(kg_mikosch="on")
    u = play.tables.index["Ind-Mikosch"]
    assert (play.state.hex[u], play.state.steps[u]) == (RESERVE, 1)
    assert laid_out().state.hex[u] == UNUSED


def soviets_reach(hex: str, start: str, distance: int) -> Match:
    """A Soviet unit moves so near to Königsberg; then comes the next reinforcement segment."""
    table = Table(turn=6, kg_mikosch="on")
    table.play.state.steps[table.box("Ind-Mikosch", RESERVE)] = 1
    table.put("39A-94", start)
    match = table.move(SOVIET, "39A-94")
    match.play("move 39A-94")
    match.play(f"to {hex}")
    assert table.tables.board.grid.distance(table.hex(hex), table.hex("2932")) == distance
    table.play.state.frames.clear()
    arrive(table.play, GERMAN)
    return at_the_gate(table.match())


@pytest.mark.rule("koenigsberg 14.1.2")
def test_mikosch_enters_reduced_at_c_once_soviets_are_within_five_hexes() -> None:
    match = soviets_reach("2434", "2435", 5)
    assert (where(match, "Ind-Mikosch"), steps(match, "Ind-Mikosch")) == ("3329", 1)
    assert "move Ind-Mikosch rail" in texts(match)


@pytest.mark.rule("koenigsberg 14.1.2")
def test_mikosch_does_not_come_for_soviets_six_hexes_away() -> None:
    match = soviets_reach("2435", "2436", 6)
    assert where(match, "Ind-Mikosch") == "reserve"


@pytest.mark.rule("koenigsberg 14.1.2")
def test_mikosch_comes_in_the_next_segment_not_at_once() -> None:
    table = Table(turn=6, kg_mikosch="on")
    table.box("Ind-Mikosch", RESERVE)
    table.put("39A-94", "2435")
    match = table.move(SOVIET, "39A-94")
    match.play("move 39A-94")
    match.play("to 2434")
    assert (where(match, "Ind-Mikosch"), table.play.state.mikosch) == ("reserve", 1)
