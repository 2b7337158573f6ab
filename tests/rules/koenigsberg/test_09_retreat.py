"""9.5 to 9.5.4 Retreats: how far, which way, and what it costs; with 5.4."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.battle import Battle
from countermarch.games.chitpull.retreat import Retreat
from tests.rules.koenigsberg.fights import cited, fight, lay
from tests.rules.koenigsberg.retreats import back, driven, told
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, refused, steps, texts, where

# 9.5


@pytest.mark.rule("koenigsberg 9.5")
def test_the_owner_retreats_his_units_the_defender_first() -> None:
    match, _ = fight({"39A-5G": "0636", "39A-94": "0636"}, {"9K-561": "0637"}, "0637", 3)
    assert match.to_act == "german" and match.decision is not None and match.decision.kind == "path"
    match.play("retreat 0738")
    assert match.to_act == "soviet"


@pytest.mark.rule("koenigsberg 9.5")
def test_units_do_not_retreat_through_enemies() -> None:
    match = back({"9K-561": "0637"}, {"39A-152": "0738"}, 1)
    assert "retreat 0738" not in texts(match)
    assert str(refused(match, "retreat 0738").citation) == "koenigsberg 9.5"


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 9.5.2")
def test_soviets_do_not_retreat_through_germans_either() -> None:
    match = back({"39A-5G": "0637"}, {"VS-1": "0738", "VS-2": "0638"}, 1, SOVIET)
    assert len(texts(match)) > 1
    for german in ("0738", "0638"):
        assert str(refused(match, f"retreat {german}").citation) == "koenigsberg 9.5"


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 9.5.2")
def test_asked_for_a_way_back_nothing_else_is_an_answer() -> None:
    match = back({"9K-561": "0637"}, {}, 1)
    assert str(refused(match, "done").citation) == str(refused(match, "move 9K-561").citation) == "koenigsberg 3.0"


@pytest.mark.rule("koenigsberg 9.5")
def test_attacking_stacks_retreat_in_the_order_their_owner_likes() -> None:
    """0637 can only fall back to 0738, where there is room once the other stack has gone."""
    table = Table()
    first, second = {"9K-561": "0637", "9K-548": "0637", "9K-HQ": "0637"}, {"9K-56": "0738", "9K-551": "0738"}
    ring = {"39A-5G": "0638", "39A-94": "0538", "39A-113": "0537", "5A-45": "0636", "5A-65": "0737"}
    lay(table, {**first, **second, **ring})
    units = tuple(table.unit(id) for id in ("9K-561", "9K-548", "9K-56", "9K-551"))
    match = table.push(Battle(GERMAN, table.hex("0638"), units, 0, 5, 0, 0))  # 1-2, a 5: Ar
    assert match.to_act == "german" and match.decision is not None
    assert texts(match) == ["apart 9K-561+9K-548+9K-HQ", "apart 9K-56+9K-551"]
    match.play("apart 9K-56+9K-551")
    match.play("together")
    away = where(match, "9K-56")
    assert away not in ("0637", "0738")
    match.play("together")  # one stack is left and goes next
    match.play("lose 9K-561")
    assert {where(match, id) for id in first} == {"0738"} and {where(match, id) for id in second} == {away}
    assert match.to_act is None


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 9.4")
def test_stacks_that_fall_back_are_named_without_the_dead() -> None:
    table = Table()
    table.put("9K-561", "0637", steps=1)
    lay(table, {"26K-1": "0637", "9K-56": "0738", "39A-5G": "0638"})
    units = tuple(table.unit(id) for id in ("9K-561", "26K-1", "9K-56"))
    match = table.push(Battle(GERMAN, table.hex("0638"), units, 0, 1, 0, 0))  # 1-2, a 1: a step, then back
    match.play("lose 9K-561")
    assert where(match, "9K-561") == "eliminated" and texts(match) == ["apart 26K-1", "apart 9K-56"]


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 13.1")
def test_a_retreat_enters_every_hex_on_its_way() -> None:
    table = Table()
    lay(table, {"39A-5G": "0637"})
    start = table.hex("0637")
    match = table.push(Retreat(SOVIET, start, (table.unit("39A-5G"),), 2, False, False))
    match.play("retreat 0537-0437")
    crossed = match._play.state.crossed
    assert crossed[table.hex("0537")] and crossed[table.hex("0437")]


# 9.5, 11.1.4


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 11.1.4")
def test_a_retreating_unit_may_overrun_a_lone_hq_but_need_not() -> None:
    match = back({"9K-561": "0637"}, {"39A-HQ": "0738"}, 1)
    assert texts(match) == ["retreat 0638", "retreat 0737", "retreat 0738"]
    events = match.play("retreat 0738")
    assert where(match, "39A-HQ") == "removed" and where(match, "9K-561") == "0738"
    assert cited(events, "overrun") == ["koenigsberg 11.1.4"]


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 9.5.3")
def test_nobody_need_overrun_an_hq_to_keep_out_of_zones() -> None:
    match = back({"9K-561": "0637"}, {"39A-5G": "0538", "39A-94": "0636", "39A-HQ": "0738"}, 1)
    assert texts(match) == ["retreat 0638", "retreat 0737", "retreat 0738"]  # the first two lie in zones
    match.play("retreat 0737")
    assert steps(match, "9K-561") == 1 and where(match, "39A-HQ") == "0738"


@pytest.mark.rule("koenigsberg 9.5")
def test_a_lone_hq_is_overrun_if_there_is_no_other_way() -> None:
    ring = {"39A-5G": "0638", "39A-94": "0538", "39A-113": "0537", "5A-45": "0636", "5A-65": "0737"}
    match = back({"9K-561": "0637"}, {**ring, "39A-HQ": "0738"}, 1)
    assert match.to_act is None and where(match, "9K-561") == "0738"
    assert where(match, "39A-HQ") == "removed"


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 6.3")
def test_a_unit_without_attack_strength_overruns_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    values = list(table.tables.attack)
    values[table.unit("9K-561")] = (0, 0, 0)
    monkeypatch.setattr(table.tables, "attack", values)
    lay(table, {"9K-561": "0637", "39A-HQ": "0738"})
    match = table.push(Retreat(GERMAN, table.hex("0637"), (table.unit("9K-561"),), 1, True, False))
    assert texts(match) == ["retreat 0638", "retreat 0737"]
    assert str(refused(match, "retreat 0738").citation) == "koenigsberg 9.5"


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 6.3")
def test_one_unit_with_attack_strength_overruns_for_its_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    values = list(table.tables.attack)
    values[table.unit("9K-561")] = (0, 0, 0)
    monkeypatch.setattr(table.tables, "attack", values)
    lay(table, {"26K-1": "0637", "9K-561": "0637", "39A-HQ": "0738"})
    match = driven(table, {"26K-1": "0637", "9K-561": "0637"}, 1)
    match.play("together")
    assert "retreat 0738" in texts(match)
    match.play("retreat 0738")
    assert where(match, "39A-HQ") == "removed" and where(match, "9K-561") == "0738"


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 9.5.4")
def test_a_lone_hq_is_no_enemy_in_the_way_only_in_the_wrong_direction() -> None:
    match = back({"9K-561": "0637"}, {"39A-HQ": "0636"}, 1)
    assert "retreat 0636" not in texts(match)
    assert str(refused(match, "retreat 0636").citation) == "koenigsberg 9.5.4"


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 11.1.4")
def test_a_guarded_hq_near_the_only_way_back_changes_nothing() -> None:
    ring = {"39A-5G": "0538", "39A-94": "0636", "39A-113": "0638", "5A-45": "0537", "5A-65": "0737"}
    match = back({"26K-1": "0637"}, {**ring, "39A-HQ": "0737"}, 1)
    assert where(match, "26K-1") == "0738" and where(match, "39A-HQ") == "0737"


@pytest.mark.rule("koenigsberg 9.5.3", "koenigsberg 9.5.4", "koenigsberg 9.5")
def test_an_hq_that_might_be_overrun_does_not_measure_the_other_ways() -> None:
    """Over 0737 or 0738, where lone HQs are, no zone need be entered; without an overrun it is one."""
    ring = {"39A-5G": "0537", "39A-94": "0539", "39A-HQ": "0737", "28A-HQ": "0738"}
    match = back({"9K-561": "0637"}, ring, 2)
    assert "retreat 0638-0739" in texts(match) and "retreat 0737-0837" in texts(match)
    through_two = refused(match, "retreat 0638-0639")
    assert str(through_two.citation) == "koenigsberg 9.5.3" and through_two.reason.params["fewest"] == 1
    assert str(refused(match, "retreat 0636-0635").citation) == "koenigsberg 9.5.4"  # one zone, but southwards


# 9.5.1, 9.5.2


@pytest.mark.rule("koenigsberg 9.5.1")
def test_units_retreat_only_where_they_could_move() -> None:
    match = back({"9K-561": "2042"}, {}, 2)  # the Memel runs round the north of 2042
    assert all(text.startswith(("retreat 2142-", "retreat 2041-", "retreat 1942-")) for text in texts(match))
    assert str(refused(match, "retreat 2043-2044").citation) == "koenigsberg 9.5.1"


@pytest.mark.rule("koenigsberg 9.5.1", "koenigsberg 9.5.2")
def test_each_hex_not_retreated_costs_a_step_of_the_owners_choice() -> None:
    ring = {"39A-5G": "0638", "39A-94": "0538", "39A-113": "0537", "5A-45": "0636", "5A-65": "0737", "5A-72": "0738"}
    match = back({"26K-1": "0637", "9K-561": "0637"}, ring, 2)
    match.play("together")
    assert texts(match) == ["lose 26K-1", "lose 9K-561"]
    match.play("lose 9K-561")  # not the strongest
    match.play("lose 9K-561")
    assert where(match, "9K-561") == "eliminated" and steps(match, "26K-1") == 2
    assert where(match, "26K-1") == "0637"


@pytest.mark.rule("koenigsberg 9.5.1", "koenigsberg 9.5.2")
def test_hexes_not_retreated_cost_steps_by_the_rule_on_length() -> None:
    ring = {"39A-5G": "0538", "39A-94": "0636", "39A-113": "0738", "5A-45": "0638", "5A-65": "0537", "5A-72": "0737"}
    match = back({"26K-1": "0637"}, {**ring, "39A-HQ": "0738"}, 1)
    assert where(match, "26K-1") == "0637" and steps(match, "26K-1") == 1
    assert told(match, "retreat_short") == ["koenigsberg 9.5.2"]


@pytest.mark.rule("koenigsberg 9.5.2")
def test_each_hex_leads_farther_away() -> None:
    match = back({"9K-561": "0637"}, {}, 2)
    assert "retreat 0738-0838" in texts(match)
    assert str(refused(match, "retreat 0738-0638").citation) == "koenigsberg 9.5.2"
    assert str(refused(match, "retreat 0738").citation) == "koenigsberg 9.5.2"


@pytest.mark.rule("koenigsberg 9.5.2")
def test_a_retreat_cut_short_goes_as_far_as_it_can() -> None:
    near = {"39A-5G": "0638", "39A-94": "0538", "39A-113": "0537", "5A-45": "0636", "5A-65": "0737"}
    far = {"28A-3G": "0739", "28A-20": "0838", "28A-128": "0837"}  # 0738 can be reached, nothing beyond
    match = back({"26K-1": "0637"}, {**near, **far}, 2)
    assert where(match, "26K-1") == "eliminated"  # a step for the zone in 0738, a step for the hex not reached
    assert told(match, "retreat_zone") == ["koenigsberg 9.5.3"]


# 9.5.3, 5.4


@pytest.mark.rule("koenigsberg 9.5.3")
def test_enemy_zones_are_avoided_where_they_can_be() -> None:
    match = back({"9K-561": "0637"}, {"39A-5G": "0538", "39A-94": "0636"}, 1)
    assert match.to_act is None and where(match, "9K-561") == "0738"  # 0638 and 0737 lie in zones


@pytest.mark.rule("koenigsberg 9.5.3")
def test_the_fewest_zone_hexes_even_against_the_direction() -> None:
    ring = {"39A-5G": "0739", "39A-94": "0837"}  # zones in 0638, 0738, 0737
    match = back({"9K-561": "0637"}, ring, 1)
    assert "retreat 0636" in texts(match) and "retreat 0738" not in texts(match)
    assert str(refused(match, "retreat 0738").citation) == "koenigsberg 9.5.3"


@pytest.mark.rule("koenigsberg 9.5.3", "koenigsberg 5.4")
def test_each_zone_hex_costs_the_stack_one_step_in_all_from_the_strongest() -> None:
    ring = {"39A-5G": "0538", "39A-94": "0636", "39A-113": "0838"}
    match = back({"26K-1": "0637", "9K-561": "0637"}, ring, 1)
    match.play("together")
    events = match.play("retreat 0738")
    assert (steps(match, "26K-1"), steps(match, "9K-561")) == (1, 2)
    assert cited(events, "retreat_zone") == ["koenigsberg 9.5.3"]


@pytest.mark.rule("koenigsberg 9.5.3")
def test_a_retreating_attacker_loses_from_the_highest_attack() -> None:
    south = {"26K-1": "0437", "26K-349": "0435", "26K-69": "0634"}  # 0537, 0536 and 0635 lie in their zones
    zones = {**south, "9K-56": "0738", "9K-548": "0835"}  # and the others in these
    match = back({"39A-5G": "0636", "3BF-2G": "0636"}, zones, 1, SOVIET, defending=False)  # 7-7 and 9-6
    match.play("together")
    match.play("retreat 0635")
    assert (steps(match, "3BF-2G"), steps(match, "39A-5G")) == (1, 2)
    match = back({"39A-5G": "0636", "3BF-2G": "0636"}, zones, 1, SOVIET, defending=True)
    match.play("together")
    match.play("retreat 0635")
    assert (steps(match, "3BF-2G"), steps(match, "39A-5G")) == (2, 1)


@pytest.mark.rule("koenigsberg 9.5.3", "koenigsberg 9.5")
def test_attackers_thrown_back_into_a_zone_pay_as_attackers() -> None:
    """7-7 and 9-6: who attacks pays with the nine."""
    table, units = Table(), {"39A-5G": "0636", "3BF-2G": "0636"}
    south = {"26K-1": "0437", "26K-349": "0435", "26K-69": "0634"}  # 0537, 0536 and 0635 lie in their zones
    lay(table, {**units, **south, "9K-56": "0738", "9K-548": "0835", "9K-561": "0637"})
    match = table.push(Battle(SOVIET, table.hex("0637"), tuple(map(table.unit, units)), 0, 5, 0, 0))  # 1-2, a 5: Ar
    match.play("together")
    match.play("retreat 0635")
    assert (steps(match, "3BF-2G"), steps(match, "39A-5G")) == (1, 2)


@pytest.mark.rule("koenigsberg 9.5.3", "koenigsberg 5.4")
def test_friends_do_not_cancel_the_zone_and_groups_pay_apart() -> None:
    ring = {"39A-5G": "0538", "39A-94": "0636", "39A-113": "0838", "27K-35": "0738"}
    match = back({"26K-1": "0637", "9K-561": "0637"}, ring, 1)
    match.play("apart 26K-1")
    match.play("retreat 0738")
    assert steps(match, "26K-1") == 1
    match.play("retreat 0638")
    assert steps(match, "9K-561") == 1


# 9.5.4


@pytest.mark.rule("koenigsberg 9.5.4")
def test_germans_retreat_north_or_west_soviets_south_or_east() -> None:
    german = back({"9K-561": "0637"}, {}, 1)
    assert texts(german) == ["retreat 0638", "retreat 0737", "retreat 0738"]
    assert str(refused(german, "retreat 0636").citation) == "koenigsberg 9.5.4"
    soviet = back({"39A-5G": "0637"}, {}, 1, SOVIET)
    assert texts(soviet) == ["retreat 0538", "retreat 0537", "retreat 0636"]


@pytest.mark.rule("koenigsberg 9.5.4")
def test_the_wrong_direction_costs_nothing_if_there_is_no_other() -> None:
    match = back({"9K-561": "0637"}, {"39A-5G": "0638", "39A-94": "0738", "39A-113": "0737"}, 1)
    # 0538 and 0636 lie in the zones of 0638 and 0737, 0537 is free
    assert match.to_act is None and where(match, "9K-561") == "0537" and steps(match, "9K-561") == 2
