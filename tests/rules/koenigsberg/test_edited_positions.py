"""Positions edited by hand: what follows from the map is worked out anew, and contradictions are refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import countermarch as cm
from countermarch.games.chitpull.command import CommandPhase
from countermarch.games.chitpull.state import VOLKSSTURM_BOX
from countermarch.games.chitpull.volkssturm import begin
from countermarch.match import Match
from tests.rules.koenigsberg.chits import draw
from tests.rules.koenigsberg.fights import attack
from tests.rules.koenigsberg.table import Table, texts


def moved(match: Match, units: Mapping[str, str | None], control: Mapping[str, str] = {}) -> Match:
    """The same position with some counters elsewhere, and objectives in other hands."""
    return match.game.from_position(document(match, units, control))


def document(match: Match, units: Mapping[str, str | None], control: Mapping[str, str] = {}) -> dict[str, Any]:
    doc = match.position()
    for entry in doc["units"]:
        if entry["id"] in units:
            entry["hex"] = units[entry["id"]]
            entry["where"] = None if entry["hex"] else "removed"
    doc["control"].update(control)
    return doc


def deploying() -> Match:
    """Two Volkssturm wait to be laid out."""
    table = Table()
    table.box("VS-1", VOLKSSTURM_BOX)
    table.box("VS-2", VOLKSSTURM_BOX)
    table.put("39A-113", "0742")
    begin(table.found("volkssturm").play)
    return table.match()


@pytest.mark.rule("koenigsberg 11.3(2)")
def test_volkssturm_keep_away_from_a_soviet_unit_that_was_laid_near_by_hand() -> None:
    match = deploying()
    assert "place VS-1 1836" in texts(match)
    edited = moved(match, {"39A-113": "1636"})  # two hexes from Insterburg
    assert "place VS-1 1836" not in texts(edited)
    assert "place VS-1 2932" in texts(edited)
    assert "place VS-1 1836" in texts(moved(edited, {"39A-113": "0742"}))


@pytest.mark.rule("koenigsberg 11.3(2)")
def test_volkssturm_laid_out_by_hand_wait_no_longer() -> None:
    edited = moved(deploying(), {"VS-1": "2932"})
    assert {text.split()[1] for text in texts(edited) if text.startswith("place")} == {"VS-2"}
    assert "place VS-2 2932" not in texts(edited)


@pytest.mark.rule("koenigsberg 4.1.2")
def test_a_front_chooses_among_the_hqs_that_are_on_the_map() -> None:
    table = Table()
    for hq, number in {"5A-HQ": "1039", "28A-HQ": "1036", "39A-HQ": "1043"}.items():
        table.put(hq, number)
    match = draw(table.found("command"), "3BF-1")
    assert set(texts(match)) == {"activate 5A-HQ", "activate 28A-HQ", "activate 39A-HQ"}
    edited = moved(match, {"28A-HQ": None, "31A-HQ": "0434"})
    assert set(texts(edited)) == {"activate 5A-HQ", "activate 39A-HQ", "activate 31A-HQ"}


@pytest.mark.rule("koenigsberg 13.1")
def test_an_objective_belongs_to_the_combat_unit_in_it_or_the_position_is_refused() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    units = {"26K-1": None, "39A-113": "1836"}
    with pytest.raises(cm.PositionError, match="1836"):
        moved(match, units)
    assert moved(match, units, {"1836": "soviet"}).position()["control"]["1836"] == "soviet"
    moved(match, {"39A-HQ": "1836"})  # an HQ takes nothing
    with pytest.raises(cm.PositionError, match="1836"):
        moved(match, {"26K-1": "1836"}, {"1836": "soviet"})


@pytest.mark.rule("koenigsberg 13.1")
def test_without_recapture_a_german_unit_may_stand_in_a_soviet_objective() -> None:
    match = cm.load("koenigsberg").start(seed=1, options={"recapture": "off"})
    edited = moved(match, {"26K-1": "1836"}, {"1836": "soviet"})
    assert edited.position()["control"]["1836"] == "soviet"


@pytest.mark.rule("koenigsberg 10.2.1")
def test_a_disputed_source_with_a_soviet_unit_in_it_is_soviet_or_the_position_is_refused() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    disputed = sorted(set(match.position()["control"]) - {"1836"} - objectives(match))[0]
    with pytest.raises(cm.PositionError, match=disputed):
        moved(match, {"39A-113": disputed})
    moved(match, {"39A-113": disputed}, {disputed: "soviet"})


def objectives(match: Match) -> set[str]:
    play: Any = match._play
    return {play.hex_name(h) for h in play.places.objectives}


@pytest.mark.rule("koenigsberg 7.0")
@pytest.mark.parametrize(
    "units",
    [
        ("39A-113", "39A-5G", "39A-94"),
        ("39A-HQ", "5A-HQ"),
        ("26K-1", "26K-69", "9K-561"),
        ("26K-HQ", "9K-HQ"),
    ],
)
def test_a_position_with_too_many_in_a_hex_is_refused(units: tuple[str, ...]) -> None:
    match = cm.load("koenigsberg").start(seed=1)
    with pytest.raises(cm.PositionError, match="1425"):
        moved(match, dict.fromkeys(units, "1425"))
    moved(match, dict.fromkeys(units[1:], "1425"))


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 9.3.1")
def test_a_retreat_in_the_open_is_asked_again_of_a_position() -> None:
    table = Table()
    for id, number in {"39A-5G": "0636", "39A-94": "0636", "39A-HQ": "0635", "9K-561": "0637"}.items():
        table.put(id, number)
    table.found("command", CommandPhase())
    match = table.activate("39A-HQ")
    match.play("done")
    attack(match, "0637", 6, ["39A-5G", "39A-94"])
    again = match.game.from_position(match.position())
    assert "retreat 0738-0838" in texts(again) and texts(again) == texts(match)
    assert again.fingerprint() == match.fingerprint()


@pytest.mark.rule("koenigsberg 2.5.3", "koenigsberg RET.5", "koenigsberg 11.4(3)")
@pytest.mark.parametrize("effect", ["no_gas", "slowed", "gd_away", "hipper_used", "mikosch"])
def test_what_is_or_is_not_so_has_no_third_value(effect: str) -> None:
    match = deploying()
    doc = match.position()
    doc["effects"][effect] = 2
    with pytest.raises(cm.PositionError, match=effect):
        match.game.from_position(doc)
