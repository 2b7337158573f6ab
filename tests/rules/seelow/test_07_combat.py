"""7.1 to 7.4 Combat: who attacks whom, odds, shifts, results."""

from __future__ import annotations

import pytest

from countermarch.games.base import Preview
from countermarch.games.seelow.losses import Verdict, verdict
from countermarch.games.seelow.results import read_effect
from countermarch.games.seelow.state import MOVE_MODE
from countermarch.match import Match
from tests.rules.seelow.table import GERMAN, SOVIET, Table, cited, disrupted, happened, rule, steps, texts, where


def parts(preview: Preview) -> dict[str, float]:
    """What each rule adds."""
    return {str(part.citation): part.value for part in preview.parts if part.citation.rule != "2.21#1"}


def attack(table: Table, side: int, target: str, *units: str) -> Match:
    match = table.fight(side)
    match.play(f"attack {target}")
    for id in units:
        if f"with {id}" in texts(match):
            match.play(f"with {id}")
    return match


def judge(table: Table, side: int, code: str, *units: str) -> Match:
    """A result befalls these units."""
    effect = read_effect(code)
    verdict(table.play, Verdict.of(side, tuple(table.unit(id) for id in units), effect), effect)
    return table.match()


@pytest.mark.rule("seelow 7.0", "seelow 7.13")
def test_combat_is_optional_and_between_neighbours() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("295-1040", "2403")
    table.put("9FJ-I25", "2103")
    match = table.fight(SOVIET)
    assert texts(match) == ["attack 2103", "done"]
    assert rule(match, "attack 2303") == "seelow 7.0"
    before = match.copy()
    before.play("done")
    assert before.to_act is None
    match.play("attack 2103")
    assert texts(match) == ["resolve"]  # 1040 is two hexes away
    assert rule(match, "with 295-1040") == "seelow 7.15"


@pytest.mark.rule("seelow 7.11")
def test_nobody_attacks_or_is_attacked_twice_in_a_phase() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("295-1040", "2204")
    table.put("295-1042", "2102")
    table.put("9FJ-I25", "2103", steps=2)
    table.put("9FJ-I26", "2303")
    match = attack(table, SOVIET, "2103", "295-1038")
    match.next_dice(2)  # 4:4, 1:1: nothing happens
    events = match.play("resolve")
    assert happened(events, "attack")[0].params["result"] == "-"
    assert rule(match, "attack 2103") == "seelow 7.11"
    assert "attack 2303" in texts(match)
    match.play("attack 2303")
    assert rule(match, "with 295-1038") == "seelow 7.11"


@pytest.mark.rule("seelow 7.12")
def test_armour_is_neither_attacked_nor_hurt() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("MUN-Pz-1", "2103")
    table.put("295-1040", "2404")
    table.put("MUN-Pz-2", "2504")
    table.put("9FJ-I25", "2504")
    match = table.fight(SOVIET)
    assert texts(match) == ["attack 2504", "done"]
    assert rule(match, "attack 2103") == "seelow 7.12"


@pytest.mark.rule("seelow 7.12", "seelow 7.43")
@pytest.mark.parametrize(("full", "result"), [(False, "DE"), (True, "D5*")])
def test_what_befalls_a_hex_passes_armour_by(full: bool, result: str) -> None:
    table = Table()
    table.put("MUN-Pz-2", "2504")
    table.put("303-I300", "2504", steps=1 + full, disrupted=not full)
    for id, hex in (("47-137", "2404"), ("47-140", "2503"), ("47-142", "2405")):
        table.put(id, hex)
    match = attack(table, SOVIET, "2504", "47-137", "47-140", "47-142")
    match.next_dice(1)
    events = match.play("resolve")
    assert happened(events, "attack")[0].params["result"] == result
    if full:
        assert steps(match, "303-I300") == 1  # nobody else could lose the step
        assert rule(match, "stand MUN-Pz-2") == "seelow 7.12"
        match.play("yield")
        match.play(next(text for text in texts(match) if text.startswith("retreat 303-I300")))
        match.play("done")
    assert where(match, "303-I300") != "2504" and where(match, "MUN-Pz-2") == "2504"
    assert steps(match, "MUN-Pz-2") == 1 and not disrupted(match, "MUN-Pz-2")


