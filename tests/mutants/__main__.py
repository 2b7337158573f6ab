"""Changes one thing at a time in the rule code of a game and counts what its rule tests notice.

`python -m tests.mutants --game koenigsberg --sample 300 --seed 1`; docs/mutants.md says how to read it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import time
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parents[2]
CACHE = ".mutants"
HOME = "COUNTERMARCH_MUTANTS"  # set in the copy: where the working tree is
LEFT_OUT = shutil.ignore_patterns("*.pyc", "*.pyi", "static", "browser", "golden", "node_modules")
COPIED = ("src/countermarch", "tests")
TRIES = 50


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--game", required=True)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--patience", type=float, default=6, help="seconds of computing any mutant has, at least")
    parser.add_argument("--survivors", action="store_true", help="only those that survived the last run of this sample")
    parser.add_argument("--only", nargs="+", metavar="ID", help="only these mutants, sampled or not, once more")
    parser.add_argument("--file", help="all mutants of one file, such as chitpull/combat.py, instead of a sample")
    parser.add_argument("--listed", action="store_true", help="print survivors as docs/mutants.md lists them")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    if HOME not in os.environ:
        move_into_a_copy()
    from tests.mutants.run import run  # the copy's

    try:
        return run(asked, Path(os.environ[HOME]))
    finally:
        remove(ROOT)


def move_into_a_copy() -> None:
    """The run has sources and tests of its own, so that the working tree may change meanwhile, and goes on there."""
    cache = ROOT / CACHE
    for left in cache.glob("tree-*"):
        if not is_alive(int(left.name.removeprefix("tree-"))):
            shutil.rmtree(left, ignore_errors=True)
    tree = cache / f"tree-{os.getpid()}"
    shutil.rmtree(tree, ignore_errors=True)
    for folder in COPIED:
        shutil.copytree(ROOT / folder, tree / folder, ignore=LEFT_OUT)
    shutil.copy(ROOT / "pyproject.toml", tree)
    library = any((tree / "src/countermarch/kernels/__pycache__").glob("*.so"))
    env = os.environ | {
        HOME: str(ROOT),
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}",
        "PYTHONPYCACHEPREFIX": str(tree / "pycache"),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTEST_ADDOPTS": "",
        **({} if library else {"COUNTERMARCH_KERNELS": "reference"}),
    }
    os.chdir(tree)
    os.execve(sys.executable, [sys.executable, "-m", "tests.mutants", *sys.argv[1:]], env)


def remove(tree: Path) -> None:
    """Who was killed may still write a little."""
    for _ in range(TRIES):
        shutil.rmtree(tree, ignore_errors=True)
        if not tree.exists():
            return
        time.sleep(0.1)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def stop(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    sys.exit(main())
