"""2.1.4 The game for three: whose a decision and an action is when each Soviet front has a player of its own."""

from random import Random

import pytest

import countermarch as cm
from countermarch.games.base import command_at, seat_of, side_of
from countermarch.games.chitpull import barrage
from countermarch.games.chitpull.barrage import OpeningBarrage
from countermarch.games.chitpull.reinforcements import ArrivalMoves
from countermarch.games.chitpull.replacements import Replacements
from countermarch.match import Match
from tests.rules.koenigsberg.chits import draw
from tests.rules.koenigsberg.fights import attack, lay, ready
from tests.rules.koenigsberg.retreats import driven
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, texts

FRONTS = ("2BF", "3BF")


def owners(match: Match) -> dict[str, str | None]:
    """Everything that can be done, and whose it is."""
    return {text: match.command_of(text) for text in texts(match)}


@pytest.mark.rule("koenigsberg 2.1.4")
def test_the_soviet_side_may_be_divided_into_its_two_fronts() -> None:
    info = cm.load("koenigsberg").info
    (division,) = info.divisions
    assert info.division("soviet") == division and info.division("german") is None
    assert str(division.rule) == "koenigsberg 2.1.4"
    titles = {seat: command.title.render("en") for seat, command in division.seats.items()}
    assert titles == {"soviet.2BF": "2nd Belorussian Front", "soviet.3BF": "3rd Belorussian Front"}
    assert seat_of("soviet", "2BF") == "soviet.2BF" and side_of("soviet.2BF") == side_of("soviet") == "soviet"
    assert (command_at("soviet.2BF"), command_at("soviet")) == ("2BF", "")


def test_the_first_editions_book_offers_no_game_for_three() -> None:
    for game in ("koenigsberg45", "stargard", "vistula", "seelow", "bridgehead"):
        assert cm.load(game).info.divisions == ()


@pytest.mark.rule("koenigsberg 2.1.4")
def test_an_activation_is_its_fronts_from_the_first_move_to_the_last_advance() -> None:
    table = Table()
    lay(table, {"39A-HQ": "1043", "39A-94": "1043", "3BF-2G": "1044", "2BF-1G": "1044"})
    match = table.activate("39A-HQ")
    assert match.command_of() == "3BF" and set(owners(match).values()) == {"3BF"}
    assert match.command_of("move 2BF-1G") == "2BF"  # whoever sends that is not its commander, legal or not
    match.play("move 39A-94")
    assert match.command_of() == match.command_of("to 1143") == "3BF"  # a hex alone names nobody


@pytest.mark.rule("koenigsberg 2.1.4")
def test_a_fronts_attack_and_what_comes_of_it_are_its_own() -> None:
    table = Table()
    lay(table, {"65A-18": "0636", "65A-105": "0636", "65A-HQ": "0536", "9K-561": "0637"})
    match = table.activate("65A-HQ")
    match.play("done")
    assert match.command_of() == match.command_of("attack 0637") == "2BF"
    match.play("attack 0637")
    assert match.command_of() == match.command_of("with 65A-18") == "2BF"
    match.play("with 65A-18")
    assert match.command_of("resolve") == "2BF"
    match.next_dice(6)
    match.play("resolve")
    while match.to_act == "german":
        match.play(texts(match)[0])
    assert match.command_of() == match.command_of("advance 65A-18 0637") == match.command_of("done") == "2BF"
    assert any(text.startswith("advance") for text in texts(match))


@pytest.mark.rule("koenigsberg 2.1.4", "koenigsberg 4.1.2")
def test_a_front_chit_is_its_fronts() -> None:
    table = Table()
    lay(table, {"70A-HQ": "0506", "65A-HQ": "0510", "39A-HQ": "1043"})
    match = draw(table, "2BF-1")
    assert owners(match) == {"activate 65A-HQ": "2BF", "activate 70A-HQ": "2BF"} and match.command_of() == "2BF"


@pytest.mark.rule("koenigsberg 2.1.4", "koenigsberg 2.5.1")
def test_a_fronts_barrages_are_its_own_and_those_of_an_event_are_shared() -> None:
    units = {"39A-5G": "0636", "65A-18": "0836", "9K-561": "0637", "9K-548": "0837"}
    for front, whose in (("2BF", "2BF"), ("3BF", "3BF"), ("", None)):
        table = Table()
        lay(table, units)
        barrage.fire(table.play, SOVIET, front, 1)
        match = table.match()
        assert match.command_of() == whose and set(owners(match).values()) == {whose}


