"""The table in a browser: each file of web/tests is played against a real server."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

import countermarch as cm
from countermarch.lab.experiment import plan
from countermarch.lab.folder import opened
from countermarch.lab.report import write_report
from countermarch.lab.runners import Here
from countermarch.lab.running import run
from countermarch.server.people import COOKIE
from countermarch.server.run import free_port
from tests.browser.conftest import serving
from tests.browser.played import expect_played
from tests.server.houses import House, house
from tests.server.processes import PATIENCE
from tests.server.test_rulings import OTHERWISE, age, change, together

PLAYED = (
    "play",
    "result",
    "back",
    "list",
    "seats",
    "hands",
    "keyboard",
    "words",
    "screens",
    "several",
    "refugees",
    "fog",
    "pomerania",
    "seelow",
    "vistula",
    "shown",
    "clicks",
    "briefing",
    "rules",
    "outcome",
    "lesson",
    "home",
    "values",
    "tuned",
    "phone",
    "advice",
    "analysis",
    "meet",
    "talk",
    "across",
    "orders",
    "lobby",
    "fair",
    "duplicate",
    "three",
)
CLICKED = "30"  # actions the monkey plays of each scenario; `make long` lets it play whole turns


@pytest.fixture(scope="session")
def surroundings(server: str, saves: Path, chromium: str) -> dict[str, str]:
    return {**os.environ, "COUNTERMARCH_SERVER": server, "COUNTERMARCH_SAVES": str(saves), "CHROMIUM": chromium}


@pytest.mark.parametrize("name", PLAYED)
def test_table(name: str, surroundings: dict[str, str]) -> None:
    expect_played(name, surroundings)


def test_correspondence(surroundings: dict[str, str], tmp_path: Path) -> None:
    """On a server that sends letters."""
    port = str(free_port())
    with serving(tmp_path, "--smtp", f"smtp://127.0.0.1:{port}?from=table@example.org") as server:
        expect_played("mail", {**surroundings, "COUNTERMARCH_SERVER": server, "COUNTERMARCH_SMTP": port})


def test_a_match_that_a_change_of_rules_has_stranded(surroundings: dict[str, str], tmp_path: Path) -> None:
    database = tmp_path / "matches.sqlite"
    id, german, soviet = together(database)
    age(database, id)
    change(database, id, OTHERWISE)
    cookies = {"german": german.cookies[COOKIE], "soviet": soviet.cookies[COOKIE]}
    with serving(tmp_path) as server:
        told = json.dumps({"id": id, "cookies": cookies})
        expect_played("stranded", {**surroundings, "COUNTERMARCH_SERVER": server, "COUNTERMARCH_STRANDED": told})


def test_workers_that_die(surroundings: dict[str, str], tmp_path: Path) -> None:
    """On two workers, of whom whoever has the match is killed when the browser wants it."""
    wanted = tmp_path / "kill"
    with house("browsed") as both, killing(both, wanted):
        address = f"http://127.0.0.1:{both.port}"
        expect_played("killed", {**surroundings, "COUNTERMARCH_SERVER": address, "COUNTERMARCH_KILL": str(wanted)})


@contextmanager
def killing(both: House, wanted: Path) -> Iterator[None]:
    ended = Event()
    killer = Thread(target=kill_owners, args=(both, wanted, ended), daemon=True)
    killer.start()
    try:
        yield
    finally:
        ended.set()
        killer.join(PATIENCE)


def kill_owners(both: House, wanted: Path, ended: Event) -> None:
    """While a file is there, whoever has the latest match dies, once its predecessors have been replaced."""
    latest = "SELECT owner FROM matches ORDER BY created DESC LIMIT 1"
    while not ended.wait(0.05):
        living = both.workers() if wanted.exists() else {}
        if len(living) == 2 and (owner := both.rows(latest)[0][0]) in living:
            both.signal(owner, signal.SIGKILL)
            wanted.unlink()


def test_the_report_of_an_experiment(chromium: str, tmp_path: Path) -> None:
    """From a file, without a server."""
    asked = plan("bridgehead", ("captain", "captain"), 6)
    with opened(tmp_path, asked) as folder:
        run(folder, asked, Here(), lambda more: None)
        write_report(folder)
    expect_played("experiment", {**os.environ, "CHROMIUM": chromium, "COUNTERMARCH_REPORT": f"{tmp_path}/report.html"})


SCENARIOS = [f"{game.key}/{it.key}" for game in cm.games() for it in game.scenarios]
SHORT = "bridgehead/altbrueck"  # the monkey clicks it to its end; in the others bots take over after so many clicks
ENDED = SCENARIOS if os.environ.get("COUNTERMARCH_ENDS") == "all" else [SHORT]
CLICKS, HASTE = "150", "0.15"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_monkey(scenario: str, surroundings: dict[str, str]) -> None:
    expect_played("monkey", {"MONKEY_ACTIONS": CLICKED, **surroundings, "MONKEY_GAMES": scenario})


@pytest.mark.parametrize("scenario", ENDED)
def test_monkey_sees_the_result(scenario: str, surroundings: dict[str, str]) -> None:
    bounds = {"MONKEY_HASTE": HASTE} if scenario == SHORT else {"MONKEY_CLICKS": CLICKS}
    expect_played("monkey", {**surroundings, **bounds, "MONKEY_TO": "end", "MONKEY_GAMES": scenario})
