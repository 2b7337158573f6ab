"""7.0, 6.2: reinforcements."""

import pytest

from countermarch.games.base import PositionError
from countermarch.games.chitpull.cup import add_chits
from countermarch.games.chitpull.reinforcements import arrive, enter
from countermarch.games.chitpull.state import CUP, LATER, RESERVE
from countermarch.games.stargard.reinforcements import german_reinforcements
from countermarch.match import Match
from tests.rules.koenigsberg.chits import chit
from tests.rules.stargard.table import GERMAN, SOVIET, Pomerania, cited, happened, reasons, refused, steps, texts, where


def waiting(turn: int, *units: str, **options: str) -> Pomerania:
    table = Pomerania(turn=turn, **options)
    for id in units:
        table.play.state.hex[table.unit(id)] = RESERVE
    return table


@pytest.mark.rule("stargard-design 7.1")
def test_a_unit_enters_at_its_letter_and_moves_at_once() -> None:
    table = waiting(8, "25/9FJ")
    arrive(table.play, GERMAN)
    match = table.match()
    assert where(match, "25/9FJ") == "01.16"
    assert {text.split()[0] for text in texts(match)} == {"move", "done"}
    assert {"move 25/9FJ", "move 25/9FJ strategic", "move 25/9FJ rail"} <= set(texts(match))
    assert cited(table.play.events, "enters") == ["stargard-design 7.1"]


@pytest.mark.rule("stargard-design 6.2")
def test_the_next_comes_when_the_last_has_moved() -> None:
    table = waiting(8, "25/9FJ", "26/9FJ")
    arrive(table.play, GERMAN)
    match = table.match()
    assert where(match, "26/9FJ") == "reserve"
    match.play("done")
    assert where(match, "25/9FJ") == where(match, "26/9FJ") == "01.16"


@pytest.mark.rule("stargard-design 7.2", "stargard-design 7.3")
@pytest.mark.parametrize("enemy", ["01.16", "02.16"])
def test_a_held_or_watched_entry_is_closed(enemy: str) -> None:
    table = waiting(8, "25/9FJ")
    table.put("12G", enemy)
    arrive(table.play, GERMAN)
    match = table.match()
    assert match.to_act == "german" and all(text.startswith("place 25/9FJ 01.") for text in texts(match))
    no = refused(match, "place 25/9FJ 01.16")
    expected = "stargard-design 7.3" if enemy == "01.16" else "stargard-design 7.2"
    assert str(no.citation) == expected
    match.play(match.legal()[0])
    assert where(match, "25/9FJ").startswith("01.")


@pytest.mark.rule("stargard-design 7.3", "stargard-design 6.2")
def test_a_full_entry_is_closed_too() -> None:
    table = waiting(8, "25/9FJ")
    table.lay({"307/163": "01.16", "310/163": "01.16"})
    arrive(table.play, GERMAN)
    match = table.match()
    assert "place 25/9FJ 01.15" in texts(match)
    assert str(refused(match, "place 25/9FJ 01.16").citation) == "stargard-design 6.0-limit"
    assert refused(match, "place 25/9FJ 20.20").citation is not None


@pytest.mark.rule("stargard-design 7.3")
def test_without_a_free_hex_of_the_edge_the_unit_is_lost() -> None:
    table = waiting(8, "25/9FJ")
    edge = [table.tables.numbers[h] for h in (table.hex("01.16"), *table.tables.detours["A"])]
    soviets = [id for id in table.tables.ids if table.tables.units[table.unit(id)].side == "soviet"]
    fighters = [id for id in soviets if table.tables.is_combat[table.unit(id)]]
    table.lay(dict(zip(fighters, edge, strict=False)))
    arrive(table.play, GERMAN)
    match = table.match()
    assert where(match, "25/9FJ") == "eliminated" and steps(match, "25/9FJ") == 0
    assert cited(table.play.events, "cannot_enter") == ["stargard-design 7.3"]


@pytest.mark.rule("stargard-design 7.4")
def test_a_train_with_reinforcements_stays_three_hexes_from_the_enemy() -> None:
    table = waiting(8, "25/9FJ")
    table.put("12G", "10.13")
    arrive(table.play, GERMAN)
    match = table.match()
    match.play("move 25/9FJ rail")
    grid = table.tables.board.grid
    ends = [text.split()[1] for text in texts(match)]
    assert ends and all(grid.distance(table.hex(end), table.hex("10.13")) >= 3 for end in ends)
    near = next(
        table.tables.numbers[h]
        for h in grid.within(table.hex("10.13"), 2)
        if table.tables.on_rail[h] and h != table.hex("10.13")
    )
    assert refused(match, f"to {near}").citation is not None


