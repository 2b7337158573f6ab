"""The pages of the games say what can really be said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import countermarch as cm
from countermarch.shelf import OURS

PAGES = Path(__file__).parent.parent / "docs" / "games"


@pytest.mark.parametrize("key", OURS)
def test_every_action_on_the_page_of_a_game_can_be_read(key: str) -> None:
    table = re.search(r"\| action \| meaning \|\n(.*?)\n\n", (PAGES / f"{key}.md").read_text(), re.DOTALL)
    assert table is not None
    cells = [row.split("|")[1] for row in table[1].splitlines()[1:]]
    actions = [action for cell in cells for action in re.findall(r"`([^`]+)`", cell) if "..." not in action]
    game = cm.load(key)
    assert len(actions) > 3
    for action in actions:
        assert str(game.parse(action)) == action


def test_set_up_and_arrival_on_the_page_of_seelow_are_legal() -> None:
    placed, limbered, arrival = re.findall(r"`((?:place|enter) [^`]+)`", (PAGES / "seelow.md").read_text())
    match = cm.load("seelow").start("seelow", seed=1, pauses=False)
    for action in (placed, limbered):
        while action not in [str(legal) for legal in match.legal()]:
            match.play(str(match.legal()[0]))  # group by group, up to that of the sample
        match.play(action)
    while match.position()["phase"] == "deployment":
        match.play("propose")
    position = match.position()
    position.update(turn=4, phase="movement_2")
    del position["flow"]
    cm.load("seelow").from_position(position).play(arrival)
