"""0.2, 1.0 to 2.2 The map's edge, the sequence of play, chits and command."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.games.chitpull import air
from countermarch.games.chitpull.barrage import OpeningBarrage
from countermarch.games.chitpull.state import GROUNDED, HAFF, REFIT, RESERVE
from countermarch.games.chitpull.turn import GameTurn
from countermarch.games.koenigsberg45.concordance import CONCORDANCE
from countermarch.rulebook import rules_of
from tests.rules.koenigsberg.chits import chit, draw
from tests.rules.koenigsberg.fights import lay
from tests.rules.koenigsberg.table import SOVIET, happened, refused, texts, where
from tests.rules.koenigsberg45.both import laid, movers, no, rules, table


@pytest.mark.rule("koenigsberg45 0.2a", "koenigsberg45 4.5", "koenigsberg45 4.3a")
def test_nothing_leaves_the_map_or_stands_on_its_cut_edge() -> None:
    found = laid({"43A-90": "0101"})
    match = found.move(SOVIET, "43A-90")
    match.play("move 43A-90")
    assert no(match, "to 0201") == "koenigsberg45 4.2d"  # a hex cut by the edge
    document = cm.load("koenigsberg45").start(seed=1).position()
    document["units"][0].update(hex="0201", where=None)
    with pytest.raises(cm.PositionError):
        cm.load("koenigsberg45").from_position(document)


@pytest.mark.rule("koenigsberg45 1.0", "koenigsberg45 1.2", "koenigsberg45 1.1", "koenigsberg45 1.4")
def test_the_phases_of_a_turn_in_their_order() -> None:
    found = laid({"43A-90": "0102", "43A-HQ": "0102"}, turn=1)
    match = found.push(GameTurn(0))
    while match.to_act is not None and found.play.state.turn < 3:
        match.play(texts(match)[-1])
    told = [e.key.rpartition("phase_")[2] for e in match.log if "phase_" in e.key]
    turn = ["air", "reinforcement", "replacement", "volkssturm", "refugees", "command", "supply", "end"]
    assert told[:18] == ["barrage", *turn, *turn, "air"]
    assert {str(e.citation) for e in match.log if "phase_" in e.key} == {"koenigsberg45 1.0"}


@pytest.mark.rule("koenigsberg45 0.2b", "koenigsberg45 1.5c")
def test_the_marker_moves_on_and_the_cup_is_filled_again() -> None:
    found = laid({"9K-HQ": "1939", "9K-561": "1939"})
    match = draw(found, "9K")
    found.play.state.frames.insert(0, GameTurn(12))
    match.play("done")
    assert found.play.state.turn == 4 and rules(match.log, "turn") == ["koenigsberg45 1.5c"]
    assert chit(match, "9K") in ("cup", "used")


@pytest.mark.rule("koenigsberg45 1.0a")
def test_the_opening_barrage_two_dice_each_at_two_hexes_with_one_from_the_die() -> None:
    found = table(turn=1)
    lay(found, {"39A-5G": "0635", "9K-561": "0637", "9K-548": "0737"})
    found.play.state.chance.dice += [1, 1, 1, 1, 6, 6]
    match = found.push(OpeningBarrage(0))
    assert match.to_act == "german" and texts(match) == ["barrage 0635", "done"]
    match.play("done")
    assert match.to_act == "soviet" and [e.params["attacks"] for e in happened(match.log, "barrage_rolled")] == [
        2,
        2,
        6,
    ]
    assert str(refused(match, "barrage 0635").citation).startswith("koenigsberg45")
    match.next_dice(2)
    told = happened(match.play("barrage 0637"), "barrage")[0]
    assert (told.params["odds"], told.params["modifier"], told.params["result"]) == ("3-1", -1, "-")


@pytest.mark.rule("koenigsberg45 1.0a")
@pytest.mark.parametrize(("reading", "seen"), [("two", False), ("up_to_two", True)])
def test_option_opening_range(reading: str, seen: bool) -> None:
    found = table(turn=1, opening_range=reading)
    lay(found, {"39A-5G": "0636", "9K-561": "0637", "39A-94": "0234", "9K-548": "0236"})
    found.play.state.chance.dice += [1, 1, 1, 1, 1, 1]
    match = found.push(OpeningBarrage(0))
    match.play("done")
    assert ("barrage 0637" in texts(match)) == seen


@pytest.mark.rule("koenigsberg45 1.0a", "koenigsberg45 0.7a")
def test_two_hexes_are_the_default_and_an_hq_observes() -> None:
    found = table(turn=1)
    lay(found, {"39A-HQ": "0635", "9K-561": "0637", "9K-548": "0535"})
    found.play.state.chance.dice += [1, 1, 1, 1, 1, 1]
    match = found.push(OpeningBarrage(0))
    assert match.to_act == "soviet" and texts(match) == ["barrage 0637", "done"]


@pytest.mark.rule("koenigsberg45 1.1a", "koenigsberg45 1.1b", "koenigsberg45 13.2a", "koenigsberg45 13.2a-2")
def test_air_units_return_from_refit_before_grounded_ones_begin_it() -> None:
    found = table()
    found.box("LW", REFIT)
    found.box("1AA-1", GROUNDED)
    air.recover(found.play)
    match = found.match()
    assert (where(match, "LW"), where(match, "1AA-1")) == ("ready", "refit")
    assert rules(found.play.events, "air_ready") == ["koenigsberg45 13.2a-2"]
    assert rules(found.play.events, "air_refits") == ["koenigsberg45 13.2a"]


@pytest.mark.rule("koenigsberg45 13.4", "koenigsberg45 1.1a")
def test_3rd_and_18th_air_army_return_on_a_six() -> None:
    found = table()
    found.box("3AA", REFIT)
    found.box("18AA", REFIT)
    found.play.state.chance.dice = [5, 6]
    air.recover(found.play)
    match = found.match()
    assert (where(match, "3AA"), where(match, "18AA")) == ("refit", "ready")
    assert set(rules(found.play.events, "air_rolls")) == {"koenigsberg45 13.4"}


@pytest.mark.rule(
    "koenigsberg45 1.3", "koenigsberg45 1.3a", "koenigsberg45 1.3b", "koenigsberg45 1.3c", "koenigsberg45 2.1a"
)
def test_a_chit_gives_a_movement_and_a_combat_segment_and_lies_in_its_box_then() -> None:
    found = laid({"39A-HQ": "1043", "39A-94": "1042", "9K-56": "1142"})
    match = draw(found, "39A")
    assert rules(match.log, "drawn") == ["koenigsberg45 2.1a"] and match.to_act == "soviet"
    assert movers(match) == {"39A-HQ", "39A-94"}
    match.play("done")
    assert "attack 1142" in texts(match) and not movers(match)
    match.play("done")
    assert match.to_act is None and chit(match, "39A") == "used"


@pytest.mark.rule("koenigsberg45 1.3c")
def test_after_the_last_chit_that_can_be_used_comes_supply() -> None:
    found = laid({"9K-HQ": "1939", "9K-561": "1940"})
    found.play.state.used[found.group("german")] = 4
    match = draw(found, "9K", "NoGas", draws=("9K",))
    match.play("done")  # the German chit dies with the last German activation, and nothing else is in the cup
    assert match.to_act is None and happened(match.log, "drawing_over") and chit(match, "NoGas") == "cup"


@pytest.mark.rule("koenigsberg45 1.3c")
def test_action_chits_do_not_prolong_drawing() -> None:
    found = laid({"9K-HQ": "1939"}, turn=4)
    match = draw(found, "9K", "Event", "NoGas", "39A")  # 39th Army has no HQ on the map
    match.play("done")
    assert match.to_act is None and happened(match.log, "drawing_over")
    assert {chit(match, id) for id in ("Event", "NoGas", "39A")} == {"cup"}


@pytest.mark.rule("koenigsberg45 2.0", "koenigsberg45 2.2", "koenigsberg45 4.0", "koenigsberg45 4.3(3)")
def test_only_what_the_hq_activates_moves() -> None:
    found = laid({"39A-HQ": "1043", "39A-94": "1043", "5A-45": "1044", "5A-HQ": "0637", "9K-561": "1141"})
    match = found.activate("39A-HQ")
    assert movers(match) == {"39A-HQ", "39A-94"} and rules(match.log, "activated") == ["koenigsberg45 2.2"]
    assert no(match, "move 9K-561") == "koenigsberg45 2.0"
    assert no(match, "move 5A-45") == "koenigsberg45 2.2a"


@pytest.mark.rule("koenigsberg45 2.1b(1)", "koenigsberg45 2.1c", "koenigsberg45 2.2c")
def test_a_front_chit_activates_any_hq_of_its_front_again_if_need_be() -> None:
    found = laid({"39A-HQ": "1043", "5A-HQ": "0637", "65A-HQ": "0607"})
    match = draw(found, "39A", "3BF-1")
    match.play("done")
    assert texts(match) == ["activate 39A-HQ", "activate 5A-HQ"]
    assert no(match, "activate 65A-HQ") == "koenigsberg45 2.1c"
    match.play("activate 39A-HQ")
    assert movers(match) == {"39A-HQ"} and found.play.state.used[found.group("3BF")] == 2


@pytest.mark.rule("koenigsberg45 2.1b(2)", "koenigsberg45 2.1d", "koenigsberg45 0.6b")
def test_army_group_activates_any_german_hq_and_moves_two_independents() -> None:
    found = laid({"9K-HQ": "1939", "26K-HQ": "0637", "Ind-5": "3409", "Ind-7": "3203"})
    match = draw(found, "HGM")
    assert texts(match) == ["activate 9K-HQ", "activate 26K-HQ"]
    match.play("activate 9K-HQ")
    assert {t.split()[1] for t in texts(match) if t.startswith("lend")} == {"Ind-5", "Ind-7"}
    assert found.play.state.used[found.group("german")] == 1


@pytest.mark.rule("koenigsberg45 0.5")
def test_the_germans_activate_five_hqs_on_turn_3() -> None:
    """The rulebook's example."""
    found = laid({f"{k}-HQ": h for k, h in zip(("9K", "26K", "HG"), ("1939", "0637", "1435"), strict=True)})
    found.play.state.used[found.group("german")] = 4
    match = draw(found, "9K", "26K", "HG")
    match.play("done")
    assert chit(match, "9K") == "used" and match.to_act is None
    assert found.match().position()["activations"]["german"] == {"limit": 5, "used": 5, "lost": 0, "left": 0}


