"""What the lobby tells and is told."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from countermarch.server.fair_models import Promise
from countermarch.server.match_models import Called
from countermarch.server.models import Asked, Name
from countermarch.server.talk_models import Pace


class OpenTable(BaseModel):
    """A table with a seat for whoever comes first."""

    id: str
    game: str
    title: str
    scenario: str
    open: Annotated[list[str], Field(description="the sides nobody has taken yet")]
    players: Annotated[dict[str, str], Field(description="the names of those who sit, by side")]
    options: Annotated[dict[str, str], Field(description="where they are not the usual ones")]
    values: Annotated[str | None, Field(description="the name of the values it is played by; null: ours")]
    pace: Pace | None
    edited: Annotated[bool, Field(description="whether it begins from a save, which is to be accepted")]
    duplicate: Annotated[bool, Field(description="whether it is two games, sides exchanged, with the same dice")]
    yours: bool
    created: str


class LobbyOut(BaseModel):
    tables: list[OpenTable]
    next: Annotated[int | None, Field(description="where the next page starts; null: there is none")]


class SitAsked(Asked):
    name: Called = ""
    seat: Annotated[Name | None, Field(description="left out: the first that is free")] = None
    accepts: Annotated[bool, Field(description="that the match does not begin by a scenario, if it does not")] = False
    promise: Promise | None = None


class Listed(Asked):
    listed: bool
