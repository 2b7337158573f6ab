"""Time: how much each side has left, and who may claim a win because of it. Nothing runs while bots think.

A live clock runs while its side is to act, and each decision adds to it once, however often it is taken back and made
again. With days a move they begin anew whenever another side was asked in between; when they are used up, vacation is.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from countermarch.games.base import side_of
from countermarch.server.people import PEOPLE
from countermarch.server.store import ACTION, Entry
from countermarch.server.talk_models import ClockOut, Pace

if TYPE_CHECKING:
    from countermarch.server.live import Live

MINUTE, DAY = 60.0, 86_400.0
PATIENCE = 30 * DAY  # how long one may be away from a match without a pace
GRACE = 60.0  # what is left at least when the server was away


BOOT = time.time() - time.monotonic()


def steady() -> float:
    """Seconds since 1970 as the wall had it when the server started: nobody loses when its clock is set anew."""
    return BOOT + time.monotonic()


BEGUN = steady()  # of the server, however often its workers are started anew


@dataclass(slots=True)
class Clock:
    """Seconds left when it last stopped, and since when it has been running for a side."""

    left: dict[str, float]
    vacation: dict[str, float]
    running: str | None = None
    since: float = 0.0
    counted: int = 0  # decisions that have added to it
    adjourned: bool = False
    parted: bool = False  # whether somebody has left since it was adjourned
    gone: list[str] = field(default_factory=list)  # seats of those who had all that is kept of them deleted
    seen: dict[str, float] = field(default_factory=dict)  # when who is not here was here last

    def document(self) -> dict[str, Any]:
        """Copied by hand: it is written down with every action, and all that is in it is plain."""
        return {
            "left": dict(self.left),
            "vacation": dict(self.vacation),
            "running": self.running,
            "since": self.since,
            "counted": self.counted,
            "adjourned": self.adjourned,
            "parted": self.parted,
            "gone": list(self.gone),
            "seen": dict(self.seen),
        }

    def of(self, side: str, now: float) -> tuple[float, float]:
        """What a side has left, and of its vacation."""
        left = self.left[side] - (now - self.since if self.running == side else 0.0)
        return max(left, 0.0), max(self.vacation[side] + min(left, 0.0), 0.0)

    def stop(self, now: float) -> None:
        if self.running is not None:
            self.left[self.running], self.vacation[self.running] = self.of(self.running, now)
        self.running, self.since = None, now


def allotted(pace: Pace | None) -> float:
    """What a side has to begin with, or for a move."""
    if pace is None:
        return PATIENCE
    return pace.minutes * MINUTE if pace.kind == "live" else pace.days * DAY


def begin(live: Live, now: float) -> Clock:
    sides, pace = sides_of_people(live), live.pace
    vacation = pace.vacation * DAY if pace is not None and pace.kind == "days" else 0.0
    seen = dict.fromkeys(live.people, now)
    clock = Clock(dict.fromkeys(sides, allotted(pace)), dict.fromkeys(sides, vacation), seen=seen)
    clock.counted = live.played
    clock.running, clock.since = _to_run(live, clock), now
    return clock


def sides_of_people(live: Live) -> list[str]:
    """Those who share a side have one clock."""
    return list(dict.fromkeys(side_of(seat) for seat in live.people))


def _to_run(live: Live, clock: Clock) -> str | None:
    asked = any(live.seats[seat] in PEOPLE for seat in live.asked)
    return live.to_act if asked and not (clock.adjourned or live.rests) else None


def go_on(live: Live, now: float) -> None:
    """The clock of whoever is to act runs, the others stand."""
    clock = live.clock
    if clock is None:
        return
    before = clock.running
    clock.stop(now)
    clock.running = _to_run(live, clock)
    days = live.pace is None or live.pace.kind == "days"
    if days and clock.running not in (None, before):
        clock.left[str(clock.running)] = allotted(live.pace)


def set_right(live: Live, begun: float, now: float) -> bool:
    """Whether it had to be: new rules have the match rest since the server began, or all have agreed to them."""
    clock = live.clock
    if clock is None or clock.running == _to_run(live, clock):
        return False
    go_on(live, now if live.stranded is None else max(begun, clock.since))
    return True


def count(live: Live, entry: Entry, now: float) -> None:
    """Something was done at the table: whoever plays has resumed, himself, and gets his increment."""
    clock = live.clock
    if clock is None:
        return
    if entry.ordered is None and live.seats.get(entry.seat or "") in PEOPLE:
        clock.adjourned = clock.parted = False
    side = side_of(entry.seat or "")
    done, fresh = live.played, side in clock.left and entry.kind == ACTION
    if fresh:
        clock.seen[str(entry.seat)] = now
    before = clock.running
    clock.stop(now)
    clock.running = before
    if fresh and done > clock.counted and live.pace is not None and live.pace.kind == "live":
        clock.left[side] += live.pace.increment
    clock.counted = max(clock.counted, done)
    go_on(live, now)


def adjourn(live: Live, now: float) -> None:
    if live.clock is not None:
        live.clock.adjourned, live.clock.parted = True, not live.all_here
        go_on(live, now)


def resume(live: Live, now: float) -> None:
    if live.clock is not None:
        live.clock.adjourned = live.clock.parted = False
        go_on(live, now)


def after_a_pause(clock: Clock, back: float) -> bool:
    """Nobody's time runs out because the server was away until then; whether it would have.

    Who stays away has done so since he was asked.
    """
    side = clock.running
    if side is None or clock.since >= back or round(sum(clock.of(side, back)), 3) >= GRACE:
        return False
    clock.left[side], clock.vacation[side] = GRACE + back - clock.since, 0.0
    return True


def time_left(live: Live, now: float) -> float | None:
    """Of the side whose clock runs, vacation included; None if none does."""
    clock = live.clock
    if clock is None or live.pace is None or clock.running is None or live.over:
        return None
    return sum(clock.of(clock.running, now))


def is_up(clock: Clock, now: float) -> bool:
    return clock.running is not None and sum(clock.of(clock.running, now)) == 0.0


def claim_in(live: Live, seat: str, now: float) -> float | None:
    """Seconds until a side may claim the win of the one that is to act: its time is up, or who is asked stays away.

    Nobody has left as long as he has time left, and be it saved from before; nor, adjourned, for a long while. Who had
    his data deleted has, at once.
    """
    clock, late = live.clock, live.to_act
    if clock is None or late is None or late == side_of(seat) or live.rests:
        return None
    if clock.running is None and not clock.adjourned:
        return None
    asked = [one for one in _waited_for(live, late) if live.seats[one] in PEOPLE]
    if live.person_at(seat) in [live.person_at(one) for one in asked]:
        return None
    if set(asked) <= set(clock.gone):
        return 0.0
    found, left = [], time_left(live, now) or 0.0
    if live.pace is not None and live.pace.at_zero == "claim" and not clock.adjourned:
        found.append(left)
    if live.present.isdisjoint(asked):
        away = max(*(clock.seen.get(one, 0.0) for one in asked), clock.since)
        while_away = PATIENCE if clock.adjourned else allotted(live.pace)
        found.append(max(away + while_away + clock.vacation[late] - now, left, 0.0))
    return min(found, default=None)


def _waited_for(live: Live, side: str) -> list[str]:
    """Who is asked; where something is hidden anybody of the side, since which command it is might tell of it."""
    return [seat for seat in live.seats if side_of(seat) == side] if live.secret() else live.asked


def told(live: Live, now: float) -> ClockOut | None:
    """None where nobody's time is counted."""
    clock = live.clock
    if clock is None or live.pace is None:
        return None
    found = {side: clock.of(side, now) for side in clock.left}
    return ClockOut(
        left={side: round(left, 1) for side, (left, _) in found.items()},
        vacation={side: round(spare) for side, (_, spare) in found.items()},
        running=None if live.over else clock.running,
    )
