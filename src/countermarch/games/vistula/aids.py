"""What a preview is told of support: columns, artillery, aircraft and ships of either side; and if they can help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from countermarch.games.naming import unit_of
from countermarch.games.vistula import aviation, fuehrer, support
from countermarch.games.vistula.engagement import Engagement
from countermarch.games.vistula.matching import assign
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.reckoning import Clash
from countermarch.games.vistula.state import GERMAN
from countermarch.rulebook import Refusal, first

KINDS = ("lc", "artillery", "air", "naval")


@dataclass(frozen=True, slots=True)
class Aids:
    """The counters named, and the columns that artillery is to fire off, by gun."""

    units: tuple[int, ...]
    feeds: Mapping[int, int]

    def of(self, play: VistulaPlay, kind: str, side: int) -> tuple[int, ...]:
        """Those of a kind on a side; a column that feeds artillery shifts nothing (8.3)."""
        tables, fed = play.tables, self.feeds.values()
        row = (u for u in self.units if tables.side[u] == side and u not in fed)
        return tuple(u for u in row if tables.units[u].kind == kind)

    def lent(self, play: VistulaPlay, c: Clash) -> Clash:
        sides = (c.side, 1 - c.side)
        lcs, guns, air = ([self.of(play, kind, side) for side in sides] for kind in ("lc", "artillery", "air"))
        return c._replace(
            columns=(len(lcs[0]), len(lcs[1])),
            guns=(guns[0], guns[1]),
            air=(len(air[0]), len(air[1])),
            naval=play.tables.navy in self.units,
        )

    def refusal(self, play: VistulaPlay, side: int, target: int, units: Sequence[int], mobile: bool) -> Refusal | None:
        """Why one of them cannot support this attack; nothing is asked of those committed to one under way."""
        if not self.units or not units or any(isinstance(frame, Engagement) for frame in play.state.frames):
            return None
        stranger = next((u for u in self.units if play.tables.units[u].kind not in KINDS), None)
        if stranger is not None:
            return play.no("8.3#2", "no_gun", unit=play.id(stranger))
        train = tuple(play.of_kind(play.state.hex[units[0]], "lc"))
        ordered = not mobile and fuehrer.fulfils(play, side, units)
        fight = Engagement(side, target, tuple(units), mobile, train=train, ordered=ordered)
        return self._refusal(play, fight, False) or self._refusal(play, fight, True)

    def _refusal(self, play: VistulaPlay, fight: Engagement, defending: bool) -> Refusal | None:
        side = 1 - fight.side if defending else fight.side
        lcs, guns, air = (self.of(play, kind, side) for kind in ("lc", "artillery", "air"))
        found = [support.column_refusal(play, side, fight, defending, used=at, u=u) for at, u in enumerate(lcs)]
        found += [support.gun_refusal(play, u, fight, defending) for u in guns]
        found += [self._unfed(play, fight, guns, lcs)]
        if len(air) > len(aviation.ready(play, side)):
            found.append(play.no("9.2#1", "marker_count", left=len(aviation.ready(play, side))))
        if side == GERMAN and play.tables.navy in self.units:
            found.append(aviation.navy_refusal(play, fight, defending))
        return first(found)

    def _unfed(self, play: VistulaPlay, fight: Engagement, guns: Sequence[int], lcs: Sequence[int]) -> Refusal | None:
        """8.3: every artillery corps needs a column of its own."""
        wishes = [{lc: 0 for lc in support.feeders(play, fight, gun) if self._may_feed(gun, lc, lcs)} for gun in guns]
        served = assign(wishes, {lc: 1 for wish in wishes for lc in wish})
        hungry = next((gun for gun, lc in zip(guns, served, strict=True) if lc is None), None)
        return None if hungry is None else play.no("8.3#1", "gun_hungry", unit=play.id(hungry))

    def _may_feed(self, gun: int, lc: int, lcs: Sequence[int]) -> bool:
        return lc == self.feeds[gun] if gun in self.feeds else lc not in lcs


def named(play: VistulaPlay, support: Mapping[str, str]) -> Aids:
    tables = play.tables
    told = {unit_of(play, id): tables.index.get(word, -1) for id, word in support.items()}
    feeds = {u: lc for u, lc in told.items() if lc >= 0 and tables.is_lc[lc] and tables.is_artillery[u]}
    return Aids(tuple(told), feeds)
