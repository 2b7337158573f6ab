"""Nothing hidden leaks by a live line, by a call or to those who look on: tables that look alike tell the same.

What a side cannot see is exchanged on one of two tables. Whoever sits there by his cookie, and whoever looks on, is
told the same of both, byte for byte, now and after every action, as long as nothing comes to light.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import countermarch as cm
from countermarch.bots import Bot, bot
from countermarch.match import Match
from countermarch.server import answers, limits, spectators
from countermarch.server.calls import told_of
from countermarch.server.encoding import encoded
from countermarch.server.entries import asked_at
from countermarch.server.live import Live
from countermarch.server.people import COOKIE
from countermarch.server.store import Chair
from tests.leaks import exchanged, positions
from tests.server.sitting import SIDES, Sitting, sit, stranger, visit
from tests.server.test_fog import ACTIONS, hidden_ids

FAMILY = ("koenigsberg", "koenigsberg45", "stargard")
PAIRS = 1 + ACTIONS // 200  # tables that look alike, of each game
STEPS = 4  # actions played at each
LATE = 3  # actions by which those who look on are behind, if they are
TIMES = re.compile(r'"(claim_in|created)": ?("[^"]*"|[0-9.]+)')


class Pair:
    """Two tables that look alike to a seat; somebody sits on each side of both, and somebody looks on."""

    def __init__(self, server: TestClient, match: Match, twin: Match, seat: str) -> None:
        self.seat = seat
        self.people = {side: stranger(server) for side in SIDES}
        self.watcher = stranger(server)
        for side, client in self.people.items():
            client.put("/api/me", json={"name": side})
        self.tables = [self._laid_out(match, one) for one in (match.copy(), twin)]
        self.pasts: list[dict[int, tuple[Match, int]]] = [{}, {}]
        self._remember()

    def _laid_out(self, match: Match, lying: Match) -> Live:
        """A table with the past of a match, on which the counters lie as on another."""
        maker = self.people[self.seat]
        id = maker.post("/api/matches/import", json={"save": match.save()}).json()["id"]
        hall: Any = maker.app.state.tables  # type: ignore[attr-defined]
        live: Live = hall.memory.lives[id]
        live.match = lying
        live.chairs = {
            side: Chair(hall.register.person_by(client.cookies[COOKIE])) for side, client in self.people.items()
        }
        return live

    def _remember(self) -> None:
        """The past of each table as it came about there: from its actions alone the counters would lie as before."""
        for live, past in zip(self.tables, self.pasts, strict=True):
            past[live.played] = live.match.copy(), len(live.log)
            live.replayed = partial(_as_it_came, live, past)  # type: ignore[method-assign]

    @property
    def alike(self) -> bool:
        """Whether the seat still sees the same, and is asked the same."""
        seen = [(live.match.view(self.seat), _asked(live.match, self.seat)) for live in self.tables]
        return seen[0] == seen[1]

    def allow(self, **late: int) -> None:
        for live in self.tables:
            for side, client in self.people.items():
                body = {"seat": side, "allowed": True, **late}
                assert client.put(f"/api/matches/{live.id}/watch", json=body).status_code == 200

    def looked_on(self) -> list[str]:
        """What whoever looks on is told: the table, its map, and that there is no line for him."""
        found = []
        for live in self.tables:
            told = [self._seen(f"/api/watch/{live.id}{what}") for what in ("", "?lang=es", "/map.svg")]
            found.append(_plain("\n".join([*told, *(refused_line(self.watcher, live, side) for side in SIDES)]), live))
        return found

    def _seen(self, path: str) -> str:
        answer = self.watcher.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def called(self) -> list[str]:
        """What a letter to the seat would say."""
        return [json.dumps(told_of(live, self.seat)) for live in self.tables]

    def common(self) -> list[str]:
        """What can be played at both."""
        legal = [[str(action) for action in live.match.legal()] for live in self.tables]
        return sorted(set(legal[0]) & set(legal[1]))

    def play(self, text: str) -> None:
        for live in self.tables:
            side = str(live.match.to_act)
            body = {"seat": side, "serial": live.serial, "action": text}
            answer = self.people[side].post(f"/api/matches/{live.id}/actions", json=body)
            assert answer.status_code == 200, answer.text
        self._remember()

    def lines(self, stack: ExitStack, patch: bool) -> list[Any]:
        told = f"live?seat={self.seat}&patch={str(patch).lower()}"
        where = [f"/api/matches/{live.id}/{told}" for live in self.tables]
        return [stack.enter_context(self.people[self.seat].websocket_connect(path)) for path in where]

    def heard(self, lines: list[Any], kind: str) -> list[str]:
        """The next thing of a kind that is told on each line, with all before it."""
        return [self._heard(line, live, kind) for line, live in zip(lines, self.tables, strict=True)]

    def _heard(self, line: Any, live: Live, kind: str) -> str:
        told: list[str] = []
        while not told or json.loads(told[-1])["type"] != kind:
            told.append(line.receive_text())
        return _plain("\n".join(told), live)


def _as_it_came(live: Live, past: dict[int, tuple[Match, int]], index: int) -> tuple[Match, int]:
    return past.get(index) or Live.replayed(live, index)


def refused_line(client: TestClient, live: Live, seat: str) -> str:
    with client.websocket_connect(f"/api/matches/{live.id}/live?seat={seat}") as line:
        try:
            return f"told {line.receive_text()}"
        except WebSocketDisconnect as closed:
            return f"closed {closed.code} {closed.reason}"


def _plain(text: str, live: Live) -> str:
    """But for the name of the match, and for when things happened."""
    return TIMES.sub("", text.replace(live.id, "ID"))


def _asked(match: Match, seat: str) -> str:
    voice = answers.Voice(match, seat, "en")
    return json.dumps(voice.table(asked_at(match, SIDES))["decision"], default=lambda value: value.model_dump())


def pairs(server: TestClient, game: str, number: int) -> Iterator[tuple[Pair, Random]]:
    rng, found = Random(f"{game} on the line"), 0
    while found < number:
        for match, seat in positions(game, rng):
            twin = exchanged(match, seat, rng, dice_too=False)
            if twin is not None and found < number and match.hidden(seat):
                found += 1
                yield Pair(server, match, twin, seat), rng


def told_apart(pair: Pair, rng: Random) -> tuple[list[tuple[str, str]], int]:
    """What differs in what is told of the two, and how many actions were played while they looked alike."""
    apart: list[tuple[str, str]] = []
    steps = 0

    def compare(told: list[str]) -> None:
        if told[0] != told[1]:
            apart.append((told[0], told[1]))

    with ExitStack() as stack:
        lines = pair.lines(stack, patch=True)
        plain = pair.lines(stack, patch=False)
        compare(pair.heard(lines, "talk"))
        compare(pair.looked_on())
        compare(pair.called())
        for _ in range(STEPS):
            choices = pair.common()
            if not choices or apart:
                break
            pair.play(rng.choice(choices))
            told = [
                "\n".join(both) for both in zip(pair.heard(lines, "changed"), pair.heard(plain, "changed"), strict=True)
            ]
            if not pair.alike or any(live.over for live in pair.tables):
                break
            steps += 1
            compare(told)
            compare(pair.looked_on())
            compare(pair.called())
    return apart, steps


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Open to others; a long search has more maps drawn than one address may."""
    monkeypatch.setitem(limits.RATES, "maps", (1e6, 1e6))
    with visit(tmp_path_factory.mktemp("lines") / "m.sqlite", guarded=True) as client:
        yield client


