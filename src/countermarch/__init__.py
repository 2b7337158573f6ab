"""Countermarch: hex-and-counter wargames with every rule enforced and explained."""

from countermarch.flow import Decision, Event
from countermarch.games import UnknownGame
from countermarch.games.base import (
    GameError,
    GameInfo,
    OptionInfo,
    Part,
    PositionError,
    Preview,
    Result,
    ScenarioInfo,
    Standing,
    Step,
)
from countermarch.match import Game, IllegalAction, Legal, Match, Outcome, StaleActions, load, resume
from countermarch.match import games_info as games
from countermarch.notation import Action, NotationError
from countermarch.rulebook import Citation, Refusal
from countermarch.saves import SaveError
from countermarch.texts import Text

__all__ = [
    "Action",
    "Citation",
    "Decision",
    "Event",
    "Game",
    "GameError",
    "GameInfo",
    "IllegalAction",
    "Legal",
    "Match",
    "NotationError",
    "OptionInfo",
    "Outcome",
    "Part",
    "PositionError",
    "Preview",
    "Refusal",
    "Result",
    "SaveError",
    "ScenarioInfo",
    "StaleActions",
    "Standing",
    "Step",
    "Text",
    "UnknownGame",
    "games",
    "load",
    "resume",
]
