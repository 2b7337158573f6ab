"""What never changes in play: map, counters, charts and rules of a game, as one document a client may keep."""

from __future__ import annotations

import gzip
import json
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import dist
from typing import Any

from countermarch.board import Board
from countermarch.charts import Row
from countermarch.games import rules as load_rules
from countermarch.games.base import Rules
from countermarch.games.briefings import title_in
from countermarch.pieces import Formation, Unit
from countermarch.rulebook import rules_of
from countermarch.server.commands import all_seats, seat_in
from countermarch.texts import catalogue, section
from countermarch.texts.names import DATE, PLACE, UNIT, name_in
from countermarch.values import Values

UNSAID: dict[str, dict[str, Any]] = {
    "hex": {"draw": "area", "fill": "#e4dac0"},
    "side": {"draw": "course", "colour": "#8d8467", "width": 1.6},
}
KEPT = 48  # documents: of every game and language, and some with values of one's own
# what the catalogues have words for, by the name it has there
SECTIONS = {
    "charts": "chart",
    "columns": "column",
    "values": "value",
    "verbs": "verb",
    "modes": "mode",
    "markers": "marker",
    "sizes": "size",
}


@dataclass(frozen=True, slots=True)
class Document:
    body: bytes
    zipped: bytes
    tag: str


@lru_cache(KEPT)
def board_document(game: str, language: str, values: Values | None = None) -> Document:
    return document_of(board_json(game, language, values))


def document_of(content: Any) -> Document:
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return Document(body, gzip.compress(body, mtime=0), f'"{blake2b(body, digest_size=12).hexdigest()}"')


def board_json(game: str, language: str, values: Values | None = None) -> dict[str, Any]:
    rules = load_rules(game, values)
    return {
        "game": game,
        "title": title_in(rules.info, language),
        "credits": rules.board.description.get("credits"),
        "drawing": {**rules.board.description.get("drawing", {}), "styles": list(_styles(rules, language))},
        "phases": list(rules.phases),
        "chits": [{**chit, "name": name_in(language, UNIT, chit["name"])} for chit in rules.chits()],
        "words": words_of(rules, language),
        "grid": _grid(rules.board, language),
        "sides": list(_sides(rules.board, language)),
        "outlines": _document(rules.board.folder.joinpath("outlines.json")),
        "look": rules.look,
        "pieces": _pieces(rules, language),
        "formations": [_formation(formation, language) for formation in rules.formations.values()],
        "sight": type(rules).sight is not Rules.sight,
        "printed": [words_of(rules, language)["values"].get(value, value) for value in rules.printed],
        "symbols": _document(files("countermarch.atlas").joinpath("symbols.json")),
        "charts": {name: _chart(rows) for name, rows in rules.charts().items()},
        "rules": [_fields(rule, "id", "title", "gist") for rule in rules_of(game, language).values()],
        "sources": [list(source) for source in rules.sources()],
    }


def words_of(rules: Rules, language: str) -> dict[str, dict[str, str]]:
    sides = {seat: seat_in(rules.info, seat, language) for seat in all_seats(rules.info)}
    own = {
        family: {key: text.render(language) for key, text in words.items()} for family, words in rules.words().items()
    }
    found = {family: section(name, rules.rooms, language) for family, name in SECTIONS.items()}
    return {**found, "sides": sides, **own, "values": {**found["values"], **_dates(rules, language)}}


def _dates(rules: Rules, language: str) -> dict[str, str]:
    """The dates of the turns, as a chart has them."""
    dates = [row.values["dates"] for row in rules.charts().get("turns", ()) if "dates" in row.values]
    return {date: name_in(language, DATE, date) for date in dates}


def _fields(thing: object, *names: str) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in names}


def _document(file: Traversable) -> Any:
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None


# the map


def _grid(board: Board, language: str) -> dict[str, Any]:
    corners = board.grid.corners(0)
    return {
        "hexes": [_hex(board, i, language) for i in range(board.n)],
        "size": round(dist(corners[0], board.grid.centre(0)), 6),
        "flat": abs(corners[0][1] - corners[1][1]) < 1e-6,
    }


