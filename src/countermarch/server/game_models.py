"""What is told of the games there are."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field


class Titled(BaseModel):
    key: str
    title: str


class Scenario(Titled):
    turns: int


class OptionOut(Titled):
    values: list[Titled]
    default: str
    rule: str


class IntroductionOut(BaseModel):
    """What stands on the lid of the box."""

    what: str
    edition: str
    differs: Annotated[str, Field(description="from its sister")]
    credit: Annotated[str, Field(description="designer and publisher of the printed game, as far as they are named")]
    centre: Annotated[str, Field(description="the hex in the middle of its picture; empty: anywhere")]


class DivisionOut(BaseModel):
    """A side several people may share: `seats` names its commands in place of the side."""

    side: str
    seats: list[str]
    rule: str


class GameOut(Titled):
    sides: list[str]
    side_titles: Annotated[dict[str, str], Field(description="of sides, and of the commands they may be divided into")]
    divisions: list[DivisionOut]
    scenarios: list[Scenario]
    options: list[OptionOut]
    bots: list[str]
    minutes: int | None
    complexity: int | None
    version: str
    introduction: IntroductionOut | None
    reconstructed: Annotated[bool, Field(description="some of its values are, and can be overwritten by one's own")]
    tuned: Annotated[bool, Field(description="there is a set of values, tuned, that people are offered first")]
