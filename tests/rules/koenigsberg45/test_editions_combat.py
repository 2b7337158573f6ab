"""Where the editions differ (rows 21 to 43): movement, stacking, reinforcements, combat, losses, retreats, advance."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.games.chitpull import turn
from countermarch.games.chitpull.battle import Battle
from countermarch.games.chitpull.headquarters import remove_idle
from countermarch.games.chitpull.losses import steps_due
from countermarch.games.chitpull.reckoning import DEFENSIVE, FESTUNG, forces, line_of
from countermarch.games.chitpull.reinforcements import arrive
from countermarch.games.chitpull.retreat import Retreat, hexes_due
from countermarch.games.chitpull.state import RESERVE
from countermarch.games.koenigsberg45 import stacking
from countermarch.match import Match
from tests.rules.koenigsberg.fights import attack
from tests.rules.koenigsberg.table import GERMAN, SOVIET, steps, texts, where
from tests.rules.koenigsberg45.both import FIRST, SECOND, fought, laid, no, rules

BOTH = pytest.mark.parametrize("game", [FIRST, SECOND])
RING = {"39A-5G": "0638", "39A-94": "0538", "39A-113": "0537", "5A-45": "0636", "5A-65": "0737", "5A-72": "0738"}
RING_OF_ZONES = {"39A-113": "0838"}  # with attackers in 0636 and 0538 every way back from 0637 is in a zone


def back(units: dict[str, str], others: dict[str, str], hexes: int, game: str = FIRST, side: int = GERMAN) -> Match:
    """The units, all in one hex, must retreat so far."""
    found = laid({**units, **others}, game)
    start = found.hex(next(iter(units.values())))
    return found.push(Retreat(side, start, tuple(found.unit(id) for id in units), hexes, True, False))


@pytest.mark.rule("koenigsberg45 3.5(1)", "koenigsberg45 7.0", "koenigsberg45 7.4(3)")
@BOTH
def test_row_21_targets_are_adjacent_even_over_a_major_river(game: str) -> None:
    found = laid({"65A-18": "0212", "27K-35": "0312", "26K-1": "0412"}, game)
    match = found.fight(SOVIET, "65A-18")
    assert found.match().preview("0312", ["65A-18"]).attack == found.tables.attack[found.unit("65A-18")][2] / 2
    assert no(match, "attack 0412") == f"{game} {'7.0' if game == FIRST else '9.0'}"


@pytest.mark.rule("koenigsberg45 4.6")
def test_row_22_a_train_leaves_an_enemy_zone_here_only() -> None:
    for game, able in ((FIRST, True), (SECOND, False)):
        found = laid({"Ind-5": "2932", "39A-113": "2832"}, game)
        match = found.move(GERMAN, "Ind-5")
        assert ("move Ind-5 rail" in texts(match)) == able
        if not able:
            assert no(match, "move Ind-5 rail") == "koenigsberg 6.5"
            continue
        match.play("move Ind-5 rail")
        assert not any(found.play.number_in(SOVIET, n) for a in match.legal() for n in _around(found, a.hexes[0]))
        assert no(match, "to 2831") == "koenigsberg45 4.6"  # next to the enemy


def _around(found: object, number: str) -> tuple[int, ...]:
    return found.tables.around[found.hex(number)]  # type: ignore[attr-defined,no-any-return]


@pytest.mark.rule("koenigsberg45 4.6")
@BOTH
def test_row_22_a_train_stops_when_it_enters_a_zone(game: str) -> None:
    found = laid({"Ind-5": "2932", "39A-113": "2735"}, game)
    match = found.move(GERMAN, "Ind-5")
    reach = match.reach("Ind-5", mode="rail")
    zoned = [h for h in reach if found.play.in_enemy_zone(GERMAN, found.hex(h))]
    assert zoned
    for number in zoned:
        assert match.path("Ind-5", number, mode="rail")[-1].hex == number


@pytest.mark.rule("koenigsberg45 4.6", "koenigsberg45 4.1b")
def test_row_22_a_train_that_could_only_end_beside_the_enemy_stays() -> None:
    """The railway of 0419 leads to 0418 and on; both lie next to 0319."""
    match = laid({"9K-561": "0419", "5A-72": "0319"}).move(GERMAN, "9K-561")
    assert texts(match) == ["move 9K-561", "done"]
    assert no(match, "move 9K-561 rail") == "koenigsberg45 4.1b"


@pytest.mark.rule("koenigsberg45 4.7", "koenigsberg45 4.3(1)", "koenigsberg45 12.1d", "koenigsberg45 12.1c(2)")
@BOTH
def test_row_23_strategic_movement_overruns_a_lone_hq(game: str) -> None:
    found = laid({"39A-113": "2932", "9K-HQ": "2931"}, game)
    match = found.move(SOVIET, "39A-113")
    match.play("move 39A-113 strategic")
    events = match.play("to 2930 via 2931")
    assert where(match, "9K-HQ") == "removed" and where(match, "39A-113") == "2930"
    assert rules(events, "overrun") == [f"{game} {'12.1d' if game == FIRST else '11.1.4'}"]


@pytest.mark.rule("koenigsberg45 5.0a", "koenigsberg45 5.0", "koenigsberg45 4.4a(2)")
@BOTH
def test_row_24_full_hexes_may_be_passed_but_not_by_strategic_movement(game: str) -> None:
    found = laid({"9K-561": "2932", "26K-1": "2931", "26K-69": "2931"}, game)
    match = found.move(GERMAN, "9K-561")
    assert "2931" not in match.reach("9K-561") and "2930" in match.reach("9K-561")
    match.play("move 9K-561 strategic")
    assert no(match, "to 3029 via 2931-2930") == f"{game} {'4.4a(2)' if game == FIRST else '6.4.1(3)'}"


@pytest.mark.rule("koenigsberg45 5.1a", "koenigsberg45 5.0a", "koenigsberg45 5.1")
def test_row_25_a_hex_found_too_full_has_its_price_here() -> None:
    """The strongest attacker of the three loses a step and goes back a hex; there such a position is refused."""
    for game in (FIRST, SECOND):
        document = cm.load(game).start(seed=1, options={"fog_of_war": "off"}).position()
        del document["flow"]
        document.update(turn=2, phase="supply" if game == FIRST else "command")
        for entry in document["units"]:
            if entry["id"] in ("5A-45", "5A-65", "5A-72"):
                entry.update(hex="0645", where=None, level=0)
        if game == SECOND:
            with pytest.raises(cm.PositionError):
                cm.load(game).from_position(document)
        else:
            assert cm.load(game).from_position(document).to_act
    found = laid({"39A-5G": "0637", "39A-94": "0637", "39A-152": "0637"})
    stacking.enforce(found.play)
    match = found.match()
    assert steps(match, "39A-5G") == 1 and rules(match.log, "overstacked") == ["koenigsberg45 5.1a"]
    match.play(texts(match)[0])
    assert where(match, "39A-5G") != "0637" and where(match, "39A-94") == where(match, "39A-152") == "0637"


@pytest.mark.rule("koenigsberg45 5.1a", "koenigsberg45 5.2")
def test_row_25_who_has_no_step_to_pay_with_is_eliminated_and_one_of_two_hqs_goes_on() -> None:
    found = laid({"39A-28G": "0637", "39A-152": "0637", "VS-1": "0101", "39A-HQ": "0637", "5A-HQ": "0637"})
    found.put("5A-2G", "0637", steps=1)
    stacking.enforce(found.play)
    match = found.match()
    while match.to_act is not None:
        match.play(texts(match)[0])
    left = [id for id in ("39A-28G", "39A-152", "5A-2G") if where(match, id) == "0637"]
    assert len(left) == 2 and {where(match, id) for id in ("39A-HQ", "5A-HQ")} > {"0637"}
    assert set(rules(match.log, "overstacked")) == {"koenigsberg45 5.1a", "koenigsberg45 5.2"}


@pytest.mark.rule("koenigsberg45 6.0c", "koenigsberg45 3.2", "koenigsberg45 6.0d")
@BOTH
def test_row_26_a_closed_entry_hex_sends_arrivals_along_the_edge(game: str) -> None:
    for blocker in ("0214", "0114"):  # a zone, or a unit
        found = laid({"27K-35": blocker}, game)
        found.box("5GTA-10", RESERVE)
        arrive(found.play, SOVIET)
        match = found.match()
        assert no(match, "place 5GTA-10 0114") in {f"{game} {n}" for n in ("3.2", "6.0c", "5.3", "8.0.3")}
        edge = [text for text in texts(match) if text.startswith("place 5GTA-10 01")]
        assert edge
        match.play(edge[0])
        assert where(match, "5GTA-10") == edge[0].split()[-1]


@pytest.mark.rule("koenigsberg45 6.0e", "koenigsberg45 6.0", "koenigsberg45 6.0b")
def test_row_27_trains_bring_reinforcements_three_hexes_from_every_enemy_here() -> None:
    found = laid({"27K-HQ": "0517"})
    found.box("5GTA-10", RESERVE)
    arrive(found.play, SOVIET)
    match = found.match()
    assert match.decision is not None and match.decision.prompt.key == "chitpull.prompt.enter_by_rail"
    near = set(found.tables.board.grid.within(found.hex("0517"), 2))
    placed = {found.hex(a.hexes[-1]) for a in match.legal() if a.verb == "place"}
    assert found.hex("0114") in placed and len(placed) > 5 and not placed & near
    close = next(h for h in near if found.tables.on_rail[h] and found.tables.land[h])
    assert no(match, f"place 5GTA-10 {found.tables.numbers[close]}") == "koenigsberg45 6.0e"
    far = max(placed, key=lambda h: found.tables.board.grid.distance(h, found.hex("0114")))
    match.play(f"place 5GTA-10 {found.tables.numbers[far]}")
    assert match.to_act is None  # that was its whole move
    second = laid({"27K-HQ": "0517"}, SECOND)
    second.box("5GTA-10", RESERVE)
    arrive(second.play, SOVIET)
    assert not any(text.startswith("place") for text in texts(second.match()))


@pytest.mark.rule("koenigsberg45 6.0e")
def test_row_27_a_move_by_rail_from_the_entry_hex_keeps_the_same_distance() -> None:
    found = laid({"27K-HQ": "0517"})
    found.box("5GTA-10", RESERVE)
    arrive(found.play, SOVIET)
    match = found.match()
    match.play("place 5GTA-10 0114")
    match.play("move 5GTA-10 rail")
    near = {found.tables.numbers[n] for n in found.tables.board.grid.within(found.hex("0517"), 2)}
    assert near.isdisjoint(action.hexes[-1] for action in match.legal())


@pytest.mark.rule("koenigsberg45 6.0e", "koenigsberg45 6.0c", "koenigsberg45 6.0")
def test_a_railway_on_the_map_edge_is_the_whole_move_while_the_entry_hex_is_open() -> None:
    found = laid({})
    found.box("5GTA-10", RESERVE)
    arrive(found.play, SOVIET)
    match = found.match()
    assert no(match, "place 5GTA-10 0115") == "koenigsberg45 6.0c"  # no railway: the edge is not open
    match.play("place 5GTA-10 0113")
    assert where(match, "5GTA-10") == "0113" and match.to_act is None


@pytest.mark.rule("koenigsberg45 6.0c", "koenigsberg45 6.0e", "koenigsberg45 6.0b")
def test_along_the_edge_of_a_blocked_entry_hex_arrivals_move_on() -> None:
    for number in ("0112", "0116"):  # on a railway or not
        found = laid({"27K-35": "0114"})
        found.box("5GTA-10", RESERVE)
        arrive(found.play, SOVIET)
        match = found.match()
        match.play(f"place 5GTA-10 {number}")
        assert "move 5GTA-10" in texts(match)


@pytest.mark.rule("koenigsberg45 1.2a")
@BOTH
def test_row_28_germans_place_and_move_first(game: str) -> None:
    acts = [act for step in laid({}, game).rules.edition.sequence for act in step[1:]]
    assert acts.index(turn.german_reinforcements) < acts.index(turn.soviet_reinforcements)


@pytest.mark.rule("koenigsberg45 12.1c(1)", "koenigsberg45 12.1c", "koenigsberg45 1.2a")
def test_row_29_any_combat_unit_in_range_keeps_an_hq_here() -> None:
    """9th Corps has a unit far away and another corps' unit beside it; 26th Corps has nobody."""
    units = {"9K-HQ": "1939", "9K-561": "2932", "26K-69": "1940", "6K-HQ": "3040", "6K-131": "0637"}
    for game, kept in ((FIRST, {"9K-HQ"}), (SECOND, {"9K-HQ", "6K-HQ"})):
        found = laid(units, game)
        remove_idle(found.play)
        assert {id for id in ("9K-HQ", "6K-HQ") if found.play.on_map(found.unit(id))} == kept
        if game == FIRST:
            assert rules(found.play.events, "hq_idle") == ["koenigsberg45 12.1c(1)"]


