"""Positions and saves from strangers, a small sample; `make long` has ten thousand of each a game."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pytest

import countermarch as cm
from tests import edits
from tests.strangers import BATCH, EDITED, GAMES, KINDS, MENDED, UNTOUCHED, Batch, Fault, Tally, step, strangers, within


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_what_strangers_send_is_refused_in_words_or_plays_on(game: str, kind: str) -> None:
    tally = strangers(game, kind, BATCH, seed=11)
    assert not tally.report, tally.report
    assert tally.taken[UNTOUCHED] + tally.taken[MENDED] and 0.05 < tally.share(EDITED) < 0.9
    assert tally.played > 200


def test_the_same_seed_makes_the_same_documents() -> None:
    first, second = (strangers("seelow", "positions", 15, seed=3) for _ in range(2))
    assert (first.words, first.taken, first.played) == (second.words, second.taken, second.played)


def test_a_fault_is_reported_so_that_it_can_be_repeated() -> None:
    batch = Batch(cm.load("seelow"), "saves", 4, Tally())
    batch.told = ["frame_dropped"]
    report = batch.report(7, Fault("two kings"))
    assert "two kings" in report and "edits: frame_dropped" in report
    assert "--game seelow --kind saves --seed 4 --number 7" in report


def test_whatever_takes_too_long_is_stopped() -> None:
    with pytest.raises(Fault, match=r"more than 0\.05 s"), within(0.05):
        while True:
            pass


def test_every_edit_changes_something_some_time() -> None:
    """An edit that never does anything would prove nothing."""
    matches = [cm.load(game).start(seed=1, pauses=False) for game in ("koenigsberg", "seelow")]
    for match in matches:
        rng = Random(1)
        for _ in range(400):
            step(match, rng)
    others = [json.loads(json.dumps(match.position())) for match in matches]
    for edit in {*edits.ANYWHERE, *edits.FLOW, *edits.COUNTERS}:
        hand = edits.Hand(Random(edit.__name__), others)
        assert any(_changes(edit, hand, document) for document in others for _ in range(30)), edit.__name__


def _changes(edit: edits.Edit, hand: edits.Hand, document: edits.Document) -> bool:
    copy = edits.copied(document)
    edit(hand, copy)
    return repr(copy) != repr(document)


# cases by name


def save_of(game: str, actions: list[str]) -> str:
    saved = json.loads(cm.load(game).start(seed=1).save())
    return json.dumps({**saved, "actions": actions})


@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_thousand_fixed_dice_are_refused_at_once(game: str) -> None:
    text = save_of(game, ["!dice 6"] * 100_000)
    began = time.process_time()
    with pytest.raises(cm.SaveError, match="action 1001, '!dice 6': no more than 1000 dice and draws can lie ready"):
        cm.resume(text)
    assert time.process_time() - began < 3


def test_fixed_dice_and_draws_lie_ready_up_to_a_number() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    match.next_dice(*[6] * 999)
    match.next_draw("39A")
    before = match.fingerprint()
    with pytest.raises(cm.GameError, match="no more than 1000"):
        match.next_dice(1)
    with pytest.raises(cm.GameError, match="no more than 1000"):
        match.next_draw("39A")
    assert match.fingerprint() == before
    document = match.position()
    document["dice"]["next"].append(3)
    with pytest.raises(cm.PositionError, match="no more than 1000"):
        match.game.from_position(document)


def test_a_save_says_nothing_twice() -> None:
    text = save_of("seelow", []).replace('"game"', '"game": "vistula", "game"', 1)
    with pytest.raises(cm.SaveError, match="it says game twice"):
        cm.resume(text)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_a_save_has_numbers_only(word: str) -> None:
    with pytest.raises(cm.SaveError, match=f"{word} is no number"):
        cm.resume(save_of("seelow", []).replace('"actions": []', f'"actions": [{word}]'))


@pytest.mark.parametrize("key", ["", "00", "0" * 10_000_000])
def test_the_key_of_a_save_has_its_length(key: str) -> None:
    saved = json.loads(save_of("seelow", []))
    with pytest.raises(cm.SaveError, match="the key of the dice has 32 bytes"):
        cm.resume(json.dumps({**saved, "key": key}))


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("move " + "x" * 10_000_000, "an action of 10000005 letters cannot be one"),
        ("move " + "x" * 1900, "no unit 'xxx"),
        ("move \ud800", "no unit '.'"),
        ("!draw \ud800", "cannot be fixed"),
        ("!dice " + "6 " * 5_000_000, "no more than 1000"),
        ("place 47-140 ٣", "no hex"),
    ],
)
def test_an_action_no_game_has_is_refused_at_once_and_quoted_in_part(action: str, words: str) -> None:
    text = save_of("seelow", [action])
    began = time.process_time()
    with pytest.raises(cm.SaveError, match=words) as refused:
        cm.resume(text)
    assert time.process_time() - began < 2
    assert len(str(refused.value).encode()) < 2000


# procedures that lie


def underway(game: str, procedure: str) -> edits.Document:
    """The position of a random game when such a procedure is under way."""
    for seed in count(1):
        match, rng = cm.load(game).start(seed=seed), Random(seed)
        while match.to_act is not None:
            if any(type(frame).__name__ == procedure for frame in match._play.state.frames):
                break
            step(match, rng)
        else:
            continue
        found: edits.Document = json.loads(json.dumps(match.position()))
        return found
    raise AssertionError


Spoil = Callable[[edits.Document, edits.Document], object]  # a document, and the procedure in it


def all_units(**marks: Any) -> Spoil:
    return lambda document, frame: [unit.update(marks) for unit in document["units"]]


def laid(id: str, hex: str) -> Spoil:
    return lambda document, frame: next(u for u in document["units"] if u["id"] == id).update(hex=hex, where=None)


def fields(**values: Any) -> Spoil:
    return lambda document, frame: frame.update(values)


@pytest.mark.parametrize(
    ("game", "procedure", "spoil", "field"),
    [
        ("vistula", "Battle", all_units(attacked=0), "units"),
        ("vistula", "Battle", fields(stage=8, steps=9, lost=1), "lost"),
        ("vistula", "Deployment", laid("HQ-3PzA", "0103"), "step"),
        ("vistula", "GameTurn", lambda document, frame: document.update(flow=[frame]), "step"),
        ("seelow", "Setup", laid("47-137", "3102"), "stage"),
        ("seelow", "Volley", fields(shots=[[0, 100]]), "shots"),
    ],
)
def test_a_procedure_that_lies_is_named_with_its_field(game: str, procedure: str, spoil: Spoil, field: str) -> None:
    document = underway(game, procedure)
    cm.load(game).from_position(document)
    spoil(document, next(frame for frame in document["flow"] if frame["procedure"].endswith(f".{procedure}")))
    with pytest.raises(
        cm.PositionError, match=rf"{procedure} has {field} .*, which the rest of the position contradicts"
    ):
        cm.load(game).from_position(document)
