"""The clocks of people apart while workers and their database come and go: nobody's time runs out because of that."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from threading import Event
from typing import Any

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from countermarch.server import owners
from countermarch.server.clocks import GRACE, steady
from countermarch.server.ownerstore import OwnerStore
from countermarch.server.store import Store
from tests.server.apart import FRIEND, MAKER, pair
from tests.server.databases import NAMES_ITS_OWN
from tests.server.houses import House, house, wait_for
from tests.server.test_neighbours import hall, server

pytestmark = NAMES_ITS_OWN

LIVE = {"kind": "live", "minutes": 1, "at_zero": "loses"}


@pytest.fixture(scope="module")
def both() -> Iterator[House]:
    with house("clocks") as made:
        yield made


class Apart:
    """Two people at a table of a house."""

    def __init__(self, at: House, **pace: Any) -> None:
        self.house, self.maker, self.friend = at, at.client(), at.client()
        asked = {"game": "bridgehead", "seats": {FRIEND: "link", MAKER: "me"}, "pace": {**LIVE, **pace}}
        made = self.maker.post("/matches", json=asked).json()
        self.id = str(made["id"])
        assert self.friend.post(made["links"][FRIEND], json={"name": "Ada"}).status_code == 200
        assert self.look()["together"]["clock"]["running"] == MAKER

    def look(self, client: httpx.Client | None = None) -> Any:
        answer = (client or self.maker).get(f"/matches/{self.id}/view", params={"seat": MAKER})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, what: str, seat: str, **body: Any) -> Any:
        client = self.maker if seat == MAKER else self.friend
        answer = client.post(f"/matches/{self.id}/{what}", json={"seat": seat, **body})
        assert answer.status_code == 200, answer.text
        return answer.json()

    @contextmanager
    def listening(self, *seats: str) -> Iterator[list[ClientConnection]]:
        """On live lines; who has heard the first word is at the table."""
        with ExitStack() as stack:
            lines = [stack.enter_context(self._line(seat)) for seat in seats]
            for line in lines:
                line.recv(timeout=20)
            yield lines

    def _line(self, seat: str) -> AbstractContextManager[ClientConnection]:
        client = self.maker if seat == MAKER else self.friend
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        at = f"ws://127.0.0.1:{self.house.port}/api/matches/{self.id}/live?seat={seat}"
        return connect(at, additional_headers={"Cookie": cookies}, open_timeout=20)

    def leave(self, seconds: int) -> None:
        """As if whoever is to act had had no more when he was asked; while nobody has it in memory."""
        clock = "jsonb_set(clock::jsonb, %s, %s::text::jsonb)::json"
        changed = f"UPDATE matches SET clock = {clock} WHERE id = %s RETURNING id"
        assert self.house.rows(changed, ["left", MAKER], str(seconds), self.id)


def test_whoever_takes_a_match_over_from_a_worker_that_died_leaves_a_minute_at_least(both: House) -> None:
    table = Apart(both)
    owner = str(both.owner(table.id))
    with both.inner(both.other(owner)) as longer_there:
        longer_there.cookies = table.maker.cookies
        both.signal(owner, signal.SIGKILL)
        table.leave(2)
        view = wait_for(lambda: table.look(longer_there))
    assert both.owner(table.id) != owner
    assert view["result"] is None and GRACE - 5 < view["together"]["clock"]["left"][MAKER] <= GRACE


def ended(line: ClientConnection) -> int | None:
    """The word with which the server hangs up."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            line.recv(timeout=20)
    return None if closed.value.rcvd is None else closed.value.rcvd.code


def test_an_adjournment_outlives_a_worker_that_ends_in_order(both: House) -> None:
    """Browsers come back by themselves, whether anybody sits before them or not."""
    table = Apart(both)
    with table.listening(MAKER, FRIEND) as lines:
        table.post("offers", FRIEND, kind="adjourn")
        assert table.post("offers/answer", MAKER, kind="adjourn", accept=True)["adjourned"]
        owner = str(both.owner(table.id))
        os.kill(both.pid(owner), signal.SIGTERM)
        assert [ended(line) for line in lines] == [1012, 1012]
    with table.listening(MAKER, FRIEND):
        together = table.look()["together"]
        assert together["present"] == [FRIEND, MAKER] and both.owner(table.id) != owner
        assert together["adjourned"] and together["clock"]["running"] is None


def test_nobody_loses_while_the_database_lets_all_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """It fails nobody: an action is kept in the end, and whoever comes next was not told of it meanwhile."""
    monkeypatch.setattr(owners, "BEAT", 0.1)
    monkeypatch.setattr(owners, "LEASE", 1.0)
    begun, goes_on = Event(), Event()

    def slowly(done: Callable[..., Any]) -> Callable[..., Any]:
        def waits(*asked: Any) -> Any:
            begun.set()
            assert goes_on.wait(20)
            return done(*asked)

        return waits

    with server("waits", 0) as client, ThreadPoolExecutor() as others:
        both = pair(client, pace=LIVE)
        acting, clock = both.acting(), hall(client).memory.lives[both.id].clock
        hall(client).memory.now = steady
        clock.since, clock.left = steady(), dict.fromkeys(clock.left, 2.0)
        for where, what in ((OwnerStore, "beat"), (Store, "append_all")):
            monkeypatch.setattr(where, what, slowly(getattr(where, what)))
        acts = others.submit(acting.act)
        assert begun.wait(10)
        looks = others.submit(acting.look)
        time.sleep(2.5)
        goes_on.set()
        assert acts.result() and looks.result()["result"] is None
        left = acting.look()["together"]["clock"]["left"]
        assert GRACE - 5 < max(left.values()) <= GRACE