@pytest.mark.rule("stargard PA-1", "stargard-design 7.5")
def test_first_guards_tank_army_comes_on_turn_seven_at_d_with_unit_nineteen() -> None:
    tables = Pomerania().tables
    army = [unit.index for unit in tables.units if unit.formation == "1GT"]
    arrivals = [tables.arrivals[u] for u in army]
    assert len(army) == 10 and {(arrival.turn, arrival.entry) for arrival in arrivals} == {(7, "D")}
    unit = tables.units[tables.index["19"]]
    assert (unit.faces[2].attack, unit.faces[2].defence, unit.faces[2].move) == (4, 3, 8)


@pytest.mark.rule("stargard-design 7.5")
def test_it_enters_at_d() -> None:
    table = waiting(7, "19")
    arrive(table.play, SOVIET)
    assert where(table.match(), "19") == "28.01"


@pytest.mark.rule("stargard-design 7.6")
def test_a_chit_may_join_later_than_its_hq() -> None:
    table = waiting(2, "3Sh-HQ", "7GC-HQ")
    arrive(table.play, SOVIET)
    match = table.match()
    while match.to_act is not None:
        match.play("done")
    assert (chit(match, "3Sh"), chit(match, "7GC")) == ("later", "cup")
    table.play.state.turn = 3
    add_chits(table.play)
    assert chit(match, "3Sh") == "cup"
    assert cited(table.play.events, "chit_joins")[-1] == "stargard-design 7.6"
    assert LATER != CUP


@pytest.mark.rule("stargard-design 16.1")
@pytest.mark.parametrize(("option", "turn"), [("turn_5", 5), ("turn_6", 6), ("off", 7)])
def test_when_the_army_comes(option: str, turn: int) -> None:
    table = waiting(turn, "1GT-HQ", early_armour=option)
    arrive(table.play, SOVIET)
    match = table.match()
    assert where(match, "1GT-HQ") == "28.01"
    assert chit(match, "1GT") == ("later" if option == "off" else "cup")
    before = waiting(turn - 1, "1GT-HQ", early_armour=option)
    arrive(before.play, SOVIET)
    assert where(before.match(), "1GT-HQ") == "reserve"


@pytest.mark.rule("stargard-design 16.3")
@pytest.mark.parametrize(("option", "comes"), [("on", "01.16"), ("off", "unused")])
def test_schlesien_comes_if_so_agreed(option: str, comes: str) -> None:
    match = Pomerania(schlesien=option).game.start(seed=1, options={"schlesien": option})
    play = match._play
    assert play.tables.arrivals[play.tables.index["Schl"]].turn == 6  # type: ignore[attr-defined]
    assert where(match, "Schl") == ("unused" if option == "off" else "reserve")
    if option == "on":
        table = waiting(6, "Schl", schlesien="on")
        enter(table.play, GERMAN, [table.unit("Schl")])
        assert where(table.match(), "Schl") == comes


# Tettau

GROUP = ("Tettau-HQ", "1/Baer", "2/Baer")


def summoned(turn: int = 8) -> tuple[Pomerania, Match]:
    """The German reinforcements of a turn, with an HQ and troops that make the command phase worth while."""
    table = waiting(turn, *GROUP, "1/Koes", "2/Koes")
    table.play.state.chit[table.tables.chit_index["Tettau"]] = LATER
    german_reinforcements(table.play)
    return table, table.match()


def all_in(match: Match) -> None:
    while match.to_act:
        match.play("done")


@pytest.mark.rule("stargard-design 7.1")
def test_tettau_comes_on_turn_eight_with_its_chit_and_two_regiments() -> None:
    _, match = summoned()
    assert match.to_act == "german" and texts(match) == ["decline", "done"]
    all_in(match)
    assert [where(match, id) for id in (*GROUP, "1/Koes")] == ["38.19", "38.19", "38.19", "reserve"]
    assert chit(match, "Tettau") == "cup"


