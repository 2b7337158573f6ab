"""9.1.1, 9.3, 9.4, 6.3: retreats without a way or without room, HQs on the way, attackers who fall back."""

import pytest

from countermarch.games.chitpull.battle import FallBack
from countermarch.games.chitpull.state import ISOLATED, OUT_OF_SUPPLY
from countermarch.games.chitpull.supply import check_all
from countermarch.games.stargard.command import Drawing
from countermarch.games.stargard.retreat import to_source
from tests.rules.stargard.retreats import in_a_pocket, retreat
from tests.rules.stargard.table import (
    GERMAN,
    SOVIET,
    Pomerania,
    attack,
    cited,
    happened,
    inside,
    reasons,
    refused,
    steps,
    supply,
    texts,
    where,
)


@pytest.mark.rule("stargard 9.3.2")
def test_a_retreating_unit_destroys_a_lone_hq() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "61-HQ": "15.25"})
    in_a_pocket(table, "15.25")
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    assert where(match, "48/23SS") == "15.25" and where(match, "61-HQ") == "removed"


@pytest.mark.rule("stargard 9.4")
def test_without_a_way_a_step_for_every_hex_and_isolated() -> None:
    table = Pomerania()
    table.put("48/23SS", "16.24")
    in_a_pocket(table)
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    assert where(match, "48/23SS") == "16.24" and steps(match, "48/23SS") == 1
    assert supply(match, "48/23SS") == "isolated"
    assert cited(table.play.events, "isolated") == ["stargard 9.4"]


@pytest.mark.rule("stargard 9.4")
def test_the_strongest_pays_first_when_there_is_no_way() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "307/163": "16.24"})
    in_a_pocket(table)
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS", "307/163")
    match.play("together")
    assert steps(match, "48/23SS") == 1 and steps(match, "307/163") == 2


@pytest.mark.rule("stargard 9.4")
def test_example_of_a_regiment_that_finds_only_one_hex() -> None:
    """A step, one hex, a step for the hex it lacks; what is left is isolated. Here with a second unit to be left."""
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "16.23", "75G": "15.24", "23G": "17.24", "52G": "15.25", "397": "17.25"})
    table.lay({"356": "15.26", "415": "17.26", "311": "16.26"})
    match = retreat(table, GERMAN, "16.24", 2, "48/23SS")
    assert where(match, "48/23SS") == "eliminated"  # a step for the zone of 16.25, one for the missing hex
    assert cited(match.log or table.play.events, "retreat_short") == ["stargard 9.4"]


@pytest.mark.rule("stargard-design 11.4")
def test_isolated_by_a_retreat_until_a_supply_phase_says_otherwise() -> None:
    table = Pomerania()
    table.put("48/23SS", "16.24", supply=ISOLATED)
    table.put("49/23SS", "20.24", supply=ISOLATED)
    in_a_pocket(table)
    check_all(table.play)
    state = table.play.state
    assert state.supply[table.unit("48/23SS")] == ISOLATED
    assert state.supply[table.unit("49/23SS")] not in (ISOLATED, OUT_OF_SUPPLY)


@pytest.mark.rule("stargard-design 6.3")
def test_of_two_hqs_the_one_that_comes_goes_on() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "3SS-HQ": "16.24", "XSS-HQ": "15.25"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS", "3SS-HQ")
    while match.to_act is not None:
        choices = [text for text in texts(match) if "15.25" in text] or texts(match)
        match.play(choices[0])
    assert where(match, "XSS-HQ") == "15.25" and where(match, "3SS-HQ") not in ("15.25", "16.24")


# why a way is refused, and what is told of one


@pytest.mark.rule("stargard 9.2", "stargard 9.1", "stargard-design 12.1.1", "stargard 9.0")
def test_a_stack_with_an_hq_parts_as_its_owner_likes() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24", "3SS-HQ": "16.24"})
    match = retreat(table, GERMAN, "16.24", 2, "48/23SS", "49/23SS", "3SS-HQ")
    assert texts(match) == [
        "together",
        "apart 48/23SS",
        "apart 49/23SS",
        "apart 3SS-HQ+48/23SS",
        "apart 3SS-HQ+49/23SS",
    ]
    match.play("apart 3SS-HQ+48/23SS")
    expected = {
        "retreat 15.23-15.22": "stargard 9.1 retreat_terrain",
        "retreat 16.23-16.22": "stargard 9.2 retreat_source",
        "retreat 17.24-18.23": "stargard 9.2 retreat_source",
        "retreat 16.25": "stargard 9.2 retreat_length",
        "retreat 16.25-16.26-16.27": "stargard 9.2 retreat_length",
        "retreat 16.25-17.25": "stargard 9.2 retreat_away",
    }
    assert reasons(match, *expected) == expected
    told = happened(match.play("retreat 15.25-15.26"), "retreats")[0]
    assert (told.params, str(told.citation)) == (
        {"units": ("48/23SS", "3SS-HQ"), "path": "15.25-15.26"},
        "stargard 9.0",
    )
    assert [where(match, id) for id in ("48/23SS", "3SS-HQ", "49/23SS")] == ["15.26", "15.26", "16.24"]
    assert len(texts(match)) == 7  # the other one chooses among all ways


