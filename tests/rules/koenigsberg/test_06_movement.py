"""6.0 to 6.3 Movement; 6.4 and 6.5 have a module of their own."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.state import ISOLATED
from tests.rules.koenigsberg.moves import cites, moving
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, refused, texts, where


@pytest.mark.rule("koenigsberg 6.0")
def test_the_activated_hq_and_its_units_may_move_others_not() -> None:
    table = Table()
    for id, hex in (("5A-HQ", "0637"), ("5A-72", "0638"), ("28A-20", "0636"), ("28A-HQ", "0639"), ("26K-1", "0741")):
        table.put(id, hex)
    match = table.activate("5A-HQ")
    movers = {action.units[0] for action in match.legal() if action.verb == "move"}
    assert movers == {"5A-HQ", "5A-72"}
    assert cites(match, "move 28A-20") == "koenigsberg 4.2.1"
    assert cites(match, "move 26K-1") == "koenigsberg 4.0"


@pytest.mark.rule("koenigsberg 6.0", "koenigsberg 6.1")
def test_a_player_may_move_none_of_the_units() -> None:
    table = Table()
    table.put("5A-HQ", "0637")
    table.put("5A-72", "0638")
    match = table.activate("5A-HQ", attacks=False)
    assert "done" in texts(match)
    match.play("done")
    assert match.to_act is None and where(match, "5A-72") == "0638"


@pytest.mark.rule("koenigsberg 6.1")
def test_one_unit_after_the_other_and_each_once() -> None:
    table = Table()
    table.put("5A-72", "0637")
    table.put("5A-65", "0638")
    match = table.move(SOVIET, "5A-72", "5A-65")
    match.play("move 5A-72")
    assert all(action.verb == "to" for action in match.legal())  # its move is finished before another begins
    events = match.play("to 0636")
    assert str(happened(events, "moved")[0].citation) == "koenigsberg 6.1"
    assert cites(match, "move 5A-72") == "koenigsberg 6.1"
    match.play("move 5A-65")
    assert match.decision is not None and match.decision.kind == "hex"


@pytest.mark.rule("koenigsberg 6.1")
def test_hqs_are_not_mechanised() -> None:
    """Even a panzer corps HQ pays two for a forest, where its tanks pay three."""
    _, match = moving("GD-HQ", "1141")
    assert match.reach("GD-HQ")["1142"] == 2
    _, match = moving("Ind-5", "1141")
    assert match.reach("Ind-5")["1142"] == 3


@pytest.mark.rule("koenigsberg 6.1.1")
def test_a_unit_spends_no_more_than_its_allowance() -> None:
    _, match = moving("31A-71", "0236")  # five points
    assert max(match.reach("31A-71").values()) == 5
    assert {"0241"}.isdisjoint(match.reach("31A-71")) and match.reach("31A-71")["0239"] == 3
    match.play("move 31A-71")
    refusal = refused(match, "to 0438 via 0237-0238-0239-0339-0439")
    assert str(refusal.citation) == "koenigsberg 6.1.1" and refusal.reason.params["allowance"] == 5


@pytest.mark.rule("koenigsberg 6.1.1")
def test_the_cost_of_a_hex_too_far_is_told() -> None:
    table, match = moving("31A-71", "0637")
    match.play("move 31A-71")
    too_far = table.tables.numbers[table.tables.board.grid.within(table.hex("0637"), 6)[0]]
    refusal = refused(match, f"to {too_far}")
    assert str(refusal.citation) == "koenigsberg 6.1.1" and float(str(refusal.reason.params["cost"])) > 5


@pytest.mark.rule("koenigsberg 6.1.1")
def test_a_hex_at_the_other_end_of_the_map_is_only_too_far() -> None:
    _, match = moving("26K-1", "2845")
    refusal = match.why_not("26K-1", "0101")
    assert refusal is not None and str(refusal.citation) == "koenigsberg 6.1.1"
    assert refusal.text.params["cost"] == "59"  # by the cheapest way, rivers and all


@pytest.mark.rule("koenigsberg 6.1.2")
def test_forest_costs_two_and_three_for_mechanised_units() -> None:
    _, match = moving("5A-72", "1141")
    assert match.reach("5A-72")["1142"] == 2 and match.reach("5A-72")["1241"] == 1
    _, match = moving("5A-2G", "1141")
    (step,) = match.path("5A-2G", "1142")
    assert step.cost == 3 and str(step.parts[0].citation) == "koenigsberg 6.1.2"


@pytest.mark.rule("koenigsberg 6.1.2")
def test_a_unit_may_be_unable_to_move_a_single_hex() -> None:
    """152 UR has three points; from zone to zone a clear hex costs five."""
    table = Table()
    table.put("39A-152", "0637")
    table.put("39A-113", "0541")
    for id, hex in (("26K-1", "0638"), ("26K-69", "0536"), ("26K-349", "0736")):
        table.put(id, hex)
    match = table.move(SOVIET, "39A-152", "39A-113")
    assert not any("39A-152" in text for text in texts(match)) and match.reach("39A-152") == {}
    assert cites(match, "move 39A-152") == "koenigsberg 6.1.2"


@pytest.mark.rule("koenigsberg 6.2.1")
def test_a_road_into_a_forest_costs_the_road_price() -> None:
    _, match = moving("5A-2G", "0427")
    (step,) = match.path("5A-2G", "0428")  # forest, behind a minor river
    assert step.cost == 1 and str(step.parts[0].citation) == "koenigsberg 6.2.1"


@pytest.mark.rule("koenigsberg 6.2.1")
def test_two_road_hexes_without_a_road_between_them_do_not_help() -> None:
    _, match = moving("5A-2G", "0528")  # on a road, as is 0428, but a minor river without a bridge parts them
    match.play("move 5A-2G")
    assert "to 0428" in texts(match)
    assert match.reach("5A-2G")["0428"] == 2  # by road over 0427: one and one; straight on three and one more


@pytest.mark.rule("koenigsberg 6.2.2")
def test_an_unbridged_minor_river_costs_one_more_and_stops() -> None:
    _, match = moving("39A-113", "1143")
    (step,) = match.path("39A-113", "1243")
    assert [str(part.citation) for part in step.parts] == ["koenigsberg 6.1.2", "koenigsberg 6.2.2"]
    assert step.cost == 2
    match.play("move 39A-113")
    assert cites(match, "to 1244 via 1243") == "koenigsberg 6.2.2"
    match.play("to 1243")
    assert where(match, "39A-113") == "1243"


@pytest.mark.rule("koenigsberg 6.2.2")
def test_a_hex_behind_the_river_is_refused_for_the_stop() -> None:
    """Two points to cross to 1243 and one to go on: 152 UR has the three, but not the leave."""
    _, match = moving("39A-152", "1143")
    assert match.reach("39A-152")["1243"] == 2 and "1244" not in match.reach("39A-152")
    match.play("move 39A-152")
    assert cites(match, "to 1244") == "koenigsberg 6.2.2"


@pytest.mark.rule("koenigsberg 6.2.2", "koenigsberg 2.2.10")
def test_over_a_railway_bridge_there_is_neither_cost_nor_stop() -> None:
    table, match = moving("5A-72", "1138")
    assert table.tables.board.side("river", table.hex("1138"), table.hex("1139")) == "minor"
    assert match.reach("5A-72")["1139"] == 1
    match.play("move 5A-72")
    match.play("to 1140 via 1139")
    assert where(match, "5A-72") == "1140"


@pytest.mark.rule("koenigsberg 2.2.10", "koenigsberg 6.2.3")
def test_a_major_river_is_crossed_only_at_a_bridge() -> None:
    _, match = moving("27K-35", "0408")
    assert match.reach("27K-35")["0509"] == 2  # forest behind the railway bridge
    _, match = moving("27K-35", "0409")
    match.play("move 27K-35")
    assert "to 0410" not in texts(match)
    assert cites(match, "to 0509 via 0410") == "koenigsberg 6.2.3"


@pytest.mark.rule("koenigsberg 6.2.3")
def test_example_1227_and_1327_are_joined_by_land() -> None:
    _, match = moving("6K-131", "1227")
    match.play("move 6K-131")
    match.play("to 1327")
    assert where(match, "6K-131") == "1327"


@pytest.mark.rule("koenigsberg 6.2.3")
def test_example_1142_is_a_forest() -> None:
    table, match = moving("5A-72", "1141")
    assert table.tables.board.terrain(table.hex("1142")) == "forest" and match.reach("5A-72")["1142"] == 2


@pytest.mark.rule("koenigsberg 6.2.3")
def test_neither_into_water_nor_over_a_water_side() -> None:
    _, match = moving("6K-131", "1025")
    match.play("move 6K-131")
    assert cites(match, "to 1125") == "koenigsberg 6.2.3"  # a lake
    assert cites(match, "to 1127 via 1126") == "koenigsberg 6.2.3"  # over the lake shore


@pytest.mark.rule("koenigsberg 6.2.3", "koenigsberg 6.3")
def test_behind_a_closed_ring_of_enemies_no_way_leads() -> None:
    table = Table()
    ring = {"VS-1": "0638", "VS-2": "0538", "VS-3": "0537", "VS-4": "0636", "Gar-Elbing": "0737", "Gar-Thorn": "0738"}
    for id, number in {**ring, "5A-72": "0640"}.items():
        table.put(id, number)
    refusal = table.move(SOVIET, "5A-72").why_not("5A-72", "0637")
    assert refusal is not None and str(refusal.citation) == "koenigsberg 6.2.3"
    assert refusal.text.key == "chitpull.refusal.no_way"


@pytest.mark.rule("koenigsberg 6.2.3")
def test_water_and_rivers_are_named_as_what_they_are() -> None:
    _, match = moving("26K-1", "0637")
    refusal = match.why_not("26K-1", "3645")
    assert refusal is not None and refusal.text.key == "chitpull.refusal.water"
    _, match = moving("27K-35", "0409")
    match.play("move 27K-35")
    across = refused(match, "to 0509 via 0410")  # a major river
    assert str(across.citation) == "koenigsberg 6.2.3" and across.reason.key == "chitpull.refusal.impassable"


@pytest.mark.rule("koenigsberg 5.1", "koenigsberg 6.1.2")
def test_the_price_of_a_zone_is_named_when_it_is_left_and_when_it_is_entered() -> None:
    _, match = moving("5A-72", "0637", ("26K-1", "0636"))
    (step,) = match.path("5A-72", "0738")
    assert [(part.text.key.rpartition(".")[2], part.value, str(part.citation)) for part in step.parts] == [
        ("clear", 1, "koenigsberg 6.1.2"),
        ("leave_zone", 2, "koenigsberg 5.1"),
    ]
    _, match = moving("5A-72", "0738", ("26K-1", "0636"))
    (step,) = match.path("5A-72", "0637")
    assert [part.text.key.rpartition(".")[2] for part in step.parts] == ["clear", "enter_zone"]


@pytest.mark.rule("koenigsberg 6.4", "koenigsberg 6.5")
def test_outside_a_movement_segment_a_unit_is_told_what_its_mode_wants() -> None:
    table = Table()
    for id, number in {"39A-5G": "0636", "9K-561": "0637"}.items():
        table.put(id, number)
    match = table.fight(SOVIET, "39A-5G")
    for mode, rule, key in (("strategic", "6.4", "strategic_road"), ("rail", "6.5", "rail_line")):
        refusal = match.why_not("39A-5G", "0635", mode)
        assert refusal is not None and str(refusal.citation) == f"koenigsberg {rule}"
        assert refusal.text.key == f"chitpull.refusal.{key}"


@pytest.mark.rule("koenigsberg 6.2.3")
def test_not_off_the_map() -> None:
    table, match = moving("31A-71", "0137")
    ends = {table.hex(number) for number in match.reach("31A-71")}
    assert ends and all(table.tables.land[h] for h in ends)


@pytest.mark.rule("koenigsberg 6.3")
def test_enemy_hexes_are_closed() -> None:
    _, match = moving("5A-72", "0636", ("Gar-Lotzen", "0637"))
    match.play("move 5A-72")
    assert "to 0637" not in texts(match)
    assert cites(match, "to 0637") == "koenigsberg 6.3"
    assert cites(match, "to 0638 via 0637") == "koenigsberg 6.3"


@pytest.mark.rule("koenigsberg 6.3", "koenigsberg 11.1.4")
def test_a_lone_hq_is_overrun_and_the_move_goes_on() -> None:
    table, match = moving("5A-72", "0636", ("26K-HQ", "0637"))
    match.play("move 5A-72")
    events = match.play("to 0638 via 0637")
    assert str(happened(events, "overrun")[0].citation) == "koenigsberg 11.1.4"
    assert where(match, "26K-HQ") == "removed" and where(match, "5A-72") == "0638"
    assert table.play.number_in(GERMAN, table.hex("0637")) == 0


@pytest.mark.rule("koenigsberg 6.3")
def test_an_hq_overruns_nobody_and_a_guarded_hq_is_safe() -> None:
    _, match = moving("5A-HQ", "0636", ("26K-HQ", "0637"))
    match.play("move 5A-HQ")
    assert cites(match, "to 0637") == "koenigsberg 6.3"
    _, match = moving("5A-72", "0636", ("26K-HQ", "0637"), ("VS-1", "0637"))
    match.play("move 5A-72")
    assert cites(match, "to 0637") == "koenigsberg 6.3"


@pytest.mark.rule("koenigsberg 6.3", "koenigsberg 11.1.4")
def test_germans_overrun_a_lone_hq_too_and_their_hqs_do_not() -> None:
    _, match = moving("9K-561", "0636", ("39A-HQ", "0637"))
    match.play("move 9K-561")
    assert "to 0637" in texts(match)
    match.play("to 0638 via 0637")
    assert where(match, "39A-HQ") == "removed"
    _, match = moving("9K-HQ", "0636", ("39A-HQ", "0637"))
    match.play("move 9K-HQ")
    assert "to 0637" not in texts(match) and cites(match, "to 0637") == "koenigsberg 6.3"
    _, match = moving("9K-561", "0636", ("39A-HQ", "0637"), ("39A-113", "0637"))
    match.play("move 9K-561")
    assert "to 0637" not in texts(match) and cites(match, "to 0637") == "koenigsberg 6.3"


@pytest.mark.rule("koenigsberg 6.3")
def test_without_an_attack_strength_no_overrun(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    monkeypatch.setattr(table.tables, "attack", [(0, 0, 0)] * len(table.tables.units))
    table.put("5A-72", "0636")
    table.put("26K-HQ", "0637")
    match = table.move(SOVIET, "5A-72")
    match.play("move 5A-72")
    assert cites(match, "to 0637") == "koenigsberg 6.3"


@pytest.mark.rule("koenigsberg 6.1.2")
def test_a_named_path_is_legal_and_written_back() -> None:
    """`in` and `play` take any legal path, though `legal` lists only the cheapest."""
    table, match = moving("39A-113", "1143")
    match.play("move 39A-113")
    action = table.game.parse("to 1241 via 1142")
    assert action in match.legal() and str(action) == "to 1241 via 1142" and str(action) not in texts(match)
    assert table.game.parse("to 1241 via 1342") not in match.legal()
    assert cites(match, "to 1241 via 1342") == "koenigsberg 6.1.2"  # not adjacent
    match.play(action)
    assert where(match, "39A-113") == "1241"


@pytest.mark.rule("koenigsberg 13.1", "koenigsberg 6.0")
def test_the_path_matters_to_what_is_taken_on_the_way() -> None:
    table, match = moving("3BF-1", "1837")
    match.play("move 3BF-1")
    match.play("to 1835 via 1836")
    assert table.play.soviet_points() == 1


@pytest.mark.rule("koenigsberg 6.1.1", "koenigsberg 6.1.2")
def test_a_named_path_costs_no_more_than_the_allowance_and_goes_from_hex_to_hex() -> None:
    _, match = moving("26K-1", "2830")
    match.play("move 26K-1")
    assert cites(match, "to 2931 via 2828") == "koenigsberg 6.1.2"
    far = "to 2931 via 2829-2828-2829-2828-2829-2830"
    assert cites(match, far) == "koenigsberg 6.1.1"


@pytest.mark.rule("koenigsberg 6.1.1")
def test_a_named_path_may_use_up_every_point() -> None:
    _, match = moving("31A-71", "0236")  # five points
    match.play("move 31A-71")
    match.play("to 0141 via 0237-0238-0239-0240")
    assert where(match, "31A-71") == "0141"


@pytest.mark.rule("koenigsberg 6.4", "koenigsberg 6.5", "koenigsberg 6.1.1")
def test_a_unit_asked_how_it_may_move_answers_by_mode() -> None:
    _, match = moving("26K-1", "0637")
    assert match.reach("26K-1", "rail", freely=True) == {} == match.reach("26K-1", "strategic", freely=True)
    for mode, rule in (("rail", "6.5"), ("strategic", "6.4")):
        refusal = match.why_not("26K-1", "0638", mode)
        assert refusal is not None and str(refusal.citation) == f"koenigsberg {rule}"
    table = Table()
    table.put("26K-1", "0637")
    table.put("26K-69", "0638")
    match = table.move(GERMAN, "26K-69")
    assert match.reach("26K-1") == {} and match.reach("26K-1", freely=True)  # it is not its turn


@pytest.mark.rule("koenigsberg 6.1")
def test_a_move_taken_back_leaves_the_map_as_it_was() -> None:
    table = Table()
    table.put("26K-1", "0637")
    table.put("26K-69", "0740")
    match = table.move(GERMAN, "26K-1", "26K-69")
    before, reach = texts(match), match.reach("26K-1")
    match.play("move 26K-1")
    match.play("to 0638")
    match.undo()
    match.undo()
    assert where(match, "26K-1") == "0637" and (texts(match), match.reach("26K-1")) == (before, reach)


@pytest.mark.rule("koenigsberg 6.1.2", "koenigsberg 7.0")
def test_whose_only_way_leads_through_friends_is_stuck_once_its_end_is_full() -> None:
    """All around are Germans without zones; from 0637 a way leads over a full hex to 0838 and no farther."""
    table = Table()
    walls = ("0638", "0538", "0537", "0636", "0737", "0739", "0837")
    guards = ("VS-1", "VS-2", "VS-3", "VS-4", "Gar-Elbing", "Gar-Thorn", "Gar-Graud")
    for id, number in zip(guards, walls, strict=True):
        table.put(id, number)
    table.put("2GA-60", "0637", supply=ISOLATED)  # half an allowance: two hexes
    for id, number in {"5A-45": "0738", "5A-65": "0738", "28A-20": "0838", "28A-3G": "0839"}.items():
        table.put(id, number)
    match = table.move(SOVIET, "2GA-60", "28A-3G")
    assert "move 2GA-60" in texts(match) and set(match.reach("2GA-60")) == {"0838"}
    match.play("move 28A-3G")
    match.play("to 0838")
    assert match.to_act is None and match.reach("2GA-60", freely=True) == {}


@pytest.mark.rule("koenigsberg 7.0", "koenigsberg 6.1.2")
def test_whose_only_way_out_is_filled_by_a_friend_is_stuck() -> None:
    table = Table()
    table.play.state.slowed = 1  # RET.5: with the isolation it leaves one point
    walls = {"VS-1": "0638", "VS-2": "0538", "VS-3": "0537", "VS-4": "0636", "Gar-Elbing": "0737"}
    for id, number in walls.items():
        table.put(id, number)
    table.put("2GA-60", "0637", supply=ISOLATED)
    for id, number in {"5A-45": "0738", "28A-3G": "0838", "28A-20": "1040"}.items():
        table.put(id, number)
    match = table.move(SOVIET, "2GA-60", "28A-3G", "28A-20")
    assert "move 2GA-60" in texts(match)
    match.play("move 28A-3G")
    match.play("to 0738")
    assert "move 28A-20" in texts(match) and "move 2GA-60" not in texts(match)


@pytest.mark.rule("koenigsberg 7.0")
def test_a_named_path_ends_no_more_in_a_full_hex_than_any_other() -> None:
    _, match = moving("26K-1", "2830", ("9K-56", "2931"), ("9K-561", "2931"))
    match.play("move 26K-1")
    assert cites(match, "to 2931") == cites(match, "to 2931 via 2930") == "koenigsberg 7.0"


@pytest.mark.rule("koenigsberg 7.0", "koenigsberg 6.1")
def test_a_friend_who_leaves_opens_the_way_until_his_move_is_taken_back() -> None:
    table = Table()
    table.play.state.slowed = 1  # RET.5: with the isolation it leaves one point
    walls = {"VS-1": "0638", "VS-2": "0538", "VS-3": "0537", "VS-4": "0636", "Gar-Elbing": "0737"}
    for id, number in {**walls, "5A-45": "0738", "28A-3G": "0738", "28A-20": "1040"}.items():
        table.put(id, number)
    table.put("2GA-60", "0637", supply=ISOLATED)
    match = table.move(SOVIET, "2GA-60", "28A-3G", "28A-20")
    before = texts(match)
    assert "move 2GA-60" not in before
    match.play("move 28A-3G")
    match.play("to 0838")
    assert "move 2GA-60" in texts(match)
    match.undo()
    match.undo()
    assert texts(match) == before


@pytest.mark.rule("koenigsberg 6.5", "koenigsberg 11.5", "koenigsberg 6.1.1")
def test_who_cannot_set_out_reaches_nothing() -> None:
    _, match = moving("9K-548", "1836", ("5A-72", "1837"))  # on a railway, but in a zone
    assert match.reach("9K-548", "rail", freely=True) == {} != match.reach("9K-548", freely=True)
    _, match = moving("Gar-Elbing", "1836")
    assert match.reach("Gar-Elbing", freely=True) == {}
    table = Table(turn=1)
    table.put("6K-HQ", "0626")
    assert table.move(GERMAN, "6K-HQ").reach("6K-HQ", freely=True) == {}