@pytest.mark.rule("koenigsberg45 2.2a", "koenigsberg45 2.2e")
def test_own_units_and_so_many_independents_within_range_when_it_is_activated() -> None:
    found = laid({"39A-HQ": "1043", "39A-94": "0643", "39A-113": "0543", "3BF-1": "1044", "3BF-2G": "1042"})
    match = found.activate("39A-HQ")  # a range of five
    distance = found.tables.command_distance(found.hex("1043"))
    assert [distance[found.hex(n)] for n in ("0643", "0543")] == [4, 5]
    assert {"39A-94", "39A-113", "3BF-1", "3BF-2G"} <= movers(match)
    assert found.play.state.quota == 2
    german = laid({"9K-HQ": "1939"})
    german.activate("9K-HQ")
    assert german.play.state.quota == 3


@pytest.mark.rule("koenigsberg45 2.2f")
def test_a_unit_out_of_range_neither_moves_nor_attacks() -> None:
    """39th Army reaches five hexes: 94th Corps stands six away beside an enemy, 113th at the HQ beside another."""
    for hq, reached in (("1043", False), ("0943", True)):
        found = laid({"39A-HQ": hq, "39A-94": "0443", "9K-561": "0343", "39A-113": "1042", "Ind-627": "1041"})
        match = found.activate("39A-HQ")
        assert ("move 39A-94" in texts(match)) is reached
        if not reached:
            assert no(match, "move 39A-94") == "koenigsberg45 2.2f"
        match.play("done")
        assert ("attack 0343" in texts(match)) is reached and "attack 1041" in texts(match)
        if not reached:
            assert no(match, "attack 0343") == "koenigsberg45 2.2f"


