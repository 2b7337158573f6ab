"""Long matches are opened from a position kept on disk, and nobody can tell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.match import Match
from countermarch.server import course
from countermarch.server.entries import play_entry
from tests.server.databases import rows
from tests.server.sitting import SIDES, Sitting, visit

LONG = 700


@pytest.fixture(scope="module")
def saved() -> str:
    return played("koenigsberg", LONG).save()


def played(game: str, actions: int) -> Match:
    rng = Random(game)
    match = cm.load(game).start(seed=3, options={"fog_of_war": "on"})
    while match.to_act is not None and len(match.actions) < actions:
        match.play(match.legal()[rng.randrange(len(match.legal()))])
    return match


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every row that is played again."""
    found: list[str] = []
    real = play_entry

    def noted(match: Match, entry: Any) -> Any:
        found.append(entry.text)
        return real(match, entry)

    with monkeypatch.context() as changed:
        changed.setattr(course, "play_entry", noted)
        yield found


def brought(client: TestClient, save: str) -> Sitting:
    return Sitting(client, client.post("/api/matches/import", json={"save": save}).json()["id"])


def everything(table: Sitting) -> str:
    """All that is told of a match."""
    serial = table.view()["actions"]
    moments = [0, 1, serial // 3, serial // 2, serial - 1, serial]
    told: list[Any] = [table.get("save"), table.get("replay")]
    for seat in SIDES:
        told += [table.view(seat, since=0, whole=True), table.get("log", seat=seat, since=5)]
        told += [table.get("replay", seat=seat), *(table.get(f"at/{index}", seat=seat) for index in moments)]
    return json.dumps(told)


def test_a_long_match_is_opened_by_few_of_its_actions(
    tmp_path: Path, saved: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        table = brought(client, saved)
    with counted(monkeypatch) as again, visit(tmp_path / "m.sqlite") as client:
        moment = Sitting(client, table.id).view()
        assert moment["actions"] == LONG and len(again) <= 200
        again.clear()
        assert Sitting(client, table.id).get("at/700", seat="german")["actions"] == LONG and not again


def test_while_it_is_played_chapters_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(4)
    with visit(tmp_path / "m.sqlite") as client:
        table = Sitting(client, client.post("/api/matches", json={"game": "koenigsberg"}).json()["id"])
        for _ in range(420):
            legal = table.match.legal()
            action = str(legal[rng.randrange(len(legal))])
            assert table.post("actions", seat=table.match.to_act, action=action, patch=True).status_code == 200
        kept = table._lives[table.id]
        assert kept.past.start >= 200 and len(kept.past.rows) <= 200
        before = everything(table)
    with counted(monkeypatch) as again, visit(tmp_path / "m.sqlite") as client:
        table = Sitting(client, table.id)
        table.view()
        assert len(again) <= 200
        again.clear()
        table.get("at/150", seat="german")
        assert len(again) <= 200
        assert everything(table) == before


def test_nobody_can_tell_by_which_way_it_was_opened(tmp_path: Path, saved: str) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        table = brought(client, saved)
        told = everything(table)
    drop_chapters(tmp_path)
    with visit(tmp_path / "m.sqlite") as client:
        assert everything(Sitting(client, table.id)) == told


@pytest.mark.parametrize("page", [b"", b"no page", b"x\x9cK\xcf"], ids=["empty", "foreign", "cut off"])
def test_a_damaged_chapter_is_not_read(tmp_path: Path, saved: str, page: bytes) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        table = brought(client, saved)
        told = table.view()
    rows(tmp_path / "m.sqlite", "UPDATE chapters SET page = :page", page=page)
    with visit(tmp_path / "m.sqlite") as client:
        assert Sitting(client, table.id).view() == told


def test_what_is_taken_back_beyond_a_chapter_is_taken_back(tmp_path: Path, saved: str) -> None:
    """By agreement, to before the chapter; and what is kept of it afterwards is not believed."""
    with visit(tmp_path / "m.sqlite") as client:
        table = brought(client, saved)
        live = table._lives[table.id]
        assert live.past.start == len(live.past) == LONG
        entry = live.go_back("german", 300)
        assert (live.played, entry.text) == (300, "300 1") and live.past.start == 0
        assert len(live.match.record) == 301 and live.match.fingerprint() == cm.resume(live.match.save()).fingerprint()


def drop_chapters(folder: Path) -> None:
    rows(folder / "m.sqlite", "DELETE FROM chapters")
