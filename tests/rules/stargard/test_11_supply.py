"""11.0: supply."""

import pytest

from countermarch.games.chitpull.state import ISOLATED, OUT_OF_SUPPLY, SUPPLIED
from countermarch.games.chitpull.supply import check_all, edge_sources
from countermarch.games.chitpull.ways import allowance
from tests.rules.stargard.table import GERMAN, SOVIET, Pomerania, cited

RING = ("16.23", "15.24", "15.25", "16.25", "17.25", "17.24")
SOVIETS = ("12G", "75G", "23G", "52G", "397", "356")


def surrounded(unit: str = "48/23SS", supply: int = SUPPLIED) -> Pomerania:
    table = Pomerania()
    table.put(unit, "16.24", supply=supply)
    table.lay(dict(zip(SOVIETS, RING, strict=True)))
    return table


def status(table: Pomerania, id: str) -> int:
    return table.play.state.supply[table.unit(id)]


@pytest.mark.rule("stargard-design 11.1")
def test_a_line_may_be_of_any_length_over_any_passable_ground() -> None:
    table = Pomerania()
    table.put("48/23SS", "31.08")
    answer = table.match().supply("48/23SS")
    assert answer["line"] is not None and len(answer["line"]) > 10
    assert answer["citation"] == "stargard-design 11.1"


@pytest.mark.rule("stargard-design 11.1", "stargard-design 4.3")
def test_enemy_units_and_zones_block_it_unless_a_friend_is_there() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "16.22", "75G": "14.25", "23G": "18.25", "52G": "16.26"})
    table.lay({"397": "18.23", "356": "14.23"})
    check_all(table.play)
    assert status(table, "48/23SS") == OUT_OF_SUPPLY
    table.lay({"3Al": "17.24", "4Al": "18.24", "5Al": "19.24"})
    check_all(table.play)
    assert status(table, "48/23SS") == SUPPLIED


