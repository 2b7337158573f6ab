"""In a bots' process: matches and bots from one question to the next, and what comes of a question."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from threading import Thread
from time import monotonic, sleep
from typing import Any

from countermarch import match as face
from countermarch.bots import Bot, NoteTaker, bot
from countermarch.bots.analysis import ROLLOUTS, Analyst
from countermarch.bots.arena import seat_seed
from countermarch.bots.general import General
from countermarch.bots.motives import motives
from countermarch.match import Match
from countermarch.server.thinking import IMAGINED, Asked, Confession, Counsel, Question, Study

REMEMBERED = 32  # matches a process keeps in mind
YIELDING = 10  # how much nicer a process is that nobody waits for
OFTEN = 0.2  # seconds between words about how much is done
LOOK = 1.0  # and between looks whether whoever is thought for is still there
Who = tuple[str, str, str]  # of which match, on which side, which bot


@dataclass(frozen=True, slots=True)
class News:
    """What was played since a process was told last, when its record had so many rows."""

    known: int
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match as it stands, for a process that does not know it: nothing has to be played again."""

    opening: str
    position: dict[str, Any]
    record: tuple[str, ...]
    free: int  # actions that could be taken back
    fingerprint: str


def sheet_of(match: Match) -> Sheet:
    return Sheet(match.opening(), match.position(), match.record, match.undoable, match.fingerprint())


def news_since(known: Match | None, match: Match) -> News | None:
    """None if it is not known, something was taken back or dice were fixed: then the table is laid out anew."""
    rows = None if known is None else match.since(known)
    if known is None or rows is None or any(text.startswith("!") for text in rows):
        return None
    return News(known.entries, rows)


Told = News | Sheet | str  # the whole save, if the others come to nothing


@dataclass(frozen=True, slots=True)
class Notes:
    """What a bot noted in another process; whether the table has only gone on since."""

    said: Any
    stand: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found, or what went wrong; what the bot has noted, unless that is as before.

    Nothing was found if the match is not known by what was told.
    """

    said: str | None
    good: bool = True
    notes: Any = None


def work(line: Connection, yielding: bool) -> None:
    """Until nobody is at the other end, not even while it thinks."""
    Thread(target=_go_with, args=(os.getppid(),), daemon=True).start()
    if yielding and hasattr(os, "nice"):
        os.nice(YIELDING)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    mind = Mind(line.send)
    while True:
        try:
            asked = line.recv()
        except EOFError:
            return
        try:
            answer = mind.answer(*asked)
        except Exception as error:
            mind.forget(asked[0].match_id)
            answer = Answer(f"{type(error).__name__}: {error}", good=False)
        line.send(answer)


def _go_with(parent: int) -> None:
    """Who was thought for is gone: what comes of it nobody would hear."""
    while os.getppid() == parent:
        sleep(LOOK)
    os._exit(1)


class Mind:
    def __init__(self, tell: Callable[[float], None]) -> None:
        self._tell = tell  # how much is done
        self._tables: dict[str, Match] = {}  # the latest last
        self._bots: dict[Who, Bot] = {}
        self._noted: dict[Who, Any] = {}  # as it was last said or heard

    def answer(self, question: Asked, told: Told, notes: Notes | None = None) -> Answer:
        match = self._match(question.match_id, told)
        if match is None:
            return Answer(None)
        if isinstance(question, Question):
            return self._choice(question, match, notes)
        if isinstance(question, Study):
            return Answer(_study(match, question, self._tell))
        if isinstance(question, Counsel):
            return Answer(json.dumps(asdict(_general(question).advise(match, question.side))))
        most = question.seconds if question.rollouts is None else float(question.rollouts)
        found = motives(match, question.side, _general(question), most)
        return Answer(json.dumps([asdict(one) for one in found]))

    def _choice(self, question: Question, match: Match, notes: Notes | None) -> Answer:
        who = question.match_id, question.side, question.bot
        if who not in self._bots:
            self._bots[who] = bot(question.bot, seat_seed(0, f"{question.match_id} {question.side}"))
            self._noted[who] = None
        own = self._bots[who]
        if notes is not None and isinstance(own, NoteTaker):
            own.recall(notes.said, match if notes.stand else None)
            self._noted[who] = notes.said
        said, now = str(own.choose(match)), own.notes() if isinstance(own, NoteTaker) else None
        news = None if now == self._noted[who] else now
        self._noted[who] = now
        return Answer(said, notes=news)

    def _match(self, id: str, told: Told) -> Match | None:
        """As it stands; None if what was told does not lead there."""
        known = self._tables.pop(id, None)
        match = _played_on(known, told) if isinstance(told, News) else _laid_out(told)
        if match is not None:
            self._tables[id] = match
        for old in list(self._tables)[:-REMEMBERED]:
            del self._tables[old]
            for who in [who for who in self._bots if who[0] == old]:
                del self._bots[who], self._noted[who]
        return match

    def forget(self, id: str) -> None:
        """What went wrong may have left the table in disorder."""
        self._tables.pop(id, None)


def _played_on(known: Match | None, news: News) -> Match | None:
    if known is None or known.entries != news.known:
        return None
    for text in news.rows:
        known.play(text)
    return known


def _laid_out(told: Sheet | str) -> Match | None:
    """None where a position does not say all of a match."""
    if isinstance(told, str):
        return face.resume(told)
    try:
        match = face.resume(told.opening).taken_up(told.position, told.record, told.free)
    except ValueError:
        return None
    return match if match.fingerprint() == told.fingerprint else None


def _general(question: Counsel | Confession) -> General:
    """Somebody waits for him: he goes by the clock on the wall, however busy the machine is."""
    general, until = General(IMAGINED, question.seconds, question.rollouts), monotonic() + question.seconds
    if question.rollouts is None:
        general.stopped = lambda: monotonic() > until
    return general


def _study(match: Match, question: Study, tell: Callable[[float], None]) -> str:
    analyst = Analyst(match, question.rollouts or ROLLOUTS, IMAGINED, closed=True)
    told = monotonic()
    for part in analyst.run():
        if monotonic() - told > OFTEN:
            told = monotonic()
            tell(part)
    return json.dumps(analyst.found.to_json())
