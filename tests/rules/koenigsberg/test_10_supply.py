"""10.0 Supply and isolation."""

from __future__ import annotations

from itertools import pairwise

import pytest

from countermarch.flow import Event
from countermarch.games.chitpull import supply
from countermarch.games.chitpull.activation import clear_activation
from countermarch.games.chitpull.state import ISOLATED, OUT_OF_SUPPLY, RESERVE, SUPPLIED
from countermarch.match import Match
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, where

RING = (("5A-72", "0638"), ("5A-65", "0536"), ("5A-45", "0736"))  # every way out of 0637 is in a zone


def check(table: Table, *ids: str) -> list[int]:
    """A Supply Phase, and what it made of these units."""
    supply.check_all(table.play)
    return [table.play.state.supply[table.unit(id)] for id in ids]


def encircled(id: str = "26K-1") -> Table:
    table = Table()
    table.put(id, "0637")
    for soviet, hex in RING:
        table.put(soviet, hex)
    return table


def line(table: Table, id: str) -> list[str] | None:
    hexes = supply.trace(table.play, table.unit(id))
    return None if hexes is None else [table.tables.numbers[h] for h in hexes]


def sources(table: Table, side: int) -> set[str]:
    return {table.tables.numbers[h] for h in supply.sources(table.play, side)}


@pytest.mark.rule("koenigsberg 10.0")
def test_out_of_supply_then_isolated_and_no_worse() -> None:
    table = encircled()
    assert [check(table, "26K-1") for _ in range(3)] == [[OUT_OF_SUPPLY], [ISOLATED], [ISOLATED]]
    keys = [event.key.rpartition(".")[2] for event in table.play.events]
    assert keys == ["out_of_supply", "isolated"]
    assert [str(event.citation) for event in table.play.events] == ["koenigsberg 10.0", "koenigsberg 10.3.2"]


@pytest.mark.rule("koenigsberg 10.0")
@pytest.mark.parametrize("before", [OUT_OF_SUPPLY, ISOLATED])
def test_a_line_traced_again_clears_everything(before: int) -> None:
    table = Table()
    table.put("26K-1", "0637", supply=before)
    assert check(table, "26K-1") == [SUPPLIED]
    assert happened(table.play.events, "in_supply")


@pytest.mark.rule("koenigsberg 10.0", "koenigsberg 10.1")
def test_both_sides_hqs_too_are_checked_in_the_supply_phase() -> None:
    table = encircled()
    table.put("26K-HQ", "0637")
    table.put("43A-90", "0101")
    match = table.phase("supply")
    told: list[Event] = happened(match.log, "out_of_supply")
    assert {event.params["unit"] for event in told} == {"26K-1", "26K-HQ", "43A-90"}


@pytest.mark.rule("koenigsberg 10.1")
def test_four_hexes_of_any_terrain_reach_the_line_a_fifth_does_not() -> None:
    table = Table()
    table.put("43A-90", "0102")
    table.put("43A-103", "0101")  # one hex further from the nearest road or railway
    assert check(table, "43A-90", "43A-103") == [SUPPLIED, OUT_OF_SUPPLY]
    found = line(table, "43A-90")
    assert found is not None and found[0] == "0102" and not table.tables.on_road[table.hex(found[3])]
    assert line(table, "43A-103") is None


@pytest.mark.rule("koenigsberg 10.1")
def test_after_the_first_four_hexes_a_line_is_joined_by_road_or_rail() -> None:
    table = Table()
    table.put("43A-90", "0102")
    found = line(table, "43A-90")
    assert found is not None
    for a, b in pairwise(found[4:]):
        slot = table.tables.slot(table.hex(a), table.hex(b))
        assert table.tables.road[slot] or table.tables.rail[slot]
    assert found[-1] in sources(table, SOVIET)


