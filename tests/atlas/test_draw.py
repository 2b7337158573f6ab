from importlib.resources import files
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from countermarch.atlas import draw, labels, levels, lines, outlines, terrain
from countermarch.atlas.__main__ import _setup, main
from countermarch.atlas.counters import SIZE, Counter, _symbols, boxes, corner
from countermarch.atlas.draw import draw_map
from countermarch.atlas.svg import Sheet
from countermarch.board import Board, load_board, read_board

TINY = """
title = "Tiny: a map without anything"
[grid]
lines = [1, 4]
positions = [1, 3]
shifted = "odd"
across = "right"
along = "down"
[layers]
directed = []
crossings = []
side_texts = ["river_name"]
flags = []
[layers.hex]
terrain = ["clear"]
settlement = ["", "village"]
[layers.side]
river = ["none", "minor"]
"""


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board("koenigsberg")


@pytest.fixture(scope="module")
def counters(board: Board) -> list[Counter]:
    """A counter in every set-up hex, two where a side is Soviet."""
    return [
        Counter(board.grid.index(number), f"{side[0]}{number}", "infantry", "corps", "4-5-5", 2, 2)
        for side, number in _setup(board)
        for _ in range(2 if side == "soviet" else 1)
    ]


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_the_map_is_a_document_with_its_names_and_numbers(board: Board) -> None:
    written = texts(draw_map(board))
    assert {"Königsberg", "Insterburg", "2932", "N", "km", "Autobahn"} <= set(written)
    assert sum(name in written for name in (board.name(i) for i in board.flagged("vp"))) == 14
    assert "3326" not in written  # sea hexes bear no number


def test_the_same_map_is_drawn_every_time(board: Board, counters: list[Counter]) -> None:
    drawn = draw_map(board, counters)
    assert draw_map(load_board("seelow"), counters[:3]) != drawn == draw_map(board, counters)
    draw._PAGES.clear()
    assert draw_map(board, counters) == drawn


def test_of_all_spots_the_one_that_disturbs_least_is_chosen(board: Board, counters: list[Counter]) -> None:
    """Though not all are looked at."""
    sheet = Sheet(board)
    plan = labels.Plan(labels._frame(sheet))
    plan.take(boxes(sheet, counters))
    plan.discourage(labels._busy(sheet))
    for candidates in labels._place_names(sheet, ()):
        fitting = [
            (plan.cost(it.boxes()) + k * labels._PATIENCE, k)
            for k, it in enumerate(candidates)
            if plan.fits(it.boxes())
        ]
        assert labels.choose(plan, candidates) == (candidates[min(fitting)[1]] if fitting else None)


def test_no_name_runs_under_a_counter_or_over_another_name(board: Board, counters: list[Counter]) -> None:
    sheet = Sheet(board)
    covered = boxes(sheet, counters)
    placed = labels.names(sheet, outlines.load(load_board("koenigsberg").folder), covered)
    rooms = [label.boxes() for label in placed]
    for room in rooms:
        assert not any(labels.overlap(a, b) for a in room for b in covered)
    for one, other in combinations(rooms, 2):
        assert not any(labels.overlap(a, b) for a in one for b in other)
    named = {line for label in placed for line in label.lines}
    missing = [place.name for place in board.places if place.name not in named]
    assert len(missing) <= 3
    assert not {board.name(i) for i in board.flagged("vp")} & set(missing)


def test_a_counter_shows_what_it_is_given(board: Board) -> None:
    unit = Counter(
        board.grid.index("1020"),
        "A&B",
        "tank",
        "division",
        "3-5-5",
        1,
        2,
        "#5d6560",
        "#fff",
        "#6a3d9a",
        ("OOS",),
    )
    svg = draw_map(board, [unit], legend=False)
    assert {"A&B", "XX", "3-5-5", "OOS"} <= set(texts(svg))
    assert 'href="#unit-tank"' in svg
    assert "#6a3d9a" in svg


