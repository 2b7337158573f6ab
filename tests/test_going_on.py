"""What a side has done can be taken back until it goes on: no die, no draw and no other side before (decision 4)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import countermarch as cm
from countermarch.bots.random import RandomBot
from countermarch.flow import GoOn
from countermarch.games.chitpull.state import VOLKSSTURM_BOX
from countermarch.notation import Grammar
from tests.rules.bridgehead import table as bridgehead
from tests.rules.koenigsberg.chits import laid_out
from tests.rules.koenigsberg.table import Table, where

LONG = 4000  # decisions within which a game comes to a pause


def texts(match: cm.Match) -> list[str]:
    return [str(action) for action in match.legal()]


def paused_after(game: str, verb: str, seed: int = 3) -> tuple[cm.Match, str]:
    """A random game at its first pause after such an action, and the action."""
    rng = Random(seed)
    match = cm.load(game).start(seed=seed)
    for _ in range(LONG):
        if match.to_act is None:
            match = cm.load(game).start(seed=rng.randrange(10**6))
        action = match.legal()[int(rng.random() * len(match.legal()))]
        match.play(action)
        if match.paused and action.verb == verb:
            return match, str(action)
    raise AssertionError(f"no pause after {verb} in {game}")


CHOICES = [
    *(("koenigsberg", verb) for verb in ("place", "to", "retreat", "advance", "refit")),
    *(("koenigsberg45", verb) for verb in ("place", "to", "retreat", "flee")),
    *(("stargard", verb) for verb in ("place", "to", "retreat")),
    *(("vistula", verb) for verb in ("fill", "place", "lose", "column", "rebuild")),
    *(("seelow", verb) for verb in ("propose", "retreat", "stand")),
    *(("bridgehead", verb) for verb in ("to", "retreat", "advance")),
]


@pytest.mark.parametrize(("game", "verb"), CHOICES)
def test_a_choice_can_be_taken_back_until_its_side_goes_on(game: str, verb: str) -> None:
    match, action = paused_after(game, verb)
    decision, side, rolls = match.decision, match.to_act, match.rolls
    assert decision is not None and (decision.kind, decision.side) == ("done", side)
    assert texts(match) == ["go-on"] and match.can_undo
    then = decision.prompt.key.removeprefix("engine.prompt.go_on_")
    assert then in ("chance", "end", "other")
    before = match.fingerprint()
    assert match.undo() and match.to_act == side and not match.paused
    match.play(action)
    assert match.fingerprint() == before and match.rolls == rolls
    match.play("go-on")
    assert not match.paused and (match.to_act != side or len(match.rolls) > len(rolls)) and not match.can_undo
    if then == "end":
        assert match.to_act is None
    elif then == "other":
        assert match.to_act != side
    else:
        assert len(match.rolls) > len(rolls) or match.to_act != side


def test_the_last_volkssturm_placed_draws_no_chit() -> None:
    play = laid_out()
    play.state.turn = 3
    table = Table()
    table.play = play
    for id in ("VS-1", "VS-2"):
        table.box(id, VOLKSSTURM_BOX)
    match = table.phase("volkssturm")
    first = next(text for text in texts(match) if text.startswith("place VS-1"))
    match.play(first)
    last = next(text for text in texts(match) if text.startswith("place VS-2"))
    match.play(last)
    assert match.paused and match.to_act == "german" and not match.rolls
    match.undo()
    assert where(match, "VS-2") == "volkssturm_box" and last in texts(match)
    match.play(last)
    match.play("go-on")
    assert match.rolls[0].purpose.split()[1] == "cup"


def test_who_says_he_is_through_is_not_asked_again() -> None:
    table = Table()
    table.play = laid_out()
    table.box("VS-1", VOLKSSTURM_BOX)
    match = table.phase("volkssturm")
    match.play("done")
    assert not match.paused and match.rolls


def test_placing_the_rest_hands_over_when_the_side_goes_on() -> None:
    match = cm.load("vistula").start("deutschland_kaputt", seed=1)
    side = match.to_act
    match.play("fill")
    assert match.paused and match.to_act == side
    match.undo()
    assert "fill" in texts(match)
    match.play("fill")
    match.play("go-on")
    assert match.to_act not in (side, None)


OPEN = {"408R": "0904", "411R": "0905", "I-94": "0804"}  # two against one in the open: 8 to 4


def attacked() -> cm.Match:
    """Bridgehead: I-94 must retreat."""
    match = bridgehead.table("soviet_combat", OPEN)
    match.play("attack 0804")
    match.play("with 408R")
    match.play("with 411R")
    match.next_dice(3)
    match.play("resolve")
    return match


def test_a_defender_takes_his_retreat_back_before_the_attacker_is_asked() -> None:
    match = attacked()
    one, other, *_ = texts(match)
    assert match.to_act == "german"
    match.play(one)
    assert match.paused and match.to_act == "german"
    match.undo()
    match.play(other)
    match.play("go-on")
    assert match.to_act == "soviet" and not match.can_undo


def test_an_advance_is_taken_back_before_the_turn_passes() -> None:
    match = attacked()
    match.play(texts(match)[0])
    match.play("go-on")
    start = bridgehead.where(match, "408R")
    match.play("advance 408R")
    assert match.paused and match.to_act == "soviet" and bridgehead.where(match, "408R") == "0804"
    match.undo()
    assert bridgehead.where(match, "408R") == start and "advance 411R" in texts(match)
    match.play("advance 411R")
    match.play("go-on")
    assert match.to_act == "german"


def test_nothing_is_decided_before_the_last_choice_is_let_stand() -> None:
    """The game ends when the side goes on, and only then are result and key told."""
    for seed in range(200):
        match, rng = cm.load("koenigsberg").start(seed=seed), Random(seed)
        while match.to_act is not None and match._play.at_work is not None:
            match.play(match.legal()[int(rng.random() * len(match.legal()))])
        if match.to_act is not None:
            break
    assert match.paused and match.result is None and match.dice_key is None
    twin = match.game.from_position(json.loads(json.dumps(match.position())))
    assert twin.paused and twin.fingerprint() == match.fingerprint() and twin.result is None
    match.play("go-on")
    assert match.to_act is None and match.result is not None and match.dice_key is not None


# who is not asked


def test_a_bot_goes_on_without_a_thought() -> None:
    match, _ = paused_after("bridgehead", "retreat")
    bot, other = RandomBot(7), RandomBot(7)
    assert str(bot.choose(match)) == "go-on"
    match.play("go-on")
    assert bot.choose(match) == other.choose(match)


def test_in_an_imagined_match_nobody_is_asked() -> None:
    match, action = paused_after("bridgehead", "retreat")
    match.undo()
    assert match.to_act is not None
    imagined = match.imagine(match.to_act, 1)
    for table in (imagined, imagined.copy()):
        table.play(action)
        assert not table.paused and table.to_act != match.to_act


def test_what_is_imagined_at_a_pause_goes_on_from_there() -> None:
    match, _ = paused_after("koenigsberg", "retreat")
    for side in match.game.info.sides:
        imagined = match.imagine(side, 1)
        assert imagined.paused and imagined.view(side) == match.view(side)
        imagined.play("go-on")
        assert not imagined.paused


# saves and positions


@pytest.mark.parametrize(("game", "verb"), CHOICES[::3])
def test_a_pause_is_saved_and_written_as_it_stands(game: str, verb: str) -> None:
    match, _ = paused_after(game, verb)
    for twin in (cm.resume(match.save()), match.game.from_position(json.loads(json.dumps(match.position())))):
        assert twin.paused and twin.fingerprint() == match.fingerprint()
        assert [event.to_json() for event in twin.play("go-on")] == [
            event.to_json() for event in match.copy().play("go-on")
        ]


def edited(match: cm.Match, **changes: Any) -> str:
    document = json.loads(json.dumps(match.position()))
    document["flow"][-1].update(changes)
    del document["to_act"]
    try:
        match.game.from_position(document)
    except cm.PositionError as error:
        return str(error)
    return ""


def test_only_who_could_have_chosen_is_asked_to_go_on() -> None:
    match, _ = paused_after("bridgehead", "retreat")
    german = match.game.info.sides.index("german")
    assert match.to_act == "german" and edited(match, side=german) == ""
    assert "GoOn has side" in edited(match, side=1 - german) and "side" in edited(match, side=7)


def test_nothing_lies_on_a_pause() -> None:
    match, _ = paused_after("bridgehead", "retreat")
    document = json.loads(json.dumps(match.position()))
    document["flow"].append(document["flow"][-1])
    with pytest.raises(cm.PositionError):
        match.game.from_position(document)


def test_a_game_that_goes_on_is_not_paused_at_its_end() -> None:
    match, _ = paused_after("bridgehead", "retreat")
    document = json.loads(json.dumps(match.position()))
    document["flow"] = document["flow"][-1:]
    with pytest.raises(cm.PositionError):
        match.game.from_position(document)


# the word


def test_every_grammar_knows_the_word_behind_its_own() -> None:
    grammar = Grammar({"done": (), "resolve": (), "leap": ("hex",)}, {"hex": ("0101",)})
    assert grammar.write(grammar.go_on) == "go-on" and grammar.read("go-on") == grammar.go_on == (3,)
    assert grammar.closing == {0, 1, 3}


# programs


def test_a_match_without_pauses_is_never_held_up_and_saved_as_one() -> None:
    match, rng = cm.load("bridgehead").start(seed=5, pauses=False), Random(5)
    while match.to_act is not None:
        assert not match.paused
        match.play(match.legal()[rng.randrange(len(match.legal()))])
    assert "go-on" not in match.record
    again = cm.resume(match.save())
    assert again.fingerprint() == match.fingerprint() and again.beginning().save() == match.beginning().save()


def test_pauses_change_nothing_but_who_is_asked_to_go_on() -> None:
    held, free, rng = cm.load("bridgehead").start(seed=5), cm.load("bridgehead").start(seed=5, pauses=False), Random(5)
    pauses = 0
    while free.to_act is not None:
        assert texts(held) == texts(free) and held.fingerprint() == free.fingerprint()
        at = rng.randrange(len(free.legal()))
        free.play(free.legal()[at])
        held.play(held.legal()[at])
        if held.paused:
            held.play("go-on")
            pauses += 1
    assert pauses and held.to_act is None


def test_a_side_imagines_the_end_while_it_still_has_to_go_on() -> None:
    match = cm.load("koenigsberg45").start(seed=1, options={"fog_of_war": "on"})
    match._play.state.frames[:] = [GoOn(0)]  # the last advance has ended the game
    match._play.settle()
    for side in match.game.info.sides:
        imagined = match.imagine(side, 3)
        assert imagined.view(side)["units"] == match.view(side)["units"]
