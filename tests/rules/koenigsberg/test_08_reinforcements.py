"""8.0 Reinforcements, with zones (5.3) and over-stacking (7.1) where they meet them, and 11.4(1)."""

import pytest

from countermarch.games.chitpull.reinforcements import ArrivalMoves, arrive, enter, lose
from countermarch.games.chitpull.state import OUT_OF_SUPPLY, RESERVE, VOLKSSTURM_BOX
from countermarch.match import Match
from tests.rules.koenigsberg.chits import chit, laid_out
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, at_the_gate, happened, refused, step, texts, where

CORPS_28 = ("28K-HQ", "28K-58", "28K-95")
TANKS = ("5GTA-HQ", "5GTA-10", "5GTA-29", "5GTA-47")


def waiting(turn: int, *ids: str) -> Table:
    table = Table(turn=turn)
    for id in ids:
        table.box(id, RESERVE)
    return table


def arrivals(table: Table, side: int) -> Match:
    arrive(table.play, side)
    return at_the_gate(table.match())


@pytest.mark.rule("koenigsberg 8.0")
def test_units_enter_at_their_area_and_may_move_in_any_mode() -> None:
    match = arrivals(waiting(3, *TANKS), SOVIET)
    assert [where(match, id) for id in TANKS] == ["0114"] * 4
    assert {"move 5GTA-10", "move 5GTA-10 rail", "move 5GTA-HQ"} <= set(texts(match))
    assert str(happened(match.log, "enters")[0].citation) == "koenigsberg 8.0"


@pytest.mark.rule("koenigsberg 8.0", "koenigsberg 6.5")
def test_who_arrives_where_no_railway_is_is_told_so_himself() -> None:
    table = waiting(3, "28K-58")
    enter(table.play, GERMAN, [table.unit("28K-58")])
    match = at_the_gate(table.match())
    refusal = refused(match, "move 28K-58 rail")
    assert str(refusal.citation) == "koenigsberg 6.5" and refusal.reason.params["unit"] == "28K-58"


@pytest.mark.rule("koenigsberg 8.0")
def test_they_are_in_supply_and_need_no_hq_to_move() -> None:
    table = waiting(3, "5GTA-10")
    table.play.state.supply[table.unit("5GTA-10")] = OUT_OF_SUPPLY
    match = arrivals(table, SOVIET)
    assert table.play.state.supply[table.unit("5GTA-10")] == 0
    match.play("move 5GTA-10")
    match.play("to 0214")
    assert where(match, "5GTA-10") == "0214"
    assert list(table.play.state.used) == [0, 0, 0]


@pytest.mark.rule("koenigsberg 8.0")
def test_each_moves_once_and_others_do_not() -> None:
    table = waiting(3, *TANKS)
    table.put("2BF-8", "0213")
    match = arrivals(table, SOVIET)
    match.play("move 5GTA-10")
    match.play("to 0214")
    assert str(refused(match, "move 5GTA-10").citation) == "koenigsberg 8.0"
    assert str(refused(match, "move 2BF-8").citation) == "koenigsberg 8.0"


@pytest.mark.rule("koenigsberg 8.0")
def test_units_come_on_their_own_turn_only() -> None:
    table = waiting(2, *TANKS)
    match = arrivals(table, SOVIET)
    assert match.to_act is None
    assert where(match, "5GTA-HQ") == "reserve"


@pytest.mark.rule("koenigsberg 8.0")
def test_the_note_on_rails_reinforcements_ride_behind_the_enemy_line() -> None:
    """No track belongs to anyone: only units on the line or their zones stop a train."""
    table = waiting(3, "5GTA-10")
    free = arrivals(table, SOVIET)
    free.play("move 5GTA-10 rail")
    open_line = {text.split()[1] for text in texts(free)}
    table = waiting(3, "5GTA-10")
    table.put("Ind-23", "0310")
    blocked = arrivals(table, SOVIET)
    blocked.play("move 5GTA-10 rail")
    assert {text.split()[1] for text in texts(blocked)} < open_line
    assert len(open_line) > 50


