"""What every route asks of a request: language, tokens, the tables."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query
from starlette.requests import HTTPConnection

from countermarch.server.tables import Keeper
from countermarch.server.words import language_of
from countermarch.texts import LANGUAGES


def _language(
    connection: HTTPConnection, lang: Annotated[str | None, Query(pattern=f"^({'|'.join(LANGUAGES)})$")] = None
) -> str:
    return language_of(lang, connection.headers.get("accept-language"))


def _tables(connection: HTTPConnection) -> Keeper:
    found: Keeper = connection.app.state.tables
    return found


def _tokens(connection: HTTPConnection, hall: Annotated[Keeper, Depends(_tables)]) -> tuple[str, ...] | None:
    """The tokens that were sent; None where everyone is trusted."""
    sent = connection.headers.get("x-seat-token") or connection.query_params.get("token") or ""
    return tuple(word.strip() for word in sent.split(",")) if hall.guarded else None


Lang = Annotated[str, Depends(_language)]
Hall = Annotated[Keeper, Depends(_tables)]
Tokens = Annotated[tuple[str, ...] | None, Depends(_tokens)]
Id = Annotated[str, Path(max_length=32)]
Seat = Annotated[str, Query(max_length=64)]
AnySeat = Annotated[str | None, Query(max_length=64)]
Word = Annotated[str, Query(max_length=2000)]
