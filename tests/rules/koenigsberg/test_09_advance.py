"""9.6 Advance after combat, with 11.1.2."""

from __future__ import annotations

import pytest

from countermarch.charts import read_outcome
from countermarch.games.chitpull.advance import Advance
from countermarch.match import Match
from tests.rules.koenigsberg.fights import Places, cited, fight, give_way, lay
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, refused, texts, where


def won(attackers: Places, others: Places, target: str, side: int = SOVIET, table: Table | None = None) -> Match:
    """The attackers have emptied the target."""
    table = table or Table()
    lay(table, {**attackers, **others})
    units = tuple(table.unit(id) for id in attackers if not table.tables.is_hq[table.unit(id)])
    origins = tuple(table.play.state.hex[u] for u in units)
    return table.push(Advance(side, table.hex(target), units, origins, ()))


@pytest.mark.rule("koenigsberg 9.6")
def test_attackers_may_enter_the_hex_that_was_left() -> None:
    match, _ = fight({"39A-5G": "0636", "39A-94": "0636"}, {"9K-561": "0637"}, "0637", 3)
    give_way(match, "0738")
    assert texts(match) == ["advance 39A-5G 0637", "advance 39A-94 0637", "done"]
    events = match.play("advance 39A-5G 0637")
    assert where(match, "39A-5G") == "0637" and cited(events, "advanced") == ["koenigsberg 9.6"]
    match.play("done")
    assert where(match, "39A-94") == "0636" and match.to_act is None


@pytest.mark.rule("koenigsberg 9.6")
def test_nobody_advances_while_a_defender_stays() -> None:
    match, _ = fight({"39A-5G": "0636", "39A-94": "0636"}, {"9K-561": "0637", "Gar-Elbing": "0637"}, "0637", 5)
    assert where(match, "Gar-Elbing") == "0637"
    assert not any(text.startswith("advance") for text in texts(match))


@pytest.mark.rule("koenigsberg 9.6", "koenigsberg 7.0")
def test_stacking_limits_the_advance() -> None:
    match = won({"39A-5G": "0636", "39A-94": "0636", "39A-113": "0538"}, {}, "0637")
    match.play("advance 39A-5G 0637")
    match.play("advance 39A-94 0637")
    assert match.to_act is None and where(match, "39A-113") == "0538"


@pytest.mark.rule("koenigsberg 9.6")
def test_the_advance_begins_with_the_defenders_hex() -> None:
    match = won({"3BF-2G": "0636"}, {}, "0637")
    assert str(refused(match, "advance 3BF-2G 0736").citation) == "koenigsberg 9.6"
    assert str(refused(match, "advance 3BF-2G 0736-0737").citation) == "koenigsberg 9.6"


@pytest.mark.rule("koenigsberg 9.6")
def test_neither_movement_points_nor_enemy_zones_matter() -> None:
    match = won({"3BF-2G": "1823"}, {"26K-1": "1926", "26K-349": "1726"}, "1824")  # a forest, then zones
    assert "advance 3BF-2G 1824-1825" in texts(match)
    assert "advance 3BF-2G 1824-1925" in texts(match)


@pytest.mark.rule("koenigsberg 9.6")
def test_only_attackers_advance() -> None:
    match = won({"39A-5G": "0636", "39A-113": "0538"}, {"39A-94": "0636"}, "0637")
    assert str(refused(match, "advance 39A-94 0637").citation) == "koenigsberg 9.6"
    match.play("advance 39A-5G 0637")
    assert str(refused(match, "advance 39A-5G 0637").citation) == "koenigsberg 9.6"


@pytest.mark.rule("koenigsberg 9.6.1")
def test_no_advance_over_an_unbridged_major_river() -> None:
    match = won({"3BF-2G": "0312", "39A-5G": "0410"}, {}, "0311")
    assert match.to_act is None  # the river runs along both sides
    match = won({"3BF-2G": "0312", "39A-5G": "0310"}, {}, "0311")
    assert texts(match) == ["advance 39A-5G 0311", "done"]
    assert str(refused(match, "advance 3BF-2G 0311").citation) == "koenigsberg 9.6.1"


