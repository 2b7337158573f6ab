"""3.2, 3.3: what an activation gives, and what it does not."""

import pytest

from countermarch.games.chitpull.activation import activate
from countermarch.games.chitpull.state import READY, REMOVED
from countermarch.match import Match
from tests.rules.koenigsberg.chits import chit
from tests.rules.stargard.table import Pomerania, cited, happened, inside, reasons, texts, where
from tests.rules.stargard.test_03_command import corps, cup, draw
from tests.rules.stargard.test_19_events import happens


def ended(match: Match) -> None:
    """Both segments are let go."""
    match.play("done")
    if match.to_act and texts(match)[0].startswith("attack"):
        match.play("done")


def why(match: Match, text: str) -> str:
    return reasons(match, text)[text]


@pytest.mark.rule("stargard-design 3.1", "stargard-design 3.3")
def test_an_activation_is_told_and_leaves_nothing_behind() -> None:
    table = corps()
    table.put("560", "17.25")
    match = draw(table, "3SS", "61")
    assert cited(table.play.events, "activated") == ["stargard-design 3.3.1"]
    assert match.position()["effects"]["quota"] == 3
    match.play("move 560")
    match.play("to 18.25")
    assert match.position()["effects"]["quota"] == 2
    ended(match)
    assert match.to_act == "soviet" and match.position()["effects"]["quota"] == 2  # two for a Soviet HQ
    marks = {unit["id"]: unit for unit in match.position()["units"]}
    assert not any(unit["moved"] or unit["fought"] for unit in marks.values())
    assert {id for id, unit in marks.items() if unit["active"]} == {"61-HQ", "12G"}
    ended(match)
    assert not any(unit["active"] for unit in match.position()["units"])
    assert match.position()["effects"]["quota"] == 0
    assert match.position()["drawn"] == ["3SS", "61"] and match.position()["draw_order"] == [1, 2]


@pytest.mark.rule("stargard-design 3.3.1", "stargard-design 8.3")
def test_an_independent_that_has_moved_attacks_on_the_same_place() -> None:
    table = corps()
    table.lay({"3Al": "17.25", "4Al": "17.24", "5Al": "15.24", "560": "15.25", "356": "16.22"})
    match = draw(table, "3SS")
    for id, to in (("3Al", "16.23"), ("4Al", "17.23")):
        match.play(f"move {id}")
        match.play(f"to {to}")
    match.play("move 560")
    match.play("to 15.23")
    match.play("done")
    assert match.position()["effects"]["quota"] == 0
    match.play("attack 16.22")
    assert {text for text in texts(match) if text.startswith("with")} == {"with 3Al", "with 4Al", "with 560"}
    match.play("with 560")
    match.next_dice(6)
    match.play("resolve")
    assert match.position()["effects"]["quota"] == 0


@pytest.mark.rule("stargard-design 3.3.1", "stargard-design 8.3")
def test_independents_attack_as_far_as_the_places_of_the_hq_go() -> None:
    table = Pomerania(turn=9)
    table.lay({"61-HQ": "16.20", "12G": "15.24", "70G": "16.22", "11G": "16.22", "312G": "17.23", "48/23SS": "16.23"})
    match = draw(table, "61")
    match.play("done")
    match.play("attack 16.23")
    assert {text for text in texts(match) if text.startswith("with")} == {
        "with 70G",
        "with 11G",
        "with 312G",
        "with 12G",
    }
    match.play("with 70G")
    match.play("with 11G")
    assert "with 312G" not in texts(match) and "with 12G" in texts(match)
    assert why(match, "with 312G") == "stargard-design 3.3.1 quota"
    assert why(match, "with 70G") == "stargard-design 8.3 already_in"  # it is in already
    match.next_dice(6)
    match.play("resolve")
    assert match.position()["effects"]["quota"] == 0


@pytest.mark.rule("stargard-design 3.3.1", "stargard-design 3.3.4", "stargard-design 3.3", "stargard-design 5.1")
def test_who_is_not_activated_and_why() -> None:
    table = corps()
    table.lay({"XSS-HQ": "33.16", "307/163": "17.25", "49/23SS": "30.20", "3Al": "15.25"})
    match = draw(table, "3SS")
    assert why(match, "move 12G") == "stargard-design 3.3 not_yours"
    assert why(match, "move 66/27SS") == "stargard-design 3.3 off_map"  # not on the map
    assert why(match, "move 307/163") == "stargard-design 3.3.1 other_formation"
    assert why(match, "move XSS-HQ") == "stargard-design 3.3.1 other_formation"
    assert why(match, "move 49/23SS") == "stargard-design 3.3.4 out_of_command"
    match.play("move 48/23SS")
    assert why(match, "to 16.25") == "stargard-design 5.1 already_there"  # it is there already
    match.play("to 16.26")
    assert why(match, "move 48/23SS") == "stargard-design 5.1 moved"
    assert why(match, "lend 3Al") == "stargard-design 3.2 not_lent"
    assert where(match, "48/23SS") == "16.26"


