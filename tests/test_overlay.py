"""Own values laid over ours: they count in play, and a wrong one is told by file, line and value."""

from __future__ import annotations

from pathlib import Path

import pytest

import countermarch as cm
from countermarch.board import BoardError
from countermarch.charts import DataError
from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.match import Game


def laid(folder: Path, **tables: str) -> Game:
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return cm.load("koenigsberg", data=folder)


def rules_of(game: Game) -> ChitPullRules:
    assert isinstance(game.rules, ChitPullRules)
    return game.rules


def test_values_of_a_counter(tmp_path: Path) -> None:
    game = laid(tmp_path, units="id,attack,move\n5A-72,9,1\n")
    tables = rules_of(game).tables
    u = tables.index["5A-72"]
    assert tables.attack[u][2] == 9 and tables.allowance[u][2] == 1
    reach = game.start(seed=1).reach("5A-72", freely=True)
    assert reach and max(reach.values()) == 1
    assert max(cm.load("koenigsberg").start(seed=1).reach("5A-72", freely=True).values()) > 1


def test_the_price_of_terrain(tmp_path: Path) -> None:
    ours, theirs = cm.load("koenigsberg"), laid(tmp_path, terrain="terrain,foot\nforest,4.5\n")
    assert rules_of(ours).tables.prices["forest"]["foot"] == 4
    assert rules_of(theirs).tables.prices["forest"]["foot"] == 9
    assert rules_of(theirs).tables.prices["clear"] == rules_of(ours).tables.prices["clear"]


def test_a_cell_of_the_combat_table(tmp_path: Path) -> None:
    game = laid(tmp_path, combat="die,1-1\n1,D2r2\n")
    table = rules_of(game).tables.combat
    assert table.result(table.columns.index("1-1"), 1).code == "D2r2"
    assert table.chances(table.columns.index("1-1"))["D2r2"] == pytest.approx(1 / 6)


def test_the_terrain_of_a_hex(tmp_path: Path) -> None:
    game = laid(tmp_path, hexes="hex,terrain\n0101,marsh\n")
    board = rules_of(game).board
    assert board.terrain(board.grid.index("0101")) == "marsh"


def test_the_river_of_a_side(tmp_path: Path) -> None:
    game = laid(tmp_path, sides="hex_a,hex_b,river\n0101,0201,none\n")
    board = rules_of(game).board
    assert board.side("river", board.grid.index("0101"), board.grid.index("0201")) == "none"


def test_a_folder_can_be_named_as_text(tmp_path: Path) -> None:
    laid(tmp_path, units="id,move\n5A-72,1\n")
    tables = rules_of(cm.load("koenigsberg", data=str(tmp_path))).tables
    assert tables.allowance[tables.index["5A-72"]][2] == 1


def test_an_empty_folder_changes_nothing(tmp_path: Path) -> None:
    assert laid(tmp_path).start(seed=1).fingerprint() == cm.load("koenigsberg").start(seed=1).fingerprint()


def test_a_game_with_laid_over_values_is_played_by_them(tmp_path: Path) -> None:
    match = laid(tmp_path, units="id,hex\n5A-72,0738\n").start(seed=1)
    assert next(u["hex"] for u in match.position()["units"] if u["id"] == "5A-72") == "0738"


@pytest.mark.parametrize(
    ("table", "text", "words"),
    [
        ("units", "id,attack\n5A-72,strong\n", r"units\.csv, line 2: attack 'strong' must be a whole number from 0 to"),
        ("units", "id,attack\n5A-65,4\n5A-72,99\n", r"units\.csv, line 3: attack '99' must be"),
        ("units", "id,attack\n5A-99,4\n", r"units\.csv, line 2: id '5A-99' is not in our table"),
        ("units", "id,hex\n5A-72,9999\n", r"units\.csv, line 2: there is no hex '9999'"),
        ("units", "id,side\n5A-72,blue\n", r"units\.csv, line 2: side 'blue' is not one of: german, soviet"),
        ("units", "id,steps\n5A-72,5\n", r"units\.csv, line 2: steps '5' must be a whole number from 0 to 2"),
        ("terrain", "terrain,foot\nforest,deep\n", r"terrain\.csv, line 2: foot 'deep' must be a number"),
        ("terrain", "terrain,foot\nforest,0.3\n", r"terrain\.csv, line 2: foot 3/10 must be in whole or half"),
        ("terrain", "terrain,foot\nforest,-1\n", r"terrain\.csv, line 2: foot '-1' must be a number"),
        ("combat", "die,1-1\n1,boom\n", r"combat\.csv, line 2: 'boom' is not a combat result"),
        ("combat", "die,1-1\n7,A1\n", r"combat\.csv, line 2: die '7' is not in our table"),
        ("combat", "die,9-1\n1,A1\n", r"combat\.csv, line 2: column '9-1' is not in our table"),
        ("chits", "id,enters\n39A,soon\n", r"chits\.csv, line 2: enters 'soon' must be a whole number"),
        ("turns", "turn,limit_3BF\n1,many\n", r"turns\.csv, line 2: limit_3BF 'many' must be a whole number"),
        ("unit", "id,attack\n5A-72,4\n", r"unit\.csv: there is no table of this name .*units\.csv"),
    ],
)
def test_a_wrong_value_is_told_by_file_line_and_value(tmp_path: Path, table: str, text: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        laid(tmp_path, **{table: text})


@pytest.mark.parametrize(
    ("table", "text", "words"),
    [
        ("hexes", "hex,terrain\n0101,lava\n", r"hexes\.csv, line 2: terrain 'lava' is not known; allowed: clear"),
        ("hexes", "hex,terrain\n9999,clear\n", r"hexes\.csv, line 2: hex: .*9999"),
        ("hexes", "hex,height\n0101,3\n", r"hexes\.csv, line 2: column 'height' is not known"),
        ("sides", "hex_a,hex_b,river\n0101,0201,wide\n", r"sides\.csv, line 2: river 'wide' is not known"),
        ("sides", "hex_a,hex_b,river\n0101,0301,minor\n", r"sides\.csv, line 2: hexes 0101 and 0301 are not adjacent"),
    ],
)
def test_a_wrong_value_of_the_map_is_told_by_file_line_and_value(
    tmp_path: Path, table: str, text: str, words: str
) -> None:
    with pytest.raises(BoardError, match=words):
        laid(tmp_path, **{table: text})


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"no folder .*nowhere to lay over the map"):
        cm.load("koenigsberg", data=tmp_path / "nowhere")
