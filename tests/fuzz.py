"""Play at random for long and check everything that must always hold; `python -m tests.fuzz --decisions 1000000`.

After every action: never both sides in a hex, no hex overfull but while the rules let it be, nobody in water, limits
per turn and phase, steps in range, more than one legal action until the end (or one to confirm), each written and read
back once, and the texts of events in every language. The invariants count for themselves what an action has changed.

Costlier checks come now and then, at random. Of each, a million decisions see about 10,000 rebuilds of the derived maps
and of that count, 10,000 copies played twice, 8,000 undos, 2,500 rounds of questions, 2,000 views and imagined matches,
1,000 positions written and read back, 800 imagined matches played on, 500 undos to the last die, 250 saves resumed,
and 100,000 illegal actions of every kind, all refused. `Trial.checks` says how seldom each is made.

Every game has its own seed, so a violation is repeated by giving that seed and one game.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from multiprocessing import Array
from traceback import format_exc
from typing import Any

import countermarch as cm
from countermarch.shelf import games
from tests.tally import Tally
from tests.trial import Trial, Violation

GAME = "koenigsberg"
EVERY = 30  # seconds from one line of progress to the next

Hear = Callable[[Tally], bool]  # told after every game; says whether to go on


def fuzz(seeds: Sequence[int], decisions: int, game: str = GAME, hear: Hear = lambda tally: True) -> Tally:
    """Games of these seeds until so many decisions are made or one goes wrong."""
    tally, loaded, begun = Tally(), cm.load(game), time.perf_counter()
    tally.look_at(loaded.rules)
    for seed in seeds:
        one_game(loaded, seed, decisions - tally.decisions, tally)
        tally.seconds = time.perf_counter() - begun
        if not hear(tally) or tally.decisions >= decisions or tally.report:
            break
    tally.look_up(game)
    tally.read = set()
    return tally


def one_game(game: cm.Game, seed: int, decisions: int, tally: Tally) -> None:
    trial = None
    try:
        trial = Trial(game, seed, tally)
        trial.run(decisions)
    except Violation as fault:
        tally.report = trial.report(fault) if trial else str(fault)
    except Exception as error:  # an engine that breaks is a finding like any other
        told = trial.report(error) if trial else f"the game of seed {seed} does not begin"
        tally.report = f"{told}\n{format_exc()}"


class Board:
    """Where processes note how far each is, and whether one has found something."""

    noted: Any = None  # decisions, games and illegal actions of each job; last, whether to stop

    @classmethod
    def hang_up(cls, noted: Any) -> None:
        cls.noted = noted

    @classmethod
    def note(cls, job: int, tally: Tally) -> bool:
        cls.noted[3 * job : 3 * job + 3] = [tally.decisions, tally.games, tally.refused()]
        if tally.report:
            cls.noted[-1] = 1
        return not cls.noted[-1]

    @classmethod
    def read(cls, seconds: float) -> Tally:
        decisions, games, refused = (sum(cls.noted[at:-1:3]) for at in range(3))
        found = Tally(games, decisions, seconds)
        found.did["illegal action"] = refused
        return found


def one_job(job: int, seeds: Sequence[int], decisions: int, game: str) -> Tally:
    return fuzz(seeds, decisions, game, lambda tally: Board.note(job, tally))


def fuzz_jobs(seed: int, decisions: int, jobs: int, game: str = GAME) -> Tally:
    """Shared out over processes, each with seeds of its own."""
    begun, total = time.perf_counter(), Tally()
    Board.hang_up(Array("q", 3 * jobs + 1))
    with ProcessPoolExecutor(jobs, initializer=Board.hang_up, initargs=(Board.noted,)) as pool:
        running = [
            pool.submit(one_job, job, range(seed + job, seed + decisions * jobs, jobs), -(-decisions // jobs), game)
            for job in range(jobs)
        ]
        while wait(running, timeout=EVERY).not_done:
            print("so far:", Board.read(time.perf_counter() - begun).line(), file=sys.stderr, flush=True)
        for job in running:
            total.add(job.result())
    total.seconds = time.perf_counter() - begun
    return total


def show(tally: Tally, game: str) -> None:
    print(f"{game}: {tally.line()}")
    print("checks:", ", ".join(f"{name} {count}" for name, count in tally.did.most_common()))
    print("ends:", ", ".join(f"{level} {count}" for level, count in tally.levels.most_common()))
    silent = tally.never_fired(game)
    print(f"rules that never fired ({len(silent)}): {' '.join(silent)}")
    for text in tally.unsaid:
        print("text missing or wrong:", text)
    print(f"\nVIOLATION\n{tally.report}" if tally.report else "no violation")


def main() -> int:
    parser = argparse.ArgumentParser(description="Play at random and check that the engine holds.")
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the next have the next ones")
    parser.add_argument("--games", type=int, help="play just so many games, whatever their length")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--game", default=GAME, choices=games())
    asked = parser.parse_args()
    if asked.games is None:
        tally = fuzz_jobs(asked.seed, asked.decisions, asked.jobs, asked.game)
    else:
        tally = fuzz(range(asked.seed, asked.seed + asked.games), asked.decisions, asked.game)
    show(tally, asked.game)
    return 1 if tally.report or tally.unsaid else 0


if __name__ == "__main__":
    sys.exit(main())
