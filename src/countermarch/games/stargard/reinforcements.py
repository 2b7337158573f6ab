"""6.2, 7.0 Reinforcements: one after the other is laid down and moves, so that no hex is ever too full; Tettau."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import ArrivalMoves, Entry, arrive, is_closed, is_due, lay, turn_away
from countermarch.games.chitpull.state import GERMAN, RESERVE
from countermarch.games.chitpull.verbs import DONE, PLACE
from countermarch.games.stargard.play import TETTAU, StargardPlay
from countermarch.games.stargard.verbs import DECLINE
from countermarch.notation import Choice
from countermarch.rulebook import Refusal


def german_reinforcements(play: ChitPullPlay) -> None:
    """7.1: what is due, once it is settled whether Tettau comes now."""
    assert isinstance(play, StargardPlay)
    if may_decline(play):
        play.push(Summons(GERMAN))
    else:
        arrive(play, GERMAN)


def may_decline(play: StargardPlay) -> bool:
    """7.1: the HQ of Tettau is due, and has not been put off before."""
    hq = play.tables.hq_of[TETTAU]
    return not play.state.declined and play.state.hex[hq] == RESERVE and is_due(play, hq)


@dataclass(slots=True)
class Summons(SideProcedure):
    """7.1: Corps Group von Tettau comes now, or a turn later."""

    side: int
    kind = "option"
    asks = "chitpull.prompt.decline"
    answers = "chitpull.action.decline"
    cites = ("stargard-design 7.1",)

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        return [(DECLINE,), (DONE,)]

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        assert isinstance(play, StargardPlay)
        play.pop()
        if choice[0] == DECLINE:
            play.state.declined = 1
            play.tell("declined", "stargard-design 7.1", turn=play.state.turn + 1)
        arrive(play, self.side)


@dataclass(slots=True)
class OneByOne(Entry):
    """6.2, 7.2, 7.3: the next unit enters when the last one has moved; a hex that is full is closed too."""

    cites = ("stargard-design 7.3", "stargard-design 7.2", "stargard-design 6.2")

    def shut(self, play: ChitPullPlay, h: int) -> bool:
        return is_closed(play, self.side, h) or not play.room_for(self.units[self.at], h)

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        if self.at == len(self.units) or not self.shut(play, self.entry(play)):
            return []
        detours = play.tables.detours[self.areas[self.at]]
        return [(PLACE, self.units[self.at], h) for h in detours if not self.shut(play, h)]

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        self.come(play, choice[2])

    def come(self, play: ChitPullPlay, h: int) -> None:
        u = self.units[self.at]
        self.at += 1
        lay(play, u, h)
        play.push(ArrivalMoves(self.side, (u,), (u,)))

    def proceed(self, play: ChitPullPlay) -> None:
        if self.at == len(self.units):
            play.pop()
        elif self.shut(play, self.entry(play)):
            self.at += 1
            turn_away(play, self.units[self.at - 1], play.places.entries[self.areas[self.at - 1]])
        else:
            self.come(play, self.entry(play))

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        known = Entry.refuse(self, play, choice)
        full = known is not None and not is_closed(play, self.side, choice[2])
        on_edge = full and (choice[2] == self.entry(play) or choice[2] in play.tables.detours[self.areas[self.at]])
        return play.no("stargard-design 6.0-limit", "full", hex=play.hex_name(choice[2])) if on_edge else known
