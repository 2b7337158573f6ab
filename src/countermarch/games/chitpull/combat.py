"""9.0 Combat: the segment, and every attack from its announcement up to the die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from countermarch.flow import SideProcedure
from countermarch.games.base import Assault, Preview
from countermarch.games.chitpull import air, hipper
from countermarch.games.chitpull.attackers import (
    candidates,
    fronts,
    join_refusal,
    most_shift,
    reachable,
    support,
    targets,
)
from countermarch.games.chitpull.battle import Battle
from countermarch.games.chitpull.fog import foggy
from countermarch.games.chitpull.forecast import preview
from countermarch.games.chitpull.hipper import ID as HIPPER
from countermarch.games.chitpull.hipper import strength as ship_strength
from countermarch.games.chitpull.losses import at_stake
from countermarch.games.chitpull.movement import name_unit
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reckoning import Force, Reckoning, best_column, column_name, forces, reckon, strongest
from countermarch.games.chitpull.state import IN_RANGE
from countermarch.games.chitpull.verbs import AIR, ANNOUNCE, ATTACK, DONE, RESOLVE, STRIKES, WITH
from countermarch.notation import Choice
from countermarch.rulebook import Refusal, first
from countermarch.texts import Text, say

# the segment


@dataclass(slots=True)
class CombatSegment(SideProcedure):
    """9.0: attacks one after the other, as the active side likes; `barred` are hexes of cancelled ones."""

    side: int
    barred: tuple[int, ...] = ()
    kind = "hex"
    asks = "chitpull.prompt.attack"
    answers = "chitpull.action.attack"
    cites = ("9.0", "9.2.1")

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        found: list[Choice] = [(ATTACK, h) for h in targets(play, self.side) if self.offers(play, h)]
        if found:
            found.append((DONE,))
        return found

    def offers(self, play: ChitPullPlay, h: int) -> bool:
        """2.1.3: under fog of war the odds are not known before the attack is announced."""
        if h in self.barred:
            return False
        if foggy(play):
            return any(f.eighths for f in candidates(play, self.side, h))
        return reachable(play, self.side, h)

    def do(self, play: ChitPullPlay, choice: Choice) -> None:
        h = choice[1]
        near = candidates(play, self.side, h)
        sure = (near[0].unit,) if len(near) == 1 else ()
        play.push(Announcement(self.side, h, sure) if foggy(play) else Attack(self.side, h, sure, air=(), guns=False))

    def cancel(self, play: ChitPullPlay, h: int) -> None:
        """9.3.2, 2.1.3: below 1-2 nobody has attacked, but this hex is not tried again."""
        self.barred += (h,)
        play.tell("attack_cancelled", "9.3.2", hex=play.hex_name(h))

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] != ATTACK:
            return None
        h = choice[1]
        if h in self.barred and play.edition.once_a_hex:
            return play.no(play.edition.once_a_hex, "attacked_once", hex=play.hex_name(h))
        if h in self.barred:
            return play.no("2.1.3", "attack_barred", hex=play.hex_name(h))
        if not play.combat_in(1 - self.side, h):
            return play.no("9.0", "nothing_to_attack", hex=play.hex_name(h))
        near = candidates(play, self.side, h)
        if not near:
            return self.why_nobody(play, h)
        if not any(f.eighths for f in near):
            return play.no("9.2.3", "zero_alone", hex=play.hex_name(h))
        return play.no("9.3.2", "odds", hex=play.hex_name(h))

    def why_nobody(self, play: ChitPullPlay, h: int) -> Refusal:
        side, is_hq = play.tables.side, play.tables.is_hq
        near = [u for n in play.tables.board.grid.around(h) for u in play.stack(n) if side[u] == self.side]
        barred = first(join_refusal(play, self.side, h, u) for u in sorted(near, key=is_hq.__getitem__))
        return barred or play.no("9.0", "nobody_near", hex=play.hex_name(h))


# one attack


@dataclass(slots=True)
class Attack(SideProcedure):
    """9.2, 9.3, 12.1: what takes part; every step adds, and none is offered that leaves no way to 1-2."""

    side: int
    target: int
    units: tuple[int, ...]
    air: tuple[tuple[int, int], ...]  # unit, 1 for a full attack
    guns: bool
    kind = "assign"
    confirms = True
    asks = "chitpull.prompt.with"
    answers = "chitpull.action.with"
    cites = ("9.2.1", "9.3", "12.1")

    def exposes(self, play: ChitPullPlay) -> tuple[int, ...]:
        return (self.target,)

    def strength(self, play: ChitPullPlay) -> int:
        return ship_strength(play) if self.guns else 0

    def reckoning(self, play: ChitPullPlay) -> Reckoning:
        chosen = forces(play, self.units, self.target)
        return reckon(play, self.target, chosen, play.air_shift(self.target, self.air), support=self.strength(play))

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        chosen = forces(play, self.units, self.target)
        pool = self.pool(play, chosen)
        ready = self.ready(play, chosen or pool)
        ships = 0 if self.guns else support(play, self.side, self.target)
        reach = _Reach(play, self, ready, ships)
        found: list[Choice] = [(WITH, f.unit) for f in pool if reach.joined(chosen, pool, f)]
        if chosen:
            found += reach.strikes(chosen, pool)
            if ships:
                found.append((WITH, play.tables.ship))
            if self.can_resolve(play, chosen):
                found.append((RESOLVE,))
        return found

    def proceed(self, play: ChitPullPlay) -> None:
        """Only when attackers of two fronts hoped for each other's air units (12.3)."""
        self.lapse(play)

    def lapse(self, play: ChitPullPlay) -> None:
        """9.3.2: below 1-2 nothing has happened, but for the hex in this segment."""
        play.pop()
        now = play.under_way(CombatSegment)
        if now is not None:
            now.cancel(play, self.target)

    def pool(self, play: ChitPullPlay, chosen: Sequence[Force]) -> list[Force]:
        return may_join(play, self.side, self.target, chosen)

    def ready(self, play: ChitPullPlay, attackers: Sequence[Force]) -> list[int]:
        """12.1, 12.3: ready air units of the attackers' fronts that are not yet in the attack."""
        used = [u for u, _ in self.air]
        return [u for u in air.available(play, self.side, fronts(play, attackers)) if u not in used]

    def can_resolve(self, play: ChitPullPlay, chosen: Sequence[Force]) -> bool:
        """9.2.3, 9.3.2: a unit with an attack strength, and odds of 1-2 or better."""
        return any(f.eighths for f in chosen) and self.reckoning(play).column >= 0

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        if choice[0] == RESOLVE:
            self.resolve(play)
        elif choice[0] == AIR:
            self.air += ((choice[1], choice[2]),)
        elif choice[1] == play.tables.ship:
            self.guns = True
        else:
            self.units += (choice[1],)

    def resolve(self, play: ChitPullPlay) -> None:
        """9.3, 12.1.1: commit everything, roll one die."""
        odds = self.reckoning(play)
        weighed = self.weighed(play) if play.weighs else None
        self.commit(play)
        die = play.roll(f"attack {play.hex_name(self.target)}")
        outcome = play.tables.combat.result(odds.column, die)
        play.tell(
            "attack",
            "9.1",
            weighed and weighed.cast(die),
            units=play.ids(self.units),
            hex=play.hex_name(self.target),
            odds=column_name(play, odds.column),
            die=die,
            result=outcome.code,
        )
        play.pop()
        self.after(play, die)
        play.push(at_stake(play, self.staked(play)))
        battle = play.edition.battle or Battle
        play.push(battle(self.side, self.target, self.units, odds.column, die=die, line=odds.line, stage=0))

    def staked(self, play: ChitPullPlay) -> list[int]:
        """11.1.3(2): the hexes whose HQs may be lost."""
        from_hexes = {play.state.hex[u] for u in self.units} if play.edition.attackers_stake_hqs else set()
        return [self.target, *sorted(from_hexes)]

    def weighed(self, play: ChitPullPlay) -> Assault:
        strikes = {u: bool(full) for u, full in self.air}
        reckoned = preview(play, self.target, self.units, strikes, hipper=self.guns)
        hex, units = play.hex_name(self.target), play.ids(self.units)
        return Assault(play.sides[self.side], "attack", hex, units, self.supports(play), preview=reckoned)

    def supports(self, play: ChitPullPlay) -> dict[str, str]:
        """What supports the attack, and how."""
        found = {play.id(u): STRIKES[full] for u, full in self.air}
        return found | ({HIPPER: "guns"} if self.guns else {})

    def after(self, play: ChitPullPlay, die: int) -> None:
        """What the die and the attack itself bring with them, where an edition says so."""
        if self.air and die == play.edition.air_fails_on:
            air.ground(play, [u for u, _ in self.air])
        now = play.under_way(CombatSegment)
        if play.edition.once_a_hex and now is not None:
            now.barred += (self.target,)

    def commit(self, play: ChitPullPlay) -> None:
        for u in self.units:
            name_unit(play, u, False)
            play.state.fought[u] = 1
        for u, full in self.air:
            air.spend(play, u, bool(full))
        if self.guns:
            play.state.hipper_used = 1
        play.attacked(self.target)

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] == RESOLVE:
            return play.no("9.3.2", "odds", hex=play.hex_name(self.target))
        if choice[0] == AIR:
            return self.air_refusal(play, choice[1])
        if choice[0] != WITH:
            return None
        u = choice[1]
        if u == play.tables.ship:
            return hipper.refusal(play, self.target, self.side)
        refusal = named_refusal(play, self.side, self.target, self.units, u)
        return refusal or play.no("9.3.2", "spoils_odds", unit=play.id(u), hex=play.hex_name(self.target))

    def air_refusal(self, play: ChitPullPlay, u: int) -> Refusal:
        supported = fronts(play, forces(play, self.units, self.target))
        refusal = air.refusal(play, self.side, supported, [v for v, _ in self.air], u=u)
        return refusal or play.no("9.3.2", "spoils_odds", unit=play.id(u), hex=play.hex_name(self.target))

    def prompt(self, play: ChitPullPlay) -> Text:
        return say(self.asks, hex=play.hex_name(self.target))


