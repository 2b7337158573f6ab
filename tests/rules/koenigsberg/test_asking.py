"""What a player may ask: command, ways, room, targets; the answers come from the rules themselves."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull import barrage
from countermarch.games.chitpull.battle import Battle
from countermarch.games.chitpull.combat import CombatSegment
from countermarch.games.chitpull.state import IN_RANGE, READY
from countermarch.match import Match
from countermarch.rulebook import Refusal
from tests.rules.koenigsberg.fights import lay
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, texts


def moving(id: str, number: str, *others: tuple[str, str]) -> Match:
    table = Table()
    lay(table, {id: number, **dict(others)})
    return table.move(table.tables.side[table.unit(id)], id)


def cites(refusal: Refusal | None) -> str:
    assert refusal is not None
    return str(refusal.citation)


# 4.2


@pytest.mark.rule("koenigsberg 4.2.4", "koenigsberg 4.2.1", "koenigsberg 4.2.2")
def test_an_hq_shows_its_range_and_whom_it_could_activate() -> None:
    table = Table()
    units = {"9K-HQ": "1939", "9K-548": "1940", "9K-56": "1339", "9K-561": "1239", "26K-1": "1938", "Ind-505": "1739"}
    lay(table, units)
    found = table.move(GERMAN, "9K-HQ").command("9K-HQ")
    assert (found["hq"], found["range"], found["citation"]) == ("9K-HQ", 6, "koenigsberg 4.2.4")
    assert found["own"] == ["9K-56", "9K-548"]  # six hexes away and next door; seven are too many
    assert found["independents"] == ["Ind-505"]
    assert found["hexes"]["1939"] == 0 and found["hexes"]["1940"] == 1 and found["hexes"]["1339"] == 6
    assert max(found["hexes"].values()) == 6 and "1239" not in found["hexes"]


# 6.0


@pytest.mark.rule("koenigsberg 6.0", "koenigsberg 6.1")
def test_why_not_tells_whose_turn_it_is_to_move() -> None:
    table = Table()
    lay(table, {"5A-HQ": "0637", "5A-72": "0638", "5A-65": "0639", "26K-1": "0742"})
    match = table.activate("5A-HQ")
    assert match.why_not("5A-72", "0639") is None
    assert cites(match.why_not("26K-1", "0743")) == "koenigsberg 4.0"
    match.play("move 5A-72")
    assert match.why_not("5A-72", "0639") is None
    assert cites(match.why_not("5A-65", "0638")) == "koenigsberg 6.1"  # another is on its way
    match.play("to 0637")
    assert cites(match.why_not("5A-72", "0638")) == "koenigsberg 6.1"  # it has moved
    match.play("done")
    table = Table()
    lay(table, {"39A-5G": "0636", "9K-561": "0637"})
    assert cites(table.fight(SOVIET, "39A-5G").why_not("39A-5G", "0635")) == "koenigsberg 6.0"


@pytest.mark.rule("koenigsberg 6.1")
def test_a_unit_does_not_move_to_where_it_is() -> None:
    assert cites(moving("5A-72", "0638").why_not("5A-72", "0638")) == "koenigsberg 6.1"


@pytest.mark.rule("koenigsberg 6.1.2", "koenigsberg 5.1")
def test_a_path_is_told_step_by_step_with_every_charge() -> None:
    match = moving("5A-72", "0638", ("26K-1", "0836"))
    steps = match.path("5A-72", "0737")
    assert [step.hex for step in steps] == ["0737"] or steps[-1].hex == "0737"
    parts = {str(part.citation): part.value for part in steps[-1].parts}
    assert parts["koenigsberg 5.1"] == 2 and sum(part.value for part in steps[-1].parts) == steps[-1].cost


@pytest.mark.rule("koenigsberg 6.5")
def test_a_train_pays_nothing_and_says_so() -> None:
    match = moving("9K-548", "1836")
    far = sorted(match.reach("9K-548", "rail"))[-1]
    steps = match.path("9K-548", far, "rail")
    assert steps and all(step.cost == 0 for step in steps)
    assert {str(part.citation) for step in steps for part in step.parts} == {"koenigsberg 6.5"}


# 7.0


@pytest.mark.rule("koenigsberg 7.0")
def test_a_hex_shows_what_it_holds_and_how_much_it_may_hold() -> None:
    table = Table()
    lay(table, {"26K-1": "0637", "26K-69": "0637", "26K-HQ": "0637", "5A-72": "0737"})
    match = table.move(GERMAN, "26K-1")
    rooms = match.spot("0637").rooms
    assert [(room.used, room.limit) for room in rooms] == [(2, 2), (1, 1)]
    assert {str(room.citation) for room in rooms} == {"koenigsberg 7.0"}
    assert [(room.used, room.limit) for room in match.spot("0737").rooms] == [(1, 2), (0, 1)]  # the Soviets'
    assert [(room.used, room.limit) for room in match.spot("0738").rooms] == [(0, 2), (0, 1)]


# 9.0


@pytest.mark.rule("koenigsberg 9.3", "koenigsberg 12.1", "koenigsberg 4.2.1")
def test_targets_are_weighed_with_all_that_may_join() -> None:
    table = Table()
    lay(table, {"39A-5G": "0636", "3BF-1": "0636", "3BF-2G": "0538", "9K-561": "0637", "9K-548": "0635"})
    for id in ("1AA-1", "1AA-2", "3AA"):
        table.box(id, READY)
    state = table.play.state
    state.quota = 1
    state.active[table.unit("39A-5G")] = 1
    for id in ("3BF-1", "3BF-2G"):
        state.active[table.unit(id)] = IN_RANGE
    match = table.push(CombatSegment(SOVIET))
    found = match.targets()
    assert set(found) == {"0637", "0635"}
    own, strong = (table.tables.attack[table.unit(id)][2] for id in ("39A-5G", "3BF-2G"))
    assert table.tables.attack[table.unit("3BF-1")][2] < strong
    assert found["0637"].attack == own + strong  # the stronger of two independents: the HQ has one place left
    assert not found["0637"].support  # what an attack spends is not thrown in unasked
    table = Table()
    lay(table, {"39A-5G": "0636", "9K-561": "0637"})
    assert table.move(SOVIET, "39A-5G").targets() == {}
    over = Table().match()
    assert over.to_act is None and over.targets() == {}


@pytest.mark.rule("koenigsberg 9.3.2", "koenigsberg 12.1")
def test_air_units_are_weighed_in_where_the_odds_need_them() -> None:
    table = Table()
    lay(table, {"31A-44": "0636", "9K-561": "0637", "9K-548": "0637"})
    table.box("1AA-1", READY)
    table.play.state.active[table.unit("31A-44")] = 1
    found = table.push(CombatSegment(SOVIET)).targets()["0637"]
    assert found.refusal is None and found.support == {"1AA-1": "full"}


@pytest.mark.rule("koenigsberg 9.3", "koenigsberg 4.2.1")
def test_a_target_is_weighed_with_every_unit_once_though_places_are_left() -> None:
    table = Table()
    lay(table, {"39A-5G": "0636", "3BF-43G": "0538", "9K-561": "0637"})
    state = table.play.state
    state.quota = 2
    state.active[table.unit("39A-5G")] = 1
    state.active[table.unit("3BF-43G")] = IN_RANGE
    found = table.push(CombatSegment(SOVIET)).targets()["0637"]
    assert found.refusal is None and found.attack == 10  # seven of its own and three


@pytest.mark.rule("koenigsberg 6.0", "koenigsberg 9.6")
def test_who_may_advance_after_combat_does_not_move() -> None:
    """Into 0101, the first hex of the map."""
    table = Table()
    lay(table, {"39A-5G": "0102"})
    match = table.push(Battle(SOVIET, table.hex("0101"), (table.unit("39A-5G"),), 7, 6, 0, 2))
    assert texts(match) == ["advance 39A-5G 0101", "done"]
    assert match.reach("39A-5G") == {} and match.reach("39A-5G", freely=True)
    assert cites(match.why_not("39A-5G", "0103")) == "koenigsberg 6.0"


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 6.0")
def test_a_copy_of_the_game_asks_the_same_side_the_same() -> None:
    match = moving("5A-72", "0638")
    twin = match.copy()
    assert twin.to_act == "soviet" and texts(twin) == texts(match)
    assert twin.view("soviet")["to_act"] == match.view("soviet")["to_act"] == "soviet"


@pytest.mark.rule("koenigsberg 9.3")
def test_an_attack_carries_what_it_was_reckoned_from_if_somebody_looks() -> None:
    table = Table()
    lay(table, {"39A-5G": "0636", "9K-561": "0637"})
    table.box("1AA-1", READY)
    match = table.fight(SOVIET, "39A-5G")
    twin = match.copy()
    twin.play("attack 0637")
    assert all(event.assault is None for event in twin.play("resolve"))
    assert all(str(part.citation) != "koenigsberg 11.4(3)" for part in match.preview("0637", ["39A-5G"]).parts)
    match.weighs = True
    match.play("attack 0637")
    match.play("air 1AA-1 full")
    reckoned = match.preview("0637", ["39A-5G"], {"1AA-1": "full"})
    match.next_dice(1)
    weighed = happened(match.play("resolve"), "attack")[0].assault
    assert (weighed.kind, weighed.target, weighed.attackers) == ("attack", "0637", ("39A-5G",))
    assert weighed.support == {"1AA-1": "full"} and weighed.preview.column == reckoned.column


@pytest.mark.rule("koenigsberg 2.5.1")
def test_a_barrage_carries_what_it_was_reckoned_from_and_a_shelled_hex_must_hold_somebody() -> None:
    table = Table()
    lay(table, {"39A-5G": "0636", "9K-561": "0637"})
    barrage.fire(table.play, SOVIET, "3BF", 2)
    match = table.match()
    assert set(match.targets()) == {"0637"}
    match.weighs = True
    match.next_dice(1)
    weighed = happened(match.play("barrage 0637"), "barrage")[0].assault
    assert (weighed.kind, weighed.target, weighed.preview.column) == ("barrage", "0637", "2-1")
    assert (weighed.preview.attack, weighed.preview.defence) == (0, 0)  # strengths do not matter to it
    empty = match.preview("0738", (), kind="barrage")
    assert (empty.attack, empty.defence) == (0, 0)
    assert cites(empty.refusal) == "koenigsberg 2.5.1" and empty.column is None


# 9.2, 9.0: what a preview refuses


@pytest.mark.rule("koenigsberg 9.0", "koenigsberg 9.2.3")
def test_a_preview_says_what_is_wrong_with_an_attack() -> None:
    table = Table()
    lay(table, {"39A-5G": "0636", "39A-HQ": "0636", "9K-561": "0637", "9K-548": "0635", "Gar-Elbing": "0736"})
    match = table.fight(SOVIET, "39A-5G")

    def no(target: str, *units: str) -> str:
        return cites(match.preview(target, list(units)).refusal)

    assert no("0637") == "koenigsberg 9.0"  # by nobody
    assert no("0637", "39A-5G", "9K-548") == "koenigsberg 9.0"  # by both sides
    assert no("0738", "39A-5G") == no("0536", "39A-5G") == "koenigsberg 9.0"  # nobody is there, far or near
    assert no("0637", "39A-HQ") == "koenigsberg 9.0"  # an HQ does not attack
    assert no("0637", "39A-5G", "39A-5G") == "koenigsberg 9.2.1"
    assert texts(match)
