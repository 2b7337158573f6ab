"""Games and matches over REST: begin, look, play, take back, keep, replay."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from countermarch import match as face
from countermarch.atlas.table import draw_match
from countermarch.bots import opponents
from countermarch.games import offered
from countermarch.games.base import command_at, side_of
from countermarch.match import IllegalAction
from countermarch.notation import NotationError
from countermarch.saves import SaveError
from countermarch.server import answers
from countermarch.server import game_models as gm
from countermarch.server import match_models as mm
from countermarch.server import models as m
from countermarch.server.asked import AnySeat, Door, Hall, Id, Lang, Seat, Who
from countermarch.server.boarddata import Document, board_document
from countermarch.server.commands import check_command
from countermarch.server.entries import read_save
from countermarch.server.limits import ENTRIES, SECONDS
from countermarch.server.live import Live, Watcher, at_table
from countermarch.server.people import LINK, OPEN, Asker
from countermarch.server.problems import Problem, problem
from countermarch.server.rulings import header_of, state_of
from countermarch.server.settling import people, settle_seats
from countermarch.server.shapes import BoardShape
from countermarch.server.store import ACTION, UNDO, Entry, Record
from countermarch.server.tables import Keeper

REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": m.Refused, "description": text}
    for code, text in (
        (400, "cannot be read"),
        (403, "not yours"),
        (404, "no such thing"),
        (422, "not possible, and why"),
        (429, "too often"),
    )
}
STALE: dict[int | str, dict[str, Any]] = {409: {"model": m.Stale, "description": "the match has gone on"}}
router = APIRouter(prefix="/api", responses=REFUSALS)
Index = Annotated[int, Path(ge=0, lt=2**31)]
Since = Annotated[int, Query(ge=0, lt=2**31)]
PAGE = 200  # matches of the list
Limit = Annotated[int, Query(ge=1, le=500)]
OneId = Annotated[str | None, Query(max_length=32)]


# games


@router.get("/games")
def games(lang: Lang) -> list[gm.GameOut]:
    """The games, with what can be chosen."""
    return [answers.game_of(game.info, game.look, opponents(game.info.key), lang) for game in offered()]


@router.get("/games/{key}/board", response_class=JSONResponse, response_model=BoardShape)
def board(key: Annotated[str, Path(max_length=64)], lang: Lang, request: Request) -> Response:
    """Everything that never changes in play; answers 304 to the right If-None-Match."""
    known_game(key)
    return send(board_document(key, lang), request)


def send(document: Document, request: Request) -> Response:
    """A document that a client may keep until it changes."""
    headers = {"ETag": document.tag, "Cache-Control": "no-cache", "Vary": "Accept-Language, Accept-Encoding"}
    if document.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(document.body, headers=headers, media_type="application/json")
    headers["Content-Encoding"] = "gzip"
    return Response(document.zipped, headers=headers, media_type="application/json")


def known_game(key: str) -> None:
    if all(game.info.key != key for game in offered()):
        raise problem(404, "game")


# matches


@router.get("/matches")
async def matches(
    lang: Lang, hall: Hall, asker: Who, response: Response, start: Since = 0, limit: Limit = PAGE, id: OneId = None
) -> list[mm.MatchRow]:
    """The matches, the latest first; those of older rules among them, to be exported and deleted.

    A page of them, from the one numbered `start`; the header `X-Next` says where the next one begins.
    With an id, that one alone.

    Where not everyone is trusted, one's own; nor are other people's, made with a link, listed anywhere.
    """
    if not asker.trusted and asker.person is None:
        return []
    rows, more = await asyncio.to_thread(_rows, hall, asker, lang, start, limit, id)
    if more:
        response.headers["X-Next"] = str(start + limit)
    return rows


def _rows(
    hall: Keeper, asker: Asker, language: str, start: int, limit: int, id: str | None
) -> tuple[list[mm.MatchRow], bool]:
    found = hall.store.all(asker.person, asker.trusted, start, limit + 1, id)
    shown = [one for one in found[:limit] if at_table(one[0], asker)]
    return [_row(record, length, language, asker.person) for record, length in shown], len(found) > limit


def _row(record: Record, length: int, language: str, person: str | None) -> mm.MatchRow:
    header: dict[str, Any] = header_of(record) or {}
    (old, opens), ended = state_of(record), record.standing.verdict
    return mm.MatchRow(
        id=record.id,
        game=record.game,
        scenario=header.get("scenario"),
        turn=record.standing.turn,
        to_act=_to_act(record, person),
        over=record.standing.to_act is None,
        winner=None if ended is None else ended.winner,
        verdict=None if ended is None else ended.said[language],
        seats=answers.seats_from(record, person),
        values=header.get("values", {}).get("name"),
        actions=length,
        created=record.created,
        updated=record.updated,
        version=header.get("version", ""),
        old=None if old is None else old.render(language),
        opens=opens,
        sandbox=record.sandbox,
        twin=record.twin,
    )


def _to_act(record: Record, person: str | None) -> str | None:
    """Which of its commands a divided side is asked for, the others are not told."""
    seat = record.standing.to_act
    if seat is None or person is None:
        return seat
    own = {side_of(one) for one, chair in record.chairs.items() if chair.holder == person}
    return seat if side_of(seat) in own else side_of(seat)


@router.post("/matches", status_code=201, responses={409: REFUSALS[422]})
async def create(asked: mm.NewMatch, hall: Hall, door: Door) -> mm.Created:
    known_game(asked.game)
    values = await asyncio.to_thread(hall.house.chosen, asked.game, asked.values, door.asker)
    loaded = await asyncio.to_thread(face.load, asked.game, values)
    match = loaded.start(asked.scenario, asked.seed, asked.options)
    seats = {side: LINK if who == OPEN else who for side, who in asked.seats.items()}
    apart = hall.guarded or LINK in seats.values()
    if apart and asked.seed is not None and len(people(match, seats)) > 1:
        raise problem(403, "seed")
    listed = OPEN in asked.seats.values()
    if listed:
        await hall.seating.check_listed(door.asker.person)
    maker = await asyncio.to_thread(door.maker, seats)
    return await hall.seating.create(
        match, seats, (), match, asked.aids, maker, promised=asked.promise, listed=listed, pace=asked.pace,
        duplicate=asked.duplicate,
    )  # fmt: skip


@router.post("/matches/import", status_code=201)
async def import_save(asked: mm.ImportedMatch, hall: Hall, door: Door) -> mm.Created:
    """A saved match, with its whole past; with a link, from where it stands, with new dice."""
    hall.limits.spend("bytes", door.asker, len(asked.save))
    bounds = (ENTRIES, SECONDS) if hall.guarded else ()
    start, log, end = await hall.limits.work(door.asker, read_save, asked.save, *bounds)
    maker = await asyncio.to_thread(door.maker, asked.seats)
    origin = await hall.seating.origin_of(start, end, door.asker)
    return await hall.seating.create(start, asked.seats, log, end, maker=maker, promised=asked.promise, origin=origin)


@router.delete("/matches/{id}", status_code=204)
async def remove(id: Id, hall: Hall, asker: Who) -> None:
    try:
        async with hall.at(id) as live:
            if live.coming:
                live.check_here(asker)  # who does not want a rematch, or does no longer
            else:
                live.check_all(asker)
            await hall.clearing.remove(live)
    except SaveError:
        await hall.memory.discard(id, asker)


@router.get("/matches/{id}/save")
async def save(id: Id, hall: Hall, asker: Who, seat: AnySeat = None) -> mm.Saved:
    """The whole match as a file, the dice to come and what is hidden included.

    While the match goes on it is for the table as a whole; one seat gets it alone only if it plays against
    bots and sees everything. One of older rules is given out as it is, to be finished by them.
    """
    try:
        async with hall.at(id) as live:
            live.check_save(seat, asker)
            return mm.Saved(save=live.before or live.match.save())
    except SaveError:
        return mm.Saved(save=await hall.memory.stored_save(id, asker))


# the table


@router.get("/matches/{id}/board", response_class=JSONResponse, response_model=BoardShape)
async def match_board(id: Id, lang: Lang, request: Request, hall: Hall, asker: Who) -> Response:
    """Like the board of its game, with the values the match is played by."""
    async with hall.at(id) as live:
        live.check_here(asker)
        game = live.match.game
    return send(await asyncio.to_thread(board_document, game.key, lang, game.values), request)


@router.get("/matches/{id}/view", response_class=JSONResponse, response_model=m.ViewOut)
async def view(
    id: Id, seat: Seat, lang: Lang, hall: Hall, asker: Who, since: Since | None = None, whole: bool = False
) -> Response:
    """The table as a seat sees it, what it may do, and, from an event on, what has happened."""
    async with hall.at(id) as live:
        live.check_seat(seat, asker)
        return ready(await asyncio.to_thread(answers.view_json, live, seat, lang, since, whole=whole))


def ready(body: bytes | str) -> Response:
    """An answer that is JSON already."""
    return Response(body, media_type="application/json")


@router.get("/matches/{id}/map.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def drawn_map(id: Id, seat: Seat, hall: Hall, asker: Who) -> Response:
    """The map with its counters as the seat sees them, to be printed."""
    async with hall.at(id) as live:
        live.check_seat(seat, asker)
        side = side_of(seat)
        moment = (id, live.serial, bool(live.waiting or live.shares_due), side)
        drawn = hall.drawings.found(moment)
        if drawn is None:
            match = live.match.copy()
            drawn = hall.drawings.begin(moment, asker, lambda: draw_match(match, side))
    return Response(await drawn, media_type="image/svg+xml")


@router.get("/matches/{id}/legal")
async def legal(id: Id, seat: Seat, lang: Lang, hall: Hall, asker: Who) -> m.LegalOut:
    """Every legal action; none if the seat is not to act."""
    async with hall.at(id) as live:
        live.check_seat(seat, asker)
        return await asyncio.to_thread(_legal, live, seat, lang)


def _legal(live: Live, seat: str, language: str) -> m.LegalOut:
    told = answers.voice_at(live, seat, language).legal(answers.legal_for(live, seat))
    return told or m.LegalOut(count=0, actions=[])


@router.get("/matches/{id}/log")
async def log(id: Id, seat: Seat, lang: Lang, hall: Hall, asker: Who, since: Since = 0) -> m.LogOut:
    """What has happened, from an event on."""
    async with hall.at(id) as live:
        live.check_seat(seat, asker)
        return await asyncio.to_thread(answers.log_of, live, seat, lang, since)


@router.post(
    "/matches/{id}/actions", responses=STALE, response_class=JSONResponse, response_model=m.ViewOut | m.ChangedOut
)
async def act(id: Id, asked: mm.ActionAsked, lang: Lang, hall: Hall, asker: Who) -> Response:
    """Play one action; it is on disk when this answers, with what came of it and the table now.

    Who asks for a `patch` is told what the live line tells: what has changed since the serial he named.
    If standing orders have answered to it, he is told what happened, and has to look at the table.
    """
    async with hall.at(id) as live:
        live.check_player(asked.seat, asker)
        await check_serial(hall, live, asked, lang)
        check_turn(live, asked.seat)
        check_command(live, asked.seat, asked.action, lang)
        hall.limits.spend("actions", asker)
        asks = Watcher(asked.seat, lang, patched=True) if asked.patch else None
        since = len(live.log)
        try:
            said = await hall.playing.play(live, asked.seat, asked.action, asks)
        except IllegalAction as refused:
            told = answers.Voice(live.match, asked.seat, lang).say(refused.reason)
            raise Problem(422, told, refused.citation) from None
        if said is not None:
            return ready(said)
        if asks is not None:
            return ready(await asyncio.to_thread(answers.push_json, live, asks, since))
        heard = live.heard(asked.seat, since)
        return ready(await asyncio.to_thread(answers.view_json, live, asked.seat, lang, heard, asked.whole))


async def check_serial(hall: Keeper, live: Live, asked: mm.ActionAsked | mm.UndoAsked, language: str) -> None:
    """What is sent twice is done once: it names the moment it is for, at every table that is somebody's."""
    if asked.serial is None and live.maker is not None:
        raise problem(422, "serial")
    if asked.serial is not None and asked.serial != live.serial:
        past = 0 <= asked.serial < live.serial
        entry = await asyncio.to_thread(hall.store.entry, live.id, asked.serial) if past else None
        raise StaleSerial(live, asked.seat, language, done=entry is not None and asks_for(live, asked, entry))


