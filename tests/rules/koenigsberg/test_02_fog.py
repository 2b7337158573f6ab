"""2.1.3 Fog of war: what is told of counters under others."""

from __future__ import annotations

from itertools import permutations

import pytest

from countermarch.flow import Event
from countermarch.games.chitpull import barrage, supply
from countermarch.games.chitpull.activation import Activation
from countermarch.games.chitpull.command import CommandPhase
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.retreat import Retreat
from countermarch.games.chitpull.state import ELIMINATED, HAFF, ISOLATED, READY
from countermarch.games.chitpull.tables import GARRISON as GARRISONS
from countermarch.match import Match
from countermarch.texts import say
from tests.rules.koenigsberg.chits import draw
from tests.rules.koenigsberg.fights import inside
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, refused, texts, where

HQ, BELOW, TOP = "6K-HQ", "6K-131", "6K-558"
STACK = "0626"
BELOW_1_2 = "chitpull.refusal.below"


def stacked(fog: str = "on", below: str = BELOW, **steps: int) -> Table:
    """An HQ and two units in one hex, 6K-558 on top; the two come to be attacked from 0625."""
    table = Table(fog_of_war=fog)
    for id in (HQ, below, TOP):
        table.put(id, STACK, **(steps if id != HQ else {}))
    table.put("49A-121", "0625")
    table.put("49A-HQ", "0624")
    return table


def heard(events: list[Event] | tuple[Event, ...], side: str) -> str:
    """Everything a side is told."""
    return repr([event for event in events if event.sees is None or side in event.sees])


def told(match: Match, key: str) -> list[tuple[object, tuple[str, ...] | None]]:
    return [(event.params["unit"], event.sees) for event in happened(match.log, key)]


@pytest.mark.rule("koenigsberg 2.1.3")
def test_refits_under_the_top_counter_are_told_to_the_owner_alone() -> None:
    match = stacked(steps=1).push(Replacements(GERMAN, 3, ()))
    match.play(f"refit {BELOW}")
    match.play(f"refit {TOP}")
    assert told(match, "refitted") == [(BELOW, ("german",)), (TOP, None)]
    assert BELOW not in heard(match.log, "soviet") and BELOW in heard(match.log, "german")


@pytest.mark.rule("koenigsberg 2.1.3")
def test_without_fog_everything_is_told_to_everyone() -> None:
    table = stacked(fog="off", steps=1)
    match = table.push(Replacements(GERMAN, 3, ()))
    match.play(f"refit {BELOW}")
    assert match.log and all(event.sees is None for event in match.log)


@pytest.mark.rule("koenigsberg 2.1.3")
def test_supply_of_hidden_units_is_told_to_their_owner_alone() -> None:
    table = stacked()
    for id in (HQ, BELOW, TOP):
        table.play.state.supply[table.unit(id)] = 1
    supply.check_all(table.play)
    match = table.match()
    assert sorted(told(match, "in_supply"), key=str) == [
        (BELOW, ("german",)), (TOP, None), (HQ, ("german",)),
    ]  # fmt: skip


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg 11.5")
def test_a_barrage_does_not_tell_what_lies_under_the_top_counter() -> None:
    """The one below is the stronger: it takes the step. Its HQ is released by the attack (11.5)."""
    table = stacked()
    table.play.set_steps(table.unit(TOP), 1)
    column = barrage.column(table.play, table.hex(STACK))
    results = {die: table.tables.combat.result(column, die) for die in range(1, 7)}
    table.play.state.chance.dice.append(next(d for d, r in results.items() if r.defender_steps and r.defender_hexes))
    barrage.shell(table.play, table.hex(STACK), change=0)
    match = table.match()
    while match.to_act:
        match.play(match.legal()[0])
    enemy = heard(match.log, "soviet")
    assert told(match, "released") == [(HQ, ("german",))]
    assert told(match, "step_lost") == [(BELOW, ("german",))]
    assert TOP in enemy and BELOW not in enemy and HQ not in enemy
    assert where(match, BELOW) != STACK and BELOW in heard(match.log, "german")


