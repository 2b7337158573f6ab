"""8.1, 8.2, 8.3, 5.5, 5.8.1, 10.4: attacks, factors, columns, artillery, losses."""

from __future__ import annotations

import pytest

from countermarch.games.vistula import combat
from countermarch.games.vistula.movement import MovementPhase
from countermarch.games.vistula.turn import GameTurn
from countermarch.match import Match
from tests.rules.vistula.fights import announce, asked, attack, citations, decline, fight, parts
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


@pytest.mark.rule("vistula 8.2#1")
def test_one_to_four_and_three_columns_is_even() -> None:
    t = Table()
    t.put("152UR", "0402")
    for number in range(1, 4):
        t.put(f"A-LC{number}", "0402")
    t.put("286ID", "0502")  # 1 to 4: two columns below 1:2
    support = {f"A-LC{number}": "column" for number in range(1, 4)}
    assert fight(t, ALLIED).preview("0502", ["152UR"], support).column == "1:1"


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
    match.play("lose 3GTK")
    assert steps(match, "3GTK") == 1


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


# 5.8.1 logistical columns


@pytest.mark.rule("vistula 5.8.1#1", "vistula 5.8.1#3")
def test_example_of_column_use() -> None:
    """30 factors against 5 are 6:1; one column makes it 7:1, and is retired."""
    t = Table()
    t.put("12GTK", "0402")
    t.put("11GTK", "0402")
    t.put("A-LC1", "0402")
    t.put("1ID", "0502")
    match = fight(t, ALLIED)
    before = match.preview("0502", ["12GTK", "11GTK"])
    after = match.preview("0502", ["12GTK", "11GTK"], support={"A-LC1": "column"})
    assert (before.attack, before.defence, before.column, after.column) == (30, 5, "6:1", "7:1")
    announce(match, "0502", "12GTK", "11GTK")
    match.next_dice(6)
    events = match.play("column A-LC1") + decline(match)
    assert happened(events, "attack")[0].params["odds"] == "7:1"
    assert where(match, "A-LC1") == "pool"
    assert str(happened(events, "column_used")[0].citation) == "vistula 5.8.1#3"


@pytest.mark.rule("vistula 5.8.1#1")
def test_columns_help_the_defender_one_column_left_and_must_be_near() -> None:
    t = Table()
    t.put("G-LC1", "0503")  # next to 0502
    t.put("G-LC2", "0505")
    match = duel(t)
    announce(match, "0502", "3GTK")
    assert (match.to_act, texts(match)) == ("german", ["column G-LC1", "done"])
    assert str(refused(match, "column G-LC2").citation) == "vistula 5.8.1#1"
    match.next_dice(1)
    events = match.play("column G-LC1") + decline(match)
    assert happened(events, "attack")[0].params["odds"] == "1:1"


@pytest.mark.rule("vistula 5.8.1#2")
def test_three_columns_are_the_most() -> None:
    t = Table()
    for number in range(1, 6):
        t.put(f"A-LC{number}", "0402")
    match = duel(t)
    five = match.preview("0502", ["3GTK"], support={f"A-LC{n}": "column" for n in range(1, 6)})
    assert parts(five)["columns"] == 3
    announce(match, "0502", "3GTK")
    for number in (1, 2, 3):
        match.play(f"column A-LC{number}")
    assert asked(match) != "commit"  # a fourth is not asked for
    assert where(match, "A-LC4") == "0402"


@pytest.mark.rule("vistula 5.8.1#2")
def test_the_cap_is_told_to_who_asks_for_a_fourth() -> None:
    t = Table()
    for number in range(1, 5):
        t.put(f"A-LC{number}", "0402")
    t.put("5R", "0402")  # keeps the commitment open
    t.put("8GRC", "0402")
    match = duel(t)
    announce(match, "0502", "3GTK", "8GRC")
    for number in (1, 2, 3):
        match.play(f"column A-LC{number}")
    assert str(refused(match, "column A-LC4").citation) == "vistula 5.8.1#2"


@pytest.mark.rule("vistula 5.8.1#4")
def test_a_column_serves_one_combat() -> None:
    t = Table()
    t.put("A-LC1", "0501")
    t.put("8GRC", "0402")
    t.put("69ID", "0403")
    match = duel(t)
    announce(match, "0502", "94RC")
    match.next_dice(1)
    match.play("column A-LC1")
    decline(match)
    announce(match, "0403", "8GRC")
    assert asked(match) != "commit" and where(match, "A-LC1") == "pool"


