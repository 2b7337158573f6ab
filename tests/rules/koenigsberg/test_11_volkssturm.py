"""11.3 Volkssturm."""

import pytest

import countermarch as cm
from countermarch.games.chitpull.state import VOLKSSTURM_BOX
from countermarch.games.chitpull.volkssturm import begin, go_home
from countermarch.match import Match
from tests.rules.koenigsberg.chits import laid_out
from tests.rules.koenigsberg.table import SOVIET, Table, happened, refused, texts, where


def boxed(*ids: str) -> Table:
    table = Table()
    for id in ids:
        table.box(id, VOLKSSTURM_BOX)
    return table


def deploy(table: Table) -> Match:
    begin(table.play)
    return table.match()


def no(match: Match, text: str) -> str:
    return str(refused(match, text).citation)


@pytest.mark.rule("koenigsberg 11.3", "koenigsberg 11.3(1)")
def test_the_germans_begin_with_two_of_four() -> None:
    play = laid_out()
    places = [play.state.hex[play.tables.index[f"VS-{n}"]] for n in (1, 2, 3, 4)]
    assert places.count(VOLKSSTURM_BOX) == 2


@pytest.mark.rule("koenigsberg 11.3(2)")
def test_they_deploy_freely_in_german_settlements() -> None:
    match = deploy(boxed("VS-1", "VS-2"))
    assert {"place VS-1 2932", "place VS-1 3420", "place VS-1 2220", "done"} <= set(texts(match))
    assert no(match, "place VS-1 3040") == "koenigsberg 11.3(2)"
    match.play("place VS-1 2220")
    events = match.play("place VS-2 2932")
    assert (where(match, "VS-1"), where(match, "VS-2")) == ("2220", "2932")
    assert str(happened(events, "volkssturm")[0].citation) == "koenigsberg 11.3(2)"


@pytest.mark.rule("koenigsberg 11.3(2)")
def test_they_may_stay_in_the_box() -> None:
    match = deploy(boxed("VS-1", "VS-2"))
    match.play("place VS-1 2220")
    match.play("done")
    assert (where(match, "VS-2"), match.to_act) == ("volkssturm_box", None)


@pytest.mark.rule("koenigsberg 11.3(2)")
@pytest.mark.parametrize(("hex", "near"), [("2222", True), ("2223", False)])
@pytest.mark.parametrize("id", ["39A-94", "39A-HQ"])
def test_three_hexes_from_any_soviet_unit(id: str, hex: str, near: bool) -> None:
    table = boxed("VS-1")
    table.put(id, hex)
    match = deploy(table)
    assert ("place VS-1 2220" in texts(match)) is not near
    if near:
        assert no(match, "place VS-1 2220") == "koenigsberg 11.3(2)"


@pytest.mark.rule("koenigsberg 11.3(2)")
def test_they_do_not_stack_with_each_other_and_obey_stacking() -> None:
    table = boxed("VS-1", "VS-2")
    table.put("Ind-23", "2932")
    table.put("Ind-83", "3420")
    table.put("Gar-Elbing", "3420")
    match = deploy(table)
    assert no(match, "place VS-1 3420") == "koenigsberg 7.0"
    match.play("place VS-1 2932")
    assert no(match, "place VS-2 2932") == "koenigsberg 11.3(2)"


@pytest.mark.rule("koenigsberg 11.3(2)")
def test_two_of_them_do_not_share_a_hex_though_there_is_room() -> None:
    match = deploy(boxed("VS-1", "VS-2"))
    match.play("place VS-1 2220")
    assert "place VS-2 2220" not in texts(match) and "place VS-2 2932" in texts(match)
    assert no(match, "place VS-2 2220") == "koenigsberg 11.3(2)"


@pytest.mark.rule("koenigsberg 11.3(2)")
def test_what_soviets_have_crossed_stays_closed() -> None:
    table = boxed("VS-1")
    table.put("39A-94", "2221")
    match = table.move(SOVIET, "39A-94")
    match.play("move 39A-94")
    match.play("to 2219 via 2220")
    table.play.lift(table.unit("39A-94"), -1)
    table.put("Ind-23", "2220")
    match = deploy(table)
    assert "place VS-1 2220" not in texts(match)
    assert no(match, "place VS-1 2220") == "koenigsberg 11.3(2)"


