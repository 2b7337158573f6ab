"""A game of an experiment, and the row it leaves: how it ended, how it went turn by turn, and what decided it."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

from countermarch.bots import CAPTAIN, RANDOM, RECRUIT
from countermarch.bots.arena import begin, finish
from countermarch.chronicle import Scribe
from countermarch.flow import Event
from countermarch.lab.experiment import Experiment, build, our_version
from countermarch.match import Match

Row = dict[str, Any]
STEADY = (RANDOM, RECRUIT, CAPTAIN)  # play the same game on the same seed; who thinks by the clock may not
NO_FRONT = frozenset({"hq", "air", "naval", "lc", "leader", "refugee", "marker"})  # where these stand is no front


class OtherBuild(ValueError):
    pass


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a worker is given, wherever it is: an experiment's game, and the build that must play it."""

    experiment: Experiment
    seed: int
    build: str


def assignments(experiment: Experiment, seeds: Iterable[int]) -> Iterator[Assignment]:
    return (Assignment(experiment, seed, build()) for seed in seeds)


def play_row(task: Assignment) -> Row:
    """The game, as a row of the experiment's table."""
    if task.build != build():
        raise OtherBuild(
            f"a machine of the cluster has another Countermarch ({our_version()}, build {build()}, not {task.build}); "
            "install the same one everywhere"
        )
    started = process_time()
    row, match = played(task.experiment, task.seed)
    if not set(task.experiment.bots) <= set(STEADY):
        row["record"] = zlib.compress("\n".join(match.record).encode())
    return {**row, "seconds": process_time() - started}


def played(experiment: Experiment, seed: int) -> tuple[Row, Match]:
    pairing = experiment.pairing(seed)
    match = begin(pairing)
    tally = Tally(match)
    record = finish(match, pairing, heard=tally.hear)
    result = {
        "seed": seed,
        "bots": record.bots,
        "winner": record.winner,
        "level": record.level,
        "points": dict(record.points),
        "decisions": record.decisions,
        "fingerprint": record.fingerprint,
        "record": None,
    }
    return {**result, **tally.close()}, match


class Tally:
    """Looks on while a game is played."""

    def __init__(self, match: Match) -> None:
        match.weighs = True
        self.match = match
        self.scribe = Scribe(match)
        self.sides = match.game.info.sides
        self.fighters = {p.id: p.side for p in match.game.rules.pieces if p.side and p.kind not in NO_FRONT}
        self.cited: Counter[str] = Counter()
        self.turns: list[Row] = []
        self.cite(match.log)
        self.note_turn(match.turn - 1)

    def hear(self, events: Sequence[Event]) -> None:
        self.scribe.follow(events)
        if events:
            self.cite(events)
        if self.match.turn != self.scribe.turn:
            self.note_turn(self.scribe.turn)
            self.scribe.turn_page()

    def cite(self, events: Sequence[Event]) -> None:
        """Rules that were told of, and those that counted in an attack."""
        for event in events:
            if event.citation is not None:
                self.cited[event.citation.rule] += 1
            if event.assault is not None:
                self.cited.update(part.citation.rule for part in event.assault.preview.parts)

    def note_turn(self, turn: int) -> None:
        """How the table stands as a turn ends; before the first one, as it was set up."""
        standing = self.match.standing()
        total, points = (None, {}) if standing is None else (standing.total, dict(standing.points))
        losses = {side: self.scribe.told.lost(side, turn) for side in self.sides}
        self.turns.append({"turn": turn, "total": total, "points": points, "losses": losses, "stood": self.stood()})

    def stood(self) -> dict[str, list[str]]:
        """The hexes each side's fighting units stand on."""
        found: dict[str, set[str]] = {side: set() for side in self.sides}
        for id, (hex, steps) in self.match.muster().items():
            if hex is not None and steps and id in self.fighters:
                found[self.fighters[id]].add(hex)
        return {side: sorted(hexes) for side, hexes in found.items()}

    def close(self) -> Row:
        self.note_turn(self.scribe.turn)
        told = self.scribe.told
        return {
            "length": self.scribe.turn,
            "turns": self.turns,
            "losses": {side: told.lost(side) for side in self.sides},
            "luck": {side: round(told.luck(side), 4) for side in self.sides},
            "dice": len(told.rolls),
            "rules": sorted(self.cited.items()),
        }
