"""Rows of the log on disk: what each does to a match, and what is told of it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from countermarch import match as face
from countermarch.flow import Event
from countermarch.games import UnknownGame
from countermarch.games import rules as load_rules
from countermarch.games.base import GameInfo, Result, Rules, command_at, side_of
from countermarch.match import Match
from countermarch.saves import SaveError
from countermarch.server.past import left_standing
from countermarch.server.problems import problem
from countermarch.server.store import (
    ACTION,
    CLOSED,
    FIXED,
    TAKEBACK,
    Entry,
    Record,
    Standing,
    Verdict,
)
from countermarch.server.words import named_by
from countermarch.texts import LANGUAGES, Text, reason, say

CHECKED = 20  # rows between those that say where they lead


@dataclass(frozen=True, slots=True)
class Closed:
    """How people ended a match, not its rules: resigned, drawn, out of time, left, adjudged."""

    how: str
    winner: str | None
    by: str | None  # the side it is told of

    @classmethod
    def of(cls, entry: Entry) -> Closed:
        how, winner = entry.text.split()
        return cls(how, None if winner == "-" else winner, entry.seat)

    def entry(self, match: Match) -> Entry:
        return Entry(CLOSED, self.by, f"{self.how} {self.winner or '-'}", match.fingerprint(), unseen={})

    def event(self, info: GameInfo) -> Event:
        if self.how == "adjudged":
            won = None if self.winner is None else info.side_title(self.winner)
            return Event("server.closed.adjudged", {"side": won}) if won else Event("server.closed.adjudged_draw", {})
        side = "" if self.by is None else info.side_title(self.by)
        return Event(f"server.closed.{self.how}", {"side": side})


def standing(match: Match, seats: Iterable[str] = ()) -> Standing:
    """Who is to act: a side, or the seat of one of its commands."""
    asked = asked_at(match, seats)
    return Standing(match.turn, asked[0] if len(asked) == 1 else match.to_act, verdict(match.result))


def asked_at(match: Match, seats: Iterable[str]) -> list[str]:
    """The seats of the side to act; of a divided one those whose command is asked, or all of them."""
    own = [seat for seat in seats if side_of(seat) == match.to_act]
    command = match.command_of() if len(own) > 1 else None
    return [seat for seat in own if command in (None, command_at(seat))]


def verdict(result: Result | None) -> Verdict | None:
    if result is None:
        return None
    return Verdict(result.winner, {language: result.text.render(language) for language in LANGUAGES})


def unseen(match: Match, events: Iterable[Event], units: Iterable[str] = ()) -> dict[str, list[str]]:
    """Of the units that events or an action name, those each side cannot see now."""
    ids = _ids(match.game.rules)
    named = ids & {*units, *(word for event in events for word in named_by(event, ids))}
    if not named:
        return {}
    by_side = {side: sorted(named & match.hidden(side)) for side in match.game.info.sides}
    return {side: found for side, found in by_side.items() if found}


@lru_cache(maxsize=64)
def _ids(rules: Rules) -> frozenset[str]:
    return frozenset(unit.id for unit in rules.pieces)


def play_entry(match: Match, entry: Entry) -> list[Event]:
    """Nothing happens to the game when people end it; after a takeback it is played with other dice."""
    return [] if entry.kind == CLOSED else match.repeat(written(entry))


def written(entry: Entry) -> str:
    """As a save writes it."""
    if entry.kind == TAKEBACK:
        return f"!lot {entry.text.split()[1]}"
    return entry.text if entry.kind == ACTION else f"!{entry.text}"


def read_save(text: str, entries: int | None = None, seconds: float | None = None) -> tuple[Match, list[Entry], Match]:
    """The match of a save at its start, its actions as a log, and where they lead; a damaged one is refused.

    So is one of more entries, or that takes more seconds.
    """
    match, written, end = face.begun(text)
    if entries is not None and len(written) > entries:
        raise problem(422, "save_long", most=entries)
    until = None if seconds is None else time.monotonic() + seconds
    start, log = match.beginning(), []
    for number, one in enumerate(written, 1):
        if until is not None and time.monotonic() > until:
            raise problem(422, "save_slow", seconds=int(seconds or 0))
        log.append(_read_entry(match, number, one))
    if end and match.fingerprint() != end:
        raise SaveError(say("engine.save.ends_elsewhere"))
    if log:
        log[-1] = replace(log[-1], fingerprint=match.fingerprint())
    return start, log, match


def _read_entry(match: Match, number: int, text: str) -> Entry:
    """How things stand is marked now and then."""
    kind, side = (FIXED, None) if text.startswith("!") else (ACTION, match.to_act)
    entry = Entry(kind, side, text.removeprefix("!"), "", unseen={})
    try:
        events = play_entry(match, entry)
    except ValueError as error:
        raise SaveError(say("engine.save.action", number=number, action=text, why=reason(error))) from error
    if kind == FIXED:
        return entry
    named = unseen(match, events, match.game.parse(entry.text).units)
    return replace(entry, fingerprint=match.fingerprint() if number % CHECKED == 0 else "", unseen=named)


def outdated(game: str, version: str) -> Text | None:
    """Why a stored match cannot be opened: its game is not here, or has other rules now."""
    try:
        ours = load_rules(game).info.version
    except UnknownGame:
        return say("server.stored.game", game=game)
    return None if version == ours else say("server.stored.version", theirs=version, ours=ours)


def stored_save(record: Record, entries: Sequence[Entry]) -> str:
    """A save by what is kept alone, without playing it: for rules that are not here, or what a damaged match has."""
    try:
        saved = {**json.loads(record.header)}
    except (ValueError, TypeError):
        saved = {"header": record.header}
    try:
        saved["actions"] = [written(entry) for entry in left_standing(entries) if entry.kind != CLOSED]
    except (ValueError, IndexError):
        saved["actions"] = [entry.text for entry in entries]
    saved["fingerprint"] = entries[-1].fingerprint if entries else saved.get("fingerprint")
    return json.dumps(saved, indent=1)


def ordered_event(entry: Entry) -> tuple[Event, ...]:
    """That a standing order was followed is told to whose it is."""
    if entry.ordered is None or entry.seat is None:
        return ()
    order = say(f"server.orders.{entry.ordered}")
    return (Event("server.orders.used", {"order": order}, sees=(entry.seat,)),)
