"""8.2, 9.2 An attack once announced: support of both sides, the die, losses, and what follows."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.games.base import Assault
from countermarch.games.vistula import aviation, depth, pursuit, stacking, support
from countermarch.games.vistula.engagement import DIE, Engagement
from countermarch.games.vistula.losses import Losses, orphan
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.reckoning import column_name, defenders, reckon, reckoned
from countermarch.games.vistula.state import ALLIED, GERMAN


@dataclass(slots=True)
class Battle(Engagement):
    """The steps of one attack."""

    def proceed(self, play: VistulaPlay) -> None:
        stages = (
            self.attacker_support,
            self.defender_support,
            self.attacker_intent,
            self.defender_intent,
            self.attacker_markers,
            self.defender_markers,
            self.second_line,
            self.resolve,
            self.suffer,
            self.clear,
            self.pursue,
            self.end,
        )
        at = self.stage
        self.stage += 1
        stages[at](play)

    def by_chance(self, play: VistulaPlay) -> bool:
        return self.stage == DIE

    # 5.8.1, 8.3: columns and artillery

    def attacker_support(self, play: VistulaPlay) -> None:
        if not self.follow:
            play.push(support.Commitment(self.side, False))

    def defender_support(self, play: VistulaPlay) -> None:
        play.push(support.Commitment(1 - self.side, True))

    # 9.2: four open announcements

    def attacker_intent(self, play: VistulaPlay) -> None:
        if not self.follow:
            play.push(aviation.Announcement(self.side, False))

    def defender_intent(self, play: VistulaPlay) -> None:
        if not self.follow:
            play.push(aviation.Announcement(1 - self.side, True))

    def attacker_markers(self, play: VistulaPlay) -> None:
        if aviation.announced_air(self.intents[False]) and not self.follow:
            play.push(aviation.Markers(self.side, False))

    def defender_markers(self, play: VistulaPlay) -> None:
        if aviation.announced_air(self.intents[True]) and not self.follow:
            play.push(aviation.Markers(1 - self.side, True))

    def second_line(self, play: VistulaPlay) -> None:
        """12.3: offered once the odds are known and support is committed."""
        if depth.offered(play, self.side, self.target, self.mobile or self.follow):
            play.push(depth.SecondLine(GERMAN))

    # the die

    def resolve(self, play: VistulaPlay) -> None:
        """8.2: one die on the attacker's own table; losses in a big city are halved, fractions up (8.8)."""
        odds = reckon(play, self.clash())
        weighed = self.weighed(play) if play.weighs else None
        die = play.roll(f"{'mobile' if self.mobile else 'attack'} {play.hex_name(self.target)}")
        outcome = play.tables.combat[self.side].result(odds.column, die)
        play.tell(
            "attack",
            "8.2#2",
            weighed and weighed.cast(die),
            units=play.ids(self.units),
            hex=play.hex_name(self.target),
            odds=column_name(play, self.side, odds.column),
            die=die,
            result=outcome.code,
        )
        due = outcome.defender_steps
        if play.tables.big_city[self.target] and due:
            due = (due + 1) // 2
            play.tell("city_losses", "8.8#2", hex=play.hex_name(self.target), steps=due)
        standing = defenders(play, self.target)
        self.steps, self.lost = sum(play.state.steps[u] for u in standing), due
        play.push(Losses(self.side, self.units, outcome.attacker_steps, "8.2#2"))
        play.push(Losses(1 - self.side, tuple(standing), due, "8.2#2"))

    def weighed(self, play: VistulaPlay) -> Assault:
        side, hex, units = play.sides[self.side], play.hex_name(self.target), play.ids(self.units)
        return Assault(side, self.verb, hex, units, self.named_support(play), preview=reckoned(play, self.clash()))

    def suffer(self, play: VistulaPlay) -> None:
        """10.4: what stood in the hex beside the units that are gone."""
        if self.lost >= self.steps:
            orphan(play, 1 - self.side, self.target)

    def clear(self, play: VistulaPlay) -> None:
        """8.5: surplus losses of the Germans become movement."""
        if not play.here(1 - self.side, self.target) and not self.mobile:
            pursuit.begin(play, self.side, self.target, self.alive(play), surplus=self.lost - self.steps)

    def pursue(self, play: VistulaPlay) -> None:
        """8.6: after the breakthrough reserves may exploit it."""
        if self.side == ALLIED and self.lost > self.steps:
            play.push(pursuit.Exploitation(self.side, self.target))

    def end(self, play: VistulaPlay) -> None:
        play.pop()


def begin(
    play: VistulaPlay,
    side: int,
    target: int,
    units: tuple[int, ...],
    mobile: bool,
    train: tuple[int, ...] = (),
    ordered: bool = False,
) -> None:
    """8.1, 8.6: whoever takes part has fought; an HQ alone is eliminated without a die (10.4)."""
    for u in units:
        play.state.attacked[u] = 1
    for u in (*units, *play.stack(target)):
        play.state.fought[u] = 1
    if defenders(play, target):
        play.push(Battle(side, target, units, mobile, train, ordered=ordered))
        stacking.punish(play, 1 - side, target)
        return
    pursuit.overrun(play, side, target, units, mobile)
