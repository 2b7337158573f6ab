"""What the server answers when it says no: a status, words in the reader's language, and the rule if there is one."""

from __future__ import annotations

from countermarch.bots import UnknownBot
from countermarch.games import UnknownGame
from countermarch.games.base import GameError, PositionError
from countermarch.match import IllegalAction
from countermarch.notation import NotationError
from countermarch.rulebook import Citation
from countermarch.saves import SaveError
from countermarch.shelf import FileError
from countermarch.texts import Text, say


class Problem(Exception):
    def __init__(self, status: int, said: Text | str, citation: Citation | None = None) -> None:
        self.status = status
        self.said = said
        self.citation = citation
        super().__init__(str(said))


def problem(status: int, key: str, **params: object) -> Problem:
    return Problem(status, say(f"server.problem.{key}", **params))


# what leaves a match untouched and is the asker's to mend
REFUSED = (
    Problem,
    GameError,
    IllegalAction,
    NotationError,
    PositionError,
    SaveError,
    FileError,
    UnknownBot,
    UnknownGame,
)
