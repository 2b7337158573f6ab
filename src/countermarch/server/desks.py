"""One process in which bots think, one thought at a time: told what is new, listened to, ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any

from countermarch.match import Match
from countermarch.server.minds import OFTEN, REMEMBERED, Answer, News, Notes, Told, news_since, sheet_of, work
from countermarch.server.thinking import Asked, longest_silence
from countermarch.server.turns import Kind

SPAWN = get_context("spawn")


@dataclass(frozen=True, slots=True, eq=False)
class Thought:
    """What is asked about a match as it stands, for whom, and whom to tell how much is done."""

    question: Asked
    match: Match
    kind: Kind
    tell: Callable[[float], None] = field(default=lambda _: None)


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """A match as a process was last told of it."""

    match: Match
    table: object  # the same as long as it is not laid out anew


class Desk:
    """The way to a process, from its start, when it is first asked, to its end."""

    def __init__(self, yielding: bool) -> None:
        self.yielding = yielding
        self.about: Thought | None = None
        self.cut = False
        self.since = monotonic()  # when it had something to do last
        self._known: dict[str, Known] = {}  # the latest last
        self._worker: BaseProcess | None = None
        self._line: Connection | None = None

    def knows(self, match_id: str) -> bool:
        return match_id in self._known

    @property
    def burden(self) -> int:
        return len(self._known)

    def table(self, match_id: str, match: Match) -> object:
        """Where the process thinks about a match; None if it has to be laid out first."""
        known = self._known.get(match_id)
        return None if known is None or news_since(known.match, match) is None else known.table

    def ask(self, thought: Thought, notes: Notes | None) -> Answer:
        """Wait for the answer: for a thread of its own. The process is told no more than it needs."""
        line = self._line or self._start()
        for told in self._told(thought):
            line.send((thought.question, told, notes))
            answer = self._hear(line, thought)
            if answer.said is not None:
                break
        self._note(thought, answer.good, isinstance(told, News))
        return answer

    def _told(self, thought: Thought) -> Iterator[Told]:
        """What is new, if the process knows the match; else how it stands; all of it at the last."""
        known = self._known.get(thought.question.match_id)
        news = None if known is None else news_since(known.match, thought.match)
        if news is not None:
            yield news
        yield sheet_of(thought.match)
        yield thought.match.save()

    def _note(self, thought: Thought, good: bool, went_on: bool) -> None:
        """As the process does it; where something went wrong it has forgotten the match."""
        known = self._known.pop(thought.question.match_id, None)
        if good:
            table = known.table if known is not None and went_on else object()
            self._known[thought.question.match_id] = Known(thought.match, table)
        for old in list(self._known)[:-REMEMBERED]:
            del self._known[old]

    def _hear(self, line: Connection, thought: Thought) -> Answer:
        """Who says nothing for long hangs, and others wait behind him."""
        while isinstance(heard := self._next(line, thought.question), float):
            thought.tell(heard)
        assert isinstance(heard, Answer)
        return heard

    def _next(self, line: Connection, question: Asked) -> Any:
        began = monotonic()
        while not line.poll(OFTEN):
            if monotonic() - began > longest_silence(question):
                raise TimeoutError
        return line.recv()

    def _start(self) -> Connection:
        """Who is cut short while he starts is ended as soon as he can be."""
        line, theirs = SPAWN.Pipe()
        worker = SPAWN.Process(target=work, args=(theirs, self.yielding), daemon=True, name="countermarch-bots")
        worker.start()
        theirs.close()
        self._line, self._worker = line, worker
        if self.cut:
            worker.kill()
        return line

    def cut_short(self) -> None:
        self.cut = True
        if self._worker is not None:
            self._worker.kill()

    def end(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker.join()
        if self._line is not None:
            self._line.close()