# one attack under fog of war


@dataclass(slots=True)
class Announcement(SideProcedure):
    """2.1.3: the hex and the units are named before anybody looks into the stack."""

    side: int
    target: int
    units: tuple[int, ...]
    kind = "assign"
    confirms = True
    asks = "chitpull.prompt.announce"
    answers = "chitpull.action.announce"
    cites = ("2.1.3", "9.2.1")

    def exposes(self, play: ChitPullPlay) -> tuple[int, ...]:
        """The attackers alone are seen so far."""
        return ()

    def supports(self, play: ChitPullPlay) -> dict[str, str]:
        return {}

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        chosen = forces(play, self.units, self.target)
        found: list[Choice] = [(WITH, f.unit) for f in self.pool(play, chosen) if self.hopeful(play, [*chosen, f])]
        if any(f.eighths for f in chosen):
            found.append((ANNOUNCE,))
        return found

    def pool(self, play: ChitPullPlay, chosen: Sequence[Force]) -> list[Force]:
        return may_join(play, self.side, self.target, chosen)

    def hopeful(self, play: ChitPullPlay, chosen: Sequence[Force]) -> bool:
        """9.2.3: one with an attack strength is among them, or may still join."""
        return any(f.eighths for f in (*chosen, *self.pool(play, chosen)))

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        if choice[0] == WITH:
            self.units += (choice[1],)
        else:
            self.announce(play)

    def announce(self, play: ChitPullPlay) -> None:
        """2.1.3: now the stack is shown, and nothing is taken back."""
        play.barrier = True
        play.tell("revealed", "2.1.3", hex=play.hex_name(self.target), units=play.ids(play.stack(self.target)))
        play.pop()
        play.push(Announced(self.side, self.target, self.units, air=(), guns=False))

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] == ANNOUNCE:
            return play.no("9.2.3", "zero_alone", hex=play.hex_name(self.target))
        if choice[0] in (RESOLVE, AIR) or choice[1:] == (play.tables.ship,):
            return play.no("2.1.3", "announce_first", hex=play.hex_name(self.target))
        if choice[0] != WITH:
            return None
        refusal = named_refusal(play, self.side, self.target, self.units, u=choice[1])
        return refusal or play.no("9.2.3", "zero_alone", hex=play.hex_name(self.target))

    def prompt(self, play: ChitPullPlay) -> Text:
        return say(self.asks, hex=play.hex_name(self.target))


