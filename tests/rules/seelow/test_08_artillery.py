"""8.0, 8.1, 8.3 Artillery: barrages and modes."""

from __future__ import annotations

from typing import Any

import pytest

from countermarch.games.seelow.artillery import ReadyGuns, barrage_refusal, target_refusal
from countermarch.games.seelow.fire import preview as fire_preview
from countermarch.games.seelow.fire import salvo as salvo_of
from countermarch.games.seelow.state import FIRE_MODE, MOVE_MODE
from countermarch.match import Match
from tests.rules.seelow.table import (
    GERMAN,
    SOVIET,
    Table,
    cited,
    disrupted,
    happened,
    refused,
    rule,
    steps,
    texts,
    where,
)

DUSK, NIGHT = 6, 7
OTHERS = ("movement_1", "reaction_1", "fire_1", "combat_1", "reaction_2", "fire_2", "combat_2")


def guns_and_target(target: str = "20-I90", hex: str = "2105", turn: int = 2) -> Table:
    """16 points of Soviet guns, a spotter beside the target, and a German unit."""
    table = Table(turn=turn)
    table.put(target, hex)
    table.put("KAG-32", "2405")  # 6 points, range 8
    table.put("AAG-32", "2406")  # 10 points, range 12
    table.put("295-1038", "2205")
    return table


def fire(match: Match, hex: str, *guns: str, dice: tuple[int, ...]) -> list[Any]:
    match.play(f"barrage {hex}")
    for gun in guns:
        match.play(f"with {gun}")
    match.next_dice(*dice)
    return match.play("resolve")


def salvo(events: list[Any]) -> dict[str, Any]:
    return dict(happened(events, "barrage")[0].params)


def mode(match: Match, id: str) -> int:
    play: Any = match._play
    return int(play.state.mode[play.tables.index[id]])


# 8.1 Who fires, at what


@pytest.mark.rule("seelow 8.14#1", "seelow 3.1#1", "seelow 3.1#6")
def test_a_barrage_sums_the_strength_of_all_guns_and_rolls_once() -> None:
    for phase in ("barrage_1", "barrage_2"):
        table = guns_and_target() if phase == "barrage_1" else Table()
        if phase == "barrage_2":
            for id, hex in (("295-1038", "2105"), ("404VAK-III", "2405"), ("404VAK-V", "2406"), ("20-I90", "2205")):
                table.put(id, hex)
        match = table.phase(phase)
        guns = ("KAG-32", "AAG-32") if phase == "barrage_1" else ("404VAK-III", "404VAK-V")
        events = fire(match, "2105", *guns, dice=(6, 1))
        assert salvo(events)["units"] == guns and salvo(events)["strength"] == (16 if phase == "barrage_1" else 6)
        assert cited(events, "barrage") == ["seelow 8.14#1"] and len(happened(events, "barrage")) == 1


@pytest.mark.rule("seelow 8.0", "seelow 10.25")
def test_no_barrage_at_night() -> None:
    table = guns_and_target(turn=NIGHT)
    assert str(getattr(target_refusal(table.play, SOVIET, table.hex("2105")), "citation", None)) == "seelow 8.0"
    match = table.barrage(SOVIET)
    assert not any(text.startswith("barrage") for text in texts(match))
    assert rule(match, "barrage 2105") == "seelow 8.0"


@pytest.mark.rule("seelow 3.1#1", "seelow 8.18#1")
def test_a_gun_fires_once_in_a_phase_and_a_hex_is_barraged_once() -> None:
    table = guns_and_target()
    table.put("20-II90", "2104")
    match = table.barrage(SOVIET)
    fire(match, "2105", "KAG-32", dice=(6, 1))
    assert rule(match, "barrage 2105") == "seelow 8.18#1"
    match.play("barrage 2104")  # only one gun is left, which is taken at once
    assert rule(match, "with KAG-32") == "seelow 3.1#1"
    assert rule(match, "with AAG-32") == "seelow 8.18#1"


