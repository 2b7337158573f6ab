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
from tests.fuzz import options_of

FILE = Path(__file__).with_name("koenigsberg.json")
GAME = "koenigsberg"
SEEDS = (11, 22, 33, 44)
EVERY = 100
Mark = dict[str, Any]


def walk(seed: int) -> Iterator[Mark]:
    """A mark every hundred decisions, with the legal actions counted since the last, and one at the end."""
    game = cm.load(GAME)
    rng = Random(seed)
    match = game.start(seed=seed, options=options_of(game, seed))
    played = counted = 0
    while match.to_act is not None:
        legal = match.legal()
        played, counted = played + 1, counted + len(legal)
        match.play(legal[rng.randrange(len(legal))])
        if played % EVERY == 0:
            yield mark(match, played, counted)
            counted = 0
    assert match.result is not None
    yield {**mark(match, played, counted), "level": match.result.level}


def mark(match: cm.Match, played: int, counted: int) -> Mark:
    return {"decisions": played, "legal": counted, "fingerprint": match.fingerprint()}


def renew() -> None:
    games = {str(seed): list(walk(seed)) for seed in SEEDS}
    FILE.write_text(json.dumps(games, indent=1) + "\n", encoding="utf-8")


def golden() -> dict[int, list[Mark]]:
    return {int(seed): marks for seed, marks in json.loads(FILE.read_text(encoding="utf-8")).items()}


def difference(seed: int, marks: int | None = None) -> str | None:
    """The first mark at which a game no longer goes as it did, or None."""
    stored = golden()[seed][:marks]
    for was, now in zip(stored, islice(walk(seed), len(stored)), strict=True):
        if was != now:
            return f"seed {seed}: was {was}, now {now}"
    return None
