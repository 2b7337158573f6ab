"""2.5 Action chits."""

import pytest

from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.state import ELIMINATED, GD_BOX, GERMAN, GONE, ISOLATED, VOLKSSTURM_BOX
from countermarch.match import Match
from tests.rules.koenigsberg.chits import chit, draw
from tests.rules.koenigsberg.table import Table, at_the_gate, happened, refused, step, steps, texts, where

CORPS = ("GD-HQ", "GD-Pz", "GD-PzG", "GD-Fus")


def table_with_9k(turn: int = 4) -> Table:
    table = Table(turn=turn)
    table.put("9K-HQ", "1939")
    return table


def with_gd(turn: int = 4) -> Table:
    table = table_with_9k(turn)
    table.put("GD-HQ", "1625")
    table.put("GD-Pz", "1635")
    table.put("GD-PzG", "1416", steps=1, supply=ISOLATED)
    table.put("GD-Fus", "1517")
    return table


def withdrawn(*alive: str) -> Table:
    """The corps in its box, its chits as they are after the withdrawal."""
    table = table_with_9k()
    for id in alive:
        table.box(id, GD_BOX)
    table.play.state.gd_away = 1
    return table


@pytest.mark.rule("koenigsberg 2.5")
def test_action_chits_are_not_activations() -> None:
    table = table_with_9k()
    match = draw(table, "NoGas", "9K")
    assert list(table.play.state.used) == [1, 0, 0]
    assert [event.params["chit"] for event in happened(match.log, "drawn")] == ["NoGas", "9K"]


@pytest.mark.rule("koenigsberg 2.5")
def test_drawing_ends_when_all_activations_are_used_and_action_chits_stay_in_the_cup() -> None:
    table = table_with_9k()
    for group, used in (("german", 4), ("2BF", 5), ("3BF", 5)):  # one is left to the Germans
        table.play.state.used[table.group(group)] = used
    match = draw(table, "NoGas", "9K", draws=("9K",))
    match.play("done")
    assert chit(match, "NoGas") == "cup"
    assert not table.play.state.no_gas
    assert str(happened(match.log, "drawing_over")[0].citation) == "koenigsberg 2.5"


@pytest.mark.rule("koenigsberg 2.5")
def test_while_a_command_chit_can_still_activate_an_hq_action_chits_are_drawn_and_work() -> None:
    table = table_with_9k()
    table.put("39A-HQ", "1043")
    table.play.state.used[GERMAN] = 5
    match = draw(table, "NoGas", "9K", "39A")
    assert table.play.state.no_gas and (chit(match, "NoGas"), chit(match, "9K")) == ("used", "void")
    assert match.to_act == "soviet" and not happened(match.log, "drawing_over")


@pytest.mark.rule("koenigsberg 2.5")
def test_a_cup_without_a_chit_that_does_anything_is_left_alone() -> None:
    table = table_with_9k()
    table.play.state.used[GERMAN] = 5
    cup = ("NoGas", "Event", "Barrage-3BF", "9K", "39A")  # both fronts have activations left, but no HQ
    match = draw(table, *cup)
    assert match.to_act is None and not happened(match.log, "drawn")
    assert {chit(match, id) for id in cup} == {"cup"}


@pytest.mark.rule("koenigsberg 2.5", "koenigsberg 2.5.5")
def test_gd_returns_does_not_prolong_drawing() -> None:
    table = withdrawn("GD-HQ", "GD-Pz")
    match = draw(table, "9K", "GD-Returns")
    match.play("done")  # Germans have activations left, but no command chit
    assert match.to_act is None and happened(match.log, "drawing_over")
    assert chit(match, "GD-Returns") == "cup" and where(match, "GD-HQ") == "gd_box"


@pytest.mark.rule("koenigsberg 2.5")
def test_drawn_action_chits_return_with_the_next_turn() -> None:
    table = table_with_9k()
    table.box("VS-1", VOLKSSTURM_BOX)
    table.put("9K-548", "1939")
    table.play.push(step(table.play, "end"))
    match = draw(table, "NoGas", "9K")
    assert chit(match, "NoGas") == "used"
    match.play("done")
    assert table.play.state.turn == 5
    assert (chit(match, "NoGas"), chit(match, "9K")) == ("cup", "cup")


