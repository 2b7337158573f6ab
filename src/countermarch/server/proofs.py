"""Giving one's share in the dice, and checking them all when the match is over."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from countermarch.server import fair_models as f
from countermarch.server.asked import Hall, Id, Lang, Who
from countermarch.server.limits import ENTRIES, SECONDS
from countermarch.server.live import Live
from countermarch.server.matches import REFUSALS
from countermarch.server.problems import problem
from countermarch.server.twins import is_second
from countermarch.verify import Findings, verify

router = APIRouter(prefix="/api", responses=REFUSALS)
LATE: dict[int | str, dict[str, Any]] = {409: REFUSALS[422]}


@router.post("/matches/{id}/share", responses=LATE)
async def share(id: Id, asked: f.ShareAsked, hall: Hall, asker: Who) -> f.Due:
    """Give the share one has promised, once all sit; with the last one the match begins."""
    async with hall.at(id) as live:
        live.check_seat(asked.seat, asker)
        if is_second(live):
            raise problem(409, "share_not_due", seat=asked.seat)
        return f.Due(due=await hall.shares.give(live, asked.seat, asked.share))


@router.post("/matches/{id}/come", responses=LATE)
async def come(id: Id, asked: f.ComeAsked, hall: Hall, asker: Who) -> f.Due:
    """Sit down to a rematch one was asked to, with a promised share in its dice."""
    async with hall.at(id) as live:
        live.check_seat(asked.seat, asker)
        return f.Due(due=await hall.shares.come(live, asked.seat, asked.promise))


@router.get("/matches/{id}/proof")
async def proof(id: Id, hall: Hall, asker: Who) -> f.Proof:
    """Everything about the dice, once the match is over: what was promised and given."""
    async with hall.at(id) as live:
        live.check_here(asker)
        if not live.over:
            raise problem(403, "proof")
        live.check_revealed()
        return _proof(live)


def _proof(live: Live) -> f.Proof:
    fair = live.fair
    return f.Proof(
        match=live.id,
        save=live.match.save(),
        commitment=live.match.commitment,
        secret=None if fair is None else fair.secret,
        promise=None if fair is None else fair.promise,
        commitments={} if fair is None else fair.commitments,
        shares={} if fair is None else fair.shares,
        passed=[] if fair is None else fair.passed,
        edited=live.edited,
        first=live.twin if is_second(live) else None,
    )


@router.post("/verify")
async def check(asked: f.ProofAsked, lang: Lang, hall: Hall, asker: Who) -> f.Verified:
    """Check a proof or a save: promises, the key, and every roll by its purpose."""
    hall.limits.spend("bytes", asker, len(asked.file))
    bounds = (ENTRIES, SECONDS) if hall.guarded else (None, None)
    return _verified(await hall.limits.work(asker, verify, asked.file, asked.told, *bounds), lang)


def _verified(found: Findings, language: str) -> f.Verified:
    return f.Verified(
        good=found.good,
        game=found.match.game.key,
        checks=[f.CheckOut(good=check.good, said=check.said.render(language)) for check in found.checks],
        rolls=[
            f.ProvedRoll(purpose=roll.purpose, sides=roll.sides, value=roll.value, good=good)
            for roll, good in found.rolls
        ],
    )
