"""The web application: routes, errors, the live line, and the client's files."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path
from urllib.parse import urlsplit

from fastapi import APIRouter, FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from fastapi.routing import APIRoute
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import DataError, SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from countermarch import kernels
from countermarch.games import offered
from countermarch.server import (
    accounts,
    adjudging,
    aids,
    analyses,
    answers,
    briefing,
    channels,
    chronicles,
    confessions,
    going_on,
    health,
    joining,
    lessons,
    lobby,
    matches,
    offer,
    offers,
    orders,
    overlays,
    proofs,
    questions,
    rulebooks,
    sandbox,
    spectators,
    talk,
    trials,
)
from countermarch.server.asked import Hall, Lang, Seat, Who
from countermarch.server.boarddata import board_document
from countermarch.server.calls import Settings
from countermarch.server.databases import default_url
from countermarch.server.encoding import encoded
from countermarch.server.forwarding import COME_AGAIN, Forwarding
from countermarch.server.gate import Doorman, Gate, largest_at
from countermarch.server.live import Watcher
from countermarch.server.logs import PRESENT
from countermarch.server.matches import StaleSerial
from countermarch.server.models import Fault, Line, Refused, Stale
from countermarch.server.neighbours import Neighbours
from countermarch.server.overlays import WrongValue
from countermarch.server.owners import Unheard
from countermarch.server.ownerstore import Peer
from countermarch.server.problems import REFUSED, Problem, problem
from countermarch.server.quick import Actions
from countermarch.server.reception import Reception, method_of, route_of
from countermarch.server.store import NotOurs, Store
from countermarch.server.tables import Keeper
from countermarch.server.words import language_of
from countermarch.texts import LANGUAGES, SaidError, Text, say
from countermarch.values import Values

SOON = "1"  # second, until it is worth while to ask again
STATIC = Path(__file__).parent / "static"
PARTS = (
    matches,
    joining,
    lobby,
    accounts,
    spectators,
    chronicles,
    confessions,
    rulebooks,
    trials,
    questions,
    aids,
    analyses,
    talk,
    offers,
    briefing,
    lessons,
    orders,
    overlays,
    proofs,
    channels,
    sandbox,
    going_on,
)
# what a bare status means, by the name of its text
TOLD = {400: "body", 403: "origin", 405: "method", 408: "slow", 413: "too_large", 421: "host", 503: "busy"}
UNBUILT = """<!doctype html><meta charset="utf-8"><title>Countermarch</title>
<h1>Countermarch</h1><p>The server runs, but the client has not been built.
Run <code>make setup</code>, then load this page again.</p><p><a href="/docs">What the server offers</a></p>"""
LAST = ("removed", "closed")  # the line says no more
NEARBY = "http://localhost:8123"  # where a server of this machine is found
SHORT = 4096  # bytes: what an action is answered with; packing it takes a tenth of a millisecond
QUICKLY = 4  # somebody waits for the answer: a seventh of the time of the closest packing, a seventh more bytes
LONGEST = 1000  # letters of a refusal
log = logging.getLogger("countermarch.server")


def create_app(
    database_url: str | None = None,
    *,
    guarded: bool = False,
    public: str | None = None,
    static: Path = STATIC,
    house: Mapping[str, Values] | None = None,
    calls: Settings | None = None,
    proxies: Collection[str] = (),
    peer: Peer | None = None,
    bots: int | None = None,
) -> FastAPI:
    """A server on a database; a guarded one lets only its holder speak for a seat.

    `public` is the address people know it by, which guards it whatever it listens on. `house` are values by game, for
    new matches that name no others; `calls` says how people are told that it is their turn; `proxies` are addresses
    whose X-Forwarded-For is believed; as a `peer` it is one of several on the database; `bots` is the number of
    processes they think in, as many as cores if left out.
    """
    address = urlsplit(public or "")
    guarded = guarded or public is not None
    secure = address.scheme == "https"
    told = calls or Settings(public or NEARBY)
    store = Store(database_url or default_url())
    tables = Keeper(store, answers.push, guarded, house, secure, told, proxies, bots)
    among = None if peer is None else Neighbours(tables, peer)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        offered()
        warming = asyncio.create_task(_warm(app))
        tidying = asyncio.create_task(sandbox.tidy(tables))
        judging = asyncio.create_task(adjudging.watch(tables))
        timing = asyncio.create_task(tables.times.watch())
        guarding = asyncio.create_task(store.watch_file(tables.forget_all))
        async with nullcontext() if among is None else among.present():
            if among is None:
                await tables.caller.resume()
            yield
        tidying.cancel()
        judging.cancel()
        timing.cancel()
        guarding.cancel()
        await warming
        await tables.close()

    app = FastAPI(title="Countermarch", version="1", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.tables = tables
    app.state.static = static
    app.state.public = public
    app.add_middleware(GZipMiddleware, minimum_size=SHORT, compresslevel=QUICKLY)
    app.state.warm = asyncio.Event()
    counted = tables.limits.address if guarded else None
    doorman = Doorman(open_to_all=guarded and not address.hostname, public=public)
    app.add_middleware(Gate, doorman=doorman, address=counted)
    app.add_middleware(Reception, meters=tables.meters, address=tables.limits.address)
    if among is not None:
        app.state.among = among
        app.add_middleware(
            Forwarding, owners=among.owners, secret=among.secret, match_of=among.match_of, doorman=doorman
        )
    app.router.routes.append(Actions())
    # as they stand: including a router builds each of its routes anew, half a second at the first request
    for router in (*(part.router for part in PARTS), offer.router, health.router, pages):
        app.router.routes.extend(router.routes)
    _describe_line(app)
    app.mount("/", ClientFiles(directory=static, html=True, check_dir=False))
    _answer_errors(app)
    return app


def _describe_line(app: FastAPI) -> None:
    @app.webhooks.post("live")
    def live(message: Line) -> None:
        """What `/api/matches/{id}/live` tells a seat that listens there."""


async def _warm(app: FastAPI) -> None:
    """Boards and kernels are made ready beforehand, so that nobody's first click waits for them."""
    await asyncio.to_thread(prepare)
    app.state.warm.set()


