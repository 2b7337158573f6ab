"""7.1, 7.2, 7.4, 8.11, 10.3, 5.5, 12.6: movement."""

from __future__ import annotations

import pytest

from countermarch.games.vistula import movement, ways
from countermarch.games.vistula.movement import MovementPhase
from countermarch.games.vistula.verbs import REGULAR
from countermarch.rulebook import Refusal
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, texts, where


@pytest.mark.rule("vistula 7.1#1")
def test_points_are_spent_by_terrain() -> None:
    t = Table()
    t.put("94RC", "0503")
    t.put("3GTK", "0503")
    match = t.push(MovementPhase(ALLIED))
    assert match.reach("94RC")["0504"] == 1 and match.reach("3GTK")["0504"] == 2  # forest
    assert max(match.reach("94RC").values()) == 8 and max(match.reach("3GTK").values()) == 12
    (step,) = match.path("3GTK", "0504")
    assert [(str(part.citation), part.value) for part in step.parts] == [("vistula 7.1#1", 2)]


@pytest.mark.rule("vistula 7.1#1")
def test_a_unit_moves_once_and_no_further_than_its_points() -> None:
    t = Table()
    t.put("94RC", "0301")
    t.put("65RC", "0101")
    match = t.push(MovementPhase(ALLIED))
    match.play("move 94RC")
    refusal = refused(match, "to 0310")
    assert str(refusal.citation) == "vistula 7.1#1" and "8" in str(refusal.reason)
    events = match.play("to 0303")
    assert str(happened(events, "moved")[0].citation) == "vistula 7.1#1"
    assert str(refused(match, "move 94RC").citation) == "vistula 7.1#1"


@pytest.mark.rule("vistula 7.1#1")
def test_nobody_enters_the_sea_or_an_enemy_hex() -> None:
    t = Table()
    t.put("94RC", "0402")
    t.put("1ID", "0403")
    t.put("HQ-9A", "0503")
    match = t.push(MovementPhase(ALLIED))
    for number in ("0403", "0503"):
        refusal = match.why_not("94RC", number)
        assert refusal is not None and str(refusal.citation) == "vistula 7.1#1"


@pytest.mark.rule("vistula 7.1#2")
def test_one_hex_can_always_be_moved_for_all_points() -> None:
    t = Table()
    mountain = next(h for h in range(t.tables.n) if t.tables.board.terrain(h) == "mountain")
    beside = next(h for h in t.tables.next_to[mountain] if t.tables.board.terrain(h) == "clear")
    slow = t.put("6GTK", t.tables.numbers[beside], steps=2, supply="out_of_supply")
    t.play.state.thaw = t.play.state.turn
    match = t.push(MovementPhase(ALLIED))
    assert match.reach("6GTK")[t.tables.numbers[mountain]] == 3  # 12 halved, halved again; the mountain costs 4
    (step,) = match.path("6GTK", t.tables.numbers[mountain])
    assert str(step.parts[0].citation) == "vistula 7.1#2"
    assert t.play.state.hex[slow] == beside


@pytest.mark.rule("vistula 7.1#3")
def test_a_stack_moves_with_the_points_of_its_slowest_unit() -> None:
    t = Table()
    t.put("3GTK", "0201")
    t.put("94RC", "0201")
    match = t.push(MovementPhase(ALLIED))
    assert max(match.reach(["3GTK", "94RC"]).values()) == 8
    match.play("move 94RC+3GTK")
    assert str(refused(match, "to 0211").citation) == "vistula 7.1#3"
    match.play("to 0205")
    assert where(match, "3GTK") == where(match, "94RC") == "0205"


@pytest.mark.rule("vistula 7.1#3")
def test_a_stack_is_any_group_in_one_hex() -> None:
    t = Table()
    for id in ("3GTK", "94RC", "65RC"):
        t.put(id, "0201")
    t.put("20RC", "0202")
    match = t.push(MovementPhase(ALLIED))
    assert "move 3GTK+94RC" not in texts(match)
    assert match.game.parse("move 3GTK+65RC") in match.legal()
    assert str(refused(match, "move 3GTK+20RC").citation) == "vistula 7.1#3"


