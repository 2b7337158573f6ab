"""The diagrams of a report, as Vega-Lite: the data once, a description for each language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from countermarch.lab.gathering import LUCKY, Gathered, quantiles
from countermarch.lab.ladder import wilson

Spec = dict[str, Any]
Words = Callable[..., str]  # a key below `lab.`, in a language

FIRST, SECOND, NOBODY, HISTORY, INK, PALE = "#46688a", "#b1452f", "#a3987e", "#6a2f84", "#26221a", "#d8ccae"
DRAW = "draw"  # what a game nobody won is filed under
BANDS = (0.1, 0.25, 0.5, 0.75, 0.9)
CONFIG: Spec = {
    "background": None,
    "font": "'Source Sans 3', Calibri, system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelFontSize": 13, "titleFontSize": 13, "titleFontWeight": "normal", "labelColor": INK,
        "titleColor": "#5c5443", "gridColor": "#e6dcc2", "domainColor": "#cbbf9f", "tickColor": "#cbbf9f",
    },
    "legend": {"labelFontSize": 13, "orient": "top", "title": None, "labelColor": INK, "labelLimit": 320},
}  # fmt: skip


def colours(sides: Sequence[str]) -> dict[str, str]:
    return dict(zip(sides, (FIRST, SECOND), strict=False))


def chart(name: str, layers: Sequence[Spec], height: int = 280) -> Spec:
    return {
        "width": "container",
        "height": height,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "data": {"name": name},
        "config": CONFIG,
        "layer": list(layers),
    }


def numbers(field: str, title: str, **more: Any) -> Spec:
    return {"field": field, "type": "quantitative", "title": title, **more}


# how games ended


def level_rows(found: Gathered, titles: Sequence[tuple[str, Mapping[str, str], str | None]]) -> list[Spec]:
    """In the order of the game's levels, each with its interval; `titles`: key, title by language, winner."""
    rows = []
    for key, title, winner in titles:
        number = sum(often for (level, _), often in found.levels.items() if level == key)
        share = number / found.games
        low, high = wilson(share, found.games)
        told = {f"title_{language}": said for language, said in title.items()}
        rows.append({"winner": winner, "games": number, "share": share, "low": low, "high": high, **told})
    return rows


def levels(caption: Words, language: str, sides: Sequence[str], titles: Sequence[str]) -> Spec:
    title, sort = f"title_{language}", list(titles)
    up = {"field": title, "type": "nominal", "sort": sort, "title": None, "axis": {"labelLimit": 260, "grid": False}}
    across = numbers("share", caption("levels.share"), axis={"format": ".0%"}, scale={"domainMin": 0})
    shades = {"domain": [*sides[:2], None], "range": [FIRST, SECOND, NOBODY]}
    tips = [
        {"field": title, "title": caption("levels.level")},
        {"field": "games", "title": caption("levels.games")},
        {"field": "share", "format": ".1%", "title": caption("levels.share")},
        {"field": "low", "format": ".1%", "title": "95 % ≥"},
        {"field": "high", "format": ".1%", "title": "95 % ≤"},
    ]
    bar = {
        "mark": {"type": "bar", "height": 20, "cornerRadiusEnd": 3},
        "encoding": {
            "y": up,
            "x": across,
            "color": {"field": "winner", "scale": shades, "legend": None},
            "tooltip": tips,
        },
    }
    line = {
        "mark": {"type": "rule", "color": INK, "strokeWidth": 1.6},
        "encoding": {"y": up, "x": numbers("low", ""), "x2": {"field": "high"}},
    }
    said = {
        "mark": {"type": "text", "align": "left", "dx": 7, "color": INK, "fontSize": 13},
        "encoding": {
            "y": up,
            "x": numbers("high", caption("levels.share")),
            "text": {"field": "share", "format": ".0%"},
        },
    }
    return chart("levels", [bar, line, said], height=38 * len(titles) + 10)


# turn by turn


def band_rows(found: Mapping[int, Any], side: str | None = None) -> list[Spec]:
    names = ("low", "lower", "middle", "upper", "high")
    return [
        {"turn": turn, **({"side": side} if side else {}), **dict(zip(names, quantiles(spread, BANDS), strict=True))}
        for turn, spread in sorted(found.items())
    ]


def _turn(caption: Words) -> Spec:
    return numbers("turn", caption("points.turn"), axis={"tickMinStep": 1, "format": "d", "grid": False})


def points(caption: Words, measure: str, real: Collection[str]) -> Spec:
    turn = _turn(caption)
    tips = [
        {"field": "turn", "title": caption("points.turn")},
        {"field": "middle", "title": caption("points.median")},
        {"field": "low", "title": "10 %"},
        {"field": "high", "title": "90 %"},
    ]
    value = {"scale": {"zero": False, "nice": True}}

    def band(low: str, high: str, strength: float) -> Spec:
        mark = {"type": "area", "color": FIRST, "opacity": strength}
        return {"mark": mark, "encoding": {"x": turn, "y": numbers(low, measure, **value), "y2": {"field": high}}}

    line = {
        "mark": {"type": "line", "color": FIRST, "strokeWidth": 3, "point": {"size": 50, "color": FIRST}},
        "encoding": {"x": turn, "y": numbers("middle", measure, **value), "tooltip": tips},
    }
    told = [layer for kind, layer in _real(turn, caption, measure).items() if kind in real]
    return chart("points", [band("low", "high", 0.18), band("lower", "upper", 0.3), line, *told], 320)