@pytest.mark.rule("koenigsberg45 12.1c(2)")
@BOTH
def test_row_30_an_hq_is_lost_with_the_last_unit_of_its_hex(game: str) -> None:
    match, _ = fought({"39A-5G": "0636", "39A-94": "0636"}, {"VS-1": "0637", "9K-HQ": "0637"}, "0637", 6, game=game)
    assert where(match, "9K-HQ") == "removed"
    assert rules(match.log, "hq_lost") == [f"{game} {'12.1c(2)' if game == FIRST else '11.1.3(2)'}"]


@pytest.mark.rule("koenigsberg45 7.4(3)")
@BOTH
def test_row_31_rivers_halve_attackers(game: str) -> None:
    preview = laid({"39A-113": "1143", "9K-561": "1243"}, game).match().preview("1243", ["39A-113"])
    assert preview.attack == 3


@pytest.mark.rule("koenigsberg45 7.4b", "koenigsberg45 0.1d")
def test_row_32_the_best_column_is_8_1_here_and_7_1_there() -> None:
    for game, best in ((FIRST, "8-1+"), (SECOND, "7-1")):
        found = laid({"39A-5G": "0636", "39A-94": "0636", "39A-113": "0538", "VS-1": "0637"}, game)
        preview = found.match().preview("0637", ["39A-5G", "39A-94", "39A-113"])
        assert preview.column == best and sum(preview.results.values()) == pytest.approx(1)


