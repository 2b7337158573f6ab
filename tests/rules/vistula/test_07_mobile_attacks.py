"""7.3 Mobile attacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from countermarch.games.vistula.movement import MovementPhase
from countermarch.match import Match
from tests.rules.vistula.fights import asked, citations, decline, parts
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, texts, where

STACK = ("16Pz", "17Pz", "7Pz")  # 10 + 9 + 9


def weichsel(turn: int = 3, *others: str) -> Match:
    """The example: three panzer divisions in 1316, a reduced Soviet corps 3-5-8 in 1213, the river open."""
    t = Table(turn=turn)
    for id in (*STACK, *others):
        t.put(id, "1316")
    t.put("113RC", "1213", steps=1)
    return t.push(MovementPhase(GERMAN))


@pytest.mark.rule("vistula 7.3#3", "vistula 7.3#5")
def test_example_of_a_mobile_assault() -> None:
    match = weichsel()
    match.play("move 7Pz+16Pz+17Pz")
    match.play("to 1214")
    assert asked(match) == "to" and texts(match) == ["assault 1213", "done"]
    match.next_dice(6)  # 28 to 5 is 5:1, one column left 4:1
    events = match.play("assault 1213")
    events += decline(match)
    (fought,) = happened(events, "attack")
    assert (fought.params["odds"], fought.params["result"]) == ("4:1", "0/4")
    assert where(match, "113RC") == "eliminated" and asked(match) == "to"


@pytest.mark.rule("vistula 7.3#3")
def test_example_three_for_the_way_one_for_the_river_two_for_the_attack() -> None:
    match = weichsel()
    assert match.reach(STACK)["1214"] == 4
    match.play("move 7Pz+16Pz+17Pz")
    match.play("to 1214")
    match.next_dice(6)
    match.play("assault 1213")
    decline(match)
    assert where(match, "113RC") == "eliminated"
    assert match.decision is not None and match.decision.prompt.params["left"] == 6  # of 12
    assert max(match.reach(STACK).values()) == 6


@pytest.mark.rule("vistula 7.3#5")
def test_example_on_0_4_the_stack_goes_on_and_may_attack_again() -> None:
    t = Table()
    for id in STACK:
        t.put(id, "1316")
    t.put("113RC", "1213", steps=1)
    t.put("94RC", "1210")
    match = t.push(MovementPhase(GERMAN))
    match.play("move 7Pz+16Pz+17Pz")
    match.play("to 1214")
    match.next_dice(6)
    events = match.play("assault 1213") + decline(match)
    assert happened(events, "attack")[0].params["result"] == "0/4"
    match.play("to 1211")  # three of the six points left
    assert texts(match) == ["assault 1210", "leave 7Pz", "leave 16Pz", "leave 17Pz", "done"]
    match.next_dice(6)
    match.play("assault 1210")
    decline(match)
    assert where(match, "94RC") == "eliminated"
    assert match._play.state.attacked[t.unit("16Pz")] == 1


@pytest.mark.rule("vistula 7.1#3", "vistula 7.3#5")
def test_a_unit_may_be_left_before_the_next_mobile_attack() -> None:
    t = Table()
    for id in STACK:
        t.put(id, "1316")
    t.put("113RC", "1213", steps=1)
    t.put("94RC", "1210")
    match = t.push(MovementPhase(GERMAN))
    match.play("move 7Pz+16Pz+17Pz")
    match.play("to 1214")
    match.next_dice(6, 6)
    match.play("assault 1213")
    decline(match)
    match.play("to 1211")
    (left,) = happened(match.play("leave 7Pz"), "left_behind")
    assert (left.params["unit"], left.params["hex"], str(left.citation)) == ("7Pz", "1211", "vistula 7.1#3")
    events = match.play("assault 1210") + decline(match)
    assert happened(events, "attack")[0].params["units"] == ("16Pz", "17Pz")


@pytest.mark.rule("vistula 7.3#5")
def test_without_elimination_the_stack_stays() -> None:
    t = Table()
    for id in STACK:
        t.put(id, "1214")
    t.put("113RC", "1213")
    t.put("1ID", "2020")
    match = t.push(MovementPhase(GERMAN))
    match.play("move 7Pz+16Pz+17Pz")
    match.next_dice(1)
    match.play("assault 1213")
    decline(match)
    match.play("lose 16Pz")
    match.play("lose 17Pz")
    assert asked(match) == "move" and "move 16Pz" not in texts(match)
    assert str(refused(match, "move 16Pz").citation) == "vistula 7.1#1"


def hemmed_in(*others: tuple[str, str]) -> Match:
    """A stack in 1214 that has cleared 1213; zones of 1112 and 1113 still cover both, a way round leads by 1313."""
    t = Table()
    for id in STACK:
        t.put(id, "1214")
    for id, number in (("94RC", "1112"), ("65RC", "1113"), *others):
        t.put(id, number)
    t.put("113RC", "1213", steps=1)
    match = t.push(MovementPhase(GERMAN))
    match.play("move 7Pz+16Pz+17Pz")
    match.next_dice(6)
    match.play("assault 1213")
    decline(match)
    assert where(match, "113RC") == "eliminated"
    assert {"1213", "1214"} <= set(match.zones("allied")) and "1313" not in match.zones("allied")
    return match


@pytest.mark.rule("vistula 7.3#5", "vistula 3.2#3")
def test_the_hex_cleared_is_open_even_from_zone_to_zone() -> None:
    """Straight in for the point it costs; the way round by 1313, twice over the Weichsel, costs four."""
    match = hemmed_in()
    assert match.reach(STACK)["1213"] == 1
    assert [(step.hex, step.cost) for step in match.path(STACK, "1213")] == [("1213", 1)]
    events = match.play("to 1213")
    assert happened(events, "moved")[0].params["path"] == ("1213",)
    assert where(match, "16Pz") == "1213"
    assert not any(text.startswith("to ") for text in texts(match)) and "assault 1112" in texts(match)


@pytest.mark.rule("vistula 3.2#3")
def test_other_steps_from_zone_to_zone_stay_barred_after_a_mobile_attack() -> None:
    match = hemmed_in()
    assert "1114" in match.zones("allied") and "to 1114" in texts(match)  # round by 1215
    assert [step.hex for step in match.path(STACK, "1114")] == ["1215", "1114"]
    assert str(refused(match, "to 1114 via 1114").citation) == "vistula 3.2#3"


@pytest.mark.rule("vistula 7.3#5")
def test_a_hex_cleared_before_the_last_is_still_open() -> None:
    match = hemmed_in(("152UR", "1114"))
    match.next_dice(6)
    match.play("assault 1114")
    decline(match)
    assert where(match, "152UR") == "eliminated"
    assert {"to 1213", "to 1114"} <= set(texts(match))
    assert match.reach(STACK)["1213"] == 1


@pytest.mark.rule("vistula 7.3#5", "vistula 7.1#1")
@pytest.mark.parametrize(("start", "way", "enters"), [("0616", 2, True), ("0617", 3, False)])
def test_the_cleared_hex_is_paid_for_like_any_other(start: str, way: int, enters: bool) -> None:
    """Six points in the thaw: the way and two for the attack leave enough for a wood, or not; 94RC covers both."""
    t = Table(thaw="on")
    t.play.state.thaw = 3
    t.put("16Pz", start)
    t.put("A-LC1", "0417")
    t.put("94RC", "0316")
    t.put("1ID", "2020")
    match = t.push(MovementPhase(GERMAN))
    assert match.reach("16Pz")["0416"] == way
    match.play("move 16Pz")
    match.play("to 0416")
    match.next_dice(6)
    match.play("assault 0417")
    decline(match)
    assert where(match, "A-LC1") == "pool"
    assert ("to 0417" in texts(match)) is enters
    if enters:
        assert match.reach("16Pz")["0417"] == 2
    else:
        assert str(refused(match, "to 0417").citation) == "vistula 7.1#1"  # points are missing, zones bar nobody here


@pytest.mark.rule("vistula 7.3#5", "vistula 4#1")
def test_a_stack_does_not_enter_a_hex_without_room_for_it() -> None:
    """Nobody can be in the cleared hex; but a stack of five counters takes more room than four."""
    t = Table()
    for id in (*STACK, "25Pz", "1ID"):
        t.put(id, "1214")
    t.put("94RC", "1112")
    t.put("65RC", "1113")
    t.put("113RC", "1213", steps=1)
    match = t.push(MovementPhase(GERMAN))
    match.play("move 1ID+7Pz+16Pz+17Pz+25Pz")
    match.next_dice(6)
    match.play("assault 1213")
    decline(match)
    assert where(match, "113RC") == "eliminated" and "to 1213" not in texts(match)
    match.play("leave 1ID")
    assert match.reach(("7Pz", "16Pz", "17Pz", "25Pz"))["1213"] == 1  # straight, not round by 1313
    assert str(refused(match, "to 1212 via 1213").citation) == "vistula 3.2#1"  # it may enter, and stops there


@pytest.mark.rule("vistula 7.3#1")
def test_only_german_armour_and_mechanised_units() -> None:
    t = Table()
    t.put("1ID", "0502")
    t.put("3GTK", "0402")
    match = t.push(MovementPhase(GERMAN))
    match.play("move 1ID")
    assert str(refused(match, "assault 0402").citation) == "vistula 7.3#1"
    t = Table()
    t.put("1ID", "0502")
    t.put("3GTK", "0402")
    match = t.push(MovementPhase(ALLIED))
    match.play("move 3GTK")
    assert str(refused(match, "assault 0502").citation) == "vistula 7.3#1"


@pytest.mark.rule("vistula 7.3#2")
def test_the_stack_begins_together_and_may_begin_next_to_the_enemy() -> None:
    t = Table()
    t.put("16Pz", "1214")
    t.put("17Pz", "1215")
    t.put("113RC", "1213", steps=1)
    match = t.push(MovementPhase(GERMAN))
    assert str(refused(match, "move 16Pz+17Pz").citation) == "vistula 7.1#3"
    match.play("move 17Pz")
    match.play("to 1214")
    assert "assault 1213" in texts(match)  # on its own; 16Pz began elsewhere
    match.play("done")
    assert str(refused(match, "move 16Pz+17Pz").citation) == "vistula 7.1#1"
    match.play("move 16Pz")
    match.next_dice(6)
    events = match.play("assault 1213")
    assert happened(events + decline(match), "attack")[0].params["units"] == ("16Pz",)


@pytest.mark.rule("vistula 7.3#2")
def test_infantry_goes_along_but_does_not_attack() -> None:
    match = weichsel(3, "1ID")
    match.play("move 1ID+7Pz+16Pz+17Pz")
    match.play("to 1214")
    match.next_dice(6)
    events = match.play("assault 1213") + decline(match)
    assert happened(events, "attack")[0].params["units"] == ("7Pz", "16Pz", "17Pz")


@pytest.mark.rule("vistula 7.3#3")
def test_two_points_must_be_left() -> None:
    t = Table()
    t.put("16Pz", "1228")
    t.put("1ID", "2020")
    match = t.push(MovementPhase(GERMAN))
    away = {h: cost for h, cost in match.reach("16Pz").items() if h.startswith("12")}
    far = next(h for h, cost in away.items() if cost == 11)
    t.put("94RC", f"{int(far) - 1:04}")
    match = t.match()
    match.play("move 16Pz")
    match.play(f"to {far}")
    assert asked(match) == "move"  # over at once: a point is left, and two are needed


@pytest.mark.rule("vistula 7.3#4")
def test_one_column_to_the_left() -> None:
    match = weichsel()
    match.play("move 7Pz+16Pz+17Pz")
    match.play("to 1214")
    as_mobile, as_attack = (match.preview("1213", STACK, kind=kind) for kind in ("mobile", "attack"))
    assert (as_attack.column, as_mobile.column) == ("5:1", "4:1")
    assert parts(as_mobile)["mobile"] == -1 and citations(as_mobile)["mobile"] == "vistula 7.3#4"


@pytest.mark.rule("vistula 7.3#6", "vistula 9.2#5")
def test_german_air_supports_a_mobile_attack_and_is_spent() -> None:
    t = Table()
    for id in STACK:
        t.put(id, "1214")
    t.put("113RC", "1213", steps=1)
    for id in ("G-Air1", "G-Air2", "A-Air1"):
        t.box(id, "ready")
    match = t.push(MovementPhase(GERMAN))
    match.play("move 7Pz+16Pz+17Pz")
    match.play("assault 1213")
    assert (asked(match), texts(match)) == ("announce", ["announce none", "announce air"])
    match.play("announce air")
    match.play("announce none")
    match.next_dice(6)
    events = match.play("markers 2")
    assert happened(events, "attack")[0].params["odds"] == "6:1"
    assert where(match, "G-Air1") == where(match, "G-Air2") == "used"


@pytest.mark.rule("vistula 7.3#7")
def test_a_column_helps_if_it_goes_with_the_stack() -> None:
    t = Table()
    for id in (*STACK, "G-LC1"):
        t.put(id, "1316")
    t.put("G-LC2", "1215")
    t.put("113RC", "1213", steps=1)
    match = t.push(MovementPhase(GERMAN))
    match.play("move 7Pz+16Pz+17Pz+G-LC1")
    match.play("to 1214")
    match.play("assault 1213")
    assert texts(match) == ["column G-LC1", "done"]
    assert str(refused(match, "column G-LC2").citation) == "vistula 7.3#7"
    match.next_dice(6)
    events = match.play("column G-LC1") + decline(match)
    assert happened(events, "attack")[0].params["odds"] == "5:1"
    assert where(match, "G-LC1") == "pool"


@pytest.mark.rule("vistula 7.3#7")
def test_a_stack_with_a_column_has_the_points_of_the_column() -> None:
    t = Table()
    for id in (*STACK, "G-LC1"):
        t.put(id, "1316")
    match = t.push(MovementPhase(GERMAN))
    assert max(match.reach((*STACK, "G-LC1")).values()) == 10


@pytest.mark.rule("vistula 5.5#4")
def test_units_out_of_supply_make_no_mobile_attack() -> None:
    t = Table()
    t.put("16Pz", "1214", supply="out_of_supply")
    t.put("113RC", "1213", steps=1)
    match = t.push(MovementPhase(GERMAN))
    match.play("move 16Pz")
    assert str(refused(match, "assault 1213").citation) == "vistula 5.5#4"


@pytest.mark.rule("vistula 5.5#4")
def test_supplied_units_of_the_stack_attack_without_the_others() -> None:
    t = Table()
    t.put("16Pz", "1214")
    t.put("17Pz", "1214", supply="out_of_supply")
    t.put("113RC", "1213", steps=1)
    match = t.push(MovementPhase(GERMAN))
    match.play("move 16Pz+17Pz")
    match.next_dice(6)
    events = match.play("assault 1213") + decline(match)
    assert happened(events, "attack")[0].params["units"] == ("16Pz",)


@pytest.mark.rule("vistula 8.1#2")
def test_who_made_a_mobile_attack_does_not_attack_again_in_the_combat_phase() -> None:
    from countermarch.games.vistula.turn import GameTurn

    t = Table()
    t.put("16Pz", "1214")
    t.put("17Pz", "1214")
    t.put("113RC", "1213")
    t.put("7ID", "1212")
    match = t.push(GameTurn(5))
    match.play("move 16Pz+17Pz")
    match.next_dice(4)
    match.play("assault 1213")
    decline(match)
    while asked(match) != "attack":
        match.play("lose 16Pz" if asked(match) == "lose" else "done")
    match.play("attack 1213")
    assert str(refused(match, "with 16Pz").citation) == "vistula 8.1#2"


@pytest.mark.rule("vistula 7.3#4")
def test_the_stack_on_the_move_is_weighed_without_being_named() -> None:
    match = weichsel()
    match.play("move 7Pz+16Pz+17Pz")
    match.play("to 1214")
    assert match.preview("1213", (), kind="assault") == match.preview("1213", STACK, kind="mobile")
    assert match.preview("1213", (), kind="assault").column == "4:1"


@pytest.mark.rule("vistula 7.3#7", "vistula 9.2#3")
def test_the_attack_at_hand_names_what_is_committed_until_the_die_falls() -> None:
    match = weichsel(3, "G-LC1")
    match.play("move 7Pz+16Pz+17Pz+G-LC1")
    match.play("to 1214")
    match.play("assault 1213")
    assert match.view("german")["attack"]["support"] == {}
    twin = match.copy()
    twin.play("column G-LC1")
    assert twin.view("german")["attack"] is None
    assert match.preview("1213", STACK, {"G-LC1": "column"}, "mobile").column == "5:1"
    far = match.preview("1610", STACK, kind="assault")
    assert far.column is None and far.refusal is not None


@pytest.mark.rule("vistula 7.3#3")
@pytest.mark.parametrize(("start", "points", "may"), [("1221", 10, True), ("1222", 11, False)])
def test_exactly_two_points_left_are_enough(start: str, points: int, may: bool) -> None:
    t = Table()
    t.put("16Pz", start)
    t.put("A-LC1", "1212")  # no zone: the way to 1213 is open all along
    t.put("1ID", "2020")
    match = t.push(MovementPhase(GERMAN))
    match.play("move 16Pz")
    assert match.reach("16Pz")["1213"] == points  # of twelve
    match.play("to 1213")
    assert ("assault 1212" in texts(match)) is may


@pytest.mark.rule("vistula 7.3#3")
def test_only_an_enemy_next_to_the_stack_is_attacked() -> None:
    t = Table()
    t.put("16Pz", "1214")
    t.put("113RC", "1213")
    t.put("94RC", "1211")
    match = t.push(MovementPhase(GERMAN))
    match.play("move 16Pz")
    assert [text for text in texts(match) if text.startswith("assault")] == ["assault 1213"]
    for number in ("1211", "1215"):  # too far; empty
        assert str(refused(match, f"assault {number}").citation) == "vistula 7.3#3"


@pytest.mark.rule("vistula 7.3#3")
def test_a_stack_beside_an_enemy_without_a_zone_has_moved_once_it_has() -> None:
    t = Table()
    t.put("16Pz", "1216")
    t.put("HQ-2B", "1213")
    t.put("1ID", "2020")
    match = t.push(MovementPhase(GERMAN))
    match.play("move 16Pz")
    assert "1213" not in match.reach("16Pz")  # an HQ keeps its hex, though it has no zone
    match.play("to 1214")
    assert texts(match) == ["assault 1213", "done"]
    assert str(refused(match, "to 1215").citation) == "vistula 7.1#1"
    events = match.play("assault 1213")
    assert str(happened(events, "assault")[0].citation) == "vistula 7.3#3"
    assert where(match, "HQ-2B") == "eliminated" and "to 1213" in texts(match)  # and it may go on
    assert not any(text.startswith("leave") for text in texts(match))  # it is alone
    match.play("done")
    assert "move 16Pz" not in texts(match)


@pytest.mark.rule("vistula 7.3#5", "vistula 8.4")
def test_nobody_advances_after_a_mobile_attack_but_by_moving() -> None:
    match = weichsel()
    match.play("move 7Pz+16Pz+17Pz")
    match.play("to 1214")
    match.next_dice(6)
    match.play("assault 1213")
    assert not any(text.startswith("advance") for text in texts(match))
    assert where(match, "16Pz") == "1214"


@pytest.mark.rule("vistula 7.3#2")
def test_a_unit_without_an_attack_factor_goes_along(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,attack,attack_reduced\n17Pz,0,0\n", encoding="utf-8")
    t = Table(data=tmp_path)
    t.put("16Pz", "1214")
    t.put("17Pz", "1214")
    t.put("A-LC1", "1213")
    match = t.push(MovementPhase(GERMAN))
    match.play("move 16Pz+17Pz")
    match.next_dice(6)
    events = match.play("assault 1213") + decline(match)
    assert happened(events, "attack")[0].params["units"] == ("16Pz",)


@pytest.mark.rule("vistula 8.1#2", "vistula 8.6#1")
def test_whoever_takes_part_in_combat_is_marked() -> None:
    match = weichsel(3, "1ID")
    match.play("move 1ID+7Pz+16Pz+17Pz")
    match.play("to 1214")
    match.next_dice(1)
    match.play("assault 1213")
    decline(match)
    marks = {u["id"]: (u["attacked"], u["fought"], u["moved"]) for u in match.position()["units"]}
    assert [marks[id] for id in STACK] == [(1, 1, 1)] * 3
    assert (marks["1ID"], marks["113RC"]) == ((0, 0, 1), (0, 1, 0))
