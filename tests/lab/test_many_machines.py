"""Experiments on a Ray cluster of two nodes, and kept in a store of objects: the same rows as on one machine."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from typer.testing import CliRunner

from countermarch.cli import app
from countermarch.lab.cluster import Cluster
from countermarch.lab.folder import kept
from countermarch.lab.runners import TaskFailed

RUN = CliRunner()
BALANCE = ["lab", "balance", "bridgehead", "--bots", "captain,captain"]


def balance(folder: object, *more: str) -> tuple[int, str]:
    answer = RUN.invoke(app, [*BALANCE, "--out", str(folder), *more])
    return answer.exit_code, " ".join(answer.stderr.split())


def rows(folder: object) -> Any:
    return kept(str(folder)).table().drop_columns(["seconds"])


# Ray


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes, each a process of its own with a processor to give."""
    nodes = two_nodes(tries=3)
    yield nodes
    nodes.shutdown()


def two_nodes(tries: int) -> Any:
    """Ray gives a node fifteen seconds to start, which is little on a busy machine."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster as Nodes

    nodes = Nodes()
    try:
        nodes.add_node(num_cpus=1, include_dashboard=False)
        nodes.add_node(num_cpus=1)
    except Exception:
        nodes.shutdown()
        if tries > 1:
            return two_nodes(tries - 1)
        raise
    return nodes


def parent_and_name(process: str) -> tuple[int, str]:
    status = Path("/proc", process, "status").read_text().splitlines()
    fields = dict(line.split(":\t", 1) for line in status if ":\t" in line)
    return int(fields["PPid"]), Path("/proc", process, "cmdline").read_bytes().split(b"\0")[0].decode()


def at_work(cluster: Any) -> list[int]:
    """The workers of these nodes that are playing a game."""
    raylets = {info.process.pid for node in cluster.list_all_nodes() for info in node.all_processes["raylet"]}
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            parent, name = parent_and_name(process)
        except (OSError, KeyError):
            continue
        if parent in raylets and name.startswith("ray::play_row"):
            found.append(int(process))
    return found


def kill_one(cluster: Any, killed: list[int]) -> None:
    until = time.monotonic() + 60
    while not killed and time.monotonic() < until:
        for process in at_work(cluster)[:1]:
            os.kill(process, signal.SIGKILL)
            killed.append(process)


def test_a_cluster_gives_the_same_rows_and_a_worker_that_is_killed_is_replaced(cluster: Any, tmp_path: Path) -> None:
    killed: list[int] = []
    hunter = threading.Thread(target=kill_one, args=(cluster, killed))
    hunter.start()
    code, said = balance(tmp_path / "cluster", "--games", "24", "--ray", cluster.address)
    hunter.join()
    assert code == 0, said
    assert killed
    assert balance(tmp_path / "here", "--games", "24")[0] == 0
    assert rows(tmp_path / "cluster").equals(rows(tmp_path / "here"))


def where(number: int) -> tuple[int, str]:
    import ray

    time.sleep(0.2)
    return number, ray.get_runtime_context().get_node_id()


def broken(number: int) -> int:
    raise LookupError(f"no number {number}")


def test_the_work_is_spread_over_the_nodes(cluster: Any) -> None:
    done = list(Cluster(cluster.address).each(where, range(12)))
    assert sorted(number for number, _ in done) == list(range(12)) and len({node for _, node in done}) == 2


def test_a_task_that_fails_on_a_cluster_says_how(cluster: Any) -> None:
    with pytest.raises(TaskFailed, match="no number 3"):
        list(Cluster(cluster.address).each(broken, [3]))


def test_where_there_is_no_cluster_it_is_told_and_nothing_is_made(tmp_path: Path) -> None:
    code, said = balance(tmp_path / "out", "--ray", "127.0.0.1:1")
    assert code == 2 and "there is no Ray cluster at 127.0.0.1:1" in said and "--ray local starts one" in said
    assert not (tmp_path / "out").exists()


def test_a_cluster_that_does_not_start_here_is_told_and_nothing_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ray

    def late(*_: object, **__: object) -> None:
        raise Exception("The current node timed out during startup. This could happen because...")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", late)
    monkeypatch.setattr(ray, "shutdown", lambda: None)
    code, said = balance(tmp_path, "--games", "2", "--ray", "local")
    assert code == 2 and "Ray did not start here: The current node timed out during startup" in said
    assert "take --jobs" in said and kept(tmp_path).table().num_rows == 0


# a store of objects


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """S3 on this machine, with a bucket called games."""
    import s3fs
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    told = {"AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "x", "AWS_DEFAULT_REGION": "us-east-1"}
    for name, value in {**told, "AWS_ENDPOINT_URL": f"http://{host}:{port}"}.items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    files = s3fs.S3FileSystem()
    files.mkdir("games")
    yield files
    urlopen(Request(f"http://{host}:{port}/moto-api/reset", method="POST")).close()
    s3fs.S3FileSystem.clear_instance_cache()
    server.stop()


def test_rows_stream_to_a_bucket_and_are_asked_there(bucket: Any, tmp_path: Path) -> None:
    for games in ("3", "6"):
        assert balance("s3://games/one", "--games", games) == (0, "" if games == "3" else "3 games are there already")
    assert balance(tmp_path, "--games", "6")[0] == 0
    assert rows("s3://games/one").equals(rows(tmp_path))
    names = sorted(path.rpartition("/")[2] for path in bucket.ls("games/one", refresh=True))
    assert names == ["experiment.json", "report.html", "rows-000001-000002.parquet"]
    asked = RUN.invoke(app, ["lab", "query", "s3://games/one", "select count(*) as n from rows", "--json"])
    assert json.loads(asked.stdout) == [{"n": 6}]
    assert RUN.invoke(app, ["lab", "replay", "s3://games/one", "5"]).exit_code == 0


def test_who_holds_a_bucket_is_named_and_who_died_here_holds_nothing(bucket: Any) -> None:
    held = {"host": "elsewhere", "process": 7, "since": "yesterday"}
    bucket.pipe_file("games/one/lab.lock", json.dumps(held).encode())
    code, said = balance("s3://games/one", "--games", "1")
    assert code == 2 and "process 7 on elsewhere (since yesterday) is writing here" in said
    assert "remove s3://games/one/lab.lock" in said
    dead = {**held, "host": os.uname().nodename, "process": 2**22 + 1}
    bucket.pipe_file("games/one/lab.lock", json.dumps(dead).encode())
    assert balance("s3://games/one", "--games", "1")[0] == 0
    assert not bucket.exists("games/one/lab.lock")


def test_a_damaged_or_missing_bucket_is_told(bucket: Any) -> None:
    assert balance("s3://games/one", "--games", "2")[0] == 0
    bucket.pipe_file("games/one/rows-000001.parquet", b"PAR1")
    code, said = balance("s3://games/one", "--games", "3")
    assert code == 2 and "s3://games/one/rows-000001.parquet is damaged" in said
    code, said = balance("s3://nowhere/one", "--games", "1")
    assert code == 2 and "bucket" in said
    code, said = balance("moon://games", "--games", "1")
    assert code == 2 and "moon://games cannot be reached" in said
