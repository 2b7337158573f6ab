"""`countermarch lab balance`, `replay`: an experiment from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

if TYPE_CHECKING:
    from countermarch.lab.experiment import Experiment
    from countermarch.lab.folder import Folder

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
Data = Annotated[Path | None, typer.Option("--data", help="a folder or file with your own values laid over ours")]
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
) -> None:
    """Play many games, keep each as a row, and write a report; stopped, the same command goes on where it was."""
    from countermarch.lab import experiment as experiments

    asked = experiments.plan(
        game, bots.split(","), games, scenario=scenario, seed=seed, options=settings(option), data=data
    )
    _played(asked, to, jobs, ray)


def _played(asked: Experiment, to: str, jobs: int, ray: str | None) -> None:
    from countermarch.lab import folder as folders
    from countermarch.lab.runners import runner
    from countermarch.lab.running import run

    workers = runner(jobs, ray)
    with folders.opened(to, asked) as folder, progress() as shown:
        _go_on(folder, asked)
        already = len(asked.seeds) - len(folder.missing(asked))
        task = shown.add_task(f"{asked.game}, {asked.scenario}", total=asked.games, completed=already)
        try:
            run(folder, asked, workers, lambda more: shown.advance(task, more))
        except KeyboardInterrupt:
            done = asked.games - len(folder.missing(asked))
            said = f"stopped: {done} of {asked.games} games are in {to}; the same command goes on from there"
            err.print(said, highlight=False, soft_wrap=True)
            raise typer.Exit(130) from None


def _go_on(folder: Folder, asked: Experiment) -> None:
    if folder.done:
        err.print(f"{len(folder.done)} games are there already", highlight=False)


COMMANDS = (balance,)
