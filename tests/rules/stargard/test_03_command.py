"""3.0: chits, HQs and command."""

import pytest

from countermarch.games.chitpull.activation import commanded
from countermarch.games.chitpull.headquarters import remove_idle
from countermarch.games.chitpull.state import CUP, RESERVE
from countermarch.games.stargard.command import Drawing, PreparedBlow, prepare
from countermarch.match import Match
from tests.rules.koenigsberg.chits import chit
from tests.rules.stargard.table import SOVIET, Pomerania, cited, happened, inside, refused, texts, where


def cup(table: Pomerania, *chits: str) -> None:
    for id in chits:
        table.play.state.chit[table.tables.chit_index[id]] = CUP
    table.play.state.chance.draws = list(chits)


def draw(table: Pomerania, *chits: str) -> Match:
    cup(table, *chits)
    return table.push(Drawing())


def corps(turn: int = 3, **options: str) -> Pomerania:
    table = Pomerania(turn=turn, **options)
    table.lay({"3SS-HQ": "16.24", "48/23SS": "16.25", "61-HQ": "30.05", "12G": "30.06"})
    return table


@pytest.mark.rule("stargard-design 3.1")
def test_the_owner_of_a_drawn_chit_activates_its_hq() -> None:
    match = draw(corps(), "3SS", "61")
    assert match.to_act == "german" and any(text.startswith("move 48/23SS") for text in texts(match))
    told = happened(list(inside(match).events), "drawn")
    assert [str(event.citation) for event in told] == ["stargard-design 3.1"]


@pytest.mark.rule("stargard-design 3.1.1")
def test_a_chit_beyond_the_limit_is_laid_aside() -> None:
    table = corps()
    table.play.state.used[0] = 5  # turn 3: five for the Germans
    match = draw(table, "3SS", "61")
    assert chit(match, "3SS") == "void" and match.to_act == "soviet"
    assert cited(table.play.events, "void") == ["stargard-design 3.1.1"]


@pytest.mark.rule("stargard-design 3.1.1")
@pytest.mark.parametrize(("turn", "german", "soviet"), [(1, 6, 2), (2, 5, 3), (8, 2, 9), (10, 3, 8)])
def test_limits_by_turn(turn: int, german: int, soviet: int) -> None:
    activations = corps(turn).match().position()["activations"]
    assert (activations["german"]["limit"], activations["soviet"]["limit"]) == (german, soviet)


@pytest.mark.rule("stargard-design 3.1.2")
def test_an_action_chit_dies_with_the_limit_of_its_side() -> None:
    table = corps(turn=9)
    table.play.state.used[1] = 9
    match = draw(table, "Barrage", "3SS")
    assert chit(match, "Barrage") == "void" and match.to_act == "german"
    assert len(happened(list(table.play.events), "lapsed")) == 1


@pytest.mark.rule("stargard-design 3.1.2", "stargard-design 12.8")
def test_an_action_chit_counts_against_no_limit() -> None:
    table = corps()
    match = draw(table, "NoGas", "3SS")
    assert inside(match).state.no_gas == 1 and list(inside(match).state.used) == [1, 0]
    assert cited(table.play.events, "no_gas") == ["stargard-design 12.8"]


@pytest.mark.rule("stargard-design 3.1.3", "stargard-design 3.1.2")
def test_the_event_chit_alone_keeps_the_phase_going_while_a_limit_lasts() -> None:
    table = corps()
    cup(table, "Event")
    table.play.state.chance.draws = ["Event", "19.1.10"]
    table.push(Drawing())
    assert len(happened(list(table.play.events), "event_drawn")) == 1


@pytest.mark.rule("stargard-design 3.1.3")
def test_the_phase_ends_when_both_limits_are_used() -> None:
    table = corps()
    table.play.state.used[0], table.play.state.used[1] = 5, 3
    cup(table, "Event", "3SS", "61")
    table.push(Drawing())
    assert not happened(list(table.play.events), "drawn")
    assert cited(table.play.events, "drawing_over") == ["stargard-design 3.1.3"]


