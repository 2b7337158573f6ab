"""8.1, 9.1 Who is sheltered by settlements: both sides here, the defender alone in the second edition, or as agreed."""

from __future__ import annotations

from typing import Any

import pytest

import countermarch as cm
from tests.rules.koenigsberg.fights import attack
from tests.rules.koenigsberg.table import SOVIET, steps
from tests.rules.koenigsberg45.both import FIRST, SECOND, laid, rules

BOTH = pytest.mark.parametrize("game", [FIRST, SECOND])
VALUES = pytest.mark.parametrize("value", ["all", "defenders"])
IGNORED = {FIRST: "koenigsberg45 8.1", SECOND: "koenigsberg 9.4.4"}
TOWN, FIELD, TARGET = "1624", "1523", "1623"  # Sensburg and open ground beside the target


def hurt(
    attackers: dict[str, str], game: str, lost: int = 1, target: str = TARGET, **options: Any
) -> tuple[dict[str, int], list[str]]:
    """Attackers with so many steps to lose: what each has left, and the rule by which a loss is ignored."""
    found = laid({**attackers, "26K-349": target, "26K-1": target}, game, **options)
    match = found.fight(SOVIET, *attackers)
    combat = found.tables.combat
    column = combat.columns.index(str(match.preview(target, list(attackers)).column))
    results = [combat.result(column, die) for die in range(1, 7)]
    die = 1 + next(at for at, it in enumerate(results) if it.attacker_steps == lost and not it.starred)
    events = attack(match, target, die, list(attackers))
    return {id: steps(match, id) for id in attackers}, rules(events, "attackers_ignore")


@pytest.mark.rule("koenigsberg45 8.1", "koenigsberg 9.4.4")
def test_the_default_shelters_both_sides_here_and_defenders_there() -> None:
    defaults = {g: {o.key: o.default for o in cm.load(g).info.options}["settlement_shelter"] for g in (FIRST, SECOND)}
    assert defaults == {FIRST: "all", SECOND: "defenders"}


@pytest.mark.rule("koenigsberg45 8.1", "koenigsberg 9.4.4")
@BOTH
@VALUES
def test_an_attacker_in_a_town_ignores_his_first_loss_if_all_are_sheltered(game: str, value: str) -> None:
    left, ignored = hurt({"39A-5G": TOWN}, game, settlement_shelter=value)
    assert left == {"39A-5G": 2 if value == "all" else 1}
    assert ignored == ([IGNORED[game]] if value == "all" else [])


@pytest.mark.rule("koenigsberg45 8.1", "koenigsberg45 8.0a")
def test_only_the_first_loss_is_ignored_and_only_of_the_strongest() -> None:
    strong, weak = "39A-5G", "39A-94"
    assert hurt({strong: TOWN, weak: FIELD}, FIRST)[0] == {strong: 2, weak: 2}
    left, ignored = hurt({strong: FIELD, weak: TOWN}, FIRST)
    assert left == {strong: 1, weak: 2} and not ignored


@pytest.mark.rule("koenigsberg45 8.1")
def test_of_two_losses_one_is_taken() -> None:
    left, ignored = hurt({"39A-5G": TOWN}, FIRST, lost=2)
    assert left == {"39A-5G": 1} and ignored == ["koenigsberg45 8.1"]


@pytest.mark.rule("koenigsberg45 8.1")
def test_of_two_equally_strong_the_owner_would_take_the_sheltered_one() -> None:
    left, ignored = hurt({"39A-94": FIELD, "39A-113": TOWN}, FIRST)
    assert left == {"39A-94": 2, "39A-113": 2} and ignored == ["koenigsberg45 8.1"]


@pytest.mark.rule("koenigsberg45 8.1")
def test_a_village_shelters_nobody_from_losses() -> None:
    left, ignored = hurt({"39A-5G": "0606"}, FIRST, target="0607")
    assert left == {"39A-5G": 1} and not ignored
