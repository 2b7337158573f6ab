"""7.5 Retreats."""

from __future__ import annotations

import pytest

from countermarch.games.seelow.artillery import BarragePhase
from countermarch.games.seelow.combat import CombatPhase
from countermarch.games.seelow.retreat import rout
from countermarch.match import Match
from tests.rules.seelow.table import GERMAN, SOVIET, Table, cited, disrupted, edited, rule, texts, the_game, where


def routed(table: Table, side: int, *units: str) -> Match:
    rout(table.play, side, [table.unit(id) for id in units], "7.42")
    return table.match()


def last_hexes(match: Match, id: str) -> set[str]:
    return {text.split("-")[-1] for text in texts(match) if text.startswith(f"retreat {id} ")}


@pytest.mark.rule("seelow 7.51")
def test_the_owner_takes_a_unit_two_hexes_away_without_counting_points() -> None:
    table = Table(turn=7)  # at night a move of two points would be all
    table.put("295-1038", "1703")
    match = routed(table, SOVIET, "295-1038")
    assert match.to_act == "soviet"
    grid = table.tables.board.grid
    assert {grid.distance(table.hex("1703"), table.hex(h)) for h in last_hexes(match, "295-1038")} == {2}
    assert rule(match, "retreat 295-1038 1702") == "seelow 7.51"
    assert rule(match, "retreat 295-1038 1702-1803") == "seelow 7.51"  # next to where it began
    events = match.play("retreat 295-1038 1704-1705")
    assert where(match, "295-1038") == "1705" and cited(events, "retreats") == ["seelow 7.51"]


@pytest.mark.rule("seelow 7.52")
def test_vacant_hexes_first_then_as_few_friends_as_may_be() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("295-1040", "2202")
    match = routed(table, SOVIET, "295-1038")
    assert not any("2202" in text for text in texts(match))
    assert rule(match, "retreat 295-1038 2202-2201") == "seelow 7.52"
    hemmed = Table()
    hemmed.put("295-1038", "2203")
    hemmed.put("9FJ-I25", "2003")
    hemmed.put("9FJ-II25", "2205")
    hemmed.put("9FJ-I26", "2403")  # their zones leave only 2202, where a friend is
    hemmed.put("295-1040", "2202")
    match = routed(hemmed, SOVIET, "295-1038")
    assert {text.split()[2].split("-")[0] for text in texts(match)} == {"2202"}


def first_hexes(match: Match) -> set[str]:
    return {text.split()[2].split("-")[0] for text in texts(match)}


@pytest.mark.rule("seelow 7.53", "seelow 4.27")
def test_not_into_enemies_nor_their_zones_nor_over_closed_sides() -> None:
    def hexes(*enemies: tuple[str, str], shaken: bool = False) -> tuple[Match, set[str]]:
        """All hexes of the ways of a unit in 2203."""
        table = Table()
        table.put("295-1038", "2203")
        for id, hex in enemies:
            table.put(id, hex, disrupted=shaken)
        match = routed(table, SOVIET, "295-1038")
        return match, {hex for text in texts(match) for hex in text.split()[2].split("-")}

    east = {"2202", "2204", "2302", "2303", "2201", "2205", "2301", "2304", "2402", "2403", "2404"}
    assert hexes()[1] == east | {"2101", "2102", "2103", "2104", "2002", "2003", "2004"}
    match, found = hexes(("9FJ-I25", "2102"), ("9FJ-I26", "2205"), shaken=True)  # without zones, but they stand there
    assert found == east - {"2205"} | {"2101", "2103", "2104", "2003", "2004"}
    assert rule(match, "retreat 295-1038 2102-2002") == rule(match, "retreat 295-1038 2204-2205") == "seelow 7.53"
    match, found = hexes(("9FJ-I25", "2004"))
    assert found == east | {"2101", "2102", "2002"}  # not 2103, 2104 and 2003, which he controls
    assert rule(match, "retreat 295-1038 2103-2002") == rule(match, "retreat 295-1038 2204-2104") == "seelow 7.53"


