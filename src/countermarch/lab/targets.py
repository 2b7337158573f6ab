"""What games are fitted to: that both sides win, and that it goes as it went; and how far values may move for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from countermarch.games.bounds import History, Knob, Settings
from countermarch.lab.ladder import wilson
from countermarch.lab.trials import Outcome

TARGETS = ("history", "fair")
MOST, DRAWN = 0.55, 0.22  # of wins of a side, and of draws: a little inside what is wanted of the values in the end
WANTED, WANTED_DRAWN = 0.60, 0.25
MEDIAN = 0.48  # of the games on either side of the historical level
UNIT = 0.1  # a tenth of the games too many costs one
PRICE = 0.6  # of a knob turned to its end


@dataclass(frozen=True, slots=True)
class Summary:
    """Games of a scenario together: shares of wins by side, of draws, of each level and of each mark."""

    games: int
    wins: Mapping[str, float]
    draws: float
    levels: Mapping[str, float]
    points: Mapping[str, float]
    marks: Mapping[str, float]

    def median(self, ladder: Sequence[str]) -> str:
        """The level in the middle, from the first side's worst to its best."""
        below = 0.0
        for level in ladder:
            below += self.levels.get(level, 0.0)
            if below >= 0.5:
                return level
        return ladder[-1]

    def interval(self, share: float) -> tuple[float, float]:
        return wilson(share, self.games)


def summary(sides: Sequence[str], played: Sequence[Outcome]) -> Summary:
    number = len(played)
    winners = Counter(one.winner for one in played)
    levels = Counter(one.level for one in played)
    marks = Counter(mark for one in played for mark, seen in one.marks.items() if seen)
    looked = dict.fromkeys(mark for one in played for mark in one.marks)
    points = Counter[str]()
    for one in played:
        points.update(one.points)
    return Summary(
        number,
        wins={side: winners[side] / number for side in sides},
        draws=winners[None] / number,
        levels={level: often / number for level, often in levels.items()},
        points={side: sum_ / number for side, sum_ in sorted(points.items())},
        marks={mark: marks[mark] / number for mark in looked},
    )


def check_targets(said: str) -> tuple[str, ...]:
    named = tuple(word.strip() for word in said.split(","))
    for word in named:
        if word not in TARGETS:
            raise ValueError(f"there is no target {word!r}; there are {', '.join(TARGETS)}")
    return named


def missed(found: Summary, history: History, targets: Sequence[str]) -> float:
    """How far a scenario is from what is wanted; nought if it is there."""
    amiss = 0.0
    if "fair" in targets:
        amiss += sum(_over(share, MOST) for share in found.wins.values()) + _over(found.draws, DRAWN)
    if "history" in targets:
        amiss += _off_the_median(found, history) + sum(
            _over(mark.least, found.marks[mark.key]) + _over(found.marks[mark.key], mark.most) for mark in history.marks
        )
    return amiss


def _over(share: float, limit: float) -> float:
    return (max(share - limit, 0.0) / UNIT) ** 2


def _off_the_median(found: Summary, history: History) -> float:
    if not history.level:
        return 0.0
    at = history.ladder.index(history.level)
    worse = sum(found.levels.get(level, 0.0) for level in history.ladder[:at])
    better = sum(found.levels.get(level, 0.0) for level in history.ladder[at + 1 :])
    return _over(worse, MEDIAN) + _over(better, MEDIAN)


def price(knobs: Sequence[Knob], settings: Settings) -> float:
    """Small changes are preferred: the square of how much of its way each knob is turned."""
    return PRICE * sum(knob.way(settings.get(knob.key, 0.0)) ** 2 for knob in knobs)


def reached(found: Summary, history: History) -> list[str]:
    """In words what is not as wanted; nothing if all is."""
    wins = [f"{side} wins {share:.0%}" for side, share in found.wins.items() if share > WANTED]
    draws = [f"{found.draws:.0%} are drawn"] if found.draws > WANTED_DRAWN else []
    median = found.median(history.ladder)
    level = [f"the median is {median}, not {history.level}"] if history.level and median != history.level else []
    off = [mark for mark in history.marks if not mark.least <= found.marks[mark.key] <= mark.most]
    return wins + draws + level + [f"{mark.text}: in {found.marks[mark.key]:.0%}" for mark in off]
