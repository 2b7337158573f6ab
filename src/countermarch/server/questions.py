"""What a player asks of the table: where to, what for, why not, with what chance."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response
from fastapi.responses import JSONResponse

from countermarch.games.base import side_of
from countermarch.match import Match
from countermarch.server import models as m
from countermarch.server.answers import Voice
from countermarch.server.asked import AnySeat, Hall, Id, Lang, Who, Word
from countermarch.server.live import Live
from countermarch.server.matches import REFUSALS
from countermarch.server.problems import problem
from countermarch.server.shapes import CommandShape, SightShape, SupplyShape
from countermarch.texts import SaidError

Then = Annotated[int | None, Query(ge=0, lt=2**31, description="asked of the past: after so many actions")]
FORESEEN = 300  # actions whose reach is told beforehand
router = APIRouter(prefix="/api/matches/{id}", responses=REFUSALS)


@dataclass(frozen=True, slots=True)
class Asker:
    """The match as it stands, the side that asks, and the voice that answers it."""

    match: Match
    side: str
    voice: Voice

    def check(self, units: Iterable[str]) -> None:
        """Of a unit one cannot see one cannot ask either."""
        for unit in units:
            if unit in self.voice.hidden:
                raise problem(422, "unseen", unit=unit, seat=self.voice.seat)


async def _asker(
    id: Id, lang: Lang, hall: Hall, asker: Who, seat: AnySeat = None, at: Then = None
) -> AsyncIterator[Asker]:
    async with hall.at(id) as live:
        chosen = seat or _default_seat(live)
        live.check_seat(chosen, asker)
        match = live.match if at is None else (await asyncio.to_thread(live.seen_then, at, chosen))[0]
        voice = Voice(match, chosen, lang)
        try:
            yield Asker(match, side_of(chosen), voice)
        except SaidError as error:
            raise voice.problem(error) from None


def _default_seat(live: Live) -> str:
    """The person who is to act, else any person."""
    people = live.people or list(live.seats)
    return next((seat for seat in live.asked if seat in people), people[0])


Asking = Annotated[Asker, Depends(_asker)]


def _listed(words: str) -> list[str]:
    """Names with commas between them, or as the notation joins a stack."""
    return [word for word in re.split("[,+]", words) if word]


@router.get("/reach")
async def reach(ask: Asking, unit: Word, mode: Word = "regular", freely: bool = False) -> dict[str, float]:
    """Where a unit may go now, and what it costs."""
    ask.check(_listed(unit))
    return ask.match.reach(_listed(unit), mode, freely, side=ask.side)


@router.get("/reaches", response_model=dict[str, dict[str, float]])
async def reaches(ask: Asking) -> Response:
    """Where all who could be named next may go, by the action that names them: a click need not wait."""
    return JSONResponse(ask.voice.reaches(FORESEEN))


@router.get("/path")
async def path(ask: Asking, unit: Word, hex: Word, mode: Word = "regular") -> list[m.PathStep]:
    """The way a unit would take, cost by cost."""
    ask.check(_listed(unit))
    return [ask.voice.step(step) for step in ask.match.path(_listed(unit), hex, mode, side=ask.side)]


@router.get("/why")
async def why(ask: Asking, unit: Word, hex: Word, mode: Word = "regular") -> m.Cited | None:
    """Why a unit cannot go there; null if it can."""
    ask.check(_listed(unit))
    return ask.voice.refusal(ask.match.why_not(_listed(unit), hex, mode, side=ask.side))


@router.get("/targets")
async def targets(ask: Asking) -> dict[str, m.PreviewOut]:
    """Hexes that can be attacked now, with the best odds available."""
    found = ask.match.targets(side=ask.side) if ask.match.to_act == ask.side else {}
    return {hex: ask.voice.preview(preview) for hex, preview in found.items()}


@router.get("/preview")
async def preview(
    ask: Asking, target: Word, attackers: Word = "", support: Word = "", kind: Word = "attack"
) -> m.PreviewOut:
    """An attack as it would stand: strengths, every modifier, the chance of every result.

    The target is a hex, or the unit fired at; support is named by unit, after a colon how.
    """
    chosen, aims = _listed(attackers), _listed(target)
    given = {unit: how for unit, _, how in (word.partition(":") for word in _listed(support))}
    ask.check([*chosen, *given, *aims])
    aim = aims[0] if len(aims) == 1 else aims
    return ask.voice.preview(ask.match.preview(aim, chosen, given, kind, side=ask.side))


@router.get("/supply", response_model=SupplyShape)
async def supply(ask: Asking, of: Word) -> Response:
    """Of a side: every unit's supply and the sources; of a unit: its state and a line it could trace."""
    ask.check([of])
    return JSONResponse(ask.voice.json(ask.match.supply(of, side=ask.side)))


@router.get("/zones")
async def zones(ask: Asking, side: Word) -> list[str]:
    """The hexes in a side's zones of control."""
    return list(ask.match.zones(side, viewer=ask.side))


@router.get("/command", response_model=CommandShape)
async def command(ask: Asking, hq: Word) -> Response:
    """What a headquarters reaches and could activate."""
    ask.check([hq])
    return JSONResponse(ask.voice.json(ask.match.command(hq, side=ask.side)))


@router.get("/spot")
async def spot(ask: Asking, hex: Word) -> m.SpotOut:
    """How full a hex is, and what it is worth; nothing of a stack the seat cannot look into."""
    return ask.voice.spot(ask.match.spot(hex, side=ask.side))


@router.get("/sight", response_model=SightShape)
async def sight(ask: Asking, hex: Word) -> Response:
    """What can be seen from a hex, in games with lines of sight."""
    return JSONResponse(ask.voice.json(ask.match.sight(hex)))
