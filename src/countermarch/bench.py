"""How fast the engine is, beside its peers in the same run, since machines differ and are noisy."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from rich.table import Table

from countermarch import kernels
from countermarch import match as face
from countermarch.bots import CAPTAIN, check_bot
from countermarch.bots.command import Command
from countermarch.bots.general import General
from countermarch.bots.random import RandomBot
from countermarch.match import Match

TARGETS = {
    "decisions_per_second": 30_000,
    "reach_us": 15,
    "copy_us": 20,
    "import_s": 0.3,
    "first_move_s": 1.5,
    "memory_mb": 100,
}
ROUNDS = 5
CAPTAIN_TARGETS = {"seelow": 20, "vistula": 20}  # in random games' time; elsewhere
CAPTAIN_TARGET, QUICK_TARGET = 40, 12
RANDOM_GAMES = 6  # beside each game of captains
PLANS = 20  # a general is timed at so many moments of a captains' game


def measure(game: str, seconds: float) -> dict[str, Any]:
    """Our figures and our peers', in turns, so that a slow moment hits both."""
    ours, chess, catan = [], [], []
    for turn in range(ROUNDS):
        ours.append(random_play(game, seconds / ROUNDS, seed=1000 * turn))
        chess.append(_peer(chess_plies, seconds / ROUNDS))
        catan.append(_peer(catan_decisions, seconds / ROUNDS))
    play = _middle(ours)
    peers = {"python-chess plies": _best(chess), "catanatron decisions": _best(catan)}
    speed = play["decisions_per_second"]
    return {
        "game": game,
        "random_play": play,
        "peers_per_second": peers,
        "ratio_to_peers": {name: round(speed / value, 2) for name, value in peers.items() if value},
        "reach_us": reach_microseconds(game),
        "copy_us": copy_microseconds(game),
        "import_s": _child("import countermarch"),
        "first_move_s": _child(_FIRST_MOVE.format(game=game)),
        "memory_mb": _child(_MEMORY.format(game=game)),
        "targets": TARGETS,
    }


def random_play(key: str, seconds: float, seed: int) -> dict[str, float]:
    """Uniform random play through the public contract, scenario after scenario.

    Decisions with a single option are not asked, nor counted; who plays at random takes nothing back.
    """
    game, pick = face.load(key), Random(seed).random
    scenarios = [info.key for info in game.info.scenarios]
    match = game.start(scenarios[0], seed=seed, pauses=False)
    decisions = choices = games = 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        for _ in range(200):
            legal = match.legal()
            count = len(legal)
            choices += count
            decisions += 1
            match.play(legal[int(pick() * count)])
            if match.to_act is None:
                games += 1
                match = game.start(scenarios[games % len(scenarios)], seed=seed + games, pauses=False)
    spent = perf_counter() - start
    return {
        "decisions_per_second": round(decisions / spent),
        "games_per_second": round(games / spent, 2),
        "decisions_per_game": round(decisions / games) if games else 0,
        "mean_choices": round(choices / decisions, 1),
    }


# bots


def measure_bots(game: str, games: int) -> dict[str, Any]:
    """What a game of captains takes beside games at random, by processor time, in turns and with the same scenarios.

    The captain plays as at the table, imagining what he does not know; the one in a hurry plays on, as in thought.
    """
    check_bot(CAPTAIN, game)
    kinds: dict[str, Sit] = {"random": _at_random, "captain": _at_the_table, "quick captain": _in_thought}
    spent = dict.fromkeys(kinds, 0.0)
    for turn in range(1 + games):
        for kind, sit in kinds.items():
            times = [_game_time(game, sit, seed) for seed in _seeds(turn, RANDOM_GAMES if kind == "random" else 1)]
            spent[kind] += sum(times) / len(times) if turn else 0.0  # the first only warms up
    return {
        "game": game,
        "games": games,
        "seconds_per_game": {kind: round(time / games, 3) for kind, time in spent.items()},
        "random_games": {kind: round(spent[kind] / spent["random"], 1) for kind in kinds if kind != "random"},
        "targets": {"captain": CAPTAIN_TARGETS.get(game, CAPTAIN_TARGET), "quick captain": QUICK_TARGET},
    }


