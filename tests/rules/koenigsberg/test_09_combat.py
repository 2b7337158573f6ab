"""9.0 to 9.3 Combat: who attacks whom, and at what odds; with 2.1.1 to 2.1.3."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from countermarch.charts import CombatTable, read_outcome
from countermarch.games.base import Preview
from countermarch.games.chitpull.combat import CombatSegment
from countermarch.games.chitpull.state import IN_RANGE, ISOLATED, LENT, OUT_OF_SUPPLY
from countermarch.match import Match
from tests.rules.koenigsberg.fights import attack, cited, fight, give_way, inside, lay, ready
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, refused, steps, texts, where


def odds(table: Table, target: str, units: Sequence[str], **air: str) -> Preview:
    return table.match().preview(target, units, air)


def values(preview: Preview, key: str) -> list[float]:
    return [part.value for part in preview.parts if part.text.key == f"chitpull.part.{key}"]


def citation(preview: Preview, key: str) -> str:
    return next(str(part.citation) for part in preview.parts if part.text.key == f"chitpull.part.{key}")


# 9.0


@pytest.mark.rule("koenigsberg 9.0")
def test_activated_units_attack_adjacent_combat_units_if_they_like() -> None:
    others = {"9K-561": "0637", "9K-548": "0640", "39A-94": "0639"}
    match = ready({"39A-5G": "0636"}, others)
    assert texts(match) == ["attack 0637", "done"]
    match.play("done")
    assert match.to_act is None and steps(match, "9K-561") == 2


@pytest.mark.rule("koenigsberg 9.0")
def test_empty_hexes_and_lone_hqs_cannot_be_attacked() -> None:
    match = ready({"39A-5G": "0636"}, {"9K-HQ": "0637", "9K-561": "0536"})
    assert str(refused(match, "attack 0637").citation) == "koenigsberg 9.0"
    assert str(refused(match, "attack 0635").citation) == "koenigsberg 9.0"


@pytest.mark.rule("koenigsberg 9.0")
def test_hqs_and_units_not_activated_do_not_attack() -> None:
    match = ready({"39A-5G": "0636", "39A-HQ": "0636"}, {"39A-94": "0636", "9K-561": "0637", "39A-113": "0638"})
    match.play("attack 0637")
    assert str(refused(match, "with 39A-HQ").citation) == "koenigsberg 9.0"
    assert str(refused(match, "with 39A-94").citation) == "koenigsberg 4.2.6"
    assert str(refused(match, "with 9K-561").citation) == "koenigsberg 4.0"


@pytest.mark.rule("koenigsberg 9.0")
def test_a_segment_without_anybody_to_attack_is_over_at_once() -> None:
    match = ready({"39A-5G": "0636"}, {"9K-561": "0638"})
    assert match.to_act is None


@pytest.mark.rule("koenigsberg 9.0", "koenigsberg 4.1.3")
def test_units_moved_by_army_group_do_not_attack() -> None:
    table = Table()
    lay(table, {"Ind-5": "0636", "Ind-7": "0538", "39A-113": "0637"})
    table.play.state.active[table.unit("Ind-5")] = LENT
    match = table.fight(GERMAN, "Ind-7")
    match.play("attack 0637")
    assert str(refused(match, "with Ind-5").citation) == "koenigsberg 4.1.3"


@pytest.mark.rule("koenigsberg 9.0", "koenigsberg 4.2.1")
def test_an_independent_takes_one_of_the_hqs_places_by_attacking() -> None:
    table = Table()
    lay(table, {"3BF-1": "0636", "3BF-2G": "0538", "9K-561": "0637"})
    state = table.play.state
    state.quota = 1
    for id in ("3BF-1", "3BF-2G"):
        state.active[table.unit(id)] = IN_RANGE
    match = table.push(CombatSegment(SOVIET))
    match.play("attack 0637")
    match.play("with 3BF-1")
    assert "with 3BF-2G" not in texts(match)
    assert str(refused(match, "with 3BF-2G").citation) == "koenigsberg 4.2.1"
    assert str(refused(match, "with Hipper").citation) == "koenigsberg 4.0"
    match.next_dice(3)
    match.play("resolve")
    assert match._play.state.quota == 0


@pytest.mark.rule("koenigsberg 9.3.1")
def test_nobody_attacks_over_a_side_all_of_water() -> None:
    match = ready({"39A-5G": "1228", "39A-94": "1329"}, {"9K-561": "1328"})
    match.play("attack 1328")
    assert str(refused(match, "with 39A-5G").citation) == "koenigsberg 9.3.1"


# 9.1


@pytest.mark.rule("koenigsberg 9.1")
def test_example_d1r2_costs_a_step_and_two_hexes() -> None:
    attackers = {"39A-5G": "0636", "39A-94": "0636"}
    match, events = fight(attackers, {"9K-561": "0637"}, "0637", 6)
    assert happened(events, "attack")[0].params["result"] == "D1r2"
    assert cited(events, "attack") == ["koenigsberg 9.1"]
    match.play("retreat 0738-0838")
    assert steps(match, "9K-561") == 1 and where(match, "9K-561") == "0838"


@pytest.mark.rule("koenigsberg 9.1")
def test_the_defender_carries_out_his_result_first() -> None:
    attackers = {"39A-5G": "1623", "39A-94": "1623"}  # a town: the star falls due
    match, events = fight(attackers, {"9K-561": "1624"}, "1624", 3)
    assert [e.key.rsplit(".")[-1] for e in events] == ["attack", "retreat_ignored", "step_lost"]
    assert steps(match, "39A-5G") == 1


@pytest.mark.rule("koenigsberg 9.1")
@pytest.mark.parametrize(
    ("start", "shelter", "die"), [("3119", "3120", 3), ("1623", "1624", 3), ("1240", "1340", 4), ("2933", "2932", 1)]
)
def test_the_star_falls_due_where_a_settlement_or_line_cancels_the_retreat(start: str, shelter: str, die: int) -> None:
    attackers = {"11GA-8G": start, "11GA-16G": start}
    defender = "Ind-277" if shelter == "2932" else "9K-561"
    match, events = fight(attackers, {defender: shelter}, shelter, die)
    assert happened(events, "attack")[0].params["result"] == "A1*/Dr"
    assert where(match, defender) == shelter
    match.play("lose 11GA-8G")
    assert (steps(match, "11GA-8G"), steps(match, "11GA-16G")) == (1, 2)


@pytest.mark.rule("koenigsberg 9.1")
def test_the_star_lapses_when_the_defender_goes() -> None:
    match, events = fight({"39A-5G": "0636", "39A-94": "0636"}, {"9K-561": "0637"}, "0637", 3)
    assert happened(events, "attack")[0].params["result"] == "A1*/Dr"
    give_way(match, "0738")
    assert steps(match, "39A-5G") == 2 and steps(match, "39A-94") == 2


@pytest.mark.rule("koenigsberg 9.1")
def test_a_defender_destroyed_in_his_retreat_has_retreated() -> None:
    attackers = {"39A-5G": "0636"}
    ring = {"39A-94": "0538", "5A-45": "0838"}  # every way back lies in a Soviet zone
    match, events = fight(attackers, {"Ind-627": "0637", **ring}, "0637", 3)
    assert happened(events, "attack")[0].params["result"] == "A1*/Dr"
    assert texts(match) == ["retreat 0638", "retreat 0737", "retreat 0738"]
    match.play("retreat 0638")
    assert where(match, "Ind-627") == "eliminated"
    assert steps(match, "39A-5G") == 2


@pytest.mark.rule("koenigsberg 9.1", "koenigsberg 9.5.5")
def test_the_star_does_not_fall_due_for_an_immobile_unit_in_the_open() -> None:
    match, events = fight({"39A-5G": "0636"}, {"Gar-Elbing": "0637"}, "0637", 4)
    assert happened(events, "attack")[0].params["result"] == "A1*/Dr"
    assert steps(match, "Gar-Elbing") == 1 and steps(match, "39A-5G") == 2


def reads(table: Table, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """A combat table that has only this result."""
    columns = table.tables.combat.columns
    rows = ((read_outcome(code),) * len(columns),) * 6
    monkeypatch.setattr(table.tables, "combat", CombatTable(columns, rows))


@pytest.mark.rule("koenigsberg 9.1")
def test_the_star_lapses_when_only_the_first_of_two_hexes_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    reads(table, monkeypatch, "A1*/Dr2")
    match, _ = fight({"39A-5G": "3119"}, {"9K-561": "3120"}, "3120", 3, table=table)  # a village
    match.play("retreat 3121")
    assert where(match, "9K-561") == "3121" and steps(match, "39A-5G") == 2
    table = Table()
    reads(table, monkeypatch, "A1*/Dr2")
    match, _ = fight({"39A-5G": "3119"}, {"Gar-Elbing": "3120"}, "3120", 3, table=table)  # stays, but has paid
    assert steps(match, "Gar-Elbing") == 1 and steps(match, "39A-5G") == 2


@pytest.mark.rule("koenigsberg 9.1", "koenigsberg 9.6")
def test_attackers_thrown_back_do_not_follow_a_defender_who_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    reads(table, monkeypatch, "Ar/D2")
    match, _ = fight({"39A-5G": "0636"}, {"9K-561": "0637"}, "0637", 3, table=table)
    match.play("retreat 0635")
    assert where(match, "9K-561") == "eliminated" and match.to_act is None


@pytest.mark.rule("koenigsberg 9.1")
def test_attackers_lose_and_retreat() -> None:
    match, events = fight({"39A-5G": "0636"}, {"26K-1": "0637"}, "0637", 1)
    assert happened(events, "attack")[0].params["result"] == "A1r"
    match.play("retreat 0635")
    assert steps(match, "39A-5G") == 1 and where(match, "39A-5G") == "0635"


@pytest.mark.rule("koenigsberg 9.1")
def test_a_result_may_be_nothing() -> None:
    match, events = fight({"39A-152": "0636", "39A-94": "0636"}, {"26K-1": "0637", "26K-69": "0637"}, "0637", 6)
    assert happened(events, "attack")[0].params["result"] == "-"
    assert match.to_act is None and steps(match, "26K-1") == 2


# 9.2


@pytest.mark.rule("koenigsberg 9.2.1")
def test_any_number_of_units_from_any_direction_attack_one_hex() -> None:
    ring = ("0638", "0538", "0537", "0636", "0737", "0738")
    names = ("39A-5G", "39A-94", "39A-113", "5A-45", "5A-72", "5A-65")
    match = ready(dict(zip(names, ring, strict=True)), {"26K-1": "0637"})
    events = attack(match, "0637", 1, names)
    assert happened(events, "attack")[0].params["units"] == names
    assert happened(events, "attack")[0].params["odds"] == "5-1"  # 37 to 7


@pytest.mark.rule("koenigsberg 9.2.1")
def test_a_stack_may_attack_different_hexes_but_each_unit_once() -> None:
    attackers = {"39A-5G": "0636", "39A-94": "0636"}
    match = ready(attackers, {"9K-561": "0637", "9K-548": "0536"})
    attack(match, "0637", 5, ["39A-5G"])
    give_way(match, "0738")
    match.play("done")  # no advance
    assert "attack 0536" in texts(match)
    match.play("attack 0536")
    assert str(refused(match, "with 39A-5G").citation) == "koenigsberg 9.2.1"
    assert "resolve" in texts(match)


@pytest.mark.rule("koenigsberg 9.2.1")
def test_a_stack_that_has_fought_is_refused_for_that_not_for_its_hq() -> None:
    table = Table()
    lay(table, {"39A-5G": "0636", "9K-561": "0637", "9K-548": "0536", "39A-94": "0439"})
    lay(table, {"39A-HQ": "0636", "9K-551": "0440"})  # the HQ lies on top
    match = table.fight(SOVIET, "39A-5G", "39A-94")
    attack(match, "0637", 5)
    give_way(match, "0738")
    match.play("done")
    assert str(refused(match, "attack 0536").citation) == "koenigsberg 9.2.1"


@pytest.mark.rule("koenigsberg 9.2.2")
def test_all_units_of_a_hex_defend_together() -> None:
    table = Table()
    lay(table, {"39A-5G": "0636", "9K-561": "0637", "9K-56": "0637", "9K-HQ": "0637"})
    preview = odds(table, "0637", ["39A-5G"])
    assert preview.defence == 10 and values(preview, "defence") == [5, 5]
    assert preview.column == "1-2"


@pytest.fixture
def unarmed(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A counter without attack strength, which the rules foresee though none is printed."""
    table = Table()
    values = list(table.tables.attack)
    values[table.unit("39A-152")] = (0, 0)
    monkeypatch.setattr(table.tables, "attack", values)
    return table


