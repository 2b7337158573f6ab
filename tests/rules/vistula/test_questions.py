"""What may be asked of supply, HQs and hexes (4, 5, 10.2, 11.1), and what an attack would come to (8.2)."""

from __future__ import annotations

import pytest

from countermarch.games.vistula import victory
from countermarch.games.vistula.combat import CombatPhase
from countermarch.games.vistula.movement import MovementPhase
from countermarch.games.vistula.replacements import Replacements
from countermarch.games.vistula.supply import SupplyCheck
from tests.rules.vistula.fights import citations, fight, parts
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, texts


@pytest.mark.rule("vistula 4#1", "vistula 11.1#1")
def test_a_hex_tells_its_room_and_what_it_is_worth() -> None:
    t = Table()
    for id in ("1ID", "69ID", "HQ-9A", "G-LC1"):
        t.put(id, "1529")
    t.put("9TK", "1604")
    match = t.push(MovementPhase(ALLIED))
    berlin, plain, empty = (match.spot(number) for number in ("1529", "1604", "1620"))
    assert [(room.used, room.limit, str(room.citation)) for room in berlin.rooms] == [(3, 4, "vistula 4#1")]
    assert berlin.worth is not None
    assert (berlin.worth.value, str(berlin.worth.citation)) == (3, "vistula 11.1#1")
    assert ([room.used for room in plain.rooms], plain.worth) == ([1], None)
    assert [room.used for room in empty.rooms] == [0]


@pytest.mark.rule("vistula 5.1#2", "vistula 5.2#1")
def test_a_unit_tells_its_state_and_its_line() -> None:
    t = Table()
    t.put("5Pz", "0209", supply="out_of_supply")
    t.put("HQ-3PzA", "0207")
    t.put("G-LC1", "0209")
    t.box("G-Air1", "ready")
    t.box("16Pz", "eliminated")
    match = t.match()
    told = match.supply("5Pz")
    assert (told["status"], told["line"], told["citation"]) == ("out_of_supply", ["0209", "0210"], "vistula 5.1#2")
    assert match.supply("HQ-3PzA")["line"] == ["0207", "0208", "0209", "0210"]
    t.box("HQ-9A", "eliminated")
    assert [match.supply(id)["line"] for id in ("16Pz", "HQ-9A", "G-Air1")] == [None, None, None]


@pytest.mark.rule("vistula 5.1#2")
def test_an_hq_that_is_cut_off_has_no_line() -> None:
    t = Table()
    t.put("HQ-9A", "2025")
    t.put("72ID", "2025")
    for number, id in (("2024", "9TK"), ("2026", "10TK"), ("1925", "11TK"), ("2125", "25TK")):
        t.put(id, number)
    match = t.match()
    assert match.supply("HQ-9A")["line"] is None and match.supply("72ID")["line"] is None


@pytest.mark.rule("vistula 10.2#3", "vistula 10.2#5", "vistula E5.3#2")
def test_a_side_tells_its_sources_its_hqs_and_what_a_check_would_make_of_each_unit() -> None:
    t = Table(turn=5)
    t.put("HQ-2B", "1305")
    t.put("HQ-1B", "1611")
    t.put("9TK", "1612", supply="out_of_supply")
    t.put("11TK", "1620")
    t.put("HQ-9A", "1907")
    match = t.push(SupplyCheck(0))
    allied = match.supply("allied")
    assert allied["sources"] == ["0901", "1401", "2301"]
    assert allied["units"]["9TK"] == {"status": "supplied", "now": "supplied"}
    assert allied["units"]["11TK"] == {"status": "over_extended", "now": "over_extended"}
    assert allied["hqs"]["HQ-2B"] == {"state": "fully", "slots": 18, "used": 2}
    assert allied["hqs"]["HQ-1B"] == {"state": "partly", "slots": 10, "used": 0}
    assert match.supply("german")["hqs"]["HQ-9A"]["slots"] is None
    drawn = match.command("HQ-2B")
    assert (drawn["units"], drawn["state"], drawn["slots"], drawn["used"]) == (["11TK", "9TK"], "fully", 18, 2)
    assert drawn["citation"] == "vistula 10.2#3"
    t.play.shift(t.unit("9TK"), t.hex("2025"))
    assert match.supply("allied")["units"]["9TK"] == {"status": "supplied", "now": "over_extended"}


