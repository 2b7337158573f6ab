"""The movement phase: units one after the other, each where it may go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from countermarch.flow import SideProcedure
from countermarch.games.common.verbs import DONE, MOVE, TO
from countermarch.games.common.ways import no
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say


def act_refusal(play: Any, side: int, u: int) -> Refusal | None:
    """What must be true of a unit before anything else is asked of it."""
    if play.tables.side[u] != side:
        return no(play, "not_yours", unit=play.id(u))
    return None if play.on_map(u) else no(play, "off_map", unit=play.id(u))


class Asked(SideProcedure):
    """Asks in the words of the game, by the rules of its book."""

    __slots__ = ()
    said: ClassVar[str]  # the key of its prompt
    told: ClassVar[tuple[str, ...]]  # the keys of what it cites

    def prompt(self, play: Any) -> Text:
        return say(play.said("prompt", self.said), **self.about(play))

    def about(self, play: Any) -> dict[str, object]:
        """What the prompt names."""
        return {}

    def cited(self, play: Any) -> Sequence[str]:
        return tuple(dict.fromkeys(play.rule(key) for key in self.told))

    def refuse(self, play: Any, choice: Choice) -> Refusal | None:
        """What is of another phase; each has its own reasons beside."""
        return out_of_phase(play, choice)


@dataclass(slots=True)
class Movement(Asked):
    """As many units as the phasing player likes, each once."""

    side: int
    kind = "unit"
    said, told = "move", ("moves",)
    answers = "common.action.move"

    def choices(self, play: Any) -> list[Choice]:
        where, acted = play.state.hex, play.state.acted
        units = (u for u in play.tables.of_side[self.side] if where[u] >= 0 and not acted[u])
        return [*((MOVE, u) for u in units if play.ways.can_move(play, u)), (DONE,)]

    def do(self, play: Any, choice: Choice) -> None:
        play.push(Destination(self.side, choice[1]))

    def refuse(self, play: Any, choice: Choice) -> Refusal | None:
        if choice[0] != MOVE:
            return out_of_phase(play, choice)
        refusal, u = act_refusal(play, self.side, choice[1]), choice[1]
        return refusal or no(play, "moved" if play.state.acted[u] else "stuck", unit=play.id(u))


@dataclass(slots=True)
class Destination(Asked):
    """Where the chosen unit goes."""

    side: int
    unit: int
    kind = "hex"
    confirms = True  # who picks a unit sees where it can go, even if there is one way
    said, told = "to", ("allowance", "zone_stops")

    def choices(self, play: Any) -> list[Choice]:
        return [(TO, h) for h in play.ways.reach(play, self.unit).hexes]

    def take(self, play: Any, choice: Choice) -> None:
        play.pop()
        path = [*choice[2:], choice[1]] if len(choice) > 2 else play.ways.reach(play, self.unit).path(choice[1])
        march(play, self.unit, path)

    def allows(self, play: Any, choice: Choice) -> bool:
        return choice[0] == TO and len(choice) > 2 and self.refuse(play, choice) is None

    def refuse(self, play: Any, choice: Choice) -> Refusal | None:
        if choice[0] == MOVE:
            return no(play, "finish_first", unit=play.id(self.unit))
        if choice[0] != TO:
            return out_of_phase(play, choice)
        if len(choice) == 2:
            refusal: Refusal | None = play.ways.why_not(play, self.unit, choice[1])
            return refusal
        walked = play.ways.walk(play, self.unit, [*choice[2:], choice[1]])
        return walked if isinstance(walked, Refusal) else None

    def about(self, play: Any) -> dict[str, object]:
        return {"unit": play.id(self.unit)}


def march(play: Any, u: int, path: Sequence[int]) -> None:
    """Carry a move out."""
    start, names = play.state.hex[u], tuple(play.hex_name(h) for h in path)
    play.shift(u, path[-1])
    play.state.acted[u] = 1
    rule = play.rule("moves")
    play.tell("moved", rule, unit=play.id(u), start=play.hex_name(start), path=names, hex=names[-1])
    play.arrived(u)


def out_of_phase(play: Any, choice: Choice) -> Refusal | None:
    """What belongs to another phase, by the rule that keeps it there."""
    key = play.phase_of.get(choice[0])
    refusal: Refusal | None = None if key is None else play.deny(key)
    return refusal
