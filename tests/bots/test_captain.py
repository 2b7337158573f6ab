"""The captain plays by the rules, the same way twice, without touching the table, and attacks only where it pays."""

from __future__ import annotations

import numpy as np
import pytest

import countermarch as cm
from countermarch.bots import Bot, bot
from countermarch.bots.arena import Pairing, play_game
from countermarch.bots.assault import Target, least_gain, muster, plans
from countermarch.bots.assault import value as worth
from countermarch.bots.captain import Captain
from countermarch.bots.chits import FREE, SEALED, TRAPPED, USUAL, ChitSituation
from countermarch.bots.command import Command
from countermarch.bots.doctrine import doctrine
from countermarch.bots.ground import FAR, Ground
from countermarch.bots.marching import march_score, stand_score
from countermarch.bots.onslaught import Onslaught
from countermarch.bots.standing import march_scores, stand_scores
from countermarch.bots.weights import ChitDoctrine
from countermarch.charts import read_outcome
from countermarch.games.chitpull.activation import ChooseHeadquarters
from countermarch.games.chitpull.state import GONE, READY
from countermarch.match import Match
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, where
from tests.rules.koenigsberg.test_11_hipper import fire
from tests.rules.stargard.table import Pomerania

SIDES = ("german", "soviet")


def play_some(match: Match, seats: dict[str, Bot], decisions: int) -> None:
    for _ in range(decisions):
        side = match.to_act
        if side is None:
            return
        before = match.fingerprint()
        action = seats[side].choose(match)
        assert action in match.legal()
        assert match.fingerprint() == before
        match.play(action)


@pytest.mark.parametrize("side", SIDES)
def test_every_choice_is_legal_and_leaves_the_match_alone(side: str) -> None:
    match = cm.load("koenigsberg").start(seed=5)
    seats = {each: bot("captain" if each == side else "random", 7) for each in SIDES}
    play_some(match, seats, 250)
    assert len(match.actions) == 250


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (cm.load("koenigsberg").start(seed=11) for _ in range(2))
    play_some(first, {side: Captain(3) for side in SIDES}, 120)
    play_some(second, {side: Captain(3) for side in SIDES}, 120)
    assert first.actions == second.actions
    assert first.fingerprint() == second.fingerprint()


def test_a_captain_who_comes_late_goes_on_from_what_it_sees() -> None:
    match = cm.load("koenigsberg").start(seed=2)
    for _ in range(80):
        match.play(Captain(1).choose(match))
    assert len(match.actions) == 80


def test_after_an_undo_the_captain_thinks_again() -> None:
    match = cm.load("koenigsberg").start(seed=2)
    captain = Captain(1)
    while not any(action.verb == "move" for action in match.legal()):
        match.play(captain.choose(match))
    first = captain.choose(match)
    match.play(first)
    assert match.undo()
    assert captain.choose(match) == first


def fighting(*soviets: tuple[str, str], german: str = "26K-1") -> Match:
    table = Table()
    table.put(german, "1340")
    for id, number in soviets:
        table.put(id, number)
    return table.fight(SOVIET, *(id for id, _ in soviets))


def test_a_weak_attack_is_not_made() -> None:
    match = fighting(("39A-94", "1240"), ("39A-5G", "1240"))
    assert {str(action) for action in match.legal()} == {"attack 1340", "done"}
    assert str(Captain().choose(match)) == "done"


def test_a_strong_attack_is_made_by_all_it_needs() -> None:
    three = (("39A-94", "1240"), ("39A-5G", "1240"), ("39A-113", "1341"), ("11GA-8G", "1341"))
    match = fighting(*three, german="Ind-627")
    captain = Captain()
    assert str(captain.choose(match)) == "attack 1340"
    while match.to_act is not None and not any(action.verb == "resolve" for action in match.legal()):
        match.play(captain.choose(match))
    assert any(action.verb == "with" for action in match.actions)


def test_an_attack_that_only_a_ship_can_make_strong_enough_gets_it() -> None:
    match = fire({"9K-56": "3029", "39A-113": "3129", "39A-94": "3129", "9K-HQ": "3030"})
    match.play("attack 3129")
    assert [str(action) for action in match.legal()] == ["with Hipper"]
    for quick in (False, True):
        assert str(Captain(quick=quick).choose(match)) == "with Hipper"


