"""11.1, 12.1 Deployment: the Soviet player first, then the German, group by group as printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from countermarch.flow import Procedure, SideProcedure
from countermarch.games.seelow.fitting import fits
from countermarch.games.seelow.play import LIMITS, SeelowPlay
from countermarch.games.seelow.sequence import out_of_phase
from countermarch.games.seelow.state import (
    FIRE_MODE,
    GERMAN,
    MOVE_MODE,
    RESERVE,
    SOVIET,
    UNDEPLOYED,
    UNUSED,
)
from countermarch.games.seelow.tables import Group
from countermarch.games.seelow.turn import GameTurn
from countermarch.games.seelow.verbs import PLACE, PROPOSE
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

RULES = (("11.12", "11.11"), ("12.12", "12.11"))  # by scenario and side


def set_up(play: SeelowPlay) -> None:
    """Counters of the scenario wait to be put on the map; those of the other one stay in the box."""
    state = play.state
    state.turn = 1
    for u, unit in enumerate(play.tables.units):
        state.steps[u] = unit.steps
        state.hex[u] = UNUSED
    for group in play.tables.setups[state.scenario]:
        for u in group.units:
            state.hex[u] = RESERVE if group.turn else UNDEPLOYED
    play.push(Setup(0))


@dataclass(slots=True)
class Setup(Procedure):
    """11.11, 11.12, 12.11, 12.12: both sides deploy, then the first turn begins."""

    stage: int

    def proceed(self, play: SeelowPlay) -> None:
        self.stage += 1
        if self.stage <= 2:
            side = (SOVIET, GERMAN)[self.stage - 1]
            rule = RULES[play.state.scenario][side]
            play.tell("deployment", rule, side=say(f"server.side.{play.sides[side]}"))
            play.push(Deployment(side))
        else:
            play.pop()
            play.tell("turn", "3.1#12", turn=1, light=say(f"seelow.light.{play.light}"))
            play.push(GameTurn(0))


@dataclass(slots=True)
class Deployment(SideProcedure):
    """One side's groups in printed order; nothing is put where the rest could no longer be put."""

    side: int
    kind = "place"
    asks = "seelow.prompt.deploy"
    answers = "seelow.action.deploy"
    cites = ("4.12", "4.13", "8.31#1")

    def groups(self, play: SeelowPlay) -> list[Group]:
        return [g for g in play.tables.setups[play.state.scenario] if g.side == self.side and not g.turn]

    def current(self, play: SeelowPlay) -> Group | None:
        return next((g for g in self.groups(play) if waiting(play, g)), None)

    def can_finish(self, play: SeelowPlay) -> bool:
        """Whether everybody who waits has a hex that leaves room for the others."""
        waits = [(u, g.hexes) for g in self.groups(play) for u in waiting(play, g)]
        return all(any(self.refusal(play, u, h) is None for h in hexes) for u, hexes in waits)

    def choices(self, play: SeelowPlay) -> list[Choice]:
        group = self.current(play)
        if group is None:
            return []
        units = waiting(play, group)
        if len(group.hexes) == 1 and not play.tables.is_gun[units[0]]:
            return [(PLACE, units[0], group.hexes[0], FIRE_MODE)]
        found: list[Choice] = [
            (PLACE, u, h, mode)
            for u in units
            for h in group.hexes
            if self.refusal(play, u, h) is None
            for mode in ((FIRE_MODE, MOVE_MODE) if play.tables.is_gun[u] else (FIRE_MODE,))
        ]
        return found if len(found) == 1 else [*found, (PROPOSE,)]

    def take(self, play: SeelowPlay, choice: Choice) -> None:
        if choice[0] == PROPOSE:
            self.propose(play)
        else:
            self.place(play, choice[1], choice[2], choice[3])

    def place(self, play: SeelowPlay, u: int, h: int, mode: int) -> None:
        play.state.mode[u] = mode
        play.put(u, h)
        key = "deployed_moving" if mode == MOVE_MODE else "deployed"
        play.tell(key, RULES[play.state.scenario][self.side], unit=play.id(u), hex=play.hex_name(h))

    def propose(self, play: SeelowPlay) -> None:
        """The proposal of the data, or the first hex that leaves room for the rest."""
        while (group := self.current(play)) is not None:
            u = waiting(play, group)[0]
            wish = group.default[group.units.index(u)]
            free = (h for h in (wish, *group.hexes) if self.refusal(play, u, h) is None)
            self.place(play, u, next(free), FIRE_MODE)

    # why not

    def refuse(self, play: SeelowPlay, choice: Choice) -> Refusal | None:
        if choice[0] != PLACE:
            return out_of_phase(play, choice)
        u, h, mode = choice[1:]
        rule = RULES[play.state.scenario][self.side]
        group = self.current(play)
        if group is None or u not in waiting(play, group):
            return play.no(rule, "not_now", unit=play.id(u))
        if h not in group.hexes:
            return play.no(rule, "not_there", unit=play.id(u), hex=play.hex_name(h))
        if mode == MOVE_MODE and not play.tables.is_gun[u]:
            return play.no("8.31#1", "not_a_gun", unit=play.id(u))
        return self.refusal(play, u, h)

    def refusal(self, play: SeelowPlay, u: int, h: int) -> Refusal | None:
        """Out of play, on the enemy, against stacking, or leaving no room for somebody else."""
        hex = play.hex_name(h)
        if not play.ground.in_play[h]:
            return play.no("11.0#2", "out_of_play", hex=hex)
        if play.number_in(1 - self.side, h):
            return play.no("5.21", "enemy", hex=hex)
        if not play.room_for(u, h):
            return play.no(*stacking_rule(self.side), hex=hex)
        if not self.leaves_room(play, u, h):
            return play.no(RULES[play.state.scenario][self.side], "no_room_left", unit=play.id(u), hex=hex)
        return None

    def leaves_room(self, play: SeelowPlay, u: int, h: int) -> bool:
        """Whether everyone still to come can be put somewhere, with this unit here."""
        here, points = play.group_of(u), play.tables.points
        rest = [v for v in here.rivals if play.state.hex[v] == UNDEPLOYED and v != u]
        wishes = [(points[v], play.group_of(v).hexes) for v in rest]
        free = {at: self.free(play, at) for at in {at for _, hexes in wishes for at in hexes}}
        if h in free:
            free[h] -= points[u]
        return fits(wishes, free)

    def free(self, play: SeelowPlay, h: int) -> int:
        """The stacking points a hex has left."""
        if not play.ground.in_play[h] or play.number_in(1 - self.side, h):
            return 0
        return LIMITS[self.side] - play.load_in(self.side, h)

    def prompt(self, play: SeelowPlay) -> Text:
        group = self.current(play)
        names = play.ids(waiting(play, group)) if group else ()
        return say(self.asks, units=names)


def stacking_rule(side: int) -> tuple[str, str]:
    return ("4.12", "full") if side == GERMAN else ("4.13", "full")


def waiting(play: SeelowPlay, group: Group) -> Sequence[int]:
    return [u for u in group.units if play.state.hex[u] == UNDEPLOYED]