def asks_for(live: Live, asked: mm.ActionAsked | mm.UndoAsked, entry: Entry) -> bool:
    """Whether that is what was done: who heard no answer asks again."""
    what = (ACTION, _as_kept(live, asked.action)) if isinstance(asked, mm.ActionAsked) else (UNDO, entry.text)
    return (entry.kind, entry.text, entry.seat) == (*what, asked.seat) and entry.ordered is None


def _as_kept(live: Live, action: str) -> str | None:
    """However it is spaced or put in order; nothing that was done if it cannot be read."""
    try:
        return str(live.match.game.parse(action))
    except NotationError:
        return None


class StaleSerial(Problem):
    """The client looked at an earlier moment; it is told the present one."""

    def __init__(self, live: Live, seat: str, language: str, done: bool) -> None:
        stale = problem(409, "stale")
        super().__init__(409, stale.said)
        self.done = done
        self.view = answers.view_of(live, seat, language)


def check_turn(live: Live, seat: str) -> None:
    side = live.to_act
    if live.stranded:
        raise problem(409, "stranded")
    if live.rests:
        raise problem(409, "rests")
    if side is not None and side != side_of(seat):
        raise problem(422, "not_to_act", seat=seat, side=side)


@router.post("/matches/{id}/undo", responses=STALE, response_class=JSONResponse, response_model=m.ViewOut)
async def undo(id: Id, asked: mm.UndoAsked, lang: Lang, hall: Hall, asker: Who) -> Response:
    """Take back an action, or several."""
    async with hall.at(id) as live:
        live.check_player(asked.seat, asker)
        await check_serial(hall, live, asked, lang)
        if live.match.to_act != side_of(asked.seat) or (command_at(asked.seat) and not live.can_undo(asked.seat)):
            raise problem(422, "nothing_to_undo")
        check_turn(live, asked.seat)
        await hall.playing.undo(live, asked.seat)
        for _ in range(1, asked.times):
            if not live.can_undo(asked.seat):
                break
            await hall.playing.undo(live, asked.seat)
        return ready(await asyncio.to_thread(answers.view_json, live, asked.seat, lang, whole=asked.whole))


