"""One run: the sample, what is known of it already, the rest with progress and time left, the report."""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import hypothesis  # noqa: F401  loaded once, before forking
import numba  # noqa: F401
import numpy  # noqa: F401
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tests.mutants.population import Mutant, population, sample
from tests.mutants.results import NOTICED, WAITING, Kept, absent, as_listed, equivalents, facts, is_absent, told
from tests.mutants.session import Session, TestsAreRed
from tests.mutants.workers import Place

TREE = Path(__file__).parents[2]
HASHED = (".py", ".toml", ".csv", ".json")
EVERY = 20  # mutants from one line of progress to the next, where there is no terminal


def run(asked: argparse.Namespace, home: Path) -> int:
    console = Console(highlight=False, soft_wrap=True)
    games = TREE / "src" / "countermarch" / "games"
    place = Place(TREE, games, "countermarch.games", TREE / "tests" / "rules" / asked.game)
    if not place.tests.is_dir():
        console.print(f"There are no rule tests of {asked.game} in tests/rules.")
        return 2
    page = home / "docs" / "mutants.md"
    elsewhere, found = absent(page, asked.game), population(games, asked.game, facts(page, asked.game))
    everything = [mutant for mutant in found if not is_absent(mutant, elsewhere)]
    kept = Kept(home / ".mutants", asked.game, asked.seed, asked.sample, state(TREE))
    chosen = choose(asked, everything, kept)
    verdicts = {} if asked.only else kept.read()
    left = [mutant for mutant in chosen if mutant.id not in verdicts]
    console.print(f"{asked.game}: {len(everything)} mutants, {len(chosen)} chosen, {len(left)} to run")
    for mutant in left if asked.survivors else ():
        kept.add(mutant, WAITING)
    try:
        if left:
            go(place, left, asked, kept, verdicts, console)
    except KeyboardInterrupt:
        console.print("\nStopped; the same command goes on from here.")
        return 130
    except TestsAreRed as red:
        console.print(f"The tests fail without any change: {red}. See {home / '.mutants' / 'log'}", style="red")
        return 1
    listed = equivalents(page, asked.game)
    report = told(asked.game, chosen, verdicts, listed)
    kept.path.with_suffix(".txt").write_text(report + "\n", encoding="utf-8")
    console.print(report, markup=False)
    if asked.listed:
        rest = [m for m in chosen if verdicts[m.id] != NOTICED and m.key not in listed]
        console.print("\n".join(map(as_listed, rest)), markup=False)
    return 0


def choose(asked: argparse.Namespace, everything: Sequence[Mutant], kept: Kept) -> list[Mutant]:
    if asked.only:
        return [mutant for mutant in everything if mutant.id in asked.only]
    if asked.file:
        return [mutant for mutant in everything if mutant.file == asked.file]
    sampled = sample(everything, asked.sample, asked.seed)
    if asked.survivors:
        last = kept.last_survivors()
        return [mutant for mutant in sampled if mutant.id in last]
    return sampled


def state(tree: Path) -> str:
    """Of the sources and tests: what was found of others is not taken over."""
    found = sha256()
    for path in sorted(p for folder in ("src", "tests") for p in (tree / folder).rglob("*") if p.suffix in HASHED):
        found.update(path.relative_to(tree).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:12]


def go(
    place: Place,
    left: Sequence[Mutant],
    asked: argparse.Namespace,
    kept: Kept,
    verdicts: dict[str, str],
    console: Console,
) -> None:
    gc.freeze()
    log = kept.folder / "log"
    kept.folder.mkdir(exist_ok=True)
    log.unlink(missing_ok=True)
    session = Session(place, left, asked.jobs, asked.patience, log)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[found]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
        auto_refresh=False,  # no thread while forking
        disable=not console.is_terminal,
    )
    try:
        console.print("Running the tests without a change, to see which lines they come by ...")
        session.ready()
        begun = time.monotonic()
        with progress:
            task = progress.add_task("mutants", total=len(left), found="")
            mine: dict[str, str] = {}

            def hear(mutant: Mutant, verdict: str) -> None:
                kept.add(mutant, verdict)
                verdicts[mutant.id] = mine[mutant.id] = verdict
                noticed = sum(v == NOTICED for v in mine.values())
                progress.update(task, advance=1, found=f"{noticed} noticed", refresh=True)
                if not console.is_terminal and len(mine) % EVERY == 0:
                    spent = time.monotonic() - begun
                    rest = spent / len(mine) * (len(left) - len(mine))
                    console.print(f"{len(mine)}/{len(left)}, {noticed} noticed, {spent:.0f} s, {rest:.0f} s left")
                    sys.stdout.flush()

            session.run(left, hear)
    finally:
        session.close()
