"""12.1, 12.3, 13.2, 15.0: HQs, Volkssturm, air units, and what lies where when the game begins."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.games.chitpull.air import bad_weather, recover
from countermarch.games.chitpull.headquarters import remove_idle
from countermarch.games.chitpull.state import CUP, GROUNDED, READY, REFIT, VOLKSSTURM_BOX
from countermarch.games.chitpull.turn import GameTurn
from countermarch.games.chitpull.volkssturm import begin, go_home
from tests.rules.koenigsberg.chits import chit
from tests.rules.stargard.model import counters
from tests.rules.stargard.table import (
    GERMAN,
    SOVIET,
    Pomerania,
    attack,
    cited,
    fight,
    happened,
    reasons,
    steps,
    texts,
    where,
)

# Volkssturm


def called_up(**units: str) -> Pomerania:
    table = Pomerania()
    for id in ("VS1", "VS2"):
        table.box(id, VOLKSSTURM_BOX)
    table.lay(units)
    return table


@pytest.mark.rule("stargard-design 12.3", "stargard-design 6.0-limit")
def test_where_volkssturm_is_not_laid_out() -> None:
    table = called_up()
    table.lay({"12G": "29.18", "307/163": "18.13", "310/163": "18.13"})
    table.play.state.crossed[table.hex("24.17")] = 1
    begin(table.play)
    match = table.match()
    expected = {
        "place VS1 16.24": "stargard-design 12.3 no_settlement",
        "place VS1 24.17": "stargard-design 12.3 soviet_ground",
        "place VS1 29.16": "stargard-design 12.3 soviets_near",
        "place VS1 29.20": "stargard-design 12.3 soviets_near",
        "place VS1 18.13": "stargard-design 6.0-limit full",
    }
    assert reasons(match, *expected) == expected
    assert {"place VS1 18.18", "place VS1 07.16", "place VS1 26.13", "done"} <= set(texts(match))
    events = match.play("place VS1 18.18")
    assert cited(events, "volkssturm") == ["stargard-design 12.3"] and where(match, "VS1") == "18.18"
    assert reasons(match, "place VS2 18.18") == {"place VS2 18.18": "stargard-design 12.3 volkssturm_there"}
    match.play("done")
    assert where(match, "VS2") == "volkssturm_box" and match.to_act is None


@pytest.mark.rule("stargard-design 12.3")
def test_three_hexes_from_a_soviet_unit_are_far_enough() -> None:
    """Nörenberg, 29.16: an HQ two hexes off keeps them away, one three hexes off does not."""
    for hq, allowed in (("29.18", False), ("29.19", True)):
        table = called_up()
        table.put("61-HQ", hq)
        begin(table.play)
        assert ("place VS1 29.16" in texts(table.match())) is allowed


@pytest.mark.rule("stargard-design 12.3")
def test_volkssturm_joins_one_unit_but_not_two() -> None:
    table = called_up()
    table.put("307/163", "18.13")
    begin(table.play)
    match = table.match()
    match.play("place VS1 18.13")
    assert where(match, "VS1") == "18.13"


@pytest.mark.rule("stargard-design 12.3")
def test_a_settlement_behind_soviet_lines_gets_none() -> None:
    table = called_up()
    grid = table.tables.board.grid
    ring = [h for h in grid.ring(table.hex("29.20"), 3) if table.tables.land[h]]
    soviets = [u.index for u in table.tables.units if u.side == "soviet" and table.tables.is_combat[u.index]]
    for u, h in zip(soviets, ring, strict=False):
        table.play.put(u, h)
    begin(table.play)
    match = table.match()
    assert reasons(match, "place VS1 29.20") == {"place VS1 29.20": "stargard-design 12.3 behind_lines"}


@pytest.mark.rule("stargard-design 12.3")
def test_they_go_home_at_the_end_in_supply_and_the_lost_return() -> None:
    table = called_up()
    table.put("VS1", "18.13", supply=2)
    go_home(table.play)
    home = happened(list(table.play.events), "volkssturm_home")[0]
    assert (home.params["units"], str(home.citation)) == (("VS1",), "stargard-design 12.3")
    doc = {unit["id"]: unit for unit in table.match().position()["units"]}
    assert (doc["VS1"]["where"], doc["VS1"]["supply"]) == ("volkssturm_box", "supplied")
    match, _ = fight({"12G": "16.23", "75G": "15.24"}, {"VS1": "16.24"}, "16.24", 6)
    assert where(match, "VS1") == "volkssturm_box" and steps(match, "VS1") == 1


@pytest.mark.rule("stargard-design 12.3")
def test_with_nobody_in_the_box_or_nowhere_to_go_nobody_is_asked() -> None:
    table = Pomerania()
    begin(table.play)
    assert table.match().to_act is None


# HQs


@pytest.mark.rule("stargard-design 12.1.3")
def test_company_of_any_formation_within_range_keeps_an_hq() -> None:
    """XSS reaches seven hexes: a unit seven hexes off, of whatever corps, is company; an HQ is not."""
    for number, stays in (("33.23", True), ("33.24", False)):
        table = Pomerania()
        table.lay({"XSS-HQ": "33.16", "48/23SS": number, "3SS-HQ": "33.17", "12G": "33.15"})
        reach = table.match().command("XSS-HQ")["range"]
        assert reach == 7
        remove_idle(table.play)
        assert (where(table.match(), "XSS-HQ") == "33.16") is stays


@pytest.mark.rule("stargard-design 12.1.3")
def test_both_sides_lose_idle_hqs_with_their_chits() -> None:
    table = Pomerania()
    table.lay({"XSS-HQ": "33.16", "61-HQ": "10.03"})
    for id in ("XSS", "61"):
        table.play.state.chit[table.tables.chit_index[id]] = CUP
    remove_idle(table.play)
    match = table.match()
    assert [where(match, id) for id in ("XSS-HQ", "61-HQ")] == ["removed", "removed"]
    assert [chit(match, id) for id in ("XSS", "61")] == ["removed", "removed"]
    assert cited(table.play.events, "hq_idle") == ["stargard-design 12.1.3"] * 2


@pytest.mark.rule("stargard-design 5.3", "stargard-design 12.1.3")
def test_a_lone_hq_is_overrun_on_the_way_and_not_beside_its_troops() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "61-HQ": "16.25", "2GT-HQ": "17.24", "33G/9GT": "17.24"})
    match = table.move(GERMAN, "48/23SS")
    match.play("move 48/23SS")
    assert reasons(match, "to 17.24") == {"to 17.24": "stargard-design 5.3 enemy"}
    events = match.play("to 16.26 via 16.25")
    assert (where(match, "61-HQ"), where(match, "48/23SS")) == ("removed", "16.26")
    told = happened(events, "overrun")[0]
    assert told.params == {"unit": "48/23SS", "hq": "61-HQ", "hex": "16.25"}
    assert str(told.citation) == "stargard-design 5.3"


@pytest.mark.rule("stargard-design 12.1.3", "stargard-design 12.1.1")
def test_an_hq_lives_on_with_one_unit_of_its_hex() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "15.24", "3Al": "16.24", "48/23SS": "16.24", "3SS-HQ": "16.24"})
    match = table.fight(SOVIET, "12G", "75G")
    attack(match, "16.24", 4, ["12G", "75G"])  # 10 to 6 is 1-1: P
    assert where(match, "3SS-HQ") == "16.24"


# air units


@pytest.mark.rule("stargard-design 13.2")
def test_an_air_unit_needs_two_air_phases_from_the_ground_to_the_sky() -> None:
    table = Pomerania()
    table.box("3BAC", GROUNDED)
    table.box("6SAC", READY)
    recover(table.play)
    assert where(table.match(), "3BAC") == "refit"
    recover(table.play)
    assert (where(table.match(), "3BAC"), where(table.match(), "6SAC")) == ("ready", "ready")


@pytest.mark.rule("stargard-design 19.1.4")
def test_bad_weather_grounds_those_that_refit_and_lets_the_ready_refit() -> None:
    table = Pomerania()
    for id, box in (("3BAC", READY), ("Rudel", REFIT), ("2JG", GROUNDED)):
        table.box(id, box)
    bad_weather(table.play, "stargard-design 19.1.4")
    match = table.match()
    assert [where(match, id) for id in ("3BAC", "Rudel", "2JG")] == ["refit", "grounded", "grounded"]


# the first day


@pytest.mark.rule("stargard-design 15.1-hexes", "stargard-design 15.2-hexes", "stargard-design 13.3", "stargard 15.1")
def test_every_counter_begins_where_the_list_says() -> None:
    doc = cm.load("stargard").start(seed=1).position()
    boxes = {"": "ready", "refit": "refit", "grounded": "grounded"}
    for unit in doc["units"]:
        row = counters()[unit["id"]]
        full = int(row["steps"])
        assert unit["steps"] == full - (row["reduced"] == "1"), unit["id"]
        if row["hex"]:
            assert unit["hex"] == row["hex"], unit["id"]
        elif row["kind"] == "air":
            assert unit["where"] == boxes[row["arrives"]], unit["id"]
        elif row["kind"] == "volkssturm":
            assert unit["where"] == ("reserve" if row["arrives"] == "event" else "volkssturm_box"), unit["id"]
        else:
            assert unit["where"] == ("unused" if row["optional"] else "reserve"), unit["id"]


@pytest.mark.rule("stargard-design 3.1", "stargard-design 7.6")
def test_what_is_in_the_cup_on_the_first_day() -> None:
    doc = cm.load("stargard").start(seed=1).position()
    assert set(doc["cup"]) == {"39Pz", "3SS", "Munzel", "StellII", "XSS", "HGW", "2GT", "61", "1Pol"}
    assert doc["drawn"] == doc["void"] == doc["removed_chits"] == []
    assert doc["turn"] == 1 and doc["phase"] == "barrage"


@pytest.mark.rule("stargard-design 16.3")
@pytest.mark.parametrize(("option", "place"), [("off", "unused"), ("on", "reserve")])
def test_schlesien_waits_only_if_agreed(option: str, place: str) -> None:
    doc = cm.load("stargard").start(seed=1, options={"schlesien": option}).position()
    assert next(unit["where"] for unit in doc["units"] if unit["id"] == "Schl") == place


@pytest.mark.rule("stargard-design 2.6", "stargard-design 3.1.1", "stargard-design 3.1.2")
def test_a_new_turn_begins_with_all_chits_and_nothing_used() -> None:
    table = Pomerania(turn=4)
    table.lay({"3SS-HQ": "16.24", "48/23SS": "16.25", "61-HQ": "30.05", "12G": "30.06"})
    state, index = table.play.state, table.tables.chit_index
    state.chit[index["3SS"]], state.chit[index["61"]], state.chit[index["NoGas"]] = 2, 3, 2  # used, void, used
    state.chit[index["39Pz"]] = 4  # gone for good
    state.order[index["3SS"]], state.drawn = 1, 1
    state.used[0], state.lost[1], state.no_gas, state.slow_next = 3, 1, 1, 1
    state.chance.draws = ["61"]
    match = table.push(GameTurn(11))
    assert cited(table.play.events, "turn") == ["stargard-design 2.6"]
    doc = match.position()
    assert doc["turn"] == 5 and set(doc["cup"]) == {"3SS", "NoGas"} and doc["drawn"] == ["61"]
    assert "39Pz" in doc["removed_chits"]
    assert doc["activations"]["german"] == {"limit": 4, "used": 0, "lost": 0, "left": 4}
    assert doc["activations"]["soviet"] == {"limit": 3, "used": 1, "lost": 0, "left": 2}
    assert (doc["effects"]["no_gas"], doc["effects"]["slow_next"]) == (0, 0)


@pytest.mark.rule("stargard-design 1.1", "stargard-design 14.3")
def test_after_the_tenth_turn_the_game_is_over() -> None:
    table = Pomerania(turn=10)
    table.put("48/23SS", "16.24")
    match = table.push(GameTurn(11))
    assert match.result is not None and match.result.level == "german_overwhelming" and match.to_act is None
    nine = Pomerania(turn=9)
    nine.lay({"48/23SS": "16.24", "3SS-HQ": "16.25"})
    nine.play.state.chit[nine.tables.chit_index["3SS"]] = 2
    match = nine.push(GameTurn(11))
    assert match.result is None and match.position()["turn"] == 10
