"""5.5: railways, and whose trains run on them.

The line from 12.27 to the south (12.26, 12.25, 12.24, 12.23, 13.23) is German, that from 15.01 to the north (15.02,
16.02, 16.03, 15.04, 15.05, 15.06) Soviet up to Pyritz, 15.07.
"""

import pytest

import countermarch as cm
from countermarch.games.chitpull.state import ELIMINATED
from countermarch.match import Match
from tests.rules.stargard.table import GERMAN, SOVIET, Pomerania, inside, reasons, refused, texts, where

MOVER = {GERMAN: "48/23SS", SOVIET: "12G"}


def train(table: Pomerania, side: int, start: str) -> Match:
    """A train about to leave."""
    table.put(MOVER[side], start)
    match = table.move(side, MOVER[side])
    match.play(f"move {MOVER[side]} rail")
    return match


def passed(table: Pomerania, id: str, *hexes: str) -> None:
    """A unit has gone along these hexes and away."""
    table.put(id, "20.20")
    table.play.travel(table.unit(id), [table.hex(number) for number in hexes])
    table.box(id, ELIMINATED)


def ends(match: Match) -> set[str]:
    return {text.split()[1] for text in texts(match)}


@pytest.mark.rule("stargard-design 5.5")
def test_a_german_train_runs_over_ground_the_soviets_have_never_held() -> None:
    match = train(Pomerania(), GERMAN, "12.23")
    assert {"12.24", "12.25", "12.26", "12.27"} <= ends(match)
    match.play("to 12.27")
    assert where(match, "48/23SS") == "12.27"


@pytest.mark.rule("stargard-design 5.5")
def test_it_does_not_run_where_the_soviets_have_passed() -> None:
    table = Pomerania()
    passed(table, "75G", "12.25")
    match = train(table, GERMAN, "12.23")
    assert "12.24" in ends(match) and not {"12.25", "12.26", "12.27"} & ends(match)
    held, beyond = refused(match, "to 12.25"), refused(match, "to 12.27")
    assert str(held.citation) == str(beyond.citation) == "stargard-design 5.5"
    assert "no train of this side runs through 12.25" in str(held)
    assert "the railway to 12.27 runs through ground the enemy holds" in str(beyond)
    assert str(refused(match, "to 12.27 via 12.24-12.25-12.26").citation) == "stargard-design 5.5"


@pytest.mark.rule("stargard-design 5.5")
def test_it_runs_again_once_the_hex_is_won_back() -> None:
    table = Pomerania()
    passed(table, "75G", "12.25")
    passed(table, "307/163", "12.25")
    assert "12.27" in ends(train(table, GERMAN, "12.23"))


@pytest.mark.rule("stargard-design 5.5")
def test_an_hq_holds_no_ground() -> None:
    table = Pomerania()
    passed(table, "61-HQ", "12.25")
    assert "12.27" in ends(train(table, GERMAN, "12.23"))


@pytest.mark.rule("stargard-design 5.5")
@pytest.mark.parametrize("lost", [("12.24", "13.23"), ("12.24",)])
def test_who_has_no_hex_to_ride_to_does_not_entrain(lost: tuple[str, ...]) -> None:
    table = Pomerania()
    passed(table, "75G", *lost)
    table.put("48/23SS", "12.23")
    match = table.move(GERMAN, "48/23SS")
    assert ("move 48/23SS rail" in texts(match)) is (len(lost) == 1)


@pytest.mark.rule("stargard-design 5.5")
def test_an_hq_on_enemy_ground_does_not_entrain() -> None:
    table = Pomerania()
    passed(table, "75G", "12.24")
    table.put("3SS-HQ", "12.24")
    match = table.move(GERMAN, "3SS-HQ")
    assert "move 3SS-HQ" in texts(match) and "move 3SS-HQ rail" not in texts(match)
    assert str(refused(match, "move 3SS-HQ rail").citation) == "stargard-design 5.5"


@pytest.mark.rule("stargard-design 5.5")
def test_a_soviet_train_runs_behind_the_front_of_the_first_day_only() -> None:
    table = Pomerania()
    match = train(table, SOVIET, "15.01")
    assert {"16.03", "15.06"} <= ends(match) and not {"15.07", "15.08", "16.09"} & ends(match)
    assert str(refused(match, "to 15.07").citation) == "stargard-design 5.5"
    assert str(refused(match, "to 15.08").citation) == "stargard-design 5.5"


@pytest.mark.rule("stargard-design 5.5")
def test_not_over_german_ground_even_when_it_has_been_taken() -> None:
    """The enemy has held it, and it is not won back: it was never theirs."""
    table = Pomerania()
    passed(table, "75G", "15.07", "15.08", "16.09")
    assert not {"15.07", "15.08", "16.09"} & ends(train(table, SOVIET, "15.01"))


