"""Is the board sound? Each problem names the feature and the hexes where it is wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import chain, combinations, product
from typing import TypeVar

from countermarch.board import Board

Corner = tuple[float, float]
Ends = tuple[int, int]
WET = ("sea", "lake")
Node = TypeVar("Node", bound=Hashable)


def problems(board: Board, setup: Iterable[tuple[str, str]] = ()) -> list[str]:
    """Everything wrong with the board; `setup` lists (side, hex number) of the units at start."""
    checks = (
        _drowned_places(board),
        _misplaced_flags(board),
        _broken_lines(board),
        _broken_networks(board),
        _dry_rivers(board),
        _bad_setup(board, setup),
    )
    return list(chain.from_iterable(checks))


# Places


def _wet(board: Board, i: int) -> bool:
    return board.terrain(i) in WET


def _drowned_places(board: Board) -> Iterator[str]:
    for place in board.places:
        if _wet(board, place.hex):
            at = board.grid.number(place.hex)
            yield f"{place.kind} {place.name} ({at}) stands in the {board.terrain(place.hex)}"
        if not place.name:
            yield f"the {place.kind} at {board.grid.number(place.hex)} has no name"


def _misplaced_flags(board: Board) -> Iterator[str]:
    """Objectives, supply sources and entry areas must be hexes a unit can stand in."""
    for flag, hexes in board.flags.items():
        for i in () if flag in board.description.get("afloat", ()) else hexes:
            for reason in _unusable(board, i):
                yield f"{flag} hex {board.grid.number(i)} {reason}"


def _unusable(board: Board, i: int) -> Iterator[str]:
    if _wet(board, i):
        yield f"lies in the {board.terrain(i)}"
    if board.has(i, "out_of_play"):
        yield "is out of play"


def _bad_setup(board: Board, setup: Iterable[tuple[str, str]]) -> Iterator[str]:
    holders: dict[str, set[str]] = defaultdict(set)
    for side, number in setup:
        holders[number].add(side)
    for number, sides in sorted(holders.items()):
        for reason in _unusable(board, board.grid.index(number)):
            yield f"set-up hex {number} ({', '.join(sorted(sides))}) {reason}"
        if len(sides) > 1:
            yield f"set-up hex {number} is shared by {' and '.join(sorted(sides))}"


# Sides by what runs over or along them


def _sides(board: Board) -> Iterator[Ends]:
    for i in range(board.n):
        yield from ((i, j) for j in board.grid.around(i) if i < j)


def _by_name(board: Board, column: str, layers: Iterable[str]) -> Mapping[str, list[Ends]]:
    """Name -> the sides that bear it and are set in one of the layers."""
    found: dict[str, list[Ends]] = defaultdict(list)
    wanted = [board.side_layer(layer).codes for layer in layers]
    for a, b in _sides(board):
        slot = board.slot(a, b)
        for name in filter(None, board.side_text(column, a, b).split("+")):
            if any(codes[slot] for codes in wanted):
                found[name].append((a, b))
    return found


def _net(links: Iterable[tuple[Node, Node]]) -> dict[Node, set[Node]]:
    around: dict[Node, set[Node]] = defaultdict(set)
    for a, b in links:
        around[a].add(b)
        around[b].add(a)
    return around


def _pieces(links: Iterable[tuple[Node, Node]]) -> list[set[Node]]:
    """Connected pieces of a net, the largest first."""
    around, pieces = _net(links), []
    while around:
        piece = _reached(around, next(iter(around)))
        pieces.append(piece)
        for node in piece:
            del around[node]
    return sorted(pieces, key=len, reverse=True)


def _reached(around: Mapping[Node, set[Node]], start: Node) -> set[Node]:
    seen, waiting = {start}, [start]
    while waiting:
        fresh = around[waiting.pop()] - seen
        seen |= fresh
        waiting += fresh
    return seen


# Roads and railways


def _lines(board: Board) -> list[str]:
    crossings: list[str] = board.description["layers"]["crossings"]
    return [layer for layer in crossings if layer != "bridge"]


def _broken_lines(board: Board) -> Iterator[str]:
    """A named line runs through, unless it leaves the map and comes back."""
    for name, sides in sorted(_by_name(board, "line_names", _lines(board)).items()):
        first, *rest = _pieces(sides)
        for piece in rest:
            a, b = _gap(board, piece, set().union(first, *rest) - piece)
            if not (_on_edge(board, a) and _on_edge(board, b)):
                yield f"line {name} is broken between {board.grid.number(a)} and {board.grid.number(b)}"


def _gap(board: Board, piece: set[int], others: set[int]) -> Ends:
    """The two ends that are closest to each other."""
    return min(product(sorted(piece), sorted(others)), key=lambda ends: board.grid.distance(*ends))


def _broken_networks(board: Board) -> Iterator[str]:
    """Every kind of line is one net; branches may also hang on the lines of another kind."""
    branches = board.description["layers"].get("branches", ())
    for layer in _lines(board):
        others = [line for line in _lines(board) if line != layer] if layer in branches else []
        for piece in _pieces(_run(board, layer))[1:]:
            if not any(piece.intersection(side) for line in others for side in _run(board, line)):
                yield f"the {layer} net is broken: {_where(board, piece)} hangs loose"


def _run(board: Board, layer: str) -> Iterator[Ends]:
    codes = board.side_layer(layer).codes
    return ((a, b) for a, b in _sides(board) if codes[board.slot(a, b)])


def _on_edge(board: Board, i: int) -> bool:
    return len(board.grid.around(i)) < 6


def _where(board: Board, hexes: Iterable[int]) -> str:
    return " ".join(board.grid.number(i) for i in sorted(hexes))


# Rivers, as paths from hex corner to hex corner


def _corner(point: Corner) -> Corner:
    return round(point[0], 4), round(point[1], 4)


def _banks(board: Board, a: int, b: int) -> tuple[Corner, Corner]:
    corners, d = board.grid.corners(a), board.slot(a, b) - 6 * a
    return _corner(corners[d]), _corner(corners[(d + 1) % 6])


def _meeting(board: Board) -> Mapping[Corner, list[int]]:
    """Corner -> the hexes that meet there."""
    found: dict[Corner, list[int]] = defaultdict(list)
    for i in range(board.n):
        for point in board.grid.corners(i):
            found[_corner(point)].append(i)
    return found


def _dry_rivers(board: Board) -> Iterator[str]:
    """Every end of a river lies at the map edge, in a lake or the sea, or on another river;
    as many may be springs as `map.toml` says that it rises on the map."""
    meeting = _meeting(board)
    courses = {
        name: _net(_banks(board, a, b) for a, b in sides)
        for name, sides in _by_name(board, "river_name", ["river"]).items()
    }
    for name, course in sorted(courses.items()):
        others = set(chain.from_iterable(net for river, net in courses.items() if river != name))
        ends = [corner for corner, linked in course.items() if len(linked) == 1 and corner not in others]
        dry = [corner for corner in ends if _is_dry(board, meeting[corner])]
        if len(dry) > board.description.get("rising", []).count(name):
            spots = ", ".join(_where(board, meeting[corner]) for corner in sorted(dry))
            yield f"river {name} ends dry where {spots} meet"


def _is_dry(board: Board, hexes: list[int]) -> bool:
    on_edge = len(hexes) < 3
    return not (on_edge or any(_wet(board, i) for i in hexes) or _flooded(board, hexes))


def _flooded(board: Board, hexes: list[int]) -> bool:
    water = board.side_layers.get("water")
    return water is not None and any(water.codes[board.slot(a, b)] for a, b in combinations(hexes, 2))