@pytest.mark.rule("koenigsberg 10.1")
def test_a_source_within_four_hexes_needs_no_road() -> None:
    """HQs hold the road out of 0131 and everything else around 0133; the woods beside the edge are free."""
    table = Table()
    table.put("5A-72", "0133")
    for id, hex in (("26K-HQ", "0231"), ("9K-HQ", "0134"), ("HG-HQ", "0233"), ("6K-HQ", "0232")):
        table.put(id, hex)
    assert line(table, "5A-72") == ["0133", "0132", "0131"]
    table.put("55K-HQ", "0132")
    assert line(table, "5A-72") is None


@pytest.mark.rule("koenigsberg 10.1")
@pytest.mark.parametrize(("reading", "status"), [("joined", OUT_OF_SUPPLY), ("hexes", SUPPLIED)])
def test_option_supply_lines(reading: str, status: int) -> None:
    """All lines into Samland meet in Königsberg; roads pass it side by side, but nothing joins them."""
    table = Table(supply_lines=reading)
    table.put("Gar-Koenigsberg", "2932")
    table.put("43A-90", "3433")
    assert check(table, "43A-90") == [status]


@pytest.mark.rule("koenigsberg 10.1", "koenigsberg 5.5")
def test_enemy_zones_block_a_line() -> None:
    table = encircled()
    assert line(table, "26K-1") is None
    for soviet, _ in RING:
        table.play.eliminate(table.unit(soviet))
    assert line(table, "26K-1") is not None


@pytest.mark.rule("koenigsberg 5.5", "koenigsberg 10.1.1")
@pytest.mark.parametrize("friend", ["26K-69", "26K-HQ", "VS-1"])
def test_friendly_units_of_any_kind_open_the_zone_in_their_hex(friend: str) -> None:
    table = encircled()
    table.put(friend, "0538")  # in a Soviet zone; beyond it 0438 is free
    found = line(table, "26K-1")
    assert found is not None and found[:3] == ["0637", "0538", "0438"]
    assert check(table, "26K-1") == [SUPPLIED]


@pytest.mark.rule("koenigsberg 10.1.1")
def test_enemy_units_without_a_zone_block_the_hexes_they_stand_in() -> None:
    """Six lone HQs around a unit leave no hex to begin a line with."""
    table = Table()
    table.put("26K-1", "0637")
    hqs = ("5A-HQ", "28A-HQ", "39A-HQ", "2GA-HQ", "11GA-HQ", "31A-HQ")
    for id, hex in zip(hqs, ("0638", "0538", "0537", "0636", "0737", "0738"), strict=True):
        table.put(id, hex)
    assert check(table, "26K-1") == [OUT_OF_SUPPLY]
    table.play.remove_hq(table.unit("5A-HQ"))
    assert check(table, "26K-1") == [SUPPLIED]


@pytest.mark.rule("koenigsberg 10.1.1")
def test_a_line_does_not_cross_an_unbridged_major_river() -> None:
    """3616 lies beside the source of Marienburg, but beyond the Nogat and the Vistula."""
    table = Table()
    table.put("9K-56", "3616")
    table.put("9K-561", "3618")
    assert check(table, "9K-56", "9K-561") == [OUT_OF_SUPPLY, SUPPLIED]


@pytest.mark.rule("koenigsberg 10.1.1", "koenigsberg 2.2.10")
def test_a_line_crosses_a_major_river_by_a_bridge() -> None:
    table = Table()
    table.put("43A-90", "2142")
    assert table.tables.board.side("river", table.hex("2142"), table.hex("2143")) == "major"
    found = line(table, "43A-90")
    assert found is not None and found[:2] == ["2142", "2143"]


@pytest.mark.rule("koenigsberg 10.1.2")
def test_a_status_lasts_until_the_next_supply_phase() -> None:
    table = encircled()
    check(table, "26K-1")
    for soviet, _ in RING:
        table.play.eliminate(table.unit(soviet))
    match = table.move(GERMAN, "26K-1")
    match.play("move 26K-1")
    match.play("to 0635")
    assert match.supply("26K-1")["status"] == "out_of_supply" and match.supply("26K-1")["line"]
    assert check(table, "26K-1") == [SUPPLIED]


