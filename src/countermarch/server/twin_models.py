"""What is told of a duplicate match."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field


class PairScore(BaseModel):
    """Of both games together, by the sides of the game it is asked for."""

    winner: Annotated[str | None, Field(description="the side whose player has won; null: even")]
    results: Annotated[dict[str, float], Field(description="what the player of each side made of both games, 0 to 2")]
    said: str


class TwinOut(BaseModel):
    """The other game of a duplicate match, and how the whole stands."""

    id: str
    seat: Annotated[str, Field(description="one's own in the other game")]
    number: Annotated[int, Field(description="which of the two this one is: 1, 2")]
    rests: Annotated[bool, Field(description="whether this one waits until the other has come as far")]
    over: Annotated[bool, Field(description="whether the other game is over")]
    said: str
    score: Annotated[PairScore | None, Field(description="when both are over")]


class TwinLine(BaseModel):
    """The other game has gone on, and this one may have to be asked for anew."""

    type: Literal["twin"] = "twin"
    twin: TwinOut
