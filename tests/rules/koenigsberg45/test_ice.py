"""7.4a, 4.2d Frozen lakes: men cross them and attack over them at half, vehicles do neither; the Haff stays closed."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.retreat import Retreat
from countermarch.games.chitpull.state import ELIMINATED
from countermarch.games.chitpull.supply import status_now
from tests.rules.koenigsberg.table import GERMAN, SOVIET, texts, where
from tests.rules.koenigsberg45.both import FIRST, SECOND, laid, no

BOTH = pytest.mark.parametrize("game", [FIRST, SECOND])
SIDES = ["1025-1126", "1026-1126", "1224-1225", "1228-1328", "1326-1425", "1428-1529", "1430-1530"]
FOOT, TRACKS = "39A-5G", "5A-2G"


@pytest.mark.rule("koenigsberg45 7.4a", "koenigsberg45 4.2d")
@pytest.mark.parametrize("side", SIDES)
@BOTH
def test_men_cross_a_frozen_side_for_two_points_and_vehicles_do_not(game: str, side: str) -> None:
    for a, b in (side.split("-"), reversed(side.split("-"))):
        found = laid({FOOT: a, TRACKS: a}, game)
        match = found.move(SOVIET, FOOT, TRACKS)
        slot = found.tables.slot(found.hex(a), found.hex(b))
        assert found.tables.open["foot"][slot] == (game == FIRST) and not found.tables.open["mech"][slot]
        if game == FIRST:
            assert (match.reach(FOOT)[b], len(match.path(FOOT, b))) == (2, 1)
            assert len(match.path(TRACKS, b)) > 1  # round the lake


@pytest.mark.rule("koenigsberg45 7.4a", "koenigsberg45 4.2d")
@pytest.mark.parametrize(("lake", "shore"), [("1125", "1024"), ("1429", "1329")])
def test_men_march_over_a_frozen_lake_and_vehicles_go_round_it(lake: str, shore: str) -> None:
    match = laid({FOOT: shore, TRACKS: shore}).move(SOVIET, FOOT, TRACKS)
    assert match.reach(FOOT)[lake] == 2 and lake not in match.reach(TRACKS)
    step = match.path(FOOT, lake)[0]
    assert [(str(part.text.key), str(part.citation)) for part in step.parts] == [
        ("chitpull.part.ice", "koenigsberg45 7.4a")
    ]
    refusal = match.why_not(TRACKS, lake)
    assert refusal is not None and str(refusal.citation) == "koenigsberg45 4.2d"
    match.play(f"move {TRACKS}")
    assert no(match, f"to {lake} via {lake}") == "koenigsberg45 4.2d"
    second = laid({FOOT: shore}, SECOND).move(SOVIET, FOOT)
    assert lake not in second.reach(FOOT)


@pytest.mark.rule("koenigsberg45 7.4a")
def test_off_the_lake_the_shore_costs_what_it_is() -> None:
    match = laid({FOOT: "1125"}).move(SOVIET, FOOT)
    assert match.reach(FOOT)["1024"] == 1 and match.reach(FOOT)["1124"] == 2  # clear ground, a forest


@pytest.mark.rule("koenigsberg45 7.4a")
@pytest.mark.parametrize(("start", "target"), [("1025", "1126"), ("1024", "1125"), ("1125", "1024")])
def test_men_attack_over_the_ice_at_half_and_vehicles_do_not(start: str, target: str) -> None:
    beside = {} if start == "1125" else {TRACKS: start}
    found = laid({FOOT: start, **beside, "VS-1": target})
    match = found.fight(SOVIET, FOOT, *beside)
    preview = match.preview(target, [FOOT])
    assert preview.attack == found.tables.attack[found.unit(FOOT)][2] // 2
    assert ("chitpull.part.halved_ice", "koenigsberg45 7.4a") in [(p.text.key, str(p.citation)) for p in preview.parts]
    match.play(f"attack {target}")
    assert "resolve" in texts(match) and f"with {TRACKS}" not in texts(match)
    if beside:
        assert no(match, f"with {TRACKS}") == "koenigsberg45 7.4a"


@pytest.mark.rule("koenigsberg45 7.4a")
@BOTH
def test_vehicles_alone_have_no_target_over_the_ice_and_in_the_second_edition_nobody_has(game: str) -> None:
    units = {TRACKS: "1025", "VS-1": "1126"}
    match = laid(units, game).fight(SOVIET, TRACKS)
    assert match.to_act is None
    assert match.preview("1126", [TRACKS]).refusal is not None
    foot = laid({FOOT: "1025", "VS-1": "1126"}, game).fight(SOVIET, FOOT)
    assert (foot.to_act is not None) == (game == FIRST)


@pytest.mark.rule("koenigsberg45 7.4a", "koenigsberg45 3.1b", "koenigsberg45 3.5(4)")
def test_zones_of_men_reach_over_the_ice_and_those_of_vehicles_do_not() -> None:
    for id, reaches in ((FOOT, True), (TRACKS, False)):
        zones = laid({id: "1025"}).match().zones("soviet")
        assert ("1126" in zones) is reaches and ("1125" in zones) is reaches
    assert "1126" not in laid({FOOT: "1025"}, SECOND).match().zones("soviet")


@pytest.mark.rule("koenigsberg45 7.4a", "koenigsberg45 11.1a", "koenigsberg45 2.2e")
@BOTH
def test_supply_and_command_reach_over_the_ice(game: str) -> None:
    tables = laid({}, game).tables
    a, b = (tables.board.grid.index(n) for n in ("1025", "1126"))
    frozen = game == FIRST
    assert (tables.command_distance(a)[b] == 1) is frozen
    assert (b in tables.supply_net.exits[a]) is frozen
    if frozen:
        found = laid({"9K-561": "1125"})  # on the ice, with every shore open
        assert status_now(found.play, GERMAN)[found.unit("9K-561")] == 0


@pytest.mark.rule("koenigsberg45 7.4a", "koenigsberg45 9.0d")
def test_men_fall_back_over_the_ice() -> None:
    ring = {"39A-113": "1026", "39A-28G": "1024", "11GA-8G": "0924", "11GA-36G": "0925"}
    for id, fate in (("9K-561", {"1125", "1126"}), ("Ind-505", {"1025", "eliminated"})):
        found = laid({id: "1025", **ring})
        match = found.push(Retreat(GERMAN, found.hex("1025"), (found.unit(id),), 1, True, False))
        while match.to_act == "german":
            match.play(texts(match)[0])
        assert where(match, id) in fate


@pytest.mark.rule("koenigsberg45 4.2d")
def test_the_haff_stays_closed() -> None:
    tables = laid({}).tables
    for a, b in (("3030", "3031"), ("3230", "3330"), ("3423", "3524")):
        slot = tables.slot(tables.board.grid.index(a), tables.board.grid.index(b))
        assert not tables.open["foot"][slot] and not tables.dry[slot]
    match = laid({FOOT: "3029"}).move(SOVIET, FOOT)
    assert "3130" not in match.reach(FOOT)


@pytest.mark.rule("koenigsberg45 4.2d")
def test_a_position_with_vehicles_on_the_ice_is_refused() -> None:
    document = cm.load(FIRST).start(seed=1).position()
    for id, taken in ((FOOT, True), (TRACKS, False)):
        for unit in document["units"]:
            if unit["id"] == id:
                unit.update(hex="1125", where=None)
        if taken:
            assert cm.load(FIRST).from_position(document)
        else:
            with pytest.raises(cm.PositionError, match="1125"):
                cm.load(FIRST).from_position(document)


@pytest.mark.rule("koenigsberg45 4.2d", "koenigsberg45 12.4c")
def test_vehicles_are_not_rebuilt_with_an_hq_on_the_ice() -> None:
    found = laid({"HG-HQ": "1125"})
    for id in ("HG-1HG", "HG-61"):
        found.play.state.steps[found.box(id, ELIMINATED)] = 0
    match = found.push(Replacements(GERMAN, 2, ()))
    assert {text.split()[1] for text in texts(match) if text.startswith("rebuild")} == {"HG-61"}
    assert no(match, "rebuild HG-1HG 1 1125") == "koenigsberg45 4.2d"
