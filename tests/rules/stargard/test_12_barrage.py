"""12.7, 19.1.6: barrages, who sees their targets, and what they come to."""

import pytest

from countermarch.games.chitpull.barrage import Barrage, OpeningBarrage
from countermarch.games.chitpull.state import ELIMINATED
from countermarch.match import Match
from tests.rules.stargard.table import (
    GERMAN,
    SOVIET,
    Pomerania,
    cited,
    happened,
    inside,
    pinned,
    reasons,
    steps,
    texts,
    where,
)
from tests.rules.stargard.test_03_command import corps, draw
from tests.rules.stargard.test_19_events import happens


def parts(match: Match, number: str) -> list[str]:
    answer = match.preview(number, [], kind="barrage")
    return [f"{part.text} {part.value:g} {part.citation}" for part in answer.parts]


@pytest.mark.rule("stargard-design 12.7")
def test_the_opening_barrage_of_the_germans() -> None:
    """A five gives three; combat units see two hexes far, HQs do not see, and are no targets."""
    table = Pomerania(turn=1)
    table.lay({"48/23SS": "16.24", "12G": "16.22", "75G": "16.21", "397": "15.24", "61-HQ": "17.24"})
    table.lay({"3SS-HQ": "22.22", "356": "22.24"})
    table.play.state.chance.dice = [5]
    match = table.push(OpeningBarrage(0, 1))
    rolled = happened(list(table.play.events), "barrage_rolled")[0]
    assert (rolled.params, str(rolled.citation)) == ({"dice": (5,), "attacks": 3}, "stargard-design 12.7")
    assert cited(table.play.events, "barrage_turn") == ["stargard-design 12.7"]
    assert match.to_act == "german" and texts(match) == ["barrage 15.24", "barrage 16.22", "done"]
    expected = {
        "barrage 16.21": "stargard-design 12.7 barrage_range",
        "barrage 22.24": "stargard-design 12.7 barrage_range",
        "barrage 16.25": "stargard-design 12.7 nothing_to_attack",
        "barrage 17.24": "stargard-design 12.7 nothing_to_attack",
    }
    assert reasons(match, *expected) == expected
    assert set(match.targets()) == {"15.24", "16.22"}
    assert parts(match, "16.22") == [
        "barrage on the column 3-1 0 stargard-design 12.7",
        "barrage, die -1 stargard-design 12.7",
    ]
    match.next_dice(4)
    events = match.play("barrage 15.24")
    told = happened(events, "barrage")[0]
    assert told.params == {"hex": "15.24", "odds": "3-1", "die": 4, "modifier": -1, "result": "D1"}
    assert steps(match, "397") == 1 and steps(match, "48/23SS") == 2
    assert texts(match) == ["barrage 16.22", "done"]
    assert reasons(match, "barrage 15.24") == {"barrage 15.24": "stargard-design 12.7 barrage_twice"}
    match.play("done")
    assert match.to_act is None


@pytest.mark.rule("stargard-design 12.7")
def test_the_opening_barrage_of_the_soviets() -> None:
    table = Pomerania(turn=8)
    table.lay({"12G": "16.24", "48/23SS": "16.22", "49/23SS": "16.20"})
    table.play.state.chance.dice = [1, 2, 1]
    match = table.push(OpeningBarrage(0, 8))
    assert match.to_act == "soviet" and texts(match) == ["barrage 16.22", "done"]
    assert happened(list(table.play.events), "barrage_rolled")[0].params == {"dice": (1, 2, 1), "attacks": 3}


@pytest.mark.rule("stargard-design 12.7", "stargard-design 3.1.2")
def test_the_chit_rolls_once_and_needs_a_combat_unit_next_to_the_target() -> None:
    table = corps(turn=9)
    table.lay({"75G": "16.23", "307/163": "16.22", "310/163": "17.21", "2GT-HQ": "17.20", "33G/9GT": "30.02"})
    table.play.state.chance.dice = [3]
    match = draw(table, "Barrage", "61")
    assert match.to_act == "soviet" and texts(match) == ["barrage 16.22", "done"]
    expected = {
        "barrage 16.25": "stargard-design 12.7 barrage_unseen",
        "barrage 17.21": "stargard-design 12.7 barrage_unseen",
    }
    assert reasons(match, *expected) == expected
    assert parts(match, "16.22") == ["barrage on the column 3-1 0 stargard-design 12.7"]
    match.next_dice(4)
    events = match.play("barrage 16.22")
    assert happened(events, "barrage")[0].params["modifier"] == 0
    assert happened(events, "barrage")[0].params["result"] == "DRo1"
    assert match.to_act == "german" and texts(match) == ["retire", "stand"]
    match.play("stand")
    assert steps(match, "307/163") == 1 and inside(match).state.used[1] in (0, 1)


@pytest.mark.rule("stargard-design 12.7", "stargard-design 8.5")
@pytest.mark.parametrize(
    ("target", "column", "told"),
    [
        ("29.16", "2-1", ["town -1 stargard-design 8.5"]),
        ("18.13", "1-1", ["city -2 stargard-design 8.5"]),
        ("26.07", "1-1", ["town -1 stargard-design 8.5", "Festung line -1 stargard-design 8.5"]),
        ("07.16", "1-2", ["city -2 stargard-design 8.5", "Festung line -1 stargard-design 8.5"]),
        ("12.23", "2-1", ["forest -1 stargard-design 8.5"]),
        ("16.07", "2-1", ["marsh -1 stargard-design 8.5"]),
    ],
)
def test_terrain_shelters_from_barrages(target: str, column: str, told: list[str]) -> None:
    table = Pomerania()
    table.put("48/23SS", target)
    match = table.match()
    assert match.preview(target, [], kind="barrage").column == column
    assert parts(match, target) == ["barrage on the column 3-1 0 stargard-design 12.7", *told]
    assert sum(match.preview(target, [], kind="barrage").results.values()) == pytest.approx(1)


