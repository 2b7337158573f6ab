"""Why did you do that? What a bot had in mind, as far as the seat that asks may know."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from fastapi import APIRouter

from countermarch.bots import GENERAL, bots_of
from countermarch.bots.motives import Motive
from countermarch.games.base import side_of
from countermarch.match import Match
from countermarch.server import advice_models as ad
from countermarch.server.aids import STOPPED
from countermarch.server.answers import Voice
from countermarch.server.asked import Hall, Id, Lang, Who
from countermarch.server.live import Live
from countermarch.server.matches import REFUSALS
from countermarch.server.people import ME, PEOPLE
from countermarch.server.problems import problem
from countermarch.server.report import plan_steps, tables_at
from countermarch.server.thinking import Confession

router = APIRouter(prefix="/api/matches/{id}", responses={**REFUSALS, **STOPPED})


@router.post("/why")
async def why(id: Id, asked: ad.HintAsked, lang: Lang, hall: Hall, asker: Who) -> ad.WhyOut:
    """The last activation of a bot and what it answered since: each plan with its reasons and worth.

    It is stopped like a hint, and like a hint refused between people without aids.
    """
    async with hall.at(id) as live:
        live.check_player(asked.seat, asker)
        live.check_advised()
        side = _last_bot(live)
        if side is None or GENERAL not in bots_of(live.match.game.key):
            raise problem(422, "why_nobody")
        match, serial = live.match.copy(), live.serial
    found = await hall.advisers.confess(Confession(id, side, asked.seconds, asked.rollouts), match)
    return await asyncio.to_thread(_told, match, found, side, asked.seat, lang, serial)


def _last_bot(live: Live) -> str | None:
    """The bot's side that was the last to do anything."""
    seats = (done.entry.seat for done in live.latest())
    bots = (seat for seat in seats if seat is not None and live.seats.get(seat, ME) not in PEOPLE)
    return next((side_of(seat) for seat in bots), None)


def _told(match: Match, found: Sequence[Motive], side: str, seat: str, language: str, serial: int) -> ad.WhyOut:
    """Where something was hidden from the seat only what it saw is told, and no chances."""
    if not found:
        raise problem(422, "why_nobody")
    parts, veiled, name = [], False, None
    said = [text for motive in found for text in motive.said]
    for motive, before in zip(found, tables_at(match, [one.index for one in found]), strict=True):
        unseen = _unseen(match, before, seat)
        name = name or (before.decision.actor if before.decision is not None else None)
        steps = plan_steps(before, side, motive.said, language, said, veiled=bool(unseen))
        seen = [step for step in steps if unseen.isdisjoint(_names(step))]
        gain = None if unseen else motive.over_nothing
        veiled = veiled or bool(unseen)
        if seen:
            parts.append(ad.MotivePart(index=motive.index, steps=seen, gain=gain))
    if not parts:
        raise problem(403, "why_hidden")
    told = None if veiled else Voice(match, seat, language).maybe(name)
    return ad.WhyOut(serial=serial, side=side, name=told, veiled=veiled, parts=parts)


def _unseen(match: Match, before: Match, seat: str) -> frozenset[str]:
    """What a seat cannot see now, or could not then; in the end all is told."""
    return frozenset() if match.to_act is None else match.hidden(side_of(seat)) | before.hidden(side_of(seat))


def _names(step: ad.PlannedStep) -> set[str]:
    return {*step.units, *(unit for action in step.actions for unit in action.units)}
