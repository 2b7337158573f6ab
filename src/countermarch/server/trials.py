"""Trying a rule: its example as a list of steps, and a table that stands where it begins."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from countermarch.games import rules as rules_for
from countermarch.rulebook import rules_of
from countermarch.server import match_models as mm
from countermarch.server import models as m
from countermarch.server.answers import cited
from countermarch.server.asked import Door, Hall, Lang
from countermarch.server.examples import Example, StaleExample, examples_of, shown
from countermarch.server.matches import REFUSALS
from countermarch.server.problems import problem
from countermarch.server.words import named, names_in
from countermarch.shelf import games
from countermarch.texts import SaidError

router = APIRouter(prefix="/api", responses=REFUSALS)
Key = Annotated[str, Path(max_length=64)]
Rule = Annotated[str, Path(max_length=64)]


class StepRead(BaseModel):
    kind: Annotated[str, Field(description="play: it is played; refused: the rules do not allow it; why: it is asked")]
    side: str
    action: str
    told: list[m.Cited]


class ExampleRead(BaseModel):
    game: str
    rule: str
    title: Annotated[
        str, Field(description="what it shows; where nobody has said it in the language, the title of its rule")
    ]
    steps: list[StepRead]


def example(game: str, rule: str) -> Example:
    found = examples_of(game).get(rule) if game in games() else None
    if found is None:
        raise problem(404, "example", rule=rule)
    return found


@router.get("/games/{key}/examples/{rule:path}")
def show(key: Key, rule: Rule, lang: Lang) -> ExampleRead:
    """What the example of a rule shows, step by step."""
    try:
        return _read(key, rule, lang)
    except (StaleExample, SaidError):
        raise problem(404, "example", rule=rule) from None


@cache
def _read(game: str, rule: str, language: str) -> ExampleRead:
    found, names = example(game, rule), names_in(rules_for(game), language)
    steps = [
        StepRead(
            kind=step.kind,
            side=step.side,
            action=step.action,
            told=[
                m.Cited(text=named(text, names).render(language), citation=cited(cites)) for text, cites in step.told
            ],
        )
        for step in shown(found, found.begin())
    ]
    title = readable(found.title) if language == "en" else rules_of(game, language)[rule].title
    return ExampleRead(game=game, rule=rule, title=title, steps=steps)


NAMES = ("German", "Germans", "Soviet", "Soviets", "Pole", "Poles", "Polish", "HQ", "HQs", "Stettin", "Zhukov", "Haff")
SPELT = {name.lower(): name for name in NAMES}


def readable(title: str) -> str:
    """What an example shows, without the number of its chapter and with names as they are written."""
    words = re.sub(r"^\d+ \w+ ", "", title).split()
    said = " ".join(SPELT.get(word, word) for word in words)
    return said[:1].upper() + said[1:]


@router.post("/games/{key}/examples/{rule:path}", status_code=201)
async def begin(key: Key, rule: Rule, hall: Hall, door: Door) -> mm.Created:
    """A table at the position of an example, everybody's seats yours."""
    match = example(key, rule).begin()
    maker = await asyncio.to_thread(door.maker, {})
    return await hall.seating.create(match, {}, (), match, maker=maker)
