"""9.3 An attack asked about beforehand: what could not be played is refused by its rule, and the parts add up."""

from __future__ import annotations

import pytest

from countermarch.games.base import Preview
from countermarch.games.chitpull.state import HAFF, ISOLATED, OUT_OF_SUPPLY, READY, REFIT, RESERVE
from countermarch.match import Match
from tests.rules.koenigsberg.fights import lay
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table

LEFT, RIGHT, DEFENDER = {"39A-5G": "0636"}, {"39A-94": "0538"}, {"26K-1": "0637"}


def facing(**more: str) -> Table:
    table = Table()
    lay(table, {**LEFT, **RIGHT, **DEFENDER, **more})
    for id in ("1AA-1", "1AA-2", "3AA", "4AA-1", "LW"):
        table.box(id, READY)
    return table


def ruled_out(preview: Preview) -> str:
    assert preview.refusal is not None and preview.column is None and not preview.results
    return str(preview.refusal.citation)


def fight(table: Table) -> Match:
    return table.fight(SOVIET, "39A-5G", "39A-94")


@pytest.mark.rule("koenigsberg 9.2.1")
def test_nobody_counts_twice() -> None:
    assert ruled_out(fight(facing()).preview("0637", ["39A-5G", "39A-5G"])) == "koenigsberg 9.2.1"


@pytest.mark.rule("koenigsberg 2.1.4")
def test_the_two_fronts_do_not_attack_together() -> None:
    table = facing()
    table.put("2SA-30G", "0638")
    match = fight(table)
    assert ruled_out(match.preview("0637", ["39A-5G", "2SA-30G"])) == "koenigsberg 2.1.4"
    assert match.preview("0637", ["2SA-30G"]).refusal is None


@pytest.mark.rule("koenigsberg 12.1", "koenigsberg 12.3")
@pytest.mark.parametrize(
    ("support", "rule"),
    [
        ({"1AA-1": "full", "1AA-2": "full", "3AA": "normal"}, "12.1"),
        ({"4AA-1": "normal"}, "12.3"),
        ({"LW": "full"}, "12.1"),
    ],
)
def test_air_support_that_could_not_be_given(support: dict[str, str], rule: str) -> None:
    assert ruled_out(fight(facing()).preview("0637", ["39A-5G"], support)) == f"koenigsberg {rule}"


@pytest.mark.rule("koenigsberg 12.1")
def test_air_units_that_refit_do_not_fly() -> None:
    table = facing()
    table.box("1AA-1", REFIT)
    assert ruled_out(fight(table).preview("0637", ["39A-5G"], {"1AA-1": "full"})) == "koenigsberg 12.1"


@pytest.mark.rule("koenigsberg 11.4(1)", "koenigsberg 11.4(2)", "koenigsberg 11.4(3)")
def test_guns_that_could_not_fire() -> None:
    def asked(target: str, start: str, where: int = HAFF, used: int = 0) -> Preview:
        table = Table(turn=8)
        lay(table, {"9K-56": start, "39A-113": target})
        table.box("Hipper", where)
        table.play.state.hipper_used = used
        return table.fight(GERMAN, "9K-56").preview(target, ["9K-56"], {"Hipper": "guns"})

    assert asked("3129", "3029").attack == 9
    assert ruled_out(asked("3129", "3029", RESERVE)) == "koenigsberg 11.4(1)"
    assert ruled_out(asked("2928", "2828")) == "koenigsberg 11.4(2)"
    assert ruled_out(asked("3129", "3029", used=1)) == "koenigsberg 11.4(3)"
    assert ruled_out(fight(facing()).preview("0637", ["39A-5G", "Hipper"])) == "koenigsberg 4.0"


@pytest.mark.rule("koenigsberg 2.1.2", "koenigsberg 9.3")
def test_the_parts_add_up_to_the_totals() -> None:
    table = facing()
    table.play.state.supply[table.unit("39A-5G")] = OUT_OF_SUPPLY
    preview = fight(table).preview("0637", ["39A-5G", "39A-94"], {"1AA-1": "normal"})
    parts = {
        kind: sum(p.value for p in preview.parts if kind in p.text.key) for kind in ("attack", "halved", "rounded")
    }
    assert preview.attack == 9 == sum(parts.values())  # 7 halved and 6
    assert preview.defence == 7 == sum(p.value for p in preview.parts if "defence" in p.text.key)
    assert preview.column == "2-1" and sum(preview.results.values()) == pytest.approx(1)


@pytest.mark.rule("koenigsberg 12.1", "koenigsberg 9.3(2)")
def test_air_attacks_and_isolation_count_for_what_they_are() -> None:
    for strike, columns in (("normal", 1), ("full", 2)):
        parts = fight(facing()).preview("0637", ["39A-5G"], {"1AA-1": strike}).parts
        assert [part.value for part in parts if str(part.citation) == "koenigsberg 12.1"] == [columns]
    table = facing()
    table.play.state.supply[table.unit("26K-1")] = ISOLATED
    found = fight(table).preview("0637", ["39A-5G"])
    halved = [part.value for part in found.parts if str(part.citation) == "koenigsberg 9.3(2)"]
    assert halved == [-3.5] and found.defence == 3


@pytest.mark.rule("koenigsberg 9.3.1")
def test_open_ground_shifts_nothing_and_is_not_mentioned() -> None:
    parts = fight(facing()).preview("0637", ["39A-5G"]).parts
    assert all(str(part.citation) != "koenigsberg 9.3.1" for part in parts)