@pytest.mark.rule("koenigsberg 9.6.1")
def test_the_second_hex_too_is_not_over_an_unbridged_major_river() -> None:
    match = won({"3BF-2G": "0310"}, {}, "0311")
    assert "advance 3BF-2G 0311" in texts(match) and "advance 3BF-2G 0311-0312" not in texts(match)
    assert str(refused(match, "advance 3BF-2G 0311-0312").citation) == "koenigsberg 9.6.1"


@pytest.mark.rule("koenigsberg 9.6.3", "koenigsberg 6.2.3")
def test_a_second_hex_out_of_reach_is_refused_for_what_it_is() -> None:
    match = won({"3BF-2G": "0636"}, {}, "0637")
    assert str(refused(match, "advance 3BF-2G 0637-0639").citation) == "koenigsberg 9.6.3"  # not next to 0637
    assert str(refused(match, "advance 3BF-2G 0637-0636").citation) == "koenigsberg 9.6"  # where it came from
    match = won({"3BF-2G": "3028"}, {}, "3029")
    assert str(refused(match, "advance 3BF-2G 3029-3130").citation) == "koenigsberg 6.2.3"  # the Haff


@pytest.mark.rule("koenigsberg 9.6.2")
def test_the_defender_does_not_advance() -> None:
    attackers = {"39A-152": "0636", "39A-28G": "0636"}
    match, _ = fight(attackers, {"26K-1": "0637"}, "0637", 2)  # A1r: the attackers go, the defender stays
    while match.to_act == "soviet":
        match.play(texts(match)[0])
    assert match.to_act is None and where(match, "26K-1") == "0637"
    match = won({"39A-5G": "0636", "39A-94": "0636"}, {"26K-1": "0738"}, "0637")
    assert str(refused(match, "advance 26K-1 0637").citation) == "koenigsberg 9.6.2"


@pytest.mark.rule("koenigsberg 9.6.3")
def test_mechanised_units_advance_up_to_two_hexes_and_may_part() -> None:
    match = won({"3BF-2G": "0636", "3BF-1": "0636", "39A-5G": "0538"}, {}, "0637")
    assert str(refused(match, "advance 39A-5G 0637-0638").citation) == "koenigsberg 9.6.3"
    assert str(refused(match, "advance 3BF-1 0637-0638-0639").citation) == "koenigsberg 9.6.3"
    match.play("advance 3BF-2G 0637-0738")
    match.play("advance 3BF-1 0637-0737")
    match.play("advance 39A-5G 0637")
    assert [where(match, id) for id in ("3BF-2G", "3BF-1", "39A-5G")] == ["0738", "0737", "0637"]


@pytest.mark.rule("koenigsberg 9.6.3")
def test_two_hexes_also_when_the_defender_is_eliminated() -> None:
    match, _ = fight({"3BF-2G": "0636"}, {"Ind-627": "0637"}, "0637", 4)  # 3-1: D1r
    assert where(match, "Ind-627") == "eliminated"
    assert "advance 3BF-2G 0637-0738" in texts(match)


@pytest.mark.rule("koenigsberg 9.6.3", "koenigsberg 7.0")
def test_a_mechanised_unit_may_pass_a_full_hex() -> None:
    match = won({"39A-5G": "0538", "39A-94": "0538", "3BF-2G": "0636"}, {"9K-561": "0738"}, "0637")
    match.play("advance 39A-5G 0637")
    match.play("advance 39A-94 0637")
    assert "advance 3BF-2G 0637" not in texts(match)
    assert str(refused(match, "advance 3BF-2G 0637").citation) == "koenigsberg 7.0"
    assert str(refused(match, "advance 3BF-2G 0637-0738").citation) == "koenigsberg 9.6"
    match.play("advance 3BF-2G 0637-0638")
    assert where(match, "3BF-2G") == "0638"


