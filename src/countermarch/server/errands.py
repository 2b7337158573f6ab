"""Tasks nobody waits for; who began them sees to their end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class Errands:
    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()

    def run(self, errand: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(errand)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