@pytest.mark.rule("vistula 5.8.1#5")
def test_a_column_alone_defends_with_one_and_dies_by_normal_combat() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("G-LC1", "0502")
    match = fight(t, ALLIED)
    preview = match.preview("0502", ["3GTK"])
    assert (preview.defence, preview.column) == (1, "8:1+") and citations(preview)["defender"] == "vistula 5.8.1#5"
    events = attack(match, "0502", "3GTK", die=6)  # 0/6
    assert where(match, "G-LC1") == "pool"
    assert happened(events, "breakthrough")[0].params["points"] == 5


@pytest.mark.rule("vistula 5.8.1#5")
def test_a_column_beside_combat_units_adds_nothing_and_goes_with_the_last() -> None:
    t = Table()
    t.put("G-LC1", "0502")
    match = duel(t)
    assert match.preview("0502", ["3GTK"]).defence == 5
    announce(match, "0502", "3GTK", "94RC")
    match.next_dice(6)
    decline(match)
    match.play("lose 3GTK")
    assert where(match, "1ID") == "eliminated" and where(match, "G-LC1") == "pool"


@pytest.mark.rule("vistula 5.8.1#5", "vistula 5.8.1#1")
def test_a_column_that_defends_its_hex_itself_is_not_spent_for_it() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("G-LC1", "0502")
    t.put("G-LC2", "0503")
    match = fight(t, ALLIED)
    refusal = match.preview("0502", ["3GTK"], {"G-LC1": "column"}).refusal
    assert refusal is not None and str(refusal.citation) == "vistula 5.8.1#5"
    announce(match, "0502", "3GTK")
    assert (match.to_act, texts(match)) == ("german", ["column G-LC2", "done"])
    assert str(refused(match, "column G-LC1").citation) == "vistula 5.8.1#5"
    match.next_dice(6)
    match.play("done")
    assert (where(match, "G-LC1"), where(match, "G-LC2")) == ("pool", "0503")


@pytest.mark.rule("vistula 5.8.1#5", "vistula 10.4#1")
def test_a_column_with_an_hq_fights_for_both_and_is_not_spent() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("G-LC1", "0502")
    t.put("HQ-9A", "0502")
    match = fight(t, ALLIED)
    match.next_dice(1)  # 8:1+, 1/4
    events = announce(match, "0502", "3GTK")
    assert happened(events, "attack") and not happened(events, "column_used")
    assert (where(match, "G-LC1"), where(match, "HQ-9A")) == ("pool", "eliminated")


@pytest.mark.rule("vistula 5.8.1#5", "vistula 8.3#1")
def test_artillery_does_not_fire_off_a_column_that_defends_its_hex_itself() -> None:
    t = Table()
    t.put("16Pz", "0502")
    t.put("A-LC1", "0402")
    t.put("8R", "0401")
    t.put("A-LC2", "0301")  # next to the artillery
    match = fight(t, GERMAN)
    refusal = match.preview("0402", ["16Pz"], {"8R": "A-LC1"}).refusal
    assert refusal is not None and str(refusal.citation) == "vistula 8.3#1"
    announce(match, "0402", "16Pz")
    assert (match.to_act, texts(match)) == ("allied", ["column A-LC2", "fire 8R A-LC2", "done"])
    assert str(refused(match, "fire 8R A-LC1").citation) == "vistula 5.8.1#5"


@pytest.mark.rule("vistula 5.8.1#1")
def test_beside_a_combat_unit_a_column_may_be_spent_for_its_hex() -> None:
    t = Table()
    t.put("G-LC1", "0502")
    match = duel(t)
    announce(match, "0502", "3GTK")
    assert (match.to_act, texts(match)) == ("german", ["column G-LC1", "done"])


@pytest.mark.rule("vistula 5.8.2#5")
def test_columns_serve_poles_and_soviets_alike() -> None:
    t = Table()
    t.put("1AWP", "0402")
    t.put("A-LC1", "0402")
    t.put("1ID", "0502")
    match = fight(t, ALLIED)
    announce(match, "0502", "1AWP")
    match.next_dice(1)
    events = match.play("column A-LC1") + decline(match)
    assert happened(events, "attack")[0].params["odds"] == "3:1"


# 8.3 artillery corps


def guns(*attackers: str, lc: str | None = "0302", gun: str = "0302", supply: str = "supplied") -> Match:
    """8 R with support 12 behind the attackers in 0402."""
    t = Table()
    for id in attackers:
        t.put(id, "0402")
    t.put("8R", gun, supply=supply)
    if lc:
        t.put("A-LC1", lc)
    t.put("1ID", "0502")
    match = fight(t, ALLIED)
    announce(match, "0502", *attackers)
    return match


