"""Where the editions differ (rows 1 to 20 and 61 to 71): components, chits, command, barrages, events, set-up."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.games.chitpull import barrage
from countermarch.games.chitpull.activation import commanded
from countermarch.games.chitpull.gd import come_back, withdraw
from countermarch.games.chitpull.state import ELIMINATED, GD_BOX, GONE, OUT_OF_SUPPLY, REMOVED, RESERVE
from countermarch.games.chitpull.turn import GameTurn
from tests.rules.koenigsberg.chits import chit, draw
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, steps, texts, where
from tests.rules.koenigsberg45.both import FIRST, SECOND, laid, movers, no, rules, table

BOTH = pytest.mark.parametrize("game", [FIRST, SECOND])


@pytest.mark.rule("koenigsberg45 0.1e")
def test_row_1_fog_of_war_is_the_rule_here_and_an_option_there() -> None:
    defaults = {game: {o.key: o.default for o in cm.load(game).info.options} for game in (FIRST, SECOND)}
    assert (defaults[FIRST]["fog_of_war"], defaults[SECOND]["fog_of_war"]) == ("on", "off")
    for game, seen in ((FIRST, 1), (SECOND, 2)):
        found = Table(game=game)
        found.put("9K-561", "0637")
        found.put("9K-548", "0637")
        match = found.fight(SOVIET)
        assert len([u for u in match.view("soviet")["units"] if u["hex"] == "0637"]) == seen


@pytest.mark.rule("koenigsberg45 0.1c", "koenigsberg45 0.1d", "koenigsberg45 7.4(3)", "koenigsberg45 7.4(1)")
@BOTH
def test_row_2_fractions_are_kept_until_all_is_added_up(game: str) -> None:
    """Without supply and over a minor river six is one and a half; two such units are three."""
    found = table(game)
    for id in ("39A-113", "39A-94"):
        found.put(id, "1143", supply=OUT_OF_SUPPLY)
    found.put("9K-561", "1243")
    preview = found.match().preview("1243", ["39A-113", "39A-94"])
    assert preview.attack == 3
    parts = [p for p in preview.parts if "halved" in p.text.key]
    assert {str(p.citation) for p in parts} == (
        {"koenigsberg45 7.4(1)", "koenigsberg45 7.4(3)"}
        if game == FIRST
        else {"koenigsberg 9.3(1)", "koenigsberg 9.3(3)"}
    )


@pytest.mark.rule("koenigsberg45 0.5", "koenigsberg45 2.1b")
@BOTH
def test_row_3_limits_are_those_of_a_front(game: str) -> None:
    found = laid({"39A-HQ": "1043", "65A-HQ": "0607"}, game)
    found.play.state.used[found.group("3BF")] = 4
    match = draw(found, "39A", "65A")
    assert chit(match, "39A") == "void" and movers(match) == {"65A-HQ"}
    rule = "koenigsberg45 2.1b" if game == FIRST else "koenigsberg 2.3"
    assert rules(match.log, "void") == [rule]


@pytest.mark.rule("koenigsberg45 2.2c")
@BOTH
def test_row_4_fronts_are_apart_but_share_a_hex(game: str) -> None:
    found = laid({"39A-HQ": "1043", "39A-94": "1043", "2BF-8": "1043"}, game)
    match = found.activate("39A-HQ")
    assert no(match, "move 2BF-8") == ("koenigsberg45 2.2c" if game == FIRST else "koenigsberg 2.1.4")
    assert movers(match) == {"39A-HQ", "39A-94"}


@pytest.mark.rule("koenigsberg45 12.2", "koenigsberg45 RET.5")
def test_row_5_refugees_are_counters_here_and_an_effect_there() -> None:
    kinds = {game: {u.kind for u in cm.load(game).rules.pieces} for game in (FIRST, SECOND)}
    assert "refugee" in kinds[FIRST] and "refugee" not in kinds[SECOND]
    slow = draw(laid({"9K-HQ": "1939"}, SECOND), "Event", "9K", draws=("Event", "5", "9K"))
    assert happened(slow.log, "slowed")


@pytest.mark.rule("koenigsberg45 12.3", "koenigsberg45 RET.7", "koenigsberg45 12.5(1)")
def test_row_6_atrocities_are_events_only_there() -> None:
    for game, place in ((FIRST, "reserve"), (SECOND, "volkssturm_box")):
        found = laid({"9K-HQ": "1939"}, game)
        found.box("VS-3", RESERVE)
        match = draw(found, "Event", "9K", draws=("Event", "7", "9K"))
        assert where(match, "VS-3") == place


@pytest.mark.rule("koenigsberg45 0.7a")
def test_row_7_barrages_at_three_to_one_here_and_two_to_one_there() -> None:
    for game, odds in ((FIRST, "3-1"), (SECOND, "2-1")):
        found = laid({"39A-5G": "0636", "9K-561": "0637"}, game)
        barrage.fire(found.play, SOVIET, "3BF", 1)
        match = found.match()
        match.next_dice(6)
        events = match.play("barrage 0637")
        assert happened(events, "barrage")[0].params["odds"] == odds
        assert rules(events, "barrage") == [f"{game} {'0.7a' if game == FIRST else '3.0-note'}"]


@pytest.mark.rule("koenigsberg45 0.7a", "koenigsberg45 1.0a", "koenigsberg45 7.4a")
def test_row_8_forest_protects_from_barrages_here_only() -> None:
    for game, odds in ((FIRST, "2-1"), (SECOND, "2-1")):
        found = laid({"39A-5G": "1141", "9K-561": "1142"}, game)  # forest
        preview = found.match().preview("1142", [], kind="barrage")
        assert preview.column == odds
        assert any("shift_forest" in p.text.key for p in preview.parts) == (game == FIRST)


@pytest.mark.rule("koenigsberg45 0.7a")
@BOTH
def test_row_9_no_hex_is_barraged_twice(game: str) -> None:
    found = laid({"39A-5G": "0636", "9K-561": "0637", "9K-548": "0536"}, game)
    barrage.fire(found.play, SOVIET, "3BF", 3)
    match = found.match()
    match.next_dice(1)
    match.play("barrage 0637")
    assert no(match, "barrage 0637") == ("koenigsberg45 0.7a" if game == FIRST else "koenigsberg 2.5.1")


@pytest.mark.rule("koenigsberg45 0.7a")
@BOTH
def test_row_10_nobody_attacks_in_a_barrage(game: str) -> None:
    """A1 on the attacker hurts nobody."""
    found = laid({"39A-5G": "0636", "9K-561": "0637"}, game)
    barrage.fire(found.play, SOVIET, "3BF", 1)
    match = found.match()
    match.next_dice(1)
    events = match.play("barrage 0637")
    assert happened(events, "barrage")[0].params["result"] == "-"  # nothing of the attacker is told
    assert (steps(match, "39A-5G"), steps(match, "9K-561")) == (2, 2)


@pytest.mark.rule("koenigsberg45 0.7")
def test_row_11_an_action_chit_dies_with_its_limit_here_only() -> None:
    """The rulebook's example: 3rd Front has used its four activations of turn 3 when its barrage is drawn."""
    for game, place in ((FIRST, "void"), (SECOND, "used")):
        found = laid({"39A-HQ": "1043", "9K-HQ": "1939"}, game)
        found.play.state.used[found.group("3BF")] = 4
        match = draw(found, "Barrage-3BF", "9K")
        assert chit(match, "Barrage-3BF") == place
        assert rules(match.log, "lapsed") == (["koenigsberg45 0.7"] if game == FIRST else [])


