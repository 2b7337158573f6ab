"""8.1, 8.2, 5.5, 5.6, 10.4: attacks, factors, odds, losses."""

from __future__ import annotations

import pytest

from countermarch.games.vistula.movement import MovementPhase
from countermarch.games.vistula.turn import GameTurn
from countermarch.match import Match
from tests.rules.vistula.fights import announce, asked, attack, citations, fight, parts
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, steps, texts, where


def duel(t: Table | None = None) -> Match:
    """Tanks in 0402 (13), infantry in 0501 (5), against an infantry division (5) in 0502."""
    t = t or Table()
    t.put("3GTK", "0402")
    t.put("94RC", "0501")
    t.put("1ID", "0502")
    return fight(t, ALLIED)


@pytest.mark.rule("vistula 8.1#1")
def test_adjacent_enemies_may_be_attacked_and_need_not_be() -> None:
    match = duel()
    assert texts(match) == ["attack 0502", "done"]
    match.play("done")
    assert match.to_act is None


@pytest.mark.rule("vistula 8.1#1")
def test_only_adjacent_enemies() -> None:
    t = Table()
    t.put("69ID", "0505")
    match = duel(t)
    assert str(refused(match, "attack 0505").citation) == "vistula 8.1#1"
    assert str(refused(match, "attack 0503").citation) == "vistula 8.1#1"


@pytest.mark.rule("vistula 8.1#1")
def test_nobody_attacks_over_a_lake_side() -> None:
    t = Table()
    t.put("3GTK", "0607")
    t.put("1ID", "0707")
    t.put("94RC", "0402")
    t.put("69ID", "0502")
    match = fight(t, ALLIED)
    assert "attack 0707" not in texts(match) and "attack 0502" in texts(match)


@pytest.mark.rule("vistula 8.1#2")
def test_a_unit_attacks_once_in_a_turn() -> None:
    match = duel()
    attack(match, "0502", "3GTK", die=5)  # 2:1, 1/1
    assert where(match, "1ID") == "0502"
    match.play("attack 0502")
    assert str(refused(match, "with 3GTK").citation) == "vistula 8.1#2"


@pytest.mark.rule("vistula 8.1#3")
def test_the_same_hex_may_be_attacked_again_by_other_units() -> None:
    t = Table()
    t.put("69ID", "0502")
    match = duel(t)
    attack(match, "0502", "3GTK", die=1)  # 13 to 10, 1:1: 3/0
    assert where(match, "3GTK") == "eliminated"
    events = attack(match, "0502", "94RC", die=1)
    assert happened(events, "attack")[0].params["units"] == ("94RC",)


@pytest.mark.rule("vistula 8.1#4")
def test_each_attack_is_resolved_before_the_next_is_announced() -> None:
    t = Table()
    t.put("69ID", "0603")
    t.put("44RC", "0602")
    match = duel(t)
    assert [text for text in texts(match) if text.startswith("attack")] == ["attack 0502", "attack 0603"]
    match.play("attack 0603")
    assert not any(text.startswith("attack") for text in texts(match))
    match.next_dice(6)
    match.play("resolve" if "resolve" in texts(match) else texts(match)[0])
    assert asked(match) in ("with", "lose", "attack")


@pytest.mark.rule("vistula 8.1#5")
def test_attackers_and_defenders_combine_their_factors() -> None:
    t = Table()
    t.put("69ID", "0502")
    match = duel(t)
    preview = match.preview("0502", ["3GTK", "94RC"])
    assert (preview.attack, preview.defence) == (18, 10)


@pytest.mark.rule("vistula 8.2#1")
@pytest.mark.parametrize(
    ("attackers", "column"),
    [
        (("3GTK",), "2:1"),  # 13 to 5
        (("3GTK", "8GRC"), "4:1"),  # 22 to 5
        (("94RC",), "1:1"),
        (("152UR",), "1:2"),  # 1 to 5, below the table
        (("12GTK", "11GTK", "9GTK", "3GTK"), "8:1+"),  # 58 to 5, above it
    ],
)
def test_the_ratio_is_rounded_for_the_defender_and_held_to_the_table(attackers: tuple[str, ...], column: str) -> None:
    t = Table()
    for id in attackers:
        t.put(id, "0402")
    t.put("1ID", "0502")
    preview = fight(t, ALLIED).preview("0502", attackers)
    assert preview.column == column
    assert sum(preview.results.values()) == pytest.approx(1)
    assert citations(preview)["attacker"] == "vistula 8.2#1"


