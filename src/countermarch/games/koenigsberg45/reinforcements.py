"""6.0 Reinforcements: they may also be laid on a railway that leads to a friendly source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from countermarch import kernels
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import ArrivalMoves, Entry, closed_hexes, is_closed, lay
from countermarch.games.chitpull.supply import edge_sources
from countermarch.games.chitpull.verbs import PLACE
from countermarch.games.chitpull.ways import near_enemies
from countermarch.games.koenigsberg45.play import RefugeePlay
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

FAR_ENOUGH = 3  # 6.0e


@dataclass(slots=True)
class EntryByRail(Entry):
    """6.0, 6.0c, 6.0e: at the entry hex and on by a move of any kind, or at once where a train would take it."""

    railed: tuple[int, ...] = ()
    cites: ClassVar[tuple[str, ...]] = ("8.0", "8.0.3", "5.3", "koenigsberg45 6.0e")

    def prompt(self, play: ChitPullPlay) -> Text:
        if is_closed(play, self.side, self.entry(play)):
            return Entry.prompt(self, play)
        return say("chitpull.prompt.enter_by_rail", unit=play.id(self.units[self.at]), area=self.areas[self.at])

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        if self.at == len(self.units):
            return []
        u, entry = self.units[self.at], self.entry(play)
        gates = [h for h in self.gates(play) if not is_closed(play, self.side, h)]
        rails = [h for h in stations(play, self.side, u, entry) if h not in gates]
        return [(PLACE, u, h) for h in (*gates, *rails)]

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        """6.0e: coming by rail is the unit's whole move, on the map edge too."""
        assert isinstance(play, RefugeePlay)
        _, u, h = choice
        if h not in self.gates(play):
            self.railed += (u,)
        self.at += 1
        lay(play, u, h)
        come(play)

    def gates(self, play: ChitPullPlay) -> tuple[int, ...]:
        """6.0, 6.0c: where units come on foot: at the entry hex, and along the edge only while that is blocked."""
        entry = self.entry(play)
        return play.tables.detours[self.areas[self.at]] if is_closed(play, self.side, entry) else (entry,)

    def finish(self, play: ChitPullPlay) -> None:
        waiting = tuple(u for u in self.units if u not in self.railed)
        play.push(ArrivalMoves(self.side, self.units, waiting))

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] != PLACE or choice[1] != self.units[self.at]:
            return None
        u, h, entry = choice[1], choice[2], self.entry(play)
        if h in (entry, *self.gates(play)) or is_closed(play, self.side, h):
            return Entry.refuse(self, play, choice)
        if not play.tables.on_rail[h] and not is_closed(play, self.side, entry):
            return play.no("8.0.3", "entry_open", hex=play.hex_name(h), entry=play.hex_name(entry))
        if not play.tables.on_rail[h]:
            return Entry.refuse(self, play, choice)
        if near_enemies(play, self.side, FAR_ENOUGH - 1)[h] >= 0:
            return play.no("koenigsberg45 6.0e", "rail_arrival", unit=play.id(u), hex=play.hex_name(h))
        if not play.room_for(u, h):
            return play.no("7.0", "full", hex=play.hex_name(h))
        return play.no("koenigsberg45 6.0e", "rail_cut", hex=play.hex_name(h))


def come(play: RefugeePlay) -> None:
    """15.1b: Mikosch, if a train has brought Soviets near, or if he has found no room so far."""
    if play.state.mikosch:
        play.call_mikosch()


def stations(play: ChitPullPlay, side: int, u: int, entry: int) -> list[int]:
    """6.0e: rail hexes joined by an open railway to a source or the entry hex, three hexes from every enemy."""
    tables, bases = play.tables, [*edge_sources(play, side), entry]
    steps = kernels.flood(tables.rail_net, closed_hexes(play, side), closed_at=0, seeds=bases, limit=-1)
    near = near_enemies(play, side, FAR_ENOUGH - 1)
    return [h for h in tables.railway_hexes if steps[h] >= 0 > near[h] and play.room_for(u, h)]
