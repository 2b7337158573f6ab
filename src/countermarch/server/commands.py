"""Sides that several people share, each leading one of its commands: their seats, and what is whose."""

from __future__ import annotations

from collections.abc import Mapping

from countermarch.games.base import GameInfo, command_at, seat_of, side_of
from countermarch.games.briefings import side_in
from countermarch.notation import Action
from countermarch.server.live import Live
from countermarch.server.people import ME
from countermarch.server.problems import Problem, problem
from countermarch.server.words import names_in
from countermarch.texts import Text, say


def all_seats(info: GameInfo) -> list[str]:
    """Every seat there can be: of the sides, and of the commands they may be divided into."""
    return [*info.sides, *(seat for division in info.divisions for seat in division.seats)]


def seats_for(info: GameInfo, named: Mapping[str, str]) -> list[str]:
    """The seats of a match, side after side; one is divided if a command of it is named."""
    for seat in named:
        if seat not in all_seats(info):
            raise problem(422, "seat", seat=seat, seats=tuple(all_seats(info)))
    return [seat for side in info.sides for seat in _parts(info, side, named)]


def check_divided(info: GameInfo, seats: Mapping[str, str]) -> None:
    """Where a side is divided nobody sits at one screen for two."""
    if len(seats) > len(info.sides) and list(seats.values()).count(ME) > 1:
        raise problem(422, "divided_here")


def _parts(info: GameInfo, side: str, named: Mapping[str, str]) -> list[str]:
    division = info.division(side)
    if division is None or named.keys().isdisjoint(division.seats):
        return [side]
    if side in named:
        raise problem(422, "divided", seat=side, seats=tuple(division.seats))
    return list(division.seats)


def seat_title(info: GameInfo, seat: str) -> Text:
    division = info.division(side_of(seat))
    command = None if division is None else division.seats.get(seat)
    return info.side_title(seat) if command is None else command.title


def seat_in(info: GameInfo, seat: str, language: str) -> str:
    """What a side or a command is called."""
    return seat_title(info, seat).render(language) if command_at(seat) else side_in(info, seat, language)


def check_asked(live: Live, seat: str) -> None:
    """What is asked of one command another does not answer."""
    asked = live.asked
    if asked and command_at(seat) and seat not in asked:
        raise _not_yours(live, asked[0])


def check_command(live: Live, seat: str, text: str, language: str) -> None:
    """Who shares a side leads his own command: neither another's units, nor what is asked of another."""
    if command_at(seat) and live.to_act is not None:
        _check_units(live, seat, live.match.game.parse(text), language)
        check_asked(live, seat)


def _check_units(live: Live, seat: str, action: Action, language: str) -> None:
    command = live.match.command_of(action)
    pieces = {unit.id: unit for unit in live.match.game.rules.pieces}
    under = [id for id in action.units if pieces[id].side == side_of(seat) and pieces[id].front == command]
    if under and command != command_at(seat):
        name = names_in(live.match.game.rules, language).get(under[0], under[0])
        raise _not_yours(live, seat_of(side_of(seat), str(command)), name)


def _not_yours(live: Live, seat: str, unit: str | None = None) -> Problem:
    """A refusal that says whose something is."""
    info = live.match.game.info
    division, who = info.division(side_of(seat)), live.players.get(seat)
    key = f"command_{'unit' if unit else 'asked'}{'_of' if who else ''}"
    said = say(f"server.problem.{key}", unit=unit, command=seat_title(info, seat), player=who)
    return Problem(403, said, None if division is None else division.rule)