@pytest.mark.rule("koenigsberg45 2.2f", "koenigsberg45 2.2e")
def test_a_unit_out_of_range_joins_nobodys_attack() -> None:
    found = laid({"39A-HQ": "1040", "39A-94": "0439", "39A-5G": "0538", "9K-561": "0539"})
    distance = found.tables.command_distance(found.hex("1040"))
    assert [distance[found.hex(n)] for n in ("0538", "0439")] == [5, 6]
    match = found.activate("39A-HQ")
    match.play("done")
    match.play("attack 0539")
    assert texts(match) == ["resolve"] and no(match, "with 39A-94") == "koenigsberg45 2.2f"


@pytest.mark.rule("koenigsberg45 6.1", "koenigsberg45 6.1a")
def test_chits_come_with_their_hqs_and_by_the_turn_track() -> None:
    start = cm.load("koenigsberg45").start(seed=1).position()
    assert {"43A", "2GA", "2BF-1", "3BF-1", "HGM"}.isdisjoint(start["cup"])
    found = laid({"43A-HQ": "1943", "43A-90": "2143", "2GA-HQ": "0741"}, turn=2)
    found.box("5GTA-HQ", RESERVE)
    for c in found.tables.chits:
        found.play.state.chit[c.index] = 0
    match = found.push(GameTurn(11))
    assert {"43A", "2GA", "2BF-1"} <= {e.params["chit"] for e in happened(match.log, "chit_joins")}
    assert chit(match, "5GTA") == "later" and set(rules(match.log, "chit_joins")) == {"koenigsberg45 6.1"}


