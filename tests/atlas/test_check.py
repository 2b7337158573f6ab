from pathlib import Path

import pytest

from countermarch.atlas.__main__ import main
from countermarch.atlas.check import problems
from countermarch.board import load_board
from countermarch.values import read_values


def broken(folder: Path, **csv: str) -> list[str]:
    for name, text in csv.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return problems(
        load_board("koenigsberg", read_values("koenigsberg", folder)), [("german", "1339"), ("soviet", "1144")]
    )


@pytest.mark.parametrize("name", ["koenigsberg", "vistula"])
def test_the_boards_are_sound(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", name]) == 0
    assert capsys.readouterr().out == f"{name}: no problems\n"


def test_the_seelow_board_is_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "seelow"]) == 0
    assert capsys.readouterr().out == "seelow: no problems\n"


def test_a_track_must_hang_on_something(tmp_path: Path) -> None:
    (tmp_path / "sides.csv").write_text("hex_a,hex_b,track\n1804,1903,1\n", encoding="utf-8")
    assert problems(load_board("seelow", read_values("seelow", tmp_path))) == [
        "the track net is broken: 1804 1903 hangs loose"
    ]


def test_an_unknown_map_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "atlantis"]) == 2
    assert "no map 'atlantis'" in capsys.readouterr().err


def test_a_place_in_the_sea(tmp_path: Path) -> None:
    found = broken(tmp_path, hexes="hex,terrain\n3420,sea\n")
    assert "city Elbing (3420) stands in the sea" in found
    assert "vp hex 3420 lies in the sea" in found


def test_a_nameless_place(tmp_path: Path) -> None:
    assert broken(tmp_path, hexes="hex,settlement\n0103,town\n") == ["the town at 0103 has no name"]


def test_a_broken_line(tmp_path: Path) -> None:
    board = load_board("koenigsberg")
    named = board.side_texts["line_names"].items()
    a, b = next(ends for ends, names in named if "Ostbahn" in names and ends[0] == board.grid.index("1836"))
    gap = board.grid.number(a), board.grid.number(b)
    found = broken(tmp_path, sides="hex_a,hex_b,rail,road\n{},{},0,0\n".format(*gap))
    assert "line Ostbahn is broken between {} and {}".format(*gap) in [
        problem.replace(f"{gap[1]} and {gap[0]}", f"{gap[0]} and {gap[1]}") for problem in found
    ]


def test_a_loose_end_of_the_rail_net(tmp_path: Path) -> None:
    found = broken(tmp_path, sides="hex_a,hex_b,rail\n0103,0104,1\n")
    assert found == ["the rail net is broken: 0103 0104 hangs loose"]


def test_a_river_that_ends_dry(tmp_path: Path) -> None:
    board = load_board("koenigsberg")
    sides = [ends for ends, name in board.side_texts["river_name"].items() if name == "Alle"]
    a, b = (board.grid.number(i) for i in sides[len(sides) // 2])
    found = broken(tmp_path, sides=f"hex_a,hex_b,river,river_name\n{a},{b},none,\n")
    assert len(found) == 1
    assert found[0].startswith("river Alle ends dry where ")


def test_set_up_hexes_must_be_usable(tmp_path: Path) -> None:
    found = broken(tmp_path, hexes="hex,terrain,flags\n1339,lake,\n1144,clear,out_of_play\n")
    assert "set-up hex 1339 (german) lies in the lake" in found
    assert "set-up hex 1144 (soviet) is out of play" in found


def test_no_set_up_hex_is_shared() -> None:
    board = load_board("koenigsberg")
    shared = problems(board, [("german", "1339"), ("soviet", "1339")])
    assert shared == ["set-up hex 1339 is shared by german and soviet"]
