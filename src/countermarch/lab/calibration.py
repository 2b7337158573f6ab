"""Draws how true the values are: what was promised against what came, and how it gets better turn by turn."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from math import sqrt
from typing import Any

SIZE, GAP, HEAD, FOOT = 150, 46, 44, 34  # of a diagram, in pixels
ACROSS = 4
DOT = 9.0  # the radius of all positions in one tenth
INK, PALE, PROMISED, MEAN = "#2b2a27", "#b9b2a3", "#1f5673", "#a33b2b"

Fitted = Mapping[str, Any]


def shipped() -> dict[str, Fitted]:
    """What was fitted, scenario by scenario."""
    folder = files("countermarch.bots") / "data" / "value"
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda file: file.name)
    return {file.name.removesuffix(".json"): json.loads(file.read_text(encoding="utf-8")) for file in found}


def drawing(fitted: Mapping[str, Fitted]) -> str:
    """A reliability diagram of each scenario, below it the Brier score by turn beside that of the mean."""
    across, down = min(len(fitted), ACROSS), -(-len(fitted) // ACROSS)
    width, height = across * (SIZE + GAP) + GAP, down * (2 * SIZE + HEAD + FOOT + GAP)
    places = [
        (GAP + k % ACROSS * (SIZE + GAP), k // ACROSS * (2 * SIZE + HEAD + FOOT + GAP)) for k in range(len(fitted))
    ]
    panels = [_panel(x, y, name, one) for (x, y), (name, one) in zip(places, fitted.items(), strict=True)]
    style = f"text{{font:12px sans-serif;fill:{INK}}}.small{{font-size:10px}}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="Calibration">'
    )
    return "\n".join(
        (
            head,
            f"<style>{style}</style>",
            f'<rect width="{width}" height="{height}" fill="#fffdf8"/>',
            *panels,
            "</svg>\n",
        )
    )


def _panel(x: int, y: int, name: str, fitted: Fitted) -> str:
    trust = fitted["trust"]
    title = f'<text y="18" font-weight="bold">{name}</text>'
    said = f'<text class="small" y="34">Brier {trust["brier"]:.3f}, the mean {trust["always_the_mean"]:.3f}</text>'
    above = f'<g transform="translate(0 {HEAD})">{"".join(_reliability(trust["reliability"]))}</g>'
    below = f'<g transform="translate(0 {HEAD + SIZE + FOOT})">{"".join(_by_turn(trust["by_turn"]))}</g>'
    return f'<g transform="translate({x} {y})">{title}{said}{above}{below}</g>'


def _frame(across: str, up: str) -> str:
    box = f'<rect width="{SIZE}" height="{SIZE}" fill="none" stroke="{PALE}"/>'
    foot = f'<text class="small" x="{SIZE / 2:g}" y="{SIZE + 13}" text-anchor="middle">{across}</text>'
    side = f'<text class="small" transform="translate(-6 {SIZE / 2:g}) rotate(-90)" text-anchor="middle">{up}</text>'
    return box + foot + side


def _reliability(rows: Sequence[Mapping[str, float]]) -> Iterator[str]:
    """Dots on the line are true; the larger a dot, the more positions."""
    yield _frame("promised", "came")
    yield f'<path d="M0 {SIZE}L{SIZE} 0" stroke="{PALE}" stroke-dasharray="4 3"/>'
    every = sum(row["positions"] for row in rows)
    for row in rows:
        x, y = SIZE * row["promised"], SIZE * (1 - row["came"])
        radius = max(DOT * sqrt(4 * row["positions"] / every), 1.5)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{PROMISED}" fill-opacity="0.8"/>'


def _by_turn(turns: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """Lower is better; up to 0.3."""
    yield _frame(f"turn 1 to {max(map(int, turns))}", "Brier score, 0 to 0.3")
    for key, colour in (("always_the_mean", MEAN), ("brier", PROMISED)):
        steps = SIZE / max(len(turns) - 1, 1)
        points = " ".join(
            f"{k * steps:.1f},{SIZE * (1 - min(row[key], 0.3) / 0.3):.1f}" for k, row in enumerate(turns.values())
        )
        yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
