"""Finished games of every scenario, played by captains and kept as saves: by other rules they come out otherwise.

`python -m tests.corpus` plays them anew, those whose names begin with a word if one is given; `make test` replays them.
A change of rules that alters one says so in its commit.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path

import countermarch as cm
from countermarch.bots import bot
from countermarch.bots.arena import seat_seed
from countermarch.match import Match

FOLDER = Path(__file__).parent / "corpus"
SEEDS = (1945, 1946, 1947)
CAPTAIN = "captain"


def kept() -> Iterator[tuple[str, str, int]]:
    """By game, scenario and seed."""
    for info in cm.games():
        yield from ((info.key, scenario.key, seed) for scenario in info.scenarios for seed in SEEDS)


def file_of(game: str, scenario: str, seed: int) -> Path:
    return FOLDER / f"{game}-{scenario}-{seed}.json.gz"


def played(game: str, scenario: str, seed: int) -> Match:
    """To its end."""
    match = cm.load(game).start(scenario, seed=seed)
    captains = {side: bot(CAPTAIN, seat_seed(seed, side)) for side in match.game.info.sides}
    while match.to_act is not None:
        match.play(captains[match.to_act].choose(match))
    return match


def read(game: str, scenario: str, seed: int) -> str:
    return gzip.decompress(file_of(game, scenario, seed).read_bytes()).decode()


def write(game: str, scenario: str, seed: int) -> Path:
    file = file_of(game, scenario, seed)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(gzip.compress(played(game, scenario, seed).save().encode(), mtime=0))
    return file


def main() -> None:
    wanted = sys.argv[1:] or [""]
    for one in kept():
        if any(file_of(*one).name.startswith(word) for word in wanted):
            file = write(*one)
            print(f"{file.name}: {file.stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    main()
