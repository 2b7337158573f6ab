from pathlib import Path

import pytest

from countermarch.board import Board, BoardError, load_board
from countermarch.shelf import FileError
from countermarch.values import of_folder

OBJECTIVES = {
    "1329": "Lötzen", "1811": "Mielau", "1836": "Insterburg", "1902": "Schröttersburg",
    "2220": "Allenstein", "2233": "Wehlau", "2327": "Bartenstein", "2932": "Königsberg",
    "3203": "Thorn", "3225": "Braunsberg", "3409": "Graudenz", "3413": "Marienwerder",
    "3420": "Elbing", "3507": "Kulm",
}  # fmt: skip


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board("koenigsberg")


def side(board: Board, layer: str, a: str, b: str) -> str:
    return board.side(layer, board.grid.index(a), board.grid.index(b))


def test_what_the_rules_say_of_single_hexes(board: Board) -> None:
    assert board.terrain(board.grid.index("1142")) == "forest"
    assert side(board, "water", "1227", "1327") == "0"
    assert side(board, "autobahn", "2931", "2932") == "1"
    assert side(board, "autobahn", "2831", "2932") == "1"


def test_the_objectives_in_number_order(board: Board) -> None:
    found = {board.grid.number(i): board.name(i) for i in board.flagged("vp")}
    assert list(found.items()) == list(OBJECTIVES.items())
    assert all(board.has(board.grid.index(number), "vp") for number in OBJECTIVES)


def test_cities_of_the_rulebook(board: Board) -> None:
    cities = {place.name for place in board.places if place.kind == "city"}
    assert {"Königsberg", "Elbing", "Insterburg"} <= cities
    assert len(board.places) == 150


def test_sources_and_entries(board: Board) -> None:
    assert [len(board.flagged(f"sup_{kind}")) for kind in "gsx"] == [2, 9, 2]
    assert all(len(board.flagged(f"entry_{letter}")) == 1 for letter in "ABCDEF")
    assert board.flagged("entry_G") == ()
    assert all(board.terrain(i) == "sea" for i in board.flagged("haff"))


def test_sides_read_the_same_from_both_hexes_except_forts(board: Board) -> None:
    for name, layer in board.side_layers.items():
        for i in range(board.n):
            for d in range(6):
                j = board.grid.neighbour(i, d)
                if j < 0:
                    assert layer.codes[6 * i + d] == 0
                    continue
                here, there = layer.codes[6 * i + d], layer.codes[6 * j + board.grid.opposite(d)]
                assert (here == 0 or there == 0) if name == "fort" else here == there


def test_a_festung_faces_outwards(board: Board) -> None:
    koenigsberg = board.grid.index("2932")
    fort = board.side_layer("fort")
    assert [fort.name(6 * koenigsberg + d) for d in range(6)] == ["festung"] * 6
    assert side(board, "fort", "2933", "2932") == "none"


def test_bridges(board: Board) -> None:
    def bridged(a: str, b: str) -> bool:
        i = board.grid.index(a)
        direction = board.grid.direction(i, board.grid.index(b))
        assert direction is not None
        return board.bridged(i, direction)

    assert side(board, "bridge", "0707", "0708") == "army"
    assert bridged("0707", "0708")
    assert side(board, "river", "2142", "2143") == "major"
    assert bridged("2142", "2143")  # the line over the Memel at Tilsit
    assert not bridged("0101", "0201")
    army = sum(board.side_layer("bridge").codes)
    assert army == 2 * 19


def test_side_texts(board: Board) -> None:
    a, b = board.grid.index("0201"), board.grid.index("0101")
    assert board.side_text("river_name", a, b) == "Vistula"
    assert board.side_text("river_name", b, a) == "Vistula"


def test_every_layer_and_flag_says_where_it_comes_from(board: Board) -> None:
    general = {source.layer for source in board.sources if source.where == "*"}
    flags = {f"flags:{flag}" for flag in board.flags}
    assert general == {*board.hex_layers, *board.side_layers, "name"} | flags
    terrain = {source.where: source.status for source in board.sources if source.layer == "terrain"}
    assert terrain == {"1142": "rulebook", "*": "reconstructed"}


def test_hexes_apart_have_no_side(board: Board) -> None:
    with pytest.raises(BoardError, match="0101 and 0103 are not adjacent"):
        side(board, "river", "0101", "0103")


def test_an_unknown_map_names_the_known_ones() -> None:
    with pytest.raises(BoardError, match=r"no map 'atlantis'.*koenigsberg"):
        load_board("atlantis")


def overlay(folder: Path, **csv: str) -> Board:
    for name, text in csv.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return load_board("koenigsberg", of_folder("koenigsberg", folder))


def test_an_overlay_changes_only_what_it_names(tmp_path: Path, board: Board) -> None:
    changed = overlay(
        tmp_path,
        hexes="hex,terrain\n1020,marsh\n",
        sides="hex_a,hex_b,fort,fort_protects\n1020,1021,defensive,1021\n2932,2933,none,\n",
    )
    here, there = board.grid.index("1020"), board.grid.index("1021")
    assert changed.terrain(here) == "marsh"
    assert changed.name(here) == board.name(here)
    assert (changed.side("fort", here, there), changed.side("fort", there, here)) == ("none", "defensive")
    assert side(changed, "fort", "2932", "2933") == "none"
    assert changed.side_layer("river").codes == board.side_layer("river").codes


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (
            "hexes",
            "hex,terrain\n1020,marsh\n9901,marsh\n",
            r"hexes.csv, line 3: hex: no hex '9901'.*to 3645",
        ),
        ("hexes", "hex,terrain\n1020,jungle\n", r"hexes.csv, line 2: terrain 'jungle'.*clear, forest"),
        ("hexes", "hex,altitude\n1020,3\n", r"hexes.csv, line 2: column 'altitude'.*terrain"),
        ("hexes", "hex,flags\n1020,vp victory\n", r"hexes.csv, line 2: flag 'victory'.*vp"),
        ("hexes", "hex,terrain\n1020\n", r"hexes.csv, line 2: .*as many values"),
        (
            "sides",
            "hex_a,hex_b,river\n1020,1022,major\n",
            r"sides.csv, line 2: .*1022 are not adjacent",
        ),
        ("sides", "hex_a,hex_b,river\n1020,1021,creek\n", r"sides.csv, line 2: river 'creek'.*minor, major"),
        ("sides", "hex_a,hex_b,canal\n1020,1021,1\n", r"sides.csv, line 2: column 'canal'.*river"),
        (
            "sides",
            "hex_a,hex_b,fort,fort_protects\n1020,1021,festung,1022\n",
            r"fort_protects '1022'.*1020, 1021",
        ),
        ("sides", "hex_a,hex_b,fort\n1020,1021,festung\n", r"fort_protects ''.*1020, 1021"),
    ],
)
def test_a_wrong_overlay_names_file_line_and_what_is_allowed(
    tmp_path: Path, file: str, text: str, message: str
) -> None:
    with pytest.raises(FileError, match=message):
        overlay(tmp_path, **{file: text})
