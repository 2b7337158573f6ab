"""Going on with a stranded match by the rules of today, if all at it agree; and what is kept of any match."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from countermarch.server import answers
from countermarch.server import match_models as mm
from countermarch.server import models as m
from countermarch.server.asked import Hall, Id, Lang, Who
from countermarch.server.live import Live, at_table
from countermarch.server.matches import REFUSALS
from countermarch.server.people import PEOPLE, Asker
from countermarch.server.problems import problem
from countermarch.server.rulings import header_of, state_of
from countermarch.server.store import Entry, Record
from countermarch.server.tables import Keeper

log = logging.getLogger("countermarch.server")
router = APIRouter(prefix="/api", responses={**REFUSALS, 409: REFUSALS[422]})


class GoOnAsked(m.Asked):
    seat: m.Name
    agree: bool = True


@router.post("/matches/{id}/go-on")
async def go_on(id: Id, asked: GoOnAsked, lang: Lang, hall: Hall, asker: Who) -> m.ViewOut:
    """Agree to go on by the rules of today from where the match stands, or no longer."""
    async with hall.at(id) as live:
        live.check_seat(asked.seat, asker)
        if live.stranded is None or live.over:
            raise problem(409, "not_stranded")
        agreed = {*live.stranded["agreed"]} - {*_own(live, asked.seat, asker)}
        agreed |= {*_own(live, asked.seat, asker)} if asked.agree else set()
        await _agree(hall, live, sorted(agreed))
    async with hall.at(id) as live:
        return await asyncio.to_thread(answers.view_of, live, asked.seat, lang, 0)


async def _agree(hall: Keeper, live: Live, seats: Sequence[str]) -> None:
    """Who wants to go on by the rules of today; if all do, it begins anew from where it stands."""
    known = {key: value for key, value in (live.stranded or {}).items() if key != "of"}
    live.stranded = {**(live.stranded or {}), "agreed": list(seats)}
    if {*live.people} - {*seats}:
        await asyncio.to_thread(hall.rules.strand, live.id, {**known, "agreed": list(seats)})
        hall.teller.tell(live, len(live.log))
        return
    rows = [done.entry for done in live.past]
    await asyncio.to_thread(hall.rules.renew, live.id, live.header, rows, live.standing, live.before)
    log.info("match %s: goes on by rules %s", live.id, known.get("ours"))
    hall.memory.forget(live)


def _own(live: Live, seat: str, asker: Asker) -> list[str]:
    """At one screen one speaks for all."""
    return live.of(asker.person) if live.apart else live.people or [seat]


class KeptRow(BaseModel):
    kind: str
    seat: str | None
    text: Annotated[str | None, Field(description="null: another side's, while the match is not over")]


class KeptOut(BaseModel):
    """What is kept of a match, without playing it."""

    id: str
    game: str
    version: Annotated[str | None, Field(description="null: its header cannot be read")]
    trouble: Annotated[str | None, Field(description="why it is not as it was; null: nothing was found")]
    opens: bool
    turn: int
    over: bool
    seats: m.Seats
    rows: list[KeptRow]
    before: Annotated[int, Field(description="how often it has gone on by other rules")]


@router.get("/matches/{id}/kept")
async def kept(id: Id, lang: Lang, hall: Hall, asker: Who) -> KeptOut:
    """What is kept of a match, row by row: of one that cannot be opened as well."""
    record = await asyncio.to_thread(hall.memory.kept, id)
    if not at_table(record, asker):
        raise problem(403, "stranger")
    entries = await asyncio.to_thread(hall.store.entries, id)
    trouble, opens = state_of(record)
    header, over = header_of(record), record.standing.to_act is None
    return KeptOut(
        id=id,
        game=record.game,
        version=None if header is None else header["version"],
        trouble=None if trouble is None else trouble.render(lang),
        opens=opens,
        turn=record.standing.turn,
        over=over,
        seats=answers.seats_from(record, asker.person),
        rows=[
            KeptRow(kind=e.kind, seat=e.seat, text=e.text if over or _mine(record, e, asker) else None) for e in entries
        ],
        before=len(await asyncio.to_thread(hall.rules.archives, id)),
    )


def _mine(record: Record, entry: Entry, asker: Asker) -> bool:
    """What others did may tell what is hidden."""
    people = [seat for seat, who in record.seats.items() if who in PEOPLE]
    alone = asker.trusted and record.maker is None and len(people) == 1
    chair = record.chairs.get(entry.seat or "")
    return entry.seat in people and (alone or (chair is not None and chair.holder == asker.person is not None))


@router.get("/matches/{id}/before/{index}")
async def before(id: Id, index: int, hall: Hall, asker: Who) -> mm.Saved:
    """The save of what a match was before it went on by other rules, once it is over."""
    record = await asyncio.to_thread(hall.memory.kept, id)
    if not at_table(record, asker):
        raise problem(403, "stranger")
    saves = await asyncio.to_thread(hall.rules.archives, id)
    if record.standing.to_act is not None or not 0 <= index < len(saves):
        raise problem(404, "before")
    return mm.Saved(save=saves[index])
