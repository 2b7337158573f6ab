"""A second opinion at the table: what a general would do. It knows no more than the seat that asks."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request

from countermarch.bots import GENERAL, bots_of
from countermarch.bots.general import Advice
from countermarch.bots.value import Judge, judge_of, under_way
from countermarch.games.base import side_of
from countermarch.match import Match
from countermarch.server import advice_models as ad
from countermarch.server import models as m
from countermarch.server.answers import Voice
from countermarch.server.asked import Hall, Id, Lang, Seat, Who
from countermarch.server.commands import check_asked
from countermarch.server.counsel import Counsellor
from countermarch.server.hangups import unless_gone
from countermarch.server.limits import PLANS
from countermarch.server.matches import REFUSALS, check_turn
from countermarch.server.problems import problem
from countermarch.server.thinking import IMAGINED, Counsel
from countermarch.server.threats import threats
from countermarch.texts import say

WORLDS = 4  # that are imagined where something is hidden
STOPPED: dict[int | str, dict[str, Any]] = {409: {"model": m.Refused, "description": "it was stopped"}}
router = APIRouter(prefix="/api/matches/{id}", responses={**REFUSALS, **STOPPED})


@router.post("/hint")
async def hint(id: Id, asked: ad.HintAsked, lang: Lang, hall: Hall, asker: Who, request: Request) -> ad.HintOut:
    """What a general would do now, step by step, and why; refused between people without aids."""
    async with hall.at(id) as live:
        live.check_player(asked.seat, asker)
        live.check_advised()
        check_turn(live, asked.seat)
        check_asked(live, asked.seat)
        if live.over or GENERAL not in bots_of(live.match.game.key):
            raise problem(422, "no_advice")
        match, serial = live.match.copy(), live.serial
    plans = min(asked.rollouts, PLANS) if asked.rollouts and hall.guarded else asked.rollouts
    side = side_of(asked.seat)
    advice = await unless_gone(request, hall.advisers.advise(Counsel(id, side, asked.seconds, plans), match))
    steps = await asyncio.to_thread(_steps, match, side, advice, lang)
    nothing, captain = _gains(match, advice)
    return ad.HintOut(
        serial=serial, steps=steps, plans=advice.plans, over_nothing=nothing, over_captain=captain
    )  # fmt: skip


def _steps(match: Match, seat: str, advice: Advice, language: str) -> list[ad.HintStep]:
    """The plan on the table it was found on, so that each step is worded as it will be asked."""
    table = match.copy() if match.paused else match.imagine(seat, IMAGINED)
    return Counsellor(table, seat, language).steps(advice.said)


def _gains(match: Match, advice: Advice) -> tuple[float | None, float | None]:
    """In chances to win, which only a fitted judge knows."""
    if not _judge(match).fitted:
        return None, None
    return advice.over_nothing, advice.over_captain


@router.get("/outlook")
async def outlook(id: Id, seat: Seat, lang: Lang, hall: Hall, asker: Who) -> ad.OutlookOut | None:
    """The chance of each side and the points to expect, as a seat can tell; null if none are fitted."""
    async with hall.at(id) as live:
        live.check_seat(seat, asker)
        live.check_advised()
        match = live.match
        if live.over or not _judge(match).fitted:
            return None
        side, voice = side_of(seat), Voice(match, seat, lang)
        if not under_way(match):
            unknown = voice.say(say("server.outlook.setting_up"))
            return ad.OutlookOut(unknown=unknown, win={}, draw=0, points=None, measure=None)
        standing = match.standing(side)
        measure = voice.maybe(standing.measure if standing else None)
        worlds = [match.imagine(side, IMAGINED + k) for k in range(WORLDS if match.hidden(side) else 1)]
    return await asyncio.to_thread(_expected, worlds, standing.counts if standing else None, measure)


def _expected(worlds: list[Match], counts: str | None, measure: str | None) -> ad.OutlookOut:
    """On average over what may lie hidden."""
    sides = worlds[0].game.info.sides[:2]
    found = [_judge(world).worth(world, sides[0]) for world in worlds]
    win, draw, points = (
        sum(part) / len(found) for part in zip(*((w.win, w.draw, w.points) for w in found), strict=True)
    )
    counted = None if counts is None else points if counts == sides[0] else -points
    return ad.OutlookOut(win={sides[0]: win, sides[1]: 1 - win - draw}, draw=draw, points=counted, measure=measure)


def _judge(match: Match) -> Judge:
    return judge_of(match)


@router.get("/threats")
async def could_strike(id: Id, seat: Seat, hall: Hall, asker: Who) -> dict[str, ad.ThreatOut]:
    """By hex what the enemy could bring against it with a whole turn before him, as a seat can tell."""
    async with hall.at(id) as live:
        live.check_seat(seat, asker)
        live.check_advised()
        side = side_of(seat)
        table, hidden = live.match.imagine(side, IMAGINED), live.match.hidden(side)
    found = await asyncio.to_thread(threats, table, side)
    return {
        hex: ad.ThreatOut(
            odds=one.odds, attack=one.attack, defence=one.defence, by=[id for id in one.by if id not in hidden]
        )
        for hex, one in found.items()
    }


@router.delete("/hint", status_code=204)
async def stop(id: Id, seat: Seat, hall: Hall, asker: Who) -> None:
    """Hints for this side are thought about no longer, nor begun where they wait."""
    async with hall.at(id) as live:
        live.check_player(seat, asker)
    hall.advisers.stop_advice(id, side_of(seat))
