"""11.3 Volkssturm: laid out every turn, and gone again when it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.chitpull import supply
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GERMAN, NONE, SUPPLIED, VOLKSSTURM_BOX
from countermarch.games.chitpull.verbs import DONE, PLACE
from countermarch.games.chitpull.ways import near_enemies
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

TOO_NEAR = 2  # three hexes away is far enough


def volkssturm(play: ChitPullPlay) -> tuple[int, ...]:
    return play.tables.of_kind["volkssturm"]


def begin(play: ChitPullPlay) -> None:
    play.push(Deployment())


def boxed(play: ChitPullPlay) -> list[int]:
    """11.3(2): those that may be laid out."""
    where = play.state.hex
    return [u for u in volkssturm(play) if where[u] == VOLKSSTURM_BOX]


def safe(play: ChitPullPlay) -> list[int]:
    """11.3(2): settlements the Soviets have never crossed, out of their reach and not behind their lines."""
    near, fed, crossed = near_enemies(play, GERMAN, TOO_NEAR), linked(play), play.state.crossed
    return [h for h in play.places.settlements if not crossed[h] and fed[h] >= 0 > near[h]]


def linked(play: ChitPullPlay) -> Sequence[int]:
    """11.3(2): below zero for hexes behind the Soviet lines: no open way to a German source (VK-2)."""
    return supply.linked(play, GERMAN) if play.edition.volkssturm_linked else play.tables.no_hexes


def go_home(play: ChitPullPlay) -> None:
    """11.3(3): none stays on the map."""
    home = [u for u in volkssturm(play) if play.on_map(u)]
    for u in home:
        play.lift(u, VOLKSSTURM_BOX)
        play.state.supply[u] = SUPPLIED
    if home:
        play.tell("volkssturm_home", "11.3(3)", units=play.ids(home))


def laid_out(play: ChitPullPlay) -> set[int]:
    return {play.state.hex[u] for u in volkssturm(play)}


@dataclass(slots=True)
class Deployment(SideProcedure):
    """11.3(2): unit after unit into a settlement the Soviets have never crossed; the rest stay in the box."""

    side = GERMAN
    kind = "place"
    asks = "chitpull.prompt.volkssturm"
    answers = "chitpull.action.volkssturm"
    cites = ("11.3(2)",)

    def prompt(self, play: ChitPullPlay) -> Text:
        return say(self.asks, unit=play.id(boxed(play)[0]))

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        waiting = boxed(play)
        if not waiting:
            return []
        u, taken, top, clogged = waiting[0], laid_out(play), play.state.top, play.clogged
        found: list[Choice] = [
            (PLACE, u, h)
            for h in safe(play)
            if (top[h] == NONE and h not in clogged) or (h not in taken and play.room_for(u, h))
        ]
        if found:
            found.append((DONE,))
        return found

    def do(self, play: ChitPullPlay, choice: Choice) -> None:
        _, u, h = choice
        play.put(u, h)
        play.tell("volkssturm", "11.3(2)", unit=play.id(u), hex=play.hex_name(h))

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] != PLACE or choice[1] != boxed(play)[0]:
            return None
        h = choice[2]
        if not (play.tables.settlement[h] and play.tables.land[h]):
            return play.no("11.3(2)", "no_settlement", hex=play.hex_name(h))
        if play.state.crossed[h]:
            return play.no("11.3(2)", "soviet_ground", hex=play.hex_name(h))
        if near_enemies(play, GERMAN, TOO_NEAR)[h] >= 0:
            return play.no("11.3(2)", "soviets_near", hex=play.hex_name(h))
        if linked(play)[h] < 0:
            return play.no("11.3(2)", "behind_lines", hex=play.hex_name(h))
        if h in laid_out(play):
            return play.no("11.3(2)", "volkssturm_there", hex=play.hex_name(h))
        return play.no("7.0", "full", hex=play.hex_name(h))