Sit = Callable[[int], Callable[[Match], object]]  # by a seed: who does the next thing at a table


def _seeds(turn: int, games: int) -> range:
    return range(1000 * turn, 1000 * turn + games)


def _at_random(seed: int) -> Callable[[Match], object]:
    bot = RandomBot(seed)
    return lambda match: match.play(bot.choose(match))


def _at_the_table(seed: int) -> Callable[[Match], object]:
    seats: dict[str | None, Command] = defaultdict(lambda: Command(seed))
    return lambda match: match.play(seats[match.to_act].choose(match))


def _in_thought(seed: int) -> Callable[[Match], object]:
    bot = Command(seed, quick=True)
    return lambda match: bot.play_on(match, str(match.to_act))


def _game_time(key: str, sit: Sit, seed: int) -> float:
    game = face.load(key)
    scenarios = game.info.scenarios
    match, act = game.start(scenarios[seed // 1000 % len(scenarios)].key, seed, pauses=False), sit(seed)
    start = process_time()
    while match.to_act is not None:
        act(match)
    return process_time() - start


# plans


def measure_plans(game: str, settings: list[float]) -> dict[str, Any]:
    """How long a plan takes at each setting of the general, and the captain's, at moments spread over a game."""
    check_bot(CAPTAIN, game)
    moments = _moments(game)
    thinkers: dict[str, Callable[[], Command]] = {"captain": Command}
    thinkers |= {f"general:{seconds:g}": partial(General, 1, seconds) for seconds in settings}
    return {"game": game, "plans": {name: _plan_times(moments, thinker) for name, thinker in thinkers.items()}}


def _moments(game: str) -> list[Match]:
    """Sides that set out, in a game of captains of each scenario."""
    found = []
    for scenario in face.load(game).info.scenarios:
        match, bot = face.load(game).start(scenario.key, 1, pauses=False), Command(1)
        while (side := match.to_act) is not None:
            if "move" in match.legal().verbs:
                found.append(match.copy())
            bot.play_on(match, side)
    return found[:: max(len(found) // PLANS, 1)][:PLANS]


def _plan_times(moments: list[Match], thinker: Callable[[], Command]) -> dict[str, float]:
    times = [_plan_time(thinker(), match) for match in moments]
    return {"median_s": round(median(times), 3), "p95_s": round(sorted(times)[int(0.95 * len(times))], 3)}


def _plan_time(bot: Command, match: Match) -> float:
    start = process_time()
    bot.think(match, str(match.to_act))
    return process_time() - start


def plans_table(figures: dict[str, Any]) -> Table:
    shown = Table(title=f"{figures['game']}: what one plan takes")
    for heading in ("who", "median", "95 % within"):
        shown.add_column(heading)
    for name, times in figures["plans"].items():
        shown.add_row(name, f"{times['median_s']} s", f"{times['p95_s']} s")
    return shown


def bots_table(figures: dict[str, Any]) -> Table:
    shown = Table(title=f"{figures['game']}: whole games of captains, in random games' time")
    for heading in ("who", "seconds a game", "random games", "target"):
        shown.add_column(heading)
    for kind, seconds in figures["seconds_per_game"].items():
        ratio, target = figures["random_games"].get(kind, 1), figures["targets"].get(kind)
        shown.add_row(kind, str(seconds), str(ratio), f"at most {target}" if target else "")
    return shown


def _middle(runs: list[dict[str, float]]) -> dict[str, float]:
    return {key: median(run[key] for run in runs) for key in runs[0]}


def _best(values: list[float | None]) -> float | None:
    found = [value for value in values if value is not None]
    return round(median(found)) if found else None


def _peer(run: Callable[[float], float], seconds: float) -> float | None:
    """None if the peer is not installed (`make bench` installs them)."""
    try:
        return run(seconds)
    except ImportError:
        return None


def chess_plies(seconds: float) -> float:
    import chess

    board, pick, plies = chess.Board(), Random(1), 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        moves = list(board.legal_moves)
        if not moves or plies % 200 == 199:
            board, moves = chess.Board(), list(chess.Board().legal_moves)
        board.push(pick.choice(moves))
        plies += 1
    return plies / (perf_counter() - start)


def catan_decisions(seconds: float) -> float:
    from catanatron import Color, Game, RandomPlayer

    decisions = 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        decisions += len(game.state.actions)
    return decisions / (perf_counter() - start)


def reach_microseconds(game: str) -> float:
    """Median over every unit on the map, results included, nothing cached."""
    searches = _searches(face.load(game).start(seed=1))
    times = []
    for _ in range(30):
        start = perf_counter()
        for search in searches:
            kernels.reach(*search)
        times.append((perf_counter() - start) / len(searches))
    return round(1e6 * median(times), 1)


def _searches(match: Match) -> list[tuple[Any, ...]]:
    """What the kernel is asked when a player asks for the reach of each unit, once everyone is set up."""
    pick, asked, reach = Random(1).random, [], kernels.reach
    while not any(unit["hex"] for unit in match.position()["units"]):
        match.play(match.legal()[int(pick() * len(match.legal()))])

    def listening(*search: Any) -> kernels.Reach:
        asked.append(search)
        return reach(*search)

    kernels.reach = listening  # type: ignore[assignment]
    try:
        for unit in match.position()["units"]:
            if unit["hex"] and unit["side"]:
                match.reach(unit["id"], freely=True)
    finally:
        kernels.reach = reach
    return asked


def copy_microseconds(game: str) -> float:
    match: Match = face.load(game).start(seed=1)
    state = match._play.state
    times = []
    for _ in range(30):
        start = perf_counter()
        for _ in range(100):
            state.copy()
        times.append((perf_counter() - start) / 100)
    return round(1e6 * median(times), 1)


_FIRST_MOVE = "import countermarch as cm\nm = cm.load('{game}').start(seed=1)\nm.play(m.legal()[0])"
_MEMORY = f"""
def held(): return next(int(line.split()[1]) / 1024 for line in open("/proc/self/status") if line.startswith("VmRSS"))
before = held()
{_FIRST_MOVE}
for step in range(200):
    if m.to_act is not None: m.play(m.legal()[step % len(m.legal())])
print(round(held() - before, 1))
"""
_TIMED = """
import time
start = time.perf_counter()
{code}
print(round(time.perf_counter() - start, 3))
"""


def _child(code: str) -> float:
    """Run a piece of code in a fresh interpreter, warm cache; the best of three, as start-up is the noisiest."""
    program = code if "print" in code else _TIMED.format(code=code)
    runs = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True) for _ in range(3)
    ]
    return min(float(run.stdout) for run in runs)


def table(figures: dict[str, Any]) -> Table:
    shown = Table(title=f"{figures['game']}: random play and its peers, one core")
    for heading in ("what", "measured", "target"):
        shown.add_column(heading)
    targets = figures["targets"]
    for key, value in figures["random_play"].items():
        shown.add_row(key, str(value), str(targets.get(key, "")))
    for name, value in figures["peers_per_second"].items():
        ratio = figures["ratio_to_peers"].get(name)
        shown.add_row(f"{name} a second", str(value or "not installed"), f"we do {ratio} times" if ratio else "")
    for key in ("reach_us", "copy_us", "import_s", "first_move_s", "memory_mb"):
        shown.add_row(key, str(figures[key]), f"at most {targets[key]}")
    return shown