@pytest.mark.rule("vistula 8.3#1", "vistula 8.3#2")
def test_a_corps_fires_off_one_column_and_adds_its_factor() -> None:
    match = guns("3GTK")
    assert texts(match) == ["column A-LC1", "fire 8R A-LC1", "done"]
    match.next_dice(1)
    events = match.play("fire 8R A-LC1")
    assert happened(events, "attack")[0].params["odds"] == "5:1"  # 25 to 5, and no shift for the column
    assert where(match, "A-LC1") == "pool"
    assert str(happened(events, "gun_fires")[0].citation) == "vistula 8.3#2"
    assert str(happened(events, "column_used")[0].citation) == "vistula 8.3#1"


@pytest.mark.rule("vistula 8.3#1")
def test_without_a_column_near_it_is_silent() -> None:
    match = guns("3GTK", lc="0501", gun="0302")
    assert "fire 8R A-LC1" not in texts(match)
    assert str(refused(match, "fire 8R A-LC1").citation) == "vistula 8.3#1"


@pytest.mark.rule("vistula 8.3#2")
def test_a_corps_defends_too_once_in_a_segment() -> None:
    t = Table()
    t.put("16Pz", "0502")
    t.put("17Pz", "0403")
    t.put("3GRC", "0402")
    t.put("13GRC", "0402")
    t.put("8R", "0401")
    t.put("A-LC1", "0401")
    t.put("A-LC2", "0401")
    match = fight(t, GERMAN)
    announce(match, "0402", "16Pz")
    assert "fire 8R A-LC1" in texts(match)
    match.next_dice(6)
    match.play("fire 8R A-LC1")
    decline(match)
    while asked(match) == "lose":
        match.play(texts(match)[0])
    announce(match, "0402", "17Pz")
    assert str(refused(match, "fire 8R A-LC2").citation) == "vistula 8.3#2"


@pytest.mark.rule("vistula 8.3#3")
def test_a_corps_must_be_with_or_next_to_the_units_it_supports() -> None:
    match = guns("3GTK", lc="0201", gun="0201")
    assert asked(match) != "commit"
    t = Table()
    t.put("3GTK", "0402")
    t.put("8R", "0201")
    t.put("A-LC1", "0302")
    t.put("1ID", "0502")
    match = fight(t, ALLIED)
    announce(match, "0502", "3GTK")
    assert str(refused(match, "fire 8R A-LC1").citation) == "vistula 8.3#3"


@pytest.mark.rule("vistula 8.3#3")
def test_it_need_not_be_next_to_the_target() -> None:
    assert "fire 8R A-LC1" in texts(guns("3GTK", gun="0301", lc="0301"))


@pytest.mark.rule("vistula 8.3#4")
def test_example_a_corps_of_12_supports_12_factors_or_more() -> None:
    eleven = guns("113RC", "22RC")  # 7 + 5 = 12
    assert "fire 8R A-LC1" in texts(eleven)
    eleven = guns("94RC", "65RC", "152UR")  # 5 + 5 + 1 = 11
    refusal = refused(eleven, "fire 8R A-LC1")
    assert str(refusal.citation) == "vistula 8.3#4" and "11" in str(refusal.reason)


@pytest.mark.rule("vistula 8.3#4")
def test_in_defence_artillery_helps_however_few() -> None:
    t = Table()
    t.put("16Pz", "0502")
    t.put("94RC", "0402")  # a defence of 6, half of what the artillery has
    t.put("8R", "0401")
    t.put("A-LC1", "0401")
    match = fight(t, GERMAN)
    assert match.preview("0402", ["16Pz"], {"8R": "A-LC1"}).refusal is None
    announce(match, "0402", "16Pz")
    assert match.to_act == "allied" and "fire 8R A-LC1" in texts(match)
    match.next_dice(1)
    events = match.play("fire 8R A-LC1")
    assert happened(events, "attack")[0].params["odds"] == "1:2"  # 10 to 6 and 12


@pytest.mark.rule("vistula 5.5#5")
def test_artillery_out_of_supply_is_silent() -> None:
    match = guns("3GTK", supply="out_of_supply")
    assert str(refused(match, "fire 8R A-LC1").citation) == "vistula 5.5#5"


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
    assert texts(match) == ["advance 3GTK", "done"]
    match.play("advance 3GTK")
    assert where(match, "3GTK") == "0502"


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


# 5.6 over-extended lines


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


@pytest.mark.rule("vistula 8.3#2", "vistula 8.1#1")
def test_artillery_does_not_attack() -> None:
    t = Table()
    t.put("8R", "0402")
    match = duel(t)
    match.play("attack 0502")
    assert "with 8R" not in texts(match)
    assert str(refused(match, "with 8R").citation) == "vistula 8.2#1"


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


