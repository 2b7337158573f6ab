"""19.1.3: Defend the Reich."""

from typing import Any

import pytest

import countermarch as cm
from countermarch.games.chitpull.activation import commanded
from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.state import CUP, ELIMINATED, GONE, ISOLATED, REMOVED, USED
from countermarch.games.stargard import reich
from countermarch.games.stargard.command import Drawing
from countermarch.games.stargard.events import in_pool
from countermarch.games.stargard.victory import tally
from countermarch.match import Match
from tests.rules.koenigsberg.chits import chit
from tests.rules.stargard.table import GERMAN, Pomerania, cited, happened, inside, reasons, refused, texts, where

LEAVERS = {"39Pz-HQ": "17.12", "21/10SS": "18.11", "69/28SS": "17.11", "139/233": "17.11", "7/4SS": "16.12"}


def ordered(turn: int = 5, event: int = 5, **options: str) -> Pomerania:
    """The event has happened; some of those who must leave stand south of Stargard, FB and FG in the east."""
    table = Pomerania(turn=turn, **options)
    table.lay({**LEAVERS, "3SS-HQ": "26.13", "Pz/FB": "25.12", "48/23SS": "22.12"})
    table.lay({"Munzel-HQ": "28.14", "Pz/FG": "28.13", "StellII-HQ": "08.10", "1/DEN": "08.11"})
    table.own.state.reich = event
    table.own.state.chit[table.tables.chit_index["39Pz"]] = GONE
    return table


def withdrawers(match: Match) -> set[str]:
    return {text.split()[1] for text in texts(match) if text.startswith("withdraw")}


@pytest.mark.rule("stargard 19.1.3", "stargard 19.1.3(a)")
@pytest.mark.parametrize("place", [CUP, USED])
def test_the_event_takes_the_chit_out_of_cup_or_box_and_names_who_leaves(place: int) -> None:
    table = ordered()
    table.own.state.reich = 0
    table.own.state.chit[table.tables.chit_index["39Pz"]] = place
    reich.happen(table.own)
    match = table.match()
    assert chit(match, "39Pz") == "removed" and table.own.state.reich == 5
    told = happened(list(table.play.events), "reich")[0]
    assert set(told.params["units"]) == {*LEAVERS, "Pz/FB", "Pz/FG"}  # type: ignore[call-overload]
    assert str(told.citation) == "stargard 19.1.3"


@pytest.mark.rule("stargard 19.1.3")
def test_all_units_of_the_six_divisions_and_the_hq_are_named() -> None:
    tables = Pomerania().own.tables
    divisions = {tables.ids[u].partition("/")[2] for u in tables.leavers} - {""}
    assert divisions == {"10SS", "4SS", "28SS", "233", "FB", "FG"} and len(tables.leavers) == 19


@pytest.mark.rule("stargard 19.1.3(a)")
def test_none_of_them_attacks_again() -> None:
    table = ordered()
    table.lay({"12G": "25.11", "49/23SS": "24.11"})
    match = table.activate("3SS-HQ")
    match.play("done")
    match.play("attack 25.11")
    assert "with Pz/FB" not in texts(match)
    assert str(refused(match, "with Pz/FB").citation) == "stargard 19.1.3(a)"


@pytest.mark.rule("stargard 19.1.3(b)")
def test_munzel_reaches_six_hexes_instead_of_eight() -> None:
    table = ordered()
    table.put("322/281", "28.21")
    hq = table.unit("Munzel-HQ")
    assert table.match().command("Munzel-HQ")["range"] == 6
    assert table.unit("322/281") not in [u for u, _ in commanded(table.play, hq)]
    table.own.state.reich = 0
    assert table.own.command_range(hq) == 8
    assert table.unit("322/281") in [u for u, _ in commanded(table.play, hq)]


@pytest.mark.rule("stargard 19.1.3(c)")
def test_every_german_chit_lets_them_make_a_regular_or_rail_move() -> None:
    match = ordered().activate("StellII-HQ")
    assert withdrawers(match) == {*LEAVERS, "Pz/FB", "Pz/FG"}
    assert {text.partition(" ")[2].partition(" ")[2] for text in texts(match) if text.startswith("withdraw")} <= {
        "",
        "rail",
    }
    assert str(refused(match, "withdraw 21/10SS strategic").citation) == "stargard 19.1.3(c)"
    assert str(refused(match, "withdraw 1/DEN").citation) == "stargard 19.1.3"
    match.play("withdraw 21/10SS")
    match.play("to 18.12")
    assert where(match, "21/10SS") == "18.12"
    assert refused(match, "withdraw 21/10SS").citation is not None


