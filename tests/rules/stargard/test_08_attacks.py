"""8.2, 8.3, 8.4, 13.1: how an attack is put together, and what keeps it from being made."""

import pytest

from countermarch.games.chitpull.losses import Losses
from countermarch.games.chitpull.state import GROUNDED, READY, REFIT
from countermarch.match import Match
from tests.rules.stargard.table import (
    GERMAN,
    SOVIET,
    Pomerania,
    attack,
    cited,
    happened,
    inside,
    reasons,
    steps,
    texts,
    where,
)


def why(match: Match, text: str) -> str:
    return reasons(match, text)[text]


def no_preview(table: Pomerania, target: str, *attackers: str, **support: str) -> str:
    answer = table.match().preview(target, list(attackers), dict(support))
    assert answer.refusal is not None and answer.column is None and not answer.results
    return f"{answer.refusal.citation} {answer.refusal.text.key.rpartition('.')[2]}"


@pytest.mark.rule("stargard-design 8.2", "stargard-design 8.3")
def test_units_are_named_one_by_one_and_a_lone_one_at_once() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "15.24", "397": "14.24", "48/23SS": "16.24", "310/163": "14.25"})
    match = table.fight(SOVIET, "12G", "75G", "397")
    assert texts(match) == ["attack 14.25", "attack 16.24", "done"]
    match.play("attack 14.25")
    assert texts(match) == ["resolve"]  # 397 alone is next to it
    match.next_dice(6)
    match.play("resolve")
    while "attack 16.24" not in texts(match):
        match.play(match.legal()[-1])
    marks = {unit["id"]: unit["fought"] for unit in match.position()["units"]}
    assert (marks["397"], marks["75G"], marks["12G"]) == (1, 0, 0)
    match.play("attack 16.24")
    assert set(texts(match)) == {"with 12G", "with 75G"}


@pytest.mark.rule("stargard-design 8.3", "stargard-design 4.4")
def test_what_is_no_target_and_who_is_no_attacker() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "61-HQ": "16.23", "75G": "20.20", "48/23SS": "16.24", "3SS-HQ": "15.23"})
    match = table.fight(SOVIET, "12G", "75G")
    assert texts(match) == ["attack 16.24", "done"]
    assert why(match, "attack 15.23") == "stargard-design 8.3 nothing_to_attack"  # a lone HQ
    assert why(match, "attack 16.25") == "stargard-design 8.3 nothing_to_attack"  # nobody is there
    match.play("attack 16.24")
    assert texts(match) == ["resolve"]  # one unit next to it: it is in
    assert why(match, "with 12G") == "stargard-design 8.3 already_in"
    assert why(match, "with 75G") == "stargard-design 8.3 not_next_to"  # not next to it
    assert why(match, "with 61-HQ") == "stargard-design 8.3 not_a_combat_unit"
    assert why(match, "with 48/23SS") == "stargard-design 3.3 not_yours"
    assert why(match, "with 23G") == "stargard-design 8.3 not_next_to"  # not on the map


@pytest.mark.rule("stargard-design 8.3", "stargard-design 3.3.4", "stargard-design 8.7(2)")
def test_why_nobody_attacks_a_hex() -> None:
    table = Pomerania()
    table.lay(
        {"12G": "16.23", "61-HQ": "16.23", "75G": "14.24", "48/23SS": "16.24", "310/163": "14.25", "3Al": "22.22"}
    )
    match = table.fight(SOVIET, "12G")
    assert why(match, "attack 22.22") == "stargard-design 8.3 nobody_near"  # nobody is near
    assert why(match, "attack 14.25") == "stargard-design 3.3.4 out_of_command"  # 75G is not activated
    table.own.pin([table.unit("75G")])
    assert why(table.match(), "attack 14.25") == "stargard-design 8.7(2) pinned"