@pytest.mark.rule("vistula 8.1#1")
def test_an_attack_on_nobody_or_from_too_far_is_weighed_without_a_column() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("94RC", "0201")
    t.put("1ID", "0502")
    match = fight(t, ALLIED)
    nobody = match.preview("0503", ["3GTK"])
    assert (nobody.column, nobody.defence, nobody.parts) == (None, 0, ())
    assert nobody.refusal is not None and str(nobody.refusal.citation) == "vistula 8.1#1"
    for units in (["94RC"], ["3GTK", "94RC"]):
        far = match.preview("0502", units)
        assert (far.column, far.defence, far.parts, far.results) == (None, 5, (), {})
        assert far.refusal is not None and str(far.refusal.citation) == "vistula 8.1#1"
    assert far.attack == 13 + 5


@pytest.mark.rule("vistula 8.1#1")
def test_an_attack_by_nobody_says_that_somebody_is_missing() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("1ID", "0502")
    weighed = fight(t, ALLIED).preview("0502", [])
    assert weighed.refusal is not None and str(weighed.refusal.citation) == "vistula 8.1#1"


@pytest.mark.rule("vistula 8.1#1", "vistula 8.1#2")
def test_an_attack_by_enemies_or_by_who_has_attacked_is_refused() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("94RC", "0402")
    t.put("1ID", "0502")
    match = fight(t, ALLIED)
    t.play.state.attacked[t.unit("94RC")] = 1
    spent = match.preview("0502", ["3GTK", "94RC"])
    assert spent.refusal is not None and str(spent.refusal.citation) == "vistula 8.1#2"
    assert match.preview("0502", ["3GTK"]).refusal is None


@pytest.mark.rule("vistula 5.8.1#1", "vistula 9.2#3")
@pytest.mark.parametrize("attacker", [GERMAN, ALLIED])
def test_support_of_either_side_counts_on_its_own(attacker: int) -> None:
    t = Table()
    for id in ("3GTK", "A-LC1", "A-LC2"):
        t.put(id, "0402")
    for id in ("16Pz", "G-LC1"):
        t.put(id, "0502")
    for id in ("A-Air1", "A-Air2", "G-Air1"):
        t.box(id, "ready")
    match = fight(t, attacker)
    support = {"A-LC1": "", "A-LC2": "", "G-LC1": "", "A-Air1": "", "A-Air2": "", "G-Air1": ""}
    weighed = match.preview(*(("0402", ["16Pz"]) if attacker == GERMAN else ("0502", ["3GTK"])), support)
    shift = 1 if attacker == ALLIED else -1  # two columns and two markers against one
    assert weighed.refusal is None
    assert (parts(weighed)["columns"], parts(weighed)["air"]) == (shift, shift)
    assert (citations(weighed)["columns"], citations(weighed)["air"]) == ("vistula 5.8.1#1", "vistula 9.2#3")


@pytest.mark.rule("vistula 8.10#2")
@pytest.mark.parametrize("attacker", [GERMAN, ALLIED])
def test_ships_add_to_the_german_side_whoever_attacks(attacker: int) -> None:
    t = Table()
    t.put("KM", "0315")
    t.put("5Pz", "0416")
    t.put("94RC", "0417")
    match = fight(t, attacker)
    where = ("0417", ["5Pz"]) if attacker == GERMAN else ("0416", ["94RC"])
    plain, helped = match.preview(*where), match.preview(*where, {"KM": "naval"})
    gain = (helped.attack - plain.attack, helped.defence - plain.defence)
    assert gain == ((6, 0) if attacker == GERMAN else (0, 6))
    assert citations(helped)["naval"] == "vistula 8.10#2"


