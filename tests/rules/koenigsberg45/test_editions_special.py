"""Where the editions differ (rows 44 to 60): supply, replacements, Volkssturm, Hipper, held corps, air, victory."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.flow import Event
from countermarch.games.chitpull import hipper, supply, turn
from countermarch.games.chitpull.activation import clear_activation
from countermarch.games.chitpull.movement import MovementSegment
from countermarch.games.chitpull.reinforcements import arrive
from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.retreat import WALKING
from countermarch.games.chitpull.state import (
    ELIMINATED,
    ISOLATED,
    OUT_OF_SUPPLY,
    READY,
    REMOVED,
    RESERVE,
    SUPPLIED,
    VOLKSSTURM_BOX,
)
from countermarch.games.chitpull.turn import next_turn
from countermarch.games.chitpull.victory import sudden_death
from countermarch.games.chitpull.volkssturm import begin
from countermarch.games.koenigsberg45.play import RefugeePlay
from countermarch.games.koenigsberg45.reinforcements import come
from countermarch.games.koenigsberg45.retreats import FlightToSupply
from countermarch.match import Match
from tests.rules.koenigsberg.fights import Places, attack, inside
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, steps, texts, where
from tests.rules.koenigsberg45.both import FIRST, SECOND, laid, no, rules, table

BOTH = pytest.mark.parametrize("game", [FIRST, SECOND])


def checked(found: Table, *ids: str) -> list[int]:
    supply.check_all(found.play)
    return [found.play.state.supply[found.unit(id)] for id in ids]


@pytest.mark.rule("koenigsberg45 11.1", "koenigsberg45 11.0")
def test_row_44_a_supply_line_is_as_long_as_it_likes_here() -> None:
    """0101 is five hexes from the nearest road or railway."""
    for game, status in ((FIRST, SUPPLIED), (SECOND, OUT_OF_SUPPLY)):
        assert checked(laid({"43A-103": "0101"}, game), "43A-103") == [status]


@pytest.mark.rule("koenigsberg45 11.2b", "koenigsberg45 11.2c")
@BOTH
def test_row_45_koenigsberg_cut_off_from_elbing_feeds_nobody_in_full(game: str) -> None:
    """The Autobahn is cut, and so is every way to the edge: ten hexes around Königsberg are out of supply only."""
    found = laid({"26K-1": "2932"}, game)
    assert checked(found, "26K-1") == [SUPPLIED]
    wall = [n for n in found.tables.numbers if n[:2] == "33" and found.tables.land[found.hex(n)]]
    soviets = [found.tables.ids[u] for u in found.tables.of_side[SOVIET] if found.tables.is_combat[u]]
    for id, number in zip(soviets, wall, strict=False):
        found.put(id, number)
    found.play.state.control[found.hex("1901")] = SOVIET  # a disputed source east of the wall
    assert [checked(found, "26K-1") for _ in range(3)] == [[OUT_OF_SUPPLY]] * 3


@pytest.mark.rule("koenigsberg45 11.3c")
def test_row_46_an_hq_without_supply_takes_its_units_along_here() -> None:
    """26th Corps' HQ is encircled; its unit in Königsberg is not."""
    ring = {"5A-72": "0638", "5A-65": "0536", "5A-45": "0736"}
    for game, states in ((FIRST, [OUT_OF_SUPPLY, ISOLATED]), (SECOND, [SUPPLIED, SUPPLIED])):
        found = laid({"26K-HQ": "0637", "26K-1": "2932", "Ind-5": "2932", **ring}, game)
        assert [checked(found, "26K-1")[0] for _ in range(2)] == states
        assert found.play.state.supply[found.unit("Ind-5")] == SUPPLIED
        if game == FIRST:
            assert "koenigsberg45 11.3c" in rules(found.play.events, "out_of_supply")


@pytest.mark.rule("koenigsberg45 11.4")
@BOTH
def test_row_47_everything_starts_supplied(game: str) -> None:
    assert {u["supply"] for u in cm.load(game).start(seed=1).position()["units"]} == {"supplied"}


