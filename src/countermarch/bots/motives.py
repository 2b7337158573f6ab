"""What somebody had in mind: his last activation as the plans it was made of, each beside doing nothing."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.bots.general import NOTHING, General
from countermarch.bots.hindsight import carried_out, leads, mean_and_error
from countermarch.bots.plans import Plan
from countermarch.bots.value import judge_of, under_way
from countermarch.match import Match
from countermarch.notation import DONE

WEIGHED = ("move", "attack")  # plans that are compared with doing nothing
BEGUN_BY = (*WEIGHED, "barrage", "engage", "place", "propose", "refit", "rebuild")  # the rest answers somebody
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
    unit: tuple[int, str, bool] | None  # in which turn, in whose name, after the set-up; None: it answers somebody
    plan: Plan
    table: Match  # before it


def motives(match: Match, side: str, general: General, most: float) -> list[Motive]:
    """The last activation of a side; what it may cost is on the clock of the general."""
    done = last_activation(match, side)
    found = []
    for at, doing in enumerate(done):
        share = most / max(1, sum(_weighed(other.table) for other in done[at:]))
        begun = general.spent()
        found.append(Motive(doing.index, doing.plan.texts, _over_nothing(doing, side, general, begun + share)))
        most -= general.spent() - begun
    return found


def last_activation(match: Match, side: str) -> list[Doing]:
    """What a side did of its own in one turn and one name, the last there was, and all it has answered since."""
    done = doings(match, side)
    units = [one.unit for one in done]
    own = [at for at, unit in enumerate(units) if unit is not None]
    last = own[-1:]
    for at in reversed(own):
        if units[at] != units[own[-1]]:
            break
        last = [at]
    return done[last[0] if last else 0 :]


def doings(match: Match, side: str) -> list[Doing]:
    """All that a side carried out, each with the table before it."""
    table, record, planned, index = match.beginning(), list(match.record), 0, 0
    found = []
    for at, entry in enumerate(record):
        if table.to_act == side and at >= planned and not table.paused:
            plan = carried_out(table, record[at:], side)
            planned = at + len(plan.texts)
            if plan.orders:
                found.append(Doing(index, _unit(table), plan, table.copy()))
        table.repeat(entry)
        index += not entry.startswith("!")
    return found


def _unit(table: Match) -> tuple[int, str, bool] | None:
    asked = table.decision
    if asked is None or not any(verb in BEGUN_BY for verb in table.legal().verbs):
        return None
    return table.turn, str(asked.actor), under_way(table)


def _over_nothing(doing: Doing, side: str, general: General, until: float) -> float | None:
    """In the same imagined worlds, as many as there is time for."""
    table = doing.table
    if doing.plan == NOTHING or not _weighed(table) or not judge_of(table).fitted or general.stopped():
        return None
    gains: list[float] = []
    for gain in leads(general, table, side, doing.plan, NOTHING):
        gains.append(gain)
        if len(gains) >= FEW and (general.spent() >= until or general.stopped()):
            break
    mean, error = mean_and_error(gains)
    return mean if abs(mean) > error else 0.0


def _weighed(table: Match) -> bool:
    verbs = table.legal().verbs
    return DONE in verbs and any(verb in WEIGHED for verb in verbs)
