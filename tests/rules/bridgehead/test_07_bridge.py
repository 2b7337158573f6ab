"""7.0 The mined bridge."""

from __future__ import annotations

import pytest

from countermarch.match import Match
from tests.rules.bridgehead.table import asked, cited, rule, table, texts, where, why

NEAR = {"66T": "0704", "408R": "0703", "VS": "0504"}


def bridge(match: Match) -> str:
    return str(match.position()["bridge"])


def at_the_bridge(**units: str) -> Match:
    """A Soviet unit comes to the eastern end."""
    match = table("soviet_movement", {**NEAR, **units})
    match.play("move 66T")
    match.play("to 0604")
    return match


@pytest.mark.rule("bridgehead 7.1")
def test_soviets_stop_at_the_eastern_end_of_a_mined_bridge() -> None:
    empty = {"66T": "0704", "VS": "0101"}
    match = table("soviet_movement", empty)
    assert "0604" in match.reach("66T") and "0504" not in match.reach("66T")
    match.play("move 66T")
    assert rule(match, "to 0504 via 0604") == "bridgehead 7.1"
    assert "0504" in table("soviet_movement", empty, bridge="safe").reach("66T")
    own = table("german_movement", {"STG": "0704", "408R": "1108"})
    assert "0504" in own.reach("STG")  # those who laid the mines know the way


@pytest.mark.rule("bridgehead 7.2")
def test_soviets_at_the_eastern_end_may_have_the_bridge_blown() -> None:
    match = at_the_bridge()
    assert match.to_act == "german" and asked(match) == ("option", ["7.2", "7.3"])
    assert texts(match) == ["blow", "wait"] and rule(match, "move VS") == "bridgehead 3.1"
    match.play("wait")
    assert match.to_act == "soviet" and bridge(match) == "mined"


@pytest.mark.rule("bridgehead 7.2")
def test_the_way_to_the_bridge_tells_what_waits_there() -> None:
    (step,) = table("soviet_movement", NEAR).path("66T", "0604")
    assert step.cost == 1 and [part.citation.rule for part in step.parts] == ["4.3", "7.1"]
    (step,) = table("soviet_movement", NEAR, bridge="safe").path("66T", "0604")
    assert [part.citation.rule for part in step.parts] == ["4.3"]


@pytest.mark.rule("bridgehead 7.2")
@pytest.mark.parametrize(
    ("hex", "asks"), [("0504", True), ("0404", True), ("0505", True), ("0603", False), ("0304", False)]
)
def test_somebody_must_stand_at_the_plunger(hex: str, asks: bool) -> None:
    match = at_the_bridge(VS=hex)
    assert (match.to_act == "german") == asks


@pytest.mark.rule("bridgehead 7.2")
def test_an_advance_counts_and_a_retreat_does_not() -> None:
    match = table("soviet_combat", {**NEAR, "408R": "0705", "I-94": "0604"}, weak=["I-94"])
    match.play("attack 0604")
    match.play("with 66T")
    match.play("with 408R")
    match.next_dice(6)
    match.play("resolve")  # 5-1: lost
    match.play("advance 66T")
    assert asked(match) == ("option", ["7.2", "7.3"])
    back = table("german_combat", {"408R": "0704", "STG": "0804", "II-94": "0703", "I-94": "0803", "VS": "0504"})
    back.play("attack 0704")
    for id in ("STG", "II-94", "I-94"):
        back.play(f"with {id}")
    back.next_dice(3)
    back.play("resolve")  # 2-1: Dr, and there is one way
    assert where(back, "408R") == "0604" and asked(back)[0] != "option"


@pytest.mark.rule("bridgehead 7.3")
@pytest.mark.parametrize(("die", "told", "then"), [(1, "fires", "blown"), (3, "fires", "blown"), (4, "fails", "mined")])
def test_the_fuse_takes_three_or_less(die: int, told: str, then: str) -> None:
    match = at_the_bridge()
    match.next_dice(die)
    events = match.play("blow")
    assert cited(events, told) == ["bridgehead 7.3"] and bridge(match) == then
    assert match.to_act == "soviet"


@pytest.mark.rule("bridgehead 7.3")
def test_another_unit_gives_another_try() -> None:
    match = at_the_bridge()
    match.next_dice(6)
    match.play("blow")
    match.play("done")
    match.play("done")
    again = table("soviet_movement", {"66T": "0604", "408R": "0703", "VS": "0504"})
    again.play("move 66T")
    again.play("to 0704")
    again.play("move 408R")
    again.play("to 0604")
    assert again.to_act == "german"


@pytest.mark.rule("bridgehead 7.4")
def test_soviets_at_the_western_end_cut_the_wires() -> None:
    match = table("soviet_movement", {"408R": "0405", "66T": "0704", "VS": "0304"})
    match.play("move 408R")
    events = match.play("to 0504")
    assert cited(events, "safe") == ["bridgehead 7.4"] and bridge(match) == "safe"
    match.play("move 66T")
    match.play("to 0604")
    assert asked(match)[0] != "option"  # nobody is asked any more


@pytest.mark.rule("bridgehead 7.5")
def test_a_blown_bridge_is_river_like_any_other() -> None:
    match = at_the_bridge()
    match.next_dice(1)
    events = match.play("blow")
    assert cited(events, "blown") == ["bridgehead 7.5"]
    assert match.view("soviet")["broken"] == [["0504", "0604"]]  # where a client draws it
    assert at_the_bridge().view("soviet")["broken"] == []
    blown = table("soviet_movement", {"66T": "0604", "408R": "0704", "VS": "0304"}, bridge="blown")
    assert why(blown, "66T", "0504") == "bridgehead 4.4"
    foot = table("german_movement", {"VS": "0304", "I-94": "0604", "66T": "1104"}, bridge="blown")
    assert [step.cost for step in foot.path("I-94", "0504")] == [6]


@pytest.mark.rule("bridgehead 7.2", "bridgehead 7.4")
def test_germans_come_and_go_without_a_word() -> None:
    match = table("german_movement", {"I-94": "0404", "PI": "0704", "VS": "0503", "408R": "1108"})
    for id, hex in (("I-94", "0504"), ("PI", "0604")):
        match.play(f"move {id}")
        match.play(f"to {hex}")
        assert bridge(match) == "mined" and match.to_act == "german" and asked(match)[0] == "unit"


@pytest.mark.rule("bridgehead 7.4")
def test_both_ends_tell_how_the_bridge_is() -> None:
    match = table("soviet_movement", {"66T": "0604", "VS": "0503"})
    said = [(str(note.text), str(note.citation)) for note in match.spot("0604").ground]
    assert said == [("the bridge (mined)", "bridgehead 7.1")] and not match.spot("0804").ground
    match.play("move 66T")
    match.play("to 0504")
    assert [str(note.text) for note in match.spot("0504").ground] == ["the bridge (safe in Soviet hands)"]
