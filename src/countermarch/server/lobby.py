"""Open tables: listed for everybody, taken by whoever comes first. Private ones are for who has the link."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated

from fastapi import APIRouter, Query

from countermarch.games import rules as load_rules
from countermarch.games.briefings import title_in
from countermarch.server import lobby_models as lm
from countermarch.server import match_models as mm
from countermarch.server.answers import scenario_in
from countermarch.server.asked import Door, Hall, Id, Lang, Who
from countermarch.server.entries import outdated
from countermarch.server.joining import invitation
from countermarch.server.live import Live
from countermarch.server.matches import REFUSALS
from countermarch.server.problems import problem
from countermarch.server.rulings import header_of
from countermarch.server.store import Record
from countermarch.server.tables import Keeper
from countermarch.server.talk_models import Pace
from countermarch.server.twins import is_second

PAGE = 20
router = APIRouter(prefix="/api", responses={**REFUSALS, 409: REFUSALS[422], 410: REFUSALS[404]})
Start = Annotated[int, Query(ge=0, lt=2**31)]
Game = Annotated[str | None, Query(max_length=64)]


@router.get("/lobby")
async def tables(lang: Lang, hall: Hall, asker: Who, start: Start = 0, game: Game = None) -> lm.LobbyOut:
    """Tables with a seat for whoever comes first, the latest first."""
    found = await asyncio.to_thread(hall.store.open_tables, game, start, PAGE + 1)
    held = {chair.holder for one in found for chair in one.chairs.values() if chair.holder}
    names = await asyncio.to_thread(hall.store.names, held)
    shown = [_row(one, names, asker.person, lang) for one in found[:PAGE] if not _old(one)]
    return lm.LobbyOut(tables=shown, next=start + PAGE if len(found) > PAGE else None)


def _old(record: Record) -> bool:
    return outdated(record.game, str((header_of(record) or {}).get("version"))) is not None


def _row(record: Record, names: dict[str, str], person: str | None, language: str) -> lm.OpenTable:
    header, info = json.loads(record.header), load_rules(record.game).info
    usual = {option.key: option.default for option in info.options}
    scenario = header.get("scenario")
    return lm.OpenTable(
        id=record.id,
        game=record.game,
        title=title_in(info, language),
        scenario=scenario_in(info, scenario, language) if scenario else "",
        open=[side for side, chair in record.chairs.items() if chair.holder is None],
        players={side: names.get(chair.holder, "") for side, chair in record.chairs.items() if chair.holder},
        options={key: value for key, value in header.get("options", {}).items() if value != usual.get(key)},
        values=header.get("values", {}).get("name"),
        pace=None if record.pace is None else Pace(**record.pace),
        edited=scenario is None,
        duplicate=record.twin is not None,
        yours=person is not None and person in (record.maker, *(c.holder for c in record.chairs.values())),
        created=record.created,
    )


def _free(live: Live, seat: str | None) -> str:
    """The seat one would take: the one named, or the first that is free."""
    if not live.listed:
        raise problem(404, "not_open")
    if seat is not None and seat not in live.seats:
        raise problem(422, "seat", seat=seat, seats=tuple(live.waiting))
    if not live.waiting or (seat is not None and seat not in live.waiting):
        raise problem(410, "open_taken")
    return seat or live.waiting[0]


@router.get("/lobby/{id}")
async def look(id: Id, lang: Lang, hall: Hall, asker: Who) -> mm.Invitation:
    """What an open table is; nothing is claimed."""
    async with hall.at(id) as live:
        return invitation(live, _free(live, None), asker.person, lang)


@router.post("/lobby/{id}")
async def sit_down(id: Id, asked: lm.SitAsked, hall: Hall, door: Door) -> mm.Joined:
    """Take a free seat of an open table: whoever comes first has it."""
    async with hall.at(id) as live:
        _free(live, asked.seat)
    person = await asyncio.to_thread(door.person, asked.name)
    async with hall.at(id) as live:
        side = _free(live, asked.seat)
        await hall.seating.take(live, side, person, asked.accepts, asked.promise)
        return mm.Joined(id=id, seat=side)


@router.post("/matches/{id}/listed")
async def show(id: Id, asked: lm.Listed, hall: Hall, asker: Who) -> lm.Listed:
    """Show a table in the lobby, or no longer; its links are good either way."""
    async with hall.at(id) as live:
        live.check_maker(asker)
        await _list(hall, live, asked.listed)
        return asked


async def _list(hall: Keeper, live: Live, listed: bool) -> None:
    if is_second(live):
        raise problem(409, "listed_first")
    if listed and (not live.waiting or live.coming):
        raise problem(409, "open_taken")
    if listed and not live.listed:
        await hall.seating.check_listed(live.maker)
    await asyncio.to_thread(hall.store.show, live.id, listed)
    live.listed = listed
