"""8.2 Spotting and line of sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from countermarch import kernels
from countermarch.games.seelow import hiding
from countermarch.games.seelow.play import SeelowPlay
from countermarch.kernels import BEYOND, CREST, SEEN, SHADOW, Sight
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

BY_DAY, BY_DUSK, MARSHAL = 3, 2, 3  # 8.24, 8.26, 10.12: hexes
REASONS = {"higher": "8.23", "cover": "8.22", "crest": "8.23", "shadow": "8.25"}


def keen(play: SeelowPlay, u: int) -> bool:
    """10.12, 7.63: Zhukov sees three hexes farther from level 2 or 3, unless disrupted."""
    return can_spot(play, u) and play.tables.is_leader[u] and play.ground.level[play.state.hex[u]] > 1


def look(play: SeelowPlay, h: int, keenly: bool) -> Sight | None:
    """8.24, 8.26, 8.27: what can be seen from a hex at this hour; nothing by night, nor from where nobody plays."""
    if play.night or not play.ground.in_play[h]:
        return None
    if play.dusk:
        return _seen(play, h, BY_DUSK, 0)
    return _seen(play, h, BY_DAY + MARSHAL * keenly, 1)


def _seen(play: SeelowPlay, h: int, reach: int, gain: int) -> Sight:
    """The ground never changes, so that what was seen once is kept."""
    flags = CREST * (play.options["crest"] == "on") | SHADOW * (play.options["shadow"] == "on")
    kept, key = play.tables.sights, (h, reach, gain, flags)
    if key not in kept:
        kept[key] = kernels.sight(play.tables.heights, h, reach, gain, flags=flags)
    return kept[key]


def can_spot(play: SeelowPlay, u: int) -> bool:
    """7.63: whoever is not disrupted, guns and Zhukov included."""
    return play.on_map(u) and not play.state.disrupted[u]


def posts(play: SeelowPlay, side: int) -> set[tuple[int, bool]]:
    """The hexes a side looks from, and whether with Zhukov's eyes."""
    units = (u for u in play.tables.of_side[side] if can_spot(play, u))
    return {(play.state.hex[u], keen(play, u)) for u in units}


def spotted(play: SeelowPlay, side: int) -> set[int]:
    """8.19, 8.21: every hex that some unit of a side spots."""
    found: set[int] = set()
    for h, keenly in posts(play, side):
        seen = look(play, h, keenly)
        if seen is not None:
            found.update(seen.hexes)
    return found


# why not


def unspotted_refusal(play: SeelowPlay, side: int, target: int) -> Refusal | None:
    """8.19: no unit of a side spots a hex; the one that comes nearest to it says why."""
    eyes = posts(play, side)
    if any(_hidden(play, h, target, keenly) is None for h, keenly in eyes):
        return None
    distance = play.tables.board.grid.distance
    ranked = sorted((_out_of_range(play, h, target, keenly), distance(h, target), h, keenly) for h, keenly in eyes)
    if not ranked:
        return play.no("8.19", "nobody_spots", hex=play.hex_name(target))
    *_, h, keenly = ranked[0]
    why = _hidden(play, h, target, keenly)
    assert why is not None
    return play.no("8.19", "unspotted", hex=play.hex_name(target), spotter=play.hex_name(h), why=why.text)


def _out_of_range(play: SeelowPlay, h: int, target: int, keenly: bool) -> bool:
    seen = look(play, h, keenly)
    return seen is None or seen.blocker[target] == BEYOND


def _hidden(play: SeelowPlay, h: int, target: int, keenly: bool) -> Refusal | None:
    """Why a hex cannot be seen from another, by the rule that says so; None if it can."""
    seen = look(play, h, keenly)
    if seen is None:
        return play.no("8.27", "night_sight") if play.night else play.no("11.0#2", "out_of_play", hex=play.hex_name(h))
    if seen.blocker[target] == SEEN:
        return None
    if seen.blocker[target] == BEYOND:
        far = play.tables.board.grid.distance(h, target)
        reach = range_to(play, h, target, keenly)
        return play.no("8.26" if play.dusk else "8.24", "too_far_to_see", distance=far, range=reach)
    return _blocked(play, h, target, seen)


def range_to(play: SeelowPlay, h: int, target: int, keenly: bool) -> int:
    """8.24, 8.26, 10.12: how far a spotter could see a hex of that level."""
    level = play.ground.level
    return BY_DUSK if play.dusk else BY_DAY + MARSHAL * keenly + max(0, level[h] - level[target])


def _blocked(play: SeelowPlay, h: int, target: int, seen: Sight) -> Refusal:
    blocker, level = seen.blocker[target], play.ground.level
    why = hiding.reason(level[h], level[target], level[blocker], play.tables.heights.tops[blocker])
    return play.no(REASONS[why], f"hidden_{why}", by=tuple(_names(play, seen, target)))


def _names(play: SeelowPlay, seen: Sight, target: int) -> Iterator[str]:
    for h in (seen.blocker[target], seen.beside[target]):
        if h >= 0:
            yield play.hex_name(h)


# the question


def view_from(play: SeelowPlay, h: int) -> dict[str, Any]:
    """What can be seen from a hex now, and of every other hex what hides it; Zhukov sees farther where he stands."""
    keenly = any(keen(play, u) for u in play.units_in(h))
    others = [t for t in range(play.tables.n) if t != h and play.ground.in_play[t]]
    found = {t: _hidden(play, h, t, keenly) for t in others}
    seen = look(play, h, keenly)
    return {
        "hex": play.hex_name(h),
        "level": play.ground.level[h],
        "light": say(f"seelow.light.{play.light}"),
        "visible": [play.hex_name(t) for t, why in found.items() if why is None],
        "hidden": {play.hex_name(t): _told(play, seen, t, why) for t, why in found.items() if why is not None},
    }


def _told(play: SeelowPlay, seen: Sight | None, target: int, why: Refusal) -> dict[str, str | Text | list[str]]:
    by = [] if seen is None else list(_names(play, seen, target))
    return {"by": by, "text": why.text, "citation": str(why.citation)}
