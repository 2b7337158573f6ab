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

    @pytest.mark.rule("vistula 7.4#2", "vistula 2#2")
    def test_a_new_phase_sees_who_has_come_since_the_last(self) -> None:
        t = Table()
        t.put("152UR", "0201")
        assert "strategic 152UR" in texts(t.push(MovementPhase(ALLIED)))
        for k, number in enumerate(("0102", "0203", "0302", "0401", "0402"), 1):
            t.put(f"G-LC{k}", number)
        movement.begin(t.play, ALLIED)
        assert "strategic 152UR" not in texts(t.match())

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
