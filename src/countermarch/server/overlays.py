"""Values of one's own over REST: what is reconstructed, sets of values by name, and whether a set can be used."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from countermarch import match as face
from countermarch.games import rules as load_rules
from countermarch.games.provenance import Guess, reconstructed
from countermarch.server import models as m
from countermarch.server.asked import Door, Hall, Who
from countermarch.server.boarddata import Document, document_of
from countermarch.server.matches import REFUSALS, known_game, send
from countermarch.server.people import Welcome
from countermarch.server.problems import Problem, problem
from countermarch.server.tables import Keeper
from countermarch.server.valuestore import NOBODY
from countermarch.shelf import DataError, FileError
from countermarch.texts import Text
from countermarch.values import LONGEST, TUNED, Values, of_document, tuned

router = APIRouter(prefix="/api", responses=REFUSALS)
Key = Annotated[str, Path(max_length=64)]
Called = Annotated[str, Path(min_length=1, max_length=LONGEST)]
Tables = dict[str, list[dict[str, str]]]
MOST = 200  # sets of values of a game
OWN = 20  # of all games, of one person where others are, too
ROW = re.compile(r"(?P<table>[\w.-]+), row (?P<row>\d+) \(.*?\): (?P<why>.*)", re.DOTALL)


class GuessCell(BaseModel):
    column: str
    ours: str
    source: str


class GuessRow(BaseModel):
    key: Annotated[dict[str, str], Field(description="the columns that name the row, to be sent with a change")]
    name: str
    fixed: Annotated[bool, Field(description="cannot be changed: other rows are called the same")]
    cells: list[GuessCell]


class GuessTable(BaseModel):
    table: str
    rows: list[GuessRow]


class Guesses(BaseModel):
    game: str
    tables: list[GuessTable]


class ValuesRow(BaseModel):
    name: str
    house: Annotated[bool, Field(description="given to the server when it was started: used unless others are named")]
    changes: Annotated[int, Field(description="how many rows are changed")]


class ValuesDocument(m.Asked):
    name: Annotated[str, Field(max_length=LONGEST)]
    game: m.Name
    tables: Tables


class ValuesAsked(m.Asked):
    tables: Tables


class WrongValue(Problem):
    """A set of values that cannot be used, and the cell that is to blame, if it is one."""

    def __init__(self, error: FileError, values: Values) -> None:
        super().__init__(422, error.said if isinstance(error.said, Text) else str(error))
        self.place = _place(str(error), values)


@router.get("/games/{key}/values", response_class=JSONResponse, response_model=Guesses)
def guesses(key: Key, request: Request) -> Response:
    """Every reconstructed value with its source; answers 304 to the right If-None-Match."""
    known_game(key)
    return send(_guesses(key), request)


@cache
def _guesses(game: str) -> Document:
    found = reconstructed(load_rules(game))
    tables = {guess.table: [_row(one) for one in found if one.table == guess.table] for guess in _firsts(found)}
    return document_of({"game": game, "tables": [{"table": name, "rows": rows} for name, rows in tables.items()]})


def _firsts(guesses: list[Guess]) -> list[Guess]:
    return list({guess.table: guess for guess in guesses}.values())


def _row(guess: Guess) -> dict[str, Any]:
    cells = [{"column": c, "ours": ours, "source": guess.sources[c]} for c, ours in guess.cells.items()]
    return {"key": dict(guess.key), "name": guess.name, "fixed": guess.fixed, "cells": cells}


@router.get("/values/{game}")
async def sets(game: Key, hall: Hall, asker: Who) -> list[ValuesRow]:
    """The sets of values a new match of the game can be played by; of other people's none."""
    known_game(game)
    house, kept = hall.house.get(game), await asyncio.to_thread(hall.house.of, game, asker)
    first = [] if house is None else [_listed(house, house=True)]
    return first + [_listed(of_document(document), house=False) for document in kept]


def _listed(values: Values, house: bool) -> ValuesRow:
    return ValuesRow(name=values.name, house=house, changes=sum(len(rows) for _, rows in values.tables))


