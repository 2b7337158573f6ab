"""2.5.1 and 3.0 Barrages."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.games.chitpull import barrage
from countermarch.games.chitpull.barrage import OpeningBarrage
from countermarch.match import Match
from tests.rules.koenigsberg.fights import Places, cited, lay
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, refused, steps, texts, where


def fired(units: Places, attacks: int, front: str = "3BF", side: int = SOVIET) -> Match:
    table = Table()
    lay(table, units)
    barrage.fire(table.play, side, front, attacks)
    return table.match()


def opening(units: Places, *dice: int, reading: str = "") -> Match:
    """The phase of turn 1, with the dice for the German, 2BF and 3BF rolls and what follows."""
    table = Table(turn=1, opening_range=reading) if reading else Table(turn=1)
    lay(table, units)
    table.play.state.chance.dice += dice
    return table.push(OpeningBarrage(0))


def shell(match: Match, target: str, die: int) -> list[str]:
    """Fire at the target; the result's code is what the event says."""
    match.next_dice(die)
    events = match.play(f"barrage {target}")
    return [str(e.params["result"]) for e in happened(events, "barrage")]


# 2.5.1


@pytest.mark.rule("koenigsberg 2.5.1")
def test_the_table_gives_the_number_of_attacks() -> None:
    table = Table()
    for die, attacks in enumerate((1, 1, 1, 2, 2, 3), 1):
        table.play.state.chance.dice.append(die)
        assert barrage.roll(table.play, "2BF") == attacks
    table.play.state.chance.dice += [6, 4]
    assert barrage.roll(table.play, "2BF", 2) == 5


@pytest.mark.rule("koenigsberg 2.5.1")
def test_targets_lie_next_to_a_unit_of_the_front_an_hq_will_do() -> None:
    units = {"39A-5G": "0636", "65A-18": "0836", "39A-HQ": "0439", "65A-HQ": "0340"}
    match = fired({**units, "9K-561": "0637", "9K-548": "0837", "9K-551": "0440", "9K-286": "0639"}, 3)
    assert texts(match) == ["barrage 0440", "barrage 0637", "done"]
    for other in ("0837", "0639"):  # next to the other front's, two hexes away
        assert str(refused(match, f"barrage {other}").citation) == "koenigsberg 2.5.1"
        unseen = match.preview(other, (), kind="barrage")
        assert (unseen.attack, unseen.defence, unseen.column) == (0, 0, None)
        assert unseen.refusal is not None and str(unseen.refusal.citation) == "koenigsberg 2.5.1"


@pytest.mark.rule("koenigsberg 2.5.1")
def test_the_attack_is_made_at_2_1() -> None:
    match = fired({"39A-152": "0636", "26K-1": "0637", "26K-69": "0637"}, 1)
    match.next_dice(6)
    events = match.play("barrage 0637")
    assert happened(events, "barrage")[0].params["odds"] == "2-1"
    assert happened(events, "barrage")[0].params["result"] == "D1r2"
    assert steps(match, "26K-1") == 1


@pytest.mark.rule("koenigsberg 2.5.1")
def test_the_same_hex_is_not_hit_twice() -> None:
    match = fired({"39A-5G": "0636", "9K-561": "0637", "9K-548": "0536"}, 3)
    assert shell(match, "0637", 1) == ["-"]
    assert texts(match) == ["barrage 0536", "done"]
    assert str(refused(match, "move 39A-5G").citation) == "koenigsberg 3.0"
    assert str(refused(match, "barrage 0637").citation) == "koenigsberg 2.5.1"


@pytest.mark.rule("koenigsberg 2.5.1")
def test_a_unit_that_retreats_into_another_target_hex_is_hit_again() -> None:
    ring = {"39A-5G": "0636", "39A-152": "0838", "39A-94": "0538"}  # every way back lies in a zone
    match = fired({**ring, "26K-1": "0637"}, 3)
    assert shell(match, "0637", 3) == ["Dr"]
    match.play("retreat 0738")
    assert steps(match, "26K-1") == 1 and texts(match) == ["barrage 0738", "done"]
    assert shell(match, "0738", 5) == ["D1r"]
    assert where(match, "26K-1") == "eliminated"


