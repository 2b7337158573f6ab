"""What goes over the wire of people who play apart: pace and clocks, offers, talk, notes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

LONGEST = 500  # letters of a message
LONGEST_NOTE = 10_000
Kind = Literal["draw", "takeback", "adjourn", "resign"]
Name = Annotated[str, Field(max_length=200)]


class Pace(BaseModel):
    """How much time each has: live, with clocks, or days a move; and what happens at its end."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["live", "days"]
    minutes: Annotated[int, Field(ge=1, le=1440, description="live: of each side")] = 60
    increment: Annotated[int, Field(ge=0, le=600, description="live: seconds added for each decision")] = 0
    days: Annotated[int, Field(ge=1, le=60, description="days: from being asked until the other is")] = 3
    vacation: Annotated[int, Field(ge=0, le=60, description="days: more of them, for the whole match")] = 0
    at_zero: Annotated[
        Literal["loses", "claim", "nothing"], Field(description="who has no time left loses, or the other may claim it")
    ] = "claim"


class ClockOut(BaseModel):
    """What is left now, in seconds; it goes on running for one side, or for none."""

    left: dict[str, float]
    vacation: dict[str, float]
    running: str | None


class OfferOut(BaseModel):
    kind: Kind
    by: str
    asked: Annotated[list[str], Field(description="the sides that have not answered yet")]


class TogetherOut(BaseModel):
    """How people who play apart stand with each other, as one of them is told."""

    present: Annotated[list[str], Field(description="the sides whose player is at the table now")]
    pace: Pace | None
    clock: ClockOut | None
    adjourned: bool
    offer: OfferOut | None
    may: Annotated[list[Kind], Field(description="what one can ask of the others now")]
    claim_in: Annotated[float | None, Field(description="seconds until one may claim the win; null: one may not")]
    messages: Annotated[int, Field(description="how many there are")]


class MessageOut(BaseModel):
    index: int
    seat: str
    text: str
    created: str


class Talk(BaseModel):
    """What the live line tells people who play apart, beside the game."""

    type: Literal["talk"] = "talk"
    together: TogetherOut
    message: MessageOut | None = None


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    seat: Name


class MessageAsked(Asked):
    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]


class NoteAsked(Asked):
    text: Annotated[str, Field(max_length=LONGEST_NOTE)]


class NoteOut(BaseModel):
    text: str


class OfferAsked(Asked):
    kind: Kind


class Answer(OfferAsked):
    accept: Annotated[bool, Field(description="who asked withdraws by saying no")]


class Again(BaseModel):
    """Somebody asks for a rematch."""

    type: Literal["again"] = "again"
    id: Annotated[str, Field(description="of the match that waits for the others")]
