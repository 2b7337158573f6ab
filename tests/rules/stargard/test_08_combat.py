"""8.2 to 8.5, 8.8, 1.5, 12.9, 13.0: odds, shifts, halvings, air support."""

import pytest

from countermarch.games.base import Preview
from countermarch.games.chitpull.air import recover
from countermarch.games.chitpull.state import GROUNDED, READY, REFIT
from tests.rules.stargard.table import (
    GERMAN,
    SOVIET,
    Pomerania,
    attack,
    cited,
    happened,
    reasons,
    refused,
    texts,
    where,
)

GUARDS = {"12G": "16.23", "75G": "15.24"}


def preview(table: Pomerania, target: str, *attackers: str, **support: str) -> Preview:
    return table.match().preview(target, list(attackers), dict(support))


def parts(answer: Preview) -> dict[str, tuple[float, str]]:
    return {str(part.text): (part.value, str(part.citation)) for part in answer.parts}


@pytest.mark.rule("stargard-design 8.2")
def test_an_attack_is_named_added_up_divided_shifted_rolled_and_carried_out() -> None:
    table = Pomerania()
    table.lay({**GUARDS, "48/23SS": "16.24"})
    answer = preview(table, "16.24", "12G", "75G")
    assert (answer.attack, answer.defence, answer.column) == (10, 4, "2-1")
    assert sum(answer.results.values()) == pytest.approx(1)
    match = table.fight(SOVIET, *GUARDS)
    match.play("attack 16.24")
    match.play("with 12G")
    match.play("with 75G")
    match.next_dice(6)
    told = happened(match.play("resolve"), "attack")[0].params
    assert (told["odds"], told["die"], told["result"]) == ("2-1", 6, "DR1")


@pytest.mark.rule("stargard-design 8.3")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "16.23", "23G": "17.24", "307/163": "16.24", "310/163": "15.23"})
    match = table.fight(SOVIET, "12G", "75G", "23G")
    attack(match, "16.24", 1, ["12G"])
    while not all(text.startswith(("attack", "done")) for text in texts(match)):
        match.play(match.legal()[0])
    assert "attack 16.24" not in texts(match)
    assert str(refused(match, "attack 16.24").citation) == "stargard-design 8.3"
    match.play("attack 15.23")  # the other unit of the stack goes elsewhere
    assert str(refused(match, "with 12G").citation) == "stargard-design 8.3"


@pytest.mark.rule("stargard-design 8.3")
def test_lone_hqs_are_not_attacked_and_a_hex_defends_as_a_whole() -> None:
    table = Pomerania()
    table.lay({**GUARDS, "3SS-HQ": "15.23", "307/163": "16.24", "310/163": "16.24"})
    match = table.fight(SOVIET, *GUARDS)
    assert str(refused(match, "attack 15.23").citation) == "stargard-design 8.3"
    assert match.preview("16.24", ["12G"]).defence == 6


@pytest.mark.rule("stargard-design 8.4")
@pytest.mark.parametrize(
    ("defenders", "column"),
    [({"12G": 0}, None), ({"48/23SS": 0}, "2-1"), ({"307/163": 0}, "3-1"), ({"3Al": 0}, "5-1"), ({"VS1": 0}, "8-1")],
)
def test_columns_from_one_to_two_up_to_eight_to_one(defenders: dict[str, int], column: str | None) -> None:
    if column is None:
        table = Pomerania()
        table.lay({"3Al": "16.23", "12G": "16.24"})
        answer = preview(table, "16.24", "3Al")
        assert answer.column is None and str(answer.refusal.citation) == "stargard-design 8.4"  # type: ignore[union-attr]
        return
    table = Pomerania()
    table.lay({**GUARDS, **dict.fromkeys(defenders, "16.24")})
    assert preview(table, "16.24", "12G", "75G").column == column


@pytest.mark.rule("stargard-design 8.4")
def test_a_defence_of_zero_is_eight_to_one() -> None:
    table = Pomerania()
    table.put("12G", "16.23")
    table.put("VS1", "16.24", supply=2)
    assert preview(table, "16.24", "12G").column == "8-1"


@pytest.mark.rule("stargard-design 8.4", "stargard-design 1.5")
def test_an_attack_rounded_to_nothing_is_none() -> None:
    table = Pomerania()
    table.put("3Al", "16.23", supply=1)
    table.put("85", "16.24")
    answer = preview(table, "16.24", "3Al")
    assert (answer.attack, answer.column) == (0, None)
    assert answer.refusal is not None and str(answer.refusal.citation) == "stargard-design 8.4"
    assert table.fight(GERMAN, "3Al").to_act is None


