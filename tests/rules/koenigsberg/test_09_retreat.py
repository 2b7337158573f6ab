"""9.5 Retreats, with 5.4, 7.1 and 11.1.1."""

from __future__ import annotations

import pytest

from countermarch.flow import Event
from countermarch.games.chitpull.barrage import Barrage
from countermarch.games.chitpull.battle import Battle
from countermarch.games.chitpull.command import CommandPhase
from countermarch.games.chitpull.losses import at_stake
from countermarch.games.chitpull.retreat import Retreat
from countermarch.match import Match
from tests.rules.koenigsberg.fights import Places, attack, cited, fight, lay
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, refused, steps, texts, where


def back(units: Places, others: Places, hexes: int, side: int = GERMAN, defending: bool = True) -> Match:
    """The units, all in one hex, must retreat so far in a combat."""
    table = Table()
    lay(table, {**units, **others})
    return driven(table, units, hexes, side, defending)


def driven(table: Table, units: Places, hexes: int, side: int = GERMAN, defending: bool = True) -> Match:
    start = table.hex(next(iter(units.values())))
    group = tuple(table.unit(id) for id in units)
    return table.push(at_stake(table.play, [start]), Retreat(side, start, group, hexes, defending, False))


def told(match: Match, key: str) -> list[str]:
    return cited(match._play.events, key)


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


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 9.5.4")
def test_a_lone_hq_is_no_enemy_in_the_way_only_in_the_wrong_direction() -> None:
    match = back({"9K-561": "0637"}, {"39A-HQ": "0636"}, 1)
    assert "retreat 0636" not in texts(match)
    assert str(refused(match, "retreat 0636").citation) == "koenigsberg 9.5.4"


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


# 9.5.1, 9.5.2

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


# 9.5.6, 7.1


HEMMING = {"39A-5G": "0538", "39A-94": "0636"}


def hemmed(others: Places, units: Places | None = None, hexes: int = 1) -> Match:
    """Germans in 0637 whose only way out of the zones is 0738."""
    return back(units or {"9K-561": "0637"}, {**HEMMING, **others}, hexes)


@pytest.mark.rule("koenigsberg 9.5.6")
def test_a_stack_retreats_together_or_apart() -> None:
    units = {"26K-1": "0637", "9K-561": "0637", "9K-HQ": "0637"}
    match = back(units, {}, 1)
    alone = ["together", "apart 26K-1", "apart 9K-561"]
    assert texts(match) == [*alone, "apart 9K-HQ+26K-1", "apart 9K-561+9K-HQ"]
    match.play("apart 26K-1")
    match.play("retreat 0638")
    match.play("retreat 0737")
    assert [where(match, id) for id in units] == ["0638", "0737", "0737"]


@pytest.mark.rule("koenigsberg 11.1.1")
def test_an_hq_does_not_retreat_on_its_own() -> None:
    match = back({"26K-1": "0637", "9K-561": "0637", "9K-HQ": "0637"}, {}, 1)
    assert str(refused(match, "apart 9K-HQ").citation) == "koenigsberg 11.1.1"


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 7.1")
def test_a_unit_without_room_goes_one_hex_farther() -> None:
    match = hemmed({"27K-35": "0738", "27K-252": "0738"})
    assert texts(match) == ["retreat 0739", "retreat 0837", "retreat 0838"]
    match.play("retreat 0838")
    assert where(match, "9K-561") == "0838" and steps(match, "9K-561") == 2


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 7.1")
def test_of_two_arrivals_one_goes_on_if_there_is_room_for_one() -> None:
    match = hemmed({"27K-35": "0738"}, {"26K-1": "0637", "9K-561": "0637"})
    match.play("together")
    assert texts(match) == ["apart 26K-1", "apart 9K-561"] and match.decision is not None
    assert match.decision.kind == "option" and match.decision.side == "german"
    assert str(match.decision.prompt) == "0738 has room for one of 26K-1, 9K-561: which goes on, one hex farther?"
    assert [str(rule) for rule in match.decision.citations] == ["koenigsberg 9.5.6", "koenigsberg 7.1"]
    match.play("apart 9K-561")
    match.play("retreat 0739")
    assert where(match, "26K-1") == "0738" and where(match, "9K-561") == "0739"


