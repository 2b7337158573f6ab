"""A match understood when it is over: analysed once, and kept."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from countermarch.bots.analysis import Analysis
from countermarch.bots.value import judge_of
from countermarch.match import Match
from countermarch.server import advice_models as ad
from countermarch.server.asked import Hall, Id, Lang, Seat, Who
from countermarch.server.live import Live
from countermarch.server.matches import REFUSALS
from countermarch.server.page import page
from countermarch.server.people import Asker
from countermarch.server.problems import problem
from countermarch.server.report import report
from countermarch.server.tables import Keeper
from countermarch.server.thinking import Study

ALONE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"  # of a page to keep
router = APIRouter(prefix="/api/matches/{id}", responses=REFUSALS)


@router.get("/analysis")
async def analysis(id: Id, seat: Seat, lang: Lang, hall: Hall, asker: Who) -> ad.AnalysisOut:
    """Luck and choice in a match that is over, or how far somebody has come who looks for them."""
    async with hall.at(id) as live:
        live.check_seat(seat, asker)
        match = live.match.copy()
    return await _known(hall, id, match, lang)


@router.post("/analysis", status_code=202)
async def analyse(id: Id, asked: ad.StudyAsked, lang: Lang, hall: Hall, asker: Who) -> ad.AnalysisOut:
    """Let it be analysed, unless it was; refused while the match goes on."""
    async with hall.at(id) as live:
        live.check_seat(asked.seat, asker)
        _check_over(live)
        match = live.match.copy()
    if await asyncio.to_thread(hall.store.analysis, id) is None:
        hall.advisers.study(Study(id, asked.rollouts), match)
    return await _known(hall, id, match, lang)


def _check_over(live: Live) -> None:
    live.check_advised()
    if not live.over:
        raise problem(422, "analysis_goes_on")
    live.check_revealed()
    if not judge_of(live.match).fitted:
        raise problem(422, "analysis_unfitted")


async def _known(hall: Keeper, id: str, match: Match, language: str) -> ad.AnalysisOut:
    part = hall.advisers.studied(id)  # asked first: what is done by then is kept by now
    kept = await asyncio.to_thread(hall.store.analysis, id)
    if kept is None:
        return ad.AnalysisOut(part=part, report=None)
    return ad.AnalysisOut(part=None, report=await asyncio.to_thread(report, match, Analysis.from_json(kept), language))


@router.delete("/analysis", status_code=204)
async def stop(id: Id, seat: Seat, hall: Hall, asker: Who) -> None:
    """Whoever analyses the match stops at once."""
    async with hall.at(id) as live:
        live.check_seat(seat, asker)
    hall.advisers.stop_study(id)


@router.get("/analysis.json", response_class=Response, responses={200: {"content": {"application/json": {}}}})
async def document(id: Id, seat: Seat, hall: Hall, asker: Who) -> Response:
    """All numbers, as `countermarch analyse --json` prints them."""
    _, kept = await _kept(hall, id, seat, asker)
    return Response(json.dumps(kept, indent=1, ensure_ascii=False), media_type="application/json")


@router.get("/analysis.html", response_class=Response, responses={200: {"content": {"text/html": {}}}})
async def written(id: Id, seat: Seat, lang: Lang, hall: Hall, asker: Who) -> HTMLResponse:
    """A page to keep, as `countermarch analyse --html` writes it."""
    match, kept = await _kept(hall, id, seat, asker)
    told = await asyncio.to_thread(page, match, Analysis.from_json(kept), lang)
    return HTMLResponse(told, headers={"Content-Security-Policy": ALONE})


async def _kept(hall: Keeper, id: str, seat: str, asker: Asker) -> tuple[Match, dict[str, Any]]:
    async with hall.at(id) as live:
        live.check_seat(seat, asker)
        match = live.match.copy()
    kept = await asyncio.to_thread(hall.store.analysis, id)
    if kept is None:
        raise problem(404, "analysis")
    return match, kept
