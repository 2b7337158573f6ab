"""The games as OpenSpiel has them, where it is installed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import countermarch as cm

pyspiel = pytest.importorskip("pyspiel")


@pytest.fixture(scope="module", autouse=True)
def registered() -> None:
    import countermarch.envs.spiel  # noqa: F401


def test_openspiel_finds_nothing_wrong_with_bridgehead() -> None:
    pyspiel.random_sim_test(pyspiel.load_game("countermarch"), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["countermarch(game=koenigsberg45)", "countermarch(game=seelow,scenario=kuestrin)"])
def test_every_die_is_a_chance_node(name: str) -> None:
    state, random, dice = pyspiel.load_game(name).new_initial_state(), Random(1), 0
    for _ in range(150):
        if state.is_chance_node():
            found = state.chance_outcomes()
            assert sum(chance for _, chance in found) == pytest.approx(1.0)
            dice += 1
            state.apply_action(random.choice(found)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    assert dice > 5 and len(state.match.rolls) >= dice
    assert all(roll.fixed for roll in state.match.rolls[-dice:]), "no die fell by itself"


def test_a_copy_goes_its_own_way_before_and_after_a_die() -> None:
    state, random = pyspiel.load_game("countermarch").new_initial_state(), Random(2)
    while not state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    ends = []
    for value in (0, 5):
        twin: Any = state.clone()
        twin.apply_action(value)
        ends.append(twin.match.rolls[-1].value)
        assert state.is_chance_node()
    assert ends == [1, 6]


def test_what_is_won_is_what_the_result_says() -> None:
    state, random = pyspiel.load_game("countermarch").new_initial_state(), Random(3)
    while not state.is_terminal():
        ids = [id for id, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        assert state.returns() == [0.0, 0.0]
        state.apply_action(random.choice(ids))
    result = state.match.result
    sides = cm.load("bridgehead").info.sides
    assert state.returns() == [
        0.0 if result.winner is None else 1.0 if side == result.winner else -1.0 for side in sides
    ]
