"""What a side imagines looks like what it sees, asks of it the same, and is a game like any other."""

from __future__ import annotations

from random import Random

import pytest

import countermarch as cm
from countermarch.games.chitpull.command import LENT_BY_ARMY_GROUP, CommandPhase
from countermarch.games.chitpull.movement import name_unit
from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.retreat import SETTLING, Flight
from countermarch.games.chitpull.state import LENT, NAMED, REMOVED, USED
from countermarch.match import Match
from tests.invariants import Watch
from tests.leaks import SIDES, fogged
from tests.property.test_derived_maps import check
from tests.rules.koenigsberg.table import SOVIET, Table
from tests.rules.stargard.table import Pomerania
from tests.trial import inside

ACTIONS, EVERY, ONWARDS = 260, 13, 40


@pytest.mark.parametrize("game", ["koenigsberg", "koenigsberg45", "stargard"])
def test_what_is_imagined_looks_the_same_and_plays_on(game: str) -> None:
    rng = Random(f"imagined {game}")
    match = fogged(game, rng)
    for number in range(ACTIONS):
        for side in SIDES if number % EVERY == 0 else ():
            imagined = match.imagine(side, number)
            assert imagined.view(side) == match.view(side)
            assert match.to_act != side or list(map(str, imagined.legal())) == list(map(str, match.legal()))
            play_on(imagined, rng)
        match.play(match.legal()[rng.randrange(len(match.legal()))])


def test_under_an_hq_lies_nothing_but_another() -> None:
    """Two arrive in one hex before one of them goes on; a fighter would lie above both."""
    match = cm.load("koenigsberg").start(seed=1, options={"fog_of_war": "on"})
    play = inside(match)
    first, second = (play.tables.index[id] for id in ("50A-HQ", "19A-HQ"))
    h = next(h for h in range(play.tables.n) if play.tables.land[h] and play.state.top[h] < 0)
    play.shift(first, h)
    play.shift(second, h)
    assert match.view("german")["hidden"][play.hex_name(h)] == 1
    for seed in range(30):
        assert match.imagine("german", seed).view("german") == match.view("german")


def asked_all_the_same(match: Match, viewer: str, *answers: str) -> None:
    """Whatever a side imagines, its enemy is asked what he is asked now; some time he has each of these answers."""
    assert match.to_act != viewer and match.hidden(viewer)
    found: set[str] = set()
    for seed in range(30):
        imagined = match.imagine(viewer, seed)
        assert imagined.view(viewer) == match.view(viewer)
        assert len(imagined.legal()) > 1
        found.update(map(str, imagined.legal()))
    assert found.issuperset(answers)


def test_who_is_asked_for_replacements_has_lost_a_step() -> None:
    """Nothing that is seen has, and nothing is eliminated."""
    table = Table(fog_of_war="on")
    table.put("49A-121", "0625", steps=1)
    table.put("49A-124", "0625")
    table.put("3A-41", "0620")
    table.put("3A-40", "0620")
    match = table.push(Replacements(SOVIET, 2, ()))
    asked_all_the_same(match, "german", "refit 49A-121", "refit 3A-41")


def independents() -> Table:
    """2SA-HQ is activated and may name one; 2BF-8 lies under another army's corps, an HQ of that army elsewhere."""
    table = Table(fog_of_war="on")
    table.put("2SA-HQ", "0816")
    table.put("49A-HQ", "0619")
    table.put("49A-121", "0619")
    table.put("2BF-8", "0815")
    table.put("49A-124", "0815")
    table.found("command", CommandPhase()).activate("2SA-HQ")
    table.play.state.moved[table.unit("2SA-HQ")] = 1
    table.play.state.quota = 1
    return table


def test_who_was_named_may_attack_though_no_place_is_left() -> None:
    table = independents()
    table.put("Ind-507", "0814")
    table.play.state.moved[table.unit("2BF-8")] = 1
    name_unit(table.play, table.unit("2BF-8"), lent=False)
    asked_all_the_same(table.match(), "german", "attack 0814")


