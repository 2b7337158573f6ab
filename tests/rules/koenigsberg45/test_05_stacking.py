"""5.0, 5.1a, 5.2, 12.2b Stacking: what fills a hex, and the price of a hex found too full when a phase ends."""

from __future__ import annotations

import pytest

from countermarch.games.koenigsberg45 import stacking
from countermarch.match import Match
from tests.rules.koenigsberg.fights import Places
from tests.rules.koenigsberg.table import SOVIET, steps, texts, where
from tests.rules.koenigsberg45.both import laid, no, rules


def enforced(units: Places) -> Match:
    found = laid(units)
    stacking.enforce(found.play)
    return found.match()


@pytest.mark.rule("koenigsberg45 5.0", "koenigsberg45 12.2b")
def test_a_hex_says_what_it_has_room_for() -> None:
    match = laid({"9K-561": "2931", "Refugees-1": "2930", "9K-HQ": "2930", "39A-94": "1043", "39A-HQ": "1043"}).match()
    for number, used in (("2930", (2, 1)), ("2931", (1, 0)), ("2932", (0, 0)), ("1043", (1, 1))):
        rooms = match.spot(number).rooms
        assert tuple(room.used for room in rooms) == used and tuple(room.limit for room in rooms) == (2, 1)


@pytest.mark.rule("koenigsberg45 5.0a", "koenigsberg45 5.1a")
def test_two_units_and_an_hq_are_not_too_many() -> None:
    assert enforced({"39A-5G": "0637", "39A-94": "0637", "39A-HQ": "0637"}).to_act is None


@pytest.mark.rule("koenigsberg45 5.1a", "koenigsberg45 12.2b")
def test_nobody_stays_among_refugees_but_an_hq() -> None:
    match = enforced({"39A-5G": "2930", "Refugees-1": "2930"})
    assert steps(match, "39A-5G") == 1 and rules(match.log, "overstacked") == ["koenigsberg45 5.1a"]
    assert all(text.startswith("retreat") for text in texts(match))
    match.play(match.legal()[0])
    assert where(match, "39A-5G") != "2930" and where(match, "Refugees-1") == "2930"
    assert enforced({"39A-HQ": "2930", "Refugees-1": "2930"}).to_act is None


@pytest.mark.rule("koenigsberg45 5.1a")
def test_of_equals_the_owner_chooses_who_pays_and_only_of_them() -> None:
    match = enforced({"39A-94": "0637", "39A-113": "0637", "39A-152": "0637"})
    assert match.decision is not None and match.to_act == "soviet"
    assert [str(rule) for rule in match.decision.citations] == ["koenigsberg45 5.1a", "koenigsberg45 5.2"]
    assert texts(match) == ["lose 39A-113", "lose 39A-94"]
    assert no(match, "lose 39A-152") == "koenigsberg45 5.1a"
    match.play("lose 39A-113")
    assert (steps(match, "39A-94"), steps(match, "39A-113")) == (2, 1)
    match.play(match.legal()[0])
    assert where(match, "39A-113") != "0637" and match.to_act is None


@pytest.mark.rule("koenigsberg45 5.1a")
def test_it_goes_on_until_the_hex_is_not_too_full() -> None:
    match = enforced({"39A-5G": "0637", "39A-94": "0637", "39A-113": "0637", "39A-152": "0637"})
    while match.to_act is not None:
        match.play(match.legal()[0])
    there = [id for id in ("39A-5G", "39A-94", "39A-113", "39A-152") if where(match, id) == "0637"]
    assert len(there) == 2 and rules(match.log, "overstacked") == ["koenigsberg45 5.1a"] * 2


@pytest.mark.rule("koenigsberg45 5.2")
def test_of_two_hqs_one_goes_on_a_hex_and_pays_nothing() -> None:
    match = enforced({"39A-HQ": "0637", "5A-HQ": "0637"})
    assert rules(match.log, "overstacked") == ["koenigsberg45 5.2"]
    match.play(match.legal()[0])
    assert where(match, "39A-HQ") == "0637" != where(match, "5A-HQ")  # who came last goes on
    assert match.to_act is None


@pytest.mark.rule("koenigsberg45 12.5(2)")
def test_ground_is_won_back_by_combat_units_alone() -> None:
    for id, left in (("9K-561", 0), ("9K-HQ", 1), ("39A-94", 1)):
        found = laid({id: "0636"})
        crossed = found.play.state.crossed
        crossed[found.hex("0637")] = 1
        side = found.tables.side[found.unit(id)]
        match = found.move(side, id)
        match.play(f"move {id}")
        match.play("to 0637")
        assert crossed[found.hex("0637")] == left and side <= SOVIET
