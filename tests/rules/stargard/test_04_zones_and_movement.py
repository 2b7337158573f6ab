"""4.0 zones of control, 5.0 movement, 6.0 stacking."""

import pytest

import countermarch as cm
from countermarch.games.chitpull.advance import Advance
from countermarch.games.chitpull.movement import burn_fuel
from countermarch.games.chitpull.verbs import RAIL, REGULAR
from tests.rules.stargard.table import GERMAN, SOVIET, Pomerania, cited, fight, refused, steps, texts, where


def cost(table: Pomerania, unit: str, hex: str, mode: str = "regular") -> list[tuple[str, float]]:
    """The parts of the price of the last step of a path."""
    path = table.rules.questions.path(table.play, [unit], hex, mode)
    return [(str(part.text), part.value) for part in path[-1].parts]


# zones


@pytest.mark.rule("stargard-design 4.1")
def test_entering_and_leaving_a_zone_cost_two_each_however_many_enemies() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "16.22", "75G": "15.23"})
    match = table.move(GERMAN, "48/23SS")
    match.play("move 48/23SS")
    assert match.reach("48/23SS")["16.23"] == 3  # one for the hex, two for the zone of both
    away = Pomerania()
    away.lay({"48/23SS": "16.24", "12G": "16.23"})
    parts = away.rules.questions.path(away.play, ["48/23SS"], "16.25", "regular")[0].parts
    assert [(part.value, str(part.citation)) for part in parts][1] == (2, "stargard-design 4.1")


@pytest.mark.rule("stargard-design 4.2.1", "stargard-design 12.4")
def test_hqs_garrisons_and_volkssturm_have_no_zone() -> None:
    table = Pomerania()
    table.lay({"3SS-HQ": "16.24", "Gar-Pyritz": "15.07", "VS1": "29.16"})
    assert table.rules.questions.zones(table.play, "german") == ()
    table.put("3Al", "20.20")
    assert len(table.rules.questions.zones(table.play, "german")) == 6


@pytest.mark.rule("stargard 4.2.2")
def test_a_zone_does_not_reach_where_the_unit_could_not_go() -> None:
    """Over the unbridged Oder nobody's, into the meadows off the road not that of mechanised units."""
    table = Pomerania()
    tables = table.tables
    h, to = next(
        (h, to)
        for h in range(tables.n)
        for to in tables.ways_to["foot"][h]
        if tables.board.terrain(to) == "marsh"
        and to not in tables.ways_to["mech"][h]
        and tables.board.terrain(h) != "marsh"
    )
    start, wet = tables.numbers[h], tables.numbers[to]
    table.put("48/23SS", start)
    assert wet in table.rules.questions.zones(table.play, "german")
    mech = Pomerania()
    mech.put("21/10SS", start)
    assert wet not in mech.rules.questions.zones(mech.play, "german")
    bank, other = next(
        (h, to) for h in range(tables.n) for to in tables.attack_to[h] if tables.major[tables.slot(h, to)]
    )
    oder = Pomerania()
    oder.put("48/23SS", tables.numbers[bank])
    assert tables.numbers[other] not in oder.rules.questions.zones(oder.play, "german")


@pytest.mark.rule("stargard-design 4.3")
def test_zones_bar_strategic_movement_and_do_not_hinder_an_advance() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "18.15", "12G": "18.17"})
    match = table.move(GERMAN, "48/23SS")
    assert table.tables.on_road[table.hex("18.15")]
    assert "18.16" not in match.reach("48/23SS", "strategic", freely=True)
    advance = Pomerania()
    advance.lay({"12G": "16.23", "48/23SS": "16.25"})
    unit, origin = advance.unit("12G"), advance.hex("16.23")
    free = advance.push(Advance(SOVIET, advance.hex("16.24"), (unit,), (origin,), ()))
    assert "advance 12G 16.24" in texts(free)


@pytest.mark.rule("stargard-design 4.4")
def test_water_between_keeps_attackers_apart_a_river_does_not() -> None:
    table = Pomerania()
    tables = table.tables
    a, b = next(
        (h, tables.nbr[6 * h + d])
        for h in range(tables.n)
        for d in range(6)
        if tables.wet[6 * h + d] and tables.land[h] and tables.land[tables.nbr[6 * h + d]]
    )
    table.lay({"12G": tables.numbers[a], "48/23SS": tables.numbers[b]})
    answer = table.match().preview(tables.numbers[b], ["12G"])
    assert answer.refusal is not None and str(answer.refusal.citation) == "stargard-design 8.5"
    river = Pomerania()
    c, d = next((h, to) for h in range(tables.n) for to in tables.attack_to[h] if tables.major[tables.slot(h, to)])
    river.lay({"12G": tables.numbers[c], "3Al": tables.numbers[d]})
    assert river.match().preview(tables.numbers[d], ["12G"]).refusal is None


