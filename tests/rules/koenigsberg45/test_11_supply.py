"""11.0 Supply."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull import supply
from countermarch.games.chitpull.state import ISOLATED, OUT_OF_SUPPLY, SUPPLIED
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, texts
from tests.rules.koenigsberg45.both import laid, rules

RING = {"5A-72": "0638", "5A-65": "0536", "5A-45": "0736"}  # every way out of 0637 is in a zone


def checked(found: Table, id: str) -> int:
    supply.check_all(found.play)
    return found.play.state.supply[found.unit(id)]


@pytest.mark.rule("koenigsberg45 11.0", "koenigsberg45 1.4", "koenigsberg45 11.1")
def test_out_of_supply_then_isolated_then_clear_again() -> None:
    found = laid({"26K-1": "0637", **RING})
    assert [checked(found, "26K-1") for _ in range(3)] == [OUT_OF_SUPPLY, ISOLATED, ISOLATED]
    assert rules(found.play.events, "out_of_supply") == ["koenigsberg45 11.0"]
    assert rules(found.play.events, "isolated") == ["koenigsberg45 11.3b"]
    for id in RING:
        found.box(id, -1)
    assert checked(found, "26K-1") == SUPPLIED


@pytest.mark.rule("koenigsberg45 11.1a", "koenigsberg45 3.4")
def test_zones_block_a_line_but_not_where_a_friend_stands() -> None:
    found = laid({"26K-1": "0637", **RING})
    assert supply.trace(found.play, found.unit("26K-1")) is None
    way = found.tables.board.grid.within(found.hex("0637"), 1)
    free = next(n for n in (found.tables.numbers[h] for h in way) if not found.play.number_in(SOVIET, found.hex(n)))
    assert found.play.in_enemy_zone(GERMAN, found.hex(free)) or free == "0637"
    closed = supply.closed_to(found.play, GERMAN)
    found.put("9K-HQ", "0738")
    assert closed.ints[found.hex("0738")] and not supply.closed_to(found.play, GERMAN).ints[found.hex("0738")]


@pytest.mark.rule("koenigsberg45 11.1b")
def test_a_state_holds_until_the_next_supply_phase() -> None:
    """Out of the pocket it is still out of supply for a whole activation, and attacks at half; then it is not."""
    found = laid({"26K-1": "0637", "26K-HQ": "0837", **RING})
    assert checked(found, "26K-1") == OUT_OF_SUPPLY
    for id in RING:
        found.box(id, -1)
    found.put("39A-152", "0838")
    match = found.activate("26K-HQ")
    match.play("move 26K-1")
    match.play("to 0738")
    assert found.match().supply("26K-1")["now"] == "supplied"
    match.play("done")
    preview = match.preview("0838", ["26K-1"])
    assert preview.attack == found.tables.attack[found.unit("26K-1")][2] // 2
    match.next_dice(6)
    match.play("attack 0838")
    match.play("resolve")
    while match.to_act:
        match.play(texts(match)[-1])
    assert found.play.state.supply[found.unit("26K-1")] == OUT_OF_SUPPLY
    assert checked(found, "26K-1") == SUPPLIED


@pytest.mark.rule("koenigsberg45 11.1b")
def test_who_is_cut_off_meanwhile_is_in_supply_until_the_next_supply_phase() -> None:
    found = laid({"26K-1": "0637", "26K-HQ": "0637"})
    assert checked(found, "26K-1") == SUPPLIED
    for id, number in RING.items():
        found.put(id, number)
    match = found.activate("26K-HQ")
    match.play("done")
    whole = found.tables.attack[found.unit("26K-1")][2]
    assert match.preview("0638", ["26K-1"]).attack == whole and match.supply("26K-1")["now"] != "supplied"
    assert checked(found, "26K-1") == OUT_OF_SUPPLY


@pytest.mark.rule("koenigsberg45 11.2a")
def test_disputed_sources_change_hands_for_good() -> None:
    found = laid({})
    assert "1901" in {found.tables.numbers[h] for h in supply.edge_sources(found.play, GERMAN)}
    found.play.enter(found.put("39A-94", "1901"), found.hex("1901"))
    assert rules(found.play.events, "taken") == ["koenigsberg45 11.2a"]
    found.play.lift(found.unit("39A-94"), -1)
    found.play.enter(found.put("26K-1", "1901"), found.hex("1901"))
    assert "1901" not in {found.tables.numbers[h] for h in supply.edge_sources(found.play, GERMAN)}
    assert "1901" in {found.tables.numbers[h] for h in supply.edge_sources(found.play, SOVIET)}


@pytest.mark.rule("koenigsberg45 11.3d")
def test_units_that_cannot_move_are_never_out_of_supply() -> None:
    assert checked(laid({"Gar-Thorn": "0637", **RING}), "Gar-Thorn") == SUPPLIED


@pytest.mark.rule("koenigsberg45 14.1")
@pytest.mark.parametrize(("reading", "holder"), [("on", "german"), ("off", "soviet")])
def test_option_recapture(reading: str, holder: str) -> None:
    found = laid({}, recapture=reading)
    found.play.enter(found.put("39A-94", "1836"), found.hex("1836"))
    found.play.lift(found.unit("39A-94"), -1)
    found.play.enter(found.put("26K-1", "1836"), found.hex("1836"))
    assert found.match().position()["control"]["1836"] == holder
