"""11.4, 12.4 Victory."""

from __future__ import annotations

import pytest

from countermarch.games.seelow import control, victory
from countermarch.games.seelow.state import ELIMINATED, EXITED, EXITED_WEST, NEVER
from countermarch.match import Match
from tests.rules.seelow.table import SOVIET, Table, cited, edited, the_game

SEELOW = ("1409", "1410", "1509", "1510")


def judged(table: Table) -> Match:
    """The turn ends."""
    return table.phase("renewal")


def held(*soviet: str, turn: int = 12) -> Table:
    table = Table(turn=turn)
    for number in soviet:
        table.play.state.passed[table.hex(number)] = SOVIET
    return table


# Küstrin


@pytest.mark.rule("seelow 11.42", "seelow 11.43")
def test_the_garrison_scores_by_a_line_to_the_western_edge() -> None:
    table = Table("kuestrin", turn=12)
    table.put("MUN-II2", "3102")
    table.put("303-Fus", "3103")
    table.put("20-II76", "2103")  # not of the garrison
    assert victory.points_of(table.play) == 10  # nobody is in the way
    for row in range(1, 9):
        if row % 2:
            table.put(f"{('295-1038', '295-1040', '47-137', '47-140')[row // 2]}", f"250{row}")
    assert victory.points_of(table.play) == 0  # zones from edge to edge
    table.put("20-I76", "2402")
    assert victory.points_of(table.play) == 0


@pytest.mark.rule("seelow 11.43")
def test_a_friend_opens_a_controlled_hex_to_the_line_and_bridges_cross_rivers() -> None:
    table = Table("kuestrin", turn=12)
    table.put("KUS-VS", "3503")
    assert victory.communicates(table.play, table.unit("KUS-VS"))  # over the bridge to 3404
    table.put("82-242", "3403")
    table.put("82-244", "3305")
    assert not victory.communicates(table.play, table.unit("KUS-VS"))  # 3404 is controlled
    table.put("20-I76", "3404")
    assert not victory.communicates(table.play, table.unit("KUS-VS"))  # and 3304 behind it too
    table.put("20-I90", "3304")
    assert not victory.communicates(table.play, table.unit("MUN-II2"))  # it has left the map elsewhere
    wide = Table("kuestrin", turn=12)
    wide.put("KUS-VS", "3503")
    wide.put("82-242", "3403")
    wide.put("20-I76", "3404")
    assert victory.communicates(wide.play, wide.unit("KUS-VS"))


@pytest.mark.rule("seelow 11.42")
def test_a_garrison_that_left_to_the_west_has_arrived() -> None:
    table = Table("kuestrin", turn=12)
    for id, where in (("MUN-II2", EXITED_WEST), ("303-Fus", EXITED), ("MUN-II1", ELIMINATED)):
        table.box(id, where)
    assert victory.points_of(table.play) == 5


@pytest.mark.rule("seelow 11.44", "seelow 11.41")
def test_a_point_for_every_soviet_unit_eliminated_and_none_for_the_soviets() -> None:
    table = Table("kuestrin", turn=12)
    for id in ("295-1038", "KAG-32", "20-I76"):
        table.box(id, ELIMINATED)
    table.box("295-1040", EXITED)
    assert victory.points_of(table.play) == 2
    result = judged(table).result
    assert result is not None and dict(result.points) == {"german": 2, "soviet": 0}


@pytest.mark.rule("seelow 11.45", "seelow 1.0#2")
@pytest.mark.parametrize(
    ("points", "level", "winner"),
    [(12, "german_victory", "german"), (11, "draw", None), (6, "draw", None), (5, "soviet_victory", "soviet")],
)
def test_example_of_11_45(points: int, level: str, winner: str | None) -> None:
    table = Table("kuestrin", turn=12)
    soviets = [u for u in table.tables.of_side[SOVIET] if table.play.state.hex[u] == EXITED]
    for u in soviets[:points]:
        table.play.state.hex[u] = ELIMINATED
    match = judged(table)
    assert match.to_act is None and match.result is not None
    assert (match.result.level, match.result.winner) == (level, winner)
    assert cited(match.log, "over") == ["seelow 11.45"]


# Seelow, after the seventh turn


@pytest.mark.rule("seelow 12.41")
def test_undecided_after_seven_turns_the_game_goes_on() -> None:
    table = held("1205", "1605", turn=7)
    table.put("295-1038", "1704")
    table.put("295-1040", "1706")  # west of the canal, not near Seelow
    match = judged(table)
    assert match.result is None and match.position()["turn"] == 8
    early = held("1205", "1605", "1506", turn=6)
    early.put("295-1038", "1706")
    assert judged(early).result is None