@pytest.mark.rule("koenigsberg 9.5.6")
def test_who_goes_on_is_asked_again_of_a_position() -> None:
    table, units = Table(), {"26K-1": "0637", "9K-561": "0637"}
    lay(table, {**units, **HEMMING, "27K-35": "0738"})
    table.found("command", CommandPhase(), Barrage(SOVIET, "", hit=(table.hex("0637"),)))
    match = driven(table, units, 1)
    match.play("together")
    again = match.game.from_position(match.position())
    assert texts(again) == ["apart 26K-1", "apart 9K-561"] and again.fingerprint() == match.fingerprint()


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 11.1.1")
def test_an_hq_stays_or_goes_on_with_a_unit_but_not_alone() -> None:
    match = hemmed({"27K-35": "0738"}, {"26K-1": "0637", "9K-561": "0637", "9K-HQ": "0637"})
    match.play("together")
    assert texts(match) == ["apart 26K-1", "apart 9K-561", "apart 9K-HQ+26K-1", "apart 9K-561+9K-HQ"]
    assert str(refused(match, "apart 9K-HQ").citation) == "koenigsberg 11.1.1"
    match.play("apart 9K-561+9K-HQ")
    match.play("retreat 0739")
    assert [where(match, id) for id in ("26K-1", "9K-561", "9K-HQ")] == ["0738", "0739", "0739"]


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 7.1")
def test_a_unit_that_finds_no_room_is_eliminated() -> None:
    beyond = {"39A-113": "0739", "5A-45": "0838", "5A-65": "0837"}
    match = hemmed({"27K-35": "0738", "27K-252": "0738", **beyond})
    assert texts(match) == ["retreat 0638", "retreat 0737", "retreat 0738"]  # zones everywhere now
    events = match.play("retreat 0738")
    assert where(match, "9K-561") == "eliminated"
    assert cited(events, "no_room") == ["koenigsberg 7.1"]


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 7.1")
def test_an_hq_that_comes_to_another_goes_on_alone() -> None:
    match = hemmed({"27K-HQ": "0738", "27K-35": "0738"}, {"9K-561": "0637", "9K-HQ": "0637"})
    assert where(match, "9K-561") == "0738"
    match.play("retreat 0838")
    assert where(match, "9K-HQ") == "0838" and where(match, "27K-HQ") == "0738"


@pytest.mark.rule("koenigsberg 7.1")
def test_an_hq_that_comes_to_another_and_cannot_go_on_is_lost() -> None:
    beyond = {"39A-113": "0739", "5A-45": "0838", "5A-65": "0837"}
    match = hemmed({"27K-HQ": "0738", "27K-35": "0738", **beyond}, {"26K-1": "0637", "26K-HQ": "0637"})
    match.play("retreat 0738")
    assert where(match, "26K-HQ") == "removed" and where(match, "26K-1") == "0738"


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


# 11.1.1, 11.1.3(2)

# 11.1.1, 11.1.3(2)


@pytest.mark.rule("koenigsberg 11.1.1")
def test_an_hq_retreats_with_the_units_of_its_stack() -> None:
    match, _ = fight({"39A-5G": "0636", "39A-94": "0636"}, {"9K-561": "0637", "9K-HQ": "0637"}, "0637", 3)
    match.play("retreat 0738")
    assert where(match, "9K-HQ") == where(match, "9K-561") == "0738"


@pytest.mark.rule("koenigsberg 11.1.1")
def test_an_attackers_hq_retreats_along_too() -> None:
    match, _ = fight({"39A-5G": "0636"}, {"26K-1": "0637", "39A-HQ": "0636", "39A-152": "0636"}, "0637", 1)
    match.play("retreat 0635")
    assert where(match, "39A-HQ") == "0635" and where(match, "39A-152") == "0636"


@pytest.mark.rule("koenigsberg 11.1.1")
def test_an_hq_stays_with_an_immobile_unit_if_nobody_else_is_left() -> None:
    match = back({"Gar-Elbing": "0637", "9K-HQ": "0637"}, {}, 1)
    assert where(match, "9K-HQ") == "0637" and steps(match, "Gar-Elbing") == 1


@pytest.mark.rule("koenigsberg 11.1.3(2)")
def test_an_hq_is_lost_when_its_stack_dies_retreating() -> None:
    ring = {"39A-5G": "0538", "39A-94": "0636", "39A-113": "0838"}
    match = back({"Ind-627": "0637", "9K-HQ": "0637"}, ring, 1)
    events = match.play("retreat 0738")
    assert where(match, "Ind-627") == "eliminated" and where(match, "9K-HQ") == "removed"
    assert cited(events, "hq_lost") == ["koenigsberg 11.1.3(2)"]


