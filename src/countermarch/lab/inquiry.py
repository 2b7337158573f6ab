"""`countermarch lab compare`, `query`, `replay`: what one wants to know of games played, or of two ways to play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from countermarch.lab.balancing import Game, Jobs, Kept, Options, Ray, Scenario, err, out, progress, settings
from countermarch.match import load

if TYPE_CHECKING:
    from countermarch.lab.compare import Comparison

Json = Annotated[bool, typer.Option("--json", help="print JSON")]
VERDICTS = {
    "first": "{first} is ahead of {second}",
    "second": "{second} is ahead of {first}",
    "alike": "no difference as large as {margin:.0%}",
    "open": "not decided",
}


def compare(
    game: Game,
    first: Annotated[
        str, typer.Argument(metavar="A", help="a bot, option=value, values (a folder, a file, ours, tuned)")
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="another of the same kind")],
    scenario: Scenario = None,
    side: Annotated[
        str | None, typer.Option(help="for whom it counts, if not bots are compared; the first side")
    ] = None,
    bots: Annotated[str | None, typer.Option(help="who plays, if not bots are compared; captains")] = None,
    pairs: Annotated[int, typer.Option(min=1, help="at most so many pairs of games")] = 500,
    margin: Annotated[float, typer.Option(min=0.01, max=1, help="a smaller difference does not matter")] = 0.1,
    option: Options = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    as_json: Json = False,
) -> None:
    """Compare two bots, two sets of values or two settings of an option on the same dice; stops when it is decided."""
    from countermarch.lab import compare as comparing
    from countermarch.lab.runners import runner

    ways = comparing.way(game, first), comparing.way(game, second)
    sides, chosen = load(game).info.sides, settings(option)
    key = comparing.check(game, ways, scenario, chosen)
    seats = _seats(game, bots, ways[0].bot is not None)
    if side is not None and side not in sides:
        raise ValueError(f"{game} has no side {side!r}; it has {', '.join(sides)}")
    todo = comparing.trials(game, key, ways, seats, sides.index(side or sides[0]), chosen)
    found = comparing.Comparison(first, second, margin)
    with progress() as shown:
        task = shown.add_task(f"{first} beside {second}", total=pairs)
        try:
            for found in comparing.compared(todo, ways, pairs, margin, runner(jobs, ray)):  # noqa: B007
                shown.advance(task)
        except KeyboardInterrupt:
            err.print("stopped before it was decided", highlight=False)
    _tell(found, as_json)


def _seats(game: str, bots: str | None, given: bool) -> tuple[str, ...]:
    from countermarch.bots import CAPTAIN, RANDOM, bots_of, check_bot

    if given and bots is not None:
        raise ValueError("two bots are compared: leave out --bots")
    sides = load(game).info.sides
    usual = CAPTAIN if CAPTAIN in bots_of(game) else RANDOM
    names = tuple(bots.split(",")) if bots else (usual,) * len(sides)
    if len(names) != len(sides):
        raise ValueError(f"name {len(sides)} bots, one for each of {', '.join(sides)}")
    for name in names:
        check_bot(name, game)
    return names


def _tell(found: Comparison, as_json: bool) -> None:
    told = found.to_json()
    if as_json:
        print(json.dumps(told, indent=1))
        return
    low, high = told["interval"]
    said = VERDICTS[found.verdict].format(**told)
    out.print(f"[bold]{escape(said)}[/] after {told['pairs']} pairs ({told['games']} games)", highlight=False)
    out.print(
        f"difference of results {told['difference']:+.1%} (95 %, at every look: {low:+.1%} to {high:+.1%})",
        highlight=False,
    )
    out.print(f"chance of this or more if there were none: {told['chance']:.2g}", highlight=False)
    few, many = told["points_interval"]
    out.print(f"difference of points {told['points']:+.2f} ({few:+.2f} to {many:+.2f})", highlight=False)


def query(
    folder: Kept, sql: Annotated[str, typer.Argument(help="the table is called rows")], as_json: Json = False
) -> None:
    """Ask an experiment's rows in SQL (DuckDB's); nothing is changed."""
    from countermarch.lab.folder import kept
    from countermarch.lab.query import asked

    columns, found = asked(kept(folder), sql)
    if as_json:
        rows = [dict(zip(columns, row, strict=True)) for row in found]
        print(json.dumps(rows, indent=1, ensure_ascii=False, default=str))
        return
    table = Table(*map(escape, columns))
    for row in found:
        table.add_row(*(escape(_cell(value)) for value in row))
    out.print(table)


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


def replay(
    folder: Kept,
    seed: Annotated[int, typer.Argument(help="of the game, as its row has it")],
    save: Annotated[Path | None, typer.Option(help="write the match to this file; the table opens it")] = None,
) -> None:
    """Play a game of an experiment again, check that it is the same, and save it for the table."""
    from countermarch.lab.folder import kept
    from countermarch.lab.replays import replayed

    match = replayed(kept(folder), seed)
    assert match.result is not None
    if save is not None:
        save.write_text(match.save(), encoding="utf-8")
    kept_in = f"; it is in {save}" if save else ""
    out.print(
        f"the same game, {match.fingerprint()}: {escape(str(match.result.text))}{kept_in}",
        highlight=False,
        soft_wrap=True,
    )


COMMANDS = (compare, query, replay)
