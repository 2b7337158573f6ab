"""Whatever is asked of the server by its own description, it never breaks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings

from countermarch.server.app import create_app
from tests.server.sitting import HERE, sit


def test_no_request_breaks_the_server(tmp_path: Path) -> None:
    app = create_app(f"sqlite:///{tmp_path / 'm.sqlite'}")
    schema = schemathesis.openapi.from_asgi("/openapi.json", app, headers=HERE)
    operations: list[Any] = list(schema.get_all_operations())
    assert len(operations) > 20
    for operation in operations:
        expect_no_break(operation.ok())


def expect_no_break(operation: Any) -> None:
    @given(case=operation.as_strategy())
    @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def ask(case: Any) -> None:
        answer = case.call(headers=HERE)
        assert answer.status_code < 500, f"{case.method} {case.formatted_path}: {answer.text}"

    ask()


WORDS = ("", "german", "soviet", "0613", "9999", "x", "-1", "\u0000", "a" * 300, "ñ", "regular", "rail", "LW:full")
QUESTIONS = {
    "view": ("seat", "lang"),
    "legal": ("seat",),
    "log": ("seat", "since"),
    "reach": ("unit", "mode", "freely"),
    "path": ("unit", "hex", "mode"),
    "why": ("unit", "hex", "mode"),
    "preview": ("target", "attackers", "support", "kind"),
    "targets": ("seat",),
    "supply": ("of",),
    "zones": ("side",),
    "command": ("hq",),
    "sight": ("hex",),
    "replay": ("seat",),
    "at/0": ("seat",),
}


@pytest.mark.parametrize("what", QUESTIONS)
def test_no_question_about_a_real_match_breaks_the_server(client: TestClient, what: str) -> None:
    """The description cannot know a match that exists: here one is asked about with odd words."""
    table = sit(client)
    units = [unit["id"] for unit in table.view()["view"]["units"]][::40]
    words = (*WORDS, *units)
    for first in words:
        for second in words[::3] if len(QUESTIONS[what]) > 1 else words[:1]:
            params = dict.fromkeys(QUESTIONS[what], second) | {QUESTIONS[what][0]: first}
            assert table.ask(what, **params).status_code < 500


@pytest.mark.parametrize("what", ["actions", "undo", "bots", "branch"])
def test_no_order_breaks_the_server(client: TestClient, what: str) -> None:
    table = sit(client)
    words: tuple[Any, ...] = (*WORDS, None, 1, 1e300, [], {}, True)
    for word in words:
        for body in ({"seat": word, "action": word}, {"seat": "german", "action": word}, {"run": word}, word):
            answer = client.post(f"/api/matches/{table.id}/{what}", json=body)
            assert answer.status_code < 500
        assert table.post(what, index=word, seats=word).status_code < 500