@pytest.mark.rule("koenigsberg45 12.4", "koenigsberg45 1.2b")
def test_row_48_soviets_spend_replacements_first_here() -> None:
    for game, first in ((FIRST, "soviet"), (SECOND, "german")):
        found = table(game, turn=4)
        found.put("9K-548", "1841", steps=1)
        found.put("39A-94", "1043", steps=1)
        at = next(i for i, step in enumerate(found.rules.edition.sequence) if step[0] == "replacement")
        assert found.push(turn.GameTurn(at)).to_act == first


@pytest.mark.rule("koenigsberg45 12.4")
def test_row_49_garrisons_of_two_steps_may_be_refitted_here() -> None:
    for game, able in ((FIRST, True), (SECOND, False)):
        found = table(game)
        found.put("Gar-Thorn", "3203", steps=1)
        found.put("9K-548", "1841", steps=1)
        match = found.push(Replacements(GERMAN, 2, ()))
        assert ("refit Gar-Thorn" in texts(match)) == able
    found = table()
    found.play.state.steps[found.box("Gar-Kulm", ELIMINATED)] = 0
    found.put("9K-548", "1841", steps=1)
    match = found.push(Replacements(GERMAN, 2, ()))
    assert no(match, "rebuild Gar-Kulm 1 1841") == "koenigsberg45 12.4"  # a single step


@pytest.mark.rule("koenigsberg45 12.4c", "koenigsberg45 12.4b")
def test_row_50_rebuilt_units_do_not_move_here_and_may_stand_in_zones() -> None:
    for game in (FIRST, SECOND):
        found = laid({"9K-HQ": "1342", "39A-94": "1343"}, game)
        found.play.state.steps[found.box("9K-56", ELIMINATED)] = 0
        match = found.push(Replacements(GERMAN, 1, ()))
        assert found.play.in_enemy_zone(GERMAN, found.hex("1342"))
        match.play("rebuild 9K-56 1 1342")
        assert where(match, "9K-56") == "1342" and ("move 9K-56" in texts(match)) == (game == SECOND)
    found = laid({"9K-HQ": "1342", "26K-1": "1342", "26K-69": "1342"})
    found.play.state.steps[found.box("9K-56", ELIMINATED)] = 0
    found.put("9K-548", "1841", steps=1)
    match = found.push(Replacements(GERMAN, 1, ()))
    assert no(match, "rebuild 9K-56 1 1342") == "koenigsberg45 12.4c"  # no room, and no move to make some


@pytest.mark.rule("koenigsberg45 12.4a", "koenigsberg45 12.4b")
@BOTH
def test_row_51_a_soviet_unit_comes_back_in_full_for_two_points(game: str) -> None:
    found = laid({"39A-HQ": "1043", "9K-HQ": "1939"}, game)
    for id in ("39A-94", "9K-56"):
        found.play.state.steps[found.box(id, ELIMINATED)] = 0
    match = found.push(Replacements(GERMAN, 2, ()), Replacements(SOVIET, 2, ()))
    match.play("rebuild 39A-94 2 1043")
    if game == SECOND:
        match.play("done")
    assert steps(match, "39A-94") == 2 and match.to_act == "german"
    assert no(match, "rebuild 9K-56 2 1939") == f"{game} {'12.4b' if game == FIRST else '11.2.2'}"


@pytest.mark.rule("koenigsberg45 12.4b")
@BOTH
def test_row_51_a_german_unit_that_came_back_waits_a_turn_for_its_other_step(game: str) -> None:
    found = laid({"9K-HQ": "1939"}, game)
    found.play.state.steps[found.box("9K-56", ELIMINATED)] = 0
    found.put("9K-548", "1841", steps=1)
    match = found.push(Replacements(GERMAN, 3, ()))
    match.play("rebuild 9K-56 1 1939")
    if game == SECOND:
        match.play("done")  # its move
    assert "refit 9K-548" in texts(match) and "refit 9K-56" not in texts(match)
    assert no(match, "refit 9K-56") == f"{game} {'12.4b' if game == FIRST else '11.2.2'}"


