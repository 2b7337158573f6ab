"""What those who look on are told, and what those who play allow them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from countermarch.server.models import Asked, EventOut, Name, ResultOut

Minutes = Annotated[int, Field(ge=0, le=7 * 24 * 60, description="how long each action stays unseen")]
Actions = Annotated[int, Field(ge=0, le=1000, description="how many of the last actions stay unseen")]


class ConsentAsked(Asked):
    seat: Name
    allowed: bool
    minutes: Minutes = 0
    actions: Actions = 0


class ConsentOut(BaseModel):
    """Whether others may look on: when all who sit allow it, as late as the strictest wants."""

    allowed: Annotated[dict[str, bool], Field(description="by side of people")]
    watched: bool
    minutes: int
    actions: int


class WatchRow(BaseModel):
    """A match whose players let others look on."""

    id: str
    game: str
    title: str
    scenario: str
    players: Annotated[dict[str, str], Field(description="the names of those who sit, by side")]
    late: Annotated[bool, Field(description="whether it is shown later than it is played")]


class WatchList(BaseModel):
    matches: list[WatchRow]
    next: Annotated[int | None, Field(description="where the next page starts; null: there is none")]


class WatchOut(BaseModel):
    """A match as all may know it."""

    id: str
    game: str
    title: str
    scenario: str
    side_titles: dict[str, str]
    players: dict[str, str]
    turn: int
    to_act: str | None
    actions: Annotated[int, Field(description="how many are shown")]
    minutes: int
    behind: Annotated[int, Field(description="how many of the last actions are always kept back")]
    over: bool
    result: ResultOut | None
    events: Annotated[list[EventOut], Field(description="the latest, as all may know them")]
