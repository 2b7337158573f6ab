"""Environments for researchers: both sides with PettingZoo, one side against a bot with Gymnasium.

They need `countermarch[env]`. Each takes the same terms:

- `game` and `scenario`: the first scenario of a game if none is named;
- `options`: of the game, as `countermarch games` lists them;
- `parts`: of observations that are made, all if none are named;
- `reward`: "result" pays at the end, "points" whenever the points change;
- `illegal`: whether an id that stands for nothing here is a "forfeit", to "ignore", or to "raise" as an error;
- `max_cycles`: decisions after which a match is broken off;
- `render_mode`: "ansi", "rgb_array" or "human";
- `data`: one's own values, laid over those of the game.
"""

from __future__ import annotations

from typing import Any

try:
    import gymnasium
    import pettingzoo  # noqa: F401
except ImportError as missing:
    raise ImportError(f"{missing.name} is not installed: pip install 'countermarch[env]'", name=missing.name) from None

from countermarch.envs.aec import CountermarchEnv
from countermarch.envs.duel import CountermarchDuel
from countermarch.envs.parallel import CountermarchParallel
from countermarch.envs.sitting import IGNORE, Sitting, Terms

__all__ = ["CountermarchDuel", "CountermarchEnv", "CountermarchParallel", "duel", "env", "parallel_env"]


gymnasium.register("countermarch/Duel-v0", "countermarch.envs:duel")


def env(game: str = "bridgehead", scenario: str | None = None, **terms: Any) -> CountermarchEnv:
    """Both sides, asked one at a time as at the table: PettingZoo's AEC."""
    return CountermarchEnv(_sitting(game, scenario, terms))


def parallel_env(game: str = "bridgehead", scenario: str | None = None, **terms: Any) -> CountermarchParallel:
    """Both sides in every cycle, only one of them heard; what is illegal is ignored unless the terms say otherwise."""
    return CountermarchParallel(_sitting(game, scenario, {"illegal": IGNORE, **terms}))


def duel(
    game: str = "bridgehead",
    scenario: str | None = None,
    *,
    opponent: str = "captain",
    side: str | None = None,
    **terms: Any,
) -> CountermarchDuel:
    """One side against a bot (`random`, `recruit`, `captain`, `general:0.2`): Gymnasium's environment."""
    return CountermarchDuel(_sitting(game, scenario, terms), opponent, side)


def _sitting(game: str, scenario: str | None, terms: dict[str, Any]) -> Sitting:
    unknown = [name for name in terms if name not in Terms._fields]
    if unknown:
        raise TypeError(f"there is no {unknown[0]!r} to agree on; what can be is: {', '.join(Terms._fields)}")
    return Sitting(Terms(game, scenario, **terms))