@pytest.mark.rule("stargard-design 8.4")
def test_below_one_to_two_there_is_no_attack_unless_air_units_lift_it() -> None:
    table = Pomerania()
    table.lay({"3Al": "16.23", "307/163": "15.24", "12G": "16.24"})  # 1 and 3 against 6
    match = table.fight(GERMAN, "3Al")
    assert match.to_act is None
    both = Pomerania()
    both.lay({"3Al": "16.23", "307/163": "15.24", "12G": "16.24"})
    match = both.fight(GERMAN, "3Al", "307/163")
    match.play("attack 16.24")
    assert texts(match) == ["with 3Al", "with 307/163"]
    match.play("with 3Al")
    assert texts(match) == ["with 307/163"]
    assert why(match, "resolve") == "stargard-design 8.4 odds"
    match.play("with 307/163")
    assert texts(match) == ["resolve"]
    lifted = Pomerania()
    lifted.box("1/JG", READY)
    lifted.lay({"3Al": "16.23", "307/163": "15.24", "12G": "16.24", "356": "17.23"})
    match = lifted.fight(GERMAN, "307/163")
    match.play("attack 16.24")
    assert set(texts(match)) >= {"resolve", "air 1/JG normal", "air 1/JG full"}


@pytest.mark.rule("stargard-design 8.4", "stargard-design 13.1")
def test_only_a_full_strike_is_offered_where_a_normal_one_is_not_enough() -> None:
    """1 to 5 is three columns below 1-2: a normal strike and a full one, or two full ones."""
    table = Pomerania()
    for id in ("1/JG", "Rudel"):
        table.box(id, READY)
    table.lay({"3Al": "16.23", "356": "16.24"})
    match = table.fight(GERMAN, "3Al")
    match.play("attack 16.24")
    assert set(texts(match)) == {"air 1/JG full", "air Rudel full", "air 1/JG normal", "air Rudel normal"}
    match.play("air 1/JG normal")
    assert texts(match) == ["air Rudel full"]
    assert why(match, "air Rudel normal") == "stargard-design 8.4 spoils_odds"
    assert why(match, "air 1/JG full") == "stargard-design 13.1 air_not_ready"
    assert why(match, "resolve") == "stargard-design 8.4 odds"
    match.play("air Rudel full")
    assert texts(match) == ["resolve"]


@pytest.mark.rule("stargard-design 13.1", "stargard-design 13.2")
@pytest.mark.parametrize("box", [REFIT, GROUNDED])
def test_only_ready_air_units_of_the_own_side_fly(box: int) -> None:
    table = Pomerania()
    table.box("3BAC", box)
    table.box("Rudel", READY)
    table.lay({"12G": "16.23", "48/23SS": "16.24"})
    match = table.fight(SOVIET, "12G")
    match.play("attack 16.24")
    assert texts(match) == ["resolve"]
    assert why(match, "air 3BAC normal") == "stargard-design 13.1 air_not_ready"
    assert why(match, "air Rudel normal") == "stargard-design 13.1 not_your_air"
    assert why(match, "air 12G normal") == "stargard-design 13.1 not_your_air"


@pytest.mark.rule("stargard-design 8.2", "stargard-design 13.1")
def test_an_attack_is_told_with_all_that_took_part() -> None:
    table = Pomerania()
    table.box("3BAC", READY)
    table.lay({"12G": "16.23", "75G": "15.24", "48/23SS": "16.24"})
    match = table.fight(SOVIET, "12G", "75G")
    match.play("attack 16.24")
    match.play("with 12G")
    match.play("with 75G")
    match.play("air 3BAC full")
    assert match.position()["attack"] == {"target": "16.24", "attackers": ["12G", "75G"], "support": {"3BAC": "full"}}
    match.next_dice(3)
    events = match.play("resolve")
    told = happened(events, "attack")[0]
    assert told.params == {"units": ("12G", "75G"), "hex": "16.24", "odds": "4-1", "die": 3, "result": "DRo1"}
    assert str(told.citation) == "stargard 8.1"
    assert where(match, "3BAC") == "grounded"


@pytest.mark.rule("stargard-design 8.3")
def test_a_segment_ends_when_nothing_is_left_to_attack() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "48/23SS": "16.24", "310/163": "15.23"})
    match = table.fight(SOVIET, "12G")
    attack(match, "16.24", 4)  # 1-1: P, and everybody stays
    assert match.to_act is None


