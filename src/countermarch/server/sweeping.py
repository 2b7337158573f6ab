"""Garbage that refers to itself has to be looked for, and nobody is answered meanwhile.

Looking through all that a thousand tables hold takes more than a second and finds next to nothing, since a match that
is put away refers to itself nowhere and goes at once. So what is new is looked through often, which takes a moment,
and everything when nobody asks.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from time import monotonic

YOUNG = 1000  # objects more than before, until those that are new are looked through
NEVER = 1_000_000_000
OFTEN = 5.0  # seconds without a request are a pause
EACH, LATEST = 3600.0, 8 * 3600.0  # seconds from one look through everything to the next: in a pause; in any case


def begin() -> None:
    """What is there before anybody asks stays, and is passed over from now on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


async def watch(asked: Callable[[], int]) -> None:
    """As long as the server runs; `asked` counts requests."""
    swept, before = monotonic(), asked()
    while True:
        await asyncio.sleep(OFTEN)
        since, now = monotonic() - swept, asked()
        if since > LATEST or (since > EACH and now == before):
            gc.collect()
            swept = monotonic()
        before = now