@pytest.mark.rule("stargard-design 7.1")
def test_tettau_declined_comes_on_turn_nine_and_is_not_declined_again() -> None:
    table, match = summoned()
    events = match.play("decline")
    assert cited(events, "declined") == ["stargard-design 7.1"] and match.to_act is None
    assert {where(match, id) for id in GROUP} == {"reserve"}
    add_chits(table.play)
    assert chit(match, "Tettau") == "later"
    table.play.state.turn = 9
    german_reinforcements(table.play)
    later = table.match()
    assert "decline" not in texts(later)
    while later.to_act:
        later.play(later.legal()[0] if texts(later)[0].startswith("place") else "done")
    assert [where(later, id) for id in GROUP] == ["38.19"] * 3 and chit(later, "Tettau") == "cup"
    assert where(later, "1/Koes") != "reserve" and where(later, "2/Koes") != "reserve"  # due on turn 9 anyway


@pytest.mark.rule("stargard-design 7.1")
def test_nothing_else_is_declined() -> None:
    table = waiting(8, "25/9FJ")
    german_reinforcements(table.play)
    assert where(table.match(), "25/9FJ") == "01.16"
    _, early = summoned(turn=7)
    assert early.to_act is None and where(early, "Tettau-HQ") == "reserve"


@pytest.mark.rule("stargard-design 7.1")
def test_a_position_cannot_have_declined_before_it_was_asked() -> None:
    doc = Pomerania().game.start(seed=1).position()
    doc["effects"]["declined"] = 1
    with pytest.raises(PositionError, match="Tettau is due on turn 8"):
        Pomerania().game.from_position(doc)


# why a unit does not enter so


@pytest.mark.rule("stargard-design 7.2", "stargard-design 7.3", "stargard-design 6.0-limit")
def test_along_which_edge_a_unit_enters_when_its_hex_is_closed() -> None:
    """The western edge within ten hexes of 01.16, nearest first, but for hexes that are watched or full."""
    table = waiting(8, "25/9FJ")
    table.lay({"307/163": "01.16", "310/163": "01.16", "324/163": "01.18", "56/5J": "01.18", "12G": "02.21"})
    arrive(table.play, GERMAN)
    match = table.match()
    rows = (15, 17, 14, 13, 19, 12, 20, 11, 10, 9, 23, 8, 24, 7, 6)
    assert texts(match) == [f"place 25/9FJ 01.{row:02d}" for row in rows]
    expected = {
        "place 25/9FJ 01.16": "stargard-design 6.0-limit full",
        "place 25/9FJ 01.18": "stargard-design 6.0-limit full",
        "place 25/9FJ 01.21": "stargard-design 7.2 entry_zone",
        "place 25/9FJ 01.05": "stargard-design 7.3 not_on_edge",
        "place 25/9FJ 02.15": "stargard-design 7.3 not_on_edge",
        "place 26/9FJ 01.15": "stargard-design 2.0 not_asked",
        "done": "stargard-design 2.0 not_asked",
    }
    assert reasons(match, *expected) == expected
    match.play("place 25/9FJ 01.17")
    assert where(match, "25/9FJ") == "01.17" and "move 25/9FJ" in texts(match)


@pytest.mark.rule("stargard-design 7.2", "stargard-design 7.3")
def test_a_hex_the_enemy_holds_is_closed() -> None:
    table = waiting(8, "25/9FJ")
    table.put("61-HQ", "01.16")  # an HQ has no zone
    arrive(table.play, GERMAN)
    match = table.match()
    assert reasons(match, "place 25/9FJ 01.16") == {"place 25/9FJ 01.16": "stargard-design 7.3 entry_enemy"}
    assert texts(match)[:3] == ["place 25/9FJ 01.15", "place 25/9FJ 01.17", "place 25/9FJ 01.14"]


@pytest.mark.rule("stargard-design 7.3")
def test_who_finds_no_hex_at_all_is_lost() -> None:
    table = waiting(8, "25/9FJ", "Tettau-HQ")
    soviets = [u.id for u in table.tables.units if u.side == "soviet" and table.tables.is_combat[u.index]]
    edge = [f"01.{row:02d}" for row in range(6, 27) if table.tables.land[table.hex(f"01.{row:02d}")]]
    table.lay(dict(zip(soviets, edge, strict=False)))
    enter(table.play, GERMAN, [table.unit("25/9FJ")])
    match = table.match()
    assert where(match, "25/9FJ") == "eliminated" and steps(match, "25/9FJ") == 0
    assert cited(table.play.events, "cannot_enter") == ["stargard-design 7.3"]


