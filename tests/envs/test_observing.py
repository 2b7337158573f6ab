"""Observations: what a side may know, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import countermarch as cm
from countermarch.envs import env
from countermarch.envs.observing import Observer, ground
from countermarch.match import Match
from tests.envs.scenarios import every_scenario, wander
from tests.property.test_leaks import FAMILY, pairs

PAIRS = 12


def observed(match: Match, side: str) -> dict[str, bytes]:
    observer = Observer(match.game, match.scenario)
    return {part: array.tobytes() for part, array in observer.observe(match, side).items()}


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg45 0.1e", "stargard-design 1.6")
@pytest.mark.parametrize("game", FAMILY)
def test_what_a_side_cannot_see_changes_nothing_it_observes(game: str) -> None:
    for seed, match, twin, side in pairs(game, PAIRS):
        assert observed(match, side) == observed(twin, side), f"{game} {seed}, {side}: {match._play.top}"


def test_a_leak_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "seen", lambda self, side: (self._play.state, {}))
    found = [observed(match, side) != observed(twin, side) for _, match, twin, side in pairs("koenigsberg", PAIRS)]
    assert any(found)


@every_scenario
def test_planes_and_rows_tell_what_the_view_tells(game: str, scenario: str) -> None:
    table = env(game, scenario)
    observer, board = table.observer, cm.load(game).rules.board
    for at in list(wander(table, 5, 60))[::20]:
        for side in at.possible_agents:
            seen, view = at.observe(side), at.match.view(side)
            planes = dict(zip(observer.planes, seen["observation"].reshape(len(observer.planes), -1), strict=True))
            for whose, owner in (("own", True), ("enemy", False)):
                lying = [u for u in view["units"] if u["hex"] and u["side"] and (u["side"] == side) == owner]
                assert planes[f"{whose} counters"].sum() == len(lying)
                assert planes[f"{whose} steps"].sum() == sum(u["steps"] for u in lying)
                assert {board.grid.numbers[h] for h in np.flatnonzero(planes[f"{whose} counters"])} == {
                    u["hex"] for u in lying
                }
            assert planes["unseen"].sum() == sum(view["hidden"].values())
            rows = dict(zip(observer.counter_columns, seen["units"].T, strict=True))
            steps = {u["id"]: u["steps"] for u in view["units"]}
            ids = [unit.id for unit in at.match.game.rules.pieces]
            assert all(rows["steps"][ids.index(id)] == number for id, number in steps.items())
            told = dict(zip(observer.vector, seen["vector"].tolist(), strict=True))
            assert told["turn"] == at.match.turn and told["to act"] == (side == at.match.to_act)


def test_what_is_asked_is_pointed_out_to_who_is_asked() -> None:
    table = env("bridgehead")
    table.reset(seed=1)
    side = table.agent_selection
    move = next(action for action in table.match.legal() if action.verb == "move")
    unit = table.match.game.rules.grammar.index["unit"][move.units[0]]
    table.step(table.encode(move))
    rows = dict(zip(table.observer.counter_columns, table.observe(side)["units"].T, strict=True))
    assert np.flatnonzero(rows["asked"]).tolist() == [unit] == np.flatnonzero(rows["committed"]).tolist()
    planes = dict(zip(table.observer.planes, table.observe(side)["observation"], strict=True))
    assert planes["asked"].sum() == planes["committed"].sum() == 1
    other = next(agent for agent in table.agents if agent != side)
    assert not table.observe(other)["units"][:, -2:].any()


def test_an_observation_is_ones_own_to_keep() -> None:
    table = env("bridgehead")
    table.reset(seed=1)
    before = table.observe(table.agent_selection)
    for part in before.values():
        part[...] = 1
    again = table.observe(table.agent_selection)
    assert any((again[part] != before[part]).any() for part in before)
    assert not again["action_mask"].all()


def test_only_the_parts_that_are_wanted_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "seen", None)
    with pytest.raises(TypeError):
        env("bridgehead", parts=("units",))
    monkeypatch.undo()
    table = env("bridgehead", parts=("vector", "action_mask"))
    table.reset(seed=1)
    assert list(table.observe("soviet")) == ["vector", "action_mask"]
    assert list(table.observation_space("soviet").spaces) == ["action_mask", "vector"]


@every_scenario
def test_the_ground_is_given_once(game: str, scenario: str) -> None:
    board = cm.load(game).rules.board
    names, planes = ground(board)
    terrain: Any = planes[names.index("terrain")].reshape(-1)
    assert terrain.tolist() == list(board.hex_layer("terrain").codes)
    assert len(names) == len(planes) and f"{next(iter(board.side_layers))} 5" in names
    assert planes.shape[1:] == env(game, scenario).observer.shape
