"""Those who look on: if all who sit allow it, with what all may know, as late as they want, and no more."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from itertools import takewhile
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from countermarch.atlas.draw import draw_map
from countermarch.atlas.table import counters
from countermarch.games import rules as load_rules
from countermarch.games.briefings import title_in
from countermarch.match import Match
from countermarch.server import watch_models as wm
from countermarch.server.answers import Voice, players_in, scenario_in
from countermarch.server.asked import Hall, Id, Lang, Seat, Who
from countermarch.server.commands import seat_in
from countermarch.server.entries import outdated
from countermarch.server.live import Live
from countermarch.server.matches import REFUSALS
from countermarch.server.people import LINK, PEOPLE
from countermarch.server.problems import problem
from countermarch.server.rulings import header_of
from countermarch.server.store import Record

router = APIRouter(prefix="/api", responses=REFUSALS)
LATEST = 40  # events
PAGE = 20  # matches to look at
Start = Annotated[int, Query(ge=0, lt=2**31)]


# what those who sit allow


@router.get("/matches/{id}/watch")
async def consent(id: Id, seat: Seat, hall: Hall, asker: Who) -> wm.ConsentOut:
    """Who allows others to look on."""
    async with hall.at(id) as live:
        live.check_seat(seat, asker)
        return _consent(live)


@router.put("/matches/{id}/watch")
async def allow(id: Id, asked: wm.ConsentAsked, hall: Hall, asker: Who) -> wm.ConsentOut:
    """Allow others to look on, or no longer; it takes all who sit."""
    async with hall.at(id) as live:
        live.check_seat(asked.seat, asker)
        if asked.seat not in live.people:
            raise problem(403, "bot_seat", seat=asked.seat)
        watched = {side: wish for side, wish in live.watched.items() if side != asked.seat}
        if asked.allowed:
            watched[asked.seat] = {"minutes": asked.minutes, "actions": asked.actions}
        await asyncio.to_thread(hall.store.watch, id, watched)
        live.watched = watched
        return _consent(live)


def _consent(live: Live) -> wm.ConsentOut:
    minutes, actions = delay(live)
    allowed = {side: side in live.watched for side in live.people}
    return wm.ConsentOut(allowed=allowed, watched=is_watched(live), minutes=minutes, actions=actions)


def is_watched(table: Live | Record) -> bool:
    """All people sit there and allow it."""
    people, allowed = [side for side, who in table.seats.items() if who in PEOPLE], table.watched or {}
    sit = all(who != LINK or table.chairs[side].holder is not None for side, who in table.seats.items())
    return bool(people) and all(side in allowed for side in people) and sit


def delay(table: Live | Record) -> tuple[int, int]:
    """As late as the strictest wants: minutes, and actions."""
    wishes = (table.watched or {}).values()
    return max((w["minutes"] for w in wishes), default=0), max((w["actions"] for w in wishes), default=0)


# what those who look on see


@router.get("/watch")
async def watchable(lang: Lang, hall: Hall, _: Who, start: Start = 0) -> wm.WatchList:
    """Matches that go on and all of whose players let others look on, the latest first."""
    found = await asyncio.to_thread(hall.store.watched_matches, start, PAGE + 1)
    shown = [one for one in found[:PAGE] if is_watched(one) and outdated(one.game, version_of(one)) is None]
    names = await asyncio.to_thread(hall.store.names, {str(c.holder) for one in shown for c in one.chairs.values()})
    return wm.WatchList(
        matches=[_row(one, names, lang) for one in shown], next=start + PAGE if len(found) > PAGE else None
    )


def version_of(record: Record) -> str:
    return str((header_of(record) or {}).get("version"))


def _row(record: Record, names: Mapping[str, str], language: str) -> wm.WatchRow:
    info, scenario = load_rules(record.game).info, json.loads(record.header).get("scenario")
    players = {side: names.get(chair.holder or "", "") for side, chair in record.chairs.items()}
    return wm.WatchRow(
        id=record.id,
        game=record.game,
        title=title_in(info, language),
        scenario=scenario_in(info, scenario, language) if scenario else "",
        players=players_in(players, language),
        late=delay(record) != (0, 0),
    )


@router.get("/watch/{id}")
async def watch(id: Id, lang: Lang, hall: Hall, _: Who) -> wm.WatchOut:
    """A match as all may know it, for whoever asks."""
    async with hall.at(id) as live:
        match, log, index = _shown(live)
        return _told(live, match, log, index, lang)


@router.get("/watch/{id}/map.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def watched_map(id: Id, hall: Hall, asker: Who) -> Response:
    """The map with the counters all may know."""
    async with hall.at(id) as live:
        check_watched(live)
        moment = (id, live.serial, shown_actions(live), None)
        drawn = hall.drawings.found(moment)
        if drawn is None:
            match = await asyncio.to_thread(lambda: _shown(live)[0].copy())
            drawn = hall.drawings.begin(moment, asker, lambda: _drawn(match))
    return Response(await drawn, media_type="image/svg+xml")


def check_watched(live: Live) -> None:
    if not is_watched(live):
        raise problem(403, "not_watched")


def _shown(live: Live) -> tuple[Match, int, int]:
    """The match as late as it is shown, how long its log was then, and after how many actions."""
    check_watched(live)
    index = shown_actions(live)
    if index == live.played:
        return live.match, len(live.log), index
    return *live.replayed(index), index


def shown_actions(live: Live) -> int:
    """In the end all is told."""
    if live.over:
        return live.played
    minutes, held = delay(live)
    before = live.now() - minutes * 60
    fresh = sum(1 for _ in takewhile(lambda one: one.at > before, live.latest())) if minutes else 0
    return max(0, live.played - max(fresh, held))


def common_units(match: Match) -> list[dict[str, Any]]:
    """The counters every side sees, and sees alike."""
    first, *others = ({unit["id"]: unit for unit in match.view(side)["units"]} for side in match.game.info.sides)
    return [unit for id, unit in first.items() if all(other.get(id) == unit for other in others)]


def _drawn(match: Match) -> str:
    rules = match.game.rules
    return draw_map(rules.board, counters(rules, common_units(match)))


def _told(live: Live, match: Match, log: int, index: int, language: str) -> wm.WatchOut:
    info, minutes_held = live.match.game.info, delay(live)
    current = index == live.played
    voice = Voice(match, None, language, live.closed if current else None)
    count = live.heard(None, log)
    start = max(0, count - LATEST)
    heard = live.told_from(None, start)[: count - start]
    return wm.WatchOut(
        id=live.id,
        game=info.key,
        title=title_in(info, language),
        scenario=scenario_in(info, match.scenario, language),
        side_titles={seat: seat_in(info, seat, language) for seat in {*info.sides, *live.seats}},
        players=players_in(live.players, language),
        turn=match.turn,
        to_act=None if live.over else match.to_act,
        actions=index,
        minutes=minutes_held[0],
        behind=minutes_held[1],
        over=live.over,
        result=voice.ended() if current else None,
        events=voice.events(heard, start),
    )
