"""Taking a seat by its link, and the name one goes by."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import RedirectResponse

from countermarch.games.base import side_of
from countermarch.games.briefings import title_in
from countermarch.server import match_models as mm
from countermarch.server import models as m
from countermarch.server.answers import players_in, scenario_in, seats_from, voice_at
from countermarch.server.asked import Door, Hall, Id, Lang, Who
from countermarch.server.commands import seat_in
from countermarch.server.live import Live
from countermarch.server.matches import REFUSALS
from countermarch.server.people import PEOPLE
from countermarch.server.problems import problem
from countermarch.server.spectators import is_watched
from countermarch.server.twins import is_second

router = APIRouter(responses={**REFUSALS, 409: REFUSALS[422], 410: REFUSALS[404]})
Token = Annotated[str, Path(max_length=100)]


@router.get("/join/{token}", include_in_schema=False)
def open_link(token: Token) -> RedirectResponse:
    """The table asks whether one wants the seat; opening a link claims nothing, since chats open links to show them."""
    return RedirectResponse(f"/#/join/{token}", 303, {"Referrer-Policy": "no-referrer"})


@router.get("/api/join/{token}")
async def look(token: Token, lang: Lang, hall: Hall, asker: Who) -> mm.Invitation:
    """What the link is for; nothing is claimed."""
    async with hall.seating.offered(token, asker) as (live, side):
        return invitation(live, side, asker.person, lang)


def invitation(live: Live, side: str, person: str | None, language: str) -> mm.Invitation:
    info, holder = live.match.game.info, live.person_at(side)
    return mm.Invitation(
        id=live.id,
        game=info.key,
        title=title_in(info, language),
        scenario=scenario_in(info, live.match.scenario, language),
        seat=side,
        seats=seats_from(live, person),
        players=players_in(live.players, language),
        options=live.match.view(side_of(side)).get("options", {}),
        values=live.values,
        pace=live.pace,
        edited=live.edited,
        fair=None if live.fair is None else live.fair.told(language),
        duplicate=live.twin is not None,
        taken=holder is not None,
        yours=holder is not None and holder == person,
    )


@router.post("/api/join/{token}")
async def join(token: Token, asked: mm.JoinAsked, hall: Hall, door: Door) -> mm.Joined:
    """Take the seat: whoever comes first has it, and his cookie speaks for it from then on."""
    async with hall.seating.offered(token, door.asker) as (live, side):
        if live.person_at(side) is not None and not door.known:
            raise problem(410, "link_taken")
    person = await asyncio.to_thread(door.person, asked.name)
    live, side = await hall.seating.sit_down(token, person, asked.accepts, asked.promise)
    return mm.Joined(id=live.id, seat=side)


@router.post("/api/matches/{id}/links")
async def renew(id: Id, asked: mm.LinkAsked, hall: Hall, asker: Who) -> mm.LinkOut:
    """Another link for a seat nobody has taken; the one before is worthless."""
    async with hall.at(id) as live:
        live.check_maker(asker)
        if live.seats.get(asked.seat) not in PEOPLE:
            raise problem(422, "seat", seat=asked.seat, seats=tuple(live.waiting))
        return mm.LinkOut(link=await hall.seating.renew_link(live, asked.seat))


@router.get("/api/matches/{id}/table")
async def table(id: Id, lang: Lang, hall: Hall, asker: Who) -> m.TableOut:
    """Who sits at a table one has made, and who is waited for; also for who sits nowhere himself."""
    async with hall.at(id) as live:
        live.check_here(asker)
        info = live.match.game.info
        return m.TableOut(
            id=id,
            title=title_in(info, lang),
            scenario=scenario_in(info, live.match.scenario, lang),
            side_titles={seat: seat_in(info, seat, lang) for seat in live.seats},
            seats=seats_from(live, asker.person),
            players=players_in(live.players, lang),
            waiting=live.waiting,
            asked=live.coming,
            listed=live.listed,
            watched=is_watched(live),
            turn=live.match.turn,
            result=voice_at(live, None, lang).ended(),
            first=live.twin if is_second(live) else None,
        )


@router.get("/api/me")
async def me(hall: Hall, asker: Who) -> mm.PersonOut:
    """The name one goes by; none for who has none yet."""
    names = {} if asker.person is None else await asyncio.to_thread(hall.store.names, [asker.person])
    return mm.PersonOut(name=names.get(asker.person or ""))


@router.put("/api/me")
async def rename(asked: mm.NameAsked, hall: Hall, door: Door) -> mm.PersonOut:
    await asyncio.to_thread(door.person, asked.name)
    return mm.PersonOut(name=asked.name)
