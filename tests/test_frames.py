"""Every procedure of every game says what must be true of it in a document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

import pytest

import countermarch as cm
from countermarch.flow import Procedure
from countermarch.games.bridgehead.rules import BridgeheadReader
from countermarch.games.chitpull import frames as family
from countermarch.games.chitpull.activation import Activation
from countermarch.games.chitpull.advance import Advance
from countermarch.games.chitpull.battle import Battle
from countermarch.games.chitpull.combat import CombatSegment
from countermarch.games.chitpull.command import CommandPhase
from countermarch.games.chitpull.losses import Losses, Staffs
from countermarch.games.chitpull.movement import MovementSegment
from countermarch.games.chitpull.retreat import CHOOSING, WALKING, Flight
from countermarch.games.chitpull.state import RESERVE
from countermarch.games.chitpull.turn import GameTurn
from countermarch.games.chitpull.verbs import REGULAR
from countermarch.games.common import shapes as common
from countermarch.games.frames import Shapes, replaced
from countermarch.games.kinds import Kind
from countermarch.games.koenigsberg45 import frames as koenigsberg45
from countermarch.games.koenigsberg45.refugees import March
from countermarch.games.seelow import frames as seelow
from countermarch.games.stargard import frames as stargard
from countermarch.games.stargard.reinforcements import Summons
from countermarch.games.stargard.victory import Evacuation
from countermarch.games.vistula import frames as vistula
from tests.rules.koenigsberg.fights import Places, lay
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table

TABLES: Mapping[str, tuple[Shapes, Mapping[str, Kind]]] = {
    "chitpull": (family.SHAPES, family.KINDS),
    "koenigsberg45": ({**family.SHAPES, **koenigsberg45.SHAPES}, family.KINDS),
    "stargard": ({**family.SHAPES, **stargard.SHAPES}, family.KINDS),
    "seelow": (seelow.SHAPES, seelow.KINDS),
    "common": (common.SHAPES, common.KINDS),
    "bridgehead": (BridgeheadReader.own, BridgeheadReader.kinds),
    "vistula": (vistula.SHAPES, vistula.KINDS),
}
# there are only kinds of these
BARE = (
    "chitpull.barrage.Firing",
    "vistula.engagement.Engagement",
    "vistula.pursuit.Pursuer",
    "common.movement.Asked",
    "common.gathering.Gathering",
    "common.losses.StepLosses",
)


def procedures() -> list[str]:
    cm.games()
    homes = tuple(f"{home}." for home in TABLES)
    return sorted(name for name in Procedure.registry if name.startswith(homes) and name not in BARE)


@pytest.mark.parametrize("name", procedures())
def test_a_procedure_has_a_shape_and_each_of_its_fields_a_kind(name: str) -> None:
    """A new one needs an entry in `frames` of its game: what it lies on, and what must hold for it to lie there."""
    shapes, kinds = TABLES[name.partition(".")[0]]
    procedure = Procedure.registry[name]
    shape = next((shapes[cls] for cls in procedure.__mro__ if cls in shapes), None)
    assert shape is not None
    assert {field.name for field in fields(procedure)} <= {*shape.fields, *kinds}  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["koenigsberg45", "stargard"])
def test_an_edition_does_without_the_procedures_it_has_its_own_for(game: str) -> None:
    shapes, _ = TABLES[game]
    flight, move = (Procedure.registry[f"chitpull.{name}"] for name in ("retreat.Flight", "movement.Destination"))
    assert replaced(flight, shapes, game) and not replaced(flight, family.SHAPES, "koenigsberg")
    assert not replaced(move, shapes, game)  # a withdrawal stands beside it


# stacks that no game comes to


def refusal(table: Table, phase: str, *frames: Procedure) -> str:
    """What is said of a document with these procedures on a turn; nothing if it is taken."""
    return read(table.found(phase, *frames))


def read(table: Table, *frames: Procedure) -> str:
    table.play.state.frames.extend(frames)
    document = table.rules.document(table.play)
    del document["to_act"]
    try:
        table.game.from_position(document)
    except cm.PositionError as error:
        return str(error)
    return ""


def expect(words: str, found: str) -> None:
    assert words in found and bool(words) == bool(found), found


def laid(units: Places, turn: int = 3, game: str = "koenigsberg") -> Table:
    table = Table(turn, game=game)
    lay(table, units)
    return table


def battle(table: Table, target: str, stage: int) -> tuple[Procedure, ...]:
    """113th Rifle Corps of 39th Army attacks, and need not fall back."""
    chart, hq, u = table.tables.combat, table.unit("39A-HQ"), table.unit("39A-113")
    column = len(chart.columns) - 1
    die = next(die for die in range(1, 7) if not chart.result(column, die).attacker_hexes)
    fight = Battle(SOVIET, table.hex(target), (u,), column, die, 0, stage)
    return CommandPhase(), Activation(SOVIET, hq, True, 2, False), CombatSegment(SOVIET), Staffs(()), fight


def moving(table: Table, hq: str) -> tuple[Procedure, ...]:
    return CommandPhase(), Activation(SOVIET, table.unit(hq), True, 1, False), MovementSegment(SOVIET)


@pytest.mark.parametrize(("where", "words"), [("1939", ""), ("1936", "Battle has units 39A-113, which")])
def test_attackers_who_are_to_advance_stand_next_to_their_target(where: str, words: str) -> None:
    table = laid({"39A-HQ": "2039", "39A-113": where, "9K-548": "1940", "9K-56": "1940"})
    losses = Losses(GERMAN, (table.unit("9K-548"), table.unit("9K-56")), 1, False, True)
    expect(words, refusal(table, "command", *battle(table, "1940", 1), losses))


@pytest.mark.parametrize(("hq", "words"), [("2140", ""), ("1939", "Advance has gone")])
def test_an_hq_does_not_follow_an_enemy_who_advances(hq: str, words: str) -> None:
    table = laid({"39A-HQ": "2039", "39A-113": "1940", "9K-HQ": hq})
    origin, target = table.hex("1939"), table.hex("1940")
    advance = Advance(SOVIET, target, (table.unit("39A-113"),), (origin,), ((origin, target),))
    expect(words, refusal(table, "command", *battle(table, "1940", 3), advance))


@pytest.mark.parametrize(("target", "words"), [("1940", ""), ("1941", "hex 1941 holds more than two combat units")])
def test_a_hex_is_too_full_only_of_those_who_fled_there(target: str, words: str) -> None:
    table = laid({"39A-HQ": "2039", "39A-113": "2040", **dict.fromkeys(("9K-548", "9K-56", "9K-561"), "1941")})
    flight = Flight(GERMAN, table.hex(target), (table.unit("9K-56"),), 0, True, False, (), WALKING)
    expect(words, refusal(table, "command", *battle(table, target, 1), flight))


@pytest.mark.parametrize(("stage", "words"), [(WALKING, ""), (CHOOSING, "Flight has stage 0")])
def test_who_is_losing_steps_does_not_choose_his_way(stage: int, words: str) -> None:
    table = laid({"39A-HQ": "2039", "39A-113": "2040", "9K-548": "1941", "9K-56": "1941"})
    group = (table.unit("9K-548"), table.unit("9K-56"))
    flight = Flight(GERMAN, table.hex("1940"), group, 1, True, False, (), stage)
    expect(words, refusal(table, "command", *battle(table, "1940", 1), flight, Losses(GERMAN, group, 1, False, True)))


@pytest.mark.parametrize(("turn", "words"), [(8, ""), (3, "Summons")])
def test_tettau_is_put_off_when_it_is_due(turn: int, words: str) -> None:
    table = laid({}, turn, "stargard")
    table.box("Tettau-HQ", RESERVE)
    expect(words, refusal(table, "reinforcement", Summons(GERMAN)))


@pytest.mark.parametrize(("step", "words"), [(11, ""), (12, "GameTurn has step 12"), (0, "GameTurn has step 0")])
def test_what_lies_on_a_turn_is_followed_by_its_next_step(step: int, words: str) -> None:
    table = laid({}, game="stargard")
    table.play.state.phase = table.rules.edition.phases.index("end")
    expect(words, read(table, GameTurn(step), Evacuation(GERMAN)))


@pytest.mark.parametrize(
    ("friends", "passed", "words"),
    [((), (), ""), (("39A-5G", "39A-94"), (), "March has path 1939"), ((), ("1939",), "March has passed 1939")],
)
def test_a_march_ends_where_the_unit_may_stay(friends: tuple[str, ...], passed: tuple[str, ...], words: str) -> None:
    table = laid({"39A-HQ": "2039", "39A-113": "1940", "Refugees-1": "1939"}, game="koenigsberg45")
    lay(table, dict.fromkeys(friends, "1939"))
    path = (table.hex("1939"),)
    march = March(SOVIET, table.unit("39A-113"), path, REGULAR, False, tuple(map(table.hex, passed)))
    table.play.state.active[table.unit("39A-113")] = 1
    expect(words, refusal(table, "command", *moving(table, "39A-HQ"), march))


@pytest.mark.parametrize(("other", "words"), [("1938", ""), ("1939", "hex 1939 holds refugees with")])
def test_refugees_lie_one_to_a_hex(other: str, words: str) -> None:
    table = laid({"Refugees-1": "1939", "Refugees-2": other}, game="koenigsberg45")
    expect(words, refusal(table, "command", CommandPhase()))
