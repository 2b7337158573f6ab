"""0.1e, 7.2(1) Fog of war: an attack names the hex and the units; only the announcement shows the stack."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.activation import Activation
from countermarch.games.chitpull.command import CommandPhase
from countermarch.games.chitpull.state import HAFF, READY
from countermarch.match import Match
from tests.rules.koenigsberg.fights import inside
from tests.rules.koenigsberg.table import SOVIET, Table, happened, texts, where
from tests.rules.koenigsberg45.both import FIRST, SECOND, laid, no, rules

FOG = {FIRST: "koenigsberg45 0.1e", SECOND: "koenigsberg 2.1.3"}
ODDS = {FIRST: "koenigsberg45 7.4b", SECOND: "koenigsberg 9.3.2"}
BOTH = pytest.mark.parametrize("game", [FIRST, SECOND])
TWO = {"39A-5G": "0636", "39A-94": "0538"}
STACK = {"9K-561": "0637", "9K-56": "0637"}  # 9K-56 on top
STRONG = {"26K-1": "0637", "26K-69": "0637"}
WEAK = {"39A-28G": "0636"}  # cannot come to 1-2 against the strong stack


def foggy(units: dict[str, str], game: str = FIRST) -> Table:
    return laid(units, game, fog_of_war="on")


def seen(match: Match, side: str = "soviet") -> set[str]:
    return {unit["id"] for unit in match.view(side)["units"] if unit["hex"]}


def fought(match: Match, id: str) -> int:
    play = inside(match)
    return int(play.state.fought[play.tables.index[id]])


@BOTH
@pytest.mark.rule("koenigsberg45 0.1e", "koenigsberg45 7.2(1)", "koenigsberg 2.1.3")
def test_the_hex_and_the_units_are_named_before_the_stack_is_shown(game: str) -> None:
    match = foggy({**TWO, **STACK}, game).fight(SOVIET, *TWO)
    assert not happened(match.play("attack 0637"), "revealed")
    assert texts(match) == ["with 39A-94", "with 39A-5G"] and "9K-561" not in seen(match)
    assert not happened(match.play("with 39A-5G"), "revealed")
    assert texts(match) == ["with 39A-94", "announce"] and "9K-561" not in seen(match)
    events = match.play("announce")
    assert rules(events, "revealed") == [FOG[game]] and "9K-561" in seen(match)
    assert texts(match) == ["resolve"]


@BOTH
@pytest.mark.rule("koenigsberg45 0.1e", "koenigsberg 2.1.3")
def test_the_announcement_is_asked_even_of_one_unit(game: str) -> None:
    match = foggy({**WEAK, **STACK}, game).fight(SOVIET, *WEAK)
    match.play("attack 0637")
    assert texts(match) == ["announce"] and "9K-561" not in seen(match)
    assert match.view("soviet")["attack"] == {"target": "0637", "attackers": ["39A-28G"], "support": {}}


@BOTH
@pytest.mark.rule("koenigsberg45 0.1e", "koenigsberg45 7.2(1)", "koenigsberg 2.1.3")
def test_what_is_named_is_taken_back_before_the_announcement_and_not_after(game: str) -> None:
    match = foggy({**TWO, **STACK}, game).fight(SOVIET, *TWO)
    match.play("attack 0637")
    match.play("with 39A-5G")
    assert match.undo() and match.undo()
    assert "attack 0637" in texts(match)
    for text in ("attack 0637", "with 39A-5G", "announce"):
        match.play(text)
    assert not match.undo()
    assert no(match, "done") == FOG[game]


@BOTH
@pytest.mark.rule("koenigsberg45 0.1e", "koenigsberg 2.1.3")
def test_nobody_joins_after_the_announcement(game: str) -> None:
    match = foggy({**TWO, **STACK}, game).fight(SOVIET, *TWO)
    for text in ("attack 0637", "with 39A-5G", "announce"):
        match.play(text)
    assert no(match, "with 39A-94") == FOG[game]
    match.next_dice(1)
    match.play("resolve")
    assert (fought(match, "39A-5G"), fought(match, "39A-94")) == (1, 0)


@BOTH
@pytest.mark.rule("koenigsberg45 0.1e", "koenigsberg 2.1.3")
def test_nothing_is_resolved_or_supported_before_the_announcement(game: str) -> None:
    found = foggy({**TWO, **STACK}, game)
    found.box("1AA-1", READY)
    match = found.fight(SOVIET, *TWO)
    match.play("attack 0637")
    assert no(match, "announce") == {FIRST: "koenigsberg45 7.3c", SECOND: "koenigsberg 9.2.3"}[game]
    match.play("with 39A-5G")
    assert no(match, "resolve") == no(match, "air 1AA-1 full") == FOG[game]
    match.play("announce")
    assert texts(match) == ["air 1AA-1 normal", "air 1AA-1 full", "resolve"]


@BOTH
@pytest.mark.rule("koenigsberg45 0.1e", "koenigsberg45 7.4b", "koenigsberg 2.1.3", "koenigsberg 9.3.2")
def test_below_1_2_the_attack_lapses_and_its_units_have_not_attacked(game: str) -> None:
    match = foggy({**WEAK, **STRONG, "Ind-627": "0536"}, game).fight(SOVIET, *WEAK)
    match.play("attack 0637")
    match.play("announce")
    assert texts(match) == ["done"] and no(match, "resolve") == ODDS[game]
    assert str(match.decision and match.decision.prompt.key) == "chitpull.prompt.below"
    events = match.play("done")
    assert rules(events, "attack_cancelled") == [ODDS[game]]
    assert fought(match, "39A-28G") == 0 and "26K-1" not in seen(match)
    assert texts(match) == ["attack 0536", "done"]
    assert no(match, "attack 0637") == FOG[game]


@BOTH
@pytest.mark.rule("koenigsberg45 0.1e", "koenigsberg 2.1.3")
def test_a_hex_where_an_attack_lapsed_is_barred_to_everybody_in_that_segment(game: str) -> None:
    units = {**WEAK, "39A-5G": "0538", "39A-94": "0538", **STRONG}
    match = foggy(units, game).fight(SOVIET, "39A-28G", "39A-5G", "39A-94")
    for text in ("attack 0637", "with 39A-28G", "announce", "done"):
        match.play(text)
    assert match.to_act is None and match.result is None  # nobody else has a target
    again = foggy(units, game).fight(SOVIET, "39A-28G", "39A-5G", "39A-94")
    for text in ("attack 0637", "with 39A-5G", "with 39A-94", "announce"):
        again.play(text)
    assert "resolve" in texts(again)  # they could have done it


@BOTH
@pytest.mark.rule("koenigsberg45 0.1e", "koenigsberg45 13.1", "koenigsberg 2.1.3", "koenigsberg 12.1")
def test_air_units_may_save_an_attack_below_1_2_and_need_not(game: str) -> None:
    for saved in (True, False):
        found = foggy({**WEAK, **STRONG}, game)
        for id in ("1AA-1", "1AA-2"):
            found.box(id, READY)
        match = found.fight(SOVIET, *WEAK)
        for text in ("attack 0637", "announce", "air 1AA-1 full"):
            match.play(text)
        assert "done" in texts(match) or "resolve" in texts(match)
        assert ("done" in texts(match)) != ("resolve" in texts(match))
        while saved and "resolve" not in texts(match):
            match.play("air 1AA-2 full")
        match.next_dice(3)
        match.play("resolve" if "resolve" in texts(match) else "done")
        flown = where(match, "1AA-1")
        assert flown == ("grounded" if fought(match, "39A-28G") else "ready")


@BOTH
@pytest.mark.rule("koenigsberg45 12.6", "koenigsberg 11.4", "koenigsberg45 0.1e", "koenigsberg 2.1.3")
def test_the_cruiser_is_offered_after_the_announcement_and_may_be_declined(game: str) -> None:
    for called in (True, False):
        found = foggy({"9K-56": "3029", "39A-113": "3129", "9K-HQ": "3030"}, game)
        found.box("Hipper", HAFF)
        match = found.activate("9K-HQ")
        match.play("done")
        match.play("attack 3129")
        assert texts(match) == ["announce"] and no(match, "with Hipper") == FOG[game]
        match.play("announce")
        assert "with Hipper" in texts(match)
        if called:
            match.play("with Hipper")
        match.next_dice(3)
        match.play("resolve")
        assert match.position()["effects"]["hipper_used"] == called


@BOTH
@pytest.mark.rule("koenigsberg45 0.1e", "koenigsberg 2.1.3")
def test_a_preview_gives_a_range_before_the_announcement_and_the_odds_after(game: str) -> None:
    match = foggy({**TWO, **STACK}, game).fight(SOVIET, *TWO)
    for text in ("attack 0637", "with 39A-5G"):
        match.play(text)
    before = match.preview("0637", ["39A-5G"], side="soviet")
    assert len(before.range) == 2 and before.column is None
    match.play("announce")
    after = match.preview("0637", ["39A-5G"], side="soviet")
    assert (after.column, after.range, after.refusal) == ("1-2", (), None)


@BOTH
@pytest.mark.rule("koenigsberg45 0.1e", "koenigsberg 2.1.3")
def test_without_fog_an_attack_is_built_up_in_the_open(game: str) -> None:
    match = laid({**TWO, **STACK}, game).fight(SOVIET, *TWO)
    match.play("attack 0637")
    match.play("with 39A-5G")
    assert texts(match) == ["with 39A-94", "resolve"]
    assert match.undo()


@pytest.mark.rule("koenigsberg45 7.3c")
def test_a_weak_unit_that_takes_the_last_place_is_not_named_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """An HQ with one place left: a unit without an attack that took it would leave nobody to attack with."""
    found = foggy({"39A-152": "0636", "39A-5G": "0538", **STACK})
    values = list(found.tables.attack)
    values[found.unit("39A-152")] = (0, 0)
    monkeypatch.setattr(found.tables, "attack", values)
    found.play.state.quota = 1
    for id in ("39A-152", "39A-5G"):
        found.play.state.active[found.unit(id)] = 2
    match = found.fight(SOVIET)
    match.play("attack 0637")
    assert texts(match) == ["with 39A-5G"]
    assert no(match, "with 39A-152") == "koenigsberg45 7.3c"


@BOTH
@pytest.mark.rule("koenigsberg45 0.1e", "koenigsberg 2.1.3")
def test_an_attack_half_named_survives_a_document(game: str) -> None:
    import countermarch as cm

    table = foggy({**TWO, **STACK}, game)
    table.found("command", CommandPhase(), Activation(SOVIET, table.unit("39A-HQ"), True, 2, False))
    match = table.fight(SOVIET, *TWO)
    for text in ("attack 0637", "with 39A-5G"):
        match.play(text)
    twin = cm.load(game).from_position(match.position())
    assert texts(twin) == texts(match) and twin.view("soviet") == match.view("soviet")
    twin.play("announce")
    last = cm.load(game).from_position(twin.position())
    assert texts(last) == texts(twin) and no(last, "with 39A-94") == FOG[game]
