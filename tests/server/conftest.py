"""A server in this process, on a database of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.server.databases import end_clusters, url_of
from tests.server.sitting import visit


def pytest_sessionfinish() -> None:
    end_clusters()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return url_of(tmp_path_factory.mktemp("server") / "matches.sqlite")


@pytest.fixture(scope="module")
def client(database: str) -> Iterator[TestClient]:
    with visit(database) as client:
        yield client


@pytest.fixture
def unbuilt(tmp_path: Path) -> Iterator[TestClient]:
    """A server whose client has not been built."""
    with visit(tmp_path / "other.sqlite", static=tmp_path / "static") as client:
        yield client