def test_a_stack_lies_within_its_hex_and_the_last_counter_on_top(board: Board) -> None:
    sheet, here = Sheet(board), board.grid.index("1020")
    pile = [Counter(here, f"U{k}", "infantry") for k in range(9)]
    (left, top, right, bottom) = boxes(sheet, pile)[0]
    x, y = sheet.centre(here)
    assert x - 46 < left and right < x + 46
    assert y - 46 < top and bottom < y + 46
    assert corner(sheet, here, 0, 1) == (x - SIZE / 2, y - SIZE / 2)
    svg = draw_map(board, pile)
    assert svg.index(">U0<") < svg.index(">U8<")


def test_an_unknown_symbol_is_a_plain_unit(board: Board) -> None:
    svg = draw_map(board, [Counter(0, "X", "zeppelin")])
    assert 'href="#unit-unit"' in svg
    assert {"infantry", "tank", "hq", "unit"} <= set(_symbols()[1])


def test_title_and_legend_can_be_chosen(board: Board) -> None:
    assert "Turn 3" in texts(draw_map(board, title="Turn 3: 18 January"))
    assert "km" not in texts(draw_map(board, legend=False))


def test_a_map_without_geography_can_be_drawn(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(TINY, encoding="utf-8")
    (tmp_path / "hexes.csv").write_text("hex,settlement,name\n0202,village,Nowhere\n", encoding="utf-8")
    assert "Nowhere" in texts(draw_map(read_board("tiny", tmp_path)))


def test_the_draw_command_writes_a_file(tmp_path: Path) -> None:
    assert main(["draw", "koenigsberg", str(tmp_path / "map.svg")]) == 0
    assert (tmp_path / "map.svg").read_text(encoding="utf-8").startswith("<svg")


def test_symbols_come_with_the_package() -> None:
    assert files("countermarch.atlas").joinpath("symbols.json").is_file()


def test_levels_are_shaded_and_a_town_of_several_hexes_is_named_once() -> None:
    svg = draw_map(load_board("seelow"))
    written = texts(svg)
    assert all(shade in svg for shade in levels.SHADES.values())
    assert {"level 2", "level 3", "woods", "swamp", "stream, canal", "track", "Reitwein spur"} <= set(written)
    assert written.count("Seelow") == written.count("Sachsendorf") == 1


def test_words_of_a_map_of_its_own_are_drawn_and_explained(tmp_path: Path) -> None:
    """A ground nobody has heard of is a faint shade, as on the table, and a river is a river."""
    layers = TINY.replace('["clear"]', '["clear", "lava", "forest"]').replace('"minor"', '"river"')
    (tmp_path / "map.toml").write_text(f"{layers}[drawing]\nobjective = 'goal'\n", encoding="utf-8")
    (tmp_path / "hexes.csv").write_text("hex,terrain\n0201,lava\n", encoding="utf-8")
    (tmp_path / "sides.csv").write_text("hex_a,hex_b,river\n0101,0102,river\n", encoding="utf-8")
    drawn = draw_map(read_board("tiny", tmp_path))
    assert {"lava", "river", "goal"} <= set(texts(drawn))
    bare = draw_map(read_board("tiny", tmp_path), legend=False)
    assert terrain.OTHER in bare and lines.RIVERS["river"][0] in bare


def test_the_title_of_a_small_map_leaves_room_for_the_legend(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(TINY.replace("Tiny:", "Hardly anything at all:"), encoding="utf-8")
    root = ElementTree.fromstring(draw_map(read_board("tiny", tmp_path)))
    (title,) = [e for e in root.iter("{http://www.w3.org/2000/svg}text") if e.text == "Hardly anything at all"]
    assert float(title.attrib["font-size"]) < 30
    assert 'font-size="74"' in draw_map(load_board("bridgehead"))


def test_a_lake_that_is_drawn_bears_no_arms_of_its_own() -> None:
    board = load_board("stargard")
    shapes, sheet = outlines.load(board.folder), Sheet(board)
    assert shapes is not None
    rings = [*shapes.sea, *shapes.lakes]
    assert 0 < len(terrain._bare(sheet, rings)) < len(terrain._barred(sheet)) / 2
    assert board.grid.index("10.16") in terrain._drowned(sheet)  # the middle of the Dammscher See
    assert terrain.fields(sheet) == "" and terrain.fields(Sheet(load_board("seelow"))) != ""
