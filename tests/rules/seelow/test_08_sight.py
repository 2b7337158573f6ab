"""8.2 Spotting and line of sight, with both examples of the rulebook."""

from __future__ import annotations

from typing import Any

import pytest

import countermarch as cm
from countermarch import kernels
from countermarch.games.seelow import sight
from countermarch.games.seelow.hiding import reason
from countermarch.kernels import CREST, SEEN, SHADOW, Heights
from countermarch.match import Match
from tests.rules.seelow.table import SOVIET, Table, rule

DAY, DUSK, NIGHT = 2, 6, 7
STRIP = [f"20{row:02}" for row in range(2, 12)]


def look(hex: str, turn: int = DAY, **options: str) -> dict[str, Any]:
    return Table("seelow", turn, 1, **options).match().sight(hex)


def sees(hex: str, target: str, turn: int = DAY, **options: str) -> bool:
    return target in look(hex, turn, **options)["visible"]


def hidden(hex: str, target: str, turn: int = DAY, **options: str) -> tuple[list[str], str]:
    """What hides a hex, and by which rule."""
    found = look(hex, turn, **options)["hidden"][target]
    return found["by"], found["citation"]


def distance(a: str, b: str) -> int:
    grid = Table().tables.board.grid
    return grid.distance(grid.index(a), grid.index(b))


# Example A


@pytest.mark.rule("seelow 8.22")
def test_example_a_the_village_of_1612_hides_1712_from_unit_b() -> None:
    assert hidden("1511", "1712") == (["1612"], "seelow 8.22")
    assert hidden("1411", "1712", crest="off") == (["1612"], "seelow 8.22")
    assert not sees("1411", "1712")


@pytest.mark.rule("seelow 8.22", "seelow 8.25")
def test_example_a_both_halves_of_sachsendorf_hide_2412_from_units_a_and_d() -> None:
    assert hidden("2212", "2412") == (["2311", "2312"], "seelow 8.22")  # the line runs along their hexside
    assert hidden("2111", "2412") == (["2311"], "seelow 8.22")
    for spotter in ("2110", "2113", "2210", "2211", "2213", "2214"):
        crossed = set(hidden(spotter, "2412")[0]) if distance(spotter, "2412") <= 3 else {"2311"}
        assert crossed & {"2311", "2312"}


@pytest.mark.rule("seelow 8.22")
def test_a_line_may_end_in_a_village() -> None:
    assert sees("1411", "1612") and sees("2212", "2311") and sees("2212", "2312")


# Example B


@pytest.mark.rule("seelow 8.24", "seelow 8.25")
@pytest.mark.parametrize(
    ("spotter", "first", "last"),
    [("2005", "2002", "2008"), ("2007", "2004", "2008"), ("2011", "2008", "2011")],
)
def test_example_b_on_the_map(spotter: str, first: str, last: str) -> None:
    """The strip of the caption on the plain as it lies: 2008 are woods."""
    found = [hex for hex in STRIP if hex == spotter or sees(spotter, hex)]
    assert found == [hex for hex in STRIP if first <= hex <= last]
    assert hidden("2007", "2009") == (["2008"], "seelow 8.22")


def profile() -> Heights:
    """The strip as the caption must have been drawn: down from level 3 to level 1, with woods in 2008."""
    levels = [3, 3, 3, 2, 1, 1, 1, 1, 1, 1]
    tops = [level + (hex == "2008") for level, hex in zip(levels, STRIP, strict=True)]
    return Heights([(20, 2 * row) for row in range(2, 12)], levels, tops, 8)


@pytest.mark.rule("seelow 8.23", "seelow 8.25")
@pytest.mark.parametrize(
    ("unit", "first", "last"),
    [("2004", "2002", "2008"), ("2005", "2004", "2008"), ("2011", "2008", "2011")],
    ids=["A", "B", "C"],
)
def test_example_b_as_a_profile(unit: str, first: str, last: str) -> None:
    answer = kernels.sight(profile(), STRIP.index(unit), 3, 1, CREST | SHADOW)
    assert [STRIP[h] for h in answer.hexes] == [hex for hex in STRIP if first <= hex <= last]


