"""For whoever watches over the server: is it alive, is it ready for people, and what does it count."""

from __future__ import annotations

import asyncio
import logging

from alembic.migration import MigrationContext
from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from countermarch.server.asked import Hall
from countermarch.server.databases import newest_form
from countermarch.server.forwarding import NEIGHBOUR
from countermarch.server.problems import problem

router = APIRouter(include_in_schema=False)
PATIENCE = 3.0  # seconds a database has for an answer
log = logging.getLogger("countermarch.server")


@router.get("/healthz")
async def alive() -> dict[str, bool]:
    """The event loop turns."""
    return {"alive": True}


@router.get("/readyz")
async def ready(request: Request, hall: Hall) -> JSONResponse:
    """Whether people may be sent here: the database answers and has the newest form, boards are warm."""
    answers, newest = await _database(hall.store.engine)
    warm: asyncio.Event = request.app.state.warm
    parts = {"database": answers, "migrations": newest, "boards": warm.is_set()}
    return JSONResponse({"ready": all(parts.values()), "parts": parts}, 200 if all(parts.values()) else 503)


async def _database(engine: Engine) -> tuple[bool, bool]:
    try:
        form = await asyncio.wait_for(asyncio.to_thread(_form, engine), PATIENCE)
    except (SQLAlchemyError, TimeoutError) as error:
        log.warning("the database does not answer: %s", type(error).__name__)
        return False, False
    return True, form == newest_form()


def _form(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


@router.get("/metrics")
async def metrics(request: Request, hall: Hall) -> Response:
    """Only on a server of this machine alone; one for others is asked where `--metrics` says. A worker tells another
    what it has counted itself."""
    neighbour = getattr(request.state, NEIGHBOUR, False)
    if hall.guarded and not neighbour:
        raise problem(404, "not_found", path="/metrics")
    told = hall.meters.registry if neighbour else hall.meters.told
    return Response(await asyncio.to_thread(generate_latest, told), media_type=CONTENT_TYPE_LATEST)
