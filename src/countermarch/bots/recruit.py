"""A recruit: does what is sensible at first sight, and forgets a good part of it."""

from __future__ import annotations

from random import Random

from countermarch.bots.command import Command
from countermarch.bots.doctrine import said_of
from countermarch.bots.plans import Plan
from countermarch.match import Match

FORGETS = 0.4  # of his orders; the data of a game whose captain one can copy with less say more


def forgets(game: str) -> float:
    return float(said_of(game).get("recruit", {}).get("forgets", FORGETS))


class Recruit(Command):
    """A captain in a hurry whose plans have holes; he never does what is senseless."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, quick=True)

    def think(self, match: Match, side: str) -> list[str]:
        world = match.imagine(side, self.seed)
        plan = Plan.of(self.plan(world.copy(), side))
        rng = Random(f"{self.seed} {world.fingerprint()}")  # by what he sees, so that nothing else moves him
        part = forgets(match.game.key)
        kept = [order for order in plan.orders[:-1] if rng.random() >= part]
        return Plan((*kept, plan.orders[-1])).carry_out(world, side)
