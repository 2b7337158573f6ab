"""2.5.1, 3.0 Barrages: attacks by artillery alone, seen by observers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from countermarch.flow import Procedure
from countermarch.games.base import Assault, Part, Preview
from countermarch.games.chitpull.battle import strike
from countermarch.games.chitpull.losses import at_stake
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reckoning import NO_LINE, column_name, terrain_shift
from countermarch.games.chitpull.retreat import spared
from countermarch.games.chitpull.state import GERMAN, SIDES, SOVIET
from countermarch.games.chitpull.verbs import BARRAGE, DONE
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

OPENING_DIE = HASTY_DIE = -1
OPENING_RANGE = 2


def roll(play: ChitPullPlay, group: str, dice: int = 1) -> int:
    """2.5.1, 3.0-barrage: the barrage table's number of attacks, of all dice together."""
    rolls = [play.roll(f"barrages {group}") for _ in range(dice)]
    attacks = sum(play.tables.barrages[die - 1] for die in rolls)
    play.tell("barrage_rolled", "2.5.1", dice=tuple(rolls), attacks=attacks)
    return attacks


def fire(play: ChitPullPlay, side: int, front: str, attacks: int) -> None:
    """2.5.1: so many barrages by a front; no front named: any unit of the side observes."""
    play.push(Barrage(side, front, attacks=attacks))


def single(play: ChitPullPlay, side: int) -> None:
    """RET.4, RET.11: one barrage."""
    fire(play, side, "", 1)


def observers(play: ChitPullPlay, side: int, front: str) -> set[int]:
    """3.0-note, 2.5.1: the hexes of units of the side, or of a front of it; HQs too, but for some editions."""
    units = play.tables.ground[side].get(front, ())
    return standing(play, units if play.edition.hqs_observe else [u for u in units if play.tables.is_combat[u]])


def standing(play: ChitPullPlay, units: Iterable[int]) -> set[int]:
    where = play.state.hex
    return {where[u] for u in units if where[u] >= 0}


def view(play: ChitPullPlay, h: int, opening: bool) -> tuple[int, ...]:
    """2.5.1: a target is seen from next to it; in the opening phase from two hexes away (3.0-barrage)."""
    if not opening:
        return play.tables.around[h]
    grid = play.tables.board.grid
    exactly = play.agreed["opening_range"] == "two"
    return grid.ring(h, OPENING_RANGE) if exactly else grid.within(h, OPENING_RANGE)


def column(play: ChitPullPlay, target: int) -> int:
    """2.5.1: the edition's column, shifted for a city but not for forest, marsh or lines."""
    start = play.tables.combat.columns.index(play.edition.barrage_column)
    ignored = play.tables.terrain_of(target) in play.edition.barrage_ignores
    return start - (0 if ignored else terrain_shift(play, target)) - play.works_shift(target)


def modifier(opening: bool) -> int:
    return OPENING_DIE if opening else 0


@dataclass(slots=True, kw_only=True)
class Firing(Procedure):
    """2.5.1: barrages are declared and carried out one at a time, no hex twice, and may be left off."""

    attacks: int = 0
    hit: tuple[int, ...] = ()
    kind = "hex"
    asks = "chitpull.prompt.barrage"
    answers = "chitpull.action.barrage"
    cites: ClassVar[tuple[str, ...]] = ("2.5.1", "3.0-barrage")

    def shooter(self, play: ChitPullPlay) -> tuple[int, str, bool]:
        """Side, front, and whether this is the opening phase."""
        raise AssertionError(f"{type(self).__name__} does not say who fires")

    def actor(self, play: ChitPullPlay) -> int:
        return self.shooter(play)[0]

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        if not self.attacks:
            return []
        found: list[Choice] = [(BARRAGE, h) for h in self.targets(play)]
        return [*found, (DONE,)] if found else []

    def targets(self, play: ChitPullPlay) -> list[int]:
        """2.5.1: enemy combat units under observation, no hex twice."""
        side, front, opening = self.shooter(play)
        eyes = observers(play, side, front)
        enemies = sorted(standing(play, play.tables.fighters[1 - side]).difference(self.hit))
        return [h for h in enemies if not eyes.isdisjoint(view(play, h, opening)) and column(play, h) >= 0]

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        if choice[0] == DONE:
            self.attacks = 0
            return
        weighed = self.weighed(play, choice[1]) if play.weighs else None
        self.attacks -= 1
        self.hit += (choice[1],)
        shell(play, choice[1], self.modifier(play), weighed)

    def modifier(self, play: ChitPullPlay) -> int:
        return modifier(self.shooter(play)[2])

    def weighed(self, play: ChitPullPlay, target: int) -> Assault:
        side, hex = SIDES[self.shooter(play)[0]], play.hex_name(target)
        return Assault(side, "barrage", hex, attackers=(), support={}, preview=preview(play, target))

    @property
    def modified_by(self) -> str:
        """The rule that changes the die."""
        return "3.0-barrage"

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] != BARRAGE:
            return None
        h, (side, front, opening) = choice[1], self.shooter(play)
        if h in self.hit:
            return play.no("2.5.1", "barrage_twice", hex=play.hex_name(h))
        if not play.combat_in(1 - side, h):
            return play.no("2.5.1", "nothing_to_attack", hex=play.hex_name(h))
        if opening:
            return play.no("3.0-barrage", "barrage_range", hex=play.hex_name(h))
        return play.no("2.5.1", "barrage_unseen", hex=play.hex_name(h), front=front)

    def prompt(self, play: ChitPullPlay) -> Text:
        side, front, _ = self.shooter(play)
        return say(self.asks, group=say(f"chitpull.group.{front or SIDES[side]}"), attacks=self.attacks)