@pytest.mark.rule("stargard 19.1.3(c)", "stargard-design 19.1.3-chits")
def test_within_the_range_of_their_own_hq() -> None:
    table = ordered()
    table.put("8/4SS", "30.22")
    match = table.activate("StellII-HQ")
    assert "8/4SS" not in withdrawers(match)
    assert str(refused(match, "withdraw 8/4SS").citation) == "stargard-design 19.1.3-chits"


@pytest.mark.rule("stargard-design 19.1.3-chits")
def test_a_soviet_chit_moves_nobody_and_one_move_a_chit() -> None:
    table = ordered()
    table.lay({"61-HQ": "30.05", "12G": "30.06"})
    assert withdrawers(table.activate("61-HQ")) == set()
    match = ordered().activate("3SS-HQ")
    assert not any(text.startswith("move Pz/FB") for text in texts(match)) and "Pz/FB" in withdrawers(match)
    match.play("withdraw Pz/FB")
    match.play(match.legal()[0])
    assert "Pz/FB" not in withdrawers(match)
    assert str(refused(match, "move Pz/FB").citation) == "stargard-design 19.1.3-chits"


@pytest.mark.rule("stargard-design 19.1.3-chits")
def test_once_its_hq_has_gone_any_german_hq_will_do() -> None:
    table = ordered()
    table.own.lift(table.unit("39Pz-HQ"), REMOVED)
    table.put("8/4SS", "10.12")  # near Stell II
    table.put("22/10SS", "36.22")  # near nobody
    match = table.activate("StellII-HQ")
    assert "8/4SS" in withdrawers(match) and "22/10SS" not in withdrawers(match)


@pytest.mark.rule("stargard-design 19.1.3-chits", "stargard-design 8.7(2)")
def test_a_pinned_unit_does_not_withdraw() -> None:
    table = ordered()
    table.own.pin([table.unit("21/10SS")])
    match = table.activate("StellII-HQ")
    assert "21/10SS" not in withdrawers(match)
    assert str(refused(match, "withdraw 21/10SS").citation) == "stargard-design 8.7(2)"


@pytest.mark.rule("stargard-design 19.1.3-chits")
def test_a_chit_beyond_the_limit_moves_nobody() -> None:
    table = ordered()
    table.play.state.used[0] = 4
    for id in ("StellII", "61"):
        table.play.state.chit[table.tables.chit_index[id]] = CUP
    table.play.state.chance.draws = ["StellII", "61"]
    table.lay({"61-HQ": "30.05", "12G": "30.06"})
    match = table.push(Drawing())
    assert chit(match, "StellII") == "void" and withdrawers(match) == set()


@pytest.mark.rule("stargard 19.1.3", "stargard-design 19.1.3-exit")
def test_who_reaches_stettin_is_lifted_however_full_it_is() -> None:
    match = ordered_near_stettin()
    match.play("withdraw 8/4SS")
    assert "to 07.16" in texts(match)
    events = match.play("to 07.16")
    assert where(match, "8/4SS") == "removed" and cited(events, "leaves") == ["stargard 19.1.3"]
    assert [event.key.rpartition(".")[2] for event in events] == ["moved", "leaves"]


@pytest.mark.rule("stargard 19.1.3")
def test_who_is_in_stettin_when_it_happens_is_lifted_at_once() -> None:
    table = Pomerania(turn=5)
    table.lay({"39Pz-HQ": "07.16", "8/4SS": "07.16", "2/DEN": "07.16", "7/4SS": "08.14"})
    table.own.pin([table.unit("8/4SS")])
    reich.happen(table.own)
    match = table.match()
    assert [where(match, id) for id in ("39Pz-HQ", "8/4SS", "2/DEN", "7/4SS")] == [
        "removed",
        "removed",
        "07.16",
        "08.14",
    ]
    assert cited(table.play.events, "leaves") == ["stargard 19.1.3"] * 2
    table.play.state.turn = 6
    reich.fall_due(table.own)
    assert table.own.state.reich_points == 1 and not any(table.own.state.pinned)


