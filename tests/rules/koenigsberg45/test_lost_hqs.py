"""12.1c(2) HQs lost in combat: who stood in the attacked hex when it began, and nobody else."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.barrage import shell
from countermarch.games.koenigsberg45.stacking import enforce
from countermarch.match import Match
from tests.rules.koenigsberg.fights import attack
from tests.rules.koenigsberg.table import SOVIET, Table, where
from tests.rules.koenigsberg45.both import FIRST, SECOND, laid, rules

LOST = {FIRST: "koenigsberg45 12.1c(2)", SECOND: "koenigsberg 11.1.3(2)"}
BOTH = pytest.mark.parametrize("game", [FIRST, SECOND])
RULES = pytest.mark.rule("koenigsberg45 12.1c(2)", "koenigsberg 11.1.3(2)")
TWO = {"39A-5G": "0636", "39A-94": "0636"}
RING = {"39A-113": "0638", "39A-28G": "0538", "11GA-8G": "0537"}  # 0737 and 0738 are left, both in enemy zones


def driven_off(found: Table) -> Match:
    """Two corps attack 0637 with a die by which everybody there falls back a hex without a loss."""
    match = found.fight(SOVIET, *TWO)
    match.play("attack 0637")
    for id in TWO:
        match.play(f"with {id}")
    combat = found.tables.combat
    results = [
        combat.result(combat.columns.index(str(match.preview("0637", list(TWO)).column)), d) for d in range(1, 7)
    ]
    match.next_dice(1 + next(at for at, it in enumerate(results) if (it.defender_steps, it.defender_hexes) == (0, 1)))
    match.play("resolve")
    return match


@RULES
@BOTH
def test_an_hq_on_the_way_of_a_retreat_is_not_lost_with_who_dies_beside_it(game: str) -> None:
    found = laid({**TWO, **RING, "9K-HQ": "0738"}, game)
    found.put("9K-561", "0637", steps=1)
    match = driven_off(found)
    match.play("retreat 0738")
    assert where(match, "9K-561") == "eliminated" and where(match, "9K-HQ") == "0738"
    assert not rules(match.log, "hq_lost")


@RULES
@BOTH
def test_an_hq_that_falls_back_with_its_stack_is_lost_when_all_of_it_dies(game: str) -> None:
    found = laid({**TWO, **RING, "9K-HQ": "0637"}, game)
    found.put("9K-561", "0637", steps=1)
    match = driven_off(found)
    match.play("retreat 0738")
    assert where(match, "9K-561") == "eliminated" and where(match, "9K-HQ") == "removed"
    assert rules(match.log, "hq_lost") == [LOST[game]]


@RULES
@BOTH
def test_an_hq_stays_while_one_of_the_units_it_stood_with_lives_elsewhere(game: str) -> None:
    """It goes with the one that dies; the other has gone another way, with one step less."""
    found = laid({**TWO, **RING, "9K-HQ": "0637", "26K-1": "0637"}, game)
    found.put("9K-561", "0637", steps=1)
    match = driven_off(found)
    for text in ("apart 26K-1", "retreat 0737", "retreat 0738"):
        match.play(text)
    assert where(match, "9K-561") == "eliminated" and where(match, "26K-1") == "0737"
    assert where(match, "9K-HQ") == "0738"


@RULES
@BOTH
def test_a_barrage_that_kills_a_stack_costs_its_hq(game: str) -> None:
    for unit, lost in (("VS-1", True), ("26K-1", False)):
        found = laid({unit: "0637", "9K-HQ": "0637"}, game)
        combat = found.tables.combat
        column = combat.columns.index(found.rules.edition.barrage_column)
        found.play.state.chance.dice += [die for die in range(1, 7) if combat.result(column, die).defender_steps == 1][
            :1
        ]
        shell(found.play, found.hex("0637"), change=0)
        match = found.match()
        assert (where(match, "9K-HQ") == "removed") is lost
        assert rules(match.log, "hq_lost") == ([LOST[game]] if lost else [])


@RULES
@BOTH
def test_an_attackers_hq_is_lost_with_its_whole_stack_in_the_second_edition_only(game: str) -> None:
    found = laid({"39A-HQ": "0636", "26K-1": "0637"}, game)
    found.put("39A-5G", "0636", steps=1)
    match = found.fight(SOVIET, "39A-5G")
    events = attack(match, "0637", 1, ["39A-5G"])  # A2 here, A2r there, at 1-2
    assert where(match, "39A-5G") == "eliminated"
    assert where(match, "39A-HQ") == ("0636" if game == FIRST else "removed")
    assert rules(events, "hq_lost") == ([] if game == FIRST else [LOST[game]])


@RULES
@BOTH
def test_an_attackers_hq_beside_one_that_did_not_attack_is_never_lost(game: str) -> None:
    found = laid({"39A-HQ": "0636", "39A-152": "0636", "26K-1": "0637"}, game)
    found.put("39A-5G", "0636", steps=1)
    match = found.fight(SOVIET, "39A-5G")
    attack(match, "0637", 1, ["39A-5G"])
    assert where(match, "39A-5G") == "eliminated" and where(match, "39A-HQ") == "0636"


@pytest.mark.rule("koenigsberg45 12.1c(2)", "koenigsberg45 5.1a")
def test_who_dies_of_overstacking_takes_no_hq_along() -> None:
    """The strongest of three loses a step and goes on to where an HQ stands alone; a zone there is the end of it."""
    found = laid(
        {**TWO, **RING, "11GA-36G": "0737", "9K-HQ": "0738", "9K-561": "0637", "9K-548": "0637", "26K-1": "0637"}
    )
    enforce(found.play)
    match = found.match()
    assert where(match, "26K-1") == "eliminated" and where(match, "9K-HQ") == "0738"