@pytest.mark.rule("stargard-design 8.5", "stargard-design 8.4")
@pytest.mark.parametrize(("third", "offered"), [("", False), ("85", True)])
def test_no_way_round_the_walls_of_a_fortress(third: str, offered: bool) -> None:
    """Nine to five is 1-1, in a town 1-2, behind walls nothing; twelve to five is 2-1 and just enough."""
    table = Pomerania()
    around(table, "26.07", "12G", "397", *([third] if third else []))
    table.put("Gar-Arnswalde", "26.07")
    table.play.state.quota = 2
    match = table.fight(SOVIET, "12G", "397", *([third] if third else []))
    assert ("attack 26.07" in texts(match)) is offered


@pytest.mark.rule("stargard-design 8.5", "stargard-design 8.4")
def test_a_fortress_in_soviet_hands_is_attacked_like_any_town() -> None:
    """Six to five is 1-1, in a town 1-2: just enough, for the walls help Germans only."""
    table = Pomerania()
    around(table, "26.07", "48/23SS", "307/163")
    table.put("397", "26.07")
    match = table.fight(GERMAN, "48/23SS", "307/163")
    assert texts(match) == ["attack 26.07", "done"]
    match.play("attack 26.07")
    match.play("with 48/23SS")
    match.play("with 307/163")
    assert texts(match) == ["resolve"] and match.preview("26.07", ["48/23SS", "307/163"]).column == "1-2"


@pytest.mark.rule("stargard-design 1.5")
def test_fractions_are_dropped_hex_by_hex_after_halving() -> None:
    """Two and a half from each of two hexes make four, from one hex five."""
    apart = Pomerania()
    apart.put("12G", "16.23", supply=1)
    apart.put("75G", "15.24", supply=1)
    apart.put("3Al", "16.24")
    answer = preview(apart, "16.24", "12G", "75G")
    assert answer.attack == 4 and parts(answer)["rounded down"] == (-0.5, "stargard-design 1.5")
    together = Pomerania()
    together.put("12G", "16.23", supply=1)
    together.put("75G", "16.23", supply=1)
    together.put("3Al", "16.24")
    assert preview(together, "16.24", "12G", "75G").attack == 5


def around(table: Pomerania, target: str, *units: str) -> None:
    hexes = [table.tables.numbers[h] for h in table.tables.attack_to[table.hex(target)]]
    table.lay(dict(zip(units, hexes, strict=False)))


@pytest.mark.rule("stargard-design 8.5")
@pytest.mark.parametrize(
    ("target", "word", "columns"), [("29.16", "town", -1), ("18.13", "city", -2), ("07.16", "city", -2)]
)
def test_towns_shift_one_column_and_cities_two(target: str, word: str, columns: int) -> None:
    table = Pomerania()
    around(table, target, "12G", "75G", "23G")
    table.put("3Al", target)
    answer = preview(table, target, "12G", "75G")
    assert parts(answer)[word] == (columns, "stargard-design 8.5")
    assert ("Festung line" in parts(answer)) is (target == "07.16")


@pytest.mark.rule("stargard-design 8.5")
def test_a_fortress_helps_germans_only() -> None:
    table = Pomerania()
    around(table, "26.07", "12G", "75G")
    table.put("Gar-Arnswalde", "26.07")
    assert parts(preview(table, "26.07", "12G", "75G"))["Festung line"] == (-1, "stargard-design 8.5")
    back = Pomerania()
    around(back, "26.07", "23/11SS", "24/11SS")
    back.put("85", "26.07")
    assert "Festung line" not in parts(preview(back, "26.07", "23/11SS", "24/11SS"))


@pytest.mark.rule("stargard-design 8.5")
def test_a_field_line_helps_if_every_attacker_crosses_it() -> None:
    table = Pomerania()
    tables = table.tables
    h = next(
        h
        for h in range(tables.n)
        if sum(code == 1 for code in tables.fort[6 * h : 6 * h + 6]) >= 1
        and any(code == 0 and tables.dry[6 * h + d] for d, code in enumerate(tables.fort[6 * h : 6 * h + 6]))
    )
    lined = next(tables.nbr[6 * h + d] for d in range(6) if tables.fort[6 * h + d] == 1)
    free = next(tables.nbr[6 * h + d] for d in range(6) if tables.fort[6 * h + d] == 0 and tables.dry[6 * h + d])
    target = tables.numbers[h]
    table.lay({"12G": tables.numbers[lined], "75G": tables.numbers[free], "3Al": target})
    assert parts(preview(table, target, "12G"))["defence line"] == (-1, "stargard-design 8.5")
    assert "defence line" not in parts(preview(table, target, "12G", "75G"))


