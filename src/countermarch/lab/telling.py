"""What a tuning came to, in words: before and after with intervals; what was moved, how far, and why it may be so."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from countermarch.games import rules
from countermarch.games.bounds import Cell, Knob, cells, turned
from countermarch.lab import targets
from countermarch.lab.targets import Summary
from countermarch.lab.tuning import Fit, Plan
from countermarch.values import Values

OVERLAY, REPORT, CHANGES, FIGURES = "tuned.json", "report.md", "changes.md", "report.json"
SHOWN = 4  # values of a knob that are named


def write(folder: Path, plan: Plan, before: Fit, after: Fit, command: str) -> None:
    """The overlay, the report, the words, and the figures for programs."""
    values = turned(rules(plan.game), after.settings, "tuned")
    (folder / OVERLAY).write_text(document(values), encoding="utf-8")
    (folder / REPORT).write_text("\n".join(report(plan, before, after, command)) + "\n", encoding="utf-8")
    (folder / CHANGES).write_text("\n".join(changes(plan, after)) + "\n", encoding="utf-8")
    figures = {"plan": plan.to_json(), "before": _figures(before), "after": _figures(after)}
    (folder / FIGURES).write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def document(values: Values) -> str:
    """One row a line, so that a difference can be read."""
    found = values.document()
    tables = ",\n".join(f'  "{table}": [\n{_rows(rows)}\n  ]' for table, rows in found["tables"].items())
    name, game = (json.dumps(found[key]) for key in ("name", "game"))
    return f'{{\n "name": {name},\n "game": {game},\n "tables": {{\n{tables}\n }}\n}}\n'


def _rows(rows: list[Mapping[str, str]]) -> str:
    return ",\n".join(f"   {json.dumps(row, ensure_ascii=False)}" for row in rows)


def _figures(fit: Fit) -> dict[str, Any]:
    found = {
        scenario: {
            "games": one.games,
            "wins": one.wins,
            "draws": one.draws,
            "levels": one.levels,
            "points": one.points,
            "marks": one.marks,
        }
        for scenario, one in fit.found.items()
    }
    return {"settings": dict(fit.settings), "missed": round(fit.missed, 4), "scenarios": found}


# before and after


def report(plan: Plan, before: Fit, after: Fit, command: str) -> Iterator[str]:
    yield f"# {rules(plan.game).info.title}: before and after\n"
    yield f"`{command}`\n"
    yield (
        f"Seeds from {plan.seed}; {plan.generations} generations, {plan.population} settings each, {plan.games} games. "
        f"Before and after are {plan.check} games a scenario on dice nothing was fitted to, the same for both."
    )
    for scenario in plan.scenarios:
        yield from _scenario(plan, scenario, before.found[scenario], after.found[scenario])


def _scenario(plan: Plan, scenario: str, before: Summary, after: Summary) -> Iterator[str]:
    history = plan.bounds.course(scenario)
    yield f"\n## {scenario}\n\n| | before | after |\n|---|---|---|"
    for side in before.wins:
        yield _line(f"{side} wins", before, after, before.wins[side], after.wins[side])
    yield _line("drawn", before, after, before.draws, after.draws)
    for level in history.ladder:
        yield _line(f"level {level}", before, after, before.levels.get(level, 0.0), after.levels.get(level, 0.0))
    for mark in history.marks:
        yield _line(mark.text, before, after, before.marks[mark.key], after.marks[mark.key])
    yield f"| median | {before.median(history.ladder)} | {after.median(history.ladder)} |"
    for side, points in before.points.items():
        yield f"| mean points, {side} | {points:.1f} | {after.points.get(side, 0.0):.1f} |"
    yield f"\nHistory: {history.level or 'none'}: {history.source}."
    amiss = targets.reached(after, history)
    yield f"\nNot as wanted: {'; '.join(amiss)}." if amiss else "\nAll is as wanted."


def _line(what: str, before: Summary, after: Summary, was: float, now: float) -> str:
    return f"| {what} | {share(before, was)} | {share(after, now)} |"


def share(found: Summary, part: float) -> str:
    low, high = found.interval(part)
    return f"{part:.0%} ({low:.0%} to {high:.0%})"


# what was moved


def changes(plan: Plan, after: Fit) -> Iterator[str]:
    yield f"# {rules(plan.game).info.title}: what was moved, and why it may be so\n"
    if not after.settings:
        yield "Nothing: the values as they are do as well as any that were tried."
    for key, turns in after.settings.items():
        yield from told(plan.game, plan.bounds.knob(key), turns)


def told(game: str, knob: Knob, turns: float) -> Iterator[str]:
    """A knob: what of it, how many values by how much, the first of them, and the reason."""
    moved = list(_moved(game, {knob.key: turns}))
    by = sorted({int(new) - int(cell.ours) for cell, new in moved})
    far = f"{by[0]:+d}" if len(by) == 1 else f"{by[0]:+d} to {by[-1]:+d}" if by else "nothing"
    shown = ", ".join(f"{cell.key[1]} {cell.column} {cell.ours} to {new}" for cell, new in moved[:SHOWN])
    more = ", ..." if len(moved) > SHOWN else ""
    way = f"{turns:+g} of {knob.low:g} to {knob.high:+g}"
    yield f"- **{knob.title}** ({way}): {len(moved)} values, {far} each: {shown}{more}."
    yield f"  {knob.reason[0].upper()}{knob.reason[1:]}."


def _moved(game: str, settings: Mapping[str, float]) -> Iterator[tuple[Cell, str]]:
    """The values a setting changes, as they were and as they are then."""
    loaded = rules(game)
    new = {
        (table, next(iter(cells.items())), column): value
        for table, rows in turned(loaded, settings, "moved").document()["tables"].items()
        for cells in rows
        for column, value in cells.items()
    }
    for cell in cells(loaded):
        value = new.get((cell.table, cell.key, cell.column))
        if value is not None:
            yield cell, value