@pytest.mark.rule("seelow 7.14", "seelow 7.2#2")
def test_all_unarmoured_units_of_a_hex_defend_together() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("Zhukov", "2203")
    table.put("9FJ-I25", "2103")
    table.put("MUN-Pz-1", "2103")
    match = table.fight(GERMAN)
    preview = match.preview("2203", ["9FJ-I25"])
    assert (preview.attack, preview.defence) == (4, 5)  # Zhukov's staff has one point
    other = match.preview("2103", ["295-1038"])
    assert other.defence == 4  # the Panzer company does not count


@pytest.mark.rule("seelow 7.15", "seelow 7.2#1")
def test_any_number_of_neighbours_joins_one_attack() -> None:
    table = Table()
    for id, number in (("295-1038", "2203"), ("295-1040", "2204"), ("295-1042", "2102"), ("60-1281", "2104")):
        table.put(id, number)
    table.put("9FJ-I25", "2103")
    match = attack(table, SOVIET, "2103", "295-1038", "295-1040", "295-1042", "60-1281")
    assert texts(match) == ["resolve"]
    view = match.view("soviet")["attack"]
    assert view["target"] == "2103" and len(view["attackers"]) == 4
    assert match.preview("2103", view["attackers"]).attack == 16


@pytest.mark.rule("seelow 7.16")
def test_example_of_7_16_a_strength_is_not_divided() -> None:
    table = Table()
    table.put("47-137", "2203")  # strength five
    table.put("9FJ-I25", "2103")
    table.put("9FJ-II25", "2303")
    match = table.fight(SOVIET)
    assert match.preview("2103", ["47-137"]).attack == 5
    match.play("attack 2103")
    assert rule(match, "with 47-137") == "seelow 7.16"
    match.next_dice(3)
    match.play("resolve")
    assert "attack 2303" not in texts(match)


@pytest.mark.rule("seelow 7.17", "seelow 7.61", "seelow 8.31#2", "seelow 8.37")
def test_the_disrupted_and_moving_guns_do_not_attack() -> None:
    table = Table()
    table.put("295-1038", "2203", disrupted=True)
    table.put("KAG-32", "2204", mode=MOVE_MODE)
    table.put("295-1040", "2102")
    table.put("9FJ-I25", "2103")
    match = table.fight(SOVIET)
    match.play("attack 2103")
    assert rule(match, "with 295-1038") == "seelow 7.17"
    assert rule(match, "with KAG-32") == "seelow 8.37"
    assert match.preview("2204", ["9FJ-I25"]).defence == 2  # the number in brackets defends


@pytest.mark.rule("seelow 7.17")
def test_nobody_attacks_at_night() -> None:
    table = Table(turn=7)
    table.put("295-1038", "2203")
    table.put("9FJ-I25", "2103")
    assert texts(table.fight(SOVIET)) == []
    table = Table(turn=6)
    table.put("295-1038", "2203")
    table.put("9FJ-I25", "2103")
    assert "attack 2103" in texts(table.fight(SOVIET))


@pytest.mark.rule("seelow 7.18")
def test_who_could_not_enter_does_not_attack() -> None:
    table = Table(turn=6)
    table.put("11T-12", "1703")  # four points at dusk; the woods of 1704 cost four
    table.put("85HT", "1804")  # a heavy tank has three
    table.put("9FJ-I25", "1704")
    match = table.fight(SOVIET)
    match.play("attack 1704")
    assert texts(match) == ["resolve"]
    assert rule(match, "with 85HT") == "seelow 7.18"
    table = Table()
    table.put("82-242", "3403")  # the Oder
    table.put("303-I300", "3503")
    assert texts(table.fight(SOVIET)) == []


@pytest.mark.rule("seelow 7.18")
def test_a_stream_keeps_no_motorised_unit_from_attacking() -> None:
    table = Table(turn=6)
    table.put("11T-12", "1808")
    table.put("9FJ-I25", "1707")
    assert "attack 1707" in texts(table.fight(SOVIET))


@pytest.mark.rule("seelow 7.19", "seelow 8.11")
def test_guns_and_firers_attack_as_well() -> None:
    table = Table()
    table.put("KAG-32", "2203")
    table.put("9FJ-I25", "2103")
    table.play.state.acted[table.unit("KAG-32")] = 1  # it has fired in the barrage phase
    match = table.phase("combat_1")  # the marks of a phase lapse with it
    assert "attack 2103" in texts(match)