@pytest.mark.rule("koenigsberg 10.1.2")
def test_a_supplied_unit_stays_so_when_it_is_surrounded_later() -> None:
    table = Table()
    table.put("26K-1", "0637")
    check(table, "26K-1")
    for soviet, hex in RING:
        table.put(soviet, hex)
    match = table.move(GERMAN, "26K-1")
    assert match.supply("26K-1") == {
        "unit": "26K-1", "status": "supplied", "now": "out_of_supply", "line": None, "source": None, "limited": False,
        "citation": "koenigsberg 10.1",
    }  # fmt: skip


@pytest.mark.rule("koenigsberg 10.2", "koenigsberg 2.2.9")
def test_the_sources_at_the_beginning() -> None:
    table = Table()
    assert sources(table, GERMAN) == {"3608", "3617", "1901", "3603", "2932"}
    assert sources(table, SOVIET) == {
        "0106", "0114", "0118", "0125", "0131", "0445", "0645", "1145", "2045",
    }  # fmt: skip


@pytest.mark.rule("koenigsberg 10.2")
def test_a_source_in_an_enemy_zone_gives_nothing_unless_a_friend_stands_there() -> None:
    table = Table()
    table.put("5A-72", "3607")
    assert "3608" not in sources(table, GERMAN)
    table.put("26K-HQ", "3608")
    assert "3608" in sources(table, GERMAN)


@pytest.mark.rule("koenigsberg 10.2.1")
def test_a_disputed_source_once_taken_is_soviet_for_ever() -> None:
    table = Table()
    table.put("48A-29", "1902")
    match = table.move(SOVIET, "48A-29")
    match.play("move 48A-29")
    events = match.play("to 1901")
    assert str(happened(events, "taken")[0].citation) == "koenigsberg 10.2.1"
    assert "1901" in sources(table, SOVIET) and "1901" not in sources(table, GERMAN)

    clear_activation(table.play)
    table.play.eliminate(table.unit("48A-29"))
    table.put("27K-35", "1902")
    match = table.move(GERMAN, "27K-35")
    match.play("move 27K-35")
    match.play("to 1901")
    assert where(match, "27K-35") == "1901"
    assert "1901" not in sources(table, SOVIET) | sources(table, GERMAN)  # nobody's while a German sits there
    table.play.eliminate(table.unit("27K-35"))
    assert "1901" in sources(table, SOVIET)


@pytest.mark.rule("koenigsberg 10.2.1")
def test_a_lone_soviet_hq_takes_no_source() -> None:
    table = Table()
    table.put("48A-HQ", "1902")
    match = table.move(SOVIET, "48A-HQ")
    match.play("move 48A-HQ")
    match.play("to 1901")
    assert "1901" not in sources(table, SOVIET)


@pytest.mark.rule("koenigsberg 10.2.2")
@pytest.mark.parametrize(
    ("cut", "full"),
    [
        ((), True),
        (("2931",), True),  # the other branch is open
        (("2831",), True),
        (("2931", "2831"), False),
        (("3124",), False),  # anywhere between the cities
        (("3420",), False),  # Elbing in Soviet hands
        (("2932",), False),
        (("2930",), False),  # where the branches meet
    ],
)
def test_koenigsberg_needs_the_autobahn_to_elbing(cut: tuple[str, ...], full: bool) -> None:
    table = Table()
    for id, hex in zip(("5A-HQ", "28A-HQ"), cut, strict=False):
        table.put(id, hex)
    assert ("2932" in sources(table, GERMAN)) is full


@pytest.mark.rule("koenigsberg 10.2.2")
def test_a_zone_cuts_the_autobahn_and_a_friend_restores_it() -> None:
    table = Table()
    table.put("5A-72", "3025")  # its zone covers 3124, 3125 and 3026
    assert "2932" not in sources(table, GERMAN)
    for id, hex in (("26K-1", "3125"), ("26K-69", "3026"), ("26K-HQ", "3124"), ("26K-349", "3126")):
        table.put(id, hex)
    assert "2932" in sources(table, GERMAN)


