"""Own values laid over ours: they count in play, and a wrong one is told by file, line and value."""

from __future__ import annotations

import json
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
    with pytest.raises(DataError, match=r"no folder or file .*nowhere with values"):
        cm.load("koenigsberg", data=tmp_path / "nowhere")


# values as a document, and matches that carry them

MINE = {
    "name": "My copy",
    "game": "koenigsberg",
    "tables": {"units.csv": [{"id": "5A-72", "attack": "9"}, {"id": "5A-65", "move": "1"}]},
}


def test_a_document_of_values_changes_each_row_by_itself() -> None:
    tables, ours = rules_of(cm.load("koenigsberg", data=MINE)).tables, rules_of(cm.load("koenigsberg")).tables
    first, second = tables.index["5A-72"], tables.index["5A-65"]
    assert tables.attack[first][2] == 9 and tables.allowance[first] == ours.allowance[first]
    assert tables.allowance[second][2] == 1 and tables.attack[second] == ours.attack[second]


def test_a_folder_and_its_document_are_the_same_values(tmp_path: Path) -> None:
    folder = laid(tmp_path, units="id,attack\n5A-72,9\n").values
    assert folder is not None and folder.document()["tables"] == {"units.csv": [{"id": "5A-72", "attack": "9"}]}
    again = cm.load("koenigsberg", data=folder.document())
    assert again.values == folder and again.rules is cm.load("koenigsberg", data=tmp_path).rules


def test_an_exported_file_is_read_like_a_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(MINE), encoding="utf-8")
    values = cm.load("koenigsberg", data=tmp_path / "mine.json").values
    assert values is not None and values.document() == MINE


@pytest.mark.parametrize("game", ["bridgehead", "koenigsberg45", "stargard", "seelow", "vistula"])
def test_every_game_takes_a_document(game: str) -> None:
    unit = cm.load(game).rules.pieces[0].id
    mine = {"name": "mine", "game": game, "tables": {"units.csv": [{"id": unit, "name": "Mine"}]}}
    assert next(piece.name for piece in cm.load(game, data=mine).rules.pieces if piece.id == unit) == "Mine"


def test_the_charts_a_player_looks_up_show_the_values() -> None:
    mine = {"name": "mine", "game": "koenigsberg", "tables": {"combat.csv": [{"die": "1", "1-1": "D2r2"}]}}
    assert cm.load("koenigsberg", data=mine).rules.charts()["combat"][0].text("1-1") == "D2r2"


def test_a_save_carries_the_values_and_is_replayed_by_them() -> None:
    match = cm.load("koenigsberg", data=MINE).start(seed=1)
    for _ in range(12):
        match.play(match.legal()[0])
    again = cm.resume(match.save())
    assert json.loads(match.save())["values"] == MINE
    assert again.game.values == match.game.values and again.fingerprint() == match.fingerprint()
    tables = rules_of(again.game).tables
    assert tables.attack[tables.index["5A-72"]][2] == 9
    assert again.anew(1).game.values == again.with_new_dice(1).game.values == match.game.values


def test_a_save_without_values_says_nothing_of_them() -> None:
    assert "values" not in json.loads(cm.load("koenigsberg").start(seed=1).save())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tables": {"units.csv": [{"id": "5A-72", "attack": "x"}]}}, r"units\.csv, row 1 \(5A-72\): attack 'x' must"),
        ({"tables": {"units.csv": [{"id": "nobody"}]}}, r"units\.csv, row 1 \(nobody\): id 'nobody' is not in our"),
        ({"tables": {"units.csv": [{"id": "5A-72", "attack": 9}]}}, r"units\.csv, row 1: attack 9 must be a text"),
        ({"tables": {"units.csv": [["5A-72"]]}}, r"units\.csv, row 1: must be an object"),
        ({"tables": {"units.csv": {}}}, r"units\.csv: must be a list of rows"),
        ({"tables": {"unit.csv": [{"id": "5A-72"}]}}, r"unit\.csv: there is no table of this name"),
        ({"tables": {"units": []}}, r"tables: units is not the name of a table"),
        ({"tables": {"hexes.csv": [{"hex": "0101", "terrain": "lava"}]}}, r"row 1 \(0101\): terrain 'lava' is not"),
        ({"tables": []}, "values are an object with"),
        ({"more": 1}, "values are an object with"),
        ({"name": " "}, "name: values need a name"),
        ({"game": "seelow"}, "are for seelow, not for koenigsberg"),
    ],
)
def test_wrong_values_are_refused_with_the_reason_and_the_place(change: dict[str, object], words: str) -> None:
    with pytest.raises(DataError if "lava" not in words else BoardError, match=words):
        cm.load("koenigsberg", data={**MINE, **change})
    saved = json.loads(cm.load("koenigsberg").start(seed=1).save())
    with pytest.raises(cm.SaveError, match=f"values that cannot be used: .*{words}"):
        cm.resume(json.dumps({**saved, "values": {**MINE, **change}}))


def test_a_save_whose_values_were_changed_ends_elsewhere() -> None:
    match = cm.load("koenigsberg", data={**MINE, "tables": {"units.csv": [{"id": "5A-72", "hex": "0738"}]}}).start(
        seed=1
    )
    saved = json.loads(match.save())
    saved["values"]["tables"]["units.csv"][0]["hex"] = "0739"
    with pytest.raises(cm.SaveError, match="ends in another position"):
        cm.resume(json.dumps(saved))