def test_who_is_named_is_in_the_hand_of_the_enemy() -> None:
    """Nobody else can move, and a place for independents is taken."""
    match = independents().match()
    match.play("move 2BF-8")
    asked_all_the_same(match, "german", "to 0712", "to 0515")


def test_who_is_lent_is_in_the_hand_of_the_enemy() -> None:
    """Nobody else can move: three have been named, and army group has lent one before."""
    table = Table(fog_of_war="on")
    laid = {"23K-HQ": "1811", "Ind-904": "1015", "27K-35": "1015", "GD-PzG": "1206", "27K-252": "1206"}
    for id, number in laid.items():
        table.put(id, number)
    state, chit = table.play.state, table.tables.chit_index["HGM"]
    state.chit[chit], state.order[chit], state.drawn = USED, 1, 1
    table.found("command", CommandPhase()).activate("23K-HQ", LENT_BY_ARMY_GROUP - 1)
    state.moved[table.unit("23K-HQ")], state.quota = 1, 0
    for id, number, standing in (
        ("Ind-627", "1305", NAMED),
        ("Ind-185", "0914", NAMED),
        ("Ind-276", "1509", NAMED),
        ("Ind-507", "1405", LENT),
    ):
        state.active[table.put(id, number)] = standing
    match = table.match()
    match.play("lend Ind-904")
    asked_all_the_same(match, "soviet")


def test_a_retreat_that_finds_too_many_has_no_hq_among_three() -> None:
    table = Table(fog_of_war="on")
    for id, number in (("49A-HQ", "0619"), ("3A-HQ", "0622"), ("3A-41", "0619"), ("3A-40", "0622")):
        table.put(id, number)
    fled = [table.put(id, "0816") for id in ("2SA-88", "2SA-108", "2SA-116")]
    flight = Flight(SOVIET, table.hex("0815"), tuple(fled[1:]), 0, defending=True, extra=False, path=(), stage=SETTLING)
    asked_all_the_same(table.push(flight), "german", "apart 2SA-116")


def test_who_has_lost_his_hq_is_called_by_another() -> None:
    """Königsberg '45: as an independent unit."""
    table = Table(fog_of_war="on", game="koenigsberg45")
    table.put("28A-HQ", "0730")
    table.put("2GA-153", "0729")
    table.put("49A-124", "0729")
    table.box("2GA-HQ", REMOVED)
    match = table.activate("28A-HQ")
    match.play("move 28A-HQ")
    match.play(match.legal()[0])
    assert "move 2GA-153" in map(str, match.legal())
    asked_all_the_same(match, "german", "move 2GA-153")


def test_who_must_leave_moves_with_any_chit() -> None:
    """Stargard: Defend the Reich."""
    table = Pomerania(turn=5, fog_of_war="on")
    table.lay({"StellII-HQ": "17.24", "39Pz-HQ": "18.24", "22/10SS": "16.24", "A11/11SS": "16.24"})
    table.own.state.reich = 4
    match = table.activate("StellII-HQ")
    assert "withdraw 22/10SS" in map(str, match.legal())
    for id in ("39Pz-HQ", "StellII-HQ", "A11/11SS"):
        table.play.state.moved[table.unit(id)] = 1
    asked_all_the_same(match, "soviet", "withdraw 22/10SS")


def test_when_the_game_is_over_what_is_hidden_stays_so() -> None:
    table = Table(fog_of_war="on")
    table.put("49A-HQ", "0619")
    table.put("49A-121", "0619")
    match = table.match()
    assert match.to_act is None
    assert match.imagine("german", 1).view("german") == match.view("german")


def play_on(match: Match, rng: Random) -> None:
    watch = Watch(match._play)  # type: ignore[arg-type]
    for _ in range(ONWARDS):
        match.play(match.legal()[rng.randrange(len(match.legal()))])
        assert watch.faults(match._play) == []  # type: ignore[arg-type]
    check(match)
