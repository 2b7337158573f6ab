"""14.0, 16.0: victory, and the options that give or take points."""

import pytest

import countermarch as cm
from countermarch.games.chitpull.victory import last_turn, level_now
from countermarch.games.stargard.victory import count_kuestrin, tally
from tests.rules.stargard.table import Pomerania, cited, happened


def enter(table: Pomerania, id: str, number: str) -> None:
    unit = table.unit(id)
    if not table.play.on_map(unit):
        table.put(id, "20.20")
    table.play.enter(unit, table.hex(number))


@pytest.mark.rule("stargard 14.1")
def test_all_victory_hexes_begin_german() -> None:
    match = Pomerania().game.start(seed=1)
    table = Pomerania()
    control = match.position()["control"]
    assert {control[table.tables.numbers[marker.hex]] for marker in table.own.tables.markers} == {"german"}
    assert len(table.own.tables.markers) == 19


@pytest.mark.rule("stargard 14.1", "stargard-design 14.1-kept")
@pytest.mark.parametrize(
    ("number", "turn", "points"),
    [("18.13", 9, 4), ("18.13", 10, 2), ("26.07", 5, 3), ("26.07", 6, 1), ("10.15", 10, 5), ("15.07", 8, 2)],
)
def test_a_marker_shows_the_side_of_its_date(number: str, turn: int, points: int) -> None:
    table = Pomerania(turn=turn)
    enter(table, "12G", number)
    assert tally(table.play) == {"german": 0, "soviet": points}
    told = happened(list(table.play.events), "marker")[0]
    assert told.params["points"] == points and str(told.citation) == "stargard 14.1"


@pytest.mark.rule("stargard 14.1")
def test_an_hq_takes_no_marker() -> None:
    table = Pomerania()
    enter(table, "61-HQ", "18.13")
    assert tally(table.play)["soviet"] == 0


@pytest.mark.rule("stargard-design 14.1-kept")
@pytest.mark.parametrize(("recapture", "left"), [("off", 4), ("on", 0)])
def test_a_marker_is_kept_unless_agreed_otherwise(recapture: str, left: int) -> None:
    table = Pomerania(turn=9, recapture=recapture)
    enter(table, "12G", "18.13")
    enter(table, "48/23SS", "18.13")
    assert tally(table.play)["soviet"] == left
    table.play.state.turn = 10
    enter(table, "12G", "18.13")
    assert tally(table.play)["soviet"] == 4  # the side of the first time


@pytest.mark.rule("stargard 14.1")
def test_a_position_may_say_who_holds_a_victory_hex() -> None:
    game = Pomerania().game
    doc = game.start(seed=1).position()
    doc["turn"], doc["flow"], doc["phase"] = 10, None, "supply"
    doc["control"].update({"18.13": "soviet", "26.07": "soviet"})
    assert game.from_position(doc).result.points["soviet"] == 2 + 1  # type: ignore[union-attr]
    at = [marker.hex for marker in Pomerania().own.tables.markers].index(Pomerania().hex("18.13"))
    doc["taken"][at] = 9
    assert game.from_position(doc).result.points["soviet"] == 4 + 1  # type: ignore[union-attr]
    doc["control"]["18.13"] = "german"
    with pytest.raises(cm.PositionError, match=r"the marker of 18\.13 was taken on turn 9"):
        game.from_position(doc)


@pytest.mark.parametrize("effect", ["evacuated", "kuestrin"])
def test_points_are_what_can_be_won(effect: str) -> None:
    game = Pomerania().game
    doc = game.start(seed=1).position()
    doc["turn"], doc["flow"], doc["phase"], doc["effects"][effect] = 10, None, "supply", 50
    with pytest.raises(cm.PositionError, match=f"effects.{effect} 50 must be a whole number from 0 to "):
        game.from_position(doc)


@pytest.mark.rule("stargard 14.1")
def test_the_total_adds_the_reich_and_takes_away_the_rest() -> None:
    table = Pomerania(turn=9, early_armour="turn_5", road_to_kuestrin="on", hold_the_ihna="on")
    for number in ("18.13", "24.11", "15.07", "24.17", "26.07"):
        enter(table, "12G", number)
    state = table.own.state
    before = tally(table.play)
    assert before == {"german": 0, "soviet": 4 + 1 + 1 + 2 + 1 - 4}
    state.reich_points, state.evacuated, state.kuestrin = 5, 1, 6
    assert tally(table.play) == {"german": 6, "soviet": 5 + 5 - 3 - 6}


@pytest.mark.rule("stargard-design 14.3")
@pytest.mark.parametrize(
    ("points", "level", "winner"),
    [
        (40, "soviet_overwhelming", "soviet"),
        (39, "soviet_major", "soviet"),
        (34, "soviet_major", "soviet"),
        (33, "soviet_minor", "soviet"),
        (28, "soviet_minor", "soviet"),
        (18, "german_minor", "german"),
        (11, "german_major", "german"),
        (0, "german_overwhelming", "german"),
        (31, "soviet_minor", "soviet"),
        (27, "draw", None),
        (23, "draw", None),
        (22, "german_minor", "german"),
        (17, "german_major", "german"),
        (10, "german_overwhelming", "german"),
    ],
)
def test_levels_of_victory(points: int, level: str, winner: str | None) -> None:
    table = Pomerania(turn=10)
    table.own.state.reich_points = points
    assert last_turn(table.play)
    result = table.match().result
    assert result is not None and (result.level, result.winner) == (level, winner)
    assert result.points == {"german": 0, "soviet": points} and str(points) in str(result.text)
    assert cited(table.play.events, "game_over_score") == ["stargard-design 14.3"]


