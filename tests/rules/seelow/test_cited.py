"""Every question put to a player names the rules it comes from."""

from __future__ import annotations

import pytest

from countermarch.games.seelow.artillery import ReadyGuns
from countermarch.games.seelow.combat import follow
from countermarch.games.seelow.losses import Verdict, verdict
from countermarch.games.seelow.results import read_effect
from countermarch.games.seelow.retreat import rout
from countermarch.games.seelow.state import MOVE_MODE
from countermarch.match import Match
from tests.rules.seelow.table import GERMAN, SOVIET, Table, the_game


def asked(match: Match) -> tuple[str, list[str]]:
    """The shape of a decision, and its rules."""
    assert match.decision is not None
    return match.decision.kind, [citation.rule for citation in match.decision.citations]


def table() -> Table:
    found = Table()
    for id, hex in (("295-1038", "2203"), ("11T-20", "2104"), ("KAG-32", "2405"), ("AAG-32", "2406")):
        found.put(id, hex)
    for id, hex in (("20-I90", "2204"), ("20-8Pz-2", "2204"), ("9FJ-I25", "1703")):
        found.put(id, hex)
    return found


@pytest.mark.rule("seelow 12.11")
def test_deployment() -> None:
    assert asked(the_game().start("seelow", seed=1)) == ("place", ["4.12", "4.13", "8.31#1"])


@pytest.mark.rule("seelow 5.0", "seelow 5.11")
def test_movement() -> None:
    match = table().move(SOVIET)
    assert asked(match) == ("unit", ["5.0", "5.17", "5.26"])
    match.play("move 295-1038")
    assert asked(match) == ("hex", ["5.11", "5.16"])


@pytest.mark.rule("seelow 8.14#1")
def test_barrage() -> None:
    match = table().barrage(SOVIET)
    assert asked(match) == ("hex", ["8.14#1", "8.17", "8.32"])
    match.play("barrage 2204")
    assert asked(match) == ("assign", ["8.13", "8.14#1", "8.18#1"])
    match.play("with KAG-32")
    match.next_dice(5, 6)  # M, and the check fails
    match.play("resolve")
    assert asked(match) == ("option", ["7.44", "8.15", "8.16"])
    ready = Table(turn=7)
    ready.put("KAG-32", "2405", mode=MOVE_MODE)
    assert asked(ready.push(ReadyGuns(SOVIET))) == ("units", ["8.35", "10.28"])


@pytest.mark.rule("seelow 6.0")
def test_antitank_fire() -> None:
    match = table().fire(SOVIET)
    assert asked(match) == ("hex", ["6.0", "6.11", "6.12"])
    match.play("engage 2204")
    assert asked(match) == ("assign", ["6.14", "6.15", "6.16"])


@pytest.mark.rule("seelow 7.0")
def test_combat() -> None:
    match = table().fight(SOVIET)
    assert asked(match) == ("hex", ["7.0", "7.13", "7.2#7"])
    match.play("attack 2204")
    assert asked(match) == ("assign", ["7.15", "7.16", "7.2#1"])


@pytest.mark.rule("seelow 7.44", "seelow 7.51", "seelow 7.55#1", "seelow 7.71")
def test_what_comes_of_it() -> None:
    here, effect = Table(), read_effect("D5")
    here.put("20-I90", "2504")
    verdict(here.play, Verdict.of(GERMAN, (here.unit("20-I90"),), effect), effect)
    match = here.match()
    assert asked(match) == ("option", ["7.44", "7.45#1", "7.45#2"])
    match.play("yield")
    assert asked(match) == ("path", ["7.42", "7.51", "7.57", "7.52", "7.53"])
    crowd = Table()
    runner = crowd.put("295-1038", "2506")
    others = [u for u in crowd.tables.of_side[SOVIET] if u != runner and not crowd.tables.is_leader[u]]
    for u, h in zip(others, crowd.tables.board.grid.ring(crowd.hex("2506"), 2), strict=False):
        crowd.put(crowd.tables.ids[u], crowd.tables.numbers[h])
    rout(crowd.play, SOVIET, [runner], "7.42")
    match = crowd.match()
    match.play(str(match.legal()[0]))
    assert asked(match) == ("path", ["7.55#1"])
    won = Table()
    won.put("295-1038", "2203")
    follow(won.play, SOVIET, won.hex("2204"), [won.unit("295-1038")])
    assert asked(won.match()) == ("units", ["7.71", "7.72", "7.76", "7.77"])
