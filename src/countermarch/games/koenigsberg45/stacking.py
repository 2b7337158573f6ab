"""5.1a, 5.2 Stacking: the price of a hex that is found too full when a phase ends."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.chitpull.losses import destroy, strongest, take_step
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.retreat import CHOOSING
from countermarch.games.chitpull.state import SIDES
from countermarch.games.chitpull.verbs import LOSE
from countermarch.games.koenigsberg45.retreats import FlightToSupply
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say


def enforce(play: ChitPullPlay) -> None:
    """5.0a: at the end of a phase every stack must be legal."""
    for side in range(len(SIDES)):
        for h in {play.state.hex[u] for u in play.tables.of_side[side] if play.on_map(u)}:
            if play.is_overfull(side, h):
                play.push(Overstacked(side, h))


@dataclass(slots=True)
class Overstacked(SideProcedure):
    """5.1a: the unit with the highest attack loses a step and retreats a hex, again and again while it is too full."""

    side: int
    hex: int
    kind = "unit"
    asks = "chitpull.prompt.lose"
    cites = ("koenigsberg45 5.1a", "koenigsberg45 5.2")

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        units = play.combat_units(self.hex)
        if not units or not play.is_overfull(self.side, self.hex) or len(play.hqs_in(self.hex)) > 1:
            return []
        return [(LOSE, u) for u in strongest(play, units, defending=False)]

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        u = choice[1]
        play.tell("overstacked", "koenigsberg45 5.1a", unit=play.id(u), hex=play.hex_name(self.hex))
        if play.state.steps[u] == 1:
            destroy(play, u)
            return
        take_step(play, u)
        self.send(play, u)

    def proceed(self, play: ChitPullPlay) -> None:
        """5.2: one of two HQs goes on; otherwise all is well."""
        hqs = play.hqs_in(self.hex)
        if len(hqs) > 1:
            play.tell("overstacked", "koenigsberg45 5.2", unit=play.id(hqs[0]), hex=play.hex_name(self.hex))
            self.send(play, hqs[0])
        else:
            play.pop()

    def send(self, play: ChitPullPlay, u: int) -> None:
        play.push(
            FlightToSupply(self.side, self.hex, (u,), hexes=1, defending=False, extra=True, path=(), stage=CHOOSING)
        )

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] != LOSE:
            return None
        return play.no("koenigsberg45 5.1a", "not_strongest", unit=play.id(choice[1]))

    def prompt(self, play: ChitPullPlay) -> Text:
        return say(self.asks, steps=1)
