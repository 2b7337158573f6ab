"""Two ways to play a game, on the same dice: two bots, two sets of values, or two settings of an option.

Bots meet each other, seats exchanged, as on the ladder; values and options are played by the same bots, and what one
side makes of either is compared. Pairs count in the order of their seeds, whoever is done first: short games must not
have more to say than long ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from countermarch.bots import check_bot
from countermarch.bots.arena import Pairing, begin, finish
from countermarch.bots.value import margin
from countermarch.lab.runners import Runner
from countermarch.lab.sequential import Sequence
from countermarch.match import load
from countermarch.pairs import result_for
from countermarch.values import TUNED, Values, read_values

OURS = "ours"  # values as they ship


@dataclass(frozen=True, slots=True)
class Way:
    """One of the two: what is said of it, and what it sets."""

    said: str
    bot: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    values: Values | None = None
    has_values: bool = False

    @property
    def kind(self) -> tuple[bool, tuple[str, ...], bool]:
        return self.bot is not None, tuple(key for key, _ in self.options), self.has_values


def way(game: str, said: str) -> Way:
    """`captain`, `fog_of_war=on`, a folder or file with values, `ours`, or `tuned`."""
    if "=" in said:
        key, value = said.split("=", 1)
        return Way(said, options=((key, value),))
    if said in (OURS, TUNED) or Path(said).exists():
        return Way(said, values=None if said == OURS else read_values(game, said), has_values=True)
    if "/" in said or said.endswith(".json"):
        raise ValueError(f"there is no folder or file {said} with values to lay over ours")
    check_bot(said, game)
    return Way(said, bot=said)


class Trial(NamedTuple):
    """A pair to be played: of each game who sits where, by what, and for which side it counts."""

    seed: int
    first: tuple[Pairing, int]
    second: tuple[Pairing, int]


@dataclass(frozen=True, slots=True)
class Told:
    """Of one pair: how much more the first way made of it, in results (-1 to 1) and in points."""

    seed: int
    result: float
    points: float


@dataclass(slots=True)
class Comparison:
    first: str
    second: str
    margin: float
    results: Sequence = field(default_factory=Sequence)
    points: Sequence = field(default_factory=Sequence)

    def add(self, told: Told) -> None:
        self.results.add(told.result)
        self.points.add(told.points)

    @property
    def verdict(self) -> str:
        if self.results.differs():
            return "first" if self.results.mean > 0 else "second"
        return "alike" if self.results.alike(self.margin) else "open"

    def to_json(self) -> dict[str, Any]:
        low, high = self.results.interval
        return {
            "first": self.first,
            "second": self.second,
            "pairs": self.results.number,
            "games": 2 * self.results.number,
            "difference": round(self.results.mean, 4),
            "interval": [round(low, 4), round(high, 4)],
            "chance": self.results.least,
            "points": round(self.points.mean, 3),
            "points_interval": [round(edge, 3) for edge in self.points.interval],
            "margin": self.margin,
            "verdict": self.verdict,
        }


def trials(
    game: str, scenario: str, ways: tuple[Way, Way], bots: tuple[str, ...], seat: int, options: Mapping[str, str]
) -> Iterator[Trial]:
    """Without end, from seed 1 on: bots exchange their seats, other ways keep them."""

    def pairing(one: Way, seats: tuple[str, ...], seed: int) -> Pairing:
        chosen = tuple(sorted({**options, **dict(one.options)}.items()))
        return Pairing(game, scenario, seats, seed, options=chosen, data=one.values)

    one, other = ways
    seed = 0
    while True:
        seed += 1
        if one.bot is not None and other.bot is not None:
            seats = one.bot, other.bot
            yield Trial(seed, (pairing(one, seats, seed), 0), (pairing(one, seats[::-1], seed), 1))
        else:
            yield Trial(seed, (pairing(one, bots, seed), seat), (pairing(other, bots, seed), seat))


def _ended(pairing: Pairing, seat: int) -> tuple[float, float]:
    """The result of who sits there, and its lead in points."""
    match = begin(pairing)
    record, side = finish(match, pairing), match.game.info.sides[seat]
    return result_for(side, record.winner), margin(match, side)


def against(trial: Trial) -> Told:
    """A bot's two games against another: what it made of both seats, beside what the other made of them."""
    (one, first), (other, second) = (_ended(*game) for game in (trial.first, trial.second))
    return Told(trial.seed, one + other - 1, first + second)


def beside(trial: Trial) -> Told:
    (one, first), (other, second) = (_ended(*game) for game in (trial.first, trial.second))
    return Told(trial.seed, one - other, first - second)


def in_order(found: Iterable[Told]) -> Iterator[Told]:
    """By seed, from 1 on, whatever the order in which they come."""
    waiting: dict[int, Told] = {}
    due = 1
    for told in found:
        waiting[told.seed] = told
        while due in waiting:
            yield waiting.pop(due)
            due += 1


def check(game: str, ways: tuple[Way, Way], scenario: str | None, options: Mapping[str, str]) -> str:
    """Whether both are ways of one kind, and can be played; the scenario's key."""
    one, other = ways
    if one.kind != other.kind:
        raise ValueError(
            f"{one.said} and {other.said} are not of one kind; compare two bots (captain recruit), two settings of an "
            f"option (fog_of_war=on fog_of_war=off), or two sets of values (FOLDER or FILE, {OURS}, {TUNED})"
        )
    begun = [load(game, w.values).start(scenario, 1, {**options, **dict(w.options)}) for w in ways]
    return begun[0].scenario


def compared(
    todo: Iterator[Trial], ways: tuple[Way, Way], most: int, margin: float, runner: Runner
) -> Iterator[Comparison]:
    """The comparison after every pair, until it is decided or there were so many."""
    found = Comparison(ways[0].said, ways[1].said, margin)
    work = beside if ways[0].bot is None else against
    limited = (next(todo) for _ in range(most))
    results = runner.each(work, limited)
    for told in in_order(results):
        found.add(told)
        yield found
        if found.results.decided(margin):
            return
