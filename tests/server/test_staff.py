"""Bots in several processes: told what is new, choosing as one alone would, each ended without the others."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import countermarch as cm
from countermarch.bots import Bot, bot
from countermarch.bots.arena import seat_seed
from countermarch.match import Match
from countermarch.server import desks, minds, staff, thinking
from countermarch.server.desks import Desk
from countermarch.server.minds import Mind, News, Sheet
from countermarch.server.staff import Staff, cores, share
from countermarch.server.thinking import Counsel, CutShort, NoThought, Question, Study
from countermarch.server.turns import Kind, Turns

BUSY: Any = "busy"


class Near:
    """A line to a mind in this process; what was sent is kept."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self._mind = Mind(lambda _: None)

    def send(self, asked: Any) -> None:
        self.sent.append(asked)

    def poll(self, _: float) -> bool:
        return True

    def recv(self) -> Any:
        return self._mind.answer(*self.sent[-1])


class NearDesk(Desk):
    def _start(self) -> Any:
        self.near = self._line = Near()  # type: ignore[assignment]
        return self.near

    def end(self) -> None:
        return

    @property
    def told(self) -> list[Any]:
        return [told for _, told, _ in self.near.sent] if self._line is not None else []


@pytest.fixture
def near(monkeypatch: pytest.MonkeyPatch) -> Iterator[Staff]:
    monkeypatch.setattr(staff, "Desk", NearDesk)
    found = Staff(3)
    yield found
    found.close()


class Alone:
    """Bots as they were asked before there were several processes: by the whole save, in one place."""

    def __init__(self) -> None:
        self._known: tuple[list[str], Match | None] = ([], None)
        self._bots: dict[tuple[str, str], Bot] = {}

    def choose(self, id: str, name: str, save: str) -> str:
        match = self._match(save)
        side = str(match.to_act)
        own = self._bots.setdefault((name, side), bot(name, seat_seed(0, f"{id} {side}")))
        return str(own.choose(match))

    def _match(self, save: str) -> Match:
        actions: list[str] = json.loads(save)["actions"]
        known, match = self._known
        if match is None or actions[: len(known)] != known or any(text[0] == "!" for text in actions[len(known) :]):
            match = cm.resume(save)
        else:
            for text in actions[len(known) :]:
                match.play(text)
        self._known = actions, match
        return match


def others_busy(of: Staff, rng: Random) -> None:
    """Only one of three is free, whichever it is."""
    while len(of._desks) < 3:
        of._desks.append(NearDesk(yielding=False))
    free = rng.randrange(3)
    for number, desk in enumerate(of._desks):
        desk.about = None if number == free else BUSY


@pytest.mark.parametrize(
    ("game", "name", "rows"),
    [
        ("bridgehead", "captain", 400),
        ("bridgehead", "random", 200),
        ("koenigsberg", "captain", 500),
        ("koenigsberg", "recruit", 300),
        ("seelow", "captain", 250),
        ("vistula", "captain", 150),
    ],
)
def test_a_bot_chooses_wherever_it_thinks_what_it_would_choose_alone(
    near: Staff, game: str, name: str, rows: int
) -> None:
    rng, alone, match = Random(game), Alone(), cm.load(game).start(seed=4)

    async def play() -> None:
        older = match.copy()
        while match.to_act is not None and match.entries < rows:
            others_busy(near, rng)
            side = str(match.to_act)
            chosen = await near.think(Question("m", name, side), match.copy())
            assert chosen == alone.choose("m", name, match.save())
            match.play(chosen)
            if rng.random() < 0.1 and match.undo() and match.undo():
                match.play(match.legal()[rng.randrange(len(match.legal()))])
            if rng.random() < 0.05:  # somebody asks about how it stood before: the table is laid out anew there
                if older.to_act is not None and game == "bridgehead":
                    await near.think(Counsel("m", older.to_act, 0.0, rollouts=1), older, Kind.ADVICE)
                older = match.copy()

    asyncio.run(play())
    assert match.entries > 20