@pytest.mark.rule("seelow 8.25")
def test_example_b_unit_a_has_2009_in_range_but_behind_the_woods() -> None:
    answer = kernels.sight(profile(), STRIP.index("2004"), 3, 1, CREST | SHADOW)
    assert STRIP[answer.blocker[STRIP.index("2009")]] == "2008"
    free = kernels.sight(profile(), STRIP.index("2004"), 3, 1, CREST)
    assert free.blocker[STRIP.index("2009")] == SEEN  # without the shadow it would be seen


@pytest.mark.rule("seelow 8.23")
def test_example_b_unit_b_has_2003_behind_the_crest() -> None:
    answer = kernels.sight(profile(), STRIP.index("2005"), 3, 1, CREST | SHADOW)
    assert STRIP[answer.blocker[STRIP.index("2003")]] == "2004"
    assert kernels.sight(profile(), STRIP.index("2005"), 3, 1, SHADOW).blocker[STRIP.index("2003")] == SEEN


# Ranges


@pytest.mark.rule("seelow 8.24")
@pytest.mark.parametrize(
    ("spotter", "target", "range"),
    [("2503", "2505", 3), ("1610", "1409", 3), ("1508", "1609", 4), ("3013", "2912", 5), ("1409", "1509", 4)],
    ids=["1-1", "1-3", "2-1", "3-1", "3-2"],
)
def test_how_far_a_unit_spots(spotter: str, target: str, range: int) -> None:
    table = Table()
    assert sight.range_to(table.play, table.hex(spotter), table.hex(target), False) == range


@pytest.mark.rule("seelow 8.24")
def test_one_hex_beyond_the_range_is_not_seen() -> None:
    assert sees("2502", "2505") and not sees("2502", "2506")
    assert hidden("2502", "2506") == ([], "seelow 8.24")


@pytest.mark.rule("seelow 8.26", "seelow 10.26")
def test_at_dusk_and_dawn_sight_reaches_two_hexes() -> None:
    for turn in (1, 6, 8):
        assert sees("2502", "2504", turn) and not sees("2502", "2505", turn)
        assert hidden("2502", "2505", turn) == ([], "seelow 8.26")
    assert not any(distance("3013", hex) > 2 for hex in look("3013", DUSK)["visible"])


@pytest.mark.rule("seelow 8.27", "seelow 10.27")
def test_at_night_nothing_is_seen() -> None:
    found = look("2502", NIGHT)
    assert found["visible"] == []
    assert {hidden["citation"] for hidden in found["hidden"].values()} == {"seelow 8.27"}


# Levels


def blockers(match: Match, a: str) -> dict[str, tuple[str, ...]]:
    return {hex: tuple(found["by"]) for hex, found in match.sight(a)["hidden"].items() if found["by"]}


@pytest.mark.rule("seelow 8.23", "seelow 8.25")
def test_on_the_same_level_higher_ground_and_cover_always_hide() -> None:
    table = Table(crest="off", shadow="off")
    tables, grid, level = table.tables, table.tables.board.grid, table.play.ground.level
    match, found = table.match(), {"higher": 0, "cover": 0}
    for h in range(tables.n):
        seen = set(match.sight(tables.numbers[h])["visible"]) if h % 7 == 0 else set()
        for name in seen:
            t = grid.index(name)
            if level[h] == level[t]:
                between = [x for x in grid.line(h, t)[1:-1] if _clearly_crossed(grid, h, t, x)]
                assert all(tables.heights.tops[x] <= level[h] for x in between)
        for name, by in (blockers(match, tables.numbers[h]) if h % 7 == 0 else {}).items():
            if level[grid.index(name)] == level[h]:
                blocker = grid.index(by[0])
                found[reason(level[h], level[h], level[blocker], tables.heights.tops[blocker])] += 1
    assert found["higher"] and found["cover"]


