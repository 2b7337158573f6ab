"""The first edition's policies, as they differ from the second's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from countermarch.games import bids
from countermarch.games.base import OptionInfo
from countermarch.games.chitpull import air, headquarters, supply, turn, volkssturm
from countermarch.games.chitpull.state import SIDES
from countermarch.games.chitpull.turn import begins
from countermarch.games.chitpull.verbs import REGULAR, STRATEGIC
from countermarch.games.koenigsberg.edition import EDITION as SECOND_EDITION
from countermarch.games.koenigsberg45 import frames, refugees, reinforcements, retreats, stacking
from countermarch.games.koenigsberg45.concordance import CONCORDANCE
from countermarch.games.koenigsberg45.events import EVENTS
from countermarch.games.koenigsberg45.play import RefugeePlay, RefugeeState
from countermarch.games.koenigsberg45.tables import WinterTables
from countermarch.games.koenigsberg45.verbs import OWN_VERBS
from countermarch.rulebook import Citation

KEY = "koenigsberg45"


def _option(key: str, values: tuple[str, ...], rule: str) -> OptionInfo:
    """The first value is the default."""
    return OptionInfo(key, values, values[0], Citation(KEY, rule))


OPTIONS = (
    _option("fog_of_war", ("on", "off"), "0.1e"),
    _option("ss_boehme", ("off", "on"), "15.1a"),
    _option("kg_mikosch", ("off", "on"), "15.1b"),
    # readings players would argue about
    _option("opening_range", ("two", "up_to_two"), "1.0a"),
    _option("recapture", ("on", "off"), "14.1"),
    _option("release", ("each", "both"), "12.8"),
    _option("settlement_shelter", ("all", "defenders"), "8.1"),
    bids.option(Citation(KEY, "14.3"), SIDES, (1, 2, 3)),
)

SEQUENCE: tuple[
    tuple[str, *tuple[Callable[[Any], None], ...]], ...
] = (  # 1.0; stacking is enforced when a phase ends (5.0a)
    ("barrage", turn.open_fire),
    ("barrage", stacking.enforce),
    ("air", begins("air"), air.recover),
    ("reinforcement", begins("reinforcement"), reinforcements.come, turn.german_reinforcements),
    ("reinforcement", turn.soviet_reinforcements),
    ("reinforcement", headquarters.remove_idle),  # 12.1c(1)
    ("replacement", begins("replacement"), turn.soviet_replacements),  # 12.4
    ("replacement", turn.german_replacements),
    ("volkssturm", begins("volkssturm"), volkssturm.begin),
    ("refugees", begins("refugees"), refugees.deploy),
    ("refugees", stacking.enforce),
    ("command", begins("command"), turn.command),
    ("command", stacking.enforce),
    ("supply", begins("supply"), supply.check_all),
    ("end", begins("end"), turn.end),
)

EDITION = replace(
    SECOND_EDITION,  # what is not named here is the same
    key=KEY,
    title="Königsberg '45",
    divisions=(),  # its book knows two players only
    options=OPTIONS,
    readings={"supply_lines": "joined"},
    concordance=CONCORDANCE,
    sequence=SEQUENCE,
    verbs=OWN_VERBS,
    play=RefugeePlay,
    tables=WinterTables,  # 7.4a
    state=RefugeeState,
    march=refugees.March,  # 12.2c, 12.3
    flight=retreats.FlightToSupply,  # 9.2
    entry=reinforcements.EntryByRail,  # 6.0e
    frames=frames.SHAPES,
    optional={"Ind-Boehme": "ss_boehme", "Ind-Mikosch": "kg_mikosch"},
    events=EVENTS,
    release_turn=0,  # 12.8
    action_chits_lapse=True,  # 0.7
    dual_units=False,
    gd_comes_back_whole=True,  # 0.7e
    has_troops=headquarters.has_company,  # 12.1c(1)
    orphans="independent",  # 2.2b
    lent_modes=(REGULAR, STRATEGIC),  # 2.1d
    overstacking_punished=True,  # 5.1a
    rail_from_zone=True,  # 4.6
    rail_spares_fuel=False,  # 0.7c
    rail_arrival=reinforcements.FAR_ENOUGH,  # 6.0e
    range_ends_at_river=True,  # 2.2e-2
    supply_line="any",  # 11.1
    hqs_spread_want=True,  # 11.3c
    rebuilt_move=False,  # 12.4c
    static_renewed=True,  # 12.4
    volkssturm_linked=True,  # 1.2c
    far_after_elimination=False,  # 10.1
    attackers_stake_hqs=False,  # 12.1c(2)
    lines_shelter=False,  # 8.1, 9.1
    air_fails_on=1,  # 13.2
    barrage_column="3-1",  # 0.7a
    barrage_ignores=frozenset(),  # 1.0a
    retreat_towards=(frozenset(), frozenset()),
)