@pytest.mark.rule("koenigsberg 2.1.3")
def test_an_announced_attack_shows_both_the_stack_and_the_attackers() -> None:
    table = stacked()
    table.put("49A-124", "0625")  # over 49A-121
    match = table.fight(SOVIET, "49A-121", "49A-124")
    assert "49A-121" not in str(match.view("german")["units"])
    match.play(f"attack {STACK}")
    match.play("with 49A-121")
    assert "49A-121" in {unit["id"] for unit in match.view("german")["units"] if unit["hex"]}
    assert BELOW not in {unit["id"] for unit in match.view("soviet")["units"]}
    match.play("announce")
    assert {HQ, BELOW, TOP} <= {unit["id"] for unit in match.view("soviet")["units"]}


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg 2.5.3")
def test_who_moves_is_seen_and_so_is_what_its_move_costs() -> None:
    table = Table(turn=4, fog_of_war="on")
    table.put("9K-HQ", "1939")
    table.put("Ind-5", "1839")
    table.put("9K-548", "1839")
    match = draw(table, "NoGas", "9K")
    match.play("move Ind-5")
    events = match.play("to 1838")
    assert {event.sees for event in events} == {None}
    assert "Ind-5" in heard(events, "soviet")


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg 11.2.3")
def test_a_rebuilt_unit_is_laid_on_top_and_seen() -> None:
    table = Table(fog_of_war="on")
    table.put("39A-HQ", "1043")
    table.play.state.steps[table.box("39A-94", ELIMINATED)] = 0
    match = table.push(Replacements(SOVIET, 1, ()))
    match.play("rebuild 39A-94 1 1043")
    assert told(match, "rebuilt") == [("39A-94", None)]
    assert "39A-94" in {unit["id"] for unit in match.view("german")["units"] if unit["hex"]}


# the order of a stack: what is hidden adds no zone

LEG, MECH, GARRISON, LEVY, HEADQUARTERS = "26K-1", "Ind-5", "Gar-Elbing", "VS-1", "26K-HQ"
OTHER_LEG, OTHER_MECH = "26K-69", "Ind-102"


def stack_of(match: Match, number: str) -> list[str]:
    """From the top down."""
    units = [unit for unit in match.position()["units"] if unit["hex"] == number]
    return [unit["id"] for unit in sorted(units, key=lambda unit: -unit["level"])]


@pytest.mark.rule("koenigsberg 2.1.3")
@pytest.mark.parametrize("coming", list(permutations((LEG, MECH, GARRISON, LEVY, HEADQUARTERS)))[::7])
def test_the_widest_zone_lies_on_top_in_whatever_order_they_come(coming: tuple[str, ...]) -> None:
    table = Table(fog_of_war="on")
    for id in coming:
        table.put(id, STACK)
    assert stack_of(table.match(), STACK) == [LEG, MECH, GARRISON, LEVY, HEADQUARTERS]


@pytest.mark.rule("koenigsberg 2.1.3")
@pytest.mark.parametrize(("first", "last"), [(LEG, OTHER_LEG), (OTHER_LEG, LEG), (MECH, OTHER_MECH)])
def test_of_equals_the_last_to_come_lies_on_top(first: str, last: str) -> None:
    table = Table(fog_of_war="on")
    for id in (first, last):
        table.put(id, STACK)
    assert stack_of(table.match(), STACK) == [last, first]


@pytest.mark.rule("koenigsberg 2.1.3")
def test_who_moves_into_a_stack_lies_where_its_zone_says() -> None:
    table = Table(fog_of_war="on")
    for id, number in ((LEG, "0626"), (MECH, "0627"), (HEADQUARTERS, "0628")):
        table.put(id, number)
    match = table.activate(HEADQUARTERS)
    match.play(f"move {MECH}")
    match.play("to 0626")
    assert match.view("soviet")["hidden"] == {"0626": 1}
    match.play(f"move {HEADQUARTERS}")
    match.play("to 0626")
    match.play(f"move {LEG}")
    match.play("to 0627")
    assert stack_of(match, "0626") == [MECH, HEADQUARTERS]
    assert match.view("soviet")["hidden"] == {"0626": 1}