@pytest.mark.rule("seelow 7.53", "seelow 4.27")
def test_a_friend_opens_a_hex_the_enemy_controls() -> None:
    def from_2203(*friends: str) -> str:
        table = Table()
        table.put("295-1038", "2203")
        for id, hex in (("9FJ-I25", "2302"), ("9FJ-II25", "2104"), ("9FJ-I26", "2002")):
            table.put(id, hex)  # their zones lie all around, and not on 2201
        for hex in friends:
            table.put("295-1040", hex)
        match = routed(table, SOVIET, "295-1038")
        return where(match, "295-1038")

    assert from_2203() == "eliminated" and from_2203("2202") == "2201"


@pytest.mark.rule("seelow 7.53")
def test_rivers_close_a_retreat_streams_do_not() -> None:
    river = Table()
    river.put("82-242", "3403")
    match = routed(river, SOVIET, "82-242")
    assert first_hexes(match) == {"3302", "3303", "3404"}  # not 3402, 3502, 3503 beyond the Oder
    assert rule(match, "retreat 82-242 3402-3401") == "seelow 7.53"
    stream = Table()
    stream.put("11T-12", "1810")
    assert "1909" in first_hexes(routed(stream, SOVIET, "11T-12"))


@pytest.mark.rule("seelow 7.54")
def test_off_the_map_and_not_lost() -> None:
    table = Table()
    table.put("295-1038", "2201")
    match = routed(table, SOVIET, "295-1038")
    assert "flee 295-1038" in texts(match) and "flee 295-1038 via 2101" in texts(match)
    assert rule(match, "flee 295-1038 via 2202") == "seelow 7.54"
    events = match.play("flee 295-1038 via 2101")
    assert where(match, "295-1038") == "exited" and cited(events, "left") == ["seelow 7.54"]
    assert table.play.soviets_lost() == 0
    kuestrin = Table("kuestrin")
    kuestrin.put("295-1038", "2208")
    match = routed(kuestrin, SOVIET, "295-1038")
    assert not any(text.startswith("flee") for text in texts(match))


@pytest.mark.rule("seelow 7.55#1", "seelow 7.55#2", "seelow 4.11")
def test_one_too_many_goes_on_and_all_in_the_crowded_hex_are_disrupted() -> None:
    table = Table()
    runner = table.put("295-1038", "2506")
    others = [u for u in table.tables.of_side[SOVIET] if u != runner and not table.tables.is_leader[u]]
    grid = table.tables.board.grid
    for u, h in zip(others, grid.ring(table.hex("2506"), 2), strict=False):  # friends all around at two hexes
        table.put(table.tables.ids[u], table.tables.numbers[h])
    match = routed(table, SOVIET, "295-1038")
    end = texts(match)[0].split("-")[-1]
    events = match.play(texts(match)[0])
    assert table.play.overfull(SOVIET, table.hex(end)) and cited(events, "overfull") == ["seelow 7.55#2"]
    host = next(table.tables.ids[u] for u in table.play.stack(table.hex(end)) if u != runner)
    assert disrupted(match, host) and disrupted(match, "295-1038")
    assert rule(match, "retreat 295-1038 2506") == "seelow 7.55#1"
    far = {grid.distance(table.hex("2506"), table.hex(text.split()[-1])) for text in texts(match)}
    assert far == {1, 3}  # those beside it are taken
    match.play(texts(match)[0])
    assert not table.play.overfull(SOVIET, table.hex(end))


@pytest.mark.rule("seelow 7.55#1")
def test_one_too_many_goes_on_by_any_available_hex_also_back_past_its_start_but_not_into_it() -> None:
    """Friends fill every hex at two; at three all but one are the enemy's."""
    table = Table()
    runner = table.put("295-1038", "2506")
    grid, numbers = table.tables.board.grid, table.tables.numbers
    others = [u for u in table.tables.of_side[SOVIET] if u != runner and not table.tables.is_leader[u]]
    for u, h in zip(others, grid.ring(table.hex("2506"), 2), strict=False):
        table.put(table.tables.ids[u], numbers[h])
    for h in grid.ring(table.hex("2506"), 3):
        table.play.state.zone[GERMAN * table.tables.n + h] = 1
    match = routed(table, SOVIET, "295-1038")
    match.play("retreat 295-1038 2505-2504")  # from there only 2505 is open
    assert where(match, "295-1038") == "2505" and match.to_act is None
    assert disrupted(match, table.tables.ids[next(table.play.stack(table.hex("2504")))])


