"""`countermarch lab balance`, `replay`: an experiment from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from countermarch.texts import LANGUAGES

if TYPE_CHECKING:
    from countermarch.lab.experiment import Experiment
    from countermarch.lab.folder import Folder
    from countermarch.lab.runners import Runner

out = Console()
err = Console(stderr=True)

Game = Annotated[str, typer.Argument(help="the game's key")]
Scenario = Annotated[str | None, typer.Option(help="the first if left out")]
Games = Annotated[int, typer.Option(min=1, help="how many games; more of them can be added later")]
Bots = Annotated[str, typer.Option(help="one bot a side, in the order of the sides")]
Seed = Annotated[int, typer.Option(min=0, help="of the first game; the next ones follow")]
Jobs = Annotated[int, typer.Option(min=1, max=256, help="processes")]
Ray = Annotated[str | None, typer.Option(metavar="ADDRESS", help="a Ray cluster's address, or local to start one")]
Options = Annotated[list[str] | None, typer.Option("--option", help="key=value, as `countermarch games` lists them")]
Data = Annotated[
    Path | None, typer.Option("--data", help="a folder or file with your own values laid over ours, or: tuned")
]
Language = Annotated[str, typer.Option("--lang", help="the report's first: " + " or ".join(LANGUAGES))]
Kept = Annotated[str, typer.Argument(metavar="FOLDER", help="an experiment's folder, or an address such as s3://...")]


class Speed(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.2f} games a second" if task.speed else "")


def progress() -> Progress:
    """What is done, how fast, and how long it takes still."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Speed(), TimeRemainingColumn())
    return Progress(*columns, console=err, disable=not err.is_terminal)


def settings(pairs: list[str] | None) -> dict[str, str]:
    wrong = [pair for pair in pairs or [] if "=" not in pair]
    if wrong:
        raise ValueError(f"write an option as key=value, not {wrong[0]!r}")
    return dict(pair.split("=", 1) for pair in pairs or [])


def balance(
    game: Game,
    to: Annotated[str, typer.Option("--out", metavar="FOLDER", help="rows and report; or an address such as s3://...")],
    scenario: Scenario = None,
    games: Games = 100,
    bots: Bots = "captain,captain",
    seed: Seed = 1,
    jobs: Jobs = 1,
    ray: Ray = None,
    option: Options = None,
    data: Data = None,
    language: Language = "en",
) -> None:
    """Play many games, keep each as a row, and write a report; stopped, the same command goes on where it was."""
    from countermarch.lab import experiment as experiments

    _check_language(language)
    asked = experiments.plan(
        game, bots.split(","), games, scenario=scenario, seed=seed, options=settings(option), data=data
    )
    _played(asked, to, jobs, ray, language)


def _check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}; choose one of: {', '.join(LANGUAGES)}")


def _played(asked: Experiment, to: str, jobs: int, ray: str | None, language: str) -> None:
    from countermarch.lab import folder as folders
    from countermarch.lab.runners import runner

    workers = runner(jobs, ray)
    with folders.opened(to, asked) as folder:
        try:
            _play(folder, asked, workers)
            _report(folder, language)
        except KeyboardInterrupt:
            raise _stopped(folder, asked) from None


def _play(folder: Folder, asked: Experiment, workers: Runner) -> None:
    from countermarch.lab.running import run

    with progress() as shown:
        _go_on(folder)
        already = len(asked.seeds) - len(folder.missing(asked))
        task = shown.add_task(f"{asked.game}, {asked.scenario}", total=asked.games, completed=already)
        run(folder, asked, workers, lambda more: shown.advance(task, more))


def _stopped(folder: Folder, asked: Experiment) -> typer.Exit:
    done = asked.games - len(folder.missing(asked))
    where = folder.store.address
    said = f"stopped: {done} of {asked.games} games are in {where}; the same command goes on from there"
    err.print(said, highlight=False, soft_wrap=True)
    return typer.Exit(130)


def _report(folder: Folder, language: str) -> None:
    from countermarch.lab.report import write_report

    name = write_report(folder, language)
    out.print(f"{len(folder.done)} games; {folder.store.address}/{name}", highlight=False, soft_wrap=True)


def report(folder: Kept, language: Language = "en") -> None:
    """Write an experiment's report anew from its rows, also while it is still being played."""
    from countermarch.lab.folder import kept

    _check_language(language)
    _report(kept(folder), language)


def _go_on(folder: Folder) -> None:
    if folder.done:
        err.print(f"{len(folder.done)} games are there already", highlight=False)


COMMANDS = (balance, report)