@pytest.mark.rule("vistula 8.3#2", "vistula 9.2#1")
def test_support_that_is_not_there_is_named() -> None:
    t = Table()
    for id in ("3GTK", "A-LC1", "8R"):
        t.put(id, "0402")
    t.put("1ID", "0502")
    t.box("A-Air1", "used")
    match = fight(t, ALLIED)
    cases = {"A-Air1": "9.2#1", "3GTK": "8.3#2", "HQ-9A": "8.3#2", "A-LC9": "5.8.1#1"}
    for id, rule in cases.items():
        refusal = match.preview("0502", ["3GTK"], {id: ""}).refusal
        assert refusal is not None and str(refusal.citation) == f"vistula {rule}"
    for word in ("A-LC1", "guns"):  # off that column, or off any
        weighed = match.preview("0502", ["3GTK"], {"8R": word})
        assert (weighed.refusal, weighed.attack) == (None, 13 + 12)


@pytest.mark.rule("vistula 7.3#1")
def test_allied_tanks_make_no_mobile_attack_in_a_preview_either() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("1ID", "0502")
    refusal = fight(t, ALLIED).preview("0502", ["3GTK"], kind="mobile").refusal
    assert refusal is not None and str(refusal.citation) == "vistula 7.3#1"


@pytest.mark.rule("vistula 4.2#1", "vistula 8.1#1")
def test_targets_are_weighed_with_all_that_may_attack_them() -> None:
    """Of five corps in a hex the four strongest."""
    t = Table()
    for id in ("94RC", "3GTK", "8GRC", "113RC", "65RC"):  # 5, 13, 9, 7, 5
        t.put(id, "0402")
    t.put("1ID", "0502")
    assert fight(t, ALLIED).targets()["0502"].attack == 13 + 9 + 7 + 5


@pytest.mark.rule("vistula 11.1#1", "vistula 7.2")
def test_an_objective_that_changes_hands_is_told() -> None:
    t = Table()
    t.put("9TK", "1530")
    t.put("11TK", "1402")
    match = t.push(MovementPhase(ALLIED))
    before = victory.points(t.play)
    match.play("move 9TK")
    events = match.play("to 1529")
    assert [(event.params["hex"], str(event.citation)) for event in happened(events, "taken")] == [
        ("1529", "vistula 11.1#1")
    ]
    assert victory.points(t.play) == before + 3


@pytest.mark.rule("vistula 11.2#3")
def test_a_city_of_the_western_allies_is_neither_attacked_nor_entered() -> None:
    t = Table(turn=7)
    t.put("1ID", "2327")
    t.put("9TK", "2326")
    t.put("11TK", "1402")
    t.put("69ID", "1403")
    victory.occupy(t.play, t.hex("2327"))
    match = t.push(CombatPhase(ALLIED))
    assert str(refused(match, "attack 2327").citation) == "vistula 11.2#3"
    match = t.push(MovementPhase(ALLIED))
    refusal = match.why_not("9TK", "2327")
    assert refusal is not None and str(refusal.citation) == "vistula 11.2#3"
    far = match.why_not("11TK", "2327")
    assert far is not None and str(far.citation) == "vistula 11.2#3"
    match.play("move 9TK")
    assert str(refused(match, "to 2328 via 2327").citation) == "vistula 11.2#3"
    assert "2327" not in match.zones("allied")


@pytest.mark.rule("vistula 11.2#3", "vistula 8.10#1")
def test_the_kriegsmarine_leaves_a_city_of_the_western_allies() -> None:
    t = Table(turn=7)
    t.put("KM", "0633")
    t.put("1ID", "0633")
    victory.occupy(t.play, t.hex("0633"))
    assert t.play.state.hex[t.unit("KM")] == -5  # back in the pool
    assert [str(event.citation) for event in t.events("navy_leaves")] == ["vistula 11.2#3"]
    assert [str(event.citation) for event in t.events("eliminated")] == ["vistula 11.2#4"]


