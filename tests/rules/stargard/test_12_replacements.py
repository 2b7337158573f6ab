"""12.2: replacements, what they cost, and who gets none."""

import pytest

from countermarch.games.chitpull.replacements import Replacements, begin
from countermarch.games.chitpull.state import ELIMINATED
from countermarch.match import Match
from tests.rules.stargard.table import GERMAN, SOVIET, Pomerania, cited, reasons, refused, steps, texts, where


def dead(table: Pomerania, *units: str) -> None:
    for id in units:
        table.play.state.hex[table.unit(id)] = ELIMINATED
        table.play.state.steps[table.unit(id)] = 0


def why(match: Match, text: str) -> str:
    return reasons(match, text)[text]


@pytest.mark.rule("stargard-design 12.2")
@pytest.mark.parametrize(("turn", "side", "points"), [(2, GERMAN, 1), (2, SOVIET, 2), (5, SOVIET, 4), (9, SOVIET, 3)])
def test_the_turn_track_gives_the_points(turn: int, side: int, points: int) -> None:
    table = Pomerania(turn=turn)
    for id, number in (("12G", "16.24"), ("48/23SS", "20.20")):
        table.put(id, number, steps=1)
    begin(table.play, side)
    frame = table.play.state.frames[-1]
    assert isinstance(frame, Replacements) and frame.points == points
    assert texts(table.match()) == ["refit 48/23SS" if side == GERMAN else "refit 12G", "done"]


@pytest.mark.rule("stargard-design 12.2")
def test_no_points_no_question() -> None:
    table = Pomerania(turn=1)
    table.put("48/23SS", "20.20", steps=1)
    begin(table.play, GERMAN)
    assert table.match().to_act is None


@pytest.mark.rule("stargard-design 12.2")
def test_points_are_spent_step_by_step() -> None:
    table = Pomerania()
    table.put("12G", "16.24", steps=1)
    table.put("75G", "16.25", steps=1)
    table.put("33G/9GT", "18.24", steps=1)
    match = table.push(Replacements(SOVIET, 2, ()))
    events = match.play("refit 33G/9GT")  # one point, mechanised or not
    assert steps(match, "33G/9GT") == 2 and cited(events, "refitted") == ["stargard-design 12.2"]
    assert texts(match) == ["refit 12G", "refit 75G", "done"]
    assert why(match, "refit 33G/9GT") == "stargard-design 12.2 full_strength"  # it is at full strength
    match.play("refit 75G")
    assert match.to_act is None and steps(match, "12G") == 1


@pytest.mark.rule("stargard-design 12.2")
def test_points_may_be_let_go() -> None:
    table = Pomerania()
    table.put("12G", "16.24", steps=1)
    match = table.push(Replacements(SOVIET, 2, ()))
    match.play("done")
    assert match.to_act is None and steps(match, "12G") == 1


@pytest.mark.rule("stargard-design 12.2", "stargard-design 12.1.3")
def test_who_gets_no_replacements() -> None:
    table = Pomerania()
    table.put("48/23SS", "16.24", steps=1)
    table.put("49/23SS", "16.25", steps=1, supply=1)
    table.put("12G", "22.22", steps=1)
    table.lay({"3Al": "17.25", "66/27SS": "18.25", "3SS-HQ": "16.26"})
    table.put("Gar-Pyritz", "15.07", steps=1)
    match = table.push(Replacements(GERMAN, 3, ()))
    assert texts(match) == ["refit 48/23SS", "done"]
    assert reasons(
        match,
        "refit 49/23SS",
        "refit 12G",
        "refit 3Al",
        "refit 66/27SS",
        "refit 3SS-HQ",
        "refit Gar-Pyritz",
        "refit 69/28SS",
    ) == {
        "refit 49/23SS": "stargard-design 12.2 replacement_supply",
        "refit 12G": "stargard-design 12.2 not_yours",
        "refit 3Al": "stargard-design 12.2 one_step_replacement",
        "refit 66/27SS": "stargard-design 12.2 full_strength",
        "refit 3SS-HQ": "stargard-design 12.1.3 hq_replacement",
        "refit Gar-Pyritz": "stargard-design 12.2 static_replacement",
        "refit 69/28SS": "stargard-design 12.2 off_map",
    }


