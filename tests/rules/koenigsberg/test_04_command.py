"""4.0 Command."""

import pytest

from countermarch.games.chitpull.state import GERMAN, ISOLATED
from tests.rules.koenigsberg.chits import chit, draw
from tests.rules.koenigsberg.table import SOVIET, Table, happened, refused, texts, where


def movers(match_texts: list[str]) -> set[str]:
    return {text.split()[1] for text in match_texts if text.startswith("move")}


@pytest.mark.rule("koenigsberg 4.0", "koenigsberg 4.2.1")
def test_units_without_an_activated_hq_do_nothing() -> None:
    table = Table()
    table.put("39A-HQ", "1043")
    table.put("39A-94", "1043")
    table.put("5A-45", "1044")
    table.put("5A-HQ", "1041")
    match = table.activate("39A-HQ")
    assert movers(texts(match)) == {"39A-HQ", "39A-94"}
    for id in ("5A-45", "5A-HQ"):
        assert str(refused(match, f"move {id}").citation) == "koenigsberg 4.2.1"


@pytest.mark.rule("koenigsberg 4.0")
def test_an_hq_may_be_activated_more_than_once_a_turn() -> None:
    table = Table(turn=3)
    table.put("39A-HQ", "1043")
    table.put("39A-94", "1043")
    match = draw(table, "39A", "3BF-1")
    match.play("move 39A-94")
    match.play("to 1042")
    match.play("done")
    assert [event.params["unit"] for event in happened(match.log, "activated")] == ["39A-HQ"] * 2
    assert "move 39A-94" in texts(match)
    assert table.play.state.used[table.group("3BF")] == 2


@pytest.mark.rule("koenigsberg 4.1", "koenigsberg 4.1.1")
def test_a_chit_activates_its_own_hq_for_its_owner() -> None:
    table = Table(turn=3)
    table.put("39A-HQ", "1043")
    table.put("9K-HQ", "1939")
    match = draw(table, "39A", "9K")
    assert match.to_act == "soviet"
    assert movers(texts(match)) == {"39A-HQ"}
    match.play("done")
    assert match.to_act == "german"
    assert (chit(match, "39A"), chit(match, "9K")) == ("used", "used")
    state, index = table.play.state, table.tables.chit_index
    assert (state.order[index["39A"]], state.order[index["9K"]]) == (1, 2)


@pytest.mark.rule("koenigsberg 4.1.1")
def test_movement_comes_before_combat_and_does_not_come_back() -> None:
    table = Table()
    table.put("39A-HQ", "1043")
    table.put("39A-94", "1042")
    table.put("9K-56", "1142")
    match = table.activate("39A-HQ")
    assert not any(text.startswith("attack") for text in texts(match))
    match.play("done")
    assert "attack 1142" in texts(match)
    assert not movers(texts(match))


@pytest.mark.rule("koenigsberg 4.1.1")
def test_an_activation_counts_even_if_nothing_is_done_with_it() -> None:
    table = Table(turn=3)
    table.put("9K-HQ", "1939")
    match = draw(table, "9K")
    match.play("done")
    assert table.play.state.used[GERMAN] == 1


@pytest.mark.rule("koenigsberg 4.1.2")
def test_a_front_chit_activates_any_hq_of_its_front() -> None:
    table = Table(turn=3)
    for hq, hex in (("39A-HQ", "1043"), ("5A-HQ", "1039"), ("43A-HQ", "1943"), ("70A-HQ", "0506")):
        table.put(hq, hex)
    match = draw(table, "3BF-1")
    assert set(texts(match)) == {"activate 39A-HQ", "activate 5A-HQ", "activate 43A-HQ"}
    refusal = refused(match, "activate 70A-HQ")
    assert str(refusal.citation) == "koenigsberg 4.1.2"
    match.play("activate 43A-HQ")
    assert movers(texts(match)) == {"43A-HQ"}
    assert list(table.play.state.used) == [0, 0, 1]


