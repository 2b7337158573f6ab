"""6.5, 7.4 Results as they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from countermarch.charts import GONE, DataError, Stakes, Toll, no_result
from countermarch.texts import Text, say

ATTACKER, DEFENDER, TARGET = "A", "D", ""
WHOM = {ATTACKER: "attacker", DEFENDER: "defender", TARGET: "target"}


@dataclass(frozen=True, slots=True)
class Effect:
    """Whom a result befalls, with which number (None: none; 0: a check without addition), and what else."""

    code: str
    whom: str = TARGET
    number: int | None = None
    step: bool = False  # 6.55, 7.45: white on grey, printed here with a star
    eliminated: bool = False

    def toll(self, stakes: Stakes) -> Toll:
        """What it takes: a step or all of them, and a retreat or a check, the harder the higher the number."""
        there = stakes.attacker if self.whom == ATTACKER else stakes.defender
        steps = there if self.eliminated else min(self.step, there)
        gone = self.eliminated or 0 < there == steps
        shaken = GONE if gone else 0 if self.number is None else 1 + self.number
        return Toll(steps, 0, -shaken) if self.whom == ATTACKER else Toll(0, steps, shaken)


_CODE = re.compile(r"([AD]?)(?:(E)|(M)|([1-5])(\*?))")


def read_effect(code: str, place: str = "") -> Effect:
    """'D5*', 'AE', '3*', 'M', '-'."""
    if code == "-":
        return Effect(code)
    match = _CODE.fullmatch(code)
    if match is None:
        raise DataError(no_result(place, code, "D5*, AE, 3*, M, -"))
    number = 0 if match[3] else int(match[4]) if match[4] else None
    return Effect(code, match[1], number, bool(match[5]), eliminated=bool(match[2]))


def fate(effect: Effect) -> Iterator[Text]:
    """What a result means, beginning with whom it befalls."""
    said = list(_said(effect))
    if said:
        yield say(f"seelow.result.{WHOM[effect.whom]}", what=said[0])
        yield from said[1:]


def _said(effect: Effect) -> Iterator[Text]:
    """6.5, 7.4: a check for the target of fire, a retreat in combat."""
    if effect.eliminated:
        yield say("seelow.result.eliminated")
    if effect.step:
        yield say("seelow.result.step")
    if effect.number is None:
        return
    if effect.whom:
        yield say("seelow.result.retreat", number=effect.number)
    else:
        yield say("seelow.result.check_by" if effect.number else "seelow.result.check", number=effect.number)
