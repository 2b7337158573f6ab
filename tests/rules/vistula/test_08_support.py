"""5.8.1, 8.3: logistical columns and artillery corps in combat."""

from __future__ import annotations

import pytest

from countermarch.games.vistula import combat
from countermarch.games.vistula.turn import GameTurn
from countermarch.match import Match
from tests.rules.vistula.fights import announce, asked, attack, citations, decline, fight, parts
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, texts, where
from tests.rules.vistula.test_08_combat import duel


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


@pytest.mark.rule("vistula 8.3#2", "vistula 8.1#1")
def test_artillery_does_not_attack() -> None:
    t = Table()
    t.put("8R", "0402")
    match = duel(t)
    match.play("attack 0502")
    assert "with 8R" not in texts(match)
    assert str(refused(match, "with 8R").citation) == "vistula 8.2#1"


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


@pytest.mark.rule("vistula 8.3#1")
def test_artillery_does_not_fire_off_a_column_of_the_enemy() -> None:
    t = Table()
    t.put("8R", "0402")
    t.put("3GTK", "0402")
    t.put("A-LC1", "0402")
    t.put("G-LC1", "0502")
    match = fight(t, ALLIED)
    announce(match, "0502", "3GTK")
    assert str(refused(match, "fire 8R G-LC1").citation) == "vistula 8.3#1"


@pytest.mark.rule("vistula 5.8.1#1", "vistula 8.3#3")
def test_columns_and_artillery_need_touch_only_one_of_the_attackers() -> None:
    """0302 is next to 0402 and not to 0501."""
    t = Table()
    t.put("A-LC1", "0302")
    t.put("8R", "0302")
    match = duel(t)
    announce(match, "0502", "3GTK", "94RC")
    assert texts(match) == ["column A-LC1", "fire 8R A-LC1", "done"]
