"""4.1, 5.0, 6.0: what keeps a unit from going somewhere, and what every step of a way costs."""

import pytest

from countermarch.games.base import Step
from countermarch.match import Match
from tests.rules.stargard.table import GERMAN, Pomerania, reasons, refused, texts, where


def moving(table: Pomerania, id: str, mode: str = "", side: int = GERMAN) -> Match:
    match = table.move(side, id)
    match.play(f"move {id} {mode}".strip())
    return match


def walked(table: Pomerania, id: str, to: str, mode: str = "regular") -> list[tuple[str, float, list[str]]]:
    """A way, step by step: the hex, what it costs, and the parts of it."""
    steps: tuple[Step, ...] = table.rules.questions.path(table.play, [id], to, mode)
    told = [[f"{part.text} {part.value:g} {part.citation}" for part in step.parts] for step in steps]
    return [(step.hex, step.cost, parts) for step, parts in zip(steps, told, strict=True)]


@pytest.mark.rule("stargard-design 5.1", "stargard-design 4.1")
def test_every_step_is_accounted_for() -> None:
    table = Pomerania()
    table.lay({"21/10SS": "16.24", "12G": "15.26"})
    assert walked(table, "21/10SS", "16.26") == [
        ("17.25", 1, ["clear 1 stargard-design 5.1"]),
        ("17.26", 3, ["forest 3 stargard-design 5.1"]),
        ("16.26", 3, ["clear 1 stargard-design 5.1", "entering an enemy zone of control 2 stargard-design 4.1"]),
    ]


@pytest.mark.rule("stargard-design 4.1")
def test_from_zone_to_zone_both_are_paid() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "16.23", "75G": "18.25"})
    assert walked(table, "48/23SS", "17.25") == [
        (
            "17.25",
            5,
            [
                "clear 1 stargard-design 5.1",
                "leaving an enemy zone of control 2 stargard-design 4.1",
                "entering an enemy zone of control 2 stargard-design 4.1",
            ],
        )
    ]


@pytest.mark.rule("stargard-design 5.2", "stargard-design 5.1", "stargard-design 5.4", "stargard-design 5.5")
@pytest.mark.parametrize(
    ("id", "start", "to", "mode", "cost", "parts"),
    [
        ("48/23SS", "12.25", "12.24", "regular", 1, ["road 1 stargard-design 5.2"]),
        ("48/23SS", "17.07", "16.07", "regular", 2, ["marsh 2 stargard-design 5.1"]),
        ("21/10SS", "12.24", "12.23", "regular", 3, ["forest 3 stargard-design 5.1"]),
        ("21/10SS", "01.12", "02.12", "regular", 0.5, ["Autobahn 0.5 stargard-design 5.2"]),
        ("48/23SS", "01.12", "02.12", "regular", 1, ["Autobahn 1 stargard-design 5.2"]),
        (
            "48/23SS",
            "21.13",
            "21.14",
            "regular",
            2,
            ["clear 1 stargard-design 5.1", "minor river without a bridge 1 stargard-design 5.2"],
        ),
        ("48/23SS", "12.27", "12.26", "strategic", 0.5, ["road, strategic movement 0.5 stargard-design 5.4"]),
        ("48/23SS", "12.27", "12.26", "rail", 0, ["rail 0 stargard-design 5.5"]),
    ],
)
def test_what_a_step_costs(id: str, start: str, to: str, mode: str, cost: float, parts: list[str]) -> None:
    table = Pomerania()
    table.put(id, start)
    assert walked(table, id, to, mode) == [(to, cost, parts)]


@pytest.mark.rule("stargard-design 5.1", "stargard-design 5.2", "stargard-design 5.3", "stargard-design 6.0-limit")
@pytest.mark.rule("stargard 6.1")
def test_where_a_unit_does_not_go_on_foot() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "14.25", "307/163": "16.25", "310/163": "16.25", "61-HQ": "17.26"})
    match = moving(table, "48/23SS")
    expected = {
        "to 16.24": "stargard-design 5.1 already_there",
        "to 14.25": "stargard-design 5.3 enemy",
        "to 16.25": "stargard-design 6.0-limit full",
        "to 22.24": "stargard-design 5.1 allowance",
        "to 01.25": "stargard-design 5.2 water",
        "to 16.22 via 15.22": "stargard-design 5.1 not_adjacent",
        "to 16.20 via 16.23-16.22-16.21-15.21-15.20": "stargard-design 5.1 allowance",
        "to 17.27 via 16.25-16.26": "stargard 6.1 full",
        "to 15.26": "stargard 6.1 past_full",
    }
    assert reasons(match, *expected) == expected
    assert "would need 6 movement points and has 5" in str(refused(match, "to 22.24"))
    match.play("to 17.26")  # a lone HQ
    assert where(match, "61-HQ") == "removed"