@pytest.mark.parametrize("game", FAMILY)
def test_what_a_seat_cannot_see_changes_nothing_on_its_line_nor_for_those_who_look_on(
    server: TestClient, game: str
) -> None:
    played = 0
    for pair, rng in pairs(server, game, PAIRS):
        for late in (0, LATE):
            pair.allow(actions=late)
            apart, steps = told_apart(pair, rng)
            assert apart == []
            played += steps
            if not pair.alike:
                break
    assert played


@pytest.mark.parametrize("game", ["bridgehead", "koenigsberg45"])
@pytest.mark.parametrize("late", [{"actions": LATE}, {"minutes": 10}], ids=["by actions", "by minutes"])
def test_what_is_done_within_the_delay_changes_nothing_for_those_who_look_on(
    server: TestClient, game: str, late: dict[str, int]
) -> None:
    """Two tables of one past part ways: nobody who looks on can tell until the delay is over."""
    rng = Random(f"{game} late")
    match = server_match(server, game, rng)
    pair = Pair(server, match, match.copy(), "german")
    hall: Any = server.app.state.tables  # type: ignore[attr-defined]
    now = hall.memory.now() + 3600  # what was played before is long past
    hall.memory.now = lambda: now
    for _ in range(LATE):
        pair.play(rng.choice(pair.common()))
    now += 3600
    pair.allow(**late)
    before = pair.looked_on()
    assert before[0] == before[1] and '"actions":' in before[0]
    others = [[str(action) for action in live.match.legal()] for live in pair.tables]
    first, second = rng.sample(others[0], 2)
    for live, text in zip(pair.tables, (first, second), strict=True):
        _play_at(pair, live, text)
    assert pair.tables[0].match.fingerprint() != pair.tables[1].match.fingerprint()
    parted = pair.looked_on()
    assert parted[0] == parted[1]
    for live in pair.tables:
        for _ in range(LATE):
            _play_at(pair, live, str(live.match.legal()[0]))
    now += 3600
    told = [json.loads(one.partition("\n")[0]) for one in pair.looked_on()]
    assert told[0]["actions"] == json.loads(before[0].partition("\n")[0])["actions"] + 1 + LATE
    assert told[0] != told[1] or game != "bridgehead"  # then it is told, unless it lies hidden