@pytest.mark.rule("seelow 8.13")
def test_the_target_must_be_within_range_of_the_gun() -> None:
    """KAG-32 fires eight hexes far, AAG-32 twelve; the gun's own hex does not count."""
    for hex, allowed in (("2105", True), ("1906", True), ("1606", False)):
        table = Table()
        table.put("20-I90", hex)
        table.put("KAG-32", "2705")
        table.put("AAG-32", "2805")
        table.put("295-1038", "1806" if hex != "2105" else "2205")
        match = table.barrage(SOVIET)
        match.play(f"barrage {hex}")
        if allowed:
            assert "with KAG-32" in texts(match) and "with AAG-32" in texts(match)
        else:
            assert rule(match, "with KAG-32") == "seelow 8.13"


@pytest.mark.rule("seelow 8.13")
def test_a_hex_beyond_every_range_is_refused() -> None:
    table = Table()
    table.put("20-I90", "1306")
    table.put("KAG-32", "2705")
    table.put("295-1038", "1405")
    assert rule(table.barrage(SOVIET), "barrage 1306") == "seelow 8.13"


@pytest.mark.rule("seelow 8.19", "seelow 8.21")
def test_the_target_must_be_spotted() -> None:
    table = guns_and_target()
    table.box("295-1038", -4)
    match = table.barrage(SOVIET)
    assert rule(match, "barrage 2105") == "seelow 8.19"
    seen = guns_and_target()
    assert "barrage 2105" in texts(seen.barrage(SOVIET))


@pytest.mark.rule("seelow 8.19")
def test_the_gun_may_spot_for_itself() -> None:
    table = Table()
    table.put("KAG-32", "2204")
    table.put("20-I90", "2105")
    assert "barrage 2105" in texts(table.barrage(SOVIET))


@pytest.mark.rule("seelow 8.14#2")
@pytest.mark.parametrize("hex", ["2305", "1509", "2008", "3305"], ids=["village", "town", "woods", "swamp"])
def test_cover_halves_the_barrage_fractions_down(hex: str) -> None:
    table = Table()
    table.put("20-I90", hex)
    one, other, *_ = (table.tables.numbers[h] for h in table.tables.board.grid.around(table.hex(hex)))
    table.put("295-1038", one)
    table.put("KAG-32", other)
    match = table.barrage(SOVIET)
    found = match.preview(hex, ["KAG-32"], kind="barrage")
    assert found.attack == 3
    assert [(part.value, str(part.citation)) for part in found.parts] == [(6, "seelow 8.14#1"), (-3, "seelow 8.14#2")]


@pytest.mark.rule("seelow 8.14#2")
def test_half_of_an_odd_strength_is_rounded_down() -> None:
    table = Table()
    table.put("295-1038", "2305")
    table.put("404VAK-III", "2205")
    match = table.barrage(GERMAN)
    assert match.preview("2305", ["404VAK-III"], kind="barrage").attack == 1


@pytest.mark.rule("seelow 8.14#3", "seelow 10.24")
def test_dusk_and_dawn_add_two_to_a_barrage() -> None:
    for turn in (1, 6, 8):
        match = guns_and_target(turn=turn).barrage(SOVIET)
        parts = match.preview("2105", ["KAG-32"], kind="barrage").parts
        assert (parts[-1].value, str(parts[-1].citation)) == (2, "seelow 8.14#3")
        assert salvo(fire(match, "2105", "KAG-32", dice=(6, 1)))["modifier"] == "+2"


# 8.15, 8.16 Results


@pytest.mark.rule("seelow 8.15")
def test_a_result_of_one_on_a_hex_with_armour_and_infantry() -> None:
    """The battalion checks with one added; the tanks are not touched, and their armour does not help."""
    table = guns_and_target()
    table.put("20-8Pz-1", "2105")
    table.box("AAG-32", -4)
    match = table.barrage(SOVIET)
    match.play("barrage 2105")
    match.next_dice(4, 4)
    events = match.play("resolve")
    assert (salvo(events)["result"], salvo(events)["modifier"]) == ("1", "")
    check = dict(happened(events, "shaken")[0].params)
    assert (check["unit"], check["die"], check["added"]) == ("20-I90", 4, "+1")
    match.play("yield")
    assert (where(match, "20-8Pz-1"), disrupted(match, "20-8Pz-1")) == ("2105", False)