@pytest.mark.rule("vistula 7.1#3")
def test_mixed_stacks_pay_what_the_tanks_pay() -> None:
    t = Table()
    t.put("3GTK", "0503")
    t.put("94RC", "0503")
    match = t.push(MovementPhase(ALLIED))
    assert match.reach(["3GTK", "94RC"])["0504"] == 2


class TestBridges:
    """7.2: the example of the Oder at Stettin, 0926 to 1026."""

    @pytest.mark.rule("vistula 7.2")
    def test_example_both_banks_friendly_cost_one_point(self) -> None:
        for start, end in (("0926", "1026"), ("1026", "0926")):
            t = Table()
            t.put("1ID", start)
            match = t.push(MovementPhase(GERMAN))
            (step,) = match.path("1ID", end)
            assert step.cost == 1 and str(step.parts[-1].citation) == "vistula 7.2"

    @pytest.mark.rule("vistula 7.2")
    def test_example_an_enemy_bank_adds_the_river(self) -> None:
        t = Table()
        t.put("1ID", "0926")
        t.hold(ALLIED, "1026")
        match = t.push(MovementPhase(GERMAN))
        (step,) = match.path("1ID", "1026")
        assert step.cost == 2 and [part.text.key for part in step.parts] == ["vistula.part.clear", "vistula.part.river"]

    @pytest.mark.rule("vistula 7.2")
    def test_a_railway_is_a_bridge_too_and_open_water_is_none(self) -> None:
        t = Table()
        t.put("1ID", "1215")
        t.put("69ID", "1314")
        match = t.push(MovementPhase(GERMAN))
        assert match.reach("1ID")["1114"] == 1  # the line to Thorn
        assert match.reach("69ID")["1214"] == 2  # the Weichsel

    @pytest.mark.rule("vistula 7.2")
    def test_a_bank_taken_earlier_in_the_phase_counts(self) -> None:
        t = Table()
        t.hold(ALLIED, "0926", "1026")
        t.put("1ID", "1027")
        t.hold(GERMAN, "0926")
        t.put("69ID", "0926")
        match = t.push(MovementPhase(GERMAN))
        assert match.reach("69ID")["1026"] == 2
        match.play("move 1ID")
        match.play("to 1025 via 1026")
        assert match.reach("69ID")["1026"] == 1

    @pytest.mark.rule("vistula 7.2")
    def test_a_bank_the_group_has_just_taken_counts_too(self) -> None:
        t = Table()
        t.hold(ALLIED, "1026")
        path = [t.hex("1026"), t.hex("0926")]
        for id, price in (("1ID", 1), ("G-LC1", 2)):  # a column takes nothing
            u = t.put(id, "1025")
            walked = ways.walk(t.play, (u,), REGULAR, path)
            assert not isinstance(walked, Refusal) and [step.cost for step in walked] == [1, price]
        t.hold(ALLIED, *(t.play.hex_name(h) for h in t.tables.board.grid.around(t.hex("0926")) if h >= 0))
        t.hold(GERMAN, "1025")
        reach = t.push(MovementPhase(GERMAN)).reach
        assert (reach("1ID")["0926"], reach("G-LC1")["0926"]) == (2, 3)


