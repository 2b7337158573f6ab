"""A position that is read back is the same game: who is where, what is closed, and what is left to do."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.games.stargard.command import Drawing
from countermarch.match import Match
from tests.rules.stargard.table import GERMAN, SOVIET, Pomerania, fight, inside, steps, texts, where


def again(match: Match) -> Match:
    return cm.load("stargard").from_position(match.position())


@pytest.mark.rule("stargard-design 4.2.1", "stargard-design 6.0-limit", "stargard-design 5.3", "stargard-design 5.5")
def test_zones_stacks_lone_hqs_and_railways_are_as_they_were() -> None:
    table = Pomerania()
    table.found("command", Drawing())
    table.lay({"48/23SS": "16.24", "49/23SS": "16.25", "23/11SS": "16.25", "3SS-HQ": "16.26", "61-HQ": "15.25"})
    table.lay({"12G": "17.23", "75G": "12.25", "307/163": "12.27", "397": "22.22", "47-HQ": "22.22"})
    table.play.travel(table.unit("75G"), [table.hex("12.26"), table.hex("12.25")])
    match = table.activate("3SS-HQ")
    back = again(match)
    assert back.fingerprint() == match.fingerprint() and texts(back) == texts(match)
    for side in ("german", "soviet"):
        assert back.zones(side) == match.zones(side) and back.supply(side) == match.supply(side)
    for id in ("48/23SS", "49/23SS", "23/11SS", "3SS-HQ", "307/163", "12G", "61-HQ"):
        for mode in ("regular", "strategic", "rail"):
            assert back.reach(id, mode, freely=True) == match.reach(id, mode, freely=True)
    state, other = inside(match).state, inside(back).state
    assert (state.combat, state.hqs, state.zone, state.tracks) == (other.combat, other.hqs, other.zone, other.tracks)
    assert sum(state.zone) and sum(state.hqs) == 3 and sum(state.combat) == 7


@pytest.mark.rule("stargard-design 8.6.2", "stargard-design 11.3")
def test_who_is_eliminated_leaves_want_and_pins_behind() -> None:
    table = Pomerania()
    table.put("3Al", "16.24", supply=2)
    table.own.pin([table.unit("3Al")])
    match, _ = fight({"12G": "16.23", "75G": "15.24"}, {}, "16.24", 6, table=table)
    play = inside(match)
    u = play.tables.index["3Al"]
    assert where(match, "3Al") == "eliminated" and match.supply("3Al")["status"] == "supplied"
    assert not play.state.pinned[u] and play.state.steps[u] == 0


@pytest.mark.rule("stargard 6.1", "stargard-design 5.1")
def test_who_is_closed_in_by_the_moves_of_others_moves_no_more() -> None:
    """Soviets all around 16.24 but for 16.25, which two regiments fill."""
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.26", "66/27SS": "16.26"})
    ring = {"12G": "16.23", "75G": "15.24", "23G": "15.25", "52G": "17.25", "397": "17.24"}
    table.lay(ring)
    match = table.move(GERMAN, "48/23SS", "49/23SS", "66/27SS")
    assert {"move 48/23SS", "move 49/23SS", "move 66/27SS"} <= set(texts(match))
    for id in ("49/23SS", "66/27SS"):
        match.play(f"move {id}")
        match.play("to 16.25")
        assert ("move 48/23SS" in texts(match)) is (id == "49/23SS")
    assert match.to_act is None


@pytest.mark.rule("stargard-design 12.3", "stargard-design 8.6.2")
def test_a_volkssturm_that_is_lost_lies_whole_in_its_box() -> None:
    table = Pomerania()
    table.put("VS1", "16.24", supply=1)
    match, _ = fight({"12G": "16.23"}, {}, "16.24", 6, SOVIET, table)
    play = inside(match)
    u = play.tables.index["VS1"]
    assert where(match, "VS1") == "volkssturm_box" and (play.state.steps[u], play.state.supply[u]) == (1, 0)


@pytest.mark.rule("stargard-design 12.8", "stargard-design 19.1.8")
@pytest.mark.parametrize("mark", ["no_gas", "slowed", "thaw", "evacuated", "declined"])
def test_a_position_says_yes_or_no_where_there_is_no_more_to_say(mark: str) -> None:
    doc = cm.load("stargard").start(seed=1).position()
    doc["turn"], doc["effects"][mark] = 9, 2
    with pytest.raises(cm.PositionError, match=mark):
        cm.load("stargard").from_position(doc)


@pytest.mark.rule("stargard-design 16.2", "stargard 19.1.3")
@pytest.mark.parametrize(("name", "most"), [("kuestrin", 10), ("reich_points", 19)])
def test_the_road_to_kuestrin_gives_ten_points_at_most_and_units_left_behind_one_each(name: str, most: int) -> None:
    doc = cm.load("stargard").start(seed=1, options={"road_to_kuestrin": "on"}).position()
    doc["turn"], doc["effects"][name] = 9, most
    assert cm.load("stargard").from_position(doc).position()["effects"][name] == most
    doc["effects"][name] += 1
    with pytest.raises(cm.PositionError, match=name):
        cm.load("stargard").from_position(doc)


@pytest.mark.rule("stargard-design 6.0-limit", "stargard-design 4.2.1")
def test_a_counter_in_a_box_is_turned_over_without_a_trace_on_the_map() -> None:
    table = Pomerania()
    table.lay({"12G": "38.27", "61-HQ": "38.27"})
    state = table.play.state
    before = [*state.combat], [*state.hqs], [*state.zone]
    for id in ("48/23SS", "75G"):
        table.play.set_steps(table.box(id, "eliminated"), 1)
    assert ([*state.combat], [*state.hqs], [*state.zone]) == before
    assert steps(table.match(), "75G") == 1