@pytest.mark.rule("seelow 7.2#3")
def test_odds_are_rounded_for_the_defender_and_held_to_the_table() -> None:
    def odds(attackers: list[tuple[str, str]], defender: str, steps: int = 2) -> str | None:
        table = Table()
        for id, number in attackers:
            table.put(id, number)
        table.put(defender, "2103", steps=steps)
        return table.fight(SOVIET).preview("2103", [id for id, _ in attackers]).column

    rifles = [("295-1038", "2203"), ("295-1040", "2204"), ("295-1042", "2102"), ("60-1281", "2104")]
    assert odds(rifles[:1], "9FJ-I25") == "1:1"
    assert odds(rifles[:1], "20-vWar") == "1:2"  # 4 to 5
    assert odds(rifles[:2], "20-vWar") == "1:1"  # 8 to 5
    assert odds(rifles[:3], "9FJ-I25") == "3:1"
    assert odds([*rifles, ("60-1283", "2003")], "303-I300", steps=1) == "8:1"  # 20 to 2


@pytest.mark.rule("seelow 7.2#4", "seelow 7.38")
def test_example_of_7_2_thirteen_to_three_in_woods_a_level_up_is_one_to_one() -> None:
    table = Table()
    ground = table.tables.grounds[1]
    table.put("303-I300", "1206")  # woods on level 2
    assert ground.terrain[table.hex("1206")] == "forest" and ground.level[table.hex("1206")] == 2
    low = [n for n in table.tables.board.grid.around(table.hex("1206")) if ground.level[n] == 1]
    for id, h in zip(("47-137", "295-1038", "295-1040"), low, strict=False):
        table.put(id, table.tables.numbers[h])
    preview = table.fight(SOVIET).preview("1206", ["47-137", "295-1038", "295-1040"])
    assert (preview.attack, preview.defence, preview.column) == (13, 3, "1:1")
    assert parts(preview) == {"seelow 7.32": -2, "seelow 7.34": -1}


@pytest.mark.rule("seelow 7.2#5", "seelow 7.2#6")
def test_a_die_on_the_final_column_is_applied_at_once_and_the_attackers_may_follow() -> None:
    table = Table()
    for id, number in (("47-137", "2203"), ("47-140", "2204"), ("47-142", "2102")):
        table.put(id, number)
    table.put("9FJ-I25", "2103")
    match = attack(table, SOVIET, "2103", "47-137", "47-140", "47-142")
    match.next_dice(3)  # 15:4 is 3:1, D5
    events = match.play("resolve")
    assert cited(events, "attack") == ["seelow 7.2#5"]
    assert happened(events, "attack")[0].params["odds"] == "3:1"
    assert match.to_act == "german"
    match.play("yield")
    match.play(texts(match)[0])
    assert match.to_act == "soviet" and "advance 47-137" in texts(match)


@pytest.mark.rule("seelow 7.2#7")
def test_attacks_are_resolved_in_any_order() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("295-1040", "2404")
    table.put("9FJ-I25", "2103")
    table.put("9FJ-II25", "2504")
    match = table.fight(SOVIET)
    assert texts(match)[:2] == ["attack 2103", "attack 2504"]
    match.play("attack 2504")
    match.next_dice(2)
    match.play("resolve")
    assert "attack 2103" in texts(match)


@pytest.mark.rule("seelow 2.21#1")
def test_combat_strength_serves_attack_and_defence_alike() -> None:
    table = Table()
    table.put("295-1038", "2203", steps=1)
    table.put("9FJ-I25", "2103")
    match = table.fight(SOVIET)
    assert match.preview("2103", ["295-1038"]).attack == 2  # the reduced side
    assert match.preview("2203", ["9FJ-I25"]).defence == 2
    panzer = Table()
    panzer.put("MUN-Pz-2", "2102")
    panzer.put("295-1038", "2103")
    assert panzer.fight(GERMAN).preview("2103", ["MUN-Pz-2"]).attack == 3


# shifts and dice


def shifted(target: str, attacker: str, attackers: tuple[str, ...] = ("295-1038",), turn: int = 2) -> Preview:
    table = Table(turn=turn)
    for id in attackers:
        table.put(id, attacker)
    table.put("303-I300", target)
    return table.fight(SOVIET).preview(target, list(attackers))


