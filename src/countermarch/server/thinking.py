"""What bots are asked, and what becomes of it when they do not answer."""

from __future__ import annotations

from dataclasses import dataclass

IMAGINED = 1  # the seed of the tables advice is found on: the same view, the same advice
SILENCE = 180.0  # seconds, and more for who was given time to think
CROWD = 6  # who would wait for so many thoughts in each process is told to come again


class NoThought(Exception):
    """The bot gave no answer; the message says why."""


class CutShort(Exception):
    """The thought was stopped."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot does now."""

    match_id: str
    bot: str
    side: str


@dataclass(frozen=True, slots=True)
class Counsel:
    """What a general would do for a side: in so many seconds, or with so many rollouts."""

    match_id: str
    side: str
    seconds: float
    rollouts: int | None = None


@dataclass(frozen=True, slots=True)
class Study:
    """Luck and choice in a match that is over; so many rollouts for a plan, or as many as usual."""

    match_id: str
    rollouts: int | None = None


@dataclass(frozen=True, slots=True)
class Confession:
    """What a side had in mind in its last activation."""

    match_id: str
    side: str
    seconds: float
    rollouts: int | None = None


Asked = Question | Counsel | Study | Confession


def longest_silence(question: Asked) -> float:
    """Seconds after which nobody believes any more that it thinks: it starts, replays, and may go over its time."""
    if isinstance(question, Question):
        seconds = float(question.bot.partition(":")[2] or 0)
    else:
        seconds = 0.0 if isinstance(question, Study) else question.seconds
    return SILENCE + 4 * seconds
