"""What several tables have done meanwhile is committed at once; one that cannot be takes none of the others with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Any, cast

from countermarch.server.store import ACTION, Append, Entry, NotOurs, Standing, Store
from countermarch.server.writing import Writer

SOON = 10.0  # seconds, at most


class Disk:
    """Keeps what is committed; the first commit takes until it is let go."""

    def __init__(self) -> None:
        self.busy, self.let_go = Event(), Event()
        self.commits: list[list[str]] = []

    def append_all(self, rows: Sequence[Append]) -> None:
        if not self.busy.is_set():
            self.busy.set()
            assert self.let_go.wait(SOON)
        if any(row.id == "lost" for row in rows):
            raise NotOurs("lost")
        self.commits.append(sorted(row.id for row in rows))


def row(id: str) -> Append:
    return Append(id, 0, Entry(ACTION, "german", "end", "", {}), Standing(1, "german"))


def settling(future: Future[None]) -> Callable[[Exception | None], None]:
    return lambda error: future.set_result(None) if error is None else future.set_exception(error)


def written(names: Sequence[str]) -> tuple[Disk, dict[str, Any]]:
    """The first begins to write, the others come meanwhile; what came of each."""
    disk = Disk()
    writer = Writer(cast(Store, disk))
    with ThreadPoolExecutor(len(names)) as hands:
        first, *others = names
        told: dict[str, Future[None]] = {name: Future() for name in names}
        hands.submit(writer.append, row(first), settling(told[first]))
        assert disk.busy.wait(SOON)
        for name in others:  # who comes while another writes need not wait there
            hands.submit(writer.append, row(name), settling(told[name])).result(SOON)
        assert not any(one.done() for one in told.values())
        disk.let_go.set()
        return disk, {name: one.exception(SOON) for name, one in told.items()}


def test_who_comes_while_the_disk_is_busy_is_committed_with_all_who_came() -> None:
    disk, came_of = written(["a", "b", "c", "d"])
    assert disk.commits == [["a"], ["b", "c", "d"]]
    assert came_of == dict.fromkeys("abcd")


def test_who_is_to_blame_is_told_and_the_others_are_written() -> None:
    disk, came_of = written(["a", "b", "lost", "d"])
    assert sorted(disk.commits) == [["a"], ["b"], ["d"]]
    assert isinstance(came_of.pop("lost"), NotOurs) and came_of == dict.fromkeys("abd")


def test_one_alone_is_written_at_once() -> None:
    disk = Disk()
    disk.busy.set()
    writer, told = Writer(cast(Store, disk)), list[Exception | None]()
    writer.append(row("a"), told.append)
    assert disk.commits == [["a"]] and told == [None]
    writer.append(row("lost"), told.append)
    writer.append(row("b"), told.append)
    assert isinstance(told[1], NotOurs) and told[2] is None and disk.commits == [["a"], ["b"]]
