"""8.1, 8.6, 8.7: combat results."""

import pytest

from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.state import READY, USED
from countermarch.games.chitpull.turn import GameTurn
from countermarch.games.stargard.results import RetreatOrStep, StargardBattle
from countermarch.match import Match
from tests.rules.stargard.retreats import in_a_pocket
from tests.rules.stargard.table import (
    GERMAN,
    SOVIET,
    Pomerania,
    attack,
    cited,
    fight,
    happened,
    inside,
    pinned,
    refused,
    steps,
    texts,
    where,
)

TWO_GUARDS = {"12G": "16.23", "75G": "15.24"}  # 5-6-5 each
DUTCH = {"48/23SS": "16.24"}  # 3-4-5: 10 to 4 is 2-1
ALARM = {"3Al": "16.24"}  # 1-2-5, one step: 10 to 2 is 5-1
GRENADIERS = {"307/163": "16.24"}  # 3-3-5: 10 to 3 is 3-1


@pytest.mark.rule("stargard 8.1")
@pytest.mark.parametrize(("die", "code"), [(1, "A1"), (2, "ARo1"), (3, "P"), (4, "A1/D1"), (5, "DRo1"), (6, "DR1")])
def test_the_codes_of_a_column(die: int, code: str) -> None:
    _, events = fight(TWO_GUARDS, DUTCH, "16.24", die)
    (told,) = happened(events, "attack")
    assert told.params["odds"] == "2-1" and told.params["result"] == code
    assert str(told.citation) == "stargard 8.1"


@pytest.mark.rule("stargard 8.1")
def test_a_figure_is_steps_and_the_defender_is_first() -> None:
    match, events = fight(TWO_GUARDS, DUTCH, "16.24", 4)
    assert steps(match, "48/23SS") == 1
    assert texts(match) == ["lose 12G", "lose 75G"]  # the attacker's part comes second
    match.play("lose 75G")
    assert steps(match, "75G") == 1 and where(match, "48/23SS") == "16.24"
    assert cited(events, "step_lost") == ["stargard-design 8.6.2"]


@pytest.mark.rule("stargard 8.1")
def test_r_is_hexes_to_retreat_and_is_carried_out_before_the_next_combat() -> None:
    match, events = fight(TWO_GUARDS, DUTCH, "16.24", 6)
    assert where(match, "48/23SS") == "16.25"  # the one way nearer to 12.27 without a step
    assert cited(events, "retreats") == ["stargard 9.0"]
    assert any(text.startswith("advance 12G") for text in texts(match))


def joint() -> tuple[int, int]:
    """A column and a die of the joint result."""
    rows = Pomerania().tables.combat.rows
    return next((c, d) for d, row in enumerate(rows, 1) for c, cell in enumerate(row) if cell.code == "A1/D1")


def battle(table: Pomerania, target: str, *attackers: str) -> Match:
    units = tuple(table.unit(id) for id in attackers)
    return table.push(StargardBattle(SOVIET, table.hex(target), units, *joint(), 0, 0))


@pytest.mark.rule("stargard-design 8.1.1")
@pytest.mark.parametrize(("target", "defender"), [("18.13", "560"), ("26.07", "Gar-Arnswalde")])
def test_in_a_city_or_a_fortress_the_attacker_is_first(target: str, defender: str) -> None:
    table = Pomerania()
    around = [table.tables.numbers[h] for h in table.tables.attack_to[table.hex(target)]]
    table.lay({"12G": around[0], "75G": around[1], defender: target})
    match = battle(table, target, "12G", "75G")
    assert match.to_act == "soviet" and texts(match) == ["lose 12G", "lose 75G"]
    assert steps(match, defender) == 2
    match.play("lose 12G")
    assert steps(match, defender) == 1


