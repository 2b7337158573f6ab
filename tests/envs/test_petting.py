"""The AEC environment keeps PettingZoo's contract, for every scenario of every game."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import countermarch as cm
from countermarch.envs import env, parallel_env
from tests.envs.scenarios import every_scenario, wander

pytestmark = pytest.mark.filterwarnings("ignore")  # PettingZoo's advice on names and spaces of Atari games


@every_scenario
def test_the_api_is_kept(game: str, scenario: str) -> None:
    api_test(env(game, scenario), num_cycles=60)


@every_scenario
def test_a_seed_gives_the_same_match(game: str, scenario: str) -> None:
    seed_test(partial(env, game, scenario), num_cycles=40)


@every_scenario
def test_every_way_of_drawing_is_drawn(game: str, scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, game, scenario))
    assert cm.load(game).info.title in capsys.readouterr().out, "for a person the map is printed"


def test_a_match_is_broken_off_after_so_many_cycles() -> None:
    def in_turns(**terms: Any) -> Any:
        return parallel_to_aec(parallel_env(**terms))

    max_cycles_test(SimpleNamespace(parallel_env=parallel_env, env=in_turns))


@every_scenario
def test_broken_off_is_not_over(game: str, scenario: str) -> None:
    table = env(game, scenario, max_cycles=5)
    *_, last = wander(table, 1, 5)
    assert last.truncations == dict.fromkeys(table.possible_agents, True)
    assert last.terminations == dict.fromkeys(table.possible_agents, False)
    assert last.rewards == dict.fromkeys(table.possible_agents, 0.0)
    assert not last.observe(last.agent_selection)["action_mask"].any()


def test_sides_that_act_at_once_keep_the_api() -> None:
    parallel_api_test(parallel_env("bridgehead"), num_cycles=200)
    parallel_seed_test(partial(parallel_env, "bridgehead"), num_cycles=50)


def test_a_whole_game_pays_the_winner_and_names_him() -> None:
    for seed in range(6):
        *_, last = wander(env("bridgehead"), seed, 10_000)
        result = last.match.result
        assert result is not None and all(last.terminations.values())
        paid = {side: 0.0 if result.winner is None else 1.0 if side == result.winner else -1.0 for side in last.agents}
        assert last.rewards == paid
        assert last.infos[last.agents[0]] == {
            "winner": result.winner,
            "level": result.level,
            "points": dict(result.points),
        }


def test_points_are_paid_as_they_change_and_come_to_the_margin() -> None:
    for game in ("bridgehead", "koenigsberg"):
        table = env(game, reward="points")
        paid, first = dict.fromkeys(table.possible_agents, 0.0), None
        for at in wander(table, 3, 10_000):
            first = first or at.match.standing()
            paid = {side: paid[side] + at.rewards[side] for side in at.agents}
        result = table.match.result
        assert result is not None and first is not None
        for side in paid:
            margins = [
                sum(n if whose == side else -n for whose, n in points.items())
                for points in (first.points, result.points)
            ]
            assert paid[side] == margins[1] - margins[0]


def test_where_no_points_are_counted_the_result_pays() -> None:
    assert cm.load("seelow").start("seelow", seed=1).standing().counts is None  # type: ignore[union-attr]
    *_, last = wander(env("seelow", "seelow", reward="points"), 1, 10_000)
    assert sorted(last.rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])


# what is no action


def test_an_illegal_id_forfeits_the_match() -> None:
    table = env("bridgehead")
    table.reset(seed=1)
    loser, before = table.agent_selection, table.match.fingerprint()
    table.step(table.coding.sections["blow"].start)
    assert all(table.terminations.values()) and table.infos[loser] == {"forfeited": loser}
    assert {side: reward for side, reward in table.rewards.items() if reward} == {loser: -1.0}
    assert table.match.fingerprint() == before


def test_an_illegal_id_is_ignored_or_raised_if_so_agreed() -> None:
    for illegal in ("ignore", "raise"):
        table = env("bridgehead", illegal=illegal)
        table.reset(seed=1)
        before = table.match.fingerprint()
        if illegal == "raise":
            with pytest.raises(cm.IllegalAction, match="blow"):
                table.step(table.coding.sections["blow"].start)
            with pytest.raises(ValueError, match="stands for no action"):
                table.step(table.coding.n - 1)
            with pytest.raises(ValueError, match="None is no action"):
                table.step(None)
        else:
            table.step(table.coding.sections["blow"].start)
        assert table.match.fingerprint() == before and not any(table.terminations.values())


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({"reward": "glory"}, "reward is 'glory'; choose one of: result, points"),
        ({"illegal": "allow"}, "choose one of: forfeit, ignore, raise"),
        ({"render_mode": "film"}, "choose one of: human, ansi, rgb_array"),
        ({"max_cycles": 0}, "at least one decision"),
        ({"parts": ("smell",)}, "no part 'smell'"),
        ({"scenario": "moscow"}, "moscow"),
        ({"options": {"snow": "deep"}}, "snow"),
    ],
)
def test_wrong_terms_are_refused_before_play(terms: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        env("bridgehead", **terms)


def test_unknown_terms_are_named() -> None:
    with pytest.raises(TypeError, match="'rewards'"):
        env("bridgehead", rewards="result")


def test_without_the_extra_it_is_said_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import countermarch.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "pettingzoo is not installed: pip install 'countermarch[env]'" in done.stderr