@pytest.mark.rule("seelow 8.15")
def test_every_unit_of_the_hex_checks_for_itself() -> None:
    table = guns_and_target("404VAK-III")
    table.put("303-PzJg-1", "2105")
    table.put("26Flak-I", "2104")
    match = table.barrage(SOVIET)
    events = fire(match, "2105", "KAG-32", dice=(4, 3))
    assert [dict(e.params)["unit"] for e in happened(events, "shaken")] == ["404VAK-III"]
    stack = Table()
    for id in ("9FJ-I25", "404VAK-III", "KAG-32", "295-1038"):
        stack.put(id, {"9FJ-I25": "2105", "404VAK-III": "2105", "KAG-32": "2405", "295-1038": "2205"}[id])
    match = stack.barrage(SOVIET)
    match.play("barrage 2105")
    match.next_dice(5, 1, 6)
    events = match.play("resolve")  # M
    assert len(happened(events, "held")) == len(happened(events, "shaken")) == 1


@pytest.mark.rule("seelow 8.15")
def test_a_hex_with_only_armour_is_no_target() -> None:
    match = guns_and_target("20-8Pz-1").barrage(SOVIET)
    assert rule(match, "barrage 2105") == "seelow 8.15"


@pytest.mark.rule("seelow 8.15")
def test_e_eliminates_every_unarmoured_unit_there() -> None:
    table = guns_and_target()
    table.put("20-8Pz-1", "2105")
    for id, hex in (("KAG-4", "2306"), ("AAG-4", "2307")):
        table.put(id, hex)
    match = table.barrage(SOVIET)
    events = fire(match, "2105", "KAG-32", "AAG-32", "KAG-4", "AAG-4", dice=(1,))
    assert (salvo(events)["strength"], salvo(events)["result"]) == (32, "E")
    assert where(match, "20-I90") == "eliminated" and cited(events, "eliminated") == ["seelow 8.15"]
    assert where(match, "20-8Pz-1") == "2105"


@pytest.mark.rule("seelow 8.16")
def test_grey_costs_one_unit_a_step_before_the_checks() -> None:
    table = guns_and_target()
    match = table.barrage(SOVIET)
    events = fire(match, "2105", "KAG-32", "AAG-32", dice=(4, 1))  # 3*
    assert salvo(events)["result"] == "3*" and steps(match, "20-I90") == 1
    assert dict(happened(events, "shaken")[0].params)["morale"] == 3  # of the weaker side


@pytest.mark.rule("seelow 8.16", "seelow 7.44", "seelow 7.45#2")
def test_the_step_instead_of_a_retreat_comes_from_another_unit() -> None:
    table = guns_and_target("9FJ-I25")
    table.put("404VAK-III", "2105")
    match = table.barrage(SOVIET)
    fire(match, "2105", "KAG-32", "AAG-32", dice=(4,))  # 3*
    assert sorted(texts(match)) == ["lose 404VAK-III", "lose 9FJ-I25"]
    match.next_dice(6, 6)
    match.play("lose 9FJ-I25")
    assert rule(match, "stand 9FJ-I25") == "seelow 8.16"
    match.play("stand 404VAK-III")
    assert where(match, "404VAK-III") == "eliminated"
    assert (where(match, "9FJ-I25"), steps(match, "9FJ-I25"), disrupted(match, "9FJ-I25")) == ("2105", 1, False)


@pytest.mark.rule("seelow 8.16", "seelow 7.44")
def test_a_unit_alone_may_lose_both_steps() -> None:
    match = guns_and_target().barrage(SOVIET)
    fire(match, "2105", "KAG-32", "AAG-32", dice=(4, 6))
    match.play("stand 20-I90")
    assert where(match, "20-I90") == "eliminated"


