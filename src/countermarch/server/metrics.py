"""What a server counts of itself, in the form Prometheus reads.

Each process counts for itself; `figures` tells those of several workers together.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import event
from sqlalchemy.engine import Engine

from countermarch.server.people import BOT
from countermarch.server.store import Entry

SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
QUICK = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 10.0)
NOW = {
    "tables": "matches in memory, and being loaded",
    "lines": "live lines",
    "queue": "what waits: notices to be sent, thoughts of bots, advice and analyses",
    "thinking": "thoughts that are had just now",
    "processes": "processes in which bots think or wait to be asked",
}
Figures = Mapping[str, Mapping[str, float]]  # what there is just now, by its name and kind


class Meters:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.told = self.registry  # to who asks; of several workers all that they have counted
        ProcessCollector(registry=self.registry)
        self.requests = self._counter("requests", "requests answered", "method", "route", "status")
        self.latency = Histogram(
            "countermarch_request_seconds", "from the request to the end of its answer", ("route",),
            buckets=SECONDS, registry=self.registry,
        )  # fmt: skip
        self.actions = self._counter("actions", "rows added to the logs of matches", "game", "kind", "by")
        self.notices = self._counter("notices", "messages to people who are away", "channel", "outcome")
        self.database = Histogram(
            "countermarch_database_seconds", "statements and commits", ("what",),
            buckets=QUICK, registry=self.registry,
        )  # fmt: skip
        self._statements, self._commits = (self.database.labels(what) for what in ("statement", "commit"))
        self.database_errors = self._counter("database_errors", "statements that failed")

    def _counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(f"countermarch_{name}", told, labels, registry=self.registry)

    def look_at(self, figures: Callable[[], Figures]) -> None:
        """Where the number of what there is just now is found, whenever somebody asks."""
        self.registry.register(Present(figures))

    def note(self, game: str, entry: Entry, seats: Mapping[str, str]) -> None:
        """A row more in the log of a match."""
        bot = seats.get(entry.seat or "", "").startswith(BOT)
        by = "order" if entry.ordered else "bot" if bot else "person" if entry.seat else "server"
        self.actions.labels(game, entry.kind, by).inc()

    def watch(self, engine: Engine) -> None:
        """Time and faults of a database; a commit is where a disk is waited for."""
        event.listen(engine, "before_cursor_execute", _begins)
        event.listen(engine, "after_cursor_execute", self._statement)
        event.listen(engine, "handle_error", self._failed)
        commit = engine.dialect.do_commit
        engine.dialect.do_commit = self._timed(commit)  # type: ignore[assignment,method-assign]

    def _statement(self, connection: Any, *_: object) -> None:
        self._statements.observe(time.perf_counter() - connection.info["begun"])

    def _failed(self, _: object) -> None:
        self.database_errors.inc()

    def _timed(self, commit: Callable[[Any], None]) -> Callable[[Any], None]:
        def timed(connection: Any) -> None:
            with self._commits.time():
                commit(connection)

        return timed

    def tell_together(self, all_of_them: Collector) -> None:
        self.told = CollectorRegistry()
        self.told.register(all_of_them)

    def serve(self, address: str, port: int) -> None:
        """Answers at an address of its own, as long as the process lives."""
        start_http_server(port, address, self.told)


class Present(Collector):
    """What there is just now."""

    def __init__(self, figures: Callable[[], Figures]) -> None:
        self._figures = figures

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for name, kinds in self._figures().items():
            family = GaugeMetricFamily(f"countermarch_{name}", NOW[name], labels=["of"])
            for kind, number in kinds.items():
                family.add_metric([kind], number)
            yield family


def _begins(connection: Any, *_: object) -> None:
    connection.info["begun"] = time.perf_counter()
