"""Whether a bot answers by a thought, and how long it thinks: games against chance, or against another bot.

`python -m bench.thoughts [--bot general:0.05] [--against random] [--games 25] [GAME ...]` plays so many games of every
scenario, the seats in turns. Every answer that was none is counted by what was asked; an error ends the run, and an
answer that was not legal counts as none. Time is the processor's, for what is thought of as a whole: an activation, a
phase, or a turn whose phases share their time.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import quantiles
from time import process_time

import countermarch as cm
from countermarch.bots import RANDOM, bot
from countermarch.bots.command import Command
from countermarch.bots.general import unit_of

SEED = 60_000
WANTED = 0.995


@dataclass(slots=True)
class Count:
    """What came of the games of a scenario."""

    games: int = 0
    won: float = 0.0
    decisions: int = 0
    at_a_loss: Counter[str] = field(default_factory=Counter)  # by the verbs that were offered
    seconds: defaultdict[object, float] = field(default_factory=lambda: defaultdict(float))  # by what is one thought

    @property
    def thought(self) -> float:
        return 1 - self.at_a_loss.total() / max(self.decisions, 1)

    @property
    def times(self) -> str:
        """Median and 95th percentile."""
        parts = quantiles(self.seconds.values(), n=20)
        return f"{parts[9]:.2f} s in the median, {parts[18]:.2f} s of 95 in 100"


def play(game: str, scenario: str, name: str, other: str, number: int, count: Count) -> None:
    match = cm.load(game).start(scenario, SEED + number, pauses=False)
    side = match.game.info.sides[number % 2]
    thinker, against = bot(name, number), bot(other, number)
    assert isinstance(thinker, Command)
    while (actor := match.to_act) is not None:
        if actor != side:
            match.play(against.choose(match))
            continue
        before, offered = thinker.losses, "+".join(sorted(match.legal().verbs))
        unit, began = (number, unit_of(match, side)), process_time()
        match.play(thinker.choose(match))
        count.seconds[unit] += process_time() - began
        count.decisions += 1
        count.at_a_loss[offered] += min(thinker.losses - before, 1)
    assert match.result is not None
    count.games += 1
    count.won += 0.5 if match.result.winner is None else float(match.result.winner == side)


def scenarios(games: list[str]) -> Iterator[tuple[str, str]]:
    for info in cm.games():
        if info.key in games or not games:
            yield from ((info.key, scenario.key) for scenario in info.scenarios)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="general:0.05")
    parser.add_argument("--against", default=RANDOM)
    parser.add_argument("--games", type=int, default=25)
    parser.add_argument("game", nargs="*")
    asked = parser.parse_args()
    for game, scenario in scenarios(asked.game):
        count = Count()
        for number in range(asked.games):
            play(game, scenario, asked.bot, asked.against, number, count)
        lost = ", ".join(f"{verbs} {number}" for verbs, number in count.at_a_loss.most_common(4) if number)
        print(
            f"{game} {scenario}: {count.games} games, {count.won:g} won, {count.decisions} decisions, "
            f"{count.thought:.2%} by a thought (at least {WANTED:.1%} wanted); at a loss: {lost or 'never'}; "
            f"{count.times}",
            flush=True,
        )


if __name__ == "__main__":
    main()