def _play_at(pair: Pair, live: Live, text: str) -> None:
    side = str(live.match.to_act)
    body = {"seat": side, "serial": live.serial, "action": text}
    assert pair.people[side].post(f"/api/matches/{live.id}/actions", json=body).status_code == 200


def server_match(server: TestClient, game: str, rng: Random) -> Match:
    """Somewhere in a match, where there is a choice."""
    loaded = cm.load(game)
    fog = {"fog_of_war": "on"} if any(option.key == "fog_of_war" for option in loaded.info.options) else {}
    match = loaded.start(seed=rng.randrange(2**32), options=fog)
    for _ in range(40):
        match.play(match.legal()[rng.randrange(len(match.legal()))])
    return match


# differences


@pytest.mark.parametrize(("game", "player"), [("koenigsberg", "captain"), ("koenigsberg45", "random")])
def test_a_difference_tells_nothing_that_the_whole_table_does_not(client: TestClient, game: str, player: str) -> None:
    """Each seat's line is searched for what is hidden from it, and all that is told stands in its view as well."""
    assert searched(client, game, bot(player, 5), ACTIONS // 2) == []


def searched(client: TestClient, game: str, chooser: Bot, most: int) -> list[str]:
    """What is told in differences and not in whole views, of the lines of both seats and of answers to actions."""
    table, found = sit(client, game=game, options={"fog_of_war": "on"}, seed=5), list[str]()
    with ExitStack() as stack:
        path = f"/api/matches/{table.id}/live?patch=true&seat="
        lines = {side: stack.enter_context(client.websocket_connect(path + side)) for side in SIDES}
        for line in lines.values():
            line.receive_json()
        for _ in range(most):
            side, text = str(table.match.to_act), str(chooser.choose(table.match))
            answer = table.post("actions", seat=side, action=text, patch=True).text
            if table.match.to_act is None:
                break
            heard = [(seat, line.receive_text()) for seat, line in lines.items()]
            for seat, told in (*heard, (side, answer)):
                found += too_much(table, seat, told)
    return found


def too_much(table: Sitting, seat: str, told: str) -> list[str]:
    hidden = [id for id in hidden_ids(table.match, seat) if re.search(rf"(?<![\w-]){re.escape(id)}(?![\w-])", told)]
    moment, change = table.view(seat, whole=True), json.loads(told)["table"]
    whole, part = moment["view"], change.pop("view")
    units = {unit["id"]: unit for unit in whole["units"]}
    other = [name for name, value in part["set"].items() if whole.get(name) != value]
    other += [unit["id"] for unit in part["units"] if units.get(unit["id"]) != unit]
    other += [id for id in part["order"] or () if id not in units]
    other += [name for name, value in change.items() if name != "base" and moment.get(name) != value]
    return [f"{seat} is told of {it}" for it in (*hidden, *other)]


# whether it bites


def test_a_difference_with_what_only_the_other_side_sees_is_noticed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    patch = answers._patch

    def leaky(live: Live, voice: answers.Voice, before: answers.Before) -> dict[str, Any]:
        told, other = patch(live, voice, before), SIDES[voice.side == SIDES[0]]
        return {**told, "view": {**json.loads(encoded(told["view"])), "units": live.match.view(other)["units"]}}

    monkeypatch.setattr(answers, "_patch", leaky)
    assert searched(client, "koenigsberg", bot("captain", 5), 2)


def line_with_a_mark(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that tells the fingerprint of the whole."""
    hall: Any = server.app.state.tables  # type: ignore[attr-defined]
    push = answers.push

    def leaky(live: Live, watcher: Any, since: int, before: Any) -> dict[str, Any]:
        return {**push(live, watcher, since, before), "mark": live.match.fingerprint()}

    monkeypatch.setattr(hall.teller, "_describe", leaky)


def map_of_one_side(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who look on see all that either side sees."""

    def leaky(match: Match) -> list[dict[str, Any]]:
        seen = {unit["id"]: unit for side in SIDES for unit in match.view(side)["units"]}
        return list(seen.values())

    monkeypatch.setattr(spectators, "common_units", leaky)


@pytest.mark.parametrize("leak", [line_with_a_mark, map_of_one_side])
def test_a_leak_put_back_is_noticed(server: TestClient, leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(server, monkeypatch)
    assert any(allowed(pair) and told_apart(pair, rng)[0] for pair, rng in pairs(server, "koenigsberg", 6))


def allowed(pair: Pair) -> bool:
    pair.allow()
    return True
