"""12.46 Control: by occupation, by passage, by the line."""

from __future__ import annotations

from typing import Any

import pytest

import countermarch as cm
from countermarch.games.seelow.retreat import rout
from countermarch.match import Match
from tests.rules.seelow.table import GERMAN, SOVIET, Table, cited, edited, the_game, where

WALL = ("295-1038", "295-1040", "295-1042", "47-137", "47-140", "47-142", "57-170", "57-172", "57-174")
GERMAN_WALL = ("9FJ-I25", "9FJ-II25", "9FJ-I26", "9FJ-II26", "9FJ-I27", "9FJ-II27", "20-I90", "20-II90", "20-I76")


def wall(column: int, units: tuple[str, ...] = WALL) -> dict[str, str]:
    """Units down a column from edge to edge, a hex between any two: none slips through their zones."""
    return {id: f"{column}{row:02d}" for id, row in zip(units, range(1, 18, 2), strict=True)}


def asked(units: dict[str, str], passed: dict[str, str] | None = None, turn: int = 2, **options: str) -> Match:
    doc = edited("seelow", turn, "renewal" if turn == 12 else "combat_1", units, **options)
    doc["passed"] = passed or {}
    return the_game().from_position(doc)


def control(match: Match, hex: str) -> str:
    found: str = match.view("german")["control"][hex]
    return found


@pytest.mark.rule("seelow 12.46")
def test_control_by_occupation_by_passage_and_by_the_line() -> None:
    """In this order: each is asked only when the one before says nothing."""
    far = {"20-I90": "1001", "295-1038": "3601"}
    assert control(asked(far), "1509") == "german" and control(asked(wall(12)), "1509") == "soviet"
    assert control(asked(wall(18, GERMAN_WALL), {"1509": "soviet"}), "1509") == "soviet"  # cut off, and yet theirs
    assert control(asked(wall(12), {"1509": "german"}), "1509") == "german"
    assert control(asked(far | {"9FJ-I25": "1509"}, {"1509": "soviet"}), "1509") == "german"
    assert control(asked(far | {"47-137": "1509"}, {"1509": "german"}), "1509") == "soviet"


# by the line


@pytest.mark.rule("seelow 12.46", "seelow 12.44#2", "seelow 12.45#1")
def test_a_hex_nobody_moved_through_belongs_to_the_side_behind_whose_line_it_lies_when_it_is_asked() -> None:
    for column, level, said in ((12, "soviet_operational", "12.44#2"), (18, "german_strategic", "12.45#1")):
        match = the_game().from_position(edited("seelow", 12, "renewal", wall(column)))
        assert match.result is not None and match.result.level == level
        assert cited(match.log, "over") == [f"seelow {said}"]


@pytest.mark.rule("seelow 12.46")
def test_behind_both_lines_or_behind_neither_a_hex_is_german() -> None:
    alone = asked({"295-1038": "2803", "9FJ-I25": "1201"})
    assert control(alone, "1509") == "german"  # both sides come there
    between = asked(wall(12) | wall(18, GERMAN_WALL))
    assert control(between, "1509") == "german"  # Soviets in the west, Germans in the east: neither does
    assert control(asked(wall(12)), "1509") == "soviet"


@pytest.mark.rule("seelow 12.46", "seelow 11.43")
def test_a_line_leads_through_no_enemy_no_enemy_zone_unless_a_friend_is_there_and_nowhere_he_moved_last() -> None:
    ring = wall(12)
    assert control(asked(ring | {"9FJ-I25": "1204"}), "1509") == "soviet"  # 1104 and 1304 are controlled
    friends = {"9FJ-I25": "1104", "9FJ-II25": "1204", "9FJ-I26": "1304"}
    assert control(asked(ring | friends), "1509") == "german"  # a way through, so that both sides come there
    moved = {f"12{row:02d}": "soviet" for row in range(1, 18)}
    far = {"295-1038": "2803", "9FJ-I25": "1102"}
    assert control(asked(far, moved), "1509") == "soviet"  # nobody is there, but Germans have not been there since
    assert control(asked(far, moved | {"1204": "german"}), "1509") == "german"
    held = asked(far | {"20-I90": "1204"}, moved)
    assert control(held, "1509") == "german"  # who stands where the enemy moved last opens it again
    east = {f"16{row:02d}": "german" for row in range(1, 18)}
    assert control(asked(wall(12), east), "1509") == "german"  # the Soviet line is cut in the same way


