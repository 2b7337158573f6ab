import csv
import json
from importlib.resources import files
from math import dist
from pathlib import Path

import pytest

from countermarch.atlas import outlines
from countermarch.atlas.__main__ import main
from countermarch.atlas.georeference import Georeference
from countermarch.board import Board, load_board


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board("koenigsberg")


def test_the_anchors_fall_on_their_hexes(board: Board) -> None:
    earth = Georeference(board)
    assert earth.hex_km == pytest.approx(7.92, abs=0.01)
    for _, lat, lon, number in board.description["georeference"]["anchors"]:
        z = earth.plane([(lon, lat)])[0]
        assert dist((z.real, z.imag), board.grid.centre(board.grid.index(number))) < 1e-6


def test_the_map_is_tilted_so_that_north_points_up_and_left(board: Board) -> None:
    north = Georeference(board).north
    assert north.imag < -0.8
    assert -0.6 < north.real < -0.4


def test_places_fall_into_the_hexes_they_are_printed_in(board: Board) -> None:
    text = files("countermarch.maps").joinpath("koenigsberg", "sources", "places.csv").read_text("utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    points = Georeference(board).plane([(float(r["lon"]), float(r["lat"])) for r in rows])
    centres = [board.grid.centre(board.grid.index(r["hex"])) for r in rows]
    near = [dist((z.real, z.imag), centre) < 0.65 for z, centre in zip(points, centres, strict=True)]
    assert sum(near) >= 0.95 * len(rows)


def square(kind: str, lon: float, lat: float, size: float) -> dict[str, object]:
    ring = [[lon, lat], [lon + size, lat], [lon + size, lat + size], [lon, lat + size], [lon, lat]]
    return {"properties": {"kind": kind}, "geometry": {"type": "Polygon", "coordinates": [ring]}}


@pytest.fixture
def geodata(tmp_path: Path) -> Path:
    water = [
        square("sea", 19.5, 54.5, 0.4),
        square("lake", 21.0, 53.5, 0.2),
        square("lake", 21.5, 53.5, 0.01),
    ]
    far = square("lake", 5.0, 50.0, 0.5)
    line = [[20.0 + k / 50, 53.5] for k in range(50)]
    river = {"properties": {"level": 1}, "geometry": {"type": "LineString", "coordinates": line}}
    (tmp_path / "water.geojson").write_text(json.dumps({"features": [*water, far]}))
    (tmp_path / "rivers.geojson").write_text(json.dumps({"features": [river]}))
    return tmp_path


def test_only_what_is_on_the_map_and_large_enough_is_kept(board: Board, geodata: Path) -> None:
    found = json.loads(outlines.trace(board, geodata))
    assert (len(found["sea"]), len(found["lakes"]), len(found["rivers"])) == (1, 1, 1)
    assert len(found["rivers"][0]) < 10  # a straight line needs few points


def test_tracing_is_deterministic(board: Board, geodata: Path, tmp_path: Path) -> None:
    for name in ("one.json", "two.json"):
        assert main(["outlines", "koenigsberg", str(geodata), "--out", str(tmp_path / name)]) == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_missing_geodata_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["outlines", "koenigsberg", str(tmp_path)]) == 2
    assert "water.geojson" in capsys.readouterr().err


def test_the_koenigsberg_outlines_agree_with_the_hexes(board: Board) -> None:
    """Königsberg is dry, the middle of the Haff is wet, by the drawn coast."""
    drawn = outlines.load(load_board("koenigsberg").folder)
    assert drawn is not None

    def wet(number: str) -> bool:
        point = board.grid.centre(board.grid.index(number))
        return sum(inside(ring, *point) for ring in drawn.sea) % 2 == 1

    assert not wet("2932")
    assert wet("3326")
    assert len(drawn.lakes) > 30


def inside(ring: outlines.Ring, x: float, y: float) -> bool:
    crossings = 0
    for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            crossings += 1
    return crossings % 2 == 1


def test_roads_keep_to_the_land_where_the_sea_covers_the_middle_of_their_hex(board: Board) -> None:
    drawn = outlines.load(load_board("koenigsberg").folder)
    assert drawn is not None
    anchors = {number: (x, y) for number, x, y in drawn.anchors}
    shores = [*drawn.sea, *drawn.lakes]
    assert {"3425", "3426", "3427"} <= set(anchors)  # the road along the Nehrung
    for number, point in anchors.items():
        assert outlines.is_wet(board.grid.centre(board.grid.index(number)), shores)
        assert not outlines.is_wet(point, shores)


@pytest.mark.parametrize("name", ["koenigsberg", "vistula", "seelow", "stargard"])
def test_the_anchors_are_those_of_the_map_as_it_is(name: str) -> None:
    board = load_board(name)
    drawn = outlines.load(board.folder)
    assert drawn is not None
    assert [tuple(one) for one in outlines.anchors(board, [*drawn.sea, *drawn.lakes])] == [
        tuple(one) for one in drawn.anchors
    ]