@pytest.mark.rule("koenigsberg 8.0.1", "koenigsberg 7.1")
def test_arrivals_over_stack_at_first_and_must_part() -> None:
    match = arrivals(waiting(3, *TANKS), SOVIET)
    assert "done" not in texts(match)
    assert str(refused(match, "done").citation) == "koenigsberg 8.0.1"
    assert str(refused(match, "remove 5GTA-47").citation) == "koenigsberg 7.1"
    match.play("move 5GTA-47")
    match.play("to 0115")
    assert "done" in texts(match)
    match.play("done")
    assert match.to_act is None


@pytest.mark.rule("koenigsberg 8.0.1", "koenigsberg 7.1")
def test_a_second_hq_over_stacks_too() -> None:
    table = waiting(4, "50A-HQ")
    table.put("5GTA-HQ", "0114")
    match = arrivals(table, SOVIET)
    assert "done" not in texts(match)
    match.play("move 50A-HQ")
    match.play("to 0115")
    assert (where(match, "50A-HQ"), where(match, "5GTA-HQ")) == ("0115", "0114")


def crowded_spit(*there: str) -> Table:
    """The way south from entry D is full, and a Soviet zone covers it."""
    table = waiting(8, *CORPS_28)
    for id in there:
        table.put(id, "3145")
    table.put("Ind-605", "3144")
    table.put("Ind-10", "3144")
    table.put("39A-94", "3043")
    return table


@pytest.mark.rule("koenigsberg 7.1")
def test_what_cannot_part_is_lost_and_the_owner_chooses() -> None:
    match = arrivals(crowded_spit("28K-607"), GERMAN)
    offered = set(texts(match))
    assert {"remove 28K-58", "remove 28K-95"} <= offered
    assert "remove 28K-607" not in offered
    assert "done" not in offered
    events = match.play("remove 28K-58")
    assert str(happened(events, "crowded_out")[0].citation) == "koenigsberg 7.1"
    assert (where(match, "28K-58"), where(match, "28K-95"), where(match, "28K-607")) == (
        "eliminated",
        "3145",
        "3145",
    )


@pytest.mark.rule("koenigsberg 7.1")
def test_a_crowded_hex_never_leaves_the_owner_without_an_answer() -> None:
    match = arrivals(crowded_spit("28K-607", "Ind-23"), GERMAN)
    while match.to_act:
        match.play(match.legal()[0])
    assert (where(match, "28K-58"), where(match, "28K-95")) == ("eliminated", "eliminated")


@pytest.mark.rule("koenigsberg 8.0.2")
def test_placing_costs_nothing_of_the_allowance() -> None:
    table = waiting(3, "5GTA-10")
    match = arrivals(table, SOVIET)
    entered = set(match.reach("5GTA-10"))
    table = Table()
    table.put("5GTA-10", "0114")
    moved = set(table.move(SOVIET, "5GTA-10").reach("5GTA-10"))
    assert entered == moved
    assert len(entered) > 20


@pytest.mark.rule("koenigsberg 8.0.3", "koenigsberg 5.3")
@pytest.mark.parametrize("enemy", ["3145", "3144"])
def test_a_closed_entry_hex_sends_them_along_the_edge(enemy: str) -> None:
    table = waiting(8, *CORPS_28)
    table.put("39A-94", enemy)
    match = arrivals(table, GERMAN)
    assert texts(match) == [
        f"place 28K-HQ {hex}" for hex in ("2945", "2845", "2745", "2645", "2545", "2445", "2345", "2245", "2145")
    ]
    match.play("place 28K-HQ 2945")
    match.play("place 28K-58 2945")
    match.play("place 28K-95 2145")
    assert [where(match, id) for id in CORPS_28] == ["2945", "2945", "2145"]
    assert "move 28K-95" in texts(match)


