"""9.5.5, 9.5.7 to 9.5.9 Who need not retreat: settlements, lines, and those that cannot."""

from __future__ import annotations

import pytest

from countermarch.flow import Event
from countermarch.games.chitpull.battle import Battle
from countermarch.games.chitpull.retreat import Retreat
from countermarch.match import Match
from tests.rules.koenigsberg.fights import Places, attack, cited, fight, lay
from tests.rules.koenigsberg.retreats import back
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, steps, texts, where

# 9.5.5


@pytest.mark.rule("koenigsberg 9.5.5")
def test_an_immobile_unit_pays_a_step_for_each_hex_while_others_retreat() -> None:
    match = back({"Gar-Elbing": "0637", "9K-561": "0637"}, {}, 1)
    assert steps(match, "Gar-Elbing") == 1 and where(match, "Gar-Elbing") == "0637"
    match.play("retreat 0738")
    assert where(match, "9K-561") == "0738"
    assert where(back({"Gar-Elbing": "0637"}, {}, 2), "Gar-Elbing") == "eliminated"


@pytest.mark.rule("koenigsberg 9.5.5")
def test_an_immobile_unit_in_a_settlement_skips_the_first_hex() -> None:
    attackers = {"39A-5G": "3119", "39A-94": "3119"}
    match, events = fight(attackers, {"Gar-Elbing": "3120"}, "3120", 3)  # 3-1: A1*/Dr
    assert happened(events, "attack")[0].params["result"] == "A1*/Dr" and steps(match, "Gar-Elbing") == 2
    match, events = fight(attackers, {"Gar-Elbing": "3120"}, "3120", 6)
    assert happened(events, "attack")[0].params["result"] == "D1r2"
    assert where(match, "Gar-Elbing") == "eliminated"  # a step by the table, one for the second hex


@pytest.mark.rule("koenigsberg 9.5.5", "koenigsberg 9.5.8")
def test_an_immobile_unit_behind_a_defence_line_ignores_every_hex() -> None:
    match, events = fight({"39A-5G": "1240", "39A-94": "1240"}, {"Gar-Elbing": "1340"}, "1340", 6)
    assert happened(events, "attack")[0].params["result"] == "D1r2"
    assert steps(match, "Gar-Elbing") == 1


def stand(reading: str, units: Places, die: int, hexes: str = "1340-1240", left: int = 2) -> tuple[Match, list[Event]]:
    """Germans, a garrison among them, behind a defence line, attacked over it by two strong corps."""
    target, start = hexes.split("-")
    table = Table(immobile_behind_lines=reading)
    table.put("Gar-Elbing", target, steps=left)
    return fight({"39A-5G": start, "39A-94": start}, units, target, die, table=table)


@pytest.mark.rule("koenigsberg 9.5.5", "koenigsberg 9.5.8")
@pytest.mark.parametrize(("reading", "left"), [("stand", "1340"), ("lose", "eliminated")])
def test_option_immobile_behind_lines(reading: str, left: str) -> None:
    match, events = stand(reading, {}, 6)
    assert happened(events, "attack")[0].params["result"] == "D1r2"
    assert where(match, "Gar-Elbing") == left
    assert cited(events, "cannot_move") == ([] if reading == "stand" else ["koenigsberg 9.5.5"])
    assert Table().play.agreed["immobile_behind_lines"] == "stand"


@pytest.mark.rule("koenigsberg 9.5.5", "koenigsberg 9.5.8")
def test_where_the_immobile_lose_those_with_them_still_hold_the_line() -> None:
    match, events = stand("lose", {"Ind-10": "1340", "26K-HQ": "1340"}, 6, left=1)
    assert happened(events, "attack")[0].params["result"] == "Dr2"
    assert where(match, "Gar-Elbing") == "eliminated"
    assert (where(match, "Ind-10"), where(match, "26K-HQ")) == ("1340", "1340")


