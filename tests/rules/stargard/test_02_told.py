"""1.0: what befalls whom, where and by which rule is told in full, so that nobody need guess."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from countermarch.flow import Event
from countermarch.games.chitpull import air, barrage
from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.state import ELIMINATED, GROUNDED, REFIT, RESERVE, VOLKSSTURM_BOX
from countermarch.games.chitpull.supply import check_all
from countermarch.games.chitpull.volkssturm import begin, go_home
from countermarch.games.stargard import reich
from tests.rules.stargard.retreats import in_a_pocket, retreat
from tests.rules.stargard.table import GERMAN, SOVIET, Pomerania, fight, texts
from tests.rules.stargard.test_07_reinforcements import summoned
from tests.rules.stargard.test_11_supply import surrounded
from tests.rules.stargard.test_19_defend_the_reich import LEAVERS, ordered
from tests.rules.stargard.test_19_events import happens


def told(events: Iterable[Event]) -> list[str]:
    """Every event by its name, its rule and what it speaks of."""
    return [" ".join((event.key.rpartition(".")[2], f"({event.citation})", *_spoken(event))) for event in events]


def _spoken(event: Event) -> list[str]:
    return [f"{name}={_plain(value)}" for name, value in event.params.items()]


def _plain(value: object) -> str:
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value)


@pytest.mark.rule("stargard-design 3.3.1", "stargard-design 19.1.8")
def test_which_hq_is_activated_and_that_it_is_slowed() -> None:
    table = Pomerania()
    table.lay({"3SS-HQ": "16.24", "48/23SS": "16.25"})
    table.play.state.slow_next = 1
    table.activate("3SS-HQ")
    assert told(table.play.events) == [
        "slowed (stargard-design 19.1.8) unit=3SS-HQ",
        "activated (stargard-design 3.3.1) unit=3SS-HQ",
    ]
    assert (table.play.state.slowed, table.play.state.slow_next) == (1, 0)


@pytest.mark.rule("stargard-design 5.1", "stargard-design 5.5", "stargard-design 12.8")
@pytest.mark.parametrize(
    ("unit", "mode", "to", "expected"),
    [
        ("48/23SS", "", "13.23 via 13.24", "start=12.24 path=13.24+13.23 hex=13.23 mode=regular"),
        ("48/23SS", "", "12.25 via 13.25", "start=12.24 path=13.25+12.25 hex=12.25 mode=regular"),
        ("48/23SS", "", "12.26", "start=12.24 path=12.25+12.26 hex=12.26 mode=regular"),
        ("48/23SS", " rail", "12.27", "start=12.24 path=12.25+12.26+12.27 hex=12.27 mode=by rail"),
        ("21/10SS", " strategic", "12.26", "start=12.24 path=12.25+12.26 hex=12.26 mode=strategic"),
    ],
)
def test_a_move_with_its_way_hex_by_hex(unit: str, mode: str, to: str, expected: str) -> None:
    table = Pomerania()
    table.put(unit, "12.24")
    table.play.state.no_gas = 1
    match = table.move(GERMAN, unit)
    match.play(f"move {unit}{mode}")
    dry = ["no_gas_step (stargard-design 12.8) unit=21/10SS", "step_lost (stargard-design 8.6.2) unit=21/10SS"]
    moved = f"moved (stargard-design 5.1) unit={unit} {expected}"
    assert told(match.play(f"to {to}")) == [moved, *(dry if unit == "21/10SS" else [])]


@pytest.mark.rule("stargard 14.1", "stargard-design 11.2")
def test_what_is_taken_by_whom_and_won_back() -> None:
    table = Pomerania(turn=8, recapture="on")
    soviet, german = table.put("12G", "23.11"), table.put("48/23SS", "25.11")
    for u in (soviet, german, soviet, german):
        table.play.enter(u, table.hex("24.11"))
    assert told(table.play.events) == [
        "taken (stargard 14.1) hex=24.11 unit=12G",
        "marker (stargard 14.1) hex=24.11 points=2",
        "retaken (stargard 14.1) hex=24.11 unit=48/23SS",
        "taken (stargard 14.1) hex=24.11 unit=12G",
        "retaken (stargard 14.1) hex=24.11 unit=48/23SS",
    ]


@pytest.mark.rule("stargard 8.1", "stargard-design 9.1-immobile", "stargard-design 12.1.3")
def test_a_garrison_pays_for_its_retreat_and_its_last_step_costs_the_hq() -> None:
    """Ten to three is 3-1, and D1R1 on a six."""
    defenders = {"Gar-Greifenhagen": "16.24", "StellII-HQ": "16.24"}
    match, events = fight({"12G": "16.23", "75G": "15.24"}, defenders, "16.24", 6)
    assert told(events) == [
        "attack (stargard 8.1) units=12G+75G hex=16.24 odds=3-1 die=6 result=D1R1",
        "step_lost (stargard-design 8.6.2) unit=Gar-Greifenhagen",
        "cannot_move (stargard-design 9.1-immobile) unit=Gar-Greifenhagen steps=1",
        "eliminated (stargard-design 8.6.2) unit=Gar-Greifenhagen",
        "hq_lost (stargard-design 12.1.3) unit=StellII-HQ",
        "hq_removed (stargard-design 12.1.3) unit=StellII-HQ",
    ]
    assert texts(match) == ["advance 12G 16.24", "advance 75G 16.24", "done"]
    assert told(match.play("advance 12G 16.24")) == ["advanced (stargard-design 10.1) unit=12G hex=16.24"]


@pytest.mark.rule("stargard 8.1", "stargard-design 9.1-immobile")
def test_a_garrison_pays_nothing_where_nobody_need_retreat() -> None:
    """Ten to five is 2-1, and A1/D1 on a four."""
    match, events = fight({"12G": "16.23", "75G": "15.24"}, {"Gar-Pyritz": "16.24"}, "16.24", 4)
    assert told(events) == [
        "attack (stargard 8.1) units=12G+75G hex=16.24 odds=2-1 die=4 result=A1/D1",
        "step_lost (stargard-design 8.6.2) unit=Gar-Pyritz",
    ]
    assert set(texts(match)) == {"lose 12G", "lose 75G"}


@pytest.mark.rule("stargard 9.0", "stargard 9.2.2", "stargard 9.4")
@pytest.mark.parametrize(
    ("gaps", "expected"),
    [
        (
            (),
            [
                "retreat_short (stargard 9.4) hexes=2 hex=16.24",
                "step_lost (stargard-design 8.6.2) unit=48/23SS",
                "eliminated (stargard-design 8.6.2) unit=48/23SS",
                "isolated (stargard 9.4) unit=49/23SS",
                "isolated (stargard 9.4) unit=3SS-HQ",
            ],
        ),
        (
            ("16.25",),
            [
                "retreats (stargard 9.0) units=48/23SS+49/23SS+3SS-HQ path=16.25-16.26",
                "retreat_costs (stargard 9.2.2) hex=16.25",
                "step_lost (stargard-design 8.6.2) unit=48/23SS",
            ],
        ),
    ],
)
def test_who_retreats_where_and_what_it_costs(gaps: tuple[str, ...], expected: list[str]) -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24", "3SS-HQ": "16.24"})
    in_a_pocket(table, *gaps)
    match = retreat(table, GERMAN, "16.24", 2, "48/23SS", "49/23SS", "3SS-HQ")
    events = list(match.play("together"))
    while match.to_act:
        events += match.play(texts(match)[0])
    assert told(events) == expected


@pytest.mark.rule("stargard-design 12.2", "stargard-design 12.3")
def test_who_is_refitted_rebuilt_and_laid_out() -> None:
    table = Pomerania()
    table.put("61-HQ", "16.24")
    table.put("75G", "16.24", steps=1)
    table.play.state.steps[table.box("12G", ELIMINATED)] = 0
    match = table.push(Replacements(SOVIET, 4, ()))
    assert told(match.play("refit 75G")) == ["refitted (stargard-design 12.2) unit=75G"]
    assert told(match.play("rebuild 12G 2 16.24")) == ["rebuilt (stargard-design 12.2) unit=12G steps=2 hex=16.24"]
    table = Pomerania()
    for id in ("VS1", "VS2"):
        table.box(id, VOLKSSTURM_BOX)
    begin(table.play)
    match = table.match()
    assert told(match.play("place VS1 03.09")) == ["volkssturm (stargard-design 12.3) unit=VS1 hex=03.09"]
    match.play("done")
    table.play.events.clear()
    go_home(table.play)
    assert told(table.play.events) == ["volkssturm_home (stargard-design 12.3) units=VS1"]


@pytest.mark.rule("stargard-design 7.1", "stargard 19.1.3", "stargard-design 19.1.7")
def test_until_when_tettau_waits_and_who_is_removed_or_called_up() -> None:
    _, match = summoned()
    assert told(match.play("decline")) == ["declined (stargard-design 7.1) turn=9"]
    table = ordered(turn=6, event=5)
    reich.fall_due(table.own)
    (line,) = told(table.play.events)
    units = sorted(line.partition("units=")[2].partition(" ")[0].split("+"))
    assert units == sorted({*LEAVERS, "Pz/FB", "Pz/FG"}) and line.endswith(" points=7")
    table = Pomerania(turn=3)
    table.lay({"VS1": "16.24", "3SS-HQ": "16.26", "48/23SS": "16.26"})
    for id in ("VS3", "VS4"):
        table.box(id, RESERVE)
    happens(table, "19.1.7", "3SS")
    assert "levy (stargard-design 19.1.7) units=VS3+VS4" in told(table.play.events)


@pytest.mark.rule("stargard-design 13.2", "stargard-design 12.7")
def test_which_air_units_come_back_and_what_the_guns_have_rolled() -> None:
    table = Pomerania()
    table.box("3BAC", REFIT)
    table.box("6SAC", GROUNDED)
    air.recover(table.play)
    table.play.state.chance.dice = [3, 6]
    attacks = barrage.roll(table.play, "soviet", 2)
    assert told(table.play.events) == [
        "air_ready (stargard-design 13.2) unit=3BAC",
        "air_refits (stargard-design 13.2) unit=6SAC",
        f"barrage_rolled (stargard-design 12.7) dice=3+6 attacks={attacks}",
    ]


@pytest.mark.rule("stargard-design 11.3")
def test_want_of_supply_is_told_when_it_begins_and_not_again() -> None:
    table = surrounded()
    heard = []
    for _ in range(4):
        check_all(table.play)
        heard.append([line for line in told(table.play.events) if "48/23SS" in line])
        table.play.events.clear()
    out, isolated = (f"{word} (stargard-design 11.3) unit=48/23SS" for word in ("out_of_supply", "isolated"))
    assert heard == [[out], [isolated], [], []]


@pytest.mark.rule("stargard-design 2.0", "stargard-design 2.6", "stargard-design 14.2", "stargard-design 14.3")
def test_the_phases_of_a_turn_and_how_the_game_ends() -> None:
    table = Pomerania(turn=9)
    table.phase("end")
    phases = ("air", "reinforcement", "replacement", "volkssturm", "command", "supply", "end")
    expected = [f"phase_{phase} (stargard-design 2.0) turn=10" for phase in phases]
    expected.insert(5, "drawing_over (stargard-design 3.1.3)")
    assert told(table.play.events) == [
        "phase_end (stargard-design 2.0) turn=9",
        "turn (stargard-design 2.6) turn=10 dates=5-6 Mar",
        *expected,
        "game_over_score (stargard-design 14.3) points=0",
    ]
    table = Pomerania(turn=3)
    table.put("12G", "07.16")
    match = table.phase("end")
    assert told(table.play.events)[-1] == "sudden_death (stargard-design 14.2) hex=07.16"
    assert match.result is not None and (match.result.winner, match.result.level) == ("soviet", "sudden_death")
