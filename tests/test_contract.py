"""The contract, driven through every game and scenario alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import countermarch as cm
from countermarch.flow import KINDS
from countermarch.match import Match

SCENARIOS = [(info.key, scenario.key) for info in cm.games() for scenario in info.scenarios]
ALL_WRONG: tuple[Any, ...] = (None, 5, True, "", "nonsense", [], ["nonsense"], [["x"]], {"a": 1}, b"x", ("a", "b"))
every_scenario = pytest.mark.parametrize(("game", "scenario"), SCENARIOS)


def everything_on(info: cm.GameInfo) -> dict[str, str]:
    return {option.key: option.values[-1] for option in info.options}


@cache
def along(game: str, scenario: str, decisions: int = 420, every: int = 35) -> tuple[Match, ...]:
    """A random game with every option, looked at now and then."""
    loaded, pick = cm.load(game), Random(3)
    match, seen = loaded.start(scenario, seed=8, options=everything_on(loaded.info)), []
    for number in range(decisions):
        if match.to_act is None:  # a short game is over, another follows
            match = loaded.start(scenario, seed=number)
        if number % every == 0:
            seen.append(match.copy())
        match.play(match.legal()[pick.randrange(len(match.legal()))])
        if match.paused:
            match.play("go-on")
    return tuple(seen)


def some_units(match: Match, pick: Random, number: int) -> list[str]:
    on_map = [unit["id"] for unit in match.position()["units"] if unit["hex"]]
    return pick.sample(on_map, min(number, len(on_map)))


@every_scenario
def test_a_decision_has_a_known_shape_a_prompt_and_rules(game: str, scenario: str) -> None:
    for match in along(game, scenario):
        decision = match.decision
        assert decision is not None and decision.kind in KINDS and decision.side == match.to_act
        assert decision.citations and str(decision.prompt) and decision.prompt.render("es")


@every_scenario
def test_a_decision_knows_whom_and_where_it_is_about(game: str, scenario: str) -> None:
    """What its prompt names: in English, ids and hex numbers stand in it as they are."""
    about = 0
    for match in along(game, scenario):
        decision, names = match.decision, match.game.rules.grammar.index
        assert decision is not None
        assert set(decision.units) <= names["unit"].keys() and set(decision.hexes) <= names["hex"].keys()
        assert all(name in str(decision.prompt) for name in (*decision.units, *decision.hexes))
        told = decision.prompt.params
        assert ("unit" not in told) or decision.units == (told["unit"],)
        assert ("hex" not in told) or decision.hexes == (told["hex"],)
        about += bool(decision.units or decision.hexes)
    assert about


def neighbours(match: Match) -> Iterator[tuple[str, str]]:
    """A unit, and a hex next to it with one of another side."""
    grid, units = match.game.rules.board.grid, [unit for unit in match.position()["units"] if unit["hex"]]
    sides = {unit["hex"]: unit["side"] for unit in units}
    for unit in units:
        around = [grid.numbers[h] for h in grid.around(grid.index(unit["hex"])) if h >= 0]
        yield from ((unit["id"], hex) for hex in around if sides.get(hex, unit["side"]) != unit["side"])


@every_scenario
def test_every_result_a_preview_tells_of_is_taken_apart(game: str, scenario: str) -> None:
    told = 0
    for match in along(game, scenario):
        for preview in (match.preview(hex, [id]) for id, hex in list(neighbours(match))[:20]):
            assert list(preview.outcomes) == list(preview.results)
            assert all(outcome.code == code for code, outcome in preview.outcomes.items())
            assert not preview.results or preview.expected(lambda outcome: 2.0) == pytest.approx(2.0)
            told += len(preview.outcomes)
    assert told


@every_scenario
def test_what_is_not_reached_is_refused_by_a_rule(game: str, scenario: str) -> None:
    """reach is empty when a unit may not move, and then why_not says why, in whatever phase."""
    pick, asked = Random(5), 0
    for match in along(game, scenario):
        for unit in some_units(match, pick, 5):
            for mode in match.game.rules.modes:
                reach, freely = match.reach(unit, mode), match.reach(unit, mode, freely=True)
                for hex in [*list(freely)[:3], *pick.sample(match.game.rules.board.grid.numbers, 2)]:
                    refusal = match.why_not(unit, hex, mode)
                    assert (refusal is None) == (hex in reach), (unit, hex, mode, match.decision)
                    asked += refusal is None or bool(refusal.citation.rule and refusal.text.render("es"))
    assert asked > 100


QUESTIONS: dict[str, Callable[[Match, str, str, Any], object]] = {
    "reach": lambda m, u, h, bad: m.reach(bad),
    "reach mode": lambda m, u, h, bad: m.reach(u, [bad]),  # type: ignore[arg-type]
    "path": lambda m, u, h, bad: m.path(bad, h),
    "path hex": lambda m, u, h, bad: m.path(u, bad),
    "why_not": lambda m, u, h, bad: m.why_not(bad, h),
    "why_not hex": lambda m, u, h, bad: m.why_not(u, bad),
    "preview target": lambda m, u, h, bad: m.preview([bad], [u]),
    "preview support": lambda m, u, h, bad: m.preview(h, [u], support={u: [bad]}),  # type: ignore[dict-item]
    "preview kind": lambda m, u, h, bad: m.preview(h, [u], kind=[bad]),  # type: ignore[arg-type]
    "preview side": lambda m, u, h, bad: m.preview(h, [u], side=[bad]),  # type: ignore[arg-type]
    "supply": lambda m, u, h, bad: m.supply(bad),
    "sources": lambda m, u, h, bad: m.sources(bad),
    "zones": lambda m, u, h, bad: m.zones(bad),
    "command": lambda m, u, h, bad: m.command(bad),
    "sight": lambda m, u, h, bad: m.sight(bad),
    "sight side": lambda m, u, h, bad: m.sight(h, side=[bad]),  # type: ignore[arg-type]
    "targets": lambda m, u, h, bad: m.targets(side=[bad]),  # type: ignore[arg-type]
    "view": lambda m, u, h, bad: m.view(bad),
    "imagine": lambda m, u, h, bad: m.imagine(bad, 1),
    "seed": lambda m, u, h, bad: m.imagine(m.game.info.sides[0], [bad]),  # type: ignore[arg-type]
    "scenario": lambda m, u, h, bad: m.game.start([bad]),  # type: ignore[arg-type]
    "options": lambda m, u, h, bad: m.game.start(options=[bad]),  # type: ignore[arg-type]
    "option": lambda m, u, h, bad: m.game.start(options={"x": bad}),
}


@pytest.mark.parametrize("asked", QUESTIONS)
@pytest.mark.parametrize("game", [info.key for info in cm.games()])
def test_a_wrong_name_is_an_error_that_says_so(game: str, asked: str) -> None:
    match = along(game, cm.load(game).info.scenarios[0].key)[-1]
    unit = next(unit for unit in match.position()["units"] if unit["hex"])
    before = match.fingerprint()
    for bad in ALL_WRONG:
        with pytest.raises(cm.GameError) as error:
            QUESTIONS[asked](match, unit["id"], unit["hex"], bad)
        assert str(error.value) and not isinstance(error.value.said, str)
    assert match.fingerprint() == before


@every_scenario
def test_support_that_is_no_mapping_is_an_error(game: str, scenario: str) -> None:
    match = along(game, scenario)[-1]
    for bad in (5, "full", ["x"], {5: "full"}, {"x": None}):
        with pytest.raises(cm.GameError, match="support is given by unit"):
            match.preview("0101", [], support=bad)  # type: ignore[arg-type]


# edited positions

Document = dict[str, Any]


def setting(*path: Any, to: object) -> Callable[[Document], None]:
    def edit(doc: Any) -> None:
        for key in path[:-1]:
            doc = doc[key]
        doc[path[-1]] = to

    return edit


def edited(match: Match, edit: Callable[[Document], object]) -> Document:
    doc: Document = json.loads(json.dumps(match.position()))
    edit(doc)
    return doc


def refused(match: Match, edit: Callable[[Document], object], words: str) -> None:
    with pytest.raises(cm.PositionError, match=words):
        match.game.from_position(edited(match, edit))


@every_scenario
def test_a_unit_is_not_in_a_hex_and_in_a_box(game: str, scenario: str) -> None:
    match = along(game, scenario)[-1]
    unit = next(unit for unit in match.position()["units"] if unit["hex"])
    at = match.position()["units"].index(unit)
    words = f"{unit['id']}: it cannot be in hex {unit['hex']} and in the box 'eliminated' at once"
    refused(match, setting("units", at, "where", to="eliminated"), words)


@every_scenario
def test_who_decides_follows_from_the_procedures(game: str, scenario: str) -> None:
    for match in along(game, scenario)[::4]:
        other = next(side for side in match.game.info.sides if side != match.to_act)
        words = f"but by flow {match.to_act} decides now"
        refused(match, setting("to_act", to=other), f"to_act is {other}, {words}")
        refused(match, setting("to_act", to=None), f"to_act is nobody, {words}")
        kept = match.game.from_position(edited(match, lambda doc: doc.pop("to_act")))
        assert kept.fingerprint() == match.fingerprint()


@every_scenario
def test_a_unit_named_twice_is_named(game: str, scenario: str) -> None:
    match = along(game, scenario)[0]
    first = match.position()["units"][0]
    refused(match, lambda doc: doc["units"].append(first), f"each once; look at {first['id']}")


@every_scenario
def test_procedures_that_cannot_be_are_named(game: str, scenario: str) -> None:
    match = along(game, scenario)[-1]
    turn = match.position()["flow"][0]
    refused(match, lambda doc: doc["flow"].append(turn), "GameTurn stands once, under all others")
    at = next(at for at, frame in enumerate(match.position()["flow"]) if "side" in frame)
    refused(match, setting("flow", at, "side", to=2), "side 2 must be a whole number from 0 to 1")
    refused(match, setting("units", 0, "steps", to=True), "steps True must be a whole number")


def attacking(game: str, scenario: str) -> Match:
    """A random game at an attack somebody has joined."""
    match, pick = cm.load(game).start(scenario, seed=4), Random(4)
    while not ((attack := match.view(match.to_act or "")["attack"]) and attack["attackers"] and _is_assault(attack)):
        match.play(match.legal()[pick.randrange(len(match.legal()))])
    return match


def _is_assault(attack: Document) -> bool:
    return bool(attack.get("kind", "attack") == "attack")


@pytest.mark.parametrize(("game", "scenario"), [pair for pair in SCENARIOS if pair[1] != "kuestrin"])
def test_an_attack_under_way_has_attackers_beside_a_defender(game: str, scenario: str) -> None:
    match = attacking(game, scenario)
    doc, attack = match.position(), match.position()["attack"]
    first = attack["attackers"][0]
    at = next(at for at, unit in enumerate(doc["units"]) if unit["id"] == first)
    words = f"has units .*{first}.*, which the rest of the position contradicts; leave out flow"
    refused(match, lambda d: d["units"][at].update(hex=None, where="eliminated"), words)
    if game != "vistula":  # where a defender may fall back before the die is cast
        there = [unit for unit in doc["units"] if unit["hex"] == attack["target"]]
        gone = [{**unit, "hex": None, "where": "eliminated"} if unit in there else unit for unit in doc["units"]]
        refused(match, setting("units", to=gone), f"has target {attack['target']}, which the rest .* contradicts")


def test_a_slot_given_in_the_supply_phase_belongs_to_an_hq_with_a_line() -> None:
    game, pick = cm.load("vistula"), Random(5)
    match = game.start("deutschland_kaputt", seed=31, pauses=False)
    while not (given := match.position()["flow"][-1].get("given")):
        match.play(match.legal()[pick.randrange(len(match.legal()))])
    unit, hq = (game.rules.pieces[u].id for u in given[0])
    at = next(at for at, entry in enumerate(match.position()["units"]) if entry["id"] == hq)
    words = f"has given .*{unit} {hq}.*, which the rest of the position contradicts"
    refused(match, lambda doc: doc["units"][at].update(hex=None, where="eliminated"), words)


@pytest.mark.parametrize("game", ["koenigsberg", "koenigsberg45", "stargard"])
def test_an_hq_to_be_chosen_is_on_the_map(game: str) -> None:
    match, pick = cm.load(game).start(seed=4), Random(4)
    while len(match.legal()) < 3 or not str(match.legal()[0]).startswith("activate"):
        match.play(match.legal()[pick.randrange(len(match.legal()))])
    hq = match.legal()[0].units[0]
    at = next(at for at, unit in enumerate(match.position()["units"]) if unit["id"] == hq)
    left = match.game.from_position(edited(match, lambda doc: doc["units"][at].update(hex=None, where="eliminated")))
    assert [str(action) for action in left.legal()] == [str(action) for action in match.legal()[1:]]


@pytest.mark.parametrize("game", ["koenigsberg", "koenigsberg45", "stargard"])
def test_no_more_activations_are_used_than_the_turn_has(game: str) -> None:
    match = along(game, "campaign")[-1]
    for group, counts in match.position()["activations"].items():
        limit = counts["limit"]
        full = edited(match, setting("activations", group, "used", to=limit))
        assert match.game.from_position(full).position()["activations"][group]["left"] == 0
        words = rf"activations\.{group}\.used {limit + 1} must be a whole number from 0 to {limit}"
        refused(match, setting("activations", group, "used", to=limit + 1), words)