@pytest.mark.rule("stargard-design 5.2")
def test_a_minor_river_ends_the_move_and_says_so() -> None:
    table = Pomerania()
    table.put("48/23SS", "21.13")
    match = moving(table, "48/23SS")
    expected = {
        "to 21.15 via 21.14": "stargard-design 5.2 must_stop",
        "to 21.09": "stargard-design 5.2 river_stop",
    }
    assert reasons(match, *expected) == expected


@pytest.mark.rule("stargard-design 5.2")
def test_tanks_keep_to_the_road_through_the_meadows() -> None:
    table = Pomerania()
    table.put("21/10SS", "17.07")
    match = moving(table, "21/10SS")
    assert reasons(match, "to 16.07 via 16.06") == {"to 16.07 via 16.06": "stargard-design 5.2 line_only"}


@pytest.mark.rule("stargard-design 5.3")
def test_an_hq_overruns_nobody() -> None:
    table = Pomerania()
    table.lay({"3SS-HQ": "17.24", "61-HQ": "16.25"})
    match = moving(table, "3SS-HQ")
    assert reasons(match, "to 16.25") == {"to 16.25": "stargard-design 5.3 enemy"}


@pytest.mark.rule("stargard-design 5.4", "stargard-design 5.4.1", "stargard-design 6.0-limit")
def test_where_a_unit_does_not_go_by_road() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "12.27", "307/163": "12.24", "310/163": "12.24"})
    match = moving(table, "48/23SS", "strategic")
    assert texts(match) == ["to 12.25", "to 12.26"]
    expected = {
        "to 12.24": "stargard-design 6.0-limit full",
        "to 12.23": "stargard-design 5.4.1 strategic_rail",
        "to 13.24": "stargard-design 5.4.1 strategic_past_full",
        "to 13.27": "stargard-design 5.4 no_way",
        "to 12.25 via 12.26-12.24": "stargard-design 5.1 not_adjacent",
        "to 12.25 via 13.27-13.26": "stargard-design 5.4 off_the_line",
    }
    assert reasons(match, *expected) == expected


@pytest.mark.rule("stargard-design 5.4", "stargard-design 5.3")
def test_strategic_movement_keeps_out_of_zones() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "12.27", "12G": "13.24"})
    match = moving(table, "48/23SS", "strategic")
    assert texts(match) == ["to 12.25", "to 12.26"]
    expected = {"to 12.24": "stargard-design 5.4 strategic_past_zone", "to 13.24": "stargard-design 5.3 enemy"}
    assert reasons(match, *expected) == expected


@pytest.mark.rule("stargard-design 5.5", "stargard 6.1", "stargard-design 6.0-limit")
def test_where_a_train_does_not_go() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "12.27", "307/163": "12.24", "310/163": "12.24"})
    match = moving(table, "48/23SS", "rail")
    assert texts(match) == ["to 12.25", "to 12.26"]
    expected = {
        "to 12.24": "stargard-design 6.0-limit full",
        "to 12.23": "stargard 6.1 past_full",
        "to 11.27": "stargard-design 5.5 no_way",
        "to 12.25 via 12.26-13.26": "stargard-design 5.5 off_the_line",
    }
    assert reasons(match, *expected) == expected
    held = Pomerania()
    held.lay({"48/23SS": "12.27", "61-HQ": "12.24"})
    match = moving(held, "48/23SS", "rail")
    expected = {"to 12.24": "stargard-design 5.5 enemy", "to 12.23": "stargard-design 5.5 no_way"}
    assert reasons(match, *expected) == expected


