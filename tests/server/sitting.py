"""Sitting at a table over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from countermarch.match import Match
from countermarch.server.app import create_app
from countermarch.server.live import Live
from countermarch.server.store import Chair
from tests.server.databases import prepared

SIDES = ("german", "soviet")
HERE = {"Host": "localhost"}  # a server of this machine answers to no other name


class Sitting:
    """One match, and the requests a client makes of it."""

    def __init__(self, client: TestClient, id: str) -> None:
        self.client = client
        self.id = id

    @property
    def _lives(self) -> dict[str, Live]:
        found: dict[str, Live] = self.client.app.state.tables.memory.lives  # type: ignore[attr-defined]
        return found

    @property
    def match(self) -> Match:
        """The match in the server's memory, for comparison."""
        return self.live.match

    @property
    def live(self) -> Live:
        return self._lives[self.id]

    def ask(self, what: str, **params: Any) -> Any:
        return self.client.get(f"/api/matches/{self.id}/{what}", params=params)

    def get(self, what: str, **params: Any) -> Any:
        answer = self.ask(what, **params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, what: str, **body: Any) -> Any:
        if what in ("actions", "undo") and self.id in self._lives:
            body = {"serial": self._lives[self.id].serial, **body}
        return self.client.post(f"/api/matches/{self.id}/{what}", json=body)

    @contextmanager
    def listening(self, seat: str) -> Iterator[WebSocketTestSession]:
        """On a live line; who has heard its first word is at the table."""
        with self.client.websocket_connect(f"/api/matches/{self.id}/live?seat={seat}") as line:
            line.receive_json()
            yield line

    def view(self, seat: str = "german", **params: Any) -> Any:
        return self.get("view", seat=seat, **params)

    def play(self, action: str | None = None) -> Any:
        """The side to act plays this, or the first legal action."""
        side = self.get("view", seat=SIDES[0])["decision"]["side"]
        chosen = action or self.get("legal", seat=side)["actions"][0]["text"]
        answer = self.post("actions", seat=side, action=chosen)
        assert answer.status_code == 200, answer.text
        return answer.json()


def visit(database: Path | str, **asked: Any) -> TestClient:
    """A server on a database, and a client at it."""
    url = database if isinstance(database, str) else prepared(database)
    return TestClient(create_app(url, **asked), headers=HERE)


def sit(client: TestClient, **asked: Any) -> Sitting:
    answer = client.post("/api/matches", json={"game": "koenigsberg", "seed": 1, **asked})
    assert answer.status_code == 201, answer.text
    return Sitting(client, answer.json()["id"])


def refused(answer: Any, status: int) -> Any:
    """The error of an answer that says no."""
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["message"] and "Traceback" not in error["message"]
    return error


def stranger(client: TestClient) -> TestClient:
    """Another browser at the same server: nobody there is known yet."""
    other = TestClient(client.app, headers=HERE)
    other.portal = client.portal  # the server's own loop, in which bots go on thinking
    return other


def sits_alone(client: TestClient, id: str, seat: str) -> None:
    """At a table of a guarded server, all seats but one are somebody else's from now on."""
    live = client.app.state.tables.memory.lives[id]  # type: ignore[attr-defined]
    live.chairs |= {side: Chair("somebody else") for side in live.people if side != seat}