@pytest.mark.rule("koenigsberg 2.1.3")
def test_a_counter_that_loses_its_zone_with_a_step_sinks_in_the_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    """No counter of ours prints an attack on one side only; those of an owner may."""
    table = Table(fog_of_war="on")
    u, breadth, exerts = table.unit(LEG), table.tables.breadth[:], table.tables.exerts[:]
    breadth[u], exerts[u] = (GARRISONS, GARRISONS, breadth[u][2]), (False, False, True)
    monkeypatch.setattr(table.tables, "breadth", breadth)
    monkeypatch.setattr(table.tables, "exerts", exerts)
    for id in (MECH, LEG):
        table.put(id, STACK)
    match = table.match()
    assert stack_of(match, STACK) == [LEG, MECH]
    table.play.set_steps(u, 1)
    assert stack_of(match, STACK) == [MECH, LEG]
    table.play.set_steps(u, 2)
    assert stack_of(match, STACK) == [LEG, MECH]


@pytest.mark.rule("koenigsberg 2.1.3")
def test_a_document_in_another_order_is_put_right() -> None:
    table = Table(fog_of_war="on")
    for id in (MECH, LEG, HEADQUARTERS):
        table.put(id, STACK)
    table.found("command", CommandPhase(), Activation(GERMAN, table.unit(HEADQUARTERS), True, 1, False))
    match = table.move(GERMAN, LEG)
    document = match.position()
    for unit in document["units"]:
        if unit["hex"] == STACK:
            unit["level"] = 2 - unit["level"]
    again = match.game.from_position(document)
    assert stack_of(again, STACK) == [LEG, MECH, HEADQUARTERS]
    assert again.fingerprint() == match.fingerprint()


@pytest.mark.rule("koenigsberg 2.1.3")
def test_legs_go_wherever_tracks_do_so_a_leg_unit_hides_every_zone_below() -> None:
    ways = [Table().tables.ways_to[mobility] for mobility in ("mech", "foot")]
    assert all(set(tracks) <= set(legs) for tracks, legs in zip(*ways, strict=True))


# what is asked for a side hangs on nothing it cannot see


def beside(hidden: str, elsewhere: str) -> Match:
    """A corps on something in 0338, another on something in 0542, a brigade beside the first; Germans far off."""
    table = Table(fog_of_war="on")
    for id, number in (
        (hidden, "0338"), ("39A-94", "0338"), (elsewhere, "0542"), ("39A-5G", "0542"), ("39A-28G", "0337"),
        ("26K-1", "0641"),
    ):  # fmt: skip
        table.put(id, number)
    return table.move(GERMAN, "26K-1")


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg 7.0")
def test_a_stack_a_side_does_not_wholly_see_counts_as_having_room() -> None:
    """Whether a corps or an HQ lies under it: a third unit could stop there, for all the Germans know."""
    full, half = beside("39A-113", "39A-HQ"), beside("39A-HQ", "39A-113")
    assert full.view("german") == half.view("german")
    assert "0338" not in full.reach("39A-28G", freely=True) and "0338" in half.reach("39A-28G", freely=True)
    asked = [match.reach("39A-28G", freely=True, side="german") for match in (full, half)]
    assert asked[0] == asked[1] and "0338" in asked[0]
    why = [match.why_not("39A-28G", "0338", side="german") for match in (full, half)]
    assert why[0] == why[1] and why[0] is not None
    assert full.spot("0338", side="german") == half.spot("0338", side="german")


@pytest.mark.rule("koenigsberg 2.1.3")
def test_the_order_in_which_stacks_are_told_names_nobody() -> None:
    one, other = (list(beside(*pair).view("german")["hidden"]) for pair in (("39A-113", "5A-72"), ("5A-72", "39A-113")))
    assert one == other == sorted(one)


@pytest.mark.rule("koenigsberg 2.1.3")
@pytest.mark.parametrize("seed", range(5))
def test_what_is_imagined_hangs_on_what_is_seen_and_the_seed_alone(seed: int) -> None:
    full, half = beside("39A-113", "39A-HQ"), beside("39A-HQ", "39A-113")
    assert full.imagine("german", seed).position() == half.imagine("german", seed).position()


