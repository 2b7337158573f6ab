"""9. Aviation: the four open announcements of air and naval support."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.vistula.engagement import Engagement, changed, current
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import ALLIED, GERMAN, READY, USED
from countermarch.games.vistula.support import supported, touches
from countermarch.games.vistula.verbs import ANNOUNCE, MARKERS, SUPPORT
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

NOTHING, AIR, NAVAL, BOTH = range(len(SUPPORT))


def announced_air(intent: int) -> bool:
    return intent in (AIR, BOTH)


def ready(play: VistulaPlay, side: int) -> list[int]:
    return [u for u in play.tables.air[side] if play.state.hex[u] == READY]


def refresh(play: VistulaPlay) -> None:
    """9.2: each marker may be used once in a turn; in the weather of turn 1 only half of them (12.2)."""
    for side in (GERMAN, ALLIED):
        row = play.tables.air[side]
        grounded = play.state.turn == 1 and play.options["turn_1_air"] == "on"
        flying = len(row) // 2 if grounded else len(row)
        for at, u in enumerate(row):
            play.state.hex[u] = READY if at < flying else USED
        if grounded:
            play.tell("grounded", "12.2", side=say(f"vistula.side.{play.sides[side]}"), left=flying)


def spend(play: VistulaPlay, side: int, number: int) -> None:
    for u in ready(play, side)[:number]:
        play.state.hex[u] = USED


def navy_refusal(play: VistulaPlay, fight: Engagement, defending: bool) -> Refusal | None:
    """8.10: why the Kriegsmarine may not support this attack or defence."""
    navy = play.tables.navy
    if play.state.shelled:
        return play.no("8.10#2", "navy_fired")
    if not play.on_map(navy) or not touches(play, navy, supported(play, fight, defending)):
        return play.no("8.10#2", "navy_far")
    return None


@dataclass(slots=True)
class Announcement(SideProcedure):
    """9.2: first the attacker, then the defender says whether he will use air or naval support."""

    side: int
    defending: bool
    asks = "vistula.prompt.announce"
    answers = "vistula.action.announce"
    cites = ("9.2#2",)

    def choices(self, play: VistulaPlay) -> list[Choice]:
        air = bool(ready(play, self.side))
        naval = self.side == GERMAN and navy_refusal(play, current(play), self.defending) is None
        offers = {NOTHING: True, AIR: air, NAVAL: naval, BOTH: air and naval}
        return [(ANNOUNCE, intent) for intent, offered in offers.items() if offered]

    def take(self, play: VistulaPlay, choice: Choice) -> None:
        fight = current(play)
        play.pop()
        fight.intents = changed(fight.intents, self.defending, choice[1])
        if choice[1] == NOTHING:
            return
        who = say(f"vistula.side.{play.sides[self.side]}")
        play.tell("announced", "9.2#2", side=who, what=say(f"vistula.support.{SUPPORT[choice[1]]}"))
        if choice[1] in (NAVAL, BOTH):
            fight.naval = True
            play.state.shelled = 1

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] != ANNOUNCE:
            return None
        if choice[1] in (AIR, BOTH) and not ready(play, self.side):
            return play.no("9.2#1", "no_markers")
        if self.side == ALLIED:
            return play.no("8.10#1", "no_navy")
        return navy_refusal(play, current(play), self.defending)

    def prompt(self, play: VistulaPlay) -> Text:
        return say(self.asks, hex=play.hex_name(current(play).target))


@dataclass(slots=True)
class Markers(SideProcedure):
    """9.2: then the attacker, then the defender says how many markers."""

    side: int
    defending: bool
    kind = "amount"
    asks = "vistula.prompt.markers"
    cites = ("9.2#2", "9.2#3", "9.2#4")

    def choices(self, play: VistulaPlay) -> list[Choice]:
        return [(MARKERS, number) for number in range(1, len(ready(play, self.side)) + 1)]

    def take(self, play: VistulaPlay, choice: Choice) -> None:
        fight = current(play)
        play.pop()
        fight.air = changed(fight.air, self.defending, choice[1])
        spend(play, self.side, choice[1])
        play.tell("markers", "9.2#3", side=say(f"vistula.side.{play.sides[self.side]}"), number=choice[1])

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] != MARKERS:
            return None
        return play.no("9.2#1", "marker_count", left=len(ready(play, self.side)))

    def prompt(self, play: VistulaPlay) -> Text:
        return say(self.asks, hex=play.hex_name(current(play).target))
