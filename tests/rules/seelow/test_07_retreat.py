"""7.5 Retreats."""

from __future__ import annotations

import pytest

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


@pytest.mark.rule("seelow 7.53")
def test_not_into_enemies_nor_their_zones_nor_over_closed_sides() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("9FJ-I25", "2004")
    match = routed(table, SOVIET, "295-1038")
    assert rule(match, "retreat 295-1038 2103-2003") == "seelow 7.53"
    assert not any(hex in text for text in texts(match) for hex in ("2103", "2104", "2004"))
    river = Table()
    river.put("82-242", "3403")
    match = routed(river, SOVIET, "82-242")
    assert rule(match, "retreat 82-242 3402-3401") == "seelow 7.53"
    stream = Table()
    stream.put("11T-12", "1810")
    assert "1909" in {text.split()[2].split("-")[0] for text in texts(routed(stream, SOVIET, "11T-12"))}


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
    assert far == {3}  # hexes at three are vacant
    match.play(texts(match)[0])
    assert not table.play.overfull(SOVIET, table.hex(end))


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
    assert any(text.startswith("retreat MUN-Pz-1") for text in texts(match))
    match.play(next(text for text in texts(match) if text.startswith("retreat 20-I90")))
    assert texts(match)[-1] == "done"
    match.play(next(text for text in texts(match) if text.startswith("retreat MUN-Pz-1")))
    assert disrupted(match, "MUN-Pz-1")
    guns = Table()
    guns.put("MUN-Pz-1", "2504")
    guns.put("26Flak-I", "2504")
    match = routed(guns, GERMAN, "MUN-Pz-1")
    assert rule(match, "retreat 26Flak-I 2505-2506") == "seelow 8.33"
    assert not any("26Flak" in text for text in texts(match))


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
