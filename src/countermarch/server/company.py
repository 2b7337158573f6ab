"""How people who play apart stand with each other, as one of them is told."""

from __future__ import annotations

from typing import Any

from countermarch.games.base import side_of
from countermarch.server import clocks
from countermarch.server.live import Live, Offer
from countermarch.server.people import PEOPLE
from countermarch.server.talk_models import Kind, MessageOut, OfferOut, Talk, TogetherOut


def asked_by(live: Live, side: str) -> list[str]:
    """The sides of the other people."""
    return [other for other in live.people if live.person_at(other) != live.person_at(side)]


def partners(live: Live, seat: str) -> list[str]:
    """The other people who share the seat's side."""
    return [other for other in live.people if other != seat and side_of(other) == side_of(seat)]


def unanswered(live: Live, offer: Offer) -> list[str]:
    """Who shares a side is asked for everything, and alone whether to give up."""
    asked = partners(live, offer.by) if offer.kind == "resign" else asked_by(live, offer.by)
    return [seat for seat in asked if seat not in offer.agreed]


def offer_to(live: Live, seat: str) -> Offer | None:
    """What is asked, as far as a seat is to know: that somebody thinks of giving up is his own side's."""
    offer = live.offer
    secret = offer is not None and offer.kind == "resign" and side_of(offer.by) != side_of(seat)
    return None if secret else offer


def may_ask(live: Live, side: str) -> list[Kind]:
    """A bot accepts no draw."""
    if live.over or offer_to(live, side) is not None:
        return []
    alone = all(who in PEOPLE for who in live.seats.values())
    found: list[Kind] = ["draw"] if alone else []
    if live.last_of(side) is not None:
        found.append("takeback")
    if live.clock is not None and not live.clock.adjourned:
        found.append("adjourn")
    return [kind for kind in found if live.declined.get((side, kind)) != live.reached]


def together(live: Live, seat: str) -> TogetherOut | None:
    """Nothing at a table of one person, or of people at one screen."""
    if not live.apart or seat not in live.people:
        return None
    now, offer = live.now(), offer_to(live, seat)
    return TogetherOut(
        present=[side for side in live.people if side in live.present],
        pace=live.pace,
        clock=clocks.told(live, now),
        adjourned=live.clock is not None and live.clock.adjourned,
        offer=None if offer is None else OfferOut(kind=offer.kind, by=offer.by, asked=unanswered(live, offer)),
        may=may_ask(live, seat),
        claim_in=clocks.claim_in(live, seat, now),
        messages=live.said,
    )


def line(live: Live, seat: str, message: MessageOut | None = None) -> dict[str, Any] | None:
    found = together(live, seat)
    return None if found is None else Talk(together=found, message=message).model_dump()
