"""10.0: advance after combat."""

import pytest

from countermarch.games.chitpull.advance import Advance
from countermarch.match import Match
from tests.rules.stargard.table import SOVIET, Pomerania, cited, fight, happened, reasons, refused, texts, where


def after(table: Pomerania, side: int, target: str, *units: str) -> Match:
    numbers = tuple(table.unit(id) for id in units)
    origins = tuple(table.play.state.hex[u] for u in numbers)
    return table.push(Advance(side, table.hex(target), numbers, origins, ()))


@pytest.mark.rule("stargard-design 10.1")
def test_attackers_enter_the_hex_that_was_left_and_the_defender_never_does() -> None:
    match, _ = fight({"12G": "16.23", "75G": "15.24"}, {"3Al": "16.24", "48/23SS": "17.25"}, "16.24", 6)
    assert {"advance 12G 16.24", "advance 75G 16.24", "done"} == set(texts(match))
    events = match.play("advance 12G 16.24")
    assert where(match, "12G") == "16.24" and cited(events, "advanced") == ["stargard-design 10.1"]
    assert str(refused(match, "advance 48/23SS 16.24").citation) == "stargard-design 10.1"


@pytest.mark.rule("stargard-design 10.1", "stargard-design 8.7(4)")
def test_nobody_advances_after_a_pin_or_a_retreat_of_his_own() -> None:
    match, events = fight({"12G": "16.23", "75G": "15.24"}, {"48/23SS": "16.24"}, "16.24", 3)
    assert not happened(events, "advanced") and not any(text.startswith("advance") for text in texts(match))
    match, _ = fight({"12G": "16.23"}, {"48/23SS": "16.24"}, "16.24", 1)  # A1R1
    assert not any(text.startswith("advance") for text in texts(match))


@pytest.mark.rule("stargard-design 10.2")
def test_mechanised_units_go_a_second_hex_others_do_not() -> None:
    table = Pomerania()
    table.lay({"33G/9GT": "16.23", "12G": "16.23"})
    match = after(table, SOVIET, "16.24", "33G/9GT", "12G")
    assert "advance 33G/9GT 16.24-16.25" in texts(match)
    assert str(refused(match, "advance 12G 16.24-16.25").citation) == "stargard-design 10.2"