@pytest.mark.rule("koenigsberg 9.5.5", "koenigsberg 9.5.8")
def test_where_only_the_immobile_pay_the_others_are_not_asked_how_they_retreat() -> None:
    table, start = Table(immobile_behind_lines="lose"), "1340"
    units = ("Gar-Elbing", "26K-1", "9K-561")
    lay(table, dict.fromkeys(units, start))
    group = tuple(map(table.unit, units))
    match = table.push(Retreat(GERMAN, table.hex(start), group, 0, True, False, beyond=1))
    assert match.to_act is None and [steps(match, id) for id in units] == [1, 2, 2]
    assert {where(match, id) for id in units} == {start}


@pytest.mark.rule("koenigsberg 9.5.5", "koenigsberg 9.5.9")
def test_where_the_immobile_lose_a_settlement_behind_a_line_spares_them_the_first_hex() -> None:
    match, events = stand("lose", {}, 6, "1730-1731")
    assert happened(events, "attack")[0].params["result"] == "D1r2"
    assert where(match, "Gar-Elbing") == "eliminated"  # by the table, and for the second hex
    match, events = stand("stand", {}, 6, "1730-1731")
    assert steps(match, "Gar-Elbing") == 1


@pytest.mark.rule("koenigsberg 9.1", "koenigsberg 9.5.5")
@pytest.mark.parametrize(("reading", "hurt"), [("stand", True), ("lose", False)])
def test_the_star_counts_if_the_line_cancelled_the_retreat_not_if_a_step_was_paid(reading: str, hurt: bool) -> None:
    match, events = stand(reading, {}, 3)
    assert happened(events, "attack")[0].params["result"] == "A1*/Dr"
    assert steps(match, "Gar-Elbing") == (2 if hurt else 1)
    while any(text.startswith("lose") for text in texts(match)):
        match.play(texts(match)[0])
    assert steps(match, "39A-5G") + steps(match, "39A-94") == (3 if hurt else 4)


# 9.5.7 to 9.5.9


@pytest.mark.rule("koenigsberg 9.5.7")
def test_example_elbing_the_city_negates_dr_and_one_hex_of_dr2() -> None:
    table = Table()
    lay(table, {"39A-5G": "3320", "39A-94": "3320", "9K-561": "3420"})
    match = table.fight(SOVIET, "39A-5G", "39A-94")
    events = attack(match, "3420", 5, ["39A-5G", "39A-94"])
    assert happened(events, "attack")[0].params["result"] == "Dr" and where(match, "9K-561") == "3420"
    assert cited(events, "retreat_ignored") == ["koenigsberg 9.5.7"]
    table = Table()
    lay(table, {"39A-5G": "3320", "39A-94": "3320", "9K-561": "3420"})
    match = table.fight(SOVIET, "39A-5G", "39A-94")
    events = attack(match, "3420", 6, ["39A-5G", "39A-94"])
    assert happened(events, "attack")[0].params["result"] == "Dr2"
    assert texts(match) and all(len(way) == len("retreat 3421") for way in texts(match))  # one hex is left of two
    match.play(texts(match)[0])
    assert where(match, "9K-561") in ("3421", "3520", "3521")  # north or west


@pytest.mark.rule("koenigsberg 9.5.7")
@pytest.mark.parametrize("start", ["3120", "1624"])
def test_attackers_in_settlements_ignore_the_first_hex_too(start: str) -> None:
    target = {"3120": "3121", "1624": "1625"}[start]
    match, events = fight({"39A-5G": start}, {"26K-1": target}, target, 1)
    assert happened(events, "attack")[0].params["result"] == "A1r"
    assert steps(match, "39A-5G") == 1 and where(match, "39A-5G") == start


@pytest.mark.rule("koenigsberg 9.5.7")
def test_each_attacking_stack_retreats_from_its_own_hex() -> None:
    match, _ = fight({"39A-94": "1624", "39A-28G": "1724"}, {"26K-1": "1725", "26K-69": "1725"}, "1725", 5)  # Ar
    match.play("retreat 1723")
    assert where(match, "39A-94") == "1624" and where(match, "39A-28G") == "1723"