@pytest.mark.rule("seelow 7.55#1", "seelow 7.58#2")
def test_one_too_many_passes_each_full_hex_once_and_is_lost_at_the_end() -> None:
    table = Table()
    table.put("295-1038", "2506")
    chain = {"295-1040": "2505", "295-1042": "2504", "47-137": "2503", "47-140": "2502"}
    for id, hex in chain.items():
        table.put(id, hex)
    for h in range(table.tables.n):
        table.play.state.zone[GERMAN * table.tables.n + h] = 1  # the enemy's are all hexes but those of friends
    match = routed(table, SOVIET, "295-1038")  # to 2504, the only way
    assert set(texts(match)) == {"retreat 295-1038 2503", "retreat 295-1038 2505"}
    assert match.decision is not None and "295-1038" in str(match.decision.prompt)
    events = match.play("retreat 295-1038 2503")  # and on to 2502, where no way is left
    assert where(match, "295-1038") == "eliminated" and cited(events, "eliminated") == ["seelow 7.58#2"]
    assert [disrupted(match, id) for id in chain] == [False, True, True, True]


@pytest.mark.rule("seelow 7.55#1")
def test_nobody_ends_in_a_full_hex_while_there_is_another_way_through_friends() -> None:
    table = Table()
    table.put("9FJ-I25", "1803")
    for id, n in (("9FJ-I26", "1801"), ("20-8Pz-2", "1802")):
        table.put(id, n)
    match = routed(table, GERMAN, "9FJ-I25")
    assert "1801" not in last_hexes(match, "9FJ-I25")
    assert rule(match, "retreat 9FJ-I25 1802-1801") == "seelow 7.55#1"


@pytest.mark.rule("seelow 7.56")
def test_who_fled_into_a_friend_is_lost_when_that_hex_is_attacked_in_the_same_phase() -> None:
    table = Table()
    table.put("47-137", "2404")
    table.put("9FJ-I25", "2504")
    table.put("MUN-Pz-1", "2504")
    fled = table.put("9FJ-I26", "2504", disrupted=True)
    table.play.state.fled[fled] = table.play.state.struck[fled] = 1
    match = table.push(CombatPhase(SOVIET))
    preview = match.preview("2504", ["47-137"])
    assert preview.defence == 4 and "seelow 7.36" not in [str(p.citation) for p in preview.parts]
    match.play("attack 2504")
    match.next_dice(3)
    events = match.play("resolve")
    assert where(match, "9FJ-I26") == "eliminated" and cited(events, "eliminated")[0] == "seelow 7.56"
    later = Table()
    u = later.put("9FJ-I26", "2504")
    later.play.state.fled[u] = 1
    later.put("47-137", "2404")
    match = later.phase("combat_1")  # another phase: the mark has lapsed
    assert match.preview("2504", ["47-137"]).defence == 4


def overrun(fled: str, host: str, struck: int) -> Match:
    """A German unit in 2504, another that fled there in this phase, and Soviets beside them."""
    around = {"47-137": "2404", "47-140": "2503", "9FJ-I25": "2403"}
    doc = edited("seelow", 2, "combat_1", {host: "2504", fled: "2504"} | around)
    next(unit for unit in doc["units"] if unit["id"] == fled).update(fled=1, struck=struck, disrupted=1)
    doc["flow"] = [
        {"procedure": "seelow.turn.GameTurn", "step": 5},
        {"procedure": "seelow.combat.CombatPhase", "side": SOVIET},
    ]
    return the_game().from_position(doc)


@pytest.mark.rule("seelow 7.56", "seelow 7.35#2", "seelow 7.12")
def test_questions_know_that_armour_that_fled_there_counts_for_nothing() -> None:
    match = overrun("MUN-Pz-1", "20-I90", 0)
    found = match.preview("2504", ["47-137"])
    rules = [str(p.citation) for p in found.parts]
    assert "seelow 7.35#2" not in rules and "seelow 7.56" in rules
    assert found.column == "1:1" and match.targets()["2504"].column == "2:1"
    match.play("attack 2504")
    match.play("with 47-137")
    match.next_dice(2)
    events = match.play("resolve")
    assert "at 1:1" in str(next(e for e in events if e.key == "seelow.event.attack"))
    assert where(match, "MUN-Pz-1") == "eliminated"