# movement


@pytest.mark.rule("stargard-design 5.1")
def test_units_move_one_by_one_within_their_allowance() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.23"})
    match = table.move(GERMAN, "48/23SS", "49/23SS")
    match.play("move 48/23SS")
    assert max(match.reach("48/23SS").values()) <= 5
    no = refused(match, "to 30.20")
    assert str(no.citation) == "stargard-design 5.1"
    match.play("to 16.25")
    assert str(refused(match, "move 48/23SS").citation) == "stargard-design 5.1"


@pytest.mark.rule("stargard-design 5.2")
def test_a_road_costs_one_and_the_autobahn_half_for_mechanised_units() -> None:
    table = Pomerania()
    tables = table.tables
    h = next(h for h in range(tables.n) if any(tables.autobahn[6 * h : 6 * h + 6]) and tables.land[h])
    d = next(d for d in range(6) if tables.autobahn[6 * h + d])
    a, b = tables.numbers[h], tables.numbers[tables.nbr[6 * h + d]]
    table.lay({"21/10SS": a, "48/23SS": a})
    assert cost(table, "21/10SS", b) == [("Autobahn", 0.5)]
    assert cost(table, "48/23SS", b) == [("Autobahn", 1.0)]


@pytest.mark.rule("stargard-design 5.2")
def test_an_unbridged_minor_river_costs_one_and_stops() -> None:
    table = Pomerania()
    tables = table.tables
    s = next(
        s
        for s in range(6 * tables.n)
        if tables.minor[s] and tables.board.terrain(tables.nbr[s]) == "clear" and not tables.settlement[tables.nbr[s]]
    )
    a, b = tables.numbers[s // 6], tables.numbers[tables.nbr[s]]
    table.put("48/23SS", a)
    parts = table.rules.questions.path(table.play, ["48/23SS"], b, "regular")
    if len(parts) == 1:
        assert sum(part.value for part in parts[0].parts) == 2
    beyond = next(n for n in tables.ways_to["foot"][tables.nbr[s]] if n != s // 6)
    match = table.move(GERMAN, "48/23SS")
    match.play("move 48/23SS")
    with pytest.raises(cm.IllegalAction) as no:
        match.play(f"to {tables.numbers[beyond]} via {b}")
    assert str(no.value.citation) == "stargard-design 5.2"


@pytest.mark.rule("stargard-design 5.2")
def test_mechanised_units_enter_marsh_only_along_a_line() -> None:
    table = Pomerania()
    tables = table.tables
    h, to = next(
        (h, to)
        for h in range(tables.n)
        for to in tables.ways_to["foot"][h]
        if tables.board.terrain(to) == "marsh" and to not in tables.ways_to["mech"][h]
    )
    table.lay({"21/10SS": tables.numbers[h]})
    match = table.move(GERMAN, "21/10SS")
    match.play("move 21/10SS")
    with pytest.raises(cm.IllegalAction) as no:
        match.play(f"to {tables.numbers[h]} via {tables.numbers[to]}")
    assert no.value.citation is not None
    assert table.play.edition.cite("6.2.3").rule == "5.2"


@pytest.mark.rule("stargard-design 5.3")
def test_a_unit_with_an_attack_overruns_a_lone_hq() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "61-HQ": "16.23", "49/23SS": "17.24", "12G": "18.24"})
    match = table.move(GERMAN, "48/23SS", "49/23SS")
    match.play("move 48/23SS")
    events = match.play("to 16.23")
    assert where(match, "61-HQ") == "removed" and cited(events, "overrun") == ["stargard-design 5.3"]
    match.play("move 49/23SS")
    assert str(refused(match, "to 18.24").citation) == "stargard-design 5.3"


@pytest.mark.rule("stargard-design 5.4", "stargard-design 5.4.1")
def test_strategic_movement_follows_roads_at_half_a_point() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "18.15", "49/23SS": "16.24", "307/163": "18.17", "310/163": "18.17"})
    match = table.move(GERMAN, "48/23SS", "49/23SS")
    assert str(refused(match, "move 49/23SS strategic").citation) == "stargard-design 5.4"
    match.play("move 48/23SS strategic")
    assert match.reach("48/23SS", "strategic")["18.16"] == 0.5
    assert "18.17" not in match.reach("48/23SS", "strategic")
    past = refused(match, "to 18.18")
    assert str(past.citation) == "stargard-design 5.4.1"


