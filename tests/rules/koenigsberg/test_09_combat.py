"""9.0, 9.2 Who attacks whom; with the attack announced into fog (2.1.3)."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.combat import CombatSegment
from countermarch.games.chitpull.state import IN_RANGE, LENT
from countermarch.match import Match
from tests.rules.koenigsberg.fights import attack, cited, fight, give_way, inside, lay, ready
from tests.rules.koenigsberg.odds import odds, values
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, refused, steps, texts

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


@pytest.mark.rule("koenigsberg 9.2.3", "koenigsberg 9.3.2")
def test_with_somebody_armed_among_them_the_odds_are_what_is_wrong(unarmed: Table) -> None:
    attackers = {"39A-152": "0636", "39A-28G": "0538", "39A-94": "0437"}
    match = ready(attackers, {"26K-1": "0637", "26K-69": "0637", "9K-548": "0438"}, table=unarmed)
    assert texts(match) == ["attack 0438", "done"]
    assert str(refused(match, "attack 0637").citation) == "koenigsberg 9.3.2"  # three to thirteen


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
