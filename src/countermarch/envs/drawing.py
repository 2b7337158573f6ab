"""The table for the eye: the drawn map as pixels, or the map in letters for a terminal; as the side to act sees it."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countermarch.atlas.draw import draw_counters_alone, draw_map
from countermarch.atlas.table import counters, style_of
from countermarch.games.base import Rules
from countermarch.match import Match

Pixels = NDArray[np.uint8]
WIDTH = 1200  # pixels of a picture
SANS, SERIF = "DejaVu Sans", "DejaVu Serif"  # where the fonts of the map are not at hand
CELL = 4  # letters from one hex to the next across
PLAIN = "\x1b[0m"
DIM = "\x1b[2m"


class Easel:
    """Draws the matches of one game; the ground is drawn once."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def draw(self, match: Match, mode: str | None, side: str | None = None) -> str | Pixels | None:
        if mode is None:
            raise ValueError('nothing is drawn without a render_mode: make the environment with "ansi" or "rgb_array"')
        view = _view(match, side)
        if mode == "rgb_array":
            return self._pixels(view)
        drawn = self._letters(match, view)
        if mode == "ansi":
            return drawn
        print(drawn)
        return None

    # pixels

    def _pixels(self, view: Mapping[str, Any]) -> Pixels:
        from PIL import Image

        over = _rastered(draw_counters_alone(self._rules.board, counters(self._rules, view["units"])))
        return np.asarray(Image.alpha_composite(self._ground, over).convert("RGB"))

    @cached_property
    def _ground(self) -> Any:
        return _rastered(draw_map(self._rules.board, legend=False))

    # letters

    def _letters(self, match: Match, view: Mapping[str, Any]) -> str:
        lines = [list(line) for line in self._blank]
        tops = {unit["hex"]: unit for unit in sorted(view["units"], key=lambda unit: unit["level"]) if unit["hex"]}
        for number, unit in tops.items():
            row, column = self._spots[number]
            lines[row][column] = self._counter(unit)
            lines[row][column + 1] = lines[row][column + 2] = ""
        drawn = "\n".join("".join(line).rstrip() for line in lines)
        return f"{self._heading(match)}\n{drawn}\n"

    def _heading(self, match: Match) -> str:
        told = [self._rules.info.title, f"turn {match.turn}"]
        if match.result is not None:
            return "  ".join([*told, str(match.result.text)])
        side = self._rules.info.side_title(str(match.to_act))
        return "  ".join([*told, f"{side}: {match.decision.prompt}" if match.decision else ""])

    def _counter(self, state: Mapping[str, Any]) -> str:
        """The first letters of the kind and the steps, in the colours of the counter."""
        unit = self._rules.pieces[self._rules.grammar.index["unit"][state["id"]]]
        style = style_of(self._rules, unit)
        paint = f"\x1b[48;2;{_rgb(style['fill'])};38;2;{_rgb(style['ink'])}m"
        return f"{paint}{unit.kind[:2].upper():2}{state['steps'] or ' '}{PLAIN}"

    @cached_property
    def _spots(self) -> dict[str, tuple[int, int]]:
        """Row and column of each hex, by its number."""
        grid = self._rules.board.grid
        upright = grid.across in ("left", "right")  # hexes stand in columns
        wide, high = (CELL / (sqrt(3) / 2), 2.0) if upright else (float(CELL), 1 / (sqrt(3) / 2))
        centres = {number: grid.centre(i) for i, number in enumerate(grid.numbers)}
        return {number: (round(y * high), round(x * wide)) for number, (x, y) in centres.items()}

    @cached_property
    def _blank(self) -> list[list[str]]:
        """The map without counters, letter by letter."""
        rows, columns = (max(spot[axis] for spot in self._spots.values()) for axis in (0, 1))
        lines = [[" "] * (columns + CELL) for _ in range(rows + 1)]
        for i, number in enumerate(self._rules.board.grid.numbers):
            row, column = self._spots[number]
            lines[row][column + 1] = f"{DIM}{self._ground_letter(i)}{PLAIN}"
        return lines

    def _ground_letter(self, i: int) -> str:
        board = self._rules.board
        if board.settlement(i):
            return "#"
        return board.terrain(i)[:1] if board.hex_layer("terrain").codes[i] else "·"


def _view(match: Match, side: str | None) -> Mapping[str, Any]:
    """As a side sees it, the one to act if none is named; when the game is over all is shown."""
    looking = side or match.to_act
    return match.position() if looking is None else match.view(looking)


def _rgb(colour: str) -> str:
    return ";".join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))


def _rastered(svg: str) -> Any:
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, sans_serif_family=SANS, serif_family=SERIF)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")