@pytest.mark.rule("stargard-design 10.2")
def test_a_town_or_an_unbridged_river_ends_it() -> None:
    table = Pomerania()
    start = table.tables.numbers[table.tables.ways_to["mech"][table.hex("29.16")][0]]
    table.put("33G/9GT", start)
    match = after(table, SOVIET, "29.16", "33G/9GT")
    beyond = next(
        table.tables.numbers[h]
        for h in table.tables.ways_to["mech"][table.hex("29.16")]
        if table.tables.numbers[h] != start
    )
    assert str(refused(match, f"advance 33G/9GT 29.16-{beyond}").citation) == "stargard-design 10.2"
    river = Pomerania()
    tables = river.tables
    s = next(
        s
        for s in range(6 * tables.n)
        if tables.minor[s]
        and not tables.settlement[tables.nbr[s]]
        and s // 6 in tables.ways_to["mech"][tables.nbr[s]]
        and tables.nbr[s] in tables.ways_to["mech"][s // 6]
    )
    river.put("33G/9GT", tables.numbers[s // 6])
    target = tables.numbers[tables.nbr[s]]
    match = after(river, SOVIET, target, "33G/9GT")
    assert all("-" not in text for text in texts(match) if text.startswith("advance"))


@pytest.mark.rule("stargard-design 10.3")
def test_nobody_advances_over_the_unbridged_oder() -> None:
    table = Pomerania()
    tables = table.tables
    a, b = next((h, to) for h in range(tables.n) for to in tables.attack_to[h] if tables.major[tables.slot(h, to)])
    other = next(h for h in tables.ways_to["foot"][b] if h != a)
    table.lay({"12G": tables.numbers[a], "75G": tables.numbers[other]})
    match = after(table, SOVIET, tables.numbers[b], "12G", "75G")
    assert f"advance 75G {tables.numbers[b]}" in texts(match)
    assert str(refused(match, f"advance 12G {tables.numbers[b]}").citation) == "stargard-design 10.3"


@pytest.mark.rule("stargard-design 10.4", "stargard-design 12.1.2")
def test_an_hq_goes_where_its_stack_has_gone() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "16.23", "61-HQ": "16.23"})
    match = after(table, SOVIET, "16.24", "12G", "75G")
    assert str(refused(match, "advance 61-HQ 16.24").citation) == "stargard-design 12.1.2"
    match.play("advance 12G 16.24")
    match.play("advance 61-HQ 16.24")
    assert where(match, "61-HQ") == "16.24"


@pytest.mark.rule("stargard-design 12.1.3")
def test_an_hq_is_lost_with_the_last_unit_of_its_hex() -> None:
    match, events = fight({"12G": "16.23", "75G": "15.24"}, {"3Al": "16.24", "3SS-HQ": "16.24"}, "16.24", 6)
    assert where(match, "3SS-HQ") == "removed" and cited(events, "hq_lost") == ["stargard-design 12.1.3"]


@pytest.mark.rule("stargard-design 12.1.3")
def test_an_attackers_hq_is_lost_with_its_whole_stack_and_not_beside_one_that_stood_by() -> None:
    for others, left in (({}, "removed"), ({"75G": "16.23"}, "16.23")):
        table = Pomerania()
        table.put("12G", "16.23", steps=1)
        table.lay({"61-HQ": "16.23", **others, "48/23SS": "16.24"})
        match = table.fight(SOVIET, "12G")
        column = table.tables.combat.columns.index("1-2")
        match.next_dice(next(d for d in range(1, 7) if table.tables.combat.result(column, d).attacker_steps))
        match.play("attack 16.24")
        match.play("resolve")
        assert where(match, "12G") == "eliminated" and where(match, "61-HQ") == left


@pytest.mark.rule("stargard 6.0", "stargard 6.1")
def test_nobody_advances_through_a_full_hex() -> None:
    table = Pomerania()
    table.lay({"33G/9GT": "16.23", "12G": "16.23", "61-HQ": "16.23", "75G": "15.24", "34G/9GT": "15.24"})
    match = after(table, SOVIET, "16.24", "33G/9GT", "12G", "75G", "34G/9GT")
    match.play("advance 12G 16.24")
    assert "advance 34G/9GT 16.24-16.25" in texts(match)
    match.play("advance 75G 16.24")
    assert texts(match) == ["advance 61-HQ 16.24", "done"]
    assert str(refused(match, "advance 34G/9GT 16.24-16.25").citation) == "stargard 6.1"


@pytest.mark.rule("stargard 6.1")
def test_an_hq_does_not_pass_another_hq() -> None:
    table = Pomerania()
    table.lay({"33G/9GT": "16.23", "2GT-HQ": "16.23", "34G/9GT": "15.24", "61-HQ": "15.24"})
    match = after(table, SOVIET, "16.24", "33G/9GT", "34G/9GT")
    match.play("advance 33G/9GT 16.24-16.25")
    match.play("advance 34G/9GT 16.24")
    assert {"advance 2GT-HQ 16.24-16.25", "advance 61-HQ 16.24"} <= set(texts(match))
    match.play("advance 61-HQ 16.24")
    assert "advance 2GT-HQ 16.24-16.25" not in texts(match)


# what keeps units from advancing


def why(match: Match, text: str) -> str:
    return reasons(match, text)[text]


@pytest.mark.rule("stargard-design 10.1", "stargard-design 10.2", "stargard-design 12.4")
def test_why_a_unit_does_not_advance_so() -> None:
    table = Pomerania()
    table.lay({"33G/9GT": "16.23", "12G": "16.23", "75G": "15.24", "48/23SS": "16.26", "61-HQ": "20.20"})
    match = after(table, SOVIET, "16.24", "33G/9GT", "12G")
    assert why(match, "advance 75G 16.24") == "stargard-design 10.1 advance_not_attacker"  # it did not attack
    assert why(match, "advance 48/23SS 16.24") == "stargard-design 10.1 advance_not_attacker"  # the defender never does
    assert (
        why(match, "advance 12G 16.25") == "stargard-design 10.1 advance_first"
    )  # not first into the hex that was left
    assert why(match, "advance 33G/9GT 16.24-16.25-15.26") == "stargard-design 10.2 advance_far"
    assert why(match, "advance 33G/9GT 16.24-16.26") == "stargard-design 10.2 advance_far"  # not next to it
    assert why(match, "advance 33G/9GT 16.24-16.23") == "stargard-design 10.1 advance_back"  # back again
    assert why(match, "advance 61-HQ 16.24") == "stargard-design 12.1.2 advance_hq"
    match.play("advance 33G/9GT 16.24")
    assert why(match, "advance 33G/9GT 16.24") == "stargard-design 10.1 advanced_already"  # once
    match.play("done")
    assert match.to_act is None and where(match, "12G") == "16.23"


@pytest.mark.rule("stargard-design 10.1", "stargard-design 10.2")
def test_a_second_hex_is_open_unless_the_enemy_holds_it_or_it_is_full() -> None:
    table = Pomerania()
    table.lay({"33G/9GT": "16.23", "48/23SS": "16.25", "3SS-HQ": "15.25", "12G": "17.25", "75G": "17.25"})
    match = after(table, SOVIET, "16.24", "33G/9GT")
    assert set(texts(match)) == {
        "advance 33G/9GT 16.24",
        "advance 33G/9GT 16.24-15.24",
        "advance 33G/9GT 16.24-15.25",  # a lone HQ is no obstacle
        "advance 33G/9GT 16.24-17.24",
        "done",
    }
    assert why(match, "advance 33G/9GT 16.24-16.25") == "stargard-design 10.1 advance_enemy"
    assert why(match, "advance 33G/9GT 16.24-17.25") == "stargard-design 6.0-limit full"
    events = match.play("advance 33G/9GT 16.24-15.25")
    assert where(match, "33G/9GT") == "15.25" and where(match, "3SS-HQ") == "removed"
    assert cited(events, "overrun") == ["stargard-design 5.3"]


@pytest.mark.rule("stargard-design 10.1", "stargard 14.1")
def test_who_advances_takes_what_he_enters_and_passes() -> None:
    """Over Zachan, a village on the map's chart only in name: a town stops the advance, but is taken."""
    table = Pomerania()
    start = table.tables.numbers[table.tables.ways_to["foot"][table.hex("24.11")][0]]
    table.put("12G", start)
    match = after(table, SOVIET, "24.11", "12G")
    match.play("advance 12G 24.11")
    assert match.position()["control"]["24.11"] == "soviet" and "24.11" in match.position()["crossed"]


@pytest.mark.rule("stargard-design 10.1", "stargard-design 12.4")
def test_a_garrison_in_the_attack_stays_where_it_is() -> None:
    table = Pomerania()
    table.lay({"Gar-Arnswalde": "26.07", "48/23SS": "26.07"})
    near = table.tables.numbers[table.tables.ways_to["foot"][table.hex("26.07")][0]]
    match = after(table, 0, near, "Gar-Arnswalde", "48/23SS")
    assert texts(match) == [f"advance 48/23SS {near}", "done"]
    assert why(match, f"advance Gar-Arnswalde {near}") == "stargard-design 8.8 advance_immobile"


@pytest.mark.rule("stargard-design 10.4", "stargard-design 12.1.2", "stargard-design 6.0-limit")
def test_an_hq_follows_its_own_stack_only_and_where_there_is_room() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "61-HQ": "16.23", "75G": "15.24", "2GT-HQ": "15.24", "33G/9GT": "15.24"})
    match = after(table, SOVIET, "16.24", "12G", "75G", "33G/9GT")
    match.play("advance 12G 16.24")
    assert "advance 2GT-HQ 16.24" not in texts(match) and "advance 61-HQ 16.24" in texts(match)
    assert why(match, "advance 2GT-HQ 16.24") == "stargard-design 12.1.2 advance_hq"
    match.play("advance 33G/9GT 16.24-16.25")
    assert "advance 2GT-HQ 16.24-16.25" in texts(match)
    assert why(match, "advance 2GT-HQ 16.24") == "stargard-design 12.1.2 advance_hq"  # nobody of its stack has gone so
    match.play("advance 61-HQ 16.24")
    assert texts(match) == ["advance 75G 16.24", "done"]
    assert why(match, "advance 2GT-HQ 16.24-16.25") == "stargard-design 6.0-limit full"