def test_what_is_new_is_told_and_no_more(near: Staff) -> None:
    match = cm.load("koenigsberg").start(seed=2)

    async def play(moves: int) -> None:
        for _ in range(moves):
            match.play(await near.think(Question("m", "captain", str(match.to_act)), match.copy()))

    asyncio.run(play(60))
    (desk,) = near._desks
    first, *news = desk.told  # type: ignore[attr-defined]
    assert isinstance(first, Sheet) and first.record == ()
    assert all(isinstance(one, News) for one in news)
    assert [one.rows for one in news] == [(row,) for row in match.record[:-1]]
    while match.undoable < 2:
        asyncio.run(play(1))
    match.undo()  # what was not told yet
    asyncio.run(play(1))
    assert desk.told[-1] == News(match.entries - 1, ())  # type: ignore[attr-defined]
    match.undo()
    match.undo()
    asyncio.run(play(1))
    assert isinstance(desk.told[-1], Sheet)  # type: ignore[attr-defined]
    match.next_dice(6)
    asyncio.run(play(1))
    assert isinstance(desk.told[-1], Sheet)  # type: ignore[attr-defined]


def test_a_match_that_begins_with_other_dice_is_laid_out_anew(near: Staff) -> None:
    match = cm.load("bridgehead").start(seed=2)
    for one in (match, match.anew(seed=3)):
        asyncio.run(near.think(Question("m", "random", str(one.to_act)), one))
    assert [type(told) for told in near._desks[0].told] == [Sheet, Sheet]  # type: ignore[attr-defined]


def test_a_long_match_is_opened_as_it_stands_and_nothing_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match, rng = cm.load("koenigsberg").start(seed=3), Random(1)
    while match.entries < 400:
        match.play(match.legal()[rng.randrange(len(match.legal()))])
    played: list[Any] = []
    monkeypatch.setattr(Match, "play", lambda _, action: played.append(action))
    opened = Mind(lambda _: None)._match("m", minds.sheet_of(match))
    assert opened is not None and not played
    assert (opened.record, opened.moment, opened.undoable) == (match.record, match.moment, match.undoable)
    assert opened.save() == match.save()


def test_a_process_that_has_forgotten_says_so_and_is_told_all(near: Staff) -> None:
    match = cm.load("bridgehead").start(seed=2)
    question = Question("m", "captain", str(match.to_act))
    said = asyncio.run(near.think(question, match.copy()))
    near._desks[0].near._mind.forget("m")  # type: ignore[attr-defined]
    assert asyncio.run(near.think(question, match.copy())) == said
    assert [type(told) for told in near._desks[0].told] == [Sheet, News, Sheet]  # type: ignore[attr-defined]


