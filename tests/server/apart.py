"""Two people who play apart: whoever made the match is soviet, the friend is german."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from tests.server.sitting import Sitting, stranger, visit

MAKER, FRIEND = "soviet", "german"


class Person(Sitting):
    """One side of a match, with a cookie of its own."""

    def __init__(self, client: TestClient, id: str, side: str) -> None:
        super().__init__(client, id)
        self.side = side

    def do(self, what: str, status: int = 200, **body: Any) -> Any:
        answer = self.post(what, seat=self.side, **body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def look(self, **params: Any) -> Any:
        return self.view(self.side, **params)

    @property
    def together(self) -> Any:
        return self.look()["together"]

    def act(self, action: str | None = None) -> Any:
        chosen = action or self.get("legal", seat=self.side)["actions"][0]["text"]
        return self.do("actions", action=chosen)


class Pair:
    """Both people, and the time of the server, which stands until it is moved."""

    def __init__(self, client: TestClient, id: str) -> None:
        self.client, self.id = client, id
        self.time = 1_000_000.0
        client.app.state.tables.memory.now = lambda: self.time  # type: ignore[attr-defined]
        self.maker = Person(client, id, MAKER)
        self.friend = Person(stranger(client), id, FRIEND)

    def acting(self) -> Person:
        side = self.maker.look()["decision"]["side"]
        return self.maker if side == MAKER else self.friend

    def waiting(self) -> Person:
        return self.friend if self.acting() is self.maker else self.maker

    def play(self, count: int) -> None:
        for _ in range(count):
            self.acting().act()


def pair(client: TestClient, **asked: Any) -> Pair:
    body = {"game": "bridgehead", "seats": {FRIEND: "link", MAKER: "me"}, **asked}
    made = client.post("/api/matches", json=body)
    assert made.status_code == 201, made.text
    both = Pair(client, made.json()["id"])
    joined = both.friend.client.post(f"/api{made.json()['links'][FRIEND]}", json={"name": "Ada"})
    assert joined.status_code == 200, joined.text
    return both


@contextmanager
def apart(file: Path, **asked: Any) -> Iterator[Pair]:
    with visit(file) as client:
        yield pair(client, **asked)