class TestStrategic:
    @pytest.mark.rule("vistula 7.4#1")
    def test_points_are_doubled_for_allies_only(self) -> None:
        t = Table()
        t.put("94RC", "0201")
        t.put("1ID", "1520")
        match = t.push(MovementPhase(ALLIED))
        assert max(match.reach("94RC", mode="strategic").values()) == 16
        t = Table()
        t.put("1ID", "1520")
        match = t.push(MovementPhase(GERMAN))
        assert str(refused(match, "strategic 1ID").citation) == "vistula 7.4#1"

    @pytest.mark.rule("vistula 7.4#2")
    def test_neither_begins_nor_ends_next_to_an_enemy(self) -> None:
        t = Table()
        t.put("94RC", "0402")
        t.put("65RC", "0401")
        t.put("1ID", "0502")
        match = t.push(MovementPhase(ALLIED))
        assert str(refused(match, "strategic 94RC").citation) == "vistula 7.4#2"
        match.play("strategic 65RC")
        assert str(refused(match, "to 0501").citation) == "vistula 7.4#2"

    @pytest.mark.rule("vistula 7.4#2")
    @pytest.mark.parametrize("id", ["HQ-9A", "G-LC1"])
    def test_an_hq_or_a_column_counts_as_an_enemy_too(self, id: str) -> None:
        t = Table()
        t.put("94RC", "0401")
        t.put("65RC", "0502")
        t.put(id, "0503")
        match = t.push(MovementPhase(ALLIED))
        assert str(refused(match, "strategic 65RC").citation) == "vistula 7.4#2"
        assert not {"0403", "0404", "0502", "0504", "0603"} & set(match.reach("94RC", mode="strategic"))
        match.play("strategic 94RC")
        assert str(refused(match, "to 0403").citation) == "vistula 7.4#2"
        assert str(refused(match, "to 0403 via 0402").citation) == "vistula 7.4#2"

    @pytest.mark.rule("vistula 7.4#2")
    def test_it_may_pass_an_hq_which_has_no_zone(self) -> None:
        """Forbidden is to begin or end next to an enemy; a zone stops whoever enters it, and an HQ has none."""
        t = Table()
        t.put("94RC", "0401")
        t.put("HQ-9A", "0503")
        match = t.push(MovementPhase(ALLIED))
        match.play("strategic 94RC")
        match.play("to 0505 via 0402-0403-0404-0405")
        assert where(match, "94RC") == "0505"
        t = Table()
        t.put("94RC", "0401")
        t.put("1ID", "0503")
        match = t.push(MovementPhase(ALLIED))
        match.play("strategic 94RC")
        assert str(refused(match, "to 0505 via 0402-0403-0404-0405").citation) == "vistula 7.4#2"

    @pytest.mark.rule("vistula 7.4#2")
    def test_a_unit_with_enemies_next_to_every_end_does_not_move_strategically(self) -> None:
        """Columns two hexes away all round 0201: nowhere to end, so the move is not offered; on foot it goes."""
        t = Table()
        t.put("152UR", "0201")
        assert "strategic 152UR" in texts(t.push(MovementPhase(ALLIED)))
        t = Table()
        t.put("152UR", "0201")
        for k, number in enumerate(("0102", "0203", "0302", "0401", "0402"), 1):
            t.put(f"G-LC{k}", number)
        match = t.push(MovementPhase(ALLIED))
        assert "move 152UR" in texts(match) and "strategic 152UR" not in texts(match)
        assert str(refused(match, "strategic 152UR").citation) == "vistula 7.1#1"

    @pytest.mark.rule("vistula 7.4#3")
    def test_rail_costs_half_a_point_on_ground_held_since_the_phase_began(self) -> None:
        t = Table()
        t.put("94RC", "0202")
        match = t.push(MovementPhase(ALLIED))
        assert match.reach("94RC", mode="strategic")["0401"] == 1  # 0301, 0401 along the line
        assert match.reach("94RC")["0401"] == 2
        assert match.reach("94RC", mode="strategic")["0303"] == 1.5  # German ground: 0302 by rail, then on foot
        steps = match.path("94RC", "0401", mode="strategic")
        assert {str(part.citation) for step in steps for part in step.parts} == {"vistula 7.4#3"}

    @pytest.mark.rule("vistula 7.4#3")
    def test_a_hex_taken_in_this_phase_has_no_trains_yet(self) -> None:
        t = Table()
        t.put("94RC", "0302")
        t.put("65RC", "0402")
        match = t.push(MovementPhase(ALLIED))
        match.play("move 65RC")
        match.play("to 0404 via 0403-0303")
        assert match.reach("94RC", mode="strategic")["0303"] == 1