@pytest.mark.rule("stargard-design 3.2")
def test_army_group_chooses_any_german_hq_and_moves_two_independents() -> None:
    table = corps()
    table.lay({"XSS-HQ": "33.16", "307/163": "33.15", "560": "20.20", "5Al": "22.22", "1Al": "10.20"})
    match = draw(table, "HGW")
    assert texts(match) == ["activate 3SS-HQ", "activate XSS-HQ"]
    match.play("activate XSS-HQ")
    lent = {text.split()[1] for text in texts(match) if text.startswith("lend")}
    assert lent == {"560", "5Al", "1Al"}
    assert not any(text.endswith("rail") for text in texts(match) if text.startswith("lend"))
    for id in ("560", "5Al"):
        match.play(f"lend {id}")
        match.play(match.legal()[0])
    assert not any(text.startswith("lend") for text in texts(match))
    assert str(refused(match, "lend 1Al").citation) == "stargard-design 3.2"


@pytest.mark.rule("stargard-design 3.2")
def test_front_command_chooses_any_soviet_hq_again_if_it_likes() -> None:
    table = corps()
    table.lay({"2GT-HQ": "14.04", "33G/9GT": "15.06"})
    match = draw(table, "61", "1BF-1")
    match.play("move 12G")
    match.play("to 30.07")
    match.play("done")
    assert texts(match) == ["activate 2GT-HQ", "activate 61-HQ"]
    assert str(refused(match, "activate 3SS-HQ").citation) == "stargard-design 3.2"
    match.play("activate 61-HQ")
    match.play("move 12G")
    match.play("to 30.06")
    assert where(match, "12G") == "30.06" and inside(match).state.used[1] == 2
    assert str(refused(match, "move 33G/9GT").citation) == "stargard-design 3.3.1"


@pytest.mark.rule("stargard-design 3.2")
def test_front_command_lends_nobody() -> None:
    table = corps()
    table.put("70G", "20.20")
    match = draw(table, "1BF-1")
    assert not any(text.startswith("lend") for text in texts(match))


@pytest.mark.rule("stargard-design 12.5")
def test_first_guards_tank_army_waits_for_turn_eight() -> None:
    table = corps(turn=7)
    table.lay({"2GT-HQ": "14.04", "33G/9GT": "15.06", "1GT-HQ": "28.01", "19": "28.02"})
    match = draw(table, "1BF-1")
    assert texts(match) == ["activate 2GT-HQ", "activate 61-HQ"]
    assert str(refused(match, "activate 1GT-HQ").citation) == "stargard-design 12.5"
    later = corps(turn=8)
    later.lay({"1GT-HQ": "28.01", "19": "28.02"})
    assert "activate 1GT-HQ" in texts(draw(later, "1BF-1"))


@pytest.mark.rule("stargard-design 12.5", "stargard-design 16.1")
def test_called_early_it_does_not_wait() -> None:
    table = corps(turn=6, early_armour="turn_5")
    table.lay({"1GT-HQ": "28.01", "19": "28.02"})
    assert "activate 1GT-HQ" in texts(draw(table, "1BF-1"))


@pytest.mark.rule("stargard-design 3.3")
def test_first_all_movement_then_all_attacks_and_both_may_be_left_out() -> None:
    table = corps()
    table.put("356", "17.25")
    match = draw(table, "3SS")
    assert all(text.split()[0] in ("move", "done") for text in texts(match))
    assert any(text.startswith("move 3SS-HQ") for text in texts(match))
    assert str(refused(match, "move 12G").citation) == "stargard-design 3.3"
    match.play("done")
    assert inside(match).state.used[0] == 1


@pytest.mark.rule("stargard-design 3.3.1")
def test_an_hq_activates_its_formation_and_three_or_two_independents() -> None:
    table = corps()
    table.lay({"3Al": "17.25", "4Al": "17.24", "5Al": "15.25", "560": "15.24", "307/163": "16.23", "XSS-HQ": "33.16"})
    match = draw(table, "3SS")
    assert inside(match).state.quota == 3
    assert str(refused(match, "move 307/163").citation) == "stargard-design 3.3.1"
    for id in ("3Al", "4Al", "5Al"):
        match.play(f"move {id}")
        match.play(match.legal()[0])
    assert str(refused(match, "move 560").citation) == "stargard-design 3.3.1"
    soviet = corps()
    match = draw(soviet, "61")
    assert inside(match).state.quota == 2


