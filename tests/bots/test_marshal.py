"""The marshal plays both sides of Vistula-Oder-Berlin by the rules, from set-up on, and attacks where it pays."""

from __future__ import annotations

import numpy as np
import pytest

from countermarch.bots import Bot, bot
from countermarch.bots.campaign import CampaignSituation
from countermarch.bots.command import Command
from countermarch.bots.logistics import FULLY, Quartermaster
from countermarch.bots.marshal import Marshal, reach_of
from countermarch.games.vistula import supply
from countermarch.games.vistula.movement import MovementPhase
from countermarch.games.vistula.state import READY
from countermarch.games.vistula.tables import read_losses
from countermarch.match import Game, Match
from tests.rules.vistula import table
from tests.rules.vistula.fights import asked, fight
from tests.rules.vistula.table import ALLIED, GERMAN, Table, load, texts, where

SIDES = ("german", "allied")


def start(seed: int = 1, **options: str) -> Match:
    return Game(load(None)).start(seed=seed, options=options)


def play_some(match: Match, seats: dict[str, Bot], decisions: int) -> None:
    for _ in range(decisions):
        side = match.to_act
        if side is None:
            return
        before = match.fingerprint()
        action = seats[side].choose(match)
        assert action in match.legal()
        assert match.fingerprint() == before
        match.play(action)


@pytest.mark.parametrize("side", SIDES)
def test_every_choice_is_legal_and_leaves_the_match_alone(side: str) -> None:
    match = start(5)
    play_some(match, {each: bot("captain" if each == side else "random", 7) for each in SIDES}, 400)
    assert len(match.actions) == 400


def test_the_marshal_is_the_captain_of_this_game() -> None:
    match = start()
    assert str(Command(3).choose(match)) == str(Marshal(3).choose(match))


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = start(11), start(11)
    for match in (first, second):
        play_some(match, {side: Marshal(3) for side in SIDES}, 150)
    assert first.fingerprint() == second.fingerprint()


def test_every_optional_rule_is_known_to_it() -> None:
    options = ("turn_1_air", "defence_in_depth", "interdiction", "fuehrer_orders", "thaw", "allied_advance")
    match = start(4, **dict.fromkeys(options, "on"))
    play_some(match, {side: Marshal(2) for side in SIDES}, 300)
    assert len(match.actions) == 300


def test_a_strong_attack_is_made_and_a_weak_one_is_not() -> None:
    t = Table()
    for id in ("12GTK", "11GTK", "9GTK"):
        t.put(id, "0402")
    t.put("1ID", "0502")
    match = fight(t, ALLIED)
    assert str(Marshal(1).choose(match)) == "attack 0502"
    t = Table()
    t.put("152UR", "0402")
    t.put("1ID", "0502")
    assert str(Marshal(1).choose(fight(t, ALLIED))) == "done"


def test_armour_together_next_to_a_weak_enemy_makes_a_mobile_attack() -> None:
    t = Table()
    for id in ("16Pz", "17Pz", "7Pz"):
        t.put(id, "1214")
    t.put("113RC", "1213", steps=1)
    match = t.push(MovementPhase(GERMAN))
    marshal = Marshal(1)
    match.play(marshal.choose(match))
    assert str(marshal.choose(match)) == "assault 1213"


def test_the_allies_march_and_the_germans_stand_in_their_way() -> None:
    match = start(3)
    marshals = {side: Marshal(1) for side in SIDES}
    while asked(match) != "attack":
        match.play(marshals[str(match.to_act)].choose(match))
    assert sum(action.verb in ("move", "strategic") for action in match.actions) > 20
    assert any(text.startswith("attack") for text in texts(match)) and where(match, "HQ-1B")


DIVISIONS = ("1ID", "23ID", "83ID", "21ID", "7ID")

# attacks

CORPS = ("54RC", "65RC", "94RC", "45RC", "72RC")


