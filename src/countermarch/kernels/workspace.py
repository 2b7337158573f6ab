"""Where the compiled kernels work and leave their results: one buffer, laid out here."""

from __future__ import annotations

from array import array
from threading import local

from countermarch.kernels.data import SIDES, Ints

WRONG = -1  # a kernel's answer to arguments that would take it outside its arrays
HEADER = 1
RECORD = 5  # of a slot: its hex, best cost, slot it is entered from, free cost, slot before when free
HEX, BEST, LAST, FREE, VIA = range(RECORD)


def records_at(size: int) -> int:
    return HEADER + 6 * size


def entries_at(size: int) -> int:
    return HEADER + (6 + RECORD) * size


def queues_at(size: int) -> int:
    return HEADER + (6 + RECORD) * size + 2 * (SIDES * size + 1)


class Workspaces(local):
    """One workspace for each size of map, and for each thread; results are copied out of it."""

    def __init__(self) -> None:
        self.by_size: dict[int, Workspace] = {}

    def of(self, size: int, allowance: int) -> Workspace:
        work = self.by_size.get(size)
        if work is None or work.allowance < allowance:
            work = self.by_size[size] = Workspace(size, max(allowance, 63))
        return work


class Workspace(Ints):
    """Scratch arrays in one buffer: slices and tuples of arrays would cost the kernels more than offsets do.

    The header is the length of the trail; then come the slot of each hex (-1 between calls), the results
    (ends, costs, trail), and what `_search` needs: a record for each slot, the entries of the queues, and
    the first and last entry of each queue.
    """

    def __init__(self, size: int, allowance: int) -> None:
        self.allowance = allowance
        self.ends = HEADER + size
        self.costs = self.ends + size
        self.trail = self.costs + size
        super().__init__(array("i", [-1]) * (queues_at(size) + 2 * (allowance + 1)))