@pytest.mark.rule("stargard-design 10.1")
def test_nobody_advances_where_a_defender_is_left() -> None:
    match, _ = fight({"12G": "16.23", "75G": "15.24"}, {"48/23SS": "16.24", "49/23SS": "16.24"}, "16.24", 6)
    match.play("stand")  # DRo1
    match.play("lose 48/23SS")
    assert match.to_act is None and where(match, "48/23SS") == where(match, "49/23SS") == "16.24"


@pytest.mark.rule("stargard-design 10.1", "stargard-design 8.1.3")
def test_attackers_who_stood_follow_defenders_who_did_not() -> None:
    match, _ = fight({"12G": "16.23", "75G": "15.24"}, {"48/23SS": "16.24", "49/23SS": "16.24"}, "16.24", 6)
    match.play("retire")
    match.play("together")  # 16.25 is the only way that costs nothing
    assert match.to_act == "soviet" and set(texts(match)) == {"advance 12G 16.24", "advance 75G 16.24", "done"}
    match.play("advance 12G 16.24")
    match.play("advance 75G 16.24")
    assert match.to_act is None and where(match, "75G") == "16.24"


@pytest.mark.rule("stargard-design 10.3")
def test_a_second_hex_over_the_unbridged_oder_is_refused() -> None:
    table = Pomerania()
    table.put("33G/9GT", "02.03")
    match = after(table, SOVIET, "01.03", "33G/9GT")
    assert "advance 33G/9GT 01.03-01.02" in texts(match)
    assert "advance 33G/9GT 01.03-01.04" not in texts(match)
    assert why(match, "advance 33G/9GT 01.03-01.04") == "stargard-design 10.3 advance_river"