@pytest.mark.rule("koenigsberg 2.1.4", "koenigsberg 3.0-barrage")
def test_in_the_opening_front_after_front_is_asked() -> None:
    table = Table(turn=1)
    lay(table, {"39A-5G": "0636", "65A-18": "0836", "9K-561": "0637", "9K-548": "0837"})
    match = table.push(OpeningBarrage(0))
    asked = []
    while match.to_act is not None:
        asked.append((match.to_act, match.command_of()))
        match.play("done" if "done" in texts(match) else texts(match)[0])
    assert list(dict.fromkeys(asked)) == [("german", None), ("soviet", "2BF"), ("soviet", "3BF")]


@pytest.mark.rule("koenigsberg 2.1.4", "koenigsberg 11.2")
def test_each_front_spends_the_common_replacements_on_its_own_units() -> None:
    table = Table()
    table.put("39A-94", "1043", steps=1)
    table.put("65A-18", "0510", steps=1)
    match = table.push(Replacements(SOVIET, 2, ()))
    assert match.command_of() is None
    assert owners(match) == {"refit 39A-94": "3BF", "refit 65A-18": "2BF", "done": None}
    match.play("refit 39A-94")
    assert match.command_of() == match.command_of("done") == "2BF"  # nobody else has anything to gain


@pytest.mark.rule("koenigsberg 2.1.4", "koenigsberg 8.0")
def test_reinforcements_are_moved_by_their_front() -> None:
    table = Table()
    units = tuple(table.put(id, hex) for id, hex in (("39A-94", "1043"), ("65A-18", "0510")))
    match = table.push(ArrivalMoves(SOVIET, units, units))
    named = {text: whose for text, whose in owners(match).items() if "39A" in text or "65A" in text}
    assert set(named.values()) == {"2BF", "3BF"} and match.command_of("done") is None
    match.play("move 65A-18")
    assert match.command_of() == "2BF"


@pytest.mark.rule("koenigsberg 2.1.4", "koenigsberg 9.4", "koenigsberg 9.5.6")
def test_a_stack_of_both_fronts_that_is_struck_is_answered_for_by_both() -> None:
    units = {"39A-94": "0637", "65A-18": "0637"}
    table = Table()
    lay(table, {**units, "26K-1": "0640"})
    match = driven(table, units, 1, SOVIET)
    assert match.command_of() is None
    assert owners(match) == {"together": None, "apart 39A-94": "3BF", "apart 65A-18": "2BF"}
    match.play("together")
    assert match.command_of() is None  # where they go together


@pytest.mark.rule("koenigsberg 2.1.4")
def test_a_struck_stack_of_one_front_is_that_fronts_though_the_germans_attack() -> None:
    table = Table()
    lay(table, {"65A-18": "0637", "26K-1": "0636", "26K-69": "0636", "9K-561": "0538", "9K-548": "0538"})
    match = table.fight(GERMAN, "26K-1", "26K-69", "9K-561", "9K-548")
    assert match.command_of() is None and match.command_of("attack 0637") is None  # the Germans are not divided
    attack(match, "0637", 6, ["26K-1", "26K-69", "9K-561", "9K-548"])
    while match.to_act == "german":
        match.play(texts(match)[-1])
    assert match.to_act == "soviet" and match.command_of() == "2BF"


@pytest.mark.parametrize("seed", range(3))
def test_whoever_is_asked_has_something_to_say_and_nothing_is_nobodys(seed: int) -> None:
    match, random = cm.load("koenigsberg").start(seed=seed, options={"fog_of_war": "on"}), Random(seed)
    shared = asked = 0
    while match.to_act is not None and match.turn < 4 and len(match.actions) < 700:
        if match.to_act == "soviet" and not match.paused:
            whose, found = match.command_of(), {match.command_of(action) for action in match.legal()}
            assert found <= {whose, None} if whose else all(found & {front, None} for front in FRONTS)
            shared, asked = shared + (whose is None), asked + 1
        match.play(random.choice(match.legal()))
    assert asked > 100 and shared < asked


@pytest.mark.rule("koenigsberg 2.1.4")
def test_undivided_games_answer_that_all_is_the_whole_sides() -> None:
    match = ready({"39A-5G": "0636"}, {"9K-561": "0637"}, table=Table(game="koenigsberg45"))
    assert match.to_act == "soviet" and match.command_of() is match.command_of("attack 0637") is None
