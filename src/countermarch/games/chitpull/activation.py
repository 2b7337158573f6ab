"""4.2 HQs and what they may use when activated."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import Procedure, SideProcedure
from countermarch.games.chitpull import hipper
from countermarch.games.chitpull.combat import CombatSegment
from countermarch.games.chitpull.movement import MovementSegment
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import IN_RANGE, OWN, REMOVED, SIDES, SOVIET
from countermarch.games.chitpull.tables import Chit
from countermarch.games.chitpull.verbs import ACTIVATE
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say


@dataclass(slots=True)
class ChooseHeadquarters(SideProcedure):
    """4.1.2, 4.1.3, RET.3: which HQ is activated; a chit that names its HQ leaves no choice."""

    side: int
    lendable: int
    attacks: bool
    chit: str
    kind = "unit"
    asks = "chitpull.prompt.activate"
    cites = ("4.1.1", "4.1.2", "4.1.3")

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        chit = play.tables.chits[play.tables.chit_index[self.chit]]
        return [(ACTIVATE, hq) for hq in eligible_hqs(play, chit, self.side)]

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        play.pop()
        activate(play, choice[1], self.lendable, self.attacks)

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] != ACTIVATE:
            return None
        if not play.tables.is_hq[choice[1]]:
            return play.no("4.2", "no_hq", unit=play.id(choice[1]))
        return play.bar(choice[1]) or play.no(self.rule, "wrong_hq", unit=play.id(choice[1]))

    @property
    def rule(self) -> str:
        """Who lets a side choose: an event, army group, or a front."""
        if not self.attacks:
            return "RET.3"
        return "4.1.2" if self.side == SOVIET else "4.1.3"

    def prompt(self, play: ChitPullPlay) -> Text:
        return say(self.asks, chit=self.chit)


def eligible_hqs(play: ChitPullPlay, chit: Chit, side: int) -> list[int]:
    """4.1.1 to 4.1.3, RET.3: the HQ of the chit; any of the front; any of the side."""
    tables, where, named = play.tables, play.state.hex, chit.kind == "command"
    found: list[int] = []
    for hq in (tables.hq_of[chit.formation],) if named else tables.hqs[side]:
        if where[hq] >= 0 and (named or _under(play, chit, hq)) and play.may_act(hq):
            found.append(hq)
    return found


def _under(play: ChitPullPlay, chit: Chit, hq: int) -> bool:
    return chit.group in ("", *SIDES) or play.tables.units[hq].front == chit.group


def left(play: ChitPullPlay, group: str) -> int:
    """2.3: activations a front or the German side still has this turn."""
    at = play.edition.groups.index(group)
    limit = play.tables.turns[play.state.turn - 1].limits[at]
    return max(limit - play.state.used[at] - play.state.lost[at], 0)


def forfeit(play: ChitPullPlay, group: str, activations: int) -> None:
    """RET.10: so many of those it has left are lost this turn."""
    play.state.lost[play.edition.groups.index(group)] += min(activations, left(play, group))


def activate(play: ChitPullPlay, hq: int, lendable: int, attacks: bool) -> None:
    """4.2.1, 4.2.4: who may act is settled now; where they go later does not matter."""
    state, side = play.state, play.tables.side[hq]
    clear_activation(play)
    state.quota = independents(play, hq)
    state.lendable = lendable
    if state.slow_next:
        state.slow_next = 0
        state.slowed = 1
        play.tell("slowed", "RET.5", unit=play.id(hq))
    called: list[int] = []
    for u, standing in commanded(play, hq):
        state.active[u] = standing
        called.append(u)
    play.call_up(called)
    play.activated(side)
    play.tell("activated", "4.2", unit=play.id(hq))
    play.push(Activation(side, hq, attacks, step=0, haff_in_range=hipper.commands(play, hq)))


def independents(play: ChitPullPlay, hq: int) -> int:
    """4.2.1, 4.2.3: two for a Soviet HQ, three for a German one, five for 7th Panzer."""
    unit = play.tables.units[hq]
    return play.edition.independents_of.get(unit.formation, play.edition.independents[unit.side])


def commanded(play: ChitPullPlay, hq: int) -> list[tuple[int, int]]:
    """4.2.1, 4.2.2: the units an HQ can reach now, and whether as its own or as independents."""
    where = play.state.hex
    distance, most = play.tables.command_distance(where[hq]), play.command_range(hq)
    found: list[tuple[int, int]] = []
    for u, own in under(play, hq):
        h = where[u]
        if h >= 0 and 0 <= distance[h] <= most and play.may_act(u):
            found.append((u, OWN if own else IN_RANGE))
    return found


def under(play: ChitPullPlay, hq: int) -> tuple[tuple[int, bool], ...]:
    """4.2: the units an HQ may command wherever they are, and whether as its own."""
    found = play.tables.under[hq]
    return found + orphans(play, hq) if play.edition.orphans == "independent" else found


def orphans(play: ChitPullPlay, hq: int) -> tuple[tuple[int, bool], ...]:
    """4.2: units of the front that have lost their own HQ."""
    tables, where = play.tables, play.state.hex
    lost = [tables.units[other].formation for other in tables.hqs[tables.side[hq]] if where[other] == REMOVED]
    left = sorted(u for formation in lost for u in tables.members[formation])
    return tuple((u, False) for u in left if tables.is_combat[u] and tables.units[u].front == tables.units[hq].front)


def clear_activation(play: ChitPullPlay) -> None:
    state = play.state
    state.quota = state.lendable = state.slowed = 0
    play.forget()
    count = len(state.active)
    state.active, state.moved, state.fought = [0] * count, [0] * count, [0] * count


@dataclass(slots=True)
class Activation(Procedure):
    """4.1.1: a movement segment, then a combat segment; then the chit lies in its box."""

    side: int
    hq: int
    attacks: bool
    step: int
    haff_in_range: bool  # when the HQ was activated (11.4(3))

    def acting(self, play: ChitPullPlay) -> Text | None:
        if play.actor != self.side:
            return None
        drawn = max(play.tables.chits, key=lambda chit: play.state.order[chit.index])
        return say("chitpull.acting.hq", unit=play.id(self.hq), chit=drawn.id)

    def proceed(self, play: ChitPullPlay) -> None:
        self.step += 1
        if self.step == 1:
            play.push((play.edition.movement or MovementSegment)(self.side))
        elif self.step == 2 and self.attacks:
            play.push(CombatSegment(self.side))
        else:
            clear_activation(play)
            play.pop()