@pytest.mark.rule("seelow 7.31")
def test_a_village_shifts_one_column() -> None:
    assert parts(shifted("2308", "2408")) == {"seelow 7.31": -1}


@pytest.mark.rule("seelow 7.32")
def test_towns_woods_and_swamps_shift_two() -> None:
    for target, attacker in (("1704", "1703"), ("3503", "3604"), ("3504", "3503")):
        assert parts(shifted(target, attacker))["seelow 7.32"] == -2


@pytest.mark.rule("seelow 7.33")
def test_a_stream_shifts_two_if_all_attack_across_it_bridges_or_not() -> None:
    assert parts(shifted("1707", "1807")) == {"seelow 7.33": -2}
    assert parts(shifted("1708", "1808")) == {"seelow 7.33": -2}  # the track is of no help
    table = Table()
    table.put("295-1038", "1807")
    table.put("295-1040", "1706")
    table.put("303-I300", "1707")
    assert parts(table.fight(SOVIET).preview("1707", ["295-1038", "295-1040"])) == {}


@pytest.mark.rule("seelow 7.34")
def test_height_shifts_a_column_a_level_measured_from_the_highest_attacker() -> None:
    assert parts(shifted("1611", "1711")) == {"seelow 7.34": -1}
    assert parts(shifted("1612", "1711")) == {"seelow 7.31": -1, "seelow 7.34": -2}
    table = Table()
    table.put("295-1038", "1711")
    table.put("295-1040", "1613")  # level 3
    table.put("303-I300", "1612")
    assert parts(table.fight(SOVIET).preview("1612", ["295-1038", "295-1040"])) == {"seelow 7.31": -1}


@pytest.mark.rule("seelow 7.35#1")
def test_armour_among_the_attackers_alone_shifts_to_the_right() -> None:
    preview = shifted("2103", "2203", ("11T-20",))
    assert parts(preview) == {"seelow 7.35#1": 1}
    assert preview.column == "3:1"  # 6 to 3 is 2:1


@pytest.mark.rule("seelow 7.35#2")
def test_armour_in_the_hex_alone_shifts_to_the_left() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("303-I300", "2103")
    table.put("920-1", "2103", disrupted=True)
    assert parts(table.fight(SOVIET).preview("2103", ["295-1038"])) == {"seelow 7.35#2": -1}


@pytest.mark.rule("seelow 7.35#3")
def test_armour_on_both_sides_shifts_nothing() -> None:
    table = Table()
    table.put("11T-20", "2203")
    table.put("303-I300", "2103")
    table.put("920-1", "2103")
    assert parts(table.fight(SOVIET).preview("2103", ["11T-20"])) == {}


@pytest.mark.rule("seelow 7.36", "seelow 7.62")
def test_a_disrupted_defender_takes_two_off_the_die_once() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("303-I300", "2103", disrupted=True)
    match = table.fight(SOVIET)
    assert parts(match.preview("2103", ["295-1038"])) == {"seelow 7.36": -2}
    match.play("attack 2103")
    match.next_dice(1)
    assert happened(match.play("resolve"), "attack")[0].params["result"] == "D5"  # 1:1 at -1
    armour = Table()
    armour.put("295-1038", "2203")
    armour.put("303-I300", "2103")
    armour.put("920-1", "2103", disrupted=True)
    assert "seelow 7.36" not in parts(armour.fight(SOVIET).preview("2103", ["295-1038"]))


@pytest.mark.rule("seelow 7.37")
def test_at_dusk_and_dawn_two_are_added_to_the_die() -> None:
    preview = shifted("2103", "2203", turn=6)
    assert parts(preview) == {"seelow 7.37": 2}
    assert preview.results == pytest.approx({"A5": 2 / 6, "A5*": 3 / 6, "AE": 1 / 6})


# results


@pytest.mark.rule("seelow 7.42", "seelow 7.64")
def test_a_number_drives_back_and_disrupts_those_of_less_morale() -> None:
    table = Table()
    table.put("9FJ-I25", "2103")  # morale 3
    assert texts(judge(table, GERMAN, "D3", "9FJ-I25")) == []  # equal holds
    match = judge(table, GERMAN, "D4", "9FJ-I25")
    match.play("yield")
    events = match.play(texts(match)[0])
    assert disrupted(match, "9FJ-I25") and cited(events, "disrupted") == ["seelow 7.42"]
    assert table.tables.board.grid.distance(table.hex("2103"), table.hex(where(match, "9FJ-I25"))) == 2
    shaken = Table()
    shaken.put("9FJ-I25", "2103", disrupted=True)  # morale 1
    assert "yield" in texts(judge(shaken, GERMAN, "D2", "9FJ-I25"))


