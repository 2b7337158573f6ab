"""A difference that may be looked at after every game: the interval holds at all moments together, not at one.

Whoever looks again and again at an interval of 95 % and stops when nought is outside is wrong far more often than one
time in twenty. This is a confidence sequence (Robbins' mixture; Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
"Time-uniform central limit theory and asymptotic confidence sequences", Annals of Statistics 2024): with chance 95 %
the true difference lies within it from the first look to the last, so one may stop whenever it says enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, sqrt

ALPHA = 0.05
TIGHTEST = 200  # pairs at which the interval is at its best, beside one made for that number alone
FIRST_LOOK = 10  # pairs: before, the spread is hardly known
UNSEEN = 0.25  # of squares that nobody has seen yet: pairs that all end alike prove no certainty


@dataclass(slots=True)
class Sequence:
    """Paired differences, as they come."""

    number: int = 0
    mean: float = 0.0
    squares: float = 0.0  # of what they are off the mean
    least: float = 1.0  # the smallest chance so far that there is no difference

    def add(self, difference: float) -> None:
        self.number += 1
        off = difference - self.mean
        self.mean += off / self.number
        self.squares += off * (difference - self.mean)
        if self.number >= FIRST_LOOK:
            self.least = min(self.least, self._chance())

    @property
    def spread(self) -> float:
        return sqrt((self.squares + UNSEEN) / self.number)

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        mixed = self.number * _mixture() + 1
        return self.spread * sqrt(2 * mixed / (self.number**2 * _mixture()) * log(sqrt(mixed) / ALPHA))

    @property
    def interval(self) -> tuple[float, float]:
        return (self.mean - self.half, self.mean + self.half) if self.number else (-1.0, 1.0)

    def _chance(self) -> float:
        """One over what somebody would have made who bet against there being no difference (Ville)."""
        mixed = self.number * _mixture() + 1
        drift = (self.number * self.mean / self.spread) ** 2 * _mixture() / (2 * mixed)
        return min(sqrt(mixed) * exp(-min(drift, 700.0)), 1.0)

    def differs(self) -> bool:
        return self.least <= ALPHA

    def alike(self, margin: float) -> bool:
        """Whether any difference is smaller than the margin."""
        low, high = self.interval
        return self.number >= FIRST_LOOK and -margin < low and high < margin

    def decided(self, margin: float) -> bool:
        return self.differs() or self.alike(margin)


def _mixture() -> float:
    wide = -2 * log(ALPHA)
    return (wide + log(wide + 1)) / TIGHTEST