@pytest.mark.rule("stargard-design 8.3")
def test_done_ends_the_segment() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "48/23SS": "16.24"})
    match = table.fight(SOVIET, "12G")
    match.play("done")
    assert match.to_act is None and where(match, "48/23SS") == "16.24"


# what is asked before


@pytest.mark.rule("stargard-design 8.3", "stargard-design 8.8", "stargard-design 8.7(2)")
def test_a_preview_says_why_there_is_no_attack() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "20.20", "61-HQ": "16.23", "48/23SS": "16.24", "VS1": "16.25", "3SS-HQ": "15.23"})
    table.put("397", "17.25")
    asked = {
        ("16.24",): "stargard-design 8.3 no_attackers",
        ("16.24", "12G", "48/23SS"): "stargard-design 8.3 no_attackers",  # of both sides
        ("15.23", "12G"): "stargard-design 8.3 nothing_to_attack",  # a lone HQ
        ("16.22", "12G"): "stargard-design 8.3 nothing_to_attack",
        ("16.23", "12G"): "stargard-design 8.3 nothing_to_attack",
        ("16.24", "12G", "61-HQ"): "stargard-design 8.3 not_a_combat_unit",
        ("16.24", "12G", "12G"): "stargard-design 8.3 already_in",
        ("16.24", "12G", "75G"): "stargard-design 8.3 not_next_to",
        ("17.25", "VS1"): "stargard-design 8.8 zero_alone",
    }
    assert {question: no_preview(table, *question) for question in asked} == asked
    table.own.pin([table.unit("12G")])
    assert no_preview(table, "16.24", "12G") == "stargard-design 8.7(2) pinned"


@pytest.mark.rule("stargard-design 8.8")
def test_one_without_attack_among_others_spoils_nothing() -> None:
    table = Pomerania()
    table.lay({"VS1": "16.23", "48/23SS": "15.24", "397": "16.24"})
    answer = table.match().preview("16.24", ["VS1", "48/23SS"])
    assert answer.refusal is None and answer.attack == 3


@pytest.mark.rule("stargard-design 8.2")
def test_a_preview_counts_every_unit_part_by_part() -> None:
    table = Pomerania(turn=5)
    table.put("12G", "16.23", supply=1)
    table.put("75G", "15.24", supply=2)
    table.put("48/23SS", "16.24", supply=2)
    table.put("49/23SS", "16.24")
    answer = table.match().preview("16.24", ["12G", "75G"])
    told = [(str(part.text), part.value, str(part.citation)) for part in answer.parts]
    assert told == [
        ("12G attacks", 5, "stargard-design 8.2"),
        ("12G out of supply: half", -2.5, "stargard-design 11.3"),
        ("75G attacks", 5, "stargard-design 8.2"),
        ("75G isolated: half", -2.5, "stargard-design 11.3"),
        ("rounded down", -0.5, "stargard-design 1.5"),
        ("rounded down", -0.5, "stargard-design 1.5"),
        ("49/23SS defends", 4, "stargard-design 8.2"),
        ("48/23SS defends", 4, "stargard-design 8.2"),
        ("48/23SS isolated: half", -2, "stargard-design 11.3"),
        ("exhausted front", -1, "stargard-design 12.9"),
    ]
    assert (answer.attack, answer.defence, answer.column) == (4, 6, None)


@pytest.mark.rule("stargard-design 8.3", "stargard-design 3.3.1", "stargard-design 13.1")
def test_targets_are_shown_with_the_best_that_can_be_brought() -> None:
    table = Pomerania()
    for id in ("3BAC", "6SAC", "3FAC"):
        table.box(id, READY)
    table.lay({"12G": "16.23", "70G": "15.24", "11G": "15.24", "312G": "17.24", "48/23SS": "16.24", "49/23SS": "16.24"})
    for id in ("70G", "11G", "312G"):
        table.play.state.active[table.unit(id)] = 2  # independents in range
    table.play.state.quota = 2
    match = table.fight(SOVIET, "12G")
    shown = match.targets()
    assert set(shown) == {"16.24"}
    best = shown["16.24"]
    assert (best.attack, best.defence, best.column) == (5 + 4 + 5, 8, "1-1")  # the two stronger ones
    assert best.support == {}  # it can be made without aircraft, so they are not spent
    match.play("done")
    assert match.targets() == {}