@pytest.mark.rule("koenigsberg 2.1.3")
def test_the_strength_of_what_is_not_seen_is_not_summed_up() -> None:
    match = stacked(steps=1).match()
    before, texts = match.summary(side="soviet"), [str(text) for _, text in match.summary(side="soviet")]
    play = match._play
    assert isinstance(play, ChitPullPlay)
    play.set_steps(play.tables.index[BELOW], 2)
    assert match.copy().summary(side="soviet") == before and "counters under others: 2" in texts[-1]
    assert "counters under others" not in str(match.summary(side="german")[-1][1])


# attacks


def announced(*attackers: str, **more: str) -> Match:
    """49th Army names an attack on the stack under fog of war."""
    table = stacked()
    for id, number in more.items():
        table.put(id.replace("_", "-"), number)
    match = table.fight(SOVIET, *attackers)
    match.play(f"attack {STACK}")
    return match


def no(match: Match, text: str) -> str:
    return str(refused(match, text).citation)


@pytest.mark.rule("koenigsberg 2.1.3")
def test_an_attack_is_announced_before_anybody_looks_into_the_stack() -> None:
    match = announced("49A-121", "49A-124", **{"49A_124": "0625"})
    assert set(texts(match)) == {"with 49A-121", "with 49A-124"}
    assert no(match, "announce") == "koenigsberg 9.2.3"
    match.play("with 49A-121")
    assert texts(match) == ["with 49A-124", "announce"] and not happened(match.log, "revealed")
    for early in ("resolve", "air 4AA-1 full"):
        assert no(match, early) == "koenigsberg 2.1.3"
    assert no(match, "with 49A-121") == "koenigsberg 9.2.1"
    assert no(match, "done") == "koenigsberg 3.0"
    assert match.view("soviet")["hidden"] == {STACK: 2}
    seen = happened(match.play("announce"), "revealed")[0]
    assert str(seen.citation) == "koenigsberg 2.1.3" and set(seen.params["units"]) == {HQ, BELOW, TOP}  # type: ignore[call-overload]
    assert match.view("soviet")["hidden"] == {}
    assert no(match, "with 49A-124") == "koenigsberg 2.1.3"  # nobody joins any more


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg 9.3.2")
def test_an_announced_attack_below_1_2_is_let_go_and_the_hex_barred() -> None:
    table = stacked()
    table.play.set_steps(table.unit("49A-121"), 1)
    match = table.fight(SOVIET, "49A-121")
    match.play(f"attack {STACK}")
    match.play("announce")
    assert texts(match) == ["done"] and match.decision is not None
    assert "below" in match.decision.prompt.key
    events = match.play("done")
    assert [str(e.citation) for e in happened(events, "attack_cancelled")] == ["koenigsberg 9.3.2"]
    assert not inside(match).state.fought[table.unit("49A-121")]
    assert match.to_act is None  # nothing else to attack


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg 12.1")
def test_air_support_may_save_an_announced_attack_and_nothing_forces_it_in() -> None:
    table = stacked()
    table.play.set_steps(table.unit("49A-121"), 1)
    for id in ("4AA-1", "4AA-2", "4AA-3", "1AA-1"):
        table.box(id, READY)
    match = table.fight(SOVIET, "49A-121")
    match.play(f"attack {STACK}")
    match.play("announce")
    own = [f"air {id} {how}" for id in ("4AA-1", "4AA-2", "4AA-3") for how in ("normal", "full")]
    assert texts(match) == [*own, "done"]
    match.play("air 4AA-1 full")
    match.play("air 4AA-2 full")
    assert texts(match) == ["resolve"]  # two are the most, and the odds will do
    assert no(match, "done") == "koenigsberg 2.1.3"
    match.next_dice(6)
    assert happened(match.play("resolve"), "attack")


