"""Tasks nobody waits for; who began them sees to their end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from countermarch.server.store import NotOurs

log = logging.getLogger("countermarch.server")


class Errands:
    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()

    def run(self, errand: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(errand)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        """Nobody else would hear why it came to nothing."""
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, (SQLAlchemyError, NotOurs)):
            log.error("an errand came to nothing: %s", error)
        elif error is not None:
            log.error("an errand came to nothing", exc_info=error)
