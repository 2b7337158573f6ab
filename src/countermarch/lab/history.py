"""How it really went, as far as it is known: what fell when, what that was worth, what it cost, and who says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from typing import Any

from countermarch.games.base import Standing
from countermarch.games.bounds import bounds_of
from countermarch.shelf import read_toml

FOLDER = "data/history"


@dataclass(frozen=True, slots=True)
class Taken:
    """A place that changed hands: in which turn of the game, on which day; without a turn, after the game ends."""

    place: str
    side: str
    date: date
    source: str
    turn: int | None
    sure: bool


@dataclass(frozen=True, slots=True)
class Toll:
    """What a side lost in an operation, of those who were there, in so many days; a turn has `turn_days` of them."""

    side: str
    operation: Mapping[str, str]  # by language
    strength: int
    lost: int
    days: float
    turn_days: float
    source: str

    def share_after(self, turns: float) -> float:
        """Of those who were there, if every day cost the same."""
        return self.lost / self.strength * min(turns * self.turn_days / self.days, 1.0)


@dataclass(frozen=True, slots=True)
class Stood:
    """What the points were, by somebody's account."""

    turn: int
    points: int
    source: str


@dataclass(frozen=True, slots=True)
class History:
    level: str | None
    why: Mapping[str, str]  # by language
    taken: tuple[Taken, ...]
    tolls: tuple[Toll, ...]
    stood: tuple[Stood, ...]
    sources: Mapping[str, str]
    doubt: Mapping[str, str]

    def holder(self, place: str, turn: int, before: str | None) -> str | None:
        """Who had a place as a turn ended; `before`: who had it as the game began."""
        held = before
        for one in self.taken:
            if one.place == place and one.turn is not None and one.turn <= turn:
                held = one.side
        return held

    def points(self, standing: Standing, names: Mapping[str, str], turns: Sequence[int]) -> dict[int, int]:
        """What the places held were worth, by the side whose points count; names of places by their hex."""
        worth = [(o, names.get(o.hex or "", "")) for o in standing.objectives if o.worth and o.hex]
        known = {one.place for one in self.taken}
        if standing.counts is None or not any(name in known for _, name in worth):
            return {}
        return {
            turn: sum(o.worth or 0 for o, name in worth if self.holder(name, turn, o.holder) == standing.counts)
            for turn in turns
        }


def history_of(game: str, scenario: str) -> History | None:
    """None of a game that tells of no battle that was fought, or of which nobody has written it down.

    How it would have been judged stands where the values are bounded that are fitted to it.
    """
    document = _document(game)
    told = document.get("scenario", {}).get(scenario)
    if told is None:
        return None
    judged = next((one.level or None for one in bounds_of(game).history if one.scenario == scenario), None)
    return _history(document, told, judged)


def _document(game: str) -> Mapping[str, Any]:
    file = files("countermarch.lab").joinpath(FOLDER, f"{game}.toml")
    found = read_toml(file) if file.is_file() else {}
    return _document(found["as"]) if "as" in found else found


def _history(document: Mapping[str, Any], told: Mapping[str, Any], judged: str | None) -> History:
    taken = [
        Taken(one["place"], one["side"], one["date"], one["source"], turn=one.get("turn"), sure=one.get("sure", True))
        for one in (*document.get("taken", ()), *told.get("taken", ()))
    ]
    return History(
        judged,
        told["why"],
        tuple(taken),
        tuple(Toll(**one) for one in told.get("tolls", ())),
        tuple(Stood(**one) for one in told.get("stood", ())),
        document["sources"],
        document["doubt"],
    )
