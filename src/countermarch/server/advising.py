"""Advice while a match is played, and its analysis when it is over."""

from __future__ import annotations

import asyncio
import json
import logging
from functools import partial
from typing import Any

from countermarch.bots.general import Advice
from countermarch.bots.motives import Motive
from countermarch.match import Match
from countermarch.server.limits import Limits
from countermarch.server.memory import Memory
from countermarch.server.problems import problem
from countermarch.server.staff import Staff
from countermarch.server.store import Store
from countermarch.server.thinking import Confession, Counsel, CutShort, NoThought, Study
from countermarch.server.turns import Kind

log = logging.getLogger("countermarch.server")


def whose(memory: Memory, limits: Limits, id: str) -> tuple[str | None, str | None]:
    """In whose turn a thought about this match is had, and of which address."""
    live = memory.lives.get(id)
    maker = None if live is None else live.maker
    return maker, limits.home(maker)


def _stopped(thought: asyncio.Task[str]) -> bool:
    """By somebody else: who asked has not hung up."""
    asking = asyncio.current_task()
    return thought.cancelled() and asking is not None and not asking.cancelling()


class Advisers:
    def __init__(self, store: Store, staff: Staff, limits: Limits, memory: Memory) -> None:
        self._store, self._staff, self._limits, self._memory = store, staff, limits, memory
        self.studies: dict[str, asyncio.Task[None]] = {}  # analyses under way, by match
        self._parts: dict[str, float] = {}  # how much of each is done
        self._counsels: dict[asyncio.Task[str], Counsel | Confession] = {}  # under way, and waiting to be

    async def advise(self, question: Counsel, match: Match) -> Advice:
        """What a general would do; nobody waits for it at the table."""
        found = await self._counsel(question, match)
        return Advice(**{**found, "said": tuple(found["said"])})

    async def confess(self, question: Confession, match: Match) -> list[Motive]:
        """What a bot had in mind."""
        return [Motive(**{**one, "said": tuple(one["said"])}) for one in await self._counsel(question, match)]

    async def _counsel(self, question: Counsel | Confession, match: Match) -> Any:
        asker, home = whose(self._memory, self._limits, question.match_id)
        if self._limits.guarded and self._staff.crowded(asker or question.match_id, home):
            raise problem(503, "busy")
        thought = asyncio.create_task(self._staff.think(question, match, Kind.ADVICE, asker, home))
        self._counsels[thought] = question
        thought.add_done_callback(self._counsels.pop)
        try:
            return json.loads(await thought)
        except (CutShort, asyncio.CancelledError) as error:
            if isinstance(error, asyncio.CancelledError) and not _stopped(thought):
                raise
            raise problem(409, "advice_stopped") from None
        except NoThought as error:
            log.warning("match %s: no advice: %s", question.match_id, error)
            raise problem(422, "no_advice") from None
        finally:
            del thought  # its exception holds this frame: a circle only a sweep would end

    def stop_advice(self, id: str, side: str | None = None) -> None:
        """What is thought for a side, or for all, and what waits to be."""
        for thought, question in list(self._counsels.items()):
            if question.match_id == id and side in (None, question.side):
                thought.cancel()

    # analyses

    def study(self, question: Study, match: Match) -> None:
        """Begin to analyse a match, unless somebody does; what is found is kept."""
        if question.match_id not in self.studies:
            self._parts[question.match_id] = 0.0
            self.studies[question.match_id] = asyncio.create_task(self._study(question, match))

    async def _study(self, question: Study, match: Match) -> None:
        id = question.match_id
        try:
            told = partial(self._parts.__setitem__, id)
            turn = whose(self._memory, self._limits, id)
            found = await self._staff.think(question, match, Kind.ANALYSIS, *turn, tell=told)
            await asyncio.to_thread(self._store.keep_analysis, id, json.loads(found))
        except (CutShort, asyncio.CancelledError):
            log.info("match %s: its analysis was stopped", id)
        except NoThought as error:
            log.warning("match %s: no analysis: %s", id, error)
        finally:
            del self.studies[id], self._parts[id]

    def studied(self, id: str) -> float | None:
        """How much of an analysis is done; None if nobody is at it."""
        return self._parts.get(id)

    def stop_study(self, id: str) -> None:
        """Whether it is under way or waits for another."""
        if id in self.studies and not self._staff.stop(id, Kind.ANALYSIS):
            self.studies[id].cancel()
