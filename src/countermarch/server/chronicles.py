"""Looking back on a match, and playing it again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from typing import TypeVar

from fastapi import APIRouter

from countermarch.chronicle import Chronicle, Fortune, Mark, Moment, Rolled, chronicle_of
from countermarch.server import match_models as mm
from countermarch.server import story_models as sm
from countermarch.server.answers import Voice, voice_at
from countermarch.server.asked import Hall, Id, Lang, Seat, Who
from countermarch.server.live import Live
from countermarch.server.matches import REFUSALS
from countermarch.server.people import Asker
from countermarch.server.problems import Problem, problem
from countermarch.server.store import Chair
from countermarch.server.tables import Keeper
from countermarch.server.telling import tell_again

T = TypeVar("T")
router = APIRouter(prefix="/api/matches/{id}", responses=REFUSALS)


@router.get("/chronicle")
async def chronicle(id: Id, seat: Seat, lang: Lang, hall: Hall, asker: Who) -> sm.ChronicleOut | None:
    """The story of a match: points, losses, dice and their luck, turning points.

    Null while a match goes on in which something is hidden from somebody; in the end all is told.
    """
    async with hall.at(id) as live:
        live.check_seat(seat, asker)
        match, serial, told, over = live.match.copy(), live.serial, live.story, live.over
        voice = voice_at(live, seat, lang)
    if told is None or told[0] != serial:
        told = serial, await asyncio.to_thread(chronicle_of, match)
        live.story = told
    return _told(told[1], voice) if over or told[1].open else None


def _told(told: Chronicle, voice: Voice) -> sm.ChronicleOut:
    return sm.ChronicleOut(
        actions=told.actions,
        turns=[sm.TurnOut(turn=begun.turn, index=begun.index) for begun in told.turns],
        scores=[
            sm.ScoreOut(index=s.index, turn=s.turn, points=dict(s.points), total=s.total, level=voice.maybe(s.level))
            for s in told.scores
        ],
        losses=[sm.LossOut(**asdict(loss)) for loss in told.losses],
        marks=[_mark(mark, voice) for mark in told.marks],
        rolls=[_roll(roll) for roll in told.rolls],
        uncounted=told.uncounted,
        fortunes={side: _fortune(told.fortune(side), told.luck(side)) for side in told.sides},
        moments=[_moment(moment, voice) for moment in told.turning_points()],
        standing=voice.standing(told.standing),
        result=voice.ended(),
    )


def _mark(mark: Mark, voice: Voice) -> sm.MarkOut:
    return sm.MarkOut(
        index=mark.index,
        turn=mark.turn,
        kind=mark.kind,
        side=mark.side,
        hex=mark.hex,
        unit=mark.unit,
        name=voice.maybe(mark.name),
        event=mark.event,
    )


def _roll(roll: Rolled) -> sm.RollOut:
    return sm.RollOut(
        index=roll.index,
        turn=roll.turn,
        event=roll.event,
        side=roll.side,
        kind=roll.kind,
        hex=roll.hex,
        column=roll.column,
        die=roll.die,
        result=roll.result,
        luck=roll.luck.value,
        expected=roll.luck.expected,
        rolled=roll.luck.rolled,
    )


def _fortune(own: Fortune, whole: float) -> sm.FortuneOut:
    return sm.FortuneOut(dice=own.dice, luck=own.luck, whole=whole, expected=own.expected, rolled=own.rolled)


def _moment(moment: Moment, voice: Voice) -> sm.MomentOut:
    marks = [_mark(mark, voice) for mark in moment.marks]
    losses, swing = dict(moment.losses), moment.swing
    return sm.MomentOut(index=moment.index, turn=moment.turn, hex=moment.hex, swing=swing, losses=losses, marks=marks)


@router.post("/rematch", status_code=201)
async def rematch(id: Id, asked: sm.Rematch, hall: Hall, asker: Who) -> mm.Created:
    """The same match from its beginning with new dice: by the same people, or with sides exchanged.

    Whoever asks sits; people elsewhere are asked to come, and it begins when all have.
    """
    async with hall.at(id) as live:
        live.check_here(asker)
        if not live.over:
            raise problem(422, "rematch")
        known = live.again.get(asked.exchanged)
        if known is not None and (joined := await _join(hall, known, asked.promise, asker)) is not None:
            return joined
        return await _once_more(hall, live, asked, asker)


async def _once_more(hall: Keeper, live: Live, asked: sm.Rematch, asker: Asker) -> mm.Created:
    hall.limits.spend("matches", asker)
    start, seats = live.match.anew(), _seated(live, asked.exchanged)
    maker, chairs = None if live.maker is None else asker.person, _chairs(live, asked.exchanged)
    made = await hall.seating.create(start, seats, (), start, live.agreed, maker, chairs, asked.promise, pace=live.pace)
    async with hall.at(made.id) as again:
        hall.caller.asked(again)
        waits = bool(again.coming)
    if waits:
        live.again[asked.exchanged] = made.id
        tell_again(live)
    return made


async def _join(hall: Keeper, id: str, promised: str | None, asker: Asker) -> mm.Created | None:
    """Who asks for the rematch he was asked to sits down, and who asked for it is led there; None if it has begun."""
    try:
        async with hall.at(id) as again:
            mine = again.of(asker.person)
            seat = next((seat for seat in mine if seat in again.coming), None)
            if not again.coming or not mine:
                return None
            if seat is None:
                await hall.shares.promise_anew(again, mine, promised)
            else:
                await hall.shares.come(again, seat, promised)
            return mm.Created(id=id, seats=mine, promise=None if again.fair is None else again.fair.promise)
    except Problem:
        return None


def _chairs(live: Live, exchanged: bool) -> dict[str, Chair]:
    """Who sits goes along with his seat, and needs no link."""
    holders = _passed_on({side: live.person_at(side) for side in live.seats}, exchanged)
    return {side: Chair(holder) for side, holder in holders.items() if holder is not None}


def _seated(live: Live, exchanged: bool) -> dict[str, str]:
    return _passed_on(live.seats, exchanged)


def _passed_on(by_side: Mapping[str, T], exchanged: bool) -> dict[str, T]:
    """Each side gets what the next one had."""
    sides, had = list(by_side), list(by_side.values())
    return dict(zip(sides, had[1:] + had[:1] if exchanged else had, strict=True))
