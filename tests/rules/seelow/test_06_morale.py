"""6.6 Morale checks, 6.7 casualties and steps."""

from __future__ import annotations

import pytest

from countermarch.games.seelow import morale
from countermarch.match import Match
from tests.rules.seelow.table import GERMAN, SOVIET, Table, cited, disrupted, happened, steps, texts, the_game, where


def check(id: str, die: int, added: int, steps: int | None = None, shaken: bool = False) -> tuple[bool, str]:
    """Whether a unit holds, and by which rule."""
    table = Table()
    u = table.put(id, "2105", steps, disrupted=shaken)
    table.play.state.chance.dice = [die]
    held = morale.holds(table.play, u, added)
    return held, str(table.play.events[-1].citation)


@pytest.mark.rule("seelow 6.61", "seelow 6.62")
def test_morale_or_less_holds() -> None:
    assert check("295-1038", 3, 0) == (True, "seelow 6.62")
    assert check("295-1038", 2, 1) == (True, "seelow 6.62")
    assert check("47-137", 4, 0)[0] and check("25-I35", 5, 0)[0]


@pytest.mark.rule("seelow 6.61", "seelow 6.63")
def test_more_than_morale_fails() -> None:
    assert check("295-1038", 4, 0) == (False, "seelow 6.63")
    assert check("295-1038", 1, 3) == (False, "seelow 6.63")
    assert not check("25-I35", 6, 0)[0]


@pytest.mark.rule("seelow 6.63", "seelow 6.62")
@pytest.mark.parametrize(("die", "held"), [(2, True), (3, False)])
def test_who_fails_falls_back_two_hexes_at_once_and_is_disrupted(die: int, held: bool) -> None:
    table = Table()
    table.put("11T-20", "2105")  # morale 3
    table.put("MUN-Pz-2", "2104")
    match = table.fire(GERMAN)
    match.play("engage 2105")
    match.play("fire MUN-Pz-2 11T-20")
    match.next_dice(4, die)  # 7 with 1 for armour: result 1
    events = match.play("resolve")
    assert cited(events, "held") == (["seelow 6.62"] if held else [])
    assert cited(events, "shaken") == ([] if held else ["seelow 6.63"])
    if held:
        assert where(match, "11T-20") == "2105" and not disrupted(match, "11T-20") and match.to_act is None
        return
    assert match.to_act == "soviet" and not any(text in ("done", "yield") for text in texts(match))
    events = match.play("retreat 11T-20 2106-2107")
    assert where(match, "11T-20") == "2107" and disrupted(match, "11T-20")
    assert cited(events, "disrupted") == ["seelow 6.63"]


@pytest.mark.rule("seelow 6.64", "seelow 7.64")
def test_a_disrupted_unit_checks_with_two_less() -> None:
    assert check("295-1038", 1, 0, shaken=True)[0] and not check("295-1038", 2, 0, shaken=True)[0]


@pytest.mark.rule("seelow 6.64")
def test_the_side_that_shows_has_its_own_morale() -> None:
    assert check("295-1038", 2, 0, steps=1)[0] and not check("295-1038", 3, 0, steps=1)[0]
    assert not check("295-1038", 1, 0, steps=1, shaken=True)[0]


def barraged(*dice: int, id: str = "20-I90", steps: int | None = None) -> Match:
    """A German unit in the open in 2105 under a barrage of 16 points."""
    table = Table()
    table.put(id, "2105", steps)
    table.put("KAG-32", "2405")
    table.put("AAG-32", "2406")
    table.put("295-1038", "2205")
    match = table.barrage(SOVIET)
    match.play("barrage 2105")
    match.play("with KAG-32")
    match.play("with AAG-32")
    match.next_dice(*dice)
    match.play("resolve")
    return match


@pytest.mark.rule("seelow 6.63", "seelow 7.51")
def test_who_fails_retreats_two_hexes_at_once_and_is_disrupted() -> None:
    match = barraged(6, 5)  # result 2: 5 and 2 against 4
    match.play("yield")
    match.play(next(text for text in texts(match) if text.startswith("retreat")))
    grid = match.game.rules.board.grid
    assert grid.distance(grid.index(where(match, "20-I90")), grid.index("2105")) == 2
    assert disrupted(match, "20-I90") and cited(match.log, "disrupted") == ["seelow 6.63"]


