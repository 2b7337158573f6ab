"""The table carries every game: its board, its words, and a sitting over HTTP."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.server.answers import Voice
from countermarch.server.boarddata import board_document
from countermarch.shelf import OURS
from countermarch.texts import LANGUAGES, catalogue
from tests.server.sitting import sit

KINDS = ("attack", "barrage", "assault")
INNER = ("rule", "note", "name", "kind", "formation")  # columns a client does not show
ENGLISH = re.compile(
    r"\b(the|of|and|with|Rifle|Army|Guards|Gds?|Tank|Corps|Fortified|Artillery|Breakthrough|fighter|group|column|support"
    r"|garrison|Front|Shock|Cavalry|Mech|Mechanized|Infantry|Heavy|Assault|Training|Rgt of|forests?|marsh|heath|hills"
    r"|mountains|meadows|river|island|sea)\b"
)


def board(game: str, language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(board_document(game, language).body)
    return found


@pytest.mark.parametrize("game", OURS)
def test_a_board_has_hexes_counters_charts_and_rules(game: str) -> None:
    document, rules = board(game, "en"), cm.load(game).rules
    numbers = {hex["n"] for hex in document["grid"]["hexes"]}
    assert numbers == set(rules.board.grid.numbers)
    assert all(side["a"] in numbers and side["b"] in numbers for side in document["sides"])
    assert {piece["side"] for piece in document["pieces"]} <= {*rules.info.sides, None}
    assert {piece["id"] for piece in document["pieces"]} == {unit.id for unit in rules.pieces}
    assert all(len({len(face) for face in piece["faces"]}) == 1 for piece in document["pieces"])
    assert document["charts"] and all(chart["rows"] for chart in document["charts"].values())
    assert document["rules"] and document["phases"] and document["look"]["counters"]
    assert len(board_document(game, "en").zipped) < 400_000


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OURS)
def test_whatever_a_board_names_by_a_key_has_a_word(game: str, language: str) -> None:
    document, grammar = board(game, language), cm.load(game).rules.grammar
    words = document["words"]
    said = {
        "sides": set(cm.load(game).info.sides),
        "phases": set(document["phases"]),
        "kinds": {piece["kind"] for piece in document["pieces"]},
        "sizes": {piece["size"] for piece in document["pieces"]} - {""},
        "charts": set(document["charts"]),
        "columns": {name for chart in document["charts"].values() for name in _spelled(chart["columns"])},
        "verbs": set(grammar.by_word),
        "modes": {w for verb in grammar.verbs for slot in verb.slots if isinstance(slot, tuple) for w in slot} - {""},
        "markers": set(document["look"].get("markers", {})),
    }
    assert {family: sorted(keys - words[family].keys()) for family, keys in said.items()} == {
        family: [] for family in said
    }


def _spelled(columns: list[str]) -> list[str]:
    """Columns that are words, not odds, and are shown."""
    return [c for c in columns if re.fullmatch(r"[a-z]\w+", c) and c not in INNER and not c.startswith("source")]


@pytest.mark.parametrize("game", OURS)
def test_names_of_units_formations_and_places_are_spanish_or_german(game: str) -> None:
    document = board(game, "es")
    names = {thing["name"] for kind in ("pieces", "formations", "chits") for thing in document[kind]}
    names |= {hex["name"] for hex in document["grid"]["hexes"] if "name" in hex}
    names |= {side["river_name"] for side in document["sides"] if "river_name" in side}
    assert sorted(name for name in names if ENGLISH.search(name)) == []


@pytest.mark.parametrize("game", OURS)
def test_every_action_without_unit_and_hex_has_words_of_its_own(game: str) -> None:
    match, pick = cm.load(game).start(seed=3), Random(3)
    for _ in range(250):
        if match.to_act is None:
            break
        for language in LANGUAGES if _wordless(match) else ():
            legal = Voice(match, match.to_act, language).legal(match.legal())
            labels = (
                [action.label for action in legal.actions if not action.units and not action.hexes] if legal else []
            )
            assert all(labels) and len(set(labels)) == len(labels), labels
        match.play(match.legal()[pick.randrange(len(match.legal()))])


def _wordless(match: cm.Match) -> bool:
    return any(not action.units and not action.hexes for action in match.legal())


@pytest.mark.parametrize("game", OURS)
def test_a_sitting_over_http(client: TestClient, game: str) -> None:
    table, pick = sit(client, game=game, seed=2), Random(2)
    sides = table.match.game.info.sides
    for number in range(60):
        side = table.match.to_act
        if side is None:
            break
        actions = table.get("legal", seat=side)["actions"]
        answer = table.post("actions", seat=side, action=actions[pick.randrange(len(actions))]["text"])
        assert answer.status_code == 200, answer.text
        expect_no_doubles(answer.json())
        if number % 20 == 0:
            expect_answers(table, side, sides)
    replay = table.get("replay", seat=sides[0])
    assert replay["steps"][-1]["fingerprint"] == table.match.fingerprint(sides[0])
    again = client.post("/api/matches/import", json={"save": table.get("save")["save"]})
    assert again.status_code == 201


@pytest.mark.parametrize("game", OURS)
def test_where_all_may_go_is_told_beforehand(client: TestClient, game: str) -> None:
    table, pick = sit(client, game=game, seed=5), Random(5)
    foreseen: dict[str, dict[str, float]] = {}
    for _ in range(200):
        side = str(table.match.to_act)
        foreseen = table.get("reaches", seat=side)
        if any(foreseen.values()):
            break
        actions = table.get("legal", seat=side)["actions"]
        table.post("actions", seat=side, action=actions[pick.randrange(len(actions))]["text"])
    actions = [one for one in table.get("legal", seat=side)["actions"] if one["text"] in foreseen]
    assert len(actions) == len(foreseen) > 0
    for one in actions[:8]:
        params = {"unit": ",".join(one["units"]), "mode": one["gait"] or "regular"}
        assert foreseen[one["text"]] == table.get("reach", seat=side, **params)
    other = next(seat for seat in table.match.game.info.sides if seat != side)
    assert table.get("reaches", seat=other) == {}, "only to whoever is to act"


def expect_no_doubles(view: Any) -> None:
    """What a client lists by its name must not be there twice."""
    decision, legal = view["decision"] or {"citations": []}, view["legal"] or {"actions": []}
    lists = {
        "citations": decision["citations"],
        "summary": [label for label, _ in view["summary"]],
        "actions": [action["text"] for action in legal["actions"]],
        "units": [unit["id"] for unit in view["view"]["units"]],
    }
    assert {name for name, words in lists.items() if len(set(words)) < len(words)} == set()


def expect_answers(table: Any, side: str, sides: tuple[str, ...]) -> None:
    """Whatever a client asks to show its layers is answered or refused in words, never broken."""
    view = table.view(side)
    assert view["view"]["turn"] >= 1 and view["summary"]
    units = [unit["id"] for unit in view["view"]["units"] if unit["hex"]][::7]
    hexes = sorted({unit["hex"] for unit in view["view"]["units"] if unit["hex"]})[:2]
    questions: list[tuple[str, dict[str, str]]] = [("targets", {}), ("log", {})]
    questions += [("supply", {"of": of}) for of in (*sides, *units[:3])] + [("zones", {"side": one}) for one in sides]
    questions += [(what, {"unit": unit}) for what in ("reach",) for unit in units[:4]]
    questions += [("why", {"unit": unit, "hex": hex}) for unit in units[:3] for hex in hexes]
    questions += [("command", {"hq": unit}) for unit in units[:3]]
    questions += [(what, {"hex": hex}) for what in ("sight", "spot") for hex in hexes]
    on_map = [unit for unit in view["view"]["units"] if unit["hex"]]
    mine = [unit["id"] for unit in on_map if unit["side"] == side][:2]
    for enemy in [unit for unit in on_map if unit["side"] not in (side, None)][:1]:
        questions += [
            ("preview", {"target": enemy["hex"], "attackers": ",".join(mine), "kind": kind}) for kind in KINDS
        ]
        questions += [("preview", {"target": enemy["id"], "attackers": ",".join(mine), "kind": "fire"})]
        assert table.ask("preview", seat=side, target=enemy["hex"]).status_code == 200, "nobody has joined yet"
    questions += [("reach", {"unit": "+".join(mine), "freely": "true"})]
    for what, params in questions:
        assert table.ask(what, seat=side, lang="es", **params).status_code in (200, 422), what


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OURS)
def test_a_wrong_name_of_any_kind_is_told(game: str, language: str) -> None:
    kinds = cm.load(game).rules.grammar.names
    assert [kind for kind in kinds if f"engine.notation.no_{kind}" not in catalogue(language)] == []


def test_what_hides_a_hex_is_told_in_the_language_spoken(client: TestClient) -> None:
    table = sit(client, game="seelow", scenario="seelow")
    answers = [table.get("sight", seat="soviet", hex="1409", lang=language) for language in LANGUAGES]
    told = [answer["hidden"]["1012"]["text"] for answer in answers]
    assert all(isinstance(text, str) for text in told) and len(set(told)) == len(LANGUAGES)