@pytest.mark.rule("seelow 8.17")
@pytest.mark.parametrize(("phase", "legal"), [("barrage_1", True), ("barrage_2", False), *((p, False) for p in OTHERS)])
def test_no_indirect_fire_in_other_phases(phase: str, legal: bool) -> None:
    table = guns_and_target()
    for id, hex in (("11T-20", "2104"), ("20-8Pz-1", "2004"), ("404VAK-III", "1805")):
        table.put(id, hex)  # so that both sides have something to do in every phase
    match = table.phase(phase)
    assert match.position()["phase"] == phase
    assert ("barrage 2105" in texts(match)) is legal
    if not legal and phase != "barrage_2":
        assert rule(match, "barrage 2105") == "seelow 8.17"


@pytest.mark.rule("seelow 8.18#2")
def test_who_retreats_to_friends_suffers_a_barrage_of_their_hex() -> None:
    table = guns_and_target("9FJ-I25")
    table.put("20-8Pz-1", "1906")
    table.put("404VAK-III", "2005")
    u = table.unit("9FJ-I25")
    table.play.shift(u, table.hex("2005"))
    table.play.state.fled[u] = 1
    match = table.barrage(SOVIET)
    match.play("barrage 2005")
    match.play("with KAG-32")
    match.next_dice(5, 1, 1)
    events = match.play("resolve")  # M
    assert {dict(e.params)["unit"] for e in happened(events, "held")} == {"9FJ-I25", "404VAK-III"}
    assert not happened(events, "eliminated")


# 8.11, 8.12, 8.33


@pytest.mark.rule("seelow 8.11")
def test_a_gun_acts_up_to_four_times_in_a_turn() -> None:
    """A barrage, antitank fire in both fire phases of its side, and an attack."""
    table = Table()
    for id, hex in (("KAG-32", "2105"), ("20-I90", "2005"), ("20-8Pz-1", "2106"), ("9FJ-I25", "1905")):
        table.put(id, hex)
    match = table.phase("barrage_1")
    fire(match, "2005", dice=(6,))
    acts = ["barrage"]
    while match.position()["turn"] == 2:
        legal = texts(match)
        if match.to_act == "soviet" and "engage 2106" in legal:
            acts.append("fire")
            match.play("engage 2106")
            match.play("fire KAG-32 20-8Pz-1")
            match.next_dice(6)
            match.play("resolve")
        elif match.to_act == "soviet" and "attack 2005" in legal:
            acts.append("attack")
            match.play("attack 2005")
            match.next_dice(2)
            match.play("resolve")  # 1:1 and no effect
        else:
            match.play("done")
    assert acts == ["barrage", "fire", "attack", "fire"]


@pytest.mark.rule("seelow 8.12")
def test_guns_attack_like_infantry_and_are_lost_where_they_would_retreat() -> None:
    table = Table()
    table.put("KAG-32", "2105")
    table.put("295-1038", "2104")
    table.put("20-I90", "2005")
    match = table.fight(SOVIET)
    match.play("attack 2005")
    match.play("with KAG-32")
    assert match.preview("2005", ["KAG-32"]).attack == 6
    match.next_dice(4)
    match.play("resolve")  # 1:1: A5
    assert where(match, "KAG-32") == "eliminated" and "seelow 8.33" in cited(match.log, "eliminated")


@pytest.mark.rule("seelow 8.33", "seelow 7.58#1")
@pytest.mark.parametrize("mode", [FIRE_MODE, MOVE_MODE])
def test_guns_that_must_retreat_are_lost_in_either_mode(mode: int) -> None:
    table = guns_and_target("404VAK-III")
    table.play.state.mode[table.unit("404VAK-III")] = mode
    match = table.barrage(SOVIET)
    events = fire(match, "2105", "KAG-32", dice=(4, 4))
    assert where(match, "404VAK-III") == "eliminated" and cited(events, "eliminated") == ["seelow 8.33"]


# 8.3 Modes


@pytest.mark.rule("seelow 8.31#1", "seelow 5.19")
def test_guns_in_fire_mode_fire_and_do_not_move() -> None:
    table = guns_and_target()
    assert "barrage 2105" in texts(table.barrage(SOVIET))
    match = guns_and_target().move(SOVIET)
    assert rule(match, "move KAG-32") == "seelow 5.19"