@pytest.mark.rule("seelow 7.56", "seelow 7.12", "seelow 7.11")
def test_where_only_armour_stands_who_fled_there_and_was_attacked_is_not_attacked_again() -> None:
    match = overrun("20-I90", "MUN-Pz-1", 1)
    assert "attack 2504" not in texts(match) and "2504" not in match.targets()
    refusal = match.preview("2504", ["47-137"]).refusal
    assert refusal is not None and str(refusal.citation) == rule(match, "attack 2504") == "seelow 7.12"


@pytest.mark.rule("seelow 7.56", "seelow 7.57")
def test_who_only_went_along_there_may_be_attacked_and_is_lost_without_a_die() -> None:
    match = overrun("20-I90", "MUN-Pz-1", 0)
    assert match.targets()["2504"].results == match.preview("2504", ["47-137"]).results == {"DE": 1.0}
    found = match.preview("2504", ["47-137"])
    assert found.defence == 0
    assert [(str(p.citation), p.value) for p in found.parts] == [
        ("seelow 2.21#1", 5), ("seelow 7.56", 0), ("seelow 7.35#2", -1)
    ]  # fmt: skip
    match.play("attack 2504")
    match.play("with 47-137")
    events = match.play("resolve")
    assert cited(events, "eliminated") == ["seelow 7.56"] and not cited(events, "attack")
    assert where(match, "20-I90") == "eliminated" and where(match, "MUN-Pz-1") == "2504"


@pytest.mark.rule("seelow 7.56")
def test_a_retreat_into_a_friend_is_remembered_one_into_a_vacant_hex_is_not() -> None:
    table = Table()
    runner = table.put("295-1038", "2203")
    table.put("295-1040", "2202")
    match = routed(table, SOVIET, "295-1038")
    match.play(texts(match)[0])
    assert not table.play.state.fled[runner]
    german = Table()
    first, second = german.put("MUN-Pz-1", "1803"), german.put("MUN-Pz-2", "1802")
    for h in german.tables.board.grid.ring(german.hex("1803"), 2):
        if german.tables.numbers[h] != "1801":
            german.play.state.zone[1 * german.tables.n + h] = 1  # as if the enemy controlled all but one hex
    german.put("MUN-Pz-3", "1801")
    german.play.state.zone[1 * german.tables.n + german.hex("1801")] = 1
    match = routed(german, GERMAN, "MUN-Pz-1")
    while match.to_act:
        match.play(texts(match)[-1])
    assert where(match, "MUN-Pz-1") == "1801" and german.play.state.fled[first] and not german.play.state.fled[second]


@pytest.mark.rule("seelow 7.57")
def test_others_of_the_hex_may_go_along_but_guns_may_not() -> None:
    table = Table()
    table.put("20-I90", "2504")
    table.put("MUN-Pz-1", "2504")
    match = routed(table, GERMAN, "20-I90")
    assert rule(match, "done") == "seelow 7.51"
    assert rule(match, "flee 20-I90") == "seelow 7.54" and rule(match, "retreat 9FJ-I25 2505-2506") == "seelow 7.57"
    assert any(text.startswith("retreat MUN-Pz-1") for text in texts(match))
    match.play(next(text for text in texts(match) if text.startswith("retreat 20-I90")))
    assert texts(match)[-1] == "done"
    stay = match.copy()
    stay.play("done")
    assert stay.to_act is None and where(stay, "MUN-Pz-1") == "2504" and not disrupted(stay, "MUN-Pz-1")
    match.play(next(text for text in texts(match) if text.startswith("retreat MUN-Pz-1")))
    assert disrupted(match, "MUN-Pz-1")
    guns = Table()
    guns.put("MUN-Pz-1", "2504")
    guns.put("26Flak-I", "2504")
    match = routed(guns, GERMAN, "MUN-Pz-1")
    assert rule(match, "retreat 26Flak-I 2505-2506") == "seelow 8.33"
    assert not any("26Flak" in text for text in texts(match))


def together() -> Match:
    """A battalion that must retreat, and tanks of its hex that may."""
    table = Table().found("barrage_1", BarragePhase(SOVIET))
    table.put("20-I90", "2504")
    table.put("MUN-Pz-1", "2504")
    return routed(table, GERMAN, "20-I90")