def garrisoned(*open_ones: str) -> Table:
    """A corps of the Germans in every objective but these."""
    table = Table()
    guards = [
        unit.id for unit in table.tables.units if unit.side == "german" and unit.steps == 2 and unit.kind == "infantry"
    ]
    for id, h in zip(guards, sorted(table.tables.places.objectives), strict=False):
        if table.tables.numbers[h] not in open_ones:
            table.put(id, table.tables.numbers[h])
    return table


def test_units_brought_up_for_an_attack_make_it() -> None:
    table = garrisoned()
    table.put("Ind-627", "1340")
    table.put("39A-HQ", "1042")
    for id, number in (("39A-94", "1140"), ("39A-5G", "1140"), ("39A-113", "1141")):
        table.put(id, number)
    match = table.activate("39A-HQ")
    captain = Captain()
    while match.to_act == "soviet" and not any(action.verb == "resolve" for action in match.actions):
        match.play(captain.choose(match))
    aims = [action.hexes[0] for action in match.actions if action.verb == "attack"]
    near = table.tables.board.grid.within(table.hex(aims[0]), 1)
    assert all(table.hex(where(match, id)) in near for id in ("39A-94", "39A-5G", "39A-113"))


def test_an_open_objective_is_walked_into() -> None:
    table = Table()
    table.put("39A-94", "1835")
    match = table.move(SOVIET, "39A-94")
    captain = Captain()
    while match.to_act == "soviet" and where(match, "39A-94") == "1835":
        match.play(captain.choose(match))
    assert match.position()["control"][where(match, "39A-94")] == "soviet"


def test_the_last_unit_of_a_threatened_objective_stays() -> None:
    table = Table()
    table.put("26K-1", "1836")
    table.put("39A-94", "1838")
    match = table.move(GERMAN, "26K-1")
    assert str(Captain().choose(match)) == "done"


def acted(match: Match) -> Match:
    """The march of a side, to its end."""
    side, captain = match.to_act, Captain()
    while match.to_act == side:
        match.play(captain.choose(match))
    return match


def test_the_strong_garrison_what_decides_the_game_and_the_weak_go_elsewhere() -> None:
    table = Table()
    for id, number in (("Gar-Elbing", "3420"), ("Ind-904", "3321"), ("26K-1", "3224"), ("2SA-88", "2211")):
        table.put(id, number)
    for id in ("Gar-Koenigsberg", "9K-56"):
        table.put(id, "2932")
    match = acted(table.move(GERMAN, "Ind-904", "26K-1"))
    assert where(match, "26K-1") == "3420" != where(match, "Ind-904")


def test_a_weak_unit_makes_room_in_what_decides_the_game() -> None:
    table = Table()
    for id, number in (("Gar-Elbing", "3420"), ("Ind-904", "3420"), ("2SA-88", "2211")):
        table.put(id, number)
    assert where(acted(table.move(GERMAN, "Ind-904")), "Ind-904") != "3420"


def test_volkssturm_is_no_garrison() -> None:
    table = Table()
    for id, number in (("VS-1", "2220"), ("26K-1", "2119"), ("2SA-88", "1810")):
        table.put(id, number)
    assert where(acted(table.move(GERMAN, "26K-1")), "26K-1") == "2220"


def test_who_has_to_take_goes_on_when_most_is_taken() -> None:
    table = garrisoned()
    for h in table.tables.places.objectives:
        table.play.state.control[h] = SOVIET
    for city in ("2932", "3420"):
        table.play.state.control[table.hex(city)] = GERMAN
    match = table.match()
    held = doctrine(ChitDoctrine, "koenigsberg", "soviet")
    assert ChitSituation(match, "soviet", Ground(match.game.rules.board), held).attacking


BARE, TOWN = (0, 0), (1, 1)


def value(code: str, spared: tuple[int, int], target: Target) -> float:
    return worth(read_outcome(code), spared, target)


def test_printed_results_of_every_game_are_weighed() -> None:
    plain = Target(prize=1.0)
    assert value("D2r2", BARE, plain) > value("D1r", BARE, plain) > value("Dr", BARE, plain) > 0
    assert value("D1R2", BARE, plain) == value("D1r2", BARE, plain)
    assert value("A1", BARE, plain) < value("Ar", BARE, plain) < value("-", BARE, plain) == value("P", BARE, plain) == 0