@pytest.mark.rule("stargard-design 3.2")
def test_army_group_lends_independents_that_can_move_wherever_they_are() -> None:
    table = corps()
    table.lay({"560": "12.25", "1Al": "17.25", "Gar-Pyritz": "15.07", "VS1": "29.16", "49/23SS": "30.20"})
    match = draw(table, "HGW")
    lent = {text for text in texts(match) if text.startswith("lend")}
    assert lent == {"lend 560", "lend 560 strategic", "lend 1Al"}
    assert why(match, "lend 49/23SS") == "stargard-design 3.2 not_lent"
    assert why(match, "lend Gar-Pyritz") == "stargard-design 3.2 not_lent"
    match.play("lend 1Al")
    match.play("to 18.25")
    effects = match.position()["effects"]
    assert (effects["lendable"], effects["quota"]) == (1, 3)  # it takes none of the places of the HQ
    assert why(match, "move 1Al") == "stargard-design 5.1 moved"


@pytest.mark.rule("stargard-design 3.2")
def test_a_lent_unit_goes_by_road_but_not_by_rail_and_does_not_attack() -> None:
    table = Pomerania(turn=3)
    table.lay({"3SS-HQ": "16.26", "48/23SS": "15.24", "356": "16.23", "1Al": "17.25", "560": "12.24"})
    match = draw(table, "HGW")
    assert why(match, "lend 560 rail") == "stargard-design 3.2 lent_mode"
    match.play("lend 1Al")
    match.play("to 17.24")
    match.play("done")
    match.play("attack 16.23")
    assert "with 1Al" not in texts(match)
    assert why(match, "with 1Al") == "stargard-design 3.2 lent_attack"


@pytest.mark.rule("stargard-design 3.2", "stargard-design 8.7(2)")
def test_army_group_does_not_move_the_pinned() -> None:
    table = corps()
    table.put("560", "20.20")
    table.own.pin([table.unit("560")])
    match = draw(table, "HGW")
    assert why(match, "lend 560") == "stargard-design 8.7(2) pinned"
    assert why(match, "move 560") == "stargard-design 8.7(2) pinned"


@pytest.mark.rule("stargard-design 3.1.1")
def test_a_chit_without_its_hq_counts_for_nothing() -> None:
    table = corps()
    match = draw(table, "XSS", "3SS")
    assert chit(match, "XSS") == "void" and inside(match).state.used[0] == 1
    assert match.position()["activations"]["german"] == {"limit": 5, "used": 1, "lost": 0, "left": 4}
    assert cited(table.play.events, "void") == ["stargard-design 3.1.1"]


@pytest.mark.rule("stargard-design 3.1.3")
def test_drawing_goes_on_while_one_side_has_activations_left() -> None:
    """The Soviets are through; the Germans are not."""
    table = corps()
    table.play.state.used[1] = 3
    match = draw(table, "61", "3SS")
    assert match.to_act == "german" and chit(match, "61") == "void"
    only = corps()
    only.play.state.used[1] = 3
    match = draw(only, "61")
    assert match.to_act is None and chit(match, "61") == "cup" and not happened(list(only.play.events), "drawn")


@pytest.mark.rule("stargard-design 3.1.2", "stargard-design 3.1.3")
def test_an_action_chit_of_a_side_that_is_through_keeps_nobody_drawing() -> None:
    table = corps()
    table.play.state.used[0] = 5
    match = draw(table, "NoGas")
    assert match.to_act is None and chit(match, "NoGas") == "cup"
    dry = corps()
    match = draw(dry, "NoGas")
    assert chit(match, "NoGas") == "used"


@pytest.mark.rule("stargard-design 3.2")
def test_a_chit_that_may_choose_takes_only_an_hq() -> None:
    table = corps()
    table.lay({"XSS-HQ": "33.16", "307/163": "33.15"})
    match = draw(table, "HGW")
    assert why(match, "activate 48/23SS") == "stargard-design 3.3.1 no_hq"
    assert why(match, "activate 61-HQ") == "stargard-design 3.2 wrong_hq"
    assert why(match, "activate Munzel-HQ") == "stargard-design 3.2 wrong_hq"  # not on the map


