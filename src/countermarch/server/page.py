"""An analysis as one page that needs nothing else: the curve, what each side owes to luck and choice, the moments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from countermarch.atlas.counters import Counter
from countermarch.atlas.excerpt import Arrow, Excerpts
from countermarch.atlas.svg import tag
from countermarch.atlas.table import counters, style_of
from countermarch.bots.analysis import LUCK, Analysis
from countermarch.games.briefings import scenario_title, side_in, title_in
from countermarch.match import Match
from countermarch.server import advice_models as ad
from countermarch.server.report import moments, report
from countermarch.server.words import names_in
from countermarch.texts import say

BETTER, PLAYED = "#5b2a86", "#6b6350"
WIDE, HIGH, LEFT, FOOT = 1000.0, 260.0, 56.0, 28.0  # pixels of the curve
STYLE = """
body{margin:0 auto;max-width:1080px;padding:24px 20px 60px;background:#ece3cb;color:#26221a;
font:1.0625rem/1.45 'Source Sans 3',Calibri,system-ui,sans-serif}
h1,h2{font-family:'EB Garamond',Georgia,serif;line-height:1.15;margin:0 0 8px}h1{font-size:2.25rem}h2{font-size:1.5rem}
section,header{background:#fbf6e8;border:1px solid #cbbf9f;border-radius:12px;padding:18px 22px;margin-bottom:18px}
p{margin:4px 0}ul{margin:2px 0 6px;padding-left:1.2em}.soft{color:#5c5443}.sums p{font-size:1.1875rem}
i{display:inline-block;width:14px;height:14px;border-radius:3px;border:1px solid #0006;margin-right:7px;
vertical-align:-2px}svg{display:block;width:100%;height:auto;border-radius:8px}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{padding:4px 10px;text-align:right;
border-top:1px solid #e6dcc2}th:first-child{text-align:left}
.moment:has(svg){display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);gap:18px;
align-items:start;break-inside:avoid}
.by{display:inline-block;padding:0 9px;border-radius:10px;color:#fff;background:#5b2a86;font-weight:600}
.by.luck{background:#7a5600;border-radius:3px}
@media(max-width:640px){body{padding:10px}.moment:has(svg){grid-template-columns:1fr}}
@media print{body{background:none}section,header{border:0;padding:0 0 12px}}
"""


def page(match: Match, found: Analysis, language: str) -> str:
    """Everything that was found out about a match, in one language."""
    return _Writer(match, found, language).page()


def percent(value: float, language: str) -> str:
    return f"{value * 100:.0f}\u00a0%" if language == "es" else f"{value * 100:.0f}%"


def gained(change: float, language: str) -> str:
    said = percent(abs(change), language)
    return f"±{said}" if said == percent(0, language) else f"{'−' if change < 0 else '+'}{said}"


class _Writer:
    def __init__(self, match: Match, found: Analysis, language: str) -> None:
        self.match, self.language = match, language
        self.found = report(match, found, language)
        self.rules, self.names = match.game.rules, names_in(match.game.rules, language)
        self.excerpts = Excerpts(self.rules.board)
        self.lying = [
            self._lying(before, swing.by == LUCK, swing.played) for swing, before in moments(match, found.moments)
        ]

    def _lying(self, before: Match, fallen: bool, played: Sequence[str]) -> list[Counter]:
        """The counters of a moment; a die is looked at after it has fallen."""
        if fallen:
            before.repeat(played[0])
        return counters(self.rules, before.position()["units"])

    # words

    def word(self, key: str, **params: object) -> str:
        return escape(say(f"server.analysis.{key}", **params).render(self.language))

    def side(self, side: str) -> str:
        return escape(side_in(self.match.game.info, side, self.language))

    def percent(self, value: float) -> str:
        return percent(value, self.language)

    def gained(self, change: float) -> str:
        return gained(change, self.language)

    def style(self, side: str) -> Mapping[str, str]:
        """The colours of a side: its own, else those of its first counter."""
        styles: Mapping[str, Mapping[str, str]] = self.rules.look["counters"]
        first = next(unit for unit in self.rules.pieces if unit.side == side)
        return styles.get(side) or style_of(self.rules, first)

    # the page

    def page(self) -> str:
        info = self.match.game.info
        title = escape(title_in(info, self.language))
        all_lying = [counter for lying in self.lying for counter in lying]
        body = [
            self._head(title),
            self._course(),
            f"<h2>{self.word('moments')}</h2>",
            *self._moments(),
            f'<p class="soft">{self.word("explained")} {self._closely()}</p>',
        ]
        ground = self.excerpts.ground(all_lying) if all_lying else ""
        return (
            f'<!doctype html>\n<html lang="{self.language}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{title}: {self.word('title')}</title><style>{STYLE}</style></head><body>"
            f"{ground}{''.join(body)}</body></html>\n"
        )

    def _closely(self) -> str:
        return self.word("closely", closely=self.found.closely, plans=self.found.plans)

    def _head(self, title: str) -> str:
        match = self.match
        scenario = next(s for s in match.game.info.scenarios if s.key == match.scenario)
        called = scenario_title(match.game.key, scenario.key, self.language) or scenario.title
        verdict = "" if match.result is None else match.result.text.render(self.language)
        facts = f"<p>{' · '.join(escape(said[:1].upper() + said[1:]) for said in (called, verdict) if said)}</p>"
        sums = "".join(map(self._sum, self.found.sides))
        return f'<header><h1>{title}</h1>{facts}<div class="sums">{sums}</div></header>'

    def _sum(self, side: str) -> str:
        told = self.word(
            "summary", luck=self.gained(self.found.luck[side]), choice=self.gained(self.found.choice[side])
        )
        return f'<p><i style="background:{self.style(side)["fill"]}"></i><b>{self.side(side)}:</b> {told}</p>'

    # the curve

    def _course(self) -> str:
        table = f'<div class="wide"><table>{self._table()}</table></div>'
        return f"<section><h2>{self.word('curve')}</h2>{self._curve()}{table}</section>"

    def _curve(self) -> str:
        first, second = self.found.sides
        line = self._line()
        parts = [
            tag("title", self.word("curve")),
            tag("rect", x=LEFT, y=0, width=WIDE, height=HIGH, fill=self.style(second)["fill"]),
            tag("path", d=f"{line}V{HIGH}H{LEFT}Z", fill=self.style(first)["fill"]),
            *self._levels(),
            *self._turns(),
            tag("path", d=line, fill="none", stroke="#26221a", stroke_width=3, stroke_linejoin="round"),
            _label(self.side(second), LEFT + 12, 22, self.style(second)["ink"]),
            _label(self.side(first), LEFT + 12, HIGH - 10, self.style(first)["ink"]),
            *self._dots(),
        ]
        return tag("svg", "".join(parts), viewBox=f"0 -12 {LEFT + WIDE + 12:.0f} {HIGH + FOOT + 12:.0f}", role="img")

    def _x(self, index: int) -> float:
        return LEFT + WIDE * index / max(self.found.actions, 1)

    def _y(self, chance: float) -> float:
        return (1 - chance) * HIGH

    def _line(self) -> str:
        bends = "".join(f"H{self._x(index):.1f}V{self._y(chance):.1f}" for index, chance in self.found.curve)
        return f"M{LEFT},{self._y(self.found.start):.1f}{bends}H{LEFT + WIDE}"

    def _levels(self) -> Iterator[str]:
        for chance in (1.0, 0.5, 0.0):
            yield _label(self.percent(chance), LEFT - 8, self._y(chance) + 5, "#5c5443", anchor="end")
        even = {"x1": LEFT, "x2": LEFT + WIDE, "y1": HIGH / 2, "y2": HIGH / 2}
        yield tag("line", **even, stroke="#26221a", stroke_dasharray="4 5")

    def _turns(self) -> Iterator[str]:
        start = 0
        for course in self.found.turns:
            left, right = self._x(start), self._x(course.index)
            if start:
                yield tag("line", x1=left, x2=left, y1=0, y2=HIGH, stroke="#26221a", stroke_opacity=0.25)
            if right - left > 18:
                yield _label(str(course.turn), (left + right) / 2, HIGH + 20, "#5c5443", anchor="middle")
            start = course.index

    def _dots(self) -> Iterator[str]:
        for number, moment in enumerate(self.found.moments, 1):
            chance = next((c for index, c in reversed(self.found.curve) if index <= moment.index), self.found.start)
            x, y = self._x(moment.index), self._y(chance)
            yield tag(
                "rect", x=x - 11, y=y - 11, width=22, height=22, rx=3 if moment.by == "luck" else 11,
                fill="#fffdf6", stroke="#26221a", stroke_width=2,
            )  # fmt: skip
            yield _label(str(number), x, y + 5, "#26221a", anchor="middle")

    def _table(self) -> str:
        first, second = self.found.sides
        heads = [
            self.word("turn"),
            self.word("of", side=self.side(first)),
            self.word("luck_of", side=self.side(first)),
            *(self.word("choices_of", side=self.side(side)) for side in (first, second)),
        ]
        rows = [f"<tr>{''.join(f'<th scope=col>{head}</th>' for head in heads)}</tr>"]
        for course in self.found.turns:
            cells = [self.percent(course.chance), self.gained(course.luck)]
            cells += [self.gained(course.choice[side]) for side in (first, second)]
            rows.append(f"<tr><th scope=row>{course.turn}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
        return "".join(rows)

    # moments

    def _moments(self) -> Iterator[str]:
        for number, (moment, lying) in enumerate(zip(self.found.moments, self.lying, strict=True), 1):
            picture, told = self._picture(moment, lying), self._told(number, moment)
            yield f'<section class="moment">{picture}<div>{told}</div></section>'

    def _told(self, number: int, moment: ad.SwingOut) -> str:
        place = f" · {escape(self.names.get(moment.hex, moment.hex))}" if moment.hex else ""
        head = f"<h2>{number}. {self.word('turn')} {moment.turn}{place}</h2>"
        what = f'<span class="by {moment.by}">{self.word(moment.by)}</span> {self.side(moment.side)}'
        lines = [f"{head}<p>{what} <b>{self.gained(moment.change)}</b></p>"]
        if moment.by == "luck":
            lines += [f"<p>{escape(line)}</p>" for line in moment.told]
            came = self.word(
                "fell", expected=self.percent(moment.stood), now=self.percent(moment.stood + moment.change)
            )
            return "".join([*lines, f'<p class="soft">{came}</p>'])
        own = [[step for step in steps if not step.shared] for steps in (moment.played, moment.better)]
        if any(own):
            lines += [self._plan("played", own[0]), self._plan("better", own[1]) or self._nothing()]
        else:
            lines.append(f"<p>{self.word('alike')}</p>")
        missed = self.word("missed", stood=self.percent(moment.stood), gain=self.percent(-moment.change))
        return "".join([*lines, f'<p class="soft">{missed}</p>'])

    def _nothing(self) -> str:
        return f"<p><b>{self.word('better')}</b>: {self.word('nothing')}</p>"

    def _plan(self, key: str, steps: Sequence[ad.PlannedStep]) -> str:
        if not steps:
            return ""
        items = "".join(
            f"<li>{escape(step.text or '')}{self._reason(step.reason)}</li>" for step in steps
        )  # fmt: skip
        return f"<p><b>{self.word(key)}</b></p><ul>{items}</ul>"

    def _reason(self, reason: str | None) -> str:
        return f'<br><span class="soft">{escape(reason)}</span>' if reason else ""

    def _picture(self, moment: ad.SwingOut, lying: Sequence[Counter]) -> str:
        """What was played is dashed, what was better drawn through."""
        plans = ((moment.played, PLAYED, True), (moment.better, BETTER, False))
        own = [(step, colour, dashed) for steps, colour, dashed in plans for step in steps if not step.shared]
        arrows = [Arrow(s.start, s.end, colour, dashed) for s, colour, dashed in own if s.start and s.end]
        struck = list(dict.fromkeys(step.target for step, _, _ in own if step.target))
        rings = struck or ([moment.hex] if moment.hex and not arrows else [])
        hexes = [hex for arrow in arrows for hex in (arrow.start, arrow.end)] + rings
        if not hexes:
            return ""
        return self.excerpts.picture(lying, hexes, arrows, rings, self.word("map"))


def _label(text: str, x: float, y: float, colour: str, anchor: str = "start") -> str:
    return tag("text", text, x=x, y=y, fill=colour, text_anchor=anchor, font_size=15, font_weight=600)