@pytest.mark.rule("koenigsberg 2.1.3")
def test_a_barred_hex_is_not_attacked_again_in_the_segment() -> None:
    table = stacked()
    table.play.set_steps(table.unit("49A-121"), 1)
    table.put("49A-124", "0625")
    table.put("6K-541", "0525")
    match = table.fight(SOVIET, "49A-121", "49A-124")
    for text in (f"attack {STACK}", "with 49A-121", "announce", "done"):
        match.play(text)
    assert f"attack {STACK}" not in texts(match) and "attack 0525" in texts(match)
    assert no(match, f"attack {STACK}") == "koenigsberg 2.1.3"


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg 11.4(3)")
def test_guns_join_after_the_announcement_too() -> None:
    table = Table(turn=8, fog_of_war="on")
    for id, number in {"9K-56": "3029", "39A-113": "3129", "39A-HQ": "3129", "9K-HQ": "3030"}.items():
        table.put(id, number)
    table.box("Hipper", HAFF)
    match = table.activate("9K-HQ")
    for text in ("done", "attack 3129"):
        match.play(text)
    assert texts(match) == ["announce"] and no(match, "with Hipper") == "koenigsberg 2.1.3"
    match.play("announce")
    assert texts(match) == ["with Hipper", "resolve"]
    match.play("with Hipper")
    assert texts(match) == ["resolve"]
    match.next_dice(6)
    assert happened(match.play("resolve"), "attack")[0].params["odds"] == "1-1"


@pytest.mark.rule("koenigsberg 2.1.3")
def test_an_event_knows_what_could_not_be_seen_when_it_happened() -> None:
    """An HQ is activated under a unit that then leaves it: seen now, but not by whom it was told then."""
    table = Table(fog_of_war="on")
    for id, number in ((LEG, "0626"), (HEADQUARTERS, "0626")):
        table.put(id, number)
    match = table.activate(HEADQUARTERS)
    match.play(f"move {LEG}")
    match.play("to 0627")
    activated, moved = happened(match.log, "activated")[0], happened(match.log, "moved")[0]
    assert HEADQUARTERS in {unit["id"] for unit in match.view("soviet")["units"] if unit["hex"]}
    assert activated.unseen == {"soviet": (HEADQUARTERS,)} and moved.unseen == {}


# previews


def veiled(weak: str = "27K-35") -> Match:
    """Under 6K-558 lie an HQ and a unit; elsewhere a strong and a weak unit lie hidden as well."""
    table = stacked()
    for id, number in {"26K-1": "1340", "26K-69": "1340", weak: "1341", "26K-349": "1341"}.items():
        table.put(id, number)
    return table.fight(SOVIET, "49A-121")


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg 7.0")
@pytest.mark.parametrize("weak", ["27K-35", "Ind-277"])  # of two steps and of one
def test_an_attack_on_a_veiled_stack_is_weighed_at_worst_and_at_best(weak: str) -> None:
    match = veiled(weak)
    tables = inside(match).tables
    found = match.preview(STACK, ["49A-121"], side="soviet")
    assert found.refusal is not None and str(found.refusal.citation) == "koenigsberg 2.1.3"
    worst, best = found.range
    assert (found.refusal.text.params["worst"], found.refusal.text.params["best"]) == (say(BELOW_1_2), best.column)
    top = tables.defence[tables.index[TOP]][2]
    unseen = set(tables.index) - {entry["id"] for entry in match.view("soviet")["units"]}
    hidden = [u for u in map(tables.index.__getitem__, unseen) if tables.is_combat[u]]
    strengths = [tables.defence[u][steps] for u in hidden for steps in range(1, tables.units[u].steps + 1)]
    assert worst.defence == top + max(strengths)  # two combat units and an HQ are the most
    assert best.defence == (2 * top + min(strengths)) // 2  # the weakest, and isolated for all one knows
    told = {part.text.params.get("unit") for part in worst.parts}
    assert TOP in told and not told & unseen  # what is only supposed is not named
    assert match.preview(STACK, ["49A-121"], side="german").defence == top + tables.defence[tables.index[BELOW]][2]
    assert match.targets("soviet")[STACK].range


@pytest.mark.rule("koenigsberg 2.1.3")
def test_the_odds_against_a_veiled_stack_are_named() -> None:
    refusal = veiled().preview(STACK, ["49A-121"], side="soviet").refusal
    assert refusal is not None and refusal.text.params["worst"] == say(BELOW_1_2)
    assert refusal.text.params["best"] in ("1-2", "1-1", "2-1")


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg 12.1")
def test_what_is_wrong_with_the_support_is_told_before_the_veil() -> None:
    match = veiled()
    found = match.preview(STACK, ["49A-121"], {"4AA-1": "full"}, side="soviet")
    assert found.refusal is not None and str(found.refusal.citation) == "koenigsberg 12.1" and not found.range


