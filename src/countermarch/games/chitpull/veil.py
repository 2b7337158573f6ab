"""2.1.3 An attack on a stack that is not seen: the odds against the strongest and the weakest that may lie there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from countermarch.games.base import Preview
from countermarch.games.chitpull.fog import UNSEEN, most_steps
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reckoning import defence_of
from countermarch.games.chitpull.state import ISOLATED
from countermarch.texts import Text, say

COMBAT_UNITS = 2  # 7.0: to a hex, beside one HQ


def ranged(play: ChitPullPlay, target: int, ask: Callable[[ChitPullPlay], Preview]) -> Preview:
    """What is asked; against a veiled stack with how it stands at worst and at best, from what the asker knows."""
    found = ask(play)
    if found.refusal is None or found.refusal.text.key != "chitpull.refusal.veiled":
        return found
    worst, best = (_open(play, target, strong, ask) for strong in (True, False))
    if best.refusal is not None and best.refusal.citation != play.cite("9.3.2"):
        return replace(found, refusal=best.refusal)
    refusal = play.no("2.1.3", "veiled_odds", hex=play.hex_name(target), worst=_odds(worst), best=_odds(best))
    return replace(found, attack=best.attack, refusal=refusal, range=(worst, best))


def _odds(preview: Preview) -> str | Text:
    return preview.column or say("chitpull.refusal.below")


def _open(play: ChitPullPlay, target: int, strong: bool, ask: Callable[[ChitPullPlay], Preview]) -> Preview:
    """The question put to a table on which the stack is as strong, or as weak, as it can be, and lies open."""
    twin = play.copy()
    supposed = _supposed(twin, target, play.covered[target], strong)
    for u in supposed:
        twin.put(u, target)
    return _blurred(play, ask(twin), {play.id(u) for u in supposed})


def _blurred(play: ChitPullPlay, preview: Preview, supposed: set[str]) -> Preview:
    """Counters that are only supposed to be there are not named."""
    told = [line for line in preview.parts if line.text.params.get("unit") not in supposed]
    unseen = sum(line.value for line in preview.parts) - sum(line.value for line in told)
    if len(told) < len(preview.parts):
        told.append(play.part("unseen", unseen, "2.1.3"))
    return replace(preview, parts=tuple(told))


def _supposed(play: ChitPullPlay, target: int, number: int, strong: bool) -> list[int]:
    """The counters of the enemy's that may lie there, among all that are not seen; an HQ adds nothing."""
    tables, top = play.tables, play.state.top[target]
    pool = [u for u in tables.of_side[tables.side[top]] if play.state.hex[u] == UNSEEN]
    fighters = [u for u in pool if tables.is_combat[u] and _suppose(play, u, top, strong)]
    combat = sorted(fighters, key=lambda u: defence_of(play, u), reverse=strong)
    hqs = [u for u in pool if tables.is_hq[u]]
    crowded = number + tables.is_combat[top] > COMBAT_UNITS and not play.edition.overstacking_punished
    with_hq = not tables.is_hq[top] and (crowded or not strong)
    return [*hqs[:with_hq], *combat, *hqs[with_hq:]][:number]


def _suppose(play: ChitPullPlay, u: int, top: int, strong: bool) -> bool:
    """Turn a counter to the most or the least it may be under this one; whether it may lie there at all."""
    state = play.state
    most = most_steps(play, u, play.tables.breadth[top][state.steps[top]])
    state.steps[u] = most if strong else min(most, 1)
    if not strong:
        state.supply[u] = ISOLATED
    return most > 0