@pytest.mark.rule("koenigsberg 9.5.7")
def test_nothing_is_said_of_shelter_in_the_open() -> None:
    _, events = fight({"39A-5G": "0636", "39A-94": "0636"}, {"9K-561": "0637"}, "0637", 3)
    assert cited(events, "retreat_ignored") == [] == cited(events, "loss_ignored")


@pytest.mark.rule("koenigsberg 9.5.7")
def test_germans_behind_a_festung_ignore_the_first_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    fort = table.tables.fort[:]
    fort[table.tables.slot(table.hex("0637"), table.hex("0636"))] = 2
    monkeypatch.setattr(table.tables, "fort", fort)
    match, events = fight({"3BF-2G": "0636", "3BF-1": "0636"}, {"Ind-277": "0637"}, "0637", 3, table=table)
    assert happened(events, "attack")[0].params["result"] == "D1r2"  # 8-1, two columns to the left
    match.play("retreat 0738")
    assert where(match, "Ind-277") == "0738"  # its only step and one of the hexes ignored
    assert cited(events, "retreat_ignored") == ["koenigsberg 9.5.7"]


@pytest.mark.rule("koenigsberg 9.5.8")
def test_germans_behind_a_defence_line_ignore_every_retreat() -> None:
    match, events = fight({"39A-5G": "1240", "39A-94": "1240"}, {"Ind-10": "1340"}, "1340", 5)
    assert happened(events, "attack")[0].params["result"] == "D1r" and where(match, "Ind-10") == "eliminated"
    match, events = fight({"39A-5G": "1240", "39A-94": "1240"}, {"9K-561": "1340"}, "1340", 6)
    assert happened(events, "attack")[0].params["result"] == "Dr2" and where(match, "9K-561") == "1340"
    assert cited(events, "retreat_ignored") == ["koenigsberg 9.5.8"]


@pytest.mark.rule("koenigsberg 9.5.8")
def test_one_attacker_past_the_line_spoils_it() -> None:
    match, _ = fight({"39A-5G": "1240", "39A-152": "1339"}, {"9K-561": "1340"}, "1340", 5)
    assert where(match, "9K-561") == "1440"


@pytest.mark.rule("koenigsberg 9.5.9")
def test_in_a_village_behind_a_line_only_the_line_counts() -> None:
    match, events = fight({"39A-5G": "1731", "39A-94": "1731"}, {"9K-561": "1730"}, "1730", 6)
    assert happened(events, "attack")[0].params["result"] == "Dr2"
    assert where(match, "9K-561") == "1730"  # all of it: the village alone would leave one hex


@pytest.mark.rule("koenigsberg 9.5.9")
def test_a_town_or_city_behind_a_festung_ignores_every_retreat() -> None:
    attackers = {"3BF-2G": "2933", "3BF-1": "2933", "39A-5G": "2832", "39A-94": "2832"}
    match, events = fight(attackers, {"9K-561": "2932"}, "2932", 6)
    assert happened(events, "attack")[0].params["result"] == "D1r2"
    assert where(match, "9K-561") == "2932" and steps(match, "9K-561") == 2
    assert cited(events, "retreat_ignored") == ["koenigsberg 9.5.9"]


@pytest.mark.rule("koenigsberg 9.5.9", "koenigsberg 9.4.4")
@pytest.mark.parametrize(("die", "left", "to"), [(2, 2, "3120"), (6, 1, "3121")])
def test_a_village_behind_a_festung_counts_as_the_festung_alone(
    monkeypatch: pytest.MonkeyPatch, die: int, left: int, to: str
) -> None:
    """One step and one hex are ignored, not two hexes and not all: D1r leaves nothing, D2r2 one of each."""
    table = Table()
    fort = table.tables.fort[:]
    fort[table.tables.slot(table.hex("3120"), table.hex("3119"))] = 2
    monkeypatch.setattr(table.tables, "fort", fort)
    lay(table, {"39A-5G": "3119", "9K-561": "3120"})
    match = table.push(Battle(SOVIET, table.hex("3120"), (table.unit("39A-5G"),), 6, die, 2, 0))  # 6-1
    if die == 6:
        match.play(f"retreat {to}")
    assert (steps(match, "9K-561"), where(match, "9K-561")) == (left, to)