@pytest.mark.rule("stargard-design 12.7", "stargard-design 8.5")
def test_a_fortress_shelters_no_soviets() -> None:
    table = Pomerania()
    table.put("12G", "26.07")
    assert table.match().preview("26.07", [], kind="barrage").column == "2-1"


@pytest.mark.rule("stargard-design 12.7")
def test_what_cannot_be_shelled_has_no_preview() -> None:
    table = Pomerania()
    table.lay({"12G": "16.24", "48/23SS": "16.22", "3SS-HQ": "16.25", "307/163": "16.23"})
    for number in ("16.26", "16.25"):
        answer = table.match().preview(number, [], kind="barrage")
        assert answer.refusal is not None and str(answer.refusal.citation) == "stargard-design 12.7"
    match = table.push(Barrage(SOVIET, "", attacks=1))
    far = match.preview("16.22", [], kind="barrage")
    assert far.refusal is not None and far.refusal.text.key.endswith("barrage_unseen")
    assert match.preview("16.23", [], kind="barrage").refusal is None


@pytest.mark.rule("stargard-design 12.7")
def test_a_barrage_without_a_target_passes() -> None:
    table = Pomerania()
    table.lay({"12G": "16.24", "48/23SS": "16.22"})
    assert table.push(Barrage(SOVIET, "", attacks=2)).to_act is None


@pytest.mark.rule("stargard-design 12.7", "stargard-design 8.7(5)")
def test_a_barrage_pins_its_target_alone() -> None:
    table = Pomerania()
    table.lay({"12G": "16.24", "48/23SS": "16.25", "3SS-HQ": "16.25", "49/23SS": "17.25"})
    match = table.push(Barrage(SOVIET, "", attacks=1))
    match.next_dice(2)
    events = match.play("barrage 16.25")
    assert pinned(match, "48/23SS") and not pinned(match, "3SS-HQ") and not pinned(match, "49/23SS")
    assert cited(events, "pinned") == ["stargard-design 8.7(1)"] and match.to_act is None


@pytest.mark.rule("stargard-design 12.7", "stargard-design 12.1.3")
def test_no_attacker_suffers_and_nobody_advances_after_a_barrage() -> None:
    table = Pomerania()
    table.lay({"12G": "16.24", "3Al": "16.25"})
    match = table.push(Barrage(SOVIET, "", attacks=1))
    match.next_dice(3)  # A1/D1
    match.play("barrage 16.25")
    assert where(match, "3Al") == "eliminated" and steps(match, "12G") == 2 and match.to_act is None


@pytest.mark.rule("stargard-design 19.1.6")
def test_the_barrage_of_the_event_has_a_die_less_by_its_own_rule() -> None:
    table = corps()
    table.lay({"75G": "17.25", "397": "16.22"})
    match = happens(table, "19.1.6")
    assert parts(match, "17.25") == [
        "barrage on the column 3-1 0 stargard-design 12.7",
        "barrage, die -1 stargard-design 19.1.6",
    ]
    assert reasons(match, "barrage 16.22") == {"barrage 16.22": "stargard-design 12.7 barrage_unseen"}
    match.next_dice(1)  # read as one
    assert happened(match.play("barrage 17.25"), "barrage")[0].params["result"] == "-"
    assert match.to_act is None and steps(match, "75G") == 2


@pytest.mark.rule("stargard-design 12.7")
def test_a_barrage_is_foretold_without_strengths() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "48/23SS": "16.24"})
    answer = table.match().preview("16.24", [], kind="barrage")
    assert (answer.attack, answer.defence, answer.column) == (0, 0, "3-1")


@pytest.mark.rule("stargard-design 12.7", "stargard-design 12.1.3")
def test_guns_that_kill_the_last_unit_of_a_hex_cost_its_hq() -> None:
    """D1R1 on a six."""
    table = Pomerania()
    table.lay({"12G": "16.23", "3Al": "16.24", "3SS-HQ": "16.24"})
    match = table.push(Barrage(SOVIET, "", attacks=1))
    match.next_dice(6)
    events = match.play("barrage 16.24")
    assert (where(match, "3Al"), where(match, "3SS-HQ")) == ("eliminated", "removed")
    assert cited(events, "hq_lost") == ["stargard-design 12.1.3"]


@pytest.mark.rule("stargard-design 12.7")
def test_the_dead_are_neither_targets_nor_observers() -> None:
    """Beside the last hexes of the map, where a place off it might be taken for one."""
    for observer, target in (("12G", "48/23SS"), ("48/23SS", "12G")):
        table = Pomerania()
        table.put(observer, "38.26")
        table.play.state.hex[table.unit(target)] = ELIMINATED
        for side in (GERMAN, SOVIET):
            assert Barrage(side, "", attacks=1).targets(table.play) == []


@pytest.mark.rule("stargard-design 12.7")
def test_the_chit_rolls_one_die() -> None:
    table = corps(turn=9)
    table.put("75G", "16.23")
    table.play.state.chance.dice = [4]
    draw(table, "Barrage", "61")
    (told,) = happened(list(table.play.events), "barrage_rolled")
    assert told.params["dice"] == (4,)
