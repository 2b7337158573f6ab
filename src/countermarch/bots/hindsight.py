"""Looking back: what a side carried out in one go, and how that compares with something else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import sqrt

from countermarch.bots.general import CHANCE, General
from countermarch.bots.plans import Plan
from countermarch.bots.value import judge_of
from countermarch.match import Match
from countermarch.notation import DONE


def carried_out(table: Match, record: Sequence[str], side: str) -> Plan:
    """What a side did until chance, the other side or another question came between."""
    twin, said = table.copy(), []
    begun = table.legal().verbs
    for entry in record:
        if entry.startswith("!") or twin.to_act != side or twin.paused:
            break
        rolled = len(twin.rolls)
        twin.repeat(entry)
        said.append(entry)
        if len(twin.rolls) > rolled or (entry == DONE and _something_else(twin, begun)):
            break
    return Plan.of(said)


def _something_else(table: Match, begun: Collection[str]) -> bool:
    """Whether what was asked at first is over."""
    return table.to_act is None or not any(verb in begun for verb in table.legal().verbs if verb != DONE)


def leads(
    general: General, table: Match, side: str, plan: Plan, other: Plan, first: int = 1, what: int = CHANCE
) -> Iterator[float]:
    """How much better one plan does than another, in one imagined world after the other, as the side knew the table."""
    judge = judge_of(table)
    while True:
        world = table.imagine(side, general.seed + first)
        ours, theirs = (general.rollout(world, side, tried, judge)[what] for tried in (plan, other))
        yield ours - theirs
        first += 1


def mean_and_error(found: Sequence[float]) -> tuple[float, float]:
    """The mean, and its standard error."""
    mean = sum(found) / len(found)
    return mean, sqrt(sum((one - mean) ** 2 for one in found) / max(len(found) - 1, 1) / len(found))