@pytest.mark.rule("vistula 8.2#1")
@pytest.mark.parametrize("option", ["before_shifts", "after_shifts"])
@pytest.mark.parametrize(("columns", "column"), [(0, "1:2"), (2, "1:2"), (3, "1:2")])
def test_odds_below_the_table_count_on_downwards_before_the_shifts(option: str, columns: int, column: str) -> None:
    """1 to 5 is three columns below 1:2: three columns to the right come back to it."""
    t = Table(odds_limit=option)
    t.put("152UR", "0402")
    for number in range(1, 4):
        t.put(f"A-LC{number}", "0402")
    t.put("1ID", "0502")
    support = {f"A-LC{number}": "column" for number in range(1, columns + 1)}
    assert fight(t, ALLIED).preview("0502", ["152UR"], support).column == column


@pytest.mark.rule("vistula 8.2#2")
def test_each_side_has_its_own_table() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("16Pz", "0502")
    allied = fight(t, ALLIED).preview("0502", ["3GTK"])
    german = fight(t, GERMAN).preview("0402", ["16Pz"])
    assert (allied.column, german.column) == ("1:1", "1:1")
    assert allied.results != german.results
    assert allied.results == {"3/0": pytest.approx(2 / 6), "2/0": pytest.approx(1 / 6), "2/1": pytest.approx(3 / 6)}


@pytest.mark.rule("vistula 8.2#2")
def test_one_die_and_losses_by_the_owners_choice() -> None:
    match = duel()
    events = attack(match, "0502", "3GTK", "94RC", die=6)  # 18 to 5, 3:1: 1/2
    (event,) = happened(events, "attack")
    assert (event.params["odds"], event.params["die"], event.params["result"]) == ("3:1", 6, "1/2")
    assert str(event.citation) == "vistula 8.2#2"
    assert where(match, "1ID") == "eliminated"
    assert (match.to_act, texts(match)) == ("allied", ["lose 94RC", "lose 3GTK"])
    assert str(refused(match, "lose 1ID").citation) == "vistula 8.2#2"
    lost = happened(match.play("lose 3GTK"), "step_lost")
    assert [str(event.citation) for event in lost] == ["vistula 8.2#2"]
    assert steps(match, "3GTK") == 1 and event.assault is None  # told at length only to who looks on


@pytest.mark.rule("vistula 5.5#2")
def test_units_out_of_supply_fight_at_half_rounded_down() -> None:
    t = Table()
    t.put("3GTK", "0402", supply="out_of_supply")
    t.put("1ID", "0502", supply="out_of_supply")
    preview = fight(t, ALLIED).preview("0502", ["3GTK"])
    assert (preview.attack, preview.defence) == (6, 2)  # of 13 and 5
    assert citations(preview)["attacker"] == citations(preview)["defender"] == "vistula 5.5#2"


@pytest.mark.rule("vistula 5.5#2", "vistula 8.2#1")
def test_a_unit_halved_to_nothing_does_not_attack_and_defends_with_one() -> None:
    """Half of 1 is 0: a fortified region does not attack, artillery still counts as one in defence."""
    t = Table()
    t.put("152UR", "0402", supply="out_of_supply")
    t.put("94RC", "0501")
    t.put("KW", "0502", supply="out_of_supply")
    match = fight(t, ALLIED)
    assert match.preview("0502", ["94RC"]).defence == 2  # of 4
    match.play("attack 0502")
    assert "with 152UR" not in texts(match)
    assert str(refused(match, "with 152UR").citation) == "vistula 8.2#1"
    t = Table()
    t.put("5R", "0402", supply="out_of_supply")
    t.put("1ID", "0502")
    match = fight(t, GERMAN)
    weighed = match.preview("0402", ["1ID"])
    assert parts(weighed)["defender"] == 0
    assert (weighed.attack, weighed.defence, weighed.column) == (4, 1, "4:1")
    events = attack(match, "0402", "1ID", die=6)  # 0/4
    assert happened(events, "attack")[0].params["odds"] == "4:1" and where(match, "5R") == "eliminated"


@pytest.mark.rule("vistula 5.5#2")
def test_nobody_left_with_a_factor_means_no_attack_at_all() -> None:
    t = Table()
    t.put("152UR", "0402", supply="out_of_supply")
    t.put("KW", "0502")
    t.put("94RC", "1402")
    t.put("1ID", "1403")
    match = fight(t, ALLIED)
    assert texts(match) == ["attack 1403", "done"]
    assert str(refused(match, "attack 0502").citation) == "vistula 8.2#1"


# 10.4 HQs in combat


