"""A match is made, and people take their seats."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from countermarch.match import Match
from countermarch.server import match_models as mm
from countermarch.server import twins
from countermarch.server.copies import CopyStore
from countermarch.server.duplicates import Duplicates
from countermarch.server.entries import standing
from countermarch.server.limits import LISTED, Limits
from countermarch.server.live import Live
from countermarch.server.memory import At, Memory
from countermarch.server.people import LINK, Asker, chairs_of, fresh_token, hashed
from countermarch.server.problems import problem
from countermarch.server.settling import (
    check_alone,
    check_claim,
    check_patience,
    exchanged_record,
    fair_among,
    fair_by,
    settle_seats,
)
from countermarch.server.shares import Shares
from countermarch.server.store import Chair, Entry, Record, Store, now
from countermarch.server.talk_models import Pace
from countermarch.server.telling import Teller
from countermarch.server.twins import exchanged


class Seating:
    def __init__(
        self,
        store: Store,
        copies: CopyStore,
        limits: Limits,
        memory: Memory,
        pairs: Duplicates,
        shares: Shares,
        teller: Teller,
        at: At,
    ) -> None:
        self._store, self._copies, self._limits, self._memory = store, copies, limits, memory
        self._pairs, self._shares, self._teller, self._at = pairs, shares, teller, at

    async def create(
        self,
        start: Match,
        seats: Mapping[str, str],
        log: Sequence[Entry],
        end: Match,
        aids: bool = False,
        maker: str | None = None,
        chairs: Mapping[str, Chair] | None = None,
        promised: str | None = None,
        listed: bool = False,
        pace: Pace | None = None,
        sandbox: str | None = None,
        origin: str | None = None,
        duplicate: bool = False,
    ) -> mm.Created:
        """A new match; `log` leads from its start to `end`.

        With a seat that is taken by a link it begins where it ends, with new dice, once all sit; its maker may have
        `promised` a share in them. A duplicate is two of them, see `twins`.
        """
        settled = settle_seats(start, seats)
        if origin is not None:
            check_alone(settled)
        if duplicate:
            twins.check_duplicate(start.game.info.sides, settled)
        if self._limits.guarded:
            check_patience(settled)
        if pace is not None and LINK not in settled.values():
            raise problem(422, "pace")
        made, tokens = chairs_of(settled, maker) if chairs is None else (dict(chairs), {})
        if tokens and log:
            start = end = end.with_new_dice()
            log = ()
        fair = fair_by(settled, promised) if tokens else fair_among(made, maker, promised)
        id, time = secrets.token_hex(5), now()
        others = [f"{id}2"] if duplicate else []
        record = Record(
            id, start.game.key, start.save(), settled, standing=standing(end, settled), created=time, updated=time,
            aids=aids, maker=maker, chairs=made, shares=None if fair is None else fair.document(), listed=listed,
            pace=None if pace is None else pace.model_dump(),
            sandbox=sandbox, origin=origin, twin=next(iter(others), None),
        )  # fmt: skip
        if origin is not None:
            await asyncio.to_thread(self._copies.keep, origin, start)
        await asyncio.to_thread(self._store.add, record, log, *(exchanged_record(record, other) for other in others))
        async with self._at(id) as live:
            mine = live.of(maker) if maker else live.people
            links = {side: f"/join/{token}" for side, token in tokens.items()}
            created = mm.Created(id=id, seats=mine, links=links, promise=None if fair is None else fair.promise,
                             twin=live.twin)  # fmt: skip
        if not self._memory.owners.at_home(id):
            await self._memory.owners.give_up([id])
        return created

    async def sit_down(self, token: str, person: str, accepts: bool, promised: str | None = None) -> tuple[Live, str]:
        """Whoever comes first takes the seat a link is for; when all sit, the match begins."""
        async with self.offered(token) as (live, side):
            if live.person_at(side) != person:
                await self.take(live, side, person, accepts, promised)
            return live, side

    async def take(self, live: Live, side: str, person: str, accepts: bool, promised: str | None = None) -> None:
        check_claim(live, side, person, accepts)
        twin = await self._pairs.twin(live)
        seats = [(live, side), *([] if twin is None else [(twin, exchanged(side, twin.match.game.info.sides))])]
        places = [(one.id, seat, str(one.chairs[seat].link)) for one, seat in seats]
        if not await asyncio.to_thread(self._store.take_seats, person, places):
            raise problem(410, "link_taken")
        names = self._store.names([person])
        for (one, seat), (_, _, link) in zip(seats, places, strict=True):
            one.chairs[seat] = Chair(person, link)
            one.names |= names
        if live.fair is not None and promised is not None:
            live.fair.commitments[side] = promised
            await self._shares.keep(live)
        if not live.waiting:
            await self._shares.begin(live)
        self._teller.tell(live, 0)

    @asynccontextmanager
    async def offered(self, token: str, asker: Asker | None = None) -> AsyncIterator[tuple[Live, str]]:
        """The table and the side a link is for; who tries many that lead nowhere is stopped."""
        if asker is not None:
            self._limits.check("links", asker)
        found = await asyncio.to_thread(self._store.seat_by, hashed(token))
        if found is None:
            if asker is not None:
                self._limits.spend("links", asker)
            raise problem(404, "link")
        async with self._at(found[0]) as live:
            yield live, found[1]

    async def check_listed(self, person: str | None) -> None:
        """Where strangers come by, nobody fills the lobby alone."""
        if self._limits.guarded and person and await asyncio.to_thread(self._store.number_open, person) >= LISTED:
            raise problem(409, "listed_most", most=LISTED)

    async def renew_link(self, live: Live, side: str) -> str:
        """Another link for a seat nobody has taken; the one before is worthless."""
        first = await self._pairs.twin(live) if twins.is_second(live) else None
        if first is not None and side in live.waiting:
            return await self.renew_link(first, exchanged(side, first.match.game.info.sides))
        token, renew = fresh_token(), self._store.renew_link
        if side not in live.waiting or not await asyncio.to_thread(renew, live.id, side, hashed(token)):
            raise problem(409, "seat_taken", seat=side)
        live.chairs[side] = Chair(link=hashed(token))
        return f"/join/{token}"

    async def origin_of(self, start: Match, end: Match, asker: Asker) -> str | None:
        """The match of people that go on playing which a save is a copy of, whatever was changed in it."""
        found = await asyncio.to_thread(self._store.origin_of, start.save())
        if found is None:
            found = await self._limits.work(asker, self._copies.origin_of, (start, end))
        return found if found is not None and await self._memory.goes_on(found) else None
