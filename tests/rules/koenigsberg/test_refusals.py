"""What may not be done now, and the rule that says so."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.battle import Battle
from countermarch.games.chitpull.losses import Losses
from countermarch.games.chitpull.reinforcements import enter
from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.state import ELIMINATED, GERMAN, LENT, RESERVE, VOLKSSTURM_BOX
from countermarch.games.chitpull.volkssturm import begin
from countermarch.match import Match
from tests.rules.koenigsberg.chits import draw
from tests.rules.koenigsberg.fights import lay, ready
from tests.rules.koenigsberg.table import SOVIET, Table, at_the_gate, refused, texts


def no(match: Match, text: str) -> str:
    return str(refused(match, text).citation)


# 4.1, 4.2


@pytest.mark.rule("koenigsberg 4.2", "koenigsberg 4.1.2", "koenigsberg 4.1.3")
def test_only_an_hq_of_the_front_or_side_is_activated() -> None:
    table = Table()
    lay(table, {"5A-HQ": "1039", "28A-HQ": "1036", "5A-72": "1039", "70A-HQ": "0506"})
    match = draw(table, "3BF-1")
    assert no(match, "activate 5A-72") == "koenigsberg 4.2"
    assert no(match, "activate 70A-HQ") == "koenigsberg 4.1.2"
    assert no(match, "done") == "koenigsberg 3.0"
    table = Table()
    lay(table, {"5A-HQ": "1039", "9K-HQ": "1939", "26K-HQ": "1838"})
    assert no(draw(table, "HGM"), "activate 5A-HQ") == "koenigsberg 4.1.3"


@pytest.mark.rule("koenigsberg 4.0", "koenigsberg 4.1.3")
def test_who_is_off_the_map_or_has_moved_does_not_move() -> None:
    table = Table()
    lay(table, {"9K-HQ": "1939", "9K-548": "1940", "Ind-505": "1739", "Ind-18": "1321"})
    table.box("9K-551", RESERVE)
    match = table.activate("9K-HQ", lendable=1)
    assert no(match, "move 9K-551") == "koenigsberg 4.0"
    assert no(match, "lend 9K-548") == "koenigsberg 4.1.3"  # not independent
    assert no(match, "lend Ind-505 strategic") == "koenigsberg 6.4"  # free to go, but not on a road
    match.play("lend Ind-18")
    match.play(texts(match)[0])
    assert no(match, "lend Ind-18") == "koenigsberg 6.1"
    assert no(match, "lend Ind-505") == "koenigsberg 4.1.3"  # one was lent, no more are
    assert no(match, "attack 1840") == "koenigsberg 3.0"


# 9.0


@pytest.mark.rule("koenigsberg 9.0", "koenigsberg 9.2.1")
def test_nobody_near_nobody_twice_and_nobody_from_afar() -> None:
    attackers = {"39A-5G": "0636", "39A-94": "0635", "39A-113": "0639"}
    match = ready(attackers, {"9K-561": "0637", "9K-548": "0840"})
    assert no(match, "attack 0840") == "koenigsberg 9.0"
    assert no(match, "attack 0738") == "koenigsberg 9.0"
    assert no(match, "move 39A-5G") == "koenigsberg 3.0"
    match.play("attack 0637")
    assert no(match, "with 39A-5G") == "koenigsberg 9.2.1"
    assert no(match, "with 39A-94") == no(match, "with 39A-113") == "koenigsberg 9.0"
    assert no(match, "with 9K-548") == "koenigsberg 4.0"
    assert no(match, "lose 39A-5G") == "koenigsberg 3.0"


@pytest.mark.rule("koenigsberg 4.1.3", "koenigsberg 9.2.1")
def test_a_lent_unit_does_not_join_an_attack() -> None:
    table = Table()
    lay(table, {"9K-56": "0636", "Ind-505": "0636", "39A-152": "0637"})
    table.play.state.active[table.unit("Ind-505")] = LENT
    match = table.fight(GERMAN, "9K-56")
    match.play("attack 0637")
    assert no(match, "with Ind-505") == "koenigsberg 4.1.3"


@pytest.mark.rule("koenigsberg 9.4.1", "koenigsberg 9.4.2")
def test_only_units_of_the_combat_take_its_losses() -> None:
    table = Table()
    lay(table, {"26K-1": "0637", "26K-69": "0637", "9K-561": "0738"})
    units = (table.unit("26K-1"), table.unit("26K-69"))
    match = table.push(Losses(GERMAN, units, 1, False, True))
    assert no(match, "lose 9K-561") == "koenigsberg 9.4.1"
    assert no(match, "done") == "koenigsberg 3.0"


@pytest.mark.rule("koenigsberg 9.6", "koenigsberg 9.5.6")
def test_an_advance_and_a_retreat_are_answered_with_nothing_else() -> None:
    table = Table()
    lay(table, {"39A-5G": "0636"})
    match = table.push(Battle(SOVIET, table.hex("0637"), (table.unit("39A-5G"),), 7, 6, 0, 2))
    assert texts(match) == ["advance 39A-5G 0637", "done"]
    assert no(match, "move 39A-5G") == "koenigsberg 3.0"


# 7.1, 8.0, 11.2, 11.3


@pytest.mark.rule("koenigsberg 7.1", "koenigsberg 8.0", "koenigsberg 6.1.2")
def test_nothing_is_removed_that_is_not_too_much_and_nobody_moves_who_did_not_come() -> None:
    table = Table()
    table.put("9K-548", "1841")
    table.box("Ind-15SS", RESERVE)
    enter(table.play, GERMAN, [table.unit("Ind-15SS")])
    match = at_the_gate(table.match())
    assert no(match, "remove Ind-15SS") == "koenigsberg 7.1"
    assert no(match, "move 9K-548") == "koenigsberg 8.0"
    assert refused(match, "move 9K-548").reason.params["unit"] == "9K-548"
    assert no(match, "attack 1840") == "koenigsberg 3.0"


@pytest.mark.rule("koenigsberg 11.2", "koenigsberg 11.2.2")
def test_a_rebuilt_unit_has_one_step_or_two_and_no_more() -> None:
    table = Table()
    lay(table, {"5A-HQ": "1039", "5A-72": "1039"})
    table.play.state.steps[table.box("5A-65", ELIMINATED)] = 0
    match = table.push(Replacements(SOVIET, 6, ()))
    assert "rebuild 5A-65 2 1039" in texts(match)
    assert no(match, "rebuild 5A-65 3 1039") == "koenigsberg 11.2"
    assert no(match, "rebuild 5A-65 0 1039") == "koenigsberg 11.2"
    assert no(match, "rebuild 5A-72 1 1039") == "koenigsberg 11.2"  # it is on the map
    assert no(match, "move 5A-72") == "koenigsberg 3.0"


@pytest.mark.rule("koenigsberg 11.3(2)")
def test_volkssturm_are_laid_out_in_their_order() -> None:
    table = Table()
    for id in ("VS-1", "VS-2"):
        table.box(id, VOLKSSTURM_BOX)
    begin(table.play)
    match = table.match()
    assert no(match, "place VS-2 2932") == "koenigsberg 3.0"
    assert no(match, "move VS-1") == "koenigsberg 3.0"
