"""Which kernels answer, what importing them costs, and where the compiled ones are kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import countermarch.kernels

PACKAGE = Path(countermarch.kernels.__file__).parent
MOVE = """
from array import array
from countermarch import kernels
nbr = [1, -1, -1, -1, -1, -1, -1, -1, -1, 0, -1, -1]
terrain, state = kernels.Terrain(nbr, [2] * 12, [0] * 12), kernels.Ints(array("i", bytes(32)))
answer = kernels.reach(terrain, state, 0, 2, 4, 6, 0, 2, 1, 0, 0, 0)
assert (answer.hexes.tolist(), answer.costs.tolist(), answer.path(1)) == ([1], [2], [1])
assert kernels.flood(kernels.Net(nbr, [1] * 12), state, 0, [0], -1).tolist() == [0, 1]
print(kernels.in_use())
"""
NO_NUMBA = "import sys; sys.modules['numba'] = None\n"
NO_NUMPY = "import sys; sys.modules['numpy'] = None\n"


def start(code: str, root: Path = PACKAGE.parent.parent, **environment: str) -> subprocess.Popen[str]:
    """A fresh interpreter that finds the package under root."""
    inherited = {k: v for k, v in os.environ.items() if k not in ("COUNTERMARCH_KERNELS", "NUMBA_CACHE_DIR")}
    return subprocess.Popen(
        [sys.executable, "-c", code], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=root,
        env={**inherited, "PYTHONPATH": str(root), **environment},
    )  # fmt: skip


def output(process: subprocess.Popen[str]) -> str:
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return out.strip()


@pytest.fixture
def install(tmp_path: Path) -> Path:
    """The kernels alone, installed in a folder of their own, with nothing compiled yet."""
    sources = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "countermarch" / "kernels", ignore=sources)
    (tmp_path / "countermarch" / "__init__.py").touch()
    return tmp_path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with the library built."""
    pytest.importorskip("numba")
    root = tmp_path_factory.mktemp("built")
    shutil.copytree(PACKAGE, root / "countermarch" / "kernels", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "countermarch" / "__init__.py").touch()
    said = output(start("import runpy; runpy.run_module('countermarch.kernels')", root))
    assert said.startswith("kernels: built loops_"), said
    return root


def make_unwritable(folder: Path) -> Path:
    """A file in the folder's place: no one, not even root, can write into it."""
    folder.touch()
    return folder


def test_import_brings_neither_numpy_nor_numba(install: Path) -> None:
    code = "import sys, countermarch.kernels; print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    assert output(start(code, install)) == "[]"


def test_reference_on_request(install: Path) -> None:
    assert output(start(NO_NUMPY + MOVE, install, COUNTERMARCH_KERNELS="reference")) == "reference"


def test_reference_without_numba(install: Path) -> None:
    assert output(start(NO_NUMBA + NO_NUMPY + MOVE, install)) == "reference"


def test_unknown_request_is_refused(install: Path) -> None:
    process = start(MOVE, install, COUNTERMARCH_KERNELS="fast")
    assert "COUNTERMARCH_KERNELS is 'fast': set it to 'reference', or not at all" in process.communicate()[1]


def test_processes_compiling_at_once_share_a_cache_beside_the_package(install: Path) -> None:
    pytest.importorskip("numba")
    processes = [start(MOVE, install) for _ in range(2)]
    assert [output(process) for process in processes] == ["compiled"] * 2
    cached = install / "countermarch/kernels/__pycache__"
    assert len(list(cached.glob("*.nbi"))) == len(countermarch.kernels.KERNELS)
    assert not list(cached.glob("*.tmp.*"))
    before = sorted((f.name, f.stat().st_mtime_ns) for f in cached.glob("*.nbc"))
    assert output(start(MOVE, install)) == "compiled"
    assert before == sorted((f.name, f.stat().st_mtime_ns) for f in cached.glob("*.nbc"))


def test_read_only_install_keeps_its_cache_with_the_user(install: Path, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    make_unwritable(install / "countermarch/kernels/__pycache__")
    home = tmp_path / "home"
    assert output(start(MOVE, install, HOME=str(home), XDG_CACHE_HOME=str(home / "cache"))) == "compiled"
    assert len(list(home.rglob("*.nbi"))) == len(countermarch.kernels.KERNELS)


def test_nowhere_to_keep_a_cache_still_compiles(install: Path, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    make_unwritable(install / "countermarch/kernels/__pycache__")
    home = make_unwritable(tmp_path / "home")
    assert output(start(MOVE, install, HOME=str(home), XDG_CACHE_HOME=str(home / "cache"))) == "compiled"


def test_the_library_answers_without_numba(built: Path) -> None:
    assert output(start(NO_NUMBA + MOVE, built)) == "compiled"


def test_a_library_of_other_loops_is_left_alone(built: Path, tmp_path: Path) -> None:
    shutil.copytree(built, tmp_path / "changed")
    with (tmp_path / "changed/countermarch/kernels/loops.py").open("a") as loops:
        loops.write("# changed\n")
    assert output(start(NO_NUMBA + MOVE, tmp_path / "changed")) == "reference"


def test_without_a_compiler_the_loops_are_compiled_when_called(install: Path) -> None:
    pytest.importorskip("numba")
    code = "import runpy, sys; sys.modules['numba.pycc'] = None; runpy.run_module('countermarch.kernels')"
    said = output(start(code, install))
    assert "install a C compiler and Python's headers" in said
    assert said.endswith("kernels: compiled, as numba compiles them")