@pytest.mark.rule("seelow 8.31#2")
def test_guns_in_move_mode_neither_barrage_nor_fire() -> None:
    table = guns_and_target()
    table.play.state.mode[table.unit("KAG-32")] = MOVE_MODE
    match = table.barrage(SOVIET)
    match.play("barrage 2105")
    assert rule(match, "with KAG-32") == "seelow 8.31#2"
    near = Table()
    near.put("404VAK-II", "2005", mode=MOVE_MODE)
    near.put("20-I90", "2006")
    near.put("11T-20", "2105")
    match = near.fire(GERMAN)
    match.play("engage 2105")
    assert rule(match, "fire 404VAK-II 11T-20") == "seelow 6.17"


@pytest.mark.rule("seelow 8.31#2")
def test_flak_in_move_mode_fires_at_tanks_with_its_lower_value() -> None:
    for mode, value in ((FIRE_MODE, 8), (MOVE_MODE, 4)):
        table = Table()
        table.put("26Flak-I", "2005", mode=mode)
        table.put("11T-20", "2105")
        match = table.fire(GERMAN)
        assert match.preview("11T-20", ["26Flak-I"], kind="fire").attack == value
        match.play("engage 2105")
        assert "fire 26Flak-I 11T-20" in texts(match)


@pytest.mark.rule("seelow 8.32", "seelow 3.1#1")
def test_guns_that_did_not_fire_may_go_over_to_move_mode() -> None:
    match = guns_and_target().barrage(SOVIET)
    fire(match, "2105", "KAG-32", dice=(6, 1))
    assert rule(match, "mode KAG-32 move") == "seelow 8.32"
    events = match.play("mode AAG-32 move")
    assert mode(match, "AAG-32") == MOVE_MODE and cited(events, "mode_move") == ["seelow 8.32"]


@pytest.mark.rule("seelow 8.32", "seelow 8.35")
def test_no_gun_goes_over_to_fire_mode_in_a_barrage_phase() -> None:
    table = guns_and_target()
    table.play.state.mode[table.unit("AAG-32")] = MOVE_MODE
    match = table.barrage(SOVIET)
    assert rule(match, "mode AAG-32 fire") == "seelow 8.32"
    assert rule(match, "mode AAG-32 move") == "seelow 8.32"
    assert rule(match, "mode 295-1038 move") == "seelow 8.31#1"


@pytest.mark.rule("seelow 3.1#2", "seelow 8.32")
def test_guns_put_in_move_mode_may_move_in_the_same_turn() -> None:
    table = guns_and_target()
    table.put("AAG-4", "2605")
    match = table.phase("barrage_1")
    match.play("mode AAG-32 move")
    match.play("done")
    assert match.position()["phase"] == "movement_1" and "move AAG-32" in texts(match)


@pytest.mark.rule("seelow 8.34", "seelow 5.18#2")
def test_guns_do_not_move_into_enemy_zones() -> None:
    table = Table()
    table.put("KAG-32", "2205", mode=MOVE_MODE)
    table.put("20-I90", "2004")
    match = table.move(SOVIET)
    match.play("move KAG-32")
    assert rule(match, "to 2104") in ("seelow 8.34", "seelow 5.18#2")


@pytest.mark.rule("seelow 8.35", "seelow 10.28", "seelow 3.1#11")
def test_guns_go_over_to_fire_mode_in_the_rally_phase_of_the_night() -> None:
    for turn, asked in ((5, False), (NIGHT, True)):
        table = Table(turn=turn)
        table.put("KAG-32", "2205", mode=MOVE_MODE)
        table.put("AAG-32", "2206", mode=MOVE_MODE)
        table.put("20-I90", "1404")
        match = table.phase("rally")
        assert ("mode KAG-32 fire" in texts(match)) is asked
        if asked:
            events = match.play("mode KAG-32 fire")
            assert cited(events, "mode_fire") == ["seelow 8.35"]
            assert (mode(match, "KAG-32"), mode(match, "AAG-32")) == (FIRE_MODE, MOVE_MODE)