@pytest.mark.rule("koenigsberg 2.5.1")
@pytest.mark.parametrize(("die", "attacks"), [(1, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_a_barrage_chit_rolls_for_its_fronts_attacks(die: int, attacks: int) -> None:
    table = table_with_9k()
    table.put("9K-56", "1142")
    table.put("39A-94", "1143")
    table.put("9K-561", "0908")
    table.put("70A-96", "0907")
    match = draw(table, "Barrage-3BF", "9K", dice=(die,))
    assert texts(match) == ["barrage 1142", "done"]
    assert happened(match.log, "barrage_rolled")[0].params["attacks"] == attacks
    assert list(table.play.state.used) == [0, 0, 0]


@pytest.mark.rule("koenigsberg 2.5.2")
def test_the_event_happens_before_the_next_draw() -> None:
    table = table_with_9k()
    match = draw(table, "Event", "9K", dice=(2, 3))
    told = [event.key.rsplit(".")[-1] for event in match.log]
    assert told[:4] == ["drawn", "event_rolled", "refugees", "drawn"]
    assert happened(match.log, "event_rolled")[0].params["number"] == 5
    assert table.play.state.slowed


@pytest.mark.rule("koenigsberg 2.5.2")
def test_an_event_can_be_named_beforehand() -> None:
    match = draw(table_with_9k(), "Event", "9K", draws=("Event", "7", "9K"))
    assert happened(match.log, "event_rolled")[0].params["number"] == 7
    assert all(roll.fixed for roll in match.rolls)


def no_gas(table: Table) -> Match:
    return draw(table, "NoGas", "9K")


@pytest.mark.rule("koenigsberg 2.5.3")
def test_without_gas_a_full_mechanised_unit_pays_a_step_for_moving() -> None:
    table = table_with_9k()
    table.put("Ind-5", "1839")
    match = no_gas(table)
    match.play("move Ind-5")
    events = match.play("to 1838")
    assert steps(match, "Ind-5") == 1
    assert where(match, "Ind-5") == "1838"
    assert str(happened(events, "no_gas_step")[0].citation) == "koenigsberg 2.5.3"


@pytest.mark.rule("koenigsberg 2.5.3")
@pytest.mark.parametrize(("unit", "has"), [("Ind-5", 1), ("Ind-505", 1), ("Ind-23", 2)])
def test_reduced_one_step_and_foot_units_need_no_gas(unit: str, has: int) -> None:
    table = table_with_9k()
    table.put(unit, "1839", steps=has)
    match = no_gas(table)
    match.play(f"move {unit}")
    match.play("to 1838")
    assert (steps(match, unit), where(match, unit)) == (has, "1838")


@pytest.mark.rule("koenigsberg 2.5.3")
def test_rail_movement_needs_no_gas() -> None:
    table = table_with_9k()
    table.put("Ind-5", "1940")
    match = no_gas(table)
    match.play("move Ind-5 rail")
    match.play("to 1838")
    assert (steps(match, "Ind-5"), where(match, "Ind-5")) == (2, "1838")


@pytest.mark.rule("koenigsberg 2.5.3")
def test_units_that_moved_before_the_chit_are_spared() -> None:
    table = table_with_9k()
    table.put("Ind-5", "1839")
    table.put("26K-HQ", "1838")
    match = draw(table, "9K", "NoGas", "26K")
    match.play("move Ind-5")
    match.play("to 1739")
    assert steps(match, "Ind-5") == 2
    match.play("done")
    assert table.play.state.no_gas
    assert steps(match, "Ind-5") == 2


@pytest.mark.rule("koenigsberg 2.5.4")
def test_the_corps_goes_to_its_box_as_it_is() -> None:
    table = with_gd()
    match = draw(table, "GD-Withdrawal", "9K")
    assert [where(match, id) for id in CORPS] == ["gd_box"] * 4
    assert [steps(match, id) for id in CORPS[1:]] == [1, 1, 2]
    assert not table.play.state.supply[table.unit("GD-PzG")]
    assert str(happened(match.log, "gd_leaves")[0].citation) == "koenigsberg 2.5.4"


@pytest.mark.rule("koenigsberg 2.5.4")
def test_the_corps_chit_leaves_and_the_withdrawal_never_returns() -> None:
    match = draw(with_gd(), "GD-Withdrawal", "GD", "9K", draws=("GD-Withdrawal", "9K"))
    assert (chit(match, "GD"), chit(match, "GD-Withdrawal")) == ("later", "removed")
    match.play("done")
    assert [event.params["chit"] for event in happened(match.log, "drawn")] == ["GD-Withdrawal", "9K"]


@pytest.mark.rule("koenigsberg 2.5.4", "koenigsberg 2.5")
def test_a_chit_already_drawn_leaves_with_the_corps_but_its_activation_stays_counted() -> None:
    table = with_gd()
    table.put("9K-548", "1939")
    table.box("VS-1", VOLKSSTURM_BOX)
    table.play.push(step(table.play, "end"))
    match = draw(table, "GD", "GD-Withdrawal", "9K")
    match.play("done")
    assert (chit(match, "GD"), list(table.play.state.used)) == ("later", [2, 0, 0])
    assert "GD" not in match.position()["drawn"]
    match.play("done")
    assert table.play.state.turn == 5
    assert (chit(match, "GD"), chit(match, "GD-Withdrawal"), chit(match, "9K")) == ("later", "removed", "cup")


@pytest.mark.rule("koenigsberg 2.5.5", "koenigsberg 2.5.4")
def test_leaving_and_coming_back_in_one_turn_gives_the_chit_another_chance() -> None:
    table = with_gd()
    match = draw(table, "GD", "GD-Withdrawal", "GD-Returns", "9K", draws=("GD", "GD-Withdrawal", "GD-Returns", "GD"))
    for action in ("done", "move GD-PzG rail", "to 3518", "done"):
        match.play(action)
    assert [event.params["unit"] for event in happened(match.log, "activated")] == ["GD-HQ", "GD-HQ"]
    assert (chit(match, "GD-Returns"), table.play.state.used[GERMAN]) == ("removed", 2)


@pytest.mark.rule("koenigsberg 2.5.4", "koenigsberg 11.2")
def test_a_withdrawn_corps_gets_no_replacements() -> None:
    table = withdrawn("GD-HQ", "GD-PzG")
    table.play.state.steps[table.unit("GD-PzG")] = 1
    table.play.state.steps[table.box("GD-Fus", ELIMINATED)] = 0
    table.put("9K-548", "1939", steps=1)
    match = table.push(Replacements(GERMAN, 4, ()))
    assert texts(match) == ["refit 9K-548", "rebuild GD-Fus 1 1939", "done"]  # destroyed before: with any HQ (4.2.2)
    assert str(refused(match, "refit GD-PzG").citation) == "koenigsberg 11.2"


@pytest.mark.rule("koenigsberg 2.5.4")
def test_destroyed_units_are_not_withdrawn() -> None:
    table = with_gd()
    table.play.eliminate(table.unit("GD-Fus"))
    match = draw(table, "GD-Withdrawal", "9K")
    assert (where(match, "GD-Fus"), where(match, "GD-PzG")) == ("eliminated", "gd_box")


@pytest.mark.rule("koenigsberg 2.5.5")
def test_the_corps_returns_at_b_with_a_move_and_its_chit() -> None:
    table = withdrawn(*CORPS)
    table.play.state.steps[table.unit("GD-PzG")] = 1
    match = at_the_gate(draw(table, "GD-Returns", "9K"))
    assert [where(match, id) for id in CORPS] == ["3617"] * 4
    assert steps(match, "GD-PzG") == 1
    assert (chit(match, "GD"), chit(match, "GD-Returns")) == ("cup", "removed")
    assert {"move GD-PzG", "move GD-PzG strategic", "move GD-PzG rail"} <= set(texts(match))
    match.play("move GD-PzG rail")
    match.play("to 3518")
    match.play("done")
    assert where(match, "GD-PzG") == "3518"
    assert table.play.state.used[GERMAN] == 1


@pytest.mark.rule("koenigsberg 2.5.5")
def test_the_corps_can_be_activated_in_the_turn_it_returns() -> None:
    table = withdrawn("GD-HQ", "GD-Fus")
    match = at_the_gate(draw(table, "GD-Returns", "9K", draws=("GD-Returns", "GD")))
    match.play("done")
    assert happened(match.log, "activated")[0].params["unit"] == "GD-HQ"
    assert "move GD-Fus" in texts(match) and match.position()["effects"]["gd_away"] == 0


@pytest.mark.rule("koenigsberg 2.5.5")
def test_only_survivors_return_even_the_hq_alone() -> None:
    table = withdrawn("GD-HQ")
    table.box("GD-Fus", ELIMINATED)
    match = at_the_gate(draw(table, "GD-Returns", "9K"))
    assert (where(match, "GD-HQ"), where(match, "GD-Fus")) == ("3617", "eliminated")


@pytest.mark.rule("koenigsberg 2.5.5")
def test_without_its_hq_the_corps_brings_no_chit() -> None:
    table = withdrawn("GD-Fus")
    table.play.state.chit[table.tables.chit_index["GD"]] = GONE
    match = at_the_gate(draw(table, "GD-Returns", "9K"))
    assert (where(match, "GD-Fus"), chit(match, "GD")) == ("3617", "removed")


@pytest.mark.rule("koenigsberg 2.5.5")
def test_the_return_before_the_withdrawal_is_ignored_and_recycled() -> None:
    match = draw(with_gd(), "GD-Returns", "9K")
    assert (chit(match, "GD-Returns"), where(match, "GD-HQ")) == ("used", "1625")
    assert str(happened(match.log, "gd_not_away")[0].citation) == "koenigsberg 2.5.5"


@pytest.mark.rule("koenigsberg 2.5.4", "koenigsberg 2.5.5")
def test_a_corps_destroyed_before_its_withdrawal_never_returns() -> None:
    match = draw(table_with_9k(), "GD-Withdrawal", "GD-Returns", "9K")
    assert (chit(match, "GD-Withdrawal"), chit(match, "GD-Returns")) == ("removed", "used")
    assert not happened(match.log, "gd_returns")


@pytest.mark.rule("koenigsberg 2.5.3", "koenigsberg 2.5.5")
def test_arriving_burns_no_gas() -> None:
    table = withdrawn("GD-Fus")
    match = at_the_gate(draw(table, "NoGas", "GD-Returns", "9K"))
    match.play("move GD-Fus")
    match.play("to 3518")
    assert steps(match, "GD-Fus") == 2