@pytest.mark.rule("seelow 12.46")
def test_the_soviet_line_begins_at_the_eastern_edge_and_crosses_the_oder_by_a_bridge() -> None:
    assert control(asked(wall(12)), "1915") == "soviet"
    bridges = {"9FJ-I25": "3404", "9FJ-I26": "3414"}  # and no way over the Oder beside them
    assert control(asked(wall(12) | bridges), "1915") == "german"


@pytest.mark.rule("seelow 12.46")
def test_setting_up_moves_through_nothing() -> None:
    match = the_game().start("seelow", seed=1)
    match.play("propose")
    match.play("propose")
    assert where(match, "20-vWar") == "1509" and match.position()["passed"] == {}


# by passage


@pytest.mark.rule("seelow 12.46")
def test_who_moved_through_last_keeps_a_hex_whatever_the_lines_say() -> None:
    assert control(asked(wall(12), {"1509": "german"}), "1509") == "german"
    assert control(asked(wall(18), {"1509": "soviet"}), "1509") == "soviet"
    table = Table()
    table.put("295-1038", "1608")
    table.put("295-1040", "2803")
    table.play.state.passed[table.hex("1609")] = GERMAN
    match = table.phase("movement_1")
    match.play("move 295-1038")
    events = match.play("to 1610 via 1609")
    assert [(e.params["hex"], str(e.citation)) for e in events if e.key.endswith("taken")] == [("1609", "seelow 12.46")]
    assert match.position()["passed"] == {"1609": "soviet", "1610": "soviet"}  # not where it came from
    assert control(match, "1609") == "soviet"
    again = the_game().from_position(match.position())
    assert again.fingerprint() == match.fingerprint() and control(again, "1609") == "soviet"


@pytest.mark.rule("seelow 12.46")
def test_the_last_to_move_through_takes_it_from_who_did_before() -> None:
    table = Table()
    table.put("9FJ-I25", "1508")
    table.play.state.passed[table.hex("1609")] = SOVIET
    match = table.move(GERMAN)
    assert control(match, "1609") == "soviet"
    match.play("move 9FJ-I25")
    events = match.play("to 1610 via 1509-1609")
    assert control(match, "1609") == control(match, "1509") == "german"
    assert [e.params["hex"] for e in events if e.key.endswith("taken")] == ["1609"]  # 1509 was German by the line


@pytest.mark.rule("seelow 12.46", "seelow 7.51")
def test_a_retreat_takes_a_hex_only_while_the_unit_stands_there() -> None:
    table = Table()
    table.put("295-1038", "1508")
    table.put("9FJ-I25", "1408")
    for hex in ("1609", "1510"):
        table.play.state.passed[table.hex(hex)] = GERMAN
    rout(table.play, SOVIET, [table.unit("295-1038")], "7.42")
    match = table.match()
    match.play("retreat 295-1038 1509-1510")
    assert control(match, "1509") == "german" and control(match, "1510") == "soviet"
    assert match.position()["passed"] == {"1609": "german", "1510": "german"}
    table.play.state.disrupted[table.unit("295-1038")] = 0
    match = table.move(SOVIET)
    match.play("move 295-1038")
    match.play("to 1611")
    assert control(match, "1510") == "german"


@pytest.mark.rule("seelow 12.46", "seelow 7.73")
def test_an_advance_takes_a_hex_only_while_the_unit_stands_there() -> None:
    table = Table()
    for id, hex in (("47-137", "1608"), ("47-140", "1708"), ("47-142", "1709")):
        table.put(id, hex)
    table.put("9FJ-I25", "1609", steps=1)
    table.play.state.passed[table.hex("1609")] = GERMAN
    match = table.fight(SOVIET)
    match.play("attack 1609")
    for id in ("47-137", "47-140", "47-142"):
        match.play(f"with {id}")
    match.next_dice(1)
    match.play("resolve")
    while not any(str(action).startswith("advance") for action in match.legal()):
        match.play(str(match.legal()[-1]))
    events = match.play("advance 47-140")
    assert [(e.params["hex"], str(e.citation)) for e in events if e.key.endswith("taken")] == [("1609", "seelow 12.46")]
    assert control(match, "1609") == "soviet" and match.position()["passed"] == {"1609": "german"}
    table = Table()
    table.put("47-140", "1609")
    table.play.state.passed[table.hex("1609")] = GERMAN
    match = table.move(SOVIET)
    match.play("move 47-140")
    match.play("to 1709")
    assert control(match, "1609") == "german"


