"""Where somebody is told that it is his turn: set up, tried, put off with one click."""

from __future__ import annotations

import asyncio
import re
import secrets
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from countermarch.server.asked import Door, Hall, Who
from countermarch.server.calls import Caller
from countermarch.server.mailstore import Channel
from countermarch.server.matches import REFUSALS
from countermarch.server.models import Asked
from countermarch.server.people import Asker
from countermarch.server.posting import NotSent, WrongAddress, check_url
from countermarch.server.problems import problem
from countermarch.server.tables import Keeper

router = APIRouter(prefix="/api", responses={**REFUSALS, 409: REFUSALS[422], 429: REFUSALS[422]})
MOST = 8  # channels a person may have
MAIL = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,200}[A-Za-z0-9])?")
Token = Annotated[str, Path(max_length=80, pattern=r"^[0-9a-f]+\.[0-9a-f]+$")]
ChannelId = Annotated[str, Path(max_length=32, pattern="^[0-9a-f]+$")]
When = Annotated[Literal["away", "always"], Field(description="only while nobody sits at the table for the seat")]
Digest = Annotated[int, Field(ge=0, le=1440, description="at most one message in so many minutes; 0: each at once")]


class PushKeys(Asked):
    p256dh: Annotated[str, Field(max_length=200, pattern="^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, Field(max_length=100, pattern="^[A-Za-z0-9_=-]+$")]


class Subscription(Asked):
    """A browser's, as its push service gave it."""

    endpoint: Annotated[str, Field(max_length=1000)]
    keys: PushKeys
    expirationTime: float | None = None


class Terms(Asked):
    language: Literal["en", "es"] = "en"
    when: When = "away"
    digest: Digest = 0
    on: bool = True


class NewChannel(Terms):
    kind: Literal["push", "email", "discord", "slack", "json"]
    address: Annotated[str, Field(max_length=500, description="an e-mail address, or that of a hook")] = ""
    subscription: Subscription | None = None


class ChannelOut(BaseModel):
    id: str
    kind: str
    address: Annotated[str, Field(description="as far as it is no secret")]
    language: str
    when: str
    digest: int
    on: bool
    confirmed: Annotated[bool, Field(description="whether an e-mail address was confirmed by its link")]


class ChannelsOut(BaseModel):
    kinds: Annotated[list[str], Field(description="what can be set up on this server")]
    push_key: Annotated[str | None, Field(description="what a browser subscribes with")]
    channels: list[ChannelOut]


class SentOut(BaseModel):
    sent: bool


class OffOut(BaseModel):
    on: bool
    kind: str


def _out(channel: Channel) -> ChannelOut:
    held = channel.document
    shown = held["address"] if channel.kind == "email" else urlsplit(_endpoint(channel)).hostname or ""
    terms = {key: held[key] for key in ("language", "when", "digest", "on", "confirmed")}
    return ChannelOut(id=channel.id, kind=channel.kind, address=shown, **terms)


def _endpoint(channel: Channel) -> str:
    found: str = channel.document["subscription"]["endpoint"] if channel.kind == "push" else channel.document["address"]
    return found


@router.get("/channels")
async def look(hall: Hall, asker: Who) -> ChannelsOut:
    """Where one is told, and what else could be set up."""
    found = [] if asker.person is None else await asyncio.to_thread(hall.mail.channels, asker.person)
    key = await asyncio.to_thread(hall.caller.public_push_key)
    return ChannelsOut(kinds=hall.caller.kinds, push_key=key, channels=[_out(channel) for channel in found])


@router.post("/channels", status_code=201)
async def add(asked: NewChannel, hall: Hall, door: Door) -> ChannelOut:
    """Another way to be told; an e-mail address is confirmed by the link of a first letter."""
    await asyncio.to_thread(_check, asked, hall)
    person = await asyncio.to_thread(door.person)
    if len(await asyncio.to_thread(hall.mail.channels, person)) >= MOST:
        raise problem(409, "call_most", most=MOST)
    document: dict[str, Any] = asked.model_dump(exclude={"kind"})
    channel = Channel(secrets.token_hex(8), person, asked.kind, {**document, "confirmed": asked.kind != "email"})
    if asked.kind == "email":
        await hall.caller.seldom.check(asked.address.lower())
    await asyncio.to_thread(hall.mail.add_channel, channel)
    hall.caller.listens(person)
    if asked.kind == "email" and not await _sent(hall.caller, channel, confirming=True):
        await asyncio.to_thread(hall.mail.remove_channel, channel.id)
        raise problem(409, "call_failed")
    return _out(channel)


def _check(asked: NewChannel, hall: Keeper) -> None:
    if asked.kind not in hall.caller.kinds:
        raise problem(422, "call_kind", kind=asked.kind)
    if asked.kind == "email":
        if not MAIL.fullmatch(asked.address):
            raise problem(422, "call_mail")
        return
    if asked.kind == "push" and asked.subscription is None:
        raise problem(422, "call_push")
    url = asked.subscription.endpoint if asked.subscription and asked.kind == "push" else asked.address
    try:
        check_url(url, hall.caller.settings.private)
    except WrongAddress as wrong:
        raise problem(422, str(wrong)) from None


@router.put("/channels/{id}")
async def change(id: ChannelId, asked: Terms, hall: Hall, asker: Who) -> ChannelOut:
    """When, how often and in which language one is told there."""
    channel = await asyncio.to_thread(_mine, hall, id, asker)
    document = {**channel.document, **asked.model_dump()}
    await asyncio.to_thread(hall.mail.change_channel, id, document)
    return _out(Channel(channel.id, channel.person, channel.kind, document))


@router.delete("/channels/{id}", status_code=204)
async def remove(id: ChannelId, hall: Hall, asker: Who) -> None:
    channel = await asyncio.to_thread(_mine, hall, id, asker)
    await asyncio.to_thread(hall.mail.remove_channel, channel.id)


@router.post("/channels/{id}/test")
async def test(id: ChannelId, hall: Hall, asker: Who) -> SentOut:
    """Send something there now; to an address that is not confirmed yet, the letter once more."""
    channel = await asyncio.to_thread(_mine, hall, id, asker)
    await hall.caller.seldom.check(channel.document.get("address", "").lower() or channel.id)
    return SentOut(sent=await _sent(hall.caller, channel, confirming=not channel.document["confirmed"]))


async def _sent(caller: Caller, channel: Channel, confirming: bool) -> bool:
    try:
        await caller.send(channel, caller.asking(channel) if confirming else caller.trial(channel))
    except NotSent:
        return False
    return True


def _mine(hall: Keeper, id: str, asker: Asker) -> Channel:
    found = hall.mail.channel(id)
    if found is None or found.person != asker.person:
        raise problem(404, "call_channel")
    return found


# by a link, without a cookie


@router.post("/off/{token}")
async def off(token: Token, hall: Hall) -> OffOut:
    """Nothing more is told there; the link of every message leads here."""
    return await asyncio.to_thread(_put, hall, token, False)


@router.delete("/off/{token}")
async def on_again(token: Token, hall: Hall) -> OffOut:
    """It was a mistake."""
    return await asyncio.to_thread(_put, hall, token, True)


def _put(hall: Keeper, token: str, on: bool) -> OffOut:
    channel = hall.caller.channel_by("off", token)
    if channel is None:
        raise problem(404, "call_link")
    hall.mail.change_channel(channel.id, {**channel.document, "on": on})
    return OffOut(on=on, kind=channel.kind)


@router.post("/confirm/{token}")
async def confirm(token: Token, hall: Hall) -> OffOut:
    """An e-mail address is his who gave it."""
    return await asyncio.to_thread(_confirmed, hall, token)


def _confirmed(hall: Keeper, token: str) -> OffOut:
    channel = hall.caller.channel_by("confirm", token)
    if channel is None:
        raise problem(404, "call_link")
    hall.mail.change_channel(channel.id, {**channel.document, "confirmed": True})
    return OffOut(on=bool(channel.document["on"]), kind=channel.kind)