@pytest.mark.rule("seelow 8.35")
def test_only_guns_in_move_mode_are_made_ready() -> None:
    table = Table(turn=NIGHT)
    table.put("KAG-32", "2205", mode=MOVE_MODE)
    table.put("AAG-32", "2206")
    match = table.push(ReadyGuns(SOVIET))
    assert rule(match, "mode AAG-32 fire") == "seelow 8.35"


@pytest.mark.rule("seelow 8.36", "seelow 5.28#4")
def test_guns_in_move_mode_stay_at_dusk_and_dawn() -> None:
    for turn in (1, 6, 8):
        table = Table(turn=turn)
        table.put("KAG-32", "2205", mode=MOVE_MODE)
        table.put("295-1038", "2305")
        match = table.move(SOVIET)
        assert "move 295-1038" in texts(match) and "move KAG-32" not in texts(match)
        assert rule(match, "move KAG-32") in ("seelow 8.36", "seelow 5.28#4")


@pytest.mark.rule("seelow 8.37")
def test_guns_in_move_mode_defend_with_their_bracketed_strength_and_do_not_attack() -> None:
    table = Table()
    table.put("KAG-32", "2105", mode=MOVE_MODE)
    table.put("20-I90", "2005")
    assert table.fight(GERMAN).preview("2105", ["20-I90"]).defence == 2
    other = Table()
    other.put("KAG-32", "2105", mode=MOVE_MODE)
    other.put("295-1038", "2104")
    other.put("20-I90", "2005")
    match = other.fight(SOVIET)
    match.play("attack 2005")
    assert rule(match, "with KAG-32") == "seelow 8.37"


@pytest.mark.rule("seelow 7.61")
def test_disrupted_guns_do_not_fire() -> None:
    table = guns_and_target()
    table.play.disrupt(table.unit("KAG-32"))
    match = table.barrage(SOVIET)
    match.play("barrage 2105")
    assert rule(match, "with KAG-32") == "seelow 7.61"


# 10.13 Zhukov


@pytest.mark.rule("seelow 10.13")
def test_zhukov_is_never_barraged() -> None:
    table = Table()
    table.put("404VAK-III", "2005")
    table.put("Zhukov", "2105")
    table.put("295-1038", "2104")
    match = table.barrage(GERMAN)
    assert rule(match, "barrage 2105") == "seelow 10.13"
    both = Table()
    both.put("404VAK-III", "2005")
    both.put("Zhukov", "2105")
    both.put("295-1038", "2105")
    match = both.barrage(GERMAN)
    match.play("barrage 2105")
    match.next_dice(1, 6)
    events = match.play("resolve")
    assert {dict(e.params)["unit"] for e in (*happened(events, "held"), *happened(events, "shaken"))} == {"295-1038"}


# Previews


def test_the_preview_of_a_barrage() -> None:
    match = guns_and_target().barrage(SOVIET)
    found = match.preview("2105", ["KAG-32", "AAG-32"], kind="barrage")
    assert (found.attack, found.column) == (16, "14-18")
    assert found.results == pytest.approx({"4*": 2 / 6, "3*": 3 / 6, "2": 1 / 6})
    assert match.targets()["2105"].attack == 16


def test_a_preview_says_why_there_is_no_barrage() -> None:
    match = guns_and_target().barrage(SOVIET)

    def why(hex: str, *guns: str) -> str:
        refusal = match.preview(hex, list(guns), kind="barrage").refusal
        assert refusal is not None
        return str(refusal.citation)

    assert why("2105") == "seelow 8.14#1"
    assert why("2105", "295-1038") == "seelow 8.31#1"
    assert why("2104", "KAG-32") == "seelow 8.14#1"
    assert why("1405", "KAG-32") == "seelow 8.13"


