"""What is asked of a match, and positions written by hand: answers agree with what play does."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

import countermarch as cm
from countermarch.games.vistula.movement import MovementPhase
from countermarch.match import Match
from tests.rules.vistula.fights import decline, fight
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, texts, where

GAME = cm.load("vistula")


def document(turn: int, phase: str, *placed: tuple[str, str]) -> dict[str, Any]:
    """An edited position: nothing on the map but these."""
    found = deepcopy(GAME.start("deutschland_kaputt", seed=1).position())
    del found["flow"]
    found.update(turn=turn, phase=phase)
    units = {unit["id"]: unit for unit in found["units"]}
    for unit in units.values():
        if unit["kind"] != "air":
            unit.update(hex=None, where="pool" if unit["kind"] in ("lc", "naval") else "removed")
    for id, number in placed:
        units[id].update(hex=number, where=None)
    return found


def cited(refusal: object) -> str:
    assert refusal is not None
    return str(refusal).rpartition("(vistula ")[2].rstrip(")")


# positions


@pytest.mark.rule("vistula 11.2#1", "vistula 7.2")
def test_who_stands_in_a_hex_holds_it() -> None:
    """A Soviet corps laid into Dresden: no die is thrown for the city, and it counts."""
    match = GAME.from_position(document(6, "events", ("4GTK", "2327"), ("31TK", "1529")))
    rolled = [event.params["hex"] for event in happened(match.log, "western_roll")]
    assert "2327" not in rolled and len(rolled) == 4
    assert len(happened(match.log, "bunker_roll")) == 1
    assert match.position()["control"]["2327"] == "allied"
    assert "2327" in match.position()["territory"]["allied"]


def test_a_column_or_hq_does_not_take_its_hex() -> None:
    match = GAME.from_position(document(6, "allied_movement", ("HQ-1U", "2327"), ("4GTK", "2303")))
    assert match.position()["control"]["2327"] == "german"


def test_a_hex_in_two_territories_is_a_contradiction() -> None:
    wrong = document(3, "allied_movement", ("4GTK", "2303"))
    wrong["territory"]["allied"].append("2310")
    with pytest.raises(cm.PositionError, match="2310 is listed both as german and as allied"):
        GAME.from_position(wrong)


@pytest.mark.rule("vistula 12.5#2")
def test_which_columns_came_by_order_is_kept_and_only_german_columns_on_the_map_can() -> None:
    doc = document(4, "german_movement", ("G-LC1", "1612"), ("5Pz", "1612"), ("4GTK", "2303"))
    units = {unit["id"]: unit for unit in doc["units"]}
    units["G-LC1"]["ordered"], doc["effects"]["order"] = 1, 4
    again = {unit["id"]: unit["ordered"] for unit in GAME.from_position(doc).position()["units"]}
    assert again["G-LC1"] == 1 and sum(again.values()) == 1
    for id in ("5Pz", "G-LC2", "A-LC1"):
        wrong = deepcopy(doc)
        next(unit for unit in wrong["units"] if unit["id"] == id)["ordered"] = 1
        with pytest.raises(cm.PositionError, match=f"{id} is marked as ordered"):
            GAME.from_position(wrong)


@pytest.mark.rule("vistula 12.4#3")
def test_a_position_is_kept_while_losses_from_the_air_are_chosen() -> None:
    doc = document(3, "allied_movement", ("9TK", "1604"), ("11TK", "1604"), ("1ID", "1420"))
    doc["options"]["interdiction"] = "on"
    match = GAME.from_position(doc)
    match.next_dice(5)
    match.play("interdict 1604 1")
    again = GAME.from_position(match.position())
    assert (again.to_act, texts(again)) == ("allied", ["lose 9TK", "lose 11TK"])
    again.play("lose 9TK")
    assert again.to_act == "german" and "interdict 1604 1" in texts(again)


@pytest.mark.rule("vistula 5.8.1#5")
def test_a_position_is_kept_while_a_loss_among_columns_is_chosen() -> None:
    doc = document(3, "allied_combat", ("152UR", "0402"), ("G-LC1", "0502"), ("G-LC2", "0502"))
    match = GAME.from_position(doc)
    match.next_dice(6)
    for action in ("attack 0502", "resolve", "announce none", "announce none"):
        match.play(action)
    again = GAME.from_position(match.position())
    assert (again.to_act, texts(again)) == ("german", ["lose G-LC2", "lose G-LC1"])


# moving


@pytest.mark.rule("vistula 7.3#5")
def test_questions_about_a_stack_on_the_move_count_what_it_has_spent() -> None:
    t, stack = Table(), ("7Pz", "16Pz", "17Pz")
    for id in stack:
        t.put(id, "1316")
    t.put("113RC", "1213", steps=1)
    match = t.push(MovementPhase(GERMAN))
    assert match.why_not(stack, "1214") is None
    match.play("move 7Pz+16Pz+17Pz")
    match.play("to 1214")
    assert match.reach(stack) == {} and cited(match.why_not(stack, "1215")) == "3.2#1"
    assert list(match.targets()) == ["1213"]
    assert match.targets()["1213"] == match.preview("1213", stack, kind="mobile")
    match.next_dice(6)
    match.play("assault 1213")
    decline(match)
    assert where(match, "113RC") == "eliminated"
    reach = match.reach(stack)
    assert max(reach.values()) == 6 and reach == {
        number: sum(step.cost for step in match.path(stack, number)) for number in reach
    }
    far = next(number for number in match.reach(stack, freely=True) if number not in reach)
    assert cited(match.why_not(stack, far)) == "7.1#3"
    with pytest.raises(cm.GameError):
        match.path(stack, far)


@pytest.mark.rule("vistula 2#2", "vistula 2#3")
def test_moves_and_attacks_keep_to_their_phases() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("9TK", "1402")
    t.put("1ID", "0502")
    match = t.push(MovementPhase(ALLIED))
    assert str(refused(match, "attack 0502").citation) == "vistula 2#2"
    assert str(refused(match, "assault 0502").citation) == "vistula 7.3#1"
    match = fight(t, ALLIED)
    assert str(refused(match, "move 3GTK").citation) == "vistula 2#2"
    assert match.reach(["9TK"]) == {} and cited(match.why_not(["9TK"], "1403")) == "2#2"
    assert cited(fight(t, GERMAN).why_not(["1ID"], "0503")) == "2#3"


@pytest.mark.rule("vistula 3.2#3")
def test_a_unit_that_cannot_move_is_told_why() -> None:
    t = Table()
    for id, number in (("1ID", "0506"), ("69ID", "0604"), ("56ID", "0404")):
        t.put(id, number)
    t.put("152UR", "0505")
    t.put("9TK", "1402")
    assert cited(t.push(MovementPhase(ALLIED)).why_not("152UR", "0606")) == "3.2#3"


@pytest.mark.rule("vistula 8.10#1")
def test_without_a_coast_the_kriegsmarine_has_no_station() -> None:
    t = Table()
    t.put("5Pz", "1520")
    t.put("16Pz", "0502")
    match = t.push(MovementPhase(GERMAN))
    assert "move KM" in texts(match)
    match.play("move KM")
    match.play("to 0415")
    assert str(refused(match, "move KM").citation) == "vistula 8.10#1"
    allies = [unit.id for unit in t.tables.units if unit.side == "allied" and t.tables.is_combat[unit.index]]
    for id, h in zip(allies, sorted(t.tables.coast), strict=False):
        t.put(id, t.play.hex_name(h))
    match = t.push(MovementPhase(GERMAN))
    t.play.state.moved[t.tables.navy] = 0
    assert str(refused(match, "move KM").citation) == "vistula 8.10#1"


@pytest.mark.rule("vistula 11.2#3")
def test_no_zone_reaches_into_a_city_of_the_western_allies() -> None:
    placed = document(7, "allied_movement", ("4GTK", "2326"))
    assert "2327" in GAME.from_position(placed).zones("allied")
    placed["control"]["2327"] = "western"
    assert "2327" not in GAME.from_position(placed).zones("allied")


# previews


def guns() -> Match:
    """94RC (5) and 8GRC (9) in 0402 against 0502, artillery of 12 with two columns in 0302, another column far away."""
    t = Table()
    for id in ("94RC", "8GRC", "113RC"):
        t.put(id, "0402")
    for id in ("8R", "A-LC1", "A-LC2"):
        t.put(id, "0302")
    t.put("A-LC3", "1402")
    t.put("1ID", "0502")
    t.put("G-LC1", "0503")
    t.box("A-Air1", "ready")
    return fight(t, ALLIED)


@pytest.mark.rule("vistula 8.3#4")
def test_a_preview_refuses_artillery_that_is_too_big() -> None:
    match = guns()
    assert cited(match.preview("0502", ["113RC"], {"8R": "A-LC1"}).refusal) == "8.3#4"
    both = match.preview("0502", ["94RC", "8GRC"], {"8R": "A-LC1"})
    assert (both.refusal, both.attack) == (None, 5 + 9 + 12)


@pytest.mark.rule("vistula 8.3#1", "vistula 5.8.1#4")
def test_a_preview_wants_a_column_for_the_guns_besides_those_that_shift() -> None:
    match, attackers = guns(), ["94RC", "8GRC"]
    plain = match.preview("0502", attackers, {"8R": "A-LC1"})
    assert not [part for part in plain.parts if part.text.key == "vistula.part.columns"]
    shifted = match.preview("0502", attackers, {"8R": "A-LC1", "A-LC1": "column", "A-LC2": "column"})
    assert shifted.refusal is None
    assert [part.value for part in shifted.parts if part.text.key == "vistula.part.columns"] == [1]
    hungry = match.preview("0502", attackers, {"8R": "guns", "A-LC1": "column", "A-LC2": "column"})
    assert cited(hungry.refusal) == "8.3#1"
    assert cited(match.preview("0502", attackers, {"8R": "A-LC3"}).refusal) == "8.3#1"


@pytest.mark.rule("vistula 5.8.1#1", "vistula 9.2#1", "vistula 8.10#2")
@pytest.mark.parametrize(
    ("support", "rule"),
    [
        ("A-LC3", "5.8.1#1"),
        ("G-LC1", None),
        ("A-Air1", None),
        ("A-Air1 A-Air2", "9.2#1"),
        ("KM", "8.10#2"),
        ("113RC", "8.3#2"),
    ],
)
def test_a_preview_says_which_support_cannot_come(support: str, rule: str | None) -> None:
    refusal = guns().preview("0502", ["94RC", "8GRC"], dict.fromkeys(support.split(), "")).refusal
    assert refusal is None if rule is None else cited(refusal) == rule


@pytest.mark.rule("vistula 7.3#1", "vistula 5.5#4", "vistula 7.3#2")
def test_a_preview_of_a_mobile_attack_refuses_who_cannot_make_one() -> None:
    t = Table()
    t.put("16Pz", "1214")
    t.put("17Pz", "1214", supply="out_of_supply")
    t.put("1ID", "1214")
    t.put("7Pz", "1113")
    t.put("113RC", "1213")
    match = t.push(MovementPhase(GERMAN))

    def refusal(*units: str) -> object:
        return match.preview("1213", units, kind="mobile").refusal

    assert refusal("16Pz") is None
    assert (cited(refusal("1ID")), cited(refusal("17Pz")), cited(refusal("16Pz", "7Pz"))) == ("7.3#1", "5.5#4", "7.3#2")
    t.play.state.attacked[t.unit("16Pz")] = 1
    assert refusal("16Pz") is None  # by a mobile attack before this one
    assert cited(match.preview("1213", ["16Pz"]).refusal) == "8.1#2"


@pytest.mark.rule("vistula 8.2#1")
def test_an_attack_under_way_is_weighed_as_it_stands() -> None:
    match = guns()
    for action in ("attack 0502", "with 94RC", "with 8GRC", "resolve", "fire 8R A-LC1"):
        match.play(action)
    attack = match.position()["attack"]
    weighed = match.preview(attack["target"], attack["attackers"], attack["support"])
    assert (weighed.refusal, weighed.attack) == (None, 26)


@pytest.mark.rule("vistula 10.4#1")
def test_an_hq_alone_is_weighed_without_a_table() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("HQ-2A", "0502")
    weighed = fight(t, ALLIED).preview("0502", ["3GTK"])
    assert (weighed.column, weighed.results, weighed.refusal) == (None, {}, None)
    assert [str(part.citation) for part in weighed.parts] == ["vistula 10.4#1"]


@pytest.mark.rule("vistula 10.3#3", "vistula 7.2")
def test_in_a_position_by_hand_trains_run_and_bridges_stand_where_the_ground_is_held() -> None:
    match = GAME.from_position(document(3, "allied_movement", ("HQ-3B", "0202"), ("94RC", "1402")))
    assert match.reach("HQ-3B")["0301"] == 0.5


@pytest.mark.rule("vistula 8.10#1")
def test_no_position_has_the_kriegsmarine_inland_or_among_enemies() -> None:
    GAME.from_position(document(4, "german_combat", ("KM", "0415"), ("16Pz", "0415")))
    for placed in ([("KM", "1316")], [("KM", "0415"), ("11TK", "0415")]):
        with pytest.raises(cm.PositionError, match=f"KM lies in {placed[0][1]}"):
            GAME.from_position(document(4, "german_combat", *placed))


@pytest.mark.rule("vistula 12.5#2")
def test_columns_of_an_order_are_two_at_most_and_of_its_turn() -> None:
    doc = document(4, "german_movement", ("G-LC1", "1612"), ("G-LC2", "1612"), ("G-LC3", "1612"))
    columns = [unit for unit in doc["units"] if unit["id"] in ("G-LC1", "G-LC2", "G-LC3")]
    for unit in columns:
        unit["ordered"] = 1
    doc["effects"]["order"] = 4
    with pytest.raises(cm.PositionError, match="an order brings 2 columns"):
        GAME.from_position(doc)
    columns[2]["ordered"] = 0
    GAME.from_position(doc)
    for other, phase in ((0, "german_movement"), (5, "german_movement"), (4, "end")):
        doc["effects"]["order"], doc["phase"] = other, phase
        with pytest.raises(cm.PositionError, match="G-LC1, G-LC2: marked as ordered"):
            GAME.from_position(doc)


@pytest.mark.rule("vistula 12.5#2")
def test_when_the_phase_begins_anew_the_order_brings_only_what_has_not_come() -> None:
    doc = document(4, "rrw", ("HQ-9A", "1612"), ("G-LC1", "1612"))
    doc["effects"]["order"] = 4
    next(unit for unit in doc["units"] if unit["id"] == "G-LC1")["ordered"] = 1
    match = GAME.from_position(doc)
    while match.position()["phase"] == "rrw":
        match.play(match.legal()[-1])
    assert sum(unit["ordered"] for unit in match.position()["units"]) == 2