@pytest.mark.rule("koenigsberg45 12.5(1)", "koenigsberg45 12.3")
def test_row_52_there_are_four_volkssturm_two_of_them_to_begin_with() -> None:
    for game in (FIRST, SECOND):
        units = {u["id"]: u["where"] for u in cm.load(game).start(seed=1).position()["units"]}
        assert [units[f"VS-{n}"] for n in range(1, 5)] == ["volkssturm_box"] * 2 + ["reserve"] * 2


@pytest.mark.rule("koenigsberg45 1.2c", "koenigsberg45 12.5(2)")
def test_row_53_ground_won_back_counts_here_and_none_behind_the_lines() -> None:
    for game, able in ((FIRST, True), (SECOND, False)):
        found = laid({"9K-561": "0539"}, game)
        found.box("VS-1", VOLKSSTURM_BOX)
        found.play.state.crossed[found.hex("0540")] = 1
        clear_activation(found.play)
        found.play.state.active[found.unit("9K-561")] = 1
        match = found.push(MovementSegment(GERMAN))
        match.play("move 9K-561")
        match.play("to 0541 via 0540")
        begin(found.play)
        assert ("place VS-1 0540" in texts(found.match())) == able
    found = table()
    found.box("VS-1", VOLKSSTURM_BOX)
    soviets = (found.tables.ids[u] for u in found.tables.of_side[SOVIET] if found.tables.is_combat[u])
    grid = found.tables.board.grid
    for h in grid.ring(found.hex("0540"), 4):
        if found.tables.land[h]:
            found.put(next(soviets), found.tables.numbers[h])
    begin(found.play)
    match = found.match()
    assert no(match, "place VS-1 0540") == "koenigsberg45 12.5(2)"


@pytest.mark.rule("koenigsberg45 12.6(2)")
@BOTH
def test_row_54_hipper_reaches_two_hexes_from_the_haff(game: str) -> None:
    found = table(game)
    grid, haff = found.tables.board.grid, found.tables.places.haff
    for number in ("3225", "2932", "2833"):
        near = min(grid.distance(found.hex(number), h) for h in haff)
        assert hipper.near_haff(found.play, found.hex(number)) == (near <= 2)


@pytest.mark.rule("koenigsberg45 12.8")
def test_row_55_only_the_hqs_are_held_back_here_and_no_turn_frees_them() -> None:
    for game in (FIRST, SECOND):
        found = laid({"6K-HQ": "0637", "6K-131": "1039"}, game, turn=5)
        match = found.activate("6K-HQ")
        assert no(match, "move 6K-HQ") == f"{game} {'12.8' if game == FIRST else '11.5'}"
        inside = match.command("6K-HQ")["hexes"]
        assert inside["1039"] <= 5 and any(h not in inside for h in match.reach("6K-131")) == (game == FIRST)
        next_turn(found.play)  # turn 6
        assert found.play.state.released[found.unit("6K-HQ")] == (0 if game == FIRST else 1)


@pytest.mark.rule("koenigsberg45 12.8")
@pytest.mark.parametrize(("release", "freed"), [("each", {"6K-HQ"}), ("both", {"6K-HQ", "55K-HQ"})])
def test_row_55_two_points_or_an_attack_release_them(release: str, freed: set[str]) -> None:
    found = laid({"6K-HQ": "1130", "55K-HQ": "1620"}, release=release)
    found.play.attacked(found.hex("1130"))
    held = ("6K-HQ", "55K-HQ")
    assert {id for id in held if found.play.state.released[found.unit(id)]} == freed
    found = laid({"6K-HQ": "1130", "55K-HQ": "1620"})
    for number in ("1836", "1811"):
        found.play.enter(found.put("39A-94", number), found.hex(number))
    assert all(found.play.state.released[found.unit(id)] for id in held)


