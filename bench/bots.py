"""What a bot's move costs late in a long match, and how many moves a second bots make in one process and in several.

`python bench/bots.py [GAME] [ROWS]`: two captains play so many rows; then a staff of one process plays on, each
question and answer counted. Eight matches of captains are then played by one process, and by as many as cores.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from functools import partial
from multiprocessing.reduction import ForkingPickler
from time import monotonic, process_time
from typing import Any

import countermarch as cm
from countermarch.bots import bot
from countermarch.match import Match
from countermarch.server.desks import Desk
from countermarch.server.staff import Staff, cores
from countermarch.server.thinking import Question

MOVES = 100
MATCHES, EACH = 8, 300
TICKS = os.sysconf("SC_CLK_TCK")


class Counted:
    """A line that counts what goes over it."""

    def __init__(self, line: Any) -> None:
        self._line, self.sent, self.heard = line, 0, 0

    def send(self, asked: Any) -> None:
        self.sent += len(ForkingPickler.dumps(asked))
        self._line.send(asked)

    def recv(self) -> Any:
        heard = self._line.recv()
        self.heard += len(ForkingPickler.dumps(heard))
        return heard

    def __getattr__(self, name: str) -> Any:
        return getattr(self._line, name)


def long_match(game: str, rows: int) -> Match:
    match = cm.load(game).start(seed=5)
    captains = {side: bot("captain", 7) for side in match.game.info.sides}
    while match.to_act is not None and match.entries < rows:
        match.play(captains[match.to_act].choose(match))
    return match


async def move(staff: Staff, id: str, match: Match) -> None:
    match.play(await staff.think(Question(id, "captain", str(match.to_act)), match.copy()))


def spent(desk: Desk) -> float:
    """Processor seconds of a bots' process."""
    assert desk._worker is not None
    with open(f"/proc/{desk._worker.pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def late(game: str, rows: int) -> None:
    staff, match = Staff(1), long_match(game, rows)
    await move(staff, "m", match)
    (desk,) = staff._desks
    line = Counted(desk._line)
    desk._line = line  # type: ignore[assignment]
    began, own, theirs = monotonic(), process_time(), spent(desk)
    for _ in range(MOVES):
        await move(staff, "m", match)
    own, theirs = process_time() - own, spent(desk) - theirs
    each = partial(format_each, MOVES)
    took = each(monotonic() - began)
    told, heard = line.sent // MOVES, line.heard // MOVES
    print(f"{game}, {MOVES} moves from row {rows} on: {told} bytes told a move, {heard} heard;")
    print(f"  {each(own)} ms of the server, {each(theirs)} of the bots' process, {took} by the clock")
    staff.close()


def format_each(moves: int, seconds: float) -> str:
    return f"{seconds / moves * 1000:.2f}"


async def many(game: str, places: int) -> float:
    """Moves a second."""
    staff = Staff(places)
    matches = [cm.load(game).start(seed=seed) for seed in range(MATCHES)]
    await asyncio.gather(*(move(staff, str(number), match) for number, match in enumerate(matches)))
    began = monotonic()
    await asyncio.gather(*(play(staff, str(number), match) for number, match in enumerate(matches)))
    took = monotonic() - began
    staff.close()
    return MATCHES * EACH / took


async def play(staff: Staff, id: str, match: Match) -> None:
    for _ in range(EACH):
        await move(staff, id, match)


def measured(places: int, run: Callable[[int], float]) -> float:
    found = run(places)
    print(f"  {found:.0f} moves a second in {places} process{'es' if places > 1 else ''}")
    return found


if __name__ == "__main__":
    game = sys.argv[1] if sys.argv[1:] else "koenigsberg"
    asyncio.run(late(game, int(sys.argv[2]) if sys.argv[2:] else 1500))
    print(f"{MATCHES} matches of captains, {EACH} moves each:")
    one, all_ = (measured(places, lambda places: asyncio.run(many(game, places))) for places in (1, max(2, cores())))
    print(f"  {all_ / one:.2f} times as many")
