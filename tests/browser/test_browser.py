"""The table in a browser: each file of web/tests is played against a real server."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
PLAYED = ("play", "seats", "hands", "words", "screens", "several", "refugees", "monkey")


@pytest.mark.parametrize("name", PLAYED)
def test_table(name: str, server: str, saves: Path, chromium: str) -> None:
    script = f"tests/{name}.mjs"
    chosen = {**os.environ, "COUNTERMARCH_SERVER": server, "COUNTERMARCH_SAVES": str(saves), "CHROMIUM": chromium}
    done = subprocess.run(
        ["node", "--test", "--test-reporter=spec", script], cwd=WEB, env=chosen, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"
