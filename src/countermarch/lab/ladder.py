"""Who is stronger: pairs of games with the same dice and the seats exchanged, so that a lopsided game hides nothing.

A pair goes to the bot with the better sum of results, then of margins. Rows are written as they come, so that a long
series can be stopped at any time and goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from math import log10, sqrt
from pathlib import Path
from typing import Any

from countermarch.bots.arena import Pairing, begin, finish
from countermarch.bots.value import margin
from countermarch.pairs import pair_score, result_for

SURE = 1.96  # standard errors of an interval of 95 %
ELO = 400.0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games with the same dice: what the first bot made of each seat, from 0 to 1, and by how many points."""

    game: str
    scenario: str | None
    bots: tuple[str, str]
    seed: int
    results: tuple[float, float]  # in the game's first seat, in its second
    margins: tuple[float, float]
    fingerprints: tuple[str, str]

    @property
    def score(self) -> float:
        """Of the first bot: the pair won, lost, or even."""
        return pair_score(self.results, self.margins)


def play_pair(game: str, scenario: str | None, bots: tuple[str, str], seed: int) -> Pair:
    """The first bot takes the game's first seat, then the second."""
    results, margins, prints = [], [], []
    for seat, seats in enumerate((bots, bots[::-1])):
        pairing = Pairing(game, scenario, seats, seed)
        match = begin(pairing)
        record, side = finish(match, pairing), match.game.info.sides[seat]
        results.append(result_for(side, record.winner))
        margins.append(margin(match, side))
        prints.append(record.fingerprint)
    return Pair(game, scenario, bots, seed, _two(results), _two(margins), _two(prints))


def _two(values: list[Any]) -> tuple[Any, Any]:
    return values[0], values[1]


def series(game: str, scenario: str | None, bots: tuple[str, str], seeds: Iterable[int], jobs: int) -> Iterator[Pair]:
    play = partial(play_pair, game, scenario, bots)
    if jobs == 1:
        yield from map(play, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, seeds)


# rows that outlive a stop


def read_rows(file: Path) -> list[Pair]:
    """What was played before; a last line that was cut off is played again."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            rows.append(_row(json.loads(line)))
        except (ValueError, TypeError):
            if number < len(lines):
                raise ValueError(f"{file}, line {number}: this is no row of a ladder; name another file") from None
    return rows


def _row(fields: dict[str, Any]) -> Pair:
    values: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in fields.items()}
    return Pair(**values)


def played(file: Path, game: str, scenario: str | None, bots: tuple[str, str]) -> list[Pair]:
    return [row for row in read_rows(file) if (row.game, row.scenario, row.bots) == (game, scenario, bots)]


def write_row(file: Path, row: Pair) -> None:
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(asdict(row)) + "\n")


# what they tell


@dataclass(frozen=True, slots=True)
class Comparison:
    """How often the first bot won its pairs, with the interval of 95 %, as Elo too, and what it made of each seat."""

    bots: tuple[str, str]
    pairs: int
    share: float
    low: float
    high: float
    seats: tuple[float, float]

    @property
    def elo(self) -> tuple[float, float, float]:
        return elo(self.share), elo(self.low), elo(self.high)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "elo": [round(value) for value in self.elo]}


def compare(bots: tuple[str, str], rows: Sequence[Pair]) -> Comparison:
    share = sum(row.score for row in rows) / len(rows)
    seats = [sum(row.results[seat] for row in rows) / len(rows) for seat in (0, 1)]
    return Comparison(bots, len(rows), share, *wilson(share, len(rows)), _two(seats))


def wilson(share: float, number: int) -> tuple[float, float]:
    """The interval in which the true share lies, also when all or none were won."""
    z = SURE * SURE / number
    middle = (share + z / 2) / (1 + z)
    half = SURE * sqrt(share * (1 - share) / number + z / (4 * number)) / (1 + z)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def elo(share: float) -> float:
    """The difference in Elo at which this share is to be expected."""
    bounded = min(max(share, 0.001), 0.999)
    return -ELO * log10(1 / bounded - 1)
