"""12.1, 12.1.1, 12.3 Air units in combat."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.state import READY, REFIT
from countermarch.match import Match
from tests.rules.koenigsberg.fights import Places, attack, inside, lay
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, refused, texts, where

SOVIET_AIR = ("1AA-1", "1AA-2", "3AA", "4AA-1")


def supported(attackers: Places, others: Places, side: int = SOVIET, air: tuple[str, ...] = SOVIET_AIR) -> Match:
    table = Table()
    lay(table, {**attackers, **others})
    for id in air:
        table.box(id, READY)
    return table.fight(side, *attackers)


@pytest.mark.rule("koenigsberg 12.1")
@pytest.mark.parametrize(
    ("orders", "odds"),
    [
        ((), "1-1"),
        (("air 1AA-1 normal",), "2-1"),
        (("air 1AA-1 full",), "3-1"),
        (("air 1AA-1 full", "air 1AA-2 normal"), "4-1"),
        (("air 1AA-1 full", "air 1AA-2 full"), "5-1"),
    ],
)
def test_each_air_unit_shifts_one_or_two_columns(orders: tuple[str, ...], odds: str) -> None:
    match = supported({"39A-5G": "0636"}, {"9K-561": "0637"})
    events = attack(match, "0637", 6, (), *orders)
    assert happened(events, "attack")[0].params["odds"] == odds


@pytest.mark.rule("koenigsberg 12.1")
def test_the_preview_names_the_shifts() -> None:
    match = supported({"39A-5G": "0636"}, {"9K-561": "0637"})
    preview = match.preview("0637", ["39A-5G"], {"1AA-1": "full", "1AA-2": "normal"})
    shifts = [part for part in preview.parts if ".air_" in part.text.key]
    assert [part.value for part in shifts] == [2, 1] and preview.column == "4-1"
    assert [part.text.key.rpartition("_")[2] for part in shifts] == ["full", "normal"]
    assert {str(part.citation) for part in shifts} == {"koenigsberg 12.1"}


@pytest.mark.rule("koenigsberg 12.1")
def test_at_most_two_in_one_combat() -> None:
    match = supported({"39A-5G": "0636"}, {"9K-561": "0637"})
    match.play("attack 0637")
    match.play("air 1AA-1 normal")
    assert str(refused(match, "air 1AA-1 full").citation) == "koenigsberg 12.1"
    match.play("air 1AA-2 normal")
    assert str(refused(match, "air 3AA normal").citation) == "koenigsberg 12.1"
    assert texts(match) == ["resolve"]


@pytest.mark.rule("koenigsberg 12.1")
def test_only_the_attackers_ready_units_support_a_ground_attack() -> None:
    match = supported({"39A-5G": "0636", "39A-94": "0538"}, {"9K-561": "0637"}, air=("1AA-1", "LW"))
    inside(match).state.hex[inside(match).tables.index["1AA-2"]] = REFIT
    match.play("attack 0637")
    assert not any(text.startswith("air") for text in texts(match))  # a ground unit comes first
    assert str(refused(match, "air 1AA-1 full").citation) == "koenigsberg 12.1"
    match.play("with 39A-5G")
    assert str(refused(match, "air 1AA-2 full").citation) == "koenigsberg 12.1"
    assert str(refused(match, "air LW full").citation) == "koenigsberg 12.1"


@pytest.mark.rule("koenigsberg 12.1", "koenigsberg 9.3.2")
def test_air_units_can_make_an_attack_possible_and_only_what_suffices_is_offered() -> None:
    match = supported({"39A-28G": "0636"}, {"26K-1": "0637", "9K-561": "0637"}, air=("1AA-1",))
    match.play("attack 0637")  # 3 to 12 is 1-4: two columns are needed
    assert texts(match) == ["air 1AA-1 full"]
    match.play("air 1AA-1 full")
    match.next_dice(6)
    events = match.play("resolve")
    assert happened(events, "attack")[0].params["odds"] == "1-2"
    none = supported({"39A-28G": "0636"}, {"26K-1": "0637", "9K-561": "0637"}, air=())
    assert none.to_act is None


@pytest.mark.rule("koenigsberg 12.1.1")
def test_a_full_attack_grounds_and_a_normal_one_refits() -> None:
    match = supported({"39A-5G": "0636"}, {"9K-561": "0637"})
    attack(match, "0637", 6, (), "air 1AA-1 full", "air 1AA-2 normal")
    assert where(match, "1AA-1") == "grounded" and where(match, "1AA-2") == "refit"
    assert where(match, "3AA") == "ready"


@pytest.mark.rule("koenigsberg 12.1.1")
def test_the_luftwaffe_supports_any_german_attack() -> None:
    match = supported({"HG-1HG": "0636"}, {"39A-113": "0637"}, GERMAN, ("LW", "1AA-1"))
    attack(match, "0637", 1, (), "air LW normal")
    assert where(match, "LW") == "refit"


@pytest.mark.rule("koenigsberg 12.3")
def test_a_front_uses_only_its_own_air_units() -> None:
    match = supported({"39A-5G": "0636"}, {"9K-561": "0637"})
    match.play("attack 0637")
    assert "air 3AA full" in texts(match) and "air 4AA-1 full" not in texts(match)
    assert str(refused(match, "air 4AA-1 full").citation) == "koenigsberg 12.3"
    match = supported({"65A-18": "0636"}, {"9K-561": "0637"})
    match.play("attack 0637")
    assert [text for text in texts(match) if text.startswith("air")] == ["air 4AA-1 normal", "air 4AA-1 full"]