def test_where_a_side_may_choose_it_takes_the_lesser_evil() -> None:
    rich, poor = Target(prize=9.0), Target(prize=0.0)
    assert value("DRo1", BARE, rich) == value("D1", BARE, rich) < value("DR1", BARE, rich)
    assert value("DRo1", BARE, poor) == value("DR1", BARE, poor) < value("D1", BARE, poor)
    assert value("ARo1", BARE, poor) == value("AR1", BARE, poor) > value("A1", BARE, poor)


def test_shelter_turns_a_good_result_into_a_bad_one() -> None:
    assert value("A1*/Dr", BARE, Target()) > 0 > value("A1*/Dr", TOWN, Target())
    assert (value("A1r", BARE, Target()) + value("-", BARE, Target())) / 2 < USUAL.least_gain


def test_who_cannot_move_pays_for_a_retreat_with_steps() -> None:
    garrison = Target(prize=4.0, mobile=0, walls=(2,))
    assert value("DR1", BARE, garrison) == value("D1", BARE, garrison) < value("D1R1", BARE, garrison)
    last = Target(prize=4.0, mobile=1)
    assert value("D1", BARE, last) > value("D1", BARE, Target(prize=4.0, mobile=2)) + 4  # nobody is left in the hex


def test_who_has_no_free_way_back_pays_for_it_with_steps() -> None:
    free, trapped, sealed = (Target(prize=1.0, mobile=3, closed=closed) for closed in (FREE, TRAPPED, SEALED))
    assert value("Dr", BARE, trapped) - value("Dr", BARE, free) == USUAL.enemy_step
    assert value("Dr", BARE, sealed) == USUAL.enemy_step < value("D1r2", BARE, sealed)  # until nobody is left
    assert value("D1r2", BARE, sealed) == value("D1r2", BARE, free) + 2 * USUAL.enemy_step


def test_ways_back_are_seen_and_barred() -> None:
    table = garrisoned()
    for id, number in (("26K-1", "1340"), ("39A-HQ", "1042"), ("39A-94", "1341"), ("39A-5G", "1341")):
        table.put(id, number)
    look, around = seen(table.activate("39A-HQ"), "soviet"), table.tables.board.grid.around
    target, first = table.hex("1340"), table.hex("1341")
    other = next(n for n in around(target) if table.tables.board.grid.distance(n, first) == 2)
    assert look.closed(target, [first]) == FREE
    assert look.closed(target, around(target)) == SEALED
    beside = next(n for n in around(target) if n in around(first))
    reaches: dict[str, dict[int, object]] = {
        "39A-94": {first: None},
        "39A-5G": {first: None, beside: "move 39A-5G", other: "move 39A-5G"},
    }
    assert set(Onslaught(look, reaches).bring(target)[0].values()) == {first, other}
    assert set(Onslaught(look, reaches, quick=True).bring(target)[0].values()) == {first}


def test_a_front_activates_the_hq_whose_attacks_promise_most() -> None:
    table = garrisoned("3420")
    for id, number in (("2SA-HQ", "3219"), ("2SA-88", "3219")):
        table.put(id, number)
    for id, number in (("65A-HQ", "1812"), ("65A-18", "1812"), ("65A-105", "1812"), ("65A-46", "1912")):
        table.put(id, number)
    table.put("26K-1", "1811")
    match = table.push(ChooseHeadquarters(SOVIET, 0, True, "2BF-1"))
    assert str(Captain(quick=True).choose(match)) == "activate 65A-HQ"
    assert str(Captain().choose(match)) == "activate 2SA-HQ"


def test_towards_the_end_steps_matter_less_than_ground() -> None:
    early, late = Target(prize=4.0), Target(prize=4.0, patience=0.4)
    assert value("A1", BARE, late) > value("A1", BARE, early)
    assert value("DR1", BARE, late) == value("DR1", BARE, early)


def seen(match: Match, side: str) -> ChitSituation:
    return ChitSituation(match, side, Ground(match.game.rules.board))