@pytest.mark.rule("koenigsberg 9.2.3")
def test_units_without_attack_strength_do_not_attack_alone(unarmed: Table) -> None:
    match = ready({"39A-152": "0636", "39A-94": "0437"}, {"9K-561": "0637", "9K-548": "0438"}, table=unarmed)
    assert "attack 0637" not in texts(match)
    assert str(refused(match, "attack 0637").citation) == "koenigsberg 9.2.3"


@pytest.mark.rule("koenigsberg 9.2.3")
def test_units_without_attack_strength_may_join_and_advance(unarmed: Table) -> None:
    match, events = fight({"39A-152": "0636", "39A-5G": "0636"}, {"9K-561": "0637"}, "0637", 5, table=unarmed)
    assert happened(events, "attack")[0].params["odds"] == "1-1"
    give_way(match, "0738")
    assert "advance 39A-152 0637" in texts(match)


@pytest.mark.rule("koenigsberg 9.2.3")
def test_the_first_unit_named_may_be_one_without_strength_if_others_can_follow(unarmed: Table) -> None:
    match = ready({"39A-152": "0636", "39A-5G": "0636"}, {"9K-561": "0637"}, table=unarmed)
    match.play("attack 0637")
    match.play("with 39A-152")
    assert "resolve" not in texts(match)
    match.play("with 39A-5G")
    assert "resolve" in texts(match)


