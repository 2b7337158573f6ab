"""19.1.3 Defend the Reich: the divisions that leave by Stettin, and what becomes of those that do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from countermarch.games.chitpull.movement import Destination, MovementSegment, march, stuck_refusal
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GERMAN, GONE, OWN, REMOVED, WITHDRAWING
from countermarch.games.chitpull.verbs import DONE, LEND, MOVE, RAIL, REGULAR, STRATEGIC, TO
from countermarch.games.chitpull.ways import can_move, reach
from countermarch.games.stargard.play import StargardPlay
from countermarch.games.stargard.tables import CORPS
from countermarch.games.stargard.verbs import WITHDRAW
from countermarch.notation import Choice
from countermarch.rulebook import Refusal

LATEST = 6  # 19.1.3-when
MODES = (REGULAR, RAIL)  # 19.1.3(c): not strategic


# when


def happen(play: StargardPlay) -> None:
    """19.1.3, 19.1.3(a): the chit of 39th Panzer Corps leaves the game, wherever it is; who is in Stettin, too."""
    play.state.reich = play.state.turn
    chit = play.tables.chit_of[CORPS]
    play.state.chit[chit] = GONE
    play.state.order[chit] = 0
    leaving = [u for u in sorted(play.tables.leavers) if play.on_map(u)]
    play.tell("reich", "stargard 19.1.3", units=play.ids(leaving))
    for u in leaving:
        if play.state.hex[u] == play.tables.exit:
            play.depart(u)


def force(play: StargardPlay) -> None:
    """19.1.3-when: at the latest before the first draw of turn 6."""
    if play.state.turn == LATEST and not play.state.reich:
        play.tell("reich_forced", "stargard-design 19.1.3-when")
        play.state.spent[[happening.name for happening in play.tables.pool].index("reich")] = 1
        happen(play)


def fall_due(play: StargardPlay) -> None:
    """19.1.3-deadline: at the end of the turn after the event what is left is removed for a point each."""
    if not play.state.reich or play.state.turn != play.state.reich + 1:
        return
    late = [u for u in sorted(play.tables.leavers) if play.on_map(u)]
    spares_hq = play.options["reich_hq"] == "spared"
    points = sum(not (spares_hq and play.tables.is_hq[u]) for u in late)
    for u in late:
        play.lift(u, REMOVED)
        play.state.supply[u] = play.state.pinned[u] = 0
    play.state.reich_points = points
    if late:
        play.tell("reich_due", "stargard 19.1.3", units=play.ids(late), points=points)


# the moves


@dataclass(slots=True)
class StargardMovement(MovementSegment):
    """5.0, 19.1.3(c): the activated units move, and with a German chit those that must leave."""

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        assert isinstance(play, StargardPlay)
        found = MovementSegment.choices(self, play)
        if not play.state.reich:
            return found
        usual = [choice for choice in found if choice[0] != DONE and not play.leaves(choice[1])]
        return [*usual, *self.withdrawals(play), (DONE,)]

    def withdrawals(self, play: StargardPlay) -> list[Choice]:
        state = play.state
        waiting = [u for u in play.pool(self.side) if play.leaves(u) and play.on_map(u) and not state.moved[u]]
        free = [u for u in waiting if state.active[u] in (OWN, WITHDRAWING)]
        return [(WITHDRAW, u, mode) for u in free for mode in MODES if can_withdraw(play, u, mode)]

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        if choice[0] == WITHDRAW:
            play.push(Withdrawal(self.side, choice[1], choice[2], True))
        else:
            MovementSegment.take(self, play, choice)

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        assert isinstance(play, StargardPlay)
        mine = self.side == GERMAN
        if mine and (choice[0] == WITHDRAW or (choice[0] in (MOVE, LEND) and play.leaves(choice[1]))):
            refusal = withdrawal_refusal(play, choice[1], choice[2])
            return refusal or play.no("stargard 19.1.3(c)", "must_withdraw", unit=play.id(choice[1]))
        if choice[0] == WITHDRAW:
            return play.no("stargard 19.1.3(c)", "not_yours", unit=play.id(choice[1]))
        return MovementSegment.refuse(self, play, choice)


def withdrawal_refusal(play: StargardPlay, u: int, mode: int) -> Refusal | None:
    """19.1.3(c), 19.1.3-chits: why a unit does not withdraw with the present chit."""
    if not play.leaves(u):
        return play.no("stargard 19.1.3", "not_a_leaver", unit=play.id(u))
    if not play.on_map(u):
        return play.no("stargard 19.1.3", "off_map", unit=play.id(u))
    if mode == STRATEGIC:
        return play.no("stargard 19.1.3(c)", "no_strategic_withdrawal", unit=play.id(u))
    if play.state.moved[u]:
        return play.no("stargard-design 19.1.3-chits", "moved", unit=play.id(u))
    barred = play.bar(u)
    if barred is None and play.state.active[u] not in (OWN, WITHDRAWING):
        return play.no("stargard-design 19.1.3-chits", "withdrawal_range", unit=play.id(u))
    with play.room_in_stettin():
        return barred or stuck_refusal(play, u, mode)


def can_withdraw(play: StargardPlay, u: int, mode: int) -> bool:
    with play.room_in_stettin():
        return can_move(play, u, mode)


@dataclass(slots=True)
class Withdrawal(Destination):
    """19.1.3(c), 19.1.3-exit: a regular or rail move, to Stettin however full it is; it burns no fuel (12.8)."""

    cites = ("stargard 19.1.3(c)", "stargard-design 19.1.3-exit")

    def choices(self, play: ChitPullPlay) -> Sequence[Choice]:
        assert isinstance(play, StargardPlay)
        with play.room_in_stettin():
            return Destination.choices(self, play)

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        assert isinstance(play, StargardPlay)
        play.pop()
        with play.room_in_stettin():
            path = [*choice[2:], choice[1]] if len(choice) > 2 else reach(play, self.unit, self.mode).path(choice[1])
        march(play, self.unit, path, self.mode)

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        assert isinstance(play, StargardPlay)
        if choice[0] != TO:
            return None
        if play.tables.exit in choice[2:]:
            return play.no("stargard-design 19.1.3-exit", "past_exit", unit=play.id(self.unit))
        with play.room_in_stettin():
            return Destination.refuse(self, play, choice)