@pytest.mark.rule("stargard 9.2")
def test_nobody_retreats_into_the_enemy() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "15.26", "61-HQ": "17.25"})
    match = retreat(table, GERMAN, "16.24", 2, "48/23SS")
    assert reasons(match, "retreat 15.25-15.26") == {"retreat 15.25-15.26": "stargard 9.0 retreat_enemy"}


@pytest.mark.rule("stargard 9.1.1", "stargard 9.2.2")
def test_of_a_group_in_a_full_hex_one_goes_on_if_one_is_too_many() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24", "307/163": "15.25", "310/163": "16.25"})
    table.lay({"324/163": "15.24", "56/5J": "17.25", "12G": "16.23"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS", "49/23SS")
    match.play("together")
    assert set(texts(match)) == {"retreat 16.25", "retreat 15.25"}  # every way is full, these are nearer
    events = match.play("retreat 15.25")
    assert cited(events, "retreat_costs") == ["stargard 9.2.2"]
    assert set(texts(match)) == {"lose 48/23SS", "lose 49/23SS"}  # the owner's choice
    match.play("lose 48/23SS")
    assert set(texts(match)) == {"apart 48/23SS", "apart 49/23SS"}
    match.play("apart 49/23SS")
    assert set(texts(match)) == {"retreat 15.26", "retreat 14.25"}
    match.play("retreat 15.26")
    assert (where(match, "48/23SS"), where(match, "49/23SS")) == ("15.25", "15.26") and match.to_act is None


@pytest.mark.rule("stargard 9.1.1", "stargard-design 6.3")
def test_who_finds_no_room_and_no_way_on_is_lost() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "307/163": "15.25", "310/163": "15.25"})
    in_a_pocket(table, "15.25")
    table.lay({"415": "14.24", "311": "14.25", "328": "15.26"})
    retreat(table, GERMAN, "16.24", 1, "48/23SS")
    told = [f"{event.key.rpartition('.')[2]} {event.citation}" for event in table.play.events]
    assert told == [
        "retreats stargard 9.0",
        "retreat_costs stargard 9.2.2",
        "step_lost stargard-design 8.6.2",
        "no_room stargard 9.1.1",
        "eliminated stargard-design 8.6.2",
    ]
    match = table.match()
    assert where(match, "48/23SS") == "eliminated" and where(match, "307/163") == "15.25"


@pytest.mark.rule("stargard-design 6.3", "stargard-design 12.1.3")
def test_of_two_hqs_the_one_that_comes_is_lost_where_there_is_no_way_on() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "3SS-HQ": "16.24", "XSS-HQ": "15.25"})
    in_a_pocket(table, "15.25")
    table.lay({"415": "14.24", "311": "14.25", "328": "15.26"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS", "3SS-HQ")
    assert [where(match, id) for id in ("48/23SS", "3SS-HQ", "XSS-HQ")] == ["15.25", "removed", "15.25"]
    assert cited(table.play.events, "hq_removed") == ["stargard-design 12.1.3"]
    assert supply(match, "48/23SS") == "supplied"


@pytest.mark.rule("stargard-design 8.1.3", "stargard 9.0")
def test_attackers_fall_back_each_from_their_own_hex_in_the_order_their_owner_likes() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "15.24", "48/23SS": "16.24"})
    match = table.fight(SOVIET, "12G", "75G")
    attack(match, "16.24", 2, ["12G", "75G"])  # 2-1: ARo1
    assert match.to_act == "soviet" and texts(match) == ["retire", "stand"]
    match.play("retire")
    assert set(texts(match)) == {"apart 75G", "apart 12G"}
    assert reasons(match, "apart 48/23SS") == {"apart 48/23SS": "stargard-design 2.0 not_asked"}
    match.play("apart 75G")
    while match.to_act:
        match.play(match.legal()[0])
    grid = table.tables.board.grid
    for id, start in (("12G", "16.23"), ("75G", "15.24")):
        assert grid.distance(table.hex(where(match, id)), table.hex(start)) == 1
    assert where(match, "48/23SS") == "16.24"