class TestFrozen:
    @pytest.mark.rule("vistula 8.11#1")
    @pytest.mark.parametrize(("turn", "points"), [(1, 1), (2, 1), (3, 2)])
    def test_rivers_cost_nothing_on_the_first_two_turns(self, turn: int, points: int) -> None:
        t = Table(turn=turn)
        t.put("1ID", "1314")
        (step,) = t.push(MovementPhase(GERMAN)).path("1ID", "1214")
        rule = "vistula 8.11#1" if turn < 3 else "vistula 7.1#1"
        assert (step.cost, str(step.parts[-1].citation)) == (points, rule)

    @pytest.mark.rule("vistula 8.11#3")
    def test_the_lake_is_clear_ground_until_it_thaws(self) -> None:
        for turn, open_ice in ((1, True), (2, True), (3, False)):
            t = Table(turn=turn)
            t.put("1ID", "0706")
            assert ("0705" in t.push(MovementPhase(GERMAN)).reach("1ID")) is open_ice


class TestHeadquarters:
    @pytest.mark.rule("vistula 10.3#1")
    def test_two_points(self) -> None:
        t = Table()
        t.put("HQ-9A", "0503")
        reach = t.push(MovementPhase(GERMAN)).reach("HQ-9A")
        assert max(reach.values()) == 2 and reach["0404"] == 1

    @pytest.mark.rule("vistula 10.3#2")
    def test_rivers_are_crossed_by_bridges_only_even_frozen(self) -> None:
        for turn in (1, 3):
            t = Table(turn=turn)
            t.put("HQ-9A", "1314")
            t.hold(ALLIED, "1215")
            match = t.push(MovementPhase(GERMAN))
            refusal = match.why_not("HQ-9A", "1214")
            assert refusal is not None and str(refusal.citation) == "vistula 10.3#2"
            t = Table(turn=turn)
            t.put("HQ-9A", "0926")
            assert "1026" in t.push(MovementPhase(GERMAN)).reach("HQ-9A")

    @pytest.mark.rule("vistula 10.3#3")
    def test_half_a_point_along_rail(self) -> None:
        t = Table()
        t.put("HQ-3B", "0202")
        match = t.push(MovementPhase(ALLIED))
        assert match.reach("HQ-3B")["0301"] == 0.5 and match.reach("HQ-3B")["0601"] == 2
        (step,) = match.path("HQ-3B", "0301")
        assert str(step.parts[0].citation) == "vistula 10.3#3"

    @pytest.mark.rule("vistula 10.3#3")
    def test_with_other_units_it_goes_on_foot(self) -> None:
        t = Table()
        t.put("HQ-3B", "0202")
        t.put("94RC", "0202")
        assert t.push(MovementPhase(ALLIED)).reach(["HQ-3B", "94RC"])["0301"] == 1

    @pytest.mark.rule("vistula 10.3#4")
    def test_no_strategic_movement(self) -> None:
        t = Table()
        t.put("HQ-3B", "0202")
        assert str(refused(t.push(MovementPhase(ALLIED)), "strategic HQ-3B").citation) == "vistula 10.3#4"


@pytest.mark.rule("vistula 5.5#3")
@pytest.mark.parametrize(("id", "points"), [("3GTK", 6), ("8MK", 6), ("3GKK", 5), ("94RC", 8)])
def test_out_of_supply_halves_the_movement_of_mobile_units(id: str, points: int) -> None:
    t = Table()
    t.put(id, "0201", supply="out_of_supply")
    assert max(t.push(MovementPhase(ALLIED)).reach(id).values()) == points


@pytest.mark.rule("vistula 12.6#2")
@pytest.mark.parametrize(("id", "points"), [("94RC", 4), ("1ID", 4), ("HQ-3B", 1), ("KW", 2), ("3GKK", 5)])
def test_thaw_halves_all_movement_rounded_up(id: str, points: int) -> None:
    t = Table(thaw="on")
    t.play.state.thaw = t.play.state.turn
    t.put(id, "0503")
    assert max(t.push(MovementPhase(t.tables.side[t.unit(id)])).reach(id).values()) == points


@pytest.mark.rule("vistula 12.6#2")
def test_in_the_thaw_five_become_three_and_strategic_doubles_the_half() -> None:
    t = Table(thaw="on")
    t.play.state.thaw = t.play.state.turn
    t.put("3GKK", "0201", supply="out_of_supply")  # 10, halved for want of supply: 5
    t.put("94RC", "0201")
    match = t.push(MovementPhase(ALLIED))
    assert max(match.reach("3GKK").values()) == 3
    assert max(match.reach("94RC", mode="strategic").values()) == 8


