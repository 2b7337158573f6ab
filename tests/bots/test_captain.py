"""The captain plays by the rules, the same way twice, without touching the table, and attacks only where it pays."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.bots import Bot, bot
from countermarch.bots.arena import Pairing, play_game
from countermarch.bots.assault import LEAST_GAIN, gain, read, value
from countermarch.bots.captain import Captain
from countermarch.bots.ground import FAR, Ground
from countermarch.match import Match
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, where

SIDES = ("german", "soviet")


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
    match = cm.load("koenigsberg").start(seed=5)
    seats = {each: bot("captain" if each == side else "random", 7) for each in SIDES}
    play_some(match, seats, 250)
    assert len(match.actions) == 250


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (cm.load("koenigsberg").start(seed=11) for _ in range(2))
    play_some(first, {side: Captain(3) for side in SIDES}, 120)
    play_some(second, {side: Captain(3) for side in SIDES}, 120)
    assert first.actions == second.actions
    assert first.fingerprint() == second.fingerprint()


def test_a_captain_who_comes_late_goes_on_from_what_it_sees() -> None:
    match = cm.load("koenigsberg").start(seed=2)
    for _ in range(80):
        match.play(Captain(1).choose(match))
    assert len(match.actions) == 80


def test_after_an_undo_the_captain_thinks_again() -> None:
    match = cm.load("koenigsberg").start(seed=2)
    captain = Captain(1)
    while not any(action.verb == "move" for action in match.legal()):
        match.play(captain.choose(match))
    first = captain.choose(match)
    match.play(first)
    assert match.undo()
    assert captain.choose(match) == first


def fighting(*soviets: tuple[str, str], german: str = "26K-1") -> Match:
    table = Table()
    table.put(german, "1340")
    for id, number in soviets:
        table.put(id, number)
    return table.fight(SOVIET, *(id for id, _ in soviets))


def test_a_weak_attack_is_not_made() -> None:
    match = fighting(("39A-94", "1240"), ("39A-5G", "1240"))
    assert {str(action) for action in match.legal()} == {"attack 1340", "done"}
    assert str(Captain().choose(match)) == "done"


def test_a_strong_attack_is_made_by_all_it_needs() -> None:
    three = (("39A-94", "1240"), ("39A-5G", "1240"), ("39A-113", "1341"), ("11GA-8G", "1341"))
    match = fighting(*three, german="Ind-627")
    captain = Captain()
    assert str(captain.choose(match)) == "attack 1340"
    while match.to_act is not None and not any(action.verb == "resolve" for action in match.legal()):
        match.play(captain.choose(match))
    assert any(action.verb == "with" for action in match.actions)


def test_units_brought_up_for_an_attack_make_it() -> None:
    table = Table()
    table.put("Ind-627", "1340")
    table.put("39A-HQ", "1042")
    for id, number in (("39A-94", "1140"), ("39A-5G", "1140"), ("39A-113", "1141")):
        table.put(id, number)
    match = table.activate("39A-HQ")
    captain = Captain()
    while match.to_act == "soviet" and not any(action.verb == "resolve" for action in match.actions):
        match.play(captain.choose(match))
    assert "attack 1340" in [str(action) for action in match.actions]


def test_an_open_objective_is_walked_into() -> None:
    table = Table()
    table.put("39A-94", "1835")
    match = table.move(SOVIET, "39A-94")
    captain = Captain()
    while match.to_act == "soviet" and where(match, "39A-94") == "1835":
        match.play(captain.choose(match))
    assert match.position()["control"][where(match, "39A-94")] == "soviet"


def test_the_last_unit_of_a_threatened_objective_stays() -> None:
    table = Table()
    table.put("26K-1", "1836")
    table.put("39A-94", "1838")
    match = table.move(GERMAN, "26K-1")
    assert str(Captain().choose(match)) == "done"


@pytest.mark.parametrize(
    ("code", "own_steps", "enemy_steps", "enemy_hexes", "starred"),
    [("A1*/Dr", 1, 0, 1, True), ("D2r2", 0, 2, 2, False), ("A2r", 2, 0, 0, False), ("-", 0, 0, 0, False)],
)
def test_printed_results_are_read(code: str, own_steps: int, enemy_steps: int, enemy_hexes: int, starred: bool) -> None:
    parts = read(code)
    assert (parts.own_steps, parts.enemy_steps, parts.enemy_hexes) == (own_steps, enemy_steps, enemy_hexes)
    assert parts.starred == starred


def test_shelter_turns_a_good_result_into_a_bad_one() -> None:
    assert value("A1*/Dr", 0, 0.0) > 0 > value("A1*/Dr", 1, 0.0)
    assert gain({"A1r": 0.5, "-": 0.5}, 0, 0.0) < LEAST_GAIN


def test_distances_go_round_what_cannot_be_crossed() -> None:
    board = cm.load("koenigsberg").rules.board
    ground = Ground(board)
    field = ground.field_to(ground.index["2932"])
    assert field[ground.index["2932"]] == 0
    assert field[ground.index["2931"]] < field[ground.index["1836"]] < FAR
    sea = next(h for h in range(board.n) if board.terrain(h) == "sea")
    assert field[sea] == FAR


def test_captain_beats_random_on_either_side() -> None:
    for bots in (("captain", "random"), ("random", "captain")):
        record = play_game(Pairing("koenigsberg", None, bots, 1))
        assert record.winner is not None
        assert record.bots[record.winner] == "captain"
