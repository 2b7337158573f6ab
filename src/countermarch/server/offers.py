"""What people do beside the game: resign, offer a draw, ask for a takeback, adjourn, claim a match that was left."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter

from countermarch.games.base import side_of
from countermarch.server import clocks
from countermarch.server.answers import view_of
from countermarch.server.asked import Hall, Id, Lang, Who
from countermarch.server.company import may_ask, offer_to, partners, together, unanswered
from countermarch.server.entries import Closed
from countermarch.server.live import Live, Offer
from countermarch.server.matches import REFUSALS
from countermarch.server.models import ViewOut
from countermarch.server.people import Asker
from countermarch.server.playing import other_side
from countermarch.server.problems import problem
from countermarch.server.tables import Keeper
from countermarch.server.talk import check_apart
from countermarch.server.talk_models import Answer, Asked, OfferAsked, TogetherOut
from countermarch.server.telling import tell_people

router = APIRouter(prefix="/api/matches/{id}", responses={**REFUSALS, 409: REFUSALS[422]})


@router.post("/resign")
async def resign(id: Id, asked: Asked, lang: Lang, hall: Hall, asker: Who) -> ViewOut:
    """Give the match up; the other side has won. Who shares a side asks the other first."""
    async with hall.at(id) as live:
        live.check_player(asked.seat, asker)
        _check_goes_on(live)
        offered = live.offer
        agreed = offered is not None and offered.kind == "resign" and asked.seat in unanswered(live, offered)
        if not agreed and live.declined.get((asked.seat, "resign")) == live.reached:
            raise problem(409, "no_resign")
        if partners(live, asked.seat) and not agreed:
            await _make(hall, live, Offer("resign", asked.seat))
        else:
            await _give_up(hall, live, asked.seat)
        return view_of(live, asked.seat, lang)


async def _give_up(hall: Keeper, live: Live, seat: str) -> None:
    side = side_of(seat)
    await hall.playing.close_match(live, Closed("resigned", other_side(live, side), side), side)


async def _make(hall: Keeper, live: Live, offered: Offer) -> None:
    """What the asker does not know of does not stand in his way."""
    if offer_to(live, offered.by) is not None:
        raise problem(409, "offer_waits")
    live.offer = offered
    await hall.playing.keep_beside(live)
    tell_people(live)


def _check_goes_on(live: Live) -> None:
    if live.waiting:
        raise problem(409, "waiting", seats=tuple(live.waiting))
    if live.over:
        raise problem(409, "closed")


def _check_together(live: Live, seat: str, asker: Asker) -> None:
    check_apart(live, seat, asker)
    _check_goes_on(live)


def _told(live: Live, seat: str) -> TogetherOut:
    found = together(live, seat)
    assert found is not None
    return found


@router.post("/offers")
async def offer(id: Id, asked: OfferAsked, hall: Hall, asker: Who) -> TogetherOut:
    """Ask the others for a draw, to take back, or to adjourn; once, until the match has gone on."""
    async with hall.at(id) as live:
        _check_together(live, asked.seat, asker)
        if offer_to(live, asked.seat) is not None:
            raise problem(409, "offer_waits")
        if asked.kind not in may_ask(live, asked.seat):
            raise problem(409, f"no_{asked.kind}")
        await _make(hall, live, Offer(asked.kind, asked.seat))
        return _told(live, asked.seat)


@router.post("/offers/answer")
async def answer(id: Id, asked: Answer, hall: Hall, asker: Who) -> TogetherOut:
    """Agree to what was asked, or not; when all have agreed it is done."""
    async with hall.at(id) as live:
        _check_together(live, asked.seat, asker)
        offered = offer_to(live, asked.seat)
        if offered is None or offered.kind != asked.kind:
            raise problem(409, "no_offer")
        if not asked.accept:
            await _decline(hall, live, offered)
        elif asked.seat not in unanswered(live, offered):
            raise problem(409, "own_offer")
        else:
            await _agree(hall, live, replace(offered, agreed=(*offered.agreed, asked.seat)))
        tell_people(live)
        return _told(live, asked.seat)


async def _decline(hall: Keeper, live: Live, offered: Offer) -> None:
    live.decline(offered)
    await hall.playing.keep_beside(live)


async def _agree(hall: Keeper, live: Live, offered: Offer) -> None:
    live.offer = offered if unanswered(live, offered) else None
    if live.offer is not None:
        await hall.playing.keep_beside(live)
    elif offered.kind == "resign":
        await _give_up(hall, live, offered.by)
    elif offered.kind == "draw":
        await hall.playing.close_match(live, Closed("drawn", None, None))
    elif offered.kind == "takeback":
        index = live.last_of(offered.by)
        assert index is not None
        await hall.playing.go_back(live, offered.by, index)
    else:
        clocks.adjourn(live, hall.memory.now())
        await hall.playing.keep_beside(live)


@router.post("/resume")
async def resume(id: Id, asked: Asked, hall: Hall, asker: Who) -> TogetherOut:
    """Play on after an adjournment: for whoever is to act, or when all are here."""
    async with hall.at(id) as live:
        _check_together(live, asked.seat, asker)
        if not (asked.seat in live.asked or live.all_here):
            raise problem(409, "no_resume")
        clocks.resume(live, hall.memory.now())
        await hall.playing.keep_beside(live)
        tell_people(live)
        return _told(live, asked.seat)


@router.post("/claim")
async def claim(id: Id, asked: Asked, lang: Lang, hall: Hall, asker: Who) -> ViewOut:
    """Claim the win: the time of the other is up, or he has been away for as long as he had."""
    async with hall.at(id) as live:
        _check_together(live, asked.seat, asker)
        if clocks.claim_in(live, asked.seat, hall.memory.now()) != 0.0:
            raise problem(409, "no_claim")
        late, left = live.to_act, clocks.time_left(live, hall.memory.now())
        assert late is not None
        how = "time" if left == 0.0 else "left"
        await hall.playing.close_match(live, Closed(how, other_side(live, late), late), side_of(asked.seat))
        return view_of(live, asked.seat, lang)