class TestRefusals:
    """What keeps a group from a hex, with its rule."""

    def table(self) -> Table:
        t = Table()
        t.put("3GTK", "0402")
        t.put("94RC", "0201")
        t.put("1ID", "0502")
        return t

    @pytest.mark.rule("vistula 7.1#1")
    def test_who_is_not_on_the_map_or_no_ground_unit_does_not_move(self) -> None:
        t = self.table()
        t.box("A-Air1", "ready")
        t.box("65RC", "eliminated")
        match = t.push(MovementPhase(ALLIED))
        for id in ("65RC", "A-Air1"):
            assert str(refused(match, f"move {id}").citation) == "vistula 7.1#1"

    @pytest.mark.rule("vistula 7.1#1")
    def test_not_into_enemies_nor_where_it_stands_nor_by_leaps(self) -> None:
        match = self.table().push(MovementPhase(ALLIED))
        match.play("move 3GTK")
        for text, key in (
            ("to 0502", "enemy"),
            ("to 0503 via 0502", "enemy"),
            ("to 0402", "already_there"),
            ("to 0303 via 0304", "not_adjacent"),
        ):
            refusal = refused(match, text)
            assert (str(refusal.citation), refusal.reason.key) == ("vistula 7.1#1", f"vistula.refusal.{key}")

    @pytest.mark.rule("vistula 3.2#1", "vistula 3.2#3")
    @pytest.mark.parametrize(
        ("ring", "rule"),
        [
            (("1310", "1610", "1911", "1914", "1616", "1314"), "7.1#1"),  # a gap where 1311 was: only too far round
            (("1311", "1610", "1911", "1914", "1616", "1314"), "3.2#1"),  # three hexes apart: one zone on every way
            (("1412", "1611", "1812", "1814", "1615", "1414"), "3.2#3"),  # two apart: from zone to zone on every way
        ],
    )
    def test_a_goal_in_a_ring_of_zones_says_what_shuts_it_off(self, ring: tuple[str, ...], rule: str) -> None:
        t = Table()
        for id, number in zip(("1ID", "69ID", "56ID", "23ID", "7ID", "72ID"), ring, strict=True):
            t.put(id, number)
        t.put("3GTK", "1605")
        assert "1613" not in t.match().zones("german")
        refusal = t.push(MovementPhase(ALLIED)).why_not("3GTK", "1613")
        assert refusal is not None and str(refusal.citation) == f"vistula {rule}"

    @pytest.mark.rule("vistula 7.1#1")
    def test_there_is_no_way_into_the_sea(self) -> None:
        t = self.table()
        match = t.push(MovementPhase(ALLIED))
        sea = next(t.play.hex_name(h) for h in range(t.tables.n) if not t.tables.land[h])
        refusal = match.why_not("3GTK", sea)
        assert refusal is not None and str(refusal.citation) == "vistula 7.1#1"

    @pytest.mark.rule("vistula 4#1")
    def test_a_full_hex_is_refused_by_a_named_way_too(self) -> None:
        t = Table()
        for id in ("94RC", "65RC", "20RC", "36RC"):
            t.put(id, "0302")
        t.put("60RC", "0201")
        match = t.push(MovementPhase(ALLIED))
        match.play("move 60RC")
        assert str(refused(match, "to 0302 via 0301").citation) == "vistula 4#1"

    @pytest.mark.rule("vistula 4#1")
    def test_a_stack_needs_room_for_all_of_it(self) -> None:
        t = Table()
        for id in ("94RC", "65RC", "20RC"):
            t.put(id, "0302")
        for id in ("60RC", "36RC", "A-LC1"):
            t.put(id, "0301")
        match = t.push(MovementPhase(ALLIED))
        assert match.reach(["60RC", "A-LC1"])["0302"] == 1
        refusal = match.why_not(["36RC", "60RC"], "0302")
        assert refusal is not None and str(refusal.citation) == "vistula 4#1"

    @pytest.mark.rule("vistula 7.1#1")
    def test_too_far_is_too_far(self) -> None:
        t = Table()
        t.put("94RC", "2301")
        refusal = t.push(MovementPhase(ALLIED)).why_not("94RC", "0402")
        assert refusal is not None
        assert (str(refusal.citation), refusal.text.key) == ("vistula 7.1#1", "vistula.refusal.too_far")

    @pytest.mark.rule("vistula 7.4#1", "vistula 10.3#4")
    def test_why_not_strategically(self) -> None:
        t = Table()
        t.put("1ID", "1520")
        t.put("HQ-1B", "1604")
        for id, number, side, rule in (("1ID", "1521", GERMAN, "7.4#1"), ("HQ-1B", "1603", ALLIED, "10.3#4")):
            refusal = t.push(MovementPhase(side)).why_not(id, number, mode="strategic")
            assert refusal is not None and str(refusal.citation) == f"vistula {rule}"

    @pytest.mark.rule("vistula 7.1#3")
    def test_units_of_two_hexes_or_sides_are_no_stack(self) -> None:
        match = self.table().push(MovementPhase(ALLIED))
        assert str(refused(match, "move 94RC+3GTK").citation) == "vistula 7.1#3"
        assert str(refused(match, "move 3GTK+1ID").citation) == "vistula 2#2"