# documents


@pytest.mark.rule("seelow 12.46")
@pytest.mark.parametrize(
    ("name", "entry"),
    [("passed", {"1509": "allied"}), ("passed", {"9999": "soviet"}), ("control", {"2001": "soviet"})],
)
def test_a_document_with_wrong_entries_is_refused(name: str, entry: dict[str, str]) -> None:
    doc = edited("seelow", 2, "combat_1", {"295-1038": "2803", "9FJ-I25": "1201"})
    doc[name] = entry
    with pytest.raises(cm.PositionError, match=next(iter(entry))):
        the_game().from_position(doc)


@pytest.mark.rule("seelow 12.46")
def test_an_objective_a_document_gives_to_the_soviets_is_theirs_unless_a_german_stands_there() -> None:
    doc = edited("seelow", 2, "combat_1", {"295-1038": "2803", "9FJ-I25": "1510"})
    doc["control"].update(dict.fromkeys(("1509", "1510"), "soviet"))
    match = the_game().from_position(doc)
    assert (control(match, "1509"), control(match, "1510")) == ("soviet", "german")
    assert match.position()["passed"] == {"1509": "soviet"}


# 10.11 Zhukov


def outcome(units: dict[str, str], turn: int, **options: str) -> str | None:
    match = the_game().from_position(edited("seelow", turn, "renewal", units, **options))
    return match.result.level if match.result else None


@pytest.mark.rule("seelow 10.11", "seelow 12.42#1", "seelow 12.43", "seelow 12.46")
@pytest.mark.parametrize(
    ("options", "beside_seelow", "over_the_canal", "in_the_town"),
    [
        ({}, "soviet_strategic", None, "soviet"),
        ({"zhukov_counts": "yes"}, "soviet_strategic", None, "soviet"),
        ({"zhukov_counts": "no"}, "german_operational", "german_operational", "german"),
    ],
)
def test_option_zhukov_counts_yes_or_no(
    options: dict[str, Any], beside_seelow: str, over_the_canal: str | None, in_the_town: str
) -> None:
    assert outcome({"Zhukov": "1609"}, 7, **options) == beside_seelow
    assert outcome({"Zhukov": "1706"}, 7, **options) == over_the_canal
    match = asked({"Zhukov": "1509", "9FJ-I25": "1201"}, **options)
    assert control(match, "1509") == in_the_town
    table = Table(**options)
    table.put("Zhukov", "1608")
    moving = table.move(SOVIET)
    moving.play("move Zhukov")
    moving.play("to 1610 via 1609")
    assert control(moving, "1609") == in_the_town


@pytest.mark.rule("seelow 12.46", "seelow 10.11")
def test_zhukov_stands_in_the_way_of_a_line_if_he_counts() -> None:
    gap = wall(12)
    del gap[WALL[4]]  # 1209 is free of zones, the only hex that is
    assert control(asked(gap), "1509") == "german"
    assert control(asked(gap | {"Zhukov": "1209"}), "1509") == "soviet"
    assert control(asked(gap | {"Zhukov": "1209"}, zhukov_counts="no"), "1509") == "german"
    assert control(asked(gap, zhukov_counts="no"), "1509") == "german"


@pytest.mark.rule("seelow 12.46", "seelow 5.27")
def test_who_moves_off_the_map_has_moved_through_the_hexes_before_it() -> None:
    table = Table()
    table.put("295-1038", "1111")
    match = table.move(SOVIET)
    match.play("move 295-1038")
    events = match.play("leave 1012")
    assert where(match, "295-1038") == "exited_west" and match.position()["passed"]["1012"] == "soviet"
    assert cited(events, "left") == ["seelow 5.27"]
