"""The story of a match, told by playing it once more: points, losses, dice with their luck, and where it turned.

Moments are counted in actions played, as a replay counts them: nought is the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from countermarch.charts import Stakes
from countermarch.flow import Event
from countermarch.games.base import Assault, Objective, Result, Standing
from countermarch.luck import Luck, luck_of
from countermarch.match import Match
from countermarch.texts import Text

MOST_MOMENTS = 4
HEADQUARTERS = "hq"
Kind = Literal["objective", "hq", "unit"]
Muster = Mapping[str, tuple[str | None, int]]


@dataclass(frozen=True, slots=True)
class TurnBegun:
    turn: int
    index: int


@dataclass(frozen=True, slots=True)
class Score:
    """How the match stood from a moment on: the points by side, those that decide, and the level they would be."""

    index: int
    turn: int
    points: Mapping[str, int]
    total: int | None
    level: Text | None


@dataclass(frozen=True, slots=True)
class Loss:
    """Steps a unit lost on the map; `gone` if they were its last."""

    index: int
    turn: int
    side: str
    unit: str
    hex: str
    steps: int
    gone: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """Something worth finding again: an objective that changed hands, a headquarters or a unit that left the map.

    `side` is the new holder of an objective (None: nobody), or the owner of what was lost.
    """

    index: int
    turn: int
    kind: Kind
    side: str | None
    hex: str | None
    unit: str | None
    name: Text | None = None
    event: int | None = None  # where the log tells of it


@dataclass(frozen=True, slots=True)
class Rolled:
    """The die of an attack: whose, for what, what it showed, and the luck of who cast it."""

    index: int
    turn: int
    event: int
    side: str
    kind: str
    hex: str
    column: str | None
    die: int
    result: str
    luck: Luck


@dataclass(frozen=True, slots=True)
class Moment:
    """A turning point: after so many actions, with what changed since the die or the capture that began it."""

    index: int
    turn: int
    hex: str | None
    swing: int  # of the points that decide, or of objectives where there are none
    losses: Mapping[str, int]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Fortune:
    """All attacks of a side: how many dice, its luck in them, and steps of its own and of the enemy."""

    dice: int
    luck: float
    expected: tuple[float, float]
    rolled: tuple[int, int]


@dataclass(slots=True)
class Chronicle:
    """What a match was like."""

    sides: tuple[str, ...]
    actions: int = 0
    turns: list[TurnBegun] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    rolls: list[Rolled] = field(default_factory=list)
    uncounted: int = 0  # dice nobody can say to have been good or bad
    standing: Standing | None = None
    result: Result | None = None
    open: bool = True  # whether nothing was ever hidden from anybody

    def fortune(self, side: str) -> Fortune:
        """How the dice fell for the attacks of a side."""
        own = [roll.luck for roll in self.rolls if roll.side == side]
        return Fortune(
            dice=len(own),
            luck=sum(luck.value for luck in own),
            expected=(sum(luck.expected[0] for luck in own), sum(luck.expected[1] for luck in own)),
            rolled=(sum(luck.rolled[0] for luck in own), sum(luck.rolled[1] for luck in own)),
        )

    def luck(self, side: str) -> float:
        """Of all dice, its own and those cast against it."""
        return sum(luck_for(roll, side) for roll in self.rolls)

    def lost(self, side: str, turn: int | None = None) -> int:
        """Steps a side lost on the map, in all or in a turn."""
        return sum(loss.steps for loss in self.losses if loss.side == side and turn in (None, loss.turn))

    def turning_points(self, most: int = MOST_MOMENTS) -> tuple[Moment, ...]:
        """The moments at which points and losses swung most, one of a turn, in the order of time."""
        stretches = [moment for moment in self._stretches() if moment.swing or any(moment.losses.values())]
        points = sum(abs(moment.swing) for moment in stretches) or 1
        steps = sum(self._tilt(moment) for moment in stretches) or 1
        best: dict[int, tuple[float, Moment]] = {}
        for moment in stretches:
            weight = abs(moment.swing) / points + self._tilt(moment) / steps
            if moment.turn not in best or weight > best[moment.turn][0]:
                best[moment.turn] = weight, moment
        heaviest = sorted(best.values(), key=lambda found: -found[0])[:most]
        return tuple(sorted((moment for _, moment in heaviest), key=lambda moment: moment.index))

    def _tilt(self, moment: Moment) -> int:
        """By how many steps one side lost more than the other."""
        return max(moment.losses.values()) - min(moment.losses.values())

    def _stretches(self) -> Iterable[Moment]:
        """The match cut where a die is cast for an attack or an objective is taken."""
        taken = {mark.index for mark in self.marks if mark.kind == "objective"}
        starts = sorted({0} | taken | {roll.index for roll in self.rolls})
        for start, after in zip(starts, [*starts[1:], self.actions + 1], strict=True):
            yield self._stretch(start, after)

    def _stretch(self, start: int, after: int) -> Moment:
        """From one cut to the next: what was lost, what was taken, and when all of it had happened."""
        losses = [loss for loss in self.losses if start <= loss.index < after]
        marks = tuple(mark for mark in self.marks if start <= mark.index < after)
        taken = [mark for mark in marks if mark.kind == "objective"]
        rolls = [roll for roll in self.rolls if roll.index == start]
        scores = [score.index for score in self.scores if start <= score.index < after]
        there = [*(mark.hex for mark in taken), *(roll.hex for roll in rolls), *(loss.hex for loss in losses)]
        before, now = self.score_at(start - 1), self.score_at(after - 1)
        return Moment(
            index=max([start, *scores, *(loss.index for loss in losses), *(mark.index for mark in marks)]),
            turn=self.turn_of(start),
            hex=next((hex for hex in there if hex), None),
            swing=len(taken) if now.total is None or before.total is None else now.total - before.total,
            losses={side: sum(loss.steps for loss in losses if loss.side == side) for side in self.sides},
            marks=marks,
        )

    def turn_of(self, index: int) -> int:
        """The turn in which an action was played; the one that ends a turn belongs to it."""
        return next((begun.turn for begun in reversed(self.turns) if begun.index < index), self.turns[0].turn)

    def score_at(self, index: int) -> Score:
        """How it stood after so many actions."""
        return next((score for score in reversed(self.scores) if score.index <= index), self.scores[0])


def luck_for(roll: Rolled, side: str) -> float:
    """What is good luck for who casts the die is bad luck for the other."""
    return roll.luck.value if roll.side == side else -roll.luck.value


def chronicle_of(match: Match) -> Chronicle:
    """The story of a match as far as it has come; nothing of it is hidden, so it is for who may know all."""
    again = match.beginning()
    again.weighs = True
    scribe = Scribe(again)
    for entry in match.record:
        scribe.write(entry)
    return scribe.close()


class Scribe:
    """Writes down what changes in a match that weighs its attacks: one played again, or one that is being played."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.owners = {piece.id: piece.side for piece in match.game.rules.pieces}
        self.commands = {p.id for p in match.game.rules.pieces if p.kind == HEADQUARTERS or p.command_range}
        self.told = Chronicle(match.game.info.sides)
        self.index = 0
        self.logged = len(match.log)
        self.muster: Muster = match.muster()
        self.standing = match.standing()
        self.told.turns.append(TurnBegun(match.turn, 0))
        self.note_score()
        self.note_dice(match.log)
        self.look_for_secrets(match.log)

    def write(self, entry: str) -> None:
        events = self.match.repeat(entry)
        if entry.startswith("!"):
            return
        self.follow(events)
        self.note_standing()
        self.look_for_secrets(events)
        self.turn_page()

    def follow(self, events: Sequence[Event]) -> None:
        """One action more: its dice, and what was lost by it."""
        self.index += 1
        if events:
            self.note_dice(events)
            self.note_losses(events)
        self.logged += len(events)

    def turn_page(self) -> None:
        if self.match.turn != self.turn:
            self.told.turns.append(TurnBegun(self.match.turn, self.index))

    def close(self) -> Chronicle:
        self.told.actions = self.index
        self.told.standing, self.told.result = self.match.standing(), self.match.result
        return self.told

    @property
    def turn(self) -> int:
        return self.told.turns[-1].turn

    def look_for_secrets(self, events: Sequence[Event]) -> None:
        hidden = any(self.match.hidden(side) for side in self.told.sides)
        if hidden or any(event.sees is not None for event in events):
            self.told.open = False

    # points

    def note_standing(self) -> None:
        standing = self.match.standing()
        if standing is None or self.standing is None:
            return
        before, self.standing = self.standing, standing
        if standing.objectives != before.objectives:
            self.note_captures(before, standing)
        if (standing.points, _level(standing)) != (before.points, _level(before)):
            self.note_score()

    def note_score(self) -> None:
        standing = self.standing
        if standing is None:
            self.told.scores.append(Score(self.index, self.turn, {}, total=None, level=None))
            return
        level = _level(standing)
        self.told.scores.append(Score(self.index, self.turn, dict(standing.points), standing.total, level))

    def note_captures(self, before: Standing, now: Standing) -> None:
        held = {_called(objective): objective.holder for objective in before.objectives}
        for one in now.objectives:
            if held.get(_called(one), one.holder) != one.holder:
                self.mark("objective", side=one.holder, hex=one.hex, unit=one.unit, name=one.name)

    def mark(
        self,
        kind: Kind,
        side: str | None,
        hex: str | None,
        unit: str | None,
        name: Text | None,
        event: int | None = None,
    ) -> None:
        self.told.marks.append(Mark(self.index, self.turn, kind, side, hex=hex, unit=unit, name=name, event=event))

    # losses

    def note_losses(self, events: Sequence[Event]) -> None:
        before, self.muster = self.muster, self.match.muster()
        for unit, (hex, steps) in before.items():
            now = self.muster[unit]
            if hex is not None and now != (hex, steps):
                self.note_change(unit, hex, steps, now, events)

    def note_change(
        self, unit: str, hex: str, steps: int, now: tuple[str | None, int], events: Sequence[Event]
    ) -> None:
        """A unit that was on the map has lost steps, has left it, or only moved."""
        there, left = now
        side, gone = self.owners[unit], there is None
        if not side:
            return
        if left < steps:
            destroyed = gone and not left
            self.told.losses.append(
                Loss(self.index, self.turn, side, unit, hex=hex, steps=steps - left, gone=destroyed)
            )
            if destroyed and unit not in self.commands:
                self.mark("unit", side, hex, unit, name=None, event=self.told_at(events, unit))
        if gone and unit in self.commands:
            self.mark("hq", side, hex, unit, name=None, event=self.told_at(events, unit))

    def told_at(self, events: Sequence[Event], unit: str) -> int | None:
        """The last event of the action that names a unit."""
        return next((self.logged + at for at in range(len(events) - 1, -1, -1) if _names(events[at], unit)), None)

    # dice

    def note_dice(self, events: Sequence[Event]) -> None:
        """Called before the losses are: what stood in the hex is what was attacked."""
        first = self.logged if self.index else 0
        for at, event in enumerate(events, first):
            if not {"die", "dice"} & event.params.keys():
                continue
            roll = self.roll_of(at, event)
            if roll is None:
                self.told.uncounted += 1
            else:
                self.told.rolls.append(roll)

    def roll_of(self, at: int, event: Event) -> Rolled | None:
        assault: Assault | None = event.assault
        result, die = event.params.get("result"), event.params.get("die")
        if assault is None or not isinstance(result, str) or not isinstance(die, int):
            return None
        luck = luck_of(assault.preview, result, self.stakes(assault, event))
        if luck is None:
            return None
        return Rolled(
            self.index, self.turn, at, assault.side,
            kind=assault.kind, hex=assault.target, column=assault.preview.column, die=die, result=result, luck=luck,
        )  # fmt: skip

    def stakes(self, assault: Assault, event: Event) -> Stakes:
        """The steps on both sides; a shot is at one unit, an attack at all that stand in the hex."""
        aim = event.params.get("target")
        there = (
            steps
            for unit, (hex, steps) in self.muster.items()
            if hex == assault.target and self.owners[unit] != assault.side and aim in (None, unit)
        )
        own = sum(self.muster[unit][1] for unit in assault.attackers)
        return Stakes(own, sum(there), assault.preview.spared)


def _level(standing: Standing) -> Text | None:
    return next((level.title for level in standing.levels if level.now), None)


def _called(objective: Objective) -> tuple[str | None, str | None]:
    return (objective.unit, None) if objective.unit else (None, objective.hex)


def _names(event: Event, unit: str) -> bool:
    return any(value == unit or (isinstance(value, tuple) and unit in value) for value in event.params.values())