@pytest.mark.rule("seelow 7.57", "seelow 7.52", "seelow 7.56")
def test_units_of_a_hex_may_share_a_vacant_one() -> None:
    match = together()
    assert match.decision is not None and "join" not in str(match.decision.prompt)
    assert "20-I90 must retreat two hexes from 2504" in str(match.decision.prompt)
    assert [str(citation) for citation in match.decision.citations][:2] == ["seelow 7.42", "seelow 7.51"]
    match.play("retreat 20-I90 2505-2506")
    assert "in 2506" in str(match.decision.prompt)
    assert "retreat MUN-Pz-1 2505-2506" in texts(match) and "retreat MUN-Pz-1 2503-2502" in texts(match)
    match = the_game().from_position(match.position())
    match.play("retreat MUN-Pz-1 2505-2506")
    assert where(match, "20-I90") == where(match, "MUN-Pz-1") == "2506"
    fled = {unit["id"]: unit["fled"] for unit in match.position()["units"]}
    assert not fled["20-I90"] and not fled["MUN-Pz-1"]  # the hex was vacant: 7.56 does not speak of them


@pytest.mark.rule("seelow 7.57", "seelow 7.52")
def test_of_two_that_must_go_the_second_is_told_whom_it_may_join() -> None:
    table = Table()
    for id in ("20-I90", "MUN-Pz-1"):
        table.put(id, "2504")
    match = routed(table, GERMAN, "20-I90", "MUN-Pz-1")
    match.play("retreat MUN-Pz-1 2505-2506")
    assert match.decision is not None
    assert "20-I90" in str(match.decision.prompt) and "in 2506" in str(match.decision.prompt)
    assert "retreat 20-I90 2505-2506" in texts(match)
    events = match.play("retreat 20-I90 2505-2506")
    assert where(match, "20-I90") == "2506" and cited(events, "retreats") == ["seelow 7.51"]


@pytest.mark.rule("seelow 7.57", "seelow 7.55#1")
def test_nobody_is_told_to_join_where_there_is_no_room() -> None:
    table = Table()
    for id in ("20-I90", "MUN-Pz-1"):
        table.put(id, "2504")
    table.put("MUN-Pz-2", "2506")
    table.put("MUN-Pz-3", "2502")
    for h in table.tables.board.grid.ring(table.hex("2504"), 2):
        if table.tables.numbers[h] not in ("2506", "2502"):
            table.play.state.zone[SOVIET * table.tables.n + h] = 1  # as if the enemy controlled all but two hexes
    match = routed(table, GERMAN, "20-I90")
    match.play("retreat 20-I90 2505-2506")
    assert match.decision is not None and "join" not in str(match.decision.prompt)
    assert texts(match) == ["retreat MUN-Pz-1 2503-2502", "done"]


@pytest.mark.rule("seelow 7.52", "seelow 7.57")
def test_who_comes_from_another_hex_does_not_share_while_there_is_a_vacant_one() -> None:
    table = Table()
    table.put("20-I90", "2504")
    table.put("MUN-Pz-1", "2508")
    match = routed(table, GERMAN, "20-I90", "MUN-Pz-1")
    match.play("retreat 20-I90 2505-2506")
    assert match.decision is not None and "join" not in str(match.decision.prompt)
    assert not any("2506" in text for text in texts(match))
    assert rule(match, "retreat MUN-Pz-1 2507-2506") == "seelow 7.52"


@pytest.mark.rule("seelow 7.57", "seelow 4.13")
def test_zhukov_goes_with_his_companion_in_either_order() -> None:
    for first, second in (("295-1038", "Zhukov"), ("Zhukov", "295-1038")):
        table = Table()
        table.put("295-1038", "2203")
        table.put("Zhukov", "2203")
        match = routed(table, SOVIET, "295-1038", "Zhukov")
        match.play(f"retreat {first} 2204-2205")
        match.play(f"retreat {second} 2204-2205")
        assert where(match, "295-1038") == where(match, "Zhukov") == "2205"
        assert not any(table.play.state.fled)