@pytest.mark.rule("koenigsberg 9.6.4")
def test_towns_cities_and_unbridged_rivers_end_the_advance_villages_do_not() -> None:
    match = won({"3BF-2G": "1623"}, {}, "1624")  # a town
    assert texts(match) == ["advance 3BF-2G 1624", "done"]
    assert str(refused(match, "advance 3BF-2G 1624-1625").citation) == "koenigsberg 9.6.4"
    assert texts(won({"3BF-2G": "2320"}, {}, "2220")) == ["advance 3BF-2G 2220", "done"]
    match = won({"3BF-2G": "0541"}, {}, "0640")  # over a minor river
    assert texts(match) == ["advance 3BF-2G 0640", "done"]
    assert "advance 3BF-2G 3120-3121" in texts(won({"3BF-2G": "3119"}, {}, "3120"))  # a village


@pytest.mark.rule("koenigsberg 9.6.4")
def test_a_minor_river_may_be_crossed_with_the_second_hex() -> None:
    assert "advance 3BF-2G 0640-0541" in texts(won({"3BF-2G": "0639"}, {}, "0640"))


@pytest.mark.rule("koenigsberg 9.2.3")
def test_immobile_attackers_do_not_advance() -> None:
    match = won({"Gar-Elbing": "0636", "9K-561": "0636"}, {}, "0637", GERMAN)
    assert texts(match) == ["advance 9K-561 0637", "done"]
    assert str(refused(match, "advance Gar-Elbing 0637").citation) == "koenigsberg 9.2.3"


@pytest.mark.rule("koenigsberg 9.6")
@pytest.mark.parametrize(("code", "follow"), [("Dr", True), ("A1/Dr", True), ("Ar/Dr", False)])
def test_attackers_that_had_to_retreat_do_not_advance(monkeypatch: pytest.MonkeyPatch, code: str, follow: bool) -> None:
    """No result of our table drives both sides back; one of an owner's table may."""
    table = Table()
    monkeypatch.setattr(type(table.tables.combat), "result", lambda self, column, die: read_outcome(code))
    behind = {"Gar-Thorn": "0536", "Gar-Graud": "0635", "Gar-Kulm": "0736"}  # the only way back is past the target
    match, _ = fight({"39A-5G": "0636"}, {"9K-561": "0637", **behind}, "0637", 1, table=table)
    match.play("retreat 0738")
    assert where(match, "9K-561") == "0738"
    assert where(match, "39A-5G") == ("0636" if follow else "0537")
    assert ("advance 39A-5G 0637" in texts(match)) == follow


@pytest.mark.rule("koenigsberg 9.6.5", "koenigsberg 11.1.2")
def test_an_hq_may_go_where_a_unit_of_its_stack_has_gone() -> None:
    match = won({"39A-5G": "0636", "39A-94": "0538"}, {"39A-HQ": "0636"}, "0637")
    assert str(refused(match, "advance 39A-HQ 0637").citation) == "koenigsberg 11.1.2"
    match.play("advance 39A-94 0637")  # not of its stack
    assert str(refused(match, "advance 39A-HQ 0637").citation) == "koenigsberg 11.1.2"
    match.play("advance 39A-5G 0637")
    match.play("advance 39A-HQ 0637")
    assert where(match, "39A-HQ") == "0637"


@pytest.mark.rule("koenigsberg 11.1.2")
def test_an_hq_goes_two_hexes_only_beside_a_mechanised_unit_that_does() -> None:
    match = won({"3BF-2G": "0636", "39A-5G": "0636"}, {"39A-HQ": "0636"}, "0637")
    match.play("advance 39A-5G 0637")
    assert "advance 39A-HQ 0637" in texts(match)
    assert str(refused(match, "advance 39A-HQ 0637-0738").citation) == "koenigsberg 11.1.2"
    match.play("advance 3BF-2G 0637-0738")
    match.play("advance 39A-HQ 0637-0738")
    assert where(match, "39A-HQ") == "0738"


