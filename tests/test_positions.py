"""Positions: exact inverses, edited documents, and each contradiction named."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

import countermarch as cm
from countermarch.match import Match

Document = dict[str, Any]
GAME = cm.load("koenigsberg")
NEEDED = ("game", "scenario", "turn", "phase", "to_act", "units", "cup", "drawn", "activations", "control")


def start() -> Document:
    """The first decision of the command phase, as plain JSON."""
    found: Document = json.loads(_start())
    return found


@cache
def _start() -> str:
    match = GAME.start(seed=1)
    while match.position()["phase"] != "command":
        match.play("done")
    return json.dumps(match.position())


def plain(match: Match) -> Document:
    found: Document = json.loads(json.dumps(match.position()))
    return found


def unit(doc: Document, id: str) -> Document:
    found: Document = next(entry for entry in doc["units"] if entry["id"] == id)
    return found


def rebuilt(doc: Document) -> Match:
    return GAME.from_position(doc)


# what a position holds


def test_a_position_holds_what_the_contract_names() -> None:
    doc = GAME.start(seed=1).position()
    assert set(NEEDED) <= set(doc)
    assert set(doc["activations"]) == {"german", "2BF", "3BF"}
    for entry in doc["units"]:
        assert {"id", "side", "kind", "hex", "where", "steps"} <= set(entry)
        assert entry["side"] in ("german", "soviet") and entry["kind"] == entry["kind"].lower()
        assert (entry["hex"] is None) != (entry["where"] is None)
    assert {entry["kind"] for entry in doc["units"]} >= {"hq", "air", "naval", "infantry"}


def test_a_position_is_plain_json() -> None:
    doc = GAME.start(seed=1).position()
    assert json.loads(json.dumps(doc)) == doc


@pytest.mark.parametrize("options", [{}, {"fog_of_war": "on", "ss_boehme": "on", "panzer_20": "on"}])
def test_position_and_from_position_are_exact_inverses_all_through_a_game(options: dict[str, str]) -> None:
    match, pick, decisions = GAME.start(seed=11, options=options), Random(5), 0
    while match.to_act is not None:
        if decisions % 17 == 0:
            doc = plain(match)
            twin = rebuilt(doc)
            assert twin.position() == doc and twin.fingerprint() == match.fingerprint()
            assert list(map(str, twin.legal())) == list(map(str, match.legal()))
        match.play(match.legal()[pick.randrange(len(match.legal()))])
        decisions += 1
    over = rebuilt(plain(match))
    assert over.fingerprint() == match.fingerprint() and over.to_act is None and over.result == match.result


@pytest.mark.parametrize("game", ["koenigsberg", "koenigsberg45", "stargard", "seelow", "vistula"])
def test_a_game_that_is_over_is_over_without_its_flow_too(game: str) -> None:
    doc = cm.load(game).start(seed=1).position()
    doc["phase"] = {"seelow": "renewal"}.get(game, "end")
    for unit in doc["units"]:
        if unit["where"] in ("undeployed", "tray"):
            unit["where"] = "eliminated"
    doc["effects"]["over"] = 1
    del doc["flow"], doc["to_act"]
    match = cm.load(game).from_position(doc)
    assert match.to_act is None and match.result is not None


def test_the_rebuilt_match_goes_on_as_the_first_would() -> None:
    first, second = GAME.start(seed=3), rebuilt(GAME.start(seed=3).position())
    for match in (first, second):
        pick = Random(1)
        for _ in range(200):
            match.play(match.legal()[pick.randrange(len(match.legal()))])
    assert first.fingerprint() == second.fingerprint()


def test_the_document_given_is_not_changed_and_not_kept() -> None:
    doc = start()
    before = json.dumps(doc)
    match = rebuilt(doc)
    assert json.dumps(doc) == before
    save = match.save()
    doc["turn"] = 9
    assert match.save() == save


# fingerprints


def test_the_fingerprint_tells_every_difference_that_matters() -> None:
    def moved(doc: Document) -> None:
        unit(doc, "5A-72")["hex"] = "0737"

    def weakened(doc: Document) -> None:
        unit(doc, "5A-72")["steps"] = 1

    def drier(doc: Document) -> None:
        doc["effects"]["no_gas"] = 1

    def later(doc: Document) -> None:
        doc["dice"]["deeds"]["cup"] = 2

    marks = {rebuilt(start()).fingerprint()}
    for edit in (moved, weakened, drier, later):
        doc = start()
        edit(doc)
        marks.add(rebuilt(doc).fingerprint())
    assert len(marks) == 5


def test_asking_does_not_change_the_fingerprint() -> None:
    match = rebuilt(start())
    before = match.fingerprint()
    list(match.legal())
    for question in (match.position, match.save, match.targets, match.legal):
        question()
    match.view("german")
    match.reach("5A-72", freely=True)
    assert match.fingerprint() == before == rebuilt(start()).fingerprint()


# edited documents


def test_an_edited_hex_takes_its_zone_along() -> None:
    doc = start()
    unit(doc, "5A-72").update(hex="2024", where=None)
    match = rebuilt(doc)
    assert unit(match.position(), "5A-72")["hex"] == "2024"
    assert {"2023", "2025"} <= set(match.zones("soviet"))


def test_an_edited_strength_counts() -> None:
    doc = start()
    unit(doc, "5A-72")["steps"] = 1
    assert unit(rebuilt(doc).position(), "5A-72")["steps"] == 1


def test_an_edited_turn_brings_its_limits() -> None:
    doc = start()
    doc["turn"] = 3
    match = rebuilt(doc)
    assert match.position()["turn"] == 3
    assert match.position()["activations"]["3BF"]["limit"] == 4


def test_an_edited_cup_is_drawn_from() -> None:
    doc = start()
    doc["cup"], doc["drawn"], doc["void"], doc["removed_chits"] = ["39A"], [], [], []
    del doc["flow"]
    doc["turn"] = 9
    match = rebuilt(doc)
    drawn = [event.params["chit"] for event in match.log if event.key.endswith(".drawn")]
    assert "39A" in drawn


def test_edited_control_counts_for_the_points() -> None:
    doc = start()
    taken = "1836"  # nobody stands in Insterburg
    doc["control"][taken] = "soviet"
    assert rebuilt(doc).position()["control"][taken] == "soviet"


def test_a_unit_can_be_taken_off_the_map_and_put_back() -> None:
    doc = start()
    home = unit(doc, "5A-72")["hex"]
    unit(doc, "5A-72").update(hex=None, where="eliminated", steps=0)
    gone = plain(rebuilt(doc))
    assert unit(gone, "5A-72")["where"] == "eliminated"
    unit(gone, "5A-72").update(hex=home, where=None, steps=2)
    assert unit(rebuilt(gone).position(), "5A-72")["hex"] == home


@pytest.mark.parametrize("phase", ["air", "reinforcement", "replacement", "volkssturm", "command", "supply", "end"])
def test_a_position_without_flow_begins_its_phase(phase: str) -> None:
    doc = start()
    doc["phase"], doc["turn"] = phase, 2
    del doc["flow"]
    match = rebuilt(doc)
    assert match.to_act is not None
    assert any(event.key == f"chitpull.event.phase_{phase}" for event in match.log)


# contradictions


def put(id: str, **values: Any) -> Callable[[Document], None]:
    return lambda doc: unit(doc, id).update(values)


def setting(*path: str | int, to: Any) -> Callable[[Document], None]:
    def edit(doc: Any) -> None:
        for key in path[:-1]:
            doc = doc[key]
        doc[path[-1]] = to

    return edit


def crowd(doc: Document) -> None:
    for id in ("5A-72", "5A-65", "5A-45"):
        unit(doc, id)["hex"] = "0637"


def two_hqs(doc: Document) -> None:
    for id in ("5A-HQ", "28A-HQ"):
        unit(doc, id)["hex"] = "0637"


def together(doc: Document) -> None:
    unit(doc, "5A-72")["hex"] = unit(doc, "26K-1")["hex"]


def drawn_and_in_the_cup(doc: Document) -> None:
    doc["drawn"] = [doc["cup"][0]]


def drawn_at_once(doc: Document) -> None:
    doc["drawn"], doc["cup"], doc["draw_order"] = doc["cup"][:2], doc["cup"][2:], [3, 3]


def twice_in_the_cup(doc: Document) -> None:
    doc["cup"].append(doc["cup"][0])


def forget(doc: Document) -> None:
    doc["units"] = doc["units"][:-1]


def double(doc: Document) -> None:
    doc["units"].append(doc["units"][0])


def rename(doc: Document) -> None:
    unit(doc, "5A-72")["id"] = "5A-99"


def unknown_frame(doc: Document) -> None:
    doc["flow"][0]["procedure"] = "chess.Castling"


CONTRADICTIONS = [
    (together, "holds units of both sides"),
    (crowd, "hex 0637 holds more than two combat units and one HQ"),
    (two_hqs, "hex 0637 holds more than two combat units and one HQ"),
    (put("5A-72", hex="2740"), "5A-72: hex 2740 is water"),
    (put("5A-72", hex="9999"), "5A-72: there is no hex '9999'"),
    (put("5A-72", hex=637), "5A-72: there is no hex 637"),
    (put("5A-72", hex=None, where=None), "there is no box None for it; boxes are: eliminated"),
    (put("5A-72", hex=None, where="bunker"), "there is no box 'bunker'"),
    (put("5A-72", hex=None, where="ready"), "there is no box 'ready' for it"),
    (put("LW", hex="0637"), "LW: air counters lie in boxes"),
    (put("5A-72", steps=3), "5A-72: steps 3 must be a whole number from 0 to 2"),
    (put("5A-72", steps=-1), "5A-72: steps -1"),
    (put("5A-72", steps="2"), "5A-72: steps '2'"),
    (put("5A-72", steps=1.5), "5A-72: steps 1.5"),
    (put("5A-72", steps=0), "at least one step"),
    (put("5A-72", side="german"), "5A-72: it is a soviet infantry counter"),
    (put("5A-72", kind="tank"), "5A-72: it is a soviet infantry counter"),
    (put("5A-72", supply="hungry"), "supply 'hungry' is none of: supplied"),
    (put("5A-72", moved=7), "5A-72: moved 7"),
    (put("5A-72", active="yes"), "5A-72: active 'yes'"),
    (rename, "look at .*5A-99"),
    (forget, "units must be exactly"),
    (double, "each once; look at "),
    (drawn_and_in_the_cup, "cannot be in the cup and out of it"),
    (twice_in_the_cup, "cup: there is only one chit"),
    (setting("cup", to=["XXX"]), "cup: there is no chit 'XXX'; chits are: .*39A"),
    (setting("turn", to=0), "turn 0 must be a whole number from 1 to 10"),
    (setting("turn", to=11), "turn 11"),
    (setting("turn", to="3"), "turn '3'"),
    (setting("turn", to=None), "turn None"),
    (setting("phase", to="breakfast"), "no phase 'breakfast'; the phases are: barrage"),
    (setting("phase", to="supply"), "phase is supply, flow says command"),
    (setting("scenario", to="kursk"), "no scenario 'kursk'"),
    (setting("options", to={"weather": "on"}), "no option 'weather'"),
    (setting("options", "fog_of_war", to="thick"), "fog_of_war cannot be 'thick'"),
    (setting("options", to=3), "damaged"),
    (setting("game", to="chess"), "is of 'chess', not of koenigsberg; load that game"),
    (setting("game", to=None), "is of None"),
    (setting("version", to="0"), "rules version '0', not 3"),
    (setting("control", to={"9999": "german"}), "9999"),
    (setting("control", to={"0101": "german"}), "control: 0101 cannot be held"),
    (setting("control", "2932", to="nobody"), "control: 2932 cannot be held by 'nobody'"),
    (setting("control", to=[]), "control: it must be an object"),
    (setting("crossed", to=["9999"]), "9999"),
    (setting("effects", "magic", to=1), "no effect 'magic'"),
    (setting("effects", "no_gas", to=-1), "effects.no_gas -1"),
    (setting("effects", "no_gas", to=2**40), "effects.no_gas"),
    (setting("effects", "no_gas", to=2), "effects.no_gas 2 must be a whole number from 0 to 1"),
    (setting("effects", "over", to=1), "the game is over, by flow it is not"),
    (setting("flow", to=[]), "the game goes on, by flow it does not"),
    (setting("flow", to=3), "flow: it must be a list"),
    (setting("flow", to=[{}]), "lacks or misnames 'procedure'"),
    (setting("flow", to=[{"procedure": "chitpull.turn.GameTurn", "step": "8"}]), "step .8. is not int"),
    (unknown_frame, "no procedure 'chess.Castling'"),
    (setting("activations", to={"allied": {"used": 0, "lost": 0}}), "no group 'allied'; groups are: german"),
    (setting("activations", "3BF", to={}), "lacks or misnames 'used'"),
    (setting("activations", "3BF", "used", to=-2), "activations.3BF.used -2"),
    (setting("activations", "3BF", "lost", to=99), "activations.3BF.lost 99"),
    (setting("effects", "slow_next", to=2), "effects.slow_next 2"),
    (setting("dice", "key", to="xyz"), "damaged"),
    (setting("dice", "key", to="00"), "the key has 32 bytes"),
    (setting("dice", "deeds", to={"cup": 0}), "dice.deeds.cup 0"),
    (setting("dice", "deeds", to={"cup": True}), "dice.deeds.cup True"),
    (setting("dice", "deeds", to={"x" * 81: 1}), "80 characters"),
    (setting("dice", "deeds", to=[1]), "dice.deeds: it must be an object"),
    (setting("dice", "next", to=[7]), "dice.next 7 must be a whole number from 1 to 6"),
    (setting("dice", "draws", to=["XXX"]), "draws are some of"),
    (setting("dice", to=None), "dice: it must be an object"),
    (setting("units", to=None), "units: it must be a list"),
    (setting("units", to=[1, 2]), "units.0: it must be an object"),
    (setting("units", to={}), "units: it must be a list"),
    (setting("flow", 0, "step", to=99), "GameTurn has step 99, which the rest of the position contradicts"),
    (setting("turn", to=255), "turn 255 must be a whole number from 1 to 10"),
    (setting("turn", to=float("nan")), "turn: it is no number that a position could hold"),
    (setting("turn", to=float("inf")), "turn: it is no number"),
    (setting("turn", to=10**30), "turn: it is no number"),
    (setting("phase", to="x" * 10_000_000), "phase: it is too long, 10000000 where 200 would do"),
    (setting("phase", to="\ud800"), "phase: it has letters that are none"),
    (setting("units", 3, "id", to="5A-\udfff"), "units.3.id: it has letters that are none"),
    (setting("\ud800", to=1), "it has letters that are none"),
    (setting("crossed", to=["0101"] * 1_000_000), "crossed: it is too long, 1000000 where 10000 would do"),
    (setting("control", to=[[[[[[[[[]]]]]]]]]), "control.*: lists and objects lie too deep in each other"),
    (setting("dice", "next", to=[6] * 1001), "no more than 1000 dice and draws can lie ready"),
    (drawn_at_once, "draw_order: no two chits are drawn at once"),
]


@pytest.mark.parametrize(("edit", "words"), CONTRADICTIONS)
def test_a_contradiction_is_named(edit: Callable[[Document], None], words: str) -> None:
    doc = start()
    edit(doc)
    with pytest.raises(cm.PositionError, match=words):
        rebuilt(doc)


@pytest.mark.parametrize("key", ["turn", "phase", "units", "cup", "drawn", "control", "activations", "effects", "dice"])
def test_a_missing_part_is_named(key: str) -> None:
    doc = start()
    del doc[key]
    with pytest.raises(cm.PositionError, match=f"lacks or misnames '{key}'"):
        rebuilt(doc)


@pytest.mark.parametrize("document", [None, [], "position", 3])
def test_what_is_no_object_is_no_position(document: Any) -> None:
    with pytest.raises(cm.PositionError, match="JSON object"):
        rebuilt(document)


def test_what_cannot_be_json_is_no_position() -> None:
    doc = start()
    doc["turn"] = {1}
    with pytest.raises(cm.PositionError, match="damaged"):
        rebuilt(doc)


def test_no_single_wrong_value_ends_in_another_error() -> None:
    """Every value of the document, one after the other, replaced by what does not belong there."""
    pick = Random(2)
    bad_values: tuple[Any, ...] = (None, -1, 1, 10**6, 10**30, 1.5, "x", [], [[]], {}, True)
    paths = _paths(start())
    flow = [path for path in paths if path[0] == "flow"]
    for bad in bad_values:
        for path in (*flow, *pick.sample(paths, 12)):
            doc = start()
            setting(*path, to=bad)(doc)
            try:
                rebuilt(doc)
            except cm.PositionError as error:
                assert str(error)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, item in items for found in ((*path, key), *_paths(item, (*path, key)))]


# what follows from an edit


@pytest.mark.rule("koenigsberg 11.5")
def test_held_corps_are_free_in_a_document_of_turn_six_or_with_two_objectives_taken() -> None:
    doc = start()
    assert unit(plain(rebuilt(doc)), "6K-HQ")["released"] == 0
    later = {**start(), "turn": 6}
    taken = start()
    taken["control"].update({"1811": "soviet", "1902": "soviet"})
    for edited in (later, taken):
        match = rebuilt(edited)
        assert [unit(plain(match), hq)["released"] for hq in ("6K-HQ", "55K-HQ")] == [1, 1]
        assert rebuilt(plain(match)).fingerprint() == match.fingerprint()
    taken["control"]["1902"] = "german"
    assert unit(plain(rebuilt(taken)), "6K-HQ")["released"] == 0


@pytest.mark.rule("koenigsberg 11.3(2)", "koenigsberg 14.1.2", "koenigsberg 2.5.5")
def test_where_counters_were_laid_says_what_has_happened() -> None:
    doc = start()
    unit(doc, "39A-113").update(hex="2732")
    unit(doc, "GD-PzG").update(hex=None, where="gd_box")
    doc["control"]["1811"] = "soviet"
    found = plain(rebuilt(doc))
    assert {"1811", "2732"} <= {*found["crossed"]} - {*start()["crossed"]}
    assert (found["effects"]["mikosch"], found["effects"]["gd_away"]) == (1, 1)
    assert (start()["effects"]["mikosch"], start()["effects"]["gd_away"]) == (0, 0)


@pytest.mark.rule("koenigsberg 2.2.8")
def test_only_grossdeutschland_lies_in_its_box() -> None:
    doc = start()
    unit(doc, "39A-113").update(hex=None, where="gd_box")
    with pytest.raises(cm.PositionError, match="39A-113: there is no box 'gd_box' for it"):
        rebuilt(doc)


@pytest.mark.rule("koenigsberg 11.1.3")
def test_an_hq_that_is_eliminated_is_out_of_the_game() -> None:
    doc = start()
    unit(doc, "26K-HQ").update(hex=None, where="eliminated")
    assert unit(plain(rebuilt(doc)), "26K-HQ")["where"] == "removed"


@pytest.mark.rule("koenigsberg 2.1.5")
def test_a_chit_left_out_of_the_cup_on_the_first_turn_stays_out() -> None:
    doc = GAME.start(seed=1).position()
    doc["cup"] = ["9K", "26K"]
    match = GAME.from_position(doc)
    while match.position()["phase"] != "command":
        match.play("done")
    found = match.position()
    assert sorted([*found["cup"], *found["drawn"]]) == ["26K", "9K"]
