"""12.2, 12.3 Refugees: where they appear, how they flee, who pays for them, who drives through."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.retreat import Retreat
from countermarch.games.chitpull.state import NOBODY, RESERVE
from countermarch.games.chitpull.verbs import REGULAR
from countermarch.games.chitpull.ways import path_cost
from countermarch.games.koenigsberg45.refugees import deploy
from countermarch.match import Match
from countermarch.rulebook import Refusal
from tests.rules.koenigsberg.fights import inside
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, steps, texts, where
from tests.rules.koenigsberg45.both import laid, no, rules, table


def waiting(found: Table, *ids: str) -> Table:
    for id in ids:
        found.box(id, RESERVE)
    return found


def segment(found: Table) -> Match:
    deploy(found.play)  # type: ignore[arg-type]
    return found.match()


def marching(id: str, start: str, *refugees: str, mode: str = "", **others: str) -> Match:
    found = laid({id: start, **others})
    for n, number in enumerate(refugees, 1):
        found.put(f"Refugees-{n}", number)
    waiting(found, "VS-3", "VS-4")
    side = found.tables.side[found.unit(id)]
    match = found.move(side, id)
    match.play(f"move {id} {mode}".strip())
    return match


@pytest.mark.rule("koenigsberg45 12.2a", "koenigsberg45 1.2d")
def test_a_new_counter_appears_on_a_road_five_hexes_from_the_soviet_front() -> None:
    found = waiting(laid({"39A-94": "1043", "39A-HQ": "1143"}), "Refugees-1")
    match = segment(found)
    assert match.to_act == "soviet"
    grid, front = found.tables.board.grid, found.hex("1043")
    sites = [found.hex(action.hexes[0]) for action in match.legal()]
    assert sites and all(grid.distance(h, front) == 5 and found.tables.on_road[h] for h in sites)
    assert no(match, "place Refugees-1 2931") == "koenigsberg45 12.2a"
    events = match.play(match.legal()[0])
    assert rules(events, "refugees_appear") == ["koenigsberg45 12.2a"]
    assert match.to_act is None  # it does not move in the segment in which it appears


@pytest.mark.rule("koenigsberg45 12.2a")
def test_without_a_road_hex_five_hexes_away_the_nearest_beyond_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    found = waiting(laid({"39A-94": "1043"}), "Refugees-1", "Refugees-2")
    roads = [found.hex(number) for number in ("1836", "1835", "2831")]  # eight, nine and more hexes from the front
    monkeypatch.setattr(found.tables, "road_hexes", roads)
    grid, front = found.tables.board.grid, found.hex("1043")
    away = sorted(grid.distance(h, front) for h in roads)
    assert away[0] > 5
    match = segment(found)
    first = next(h for h in roads if grid.distance(h, front) == away[0])
    assert where(match, "Refugees-1") == found.tables.numbers[first]


@pytest.mark.rule("koenigsberg45 12.2b", "koenigsberg45 12.2d")
def test_refugees_lie_beside_a_stack_and_not_on_top_of_it() -> None:
    found = laid({"26K-1": "0637"})
    found.put("Refugees-1", "0637")
    found.put("26K-HQ", "0637")
    match = found.move(GERMAN, "26K-1")
    assert [room.used for room in match.spot("0637").rooms] == [3, 1]
    assert {found.tables.ids[u] for u in found.play.stack(found.hex("0637"))} == {"26K-1", "26K-HQ"}


@pytest.mark.rule("koenigsberg45 12.2b")
def test_refugees_trace_no_supply() -> None:
    found = laid({"26K-1": "2932"})
    found.put("Refugees-1", "2932")
    asked = found.move(GERMAN, "26K-1").supply("Refugees-1")
    assert (asked["now"], asked["line"], asked["source"]) == (None, None, None)


@pytest.mark.rule("koenigsberg45 12.2a")
def test_they_appear_on_the_german_side_of_the_front() -> None:
    """Soviets from edge to edge in column 10: five hexes east of them are roads too, behind their lines."""
    found = waiting(laid({}), "Refugees-1")
    men = [u for u in found.tables.fighters[SOVIET] if found.tables.mobility[u] == "foot"]
    for u, row in zip(men, range(1, 46, 2), strict=False):
        found.put(found.tables.ids[u], f"10{row:02}")
    match = segment(found)
    assert match.legal() and all(action.hexes[0][:2] > "10" for action in match.legal())
    east = [h for h in found.tables.road_hexes if found.tables.numbers[h][:2] == "05"]
    assert east and no(match, f"place Refugees-1 {found.tables.numbers[east[0]]}") == "koenigsberg45 12.2a"


@pytest.mark.rule("koenigsberg45 12.2a")
def test_a_gap_in_the_front_leads_no_refugees_behind_it() -> None:
    """On turn 1 nobody stands about Augustow: round that way roads behind all Soviet armies reach the cities too."""
    found = table(turn=1)
    rear = {found.tables.numbers[h] for h in found.tables.soviet_rear}
    for u, arrival in enumerate(found.tables.arrivals):
        if arrival.hex:
            found.put(found.tables.ids[u], arrival.hex)
    match = segment(waiting(found, "Refugees-1"))
    sites = {action.hexes[0] for action in match.legal()}
    assert "1332" in sites and not sites & rear
    for number in ("0545", "0241", "0131"):  # the last of them a Soviet source
        assert number in rear and no(match, f"place Refugees-1 {number}") == "koenigsberg45 12.2a"


@pytest.mark.rule("koenigsberg45 12.2a")
def test_where_every_way_to_the_cities_meets_a_soviet_zone_none_appears() -> None:
    ring = {"39A-94": "2931", "39A-5G": "2933", "39A-113": "3421", "39A-28G": "3419"}
    assert segment(waiting(laid(ring), "Refugees-1")).to_act is None  # both cities lie in zones
    open_one = {id: hex for id, hex in ring.items() if hex[:2] == "29"}
    assert segment(waiting(laid(open_one), "Refugees-1")).to_act == "soviet"


@pytest.mark.rule("koenigsberg45 12.2a", "koenigsberg45 12.2b")
def test_not_on_combat_units_nor_other_refugees_but_on_hqs() -> None:
    found = waiting(laid({"39A-94": "1043"}), "Refugees-1")
    site = segment(found).legal()[0].hexes[0]
    for id, allowed in (("9K-561", False), ("9K-HQ", True), ("Refugees-2", False)):
        found = waiting(laid({"39A-94": "1043", id: site}), "Refugees-1")
        match = segment(found)
        text = f"place Refugees-1 {site}"
        assert (text in texts(match)) == allowed
        if not allowed:
            assert no(match, text) == "koenigsberg45 12.2b"


@pytest.mark.rule("koenigsberg45 12.2a")
def test_without_counters_or_roads_none_appears() -> None:
    assert segment(laid({"39A-94": "1043"})).to_act is None


@pytest.mark.rule("koenigsberg45 12.2a", "koenigsberg45 12.2d")
def test_earlier_counters_go_up_to_three_road_hexes_towards_a_city_whatever_zones_there_are() -> None:
    found = laid({"Refugees-1": "3027", "39A-94": "3129"})
    match = segment(found)
    ways = {action.hexes[0] for action in match.legal() if action.verb == "flee"}
    assert {"3028", "3029", "2930"} <= ways and "2931" not in ways
    assert no(match, "flee Refugees-1 2931") == "koenigsberg45 12.2a"
    assert found.play.in_enemy_zone(GERMAN, found.hex("3029"))
    assert not found.play.in_enemy_zone(SOVIET, found.hex("3028"))  # they have no zone of their own
    events = match.play("flee Refugees-1 2930")
    assert where(match, "Refugees-1") == "2930" and rules(events, "refugees_flee") == ["koenigsberg45 12.2a"]


@pytest.mark.rule("koenigsberg45 12.2a", "koenigsberg45 12.2b")
def test_they_do_not_pass_units_or_other_refugees() -> None:
    found = laid({"Refugees-1": "3027", "Refugees-2": "3028", "9K-561": "3029"})
    match = segment(found)
    ways = {str(action) for action in match.legal() if action.verb == "flee" and action.hexes[0] in ("3029", "2930")}
    assert not ways and no(match, "flee Refugees-2 3029") == "koenigsberg45 12.2b"


@pytest.mark.rule("koenigsberg45 12.2e")
def test_in_a_city_they_are_off_the_map_and_free_to_appear_again() -> None:
    found = laid({"Refugees-1": "2930", "Gar-Koenigsberg": "2932", "39A-94": "1043"})
    match = segment(found)
    events = match.play("flee Refugees-1 2932")
    assert where(match, "Refugees-1") == "reserve" and rules(events, "refugees_safe") == ["koenigsberg45 12.2e"]
    assert any(text.startswith("place Refugees-1") for text in texts(segment(found)))


@pytest.mark.rule("koenigsberg45 12.2a")
def test_they_show_the_side_the_turn_track_asks_for() -> None:
    for turn, side in ((3, 1), (4, 2)):  # light, dark
        found = waiting(table(turn=turn), "Refugees-2")
        found.put("39A-94", "1043")
        found.put("Refugees-1", "3027", steps=3 - side)
        match = segment(found)
        match.play(match.legal()[0])
        match.play("done")
        assert steps(match, "Refugees-1") == steps(match, "Refugees-2") == side


@pytest.mark.rule("koenigsberg45 12.2b", "koenigsberg45 5.0b")
def test_refugees_are_nobodys_and_count_two_for_stacking() -> None:
    found = laid({"Refugees-1": "2930", "9K-HQ": "2931", "26K-1": "2931"})
    u = found.unit("Refugees-1")
    assert found.tables.side[u] == NOBODY
    entry = next(e for e in found.match().position()["units"] if e["id"] == "Refugees-1")
    assert entry["side"] is None and entry["kind"] == "refugee" and entry["hex"] == "2930"
    assert found.play.room_for(found.unit("9K-HQ"), found.hex("2930"))
    assert not found.play.room_for(found.unit("26K-1"), found.hex("2930"))
    match = found.move(GERMAN, "26K-1")
    match.play("move 26K-1")
    assert no(match, "to 2930") == "koenigsberg45 5.0"


@pytest.mark.rule("koenigsberg45 12.2c", "koenigsberg45 4.2a")
def test_making_way_costs_two_points_and_four_for_mechanised_units() -> None:
    assert marching("9K-HQ", "2931", "2930").reach("9K-HQ")["2930"] == 1 + 2  # HQs may stay there
    for id, price in (("26K-1", 2), ("Ind-5", 4)):
        match = marching(id, "2931", "2930")
        found = inside(match)
        walked = path_cost(found, found.tables.index[id], REGULAR, [hex_of(match, "2930"), hex_of(match, "3029")])
        assert not isinstance(walked, Refusal)
        step, after = walked
        assert (step.cost, after.cost) == (1 + price, 1)
        assert "koenigsberg45 12.2c" in [str(part.citation) for part in step.parts]
        match.play("to 3029 via 2930")
        assert where(match, id) == "3029" and where(match, "Refugees-1") == "2930"


def hex_of(match: Match, number: str) -> int:
    return inside(match).tables.board.grid.index(number)


@pytest.mark.rule("koenigsberg45 12.2c", "koenigsberg45 4.3(2)")
def test_who_cannot_pay_does_not_enter() -> None:
    match = marching("26K-1", "2931", "2930", "3029")  # 1+2, 1+2 and one more
    assert no(match, "to 3028 via 2930-3029") == "koenigsberg45 4.1a"


@pytest.mark.rule("koenigsberg45 12.2c", "koenigsberg45 4.4a(2)")
def test_strategic_movement_does_not_pass_them() -> None:
    match = marching("26K-1", "2931", "2930", mode="strategic")
    assert no(match, "to 3029 via 2930") == "koenigsberg45 4.4a(2)"


@pytest.mark.rule("koenigsberg45 12.3", "koenigsberg45 12.2c")
def test_a_soviet_unit_pays_or_drives_through() -> None:
    match = marching("39A-113", "2931", "2930")
    match.play("to 3029 via 2930")
    assert match.to_act == "soviet" and texts(match) == ["pay", "drive"]
    twin = match.copy()
    twin.play("pay")
    assert where(twin, "39A-113") == "3029" and where(twin, "Refugees-1") == "2930"
    assert where(twin, "VS-3") == "reserve"
    events = match.play("drive")
    assert (where(match, "39A-113"), where(match, "Refugees-1")) == ("3029", "removed")
    assert where(match, "VS-3") == "volkssturm_box"
    assert rules(events, "driven_through") == rules(events, "atrocity") == ["koenigsberg45 12.3"]


@pytest.mark.rule("koenigsberg45 12.3")
def test_it_can_only_drive_through_if_it_wants_to_stay_there_or_cannot_pay() -> None:
    match = marching("39A-113", "2931", "2930")
    match.play("to 2930")
    assert where(match, "39A-113") == "2930" and where(match, "Refugees-1") == "removed"
    match = marching("39A-152", "2931", "2930")
    match.play("to 3028 via 2930-3029")  # all of its three points
    assert where(match, "39A-152") == "3028" and where(match, "Refugees-1") == "removed"


@pytest.mark.rule("koenigsberg45 12.3")
def test_why_it_cannot_pay() -> None:
    match = marching("39A-113", "2931", "2930", "3029")
    match.play("to 3029 via 2930")
    assert texts(match) == ["pay", "drive"]  # for the first; among the second it could not stay
    match.play("pay")
    assert where(match, "Refugees-1") == "2930" and where(match, "Refugees-2") == "removed"


@pytest.mark.rule("koenigsberg45 12.3", "koenigsberg45 4.4a(2)")
def test_strategic_movers_drive_through_and_hqs_may_pay() -> None:
    match = marching("39A-113", "2931", "2930", mode="strategic")
    match.play("to 3029 via 2930")
    assert where(match, "39A-113") == "3029" and where(match, "Refugees-1") == "removed"
    match = marching("39A-HQ", "2931", "2930", mode="strategic")
    match.play("to 3029 via 2930")
    assert texts(match) == ["pay", "drive"]


@pytest.mark.rule("koenigsberg45 12.3", "koenigsberg45 12.5(1)")
def test_two_more_volkssturm_are_the_most() -> None:
    match = marching("39A-5G", "2932", "2931", "2930", "3029")
    match.play("to 3028 via 2931-2930-3029")
    while match.to_act and "drive" in texts(match):
        match.play("drive")
    assert [where(match, f"Refugees-{n}") for n in (1, 2, 3)] == ["removed"] * 3
    assert [where(match, id) for id in ("VS-3", "VS-4")] == ["volkssturm_box"] * 2
    assert len(happened(match.log, "atrocity")) == 2


@pytest.mark.rule("koenigsberg45 12.3")
def test_a_way_round_is_taken_if_there_is_one() -> None:
    """Named without a path, the march goes where it need not meet refugees, or can pay for them."""
    found = laid({"39A-113": "0636", "Refugees-1": "0637"})
    match = found.move(SOVIET, "39A-113")
    match.play("move 39A-113")
    path = match.path("39A-113", "0638")
    assert "0637" not in [step.hex for step in path]
    assert match.reach("39A-113")["0638"] == sum(step.cost for step in path)  # what the way round costs
    match.play("to 0638")
    assert where(match, "39A-113") == "0638" and where(match, "Refugees-1") == "0637"


@pytest.mark.rule("koenigsberg45 12.2b", "koenigsberg45 5.1")
def test_nobody_stays_among_refugees_after_a_retreat() -> None:
    found = laid({"9K-561": "0637", "Refugees-1": "0636", "Refugees-2": "0737", "Refugees-3": "0738"})
    match = found.push(Retreat(GERMAN, found.hex("0637"), (found.unit("9K-561"),), 1, True, False))
    while match.to_act is not None:
        match.play(match.legal()[0])
    assert where(match, "9K-561") not in ("0636", "0737", "0738", "0637")


@pytest.mark.rule("koenigsberg45 12.2c")
def test_trains_pass_by() -> None:
    found = laid({"Ind-5": "2932", "Refugees-1": "2833"})
    reach = found.move(GERMAN, "Ind-5").reach("Ind-5", mode="rail")
    assert "2833" not in reach and "2834" in reach


@pytest.mark.rule("koenigsberg45 12.2c")
@pytest.mark.parametrize("id", ["43A-HQ", "43A-90"])
def test_the_way_of_a_soviet_unit_costs_what_its_reach_says(id: str) -> None:
    """Only an HQ ends among refugees without driving through them: it is told what it pays."""
    match = marching(id, "3314", "3315", "3214", "3313")
    for number, cost in match.reach(id, freely=True).items():
        assert sum(step.cost for step in match.path(id, number)) == cost, number
    (step,) = match.path(id, "3315")
    assert step.cost == (3 if id == "43A-HQ" else 1)
