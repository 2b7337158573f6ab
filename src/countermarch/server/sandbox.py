"""A private table to try things on while the other thinks: a copy that knows only what its maker may know."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from datetime import timedelta

from fastapi import APIRouter
from sqlalchemy.exc import SQLAlchemyError

from countermarch.games.base import side_of
from countermarch.match import Match
from countermarch.server import match_models as mm
from countermarch.server import models as m
from countermarch.server.asked import Hall, Id, Who
from countermarch.server.live import Live
from countermarch.server.matches import REFUSALS
from countermarch.server.people import ME
from countermarch.server.problems import problem
from countermarch.server.store import Chair, NotOurs
from countermarch.server.tables import Keeper

router = APIRouter(prefix="/api", responses={**REFUSALS, 409: REFUSALS[422]})
LASTS = timedelta(days=1)
OFTEN = 900.0  # seconds between looks for old ones
MOST = 20  # a person may have
log = logging.getLogger("countermarch.server")


class SandboxAsked(m.Asked):
    seat: m.Name


@router.post("/matches/{id}/sandbox", status_code=201)
async def open_sandbox(id: Id, asked: SandboxAsked, hall: Hall, asker: Who) -> mm.Created:
    """A table of one's own that stands as this one, what is hidden drawn anew.

    Nothing there touches the match. It is deleted after a day, or when it is left or opened anew.
    """
    async with hall.at(id) as live:
        live.check_player(asked.seat, asker)
        person = live.person_at(asked.seat)
        if person is None or live.over or live.sandbox:
            raise problem(409, "sandbox_here")
        copy, origin = await asyncio.to_thread(imagined, live, asked.seat), live.source
    for old in await asyncio.to_thread(hall.mail.sandboxes, id, person):
        await remove(hall, old)
    if await asyncio.to_thread(hall.mail.number_of_sandboxes, person) >= MOST:
        raise problem(409, "sandbox_most", most=MOST)
    sides = copy.game.info.sides
    chairs = {side: Chair(holder=person) for side in sides}
    return await hall.seating.create(
        copy, dict.fromkeys(sides, ME), (), copy, maker=person, chairs=chairs, sandbox=id, origin=origin
    )


def imagined(live: Live, seat: str) -> Match:
    """What the seat may know, the rest as it could be; with dice of its own."""
    return live.match.imagine(side_of(seat), secrets.randbits(62)).with_new_dice()


async def remove(hall: Keeper, id: str) -> None:
    async with hall.at(id) as live:
        await hall.clearing.remove(live)


async def tidy(hall: Keeper) -> None:
    """Old sandboxes are cleared away, as long as the server runs."""
    while True:
        try:
            for id in await asyncio.to_thread(hall.mail.old_sandboxes, LASTS):
                if await hall.memory.owners.may(id):
                    with suppress(NotOurs):  # whoever has it by now looks, too
                        await remove(hall, id)
        except SQLAlchemyError as error:
            log.error("old sandboxes could not be cleared away: the database failed: %s", error)
        except Exception:
            log.exception("old sandboxes could not be cleared away")
        await asyncio.sleep(OFTEN)