@pytest.mark.rule("koenigsberg 11.3(2)")
def test_what_starts_behind_the_soviet_line_is_not_german() -> None:
    """Settlements nearer to a Soviet counter than to any German one when the game is laid out."""
    play = laid_out()
    grid = play.tables.board.grid
    soviet = [n for n in ("0314", "0535", "0606", "0642", "1043", "2243") if play.state.crossed[grid.index(n)]]
    german = [n for n in ("1239", "2142", "2932", "1329", "0909", "1841") if play.state.crossed[grid.index(n)]]
    assert soviet == ["0314", "0535", "0606", "0642", "1043", "2243"]
    assert german == []


@pytest.mark.rule("koenigsberg 11.3(3)")
def test_lost_in_combat_they_are_back_in_the_box() -> None:
    table = Table(turn=10)
    table.put("VS-1", "2220")
    assert table.play.lose_step(table.unit("VS-1"))
    match = deploy(table)
    assert where(match, "VS-1") == "volkssturm_box"
    assert "place VS-1 2220" in texts(match)


@pytest.mark.rule("koenigsberg 11.3(3)")
def test_all_go_home_at_the_end_of_the_turn() -> None:
    table = Table()
    table.put("VS-1", "2220", supply=1)
    table.put("VS-2", "2932")
    go_home(table.play)
    match = table.match()
    assert (where(match, "VS-1"), where(match, "VS-2")) == ("volkssturm_box", "volkssturm_box")
    assert table.play.state.supply[table.unit("VS-1")] == 0
    assert str(happened(match.log, "volkssturm_home")[0].citation) == "koenigsberg 11.3(3)"


@pytest.mark.rule("koenigsberg 11.3(3)")
def test_they_deploy_anew_every_turn() -> None:
    table = boxed("VS-1")
    match = table.phase("volkssturm")
    match.play("place VS-1 2220")
    assert (table.play.state.turn, where(match, "VS-1")) == (4, "volkssturm_box")
    assert "place VS-1 2220" in texts(match)


@pytest.mark.rule("koenigsberg 11.3(2)", "koenigsberg 15.0")
def test_places_east_of_the_german_line_begin_soviet_though_no_soviet_counter_is_near() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    while not any(text.startswith("place VS") for text in texts(match)):
        match.play("done")
    for behind in ("0225", "0231", "2644"):  # Osowiec, Augustow, and Heydekrug beyond the Memel
        assert f"place VS-1 {behind}" not in texts(match)
        assert no(match, f"place VS-1 {behind}") == "koenigsberg 11.3(2)"
    for held in ("0329", "0419", "0619"):  # Rajgrod, Lomscha, Nowogrod
        assert f"place VS-1 {held}" in texts(match)


@pytest.mark.rule("koenigsberg 11.3(2)", "koenigsberg 13.1")
def test_objectives_begin_german() -> None:
    play = laid_out()
    assert not any(play.state.crossed[h] or play.state.control[h] for h in play.places.objectives)


@pytest.mark.rule("koenigsberg 11.3(3)")
def test_nothing_is_told_where_nobody_goes_home() -> None:
    table = boxed("VS-1")
    go_home(table.play)
    assert not happened(table.play.events, "volkssturm_home")
    table.put("VS-2", "2932")
    go_home(table.play)
    assert [e.params["units"] for e in happened(table.play.events, "volkssturm_home")] == [("VS-2",)]


@pytest.mark.rule("koenigsberg 11.3(2)", "koenigsberg 15.0")
def test_soviets_have_been_where_they_are_set_up() -> None:
    play = laid_out()
    starts = {play.state.hex[u] for u in play.tables.of_side[SOVIET] if play.on_map(u)}
    assert starts and all(play.state.crossed[h] for h in starts)


@pytest.mark.rule("koenigsberg 11.3(2)")
def test_a_town_cut_off_from_every_source_raises_volkssturm_too() -> None:
    table = boxed("VS-1")
    for id, hex in (("5A-HQ", "3608"), ("28A-HQ", "3617"), ("39A-HQ", "2932")):
        table.put(id, hex)
    for h in table.play.places.disputed:
        table.play.state.control[h] = SOVIET
    match = deploy(table)
    assert match.supply("german")["sources"] == [] and "place VS-1 2220" in texts(match)