def _clearly_crossed(grid: Any, a: int, b: int, x: int) -> bool:
    """On the line both ways: not one of two hexes that it runs between."""
    (ax, ay), (bx, by), (x0, y0) = grid.centre(a), grid.centre(b), grid.centre(x)
    across = abs((bx - ax) * (y0 - ay) - (by - ay) * (x0 - ax)) / ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    return bool(across < 0.3)


@pytest.mark.rule("seelow 8.23")
def test_the_edge_of_a_plateau_hides_the_plain_behind_it() -> None:
    """From 1307 the plain at 1506 lies behind the edge 1407."""
    assert hidden("1307", "1506") == (["1407"], "seelow 8.23")
    assert sees("1307", "1506", crest="off")
    assert sees("1407", "1506")


@pytest.mark.rule("seelow 8.25")
def test_the_foot_of_a_slope_lies_in_its_shadow() -> None:
    table = Table()
    level, tops = table.play.ground.level, table.tables.heights.tops
    shadowed = [
        (a, b)
        for a in table.tables.numbers
        if level[table.hex(a)] == 3
        for b, found in look(a)["hidden"].items()
        if found["citation"] == "seelow 8.25"
    ]
    assert shadowed
    for a, b in shadowed[:20]:
        by = [table.hex(name) for name in hidden(a, b)[0]]
        assert {level[table.hex(b)], *(tops[h] for h in by)} == {1, 2}
        assert sees(a, b, shadow="off") or hidden(a, b, shadow="off")[1] != "seelow 8.25"
    assert any(sees(a, b, shadow="off") for a, b in shadowed[:20])


@pytest.mark.rule("seelow 8.21")
def test_who_sees_is_seen_within_the_range_of_both() -> None:
    play = Table().play
    grid = play.tables.board.grid
    views = [set(seen.hexes) if (seen := sight.look(play, h, False)) else set() for h in range(play.tables.n)]
    for a, view in enumerate(views):
        assert all(a in views[b] for b in view if grid.distance(a, b) <= 3)


# Who spots


@pytest.mark.rule("seelow 7.63", "seelow 8.19")
def test_disrupted_units_do_not_spot() -> None:
    for disrupted in (False, True):
        table = Table()
        table.put("KAG-32", "2505")
        table.put("295-1038", "2202", disrupted=disrupted)
        table.put("20-I90", "2002")
        match = table.barrage(SOVIET)
        assert ("barrage 2002" in [str(action) for action in match.legal()]) is not disrupted
        if disrupted:
            assert rule(match, "barrage 2002") == "seelow 8.19"


@pytest.mark.rule("seelow 10.12")
def test_zhukov_sees_three_hexes_farther_from_high_ground() -> None:
    table = Table()
    plain = set(table.match().sight("3013")["visible"])
    table.put("Zhukov", "3013")
    far = set(table.match().sight("3013")["visible"])
    assert max(distance("3013", hex) for hex in plain) == 5
    assert max(distance("3013", hex) for hex in far) == 8
    assert plain < far
    low = Table()
    low.put("Zhukov", "2503")
    assert max(distance("2503", hex) for hex in low.match().sight("2503")["visible"]) == 3


@pytest.mark.rule("seelow 10.12", "seelow 10.26")
def test_at_dusk_zhukov_sees_no_farther_than_others() -> None:
    table = Table(turn=DUSK)
    table.put("Zhukov", "3013")
    assert max(distance("3013", hex) for hex in table.match().sight("3013")["visible"]) == 2


# The question


def test_the_question_speaks_of_every_hex_in_play() -> None:
    found = look("1511")
    assert found["hex"] == "1511" and found["level"] == 3
    assert len(found["visible"]) + len(found["hidden"]) == 458
    assert "1612" in str(found["hidden"]["1712"]["text"])
    kuestrin = Table("kuestrin").match().sight("2505")
    assert len(kuestrin["visible"]) + len(kuestrin["hidden"]) == 215


def test_an_unknown_hex_is_named() -> None:
    with pytest.raises(cm.GameError, match="9999"):
        look("9999")


def test_a_game_without_levels_has_no_lines_of_sight() -> None:
    with pytest.raises(cm.GameError, match="line of sight"):
        cm.load("koenigsberg").start(seed=1).sight("2932")