@pytest.mark.rule("stargard-design 8.1.1")
def test_with_no_attacker_left_the_defenders_part_lapses() -> None:
    table = Pomerania()
    table.lay({"85": "26.06", "Gar-Arnswalde": "26.07"})
    match = battle(table, "26.07", "85")
    assert where(match, "85") == "eliminated" and steps(match, "Gar-Arnswalde") == 2
    assert cited(table.play.events, "lapses") == ["stargard-design 8.1.1"]


@pytest.mark.rule("stargard-design 8.1.2")
def test_compound_results_read_from_left_to_right() -> None:
    match, _ = fight({**TWO_GUARDS, "23G": "17.24"}, {"3Al": "16.24", "4Al": "16.24"}, "16.24", 5)
    told = happened(match.log, "attack")[-1].params
    assert (told["odds"], told["result"]) == ("3-1", "DR1")
    match, _ = fight(TWO_GUARDS, {"48/23SS": "16.24"}, "16.24", 6, table=Pomerania())
    wide = {**TWO_GUARDS, "23G": "17.24", "52G": "17.25"}
    match, _ = fight(wide, {"1/402": "16.24", "307/163": "16.24"}, "16.24", 6)  # 20 to 5 is 4-1
    told = happened(match.log, "attack")[-1].params
    assert (told["odds"], told["result"]) == ("4-1", "D1R2")
    assert steps(match, "307/163") == 1 and steps(match, "1/402") == 1  # one step for the stack, not for each
    assert match.to_act == "german" and "together" in texts(match)


@pytest.mark.rule("stargard 8.1", "stargard-design 8.1.3")
def test_the_defender_chooses_a_retreat_or_a_step() -> None:
    match, _ = fight(TWO_GUARDS, DUTCH, "16.24", 5)
    assert match.to_act == "german" and texts(match) == ["retire", "stand"]
    assert [str(c) for c in match.decision.citations] == ["stargard 8.1", "stargard-design 8.1.3"]  # type: ignore[union-attr]
    stays = match.copy()
    events = stays.play("stand")
    assert steps(stays, "48/23SS") == 1 and where(stays, "48/23SS") == "16.24"
    assert cited(events, "chooses_step") == ["stargard-design 8.1.3"]
    match.play("retire")
    assert where(match, "48/23SS") == "16.25" and steps(match, "48/23SS") == 2


@pytest.mark.rule("stargard-design 8.1.3")
def test_attackers_who_choose_to_retreat_go_each_from_their_own_hex() -> None:
    match, _ = fight(TWO_GUARDS, DUTCH, "16.24", 2)
    assert match.to_act == "soviet" and texts(match) == ["retire", "stand"]
    stands = match.copy()
    stands.play("stand")
    stands.play("lose 12G")
    assert steps(stands, "12G") == 1 and where(stands, "12G") == "16.23"
    match.play("retire")
    while where(match, "12G") == "16.23" or where(match, "75G") == "15.24":
        match.play(match.legal()[0])
    assert steps(match, "12G") == steps(match, "75G") == 2 and where(match, "48/23SS") == "16.24"


@pytest.mark.rule("stargard-design 8.6.1")
def test_the_first_step_comes_from_the_strongest_and_the_owner_chooses_the_rest() -> None:
    match, _ = fight({"12G": "16.23", "397": "16.23", "75G": "15.24"}, DUTCH, "16.24", 1)
    assert texts(match) == ["lose 12G", "lose 75G"]
    no = refused(match, "lose 397")
    assert str(no.citation) == "stargard-design 8.6.1"


@pytest.mark.rule("stargard-design 8.6.2")
def test_two_steps_are_reduced_and_one_is_eliminated() -> None:
    match, events = fight(TWO_GUARDS, ALARM, "16.24", 4)  # D1R1
    assert where(match, "3Al") == "eliminated" and cited(events, "eliminated") == ["stargard-design 8.6.2"]
    match, events = fight(TWO_GUARDS, GRENADIERS, "16.24", 6)
    assert steps(match, "307/163") == 1 and cited(events, "step_lost") == ["stargard-design 8.6.2"]