@pytest.mark.rule("stargard-design 11.1")
def test_not_over_the_unbridged_oder() -> None:
    tables = Pomerania().tables
    over = [s for s in range(6 * tables.n) if tables.major[s]]
    exits = tables.supply_net.exits
    assert over and all(tables.nbr[s] not in exits[s // 6] for s in over)


@pytest.mark.rule("stargard-design 11.2")
def test_who_has_which_sources() -> None:
    table = Pomerania()
    numbers = table.tables.numbers
    german = {numbers[h] for h in edge_sources(table.play, GERMAN)}
    soviet = {numbers[h] for h in edge_sources(table.play, SOVIET)}
    disputed = {"12.27", "22.27", "34.27", "38.19"}
    assert german == {"07.16", "01.16", "01.12", "01.04"} | disputed
    assert soviet == {"04.01", "08.01", "15.01", "21.01", "28.01", "33.01", "38.12"}


@pytest.mark.rule("stargard-design 11.2")
def test_a_disputed_source_is_soviet_for_good_once_entered() -> None:
    table = Pomerania(recapture="on")
    unit = table.put("12G", "22.26")
    table.play.enter(unit, table.hex("22.27"))
    assert table.hex("22.27") in edge_sources(table.play, SOVIET)
    assert table.hex("22.27") not in edge_sources(table.play, GERMAN)
    german = table.put("48/23SS", "21.27")
    table.play.enter(german, table.hex("22.27"))
    assert table.hex("22.27") in edge_sources(table.play, SOVIET)
    hq = Pomerania()
    hq.play.enter(hq.put("61-HQ", "22.26"), hq.hex("22.27"))
    assert hq.hex("22.27") in edge_sources(hq.play, GERMAN)


@pytest.mark.rule("stargard-design 11.2")
def test_a_source_with_an_enemy_in_it_feeds_nobody() -> None:
    table = Pomerania()
    sources = table.match().supply("german")["sources"]
    assert "07.16" in sources
    table.put("12G", "07.16")
    assert "07.16" not in table.match().supply("german")["sources"]


@pytest.mark.rule("stargard-design 11.3")
def test_out_of_supply_then_isolated_and_back() -> None:
    table = surrounded()
    check_all(table.play)
    assert status(table, "48/23SS") == OUT_OF_SUPPLY
    check_all(table.play)
    assert status(table, "48/23SS") == ISOLATED
    told = [str(event.citation) for event in table.play.events if event.key.endswith(("out_of_supply", "isolated"))]
    assert told == ["stargard-design 11.3", "stargard-design 11.3"]
    for id in SOVIETS:
        table.play.lift(table.unit(id), -3)
    check_all(table.play)
    assert status(table, "48/23SS") == SUPPLIED


@pytest.mark.rule("stargard-design 11.3")
@pytest.mark.parametrize(("supply", "attack", "defence", "move"), [(0, 5, 4, 5), (1, 2, 4, 5), (2, 2, 2, 2)])
def test_what_want_of_supply_halves(supply: int, attack: int, defence: int, move: int) -> None:
    table = Pomerania()
    table.put("12G", "16.23", supply=supply)
    table.put("48/23SS", "16.24", supply=supply)
    answer = table.match().preview("16.24", ["12G"])
    assert (answer.attack, answer.defence) == (attack, defence)
    assert allowance(table.play, table.unit("48/23SS")) == move


@pytest.mark.rule("stargard-design 11.5")
def test_immobile_units_never_suffer() -> None:
    table = surrounded("Gar-Pyritz")
    check_all(table.play)
    check_all(table.play)
    assert status(table, "Gar-Pyritz") == SUPPLIED


@pytest.mark.rule("stargard-design 11.7")
def test_an_hq_without_supply_does_not_put_its_corps_out_of_supply() -> None:
    table = surrounded("3SS-HQ")
    table.put("49/23SS", "30.22")
    check_all(table.play)
    assert status(table, "3SS-HQ") == OUT_OF_SUPPLY and status(table, "49/23SS") == SUPPLIED


@pytest.mark.rule("stargard-design 11.2", "stargard 14.1")
def test_sources_and_victory_hexes_are_taken_by_their_own_rules() -> None:
    for number, citation in (("22.27", "stargard-design 11.2"), ("24.11", "stargard 14.1")):
        table = Pomerania()
        table.play.enter(table.put("12G", "20.20"), table.hex(number))
        assert cited(table.play.events, "taken") == [citation]
        assert table.match().position()["control"][number] == "soviet"


@pytest.mark.rule("stargard-design 11.1", "stargard-design 11.2")
def test_the_line_of_a_unit_leads_to_a_source_hex_by_hex() -> None:
    table = Pomerania()
    table.put("48/23SS", "12.24")
    answer = table.match().supply("48/23SS")
    assert answer["line"] == ["12.24", "12.25", "12.26", "12.27"]
    assert (answer["status"], answer["now"]) == ("supplied", "supplied")
    assert (answer["source"], answer["limited"], answer["citation"]) == ("12.27", False, "stargard-design 11.1")
    assert table.match().supply("german")["limited"] == []
    off = table.match().supply("12G")
    assert off["line"] is None and off["now"] is None


@pytest.mark.rule("stargard-design 11.3", "stargard-design 11.2")
def test_a_side_is_shown_what_its_units_are_and_would_be_in_a_supply_phase_now() -> None:
    table = surrounded(supply=OUT_OF_SUPPLY)
    table.lay({"49/23SS": "12.25"})
    answer = table.match().supply("german")
    assert answer["side"] == "german" and answer["limited"] == []
    assert answer["units"] == {
        "48/23SS": {"status": "out_of_supply", "now": "isolated"},
        "49/23SS": {"status": "supplied", "now": "supplied"},
    }
    assert answer["sources"] == ["01.04", "01.12", "01.16", "07.16", "12.27", "22.27", "34.27", "38.19"]
    one = table.match().supply("48/23SS")
    assert (one["unit"], one["status"], one["now"]) == ("48/23SS", "out_of_supply", "isolated")
    assert (one["line"], one["source"], one["limited"]) == (None, None, False)
    soviets = table.match().supply("soviet")
    assert soviets["side"] == "soviet" and set(soviets["units"]) == set(SOVIETS)
