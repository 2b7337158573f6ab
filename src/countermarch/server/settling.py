"""Who may sit where: seats as they are asked for, and what speaks against them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from countermarch.bots import check_bot
from countermarch.match import Match
from countermarch.server.commands import check_divided, seats_for
from countermarch.server.fairness import Fair
from countermarch.server.limits import PATIENT
from countermarch.server.live import Live
from countermarch.server.people import BOT, ME, PEOPLE, fresh_token, hashed
from countermarch.server.problems import problem
from countermarch.server.store import Chair, Record


def settle_seats(match: Match, seats: Mapping[str, str]) -> dict[str, str]:
    """Who plays each side, or each command of a divided one; what is not named is a person's."""
    found = seats_for(match.game.info, seats)
    for who in seats.values():
        if who.startswith(BOT):
            check_bot(who.removeprefix(BOT), match.game.key)
        elif who not in PEOPLE:
            raise problem(422, "player", player=who)
    settled = {seat: seats.get(seat, ME) for seat in found}
    check_divided(match.game.info, settled)
    return settled


def check_patience(seats: Mapping[str, str]) -> None:
    """Where others wait for their bots, too, none thinks for minutes."""
    for who in seats.values():
        seconds = who.removeprefix(BOT).partition(":")[2] if who.startswith(BOT) else ""
        if seconds and float(seconds) > PATIENT:
            raise problem(422, "bot_slow", most=PATIENT)


def check_alone(seats: Mapping[str, str]) -> None:
    """A bot in a copy of a match of people would show them what to do."""
    if any(who.startswith(BOT) for who in seats.values()):
        raise problem(403, "advised_copy")


def people(match: Match, seats: Mapping[str, str]) -> list[str]:
    return [side for side, who in settle_seats(match, seats).items() if who in PEOPLE]


def check_claim(live: Live, side: str, person: str, accepts: bool) -> None:
    """A seat is for somebody else than who sits at the table already, and who knows how the match begins."""
    if live.over:
        raise problem(409, "closed")
    if live.person_at(side) is not None:
        raise problem(410, "link_taken")
    if live.of(person):
        raise problem(409, "link_is_for_another", seat=side)
    if live.edited and not accepts:
        raise problem(409, "edited")


def exchanged_record(first: Record, id: str) -> Record:
    """The other game of a duplicate match: its seats are taken with those of the first."""
    sides = list(first.seats)
    passed = dict(zip(sides, reversed(sides), strict=True))
    chairs = {passed[side]: replace(chair, link=chair.link and hashed(fresh_token()))
              for side, chair in first.chairs.items()}  # fmt: skip
    seats = {side: first.seats[other] for side, other in passed.items()}
    return replace(first, id=id, twin=first.id, seats=seats, chairs=chairs, shares=None, listed=False)


def fair_by(seats: Mapping[str, str], promised: str | None) -> Fair:
    """What its maker promises stands for the first seat he holds; who holds none has no share in the dice."""
    fair, own = Fair(), [side for side, who in seats.items() if who == ME]
    if promised is not None and own:
        fair.commitments[own[0]] = promised
    return fair


def fair_among(chairs: Mapping[str, Chair], maker: str | None, promised: str | None) -> Fair | None:
    """Of people who all have their seats from before: the others are asked to come. None for one person alone."""
    seats: dict[str, str] = {}  # by person the first he holds
    for side, chair in chairs.items():
        if chair.holder is not None:
            seats.setdefault(chair.holder, side)
    if len(seats) < 2:
        return None
    fair = Fair(coming=[side for person, side in seats.items() if person != maker])
    if promised is not None and maker in seats:
        fair.commitments[seats[maker]] = promised
    return fair