@pytest.mark.rule("stargard-design 5.5")
def test_a_soviet_train_runs_again_over_its_own_ground_won_back() -> None:
    lost = Pomerania()
    passed(lost, "307/163", "15.04")
    assert "15.05" not in ends(train(lost, SOVIET, "15.01"))
    back = Pomerania()
    passed(back, "307/163", "15.04")
    passed(back, "75G", "15.04")
    assert "15.05" in ends(train(back, SOVIET, "15.01"))


@pytest.mark.rule("stargard-design 5.5", "stargard 14.1")
def test_a_train_takes_nothing_in_passing() -> None:
    """Nobody rides through Pyritz to its marker; and what is merely passed is not entered."""
    match = train(Pomerania(), SOVIET, "15.01")
    match.play("to 15.06")
    crossed = match.position()["crossed"]
    assert {"15.01", "15.06"} <= set(crossed) and not {"15.02", "16.03", "15.04", "15.05"} & set(crossed)
    on_foot = Pomerania()
    on_foot.put("12G", "15.04")
    match = on_foot.move(SOVIET, "12G")
    match.play("move 12G")
    match.play("to 15.06 via 15.05")
    assert "15.05" in match.position()["crossed"]


@pytest.mark.rule("stargard-design 5.5")
def test_units_hold_what_they_retreat_to_and_where_they_are_laid() -> None:
    table = Pomerania()
    table.put("12G", "12.25")
    ground = table.own.state.soviet_ground
    assert ground[table.hex("12.25")] == 1
    table.play.shift(table.unit("12G"), table.hex("12.24"))
    assert ground[table.hex("12.24")] == ground[table.hex("12.25")] == 1


@pytest.mark.rule("stargard-design 5.5")
def test_the_ground_of_the_first_day_is_that_of_the_nearer_counters_and_sources() -> None:
    ground = set(cm.load("stargard").start(seed=1).position()["soviet_ground"])
    assert {"15.01", "15.06", "08.06", "38.12", "16.08"} <= ground
    assert not {"15.07", "26.07", "18.13", "12.25", "01.05", "38.19"} & ground  # Pyritz and Arnswalde are victory hexes


@pytest.mark.rule("stargard-design 5.5")
def test_a_position_keeps_the_ground_and_who_stands_in_a_hex_holds_it() -> None:
    table = Pomerania()
    passed(table, "75G", "12.25")
    match = table.game.start(seed=1)
    doc = match.position()
    doc["soviet_ground"].append("12.25")
    doc["soviet_ground"].remove("08.06")  # where 219/1M stands
    again = table.game.from_position(doc)
    kept = again.position()["soviet_ground"]
    assert "12.25" in kept and "08.06" in kept
    play = inside(again)
    assert play.state.tracks[SOVIET * play.tables.n + table.hex("12.25")] == 1


@pytest.mark.rule("stargard-design 5.5")
def test_a_way_back_and_forth_does_not_get_round_zones_or_lost_ground() -> None:
    zone = Pomerania()
    zone.put("75G", "13.24")  # its zone covers 12.24
    match = train(zone, GERMAN, "12.27")
    there = "to 12.25 via 12.26-12.25-12.24"
    assert reasons(match, there) == {there: "stargard-design 5.5 must_stop"}
    lost = Pomerania()
    passed(lost, "75G", "12.24")
    match = train(lost, GERMAN, "12.27")
    assert reasons(match, there) == {there: "stargard-design 5.5 track_lost"}


@pytest.mark.rule("stargard-design 5.5", "stargard-design 12.3")
def test_which_ground_is_soviet_at_the_start_reckoned_once_more() -> None:
    """Nearer to a Soviet counter than to anything German, or as near to a Soviet source; never what can be taken."""
    table = Pomerania()
    tables, places = table.tables, table.tables.places

    def steps(starts: set[int]) -> dict[int, int]:
        found, edge = dict.fromkeys(starts, 0), list(starts)
        for h in edge:
            for to in tables.step_to[h]:
                if to not in found:
                    found[to] = found[h] + 1
                    edge.append(to)
        return found

    starts: list[set[int]] = [set(), set()]
    for u, arrival in enumerate(tables.arrivals):
        if arrival.hex:
            starts[tables.side[u]].add(table.hex(arrival.hex))
    german, soviet = steps(starts[0] | places.german_sources), steps(starts[1])
    source = steps(set(places.soviet_sources))
    far = 10_000
    behind = {
        h
        for h in range(tables.n)
        if soviet.get(h, far) < german.get(h, far) or source.get(h, far + 1) <= german.get(h, far) != far
    }
    ground = set(cm.load("stargard").start(seed=1).position()["soviet_ground"])
    assert ground == {tables.numbers[h] for h in behind - places.takeable}