@pytest.mark.rule("vistula 10.4#1")
def test_an_hq_alone_is_eliminated_without_a_die() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("HQ-9A", "0502")
    match = fight(t, ALLIED)
    events = announce(match, "0502", "3GTK")
    assert where(match, "HQ-9A") == "eliminated" and not happened(events, "attack")
    assert str(happened(events, "hq_overrun")[0].citation) == "vistula 10.4#1"
    assert texts(match) == ["advance 3GTK", "done"] and not happened(events, "breakthrough")
    match.play("advance 3GTK")
    assert where(match, "3GTK") == "0502" and match.to_act is None  # no points to go on


@pytest.mark.rule("vistula 10.4#1")
def test_an_hq_goes_with_the_last_unit_of_its_stack() -> None:
    t = Table()
    t.put("HQ-9A", "0502")
    match = duel(t)
    attack(match, "0502", "3GTK", "94RC", die=6)
    match.play("lose 3GTK")
    assert where(match, "1ID") == where(match, "HQ-9A") == "eliminated"
    gone = [event for event in happened(match.log, "eliminated") if event.params["unit"] == "HQ-9A"]
    assert str(gone[0].citation) == "vistula 10.4#1"


@pytest.mark.rule("vistula 8.10#1")
def test_the_navy_leaves_a_hex_the_enemy_enters() -> None:
    t = Table()
    coastal = next(h for h in sorted(t.tables.coast) if t.tables.next_to[h])
    t.put("KM", t.tables.numbers[coastal])
    t.put("3GTK", t.tables.numbers[t.tables.next_to[coastal][0]])
    t.put("94RC", "2301")
    match = t.push(MovementPhase(ALLIED))
    match.play("move 3GTK")
    match.play(f"to {t.tables.numbers[coastal]}")
    assert where(match, "KM") == "pool"


@pytest.mark.rule("vistula 8.1#1")
def test_combat_follows_movement_in_each_segment() -> None:
    t = Table()
    t.put("3GTK", "0301")
    t.put("1ID", "0502")
    match = t.push(GameTurn(3))
    match.play("move 3GTK")
    match.play("to 0402")
    assert asked(match) == "attack" and match.targets().keys() == {"0502"}


@pytest.mark.rule("vistula 8.1#1")
def test_only_fresh_units_of_the_side_next_to_the_hex_join_an_attack() -> None:
    t = Table()
    t.put("65RC", "0201")
    t.box("44RC", "eliminated")
    t.put("HQ-3B", "0402")
    match = duel(t)
    match.play("attack 0502")
    match.play("with 3GTK")
    for id, rule in (
        ("3GTK", "8.1#2"),
        ("65RC", "8.1#1"),
        ("44RC", "8.1#1"),
        ("1ID", "8.1#1"),
        ("HQ-3B", "8.2#1"),
    ):
        assert str(refused(match, f"with {id}").citation) == f"vistula {rule}"


@pytest.mark.rule("vistula 8.1#1")
def test_an_attack_without_anybody_is_not_made() -> None:
    match = duel()
    match.play("attack 0502")
    assert "resolve" not in texts(match)
    assert str(refused(match, "resolve").citation) == "vistula 8.1#1"


@pytest.mark.rule("vistula 8.2#2")
def test_an_attack_without_losses_asks_nobody() -> None:
    t = Table()
    for id in ("12GTK", "11GTK", "9GTK"):
        t.put(id, "0402")
    t.put("KW", "0502")
    match = fight(t, ALLIED)
    events = attack(match, "0502", "12GTK", "11GTK", "9GTK", die=6)  # 8:1+, 0/6
    assert happened(events, "attack")[0].params["result"] == "0/6"
    assert [steps(match, id) for id in ("12GTK", "11GTK", "9GTK")] == [2, 2, 2]
    assert asked(match) != "lose"


@pytest.mark.rule("vistula 8.2#2")
def test_more_losses_than_steps_take_everybody() -> None:
    match = duel()
    attack(match, "0502", "94RC", die=1)  # 1:1, 3/0
    assert where(match, "94RC") == "eliminated" and steps(match, "94RC") == 0
    assert where(match, "1ID") == "0502" and steps(match, "1ID") == 2


