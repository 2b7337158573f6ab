"""12.3 Defence in depth."""

from __future__ import annotations

from pathlib import Path

import pytest

from countermarch.games.vistula import aviation
from countermarch.games.vistula.combat import CombatPhase
from countermarch.match import Match
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, texts, where


def attacked(turn: int = 5, option: str = "on", *guns: str) -> tuple[Table, Match]:
    """Two tank corps attack two divisions at 1409 from the east; nothing else is near."""
    t = Table(turn=turn, defence_in_depth=option)
    t.put("9TK", "1408")
    t.put("11TK", "1408")
    t.put("1ID", "1409")
    t.put("69ID", "1409")
    for number, id in enumerate(guns, 1):
        t.put(id, "1407")
        t.put(f"A-LC{number}", "1407")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 1409")
    match.play("with 9TK")
    match.play("with 11TK")
    return t, match


@pytest.mark.rule("vistula 12.3", "vistula 12.3.1#1")
def test_the_defenders_of_a_hex_may_fall_back_one_hex_west() -> None:
    t, match = attacked()
    match.play("resolve")
    assert (match.to_act, texts(match)) == ("german", ["stand", "withdraw 1509", "withdraw 1410", "withdraw 1309"])
    assert str(refused(match, "withdraw 1408").citation) == "vistula 12.3.1#1"
    events = match.play("withdraw 1410")
    assert (where(match, "1ID"), where(match, "69ID")) == ("1410", "1410")
    assert str(happened(events, "withdrew")[0].citation) == "vistula 12.3.1#1"
    assert not t.play.state.chance.deeds  # no die was thrown
    assert match.to_act == "allied"


@pytest.mark.rule("vistula 12.3")
@pytest.mark.parametrize(("turn", "option"), [(4, "on"), (5, "off")])
def test_not_before_the_second_half_of_march_nor_unless_agreed(turn: int, option: str) -> None:
    t, match = attacked(turn, option)
    t.play.state.chance.dice = [1]
    events = match.play("resolve")
    assert happened(events, "attack")


@pytest.mark.rule("vistula 12.3.1#2")
def test_the_choice_comes_after_columns_artillery_and_aircraft() -> None:
    t = Table(turn=5, defence_in_depth="on")
    aviation.refresh(t.play)
    for id, number in (("9TK", "1408"), ("A-LC1", "1408"), ("1ID", "1409")):
        t.put(id, number)
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 1409")
    match.play("resolve")
    match.play("column A-LC1")
    match.play("announce air")
    match.play("announce none")
    match.play("markers 2")
    assert match.decision is not None
    assert "vistula 12.3.1#2" in [str(c) for c in match.decision.citations]
    match.play("withdraw 1410")
    assert where(match, "A-LC1") == "pool"  # spent all the same
    assert len(aviation.ready(t.play, ALLIED)) == 6


@pytest.mark.rule("vistula 12.3.2#1", "vistula 12.3.2#2")
def test_the_attackers_may_follow_and_attack_again_with_artillery_halved() -> None:
    t, match = attacked(5, "on", "8R")
    match.play("resolve")
    match.play("fire 8R A-LC1")
    match.play("withdraw 1309")
    assert set(texts(match)) == {"follow 9TK", "follow 11TK", "done"}
    assert str(refused(match, "attack 1309").citation) == "vistula 12.3.2#2"
    match.play("follow 9TK")
    match.play("follow 11TK")
    assert (where(match, "9TK"), where(match, "11TK")) == ("1409", "1409")
    t.play.state.chance.dice = [1]
    events = match.play("attack 1309")
    [event] = happened(events, "attack")
    # 12 + 12 + half of 12 against 10: 3:1; none may fall back again
    assert event.params["odds"] == "3:1"
    assert match.to_act != "german" or "stand" not in texts(match)


