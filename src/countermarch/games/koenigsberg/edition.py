"""The 2018 edition's policies. Rule numbers are the family's own."""

from __future__ import annotations

from countermarch.games.base import OptionInfo
from countermarch.games.chitpull.edition import Edition
from countermarch.rulebook import Citation

KEY = "koenigsberg"


def _option(key: str, values: tuple[str, ...], rule: str) -> OptionInfo:
    """The first value is the default."""
    return OptionInfo(key, values, values[0], Citation(KEY, rule))


OPTIONS = (
    _option("fog_of_war", ("off", "on"), "2.1.3"),
    _option("ss_boehme", ("off", "on"), "14.1.1"),
    _option("kg_mikosch", ("off", "on"), "14.1.2"),
    _option("panzer_20", ("off", "on"), "14.1.3"),
    # readings players would argue about
    _option("opening_range", ("two", "up_to_two"), "3.0-barrage"),
    _option("recapture", ("on", "off"), "13.1"),
    _option("supply_lines", ("joined", "hexes"), "10.1"),
    _option("release", ("each", "both"), "11.5"),
)

EDITION = Edition(
    key=KEY,
    title="Königsberg: East Prussia 1945",
    version="1",
    options=OPTIONS,
    independents={"german": 3, "soviet": 2},  # 4.2.1
    independents_of={"7PzK": 5},  # 4.2.3
    barrage_column="2-1",  # 2.5.1
    barrage_ignores=frozenset({"forest", "marsh"}),  # 2.5.1
    retreat_towards=(frozenset({0, 4, 5}), frozenset({1, 2, 3})),  # 9.5.4: north and west, south and east
    held_back=("6K", "55K"),  # 11.5
    release_turn=6,
    release_points=2,
    sudden_death=("2932", "3420"),  # 13.2
    levels=(  # 13.2.1
        (13, "german_overwhelming", "german"),
        (10, "german_major", "german"),
        (8, "german_minor", "german"),
        (7, "soviet_historical", "soviet"),
        (4, "soviet_major", "soviet"),
        (0, "soviet_overwhelming", "soviet"),
    ),
    last_turn=10,  # 1.0
)
