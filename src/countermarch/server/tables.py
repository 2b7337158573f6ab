"""All matches of a server: found or rebuilt when asked for, one change at a time each, bots moved along."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from countermarch.bots import check_bot
from countermarch.bots.general import Advice
from countermarch.bots.motives import Motive
from countermarch.games.base import side_of
from countermarch.match import Match
from countermarch.saves import SaveError
from countermarch.server import clocks, rulings, twins
from countermarch.server import models as m
from countermarch.server.accountstore import SOMEBODY, AccountStore
from countermarch.server.bans import Bans
from countermarch.server.bulletin import Board, Nobody
from countermarch.server.calls import Caller, Settings
from countermarch.server.chapters import Chapters, KeptMatch
from countermarch.server.commands import check_divided, seats_for
from countermarch.server.company import line
from countermarch.server.copies import CopyStore
from countermarch.server.credentials import Tries
from countermarch.server.drawings import Drawings
from countermarch.server.encoding import encoded
from countermarch.server.entries import Closed, standing, stored_save
from countermarch.server.fairness import Fair
from countermarch.server.letters import Letters
from countermarch.server.limits import LISTED, PATIENT, Limits
from countermarch.server.live import Live, Watcher, at_table, check_all
from countermarch.server.mailstore import MailStore
from countermarch.server.metrics import Figures, Meters
from countermarch.server.obeying import Answer, Orders, answer
from countermarch.server.owners import Alone, Owners
from countermarch.server.people import BOT, LINK, ME, PEOPLE, Asker, Register, chairs_of, fresh_token, hashed
from countermarch.server.posting import Mailer
from countermarch.server.problems import REFUSED, Problem, problem
from countermarch.server.rulestore import RuleStore, Stood
from countermarch.server.staff import Staff
from countermarch.server.store import UNDO, Append, Chair, Entry, NotOurs, Record, Standing, Store, now
from countermarch.server.talk_models import Again, MessageOut, Pace
from countermarch.server.tallies import Tallies
from countermarch.server.thinking import Confession, Counsel, CutShort, NoThought, Question, Study
from countermarch.server.turns import Kind
from countermarch.server.twins import exchanged
from countermarch.server.valuestore import NOBODY, ValueStore
from countermarch.server.writing import Writer
from countermarch.texts import say
from countermarch.values import TUNED, Values, of_document, tuned

log = logging.getLogger("countermarch.server")
KEPT = 24  # matches in memory
EVERY_ONE = 2**31  # of somebody's matches
PLAYING = Kind.BOTS, Kind.AMONG
LOOKED = 30.0  # seconds that one who asked for a table may still look at it
LONGEST_WAIT = 86_400.0  # seconds until a clock is looked at again
Describe = Callable[[Live, Watcher, int, tuple[int, Mapping[str, Any]] | None], dict[str, Any]]
Said = dict[tuple[str, str, bool], str]  # what is told, by seat, language, and whether the table is told with it


class Keeper:
    """Keeps all matches of the server, some in memory, the others in the store."""

    def __init__(
        self,
        store: Store,
        describe: Describe,
        guarded: bool = False,
        house: Mapping[str, Values] | None = None,
        secure: bool = False,
        calls: Settings | None = None,
        proxies: Collection[str] = (),
        bots: int | None = None,
    ) -> None:
        self.store = store
        self.meters = Meters()
        self.meters.watch(store.engine)
        self.meters.look_at(self.figures)
        self.owners: Owners = Alone()  # whose each match is, and whom else to tell: see `neighbours`
        self.board: Board = Nobody()
        self.register = Register(store)
        self.mail = MailStore(store.engine, store.fence)
        self.caller = Caller(self.mail, calls or Settings(), Tallies(store.engine))
        self.caller.attended = self._attended
        self.caller.sent = self.meters.notices
        self.accounts = AccountStore(store.engine)
        self.copies = CopyStore(store.engine)
        self.bans = Bans(store.engine)
        self.rules = RuleStore(store.engine, store.fence)
        self.values = ValueStore(store.engine)
        self.tries = Tries(store.engine)
        self.guarded = guarded
        self.limits = Limits(guarded, proxies)
        self.drawings = Drawings(self.limits)
        self.letters = Letters(self.limits, lambda: self.mailer)
        self.secure = secure  # whether cookies go over encrypted lines only
        self.house = house or {}  # values by game, for all who ask for none
        self.chapters = Chapters(store.engine, store.fence)
        self._writer = Writer(store)
        self._describe = describe
        self._staff = Staff(bots)
        self._studies: dict[str, asyncio.Task[None]] = {}  # analyses under way, by match
        self._parts: dict[str, float] = {}  # how much of each is done
        self.now: Callable[[], float] = clocks.steady
        self.started = self.now()
        self._errands: set[asyncio.Task[None]] = set()
        self._lives: dict[str, Live] = {}
        self._room = KEPT
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._awaiting: dict[str, asyncio.Task[None]] = {}  # shares in the dice, by match
        self._pairs: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by the first game of a duplicate

    def figures(self) -> Figures:
        """What there is just now, for the counters."""
        lives, staff = list(self._lives.values()), self._staff
        kinds = {"bots": PLAYING, "advice": (Kind.ADVICE,), "analysis": (Kind.ANALYSIS,)}
        return {
            "tables": {"memory": len(lives), "loading": len(self._loading)},
            "lines": {"live": sum(len(live.watchers) for live in lives)},
            "queue": {"notices": self.caller.waiting} | {of: staff.waiting(*kind) for of, kind in kinds.items()},
            "thinking": {of: staff.busy(*kind) for of, kind in kinds.items()},
            "processes": {"bots": staff.processes},
        }

    async def close(self) -> None:
        tasks = [live.task for live in self._lives.values() if live.task is not None] + list(self._studies.values())
        tasks += [*self._awaiting.values(), *self._errands]
        for task in tasks:
            task.cancel()
        await self.caller.close()
        self.letters.close()
        self._staff.close()
        await asyncio.gather(*tasks, return_exceptions=True)
        try:
            await self._put_away(list(self._lives.values()))
        except SQLAlchemyError:
            log.exception("how the matches stand could not be kept")
        await self.owners.leave()
        self.store.close()

    # values of one's own

    def values_for(self, game: str, name: str | None, asker: Asker) -> Values | None:
        """What a new match is played by; an empty name asks for ours as they first were."""
        if name is None:
            return self.house.get(game)
        return self.values_called(game, name, asker) if name else None

    def values_called(self, game: str, name: str, asker: Asker) -> Values:
        house = self.house.get(game)
        ours = tuned(game) if name == TUNED else None
        if house is not None and house.name == name:
            return house
        if ours is not None:
            return ours
        found = [one for one in self.values_of(game, asker) if one["name"] == name]
        if not found:
            raise problem(404, "values", name=name)
        return of_document(found[-1])

    def values_of(self, game: str, asker: Asker) -> list[dict[str, Any]]:
        """Those that are nobody's, and one's own after them."""
        shared = self.values.kept(game, NOBODY)
        return shared if asker.trusted or asker.person is None else shared + self.values.kept(game, asker.person)

    # finding

    @asynccontextmanager
    async def at(self, id: str) -> AsyncIterator[Live]:
        """The match, to oneself; bots go on when one leaves."""
        live = await self._find(id)
        async with live.lock:
            if live.gone:
                raise problem(404, "match", id=id)
            live.looked = time.monotonic()
            await self._look_across(live)
            if live.origin is not None and not await self.goes_on(live.origin):
                live.origin = None
            if live.shares_due:
                await self._await_shares(live)
            await self._mind_clock(live)
            try:
                yield live
            finally:
                live.put_away()
            self._stir(live)

    async def _find(self, id: str) -> Live:
        await self.owners.have(id)
        live = self._lives.pop(id, None) or await self._loaded(id)
        if not live.gone:
            self._lives.pop(id, None)
            self._lives[id] = live  # the latest stands last
        self._drop_old()
        return live

    async def _loaded(self, id: str) -> Live:
        """Once, however many ask for it; nobody waits for another match."""
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.create_task(asyncio.to_thread(self._load, id))
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
        loaded = await asyncio.shield(loading)
        if loaded.twin is not None:  # what happens in one game concerns the other
            loaded.lock = self._pairs.setdefault(min(id, loaded.twin), loaded.lock)
        return self._lives.get(id, loaded)

    def _load(self, id: str) -> Live:
        live = rulings.opened(self.kept(id), self.store.entries(id), self.rules, self._build)
        if live.chapter_due:
            self._turn_page(live)
        live.names = self.store.names({chair.holder for chair in live.chairs.values() if chair.holder})
        live.orders = {side: Orders(**document) for side, document in self.mail.orders(id).items()}
        live.now, live.said = lambda: self.now(), self.store.message_count(id)
        if live.clock is not None:
            clocks.after_a_pause(live.clock, self.started)
        return live

    def _build(self, record: Record, entries: Sequence[Entry]) -> Live:
        return Live(record, entries, KeptMatch(record.id, self.store, self.chapters))

    def _drop_old(self) -> None:
        """Only if there are many more than when it was last looked: most may have to stay."""
        if len(self._lives) > self._room:
            self._clear_away()

    def _clear_away(self) -> None:
        for id in list(self._lives)[:-KEPT]:
            live = self._lives[id]
            if not (live.watchers or live.lock.locked() or (live.task and not live.task.done())):
                del self._lives[id]
                self._run(self._put_away([live]))
        self._room = max(KEPT, len(self._lives) + KEPT // 4)

    async def _put_away(self, lives: Sequence[Live]) -> None:
        """How they stand is kept, for the day on which the rules have changed."""
        changed = [live for live in lives if live.stranded is None and live.serial != live.noted and not live.gone]
        stood = [Stood(live.id, live.serial, live.match.position()) for live in changed]
        if stood:
            await asyncio.to_thread(self.rules.keep, stood)

    # beginning and ending

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
    ) -> m.Created:
        """A new match; `log` leads from its start to `end`.

        With a seat that is taken by a link it begins where it ends, with new dice, once all sit; its maker may have
        `promised` a share in them. A duplicate is two of them, see `twins`.
        """
        settled = settle_seats(start, seats)
        if origin is not None:
            check_alone(settled)
        if duplicate:
            twins.check_duplicate(start.game.info.sides, settled)
        if self.guarded:
            check_patience(settled)
        if pace is not None and LINK not in settled.values():
            raise problem(422, "pace")
        made, tokens = chairs_of(settled, maker) if chairs is None else (dict(chairs), {})
        if tokens and log:
            start = end = end.with_new_dice()
            log = ()
        fair = _fair_by(settled, promised) if tokens else _fair_among(made, maker, promised)
        id, time = secrets.token_hex(5), now()
        others = [f"{id}2"] if duplicate else []
        record = Record(
            id, start.game.key, start.save(), settled, standing=standing(end, settled), created=time, updated=time,
            aids=aids, maker=maker, chairs=made, shares=None if fair is None else fair.document(), listed=listed,
            pace=None if pace is None else pace.model_dump(),
            sandbox=sandbox, origin=origin, twin=next(iter(others), None),
        )  # fmt: skip
        if origin is not None:
            await asyncio.to_thread(self.copies.keep, origin, start)
        await asyncio.to_thread(self.store.add, record, log, *(_exchanged(record, other) for other in others))
        async with self.at(id) as live:
            mine = live.of(maker) if maker else live.people
            links = {side: f"/join/{token}" for side, token in tokens.items()}
            created = m.Created(id=id, seats=mine, links=links, promise=None if fair is None else fair.promise,
                             twin=live.twin)  # fmt: skip
        if not self.owners.at_home(id):
            await self.owners.give_up([id])
        return created

    # taking seats

    async def sit_down(self, token: str, person: str, accepts: bool, promised: str | None = None) -> tuple[Live, str]:
        """Whoever comes first takes the seat a link is for; when all sit, the match begins."""
        async with self.offered(token) as (live, side):
            if live.person_at(side) != person:
                await self.take(live, side, person, accepts, promised)
            return live, side

    async def take(self, live: Live, side: str, person: str, accepts: bool, promised: str | None = None) -> None:
        check_claim(live, side, person, accepts)
        twin = await self._twin(live)
        seats = [(live, side), *([] if twin is None else [(twin, exchanged(side, twin.match.game.info.sides))])]
        places = [(one.id, seat, str(one.chairs[seat].link)) for one, seat in seats]
        if not await asyncio.to_thread(self.store.take_seats, person, places):
            raise problem(410, "link_taken")
        names = self.store.names([person])
        for (one, seat), (_, _, link) in zip(seats, places, strict=True):
            one.chairs[seat] = Chair(person, link)
            one.names |= names
        if live.fair is not None and promised is not None:
            live.fair.commitments[side] = promised
            await asyncio.to_thread(self.store.keep_shares, live.id, live.fair.document())
        if not live.waiting:
            await self._begin(live)
        self._tell(live, 0)

    def rename(self, person: str, name: str) -> None:
        self.store.rename(person, name)
        self.renamed(person, name)
        self.board.post("renamed", person=person, name=name)

    def renamed(self, person: str, name: str) -> None:
        for live in list(self._lives.values()):
            if person in live.names:
                live.names[person] = name

    @property
    def mailer(self) -> Mailer | None:
        """Who takes letters, if the server was told."""
        return self.caller.settings.mailer

    async def becomes(self, old: str, new: str) -> None:
        """Somebody has logged in: what he played before is his account's."""
        await asyncio.to_thread(self.accounts.move, old, new)
        self.register.forget(old)
        await self.became(old, new)
        self.board.post("became", old=old, new=new)

    async def became(self, old: str, new: str) -> None:
        names = await asyncio.to_thread(self.store.names, [new])
        loaded = await asyncio.gather(*self._loading.values(), return_exceptions=True)
        for live in (*self._lives.values(), *(one for one in loaded if isinstance(one, Live))):
            live.becomes(old, new)
            live.names |= names

    async def forget_person(self, person: str) -> None:
        """Tables nobody else sits at go; at the others somebody sits."""
        for record, _ in await asyncio.to_thread(self.store.all, person, False, 0, EVERY_ONE):
            if not {chair.holder for chair in record.chairs.values()} - {person, None}:
                await self._clear(record.id)
            elif record.standing.to_act is not None:
                await self._leave_for_good(record.id, person)
        await asyncio.to_thread(self.accounts.forget, person)
        self.register.forget(person)
        self.hang_up(person)
        self.rename(person, SOMEBODY)

    async def _leave_for_good(self, id: str, person: str) -> None:
        """Nobody waits for who does not come again."""
        with suppress(SaveError, Problem):
            async with self.at(id) as live:
                if live.clock is not None:
                    live.clock.gone += live.of(person)
                    await self.keep_beside(live)

    async def _clear(self, id: str) -> None:
        try:
            async with self.at(id) as live:
                await self.remove(live)
        except SaveError:
            await asyncio.to_thread(self.store.remove, id)
        except Problem:
            log.info("match %s: it was cleared away with its other game", id)

    def hang_up(self, person: str) -> None:
        """Whoever listens for somebody has to ask again."""
        self.hung_up(person)
        self.board.post("hung_up", person=person)

    def hung_up(self, person: str) -> None:
        for live in self._lives.values():
            for watcher in live.watchers:
                if live.person_at(watcher.seat) == person:
                    watcher.tell({"type": "closed"})

    @asynccontextmanager
    async def offered(self, token: str, asker: Asker | None = None) -> AsyncIterator[tuple[Live, str]]:
        """The table and the side a link is for; who tries many that lead nowhere is stopped."""
        if asker is not None:
            self.limits.check("links", asker)
        found = await asyncio.to_thread(self.store.seat_by, hashed(token))
        if found is None:
            if asker is not None:
                self.limits.spend("links", asker)
            raise problem(404, "link")
        async with self.at(found[0]) as live:
            yield live, found[1]

    async def _begin(self, live: Live) -> None:
        """All sit: whoever promised a share in the dice gives it now, and the match begins."""
        if live.fair is not None:
            live.fair.all_sit()
            await asyncio.to_thread(self.store.keep_shares, live.id, live.fair.document())
        if live.shares_due:
            await self._await_shares(live)
        else:
            await self._draw_dice(live)

    async def _draw_dice(self, live: Live) -> None:
        """With dice that nobody could know before."""
        key = None if live.fair is None else live.fair.settle(live.match.game.info.sides)
        fresh = live.match.anew(key=key)
        shares = None if live.fair is None else live.fair.document()
        twin = await self._twin(live)
        begun = [live] if twin is None else [live, twin]
        headers = {one.id: (fresh.save(), standing(fresh, one.seats)) for one in begun}
        await asyncio.to_thread(self.store.begin, headers, shares)
        for one in begun:
            one.fair = live.fair
            one.open(fresh.save())
        self.caller.due(live)
        if twin is not None:
            self._tell(twin, 0)

    async def come(self, live: Live, side: str, promised: str | None) -> list[str]:
        """Somebody sits down to a rematch; whose shares are waited for then."""
        if live.fair is not None and live.fair.come(side, promised):
            await asyncio.to_thread(self.store.keep_shares, live.id, live.fair.document())
            if not live.waiting:
                await self._begin(live)
            self._tell(live, 0)
        return live.shares_due

    async def promise_anew(self, live: Live, own: Sequence[str], promised: str | None) -> None:
        """Somebody asks once more for a rematch that waits: his browser knows the latest share alone."""
        if live.fair is not None:
            live.fair.promise_anew(own, promised)
            await asyncio.to_thread(self.store.keep_shares, live.id, live.fair.document())

    async def give_share(self, live: Live, side: str, share: str) -> list[str]:
        """Whose shares are still waited for."""
        if live.fair is None:
            raise problem(409, "share_not_due", seat=side)
        live.fair.give(side, share)
        await asyncio.to_thread(self.store.keep_shares, live.id, live.fair.document())
        if not live.fair.settled and not live.shares_due:
            await self._draw_dice(live)
            self._tell(live, 0)
        return live.shares_due

    async def _await_shares(self, live: Live) -> None:
        """The match begins without those who are late."""
        assert live.fair is not None
        if live.fair.left <= 0:
            await self._draw_dice(live)
            self._tell(live, 0)
        elif live.id not in self._awaiting:
            self._awaiting[live.id] = asyncio.create_task(self._come_back(live.id, live.fair.left))

    async def _come_back(self, id: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        del self._awaiting[id]
        with suppress(Problem):
            async with self.at(id):
                pass

    async def check_listed(self, person: str | None) -> None:
        """Where strangers come by, nobody fills the lobby alone."""
        if self.guarded and person and await asyncio.to_thread(self.store.number_open, person) >= LISTED:
            raise problem(409, "listed_most", most=LISTED)

    async def renew_link(self, live: Live, side: str) -> str:
        """Another link for a seat nobody has taken; the one before is worthless."""
        first = await self._twin(live) if twins.is_second(live) else None
        if first is not None and side in live.waiting:
            return await self.renew_link(first, exchanged(side, first.match.game.info.sides))
        token = fresh_token()
        if side not in live.waiting or not await asyncio.to_thread(self.store.renew_link, live.id, side, hashed(token)):
            raise problem(409, "seat_taken", seat=side)
        live.chairs[side] = Chair(link=hashed(token))
        return f"/join/{token}"

    async def remove(self, live: Live) -> None:
        """With the other game of a duplicate match."""
        twin = await self._twin(live)
        if twin is not None:
            await self._remove(twin)
        await self._remove(live)

    async def _remove(self, live: Live) -> None:
        live.gone = True
        await asyncio.to_thread(self.store.remove, live.id)
        self._lives.pop(live.id, None)
        self.removed(live.id)
        self.board.post("removed", id=live.id)
        self._stop_bots(live)
        self.stop_advice(live.id)
        self.stop_study(live.id)
        for watcher in live.watchers:
            watcher.tell({"type": "removed"})

    def removed(self, id: str) -> None:
        """Nobody is asked to it any more."""
        for other in self._lives.values():
            other.again = {how: again for how, again in other.again.items() if again != id}

    # what cannot be opened any more

    async def discard(self, id: str, asker: Asker) -> None:
        check_here(self.kept(id), asker)
        await asyncio.to_thread(self.store.remove, id)

    async def stored_save(self, id: str, asker: Asker) -> str:
        record = self.kept(id)
        check_all(record, asker)
        return stored_save(record, await asyncio.to_thread(self.store.entries, id))

    def kept(self, id: str) -> Record:
        record = self.store.find(id)
        if record is None:
            raise problem(404, "match", id=id)
        return record

    async def agree(self, live: Live, seats: Sequence[str]) -> None:
        """Who wants to go on by the rules of today; if all do, it begins anew from where it stands."""
        known = {key: value for key, value in (live.stranded or {}).items() if key != "of"}
        live.stranded = {**(live.stranded or {}), "agreed": list(seats)}
        if {*live.people} - {*seats}:
            await asyncio.to_thread(self.rules.strand, live.id, {**known, "agreed": list(seats)})
            self._tell(live, len(live.log))
            return
        rows = [done.entry for done in live.past]
        await asyncio.to_thread(self.rules.renew, live.id, live.header, rows, live.standing, live.before)
        log.info("match %s: goes on by rules %s", live.id, known.get("ours"))
        self._forget(live)

    # changing

    async def play(self, live: Live, seat: str, text: str, asks: Watcher | None = None) -> str | None:
        """Play an action and commit it, and what standing orders say to it.

        What the one who asks would be told on a line, unless more has happened.
        """
        serial, before, known = live.serial, live.standing if live.twin else None, live.asked
        said = await self._commit(live, lambda: live.play(seat, text), asks)
        await self._obey(live)
        self.caller.due(live, known)
        await self._go_across(live, before)
        return None if asks is None or live.serial > serial + 1 else said[_whom(asks)]

    # duplicate matches

    async def _twin(self, live: Live) -> Live | None:
        """The other game; both have one lock, so that it is ours, too."""
        if live.twin is None or live.other is None:
            return None
        twin = await self._find(live.twin)
        twin.other, live.other = live.standing, twin.standing
        return twin

    async def _look_across(self, live: Live) -> None:
        """How the other game stands, and the score of both when both are over."""
        if live.twin is None:
            return
        twin = self._lives.get(live.twin)
        kept = None if twin is not None else await asyncio.to_thread(self.store.find, live.twin)
        live.other = twin.standing if twin is not None else None if kept is None else kept.standing
        if live.pair is None and live.other is not None and live.revealed:
            twin = await self._twin(live)
            live.pair = None if twin is None else await asyncio.to_thread(twins.score, live, twin)

    async def origin_of(self, start: Match, end: Match, asker: Asker) -> str | None:
        """The match of people that go on playing which a save is a copy of, whatever was changed in it."""
        found = await asyncio.to_thread(self.store.origin_of, start.save())
        if found is None:
            found = await self.limits.work(asker, self.copies.origin_of, (start, end))
        return found if found is not None and await self.goes_on(found) else None

    async def goes_on(self, id: str) -> bool:
        live = self._lives.get(id)
        return not live.over if live is not None else await asyncio.to_thread(self.store.goes_on, id)

    async def _go_across(self, live: Live, before: Standing | None) -> None:
        """Something was done: the other game goes on where it rested for this one, and who watches it is told."""
        twin = await self._twin(live)
        if twin is None or before is None or (live.standing.turn, live.over) == (before.turn, before.to_act is None):
            return
        if live.revealed:
            live.pair = await asyncio.to_thread(twins.score, live, twin)
            twin.pair = await asyncio.to_thread(twins.score, twin, live)
        for watcher in twin.watchers:
            told = twins.line(twin, watcher.seat, watcher.language)
            if told is not None:
                watcher.tell(told)
        if not twin.rests and not twin.over:
            await self._wake(twin)

    async def _wake(self, live: Live) -> None:
        clocks.go_on(live, self.now())
        await self.keep_beside(live)
        self.caller.due(live)
        self._stir(live)
        await self.obey(live)

    def _attended(self, id: str, side: str) -> bool:
        live = self._lives.get(id)
        return live is not None and live.attended(side)

    async def obey(self, live: Live) -> None:
        """Standing orders answer at once what they are for; the other game of a duplicate match may go on then."""
        before = live.standing if live.twin else None
        await self._obey(live)
        await self._go_across(live, before)

    async def _obey(self, live: Live) -> None:
        while live.orders and (said := await asyncio.to_thread(ordered, live)) is not None:
            await self._commit(live, partial(live.play, live.asked[0], said.action, said.order))

    async def undo(self, live: Live, seat: str) -> None:
        before = live.standing if live.twin else None
        await self._commit(live, lambda: live.undo(seat))
        await self._go_across(live, before)

    async def go_back(self, live: Live, seat: str, index: int) -> None:
        """To before an action, by agreement; both games of a duplicate match get the same other dice."""
        self._stop_bots(live)
        before, twin = live.standing, await self._twin(live)
        await self._commit(live, lambda: live.go_back(seat, index))
        if twin is not None and not twin.over:
            await self._commit(twin, lambda: twin.go_back(seat, twin.played, live.lot))
        await self._go_across(live, before)

    async def close_match(self, live: Live, closed: Closed) -> None:
        """People end it: nobody acts any more."""
        before = live.standing
        await self._commit(live, lambda: live.close(closed))
        self._stop_bots(live)
        self.caller.due(live, [seat for seat in live.people if side_of(seat) == closed.by])
        await self._go_across(live, before)

    async def _commit(self, live: Live, change: Callable[[], Entry], asks: Watcher | None = None) -> Said:
        """What is in memory and not on disk must not be seen: if the commit fails, memory is dropped.

        Whoever watches is told, and so is who asks, who need not watch.
        """
        if live.closed is not None:
            raise problem(409, "closed")
        if live.stranded is not None:
            raise problem(409, "stranded")
        try:
            row, said = await asyncio.to_thread(self._carry_out, live, change, asks)
            await self._writer.append(row)
            self.meters.note(live.match.game.key, row.entry, live.seats)
        except REFUSED:
            raise
        except BaseException:
            self._forget(live)
            raise
        for watcher in live.watchers:
            watcher.tell(said[_whom(watcher)])
        if live.chapter_due:
            await asyncio.to_thread(self._turn_page, live)
        return said

    def _carry_out(self, live: Live, change: Callable[[], Entry], asks: Watcher | None) -> tuple[Append, Said]:
        """All that takes the engine's time, at once and beside the event loop."""
        hearing = {_whom(one): one for one in (*live.watchers, *([] if asks is None else [asks]))}
        serial, sides = live.serial, {side_of(one.seat) for one in hearing.values() if one.patched}
        seen = {side: live.seen(side) for side in sides}
        entry = change()
        clocks.count(live, entry, self.now())
        if live.offer is not None and not live.offer.stands_after(entry):
            live.decline(live.offer)
        since = len(live.log) if entry.kind == UNDO else live.past[-1].log_before
        said = {
            whom: self._words(live, one, since, (serial, seen[side_of(one.seat)]) if one.patched else None)
            for whom, one in hearing.items()
        }
        return Append(live.id, live.serial - 1, entry, live.standing, **_beside(live)), said

    def _words(
        self, live: Live, watcher: Watcher, since: int, before: tuple[int, Mapping[str, Any]] | None = None
    ) -> str:
        return encoded(self._describe(live, watcher, since, before)).decode()

    def _turn_page(self, live: Live) -> None:
        """Keep the position, so that nobody has to replay what led there; without it, it is replayed."""
        try:
            page = live.page()
            self.chapters.keep(live.id, page)
            live.turn_page(page)
        except (SQLAlchemyError, NotOurs) as error:
            log.warning("match %s: a chapter could not be kept: %s", live.id, error)

    def lose(self, ids: Collection[str]) -> None:
        """Others have them by now."""
        for id in ids:
            if (live := self._lives.get(id)) is not None:
                self._forget(live)

    def busy(self, id: str) -> bool:
        """Whether somebody is at it just now, or a bot."""
        live = self._lives.get(id)
        thinks = live is not None and live.task is not None and not live.task.done()
        return thinks or id in self._loading or (live is not None and live.lock.locked())

    async def forget_all(self) -> None:
        """What is in memory comes from a database that is gone; whoever listens has to ask again."""
        for live in list(self._lives.values()):
            async with live.lock:
                self._forget(live)
        self.register.forget_all()

    def _forget(self, live: Live) -> None:
        live.gone = True
        self._lives.pop(live.id, None)
        for watcher in live.watchers:
            watcher.tell({"type": "closed"})

    def _tell(self, live: Live, since: int) -> None:
        """Of something else than an action: who wants to see the table has to look at it."""
        said: Said = {}  # once for all who hear the same
        for watcher in live.watchers:
            if _whom(watcher) not in said:
                said[_whom(watcher)] = self._words(live, watcher, since)
            watcher.tell(said[_whom(watcher)])

    # people apart

    async def _mind_clock(self, live: Live) -> None:
        """It begins when all sit; whoever has no time left has lost, if that was agreed."""
        if live.apart and live.clock is None and not (live.over or live.waiting or live.shares_due):
            live.clock = clocks.begin(live, self.now())
            await self.keep_beside(live)
        left, pace, side = clocks.time_left(live, self.now()), live.pace, live.to_act
        if left == 0.0 and side is not None and pace is not None and pace.at_zero == "loses":
            await self.close_match(live, Closed("time", other_side(live, side), side))

    def _wind(self, live: Live) -> None:
        """Look again when somebody's time is up."""
        left = clocks.time_left(live, self.now())
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        if left is not None and live.pace is not None and live.pace.at_zero == "loses":
            soon = min(left, LONGEST_WAIT) + 0.05
            live.alarm = asyncio.get_running_loop().call_later(soon, lambda: self._run(self._look(live.id)))

    async def _look(self, id: str) -> None:
        async with self.at(id):
            pass

    def _run(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def keep_beside(self, live: Live) -> None:
        await asyncio.to_thread(self.store.change, live.id, **_beside(live))

    async def comes(self, live: Live, watcher: Watcher) -> None:
        """Somebody sits down before the table; who was adjourned plays on when all are back."""
        before = live.present
        live.watchers.add(watcher)
        clock = live.clock
        if clock is not None and clock.parted and live.all_here:
            clocks.resume(live, self.now())
            await self.keep_beside(live)
        for other in live.watchers if live.present != before else [watcher]:
            _tell_person(live, other)

    def leaves(self, live: Live, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        if not live.watchers and len(self._lives) > KEPT:
            self._clear_away()
        if live.clock is None or watcher.seat in live.present or watcher.seat not in live.people or live.gone:
            return
        live.clock.seen[watcher.seat] = self.now()
        live.clock.parted = live.clock.adjourned
        self.tell_people(live)
        self._run(self._look_and_keep(live.id))

    async def _look_and_keep(self, id: str) -> None:
        async with self.at(id) as live:
            await self.keep_beside(live)

    def tell_again(self, live: Live) -> None:
        """Somebody asks for a rematch: who still looks at the match that is over learns of it."""
        for watcher in live.watchers:
            watcher.tell(Again(id=next(reversed(live.again.values()))).model_dump())

    def tell_people(self, live: Live, message: MessageOut | None = None) -> None:
        for watcher in live.watchers:
            _tell_person(live, watcher, message)

    # bots

    def run_bots(self, live: Live, run: bool) -> None:
        live.run, live.trouble = run, None
        if not run:
            self._stop_bots(live)
        self._tell(live, len(live.log))

    async def advise(self, question: Counsel, match: Match) -> Advice:
        """What a general would do; nobody waits for it at the table."""
        found = await self._counsel(question, match)
        return Advice(**{**found, "said": tuple(found["said"])})

    async def confess(self, question: Confession, match: Match) -> list[Motive]:
        """What a bot had in mind."""
        return [Motive(**{**one, "said": tuple(one["said"])}) for one in await self._counsel(question, match)]

    def _whose(self, id: str) -> tuple[str | None, str | None]:
        """In whose turn a thought about this match is had, and of which address."""
        live = self._lives.get(id)
        maker = None if live is None else live.maker
        return maker, self.limits.home(maker)

    def _idle(self, live: Live) -> bool:
        return self.guarded and not live.people

    def _unseen(self, live: Live) -> bool:
        """Whether bots play among themselves, and nobody looks."""
        return self._idle(live) and not live.watchers and time.monotonic() - live.looked > LOOKED

    def _stop_bots(self, live: Live) -> None:
        self._staff.stop(live.id, *PLAYING)

    async def _counsel(self, question: Counsel | Confession, match: Match) -> Any:
        whose, home = self._whose(question.match_id)
        if self.guarded and self._staff.crowded(whose or question.match_id, home):
            raise problem(503, "busy")
        try:
            return json.loads(await self._staff.think(question, match, Kind.ADVICE, whose, home))
        except CutShort:
            raise problem(409, "advice_stopped") from None
        except NoThought as error:
            log.warning("match %s: no advice: %s", question.match_id, error)
            raise problem(422, "no_advice") from None

    def stop_advice(self, id: str) -> None:
        self._staff.stop(id, Kind.ADVICE)

    # analyses

    def study(self, question: Study, match: Match) -> None:
        """Begin to analyse a match, unless somebody does; what is found is kept."""
        if question.match_id not in self._studies:
            self._parts[question.match_id] = 0.0
            self._studies[question.match_id] = asyncio.create_task(self._study(question, match))

    async def _study(self, question: Study, match: Match) -> None:
        id = question.match_id
        try:
            told = partial(self._parts.__setitem__, id)
            found = await self._staff.think(question, match, Kind.ANALYSIS, *self._whose(id), tell=told)
            await asyncio.to_thread(self.store.keep_analysis, id, json.loads(found))
        except (CutShort, asyncio.CancelledError):
            log.info("match %s: its analysis was stopped", id)
        except NoThought as error:
            log.warning("match %s: no analysis: %s", id, error)
        finally:
            del self._studies[id], self._parts[id]

    def studied(self, id: str) -> float | None:
        """How much of an analysis is done; None if nobody is at it."""
        return self._parts.get(id)

    def stop_study(self, id: str) -> None:
        """Whether it is under way or waits for another."""
        if id in self._studies and not self._staff.stop(id, Kind.ANALYSIS):
            self._studies[id].cancel()

    def _stir(self, live: Live) -> None:
        self._wind(live)
        idle = live.task is None or live.task.done()
        if idle and live.run and live.bot_to_act() is not None:
            live.task = asyncio.create_task(self._play_on(live))

    async def _play_on(self, live: Live) -> None:
        """Let bots act one action after the other until a person must, or they are stopped."""
        while not live.gone:
            async with live.lock:
                name, serial = live.bot_to_act(), live.serial
                if name is None or not live.run or self._unseen(live):
                    return
                seat = live.asked[0]
                question, match = Question(live.id, name, side_of(seat)), live.match.copy()
            try:
                kind = Kind.AMONG if self._idle(live) else Kind.BOTS
                answer = await self._staff.think(question, match, kind, *self._whose(live.id))
            except CutShort:
                continue
            except NoThought as error:
                self._pause(live, name, error)
                continue
            async with live.lock:
                if live.serial == serial and live.run and not live.gone:
                    await self._act_for_bot(live, name, seat, answer)

    async def _act_for_bot(self, live: Live, name: str, seat: str, answer: str) -> None:
        try:
            await self.play(live, seat, answer)
        except REFUSED as error:
            self._pause(live, name, error)

    def _pause(self, live: Live, name: str, error: Exception) -> None:
        """What went wrong is for whoever runs the server: it may name what a seat must not know."""
        log.warning("match %s: the bot %s gave no action: %s", live.id, name, error)
        if live.run:
            live.run, live.trouble = False, say("server.problem.bot", bot=name)
            self._tell(live, len(live.log))


def ordered(live: Live) -> Answer | None:
    """What the standing orders of who is asked say now; to go on, if that is all that is left of what they said.

    What those who share a side may both answer is left to them.
    """
    if not live.orders or live.rests or len(asked := live.asked) != 1:
        return None
    (seat,) = asked
    orders = live.orders.get(seat)
    if orders is None or not orders.on or (orders.away and live.attended(seat)):
        return None
    if live.match.paused:
        last = live.past[-1].entry
        return Answer(last.ordered, str(live.match.legal()[0])) if last.ordered else None
    try:
        return answer(live.match, side_of(seat), orders)
    except Exception:
        log.exception("match %s: the standing orders of %s came to nothing", live.id, seat)
        return None


def _whom(watcher: Watcher) -> tuple[str, str, bool]:
    return watcher.seat, watcher.language, watcher.patched


def _tell_person(live: Live, watcher: Watcher, message: MessageOut | None = None) -> None:
    told = line(live, watcher.seat, message)
    if told is not None:
        watcher.tell(told)


def other_side(live: Live, side: str) -> str | None:
    """Who wins if this side does not play on; nobody among several."""
    others = [other for other in live.match.game.info.sides if other != side]
    return others[0] if len(others) == 1 else None


def _beside(live: Live) -> dict[str, dict[str, Any] | None]:
    return {
        "clock": None if live.clock is None else live.clock.document(),
        "offer": None if live.offer is None else live.offer.document(),
    }


def settle_seats(match: Match, seats: Mapping[str, str]) -> dict[str, str]:
    """Who plays each side, or each command of a divided one; what is not named is a person's."""
    found = seats_for(match.game.info, seats)
    for who in seats.values():
        if who.startswith(BOT):
            check_bot(who.removeprefix(BOT), match.game.key)
        elif who not in PEOPLE:
            raise problem(422, "player", player=who)
    settled = {seat: seats.get(seat, ME) for seat in found}
    check_divided(match.game.info, settled)
    return settled


def _exchanged(first: Record, id: str) -> Record:
    """The other game of a duplicate match: its seats are taken with those of the first."""
    sides = list(first.seats)
    passed = dict(zip(sides, reversed(sides), strict=True))
    chairs = {passed[side]: replace(chair, link=chair.link and hashed(fresh_token()))
              for side, chair in first.chairs.items()}  # fmt: skip
    seats = {side: first.seats[other] for side, other in passed.items()}
    return replace(first, id=id, twin=first.id, seats=seats, chairs=chairs, shares=None, listed=False)


def _fair_by(seats: Mapping[str, str], promised: str | None) -> Fair:
    """What its maker promises stands for the first seat he holds; who holds none has no share in the dice."""
    fair, own = Fair(), [side for side, who in seats.items() if who == ME]
    if promised is not None and own:
        fair.commitments[own[0]] = promised
    return fair


def _fair_among(chairs: Mapping[str, Chair], maker: str | None, promised: str | None) -> Fair | None:
    """Of people who all have their seats from before: the others are asked to come. None for one person alone."""
    seats: dict[str, str] = {}  # by person the first he holds
    for side, chair in chairs.items():
        if chair.holder is not None:
            seats.setdefault(chair.holder, side)
    if len(seats) < 2:
        return None
    fair = Fair(coming=[side for person, side in seats.items() if person != maker])
    if promised is not None and maker in seats:
        fair.commitments[seats[maker]] = promised
    return fair


def check_here(record: Record, asker: Asker) -> None:
    """What cannot be played any more is for whoever sat there."""
    if not at_table(record, asker):
        raise problem(403, "stranger")


def check_patience(seats: Mapping[str, str]) -> None:
    """Where others wait for their bots, too, none thinks for minutes."""
    for who in seats.values():
        seconds = who.removeprefix(BOT).partition(":")[2] if who.startswith(BOT) else ""
        if seconds and float(seconds) > PATIENT:
            raise problem(422, "bot_slow", most=PATIENT)


def check_alone(seats: Mapping[str, str]) -> None:
    """A bot in a copy of a match of people would show them what to do."""
    if any(who.startswith(BOT) for who in seats.values()):
        raise problem(403, "advised_copy")


def people(match: Match, seats: Mapping[str, str]) -> list[str]:
    return [side for side, who in settle_seats(match, seats).items() if who in PEOPLE]


def check_claim(live: Live, side: str, person: str, accepts: bool) -> None:
    """A seat is for somebody else than who sits at the table already, and who knows how the match begins."""
    if live.over:
        raise problem(409, "closed")
    if live.person_at(side) is not None:
        raise problem(410, "link_taken")
    if live.of(person):
        raise problem(409, "link_is_for_another", seat=side)
    if live.edited and not accepts:
        raise problem(409, "edited")