def test_patience_runs_out_with_the_turns() -> None:
    looks = [seen(Table(turn=turn).match(), "soviet") for turn in (1, 8, 10)]
    assert [look.turns_left for look in looks] == [10, 3, 1]
    assert looks[0].patience == 1.0 > looks[1].patience > looks[2].patience > 0
    assert least_gain(looks[0]) > least_gain(looks[2])


def test_one_or_two_air_units_fly_each_in_either_way() -> None:
    assert plans([]) == [()]
    assert len(plans(["a"])) == 1 + 2 and len(plans(["a", "b"])) == 1 + 4 + 4
    assert (("a", "full"), ("b", "full")) in plans(["a", "b"])


def test_sorties_are_called_together_if_one_alone_changes_nothing() -> None:
    table = Table()
    table.put("26K-1", "1836")  # a town, and an objective
    for id, number in (("39A-94", "1837"), ("39A-5G", "1837"), ("39A-113", "1936")):
        table.put(id, number)
    for id in ("1AA-1", "1AA-2"):
        table.box(id, READY)
    match, units = table.match(), ("39A-94", "39A-5G", "39A-113")
    look = seen(match, "soviet")
    seats = {id: look.own[id].hex for id in units}
    alone = muster(look, table.hex("1836"), seats, ())
    best = muster(look, table.hex("1836"), seats, look.wings)
    assert look.wings == ["1AA-1", "1AA-2"]
    assert best.worth > alone.worth and len(best.sorties) == 2


def test_a_single_unit_attacks_too() -> None:
    table = Table()
    table.put("Ind-277", "1638")
    table.put("11GA-8G", "1639")
    match = table.fight(SOVIET, "11GA-8G")
    assert str(Captain().choose(match)) == "attack 1638"


def test_an_attack_off_the_way_has_its_price() -> None:
    table = garrisoned()
    for id, number in (("39A-HQ", "1640"), ("39A-94", "1639"), ("Ind-627", "1341")):
        table.put(id, number)
    match = table.activate("39A-HQ")
    look, here = seen(match, "soviet"), table.hex("1639")
    onslaught = Onslaught(look, {"39A-94": {here: "", table.hex("1043"): "move 39A-94"}})
    assert onslaught.detour({"39A-94": table.hex("1043")}) > onslaught.detour({"39A-94": here}) == 0


@pytest.mark.parametrize(
    ("game", "heavy", "light"),
    [("koenigsberg", "2932", "1836"), ("koenigsberg45", "2932", "1836"), ("stargard", "07.16", "15.07")],
)
def test_what_decides_the_game_weighs_more(game: str, heavy: str, light: str) -> None:
    look = seen(cm.load(game).start(seed=1), "german")
    index = look.ground.index
    assert look.weight(index[heavy]) > look.weight(index[light]) and look.watch(index[heavy]) == 2 > look.watch(
        index[light]
    )


@pytest.mark.parametrize("game", ["koenigsberg", "koenigsberg45", "stargard"])
def test_many_hexes_are_scored_as_each_of_them_is(game: str) -> None:
    match, captain = cm.load(game).start(seed=3, pauses=False), Captain(3)
    while match.turn < 2 or not any(action.verb == "move" for action in match.legal()):
        match.play(captain.choose(match))
    for side in match.game.info.sides:
        look = seen(match, side)
        hexes = np.arange(look.ground.n, dtype=np.int32)
        for piece in [p for p in look.own.values() if p.fights][::9]:
            assert march_scores(look, piece, hexes).tolist() == [
                march_score(look, piece, h) for h in range(look.ground.n)
            ]
            assert stand_scores(look, piece, hexes).tolist() == [
                stand_score(look, piece, h) for h in range(look.ground.n)
            ]