@pytest.mark.rule("koenigsberg45 6.0a", "koenigsberg45 6.0")
def test_arrivals_may_overstack_and_must_part() -> None:
    found = table()
    for id in ("5GTA-HQ", "5GTA-10", "5GTA-29", "5GTA-47"):
        found.box(id, RESERVE)
    match = found.push(GameTurn(4))
    while any(text.startswith("place") for text in texts(match)):
        match.play(next(text for text in texts(match) if text.endswith(" 0114")))
    assert [where(match, id) for id in ("5GTA-10", "5GTA-29", "5GTA-47")] == ["0114"] * 3
    assert no(match, "done") == "koenigsberg45 6.0a"
    match.play("move 5GTA-10")
    match.play("to 0214")
    assert "done" in texts(match)


@pytest.mark.rule("koenigsberg45 12.6(1)", "koenigsberg45 12.6(4)")
def test_hipper_comes_on_turn_8_and_is_never_on_the_map() -> None:
    found = table(turn=8)
    found.box("Hipper", RESERVE)
    match = found.push(GameTurn(3))
    assert where(match, "Hipper") == "haff" and rules(match.log, "sails") == ["koenigsberg45 12.6(1)"]
    assert not found.tables.is_combat[found.unit("Hipper")]


@pytest.mark.rule("koenigsberg45 12.6(3)", "koenigsberg45 12.6(2)")
def test_hipper_joins_one_combat_a_turn_of_an_hq_near_the_haff() -> None:
    found = laid({"26K-HQ": "3225", "26K-1": "3226", "26K-69": "3226", "39A-94": "3227", "39A-113": "3125"})
    found.box("Hipper", HAFF)
    match = found.activate("26K-HQ")
    match.play("done")
    match.play("attack 3227")
    assert "with Hipper" in texts(match) or "with 26K-1" in texts(match)
    match.play("with 26K-1")
    match.play("with Hipper")
    match.next_dice(3)
    match.play("resolve")
    assert found.play.state.hipper_used == 1 and where(match, "Hipper") == "haff"


def test_every_family_rule_has_its_number_here() -> None:
    """The concordance is total, and leads to rules that exist."""
    index, family = rules_of("koenigsberg45"), rules_of("koenigsberg")
    assert [number for number in CONCORDANCE.values() if number not in index] == []
    enforced = [id for id, rule in family.items() if rule.kind == "enforce"]
    assert [id for id in enforced if id not in CONCORDANCE] == []
