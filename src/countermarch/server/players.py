"""Bots at the tables: moved along until a person must act."""

from __future__ import annotations

import asyncio
import logging
import time

from countermarch.games.base import side_of
from countermarch.server.advising import whose
from countermarch.server.limits import Limits
from countermarch.server.live import Live
from countermarch.server.memory import Memory
from countermarch.server.playing import Playing
from countermarch.server.problems import REFUSED
from countermarch.server.staff import Staff
from countermarch.server.telling import Teller
from countermarch.server.thinking import CutShort, NoThought, Question
from countermarch.server.turns import PLAYING, Kind
from countermarch.texts import say

LOOKED = 30.0  # seconds that one who asked for a table may still look at it
log = logging.getLogger("countermarch.server")


class Players:
    def __init__(self, staff: Staff, playing: Playing, memory: Memory, teller: Teller, limits: Limits) -> None:
        self._staff, self._playing, self._memory, self._teller, self._limits = staff, playing, memory, teller, limits

    def let(self, live: Live, run: bool) -> None:
        """Go on, or not."""
        live.run, live.trouble = run, None
        if not run:
            self._staff.stop(live.id, *PLAYING)
        self._teller.tell(live, len(live.log))

    def _idle(self, live: Live) -> bool:
        return self._limits.guarded and not live.people

    def _unseen(self, live: Live) -> bool:
        """Whether bots play among themselves, and nobody looks."""
        return self._idle(live) and not live.watchers and time.monotonic() - live.looked > LOOKED

    def stir(self, live: Live) -> None:
        idle = live.task is None or live.task.done()
        if idle and live.run and live.bot_to_act() is not None:
            live.task = asyncio.create_task(self._play_on(live))

    async def _play_on(self, live: Live) -> None:
        """Let bots act one action after the other until a person must, or they are stopped."""
        while not live.gone:
            async with live.lock:
                name, serial = live.bot_to_act(), live.serial
                if name is None or not live.run or self._unseen(live):
                    return
                seat = live.asked[0]
                question, match = Question(live.id, name, side_of(seat)), live.match.copy()
            try:
                kind = Kind.AMONG if self._idle(live) else Kind.BOTS
                answer = await self._staff.think(question, match, kind, *whose(self._memory, self._limits, live.id))
            except CutShort:
                continue
            except NoThought as error:
                self._pause(live, name, error)
                continue
            async with live.lock:
                if live.serial == serial and live.run and not live.gone:
                    await self._act_for_bot(live, name, seat, answer)

    async def _act_for_bot(self, live: Live, name: str, seat: str, answer: str) -> None:
        try:
            await self._playing.play(live, seat, answer)
        except REFUSED as error:
            self._pause(live, name, error)

    def _pause(self, live: Live, name: str, error: Exception) -> None:
        """What went wrong is for whoever runs the server: it may name what a seat must not know."""
        log.warning("match %s: the bot %s gave no action: %s", live.id, name, error)
        if live.run:
            live.run, live.trouble = False, say("server.problem.bot", bot=name)
            self._teller.tell(live, len(live.log))