@pytest.mark.rule("koenigsberg 11.1.3(2)")
def test_an_hq_met_on_a_retreat_outlives_who_dies_there() -> None:
    ring = {"39A-5G": "0538", "39A-94": "0636", "39A-113": "0838"}
    match = back({"Ind-627": "0637"}, {**ring, "9K-HQ": "0738"}, 1)
    match.play("retreat 0738")
    assert where(match, "Ind-627") == "eliminated" and where(match, "9K-HQ") == "0738"


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 13.1")
def test_a_retreat_enters_every_hex_on_its_way() -> None:
    table = Table()
    lay(table, {"39A-5G": "0637"})
    start = table.hex("0637")
    match = table.push(Retreat(SOVIET, start, (table.unit("39A-5G"),), 2, False, False))
    match.play("retreat 0537-0437")
    crossed = match._play.state.crossed
    assert crossed[table.hex("0537")] and crossed[table.hex("0437")]


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 9.5.2")
def test_soviets_do_not_retreat_through_germans_either() -> None:
    match = back({"39A-5G": "0637"}, {"VS-1": "0738", "VS-2": "0638"}, 1, SOVIET)
    assert len(texts(match)) > 1
    for german in ("0738", "0638"):
        assert str(refused(match, f"retreat {german}").citation) == "koenigsberg 9.5"


@pytest.mark.rule("koenigsberg 9.5.1", "koenigsberg 9.5.2")
def test_hexes_not_retreated_cost_steps_by_the_rule_on_length() -> None:
    ring = {"39A-5G": "0538", "39A-94": "0636", "39A-113": "0738", "5A-45": "0638", "5A-65": "0537", "5A-72": "0737"}
    match = back({"26K-1": "0637"}, {**ring, "39A-HQ": "0738"}, 1)
    assert where(match, "26K-1") == "0637" and steps(match, "26K-1") == 1
    assert told(match, "retreat_short") == ["koenigsberg 9.5.2"]


@pytest.mark.rule("koenigsberg 9.5", "koenigsberg 11.1.4")
def test_a_guarded_hq_near_the_only_way_back_changes_nothing() -> None:
    ring = {"39A-5G": "0538", "39A-94": "0636", "39A-113": "0638", "5A-45": "0537", "5A-65": "0737"}
    match = back({"26K-1": "0637"}, {**ring, "39A-HQ": "0737"}, 1)
    assert where(match, "26K-1") == "0738" and where(match, "39A-HQ") == "0737"


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 7.1")
def test_a_stack_passes_over_friends_and_parts_only_where_its_retreat_ends() -> None:
    match = hemmed({"27K-35": "0738"}, {"26K-1": "0637", "9K-561": "0637"}, hexes=2)
    match.play("together")
    match.play("retreat 0738-0838")
    assert (where(match, "26K-1"), where(match, "9K-561"), match.to_act) == ("0838", "0838", None)


@pytest.mark.rule("koenigsberg 7.1", "koenigsberg 9.5.6")
def test_an_hq_with_units_that_find_no_room_stays_where_no_other_hq_is() -> None:
    beyond = {"39A-113": "0739", "5A-45": "0838", "5A-65": "0837"}
    full = {"27K-35": "0738", "27K-252": "0738", **beyond}
    stack = {"26K-1": "0637", "9K-561": "0637", "9K-HQ": "0637"}  # one of the stack lives on
    match = hemmed(full, stack)
    match.play("apart 9K-561+9K-HQ")
    match.play("retreat 0738")
    assert (where(match, "9K-561"), where(match, "9K-HQ")) == ("eliminated", "0738")
    match = hemmed({**full, "27K-HQ": "0738"}, stack)
    match.play("apart 9K-561+9K-HQ")
    match.play("retreat 0738")
    assert (where(match, "9K-HQ"), where(match, "27K-HQ")) == ("removed", "0738")


@pytest.mark.rule("koenigsberg 9.5.2", "koenigsberg 9.5.6")
def test_units_that_part_and_cannot_retreat_pay_one_by_one() -> None:
    ring = {"39A-5G": "0538", "39A-94": "0636", "39A-113": "0738", "5A-45": "0638", "5A-65": "0537", "5A-72": "0737"}
    match = back({"26K-1": "0637", "9K-561": "0637"}, ring, 1)
    match.play("apart 26K-1")
    assert match.to_act is None and (steps(match, "26K-1"), steps(match, "9K-561")) == (1, 1)


@pytest.mark.rule("koenigsberg 9.5.7")
def test_nothing_is_said_of_shelter_in_the_open() -> None:
    _, events = fight({"39A-5G": "0636", "39A-94": "0636"}, {"9K-561": "0637"}, "0637", 3)
    assert cited(events, "retreat_ignored") == [] == cited(events, "loss_ignored")
