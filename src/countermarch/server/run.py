"""Running the server from the command line."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Sequence
from errno import EADDRINUSE
from ipaddress import ip_address
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread, Timer
from types import FrameType
from typing import cast
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI

from countermarch.server import sweeping
from countermarch.server.app import create_app, prepare
from countermarch.server.calls import Settings
from countermarch.server.databases import default_url, is_shared
from countermarch.server.gate import LOOPBACK
from countermarch.server.handing import answer_door, moving
from countermarch.server.logs import Form, set_up
from countermarch.server.metrics import Meters
from countermarch.server.overlays import check
from countermarch.server.posting import Mailer
from countermarch.server.staff import share
from countermarch.server.store import Store
from countermarch.server.wire import AS_SERVED, Careful, Patient
from countermarch.server.workers import Foreman, Post, check_workers, fresh_house, post_at
from countermarch.shelf import DataError, games
from countermarch.values import Values, read_values

FINISHING, FINISHING_AT_HOME = 10, 2  # seconds for what is under way when the server is asked to end
LONGEST = 25.0  # seconds from then on until it has ended
FIRST_HANDED = 3  # the first file systemd hands over


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve_at(
    host: str,
    port: int,
    database: str | None,
    opens: bool,
    data: Path | None = None,
    public: str | None = None,
    smtp: str | None = None,
    private: bool = False,
    proxies: Sequence[str] = (),
    metrics: str | None = None,
    log: Form = "text",
    workers: int = 1,
    inner: str = "127.0.0.1",
    bots: int | None = None,
) -> None:
    """With several workers, or a database that others may serve from, see `workers` and `owners`."""
    url = default_url() if database is None else database
    check_workers(workers, is_shared(url))
    house = {} if data is None else house_values(data)
    check_address(public)
    check_proxies(proxies)
    mailer = None if smtp is None else Mailer.of(smtp)
    handed = handed_over()
    listener = handed or _listen(host, port)
    if handed is not None and handed.family != socket.AF_UNIX:  # where it listens is not ours to say, nor to guess
        host, port = handed.getsockname()[:2]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    calls = Settings(public or address, mailer, private)
    counted = None if metrics is None else check_metrics(metrics)
    if counted is not None:
        _listen(*counted, ("--metrics", "--metrics")).close()  # what is wrong with it is told once
    guarded = host not in LOOPBACK or public is not None

    def work(post: Post | None = None) -> None:
        app = create_app(
            url,
            guarded=host not in LOOPBACK,
            public=public,
            house=house,
            calls=calls,
            proxies=proxies,
            peer=None if post is None else post.peer,
            bots=share(bots, workers),
        )
        meters = app.state.tables.meters
        if workers > 1:
            meters.tell_together(app.state.among.figures(urlsplit(public or address).hostname or host, workers))
        if counted is not None and (post is None or post.peer.slot == 0):  # one tells for all
            _tell_figures(meters, *counted)
        if workers == 1:
            _announce(address, log)
        if opens:
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        _serve(app, listener, Careful if guarded and not proxies else Patient, guarded, post)

    set_up(log)
    if workers == 1:
        work(post_at(inner, fresh_house(), 0) if is_shared(url) else None)
        return
    Store(url).close()  # what is wrong with it is told once
    prepare()  # what all need is there once
    _announce(address, log)
    Foreman(workers, inner, work).run()


def _serve(app: FastAPI, listener: socket.socket, patient: type[Patient], guarded: bool, post: Post | None) -> None:
    sweeping.begin()
    if post is not None and post.doors is not None:
        patient = moving(patient, post.doors, post.peer.house, app.state.among.owners.whither)
    config = uvicorn.Config(
        app,
        http=patient,
        log_config=None,
        timeout_graceful_shutdown=FINISHING if guarded else FINISHING_AT_HOME,
        **AS_SERVED,
    )
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn raises it once more in the end: being asked is no failure
    Server(config, post).run(sockets=[listener])


def _tell_figures(meters: Meters, host: str, port: int) -> None:
    """People play on where nobody counts."""
    try:
        meters.serve(host, port)
    except OSError as error:
        told = "cannot tell figures on %s port %d: %s; end what listens there"
        logging.getLogger("countermarch.server").error(told, host, port, error.strerror)


def _announce(address: str, form: Form) -> None:
    if form == "json":
        logging.getLogger("countermarch.server").info("Countermarch is at %s", address)
    else:
        print(f"Countermarch is at {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)


class Server(uvicorn.Server):
    """Asked to end, it takes no more requests, answers those under way, and tells who listens to come back (1012)."""

    def __init__(self, config: uvicorn.Config, post: Post | None = None) -> None:
        super().__init__(config)
        self._post = post

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._sweeping = asyncio.create_task(sweeping.watch(lambda: self.server_state.total_requests))
        if self._post is not None:
            await self._open_to_others(self._post)

    async def _open_to_others(self, post: Post) -> None:
        """To other workers: what they forward, and connections they bring."""
        inner = await asyncio.get_running_loop().create_server(lambda: self._protocol(Patient), sock=post.inner)
        self.servers.append(inner)
        if post.doors is not None:
            kind = cast(type[Patient], self.config.http_protocol_class)
            died = self.config.app.state.among.died  # type: ignore[union-attr]
            answer_door(post.doors, lambda data: self._protocol(kind, brought=data), died)
        self._end_with(parent_process())

    def _end_with(self, foreman: BaseProcess | None) -> None:
        """Nobody would look after the worker any more, and the next foreman finds its address taken."""
        if foreman is not None:
            asyncio.get_running_loop().add_reader(foreman.sentinel, lambda: setattr(self, "should_exit", True))

    def _protocol(self, kind: type[Patient], **brought: bytes) -> Patient:
        state = {"server_state": self.server_state, "app_state": self.lifespan.state}
        return kind(config=self.config, **state, **brought)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Who is brought from now on waits at the door for the next worker."""
        if self._post is not None and self._post.doors is not None:
            asyncio.get_running_loop().remove_reader(self._post.doors.inside.fileno())
        self._sweeping.cancel()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        last = Timer(LONGEST, os._exit, (0,))  # a thread may still be reckoning; what was acknowledged is on disk
        last.daemon = True
        last.start()


