"""2.0, 2.6: the phases of a turn."""

import pytest

from countermarch.games.chitpull.state import CUP
from countermarch.games.chitpull.turn import GameTurn
from countermarch.games.chitpull.victory import sudden_death
from countermarch.games.stargard.turn import end, supply_after_turn_one
from countermarch.match import Match
from tests.rules.stargard.table import Pomerania, cited, happened, texts


def told(table: Pomerania) -> list[str]:
    return [event.key.rpartition(".")[2] for event in table.play.events]


def end_of(turn: int, **options: str) -> Pomerania:
    table = Pomerania(turn=turn, **options)
    table.lay({"12G": "16.23", "48/23SS": "30.20"})
    return table


@pytest.mark.rule("stargard-design 2.0")
def test_the_phases_in_their_order() -> None:
    table = end_of(9)
    table.push(GameTurn(0))
    phases = [key for key in told(table) if key.startswith("phase_")]
    first = phases[: phases.index("phase_end") + 1]
    order = ["air", "reinforcement", "replacement", "volkssturm", "command", "supply", "end"]
    assert first == [f"phase_{name}" for name in order]
    cites = {str(event.citation) for event in table.play.events if event.key.startswith("chitpull.event.phase_")}
    assert cites == {"stargard-design 2.0"}


@pytest.mark.rule("stargard-design 2.0", "stargard-design 12.7")
@pytest.mark.parametrize(("turn", "fires"), [(1, True), (2, False), (7, False), (8, True)])
def test_barrages_open_turns_one_and_eight(turn: int, fires: bool) -> None:
    table = end_of(turn)
    table.push(GameTurn(0))
    seen = told(table)
    first = seen[: seen.index("turn")] if "turn" in seen else seen
    assert ("phase_barrage" in first) is fires


@pytest.mark.rule("stargard-design 2.0")
def test_soviet_replacements_come_first() -> None:
    table = Pomerania(turn=5)
    table.put("12G", "16.22", steps=1)
    table.put("75G", "18.20", steps=1)
    table.put("48/23SS", "30.20", steps=1)
    table.put("49/23SS", "31.20", steps=1)
    match = table.push(GameTurn(0))
    assert match.to_act == "soviet" and "refit 12G" in texts(match)
    match.play("done")
    assert match.to_act == "german" and "refit 48/23SS" in texts(match)


def last_steps(table: Pomerania) -> Match:
    return table.push(GameTurn(10))


@pytest.mark.rule("stargard-design 2.6")
def test_the_order_at_the_end_of_a_turn() -> None:
    """Volkssturm, pins, the deadline, Arnswalde, and only then the next turn."""
    table = Pomerania(turn=5)
    table.lay({"VS1": "29.16", "Gar-Arnswalde": "26.07", "21/10SS": "16.24", "12G": "34.05"})
    table.own.pin([table.unit("12G")])
    table.own.state.reich = 4
    table.own.state.spent[2] = 1
    table.own.state.corridor = 1
    match = last_steps(table)
    assert match.to_act == "german" and texts(match) == ["evacuate", "done"]
    seen = [key for key in told(table) if key in ("volkssturm_home", "unpinned", "reich_due", "evacuated", "turn")]
    assert seen == ["volkssturm_home", "unpinned", "reich_due"]
    events = match.play("evacuate")
    keys = [event.key.rpartition(".")[2] for event in events]
    assert keys.index("evacuated") < keys.index("turn")
    assert [str(event.citation) for event in happened(events, "turn")] == ["stargard-design 2.6"]


@pytest.mark.rule("stargard-design 2.6", "stargard-design 14.2")
def test_stettin_is_looked_at_after_arnswalde() -> None:
    table = Pomerania(turn=5)
    table.lay({"12G": "07.16", "Gar-Arnswalde": "26.07"})
    table.own.state.corridor = 1
    match = last_steps(table)
    assert match.result is None and texts(match) == ["evacuate", "done"]
    match.play("done")
    assert match.result is not None and match.result.winner == "soviet"
    assert match.result.level == "sudden_death"
    assert str(happened(match.log, "sudden_death")[0].citation) == "stargard-design 14.2"


@pytest.mark.rule("stargard-design 14.2")
def test_stettin_without_supply_ends_nothing() -> None:
    table = Pomerania(turn=7)
    table.put("12G", "07.16", supply=1)
    assert not sudden_death(table.play) and not table.play.state.over


@pytest.mark.rule("stargard-design 11.6")
@pytest.mark.parametrize(("turn", "status"), [(1, 0), (2, 1)])
def test_on_turn_one_everybody_is_supplied(turn: int, status: int) -> None:
    table = Pomerania(turn=turn)
    table.lay({"48/23SS": "16.24", "75G": "16.23", "23G": "15.24", "52G": "15.25"})
    table.lay({"397": "16.25", "356": "17.25", "415": "17.24"})
    supply_after_turn_one(table.play)
    assert table.play.state.supply[table.unit("48/23SS")] == status


@pytest.mark.rule("stargard-design 11.6", "stargard-design 11.4")
def test_on_turn_one_even_the_isolated_are_supplied_again() -> None:
    table = Pomerania(turn=1)
    table.put("48/23SS", "16.24", supply=2)
    supply_after_turn_one(table.play)
    assert table.play.state.supply[table.unit("48/23SS")] == 0
    assert cited(table.play.events, "in_supply") == ["stargard-design 11.6"]


@pytest.mark.rule("stargard-design 2.6")
def test_what_lasts_a_turn_lapses() -> None:
    table = end_of(7)
    table.own.state.thaw = table.own.state.no_gas = 1
    table.play.push(GameTurn(11))
    end(table.play)
    assert (table.own.state.turn, table.own.state.thaw, table.own.state.no_gas) == (8, 0, 0)


@pytest.mark.rule("stargard-design 2.0", "stargard-design 7.1")
def test_the_moves_of_arrivals_are_forgotten_when_chits_are_drawn() -> None:
    table = Pomerania(turn=8)
    table.lay({"61-HQ": "16.22", "12G": "16.23", "47-HQ": "20.22", "60": "20.23"})
    for chit in ("61", "47"):
        table.play.state.chit[table.tables.chit_index[chit]] = CUP
    table.play.state.moved[table.unit("12G")] = table.play.state.fought[table.unit("60")] = 1
    match = table.phase("command")
    assert "name 61" in texts(match)
    assert not any(unit["moved"] or unit["fought"] for unit in match.position()["units"])