@pytest.mark.rule("koenigsberg 4.1.2")
def test_a_front_without_an_hq_spends_nothing() -> None:
    table = Table(turn=3)
    table.put("9K-HQ", "1939")
    match = draw(table, "2BF-1", "9K")
    assert chit(match, "2BF-1") == "void"
    assert list(table.play.state.used) == [1, 0, 0]


@pytest.mark.rule("koenigsberg 4.1.3")
def test_army_group_lends_two_independents_anywhere_which_do_not_attack() -> None:
    table = Table(turn=3)
    table.put("9K-HQ", "1939")
    table.put("Ind-7", "1408")
    table.put("Ind-24", "2925")
    table.put("Ind-23", "1427")
    table.put("70A-96", "1208")
    match = draw(table, "HGM")
    match.play("lend Ind-7")
    match.play("to 1308")
    assert {"lend Ind-24", "lend Ind-23"} <= set(texts(match))
    match.play("lend Ind-24 rail" if "lend Ind-24 rail" in texts(match) else "lend Ind-24")
    match.play(match.legal()[0])
    assert not any(text.startswith("lend") for text in texts(match))
    assert str(refused(match, "lend Ind-23").citation) == "koenigsberg 4.1.3"
    match.play("done")
    assert match.to_act is None
    assert where(match, "70A-96") == "1208"


@pytest.mark.rule("koenigsberg 4.1.3", "koenigsberg 4.1.1")
def test_an_hqs_own_chit_lends_nobody() -> None:
    table = Table()
    for id, hex in (("9K-HQ", "1939"), ("9K-548", "1940"), ("Ind-5", "1838"), ("Ind-18", "1321")):
        table.put(id, hex)
    match = draw(table, "9K")
    assert "move Ind-5" in texts(match) and not any(text.startswith("lend") for text in texts(match))
    assert str(refused(match, "lend Ind-18").citation) == "koenigsberg 4.1.3"


@pytest.mark.rule("koenigsberg 4.1.3")
@pytest.mark.parametrize(("verb", "attacks"), [("lend", False), ("move", True)])
def test_an_independent_moved_by_army_group_does_not_attack_but_one_moved_by_the_hq_does(
    verb: str, attacks: bool
) -> None:
    table = Table(turn=3)
    table.put("9K-HQ", "1939")
    table.put("Ind-7", "1937")
    table.put("39A-28G", "1935")
    match = draw(table, "HGM")
    match.play(f"{verb} Ind-7")
    match.play("to 1936")
    match.play("done")
    assert (match.to_act is not None) is attacks
    assert not attacks or "attack 1935" in texts(match)


@pytest.mark.rule("koenigsberg 4.1.3", "koenigsberg 9.0")
def test_a_lent_unit_cannot_join_another_units_attack() -> None:
    table = Table(turn=3)
    table.put("9K-HQ", "1939")
    table.put("Ind-7", "1937")
    table.put("9K-548", "1934")
    table.put("39A-28G", "1935")
    match = draw(table, "HGM")
    match.play("lend Ind-7")
    match.play("to 1936")
    match.play("done")
    match.play("attack 1935")
    assert "with Ind-7" not in texts(match)
    assert str(refused(match, "with Ind-7").citation) == "koenigsberg 4.1.3"


@pytest.mark.rule("koenigsberg 4.1.3")
def test_army_group_lends_no_unit_of_a_corps() -> None:
    table = Table(turn=3)
    table.put("9K-HQ", "1939")
    table.put("27K-35", "0908")
    table.put("HG-1HG", "1636")
    match = draw(table, "HGM")
    assert "lend HG-1HG" in texts(match)
    assert str(refused(match, "lend 27K-35").citation) == "koenigsberg 4.1.3"


@pytest.mark.rule("koenigsberg 4.1.3", "koenigsberg 4.2.2")
def test_army_group_need_not_lend_what_the_hq_activates_as_its_own() -> None:
    table = Table(turn=3)
    table.put("GD-HQ", "1939")
    table.put("GD-PzG", "1939")
    table.put("Ind-23", "1427")
    match = draw(table, "HGM")
    assert {"move GD-PzG", "lend Ind-23"} <= set(texts(match))
    assert str(refused(match, "lend GD-PzG").citation) == "koenigsberg 4.1.3"


