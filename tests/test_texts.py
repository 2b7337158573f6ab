"""Every text the source can say is in both catalogues, with the parameters it is said with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

import countermarch as cm
from countermarch.flow import KINDS, Procedure
from countermarch.pieces import SIZES
from countermarch.rulebook import rules_of
from countermarch.shelf import OURS
from countermarch.texts import LANGUAGES, SaidError, Text, catalogue, say, section
from countermarch.texts.names import DATE, PLACE, UNIT, dated, name_in

SOURCE = Path(cm.__file__).parent
# what says a text: the argument that is its key, and what stands before the key; * is the game's own room
SPEAKERS = {
    "say": (0, ""),
    "tell": (0, "*.event."),
    "no": (1, "*.refusal."),
    "deny": (0, "*.refusal."),
    "part": (1, "*.part."),
    "_part": (1, "*.part."),
    "both": (0, "lab."),
    "caption": (0, "lab."),
    "phrase": (0, "lab."),
}
ROOMS = ("vistula", "seelow", "bridgehead")  # other games speak with the words of chitpull
CITES = {"tell": 1, "no": 0, "cite": 0, "part": 3, "_part": 3}


class Said(NamedTuple):
    """A key as the source writes it: `*` stands for what is filled in; `params` is None if they cannot be told."""

    place: str
    key: str
    params: frozenset[str] | None


def _calls(folder: Path) -> Iterator[tuple[str, str, ast.Call]]:
    """Every call under a folder: where it stands and the last name of what is called."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                yield f"{file.relative_to(SOURCE)}:{node.lineno}", name, node


@cache
def said() -> list[Said]:
    return [
        Said(place, SPEAKERS[name][1].replace("*", _room(place, name)) + key, _params(node))
        for place, name, node in _calls(SOURCE)
        if name in SPEAKERS and len(node.args) > SPEAKERS[name][0]
        for key in _words(node.args[SPEAKERS[name][0]])
    ]


def _room(place: str, speaker: str) -> str:
    if place.startswith("games/common/"):  # what happens is told in a game's own words
        return "bridgehead" if speaker == "tell" else "common"
    return next((room for room in ROOMS if place.startswith(f"games/{room}/")), "chitpull")


def _params(node: ast.Call) -> frozenset[str] | None:
    names = [word.arg for word in node.keywords]
    return None if None in names else frozenset(str(name) for name in names)


def _words(node: ast.expr) -> list[str]:
    """What an expression can be: a string, both ends of an `if`, or a pattern of filled-in parts."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.IfExp):
        return [*_words(node.body), *_words(node.orelse)]
    if isinstance(node, ast.JoinedStr):
        return ["".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)]
    return []


def parameters(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


def matching(pattern: str, language: str) -> list[str]:
    shape = re.compile(re.escape(pattern).replace(r"\*", r"[^.]+"))
    return [key for key in catalogue(language) if shape.fullmatch(key)]


def test_the_source_says_something() -> None:
    assert len(said()) > 100 and any(one.key == "chitpull.event.moved" for one in said())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_of_the_source_is_in_the_catalogue(language: str) -> None:
    missing = [f"{one.place} {one.key}" for one in said() if not matching(one.key, language)]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_gets_the_parameters_it_needs(language: str) -> None:
    words = catalogue(language)
    wrong = [
        f"{one.place} {key} needs {sorted(parameters(words[key]))}"
        for one in said()
        for key in matching(one.key, language)
        if "*" not in one.key and one.params is not None and not parameters(words[key]) <= one.params
    ]
    assert wrong == []


def test_both_languages_have_the_same_keys_with_the_same_parameters() -> None:
    english, spanish = catalogue("en"), catalogue("es")
    assert sorted(english) == sorted(spanish)
    assert [key for key in english if parameters(english[key]) != parameters(spanish[key])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_padded(language: str) -> None:
    assert [key for key, text in catalogue(language).items() if not text or text != text.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_size_a_counter_may_have_is_said(language: str) -> None:
    assert set(section("size", (), language)) == set(SIZES) - {""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prompt_a_procedure_asks_with_exists(language: str) -> None:
    load_all()
    asked = [cls for cls in Procedure.registry.values() if cls.asks]
    assert asked
    assert [cls.full_name for cls in asked if cls.asks not in catalogue(language)] == []


def load_all() -> None:
    for key in OURS:
        cm.load(key)


def test_what_actions_mean_is_said_by_the_procedures_that_offer_them() -> None:
    """Every section of the catalogue is named by somebody, and whoever names one finds it."""
    load_all()
    sections = {key.rpartition(".")[0] for key in catalogue("en") if ".action." in key}
    named = {procedure.answers for procedure in Procedure.registry.values() if procedure.answers}
    assert len(named) > 40 and named == sections


def test_every_procedure_asks_in_a_known_shape_and_cites_rules_that_exist() -> None:
    load_all()
    for cls in Procedure.registry.values():
        book = _book(cls.full_name.partition(".")[0])
        assert cls.kind in KINDS, cls.full_name
        assert [rule for rule in cls.cites if not is_indexed(rule, book)] == [], cls.full_name


def _book(room: str) -> str:
    """Whose rules a room numbers by: the family's are those of the first of its games."""
    return room if room in ROOMS else "koenigsberg"


