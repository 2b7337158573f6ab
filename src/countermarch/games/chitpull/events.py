"""The random event table (2.5.2)."""

from __future__ import annotations

from collections.abc import Sequence

from countermarch.games.chitpull import air, barrage
from countermarch.games.chitpull.activation import ChooseHeadquarters, forfeit
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import enter
from countermarch.games.chitpull.state import GERMAN, RESERVE, SOVIET, VOLKSSTURM_BOX

LATVIANS = "Ind-15SS"
FROM_MEMEL, EARLY = "28K", "19A"
LOST_TO_STALIN = 2
LOW = 3  # 1 to 3 on a die names the first of two


def nothing(play: ChitPullPlay, rule: str) -> None:
    play.tell("no_effect", rule)


def in_reserve(play: ChitPullPlay, units: Sequence[int]) -> list[int]:
    return [u for u in units if play.state.hex[u] == RESERVE]


def formation(play: ChitPullPlay, key: str) -> list[int]:
    """What of a formation has not come yet, its HQ first."""
    return in_reserve(play, [play.tables.hq_of[key], *play.tables.members[key]])


def german_reinforcements(play: ChitPullPlay, rule: str) -> None:
    """RET.2: 15 SS or 28 Corps; if one is in play already, the other."""
    die = play.roll(f"event {rule}")
    groups = [in_reserve(play, [play.tables.index[LATVIANS]]), formation(play, FROM_MEMEL)]
    first, second = groups if die <= LOW else groups[::-1]
    come_early(play, rule, GERMAN, first or second)


def early_arrival(play: ChitPullPlay, rule: str) -> None:
    """RET.12: 19 Army, unless it has come already."""
    come_early(play, rule, SOVIET, formation(play, EARLY))


def come_early(play: ChitPullPlay, rule: str, side: int, units: Sequence[int]) -> None:
    if not units:
        nothing(play, rule)
        return
    play.tell("come_early", rule, units=play.ids(units))
    enter(play, side, units)


def free_move(play: ChitPullPlay, rule: str) -> None:
    """RET.3: a German HQ and its units move without attacking; no activation is used up."""
    play.tell("free_move", rule)
    play.push(ChooseHeadquarters(GERMAN, 0, False, "Event"))


def german_barrage(play: ChitPullPlay, rule: str) -> None:
    """RET.4: one attack on a hex next to any German unit."""
    play.tell("german_barrage", rule)
    barrage.single(play, GERMAN)


def soviet_barrage(play: ChitPullPlay, rule: str) -> None:
    """RET.11: one attack on a hex next to any Soviet unit, of either front."""
    play.tell("soviet_barrage", rule)
    barrage.single(play, SOVIET)


def refugees(play: ChitPullPlay, rule: str) -> None:
    """RET.5, RET.9: the next HQ activated this turn is slowed, with all it activates."""
    play.state.slow_next = 1
    play.tell("refugees", rule)


def bad_weather(play: ChitPullPlay, rule: str) -> None:
    """RET.6, RET.8."""
    air.bad_weather(play, rule)


def atrocity(play: ChitPullPlay, rule: str) -> None:
    """RET.7: one more Volkssturm, if there is one."""
    if not more_volkssturm(play, rule):
        nothing(play, rule)


def more_volkssturm(play: ChitPullPlay, rule: str) -> bool:
    """11.3(1): atrocities bring another into the box, four at most."""
    spare = in_reserve(play, [u for u in play.tables.of_side[GERMAN] if is_volkssturm(play, u)])
    if spare:
        play.state.hex[spare[0]] = VOLKSSTURM_BOX
        play.tell("atrocity", rule, unit=play.id(spare[0]))
    return bool(spare)


def is_volkssturm(play: ChitPullPlay, u: int) -> bool:
    return play.tables.units[u].kind == "volkssturm"


def interference(play: ChitPullPlay, rule: str) -> None:
    """RET.10: a front loses two of the activations it has left."""
    front = "2BF" if play.roll(f"event {rule}") <= LOW else "3BF"
    forfeit(play, front, LOST_TO_STALIN)
    play.tell("interference", rule, front=front)
