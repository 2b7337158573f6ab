"""Microseconds per call of the kernels, compiled and reference, on one random map."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from time import perf_counter
from types import ModuleType

from countermarch.kernels import CREST, IMPASSABLE, SHADOW, ZONE_STOPS, Ground, Ints, Net, Terrain, compiled, reference

Call = Callable[[int], object]  # from a start hex

COLUMNS, ROWS = 45, 36
SIZE = COLUMNS * ROWS
ZONE, ENEMY, LONE, OWN, CLOSED = (SIZE * i for i in range(5))
STEPS = (
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
)


def neighbours() -> list[int]:
    return [_at(c + dc, r + dr) for c in range(COLUMNS) for r in range(ROWS) for dc, dr in STEPS[c % 2]]


def _at(column: int, row: int) -> int:
    return column * ROWS + row if 0 <= column < COLUMNS and 0 <= row < ROWS else -1


def land(chance: random.Random, nbr: list[int]) -> Terrain:
    """Open ground, woods and marsh by hex, a little water; rivers on some sides, that cost more or stop."""
    ground = chance.choices((2, 3, 4, IMPASSABLE), (65, 15, 15, 5), k=SIZE)
    rivers = chance.choices((0, 2), (88, 12), k=len(nbr))
    entering = [ground[to] for to in nbr]
    cost = [g + river if g >= 0 else IMPASSABLE for g, river in zip(entering, rivers, strict=True)]
    return Terrain(nbr, cost, [chance.random() < 0.03 for _ in nbr])


def rails(chance: random.Random, nbr: list[int]) -> Terrain:
    return Terrain(nbr, [0 if chance.random() < 0.6 else IMPASSABLE for _ in nbr], [0] * len(nbr))


def position(chance: random.Random) -> Ints:
    """A front through the middle: enemy units and their zones on one half, ours on the other."""
    maps = array("i", bytes(4 * 5 * SIZE))
    for hex in range(SIZE):
        east = hex > SIZE // 2
        maps[ZONE + hex] = east and chance.random() < 0.25
        maps[ENEMY + hex] = maps[CLOSED + hex] = east and chance.random() < 0.08
        maps[OWN + hex] = 0 if east else chance.choices((0, 1, 2), (90, 7, 3))[0]
    return Ints(maps)


def timed(call: Call, starts: list[int]) -> float:
    """The best of fifteen rounds, in microseconds per call."""
    return min(_round(call, starts) for _ in range(15))


def _round(call: Call, starts: list[int]) -> float:
    began = perf_counter()
    for start in starts:
        call(start)
    return (perf_counter() - began) / len(starts) * 1e6


def moves(name: str, terrain: Terrain, state: Ints, allowance: int) -> Callable[[ModuleType], Call]:
    def choose(kernels: ModuleType) -> Call:
        kernel = getattr(kernels, name)
        return lambda start: kernel(terrain, state, ZONE, ENEMY, LONE, OWN, start, allowance, 2, 2, 2, ZONE_STOPS)

    return choose


def floods(net: Net, state: Ints, limit: int) -> Callable[[ModuleType], Call]:
    return lambda kernels: lambda start: kernels.flood(net, state, CLOSED, (start,), limit)


def heights(chance: random.Random) -> Ground:
    """Hills of three levels with woods on them."""
    places = [(column, 2 * row + column % 2) for column in range(COLUMNS) for row in range(ROWS)]
    levels = [chance.choices((1, 2, 3), (70, 10, 20))[0] for _ in places]
    return Ground(places, levels, [level + (chance.random() < 0.15) for level in levels], 8)


def sights(ground: Ground, reach: int) -> Callable[[ModuleType], Call]:
    return lambda kernels: lambda start: kernels.sight(ground, start, reach, 1, CREST | SHADOW)


def main() -> None:
    chance = random.Random(1945)
    nbr, state = neighbours(), position(chance)
    ground, lines, net = land(chance, nbr), rails(chance, nbr), Net(nbr, [1] * len(nbr))
    starts = chance.sample(range(SIZE), 100)
    rows = [(f"reach, allowance {a}", moves("reach", ground, state, a)) for a in (10, 14, 20, 60)]
    rows.append(("reach by rail, all at no cost", moves("reach", lines, state, 0)))
    rows.append(("can_move, allowance 14", moves("can_move", ground, state, 14)))
    rows += [(f"flood, limit {limit}", floods(net, state, limit)) for limit in (5, -1)]
    hills = heights(chance)
    rows += [(f"sight, {reach} hexes on a level", sights(hills, reach)) for reach in (3, 6)]
    print(f"{'microseconds per call':32}{'compiled':>10}{'reference':>11}{'hexes':>8}")
    for title, choose in rows:
        quick, plain = timed(choose(compiled), starts), timed(choose(reference), starts)
        print(f"{title:32}{quick:10.1f}{plain:11.1f}{_found(choose(compiled), starts):8.0f}")


def _found(call: Call, starts: list[int]) -> float:
    """How many hexes an answer holds on average."""
    return sum(_count(call(start)) for start in starts) / len(starts)


def _count(answer: object) -> int:
    if isinstance(answer, array):
        return sum(steps >= 0 for steps in answer)
    return len(getattr(answer, "hexes", "1" if answer else ""))


if __name__ == "__main__":
    main()
