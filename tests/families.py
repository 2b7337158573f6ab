"""What the fuzz must know of each family of games: what always holds, how to strew counters, how units move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

import countermarch as cm
from countermarch.games.chitpull import frames as chitpull_frames
from countermarch.games.chitpull import movement as chitpull_movement
from countermarch.games.chitpull import verbs as chitpull_verbs
from countermarch.games.common import movement as common_movement
from countermarch.games.common import shapes as common_shapes
from countermarch.games.common import verbs as common_verbs
from countermarch.games.common.document import Documents
from countermarch.games.common.rules import TableRules
from countermarch.games.counters import CounterPlay
from countermarch.games.frames import Shapes
from countermarch.games.kinds import Kind
from countermarch.games.seelow import frames as seelow_frames
from countermarch.games.seelow import movement as seelow_movement
from countermarch.games.seelow import verbs as seelow_verbs
from countermarch.games.vistula import frames as vistula_frames
from countermarch.games.vistula import movement as vistula_movement
from countermarch.games.vistula import verbs as vistula_verbs
from tests import invariants, scatter
from tests.census import Census
from tests.common import invariants as common_invariants
from tests.common import scatter as common_scatter
from tests.seelow import invariants as seelow_invariants
from tests.seelow import scatter as seelow_scatter
from tests.vistula import invariants as vistula_invariants
from tests.vistula import scatter as vistula_scatter


class Watch(Protocol):
    census: Census

    def faults(self, play: Any) -> list[str]: ...


@dataclass(frozen=True)
class Family:
    watch: Callable[[Any], Watch]
    scattered: Callable[[cm.Game, int, dict[str, str]], cm.Match]
    destination: type[Any]  # the frame that asks where a unit goes
    movers: Callable[[Any], Sequence[int]]  # whom it asks about
    interrupted: Callable[[Any, Any, Sequence[int]], bool]  # whether something on the way has to be decided first
    to: int  # the verb that answers
    moved: str  # the event that tells of it
    modes: tuple[str, ...]
    around: Callable[[Any, int], Sequence[int]]  # the hexes next door that ground allows
    frames: Callable[[Any], tuple[Shapes, Mapping[str, Kind], Sequence[str]]]  # what is true of its procedures


CHITPULL = Family(
    watch=invariants.Watch,
    scattered=scatter.scattered,
    destination=chitpull_movement.Destination,
    movers=lambda frame: (frame.unit,),
    interrupted=lambda play, frame, path: bool(play.interrupts(frame.unit, path, frame.mode)),
    to=chitpull_verbs.TO,
    moved="chitpull.event.moved",
    modes=chitpull_verbs.MODES,
    around=lambda play, h: play.tables.board.grid.around(h),
    frames=lambda play: (
        {**chitpull_frames.SHAPES, **play.edition.frames},
        chitpull_frames.KINDS,
        ("chitpull", play.edition.key),
    ),
)
SEELOW = Family(
    watch=seelow_invariants.Watch,
    scattered=seelow_scatter.scattered,
    destination=seelow_movement.Destination,
    movers=lambda frame: (frame.unit,),
    interrupted=lambda play, frame, path: False,
    to=seelow_verbs.TO,
    moved="seelow.event.moved",
    modes=("regular",),
    around=lambda play, h: play.ground.step_to[h],
    frames=lambda play: (seelow_frames.SHAPES, seelow_frames.KINDS, ("seelow",)),
)
VISTULA = Family(
    watch=vistula_invariants.Watch,
    scattered=vistula_scatter.scattered,
    destination=vistula_movement.Destination,
    movers=lambda frame: frame.units,
    interrupted=lambda play, frame, path: False,
    to=vistula_verbs.TO,
    moved="vistula.event.moved",
    modes=vistula_verbs.MODES,
    around=lambda play, h: play.tables.board.grid.around(h),
    frames=lambda play: (vistula_frames.SHAPES, vistula_frames.KINDS, ("vistula",)),
)
FAMILIES = {
    "koenigsberg": CHITPULL,
    "koenigsberg45": CHITPULL,
    "stargard": CHITPULL,
    "seelow": SEELOW,
    "vistula": VISTULA,
}


def small(game: str) -> Family:
    """A game made of the parts that small games share, ours or somebody else's."""
    rules = cm.load(game).rules
    assert isinstance(rules, TableRules)
    assert isinstance(rules.documents, Documents)
    shapes = {**common_shapes.SHAPES, **rules.documents.reader.own}
    return Family(
        watch=common_invariants.Watch,
        scattered=common_scatter.scattered,
        destination=common_movement.Destination,
        movers=lambda frame: (frame.unit,),
        interrupted=lambda play, frame, path: False,
        to=common_verbs.TO,
        moved=f"{game}.event.moved",
        modes=("regular",),
        around=lambda play, h: play.tables.board.grid.around(h),
        frames=lambda play: (shapes, common_shapes.KINDS, ("common", play.home)),
    )


@cache
def family_of(game: str) -> Family:
    return FAMILIES.get(game) or small(game)


def derived_faults(play: CounterPlay[Any]) -> list[str]:
    """The maps kept up to date must be those worked out from nothing, and stacks must hang together."""
    twin: Any = play.copy()
    twin.rebuild_maps()
    state: Any = play.state
    wrong = [
        f"the derived map {name} is not what a rebuilt one is"
        for name, column in state.columns.items()
        if column.derived and getattr(state, name) != getattr(twin.state, name)
    ]
    linked = sorted(u for h in range(len(state.top)) for u in play.stack(h))
    third = len(play.sides)  # whoever is of no side lies beside the stacks
    on_map = [u for u in range(len(state.hex)) if play.on_map(u) and play.tables.side[u] < third]
    return wrong if linked == on_map else [*wrong, "the stacks do not hold the counters on the map"]
