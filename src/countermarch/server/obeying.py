"""Standing orders: what a side answers by a rule its player has left behind, so that a reaction costs nobody a day.

Nothing here knows a game: it goes by the verbs that are offered, by what the side sees, and by its captain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, Field

from countermarch.bots import CAPTAIN, bots_of
from countermarch.bots.command import Command
from countermarch.games.base import GameError, Rules
from countermarch.match import Match
from countermarch.notation import Action
from countermarch.server.models import Asked

Losses = Literal["weakest", "spare", "captain"]
Retreat = Literal["supply", "objective", "shortest", "captain"]
Stand = Literal["stand", "yield"]
# what may be declined, by the verbs that are offered then; the first are those all our games know
PHASES: Mapping[str, frozenset[str]] = {
    "move": frozenset({"move", "strategic", "lend", "withdraw"}),
    "attack": frozenset({"attack"}),
    "advance": frozenset({"advance", "exploit", "follow"}),
    "barrage": frozenset({"barrage", "mode"}),
    "fire": frozenset({"engage"}),
    "replace": frozenset({"refit", "rebuild"}),
    "place": frozenset({"place"}),
    "support": frozenset({"announce", "column", "fire"}),
    "strike": frozenset({"interdict"}),
    "flee": frozenset({"flee"}),
    "demolition": frozenset({"blow"}),
}


def _phase(name: str) -> str:
    if name not in PHASES:
        raise ValueError(f"there is no {name} to decline; there are: {', '.join(PHASES)}")
    return name


Phase = Annotated[str, Field(max_length=20), AfterValidator(_phase)]
# verbs that games use otherwise, too: only a game that has the other as well has the phase
TELLING = {"support": "column", "fire": "engage", "barrage": "barrage", "flee": "drive", "place": "rebuild"}
CLOSERS = ("pass", "done", "wait", "announce none")  # what declines, the mildest first
YIELDING = frozenset({"yield", "retire", "withdraw"})
PARTING = frozenset({"together", "apart"})
GOING = frozenset({"retreat", "flee", "done"})
FAR = 10_000


class Orders(Asked):
    """What a side has ordered; what is left out is asked of its player as ever."""

    losses: Annotated[Losses | None, Field(description="who loses a step")] = None
    retreat: Annotated[Retreat | None, Field(description="where beaten units go")] = None
    stand: Annotated[Stand | None, Field(description="whether to lose a step or to go back, where that is asked")] = (
        None
    )
    idle: Annotated[bool, Field(description="end a movement in which no enemy can be reached")] = False
    decline: Annotated[tuple[Phase, ...], Field(max_length=len(PHASES), description="what is always declined")] = ()
    away: Annotated[bool, Field(description="only while nobody sits at the table for this side")] = True
    on: Annotated[bool, Field(description="whether they are followed at all")] = True


class Answer(NamedTuple):
    """What is played, and by which of the orders."""

    order: str
    action: str


def answer(match: Match, side: str, orders: Orders) -> Answer | None:
    """What the orders say to what is asked now; None: that is left to the player."""
    decision = match.decision
    if not orders.on or decision is None or decision.side != side or match.paused:
        return None
    legal = list(match.legal())
    asked = Asking(match, side, legal, frozenset(action.verb for action in legal), decision.kind)
    for order, said in (
        ("losses", _losses(asked, orders)),
        ("stand", _stand(asked, orders)),
        ("retreat", _retreat(asked, orders)),
        ("decline", _decline(asked, orders)),
        ("idle", _idle(asked) if orders.idle else None),
    ):
        if said is not None:
            return Answer(order, str(said))
    return None


class Asking(NamedTuple):
    """What is asked, of whom, and what may be said to it."""

    match: Match
    side: str
    legal: Sequence[Action]
    verbs: frozenset[str]
    kind: str

    def where(self, verbs: Iterable[str]) -> list[Action]:
        return [action for action in self.legal if action.verb in verbs]


def _captain(asked: Asking) -> Action | None:
    """As the captain of the game would; a game without one leaves it to the player."""
    return Command().choose(asked.match) if CAPTAIN in bots_of(asked.match.game.key) else None


# losses


def _losses(asked: Asking, orders: Orders) -> Action | None:
    if asked.verbs != {"lose"} or orders.losses is None:
        return None
    return _captain(asked) if orders.losses == CAPTAIN else _loser(asked, asked.legal, orders.losses)


def _loser(asked: Asking, legal: Sequence[Action], rule: str) -> Action:
    """Who loses a step: the weakest, or who can best spare one; of those alike the first that is offered."""
    strength = _strengths(asked)

    def cost(action: Action) -> tuple[float, ...]:
        steps, force = strength.get(action.units[0], (0, 0)) if action.units else (0, 0)
        return (-steps, force) if rule == "spare" else (force, steps)

    return min(legal, key=cost)


def _strengths(asked: Asking) -> dict[str, tuple[int, int]]:
    """Steps and strength of the side's units as they stand, by id."""
    pieces = {unit.id: unit for unit in asked.match.game.rules.pieces}
    own = (entry for entry in asked.match.view(asked.side)["units"] if entry["side"] == asked.side)
    faces = {entry["id"]: (entry["steps"], pieces[entry["id"]].faces) for entry in own}
    strongest = {id: (steps, held[min(steps, len(held) - 1)]) for id, (steps, held) in faces.items() if held}
    return {id: (steps, face.attack + face.defence) for id, (steps, face) in strongest.items()}


# standing, and going back