@pytest.mark.rule("stargard-design 6.0-limit", "stargard-design 12.1.2")
def test_an_hq_is_told_which_hex_of_its_way_is_full() -> None:
    table = Pomerania()
    table.lay({"33G/9GT": "15.24", "2GT-HQ": "15.24", "61-HQ": "16.25"})
    match = after(table, SOVIET, "16.24", "33G/9GT")
    match.play("advance 33G/9GT 16.24-16.25")
    assert match.to_act is None  # nobody else goes on
    table = Pomerania()
    table.lay({"33G/9GT": "15.24", "12G": "15.24", "2GT-HQ": "15.24", "61-HQ": "16.25"})
    match = after(table, SOVIET, "16.24", "33G/9GT", "12G")
    match.play("advance 33G/9GT 16.24-16.25")
    no = refused(match, "advance 2GT-HQ 16.24-16.25")
    assert (str(no.citation), no.reason.params["hex"]) == ("stargard-design 6.0-limit", "16.25")


@pytest.mark.rule("stargard-design 5.2", "stargard-design 10.2")
def test_a_second_hex_beyond_a_lake_is_refused_as_a_move_there_would_be() -> None:
    table = Pomerania()
    table.put("33G/9GT", "07.11")
    match = after(table, SOVIET, "07.10", "33G/9GT")
    assert "advance 33G/9GT 07.10-08.10" not in texts(match)
    no = refused(match, "advance 33G/9GT 07.10-08.10")
    assert (str(no.citation), no.reason.params["hex"]) == ("stargard-design 5.2", "08.10")


@pytest.mark.rule("stargard-design 10.1", "stargard-design 5.1")
def test_an_advance_is_no_move() -> None:
    """Into the first hex of the map, whose number might be taken for a way of moving."""
    table = Pomerania()
    table.put("12G", "01.02")
    match = after(table, SOVIET, "01.01", "12G")
    assert texts(match) == ["advance 12G 01.01", "done"]
    assert all(not match.reach("12G", mode) for mode in ("regular", "strategic", "rail"))