@pytest.mark.rule("stargard-design 7.1", "stargard-design 6.2")
def test_only_the_unit_that_has_just_come_moves() -> None:
    table = waiting(8, "25/9FJ", "26/9FJ")
    table.put("48/23SS", "05.20")
    arrive(table.play, GERMAN)
    match = table.match()
    expected = {
        "move 26/9FJ": "stargard-design 7.1 not_arriving",
        "move 48/23SS": "stargard-design 7.1 not_arriving",
        "remove 25/9FJ": "stargard 9.1.1 no_surplus",
    }
    assert reasons(match, *expected) == expected
    match.play("move 25/9FJ")
    assert reasons(match, "to 20.20") == {"to 20.20": "stargard-design 5.1 allowance"}
    match.play("to 02.16")
    assert where(match, "26/9FJ") == "01.16" and texts(match)[0] == "move 26/9FJ"
    assert not any("25/9FJ" in text for text in texts(match))  # it has moved


@pytest.mark.rule("stargard-design 7.4")
def test_a_train_with_reinforcements_keeps_three_hexes_from_every_enemy() -> None:
    table = waiting(8, "25/9FJ")
    table.put("61-HQ", "06.16")
    arrive(table.play, GERMAN)
    match = table.match()
    match.play("move 25/9FJ rail")
    assert where(match, "25/9FJ") != "01.16" or {"to 02.16", "to 03.16"} & set(texts(match))
    grid = table.tables.board.grid
    ends = [text.split()[1] for text in texts(match)] or [where(match, "25/9FJ")]
    assert all(grid.distance(table.hex(end), table.hex("06.16")) >= 3 for end in ends)
    assert any(grid.distance(table.hex(end), table.hex("06.16")) == 3 for end in ends)


@pytest.mark.rule("stargard-design 7.1", "stargard-design 12.8")
def test_arrivals_burn_no_fuel_and_are_supplied() -> None:
    table = waiting(6, "Schl", schlesien="on")
    table.play.state.no_gas = 1
    table.play.state.supply[table.unit("Schl")] = 2
    arrive(table.play, GERMAN)
    match = table.match()
    match.play("move Schl")
    match.play("to 02.16")
    doc = {unit["id"]: unit for unit in match.position()["units"]}
    assert doc["Schl"]["steps"] == 2 and doc["Schl"]["supply"] == "supplied"


@pytest.mark.rule("stargard-design 7.6", "stargard-design 7.1")
def test_an_hq_joins_with_its_chit_or_before_it() -> None:
    table = waiting(7, "1GT-HQ", "19")
    table.play.state.chit[table.tables.chit_index["1GT"]] = LATER
    arrive(table.play, SOVIET)
    match = table.match()
    while match.to_act:
        match.play("done")
    assert where(match, "1GT-HQ") == "28.01" and chit(match, "1GT") == "later"
    assert "28.01" in match.position()["crossed"]  # they have entered it
    group = waiting(2, "7GC-HQ", "14G/7GC")
    group.play.state.chit[group.tables.chit_index["7GC"]] = LATER
    arrive(group.play, SOVIET)
    match = group.match()
    while match.to_act:
        match.play("done")
    assert chit(match, "7GC") == "cup" and cited(match.log, "chit_joins") == ["stargard-design 7.6"]


@pytest.mark.rule("stargard-design 7.3", "stargard-design 12.1.3")
def test_an_hq_that_finds_no_hex_is_lost_with_its_chit() -> None:
    table = waiting(8, "Tettau-HQ", "25/9FJ")
    soviets = [u.id for u in table.tables.units if u.side == "soviet" and table.tables.is_combat[u.index]]
    rows = [row for row in range(1, 28) if f"38.{row:02d}" in table.tables.numbers]
    edge = [f"38.{row:02d}" for row in rows if table.tables.land[table.hex(f"38.{row:02d}")]]
    table.lay(dict(zip(soviets, edge, strict=False)))
    enter(table.play, GERMAN, [table.unit("Tettau-HQ"), table.unit("25/9FJ")])
    match = table.match()
    assert [event.params["hex"] for event in happened(table.play.events, "cannot_enter")] == ["38.19"]
    assert where(match, "25/9FJ") == "01.16"  # the next one comes as if nothing had happened
    assert where(match, "Tettau-HQ") == "removed" and chit(match, "Tettau") == "removed"
    assert cited(table.play.events, "cannot_enter") == ["stargard-design 7.3"]
    assert cited(table.play.events, "hq_removed") == ["stargard-design 12.1.3"]