def star(game: str, target: str, origin: str) -> Match:
    """A1*/Dr against a unit there, its attackers next door."""
    found = laid({"9K-561": target, "39A-5G": origin}, game)
    columns = found.tables.combat.columns
    column, die = next(
        (c, d) for c in range(len(columns)) for d in range(1, 7) if found.tables.combat.result(c, d).code == "A1*/Dr"
    )
    chosen = forces(found.play, (found.unit("39A-5G"),), found.hex(target))
    line = line_of(found.play, found.hex(target), chosen)
    return found.push(Battle(SOVIET, found.hex(target), (found.unit("39A-5G"),), column, die, line, 0))


@pytest.mark.rule("koenigsberg45 7.1a")
def test_row_33_a_line_does_not_turn_the_star_on_the_attacker_here() -> None:
    """1024 lies behind a defence line towards 0925, in the open."""
    for game, left in ((FIRST, 2), (SECOND, 1)):
        match = star(game, "1024", "0925")
        assert (match.to_act == "german") == (game == FIRST)  # he retreats
        assert steps(match, "39A-5G") == left


@pytest.mark.rule("koenigsberg45 7.1a", "koenigsberg45 9.1")
@BOTH
def test_row_33_in_a_village_the_defender_stays_and_the_attacker_pays(game: str) -> None:
    match = star(game, "0540", "0539")
    assert where(match, "9K-561") == "0540" and steps(match, "39A-5G") == 1