def shell(play: ChitPullPlay, target: int, change: int, weighed: Assault | None = None) -> None:
    """3.0-note: one barrage; only what befalls the defender counts."""
    play.attacked(target)
    at, die = column(play, target), play.roll(f"barrage {play.hex_name(target)}")
    outcome = play.tables.combat.result(at, die + change)
    play.tell(
        "barrage",
        "3.0-note",
        weighed and weighed.cast(die),
        hex=play.hex_name(target),
        odds=column_name(play, at),
        die=die,
        modifier=change,
        result=play.tables.shelling.result(at, die + change).code,
    )
    play.push(at_stake(play, [target]))
    strike(play, target, outcome, NO_LINE)


@dataclass(slots=True)
class Barrage(Firing):
    """2.5.1: the barrages of a chit or an event."""

    side: int
    front: str
    cites: ClassVar[tuple[str, ...]] = ("2.5.1",)

    def shooter(self, play: ChitPullPlay) -> tuple[int, str, bool]:
        return self.side, self.front, False

    def proceed(self, play: ChitPullPlay) -> None:
        play.pop()


@dataclass(slots=True)
class HastyBarrage(Barrage):
    """RET.4: in some editions the barrage of an event has one from the die; `rule` says so."""

    rule: str

    def modifier(self, play: ChitPullPlay) -> int:
        return HASTY_DIE

    @property
    def modified_by(self) -> str:
        return self.rule


def hasty(play: ChitPullPlay, rule: str) -> None:
    """RET.4: one attack on a hex next to any German unit, with one from the die."""
    play.tell("german_barrage", rule)
    play.push(HastyBarrage(GERMAN, "", rule, attacks=1))


@dataclass(slots=True)
class OpeningBarrage(Firing):
    """3.0-barrage: side after side, and front after front, rolls dice and fires; `step` have rolled so far."""

    step: int
    turn: int = 1  # whose opening this is

    def shooter(self, play: ChitPullPlay) -> tuple[int, str, bool]:
        group = self.group(play)
        return (SIDES.index(group), "", True) if group in SIDES else (SOVIET, group, True)

    def batteries(self, play: ChitPullPlay) -> tuple[tuple[str, int], ...]:
        """Who fires in this opening, and with how many dice."""
        return play.edition.opening[self.turn]

    def group(self, play: ChitPullPlay) -> str:
        return self.batteries(play)[self.step - 1][0]

    def by_chance(self, play: ChitPullPlay) -> bool:
        return self.step < len(self.batteries(play))

    def proceed(self, play: ChitPullPlay) -> None:
        if self.step == len(self.batteries(play)):
            play.pop()
            return
        group, dice = self.batteries(play)[self.step]
        self.step += 1
        play.tell("barrage_turn", "3.0-barrage", group=say(f"chitpull.group.{group}"))
        self.attacks = roll(play, group, dice)


# the question


def firing(play: ChitPullPlay) -> Firing | None:
    """The barrages under way."""
    return next((frame for frame in reversed(play.state.frames) if isinstance(frame, Firing)), None)


def targets_now(play: ChitPullPlay) -> list[int]:
    """The hexes that may be shelled now."""
    now = play.state.frames[-1] if play.state.frames else None
    return now.targets(play) if isinstance(now, Firing) and now.attacks else []


def preview(play: ChitPullPlay, target_hex: int) -> Preview:
    """A barrage as it would be read now; strengths do not matter to it."""
    now = firing(play)
    top = play.owner(target_hex)
    if top is None or not play.combat_in(top, target_hex):
        refusal = play.no("2.5.1", "nothing_to_attack", hex=play.hex_name(target_hex))
        return Preview.refused(refusal)
    if now is not None and target_hex not in now.targets(play):
        return Preview.refused(now.refuse(play, (BARRAGE, target_hex)))
    at, change, rule = column(play, target_hex), now.modifier(play) if now else 0, now.modified_by if now else ""
    parts = tuple(_parts(play, target_hex, change, rule))
    cancelled = spared(play, target_hex, NO_LINE)
    return Preview.read(play.tables.shelling, at, change, attack=0.0, defence=0.0, parts=parts, spared=cancelled)


def _parts(play: ChitPullPlay, target: int, change: int, change_by: str) -> Iterator[Part]:
    start = play.tables.combat.columns.index(play.edition.barrage_column)
    yield play.part("barrage", 0, "2.5.1", column=play.edition.barrage_column)
    works, whole = play.works_shift(target), start - column(play, target)
    if whole != works:
        yield play.shifted(f"shift_{play.tables.terrain_of(target)}", works - whole, "9.3.1")
    if works:
        yield play.shifted("line_festung", -works, "9.3.1")
    if change:
        yield play.modified("barrage_die", change, change_by)
