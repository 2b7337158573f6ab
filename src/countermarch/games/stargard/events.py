"""19.0 Random events: one drawn from the pool of those whose turn has come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.chitpull import actions, air, barrage, events
from countermarch.games.chitpull.activation import forfeit, left
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import CUP, RESERVE, SOVIET, SUPPLIED, VOID, VOLKSSTURM_BOX
from countermarch.games.chitpull.tables import Chit
from countermarch.games.chitpull.verbs import REFIT_STEP
from countermarch.games.stargard import reich
from countermarch.games.stargard.play import StargardPlay
from countermarch.games.stargard.tables import Happening
from countermarch.notation import Choice
from countermarch.texts import say

ARMY_GROUP = "HGW"
FULL = 2


def draw(play: ChitPullPlay, chit: Chit) -> None:
    """19.0: once-only events leave the pool, the others go back."""
    assert isinstance(play, StargardPlay)
    pool = in_pool(play)
    if not pool:
        events.nothing(play, "stargard-design 19.0")
        return
    happening = play.choose("event", pool)
    play.state.spent[play.tables.pool.index(happening)] = int(not happening.returns)
    play.tell("event_drawn", "stargard-design 19.0", event=say(f"chitpull.happening.{happening.name}"))
    play.edition.events[happening.id](play, f"stargard-design {happening.id}")


def in_pool(play: StargardPlay) -> list[Happening]:
    """19.0: events whose turn has come and that have not left."""
    rows = zip(play.tables.pool, play.state.spent, strict=True)
    return [row for row, spent in rows if row.turn <= play.state.turn and not spent]


def thaw(play: ChitPullPlay, rule: str) -> None:
    """19.1.1."""
    assert isinstance(play, StargardPlay)
    play.state.thaw = 1
    play.forget()
    play.tell("thaw", rule)


def wenck_is_hurt(play: ChitPullPlay, rule: str) -> None:
    """19.1.2: HGW, if still to come this turn, waits for the next."""
    chit = play.tables.chit_index[ARMY_GROUP]
    if play.state.chit[chit] != CUP:
        events.nothing(play, rule)
        return
    play.state.chit[chit] = VOID
    play.tell("wenck", rule, chit=ARMY_GROUP)


def defend_the_reich(play: ChitPullPlay, rule: str) -> None:
    """19.1.3."""
    assert isinstance(play, StargardPlay)
    reich.happen(play)


def no_flying(play: ChitPullPlay, rule: str) -> None:
    """19.1.4."""
    air.bad_weather(play, rule)


def stavka_hesitates(play: ChitPullPlay, rule: str) -> None:
    """19.1.5: one activation less, not below what has been used."""
    if not left(play, "soviet"):
        events.nothing(play, rule)
        return
    forfeit(play, "soviet", 1)
    play.tell("stavka", rule)


def levy(play: ChitPullPlay, rule: str) -> None:
    """19.1.7: the rest of the Volkssturm joins the box."""
    spare = [u for u in play.tables.of_kind["volkssturm"] if play.state.hex[u] == RESERVE]
    for u in spare:
        play.state.hex[u] = VOLKSSTURM_BOX
    play.tell("levy", rule, units=play.ids(spare))


def refugees(play: ChitPullPlay, rule: str) -> None:
    """19.1.8."""
    events.refugees(play, rule)


def heavy_tanks(play: ChitPullPlay, rule: str) -> None:
    """19.1.9."""
    play.tell("heavy_tanks", rule)
    play.push(Repair(SOVIET))


def nothing(play: ChitPullPlay, rule: str) -> None:
    """19.1.10."""
    events.nothing(play, rule)


@dataclass(slots=True)
class Repair(SideProcedure):
    """19.1.9: one supplied mechanised unit gets a step back."""

    side: int
    kind = "unit"
    asks = "chitpull.prompt.repair"
    cites = ("stargard-design 19.1.9",)

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        tables, state = play.tables, play.state
        worn = [u for u in tables.renewable[self.side] if play.on_map(u) and state.steps[u] < FULL]
        return [(REFIT_STEP, u) for u in worn if tables.is_mech[u] and state.supply[u] == SUPPLIED]

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        play.pop()
        play.set_steps(choice[1], FULL)
        play.tell_of(choice[1], "refitted", "stargard-design 19.1.9")


EVENTS: Mapping[str, Callable[[ChitPullPlay, str], None]] = {
    "19.1.1": thaw,
    "19.1.2": wenck_is_hurt,
    "19.1.3": defend_the_reich,
    "19.1.4": no_flying,
    "19.1.5": stavka_hesitates,
    "19.1.6": barrage.hasty,
    "19.1.7": levy,
    "19.1.8": refugees,
    "19.1.9": heavy_tanks,
    "19.1.10": nothing,
}

ACTIONS: Mapping[str, Callable[[ChitPullPlay, Chit], None]] = {
    "barrage": actions.shell,
    "event": draw,
    "no_gas": actions.run_dry,
}
