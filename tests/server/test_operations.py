"""For whoever runs a server: is it alive and ready, what does it count, what does its log say, and what does it not."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError
from typer.testing import CliRunner

from countermarch import cli
from countermarch.server import health, offer
from countermarch.server.app import PARTS
from countermarch.server.logs import JsonLines, Lines, set_up
from countermarch.server.run import check_metrics
from tests.server.databases import SHARED
from tests.server.sitting import refused, sit, visit

SECRET = "hush-hush-0123456789"


def counted(client: TestClient) -> dict[tuple[str, ...], float]:
    """Every figure, by its name and what it is of."""
    text = client.get("/metrics").text
    found = (sample for family in text_string_to_metric_families(text) for sample in family.samples)
    return {(sample.name, *(sample.labels[name] for name in sorted(sample.labels))): sample.value for sample in found}


# alive and ready


def test_a_server_says_that_it_is_alive_whatever_it_is_called(client: TestClient) -> None:
    assert client.get("/healthz", headers={"Host": "10.0.0.7"}).json() == {"alive": True}


def test_a_server_is_ready_when_its_boards_are_warm(client: TestClient) -> None:
    warm = client.app.state.warm  # type: ignore[attr-defined]
    warm.clear()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["parts"] == {"database": True, "migrations": True, "boards": False}
    warm.set()
    assert client.get("/readyz", headers={"Host": "10.0.0.7"}).json()["ready"] is True


def test_routes_are_built_once_for_all_servers(client: TestClient) -> None:
    """The first request waits for none of them, and half a thousand servers in one process are no burden."""
    routes = client.app.router.routes  # type: ignore[attr-defined]
    assert all(route in routes for part in (*PARTS, health, offer) for route in part.router.routes)


def test_it_says_that_the_database_does_not_answer(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(_: object) -> None:
        raise OperationalError("select", {}, OSError("gone"))

    monkeypatch.setattr(health, "_form", lost)
    answer = client.get("/readyz")
    assert answer.status_code == 503 and answer.json()["parts"]["database"] is False


def test_it_says_that_the_database_has_another_form(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "newest_form", lambda: "9999")
    assert client.get("/readyz").json()["parts"] == {"database": True, "migrations": False, "boards": True}


# what is counted


def test_what_is_asked_and_played_is_counted_by_route(client: TestClient) -> None:
    table = sit(client)
    before = counted(client)
    table.play()
    client.request("MADEUP", "/api/matches")
    after = counted(client)

    def more(*key: str) -> float:
        return after.get(key, 0) - before.get(key, 0)

    assert more("countermarch_requests_total", "POST", "/api/matches/{id}/actions", "200") == 1
    assert more("countermarch_request_seconds_count", "/api/matches/{id}/actions") == 1
    assert more("countermarch_actions_total", "person", "koenigsberg", "action") == 1
    # PostgreSQL keeps an action in a statement that needs no commit after it
    assert more("countermarch_database_seconds_count", "statement" if SHARED else "commit") >= 1
    assert after["countermarch_tables", "memory"] >= 1
    assert "MADEUP" not in {key[1] for key in after if key[0] == "countermarch_requests_total"}


def test_live_lines_are_counted_while_they_last(client: TestClient) -> None:
    table = sit(client)
    before = counted(client)["countermarch_lines", "live"]
    with client.websocket_connect(f"/api/matches/{table.id}/live?seat=german") as line:
        line.receive_json()
        assert counted(client)["countermarch_lines", "live"] == before + 1


def test_a_server_for_others_does_not_tell_the_world_its_figures(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite", guarded=True) as client:
        assert refused(client.get("/metrics"), 404)


def test_where_metrics_are_asked_for_has_a_port() -> None:
    assert check_metrics("127.0.0.1:9123") == ("127.0.0.1", 9123)
    assert check_metrics("[::1]:9123") == ("::1", 9123)
    for wrong in ("9123", "localhost:", "localhost:none", "localhost:70000"):
        with pytest.raises(ValueError, match=r"write such as 127\.0\.0\.1:9123"):
            check_metrics(wrong)


# the log


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """All that is logged, as JSON and as text."""
    told = io.StringIO()
    handlers = [logging.StreamHandler(told), logging.StreamHandler(told)]
    for handler, form in zip(handlers, (JsonLines(), Lines()), strict=True):
        handler.setFormatter(form)
    root = logging.getLogger()
    heard = [root, logging.getLogger("countermarch"), logging.getLogger("countermarch.requests")]
    levels = [logger.level for logger in heard]
    root.handlers += handlers
    for logger in heard:
        logger.setLevel(logging.INFO)
    yield told
    for logger, level in zip(heard, levels, strict=True):
        logger.setLevel(level)
    root.handlers = [handler for handler in root.handlers if handler not in handlers]


def lines(told: io.StringIO) -> list[Any]:
    return [json.loads(line) for line in told.getvalue().splitlines() if line.startswith("{")]


def test_a_line_of_the_log_names_the_request_it_came_from(client: TestClient, written: io.StringIO) -> None:
    answer = client.get("/api/matches", headers={"X-Request-Id": "from-the-proxy-1"})
    assert answer.headers["X-Request-Id"] == "from-the-proxy-1"
    (line,) = [line for line in lines(written) if line["logger"] == "countermarch.requests"]
    assert line["request"] == "from-the-proxy-1" and line["route"] == "/api/matches" and line["status"] == 200


def test_a_number_that_is_none_is_replaced(client: TestClient) -> None:
    assert client.get("/api/me", headers={"X-Request-Id": "a b\tc"}).headers["X-Request-Id"] != "a b\tc"
    assert len(client.get("/api/me").headers["X-Request-Id"]) == 16


def filled(schema: Any, parts: Any, name: str = "") -> Any:
    """Something of this shape; every word in it is secret."""
    if "$ref" in schema:
        schema = parts[schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        return filled(schema["anyOf"][0], parts, name)
    if schema.get("type") == "object":
        return {key: filled(value, parts, key) for key, value in schema.get("properties", {}).items()}
    if "enum" in schema:
        return schema["enum"][0]
    plain = {"integer": 1, "number": 1.0, "boolean": True, "array": []}
    return plain.get(schema.get("type", ""), f"{SECRET}@example.org" if name == "email" else SECRET)


def requests(described: Any) -> Iterator[tuple[str, str, Any]]:
    parts = described["components"]["schemas"]
    for path, ways in described["paths"].items():
        for method, way in ways.items():
            body = way.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            asked = path.replace("{token}", SECRET).replace("{index}", "1")
            yield method, asked, None if body is None else filled(body, parts)


def feed(client: TestClient) -> int:
    """Every route that is described gets a secret wherever it takes one."""
    client.cookies.set("countermarch", SECRET)
    fed = 0
    for method, path, body in requests(client.app.openapi()):  # type: ignore[attr-defined]
        asked = {"token": SECRET, "password": SECRET, "code": SECRET}
        client.request(method, path, json=body, params=asked)
        fed += 1
    for path in (f"/join/{SECRET}", f"/off/{SECRET}", f"/nowhere/join/{SECRET}"):
        client.get(path)
    return fed


def test_no_secret_comes_into_the_log(client: TestClient, written: io.StringIO) -> None:
    assert feed(client) > 80
    assert len(lines(written)) > 80 and SECRET not in written.getvalue()


def test_no_secret_comes_into_the_log_when_all_goes_wrong(
    tmp_path: Path, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visit(tmp_path / "m.sqlite", guarded=True) as made:
        client = TestClient(made.app, headers={"Host": "localhost"}, raise_server_exceptions=False)

        def broken(cookie: str | None) -> None:
            raise RuntimeError(f"{cookie} came to nothing, nor does /join/{SECRET} or smtp://me:{SECRET}@mail")

        monkeypatch.setattr(made.app.state.tables.register, "person_by", broken)  # type: ignore[attr-defined]
        feed(client)
    wrong = [line for line in lines(written) if "came to nothing" in line.get("trace", "")]
    assert len(wrong) > 40 and all(line["request"] for line in wrong)
    assert SECRET not in written.getvalue()


def test_the_password_of_the_mail_server_is_not_told(written: io.StringIO) -> None:
    asked = ["serve", "--smtp", f"smtp://me:{SECRET}@"]
    assert SECRET not in CliRunner().invoke(cli.app, asked).output
    logging.getLogger("countermarch.calls").warning("mail by smtp://me:%s@mail.example.org failed", SECRET)
    assert SECRET not in written.getvalue() and "smtp://me:***@mail.example.org" in written.getvalue()


def test_the_password_of_the_database_is_not_told() -> None:
    asked = ["serve", "--database", f"nosuch://me:{SECRET}@localhost/matches"]
    told = CliRunner().invoke(cli.app, asked)
    assert told.exit_code == 2 and SECRET not in told.output


def test_requests_are_logged_for_programs_only() -> None:
    root, ours = logging.getLogger(), logging.getLogger("countermarch")
    before = root.handlers, root.level, ours.level
    try:
        set_up("text")
        assert not logging.getLogger("countermarch.requests").isEnabledFor(logging.INFO)
        set_up("json")
        assert logging.getLogger("countermarch.requests").isEnabledFor(logging.INFO)
    finally:
        root.handlers, root.level, ours.level = before
