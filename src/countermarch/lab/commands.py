"""`countermarch lab`: experiments with many games."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from countermarch import match as face
from countermarch.bots import CAPTAIN, GENERAL, LEVELS, check_bot
from countermarch.values import TUNED

if TYPE_CHECKING:  # bots take long to come; not everybody who types a command wants them
    from countermarch.lab import ladder as ladders
    from countermarch.lab import valuing

lab = typer.Typer(no_args_is_help=True, help=__doc__)
out = Console()
err = Console(stderr=True)

GAINED = 0.55  # of other dice, and new weights are kept
LEARNED = 0.6  # the same for the best of several ways, which is a little lucky

Game = Annotated[str, typer.Argument(help="the game's key")]
Scenario = Annotated[str | None, typer.Option(help="the first if left out")]
Seed = Annotated[int, typer.Option(help="of the first game; the next ones follow")]
Jobs = Annotated[int, typer.Option(min=1, max=256, help="games at the same time")]


def _scenario(game: str, scenario: str | None) -> str:
    return face.load(game).start(scenario, seed=1).scenario


def ladder(
    game: Game,
    scenario: Scenario = None,
    pairs: Annotated[int, typer.Option(min=1, help="of each two neighbours")] = 20,
    time: Annotated[float, typer.Option(help="seconds a general thinks about an activation")] = 1.0,
    levels: Annotated[str, typer.Option(help="bots, the weakest first")] = ",".join(LEVELS),
    seed: Seed = 1,
    jobs: Jobs = 1,
    rows: Annotated[Path | None, typer.Option("--out", help="rows are kept here, and a series goes on from it")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Measure how much stronger each bot is than the one before: pairs with the same dice and seats exchanged."""
    chosen = [f"{GENERAL}:{time:g}" if name == GENERAL else name for name in levels.split(",")]
    if len(chosen) < 2:
        raise ValueError("a ladder needs two bots: --levels captain,general")
    key = _scenario(game, scenario)
    for name in chosen:
        check_bot(name, game)
    found = [
        _compared(game, key, (strong, weak), range(seed, seed + pairs), jobs, rows) for weak, strong in pairwise(chosen)
    ]
    if as_json:
        out.print_json(data=[one.to_json() for one in found])
    else:
        out.print(_table(game, key, found))


def _compared(
    game: str, scenario: str, bots: tuple[str, str], seeds: range, jobs: int, rows: Path | None
) -> ladders.Comparison:
    from countermarch.lab import ladder as ladders

    done = [row for row in ladders.played(rows, game, scenario, bots) if row.seed in seeds] if rows else []
    left = [seed for seed in seeds if seed not in {row.seed for row in done}]
    with Progress(console=err, transient=True) as progress:
        task = progress.add_task(f"{bots[0]} over {bots[1]}", total=len(seeds), completed=len(done))
        for row in ladders.series(game, scenario, bots, left, jobs):
            if rows:
                ladders.write_row(rows, row)
            done.append(row)
            progress.advance(task)
    return ladders.compare(bots, done)


def _table(game: str, scenario: str, found: list[ladders.Comparison]) -> Table:
    sides = face.load(game).info.sides
    table = Table(title=f"{game}, {scenario}")
    for title in ("bots", "pairs", "won", "95 %", "Elo", *(f"as {side}" for side in sides[:2])):
        table.add_column(title)
    for one in found:
        best, low, high = one.elo
        table.add_row(
            f"{one.bots[0]} over {one.bots[1]}",
            str(one.pairs),
            f"{one.share:.0%}",
            f"{one.low:.0%} to {one.high:.0%}",
            f"{best:+.0f} ({low:+.0f} to {high:+.0f})",
            *(f"{share:.0%}" for share in one.seats),
        )
    return table


def value(
    game: Game,
    scenario: Scenario = None,
    games: Annotated[int, typer.Option(min=4, help="games between captains of different minds")] = 400,
    seed: Seed = 70_000,
    jobs: Jobs = 1,
    tuned: Annotated[bool, typer.Option("--tuned", help="games by the tuned values")] = False,
    to: Annotated[Path, typer.Option("--out", help="the folder the weights are written to")] = Path("."),
) -> None:
    """Fit what positions of a scenario are worth, and tell how true it is on games kept back."""
    from countermarch.lab import valuing

    key = _scenario(game, scenario)
    seen: list[valuing.Seen] = []
    with Progress(console=err, transient=True) as progress:
        task = progress.add_task(f"{game}, {key}", total=games)
        for positions in valuing.harvest(game, key, games, seed, jobs, TUNED if tuned else None):
            seen += positions
            progress.advance(task)
    fitted = valuing.fit(seen)
    said = f"countermarch lab value {game} --scenario {key} --games {games} --seed {seed}{' --tuned' * tuned}"
    version = face.load(game).info.version
    file = to / f"{game}.{key}{'.' + TUNED if tuned else ''}.json"
    valuing.write(file, fitted, {"command": said, "rules": version, "positions": len(seen)})
    trust = fitted["trust"]
    out.print(f"{len(seen)} positions; Brier {trust['brier']}, always the mean {trust['always_the_mean']}; {file}")


