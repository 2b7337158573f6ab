"""19.0: random events, but for Defend the Reich."""

import pytest

from countermarch.dice import key_from_seed
from countermarch.games.chitpull.cup import add_chits
from countermarch.games.chitpull.state import CUP, GROUNDED, READY, REFIT, RESERVE
from countermarch.games.stargard.command import Drawing
from countermarch.games.stargard.events import in_pool
from countermarch.match import Match
from countermarch.state import Chance
from tests.rules.koenigsberg.chits import chit
from tests.rules.stargard.table import Pomerania, cited, happened, inside, steps, texts, where


def corps(turn: int = 5) -> Pomerania:
    table = Pomerania(turn=turn)
    table.lay({"3SS-HQ": "16.24", "48/23SS": "16.25", "61-HQ": "30.05", "12G": "30.06"})
    return table


def happens(table: Pomerania, event: str, *after: str) -> Match:
    """The event chit is drawn, this event, and then these chits."""
    for id in ("Event", *after):
        table.play.state.chit[table.tables.chit_index[id]] = CUP
    table.play.state.chance.draws = ["Event", event, *after]
    return table.push(Drawing())


def told(table: Pomerania, key: str) -> list[str]:
    return cited(table.play.events, key)


@pytest.mark.rule("stargard-design 19.0")
def test_an_event_is_drawn_from_the_pool_of_those_whose_turn_has_come() -> None:
    table = corps(turn=3)
    seen = set()
    for seed in range(40):
        trial = Pomerania(turn=3)
        trial.play.state.chance = Chance(key_from_seed(seed))
        trial.play.state.chit[trial.tables.chit_index["Event"]] = CUP
        trial.push(Drawing())
        seen |= {str(event.params["event"]) for event in happened(list(trial.play.events), "event_drawn")}
    assert len(seen) == 9 and "Defend the Reich" not in seen
    happens(table, "19.1.10")
    assert told(table, "event_drawn") == ["stargard-design 19.0"]


@pytest.mark.rule("stargard-design 19.0", "stargard-design 19.1.2")
def test_on_turn_two_wenck_may_be_hurt_and_nothing_else_happens() -> None:
    table = Pomerania(turn=2)
    assert {happening.name for happening in in_pool(table.own)} == {"wenck", "none"}
    assert {happening.name for happening in in_pool(Pomerania(turn=1).own)} == set()
    table.play.state.turn = 1
    add_chits(table.play)
    assert chit(table.match(), "Event") == "later"
    table.play.state.turn = 2
    add_chits(table.play)
    assert chit(table.match(), "Event") == "cup"
    hurt = corps(turn=2)
    hurt.play.state.chit[hurt.tables.chit_index["HGW"]] = CUP
    match = happens(hurt, "19.1.2", "61")
    assert chit(match, "HGW") == "void"


@pytest.mark.rule("stargard-design 19.0")
@pytest.mark.parametrize(("event", "spent"), [("19.1.5", 1), ("19.1.4", 0), ("19.1.10", 0), ("19.1.7", 1)])
def test_once_only_events_leave_the_pool(event: str, spent: int) -> None:
    table = corps()
    happens(table, event)
    at = [row.id for row in table.own.tables.pool].index(event)
    assert table.own.state.spent[at] == spent


@pytest.mark.rule("stargard-design 19.1.1")
def test_thaw_costs_mechanised_units_a_point_off_road_and_rail() -> None:
    table = corps()
    table.put("23/11SS", "17.24")
    before = table.rules.questions.reach(table.play, ["23/11SS"], "regular", True)
    happens(table, "19.1.1")
    assert told(table, "thaw") == ["stargard-design 19.1.1"]
    muddy = table.own
    assert muddy.state.thaw == 1
    again = Pomerania(turn=5)
    again.put("23/11SS", "17.24")
    again.own.state.thaw = 1
    after = again.rules.questions.reach(again.play, ["23/11SS"], "regular", True)
    assert before["18.24"] == 1 and after["18.24"] == 2
    parts = again.rules.questions.path(again.play, ["23/11SS"], "18.24", "regular")[0].parts
    assert [str(part.citation) for part in parts][-1] == "stargard-design 19.1.1"
    again.put("48/23SS", "17.23")
    assert again.rules.questions.reach(again.play, ["48/23SS"], "regular", True)["18.23"] == 1


@pytest.mark.rule("stargard-design 19.1.2")
def test_wenck_is_hurt() -> None:
    table = corps()
    table.play.state.chit[table.tables.chit_index["HGW"]] = CUP
    match = happens(table, "19.1.2", "61")
    assert chit(match, "HGW") == "void" and told(table, "wenck") == ["stargard-design 19.1.2"]
    used = corps()
    happens(used, "19.1.2")
    assert told(used, "no_effect") == ["stargard-design 19.1.2"]


@pytest.mark.rule("stargard-design 19.1.4")
def test_no_flying_weather() -> None:
    table = corps()
    table.box("Rudel", READY)
    table.box("2JG", REFIT)
    table.box("3BAC", GROUNDED)
    match = happens(table, "19.1.4")
    assert [where(match, id) for id in ("Rudel", "2JG", "3BAC")] == ["refit", "grounded", "grounded"]
    assert told(table, "bad_weather") == ["stargard-design 19.1.4"]


