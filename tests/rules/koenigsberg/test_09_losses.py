"""9.4 Step losses."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.games.chitpull.battle import Battle
from countermarch.games.chitpull.losses import Losses
from tests.rules.koenigsberg.fights import attack, cited, fight, lay, ready
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, refused, steps, texts, where

HORDE = {"3BF-2G": "0636", "3BF-1": "0636", "39A-5G": "0538", "39A-94": "0538"}  # 30 points


@pytest.mark.rule("koenigsberg 9.4")
def test_a_full_unit_is_flipped_and_a_reduced_one_eliminated() -> None:
    table = Table()
    table.put("9K-561", "0637", steps=2)
    table.put("9K-548", "0737", steps=1)
    lay(table, {"39A-5G": "0636", "39A-94": "0636"})
    match = table.fight(SOVIET, "39A-5G", "39A-94")
    attack(match, "0637", 5, ["39A-5G"], "with 39A-94")  # D1r
    assert steps(match, "9K-561") == 1 and table.tables.attack[table.unit("9K-561")][1] == 1
    table = Table()
    table.put("9K-548", "0637", steps=1)
    table.put("39A-5G", "0636")
    match = table.fight(SOVIET, "39A-5G")
    events = attack(match, "0637", 5)  # 2-1: D1r
    assert where(match, "9K-548") == "eliminated" and cited(events, "eliminated") == ["koenigsberg 9.4"]


@pytest.mark.rule("koenigsberg 9.4")
def test_hqs_have_no_step_to_lose() -> None:
    match, _ = fight(HORDE, {"26K-1": "0637", "9K-HQ": "0637", "9K-561": "0637"}, "0637", 6)  # D1r2 or D2r2
    assert all(not text.startswith("lose 9K-HQ") for text in texts(match))
    assert where(match, "9K-HQ") != "removed"


@pytest.mark.rule("koenigsberg 9.4.1")
def test_the_first_step_comes_from_the_strongest_defender() -> None:
    defenders = {"9K-561": "0637", "26K-1": "0637"}  # 5 and 7
    match, events = fight(HORDE, defenders, "0637", 5)
    assert happened(events, "attack")[0].params["result"] == "D1r"
    assert (steps(match, "26K-1"), steps(match, "9K-561")) == (1, 2)


@pytest.mark.rule("koenigsberg 9.4.1")
def test_strength_is_that_of_the_side_that_shows() -> None:
    table = Table()
    table.put("26K-1", "0637", steps=1)  # 4 now
    table.put("9K-561", "0637")
    match, _ = fight(HORDE, {}, "0637", 4, table=table)  # D1r at 3-1
    assert (steps(match, "26K-1"), steps(match, "9K-561")) == (1, 1)


@pytest.mark.rule("koenigsberg 9.4.1")
def test_the_first_step_comes_from_the_strongest_attacker_by_its_attack() -> None:
    match, _ = fight({"39A-5G": "0636", "39A-152": "0538"}, {"26K-1": "0637"}, "0637", 3)
    assert steps(match, "39A-5G") == 1 and where(match, "39A-152") == "0538"


@pytest.mark.rule("koenigsberg 9.4.1")
def test_an_attackers_defence_does_not_count() -> None:
    match, events = fight({"3BF-2G": "0636", "39A-5G": "0538"}, {"26K-1": "0637"}, "0637", 1)  # 9-6 and 7-7
    assert happened(events, "attack")[0].params["result"] == "A1"
    assert (steps(match, "3BF-2G"), steps(match, "39A-5G")) == (1, 2)


@pytest.mark.rule("koenigsberg 9.4.1")
def test_the_owner_chooses_among_equals() -> None:
    match, _ = fight({"39A-94": "0636", "39A-113": "0538", "39A-152": "0538"}, {"26K-1": "0637"}, "0637", 3)
    assert match.to_act == "soviet" and texts(match) == ["lose 39A-94", "lose 39A-113"]
    assert str(refused(match, "lose 39A-152").citation) == "koenigsberg 9.4.1"
    match.play("lose 39A-113")
    assert (steps(match, "39A-94"), steps(match, "39A-113")) == (2, 1)


@pytest.mark.rule("koenigsberg 9.4.2")
def test_further_steps_are_the_owners_choice() -> None:
    defenders = {"9K-561": "0637", "26K-1": "0637"}
    attackers = {**HORDE, "5A-45": "0737", "5A-65": "0737", "5A-72": "0738"}
    match, events = fight(attackers, defenders, "0637", 6)
    assert happened(events, "attack")[0].params["result"] == "D2r2"
    assert match.to_act == "german" and texts(match) == ["lose 26K-1", "lose 9K-561"]
    events = match.play("lose 26K-1")
    assert happened(events, "eliminated")[0].params == {"unit": "26K-1"}


@pytest.mark.rule("koenigsberg 9.4.2")
def test_nothing_is_asked_when_everything_is_lost() -> None:
    table = Table()
    units = (table.put("9K-561", "0637", steps=1), table.put("9K-548", "0637", steps=1))
    match = table.push(Losses(GERMAN, units, 3, True, True))
    assert match.to_act is None
    assert where(match, "9K-561") == where(match, "9K-548") == "eliminated"


@pytest.mark.rule("koenigsberg 9.4.3")
def test_a_unit_of_one_step_is_eliminated_by_one_loss() -> None:
    match, events = fight({"39A-5G": "0636"}, {"Ind-627": "0637"}, "0637", 5)
    assert happened(events, "attack")[0].params["result"] == "D1r"
    assert where(match, "Ind-627") == "eliminated"


@pytest.mark.rule("koenigsberg 9.4.4")
def test_example_insterburg_a_city_ignores_the_first_step_and_hex() -> None:
    attackers = {"39A-5G": "1835", "39A-94": "1835", "39A-113": "1736"}
    match, events = fight(attackers, {"9K-561": "1836"}, "1836", 4)
    assert happened(events, "attack")[0].params["result"] == "A1*/Dr"  # 19 to 5, a column for the city
    match, events = fight(attackers, {"9K-561": "1836"}, "1836", 5)
    assert happened(events, "attack")[0].params["result"] == "D1r"
    assert steps(match, "9K-561") == 2 and where(match, "9K-561") == "1836"
    assert cited(events, "loss_ignored") == ["koenigsberg 9.4.4"]


@pytest.mark.rule("koenigsberg 9.4.4")
def test_example_insterburg_of_two_steps_one_is_lost() -> None:
    attackers = {"3BF-2G": "1835", "3BF-1": "1835", "39A-5G": "1736", "39A-94": "1736", "39A-113": "1737"}
    match, events = fight(attackers, {"9K-561": "1836"}, "1836", 5)
    assert happened(events, "attack")[0].params["odds"] == "6-1"
    assert happened(events, "attack")[0].params["result"] == "D2r2"
    assert steps(match, "9K-561") == 1


@pytest.mark.rule("koenigsberg 9.4.4")
def test_a_village_does_not_save_a_step_but_a_festung_does() -> None:
    match, events = fight({"39A-5G": "3119", "39A-94": "3119"}, {"9K-561": "3120"}, "3120", 5)
    assert happened(events, "attack")[0].params["result"] == "D1r" and steps(match, "9K-561") == 1
    table = Table()
    lay(table, {"3BF-2G": "2933", "3BF-1": "2933", "39A-5G": "2832", "39A-94": "2832", "9K-561": "2932"})
    match = table.fight(SOVIET, "3BF-2G", "3BF-1", "39A-5G", "39A-94")
    events = attack(match, "2932", 5, ["3BF-2G", "3BF-1", "39A-5G", "39A-94"])
    assert happened(events, "attack")[0].params["result"] == "D1r"
    assert steps(match, "9K-561") == 2


@pytest.mark.rule("koenigsberg 9.4.4", "koenigsberg 9.5.9")
def test_a_town_behind_a_defence_line_ignores_the_first_step_and_every_retreat() -> None:
    attackers = {"3BF-2G": "1335", "3BF-1": "1335", "39A-5G": "1334", "39A-94": "1334"}
    match, events = fight(attackers, {"9K-561": "1434"}, "1434", 5)
    assert happened(events, "attack")[0].params["result"] == "D2r2"  # 6-1 less one
    assert steps(match, "9K-561") == 1 and where(match, "9K-561") == "1434"
    assert cited(events, "retreat_ignored") == ["koenigsberg 9.5.9"]


@pytest.mark.rule("koenigsberg 9.4.4", "koenigsberg 9.5.7", "koenigsberg 9.5.9")
@pytest.mark.parametrize(
    ("attacker", "target", "spared"),
    [("1835", "1836", (1, 1)), ("3119", "3120", (0, 1)), ("1335", "1434", (1, 99)), ("1623", "1723", (0, 0))],
)
def test_a_preview_says_what_the_defender_is_spared(attacker: str, target: str, spared: tuple[int, int]) -> None:
    table = Table()
    lay(table, {"3BF-2G": attacker, "9K-561": target})
    assert table.match().preview(target, ["3BF-2G"]).spared == spared


@pytest.mark.rule("koenigsberg 9.4.4")
def test_steps_lost_by_retreating_are_not_ignored() -> None:
    """A town, a retreat of two: the second hex leads into zones everywhere."""
    attackers = {"3BF-2G": "1623", "3BF-1": "1623", "39A-5G": "1524", "39A-94": "1524", "39A-113": "1525"}
    ring = {"5A-45": "1626", "5A-65": "1726", "5A-72": "1825"}
    match = ready(attackers, {"9K-561": "1624", **ring})
    events = attack(match, "1624", 4, list(attackers))
    assert happened(events, "attack")[0].params["result"] == "D2r2"  # one step ignored, one lost
    match.play(next(text for text in texts(match) if text.startswith("retreat")))
    assert where(match, "9K-561") == "eliminated"


@pytest.mark.rule("koenigsberg 9.4.4")
def test_attackers_in_a_town_lose_the_first_step() -> None:
    match, _ = fight({"39A-94": "1624"}, {"26K-349": "1623"}, "1623", 3)  # A1
    assert steps(match, "39A-94") == 1


@pytest.mark.rule("koenigsberg 11.1.3(2)")
def test_an_hq_is_lost_with_all_the_units_of_its_stack() -> None:
    table = Table()
    table.put("Ind-627", "0637")
    table.put("9K-HQ", "0637")
    match, events = fight({"39A-5G": "0636"}, {}, "0637", 5, table=table)
    assert where(match, "9K-HQ") == "removed"
    assert cited(events, "hq_lost") == ["koenigsberg 11.1.3(2)"]


@pytest.mark.rule("koenigsberg 11.1.3(2)")
def test_an_attackers_hq_is_lost_with_all_of_its_stack() -> None:
    table = Table()
    table.put("39A-5G", "0636", steps=1)
    lay(table, {"26K-1": "0637", "39A-HQ": "0636"})
    match = table.fight(SOVIET, "39A-5G")
    events = attack(match, "0637", 1)  # A2r
    assert where(match, "39A-5G") == "eliminated" and where(match, "39A-HQ") == "removed"
    assert cited(events, "hq_lost") == ["koenigsberg 11.1.3(2)"]


@pytest.mark.rule("koenigsberg 11.1.3(2)")
def test_an_attacking_stacks_hq_survives_beside_a_unit_that_did_not_attack() -> None:
    others = {"39A-HQ": "0636", "39A-152": "0636", "26K-1": "0637", "26K-349": "0637"}
    table = Table()
    table.put("39A-5G", "0636", steps=1)  # 4 to 13: too weak alone
    table.put("39A-94", "0538", steps=1)
    lay(table, others)
    match = table.fight(SOVIET, "39A-5G", "39A-94")
    attack(match, "0637", 4, ["39A-5G", "39A-94"])  # 7 to 13, A1r: the stronger one goes
    assert where(match, "39A-5G") == "eliminated" and where(match, "39A-HQ") == "0636"


@pytest.mark.rule("koenigsberg 9.4.4")
@pytest.mark.parametrize(
    ("shelter", "start", "left"), [("defenders", "1624", 1), ("all", "1624", 2), ("all", "1623", 1)]
)
def test_option_settlement_shelter(shelter: str, start: str, left: int) -> None:
    """1624 is a town, 1623 open ground; the attack fails with a step."""
    match, events = fight({"39A-5G": start}, {"26K-1": "1724"}, "1724", 3, table=Table(settlement_shelter=shelter))
    assert happened(events, "attack")[0].params["result"] == "A1"
    assert steps(match, "39A-5G") == left
    assert cited(events, "attackers_ignore") == (["koenigsberg 9.4.4"] if left == 2 else [])


@pytest.mark.rule("koenigsberg 9.4.4")
def test_defenders_alone_are_sheltered_unless_agreed_otherwise() -> None:
    options = {option.key: option.default for option in cm.load("koenigsberg").info.options}
    assert options["settlement_shelter"] == "defenders"


@pytest.mark.rule("koenigsberg 9.4.4", "koenigsberg 9.4.1")
@pytest.mark.parametrize(("strong", "lost"), [("1624", 0), ("1623", 1)])
def test_attackers_are_sheltered_if_the_strongest_of_them_is(strong: str, lost: int) -> None:
    weak = "1623" if strong == "1624" else "1624"
    attackers = {"39A-5G": strong, "39A-152": weak}
    match, events = fight(attackers, {"26K-1": "1724"}, "1724", 3, table=Table(settlement_shelter="all"))
    assert happened(events, "attack")[0].params["result"] == "A1"
    assert steps(match, "39A-5G") == 2 - lost and steps(match, "39A-152") == 1


@pytest.mark.rule("koenigsberg 9.4.2", "koenigsberg 9.4.3")
def test_who_is_gone_takes_no_further_loss() -> None:
    table = Table()
    lay(table, {"26K-1": "0637", "26K-69": "0637", "Ind-10": "0738"})
    units = tuple(map(table.unit, ("26K-1", "26K-69", "Ind-10")))
    match = table.push(Losses(GERMAN, units, 2, False, True))
    assert texts(match) == ["lose 26K-1", "lose 26K-69", "lose Ind-10"]
    match.play("lose Ind-10")
    assert texts(match) == ["lose 26K-1", "lose 26K-69"] and where(match, "Ind-10") == "eliminated"
    assert str(refused(match, "lose Ind-10").citation) == "koenigsberg 9.4.1"


@pytest.mark.rule("koenigsberg 9.5.3")
def test_attackers_driven_into_a_zone_lose_a_step_of_the_one_that_attacks_best() -> None:
    table = Table()
    attackers = {"3BF-1": "0636", "39A-5G": "0636"}  # 8-6 and 7-7
    lay(table, {**attackers, "26K-1": "0637", "26K-69": "0535", "27K-35": "0735"})
    units = tuple(map(table.unit, attackers))
    match = table.push(Battle(SOVIET, table.hex("0637"), units, 0, 5, 0, 0))  # 1-2: Ar
    match.play("together")
    if match.to_act:
        match.play(texts(match)[0])
    assert (steps(match, "3BF-1"), steps(match, "39A-5G")) == (1, 2)


@pytest.mark.rule("koenigsberg 11.1.3(2)", "koenigsberg 9.5.5")
def test_an_hq_is_lost_with_a_unit_that_dies_because_it_cannot_retreat() -> None:
    match, events = fight({"39A-5G": "0636"}, {"Gar-Kulm": "0637", "9K-HQ": "0637"}, "0637", 3)
    assert happened(events, "attack")[0].params["result"] == "A1*/Dr"
    assert (where(match, "Gar-Kulm"), where(match, "9K-HQ")) == ("eliminated", "removed")
    assert cited(events, "hq_lost") == ["koenigsberg 11.1.3(2)"]


@pytest.mark.rule("koenigsberg 9.4.1")
def test_the_weaker_is_refused_for_being_weaker() -> None:
    table = Table()
    lay(table, {"26K-69": "0637", "27K-35": "0637", "9K-561": "0738"})  # 6, 6 and 5
    units = tuple(map(table.unit, ("26K-69", "27K-35", "9K-561")))
    match = table.push(Losses(GERMAN, units, 1, True, True))
    assert texts(match) == ["lose 26K-69", "lose 27K-35"]
    refusal = refused(match, "lose 9K-561")
    assert "strongest" in refusal.reason.key and str(refusal.citation) == "koenigsberg 9.4.1"
