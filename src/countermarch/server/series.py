"""For organisers: the tables of a round from a CSV file, the links to hand out, and how the matches ended.

A row names a game, may name a scenario and options (`fog_of_war=on`), and has a column for each side with the name of
who plays it, or a bot (`bot:captain`); or one for each command of a side that is divided (`soviet.2BF`). Other columns
are the organiser's own and are kept.
"""

from __future__ import annotations

import csv
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from countermarch import match as face
from countermarch.games.base import GameInfo
from countermarch.server.adjudging import DRAW
from countermarch.server.admin import why_not_closed
from countermarch.server.commands import all_seats, seats_for
from countermarch.server.databases import default_url
from countermarch.server.entries import standing
from countermarch.server.fairness import Fair
from countermarch.server.people import BOT, LINK, chairs_of, fresh_token, hashed
from countermarch.server.problems import Problem
from countermarch.server.settling import settle_seats
from countermarch.server.store import Record, Store, now

Row = dict[str, str]
MATCH, ADJUDGED = "match", "adjudged"


def make_round(file: Path, out: TextIO, database: str | None, public: str) -> None:
    """Makes a table for each row, if all rows can be read; writes the rows with the links to their seats."""
    rows = _read(file)
    begun = [_started(row, number) for number, row in enumerate(rows, 2)]
    store = Store(default_url() if database is None else database)
    organiser = secrets.token_hex(8)
    store.add_person(organiser, "", hashed(fresh_token()))
    made = [{**row, **_table(store, organiser, row, match, public)} for row, match in zip(rows, begun, strict=True)]
    store.close()
    _write(made, out)


def collect(file: Path, out: TextIO, database: str | None) -> None:
    """Writes the rows that were handed out, with how each match stands; what the organiser adjudged counts first.

    A match that goes on is closed by it, as soon as the server hears of it.
    """
    rows = _read(file)
    store = Store(default_url() if database is None else database)
    _write([{**row, **_ended(store, row, number)} for number, row in enumerate(rows, 2)], out)
    store.close()


def _read(file: Path) -> list[Row]:
    with file.open(newline="", encoding="utf-8-sig") as lines:
        rows = [{key: (value or "").strip() for key, value in row.items() if key} for row in csv.DictReader(lines)]
    if not rows:
        raise ValueError(f"{file} has no rows; its first line names the columns, such as game,german,soviet")
    return rows


def _write(rows: Iterable[Row], out: TextIO) -> None:
    rows = list(rows)
    columns = dict.fromkeys(key for row in rows for key in row)
    writer = csv.DictWriter(out, list(columns), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def _started(row: Row, number: int) -> face.Match:
    try:
        options = dict(word.split("=", 1) for word in row.get("options", "").split())
        match = face.load(row["game"]).start(row.get("scenario") or None, None, options)
        settle_seats(match, _seats(row, match.game.info))
        return match
    except KeyError as missing:
        raise ValueError(f"line {number}: the column {missing} is missing") from None
    except (ValueError, Problem) as error:
        raise ValueError(f"line {number}: {error}") from None


def _table(store: Store, organiser: str, row: Row, match: face.Match, public: str) -> Row:
    """A match all of whose people come by a link; the organiser sits nowhere."""
    seats = settle_seats(match, _seats(row, match.game.info))
    chairs, tokens = chairs_of(seats, organiser)
    id, time = secrets.token_hex(5), now()
    store.add(
        Record(
            id, match.game.key, match.save(), seats, standing=standing(match, seats), created=time, updated=time,
            maker=organiser, chairs=chairs, shares=Fair().document(),
        ),
        (),
    )  # fmt: skip
    links = {f"link {side}": f"{public.rstrip('/')}/join/{token}" for side, token in tokens.items()}
    return {MATCH: id, **links}


def _seats(row: Row, info: GameInfo) -> dict[str, str]:
    """Of a side whose commands have columns of their own, with somebody in one of them, those."""
    named = {seat: row[seat] for seat in all_seats(info) if row.get(seat)}
    return {seat: _who(named.get(seat, "")) for seat in seats_for(info, named)}


def _who(name: str) -> str:
    return name if name.startswith(BOT) else LINK


def _ended(store: Store, row: Row, number: int) -> Row:
    record = store.find(row.get(MATCH, ""))
    if record is None:
        raise ValueError(
            f"line {number}: there is no match {row.get(MATCH, '')!r} here; take the file that was handed out"
        )
    verdict, word = record.standing.verdict, row.get(ADJUDGED, "")
    if word:
        winner = _adjudged(face.load(record.game).info, word, number)
        why = why_not_closed(store, record)
        if why is None:
            store.adjudge(record.id, winner)
        closed = why is None or verdict is not None
        return {"state": "adjudged" if closed else f"adjudged, but it {why}", "winner": winner}
    if verdict is None:
        waiting = any(chair.holder is None for chair in record.chairs.values())
        return {"state": "waiting" if waiting else f"turn {record.standing.turn}", "winner": ""}
    return {"state": "over", "winner": verdict.winner or DRAW, "verdict": verdict.said["en"]}


def _adjudged(info: GameInfo, word: str, number: int) -> str:
    if word not in (*info.sides, DRAW):
        raise ValueError(f"line {number}: {word!r} cannot be adjudged; write {', '.join(info.sides)} or {DRAW}")
    return word