@pytest.mark.rule("stargard-design 19.1.8")
def test_refugees_slow_one_hq_and_not_the_next() -> None:
    table = corps()
    table.put("34G/9GT", "30.07")
    match = happens(table, "19.1.8", "3SS", "61")
    assert not any(text.endswith("strategic") for text in texts(match))
    match.play("move 48/23SS")
    assert max(match.reach("48/23SS").values()) <= 4
    assert why(match, "to 16.20") == "stargard-design 5.1 allowance"
    match.play("to 16.26")
    ended(match)
    match.play("move 12G")
    assert max(match.reach("12G").values()) == 5 and inside(match).state.slowed == 0


@pytest.mark.rule("stargard-design 19.1.8")
def test_refugees_keep_strategic_movement_away_from_whom_the_hq_activates() -> None:
    table = corps()
    table.lay({"49/23SS": "12.24", "XSS-HQ": "33.16", "307/163": "12.25"})
    match = happens(table, "19.1.8", "3SS")
    assert why(match, "move 49/23SS strategic") == "stargard-design 19.1.8 strategic_refugees"
    questions = match.game.rules.questions
    assert questions.reach(inside(match), ["307/163"], "strategic", True)  # of another corps: not slowed


@pytest.mark.rule("stargard-design 3.3.2")
def test_orphans_are_lent_and_named_like_independents_of_their_side() -> None:
    table = corps()
    table.lay({"307/163": "17.25", "397": "30.07"})  # X SS has lost its HQ; 397 is of 61st Army
    table.play.state.hex[table.unit("2GT-HQ")] = REMOVED
    table.put("33G/9GT", "16.26")  # Soviet, near the German HQ
    match = draw(table, "3SS")
    moves = {text.split()[1] for text in texts(match) if text.startswith("move")}
    assert moves == {"3SS-HQ", "48/23SS", "307/163"}
    match = draw(corps_with_orphan(), "HGW")
    assert "lend 307/163" in texts(match)


def corps_with_orphan() -> Pomerania:
    table = corps()
    table.put("307/163", "30.20")
    return table


@pytest.mark.rule("stargard-design 3.3.3")
def test_who_may_act_is_settled_when_the_chit_is_drawn() -> None:
    """The HQ goes away, and its units still move; another comes near, and does not."""
    table = corps()
    table.put("49/23SS", "16.17")  # eight hexes from 16.25, seven from 16.24
    match = draw(table, "3SS")
    match.play("move 3SS-HQ")
    match.play("to 16.27")
    assert "move 49/23SS" in texts(match)


@pytest.mark.rule("stargard-design 12.1.3")
def test_an_hq_that_is_lost_takes_its_chit_from_the_cup() -> None:
    table = corps()
    cup(table, "3SS", "61")
    table.play.remove_hq(table.unit("3SS-HQ"))
    match = table.match()
    assert chit(match, "3SS") == "removed" and where(match, "3SS-HQ") == "removed"
    assert cited(table.play.events, "hq_removed") == ["stargard-design 12.1.3"]


@pytest.mark.rule("stargard-design 13.1")
def test_air_units_are_of_no_activation() -> None:
    table = corps()
    table.box("Rudel", READY)
    activate(table.play, table.unit("3SS-HQ"), 0, True)
    assert "Rudel" not in {unit["id"] for unit in table.match().position()["units"] if unit["active"]}


@pytest.mark.rule("stargard-design 3.1.3", "stargard-design 3.1.2")
def test_what_keeps_drawing_going() -> None:
    """Not a chit without its HQ; a chit of gas, while one activation is left."""
    lone = corps()
    match = draw(lone, "XSS")
    assert chit(match, "XSS") == "cup" and not happened(list(lone.play.events), "drawn")
    last = corps()
    last.play.state.used[0] = 4
    match = draw(last, "NoGas")
    assert chit(match, "NoGas") == "used"


@pytest.mark.rule("stargard-design 3.3", "stargard-design 5.1", "stargard-design 8.3")
def test_marks_of_an_earlier_activation_do_not_count_in_the_next() -> None:
    table = corps()
    table.put("356", "16.26")
    u, state = table.unit("48/23SS"), table.play.state
    state.moved[u] = state.fought[u] = state.slowed = 1
    state.lendable, state.active[table.unit("356")] = 2, 1
    match = table.activate("3SS-HQ")
    marks = {unit["id"]: unit for unit in match.position()["units"]}
    assert {id for id, unit in marks.items() if unit["active"]} == {"3SS-HQ", "48/23SS"}
    assert "move 48/23SS" in texts(match) and not any(text.startswith("lend") for text in texts(match))
    match.play("done")
    assert texts(match) == ["attack 16.26", "done"] and not state.slowed
