"""`countermarch lab tune` and `lab sensitivity`: fitting values that no rulebook gives, and which of them matter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from countermarch import match as face
from countermarch.bots import CAPTAIN, check_bot
from countermarch.lab.commands import Game, Jobs, Scenario, Seed, err, out

if TYPE_CHECKING:
    from countermarch.games.bounds import Knob
    from countermarch.lab.sensitivity import Effect
    from countermarch.lab.tuning import Plan

Bots = Annotated[str, typer.Option(help="who plays, side by side")]
Knobs = Annotated[str | None, typer.Option(help="knobs by key, with commas; all of the game if left out")]


def tune(
    game: Game,
    to: Annotated[Path, typer.Option("--out", help="the folder for overlay, report and games; it goes on from there")],
    scenario: Annotated[str | None, typer.Option(help="all together if left out")] = None,
    target: Annotated[str, typer.Option(help="what games are fitted to")] = "history,fair",
    budget: Annotated[int, typer.Option(min=1, help="games in all, without those before and after")] = 1000,
    games: Annotated[int, typer.Option(min=1, help="that each setting plays of a scenario")] = 20,
    check: Annotated[int, typer.Option(min=1, help="games of a scenario before and after, on other dice")] = 60,
    knobs: Knobs = None,
    start: Annotated[str | None, typer.Option(help="a guess to begin from, as knob=turns, with commas")] = None,
    bots: Bots = f"{CAPTAIN},{CAPTAIN}",
    seed: Seed = 300_000,
    jobs: Jobs = 1,
) -> None:
    """Fit values that no rulebook gives within their bounds, and tell what changed and why it may be so."""
    from countermarch.lab import targets, telling, tuning
    from countermarch.lab.trials import workers

    names = tuple(knob.key for knob in _knobs(game, knobs))
    plan = tuning.Plan(
        game,
        scenarios=_scenarios(game, scenario),
        knobs=names,
        targets=targets.check_targets(target),
        bots=_bots(game, bots),
        games=games,
        budget=budget,
        check=check,
        seed=seed,
        start=_guess(start),
    )
    tuning.check_plan(plan)
    book = tuning.open_folder(to, plan)
    with _progress() as progress, workers(jobs) as pool:
        task = progress.add_task(game, total=plan.total)
        told = _advance(progress, task)
        settings = tuning.fitted(
            plan, book, pool, told, lambda n, best: err.print(f"generation {n + 1}: the best misses {best:.2f}")
        )
        before, after = (
            tuning.evaluate(plan, book, one, tuning.fresh_dice(plan), pool, told) for one in ({}, settings)
        )
    telling.write(to, plan, before, after, _command(plan, scenario))
    out.print(f"missed {before.missed:.2f} before, {after.missed:.2f} after; {to / telling.REPORT}")
    out.print_json(data=dict(settings))


def sensitivity(
    game: Game,
    scenario: Scenario = None,
    games: Annotated[int, typer.Option(min=2, help="that each end of a knob plays")] = 40,
    knobs: Knobs = None,
    each: Annotated[bool, typer.Option("--each", help="every bound by itself instead of the knobs")] = False,
    bots: Bots = f"{CAPTAIN},{CAPTAIN}",
    seed: Seed = 400_000,
    jobs: Jobs = 1,
    rows: Annotated[Path | None, typer.Option("--out", help="rows are kept here, and it goes on from them")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Rank values by what they do to the result: games on the same dice, with each knob at its ends."""
    from countermarch.lab.sensitivity import effects, ends
    from countermarch.lab.trials import Book, workers

    chosen, key = _knobs(game, knobs, each), _scenarios(game, scenario)[0]
    seats = _bots(game, bots)
    with _progress() as progress, workers(jobs) as pool:
        task = progress.add_task(f"{game}, {key}", total=games * (1 + len(list(ends(chosen)))))
        dice = range(seed, seed + games)
        found = effects(game, key, seats, chosen, dice, Book(rows), pool, _advance(progress, task))
    if as_json:
        out.print_json(data=[one.to_json() for one in found])
    else:
        out.print(_ranked(game, key, found))


def _ranked(game: str, scenario: str, found: list[Effect]) -> Table:
    first = face.load(game).info.sides[0]
    table = Table(title=f"{game}, {scenario}: what it does for the {first} side")
    for title in ("knob", "turned", "result", "95 %", "points"):
        table.add_column(title)
    for one in found:
        interval = f"{one.low:+.0%} to {one.high:+.0%}"
        table.add_row(one.title, f"{one.turned:+g}", f"{one.result:+.0%}", interval, f"{one.points:+.1f}")
    return table


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True)


def _advance(progress: Progress, task: TaskID) -> Callable[[int], None]:
    return lambda more: progress.advance(task, more)


def _command(plan: Plan, scenario: str | None) -> str:
    chosen = f" --scenario {scenario}" if scenario else ""
    guess = f" --start {','.join(f'{key}={turns:g}' for key, turns in plan.start)}" if plan.start else ""
    return (
        f"countermarch lab tune {plan.game}{chosen} --target {','.join(plan.targets)} --knobs {','.join(plan.knobs)}"
        f"{guess} --budget {plan.budget} --games {plan.games} --check {plan.check} --seed {plan.seed} --out FOLDER"
    )


def _knobs(game: str, named: str | None, each: bool = False) -> list[Knob]:
    from countermarch.games.bounds import bounds_of

    face.load(game)  # an unknown game is told as such
    bounds = bounds_of(game)
    if named is not None:
        return [bounds.knob(key.strip()) for key in named.split(",")]
    return bounds.singles if each else list(bounds.knobs)


def _guess(said: str | None) -> tuple[tuple[str, float], ...]:
    pairs = [pair.partition("=") for pair in said.split(",")] if said else []
    try:
        return tuple((key.strip(), float(turns)) for key, _, turns in pairs)
    except ValueError:
        raise ValueError(f"write --start as knob=turns, with commas, not {said!r}") from None


def _scenarios(game: str, scenario: str | None) -> tuple[str, ...]:
    if scenario is not None:
        return (face.load(game).start(scenario, seed=1).scenario,)
    return tuple(one.key for one in face.load(game).info.scenarios)


def _bots(game: str, named: str) -> tuple[str, ...]:
    found, sides = tuple(named.split(",")), face.load(game).info.sides
    if len(found) != len(sides):
        raise ValueError(f"{game} has {len(sides)} sides ({', '.join(sides)}); --bots names {len(found)}")
    for name in found:
        check_bot(name, game)
    return found


COMMANDS = (tune, sensitivity)
