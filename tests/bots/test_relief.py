"""The German captain of Stargard goes out for Arnswalde and the road to Küstrin, and comes back in time."""

from __future__ import annotations

import pytest

from countermarch.bots.chits import ChitSituation
from countermarch.bots.doctrine import doctrine
from countermarch.bots.ground import Ground
from countermarch.bots.pomerania import leave
from countermarch.bots.standing import best_of
from countermarch.bots.weights import ChitDoctrine
from countermarch.games.chitpull.state import GONE
from countermarch.match import Match
from tests.rules.koenigsberg.table import GERMAN
from tests.rules.stargard.table import Pomerania

BESIEGED = {"Gar-Arnswalde": "26.07", "356": "25.08", "415": "27.08", "85": "26.06"}
RELIEF = {"3SS-HQ": "26.13", "11/11SS": "26.12"}


def seen(match: Match) -> ChitSituation:
    held = doctrine(ChitDoctrine, "stargard", "german")
    return ChitSituation(match, "german", Ground(match.game.rules.board), held)


def besieged(turn: int = 2, **options: str) -> Pomerania:
    table = Pomerania(turn, **options)
    table.lay({**BESIEGED, **RELIEF})
    return table


def hexes(look: ChitSituation) -> set[str]:
    assert look.relief is not None
    return {look.ground.number[h] for h in look.relief.corridor}


def test_the_corridor_is_what_only_a_friend_keeps_open() -> None:
    table = besieged()
    look = seen(table.move(GERMAN, "11/11SS"))
    found = hexes(look)
    assert found and "26.07" not in found
    assert all(look.toll[look.ground.index[number]] for number in found)
    assert any(look.ground.distance(look.ground.index[number], look.ground.index["26.07"]) == 1 for number in found)


def test_a_garrison_in_touch_needs_no_corridor() -> None:
    table = Pomerania(2)
    table.lay({"Gar-Arnswalde": "26.07", **RELIEF, "1P": "36.17"})
    assert hexes(seen(table.move(GERMAN, "11/11SS"))) == set()


def test_armour_sets_out_for_who_is_cut_off_and_does_not_go_in() -> None:
    look = seen(besieged().move(GERMAN, "11/11SS"))
    piece, relief = look.own["11/11SS"], look.relief
    assert relief is not None and relief.sends(piece)
    goes = best_of(look, piece, (piece.hex, *look.reach("11/11SS")))
    assert relief.way[goes] < relief.way[piece.hex] and look.ground.number[goes] != "26.07"


def test_nobody_far_away_nor_on_foot_is_sent() -> None:
    table = besieged()
    table.lay({"Pz/FG": "10.20", "48/23SS": "26.11"})
    look = seen(table.move(GERMAN, "11/11SS"))
    assert look.relief is not None
    assert not look.relief.sends(look.own["Pz/FG"]) and not look.relief.sends(look.own["48/23SS"])


@pytest.mark.parametrize(("turn", "reich"), [(6, 0), (4, 4)])
def test_nobody_goes_out_when_it_is_too_late_or_armour_is_called_away(turn: int, reich: int) -> None:
    table = besieged(turn)
    table.own.state.reich = reich
    assert seen(table.move(GERMAN, "11/11SS")).relief is None


@pytest.mark.parametrize(("turn", "road"), [(4, True), (5, False)])
def test_when_the_garrison_is_out_only_the_road_is_left(turn: int, road: bool) -> None:
    table = Pomerania(turn)
    table.lay({**RELIEF, "1P": "36.17"})
    relief = seen(table.move(GERMAN, "11/11SS")).relief
    assert (relief is not None) == road and (relief is None or not relief.corridor)


@pytest.mark.parametrize(("turn", "road", "more"), [(2, "on", False), (3, "on", True), (4, "off", False)])
def test_the_road_to_kuestrin_is_thought_of_when_it_will_be_counted(turn: int, road: str, more: bool) -> None:
    relief = seen(besieged(turn, road_to_kuestrin=road).move(GERMAN, "11/11SS")).relief
    assert relief is not None and (len(relief.errands) > 1) == more


def test_an_attack_that_opens_the_way_is_worth_more_than_one_aside() -> None:
    table = besieged()
    table.lay({"48/23SS": "26.10", "397": "26.09", "12G": "26.11"})
    look = seen(table.move(GERMAN, "11/11SS"))
    relief, index = look.relief, look.ground.index
    assert relief is not None and relief.prize(index["26.09"]) > relief.prize(index["26.11"]) == 0


@pytest.mark.parametrize("recapture", ["off", "on"])
def test_a_marker_that_stays_with_the_taker_is_not_fought_for(recapture: str) -> None:
    table = besieged(recapture=recapture)
    pyritz = table.hex("15.07")
    table.own.state.control[pyritz] = 1
    look = seen(table.move(GERMAN, "11/11SS"))
    assert (pyritz in look.lost) == (recapture == "on") and pyritz not in look.held


def test_an_hq_does_not_wait_for_who_is_lost() -> None:
    """One regiment is shut in far to the south; the others have gone."""
    table = Pomerania(6)
    table.lay({"39Pz-HQ": "17.12", "StellII-HQ": "08.10", "1/DEN": "08.11", "21/10SS": "16.02"})
    ring = table.play.tables.board.grid.around(table.hex("16.02"))
    for id, h in zip(("328", "260", "185", "60", "76", "175"), ring, strict=True):
        table.put(id, table.play.tables.board.grid.numbers[h])
    table.own.state.reich = 6
    table.own.state.chit[table.tables.chit_of["39Pz"]] = GONE
    match = table.activate("StellII-HQ")
    going = leave(match, seen(match), list(match.legal()))
    assert going is not None and going[0].startswith("withdraw 39Pz-HQ")
    way = Ground(match.game.rules.board).field_to(table.hex("07.16"))
    assert way[table.hex(going[1])] < way[table.hex("17.12")]
