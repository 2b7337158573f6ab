"""Stargard's policies. Rules are the family's where neither the errata nor our design say otherwise."""

from __future__ import annotations

from countermarch.games import bids
from countermarch.games.base import OptionInfo
from countermarch.games.chitpull import air, headquarters, turn, volkssturm
from countermarch.games.chitpull.edition import Edition
from countermarch.games.chitpull.state import SIDES
from countermarch.games.chitpull.turn import begins
from countermarch.games.chitpull.verbs import REGULAR, STRATEGIC
from countermarch.games.stargard import events, frames, results, victory
from countermarch.games.stargard.concordance import CONCORDANCE, DESIGN, KEY
from countermarch.games.stargard.play import StargardPlay
from countermarch.games.stargard.reich import StargardMovement
from countermarch.games.stargard.reinforcements import OneByOne, german_reinforcements
from countermarch.games.stargard.retreat import StargardFlight
from countermarch.games.stargard.state import StargardState
from countermarch.games.stargard.tables import StargardTables
from countermarch.games.stargard.turn import command, end, supply_after_turn_one, tidy_up
from countermarch.games.stargard.verbs import VERBS
from countermarch.rulebook import Citation


def _option(key: str, values: tuple[str, ...], rule: str) -> OptionInfo:
    """The first value is the default."""
    return OptionInfo(key, values, values[0], Citation(DESIGN, rule))


OPTIONS = (
    _option("fog_of_war", ("off", "on"), "1.6"),
    _option("early_armour", ("off", "turn_5", "turn_6"), "16.1"),
    _option("road_to_kuestrin", ("on", "off"), "16.2"),
    _option("schlesien", ("off", "on"), "16.3"),
    _option("hold_the_ihna", ("off", "on"), "16.4"),
    # readings players would argue about
    _option("pin_scope", ("both", "defender"), "8.7(1)"),
    _option("recapture", ("off", "on"), "14.1-kept"),
    _option("retreat_farther", ("allowed", "barred"), "9.2-paths"),
    _option("reich_hq", ("counts", "spared"), "19.1.3-deadline"),
    bids.option(Citation(DESIGN, "14.3"), SIDES, (2, 4, 6, 8, 10)),
)

SEQUENCE = (  # 2.0, 2.6
    ("barrage", turn.open_fire),
    ("air", begins("air"), air.recover),
    ("reinforcement", begins("reinforcement"), german_reinforcements),
    ("reinforcement", turn.soviet_reinforcements),
    ("reinforcement", headquarters.remove_idle),  # 12.1.3
    ("replacement", begins("replacement"), turn.soviet_replacements),
    ("replacement", turn.german_replacements),
    ("volkssturm", begins("volkssturm"), volkssturm.begin),
    ("command", begins("command"), command),
    ("supply", begins("supply"), supply_after_turn_one),
    ("end", begins("end"), tidy_up),
    ("end", end),
)

EDITION = Edition(
    key=KEY,
    title="Stargard Solstice: Pomerania 1945",
    version="3",
    options=OPTIONS,
    readings={"opening_range": "up_to_two"},  # 12.7
    concordance=CONCORDANCE,
    sequence=SEQUENCE,
    last_turn=10,  # 1.1
    verbs=VERBS,
    play=StargardPlay,
    tables=StargardTables,
    state=StargardState,
    movement=StargardMovement,
    battle=results.StargardBattle,
    strike=results.strike,
    flight=StargardFlight,
    entry=OneByOne,
    frames=frames.SHAPES,
    groups=("german", "soviet"),  # 3.1.1
    optional={"Schl": "schlesien"},
    independents={"german": 3, "soviet": 2},  # 3.3.1
    actions=events.ACTIONS,
    events=events.EVENTS,
    action_chits_lapse=True,  # 3.1.2
    chits_wait=True,  # 7.6
    has_troops=headquarters.has_company,  # 12.1.3
    orphans="independent",  # 3.3.2
    lent_modes=(REGULAR, STRATEGIC),  # 3.2
    no_passing="stargard 6.1",
    rail_from_zone=True,  # 5.5
    rail_spares_fuel=False,  # 12.8
    rail_arrival=3,  # 7.4
    range_ends_at_river=True,  # 3.3.3
    supply_line="any",  # 11.1
    rebuilt_move=False,  # 12.2
    volkssturm_linked=True,  # 12.3
    halved_on_bridges=True,  # 8.5
    rounds_by_hex=True,  # 1.5
    once_a_hex="stargard-design 8.3",
    shelters=False,  # 8.5
    air_fails_on=1,  # 13.1
    barrage_column="3-1",  # 12.7
    hqs_observe=False,  # 12.7
    opening={1: (("german", 1),), 8: (("soviet", 3),)},  # 12.7
    tally=victory.tally,
    prize=victory.prize,
    reckoning=victory.reckoning,
    counts="soviet",
    sudden_death=("07.16",),  # 14.2
    levels=(  # 14.3
        (40, "soviet_overwhelming", "soviet"),
        (34, "soviet_major", "soviet"),
        (28, "soviet_minor", "soviet"),
        (23, "draw", ""),
        (18, "german_minor", "german"),
        (11, "german_major", "german"),
        (-99, "german_overwhelming", "german"),
    ),
    verdict="score",
)
