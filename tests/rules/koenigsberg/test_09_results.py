"""9.1 Results: who carries out what, and when the star falls due."""

from __future__ import annotations

import pytest

from countermarch.charts import CombatTable, read_outcome
from tests.rules.koenigsberg.fights import cited, fight, give_way
from tests.rules.koenigsberg.table import Table, happened, steps, texts, where


@pytest.mark.rule("koenigsberg 9.1")
def test_example_d1r2_costs_a_step_and_two_hexes() -> None:
    attackers = {"39A-5G": "0636", "39A-94": "0636"}
    match, events = fight(attackers, {"9K-561": "0637"}, "0637", 6)
    assert happened(events, "attack")[0].params["result"] == "D1r2"
    assert cited(events, "attack") == ["koenigsberg 9.1"]
    match.play("retreat 0738-0838")
    assert steps(match, "9K-561") == 1 and where(match, "9K-561") == "0838"


@pytest.mark.rule("koenigsberg 9.1")
def test_the_defender_carries_out_his_result_first() -> None:
    attackers = {"39A-5G": "1623", "39A-94": "1623"}  # a town: the star falls due
    match, events = fight(attackers, {"9K-561": "1624"}, "1624", 3)
    assert [e.key.rsplit(".")[-1] for e in events] == ["attack", "retreat_ignored", "step_lost"]
    assert steps(match, "39A-5G") == 1


@pytest.mark.rule("koenigsberg 9.1")
@pytest.mark.parametrize(
    ("start", "shelter", "die"), [("3119", "3120", 3), ("1623", "1624", 3), ("1240", "1340", 4), ("2933", "2932", 1)]
)
def test_the_star_falls_due_where_a_settlement_or_line_cancels_the_retreat(start: str, shelter: str, die: int) -> None:
    attackers = {"11GA-8G": start, "11GA-16G": start}
    defender = "Ind-277" if shelter == "2932" else "9K-561"
    match, events = fight(attackers, {defender: shelter}, shelter, die)
    assert happened(events, "attack")[0].params["result"] == "A1*/Dr"
    assert where(match, defender) == shelter
    match.play("lose 11GA-8G")
    assert (steps(match, "11GA-8G"), steps(match, "11GA-16G")) == (1, 2)


@pytest.mark.rule("koenigsberg 9.1")
def test_the_star_lapses_when_the_defender_goes() -> None:
    match, events = fight({"39A-5G": "0636", "39A-94": "0636"}, {"9K-561": "0637"}, "0637", 3)
    assert happened(events, "attack")[0].params["result"] == "A1*/Dr"
    give_way(match, "0738")
    assert steps(match, "39A-5G") == 2 and steps(match, "39A-94") == 2


@pytest.mark.rule("koenigsberg 9.1")
def test_a_defender_destroyed_in_his_retreat_has_retreated() -> None:
    attackers = {"39A-5G": "0636"}
    ring = {"39A-94": "0538", "5A-45": "0838"}  # every way back lies in a Soviet zone
    match, events = fight(attackers, {"Ind-627": "0637", **ring}, "0637", 3)
    assert happened(events, "attack")[0].params["result"] == "A1*/Dr"
    assert texts(match) == ["retreat 0638", "retreat 0737", "retreat 0738"]
    match.play("retreat 0638")
    assert where(match, "Ind-627") == "eliminated"
    assert steps(match, "39A-5G") == 2


@pytest.mark.rule("koenigsberg 9.1", "koenigsberg 9.5.5")
def test_the_star_does_not_fall_due_for_an_immobile_unit_in_the_open() -> None:
    match, events = fight({"39A-5G": "0636"}, {"Gar-Elbing": "0637"}, "0637", 4)
    assert happened(events, "attack")[0].params["result"] == "A1*/Dr"
    assert steps(match, "Gar-Elbing") == 1 and steps(match, "39A-5G") == 2


def reads(table: Table, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """A combat table that has only this result."""
    columns = table.tables.combat.columns
    rows = ((read_outcome(code),) * len(columns),) * 6
    monkeypatch.setattr(table.tables, "combat", CombatTable(columns, rows))


@pytest.mark.rule("koenigsberg 9.1")
def test_the_star_lapses_when_only_the_first_of_two_hexes_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    reads(table, monkeypatch, "A1*/Dr2")
    match, _ = fight({"39A-5G": "3119"}, {"9K-561": "3120"}, "3120", 3, table=table)  # a village
    match.play("retreat 3121")
    assert where(match, "9K-561") == "3121" and steps(match, "39A-5G") == 2
    table = Table()
    reads(table, monkeypatch, "A1*/Dr2")
    match, _ = fight({"39A-5G": "3119"}, {"Gar-Elbing": "3120"}, "3120", 3, table=table)  # stays, but has paid
    assert steps(match, "Gar-Elbing") == 1 and steps(match, "39A-5G") == 2


@pytest.mark.rule("koenigsberg 9.1")
def test_the_star_lapses_where_no_retreat_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    reads(table, monkeypatch, "A1*/D1")
    match, _ = fight({"39A-5G": "0636"}, {"9K-561": "0637"}, "0637", 3, table=table)
    assert (steps(match, "9K-561"), steps(match, "39A-5G")) == (1, 2)


@pytest.mark.rule("koenigsberg 9.1", "koenigsberg 9.6")
def test_attackers_thrown_back_do_not_follow_a_defender_who_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    reads(table, monkeypatch, "Ar/D2")
    match, _ = fight({"39A-5G": "0636"}, {"9K-561": "0637"}, "0637", 3, table=table)
    match.play("retreat 0635")
    assert where(match, "9K-561") == "eliminated" and match.to_act is None


@pytest.mark.rule("koenigsberg 9.1")
def test_attackers_lose_and_retreat() -> None:
    match, events = fight({"39A-5G": "0636"}, {"26K-1": "0637"}, "0637", 1)
    assert happened(events, "attack")[0].params["result"] == "A1r"
    match.play("retreat 0635")
    assert steps(match, "39A-5G") == 1 and where(match, "39A-5G") == "0635"


@pytest.mark.rule("koenigsberg 9.1")
def test_a_result_may_be_nothing() -> None:
    match, events = fight({"39A-152": "0636", "39A-94": "0636"}, {"26K-1": "0637", "26K-69": "0637"}, "0637", 6)
    assert happened(events, "attack")[0].params["result"] == "-"
    assert match.to_act is None and steps(match, "26K-1") == 2
