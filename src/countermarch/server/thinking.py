"""Bots think in a process of their own, one thought at a time; a thought can be cut short."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any

from countermarch import match as face
from countermarch.bots import Bot, bot
from countermarch.bots.analysis import ROLLOUTS, Analyst
from countermarch.bots.arena import seat_seed
from countermarch.bots.general import General
from countermarch.bots.motives import motives
from countermarch.match import Match

SPAWN = get_context("spawn")
IMAGINED = 1  # the seed of the tables advice is found on: the same view, the same advice
REMEMBERED = 8  # matches a worker keeps in mind
YIELDING = 10  # how much nicer a process is that nobody waits for
SILENCE = 180.0  # seconds, and more for who was given time to think
OFTEN = 0.2  # seconds between words about how much is done


class NoThought(Exception):
    """The bot gave no answer; the message says why."""


class CutShort(Exception):
    """The thought was stopped."""


@dataclass(frozen=True, slots=True)
class Question:
    match_id: str
    bot: str
    side: str
    save: str


@dataclass(frozen=True, slots=True)
class Counsel:
    """What a general would do for a side: in so many seconds, or with so many rollouts."""

    match_id: str
    side: str
    save: str
    seconds: float
    rollouts: int | None = None


@dataclass(frozen=True, slots=True)
class Study:
    """Luck and choice in a match that is over; so many rollouts for a plan, or as many as usual."""

    match_id: str
    save: str
    rollouts: int | None = None


@dataclass(frozen=True, slots=True)
class Confession:
    """What a side had in mind in its last activation."""

    match_id: str
    side: str
    save: str
    seconds: float
    rollouts: int | None = None


Asked = Question | Counsel | Study | Confession


def longest_silence(question: Asked) -> float:
    """Seconds after which nobody believes any more that it thinks: it starts, replays, and may go over its time."""
    if isinstance(question, Question):
        seconds = float(question.bot.partition(":")[2] or 0)
    else:
        seconds = 0.0 if isinstance(question, Study) else question.seconds
    return SILENCE + 4 * seconds


CROWD = 6  # who would wait for so many thoughts is told to come again


class Turns:
    """One at a time, each house in its turn and in it each asker, however many wait behind him."""

    def __init__(self) -> None:
        self._busy = False
        self._served = ""  # the house whose turn it is, or was last
        self._waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}  # by house and asker, the next one first

    @asynccontextmanager
    async def of(self, whose: str, home: str | None = None) -> AsyncIterator[None]:
        """Who has no house stands for himself."""
        home = home or whose
        if self._busy:
            await self._wait(whose, home)
        self._busy, self._served = True, home
        try:
            yield
        finally:
            self._next()

    @property
    def waiting(self) -> int:
        return sum(len(own) for house in list(self._waiting.values()) for own in list(house.values()))

    def before(self, home: str) -> int:
        """How many come first: one of every other house, all of one's own."""
        left = {
            of: sum(not turn.done() for own in house.values() for turn in own) for of, house in self._waiting.items()
        }
        return left.pop(home, 0) + sum(1 for number in left.values() if number)

    async def _wait(self, whose: str, home: str) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(home, {}).setdefault(whose, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()
            raise

    def _next(self) -> None:
        """He who has had his turn goes behind the others."""
        while self._waiting:
            if self._served in self._waiting:
                self._waiting[self._served] = self._waiting.pop(self._served)
            home = next(iter(self._waiting))
            house = self._waiting.pop(home)
            whose = next(iter(house))
            own = house.pop(whose)
            turn = own.popleft()
            if own:
                house[whose] = own
            if house:
                self._waiting[home] = house
            if not turn.done():
                turn.set_result(None)
                return
        self._busy = False


class BotLine:
    """The way from the event loop to the worker; the worker is started when first asked."""

    @property
    def busy(self) -> int:
        """Thoughts that are had just now."""
        return int(self._about is not None)

    @property
    def waiting(self) -> int:
        return self._turns.waiting

    def __init__(self, yielding: bool = False) -> None:
        self._turns = Turns()
        self._yielding = yielding  # to whatever else the machine has to do
        self._worker: BaseProcess | None = None
        self._line: Connection | None = None
        self._about: str | None = None
        self._cut = False
        self._done: tuple[str, float] = ("", 0.0)  # how much, and about which match

    async def think(self, question: Asked, whose: str | None = None, home: str | None = None) -> str:
        """The action the bot names; advice and analyses as JSON. Whoever asks much waits for who asks little."""
        async with self._turns.of(whose or question.match_id, home):
            self._about, self._cut, self._done = question.match_id, False, (question.match_id, 0.0)
            try:
                good, answer = await self._asked(question)
            except (EOFError, OSError) as error:
                self._end()
                why = "has been silent for too long" if isinstance(error, TimeoutError) else "has ended"
                raise (CutShort() if self._cut else NoThought(f"the bot's process {why}")) from None
            finally:
                self._about = None
        if not good:
            raise NoThought(answer)
        return answer

    async def _asked(self, question: Asked) -> tuple[bool, str]:
        """Nobody else has his turn before the worker has ended whose thought nobody waits for any more."""
        asking = asyncio.create_task(asyncio.to_thread(self._ask, question))
        try:
            return await asyncio.shield(asking)
        except asyncio.CancelledError:
            self._cut_short()
            await asyncio.gather(asking, return_exceptions=True)
            self._end()
            raise

    def crowded(self, whose: str, home: str | None) -> bool:
        """Whether one would wait for long."""
        return self._turns.before(home or whose) >= CROWD

    def _ask(self, question: Asked) -> tuple[bool, str]:
        line = self._line or self._start()
        line.send(question)
        while isinstance(answer := self._hear(line, question), float):
            self._done = question.match_id, answer
        good, said = answer
        return bool(good), str(said)

    def _hear(self, line: Connection, question: Asked) -> Any:
        """Who says nothing for long hangs, and others wait behind him."""
        began = monotonic()
        while not line.poll(OFTEN):
            if monotonic() - began > longest_silence(question):
                raise TimeoutError
        return line.recv()

    def part(self, match_id: str) -> float:
        """How much is done of the present thought, or was of the last, if it is about this match."""
        return self._done[1] if self._done[0] == match_id else 0.0

    def _start(self) -> Connection:
        """A worker that is cut short while it starts is ended as soon as it can be."""
        line, theirs = SPAWN.Pipe()
        worker = SPAWN.Process(target=_work, args=(theirs, self._yielding), daemon=True, name="countermarch-bots")
        worker.start()
        theirs.close()
        self._line, self._worker = line, worker
        if self._cut:
            worker.kill()
        return line

    def stop(self, match_id: str) -> bool:
        """Cut the present thought short if it is about this match."""
        if self._about != match_id:
            return False
        self._cut_short()
        return True

    def _cut_short(self) -> None:
        self._cut = True
        if self._worker is not None:
            self._worker.kill()

    def close(self) -> None:
        self._cut_short()
        self._end()

    def _end(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker.join()
        if self._line is not None:
            self._line.close()
        self._worker = self._line = None


# in the worker


def _work(line: Connection, yielding: bool) -> None:
    if yielding and hasattr(os, "nice"):
        os.nice(YIELDING)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    memory = _Memory(line.send)
    while True:
        try:
            question = line.recv()
        except EOFError:
            return
        try:
            answer = True, memory.answer(question)
        except Exception as error:
            answer = False, f"{type(error).__name__}: {error}"
        line.send(answer)


def _general(question: Counsel | Confession) -> General:
    """Somebody waits for him: he goes by the clock on the wall, however busy the machine is."""
    general, until = General(IMAGINED, question.seconds, question.rollouts), monotonic() + question.seconds
    if question.rollouts is None:
        general.stopped = lambda: monotonic() > until
    return general


def _study(question: Study, tell: Callable[[float], None]) -> str:
    analyst = Analyst(face.resume(question.save), question.rollouts or ROLLOUTS, IMAGINED, closed=True)
    told = monotonic()
    for part in analyst.run():
        if monotonic() - told > OFTEN:
            told = monotonic()
            tell(part)
    return json.dumps(analyst.found.to_json())


class _Memory:
    """Matches and bots from one question to the next: bots keep notes, and replaying takes time."""

    def __init__(self, tell: Callable[[float], None]) -> None:
        self._tell = tell  # how much is done
        self._tables: dict[str, tuple[list[str], Match]] = {}
        self._bots: dict[tuple[str, str, str], Bot] = {}

    def answer(self, question: Asked) -> str:
        if isinstance(question, Study):
            return _study(question, self._tell)
        match = self._match(question)
        if isinstance(question, Counsel):
            return json.dumps(asdict(_general(question).advise(match, question.side)))
        if isinstance(question, Confession):
            most = question.seconds if question.rollouts is None else float(question.rollouts)
            return json.dumps([asdict(one) for one in motives(match, question.side, _general(question), most)])
        key = (question.match_id, question.side, question.bot)
        if key not in self._bots:
            self._bots[key] = bot(question.bot, seat_seed(0, f"{question.match_id} {question.side}"))
        return str(self._bots[key].choose(match))

    def _match(self, question: Question | Counsel | Confession) -> Match:
        """What was played since the last question is played on; if something was undone, all is played anew."""
        actions: list[str] = json.loads(question.save)["actions"]
        known, match = self._tables.pop(question.match_id, ([], None))
        new = actions[len(known) :]
        if match is None or known != actions[: len(known)] or any(text.startswith("!") for text in new):
            match = face.resume(question.save)
        else:
            for text in new:
                match.play(text)
        self._tables[question.match_id] = actions, match
        self._forget()
        return match

    def _forget(self) -> None:
        for old in list(self._tables)[:-REMEMBERED]:
            del self._tables[old]
            for key in [key for key in self._bots if key[0] == old]:
                del self._bots[key]
