"""The bots' processes of a server: begun when needed, each thought at one of them, fairly shared out."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic
from typing import Any

from countermarch.match import Match
from countermarch.server import thinking
from countermarch.server.desks import Desk, Thought
from countermarch.server.minds import Answer, Notes, Who, news_since
from countermarch.server.thinking import Asked, CutShort, NoThought, Question
from countermarch.server.turns import Kind, Turns

IDLE = 600.0  # seconds after which a process with nothing to do is ended
NOTED = 500  # bots whose notes are kept


def cores() -> int:
    """Those this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share(bots: int | None, workers: int) -> int:
    """How many processes each worker of a server has for its bots; in all as many as cores, if nobody says."""
    return max(1, (bots or cores()) // workers)


@dataclass(frozen=True, slots=True)
class Noted:
    """What a bot noted last, at which table, and how the match stood."""

    table: object
    match: Match
    said: Any


class Staff:
    """Bots people wait for and advice have so many desks; what yields has as many of its own, while there is room."""

    def __init__(self, places: int | None = None) -> None:
        self._turns = Turns(places or cores())
        self._desks: list[Desk] = []
        self._noted: dict[Who, Noted] = {}
        self._hands = ThreadPoolExecutor(2 * self._turns.places + 1, "desk")
        self._tidying: asyncio.TimerHandle | None = None

    @property
    def processes(self) -> int:
        return len(self._desks)

    def busy(self, *kinds: Kind) -> int:
        """Thoughts that are had just now."""
        return sum(self._turns.busy[kind] for kind in kinds)

    def waiting(self, *kinds: Kind) -> int:
        return sum(map(self._turns.waiting, kinds))

    def crowded(self, whose: str, home: str | None) -> bool:
        """Whether one would wait for long."""
        return self._turns.before(home or whose) >= thinking.CROWD * self._turns.places

    async def think(
        self,
        question: Asked,
        match: Match,
        kind: Kind = Kind.BOTS,
        whose: str | None = None,
        home: str | None = None,
        tell: Callable[[float], None] = lambda _: None,
    ) -> str:
        """The action the bot names; advice and analyses as JSON. Whoever asks much waits for who asks little.

        The match must stay as it is meanwhile.
        """
        thought = Thought(question, _without_log(match), kind, tell)
        async with self._turns.of(whose or question.match_id, home, kind):
            desk = self._seat(thought)
            try:
                answer = await self._asked(desk, thought)
            except (EOFError, OSError) as error:
                self._dismiss(desk)
                why = "has been silent for too long" if isinstance(error, TimeoutError) else "has ended"
                raise (CutShort() if desk.cut else NoThought(f"the bot's process {why}")) from None
            finally:
                self._rise(desk)
        if not answer.good:
            raise NoThought(answer.said)
        return str(answer.said)

    def stop(self, match_id: str, *kinds: Kind) -> bool:
        """Cut thoughts about this match short that are had just now."""
        busy = [(desk, desk.about) for desk in self._desks if desk.about is not None]
        cut = [desk for desk, thought in busy if thought.question.match_id == match_id and thought.kind in kinds]
        for desk in cut:
            desk.cut_short()
        return bool(cut)

    def close(self) -> None:
        if self._tidying is not None:
            self._tidying.cancel()
        for desk in self._desks:
            desk.cut_short()
            desk.end()
        self._desks.clear()
        self._hands.shutdown(wait=False)

    # desks

    def _seat(self, thought: Thought) -> Desk:
        """Where the match is known, if somebody is free there; else where there is least to remember."""
        free = [desk for desk in self._desks if desk.about is None and desk.yielding == thought.kind.yields]
        known = [desk for desk in free if desk.knows(thought.question.match_id)]
        desk = next(iter(known), None) or min(free, key=lambda desk: desk.burden, default=None)
        if desk is None:
            desk = Desk(thought.kind.yields)
            self._desks.append(desk)
        desk.about = thought
        return desk

    def _rise(self, desk: Desk) -> None:
        """Who was cut short does not come back."""
        desk.about, desk.since = None, monotonic()
        if desk.cut:
            self._dismiss(desk)
        if self._tidying is None:
            self._tidying = asyncio.get_running_loop().call_later(IDLE, self._tidy)

    def _tidy(self) -> None:
        """Who has had nothing to do for long goes home."""
        self._tidying = None
        for desk in [desk for desk in self._desks if desk.about is None and monotonic() - desk.since >= IDLE]:
            self._dismiss(desk)
        if self._desks:
            self._tidying = asyncio.get_running_loop().call_later(IDLE, self._tidy)

    def _dismiss(self, desk: Desk) -> None:
        if desk in self._desks:
            self._desks.remove(desk)
        desk.end()

    # asking

    async def _asked(self, desk: Desk, thought: Thought) -> Answer:
        """Nobody else has his turn before the process has ended whose thought nobody waits for any more."""
        notes = self._notes_for(desk, thought)
        asking = asyncio.get_running_loop().run_in_executor(self._hands, desk.ask, thought, notes)
        try:
            answer = await asyncio.shield(asking)
        except asyncio.CancelledError:
            desk.cut_short()
            await asyncio.gather(asking, return_exceptions=True)
            raise
        if isinstance(thought.question, Question) and answer.good:
            self._note(desk, thought.question, thought.match, answer.notes)
        return answer

    def _notes_for(self, desk: Desk, thought: Thought) -> Notes | None:
        """What the bot noted elsewhere, or before the table was laid out anew; it still knows what it noted there."""
        question, match = thought.question, thought.match
        noted = self._noted.get(_who(question)) if isinstance(question, Question) else None
        if noted is None or noted.table is desk.table(question.match_id, match):
            return None
        return Notes(noted.said, news_since(noted.match, match) is not None)

    def _note(self, desk: Desk, question: Question, match: Match, said: Any) -> None:
        before = self._noted.pop(_who(question), None)
        said = before.said if said is None and before is not None else said
        if said is not None:
            self._noted[_who(question)] = Noted(desk.table(question.match_id, match), match, said)
        for old in list(self._noted)[:-NOTED]:
            del self._noted[old]


def _without_log(match: Match) -> Match:
    """It is kept for long, to be compared with."""
    bare = match.copy()
    bare.lighten()
    return bare


def _who(question: Question) -> Who:
    return question.match_id, question.side, question.bot
