"""7.7 Advance after combat, and after antitank fire."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.seelow.control import occupy
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.verbs import ADVANCE, DONE
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say


@dataclass(slots=True)
class Advance(SideProcedure):
    """7.71 to 7.77: units that fired or attacked may enter the hex that was left, at once or never."""

    side: int
    target: int
    units: tuple[int, ...]
    rule: str  # which of 7.71 and 7.72 allows it
    kind = "units"
    asks = "seelow.prompt.advance"
    answers = "seelow.action.advance"
    cites = ("7.71", "7.72", "7.76", "7.77")

    def choices(self, play: SeelowPlay) -> list[Choice]:
        found: list[Choice] = [(ADVANCE, u) for u in self.units if self.refusal(play, u) is None]
        return [*found, (DONE,)]

    def do(self, play: SeelowPlay, choice: Choice) -> None:
        u = choice[1]
        occupy(play, u, self.target)
        play.shift(u, self.target)
        play.tell("advanced", self.rule, unit=play.id(u), hex=play.hex_name(self.target))

    def refuse(self, play: SeelowPlay, choice: Choice) -> Refusal | None:
        return self.refusal(play, choice[1]) if choice[0] == ADVANCE else play.no("7.77", "advance_first")

    def refusal(self, play: SeelowPlay, u: int) -> Refusal | None:
        h, id, target = play.state.hex[u], play.id(u), play.hex_name(self.target)
        if u not in self.units or h < 0:
            return play.no("7.76", "not_involved", unit=id)
        if play.tables.is_gun[u]:
            return play.no("7.78", "guns_advance", unit=id)
        if h == self.target:
            return play.no("7.74", "advanced_already", unit=id)
        if play.state.disrupted[u] or self.target not in play.ground.step_to[h]:
            return play.no("7.74", "not_next_to", unit=id, hex=target)
        return None if play.room_for(u, self.target) else play.no("7.76", "full", hex=target)

    def prompt(self, play: SeelowPlay) -> Text:
        return say(self.asks, hex=play.hex_name(self.target))