@pytest.mark.rule("vistula 8.2#2")
def test_losses_are_taken_step_by_step_until_they_are_all_due() -> None:
    t = Table()
    t.put("8GTK", "0402")
    match = duel(t)
    attack(match, "0502", "3GTK", "8GTK", die=1)  # 5:1, 2/1
    assert steps(match, "1ID") == 1  # the only one there
    assert (match.to_act, texts(match)) == ("allied", ["lose 3GTK", "lose 8GTK"])
    match.play("lose 3GTK")
    assert (steps(match, "3GTK"), steps(match, "8GTK")) == (1, 2)
    match.play("lose 3GTK")
    assert (where(match, "3GTK"), steps(match, "8GTK")) == ("eliminated", 2)


@pytest.mark.rule("vistula 8.10#2", "vistula 10.4#1")
def test_ships_off_a_hex_are_not_lost_with_its_units() -> None:
    t = Table()
    t.put("KM", "0416")
    t.put("286ID", "0416")
    for id in ("12GTK", "11GTK", "9GTK"):
        t.put(id, "0417")
    match = fight(t, ALLIED)
    attack(match, "0416", "12GTK", "11GTK", "9GTK", die=6)
    assert (where(match, "286ID"), where(match, "KM")) == ("eliminated", "0416")


@pytest.mark.rule("vistula 5.6")
def test_one_over_extended_unit_is_enough_and_counts_once() -> None:
    t = Table()
    t.put("3GTK", "0402", supply="over_extended")
    t.put("8GTK", "0402")
    t.put("16Pz", "0502")
    assert parts(fight(t, ALLIED).preview("0502", ["3GTK", "8GTK"]))["extended_attack"] == -1
    assert "extended_attack" not in parts(fight(t, ALLIED).preview("0502", ["8GTK"]))
    assert parts(fight(t, GERMAN).preview("0402", ["16Pz"]))["extended_defence"] == 1


@pytest.mark.rule("vistula 8.1#2")
def test_an_ordinary_attack_is_no_offensive_of_the_fuehrer() -> None:
    t = Table()
    for id in ("5Pz", "16Pz", "1ID", "69ID"):
        t.put(id, "1612")
    t.put("94RC", "1611")
    match = fight(t, GERMAN)
    match.next_dice(6)
    events = announce(match, "1611", "5Pz", "16Pz", "1ID", "69ID")
    assert happened(events, "attack") and not happened(match.log, "duty_done")


@pytest.mark.rule("vistula 8.2#1")
@pytest.mark.parametrize(("option", "column"), [("before_shifts", "6:1"), ("after_shifts", "8:1+")])
def test_odds_above_the_table_begin_from_its_last_column_unless_agreed_otherwise(option: str, column: str) -> None:
    """58 to 5 is 11:1; Königsberg is worth two columns."""
    t = Table(odds_limit=option)
    attackers = ("12GTK", "11GTK", "9GTK", "3GTK")
    for id in attackers:
        t.put(id, "0209")
    t.put("1ID", "0210")
    assert fight(t, ALLIED).preview("0210", attackers).column == column


@pytest.mark.rule("vistula 8.2#1")
def test_one_to_four_and_three_columns_is_even() -> None:
    t = Table()
    t.put("152UR", "0402")
    for number in range(1, 4):
        t.put(f"A-LC{number}", "0402")
    t.put("286ID", "0502")  # 1 to 4: two columns below 1:2
    support = {f"A-LC{number}": "column" for number in range(1, 4)}
    assert fight(t, ALLIED).preview("0502", ["152UR"], support).column == "1:1"


@pytest.mark.rule("vistula 5.6")
def test_over_extended_units_attack_a_column_left_and_defend_a_column_right() -> None:
    t = Table()
    t.put("3GTK", "0402", supply="over_extended")
    t.put("8GTK", "0402", supply="over_extended")
    t.put("16Pz", "0502")
    attack_preview = fight(t, ALLIED).preview("0502", ["3GTK", "8GTK"])
    assert (
        parts(attack_preview)["extended_attack"] == -1 and citations(attack_preview)["extended_attack"] == "vistula 5.6"
    )
    defence = fight(t, GERMAN).preview("0402", ["16Pz"])
    assert parts(defence)["extended_defence"] == 1


@pytest.mark.rule("vistula 8.2#2")
def test_who_is_gone_loses_no_more_steps() -> None:
    t = Table()
    for id in ("152UR", "3GTK", "8GTK"):
        t.put(id, "0402")
    for id in ("1ID", "69ID", "56ID", "23ID"):
        t.put(id, "0502")
    match = fight(t, ALLIED)
    attack(match, "0502", "152UR", "3GTK", "8GTK", die=1)  # 27 to 20, 1:1: 3/0
    match.play("lose 152UR")
    assert texts(match) == ["lose 3GTK", "lose 8GTK"]
