"""A real server with the built client, on a free port and a database of its own, and saves to play on from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from countermarch.server.app import STATIC
from countermarch.server.run import free_port
from tests.browser import positions

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


@pytest.fixture(scope="session")
def chromium() -> str:
    if not shutil.which(CHROMIUM):
        pytest.fail(
            f"there is no {CHROMIUM}, and the table cannot be tested without a browser: "
            "run `make test` as root, or `apt-get install chromium`, or name another one in CHROMIUM"
        )
    return CHROMIUM


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("table")) as address:
        yield address


@contextmanager
def serving(folder: Path, *more: str) -> Iterator[str]:
    """A server with so many more words on its command line."""
    if not (STATIC / "index.html").is_file():
        pytest.fail("the client has not been built; run `make setup`")
    port = free_port()
    command = [sys.executable, "-m", "countermarch.cli", "serve", "--port", str(port), "--private-hooks", *more]
    with (folder / "log").open("w") as log:
        serving = subprocess.Popen([*command, "--database", f"sqlite:///{folder}/matches.sqlite"], stderr=log)
    try:
        _await(serving, port, folder / "log")
        yield f"http://127.0.0.1:{port}"
    finally:
        serving.terminate()
        serving.wait(20)


def _await(serving: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _ in range(600):
        if serving.poll() is not None:
            break
        try:
            urlopen(f"http://127.0.0.1:{port}/api/games", timeout=60).close()
            return
        except (TimeoutError, URLError, ConnectionError):
            time.sleep(0.1)
    pytest.fail(f"the server did not start: {log.read_text()}")


@pytest.fixture(scope="session")
def saves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("saves")
    (folder / "ended.json").write_text(positions.ended().save())
    (folder / "blundered.json").write_text(positions.blundered().save())
    (folder / "nearly.json").write_text(positions.nearly_over().save())
    (folder / "assault.json").write_text(positions.assault().save())
    (folder / "refugees.json").write_text(positions.interception().save())
    (folder / "pinned.json").write_text(positions.pinned().save())
    (folder / "reich.json").write_text(positions.reich().save())
    (folder / "barrage.json").write_text(positions.barrage().save())
    (folder / "duel.json").write_text(positions.duel().save())
    (folder / "storm.json").write_text(positions.storm().save())
    (folder / "rout.json").write_text(positions.rout().save())
    (folder / "rally.json").write_text(positions.rally().save())
    (folder / "breakthrough.json").write_text(positions.breakthrough().save())
    (folder / "mobile.json").write_text(positions.mobile_attack().save())
    (folder / "crowded.json").write_text(positions.crowded().save())
    (folder / "interdiction.json").write_text(positions.interdiction().save())
    (folder / "committed.json").write_text(positions.committed().save())
    (folder / "fog.json").write_text(positions.assault(fog_of_war="on").save())
    (folder / "strike.json").write_text(positions.strike().save())
    (folder / "winter.json").write_text(positions.activated("koenigsberg45").save())
    return folder
