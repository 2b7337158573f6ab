"""6.6 Morale checks."""

from __future__ import annotations

from countermarch.games.seelow.play import SeelowPlay


def holds(play: SeelowPlay, u: int, added: int) -> bool:
    """6.61 to 6.64: a die and the number of the result against the morale that shows; equal is enough."""
    die, morale = play.roll(f"morale {play.id(u)}"), play.morale(u)
    held = die + added <= morale
    key, rule = ("held", "6.62") if held else ("shaken", "6.63")
    play.tell(key, rule, unit=play.id(u), die=die, added=f"+{added}" if added else "", morale=morale)
    return held
