"""A thousand tables of two people apart against a server of our own, over loopback: `make load`.

Every run starts its own server and database in a folder of its own, is bounded in tables and time, and ends what it
started. Processor time of server, database and clients is told apart, since they share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import NamedTuple

import uvloop

from bench.load import sleepers
from bench.load.peers.boardgame import Counters, boardgame_server
from bench.load.phases import Bench, Phase, Playable, Row
from bench.load.processes import postgres, table_server
from bench.load.report import as_table
from bench.load.tables import Offered, Table, addresses
from bench.load.wire import Proxy


def asked() -> argparse.Namespace:
    words = argparse.ArgumentParser(prog="bench.load", description=__doc__)
    words.add_argument("--database", nargs="*", choices=("sqlite", "postgresql"), default=["sqlite", "postgresql"])
    words.add_argument("--workers", type=int, help="of PostgreSQL's server; SQLite has one")
    words.add_argument("--game", default="koenigsberg")
    words.add_argument("--tables", type=int, default=1000)
    words.add_argument("--think", type=float, default=4.0, help="seconds between two actions at a table")
    words.add_argument("--seconds", type=float, default=60.0, help="that a live load lasts")
    words.add_argument("--busy", type=int, default=100, help="tables that play without a pause; 0: none do")
    words.add_argument("--busy-seconds", type=float, default=30.0)
    words.add_argument("--sleepers", type=int, default=20_000, help="beside which the same load is played; 0: none")
    words.add_argument("--turns", type=int, default=6, help="in which a server with and one without sleepers is played")
    words.add_argument("--turn-seconds", type=float, default=15.0)
    words.add_argument("--peer", action="store_true", help="the same load on boardgame.io, too; needs Node and npm")
    words.add_argument("--json", type=Path, help="write the rows there, too")
    return words.parse_args()


@contextmanager
def folder() -> Iterator[Path]:
    """That PostgreSQL, which is not root, can enter as well."""
    with tempfile.TemporaryDirectory(prefix="countermarch-load-") as made:
        Path(made).chmod(0o755)
        yield Path(made)


class Served(NamedTuple):
    bench: Bench
    proxy: Proxy
    url: str


@contextmanager
def served(database: str, workers: int | None) -> Iterator[Served]:
    """A fresh server on a fresh database."""
    with folder() as where:
        if database == "sqlite":
            url = f"sqlite:///{where / 'matches.sqlite'}"
            with table_server(url, 1, where) as (server, port):
                yield Served(Bench("SQLite, 1 process", server, None), Proxy("127.0.0.1", port), url)
            return
        number = workers or 2
        with postgres(where) as (cluster, url), table_server(url, number, where) as (server, port):
            yield Served(Bench(f"PostgreSQL, {number} workers", server, cluster), Proxy("127.0.0.1", port), url)


async def burden(one: Served, plan: argparse.Namespace) -> None:
    bench, proxy = one.bench, one.proxy
    homes, offered = addresses(), await Offered.by(proxy, plan.game)
    tables = [Table(proxy, offered, seed, homes) for seed in range(plan.tables)]
    tell(f"{bench.name}: {plan.tables} tables are made")
    memory = await bench.seat(tables)
    live = partial(bench.play, tables=tables, think=plan.think, seconds=plan.seconds)
    (await live(f"live, {plan.think:g} s to think")).memory = round(memory, 3)
    if plan.busy:
        await bench.play("no time to think", tables[: plan.busy], 0, plan.busy_seconds)
    leave(tables, proxy)


async def sleep_beside(servers: Sequence[Served], plan: argparse.Namespace) -> None:
    """The same tables on two servers, one of which has many more that sleep, played in turns.

    So what else the machine does, and how far the games are, tells on both alike.
    """
    pairs = list[tuple[Served, Phase]]()
    for one, number in zip(servers, (0, plan.sleepers), strict=True):
        homes, offered = addresses(), await Offered.by(one.proxy, plan.game)
        tables = [Table(one.proxy, offered, seed, homes) for seed in range(plan.tables)]
        tell(f"{one.bench.name}: {plan.tables} tables are made, and {number} are laid to sleep")
        await one.bench.seat(tables)
        await asyncio.to_thread(sleepers.lay_to_sleep, one.url, tables[0].id, number)
        pairs.append((one, Phase(f"in turns, beside {number} that sleep", tables, plan.think)))
    for turn in range(plan.turns):
        for one, phase in pairs[:: -1 if turn % 2 else 1]:  # neither is always the first
            await one.bench.go_on(phase, plan.turn_seconds)
    for one, phase in pairs:
        one.bench.reported(phase)
        leave(phase.tables, one.proxy)


def in_turns(database: str, plan: argparse.Namespace) -> list[Row]:
    with served(database, plan.workers) as without, served(database, plan.workers) as beside:
        uvloop.run(sleep_beside((without, beside), plan))
        return [*without.bench.rows, *beside.bench.rows]


def leave(tables: Sequence[Playable], proxy: Proxy) -> None:
    for table in tables:
        table.close()
    proxy.close()


@contextmanager
def peer_served() -> Iterator[tuple[Bench, Proxy]]:
    with (
        tempfile.TemporaryDirectory(prefix="countermarch-load-") as folder,
        boardgame_server(Path(folder)) as (peer, port),
    ):
        yield Bench("boardgame.io, in memory", peer, None), Proxy("127.0.0.1", port)


async def burden_peer(bench: Bench, proxy: Proxy, plan: argparse.Namespace) -> None:
    tables = [Counters(proxy, seed) for seed in range(plan.tables)]
    tell(f"{bench.name}: {plan.tables} tables are made")
    memory = await bench.seat(tables)
    row = await bench.play(f"live, {plan.think:g} s to think", tables, plan.think, plan.seconds)
    row.memory = round(memory, 3)
    if plan.busy:
        await bench.play("no time to think", tables[: plan.busy], 0, plan.busy_seconds)
    leave(tables, proxy)


def tell(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def raise_limits() -> None:
    """Every live line is a file, here and in the server, which inherits the limit."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main() -> None:
    plan, rows = asked(), list[Row]()
    raise_limits()
    for database in plan.database:
        with served(database, plan.workers) as one:
            uvloop.run(burden(one, plan))
            rows += one.bench.rows
            if plan.sleepers:
                rows += in_turns(database, plan)
    if plan.peer:
        with peer_served() as (bench, proxy):
            uvloop.run(burden_peer(bench, proxy, plan))
            rows += bench.rows
    print(as_table(rows))
    if plan.json:
        plan.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))
    sys.exit(any(row.errors for row in rows))


if __name__ == "__main__":
    main()