@pytest.mark.rule("koenigsberg 2.1.3")
def test_what_befalls_a_hidden_soviet_counter_is_told_to_the_soviets_alone() -> None:
    table = Table(fog_of_war="on")
    for id in ("5A-45", "5A-72"):
        table.put(id, "1039", steps=1)
    match = table.push(Replacements(SOVIET, 2, ()))
    top = next(entry["id"] for entry in match.view("german")["units"] if entry["hex"] == "1039")
    below = "5A-45" if top == "5A-72" else "5A-72"
    match.play(f"refit {below}")
    assert told(match, "refitted") == [(below, ("soviet",))] and below not in heard(match.log, "german")


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg 7.0")
def test_one_hidden_counter_may_be_an_hq_that_adds_nothing() -> None:
    table = Table(fog_of_war="on")
    for id, number in {HQ: STACK, TOP: STACK, "49A-121": "0625", "26K-1": "1340", "26K-69": "1340"}.items():
        table.put(id, number)
    found = table.fight(SOVIET, "49A-121").preview(STACK, ["49A-121"], side="soviet")
    worst, best = found.range
    unseen = [[part for part in side.parts if "unseen" in part.text.key] for side in (worst, best)]
    assert len(unseen[0]) == 1 and unseen[0][0].value == worst.defence - best.defence > 0
    assert unseen[1] == [] and best.defence == table.tables.defence[table.unit(TOP)][2]


@pytest.mark.rule("koenigsberg 2.1.3")
def test_the_state_of_a_hidden_counter_is_not_told_to_who_asks() -> None:
    table = stacked()
    u = table.unit(BELOW)
    table.play.state.supply[u], table.play.state.moved[u] = ISOLATED, 1
    match = table.fight(SOVIET, "49A-121")
    assert match.supply(BELOW, side="german")["status"] == "isolated"
    assert BELOW not in match.supply("german", side="soviet")["units"]
    assert BELOW in match.supply("german", side="german")["units"]


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg 9.5")
def test_who_retreats_under_the_top_counter_is_told_to_the_owner_alone() -> None:
    table = stacked()
    group = tuple(map(table.unit, (TOP, BELOW, HQ)))
    match = table.push(Retreat(GERMAN, table.hex(STACK), group, 1, True, False))
    match.play("together")
    if match.to_act:
        match.play(texts(match)[0])
    below = happened(match.log, "retreats_below")
    assert {event.params["unit"] for event in below} == {BELOW, HQ} and {event.sees for event in below} == {("german",)}
    assert {str(event.citation) for event in below} == {"koenigsberg 9.5"}
    assert [event.params["units"] for event in happened(match.log, "retreats")] == [(TOP,)]


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg 6.0")
def test_what_the_enemy_may_move_just_now_is_not_told() -> None:
    table = Table(fog_of_war="on")
    for id, number in {"5A-72": "0638", "5A-65": "0645", "5A-45": "0645"}.items():
        table.put(id, number)
    match = table.move(SOVIET, "5A-72")
    assert "5A-65" in match.hidden("german")
    assert match.reach("5A-72", side="german") == {} != match.reach("5A-72", side="soviet")


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg 5.2.1")
def test_nothing_is_supposed_to_lie_under_a_counter_that_would_lie_on_top_of_it() -> None:
    table = Table(fog_of_war="on")
    units = {"Gar-Elbing": STACK, "VS-1": STACK, "26K-1": "1340", "26K-69": "1340", "49A-121": "0625"}
    for id, number in units.items():
        table.put(id, number)
    worst, _ = table.fight(SOVIET, "49A-121").preview(STACK, ["49A-121"], side="soviet").range
    defence = table.tables.defence
    assert worst.defence == defence[table.unit("Gar-Elbing")][2] + defence[table.unit("VS-1")][1]
