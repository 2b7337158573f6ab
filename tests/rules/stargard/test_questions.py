"""Every question names the rules it stands on, has its shape, and refuses what it does not ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from countermarch.games.chitpull import barrage
from countermarch.games.chitpull.activation import ChooseHeadquarters
from countermarch.games.chitpull.advance import Advance
from countermarch.games.chitpull.barrage import OpeningBarrage
from countermarch.games.chitpull.battle import FallBack
from countermarch.games.chitpull.losses import Losses
from countermarch.games.chitpull.reinforcements import arrive
from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.retreat import Retreat
from countermarch.games.chitpull.state import CUP, ELIMINATED, RESERVE, VOLKSSTURM_BOX
from countermarch.games.chitpull.volkssturm import begin
from countermarch.games.stargard import reich
from countermarch.games.stargard.command import PreparedBlow
from countermarch.games.stargard.events import Repair
from countermarch.games.stargard.reinforcements import Summons
from countermarch.games.stargard.results import RetreatOrStep
from countermarch.games.stargard.victory import Evacuation
from countermarch.match import Match
from tests.rules.stargard.table import GERMAN, SOVIET, Pomerania, reasons, texts


def activating() -> Match:
    table = Pomerania()
    table.lay({"61-HQ": "16.22", "47-HQ": "18.22", "12G": "16.23"})
    return table.push(ChooseHeadquarters(SOVIET, 0, True, "1BF-1"))


def naming() -> Match:
    table = Pomerania()
    table.lay({"3SS-HQ": "16.25", "XSS-HQ": "18.25", "48/23SS": "16.24"})
    for chit in ("3SS", "XSS"):
        table.play.state.chit[table.tables.chit_index[chit]] = CUP
    return table.push(PreparedBlow(GERMAN, 1))


def moving() -> Match:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.25"})
    return table.move(GERMAN, "48/23SS", "49/23SS")


def going() -> Match:
    match = moving()
    match.play("move 48/23SS")
    return match


def leaving() -> Match:
    table = Pomerania(turn=5)
    table.lay({"39Pz-HQ": "16.11", "21/10SS": "16.12"})
    reich.happen(table.own)
    match = table.activate("39Pz-HQ")
    match.play("withdraw 21/10SS")
    return match


def attacking() -> Match:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "15.24", "48/23SS": "16.24"})
    return table.fight(SOVIET, "12G", "75G")


def building() -> Match:
    match = attacking()
    match.play("attack 16.24")
    return match


def announcing() -> Match:
    table = Pomerania(fog_of_war="on")
    table.lay({"12G": "16.23", "75G": "15.24", "48/23SS": "16.24"})
    match = table.fight(SOVIET, "12G", "75G")
    match.play("attack 16.24")
    return match


def announced() -> Match:
    match = announcing()
    match.play("with 12G")
    match.play("announce")
    return match


def losing() -> Match:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24"})
    return table.push(Losses(GERMAN, (table.unit("48/23SS"), table.unit("49/23SS")), 1, False, True))


def choosing() -> Match:
    table = Pomerania()
    table.put("48/23SS", "16.24")
    return table.push(RetreatOrStep(GERMAN, table.hex("16.24"), (table.unit("48/23SS"),), 1, True))


def stack_retreating() -> Match:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24"})
    group = (table.unit("48/23SS"), table.unit("49/23SS"))
    return table.push(Retreat(GERMAN, table.hex("16.24"), group, 1, True, False))


def retreating() -> Match:
    match = stack_retreating()
    match.play("together")
    return match


def parting() -> Match:
    """One of two is too many where they have come."""
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24", "307/163": "15.25", "310/163": "16.25"})
    table.lay({"324/163": "15.24", "56/5J": "17.25", "12G": "16.23"})
    group = (table.unit("48/23SS"), table.unit("49/23SS"))
    match = table.push(Retreat(GERMAN, table.hex("16.24"), group, 1, True, False))
    for text in ("together", "retreat 15.25", "lose 48/23SS"):
        match.play(text)
    return match


def stacks_retreating() -> Match:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "15.24"})
    stacks = tuple((table.hex(number), 1, table.unit(id)) for id, number in (("12G", "16.23"), ("75G", "15.24")))
    return table.push(FallBack(SOVIET, stacks))


def advancing() -> Match:
    table = Pomerania()
    table.put("12G", "16.23")
    u = table.unit("12G")
    return table.push(Advance(SOVIET, table.hex("16.24"), (u,), (table.hex("16.23"),), ()))


def entering() -> Match:
    """The Soviet unit that waits at C finds its hex closed."""
    table = Pomerania(turn=7)
    table.box("40G/11GT", RESERVE)
    table.put("48/23SS", table.tables.numbers[table.tables.places.entries["D"]])
    arrive(table.play, SOVIET)
    return table.match()


def arriving() -> Match:
    table = Pomerania(turn=7)
    table.box("40G/11GT", RESERVE)
    arrive(table.play, SOVIET)
    return table.match()


def summoning() -> Match:
    return Pomerania().push(Summons(GERMAN))


def replacing() -> Match:
    table = Pomerania()
    table.put("3SS-HQ", "16.25")
    table.play.state.steps[table.box("48/23SS", ELIMINATED)] = 0
    return table.push(Replacements(GERMAN, 1, ()))


def repairing() -> Match:
    table = Pomerania()
    table.put("33G/9GT", "16.23", steps=1)
    table.put("34G/9GT", "16.23", steps=1)
    return table.push(Repair(SOVIET))


def laying_out() -> Match:
    table = Pomerania()
    table.box("VS1", VOLKSSTURM_BOX)
    begin(table.play)
    return table.match()


def evacuating() -> Match:
    table = Pomerania(turn=5)
    table.put("Gar-Arnswalde", "26.07")
    table.own.state.corridor = 2
    return table.push(Evacuation(GERMAN))


def shelling() -> Match:
    table = Pomerania()
    table.lay({"12G": "16.23", "48/23SS": "16.24"})
    barrage.fire(table.play, SOVIET, "", 1)
    return table.match()


def opening() -> Match:
    table = Pomerania()
    table.lay({"12G": "16.23", "48/23SS": "16.24"})
    return table.push(OpeningBarrage(0, 8))


class Question(NamedTuple):
    kind: str
    rules: str  # as the decision cites them; those of the errata without their book
    verbs: str  # what it has an answer of its own to


QUESTIONS: dict[Callable[[], Match], Question] = {
    activating: Question("unit", "3.1 3.2 3.2", "activate"),
    naming: Question("option", "12.10", "name"),
    moving: Question("unit", "5.1 5.1", "move lend withdraw done"),
    going: Question("hex", "5.1 5.1", "to"),
    leaving: Question("hex", "*19.1.3(c) 19.1.3-exit", "to"),
    attacking: Question("hex", "8.3 8.3", "attack done"),
    building: Question("assign", "8.3 8.2 13.1", "with air resolve"),
    announcing: Question("assign", "1.6 8.3", "with air resolve announce"),
    announced: Question("assign", "1.6 8.4 13.1", "with air resolve done"),
    losing: Question("unit", "8.6.1 8.6.1", "lose"),
    choosing: Question("option", "*8.1 8.1.3", "retire stand"),
    stack_retreating: Question("option", "*9.1.1 12.1.1", "together apart"),
    retreating: Question("path", "*9.2 *9.2.1 *9.2.2 9.2-paths", "retreat"),
    parting: Question("option", "*9.1.1 *9.1.1", "apart"),
    stacks_retreating: Question("option", "*9.0 *9.1.1", "apart"),
    advancing: Question("path", "10.1 10.2", "advance done"),
    entering: Question("place", "7.3 7.2 6.2", "place"),
    arriving: Question("unit", "7.1 7.1 *9.1.1", "move remove done"),
    summoning: Question("option", "7.1", "decline done"),
    replacing: Question("unit", "12.2 12.2 12.2 12.2", "refit rebuild done"),
    repairing: Question("unit", "19.1.9", "refit"),
    laying_out: Question("place", "12.3", "place done"),
    evacuating: Question("option", "12.6", "evacuate done"),
    shelling: Question("hex", "12.7", "barrage done"),
    opening: Question("hex", "12.7 12.7", "barrage done"),
}
SAID = """
activate 47-HQ; name HGW; move 12G; lend 560; withdraw 21/10SS; to 20.20; attack 20.20; with 12G; announce;
air Rudel full; resolve; barrage 20.20; lose 12G; retire; stand; together; apart 3SS-HQ; retreat 20.20;
advance 12G 20.20; place 12G 20.20; decline; refit 12G; rebuild 12G 1 20.20; remove 12G; evacuate; done
"""

questions = pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.__name__)


def book(rule: str) -> str:
    return f"stargard {rule[1:]}" if rule.startswith("*") else f"stargard-design {rule}"


@pytest.mark.rule(*dict.fromkeys(book(rule) for question in QUESTIONS.values() for rule in question.rules.split()))
@questions
def test_every_question_has_its_shape_and_cites_its_rules(question: Callable[[], Match]) -> None:
    expected, decision = QUESTIONS[question], question().decision
    assert decision is not None and decision.kind == expected.kind
    assert [str(citation) for citation in decision.citations] == [book(rule) for rule in expected.rules.split()]


@pytest.mark.rule("stargard-design 2.0")
@questions
def test_what_is_not_asked_now_is_refused_by_the_order_of_play(question: Callable[[], Match]) -> None:
    match, own = question(), QUESTIONS[question].verbs.split()
    others = [text.strip() for text in SAID.split(";") if text.split()[0] not in own]
    assert reasons(match, *others) == dict.fromkeys(others, "stargard-design 2.0 not_asked")


@pytest.mark.rule("stargard-design 7.3", "stargard-design 12.3", "stargard-design 2.0")
@pytest.mark.parametrize("question", [entering, laying_out], ids=lambda question: question.__name__)
def test_units_come_one_after_the_other_and_no_other_is_placed(question: Callable[[], Match]) -> None:
    match = question()
    number = texts(match)[0].split()[-1]
    assert reasons(match, f"place VS3 {number}") == {f"place VS3 {number}": "stargard-design 2.0 not_asked"}