# losses


@pytest.mark.rule("stargard-design 8.6.1")
def test_the_first_step_is_the_strongest_unit_s_and_the_next_the_owner_s_choice() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "16.23", "23G": "15.24", "52G": "15.24", "48/23SS": "16.24", "307/163": "16.24"})
    table.box("3BAC", READY)
    table.box("6SAC", READY)
    match = table.fight(SOVIET, "12G", "75G", "23G", "52G")
    attack(match, "16.24", 6, ["12G", "75G", "23G", "52G"], "air 3BAC full", "air 6SAC full")  # 20 to 7: 5-1, D1R2
    assert steps(match, "48/23SS") == 1 and steps(match, "307/163") == 2
    assert match.to_act == "german" and texts(match)[0] == "together"


@pytest.mark.rule("stargard-design 8.6.1")
def test_after_the_first_step_any_unit_may_be_hit() -> None:
    """8-1 and a six: D3R2 of four steps."""
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "16.23", "23G": "15.24", "52G": "15.24", "64G": "17.24", "48/23SS": "16.24"})
    table.put("307/163", "16.24")
    table.lay({"40G/11GT": "17.24", "44G/11GT": "15.25", "45G/11GT": "15.25", "27G/11GT": "17.25", "1G/8GM": "17.25"})
    for id in ("3BAC", "6SAC"):
        table.box(id, READY)
    ids = [u.id for u in table.tables.units if u.side == "soviet" and table.play.on_map(u.index)]
    match = table.fight(SOVIET, *ids)
    attack(match, "16.24", 6, ids, "air 3BAC full", "air 6SAC full")
    assert steps(match, "48/23SS") == 1
    assert match.to_act == "german" and set(texts(match)) == {"lose 48/23SS", "lose 307/163"}
    assert why(match, "lose 12G") == "stargard-design 8.6.1 not_in_combat"
    match.play("lose 307/163")
    assert set(texts(match)) == {"lose 48/23SS", "lose 307/163"}
    match.play("lose 307/163")
    assert where(match, "307/163") == "eliminated"
    assert len(happened(match.log, "step_lost")) == 2 and cited(match.log, "eliminated")[0] == "stargard-design 8.6.2"


@pytest.mark.rule("stargard-design 8.6.1")
def test_among_equals_the_owner_chooses_and_nobody_weaker() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "15.24", "397": "15.24", "48/23SS": "16.24", "49/23SS": "16.24"})
    match = table.fight(SOVIET, "12G", "75G", "397")
    attack(match, "16.24", 1, ["12G", "75G", "397"])  # 14 to 8 is 1-1: A1R1
    assert match.to_act == "soviet" and set(texts(match)) == {"lose 12G", "lose 75G"}  # 5-6-5 each, 397 is 4-5-5
    assert why(match, "lose 397") == "stargard-design 8.6.1 not_strongest"
    match.play("lose 75G")
    assert steps(match, "75G") == 1
    assert inside(match).state.fought[table.unit("12G")] == 1


@pytest.mark.rule("stargard-design 8.6.1", "stargard-design 8.1.2")
def test_who_is_dead_loses_nothing_more() -> None:
    """D3 of four steps: two from one unit, and the last from the other without a choice."""
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "15.24", "48/23SS": "16.24", "307/163": "16.24"})
    units = (table.unit("48/23SS"), table.unit("307/163"))
    match = table.push(Losses(GERMAN, units, 3, True, True))
    assert steps(match, "48/23SS") == 1 and set(texts(match)) == {"lose 48/23SS", "lose 307/163"}
    match.play("lose 48/23SS")
    assert where(match, "48/23SS") == "eliminated" and steps(match, "307/163") == 1 and match.to_act is None