@pytest.mark.rule("koenigsberg45 13.2", "koenigsberg45 13.1a", "koenigsberg45 13.1")
def test_row_56_a_one_grounds_air_units_here() -> None:
    for game, place in ((FIRST, "grounded"), (SECOND, "refit")):
        found = laid({"39A-5G": "0636", "39A-94": "0636", "9K-561": "0637"}, game)
        found.box("1AA-1", READY)
        match = found.fight(SOVIET, "39A-5G", "39A-94")
        attack(match, "0637", 1, ("39A-5G", "39A-94"), "air 1AA-1 normal")
        assert where(match, "1AA-1") == place
        assert rules(match.log, "air_fails") == (["koenigsberg45 13.2"] if game == FIRST else [])


@pytest.mark.rule("koenigsberg45 14.1")
def test_row_57_units_without_defence_take_no_objectives_here(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, holder in ((FIRST, "german"), (SECOND, "soviet")):
        found = table(game)
        values = list(found.tables.defence)
        values[found.unit("39A-94")] = (0, 0, 0)
        monkeypatch.setattr(found.tables, "defence", values)
        found.play.enter(found.put("39A-94", "1836"), found.hex("1836"))
        assert found.match().position()["control"]["1836"] == holder
    monkeypatch.undo()
    found = table()
    found.play.enter(found.put("39A-94", "1836"), found.hex("1836"))
    assert rules(found.play.events, "taken") == ["koenigsberg45 14.1"]
    found.play.enter(found.put("39A-HQ", "1811"), found.hex("1811"))
    assert found.match().position()["control"]["1811"] == "german"


@pytest.mark.rule("koenigsberg45 14.2", "koenigsberg45 1.5b")
@BOTH
def test_row_58_sudden_death_needs_supply(game: str) -> None:
    for state, over in ((SUPPLIED, True), (OUT_OF_SUPPLY, False), (ISOLATED, False)):
        found = table(game)
        found.put("39A-94", "3420", supply=state)
        assert sudden_death(found.play) == over
        rule = f"{game} {'14.2' if game == FIRST else '13.2'}"
        assert rules(found.play.events, "sudden_death") == ([rule] if over else [])


@pytest.mark.rule("koenigsberg45 14.3", "koenigsberg45 14.3a")
def test_row_59_objectives_and_levels_are_the_same() -> None:
    first, second = laid({}, FIRST), laid({}, SECOND)
    assert first.tables.places.objectives == second.tables.places.objectives
    assert len(first.tables.places.objectives) == 14
    assert first.rules.edition.levels == second.rules.edition.levels


@pytest.mark.rule("koenigsberg45 15.1a", "koenigsberg45 15.1b")
def test_row_60_boehme_and_mikosch_are_options_20th_panzer_is_not() -> None:
    keys = {game: {o.key for o in cm.load(game).info.options} for game in (FIRST, SECOND)}
    assert {"ss_boehme", "kg_mikosch"} <= keys[FIRST] & keys[SECOND] and keys[SECOND] - keys[FIRST] == {
        "panzer_20",
        "supply_lines",
        "immobile_behind_lines",
    }
    for value, place in (("on", "2932"), ("off", "unused")):
        match = cm.load(FIRST).start(seed=1, options={"ss_boehme": value, "kg_mikosch": value})
        assert where(match, "Ind-Boehme") == place
        assert where(match, "Ind-Mikosch") == ("reserve" if value == "on" else "unused")


# 15.1b: 2428 lies six hexes from Königsberg, 2529 five; Pillau is 3329


def alarmed(others: Places, game: str = FIRST, to: str = "2529", crossed: str = "") -> tuple[Match, list[Event]]:
    """A Soviet corps marches towards Königsberg while Mikosch waits."""
    found = laid({"39A-94": "2428", **others}, game, kg_mikosch="on")
    found.play.state.steps[found.box("Ind-Mikosch", RESERVE)] = 1
    if crossed:
        found.play.state.crossed[found.hex(crossed)] = 1
    match = found.move(SOVIET, "39A-94")
    match.play("move 39A-94")
    return match, list(match.play(f"to {to}"))


@pytest.mark.rule("koenigsberg45 15.1b", "koenigsberg45 12.7")
@BOTH
def test_row_60_mikosch_comes_reduced_to_pillau_at_once_here_and_in_the_next_segment_there(game: str) -> None:
    match, events = alarmed({}, game)
    assert where(match, "Ind-Mikosch") == ("3329" if game == FIRST else "reserve") and steps(match, "Ind-Mikosch") == 1
    assert rules(events, "enters") == (["koenigsberg45 15.1b"] if game == FIRST else [])
    far, _ = alarmed({}, game, to="2328")
    assert where(far, "Ind-Mikosch") == "reserve"
    play = inside(match)
    play.state.frames.clear()
    arrive(play, GERMAN)
    play.settle()
    assert play.hex_name(play.state.hex[play.tables.index["Ind-Mikosch"]]) == "3329"


@pytest.mark.rule("koenigsberg45 15.1b")
def test_mikosch_forms_in_koenigsberg_if_pillau_is_full_or_lost() -> None:
    full = {"9K-561": "3329", "26K-1": "3329"}
    for others, crossed in ((full, ""), ({"39A-5G": "3329"}, ""), ({}, "3329")):
        match, _ = alarmed(others, crossed=crossed)
        assert where(match, "Ind-Mikosch") == "2932"


@pytest.mark.rule("koenigsberg45 15.1b", "koenigsberg45 6.0e")
def test_mikosch_comes_at_once_if_a_train_brings_the_soviets_near() -> None:
    found = laid({"39A-94": "1043"}, kg_mikosch="on")
    for id in ("Ind-Mikosch", "5GTA-HQ", "5GTA-10"):
        found.box(id, RESERVE)
    arrive(found.play, SOVIET)
    match = found.match()
    match.play("place 5GTA-HQ 0114")
    assert where(match, "Ind-Mikosch") == "reserve"
    events = match.play("place 5GTA-10 2532")
    assert where(match, "Ind-Mikosch") == "3329" and rules(events, "enters")[-1] == "koenigsberg45 15.1b"


@pytest.mark.rule("koenigsberg45 15.1b")
def test_mikosch_waits_while_there_is_no_room_in_either() -> None:
    crowd = {"9K-561": "3329", "26K-1": "3329", "Gar-Koenigsberg": "2932", "26K-69": "2932"}
    match, _ = alarmed(crowd)
    play = inside(match)
    assert isinstance(play, RefugeePlay) and where(match, "Ind-Mikosch") == "reserve"
    come(play)
    assert where(match, "Ind-Mikosch") == "reserve"
    play.lift(play.tables.index["26K-1"], REMOVED)
    come(play)
    assert where(match, "Ind-Mikosch") == "3329"
    acts = [act for step in play.edition.sequence for act in step[1:]]
    assert acts.index(come) < acts.index(turn.german_reinforcements)


@pytest.mark.rule("koenigsberg45 15.1b")
def test_mikosch_does_not_come_into_the_way_of_a_retreat() -> None:
    """A Soviet corps falls back over 3330 into Pillau: he comes when it has stopped, and so in Königsberg."""
    found = laid({"39A-94": "3331"}, kg_mikosch="on")
    found.play.state.steps[found.box("Ind-Mikosch", RESERVE)] = 1
    way = (found.hex("3330"), found.hex("3329"))
    match = found.push(FlightToSupply(SOVIET, found.hex("3331"), (found.unit("39A-94"),), 0, True, False, way, WALKING))
    assert (where(match, "39A-94"), where(match, "Ind-Mikosch")) == ("3329", "2932")


@pytest.mark.rule("koenigsberg45 15.1a")
def test_boehme_is_a_unit_like_others() -> None:
    match = cm.load(FIRST).start(seed=1, options={"ss_boehme": "on"})
    entry = next(u for u in match.position()["units"] if u["id"] == "Ind-Boehme")
    assert entry["hex"] == "2932" and entry["side"] == "german" and entry["steps"]
