"""What the author of a game is told when a file of his is wrong: which, where, and what would be right."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import countermarch as cm
from countermarch import shelf
from countermarch.cli import app
from countermarch.games import offered, rules
from countermarch.rulebook import rules_of
from countermarch.texts import catalogue, say, section
from tests.fuzz import fuzz

RACE = Path(__file__).parent / "outside" / "hexrace"
Edit = Callable[..., None]


@pytest.fixture
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Edit]:
    """The race of the guide, to be spoilt: in a file, this becomes that; without them the file is gone."""
    folder = tmp_path / "hexrace"
    shutil.copytree(RACE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [EntryPoint("race", "hexrace", group)])

    def edit(name: str, old: str = "", new: str = "") -> None:
        file = folder / name
        if not old:
            file.unlink()
            return
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    _forget()
    yield edit
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    sys.modules.pop("hexrace", None)
    for known in (shelf.packages, offered, rules, catalogue, section, rules_of):
        known.cache_clear()


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("units.csv", "H,hare,R", "H,hare,B", "units.csv, line 2: formation 'B' is not one of: R, W"),
        ("units.csv", "company", "compny", "units.csv, line 2: size 'compny' is not one of: (empty), battery, "),
        ("units.csv", "T,tortoise", "H,tortoise", "units.csv, line 3: id 'H' is there twice"),
        ("formations.csv", "hare", "hair", "formations.csv, line 2: side 'hair' is not one of: hare, tortoise"),
        ("formations.csv", "", "", "there is no formations.csv in the data of hexrace"),
        ("levels.csv", "hare_wins,hare,0", "hare_wins,hair,0", "levels.csv, line 2: winner 'hair' is not one of: "),
        ("levels.csv", "hare_wins,hare,0", "hare_wins,hare,x", "levels.csv, line 2: from 'x' must be a whole number"),
        ("levels.csv", "", "", "there is no levels.csv in the data of hexrace"),
        ("look.toml", "", "", "there is no look.toml in the data of hexrace"),
        ("look.toml", "[counters]", "[counters", "look.toml: Expected ']'"),
        ("look.toml", "tortoise", "turtle", "look.toml: [counters] has no colours for 'tortoise'"),
        ("map.toml", "", "", "no map 'race': hexrace has no data/map.toml"),
        ("map.toml", "[1, 7]", "[1, 7", "map.toml: Unclosed array"),
        ("map.toml", "[grid]", "[gird]", "map.toml: [grid] is missing"),
        ("map.toml", "shifted", "shfited", "map.toml: [grid] shifted is missing"),
        ("map.toml", '"even"', '"evn"', "map.toml: [grid] shifted 'evn' is not known; allowed: even, odd"),
        ("map.toml", '"right"', '"east"', "map.toml: [grid] across 'east' is not known; allowed: up, down, "),
        ("map.toml", '"right"', '"up"', "map.toml: [grid] across 'up' and along 'down' run the same way"),
        ("map.toml", "[1, 7]", "7", "map.toml: [grid] lines must be the first and the last number, not 7"),
        ("map.toml", "terrain", "ground", "map.toml: [layers.hex] terrain is missing"),
        ("hexes.csv", "hex,", "number,", "hexes.csv, line 2: there is no column 'hex'"),
        ("hexes.csv", "0702", "0701", "hexes.csv, line 3: 0701 is there twice"),
        ("texts.en.toml", "[event]", "[event", "texts.en.toml: Expected ']'"),
        ("rules.en.toml", "", "", "there is no rules.en.toml in the data of hexrace"),
        ("rules.en.toml", "gist", "gits", "rules.en.toml, rule 1: gist is missing"),
        ("rules.en.toml", '"enforce"', '"forced"', "rules.en.toml, rule 1: kind 'forced' is not one of: enforce, "),
        ("rules.en.toml", 'id = "2"', 'id = "1"', "rules.en.toml, rule 1: it is there twice"),
    ],
)  # fmt: skip
def test_a_file_that_is_wrong_is_named_with_what_is_wrong_in_it(
    race: Edit, file: str, old: str, new: str, told: str
) -> None:
    race(f"data/{file}", old, new)
    with pytest.raises(cm.UnknownGame) as error:
        cm.load("race")
    assert told in str(error.value) and "Error" not in str(error.value)
    assert str(cm.load("bridgehead").start(seed=1).log[0]) == "The Soviets move"  # nobody else is the worse for it


def test_sides_are_told_by_their_two_hexes_once(race: Edit, tmp_path: Path) -> None:
    sides = tmp_path / "hexrace" / "data" / "sides.csv"
    race("data/map.toml", "[layers.hex]", '[layers.side]\nriver = ["none", "river"]\n\n[layers.hex]')
    for rows, told in {
        "hex,side,river\n0101,NE,river\n": "sides.csv, line 2: there is no column 'hex_a'",
        "hex_a,hex_b,river\n0101,0201,river\n0201,0101,\n": "sides.csv, line 3: 0101 and 0201 are there twice",
    }.items():
        sides.write_text(rows, encoding="utf-8")
        with pytest.raises(cm.UnknownGame, match=told):
            cm.load("race")
    sides.write_text("hex_a,hex_b,river\n0101,0201,river\n0201,0202,\n", encoding="utf-8")
    board = cm.load("race").rules.board  # an empty cell is the plain case
    slots = [board.slot(board.grid.index(a), board.grid.index(b)) for a, b in (("0101", "0201"), ("0201", "0202"))]
    assert [board.side_layer("river").name(slot) for slot in slots] == ["river", "none"]


def test_a_chart_has_a_row_for_all_that_is_looked_up_in_it(race: Edit, tmp_path: Path) -> None:
    chart = tmp_path / "hexrace" / "data" / "terrain.csv"
    race(
        "__init__.py",
        "self.goals =",
        'self.chart = self.rows_for("terrain.csv", ("clear", "mud"))\n        self.goals =',
    )
    for rows, told in {
        "terrain,foot\nclear,1\n": "terrain.csv, line 3: a row for terrain 'mud' is missing",
        "terrain,foot\nclear,1\nclear,2\n": "terrain.csv, line 3: terrain 'clear' is there twice",
    }.items():
        chart.write_text(rows, encoding="utf-8")
        with pytest.raises(cm.UnknownGame, match=told):
            cm.load("race")
    chart.write_text("terrain,foot\nclear,1\nmud,3\nice,2\n", encoding="utf-8")
    loaded: Any = cm.load("race").rules
    assert loaded.tables.chart["mud"].whole("foot") == 3


def test_nobody_begins_where_others_stand(race: Edit) -> None:
    race("data/units.csv", "0203", "0101")
    with pytest.raises(ValueError, match=r"units\.csv: T cannot begin in 0101: others stand there"):
        cm.load("race").start(seed=1)


def test_a_rule_is_in_every_language_or_in_none(race: Edit, tmp_path: Path) -> None:
    data = tmp_path / "hexrace" / "data"
    shutil.copy(data / "rules.en.toml", data / "rules.es.toml")
    race("data/rules.es.toml", 'id = "2"', 'id = "5"')
    with pytest.raises(cm.UnknownGame, match=r"rule 2 is in only one of rules\.en\.toml and rules\.es\.toml"):
        cm.load("race")


def test_an_error_in_its_code_says_what_kind_it_is(race: Edit) -> None:
    race("__init__.py", "self.goals = board.flagged", "self.goals = {}['goal'] or board.flagged")
    with pytest.raises(cm.UnknownGame, match="cannot be loaded: KeyError: 'goal'") as error:
        cm.load("race")
    assert isinstance(error.value.__cause__, KeyError)


def test_an_error_of_its_own_in_play_is_shown_whole(race: Edit) -> None:
    """One line would say what, but not where."""
    race("__init__.py", "self.finish(1)", "self.finish(int(''))")
    done = CliRunner().invoke(app, ["sim", "race", "--games", "20"])
    assert isinstance(done.exception, ValueError) and "invalid literal" in str(done.exception)


def test_a_missing_text_names_the_file_it_belongs_to(race: Edit) -> None:
    race("data/texts.en.toml", 'grass = "grass"\n')
    with pytest.raises(KeyError, match=r"no text 'race\.part\.grass': write grass under \[part\] in texts\.en\.toml"):
        str(say("race.part.grass"))


def test_the_fuzz_names_every_text_that_is_missing_on_the_table_as_well(race: Edit) -> None:
    for gone in ('clear = "grass"', 'hare = "Hare"', 'hare_movement = "the hare"', 'unit = "animal"'):
        race("data/texts.en.toml", f"{gone}\n")
    race("__init__.py", "(package,), data), VERBS)", '(package,), data), {**VERBS, "hop": ()})')
    told = "\n".join(fuzz([1], 20, "race").unsaid)
    for key in ("terrain.clear", "side.hare", "phase.hare_movement", "kind.unit", "verb.hop"):
        assert f"race.{key}" in told


def test_the_fuzz_names_a_rule_that_is_cited_and_not_in_the_index(race: Edit) -> None:
    assert not fuzz([1, 2, 3], 200, "race").unsaid
    _forget()
    race("data/rules.en.toml", 'id = "3"', 'id = "4"')
    assert "rules.en.toml has no rule 3, which is cited" in "\n".join(fuzz([1, 2, 3], 200, "race").unsaid)