@pytest.mark.rule("stargard-design 8.1.2", "stargard 8.1", "stargard 9.3.1")
def test_attackers_lose_a_step_and_fall_back_with_their_hq() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "15.24", "61-HQ": "16.23", "48/23SS": "16.24", "49/23SS": "16.24"})
    match = table.fight(SOVIET, "12G", "75G")
    attack(match, "16.24", 1, ["12G", "75G"])  # 1-1: A1R1
    match.play("lose 12G")
    assert set(texts(match)) == {"apart 75G", "apart 61-HQ+12G"}
    match.play("apart 61-HQ+12G")
    while match.to_act:
        match.play(match.legal()[0])
    assert steps(match, "12G") == 1 and where(match, "61-HQ") == where(match, "12G") != "16.23"


@pytest.mark.rule("stargard 9.3.2", "stargard 9.2")
def test_an_hq_may_be_overrun_but_need_not_be() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "61-HQ": "15.25"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    assert set(texts(match)) == {"retreat 15.25", "retreat 16.25"}
    events = match.play("retreat 15.25")
    assert where(match, "61-HQ") == "removed" and cited(events, "overrun") == ["stargard-design 5.3"]


@pytest.mark.rule("stargard 9.4", "stargard-design 8.6.1")
def test_a_group_that_goes_too_short_pays_by_strength_and_is_isolated() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "307/163": "16.24", "3SS-HQ": "16.24"})
    in_a_pocket(table)
    match = retreat(table, GERMAN, "16.24", 2, "48/23SS", "307/163", "3SS-HQ")
    match.play("together")
    short = happened(match.log, "retreat_short")[0]
    assert (short.params, str(short.citation)) == ({"hexes": 2, "hex": "16.24"}, "stargard 9.4")
    assert steps(match, "48/23SS") == 1  # the strongest, without a choice
    assert set(texts(match)) == {"lose 48/23SS", "lose 307/163"}
    match.play("lose 307/163")
    assert [supply(match, id) for id in ("48/23SS", "307/163", "3SS-HQ")] == ["isolated"] * 3
    assert cited(match.log, "isolated") == ["stargard 9.4"] * 3


@pytest.mark.rule("stargard 9.2", "stargard 9.0", "stargard 9.2.2")
def test_soviets_retreat_by_the_same_rules() -> None:
    table = Pomerania()
    table.lay({"12G": "16.24", "48/23SS": "16.22", "3SS-HQ": "17.24", "307/163": "14.22"})
    match = retreat(table, SOVIET, "16.24", 2, "12G")
    expected = {
        "retreat 16.23-16.22": "stargard 9.0 retreat_enemy",
        "retreat 16.25-16.26": "stargard 9.2 retreat_source",
        "retreat 16.25-17.25": "stargard 9.2 retreat_away",
    }
    assert reasons(match, *expected) == expected
    away = to_source(table.play, SOVIET, "foot")
    ends = {text.split()[1].split("-")[1] for text in texts(match)}
    assert ends and all(away(table.hex(end)) < away(table.hex("16.24")) for end in ends)


@pytest.mark.rule("stargard 9.3.2", "stargard 9.2")
def test_an_hq_beside_its_troops_is_no_way_out() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "61-HQ": "16.23"})
    in_a_pocket(table, "15.25")
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    assert where(match, "48/23SS") == "15.25" and where(match, "61-HQ") == "16.23"


@pytest.mark.rule("stargard 9.3.2", "stargard 9.2")
def test_an_hq_is_overrun_where_the_way_past_it_is_shorter() -> None:
    """One hex leads nowhere; over the HQ the whole retreat can be made."""
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "61-HQ": "15.25"})
    in_a_pocket(table, "15.25")
    match = retreat(table, GERMAN, "16.24", 2, "48/23SS")
    while match.to_act:
        match.play(match.legal()[0])
    assert where(match, "61-HQ") == "removed"


@pytest.mark.rule("stargard 9.1.1")
def test_a_retreat_that_has_come_into_a_full_hex_is_a_position_like_any_other() -> None:
    """Two go where one friend stands; while it is asked who pays, three are in the hex."""
    table = Pomerania(9)
    table.lay({"61-HQ": "24.05", "12G": "24.05", "75G": "24.05", "234": "25.06", "23": "25.06", "212": "24.04"})
    table.lay({"21/10SS": "25.05", "22/10SS": "25.05", "I/10SS": "26.05"})
    table.lay({"II/10SS": "26.04", "7/4SS": "26.04", "8/4SS": "25.04", "4/4SS": "25.04"})
    table.found("command", Drawing())
    match = table.activate("61-HQ")
    match.play("done")
    attack(match, "25.05", 6, ["12G", "75G", "234", "23", "212"])
    match.play("together")
    assert cited(match.log, "retreat_costs") == ["stargard 9.2.2"]
    assert len(inside(match).combat_units(table.hex("26.05"))) == 3
    again = table.game.from_position(match.position())
    assert again.fingerprint() == match.fingerprint()
    for step in (match, again):
        step.play("lose 21/10SS")
    assert again.fingerprint() == match.fingerprint() and texts(again) == texts(match)


