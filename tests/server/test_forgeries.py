"""Nobody acts for another: a sample of what `make long` tries twenty thousand times."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from countermarch.server.describe import description
from tests.forgeries import KINDS, OTHERWISE, Hall, Taken, Tally, attack, serving

NUMBER = 200  # at each server
TABLE = "/api/matches/{id}"


@pytest.mark.parametrize("guarded", [True, False], ids=["open to the world", "at home"])
def test_no_forged_action_is_taken(tmp_path: Path, guarded: bool) -> None:
    tally = Tally()
    with serving(tmp_path, guarded) as server:
        attack(server, NUMBER, 7, tally)
    assert tally.number == NUMBER and len(tally.kinds) > len(KINDS)


def test_one_that_is_taken_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dead session that is none acts for its owner."""
    end = Hall._leave_sessions

    def left_open(hall: Hall) -> None:
        end(hall)
        hall.ended = [str(person.cookie) for person in hall.table.by.values()]

    monkeypatch.setattr(Hall, "_leave_sessions", left_open)
    with serving(tmp_path, guarded=True) as server, pytest.raises(Taken, match="dead session"):
        attack(server, NUMBER, 7, Tally())


def test_everything_that_can_be_done_at_a_table_is_forged() -> None:
    paths = json.loads(description())["paths"]
    ways = {
        f"{method.upper()} {path.removeprefix(TABLE).lstrip('/')}"
        for path, methods in paths.items()
        for method in methods
        if path.startswith(TABLE) and method != "get"
    }
    assert ways == set(OTHERWISE)
