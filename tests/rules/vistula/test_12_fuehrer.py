"""12.5 Orders of the Führer."""

from __future__ import annotations

import pytest

from countermarch.games.vistula import combat, fuehrer
from countermarch.games.vistula.combat import CombatPhase
from countermarch.games.vistula.movement import MovementPhase
from countermarch.match import Match
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, texts, where


@pytest.mark.rule("vistula 12.5#1")
@pytest.mark.parametrize(
    ("turn", "die", "option", "ordered"),
    [(4, 5, "on", True), (4, 6, "on", True), (4, 4, "on", False), (3, 6, "on", False), (4, 6, "off", False)],
)
def test_from_turn_4_a_five_or_six_orders_an_offensive(turn: int, die: int, option: str, ordered: bool) -> None:
    t = Table(turn=turn, fuehrer_orders=option)
    t.play.state.chance.dice = [die]
    fuehrer.roll(t.play)
    assert (t.play.state.order, t.play.state.duty) == ((turn, 1) if ordered else (0, 0))
    told = [*t.events("order"), *t.events("no_order")]
    assert [str(event.citation) for event in told] == (["vistula 12.5#1"] if turn >= 4 and option == "on" else [])
    assert bool(t.events("order")) is ordered


@pytest.mark.rule("vistula 12.5#1")
def test_only_one_offensive_in_a_game() -> None:
    t = Table(turn=6, fuehrer_orders="on")
    t.play.state.order = 4
    t.play.state.chance.dice = [6]
    fuehrer.roll(t.play)
    assert (t.play.state.order, t.play.state.duty) == (4, 0)


def owed() -> tuple[Table, Match]:
    t = Table(turn=4, fuehrer_orders="on")
    t.play.state.order, t.play.state.duty = 4, 1
    for id in ("5Pz", "16Pz", "1ID", "69ID"):
        t.put(id, "1612")
    t.put("94RC", "1611")
    t.put("25Pz", "1412")
    t.put("65RC", "1411")
    combat.begin(t.play, GERMAN)
    return t, t.match()


@pytest.mark.rule("vistula 12.5#3")
def test_the_attack_must_be_made_with_eight_steps_four_of_them_armoured() -> None:
    t, match = owed()
    assert texts(match)[0].startswith("with")  # 1611 is the only hex such an attack can be made on: taken by itself
    for id in ("5Pz", "1ID", "69ID"):
        match.play(f"with {id}")
    assert "resolve" not in texts(match)
    assert str(refused(match, "resolve").citation) == "vistula 12.5#3"
    match.play("with 16Pz")
    t.play.state.chance.dice = [6]
    events = match.play("resolve")
    assert str(happened(events, "duty_done")[0].citation) == "vistula 12.5#3"
    assert t.play.state.duty == 0


@pytest.mark.rule("vistula 12.5#3")
def test_the_phase_does_not_end_while_it_is_owed() -> None:
    """The only hex where it can be made is chosen by itself."""
    _, match = owed()
    assert str(refused(match, "done").citation) == "vistula 12.5#3"


@pytest.mark.rule("vistula 12.5#3")
def test_an_offensive_that_cannot_be_made_lapses() -> None:
    t = Table(turn=4, fuehrer_orders="on")
    t.play.state.order, t.play.state.duty = 4, 1
    t.put("5Pz", "1612")
    t.put("94RC", "1611")
    combat.begin(t.play, GERMAN)
    assert t.play.state.duty == 0
    assert str(t.events("duty_lapses")[0].citation) == "vistula 12.5#3"
    assert "done" in texts(t.match())


def bound(*columns: tuple[str, str]) -> tuple[Table, Match]:
    """The offensive is owed at 1611, where four divisions can make it; these columns came for it."""
    t = Table(turn=4, fuehrer_orders="on")
    t.play.state.order, t.play.state.duty = 4, 1
    for id in ("5Pz", "16Pz", "1ID", "69ID"):
        t.put(id, "1612")
    t.put("94RC", "1611")
    t.put("25Pz", "1412")
    t.put("65RC", "1411")
    for id, number in columns:
        t.play.state.ordered[t.put(id, number)] = 1
    return t, t.match()


@pytest.mark.rule("vistula 12.5#2")
def test_columns_of_the_order_are_spent_in_the_ordered_attack_and_in_no_other() -> None:
    t, _ = bound(("G-LC1", "1612"), ("G-LC2", "1412"))
    four = ("5Pz", "16Pz", "1ID", "69ID")
    combat.begin(t.play, GERMAN)
    match = t.match()
    assert match.preview("1611", four, {"G-LC1": "column"}).refusal is None
    alone = match.preview("1411", ["25Pz"], {"G-LC2": "column"}).refusal
    assert alone is not None and str(alone.citation) == "vistula 12.5#2"
    for id in four:
        match.play(f"with {id}")
    match.play("resolve")
    assert texts(match) == ["column G-LC1", "done"]
    match.next_dice(6)
    events = match.play("column G-LC1")  # 28 to 6 is 4:1
    assert happened(events, "attack")[0].params["odds"] == "5:1"
    assert where(match, "G-LC1") == "pool" and t.play.state.ordered[t.unit("G-LC1")] == 0
    match.play("done")
    t.put("G-LC3", "1412")  # an ordinary one beside it
    match.play("attack 1411")
    match.play("resolve")
    assert texts(match) == ["column G-LC3", "done"]
    assert str(refused(match, "column G-LC2").citation) == "vistula 12.5#2"


