"""The 2018 edition's policies. Rule numbers are the family's own."""

from __future__ import annotations

from countermarch.games import bids
from countermarch.games.base import Command, Division, OptionInfo
from countermarch.games.chitpull import actions, air, events, headquarters, supply, turn, victory, volkssturm
from countermarch.games.chitpull.edition import City, Edition, Trigger
from countermarch.games.chitpull.state import SIDES
from countermarch.games.chitpull.turn import begins
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
    _option("opening_range", ("up_to_two", "two"), "3.0-barrage"),
    _option("recapture", ("on", "off"), "13.1"),
    _option("supply_lines", ("joined", "hexes"), "10.1"),
    _option("release", ("each", "both"), "11.5"),
    _option("immobile_behind_lines", ("stand", "lose"), "9.5.5"),
    _option("settlement_shelter", ("defenders", "all"), "9.4.4"),
    bids.option(Citation(KEY, "13.2.1"), SIDES, (1, 2, 3)),
)

FRONTS = ("2BF", "3BF")
SOVIET_FRONTS = Division(  # 2.1.4: a game for three
    "soviet", tuple(Command(front, f"chitpull.group.{front}") for front in FRONTS), Citation(KEY, "2.1.4")
)

SEQUENCE = (  # 3.0
    ("barrage", turn.open_fire),
    ("air", begins("air"), air.recover),
    ("reinforcement", begins("reinforcement"), turn.german_reinforcements),
    ("reinforcement", turn.soviet_reinforcements),
    ("replacement", begins("replacement"), turn.german_replacements),
    ("replacement", turn.soviet_replacements),
    ("volkssturm", headquarters.remove_idle, begins("volkssturm"), volkssturm.begin),  # 11.1.3(1)
    ("command", begins("command"), turn.command),
    ("supply", begins("supply"), supply.check_all),
    ("end", begins("end"), turn.end),
)

EVENTS = {
    "2": events.german_reinforcements,
    "3": events.free_move,
    "4": events.german_barrage,
    "5": events.refugees,
    "6": events.bad_weather,
    "7": events.atrocity,
    "8": events.bad_weather,
    "9": events.refugees,
    "10": events.interference,
    "11": events.soviet_barrage,
    "12": events.early_arrival,
}

EDITION = Edition(
    key=KEY,
    title="Königsberg: East Prussia 1945",
    version="3",
    options=OPTIONS,
    sequence=SEQUENCE,
    last_turn=10,  # 1.0
    groups=("german", *FRONTS),  # 2.3
    divisions=(SOVIET_FRONTS,),
    city=City("2932", "3420", ("2931", "2831"), 10),  # 10.2.2, 10.2.3
    trigger=Trigger("2932", 5),  # 14.1.2
    optional={"Ind-Boehme": "ss_boehme", "Ind-Mikosch": "kg_mikosch", "Ind-20": "panzer_20"},
    independents={"german": 3, "soviet": 2},  # 4.2.1
    independents_of={"7PzK": 5},  # 4.2.3
    actions=actions.ACTIONS,
    events=EVENTS,
    held_back=("6K", "55K"),  # 11.5
    release_turn=6,
    release_points=2,
    barrage_column="2-1",  # 2.5.1
    barrage_ignores=frozenset({"forest", "marsh"}),  # 2.5.1
    opening={1: (("german", 2), ("2BF", 2), ("3BF", 2))},  # 3.0-barrage
    retreat_towards=(frozenset({0, 4, 5}), frozenset({1, 2, 3})),  # 9.5.4: north and west, south and east
    air_returns_on={"3AA": 6, "18AA": 6},  # 12.4
    tally=victory.objectives,
    prize=victory.prize,
    counts="german",
    sudden_death=("2932", "3420"),  # 13.2
    levels=(  # 13.2.1
        (13, "german_overwhelming", "german"),
        (10, "german_major", "german"),
        (8, "german_minor", "german"),
        (7, "soviet_historical", "soviet"),
        (4, "soviet_major", "soviet"),
        (0, "soviet_overwhelming", "soviet"),
    ),
)
