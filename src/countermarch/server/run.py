"""Running the server from the command line."""

from __future__ import annotations

import socket
import sys
import webbrowser
from collections.abc import Sequence
from errno import EADDRINUSE
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import uvicorn

from countermarch.server.app import create_app
from countermarch.server.calls import Settings
from countermarch.server.gate import LOOPBACK
from countermarch.server.overlays import check
from countermarch.server.posting import Mailer
from countermarch.server.wire import Careful, Patient
from countermarch.shelf import DataError, games
from countermarch.values import Values, read_values


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
) -> None:
    house = {} if data is None else house_values(data)
    check_address(public)
    check_proxies(proxies)
    mailer = None if smtp is None else Mailer.of(smtp)
    listener = _listen(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    calls = Settings(public or address, mailer, private)
    app = create_app(database, guarded=host not in LOOPBACK, public=public, house=house, calls=calls, proxies=proxies)
    print(f"Countermarch is at {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)
    if opens:
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    guarded = host not in LOOPBACK or public is not None
    config = uvicorn.Config(
        app,
        http=Careful if guarded and not proxies else Patient,
        log_level="warning",
        timeout_graceful_shutdown=2,
        proxy_headers=False,  # whom to believe is ours to say
        server_header=False,
        ws_max_size=10_000,  # those who listen have nothing to say
    )
    uvicorn.Server(config).run(sockets=[listener])


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


def _listen(host: str, port: int) -> socket.socket:
    """Connections wait in line from here on, so the browser may come before the server is ready."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # the protocol is named so that asyncio sends small answers at once (TCP_NODELAY)
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        remedy = (
            "end what listens there, or choose another --port" if error.errno == EADDRINUSE else "choose another --host"
        )
        raise ValueError(f"cannot listen on {host} port {port}: {error.strerror}; {remedy}") from None
    listener.listen(128)
    return listener
