"""A second opinion at the table: what a general would do. It knows no more than the seat that asks."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter

from countermarch.bots import GENERAL, bots_of
from countermarch.bots.general import Advice
from countermarch.bots.value import judge_of
from countermarch.match import Match
from countermarch.server import models as m
from countermarch.server.asked import Hall, Id, Lang, Seat, Tokens
from countermarch.server.counsel import Counsellor
from countermarch.server.matches import REFUSALS, check_turn
from countermarch.server.problems import problem
from countermarch.server.thinking import IMAGINED, Counsel

STOPPED: dict[int | str, dict[str, Any]] = {409: {"model": m.Refused, "description": "it was stopped"}}
router = APIRouter(prefix="/api/matches/{id}", responses={**REFUSALS, **STOPPED})


@router.post("/hint")
async def hint(id: Id, asked: m.HintAsked, lang: Lang, hall: Hall, tokens: Tokens) -> m.HintOut:
    """What a general would do now, step by step, and why; refused while people play each other without aids."""
    async with hall.at(id) as live:
        live.check_player(asked.seat, tokens)
        live.check_advised()
        check_turn(live, asked.seat)
        if live.over or GENERAL not in bots_of(live.match.game.key):
            raise problem(422, "no_advice")
        match, serial = live.match.copy(), live.serial
    question = Counsel(id, asked.seat, match.save(), asked.seconds, asked.rollouts)
    advice = await hall.advise(question)
    steps = await asyncio.to_thread(_steps, match, asked.seat, advice, lang)
    nothing, captain = _gains(match, advice)
    return m.HintOut(
        serial=serial, steps=steps, plans=advice.plans, over_nothing=nothing, over_captain=captain
    )  # fmt: skip


def _steps(match: Match, seat: str, advice: Advice, language: str) -> list[m.HintStep]:
    """The plan on the table it was found on, so that each step is worded as it will be asked."""
    table = match.copy() if match.paused else match.imagine(seat, IMAGINED)
    return Counsellor(table, seat, language).steps(advice.said)


def _gains(match: Match, advice: Advice) -> tuple[float | None, float | None]:
    """In chances to win, which only a fitted judge knows."""
    game = match.game
    if not judge_of(game.key, match.scenario, game.info.sides).fitted:
        return None, None
    return advice.over_nothing, advice.over_captain


@router.delete("/hint", status_code=204)
async def stop(id: Id, seat: Seat, hall: Hall, tokens: Tokens) -> None:
    """Whoever thinks about a hint for this match stops at once."""
    async with hall.at(id) as live:
        live.check_player(seat, tokens)
    hall.stop_advice(id)