@pytest.mark.rule("stargard-design 8.4", "stargard-design 8.8")
def test_why_a_hex_next_to_the_enemy_is_not_attacked() -> None:
    table = Pomerania()
    table.lay({"3Al": "16.23", "12G": "16.24", "VS1": "20.22", "75G": "20.23", "48/23SS": "24.22", "85": "24.23"})
    match = table.fight(GERMAN, "3Al", "VS1", "48/23SS")
    assert texts(match) == ["attack 24.23", "done"]
    expected = {
        "attack 16.24": "stargard-design 8.4 odds",
        "attack 20.23": "stargard-design 8.8 zero_alone",
        "move 48/23SS": "stargard-design 2.0 not_asked",
    }
    assert reasons(match, *expected) == expected


@pytest.mark.rule("stargard-design 8.6.1", "stargard 9.4", "stargard-design 8.1.3")
def test_attackers_without_a_way_back_pay_by_their_attack() -> None:
    """33G/9GT is a 5-3-8, 397 a 4-5-5: the tanks are the stronger attackers."""
    table = Pomerania()
    table.lay({"33G/9GT": "16.23", "397": "16.23", "48/23SS": "16.24"})
    ring = ("16.22", "15.23", "15.24", "17.24", "17.23")
    table.lay(dict(zip(("307/163", "310/163", "324/163", "56/5J", "75/5J"), ring, strict=True)))
    match = table.fight(SOVIET, "33G/9GT", "397")
    attack(match, "16.24", 2, ["33G/9GT", "397"])  # 9 to 4 is 2-1: ARo1
    match.play("retire")
    while match.to_act:
        match.play(match.legal()[0])
    assert (steps(match, "33G/9GT"), steps(match, "397")) == (1, 2) and where(match, "397") == "16.23"


@pytest.mark.rule("stargard-design 8.4", "stargard-design 8.5")
@pytest.mark.parametrize(("supply", "defence", "column", "told"), [(0, 1, "4-1", "town"), (2, 0, "8-1", "defence")])
def test_a_defence_of_one_is_shifted_and_a_defence_of_none_is_not(
    supply: int, defence: int, column: str, told: str
) -> None:
    """Five to one in a town; isolated the battalion's half is dropped."""
    table = Pomerania()
    table.put("VS1", "29.16", supply=supply)
    table.put("12G", table.tables.numbers[table.tables.attack_to[table.hex("29.16")][0]])
    answer = table.match().preview("29.16", ["12G"])
    assert (answer.defence, answer.column) == (defence, column)
    assert told in str(answer.parts[-1].text)


@pytest.mark.rule("stargard-design 8.4", "stargard-design 13.1")
def test_a_lone_air_unit_flies_in_full_where_one_column_is_not_enough() -> None:
    """One to four is two columns below 1-2."""
    table = Pomerania()
    table.box("1/JG", READY)
    table.put("3Al", "16.23")
    table.put("12G", "16.24", steps=1)
    match = table.fight(GERMAN, "3Al")
    match.play("attack 16.24")
    assert texts(match) == ["air 1/JG full"]
    assert why(match, "air 1/JG normal") == "stargard-design 8.4 spoils_odds"


@pytest.mark.rule("stargard-design 8.3", "stargard-design 8.4")
def test_a_hex_that_may_not_be_attacked_is_shown_as_no_target() -> None:
    table = Pomerania()
    table.lay({"3Al": "16.23", "12G": "16.24", "48/23SS": "24.22", "85": "24.23", "VS1": "20.22", "75G": "20.23"})
    match = table.fight(GERMAN, "3Al", "48/23SS", "VS1")
    assert set(match.targets()) == {"24.23"}  # one to six is too little, and nothing is nothing


@pytest.mark.rule("stargard-design 8.3")
def test_an_attack_leaves_no_mark_but_on_those_who_fought() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "15.24", "48/23SS": "16.24"})
    match = table.fight(SOVIET, "12G", "75G")
    before = match.position()["effects"]
    attack(match, "16.24", 3, ["12G"])  # 1-1: ARo1
    assert match.position()["effects"] == before
    assert {unit["id"] for unit in match.position()["units"] if unit["fought"]} == {"12G"}
