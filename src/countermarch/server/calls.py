"""Telling people that it is their turn: outside the request and the match's lock, bounded, never in anybody's way."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import sha256
from time import monotonic, time
from typing import Any
from urllib.parse import urlsplit

from prometheus_client import Counter

from countermarch.games.base import Rules, side_of
from countermarch.games.briefings import title_in
from countermarch.server.answers import Voice, scenario_in
from countermarch.server.commands import seat_in
from countermarch.server.live import Live
from countermarch.server.mailstore import Channel, MailStore
from countermarch.server.posting import (
    HOOKS,
    Mailer,
    Message,
    NotSent,
    can_push,
    fresh_push_key,
    hook_body,
    post,
    public_push_key,
    push,
)
from countermarch.server.problems import problem
from countermarch.server.tallies import Tallies
from countermarch.texts import LANGUAGES, Text, say

log = logging.getLogger("countermarch.calls")
MOST = 500  # calls that wait to be sent; more are dropped
KNOWN = 50_000  # people who are remembered to have named no channel
AT_ONCE = 8
PAUSES = (2.0, 15.0)  # seconds before it is tried once more, and once more
KINDS = ("push", "email", *HOOKS)
NOBODY = "mailto:nobody@localhost"  # a server at home


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody is to act at a table, or it is over: what is to be said, in every language."""

    person: str
    match: str
    side: str
    serial: int
    over: bool
    said: Mapping[str, Mapping[str, str]]


@dataclass(slots=True)
class Settings:
    """How a server reaches people: where it is found, by which mail server, and whether private networks are called."""

    base: str = "http://localhost:8123"
    mailer: Mailer | None = None
    private: bool = False
    pauses: Sequence[float] = PAUSES
    minute: float = 60.0  # seconds; shorter in tests
    seldom: float = 30.0  # seconds between trials, and between letters to one address


@dataclass(slots=True)
class Waiting:
    """What a channel is still to be told, and when it was told something last."""

    calls: dict[tuple[str, str], Call] = field(default_factory=dict)  # the latest of each seat
    last: float = float("-inf")
    task: asyncio.Task[None] | None = None


class Seldom:
    """What sends something to a stranger's address is not done again and again."""

    def __init__(self, tallies: Tallies, seconds: float) -> None:
        self._tallies, self._seconds = tallies, seconds

    async def check(self, what: str) -> None:
        if not await asyncio.to_thread(self._tallies.count, {f"seldom {what}": 1}, self._seconds):
            raise problem(429, "call_seldom", seconds=round(self._seconds))


