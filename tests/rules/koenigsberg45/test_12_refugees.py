"""12.2, 12.3 Refugees at the edges of their rules: how many, exactly where, how far, and for what price."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.state import RESERVE
from countermarch.games.koenigsberg45.refugees import deploy
from countermarch.match import Match
from tests.rules.koenigsberg.chits import draw
from tests.rules.koenigsberg.fights import Places
from tests.rules.koenigsberg.table import SOVIET, Table, refused, steps, texts, where
from tests.rules.koenigsberg45.both import laid, no, table

ALL = tuple(f"Refugees-{n}" for n in (1, 2, 3))
RULE = "koenigsberg45 12.2a"


def waiting(units: Places, *ids: str) -> Table:
    found = laid(units)
    for id in ids:
        found.box(id, RESERVE)
    return found


def segment(found: Table) -> Match:
    deploy(found.play)  # type: ignore[arg-type]
    return found.match()


def event(units: Places) -> tuple[Table, Match]:
    found = waiting({"39A-HQ": "1043", **units}, *ALL)
    return found, draw(found, "Event", "39A", draws=("Event", "5", "39A"))


def cited(match: Match) -> list[str]:
    assert match.decision is not None
    return [str(rule) for rule in match.decision.citations]


def offered(match: Match, verb: str) -> set[str]:
    return {action.hexes[-1] for action in match.legal() if action.verb == verb}


@pytest.mark.rule("koenigsberg45 12.2a", "koenigsberg45 12.2b", "koenigsberg45 1.2d")
def test_one_counter_appears_in_a_turn_however_many_are_there() -> None:
    match = segment(waiting({"39A-94": "1043"}, *ALL))
    assert cited(match) == [RULE, "koenigsberg45 12.2b"]
    match.play(match.legal()[0])
    assert [where(match, id) for id in ALL[1:]] == ["reserve"] * 2 and match.to_act is None


@pytest.mark.rule("koenigsberg45 RET.5", "koenigsberg45 RET.9")
def test_whoever_is_asked_by_an_event_is_shown_its_rule_and_not_that_of_the_segment() -> None:
    """12.2a would want five hexes before the front."""
    _, match = event({})
    assert cited(match) == ["koenigsberg45 RET.5", "koenigsberg45 RET.9", "koenigsberg45 12.2b"]


@pytest.mark.rule("koenigsberg45 RET.5")
def test_an_event_brings_two_and_no_third() -> None:
    _, match = event({})
    for _ in range(2):
        match.play(match.legal()[0])
    assert not offered(match, "place") and where(match, "Refugees-3") == "reserve"


@pytest.mark.rule("koenigsberg45 RET.5", "koenigsberg45 12.2b")
def test_every_free_road_hex_two_hexes_from_german_hqs_on_the_map_will_do() -> None:
    units = {"9K-HQ": "2831", "26K-1": "3031", "39A-94": "3027"}
    found, match = event(units)
    grid, tables = found.tables.board.grid, found.tables
    taken = {found.hex(number) for number in ("3031", "3027", "2932", "3420")}
    free = {h for h in range(tables.n) if tables.on_road[h] and tables.land[h]} - taken
    far = {grid.numbers[h] for h in free if grid.distance(h, found.hex("2831")) >= 2}
    assert offered(match, "place") == far
    _, match = event({})
    assert len(offered(match, "place")) == len(
        [h for h in tables.road_hexes if grid.numbers[h] not in ("2932", "3420")]
    )


@pytest.mark.rule("koenigsberg45 12.2a", "koenigsberg45 12.2b", "koenigsberg45 RET.5")
def test_why_they_may_not_appear_somewhere() -> None:
    match = segment(waiting({"39A-94": "1043", "Refugees-2": "3027"}, "Refugees-1"))
    for number, reason in (("2230", "front"), ("2932", "road"), ("2129", "road"), ("3027", "stack")):
        rule = "koenigsberg45 12.2b" if reason == "stack" else RULE
        refusal = refused(match, f"place Refugees-1 {number}")
        assert (refusal.reason.key, str(refusal.citation)) == (f"chitpull.refusal.refugees_{reason}", rule)
    assert no(match, "place Refugees-2 2230") == "koenigsberg45 1.0"  # it lies on the map already
    _, match = event({"9K-HQ": "2831"})
    assert refused(match, "place Refugees-1 2830").reason.key == "chitpull.refusal.refugees_near_hq"


@pytest.mark.rule("koenigsberg45 12.2a")
def test_a_city_the_soviets_hold_is_no_refuge_not_even_with_an_hq_alone() -> None:
    held = {"39A-94": "1043", "39A-HQ": "2932", "5A-HQ": "3420"}
    assert segment(waiting(held, "Refugees-1")).to_act is None
    assert segment(waiting({id: hex for id, hex in held.items() if hex != "3420"}, "Refugees-1")).to_act == "soviet"


@pytest.mark.rule("koenigsberg45 12.2a")
def test_they_never_go_along_a_road_that_leads_no_nearer() -> None:
    """A crossroads at 1542: 1543 is as far from Königsberg as it is, and farther from Elbing."""
    match = segment(laid({"Refugees-1": "1542"}))
    steps_to = laid({}).tables
    city = steps_to.road_steps(steps_to.board.grid.index("2932"))
    at = {number: city[steps_to.board.grid.index(number)] for number in (*offered(match, "flee"), "1542", "1543")}
    assert at["1543"] == at["1542"] and "1543" not in offered(match, "flee")
    assert {at["1542"] - at[number] for number in offered(match, "flee")} == {1, 2, 3}
    assert no(match, "flee Refugees-1 1543") == RULE


@pytest.mark.rule("koenigsberg45 12.2a", "koenigsberg45 12.2d", "koenigsberg45 12.2e")
def test_each_flees_once_and_the_others_wait_their_turn() -> None:
    match = segment(laid({"Refugees-1": "3027", "Refugees-2": "1542", "Refugees-3": "2038"}))
    assert cited(match) == [RULE, "koenigsberg45 12.2d", "koenigsberg45 12.2e"]
    assert no(match, "place Refugees-1 3028") == "koenigsberg45 1.0"
    match.play("flee Refugees-1 3028")
    assert no(match, "flee Refugees-1 3029") == RULE
    assert {text.split()[1] for text in texts(match) if text != "done"} == {"Refugees-2", "Refugees-3"}


@pytest.mark.rule("koenigsberg45 12.2a")
def test_the_last_turn_has_its_side_too() -> None:
    found = table(turn=10)
    found.put("39A-94", "1043")
    found.put("Refugees-1", "3027", steps=1)
    match = segment(found)
    match.play("flee Refugees-1 3028")
    assert steps(match, "Refugees-1") == 2  # dark


@pytest.mark.rule("koenigsberg45 12.2c", "koenigsberg45 12.3")
def test_making_way_may_take_the_last_point_and_is_paid_for_every_counter() -> None:
    """Four hexes of road and two points for the refugees are all the six a rifle corps has."""
    match = met("3027", "2930-3029-3028-3027", "2930")
    assert texts(match) == ["pay", "drive"] and cited(match) == ["koenigsberg45 12.2c", "koenigsberg45 12.3"]
    match.play("pay")
    assert (where(match, "39A-113"), where(match, "Refugees-1")) == ("3027", "2930")
    match = met("3028", "2930-3029-3028", "2930", "3029")
    match.play("pay")  # one point is left: not enough for the second
    assert [where(match, id) for id in ALL[:2]] == ["2930", "removed"]


def met(goal: str, path: str, *refugees: str) -> Match:
    """39A-113 of six points sets out from 2931."""
    found = laid({"39A-113": "2931", **dict(zip(ALL, refugees, strict=False))})
    match = found.move(SOVIET, "39A-113")
    match.play("move 39A-113")
    match.play(f"to {goal} via {path.removesuffix(f'-{goal}')}")
    return match


@pytest.mark.rule("koenigsberg45 12.2c", "koenigsberg45 12.2a")
def test_a_flight_taken_back_clogs_the_road_again() -> None:
    match = segment(laid({"Refugees-1": "3027", "Refugees-2": "1542", "9K-HQ": "3026"}))
    before = match.reach("9K-HQ", freely=True)
    match.play("flee Refugees-1 3029")
    assert match.reach("9K-HQ", freely=True)["3027"] < before["3027"]
    match.undo()
    assert match.reach("9K-HQ", freely=True) == before and where(match, "Refugees-1") == "3027"
