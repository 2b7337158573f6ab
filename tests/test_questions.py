"""What a player may ask of a match, and what is said to a question without an answer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import countermarch as cm
from countermarch.games.base import Preview
from countermarch.match import Match
from tests.rules.koenigsberg.table import SOVIET, Table

SIDES = ("german", "soviet")
FIVE = (("5A-HQ", "0637"), ("5A-72", "0638"), ("5A-65", "0639"), ("28A-20", "0636"), ("26K-1", "0741"))


def moving() -> Match:
    table = Table()
    for id, number in FIVE:
        table.put(id, number)
    return table.activate("5A-HQ")


def fighting(fog_of_war: str = "off") -> Match:
    """Two corps beside two German divisions, 26K-69 on top of 26K-1."""
    table = Table(fog_of_war=fog_of_war)
    for id, number in (("5A-72", "0638"), ("5A-65", "0638"), ("26K-1", "0639"), ("26K-69", "0639")):
        table.put(id, number)
    return table.fight(SOVIET, "5A-72", "5A-65")


def everywhere(seed: int, actions: int) -> list[Match]:
    """The same match at many decisions."""
    match, pick, found = cm.load("koenigsberg").start(seed=seed), Random(seed), []
    for _ in range(actions):
        found.append(match.copy())
        match.play(match.legal()[pick.randrange(len(match.legal()))])
    return found


# reach, path, why not


def test_reach_gives_printed_points_and_leaves_the_start_out() -> None:
    reach = moving().reach("5A-72")
    assert reach["0538"] == 1 and max(reach.values()) <= 6 and "0638" not in reach and "0741" not in reach
    assert all(isinstance(cost, float) and cost * 2 == int(cost * 2) for cost in reach.values())


def test_reach_is_what_may_be_played() -> None:
    match = moving()
    for unit, mode in (("5A-72", "regular"), ("5A-65", "strategic"), ("5A-HQ", "regular")):
        reach = match.reach(unit, mode)
        twin = match.copy()
        twin.play(f"move {unit}" + ("" if mode == "regular" else f" {mode}"))
        assert sorted(reach) == sorted(action.hexes[0] for action in twin.legal())
        assert twin.reach(unit, mode) == reach


def test_reach_is_empty_for_what_may_not_move_unless_asked_freely() -> None:
    match = moving()
    assert match.reach("28A-20") == {} and match.reach("26K-1") == {} and match.reach("5A-72", "rail") == {}
    assert match.reach("28A-20", freely=True) and match.reach("26K-1", freely=True)
    assert match.reach("5A-72", freely=True) == match.reach("5A-72")


def test_a_unit_that_has_moved_reaches_nothing() -> None:
    match = moving()
    match.play("move 5A-72")
    match.play("to 0538")
    assert match.reach("5A-72") == {} and match.reach("5A-72", freely=True)


def test_a_unit_may_be_named_alone_or_in_a_list() -> None:
    match = moving()
    assert match.reach(["5A-72"]) == match.reach("5A-72")


def test_a_path_is_adjacent_and_its_parts_sum_to_the_reach() -> None:
    match = moving()
    grid = match.game.rules.board.grid
    for hex, cost in match.reach("5A-72").items():
        steps = match.path("5A-72", hex)
        assert steps[-1].hex == hex and sum(step.cost for step in steps) == cost
        at = "0638"
        for step in steps:
            assert grid.direction(grid.index(at), grid.index(step.hex)) is not None
            assert step.cost == sum(part.value for part in step.parts) and step.parts
            assert all(str(part.text) and part.text.render("es") and part.citation.rule for part in step.parts)
            at = step.hex


def test_paths_and_costs_agree_all_through_a_game() -> None:
    for match in everywhere(seed=4, actions=120)[::6]:
        for action in [a for a in match.legal() if a.verb == "move"][:3]:
            mode = str(action).split()[2] if len(str(action).split()) > 2 else "regular"
            reach = match.reach(action.units, mode)
            assert reach
            for hex in list(reach)[::5]:
                assert sum(step.cost for step in match.path(action.units, hex, mode)) == reach[hex]
                assert match.why_not(action.units, hex, mode) is None


@pytest.mark.parametrize(
    ("unit", "hex", "mode", "rule"),
    [
        ("5A-72", "2740", "regular", "6.2.3"),
        ("5A-72", "2040", "regular", "6.1.1"),
        ("5A-72", "0741", "regular", "6.3"),
        ("5A-72", "0638", "regular", "6.1"),
        ("5A-72", "0538", "rail", "6.5"),
        ("28A-20", "0535", "regular", "4.2"),
        ("26K-1", "0742", "regular", "4.0"),
    ],
)
def test_why_not_names_the_rule(unit: str, hex: str, mode: str, rule: str) -> None:
    refusal = moving().why_not(unit, hex, mode)
    assert refusal is not None and refusal.citation == cm.Citation("koenigsberg", rule)
    assert str(refusal).endswith(f"(koenigsberg {rule})") and refusal.text.render("es")


def test_why_not_is_nothing_where_the_unit_may_go() -> None:
    match = moving()
    assert all(match.why_not("5A-72", hex) is None for hex in match.reach("5A-72"))


def test_a_path_to_where_it_cannot_go_is_refused_with_the_reason() -> None:
    with pytest.raises(cm.GameError, match=r"5A-72 cannot go to 2740: .*water.*6\.2\.3"):
        moving().path("5A-72", "2740")


# zones, command, supply


def test_zones_surround_the_units_of_a_side() -> None:
    match = moving()
    grid = match.game.rules.board.grid
    zones = set(match.zones("german"))
    assert zones and zones <= {grid.number(h) for h in grid.around(grid.index("0741"))}
    assert "0638" in match.zones("soviet")  # of its neighbour 5A-65


def test_command_tells_range_hexes_and_units() -> None:
    found = moving().command("5A-HQ")
    assert found["hq"] == "5A-HQ" and sorted(found["own"]) == ["5A-65", "5A-72"] and found["independents"] == []
    assert (
        found["hexes"]["0637"] == 0 and found["hexes"]["0638"] == 1 and max(found["hexes"].values()) == found["range"]
    )
    assert found["citation"] == "koenigsberg 4.2.4"


def test_supply_of_a_unit_comes_with_a_line_to_a_source() -> None:
    match = moving()
    found = match.supply("5A-72")
    assert found["status"] == "supplied" and found["line"][0] == "0638"
    assert found["line"][-1] in match.sources("soviet")
    assert match.supply("soviet")["sources"] == list(match.sources("soviet"))


def test_supply_of_a_side_tells_every_unit_on_the_map() -> None:
    found = moving().supply("soviet")
    assert set(found["units"]) == {"5A-HQ", "5A-72", "5A-65", "28A-20"}
    assert all(entry["now"] in ("supplied", "out_of_supply", "isolated") for entry in found["units"].values())


def test_supply_of_a_unit_off_the_map_has_no_line() -> None:
    assert moving().supply("5A-45")["line"] is None


# targets and previews


def checked(preview: Preview) -> Preview:
    assert preview.refusal is None and preview.column is not None
    assert sum(preview.results.values()) == pytest.approx(1) and min(preview.results.values()) > 0
    assert preview.parts
    assert all(str(p.text) and p.text.render("es") and p.citation.game == "koenigsberg" for p in preview.parts)
    return preview


def test_targets_are_what_may_be_attacked_with_the_best_odds() -> None:
    match = fighting()
    targets = match.targets()
    assert list(targets) == ["0639"] and "attack 0639" in map(str, match.legal())
    best = checked(targets["0639"])
    assert best.attack == 12 and best.defence == match.preview("0639", ["5A-72", "5A-65"]).defence


def test_a_preview_adds_up() -> None:
    match = fighting()
    one, both = match.preview("0639", ["5A-72"]), checked(match.preview("0639", ["5A-72", "5A-65"]))
    assert one.refusal is not None and one.refusal.citation.rule == "9.3.2"  # 6 to 13
    assert both.attack == 2 * one.attack == 12 and one.defence == both.defence == 13
    named = [part for part in both.parts if part.text.key == "chitpull.part.attack"]
    assert sum(part.value for part in named) == both.attack
    assert [part.citation.rule for part in named] == ["9.3", "9.3"]


def test_a_preview_changes_nothing() -> None:
    match = fighting()
    before = match.fingerprint()
    match.preview("0639", ["5A-72"])
    match.targets("soviet")
    assert match.fingerprint() == before


def test_a_barrage_is_previewed_too() -> None:
    checked(fighting().preview("0639", [], kind="barrage"))


def test_an_attack_that_is_impossible_is_previewed_as_refused() -> None:
    match = fighting()
    for target, attackers in (("0101", ["5A-72"]), ("0638", ["5A-72"]), ("0639", []), ("0639", ["5A-45"])):
        preview = match.preview(target, attackers)
        assert preview.refusal is not None and preview.results == {} and preview.column is None
        assert preview.refusal.citation.game == "koenigsberg" and str(preview.refusal)


@pytest.mark.rule("koenigsberg 2.1.3")
def test_in_fog_a_preview_for_a_side_knows_what_it_sees() -> None:
    match = fighting(fog_of_war="on")
    truth, seen = match.preview("0639", ["5A-72"]), match.preview("0639", ["5A-72"], side="soviet")
    assert seen.refusal is not None and seen.refusal.citation.rule == "2.1.3"
    assert truth.defence == 13 and seen.defence < truth.defence
    assert "26K-1" not in [part.text.params.get("unit") for part in seen.parts]
    assert match.preview("0639", ["5A-65"], side="german") == match.preview("0639", ["5A-65"])
    assert match.targets("soviet")["0639"].defence == seen.defence


@pytest.mark.rule("koenigsberg 2.1.3")
def test_in_fog_a_preview_gives_a_range() -> None:
    """Under 26K-69 lies the strong 26K-1; for all the Soviets know, it may be the HQ that lies elsewhere unseen."""
    table = Table(fog_of_war="on")
    placed = (("5A-72", "0638"), ("26K-1", "0639"), ("26K-69", "0639"), ("26K-HQ", "0741"), ("26K-549", "0741"))
    for id, number in placed:
        table.put(id, number)
    match = table.fight(SOVIET, "5A-72")
    lone = match.preview("0639", ["5A-72"]).defence - 7  # without 26K-1
    seen = match.preview("0639", ["5A-72"], side="soviet")
    worst, best = seen.range
    assert (worst.defence, best.defence) == (match.preview("0639", ["5A-72"]).defence, lone)
    assert seen.column is None and seen.attack == worst.attack == best.attack
    assert best.column is not None and str(seen.refusal).endswith(
        f"{worst.column or 'below 1-2'} at worst, {best.column} at best (koenigsberg 2.1.3)"
    )
    for side in seen.range:
        named = {line.text.params.get("unit") for line in side.parts}
        assert "26K-69" in named and not named & {"26K-1", "26K-HQ"}
    assert match.preview("0639", ["5A-72"], side="german").range == ()  # one's own stack is seen


@pytest.mark.rule("koenigsberg 2.1.3")
def test_in_fog_targets_name_no_attacker_that_is_not_seen() -> None:
    match = fighting(fog_of_war="on")  # 5A-65 lies on 5A-72
    ours, theirs = match.targets("soviet")["0639"], match.targets("german")["0639"]
    assert {line.text.params.get("unit") for line in theirs.parts} >= {"5A-65"}
    assert "5A-72" not in {line.text.params.get("unit") for line in theirs.parts} and theirs.attack < ours.attack
    with pytest.raises(cm.GameError, match="german cannot see 5A-72"):
        match.preview("0639", ["5A-72"], side="german")
    table = Table(fog_of_war="on")
    for id, number in (("5A-72", "0638"), ("5A-65", "0638"), ("26K-1", "0639")):
        table.put(id, number)
    hidden = table.fight(SOVIET, "5A-72")
    assert "0639" in hidden.targets("soviet") and hidden.targets("german") == {}


def beside_the_unseen(match: Match, side: str) -> list[tuple[str, str]]:
    """Units next to enemy stacks that are not seen."""
    grid, veiled = match.game.rules.board.grid, match.view(side)["hidden"]
    units = [
        unit for unit in match.view(side)["units"] if unit["side"] == side and unit["hex"] and unit["kind"] != "hq"
    ]
    beside = [(unit, grid.numbers[h]) for unit in units for h in grid.around(grid.index(unit["hex"])) if h >= 0]
    return [(unit["id"], hex) for unit, hex in beside if hex in veiled]


@pytest.mark.parametrize("game", ["koenigsberg", "koenigsberg45"])
def test_in_fog_ranges_hold_the_truth_and_tell_nothing_of_it(game: str) -> None:
    match, pick, ranges = cm.load(game).start(seed=3, options={"fog_of_war": "on"}), Random(3), 0
    for number in range(400):
        side = SIDES[number % 2]
        for unit, hex in beside_the_unseen(match, side)[:6] if number % 8 < 2 else ():
            truth, seen = match.preview(hex, [unit]), match.preview(hex, [unit], side=side)
            assert match.imagine(side, number).preview(hex, [unit], side=side) == seen
            if seen.range:
                worst, best = seen.range
                assert worst.defence >= truth.defence >= best.defence and worst.attack == truth.attack
                ranges += 1
        match.play(match.legal()[pick.randrange(len(match.legal()))])
    assert ranges > 15


def test_previews_sum_to_one_all_through_a_game() -> None:
    seen = 0
    for match in everywhere(seed=20, actions=500):
        for preview in match.targets().values():
            checked(preview)
            seen += 1
    assert seen > 10


# questions without an answer

ASKED: list[tuple[Callable[[Match], Any], str]] = [
    (lambda m: m.reach("5A-99"), r"no unit '5A-99' in this game; did you mean .*5A-"),
    (lambda m: m.reach("???"), r"no unit '\?\?\?' in this game; known are"),
    (lambda m: m.reach(5), r"name a unit or a list of units, not 5"),  # type: ignore[arg-type]
    (lambda m: m.reach([]), r"one at a time"),
    (lambda m: m.reach(["5A-72", "5A-65"]), r"one at a time"),
    (lambda m: m.reach("5A-45"), r"5A-45 is not on the map"),
    (lambda m: m.reach("5A-72", "flying"), r"no mode 'flying'; choose one of: regular, strategic, rail"),
    (lambda m: m.path("5A-72", "9999"), r"no hex '9999'; write its printed number"),
    (lambda m: m.path("5A-72", 538), r"no hex 538; write its printed number as text"),  # type: ignore[arg-type]
    (lambda m: m.path("5A-99", "0538"), r"no unit '5A-99'"),
    (lambda m: m.why_not("5A-72", ""), r"no hex ''"),
    (lambda m: m.why_not("5A-72", "0538", "Regular"), r"no mode 'Regular'"),
    (lambda m: m.zones("allied"), r"no side 'allied'; the sides are: german, soviet"),
    (lambda m: m.command("5A-72"), r"5A-72 is not an HQ on the map"),
    (lambda m: m.command("28A-HQ"), r"28A-HQ is not an HQ on the map"),
    (lambda m: m.command("XX"), r"no unit 'XX'"),
    (lambda m: m.supply("allied"), r"'allied'.*german, soviet"),
    (lambda m: m.preview("9999", ["5A-72"]), r"no hex '9999'"),
    (lambda m: m.preview("0741", ["5A-99"]), r"no unit '5A-99'"),
    (lambda m: m.preview("0741", ["5A-72"], kind="fire"), r"no 'fire' to preview; ask for one of: attack, barrage"),
    (lambda m: m.preview("0741", ["5A-72"], side="allied"), r"no side 'allied'"),
    (
        lambda m: m.preview("0741", ["5A-72"], support={"3AA": "soft"}),
        r"3AA strikes as one of: normal, full, not 'soft'",
    ),
    (lambda m: m.targets("allied"), r"no side 'allied'"),
    (lambda m: m.sight("0741"), r"no line of sight"),
]


@pytest.mark.parametrize(("ask", "words"), ASKED)
def test_a_wrong_question_is_told_what_is_wrong_and_what_would_be_right(
    ask: Callable[[Match], Any], words: str
) -> None:
    match = moving()
    before = match.fingerprint()
    with pytest.raises(cm.GameError, match=words):
        ask(match)
    assert match.fingerprint() == before


def test_questions_can_be_asked_when_the_game_is_over() -> None:
    match, pick = cm.load("koenigsberg").start(seed=1), Random(3)
    while match.to_act is not None:
        match.play(match.legal()[pick.randrange(len(match.legal()))])
    unit = next(u for u in match.position()["units"] if u["hex"] and u["kind"] == "infantry")
    assert match.targets() == {} and match.reach(unit["id"]) == {}
    assert match.zones("german") and match.supply("german")["units"] and match.view("german")
    match.why_not(unit["id"], "0101")
