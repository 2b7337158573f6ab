"""9.5.6, 7.1, 11.1.1 Stacks that retreat: together or apart, where there is room, and with their HQ."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.barrage import Barrage
from countermarch.games.chitpull.command import CommandPhase
from tests.rules.koenigsberg.fights import cited, fight, lay
from tests.rules.koenigsberg.retreats import HEMMING, back, driven, hemmed, told
from tests.rules.koenigsberg.table import SOVIET, Table, happened, refused, steps, texts, where

# 9.5.6, 7.1


@pytest.mark.rule("koenigsberg 9.5.6")
def test_a_stack_retreats_together_or_apart() -> None:
    units = {"26K-1": "0637", "9K-561": "0637", "9K-HQ": "0637"}
    match = back(units, {}, 1)
    alone = ["together", "apart 26K-1", "apart 9K-561"]
    assert texts(match) == [*alone, "apart 9K-HQ+26K-1", "apart 9K-561+9K-HQ"]
    match.play("apart 26K-1")
    match.play("retreat 0638")
    match.play("retreat 0737")
    assert [where(match, id) for id in units] == ["0638", "0737", "0737"]


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 2.1.3")
def test_a_stack_that_lies_open_is_named_in_full_when_it_retreats() -> None:
    match = back({"26K-1": "0637", "9K-561": "0637", "9K-HQ": "0637"}, {}, 1)
    match.play("together")
    events = match.play("retreat 0738")
    (event,) = happened(events, "retreats")
    assert event.params == {"units": ("26K-1", "9K-561", "9K-HQ"), "path": "0738"}
    assert str(event.citation) == "koenigsberg 9.5" and not happened(events, "retreats_below")


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg 9.5.6")
def test_of_a_soviet_stack_the_germans_do_not_hear_who_goes_below() -> None:
    table, units = Table(fog_of_war="on"), {"39A-5G": "0637", "39A-94": "0637", "39A-HQ": "0637"}
    lay(table, {**units, "26K-1": "0640"})
    match = driven(table, units, 1, SOVIET, defending=False)
    match.play("together")
    events = match.play(texts(match)[0])
    assert [event.params["units"] for event in happened(events, "retreats")] == [("39A-5G", "39A-94")]
    (below,) = happened(events, "retreats_below")
    assert (below.params["unit"], below.sees) == ("39A-HQ", ("soviet",))


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 9.5.5")
def test_an_immobile_unit_pays_before_the_others_choose_their_way() -> None:
    match = back({"Gar-Elbing": "0637", "26K-1": "0637", "9K-561": "0637"}, {}, 1)
    assert steps(match, "Gar-Elbing") == 1
    assert texts(match) == ["together", "apart 26K-1", "apart 9K-561"]


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 11.1.1")
def test_asked_how_to_part_only_a_lone_hq_is_a_matter_of_hqs() -> None:
    match = back({"26K-1": "0637", "9K-561": "0637", "9K-HQ": "0637"}, {"26K-69": "0739", "9K-548": "0739"}, 1)
    for text in ("apart 26K-1+9K-561", "apart 26K-69+9K-HQ", "apart 9K-548+9K-HQ", "done"):
        assert str(refused(match, text).citation) == "koenigsberg 3.0"


@pytest.mark.rule("koenigsberg 9.5.2", "koenigsberg 9.5.6")
def test_units_that_part_and_cannot_retreat_pay_one_by_one() -> None:
    ring = {"39A-5G": "0538", "39A-94": "0636", "39A-113": "0738", "5A-45": "0638", "5A-65": "0537", "5A-72": "0737"}
    match = back({"26K-1": "0637", "9K-561": "0637"}, ring, 1)
    match.play("apart 26K-1")
    assert match.to_act is None and (steps(match, "26K-1"), steps(match, "9K-561")) == (1, 1)


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 7.1")
def test_a_unit_without_room_goes_one_hex_farther() -> None:
    match = hemmed({"27K-35": "0738", "27K-252": "0738"})
    assert texts(match) == ["retreat 0739", "retreat 0837", "retreat 0838"]
    match.play("retreat 0838")
    assert where(match, "9K-561") == "0838" and steps(match, "9K-561") == 2


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 7.1")
def test_soviets_find_a_full_hex_as_full() -> None:
    hemming = {"26K-1": "0638", "26K-69": "0736"}  # 0537 alone is out of their zones
    match = back({"39A-5G": "0637"}, {**hemming, "28A-3G": "0537", "28A-20": "0537"}, 1, SOVIET)
    assert where(match, "39A-5G") == "0537" and texts(match) == ["retreat 0437", "retreat 0436", "retreat 0536"]
    match.play("retreat 0436")
    assert where(match, "39A-5G") == "0436"
    match = back({"39A-5G": "0637"}, {**hemming, "28A-3G": "0537"}, 1, SOVIET)
    assert where(match, "39A-5G") == "0537" and match.to_act is None


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 7.1")
def test_of_two_arrivals_one_goes_on_if_there_is_room_for_one() -> None:
    match = hemmed({"27K-35": "0738"}, {"26K-1": "0637", "9K-561": "0637"})
    match.play("together")
    assert texts(match) == ["apart 26K-1", "apart 9K-561"] and match.decision is not None
    assert match.decision.kind == "option" and match.decision.side == "german"
    assert str(match.decision.prompt) == "0738 has room for one of 26K-1, 9K-561: which goes on, one hex farther?"
    assert [str(rule) for rule in match.decision.citations] == ["koenigsberg 9.5.6", "koenigsberg 7.1"]
    match.play("apart 9K-561")
    match.play("retreat 0739")
    assert where(match, "26K-1") == "0738" and where(match, "9K-561") == "0739"


@pytest.mark.rule("koenigsberg 9.5.6")
def test_who_goes_on_is_asked_again_of_a_position() -> None:
    table, units = Table(), {"26K-1": "0637", "9K-561": "0637"}
    lay(table, {**units, **HEMMING, "27K-35": "0738"})
    table.found("command", CommandPhase(), Barrage(SOVIET, "", hit=(table.hex("0637"),)))
    match = driven(table, units, 1)
    match.play("together")
    again = match.game.from_position(match.position())
    assert texts(again) == ["apart 26K-1", "apart 9K-561"] and again.fingerprint() == match.fingerprint()


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 7.1")
def test_a_unit_that_finds_no_room_is_eliminated() -> None:
    beyond = {"39A-113": "0739", "5A-45": "0838", "5A-65": "0837"}
    match = hemmed({"27K-35": "0738", "27K-252": "0738", **beyond})
    assert texts(match) == ["retreat 0638", "retreat 0737", "retreat 0738"]  # zones everywhere now
    events = match.play("retreat 0738")
    assert where(match, "9K-561") == "eliminated"
    assert cited(events, "no_room") == ["koenigsberg 7.1"]


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 7.1")
def test_a_stack_passes_over_friends_and_parts_only_where_its_retreat_ends() -> None:
    match = hemmed({"27K-35": "0738"}, {"26K-1": "0637", "9K-561": "0637"}, hexes=2)
    match.play("together")
    match.play("retreat 0738-0838")
    assert (where(match, "26K-1"), where(match, "9K-561"), match.to_act) == ("0838", "0838", None)


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 7.1", "koenigsberg 11.1.1")
def test_after_a_unit_has_gone_on_the_hq_left_behind_goes_on_too_if_it_finds_another() -> None:
    match = hemmed({"27K-35": "0738", "27K-HQ": "0738"}, {"26K-1": "0637", "9K-561": "0637", "9K-HQ": "0637"})
    match.play("together")
    match.play("apart 26K-1")
    match.play("retreat 0739")
    assert (where(match, "9K-561"), where(match, "9K-HQ")) == ("0738", "0738")
    match.play("retreat 0838")  # 9K-HQ alone: the hex has room for 9K-561, but not for a second HQ
    assert [where(match, id) for id in ("26K-1", "9K-561", "9K-HQ")] == ["0739", "0738", "0838"]


@pytest.mark.rule("koenigsberg 9.5.3", "koenigsberg 9.5.6")
def test_who_dies_on_the_way_does_not_hold_up_the_rest() -> None:
    table, units = Table(), {"26K-1": "0637", "9K-561": "0637"}
    for id in units:
        table.put(id, "0637", steps=1)
    ring = {"39A-5G": "0638", "39A-94": "0538", "39A-113": "0537", "5A-45": "0636", "5A-65": "0737"}
    lay(table, ring)  # only 0738 is left, in a zone
    match = driven(table, units, 2)
    match.play("together")
    assert (where(match, "26K-1"), where(match, "9K-561"), steps(match, "9K-561")) == ("eliminated", "0838", 1)
    assert told(match, "retreat_zone") == ["koenigsberg 9.5.3"] and told(match, "retreat_short") == []


# 11.1.1, 11.1.3(2)


@pytest.mark.rule("koenigsberg 11.1.1")
def test_an_hq_does_not_retreat_on_its_own() -> None:
    match = back({"26K-1": "0637", "9K-561": "0637", "9K-HQ": "0637"}, {}, 1)
    assert str(refused(match, "apart 9K-HQ").citation) == "koenigsberg 11.1.1"


@pytest.mark.rule("koenigsberg 11.1.1")
def test_an_hq_retreats_with_the_units_of_its_stack() -> None:
    match, _ = fight({"39A-5G": "0636", "39A-94": "0636"}, {"9K-561": "0637", "9K-HQ": "0637"}, "0637", 3)
    match.play("retreat 0738")
    assert where(match, "9K-HQ") == where(match, "9K-561") == "0738"


@pytest.mark.rule("koenigsberg 11.1.1")
def test_an_attackers_hq_retreats_along_too() -> None:
    match, _ = fight({"39A-5G": "0636"}, {"26K-1": "0637", "39A-HQ": "0636", "39A-152": "0636"}, "0637", 1)
    match.play("retreat 0635")
    assert where(match, "39A-HQ") == "0635" and where(match, "39A-152") == "0636"


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 11.1.1")
def test_an_hq_stays_or_goes_on_with_a_unit_but_not_alone() -> None:
    match = hemmed({"27K-35": "0738"}, {"26K-1": "0637", "9K-561": "0637", "9K-HQ": "0637"})
    match.play("together")
    assert texts(match) == ["apart 26K-1", "apart 9K-561", "apart 9K-HQ+26K-1", "apart 9K-561+9K-HQ"]
    assert str(refused(match, "apart 9K-HQ").citation) == "koenigsberg 11.1.1"
    match.play("apart 9K-561+9K-HQ")
    match.play("retreat 0739")
    assert [where(match, id) for id in ("26K-1", "9K-561", "9K-HQ")] == ["0738", "0739", "0739"]


@pytest.mark.rule("koenigsberg 11.1.1")
def test_an_hq_stays_with_an_immobile_unit_if_nobody_else_is_left() -> None:
    match = back({"Gar-Elbing": "0637", "9K-HQ": "0637"}, {}, 1)
    assert where(match, "9K-HQ") == "0637" and steps(match, "Gar-Elbing") == 1
    assert match.to_act is None  # nobody is asked where it should go


@pytest.mark.rule("koenigsberg 9.5.6", "koenigsberg 7.1")
def test_an_hq_that_comes_to_another_goes_on_alone() -> None:
    match = hemmed({"27K-HQ": "0738", "27K-35": "0738"}, {"9K-561": "0637", "9K-HQ": "0637"})
    assert where(match, "9K-561") == "0738"
    match.play("retreat 0838")
    assert where(match, "9K-HQ") == "0838" and where(match, "27K-HQ") == "0738"


@pytest.mark.rule("koenigsberg 7.1")
def test_an_hq_that_comes_to_another_and_cannot_go_on_is_lost() -> None:
    beyond = {"39A-113": "0739", "5A-45": "0838", "5A-65": "0837"}
    match = hemmed({"27K-HQ": "0738", "27K-35": "0738", **beyond}, {"26K-1": "0637", "26K-HQ": "0637"})
    match.play("retreat 0738")
    assert where(match, "26K-HQ") == "removed" and where(match, "26K-1") == "0738"


@pytest.mark.rule("koenigsberg 7.1", "koenigsberg 9.5.6")
def test_an_hq_with_units_that_find_no_room_stays_where_no_other_hq_is() -> None:
    beyond = {"39A-113": "0739", "5A-45": "0838", "5A-65": "0837"}
    full = {"27K-35": "0738", "27K-252": "0738", **beyond}
    stack = {"26K-1": "0637", "9K-561": "0637", "9K-HQ": "0637"}  # one of the stack lives on
    match = hemmed(full, stack)
    match.play("apart 9K-561+9K-HQ")
    match.play("retreat 0738")
    assert (where(match, "9K-561"), where(match, "9K-HQ")) == ("eliminated", "0738")
    match = hemmed({**full, "27K-HQ": "0738"}, stack)
    match.play("apart 9K-561+9K-HQ")
    match.play("retreat 0738")
    assert (where(match, "9K-HQ"), where(match, "27K-HQ")) == ("removed", "0738")


@pytest.mark.rule("koenigsberg 11.1.3(2)")
def test_an_hq_is_lost_when_its_stack_dies_retreating() -> None:
    ring = {"39A-5G": "0538", "39A-94": "0636", "39A-113": "0838"}
    match = back({"Ind-627": "0637", "9K-HQ": "0637"}, ring, 1)
    events = match.play("retreat 0738")
    assert where(match, "Ind-627") == "eliminated" and where(match, "9K-HQ") == "removed"
    assert cited(events, "hq_lost") == ["koenigsberg 11.1.3(2)"]


@pytest.mark.rule("koenigsberg 11.1.3(2)")
def test_an_hq_met_on_a_retreat_outlives_who_dies_there() -> None:
    ring = {"39A-5G": "0538", "39A-94": "0636", "39A-113": "0838"}
    match = back({"Ind-627": "0637"}, {**ring, "9K-HQ": "0738"}, 1)
    match.play("retreat 0738")
    assert where(match, "Ind-627") == "eliminated" and where(match, "9K-HQ") == "0738"
