"""What a seat is told before its first decision: who it is, what it wants, and how it would be judged now."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter

from countermarch.games.base import side_of
from countermarch.games.briefings import briefing
from countermarch.server import story_models as sm
from countermarch.server.answers import Voice, scenario_in
from countermarch.server.asked import Hall, Id, Lang, Seat, Who
from countermarch.server.live import Live
from countermarch.server.matches import REFUSALS

router = APIRouter(prefix="/api/matches/{id}", responses=REFUSALS)


@router.get("/briefing")
async def brief(id: Id, seat: Seat, lang: Lang, hall: Hall, asker: Who) -> sm.BriefingOut | None:
    """The briefing of a seat; null if the game has none."""
    async with hall.at(id) as live:
        live.check_seat(seat, asker)
        return briefing_of(live, seat, lang)


def briefing_of(live: Live, seat: str, language: str) -> sm.BriefingOut | None:
    match, side = live.match, side_of(seat)
    scenario = match.view(side).get("scenario", "")
    told = briefing(match.game.key, scenario, side, language)
    if told is None:
        return None
    return sm.BriefingOut(
        title=scenario_in(match.game.info, scenario, language),
        fresh=live.fresh(seat),
        standing=Voice(match, seat, language).standing(match.standing(side)),
        **asdict(told),
    )
