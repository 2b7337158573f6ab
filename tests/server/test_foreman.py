"""Who starts the workers: one that dies is followed by another, one after the other when all are renewed."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from countermarch.server import workers
from countermarch.server.logs import set_up
from countermarch.server.workers import FORK, Foreman, Post
from tests.server.post_office import until

Work = Callable[[Post], None]


class Crew:
    """A foreman in a process of its own, and the workers it has started so far."""

    def __init__(self, folder: Path) -> None:
        self._began = folder / "began"
        self._began.touch()

    def begin(self, post: Post) -> int:
        """In the worker: how many came before it."""
        with self._began.open("a") as file:
            file.write(f"{post.peer.slot} {os.getpid()} {time.monotonic()}\n")
        return len(self.pids()) - 1

    def pids(self, slot: int | None = None) -> list[int]:
        return [int(row[1]) for row in self._rows() if slot is None or int(row[0]) == slot]

    def times(self) -> list[float]:
        return [float(row[2]) for row in self._rows()]

    def _rows(self) -> list[list[str]]:
        return [line.split() for line in self._began.read_text().splitlines()]

    @contextmanager
    def led(self, count: int, work: Work) -> Iterator[int]:
        """The process of who leads them; it has ended afterwards, as have they."""
        foreman = FORK.Process(target=lead, args=(count, work))
        foreman.start()
        assert foreman.pid is not None
        try:
            yield foreman.pid
            foreman.terminate()
            foreman.join(10)
            assert foreman.exitcode == 0 and not any(map(lives, self.pids()))
        finally:
            for pid in (foreman.pid, *filter(lives, self.pids())):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def lead(count: int, work: Work) -> None:
    set_up("text")
    Foreman(count, "127.0.0.1", work).run()


def lives(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def wait() -> None:
    """As a worker does: until it is asked to end."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.pause()


@pytest.fixture
def crew(tmp_path: Path) -> Crew:
    return Crew(tmp_path)


def test_a_worker_that_cannot_start_is_told_in_a_line_and_tried_again(
    crew: Crew, capfd: pytest.CaptureFixture[str]
) -> None:
    def work(post: Post) -> None:
        if crew.begin(post) == 0:
            raise ValueError("there is no such thing; name another")
        wait()

    with crew.led(1, work):
        until(lambda: len(crew.pids()) == 2)
    said = capfd.readouterr().err
    assert "worker 0 cannot start: there is no such thing; name another" in said and "Traceback" not in said


def test_who_dies_soon_again_and_again_is_replaced_ever_later(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PAUSES", (0.0, 0.3, 0.9))

    def work(post: Post) -> None:
        if crew.begin(post) < 3:
            os._exit(1)
        wait()

    with crew.led(1, work):
        until(lambda: len(crew.pids()) == 4)
    first, second, third, fourth = crew.times()
    assert 0.3 <= second - first < 0.9 <= min(third - second, fourth - third)


def test_who_ends_of_its_own_accord_is_replaced_at_once(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PAUSES", (0.0, 60.0))

    def work(post: Post) -> None:
        if crew.begin(post) > 2:
            wait()

    with crew.led(1, work):
        until(lambda: len(crew.pids()) == 4)


def test_workers_are_renewed_one_after_the_other(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one's turn comes when the successor of the first has been there for a while."""
    monkeypatch.setattr(workers, "READY", 0.6)

    def work(post: Post) -> None:
        crew.begin(post)
        wait()

    with crew.led(2, work) as foreman:
        until(lambda: len(crew.pids()) == 2)
        os.kill(foreman, signal.SIGHUP)
        until(lambda: len(crew.pids()) == 4)
        assert len(crew.pids(0)) == len(crew.pids(1)) == 2
        until(lambda: [lives(pid) for pid in crew.pids()] == [False, False, True, True])
    assert crew.times()[3] - crew.times()[2] > 0.6


def test_who_is_asked_to_be_renewed_itself_stays(crew: Crew) -> None:
    """A terminal that is closed tells all of its processes, and the foreman sees to it."""

    def work(post: Post) -> None:
        crew.begin(post)
        wait()

    with crew.led(1, work):
        until(lambda: len(crew.pids()) == 1)
        os.kill(crew.pids()[0], signal.SIGHUP)
        time.sleep(0.5)
        assert len(crew.pids()) == 1 and lives(crew.pids()[0])


def test_who_does_not_end_is_ended(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LONGEST", 0.5)

    def work(post: Post) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        crew.begin(post)
        while True:
            time.sleep(1)

    with crew.led(2, work):
        until(lambda: len(crew.pids()) == 2)


def test_a_host_that_is_not_here_is_no_place_for_workers() -> None:
    with pytest.raises(ValueError, match="choose another --inner"):
        workers.post_at("203.0.113.7", "house", 0)