# 9.3


@pytest.mark.rule("koenigsberg 9.3")
def test_the_ratio_is_rounded_for_the_defender() -> None:
    table = Table()
    lay(table, {"39A-5G": "0636", "39A-94": "0636", "39A-28G": "0538", "9K-561": "0637"})
    assert odds(table, "0637", ["39A-5G"]).column == "1-1"  # 7 to 5
    assert odds(table, "0637", ["39A-5G", "39A-94"]).column == "2-1"  # 13 to 5
    assert odds(table, "0637", ["39A-28G"]).column == "1-2"  # 3 to 5
    preview = odds(table, "0637", ["39A-5G", "39A-94"])
    assert preview.results == pytest.approx({"A1": 2 / 6, "A1*/Dr": 2 / 6, "D1r": 1 / 6, "D1r2": 1 / 6})


@pytest.mark.rule("koenigsberg 9.3(1)", "koenigsberg 10.3.1")
def test_units_out_of_supply_attack_at_half_and_defend_in_full() -> None:
    table = Table()
    table.put("39A-94", "0636", supply=OUT_OF_SUPPLY)
    table.put("9K-561", "0637", supply=OUT_OF_SUPPLY)
    preview = odds(table, "0637", ["39A-94"])
    assert (preview.attack, preview.defence) == (3, 5)
    assert values(preview, "halved_supply") == [-3]
    assert citation(preview, "halved_supply") == "koenigsberg 9.3(1)"


