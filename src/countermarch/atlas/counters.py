"""Counters: cardboard with a band, a symbol, an id, steps and values."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

from countermarch.atlas.svg import SANS, Sheet, group, tag, text
from countermarch.hexgrid import Point

SIZE = 58.0
_STEP = 5.0  # how far each counter of a stack lies off the one below
_SIZES = {
    "battery": "I",
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "front": "XXXXX",
}


@dataclass(frozen=True)
class Counter:
    hex: int
    label: str
    symbol: str  # infantry, tank, hq ...; an unknown one is drawn as a plain unit
    size: str = ""  # battalion ... army
    values: str = ""
    steps: int = 0
    steps_full: int = 0
    fill: str = "#8b938b"
    ink: str = "#1d211d"
    band: str | None = None
    markers: tuple[str, ...] = ()


@cache
def _symbols() -> tuple[str, Mapping[str, str]]:
    data = json.loads(files("countermarch.atlas").joinpath("symbols.json").read_text(encoding="utf-8"))
    return data["viewBox"], data["symbols"]


def definitions(counters: Iterable[Counter]) -> str:
    box, symbols = _symbols()
    used = sorted({_known(counter.symbol) for counter in counters})
    drawn = [tag("symbol", symbols[name], id=f"unit-{name}", viewBox=box) for name in used]
    shadow = tag("feDropShadow", dx=1.5, dy=2, stdDeviation=1.6, flood_color="#3b3222", flood_opacity=0.45)
    return "".join(drawn) + tag("filter", shadow, id="lift", x="-20%", y="-20%", width="150%", height="150%")


def _known(symbol: str) -> str:
    return symbol if symbol in _symbols()[1] else "unit"


def stacks(counters: Sequence[Counter]) -> dict[int, list[Counter]]:
    piled: dict[int, list[Counter]] = defaultdict(list)
    for counter in counters:
        piled[counter.hex].append(counter)
    return dict(sorted(piled.items()))


def corner(sheet: Sheet, i: int, level: int, height: int) -> Point:
    """The upper left corner of a counter in a stack; the last lies on top, at the lower left."""
    x, y = sheet.centre(i)
    step = min(_STEP, 15 / max(1, height - 1))
    rise = (height - 1) / 2 - level
    return x - SIZE / 2 + rise * step, y - SIZE / 2 - rise * step


def boxes(sheet: Sheet, counters: Sequence[Counter]) -> list[tuple[float, float, float, float]]:
    """What each stack covers: left, top, right, bottom."""
    found = []
    for i, pile in stacks(counters).items():
        corners = [corner(sheet, i, level, len(pile)) for level in range(len(pile))]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        found.append((min(xs) - 2, min(ys) - 2, max(xs) + SIZE + 3, max(ys) + SIZE + 3))
    return found


def draw_counters(sheet: Sheet, counters: Sequence[Counter]) -> str:
    drawn = []
    for i, pile in stacks(counters).items():
        for level, counter in enumerate(pile):
            drawn.append(_counter(counter, corner(sheet, i, level, len(pile))))
    return group(drawn, font_family=SANS)


def _counter(counter: Counter, at: Point) -> str:
    parts = [
        *_card(counter),
        *_symbol(counter),
        *_steps(counter),
        text(
            counter.values,
            (SIZE / 2, 52),
            font_size=_fit(counter.values, 17, 50),
            font_weight=700,
            text_anchor="middle",
            fill=counter.ink,
        ),
        *_pills(counter),
    ]
    title = tag("title", escape(f"{counter.label} {counter.values}".strip()))
    return group([title, *parts], transform=f"translate({at[0]:.1f},{at[1]:.1f})")


def _card(counter: Counter) -> Iterable[str]:
    edge = {"width": SIZE, "height": SIZE, "rx": 6.0}
    yield tag("rect", **edge, fill=counter.fill, filter="url(#lift)")
    if counter.steps < counter.steps_full:
        yield tag("path", d=f"M0,37H{SIZE}V52a6,6 0 0 1-6,6H6a6,6 0 0 1-6-6Z", fill="#fff", opacity=0.26)
    yield tag(
        "path",
        d=f"M1.4,{SIZE - 7}V6a4.6,4.6 0 0 1 4.6-4.6H{SIZE - 7}",
        stroke="#fff",
        stroke_width=1,
        opacity=0.35,
        fill="none",
    )
    yield tag("rect", **edge, fill="none", stroke="#1c1a15", stroke_opacity=0.7, stroke_width=1)
    if counter.band:
        yield tag(
            "rect",
            x=4,
            y=3.4,
            width=SIZE - 8,
            height=5,
            rx=2,
            fill=counter.band,
            stroke="#1c1a15",
            stroke_width=0.6,
        )


def _symbol(counter: Counter) -> Iterable[str]:
    size = _SIZES.get(counter.size, counter.size)
    yield text(size, (SIZE / 2, 16.2), font_size=8, font_weight=700, text_anchor="middle", fill=counter.ink)
    yield tag("use", href=f"#unit-{_known(counter.symbol)}", x=15, y=17.5, width=28, height=22.1)
    yield tag(
        "text",
        escape(counter.label),
        transform="translate(11.5,27.5) rotate(-90)",
        text_anchor="middle",
        font_size=_fit(counter.label, 9.5, 27),
        font_weight=700,
        fill=counter.ink,
    )


def _fit(words: str, size: float, width: float) -> float:
    """The font size at which the words are no wider than that."""
    return min(size, width / (0.55 * max(1, len(words))))


def _steps(counter: Counter) -> Iterable[str]:
    for k in range(counter.steps_full):
        alive = k >= counter.steps_full - counter.steps
        y = 28 + (k - (counter.steps_full - 1) / 2) * 8
        yield tag(
            "circle",
            cx=50,
            cy=float(y),
            r=2.7,
            fill=counter.ink if alive else "none",
            stroke=counter.ink,
            stroke_width=1,
        )


def _pills(counter: Counter) -> Iterable[str]:
    for k, words in enumerate(counter.markers):
        width = 8 + 5.4 * len(words)
        x, y = SIZE - width + 6, -5 + 12.0 * k
        yield tag("rect", x=x, y=y, width=width, height=11, rx=5.5, fill="#c02626", stroke="#fff", stroke_width=1)
        yield text(words, (x + width / 2, y + 8.6), font_size=8.5, font_weight=700, text_anchor="middle", fill="#fff")