@pytest.mark.rule("koenigsberg 2.5.1")
@pytest.mark.parametrize(("target", "start"), [("1824", "1823"), ("0324", "0323")])
def test_forest_and_marsh_do_not_shift(target: str, start: str) -> None:
    match = fired({"39A-5G": start, "9K-561": target}, 1)
    match.next_dice(1)
    assert happened(match.play(f"barrage {target}"), "barrage")[0].params["odds"] == "2-1"


@pytest.mark.rule("koenigsberg 2.5.1")
def test_a_city_shifts_and_settlements_change_the_result() -> None:
    match = fired({"39A-5G": "2320", "9K-561": "2220"}, 1)
    match.next_dice(5)
    events = match.play("barrage 2220")
    assert happened(events, "barrage")[0].params["odds"] == "1-1"
    assert cited(events, "retreat_ignored") == ["koenigsberg 9.5.7"] and where(match, "9K-561") == "2220"
    match = fired({"39A-5G": "1623", "9K-561": "1624"}, 1)
    match.next_dice(5)
    match.play("barrage 1624")  # D1r in a town: nothing
    assert steps(match, "9K-561") == 2 and where(match, "9K-561") == "1624"


@pytest.mark.rule("koenigsberg 2.5.1")
def test_lines_do_not_count() -> None:
    match = fired({"39A-5G": "1240", "9K-561": "1340"}, 1)
    match.next_dice(5)
    events = match.play("barrage 1340")
    assert happened(events, "barrage")[0].params["odds"] == "2-1" and steps(match, "9K-561") == 1
    match.play(texts(match)[0])
    assert where(match, "9K-561") != "1340"


@pytest.mark.rule("koenigsberg 2.5.1")
def test_the_front_may_stop_early_and_without_targets_nothing_happens() -> None:
    match = fired({"39A-5G": "0636", "9K-561": "0637"}, 3)
    match.play("done")
    assert match.to_act is None and steps(match, "9K-561") == 2
    assert fired({"39A-5G": "0636"}, 3).to_act is None


@pytest.mark.rule("koenigsberg 2.5.1")
def test_a_lone_hq_is_no_target() -> None:
    match = fired({"39A-5G": "0636", "9K-HQ": "0637", "9K-561": "0536"}, 1)
    assert str(refused(match, "barrage 0637").citation) == "koenigsberg 2.5.1"


@pytest.mark.rule("koenigsberg 2.5.1", "koenigsberg 11.1.3(2)")
def test_a_barrage_that_kills_the_stack_takes_the_hq() -> None:
    match = fired({"39A-5G": "0636", "Ind-627": "0637", "9K-HQ": "0637"}, 1)
    shell(match, "0637", 5)
    assert where(match, "Ind-627") == "eliminated" and where(match, "9K-HQ") == "removed"


@pytest.mark.rule("koenigsberg 2.5.1", "koenigsberg 11.5")
def test_a_barrage_counts_as_an_attack_on_a_held_hq() -> None:
    table = Table()
    lay(table, {"39A-5G": "0636", "6K-131": "0637", "6K-HQ": "0637"})
    barrage.single(table.play, SOVIET)
    match = table.match()
    match.next_dice(1)
    assert happened(match.play("barrage 0637"), "released")


@pytest.mark.rule("koenigsberg 3.0-barrage")
def test_the_question_says_whose_barrage_it_is() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    asked = match.decision
    assert asked is not None and str(asked.prompt).startswith("German: choose the target")


@pytest.mark.rule("koenigsberg 3.0-note")
@pytest.mark.parametrize(("die", "told"), [(1, "-"), (4, "Dr"), (6, "Dr2")])
def test_a_barrage_tells_nothing_of_an_attackers_loss(die: int, told: str) -> None:
    match = fired({"39A-5G": "2320", "9K-561": "2220"}, 1)
    match.next_dice(die)
    assert happened(match.play("barrage 2220"), "barrage")[0].params["result"] == told


