"""Whatever is asked of the server by its own description, it answers as described, and never breaks."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi import checks

from countermarch.server.people import COOKIE
from tests.forgeries import HOST, MAKER, Person, Server, Table, serving
from tests.server.sitting import refused, sit

REQUESTS = int(os.environ.get("COUNTERMARCH_REQUESTS", "3"))  # of each kind to each operation
# a request of the right shape may still be refused, in words: there is no such hex, it is not your turn
JUDGED = (
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.missing_required_header,
    checks.allow_header_conformance,
    checks.unsupported_method,
)
HOME, WORLD = False, True
RIGHT, WRONG = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
TABLE = "/api/matches/{id}"


class Caller:
    """Somebody who asks by the description, without a cookie."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.schema = schemathesis.openapi.from_url(f"http://{HOST}:{server.port}/openapi.json", timeout=60)
        found: list[Any] = list(self.schema.get_all_operations())
        self.operations = [one.ok() for one in found]
        self.answered: Counter[int] = Counter()
        self.failures: list[str] = []

    @property
    def cookies(self) -> dict[str, str]:
        return {}

    def places(self, operation: Any) -> dict[str, Any]:
        """What stands in the path."""
        return {}

    def named(self, case: Any) -> None:
        """What is asked about."""

    def ask_all(self, number: int) -> None:
        for operation in self.operations:
            for mode in (RIGHT, WRONG):
                self.ask(operation, mode, number)

    def ask(self, operation: Any, mode: GenerationMode, number: int) -> None:
        known = {key: value for key, value in self.places(operation).items() if f"{{{key}}}" in operation.path}

        @given(case=operation.as_strategy(mode, path_parameters=known or None))
        @settings(
            max_examples=number, deadline=None, suppress_health_check=list(HealthCheck), database=None,
            derandomize=True, phases=[Phase.generate],
        )  # fmt: skip
        def asked(case: Any) -> None:
            if mode == RIGHT:
                self.named(case)
            answer = case.call_and_validate(cookies=self.cookies, checks=list(JUDGED), timeout=60)
            self.answered[answer.status_code] += 1

        try:
            asked()
        except Unsatisfiable:  # there is nothing that could be wrong about some
            return
        except FailureGroup as failed:
            self.failures.append(f"{operation.label}, {mode.value}: {failed}")


class Member(Caller):
    """Somebody with an account, seats at tables that go on, a way to be told, orders, notes."""

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self.person, friend = Person(server), Person(server)
        login = {"email": "ada@example.org", "password": "correct horse battery"}
        self.person.must("POST", "/account", json={**login, "name": "Ada"})
        hook = {"kind": "json", "address": "https://93.184.216.34/hook"}
        self.channel = self.person.must("POST", "/channels", json=hook)["id"]
        changing = [op for op in self.operations if op.path.startswith(TABLE) and op.method != "get"]
        self.tables = {op.label: Table(server, self.person, friend) for op in changing}
        self.table = Table(server, self.person, friend)
        for table in (*self.tables.values(), self.table):
            table.sit()
            table.play(2)

    @property
    def cookies(self) -> dict[str, str]:
        return {COOKIE: str(self.person.cookie)}

    def places(self, operation: Any) -> dict[str, Any]:
        """Where something is changed, a table of its own is."""
        table = self.tables.get(operation.label, self.table)
        id = self.channel if operation.path.startswith("/api/channels") else table.id
        return {"id": id, "key": "bridgehead", "game": "bridgehead", "token": table.dead[-1].rpartition("/")[2]}

    def named(self, case: Any) -> None:
        """From one's own seat."""
        for asked in (case.query, case.body):
            if isinstance(asked, dict) and "seat" in asked:
                asked["seat"] = MAKER

    def ask_all(self, number: int) -> None:
        """What ends the session comes last."""
        self.operations.sort(key=lambda operation: operation.path.startswith("/api/account"))
        super().ask_all(number)


@pytest.mark.parametrize(
    ("server_is", "caller"),
    [(HOME, Caller), (WORLD, Caller), (WORLD, Member)],
    ids=["at home", "open to the world", "with a session"],
)
def test_every_answer_is_as_described(tmp_path: Path, server_is: bool, caller: type[Caller]) -> None:
    with serving(tmp_path, server_is) as server:
        asks = caller(server)
        assert len(asks.operations) > 90
        asks.ask_all(REQUESTS)
        assert asks.failures == []
        assert asks.answered[200] and not any(status >= 500 for status in asks.answered)
        assert "Traceback" not in server.log


def test_what_cannot_be_done_at_a_place_is_told_with_what_can(client: TestClient) -> None:
    for method, path, can in (
        ("GET", "/api/account/login", "POST"),
        ("GET", "/api/verify", "POST"),
        ("GET", "/api/matches/x/undo", "POST"),
        ("DELETE", "/api/games", "GET"),
        ("TRACE", "/api/matches/x/notes", "GET, PUT"),
        ("PATCH", "/api/matches", "GET, POST"),
        ("OPTIONS", "/api/matches/import", "POST"),  # which is no match
    ):
        answer = client.request(method, path)
        assert "/docs" in refused(answer, 405)["message"] and answer.headers["allow"] == can, (method, path)
    assert "allow" not in client.get("/api/nothing").headers
    refused(client.get("/api/nothing"), 404)
    refused(client.get("/api/games/stargard/examples/%0Ax"), 404)


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
