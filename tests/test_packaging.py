"""A wheel has all that is needed away from the source: data, words, maps, and the browser table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
EXTRAS = ("alembic", "fastapi", "numba", "platformdirs", "sqlalchemy", "uvicorn", "websockets")
BARE = f"""
import sys
sys.modules.update(dict.fromkeys({EXTRAS}))  # as if they were not installed
"""


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    folder = tmp_path_factory.mktemp("wheel")
    words = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--wheel-dir"]
    subprocess.run([sys.executable, "-m", "pip", *words, str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("*.whl")
    return set(ZipFile(wheel).namelist())


def test_a_wheel_has_every_file_of_the_package(packed: set[str]) -> None:
    source = ROOT / "src"
    files = {file.relative_to(source).as_posix() for file in (source / "countermarch").rglob("*") if file.is_file()}
    kept = {file for file in files if "__pycache__" not in file}
    assert {"countermarch/texts/es/engine.toml", "countermarch/server/static/index.html"} <= kept
    assert kept - packed == set()


def test_a_wheel_has_nothing_else(packed: set[str]) -> None:
    assert {name.partition("/")[0].partition("-")[0] for name in packed} == {"countermarch"}


def bare(code: str) -> subprocess.CompletedProcess[str]:
    """Run code where none of the extras is installed."""
    return subprocess.run([sys.executable, "-c", BARE + code], capture_output=True, text=True)


def test_games_are_played_without_any_extra() -> None:
    code = """
import countermarch as cm
match = cm.load("seelow").start(seed=1)
for _ in range(30):
    match.play(match.legal()[0])
print(cm.resume(match.save()).fingerprint() == match.fingerprint())
"""
    done = bare(code)
    assert (done.stdout, done.stderr) == ("True\n", "")


@pytest.mark.parametrize("command", ["play", "serve"])
def test_the_table_says_what_it_lacks(command: str) -> None:
    done = bare(f"sys.argv = ['countermarch', '{command}']\nfrom countermarch.cli import main\nmain()")
    assert done.returncode == 2 and "pip install 'countermarch[table]'" in done.stderr
    assert "Traceback" not in done.stderr
