"""python -m countermarch.atlas check MAP | outlines MAP FOLDER | draw MAP FILE"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path

from countermarch.atlas import outlines
from countermarch.atlas.check import problems
from countermarch.atlas.draw import draw_map
from countermarch.board import Board, BoardError, load_board


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (BoardError, outlines.OutlineError) as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m countermarch.atlas", description="Work on the maps.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser("check", help="look for what is wrong with a map")
    check.set_defaults(run=_check)
    trace = commands.add_parser("outlines", help="lay the real coast, lakes and rivers into the map's plane")
    trace.set_defaults(run=_outlines)
    draw = commands.add_parser("draw", help="draw the empty map as SVG")
    draw.set_defaults(run=_draw)
    for command in (check, trace, draw):
        command.add_argument("map", help="name of the map, such as koenigsberg")
    draw.add_argument("file", type=Path)
    trace.add_argument("folder", type=Path, help="with water.geojson and rivers.geojson")
    trace.add_argument("--out", type=Path, help="file to write, default the map's own outlines.json")
    return parser


def _check(options: argparse.Namespace) -> int:
    board = load_board(options.map)
    found = problems(board, _setup(board))
    for problem in found:
        print(problem)
    print(f"{options.map}: {len(found) or 'no'} problem{'s' * (len(found) != 1)}")
    return 1 if found else 0


def _setup(board: Board) -> list[tuple[str, str]]:
    file = board.folder.joinpath("sources", "setup.csv")
    rows = csv.DictReader(file.read_text(encoding="utf-8").splitlines()) if file.is_file() else []
    return [(row["side"], row["hex"]) for row in rows]


def _outlines(options: argparse.Namespace) -> int:
    board = load_board(options.map)
    target = options.out or Path(str(board.folder.joinpath("outlines.json")))
    target.write_text(outlines.trace(board, options.folder), encoding="utf-8")
    print(f"wrote {target.name}")
    return 0


def _draw(options: argparse.Namespace) -> int:
    options.file.write_text(draw_map(load_board(options.map)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
