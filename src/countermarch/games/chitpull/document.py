"""Positions as JSON documents, exact both ways; what a side may see of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any

from countermarch.flow import Procedure
from countermarch.games.base import PositionError
from countermarch.games.chitpull import gd
from countermarch.games.chitpull.activation import left
from countermarch.games.chitpull.combat import Announcement, Attack
from countermarch.games.chitpull.fog import unseen
from countermarch.games.chitpull.frames import KINDS, SHAPES
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import ArrivalMoves, Entry
from countermarch.games.chitpull.retreat import ROOM, Flight
from countermarch.games.chitpull.state import (
    CUP,
    ELIMINATED,
    GD_BOX,
    GERMAN,
    GONE,
    LATER,
    NONE,
    PLACES,
    REMOVED,
    SIDES,
    SOVIET,
    SUPPLY,
    UNUSED,
    USED,
    VOID,
    WITHDRAWING,
)
from countermarch.games.chitpull.turn import GameTurn, phase_of
from countermarch.games.positions import under_the_table, whole
from countermarch.games.reader import MOST, Reader, heading, unit_documents, unit_entry
from countermarch.texts import say

if TYPE_CHECKING:
    from countermarch.games.chitpull.rules import ChitPullRules

APART = ("turn", "phase", "drawn")  # numbers that have a place of their own in the document

PASSING = (Entry, ArrivalMoves, Flight)  # while these are under way a hex may be too full
OUT_OF_PLAY = (ELIMINATED, REMOVED, UNUSED)  # where a combat unit may lie without a step
BOXES = {"ready": "air", "refit": "air", "grounded": "air", "volkssturm_box": "volkssturm", "haff": "naval"}


# writing


def write(play: ChitPullPlay) -> dict[str, Any]:
    return {
        **public(play),
        "units": units_of(play),
        **under_the_table(play.state),
    }


def public(play: ChitPullPlay) -> dict[str, Any]:
    """What lies open on any table."""
    state = play.state
    return {
        **heading(play, play.edition.key, play.edition.version, "campaign", phase=phase_of(play)),
        **chits(play),
        "activations": {group: activations(play, group) for group in play.edition.groups},
        "control": {play.hex_name(h): SIDES[state.control[h]] for h in sorted(play.places.takeable)},
        **{name: list(compress(play.tables.numbers, getattr(state, name))) for name in state.grounds},
        "attack": attack(play),
        "effects": {name: getattr(state, name) for name in state.numbers if name not in APART},
        **{name: list(getattr(state, name)) for name in state.lists},
    }


def attack(play: ChitPullPlay) -> dict[str, Any] | None:
    """The attack being built up: its target, who is in it, and what supports it."""
    frame = next((frame for frame in play.state.frames if isinstance(frame, (Announcement, Attack))), None)
    if frame is None:
        return None
    return {
        "target": play.hex_name(frame.target),
        "attackers": list(play.ids(frame.units)),
        "support": frame.supports(play),
    }


def chits(play: ChitPullPlay) -> dict[str, Any]:
    state, all_chits = play.state, play.tables.chits
    drawn = sorted((c for c in all_chits if state.order[c.index]), key=lambda c: state.order[c.index])
    return {
        "cup": [c.id for c in all_chits if state.chit[c.index] == CUP],
        "drawn": [c.id for c in drawn],
        "draw_order": [state.order[c.index] for c in drawn],
        "draws": state.drawn,
        "void": [c.id for c in all_chits if state.chit[c.index] == VOID],
        "removed_chits": [c.id for c in all_chits if state.chit[c.index] == GONE],
    }


def activations(play: ChitPullPlay, group: str) -> dict[str, int]:
    at = play.edition.groups.index(group)
    limit = play.tables.turns[play.state.turn - 1].limits[at]
    return {"limit": limit, "used": play.state.used[at], "lost": play.state.lost[at], "left": left(play, group)}


def units_of(play: ChitPullPlay) -> list[dict[str, Any]]:
    state, units = play.state, range(len(play.tables.units))
    marks = (getattr(state, mark) for mark in state.marks)
    return unit_documents(play, units, (state.hex, state.steps, state.supply, *marks), unit_document)


def unit_document(play: ChitPullPlay, u: int) -> dict[str, Any]:
    state = play.state
    marks = {mark: getattr(state, mark)[u] for mark in state.marks}
    return {**unit_entry(play, u, PLACES), "supply": SUPPLY[state.supply[u]], **marks}


# reading


class ChitPullReader(Reader[ChitPullPlay]):
    turn_frame, kinds = GameTurn, KINDS
    places, boxed, apart = PLACES, ("air", "naval"), APART

    def __init__(self, rules: ChitPullRules, doc: Mapping[str, Any]) -> None:
        super().__init__(rules, doc)
        self.tables, edition = rules.tables, rules.edition
        self.shapes, self.homes = {**SHAPES, **edition.frames}, ("chitpull", edition.key)
        self.steps = [phase for phase, *_ in edition.sequence]
        self.marks = self.state.marks
        self.highest = {"over": 1 + len(edition.levels), "active": WITHDRAWING, **self.state.highest}

    def last_turn(self) -> int:
        return len(self.tables.turns)

    def first_frame(self, phase: str) -> Procedure:
        return GameTurn(self.steps.index(phase))

    def read_numbers(self) -> None:
        super().read_numbers()
        for name in self.state.lists:
            column = getattr(self.state, name)
            if len(self.doc[name]) != len(column):
                raise PositionError(say("engine.position.list", name=name, number=len(column)))
            for at, value in enumerate(self.doc[name]):
                column[at] = whole(name, value, MOST)

    def entries(self) -> Sequence[Mapping[str, Any]]:
        aliases = self.tables.aliases
        return [{**entry, "id": aliases.get(entry["id"], entry["id"])} for entry in self.doc["units"]]

    def read_own(self, u: int, entry: Mapping[str, Any]) -> None:
        self.state.supply[u] = self.one_of(u, entry["supply"], SUPPLY)

    def boxes_of(self, u: int) -> Iterator[str]:
        unit = self.tables.units[u]
        for at, box in enumerate(PLACES):
            if BOXES.get(box, unit.kind) == unit.kind and (at != -1 - GD_BOX or unit.formation == gd.CORPS):
                yield box

    def carries(self, u: int, h: int) -> bool:
        return self.tables.carries(u, h)

    def check_unit(self, u: int) -> None:
        where = self.state.hex[u]
        if where == ELIMINATED and self.tables.is_hq[u]:
            self.state.hex[u] = REMOVED
        if self.tables.is_combat[u] and not self.state.steps[u] and where not in OUT_OF_PLAY:
            raise PositionError(say("engine.position.no_steps", unit=self.result.id(u)))

    def number_in(self, side: int, h: int) -> int:
        return self.result.number_in(side, h)

    def complete(self) -> None:
        self._chits()
        self._map()
        self._check_control()
        self._consequences()
        self.result.reconcile()

    def _chits(self) -> None:
        index = self.tables.chit_index
        doc, state = self.doc, self.state
        for name in ("cup", "drawn", "void", "removed_chits"):
            wrong = [id for id in doc[name] if id not in index]
            if wrong:
                raise PositionError(say("engine.position.chit", field=name, chit=wrong[0], chits=tuple(index)))
            twice = [id for id in doc[name] if doc[name].count(id) > 1]
            if twice:
                raise PositionError(say("engine.position.chit_twice", field=name, chit=twice[0]))
        twice = [id for id in doc["cup"] if id in (*doc["drawn"], *doc["void"], *doc["removed_chits"])]
        if twice:
            raise PositionError(say("engine.position.chit_out", chit=twice[0]))
        self._set(doc["cup"], CUP)
        self._set(doc["drawn"], USED)
        self._set(doc["void"], VOID)
        self._set(doc["removed_chits"], GONE)
        order = doc.get("draw_order", [])
        fits = len(order) == len(doc["drawn"])
        for at, id in enumerate(doc["drawn"]):
            state.order[index[id]] = whole("draw_order", order[at], 999, 1) if fits else at + 1
        if len({*state.order} - {0}) < len(doc["drawn"]):
            raise PositionError(say("engine.position.draw_order"))
        state.drawn = max(whole("draws", doc.get("draws", 0), 999), *state.order)

    def _set(self, ids: Iterable[str], status: int) -> None:
        for id in ids:
            self.state.chit[self.tables.chit_index[id]] = status

    def _map(self) -> None:
        grid, groups = self.tables.board.grid, self.tables.edition.groups
        for number, side in self.doc["control"].items():
            h = grid.index(number)
            if h not in self.tables.places.takeable or side not in SIDES:
                raise PositionError(say("engine.position.control", hex=number, side=side))
            self.state.control[h] = SIDES.index(side)
        for name in self.state.grounds:
            column = getattr(self.state, name)
            for h in range(self.tables.n):
                column[h] = 0
            for h in self.marked(name):
                column[h] = 1
        for group, counts in self.doc["activations"].items():
            if group not in groups:
                raise PositionError(say("engine.position.group", group=group, groups=groups))
            at = groups.index(group)
            limit = self.tables.turns[self.state.turn - 1].limits[at]
            self.state.used[at] = whole(f"activations.{group}.used", counts["used"], limit)
            self.state.lost[at] = whole(f"activations.{group}.lost", counts["lost"], limit)

    def _consequences(self) -> None:
        """What must have happened for the counters to lie as they do, if an edited document does not say so."""
        play, state = self.result, self.state
        for u in self.tables.of_side[SOVIET]:
            if state.hex[u] >= 0:
                state.crossed[state.hex[u]] = 1
                state.mikosch |= state.hex[u] in self.tables.places.alarming
        for h in self.tables.places.objectives if play.agreed["recapture"] == "on" else ():
            state.crossed[h] |= state.control[h] == SOVIET  # else they would have lost it since
        if GD_BOX in state.hex:
            self._gd_has_left()
        for formation, chit in self.tables.chit_of.items():
            self._chit_of_hq(chit, state.hex[self.tables.hq_of[formation]])
        play.check_release()
        play.events.clear()

    def _gd_has_left(self) -> None:
        """2.5.4: a chit that is drawn once sent it to its box, and it is away while another may bring it back."""
        for chit in self.tables.chits:
            if chit.kind == "gd_withdrawal":
                self._set([chit.id], GONE)
            elif chit.kind == "gd_return" and self.state.chit[chit.index] != GONE:
                self.state.gd_away = 1

    def _chit_of_hq(self, chit: int, where: int) -> None:
        """8.1, 11.1.3: an HQ that is not on the map has no chit in the game."""
        if where < 0 and self.state.chit[chit] in (CUP, USED, VOID):
            self.state.chit[chit] = GONE if where == REMOVED else LATER
            self.state.order[chit] = 0

    def _check_control(self) -> None:
        """13.1, 10.2.1: what a combat unit stands on that could take it has been taken."""
        play = self.result
        for h in sorted(self.tables.places.takeable):
            holder = self.state.control[h]
            takes = play.takes if holder == GERMAN else play.retakes
            takers = [u for u in play.stack(h) if self.tables.side[u] == 1 - holder and takes(u, h)]
            if takers:
                side, units = SIDES[holder], play.ids(takers)
                raise PositionError(say("chitpull.error.held", hex=play.hex_name(h), side=side, units=units))

    def check_room(self) -> None:
        """7.1: a hex is too full only of those who have just come and are still to go on; or it has its price."""
        play, where = self.result, self.state.hex
        frames = [frame for frame in self.state.frames if isinstance(frame, PASSING)]
        passing = {u for frame in frames for u in frame.units if where[u] != getattr(frame, "start", NONE)}
        for h in sorted({h for h in where if h >= 0}):
            staying = [u for u in play.stack(h) if u not in passing]
            fighters = sum(self.tables.is_combat[u] for u in staying)
            if h in play.clogged and fighters:
                raise PositionError(say("chitpull.error.refugees", hex=self.tables.numbers[h]))
            full = fighters > ROOM or len(staying) - fighters > 1
            if full and not self.tables.edition.overstacking_punished:
                raise PositionError(say("chitpull.error.overstacked", hex=self.tables.numbers[h]))


read = ChitPullReader.read


# what a side knows


def view(play: ChitPullPlay, side: int) -> dict[str, Any]:
    out_of_sight = set(unseen(play, side))
    covered = Counter(play.state.hex[u] for u in out_of_sight)
    return {
        **public(play),
        "side": SIDES[side],
        "units": [document for u, document in enumerate(units_of(play)) if u not in out_of_sight],
        "hidden": {play.hex_name(h): covered[h] for h in sorted(covered)},  # in an order that tells nothing
    }
