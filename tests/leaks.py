"""Two tables that look alike from one side of them, and everything that side may ask of one.

`exchanged` gives what a side cannot see another order; `answers` are what it is told. They must not differ.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import countermarch as cm
from countermarch import dice
from countermarch.flow import Event
from countermarch.games.chitpull import activation, battle, losses, movement, reinforcements, retreat
from countermarch.games.chitpull.fog import most_steps, unseen
from countermarch.games.chitpull.imagination import is_asked
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import IN_RANGE, OWN, SUPPLY
from countermarch.games.koenigsberg45.refugees import March
from countermarch.match import Match
from countermarch.server.answers import Voice
from countermarch.server.entries import asked_at
from countermarch.server.entries import unseen as not_seen
from countermarch.server.past import Told
from tests import illegal

SIDES = ("german", "soviet")
LONGEST = 900  # random actions to look for positions in
ASKED = 6  # units, hexes and illegal actions tried of each kind
Answers = dict[str, str]


# positions


def fogged(game: str, rng: Random) -> Match:
    """A new match with fog of war, all other options as chance will have them."""
    loaded = cm.load(game)
    options = {option.key: rng.choice(option.values) for option in loaded.info.options}
    return loaded.start(seed=rng.randrange(2**32), options={**options, "fog_of_war": "on"})


def positions(game: str, rng: Random) -> Iterator[tuple[Match, str]]:
    """Of one random match a position for each procedure that asked somebody, seen from either side."""
    match = fogged(game, rng)
    met: dict[tuple[str, str, bool], tuple[int, Match, str]] = {}
    for _ in range(rng.randrange(LONGEST // 3, LONGEST)):
        if match.to_act is None:
            break
        side = rng.choice(SIDES)
        asks = f"{type(match._play.top).__name__} {match.decision.prompt.key if match.decision else ''}"
        key = asks, side, side == match.to_act
        often = met[key][0] + 1 if key in met else 1
        if rng.randrange(often) == 0:
            met[key] = often, match.copy(), side
        else:
            met[key] = often, *met[key][1:]
        match.play(match.legal()[rng.randrange(len(match.legal()))])
    found = [(position, side) for _, position, side in met.values()]
    rng.shuffle(found)
    yield from found


# another table that looks alike


def exchanged(match: Match, side: str, rng: Random, dice_too: bool = True) -> Match | None:
    """The same match with what a side cannot see in another order; none if nothing can be exchanged."""
    viewer = SIDES.index(side)
    twin = match.copy()
    play = _play(twin)
    out_of_sight = unseen(play, viewer)
    if dice_too:
        play.state.chance.key = dice.key_from_seed(rng.randrange(2**32))
    for _ in range(4 * len(out_of_sight)):
        if len(out_of_sight) > 1:
            _swap(play, *rng.sample(out_of_sight, 2))
    for u in out_of_sight:
        _turn(play, u, viewer, rng)
    for frame in play.state.frames:
        if isinstance(frame, activation.Activation) and frame.hq in out_of_sight:
            frame.haff_in_range = not frame.haff_in_range
    play.forget()
    if match.to_act != side and not is_asked(play):
        return None
    if match.to_act == side:
        play.pending = play.top.choices(play)
    twin._serial += 1
    changed = twin.position()["units"] != match.position()["units"]
    return twin if changed else None


def _play(match: Match) -> ChitPullPlay:
    play = match._play
    assert isinstance(play, ChitPullPlay)
    return play


def _swap(play: ChitPullPlay, a: int, b: int) -> None:
    """Exchange two counters with all that is said of them, if both may lie where the other does."""
    state, tables = play.state, play.tables
    if state.hex[a] == state.hex[b] or (tables.is_hq[a] != tables.is_hq[b] and _in_hand(play, a, b)):
        return
    before = {h: list(play.stack(h)) for h in (state.hex[a], state.hex[b])}
    after = {h: [{a: b, b: a}.get(u, u) for u in stack] for h, stack in before.items()}
    if any(_is_crowded(play, stack, after[h]) for h, stack in before.items()):
        return
    _lay(play, after)
    if any(list(play.stack(h)) != stack for h, stack in after.items()):  # one of them does not lie under the other
        _lay(play, before)
        return
    _rename(play, {a: b, b: a})
    for mark in ("supply", *state.marks):
        row = getattr(state, mark)
        row[a], row[b] = row[b], row[a]


def _is_crowded(play: ChitPullPlay, before: Sequence[int], after: Sequence[int]) -> bool:
    """7.0: more of a kind than may be, or than there were."""
    kinds = (play.tables.is_combat, 2), (play.tables.is_hq, 1)
    return any(sum(kind[u] for u in after) > max(most, sum(kind[u] for u in before)) for kind, most in kinds)


def _lay(play: ChitPullPlay, stacks: dict[int, list[int]]) -> None:
    for u in (u for stack in stacks.values() for u in stack):
        play.lift(u, -1)
    for h, stack in stacks.items():
        for u in reversed(stack):
            play.put(u, h)


def _turn(play: ChitPullPlay, u: int, viewer: int, rng: Random) -> None:
    """Give a counter other steps, supply and marks, as it may have them."""
    state, tables = play.state, play.tables
    top = state.top[state.hex[u]]
    whole = most_steps(play, u, tables.breadth[top][state.steps[top]])
    if tables.is_combat[u] and whole and tables.breadth[u][whole] == tables.breadth[u][state.steps[u]]:
        play.set_steps(u, rng.randint(1, whole))
    state.supply[u] = rng.randrange(len(SUPPLY))
    for mark in state.marks:
        if mark not in ("active", "released"):
            getattr(state, mark)[u] = rng.randrange(2)
    if state.active[u] in (OWN, IN_RANGE) and not _in_hand(play, u):
        state.active[u] = rng.choice((0, state.active[u]))


def _in_hand(play: ChitPullPlay, *units: int) -> bool:
    """Whether a procedure that goes on speaks of one of these where it lies."""
    return any(not set(_spoken_of(frame)).isdisjoint(units) for frame in play.state.frames)


def _spoken_of(frame: object) -> tuple[int, ...]:
    if isinstance(frame, battle.FallBack):
        return tuple(u for stack in frame.stacks for u in stack[2:])
    if isinstance(frame, (movement.Destination, March)):
        return (frame.unit,)
    if isinstance(frame, (losses.Losses, losses.Staffs, retreat.Retreat, retreat.Flight, reinforcements.ArrivalMoves)):
        return frame.units
    return ()


def _rename(play: ChitPullPlay, names: dict[int, int]) -> None:
    """Procedures that speak of a counter where it lies speak of the other now."""

    def named(units: Sequence[int]) -> tuple[int, ...]:
        return tuple(names.get(u, u) for u in units)

    for frame in play.state.frames:
        if isinstance(frame, battle.FallBack):
            frame.stacks = tuple((*stack[:2], *sorted(named(stack[2:]))) for stack in frame.stacks)
        elif isinstance(frame, losses.Staffs):
            frame.stood = tuple(named(group) for group in frame.stood)
        elif isinstance(frame, (movement.Destination, March)):
            frame.unit = names.get(frame.unit, frame.unit)
        elif isinstance(frame, (losses.Losses, retreat.Retreat, retreat.Flight)):
            frame.units = named(frame.units)


# everything a side may ask


def answers(match: Match, side: str, seed: int) -> Answers:
    """All a side is told of a table, as bytes; what is asked is chosen by the seed and by what the side sees."""
    rng = Random(seed)
    voice = Voice(match, side, "en")
    view = match.view(side)
    found: Answers = {
        "view": json.dumps(view),
        "hidden": json.dumps(sorted(match.hidden(side))),
        "table": json.dumps({**voice.table(asked_of(match, side)), "commitment": ""}, default=_plain),
        "legal": json.dumps(voice.legal(match.legal() if match.to_act == side else None), default=_plain),
        "reaches": json.dumps(voice.reaches(40)),
        "log": json.dumps(voice.events(told(match, side, match.log)), default=_plain),
        "rolls": repr(match.rolls),
        "summary": repr(match.summary(side=side)),
        "standing": repr(match.standing(side=side)),
        "fingerprint": match.fingerprint(side),
    }
    for number, (name, ask) in enumerate(questions(match, side, view, rng)):
        found[f"{number} {name}"] = answer(ask)
    if match.to_act == side:
        found |= {f"illegal {text}": refusal(match, text) for text in wrong(match, rng)}
    return found


def asked_of(match: Match, side: str) -> list[str]:
    """The seats that are asked, as a side is told; one that can be divided into commands is."""
    info = match.game.info
    divided = {division.side: list(division.seats) for division in info.divisions}
    return asked_at(match, [seat for one in info.sides for seat in divided.get(one, [one])])


def _plain(value: Any) -> Any:
    return value.model_dump()


def told(match: Match, side: str, events: Sequence[Event]) -> list[Told]:
    """What a side hears of."""
    return [Told(event, not_seen(match, [event])) for event in events if event.sees is None or side in event.sees]


def answer(ask: Callable[[], Any]) -> str:
    try:
        return repr(ask())
    except cm.GameError as error:
        return f"{type(error).__name__}: {error}"


def questions(match: Match, side: str, view: dict[str, Any], rng: Random) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Of own and enemy counters, of stacks that are seen and that are not, of what may be and what may not."""
    grid = match.game.rules.board.grid
    units = [unit for unit in view["units"] if unit["hex"]]
    near = {number for h in view["hidden"] for number in _around(grid, h)}
    beside = [unit for unit in units if unit["hex"] in near]
    for unit in (*_some(rng, beside, ASKED), *_some(rng, units, ASKED), *_some(rng, sorted(match.hidden(side)), 1)):
        id = unit["id"] if isinstance(unit, dict) else unit
        mode = rng.choice(match.game.rules.modes)
        hexes = [*_some(rng, sorted(view["hidden"]), 2), rng.choice(grid.numbers)]
        if isinstance(unit, dict):
            hexes += _around(grid, unit["hex"])[:2]
        for freely in (False, True):
            yield f"reach {id} {mode} {freely}", partial(match.reach, id, mode, freely, side)
        for hex in hexes:
            yield f"path {id} {hex}", partial(match.path, id, hex, mode, side)
            yield f"why_not {id} {hex}", partial(match.why_not, id, hex, mode, side)
            yield f"preview {hex} {id}", partial(match.preview, hex, [id], side=side)
        yield f"supply {id}", partial(match.supply, id, side)
        yield f"command {id}", partial(match.command, id, side)
    for hq in (unit["id"] for unit in units if unit["kind"] == "hq"):
        yield f"command {hq}", partial(match.command, hq, side)
    for hex in (*_some(rng, sorted(view["hidden"]), ASKED), rng.choice(grid.numbers)):
        yield f"spot {hex}", partial(match.spot, hex, side)
        yield f"sight {hex}", partial(match.sight, hex, side)
        yield f"barrage {hex}", partial(match.preview, hex, [], kind="barrage", side=side)
    for one in SIDES:
        yield f"supply {one}", partial(match.supply, one, side)
        yield f"zones {one}", partial(match.zones, one, side)
    yield "targets", partial(match.targets, side)
    number = rng.randrange(1000)
    yield "imagine", partial(_imagined, match, side, number)