@pytest.mark.rule("koenigsberg 9.3(2)")
def test_isolated_units_attack_and_defend_at_half() -> None:
    table = Table()
    table.put("39A-94", "0636", supply=ISOLATED)
    table.put("26K-349", "0637", supply=ISOLATED)
    preview = odds(table, "0637", ["39A-94"])
    assert (preview.attack, preview.defence, preview.column) == (3, 3, "1-1")
    assert citation(preview, "halved_isolated") == "koenigsberg 9.3(2)"


@pytest.mark.rule("koenigsberg 9.3(3)")
@pytest.mark.parametrize(("start", "target"), [("0541", "0640"), ("0312", "0311")])
def test_unbridged_rivers_halve_the_attack(start: str, target: str) -> None:
    table = Table()
    lay(table, {"39A-94": start, "9K-561": target})
    preview = odds(table, target, ["39A-94"])
    assert preview.attack == 3 and citation(preview, "halved_river") == "koenigsberg 9.3(3)"


@pytest.mark.rule("koenigsberg 9.3(3)", "koenigsberg 2.2.10")
def test_a_bridge_cancels_the_river() -> None:
    table = Table()
    lay(table, {"39A-94": "0439", "9K-561": "0340"})
    assert odds(table, "0340", ["39A-94"]).attack == 6


