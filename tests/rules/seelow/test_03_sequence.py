"""3.0 The sequence of play."""

from __future__ import annotations

import pytest

from countermarch.games.seelow.state import PHASES
from countermarch.match import Match
from tests.rules.seelow.table import GERMAN, SOVIET, Table, edited, happened, texts, the_game, where


def started(scenario: str) -> Match:
    match = the_game().start(scenario, seed=3)
    match.play("propose")
    match.play("propose")
    return match


def phases(match: Match) -> list[tuple[str, str, str]]:
    """What was announced: the phase, its side, its rule."""
    found = [e for e in match.log if e.key.startswith("seelow.event.phase_")]
    return [(e.key.rpartition("_")[2], str(e.params["side"]), str(e.citation)) for e in found]


def through(match: Match, turn: int) -> None:
    """Decline everything until a turn begins."""
    while match.to_act and match.position()["turn"] < turn:
        match.play("done" if "done" in texts(match) else texts(match)[-1])


@pytest.mark.rule("seelow 1.0#2", "seelow 3.1#12")
def test_twelve_turns_then_the_game_is_judged() -> None:
    match = started("kuestrin")
    through(match, 13)
    assert match.to_act is None and match.result is not None
    turns = [e.params["turn"] for e in happened(match.log, "turn")]
    assert turns == list(range(1, 13))
    assert {str(e.citation) for e in happened(match.log, "turn")} == {"seelow 3.1#12"}


@pytest.mark.rule("seelow 3.21")
def test_light_by_turn() -> None:
    assert the_game().rules.tables.lights == (  # type: ignore[attr-defined]
        ["dawn", *["day"] * 4, "dusk", "night", "dawn", *["day"] * 4]
    )


@pytest.mark.rule("seelow 3.1#1", "seelow 3.1#2", "seelow 3.1#3", "seelow 3.1#4", "seelow 3.1#5")
@pytest.mark.rule("seelow 3.1#6", "seelow 3.1#7", "seelow 3.1#8", "seelow 3.1#9", "seelow 3.1#10", "seelow 3.1#11")
@pytest.mark.rule("seelow 12.0")
def test_the_soviets_play_first_at_seelow_and_the_enemy_fires_before_the_phasing_player() -> None:
    match = started("seelow")
    through(match, 2)
    assert phases(match)[:12] == [
        ("barrage", "Soviets", "seelow 3.1#1"),
        ("movement", "Soviets", "seelow 3.1#2"),
        ("reaction", "Germans", "seelow 3.1#3"),
        ("fire", "Soviets", "seelow 3.1#4"),
        ("combat", "Soviets", "seelow 3.1#5"),
        ("barrage", "Germans", "seelow 3.1#6"),
        ("movement", "Germans", "seelow 3.1#7"),
        ("reaction", "Soviets", "seelow 3.1#8"),
        ("fire", "Germans", "seelow 3.1#9"),
        ("combat", "Germans", "seelow 3.1#10"),
        ("rally", "Soviets", "seelow 3.1#11"),
        ("renewal", "Soviets", "seelow 3.1#12"),
    ]


@pytest.mark.rule("seelow 11.0#1")
def test_the_germans_play_first_at_kuestrin() -> None:
    match = started("kuestrin")
    through(match, 2)
    assert phases(match)[:2] == [("barrage", "Germans", "seelow 3.1#1"), ("movement", "Germans", "seelow 3.1#2")]


@pytest.mark.rule("seelow 3.1#1", "seelow 3.1#2")
def test_guns_put_into_move_mode_may_move_in_the_next_phase() -> None:
    table = Table()
    table.put("KAG-32", "2204")
    match = table.phase("barrage_1")
    assert "mode KAG-32 move" in texts(match)
    match.play("mode KAG-32 move")
    while match.position()["phase"] != "movement_1":
        match.play("done")
    match.play("move KAG-32")
    match.play("to 2202")
    assert where(match, "KAG-32") == "2202"


@pytest.mark.rule("seelow 3.1#5", "seelow 3.1#10")
def test_each_side_attacks_in_its_own_combat_phase() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("9FJ-I25", "2103")
    first, second = table.phase("combat_1"), None
    assert (first.to_act, texts(first)) == ("soviet", ["attack 2103", "done"])
    table = Table()
    table.put("295-1038", "2203")
    table.put("9FJ-I25", "2103")
    second = table.phase("combat_2")
    assert (second.to_act, texts(second)) == ("german", ["attack 2203", "done"])


def test_phases_are_thirteen_with_the_deployment() -> None:
    assert len(PHASES) == 13 and (GERMAN, SOVIET) == (0, 1)


@pytest.mark.rule("seelow 3.1#12", "seelow 10.21")
def test_who_could_not_move_in_one_turn_can_in_the_next() -> None:
    units = {"KAG-32": "2203", "295-1038": "2403", "9FJ-I25": "1703", "9FJ-I26": "1503"}
    doc = edited("seelow", 1, "movement_1", units)
    next(unit for unit in doc["units"] if unit["id"] == "KAG-32")["mode"] = "move"
    match = the_game().from_position(doc)
    assert "move 295-1038" in texts(match) and "move KAG-32" not in texts(match)  # at dawn guns stand
    while match.position()["turn"] == 1:
        match.play("done")
    assert match.position()["phase"] == "movement_1" and "move KAG-32" in texts(match)