def test_that_nobody_had_to_go_is_told() -> None:
    table = Table()
    table.put("9FJ-I25", "2103")  # morale 3
    judged = judge(table, GERMAN, "D3", "9FJ-I25")
    held = happened(judged.log, "unshaken")
    assert [(event.params["units"], event.params["number"]) for event in held] == [(("9FJ-I25",), 3)]
    assert cited(held, "unshaken") == ["seelow 7.42"]


@pytest.mark.rule("seelow 7.43")
def test_e_eliminates_everybody_involved_attacking_armour_too() -> None:
    table = Table()
    table.put("295-1038", "1609", steps=1)
    table.put("8GM-353", "1610", steps=1)
    table.put("20-vWar", "1509")  # 4 to 5, a town, a level up, armour: 1:3
    match = attack(table, SOVIET, "1509", "295-1038", "8GM-353")
    match.next_dice(6)
    events = match.play("resolve")
    assert happened(events, "attack")[0].params["result"] == "AE"
    assert where(match, "295-1038") == where(match, "8GM-353") == "eliminated"
    assert cited(events, "eliminated") == ["seelow 7.43"] * 2
    assert where(match, "20-vWar") == "1509"


@pytest.mark.rule("seelow 7.44")
def test_one_step_of_one_unit_keeps_everybody_where_he_is() -> None:
    table = Table()
    table.put("20-I90", "2103")
    table.put("20-8Pz-2", "2103")
    match = judge(table, GERMAN, "D5", "20-I90")
    assert texts(match) == ["stand 20-I90", "yield"]
    events = match.play("stand 20-I90")
    assert cited(events, "stood") == ["seelow 7.44"] and cited(events, "step_lost") == ["seelow 6.72"]
    assert steps(match, "20-I90") == 1 and where(match, "20-I90") == "2103" and not disrupted(match, "20-I90")
    attackers = Table()
    attackers.put("295-1038", "2203")
    attackers.put("47-137", "2204")
    match = judge(attackers, SOVIET, "A4", "295-1038", "47-137")
    assert texts(match) == ["stand 295-1038", "stand 47-137", "yield"]  # even one that would not retreat
    match.play("stand 47-137")
    assert where(match, "295-1038") == "2203" and steps(match, "47-137") == 1


@pytest.mark.rule("seelow 7.45#1")
def test_a_star_takes_a_step_before_morale_is_compared() -> None:
    table = Table()
    table.put("20-I90", "2103")  # morale 4, reduced 3
    match = judge(table, GERMAN, "D4*", "20-I90")
    assert steps(match, "20-I90") == 1
    assert texts(match) == ["stand 20-I90", "yield"]
    two = Table()
    two.put("295-1038", "2203")
    two.put("47-137", "2204")
    match = judge(two, SOVIET, "A3*", "295-1038", "47-137")
    assert texts(match) == ["lose 295-1038", "lose 47-137"]
    match.play("lose 47-137")
    assert steps(match, "47-137") == 1 and texts(match) == []  # 3 and 3: both hold


@pytest.mark.rule("seelow 7.45#2")
def test_two_losses_fall_on_two_units_if_there_are_several() -> None:
    two = Table()
    two.put("295-1038", "2203")
    two.put("47-137", "2204")
    match = judge(two, SOVIET, "A5*", "295-1038", "47-137")
    match.play("lose 295-1038")
    assert texts(match) == ["stand 47-137", "yield"]
    assert rule(match, "stand 295-1038") == "seelow 7.45#2"
    one = Table()
    one.put("295-1038", "2203")
    match = judge(one, SOVIET, "A5*", "295-1038")
    match.play("stand 295-1038")  # alone it may take both, and dies of them
    assert where(match, "295-1038") == "eliminated"