def drill(
    game: Game,
    side: Annotated[str, typer.Argument(help="whose captain is tuned")],
    scenario: Annotated[str | None, typer.Option(help="all in turn if left out")] = None,
    generations: Annotated[int, typer.Option(min=1, help="of captains")] = 12,
    games: Annotated[int, typer.Option(min=1, help="that each captain of a generation plays")] = 6,
    check: Annotated[int, typer.Option(min=1, help="games on other dice that show what was gained")] = 60,
    seed: Seed = 200_000,
    jobs: Jobs = 1,
    to: Annotated[
        Path | None, typer.Option("--out", help="the doctrine's data, changed if anything was gained")
    ] = None,
) -> None:
    """Tune what a side's captain holds things to be worth, and tell what it gained on other dice."""
    from countermarch.lab import drill as drills

    trial = drills.Trial(game, _scenarios(game, scenario), _side(game, side))
    check_bot(CAPTAIN, game)
    with Progress(console=err, transient=True) as progress:
        task = progress.add_task(f"{game}, {side}", total=generations)
        for found in drills.drilled(trial, generations, games, seed, jobs):
            progress.update(task, completed=found.number + 1)
    gain = drills.gained(trial, found.factors, range(seed - check, seed), jobs)
    chosen = f" --scenario {scenario}" if scenario else ""
    said = f"countermarch lab drill {game} {side}{chosen} --generations {generations} --games {games} --seed {seed}"
    weights = drills.changed(trial, found.factors)
    out.print(f"better than before on {gain:.0%} of {check} other dice")
    out.print_json(data=weights)
    if to and gain > GAINED:
        told = f"{said}: better on {gain:.0%} of {check} other dice"
        drills.write(to, side, {**drills.held(to, side), **weights}, told)


def school(
    game: Game,
    scenario: Scenario = None,
    games: Annotated[int, typer.Option(min=20, help="lessons: games between captains of different minds")] = 1000,
    check: Annotated[int, typer.Option(min=1, help="other dice that show how far to go")] = 60,
    seed: Seed = 500_000,
    jobs: Jobs = 1,
    rows: Annotated[Path | None, typer.Option(help="lessons are kept here, and it goes on from them")] = None,
    also: Annotated[
        list[Path] | None, typer.Option(exists=True, dir_okay=False, help="lessons of sister games, heard as well")
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--out", help="the doctrine's data, changed if anything was gained")
    ] = None,
) -> None:
    """Learn what a general should hold otherwise than his captains, for both sides at once."""
    from countermarch.lab import drill as drills
    from countermarch.lab import schooling

    key = _scenario(game, scenario)
    check_bot(GENERAL, game)
    seeds = range(seed, seed + games)
    kept = schooling.read(rows) if rows else []
    heard = [row for row in kept if (row.game, row.scenario) == (game, key) and row.seed in seeds]
    left = [one for one in seeds if one not in {row.seed for row in heard}]
    with Progress(console=err, transient=True) as progress:
        task = progress.add_task(f"{game}, {key}", total=games, completed=len(heard))
        for row in schooling.lessons(game, key, left, jobs):
            if rows:
                schooling.write(rows, row)
            heard.append(row)
            progress.advance(task)
    heard += [row for file in also or () for row in schooling.read(file)]
    found = schooling.slopes(game, heard)
    said = f"countermarch lab school {game} --scenario {key} --games {games} --seed {seed}"
    said += "".join(f" --also {file}" for file in also or ())
    out.print(f"{len(heard)} games; what they teach tells how others end with a correlation of {found.told:.2f}")
    for side in found.by_side:
        lore = schooling.lore(drills.Trial(game, (key,), side), found, range(seed - check, seed), jobs)
        told = f"better on {lore.gained:.0%} of {check} other dice"
        out.print(f"{side}: {told}, {lore.far:g} far")
        out.print_json(data=lore.weights)
        if to and lore.gained >= LEARNED:
            drills.write(to, f"{GENERAL}.{key}.{side}", lore.weights, f"{said}: {told}")


def _scenarios(game: str, scenario: str | None) -> tuple[str, ...]:
    every = tuple(one.key for one in face.load(game).info.scenarios)
    return every if scenario is None else (_scenario(game, scenario),)


def _side(game: str, side: str) -> str:
    sides = face.load(game).info.sides
    if side not in sides:
        raise ValueError(f"{game} has no side {side!r}; it has {', '.join(sides)}")
    return side


def calibration(to: Annotated[Path, typer.Option("--out", help="the drawing")] = Path("calibration.svg")) -> None:
    """Draw how true the values are that ship with the bots: what was promised against what came."""
    from countermarch.lab import calibration as drawn

    to.write_text(drawn.drawing(drawn.shipped()), encoding="utf-8")
    out.print(str(to))


COMMANDS = (ladder, drill, school, value, calibration)
