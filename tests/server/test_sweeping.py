"""Garbage is looked for briefly and often, and among everything when nobody asks; matches do not wait for it."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import sleep
from weakref import ref

import pytest

from countermarch.server import course, sweeping
from tests.server.sitting import Sitting, sit, visit


@pytest.fixture
def nobody_sweeps() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def look_at_everything(table: Sitting) -> None:
    for seat in table.live.seats:
        table.get("view", seat=seat, whole=True)
        table.get("log", seat=seat)
    table.get("replay")


@pytest.mark.parametrize("game", ["bridgehead", "koenigsberg", "seelow", "vistula"])
def test_a_match_that_is_put_away_goes_at_once(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nobody_sweeps: None
) -> None:
    monkeypatch.setattr(course, "EACH", 5)
    monkeypatch.setattr(course, "MOST", 8)
    with visit(tmp_path / "m.sqlite") as client:
        table = sit(client, game=game)
        for _ in range(12):
            table.play()
        look_at_everything(table)
        assert table.live.chapter.serial
        live, match = ref(table.live), ref(table.live.match)
        client.app.state.tables.memory.lives.clear()  # type: ignore[attr-defined]
        for _ in range(50):  # until whatever still held it has ended; a circle would not
            table.client.get("/api/games")
            if live() is None and match() is None:
                break
            sleep(0.1)
        assert live() is None and match() is None


def swept(monkeypatch: pytest.MonkeyPatch, asked: Callable[[], int]) -> int:
    """How often everything is looked through in a while."""
    found: list[int] = []
    monkeypatch.setattr(sweeping, "OFTEN", 0.002)
    monkeypatch.setattr(gc, "collect", lambda: found.append(0) or 0)  # type: ignore[func-returns-value]

    async def a_while() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(sweeping.watch(asked), 0.3)

    asyncio.run(a_while())
    return len(found)


def test_everything_is_looked_through_when_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "EACH", 0.05)
    assert 1 <= swept(monkeypatch, lambda: 7) <= 6


def test_where_somebody_always_asks_it_is_later(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(10**9))
    monkeypatch.setattr(sweeping, "EACH", 0.001)
    assert swept(monkeypatch, lambda: next(numbers)) == 0
    monkeypatch.setattr(sweeping, "LATEST", 0.1)
    assert 1 <= swept(monkeypatch, lambda: next(numbers)) <= 3