@pytest.mark.rule("koenigsberg 2.1.1")
def test_example_half_for_terrain_and_half_for_supply_is_a_quarter() -> None:
    table = Table()
    table.put("39A-94", "0541", supply=OUT_OF_SUPPLY)
    table.put("9K-561", "0640")
    preview = odds(table, "0640", ["39A-94"])
    assert values(preview, "halved_supply") == [-3] and values(preview, "halved_river") == [-1.5]
    assert values(preview, "rounded") == [-0.5] and preview.attack == 1


@pytest.mark.rule("koenigsberg 2.1.2")
def test_fractions_are_added_before_rounding_down() -> None:
    table = Table()
    table.put("39A-5G", "0636", supply=OUT_OF_SUPPLY)
    table.put("28A-3G", "0538", supply=OUT_OF_SUPPLY)
    table.put("26K-1", "0637")
    both = odds(table, "0637", ["39A-5G", "28A-3G"])
    assert (both.attack, both.column) == (7, "1-1") and not values(both, "rounded")
    one = odds(table, "0637", ["39A-5G"])
    assert values(one, "rounded") == [-0.5] and citation(one, "rounded") == "koenigsberg 2.1.2"
    assert one.refusal is not None  # 3 to 7


@pytest.mark.rule("koenigsberg 2.1.2", "koenigsberg 9.3")
def test_the_attack_is_resolved_as_previewed() -> None:
    table = Table()
    table.put("39A-5G", "0541", supply=OUT_OF_SUPPLY)
    lay(table, {"39A-94": "0541", "39A-113": "0740", "9K-561": "0640"})
    match = table.fight(SOVIET, "39A-5G", "39A-94", "39A-113")
    foreseen = match.preview("0640", ["39A-5G", "39A-94", "39A-113"])
    events = attack(match, "0640", 1, ["39A-5G", "39A-94", "39A-113"])
    assert values(foreseen, "rounded") == [-0.75] and foreseen.attack == 10 and foreseen.column == "2-1"
    assert happened(events, "attack")[0].params["odds"] == foreseen.column


@pytest.mark.rule("koenigsberg 9.3.1")
@pytest.mark.parametrize(
    ("target", "start", "key", "shift"),
    [("1824", "1823", "forest", 1), ("0324", "0323", "marsh", 1), ("2220", "2320", "city", 1)],
)
def test_the_defenders_terrain_shifts_the_column(target: str, start: str, key: str, shift: int) -> None:
    table = Table()
    lay(table, {"39A-5G": start, "39A-94": start, "9K-561": target})
    preview = odds(table, target, ["39A-5G", "39A-94"])
    assert values(preview, f"shift_{key}") == [-shift]
    assert citation(preview, f"shift_{key}") == "koenigsberg 9.3.1"
    assert preview.column == "1-1"  # 13 to 5, one to the left


@pytest.mark.rule("koenigsberg 9.3.1")
def test_shifts_add_up_in_a_fortress_city() -> None:
    table = Table()
    lay(table, {"3BF-2G": "2933", "3BF-1": "2933", "39A-5G": "2832", "39A-94": "2832", "Gar-Elbing": "2932"})
    preview = odds(table, "2932", ["3BF-2G", "3BF-1", "39A-5G", "39A-94"])
    assert values(preview, "shift_city") == [-1] and values(preview, "line_festung") == [-2]
    assert preview.column == "4-1"  # 30 to 4