def is_indexed(rule: str, book: str) -> bool:
    """A rule with a space before its number names its book; what is filled in cannot be told from the source."""
    named, _, number = rule.rpartition(" ")
    return "*" in number or number in rules_of(named or book)


@pytest.mark.parametrize("room", ["chitpull", "koenigsberg45", "vistula", "seelow"])
def test_every_rule_the_source_cites_is_in_the_index(room: str) -> None:
    cited = [
        (place, rule)
        for place, name, node in _calls(SOURCE / "games" / room)
        if name in CITES and len(node.args) > CITES[name]
        for rule in _words(node.args[CITES[name]])
    ]
    assert len(cited) > 10
    assert [f"{place} {rule}" for place, rule in cited if not is_indexed(rule, _book(room))] == []


@pytest.mark.parametrize("game", ["koenigsberg", "koenigsberg45"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_families_of_keys_are_complete(language: str, game: str) -> None:
    from countermarch.games.chitpull.reckoning import LINES
    from countermarch.games.chitpull.rules import ChitPullRules
    from countermarch.games.chitpull.verbs import MODES

    rules = cm.load(game).rules
    assert isinstance(rules, ChitPullRules)
    keys = [f"chitpull.{said}{phase}" for said in ("phase.", "event.phase_") for phase in rules.phases]
    keys += [f"chitpull.mode.{mode}" for mode in MODES]
    keys += [f"chitpull.group.{group}" for group in rules.edition.groups]
    keys += [f"chitpull.level.{level}" for _, level, _ in rules.edition.levels] + ["chitpull.level.sudden_death"]
    terrain = {rules.tables.terrain_of(h) for h in range(rules.tables.n) if rules.tables.land[h]}
    keys += [f"chitpull.part.{name}" for name in sorted(terrain)]
    keys += [f"chitpull.part.shift_{name}" for name in sorted(terrain) if rules.tables.shifts[name]]
    keys += [f"chitpull.part.line_{name}" for name in LINES if name]
    for option in rules.info.options:
        keys += [f"options.{option.key}.{name}" for name in ("title", *option.values)]
    assert [key for key in keys if key not in catalogue(language)] == []


def test_a_text_renders_in_each_language_and_goes_to_json() -> None:
    text = say("chitpull.event.moved", unit="5A-72", start="0101", hex="0102", mode=say("chitpull.mode.rail"))
    assert str(text) == "5A-72 moves from 0101 to 0102 (by rail)"
    assert text.render("es") != str(text) and "5A-72" in text.render("es")
    assert text.to_json()["params"] == {
        "unit": "5A-72",
        "start": "0101",
        "hex": "0102",
        "mode": {"key": "chitpull.mode.rail", "params": {}},
    }


def test_several_values_are_listed() -> None:
    assert str(Text("chitpull.event.activated", {"unit": ("5A-72", "5A-65")})) == "5A-72, 5A-65 is activated"


def test_an_unknown_language_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no catalogue for 'de'; choose one of en, es"):
        say("chitpull.event.drawn", chit="5A").render("de")


def test_a_missing_key_fails_loudly() -> None:
    with pytest.raises(KeyError):
        str(say("chitpull.event.no_such_thing"))


SAID_ERRORS = ("GameError", "IllegalAction", "NotationError", "PositionError", "SaveError", "UnknownBot", "UnknownGame")


def test_every_error_a_player_reads_is_a_text() -> None:
    """Written in the source as a string it would be told in English only."""
    bare = [
        place
        for place, name, node in _calls(SOURCE)
        if name in SAID_ERRORS and isinstance(node.args[0], (ast.Constant, ast.JoinedStr))
    ]
    assert bare == []


def test_an_error_is_told_in_the_language_asked_for_and_is_english_as_a_string() -> None:
    game = cm.load("koenigsberg")
    with pytest.raises(cm.NotationError) as wrong:
        game.parse("move 5A-73")
    assert isinstance(wrong.value, SaidError) and isinstance(wrong.value.said, Text)
    assert str(wrong.value) == wrong.value.said.render("en")
    assert "did you mean 5A-72 or" in str(wrong.value) and "¿querías decir 5A-72 o " in wrong.value.said.render("es")


def test_an_error_inside_another_is_told_in_the_same_language() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    saved = match.save().replace('"actions": []', '"actions": ["fly 0101"]')
    with pytest.raises(cm.SaveError) as wrong:
        cm.resume(saved)
    assert "no action begins with 'fly'" in str(wrong.value)
    assert isinstance(wrong.value.said, Text) and "ninguna acción empieza por 'fly'" in wrong.value.said.render("es")


@pytest.mark.parametrize(
    ("family", "english", "spanish"),
    [
        (UNIT, "113th Rifle Corps", "113.º Cuerpo de Fusileros"),
        (UNIT, "3rd Guards Rifle Corps", "3.er Cuerpo de Fusileros de la Guardia"),
        (UNIT, "fighter corps of 16th Air Army", "cuerpo de caza del 16.º Ejército Aéreo"),
        (UNIT, "561. Volksgrenadier-Division", "561. Volksgrenadier-Division"),
        (PLACE, "Bug-Narew+Vistula", "Bug-Narew+Vístula"),
        (PLACE, "Corpellen and Reußwalde forest", "Bosque de Corpellen y Reußwalde"),
        (DATE, "January II 1945", "enero II de 1945"),
        (DATE, "31 Jan-1 Feb", "31 ene-1 feb"),
    ],
)
def test_names_are_said_by_their_pattern(family: str, english: str, spanish: str) -> None:
    assert name_in("es", family, english) == spanish and name_in("en", family, english) == english


@pytest.mark.parametrize("game", ["koenigsberg", "koenigsberg45", "stargard", "vistula"])
def test_the_dates_of_turns_are_said_in_the_language_asked_for(game: str) -> None:
    rules = cm.load(game).rules
    for dates in (row.values["dates"] for row in rules.charts()["turns"]):
        said = dated(dates)
        assert isinstance(said, Text) and said.render("en") == dates
        assert said.render("es") == name_in("es", DATE, dates)
        assert not re.search("Jan|Feb|March|Apr|May", said.render("es"))
    summary = next(iter(cm.load(game).start(seed=1).summary("german")))
    assert "ene" in summary[1].render("es") or "feb" in summary[1].render("es")
