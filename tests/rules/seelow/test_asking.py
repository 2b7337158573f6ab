"""Questions and refusals say what play would say: in every phase, by night, of who may not act."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import countermarch as cm
from countermarch.match import Match
from tests.rules.seelow.table import edited, rule, the_game

# a Soviet regiment, a tank brigade and guns around a German battalion with tanks
LINE = {"295-1038": "2203", "11T-20": "2104", "KAG-32": "2303", "20-I90": "2204", "20-8Pz-2": "2204"}
FREE = {"295-1040": "2901", "9FJ-I25": "1703"}  # far behind, free to move


def table(turn: int, phase: str, id: str = "", **mark: Any) -> Match:
    """The line, with something changed of one unit."""
    doc = edited("seelow", turn, phase, LINE | FREE)
    for unit in doc["units"]:
        unit.update(mark if unit["id"] == id else {})
    return the_game().from_position(doc)


def no(match: Match, target: Any, *units: str, kind: str = "attack") -> str | None:
    """The rule by which a preview is refused; if it is not, its chances are whole."""
    found = match.preview(target, units, kind=kind)
    if found.refusal is None:
        assert sum(found.results.values()) == pytest.approx(1)
        return None
    assert not found.results
    return str(found.refusal.citation)


# previews


@pytest.mark.rule("seelow 7.17", "seelow 8.37")
def test_no_preview_of_an_attack_by_who_may_not_attack() -> None:
    assert no(table(2, "combat_1"), "2204", "295-1038", "11T-20", "KAG-32") is None
    assert no(table(2, "combat_1", "KAG-32", mode="move"), "2204", "295-1038", "KAG-32") == "seelow 8.37"
    assert no(table(2, "combat_1", "295-1038", disrupted=1), "2204", "295-1038") == "seelow 7.17"
    assert no(table(7, "movement_1"), "2204", "295-1038") == "seelow 7.17"


@pytest.mark.rule("seelow 6.17", "seelow 10.25")
def test_no_preview_of_fire_by_who_may_not_fire() -> None:
    assert no(table(2, "fire_1"), "20-8Pz-2", "295-1038", "11T-20", kind="fire") is None
    assert no(table(2, "fire_1", "11T-20", disrupted=1), "20-8Pz-2", "11T-20", kind="fire") == "seelow 6.17"
    assert no(table(7, "movement_1"), "20-8Pz-2", "11T-20", kind="fire") == "seelow 10.25"


@pytest.mark.rule("seelow 7.11")
def test_a_preview_knows_who_has_attacked_and_been_attacked_in_this_phase() -> None:
    match = the_game().from_position(edited("seelow", 2, "combat_1", LINE | {"9FJ-I25": "2103"}))
    assert no(match, "2103", "11T-20") is None and no(match, "2204", "295-1038") is None
    match.play("attack 2204")
    match.play("with 11T-20")
    match.next_dice(3)
    assert "at 1:1: die 3, result A5" in str(match.play("resolve")[0])
    match.play("stand 11T-20")
    assert no(match, "2103", "11T-20") == "seelow 7.11"
    assert no(match, "2204", "295-1038") == "seelow 7.11"
    assert no(match, "2103", "295-1038") is None
    match.play("done")
    assert no(match, "2103", "11T-20") is None  # the phase is over: next time it may


@pytest.mark.rule("seelow 7.16", "seelow 8.14#1")
def test_a_unit_named_twice_counts_once() -> None:
    match = table(2, "combat_1")
    assert match.preview("2204", ["295-1038"] * 2).attack == 4
    assert match.preview("2204", ["KAG-32"] * 3, kind="barrage").attack == 6


@pytest.mark.rule("seelow 6.14")
def test_fire_is_asked_about_target_by_target() -> None:
    match = table(2, "fire_1")
    asked = [match.preview(aim, ["11T-20"], kind="fire") for aim in ("20-8Pz-2", ["20-8Pz-2"], "2204")]
    assert asked[0] == asked[1] == asked[2] and asked[0].attack == 7
    for aim in (["20-8Pz-2", "20-I90"], "2203", []):
        with pytest.raises(cm.GameError, match="target by target"):
            match.preview(aim, ["11T-20"], kind="fire")


@pytest.mark.rule("seelow 5.26")
def test_units_move_in_one_way_and_one_at_a_time() -> None:
    match = table(2, "movement_1")
    with pytest.raises(cm.GameError, match="strategic"):
        match.reach("295-1040", mode="strategic")
    with pytest.raises(cm.GameError, match="one at a time"):
        match.reach(["295-1040", "11T-20"])


# why not now


@pytest.mark.rule("seelow 5.0", "seelow 5.26")
def test_where_a_unit_may_not_go_now_there_is_a_reason() -> None:
    for phase, cited in (("combat_1", "seelow 5.0"), ("movement_1", "seelow 3.0")):
        match = table(2, phase)
        assert match.reach("9FJ-I25") == {} and "1702" in match.reach("9FJ-I25", freely=True)
        refusal = match.why_not("9FJ-I25", "1702")
        assert refusal is not None and str(refusal.citation) == cited
    match.play("move 295-1038")
    refusal = match.why_not("11T-20", "2004")
    assert refusal is not None and str(refusal.citation) == rule(match, "move 11T-20") == "seelow 5.26"
    assert all(match.why_not("295-1038", hex) is None for hex in match.reach("295-1038"))


@pytest.mark.rule("seelow 9.11")
def test_reinforcements_are_due_in_their_own_movement_phase_only() -> None:
    def waiting(phase: str) -> Match:
        doc = edited("seelow", 4, phase, LINE)
        next(unit for unit in doc["units"] if unit["id"] == "20-8Pz-1")["where"] = "reserve"
        return the_game().from_position(doc)

    match = waiting("movement_2")
    assert "1004" in match.reach("20-8Pz-1") and match.why_not("20-8Pz-1", "1004") is None
    for phase, cited in (("movement_1", "seelow 3.0"), ("fire_1", "seelow 9.11")):
        match = waiting(phase)
        refusal = match.why_not("20-8Pz-1", "1004")
        assert refusal is not None and str(refusal.citation) == cited
        assert match.reach("20-8Pz-1") == {} and "1004" in match.reach("20-8Pz-1", freely=True)


# out of phase


@pytest.mark.rule("seelow 8.17", "seelow 8.32", "seelow 8.35", "seelow 6.0", "seelow 7.0", "seelow 7.77")
@pytest.mark.parametrize(
    ("phase", "action", "cited"),
    [
        ("movement_1", "barrage 2204", "8.17"),
        ("fire_1", "barrage 2204", "8.17"),
        ("combat_1", "barrage 2204", "8.17"),
        ("combat_1", "mode KAG-32 move", "8.32"),
        ("movement_1", "mode KAG-32 fire", "8.35"),
        ("barrage_1", "attack 2204", "7.0"),
        ("fire_1", "attack 2204", "7.0"),
        ("barrage_1", "engage 2204", "6.0"),
        ("combat_1", "fire 11T-20 20-8Pz-2", "6.0"),
        ("barrage_1", "move 11T-20", "5.0"),
        ("barrage_1", "move KAG-32", "5.19"),
        ("combat_1", "advance 11T-20", "7.77"),
    ],
)
def test_what_belongs_to_another_phase_is_refused_by_the_rule_of_that_phase(
    phase: str, action: str, cited: str
) -> None:  # fmt: skip
    assert rule(table(2, phase), action) == f"seelow {cited}"


@pytest.mark.rule("seelow 5.29", "seelow 12.31")
def test_germans_are_told_all_through_the_first_turn_that_they_may_not_move() -> None:
    match = table(1, "combat_1")
    refusal = match.why_not("9FJ-I25", "1702")
    assert refusal is not None and str(refusal.citation) == "seelow 5.29"


@pytest.mark.rule("seelow 7.44", "seelow 7.12")
def test_what_is_said_too_late_or_of_others() -> None:
    around = {"47-137": "2203", "47-140": "2303", "57-170": "2103", "20-I90": "2204", "20-8Pz-2": "2204"}
    match = the_game().from_position(edited("seelow", 2, "combat_1", around | FREE))
    match.play("attack 2204")
    for id in ("47-137", "47-140", "57-170"):
        match.play(f"with {id}")
    match.next_dice(1)
    assert "at 2:1: die 1, result D5" in str(match.play("resolve")[0])
    assert rule(match, "stand 20-8Pz-2") == "seelow 7.12"
    match.play("yield")
    assert rule(match, "stand 20-I90") == "seelow 7.44"


@pytest.mark.rule("seelow 7.17", "seelow 8.0", "seelow 10.25")
def test_at_night_the_night_forbids() -> None:
    match = table(7, "movement_1")
    assert [rule(match, text) for text in ("attack 2204", "engage 2204", "barrage 2204")] == [
        "seelow 7.17", "seelow 10.25", "seelow 8.0"
    ]  # fmt: skip


# lines of communication and of sight


@pytest.mark.rule("seelow 11.43")
def test_a_line_of_communication_is_shown_hex_by_hex() -> None:
    units = {"KUS-VS": "3503", "82-242": "3403", "20-I76": "3404", "295-1038": "2003"}
    match = the_game().from_position(edited("kuestrin", 12, "movement_1", units))
    found = match.supply("KUS-VS")
    assert (found["status"], found["citation"]) == ("supplied", "seelow 11.43")
    line, grid = found["line"], match.game.rules.board.grid
    assert line[:2] == ["3503", "3404"] and line[-1].startswith("10")
    assert all(grid.distance(grid.index(a), grid.index(b)) == 1 for a, b in pairwise(line))
    closed = {"2003"} | set(match.zones("soviet")) - {"3404"}  # a friend opens that one
    assert not closed & set(line) and all(int(number[2:]) <= 8 for number in line)
    del units["20-I76"]
    found = the_game().from_position(edited("kuestrin", 12, "movement_1", units)).supply("KUS-VS")
    assert (found["status"], found["line"]) == ("isolated", None)


@pytest.mark.rule("seelow 11.43")
def test_lines_of_communication_belong_to_kuestrin_alone() -> None:
    match = the_game().from_position(edited("seelow", 12, "movement_1", {"20-I76": "1604", "295-1038": "2003"}))
    assert match.supply("german") == {"side": "german", "units": {}, "sources": []}
    assert match.supply("20-I76") == {"unit": "20-I76", "status": None, "line": None, "citation": None}
    match = the_game().from_position(edited("kuestrin", 12, "movement_1", {"20-I76": "1604", "295-1038": "2003"}))
    found = match.supply("german")
    assert found["units"] == {"20-I76": {"status": "supplied"}}
    assert found["sources"] == [f"100{row}" for row in range(1, 9)]
    assert match.supply("soviet")["units"] == {}  # nor do Soviets trace any
    assert (match.supply("295-1038")["status"], match.supply("295-1038")["line"]) == ("isolated", None)
    doc = edited("kuestrin", 12, "movement_1", {"20-I76": "1604", "295-1038": "2003"})
    for unit in doc["units"]:
        unit["where"] = "exited_west" if unit["id"] in ("KUS-VS", "295-1040") else unit["where"]
    match = the_game().from_position(doc)
    assert (match.supply("KUS-VS")["status"], match.supply("KUS-VS")["line"]) == ("supplied", None)  # it has arrived
    assert match.supply("295-1040")["status"] == "isolated"


@pytest.mark.rule("seelow 11.0#2")
def test_nothing_is_seen_from_a_hex_out_of_play() -> None:
    match = the_game().from_position(edited("kuestrin", 2, "movement_1", {"295-1038": "2007", "20-I76": "1001"}))
    found = match.sight("2009")
    assert not found["visible"] and found["hidden"]["2008"]["citation"] == "seelow 11.0#2"
    assert "2009" not in match.sight("2008")["visible"]


@pytest.mark.rule("seelow 7.63", "seelow 10.12")
def test_a_disrupted_marshal_sees_no_farther_than_others() -> None:
    def seen(**mark: int) -> set[str]:
        doc = edited("seelow", 2, "movement_1", {"Zhukov": "3013", "9FJ-I25": "1703"})
        next(unit for unit in doc["units"] if unit["id"] == "Zhukov").update(mark)
        return set(the_game().from_position(doc).sight("3013")["visible"])

    assert len(seen()) == 119 and seen(disrupted=1) < seen()