@pytest.mark.rule("stargard-design 8.5")
def test_attackers_over_a_major_river_are_halved_even_on_a_bridge() -> None:
    table = Pomerania()
    tables = table.tables
    layer = tables.board.side_layer("river")
    s = next(s for s in range(6 * tables.n) if tables.nbr[s] >= 0 and layer.name(s) == "major" and tables.road[s])
    a, b = tables.numbers[tables.nbr[s]], tables.numbers[s // 6]
    table.lay({"12G": a, "3Al": b})
    halved = [part for part in preview(table, b, "12G").parts if "half" in str(part.text)]
    assert [(part.value, str(part.citation)) for part in halved] == [(-2.5, "stargard-design 8.5")]


@pytest.mark.rule("stargard-design 8.5")
def test_mechanised_attackers_off_the_road_into_marsh_are_halved() -> None:
    table = Pomerania()
    tables = table.tables
    s = next(
        s
        for s in range(6 * tables.n)
        if tables.nbr[s] >= 0
        and tables.board.terrain(s // 6) == "marsh"
        and not tables.settlement[s // 6]
        and tables.dry[s]
        and not tables.road[s]
        and not tables.halving[s]
    )
    a, b = tables.numbers[tables.nbr[s]], tables.numbers[s // 6]
    table.lay({"21/10SS": a, "48/23SS": a, "85": b})
    answer = preview(table, b, "21/10SS", "48/23SS")
    halved = [part for part in answer.parts if "half" in str(part.text)]
    assert len(halved) == 1 and (halved[0].value, str(halved[0].citation)) == (-2, "stargard-design 8.5")
    assert answer.attack == 2 + 3
    assert parts(answer)["marsh"] == (-1, "stargard-design 8.5")


@pytest.mark.rule("stargard-design 8.5")
def test_settlements_cancel_neither_losses_nor_retreats() -> None:
    table = Pomerania()
    around(table, "29.16", "12G", "75G", "23G", "52G", "40G/11GT", "44G/11GT")
    table.put("307/163", "29.16")
    ids = ("12G", "75G", "23G", "52G", "40G/11GT", "44G/11GT")
    joined = [id for id in ids if where(table.match(), id) != "removed"]
    match = table.fight(SOVIET, *joined)
    assert match.preview("29.16", joined).spared == (0, 0)
    events = attack(match, "29.16", 6, joined)
    result = str(happened(events, "attack")[0].params["result"])
    assert result.startswith("D") and "R" in result
    assert where(match, "307/163") != "29.16" or match.to_act == "german"
    assert not happened(events, "loss_ignored") and not happened(events, "retreat_ignored")


@pytest.mark.rule("stargard-design 8.8", "stargard-design 12.4")
def test_who_cannot_attack_alone_may_join_and_pay() -> None:
    table = Pomerania()
    table.lay({"VS1": "16.23", "48/23SS": "16.23", "85": "16.24"})
    match = table.fight(GERMAN, "VS1", "48/23SS")
    match.play("attack 16.24")
    assert {"with VS1", "with 48/23SS"} <= set(texts(match))
    match.play("with VS1")
    assert "resolve" not in texts(match)
    alone = Pomerania()
    alone.lay({"VS1": "16.23", "85": "16.24"})
    answer = preview(alone, "16.24", "VS1")
    assert answer.refusal is not None and str(answer.refusal.citation) == "stargard-design 8.8"


@pytest.mark.rule("stargard-design 12.4")
def test_a_garrison_neither_moves_nor_advances() -> None:
    table = Pomerania()
    table.put("Gar-Pyritz", "15.07")
    match = table.move(GERMAN, "Gar-Pyritz")
    assert match.to_act is None
    assert table.rules.questions.why_not(table.play, ["Gar-Pyritz"], "15.08", "regular") is not None


@pytest.mark.rule("stargard-design 12.9")
@pytest.mark.parametrize(("turn", "column"), [(1, "1-1"), (7, "1-1"), (8, "2-1")])
def test_until_turn_seven_soviet_attacks_are_a_column_worse(turn: int, column: str) -> None:
    table = Pomerania(turn=turn)
    table.lay({**GUARDS, "48/23SS": "16.24"})
    answer = preview(table, "16.24", "12G", "75G")
    assert answer.column == column
    if turn < 8:
        assert parts(answer)["exhausted front"] == (-1, "stargard-design 12.9")


@pytest.mark.rule("stargard-design 12.9")
def test_german_attacks_are_not() -> None:
    table = Pomerania(turn=1)
    table.lay({"23/11SS": "16.23", "24/11SS": "16.23", "85": "16.24"})
    assert preview(table, "16.24", "23/11SS", "24/11SS").column == "4-1"


# air


def flying(*ready: str, turn: int = 8) -> Pomerania:
    table = Pomerania(turn=turn)
    for id in ready:
        table.box(id, READY)
    return table


@pytest.mark.rule("stargard-design 13.1")
def test_two_air_units_at_most_normal_or_full() -> None:
    table = flying("3BAC", "6SAC", "3FAC")
    table.lay({**GUARDS, "48/23SS": "16.24"})
    match = table.fight(SOVIET, *GUARDS)
    match.play("attack 16.24")
    match.play("with 12G")
    match.play("air 3BAC normal")
    match.play("air 6SAC full")
    assert reasons(match, "air 3FAC normal") == {"air 3FAC normal": "stargard-design 13.1 air_limit"}
    match.next_dice(6)
    told = happened(match.play("resolve"), "attack")[0].params
    assert told["odds"] == "4-1"  # 5 to 4 and three columns
    assert (where(match, "3BAC"), where(match, "6SAC"), where(match, "3FAC")) == ("refit", "grounded", "ready")


@pytest.mark.rule("stargard-design 13.1")
def test_a_die_of_one_grounds_all_of_them() -> None:
    table = flying("3BAC", "6SAC")
    table.lay({**GUARDS, "48/23SS": "16.24"})
    match = table.fight(SOVIET, *GUARDS)
    events = attack(match, "16.24", 1, ["12G", "75G"], "air 3BAC normal", "air 6SAC normal")
    assert (where(match, "3BAC"), where(match, "6SAC")) == ("grounded", "grounded")
    assert cited(events, "air_fails") == ["stargard-design 13.1"]


@pytest.mark.rule("stargard-design 13.2")
def test_refitted_units_return_and_then_grounded_ones_refit() -> None:
    table = Pomerania()
    table.box("3BAC", REFIT)
    table.box("6SAC", GROUNDED)
    recover(table.play)
    match = table.match()
    assert (where(match, "3BAC"), where(match, "6SAC")) == ("ready", "refit")
    assert cited(table.play.events, "air_ready") == ["stargard-design 13.2"]
    assert cited(table.play.events, "air_refits") == ["stargard-design 13.2"]


@pytest.mark.rule("stargard-design 13.4")
def test_rudel_hunts_mechanised_units() -> None:
    table = flying("Rudel", "1/JG")
    table.lay({"23/11SS": "16.23", "24/11SS": "16.23", "85": "16.24"})
    tank = preview(table, "16.24", "23/11SS", Rudel="normal")
    assert parts(tank)["Rudel, normal attack"][0] == 2
    assert parts(preview(table, "16.24", "23/11SS", Rudel="full"))["Rudel, full attack"][0] == 2
    foot = flying("Rudel")
    foot.lay({"23/11SS": "16.23", "397": "16.24"})
    assert parts(preview(foot, "16.24", "23/11SS", Rudel="normal"))["Rudel, normal attack"][0] == 1


@pytest.mark.rule("stargard-design 13.4")
def test_all_air_units_give_three_columns_at_most() -> None:
    table = flying("3BAC", "6SAC")
    table.lay({**GUARDS, "48/23SS": "16.24"})
    answer = preview(table, "16.24", "12G", **{"3BAC": "full", "6SAC": "full"})
    assert answer.column == "4-1"
    assert parts(answer)["beyond the most that air units may give"] == (-1, "stargard-design 13.4")


@pytest.mark.rule("stargard-design 13.1")
def test_a_preview_takes_only_air_units_that_could_fly() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "48/23SS": "16.24"})
    for id in ("3BAC", "6SAC", "3FAC", "Rudel"):
        table.box(id, READY)
    table.box("9SAC", GROUNDED)
    match = table.match()
    assert match.preview("16.24", ["12G"], {"3BAC": "full", "6SAC": "normal"}).column is not None
    for wings in (("3BAC", "6SAC", "3FAC"), ("9SAC",), ("Rudel",)):
        answer = match.preview("16.24", ["12G"], dict.fromkeys(wings, "full"))
        assert answer.refusal is not None and str(answer.refusal.citation) == "stargard-design 13.1"


# 1.6


@pytest.mark.rule("stargard-design 1.6", "stargard-design 8.3")
def test_under_fog_an_attack_is_announced_with_its_units_and_may_lapse() -> None:
    """On turn 5 the front is exhausted: one of two is not enough, and then it is too late to bring the other."""
    table = Pomerania(turn=5, fog_of_war="on")
    table.lay({**GUARDS, "48/23SS": "16.24", "49/23SS": "16.24"})
    match = table.fight(SOVIET, *GUARDS)
    match.play("attack 16.24")
    match.play("with 12G")
    assert texts(match) == ["with 75G", "announce"]
    assert cited(match.play("announce"), "revealed") == ["stargard-design 1.6"] and not match.undo()
    assert texts(match) == ["done"] and str(refused(match, "with 75G").citation) == "stargard-design 1.6"
    match.play("done")
    assert table.play.state.fought[table.unit("12G")] == 0
    assert match.to_act is None  # 75G has no other target either