# pinned


@pytest.mark.rule("stargard-design 8.7(1)", "stargard 8.1")
def test_p_pins_attackers_and_defenders_and_nothing_else_happens() -> None:
    match, events = fight(TWO_GUARDS, DUTCH, "16.24", 3)
    assert pinned(match, "12G") and pinned(match, "75G") and pinned(match, "48/23SS")
    assert steps(match, "48/23SS") == 2 and where(match, "48/23SS") == "16.24"
    assert not any(text.startswith("advance") for text in texts(match))
    assert cited(events, "pinned") == ["stargard-design 8.7(1)"]


@pytest.mark.rule("stargard-design 8.7(1)")
def test_if_so_agreed_p_pins_the_defender_only() -> None:
    match, _ = fight(TWO_GUARDS, DUTCH, "16.24", 3, table=Pomerania(pin_scope="defender"))
    assert pinned(match, "48/23SS") and not pinned(match, "12G")


def pinned_corps() -> Pomerania:
    table = Pomerania()
    table.lay({"61-HQ": "16.22", "12G": "16.23", "75G": "15.24", "48/23SS": "16.24"})
    table.own.pin([table.unit("12G")])
    return table


@pytest.mark.rule("stargard-design 8.7(2)")
def test_a_pinned_unit_neither_moves_nor_attacks() -> None:
    match = pinned_corps().activate("61-HQ")
    assert any(text.startswith("move 75G") for text in texts(match))
    no = refused(match, "move 12G")
    assert str(no.citation) == "stargard-design 8.7(2)"
    match.play("done")
    match.play("attack 16.24")
    no = refused(match, "with 12G")
    assert str(no.citation) == "stargard-design 8.7(2)"


@pytest.mark.rule("stargard-design 8.7(2)")
def test_army_group_does_not_move_a_pinned_unit() -> None:
    table = Pomerania()
    table.lay({"3SS-HQ": "16.22", "560": "20.20", "5Al": "20.22"})
    table.own.pin([table.unit("560")])
    match = table.activate("3SS-HQ", lendable=2)
    assert any(text.startswith("lend 5Al") for text in texts(match))
    assert str(refused(match, "lend 560").citation) == "stargard-design 8.7(2)"


@pytest.mark.rule("stargard-design 8.7(3)")
def test_a_pinned_unit_keeps_its_zone_and_its_defence_and_can_be_hit() -> None:
    table = Pomerania()
    table.lay({**TWO_GUARDS, **DUTCH})
    table.own.pin([table.unit("48/23SS")])
    assert "16.25" in match_zones(table)
    match = table.fight(1, "12G", "75G")
    assert match.preview("16.24", ["12G", "75G"]).defence == 4
    attack(match, "16.24", 4, ["12G", "75G"])
    assert steps(match, "48/23SS") == 1 and pinned(match, "48/23SS")


def match_zones(table: Pomerania) -> tuple[str, ...]:
    return table.match().zones("german")


@pytest.mark.rule("stargard-design 8.7(3)")
def test_a_pinned_unit_may_get_replacements() -> None:
    table = Pomerania()
    table.put("12G", "16.23", steps=1)
    table.put("75G", "16.22", steps=1)
    table.own.pin([table.unit("12G")])
    match = table.push(Replacements(1, 2, ()))
    match.play("refit 12G")
    assert steps(match, "12G") == 2 and pinned(match, "12G")


@pytest.mark.rule("stargard-design 8.7(4)")
def test_a_pinned_unit_retreats_and_stays_pinned() -> None:
    table = Pomerania()
    table.lay({**TWO_GUARDS, **DUTCH})
    table.own.pin([table.unit("48/23SS")])
    match = table.fight(1, "12G", "75G")
    attack(match, "16.24", 6, ["12G", "75G"])
    assert where(match, "48/23SS") != "16.24" and pinned(match, "48/23SS")


