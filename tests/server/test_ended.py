"""A match that is over: who won, its story, and playing it again."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import create_engine, text

import countermarch as cm
from tests.server.sitting import Sitting, visit


@cache
def finished(game: str = "bridgehead", seed: int = 5, **options: str) -> cm.Match:
    """A match played to its end by chance."""
    match, pick = cm.load(game).start(seed=seed, options=options), Random(seed)
    while match.to_act is not None:
        legal = match.legal()
        match.play(legal[pick.randrange(len(legal))])
    return match


def brought(client: TestClient, match: cm.Match, **seats: str) -> Sitting:
    answer = client.post("/api/matches/import", json={"save": match.save(), "seats": seats})
    assert answer.status_code == 201, answer.text
    return Sitting(client, answer.json()["id"])


def row_of(client: TestClient, table: Sitting, language: str = "en") -> Any:
    rows = client.get("/api/matches", params={"lang": language}).json()
    return next(row for row in rows if row["id"] == table.id)


def test_the_list_says_who_won_and_how(client: TestClient) -> None:
    match = finished()
    assert match.result is not None
    table = brought(client, match)
    row = row_of(client, table)
    assert (row["over"], row["winner"], row["verdict"]) == (True, match.result.winner, str(match.result.text))
    assert row_of(client, table, "es")["verdict"] == match.result.text.render("es")


def test_the_list_says_so_once_the_last_action_is_played(client: TestClient) -> None:
    match = finished()
    last = cm.load("bridgehead").start(seed=5)
    for action in match.actions[:-1]:
        last.play(action)
    table = brought(client, last)
    assert row_of(client, table)["verdict"] is None
    table.play(str(match.actions[-1]))
    assert row_of(client, table)["verdict"] == str(match.result.text)  # type: ignore[union-attr]


def test_a_database_from_before_verdicts_is_read(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    with visit(file) as client:
        table = brought(client, finished())
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE matches DROP COLUMN verdict"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    engine.dispose()
    with visit(file) as client:
        assert row_of(client, table)["verdict"] is None and row_of(client, table)["over"]
