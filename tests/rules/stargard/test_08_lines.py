"""8.4, 8.5, 8.8: what is offered against a hex behind a field line, with places for independents to spare or not.

13.17 is clear; a line runs between it and 13.18, 14.17 and 14.16. The other three sides are open.
"""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.state import IN_RANGE
from countermarch.match import Match
from tests.rules.stargard.table import GERMAN, SOVIET, Pomerania, reasons, texts

LINED, OPEN = "14.16", "13.16"
HELD = {"48/23SS": "13.17", "49/23SS": "13.17"}  # eight in all: four make 1-2, over the line it takes eight


Places = dict[str, str]


def against(defenders: Places, own: Places, lent: Places, quota: int, side: int = SOVIET) -> Match:
    """A combat segment with these units activated, and those as independents in range."""
    table = Pomerania()
    table.lay({**defenders, **own, **lent})
    table.play.state.quota = quota
    for id in lent:
        table.play.state.active[table.unit(id)] = IN_RANGE
    return table.fight(side, *own)


def offered(match: Match) -> list[str]:
    return sorted(text.removeprefix("with ") for text in texts(match) if text.startswith("with"))


@pytest.mark.rule("stargard-design 8.5", "stargard-design 8.4")
def test_over_the_line_alone_it_takes_a_column_more() -> None:
    assert against(HELD, {"12G": LINED}, {}, 0).to_act is None  # five to eight
    assert texts(against(HELD, {"12G": OPEN}, {}, 0)) == ["attack 13.17", "done"]
    match = against(HELD, {"12G": LINED, "85": "14.17"}, {}, 0)  # eight to eight, a column to the left
    match.play("attack 13.17")
    assert offered(match) == ["12G", "85"]
    match.play("with 12G")
    assert texts(match) == ["with 85"]
    match.play("with 85")
    assert texts(match) == ["resolve"] and match.preview("13.17", ["12G", "85"]).column == "1-2"


@pytest.mark.rule("stargard-design 8.5", "stargard-design 8.4")
def test_one_over_open_ground_frees_all_of_the_line() -> None:
    match = against(HELD, {"397": LINED, "85": OPEN}, {}, 0)  # seven to eight
    match.play("attack 13.17")
    assert offered(match) == ["397", "85"]
    match.play("with 397")
    assert texts(match) == ["with 85"] and reasons(match, "resolve") == {"resolve": "stargard-design 8.4 odds"}
    match.play("with 85")
    assert texts(match) == ["resolve"] and match.preview("13.17", ["397", "85"]).column == "1-2"


@pytest.mark.rule("stargard-design 3.3.1", "stargard-design 8.5", "stargard-design 8.4")
@pytest.mark.parametrize(
    ("quota", "names"), [(0, None), (1, ["397", "85"]), (2, ["312G", "397", "85"])], ids=("none", "one", "two")
)
def test_the_place_that_is_left_goes_to_the_one_over_open_ground(quota: int, names: list[str] | None) -> None:
    """Four and three over the line are nothing against eight; with the three over open ground they are."""
    match = against(HELD, {"397": LINED}, {"85": OPEN, "312G": "14.17"}, quota)
    assert (match.to_act is None) is (names is None)
    if names is not None:
        match.play("attack 13.17")
        assert offered(match) == names
        match.play("with 397")
        assert offered(match) == [*names[:-2], "85"]
        if quota == 1:
            told = reasons(match, "with 312G")
            assert told == {"with 312G": "stargard-design 8.4 spoils_odds"}


@pytest.mark.rule("stargard-design 3.3.1", "stargard-design 8.4")
def test_of_two_over_open_ground_the_stronger_takes_the_place() -> None:
    """One and four make five against nine, which is 1-2; one and three do not."""
    match = against({"PzG/FB": "13.17", "503": "13.17"}, {"119UR": LINED}, {"85": OPEN, "70G": "12.16"}, 1)
    match.play("attack 13.17")
    assert offered(match) == ["119UR", "70G"]
    match.play("with 119UR")
    assert offered(match) == ["70G"]
    match.play("with 70G")
    assert texts(match) == ["resolve"]


@pytest.mark.rule("stargard-design 3.3.1", "stargard-design 8.4")
def test_of_many_independents_as_many_join_as_there_are_places_the_strongest_first() -> None:
    """Against nine it takes five: four and three will do, three and one will not, nor will one and one."""
    match = against(
        {"PzG/FB": "13.17", "503": "13.17"}, {}, {"70G": OPEN, "119UR": "12.16", "115UR": "12.17", "85": "12.17"}, 2
    )
    match.play("attack 13.17")
    assert offered(match) == ["115UR", "119UR", "70G", "85"]
    match.play("with 119UR")
    assert offered(match) == ["70G"]
    assert reasons(match, "with 85") == {"with 85": "stargard-design 8.4 spoils_odds"}
    match.play("with 70G")
    assert texts(match) == ["resolve"]
    assert reasons(match, "with 85") == {"with 85": "stargard-design 3.3.1 quota"}


@pytest.mark.rule("stargard-design 8.5")
def test_a_line_helps_no_soviets() -> None:
    match = against({"397": "13.17"}, {"48/23SS": LINED}, {}, 0, GERMAN)  # three to five
    assert texts(match) == ["attack 13.17", "done"]
    match.play("attack 13.17")
    answer = match.preview("13.17", ["48/23SS"])
    assert texts(match) == ["resolve"] and answer.column == "1-2" and len(answer.parts) == 2


@pytest.mark.rule("stargard-design 1.5", "stargard-design 3.3.1", "stargard-design 8.4")
@pytest.mark.parametrize(("alone", "stack"), [("12.16", "13.16"), ("13.16", "12.16")])
@pytest.mark.parametrize(
    ("side", "held", "lent"),
    [(SOVIET, ("PzG/FB", "503"), ("12G", "23G", "75G")), (GERMAN, ("356", "397"), ("11/11SS", "I/10SS", "Pz/FG"))],
    ids=("soviet", "german"),
)
def test_places_go_to_independents_whose_halves_add_up(
    side: int, held: tuple[str, ...], lent: tuple[str, str, str], alone: str, stack: str
) -> None:
    """Three of five, out of supply: from one hex two make five, from two hexes four; it takes five."""
    table = Pomerania()
    table.lay(dict.fromkeys(held, "13.17"))
    one, *two = lent
    for id in lent:
        u = table.put(id, alone if id == one else stack, supply=1)
        table.play.state.active[u] = IN_RANGE
    table.play.state.quota = 2
    match = table.fight(side)
    assert texts(match) == ["attack 13.17", "done"]
    best = match.targets()["13.17"]
    assert best.refusal is None and set(best.by) == set(two) and best.attack == 5
    match.play("attack 13.17")
    assert offered(match) == two
    assert reasons(match, f"with {one}") == {f"with {one}": "stargard-design 8.4 spoils_odds"}
    match.play(f"with {two[0]}")
    assert offered(match) == two[1:]
    match.play(f"with {two[1]}")
    assert texts(match) == ["resolve"] and match.preview("13.17", two).attack == 5
