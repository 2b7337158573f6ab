"""9.2 Air support: four open announcements; 8.10 the Kriegsmarine."""

from __future__ import annotations

import pytest

from countermarch.games.vistula import aviation, columns
from countermarch.games.vistula.combat import CombatPhase
from countermarch.games.vistula.movement import MovementPhase
from countermarch.games.vistula.reckoning import Clash, reckon
from countermarch.match import Match
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, texts, where


def fight() -> tuple[Table, Match]:
    """Tanks (24) attack a division with defence 5 in the open: 4:1."""
    t = Table()
    aviation.refresh(t.play)
    t.put("9TK", "1611")
    t.put("11TK", "1611")
    t.put("1ID", "1612")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 1612")
    match.play("with 9TK")
    match.play("with 11TK")
    match.play("resolve")
    return t, match


@pytest.mark.rule("vistula 9.2#2")
def test_attacker_and_defender_announce_in_turn_and_then_say_how_many() -> None:
    t, match = fight()
    assert (match.to_act, texts(match)) == ("allied", ["announce none", "announce air"])
    match.play("announce air")
    assert (match.to_act, texts(match)) == ("german", ["announce none", "announce air"])
    match.play("announce air")
    assert (match.to_act, texts(match)) == ("allied", [f"markers {k}" for k in range(1, 9)])
    match.play("markers 3")
    assert (match.to_act, texts(match)) == ("german", ["markers 1", "markers 2"])
    assert match.decision is not None
    assert "vistula 9.2#2" in [str(c) for c in match.decision.citations]
    t.play.state.chance.dice = [1]
    match.play("markers 1")
    assert [len(aviation.ready(t.play, side)) for side in (GERMAN, ALLIED)] == [1, 5]


@pytest.mark.rule("vistula 9.2#3")
@pytest.mark.parametrize(("mine", "theirs", "odds"), [(1, 0, "5:1"), (2, 1, "5:1"), (1, 2, "3:1"), (2, 2, "4:1")])
def test_each_marker_is_a_column_and_cancels_one_of_the_enemy(mine: int, theirs: int, odds: str) -> None:
    t, match = fight()
    match.play("announce air")
    match.play("announce air" if theirs else "announce none")
    t.play.state.chance.dice = [1]
    events = match.play(f"markers {mine}")
    if theirs:
        events = match.play(f"markers {theirs}")
    assert happened(events, "attack")[0].params["odds"] == odds


@pytest.mark.rule("vistula 9.2#3", "vistula 9.2#4")
@pytest.mark.parametrize(("air", "shift"), [((8, 0), 2), ((8, 1), 2), ((0, 5), -2), ((4, 2), 2), ((1, 0), 1)])
def test_no_more_than_two_columns_either_way(air: tuple[int, int], shift: int) -> None:
    t = Table()
    t.put("9TK", "1611")
    t.put("1ID", "1612")
    parts = reckon(t.play, Clash(ALLIED, t.hex("1612"), (t.unit("9TK"),), air=air)).parts
    [part] = [p for p in parts if p.text.key == "vistula.part.air"]
    assert (part.value, str(part.citation)) == (shift, "vistula 9.2#3")


@pytest.mark.rule("vistula 9.2#4")
def test_markers_beyond_what_counts_may_be_committed_and_are_spent() -> None:
    t, match = fight()
    match.play("announce air")
    match.play("announce none")
    t.play.state.chance.dice = [1]
    events = match.play("markers 8")
    assert happened(events, "attack")[0].params["odds"] == "6:1"
    assert aviation.ready(t.play, ALLIED) == []


@pytest.mark.rule("vistula 9.2#1")
def test_a_marker_is_used_once_a_turn() -> None:
    t, match = fight()
    match.play("announce air")
    match.play("announce none")
    assert str(refused(match, "markers 9").citation) == "vistula 9.2#1"
    t.play.state.chance.dice = [1]
    match.play("markers 8")
    t.put("25TK", "1611")
    t.put("5Pz", "1612")
    again = t.push(CombatPhase(ALLIED))
    again.play("attack 1612")
    again.play("resolve")  # the attacker has none left and is not asked
    assert (again.to_act, texts(again)) == ("german", ["announce none", "announce air"])
    t.play.state.chance.dice = [1]
    aviation.refresh(t.play)
    assert len(aviation.ready(t.play, ALLIED)) == 8