@pytest.mark.rule("seelow 5.12#3", "seelow 7.53")
def test_a_motorised_unit_already_disrupted_retreats_over_no_stream_without_a_line() -> None:
    def first_steps(id: str, disrupted: bool) -> Match:
        table = Table()
        table.put(id, "1810", disrupted=disrupted)
        return routed(table, SOVIET, id)

    def over(match: Match) -> set[str]:
        return {text.split()[2].split("-")[0] for text in texts(match)}

    shaken = first_steps("11T-12", True)
    assert "1909" not in over(shaken) and rule(shaken, "retreat 11T-12 1909-2009") == "seelow 5.12#3"
    assert "1909" in over(first_steps("11T-12", False))  # disrupted only by this retreat
    assert "1909" in over(first_steps("295-1038", True))  # on foot


@pytest.mark.rule("seelow 7.58#1", "seelow 8.33", "seelow 8.12")
def test_guns_that_must_retreat_are_lost_in_either_mode() -> None:
    for mode in (0, 1):
        table = Table()
        table.put("KAG-32", "2203", mode=mode)
        match = routed(table, SOVIET, "KAG-32")
        assert where(match, "KAG-32") == "eliminated"
        assert [str(e.citation) for e in table.play.events if e.key.endswith("eliminated")] == ["seelow 8.33"]


@pytest.mark.rule("seelow 7.58#2")
def test_who_has_no_way_back_is_lost() -> None:
    table = Table()
    table.put("295-1038", "2203")
    for id, number in (("9FJ-I25", "2104"), ("9FJ-II25", "2303"), ("9FJ-I26", "2101")):
        table.put(id, number)
    table.put("9FJ-II26", "2301")
    match = routed(table, SOVIET, "295-1038")
    assert where(match, "295-1038") == "eliminated" and table.play.soviets_lost() == 1
    assert [str(e.citation) for e in table.play.events if e.key.endswith("eliminated")] == ["seelow 7.58#2"]


@pytest.mark.rule("seelow 7.58#2", "seelow 7.57")
def test_who_loses_his_last_way_to_a_friend_going_first_is_lost_and_drags_nobody_along() -> None:
    """20-I90 in 2203 can go back only over 20-I76 in 2103, whose hex the enemy controls."""
    attackers = {"20-I90": "2203", "20-I76": "2103", "20-II76": "2205", "20-8Pz-1": "2205"}
    enemies = {"295-1038": "2204", "295-1040": "2301", "295-1042": "2101"}
    match = the_game().from_position(edited("kuestrin", 2, "combat_1", attackers | enemies))
    match.play("attack 2204")
    for id in ("20-I90", "20-I76", "20-II76"):
        match.play(f"with {id}")
    match.next_dice(6)
    match.play("resolve")  # 3:1, A5
    match.play("yield")
    assert {text.split()[2].split("-")[0] for text in texts(match) if "20-I90" in text} == {"2103"}
    events = match.play("retreat 20-I76 2004-1904")
    assert where(match, "20-I90") == "eliminated" and cited(events, "eliminated") == ["seelow 7.58#2"]
    assert {text.split()[1] for text in texts(match)} == {"20-II76", "20-8Pz-1"}
    match.play(next(text for text in texts(match) if text.startswith("retreat 20-II76")))
    assert texts(match)[-1] == "done"  # the tanks may stay


@pytest.mark.rule("seelow 7.51", "seelow 7.58#2")
def test_one_hex_is_not_enough() -> None:
    table = Table()
    table.put("295-1038", "2203")
    for h in range(table.tables.n):
        if table.tables.numbers[h] != "2202":
            table.play.state.zone[GERMAN * table.tables.n + h] = 1  # behind 2202 the enemy controls all
    match = routed(table, SOVIET, "295-1038")
    assert where(match, "295-1038") == "eliminated"
    entry = next(unit for unit in match.position()["units"] if unit["id"] == "295-1038")
    assert (entry["steps"], entry["disrupted"], entry["where"]) == (0, 0, "eliminated")


@pytest.mark.rule("seelow 7.54", "seelow 7.52")
def test_nobody_leaves_the_map_through_friends_while_there_are_vacant_ways() -> None:
    table = Table()
    table.put("295-1038", "2202")
    table.put("295-1040", "2201")
    match = routed(table, SOVIET, "295-1038")
    assert "flee 295-1038 via 2201" not in texts(match) and "flee 295-1038 via 2101" in texts(match)
    assert rule(match, "flee 295-1038 via 2201") == "seelow 7.52"