def only_koenigsberg() -> Table:
    """Every edge source closed to the Germans, and the Autobahn cut at Elbing."""
    table = Table()
    for id, hex in (("5A-HQ", "3608"), ("28A-HQ", "3617"), ("39A-HQ", "3420")):
        table.put(id, hex)
    for h in table.play.places.disputed:
        table.play.state.control[h] = SOVIET
    assert sources(table, GERMAN) == set()
    return table


@pytest.mark.rule("koenigsberg 10.2.3")
def test_ten_hexes_from_koenigsberg_out_of_supply_but_never_isolated() -> None:
    table = only_koenigsberg()
    table.put("9K-56", "1934")  # ten hexes away, in a forest
    table.put("9K-561", "1834")  # eleven
    assert check(table, "9K-56", "9K-561") == [OUT_OF_SUPPLY, OUT_OF_SUPPLY]
    assert check(table, "9K-56", "9K-561") == [OUT_OF_SUPPLY, ISOLATED]


@pytest.mark.rule("koenigsberg 10.2.3")
def test_limited_supply_is_shown_with_its_line_its_source_and_its_rule() -> None:
    table = only_koenigsberg()
    for id, hex in (("9K-56", "1934"), ("9K-561", "1834"), ("9K-548", "2831")):
        table.put(id, hex)
    match = table.move(GERMAN, "9K-56")
    found = match.supply("9K-56")
    assert (found["now"], found["limited"], found["source"]) == ("out_of_supply", True, "2932")
    assert found["citation"] == "koenigsberg 10.2.3"
    assert found["line"][0] == "1934" and found["line"][-1] == "2932" and len(found["line"]) == 1 + 10
    assert match.supply("9K-548")["line"] == ["2831", "2932"]
    far = match.supply("9K-561")  # eleven hexes away
    assert (far["line"], far["source"], far["limited"]) == (None, None, False) and far["citation"] == "koenigsberg 10.1"
    assert match.supply("german")["sources"] == [] and match.supply("german")["limited"] == ["2932"]
    assert match.supply("soviet")["limited"] == []


@pytest.mark.rule("koenigsberg 10.2.3", "koenigsberg 10.2")
def test_where_a_full_line_exists_it_is_shown_and_no_other() -> None:
    table = only_koenigsberg()
    table.put("9K-56", "2832")
    table.play.remove_hq(table.unit("5A-HQ"))  # 3608 is open again
    found = table.move(GERMAN, "9K-56").supply("9K-56")
    assert (found["limited"], found["source"], found["citation"]) == (False, "3608", "koenigsberg 10.1")
    table = Table()
    table.put("9K-56", "2832")
    match = table.move(GERMAN, "9K-56")
    assert match.supply("9K-56")["source"] == "2932" and not match.supply("9K-56")["limited"]
    assert match.supply("german")["limited"] == [] and "2932" in match.supply("german")["sources"]


@pytest.mark.rule("koenigsberg 10.2.3")
def test_an_isolated_unit_in_reach_of_the_limited_source_improves() -> None:
    table = only_koenigsberg()
    table.put("9K-56", "2832", supply=ISOLATED)
    assert check(table, "9K-56") == [OUT_OF_SUPPLY]


@pytest.mark.rule("koenigsberg 10.2.3")
def test_a_full_source_wins_over_the_limited_one() -> None:
    table = only_koenigsberg()
    table.put("9K-56", "2832")
    table.play.remove_hq(table.unit("5A-HQ"))  # 3608 is open again
    assert check(table, "9K-56") == [SUPPLIED]


@pytest.mark.rule("koenigsberg 10.2.3")
def test_koenigsberg_taken_gives_not_even_limited_supply() -> None:
    table = only_koenigsberg()
    table.put("9K-56", "2834")
    table.put("2GA-HQ", "2932")
    assert [check(table, "9K-56") for _ in range(2)] == [[OUT_OF_SUPPLY], [ISOLATED]]


def facing(supplied: int, mover: str = "26K-1") -> Match:
    """A German unit beside a Soviet one, each in the open."""
    table = Table()
    table.put(mover, "0637", supply=supplied)
    table.put("31A-71", "0638")
    return table.fight(GERMAN, mover)


