"""Printed results in words: what befalls whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from countermarch.charts import Outcome, R, ResultTable
from countermarch.texts import Text, say


def explained(table: ResultTable[R], parts: Callable[[R], Iterator[Text]]) -> dict[str, Text]:
    """Every result of a table, by the code that is printed."""
    found = {result.code: tuple(parts(result)) for row in table.rows for result in row}
    return {code: say("table.result.all", parts=said or (say("table.result.nothing"),)) for code, said in found.items()}


def steps(whom: str, count: int) -> Iterator[Text]:
    if count:
        yield say(f"table.result.{whom}_step") if count == 1 else say(f"table.result.{whom}_steps", count=count)


def hexes(whom: str, count: int) -> Iterator[Text]:
    if count:
        yield say(f"table.result.{whom}_hex") if count == 1 else say(f"table.result.{whom}_hexes", count=count)


def fate(outcome: Outcome) -> Iterator[Text]:
    """Steps and hexes for either side, the defender's first, as he carries his out first."""
    if outcome.pins:
        yield say("table.result.pinned")
    yield from _side("defender", outcome.defender_steps, outcome.defender_hexes, outcome.defender_chooses)
    yield from _side("attacker", outcome.attacker_steps, outcome.attacker_hexes, outcome.attacker_chooses)
    if outcome.starred:
        yield say("table.result.starred")


def _side(whom: str, lost: int, back: int, chooses: bool) -> Iterator[Text]:
    yield from steps(whom, lost)
    if chooses:
        yield say(f"table.result.{whom}_chooses", count=back)
    else:
        yield from hexes(whom, back)