class Caller:
    def __init__(self, mail: MailStore, settings: Settings, tallies: Tallies) -> None:
        self.mail = mail
        self.settings = settings
        self.seldom = Seldom(tallies, settings.seldom)
        self.attended: Callable[[str, str], bool] = lambda match, side: False
        self.sent: Counter | None = None  # counts what was told, and what could not be
        self._queue: asyncio.Queue[Call] = asyncio.Queue(MOST)
        self._waiting: dict[str, Waiting] = {}  # by channel
        self._post = ThreadPoolExecutor(AT_ONCE, "post")  # so that nobody else waits for those who are told
        self._worker: asyncio.Task[None] | None = None
        self._silent: set[str] = set()  # people who are known to have named no channel
        self._named = 0  # how often somebody has
        self.on_duty = True  # of several workers one sends
        self.pass_on: Callable[[str], None] = lambda channel: None  # tell him of a channel something waits for
        self.spread: Callable[..., None] = lambda kind, **said: None  # tell all others

    # what happens at the tables

    def due(self, live: Live, known: Collection[str] = ()) -> None:
        """Somebody is asked now, or all is over: whoever is concerned is called, but for those who know."""
        over = live.over
        for seat in live.people if over else live.asked:
            person = live.person_at(seat)
            if seat in known or person is None or live.waiting or live.sandbox or live.rests:
                continue
            if person in self._silent:
                continue
            self._call(Call(person, live.id, seat, live.serial, over, told_of(live, seat)))

    def listens(self, person: str) -> None:
        """Somebody has named a channel."""
        self.listened(person)
        self.spread("listens", person=person)

    def listened(self, person: str | None = None) -> None:
        """He is to be looked up again; all are where it is not known who."""
        self._named += 1
        self._silent -= self._silent if person is None else {person}

    def asked(self, live: Live) -> None:
        """Those who are asked to a rematch."""
        for side in live.coming:
            said = {language: _asked(live, side, language) for language in LANGUAGES}
            self._call(Call(str(live.person_at(side)), live.id, side, live.serial, True, said))

    def _call(self, call: Call) -> None:
        try:
            self._queue.put_nowait(call)
        except asyncio.QueueFull:
            log.warning("match %s: too many calls wait; this one is dropped", call.match)
            return
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())

    async def close(self) -> None:
        tasks = [self._worker, *(waiting.task for waiting in self._waiting.values())]
        running = [task for task in tasks if task is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        self._post.shutdown(wait=False, cancel_futures=True)

    @property
    def waiting(self) -> int:
        """Calls that nobody has been told of yet."""
        return self._queue.qsize() + sum(len(waiting.calls) for waiting in list(self._waiting.values()))

    # sending

    async def _work(self) -> None:
        while not self._queue.empty():
            call, named = self._queue.get_nowait(), self._named
            try:
                channels = await asyncio.to_thread(self.mail.channels, call.person)
                if not channels and named == self._named and len(self._silent) < KNOWN:
                    self._silent.add(call.person)
                for channel in channels:
                    await self._hand(channel, call)
            except Exception as error:
                log.warning("match %s: a call failed: %s", call.match, type(error).__name__)

    async def _hand(self, channel: Channel, call: Call) -> None:
        """A channel that is told one thing in so many minutes gathers what comes in between; it outlives a restart."""
        held = channel.document
        if not held["on"] or not held["confirmed"]:
            return
        if held["when"] == "away" and self.attended(call.match, call.side):
            return
        waiting = self._waiting.setdefault(channel.id, Waiting()) if self.on_duty else Waiting()
        waiting.calls[call.match, call.side] = call
        due = time() + self._pause(waiting, held["digest"])
        await asyncio.to_thread(self.mail.keep_call, channel.id, call.match, call.side, asdict(call), due)
        if not self.on_duty:
            self.pass_on(channel.id)
        elif waiting.task is None or waiting.task.done():
            waiting.task = asyncio.create_task(self._gather(channel.id, waiting, held["digest"]))

    async def _gather(self, id: str, waiting: Waiting, minutes: int) -> None:
        while waiting.calls:
            await asyncio.sleep(self._pause(waiting, minutes))
            taken, waiting.calls = waiting.calls, {}
            calls = [call for call in taken.values() if await asyncio.to_thread(self._still, call)]
            channel = await asyncio.to_thread(self.mail.channel, id)
            if calls and channel is not None and channel.document["on"]:
                waiting.last = monotonic()
                await self._tell(channel, self.message(channel, calls))
            await asyncio.to_thread(self.mail.drop_calls, id, taken.keys() - waiting.calls.keys())

    def _pause(self, waiting: Waiting, minutes: int) -> float:
        """Seconds until the channel may be told something again."""
        return max(0.0, waiting.last + minutes * self.settings.minute - monotonic())

    async def take_up(self, on_duty: bool) -> None:
        """Whether messages are ours to send; what others gathered is then, too."""
        began, self.on_duty = on_duty and not self.on_duty, on_duty
        if began:
            await self.resume()
        elif not on_duty:
            await self._lay_down()

    async def _lay_down(self) -> None:
        tasks = [waiting.task for waiting in self._waiting.values() if waiting.task is not None]
        self._waiting = {}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def resume(self, only: str | None = None) -> None:
        """What was to be told when the server went down, as soon as it would have been; or to one channel alone."""
        for channel, document, due in await asyncio.to_thread(self.mail.calls):
            if only not in (None, channel.id):
                continue
            call, minutes = Call(**document), channel.document["digest"]
            pause = minutes * self.settings.minute
            last = monotonic() + min(due - time(), pause) - pause  # the clock may have been set back meanwhile
            waiting = self._waiting.setdefault(channel.id, Waiting(last=last))
            waiting.calls[call.match, call.side] = call
            if waiting.task is None or waiting.task.done():
                waiting.task = asyncio.create_task(self._gather(channel.id, waiting, minutes))

    def _still(self, call: Call) -> bool:
        """Who has acted since needs not be told."""
        return call.over or self.mail.to_act(call.match) in (call.side, side_of(call.side))

    async def _tell(self, channel: Channel, message: Message) -> None:
        """Tried three times; what went wrong is logged without addresses."""
        for pause in (*self.settings.pauses, None):
            try:
                await self.send(channel, message)
                self._count(channel, "sent")
                return
            except NotSent as error:
                self._count(channel, "failed")
                log.warning("channel %s (%s): %s", channel.id, channel.kind, error)
                if error.gone:
                    await asyncio.to_thread(self.mail.remove_channel, channel.id)
                if error.gone or pause is None:
                    return
            await asyncio.sleep(pause)

    def _count(self, channel: Channel, outcome: str) -> None:
        if self.sent is not None:
            self.sent.labels(channel.kind, outcome).inc()

    async def send(self, channel: Channel, message: Message) -> None:
        await asyncio.get_running_loop().run_in_executor(self._post, self._send, channel, message)

    def _send(self, channel: Channel, message: Message) -> None:
        held, private = channel.document, self.settings.private
        if channel.kind == "email":
            if self.settings.mailer is None:
                raise NotSent("this server sends no mail")
            self.settings.mailer.send(held["address"], message, self.address(f"/api/off/{self.token('off', channel)}"))
        elif channel.kind == "push":
            push(held["subscription"], message, self.push_key(), self.contact, private)
        else:
            post(held["address"], hook_body(channel.kind, message), {"Content-Type": "application/json"}, private)

    @property
    def contact(self) -> str:
        """Where a push service may complain: an address of mail, or of the open web."""
        mailer, base = self.settings.mailer, urlsplit(self.settings.base)
        if mailer is not None:
            return f"mailto:{mailer.sender}"
        return f"https://{base.hostname}" if base.scheme == "https" else NOBODY

    # words

    def message(self, channel: Channel, calls: Sequence[Call]) -> Message:
        """In the receiver's language; several tables in one."""
        language, first = channel.document["language"], calls[0]
        told = [call.said[language] for call in calls]
        title = told[0]["title"] if len(calls) == 1 else say("server.call.several", number=len(calls)).render(language)
        links = [self.address(f"/#/match/{call.match}/{call.side}") for call in calls]
        body = told[0]["body"]
        if len(calls) > 1:
            body = "\n\n".join(f"{one['title']}\n{one['body']}\n{link}" for one, link in zip(told, links, strict=True))
        link = links[0] if len(calls) == 1 else self.address("/#/")
        facts = {"type": "turn", "match": first.match, "seat": first.side, **told[0]}
        tables = [{"match": call.match, "seat": call.side, **call.said[language]} for call in calls]
        return self._message(channel, title, body, link, {**facts, "tables": tables})

    def trial(self, channel: Channel) -> Message:
        language = channel.document["language"]
        title, body = (say(f"server.call.{key}").render(language) for key in ("trial", "trial_body"))
        return self._message(channel, title, body, self.address("/#/tell"), {"type": "trial"})

    def asking(self, channel: Channel) -> Message:
        """Whether an address is really his who gave it."""
        language, link = channel.document["language"], self.address(f"/#/confirm/{self.token('confirm', channel)}")
        title, body = (say(f"server.call.{key}").render(language) for key in ("confirm", "confirm_body"))
        return self._message(channel, title, body, link, {"type": "confirm"})

    def _message(self, channel: Channel, title: str, body: str, link: str, facts: dict[str, Any]) -> Message:
        leave = say("server.call.leave").render(channel.document["language"])
        return Message(title, body, link, self.address(f"/#/off/{self.token('off', channel)}"), leave, facts)

    def address(self, path: str) -> str:
        return self.settings.base.rstrip("/") + path

    # links that need no login

    def token(self, what: str, channel: Channel) -> str:
        return f"{channel.id}.{self._signed(what, channel.id)}"

    def _signed(self, what: str, id: str) -> str:
        return hmac.new(self.mail.signing_key(), f"{what} {id}".encode(), sha256).hexdigest()[:32]

    def channel_by(self, what: str, token: str) -> Channel | None:
        id, _, signed = token.partition(".")
        if not hmac.compare_digest(signed.encode(), self._signed(what, id).encode()):
            return None
        return self.mail.channel(id)

    # push

    def push_key(self) -> str:
        return self.mail.secret("push") or self.mail.keep_secret("push", fresh_push_key())

    def public_push_key(self) -> str | None:
        return public_push_key(self.push_key()) if can_push() else None

    @property
    def kinds(self) -> list[str]:
        """What can be set up here."""
        there = {"push": can_push(), "email": self.settings.mailer is not None}
        return [kind for kind in KINDS if there.get(kind, True)]


def told_of(live: Live, seat: str) -> dict[str, dict[str, str]]:
    """Game, scenario, turn, phase and what is asked, in every language, as the seat may know it."""
    return {language: _told(live, seat, language) for language in LANGUAGES}


def _told(live: Live, seat: str, language: str) -> dict[str, str]:
    match, voice = live.match, Voice(live.match, seat, language, live.closed)
    info, ended = match.game.info, voice.ended()
    decision = None if ended else match.decision
    game, scenario = title_in(info, language), scenario_in(info, match.scenario, language)
    phase = _phase(live, side_of(seat), voice)
    asked = voice.say(decision.prompt) if decision else ended.text if ended else ""
    said = {"game": game, "scenario": scenario, "turn": str(match.turn), "phase": phase, "asked": asked}
    named = game if scenario == game else f"{game}: {scenario}"
    about, what = ("over", "ended") if decision is None else ("turn", "body")
    title = say(f"server.call.{about}", game=named)
    body = say(f"server.call.{what}", turn=match.turn, phase=phase, asked=asked, side=seat_in(info, seat, language))
    return {**said, "title": title.render(language), "body": body.render(language)}


def _asked(live: Live, side: str, language: str) -> dict[str, str]:
    told = _told(live, side, language)
    text = say("server.call.rematch", game=told["game"]).render(language)
    return {**told, "asked": text, "title": text, "body": text}


@lru_cache(maxsize=64)
def _phases(rules: Rules) -> Mapping[str, Text]:
    return rules.words().get("phases", {})


def _phase(live: Live, side: str, voice: Voice) -> str:
    key = live.seen(side).get("phase", "")
    word = _phases(live.match.game.rules).get(key)
    return voice.say(word) if isinstance(word, Text) else str(key)
