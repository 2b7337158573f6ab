"""Every question names the rules it stands on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from countermarch.games.chitpull import barrage
from countermarch.games.chitpull.barrage import OpeningBarrage
from countermarch.games.chitpull.battle import FallBack
from countermarch.games.chitpull.losses import Losses
from countermarch.games.chitpull.reinforcements import arrive
from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.retreat import Retreat
from countermarch.games.chitpull.state import ELIMINATED, RESERVE, VOLKSSTURM_BOX
from countermarch.games.chitpull.volkssturm import begin
from countermarch.match import Match
from tests.rules.koenigsberg.chits import draw
from tests.rules.koenigsberg.fights import lay, ready
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, at_the_gate


def activating() -> Match:
    table = Table()
    lay(table, {"5A-HQ": "1039", "28A-HQ": "1036"})
    return draw(table, "3BF-1")


def moving() -> Match:
    table = Table()
    lay(table, {"26K-1": "0637", "26K-69": "0740"})
    return table.move(GERMAN, "26K-1", "26K-69")


def going() -> Match:
    match = moving()
    match.play("move 26K-1")
    return match


def attacking() -> Match:
    return ready({"39A-5G": "0636", "39A-94": "0538"}, {"9K-561": "0637"})


def building() -> Match:
    match = attacking()
    match.play("attack 0637")
    return match


def under_fog() -> Match:
    table = Table(fog_of_war="on")
    lay(table, {"39A-5G": "0636", "39A-94": "0538", "9K-561": "0637"})
    match = table.fight(SOVIET, "39A-5G", "39A-94")
    match.play("attack 0637")
    return match


def announced() -> Match:
    match = under_fog()
    match.play("with 39A-5G")
    match.play("announce")
    return match


def losing() -> Match:
    table = Table()
    lay(table, {"26K-1": "0637", "26K-69": "0637"})
    return table.push(Losses(GERMAN, (table.unit("26K-1"), table.unit("26K-69")), 1, False, True))


def stack_retreating() -> Match:
    table = Table()
    lay(table, {"26K-1": "0637", "26K-69": "0637"})
    group = (table.unit("26K-1"), table.unit("26K-69"))
    return table.push(Retreat(GERMAN, table.hex("0637"), group, 1, True, False))


def retreating() -> Match:
    match = stack_retreating()
    match.play("together")
    return match


def stacks_retreating() -> Match:
    table = Table()
    lay(table, {"39A-5G": "0636", "39A-94": "0538"})
    stacks = tuple((table.hex(number), 1, table.unit(id)) for id, number in (("39A-5G", "0636"), ("39A-94", "0538")))
    return table.push(FallBack(SOVIET, stacks))


def advancing() -> Match:
    match = attacking()
    for text in ("attack 0637", "with 39A-5G", "with 39A-94"):
        match.play(text)
    match.next_dice(5)
    match.play("resolve")
    while match.to_act == "german":
        match.play(match.legal()[0])
    return match


def entering() -> Match:
    table = Table(turn=8)
    table.box("28K-58", RESERVE)
    table.put("39A-94", "3144")
    arrive(table.play, GERMAN)
    return table.match()


def arriving() -> Match:
    table = Table(turn=8)
    table.box("28K-58", RESERVE)
    arrive(table.play, GERMAN)
    return at_the_gate(table.match())


def replacing() -> Match:
    table = Table()
    table.put("9K-HQ", "1939")
    table.play.state.steps[table.box("9K-548", ELIMINATED)] = 0
    return table.push(Replacements(GERMAN, 1, ()))


def rebuilding() -> Match:
    match = replacing()
    match.play("rebuild 9K-548 1 1939")
    return match


def laying_out() -> Match:
    table = Table()
    table.box("VS-1", VOLKSSTURM_BOX)
    begin(table.play)
    return table.match()


def shelling() -> Match:
    table = Table()
    lay(table, {"39A-5G": "0636", "9K-561": "0637"})
    barrage.fire(table.play, SOVIET, "3BF", 1)
    return table.match()


def opening() -> Match:
    table = Table(turn=1)
    lay(table, {"39A-5G": "0636", "9K-561": "0637"})
    return table.push(OpeningBarrage(0))


QUESTIONS: dict[Callable[[], Match], tuple[str, str]] = {
    activating: ("unit", "4.1.1 4.1.2 4.1.3"),
    moving: ("unit", "6.0 6.1"),
    going: ("hex", "6.1.1 6.1.2"),
    attacking: ("hex", "9.0 9.2.1"),
    building: ("assign", "9.2.1 9.3 12.1"),
    under_fog: ("assign", "2.1.3 9.2.1"),
    announced: ("assign", "2.1.3 9.3.2 12.1"),
    losing: ("unit", "9.4.1 9.4.2"),
    stack_retreating: ("option", "9.5.6 11.1.1"),
    retreating: ("path", "9.5.1 9.5.2 9.5.3 9.5.4"),
    stacks_retreating: ("option", "9.5 9.5.6"),
    advancing: ("path", "9.6 9.6.3"),
    entering: ("place", "8.0 8.0.3 5.3"),
    arriving: ("unit", "8.0 8.0.1 7.1"),
    replacing: ("unit", "11.2 11.2.1 11.2.2 11.2.3"),
    rebuilding: ("unit", "11.2.3 7.1 6.1"),
    laying_out: ("place", "11.3(2)"),
    shelling: ("hex", "2.5.1"),
    opening: ("hex", "2.5.1 3.0-barrage"),
}


@pytest.mark.rule(*(f"koenigsberg {rule}" for _, rules in QUESTIONS.values() for rule in rules.split()))
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.__name__)
def test_every_question_has_its_shape_and_cites_its_rules(question: Callable[[], Match]) -> None:
    kind, rules = QUESTIONS[question]
    decision = question().decision
    assert decision is not None and decision.kind == kind
    assert [citation.rule for citation in decision.citations] == rules.split()
