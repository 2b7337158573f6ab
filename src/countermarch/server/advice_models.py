"""Advice while a match is played, and what is understood afterwards; chances are between 0 and 1."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from countermarch.server.models import ActionOut, Asked, Name


class HintAsked(Asked):
    seat: Name
    seconds: Annotated[float, Field(ge=0.2, le=30, description="of thinking")] = 3
    rollouts: Annotated[
        int | None, Field(ge=1, le=5000, description="plans to play on, instead of seconds: the same answer each time")
    ] = None


class HintStep(BaseModel):
    """One thing to do, said in one action or several."""

    actions: Annotated[list[ActionOut], Field(description="each as it is offered when it is due")]
    text: Annotated[str | None, Field(description="null: the actions say it")]
    reason: str | None
    units: list[str]
    start: Annotated[str | None, Field(description="where its units stand before")]
    end: Annotated[str | None, Field(description="where they stand after; null if they do not move")]
    target: Annotated[str | None, Field(description="what is attacked")]
    odds: str | None
    falls: Annotated[float | None, Field(description="the chance that the target is left or destroyed")]


class HintOut(BaseModel):
    """What a general would do now, as far as it can be told."""

    serial: Annotated[int, Field(description="of the moment it is for")]
    steps: list[HintStep]
    plans: Annotated[int, Field(description="how many were compared")]
    over_nothing: Annotated[
        float | None, Field(description="chance to win gained over ending here; null if nobody can say")
    ]
    over_captain: Annotated[float | None, Field(description="and over what first comes to mind")]


class PlannedStep(HintStep):
    """One thing that was done, or that would have been."""

    shared: Annotated[bool, Field(description="whether what was played and what was better have it in common")]


class MotivePart(BaseModel):
    """One plan of an activation: a march, or an attack."""

    index: Annotated[int, Field(description="after how many actions it was begun")]
    steps: list[PlannedStep]
    gain: Annotated[
        float | None,
        Field(description="chance to win gained over ending there, 0 if that is not sure; null if nobody can say"),
    ]


class WhyOut(BaseModel):
    """What a bot had in mind in its last activation, as far as the seat that asks may know."""

    serial: Annotated[int, Field(description="of the moment it was asked at")]
    side: str
    name: Annotated[str | None, Field(description="who was activated, if somebody was")]
    veiled: Annotated[bool, Field(description="whether something was left out that the seat cannot see")]
    parts: list[MotivePart]


class ThreatOut(BaseModel):
    """What could come upon a hex in the enemy's next move, strength against strength."""

    odds: Annotated[str, Field(description="at most, before ground and support")]
    attack: int
    defence: int
    by: Annotated[list[str], Field(description="who would be in it, as far as the seat sees them")]


class OutlookOut(BaseModel):
    """What may be expected, from many games played before."""

    unknown: Annotated[str | None, Field(description="why no chances are told now")] = None
    win: Annotated[dict[str, float], Field(description="the chance of each side")]
    draw: float
    points: Annotated[float | None, Field(description="as they are counted at the end; null if none are")]
    measure: Annotated[str | None, Field(description="what the points are called")]


class StudyAsked(Asked):
    seat: Name
    rollouts: Annotated[
        int | None, Field(ge=2, le=1000, description="how often a plan that is looked at closely is played on")
    ] = None


class SwingOut(BaseModel):
    """A moment that mattered."""

    index: Annotated[int, Field(description="after how many actions it is to be looked at")]
    turn: int
    side: Annotated[str, Field(description="whose chance it is")]
    by: Annotated[Literal["luck", "choice"], Field(description="the die, or what was chosen")]
    stood: Annotated[float, Field(description="the chance before; before a die, what was to be expected")]
    change: float
    hex: str | None
    told: Annotated[list[str], Field(description="what happened, if it was the die")]
    played: list[PlannedStep]
    better: Annotated[list[PlannedStep], Field(description="the best plan found, if it was a choice")]


class CourseOut(BaseModel):
    """A turn: the first side's chance at its end, and what moved it."""

    turn: int
    index: Annotated[int, Field(description="after how many actions it ended")]
    chance: float
    luck: Annotated[float, Field(description="of the first side; the other's is the opposite")]
    choice: Annotated[dict[str, float], Field(description="of each side, against the best plans found")]


class ReportOut(BaseModel):
    """Luck and choice in a match."""

    sides: Annotated[list[str], Field(description="the curve is the first one's")]
    start: Annotated[float, Field(description="its chance at the beginning")]
    curve: Annotated[list[tuple[int, float]], Field(description="after how many actions its chance became what")]
    actions: int
    turns: list[CourseOut]
    luck: Annotated[dict[str, float], Field(description="what the dice did to each side's chance")]
    choice: Annotated[dict[str, float], Field(description="what its plans cost it against the best found")]
    plans: Annotated[int, Field(description="there were")]
    closely: Annotated[int, Field(description="of these were compared with the best that could be found")]
    moments: list[SwingOut]


class AnalysisOut(BaseModel):
    """Both null: nobody has asked for it yet."""

    part: Annotated[float | None, Field(description="how much is done, while it is under way")]
    report: ReportOut | None
