"""Experiments: every game a row, a folder that loses and doubles nothing, and clear words about what is wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from countermarch.cli import app
from countermarch.lab.experiment import Experiment, plan
from countermarch.lab.folder import kept, opened
from countermarch.lab.games import Assignment, OtherBuild, play_row
from countermarch.lab.rows import JOINED, Part
from countermarch.lab.runners import Here, Processes, TaskFailed
from countermarch.lab.running import rows_of, run

RUN = CliRunner()
BALANCE = ["lab", "balance", "bridgehead", "--bots", "random,random"]


def trial(games: int = 4, seed: int = 1, bots: tuple[str, str] = ("random", "random")) -> Experiment:
    return plan("bridgehead", bots, games, seed=seed)


def nobody(more: int) -> None:
    """Nobody looks on."""


def filled(folder: Path, games: int = 4) -> None:
    with opened(folder, trial(games)) as there:
        run(there, trial(games), Here(), nobody)


def timeless(table: pa.Table) -> pa.Table:
    return table.drop_columns(["seconds"])


def balance(folder: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "countermarch.cli", *BALANCE, "--out", str(folder), *more]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)


# rows


def test_a_row_tells_how_a_game_ended_and_how_it_went() -> None:
    (row,) = rows_of(trial(1, seed=7, bots=("captain", "captain")), Here())
    assert row["seed"] == 7 and row["bots"] == {"german": "captain", "soviet": "captain"}
    assert row["winner"] in ("german", "soviet", None) and row["level"] and row["decisions"] > 50
    assert [turn["turn"] for turn in row["turns"]] == list(range(row["length"] + 1))
    for side in ("german", "soviet"):
        assert sum(turn["losses"][side] for turn in row["turns"]) == row["losses"][side]
        assert row["turns"][0]["stood"][side]
    assert row["turns"][-1]["total"] == row["points"]["soviet"]
    assert row["luck"]["german"] == -row["luck"]["soviet"] and dict(row["rules"])["3.1"] > 1
    assert row["record"] is None


def test_a_bid_moves_the_points_of_the_same_games() -> None:
    """So shares with a bid can be counted from games without one, as docs/balance.md says."""
    usual, bid = (
        list(rows_of(plan("bridgehead", ("captain", "captain"), 8, options={"bid": value}), Here()))
        for value in ("none", "soviet_2")
    )
    pairs = list(zip(usual, bid, strict=True))
    assert all(one["seed"] == other["seed"] for one, other in pairs)
    assert {other["points"]["soviet"] - one["points"]["soviet"] for one, other in pairs} == {2}
    assert [other["winner"] == "soviet" for _, other in pairs] == [one["points"]["soviet"] + 2 >= 8 for one, _ in pairs]
    assert any(one["winner"] != other["winner"] for one, other in pairs)


def test_who_thinks_by_the_clock_leaves_a_record() -> None:
    (row,) = rows_of(trial(1, bots=("general:0.05", "random")), Here())
    assert row["record"]


def test_the_same_seeds_give_the_same_rows_in_one_process_and_in_two(tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        answer = RUN.invoke(app, [*BALANCE, "--games", "12", "--jobs", jobs, "--out", str(tmp_path / jobs)])
        assert answer.exit_code == 0, answer.stderr
    one, two = kept(tmp_path / "1").table(), kept(tmp_path / "2").table()
    assert one.column("seed").to_pylist() == list(range(1, 13)) and timeless(one).equals(timeless(two))


def test_a_game_of_another_build_is_not_played() -> None:
    with pytest.raises(OtherBuild, match="install the same one everywhere"):
        play_row(Assignment(trial(), 1, build="of yesterday"))


# stopping and going on


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_what_is_stopped_at_any_moment_goes_on_without_loss_or_double(tmp_path: Path, how: signal.Signals) -> None:
    patience = Random(os.getpid())
    process = balance(tmp_path, "--games", "600", "--jobs", "2")
    while not list(tmp_path.glob("rows-*.parquet")) and process.poll() is None:
        time.sleep(0.02)
    time.sleep(patience.random())
    process.send_signal(how)
    assert process.stderr is not None
    said = process.stderr.read()
    process.wait()
    before = kept(tmp_path).table()
    seeds = before.column("seed").to_pylist()
    assert 0 < len(seeds) == len(set(seeds))
    if how != signal.SIGKILL and process.returncode == 130:
        assert f"stopped: {len(seeds)} of 600 games are in" in " ".join(said.split())
    assert balance(tmp_path, "--games", "600").wait() == 0
    after = kept(tmp_path).table()
    assert after.column("seed").to_pylist() == list(range(1, 601))
    assert after.slice(0, 0).schema == before.schema
    assert [row for row in after.to_pylist() if row["seed"] in set(seeds)] == before.to_pylist()


def test_who_stops_it_while_the_report_is_written_is_told_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(folder: object, language: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("countermarch.lab.report.write_report", interrupted)
    answer = RUN.invoke(app, [*BALANCE, "--games", "3", "--out", str(tmp_path)])
    assert answer.exit_code == 130 and "stopped: 3 of 3 games are in" in " ".join(answer.stderr.split())


def test_games_can_be_added(tmp_path: Path) -> None:
    filled(tmp_path, 3)
    filled(tmp_path, 5)
    assert kept(tmp_path).table().column("seed").to_pylist() == [1, 2, 3, 4, 5]
    assert json.loads((tmp_path / "experiment.json").read_text())["games"] == 5


def deadly(task: tuple[Path, int]) -> int:
    """Kills its worker at the third task, once."""
    marks, number = task
    if number == 3 and not (marks / "died").exists():
        (marks / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def fatal(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def broken(number: int) -> int:
    raise LookupError(f"no number {number}")


def test_a_worker_that_dies_is_replaced_and_its_tasks_are_done_once(tmp_path: Path) -> None:
    found = list(Processes(2).each(deadly, ((tmp_path, number) for number in range(12))))
    assert sorted(found) == list(range(12)) and (tmp_path / "died").exists()


def test_a_task_that_kills_every_worker_is_named() -> None:
    with pytest.raises(TaskFailed, match="3 workers died at 5"):
        list(Processes(1).each(fatal, [5]))


def test_a_task_that_fails_says_how() -> None:
    with pytest.raises(TaskFailed, match="no number 5"):
        list(Processes(1).each(broken, [5]))


# parts


def test_small_parts_are_joined_and_a_stop_in_between_doubles_nothing(tmp_path: Path) -> None:
    rows = list(rows_of(trial(JOINED), Here()))
    with opened(tmp_path, trial(JOINED)) as there:
        for row in rows[:-1]:
            there.add([row])
        early = {file.name: file.read_bytes() for file in tmp_path.glob("*.parquet")}
        there.add(rows[-1:])
    assert [file.name for file in tmp_path.glob("*.parquet")] == [Part(1, JOINED).name]
    for name, content in early.items():  # as if they had not been cleared away
        (tmp_path / name).write_bytes(content)
    (tmp_path / "rows-000017.parquet.part").write_bytes(b"half")
    assert kept(tmp_path).table().num_rows == JOINED
    with opened(tmp_path, trial(JOINED)) as there:
        assert len(there.done) == JOINED
    assert sorted(os.listdir(tmp_path)) == ["experiment.json", "lab.lock", Part(1, JOINED).name]


# what is wrong with a folder


def told(folder: Path, *more: str) -> str:
    answer = RUN.invoke(app, [*BALANCE, "--out", str(folder), *more])
    assert answer.exit_code == 2 and "Traceback" not in answer.stderr
    return " ".join(answer.stderr.split())


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--seed", "2"], "its seed is 1, not 2. Name a new folder"),
        (["--bots", "random,captain"], "its bots is random,random, not random,captain"),
    ],
)
def test_a_second_experiment_in_a_folder_is_refused(tmp_path: Path, more: list[str], said: str) -> None:
    filled(tmp_path)
    before = contents(tmp_path)
    assert said in told(tmp_path, *more) and contents(tmp_path) == before


def test_another_build_does_not_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path)
    manifest = json.loads((tmp_path / "experiment.json").read_text())
    (tmp_path / "experiment.json").write_text(json.dumps({**manifest, "build": "of yesterday"}))
    assert "begun by another Countermarch (build of yesterday" in told(tmp_path, "--games", "9")


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    with opened(tmp_path, trial()):
        assert "another experiment is writing here" in told(tmp_path)


def test_a_damaged_part_is_named_with_the_remedy(tmp_path: Path) -> None:
    filled(tmp_path)
    (part,) = tmp_path.glob("*.parquet")
    part.write_bytes(part.read_bytes()[:-100])
    assert f"{part} is damaged" in (said := told(tmp_path)) and "remove it and give the command again" in said
    part.unlink()
    filled(tmp_path)
    assert kept(tmp_path).table().num_rows == 4


def test_a_part_in_which_a_byte_has_changed_is_damaged_wherever_it_is(tmp_path: Path) -> None:
    filled(tmp_path, 30)
    (part,) = tmp_path.glob("*.parquet")
    sound, rng = part.read_bytes(), Random(5)
    pages = pq.ParquetFile(part).metadata.row_group(0)
    columns = [pages.column(at) for at in range(pages.num_columns)]
    for column in rng.sample(columns, 6):
        start, length = column.data_page_offset, column.total_compressed_size // 2
        at = start + length
        part.write_bytes(sound[:at] + bytes([sound[at] ^ 0x55]) + sound[at + 1 :])
        with pytest.raises(ValueError, match="damaged"):
            kept(tmp_path).table()
    part.write_bytes(sound)
    assert kept(tmp_path).table().num_rows == 30


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear all")
    assert "cannot be written (Not a directory); name another folder" in told(tmp_path / "letter" / "out")


def test_a_foreign_part_is_named(tmp_path: Path) -> None:
    filled(tmp_path)
    pq.write_table(pa.table({"seed": [1]}), tmp_path / "rows-000009.parquet")
    assert "rows-000009.parquet is not of this experiment; move it elsewhere" in told(tmp_path)
    (tmp_path / "rows-000009.parquet").rename(tmp_path / "mine.parquet")
    assert "mine.parquet is not of this experiment" in told(tmp_path)


def test_a_part_copied_under_another_number_is_named(tmp_path: Path) -> None:
    filled(tmp_path)
    (part,) = tmp_path.glob("*.parquet")
    (tmp_path / "rows-000009.parquet").write_bytes(part.read_bytes())
    assert f"seed 1 stands in {part.name} and in rows-000009.parquet" in told(tmp_path)


def test_a_foreign_or_damaged_folder_is_left_alone(tmp_path: Path) -> None:
    pq.write_table(pa.table({"seed": [1]}), tmp_path / "rows-000001.parquet")
    assert "rows-000001.parquet lies here, but no experiment.json" in told(tmp_path)
    (tmp_path / "experiment.json").write_text("{")
    assert "experiment.json is damaged" in told(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "report.html").write_text("Quarterly figures")
    assert "report.html lies here, but no experiment.json; name a new folder" in told(tmp_path / "mine")
    assert (tmp_path / "mine" / "report.html").read_text() == "Quarterly figures"
    (tmp_path / "letter").write_text("Dear all")
    assert "is a file; --out names a folder" in told(tmp_path / "letter")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--bots", "random"], "name 2 bots, one for each of german, soviet"),
        (["--bots", "random,napoleon"], "no bot 'napoleon'"),
        (["--scenario", "moon"], "no scenario"),
        (["--option", "fog"], "write an option as key=value"),
        (["--option", "fog=on"], "has no option"),
    ],
)
def test_wrong_words_are_told_before_the_first_game(tmp_path: Path, more: list[str], said: str) -> None:
    assert said in told(tmp_path / "out", *more) and not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("missing", "more", "said"),
    [
        ("pyarrow.parquet", [], "experiments need pyarrow.parquet; pip install 'countermarch[lab]' brings it"),
        ("ray", ["--ray", "local"], "a cluster needs ray; pip install 'countermarch[cluster]' brings it"),
    ],
)
def test_an_extra_that_is_not_installed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str, more: list[str], said: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    assert said in told(tmp_path / "out", *more) and not (tmp_path / "out").exists()


def on_a_disk_of(size: int, folder: Path, *more: str) -> str:
    """What is said where no file can be larger; nothing but words comes of it."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))"
    quiet = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)"
    code = f"{limit}; {quiet}; from countermarch.cli import app; app()"
    command = [sys.executable, "-c", code, *BALANCE, "--out", str(folder), *more]
    full = subprocess.run(command, capture_output=True, text=True)
    said = " ".join(full.stderr.split())
    assert full.returncode == 2 and "Traceback" not in said
    return said


def test_a_full_disk_loses_nothing_and_says_how_to_go_on(tmp_path: Path) -> None:
    filled(tmp_path, 3)
    assert "the disk is full; 3 games are safe there" in on_a_disk_of(4000, tmp_path, "--games", "400")
    assert kept(tmp_path).table().column("seed").to_pylist() == [1, 2, 3]
    filled(tmp_path, 6)
    assert kept(tmp_path).table().column("seed").to_pylist() == [1, 2, 3, 4, 5, 6]


def test_a_disk_too_full_for_the_report_keeps_the_games(tmp_path: Path) -> None:
    assert "the disk is full; 5 games are safe there" in on_a_disk_of(100_000, tmp_path, "--games", "5")
    assert kept(tmp_path).table().num_rows == 5 and not (tmp_path / "report.html").exists()