@pytest.mark.rule("stargard 19.1.3(c)", "stargard-design 5.5")
def test_a_refusal_says_what_keeps_a_leaver() -> None:
    table = ordered()
    table.lay({"61-HQ": "30.05", "12G": "30.06"})
    match = table.activate("StellII-HQ")
    rules = {
        "withdraw 7/4SS rail": "stargard-design 5.5",  # in range, but not on a railway
        "move 7/4SS": "stargard 19.1.3(c)",  # it withdraws
        "withdraw 22/10SS": "stargard 19.1.3",  # not on the map
    }
    assert {text: str(refused(match, text).citation) for text in rules} == rules
    assert match.why_not(["7/4SS"], "16.13") is None
    assert str(match.why_not(["7/4SS"], "16.13", mode="rail").citation) == "stargard-design 5.5"  # type: ignore[union-attr]
    soviet = table.activate("61-HQ")
    assert str(refused(soviet, "move 7/4SS").citation) == "stargard-design 3.3"
    assert str(refused(soviet, "withdraw 7/4SS").citation) == "stargard 19.1.3(c)"


@pytest.mark.rule("stargard 19.1.3(a)", "stargard-design 8.7(2)")
def test_nobody_reckons_with_attackers_who_may_not_attack() -> None:
    table = ordered()
    table.lay({"12G": "25.11", "49/23SS": "24.11"})
    table.own.pin([table.unit("49/23SS")])
    match = table.match()
    for attacker, rule in (("Pz/FB", "stargard 19.1.3(a)"), ("49/23SS", "stargard-design 8.7(2)")):
        answer = match.preview("25.11", [attacker])
        assert answer.column is None and answer.refusal is not None and str(answer.refusal.citation) == rule


@pytest.mark.rule("stargard 19.1.3")
@pytest.mark.parametrize(("event", "words"), [(6, "only turn 5"), (3, "39Pz-HQ, 21/10SS")])
def test_a_position_that_contradicts_it_is_refused(event: int, words: str) -> None:
    with pytest.raises(cm.PositionError, match=words):
        cm.load("stargard").from_position(said_to_be(event))


@pytest.mark.rule("stargard 19.1.3")
def test_a_position_after_it_has_no_chit_of_the_corps() -> None:
    assert chit(cm.load("stargard").from_position(said_to_be(4)), "39Pz") == "removed"


def said_to_be(event: int) -> dict[str, Any]:
    """A position of turn 5 edited to have had the event on some turn, whatever its chits say."""
    doc = ordered(turn=5, event=5).match().position()
    doc["effects"].update(reich=event, over=0)
    doc.update(removed_chits=[], flow=None)
    return doc


def ordered_near_stettin(soviet: str = "") -> Match:
    table = Pomerania(turn=5)
    table.lay({"StellII-HQ": "08.13", "1/DEN": "08.13", "39Pz-HQ": "09.14", "8/4SS": "08.14", "7/4SS": "09.14"})
    if soviet:
        table.put(soviet, "07.16")
    else:
        table.lay({"Gar-Stettin": "07.16", "2/DEN": "07.16"})
    table.own.state.reich = 5
    return table.activate("StellII-HQ")


@pytest.mark.rule("stargard-design 19.1.3-exit")
def test_with_a_soviet_unit_in_stettin_nobody_leaves() -> None:
    match = ordered_near_stettin("12G")
    match.play("withdraw 8/4SS")
    assert "to 07.16" not in texts(match)
    assert str(refused(match, "to 07.16").citation) == "stargard-design 5.3"


@pytest.mark.rule("stargard-design 19.1.3-exit", "stargard-design 5.6")
def test_nobody_goes_on_beyond_stettin_and_others_do_not_leave() -> None:
    match = ordered_near_stettin()
    match.play("withdraw 8/4SS")
    named = "to 06.16 via 07.15-07.16"
    assert reasons(match, named) == {named: "stargard-design 19.1.3-exit past_exit"}
    told = happened(list(match.play("to 06.16")), "moved")[0]
    assert told.params["path"] == ("07.15", "06.15", "06.16")  # not the cheapest, which is through Stettin


@pytest.mark.rule("stargard 19.1.3", "stargard 19.1.3(c)")
def test_example_units_on_the_railway_ride_straight_to_stettin() -> None:
    table = ordered(turn=6, event=6)
    table.lay({"II/10SS": "18.13"})
    match = table.activate("StellII-HQ")
    match.play("withdraw II/10SS rail")
    match.play("to 07.16")
    assert where(match, "II/10SS") == "removed"
    assert "leaves" in {event.key.rpartition(".")[2] for event in match.log}