@dataclass(slots=True)
class Announced(Attack):
    """2.1.3, 12.1, 11.4: the stack lies open; support may be added, nobody joins, and only below 1-2 it is let go."""

    cites = ("2.1.3", "9.3.2", "12.1")
    answers = "chitpull.action.announced"

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        chosen = forces(play, self.units, self.target)
        wings = self.ready(play, chosen) if len(self.air) < air.MOST else []
        found: list[Choice] = [(AIR, u, full) for u in wings for full in (0, 1)]
        if not self.guns and support(play, self.side, self.target):
            found.append((WITH, play.tables.ship))
        found.append((RESOLVE,) if self.can_resolve(play, chosen) else (DONE,))
        return found

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        if choice[0] == DONE:
            self.lapse(play)
        else:
            Attack.take(self, play, choice)

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] == DONE:
            return play.no("2.1.3", "announced", hex=play.hex_name(self.target))
        if choice[0] == WITH and choice[1] != play.tables.ship:
            return play.no("2.1.3", "joins_late", unit=play.id(choice[1]), hex=play.hex_name(self.target))
        return Attack.refuse(self, play, choice)

    def prompt(self, play: ChitPullPlay) -> Text:
        holds = self.can_resolve(play, forces(play, self.units, self.target))
        return say(f"chitpull.prompt.{'announced' if holds else 'below'}", hex=play.hex_name(self.target))