def station(table: Pomerania, start: str) -> dict[str, float]:
    return table.match().reach(start, "rail", freely=True)


@pytest.mark.rule("stargard-design 5.5")
def test_a_train_goes_any_distance_and_passes_no_full_hex() -> None:
    table = Pomerania()
    table.put("48/23SS", "18.13")
    assert "07.16" in station(table, "48/23SS") and "30.22" in station(table, "48/23SS")
    table.lay({"307/163": "15.14", "310/163": "15.14"})
    assert "07.16" not in station(table, "48/23SS")
    match = table.move(GERMAN, "48/23SS")
    match.play("move 48/23SS rail")
    assert str(refused(match, "to 07.16").citation) == "stargard 6.1"


@pytest.mark.rule("stargard-design 5.5")
def test_a_train_stops_in_a_zone_and_leaves_one_only_for_a_quiet_place() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "18.13", "12G": "18.14", "75G": "14.12"})
    match = table.move(GERMAN, "48/23SS")
    match.play("move 48/23SS rail")
    ends = match.reach("48/23SS", "rail")
    near = {
        table.tables.numbers[h] for foe in ("18.14", "14.12") for h in table.tables.board.grid.within(table.hex(foe), 1)
    }
    assert ends and not near & set(ends)
    beside = next(h for h in sorted(near) if table.tables.on_rail[table.hex(h)] and h not in ("18.13", "18.14"))
    assert refused(match, f"to {beside}").citation is not None


@pytest.mark.rule("stargard-design 5.6")
def test_nobody_leaves_the_map() -> None:
    """There is no hex beyond the edge to go to; and without Defend the Reich Stettin is a hex like others."""
    table = Pomerania()
    table.put("21/10SS", "07.15")
    match = table.move(GERMAN, "21/10SS")
    match.play("move 21/10SS")
    match.play("to 07.16")
    assert where(match, "21/10SS") == "07.16"


# stacking


@pytest.mark.rule("stargard-design 6.0-limit", "stargard 6.0")
def test_two_combat_units_and_an_hq_fill_a_hex_at_every_moment() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "307/163": "16.23", "310/163": "16.23", "3SS-HQ": "16.23", "XSS-HQ": "16.24"})
    match = table.move(GERMAN, "48/23SS", "XSS-HQ")
    match.play("move 48/23SS")
    no = refused(match, "to 16.23")
    assert str(no.citation) == "stargard-design 6.0-limit"
    match.play("to 16.25")
    match.play("move XSS-HQ")
    assert str(refused(match, "to 16.23").citation) == "stargard-design 6.0-limit"


@pytest.mark.rule("stargard 6.1", "stargard 6.0")
def test_nobody_passes_a_full_hex() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "307/163": "16.23", "310/163": "16.23"})
    match = table.move(GERMAN, "48/23SS")
    match.play("move 48/23SS")
    with pytest.raises(cm.IllegalAction) as no:
        match.play("to 16.22 via 16.23")
    assert str(no.value.citation) == "stargard 6.1"
    match.play("to 16.22 via 15.24-15.23")
    assert where(match, "48/23SS") == "16.22"


@pytest.mark.rule("stargard 6.1")
def test_an_advance_may_not_end_in_a_full_hex() -> None:
    match, _ = fight({"12G": "16.23", "75G": "16.23", "397": "15.24"}, {"3Al": "16.24"}, "16.24", 6)
    match.play("advance 12G 16.24")
    match.play("advance 75G 16.24")
    assert "advance 397 16.24" not in texts(match)


@pytest.mark.rule("stargard-design 6.4")
def test_air_units_do_not_stack_and_sides_never_share_a_hex() -> None:
    table = Pomerania()
    table.put("48/23SS", "16.24")
    document = table.match().position()
    entry = next(unit for unit in document["units"] if unit["id"] == "Rudel")
    entry.update(hex="16.24", where=None)
    with pytest.raises(cm.PositionError):
        table.game.from_position(document)
    document = table.match().position()
    entry = next(unit for unit in document["units"] if unit["id"] == "12G")
    entry.update(hex="16.24", where=None)
    with pytest.raises(cm.PositionError):
        table.game.from_position(document)


