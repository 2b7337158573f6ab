"""The luck of a die, reckoned by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

import countermarch as cm
from countermarch.charts import Stakes, Toll, read_outcome
from countermarch.games.base import Preview
from countermarch.games.seelow.results import read_effect
from countermarch.luck import luck_of, suffering

SIXTH = 1 / 6
STAKES = Stakes(attacker=4, defender=2)
TWO_TO_ONE = {"A1": SIXTH, "A1/D1": SIXTH, "Dr": 2 * SIXTH, "D1r": 2 * SIXTH}


def printed(chances: dict[str, float]) -> Preview:
    outcomes = {code: read_outcome(code) for code in chances}
    return Preview(4, 2, parts=(), column="2-1", results=chances, outcomes=outcomes)


@pytest.mark.parametrize(
    ("result", "value"),
    [("A1", SIXTH / 2 - 0.5), ("A1/D1", 1.5 * SIXTH - 0.5), ("Dr", 3 * SIXTH - 0.5), ("D1r", 5 * SIXTH - 0.5)],
)
def test_luck_is_how_much_worse_it_could_have_been(result: str, value: float) -> None:
    found = luck_of(printed(TWO_TO_ONE), result, STAKES)
    assert found is not None and found.value == pytest.approx(value)


def test_luck_is_nought_on_average_at_any_odds() -> None:
    tables = cm.load("koenigsberg").rules.tables  # type: ignore[attr-defined]
    for column in range(len(tables.combat.columns)):
        preview = Preview.read(tables.combat, column, attack=1, defence=1, parts=())
        lucks = [(chance, luck_of(preview, code, STAKES)) for code, chance in preview.results.items()]
        assert sum(chance * luck.value for chance, luck in lucks if luck) == pytest.approx(0)


def test_expected_and_rolled_steps() -> None:
    """Expected: A1 and A1/D1 cost a step, a third; A1/D1 and D1r take one, a half. D1r: none for one."""
    found = luck_of(printed(TWO_TO_ONE), "D1r", STAKES)
    assert found is not None
    assert found.expected == pytest.approx((2 * SIXTH, 3 * SIXTH)) and found.rolled == (0, 1)
    assert found.swing == pytest.approx(3 * SIXTH + 2 * SIXTH)


def test_nobody_loses_more_steps_than_are_there() -> None:
    found = luck_of(printed({"D2": 0.5, "A1": 0.5}), "D2", Stakes(attacker=0, defender=1))
    assert found is not None and found.rolled == (0, 1) and found.expected == pytest.approx((0, 0.5))


def test_a_starred_loss_falls_due_only_if_the_defender_held() -> None:
    retreat = read_outcome("A1*/Dr")
    assert retreat.toll(STAKES) == Toll(0, 0, 0.5)
    assert retreat.toll(Stakes(4, 2, spared=(0, 1))) == Toll(1, 0, 0)


def test_what_the_defender_may_choose_is_less_than_what_he_must_do() -> None:
    assert read_outcome("P").toll(STAKES).worth < read_outcome("DRo1").toll(STAKES).worth
    assert read_outcome("DRo1").toll(STAKES).worth < read_outcome("DR1").toll(STAKES).worth
    assert read_outcome("A1").toll(STAKES).worth < read_outcome("ARo1").toll(STAKES).worth


def test_results_of_seelow_from_the_best_to_the_worst_for_who_fires_or_attacks() -> None:
    tolls = [read_effect(code).toll(STAKES) for code in ("DE", "D5*", "3*", "D2", "1", "M", "-", "A2", "A5*", "AE")]
    assert [toll.worth for toll in tolls] == sorted((toll.worth for toll in tolls), reverse=True)
    assert tolls[0][:2] == (0, 2) and tolls[-1][:2] == (4, 0)
    last = Stakes(attacker=1, defender=1)
    assert read_effect("DE").toll(last).worth == read_effect("D5*").toll(last).worth


def test_whoever_is_destroyed_need_not_retreat_as_well() -> None:
    """5-1: D1r, D1r2 and D2 against the last step are all the same, and no die is lucky."""
    chances = {"D1r": 2 * SIXTH, "D1r2": 2 * SIXTH, "D2": 2 * SIXTH}
    found = [luck_of(printed(chances), code, Stakes(attacker=4, defender=1)) for code in chances]
    assert [luck.value for luck in found if luck] == [0, 0, 0]
    assert read_outcome("A2").toll(Stakes(2, 2)).worth < read_outcome("A2").toll(Stakes(3, 2)).worth


@dataclass(frozen=True)
class Weather:
    code: str


def test_who_may_suffer_by_an_attack_and_how_likely() -> None:
    assert suffering(printed(TWO_TO_ONE)) == pytest.approx((2 * SIXTH, 5 * SIXTH))
    sheltered = replace(printed(TWO_TO_ONE), spared=(1, 1))
    assert suffering(sheltered) == pytest.approx((2 * SIXTH, 0))  # a town spares the first step and the first hex
    barrage = Preview(26, 0, parts=(), column="25-32", results={"3*": 1}, outcomes={"3*": read_effect("3*")})
    assert suffering(barrage) == (0, 1)


def test_a_die_without_a_scale_has_no_luck() -> None:
    rain = Preview(0, 0, parts=(), column="", results={"rain": 0.5, "sun": 0.5}, outcomes={"rain": Weather("rain")})
    assert luck_of(rain, "rain", STAKES) is None
    assert luck_of(Preview.sure(1, (), read_outcome("D1")), "D1", STAKES) is None
    assert luck_of(printed(TWO_TO_ONE), "unheard of", STAKES) is None
