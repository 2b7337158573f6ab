"""Games of a trial: captains play a scenario with values laid over ours, and what history knows is looked for in each.

`outcomes` is the one door to them. What was played is kept in a book, row by row, and never played again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from countermarch.bots.arena import Pairing, begin, finish
from countermarch.games import rules
from countermarch.games.bounds import Mark, Settings, bounds_of, turned
from countermarch.match import Match

NAME = "trial"


@dataclass(frozen=True, slots=True)
class Trial:
    """One game to be played: the scenario, who plays, the knobs, the dice."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    settings: tuple[tuple[str, float], ...]
    seed: int

    @property
    def key(self) -> str:
        said = json.dumps([self.game, self.scenario, self.bots, self.settings, self.seed])
        return blake2b(said.encode(), digest_size=12).hexdigest()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: for the first side 1, one half or 0; the level, points, and which marks of history it has."""

    seed: int
    winner: str | None
    level: str
    score: float
    points: Mapping[str, int]
    marks: Mapping[str, bool]
    fingerprint: str


def play(trial: Trial) -> Outcome:
    loaded = rules(trial.game)
    values = turned(loaded, dict(trial.settings), NAME) if trial.settings else None
    pairing = Pairing(trial.game, trial.scenario, trial.bots, trial.seed, data=values)
    match, watch = begin(pairing), Watch()
    record = finish(match, pairing, watch.look)
    watch.turn_over(match)
    score = 0.5 if record.winner is None else float(record.winner == loaded.info.sides[0])
    marks = {mark.key: watch.saw(mark, match) for mark in bounds_of(trial.game).course(trial.scenario).marks}
    return Outcome(trial.seed, record.winner, record.level, score, record.points, marks, record.fingerprint)


@dataclass(slots=True)
class Watch:
    """What stands at the end of each turn."""

    turn: int = 1
    points: dict[int, Mapping[str, int]] = field(default_factory=dict)
    stands: dict[int, frozenset[tuple[str, str]]] = field(default_factory=dict)  # sides and hexes

    def look(self, match: Match) -> None:
        if match.turn != self.turn and match.to_act is not None:
            self.turn_over(match)
            self.turn = match.turn

    def turn_over(self, match: Match) -> None:
        standing = match.standing()
        self.points[self.turn] = {} if standing is None else standing.points
        sides = _sides(match.game.key)
        where = ((sides.get(id), hex) for id, (hex, _) in match.muster().items())
        self.stands[self.turn] = frozenset((side, hex) for side, hex in where if side and hex)

    def saw(self, mark: Mark, match: Match) -> bool:
        if mark.event:
            return any(event.key == mark.event for event in match.log)
        if mark.hexes:
            wanted = {(mark.side, hex) for hex in mark.hexes}
            first = next((turn for turn, stood in sorted(self.stands.items()) if wanted & stood), None)
            return first in mark.turns
        last = max((turn for turn in self.points if turn <= mark.turns[0]), default=0)
        return last > 0 and self.points[last].get(mark.side, 0) <= mark.points


@cache
def _sides(game: str) -> dict[str, str]:
    """Of every counter that fights whose it is."""
    return {unit.id: unit.side for unit in rules(game).pieces if unit.side and unit.steps}


# many of them


class Book:
    """Outcomes by what was played; rows are written as they come, so that a stop loses nothing."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.found = dict(_read(file)) if file is not None and file.exists() else {}

    def add(self, trial: Trial, outcome: Outcome) -> None:
        self.found[trial.key] = outcome
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps({"trial": trial.key, **asdict(outcome)}) + "\n")


def _read(file: Path) -> Iterator[tuple[str, Outcome]]:
    """A last line that was cut off is taken away, and its game played again."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines.pop()
        file.write_text("".join(lines), encoding="utf-8")
    for number, line in enumerate(lines, 1):
        try:
            row: dict[str, Any] = json.loads(line)
            yield row.pop("trial"), Outcome(**row)
        except (ValueError, TypeError, KeyError):
            raise ValueError(f"{file}, line {number}: this is no row of a trial; name another folder") from None


Told = Callable[[int], None]


def unheard(more: int) -> None:
    """Nobody wants to know how far it is."""


def outcomes(book: Book, todo: Sequence[Trial], pool: Executor | None = None, told: Told = unheard) -> list[Outcome]:
    """In the order of the trials; `told` hears how many more are done."""
    left = [trial for trial in todo if trial.key not in book.found]
    told(len(todo) - len(left))
    for trial, outcome in zip(left, map(play, left) if pool is None else pool.map(play, left), strict=True):
        book.add(trial, outcome)
        told(1)
    return [book.found[trial.key] for trial in todo]


@contextmanager
def workers(jobs: int) -> Iterator[Executor | None]:
    with nullcontext() if jobs == 1 else ProcessPoolExecutor(jobs) as pool:
        yield pool


def trials(game: str, scenario: str, bots: Sequence[str], settings: Settings, seeds: Iterable[int]) -> list[Trial]:
    moved = tuple(sorted((key, value) for key, value in settings.items() if value))
    return [Trial(game, scenario, tuple(bots), moved, seed) for seed in seeds]