@pytest.mark.rule("stargard-design 5.5")
def test_a_train_stops_in_a_zone_and_one_that_leaves_a_zone_ends_beside_nobody() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "12.27", "12G": "13.24"})
    match = moving(table, "48/23SS", "rail")
    assert texts(match) == ["to 12.24", "to 12.25", "to 12.26"]
    assert reasons(match, "to 12.23") == {"to 12.23": "stargard-design 5.5 no_way"}
    leaving = Pomerania()
    leaving.lay({"48/23SS": "12.25", "12G": "13.25"})
    match = moving(leaving, "48/23SS", "rail")
    assert texts(match) == ["to 12.26", "to 12.27"]
    assert reasons(match, "to 12.24") == {"to 12.24": "stargard-design 5.5 rail_beside"}


@pytest.mark.rule("stargard-design 5.4", "stargard-design 5.5", "stargard-design 12.4", "stargard-design 5.1")
def test_who_does_not_begin_a_move() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "12.25", "12G": "13.25", "Gar-Pyritz": "15.07"})
    match = table.move(GERMAN, "48/23SS", "49/23SS", "Gar-Pyritz")
    assert texts(match) == ["move 48/23SS", "move 49/23SS", "move 49/23SS rail", "done"]
    expected = {
        "move 48/23SS strategic": "stargard-design 5.4 strategic_road",
        "move 48/23SS rail": "stargard-design 5.5 rail_line",
        "move 49/23SS strategic": "stargard-design 5.4 strategic_zone",
        "move Gar-Pyritz": "stargard-design 5.1 immobile",
    }
    assert reasons(match, *expected) == expected


@pytest.mark.rule("stargard-design 5.1")
def test_a_unit_with_no_way_out_does_not_move() -> None:
    table = Pomerania()
    table.put("48/23SS", "16.24")
    ring = ("16.23", "15.24", "15.25", "16.25", "17.25", "17.24")
    table.lay(dict(zip(("12G", "75G", "23G", "52G", "397", "356"), ring, strict=True)))
    table.put("49/23SS", "20.22")
    match = table.move(GERMAN, "48/23SS", "49/23SS")
    assert texts(match) == ["move 49/23SS", "done"]
    assert reasons(match, "move 48/23SS") == {"move 48/23SS": "stargard-design 5.1 stuck"}


# what is asked


def why_not(match: Match, id: str, number: str) -> str | None:
    no = match.why_not(id, number)
    return None if no is None else f"{no.citation} {no.text.key.rpartition('.')[2]}"


@pytest.mark.rule("stargard-design 3.3", "stargard-design 5.1")
def test_a_unit_moves_in_its_turn() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "18.24", "12G": "22.22"})
    match = table.move(GERMAN, "48/23SS", "49/23SS")
    assert why_not(match, "48/23SS", "16.25") is None
    assert why_not(match, "12G", "22.23") == "stargard-design 3.3 not_yours"
    assert why_not(match, "48/23SS", "30.20") == "stargard-design 5.1 allowance"
    assert set(match.reach("49/23SS")) and not match.reach("12G") and not match.reach("48/23SS", "rail")
    match.play("move 48/23SS")
    assert why_not(match, "48/23SS", "16.25") is None
    assert why_not(match, "48/23SS", "01.25") == "stargard-design 5.2 water"
    assert why_not(match, "49/23SS", "18.25") == "stargard-design 5.1 another_moves"
    assert why_not(match, "12G", "22.23") == "stargard-design 5.1 another_moves"
    assert not match.reach("49/23SS")
    match.play("to 16.25")
    assert why_not(match, "48/23SS", "16.26") == "stargard-design 5.1 moved"
    assert why_not(match, "49/23SS", "18.25") is None


@pytest.mark.rule("stargard-design 3.3")
def test_outside_a_movement_segment_nobody_moves() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "48/23SS": "16.24"})
    match = table.fight(1, "12G")
    assert why_not(match, "12G", "16.22") == "stargard-design 5.1 not_now"


@pytest.mark.rule("stargard-design 6.0-limit")
def test_a_hex_shows_how_much_room_it_has() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "3SS-HQ": "16.24", "12G": "22.22", "75G": "22.22"})
    match = table.match()

    def rooms(number: str, side: str) -> list[tuple[int, int, str]]:
        return [(room.used, room.limit, str(room.citation)) for room in match.spot(number, side).rooms]

    limit = "stargard-design 6.0-limit"
    assert rooms("16.24", "german") == [(1, 2, limit), (1, 1, limit)]
    assert rooms("22.22", "soviet") == [(2, 2, limit), (0, 1, limit)]
    assert rooms("16.26", "german") == [(0, 2, limit), (0, 1, limit)]