@pytest.mark.rule("stargard-design 7.1", "stargard-design 5.5")
def test_who_has_come_moves_by_the_rules_of_movement() -> None:
    table = waiting(8, "25/9FJ")
    table.put("307/163", "01.16")
    table.put("310/163", "01.16")
    arrive(table.play, GERMAN)
    match = table.match()
    match.play("place 25/9FJ 01.17")
    assert reasons(match, "move 25/9FJ rail") == {"move 25/9FJ rail": "stargard-design 5.5 rail_line"}
    match.play("done")
    assert where(match, "25/9FJ") == "01.17" and match.to_act is None


@pytest.mark.rule("stargard-design 7.3")
@pytest.mark.parametrize(
    ("area", "edge"),
    [("A", "01."), ("B", ".27"), ("C", ".01"), ("D", ".01"), ("E", "38."), ("F", "38."), ("G", ".01")],
)
def test_the_hexes_of_the_same_edge_within_ten_are_open_nearest_first(area: str, edge: str) -> None:
    """The four edges of the map are the columns 01 and 38 and the rows 01 and 27."""
    side = GERMAN if area in "ABF" else SOVIET
    arrival, guest = ("25/9FJ", "61-HQ") if side == GERMAN else ("40G/11GT", "3SS-HQ")
    table = waiting(8, arrival)
    tables, grid = table.tables, table.tables.board.grid
    start = tables.places.entries[area]
    table.put(guest, tables.numbers[start])  # an HQ has no zone
    enter(table.play, side, [table.unit(arrival)], area)
    found = [text.rpartition(" ")[2] for text in texts(table.match())]
    own = [h for h, number in enumerate(tables.numbers) if number.startswith(edge) or number.endswith(edge)]
    near = [h for h in own if tables.land[h] and 0 < grid.distance(start, h) <= 10]
    assert set(found) == {tables.numbers[h] for h in near} and len(found) > 10
    away = [grid.distance(start, table.hex(number)) for number in found]
    assert away == sorted(away)


@pytest.mark.rule("stargard-design 7.3")
@pytest.mark.parametrize(
    ("area", "edge", "first", "last"),
    [
        ("A", "01.", "01.15 01.17 01.14", "01.06"),
        ("B", ".27", "11.27 13.27 10.27", "22.27"),
        ("C", ".01", "03.01 05.01 02.01", "14.01"),
        ("D", ".01", "27.01 29.01 26.01", "38.01"),
        ("E", "38.", "38.11 38.13 38.10", "38.22"),
        ("F", "38.", "38.18 38.20 38.17", "38.09"),
        ("G", ".01", "14.01 16.01 13.01", "25.01"),
    ],
)
def test_ten_hexes_along_the_same_edge_nearest_first(area: str, edge: str, first: str, last: str) -> None:
    table = Pomerania()
    found = [table.tables.numbers[h] for h in table.tables.detours[area]]
    assert found[:3] == first.split() and found[-1] == last
    assert all(number.startswith(edge) or number.endswith(edge) for number in found)
    entry = table.tables.places.entries[area]
    away = [table.tables.board.grid.distance(entry, table.hex(number)) for number in found]
    assert away == sorted(away) and (away[0], away[-1]) == (1, 10)


@pytest.mark.rule("stargard-design 7.1", "stargard-design 5.4", "stargard-design 5.5")
def test_who_arrives_beside_road_and_railway_uses_neither() -> None:
    table = waiting(8, "25/9FJ")
    table.lay({"307/163": "01.16", "310/163": "01.16"})
    arrive(table.play, GERMAN)
    match = table.match()
    match.play("place 25/9FJ 01.15")
    assert texts(match) == ["move 25/9FJ", "done"]
    expected = {
        "move 25/9FJ rail": "stargard-design 5.5 rail_line",
        "move 25/9FJ strategic": "stargard-design 5.4 strategic_road",
    }
    assert reasons(match, *expected) == expected
    match.play("done")
    assert match.to_act is None and where(match, "25/9FJ") == "01.15"
