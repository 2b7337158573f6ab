"""What differs from edition to edition, as named policies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from countermarch.games.base import OptionInfo


@dataclass(frozen=True)
class Edition:
    """One rulebook of the family. `concordance` turns the family's rule numbers into its own, where they differ."""

    key: str
    title: str
    version: str
    options: tuple[OptionInfo, ...]
    independents: Mapping[str, int]  # by side: how many an HQ may activate
    independents_of: Mapping[str, int]  # HQs with another number
    barrage_column: str
    barrage_ignores: frozenset[str]  # terrain without effect on barrages
    retreat_towards: tuple[frozenset[int], frozenset[int]]  # by side: the directions to prefer
    held_back: tuple[str, ...]  # formations that wait until released
    release_turn: int
    release_points: int
    sudden_death: tuple[str, ...]
    levels: tuple[tuple[int, str, str], ...]  # least points held, level, winner
    last_turn: int
    concordance: Mapping[str, str] = field(default_factory=dict)