class TestOffers:
    @pytest.mark.rule("vistula 7.1#3", "vistula 7.3#7")
    def test_listed_are_single_units_the_whole_stack_and_german_armour_with_its_columns(self) -> None:
        t = Table()
        for id in ("16Pz", "17Pz", "1ID", "G-LC1"):
            t.put(id, "1520")
        t.box("KM", "removed")
        t.play.state.moved[t.unit("KM")] = 1
        assert set(texts(t.push(MovementPhase(GERMAN)))) == {
            *("move 1ID", "move 16Pz", "move 17Pz", "move G-LC1", "done"),
            *("move 1ID+16Pz+17Pz+G-LC1", "move 16Pz+17Pz+G-LC1"),
        }

    @pytest.mark.rule("vistula 7.1#3")
    def test_a_stack_of_armour_alone_is_listed_once_and_allied_armour_has_no_group(self) -> None:
        t = Table()
        for id in ("16Pz", "17Pz"):
            t.put(id, "1520")
        t.play.state.moved[t.unit("KM")] = 1
        assert texts(t.push(MovementPhase(GERMAN))) == ["move 16Pz", "move 17Pz", "move 16Pz+17Pz", "done"]
        t = Table()
        for id in ("9TK", "11TK", "94RC"):
            t.put(id, "1402")
        found = texts(t.push(MovementPhase(ALLIED)))
        assert [text for text in found if text.count("+") == 1] == []
        assert {text for text in found if text.count("+") == 2} == {"move 94RC+11TK+9TK", "strategic 94RC+11TK+9TK"}

    @pytest.mark.rule("vistula 7.1#1")
    def test_who_has_moved_stays_and_the_others_of_his_hex_go(self) -> None:
        t = Table()
        for id in ("94RC", "65RC"):
            t.put(id, "0201")
        match = t.push(MovementPhase(ALLIED))
        match.play("move 94RC")
        match.play("to 0202")
        assert [text for text in texts(match) if text.startswith("move")] == ["move 65RC"]
        assert str(refused(match, "move 94RC").citation) == "vistula 7.1#1"
        movement.begin(t.play, ALLIED)  # the next phase of the side
        assert "move 94RC" in texts(t.match())

    @pytest.mark.rule("vistula 8.10#1")
    def test_the_kriegsmarine_takes_station_once_a_phase_and_only_in_the_german_one(self) -> None:
        t = Table()
        t.put("94RC", "0201")
        t.put("1ID", "1520")
        assert "move KM" not in texts(t.push(MovementPhase(ALLIED)))
        match = t.push(MovementPhase(GERMAN))
        match.play("move KM")
        match.play("to 0315")
        assert "move KM" not in texts(match)
        assert str(refused(match, "move KM+1ID").citation) == "vistula 8.10#1"

    @pytest.mark.rule("vistula 7.4#3")
    def test_trains_run_in_the_next_phase_over_what_was_taken_in_the_last(self) -> None:
        t = Table()
        t.put("94RC", "0302")
        t.put("65RC", "0402")
        match = t.push(MovementPhase(ALLIED))
        match.play("move 65RC")
        match.play("to 0404 via 0403-0303")
        assert match.reach("94RC", mode="strategic")["0303"] == 1
        movement.begin(t.play, ALLIED)
        assert t.match().reach("94RC", mode="strategic")["0303"] == 0.5