@pytest.mark.rule("stargard-design 5.1", "stargard-design 5.2")
def test_however_far_a_hex_lies_it_is_the_allowance_that_is_wanting() -> None:
    """Across the whole map; only what lies beyond the unbridged Oder cannot be reached at all."""
    table = Pomerania()
    table.put("48/23SS", "02.16")
    match = moving(table, "48/23SS")
    assert reasons(match, "to 38.12") == {"to 38.12": "stargard-design 5.1 allowance"}
    assert float(str(refused(match, "to 38.12").reason.params["cost"])) > 30


@pytest.mark.rule("stargard-design 19.1.8")
def test_refugees_slow_nobody_whom_the_hq_does_not_activate() -> None:
    table = Pomerania()
    table.lay({"3SS-HQ": "16.26", "48/23SS": "16.24", "307/163": "22.22", "310/163": "12.27", "XSS-HQ": "30.20"})
    table.play.state.slow_next = 1
    match = table.activate("3SS-HQ")
    assert max(match.reach("48/23SS", freely=True).values()) == 4
    assert max(match.reach("307/163", freely=True).values()) == 5
    assert match.reach("310/163", "strategic", freely=True)


@pytest.mark.rule("stargard-design 5.4", "stargard-design 5.5", "stargard-design 12.4", "stargard-design 5.1")
def test_what_keeps_a_unit_from_beginning_is_told_before_the_way_is_looked_at() -> None:
    """Between segments nobody moves, but everybody may ask."""
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "Gar-Pyritz": "15.07", "49/23SS": "12.25", "12G": "13.25"})
    match = table.match()
    asked = [
        ("48/23SS", "16.25", "rail", "stargard-design 5.5 rail_line"),
        ("48/23SS", "16.24", "strategic", "stargard-design 5.4 strategic_road"),
        ("49/23SS", "01.25", "strategic", "stargard-design 5.4 strategic_zone"),
        ("Gar-Pyritz", "15.08", "regular", "stargard-design 5.1 immobile"),
        ("48/23SS", "16.25", "regular", "stargard-design 5.1 not_now"),
    ]
    for id, number, mode, expected in asked:
        no = match.why_not(id, number, mode)
        assert no is not None and f"{no.citation} {no.text.key.rpartition('.')[2]}" == expected


@pytest.mark.rule("stargard-design 5.1", "stargard-design 5.4")
def test_who_has_begun_one_move_does_not_make_another() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "12.25", "49/23SS": "12.24"})
    match = table.move(GERMAN, "48/23SS", "49/23SS")
    match.play("move 48/23SS")
    assert match.why_not("48/23SS", "12.26") is None and match.reach("48/23SS")
    no = match.why_not("48/23SS", "12.26", "strategic")
    assert no is not None and f"{no.citation} {no.text.key.rpartition('.')[2]}" == "stargard-design 5.1 not_now"
    assert no.text.params == {"unit": "48/23SS"} and not match.reach("48/23SS", "strategic")
    no = match.why_not("49/23SS", "13.24")
    assert no is not None and no.text.params == {"unit": "49/23SS", "other": "48/23SS"}


@pytest.mark.rule("stargard-design 5.5")
def test_a_train_neither_runs_on_the_enemy_s_ground_nor_past_it() -> None:
    table = Pomerania()
    table.put("48/23SS", "12.27")
    table.own.hold(table.unit("12G"), [table.hex("12.24")])  # nobody is there any more
    match = moving(table, "48/23SS", "rail")
    assert texts(match) == ["to 12.25", "to 12.26"]
    expected = {"to 12.24": "stargard-design 5.5 track_lost", "to 12.23": "stargard-design 5.5 track_cut"}
    assert reasons(match, *expected) == expected


@pytest.mark.rule("stargard-design 19.1.8", "stargard-design 3.2")
def test_refugees_slow_whom_army_group_may_lend_while_it_may() -> None:
    table = Pomerania()
    table.lay({"3SS-HQ": "16.26", "48/23SS": "16.24", "3Al": "30.20"})
    table.play.state.slow_next = 1
    match = table.activate("3SS-HQ", lendable=1)
    assert max(match.reach("3Al", freely=True).values()) == 4 and not match.reach("3Al", "strategic", freely=True)
    assert "lend 3Al" in texts(match)
    table.play.state.lendable = 0
    table.play.forget()
    assert max(match.reach("3Al", freely=True).values()) == 5