def test_units_that_change_nothing_one_by_one_attack_together() -> None:
    """The first reduced corps does not better the odds of a reduced tank corps; several do."""
    t = Table(turn=5)
    t.put("12GTK", "1612", steps=1)
    for id in CORPS:
        t.put(id, "1612" if id in CORPS[:3] else "1513", steps=1)
    t.put("7Pz", "1613")
    match = fight(t, ALLIED)
    columns = [match.preview("1613", ["12GTK", *CORPS[:number]]).column for number in range(len(CORPS) + 1)]
    assert columns[0] == columns[1] != columns[-1]
    marshal = Marshal(1)
    look = CampaignSituation(match, "allied", marshal.ground(match))
    worth, _, units = marshal._force(match, look, "1613")
    assert len(units) > 2 and worth > marshal._worth(match, look, "1613", ["12GTK"], match.preview("1613", ["12GTK"]))


def test_an_attack_is_weighed_with_the_columns_at_hand() -> None:
    worths = []
    for columns in (0, 3):
        t = Table(turn=5)
        for id in CORPS[:4]:
            t.put(id, "1612")
        for number in range(columns):
            t.put(f"A-LC{1 + number}", "1612")
        t.put("7Pz", "1613")
        match, marshal = fight(t, ALLIED), Marshal(1)
        look = CampaignSituation(match, "allied", marshal.ground(match))
        units = list(CORPS[:4])
        worths.append(marshal._worth(match, look, "1613", units, match.preview("1613", units)))
    assert worths[1] > worths[0]


@pytest.mark.parametrize("corps", range(1, len(CORPS) + 1))
@pytest.mark.parametrize("enemies", [("7Pz",), ("7Pz", "19Pz", "24Pz")])
def test_what_columns_and_aircraft_would_add_is_what_a_preview_says(corps: int, enemies: tuple[str, ...]) -> None:
    t = Table(turn=5)
    for id in CORPS:
        t.put(id, "1612" if id in CORPS[:3] else "1513", steps=1)
    for id in ("A-Air1", "A-Air2"):
        t.box(id, READY)
    for number in range(3):
        t.put(f"A-LC{1 + number}", "1612")
    for id in enemies:
        t.put(id, "1613")
    match, marshal, units = fight(t, ALLIED), Marshal(1), list(CORPS[:corps])
    look = CampaignSituation(match, "allied", marshal.ground(match))
    assert len(look.columns) == 3 and look.markers >= 2
    worths = []
    for lc, air in ((0, 0), (3, 0), (0, 2), (3, 2)):
        preview = match.preview("1613", units, look.support({"lc": lc, "air": air}, {}))
        worths.append(look.gain("1613", preview) - lc * marshal._price_of_columns(look) - air * look.doctrine.marker)
    assert marshal._worth(match, look, "1613", units, match.preview("1613", units)) == pytest.approx(max(worths))


def test_over_extended_units_are_left_out_where_they_do_harm() -> None:
    t = Table(turn=5)
    for id in ("12GTK", "11GTK", "9GTK"):
        t.put(id, "1612")
    t.put("54RC", "1513", steps=1, supply="over_extended")
    t.put("7Pz", "1613")
    match, marshal = fight(t, ALLIED), Marshal(1)
    look = CampaignSituation(match, "allied", marshal.ground(match))
    _, _, units = marshal._force(match, look, "1613")
    assert units and "54RC" not in units


def test_a_garrison_is_worn_down_for_what_its_city_counts() -> None:
    gains = []
    for number in ("1529", "1527"):
        t = Table(turn=5)
        t.put("1ID", number)
        match = fight(t, ALLIED)
        look = CampaignSituation(match, "allied", Marshal(1).ground(match))
        gains.append(look._value(read_losses("1/1"), 2, *look.stakes(look.ground.index[number]), False))
    assert gains[0] > gains[1] + 1


# HQs and those who depend on them


def moved(t: Table, side: int) -> Match:
    """A whole movement phase of the marshal."""
    match, marshal = t.push(MovementPhase(side)), Marshal(1)
    while match.to_act is not None:
        match.play(marshal.choose(match))
    return match