@pytest.mark.rule("stargard 9.3.2", "stargard 9.2")
def test_nobody_need_overrun_an_hq_for_a_nearer_hex() -> None:
    """HQs stand in both hexes that are nearer; the two that are as near stay open."""
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "61-HQ": "15.25", "2GT-HQ": "16.25"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    assert set(texts(match)) == {"retreat 15.24", "retreat 17.25", "retreat 15.25", "retreat 16.25"}


@pytest.mark.rule("stargard 9.1.1", "stargard 9.3.1")
def test_an_hq_finds_room_where_its_troops_do_not() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "3SS-HQ": "16.24", "307/163": "15.25", "310/163": "15.25"})
    in_a_pocket(table, "15.25")
    table.lay({"415": "14.24", "311": "14.25", "328": "15.26"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS", "3SS-HQ")
    assert (where(match, "48/23SS"), where(match, "3SS-HQ")) == ("eliminated", "15.25")


@pytest.mark.rule("stargard 9.4", "stargard-design 6.3")
def test_who_goes_too_short_is_told_to_be_isolated_once() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24", "3SS-HQ": "16.24", "XSS-HQ": "15.25"})
    in_a_pocket(table, "15.25")
    table.lay({"415": "14.24", "311": "14.25", "328": "15.26"})
    match = retreat(table, GERMAN, "16.24", 2, "48/23SS", "49/23SS", "3SS-HQ")
    match.play("together")
    while match.to_act:
        match.play(match.legal()[0])
    told = [event.params["unit"] for event in happened(match.log, "isolated")]
    assert sorted(map(str, told)) == sorted(set(map(str, told))) and where(match, "3SS-HQ") == "removed"
    alive = [id for id in ("48/23SS", "49/23SS") if where(match, id) == "15.25"]
    assert alive and all(supply(match, id) == "isolated" for id in alive)


@pytest.mark.rule("stargard 9.1.1", "stargard 9.1", "stargard 9.4")
def test_who_goes_apart_and_finds_no_way_is_not_sent_again() -> None:
    """From 17.07 the tanks' ways are held; the men on foot go over the meadow."""
    table = Pomerania()
    table.lay({"21/10SS": "17.07", "48/23SS": "17.07", "12G": "16.06", "75G": "17.08", "23G": "17.06", "52G": "18.06"})
    table.lay({"397": "18.07"})
    match = retreat(table, GERMAN, "17.07", 1, "21/10SS", "48/23SS")
    match.play("apart 21/10SS")
    assert (where(match, "21/10SS"), steps(match, "21/10SS"), supply(match, "21/10SS")) == ("17.07", 1, "isolated")
    assert where(match, "48/23SS") == "16.07"  # the only way, and nobody else is left to go
    assert match.to_act is None and len(happened(table.play.events, "retreat_short")) == 1


@pytest.mark.rule("stargard-design 12.1.1", "stargard 9.1.1")
def test_where_only_some_must_go_on_an_hq_does_not_go_alone() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24", "3SS-HQ": "16.24", "307/163": "15.25", "310/163": "16.25"})
    table.lay({"324/163": "15.24", "56/5J": "17.25", "12G": "16.23"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS", "49/23SS", "3SS-HQ")
    for text in ("together", "retreat 15.25", "lose 48/23SS"):
        match.play(text)
    alone = ["apart 48/23SS", "apart 49/23SS"]
    assert texts(match) == [*alone, "apart 3SS-HQ+48/23SS", "apart 3SS-HQ+49/23SS"]
    assert reasons(match, "apart 3SS-HQ") == {"apart 3SS-HQ": "stargard-design 12.1.1 retreat_hq"}
    match.play("apart 3SS-HQ+49/23SS")
    match.play("retreat 15.26")
    assert [where(match, id) for id in ("48/23SS", "49/23SS", "3SS-HQ")] == ["15.25", "15.26", "15.26"]


@pytest.mark.rule("stargard-design 9.1-immobile", "stargard-design 12.1.1")
def test_an_hq_stays_with_a_garrison_that_cannot_go() -> None:
    table = Pomerania()
    table.lay({"Gar-Greifenhagen": "06.10", "StellII-HQ": "06.10"})
    match = retreat(table, GERMAN, "06.10", 1, "Gar-Greifenhagen", "StellII-HQ")
    assert steps(match, "Gar-Greifenhagen") == 1 and match.to_act is None
    assert where(match, "StellII-HQ") == where(match, "Gar-Greifenhagen") == "06.10"
    assert not happened(table.play.events, "retreats")


@pytest.mark.rule("stargard 9.0")
def test_any_of_the_attacking_stacks_may_fall_back_first() -> None:
    for first, second in (("12G", "75G"), ("75G", "12G")):
        table = Pomerania()
        table.lay({"12G": "16.23", "75G": "15.24"})
        stacks = tuple((table.hex(at), 1, table.unit(id)) for id, at in (("75G", "15.24"), ("12G", "16.23")))
        match = table.push(FallBack(SOVIET, stacks))
        assert set(texts(match)) == {"apart 12G", "apart 75G"}
        events = list(match.play(f"apart {first}"))
        while match.to_act is not None:
            events += match.play(texts(match)[0])
        told = [event.params["units"] for event in happened(events, "retreats")]
        assert told == [(first,), (second,)]


@pytest.mark.rule("stargard 9.0", "stargard-design 8.6.2")
def test_only_who_is_left_of_an_attacking_stack_falls_back() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "16.23", "397": "15.24", "61-HQ": "15.24", "356": "14.25", "2GT-HQ": "14.25"})
    rows = (("16.23", "12G", "75G"), ("15.24", "397", "61-HQ"), ("14.25", "356", "2GT-HQ"))
    stacks = tuple((table.hex(at), 1, *sorted(map(table.unit, units))) for at, *units in rows)
    for id in ("75G", "356"):
        table.play.eliminate(table.unit(id))
    match = table.push(FallBack(SOVIET, stacks))
    assert set(texts(match)) == {"apart 12G", "apart 61-HQ+397"}  # an HQ without its troops stays
    match.play("apart 61-HQ+397")
    while match.to_act:
        match.play(texts(match)[0])
    assert where(match, "2GT-HQ") == "14.25" and "16.23" != where(match, "12G") != "removed"


@pytest.mark.rule("stargard 9.0", "stargard-design 12.1.1")
def test_an_hq_whose_last_unit_dies_on_the_way_goes_no_farther() -> None:
    """16.25 lies in enemy zones: the battalion's only step is lost there."""
    table = Pomerania()
    table.lay({"3Al": "16.24", "3SS-HQ": "16.24"})
    in_a_pocket(table, "16.25")
    match = retreat(table, GERMAN, "16.24", 2, "3Al", "3SS-HQ")
    assert (where(match, "3Al"), where(match, "3SS-HQ"), match.to_act) == ("eliminated", "16.25", None)
    assert not happened(table.play.events, "retreat_short")


@pytest.mark.rule("stargard-design 5.3", "stargard-design 6.3")
def test_an_hq_that_goes_on_alone_overruns_nobody() -> None:
    """Of two HQs in 15.25 the one that has come goes on; a lone Soviet one bars its way."""
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "3SS-HQ": "16.24", "XSS-HQ": "15.25", "61-HQ": "14.24"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS", "3SS-HQ")
    match.play("retreat 15.25")
    assert texts(match) == ["retreat 15.26", "retreat 14.25"] and where(match, "3SS-HQ") == "15.25"
    no = refused(match, "retreat 14.24")
    assert (str(no.citation), no.reason.key) == ("stargard 9.0", "chitpull.refusal.retreat_enemy")
    match.play("retreat 14.25")
    assert (where(match, "48/23SS"), where(match, "3SS-HQ")) == ("15.25", "14.25")


@pytest.mark.rule("stargard-design 9.1-immobile", "stargard 9.0")
def test_a_garrison_among_attackers_who_fall_back_pays_and_stays() -> None:
    table = Pomerania()
    table.lay({"Gar-Pyritz": "16.24", "48/23SS": "16.24"})
    stack = (table.hex("16.24"), 1, *sorted(map(table.unit, ("Gar-Pyritz", "48/23SS"))))
    match = table.push(FallBack(GERMAN, (stack,)))
    assert steps(match, "Gar-Pyritz") == 1 and set(texts(match)) == {"retreat 16.25", "retreat 15.25"}
    match.play("retreat 16.25")
    assert (where(match, "Gar-Pyritz"), where(match, "48/23SS")) == ("16.24", "16.25")