@pytest.mark.rule("koenigsberg 8.0.3", "koenigsberg 5.3")
def test_where_on_the_edge_they_may_not_enter() -> None:
    table = waiting(8, "28K-58")
    table.put("39A-94", "3144")
    table.put("39A-113", "2745")
    match = arrivals(table, GERMAN)
    assert str(refused(match, "place 28K-58 2745").citation) == "koenigsberg 8.0.3"
    for other in ("done", "place 28K-95 3045"):
        assert str(refused(match, other).citation) == "koenigsberg 3.0"
    assert str(refused(match, "place 28K-58 2645").citation) == "koenigsberg 5.3"
    assert str(refused(match, "place 28K-58 3145").citation) == "koenigsberg 5.3"
    assert str(refused(match, "place 28K-58 2045").citation) == "koenigsberg 8.0.3"
    assert str(refused(match, "place 28K-58 2944").citation) == "koenigsberg 8.0.3"


@pytest.mark.rule("koenigsberg 5.3", "koenigsberg 8.0.3")
def test_friends_in_the_entry_hex_do_not_lift_a_zone() -> None:
    table = waiting(8, "28K-58")
    table.put("28K-607", "3145")
    table.put("39A-94", "3144")
    match = arrivals(table, GERMAN)
    assert all(text.startswith("place 28K-58") for text in texts(match))
    assert "place 28K-58 3145" not in texts(match)


@pytest.mark.rule("koenigsberg 5.3")
def test_a_unit_without_a_zone_nearby_closes_nothing() -> None:
    table = waiting(8, "28K-58")
    table.put("39A-HQ", "3144")
    match = arrivals(table, GERMAN)
    assert where(match, "28K-58") == "3145"


@pytest.mark.rule("koenigsberg 8.0.4")
def test_what_cannot_enter_anywhere_is_lost() -> None:
    table = waiting(8, *CORPS_28)
    for id, hex in zip(("39A-94", "39A-113", "5A-45", "5A-72", "5A-65"), range(21, 30, 2), strict=True):
        table.put(id, f"{hex}45")
    table.put("28A-20", "3145")
    match = arrivals(table, GERMAN)
    assert match.to_act is None
    assert [where(match, id) for id in CORPS_28] == ["removed", "eliminated", "eliminated"]
    assert chit(match, "28K") == "removed"
    assert {str(e.citation) for e in happened(match.log, "cannot_enter")} == {"koenigsberg 8.0.4"}


@pytest.mark.rule("koenigsberg 8.1")
def test_an_hq_brings_its_chit_into_the_cup() -> None:
    table = waiting(3, *TANKS)
    assert chit(table.match(), "5GTA") == "later"
    match = arrivals(table, SOVIET)
    assert chit(match, "5GTA") == "cup"
    assert str(happened(match.log, "chit_joins")[0].citation) == "koenigsberg 8.1"


@pytest.mark.rule("koenigsberg 8.1.1")
@pytest.mark.parametrize(("turn", "joins"), [(2, {"43A", "2GA", "2BF-1"}), (3, {"HGM", "3BF-1"}), (5, {"2BF-2"})])
def test_special_chits_and_those_of_hqs_on_the_map_join_on_their_turn(turn: int, joins: set[str]) -> None:
    play = laid_out()
    play.state.frames.clear()
    play.state.turn = turn
    before = {chit.id for chit in play.in_cup()}
    play.push(step(play, "command"))
    play.settle()
    joined = {event.params["chit"] for event in play.events if event.key.endswith("chit_joins")}
    assert joins <= joined
    assert not joins & before


@pytest.mark.rule("koenigsberg 8.1.1")
def test_a_special_chit_works_in_the_turn_it_joins() -> None:
    table = Table(turn=3)
    table.put("9K-HQ", "1939")
    table.play.state.chance.draws = ["HGM"]
    match = table.phase("command")
    assert happened(match.log, "activated")[0].params["unit"] == "9K-HQ"


@pytest.mark.rule("koenigsberg 11.4(1)")
def test_admiral_hipper_comes_into_the_haff_on_turn_8() -> None:
    table = waiting(8, "Hipper")
    match = arrivals(table, GERMAN)
    assert where(match, "Hipper") == "haff"
    assert str(happened(match.log, "sails")[0].citation) == "koenigsberg 11.4(1)"
    assert where(arrivals(waiting(7, "Hipper"), GERMAN), "Hipper") == "reserve"