@pytest.mark.rule("koenigsberg 2.5.1")
def test_the_preview_of_a_barrage() -> None:
    match = fired({"39A-5G": "2320", "9K-561": "2220"}, 1)
    plain = match.preview("2220", [], kind="barrage")
    assert plain.column == "1-1"
    assert plain.results == pytest.approx({"-": 3 / 6, "Dr": 2 / 6, "Dr2": 1 / 6})  # the defender's half of each
    assert sum(plain.results.values()) == pytest.approx(1)
    unseen = match.preview("2320", [], kind="barrage").refusal
    assert unseen is not None and str(unseen.citation) == "koenigsberg 2.5.1"


@pytest.mark.rule("koenigsberg 3.0-barrage")
def test_the_opening_barrage_is_previewed_with_one_from_the_die_and_only_for_what_it_sees() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    targets = match.targets()
    assert [f"barrage {hex}" for hex in targets] + ["done"] == texts(match)
    for hex, foreseen in targets.items():
        assert foreseen == match.preview(hex, [], kind="barrage")
        assert foreseen.results == pytest.approx({"-": 3 / 6, "Dr": 2 / 6, "D1r": 1 / 6})
        assert [(p.value, str(p.citation)) for p in foreseen.parts][-1] == (-1, "koenigsberg 3.0-barrage")
    unseen = match.preview("1144", [], kind="barrage").refusal
    assert unseen is not None and unseen.citation == refused(match, "barrage 1144").citation
    match.next_dice(6)
    assert happened(match.play("barrage 1140"), "barrage")[0].params["result"] == "D1r"
    assert "1140" not in match.targets()


# 3.0-note


@pytest.mark.rule("koenigsberg 3.0-note")
@pytest.mark.parametrize("die", [1, 3])
def test_only_the_defender_is_hurt(die: int) -> None:
    match = fired({"39A-5G": "1623", "9K-561": "1624"}, 1)
    assert shell(match, "1624", die) == [{1: "-", 3: "Dr"}[die]]
    assert steps(match, "39A-5G") == 2 and match.to_act is None


@pytest.mark.rule("koenigsberg 3.0-note")
def test_nobody_advances_after_a_barrage() -> None:
    match = fired({"39A-5G": "0636", "Ind-627": "0637"}, 1)
    shell(match, "0637", 5)
    assert match.to_act is None and where(match, "39A-5G") == "0636"


# 3.0-barrage

GAP = {"39A-5G": "0635", "9K-561": "0637"}  # two hexes apart


@pytest.mark.rule("koenigsberg 3.0-barrage")
def test_the_german_rolls_two_dice_first_then_each_soviet_front() -> None:
    match = opening({**GAP, "65A-18": "0937", "9K-548": "0939"}, 1, 4)
    assert match.to_act == "german" and texts(match) == ["barrage 0635", "barrage 0937", "done"]
    match.next_dice(1, 6, 6)  # the German barrage, then two dice for 2BF
    match.play("barrage 0635")
    events = match.play("done")
    assert [e.params["attacks"] for e in happened(events, "barrage_rolled")] == [6]
    assert match.to_act == "soviet" and texts(match) == ["barrage 0939", "done"]
    match.next_dice(2, 2)
    events = match.play("done")
    assert [e.params["attacks"] for e in happened(events, "barrage_rolled")] == [2]
    assert texts(match) == ["barrage 0637", "done"]
    match.play("done")
    assert match.to_act is None


@pytest.mark.rule("koenigsberg 3.0-barrage")
def test_targets_lie_at_most_two_hexes_from_an_observer() -> None:
    units = {"39A-5G": "0635", "9K-561": "0637", "9K-548": "0535", "9K-551": "0638"}
    match = opening(units, 1, 1, 1, 1, 1, 1)
    match.play("done")  # the German
    assert texts(match) == ["barrage 0535", "barrage 0637", "done"]
    assert str(refused(match, "barrage 0638").citation) == "koenigsberg 3.0-barrage"


