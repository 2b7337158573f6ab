"""Finished games of every scenario still come out as they did; see `corpus`."""

from __future__ import annotations

import json

import pytest

import countermarch as cm
from tests import corpus

ALTERED = "this game comes out otherwise: run `python -m tests.corpus {game}` and say in the commit why it is right"


@pytest.mark.parametrize(("game", "scenario", "seed"), list(corpus.kept()))
def test_a_finished_game_comes_out_as_it_did(game: str, scenario: str, seed: int) -> None:
    save = corpus.read(game, scenario, seed)
    try:
        match = cm.resume(save)
    except cm.SaveError as error:
        pytest.fail(f"{ALTERED.format(game=game)} ({error})")
    assert match.result is not None and match.scenario == scenario


def test_no_game_is_kept_of_a_scenario_that_is_gone() -> None:
    known = {corpus.file_of(*one).name for one in corpus.kept()}
    assert {file.name for file in corpus.FOLDER.iterdir()} == known


def test_a_game_that_was_altered_is_noticed() -> None:
    saved = json.loads(corpus.read(*next(one for one in corpus.kept() if one[0] == "bridgehead")))
    with pytest.raises(cm.SaveError):
        cm.resume(json.dumps({**saved, "actions": saved["actions"][:-1]}))
    with pytest.raises(cm.SaveError):
        cm.resume(json.dumps({**saved, "version": "0"}))