@pytest.mark.rule("koenigsberg45 7.1", "koenigsberg45 9.0")
@BOTH
def test_row_34_the_defender_goes_first(game: str) -> None:
    match, _ = fought({"39A-5G": "0636", "39A-94": "0636"}, {"9K-561": "0637"}, "0637", 6, game=game)
    assert match.to_act == "german" and match.decision is not None and match.decision.kind == "path"


@pytest.mark.rule("koenigsberg45 8.1")
def test_row_35_a_town_spares_the_first_step_in_both_a_festung_there_only() -> None:
    for game, behind_walls in ((FIRST, 2), (SECOND, 1)):
        found = laid({"9K-561": "0637"}, game)
        assert steps_due(found.play, found.hex("0637"), 2, FESTUNG) == behind_walls
        assert steps_due(found.play, found.hex("0642"), 2, 0) == 1  # a town
        assert rules(found.play.events, "loss_ignored")[-1] == f"{game} {'8.1' if game == FIRST else '9.4.4'}"


@pytest.mark.rule("koenigsberg45 9.1")
def test_row_36_a_village_spares_the_first_hex_in_both_a_festung_there_only() -> None:
    for game, behind_walls in ((FIRST, 2), (SECOND, 1)):
        found = laid({"9K-561": "0637"}, game)
        assert hexes_due(found.play, found.hex("0637"), 2, FESTUNG) == behind_walls
        assert hexes_due(found.play, found.hex("0540"), 2, 0) == 1
        assert rules(found.play.events, "retreat_ignored")[-1] == f"{game} {'9.1' if game == FIRST else '9.5.7'}"