def handed_over() -> socket.socket | None:
    """The listener systemd holds while the server is restarted: who comes meanwhile waits in line."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS") != "1":
        return None
    return socket.socket(fileno=FIRST_HANDED)


def check_metrics(where: str) -> tuple[str, int]:
    host, _, port = where.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ValueError(f"{where!r} is no address for metrics; write such as 127.0.0.1:9123")
    return host.strip("[]"), int(port)


def check_address(public: str | None) -> None:
    address = urlsplit(public or "http://localhost")
    if address.scheme not in ("http", "https") or not address.hostname or address.path not in ("", "/"):
        raise ValueError(f"{public!r} is no address of a server; write such as https://wargames.example.org")


def check_proxies(proxies: Sequence[str]) -> None:
    for proxy in proxies:
        try:
            ip_address(proxy)
        except ValueError:
            raise ValueError(f"{proxy!r} is no address of a proxy; write such as 127.0.0.1") from None


def house_values(folder: Path) -> dict[str, Values]:
    """A set of values for each game that has a sub-folder or an exported file there, each one checked."""
    found = {game: place for game in games() for place in (folder / f"{game}.json", folder / game) if place.exists()}
    if not found:
        wanted = "a sub-folder of tables such as koenigsberg/units.csv, or an exported file such as koenigsberg.json"
        raise DataError(f"{folder} has values for no game; it needs {wanted}")
    house = {game: values for game, place in found.items() if (values := read_values(game, place)) is not None}
    for values in house.values():
        check(values)
    return house


def _listen(host: str, port: int, options: tuple[str, str] = ("--host", "--port")) -> socket.socket:
    """Connections wait in line from here on, so the browser may come before the server is ready."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # the protocol is named so that asyncio sends small answers at once (TCP_NODELAY)
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        taken = f"end what listens there, or choose another {options[1]}"
        remedy = taken if error.errno == EADDRINUSE else f"choose another {options[0]}"
        raise ValueError(f"cannot listen on {host} port {port}: {error.strerror}; {remedy}") from None
    listener.listen(128)
    return listener