@pytest.mark.rule("stargard-design 12.8")
def test_a_withdrawal_burns_no_fuel() -> None:
    table = ordered()
    table.play.state.no_gas = 1
    match = table.activate("StellII-HQ")
    match.play("withdraw 21/10SS")
    match.play("to 18.12")
    assert inside(match).state.steps[table.unit("21/10SS")] == 2


@pytest.mark.rule("stargard-design 19.1.3-when")
@pytest.mark.parametrize(("turn", "forced"), [(5, False), (6, True), (7, False)])
def test_it_happens_by_itself_before_the_first_draw_of_turn_six(turn: int, forced: bool) -> None:
    table = ordered(turn=turn)
    table.own.state.reich = 0
    reich.force(table.own)
    assert bool(table.own.state.reich) is forced
    assert cited(table.play.events, "reich_forced") == (["stargard-design 19.1.3-when"] if forced else [])


@pytest.mark.rule("stargard-design 19.1.3-when")
@pytest.mark.parametrize(("turn", "inside_pool"), [(3, False), (4, True)])
def test_it_is_in_the_pool_from_turn_four(turn: int, inside_pool: bool) -> None:
    pool = [row.id for row in Pomerania().own.tables.pool if row.turn <= turn]
    assert ("19.1.3" in pool) is inside_pool
    table = ordered(turn=4)
    table.own.state.reich = 0
    table.play.state.chit[table.tables.chit_index["Event"]] = CUP
    table.play.state.chance.draws = ["Event", "19.1.3"]
    table.push(Drawing())
    assert table.own.state.reich == 4


@pytest.mark.rule("stargard-design 19.1.3-deadline", "stargard 19.1.3", "stargard 14.1")
@pytest.mark.parametrize(("option", "points"), [("counts", 7), ("spared", 6)])
def test_what_is_left_after_the_next_turn_is_removed_for_a_point_each(option: str, points: int) -> None:
    table = ordered(turn=5, event=5, reich_hq=option)
    reich.fall_due(table.own)
    assert table.own.state.reich_points == 0  # not yet
    table.play.state.turn = 6
    reich.fall_due(table.own)
    match = table.match()
    assert where(match, "21/10SS") == where(match, "39Pz-HQ") == "removed"
    assert where(match, "48/23SS") == "22.12"
    assert tally(table.play)["soviet"] == points
    assert cited(table.play.events, "reich_due") == ["stargard 19.1.3"]


@pytest.mark.rule("stargard-design 19.1.3-deadline")
def test_units_eliminated_before_count_nothing() -> None:
    table = ordered(turn=6, event=5)
    for id in ("21/10SS", "7/4SS"):
        table.own.eliminate(table.unit(id))
    reich.fall_due(table.own)
    assert table.own.state.reich_points == 5


@pytest.mark.rule("stargard-design 19.1.3-rebuilding")
def test_they_get_no_replacements() -> None:
    table = ordered()
    table.own.set_steps(table.unit("21/10SS"), 1)
    table.own.set_steps(table.unit("48/23SS"), 1)
    table.own.lift(table.unit("7/4SS"), ELIMINATED)
    table.own.state.steps[table.unit("7/4SS")] = 0
    match = table.push(Replacements(GERMAN, 4, ()))
    assert texts(match) == ["refit 48/23SS", "done"]
    for text in ("refit 21/10SS", "rebuild 7/4SS 1 17.12"):
        assert str(refused(match, text).citation) == "stargard-design 19.1.3-rebuilding"


@pytest.mark.rule("stargard 19.1.3(a)")
def test_the_chit_of_the_corps_is_not_among_those_drawn_any_more() -> None:
    table = ordered()
    table.own.state.reich = 0
    for id in ("39Pz", "Event"):
        table.own.state.chit[table.tables.chit_index[id]] = CUP
    table.play.state.chance.draws = ["39Pz", "Event", "19.1.3"]
    match = table.push(Drawing())
    assert match.position()["drawn"] == ["39Pz"]
    while match.to_act is not None:
        match.play("done")
    assert match.position()["drawn"] == ["Event"] and chit(match, "39Pz") == "removed"