def prepare() -> None:
    for game in offered():
        board_document(game.info.key, LANGUAGES[0])
    kernels.in_use()


# pages and the live line

pages = APIRouter()


class ClientFiles(StaticFiles):
    """The built client; it may be built while the server runs."""

    async def check_config(self) -> None:
        return


@pages.get("/", include_in_schema=False)
def home(request: Request) -> Response:
    index: Path = request.app.state.static / "index.html"
    if index.is_file():
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
    return HTMLResponse(UNBUILT)


@pages.websocket("/api/matches/{id}/live")
async def live(socket: WebSocket, id: str, seat: Seat, lang: Lang, hall: Hall, asker: Who, patch: bool = False) -> None:
    """Tells a seat that something has changed, as soon as it has; with `patch`, also how the table has."""
    watcher = Watcher(seat, lang, patch, asker)
    await socket.accept()
    try:
        async with hall.at(id) as table:
            table.check_seat(seat, asker)
        async with hall.limits.line(asker, len(table.watchers)):
            await _listen(socket, watcher, hall, id)
    except REFUSED as error:
        with suppress(RuntimeError):
            await socket.close(4404, _short(error, lang))
    except NotOurs as error:
        log.warning("a live line: match %s is another worker's by now", error)
        with suppress(RuntimeError):
            await socket.close(COME_AGAIN)
    except SQLAlchemyError as error:
        log.error("a live line: the database failed: %s", error)
        with suppress(RuntimeError):
            await socket.close(4503, _short(problem(503, "database"), lang))


async def _listen(socket: WebSocket, watcher: Watcher, hall: Keeper, id: str) -> None:
    async with hall.at(id) as table:
        watcher.tell(answers.push_json(table, watcher, len(table.log)))
        await hall.times.comes(table, watcher)
    code = None
    try:
        code = await _speak(socket, watcher)
    finally:
        hall.times.leaves(table, watcher, sent_away=code == COME_AGAIN)


async def _speak(socket: WebSocket, watcher: Watcher) -> int | None:
    """Until the client hangs up, or we do: with which code. It has nothing to say here."""
    sending = asyncio.create_task(_send(socket, watcher))
    try:
        while (heard := await socket.receive())["type"] != "websocket.disconnect":
            pass
        return heard.get("code")
    finally:
        sending.cancel()


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        message = await watcher.queue.get()
        while isinstance(message, str) or message["type"] not in LAST:
            await socket.send_text(message if isinstance(message, str) else encoded(message).decode())
            message = await watcher.queue.get()
        await socket.send_text(encoded(message).decode())
        await socket.close()