@pytest.mark.rule("koenigsberg45 0.7")
def test_row_11_the_event_chit_of_both_sides_lives_and_a_void_gd_chit_is_not_spent() -> None:
    found = laid({"39A-HQ": "1043"})
    found.play.state.used[found.group("german")] = 5
    match = draw(found, "GD-Withdrawal", "Event", "39A", draws=("GD-Withdrawal", "Event", "7", "39A"))
    assert chit(match, "GD-Withdrawal") == "void" and happened(match.log, "event_rolled")


@pytest.mark.rule("koenigsberg45 0.7c")
def test_row_12_no_gas_spares_trains_there_only_and_single_steps_in_both() -> None:
    for game, left in ((FIRST, 1), (SECOND, 2)):
        found = laid({"Ind-5": "2932"}, game)
        found.play.state.no_gas = 1
        match = found.move(GERMAN, "Ind-5")
        match.play("move Ind-5 rail")
        events = match.play("to 3031")
        assert steps(match, "Ind-5") == left
        assert rules(events, "no_gas_step") == (["koenigsberg45 0.7c"] if game == FIRST else [])
        single = next(
            u.id for u in found.tables.units if u.side == "german" and u.mobility == "mech" and u.steps == 1 and u.zone
        )
        found = laid({single: "0637"}, game)
        found.play.state.no_gas = 1
        match = found.move(GERMAN, single)
        match.play(f"move {single}")
        match.play("to 0636")
        assert steps(match, single) == 1