@pytest.mark.rule("seelow 8.14#2")
def test_half_the_strength_against_cover_is_told_and_too_little_does_nothing() -> None:
    table = guns_and_target("20-I90", "2312")  # a village
    table.put("295-1040", "2313")
    found = table.barrage(SOVIET).preview("2312", ["KAG-32"], kind="barrage")
    assert (found.attack, found.column) == (3, "3-4") and sum(found.results.values()) == pytest.approx(1)
    assert [(str(p.citation), p.value) for p in found.parts] == [("seelow 8.14#1", 6), ("seelow 8.14#2", -3)]
    nothing = salvo_of(table.play, 0, ())
    assert fire_preview(table.play, nothing, ()).results == {"-": 1.0} and nothing.effect(table.play, 1).code == "-"


@pytest.mark.rule("seelow 8.14#1")
def test_who_looks_is_told_what_a_barrage_was_reckoned_from() -> None:
    match = guns_and_target().barrage(SOVIET)
    foreseen = match.preview("2105", ["KAG-32", "AAG-32"], kind="barrage")
    match.weighs = True
    told = happened(fire(match, "2105", "KAG-32", "AAG-32", dice=(6, 1)), "barrage")[0].assault
    assert told is not None and (told.kind, told.target, told.attackers) == ("barrage", "2105", ("KAG-32", "AAG-32"))
    assert told.preview == foreseen


@pytest.mark.rule("seelow 8.32", "seelow 5.19")
def test_who_goes_over_to_move_mode_can_be_asked_where_it_may_go() -> None:
    match = guns_and_target().barrage(SOVIET)
    assert match.reach("KAG-32", freely=True) == {}
    match.play("mode KAG-32 move")
    assert "2404" in match.reach("KAG-32", freely=True)


@pytest.mark.rule("seelow 8.35", "seelow 7.17", "seelow 8.14#1")
def test_nothing_else_is_done_while_guns_are_made_ready_and_nobody_barrages_without_guns() -> None:
    table = Table(turn=NIGHT)
    table.put("KAG-32", "2405", mode=MOVE_MODE)
    table.put("9FJ-I25", "2406")
    match = table.push(ReadyGuns(SOVIET))
    assert rule(match, "attack 2406") == "seelow 7.17" and rule(match, "move KAG-32") == "seelow 5.28#4"
    bare = Table()
    bare.put("295-1038", "2203")
    bare.put("9FJ-I25", "2204")
    assert str(barrage_refusal(bare.play, SOVIET, bare.hex("2204")).citation) == "seelow 8.14#1"


@pytest.mark.rule("seelow 6.52", "seelow 6.62", "seelow 8.15")
def test_m_is_a_check_with_nothing_added_and_armour_has_no_say_in_it() -> None:
    for die, held in ((4, True), (5, False)):
        table = guns_and_target(turn=DUSK)
        table.put("20-8Pz-1", "2105")
        match = table.barrage(SOVIET)
        events = fire(match, "2105", "KAG-32", "AAG-32", dice=(6, die))  # M, against morale 4
        assert salvo(events)["result"] == "M" and bool(happened(events, "held")) is held
        told = happened(events, "held" if held else "shaken")[0]
        assert told.params["added"] == "" and f"(die {die}, morale 4)" in str(told)
        if not held:
            assert rule(match, "stand 20-8Pz-1") == "seelow 8.15"


@pytest.mark.rule("seelow 8.32", "seelow 8.35")
def test_why_a_mode_is_not_changed_is_said() -> None:
    table = guns_and_target()
    table.put("KAG-4", "2605", mode=MOVE_MODE)
    match = table.barrage(SOVIET)
    assert "only in the rally phase of the night turn" in str(refused(match, "mode KAG-32 fire"))
    assert "KAG-4 is in that mode already" in str(refused(match, "mode KAG-4 move"))
    fire(match, "2105", "KAG-32", dice=(6, 1))
    assert "KAG-32 has fired in this phase" in str(refused(match, "mode KAG-32 move"))
    night = Table(turn=NIGHT)
    night.put("KAG-4", "2605", mode=MOVE_MODE)
    night.put("AAG-4", "2606", mode=FIRE_MODE)
    ready = night.push(ReadyGuns(SOVIET))
    assert "AAG-4 is in that mode already" in str(refused(ready, "mode AAG-4 fire"))