def _imagined(match: Match, side: str, seed: int) -> str:
    return json.dumps(match.imagine(side, seed).position())


def _around(grid: Any, number: str) -> list[str]:
    return [grid.numbers[h] for h in grid.around(grid.index(number)) if h >= 0]


def _some(rng: Random, things: Sequence[Any], most: int) -> list[Any]:
    return rng.sample(things, min(most, len(things)))


def wrong(match: Match, rng: Random) -> Iterator[str]:
    """Actions that are mostly not legal, of the verbs that are asked for just now and of others."""
    grammar, legal = match.game.rules.grammar, match._play.pending
    on_map = [u for u, h in enumerate(_play(match).state.hex) if h >= 0]
    for _ in range(ASKED):
        yield grammar.write(illegal.twisted(rng, grammar, {"unit": on_map}, legal))
        yield grammar.write(illegal.random_choice(rng, grammar, {"unit": on_map}))


def refusal(match: Match, text: str) -> str:
    try:
        match.copy().play(text)
    except (cm.IllegalAction, cm.NotationError) as error:
        return f"{type(error).__name__}: {error}"
    return "legal"


# what happens next


def message(match: Match, side: str, text: str) -> Answers:
    """What a side is told when an action is played, with the same dice for all: the table afterwards, the events."""
    after = match.copy()
    _play(after).state.chance.key = dice.key_from_seed(1)
    events = after.play(text)
    voice = Voice(after, side, "en")
    heard = voice.events(told(after, side, events))
    return {
        "view": json.dumps(after.view(side)),
        "decision": json.dumps(voice.table(asked_of(after, side))["decision"], default=_plain),
        "events": json.dumps(heard, default=_plain),
    }
