"""What it costs the workers that a request comes to the wrong one, in processor time: `python -m bench.workers`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from tests.server.houses import House, house
from tests.server.test_workers import act, begin

TIMES = 2000
ASKED = "/matches/{}/table"  # the cheapest answer that is about a match


def seconds_of(pids: Sequence[int]) -> float:
    ticks = 0
    for pid in pids:
        with open(f"/proc/{pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def milliseconds(pids: Sequence[int], ask: Callable[[int], object]) -> float:
    for number in range(50):
        ask(number)
    before = seconds_of(pids)
    for number in range(TIMES):
        ask(number)
    return (seconds_of(pids) - before) / TIMES * 1000


def measure(at: House) -> dict[str, float]:
    workers = list(at.workers())
    pids = [at.pid(worker) for worker in workers]
    ids = [begin(at) for _ in range(16)]
    for id in ids:
        act(at.http, id)
    mine, others = (ASKED.format(next(id for id in ids if at.owner(id) == worker)) for worker in workers)
    inner, outer = at.inner(workers[0]), at.client()
    return {
        "at its owner": milliseconds(pids, lambda _: inner.get(mine)),
        "handed on, each time": milliseconds(pids, lambda number: outer.get((mine, others)[number % 2])),
        "forwarded": milliseconds(pids, lambda _: inner.get(others)),
        "at its owner, once more": milliseconds(pids, lambda _: inner.get(mine)),
    }


if __name__ == "__main__":
    with house("bench") as made:
        for what, cost in measure(made).items():
            print(f"{cost:6.2f} ms  {what}")