@pytest.mark.rule("stargard 19.1.3(c)")
@pytest.mark.parametrize("named", ["15.25-15.26", "16.25", "15.25-16.25"])
def test_a_withdrawal_goes_the_way_that_is_named(named: str) -> None:
    table = Pomerania(turn=5)
    table.lay({"39Pz-HQ": "16.27", "21/10SS": "16.24"})
    table.own.state.reich = 5
    match = table.activate("39Pz-HQ")
    match.play("withdraw 21/10SS")
    told = happened(list(match.play(f"to 16.26 via {named}")), "moved")[0]
    assert told.params["path"] == (*named.split("-"), "16.26") and where(match, "21/10SS") == "16.26"


@pytest.mark.rule("stargard 19.1.3(c)", "stargard-design 5.3")
def test_a_leaver_gets_out_of_a_ring_over_a_lone_hq() -> None:
    table = Pomerania(turn=5)
    table.lay({"39Pz-HQ": "16.27", "21/10SS": "16.24", "61-HQ": "16.25"})
    table.lay({"12G": "16.23", "75G": "15.24", "23G": "17.24", "397": "17.25", "356": "15.25"})
    table.own.state.reich = 5
    match = table.activate("39Pz-HQ")
    assert "withdraw 21/10SS" in texts(match)
    match.play("withdraw 21/10SS")
    match.play("to 16.25")
    assert (where(match, "21/10SS"), where(match, "61-HQ")) == ("16.25", "removed")


@pytest.mark.rule("stargard 19.1.3(c)", "stargard-design 5.1")
def test_the_others_move_by_the_usual_rules_and_soviets_do_not_withdraw() -> None:
    table = ordered()
    match = table.activate("3SS-HQ")
    match.play("move 48/23SS")
    match.play(texts(match)[0])
    told = reasons(match, "move 48/23SS", "move Pz/FB", "withdraw 48/23SS", "withdraw 12G")
    assert told == {
        "move 48/23SS": "stargard-design 5.1 moved",
        "move Pz/FB": "stargard 19.1.3(c) must_withdraw",
        "withdraw 48/23SS": "stargard 19.1.3 not_a_leaver",
        "withdraw 12G": "stargard 19.1.3 not_a_leaver",
    }
    table = ordered()
    table.lay({"61-HQ": "30.05", "12G": "30.06"})
    no = refused(table.activate("61-HQ"), "withdraw Pz/FB")
    assert (str(no.citation), no.reason.params["unit"]) == ("stargard 19.1.3(c)", "Pz/FB")


# Stettin


def near_stettin(*in_stettin: str, beside: tuple[str, ...] = ()) -> Match:
    """39th Panzer Corps two hexes from a Stettin in which, or beside which in 06.15, these are."""
    table = Pomerania(turn=5)
    table.lay({"StellII-HQ": "08.13", "39Pz-HQ": "08.14", "8/4SS": "08.14", "7/4SS": "09.14", "2/DEN": "09.13"})
    table.lay({**dict.fromkeys(in_stettin, "07.16"), **dict.fromkeys(beside, "06.15")})
    table.own.state.supply[table.unit("8/4SS")] = ISOLATED  # four points
    table.own.state.reich = 5
    return table.activate("StellII-HQ")


@pytest.mark.rule("stargard-design 19.1.3-exit", "stargard-design 6.0-limit")
@pytest.mark.parametrize("leaver", ["8/4SS", "39Pz-HQ"])
def test_neither_two_divisions_nor_an_hq_in_stettin_keep_a_leaver_out(leaver: str) -> None:
    others = ("Gar-Stettin", "3/DEN", "3SS-HQ")
    match = near_stettin(*others)
    assert "07.16" in match.reach(leaver) and match.why_not(leaver, "07.16") is None
    assert match.path(leaver, "07.16")[-1].hex == "07.16"
    assert [room.used for room in match.spot("07.16").rooms] == [2, 1]  # they are counted all the same
    match.play(f"withdraw {leaver}")
    events = match.play("to 07.16")
    assert where(match, leaver) == "removed" and {where(match, id) for id in others} == {"07.16"}
    assert happened(list(events), "leaves")[0].params == {"unit": leaver, "hex": "07.16"}


@pytest.mark.rule("stargard-design 6.0-limit", "stargard-design 19.1.3-exit")
def test_whoever_need_not_leave_finds_stettin_full() -> None:
    table = Pomerania(turn=5)
    table.lay({"StellII-HQ": "08.13", "1/DEN": "08.14", "Gar-Stettin": "07.16", "2/DEN": "07.16"})
    table.own.state.reich = 5
    match = table.activate("StellII-HQ")
    assert "07.16" not in match.reach("1/DEN") and "07.15" in match.reach("1/DEN")
    no = match.why_not("1/DEN", "07.16")
    assert no is not None and str(no.citation) == "stargard-design 6.0-limit"