@pytest.mark.rule("stargard-design 8.7(5)")
def test_hqs_and_immobile_units_are_never_pinned_and_twice_is_once() -> None:
    table = Pomerania()
    table.lay({"Gar-Pyritz": "15.07", "2Al": "15.07", "3SS-HQ": "15.07"})
    for _ in range(2):
        table.own.pin(list(table.own.stack(table.hex("15.07"))))
    assert [id for id, mark in zip(table.tables.ids, table.own.state.pinned, strict=True) if mark] == ["2Al"]
    assert max(table.own.state.pinned) == 1


@pytest.mark.rule("stargard-design 8.7(6)", "stargard-design 2.6")
def test_pins_are_lifted_when_the_turn_ends() -> None:
    table = Pomerania(turn=4)
    table.lay({"3SS-HQ": "16.25", "48/23SS": "16.24", "12G": "16.23"})
    table.own.pin([table.unit("12G"), table.unit("48/23SS")])
    table.play.state.chit[table.tables.chit_index["3SS"]] = USED
    match = table.push(GameTurn(10))
    assert cited(table.play.events, "unpinned") == ["stargard-design 8.7(6)"]
    assert inside(match).state.turn == 5 and not pinned(match, "48/23SS") and not pinned(match, "12G")
    assert "move 48/23SS" in texts(match)  # the chit of its corps is drawn again
    match.play("done")
    assert texts(match) == ["attack 16.23", "done"]


@pytest.mark.rule("stargard-design 8.7(1)", "stargard-design 8.7(2)")
def test_example_of_p_six_german_units_and_two_soviet_brigades_are_pinned() -> None:
    """Later in the turn neither their own chits nor army group get them to move."""
    table = Pomerania(turn=2)
    attackers = {
        "21/10SS": "18.09",
        "22/10SS": "18.09",
        "139/233": "17.09",
        "142/233": "17.09",
        "7/4SS": "19.09",
        "8/4SS": "19.09",
    }
    table.lay({"39Pz-HQ": "18.11", "4/4SS": "18.11", "2GT-HQ": "18.05", "33G/9GT": "18.05", "34G/9GT": "18.08"})
    table.put("48G/12GT", "18.08", steps=1)
    match, _ = fight(attackers, {}, "18.08", 2, GERMAN, table)
    told = happened(match.log, "attack")[-1].params
    assert (told["odds"], told["result"]) == ("3-1", "P")  # 20 to 6
    stuck = (*attackers, "34G/9GT", "48G/12GT")
    assert all(pinned(match, id) for id in stuck) and sum(inside(match).state.pinned) == 8
    for hq, free in (("39Pz-HQ", "4/4SS"), ("2GT-HQ", "33G/9GT")):
        later = Pomerania(turn=2)
        later.lay({**attackers, "39Pz-HQ": "18.11", "4/4SS": "18.11", "2GT-HQ": "18.05", "33G/9GT": "18.05"})
        later.lay({"34G/9GT": "18.08", "48G/12GT": "18.08"})
        later.own.pin([later.unit(id) for id in stuck])
        movers = {text.split()[1] for text in texts(later.activate(hq)) if text.startswith("move")}
        assert free in movers and not movers & set(stuck)


