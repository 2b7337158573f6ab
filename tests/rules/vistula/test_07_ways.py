"""7.1, 7.4, 3.2: who is offered a move, and what keeps a group from a hex."""

from __future__ import annotations

import pytest

from countermarch.games.vistula import movement
from countermarch.games.vistula.movement import MovementPhase
from tests.rules.vistula.table import ALLIED, GERMAN, Table, refused, texts, where


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
        match.play("to 2419")
        t.put("KW", "2418")  # four points, two in the thaw: just enough
        (step,) = t.match().path("KW", "2419")
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
    @pytest.mark.parametrize(("side", "mine"), [(GERMAN, "1ID"), (GERMAN, "HQ-9A"), (ALLIED, "9TK"), (ALLIED, "HQ-1B")])
    def test_with_enemies_all_round_nobody_moves(self, side: int, mine: str) -> None:
        t = Table()
        theirs = ("113RC", "11TK", "25TK", "29TK", "31TK", "10TK")
        if side == ALLIED:
            theirs = ("69ID", "56ID", "23ID", "7ID", "72ID", "50ID")
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


class TestColumns:
    @pytest.mark.rule("vistula 7.1#1", "vistula 3.2#1")
    @pytest.mark.parametrize(
        ("id", "enemy"), [("3GTK", "G-LC1"), ("5Pz", "A-LC1"), ("3GTK", "HQ-9A"), ("5Pz", "HQ-1B")]
    )
    def test_hqs_and_columns_keep_their_hex_and_stop_nobody_beside_it(self, id: str, enemy: str) -> None:
        t = Table()
        t.put(id, "0502")
        t.put(enemy, "0503")
        match = t.push(MovementPhase(t.tables.side[t.unit(id)]))
        assert "0503" not in match.reach(id)
        (step,) = match.path(id, "0603")  # from beside it to beside it
        assert match.reach(id)["0603"] == step.cost

    @pytest.mark.rule("vistula 7.3#5", "vistula 7.1#3")
    def test_a_named_way_is_paid_for_with_what_a_mobile_attack_has_left(self) -> None:
        t = Table()
        t.put("16Pz", "1214")
        t.put("A-LC1", "1213")
        match = t.push(MovementPhase(GERMAN))
        match.play("move 16Pz")
        match.next_dice(6)
        match.play("assault 1213")
        assert match.reach("16Pz")["1212"] == 2 and max(match.reach("16Pz").values()) == 10
        there_and_back = "-".join(["1213", "1214"] * 5)
        assert str(refused(match, f"to 1212 via {there_and_back}-1213").citation) == "vistula 7.1#1"
        match.play("to 1212 via 1213-1214-1213")
        assert where(match, "16Pz") == "1212"