def test_what_is_kept_of_a_situation_follows_the_moves() -> None:
    match, captain = cm.load("koenigsberg").start(seed=3, pauses=False), Captain(3)
    while not any(action.verb == "move" for action in match.legal()):
        match.play(captain.choose(match))
    look, hexes = seen(match, "soviet"), np.arange(match.game.rules.board.n, dtype=np.int32)
    piece = next(p for p in look.own.values() if p.fights)
    before = stand_scores(look, piece, hexes).tolist(), march_scores(look, piece, hexes).tolist()
    for id, h in ((piece.unit.id, look.lost[0]), *((p.unit.id, piece.hex) for p in list(look.own.values())[:3])):
        look.move(id, h)
    after = stand_scores(look, piece, hexes).tolist(), march_scores(look, piece, hexes).tolist()
    assert after[1] == [march_score(look, piece, h) for h in range(look.ground.n)] and after != before
    assert look.guards.tolist() == [sum(p.fights for p in look.friends_at.get(h, ())) for h in range(len(hexes))]
    assert look.cover.tolist() == [look.line_cover(h) for h in range(len(hexes))]


def test_a_column_reckoned_is_the_column_a_preview_shows() -> None:
    """Every attack that is offered in two turns, by as many of the strongest as there are, with and without air."""
    match, captains, seen_columns = cm.load("koenigsberg").start(seed=5, pauses=False), Captain(5), 0
    while match.turn < 3:
        for action in [a for a in match.legal() if a.verb == "attack"]:
            look = seen(match, str(match.to_act))
            target = look.ground.index[action.hexes[0]]
            odds, pieces = look.survey.odds(target), match.game.rules.pieces
            units = look.survey.able(look.side, target)
            forces = [odds.force(u, look.own[pieces[u].id].hex) for u in units]
            attack, line = odds.reckon([force for force in forces if force is not None])
            shown = match.preview(action.hexes[0], [pieces[u].id for u in units])
            column = odds.column(attack, line)
            assert (look.survey.combat.columns[column] if column >= 0 else None) == shown.column
            assert not shown.results or odds.spared(line) == shown.spared
            seen_columns += column >= 0
        match.play(captains.choose(match))
    assert seen_columns > 20


def test_a_captain_in_a_hurry_plays_on_to_the_end() -> None:
    match, captains = cm.load("stargard").start(seed=2, pauses=False), Captain(2, quick=True)
    again = match.copy()
    for table in (match, again):
        while table.to_act is not None:
            captains.play_on(table, table.to_act)
    assert match.result is not None and match.fingerprint() == again.fingerprint()


def test_a_survey_reads_the_table_as_it_stands() -> None:
    match = cm.load("koenigsberg").start(seed=1, pauses=False)
    survey, pieces, numbers = match.survey(), match.game.rules.pieces, match.game.rules.board.grid.numbers
    before = list(survey.where)
    for _ in range(60):
        match.play(match.legal()[0])
    lying = {p.id: (numbers[h] if (h := survey.where[p.index]) >= 0 else None, survey.steps[p.index]) for p in pieces}
    assert lying == match.muster() and before != list(survey.where)
    view = match.view("german")
    assert survey.effects == view["effects"] and survey.drawn == frozenset(view["drawn"])
    assert {numbers[h]: holder for h, holder in survey.control.items()} == view["control"]
    for side in match.game.info.sides:
        assert [numbers[h] for h in np.flatnonzero(survey.zone(side)).tolist()] == list(match.zones(side))
        assert sorted(numbers[h] for h in survey.sources(side)) == sorted(match.sources(side))


def leaving(**places: str) -> Match:
    table = Pomerania(turn=6)
    table.lay({"39Pz-HQ": "17.12", "3SS-HQ": "26.13", "Pz/FB": "25.12", "StellII-HQ": "08.10", "1/DEN": "08.11"})
    table.lay(places)
    table.own.state.reich = 6
    table.own.state.chit[table.tables.chit_of["39Pz"]] = GONE
    return table.activate("StellII-HQ")


def played(match: Match) -> Match:
    captain = Captain()
    while match.to_act == "german" and any(action.verb in ("withdraw", "to") for action in match.legal()):
        action = captain.choose(match)
        if action.verb not in ("withdraw", "to"):
            return match
        match.play(action)
    return match


def test_who_must_leave_rides_straight_to_the_exit() -> None:
    match = played(leaving(**{"II/10SS": "18.13"}))
    assert where(match, "II/10SS") == "removed"


def test_who_is_not_through_stays_in_reach_and_the_hq_with_its_units() -> None:
    match = played(leaving(**{"69/28SS": "20.12"}))
    look = seen(match, "german")
    assert look.own["39Pz-HQ"].hex and look.out_of_reach(look.own["69/28SS"], look.own["69/28SS"].hex) == 0
    assert look.out_of_reach(look.own["Pz/FB"], look.own["Pz/FB"].hex) == 0


