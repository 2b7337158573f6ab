"""Standing orders over REST: seen, given and stopped by their owner alone."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from countermarch.server.asked import Hall, Id, Seat, Who
from countermarch.server.live import Live
from countermarch.server.matches import REFUSALS
from countermarch.server.models import Asked, Name
from countermarch.server.obeying import Orders, offered
from countermarch.server.people import Asker
from countermarch.server.problems import problem

router = APIRouter(prefix="/api/matches/{id}/orders", responses={**REFUSALS, 409: REFUSALS[422]})


class OrderKinds(BaseModel):
    """What can be ordered in a game; an empty list: nothing of the kind is ever asked there."""

    losses: list[str]
    retreat: list[str]
    stand: list[str]
    idle: bool
    decline: list[str]


class OrdersOut(BaseModel):
    orders: Orders
    offered: OrderKinds
    used: Annotated[int, Field(description="how often they have been followed so far")]


class OrdersAsked(Asked):
    seat: Name
    orders: Orders


@router.get("")
async def look(id: Id, seat: Seat, hall: Hall, asker: Who) -> OrdersOut:
    """One's own standing orders, and what can be ordered in this game."""
    async with hall.at(id) as live:
        check_owner(live, seat, asker)
        return _out(live, seat)


@router.put("")
async def give(id: Id, asked: OrdersAsked, hall: Hall, asker: Who) -> OrdersOut:
    """Give standing orders, or stop them; what is asked just now is answered by them at once."""
    async with hall.at(id) as live:
        check_owner(live, asked.seat, asker)
        await asyncio.to_thread(hall.mail.keep_orders, id, asked.seat, asked.orders.model_dump())
        live.orders[asked.seat] = asked.orders
        if not live.waiting and not live.shares_due:
            before, known = live.serial, live.asked
            await hall.playing.obey(live)
            if live.serial != before:
                hall.caller.due(live, known)
        return _out(live, asked.seat)


def check_owner(live: Live, seat: str, asker: Asker) -> None:
    """Orders are for who plays others elsewhere, and holds the seat."""
    live.check_seat(seat, asker)
    if live.person_at(seat) is None:
        raise problem(409, "orders_here")


def _out(live: Live, seat: str) -> OrdersOut:
    used = sum(done.entry.ordered is not None and done.entry.seat == seat for done in live.past)
    known = offered(live.match)
    kinds = OrderKinds(
        losses=list(known.losses),
        retreat=list(known.retreat),
        stand=list(known.stand),
        idle=known.idle,
        decline=list(known.decline),
    )
    return OrdersOut(orders=live.orders.get(seat, Orders()), offered=kinds, used=used)