@pytest.mark.rule("koenigsberg 4.2")
def test_without_their_hq_units_are_frozen_but_dual_ones_are_not() -> None:
    table = Table()
    table.put("26K-HQ", "1838")
    table.put("9K-548", "1839")
    table.put("HG-2HG", "1738")
    table.put("HG-1HG", "1738")
    match = table.activate("26K-HQ", lendable=2)
    assert movers(texts(match)) == {"26K-HQ", "HG-1HG"}
    assert str(refused(match, "move HG-2HG").citation) == "koenigsberg 4.2"
    assert str(refused(match, "move 9K-548").citation) == "koenigsberg 4.2"
    assert str(refused(match, "lend 9K-548").citation) == "koenigsberg 4.1.3"


@pytest.mark.rule("koenigsberg 4.2.1")
def test_a_soviet_hq_uses_its_army_and_two_independents() -> None:
    table = Table()
    table.put("39A-HQ", "1043")
    table.put("39A-94", "1043")
    for id in ("3BF-1", "3BF-2G"):
        table.put(id, "1044")
    table.put("3BF-43G", "0943")
    match = table.activate("39A-HQ")
    for id in ("3BF-1", "3BF-2G"):
        match.play(f"move {id}")
        match.play(match.legal()[0])
    assert movers(texts(match)) == {"39A-HQ", "39A-94"}
    assert str(refused(match, "move 3BF-43G").citation) == "koenigsberg 4.2.1"


@pytest.mark.rule("koenigsberg 4.2.1", "koenigsberg 4.2.3")
@pytest.mark.parametrize(("hq", "most"), [("26K-HQ", 3), ("7PzK-HQ", 5), ("39A-HQ", 2)])
def test_how_many_independents_an_hq_uses(hq: str, most: int) -> None:
    table = Table()
    table.put(hq, "1838")
    table.activate(hq)
    assert table.play.state.quota == most


@pytest.mark.rule("koenigsberg 4.2.2")
def test_independents_can_be_activated_again_by_another_hq() -> None:
    table = Table(turn=3)
    table.put("26K-HQ", "1838")
    table.put("9K-HQ", "1939")
    table.put("Ind-23", "1839")
    match = draw(table, "26K", "9K")
    match.play("move Ind-23")
    match.play("to 1739")
    match.play("done")
    assert "move Ind-23" in texts(match)


@pytest.mark.rule("koenigsberg 4.2.2")
def test_example_gd_hq_uses_its_own_units_and_three_independents_besides() -> None:
    table = Table()
    table.put("GD-HQ", "1838")
    table.put("GD-PzG", "1839")
    table.put("GD-Fus", "1839")
    match = table.activate("GD-HQ")
    for id in ("GD-PzG", "GD-Fus"):
        match.play(f"move {id}")
        match.play(match.legal()[0])
    assert table.play.state.quota == 3


@pytest.mark.rule("koenigsberg 4.2.2")
def test_a_dual_unit_takes_a_place_with_a_foreign_hq() -> None:
    table = Table()
    table.put("26K-HQ", "1838")
    table.put("GD-PzG", "1839")
    match = table.activate("26K-HQ")
    match.play("move GD-PzG")
    match.play(match.legal()[0])
    assert table.play.state.quota == 2


@pytest.mark.rule("koenigsberg 4.2.3")
def test_7th_panzer_uses_five_independents() -> None:
    table = Table()
    table.put("7PzK-HQ", "1838")
    spots = {"Ind-23": "1839", "Ind-605": "1839", "Ind-10": "1738", "Ind-HAU": "1738", "Ind-401": "1837"}
    for id, hex in {**spots, "Ind-83": "1837"}.items():
        table.put(id, hex)
    match = table.activate("7PzK-HQ")
    for id in spots:
        match.play(f"move {id}")
        match.play(match.legal()[0])
    assert str(refused(match, "move Ind-83").citation) == "koenigsberg 4.2.1"