@pytest.mark.rule("vistula 12.3.2#2", "vistula 9.2#4")
@pytest.mark.parametrize(
    ("mine", "theirs", "odds"),
    [(1, 0, "3:1"), (2, 0, "3:1"), (3, 0, "4:1"), (4, 0, "4:1"), (8, 0, "4:1"), (4, 1, "3:1"), (8, 2, "4:1")],
)
def test_the_markers_are_halved_too_fractions_up_and_then_two_columns_are_the_most(
    mine: int, theirs: int, odds: str
) -> None:
    """24 to 10 is 2:1; of four markers two are left, of three two, of one one."""
    t, match = attacked()
    aviation.refresh(t.play)
    match.play("resolve")
    match.play("announce air")
    match.play("announce air" if theirs else "announce none")
    match.play(f"markers {mine}")
    if theirs:
        match.play(f"markers {theirs}")
    match.play("withdraw 1309")
    match.play("follow 9TK")
    match.play("follow 11TK")
    match.next_dice(1)
    events = match.play("attack 1309")
    assert happened(events, "attack")[0].params["odds"] == odds


@pytest.mark.rule("vistula 12.3.2#2", "vistula 10.4#1")
def test_an_hq_alone_is_overrun_by_those_who_follow() -> None:
    t, match = attacked()
    t.put("HQ-2A", "1509")
    match.play("resolve")
    match.play("withdraw 1410")
    match.play("follow 9TK")
    events = match.play("attack 1509")
    assert not happened(events, "attack") and not t.play.state.chance.deeds
    assert where(match, "HQ-2A") == "eliminated"
    assert str(happened(events, "hq_overrun")[0].citation) == "vistula 10.4#1"
    match.play("advance 9TK")
    assert where(match, "9TK") == "1509"


@pytest.mark.rule("vistula 12.3.2#1", "vistula 12.3.2#2")
def test_the_second_attack_is_weighed_with_what_is_left_of_the_first() -> None:
    t, match = attacked(5, "on", "8R")
    match.play("resolve")
    match.play("fire 8R A-LC1")
    match.play("withdraw 1410")
    match.play("follow 9TK")
    weighed = match.preview("1410", ["9TK"])
    assert weighed.refusal is None
    assert [(part.value, str(part.citation)) for part in weighed.parts if part.text.key.endswith("guns")] == [
        (6, "vistula 12.3.2#1")
    ]
    t.play.state.chance.dice = [1]
    events = match.play("attack 1410")
    assert happened(events, "attack")[0].params["odds"] == weighed.column


@pytest.mark.rule("vistula 12.3.2#2")
def test_nobody_has_to_follow() -> None:
    _, match = attacked()
    match.play("resolve")
    match.play("withdraw 1410")
    match.play("done")
    assert (where(match, "9TK"), where(match, "11TK")) == ("1408", "1408")


@pytest.mark.rule("vistula 12.3.1#2")
def test_who_stands_is_attacked_as_if_nothing_had_been_offered() -> None:
    _, match = attacked()
    match.play("resolve")
    match.next_dice(1)
    events = match.play("stand")
    assert happened(events, "attack")[0].params["odds"] == "2:1"  # 24 to 10
    assert where(match, "1ID") == "1409"


@pytest.mark.rule("vistula 12.3.1#1", "vistula 4#1")
def test_the_second_line_needs_room_for_all_of_the_defenders() -> None:
    """1410 holds three divisions: no room for two, nor for one and an HQ; columns and ships take none."""
    t, match = attacked()
    for id in ("56ID", "286ID", "23ID"):
        t.put(id, "1410")
    match.play("resolve")
    assert texts(match) == ["stand", "withdraw 1509", "withdraw 1309"]
    assert str(refused(match, "withdraw 1410").citation) == "vistula 12.3.1#1"


@pytest.mark.rule("vistula 12.3.1#1")
def test_the_second_line_is_free_of_enemies_and_of_their_zones_unless_friends_stand_there() -> None:
    t, match = attacked()
    t.put("31TK", "1411")  # its zone lies over 1410
    t.put("25TK", "1309")
    match.play("resolve")
    assert texts(match) == ["stand", "withdraw 1509"]
    t, match = attacked()
    t.put("31TK", "1411")
    t.put("56ID", "1410")
    match.play("resolve")
    assert "withdraw 1410" in texts(match)


@pytest.mark.rule("vistula 12.3.1#1", "vistula 8.10#1")
def test_hqs_and_columns_go_along_and_ships_stay() -> None:
    t = Table(turn=5, defence_in_depth="on")
    t.put("9TK", "0415")
    for id in ("1ID", "HQ-2A", "G-LC1", "KM"):
        t.put(id, "0416")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 0416")
    match.play("resolve")
    match.play("done")  # the column is kept
    match.play("announce none")
    match.play("withdraw 0417")
    assert [where(match, id) for id in ("1ID", "HQ-2A", "G-LC1")] == ["0417"] * 3
    assert where(match, "KM") == "0416"


