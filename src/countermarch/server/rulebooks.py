"""A game's rules to be read: by chapter, with what each names and what else says the same, charts, and origins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from countermarch.charts import Row
from countermarch.flow import Procedure
from countermarch.games import offered
from countermarch.games import rules as load_rules
from countermarch.games.base import OptionInfo, Rules
from countermarch.games.briefings import title_in
from countermarch.rulebook import DESIGN, Rule, about, chapters_of, chart_rules, differences_of, named_in, rules_of
from countermarch.server.asked import Lang
from countermarch.server.boarddata import Document, document_of, words_of
from countermarch.server.examples import examples_of
from countermarch.server.matches import REFUSALS, send
from countermarch.server.problems import problem
from countermarch.state import Chance
from countermarch.texts import section
from countermarch.texts.names import SOURCE, name_in

GUESSED = "reconstructed"
INNER = ("rule", "note", "name", "kind", "formation")  # columns for the program, not for players
KEY_BYTES = bytes(32)
router = APIRouter(prefix="/api", responses=REFUSALS)


class OptionRead(BaseModel):
    title: str
    values: list[str]
    default: str


class RuleRead(BaseModel):
    id: str
    title: str
    gist: str
    kind: Annotated[str, Field(description="enforce: the engine applies it; data: a table or list; info: neither")]
    ours: Annotated[bool, Field(description="whether it is of our own design, where the rulebook is not known")]
    links: Annotated[dict[str, str], Field(description="rules its text names: as written there, and by id")]
    named_by: list[str]
    also: Annotated[list[str], Field(description="rules that a question of the game cites beside it")]
    options: list[OptionRead]
    charts: list[str]
    example: Annotated[bool, Field(description="whether there is a position to try it in")]
    kin: Annotated[dict[str, list[str]], Field(description="by sister game: the rules there that say the same")]


class ChapterRead(BaseModel):
    key: str
    title: Annotated[str, Field(description="empty if the game has no name for it")]
    rules: list[RuleRead]


class RowRead(BaseModel):
    cells: list[str]
    source: Annotated[str, Field(description="where its values come from")]
    guessed: Annotated[bool, Field(description="whether any of them was reconstructed")]


class ChartRead(BaseModel):
    key: str
    title: str
    columns: list[str]
    rows: list[RowRead]
    codes: Annotated[list[tuple[str, str]], Field(description="results it prints, in words")]


class DifferenceRead(BaseModel):
    ours: list[str]
    theirs: list[str]
    text: str


class KinRead(BaseModel):
    game: str
    title: str
    differences: list[DifferenceRead]


class OriginRead(BaseModel):
    """How many values of a kind are on record, and how many are reconstructed."""

    title: str
    known: int
    guessed: int


class RulebookRead(BaseModel):
    game: str
    title: str
    about: str
    chapters: list[ChapterRead]
    charts: list[ChartRead]
    kin: list[KinRead]
    origins: list[OriginRead]


@router.get("/games/{key}/rules", response_class=JSONResponse, response_model=RulebookRead)
def rulebook(key: Annotated[str, Path(max_length=64)], lang: Lang, request: Request) -> Response:
    """The whole rulebook in our own words; answers 304 to the right If-None-Match."""
    if all(game.info.key != key for game in offered()):
        raise problem(404, "game")
    return send(rules_document(key, lang), request)


@cache
def rules_document(game: str, language: str) -> Document:
    return document_of(read_rulebook(game, language).model_dump())


@cache
def read_rulebook(game: str, language: str) -> RulebookRead:
    rules = load_rules(game)
    reader = _Reader(rules, language)
    return RulebookRead(
        game=game,
        title=title_in(rules.info, language),
        about=about(game, language),
        chapters=[
            ChapterRead(key=one.key, title=one.title, rules=[reader.rule(rule) for rule in one.rules])
            for one in chapters_of(game, language)
        ],
        charts=[reader.chart(name, rows) for name, rows in rules.charts().items() if rows],
        kin=[_kin(game, other, language) for other in _sisters(game)],
        origins=list(_origins(rules, language)),
    )


class _Reader:
    """What is said of each rule beside its text."""

    def __init__(self, rules: Rules, language: str) -> None:
        game = rules.info.key
        self.language = language
        self.index = rules_of(game, language)
        self.words = words_of(rules, language)
        self.links = {id: named_in(rule.gist, self.index) for id, rule in self.index.items()}
        self.named_by = _turned({id: links.values() for id, links in self.links.items()})
        self.examples = examples_of(game)
        self.also = _cited_together(rules)
        self.charts = _turned({chart: [rule] for chart, rule in chart_rules(game).items()})
        self.options = defaultdict(list)
        for option in rules.info.options:
            self.options[option.rule.rule].append(option)
        self.kin = {other: _counterparts(game, other) for other in _sisters(game)}

    def rule(self, rule: Rule) -> RuleRead:
        links = {word: id for word, id in self.links[rule.id].items() if id != rule.id}
        near = {rule.id, *links.values()}
        return RuleRead(
            id=rule.id,
            title=rule.title,
            gist=rule.gist,
            kind=rule.kind,
            ours=rule.book.endswith(DESIGN),
            links=links,
            named_by=[
                id for id in self.named_by.get(rule.id, ()) if not rule.id.startswith(id)
            ],  # no heading of its own
            also=[id for id in self.also.get(rule.id, ()) if id not in near],
            options=[self.option(option) for option in self.options[rule.id]],
            charts=self.charts.get(rule.id, []),
            example=rule.id in self.examples,
            kin={other: found[rule.id] for other, found in self.kin.items() if rule.id in found},
        )

    def option(self, option: OptionInfo) -> OptionRead:
        said = {value: option.said(value).render(self.language) for value in option.values}
        title = option.title.render(self.language)
        return OptionRead(title=title, values=list(said.values()), default=said[option.default])

    def chart(self, name: str, rows: Sequence[Row]) -> ChartRead:
        shown = [column for column in rows[0].values if not column.startswith("source") and column not in INNER]
        results = self.words.get("results", {})
        printed = dict.fromkeys(value for row in rows for value in row.values.values()) if "die" in shown else {}
        return ChartRead(
            key=name,
            title=self.words["charts"].get(name, name),
            columns=[self.words["columns"].get(column, column) for column in shown],
            rows=[self.row(row, shown) for row in rows],
            codes=[(code, results[code]) for code in printed if code in results and not code.isdigit()],
        )

    def row(self, row: Row, shown: Sequence[str]) -> RowRead:
        sources = dict.fromkeys(value for column, value in row.values.items() if _is_source(column) and value)
        return RowRead(
            cells=[self.cell(row.values[column]) for column in shown],
            source=" · ".join(name_in(self.language, SOURCE, source) for source in sources),
            guessed=any(GUESSED in source for source in sources),
        )

    def cell(self, value: str) -> str:
        groups = (group for family, group in self.words.items() if family != "results")
        return next((group[value] for group in groups if value in group), value)


def _is_source(column: str) -> bool:
    return column.startswith("source") and column != "source_hex"


def _turned(named: Mapping[str, Any]) -> dict[str, list[str]]:
    """Who names each."""
    found: dict[str, list[str]] = {}
    for by, names in named.items():
        for name in dict.fromkeys(names):
            found.setdefault(name, []).append(by)
    return found


def _cited_together(rules: Rules) -> dict[str, list[str]]:
    """The rules that stand beside a rule when the game asks something."""
    defaults = {option.key: option.default for option in rules.info.options}
    play = rules.begin(rules.info.scenarios[0].key, defaults, Chance(KEY_BYTES))
    rooms = (*rules.rooms, *rules.packages)
    found: dict[str, dict[str, None]] = {}
    for procedure in Procedure.registry.values():
        if procedure.full_name.partition(".")[0] in rooms:
            cited = [play.cite(rule).rule for rule in procedure.cites]
            for rule in cited:
                found.setdefault(rule, {}).update(dict.fromkeys(cited))
    known = rules_of(rules.info.key)
    return {rule: [other for other in others if other in known] for rule, others in found.items()}


# sister games


def _sisters(game: str) -> list[str]:
    return [other.info.key for other in offered() if _counterparts(game, other.info.key)]


@cache
def _counterparts(game: str, other: str) -> Mapping[str, list[str]]:
    """By rule of a game, those of another that say the same."""
    pairs = [(ours, theirs) for theirs, ours in load_rules(game).kin.get(other, {}).items()]
    pairs += load_rules(other).kin.get(game, {}).items()
    here, there = rules_of(game), rules_of(other)
    known = [(ours, theirs) for ours, theirs in pairs if ours in here and theirs in there]
    return _turned({theirs: [ours for ours, their in known if their == theirs] for _, theirs in known})


def _kin(game: str, other: str, language: str) -> KinRead:
    """Differences are written down by one of the two."""
    with_other, found = differences_of(game, language)
    if with_other == other:
        told = [DifferenceRead(ours=list(d.ours), theirs=list(d.theirs), text=d.text) for d in found]
    else:
        with_game, found = differences_of(other, language)
        theirs = found if with_game == game else ()
        told = [DifferenceRead(ours=list(d.theirs), theirs=list(d.ours), text=d.text) for d in theirs]
    return KinRead(game=other, title=title_in(load_rules(other).info, language), differences=told)


# where values come from


def _origins(rules: Rules, language: str) -> Iterator[OriginRead]:
    """Charts one by one, counters by what is said of them, the map as a whole."""
    said = words_of(rules, language)["charts"] | section("origin", ("server",), language)
    counted: dict[str, list[int]] = {}
    for what, value, source in rules.sources():
        family, _, rest = what.partition("/")
        kind = rest.rpartition("/")[2] if family == "units" else family
        counted.setdefault(said.get(kind, kind), [0, 0])[GUESSED in source or value == GUESSED] += 1
    for title, (known, guessed) in counted.items():
        yield OriginRead(title=title, known=known, guessed=guessed)