@pytest.mark.rule("stargard 19.1.3(c)", "stargard-design 5.3")
def test_a_withdrawal_without_a_named_way_enters_every_hex_of_the_cheapest() -> None:
    """The HQ in 16.25 is overrun on the way to 16.26."""
    table = Pomerania(turn=5)
    table.lay({"39Pz-HQ": "16.27", "21/10SS": "16.24", "61-HQ": "16.25", "12G": "15.24", "75G": "17.24"})
    table.own.state.reich = 5
    match = table.activate("39Pz-HQ")
    match.play("withdraw 21/10SS")
    events = list(match.play("to 16.26"))
    assert happened(events, "moved")[0].params["path"] == ("16.25", "16.26")
    assert where(match, "61-HQ") == "removed" and happened(events, "overrun")[0].params["hex"] == "16.25"


@pytest.mark.rule("stargard-design 19.1.3-when", "stargard-design 19.0")
def test_what_has_happened_by_itself_is_not_drawn_again() -> None:
    table = ordered(turn=6)
    table.own.state.reich = 0
    assert "19.1.3" in [row.id for row in in_pool(table.own)]
    reich.force(table.own)
    assert "19.1.3" not in [row.id for row in in_pool(table.own)]


@pytest.mark.rule("stargard-design 19.1.3-exit", "stargard-design 6.0-limit")
def test_what_lies_beyond_stettin_is_neither_shown_nor_reached_by_a_leaver() -> None:
    """With 06.15 full, 06.16 is near enough only through Stettin."""
    match = near_stettin(beside=("1/DEN", "3/DEN"))
    near = match.reach("8/4SS")
    assert "07.16" in near and not {"06.16", "07.17", "06.17"} & set(near)
    assert {"06.16", "07.17"} <= set(match.reach("2/DEN", freely=True))  # he need not leave
    match.play("withdraw 8/4SS")
    assert "to 07.16" in texts(match)
    for text in ("to 06.16", "to 07.17", "to 07.17 via 07.15-07.16-06.16"):
        assert reasons(match, text) == {text: "stargard-design 19.1.3-exit past_exit"}
    no = match.why_not("8/4SS", "07.17")
    assert no is not None and (str(no.citation), no.text.params) == ("stargard-design 19.1.3-exit", {"unit": "8/4SS"})
    no = match.why_not("7/4SS", "36.22")
    assert no is not None and str(no.citation) == "stargard-design 5.1"  # too far, Stettin or not


@pytest.mark.rule("stargard-design 19.1.3-exit", "stargard-design 5.1", "stargard-design 5.5")
@pytest.mark.parametrize(("mode", "to"), [("", "09.15"), (" rail", "07.16")])
def test_a_leaver_goes_round_stettin_if_he_likes(mode: str, to: str) -> None:
    """From 03.16 the cheapest way to 09.15 leads through Stettin, another one past it; trains end there."""
    table = Pomerania(turn=5)
    table.lay({"39Pz-HQ": "03.15", "8/4SS": "03.16"})
    table.own.state.reich = 5
    match = table.activate("39Pz-HQ")
    match.play(f"withdraw 8/4SS{mode}")
    assert f"to {to}" in texts(match) and ("to 18.13" in texts(match)) is False
    told = happened(list(match.play(f"to {to}")), "moved")[0].params["path"]
    assert isinstance(told, tuple) and "07.16" not in told[:-1] and told[-1] == to


@pytest.mark.rule("stargard-design 19.1.3-deadline", "stargard-design 8.7(6)")
def test_who_is_removed_at_the_deadline_leaves_want_and_pins_behind() -> None:
    table = ordered(turn=6, event=5)
    table.own.pin([table.unit("21/10SS")])
    table.own.state.supply[table.unit("7/4SS")] = ISOLATED
    reich.fall_due(table.own)
    assert not any(table.own.state.pinned) and not any(table.own.state.supply)


@pytest.mark.rule("stargard-design 19.1.3-deadline")
def test_a_deadline_that_everybody_has_kept_is_not_told() -> None:
    table = Pomerania(turn=6)
    table.own.state.reich = 5
    reich.fall_due(table.own)
    assert not table.play.events and table.own.state.reich_points == 0