@pytest.mark.rule("vistula 9.2#5", "vistula 7.3#6")
def test_german_markers_support_a_mobile_attack() -> None:
    t = Table()
    aviation.refresh(t.play)
    t.put("5Pz", "1612")
    t.put("94RC", "1611")
    match = t.push(MovementPhase(GERMAN))
    match.play("move 5Pz")
    match.play("assault 1611")
    assert (match.to_act, texts(match)) == ("german", ["announce none", "announce air"])
    match.play("announce air")
    match.play("announce none")
    t.play.state.chance.dice = [1]
    events = match.play("markers 2")
    [event] = happened(events, "attack")
    assert event.params["odds"] == "2:1"  # 10 to 6, two columns right for the markers, one left for being mobile
    assert aviation.ready(t.play, GERMAN) == []


# 8.10


def afloat() -> tuple[Table, Match]:
    """Gotenhafen is German; the Kriegsmarine is in the pool."""
    t = Table()
    t.box("KM", "pool")
    t.put("5Pz", "0315")
    return t, t.push(MovementPhase(GERMAN))


@pytest.mark.rule("vistula 8.10#1")
def test_the_kriegsmarine_goes_to_any_coastal_hex_without_an_enemy() -> None:
    t, match = afloat()
    t.hold(ALLIED, "0220")  # lost, but nobody stands there
    t.put("94RC", "0321")
    t.put("HQ-2B", "0329")
    match.play("move KM")
    hexes = {action.hexes[0] for action in match.legal()}
    assert hexes == {t.play.hex_name(h) for h in t.tables.coast} - {"0321", "0329"}
    for number in ("0321", "0329", "1529"):
        assert str(refused(match, f"to {number}").citation) == "vistula 8.10#1"
    events = match.play("to 0220")
    assert where(match, "KM") == "0220"
    assert str(happened(events, "naval")[0].citation) == "vistula 8.10#1"
    assert t.play.controls(ALLIED, t.hex("0220"))


@pytest.mark.rule("vistula 8.10#2")
def test_it_adds_six_to_an_adjacent_attack_or_defence_once_a_combat_phase() -> None:
    t = Table()
    t.put("KM", "0315")
    t.put("5Pz", "0416")
    t.put("94RC", "0417")
    t.put("65RC", "0516")
    match = t.push(CombatPhase(GERMAN))
    match.play("attack 0417")
    match.play("resolve")
    assert texts(match) == ["announce none", "announce naval"]
    t.play.state.chance.dice = [1]
    events = match.play("announce naval")
    assert happened(events, "attack")[0].params["odds"] == "1:1"  # 10 and 6 to 6, a column left for the wood
    t.put("7Pz", "0416")
    again = t.push(CombatPhase(GERMAN))
    again.play("attack 0516")
    t.play.state.chance.dice = [1]
    events = again.play("resolve")
    assert happened(events, "attack")  # it has fired: nobody was asked


@pytest.mark.rule("vistula 8.10#2")
def test_it_defends_in_the_next_allied_combat_phase() -> None:
    t = Table()
    t.put("KM", "0315")
    t.put("5Pz", "0416")
    t.put("9TK", "0417")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 0416")
    match.play("resolve")
    assert (match.to_act, texts(match)) == ("german", ["announce none", "announce naval"])
    clash = Clash(ALLIED, t.hex("0416"), (t.unit("9TK"),), naval=True)
    [part] = [p for p in reckon(t.play, clash).parts if p.text.key == "vistula.part.naval"]
    assert (part.value, str(part.citation)) == (6, "vistula 8.10#2")


@pytest.mark.rule("vistula 8.10#2")
@pytest.mark.parametrize("attacker", [GERMAN, ALLIED])
def test_it_supports_a_unit_weaker_than_its_guns_in_attack_and_defence(attacker: int) -> None:
    t = Table()
    t.put("KM", "0315")
    t.put("286ID", "0416")  # 3 and 4, less than its six
    t.put("94RC", "0417")
    aviation.refresh(t.play)
    match = t.push(CombatPhase(attacker))
    match.play("attack 0417" if attacker == GERMAN else "attack 0416")
    match.play("resolve")
    if attacker == ALLIED:
        match.play("announce none")
    assert match.to_act == "german" and "announce naval" in texts(match)


@pytest.mark.rule("vistula 8.10#2")
def test_not_where_it_does_not_touch() -> None:
    t = Table()
    aviation.refresh(t.play)
    t.put("KM", "0315")
    t.put("5Pz", "0417")
    t.put("94RC", "0418")
    match = t.push(CombatPhase(GERMAN))
    match.play("attack 0418")
    match.play("resolve")
    assert str(refused(match, "announce naval").citation) == "vistula 8.10#2"


