"""What goes over the wire about the dice of people apart."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

HASH = r"^[0-9a-f]{64}$"
Promise = Annotated[
    str | None, Field(pattern=HASH, description="sha256 of 'countermarch share ' and one's share, 64 hex digits")
]


class FairOut(BaseModel):
    promise: Annotated[str, Field(description="a hash of the server's secret, told before anybody sits")]
    due: Annotated[list[str], Field(description="sides whose shares are waited for; then the match begins")]
    said: Annotated[str, Field(description="who knows the key of the dice")]


class ShareAsked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    seat: Annotated[str, Field(max_length=200)]
    share: Annotated[str, Field(pattern=HASH)]


class ComeAsked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    seat: Annotated[str, Field(max_length=200)]
    promise: Promise = None


class Due(BaseModel):
    due: list[str]


class Proof(BaseModel):
    """Everything about the dice of a match that is over; `countermarch verify` checks it."""

    proof: Literal[1] = 1
    match: str
    save: str
    commitment: str
    secret: str | None
    promise: str | None
    commitments: dict[str, str]
    shares: dict[str, str]
    passed: Annotated[list[str], Field(description="who promised a share and did not give it in time")]
    edited: Annotated[bool, Field(description="whether it began from a save or a position")]
    first: Annotated[
        str | None, Field(description="the first game of a duplicate match: the shares go by its seats")
    ] = None


class ProofAsked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    file: Annotated[str, Field(max_length=20_000_000, description="a proof or a save")]
    told: Annotated[str | None, Field(max_length=100, description="what one was told before the match")] = None


class CheckOut(BaseModel):
    good: bool
    said: str


class ProvedRoll(BaseModel):
    purpose: str
    sides: int
    value: int
    good: bool


class Verified(BaseModel):
    good: bool
    game: str
    checks: list[CheckOut]
    rolls: list[ProvedRoll]
