"""11.1.3, 11.1.4 How HQs leave the game."""

import pytest

from countermarch.games.chitpull.headquarters import remove_idle
from countermarch.games.chitpull.replacements import begin
from countermarch.games.chitpull.state import CUP, ELIMINATED, GD_BOX, USED
from countermarch.match import Match
from tests.rules.koenigsberg.chits import chit
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, refused, texts, where


def after_the_check(table: Table) -> Match:
    remove_idle(table.play)
    return table.match()


def chit_in_cup(table: Table, id: str, where: int = CUP) -> None:
    table.play.state.chit[table.tables.chit_index[id]] = where


@pytest.mark.rule("koenigsberg 11.1.3")
@pytest.mark.parametrize("place", [CUP, USED])
def test_an_hq_leaves_for_good_with_its_chit_wherever_that_lies(place: int) -> None:
    table = Table()
    table.put("9K-HQ", "1939")
    chit_in_cup(table, "9K", place)
    table.play.remove_hq(table.unit("9K-HQ"))
    match = table.match()
    assert (where(match, "9K-HQ"), chit(match, "9K")) == ("removed", "removed")
    assert str(happened(match.log, "hq_removed")[0].citation) == "koenigsberg 11.1.3"


@pytest.mark.rule("koenigsberg 11.1.3")
def test_units_that_lost_their_hq_never_move_again() -> None:
    table = Table()
    table.put("26K-HQ", "1838")
    table.put("9K-548", "1839")
    table.play.remove_hq(table.put("9K-HQ", "1939"))
    match = table.activate("26K-HQ")
    assert str(refused(match, "move 9K-548").citation) == "koenigsberg 4.2"


@pytest.mark.rule("koenigsberg 11.1.3(1)")
def test_an_hq_with_nobody_to_command_goes() -> None:
    table = Table()
    table.put("9K-HQ", "1939")
    chit_in_cup(table, "9K")
    match = after_the_check(table)
    assert (where(match, "9K-HQ"), chit(match, "9K")) == ("removed", "removed")
    assert str(happened(match.log, "hq_idle")[0].citation) == "koenigsberg 11.1.3(1)"


@pytest.mark.rule("koenigsberg 11.1.3(1)")
def test_a_unit_of_its_own_anywhere_keeps_it() -> None:
    table = Table()
    table.put("9K-HQ", "1939")
    table.put("9K-548", "3617")
    assert where(after_the_check(table), "9K-HQ") == "1939"


@pytest.mark.rule("koenigsberg 11.1.3(1)")
@pytest.mark.parametrize(("hex", "stays"), [("1933", "1939"), ("1932", "removed")])
def test_an_independent_keeps_it_only_within_range(hex: str, stays: str) -> None:
    table = Table()
    table.put("9K-HQ", "1939")
    table.put("Ind-23", hex)
    assert where(after_the_check(table), "9K-HQ") == stays


@pytest.mark.rule("koenigsberg 11.1.3(1)")
@pytest.mark.parametrize(("id", "stays"), [("3BF-1", "1043"), ("2BF-1G", "removed"), ("5A-45", "removed")])
def test_another_fronts_independents_and_other_armies_do_not_count(id: str, stays: str) -> None:
    table = Table()
    table.put("39A-HQ", "1043")
    table.put(id, "1043")
    assert where(after_the_check(table), "39A-HQ") == stays


@pytest.mark.rule("koenigsberg 11.1.3(1)")
def test_7th_panzer_lives_by_independents_and_dual_units_count_as_such() -> None:
    table = Table()
    table.put("7PzK-HQ", "1915")
    table.put("GD-PzG", "1916")
    assert where(after_the_check(table), "7PzK-HQ") == "1915"


@pytest.mark.rule("koenigsberg 11.1.3(1)")
def test_a_withdrawn_hq_is_not_checked() -> None:
    table = Table()
    table.box("GD-HQ", GD_BOX)
    assert where(after_the_check(table), "GD-HQ") == "gd_box"


@pytest.mark.rule("koenigsberg 11.1.3(1)")
def test_the_check_comes_when_replacements_are_over() -> None:
    """A unit rebuilt in the segment saves its HQ."""
    table = Table(turn=10)
    table.put("9K-HQ", "1939")
    table.put("26K-HQ", "1838")
    for id in ("9K-548", "26K-1"):
        table.play.state.steps[table.box(id, ELIMINATED)] = 0
    match = table.phase("replacement")
    assert where(match, "26K-HQ") == "1838"
    match.play("rebuild 9K-548 1 1939")
    match.play("done")
    assert (where(match, "9K-HQ"), where(match, "26K-HQ")) == ("1939", "removed")


@pytest.mark.rule("koenigsberg 11.1.3(3)", "koenigsberg 11.1.4")
def test_a_lone_hq_is_overrun_in_passing() -> None:
    table = Table()
    table.put("9K-HQ", "1042")
    chit_in_cup(table, "9K")
    table.put("39A-94", "1043")
    match = table.move(SOVIET, "39A-94")
    match.play("move 39A-94")
    events = match.play("to 1041 via 1042")
    assert (where(match, "9K-HQ"), chit(match, "9K"), where(match, "39A-94")) == ("removed", "removed", "1041")
    assert str(happened(events, "overrun")[0].citation) == "koenigsberg 11.1.4"


@pytest.mark.rule("koenigsberg 11.1.4")
def test_being_adjacent_is_not_enough() -> None:
    table = Table()
    table.put("9K-HQ", "1042")
    table.put("39A-94", "1043")
    match = table.move(SOVIET, "39A-94")
    match.play("done")
    assert where(match, "9K-HQ") == "1042"


@pytest.mark.rule("koenigsberg 11.1.4")
def test_the_points_to_enter_are_needed() -> None:
    table = Table()
    table.put("9K-HQ", "1038")
    table.put("39A-152", "1043")
    match = table.move(SOVIET, "39A-152")
    match.play("move 39A-152")
    assert str(refused(match, "to 1038").citation) == "koenigsberg 6.1.1"


@pytest.mark.rule("koenigsberg 11.1.4")
def test_an_hq_in_company_is_not_overrun_and_hqs_overrun_nobody() -> None:
    table = Table()
    table.put("9K-HQ", "1042")
    table.put("9K-56", "1042")
    table.put("39A-94", "1043")
    match = table.move(SOVIET, "39A-94")
    match.play("move 39A-94")
    assert str(refused(match, "to 1042").citation) == "koenigsberg 6.3"

    table = Table()
    table.put("9K-HQ", "1042")
    table.put("39A-HQ", "1043")
    match = table.move(SOVIET, "39A-HQ")
    match.play("move 39A-HQ")
    assert "to 1042" not in texts(match)
    assert str(refused(match, "to 1042").citation) == "koenigsberg 6.3"


@pytest.mark.rule("koenigsberg 11.1.4")
def test_rebuilt_units_overrun_in_their_move() -> None:
    table = Table(turn=4)
    table.put("9K-HQ", "1939")
    table.put("43A-HQ", "1940")
    table.play.state.steps[table.box("9K-548", ELIMINATED)] = 0
    begin(table.play, GERMAN)
    match = table.match()
    match.play("rebuild 9K-548 1 1939")
    match.play("move 9K-548")
    match.play("to 1940")
    assert where(match, "43A-HQ") == "removed"
