"""Fixed games played at random: how many actions were legal, and what the position was, all along the way.

As chess engines count nodes: any change of a rule shows as a number, even one no test thought of.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import countermarch as cm
from tests.trial import options_of, started

FOUR = (11, 22, 33, 44)
SEEDS = {
    "koenigsberg": FOUR,
    "koenigsberg45": FOUR,
    "stargard": FOUR,
    "seelow": FOUR,
    "vistula": (11, 33),
    "bridgehead": tuple(range(1, 13)),
}
GAMES = [(game, seed) for game, seeds in SEEDS.items() for seed in seeds]
EVERY = 100
Mark = dict[str, Any]


def walk(key: str, seed: int) -> Iterator[Mark]:
    """A mark every hundred decisions, with the legal actions counted since the last, and one at the end.

    To go on is no decision.
    """
    game = cm.load(key)
    rng = Random(seed)
    match = started(game, seed, {**options_of(game, seed), "bid": "none"})  # which changes a verdict and no game
    played = counted = 0
    while match.to_act is not None:
        legal = match.legal()
        played, counted = played + 1, counted + len(legal)
        match.play(legal[rng.randrange(len(legal))])
        if match.paused:
            match.play("go-on")
        if played % EVERY == 0:
            yield mark(match, played, counted)
            counted = 0
    assert match.result is not None
    yield {**mark(match, played, counted), "level": match.result.level}


def mark(match: cm.Match, played: int, counted: int) -> Mark:
    return {"decisions": played, "legal": counted, "fingerprint": match.fingerprint()}


def file_of(game: str) -> Path:
    return Path(__file__).with_name(f"{game}.json")


def renew(game: str) -> None:
    games = {str(seed): list(walk(game, seed)) for seed in SEEDS[game]}
    file_of(game).write_text(json.dumps(games, indent=1) + "\n", encoding="utf-8")


def golden(game: str) -> dict[int, list[Mark]]:
    return {int(seed): marks for seed, marks in json.loads(file_of(game).read_text(encoding="utf-8")).items()}


def difference(game: str, seed: int, marks: int | None = None) -> str | None:
    """The first mark at which a game no longer goes as it did, or None."""
    stored = golden(game)[seed][:marks]
    for was, now in zip(stored, islice(walk(game, seed), len(stored)), strict=True):
        if was != now:
            return f"{game}, seed {seed}: was {was}, now {now}"
    return None
