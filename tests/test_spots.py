"""What pointing at a hex tells: how full it is, by which rule, and what it is worth."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.shelf import OURS

OPEN = {"koenigsberg": {"fog_of_war": "off"}, "koenigsberg45": {"fog_of_war": "off"}}


def started(game: str) -> cm.Match:
    match = cm.load(game).start(seed=1, options=OPEN.get(game))
    while match.decision is not None and match.decision.kind in ("place", "assign"):
        match.play(match.legal()[len(match.legal()) - 1])
    return match


@pytest.mark.parametrize("game", OURS)
def test_a_hex_tells_its_room_with_the_rule(game: str) -> None:
    match = started(game)
    full = 0
    for unit in match.view("german")["units"]:
        if unit["hex"] is None:
            continue
        rooms = match.spot(unit["hex"], side="german").rooms
        assert rooms and all(room.citation and room.limit > 0 for room in rooms)
        assert all(0 <= room.used <= room.limit for room in rooms)
        full += any(room.used == room.limit for room in rooms)
    assert full


@pytest.mark.rule("koenigsberg 7.0")
def test_two_combat_units_and_one_hq() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    stacks: dict[str, list[str]] = {}
    for unit in match.view("german")["units"]:
        if unit["hex"]:
            stacks.setdefault(unit["hex"], []).append(unit["kind"])
    hex, kinds = next((hex, kinds) for hex, kinds in stacks.items() if "hq" in kinds and len(kinds) > 1)
    combat, hq = match.spot(hex).rooms
    assert (combat.used, combat.limit, hq.used, hq.limit) == (len(kinds) - 1, 2, 1, 1)
    assert str(hq.citation) == "koenigsberg 7.0"


@pytest.mark.rule("koenigsberg 2.1.3")
def test_of_a_stack_that_cannot_be_looked_into_nothing_is_told() -> None:
    match = cm.load("koenigsberg").start(seed=1, options={"fog_of_war": "on"})
    hidden = match.hidden("german")
    buried = [unit["hex"] for unit in match.position()["units"] if unit["id"] in hidden]
    assert buried and all(match.spot(hex, side="german").rooms == () for hex in buried)
    assert all(match.spot(hex, side="soviet").rooms for hex in buried)


@pytest.mark.rule("vistula 11.1#1")
def test_an_objective_is_worth_its_points() -> None:
    match = cm.load("vistula").start(seed=1)
    worth = [match.spot(hex).worth for hex in match.view("german")["control"]]
    assert any(part is not None and part.value > 0 and str(part.citation) == "vistula 11.1#1" for part in worth)
    assert match.spot("1317").worth is None


@pytest.mark.parametrize("game", OURS)
def test_the_turn_tells_what_level_it_would_be_now(game: str) -> None:
    lines = {label.key.split(".")[-1]: text for label, text in started(game).summary()}
    assert str(lines["level"])


def test_what_is_counted_is_called_what_it_is() -> None:
    """Stargard counts points, its sisters objectives that are held."""
    counted = {game: {label.key for label, _ in started(game).summary()} for game in ("stargard", "koenigsberg")}
    assert "chitpull.label.points" in counted["stargard"] and "chitpull.label.objectives" not in counted["stargard"]
    assert "chitpull.label.objectives" in counted["koenigsberg"]


@pytest.mark.rule("koenigsberg45 7.4a")
def test_a_frozen_lake_says_what_it_carries() -> None:
    match = cm.load("koenigsberg45").start(seed=1)
    [lake], [shore] = match.spot("1125").ground, match.spot("1025").ground
    assert "no vehicles" in str(lake.text) and str(lake.citation) == str(shore.citation) == "koenigsberg45 7.4a"
    assert set(shore.text.params["hexes"]) == {"1125", "1126"}  # type: ignore[call-overload]
    assert match.spot("0613").ground == () == cm.load("koenigsberg").start(seed=1).spot("1125").ground


@pytest.mark.rule("vistula 8.11#1", "vistula 8.11#3")
def test_rivers_and_the_lake_are_frozen_on_the_first_turns_only() -> None:
    match = cm.load("vistula").start(seed=1)
    assert [str(note.citation) for note in match.spot("0705").ground] == ["vistula 8.11#3"]
    river = next(hex for hex in match.game.rules.board.grid.numbers if match.spot(hex).ground and hex != "0705")
    assert [str(note.citation) for note in match.spot(river).ground] == ["vistula 8.11#1"]
    while match.paused or "fill" in map(str, match.legal()):
        match.play("go-on" if match.paused else "fill")
    position = match.position()
    position.update(turn=3, phase="german_movement")
    del position["flow"]
    later = match.game.from_position(position)
    assert later.spot("0705").ground == later.spot(river).ground == ()
