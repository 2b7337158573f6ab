"""The rulebooks as the server hands them out: complete, linked, and every citation leads to a place in one."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.flow import Procedure
from countermarch.rulebook import chapters_of, chart_rules, differences_of, named_in, rules_of
from countermarch.server.rulebooks import RuleRead, read_rulebook
from countermarch.texts import LANGUAGES

GAMES = [info.key for info in cm.games()]
# what looks like the number of a rule
NUMBER = re.compile(r"(?<![\w.,])\d+\.\d+(?:\.\d+)*[a-z]?(?:\(\w+\))?(?![\w.]*\d)")
HEX = re.compile(r"\d\d\.\d\d")  # Stargard numbers its hexes so


def rules(game: str, language: str = "en") -> list[RuleRead]:
    return [rule for chapter in read_rulebook(game, language).chapters for rule in chapter.rules]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_stands_in_one_chapter_under_its_name(game: str, language: str) -> None:
    book = read_rulebook(game, language)
    found = [rule.id for rule in rules(game, language)]
    assert sorted(found) == sorted(rules_of(game)) and len(set(found)) == len(found)
    assert all(chapter.title and chapter.rules for chapter in book.chapters) and book.about


@pytest.mark.parametrize("game", [game for game in GAMES if game != "stargard"])
def test_a_book_is_read_in_its_own_order(game: str) -> None:
    assert [rule.id for rule in rules(game)] == list(rules_of(game))


def test_our_own_rules_stand_among_those_they_complete() -> None:
    chapter = next(one for one in chapters_of("stargard") if one.key == "9")
    assert [rule.id for rule in chapter.rules][:6] == ["9.0", "9.1", "9.1-immobile", "9.1.1", "9.2", "9.2-paths"]
    ours = {rule.id: rule.ours for rule in rules("stargard")}
    assert not ours["9.2"] and ours["9.2-paths"]


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_have_the_same_chapters_and_differences(game: str) -> None:
    english, spanish = ([(one.key, len(one.rules)) for one in chapters_of(game, spoken)] for spoken in LANGUAGES)
    assert english == spanish
    told = [[(d.ours, d.theirs) for d in differences_of(game, spoken)[1]] for spoken in LANGUAGES]
    assert told[0] == told[1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_a_gist_names_is_a_rule(game: str, language: str) -> None:
    index = rules_of(game, language)
    loose = {
        (rule.id, word)
        for rule in index.values()
        for word in NUMBER.findall(rule.gist)
        if word not in named_in(rule.gist, index) and not (game == "stargard" and HEX.fullmatch(word))
    }
    assert loose - {("1.1", "3.5")} == set()  # kilometres


@pytest.mark.parametrize("game", GAMES)
def test_every_link_leads_to_a_rule(game: str) -> None:
    known = set(rules_of(game))
    read = rules(game)
    links = [id for rule in read for id in (*rule.links.values(), *rule.named_by, *rule.also)]
    assert [id for id in links if id not in known] == []
    assert set(chart_rules(game).values()) <= known
    assert {chart for rule in read for chart in rule.charts} == set(chart_rules(game))
    assert set(chart_rules(game)) == {chart.key for chart in read_rulebook(game, "en").charts}


def test_links_go_both_ways() -> None:
    read = {rule.id: rule for rule in rules("seelow")}
    assert read["4.26"].links == {"5.22": "5.22#1"} and "4.26" in read["5.22#1"].named_by
    assert read["7.3"].links == {"7.31": "7.31", "7.38": "7.38"} and "7.3" not in read["7.31"].named_by


def test_the_text_of_a_number_is_taken_whole() -> None:
    index = rules_of("koenigsberg")
    assert named_in("by 9.5.3, 9.5 and 6.4.1(2); 19.5 km, 2.5.10, 9.50", index) == {
        "9.5.3": "9.5.3",
        "9.5": "9.5",
        "6.4.1(2)": "6.4.1(2)",
    }


# sister games


def test_the_two_editions_are_laid_side_by_side() -> None:
    first, second = read_rulebook("koenigsberg45", "en"), read_rulebook("koenigsberg", "en")
    assert {rule.id: rule.kin for rule in rules("koenigsberg45")}["9.2b"] == {"koenigsberg": ["9.5.4"]}
    assert {rule.id: rule.kin for rule in rules("koenigsberg")}["9.5.4"]["koenigsberg45"] == ["9.2b"]
    here, there = first.kin[0].differences, second.kin[0].differences
    assert len(here) == len(there) > 25
    assert [(one.ours, one.theirs) for one in here] == [(one.theirs, one.ours) for one in there]
    known, others = set(rules_of("koenigsberg45")), set(rules_of("koenigsberg"))
    assert all(one.text and set(one.ours) <= known and set(one.theirs) <= others for one in here)


def test_a_game_without_sisters_says_nothing_of_them() -> None:
    assert read_rulebook("seelow", "en").kin == []


# what is reconstructed, options


def test_a_chart_says_where_its_values_come_from() -> None:
    charts = {chart.key: chart for chart in read_rulebook("koenigsberg", "es").charts}
    row = charts["terrain"].rows[0]
    assert row.guessed and row.source and "source" not in " ".join(charts["terrain"].columns)
    assert not next(row for row in charts["terrain"].rows if "6.2.2" in row.source).guessed
    assert dict(charts["combat"].codes)["A1"]


def test_what_is_reconstructed_is_counted() -> None:
    counted = {one.title: (one.known, one.guessed) for one in read_rulebook("seelow", "en").origins}
    assert counted["Values of counters"] == (0, 138) and counted["Turns"] == (12, 0)
    assert read_rulebook("bridgehead", "en").origins == []


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_told_at_its_rule(game: str) -> None:
    told = [option for rule in rules(game) for option in rule.options]
    assert len(told) == len(cm.load(game).info.options)
    assert all(option.title and option.default in option.values for option in told)


# citations


def citations(game: str) -> Iterator[cm.Citation]:
    """Whatever a question of the game can cite, options, and what is told and refused in the first moves."""
    match = cm.load(game).start(seed=3)
    play = match._play
    for procedure in Procedure.registry.values():
        if procedure.full_name.partition(".")[0] in match.game.rules.rooms:
            yield from (play.cite(rule) for rule in procedure.cites)
    yield from (option.rule for option in match.game.info.options)
    for _ in range(150):
        if match.decision is None:
            break
        yield from match.decision.citations
        legal = match.legal()
        match.play(legal[len(match.actions) * 7 % len(legal)])
    yield from (event.citation for event in match.log if event.citation is not None)


@pytest.mark.parametrize("game", GAMES)
def test_every_citation_opens_at_its_place(game: str) -> None:
    """The client takes a citation apart the same way (place, in search.ts)."""
    found = set(citations(game))
    assert len(found) > 5
    lost = [str(one) for one in found if one.rule not in rules_of(one.game.removesuffix("-design"))]
    assert lost == []


# the route


def test_the_route_answers_in_both_languages_and_may_be_kept(client: TestClient) -> None:
    answer = client.get("/api/games/bridgehead/rules", params={"lang": "es"})
    assert answer.status_code == 200 and answer.json()["chapters"][3]["title"] == "Movimiento"
    again = client.get("/api/games/bridgehead/rules?lang=es", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    assert client.get("/api/games/bridgehead/rules?lang=en").json()["chapters"][3]["title"] == "Movement"


def test_an_unknown_game_has_no_rules(client: TestClient) -> None:
    assert client.get("/api/games/chess/rules").status_code == 404