def test_another_hq_comes_for_those_who_must_leave_and_have_lost_theirs() -> None:
    table = Pomerania(7)
    table.lay({"StellII-HQ": "08.10", "1/DEN": "08.11", "69/28SS": "18.17", "1P": "36.17"})
    table.own.state.reich = 6
    match = table.activate("StellII-HQ")
    before = seen(match, "german")
    assert before.out_of_reach(before.own["69/28SS"], table.hex("18.17")) > 0
    after = seen(acted(match), "german")
    assert after.out_of_reach(after.own["69/28SS"], table.hex("18.17")) == 0


@pytest.mark.parametrize(("turn", "goes"), [(3, False), (5, True)])  # on turn 4 the road to Küstrin calls
def test_who_may_be_called_away_is_no_garrison_and_comes_near_the_exit(turn: int, goes: bool) -> None:
    table = Pomerania(turn)
    table.lay({"I/10SS": "30.22", "1P": "32.21", "39Pz-HQ": "17.12"})
    match = table.move(GERMAN, "I/10SS")
    ground, before = Ground(match.game.rules.board), table.hex("30.22")
    way = ground.field_to(ground.index["07.16"])
    after = table.hex(where(acted(match), "I/10SS"))
    assert (way[after] < way[before] - 12) == goes


def test_distances_go_round_what_cannot_be_crossed() -> None:
    board = cm.load("koenigsberg").rules.board
    ground = Ground(board)
    field = ground.field_to(ground.index["2932"])
    assert field[ground.index["2932"]] == 0
    assert field[ground.index["2931"]] < field[ground.index["1836"]] < FAR
    sea = next(h for h in range(board.n) if board.terrain(h) == "sea")
    assert field[sea] == FAR


def test_captain_beats_random_on_either_side() -> None:
    for bots in (("captain", "random"), ("random", "captain")):
        record = play_game(Pairing("koenigsberg", None, bots, 1))
        assert record.winner is not None
        assert record.bots[record.winner] == "captain"


def fogged(defenders: dict[str, str], *attackers: str) -> Match:
    table = Table(fog_of_war="on")
    for id, number in defenders.items():
        table.put(id, number)
    for id in attackers:
        table.put(id, "1240" if id in attackers[:2] else "1341")
    return table.fight(SOVIET, *attackers)


def said(match: Match, captain: Captain) -> list[str]:
    """What a captain says until the die is cast or the attack is let go."""
    found: list[str] = []
    while not found or found[-1] not in ("resolve", "done"):
        found.append(str(captain.choose(match)))
        match.play(found[-1])
    return found


def test_under_fog_the_captain_announces_what_it_has_put_together() -> None:
    match = fogged({"Ind-627": "1340"}, "39A-94", "39A-5G", "39A-113", "11GA-8G")
    heard = said(match, Captain())
    assert heard[0] == "attack 1340" and heard[-2:] == ["announce", "resolve"]
    assert all(text.startswith("with ") for text in heard[1:-2])


def test_an_attack_that_finds_too_many_is_let_go() -> None:
    """Two strong corps stand behind the line; whoever announced it has no air units to save it."""
    match = fogged({"26K-69": "1340", "26K-1": "1340"}, "39A-152")
    for text in ("attack 1340", "announce"):
        match.play(text)
    assert said(match, Captain()) == ["done"]


def test_refugees_are_answered_by_a_thought() -> None:
    """12.2a: they are moved on, out of the way of the columns behind them; nobody drives through them."""
    for seed in range(3):
        match = cm.load("koenigsberg45").start(seed=seed, pauses=False)
        command, moved = Command(seed), 0
        while match.to_act is not None and match.turn < 5:
            fled = [action for action in match.legal() if action.verb == "flee"]
            action = command.choose(match)
            moved += bool(fled) and action.verb == "flee"
            assert action.verb != "drive" or len(match.legal()) == 1
            match.play(action)
        assert command.captain(match).at_a_loss <= 1
        if moved:
            return
    raise AssertionError("nobody fled")