@pytest.mark.rule("koenigsberg45 9.1")
def test_row_37_a_defence_line_holds_nobody_in_place_here() -> None:
    for game, hexes in ((FIRST, 2), (SECOND, 0)):
        found = laid({"9K-561": "0637"}, game)
        assert hexes_due(found.play, found.hex("0637"), 2, DEFENSIVE) == hexes


@pytest.mark.rule("koenigsberg45 7.4a")
@BOTH
def test_row_38_lines_shift_for_germans_if_all_attackers_cross_them(game: str) -> None:
    found = laid({"9K-561": "1024", "39A-5G": "0925", "39A-94": "1124"}, game)
    match = found.match()
    over = match.preview("1024", ["39A-5G"])
    both = match.preview("1024", ["39A-5G", "39A-94"])
    assert any("line_defensive" in p.text.key for p in over.parts)
    assert not any("line_defensive" in p.text.key for p in both.parts)
    cited = {str(p.citation) for p in over.parts if "line" in p.text.key}
    assert cited == {f"{game} {'7.4a' if game == FIRST else '9.3.1'}"}


@pytest.mark.rule("koenigsberg45 9.2b", "koenigsberg45 9.2c")
def test_row_39_retreats_lead_to_supply_here_and_north_and_west_there() -> None:
    """From 0637 the German sources lie west by south; the second edition prefers north and west."""
    first, second = (set(texts(back({"9K-561": "0637"}, {}, 1, game))) for game in (FIRST, SECOND))
    assert first != second and "retreat 0638" in second and "retreat 0638" not in first
    match = back({"9K-561": "0637"}, {}, 1)
    assert no(match, "retreat 0638") == "koenigsberg45 9.2b"
    assert no(match, "retreat 0537") == "koenigsberg45 9.2b"


@pytest.mark.rule("koenigsberg45 9.2c", "koenigsberg45 9.2b")
def test_row_39_supply_comes_before_zones_here() -> None:
    """A zone lies over one of the ways that lead nearer: the other is taken; over both, one of them all the same."""
    free = set(texts(back({"9K-561": "0637"}, {}, 1)))
    assert free == {"retreat 0636", "retreat 0737", "retreat 0738"}
    zoned = back({"9K-561": "0637"}, {"39A-5G": "0838"}, 1)  # its zone reaches 0738
    assert set(texts(zoned)) == free - {"retreat 0738"} and no(zoned, "retreat 0738") == "koenigsberg45 9.2c"
    shut = back({"9K-561": "0637"}, {"39A-5G": "0838", "39A-94": "0837", "39A-113": "0635"}, 1)
    assert set(texts(shut)) == free and no(shut, "retreat 0538") == "koenigsberg45 9.2b"  # though it is in no zone
    shut.play("retreat 0737")
    assert steps(shut, "9K-561") == 1


@pytest.mark.rule("koenigsberg45 9.0c", "koenigsberg45 3.3")
def test_row_40_the_owner_chooses_who_pays_for_a_zone_here() -> None:
    ring = {k: v for k, v in RING.items() if v != "0737"}
    for game, payers in ((FIRST, ["lose 26K-1", "lose 9K-561"]), (SECOND, ["lose 26K-1"])):
        match = back({"26K-1": "0637", "9K-561": "0637"}, ring, 1, game)
        match.play("together")
        told = rules(match.log, "retreat_zone")
        assert told == [f"{game} {'9.0c' if game == FIRST else '9.5.3'}"]
        if game == FIRST:
            assert texts(match) == payers
            match.play("lose 9K-561")
            assert (steps(match, "26K-1"), steps(match, "9K-561")) == (2, 1)
        else:
            assert steps(match, "26K-1") == 1


@pytest.mark.rule("koenigsberg45 9.0b")
@BOTH
def test_row_41_each_hex_not_retreated_costs_a_step_of_the_owners_choice(game: str) -> None:
    match = back({"26K-1": "0637", "9K-561": "0637"}, RING, 1, game)
    match.play("together")
    assert texts(match) == ["lose 26K-1", "lose 9K-561"]
    match.play("lose 9K-561")
    assert steps(match, "9K-561") == 1 and where(match, "9K-561") == "0637"
    assert rules(match.log, "retreat_short") == [f"{game} {'9.0b' if game == FIRST else '9.5.2'}"]


