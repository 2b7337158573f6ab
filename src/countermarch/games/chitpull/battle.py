"""9.1 The result of an attack: the defender's part, the attacker's part, the advance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from countermarch.charts import Outcome
from countermarch.flow import Procedure, SideProcedure
from countermarch.games.chitpull.advance import Advance
from countermarch.games.chitpull.losses import Losses, attackers_due, steps_due
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.retreat import Retreat, hexes_due, hexes_left, toll
from countermarch.games.chitpull.verbs import APART
from countermarch.notation import Choice


@dataclass(slots=True)
class Battle(Procedure):
    """9.1: the defender's result, then the attacker's, then the advance."""

    side: int
    target: int
    units: tuple[int, ...]
    column: int
    die: int
    line: int
    stage: int
    fled: bool = False  # whether a defender has retreated

    def exposes(self, play: ChitPullPlay) -> tuple[int, ...]:
        return (self.target,)

    def proceed(self, play: ChitPullPlay) -> None:
        outcome = play.tables.combat.result(self.column, self.die)
        steps = self.parts(play, outcome)
        if self.stage == len(steps):
            play.pop()
            return
        self.stage += 1
        steps[self.stage - 1](play, outcome)

    def parts(self, play: ChitPullPlay, outcome: Outcome) -> tuple[Callable[[ChitPullPlay, Outcome], None], ...]:
        return self.defend, self.suffer, self.follow

    def defend(self, play: ChitPullPlay, outcome: Outcome) -> None:
        strike(play, self.target, outcome, self.line)

    def suffer(self, play: ChitPullPlay, outcome: Outcome) -> None:
        """9.1: losses from all attackers, then every stack retreats from its own hex."""
        if outcome.starred and not self.stood(play, outcome):
            return
        units = self.alive(play)
        if outcome.attacker_hexes:
            self.fall_back(play, units, outcome.attacker_hexes)
        steps = attackers_due(play, units, outcome.attacker_steps)
        if steps:
            play.push(Losses(self.side, tuple(units), steps, bound=True, defending=False))

    def stood(self, play: ChitPullPlay, outcome: Outcome) -> bool:
        """9.1: the star counts if a settlement or line cancelled the whole retreat of somebody still there."""
        asked, is_static = outcome.defender_hexes, play.tables.is_static
        dues = [(toll if is_static[u] else hexes_left) for u in play.combat_units(self.target)]
        return asked > 0 and any(not due(play, self.target, asked, self.line) for due in dues)

    def alive(self, play: ChitPullPlay) -> list[int]:
        return [u for u in self.units if play.on_map(u)]

    def fall_back(self, play: ChitPullPlay, units: Sequence[int], hexes: int) -> None:
        stacks = []
        for h in sorted({play.state.hex[u] for u in units}):
            due = hexes_due(play, h, hexes, 0)
            if due:
                group = [u for u in units if play.state.hex[u] == h] + play.hqs_in(h)
                stacks.append((h, due, *sorted(group)))
        play.push(FallBack(self.side, tuple(stacks)))

    def follow(self, play: ChitPullPlay, outcome: Outcome) -> None:
        """9.6: only into a hex left empty, and not after a retreat of one's own."""
        retreated = outcome.attacker_hexes and not outcome.starred
        if retreated or play.number_in(1 - self.side, self.target):
            return
        units = self.alive(play)
        origins = tuple(play.state.hex[u] for u in units)
        far = self.fled or play.edition.far_after_elimination
        play.push(Advance(self.side, self.target, tuple(units), origins, gone=(), far=far))


@dataclass(slots=True)
class FallBack(SideProcedure):
    """9.5, 9.5.6: attacking stacks retreat in the order their owner likes; a stack is hex, hexes due, units."""

    side: int
    stacks: tuple[tuple[int, ...], ...]
    kind = "option"
    touches = True
    asks = "chitpull.prompt.retreat_order"
    cites = ("9.5", "9.5.6")

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        waiting = [group for stack in self.stacks if (group := self.group(play, stack))]
        return [(APART, *group) for group in waiting] if len(waiting) > 1 else []

    def group(self, play: ChitPullPlay, stack: tuple[int, ...]) -> tuple[int, ...]:
        """Who is left of a stack; nobody if no attacker is."""
        left = tuple(u for u in stack[2:] if play.state.hex[u] == stack[0])
        return left if any(play.tables.is_combat[u] for u in left) else ()

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        self.send(play, next(stack for stack in self.stacks if self.group(play, stack) == choice[1:]))

    def proceed(self, play: ChitPullPlay) -> None:
        if self.stacks:
            self.send(play, self.stacks[0])
        else:
            play.pop()

    def send(self, play: ChitPullPlay, stack: tuple[int, ...]) -> None:
        self.stacks = tuple(other for other in self.stacks if other != stack)
        play.push(Retreat(self.side, stack[0], self.group(play, stack), stack[1], defending=False, paid=False))


def strike(play: ChitPullPlay, target: int, outcome: Outcome, line: int) -> None:
    """9.1, 9.4, 9.5: the defender's result of an attack or a barrage: losses, then the retreat."""
    if play.edition.strike is not None:
        play.edition.strike(play, target, outcome, line)
        return
    side = play.tables.side[play.state.top[target]]
    steps = steps_due(play, target, outcome.defender_steps, line)
    hexes = hexes_due(play, target, outcome.defender_hexes, line)
    beyond = toll(play, target, outcome.defender_hexes, line) - hexes
    if hexes or beyond:
        play.push(Retreat(side, target, tuple(play.stack(target)), hexes, defending=True, paid=False, beyond=beyond))
    if steps:
        play.push(Losses(side, tuple(play.combat_units(target)), steps, bound=True, defending=True))
