"""2.1 to 2.4: the game laid out, fronts, and command chits."""

import pytest

import countermarch as cm
from countermarch.games.chitpull.activation import left
from countermarch.games.chitpull.cup import return_chits
from countermarch.games.chitpull.state import READY, VOLKSSTURM_BOX
from countermarch.match import Match
from tests.rules.koenigsberg.chits import chit, draw, laid_out
from tests.rules.koenigsberg.table import Table, happened, refused, texts, where

HQS = ("9K", "26K", "HG", "41PzK", "20K", "23K")


@pytest.mark.rule("koenigsberg 2.1.5")
def test_everything_is_laid_out() -> None:
    play = laid_out()
    state, index = play.state, play.tables.index
    assert state.turn == 1
    assert play.hex_name(state.hex[index["39A-HQ"]]) == "1043"
    assert play.hex_name(state.hex[index["Gar-Koenigsberg"]]) == "2932"
    assert state.steps[index["HG-2HG"]] == 1
    assert all(state.hex[index[air]] == READY for air in ("LW", "1AA-1", "3AA", "18AA", "4AA-3"))
    assert [state.hex[index[f"VS-{n}"]] == VOLKSSTURM_BOX for n in (1, 2, 3, 4)] == [True, True, False, False]


@pytest.mark.rule("koenigsberg 2.1.5", "koenigsberg 8.1.1")
def test_only_chits_without_a_turn_begin_in_the_cup() -> None:
    play = laid_out()
    names = {chit.id for chit in play.in_cup()}
    assert {"39A", "70A", "9K", "GD", "Event"} <= names
    assert not names & {"43A", "2GA", "5GTA", "28K", "HGM", "2BF-1", "NoGas", "GD-Withdrawal"}


@pytest.mark.rule("koenigsberg 2.1.4", "koenigsberg 2.3")
def test_fronts_have_limits_of_their_own() -> None:
    table = Table(turn=3)
    table.put("70A-HQ", "0506")
    table.put("39A-HQ", "1043")
    table.play.state.used[table.group("2BF")] = 5
    match = draw(table, "70A", "39A")
    assert (chit(match, "70A"), chit(match, "39A")) == ("void", "used")
    assert list(table.play.state.used) == [0, 5, 1]
    assert str(happened(match.log, "void")[0].citation) == "koenigsberg 2.3"
    assert "move 39A-HQ" in texts(match)


@pytest.mark.rule("koenigsberg 2.1.4")
def test_an_hq_does_not_command_the_other_fronts_independents() -> None:
    table = Table()
    table.put("39A-HQ", "1043")
    table.put("2BF-1G", "1044")
    table.put("3BF-2G", "1044")
    match = table.activate("39A-HQ")
    assert "move 3BF-2G" in texts(match)
    assert str(refused(match, "move 2BF-1G").citation) == "koenigsberg 2.1.4"


@pytest.mark.rule("koenigsberg 2.1.4")
def test_units_of_both_fronts_stack() -> None:
    table = Table()
    table.put("39A-HQ", "1043")
    table.put("39A-94", "1043")
    table.put("2BF-1G", "1044")
    match = table.activate("39A-HQ")
    match.play("move 39A-94")
    match.play("to 1044")
    assert where(match, "39A-94") == where(match, "2BF-1G") == "1044"


@pytest.mark.rule("koenigsberg 2.2.1", "koenigsberg 2.5.3", "koenigsberg 2.3", "koenigsberg RET.10")
def test_the_marker_advances_at_the_end_of_the_turn() -> None:
    table = Table(turn=3)
    table.box("VS-1", VOLKSSTURM_BOX)
    state = table.play.state
    state.used[0], state.no_gas, state.slow_next, state.lost[1] = 4, 1, 1, 2
    match = table.phase("end")
    assert state.turn == 4
    assert (state.used[0], state.no_gas, state.slow_next, state.lost[1]) == (0, 0, 0, 0)
    assert str(happened(match.log, "turn")[0].citation) == "koenigsberg 2.2.1"


