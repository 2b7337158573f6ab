"""Victory by points: what each thing counts, and the levels it amounts to, as the data has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from countermarch.games import bids
from countermarch.games.base import Objective, OptionInfo, Part, Result, Standing
from countermarch.games.ladders import ladder
from countermarch.rulebook import Citation
from countermarch.texts import Text, say


class ByPoints:
    """A game says whose points decide, by which rule, what counts now, and what is fought for.

    Its tables have the `levels`, what each thing is worth (`values`) and which rule says so (`counted`).
    """

    counts: ClassVar[str]
    rule: ClassVar[str]

    def points(self, play: Any) -> dict[str, int]:
        raise AssertionError("each game says what counts")

    def objectives(self, play: Any) -> tuple[Objective, ...]:
        return ()

    def total(self, play: Any) -> int:
        """What is judged: the handicap is in it, if one was agreed on."""
        return sum(self.points(play).values()) + bids.shift(play.options, self.counts)

    def bid(self, book: str, sides: Sequence[str], most: int) -> OptionInfo:
        """A handicap of up to so many points, for a game that offers one."""
        return bids.option(Citation(book, self.rule), sides, range(1, most + 1))

    def title(self, play: Any, level: str) -> Text:
        return say(f"{play.book}.level.{level}")

    def level_now(self, play: Any) -> int:
        """The last level whose points are reached."""
        total = self.total(play)
        return max(at for at, (_, _, least) in enumerate(play.tables.levels) if total >= least)

    def title_now(self, play: Any) -> Text:
        level, _, _ = play.tables.levels[self.level_now(play)]
        return bids.judged(play.options, self.title(play, level))

    def judge(self, play: Any) -> None:
        play.state.over = 1 + self.level_now(play)
        play.tell("over", self.rule, points=self.total(play), level=self.title_now(play))

    def result(self, play: Any) -> Result | None:
        if not play.state.over:
            return None
        level, winner, _ = play.tables.levels[play.state.over - 1]
        return Result(
            winner, level, {self.counts: self.total(play)}, bids.judged(play.options, self.title(play, level))
        )

    def standing(self, play: Any) -> Standing:
        """The points so far, what they are made of, and what they would amount to."""
        rungs = [(least, level, winner) for level, winner, least in reversed(play.tables.levels)]
        title, total = (lambda level: self.title(play, level)), self.total(play)
        return Standing(
            ladder(rungs, total, title, play.cite(self.rule), turn=play.last_turn),
            self.objectives(play),
            {self.counts: total},
            self.counts,
            say(f"{play.book}.measure"),
            (
                *(self._part(play, what, value) for what, value in self.points(play).items()),
                *bids.parts(play, self.rule, self.counts),
            ),
        )

    def _part(self, play: Any, what: str, value: int) -> Part:
        tables = play.tables
        said = say(f"{play.book}.counted.{what}", each=tables.values[what])
        return Part(said, value, play.cite(tables.counted[what]))
