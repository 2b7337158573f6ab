"""What a player is told before the first decision, and what a game says of itself: data beside the game's tables."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from countermarch.games.base import GameInfo
from countermarch.shelf import data_of
from countermarch.texts import LANGUAGES


@dataclass(frozen=True, slots=True)
class Briefing:
    """One side of one scenario: who you are, what you want, how you win, how a turn goes, what is special."""

    situation: tuple[str, ...]
    who: str
    want: str
    win: str
    turn: tuple[str, ...]
    special: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Introduction:
    """What stands on the lid of the box: what it is, which edition, what differs from its sister, whose work it is.

    `centre` is a hex in the middle of its picture; empty: wherever there is most to see.
    """

    what: str
    edition: str = ""
    differs: str = ""
    credit: str = ""
    centre: str = ""


@cache
def briefing(game: str, scenario: str, side: str, language: str) -> Briefing | None:
    """None if the game has none for this side."""
    told = _told(game, language)
    battle: Mapping[str, Any] = told.get("scenario", {}).get(scenario, {})
    own: Mapping[str, Any] | None = battle.get(side)
    if own is None:
        return None
    special: list[Sequence[str]] = [part.get("special", ()) for part in (told, battle, own)]
    return Briefing(
        situation=tuple(battle["situation"]),
        who=own["who"],
        want=own["want"],
        win=own["win"],
        turn=tuple(told["turn"]),
        special=tuple(line for lines in special for line in lines),
    )


def title_in(info: GameInfo, language: str) -> str:
    """What a game is called in a language: as it is told there, else as the game calls itself."""
    found: str = _told(info.key, language).get("title", info.title)
    return found


def side_in(info: GameInfo, side: str, language: str) -> str:
    """What a side is called where it stands by itself."""
    said = info.side_title(side).render(language)
    return said[:1].upper() + said[1:]


def scenario_title(game: str, scenario: str, language: str) -> str | None:
    """What a scenario is called in a language, where it is not called as the data says."""
    found: str | None = _told(game, language).get("scenario", {}).get(scenario, {}).get("title")
    return found


@cache
def introduction(game: str, language: str) -> Introduction | None:
    box = _told(game, language).get("box")
    return None if box is None else Introduction(**box)


@cache
def _told(game: str, language: str) -> Mapping[str, Any]:
    """Where it is not told in the language, in English."""
    files = [data_of(game) / f"briefing.{spoken}.toml" for spoken in (language, LANGUAGES[0])]
    file = next((file for file in files if file.is_file()), None)
    return {} if file is None else tomllib.loads(file.read_text(encoding="utf-8"))
