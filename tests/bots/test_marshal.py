"""The marshal plays both sides of Vistula-Oder-Berlin by the rules, from set-up on, and attacks where it pays."""

from __future__ import annotations

import pytest

from countermarch.bots import Bot, bot
from countermarch.bots.command import Command
from countermarch.bots.marshal import Marshal
from countermarch.games.vistula.movement import MovementPhase
from countermarch.match import Game, Match
from tests.rules.vistula.fights import asked, fight
from tests.rules.vistula.table import ALLIED, GERMAN, Table, load, texts, where

SIDES = ("german", "allied")


def start(seed: int = 1, **options: str) -> Match:
    return Game(load(None)).start(seed=seed, options=options)


def play_some(match: Match, seats: dict[str, Bot], decisions: int) -> None:
    for _ in range(decisions):
        side = match.to_act
        if side is None:
            return
        before = match.fingerprint()
        action = seats[side].choose(match)
        assert action in match.legal()
        assert match.fingerprint() == before
        match.play(action)


@pytest.mark.parametrize("side", SIDES)
def test_every_choice_is_legal_and_leaves_the_match_alone(side: str) -> None:
    match = start(5)
    play_some(match, {each: bot("captain" if each == side else "random", 7) for each in SIDES}, 400)
    assert len(match.actions) == 400


def test_the_marshal_is_the_captain_of_this_game() -> None:
    match = start()
    assert str(Command(3).choose(match)) == str(Marshal(3).choose(match)) == "fill"


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = start(11), start(11)
    for match in (first, second):
        play_some(match, {side: Marshal(3) for side in SIDES}, 150)
    assert first.fingerprint() == second.fingerprint()


def test_every_optional_rule_is_known_to_it() -> None:
    options = ("turn_1_air", "defence_in_depth", "interdiction", "fuehrer_orders", "thaw", "allied_advance")
    match = start(4, **dict.fromkeys(options, "on"))
    play_some(match, {side: Marshal(2) for side in SIDES}, 300)
    assert len(match.actions) == 300


def test_a_strong_attack_is_made_and_a_weak_one_is_not() -> None:
    t = Table()
    for id in ("12GTK", "11GTK", "9GTK"):
        t.put(id, "0402")
    t.put("1ID", "0502")
    match = fight(t, ALLIED)
    assert str(Marshal(1).choose(match)) == "attack 0502"
    t = Table()
    t.put("152UR", "0402")
    t.put("1ID", "0502")
    assert str(Marshal(1).choose(fight(t, ALLIED))) == "done"


def test_armour_together_next_to_a_weak_enemy_makes_a_mobile_attack() -> None:
    t = Table()
    for id in ("16Pz", "17Pz", "7Pz"):
        t.put(id, "1214")
    t.put("113RC", "1213", steps=1)
    match = t.push(MovementPhase(GERMAN))
    marshal = Marshal(1)
    match.play(marshal.choose(match))
    assert str(marshal.choose(match)) == "assault 1213"


def test_the_allies_march_and_the_germans_stand_in_their_way() -> None:
    match = start(3)
    marshals = {side: Marshal(1) for side in SIDES}
    while asked(match) != "attack":
        match.play(marshals[str(match.to_act)].choose(match))
    assert sum(action.verb in ("move", "strategic") for action in match.actions) > 20
    assert any(text.startswith("attack") for text in texts(match)) and where(match, "HQ-1B")