@router.post("/values/{game}", status_code=201)
async def import_values(game: Key, asked: ValuesDocument, hall: Hall, door: Door) -> ValuesRow:
    """A set that was exported, under its own name."""
    if asked.game != game:
        raise Problem(422, f"the values {asked.name!r} are for {asked.game}, not for {game}")
    return await _keep(game, asked.name, asked.tables, hall, door)


@router.get("/values/{game}/{name}")
async def export(game: Key, name: Called, hall: Hall, asker: Who) -> ValuesDocument:
    """A set of values, to be changed or kept as a file."""
    known_game(game)
    values = await asyncio.to_thread(hall.house.called, game, name, asker)
    return ValuesDocument(**values.document())


@router.put("/values/{game}/{name}")
async def keep(game: Key, name: Called, asked: ValuesAsked, hall: Hall, door: Door) -> ValuesRow:
    """Keep a set of values under a name; a wrong one is refused with the reason and the place."""
    return await _keep(game, name, asked.tables, hall, door)


async def _keep(game: str, name: str, tables: Tables, hall: Keeper, door: Welcome) -> ValuesRow:
    """Where all are trusted they are nobody's in particular, else of who wrote them."""
    known_game(game)
    hall.limits.spend("values", door.asker)
    values = await hall.limits.work(door.asker, _checked, game, name, tables)
    await _check_own(hall, game, values.name)
    owner = await asyncio.to_thread(door.person) if hall.guarded else NOBODY
    await asyncio.to_thread(_check_room, hall, values, owner)
    await asyncio.to_thread(hall.values.keep, game, owner, values.name, values.document())
    return _listed(values, house=False)


def _check_room(hall: Keeper, values: Values, owner: str) -> None:
    kept = [document["name"] for document in hall.values.kept(values.game, owner)]
    number, most = (hall.values.number(owner), OWN) if hall.guarded else (len(kept), MOST)
    if values.name not in kept and number >= most:
        raise problem(422, "values_most", most=most)


@router.delete("/values/{game}/{name}", status_code=204)
async def remove(game: Key, name: Called, hall: Hall, asker: Who) -> None:
    """Matches that were begun by them keep them."""
    known_game(game)
    await _check_own(hall, game, name)
    owner = asker.person if hall.guarded else NOBODY
    if owner is None or not await asyncio.to_thread(hall.values.remove, game, owner, name):
        raise problem(404, "values", name=name)


async def _check_own(hall: Keeper, game: str, name: str) -> None:
    """Neither those of the house nor tuned ones are changed, nor by others those written while all were trusted."""
    house = hall.house.get(game)
    if name == TUNED and tuned(game) is not None:
        raise problem(403, "values_tuned", name=name)
    if house is not None and house.name == name:
        raise problem(403, "values_house", name=name)
    if hall.guarded and name in [one["name"] for one in await asyncio.to_thread(hall.values.kept, game, NOBODY)]:
        raise problem(403, "values_others", name=name)


def _checked(game: str, name: str, tables: Tables) -> Values:
    """Values by which every scenario can be set up."""
    values = of_document({"name": name, "game": game, "tables": tables})
    try:
        check(values)
    except FileError as error:
        raise WrongValue(error, values) from None
    return values


def check(values: Values) -> None:
    loaded = face.load(values.game, values)
    for scenario in loaded.info.scenarios:
        try:
            loaded.start(scenario.key, seed=0)
        except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
            raise DataError(f"{scenario.key} cannot be set up by the values {values.name!r}: {error}") from error


def _place(said: str, values: Values) -> m.ValuePlace | None:
    """The cell a message speaks of: by its row, and the column or value it names."""
    found = ROW.match(said)
    if found is None:
        return None
    table, number, why = found["table"], int(found["row"]), found["why"]
    cells = values.rows(table)[number - 1][1]
    named = (c for c, value in cells.items() if why.startswith((f"{c} ", f"{c}:")) or repr(value) in why)
    return m.ValuePlace(table=table, row=number, column=next(named, None))
