"""3.0 The sequence of play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from countermarch.flow import Procedure
from countermarch.games.chitpull import air, barrage, reinforcements, replacements, victory, volkssturm
from countermarch.games.chitpull.activation import clear_activation
from countermarch.games.chitpull.command import CommandPhase
from countermarch.games.chitpull.cup import add_chits, return_chits
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GERMAN, SOVIET
from countermarch.texts.names import dated

Act = Callable[[ChitPullPlay], None]


@dataclass(slots=True)
class GameTurn(Procedure):
    """3.0: the edition's steps of a turn in their order; each pushes what it has to ask and ends when that is done."""

    step: int

    def proceed(self, play: ChitPullPlay) -> None:
        _, *acts = play.edition.sequence[self.step]
        self.step += 1
        for act in acts:
            act(play)

    def by_chance(self, play: ChitPullPlay) -> bool:
        return air.recover in play.edition.sequence[self.step] and air.by_chance(play)


def phase_of(play: ChitPullPlay) -> str:
    return play.edition.phases[play.state.phase]


def begin(play: ChitPullPlay, phase: str) -> None:
    play.state.phase = play.edition.phases.index(phase)
    play.tell(f"phase_{phase}", "3.0", turn=play.state.turn)


def begins(phase: str) -> Act:
    """The act that opens a phase."""
    return lambda play: begin(play, phase)


# the steps


def open_fire(play: ChitPullPlay) -> None:
    if play.state.turn in play.edition.opening:
        begin(play, "barrage")
        play.push(barrage.OpeningBarrage(0, play.state.turn))


def german_reinforcements(play: ChitPullPlay) -> None:
    reinforcements.arrive(play, GERMAN)


def soviet_reinforcements(play: ChitPullPlay) -> None:
    reinforcements.arrive(play, SOVIET)


def german_replacements(play: ChitPullPlay) -> None:
    replacements.begin(play, GERMAN)


def soviet_replacements(play: ChitPullPlay) -> None:
    replacements.begin(play, SOVIET)


def command(play: ChitPullPlay) -> None:
    clear_activation(play)
    if play.state.turn > 1:  # those of the first turn have been laid in at the set-up (2.1.5)
        add_chits(play)
    play.push(CommandPhase())


def end(play: ChitPullPlay) -> None:
    """Volkssturm go home, sudden death is tested, and the marker moves on (2.2.1)."""
    volkssturm.go_home(play)
    finish(play)


def finish(play: ChitPullPlay) -> None:
    """13.2, 2.2.1: sudden death, the last turn, or the next one."""
    play.pop()
    if not victory.sudden_death(play) and not victory.last_turn(play):
        next_turn(play)


def next_turn(play: ChitPullPlay) -> None:
    """2.2.1: advance the marker; what lasts a turn lapses."""
    state = play.state
    play.next_turn()
    state.no_gas = state.slow_next = state.hipper_used = state.drawn = 0
    for group in range(len(state.used)):
        state.used[group] = state.lost[group] = 0
    return_chits(play)
    play.check_release()
    play.tell("turn", "2.2.1", turn=state.turn, dates=dated(play.tables.turns[state.turn - 1].dates))
    play.push(GameTurn(0))
