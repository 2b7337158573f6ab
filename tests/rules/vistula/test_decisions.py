"""Whatever is asked names its rules, and what belongs to another step of the sequence is refused by it (2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from countermarch.games import vistula
from countermarch.games.vistula import aviation, columns, reinforcements, withdrawals
from countermarch.games.vistula.combat import CombatPhase
from countermarch.games.vistula.movement import MovementPhase
from countermarch.games.vistula.pursuit import Advance, Breakthrough, Exploitation
from countermarch.games.vistula.replacements import Replacements
from countermarch.games.vistula.stacking import Excess
from countermarch.games.vistula.supply import SupplyCheck
from countermarch.match import Game, Match
from tests.rules.vistula.table import ALLIED, GERMAN, Table, refused


def played(match: Match, *actions: str) -> Match:
    for action in actions:
        match.play(action)
    return match


def set_up() -> Match:
    return Game(vistula.load(None)).start(scenario="red_storm", seed=1)


def column_arrives() -> Match:
    t = Table()
    t.box("A-LC1", "pool")
    t.put("HQ-2B", "1305")
    columns.arrive(t.play, ALLIED)
    return t.match()


def replaced() -> Match:
    t = Table()
    t.put("HQ-9A", "1907")
    t.put("25Pz", "1908", steps=1)
    return t.push(Replacements(GERMAN, 0, 2, ()))


def arriving() -> Match:
    t = Table(turn=2)
    t.box("54RC", "reserve")
    reinforcements.arrive(t.play, ALLIED)
    return t.match()


def withdrawn() -> Match:
    t = Table(turn=8)
    t.box("168ID", "eliminated")
    t.put("72ID", "2306")
    t.put("1ID", "2306")
    withdrawals.begin(t.play, GERMAN)
    return t.match()


def moving() -> Match:
    t = Table()
    t.put("3GTK", "0402")
    return t.push(MovementPhase(ALLIED))


def going() -> Match:
    return played(moving(), "move 3GTK")


def sailing() -> Match:
    t = Table()
    t.put("1ID", "0503")
    return played(t.push(MovementPhase(GERMAN)), "move KM")


def striking() -> Match:
    t = Table(interdiction="on")
    aviation.refresh(t.play)
    t.put("3GTK", "0402")
    return t.push(MovementPhase(ALLIED))


def duel(depth: str = "off") -> tuple[Table, Match]:
    t = Table(turn=5, defence_in_depth=depth)
    t.put("3GTK", "1408")
    t.put("94RC", "1408")
    t.put("1ID", "1409")
    t.put("69ID", "1409")
    return t, t.push(CombatPhase(ALLIED))


def attacking() -> Match:
    return duel()[1]


def joining() -> Match:
    return played(attacking(), "attack 1409")


def committing() -> Match:
    t, match = duel()
    t.put("A-LC1", "1408")
    return played(match, "attack 1409", "with 3GTK", "resolve")


def announcing() -> Match:
    t, match = duel()
    aviation.refresh(t.play)
    return played(match, "attack 1409", "with 3GTK", "resolve")


def counting() -> Match:
    return played(announcing(), "announce air", "announce none")


def falling_back() -> Match:
    _, match = duel("on")
    return played(match, "attack 1409", "with 3GTK", "with 94RC", "resolve")


def following() -> Match:
    return played(falling_back(), "withdraw 1410")


def losing() -> Match:
    _, match = duel()
    match.next_dice(6)
    return played(match, "attack 1409", "with 3GTK", "with 94RC", "resolve")


def crowded() -> Match:
    t = Table()
    for id in ("1ID", "69ID", "56ID", "349VG", "286ID"):
        t.put(id, "0502")
    return t.push(Excess(GERMAN, t.hex("0502")))


def retreating() -> Match:
    return played(crowded(), "excess 1ID")


def advancing() -> Match:
    t = Table()
    return t.push(Advance(GERMAN, t.hex("0402"), (t.put("5Pz", "0502"), t.put("1ID", "0502"))))


def breaking() -> Match:
    t = Table()
    return t.push(Breakthrough(ALLIED, t.hex("0502"), (t.put("3GTK", "0402"), t.put("9TK", "0402")), 3))


def rolling_on() -> Match:
    return played(breaking(), "advance 3GTK")


def exploiting() -> Match:
    t = Table()
    t.put("3GTK", "0402")
    return t.push(Exploitation(ALLIED, t.hex("0502")))


def through() -> Match:
    return played(exploiting(), "exploit 3GTK")


def sharing() -> Match:
    t = Table(turn=5)
    t.put("HQ-2B", "1611")
    corps = [unit.id for unit in t.tables.units if unit.side == "allied" and unit.kind == "infantry"]
    for k, id in enumerate(corps[:12]):
        t.put(id, ("1612", "1613", "1614")[k // 4])
    return t.push(SupplyCheck(0))


def sharing_each() -> Match:
    return played(sharing(), "assign each")


DECISIONS: list[tuple[str, str, Callable[[], Match], str]] = [
    ("setup", "place", set_up, "13#2 13#3 13#5 4#1"),
    ("columns", "place", column_arrives, "5.8.2#1 6.2#3"),
    ("replacements", "unit", replaced, "6.3#2 6.3#3 6.3#7"),
    ("arrivals", "place", arriving, "6.4#1 6.4#2 4#1"),
    ("withdrawal", "unit", withdrawn, "6.5#1 6.5#2 6.5#3"),
    ("move", "units", moving, "7.1#1 7.1#3"),
    ("to", "hex", going, "7.1#1 7.1#2"),
    ("naval", "hex", sailing, "8.10#1"),
    ("interdict", "hex", striking, "12.4#1"),
    ("attack", "hex", attacking, "8.1#1 8.1#4"),
    ("with", "assign", joining, "8.1#2 8.1#5"),
    ("commit", "assign", committing, "5.8.1#1 8.3#1"),
    ("announce", "option", announcing, "9.2#2"),
    ("markers", "amount", counting, "9.2#2 9.2#3 9.2#4"),
    ("depth", "hex", falling_back, "12.3.1#1 12.3.1#2"),
    ("follow", "option", following, "12.3.2#2"),
    ("lose", "unit", losing, "8.2#2"),
    ("excess", "unit", crowded, "4.2#1 4.2#2"),
    ("fall_back", "hex", retreating, "4.2#2"),
    ("advance", "unit", advancing, "8.4 3.2#2"),
    ("breakthrough", "unit", breaking, "8.5#1 8.5#2"),
    ("onward", "hex", rolling_on, "8.5#3 8.5#4"),
    ("exploit", "unit", exploiting, "8.6#1 8.6#2"),
    ("gap", "hex", through, "8.6#3 8.6#4"),
    ("assign", "unit", sharing, "10.2#3 10.2#5 E5.3#2"),
    ("assign", "unit", sharing_each, "10.2#3 10.2#5 E5.3#2"),
]


@pytest.mark.rule("vistula 2#1")
@pytest.mark.parametrize(("prompt", "kind", "open_it", "rules"), DECISIONS)
def test_a_question_names_its_rules_and_refuses_what_belongs_elsewhere(
    prompt: str, kind: str, open_it: Callable[[], Match], rules: str
) -> None:
    match = open_it()
    assert match.decision is not None
    assert match.decision.prompt.key == f"vistula.prompt.{prompt}"
    assert match.decision.kind == kind
    assert [str(citation) for citation in match.decision.citations] == [f"vistula {rule}" for rule in rules.split()]
    for other in ("reduce 1ID", "pass", "stand"):
        if other not in [str(action) for action in match.legal()]:
            assert str(refused(match, other).citation) == "vistula 2#1"


@pytest.mark.rule("vistula 2#1")
@pytest.mark.parametrize(
    "open_it", [going, sailing, losing, crowded, retreating, through, withdrawn, arriving, column_arrives]
)
def test_what_must_be_answered_cannot_be_passed_over(open_it: Callable[[], Match]) -> None:
    assert refused(open_it(), "done").citation is not None