@pytest.mark.rule("vistula 10.4#1", "vistula 5.8.1#5")
def test_an_hq_stays_while_a_column_still_holds_its_hex() -> None:
    """Two columns and an HQ: one column is lost, the other stands."""
    t = Table()
    t.put("152UR", "0402")
    for id in ("G-LC1", "G-LC2", "HQ-9A"):
        t.put(id, "0502")
    match = fight(t, ALLIED)
    attack(match, "0502", "152UR", die=6)  # 1 to 2: 2/1
    match.play("lose G-LC1")
    assert (where(match, "G-LC1"), where(match, "G-LC2"), where(match, "HQ-9A")) == ("pool", "0502", "0502")


@pytest.mark.rule("vistula 5.8.1#5", "vistula 10.4#1")
def test_columns_and_hqs_lost_with_the_last_unit_are_told_by_their_rules() -> None:
    t = Table()
    t.put("G-LC1", "0502")
    t.put("HQ-9A", "0502")
    match = duel(t)
    announce(match, "0502", "3GTK", "94RC")
    match.next_dice(6)  # 3:1, 1/2: exactly the two steps there
    match.play("done")
    match.play("lose 3GTK")
    gone = {event.params["unit"]: str(event.citation) for event in happened(match.log, "eliminated")}
    assert gone == {"1ID": "vistula 8.2#2", "G-LC1": "vistula 5.8.1#5", "HQ-9A": "vistula 10.4#1"}


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


@pytest.mark.rule("vistula 8.3#2", "vistula 8.10#2")
def test_artillery_and_ships_are_ready_again_in_the_next_segment() -> None:
    t = Table()
    t.play.state.fired[t.put("8R", "0402")] = 1
    t.play.state.shelled = 1
    combat.begin(t.play, GERMAN)
    assert (t.play.state.fired[t.unit("8R")], t.play.state.shelled) == (1, 1)  # its segment began with movement
    combat.begin(t.play, ALLIED)
    assert (t.play.state.fired[t.unit("8R")], t.play.state.shelled) == (0, 0)


@pytest.mark.rule("vistula 8.3#2", "vistula 7.3#4")
def test_artillery_that_fired_in_the_allied_segment_defends_in_the_german_one() -> None:
    t = Table()
    t.play.state.fired[t.put("8R", "0402")] = 1
    t.put("A-LC1", "0402")
    t.put("16Pz", "0502")
    match = t.push(GameTurn(5))
    match.play("move 16Pz")
    match.play("assault 0402")
    assert (match.to_act, texts(match)) == ("allied", ["column A-LC1", "fire 8R A-LC1", "done"])


@pytest.mark.rule("vistula 5.8.1#1", "vistula 8.3#2")
def test_what_is_no_column_or_artillery_on_the_map_is_not_committed() -> None:
    t = Table()
    t.put("A-LC1", "0402")
    t.put("8R", "0402")
    t.put("G-LC1", "0503")
    match = duel(t)
    announce(match, "0502", "3GTK")
    for text, rule in (
        ("column G-LC1", "5.8.1#1"),
        ("fire 3GTK A-LC1", "8.3#2"),
        ("fire 5R A-LC1", "8.3#2"),
        ("fire 8R G-LC1", "8.3#1"),
        ("fire 8R 94RC", "8.3#1"),
    ):
        assert str(refused(match, text).citation) == f"vistula {rule}"
    for id in ("A-LC9", "3GTK"):
        refusal = refused(match, f"column {id}")
        assert (str(refusal.citation), refusal.reason.key) == ("vistula 5.8.1#1", "vistula.refusal.no_column")


@pytest.mark.rule("vistula 8.3#1", "vistula 8.3#2")
def test_several_corps_fire_each_off_a_column_of_its_own() -> None:
    t = Table()
    for id in ("8R", "5R", "A-LC1", "A-LC2"):
        t.put(id, "0402")
    match = duel(t)
    announce(match, "0502", "3GTK")
    match.play("fire 8R A-LC1")
    assert "fire 8R A-LC2" not in texts(match) and "fire 5R A-LC2" in texts(match)
    match.next_dice(1)
    events = match.play("fire 5R A-LC2")
    assert happened(events, "attack")[0].params["odds"] == "7:1"  # 13 + 12 + 10 to 5


@pytest.mark.rule("vistula 5.8.1#2")
def test_the_defender_has_three_columns_at_most_too() -> None:
    t = Table()
    for number in range(1, 6):
        t.put(f"G-LC{number}", "0502")
        t.put(f"A-LC{number}", "0402")
    match = duel(t)
    columns = {f"{side}-LC{n}": "column" for side in "GA" for n in range(1, 6)}
    weighed = match.preview("0502", ["3GTK"], {k: v for k, v in columns.items() if k.startswith("G")})
    assert parts(weighed)["columns"] == -3
    assert "columns" not in parts(match.preview("0502", ["3GTK"], columns))  # three against three


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
