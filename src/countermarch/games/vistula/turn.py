"""2. The sequence of play."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import Procedure
from countermarch.games.vistula import aviation, combat, fuehrer, movement, rrw, supply, thaw, victory
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import ALLIED, GERMAN, PHASES
from countermarch.texts.names import dated


@dataclass(slots=True)
class GameTurn(Procedure):
    """2: the phases of a turn in their order; each pushes what it has to ask and ends when that is done."""

    step: int

    def proceed(self, play: VistulaPlay) -> None:
        steps = (
            self.events,
            self.fortunes,
            self.rrw,
            self.allied_movement,
            self.allied_combat,
            self.german_movement,
            self.german_combat,
            self.supply,
            self.end,
        )
        at = self.step
        self.step += 1
        steps[at](play)

    def by_chance(self, play: VistulaPlay) -> bool:
        if self.step == 0:
            return victory.by_chance(play)
        return self.step == 1 and (thaw.by_chance(play) or fuehrer.due(play))

    def begin(self, play: VistulaPlay, phase: str, rule: str) -> None:
        play.state.phase = PHASES.index(phase)
        play.tell(f"phase_{phase}", rule, turn=play.state.turn)

    def events(self, play: VistulaPlay) -> None:
        """11.2, 11.3: what the dice decide before anything else; the war may end here."""
        self.begin(play, "events", "2#1")
        victory.turn_begins(play)

    def fortunes(self, play: VistulaPlay) -> None:
        """12.5, 12.6: the thaw, then the Führer."""
        thaw.roll(play)
        fuehrer.roll(play)

    def rrw(self, play: VistulaPlay) -> None:
        """2, 6.1: the joint phase."""
        self.begin(play, "rrw", "2#1")
        aviation.refresh(play)
        rrw.begin(play)

    def allied_movement(self, play: VistulaPlay) -> None:
        self.begin(play, "allied_movement", "2#2")
        movement.begin(play, ALLIED)

    def allied_combat(self, play: VistulaPlay) -> None:
        self.begin(play, "allied_combat", "2#2")
        combat.begin(play, ALLIED)

    def german_movement(self, play: VistulaPlay) -> None:
        """2, 7.3: guns that fired in the Allied segment may fire again in the German one."""
        self.begin(play, "german_movement", "2#3")
        combat.reload(play)
        movement.begin(play, GERMAN)

    def german_combat(self, play: VistulaPlay) -> None:
        self.begin(play, "german_combat", "2#3")
        combat.begin(play, GERMAN)

    def supply(self, play: VistulaPlay) -> None:
        """2, 5.7: both sides check their lines."""
        self.begin(play, "end", "2#4")
        supply.check(play)

    def end(self, play: VistulaPlay) -> None:
        """2: the marker moves on, or the winner is named."""
        play.pop()
        if not victory.last_turn(play):
            next_turn(play)


MOVES_FIRST = 3  # 13.1, 13.3: the first turn begins with Allied movement


def first_turn(play: VistulaPlay) -> None:
    play.state.turn = 1
    aviation.refresh(play)
    play.push(GameTurn(MOVES_FIRST))


def next_turn(play: VistulaPlay) -> None:
    """2#5: what lasts a turn lapses."""
    state = play.state
    play.next_turn()
    for u in range(len(play.tables.units)):
        state.attacked[u] = state.fought[u] = state.exploited[u] = state.moved[u] = 0
    play.tell("turn", "2#5", turn=state.turn, dates=dated(play.tables.turns[state.turn - 1].dates))
    play.push(GameTurn(0))
