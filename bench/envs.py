"""How fast the environments are beside the bare engine and beside their peers, in one run on one core.

`python -m bench.envs [GAME/SCENARIO ...]`. Peers are measured where they are installed: OpenSpiel's games written in
Python, and catanatron's Gymnasium environment, which pins an old Gymnasium (`pip install --no-deps catanatron_gym`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from rich.console import Console
from rich.table import Table

import countermarch as cm
from countermarch.envs import env

ROUNDS = 5
BETWEEN = 100  # decisions between two looks at the clock
BARE, FULL = 0.7, 0.25  # of the engine's speed: without observation and mask, and with both
Play = Callable[[int], Callable[[], int]]  # by a seed: what plays on for a while and says how many decisions that were


def engine(game: str, scenario: str, seed: int) -> Callable[[], int]:
    """Uniform random play through the public contract, as `countermarch bench` has it."""
    loaded, pick, seeds = cm.load(game), Random(seed).random, iter(range(seed, seed + 1_000_000))
    match = loaded.start(scenario, next(seeds), pauses=False)

    def play() -> int:
        nonlocal match
        for _ in range(BETWEEN):
            legal = match.legal()
            match.play(legal[int(pick() * len(legal))])
            if match.to_act is None:
                match = loaded.start(scenario, next(seeds), pauses=False)
        return BETWEEN

    return play


def bare(game: str, scenario: str, seed: int) -> Callable[[], int]:
    """The environment without observation and mask."""
    table, pick = env(game, scenario), Random(seed).random
    table.reset(seed=seed)

    def play() -> int:
        for _ in range(BETWEEN):
            table.step(table.pick(pick))
            if table.terminations[table.agent_selection]:
                table.reset()
        return BETWEEN

    return play


def full(game: str, scenario: str, seed: int) -> Callable[[], int]:
    """The environment with all parts of the observation; the action is drawn from the mask."""
    table, pick = env(game, scenario), Random(seed).random
    table.reset(seed=seed)

    def play() -> int:
        for _ in range(BETWEEN):
            seen, _, over, _, _ = table.last()
            if over:
                table.reset()
                seen = table.last()[0]
            ids = seen["action_mask"].view(bool).nonzero()[0]
            table.step(ids[int(pick() * len(ids))])
        return BETWEEN

    return play


def spiel(name: str, seed: int) -> Callable[[], int]:
    """Random play of a game of OpenSpiel, observation included; chance is not counted."""
    import numpy as np
    import pyspiel
    from open_spiel.python import games  # noqa: F401
    from open_spiel.python.observation import make_observation

    import countermarch.envs.spiel  # noqa: F401

    game, pick = pyspiel.load_game(name), np.random.default_rng(seed)
    observer = make_observation(game)
    state = game.new_initial_state()

    def play() -> int:
        nonlocal state
        decisions = 0
        while decisions < BETWEEN:
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                state.apply_action(pick.choice([outcome for outcome, _ in state.chance_outcomes()]))
                continue
            if observer is not None:
                observer.set_from(state, state.current_player())
            state.apply_action(pick.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return play


def catan(seed: int) -> Callable[[], int]:
    """catanatron's environment against one random player; the decisions of both are counted."""
    import gymnasium

    table, pick = gymnasium.make("catanatron_gym:catanatron-v1", disable_env_checker=True), Random(seed)
    _, info = table.reset(seed=seed)

    def play() -> int:
        nonlocal info
        decisions, before = 0, len(table.unwrapped.game.state.actions)
        for _ in range(BETWEEN):
            _, _, over, broken_off, info = table.step(pick.choice(info["valid_actions"]))
            if over or broken_off:
                decisions += len(table.unwrapped.game.state.actions) - before
                _, info = table.reset()
                before = len(table.unwrapped.game.state.actions)
        return decisions + len(table.unwrapped.game.state.actions) - before

    return play


def speed(play: Callable[[], int], seconds: float) -> float:
    start, decisions = process_time(), 0
    while process_time() - start < seconds:
        decisions += play()
    return decisions / (process_time() - start)


def in_turns(contenders: dict[str, Play], seconds: float) -> dict[str, float]:
    """Each a little at a time, so that a slow moment hits all; the first turn only warms up."""
    found: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(1 + ROUNDS):
        for name, contender in contenders.items():
            try:
                found[name].append(speed(contender(1000 * turn), seconds / ROUNDS))
            except ImportError:
                continue
    return {name: round(median(speeds[1:])) for name, speeds in found.items() if speeds}


def measure(game: str, scenario: str, seconds: float) -> dict[str, float]:
    ways = {"engine": engine, "bare": bare, "full": full}
    speeds = in_turns({name: lambda seed, way=way: way(game, scenario, seed) for name, way in ways.items()}, seconds)
    return {
        **speeds,
        "bare_ratio": round(speeds["bare"] / speeds["engine"], 2),
        "full_ratio": round(speeds["full"] / speeds["engine"], 2),
    }


PEERS: dict[str, Play] = {
    "bridgehead, with both": lambda seed: full("bridgehead", "altbrueck", seed),
    "koenigsberg, with both": lambda seed: full("koenigsberg", "campaign", seed),
    "catanatron's Gymnasium": catan,
    "OpenSpiel python_tic_tac_toe": lambda seed: spiel("python_tic_tac_toe", seed),
    "OpenSpiel python_kuhn_poker": lambda seed: spiel("python_kuhn_poker", seed),
    "OpenSpiel python_block_dominoes": lambda seed: spiel("python_block_dominoes", seed),
    "bridgehead in OpenSpiel": lambda seed: spiel("countermarch(game=bridgehead)", seed),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*", metavar="GAME/SCENARIO", help="all of them if none is named")
    parser.add_argument("--seconds", type=float, default=5.0, help="of the core, for each measure")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    every = [f"{game.key}/{scenario.key}" for game in cm.games() for scenario in game.scenarios]
    figures = {name: measure(*name.split("/"), asked.seconds) for name in asked.scenarios or every}
    peers = in_turns(PEERS, asked.seconds)
    if asked.json:
        print(json.dumps({"scenarios": figures, "peers": peers}, indent=1))
        return
    console = Console()
    shown = Table(
        "scenario", "engine", "without", f"at least {BARE}", "with both", f"at least {FULL}", title="decisions a second"
    )
    for name, found in figures.items():
        shown.add_row(name, *(str(found[key]) for key in ("engine", "bare", "bare_ratio", "full", "full_ratio")))
    console.print(shown)
    beside = Table("environment", "decisions a second", title="beside their peers")
    for name, found_speed in peers.items():
        beside.add_row(name, str(found_speed))
    console.print(beside)


if __name__ == "__main__":
    main()
