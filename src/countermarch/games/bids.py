"""A handicap: points a side is given when the game is judged, because both players want it even.

What a rulebook prints stays: only the sum moves that is held against it. `none` changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from countermarch.games.base import OptionInfo, Part
from countermarch.rulebook import Citation
from countermarch.texts import Text, say

KEY, NONE = "bid", "none"


def option(rule: Citation, sides: Sequence[str], points: Sequence[int]) -> OptionInfo:
    """So many points for one side or the other; it stands last, at the rule that judges the points."""
    given = (f"{side}_{number}" for side in sides for number in points)
    return OptionInfo(KEY, (NONE, *given), NONE, rule)


def shift(options: Mapping[str, str], counts: str) -> int:
    """What is added to the points of the side whose points are counted."""
    side, _, points = options.get(KEY, NONE).rpartition("_")
    return 0 if not side else int(points) if side == counts else -int(points)


def agreed(options: Mapping[str, str]) -> Text | None:
    value = options.get(KEY, NONE)
    return None if value == NONE else say(f"options.{KEY}.{value}")


def judged(options: Mapping[str, str], verdict: Text) -> Text:
    """A verdict that says if a handicap is in it."""
    bid = agreed(options)
    return verdict if bid is None else say("common.bid.judged", verdict=verdict, bid=bid)


def parts(play: Any, rule: str, counts: str) -> Iterator[Part]:
    """Its line among what the points are made of."""
    bid = agreed(play.options)
    if bid is not None:
        yield Part(say("common.bid.part", bid=bid), shift(play.options, counts), play.cite(rule))
