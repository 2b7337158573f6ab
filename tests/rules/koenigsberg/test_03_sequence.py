"""3.0 The sequence of play."""

import pytest

from countermarch.games.chitpull.state import (
    CUP,
    ELIMINATED,
    GROUNDED,
    OUT_OF_SUPPLY,
    REFIT,
    RESERVE,
    SUPPLIED,
    VOLKSSTURM_BOX,
)
from countermarch.match import Match
from tests.rules.koenigsberg.chits import asked
from tests.rules.koenigsberg.table import Table, at_the_gate, texts, where


def phases(match: Match) -> list[str]:
    keys = [event.key.rsplit(".")[-1] for event in match.log]
    return [key.removeprefix("phase_") for key in keys if key.startswith("phase_")]


def pass_on(match: Match) -> None:
    """Decline everything until the turn is over."""
    turn = match._play.state.turn
    while match.to_act and match._play.state.turn == turn:
        match.play("done" if "done" in texts(match) else match.legal()[0])


@pytest.mark.rule("koenigsberg 3.0")
def test_the_phases_follow_one_another() -> None:
    table = Table(turn=10)
    match = table.phase("barrage")
    assert phases(match) == ["air", "reinforcement", "replacement", "volkssturm", "command", "supply", "end"]
    assert match.to_act is None


@pytest.mark.rule("koenigsberg 3.0")
@pytest.mark.parametrize(("turn", "opens"), [(1, "barrage"), (2, "air")])
def test_the_barrage_phase_belongs_to_the_first_turn(turn: int, opens: str) -> None:
    table = Table(turn=turn)
    table.box("VS-1", VOLKSSTURM_BOX)
    match = table.phase("barrage")
    assert phases(match)[0] == opens


@pytest.mark.rule("koenigsberg 3.0")
def test_air_units_return_before_grounded_ones_refit() -> None:
    table = Table(turn=3)
    table.box("LW", REFIT)
    table.box("4AA-1", GROUNDED)
    table.box("VS-1", VOLKSSTURM_BOX)
    match = table.phase("barrage")
    assert (where(match, "LW"), where(match, "4AA-1")) == ("ready", "refit")


@pytest.mark.rule("koenigsberg 3.0", "koenigsberg 8.0.3")
def test_germans_place_and_move_before_soviets_place() -> None:
    table = Table(turn=8)
    for id in ("28K-HQ", "28K-58"):
        table.box(id, RESERVE)
    table.put("39A-94", "2945", steps=2)
    table.put("39A-HQ", "2945")
    match = at_the_gate(table.phase("reinforcement"))
    assert match.to_act == "german"
    assert "move 28K-58" in texts(match)


@pytest.mark.rule("koenigsberg 3.0", "koenigsberg 8.0.3")
def test_no_soviet_reinforcement_is_placed_before_the_germans_have_moved_theirs() -> None:
    table = Table(turn=9, kg_mikosch="on")
    for id in ("Ind-Mikosch", "19A-HQ", "19A-40G"):
        table.box(id, RESERVE)
    table.play.state.mikosch = 1
    match = at_the_gate(table.phase("reinforcement"))
    assert match.to_act == "german"
    assert (where(match, "Ind-Mikosch"), where(match, "19A-40G")) == ("3329", "reserve")
    match.play("done")
    at_the_gate(match)
    assert match.to_act == "soviet"
    assert where(match, "19A-40G") == "0106"


@pytest.mark.rule("koenigsberg 3.0")
def test_a_turn_runs_from_reinforcements_to_volkssturm_going_home() -> None:
    table = Table(turn=5)
    table.box("VS-1", VOLKSSTURM_BOX)
    table.put("9K-HQ", "1939")
    table.put("9K-548", "1939", steps=1)
    table.play.state.chit[table.tables.chit_index["9K"]] = CUP
    match = table.phase("barrage")
    assert texts(match) == ["refit 9K-548", "done"]
    match.play("refit 9K-548")
    match.play("place VS-1 2932")
    assert "move 9K-HQ" in texts(match)
    assert where(match, "VS-1") == "2932"
    pass_on(match)
    assert (where(match, "VS-1"), table.play.state.turn) == ("volkssturm_box", 6)


@pytest.mark.rule("koenigsberg 3.0")
def test_replacements_come_after_reinforcements_and_before_volkssturm() -> None:
    table = Table(turn=8)
    table.box("28K-HQ", RESERVE)
    table.box("28K-95", ELIMINATED)
    table.play.state.steps[table.unit("28K-95")] = 0
    table.box("VS-1", VOLKSSTURM_BOX)
    match = table.phase("reinforcement")
    prompts = []
    while match._play.state.turn == 8:
        prompts.append(asked(match).key.rsplit(".")[-1])
        match.play("done")
    assert prompts == ["arrival", "replace", "volkssturm"]


@pytest.mark.rule("koenigsberg 3.0")
def test_supply_is_checked_after_the_command_phase() -> None:
    table = Table(turn=10)
    table.put("Ind-24", "3617", supply=OUT_OF_SUPPLY)
    match = table.phase("command")
    told = [event.key.rsplit(".")[-1] for event in match.log]
    assert phases(match) == ["command", "supply", "end"]
    assert told.index("phase_supply") < told.index("in_supply") < told.index("phase_end")
    assert table.play.state.supply[table.unit("Ind-24")] == SUPPLIED