@pytest.mark.rule("koenigsberg45 0.7d", "koenigsberg45 0.7e")
def test_row_13_gd_comes_back_whole_here_and_without_its_dead_there() -> None:
    for game, back in ((FIRST, {"GD-HQ", "GD-Fus", "GD-Pz", "GD-PzG"}), (SECOND, {"GD-Fus"})):
        found = laid({"GD-Fus": "1517"}, game)
        found.play.state.steps[found.box("GD-PzG", ELIMINATED)] = 0
        found.play.state.steps[found.box("GD-Pz", ELIMINATED)] = 0
        chits = {c.id: c for c in found.tables.chits}
        found.play.state.chit[found.tables.chit_of["GD"]] = 4 if game == FIRST else 0
        withdraw(found.play, chits["GD-Withdrawal"])
        assert found.play.state.hex[found.unit("GD-Fus")] == GD_BOX
        come_back(found.play, chits["GD-Returns"])
        match = found.match()
        while any(text.startswith("place") for text in texts(match)):
            match.play(next(text for text in texts(match) if text.endswith(" 3617")))
        assert {id for id in ("GD-HQ", "GD-Fus", "GD-Pz", "GD-PzG") if where(match, id) == "3617"} == back
        assert steps(match, "GD-PzG") == (1 if game == FIRST else 0)
        assert chit(match, "GD") == ("cup" if game == FIRST else "later")
        assert chit(match, "GD-Returns") == chit(match, "GD-Withdrawal") == "removed"


@pytest.mark.rule("koenigsberg45 0.7e")
def test_the_chit_of_a_corps_rebuilt_in_the_turn_it_was_drawn_is_in_the_cup_alone() -> None:
    """Drawn, its HQ destroyed, withdrawn and back within a turn: it can be drawn again, and is no longer drawn."""
    found = laid({"GD-Fus": "1517"}, FIRST)
    own, chits = found.tables.chit_of["GD"], {c.id: c for c in found.tables.chits}
    found.play.state.chit[own], found.play.state.order[own], found.play.state.drawn = GONE, 1, 1
    withdraw(found.play, chits["GD-Withdrawal"])
    come_back(found.play, chits["GD-Returns"])
    match = found.match()
    while any(text.startswith("place") for text in texts(match)):
        match.play(next(text for text in texts(match) if text.endswith(" 3617")))
    view = match.view("german")
    assert "GD" in view["cup"] and "GD" not in view["drawn"]


