"""9.3 Odds: halving, columns to the left, and what is below and above the table; with 2.1.1, 2.1.2 and 2.2.10."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.combat import CombatSegment
from countermarch.games.chitpull.state import IN_RANGE, ISOLATED, OUT_OF_SUPPLY
from tests.rules.koenigsberg.fights import attack, lay, ready
from tests.rules.koenigsberg.odds import citation, odds, values
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, refused, texts

# 9.3


@pytest.mark.rule("koenigsberg 9.3")
def test_the_ratio_is_rounded_for_the_defender() -> None:
    table = Table()
    lay(table, {"39A-5G": "0636", "39A-94": "0636", "39A-28G": "0538", "9K-561": "0637"})
    assert odds(table, "0637", ["39A-5G"]).column == "1-1"  # 7 to 5
    assert odds(table, "0637", ["39A-5G", "39A-94"]).column == "2-1"  # 13 to 5
    assert odds(table, "0637", ["39A-28G"]).column == "1-2"  # 3 to 5
    preview = odds(table, "0637", ["39A-5G", "39A-94"])
    assert preview.results == pytest.approx({"A1": 2 / 6, "A1*/Dr": 2 / 6, "D1r": 1 / 6, "D1r2": 1 / 6})


@pytest.mark.rule("koenigsberg 2.1.2", "koenigsberg 9.3")
def test_the_attack_is_resolved_as_previewed() -> None:
    table = Table()
    table.put("39A-5G", "0541", supply=OUT_OF_SUPPLY)
    lay(table, {"39A-94": "0541", "39A-113": "0740", "9K-561": "0640"})
    match = table.fight(SOVIET, "39A-5G", "39A-94", "39A-113")
    foreseen = match.preview("0640", ["39A-5G", "39A-94", "39A-113"])
    events = attack(match, "0640", 1, ["39A-5G", "39A-94", "39A-113"])
    assert values(foreseen, "rounded") == [-0.75] and foreseen.attack == 10 and foreseen.column == "2-1"
    assert happened(events, "attack")[0].params["odds"] == foreseen.column


# 9.3(1) to (3), 2.1.1, 2.1.2


@pytest.mark.rule("koenigsberg 9.3(1)", "koenigsberg 10.3.1")
def test_units_out_of_supply_attack_at_half_and_defend_in_full() -> None:
    table = Table()
    table.put("39A-94", "0636", supply=OUT_OF_SUPPLY)
    table.put("9K-561", "0637", supply=OUT_OF_SUPPLY)
    preview = odds(table, "0637", ["39A-94"])
    assert (preview.attack, preview.defence) == (3, 5)
    assert values(preview, "halved_supply") == [-3]
    assert citation(preview, "halved_supply") == "koenigsberg 9.3(1)"


@pytest.mark.rule("koenigsberg 9.3(2)")
def test_isolated_units_attack_and_defend_at_half() -> None:
    table = Table()
    table.put("39A-94", "0636", supply=ISOLATED)
    table.put("26K-349", "0637", supply=ISOLATED)
    preview = odds(table, "0637", ["39A-94"])
    assert (preview.attack, preview.defence, preview.column) == (3, 3, "1-1")
    assert citation(preview, "halved_isolated") == "koenigsberg 9.3(2)"


@pytest.mark.rule("koenigsberg 9.3(3)")
@pytest.mark.parametrize(("start", "target"), [("0541", "0640"), ("0312", "0311")])
def test_unbridged_rivers_halve_the_attack(start: str, target: str) -> None:
    table = Table()
    lay(table, {"39A-94": start, "9K-561": target})
    preview = odds(table, target, ["39A-94"])
    assert preview.attack == 3 and citation(preview, "halved_river") == "koenigsberg 9.3(3)"


@pytest.mark.rule("koenigsberg 9.3(3)", "koenigsberg 2.2.10")
def test_a_bridge_cancels_the_river() -> None:
    table = Table()
    lay(table, {"39A-94": "0439", "9K-561": "0340"})
    assert odds(table, "0340", ["39A-94"]).attack == 6


@pytest.mark.rule("koenigsberg 2.1.1")
def test_example_half_for_terrain_and_half_for_supply_is_a_quarter() -> None:
    table = Table()
    table.put("39A-94", "0541", supply=OUT_OF_SUPPLY)
    table.put("9K-561", "0640")
    preview = odds(table, "0640", ["39A-94"])
    assert values(preview, "halved_supply") == [-3] and values(preview, "halved_river") == [-1.5]
    assert values(preview, "rounded") == [-0.5] and preview.attack == 1


@pytest.mark.rule("koenigsberg 2.1.2")
def test_fractions_are_added_before_rounding_down() -> None:
    table = Table()
    table.put("39A-5G", "0636", supply=OUT_OF_SUPPLY)
    table.put("28A-3G", "0538", supply=OUT_OF_SUPPLY)
    table.put("26K-1", "0637")
    both = odds(table, "0637", ["39A-5G", "28A-3G"])
    assert (both.attack, both.column) == (7, "1-1") and not values(both, "rounded")
    one = odds(table, "0637", ["39A-5G"])
    assert values(one, "rounded") == [-0.5] and citation(one, "rounded") == "koenigsberg 2.1.2"
    assert one.refusal is not None  # 3 to 7


@pytest.mark.rule("koenigsberg 2.2.10", "koenigsberg 9.3(3)")
def test_a_bridge_over_a_major_river_undoes_the_halving() -> None:
    table = Table()
    lay(table, {"39A-5G": "0113", "9K-561": "0114"})
    assert table.tables.board.side("river", table.hex("0113"), table.hex("0114")) == "major"
    found = odds(table, "0114", ["39A-5G"])
    assert found.attack == 7 and values(found, "halved") == []


# 9.3.1


@pytest.mark.rule("koenigsberg 9.3.1")
@pytest.mark.parametrize(
    ("target", "start", "key", "shift"),
    [("1824", "1823", "forest", 1), ("0324", "0323", "marsh", 1), ("2220", "2320", "city", 1)],
)
def test_the_defenders_terrain_shifts_the_column(target: str, start: str, key: str, shift: int) -> None:
    table = Table()
    lay(table, {"39A-5G": start, "39A-94": start, "9K-561": target})
    preview = odds(table, target, ["39A-5G", "39A-94"])
    assert values(preview, f"shift_{key}") == [-shift]
    assert citation(preview, f"shift_{key}") == "koenigsberg 9.3.1"
    assert preview.column == "1-1"  # 13 to 5, one to the left


@pytest.mark.rule("koenigsberg 9.3.1")
def test_shifts_add_up_in_a_fortress_city() -> None:
    table = Table()
    lay(table, {"3BF-2G": "2933", "3BF-1": "2933", "39A-5G": "2832", "39A-94": "2832", "Gar-Elbing": "2932"})
    preview = odds(table, "2932", ["3BF-2G", "3BF-1", "39A-5G", "39A-94"])
    assert values(preview, "shift_city") == [-1] and values(preview, "line_festung") == [-2]
    assert preview.column == "4-1"  # 30 to 4


@pytest.mark.rule("koenigsberg 9.3.1")
def test_a_line_helps_only_if_every_attacker_crosses_it() -> None:
    table = Table()
    lay(table, {"39A-5G": "1240", "39A-94": "1239", "39A-113": "1339", "9K-561": "1340"})
    assert values(odds(table, "1340", ["39A-5G", "39A-94"]), "line_defensive") == [-1]
    assert not values(odds(table, "1340", ["39A-5G", "39A-94", "39A-113"]), "line_defensive")


@pytest.mark.rule("koenigsberg 9.3.1")
def test_soviets_do_not_profit_from_lines() -> None:
    table = Table()
    lay(table, {"HG-1HG": "1240", "39A-28G": "1340"})
    assert odds(table, "1340", ["HG-1HG"]).column == "4-1"


@pytest.fixture
def mixed(monkeypatch: pytest.MonkeyPatch) -> Table:
    """1340 with a Festung on the side to 1240; the map has no hex with both kinds."""
    table = Table()
    fort = table.tables.fort[:]
    fort[table.tables.slot(table.hex("1340"), table.hex("1240"))] = 2
    monkeypatch.setattr(table.tables, "fort", fort)
    return table


@pytest.mark.rule("koenigsberg 9.3.1")
def test_a_mixture_of_lines_counts_as_festung(mixed: Table) -> None:
    lay(mixed, {"39A-5G": "1240", "39A-94": "1239", "9K-561": "1340"})
    assert values(odds(mixed, "1340", ["39A-5G", "39A-94"]), "line_festung") == [-2]


@pytest.mark.rule("koenigsberg 9.3.1", "koenigsberg 9.3.2")
def test_a_unit_that_would_spoil_the_odds_for_good_cannot_join(mixed: Table) -> None:
    match = ready({"39A-5G": "1239", "39A-28G": "1240"}, {"26K-1": "1340"}, table=mixed)
    match.play("attack 1340")
    assert "with 39A-28G" not in texts(match)  # 10 to 7, two columns to the left
    assert str(refused(match, "with 39A-28G").citation) == "koenigsberg 9.3.2"
    match.play("with 39A-5G")
    assert "resolve" in texts(match)  # 7 to 7, one to the left


@pytest.mark.rule("koenigsberg 9.3.1", "koenigsberg 9.3.2")
def test_lines_do_not_help_soviets_to_be_spared_an_attack() -> None:
    """1-2 exactly, over a defence line: one column less and there would be no attack."""
    table = Table()
    table.put("9K-561", "1240", steps=2)
    table.put("39A-152", "1340")
    assert table.tables.fort[table.tables.slot(table.hex("1340"), table.hex("1240"))]
    match = table.fight(GERMAN, "9K-561")
    assert "attack 1340" in texts(match)  # two to four
    match.play("attack 1340")
    assert texts(match) == ["resolve"] and match.preview("1340", ["9K-561"]).column == "1-2"


@pytest.mark.rule("koenigsberg 9.3.1", "koenigsberg 9.3.2")
def test_a_unit_over_a_festung_must_make_up_for_it_by_its_own_strength(mixed: Table) -> None:
    match = ready({"39A-5G": "1239", "31A-71": "1240"}, {"26K-1": "1340"}, table=mixed)
    match.play("attack 1340")
    assert "with 31A-71" not in texts(match)  # 11 to 7 and two to the left; 15 would be enough
    match.play("with 39A-5G")
    assert texts(match) == ["resolve"]


@pytest.mark.rule("koenigsberg 9.3.1", "koenigsberg 4.2.1")
@pytest.mark.parametrize(("start", "offered"), [("1240", False), ("1440", True)])
def test_an_independent_frees_an_attack_from_the_line_only_over_open_ground(
    mixed: Table, start: str, offered: bool
) -> None:
    lay(mixed, {"31A-71": "1240", "3BF-43G": start, "26K-1": "1340"})
    state = mixed.play.state
    state.quota = 1
    state.active[mixed.unit("3BF-43G")] = IN_RANGE
    match = mixed.fight(SOVIET, "31A-71")  # four, and three more with the independent, to seven
    assert ("attack 1340" in texts(match)) == offered
    if offered:
        match.play("attack 1340")
        assert "with 31A-71" in texts(match) and "with 3BF-43G" in texts(match)


@pytest.mark.rule("koenigsberg 9.3.1", "koenigsberg 9.3.2", "koenigsberg 9.3(1)")
@pytest.mark.parametrize(("supplied", "offered"), [(0, True), (OUT_OF_SUPPLY, False)])
def test_the_independent_over_open_ground_counts_once(mixed: Table, supplied: int, offered: bool) -> None:
    mixed.put("31A-71", "1240", supply=supplied)
    mixed.put("3BF-43G", "1440", supply=supplied)
    mixed.put("26K-1", "1340")
    state = mixed.play.state
    state.quota = 2  # a second place does not double it
    state.active[mixed.unit("3BF-43G")] = IN_RANGE
    match = mixed.fight(SOVIET, "31A-71")  # seven to seven, or three
    assert ("attack 1340" in texts(match)) == offered


@pytest.mark.rule("koenigsberg 9.3.1", "koenigsberg 4.2.1")
@pytest.mark.parametrize(("places", "offered"), [(1, False), (2, True)])
def test_two_independents_together_one_of_them_over_open_ground(mixed: Table, places: int, offered: bool) -> None:
    lay(mixed, {"3BF-2G": "1240", "3BF-43G": "1440", "26K-1": "1340", "26K-69": "1340"})
    state = mixed.play.state
    state.quota = places
    for id in ("3BF-2G", "3BF-43G"):
        state.active[mixed.unit(id)] = IN_RANGE
    match = mixed.push(CombatSegment(SOVIET))  # nine over a Festung, or three, or twelve to thirteen
    assert ("attack 1340" in texts(match)) == offered


# 9.3.2


@pytest.mark.rule("koenigsberg 9.3.2")
def test_an_attack_below_1_2_is_not_possible() -> None:
    match = ready({"39A-28G": "0636", "39A-5G": "0438"}, {"26K-1": "0637", "9K-561": "0439"})
    assert "attack 0637" not in texts(match)
    assert str(refused(match, "attack 0637").citation) == "koenigsberg 9.3.2"
    preview = match.preview("0637", ["39A-28G"])
    assert preview.column is None and str(preview.refusal and preview.refusal.citation) == "koenigsberg 9.3.2"


@pytest.mark.rule("koenigsberg 9.3.2")
def test_above_7_1_the_last_column_is_used_after_all_shifts() -> None:
    table = Table()
    lay(table, {"3BF-2G": "1823", "3BF-1": "1823", "39A-5G": "1724", "39A-94": "1724", "Ind-627": "1824"})
    preview = odds(table, "1824", ["3BF-2G", "3BF-1", "39A-5G", "39A-94"])
    assert preview.column == "7-1"  # 10-1 before the forest
    assert values(preview, "shift_forest") == [-1]


@pytest.mark.rule("koenigsberg 9.3.2")
def test_a_defence_of_zero_is_attacked_at_7_1_without_shifts(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    weak = list(table.tables.defence)
    weak[table.unit("Ind-627")] = (0, 1)
    monkeypatch.setattr(table.tables, "defence", weak)
    table.put("39A-152", "1823")
    table.put("Ind-627", "1824", supply=ISOLATED)
    preview = odds(table, "1824", ["39A-152"])
    assert preview.column == "7-1" and not values(preview, "shift_forest")
    assert citation(preview, "zero_defence") == "koenigsberg 9.3.2"


@pytest.mark.rule("koenigsberg 9.3.2")
def test_an_attack_rounded_to_zero_is_none() -> None:
    table = Table()
    table.put("39A-152", "0541", supply=OUT_OF_SUPPLY)
    table.put("Ind-277", "0640")
    assert odds(table, "0640", ["39A-152"]).refusal is not None
