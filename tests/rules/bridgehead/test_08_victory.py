"""8.0 Victory."""

from __future__ import annotations

import pytest

from countermarch.match import Match
from tests.rules.bridgehead.table import GAME, cited, table

GERMANS = ("I-94", "II-94", "AL", "VS", "PI", "STG", "FJ")
BACK = dict(zip(GERMANS, ("0101", "0102", "0103", "0104", "0105", "0106", "0107"), strict=True))
EAST = {"408R": "1101", "411R": "1102", "415R": "1103", "9GR": "1104", "66T": "1105", "71T": "1106", "MC": "1107"}


def ended(units: dict[str, str], bridge: str = "blown") -> Match:
    match = table("german_combat", units, turn=6, bridge=bridge)
    while match.to_act is not None:
        match.play("done")
    return match


def points(units: dict[str, str], bridge: str = "blown") -> int:
    match = ended(units, bridge)
    assert match.result is not None
    return match.result.points["soviet"]


@pytest.mark.rule("bridgehead 8.1")
def test_a_safe_bridge_counts_three() -> None:
    assert [points(BACK | EAST, bridge) for bridge in ("blown", "mined", "safe")] == [0, 0, 3]


@pytest.mark.rule("bridgehead 8.2", "bridgehead 8.3")
def test_soviets_across_count_one_and_two_more_in_the_town() -> None:
    assert points(BACK | EAST | {"408R": "0405"}) == 1
    assert points(BACK | EAST | {"408R": "0405", "411R": "0504"}) == 4
    match = GAME.start(seed=1)
    worth = match.spot("0504").worth
    assert worth is not None and (worth.value, str(worth.citation)) == (2, "bridgehead 8.2")
    assert match.spot("0503").worth is None
    assert ended(BACK | EAST | {"411R": "0504"}).position()["control"] == {"0504": "soviet"}


@pytest.mark.rule("bridgehead 8.4")
def test_germans_who_are_lost_or_left_behind_count_one() -> None:
    left = {id: hex for id, hex in BACK.items() if id != "PI"}
    assert points(left | EAST) == 1 and points(left | EAST | {"VS": "0701"}) == 2


@pytest.mark.rule("bridgehead 8.5")
def test_soviets_who_are_lost_take_one_off() -> None:
    assert points(BACK | {id: hex for id, hex in EAST.items() if id not in ("MC", "66T")}) == -2


@pytest.mark.rule("bridgehead 8.6")
@pytest.mark.parametrize(
    ("lost", "level", "winner"),
    [
        (2, "german_decisive", "german"),
        (3, "german_marginal", "german"),
        (5, "german_marginal", "german"),
        (6, "soviet_marginal", "soviet"),
    ],
)
def test_the_level_follows_from_the_points(lost: int, level: str, winner: str) -> None:
    """Two more come from a unit that has crossed and one that stands on the bank."""
    units = dict(list(BACK.items())[lost:]) | EAST | {"408R": "0503", "411R": "0505"}
    match = ended(units)
    assert match.result is not None
    assert (match.result.points["soviet"], match.result.level, match.result.winner) == (lost + 2, level, winner)
    assert cited(match.log, "over") == ["bridgehead 8.6"]


@pytest.mark.rule("bridgehead 8.6")
def test_eleven_points_are_decisive() -> None:
    units = EAST | {"408R": "0504", "VS": "0101"}  # six lost, one across, the town
    assert points(units, "blown") == 9 and points(units, "safe") == 12
    result = ended(units, "safe").result
    assert result is not None and result.level == "soviet_decisive"
    only = ended(EAST | {"408R": "0504", "VS": "0101", "PI": "0102"}, "safe").result
    assert only is not None and (only.points["soviet"], only.level) == (11, "soviet_decisive")


@pytest.mark.rule("bridgehead 8.6")
def test_the_turn_tells_what_it_would_come_to() -> None:
    lines = {str(label): str(text) for label, text in GAME.start(seed=1).summary()}
    assert lines["Turn"] == "1 of 6, Soviet movement" and lines["The bridge"] == "mined"
    assert lines["Soviet points"].startswith("3 (") and lines["If it ended now"] == "decisive German victory"