def _stand(asked: Asking, orders: Orders) -> Action | None:
    """A step, or back: where a game lets the beaten choose."""
    if orders.stand is None or "stand" not in asked.verbs or not asked.verbs - {"stand"} <= YIELDING:
        return None
    if orders.stand == "stand":
        kept: str = orders.losses if orders.losses in ("weakest", "spare") else "weakest"
        return _loser(asked, asked.where({"stand"}), kept)
    return _nearest(asked, asked.where(YIELDING), orders.retreat or "shortest")


def _retreat(asked: Asking, orders: Orders) -> Action | None:
    rule = orders.retreat
    parting = asked.verbs <= PARTING
    going = asked.verbs <= GOING and (asked.kind == "path" or "retreat" in asked.verbs)
    if rule is None or not (parting or going):
        return None
    if rule == CAPTAIN:
        return _captain(asked)
    if parting or "done" in asked.verbs:  # together; nobody more than has to go
        return next((action for action in asked.legal if action.verb in ("together", "done")), asked.legal[0])
    return _nearest(asked, asked.where({"retreat"}) or asked.legal, rule)


def _nearest(asked: Asking, ways: Sequence[Action], rule: str) -> Action:
    """The way that ends nearest to where the rule leads; of those alike the shortest, then the first offered."""
    grid = asked.match.game.rules.board.grid
    goals = [grid.index(hex) for hex in _goals(asked, rule)]

    def far(action: Action) -> tuple[int, int]:
        if not action.hexes:
            return FAR, 0
        end = grid.index(action.hexes[-1])
        return min((grid.distance(end, goal) for goal in goals), default=0), len(action.hexes)

    return min(ways, key=far)


def _goals(asked: Asking, rule: str) -> Sequence[str]:
    """Where a retreat leads to; none: it is as short as it can be."""
    if rule == "supply":
        return asked.match.sources(asked.side, asked.side)
    standing = asked.match.standing(asked.side) if rule == "objective" else None
    marked = [one for one in standing.objectives if one.hex is not None] if standing else []
    held = [one for one in marked if one.holder == asked.side]
    return [str(one.hex) for one in held or marked]


# declining


def _decline(asked: Asking, orders: Orders) -> Action | None:
    """What ends the phase at once, if everything else that could be done in it is declined."""
    declined: frozenset[str] = frozenset().union(*(PHASES[phase] for phase in orders.decline))
    closing = _closing(asked)
    others = asked.verbs - {closing.verb, *CLOSERS} if closing else frozenset()
    whole = others or (asked.verbs if closing and closing.verb == "announce" else frozenset())
    return closing if whole and whole <= declined else None


def _closing(asked: Asking) -> Action | None:
    return next((action for said in CLOSERS for action in asked.legal if str(action) == said), None)


def _idle(asked: Asking) -> Action | None:
    """The end of a movement in which nobody who may move could come next to an enemy that is seen."""
    if "move" not in asked.verbs or "done" not in asked.verbs:
        return None
    movers = {unit for action in asked.where(PHASES["move"]) for unit in action.units}
    enemies = [entry["hex"] for entry in asked.match.view(asked.side)["units"] if _is_enemy(entry, asked.side)]
    at = {entry["id"]: entry["hex"] for entry in asked.match.view(asked.side)["units"] if entry["hex"]}
    nearby = _close_to(asked.match.game.rules, enemies)
    if any(at.get(unit) in nearby or nearby & _reached(asked, unit, nearby) for unit in movers):
        return None
    return next(action for action in asked.legal if action.verb == "done")


def _is_enemy(entry: Mapping[str, object], side: str) -> bool:
    return entry["side"] != side and entry["hex"] is not None


def _close_to(rules: Rules, hexes: Iterable[str]) -> set[str]:
    """The hexes, and those beside them."""
    grid, found = rules.board.grid, set(hexes)
    return found | {grid.number(h) for hex in found for h in grid.around(grid.index(hex)) if h >= 0}


def _reached(asked: Asking, unit: str, otherwise: set[str]) -> set[str]:
    """Where a unit could come to; where that cannot be told, it might come to the enemy."""
    try:
        return set(asked.match.reach(unit, asked.match.game.rules.modes[0], side=asked.side))
    except GameError:
        return otherwise


# what there is to order


class Offered(NamedTuple):
    """Which orders make sense in a game."""

    losses: tuple[str, ...]
    retreat: tuple[str, ...]
    stand: tuple[str, ...]
    idle: bool
    decline: tuple[str, ...]


def offered(match: Match) -> Offered:
    """By the verbs of its grammar, whether it tells sources and objectives, and whether a captain knows it."""
    verbs = frozenset(verb.word for verb in match.game.rules.grammar.verbs)
    captain = (CAPTAIN,) if CAPTAIN in bots_of(match.game.key) else ()
    side = match.game.info.sides[0]
    known: tuple[tuple[str, Callable[[], object]], ...] = (
        ("supply", lambda: any(match.sources(one, one) for one in match.game.info.sides)),
        ("objective", lambda: (standing := match.standing(side)) is not None and standing.objectives),
        ("shortest", lambda: True),
    )
    ways = tuple(rule for rule, is_told in known if is_told())
    return Offered(
        losses=("weakest", "spare", *captain) if "lose" in verbs else (),
        retreat=(*ways, *captain) if "retreat" in verbs else (),
        stand=("stand", "yield") if "stand" in verbs else (),
        idle={"move", "done"} <= verbs,
        decline=tuple(phase for phase, said in PHASES.items() if said & verbs and _is_own(phase, verbs)),
    )


def _is_own(phase: str, verbs: frozenset[str]) -> bool:
    return TELLING.get(phase, phase) in verbs or phase not in TELLING