@pytest.mark.rule("koenigsberg 4.2.4")
def test_range_is_counted_in_hexes_when_the_hq_is_activated() -> None:
    table = Table()
    table.put("43A-HQ", "1936")
    table.put("43A-90", "1940")
    table.put("43A-103", "1941")
    match = table.activate("43A-HQ")
    assert movers(texts(match)) == {"43A-HQ", "43A-90"}
    assert str(refused(match, "move 43A-103").citation) == "koenigsberg 4.2.6"
    match.play("move 43A-HQ")
    match.play("to 1937")
    assert movers(texts(match)) == {"43A-90"}


@pytest.mark.rule("koenigsberg 4.2.4")
def test_a_range_is_counted_anew_wherever_an_hq_has_not_stood_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    monkeypatch.setattr(table.tables, "_ranges", {})
    table.put("9K-HQ", "2327")
    hexes = table.move(GERMAN, "9K-HQ").command("9K-HQ")["hexes"]
    assert hexes["2327"] == 0 and hexes["2328"] == 1 and max(hexes.values()) == 6


@pytest.mark.rule("koenigsberg 4.2.4")
def test_activated_units_may_leave_the_range() -> None:
    table = Table()
    table.put("43A-HQ", "1936")
    table.put("43A-90", "1940")
    match = table.activate("43A-HQ")
    match.play("move 43A-90")
    match.play("to 1941")
    assert where(match, "43A-90") == "1941"


@pytest.mark.rule("koenigsberg 4.2.5")
def test_range_goes_round_water() -> None:
    """3040 lies on the spit, five hexes over the Haff from Labiau's shore and farther by land."""
    table = Table()
    grid = table.tables.board.grid
    spit = table.hex("3040")
    reach = table.tables.command_distance(spit)
    over_water = [
        h for h in grid.within(spit, 4) if table.tables.land[h] and not 0 <= reach[h] <= grid.distance(spit, h)
    ]
    assert over_water
    table.put("28K-HQ", "3040")
    table.put("28K-58", table.tables.numbers[over_water[0]])
    match = table.activate("28K-HQ")
    assert movers(texts(match)) == {"28K-HQ"}


@pytest.mark.rule("koenigsberg 4.2.5")
def test_range_crosses_major_rivers_and_ignores_the_enemy() -> None:
    table = Table()
    tables = table.tables
    side = next(s for s in range(6 * tables.n) if tables.major[s] and tables.dry[s])
    here, there = side // 6, tables.nbr[side]
    assert there not in tables.step_to[here]
    assert tables.command_distance(here)[there] == 1
    table.put("43A-HQ", "1936")
    table.put("43A-90", "1940", supply=ISOLATED)
    table.put("9K-548", "1938")
    match = table.activate("43A-HQ")
    assert "43A-90" in {tables.ids[u] for u in tables.of_side[SOVIET] if table.play.state.active[u]}
    assert match.to_act == "soviet"


@pytest.mark.rule("koenigsberg 4.2.6")
def test_out_of_command_lasts_only_for_that_activation() -> None:
    table = Table(turn=3)
    table.put("43A-HQ", "1936")
    table.put("43A-103", "1941")
    match = draw(table, "43A", "3BF-1")
    match.play("move 43A-HQ")
    match.play("to 1937")
    assert len(happened(match.log, "activated")) == 2
    assert "move 43A-103" in texts(match)


@pytest.mark.rule("koenigsberg 4.2.6")
def test_being_in_command_lasts_no_longer_either() -> None:
    table = Table(turn=3)
    table.put("9K-HQ", "1939")
    table.put("27K-HQ", "1206")
    table.put("Ind-23", "1938")
    match = draw(table, "9K", "27K")
    assert "Ind-23" in movers(texts(match))
    match.play("done")
    assert movers(texts(match)) == {"27K-HQ"}
    assert str(refused(match, "move Ind-23").citation) == "koenigsberg 4.2.6"