@pytest.mark.rule("vistula 8.2#2")
def test_who_looks_on_is_told_what_an_attack_was_reckoned_from() -> None:
    t = Table()
    for id in ("3GTK", "A-LC1", "8R", "A-LC2"):
        t.put(id, "0402")
    t.put("1ID", "0502")
    t.box("A-Air1", "ready")
    match = fight(t, ALLIED)
    match.weighs = True
    match.next_dice(1)
    for action in ("attack 0502", "resolve", "column A-LC2", "fire 8R A-LC1", "announce air"):
        match.play(action)
    (told,) = happened(match.log, "attack")
    assert told.assault is not None
    assert (told.assault.kind, told.assault.target, told.assault.attackers) == ("attack", "0502", ("3GTK",))
    assert set(told.assault.support.values()) == {"column", "guns", "air"}
    assert told.assault.preview.column == told.params["odds"] == "7:1"  # 25 to 5, a column and a marker


@pytest.mark.rule("vistula 8.2#2")
def test_an_attack_is_weighed_on_the_table_of_whose_units_make_it() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("16Pz", "0502")
    match = fight(t, ALLIED)
    german, allied = match.preview("0402", ["16Pz"]), match.preview("0502", ["3GTK"])
    assert (
        german.results == {"2/0": pytest.approx(3 / 6), "1/1": pytest.approx(3 / 6)}
        and german.results != allied.results
    )


@pytest.mark.rule("vistula 8.3#2")
def test_artillery_is_cited_by_its_rule() -> None:
    t = Table()
    for id in ("3GTK", "8R", "A-LC1"):
        t.put(id, "0402")
    t.put("1ID", "0502")
    weighed = fight(t, ALLIED).preview("0502", ["3GTK"], {"8R": "A-LC1"})
    assert (parts(weighed)["guns"], citations(weighed)["guns"]) == (12, "vistula 8.3#2")


@pytest.mark.rule("vistula 7.1#1", "vistula 5.1#2", "vistula 6.3#2")
def test_the_first_hex_of_the_map_is_a_hex_like_others() -> None:
    """0101."""
    t = Table(turn=5)
    t.put("113RC", "0101", steps=1)
    t.put("HQ-3B", "0202")
    match = t.push(MovementPhase(ALLIED), Replacements(ALLIED, 1, 1, ()))
    match.play("refit 113RC")
    assert match.reach("113RC")["0102"] == 1
    match.play("move 113RC")
    match.play("to 0102")
    t = Table(turn=5)
    t.put("113RC", "0101")
    t.put("HQ-3B", "0202")
    t.put("5Pz", "0102")
    t.put("9TK", "1402")
    t.put("1ID", "1403")
    match = fight(t, ALLIED)
    assert texts(match) == ["attack 0102", "attack 1403", "done"]
    assert match.supply("113RC")["line"] is not None
    assert "113RC" in match.supply("allied")["units"]


@pytest.mark.rule("vistula 2#1", "vistula 2#2")
def test_when_nothing_is_asked_questions_are_still_answered() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("1ID", "0502")
    match = t.match()
    assert match.to_act is None and match.reach("3GTK") == {} and match.targets() == {}
    refusal = match.why_not("3GTK", "0401")
    assert refusal is not None and str(refusal.citation) == "vistula 2#2"
    assert match.preview("0502", ["3GTK"]).column == "2:1"
    assert match.reach("3GTK", freely=True)["0401"] == 1


