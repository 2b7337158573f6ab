"""A report as one page that needs no network: figures, diagrams, the map turn by turn, and what history says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property, partial
from html import escape
from importlib.resources import files
from typing import Any

from countermarch.atlas.draw import draw_map
from countermarch.atlas.svg import MARGIN, Sheet
from countermarch.games.base import Level
from countermarch.games.briefings import scenario_title, side_in, title_in
from countermarch.lab import charts
from countermarch.lab.experiment import of_manifest
from countermarch.lab.extras import needed
from countermarch.lab.folder import REPORT, Folder
from countermarch.lab.fronts import NEAR
from countermarch.lab.gathering import MOST_FRONTS, Gathered, gather
from countermarch.lab.history import History, Taken, history_of
from countermarch.lab.ladder import wilson
from countermarch.match import load
from countermarch.rulebook import rules_of
from countermarch.texts import LANGUAGES, say
from countermarch.texts.names import DATE, name_in
from countermarch.values import TUNED

SHOWN_RULES = 24  # that fired most
PLACES = ("first", "second")
DOTS = 170  # that could lie side by side on the map
AROUND = 60.0  # pixels of the map beyond what was fought over


def write_report(folder: Folder, language: str = LANGUAGES[0]) -> str:
    """Into the folder, beside the rows; its name."""
    folder.put(REPORT, page(folder, language).encode())
    return REPORT


def page(folder: Folder, language: str) -> str:
    return _Writer(folder, gather(folder), language).page()


def percent(share: float, language: str) -> str:
    whole = int(100 * share + 0.5)  # a half goes up, as in the diagrams
    return f"{whole}\u00a0%" if language == "es" else f"{whole}%"


def decimal(number: str, language: str) -> str:
    return number.replace(".", ",") if language == "es" else number


class _Writer:
    def __init__(self, folder: Folder, found: Gathered, language: str) -> None:
        if not found.games:
            raise ValueError(f"{folder.store.address}: there are no games to report of yet")
        self.manifest, self.found, self.language = folder.manifest, found, language
        self.experiment = of_manifest(folder.manifest)
        self.game = load(self.experiment.game, self.experiment.values)
        self.board, self.info = self.game.rules.board, self.game.info
        self.sides = self.info.sides[:2]
        self.begun = self.game.start(self.experiment.scenario, self.experiment.seed, dict(self.experiment.options))
        self.standing = self.begun.standing()
        self.history: History | None = history_of(self.experiment.game, self.experiment.scenario)

    # words

    def phrase(self, key: str, language: str, **params: object) -> str:
        return say("lab." + key, **params).render(language)

    def both(self, key: str, **params: Any) -> str:
        """A text in both languages, of which one is seen; a parameter may be one for each language, too."""

        def chosen(language: str) -> dict[str, Any]:
            return {name: value(language) if callable(value) else value for name, value in params.items()}

        return self.in_both(lambda language: self.phrase(key, language, **chosen(language)))

    def in_both(self, told: Any) -> str:
        return "".join(f'<span lang="{language}">{escape(told(language))}</span>' for language in LANGUAGES)

    def side(self, side: str, language: str) -> str:
        return side_in(self.info, side, language)

    def titles(self, language: str) -> dict[str, str]:
        return {side: self.side(side, language) for side in self.sides}

    def scenario(self, language: str) -> str:
        named = next(s for s in self.info.scenarios if s.key == self.experiment.scenario)
        usual = title_in(self.info, language) if named.title == self.info.title else named.title
        return scenario_title(self.info.key, named.key, language) or usual

    def title(self, language: str) -> str:
        game, scenario = title_in(self.info, language), self.scenario(language)
        if scenario == game:
            return game
        return self.phrase("report.title", language, game=game, scenario=scenario)

    def day(self, taken: Taken, language: str) -> str:
        day = taken.date
        month = self.phrase(f"month.{day.month}", language)
        return self.phrase("month.day", language, day=day.day, month=month)

    # the page

    def page(self) -> str:
        bundle = needed("vl_convert", "the report needs", "lab").javascript_bundle().replace("</script", "<\\/script")
        body = [
            self._head(),
            self._figures(),
            '<div class="grid">',
            self._levels(),
            self._points() if self.found.totals else self._length(),
            self._map(),
            self._chart("losses", self.both("losses.explained"), self._losses_key()),
            self._chart("luck", self._luck_said()),
            self._history(),
            self._rules(),
            self._length() if self.found.totals else "",
            self._again(wide=not self.found.totals),
            "</div>",
        ]
        return (
            f'<!doctype html>\n<html lang="{self.language}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{escape(self.title(self.language))}</title><style>{_file('report.css')}</style></head>"
            f"<body><main>{''.join(body)}</main>"
            f'<script type="application/json" id="report">{self._data()}</script>'
            f"<script>{bundle}</script><script>{_file('report.js')}</script></body></html>\n"
        )

    def _head(self) -> str:
        made = self.experiment
        bots = ", ".join(made.bots)
        first, last = made.seeds[0], made.seeds[-1]
        lines = [self.both("report.played", games=self.found.games, bots=bots, first=first, last=last)]
        if self.found.games < made.games:
            lines.append(self.both("report.unfinished", games=self.found.games, planned=made.games))
        if made.values is not None:
            lines.append(self.both("report.values", values=made.values.name))
        for option in self.info.options:
            value = dict(made.options).get(option.key, option.default)
            if value != option.default:
                lines.append(self.both("report.option", option=option.title.render, value=option.said(value).render))
        switch = "".join(
            f'<button lang="{language}" data-speak="{other}">{self.phrase("report.language", language)}</button>'
            for language, other in zip(LANGUAGES, reversed(LANGUAGES), strict=True)
        )
        return (
            f'<header><div><p class="kicker">{self.both("report.kicker")}</p>'
            f"<h1>{self.in_both(self.title)}</h1>{''.join(f'<p class=soft>{line}</p>' for line in lines)}</div>"
            f"<div>{switch}</div></header>"
        )

    def _usual(self, key: str) -> str:
        return next(option.default for option in self.info.options if option.key == key)

    def _figures(self) -> str:
        found = self.found
        cards = [self._card(side, place) for side, place in zip(self.sides, PLACES, strict=True)]
        cards.append(self._card(None, "nobody"))
        turns = sum(turns * often for turns, often in found.lengths.items()) / found.games
        mean = self.in_both(partial(decimal, f"{turns:.1f}"))
        cards.append(f'<div class="figure"><b>{mean}</b>{self.both("report.turns_mean")}</div>')
        decisions = found.decisions / found.games
        cards.append(f'<div class="figure"><b>{decisions:.0f}</b>{self.both("report.decisions")}</div>')
        return f'<div class="figures">{"".join(cards)}</div>'

    def _card(self, side: str | None, place: str) -> str:
        share = self.found.winners[side] / self.found.games
        low, high = wilson(share, self.found.games)
        said = self.both("report.draws") if side is None else self.both("report.wins", side=partial(self.side, side))
        shares = self.in_both(partial(percent, share))
        interval = self.both("report.interval", low=partial(percent, low), high=partial(percent, high))
        return f'<div class="figure {place}"><b>{shares}</b>{said}<small>{interval}</small></div>'

    def _section(self, key: str, *parts: str, wide: bool = False) -> str:
        head = f'<h2 id="head-{key}">{self.both(f"{key}.title")}</h2>'
        return f"<section{' class=wide' if wide else ''}>{head}{''.join(parts)}</section>"

    def _chart(self, key: str, said: str, more: str = "") -> str:
        drawn = _drawing(key)
        return self._section(key, f'<p class="soft">{said}</p>', drawn, more)

    # how games ended

    @cached_property
    def _titles(self) -> list[tuple[str, dict[str, str], str | None]]:
        """Every level once, as the game ranks them, then those it did not name."""
        ranked: dict[str, Level] = {level.key: level for level in (self.standing.levels if self.standing else ())}
        known = [(key, self._level(level), level.winner) for key, level in ranked.items()]
        met = {key: winner for (key, winner), _ in self.found.levels.items() if key not in ranked}
        return known + [(key, dict.fromkeys(LANGUAGES, key), winner) for key, winner in met.items()]

    def _level(self, level: Level) -> dict[str, str]:
        mark = " ★" if self.history and self.history.level == level.key else ""
        return {language: _upper(level.title.render(language)) + mark for language in LANGUAGES}

    def _levels(self) -> str:
        star = f" ★ {self.both('report.historical')}" if self.history and self.history.level else ""
        return self._chart("levels", self.both("levels.explained") + star)

    # history

    def _history(self) -> str:
        head = f"<h2>{self.both('report.history')}</h2>"
        if self.history is None:
            return f'<section class="wide">{head}<p class="soft">{self.both("report.no_history")}</p></section>'
        why = self.in_both(lambda language: self.history.why[language] if self.history else "")
        doubt = self.in_both(lambda language: self.history.doubt[language] if self.history else "")
        places = "".join(f"<li>{self._fell(taken)}</li>" for taken in self.history.taken)
        tolls = "".join(f"<p>{self._toll(at)}</p>" for at in range(len(self.history.tolls)))
        sources = "".join(f"<li>{escape(source)}</li>" for source in self.history.sources.values())
        return (
            f'<section class="wide">{head}<p>{why}</p><ul class="plain">{places}</ul>{tolls}<p class="soft">{doubt}</p>'
            f"<details><summary>{self.both('report.sources')}</summary><ul>{sources}</ul></details></section>"
        )

    def _fell(self, taken: Taken) -> str:
        key = "report.fell" if taken.turn is not None else "report.fell_after"
        said = self.both(key, place=taken.place, date=partial(self.day, taken), turn=taken.turn)
        return said if taken.sure else f'{said} <span class="soft">({self.both("report.unsure")})</span>'

    def _toll(self, at: int) -> str:
        assert self.history is not None
        toll = self.history.tolls[at]
        return self.both(
            "report.operation",
            operation=lambda language: toll.operation[language],
            lost=f"{toll.lost:,}".replace(",", "\u202f"),
            strength=f"{toll.strength:,}".replace(",", "\u202f"),
            share=partial(percent, toll.lost / toll.strength),
        )

    # turn by turn

    def _points(self) -> str:
        kinds = {row["kind"] for row in self._history_points}
        marks = {"history": "<i></i>", "account": '<i class="dot"></i>'}
        key = "".join(f"<li>{mark}{self.both(f'points.{kind}')}</li>" for kind, mark in marks.items() if kind in kinds)
        return self._chart("points", self.both("points.explained"), f'<ul class="key">{key}</ul>')

    @cached_property
    def _history_points(self) -> list[dict[str, Any]]:
        if self.history is None or self.standing is None:
            return []
        turns = sorted(self.found.totals)
        reckoned = self.history.points(self.standing, self._names, turns)
        told = [{"turn": one.turn, "points": one.points, "kind": "account"} for one in self.history.stood]
        return [{"turn": turn, "points": points, "kind": "history"} for turn, points in reckoned.items()] + told

    @cached_property
    def _names(self) -> dict[str, str]:
        return {self.board.grid.number(place.hex): place.name for place in self.board.places}

    def _losses_key(self) -> str:
        tolls = self.history.tolls if self.history else ()
        items = "".join(
            f"<li><i></i>{self.both('losses.history', side=partial(self.side, toll.side))}</li>" for toll in tolls
        )
        return f'<ul class="key">{items}</ul>' if items else ""

    def _history_losses(self) -> Iterator[dict[str, Any]]:
        """What men would be in steps, if a step were as large a part of a side as of those who were there."""
        turns = self.found.fronts.turns()
        for toll in self.history.tolls if self.history else ():
            steps = sum(piece.steps for piece in self.game.rules.pieces if piece.side == toll.side)
            for turn in turns:
                share = toll.share_after(turn - turns[0])
                yield {"side": toll.side, "turn": turn, "steps": round(steps * share, 1)}

    # the map

    def _map(self) -> str:
        fronts = self.found.fronts
        some = f"<p class=soft>{self.both('front.drawn', games=MOST_FRONTS)}</p>"
        drawn = some if self.found.games > MOST_FRONTS else ""
        modes = "".join(
            f'<input type="radio" name="mode" value="{mode}" id="mode-{mode}"{" checked" if mode == "front" else ""}>'
            f'<label for="mode-{mode}">{self.both(f"front.mode_{mode}")}</label>'
            for mode in ("front", "ground")
        )
        last = len(fronts.turns()) - 1
        controls = (
            f'<div class="controls"><output id="when" for="turn"></output>'
            f'<input type="range" id="turn" min="0" max="{last}" value="{last}" aria-label="turn">'
            f'<button id="play"></button><fieldset class="modes">{modes}</fieldset></div>'
        )
        less, more = self.both("front.less"), self.both("front.more")
        fire = "linear-gradient(90deg,#fde78c,#f9a33f,#d6452f,#801450,#3a0946)"
        ground = "linear-gradient(90deg,var(--first),#fbf6e8,var(--second))"
        first, second = (self.in_both(partial(self.side, side)) for side in self.sides)
        scales = (
            f'<div class="scale front">{less}<i style="background:{fire}"></i>{more}</div>'
            f'<div class="scale ground" hidden>{first}<i style="background:{ground}"></i>{second}</div>'
        )
        dots = self.both("front.dots") if self.history else ""
        said = f'<p class="soft">{self.both("front.explained", near=NEAR)} {dots}</p>'
        pointed = '<p class="said soft"></p>'
        return self._section("front", said, drawn, controls, self._svg(), scales, pointed, wide=True)

    @cached_property
    def _sheet(self) -> Sheet:
        return Sheet(self.board)

    @cached_property
    def _fought(self) -> list[int]:
        """The hexes anybody ever held."""
        fronts = self.found.fronts
        ever = sum(fronts.held[turn].sum(axis=0) + fronts.front[turn] for turn in fronts.turns())
        return [h for h, often in enumerate(ever.tolist()) if often]

    @cached_property
    def _frame(self) -> tuple[float, float, float, float]:
        """What was fought over, with a little around it: left, top, width, height."""
        xs, ys = zip(*(corner for h in self._fought for corner in self._sheet.corners(h)), strict=True)
        left, top = max(min(xs) - AROUND, 0.0), max(min(ys) - AROUND, 0.0)
        right = min(max(xs) + AROUND, self._sheet.width + 2 * MARGIN)
        low = min(max(ys) + AROUND, self._sheet.height + 2 * MARGIN)
        return left, top, right - left, low - top

    def _svg(self) -> str:
        """The map as it is drawn at the table, cut to what was fought over, and over it what this report has to say."""
        ground = draw_map(self.board, legend=False)
        left, top, wide, high = self._frame
        body = ground[ground.index(">", ground.index("<svg")) + 1 : ground.rindex("</svg>")]
        over = f'<rect class="veil" width="100%" height="100%"/><g class="heat"></g>{"".join(self._dots())}'
        box = f"{left:.0f} {top:.0f} {wide:.0f} {high:.0f}"
        named = 'role="img" aria-labelledby="head-front"'
        return f'<div class="map"><svg viewBox="{box}" {named}><g>{body}</g>{over}</svg></div>'

    def _dots(self) -> Iterator[str]:
        holders = {o.hex: o.holder for o in (self.standing.objectives if self.standing else ())}
        places = dict(zip(self.sides, PLACES, strict=True))
        radius = max(self._frame[2:]) / DOTS
        for taken in self.history.taken if self.history else ():
            for hex in (hex for hex, name in self._names.items() if name == taken.place):
                x, y = self._sheet.centre(self.board.grid.index(hex))
                other = next(side for side in self.sides if side != taken.side)
                before = places.get(holders.get(hex) or other, PLACES[0])
                tip = f"{taken.place}: {self.day(taken, self.language)}"
                yield (
                    f'<circle class="fell{"" if taken.sure else " unsure"}" cx="{x:.0f}" cy="{y:.0f}" r="{radius:.0f}" '
                    f'data-before="{before}" data-after="{places[taken.side]}" '
                    f'data-turn="{taken.turn or ""}"><title>{escape(tip)}</title></circle>'
                )

    def _map_data(self) -> dict[str, Any]:
        fronts, fought = self.found.fronts, self._fought
        centre = self._sheet.centre(fought[0])
        outline = " ".join(f"{x - centre[0]:.1f},{y - centre[1]:.1f}" for x, y in self._sheet.corners(fought[0]))

        def shares(counts: Any, turn: int) -> list[int]:
            every = fronts.shares(counts, turn)
            return [every[h] for h in fought]

        turns = [
            {
                "turn": turn,
                "first": shares(fronts.held[turn][0], turn),
                "second": shares(fronts.held[turn][1], turn),
                "front": shares(fronts.front[turn], turn),
            }
            for turn in fronts.turns()
        ]
        places = [self._names.get(self.board.grid.number(h), self.board.grid.number(h)) for h in fought]
        hexes = [[round(value, 1) for value in self._sheet.centre(h)] for h in fought]
        return {"outline": f"M{outline}Z", "hexes": hexes, "names": places, "turns": turns}

    # luck, length, rules

    def _luck_said(self) -> str:
        share = self.found.luckier / self.found.decided if self.found.decided else 0.0
        return self.both("luck.explained", side=partial(self.side, self.sides[0]), share=partial(percent, share))

    def _length(self) -> str:
        said = self.both("length.explained", seconds=partial(decimal, f"{self.found.seconds / self.found.games:.2g}"))
        return self._chart("length", said if self.found.totals else f"{self.both('points.none')} {said}")

    @cached_property
    def _known_rules(self) -> list[str]:
        return [rule.id for rule in rules_of(self.info.key).values() if rule.kind == "enforce"]

    def _rules(self) -> str:
        silent = [rule for rule in self._known_rules if not self.found.rules[rule]]
        rows = "".join(f"<tr><td>{escape(rule)}</td><td>{self._rule(rule)}</td></tr>" for rule in silent)
        count = self.both("rules.silent", count=len(silent), all=len(self._known_rules))
        table = (
            f'<div class="scroll" tabindex="0"><table>{rows}</table></div>' if silent else self.both("rules.all_fired")
        )
        chart = _drawing("rules")
        more = f"<details open><summary>{count}</summary>{table}</details>"
        return self._section("rules", f'<p class="soft">{self.both("rules.explained")}</p>', chart, more, wide=True)

    def _rule(self, rule: str) -> str:
        return self.in_both(lambda language: _titled(self.info.key, rule, language))

    def _again(self, wide: bool) -> str:
        made = self.experiment
        command = f"countermarch lab balance {made.game} --scenario {made.scenario} --games {made.games}"
        command += f" --bots {','.join(made.bots)} --seed {made.seed}"
        command += "".join(f" --option {key}={value}" for key, value in made.options if value != self._usual(key))
        if made.values is not None:
            command += f" --data {TUNED if made.values.name == TUNED else 'FILE'}"
        play = f"countermarch lab replay FOLDER {made.seed} --save game.json"
        versions = {"version": self.manifest["countermarch"], "build": self.manifest["build"]}
        said = self.both("again.made", **versions, rules=self.manifest["rules"])
        return self._section(
            "again",
            f"{_typed(f'{command} --out FOLDER')}<p>{self.both('again.explained')}</p>{_typed(play)}",
            f'<p class="soft">{said}</p>',
            wide=wide,
        )

    # data

    def _data(self) -> str:
        document = {
            "words": {language: self._words(language) for language in LANGUAGES},
            "specs": {language: self._specs(language) for language in LANGUAGES},
            "data": self._rows(),
            "map": self._map_data(),
        }
        return json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")

    def _words(self, language: str) -> dict[str, Any]:
        keys = ("turn", "setup", "play", "stop")
        blanks = {"here": {"share": "{share}"}, "held": {"share": "{share}", "side": "{side}"}}
        told: dict[str, Any] = {key: self.phrase(f"front.{key}", language) for key in keys}
        told |= {key: self.phrase(f"front.{key}", language, **params) for key, params in blanks.items()}
        sides = [self.side(side, language) for side in self.sides]
        return {**told, "title": self.title(language), "sides": sides, "dates": self._dates(language)}

    def _dates(self, language: str) -> dict[str, str]:
        """The days of the turns, where a game has them."""
        rows = [row.values for row in self.game.rules.charts().get("turns", ())]
        return {row["turn"]: name_in(language, DATE, row["dates"]) for row in rows if {"turn", "dates"} <= row.keys()}

    def _specs(self, language: str) -> dict[str, Any]:
        caption = partial(_caption, language)
        titles = self.titles(language)
        specs = {
            "levels": charts.levels(caption, language, self.sides, [title[language] for _, title, _ in self._titles]),
            "losses": charts.losses(caption, self.sides, titles, real=bool(self.history and self.history.tolls)),
            "luck": charts.luck(caption, self.sides, titles),
            "length": charts.length(caption),
            "rules": charts.rules(caption, language, min(len(self.found.rules), SHOWN_RULES)),
        }
        if self.found.totals and self.standing is not None and self.standing.measure is not None:
            specs["points"] = charts.points(
                caption,
                _upper(self.standing.measure.render(language)),
                real={row["kind"] for row in self._history_points},
            )
        return specs

    def _rows(self) -> dict[str, list[dict[str, Any]]]:
        found = self.found
        lost = [
            row
            for side in self.sides
            for row in charts.band_rows({turn: found.lost[side, turn] for turn in found.fronts.turns()}, side)
        ]
        return {
            "levels": charts.level_rows(found, self._titles),
            "points": charts.band_rows(found.totals),
            "history_points": self._history_points,
            "losses": lost,
            "history_losses": list(self._history_losses()),
            "luck": charts.luck_rows(found, self.sides),
            "length": [{"turns": turns, "games": often} for turns, often in sorted(found.lengths.items())],
            "rules": [self._fired(rule, often) for rule, often in found.rules.most_common(SHOWN_RULES)],
        }

    def _fired(self, rule: str, often: int) -> dict[str, Any]:
        titles = {f"title_{language}": f"{rule} {_titled(self.info.key, rule, language)}" for language in LANGUAGES}
        return {"often": often / self.found.games, **titles}


def _drawing(key: str) -> str:
    return f'<div class="chart" id="{key}" role="img" aria-labelledby="head-{key}"></div>'


def _typed(command: str) -> str:
    return f'<pre tabindex="0">{escape(command)}</pre>'


def _caption(language: str, key: str, **params: object) -> str:
    return say("lab." + key, **params).render(language)


def _titled(game: str, rule: str, language: str) -> str:
    known = rules_of(game, language)
    return known[rule].title if rule in known else ""


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _file(name: str) -> str:
    return files("countermarch.lab").joinpath("data", name).read_text(encoding="utf-8")
