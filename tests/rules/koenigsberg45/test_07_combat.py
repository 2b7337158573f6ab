"""7.0 to 10.4 Combat, losses, retreats, advance; with 12.1 and 13.3."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.battle import Battle
from countermarch.games.chitpull.losses import Losses
from countermarch.games.chitpull.retreat import Retreat
from countermarch.games.chitpull.state import ISOLATED, READY
from countermarch.match import Match
from tests.rules.koenigsberg.fights import attack
from tests.rules.koenigsberg.table import GERMAN, SOVIET, happened, steps, texts, where
from tests.rules.koenigsberg45.both import fought, laid, no, rules

TWO = {"39A-5G": "0636", "39A-94": "0636"}


def back(units: dict[str, str], others: dict[str, str], hexes: int, side: int = GERMAN) -> Match:
    found = laid({**units, **others})
    start = found.hex(next(iter(units.values())))
    return found.push(Retreat(side, start, tuple(found.unit(id) for id in units), hexes, True, False))


def won(attackers: dict[str, str], target: str, others: dict[str, str] | None = None) -> Match:
    """The last defender of a hex is gone, by a retreat; the attackers may advance."""
    found = laid({**attackers, **(others or {})})
    found.put("VS-1", target)
    units = tuple(found.unit(id) for id in attackers if found.tables.is_combat[found.unit(id)])
    return found.push(Battle(SOVIET, found.hex(target), units, 8, 6, 0, 0, fled=True))


# 7.0 to 7.4


@pytest.mark.rule("koenigsberg45 7.0", "koenigsberg45 7.2", "koenigsberg45 7.2(1)", "koenigsberg45 7.2(4)")
def test_attacks_are_declared_one_by_one_in_any_order_or_not_at_all() -> None:
    found = laid({**TWO, "9K-561": "0637", "9K-548": "0536"})
    match = found.fight(SOVIET, *TWO)
    assert texts(match) == ["attack 0536", "attack 0637", "done"]
    attack(match, "0637", 6, ("39A-5G",))
    while match.to_act == "german" or not any(t.startswith("attack") for t in texts(match)):
        match.play(texts(match)[-1])
    assert "attack 0536" in texts(match)
    match.play("done")
    assert match.to_act is None


@pytest.mark.rule("koenigsberg45 7.0")
def test_lone_hqs_and_empty_hexes_are_not_attacked() -> None:
    match = laid({**TWO, "9K-HQ": "0637", "9K-561": "0536"}).fight(SOVIET, *TWO)
    assert no(match, "attack 0637") == no(match, "attack 0635") == "koenigsberg45 7.0"


@pytest.mark.rule("koenigsberg45 7.2(2)", "koenigsberg45 7.4", "koenigsberg45 7.4a")
def test_the_ratio_is_rounded_down_and_shifted() -> None:
    found = laid({"39A-5G": "1141", "39A-94": "1141", "9K-561": "1142"})  # into a forest
    preview = found.match().preview("1142", ["39A-5G", "39A-94"])
    defence = found.tables.defence[found.unit("9K-561")][2]
    assert (preview.attack, preview.defence) == (13, defence)
    whole = 13 // defence
    assert preview.column == f"{whole - 1}-1" and preview.refusal is None
    assert "koenigsberg45 7.4a" in [str(p.citation) for p in preview.parts if "shift" in p.text.key]


@pytest.mark.rule("koenigsberg45 7.2(3)", "koenigsberg45 7.1")
def test_example_d1r2_costs_a_step_and_two_hexes() -> None:
    match, events = fought(TWO, {"9K-561": "0637"}, "0637", 6)
    assert happened(events, "attack")[0].params["result"] == "D1r2"
    assert rules(events, "attack") == ["koenigsberg45 7.1"]
    match.play(texts(match)[0])
    assert steps(match, "9K-561") == 1


@pytest.mark.rule("koenigsberg45 7.3a", "koenigsberg45 7.3b")
def test_any_number_from_any_side_each_once_against_the_whole_stack() -> None:
    found = laid({**TWO, "39A-113": "0538", "9K-561": "0637", "9K-548": "0637", "26K-1": "0536"})
    match = found.fight(SOVIET, *TWO, "39A-113")
    preview = match.preview("0637", ["39A-5G", "39A-94", "39A-113"])
    assert preview.defence == sum(found.tables.defence[found.unit(id)][2] for id in ("9K-561", "9K-548"))
    attack(match, "0637", 1, ("39A-5G", "39A-113"))
    while match.to_act and "attack 0536" not in texts(match):
        match.play(texts(match)[-1])
    match.play("attack 0536")  # the other of the stack attacks elsewhere
    assert no(match, "with 39A-5G") == "koenigsberg45 7.3a"


@pytest.mark.rule("koenigsberg45 7.3c")
def test_units_without_attack_join_others_but_never_attack_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    found = laid({"39A-152": "0636", "39A-5G": "0538", "39A-94": "0439", "9K-561": "0637", "9K-548": "0440"})
    values = list(found.tables.attack)
    values[found.unit("39A-152")] = (0, 0)
    monkeypatch.setattr(found.tables, "attack", values)
    assert no(found.fight(SOVIET, "39A-152", "39A-94"), "attack 0637") == "koenigsberg45 7.3c"
    found.play.state.frames.clear()
    match = found.fight(SOVIET, "39A-152", "39A-5G")
    match.play("attack 0637")
    match.play("with 39A-152")
    assert "with 39A-5G" in texts(match) and "resolve" not in texts(match)


@pytest.mark.rule("koenigsberg45 7.4(2)", "koenigsberg45 11.3b", "koenigsberg45 11.3a", "koenigsberg45 7.4(1)")
def test_isolated_units_are_halved_in_attack_defence_and_movement() -> None:
    found = laid({"39A-94": "0636", "9K-561": "0637"})
    for state, attack_of, defence_of in ((0, 1, 1), (1, 2, 1), (2, 2, 2)):
        for id in ("39A-94", "9K-561"):
            found.play.state.supply[found.unit(id)] = state
        preview = found.match().preview("0637", ["39A-94"])
        assert preview.attack == 6 / attack_of
        assert preview.defence == found.tables.defence[found.unit("9K-561")][2] // defence_of
    match = found.move(SOVIET, "39A-94")
    assert max(match.reach("39A-94").values(), default=0) <= 3
    assert found.play.state.supply[found.unit("39A-94")] == ISOLATED


@pytest.mark.rule("koenigsberg45 7.4b")
def test_below_1_2_there_is_no_attack_and_against_zero_the_best_column(monkeypatch: pytest.MonkeyPatch) -> None:
    found = laid({"39A-152": "0636", "26K-1": "0637", "26K-69": "0637", "39A-94": "0439", "9K-548": "0440"})
    assert no(found.fight(SOVIET, "39A-152", "39A-94"), "attack 0637") == "koenigsberg45 7.4b"
    found = laid({"39A-94": "1141"})
    found.put("VS-1", "1142", supply=ISOLATED)
    found.play.state.steps[found.unit("VS-1")] = 1
    monkeypatch.setattr(found.tables, "defence", [(1, 1, 1)] * len(found.tables.units))
    assert found.match().preview("1142", ["39A-94"]).column == "8-1+"  # though it lies in a forest


@pytest.mark.rule("koenigsberg45 13.3", "koenigsberg45 13.1", "koenigsberg45 13.1a")
def test_a_front_has_its_own_air_units_two_to_a_combat() -> None:
    found = laid({**TWO, "9K-561": "0637"})
    for id in ("1AA-1", "1AA-2", "3AA", "4AA-1"):
        found.box(id, READY)
    match = found.fight(SOVIET, *TWO)
    match.play("attack 0637")
    match.play("with 39A-5G")
    assert no(match, "air 4AA-1 full") == "koenigsberg45 13.3"
    match.play("air 1AA-1 full")
    match.play("air 1AA-2 normal")
    assert no(match, "air 3AA full") == "koenigsberg45 13.1"
    match.next_dice(3)
    match.play("resolve")
    assert (where(match, "1AA-1"), where(match, "1AA-2")) == ("grounded", "refit")


@pytest.mark.rule("koenigsberg45 0.1e")
def test_an_announced_attack_looks_into_the_stack_and_is_not_taken_back() -> None:
    found = laid({**TWO, "9K-561": "0637", "26K-1": "0637"}, fog_of_war="on")
    match = found.fight(SOVIET, *TWO)
    refusal = match.preview("0637", list(TWO), side="soviet").refusal
    assert refusal is not None and str(refusal.citation) == "koenigsberg45 0.1e"
    match.play("attack 0637")
    match.play("with 39A-5G")
    events = match.play("announce")
    assert rules(events, "revealed") == ["koenigsberg45 0.1e"] and not match.undo()


# 8.0


@pytest.mark.rule("koenigsberg45 8.0", "koenigsberg45 8.0a", "koenigsberg45 8.0b", "koenigsberg45 8.0c")
def test_the_first_step_from_the_strongest_the_rest_as_the_owner_likes() -> None:
    found = laid({"26K-1": "0637", "9K-561": "0637"})
    units = (found.unit("26K-1"), found.unit("9K-561"))
    match = found.push(Losses(GERMAN, units, 2, True, True))
    assert steps(match, "26K-1") == 1  # the strongest had no choice
    assert texts(match) == ["lose 26K-1", "lose 9K-561"]
    match.play("lose 26K-1")  # even twice the same
    assert where(match, "26K-1") == "eliminated" and steps(match, "9K-561") == 2
    even = laid({"9K-561": "0637", "9K-548": "0637", "26K-1": "0637"})
    match = even.push(Losses(GERMAN, tuple(even.unit(id) for id in ("9K-561", "9K-548")), 1, True, True))
    assert match.to_act == "german" and no(match, "lose 26K-1") == "koenigsberg45 8.0a"  # not in the combat


@pytest.mark.rule("koenigsberg45 8.0d", "koenigsberg45 8.0e", "koenigsberg45 8.0")
def test_a_single_step_is_the_last_and_the_unit_leaves_the_map() -> None:
    found = laid({"39A-152": "0637"})
    match = found.push(Losses(SOVIET, (found.unit("39A-152"),), 1, True, True))
    assert where(match, "39A-152") == "eliminated" and rules(match.log, "eliminated") == ["koenigsberg45 8.0"]


@pytest.mark.rule("koenigsberg45 12.5(3)")
def test_volkssturm_lost_in_combat_go_back_to_their_box() -> None:
    found = laid({"VS-1": "0637"})
    match = found.push(Losses(GERMAN, (found.unit("VS-1"),), 1, True, True))
    assert where(match, "VS-1") == "volkssturm_box" and steps(match, "VS-1") == 1


@pytest.mark.rule("koenigsberg45 8.1", "koenigsberg45 9.1")
def test_examples_of_insterburg_and_elbing() -> None:
    """D1r does nothing to a unit in Insterburg, D2r costs it a step; Dr nothing in Elbing, Dr2 one hex."""
    for code, left in (("D1r", 2), ("D2r", 1)):
        found = laid({"9K-561": "1836", "39A-5G": "1837"})
        column, die = _cell(found, code)
        match = found.push(Battle(SOVIET, found.hex("1836"), (found.unit("39A-5G"),), column, die, 0, 0))
        assert (steps(match, "9K-561"), where(match, "9K-561")) == (left, "1836")
    for code, stays in (("Dr", True), ("Dr2", False)):
        found = laid({"9K-561": "3420", "39A-5G": "3419"})
        column, die = _cell(found, code)
        match = found.push(Battle(SOVIET, found.hex("3420"), (found.unit("39A-5G"),), column, die, 0, 0))
        if not stays and match.to_act == "german":
            match.play(texts(match)[0])
        assert (where(match, "9K-561") == "3420") == stays


@pytest.mark.rule("koenigsberg45 8.1", "koenigsberg45 9.1")
def test_a_preview_spares_nothing_for_a_line_alone() -> None:
    lined = laid({"26K-1": "1340", "39A-5G": "1240"}).match().preview("1340", ["39A-5G"])
    town = laid({"26K-1": "1836", "39A-5G": "1837"}).match().preview("1836", ["39A-5G"])
    assert (lined.spared, town.spared) == ((0, 0), (1, 1))


def _cell(found: object, code: str) -> tuple[int, int]:
    combat = found.tables.combat  # type: ignore[attr-defined]
    return next((c, d) for c in range(len(combat.columns)) for d in range(1, 7) if combat.result(c, d).code == code)


# 9.0


@pytest.mark.rule("koenigsberg45 9.0", "koenigsberg45 9.0a", "koenigsberg45 9.0d", "koenigsberg45 9.2a")
def test_so_many_hexes_each_farther_away_whatever_the_terrain() -> None:
    match = back({"9K-561": "0637"}, {}, 2)
    assert match.to_act == "german"
    grid = match.game.rules.board.grid
    start = grid.index("0637")
    assert all([grid.distance(start, grid.index(h)) for h in a.hexes] == [1, 2] for a in match.legal())
    assert no(match, "retreat 0737-0636") == "koenigsberg45 9.2a"
    assert no(match, "retreat 0737") == "koenigsberg45 9.0a"


@pytest.mark.rule("koenigsberg45 9.0e")
def test_units_that_cannot_move_pay_a_step_a_hex() -> None:
    found = laid({"Gar-Thorn": "0637"})
    match = found.push(Retreat(GERMAN, found.hex("0637"), (found.unit("Gar-Thorn"),), 1, True, False))
    assert steps(match, "Gar-Thorn") == 1 and where(match, "Gar-Thorn") == "0637"
    assert rules(match.log, "cannot_move") == ["koenigsberg45 9.0e"]


@pytest.mark.rule("koenigsberg45 9.0f", "koenigsberg45 12.1a")
def test_a_stack_goes_together_or_apart_and_its_hq_with_one_of_them() -> None:
    match = back({"26K-1": "0637", "9K-561": "0637", "9K-HQ": "0637"}, {}, 1)
    assert {"together", "apart 9K-561", "apart 26K-1"} <= set(texts(match))
    assert no(match, "apart 9K-HQ") == "koenigsberg45 12.1a"
    match.play("together")
    match.play(texts(match)[0])
    assert len({where(match, id) for id in ("26K-1", "9K-561", "9K-HQ")}) == 1


@pytest.mark.rule("koenigsberg45 9.2d", "koenigsberg45 12.1d")
def test_a_retreat_may_overrun_a_lone_hq() -> None:
    match = back({"9K-561": "0637"}, {"39A-HQ": "0737"}, 1)
    events = match.play("retreat 0737")
    assert where(match, "39A-HQ") == "removed" and rules(events, "overrun") == ["koenigsberg45 12.1d"]


@pytest.mark.rule("koenigsberg45 5.1", "koenigsberg45 5.2")
def test_a_retreat_into_a_full_hex_goes_on() -> None:
    """Two Germans stand in every hex around 0637: whoever falls back a hex has to go another."""
    found = laid({"9K-561": "0637"})
    grid, start = found.tables.board.grid, found.hex("0637")
    others = (id for u, id in enumerate(found.tables.ids) if u in found.tables.fighters[GERMAN] and id != "9K-561")
    for h in grid.around(start):
        for id in (next(others), next(others)):
            found.put(id, found.tables.numbers[h])
    match = found.push(Retreat(GERMAN, start, (found.unit("9K-561"),), 1, True, False))
    while match.to_act is not None:
        match.play(texts(match)[0])
    assert grid.distance(start, found.hex(where(match, "9K-561"))) == 2 and steps(match, "9K-561") == 2


POCKET = {"39A-5G": "0636", "39A-94": "0638", "39A-113": "0538", "11GA-8G": "0537", "11GA-36G": "0737"}  # 0738 is open


@pytest.mark.rule("koenigsberg45 5.1")
def test_who_can_go_no_farther_from_a_full_hex_is_eliminated() -> None:
    full, shut = {"26K-1": "0738", "26K-69": "0738"}, {"5A-72": "0739", "5A-65": "0837", "5A-45": "0838"}
    match = back({"9K-561": "0637"}, {**POCKET, **full, **shut}, 1)
    assert where(match, "9K-561") == "eliminated" and rules(match.log, "no_room") == ["koenigsberg45 5.1"]
    assert where(match, "26K-1") == where(match, "26K-69") == "0738"
    room = back({"9K-561": "0637"}, {**POCKET, "26K-1": "0738", **shut}, 1)
    assert where(room, "9K-561") == "0738"


@pytest.mark.rule("koenigsberg45 5.2")
def test_an_hq_that_falls_back_upon_another_goes_on_or_is_lost() -> None:
    shut = {"5A-72": "0739", "5A-65": "0837", "5A-45": "0838"}
    for ring, fates in ((POCKET, {"0739", "0837", "0838"}), ({**POCKET, **shut}, {"removed"})):
        match = back({"9K-561": "0637", "9K-HQ": "0637"}, {**ring, "26K-HQ": "0738"}, 1)
        while match.to_act is not None:
            match.play(texts(match)[0])
        assert where(match, "9K-HQ") in fates
        assert where(match, "9K-561") == where(match, "26K-HQ") == "0738"


# 10.0


@pytest.mark.rule("koenigsberg45 10.0", "koenigsberg45 10.0a", "koenigsberg45 3.5(2)")
def test_attackers_may_enter_the_hex_left_whatever_zones_there_are() -> None:
    match = won(TWO, "0637", {"26K-1": "0738"})
    assert match.to_act == "soviet" and "advance 39A-5G 0637" in texts(match)
    assert no(match, "advance 26K-1 0637") == "koenigsberg45 10.0a"
    assert no(match, "advance 39A-5G 0638") == "koenigsberg45 10.0"
    events = match.play("advance 39A-5G 0637")
    assert rules(events, "advanced") == ["koenigsberg45 10.0"]
    match.play("done")
    assert where(match, "39A-94") == "0636"


@pytest.mark.rule("koenigsberg45 10.1a", "koenigsberg45 10.1")
def test_a_town_stops_mechanised_units() -> None:
    match = won({"5A-2G": "0641"}, "0642")
    assert all(len(a.hexes) == 1 for a in match.legal() if a.verb == "advance")
    assert no(match, "advance 5A-2G 0642-0743") == "koenigsberg45 10.1a"


@pytest.mark.rule("koenigsberg45 10.2a", "koenigsberg45 12.1b")
def test_an_hq_goes_where_a_unit_of_its_stack_has_gone() -> None:
    match = won({**TWO, "39A-HQ": "0636"}, "0637")
    assert no(match, "advance 39A-HQ 0637") == "koenigsberg45 12.1b"
    match.play("advance 39A-5G 0637")
    match.play("advance 39A-HQ 0637")
    assert where(match, "39A-HQ") == "0637"


@pytest.mark.rule("koenigsberg45 10.3", "koenigsberg45 12.1d")
def test_an_advance_overruns_a_lone_hq() -> None:
    match = won({"5A-2G": "0636"}, "0637", {"9K-HQ": "0738"})
    events = match.play("advance 5A-2G 0637-0738")
    assert where(match, "9K-HQ") == "removed" and rules(events, "overrun") == ["koenigsberg45 12.1d"]


@pytest.mark.rule("koenigsberg45 10.4")
def test_nobody_advances_over_an_unbridged_major_river() -> None:
    found = laid({"65A-18": "0212"})
    found.put("VS-1", "0312")
    found.put("39A-94", "0412")
    units = (found.unit("65A-18"), found.unit("39A-94"))
    match = found.push(Battle(SOVIET, found.hex("0312"), units, 8, 6, 0, 0))
    assert no(match, "advance 65A-18 0312") == "koenigsberg45 10.4"