def _real(turn: Spec, caption: Words, measure: str) -> dict[str, Spec]:
    """What history says, its lines and its single points named."""
    shades = {
        "field": "kind",
        "scale": {"domain": ["history", "account"], "range": [HISTORY, HISTORY]},
        "legend": None,
    }
    tips = [{"field": "turn", "title": caption("points.turn")}, {"field": "points", "title": measure}]
    reckoned = {
        "data": {"name": "history_points"},
        "transform": [{"filter": "datum.kind == 'history'"}],
        "mark": {
            "type": "line",
            "strokeDash": [7, 5],
            "strokeWidth": 2.5,
            "interpolate": "step-after",
            "color": HISTORY,
        },
        "encoding": {"x": turn, "y": numbers("points", measure), "tooltip": tips},
    }
    told = {
        "data": {"name": "history_points"},
        "transform": [{"filter": "datum.kind == 'account'"}],
        "mark": {"type": "point", "shape": "diamond", "size": 170, "filled": True, "opacity": 1},
        "encoding": {"x": turn, "y": numbers("points", measure), "color": shades, "tooltip": tips},
    }
    return {"history": reckoned, "account": told}


def losses(caption: Words, sides: Sequence[str], titles: Mapping[str, str], real: bool) -> Spec:
    turn = _turn(caption)
    named = {"expr": _named(titles)}
    shade = {
        "field": "side",
        "scale": {"domain": list(sides[:2]), "range": [FIRST, SECOND]},
        "legend": {"labelExpr": named["expr"].replace("datum.side", "datum.value")},
    }
    tips = [
        {"field": "turn", "title": caption("points.turn")},
        {"field": "middle", "title": caption("points.median")},
        {"field": "low", "title": "10 %"},
        {"field": "high", "title": "90 %"},
    ]
    steps = caption("losses.steps")
    band = {
        "mark": {"type": "area", "opacity": 0.2},
        "encoding": {"x": turn, "y": numbers("low", steps), "y2": {"field": "high"}, "color": shade},
    }
    line = {
        "mark": {"type": "line", "strokeWidth": 3, "point": {"size": 50}},
        "encoding": {"x": turn, "y": numbers("middle", steps), "color": shade, "tooltip": tips},
    }
    told = {
        "data": {"name": "history_losses"},
        "mark": {"type": "line", "strokeDash": [7, 5], "strokeWidth": 2.5, "color": HISTORY},
        "encoding": {"x": turn, "y": numbers("steps", steps), "detail": {"field": "side"}},
    }
    return chart("losses", [band, line, told] if real else [band, line], 320)


def _named(titles: Mapping[str, str]) -> str:
    """Sides by their titles, as an expression of Vega's."""
    chain = "datum.side"
    for key, title in titles.items():
        chain = f"datum.side == '{key}' ? '{title}' : {chain}"
    return chain


# luck, length, rules


def luck_rows(found: Gathered, sides: Sequence[str]) -> list[Spec]:
    """A pile for each width of luck, the winners one above the other."""
    rows = []
    for at in sorted({at for at, _ in found.luck}):
        below = 0
        for winner in (*sides[:2], None):
            if often := found.luck[at, winner]:
                edges = {"left": at - LUCKY / 2, "right": at + LUCKY / 2, "below": below, "above": below + often}
                rows.append({**edges, "winner": winner or DRAW, "games": often})
                below += often
    return rows


def luck(caption: Words, sides: Sequence[str], titles: Mapping[str, str]) -> Spec:
    shade = {
        "field": "winner",
        "scale": {"domain": [*sides[:2], DRAW], "range": [FIRST, SECOND, NOBODY]},
        "legend": {"labelExpr": _named({**titles, DRAW: caption("luck.draw")}).replace("datum.side", "datum.value")},
    }
    piles = {
        "mark": {"type": "rect", "stroke": "#fbf6e8", "strokeWidth": 1},
        "encoding": {
            "x": numbers("left", caption("luck.luck", side=titles[sides[0]]), axis={"grid": False}),
            "x2": {"field": "right"},
            "y": numbers("below", caption("luck.games")),
            "y2": {"field": "above"},
            "color": shade,
            "tooltip": [{"field": "games", "title": caption("luck.games")}],
        },
    }
    nought = {"mark": {"type": "rule", "color": INK, "strokeDash": [3, 3]}, "encoding": {"x": {"datum": 0}}}
    return chart("luck", [piles, nought])


def length(caption: Words) -> Spec:
    bars = {
        "mark": {"type": "bar", "color": FIRST, "cornerRadiusEnd": 3},
        "encoding": {
            "x": {"field": "turns", "type": "ordinal", "title": caption("length.turns"), "axis": {"labelAngle": 0}},
            "y": numbers("games", caption("length.games")),
            "tooltip": [
                {"field": "turns", "title": caption("length.turns")},
                {"field": "games", "title": caption("length.games")},
            ],
        },
    }
    return chart("length", [bars])


def rules(caption: Words, language: str, number: int) -> Spec:
    title = f"title_{language}"
    up = {"field": title, "type": "nominal", "sort": "-x", "title": None, "axis": {"labelLimit": 300, "grid": False}}
    bars = {
        "mark": {"type": "bar", "color": FIRST, "cornerRadiusEnd": 3, "height": 12},
        "encoding": {
            "y": up,
            "x": numbers("often", caption("rules.often"), scale={"type": "symlog"}),
            "tooltip": [
                {"field": title, "title": caption("rules.rule")},
                {"field": "often", "format": ".2f", "title": caption("rules.often")},
            ],
        },
    }
    return chart("rules", [bars], height=20 * number + 10)
