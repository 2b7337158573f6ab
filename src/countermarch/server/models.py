"""What goes over the wire: errors, and the table as a seat sees it; other subjects have modules of their own."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

from countermarch.server.fair_models import FairOut
from countermarch.server.shapes import Described, ViewShape
from countermarch.server.talk_models import Again, Talk, TogetherOut
from countermarch.server.twin_models import TwinLine, TwinOut

Name = Annotated[str, Field(max_length=200)]
Seats = Annotated[
    dict[Name, Name],
    Field(description='by side: "me", "link" or "open" for somebody elsewhere, or a bot such as "bot:captain"'),
]


class Asked(BaseModel):
    """What a client sends; a field we do not know is a mistake worth telling."""

    model_config = ConfigDict(extra="forbid")


# errors


class ValuePlace(BaseModel):
    """A cell of a set of values."""

    table: str
    row: Annotated[int, Field(description="of the rows that were sent for the table, the first is 1")]
    column: str | None


class Fault(BaseModel):
    message: str
    citation: str | None = None
    place: ValuePlace | None = None


class Refused(BaseModel):
    error: Fault


# the table as a seat sees it


class BotsOut(BaseModel):
    run: bool
    message: str | None = None


class Cited(BaseModel):
    text: str
    citation: str | None = None


class PartOut(Cited):
    value: float
    of: Annotated[str, Field(description='what the value counts: "columns" of the table, the "die", else points')] = ""


class SufferingOut(BaseModel):
    """The chance that a side loses steps or ground."""

    attacker: float
    defender: float


class FaceOut(BaseModel):
    """A face of the die as it is read: the row of the table, by the die printed there, and the result."""

    row: int
    result: str


class PreviewOut(BaseModel):
    attack: float
    defence: float
    parts: list[PartOut]
    column: str | None
    results: Annotated[dict[str, float], Field(description="the chance of each result, by the code printed")]
    outcomes: Annotated[dict[str, dict[str, Any]], Field(description="what each code means, in the game's own terms")]
    suffering: SufferingOut
    spared: Annotated[list[int], Field(description="steps and hexes of a result that the defender's place cancels")]
    refusal: Cited | None
    modifier: Annotated[int, Field(description="to the die")]
    table: Annotated[str, Field(description="the chart it is read on; empty: none")]
    faces: Annotated[list[FaceOut], Field(description="what each face of the die comes to, the one first")]
    by: Annotated[list[str], Field(description="who is in the attack shown for a target that is offered")]
    support: Annotated[dict[str, str], Field(description="and what supports it, and how")]


class AssaultOut(BaseModel):
    """An attack as it stood when its die was cast, and the die."""

    side: str
    kind: str
    target: str
    attackers: list[str]
    support: dict[str, str]
    preview: PreviewOut
    die: Annotated[int, Field(description="as it fell")]
    hit: Annotated[
        FaceOut | None, Field(description="the row of the modified die, and its result; none without a table")
    ]


class EventOut(Cited):
    index: int
    key: str
    params: dict[str, Any]
    hexes: list[str]
    units: list[str]
    done: Annotated[int, Field(description="how many things had been done: events of one action have the same number")]
    assault: Annotated[AssaultOut | None, Field(description="what the die was cast for, as reckoned")] = None


class DecisionOut(BaseModel):
    kind: str
    side: str
    asked: Annotated[list[str], Field(description="the seats that may answer: the side's, or those of its commands")]
    prompt: str
    actor: Annotated[str | None, Field(description="in whose name the side acts: a headquarters")] = None
    citations: list[str]
    units: Annotated[list[str], Field(description="whom it is about, as far as the seat sees them")]
    hexes: Annotated[list[str], Field(description="where")]


class ActionOut(BaseModel):
    text: str
    verb: str
    units: list[str]
    joint: Annotated[bool, Field(description="whether its units act as one, not one upon the other")]
    hexes: list[str]
    mode: Annotated[str, Field(description="what it says beside verb, units and hexes")]
    gait: Annotated[
        str, Field(description="the mode of movement to ask reach, path and why for; empty: the regular one")
    ]
    closes: Annotated[bool, Field(description="whether it ends or resolves what is asked")]
    label: Annotated[
        str | None,
        Field(description="in words, if it names neither unit nor hex, or these would not say what is meant"),
    ]


class LegalOut(BaseModel):
    count: int
    actions: list[ActionOut]


class ResultOut(BaseModel):
    winner: str | None
    level: str
    points: dict[str, int]
    text: str
    closed: Annotated[str | None, Field(description="how people ended it, if its rules did not")] = None


class AidsOut(BaseModel):
    """What advice there is at a table."""

    allowed: Annotated[bool, Field(description="false while people play each other who did not agree to it")]
    hints: Annotated[bool, Field(description="whether a general knows the game")]
    outlook: Annotated[bool, Field(description="whether chances to win have been fitted for the scenario")]


class StrandedOut(BaseModel):
    """A match of older rules, which say otherwise what happened in it."""

    said: str
    changes: Annotated[list[str], Field(description="what has changed since its rules")]
    agreed: Annotated[list[str], Field(description="the seats that want to go on by the rules of today")]
    goes_on: Annotated[bool, Field(description="whether it can, if all agree")]


class Moment(BaseModel):
    """What may be otherwise after every action."""

    id: str
    serial: int
    actions: int
    log: Annotated[int, Field(description="how many events there are so far")]
    since: Annotated[int, Field(description="how many there were after the seat's last decision")]
    decision: DecisionOut | None
    result: ResultOut | None
    summary: list[tuple[str, str]]
    legal: LegalOut | None
    can_undo: bool
    undo_points: Annotated[list[int], Field(description="the length of the log after undoing once, twice and so on")]
    seats: Seats
    players: Annotated[dict[str, str], Field(description="the names of people who took their seats")]
    waiting: Annotated[list[str], Field(description="seats nobody has taken yet; the match begins when all sit")]
    sandbox: Annotated[str | None, Field(description="the match it is a private copy of")] = None
    twin: Annotated[TwinOut | None, Field(description="the other game of a duplicate match")] = None
    stranded: Annotated[StrandedOut | None, Field(description="by a change of rules")] = None
    again: Annotated[str | None, Field(description="a rematch somebody has asked for")] = None
    fair: FairOut | None
    listed: Annotated[bool, Field(description="whether anybody may take a seat that is free")] = False
    invites: Annotated[bool, Field(description="whether one has made the table, and gives out its links")] = True
    bots: BotsOut
    aids: AidsOut
    together: Annotated[TogetherOut | None, Field(description="null at a table of one person, or at one screen")]
    dice_key: str | None


class ViewOut(Moment):
    game: str
    seat: str
    view: Annotated[dict[str, Any], Described(ViewShape)]
    commitment: str
    fingerprint: str
    events: Annotated[list[EventOut], Field(description="the end of the log: what was asked for, or brought about")]


class Stale(Refused):
    view: ViewOut
    done: Annotated[bool, Field(description="whether what is asked was done then: it was sent twice")]


class TableOut(BaseModel):
    """A table as whoever made it may know it, though he sits nowhere."""

    id: str
    title: str
    scenario: str
    side_titles: dict[str, str]
    seats: Seats
    players: Annotated[dict[str, str], Field(description="the names of people who took their seats")]
    waiting: Annotated[list[str], Field(description="seats nobody has taken yet; the match begins when all sit")]
    asked: Annotated[list[str], Field(description="seats of those who were asked to a rematch and have not come")]
    listed: Annotated[bool, Field(description="whether anybody may take a seat that is free")]
    watched: Annotated[bool, Field(description="whether all who sit allow others to look on")]
    turn: int
    result: ResultOut | None
    first: Annotated[str | None, Field(description="the first game of a duplicate match, at which the links are")]


class LogOut(BaseModel):
    events: list[EventOut]
    next: int


class BotsRun(BaseModel):
    run: bool


class DifferenceOut(BaseModel):
    """How what a side sees has changed."""

    set: Annotated[dict[str, Any], Field(description="what is new or otherwise, but for units")]
    gone: Annotated[list[str], Field(description="what is not there any more")]
    units: Annotated[list[dict[str, Any]], Field(description="those that are new or otherwise, each one whole")]
    order: Annotated[list[str] | None, Field(description="the ids of all that are seen now; null: the same as before")]


class PatchOut(Moment):
    """The table now, for who has it as it was."""

    base: Annotated[int, Field(description="the serial of the view it is to be applied to")]
    view: DifferenceOut


class ChangedOut(LogOut):
    """What the live line tells a seat: the match has gone on."""

    type: Literal["changed"] = "changed"
    serial: int
    bots: BotsRun
    table: Annotated[
        PatchOut | None, Field(description="how the table has changed, for who asked to be told, if it is known")
    ] = None


class EndedOut(BaseModel):
    """The last that the live line tells: the match was deleted, or is to be asked for anew."""

    type: Literal["removed", "closed"]


class Beside(RootModel[Talk | TwinLine | Again]):
    """What the live line tells of what is beside the game."""


class Line(RootModel[ChangedOut | Beside | EndedOut]):
    """What the live line may tell."""


class StepOut(BaseModel):
    index: int
    side: str
    action: Annotated[str | None, Field(description="null if it names what the seat may not see")]
    events: list[EventOut]
    fingerprint: Annotated[
        str | None, Field(description="of what the seat sees; null where that is not the same for all")
    ]


class ReplayOut(BaseModel):
    start: str | None
    steps: list[StepOut]


# answers to questions


class RoomOut(Cited):
    used: int
    limit: int


class SpotOut(BaseModel):
    rooms: list[RoomOut]
    worth: PartOut | None
    ground: Annotated[list[Cited], Field(description="what the weather makes of it")]


class PathStep(BaseModel):
    hex: str
    cost: float
    parts: list[PartOut]