@pytest.mark.rule("stargard-design 3.3.2")
def test_units_that_have_lost_their_hq_are_independent() -> None:
    table = corps()
    table.put("307/163", "17.25")  # of X SS, whose HQ has been removed
    match = draw(table, "3SS")
    assert any(text.startswith("move 307/163") for text in texts(match)) and inside(match).state.quota == 3
    match.play("move 307/163")
    match.play(match.legal()[0])
    assert inside(match).state.quota == 2


@pytest.mark.rule("stargard-design 3.3.2")
def test_units_whose_hq_has_not_come_are_not() -> None:
    table = corps()
    table.play.state.hex[table.unit("XSS-HQ")] = RESERVE
    table.put("307/163", "17.25")
    match = draw(table, "3SS")
    assert str(refused(match, "move 307/163").citation) == "stargard-design 3.3.1"


@pytest.mark.rule("stargard-design 3.3.3", "stargard-design 3.3.4")
def test_range_counts_hexes_and_ends_behind_the_oder() -> None:
    """From Greifenhagen command reaches the first hex over the unbridged river, and not the next."""
    table = Pomerania(turn=9)
    table.lay({"Tettau-HQ": "06.10", "1/Baer": "05.11", "2/Baer": "04.11", "1/Koes": "06.04", "2/Koes": "06.03"})
    answer = table.match().command("Tettau-HQ")
    assert answer["range"] == 6 and set(answer["own"]) == {"1/Baer", "1/Koes"}
    match = draw(table, "Tettau")
    assert {"move 1/Baer", "move 1/Koes"} <= set(texts(match))
    for id in ("2/Baer", "2/Koes"):
        assert str(refused(match, f"move {id}").citation) == "stargard-design 3.3.4"


@pytest.mark.rule("stargard-design 3.3.3")
def test_enemies_and_zones_do_not_shorten_it() -> None:
    table = corps()
    before = [u for u, _ in commanded(table.play, table.unit("3SS-HQ"))]
    table.lay({"75G": "17.24", "23G": "15.24"})
    assert [u for u, _ in commanded(table.play, table.unit("3SS-HQ"))] == before
    answer = table.match().command("3SS-HQ")
    assert answer["range"] == 7 and answer["citation"] == "stargard-design 3.3.3"


@pytest.mark.rule("stargard-design 3.3.4")
def test_out_of_range_a_unit_neither_moves_nor_attacks_but_defends() -> None:
    table = corps()
    table.lay({"49/23SS": "30.20", "356": "31.20"})
    match = draw(table, "3SS")
    assert str(refused(match, "move 49/23SS").citation) == "stargard-design 3.3.4"
    assert match.preview("30.20", ["356"]).defence == 4


# prepared blows


@pytest.mark.rule("stargard-design 12.10")
def test_on_turn_one_the_germans_name_a_chit_before_the_first_draw() -> None:
    table = corps(turn=1)
    table.lay({"XSS-HQ": "33.16", "307/163": "33.15"})
    cup(table, "3SS", "XSS", "61")
    table.play.push(Drawing())
    prepare(table.play)
    match = table.match()
    assert match.to_act == "german" and texts(match) == ["name 3SS", "name XSS"]
    assert str(refused(match, "name 61").citation) == "stargard-design 12.10"
    events = match.play("name XSS")
    assert cited(events, "named") == ["stargard-design 12.10"]
    assert chit(match, "XSS") == "used" and inside(match).state.used[0] == 1
    assert any(text.startswith("move 307/163") for text in texts(match))


@pytest.mark.rule("stargard-design 12.10")
def test_on_turn_eight_the_soviets_name_two() -> None:
    table = corps(turn=8)
    table.lay({"2GT-HQ": "14.04", "33G/9GT": "15.06", "47-HQ": "10.03", "328": "11.06"})
    cup(table, "61", "2GT", "47")
    match = table.push(Drawing(), PreparedBlow(SOVIET, 2))
    match.play("name 61")
    match.play("done")
    assert texts(match) == ["name 2GT", "name 47"] and inside(match).state.used[1] == 1
    match.play("name 47")
    assert inside(match).state.used[1] == 2