@pytest.mark.rule("seelow 6.72", "seelow 6.73", "seelow 6.74")
def test_two_steps_turn_the_counter_one_step_removes_it_and_nothing_gives_it_back() -> None:
    table = Table()
    rifle, panzer, gun, zhukov, tanks = (
        table.put(id, number)
        for id, number in (
            ("295-1038", "2203"),
            ("MUN-Pz-1", "1603"),
            ("KAG-32", "2404"),
            ("Zhukov", "2404"),
            ("11T-20", "2504"),
        )
    )
    for u in (rifle, panzer, gun, zhukov, tanks):
        table.play.lose_step(u)
    lost = [str(e.citation) for e in table.play.events]
    assert lost == ["seelow 6.72", "seelow 6.74", "seelow 6.74", "seelow 6.74", "seelow 6.72"]
    assert table.play.face(rifle).values == (2, 1, 2, 5)
    assert table.play.on_map(tanks) and not table.play.on_map(panzer)
    match = table.phase("rally")
    for _ in range(40):
        if match.to_act is None:
            break
        match.play(texts(match)[-1])
    assert steps(match, "295-1038") == 1  # to the end of the game
    table.play.lose_step(rifle)
    assert where(match, "295-1038") == "eliminated"


@pytest.mark.rule("seelow 7.0", "seelow 7.11")
def test_friends_next_door_are_no_target_nor_is_a_hex_attacked_before_though_somebody_went_there_since() -> None:
    table = Table()
    for id, hex in (("295-1038", "2203"), ("295-1040", "2204"), ("9FJ-I25", "2103"), ("9FJ-I26", "2304")):
        table.put(id, hex)
    table.play.state.struck[table.unit("9FJ-I26")] = 1
    fled = table.put("20-8Pz-1", "2304")
    went_along = table.put("9FJ-II26", "2103")
    table.play.state.fled[fled] = table.play.state.fled[went_along] = 1
    match = table.fight(SOVIET)
    assert texts(match) == ["attack 2103", "done"]
    assert rule(match, "attack 2304") == "seelow 7.11" and rule(match, "attack 2204") == "seelow 7.0"
    table = Table()
    for id, hex in (("295-1038", "2204"), ("9FJ-I25", "2103"), ("9FJ-II25", "2304")):
        table.put(id, hex)
    table.play.state.struck[table.unit("9FJ-I25")] = 1
    late = table.put("303-Fus", "2103")
    table.play.state.fled[late] = 1  # with a friend that has been attacked
    assert rule(table.fight(SOVIET), "attack 2103") == "seelow 7.11"


@pytest.mark.rule("seelow 7.2#5", "seelow 7.41")
def test_who_looks_is_told_what_an_attack_was_reckoned_from() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("9FJ-I25", "2103")
    match = attack(table, SOVIET, "2103")
    foreseen = match.preview("2103", ["295-1038"])
    match.weighs = True
    match.next_dice(2)
    told = happened(match.play("resolve"), "attack")[0].assault
    assert told is not None and (told.kind, told.target, told.attackers) == ("attack", "2103", ("295-1038",))
    assert told.preview == foreseen


@pytest.mark.rule("seelow 7.2#3", "seelow 7.2#2")
def test_worse_than_one_to_three_is_one_to_three_and_zhukov_alone_defends_with_one() -> None:
    table = Table()
    table.put("20-I90", "2103", steps=1)  # 2
    table.put("47-137", "2203")  # 5
    table.put("Zhukov", "2102")
    match = table.fight(GERMAN)
    found = match.preview("2203", ["20-I90"])
    assert (found.attack, found.defence, found.column) == (2, 5, "1:3")
    alone = match.preview("2102", ["20-I90"])
    assert (alone.attack, alone.defence, alone.column) == (2, 1, "2:1")
    weak = Table()
    weak.put("KUS-VS", "2103", steps=1)  # 1
    weak.put("47-137", "2203")
    assert weak.fight(GERMAN).preview("2203", ["KUS-VS"]).column == "1:3"


@pytest.mark.rule("seelow 7.18", "seelow 5.28#1")
def test_who_could_not_pay_for_the_hex_does_not_attack_it() -> None:
    for turn, legal in ((2, True), (6, False)):
        table = Table(turn=turn)
        table.put("11T-20", "2601")
        table.put("295-1038", "2203")
        table.put("9FJ-I25", "2701")  # a swamp: six points, and at dusk the brigade has four
        table.put("9FJ-I26", "2103")
        match = table.fight(SOVIET)
        assert ("attack 2701" in texts(match)) is legal and "attack 2103" in texts(match)
        if not legal:
            assert rule(match, "attack 2701") == "seelow 7.18"