@pytest.mark.rule("koenigsberg 10.3.1")
def test_out_of_supply_halves_the_attack_only() -> None:
    assert facing(SUPPLIED).preview("0638", ["26K-1"]).attack == 4
    assert facing(OUT_OF_SUPPLY).preview("0638", ["26K-1"]).attack == 2
    table = Table()
    table.put("26K-1", "0637", supply=OUT_OF_SUPPLY)  # 4-7-5
    table.put("31A-71", "0638")
    assert table.fight(SOVIET, "31A-71").preview("0637", ["31A-71"]).defence == 7
    table = Table()
    table.put("26K-1", "0637", supply=OUT_OF_SUPPLY)
    assert max(table.move(GERMAN, "26K-1").reach("26K-1").values()) == 5


@pytest.mark.rule("koenigsberg 10.3.2")
def test_isolation_halves_attack_defence_and_movement() -> None:
    assert facing(ISOLATED).preview("0638", ["26K-1"]).attack == 2
    table = Table()
    table.put("9K-56", "0637", supply=ISOLATED)  # 3-5-5
    table.put("39A-113", "0638")
    assert table.fight(SOVIET, "39A-113").preview("0637", ["39A-113"]).defence == 2
    table = Table()
    table.put("9K-56", "0637", supply=ISOLATED)
    assert max(table.move(GERMAN, "9K-56").reach("9K-56").values()) == 2  # five halved, rounded down


@pytest.mark.rule("koenigsberg 10.3.3")
@pytest.mark.parametrize("id", ["Gar-Lotzen", "VS-1"])
def test_units_without_movement_are_never_out_of_supply(id: str) -> None:
    table = encircled(id)
    assert [check(table, id) for _ in range(2)] == [[SUPPLIED], [SUPPLIED]]


@pytest.mark.rule("koenigsberg 10.0", "koenigsberg 15.0")
def test_everybody_is_in_supply_where_the_game_begins() -> None:
    from countermarch import load

    match = load("koenigsberg").start(seed=1)
    for side in ("german", "soviet"):
        report = match.supply(side)["units"]
        assert report and {unit["now"] for unit in report.values()} == {"supplied"}


@pytest.mark.rule("koenigsberg 10.1")
def test_a_unit_off_the_map_traces_nothing() -> None:
    table = Table()
    table.put("26K-1", "0637")
    found = table.move(GERMAN, "26K-1").supply("9K-548")
    assert (found["now"], found["line"], found["source"], found["limited"]) == (None, None, None, False)


@pytest.mark.rule("koenigsberg 10.0", "koenigsberg 11.1.3")
def test_an_hq_that_is_lost_leaves_its_marker_behind() -> None:
    table = Table()
    table.put("9K-HQ", "0638", supply=ISOLATED)
    table.put("5A-72", "0637")
    match = table.move(SOVIET, "5A-72")
    match.play("move 5A-72")
    match.play("to 0638")
    lost = next(entry for entry in match.position()["units"] if entry["id"] == "9K-HQ")
    assert (lost["where"], lost["supply"]) == ("removed", "supplied")


@pytest.mark.rule("koenigsberg 10.0", "koenigsberg 4.2.5")
def test_an_hq_without_supply_does_not_take_its_formation_with_it() -> None:
    table = encircled("26K-HQ")
    table.put("26K-1", "2832")
    assert check(table, "26K-HQ", "26K-1") == [OUT_OF_SUPPLY, SUPPLIED]
    assert check(table, "26K-HQ", "26K-1") == [ISOLATED, SUPPLIED]


@pytest.mark.rule("koenigsberg 10.0", "koenigsberg 10.1")
def test_a_unit_off_the_map_traces_no_line() -> None:
    table = Table()
    table.put("26K-1", "2932")
    table.box("26K-69", RESERVE)
    found = table.move(GERMAN, "26K-1").supply("26K-69")
    assert (found["status"], found["now"], found["line"], found["limited"]) == ("supplied", None, None, False)