@pytest.mark.rule("koenigsberg 9.3.1")
def test_a_line_helps_only_if_every_attacker_crosses_it() -> None:
    table = Table()
    lay(table, {"39A-5G": "1240", "39A-94": "1239", "39A-113": "1339", "9K-561": "1340"})
    assert values(odds(table, "1340", ["39A-5G", "39A-94"]), "line_defensive") == [-1]
    assert not values(odds(table, "1340", ["39A-5G", "39A-94", "39A-113"]), "line_defensive")


@pytest.mark.rule("koenigsberg 9.3.1")
def test_soviets_do_not_profit_from_lines() -> None:
    table = Table()
    lay(table, {"HG-1HG": "1240", "39A-28G": "1340"})
    assert odds(table, "1340", ["HG-1HG"]).column == "4-1"


@pytest.fixture
def mixed(monkeypatch: pytest.MonkeyPatch) -> Table:
    """1340 with a Festung on the side to 1240; the map has no hex with both kinds."""
    table = Table()
    fort = table.tables.fort[:]
    fort[table.tables.slot(table.hex("1340"), table.hex("1240"))] = 2
    monkeypatch.setattr(table.tables, "fort", fort)
    return table


@pytest.mark.rule("koenigsberg 9.3.1")
def test_a_mixture_of_lines_counts_as_festung(mixed: Table) -> None:
    lay(mixed, {"39A-5G": "1240", "39A-94": "1239", "9K-561": "1340"})
    assert values(odds(mixed, "1340", ["39A-5G", "39A-94"]), "line_festung") == [-2]


@pytest.mark.rule("koenigsberg 9.3.1", "koenigsberg 9.3.2")
def test_a_unit_that_would_spoil_the_odds_for_good_cannot_join(mixed: Table) -> None:
    match = ready({"39A-5G": "1239", "39A-28G": "1240"}, {"26K-1": "1340"}, table=mixed)
    match.play("attack 1340")
    assert "with 39A-28G" not in texts(match)  # 10 to 7, two columns to the left
    assert str(refused(match, "with 39A-28G").citation) == "koenigsberg 9.3.2"
    match.play("with 39A-5G")
    assert "resolve" in texts(match)  # 7 to 7, one to the left


@pytest.mark.rule("koenigsberg 9.3.2")
def test_an_attack_below_1_2_is_not_possible() -> None:
    match = ready({"39A-28G": "0636", "39A-5G": "0438"}, {"26K-1": "0637", "9K-561": "0439"})
    assert "attack 0637" not in texts(match)
    assert str(refused(match, "attack 0637").citation) == "koenigsberg 9.3.2"
    preview = match.preview("0637", ["39A-28G"])
    assert preview.column is None and str(preview.refusal and preview.refusal.citation) == "koenigsberg 9.3.2"


@pytest.mark.rule("koenigsberg 9.3.2")
def test_above_7_1_the_last_column_is_used_after_all_shifts() -> None:
    table = Table()
    lay(table, {"3BF-2G": "1823", "3BF-1": "1823", "39A-5G": "1724", "39A-94": "1724", "Ind-627": "1824"})
    preview = odds(table, "1824", ["3BF-2G", "3BF-1", "39A-5G", "39A-94"])
    assert preview.column == "7-1"  # 10-1 before the forest
    assert values(preview, "shift_forest") == [-1]


