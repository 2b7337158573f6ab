"""8.1, 8.7 Combat results: who carries his out first, retreat or a step, pinned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from countermarch.charts import Outcome
from countermarch.flow import SideProcedure
from countermarch.games.chitpull.battle import Battle
from countermarch.games.chitpull.losses import Losses
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.retreat import Retreat
from countermarch.games.stargard.play import StargardPlay
from countermarch.games.stargard.verbs import RETIRE, STAND
from countermarch.notation import Choice
from countermarch.texts import Text, say

Part = Callable[[ChitPullPlay, Outcome], None]


@dataclass(slots=True)
class StargardBattle(Battle):
    """8.1: the defender's result first, in a city or fortress the attacker's (8.1.1); P pins and ends it."""

    def parts(self, play: ChitPullPlay, outcome: Outcome) -> tuple[Part, ...]:
        if outcome.pins:
            return (self.pin,)
        joint = outcome.attacker_steps and outcome.defender_steps
        if joint and attacker_first(play, self.target):
            return self.suffer, self.defend, self.follow
        return self.defend, self.suffer, self.follow

    def pin(self, play: ChitPullPlay, outcome: Outcome) -> None:
        """8.7(1): everybody who took part, or only the defenders if so agreed."""
        assert isinstance(play, StargardPlay)
        attackers = self.alive(play) if play.options["pin_scope"] == "both" else []
        play.pin([*attackers, *play.combat_units(self.target)])

    def defend(self, play: ChitPullPlay, outcome: Outcome) -> None:
        """8.1.1: with no attacker left the defender's part lapses."""
        if self.alive(play):
            Battle.defend(self, play, outcome)
        else:
            play.tell("lapses", "stargard-design 8.1.1", hex=play.hex_name(self.target))

    def suffer(self, play: ChitPullPlay, outcome: Outcome) -> None:
        if not outcome.attacker_chooses:
            Battle.suffer(self, play, outcome)
        elif self.alive(play):
            play.push(
                RetreatOrStep(self.side, self.target, tuple(self.alive(play)), outcome.attacker_hexes, defending=False)
            )


def attacker_first(play: ChitPullPlay, target: int) -> bool:
    """8.1.1: the target is a city or a fortress."""
    assert isinstance(play, StargardPlay)
    return play.tables.settlement[target] == "city" or target in play.tables.fortresses


def strike(play: ChitPullPlay, target: int, outcome: Outcome, line: int) -> None:
    """8.1, 8.1.2: the defender's result of an attack or a barrage; settlements and lines cancel nothing (8.5)."""
    assert isinstance(play, StargardPlay)
    if outcome.pins:
        play.pin(play.combat_units(target))
        return
    side, stack = play.tables.side[play.state.top[target]], tuple(play.stack(target))
    if outcome.defender_chooses:
        play.push(RetreatOrStep(side, target, stack, outcome.defender_hexes, defending=True))
        return
    if outcome.defender_hexes:
        play.push(Retreat(side, target, stack, outcome.defender_hexes, defending=True, paid=False))
    if outcome.defender_steps:
        play.push(Losses(side, tuple(play.combat_units(target)), outcome.defender_steps, bound=True, defending=True))


@dataclass(slots=True)
class RetreatOrStep(SideProcedure):
    """8.1.3: one choice for the whole side in this combat."""

    side: int
    target: int
    units: tuple[int, ...]
    hexes: int
    defending: bool
    kind = "option"
    touches = True
    asks = "chitpull.prompt.retreat_or_step"
    answers = "chitpull.action.retreat_or_step"
    cites = ("stargard 8.1", "stargard-design 8.1.3")

    def exposes(self, play: ChitPullPlay) -> tuple[int, ...]:
        return (self.target,)

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        return [(RETIRE,), (STAND,)]

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        play.pop()
        key = "chooses_retreat" if choice[0] == RETIRE else "chooses_step"
        play.tell(key, "stargard-design 8.1.3", side=say(f"chitpull.group.{play.sides[self.side]}"))
        if choice[0] == STAND:
            fighters = tuple(u for u in self.units if play.tables.is_combat[u])
            play.push(Losses(self.side, fighters, self.hexes, bound=True, defending=self.defending))
        elif self.defending:
            play.push(Retreat(self.side, self.target, self.units, self.hexes, defending=True, paid=False))
        else:
            self.fall_back(play)

    def fall_back(self, play: ChitPullPlay) -> None:
        """8.1.3: attackers each from their own hex."""
        battle = next(frame for frame in reversed(play.state.frames) if isinstance(frame, Battle))
        battle.fall_back(play, self.units, self.hexes)

    def prompt(self, play: ChitPullPlay) -> Text:
        return say(self.asks, hex=play.hex_name(self.target))