@pytest.mark.rule("koenigsberg 11.4(1)")
def test_admiral_hipper_stays() -> None:
    table = waiting(8, "Hipper")
    table.box("VS-1", VOLKSSTURM_BOX)
    match = table.phase("reinforcement")
    while match._play.state.turn == 8:
        match.play("done")
    assert where(match, "Hipper") == "haff"


@pytest.mark.rule("koenigsberg 11.1.4", "koenigsberg 8.0")
def test_an_arriving_unit_overruns_a_lone_hq() -> None:
    table = waiting(8, "28K-58")
    table.put("39A-HQ", "3144")
    match = arrivals(table, GERMAN)
    match.play("move 28K-58")
    events = match.play("to 3144")
    assert where(match, "39A-HQ") == "removed"
    assert str(happened(events, "overrun")[0].citation) == "koenigsberg 11.1.4"


@pytest.mark.rule("koenigsberg 8.0")
def test_arriving_is_no_activation_and_no_combat_follows() -> None:
    table = waiting(9, "19A-40G", "19A-HQ")
    table.put("Ind-23", "0308")
    match = arrivals(table, SOVIET)
    match.play("move 19A-40G")
    match.play("to 0207" if "to 0207" in texts(match) else match.legal()[0])
    match.play("done")
    assert match.to_act is None
    assert not happened(match.log, "activated")


@pytest.mark.rule("koenigsberg 8.0.3")
def test_every_entry_area_has_an_edge() -> None:
    table = Table()
    assert set(table.tables.detours) == set("ABCDEF")
    assert all(table.tables.detours.values())


@pytest.mark.rule("koenigsberg 8.0.4", "koenigsberg 11.2")
def test_what_is_lost_at_the_edge_has_no_steps_and_may_be_rebuilt() -> None:
    table = waiting(3, "5GTA-10")
    u = table.unit("5GTA-10")
    lose(table.play, u)
    assert (where(table.match(), "5GTA-10"), table.play.state.steps[u]) == ("eliminated", 0)


@pytest.mark.rule("koenigsberg 11.3(2)", "koenigsberg 8.0", "koenigsberg 14.1.2")
def test_where_soviets_enter_they_have_been() -> None:
    table = waiting(3, "5GTA-10")
    assert not table.play.state.crossed[table.hex("0114")]
    match = arrivals(table, SOVIET)
    assert "0114" in match.position()["crossed"]


@pytest.mark.rule("koenigsberg 7.1")
def test_who_can_still_leave_a_crowded_hex_is_not_removed() -> None:
    match = arrivals(waiting(3, *TANKS), SOVIET)  # three combat units in one hex
    refusal = refused(match, "remove 5GTA-10")
    assert str(refusal.citation) == "koenigsberg 7.1" and "disperse" in refusal.reason.key
    assert str(refused(match, "move 5GTA-HQ strategic").citation) == "koenigsberg 6.4"
    refusal = refused(match, "remove 5GTA-HQ")  # one HQ is not too many
    assert str(refusal.citation) == "koenigsberg 7.1" and "surplus" in refusal.reason.key


@pytest.mark.rule("koenigsberg 7.1", "koenigsberg 8.0.1")
def test_others_who_can_move_do_not_clear_a_hex_they_are_not_in() -> None:
    table = Table()
    walls = dict(zip(("VS-1", "VS-2", "VS-3", "VS-4", "Gar-Elbing", "Gar-Thorn"), around(table, "0637"), strict=True))
    crowd = ("5GTA-10", "5GTA-29", "5GTA-47")
    for id, number in {**walls, **dict.fromkeys(crowd, "0637"), "5GTA-HQ": "1040", "2BF-8": "1040"}.items():
        table.put(id, number)
    units = tuple(map(table.unit, (*crowd, "5GTA-HQ", "2BF-8")))
    match = table.push(ArrivalMoves(SOVIET, units, units))
    assert {"remove 5GTA-10", "remove 5GTA-29", "remove 5GTA-47", "move 2BF-8"} <= set(texts(match))
    assert "done" not in texts(match)
    match.play("remove 5GTA-10")
    assert "done" in texts(match) and not any(text.startswith("remove") for text in texts(match))


def around(table: Table, number: str) -> list[str]:
    return [table.tables.numbers[h] for h in table.tables.board.grid.around(table.hex(number))]