@pytest.mark.rule("seelow 6.62")
def test_who_holds_is_not_touched() -> None:
    match = barraged(6, 2)  # result 2: 2 and 2 against 4
    assert (where(match, "20-I90"), steps(match, "20-I90"), disrupted(match, "20-I90")) == ("2105", 2, False)
    assert cited(match.log, "held") == ["seelow 6.62"]


@pytest.mark.rule("seelow 6.72")
def test_the_first_loss_turns_the_counter_the_second_removes_it() -> None:
    match = barraged(3, 1)  # result 3*
    assert steps(match, "20-I90") == 1 and cited(match.log, "step_lost") == ["seelow 6.72"]
    match = barraged(3, steps=1)
    assert where(match, "20-I90") == "eliminated" and cited(match.log, "eliminated") == ["seelow 6.72"]
    assert not happened(match.log, "shaken") and not happened(match.log, "held")


@pytest.mark.rule("seelow 6.73")
def test_no_unit_recovers_a_step() -> None:
    """A reduced unit rallies to its weaker side."""
    table = Table()
    table.put("295-1038", "2105", 1, disrupted=True)
    table.put("20-I90", "2405")
    table.play.state.chance.dice = [1]
    match = table.phase("rally")
    assert cited(match.log, "rallied") == ["seelow 7.66"] and not disrupted(match, "295-1038")
    assert steps(match, "295-1038") == 1


@pytest.mark.rule("seelow 6.74")
@pytest.mark.parametrize("id", ["404VAK-III", "26Flak-I"])
def test_guns_are_lost_with_one_step(id: str) -> None:
    match = barraged(3, id=id)
    assert where(match, id) == "eliminated" and cited(match.log, "eliminated") == ["seelow 6.74"]


@pytest.mark.rule("seelow 6.74")
def test_german_armour_and_zhukov_have_one_step_everybody_else_two() -> None:
    table = Table()
    for u, unit in enumerate(table.tables.units):
        single = table.tables.is_gun[u] or unit.kind == "leader" or (unit.armour is not None and unit.side == "german")
        assert unit.steps == (1 if single else 2)
    u = table.put("Zhukov", "2105")
    assert table.play.lose_step(u) and str(table.play.events[-1].citation) == "seelow 6.74"


@pytest.mark.rule(
    "seelow 6.52", "seelow 6.53", "seelow 7.42", "seelow 7.43", "seelow 7.45#1", "seelow 6.54", "seelow 6.55"
)
def test_every_result_is_said_in_words() -> None:
    words = {code: str(text) for code, text in the_game().rules.words()["results"].items()}
    step, retreat = "one loses a step", "those of morale below 5 retreat two hexes, disrupted, unless one loses a step"
    assert words["D5*"] == f"the defenders: {step}, {retreat}" and words["A5"] == f"the attackers: {retreat}"
    assert words["DE"] == "the defenders: all are eliminated" and words["E"] == "the target: all are eliminated"
    assert words["3*"] == f"the target: {step}, a morale check with 3 added"
    assert (words["M"], words["1"]) == ("the target: a morale check", "the target: a morale check with 1 added")
    assert words["-"] == "no effect"


@pytest.mark.rule("seelow 6.61")
def test_a_check_is_told_with_die_addition_and_morale() -> None:
    told = [str(event) for match in (barraged(6, 1), barraged(4, 1)) for event in happened(match.log, "held")]
    assert "(die 1+1, morale 4)" in told[0] or "(die 1+2, morale 4)" in told[0]


@pytest.mark.rule("seelow 2.21#3", "seelow 2.21#7")
def test_a_counter_shows_its_circles_and_the_other_side_of_guns() -> None:
    pieces = {piece.id: dict(piece.extras) for piece in the_game().rules.pieces}
    assert pieces["295-1038"] == {} and pieces["11T-20"] == {"armour": 1}
    assert pieces["KAG-32"] == {"fire_range": 8, "moving": [2, 0, 3, 6]}
    assert pieces["26Flak-I"] == {"fire_range": 8, "moving": [1, 4, 4, 8]}
    assert {piece.faces[0].values for piece in the_game().rules.pieces} == {(0, 0, 0, 0)}  # of who has no steps