@pytest.mark.rule("stargard-design 14.3")
def test_history_scores_thirty_one() -> None:
    table = Pomerania()
    for marker in table.own.tables.markers:
        if marker.turn <= 10:
            table.play.state.turn = marker.turn
            enter(table, "12G", table.tables.numbers[marker.hex])
    table.play.state.turn = 10
    table.own.state.evacuated = 1
    assert tally(table.play)["soviet"] == 31


@pytest.mark.rule("stargard-design 16.1")
@pytest.mark.parametrize(
    ("option", "turn", "price"), [("off", 10, 0), ("turn_5", 4, 0), ("turn_5", 5, 4), ("turn_6", 6, 2)]
)
def test_early_armour_costs_points(option: str, turn: int, price: int) -> None:
    assert tally(Pomerania(turn=turn, early_armour=option).play)["soviet"] == -price


@pytest.mark.rule("stargard-design 16.2")
def test_the_road_to_kuestrin_counts_unless_agreed_otherwise() -> None:
    table = Pomerania(turn=4)
    table.put("48/23SS", "09.06")
    count_kuestrin(table.own)
    assert tally(table.play) == {"german": 2, "soviet": -2}


@pytest.mark.rule("stargard-design 16.2")
@pytest.mark.parametrize(("option", "turn", "points"), [("on", 4, 4), ("off", 4, 0), ("on", 5, 0)])
def test_the_road_to_kuestrin_is_counted_once(option: str, turn: int, points: int) -> None:
    table = Pomerania(turn=turn, road_to_kuestrin=option)
    table.lay({"48/23SS": "09.06", "49/23SS": "29.11", "3SS-HQ": "22.02"})
    table.put("307/163", "23.04", supply=1)
    count_kuestrin(table.own)
    assert tally(table.play) == {"german": points, "soviet": -points}
    if points:
        assert cited(table.play.events, "kuestrin") == ["stargard-design 16.2"]


@pytest.mark.rule("stargard-design 16.4")
@pytest.mark.parametrize(("option", "points"), [("on", 3), ("off", 0)])
def test_places_on_the_ihna_never_entered(option: str, points: int) -> None:
    table = Pomerania(turn=10, hold_the_ihna=option, recapture="on")
    enter(table, "12G", "18.13")
    enter(table, "48/23SS", "18.13")  # won back, but entered once
    assert tally(table.play) == {"german": points, "soviet": -points}


@pytest.mark.rule("stargard-design 16.2")
@pytest.mark.parametrize("number", ["09.06", "29.11", "23.04", "22.02", "16.02"])
def test_each_place_on_the_road_to_kuestrin_is_worth_two(number: str) -> None:
    table = Pomerania(turn=4)
    table.put("48/23SS", number)
    table.put("12G", "16.24")
    count_kuestrin(table.own)
    assert tally(table.play) == {"german": 2, "soviet": -2}
    soviet = Pomerania(turn=4)
    soviet.put("12G", number)
    count_kuestrin(soviet.own)
    assert tally(soviet.play) == {"german": 0, "soviet": 0}


@pytest.mark.rule("stargard-design 16.4")
@pytest.mark.parametrize("number", ["18.13", "24.11", "15.07", "24.17"])
def test_each_place_on_the_ihna_is_worth_one(number: str) -> None:
    table = Pomerania(turn=10, hold_the_ihna="on")
    before = tally(table.play)["german"]
    enter(table, "12G", number)
    assert (before, tally(table.play)["german"]) == (4, 3)


@pytest.mark.rule("stargard-design 1.6", "stargard-design 16.1", "stargard-design 16.2", "stargard-design 16.3")
@pytest.mark.rule("stargard-design 16.4", "stargard-design 8.7(1)", "stargard-design 14.1-kept")
@pytest.mark.rule("stargard-design 9.2-paths", "stargard-design 19.1.3-deadline")
def test_what_players_may_agree_on() -> None:
    options = {info.key: (info.values, info.default, str(info.rule)) for info in cm.load("stargard").info.options}
    assert options == {
        "fog_of_war": (("off", "on"), "off", "stargard-design 1.6"),
        "early_armour": (("off", "turn_5", "turn_6"), "off", "stargard-design 16.1"),
        "road_to_kuestrin": (("on", "off"), "on", "stargard-design 16.2"),
        "schlesien": (("off", "on"), "off", "stargard-design 16.3"),
        "hold_the_ihna": (("off", "on"), "off", "stargard-design 16.4"),
        "pin_scope": (("both", "defender"), "both", "stargard-design 8.7(1)"),
        "recapture": (("off", "on"), "off", "stargard-design 14.1-kept"),
        "retreat_farther": (("allowed", "barred"), "allowed", "stargard-design 9.2-paths"),
        "reich_hq": (("counts", "spared"), "counts", "stargard-design 19.1.3-deadline"),
        "bid": (
            ("none", *(f"{side}_{points}" for side in ("german", "soviet") for points in (2, 4, 6, 8, 10))),
            "none",
            "stargard-design 14.3",
        ),
    }


@pytest.mark.rule("stargard-design 14.3")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (0, "german_overwhelming"),
        (10, "german_overwhelming"),
        (11, "german_major"),
        (18, "german_minor"),
        (22, "german_minor"),
        (23, "draw"),
        (28, "soviet_minor"),
        (34, "soviet_major"),
        (39, "soviet_major"),
        (40, "soviet_overwhelming"),
    ],
)
def test_what_the_points_would_be_worth_now(points: int, level: str) -> None:
    table = Pomerania()
    table.own.state.reich_points = points
    words = level_now(table.play)
    assert (words.key, words.params) == (f"chitpull.score.{level}", {"points": points})