@pytest.mark.rule("vistula 12.5#2")
def test_columns_of_the_order_neither_defend_nor_go_with_a_mobile_attack() -> None:
    t, _ = bound(("G-LC1", "1612"), ("G-LC2", "1612"))
    t.put("G-LC3", "1612")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 1612")
    match.play("resolve")
    assert (match.to_act, texts(match)) == ("german", ["column G-LC3", "done"])
    assert str(refused(match, "column G-LC1").citation) == "vistula 12.5#2"
    t.play.shift(t.unit("G-LC2"), t.hex("2020"))
    assert str(refused(match, "column G-LC2").citation) == "vistula 5.8.1#1"  # too far in any case
    t, _ = bound(("G-LC1", "1612"))
    match = t.push(MovementPhase(GERMAN))
    match.play("move 5Pz+16Pz+G-LC1")
    match.next_dice(6)
    events = match.play("assault 1611")
    assert happened(events, "attack")  # nothing could be committed, so nobody was asked
    assert where(match, "G-LC1") == "1612"


@pytest.mark.rule("vistula 12.5#2")
@pytest.mark.parametrize("near", [True, False])
def test_columns_of_the_order_are_gone_when_the_german_combat_phase_ends(near: bool) -> None:
    """Whether the offensive was made, or the army kept away and it lapsed."""
    t, _ = bound(("G-LC1", "1613"))
    t.put("G-LC2", "1613")
    if not near:
        t.play.shift(t.unit("5Pz"), t.hex("1620"))
    combat.begin(t.play, GERMAN)
    match = t.match()
    if near:
        for id in ("5Pz", "16Pz", "1ID", "69ID"):
            match.play(f"with {id}")
        match.next_dice(6)
        match.play("resolve")
        match.play("done")  # no columns
        match.play("done")  # no advance
    events = match.play("done")
    assert [event.params["unit"] for event in happened(events, "column_recalled")] == ["G-LC1"]
    assert str(happened(events, "column_recalled")[0].citation) == "vistula 12.5#2"
    assert (where(match, "G-LC1"), where(match, "G-LC2")) == ("pool", "1613")


@pytest.mark.rule("vistula 12.5#2")
def test_the_allied_combat_phase_leaves_them() -> None:
    t, _ = bound(("G-LC1", "1613"))
    match = t.push(CombatPhase(ALLIED))
    match.play("done")
    assert where(match, "G-LC1") == "1613"


@pytest.mark.rule("vistula 12.5#3")
@pytest.mark.parametrize(
    ("ids", "owed"),
    [
        (("5Pz", "16Pz", "1ID", "69ID"), 1),  # eight steps, four of them armoured
        (("5Pz", "16Pz", "1ID", "286ID"), 0),  # seven
        (("5Pz", "505sPz", "1ID", "69ID"), 0),  # seven, three of them armoured
        (("5Pz", "1ID", "69ID", "56ID"), 0),  # eight, two of them armoured
        (("1ID", "69ID", "56ID", "23ID", "5Pz", "16Pz"), 1),  # the right four of six
    ],
)
def test_the_offensive_is_owed_where_it_can_be_made(ids: tuple[str, ...], owed: int) -> None:
    t = Table(turn=4, fuehrer_orders="on")
    t.play.state.order, t.play.state.duty = 4, 1
    for id in ids:
        t.put(id, "1612")
    t.put("94RC", "1611")
    combat.begin(t.play, GERMAN)
    assert t.play.state.duty == owed


@pytest.mark.rule("vistula 12.5#3")
def test_while_it_is_owed_no_other_hex_is_attacked_and_the_phase_goes_on() -> None:
    t = Table(turn=4, fuehrer_orders="on")
    t.play.state.order, t.play.state.duty = 4, 1
    for id in ("5Pz", "16Pz", "1ID", "69ID"):
        t.put(id, "1612")
    t.put("94RC", "1611")
    t.put("65RC", "1613")
    t.put("25Pz", "1412")
    t.put("20RC", "1411")
    combat.begin(t.play, GERMAN)
    match = t.match()
    assert texts(match) == ["attack 1611", "attack 1613"]
    for text in ("done", "attack 1411"):
        assert str(refused(match, text).citation) == "vistula 12.5#3"
    combat.begin(t.play, ALLIED)  # the Allies owe nothing
    assert "done" in texts(t.match())


@pytest.mark.rule("vistula 12.5#3")
def test_a_mobile_attack_does_not_count() -> None:
    t = Table(turn=4, fuehrer_orders="on")
    t.play.state.order, t.play.state.duty = 4, 1
    for id in ("5Pz", "16Pz", "17Pz", "24Pz"):
        t.put(id, "1612")
    t.put("94RC", "1611")
    match = t.push(MovementPhase(GERMAN))
    match.play("move 5Pz+24Pz+16Pz+17Pz")
    match.next_dice(1)
    match.play("assault 1611")
    assert t.play.state.duty == 1