def _short(error: Exception, language: str) -> str:
    """A closing frame holds few bytes."""
    said = _words(error, language)
    return said.encode()[:120].decode(errors="ignore")


# errors


def _answer_errors(app: FastAPI) -> None:
    for kind in REFUSED:
        app.add_exception_handler(kind, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _not_there)
    app.add_exception_handler(SQLAlchemyError, _unstored)
    app.add_exception_handler(NotOurs, _moved)
    app.add_exception_handler(Exception, _broken)


def _language(request: Request) -> str:
    return language_of(request.query_params.get("lang"), request.headers.get("accept-language"))


def _words(error: Exception, language: str) -> str:
    said = error.said if isinstance(error, (Problem, SaidError)) else str(error)
    return said.render(language) if isinstance(said, Text) else " ".join(said.split())


def _clean(message: str) -> str:
    """Nobody is sent back at length what he sent, nor in letters that cannot be written."""
    told = message if len(message) <= LONGEST else f"{message[:LONGEST]} ..."
    return told.encode(errors="replace").decode()


def _error(status: int, message: str, citation: str | None = None) -> JSONResponse:
    fault = Refused(error=Fault(message=_clean(message), citation=citation))
    return JSONResponse(fault.model_dump(), status, {"Retry-After": SOON} if status == 503 else None)


def _refused(request: Request, error: Exception) -> Response:
    """Whatever the engine refuses is the asker's to mend; its message says how."""
    message = _words(error, _language(request))
    if isinstance(error, StaleSerial):
        return JSONResponse(Stale(error=Fault(message=message), view=error.view, done=error.done).model_dump(), 409)
    if isinstance(error, WrongValue):
        return JSONResponse(Refused(error=Fault(message=_clean(message), place=error.place)).model_dump(), error.status)
    if isinstance(error, Problem):
        return _error(error.status, message, answers.cited(error.citation))
    return _error(422, message)


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    what = say("server.problem.pattern") if first["type"] == "string_pattern_mismatch" else first["msg"]
    return _error(422, say("server.problem.invalid", where=where, what=what).render(_language(request)))


def _not_there(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    ways = _ways(request) if error.status_code in (404, 405) else []
    status, allowed = error.status_code, "" if request.method in ways else ", ".join(ways)
    if status == 404 and not allowed:
        return _error(404, say("server.problem.not_found", path=request.url.path).render(_language(request)))
    if allowed:
        answer = _error(405, say("server.problem.method").render(_language(request)))
        answer.headers["Allow"] = allowed
        return answer
    if status == 421 and (public := request.app.state.public) is not None:
        return _error(421, say("server.problem.host_public", address=public).render(_language(request)))
    if status in TOLD:
        told = say(f"server.problem.{TOLD[status]}", largest=largest_at(request.url.path) // 1_000_000)
        return _error(status, told.render(_language(request)))
    return _error(status, str(error.detail))


def _ways(request: Request) -> list[str]:
    """What can be done at a place: the files of the client answer to any name, so they come to nothing there."""
    routes = [route for part in PARTS for route in part.router.routes if isinstance(route, APIRoute)]
    here = [route for route in routes if route.path_regex.match(request.scope["path"])]
    named = min((len(route.param_convertors) for route in here), default=0)  # what has a name of its own is no match
    return sorted({way for route in here if len(route.param_convertors) == named for way in route.methods or ()})


def _unstored(request: Request, error: Exception) -> Response:
    """What cannot be kept is not done: the match stands as it stood."""
    if isinstance(error, DataError):
        return _error(422, say("server.problem.letters").render(_language(request)))
    log.error("%s %s: the database failed: %s", method_of(request.scope), route_of(request.scope), error)
    return _error(503, say("server.problem.database").render(_language(request)))


def _moved(request: Request, error: Exception) -> Response:
    """Another worker has the match by now, and is asked next time."""
    log.warning("%s %s: match %s is another worker's by now", method_of(request.scope), route_of(request.scope), error)
    told = "unheard" if isinstance(error, Unheard) else "moved"
    return _error(503, say(f"server.problem.{told}").render(_language(request)))


def _broken(request: Request, error: Exception) -> Response:
    log.error("%s %s failed", request.method, route_of(request.scope), exc_info=error)
    answer = _error(500, say("server.problem.internal").render(_language(request)))
    if (present := PRESENT.get()) is not None:
        answer.headers["X-Request-Id"] = present.id
    return answer