def test_a_position_that_does_not_say_all_is_followed_by_the_whole_save(
    near: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = cm.load("bridgehead").start(seed=2)
    match.play(match.legal()[0])
    for wrong in (replace(minds.sheet_of(match), fingerprint="0"), replace(minds.sheet_of(match), position={})):
        monkeypatch.setattr(desks, "sheet_of", lambda _, wrong=wrong: wrong)
        asyncio.run(near.think(Question(str(id(wrong)), "captain", str(match.to_act)), match))
    assert [type(told) for told in near._desks[0].told] == [Sheet, str] * 2  # type: ignore[attr-defined]


def test_a_match_goes_back_to_who_knows_it_if_he_is_free(near: Staff) -> None:
    match = cm.load("bridgehead").start(seed=2)
    knowing, other, last = (NearDesk(yielding=False) for _ in range(3))
    near._desks += [other, knowing, last]

    def asked(id: str, *busy: Desk) -> Desk:
        for desk in near._desks:
            desk.about = BUSY if desk in busy else None
        before = [len(desk.told) for desk in (other, knowing, last)]
        asyncio.run(near.think(Question(id, "random", str(match.to_act)), match))
        after = [len(desk.told) for desk in (other, knowing, last)]
        return (other, knowing, last)[[now - then for then, now in zip(before, after, strict=True)].index(1)]

    assert asked("m", other, last) is knowing
    assert asked("m") is knowing
    assert asked("m", knowing) is other
    assert asked("new") is last  # who has least to remember
    assert {type(told) for told in knowing.told} == {Sheet, News}


def test_so_many_matches_are_kept_in_mind(near: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (minds, desks):
        monkeypatch.setattr(place, "REMEMBERED", 2)
    match = cm.load("bridgehead").start(seed=2)
    for id in ("a", "b", "c", "b", "a"):
        asyncio.run(near.think(Question(id, "random", str(match.to_act)), match))
    assert [type(told) for told in near._desks[0].told] == [Sheet, Sheet, Sheet, News, Sheet]  # type: ignore[attr-defined]


# processes


def slow(match: Match) -> Counsel:
    return Counsel(str(id(match)), str(match.to_act), 0.5)


def advised(match: Match, said: object) -> bool:
    return match.game.parse(json.loads(str(said))["said"][0]) in match.legal()


def pid(of: Staff, question: Any) -> int:
    desk = next(desk for desk in of._desks if desk.about is not None and desk.about.question is question)
    assert desk._worker is not None and desk._worker.pid is not None
    return desk._worker.pid


async def started(of: Staff) -> tuple[Match, Match]:
    """Two processes that know a match each."""
    first, second = (cm.load("bridgehead").start(seed=seed) for seed in (1, 2))
    await asyncio.gather(*(of.think(slow(match), match) for match in (first, second)))
    assert of.processes == 2
    return first, second


def test_two_bots_think_at_the_same_time() -> None:
    async def think() -> None:
        two = Staff(2)
        matches = await started(two)
        tasks = [asyncio.create_task(two.think(slow(match), match)) for match in matches]
        await asyncio.sleep(0)
        assert two.busy(Kind.BOTS) == 2 and two.waiting(Kind.BOTS) == 0
        third = asyncio.create_task(two.think(Question("third", "random", "german"), matches[0]))
        await asyncio.sleep(0)
        assert two.waiting(Kind.BOTS) == 1
        assert all(map(advised, matches, await asyncio.gather(*tasks)))
        await third
        assert two.processes == 2 and two.busy(Kind.BOTS) == 0
        two.close()

    asyncio.run(think())


@pytest.mark.parametrize(("harm", "why"), [(signal.SIGKILL, "has ended"), (signal.SIGSTOP, "silent")])
def test_a_process_that_dies_or_hangs_takes_its_own_thought_along_and_no_other(
    harm: signal.Signals, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def think() -> None:
        two = Staff(2)
        first, second = await started(two)
        lost, kept = slow(first), slow(second)
        tasks = [asyncio.create_task(two.think(*one)) for one in ((lost, first), (kept, second))]
        await asyncio.sleep(0)
        os.kill(pid(two, lost), harm)
        monkeypatch.setattr(thinking, "SILENCE", 0.4)
        dead, alive = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(dead, NoThought) and why in str(dead)
        assert advised(second, alive)
        monkeypatch.undo()
        assert two.processes == 1
        assert advised(first, await two.think(slow(first), first))
        two.close()

    asyncio.run(think())


def test_one_thought_is_stopped_and_the_others_go_on() -> None:
    async def think() -> None:
        two = Staff(2)
        first, second = await started(two)
        tasks = [asyncio.create_task(two.think(slow(match), match)) for match in (first, second)]
        await asyncio.sleep(0)
        assert not two.stop(str(id(first)), Kind.ADVICE) and two.stop(str(id(first)), Kind.BOTS)
        stopped, went_on = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(stopped, CutShort) and advised(second, went_on)
        assert advised(first, await two.think(slow(first), first))
        two.close()

    asyncio.run(think())


def test_an_analysis_tells_how_much_is_done_beside_bots_that_go_on() -> None:
    async def think() -> None:
        one, match = Staff(1), cm.load("bridgehead").start(seed=1)
        told: list[float] = []
        over, players = match.copy(), {side: bot("captain", 1) for side in match.game.info.sides}
        while over.to_act is not None:
            over.play(players[over.to_act].choose(over))
        study = asyncio.create_task(one.think(Study("over"), over, Kind.ANALYSIS, tell=told.append))
        while not told:
            await asyncio.sleep(0.05)
        assert await one.think(Question("m", "random", str(match.to_act)), match)
        assert not study.done() and one.busy(Kind.ANALYSIS) == 1
        assert json.loads(await study)["plans"] and 0 < told[0] < 1
        one.close()

    asyncio.run(think())


def test_who_has_nothing_to_do_for_long_is_sent_home(near: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staff, "IDLE", 0.02)
    match = cm.load("bridgehead").start(seed=2)

    async def think() -> None:
        await near.think(Question("m", "random", str(match.to_act)), match)
        near._desks.append(NearDesk(yielding=True))
        near._desks[-1].about = BUSY
        while near.processes > 1:
            await asyncio.sleep(0.01)
        assert [desk.about for desk in near._desks] == [BUSY]
        near._desks.clear()
        await near.think(Question("m", "random", str(match.to_act)), match)
        assert near.processes == 1

    asyncio.run(think())


def test_processes_are_shared_out_among_workers() -> None:
    assert share(None, 1) == cores() >= 1
    assert (share(8, 1), share(8, 2), share(8, 3), share(1, 4)) == (8, 4, 2, 1)


# turns


class Crowd:
    """Thoughts that go on until they are told to end."""

    def __init__(self, places: int) -> None:
        self.turns, self.begun = Turns(places), list[str]()
        self._gates: dict[str, asyncio.Event] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def come(self, name: str, home: str = "", kind: Kind = Kind.BOTS) -> None:
        async def think() -> None:
            async with self.turns.of(name, home or name, kind):
                self.begun.append(name)
                await self._gates[name].wait()

        self._gates[name] = asyncio.Event()
        self._tasks.append(asyncio.create_task(think()))
        await asyncio.sleep(0)

    async def go(self, *names: str) -> None:
        for name in names:
            self._gates[name].set()
        for _ in range(4):
            await asyncio.sleep(0)


def test_two_at_a_time_and_houses_in_turn() -> None:
    async def ask() -> list[str]:
        crowd = Crowd(2)
        for number in range(6):
            await crowd.come(f"many {number}", "one house")
        await crowd.come("other", "another")
        await crowd.come("third", "a third")
        assert crowd.begun == ["many 0", "many 1"]
        await crowd.go("many 0", "many 1")
        assert crowd.begun[2:] == ["other", "third"]
        await crowd.go("other", "third", *(f"many {number}" for number in range(2, 6)))
        return crowd.begun[4:]

    assert asyncio.run(ask()) == [f"many {number}" for number in range(2, 6)]


def test_nobody_waits_for_what_yields() -> None:
    async def ask() -> None:
        crowd = Crowd(2)
        for number in range(3):
            await crowd.come(f"among {number}", kind=Kind.AMONG)
        assert crowd.begun == ["among 0", "among 1"]  # while nobody else is there they have all places
        await crowd.come("bot")
        await crowd.come("hint", kind=Kind.ADVICE)
        assert crowd.begun[2:] == ["bot", "hint"]
        await crowd.go("among 0")
        assert "among 2" not in crowd.begun  # people think, and one of them goes on
        await crowd.go("among 1")
        assert "among 2" in crowd.begun  # one at least
        await crowd.come("study", kind=Kind.ANALYSIS)
        await crowd.go("bot", "hint")
        assert crowd.begun[-1] == "study"
        await crowd.go("among 2", "study")
        assert not +crowd.turns.busy and not crowd.turns.waiting()

    asyncio.run(ask())


def test_long_thoughts_leave_a_place_to_short_ones() -> None:
    async def ask() -> None:
        crowd = Crowd(2)
        await crowd.come("hint", kind=Kind.ADVICE)
        await crowd.come("second hint", kind=Kind.ADVICE)
        await crowd.come("bot")
        assert crowd.begun == ["hint", "bot"]
        assert crowd.turns.waiting(Kind.ADVICE) == 1 and crowd.turns.waiting(Kind.BOTS) == 0
        await crowd.go("bot")
        assert crowd.turns.waiting() == 1
        await crowd.go("hint")
        assert crowd.begun[-1] == "second hint"
        await crowd.go("second hint")

    asyncio.run(ask())
