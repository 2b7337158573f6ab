"""What somebody had in mind: his last activation as the plans it was made of, each beside doing nothing."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.bots.general import NOTHING, General
from countermarch.bots.hindsight import carried_out, leads, mean_and_error
from countermarch.bots.plans import Plan
from countermarch.bots.value import judge_of
from countermarch.match import Match
from countermarch.notation import DONE

BEGUN_BY = ("move", "attack")  # what an activation is made of; the rest answers somebody
FEW = 2  # worlds say something about a plan


@dataclass(frozen=True, slots=True)
class Motive:
    """A plan that was carried out after so many actions, and how much better the chance was by it than by ending there.

    Nought if that is not sure; None if there was no ending, or nobody can say.
    """

    index: int
    said: tuple[str, ...]
    over_nothing: float | None = None


@dataclass(frozen=True, slots=True)
class Doing:
    index: int
    unit: tuple[int, str]  # in which turn, in whose name
    plan: Plan
    table: Match  # before it


def motives(match: Match, side: str, general: General, most: float) -> list[Motive]:
    """The last activation of a side; what it may cost is on the clock of the general."""
    doings = last_activation(match, side)
    found = []
    for left, doing in zip(range(len(doings), 0, -1), doings, strict=True):
        share = most / left
        begun = general.spent()
        found.append(Motive(doing.index, doing.plan.texts, _over_nothing(doing, side, general, begun + share)))
        most -= general.spent() - begun
    return found


def last_activation(match: Match, side: str) -> list[Doing]:
    """Marches and attacks of one turn in one name, the last there were."""
    doings = _doings(match, side)
    return [one for one in doings if one.unit == doings[-1].unit]


def _doings(match: Match, side: str) -> list[Doing]:
    table, record, planned, index = match.beginning(), list(match.record), 0, 0
    found = []
    for at, entry in enumerate(record):
        asked = table.decision
        if asked is not None and asked.side == side and at >= planned and not table.paused:
            begins = any(verb in BEGUN_BY for verb in table.legal().verbs)
            plan = carried_out(table, record[at:], side)
            planned = at + len(plan.texts)
            if begins:
                found.append(Doing(index, (table.turn, str(asked.actor)), plan, table.copy()))
        table.repeat(entry)
        index += not entry.startswith("!")
    return found


def _over_nothing(doing: Doing, side: str, general: General, until: float) -> float | None:
    """In the same imagined worlds, as many as there is time for."""
    table = doing.table
    judge = judge_of(table.game.key, table.scenario, table.game.info.sides)
    if DONE not in table.legal().verbs or not judge.fitted:
        return None
    gains: list[float] = []
    for gain in leads(general, table, side, doing.plan, NOTHING):
        gains.append(gain)
        if len(gains) >= FEW and (general.spent() >= until or general.stopped()):
            break
    mean, error = mean_and_error(gains)
    return mean if abs(mean) > error else 0.0