@router.post("/matches/{id}/bots")
async def bots(id: Id, asked: mm.BotsAsked, hall: Hall, asker: Who) -> m.BotsOut:
    """Let the bots play on, or stop them at once."""
    async with hall.at(id) as live:
        live.check_all(asker)
        hall.players.let(live, asked.run)
        return m.BotsOut(run=live.run)


# the past


@router.get("/matches/{id}/replay")
async def replay(id: Id, lang: Lang, hall: Hall, asker: Who, seat: AnySeat = None) -> m.ReplayOut:
    """Every action with what it brought about; without a seat, what all may know."""
    async with hall.at(id) as live:
        live.check_sits(asker)
        if seat is not None:
            live.check_seat(seat, asker)
        return await hall.limits.work(asker, answers.replay_of, live, seat, lang)


@router.get("/matches/{id}/at/{index}")
async def at(id: Id, index: Index, seat: Seat, lang: Lang, hall: Hall, asker: Who) -> m.ViewOut:
    """The table as the seat saw it after so many actions."""
    async with hall.at(id) as live:
        live.check_seat(seat, asker)
        return await asyncio.to_thread(answers.past_view, live, index, seat, lang)


@router.post("/matches/{id}/branch", status_code=201)
async def branch(id: Id, asked: mm.Branch, hall: Hall, asker: Who, door: Door) -> mm.Created:
    """A new match that begins where this one stood, with new dice; what was hidden stays so."""
    async with hall.at(id) as live:
        live.check_here(asker)
        if not live.over:
            live.check_all(asker)
        match, _ = await asyncio.to_thread(live.replayed, asked.index)
        live.check_branch(match, settle_seats(match, asked.seats))
        origin = live.source
    fresh = match.with_new_dice()
    maker = await asyncio.to_thread(door.maker, asked.seats)
    return await hall.seating.create(
        fresh, asked.seats, (), fresh, live.agreed, maker, promised=asked.promise, origin=origin
    )
