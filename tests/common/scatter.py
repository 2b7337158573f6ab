"""Positions no game would come to soon: counters strewn over the map, worn, on any turn."""

from __future__ import annotations

from random import Random

import countermarch as cm


def scattered(game: cm.Game, seed: int, options: dict[str, str]) -> cm.Match:
    """The counters of a new game mixed up around a hex, so that they meet at once."""
    rng = Random(f"scatter {seed}")
    document = game.start(seed=seed, options=options).position()
    del document["flow"]
    document["turn"] = rng.randint(1, game.info.scenarios[0].turns)
    document["phase"] = rng.choice(list(game.rules.phases))
    grid = game.rules.board.grid
    hexes = [grid.number(h) for h in grid.within(rng.randrange(grid.n), rng.randint(3, 6))]
    rng.shuffle(hexes)
    for unit in document["units"]:
        if hexes and rng.random() < 0.9:
            unit.update(hex=hexes.pop(), where=None, steps=rng.randint(1, unit["steps"]))
        else:
            unit.update(hex=None, where="eliminated", steps=0)
    return game.from_position(document)