@pytest.mark.rule("koenigsberg45 10.1", "koenigsberg45 10.2", "koenigsberg45 3.5(2)")
@BOTH
def test_row_42_mechanised_units_advance_two_hexes_others_one(game: str) -> None:
    rule = f"{game} {'10.1' if game == FIRST else '9.6.3'}"
    match = followed({"9K-561": 2}, game, ring=False)
    while match.to_act == "german":  # the defender falls back
        match.play(texts(match)[0])
    assert lengths(match, "5A-2G") == {1, 2} and lengths(match, "39A-5G") == {1}
    assert no(match, "advance 39A-5G 0637-0638") == rule


@pytest.mark.rule("koenigsberg45 10.1")
@BOTH
def test_row_42_after_an_elimination_one_hex_here_and_two_there(game: str) -> None:
    match = followed({"VS-1": 1}, game, ring=False)
    assert where(match, "VS-1") == "volkssturm_box"  # by the result itself
    assert lengths(match, "5A-2G") == ({1} if game == FIRST else {1, 2})
    if game == FIRST:
        assert no(match, "advance 5A-2G 0637-0638") == "koenigsberg45 10.1"


@pytest.mark.rule("koenigsberg45 10.1")
@BOTH
def test_row_42_who_is_destroyed_while_retreating_has_retreated(game: str) -> None:
    match = followed({"9K-561": 2}, game, ring=True)
    while match.to_act == "german":
        match.play(texts(match)[0])
    assert where(match, "9K-561") == "eliminated" and lengths(match, "5A-2G") == {1, 2}


@pytest.mark.rule("koenigsberg45 10.1")
@BOTH
def test_row_42_who_has_nowhere_to_go_dies_where_he_stands_and_has_not_retreated(game: str) -> None:
    found = laid({**RING, "3BF-2G": "0538"}, game)
    found.put("9K-561", "0637", steps=1)
    column, combat = 6, found.tables.combat
    die = next(die for die in range(1, 7) if combat.result(column, die).code == "Dr")
    attackers = (found.unit("3BF-2G"), found.unit("39A-94"))
    match = found.push(Battle(SOVIET, found.hex("0637"), attackers, column, die, 0, 0))
    assert where(match, "9K-561") == "eliminated" and rules(match.log, "retreat_short")
    assert lengths(match, "3BF-2G") == ({1} if game == FIRST else {1, 2})
    if game == FIRST:
        assert no(match, "advance 3BF-2G 0637-0638") == "koenigsberg45 10.1"


def followed(defender: dict[str, int], game: str, ring: bool) -> Match:
    """A mechanised corps and two others attack 0637 for D1r; all ways back lead into zones, or none does."""
    attackers = {"5A-2G": "0636", "39A-5G": "0636", "39A-94": "0538"}
    found = laid({**attackers, **(RING_OF_ZONES if ring else {})}, game)
    for id, left in defender.items():
        found.put(id, "0637", steps=left)
    match = found.fight(SOVIET, *attackers)
    combat = found.tables.combat
    column = combat.columns.index(str(match.preview("0637", list(attackers)).column))
    codes = [combat.result(column, die).code for die in range(1, 7)]
    attack(match, "0637", 1 + next(at for at, code in enumerate(codes) if code.startswith("D1r")), list(attackers))
    return match


def lengths(match: Match, id: str) -> set[int]:
    """How many hexes a unit may advance."""
    return {len(action.hexes) for action in match.legal() if action.verb == "advance" and action.units == (id,)}


@pytest.mark.rule("koenigsberg45 7.3c")
@BOTH
def test_row_43_units_that_cannot_move_do_not_advance(game: str) -> None:
    found = laid({"Gar-Lotzen": "1329", "26K-1": "1330", "39A-152": "1229"}, game)
    found.play.state.steps[found.unit("39A-152")] = 1
    match = found.push(Battle(GERMAN, found.hex("1229"), (found.unit("Gar-Lotzen"), found.unit("26K-1")), 7, 6, 0, 0))
    assert where(match, "39A-152") == "eliminated"
    assert no(match, "advance Gar-Lotzen 1229") == f"{game} {'7.3c' if game == FIRST else '9.2.3'}"
