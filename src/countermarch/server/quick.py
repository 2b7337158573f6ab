"""The way an action takes: it is asked for more often than all else, and finding its route, its asker and its body by
the framework's means would cost as much as playing it.

Whatever is not as usual goes the framework's way (`matches.act`, which also describes it) and is refused there.
"""

from __future__ import annotations

import re

from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.routing import Match, Route
from starlette.types import Message, Receive, Scope, Send

from countermarch.server.asked import LONGEST_ID, asker_of
from countermarch.server.match_models import ActionAsked
from countermarch.server.matches import act
from countermarch.server.words import language_of
from countermarch.texts import LANGUAGES

LANGUAGE = re.compile(f"(?:lang=({'|'.join(LANGUAGES)}))?".encode())  # all that is usual of a query
PASSED_ON = "countermarch.passed_on"


class Actions(Route):
    def __init__(self) -> None:
        super().__init__("/api/matches/{id}/actions", _Acting(), methods=["POST"], include_in_schema=False)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        found, child = super().matches(scope)
        if found != Match.FULL or PASSED_ON in scope:
            return Match.NONE, {}
        return found, {**child, "route": self}


class _Acting:
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            body = await request.body()
        except ClientDisconnect:
            raise HTTPException(400) from None
        asked, language, id = (
            _read(request, body),
            LANGUAGE.fullmatch(scope["query_string"]),
            scope["path_params"]["id"],
        )
        if asked is None or language is None or len(id) > LONGEST_ID:
            await _pass_on(scope, receive, send, body)
            return
        spoken = language_of((language[1] or b"").decode(), request.headers.get("accept-language"))
        hall = scope["app"].state.tables
        answer = await act(id, asked, spoken, hall, await asker_of(request, hall))
        await answer(scope, receive, send)


def _read(request: Request, body: bytes) -> ActionAsked | None:
    if request.headers.get("content-type") != "application/json":
        return None
    try:
        return ActionAsked.model_validate_json(body)
    except ValidationError:
        return None


async def _pass_on(scope: Scope, receive: Receive, send: Send, body: bytes) -> None:
    """What was read is there to be read once more."""
    read = False

    async def again() -> Message:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    scope[PASSED_ON] = True
    await scope["router"].app(scope, again, send)
