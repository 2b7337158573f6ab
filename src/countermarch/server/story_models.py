"""How a match stands, and its story; moments are counted in actions played."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from countermarch.server.fair_models import Promise
from countermarch.server.models import Asked, PartOut, ResultOut


class LevelOut(BaseModel):
    key: str
    winner: str | None
    title: str
    takes: str
    citation: str
    turn: Annotated[int | None, Field(description="after which it is judged; null: any")]
    now: Annotated[bool, Field(description="whether it would be the verdict as things stand")]


class ObjectiveOut(BaseModel):
    hex: str | None
    unit: str | None
    name: Annotated[str, Field(description="in words of its own, its unit's, its place's, or the number of its hex")]
    note: str | None
    worth: int | None
    holder: str | None


class StandingOut(BaseModel):
    """How the game would be judged if it ended now."""

    levels: list[LevelOut]
    objectives: list[ObjectiveOut]
    points: dict[str, int]
    counts: Annotated[str | None, Field(description="the side whose points decide; null if there are none")]
    measure: Annotated[str | None, Field(description="what the points are called")]
    parts: list[PartOut]


class TurnOut(BaseModel):
    turn: int
    index: int


class ScoreOut(TurnOut):
    points: dict[str, int]
    total: int | None
    level: str | None


class LossOut(TurnOut):
    side: str
    unit: str
    hex: str
    steps: int
    gone: bool


class MarkOut(TurnOut):
    kind: Literal["objective", "hq", "unit"]
    side: Annotated[str | None, Field(description="the new holder of an objective, the owner of what was lost")]
    hex: str | None
    unit: str | None
    name: str | None
    event: Annotated[int | None, Field(description="where the log tells of it")]


Steps = Annotated[tuple[float, float], Field(description="of who casts the die, of the other")]


class RollOut(TurnOut):
    event: int
    side: str
    kind: str
    hex: str
    column: str | None
    die: int
    result: str
    luck: Annotated[float, Field(description="of who casts the die, from -1/2 to 1/2")]
    expected: Steps
    rolled: Steps


class FortuneOut(BaseModel):
    """The attacks of a side, and its luck in all dice."""

    dice: int
    luck: float
    whole: Annotated[float, Field(description="with the dice cast against it")]
    expected: Steps
    rolled: Steps


class MomentOut(TurnOut):
    """A turning point."""

    hex: str | None
    swing: int
    losses: dict[str, int]
    marks: list[MarkOut]


class ChronicleOut(BaseModel):
    actions: int
    turns: list[TurnOut]
    scores: list[ScoreOut]
    losses: list[LossOut]
    marks: list[MarkOut]
    rolls: list[RollOut]
    uncounted: Annotated[int, Field(description="dice nobody can say to have been good or bad")]
    fortunes: dict[str, FortuneOut]
    moments: list[MomentOut]
    standing: StandingOut | None
    result: ResultOut | None


class Rematch(Asked):
    exchanged: Annotated[bool, Field(description="whether who plays change sides")] = False
    promise: Promise = None


class BriefingOut(BaseModel):
    """What a seat is told before its first decision."""

    title: Annotated[str, Field(description="of the scenario")]
    fresh: Annotated[bool, Field(description="whether the match began by a scenario and the seat has not acted yet")]
    situation: list[str]
    who: str
    want: str
    win: str
    turn: list[str]
    special: list[str]
    standing: StandingOut | None
