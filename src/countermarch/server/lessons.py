"""Lessons: what there is to learn, one of them whole, and a match to take it in."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from countermarch import match as face
from countermarch.games import offered
from countermarch.games.lessons import Lesson, Step, in_language, lesson
from countermarch.server import match_models as mm
from countermarch.server.asked import Door, Hall, Lang
from countermarch.server.entries import read_save
from countermarch.server.matches import REFUSALS
from countermarch.server.people import BOT, ME
from countermarch.server.problems import problem

router = APIRouter(prefix="/api", responses=REFUSALS)
Key = Annotated[str, Path(max_length=64)]


class LessonRow(BaseModel):
    game: str
    title: str
    about: str
    minutes: int
    steps: int


class PointOut(BaseModel):
    """What a step lights: on the map, and parts of the table by name."""

    units: list[str]
    hexes: list[str]
    parts: list[str]


class UntilOut(BaseModel):
    """What ends a step: any of these; nothing named: reading it. In patterns "*" stands for anything."""

    picked: list[str]
    played: list[str]
    offered: list[str]
    stands: dict[str, list[str]]
    joins: list[str]
    turn: int
    read: bool
    undone: bool


class LessonStep(BaseModel):
    key: str
    say: str
    wrong: str
    point: PointOut
    until: UntilOut
    do: Annotated[list[str], Field(description="actions it is done by; if none can be played, the lesson goes on")]


class LessonOut(BaseModel):
    game: str
    title: str
    about: str
    minutes: int
    side: str
    steps: list[LessonStep]


@router.get("/lessons")
def lessons(lang: Lang) -> list[LessonRow]:
    """All of them, in the order of the games."""
    return [_row(found, lang) for game in offered() if (found := lesson(game.info.key)) is not None]


@router.get("/games/{key}/lesson")
def read_lesson(key: Key, lang: Lang) -> LessonOut:
    found = _lesson(key)
    steps = [_step(step, lang) for step in found.steps]
    return LessonOut(**_row(found, lang).model_dump(exclude={"steps"}), side=found.side, steps=steps)


@router.post("/games/{key}/lesson", status_code=201)
async def take_lesson(key: Key, hall: Hall, door: Door) -> mm.Created:
    """A match where the lesson begins, the learner at its side and a bot at the others."""
    found = _lesson(key)
    start, log, end = await asyncio.to_thread(read_save, beginning(found).save())
    maker = await asyncio.to_thread(door.maker, {})
    return await hall.seating.create(start, seats_of(found), log, end, maker=maker)


def beginning(found: Lesson, seed: int | None = None) -> face.Match:
    """Where it begins, with its own dice or others."""
    match = face.load(found.game).start(found.scenario, found.seed if seed is None else seed, found.options)
    for action in found.start:
        match.play(action)
    return match


def seats_of(found: Lesson) -> dict[str, str]:
    sides = face.load(found.game).info.sides
    return {side: ME if side == found.side else f"{BOT}{found.bot}" for side in sides}


def _lesson(key: str) -> Lesson:
    found = lesson(key) if any(game.info.key == key for game in offered()) else None
    if found is None:
        raise problem(404, "lesson")
    return found


def _row(found: Lesson, language: str) -> LessonRow:
    return LessonRow(
        game=found.game,
        title=in_language(found.title, language),
        about=in_language(found.about, language),
        minutes=found.minutes,
        steps=len(found.steps),
    )


def _step(step: Step, language: str) -> LessonStep:
    return LessonStep(
        key=step.key,
        say=in_language(step.say, language),
        wrong=in_language(step.wrong, language),
        point=PointOut(**asdict(step.point)),
        until=UntilOut(**asdict(step.until)),
        do=list(step.do),
    )
