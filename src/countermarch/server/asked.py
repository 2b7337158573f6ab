"""What every route asks of a request: language, who asks, the tables."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Depends, Path, Query, Response
from starlette.requests import HTTPConnection

from countermarch.server.people import COOKIE, Asker, Welcome
from countermarch.server.tables import Keeper
from countermarch.server.words import language_of
from countermarch.texts import LANGUAGES

LONGEST_ID = 32  # letters


async def _language(
    connection: HTTPConnection, lang: Annotated[str | None, Query(pattern=f"^({'|'.join(LANGUAGES)})$")] = None
) -> str:
    return language_of(lang, connection.headers.get("accept-language"))


async def _tables(connection: HTTPConnection) -> Keeper:
    found: Keeper = connection.app.state.tables
    return found


async def asker_of(connection: HTTPConnection, hall: Annotated[Keeper, Depends(_tables)]) -> Asker:
    cookie = connection.cookies.get(COOKIE)
    person = hall.register.known(cookie)
    if person is None and cookie:
        person = await asyncio.to_thread(hall.register.person_by, cookie)
    address = hall.limits.address(connection)
    if person is not None:
        hall.limits.comes_from(person, address)
    asker = Asker(person, not hall.guarded, address)
    hall.bans.check(asker)
    return asker


async def _welcome(
    connection: HTTPConnection,
    hall: Annotated[Keeper, Depends(_tables)],
    asker: Annotated[Asker, Depends(asker_of)],
    response: Response,
) -> Welcome:
    return Welcome(hall, asker, response, connection.cookies.get(COOKIE))


Lang = Annotated[str, Depends(_language)]
Hall = Annotated[Keeper, Depends(_tables)]
Who = Annotated[Asker, Depends(asker_of)]
Door = Annotated[Welcome, Depends(_welcome)]
Id = Annotated[str, Path(max_length=LONGEST_ID)]
Seat = Annotated[str, Query(max_length=64)]
AnySeat = Annotated[str | None, Query(max_length=64)]
Word = Annotated[str, Query(max_length=2000)]
