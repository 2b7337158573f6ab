"""Whether a bot answers by a thought: games against chance, with every answer that was none counted by what was asked.

`python -m bench.thoughts [--bot general:0.05] [--games 25] [GAME ...]` plays so many games of every scenario, the seats
in turns. An error ends the run; an answer that was not legal counts as none.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import countermarch as cm
from countermarch.bots import bot
from countermarch.bots.command import Command
from countermarch.bots.random import RandomBot

SEED = 60_000
WANTED = 0.995


@dataclass(slots=True)
class Count:
    """What came of the games of a scenario."""

    games: int = 0
    won: float = 0.0
    decisions: int = 0
    at_a_loss: Counter[str] = field(default_factory=Counter)  # by the verbs that were offered

    @property
    def thought(self) -> float:
        return 1 - self.at_a_loss.total() / max(self.decisions, 1)


def play(game: str, scenario: str, name: str, number: int, count: Count) -> None:
    match = cm.load(game).start(scenario, SEED + number, pauses=False)
    side = match.game.info.sides[number % 2]
    thinker, chance = bot(name, number), RandomBot(number)
    assert isinstance(thinker, Command)
    while (actor := match.to_act) is not None:
        if actor != side:
            match.play(chance.choose(match))
            continue
        before, offered = thinker.losses, "+".join(sorted(match.legal().verbs))
        match.play(thinker.choose(match))
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
    parser.add_argument("--games", type=int, default=25)
    parser.add_argument("game", nargs="*")
    asked = parser.parse_args()
    for game, scenario in scenarios(asked.game):
        count = Count()
        for number in range(asked.games):
            play(game, scenario, asked.bot, number, count)
        lost = ", ".join(f"{verbs} {number}" for verbs, number in count.at_a_loss.most_common(4) if number)
        print(
            f"{game} {scenario}: {count.games} games, {count.won:g} won, {count.decisions} decisions, "
            f"{count.thought:.2%} by a thought (at least {WANTED:.1%} wanted); at a loss: {lost or 'never'}",
            flush=True,
        )


if __name__ == "__main__":
    main()
