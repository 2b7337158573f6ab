"""9.3 A strength is the sum of its parts: what decides an attack and what is told of it are the same numbers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import countermarch as cm
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reckoning import (
    EIGHTHS,
    attack_of,
    attack_parts,
    attack_rounding,
    defence_in,
    defence_parts,
    forces,
    line_shift,
    reckon,
    rounding,
    shift_parts,
    slot_of,
    standing_shift,
)
from countermarch.games.chitpull.state import SUPPLY

FAMILY = ("koenigsberg", "koenigsberg45", "stargard")
GAMES, DECISIONS, EVERY = 4, 400, 20


def positions(game: str, rng: Random) -> Iterator[ChitPullPlay]:
    """Random games looked at now and then, with supply and steps as chance will have them."""
    for seed in range(GAMES):
        match = cm.load(game).start(seed=seed)
        for number in range(DECISIONS):
            if match.to_act is None:
                break
            if number % EVERY == 0:
                play = match.copy()._play
                assert isinstance(play, ChitPullPlay)
                for u, unit in enumerate(play.tables.units):
                    play.state.supply[u] = rng.randrange(len(SUPPLY))
                    if play.state.hex[u] >= 0 and play.tables.is_combat[u]:
                        play.set_steps(u, rng.randint(1, unit.steps))
                yield play
            match.play(match.legal()[rng.randrange(len(match.legal()))])


def attacks(play: ChitPullPlay, rng: Random) -> Iterator[tuple[int, list[int]]]:
    """Each hex with somebody in it, and some of the enemies next to it."""
    for h in range(play.tables.n):
        side = play.owner(h)
        if side is not None and play.combat_in(side, h):
            around = [n for n in play.tables.nbr[6 * h : 6 * h + 6] if n >= 0 and play.owner(n) == 1 - side]
            units = [u for n in around for u in play.combat_units(n)]
            if units:
                yield h, rng.sample(units, rng.randint(1, len(units)))


@pytest.mark.rule("koenigsberg 9.3", "koenigsberg 2.1.2")
@pytest.mark.parametrize("game", FAMILY)
def test_the_strengths_of_an_attack_are_the_sums_of_their_parts(game: str) -> None:
    rng, seen, halved = Random(game), 0, set[int]()
    for play in positions(game, rng):
        flyers = [u for u, unit in enumerate(play.tables.units) if unit.kind == "air"]
        for target, units in attacks(play, rng):
            for u in units:
                eighths = attack_of(play, u, slot_of(play, u, target))
                parts = list(attack_parts(play, target, [u]))
                assert sum(part.value for part in parts) * EIGHTHS == eighths
                halved.add(len(parts))
            told = sum(part.value for part in defence_parts(play, target)) * EIGHTHS
            assert told == defence_in(play, target)
            joined, air = forces(play, units, target), {u: rng.random() < 0.5 for u in rng.sample(flyers, 2)}
            strikes = play.air_shift(target, [(u, int(full)) for u, full in air.items()])
            found = reckon(play, target, joined, strikes, support=0)
            whole = [*attack_parts(play, target, units), *attack_rounding(play, joined, found)]
            assert sum(part.value for part in whole) == found.attack // EIGHTHS
            rounded = sum(part.value for part in rounding(play, found.defence))
            assert told / EIGHTHS + rounded == found.defence // EIGHTHS
            moved = strikes - standing_shift(play, target) - line_shift(play, found.line)
            assert sum(part.value for part in shift_parts(play, target, found.line, air)) == moved
            seen += 1
    assert seen > 100 and {1, 2, 3} <= halved