@pytest.mark.rule("stargard-design 12.2")
def test_where_and_how_an_eliminated_unit_comes_back() -> None:
    table = Pomerania()
    table.lay({"61-HQ": "16.24", "2GT-HQ": "20.20", "75G": "22.22"})
    dead(table, "12G", "33G/9GT", "11G", "70G")
    match = table.push(Replacements(SOVIET, 3, ()))
    rebuilt = {text for text in texts(match) if text.startswith("rebuild")}
    assert rebuilt == {
        "rebuild 12G 1 16.24",
        "rebuild 12G 2 16.24",
        "rebuild 33G/9GT 1 20.20",
        "rebuild 33G/9GT 2 20.20",
        *(f"rebuild 11G {steps} {number}" for steps in (1, 2) for number in ("16.24", "20.20")),  # independent: any HQ
    }
    assert why(match, "rebuild 12G 1 20.20") == "stargard-design 12.2 not_with_hq"  # not its HQ
    assert why(match, "rebuild 70G 1 16.24") == "stargard-design 12.2 one_step_replacement"  # of one step
    assert why(match, "rebuild 75G 1 16.24") == "stargard-design 12.2 not_eliminated"  # not eliminated
    assert why(match, "rebuild 48/23SS 1 16.24") == "stargard-design 12.2 not_yours"  # not ours
    events = match.play("rebuild 33G/9GT 2 20.20")
    assert (where(match, "33G/9GT"), steps(match, "33G/9GT")) == ("20.20", 2)
    assert cited(events, "rebuilt") == ["stargard-design 12.2"]
    left = {text for text in texts(match) if text.startswith("rebuild")}
    assert left == {"rebuild 12G 1 16.24", "rebuild 11G 1 16.24", "rebuild 11G 1 20.20"}  # one point is left
    assert why(match, "rebuild 12G 2 16.24") == "stargard-design 12.2 replacement_price"
    assert why(match, "rebuild 12G 3 16.24") == "stargard-design 12.2 no_such_steps"
    assert why(match, "rebuild 12G 0 16.24") == "stargard-design 12.2 no_such_steps"
    assert why(match, "rebuild 61-HQ 1 16.24") == "stargard-design 12.1.3 hq_replacement"


@pytest.mark.rule("stargard-design 12.2")
def test_a_german_unit_rebuilt_is_not_refitted_the_same_turn() -> None:
    table = Pomerania()
    table.lay({"3SS-HQ": "20.20"})
    table.put("49/23SS", "22.22", steps=1)
    dead(table, "48/23SS")
    match = table.push(Replacements(GERMAN, 3, ()))
    match.play("rebuild 48/23SS 1 20.20")
    assert texts(match) == ["refit 49/23SS", "done"]
    assert why(match, "refit 48/23SS") == "stargard-design 12.2 rebuilt_this_turn"
    soviet = Pomerania()
    soviet.put("61-HQ", "16.24")
    dead(soviet, "12G")
    match = soviet.push(Replacements(SOVIET, 3, ()))
    match.play("rebuild 12G 1 16.24")
    assert texts(match) == ["refit 12G", "done"]


@pytest.mark.rule("stargard-design 12.2")
def test_an_hq_without_supply_receives_nobody() -> None:
    table = Pomerania()
    table.put("61-HQ", "16.24", supply=1)
    table.put("75G", "20.20", steps=1)
    dead(table, "12G")
    match = table.push(Replacements(SOVIET, 2, ()))
    assert texts(match) == ["refit 75G", "done"]
    assert why(match, "rebuild 12G 1 16.24") == "stargard-design 12.2 hq_supply"


@pytest.mark.rule("stargard-design 12.2", "stargard-design 3.3.2")
def test_a_unit_that_has_lost_its_hq_comes_back_with_any() -> None:
    table = Pomerania()
    table.lay({"2GT-HQ": "20.20"})
    dead(table, "12G")  # of 61st Army, whose HQ has gone
    match = table.push(Replacements(SOVIET, 1, ()))
    assert texts(match) == ["rebuild 12G 1 20.20", "done"]