def may_join(play: ChitPullPlay, side: int, target: int, chosen: Sequence[Force]) -> list[Force]:
    """9.2.1, 4.2.1: who else may take part, as far as the HQ's places go."""
    places, units = places_left(play, chosen), [f.unit for f in chosen]
    near = candidates(play, side, target)
    return [f for f in near if f.unit not in units and (places > 0 or not f.borrowed)]


def named_refusal(play: ChitPullPlay, side: int, target: int, units: Sequence[int], u: int) -> Refusal | None:
    """9.2.1, 4.2.1: why a unit may not be named besides these."""
    if u in units:
        return play.no("9.2.1", "already_in", unit=play.id(u))
    near = join_refusal(play, side, target, u)
    if near is None and play.state.active[u] == IN_RANGE and not places_left(play, forces(play, units, target)):
        return play.no("4.2.1", "quota", unit=play.id(u))
    return near


def places_left(play: ChitPullPlay, chosen: Sequence[Force]) -> int:
    """4.2.1: how many more independents the activation may use."""
    return play.state.quota - sum(f.borrowed for f in chosen)


class _Reach:
    """Whether a choice leaves a way to 1-2, with air units that are ready and a ship's guns still to add."""

    def __init__(self, play: ChitPullPlay, attack: Attack, ready: Sequence[int], ships: int) -> None:
        self.play = play
        self.target = attack.target
        self.air = attack.air
        self.ready = ready
        self.guns = attack.strength(play) + ships
        self.most = most_shift(play, self.target, self.air, ready)

    def joined(self, chosen: Sequence[Force], pool: Sequence[Force], f: Force) -> bool:
        rest = [other for other in pool if other is not f]
        return self.reaches([*chosen, f], rest, self.most)

    def strikes(self, chosen: Sequence[Force], pool: Sequence[Force]) -> list[Choice]:
        """12.1: normal and full, unless only the full attack will do."""
        if len(self.air) == air.MOST:
            return []
        shifts = {(u, full): self.with_strike(u, full) for u in self.ready for full in (0, 1)}
        enough = {shift: self.reaches(chosen, pool, shift) for shift in set(shifts.values())}
        return [(AIR, u, full) for (u, full), shift in shifts.items() if enough[shift]]

    def with_strike(self, u: int, full: int) -> int:
        others = [v for v in self.ready if v != u]
        return most_shift(self.play, self.target, (*self.air, (u, full)), others)

    def reaches(self, chosen: Sequence[Force], pool: Sequence[Force], shift: int) -> bool:
        places = places_left(self.play, chosen)
        return best_column(self.play, self.target, chosen, pool, places=places, air=shift, support=self.guns) >= 0


# the question


def targets_now(play: ChitPullPlay) -> list[int]:
    """The hexes the present combat segment may attack."""
    now = play.under_way(CombatSegment)
    return [] if now is None else [h for h in targets(play, now.side) if now.offers(play, h)]


def best(play: ChitPullPlay, target: int) -> Preview:
    """All that lies open and may still join: units as far as the HQ's places go, and the guns of the ship.

    Air units are spent by an attack: they are in it, in full, only where it could not be made without them.
    """
    now = play.under_way(CombatSegment)
    assert now is not None
    chosen = strongest(play, (), candidates(play, now.side, target), play.state.quota)
    units = [f.unit for f in chosen]
    guns = bool(support(play, now.side, target))
    lent = {HIPPER: "guns"} if guns else {}
    found = preview(play, target, units, {}, hipper=guns)
    if found.refusal is not None and found.refusal.text.key == "chitpull.refusal.odds":
        sorties = air.available(play, now.side, fronts(play, chosen))[: air.MOST]
        found = preview(play, target, units, dict.fromkeys(sorties, True), hipper=guns)
        lent |= {play.id(u): STRIKES[True] for u in sorties}
    return replace(found, by=play.ids(units), support=lent)
