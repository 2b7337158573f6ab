"""A server in this process, on a database of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from starlette.types import Message

from countermarch.server import credentials
from tests.server.databases import end_clusters, prepared
from tests.server.sitting import visit

SILENCE = 60.0  # seconds in which something must be said on a live line


def pytest_sessionfinish() -> None:
    end_clusters()


@pytest.fixture(autouse=True, scope="session")
def passwords_are_hashed_quickly() -> Iterator[None]:
    """How slowly a server does it is told in test_accounts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(credentials, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture(autouse=True)
def lines_that_stay_silent_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WebSocketTestSession, "receive", _within)


def _within(line: WebSocketTestSession) -> Message:
    async def receive() -> Message:
        with anyio.fail_after(SILENCE):
            return await line._send_rx.receive()

    return line.portal.call(receive)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return prepared(tmp_path_factory.mktemp("server") / "matches.sqlite")


@pytest.fixture(scope="module")
def client(database: str) -> Iterator[TestClient]:
    with visit(database) as client:
        yield client


@pytest.fixture
def unbuilt(tmp_path: Path) -> Iterator[TestClient]:
    """A server whose client has not been built."""
    with visit(tmp_path / "other.sqlite", static=tmp_path / "static") as client:
        yield client