@pytest.mark.rule("vistula 12.3.2#2")
def test_the_second_attack_has_no_new_support_of_the_attacker() -> None:
    """Columns and aircraft near are left alone, those spent in the first attack shift nothing; the defender may add."""
    t, match = attacked()
    aviation.refresh(t.play)
    for number in (1, 2):
        t.put(f"A-LC{number}", "1408")
    t.put("G-LC1", "1410")
    for action in ("resolve", "column A-LC1", "done"):
        match.play(action)
    assert (match.to_act, texts(match)) == ("german", ["column G-LC1", "done"])
    match.play("done")
    match.play("announce none")
    match.play("announce none")
    match.play("withdraw 1309")
    match.play("follow 9TK")
    match.play("follow 11TK")
    match.play("attack 1309")
    assert (match.to_act, texts(match)) == ("german", ["column G-LC1", "done"])
    match.next_dice(1)
    events = match.play("done")
    assert happened(events, "attack")[0].params["odds"] == "2:1"  # 24 to 10; nothing for the column of the first
    assert where(match, "A-LC2") == "1408"


@pytest.mark.rule("vistula 12.3.2#1")
def test_half_of_an_odd_factor_is_rounded_up(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,support\n8R,11\n", encoding="utf-8")
    t = Table(turn=5, data=tmp_path, defence_in_depth="on")
    for id in ("9TK", "8R"):
        t.put(id, "1408")
    t.put("1ID", "1409")
    t.put("A-LC1", "1408")
    match = t.push(CombatPhase(ALLIED))
    for action in ("attack 1409", "resolve", "fire 8R A-LC1", "withdraw 1410", "follow 9TK"):
        match.play(action)
    weighed = match.preview("1410", ["9TK"])
    assert [part.value for part in weighed.parts if part.text.key.endswith("guns")] == [6]


@pytest.mark.rule("vistula 12.3.2#2", "vistula 4#1")
def test_no_more_than_four_follow() -> None:
    t = Table(turn=5, defence_in_depth="on")
    five = ("9TK", "11TK", "25TK", "29TK", "31TK")
    for id in five:
        t.put(id, "1408" if id in five[:3] else "1508")
    t.put("1ID", "1409")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 1409")
    for id in five:
        match.play(f"with {id}")
    match.play("resolve")
    match.play("withdraw 1410")
    for id in five[:4]:
        events = match.play(f"follow {id}")
        assert str(happened(events, "followed")[0].citation) == "vistula 12.3.2#2"
    assert "follow 31TK" not in texts(match)
    assert str(refused(match, "follow 31TK").citation) == "vistula 12.3.2#2"


@pytest.mark.rule("vistula 12.3.2#2")
def test_an_attack_that_is_not_followed_up_is_over() -> None:
    t, match = attacked()
    match.play("resolve")
    match.play("withdraw 1410")
    match.play("follow 9TK")
    match.play("done")
    assert where(match, "9TK") == "1409" and t.play.state.attacked[t.unit("9TK")] == 1
    assert not happened(match.log, "attack")


@pytest.mark.rule("vistula 12.3")
def test_allies_do_not_fall_back_when_they_are_attacked() -> None:
    t = Table(turn=5, defence_in_depth="on")
    t.put("5Pz", "1409")
    t.put("94RC", "1408")
    match = t.push(CombatPhase(GERMAN))
    match.play("attack 1408")
    match.next_dice(1)
    assert happened(match.play("resolve"), "attack")


@pytest.mark.rule("vistula 12.3.2#2", "vistula 8.6#1")
def test_who_is_attacked_instead_has_fought() -> None:
    t, match = attacked()
    t.put("56ID", "1509")
    match.play("resolve")
    match.play("withdraw 1410")
    match.play("follow 9TK")
    match.next_dice(1)
    match.play("attack 1509")
    marks = {u["id"]: u["fought"] for u in match.position()["units"]}
    assert (marks["56ID"], marks["1ID"], marks["11TK"]) == (1, 1, 1)