@pytest.mark.rule("stargard-design 12.10")
@pytest.mark.parametrize("turn", [2, 5, 9])
def test_on_other_turns_nobody_does(turn: int) -> None:
    table = corps(turn=turn)
    prepare(table.play)
    assert table.play.state.frames == []


# HQs that are lost


@pytest.mark.rule("stargard-design 12.1.3")
def test_an_hq_without_a_friendly_combat_unit_in_range_is_lost_with_its_chit() -> None:
    table = corps()
    table.lay({"XSS-HQ": "33.16", "Munzel-HQ": "17.24"})
    cup(table, "XSS", "Munzel")
    remove_idle(table.play)
    match = table.match()
    assert where(match, "XSS-HQ") == "removed" and chit(match, "XSS") == "removed"
    assert where(match, "Munzel-HQ") == "17.24"  # 48/23SS is near, of another corps
    assert cited(table.play.events, "hq_idle") == ["stargard-design 12.1.3"]


@pytest.mark.rule("stargard-design 3.1.1")
@pytest.mark.parametrize(("used", "state"), [(1, "used"), (2, "void")])
def test_the_limit_is_that_of_the_present_turn(used: int, state: str) -> None:
    """Two German activations on turn 8; on turn 7 there are four."""
    table = Pomerania(turn=8)
    table.lay({"3SS-HQ": "16.25", "48/23SS": "16.24", "61-HQ": "30.05", "12G": "30.06"})
    table.play.state.used[table.group("german")] = used
    match = draw(table, "3SS", "61")
    while match.to_act is not None:
        match.play("done")
    assert chit(match, "3SS") == state and table.play.state.used[table.group("german")] == 2


@pytest.mark.rule("stargard-design 3.1")
def test_chits_are_remembered_in_the_order_of_their_drawing() -> None:
    table = Pomerania(turn=8)
    table.lay({"3SS-HQ": "16.25", "48/23SS": "16.24", "61-HQ": "30.05", "12G": "30.06"})
    match = draw(table, "61", "3SS")
    while match.to_act is not None:
        match.play("done")
    doc = match.position()
    assert (doc["drawn"], doc["draw_order"], doc["draws"]) == (["61", "3SS"], [1, 2], 2)


@pytest.mark.rule("stargard-design 3.3.3")
def test_an_hq_on_the_bank_counts_from_its_own_hex_and_one_to_the_other_bank() -> None:
    """From 01.03 the other bank of the Oder is one hex away, and two by the bridge."""
    table = Pomerania()
    table.put("StellII-HQ", "01.03")
    hexes = table.match().command("StellII-HQ")["hexes"]
    assert (hexes["01.03"], hexes["01.04"], hexes["02.03"]) == (0, 1, 1)
    assert table.unit("StellII-HQ") in [u for u, _ in commanded(table.play, table.unit("StellII-HQ"))]


@pytest.mark.rule("stargard-design 3.3.1", "stargard-design 3.3.3")
def test_a_headquarters_shows_whom_it_reaches_and_how_far() -> None:
    table = Pomerania()
    table.lay({"3SS-HQ": "16.24", "48/23SS": "16.25", "560": "17.25", "XSS-HQ": "16.26", "12G": "20.20"})
    table.lay({"49/23SS": "30.22", "3Al": "30.21", "322/281": "15.25"})
    answer = table.match().command("3SS-HQ")
    most = answer["range"]
    assert (answer["hq"], answer["own"]) == ("3SS-HQ", ["48/23SS"])
    assert answer["independents"] == ["560", "322/281"]  # one of them has lost its own HQ
    assert answer["citation"] == "stargard-design 3.3.3" and answer["hexes"]["16.24"] == 0
    assert most == table.tables.units[table.unit("3SS-HQ")].command_range
    assert max(answer["hexes"].values()) == most and answer["hexes"]["16.25"] == 1