def _hex(board: Board, i: int, language: str) -> dict[str, Any]:
    x, y = board.grid.centre(i)
    said = {name: _value(layer.names, layer.codes[i]) for name, layer in board.hex_layers.items()}
    name = {"name": name_in(language, PLACE, board.name(i))} if board.name(i) else {}
    flags = [flag for flag, hexes in board.flags.items() if i in hexes]
    plain = {key: value for key, value in said.items() if value or key == "terrain"}
    return {"n": board.grid.number(i), "x": round(x, 4), "y": round(y, 4), **plain, **name, "flags": flags}


def _value(names: tuple[str, ...], code: int) -> str | bool:
    """The word of a layer; one that only says yes or no as such."""
    return bool(code) if names == ("0", "1") else names[code]


def _sides(board: Board, language: str) -> Iterator[dict[str, Any]]:
    for a in range(board.n):
        for direction in range(6):
            b = board.grid.neighbour(a, direction)
            said = _side(board, a, b, direction, language) if b > a else {}
            if said:
                yield {"a": board.grid.number(a), "b": board.grid.number(b), **said}


def _side(board: Board, a: int, b: int, direction: int, language: str) -> dict[str, Any]:
    here, there = 6 * a + direction, 6 * b + board.grid.opposite(direction)
    said: dict[str, Any] = {}
    for name, layer in board.side_layers.items():
        code = layer.codes[here] or layer.codes[there]
        if code:
            said[name] = _value(layer.names, code)
        if layer.codes[here] != layer.codes[there]:
            said["protects"] = board.grid.number(a if layer.codes[here] else b)
    texts = {column: board.side_text(column, a, b) for column in board.side_texts}
    names = {column: name_in(language, PLACE, text) for column, text in texts.items() if text}
    return {**said, **names} if said else {}


def _styles(rules: Rules, language: str) -> Iterator[dict[str, Any]]:
    """How each word of the board's layers is drawn and called; what nobody describes is a faint area or line.

    The first word of a layer is the plain case, drawn only if the map says how.
    """
    board, said = rules.board, _merged(rules.board)
    own = {**rules.words().get("terrain", {}), **rules.words().get("edges", {})}
    for on, layers in (("hex", board.hex_layers), ("side", board.side_layers)):
        known = [(layer, word) for layer, words in said[on].items() for word in words]
        present = [(layer, word) for layer in layers for word in layers[layer].names[1:]]
        present += [found for layer in layers if (found := (layer, layers[layer].names[0])) in known]
        for layer, word in sorted(present, key=lambda found: known.index(found) if found in known else len(known)):
            style = said[on].get(layer, {}).get(word, UNSAID[on])
            key = word if on == "hex" else f"{layer}_{word}"
            common = catalogue(language).get(f"server.drawn.{layer}_{word}", word)
            title = own[key].render(language) if key in own else common
            yield {"on": on, "layer": layer, "word": word, "title": title, **style}


def _merged(board: Board) -> dict[str, dict[str, dict[str, Any]]]:
    """What all maps say, and over it what this one says itself."""
    merged = tomllib.loads(files("countermarch.maps").joinpath("drawing.toml").read_text(encoding="utf-8"))
    for on in ("hex", "side"):
        for layer, words in board.description.get("drawing", {}).get(on, {}).items():
            merged[on].setdefault(layer, {}).update(words)
    return merged


# counters and charts


def _formation(formation: Formation, language: str) -> dict[str, Any]:
    same = _fields(formation, "key", "side", "front", "colour")
    return {**same, "name": name_in(language, UNIT, formation.name)}


def _pieces(rules: Rules, language: str) -> list[dict[str, Any]]:
    arrivals = rules.arrivals()
    return [{**_piece(rules, unit, language), **arrivals.get(unit.id, {})} for unit in rules.pieces]


def _piece(rules: Rules, unit: Unit, language: str) -> dict[str, Any]:
    formation = rules.formations.get(unit.formation)
    return {
        **_fields(unit, "id", "front", "formation", "printed", "kind", "size", "mobility", "steps"),
        "side": unit.side or None,
        "name": name_in(language, UNIT, unit.name),
        "band": formation.colour if formation else None,
        "faces": [list(face.values) for face in unit.faces],
        "range": unit.command_range,
        **_fields(unit, "independent", "zone"),
        **unit.extras,
    }


def _chart(rows: Sequence[Row]) -> dict[str, Any]:
    return {"columns": list(rows[0].values), "rows": [list(row.values.values()) for row in rows]}