@pytest.mark.rule("stargard-design 19.1.5")
@pytest.mark.parametrize(("used", "left"), [(0, 2), (2, 0), (3, 0)])
def test_stavka_hesitates_but_takes_nothing_back(used: int, left: int) -> None:
    table = corps()
    table.play.state.used[1] = used
    match = happens(table, "19.1.5")
    activations = match.position()["activations"]["soviet"]
    assert activations["left"] == left and activations["used"] == used
    assert told(table, "stavka" if used < 3 else "no_effect") == ["stargard-design 19.1.5"]


@pytest.mark.rule("stargard-design 19.1.6")
def test_a_german_barrage_next_to_a_german_unit_with_a_die_less() -> None:
    table = corps()
    table.lay({"75G": "17.25", "397": "16.22"})
    match = happens(table, "19.1.6")
    assert told(table, "german_barrage") == ["stargard-design 19.1.6"]
    assert match.to_act == "german" and texts(match) == ["barrage 17.25", "done"]
    match.next_dice(3)
    shot = happened(match.play("barrage 17.25"), "barrage")[0].params
    assert (shot["modifier"], shot["result"]) == (-1, "P")


@pytest.mark.rule("stargard-design 19.1.7")
def test_the_gauleiter_calls_up_two_more() -> None:
    table = corps()
    for id in ("VS3", "VS4"):
        table.play.state.hex[table.unit(id)] = RESERVE
    match = happens(table, "19.1.7")
    assert where(match, "VS3") == where(match, "VS4") == "volkssturm_box"
    assert told(table, "levy") == ["stargard-design 19.1.7"]


@pytest.mark.rule("stargard-design 19.1.8")
def test_refugees_slow_the_next_hq_of_either_side() -> None:
    table = corps()
    table.put("49/23SS", "18.15")
    match = happens(table, "19.1.8", "3SS")
    assert inside(match).state.slowed == 1 and inside(match).state.slow_next == 0
    assert told(table, "slowed") == ["stargard-design 19.1.8"]
    assert not any(text.endswith("strategic") for text in texts(match))
    match.play("move 48/23SS")
    assert max(match.reach("48/23SS").values()) <= 4


@pytest.mark.rule("stargard-design 19.1.9")
def test_heavy_tanks_come_forward() -> None:
    table = corps()
    table.put("33G/9GT", "15.06", steps=1)
    table.put("34G/9GT", "18.08", steps=1)
    table.put("35/1M", "06.06", steps=1, supply=1)
    table.put("75G", "29.11", steps=1)
    match = happens(table, "19.1.9")
    assert match.to_act == "soviet" and texts(match) == ["refit 33G/9GT", "refit 34G/9GT"]
    events = match.play("refit 34G/9GT")
    assert steps(match, "34G/9GT") == 2 and cited(events, "refitted") == ["stargard-design 19.1.9"]


@pytest.mark.rule("stargard-design 19.1.10")
def test_no_event() -> None:
    table = corps()
    happens(table, "19.1.10")
    assert told(table, "no_effect") == ["stargard-design 19.1.10"]


@pytest.mark.rule("stargard-design 19.0")
def test_before_the_first_event_is_due_the_chit_does_nothing() -> None:
    table = corps(turn=1)
    table.play.state.chit[table.tables.chit_index["Event"]] = CUP
    table.play.state.chance.draws = ["Event"]
    table.push(Drawing())
    assert told(table, "no_effect") == ["stargard-design 19.0"] and not told(table, "event_drawn")


@pytest.mark.rule("stargard-design 19.1.1")
def test_the_thaw_spares_who_follows_a_railway_without_a_road() -> None:
    table = Pomerania(turn=5)
    table.put("23/11SS", "12.24")
    table.own.state.thaw = 1
    costs = table.rules.questions.reach(table.play, ["23/11SS"], "regular", True)
    assert (costs["12.23"], costs["13.24"], costs["11.24"]) == (3, 1, 4)  # railway, road, neither


@pytest.mark.rule("stargard-design 19.1.1", "stargard-design 5.1")
def test_a_thaw_is_felt_by_whoever_asks_next() -> None:
    """Asked at a barrage, and again when two HQs could be activated; nobody has moved in between."""
    table = corps(turn=9)
    table.lay({"33G/9GT": "30.08", "47-HQ": "30.09", "3Al": "30.07"})
    for id in ("Barrage", "Event", "1BF-1"):
        table.play.state.chit[table.tables.chit_index[id]] = CUP
    table.play.state.chance.draws = ["Barrage", "Event", "19.1.1", "1BF-1"]
    table.play.state.chance.dice = [6]
    match = table.push(Drawing())
    assert texts(match)[-1] == "done" and texts(match)[0].startswith("barrage")
    before = match.reach("33G/9GT", freely=True)
    match.play("done")
    assert {text.split()[0] for text in texts(match)} == {"activate"}
    after = match.reach("33G/9GT", freely=True)
    assert set(after) < set(before)
