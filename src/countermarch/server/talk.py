"""Talk between people who play apart, and notes to oneself."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Annotated

from fastapi import APIRouter, Query

from countermarch.server.asked import Hall, Id, Seat, Who
from countermarch.server.live import Live
from countermarch.server.matches import REFUSALS
from countermarch.server.people import PEOPLE, Asker
from countermarch.server.problems import problem
from countermarch.server.talk_models import MessageAsked, MessageOut, NoteAsked, NoteOut
from countermarch.server.telling import tell_people

router = APIRouter(prefix="/api/matches/{id}", responses={**REFUSALS, 409: REFUSALS[422], 429: REFUSALS[422]})
SHOWN = 200  # messages at a time
MOST, WITHIN = 8, 20.0  # messages of one person in so many seconds
MOST_EVER = 5_000  # of a match
Since = Annotated[int, Query(ge=0, lt=2**31)]


def check_own(live: Live, seat: str, asker: Asker) -> None:
    """Whether a person's seat is one's own."""
    live.check_seat(seat, asker)
    if live.seats[seat] not in PEOPLE:
        raise problem(403, "bot_seat", seat=seat)


def check_apart(live: Live, seat: str, asker: Asker) -> None:
    check_own(live, seat, asker)
    if not live.apart:
        raise problem(409, "alone")


def check_rate(said: deque[float], now: float) -> None:
    while said and said[0] <= now - WITHIN:
        said.popleft()
    if len(said) >= MOST:
        raise problem(429, "talk_rate", most=MOST, seconds=int(WITHIN))
    said.append(now)


@router.get("/talk")
async def heard(id: Id, seat: Seat, hall: Hall, asker: Who, since: Since = 0) -> list[MessageOut]:
    """What the players have said to each other, the last of it; for them alone."""
    async with hall.at(id) as live:
        check_apart(live, seat, asker)
        found = await asyncio.to_thread(hall.store.messages, id, since, SHOWN)
    return [MessageOut(**one) for one in found]


@router.post("/talk", status_code=201)
async def talk(id: Id, asked: MessageAsked, hall: Hall, asker: Who) -> MessageOut:
    """Say something to those who play."""
    text = spoken(asked.text)
    async with hall.at(id) as live:
        check_apart(live, asked.seat, asker)
        if live.said >= MOST_EVER:
            raise problem(429, "talk_most", most=MOST_EVER)
        check_rate(live.pauses.setdefault(asked.seat, deque()), hall.memory.now())
        index, person = live.said, live.person_at(asked.seat)
        created = await asyncio.to_thread(hall.store.keep_message, id, index, asked.seat, person, text)
        live.said += 1
        message = MessageOut(index=index, seat=asked.seat, text=text, created=created)
        tell_people(live, message)
        return message


def spoken(text: str) -> str:
    """Without what cannot be read."""
    kept = "".join(letter for letter in text if letter.isprintable() or letter == "\n").strip()
    if not kept:
        raise problem(422, "talk_empty")
    return kept


@router.get("/notes")
async def notes(id: Id, seat: Seat, hall: Hall, asker: Who) -> NoteOut:
    """What one has noted for oneself; nobody else reads it."""
    async with hall.at(id) as live:
        check_own(live, seat, asker)
        return NoteOut(text=await asyncio.to_thread(hall.store.note, id, seat))


@router.put("/notes")
async def note(id: Id, asked: NoteAsked, hall: Hall, asker: Who) -> NoteOut:
    kept = "".join(letter for letter in asked.text if letter.isprintable() or letter in "\n\t")
    async with hall.at(id) as live:
        check_own(live, asked.seat, asker)
        await asyncio.to_thread(hall.store.keep_note, id, asked.seat, live.person_at(asked.seat), kept)
        return NoteOut(text=kept)