@pytest.mark.rule("koenigsberg45 0.2k", "koenigsberg45 4.2c")
@BOTH
def test_row_14_a_bridge_undoes_the_river_in_movement_zone_and_combat(game: str) -> None:
    """Railways cross a minor river from 1138 to 1139 and a major one from 0113 to 0114; none crosses 1138 to 1238."""
    match = laid({"5A-72": "1138"}, game).move(SOVIET, "5A-72")
    assert (match.reach("5A-72")["1139"], match.reach("5A-72")["1140"]) == (1, 2)
    assert match.reach("5A-72")["1238"] == 2  # without a bridge a point more, by whatever way
    match.play("move 5A-72")
    match.play("to 1140 via 1139")  # nobody stops at a bridge
    assert where(match, "5A-72") == "1140"
    over = laid({"5A-72": "1138"}, game).move(SOVIET, "5A-72")
    over.play("move 5A-72")
    assert no(over, "to 1239 via 1238") == f"{game} {'4.2b' if game == FIRST else '6.2.2'}"
    for a, b, bridged in (("0113", "0114", True), ("0212", "0312", False)):
        found = laid({"5A-72": a, "9K-561": b}, game)
        assert found.tables.board.side("river", found.hex(a), found.hex(b)) == "major"
        whole = found.tables.attack[found.unit("5A-72")][2]
        asked = found.match()
        assert (b in asked.zones("soviet")) is bridged
        assert asked.preview(b, ["5A-72"]).attack == (whole if bridged else whole // 2)
        free = laid({"5A-72": a}, game).move(SOVIET, "5A-72")
        assert (free.reach("5A-72").get(b) == 1) is bridged
    minor = laid({"5A-72": "1138", "9K-561": "1139", "9K-548": "1238"}, game).match()
    assert minor.preview("1139", ["5A-72"]).attack == 2 * minor.preview("1238", ["5A-72"]).attack


@pytest.mark.rule("koenigsberg45 2.1d")
def test_row_15_army_group_sends_nobody_by_rail_here() -> None:
    for game, modes in ((FIRST, {"", "strategic"}), (SECOND, {"", "strategic", "rail"})):
        found = laid({"9K-HQ": "1939", "Ind-5": "2932"}, game)
        match = found.activate("9K-HQ", lendable=2)
        lent = {text.removeprefix("lend Ind-5").strip() for text in texts(match) if text.startswith("lend Ind-5")}
        assert lent == modes
        if game == FIRST:
            assert no(match, "lend Ind-5 rail") == "koenigsberg45 2.1d"


@pytest.mark.rule("koenigsberg45 2.2b")
def test_row_16_units_without_their_hq_serve_others_here_and_nobody_there() -> None:
    for game, able in ((FIRST, {"26K-HQ", "9K-561"}), (SECOND, {"26K-HQ"})):
        found = laid({"26K-HQ": "1939", "9K-561": "1940"}, game)
        found.box("9K-HQ", REMOVED)
        match = found.activate("26K-HQ")
        assert movers(match) == able
        if game == SECOND:
            assert no(match, "move 9K-561") == "koenigsberg 4.2"
        else:
            match.play("move 9K-561")
            match.play("to 1941")
            assert found.play.state.quota == 2  # it takes one of the three places


@pytest.mark.rule("koenigsberg45 2.2b")
def test_row_16_units_whose_hq_has_not_come_yet_are_not_lost() -> None:
    found = laid({"26K-HQ": "3040", "28K-607": "3039"})
    found.box("28K-HQ", RESERVE)
    match = found.activate("26K-HQ")
    assert no(match, "move 28K-607") == "koenigsberg45 2.2a"


@pytest.mark.rule("koenigsberg45 2.2d")
def test_row_17_7th_panzer_commands_five_orphans_among_them_here() -> None:
    for game, orphan in ((FIRST, True), (SECOND, False)):
        found = laid({"7PzK-HQ": "1939", "Ind-5": "1940", "Ind-7": "1940", "9K-561": "1938"}, game)
        found.box("9K-HQ", REMOVED)
        found.activate("7PzK-HQ")
        assert found.play.state.quota == 5
        found_units = {found.tables.ids[u] for u, _ in commanded(found.play, found.unit("7PzK-HQ"))}
        assert ("9K-561" in found_units) == orphan and {"Ind-5", "Ind-7"} <= found_units


@pytest.mark.rule("koenigsberg45 2.2a")
def test_row_18_gd_and_hg_are_of_their_corps_alone_here() -> None:
    for game, able in ((FIRST, {"9K-HQ"}), (SECOND, {"9K-HQ", "GD-Pz"})):
        match = laid({"9K-HQ": "1939", "GD-Pz": "1940", "GD-HQ": "1625"}, game).activate("9K-HQ")
        assert movers(match) == able
        if game == FIRST:
            assert no(match, "move GD-Pz") == "koenigsberg45 2.2a"


@pytest.mark.rule("koenigsberg45 2.2e-2")
def test_row_19_command_ends_in_the_first_hex_over_a_major_river_here() -> None:
    """0212 lies west of the Narew, 0312 and 0412 east of it."""
    for game, far in ((FIRST, False), (SECOND, True)):
        found = laid({"65A-HQ": "0212"}, game)
        hexes = found.match().command("65A-HQ")["hexes"]
        assert hexes["0312"] == 1 and (hexes.get("0412", 99) == 2) == far


@pytest.mark.rule("koenigsberg45 3.1b", "koenigsberg45 3.5(4)")
@BOTH
def test_row_20_a_zone_reaches_where_the_unit_could_go(game: str) -> None:
    zones = laid({"65A-18": "0212"}, game).match().zones("soviet")
    assert "0312" not in zones and "0213" in zones


# events


@pytest.mark.rule("koenigsberg45 RET.3", "koenigsberg45 0.7b")
@BOTH
def test_row_61_a_german_hq_moves_freely_and_does_not_attack(game: str) -> None:
    found = laid({"9K-HQ": "1939", "9K-561": "1940", "39A-HQ": "1043", "39A-94": "1941"}, game)
    match = draw(found, "Event", "39A", draws=("Event", "3", "39A"))
    assert match.to_act == "german" and movers(match) == {"9K-HQ", "9K-561"}
    match.play("done")
    assert match.to_act == "soviet" and not found.play.state.used[found.group("german")]
    assert rules(match.log, "free_move") == [f"{game} RET.3"]


@pytest.mark.rule("koenigsberg45 RET.4")
def test_row_62_the_german_barrage_has_one_from_the_die_here() -> None:
    for game, odds, modifier in ((FIRST, "3-1", -1), (SECOND, "2-1", 0)):
        found = laid({"9K-561": "0636", "39A-94": "0637", "9K-HQ": "1939"}, game)
        match = draw(found, "Event", "9K", draws=("Event", "4", "9K"))
        match.next_dice(6)
        told = happened(match.play("barrage 0637"), "barrage")[0].params
        assert (told["odds"], told["modifier"]) == (odds, modifier)


@pytest.mark.rule("koenigsberg45 RET.5", "koenigsberg45 RET.9", "koenigsberg45 12.2b")
@pytest.mark.parametrize("number", ["5", "9"])
def test_row_63_two_refugee_counters_two_hexes_from_every_german_hq(number: str) -> None:
    found = laid({"9K-HQ": "2831", "39A-HQ": "1043"})
    for id in ("Refugees-1", "Refugees-2", "Refugees-3"):
        found.box(id, RESERVE)
    match = draw(found, "Event", "39A", draws=("Event", number, "39A"))
    assert match.to_act == "soviet" and rules(match.log, "refugees_event") == [f"koenigsberg45 RET.{number}"]
    assert no(match, "place Refugees-1 2830") == f"koenigsberg45 RET.{number}"  # next to the HQ
    assert no(match, "place Refugees-1 2932") == f"koenigsberg45 RET.{number}"  # a city
    assert {"place Refugees-1 2730", "place Refugees-1 3031"} <= set(texts(match))  # two hexes from it
    assert rules(match.play("place Refugees-1 2629"), "refugees_appear") == [f"koenigsberg45 RET.{number}"]
    assert no(match, "place Refugees-2 2629") == "koenigsberg45 12.2b"
    match.play("place Refugees-2 3129")
    assert (where(match, "Refugees-1"), where(match, "Refugees-2")) == ("2629", "3129")
    assert where(match, "Refugees-3") == "reserve"


@pytest.mark.rule("koenigsberg45 RET.7")
def test_row_64_a_seven_is_no_event_here() -> None:
    match = draw(laid({"9K-HQ": "1939"}), "Event", "9K", draws=("Event", "7", "9K"))
    assert rules(match.log, "no_effect") == ["koenigsberg45 RET.7"]


@pytest.mark.rule("koenigsberg45 RET.10")
def test_row_65_a_front_stands_still_here_and_loses_two_activations_there() -> None:
    for game, left in ((FIRST, 0), (SECOND, 2)):
        found = laid({"39A-HQ": "1043", "9K-HQ": "1939", "65A-HQ": "0607"}, game)
        draw(found, "Event", "39A", "9K", "65A", draws=("Event", "10", "9K"), dice=(4,))
        used = found.match().position()["activations"]
        assert (used["3BF"]["left"], used["2BF"]["left"]) == (left, 5)


@pytest.mark.rule("koenigsberg45 RET.11")
def test_row_66_the_soviet_barrage_is_of_any_front() -> None:
    for game, odds in ((FIRST, "3-1"), (SECOND, "2-1")):
        found = laid({"39A-5G": "0636", "65A-18": "0836", "9K-561": "0637", "9K-548": "0837", "9K-HQ": "1939"}, game)
        match = draw(found, "Event", "9K", draws=("Event", "11", "9K"))
        assert texts(match) == ["barrage 0637", "barrage 0837", "done"]
        match.next_dice(1)
        assert happened(match.play("barrage 0637"), "barrage")[0].params["odds"] == odds


@pytest.mark.rule("koenigsberg45 1.2d", "koenigsberg45 1.2")
def test_row_67_the_refugee_segment_is_here_only() -> None:
    phases = {game: tuple(cm.load(game).rules.phases) for game in (FIRST, SECOND)}
    assert phases[FIRST] == (*phases[SECOND][:5], "refugees", *phases[SECOND][5:])


@pytest.mark.rule("koenigsberg45 12.7", "koenigsberg45 12.7(1)", "koenigsberg45 0.1f", "koenigsberg45 0.1g")
def test_row_68_152_ur_stands_in_georgenburg_here() -> None:
    starts = {game: {u["id"]: u for u in cm.load(game).start(seed=1).position()["units"]} for game in (FIRST, SECOND)}
    assert (starts[FIRST]["39A-152"]["hex"], starts[SECOND]["39A-152"]["hex"]) == ("1043", "1044")
    assert starts[FIRST]["39A-HQ"]["hex"] == "1043" and starts[FIRST]["39A-94"]["hex"] == "1044"
    shared = [id for id in starts[SECOND] if id in starts[FIRST] and id not in ("39A-152", "39A-94")]
    assert all(starts[FIRST][id]["hex"] == starts[SECOND][id]["hex"] for id in shared)
    reduced = {id for id, u in starts[FIRST].items() if u["hex"] and u["steps"] == 1 and _full(id) == 2}
    assert reduced == {"HG-2HG", "28K-607", "Ind-605", "Ind-401", "Ind-83", "Ind-461"}
    assert {u["supply"] for u in starts[FIRST].values()} == {"supplied"}


def _full(id: str) -> int:
    return next(u.steps for u in cm.load(FIRST).rules.pieces if u.id == id)


@pytest.mark.rule("koenigsberg45 RET.2", "koenigsberg45 RET.12", "koenigsberg45 RET.6", "koenigsberg45 RET.8")
@BOTH
def test_row_69_arrivals_and_weather_are_the_same(game: str) -> None:
    found = laid({"9K-HQ": "1939"}, game)
    for id in ("Ind-15SS", "28K-HQ", "28K-58", "28K-95", "19A-HQ", "19A-40G"):
        found.box(id, RESERVE)
    match = draw(found, "Event", "9K", draws=("Event", "2", "9K"), dice=(1,))
    while any(text.startswith("place") for text in texts(match)):
        match.play(next(text for text in texts(match) if text.endswith(" 3603")))
    assert where(match, "Ind-15SS") == "3603" and rules(match.log, "come_early") == [f"{game} RET.2"]
    for number in ("6", "8"):
        found = laid({"9K-HQ": "1939"}, game)
        found.box("LW", -6)
        found.box("1AA-1", -7)
        match = draw(found, "Event", "9K", draws=("Event", number, "9K"))
        assert (where(match, "LW"), where(match, "1AA-1")) == ("refit", "grounded")
        assert rules(match.log, "bad_weather") == [f"{game} RET.{number}"]


@pytest.mark.rule("koenigsberg45 RET.12")
def test_row_69_19th_army_comes_early_with_its_chit_and_only_once() -> None:
    found = laid({"9K-HQ": "1939"})
    for id in ("19A-HQ", "19A-40G"):
        found.box(id, RESERVE)
    match = draw(found, "Event", "9K", draws=("Event", "12", "9K"))
    while any(text.startswith("place") for text in texts(match)):
        match.play(next(text for text in texts(match) if text.endswith(" 0106")))
    assert where(match, "19A-HQ") == "0106" and chit(match, "19A") == "cup"
    again = draw(laid({"9K-HQ": "1939", "19A-HQ": "0106"}), "Event", "9K", draws=("Event", "12", "9K"))
    assert rules(again.log, "no_effect") == ["koenigsberg45 RET.12"]


@pytest.mark.rule("koenigsberg45 RET.2")
def test_event_2_brings_the_other_if_one_is_in_play() -> None:
    found = laid({"9K-HQ": "1939", "Ind-15SS": "3503"})
    for id in ("28K-HQ", "28K-58"):
        found.box(id, RESERVE)
    match = draw(found, "Event", "9K", draws=("Event", "2", "9K"), dice=(1,))
    while any(text.startswith("place") for text in texts(match)):
        match.play(next(text for text in texts(match) if text.endswith(" 3145")))
    assert where(match, "28K-HQ") == "3145" and chit(match, "28K") == "cup"


@pytest.mark.rule("koenigsberg45 4.1b")
@BOTH
def test_row_70_hqs_move_on_foot(game: str) -> None:
    found = laid({"GD-HQ": "1141"}, game)
    assert found.move(GERMAN, "GD-HQ").reach("GD-HQ")["1142"] == 2


@pytest.mark.rule("koenigsberg45 4.4", "koenigsberg45 3.0a")
@BOTH
def test_row_71_half_a_point_on_the_road_and_two_for_zones(game: str) -> None:
    found = laid({"9K-561": "2932"}, game)
    match = found.move(GERMAN, "9K-561")
    assert match.reach("9K-561", mode="strategic")["2931"] == 0.5
    found = laid({"9K-561": "0637", "39A-113": "0539"}, game)
    (step,) = found.move(GERMAN, "9K-561").path("9K-561", "0638")
    zone = "koenigsberg45 3.0a" if game == FIRST else "koenigsberg 5.1"
    assert step.cost == 3 and zone in [str(part.citation) for part in step.parts]


@pytest.mark.rule("koenigsberg45 1.5a", "koenigsberg45 1.5")
@BOTH
def test_row_71_the_turn_ends_alike(game: str) -> None:
    found = laid({"VS-1": "2932", "43A-90": "0102"}, game)
    end = next(at for at, step in enumerate(found.rules.edition.sequence) if step[0] == "end")
    match = found.push(GameTurn(end))
    assert where(match, "VS-1") == "volkssturm_box" and found.play.state.turn == 4
    assert rules(match.log, "volkssturm_home") == ["koenigsberg45 1.5a" if game == FIRST else "koenigsberg 11.3(3)"]


@pytest.mark.rule("koenigsberg45 RET.4")
def test_row_62_the_german_barrage_is_previewed_with_its_own_die() -> None:
    for game, change in ((FIRST, -1), (SECOND, 0)):
        found = laid({"9K-561": "0637", "39A-94": "0638"}, game)
        found.play.edition.events["4"](found.play, "RET.4")
        match = found.match()
        foreseen = match.targets()["0638"]
        assert foreseen.column == {FIRST: "3-1", SECOND: "2-1"}[game]
        changes = [(p.value, str(p.citation)) for p in foreseen.parts if p.text.key == "chitpull.part.barrage_die"]
        assert changes == [(change, f"{game} RET.4")] * bool(change)
        match.next_dice(6)
        result = match.play("barrage 0638")[0].params["result"]
        assert (result in foreseen.results) and result == {FIRST: "D1r", SECOND: "D1r2"}[game]
