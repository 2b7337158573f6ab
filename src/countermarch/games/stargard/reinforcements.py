"""6.2, 7.0 Reinforcements: one after the other is laid down and moves, so that no hex is ever too full."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import ArrivalMoves, Entry, is_closed, lay, turn_away
from countermarch.games.chitpull.verbs import PLACE
from countermarch.notation import Option
from countermarch.rulebook import Refusal


@dataclass(slots=True)
class OneByOne(Entry):
    """6.2, 7.2, 7.3: the next unit enters when the last one has moved; a hex that is full is closed too."""

    cites = ("stargard-design 7.3", "stargard-design 7.2", "stargard-design 6.2")

    def shut(self, play: ChitPullPlay, h: int) -> bool:
        return is_closed(play, self.side, h) or not play.room_for(self.units[self.at], h)

    def options(self, play: ChitPullPlay) -> list[Option]:
        if self.at == len(self.units) or not self.shut(play, self.entry(play)):
            return []
        detours = play.tables.detours[self.areas[self.at]]
        return [(PLACE, self.units[self.at], h) for h in detours if not self.shut(play, h)]

    def take(self, play: ChitPullPlay, option: Option) -> None:
        self.come(play, option[2])

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

    def refuse(self, play: ChitPullPlay, option: Option) -> Refusal | None:
        known = Entry.refuse(self, play, option)
        full = known is not None and not is_closed(play, self.side, option[2])
        on_edge = full and (option[2] == self.entry(play) or option[2] in play.tables.detours[self.areas[self.at]])
        return play.no("stargard-design 6.0-limit", "full", hex=play.hex_name(option[2])) if on_edge else known