def test_railways_and_lines_are_those_of_the_rules() -> None:
    match = start(3)
    marshals = {side: Marshal(1) for side in SIDES}
    seen = set()
    while match.position()["turn"] < 3:
        for side in SIDES:
            look = CampaignSituation(match, side, marshals[side].ground(match))
            for id, hq in match.supply(side)["hqs"].items():
                h = look.own[id].hex
                seen.add(hq["state"])
                assert (h in look.rails) == (hq["state"] == "fully"), (side, id)
                assert (h in look.lines) == (hq["state"] != "unsupplied"), (side, id)
        play_some(match, {side: marshals[side] for side in SIDES}, 120)
    assert len(seen) == 3


def test_an_hq_goes_forward_by_rail_and_never_stands_alone_near_the_enemy() -> None:
    t = Table(turn=5)
    t.put("HQ-1B", "1508")
    for id, number in (("54RC", "1509"), ("65RC", "1509"), ("12GTK", "1513"), ("11GTK", "1513")):
        t.put(id, number)
    for id in ("16Pz", "17Pz", "7Pz"):
        t.put(id, "1517")
    match = moved(t, ALLIED)
    station = where(match, "HQ-1B")
    assert station > "1508"
    assert match.supply("allied")["hqs"]["HQ-1B"]["state"] == "fully"
    assert any(where(match, id) == station for id in ("54RC", "65RC", "12GTK", "11GTK"))


