"""What an experiment costs: a game with one process and with two, with few games and with many, and bytes a row.

    python bench/lab.py [GAME] [BOTS] [GAMES]

Each experiment is a process of its own, whose processor time (that of its workers included) and wall time are taken.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from countermarch.lab.folder import kept


class Cost(NamedTuple):
    games: int
    jobs: int
    wall: float
    processor: float
    playing: float  # processor time of the games alone
    size: int  # bytes of all rows


def played(game: str, bots: str, games: int, jobs: int) -> Cost:
    with TemporaryDirectory() as place:
        words = ["lab", "balance", game, "--bots", bots, "--games", str(games), "--jobs", str(jobs), "--out", place]
        began = perf_counter()
        process = subprocess.Popen([sys.executable, "-m", "countermarch.cli", *words], stdout=subprocess.DEVNULL)
        _, code, used = os.wait4(process.pid, 0)
        wall = perf_counter() - began
        if code:
            sys.exit(f"the experiment failed: {' '.join(words)}")
        playing = sum(kept(place).table(["seed", "seconds"]).column("seconds").to_pylist())
        size = sum(file.stat().st_size for file in Path(place).glob("*.parquet"))
        return Cost(games, jobs, wall, used.ru_utime + used.ru_stime, playing, size)


def line(cost: Cost) -> str:
    each = 1000 / cost.games
    return (
        f"{cost.games:7} games, {cost.jobs} jobs: {cost.wall * each:8.2f} ms a game by the clock, "
        f"{cost.processor * each:8.2f} ms of processors, {cost.playing * each:8.2f} of them playing; "
        f"{cost.size / cost.games:6.0f} bytes a row"
    )


def main() -> None:
    game, bots, games = (*sys.argv[1:], *("bridgehead", "captain,captain", "400")[len(sys.argv) - 1 :])
    one, two = (played(game, bots, int(games), jobs) for jobs in (1, 2))
    print(line(one), line(two), sep="\n")
    print(
        f"one job to two: {one.wall / two.wall:.2f} by the clock, {2 * one.processor / two.processor:.2f} by processors"
    )
    for number in (100, 1_000, 10_000):
        print(line(played("bridgehead", "random,random", number, 1)))


if __name__ == "__main__":
    main()
