"""Long work that somebody asked for is not done for nobody: when he hangs up, it is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request

from countermarch.server.problems import problem

T = TypeVar("T")


async def unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What comes of the work; nobody hears that it was stopped."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_leaves(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise problem(409, "advice_stopped")
    finally:
        working.cancel()
        leaving.cancel()


async def _leaves(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