def test_two_hqs_do_not_count_on_the_same_corps() -> None:
    t = Table(turn=5)
    t.put("HQ-1B", "1508")
    t.put("HQ-2B", "1508")
    corps = [unit.id for unit in t.tables.units if unit.side == "allied" and unit.kind == "infantry"][:40]
    for k, id in enumerate(corps):
        t.put(id, ("1513", "1512", "1613", "1612", "1413", "1412", "1313", "1312", "1712", "1713")[k // 4])
    t.put("7Pz", "1520")
    match = t.push(MovementPhase(ALLIED))
    look = CampaignSituation(match, "allied", Marshal(1).ground(match))
    master = Quartermaster(look, {id: reach_of(match, look, id) for id in look.own})
    master.plan()
    assert len(master.fed) == 2 * FULLY


def test_where_slots_are_short_the_spearhead_is_fed() -> None:
    """By themselves the slots would go to those near the HQ."""
    t = Table(turn=5)
    t.put("HQ-2B", "1611")
    corps = [unit.id for unit in t.tables.units if unit.side == "allied" and unit.kind == "infantry"][:12]
    for k, id in enumerate(corps):
        t.put(id, ("1609", "1610", "1709")[k // 4])
    for id in ("12GTK", "11GTK", "9GTK"):
        t.put(id, "1622")
    t.put("7Pz", "1624")
    match, marshal = t.push(supply.SupplyCheck(0)), Marshal(1)
    while match.to_act is not None and asked(match) == "assign":
        match.play(marshal.choose(match))
    states = {id: table.supply(match, id) for id in ("12GTK", "11GTK", "9GTK", *corps)}
    assert all(states[id] == "over_extended" for id in ("12GTK", "11GTK", "9GTK"))
    assert list(states.values()).count("out_of_supply") == 5


def test_an_objective_taken_is_garrisoned_before_the_march_goes_on() -> None:
    t = Table(turn=5)
    t.hold(ALLIED, "1518")
    for id in ("54RC", "65RC", "94RC"):
        t.put(id, "1516")
    for id in ("16Pz", "17Pz"):
        t.put(id, "1522")
    match = moved(t, ALLIED)
    assert any(where(match, id) == "1518" for id in ("54RC", "65RC", "94RC"))


def test_the_germans_gather_in_what_counts_most() -> None:
    t = Table(turn=5)
    for id in DIVISIONS:
        t.put(id, "1531")
    t.put("12GTK", "1520")
    match = moved(t, GERMAN)
    assert sum(where(match, id) == "1529" for id in DIVISIONS) == 4


def test_whoever_is_too_far_for_a_turn_sets_out_for_an_empty_city() -> None:
    t = Table(turn=5)
    t.put("1ID", "2815")
    t.put("12GTK", "2805")
    before = Marshal(1).ground(t.match()).distance(t.hex("2815"), t.hex("2825"))
    match = moved(t, GERMAN)
    assert t.tables.board.grid.distance(t.hex(where(match, "1ID")), t.hex("2825")) < before


def test_a_survey_says_what_the_view_says() -> None:
    match, seats = start(3), {side: Command(2) for side in SIDES}
    grid = match.game.rules.board.grid
    for at in range(400):
        side = str(match.to_act)
        if at % 40 == 0:
            survey, view = match.survey(), match.view(side)
            assert survey.scenario == view["scenario"] and survey.attack == view["attack"]
            assert {grid.number(h): holder for h, holder in survey.control.items()} == view["control"]
            for unit, entry in zip(match.game.rules.pieces, view["units"], strict=True):
                where = survey.where[unit.index]
                assert (grid.number(where) if where >= 0 else None, survey.steps[unit.index]) == (
                    entry["hex"],
                    entry["steps"],
                )
                assert (survey.moved[unit.index], survey.attacked[unit.index]) == (entry["moved"], entry["attacked"])
                assert survey.extended(unit.index) == (entry["supply"] == "over_extended")
            for each in SIDES:
                assert tuple(grid.number(h) for h in np.flatnonzero(survey.zone(each)).tolist()) == match.zones(each)
                assert tuple(grid.number(h) for h in survey.sources(each)) == match.sources(each)
            own = [e["id"] for e in view["units"] if e["side"] == side and e["hex"]]
            for id in own[:20]:
                ends = survey.ends(match.game.rules.grammar.index["unit"][id], 0)
                assert [grid.number(h) for h in ends] == list(match.reach(id))
        match.play(seats[side].choose(match))


def test_in_haste_a_marshal_weighs_fewer_attacks(monkeypatch: pytest.MonkeyPatch) -> None:
    t = Table(turn=5)
    for id, own, foe in zip(CORPS[:4], ("1612", "1616", "1620", "1624"), ("7Pz", "19Pz", "24Pz", "5Pz"), strict=True):
        t.put(id, own)
        t.put(foe, f"{int(own) + 1}")
    match = fight(t, ALLIED)
    weighed: list[str] = []

    def force(self: Marshal, table: Match, look: CampaignSituation, hex: str) -> tuple[float, str, list[str]]:
        weighed.append(hex)
        return -1.0, hex, []

    monkeypatch.setattr(Marshal, "_force", force)
    assert Marshal(1).plan(match.copy(), "allied") == ["done"] and len(set(weighed)) == 4
    weighed.clear()
    assert Marshal(1, quick=True).plan(match.copy(), "allied") == ["done"] and len(set(weighed)) == 3


def test_who_is_not_needed_before_one_city_marches_on_the_next() -> None:
    """Twenty corps around a division are enough: for the next ones the way there is longer."""
    corps = [unit.id for unit in load(None).pieces if unit.side == "allied" and unit.kind == "infantry"]
    ways = []
    for number in (4, 20):
        t = Table(turn=5)
        t.put("1ID", "0210")
        for k, id in enumerate(corps[:number]):
            t.put(id, ("0208", "0209", "0309", "0310", "0308")[k // 4])
        match = t.push(MovementPhase(ALLIED))
        look = CampaignSituation(match, "allied", Marshal(1).ground(match))
        ways.append(look.goal[t.hex("0210")])
    assert ways[1] > ways[0]


def test_columns_are_shared_out_among_the_fronts_when_the_allies_set_up() -> None:
    match, marshals = start(3), {side: Marshal(1) for side in SIDES}
    while not any(text.startswith("move") for text in texts(match)):
        match.play(marshals[str(match.to_act)].choose(match))
    grid, columns = match.game.rules.board.grid, [where(match, f"A-LC{1 + number}") for number in range(8)]
    for hq in ("HQ-1B", "HQ-2B", "HQ-3B", "HQ-1U"):
        near = [c for c in columns if grid.distance(grid.index(c), grid.index(where(match, hq))) <= 1]
        assert len(near) == 2
