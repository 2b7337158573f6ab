"""What differs from edition to edition, as named policies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from countermarch.games.base import Division, OptionInfo
from countermarch.games.chitpull.state import ChitPullState
from countermarch.rulebook import Citation

if TYPE_CHECKING:
    from countermarch.charts import Outcome
    from countermarch.flow import Procedure
    from countermarch.games.base import Objective, Part
    from countermarch.games.chitpull.play import ChitPullPlay
    from countermarch.games.chitpull.tables import Chit, Tables
    from countermarch.games.frames import Shapes

    Phase = Callable[[Any], None]
    Action = Callable[[ChitPullPlay, Chit], None]
    Happening = Callable[[Any, str], None]
    Tally = Callable[[ChitPullPlay], Mapping[str, int]]
    Prize = Callable[[ChitPullPlay, int], Objective]
    Reckoning = Callable[[ChitPullPlay], Iterable[Part]]
    Strike = Callable[[ChitPullPlay, int, Outcome, int], None]
    Troops = Callable[[ChitPullPlay, int], bool]
    Frame = Callable[..., Procedure]


FAMILY = "koenigsberg"  # whose rule numbers the family goes by


@dataclass(frozen=True)
class City:
    """A German source that feeds in full only while an Autobahn links it with another city (10.2.2, 10.2.3)."""

    hex: str
    linked_with: str
    last_hexes: tuple[str, ...]  # of the Autobahn before the city
    reach: int  # of a line to it while it is cut off


@dataclass(frozen=True)
class Trigger:
    """Counters that wait until a Soviet unit has come so near to a hex (14.1.2)."""

    hex: str
    within: int


@dataclass(frozen=True, kw_only=True, eq=False)
class Edition:
    """One rulebook of the family.

    `concordance` turns the family's rule numbers into its own; a number with a space before it names its book.
    """

    key: str
    title: str
    version: str
    options: tuple[OptionInfo, ...]
    readings: Mapping[str, str] = field(default_factory=dict)  # values of options other editions leave open
    concordance: Mapping[str, str] = field(default_factory=dict)
    sequence: tuple[tuple[str, *tuple[Phase, ...]], ...]  # the steps of a turn: the phase, and what is done
    last_turn: int
    verbs: Mapping[str, tuple[str | tuple[str, ...], ...]] = field(default_factory=dict)  # beyond the family's

    # chapters of its own in place of the family's
    play: type[ChitPullPlay] | None = None
    tables: type[Tables] | None = None
    state: type[ChitPullState] = ChitPullState
    movement: Frame | None = None  # a movement segment
    march: Frame | None = None  # a move that something on the way interrupts
    battle: Frame | None = None  # the result of an attack
    strike: Strike | None = None  # what a result does to the defender
    flight: Frame | None = None  # a group in retreat
    entry: Frame | None = None  # how reinforcements come onto the map
    frames: Shapes = field(default_factory=dict)  # what is true of its own procedures

    # the map and the counters
    groups: tuple[str, ...]  # who has a limit of activations of his own
    divisions: tuple[Division, ...] = ()  # a side that several players may share (2.1.4)
    city: City | None = None
    trigger: Trigger | None = None
    optional: Mapping[str, str] = field(default_factory=dict)  # counters that an option brings into play

    # chits
    independents: Mapping[str, int]  # by side: how many an HQ may activate
    independents_of: Mapping[str, int] = field(default_factory=dict)  # HQs with another number
    actions: Mapping[str, Action]  # what each kind of action chit does
    events: Mapping[str, Happening]  # by number
    held_back: tuple[str, ...] = ()  # formations that wait until released
    release_turn: int = 0  # 0: none
    release_points: int = 0

    action_chits_lapse: bool = False  # when the limit of their side or front is used up
    dual_units: bool = True  # some units are of a formation and independent (4.2.2)
    gd_comes_back_whole: bool = False  # what was destroyed of it too, reduced (2.5.5)
    has_troops: Troops | None = None  # whether an HQ still has somebody to command (11.1.3)
    chits_wait: bool = False  # an HQ's chit joins on its own turn, not with its HQ (8.1)
    orphans: str = "frozen"  # or "independent": units that have lost their HQ (4.2)
    lent_modes: tuple[int, ...] = (0, 1, 2)  # how army group may move independents (4.1.3)

    # movement and supply
    overstacking_punished: bool = False  # found at the end of a phase, rather than never allowed
    no_passing: str = ""  # the rule by which a full hex may not even be passed
    rail_from_zone: bool = False  # a train may leave an enemy zone, if it ends next to no enemy
    rail_spares_fuel: bool = True  # 2.5.3
    rail_arrival: int = 0  # how many hexes from every enemy a train must stay that brings reinforcements
    range_ends_at_river: bool = False  # command reaches only the first hex over an unbridged major river
    supply_line: str = "road"  # after four hexes; or "any": any hexes, any number of them
    hqs_spread_want: bool = False  # units are no better supplied than their HQ
    rebuilt_move: bool = True  # a rebuilt unit moves at once (11.2.3)
    static_renewed: bool = False  # units that cannot move may get replacements (11.2)
    volkssturm_linked: bool = False  # laid out only where a way leads to a German source (11.3(2))

    # combat
    halved_on_bridges: bool = False  # attackers over a major river, bridged or not
    rounds_by_hex: bool = False  # fractions are dropped hex by hex, not for all attackers together (2.1.2)
    once_a_hex: str = ""  # the rule by which a hex is attacked only once in an activation
    far_after_elimination: bool = True  # two hexes of advance for mechanised units, not only after a retreat (9.6.3)
    attackers_stake_hqs: bool = True  # an attacker's HQ is lost with its whole stack too (11.1.3(2))
    shelters: bool = True  # settlements and lines cancel losses and retreats (9.4.4, 9.5.7)
    lines_shelter: bool = True  # not settlements alone
    air_fails_on: int = 0  # a combat die that grounds the air units in it
    barrage_column: str
    barrage_ignores: frozenset[str] = frozenset()  # terrain without effect on barrages
    hqs_observe: bool = True  # a barrage is observed by any unit, not by combat units alone
    opening: Mapping[int, tuple[tuple[str, int], ...]]  # by turn: who rolls how many dice for barrages
    retreat_towards: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())  # by side: preferred directions
    air_returns_on: Mapping[str, int] = field(default_factory=dict)  # air units that need a die to come back

    # victory
    tally: Tally  # points by side
    prize: Prize  # an objective, what it is worth and who has it
    reckoning: Reckoning | None = None  # what the points are made of, if not of objectives alone
    counts: str  # the side whose points decide the level
    sudden_death: tuple[str, ...]
    levels: tuple[tuple[int, str, str], ...]  # least points, level, winner; no winner: a draw
    verdict: str = "level"  # the family of texts that names a level

    def cite(self, rule: str) -> Citation:
        """A rule by the family's number, as this edition numbers it; "book number" names another book."""
        book, _, number = self.concordance.get(rule, rule).rpartition(" ")
        return Citation(book or self.key, number)

    @property
    def kin(self) -> dict[str, dict[str, str]]:
        """The family's numbers are those of its second edition; one that names another book is none of them."""
        alike = {theirs: ours.rpartition(" ")[2] for theirs, ours in self.concordance.items() if " " not in theirs}
        return {FAMILY: alike} if alike else {}

    @cached_property
    def phases(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(phase for phase, *_ in self.sequence))
