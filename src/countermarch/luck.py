"""How lucky a die was, by nothing but what it was cast for.

The die of an attack falls on one of several results, each with its chance and what it takes of either side
(`Toll`). Ordered by how good they are for the attacker, first by steps (the defender's less his own), then by ground,
his luck is

    P(a worse result) + P(one as good) / 2 - 1/2

which lies between -1/2 and +1/2 and is nought on average, whatever the odds. The defender's is the same with the other
sign. Beside it stand the steps that were to be expected and those that were rolled. A die that has no such scale (for
events, for morale, for the weather) has no luck here and is only counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from countermarch.charts import Stakes, Toll
from countermarch.games.base import Preview

ALIKE = 1e-9  # chances are sums of sixths
MANY = 99  # steps: more than there are in any attack


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of the attacker, and by how much: steps of either side, expected and rolled."""

    value: float
    expected: tuple[float, float]  # steps of the attacker, of the defender
    rolled: tuple[int, int]

    @property
    def swing(self) -> float:
        """Steps the attacker gained on what was to be expected, in what he took and what he kept."""
        return (self.rolled[1] - self.expected[1]) - (self.rolled[0] - self.expected[0])


def luck_of(preview: Preview, result: object, stakes: Stakes) -> Luck | None:
    """How lucky the attacker was with this result; None if nothing says how good results are, or there was no die."""
    tolls = tolls_of(preview, stakes)
    if tolls is None or not isinstance(result, str) or result not in tolls or len(preview.results) < 2:
        return None
    rolled = tolls[result]
    return Luck(fortune(preview.results, tolls, result), expected(preview.results, tolls), rolled[:2])


def tolls_of(preview: Preview, stakes: Stakes) -> dict[str, Toll] | None:
    """What each result takes, if the game says so of all of them."""
    if any(not hasattr(preview.outcomes.get(code), "toll") for code in preview.results):
        return None
    return {code: preview.outcomes[code].toll(stakes) for code in preview.results}


def suffering(preview: Preview) -> tuple[float, float]:
    """The chance that the attacker loses steps or ground, and the defender, whoever they are; 0 if nothing says so."""
    tolls = tolls_of(preview, Stakes(MANY, MANY, preview.spared)) or {}
    attacker = sum(preview.results[code] for code, toll in tolls.items() if toll.attacker or toll.ground < 0)
    return attacker, sum(preview.results[code] for code, toll in tolls.items() if toll.defender or toll.ground > 0)


def fortune(chances: Mapping[str, float], tolls: Mapping[str, Toll], result: str) -> float:
    worth = tolls[result].worth
    worse = sum(chance for code, chance in chances.items() if tolls[code].worth < worth)
    same = sum(chance for code, chance in chances.items() if tolls[code].worth == worth)
    value = worse + same / 2 - 1 / 2
    return 0.0 if abs(value) < ALIKE else value


def expected(chances: Mapping[str, float], tolls: Mapping[str, Toll]) -> tuple[float, float]:
    attacker, defender = (sum(chance * tolls[code][at] for code, chance in chances.items()) for at in (0, 1))
    return attacker, defender