@pytest.mark.rule("vistula 7.1#1", "vistula 2#2")
def test_out_of_its_phase_a_unit_is_told_first_what_would_bar_it_anyway() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("1ID", "0502")
    match = t.push(CombatPhase(ALLIED))
    for number, rule in (("0502", "7.1#1"), ("0401", "2#2")):
        refusal = match.why_not("3GTK", number)
        assert refusal is not None and str(refusal.citation) == f"vistula {rule}"


@pytest.mark.rule("vistula 5.2#1", "vistula 10.2#1")
def test_an_hq_traces_its_line_over_any_distance() -> None:
    t = Table()
    t.put("HQ-9A", "1907")
    line = t.match().supply("HQ-9A")["line"]
    assert line is not None and line[0] == "1907" and len(line) > 11


@pytest.mark.rule("vistula 5.2#1")
def test_a_sea_lane_is_shut_while_its_ports_lie_in_enemy_zones() -> None:
    t = Table()
    assert t.match().supply("german")["sources"] == ["0210", "0415", "0832", "0121", "0129"]
    t.put("9TK", "0320")  # next to 0220 and 0321
    t.put("11TK", "0431")  # next to 0330
    assert t.match().supply("german")["sources"] == ["0210", "0415", "0832", "0129"]
    t.put("25TK", "0330")
    assert t.match().supply("german")["sources"] == ["0210", "0415", "0832"]


@pytest.mark.rule("vistula E5.3#1")
def test_a_unit_in_a_source_is_supplied_by_it() -> None:
    t = Table()
    t.put("113RC", "2301")
    match = t.match()
    assert match.supply("113RC")["line"] == ["2301"]
    assert match.supply("allied")["units"]["113RC"]["now"] == "supplied"


@pytest.mark.rule("vistula 4#1", "vistula 3.1#1")
def test_what_is_worked_out_from_the_map_is_no_part_of_a_position() -> None:
    t = Table()
    t.put("3GTK", "0402")
    match = t.push(MovementPhase(ALLIED))
    before = match.fingerprint()
    for name in ("here", "load", "combat", "zone", "near", "hold"):
        row = getattr(t.play.state, name)
        row[0] += 1
        assert match.fingerprint() == before
        row[0] -= 1
    t.play.rebuild_maps()
    assert match.reach("3GTK")["0401"] == 1 and "0401" in match.zones("allied")


@pytest.mark.rule("vistula 2#1")
def test_a_copy_stands_where_the_match_stands() -> None:
    t = Table()
    t.put("3GTK", "0402")
    match = t.push(MovementPhase(ALLIED))
    twin = match.copy()
    assert (twin.to_act, texts(twin)) == (match.to_act, texts(match)) == ("allied", texts(match))
    twin.play("done")
    assert twin.to_act is None and match.to_act == "allied"


@pytest.mark.rule("vistula 7.1#1", "vistula 4#1")
def test_reach_follows_every_counter_that_moves() -> None:
    t = Table()
    for id in ("94RC", "65RC", "20RC"):
        t.put(id, "0302")
    for id in ("60RC", "44RC"):
        t.put(id, "0301")
    match = t.push(MovementPhase(ALLIED))
    assert match.reach("44RC")["0302"] == 1
    match.play("move 60RC")
    match.play("to 0302")
    assert "0302" not in match.reach("44RC")  # four stand there now


@pytest.mark.rule("vistula 8.3#1", "vistula 5.8.1#1")
def test_columns_off_the_map_help_nobody_wherever_he_stands() -> None:
    """Also in the last hexes of the map."""
    t = Table()
    for number in t.tables.numbers[-8:]:
        assert t.tables.land[t.hex(number)]
    t.put("8R", t.tables.numbers[-5])
    t.put("12GTK", t.tables.numbers[-5])
    t.put("1ID", t.tables.numbers[-6])
    t.box("A-LC1", "pool")
    match = fight(t, ALLIED)
    match.play(f"attack {t.tables.numbers[-6]}")
    match.next_dice(1)
    events = match.play("resolve")
    assert happened(events, "attack")  # nothing could be committed
