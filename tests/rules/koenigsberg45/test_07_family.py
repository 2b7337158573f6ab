"""What the family's code does in the first edition's way, beyond what both books share word for word."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull import barrage
from countermarch.games.chitpull.losses import Losses
from countermarch.games.chitpull.reinforcements import arrive
from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.retreat import Retreat
from countermarch.games.chitpull.state import ELIMINATED, READY, RESERVE
from countermarch.games.chitpull.supply import check_all
from tests.rules.koenigsberg.chits import draw
from tests.rules.koenigsberg.table import GERMAN, SOVIET, at_the_gate, happened, refused, texts, where
from tests.rules.koenigsberg45.both import laid, no, rules, table

FRIENDS = ("39A-5G", "39A-94", "39A-113", "5A-45", "5A-65", "5A-72", "28A-20", "28A-3G", "28A-128", "28A-218")


@pytest.mark.rule("koenigsberg45 0.7b", "koenigsberg45 0.7")
def test_two_dice_choose_the_event() -> None:
    match = draw(laid({"9K-HQ": "1939"}), "Event", "9K", draws=("Event",), dice=(3, 4))
    assert happened(match.log, "event_rolled")[0].params["number"] == 7
    assert rules(match.log, "event_rolled") == ["koenigsberg45 0.7b"]


@pytest.mark.rule("koenigsberg45 2.1d", "koenigsberg45 4.4")
def test_army_group_lends_nobody_who_cannot_go_that_way() -> None:
    match = laid({"9K-HQ": "1939", "Ind-5": "0738"}).activate("9K-HQ", lendable=2)
    assert "lend Ind-5" in texts(match) and no(match, "lend Ind-5 strategic") == "koenigsberg45 4.4"


@pytest.mark.rule("koenigsberg45 4.0", "koenigsberg45 4.1")
def test_a_unit_that_is_not_asked_now_is_told_so() -> None:
    found = laid({"9K-561": "0637", "9K-548": "0836"})
    refusal = found.match().why_not("9K-561", "0638")
    assert refusal is not None and str(refusal.citation) == "koenigsberg45 4.0"
    match = found.move(GERMAN, "9K-561", "9K-548")
    assert match.why_not("9K-561", "0638") is None
    match.play("move 9K-548")
    refusal = match.why_not("9K-561", "0638")
    assert refusal is not None and str(refusal.citation) == "koenigsberg45 4.1"


@pytest.mark.rule("koenigsberg45 6.0c", "koenigsberg45 3.2")
@pytest.mark.parametrize(("blocker", "rule"), [("0214", "3.2"), ("0114", "6.0c")])
def test_whether_a_zone_or_a_unit_closes_the_entry_hex(blocker: str, rule: str) -> None:
    found = laid({"27K-35": blocker})
    found.box("5GTA-10", RESERVE)
    arrive(found.play, SOVIET)
    assert no(found.match(), "place 5GTA-10 0114") == f"koenigsberg45 {rule}"


@pytest.mark.rule("koenigsberg45 12.5(2)", "koenigsberg45 6.0")
def test_who_arrives_enters_the_hex() -> None:
    found = laid({}, turn=8)
    found.box("28K-58", RESERVE)
    found.play.state.crossed[found.hex("3145")] = 1
    arrive(found.play, GERMAN)
    found.match().play("place 28K-58 3145")
    assert found.play.state.crossed[found.hex("3145")] == 0  # German again


@pytest.mark.rule("koenigsberg45 6.0a", "koenigsberg45 6.0d")
def test_who_must_part_and_who_need_not_be_removed() -> None:
    found = laid({"2BF-8": "0114"})
    for id in ("5GTA-10", "5GTA-29"):
        found.box(id, RESERVE)
    arrive(found.play, SOVIET)
    match = found.match()
    for id in ("5GTA-10", "5GTA-29"):
        match.play(f"place {id} 0114")
    reasons = {id: refused(match, f"remove {id}").reason.key for id in ("5GTA-10", "2BF-8")}
    assert reasons == {"5GTA-10": "chitpull.refusal.can_disperse", "2BF-8": "chitpull.refusal.no_surplus"}


@pytest.mark.rule("koenigsberg45 9.0")
def test_soviets_do_not_retreat_through_germans() -> None:
    found = laid({"39A-94": "0637", "9K-561": "0638", "9K-548": "0838"})
    match = found.push(Retreat(SOVIET, found.hex("0637"), (found.unit("39A-94"),), 1, True, False))
    assert no(match, "retreat 0638") == "koenigsberg45 9.0" and "retreat 0638" not in texts(match)


@pytest.mark.rule("koenigsberg45 12.4", "koenigsberg45 12.1c")
def test_counters_of_one_step_and_hqs_are_never_rebuilt() -> None:
    found = laid({"39A-HQ": "1043"})
    for id in ("39A-28G", "39A-94", "5A-HQ"):  # one step, two, an HQ
        found.play.state.steps[found.box(id, ELIMINATED)] = 0
    match = found.push(Replacements(SOVIET, 2, ()))
    assert {text.split()[1] for text in texts(match) if text != "done"} == {"39A-94"}
    assert no(match, "rebuild 39A-28G 1 1043") == "koenigsberg45 12.4"
    assert no(match, "rebuild 5A-HQ 1 1043") == "koenigsberg45 12.1c"


@pytest.mark.rule("koenigsberg45 1.5a")
def test_without_volkssturm_nobody_goes_home() -> None:
    match = table(turn=3).phase("end")
    assert not happened(match.log, "volkssturm_home")


@pytest.mark.rule("koenigsberg45 5.0", "koenigsberg45 4.1")
def test_who_was_shut_in_by_friends_moves_once_they_have_made_room() -> None:
    """A fortified district of three points in a German zone, with two friends in every hex it could pay for."""
    found = laid({"39A-152": "0637", "9K-561": "0638"})
    grid = found.tables.board.grid
    around = [grid.numbers[h] for h in grid.within(found.hex("0637"), 1) if grid.numbers[h] not in ("0637", "0638")]
    for number, pair in zip(around, zip(FRIENDS[::2], FRIENDS[1::2], strict=True), strict=False):
        for id in pair:
            found.put(id, number)
    match = found.move(SOVIET, "39A-152", *FRIENDS)
    assert "move 39A-152" not in texts(match)
    mover = next(id for id in FRIENDS if f"move {id}" in texts(match))
    left = where(match, mover)
    match.play(f"move {mover}")
    away = [t for t in texts(match) if grid.distance(grid.index(t.split()[1]), found.hex("0637")) > 2]
    match.play(away[0])
    assert "move 39A-152" in texts(match)
    match.play("move 39A-152")
    assert where(match, "39A-152") == left  # the one hex it can go to


@pytest.mark.rule("koenigsberg45 4.1", "koenigsberg45 5.0")
def test_who_has_lost_the_last_free_hex_to_a_friend_does_not_move() -> None:
    """The fortified district again, with one hex next to it that a friend enters first."""
    found = laid({"39A-152": "0637", "9K-561": "0638", "3BF-2G": "0335"})
    grid, friends = found.tables.board.grid, iter(FRIENDS)
    around = [grid.numbers[h] for h in grid.within(found.hex("0637"), 1) if grid.numbers[h] not in ("0637", "0638")]
    for number in around:
        found.put(next(friends), number)
        if number != around[0]:
            found.put(next(friends), number)
    match = found.move(SOVIET, "39A-152", "3BF-2G")
    assert "move 39A-152" in texts(match)
    match.play("move 3BF-2G")
    match.play(f"to {around[0]}")
    assert where(match, "3BF-2G") == around[0] and "move 39A-152" not in texts(match)


@pytest.mark.rule("koenigsberg45 4.0")
def test_nothing_but_moving_is_asked_in_a_movement_segment() -> None:
    match = laid({"9K-561": "0637", "39A-94": "0638"}).move(GERMAN, "9K-561")
    assert {no(match, text) for text in ("place 9K-561 0636", "attack 0638", "refit 9K-561")} == {"koenigsberg45 1.0"}


@pytest.mark.rule("koenigsberg45 12.3", "koenigsberg45 12.5(1)")
def test_only_volkssturm_come_for_those_driven_away() -> None:
    found = laid({"39A-113": "2931", "Refugees-1": "2930"})
    for id in ("Ind-15SS", "28K-58", "VS-3"):
        found.box(id, RESERVE)
    match = found.move(SOVIET, "39A-113")
    match.play("move 39A-113")
    match.play("to 2930")
    assert [where(match, id) for id in ("Ind-15SS", "28K-58", "VS-3")] == ["reserve", "reserve", "volkssturm_box"]


@pytest.mark.rule("koenigsberg45 8.0c", "koenigsberg45 8.0e")
def test_who_is_gone_loses_no_more_steps() -> None:
    found = laid({"9K-561": "0637", "9K-548": "0637"})
    found.put("Ind-10", "0637", steps=1)
    units = tuple(found.unit(id) for id in ("Ind-10", "9K-561", "9K-548"))
    match = found.push(Losses(GERMAN, units, 3, False, True))
    match.play("lose Ind-10")
    assert where(match, "Ind-10") == "eliminated" and texts(match) == ["lose 9K-561", "lose 9K-548"]


@pytest.mark.rule("koenigsberg45 9.2d", "koenigsberg45 9.2b")
def test_a_way_over_a_lone_hq_stands_beside_the_others() -> None:
    for others, ways in (
        ({"39A-HQ": "1937"}, ["1836", "1937"]),
        ({"39A-HQ": "1937", "5A-HQ": "1836"}, ["1737", "1938", "1836", "1937"]),
    ):
        found = laid({"9K-561": "1837", **others})
        match = found.push(Retreat(GERMAN, found.hex("1837"), (found.unit("9K-561"),), 1, True, False))
        assert texts(match) == [f"retreat {way}" for way in ways]


@pytest.mark.rule("koenigsberg45 0.1e", "koenigsberg45 11.3c")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_what_befalls_a_hidden_unit_is_told_to_its_owner_alone(side: str) -> None:
    ours, theirs = ("26K-1", "9K-561"), ("39A-94", "39A-5G", "5A-72", "5A-45", "39A-113")
    if side == "soviet":
        ours, theirs = ("39A-113", "39A-94"), ("9K-548", "26K-1", "26K-69", "9K-561", "6K-131")
    stood = dict(zip(theirs, ("0741", "0540", "0642", "0541", "0742"), strict=True))
    found = laid({**dict.fromkeys(ours, "0641"), **stood}, fog_of_war="on")
    check_all(found.play)
    told = {str(e.params["unit"]): e.sees for e in found.play.events if e.params["unit"] in ours}
    assert set(told) == set(ours) and set(told.values()) == {None, (side,)}


@pytest.mark.rule("koenigsberg45 7.0", "koenigsberg45 7.3a")
def test_only_neighbours_attack() -> None:
    for number, near in (("0636", True), ("0639", False), ("0635", False)):
        match = laid({"39A-5G": number, "9K-561": "0637", "39A-94": "1243", "9K-548": "1244"}).fight(
            SOVIET, "39A-5G", "39A-94"
        )
        assert ("attack 0637" in texts(match)) == near and "attack 1244" in texts(match)


@pytest.mark.rule("koenigsberg45 RET.4")
def test_the_german_barrage_of_an_event_is_one() -> None:
    found = laid({"9K-561": "0636", "39A-94": "0637", "5A-72": "0536", "9K-HQ": "1939"})
    match = draw(found, "Event", "9K", draws=("Event", "4", "9K"))
    assert {"barrage 0637", "barrage 0536"} <= set(texts(match))
    match.weighs = True
    match.next_dice(1)
    (told,) = happened(match.play("barrage 0637"), "barrage")
    assert not any(text.startswith("barrage") for text in texts(match))
    assert told.assault is not None and (told.assault.kind, told.assault.target) == ("barrage", "0637")
    assert told.assault.preview.column == told.params["odds"] == "3-1"


@pytest.mark.rule("koenigsberg45 2.2a", "koenigsberg45 7.3a")
def test_the_best_attack_takes_the_strongest_independents_the_hq_has_places_for() -> None:
    independents = {"Ind-10": "0636", "Ind-5": "0738", "Ind-7": "0738", "Ind-505": "0638"}
    found = laid({"26K-HQ": "0536", "26K-1": "0636", "39A-94": "0637", **independents})
    match = found.activate("26K-HQ")
    match.play("done")
    attack = {id: found.tables.attack[found.unit(id)][-1] for id in ("26K-1", *independents)}
    own, *rest = attack["26K-1"], *sorted((attack[id] for id in independents), reverse=True)
    assert found.play.state.quota == 3 and match.targets()["0637"].attack == own + sum(rest[:3])


@pytest.mark.rule("koenigsberg45 0.1e", "koenigsberg45 4.0")
def test_who_moves_is_told_where_to_though_enemies_lie_hidden() -> None:
    found = laid({"39A-94": "0637", "9K-561": "0538", "26K-1": "0538"}, fog_of_war="on")
    match = found.move(SOVIET, "39A-94")
    assert len({"26K-1", "9K-561"} - {unit["id"] for unit in match.view("soviet")["units"]}) == 1
    assert match.reach("39A-94", side="soviet") == match.reach("39A-94") != {}


@pytest.mark.rule("koenigsberg45 2.2a", "koenigsberg45 2.2f")
def test_a_question_names_the_rule_that_keeps_a_unit_out_of_the_activation() -> None:
    units = {"9K-HQ": "1939", "9K-561": "0637", "26K-1": "1938", "26K-HQ": "1838"}
    match = laid(units).activate("9K-HQ")
    for id, hex, rule in (("26K-1", "1937", "2.2a"), ("9K-561", "0636", "2.2f")):
        refusal = match.why_not(id, hex)
        assert refusal is not None and str(refusal.citation) == f"koenigsberg45 {rule}"


@pytest.mark.rule("koenigsberg45 12.4")
def test_nobody_is_refitted_who_is_not_on_the_map() -> None:
    found = laid({"39A-HQ": "1043"})
    found.play.state.steps[found.box("39A-94", ELIMINATED)] = 1
    found.put("39A-113", "1044", steps=1)
    match = found.push(Replacements(SOVIET, 2, ()))
    assert refused(match, "refit 39A-94").reason.key == "chitpull.refusal.off_map"
    assert refused(match, "refit 39A-5G").reason.key == "chitpull.refusal.off_map"


@pytest.mark.rule("koenigsberg45 6.0")
def test_who_has_come_is_not_placed_again() -> None:
    found = laid({}, turn=3)
    for id in ("5GTA-10", "5GTA-29"):
        found.box(id, RESERVE)
    arrive(found.play, SOVIET)
    match = at_the_gate(found.match())
    assert {no(match, text) for text in ("place 5GTA-10 0115", "rebuild 5GTA-10 1 0114")} == {"koenigsberg45 1.0"}


@pytest.mark.rule("koenigsberg45 2.2e", "koenigsberg45 2.2e-2")
@pytest.mark.parametrize("number", ["0114", "0212", "3040", "1939"])
def test_command_reaches_no_farther_than_the_crow_flies(number: str) -> None:
    found = laid({"65A-HQ": number})
    grid, told = found.tables.board.grid, found.match().command("65A-HQ")
    away = {hex: grid.distance(grid.index(hex), found.hex(number)) for hex in told["hexes"]}
    assert all(away[hex] <= steps <= told["range"] for hex, steps in told["hexes"].items()) and len(away) > 10


@pytest.mark.rule("koenigsberg45 4.6")
def test_a_train_costs_no_points() -> None:
    path = laid({"Ind-5": "2932"}).move(GERMAN, "Ind-5").path("Ind-5", "2834", mode="rail")
    assert [(step.hex, step.cost) for step in path] == [("2933", 0), ("2833", 0), ("2834", 0)]
    assert {str(part.citation) for step in path for part in step.parts} == {"koenigsberg45 4.6"}


@pytest.mark.rule("koenigsberg45 6.0e", "koenigsberg45 4.6")
def test_a_train_with_reinforcements_stops_three_hexes_from_the_enemy() -> None:
    found = laid({"27K-HQ": "0517"})
    found.box("5GTA-10", RESERVE)
    arrive(found.play, SOVIET)
    match = at_the_gate(found.match())
    match.play("move 5GTA-10 rail")
    grid = found.tables.board.grid
    assert min(grid.distance(found.hex(action.hexes[-1]), found.hex("0517")) for action in match.legal()) == 3


@pytest.mark.rule("koenigsberg45 2.2e", "koenigsberg45 2.2a")
def test_an_hq_tells_whom_it_commands() -> None:
    units = {"9K-HQ": "1939", "9K-548": "1940", "9K-56": "1339", "9K-561": "1239", "26K-1": "1938", "26K-HQ": "1838"}
    told = laid({**units, "Ind-505": "1739"}).match().command("9K-HQ")
    assert (told["own"], told["independents"], told["range"]) == (["9K-56", "9K-548"], ["Ind-505"], 6)
    assert told["citation"] == "koenigsberg45 2.2e"


@pytest.mark.rule("koenigsberg45 13.1", "koenigsberg45 7.4")
@pytest.mark.parametrize(("strike", "columns"), [("normal", 1), ("full", 2)])
def test_an_air_attack_is_a_part_of_the_odds(strike: str, columns: int) -> None:
    found = laid({"9K-561": "0636", "39A-94": "0637"})
    found.box("LW", READY)
    *_, last = found.fight(GERMAN, "9K-561").preview("0637", ["9K-561"], {"LW": strike}).parts
    assert (last.text.key, last.value, str(last.citation)) == (
        f"chitpull.part.air_{strike}",
        columns,
        "koenigsberg45 13.1",
    )


@pytest.mark.rule("koenigsberg45 0.7a")
def test_a_barrage_needs_somebody_to_hit_and_has_no_die_of_its_own_by_itself() -> None:
    found = laid({"39A-5G": "0636", "9K-561": "0637", "9K-548": "0536"})
    assert [part.text.key for part in found.match().preview("0637", [], kind="barrage").parts] == [
        "chitpull.part.barrage"
    ]
    barrage.fire(found.play, SOVIET, "3BF", 1)
    match = found.match()
    refusal = refused(match, "barrage 0635")
    assert (refusal.reason.key, str(refusal.citation)) == ("chitpull.refusal.nothing_to_attack", "koenigsberg45 0.7a")
    match.next_dice(1)
    assert happened(match.play("barrage 0637"), "barrage")[0].assault is None  # nobody asked for it
