"""Names in texts: found for the map, left out for those who may not know them."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.games import rules as load_rules
from countermarch.server.answers import Voice
from countermarch.server.boarddata import words_of
from countermarch.server.words import UNSEEN, named, named_in, names_in, veiled, without
from countermarch.texts import Text, say

UNITS = {"3Pz", "5Pz", "295-1038", "295-1040"}
HEXES = {"0101", "0102", "1038", "07.16"}


@pytest.mark.parametrize(
    ("value", "units", "hexes"),
    [
        ("3Pz", ["3Pz"], []),
        ("3Pz+5Pz", ["3Pz", "5Pz"], []),
        ("295-1038+295-1040", ["295-1038", "295-1040"], []),
        ("295-1038", ["295-1038"], []),  # a number in a unit's name is no hex
        ("0101-0102", [], ["0101", "0102"]),
        ("07.16", [], ["07.16"]),
        (("3Pz", "0101", 4), ["3Pz"], ["0101"]),
        (say("chitpull.event.moved", unit="5Pz", start="0101"), ["5Pz"], ["0101"]),
        (7, [], []),
        ("somebody", [], []),
    ],
)
def test_units_and_hexes_are_found_in_a_text(value: object, units: list[str], hexes: list[str]) -> None:
    assert list(named_in({"value": value}, UNITS)) == units
    assert list(named_in({"value": value}, HEXES)) == hexes


def test_hidden_units_are_unnamed_alone_in_lists_in_stacks_and_in_texts() -> None:
    hidden = frozenset({"5Pz"})
    assert veiled("5Pz", hidden) is UNSEEN and veiled("3Pz", hidden) == "3Pz"
    assert veiled(("3Pz", "5Pz"), hidden) == ("3Pz", UNSEEN) == veiled("3Pz+5Pz", hidden)
    text = veiled(Text("k", {"unit": "5Pz"}), hidden)
    assert text.params == {"unit": UNSEEN}
    assert without({"5Pz": 1, "units": ["3Pz", "5Pz"], "top": "5Pz"}, hidden) == {"units": ["3Pz"]}


def test_units_and_settled_hexes_are_called_by_their_names() -> None:
    names = names_in(load_rules("koenigsberg"), "en")
    assert names["27K-HQ"] == "XXVII. Armeekorps" and names["GD-Withdrawal"] == "GD withdraws"
    told = named(say("chitpull.acting.hq", unit="27K-HQ", chit="27K"), names)
    assert told.render("en") == "XXVII. Armeekorps (chit 27K)"
    wehlau = next(number for number, name in names.items() if name.startswith("Wehlau"))
    assert names[wehlau] == f"Wehlau ({wehlau})"
    assert named(("27K-35+27K-252", "0101"), names) == (("35. Infanterie-Division", "252. Infanterie-Division"), "0101")


def test_whoever_acts_for_a_headquarters_is_told_so() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    while match.decision and match.decision.actor is None:
        match.play(match.legal()[-1])
    assert match.decision is not None and match.decision.actor is not None
    assert str(match.decision.actor.params["unit"]).endswith("-HQ")


UNTOLD = {"rule", "note", "name", "kind", "formation"}  # columns a player is not shown


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", [game.key for game in cm.games()])
def test_charts_have_no_cell_without_words(game: str, language: str) -> None:
    rules = load_rules(game)
    known = {key for family, words in words_of(rules, language).items() if family != "results" for key in words}
    cells = {
        value
        for rows in rules.charts().values()
        for row in rows
        for column, value in row.values.items()
        if column not in UNTOLD and not column.startswith("source")
    }
    keys = {cell for cell in cells if cell.islower() and cell.replace("_", "").isalpha()}
    assert keys <= known


@pytest.mark.parametrize(("language", "label"), [("en", "Name III (Germanic) SS Panzer Corps"), ("es", "Nombrar III ")])
def test_a_chit_is_offered_by_the_name_of_its_corps(language: str, label: str) -> None:
    match = cm.load("stargard").start(seed=5)
    while not str(match.legal()[0]).startswith("name"):
        match.play("done")
    legal = Voice(match, "german", language).legal(match.legal())
    assert legal is not None
    offered = next(action.label for action in legal.actions if action.text == "name 3SS")
    assert offered is not None and offered.startswith(label) and "3SS" not in offered