@pytest.mark.rule("koenigsberg 9.3.2")
def test_a_defence_of_zero_is_attacked_at_7_1_without_shifts(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    weak = list(table.tables.defence)
    weak[table.unit("Ind-627")] = (0, 1)
    monkeypatch.setattr(table.tables, "defence", weak)
    table.put("39A-152", "1823")
    table.put("Ind-627", "1824", supply=ISOLATED)
    preview = odds(table, "1824", ["39A-152"])
    assert preview.column == "7-1" and not values(preview, "shift_forest")
    assert citation(preview, "zero_defence") == "koenigsberg 9.3.2"


@pytest.mark.rule("koenigsberg 9.3.2")
def test_an_attack_rounded_to_zero_is_none() -> None:
    table = Table()
    table.put("39A-152", "0541", supply=OUT_OF_SUPPLY)
    table.put("Ind-277", "0640")
    assert odds(table, "0640", ["39A-152"]).refusal is not None


# 2.1.3


def foggy(attackers: dict[str, str], others: dict[str, str]) -> Match:
    return ready(attackers, others, table=Table(fog_of_war="on"))


@pytest.mark.rule("koenigsberg 2.1.3")
def test_an_announced_attack_reveals_the_stack_and_is_not_taken_back() -> None:
    match = foggy({"39A-5G": "0636", "39A-94": "0538"}, {"9K-56": "0637", "9K-561": "0637"})
    hidden = match.preview("0637", ["39A-5G"], side="soviet")
    assert str(hidden.refusal and hidden.refusal.citation) == "koenigsberg 2.1.3" and not hidden.parts
    assert not match.play("attack 0637") and not match.play("with 39A-5G")
    assert texts(match) == ["with 39A-94", "announce"] and match.preview("0637", ["39A-5G"], side="soviet").range
    events = match.play("announce")
    assert cited(events, "revealed") == ["koenigsberg 2.1.3"]
    assert match.preview("0637", ["39A-5G"], side="soviet").defence == 10
    assert not match.undo()
    assert str(refused(match, "done").citation) == str(refused(match, "with 39A-94").citation) == "koenigsberg 2.1.3"


@pytest.mark.rule("koenigsberg 2.1.3")
def test_below_1_2_the_announced_attack_is_cancelled_and_nobody_has_attacked() -> None:
    match = foggy({"39A-5G": "0636"}, {"26K-1": "0637", "26K-69": "0637", "26K-349": "0536"})
    assert "attack 0637" in texts(match)
    assert "attack 0536" in texts(match)
    lone = foggy({"39A-28G": "0636"}, {"26K-1": "0637", "26K-69": "0637", "Ind-627": "0536"})
    lone.play("attack 0637")
    lone.play("announce")
    assert texts(lone) == ["done"] and str(refused(lone, "resolve").citation) == "koenigsberg 9.3.2"
    events = lone.play("done")
    assert cited(events, "attack_cancelled") == ["koenigsberg 9.3.2"]
    assert inside(lone).state.fought[inside(lone).tables.index["39A-28G"]] == 0
    assert texts(lone) == ["attack 0536", "done"]
    assert str(refused(lone, "attack 0637").citation) == "koenigsberg 2.1.3"
    attack(lone, "0536", 5, (), "announce")
    assert inside(lone).state.fought[inside(lone).tables.index["39A-28G"]] == 1


@pytest.mark.rule("koenigsberg 2.1.3")
def test_without_fog_of_war_stacks_are_open() -> None:
    match = ready({"39A-5G": "0636"}, {"9K-56": "0637", "9K-561": "0637"})
    assert match.preview("0637", ["39A-5G"], side="soviet").defence == 10


@pytest.mark.rule("koenigsberg 9.3.1", "koenigsberg 9.3.2")
def test_lines_do_not_help_soviets_to_be_spared_an_attack() -> None:
    """1-2 exactly, over a defence line: one column less and there would be no attack."""
    table = Table()
    table.put("9K-561", "1240", steps=2)
    table.put("39A-152", "1340")
    assert table.tables.fort[table.tables.slot(table.hex("1340"), table.hex("1240"))]
    match = table.fight(GERMAN, "9K-561")
    assert "attack 1340" in texts(match)  # two to four
    match.play("attack 1340")
    assert texts(match) == ["resolve"] and match.preview("1340", ["9K-561"]).column == "1-2"


@pytest.mark.rule("koenigsberg 9.2.3", "koenigsberg 2.1.3")
@pytest.mark.parametrize("fog", ["on", "off"])
def test_a_unit_without_attack_strength_joins_others_and_never_attacks_alone(
    monkeypatch: pytest.MonkeyPatch, fog: str
) -> None:
    table = Table(fog_of_war=fog)
    values = list(table.tables.attack)
    values[table.unit("39A-152")] = (0, 0, 0)
    monkeypatch.setattr(table.tables, "attack", values)
    lay(table, {"39A-152": "0636", "39A-5G": "0538", "9K-561": "0637"})
    match = table.fight(SOVIET, "39A-152", "39A-5G")
    weak, both = ["39A-152"], ["39A-152", "39A-5G"]
    alone = match.preview("0637", weak).refusal
    assert alone is not None and str(alone.citation) == "koenigsberg 9.2.3"
    assert match.preview("0637", both).refusal is None
    match.play("attack 0637")
    assert {"with 39A-152", "with 39A-5G"} <= set(texts(match))
    match.play("with 39A-152")
    assert texts(match) == ["with 39A-5G"]
    match.play("with 39A-5G")
    assert texts(match) == ["announce" if fog == "on" else "resolve"]


@pytest.mark.rule("koenigsberg 9.3.1", "koenigsberg 9.3.2")
def test_a_unit_over_a_festung_must_make_up_for_it_by_its_own_strength(mixed: Table) -> None:
    match = ready({"39A-5G": "1239", "31A-71": "1240"}, {"26K-1": "1340"}, table=mixed)
    match.play("attack 1340")
    assert "with 31A-71" not in texts(match)  # 11 to 7 and two to the left; 15 would be enough
    match.play("with 39A-5G")
    assert texts(match) == ["resolve"]


@pytest.mark.rule("koenigsberg 9.3.1", "koenigsberg 4.2.1")
@pytest.mark.parametrize(("start", "offered"), [("1240", False), ("1440", True)])
def test_an_independent_frees_an_attack_from_the_line_only_over_open_ground(
    mixed: Table, start: str, offered: bool
) -> None:
    lay(mixed, {"31A-71": "1240", "3BF-43G": start, "26K-1": "1340"})
    state = mixed.play.state
    state.quota = 1
    state.active[mixed.unit("3BF-43G")] = IN_RANGE
    match = mixed.fight(SOVIET, "31A-71")  # four, and three more with the independent, to seven
    assert ("attack 1340" in texts(match)) == offered
    if offered:
        match.play("attack 1340")
        assert "with 31A-71" in texts(match) and "with 3BF-43G" in texts(match)


@pytest.mark.rule("koenigsberg 9.3.1", "koenigsberg 9.3.2", "koenigsberg 9.3(1)")
@pytest.mark.parametrize(("supplied", "offered"), [(0, True), (OUT_OF_SUPPLY, False)])
def test_the_independent_over_open_ground_counts_once(mixed: Table, supplied: int, offered: bool) -> None:
    mixed.put("31A-71", "1240", supply=supplied)
    mixed.put("3BF-43G", "1440", supply=supplied)
    mixed.put("26K-1", "1340")
    state = mixed.play.state
    state.quota = 2  # a second place does not double it
    state.active[mixed.unit("3BF-43G")] = IN_RANGE
    match = mixed.fight(SOVIET, "31A-71")  # seven to seven, or three
    assert ("attack 1340" in texts(match)) == offered


@pytest.mark.rule("koenigsberg 9.3.1", "koenigsberg 4.2.1")
@pytest.mark.parametrize(("places", "offered"), [(1, False), (2, True)])
def test_two_independents_together_one_of_them_over_open_ground(mixed: Table, places: int, offered: bool) -> None:
    lay(mixed, {"3BF-2G": "1240", "3BF-43G": "1440", "26K-1": "1340", "26K-69": "1340"})
    state = mixed.play.state
    state.quota = places
    for id in ("3BF-2G", "3BF-43G"):
        state.active[mixed.unit(id)] = IN_RANGE
    match = mixed.push(CombatSegment(SOVIET))  # nine over a Festung, or three, or twelve to thirteen
    assert ("attack 1340" in texts(match)) == offered


@pytest.mark.rule("koenigsberg 2.2.10", "koenigsberg 9.3(3)")
def test_a_bridge_over_a_major_river_undoes_the_halving() -> None:
    table = Table()
    lay(table, {"39A-5G": "0113", "9K-561": "0114"})
    assert table.tables.board.side("river", table.hex("0113"), table.hex("0114")) == "major"
    found = odds(table, "0114", ["39A-5G"])
    assert found.attack == 7 and values(found, "halved") == []