@pytest.mark.rule("koenigsberg 9.6.5", "koenigsberg 7.0")
def test_one_hq_to_a_hex_in_the_advance() -> None:
    match = won({"39A-5G": "0636", "5A-45": "0538"}, {"39A-HQ": "0636", "5A-HQ": "0538"}, "0637")
    match.play("advance 39A-5G 0637")
    match.play("advance 39A-HQ 0637")
    match.play("advance 5A-45 0637")
    assert match.to_act is None and where(match, "5A-HQ") == "0538"
    match = won({"39A-5G": "0636", "3BF-2G": "0538"}, {"39A-HQ": "0636", "5A-HQ": "0637"}, "0637")
    match.play("advance 39A-5G 0637")
    assert str(refused(match, "advance 39A-HQ 0637").citation) == "koenigsberg 7.0"


@pytest.mark.rule("koenigsberg 9.6.6", "koenigsberg 11.1.4")
def test_an_advancing_unit_overruns_a_lone_hq() -> None:
    match = won({"3BF-2G": "0636"}, {"9K-HQ": "0738"}, "0637")
    events = match.play("advance 3BF-2G 0637-0738")
    assert where(match, "9K-HQ") == "removed" and cited(events, "overrun") == ["koenigsberg 11.1.4"]


@pytest.mark.rule("koenigsberg 9.6.6", "koenigsberg 6.3")
def test_a_unit_without_attack_strength_overruns_nobody_in_its_advance(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    values = list(table.tables.attack)
    values[table.unit("3BF-2G")] = (0, 0, 0)
    monkeypatch.setattr(table.tables, "attack", values)
    match = won({"3BF-2G": "0636"}, {"9K-HQ": "0738"}, "0637", table=table)
    assert "advance 3BF-2G 0637-0737" in texts(match)
    assert str(refused(match, "advance 3BF-2G 0637-0738").citation) == "koenigsberg 9.6"


@pytest.mark.rule("koenigsberg 11.5")
def test_a_corps_held_back_does_not_advance_out_of_its_hqs_range() -> None:
    table = Table(turn=3)
    table.put("6K-HQ", "0631")  # range 5
    match = won({"6K-131": "0636", "9K-56": "0636"}, {}, "0637", GERMAN, table)
    assert texts(match) == ["advance 9K-56 0637", "done"]
    assert str(refused(match, "advance 6K-131 0637").citation) == "koenigsberg 11.5"


@pytest.mark.rule("koenigsberg 11.5")
def test_an_hq_held_back_does_not_advance() -> None:
    match = won({"6K-131": "0636", "9K-56": "0538"}, {"6K-HQ": "0636"}, "0637", GERMAN)
    match.play("advance 6K-131 0637")
    assert texts(match) == ["advance 9K-56 0637", "done"]
    assert str(refused(match, "advance 6K-HQ 0637").citation) == "koenigsberg 11.5"


@pytest.mark.rule("koenigsberg 9.6", "koenigsberg 13.1")
def test_an_advance_takes_objectives() -> None:
    table = Table()
    match = won({"39A-5G": "1835", "39A-94": "1835"}, {}, "1836", SOVIET, table)
    events = match.play("advance 39A-5G 1836")
    assert cited(events, "taken") == ["koenigsberg 13.1"]
    assert table.play.state.control[table.hex("1836")] == SOVIET


@pytest.mark.rule("koenigsberg 9.6.3", "koenigsberg 7.0")
def test_the_second_hex_of_an_advance_has_room_or_the_first_one_is_the_last() -> None:
    match = won({"3BF-1": "0636"}, {"39A-94": "0738", "39A-113": "0738"}, "0637")
    assert "advance 3BF-1 0637-0738" not in texts(match) and "advance 3BF-1 0637" in texts(match)
    assert str(refused(match, "advance 3BF-1 0637-0738").citation) == "koenigsberg 7.0"
