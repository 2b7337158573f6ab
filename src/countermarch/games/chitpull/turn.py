"""3.0 The sequence of play."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import Procedure
from countermarch.games.chitpull import (
    air,
    barrage,
    headquarters,
    reinforcements,
    replacements,
    supply,
    victory,
    volkssturm,
)
from countermarch.games.chitpull.activation import clear_activation
from countermarch.games.chitpull.command import CommandPhase
from countermarch.games.chitpull.cup import add_chits, return_chits
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GERMAN, SOVIET

PHASES = ("barrage", "air", "reinforcement", "replacement", "volkssturm", "command", "supply", "end")


@dataclass(slots=True)
class GameTurn(Procedure):
    """3.0: the phases of a turn in their order; each pushes what it has to ask and ends when that is done."""

    step: int

    def proceed(self, play: ChitPullPlay) -> None:
        steps = (
            self.barrage,
            self.air,
            self.german_reinforcements,
            self.soviet_reinforcements,
            self.german_replacements,
            self.soviet_replacements,
            self.volkssturm,
            self.command,
            self.supply,
            self.end,
        )
        at = self.step
        self.step += 1
        steps[at](play)

    def begin(self, play: ChitPullPlay, phase: str) -> None:
        play.state.phase = PHASES.index(phase)
        play.tell(f"phase_{phase}", "3.0", turn=play.state.turn)

    def barrage(self, play: ChitPullPlay) -> None:
        if play.state.turn == 1:
            self.begin(play, "barrage")
            play.push(barrage.OpeningBarrage(0))

    def air(self, play: ChitPullPlay) -> None:
        self.begin(play, "air")
        air.recover(play)

    def german_reinforcements(self, play: ChitPullPlay) -> None:
        self.begin(play, "reinforcement")
        reinforcements.arrive(play, GERMAN)

    def soviet_reinforcements(self, play: ChitPullPlay) -> None:
        reinforcements.arrive(play, SOVIET)

    def german_replacements(self, play: ChitPullPlay) -> None:
        self.begin(play, "replacement")
        replacements.begin(play, GERMAN)

    def soviet_replacements(self, play: ChitPullPlay) -> None:
        replacements.begin(play, SOVIET)

    def volkssturm(self, play: ChitPullPlay) -> None:
        headquarters.remove_idle(play)
        self.begin(play, "volkssturm")
        volkssturm.begin(play)

    def command(self, play: ChitPullPlay) -> None:
        self.begin(play, "command")
        clear_activation(play)
        add_chits(play)
        play.push(CommandPhase())

    def supply(self, play: ChitPullPlay) -> None:
        self.begin(play, "supply")
        supply.check_all(play)

    def end(self, play: ChitPullPlay) -> None:
        """Volkssturm go home, sudden death is tested, and the marker moves on (2.2.1)."""
        self.begin(play, "end")
        volkssturm.go_home(play)
        play.pop()
        if not victory.sudden_death(play) and not victory.last_turn(play):
            next_turn(play)


def next_turn(play: ChitPullPlay) -> None:
    """2.2.1: advance the marker; what lasts a turn lapses."""
    state = play.state
    state.turn += 1
    state.no_gas = state.slow_next = state.hipper_used = state.drawn = 0
    for group in range(len(state.used)):
        state.used[group] = state.lost[group] = 0
    return_chits(play)
    play.check_release()
    play.tell("turn", "2.2.1", turn=state.turn, dates=play.tables.turns[state.turn - 1].dates)
    play.push(GameTurn(0))
