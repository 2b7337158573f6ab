"""What the kernels take and give: maps, buffers, flags, results. Imports neither numpy nor numba."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    IntArray = npt.NDArray[np.int32]

SIDES = 6
IMPASSABLE = -1

OVERRUN = 1  # may enter a hex that holds enemy headquarters and nothing else
ZONE_STOPS = 2  # must stop on entering an enemy zone
NOT_FROM_ZONE = 4  # may not start in an enemy zone
PASS_NEEDS_ROOM = 8  # may not even pass through a full hex
NOT_INTO_ZONE = 16  # may not enter an enemy zone
NO_ZONE = NOT_FROM_ZONE | NOT_INTO_ZONE
NOT_ZONE_TO_ZONE = 32  # may not step from one hex in an enemy zone into another
ONE_HEX_AT_LEAST = 64  # a first step that costs more than the allowance is open, and takes all of it
TAKES_HEXES = 128  # what it passes through is held from then on: the hex it leaves counts as held, if not for long

LEVELS = 3  # how firmly both hexes of a side are held: not, held, held for long
PRICE_BITS = 9
BARRED = (1 << PRICE_BITS) - 1  # the price of a side that is closed at this level
KIND_BITS = 8
KINDS = 1 << KIND_BITS  # of hexsides that one terrain may tell apart
CLOSED = -1  # a side that is never open


class Buffer(Protocol):
    """Ints that Python and the compiled kernels share. `ints` must never be resized once `np` was read."""

    @property
    def ints(self) -> array[int]: ...

    @property
    def np(self) -> IntArray: ...


class Ints:
    """A buffer around an array('i'); the numpy view of the same memory is made when first asked for."""

    def __init__(self, ints: array[int]) -> None:
        self.ints = ints

    @cached_property
    def np(self) -> IntArray:
        return view(self.ints)


def view(ints: array[int]) -> IntArray:
    """A numpy view of the same memory."""
    import numpy

    return numpy.frombuffer(ints, dtype=numpy.int32)


class Terrain(Ints):
    """What one mobility class pays at every hexside: nbr, cost and stop, copied into one array.

    `held` and `kept` are the costs where both hexes are held, or held for long (bridges, railways); without
    them holding a hex makes no difference. The array begins with the codes of all kinds of side: one if the unit
    must stop behind it, and above that bit the price of each level. Then comes each side in one int, since a
    search reads them all over the map: the neighbour above KIND_BITS, below them the kind; -1 if it is never open.
    """

    def __init__(
        self,
        nbr: Sequence[int],
        cost: Sequence[int],
        stop: Sequence[int],
        held: Sequence[int] | None = None,
        kept: Sequence[int] | None = None,
    ) -> None:
        held = cost if held is None else held
        kept = held if kept is None else kept
        self.size = _hexes(nbr, cost, stop, held, kept)
        ways = list(zip(stop, cost, held, kept, strict=True))
        kinds = list(dict.fromkeys(way for to, way in zip(nbr, ways, strict=True) if to >= 0 and max(way[1:]) >= 0))
        super().__init__(_codes(kinds))
        number = {way: kind for kind, way in enumerate(kinds)}
        for to, way in zip(nbr, ways, strict=True):
            kind = number.get(way, CLOSED) if to >= 0 else CLOSED
            self.ints.append(CLOSED if kind == CLOSED else to << KIND_BITS | kind)
        self.cheapest = min((price for _, *prices in kinds for price in prices if price >= 0), default=0)

    @cached_property
    def exits(self) -> list[list[tuple[int, int, bool]]]:
        """Hex by hex, each way out over ground not held, as (neighbour, cost, must stop)."""
        return [[(to, p[0], halt) for to, p, halt in row if p[0] != BARRED] for row in self.ways]

    @cached_property
    def ways(self) -> list[list[tuple[int, tuple[int, ...], bool]]]:
        """Hex by hex, each way out as (neighbour, the price of each level, must stop)."""
        kinds = [(_prices(code), bool(code & 1)) for code in self.ints[:KINDS]]
        return [[(side >> KIND_BITS, *kinds[side % KINDS]) for side in self._sides(h)] for h in range(self.size)]

    def _sides(self, h: int) -> list[int]:
        """The sides of a hex that are ever open."""
        return [side for side in self.ints[KINDS + SIDES * h : KINDS + SIDES * (h + 1)] if side != CLOSED]


def _codes(kinds: Sequence[tuple[int, ...]]) -> array[int]:
    if len(kinds) > KINDS:
        raise ValueError(f"{len(kinds)} kinds of side; a terrain may have {KINDS}")
    codes = [_code(*way) for way in kinds]
    return array("i", codes + [0] * (KINDS - len(codes)))


def _code(halt: int, *prices: int) -> int:
    if max(prices) >= BARRED:
        raise ValueError(f"a side costs {max(prices)}; the most a side may cost is {BARRED - 1}")
    levels = (BARRED if price < 0 else price for price in prices)
    return sum(price << (1 + PRICE_BITS * level) for level, price in enumerate(levels)) + (halt != 0)


@cache
def _prices(code: int) -> tuple[int, ...]:
    return tuple(code >> (1 + PRICE_BITS * level) & BARRED for level in range(LEVELS))


class Net(Ints):
    """The open sides of a map, for floods: side by side the neighbour, or -1."""

    def __init__(self, nbr: Sequence[int], open_sides: Sequence[int]) -> None:
        self.size = _hexes(nbr, open_sides)
        pairs = zip(nbr, open_sides, strict=True)
        super().__init__(array("i", [to if is_open else -1 for to, is_open in pairs]))

    @cached_property
    def exits(self) -> list[list[int]]:
        """Hex by hex, the neighbours across open sides."""
        return [[to for to in self.ints[SIDES * h : SIDES * (h + 1)] if to >= 0] for h in range(self.size)]


class Prices(Ints):
    """What a step into each hex costs, for fields: side by side the neighbour it is made from, then so the price.

    A side with the price 0 is never crossed.
    """

    def __init__(self, nbr: Sequence[int], price: Sequence[int]) -> None:
        self.size = _hexes(nbr, price)
        if min(price, default=0) < 0:
            raise ValueError(f"a step costs {min(price)}: a side that is never crossed has the price 0")
        shut = [to if cost else -1 for to, cost in zip(nbr, price, strict=True)]
        super().__init__(array("i", [*shut, *price]))

    @cached_property
    def entries(self) -> list[list[tuple[int, int]]]:
        """Hex by hex, from where it can be entered and at what price."""
        sides = SIDES * self.size
        ways = list(zip(self.ints[:sides], self.ints[sides:], strict=True))
        return [[way for way in ways[SIDES * h : SIDES * (h + 1)] if way[0] >= 0] for h in range(self.size)]


class March(NamedTuple):
    """A move as the kernels are asked about it; `reach` says what each value means."""

    terrain: Terrain
    buffer: Buffer
    zone_at: int
    enemy_at: int
    lone_at: int
    own_at: int
    start: int
    allowance: int
    limit: int
    zone_in: int
    zone_out: int
    flags: int
    held_at: int = -1
    crowd_at: int = -1
    crowd_in: int = 0
    shun_at: int = -1


@dataclass(slots=True)
class Reach:
    """Where a unit may end: `hexes` ascending, `costs` aligned with them; arrays, since most are never read.

    `trail` holds, one after the other: for each end, the slot from which it is entered; for each slot
    (a hex the search touched, the start being slot 0) its hex; for each slot the slot before it.
    """

    hexes: array[int]
    costs: array[int]
    trail: array[int]

    def __contains__(self, hex: int) -> bool:
        at = bisect_left(self.hexes, hex)
        return at < len(self.hexes) and self.hexes[at] == hex

    def path(self, hex: int) -> list[int]:
        """The hexes entered on the cheapest way to `hex`, which is the last of them."""
        trail, ends = self.trail, len(self.hexes)
        before = (len(trail) + ends) // 2
        steps = [hex]
        slot = trail[self._end(hex)]
        while slot:
            steps.append(trail[ends + slot])
            slot = trail[before + slot]
        steps.reverse()
        return steps

    def cost(self, hex: int) -> int:
        return self.costs[self._end(hex)]

    def with_first_steps(self, hexes: Iterable[int], cost: int) -> Reach:
        """The same, and hexes next door that may be entered straight from the start, for all the unit has."""
        known = dict(zip(self.hexes, self.costs, strict=True))
        more = [h for h in hexes if known.get(h, cost + 1) > cost]
        if not more:
            return self
        slots = dict(zip(self.hexes, self.trail, strict=False)) | dict.fromkeys(more, 0)
        known.update(dict.fromkeys(more, cost))
        ends = sorted(known)
        rest = self.trail[len(self.hexes) :] or array("i", (0, 0))
        costs, trail = ([row[h] for h in ends] for row in (known, slots))
        return Reach(array("i", ends), array("i", costs), array("i", trail) + rest)

    def _end(self, hex: int) -> int:
        at = bisect_left(self.hexes, hex)
        if at == len(self.hexes) or self.hexes[at] != hex:
            raise KeyError(f"the unit cannot end in hex {hex}: ask only for a hex in .hexes")
        return at


NOWHERE = Reach(array("i"), array("i"), array("i"))


def check_move(
    terrain: Terrain, buffer: Buffer, maps: tuple[int, ...], start: int, zone_in: int, zone_out: int, *others: int
) -> None:
    """Raise the error that explains why a move cannot be searched."""
    check_hex(start, terrain.size)
    check_maps(buffer, (*maps, *(at for at in others if at >= 0)), terrain.size)
    if zone_in < 0 or zone_out < 0:
        raise ValueError(f"zone costs {zone_in} and {zone_out} must not be negative")


def check_hex(hex: int, size: int) -> None:
    if not 0 <= hex < size:
        raise IndexError(f"hex {hex} is not on the map: its {size} hexes are numbered from 0")


def check_flooded(net: Net, earlier: array[int]) -> None:
    if len(earlier) != net.size:
        raise ValueError(f"an earlier flood of {len(earlier)} hexes on a map of {net.size}")


def check_field(prices: Prices, costs: array[int], tolls: array[int], far: int) -> None:
    if len(costs) != prices.size or len(tolls) != prices.size:
        raise ValueError(f"{len(costs)} costs and {len(tolls)} tolls on a map of {prices.size} hexes")
    if min(costs, default=0) < 0 or max(costs, default=far) > far or min(tolls, default=0) < 0:
        raise ValueError(f"costs run from 0 to {far}, tolls from 0")


def check_maps(buffer: Buffer, maps: tuple[int, ...], size: int) -> None:
    room = len(buffer.ints)
    for at in maps:
        if not 0 <= at <= room - size:
            raise IndexError(f"no map of {size} hexes at offset {at} in a buffer of {room} ints")


def _hexes(nbr: Sequence[int], *others: Sequence[int]) -> int:
    """The number of hexes, once the side arrays prove to fit each other."""
    size, rest = divmod(len(nbr), SIDES)
    if rest or any(len(other) != len(nbr) for other in others):
        lengths = [len(sides) for sides in (nbr, *others)]
        raise ValueError(f"side arrays of {lengths} entries: all must have six entries a hex")
    for side, to in enumerate(nbr):
        if not -1 <= to < size:
            raise ValueError(f"hex {side // SIDES} has neighbour {to} at side {side % SIDES}, off the map")
    return size