def german_draws(table: Table, *more: str) -> Match:
    """Six German chits and whatever follows, drawn in this order."""
    for at, key in enumerate(HQS):
        table.put(f"{key}-HQ", f"20{20 + at}")
    match = draw(table, *HQS, *more)
    for _ in range(5):
        match.play("done")
    return match


@pytest.mark.rule("koenigsberg 2.3")
def test_example_on_turn_3_the_first_five_german_hqs_are_activated() -> None:
    table = Table(turn=3)
    table.put("39A-HQ", "1043")
    match = german_draws(table, "39A")
    assert [event.params["unit"] for event in happened(match.log, "activated")] == [
        *(f"{key}-HQ" for key in HQS[:5]),
        "39A-HQ",
    ]
    assert chit(match, HQS[5]) == "void"
    assert table.play.state.used[0] == 5


@pytest.mark.rule("koenigsberg 2.3")
def test_a_chit_beyond_the_limit_is_back_in_the_cup_next_turn() -> None:
    table = Table(turn=3)
    table.put("39A-HQ", "1043")
    match = german_draws(table, "39A")
    match.play("done")
    assert len(match.position()["drawn"]) == 7
    return_chits(table.play)
    assert chit(match, HQS[5]) == "cup" and match.position()["drawn"] == []


@pytest.mark.rule("koenigsberg 2.3")
def test_all_chits_are_drawn_from_one_cup_by_chance() -> None:
    first = set()
    for seed in range(12):
        table = Table(turn=3, seed=seed)
        table.put("39A-HQ", "1043")
        table.put("9K-HQ", "1939")
        match = draw(table, "39A", "9K", draws=("by chance",))
        first.add(happened(match.log, "drawn")[0].params["chit"])
    assert first == {"39A", "9K"}


@pytest.mark.rule("koenigsberg 2.4.2", "koenigsberg 4.1.3")
def test_army_group_commands_any_german_corps() -> None:
    table = Table(turn=3)
    table.put("9K-HQ", "1939")
    table.put("27K-HQ", "1206")
    table.put("39A-HQ", "1043")
    match = draw(table, "HGM")
    assert texts(match) == ["activate 9K-HQ", "activate 27K-HQ"]
    assert str(refused(match, "activate 39A-HQ").citation) == "koenigsberg 4.1.3"
    match.play("activate 27K-HQ")
    assert "move 27K-HQ" in texts(match)
    assert table.play.state.used[0] == 1


@pytest.mark.rule("koenigsberg 2.3")
def test_a_chit_whose_turn_has_not_come_is_not_drawn() -> None:
    table = Table(turn=2)
    table.put("9K-HQ", "1939")
    match = draw(table, "9K", draws=("HGM", "9K"))
    assert chit(match, "HGM") == "later"
    assert [event.params["chit"] for event in happened(match.log, "drawn")] == ["9K"]


@pytest.mark.rule("koenigsberg 2.3")
@pytest.mark.parametrize(
    ("turn", "limits"), [(1, (4, 3, 4)), (2, (5, 5, 4)), (4, (5, 5, 5)), (7, (4, 5, 5)), (10, (3, 3, 4))]
)
def test_every_turn_has_its_own_limits(turn: int, limits: tuple[int, int, int]) -> None:
    play = Table(turn=turn).play
    assert tuple(left(play, group) for group in ("german", "2BF", "3BF")) == limits


@pytest.mark.rule("koenigsberg 8.1")
def test_the_chits_of_the_first_turn_lie_in_the_cup_without_a_word() -> None:
    match = cm.load(Table.played).start(seed=1, options=Table.agreed)
    assert match.position()["turn"] == 1 and "9K" in match.position()["cup"] + match.position()["drawn"]
    assert not happened(match.log, "chit_joins")
