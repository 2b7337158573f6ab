"""What is asked of games played, and of two ways to play: replay, query, compare."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

import countermarch as cm
from countermarch.cli import app
from countermarch.lab.compare import Told, against, beside, in_order, trials, way
from countermarch.lab.folder import kept
from countermarch.lab.replays import replayed
from countermarch.lab.sequential import ALPHA, Sequence
from tests.server.sitting import visit

RUN = CliRunner()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    there = tmp_path_factory.mktemp("lab") / "games"
    bots = ["--bots", "random,general:0.05"]
    done = RUN.invoke(app, ["lab", "balance", "bridgehead", "--games", "3", *bots, "--out", str(there)])
    assert done.exit_code == 0, done.stderr
    return there


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with visit(f"sqlite:///{tmp_path_factory.mktemp('server') / 'matches.sqlite'}") as client:
        yield client


def ask(*words: str) -> tuple[int, str, str]:
    answer = RUN.invoke(app, ["lab", *words])
    assert "Traceback" not in answer.stderr
    return answer.exit_code, answer.stdout, " ".join(answer.stderr.split())


# replay


def test_a_row_is_played_again_and_opens_at_the_table(folder: Path, tmp_path: Path, client: TestClient) -> None:
    """A general thinks by the clock: his games are played again by their record."""
    save = tmp_path / "game.json"
    code, out, _ = ask("replay", str(folder), "2", "--save", str(save))
    row = next(row for row in kept(folder).table().to_pylist() if row["seed"] == 2)
    assert code == 0 and row["fingerprint"] in out
    assert cm.resume(save.read_text()).fingerprint() == row["fingerprint"]
    assert client.post("/api/matches/import", json={"save": save.read_text()}).status_code == 201


def test_who_plays_the_same_on_the_same_dice_is_played_again_without_a_record(tmp_path: Path) -> None:
    assert ask("balance", "bridgehead", "--games", "2", "--bots", "random,captain", "--out", str(tmp_path))[0] == 0
    assert [row["record"] for row in kept(tmp_path).table().to_pylist()] == [None, None]
    assert ask("replay", str(tmp_path), "2")[0] == 0


def test_a_game_that_goes_another_way_is_not_passed_off_as_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ask("balance", "bridgehead", "--games", "1", "--bots", "random,random", "--out", str(tmp_path))[0] == 0
    there = kept(tmp_path)
    monkeypatch.setattr("countermarch.lab.replays.finish", lambda match, pairing: None)  # as others would have played
    with pytest.raises(ValueError, match="goes another way here; it was played by Countermarch"):
        replayed(there, 1)


def test_a_game_that_was_not_played_is_told(folder: Path) -> None:
    code, _, said = ask("replay", str(folder), "9")
    assert code == 2 and "there is no game with seed 9; they are 1 to 3" in said


# query


def test_rows_are_asked_in_sql(folder: Path) -> None:
    code, out, _ = ask("query", str(folder), "select seed, bots.soviet as bot from rows order by seed", "--json")
    assert code == 0 and json.loads(out)[1] == {"seed": 2, "bot": "general:0.05"}
    deep = "select count(*) as n from (select unnest(turns) as t from rows) where t.losses.german >= 0"
    turns = sum(len(row["turns"]) for row in kept(folder).table().to_pylist())
    assert json.loads(ask("query", str(folder), deep, "--json")[1]) == [{"n": turns}]
    assert "seed" in ask("query", str(folder), "select seed from rows")[1]


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("selec seed", "syntax error"),
        ("select moon from rows", "moon"),
        ("select * from games", "There is one table, rows"),
        ("copy (select 1) to '{folder}/rows-000001.parquet'", "disabled by configuration"),
        ("select * from read_text('/etc/hostname')", "disabled by configuration"),
        ("set enable_external_access = true", "configuration has been locked"),
        ("", "this asks nothing"),
    ],
)
def test_a_wrong_query_is_answered_in_words_and_changes_nothing(folder: Path, sql: str, said: str) -> None:
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    code, _, told = ask("query", str(folder), sql.format(folder=folder))
    assert code == 2 and said in told
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


# compare


def stopped(seed: int, chances: tuple[float, float], most: int = 400) -> Sequence:
    """Differences of -1 and 1 with these chances, until it is decided."""
    dice, found = Random(seed), Sequence()
    while found.number < most and not found.decided(0.1):
        fallen = dice.random()
        found.add(-1.0 if fallen < chances[0] else 1.0 if fallen < sum(chances) else 0.0)
    return found


def test_who_looks_after_every_pair_is_wrong_one_time_in_twenty_at_most() -> None:
    wrong = sum(stopped(seed, (0.25, 0.25)).differs() for seed in range(400))
    assert wrong / 400 <= ALPHA + 0.025


def test_a_real_difference_is_found_and_the_sooner_the_larger() -> None:
    small, large = ([stopped(seed, (0.1, more)) for seed in range(40)] for more in (0.35, 0.7))
    assert all(found.differs() and found.mean > 0 for found in large)
    assert sum(found.number for found in large) < sum(found.number for found in small) / 2


def test_pairs_that_are_all_alike_are_called_alike_but_not_at_once() -> None:
    found = Sequence()
    for _ in range(5):
        found.add(0.0)
    assert not found.decided(0.1)
    while not found.decided(0.1):
        found.add(0.0)
    assert found.alike(0.1) and not found.differs() and 10 <= found.number < 100


def test_pairs_count_in_the_order_of_their_seeds() -> None:
    came = [Told(2, 0, 0), Told(3, 0, 0), Told(1, 0, 0), Told(5, 0, 0), Told(4, 0, 0)]
    assert [told.seed for told in in_order(came)] == [1, 2, 3, 4, 5]


def test_the_same_two_ways_never_differ() -> None:
    ours = way("bridgehead", "ours"), way("bridgehead", "ours")
    pair = next(trials("bridgehead", "altbrueck", ours, ("captain", "captain"), 0, {}))
    assert beside(pair) == Told(1, 0.0, 0.0)
    same = way("bridgehead", "captain"), way("bridgehead", "captain")
    assert against(next(trials("bridgehead", "altbrueck", same, ("random", "random"), 0, {}))) == Told(1, 0.0, 0.0)


def test_two_bots_are_compared_until_it_is_decided_however_many_work() -> None:
    words = ["compare", "bridgehead", "captain", "random", "--json"]
    alone, together = (json.loads(ask(*words, "--jobs", jobs)[1]) for jobs in ("1", "2"))
    assert alone == together and alone["verdict"] == "first" and 10 <= alone["pairs"] < 100
    assert alone["games"] == 2 * alone["pairs"] and alone["interval"][0] > 0 and alone["chance"] <= ALPHA


def test_two_sets_of_values_are_compared_for_a_side(tmp_path: Path) -> None:
    units = [unit.id for unit in cm.load("bridgehead").rules.pieces if unit.side == "german"]
    strong = [{"id": id, "attack": "9", "defence": "9"} for id in units]
    values = tmp_path / "strong.json"
    values.write_text(json.dumps({"name": "strong", "game": "bridgehead", "tables": {"units.csv": strong}}))
    words = ["compare", "bridgehead", str(values), "ours", "--side", "german", "--json"]
    found = json.loads(ask(*words)[1])
    assert found["verdict"] == "first" and found["points"] > 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["captain", "ours"], "captain and ours are not of one kind"),
        (["captain", "napoleon"], "no bot 'napoleon'"),
        (["nowhere.json", "ours"], "no folder or file nowhere.json"),
        (["fog=on", "fog=off"], "has no option"),
        (["captain", "random", "--bots", "random,random"], "leave out --bots"),
        (["ours", "ours", "--side", "moon"], "has no side 'moon'"),
        (["ours", "ours", "--bots", "random"], "name 2 bots"),
    ],
)
def test_what_cannot_be_compared_is_told(words: list[str], said: str) -> None:
    code, _, told = ask("compare", "bridgehead", *words)
    assert code == 2 and said in told