@pytest.mark.rule("stargard-design 12.2", "stargard-design 5.5")
def test_a_rebuilt_unit_is_supplied_and_holds_its_hex() -> None:
    table = Pomerania()
    table.put("61-HQ", "12.25")
    dead(table, "12G")
    table.play.state.supply[table.unit("12G")] = 2
    match = table.push(Replacements(SOVIET, 1, ()))
    match.play("rebuild 12G 1 12.25")
    doc = {unit["id"]: unit for unit in match.position()["units"]}
    assert doc["12G"]["supply"] == "supplied" and "12.25" in match.position()["soviet_ground"]


@pytest.mark.rule("stargard-design 12.2", "stargard 6.0")
def test_a_full_hex_receives_nobody() -> None:
    table = Pomerania()
    table.lay({"61-HQ": "16.24", "75G": "16.24", "397": "16.24"})
    table.put("23G", "20.20", steps=1)
    dead(table, "12G")
    match = table.push(Replacements(SOVIET, 2, ()))
    assert texts(match) == ["refit 23G", "done"]
    assert why(match, "rebuild 12G 1 16.24") == "stargard-design 12.2 rebuilt_crowded"


@pytest.mark.rule("stargard-design 12.2")
def test_a_german_unit_does_not_come_back_in_full_however_many_points_there_are() -> None:
    table = Pomerania()
    table.put("3SS-HQ", "16.24")
    dead(table, "48/23SS", "23/11SS")
    match = table.push(Replacements(GERMAN, 6, ()))
    assert texts(match) == ["rebuild 23/11SS 1 16.24", "rebuild 48/23SS 1 16.24", "done"]
    assert why(match, "rebuild 48/23SS 2 16.24") == "stargard-design 12.2 german_full"
    assert why(match, "rebuild 23/11SS 2 16.24") == "stargard-design 12.2 german_full"
    match.play("rebuild 23/11SS 1 16.24")
    assert (where(match, "23/11SS"), steps(match, "23/11SS")) == ("16.24", 1)


@pytest.mark.rule("stargard-design 12.2")
def test_a_refusal_names_the_price_what_is_left_and_the_hq_in_want() -> None:
    table = Pomerania()
    table.put("61-HQ", "16.24")
    table.put("2GT-HQ", "20.20", supply=1)
    table.put("21/10SS", "22.22", steps=1)
    dead(table, "12G", "33G/9GT")
    match = table.push(Replacements(SOVIET, 1, ()))
    assert texts(match) == ["rebuild 12G 1 16.24", "done"]
    no = refused(match, "rebuild 12G 2 16.24").reason.params
    assert (no["unit"], no["cost"], no["points"]) == ("12G", 2, 1)
    assert refused(match, "rebuild 33G/9GT 1 20.20").reason.params == {"unit": "2GT-HQ"}
    table.put("48/23SS", "22.23", steps=1)
    match = table.push(Replacements(GERMAN, 1, ()))
    assert texts(match) == ["refit 48/23SS", "done"]
    no = refused(match, "refit 21/10SS").reason.params
    assert (no["unit"], no["cost"], no["points"]) == ("21/10SS", 2, 1)


@pytest.mark.rule("stargard-design 12.2", "stargard-design 3.3.2")
def test_an_independent_comes_back_with_any_hq_in_supply_that_has_room() -> None:
    table = Pomerania()
    table.lay({"61-HQ": "16.24", "47-HQ": "18.24", "12G": "18.24", "75G": "18.24", "3Sh-HQ": "22.22"})
    table.put("2GT-HQ", "20.20", supply=1)
    dead(table, "11G")
    match = table.push(Replacements(SOVIET, 2, ()))
    rebuilt = [text for text in texts(match) if text.startswith("rebuild")]
    assert rebuilt == [f"rebuild 11G {steps} {number}" for steps in (1, 2) for number in ("16.24", "22.22")]
    expected = {
        "rebuild 11G 1 18.24": "stargard-design 12.2 rebuilt_crowded",
        "rebuild 11G 1 20.20": "stargard-design 12.2 hq_supply",
        "rebuild 11G 1 24.20": "stargard-design 12.2 not_with_hq",
    }
    assert reasons(match, *expected) == expected