@pytest.mark.rule("koenigsberg 3.0-barrage")
def test_or_exactly_two_by_the_option() -> None:
    units = {"39A-5G": "0635", "9K-561": "0637", "9K-548": "0535"}
    match = opening(units, 1, 1, 1, 1, 1, 1, reading="two")
    match.play("done")
    assert texts(match) == ["barrage 0637", "done"]
    assert str(refused(match, "barrage 0535").citation) == "koenigsberg 3.0-barrage"


@pytest.mark.rule("koenigsberg 3.0-barrage", "koenigsberg 3.0-note")
def test_an_hq_observes_the_opening_barrage() -> None:
    match = opening({"9K-HQ": "0635", "39A-5G": "0637", "39A-HQ": "0435"}, 1, 1, 1, 1, 1, 1)
    assert match.to_act == "german" and texts(match) == ["barrage 0637", "done"]  # a lone HQ is no target


@pytest.mark.rule("koenigsberg 3.0-barrage")
def test_the_combat_die_is_reduced_by_one_and_never_below_one() -> None:
    match = opening(GAP, 1, 1, 1, 1, 1, 1)
    match.play("done")
    assert shell(match, "0637", 6) == ["D1r"]  # read as a 5
    match = opening(GAP, 1, 1, 1, 1, 1, 1)
    match.play("done")
    assert shell(match, "0637", 1) == ["-"]


@pytest.mark.rule("koenigsberg 3.0-barrage", "koenigsberg 2.5.1")
def test_the_second_front_does_not_hit_a_hex_of_the_first() -> None:
    units = {"39A-5G": "0635", "65A-18": "0836", "9K-561": "0637", "9K-548": "0838", "9K-551": "0435"}
    match = opening(units, 1, 1, 6, 6, 1, 6, 6)
    match.play("done")  # the German
    assert texts(match) == ["barrage 0637", "barrage 0838", "done"]
    match.play("barrage 0637")
    match.play("done")  # 2BF
    assert texts(match) == ["barrage 0435", "done"]
    assert str(refused(match, "barrage 0637").citation) == "koenigsberg 2.5.1"


@pytest.mark.rule("koenigsberg 3.0-barrage")
def test_the_phase_opens_the_game() -> None:
    match = Table().game.start(seed=3)
    assert match.decision is not None and match.decision.kind == "hex"
    assert all(action.verb in ("barrage", "done") for action in match.legal())
    assert match.to_act == "german" and GERMAN == 0


# 2.5.1: the question


@pytest.mark.rule("koenigsberg 2.5.1", "koenigsberg 3.0-barrage")
def test_a_barrage_is_weighed_part_by_part_whether_somebody_fires_or_not() -> None:
    table = Table()
    lay(table, {"39A-5G": "2320", "9K-561": "2220"})
    idle = table.move(SOVIET, "39A-5G").preview("2220", (), kind="barrage")
    assert [str(part.citation) for part in idle.parts] == ["koenigsberg 2.5.1", "koenigsberg 9.3.1"]
    assert [part.value for part in idle.parts] == [0, -1] and idle.column == "1-1" and idle.spared == (1, 1)
    firing = fired({"39A-5G": "0636", "9K-561": "0637"}, 1).preview("0637", (), kind="barrage")
    assert [str(part.citation) for part in firing.parts] == ["koenigsberg 2.5.1"] and firing.column == "2-1"
    match = opening(GAP, 1, 1, 1, 1, 1, 1)
    match.play("done")
    parts = {str(part.citation): part.value for part in match.preview("0637", (), kind="barrage").parts}
    assert parts == {"koenigsberg 2.5.1": 0, "koenigsberg 3.0-barrage": -1}
    assert str(refused(match, "barrage 0739").citation) == "koenigsberg 2.5.1"  # nobody is there
    assert all(event.assault is None for event in match.play("barrage 0637"))  # nobody looks
