"""Which games there are: ours, found from the source tree as well, and those of other packages."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import countermarch as cm
from countermarch import shelf
from countermarch.board import load_board, map_names
from countermarch.bots import UnknownBot, bot, bots_of, check_bot, opponents
from countermarch.bots.command import CAPTAINS
from countermarch.bots.general import SECONDS
from countermarch.games import offered, rules

ROOT = Path(__file__).parent.parent


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """What other packages announce, to be filled in by a test."""
    points: list[EntryPoint] = []
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    _forget()
    yield points
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    for known in (shelf.packages, offered, rules):
        known.cache_clear()


def test_the_package_announces_the_games_that_a_source_tree_finds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = project["entry-points"][shelf.GROUP]
    assert tuple(named) == shelf.OURS and list(named.values()) == [shelf.packages()[key] for key in shelf.OURS]


def test_ours_come_first_and_nobody_takes_their_place(announced: list[EntryPoint]) -> None:
    for key in ("zulu", "alamo", "seelow"):
        announced.append(EntryPoint(key, f"elsewhere.{key}", shelf.GROUP))
    assert shelf.games() == (*shelf.OURS, "alamo", "zulu")
    assert shelf.packages()["seelow"] == "countermarch.games.seelow"


@pytest.mark.parametrize(
    ("package", "why"),
    [
        ("nowhere_at_all", "cannot be loaded: No module named 'nowhere_at_all'"),
        ("json", "cannot be loaded"),
        ("countermarch.games.seelow", "does not load it"),
    ],
)
def test_a_game_that_does_not_load_is_told_of_and_left_out(announced: list[EntryPoint], package: str, why: str) -> None:
    announced.append(EntryPoint("alamo", package, shelf.GROUP))
    with pytest.raises(cm.UnknownGame, match=why):
        cm.load("alamo")
    with pytest.warns(UserWarning, match="alamo"):
        assert [info.key for info in cm.games()] == list(shelf.OURS)


def test_a_map_is_found_among_those_shared_or_with_its_game() -> None:
    assert set(map_names()) >= {"koenigsberg", "seelow", "stargard", "vistula"}
    assert "koenigsberg45" not in map_names() and load_board("seelow").folder.joinpath("map.toml").is_file()


@pytest.mark.parametrize("key", shelf.OURS)
def test_every_game_of_ours_has_a_captain(key: str) -> None:
    assert bots_of(key) == ("random", "recruit", "captain", "general")


def test_a_general_is_offered_with_less_and_more_time_than_usual() -> None:
    times = [float(name.partition(":")[2]) for name in opponents("bridgehead") if name.startswith("general:")]
    assert min(times) == 1 and min(times) < SECONDS < max(times)


def test_who_has_no_captain_says_so() -> None:
    assert bots_of("alamo") == opponents("alamo") == ("random",)
    with pytest.raises(UnknownBot, match="no captain knows alamo; its bots are: random"):
        check_bot("captain", "alamo")
    with pytest.raises(UnknownBot, match="there is no bot 'marshal'"):
        check_bot("marshal", "seelow")


def test_a_captain_who_is_asked_all_the_same_does_not_play_by_the_rules_of_another_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = cm.load("seelow").start(seed=1)
    monkeypatch.delitem(CAPTAINS, "seelow")
    with pytest.raises(UnknownBot, match="no captain knows seelow"):
        bot("captain").choose(match)
    assert bot("random").choose(match) in match.legal()