@pytest.mark.rule("stargard 8.1", "stargard-design 8.1.3", "stargard-design 13.1")
def test_example_of_ro1_the_division_before_arnswalde_stays_or_goes() -> None:
    """26.08 lies next to the garrison, which has no zone, and nearer to the southern edge."""
    table = Pomerania(turn=2)
    table.box("1/JG", READY)
    attackers = {"23/11SS": "26.10", "24/11SS": "26.10", "11/11SS": "25.10", "Pz/FB": "25.10"}
    table.lay({**attackers, "397": "26.09", "Gar-Arnswalde": "26.07"})
    match = table.fight(GERMAN, *attackers)
    events = attack(match, "26.09", 4, list(attackers), "air 1/JG normal")
    told = happened(events, "attack")[0].params
    assert (told["odds"], told["result"]) == ("3-1", "DRo1") and texts(match) == ["retire", "stand"]
    stays = match.copy()
    stays.play("stand")
    assert where(stays, "397") == "26.09" and steps(stays, "397") == 1
    match.play("retire")
    if match.to_act == "soviet":
        assert "retreat 26.08" in texts(match)
        match.play("retreat 26.08")
    assert where(match, "397") == "26.08" and steps(match, "397") == 2
    ways = [text for text in texts(match) if text.startswith("advance 11/11SS")]
    assert "advance 11/11SS 26.09" in ways and any("-" in way for way in ways)
    assert not any("-" in text for text in texts(match) if text.startswith("advance 23/11SS"))  # over the Ihna


@pytest.mark.rule("stargard-design 8.1.3", "stargard-design 12.1.3")
def test_a_unit_that_stands_to_the_last_step_takes_its_hq_with_it() -> None:
    """DRo1 at 3-1: the step is the regiment's, and the HQ is lost for want of company."""
    match, _ = fight({"12G": "16.23", "397": "15.24"}, {"307/163": "16.24", "3SS-HQ": "16.24"}, "16.24", 4)
    assert texts(match) == ["retire", "stand"]
    match.play("stand")
    assert steps(match, "307/163") == 1 and where(match, "3SS-HQ") == "16.24"
    match, _ = fight({"397": "16.23", "356": "15.24"}, {"3Al": "16.24", "3SS-HQ": "16.24"}, "16.24", 3)
    assert texts(match) == ["retire", "stand"]
    events = match.play("stand")
    assert (where(match, "3Al"), where(match, "3SS-HQ")) == ("eliminated", "removed")
    assert cited(list(events), "hq_lost") == ["stargard-design 12.1.3"]


@pytest.mark.rule("stargard-design 8.1.3", "stargard-design 8.6.1", "stargard 9.4")
@pytest.mark.parametrize("answer", ["retire", "stand"])
def test_defenders_pay_by_their_defence_whether_they_stand_or_have_no_way(answer: str) -> None:
    """560 is a 4-3-8, 48/23SS a 3-4-5: the tanks would be the stronger attackers."""
    table = Pomerania()
    table.lay({"560": "16.24", "48/23SS": "16.24"})
    in_a_pocket(table)
    units = (table.unit("560"), table.unit("48/23SS"))
    match = table.push(RetreatOrStep(GERMAN, table.hex("16.24"), units, 1, defending=True))
    events = list(match.play(answer))
    if answer == "retire":
        match.play("together")
    assert (steps(match, "560"), steps(match, "48/23SS")) == (2, 1)
    told = happened(events, "chooses_retreat" if answer == "retire" else "chooses_step")[0]
    assert str(told.citation) == "stargard-design 8.1.3" and "german" in str(told.params["side"]).lower()


@pytest.mark.rule("stargard-design 8.1.3", "stargard-design 8.6.1")
@pytest.mark.parametrize("hexes", [1, 2])
def test_who_stands_loses_as_many_steps_as_he_would_have_gone_hexes(hexes: int) -> None:
    table = Pomerania()
    table.lay({"560": "16.24", "48/23SS": "16.24", "3SS-HQ": "16.24"})
    units = tuple(table.unit(id) for id in ("560", "48/23SS", "3SS-HQ"))
    match = table.push(RetreatOrStep(GERMAN, table.hex("16.24"), units, hexes, defending=True))
    match.play("stand")
    if hexes == 2:
        assert set(texts(match)) == {"lose 560", "lose 48/23SS"}
        match.play("lose 560")
    assert (steps(match, "560"), steps(match, "48/23SS")) == (3 - hexes, 1)
    assert match.to_act is None and where(match, "3SS-HQ") == "16.24"
