"""Rules are proved by playing: a position, the actions of the players, what comes of it."""

from __future__ import annotations

import pytest

import countermarch as cm

RACE = cm.load("race")


def placed(**hexes: str) -> cm.Match:
    """The beginning, with counters somewhere else."""
    document = RACE.start(seed=1).position()
    for unit in document["units"]:
        unit["hex"] = hexes.get(unit["id"], unit["hex"])
    return RACE.from_position(document)


@pytest.mark.rule("race 2")
def test_every_hex_costs_a_point() -> None:
    match = RACE.start(seed=1)
    assert match.reach("H")["0302"] == 2
    refusal = match.why_not("H", "0401")
    assert refusal is not None and str(refusal.citation) == "race 2"


@pytest.mark.rule("race 3")
def test_who_comes_to_the_far_side_first_has_won() -> None:
    match = placed(H="0502")
    match.play("move H")
    match.play("to 0702")
    match.play("go-on")  # until then it could be taken back
    assert match.result is not None and match.result.winner == "hare"


@pytest.mark.rule("race 1", "race 3")
def test_after_five_turns_the_tortoise_has_won() -> None:
    match = RACE.start(seed=1)
    while match.to_act is not None:
        match.play("done")
    assert match.position()["turn"] == 5
    assert match.result is not None and match.result.winner == "tortoise"
