"""7.0 Stacking."""

from __future__ import annotations

import pytest

from tests.rules.koenigsberg.table import SOVIET, Table, refused, texts, where


@pytest.mark.rule("koenigsberg 7.0")
def test_two_combat_units_fill_a_hex_whatever_their_strength() -> None:
    table = Table()
    table.put("5A-72", "0637")
    table.put("5A-65", "0637", steps=1)
    table.put("5A-2G", "0638")
    match = table.move(SOVIET, "5A-2G")
    match.play("move 5A-2G")
    refusal = refused(match, "to 0637")
    assert str(refusal.citation) == "koenigsberg 7.0" and "to 0637" not in texts(match)


@pytest.mark.rule("koenigsberg 7.0")
def test_one_hq_may_join_two_combat_units_but_no_second_one() -> None:
    table = Table()
    table.put("5A-72", "0637")
    table.put("5A-65", "0637")
    table.put("5A-HQ", "0638")
    table.put("28A-HQ", "0636")
    match = table.move(SOVIET, "5A-HQ", "28A-HQ")
    match.play("move 5A-HQ")
    match.play("to 0637")
    assert where(match, "5A-HQ") == "0637"
    match.play("move 28A-HQ")
    assert str(refused(match, "to 0637").citation) == "koenigsberg 7.0"


@pytest.mark.rule("koenigsberg 7.0")
def test_a_full_hex_may_be_passed_in_regular_movement() -> None:
    table = Table()
    table.put("5A-72", "0637")
    table.put("5A-65", "0637")
    table.put("5A-45", "0636")
    match = table.move(SOVIET, "5A-45")
    match.play("move 5A-45")
    match.play("to 0638 via 0637")
    assert where(match, "5A-45") == "0638"


@pytest.mark.rule("koenigsberg 7.0")
def test_room_is_counted_when_a_unit_ends_its_move_not_later() -> None:
    table = Table()
    for id in ("5A-72", "5A-65"):
        table.put(id, "0637")
    table.put("5A-45", "0636")
    match = table.move(SOVIET, "5A-72", "5A-45")
    match.play("move 5A-72")
    match.play("to 0638")
    match.play("move 5A-45")
    match.play("to 0637")
    assert where(match, "5A-45") == "0637"


@pytest.mark.rule("koenigsberg 7.0", "koenigsberg 2.1.4")
def test_units_of_both_fronts_may_share_a_hex() -> None:
    table = Table()
    table.put("5A-72", "0637")
    table.put("48A-29", "0636")
    match = table.move(SOVIET, "48A-29")
    match.play("move 48A-29")
    match.play("to 0637")
    assert where(match, "48A-29") == "0637"
