"""Tables read from data, and what is said of wrong values."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from countermarch.charts import CombatTable, DataError, Outcome, Row, read_outcome, read_result_table, read_table
from countermarch.values import of_folder

PACKAGE = "countermarch.games.koenigsberg"


def row(**values: str) -> Row:
    return Row("table.csv, line 7", values)


@pytest.mark.parametrize(
    ("code", "outcome"),
    [
        ("-", Outcome("-")),
        ("A1", Outcome("A1", attacker_steps=1)),
        ("Ar", Outcome("Ar", attacker_hexes=1)),
        ("A2r", Outcome("A2r", attacker_steps=2, attacker_hexes=1)),
        ("Dr2", Outcome("Dr2", defender_hexes=2)),
        ("D1r2", Outcome("D1r2", defender_steps=1, defender_hexes=2)),
        ("A1*/Dr", Outcome("A1*/Dr", attacker_steps=1, starred=True, defender_hexes=1)),
        ("A1/D1", Outcome("A1/D1", attacker_steps=1, defender_steps=1)),
    ],
)
def test_a_combat_result_is_read(code: str, outcome: Outcome) -> None:
    assert read_outcome(code) == outcome


@pytest.mark.parametrize("code", ["", "A", "X1", "A1/A2", "D1r2r", "A1//Dr", "a1", "--", "DR", "A1*/"])
def test_what_is_no_combat_result_is_named_with_its_place(code: str) -> None:
    with pytest.raises(DataError, match=r"table\.csv, line 7: .* is not a combat result; write such as A1"):
        read_outcome(code, "table.csv, line 7")


@pytest.mark.parametrize("word", ["", "x", "-1", "1.5", "100", "1e3"])
def test_a_whole_number_is_within_its_limits(word: str) -> None:
    with pytest.raises(DataError, match=r"line 7: steps .* must be a whole number from 0 to 2"):
        row(steps=word).whole("steps", 0, 2)


def test_whole_numbers_may_have_a_default() -> None:
    assert row(steps="").whole("steps", default=3) == 3 and row(steps="2").whole("steps", default=3) == 2


@pytest.mark.parametrize("word", ["", "x", "-1", "1/2", "1/0", "1e999999999", "nan", "one"])
def test_points_are_plain_numbers(word: str) -> None:
    with pytest.raises(DataError, match=r"line 7: foot .* must be a number such as 1 or 0\.5"):
        row(foot=word).points("foot")


def test_points_are_exact() -> None:
    assert row(foot="0.5").points("foot") == Fraction(1, 2) and row(foot="3").points("foot") == 3


def test_a_word_is_one_of_those_allowed() -> None:
    with pytest.raises(DataError, match="line 7: side 'blue' is not one of: german, soviet"):
        row(side="blue").one_of("side", ("german", "soviet"))


def test_a_missing_column_is_named() -> None:
    with pytest.raises(DataError, match="line 7: there is no column 'hex'"):
        row(side="german").text("hex")


@pytest.fixture
def small() -> CombatTable:
    rows = [row(low="A1", high="Dr"), row(low="-", high="D1")]
    return read_result_table(rows, ["low", "high"], read_outcome)


def test_a_die_beyond_the_table_is_read_at_its_edge(small: CombatTable) -> None:
    assert [small.result(1, die).code for die in (-3, 1, 2, 9)] == ["Dr", "Dr", "D1", "D1"]


def test_chances_sum_to_one_and_follow_a_modifier(small: CombatTable) -> None:
    assert small.chances(0) == pytest.approx({"A1": 1 / 6, "-": 5 / 6})
    assert small.chances(0, modifier=1) == pytest.approx({"-": 1.0})


def test_a_table_may_begin_below_one_but_leaves_no_die_out() -> None:
    table = read_result_table(
        [row(die="-1", low="A1"), row(die="0", low="-"), row(die="1", low="Dr")], ["low"], read_outcome
    )
    assert [table.result(0, die).code for die in (-5, -1, 0, 1, 6)] == ["A1", "A1", "-", "Dr", "Dr"]
    with pytest.raises(DataError, match="must follow each other"):
        read_result_table([row(die="1", low="A1"), row(die="3", low="-")], ["low"], read_outcome)


def test_every_column_of_the_game_has_chances_that_sum_to_one() -> None:
    rows = read_table(PACKAGE, "combat.csv")
    table = read_result_table(rows, [c for c in rows[0].values if c not in ("die", "source")], read_outcome)
    assert len(table.rows) == 6
    for column in range(len(table.columns)):
        for modifier in (-2, -1, 0, 1, 2):
            assert sum(table.chances(column, modifier).values()) == pytest.approx(1)


def lay(folder: Path, text: str | bytes, name: str = "terrain.csv") -> list[Row]:
    content = text if isinstance(text, bytes) else text.encode()
    (folder / name).write_bytes(content)
    return read_table(PACKAGE, name, of_folder(PACKAGE, folder))


def test_an_overlay_changes_the_values_it_names_and_no_others(tmp_path: Path) -> None:
    ours = {r.text("terrain"): r for r in read_table(PACKAGE, "terrain.csv")}
    theirs = {r.text("terrain"): r for r in lay(tmp_path, "terrain,foot\nforest,4\n")}
    assert theirs["forest"].text("foot") == "4" and theirs["forest"].text("mech") == ours["forest"].text("mech")
    assert theirs["clear"] == ours["clear"] and list(theirs) == list(ours)


def test_a_spreadsheet_s_mark_before_the_first_letter_does_not_matter(tmp_path: Path) -> None:
    rows = lay(tmp_path, "\ufeffterrain,foot\nforest,4\n")
    assert next(r for r in rows if r.text("terrain") == "forest").text("foot") == "4"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("terrain,foot\ndesert,4\n", r"terrain\.csv, line 2: terrain 'desert' is not in our table"),
        ("terrain,wheels\nforest,4\n", r"line 2: column 'wheels' is not in our table"),
        ("terrain,foot\nclear,1\nforest\n", r"line 3: the row does not have as many values"),
        ("terrain,foot\nforest,1,2\n", r"line 2: the row does not have as many values"),
        ("ground,foot\nforest,4\n", r"line 2: there is no column 'terrain'"),
        (b"terrain,foot\nw\xe4lder,4\n", r"terrain\.csv: the file is not UTF-8"),
    ],
)
def test_an_overlay_that_does_not_fit_is_told_where(tmp_path: Path, text: str | bytes, words: str) -> None:
    with pytest.raises(DataError, match=words):
        lay(tmp_path, text)
