"""2.0 Counters, 3.0 the sequence of play."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.match import Match
from tests.rules.bridgehead.table import GAME, asked, cited, rule, table, texts, unit, where, why


@pytest.mark.rule("bridgehead 2.1")
def test_everybody_begins_where_the_data_says() -> None:
    match = GAME.start(seed=1)
    assert where(match, "VS") == "0504" and where(match, "66T") == "1003"
    assert len([u for u in match.position()["units"] if u["side"] == "german"]) == 7
    assert match.position()["bridge"] == "mined"


@pytest.mark.rule("bridgehead 2.2")
def test_steps_are_lost_one_by_one_and_values_fall() -> None:
    match = table("soviet_combat", {"66T": "0904", "I-94": "0804"})
    whole = match.preview("0804", ["66T"]).attack
    match.play("attack 0804")
    match.next_dice(1)  # 1-1: A1
    events = match.play("resolve")
    assert cited(events, "step_lost") == ["bridgehead 2.2"] and unit(match, "66T")["steps"] == 1
    worn = table("soviet_combat", {"66T": "0904", "I-94": "0804"}, weak=["66T"])
    assert (whole, worn.preview("0804", ["66T"]).attack) == (6, 3)
    worn.play("attack 0804")
    worn.next_dice(1)  # 3 to 4 is 1-2: A2, and only one step is there
    events = worn.play("resolve")
    assert cited(events, "eliminated") == ["bridgehead 2.2"] and where(worn, "66T") is None


@pytest.mark.rule("bridgehead 2.3")
def test_a_hex_holds_one_unit_and_nobody_passes_through_it() -> None:
    match = table("soviet_movement", {"408R": "1005", "411R": "0905", "I-94": "0101"})
    match.play("move 408R")
    assert "to 0905" not in texts(match)
    assert rule(match, "to 0905") == "bridgehead 2.3" and rule(match, "to 0805 via 0905") == "bridgehead 2.3"
    assert why(match, "408R", "0101") == "bridgehead 2.3"  # an enemy holds it, however far


@pytest.mark.rule("bridgehead 2.3")
def test_friends_can_block_the_only_way() -> None:
    units = {"66T": "1104", "408R": "1003", "411R": "1004", "415R": "1103", "9GR": "1105", "I-94": "0101"}
    match = table("soviet_movement", units)
    assert "move 66T" not in texts(match) and rule(match, "move 66T") == "bridgehead 4.1"


@pytest.mark.rule("bridgehead 2.3")
def test_the_place_of_a_hex_is_told() -> None:
    (room,) = GAME.start(seed=1).spot("0504").rooms
    assert (room.used, room.limit, str(room.citation)) == (1, 1, "bridgehead 2.3")


def phases(match: Match) -> list[str]:
    """The phases as they come, each ended at once."""
    seen = []
    while match.to_act is not None:
        seen.append(match.position()["phase"])
        match.play("done")
    return seen


@pytest.mark.rule("bridgehead 3.1")
def test_soviets_move_and_fight_then_germans() -> None:
    match = table("soviet_movement", {"408R": "0905", "I-94": "0804"}, turn=6)
    assert phases(match) == ["soviet_movement", "soviet_combat", "german_movement", "german_combat"]
    match = table("soviet_movement", {"408R": "0905", "I-94": "0804"})
    assert rule(match, "move I-94") == "bridgehead 3.1" and rule(match, "attack 0804") == "bridgehead 3.1"
    assert rule(match, "retreat 408R 1005") == "bridgehead 3.1" and rule(match, "blow") == "bridgehead 3.1"
    match.play("done")
    assert rule(match, "move 408R") == "bridgehead 3.1"
    match.play("attack 0804")
    assert rule(match, "to 0904") == "bridgehead 3.1"


@pytest.mark.rule("bridgehead 3.2")
def test_the_game_lasts_six_turns() -> None:
    match = GAME.start(seed=1)
    seen = phases(match)
    assert seen.count("soviet_movement") == seen.count("german_movement") == 6
    assert match.position()["turn"] == 6 and match.result is not None
    assert cited(match.log, "turn") == ["bridgehead 3.2"] * 5


@pytest.mark.rule("bridgehead 3.1", "bridgehead 4.1", "bridgehead 6.1")
def test_every_question_names_its_rules() -> None:
    match = table("soviet_movement", {"408R": "0905", "I-94": "0804"})
    assert asked(match) == ("unit", ["4.1"])
    match.play("move 408R")
    assert asked(match) == ("hex", ["4.2", "5.2"])
    match = table("soviet_combat", {"408R": "0904", "411R": "0805", "I-94": "0804"})
    assert asked(match) == ("hex", ["6.1", "6.2"])
    match.play("attack 0804")
    assert asked(match) == ("assign", ["6.1", "6.3"])


@pytest.mark.rule("bridgehead 2.2")
def test_who_is_lost_does_nothing_any_more() -> None:
    match = table("soviet_movement", {"408R": "0905", "I-94": "0804"})
    assert rule(match, "move 66T") == "bridgehead 2.2"
    match.play("done")
    match.play("attack 0804")
    assert rule(match, "with 66T") == "bridgehead 2.2"


@pytest.mark.rule("bridgehead 2.3")
def test_an_empty_hex_has_room_and_nobody_needs_supply() -> None:
    match = GAME.start(seed=1)
    (room,) = match.spot("0101").rooms
    assert (room.used, room.limit) == (0, 1)
    assert match.supply("soviet") == {"side": "soviet", "units": {}, "sources": []}
    assert match.supply("66T") == {"unit": "66T", "status": None, "line": None, "citation": None}
    with pytest.raises(cm.GameError):
        match.supply("nobody")
