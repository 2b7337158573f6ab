"""The map with a match's counters on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from countermarch.atlas.counters import Counter
from countermarch.atlas.draw import draw_map
from countermarch.games.base import Rules
from countermarch.match import Match
from countermarch.pieces import Unit


def draw_match(match: Match, side: str | None = None) -> str:
    """What lies on the map, for everyone or as one side sees it."""
    seen = match.position() if side is None else match.view(side)
    return draw_map(match.game.rules.board, counters(match.game.rules, seen["units"]))


def counters(rules: Rules, units: list[dict[str, Any]]) -> list[Counter]:
    pieces = {unit.id: unit for unit in rules.pieces}
    lying = sorted((u for u in units if u["hex"] is not None), key=lambda u: u.get("level", 0))
    return [_counter(rules, pieces[u["id"]], u) for u in lying]


def _counter(rules: Rules, unit: Unit, state: Mapping[str, Any]) -> Counter:
    style = style_of(rules, unit)
    return Counter(
        hex=rules.board.grid.index(state["hex"]),
        label=unit.printed.replace("HQ", "").strip() if unit.kind == "hq" else unit.printed,
        symbol=unit.kind,
        size=unit.size,
        values=_values(unit, state["steps"]),
        steps=state["steps"],
        steps_full=unit.steps,
        fill=style["fill"],
        ink=style["ink"],
        band=_band(rules, unit),
        markers=tuple(_markers(rules.look["markers"], state)),
    )


def _markers(words: Mapping[str, str], state: Mapping[str, Any]) -> Iterator[str]:
    """Whatever is true of a counter and has a word, by the name of the mark or by what it says."""
    for name, value in state.items():
        key = value if isinstance(value, str) else name
        if value and key in words:
            yield words[key]


def style_of(rules: Rules, unit: Unit) -> Mapping[str, str]:
    """The colours of a counter."""
    styles: Mapping[str, Mapping[str, str]] = rules.look["counters"]
    free = f"{unit.side}_independent"
    if unit.independent and not unit.front and free in styles:
        return styles[free]
    return styles.get(unit.kind) or styles.get(unit.front) or styles[unit.side]


def _band(rules: Rules, unit: Unit) -> str | None:
    """A colour that the look does not explain is one of CSS."""
    formation = rules.formations.get(unit.formation)
    found: str | None = rules.look["bands"].get(formation.colour, formation.colour) if formation else None
    return found or None


def _values(unit: Unit, steps: int) -> str:
    face = unit.face(steps)
    if unit.kind == "hq":
        return f"[{unit.command_range}]-{face.move}"
    first, *others = map(str, face.values)
    return "-".join([first if unit.zone else f"[{first}]", *others])