# fuel


@pytest.mark.rule("stargard-design 12.8")
@pytest.mark.parametrize("mode", [REGULAR, RAIL])
def test_without_gas_a_full_german_mechanised_unit_pays_for_moving(mode: int) -> None:
    table = Pomerania()
    table.lay({"21/10SS": "16.24", "48/23SS": "16.25"})
    table.put("22/10SS", "17.24", steps=1)
    table.put("4/4SS", "17.25")
    table.play.state.no_gas = 1
    for id in ("21/10SS", "48/23SS", "22/10SS", "4/4SS"):
        burn_fuel(table.play, table.unit(id), mode)
    match = table.match()
    assert [steps(match, id) for id in ("21/10SS", "48/23SS", "22/10SS", "4/4SS")] == [1, 2, 1, 1]
    assert cited(table.play.events, "no_gas_step") == ["stargard-design 12.8"]


@pytest.mark.rule("stargard-design 12.8")
def test_who_moves_without_gas_loses_a_step_when_the_move_is_over() -> None:
    table = Pomerania()
    table.lay({"21/10SS": "16.24", "22/10SS": "17.24"})
    table.play.state.no_gas = 1
    match = table.move(GERMAN, "21/10SS", "22/10SS")
    match.play("move 21/10SS")
    assert match.reach("21/10SS")  # the whole allowance
    events = match.play("to 16.26")
    assert steps(match, "21/10SS") == 1 and cited(events, "no_gas_step") == ["stargard-design 12.8"]
    match.play("done")
    assert steps(match, "22/10SS") == 2


@pytest.mark.rule("stargard 6.0", "stargard-design 6.0-limit")
@pytest.mark.parametrize("units", [("12G", "75G", "397"), ("48/23SS", "49/23SS", "307/163"), ("61-HQ", "2GT-HQ")])
def test_a_position_with_too_many_in_a_hex_is_refused(units: tuple[str, ...]) -> None:
    table = Pomerania()
    table.lay(dict(zip(units, ("16.24", "18.24", "20.24"), strict=False)))
    doc = table.game.start(seed=1).position()
    for entry in doc["units"]:
        if entry["id"] in units:
            entry.update(hex="16.24", where=None, level=units.index(entry["id"]))
    with pytest.raises(cm.PositionError, match=r"16\.24"):
        table.game.from_position(doc)
    for entry in doc["units"]:
        if entry["id"] == units[-1]:
            entry.update(hex="18.24", level=0)
    assert where(table.game.from_position(doc), units[-1]) == "18.24"


@pytest.mark.rule("stargard-design 12.8", "stargard-design 5.1")
def test_with_gas_a_tank_moves_for_nothing() -> None:
    table = Pomerania()
    table.put("21/10SS", "16.24")
    match = table.move(GERMAN, "21/10SS")
    assert refused(match, "attack 16.23").reason.key.endswith("not_asked")
    match.play("move 21/10SS")
    match.play("to 16.26")
    assert steps(match, "21/10SS") == 2


@pytest.mark.rule("stargard-design 5.1")
def test_a_move_taken_back_leaves_everything_as_it_was() -> None:
    table = Pomerania()
    table.lay({"21/10SS": "16.24", "48/23SS": "16.25"})
    match = table.move(GERMAN, "21/10SS", "48/23SS")
    before, choices = match.fingerprint(), texts(match)
    match.play("move 21/10SS")
    match.play("to 16.26")
    assert where(match, "21/10SS") == "16.26"
    while match.fingerprint() != before:
        assert match.undo()
    assert where(match, "21/10SS") == "16.24" and texts(match) == choices


@pytest.mark.rule("stargard-design 5.3", "stargard-design 12.1.3")
def test_a_unit_gets_out_of_a_ring_over_a_lone_hq() -> None:
    table = Pomerania()
    table.lay({"21/10SS": "16.24", "12G": "16.23", "75G": "15.24", "23G": "17.24", "397": "17.25", "356": "15.25"})
    table.put("61-HQ", "16.25", supply=2)
    match = table.move(GERMAN, "21/10SS")
    assert texts(match) == ["move 21/10SS", "done"]
    match.play("move 21/10SS")
    match.play("to 16.25")
    assert (where(match, "21/10SS"), where(match, "61-HQ")) == ("16.25", "removed")
    assert match.supply("61-HQ")["status"] == "supplied"  # who has left the map wants for nothing
