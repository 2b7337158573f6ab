"""Running the server from the command line."""

from __future__ import annotations

import socket
import sys
import webbrowser
from errno import EADDRINUSE
from threading import Thread

import uvicorn

from countermarch.server.app import create_app
from countermarch.server.gate import LOOPBACK


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve_at(host: str, port: int, database: str | None, opens: bool) -> None:
    listener = _listen(host, port)
    app = create_app(database, guarded=host not in LOOPBACK)
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    print(f"Countermarch is at {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)
    if opens:
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2)
    uvicorn.Server(config).run(sockets=[listener])


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
