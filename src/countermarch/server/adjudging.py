"""What an organiser has adjudged becomes part of the match: it is closed, its log says so, and all who sit are told.

`countermarch admin results` writes the word beside the match, since the server alone adds to its log; the server
looks for such words now and then, and finds those that were written while it was down.
"""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy.exc import SQLAlchemyError

from countermarch.saves import SaveError
from countermarch.server.entries import Closed
from countermarch.server.problems import Problem
from countermarch.server.store import NotOurs
from countermarch.server.tables import Keeper

OFTEN = 5.0  # seconds between looks
DRAW, STOPPED = "draw", "-"  # words of an organiser that name no side
log = logging.getLogger("countermarch.server")


async def settle(hall: Keeper) -> None:
    """Whatever has been adjudged since it was last looked."""
    for id, word in await asyncio.to_thread(hall.store.adjudged):
        if not await hall.memory.owners.may(id):
            continue
        try:
            async with hall.at(id) as live:
                if not live.over:
                    await hall.playing.close_match(live, _closed(word))
        except (Problem, SaveError) as error:
            log.warning("match %s: it could not be adjudged: %s", id, error)
        except NotOurs:
            continue  # whoever has it by now looks, too
        await asyncio.to_thread(hall.store.adjudge, id, None)


def _closed(word: str) -> Closed:
    if word == STOPPED:
        return Closed("stopped", None, None)
    return Closed("adjudged", None if word == DRAW else word, None)


async def keep_out(hall: Keeper) -> None:
    """Who has been banned since listens no more."""
    await asyncio.to_thread(hall.bans.look)
    for person in hall.bans.people:
        hall.persons.hung_up(person)
    hall.persons.shut_out(hall.bans)


async def watch(hall: Keeper) -> None:
    """As long as the server runs."""
    while True:
        try:
            await settle(hall)
            await keep_out(hall)
        except SQLAlchemyError as error:
            log.error("what was adjudged could not be looked for: the database failed: %s", error)
        except Exception:
            log.exception("what was adjudged could not be looked for")
        await asyncio.sleep(OFTEN)