@pytest.mark.rule("seelow 12.42#1")
def test_a_soviet_unit_in_or_beside_seelow_after_seven_turns() -> None:
    for number in ("1509", "1609", "1508"):
        table = Table(turn=7)
        table.put("295-1038", number, disrupted=True)
        match = judged(table)
        assert match.result is not None and match.result.level == "soviet_strategic"
        assert cited(match.log, "over") == ["seelow 12.42#1"]


@pytest.mark.rule("seelow 12.42#2")
def test_three_of_the_seven_villages_after_seven_turns() -> None:
    table = held("1205", "1915", "1713", turn=7)
    match = judged(table)  # 12.43 would be true as well, but comes later
    assert match.result is not None and match.result.level == "soviet_operational"
    assert cited(match.log, "over") == ["seelow 12.42#2"]
    table = held("1205", "1915", "1409", turn=7)
    table.put("295-1038", "1706")
    assert judged(table).result is None  # the town is not among them


@pytest.mark.rule("seelow 12.43")
def test_no_soviet_unit_west_of_the_canal_after_seven_turns() -> None:
    table = Table(turn=7)
    table.put("295-1038", "1808")
    match = judged(table)
    assert match.result is not None and match.result.level == "german_operational"
    assert cited(match.log, "over") == ["seelow 12.43"]


@pytest.mark.rule("seelow 12.43")
def test_option_canal_bank_near_or_listed() -> None:
    def goes_on(number: str, bank: str) -> bool:
        table = Table(turn=7, canal_bank=bank)
        table.put("295-1038", number)
        return judged(table).result is None

    assert [goes_on("1809", bank) for bank in ("near", "listed")] == [False, True]
    assert [goes_on("1003", bank) for bank in ("near", "listed")] == [False, True]
    assert [goes_on("1103", bank) for bank in ("near", "listed")] == [True, True]


# Seelow, at the end


@pytest.mark.rule("seelow 12.44#1", "seelow 12.44#2", "seelow 12.45#1", "seelow 12.45#2")
@pytest.mark.parametrize(
    ("soviet", "level", "said"),
    [
        ((*SEELOW, "1012", "1111", "1211", "1310"), "soviet_strategic", "12.44#1"),
        ((*SEELOW, "1012", "1111", "1310"), "soviet_operational", "12.44#2"),
        (SEELOW[:3], "german_operational", "12.45#2"),
        ((), "german_strategic", "12.45#1"),
    ],
)
def test_example_of_12_44_and_12_45(soviet: tuple[str, ...], level: str, said: str) -> None:
    table = held(*soviet)
    table.box("295-1038", ELIMINATED)
    match = judged(table)
    assert match.result is not None and match.result.level == level
    assert dict(match.result.points) == {"german": 0, "soviet": 0}  # points are counted at Küstrin
    assert cited(match.log, "over") == [f"seelow {said}"]


@pytest.mark.rule("seelow 12.45#3")
def test_a_draw_if_nobody_controls_the_town(monkeypatch: pytest.MonkeyPatch) -> None:
    """As control is told, somebody always does; the rule is kept all the same."""
    monkeypatch.setattr(control, "holders", lambda play, hexes: dict.fromkeys(hexes, NEVER))
    match = judged(held())
    assert match.result is not None and (match.result.level, match.result.winner) == ("draw", None)
    assert cited(match.log, "over") == ["seelow 12.45#3"]


@pytest.mark.rule("seelow 12.46", "seelow 12.42#2")
def test_a_unit_put_on_an_objective_controls_it_whatever_the_document_remembers() -> None:
    doc = edited("seelow", 7, "renewal", {"295-1038": "1915", "295-1040": "1605", "295-1042": "1713"})
    assert set(doc["control"].values()) == {"german"}
    match = the_game().from_position(doc)
    assert [match.position()["control"][number] for number in ("1915", "1605", "1713")] == ["soviet"] * 3
    assert match.result is not None and match.result.level == "soviet_operational"
    doc = edited("seelow", 12, "renewal", {"20-vWar": "1509"})
    doc["control"].update(dict.fromkeys(SEELOW, "soviet"))
    match = the_game().from_position(doc)
    assert [match.position()["control"][number] for number in SEELOW] == ["soviet", "soviet", "german", "soviet"]
    assert match.result is not None and match.result.level == "german_operational"
