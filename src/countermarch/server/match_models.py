"""What is asked and told about matches: made, joined, listed."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from countermarch.server.fair_models import FairOut, Promise
from countermarch.server.models import Asked, Name, Seats
from countermarch.server.people import plain_name
from countermarch.server.talk_models import Pace

VALUES = 'a set of values, such as "tuned"; "": as they first were; left out: the usual ones'


class NewMatch(Asked):
    game: Name
    scenario: Name | None = None
    options: Annotated[dict[Name, Name], Field(max_length=100)] = {}
    seats: Seats = {}
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    values: Annotated[str | None, Field(max_length=60, description=VALUES)] = None
    aids: Annotated[bool, Field(description="whether people who play each other agree to be advised")] = False
    promise: Promise = None
    pace: Annotated[Pace | None, Field(description="of people who play apart; null: nobody's time is counted")] = None
    duplicate: Annotated[
        bool, Field(description="two games of two people apart, sides exchanged, with the same dice")
    ] = False


class ImportedMatch(Asked):
    save: Annotated[str, Field(max_length=20_000_000)]
    seats: Seats = {}
    promise: Promise = None


class Branch(Asked):
    index: Annotated[int, Field(ge=0, lt=2**31)]
    seats: Seats = {}
    promise: Promise = None


Whole = Annotated[bool, Field(description="every legal action, not only the first of very many")]


class SeatAsked(Asked):
    seat: Name
    whole: Whole = False


class ActionAsked(SeatAsked):
    action: Annotated[str, Field(max_length=2000)]
    serial: Annotated[int | None, Field(strict=True)] = None
    patch: Annotated[
        bool, Field(description="answer what has changed, as the line tells it, instead of the whole table")
    ] = False


class UndoAsked(SeatAsked):
    serial: Annotated[
        int | None,
        Field(strict=True, description="of the view looked at; may be left out where everyone is trusted"),
    ] = None
    times: Annotated[int, Field(ge=1, lt=2**31, description="how many actions, as far as they can be taken back")] = 1


class BotsAsked(Asked):
    run: bool


class Created(BaseModel):
    id: str
    seats: Annotated[list[str], Field(description='one\'s own: those given to "me"')]
    links: Annotated[dict[str, str], Field(description='where each seat given to "link" is taken, once')] = {}
    promise: Annotated[str | None, Field(description="a hash of the server's secret, if people sit by links")] = None
    twin: Annotated[str | None, Field(description="the other game of a duplicate match")] = None


Called = Annotated[
    str,
    Field(max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$", description="the name one goes by"),
    AfterValidator(plain_name),
]


class JoinAsked(Asked):
    name: Called = ""
    accepts: Annotated[bool, Field(description="that the match does not begin by a scenario, if it does not")] = False
    promise: Promise = None


class Joined(BaseModel):
    id: str
    seat: str


class Invitation(BaseModel):
    """What a link is for."""

    id: str
    game: str
    title: str
    scenario: str
    seat: str
    seats: dict[str, str]
    players: Annotated[dict[str, str], Field(description="the names of those who sit, by side")]
    options: dict[str, str]
    values: str | None
    pace: Pace | None
    edited: Annotated[bool, Field(description="whether it begins from a save, which is to be accepted")]
    fair: FairOut | None
    duplicate: Annotated[bool, Field(description="whether it takes a seat of each of two games")] = False
    taken: bool
    yours: bool


class LinkAsked(Asked):
    seat: Name


class LinkOut(BaseModel):
    link: str


class NameAsked(Asked):
    name: Annotated[Called, Field(min_length=1)]


class PersonOut(BaseModel):
    name: str | None


class MatchRow(BaseModel):
    id: str
    game: str
    scenario: str | None
    turn: int
    to_act: str | None
    over: bool
    winner: Annotated[str | None, Field(description="the side that won; null while it goes on, and if nobody did")]
    verdict: Annotated[str | None, Field(description="how it ended, in words; null while it goes on")]
    seats: Seats
    values: Annotated[str | None, Field(description="the name of the values it is played by; null: ours")]
    actions: int
    created: str
    updated: str
    version: str
    old: str | None  # in words: of other rules than those of today, or damaged
    opens: Annotated[bool, Field(description="whether it can be looked at")] = True
    sandbox: Annotated[str | None, Field(description="the match it is a private copy of")] = None
    twin: Annotated[str | None, Field(description="the other game of a duplicate match")] = None


class Saved(BaseModel):
    save: str
