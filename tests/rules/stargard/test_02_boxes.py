"""1.0: who lies in a box is nowhere on the map, not even in its last hexes, 38.18 to 38.27."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.games.chitpull.headquarters import remove_idle
from countermarch.games.chitpull.state import ELIMINATED, PLACES, RESERVE
from countermarch.games.chitpull.supply import check_all, status_now
from countermarch.games.chitpull.ways import near_enemies
from countermarch.games.stargard.events import Repair
from tests.rules.stargard.retreats import retreat
from tests.rules.stargard.table import GERMAN, SOVIET, Pomerania, happened, pinned, steps, supply, texts, where

CORNER = [f"38.{row}" for row in range(18, 28)]


def scattered() -> Pomerania:
    """Nobody on the map; somebody of either side in every box."""
    table = Pomerania()
    places = -1
    for u in range(len(table.tables.units)):
        table.play.state.hex[u] = places
        places = places - 1 if places > -len(PLACES) else -1
    return table


@pytest.mark.rule("stargard-design 12.1.3")
@pytest.mark.parametrize("number", ["38.19", "38.24", "38.27"])
def test_nobody_in_a_box_keeps_an_hq_company(number: str) -> None:
    for hq in ("3SS-HQ", "61-HQ"):
        table = scattered()
        table.play.put(table.unit(hq), table.hex(number))
        remove_idle(table.play)
        assert where(table.match(), hq) == "removed"


@pytest.mark.rule("stargard-design 11.3")
def test_nobody_in_a_box_wants_supply() -> None:
    table = scattered()
    for id, number in zip(("12G", "75G", "23G", "52G", "397"), CORNER[::2], strict=True):
        table.play.put(table.unit(id), table.hex(number))
    check_all(table.play)
    assert status_now(table.play, GERMAN) == {} and not any(table.play.state.supply)
    assert not table.play.events
    assert set(status_now(table.play, SOVIET)) == {table.unit(id) for id in ("12G", "75G", "23G", "52G", "397")}


@pytest.mark.rule("stargard-design 12.3", "stargard-design 5.5", "stargard-design 7.4")
def test_nobody_in_a_box_is_near() -> None:
    table = scattered()
    for side in (GERMAN, SOVIET):
        assert set(near_enemies(table.play, side, 2)) == {-1}
    table.play.put(table.unit("12G"), table.hex("38.22"))
    near = near_enemies(table.play, GERMAN, 2)
    assert [near[table.hex(number)] for number in ("38.22", "38.23", "38.20", "38.19", "37.20")] == [0, 1, 2, -1, -1]


@pytest.mark.rule("stargard-design 19.1.9", "stargard-design 8.7(1)")
def test_the_dead_are_neither_repaired_nor_pinned() -> None:
    table = Pomerania()
    table.put("33G/9GT", "16.23", steps=1)
    table.put("34G/9GT", "16.24", steps=1)
    for id in ("40G/11GT", "44G/11GT"):
        table.play.state.steps[table.box(id, ELIMINATED)] = 0
    table.own.pin([table.unit("40G/11GT"), table.unit("33G/9GT")])
    match = table.push(Repair(SOVIET))
    assert set(texts(match)) == {"refit 33G/9GT", "refit 34G/9GT"}
    assert pinned(match, "33G/9GT") and not pinned(match, "40G/11GT")
    assert [event.params["units"] for event in happened(list(table.play.events), "pinned")] == [("33G/9GT",)]


@pytest.mark.rule("stargard-design 5.5")
def test_nobody_in_a_box_holds_ground() -> None:
    for waiting in (("12G", "75G", "48/23SS"), ("48/23SS", "12G", "75G")):
        table = Pomerania()
        for id in waiting:
            table.box(id, RESERVE)
        before = table.match().position()
        again = cm.load("stargard").from_position({**before, "flow": None})
        assert again.position()["soviet_ground"] == before["soviet_ground"]
        assert not set(CORNER) & set(again.position()["soviet_ground"])


@pytest.mark.rule("stargard 9.2.2", "stargard-design 6.0-limit")
@pytest.mark.parametrize(("friends", "left"), [((), 2), (("307/163",), 2), (("307/163", "310/163"), 1)])
def test_a_hex_costs_a_step_only_when_it_has_become_too_full(friends: tuple[str, ...], left: int) -> None:
    """All ways but 16.25 are closed; 16.26 beyond it is free."""
    table = Pomerania()
    table.lay({"48/23SS": "16.24", **dict.fromkeys(friends, "16.25")})
    table.lay(
        {"3Al": "15.24", "4Al": "15.24", "5Al": "17.24", "49/23SS": "17.24", "66/27SS": "16.23", "25/9FJ": "16.23"}
    )
    table.lay({"26/9FJ": "15.25", "27/9FJ": "15.25", "56/5J": "17.25", "75/5J": "17.25"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    while match.to_act:
        match.play(next((text for text in texts(match) if text.endswith("16.25")), texts(match)[0]))
    assert steps(match, "48/23SS") == left and supply(match, "48/23SS") == "supplied"