class TestMinimum:
    @pytest.mark.rule("vistula 7.1#2")
    def test_a_unit_on_its_way_pays_all_it_has_for_one_hex(self) -> None:
        """An HQ in the thaw has one point, a mountain costs two on foot; a column with five points pays two."""
        t = Table(thaw="on")
        t.play.state.thaw = 3
        t.put("HQ-9A", "2418")
        t.put("G-LC1", "2418")
        match = t.push(MovementPhase(GERMAN))
        match.play("move HQ-9A")
        (step,) = match.path("HQ-9A", "2419")
        assert (step.cost, str(step.parts[0].citation)) == (1, "vistula 7.1#2")
        match.play("to 2419")
        match.play("move G-LC1")
        (step,) = match.path("G-LC1", "2419")
        assert (step.cost, str(step.parts[0].citation)) == (2, "vistula 7.1#1")

    @pytest.mark.rule("vistula 7.1#2")
    def test_not_for_whoever_has_spent_points_already(self) -> None:
        """A panzer division with a point left after a mobile attack does not enter the wood."""
        t = Table(thaw="on")
        t.play.state.thaw = 3
        t.put("16Pz", "0617")
        t.put("A-LC1", "0417")
        match = t.push(MovementPhase(GERMAN))
        match.play("move 16Pz")
        match.play("to 0416")
        match.next_dice(6)
        match.play("assault 0417")
        assert where(match, "A-LC1") == "pool"
        assert max(match.reach("16Pz").values()) == 1 and "0417" not in match.reach("16Pz")
        assert str(refused(match, "to 0417").citation) == "vistula 7.1#1"

    @pytest.mark.rule("vistula 7.4#1", "vistula 7.1#2")
    def test_not_in_strategic_movement(self) -> None:
        t = Table(thaw="on")
        t.play.state.thaw = 3
        t.put("152UR", "2418")  # four points, two in the thaw
        match = t.push(MovementPhase(ALLIED))
        assert match.reach("152UR", mode="strategic")["2419"] == 2


class TestSurrounded:
    @pytest.mark.rule("vistula 7.1#1")
    @pytest.mark.parametrize("side", [GERMAN, ALLIED])
    def test_with_enemies_all_round_nobody_moves(self, side: int) -> None:
        t = Table()
        mine, theirs = ("1ID", ("9TK", "11TK", "25TK", "29TK", "31TK", "10TK"))
        if side == ALLIED:
            mine, theirs = ("9TK", ("1ID", "69ID", "56ID", "23ID", "7ID", "72ID"))
        t.put(mine, "1520")
        for id, number in zip(theirs, ("1519", "1521", "1420", "1421", "1620", "1621"), strict=True):
            t.put(id, number)
        far = t.put("94RC" if side == ALLIED else "549VG", "1402")
        match = t.push(MovementPhase(side))
        assert not any(text.endswith(f" {mine}") for text in texts(match))
        assert str(refused(match, f"move {mine}").citation) == "vistula 7.1#1"
        assert any(t.play.id(far) in text for text in texts(match))

    @pytest.mark.rule("vistula 7.1#1")
    def test_a_named_way_that_is_too_long_is_too_far(self) -> None:
        t = Table()
        t.put("152UR", "1520")
        match = t.push(MovementPhase(ALLIED))
        match.play("move 152UR")
        way = "1521-1522-1523-1522-1521"
        refusal = refused(match, f"to 1522 via {way}")
        assert (str(refusal.citation), refusal.reason.key) == ("vistula 7.1#1", "vistula.refusal.too_far")

    @pytest.mark.rule("vistula 12.6#2")
    def test_when_the_thaw_is_over_everybody_moves_as_before(self) -> None:
        t = Table(turn=3, thaw="on")
        t.play.state.thaw = 2
        t.put("94RC", "0201")
        assert max(t.push(MovementPhase(ALLIED)).reach("94RC").values()) == 8