@pytest.mark.rule("vistula 8.10#1")
@pytest.mark.parametrize("id", ["HQ-2B", "A-LC1", "94RC"])
def test_it_leaves_a_hex_that_any_enemy_enters(id: str) -> None:
    t = Table()
    t.put("KM", "0315")
    t.put(id, "0316")
    t.put("65RC", "1402")
    match = t.push(MovementPhase(ALLIED))
    match.play(f"move {id}")
    events = match.play("to 0315")
    assert where(match, "KM") == "pool"
    assert str(happened(events, "navy_leaves")[0].citation) == "vistula 8.10#1"


def both() -> tuple[Table, Match]:
    """Aircraft and ships are at hand for an attack on 0417."""
    t = Table()
    aviation.refresh(t.play)
    t.put("KM", "0315")
    t.put("5Pz", "0416")
    t.put("94RC", "0417")
    match = t.push(CombatPhase(GERMAN))
    match.play("attack 0417")
    match.play("resolve")
    return t, match


@pytest.mark.rule("vistula 9.2#2", "vistula 8.10#2")
def test_air_and_naval_support_may_be_announced_together() -> None:
    t, match = both()
    assert texts(match) == ["announce none", "announce air", "announce naval", "announce both"]
    events = match.play("announce both")
    assert str(happened(events, "announced")[0].citation) == "vistula 9.2#2"
    assert str(refused(match, "announce naval").citation) == "vistula 8.10#1"  # the Allies have none
    assert not happened(match.play("announce none"), "announced")
    match.next_dice(1)
    events = match.play("markers 1")
    assert str(happened(events, "markers")[0].citation) == "vistula 9.2#3"
    assert happened(events, "attack")[0].params["odds"] == "2:1"  # 16 to 6, a wood, a marker
    assert t.play.state.shelled == 1


@pytest.mark.rule("vistula 8.10#2")
def test_ships_that_have_fired_are_not_announced_again() -> None:
    t = Table()
    aviation.refresh(t.play)
    t.put("KM", "0315")
    t.put("5Pz", "0416")
    t.put("94RC", "0417")
    t.play.state.shelled = 1
    match = t.push(CombatPhase(GERMAN))
    match.play("attack 0417")
    match.play("resolve")
    assert texts(match) == ["announce none", "announce air"]
    refusal = refused(match, "announce naval")
    assert (str(refusal.citation), refusal.reason.key) == ("vistula 8.10#2", "vistula.refusal.navy_fired")


@pytest.mark.rule("vistula 8.10#2")
def test_ships_not_on_station_support_nobody() -> None:
    t = Table()
    aviation.refresh(t.play)
    t.box("KM", "pool")
    t.put("5Pz", "0416")
    t.put("94RC", "0417")
    match = t.push(CombatPhase(GERMAN))
    match.play("attack 0417")
    match.play("resolve")
    assert texts(match) == ["announce none", "announce air"]
    assert str(refused(match, "announce naval").citation) == "vistula 8.10#2"


@pytest.mark.rule("vistula 9.2#1")
def test_without_markers_only_ships_are_announced() -> None:
    t = Table()
    t.put("KM", "0315")
    t.put("5Pz", "0416")
    t.put("94RC", "0417")
    match = t.push(CombatPhase(GERMAN))
    match.play("attack 0417")
    match.play("resolve")
    assert texts(match) == ["announce none", "announce naval"]
    for text in ("air", "both"):
        assert str(refused(match, f"announce {text}").citation) == "vistula 9.2#1"


@pytest.mark.rule("vistula 9.2#1")
def test_no_more_markers_than_are_ready_and_at_least_one() -> None:
    t, match = both()
    match.play("announce air")
    match.play("announce none")
    for number in (0, 3):
        refusal = refused(match, f"markers {number}")
        assert str(refusal.citation) == "vistula 9.2#1" and "2" in str(refusal.reason)
    match.next_dice(1)
    match.play("markers 1")
    assert [where(match, id) for id in ("G-Air1", "G-Air2")] == ["used", "ready"]
    assert len(aviation.ready(t.play, ALLIED)) == 8


@pytest.mark.rule("vistula 8.10#1")
def test_placed_counters_do_not_share_a_hex_with_enemy_ships() -> None:
    """A column that arrives off the coast sends them away."""
    t = Table()
    t.put("KM", "0416")
    t.put("HQ-2B", "0417")
    columns.lay(t.play, t.box("A-LC1", "pool"), t.hex("0416"), False)
    assert t.play.state.hex[t.unit("KM")] == -5
    assert str(t.events("navy_leaves")[0].citation) == "vistula 8.10#1"
