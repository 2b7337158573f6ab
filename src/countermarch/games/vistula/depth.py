"""12.3 Defence in depth: the Germans leave their first line when it is attacked."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.vistula import pursuit, stacking
from countermarch.games.vistula.engagement import DEFENDER, END, Engagement, current
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.reckoning import defenders
from countermarch.games.vistula.state import ALLIED, GERMAN
from countermarch.games.vistula.verbs import ATTACK, DONE, FOLLOW, STAND, WITHDRAW
from countermarch.notation import Choice
from countermarch.rulebook import Refusal

WESTWARD = (3, 4, 5)
FIRST_TURN = 5  # March II


def second_lines(play: VistulaPlay, target: int) -> list[int]:
    """12.3.1: hexes to the west that take all of the defenders."""
    crowd = sum(play.tables.stacks[u] for u in play.stack(target))
    return stacking.refuges(play, GERMAN, target, WESTWARD, units=crowd)


def offered(play: VistulaPlay, side: int, target: int, barred: bool) -> bool:
    """12.3: an option, from March II on, against Allied attacks."""
    if play.options["defence_in_depth"] == "off" or play.state.turn < FIRST_TURN or side != ALLIED or barred:
        return False
    return bool(second_lines(play, target))


@dataclass(slots=True)
class SecondLine(SideProcedure):
    """12.3.1: with the odds known and support committed, the defenders stand or go back one hex west."""

    side: int
    kind = "hex"
    asks = "vistula.prompt.depth"
    answers = "vistula.action.depth"
    cites = ("12.3.1#1", "12.3.1#2")

    def choices(self, play: VistulaPlay) -> list[Choice]:
        lines = second_lines(play, current(play).target)
        return [(STAND,), *((WITHDRAW, h) for h in lines)]

    def take(self, play: VistulaPlay, choice: Choice) -> None:
        play.pop()
        if choice[0] == STAND:
            return
        fight = current(play)
        for u in play.ground_units(fight.target):
            play.bring(u, [choice[1]])
        play.tell("withdrew", "12.3.1#1", start=play.hex_name(fight.target), hex=play.hex_name(choice[1]))
        play.push(FollowUp(ALLIED, fight.target, ()))

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        return play.no("12.3.1#1", "no_second_line", hex=play.hex_name(choice[1])) if choice[0] == WITHDRAW else None


@dataclass(slots=True)
class FollowUp(SideProcedure):
    """12.3.2: the attack is void; attackers may enter the hex left to them, and attack once from there."""

    side: int
    hex: int
    inside: tuple[int, ...]
    touches = True
    asks = "vistula.prompt.follow"
    answers = "vistula.action.follow"
    cites = ("12.3.2#2",)

    def targets(self, play: VistulaPlay) -> list[int]:
        if not self.inside:
            return []
        return [h for h in play.tables.next_to[self.hex] if play.here(GERMAN, h)]

    def choices(self, play: VistulaPlay) -> list[Choice]:
        found: list[Choice] = []
        if play.room(self.side, self.hex) > 0 and pursuit.can_enter(play, self.hex):
            found += [(FOLLOW, u) for u in current(play).units if u not in self.inside]
        found += [(ATTACK, h) for h in self.targets(play)]
        return [*found, (DONE,)]

    def do(self, play: VistulaPlay, choice: Choice) -> None:
        if choice[0] == FOLLOW:
            u = choice[1]
            self.inside += (u,)
            play.bring(u, [self.hex])
            play.tell("followed", "12.3.2#2", unit=play.id(u), hex=play.hex_name(self.hex))
        else:
            play.pop()
            self.attack(play, current(play), choice[1])

    def end(self, play: VistulaPlay) -> None:
        play.pop()
        current(play).stage = END

    def attack(self, play: VistulaPlay, fight: Engagement, target: int) -> None:
        """12.3.2: with the artillery and air support of the first attack, halved; its columns are spent."""
        fight.target, fight.units, fight.follow, fight.stage = target, self.inside, True, DEFENDER
        fight.columns, fight.guns, fight.naval = (0, 0), (fight.guns[0], ()), False
        for u in play.stack(target):
            play.state.fought[u] = 1
        if defenders(play, target):
            stacking.punish(play, GERMAN, target)
        else:
            fight.stage = END
            pursuit.overrun(play, ALLIED, target, self.inside, mobile=False)

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        return play.no("12.3.2#2", "not_following") if choice[0] in (FOLLOW, ATTACK) else None
