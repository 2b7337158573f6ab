"""12.4 German air interdiction during Allied movement."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.vistula import aviation
from countermarch.games.vistula.losses import Losses
from countermarch.games.vistula.play import STACK, STRUCK, VistulaPlay
from countermarch.games.vistula.state import ALLIED, GERMAN
from countermarch.games.vistula.thaw import thawing
from countermarch.games.vistula.verbs import DONE, INTERDICT, PASS
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

MOST_MARKERS = 2
HIGHEST = 6


def possible(play: VistulaPlay) -> bool:
    """12.4: there are aircraft to strike with, and somebody to strike."""
    return play.options["interdiction"] == "on" and bool(aviation.ready(play, GERMAN)) and bool(targets(play))


def targets(play: VistulaPlay) -> list[int]:
    """12.4: hexes with Allied ground units that can lose steps."""
    hexes = {play.state.hex[u] for u in play.tables.of_side[ALLIED] if play.tables.is_combat[u]}
    return sorted(h for h in hexes if h >= 0)


@dataclass(slots=True)
class Window(SideProcedure):
    """12.4: around every Allied move the Germans may strike while they have aircraft, or not, or not in this phase."""

    side: int
    kind = "hex"
    asks = "vistula.prompt.interdict"
    answers = "vistula.action.interdict"
    cites = ("12.4#1",)

    def choices(self, play: VistulaPlay) -> list[Choice]:
        if not possible(play):
            return []
        most = min(MOST_MARKERS, len(aviation.ready(play, GERMAN)))
        strikes = [(INTERDICT, h, number) for h in targets(play) for number in range(1, most + 1)]
        return [*strikes, (PASS,), (DONE,)]

    def take(self, play: VistulaPlay, choice: Choice) -> None:
        if choice[0] == INTERDICT:
            strike(play, choice[1], choice[2])
            return
        play.pop()
        if choice[0] == DONE:
            play.state.frames[-1].decline(play)

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] != INTERDICT:
            return None
        if choice[1] not in targets(play):
            return play.no("12.4#1", "nothing_to_strike", hex=play.hex_name(choice[1]))
        return play.no("12.4#1", "marker_count", left=min(MOST_MARKERS, len(aviation.ready(play, GERMAN))))

    def prompt(self, play: VistulaPlay) -> Text:
        return say(self.asks, markers=len(aviation.ready(play, GERMAN)))


def strike(play: VistulaPlay, h: int, markers: int) -> None:
    """12.4: one die, one more against four units and in the thaw; the owner chooses who loses the steps."""
    aviation.spend(play, GERMAN, markers)
    crowd = sum(play.tables.stacks[u] for u in play.stack(h))
    die = play.roll(f"interdiction {play.hex_name(h)}")
    read = min(HIGHEST, die + (crowd >= STACK) + thawing(play))
    steps = play.tables.interdiction[read - 1][markers - 1]
    play.tell("interdicted", "12.4#1", hex=play.hex_name(h), markers=markers, die=die, read=read, steps=steps)
    if steps:
        play.push(Losses(ALLIED, tuple(play.combat_units(h)), steps, STRUCK))
