"""The whole map at once: what the game answers is what a second reckoning of the same rules says (see model.py)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

import countermarch as cm
from countermarch.games.chitpull.retreat import Retreat
from countermarch.match import Match
from tests.rules.stargard.model import Counter, Model, apart, beyond, board
from tests.rules.stargard.table import GERMAN, SOVIET, inside, texts, where

# seeds and decisions: the first day, the German attack, the Soviet one; none with Defend the Reich under way
GAMES = ((0, 0), (3, 150), (5, 420), (8, 760))


@cache
def game(seed: int, decisions: int) -> Match:
    """A game played at random so far, up to where units move."""
    match = cm.load("stargard").start(seed=seed + 1)
    choice = random.Random(seed)
    made = 0
    while made < decisions or not any(text.startswith("move") for text in texts(match)):
        match.play(choice.choice(match.legal()))
        made += 1
        assert match.result is None
    return match


games = pytest.mark.parametrize("match", [pytest.param(pair, id=f"{pair[0]}-{pair[1]}") for pair in GAMES])


def read(pair: tuple[int, int]) -> tuple[Match, Model]:
    match = game(*pair)
    return match, Model(match.position())


def some(model: Model, part: int) -> list[Counter]:
    """Every so-manieth counter on the map, and all that are wanting, worn or HQs."""
    units = list(model.units.values())
    return [u for at, u in enumerate(units) if at % part == 0 or u.hq or u.supply != "supplied"]


@games
@pytest.mark.rule(
    "stargard-design 5.1", "stargard-design 5.2", "stargard-design 5.3", "stargard-design 4.1", "stargard 6.1"
)
def test_where_units_go_and_what_it_costs(match: tuple[int, int]) -> None:
    played, model = read(match)
    for unit in some(model, 3):
        answer = played.game.rules.questions.reach(inside(played), [unit.id], "regular", True)
        assert answer == model.reach(unit, "regular"), unit.id


@games
@pytest.mark.rule("stargard-design 5.4", "stargard-design 5.4.1", "stargard-design 5.5")
@pytest.mark.parametrize("mode", ["strategic", "rail"])
def test_where_roads_and_railways_lead(match: tuple[int, int], mode: str) -> None:
    played, model = read(match)
    for unit in some(model, 2):
        answer = played.game.rules.questions.reach(inside(played), [unit.id], mode, True)
        assert answer == model.reach(unit, mode), unit.id


@games
@pytest.mark.rule("stargard-design 5.1", "stargard-design 5.4", "stargard-design 5.5", "stargard-design 3.3.1")
def test_who_may_move_and_how_after_every_move(match: tuple[int, int]) -> None:
    """A movement segment played at random: each list of moves, and of hexes to end in, is what the rules say."""
    played, choice = game(*match).copy(), random.Random(match[0])
    made = 0
    for _ in range(14):
        options = texts(played)
        model = Model(played.position())
        if any(text.startswith(("move", "lend", "withdraw")) for text in options):
            assert {text for text in options if text.startswith("move")} == set(moves(model, played))
            played.play(choice.choice([text for text in options if text.startswith("move")] or ["done"]))
        elif options and options[0].startswith("to "):
            assert played.decision is not None
            id, mode = str(played.decision.prompt.params["unit"]), str(played.decision.prompt.params["mode"])
            words = {"regular": "regular", "strategic movement": "strategic", "by rail": "rail"}
            ends = model.reach(model.units[id], words.get(mode, mode))
            assert {text.split()[1] for text in options} == set(ends), id
            made += 1
            played.play(choice.choice(options))
        else:
            break
    assert made > 3


def moves(model: Model, played: Match) -> Iterator[str]:
    side, quota = played.to_act, model.doc["effects"]["quota"]
    active = [u for u in model.units.values() if u.side == side and (u.active in (1, 3) or (u.active == 2 and quota))]
    for unit in active:
        for mode in ("regular", "strategic", "rail"):
            if not unit.moved and model.reach(unit, mode):
                yield f"move {unit.id}" + ("" if mode == "regular" else f" {mode}")


@games
@pytest.mark.rule("stargard 4.2.2", "stargard-design 4.2.1")
def test_which_hexes_lie_in_zones(match: tuple[int, int]) -> None:
    played, model = read(match)
    for side in ("german", "soviet"):
        assert set(played.zones(side)) == {board().grid.number(h) for h in model.zones[side]}


@games
@pytest.mark.rule("stargard-design 3.3.3", "stargard-design 3.3.1")
def test_how_far_command_reaches_and_whom(match: tuple[int, int]) -> None:
    played, model = read(match)
    for hq in [unit for unit in model.units.values() if unit.hq]:
        answer, hexes = played.command(hq.id), model.command(hq)
        assert answer["hexes"] == hexes and answer["range"] == model.range(hq)
        near = [u for u in model.units.values() if u.side == hq.side and board().grid.number(u.hex) in hexes]
        free = [u.id for u in near if not u.pinned and not u.hq]
        assert set(answer["own"]) == {id for id in free if model.units[id].formation == hq.formation}
        assert set(answer["independents"]) == {id for id in free if model.units[id].independent or orphan(model, id)}


def orphan(model: Model, id: str) -> bool:
    """3.3.2: its HQ is lost."""
    hq = f"{model.units[id].formation}-HQ"
    return any(entry["id"] == hq and entry["where"] == "removed" for entry in model.doc["units"])


@games
@pytest.mark.rule("stargard-design 11.1", "stargard-design 11.2", "stargard-design 11.3", "stargard-design 11.5")
def test_who_is_in_supply(match: tuple[int, int]) -> None:
    played, model = read(match)
    for side in ("german", "soviet"):
        answer, fed = played.supply(side), model.fed(side)
        assert {id: row["now"] for id, row in answer["units"].items()} == {
            unit.id: model.status(unit, fed) for unit in model.units.values() if unit.side == side
        }
        assert set(answer["sources"]) == {board().grid.number(h) for h, steps in fed.items() if steps == 0}


@games
@pytest.mark.rule("stargard-design 11.1")
def test_a_line_of_supply_is_as_short_as_can_be(match: tuple[int, int]) -> None:
    played, model = read(match)
    for unit in some(model, 9):
        fed, line = model.fed(unit.side), played.supply(unit.id)["line"]
        assert (line is None) is (unit.hex not in fed)
        if line is not None:
            hexes = [board().grid.index(number) for number in line]
            assert hexes[0] == unit.hex and [fed[h] for h in hexes] == list(range(fed[unit.hex], -1, -1))
            assert all(b in [beyond(a, d) for d in range(6)] for a, b in pairwise(hexes))


@games
@pytest.mark.rule(
    "stargard-design 8.2", "stargard-design 8.4", "stargard-design 8.5", "stargard-design 1.5", "stargard-design 12.9"
)
def test_what_every_attack_would_come_to(match: tuple[int, int]) -> None:
    played, model = read(match)
    found = 0
    for target in {unit.hex for unit in model.units.values() if not unit.hq}:
        side = "soviet" if model.at[target][0].side == "german" else "german"
        near = [u for d in range(6) for u in model.at.get(beyond(target, d), ()) if u.side == side and not u.hq]
        for chosen in (near, near[:1], near[1:]):
            able = [u for u in chosen if not u.pinned and not keeps_apart(u.hex, target)]
            if any(u.attack for u in able):
                answer = played.preview(board().grid.number(target), [u.id for u in able])
                attack, defence, column = model.odds(target, able)
                assert (answer.attack, answer.defence, answer.column) == (attack, defence, column)
                found += 1
    assert found or match[1] == 0


def keeps_apart(a: int, b: int) -> bool:
    return apart(a, next(d for d in range(6) if beyond(a, d) == b))


@games
@pytest.mark.rule("stargard 9.1", "stargard 9.2", "stargard 9.2.1", "stargard 9.2.2", "stargard-design 9.2-paths")
@pytest.mark.parametrize("hexes", [1, 2])
def test_where_units_may_retreat(match: tuple[int, int], hexes: int) -> None:
    played, model = read(match)
    for unit in [u for u in some(model, 7) if not u.hq and not u.static]:
        expected = model.retreats(unit, hexes)
        twin = played.copy()
        play = inside(twin)
        side = GERMAN if unit.side == "german" else SOVIET
        play.push(Retreat(side, unit.hex, (play.tables.index[unit.id],), hexes, True, False))
        play.settle()
        if len(expected) > 1:
            assert {tuple(text.split()[1].split("-")) for text in texts(twin)} == expected, unit.id
        elif expected:
            ends = {way[-1] for way in expected}
            assert where(twin, unit.id) in ends | {"eliminated"} or twin.to_act is not None, unit.id
        else:
            assert where(twin, unit.id) in (board().grid.number(unit.hex), "eliminated"), unit.id


FIGHTS = ((3, 60), (5, 300), (7, 500), (11, 700))


@cache
def combat(seed: int, decisions: int) -> Match:
    """A game played at random so far, up to where there are two hexes to attack."""
    match = cm.load("stargard").start(seed=seed + 1)
    choice = random.Random(seed)
    made = 0
    while made < decisions or sum(text.startswith("attack") for text in texts(match)) < 2:
        match.play(choice.choice(match.legal()))
        made += 1
        assert match.result is None
    return match


@pytest.mark.parametrize("pair", FIGHTS)
@pytest.mark.rule("stargard-design 8.3", "stargard-design 8.4", "stargard-design 8.8", "stargard-design 13.1")
@pytest.mark.rule("stargard-design 3.3.1")
def test_what_may_be_attacked_and_with_whom(pair: tuple[int, int]) -> None:
    played = combat(*pair).copy()
    model = Model(played.position())
    side = str(played.to_act)
    lift = model.air(side)
    enemies = {unit.hex for unit in model.units.values() if unit.side != side and not unit.hq}
    able = [h for h in enemies if model.attackers(side, h) and model.comes_to_something(h, [], lift)]
    barred = {h for frame in played.position()["flow"] for h in frame.get("barred", ())}
    expected = {f"attack {board().grid.number(h)}" for h in able if h not in barred}
    assert {text for text in texts(played) if text.startswith("attack")} == expected
    for target in sorted(able):
        if target not in barred:
            built_up(played.copy(), board().grid.number(target), target, lift)


def built_up(played: Match, number: str, target: int, lift: int) -> None:
    """Every unit that leads to 1-2 is offered and no other; `resolve` from 1-2 on."""
    played.play(f"attack {number}")
    model = Model(played.position())
    while True:
        named = [model.units[id] for id in played.position()["attack"]["attackers"]]
        rest = [u for u in model.attackers(str(played.to_act), target) if u not in named]
        places = model.doc["effects"]["quota"] - sum(u.active == 2 for u in named)
        fits = [u for u in rest if places > 0 or u.active != 2]
        joining = [u.id for u in fits if model.comes_to_something(target, [*named, u], lift)]
        assert {text for text in texts(played) if text.startswith("with")} == {f"with {id}" for id in joining}
        enough = any(model.strength(u, target) for u in named) and model.odds(target, named)[2] if named else None
        assert ("resolve" in texts(played)) is bool(enough)
        if not joining:
            return
        played.play(f"with {joining[-1]}")
