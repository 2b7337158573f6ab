"""What there is to play, the board, and the client's page."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from countermarch.games import rules as load_rules
from countermarch.server.boarddata import UNSAID, board_document
from countermarch.shelf import OURS
from tests.server.sitting import refused, visit


def test_games_are_listed_in_the_asked_language(client: TestClient) -> None:
    _, english, *_ = client.get("/api/games").json()
    _, spanish, *_ = client.get("/api/games", headers={"Accept-Language": "fr, es-AR;q=0.8"}).json()
    assert english["key"] == "koenigsberg" and english["sides"] == ["german", "soviet"]
    assert english["scenarios"][0]["turns"] == 10 and "captain" in english["bots"]
    fog = english["options"][0]
    assert fog["key"] == "fog_of_war" and fog["rule"] == "koenigsberg 2.1.3"
    assert [value["key"] for value in fog["values"]] == ["off", "on"]
    assert spanish["options"][0]["title"] != fog["title"]


def test_titles_of_games_and_sides_are_in_the_asked_language_too(client: TestClient) -> None:
    games = {game["key"]: game for game in client.get("/api/games?lang=es").json()}
    assert games["koenigsberg"]["title"] == "Königsberg: Prusia Oriental 1945"
    assert games["koenigsberg"]["scenarios"][0]["title"] == games["koenigsberg"]["title"]
    assert all(not title[0].islower() for game in games.values() for title in game["side_titles"].values())
    for game in games:
        board = client.get(f"/api/games/{game}/board?lang=es").json()
        assert board["title"] == games[game]["title"]
        assert board["words"]["sides"] == games[game]["side_titles"] and set(games[game]["sides"]) <= set(
            board["words"]["sides"]
        )
    assert client.get("/api/games/koenigsberg/rules?lang=es").json()["title"] == games["koenigsberg"]["title"]


def test_the_language_of_the_query_goes_before_the_browsers(client: TestClient) -> None:
    asked, *_ = client.get("/api/games?lang=en", headers={"Accept-Language": "es"}).json()
    assert asked["side_titles"]["german"] == "Germans"
    assert "lang" in refused(client.get("/api/games?lang=xx"), 422)["message"]


def test_the_board_has_all_that_does_not_change(client: TestClient) -> None:
    board = client.get("/api/games/koenigsberg/board").json()
    by_number = {hex["n"]: hex for hex in board["grid"]["hexes"]}
    assert len(by_number) == len(board["grid"]["hexes"]) and board["grid"]["flat"] is True
    assert by_number["0101"]["terrain"]
    assert any(hex.get("name") == "Königsberg" for hex in board["grid"]["hexes"])
    vistula = next(side for side in board["sides"] if (side["a"], side["b"]) == ("0101", "0201"))
    assert vistula["river"] == "major" and "road" not in vistula
    assert all(side["protects"] in (side["a"], side["b"]) for side in board["sides"] if "fort" in side)
    assert {"combat", "terrain", "barrage", "turns"} <= board["charts"].keys()
    piece = board["pieces"][0]
    assert {"id", "side", "front", "formation", "band", "printed", "kind", "faces", "range", "zone"} <= piece.keys()
    assert board["rules"][0].keys() == {"id", "title", "gist"} and board["symbols"]["symbols"]


def test_the_lid_of_the_box_tells_length_and_difficulty(client: TestClient) -> None:
    small, game, *_ = client.get("/api/games").json()
    assert (small["minutes"], small["complexity"]) == (15, 1)
    assert game["minutes"] == 240 and game["complexity"] == 3


def test_the_board_says_how_it_is_drawn(client: TestClient) -> None:
    board = client.get("/api/games/koenigsberg/board").json()
    flags = {flag for hex in board["grid"]["hexes"] for flag in hex["flags"]}
    assert board["drawing"]["objective"] in flags and board["drawing"]["out_of_play"] in flags
    assert flags >= {flag for mark in board["drawing"]["marks"] for flag in mark["flags"]}
    assert board["title"].startswith("Königsberg") and "GSHHG" in board["credits"]
    assert any(side.get("river_name") == "Vistula" for side in board["sides"])


@pytest.mark.parametrize("key", OURS)
def test_every_word_of_a_map_is_drawn_and_named(client: TestClient, key: str) -> None:
    board = load_rules(key).board
    styles = client.get(f"/api/games/{key}/board?lang=es").json()["drawing"]["styles"]
    layers = [*board.hex_layers.values(), *board.side_layers.values()]
    said = [(on, word) for on, words in board.description.get("drawing", {}).get("hex", {}).items() for word in words]
    plain = sum((name, layer.names[0]) in said for name, layer in board.hex_layers.items())  # drawn if a map says how
    assert len(styles) == plain + sum(len(layer.names) - 1 for layer in layers)
    for style in styles:
        what = f"{style['layer']} {style['word']}"
        unsaid = UNSAID[style["on"]]
        assert {name: style.get(name) for name in unsaid} != unsaid, (
            f"maps/drawing.toml does not say how {what} is drawn"
        )
        assert style["title"] != style["word"], f"texts/*/server.toml, [drawn], does not say how {what} is called"


def test_the_board_lists_phases_formations_and_chits(client: TestClient) -> None:
    board = client.get("/api/games/koenigsberg/board").json()
    assert board["phases"][0] == "barrage" and board["phases"][-1] == "end"
    chits = {chit["id"]: chit for chit in board["chits"]}
    assert chits["39A"] == {"id": "39A", "name": "39 Army", "side": "soviet", "front": "3BF"}
    assert chits["9K"]["side"] == "german" and chits["9K"]["front"] == ""
    assert {"9K", "39A"} <= {formation["key"] for formation in board["formations"]}


def test_the_board_has_words_for_its_keys_in_the_asked_language(client: TestClient) -> None:
    english, spanish = (client.get(f"/api/games/koenigsberg/board?lang={lang}").json() for lang in ("en", "es"))
    words = english["words"]
    assert words["sides"]["german"] == "Germans" and spanish["words"]["sides"]["german"] == "Alemanes"
    assert words["boxes"]["refit"] == "Air units refitting" and words["groups"]["2BF"] == "2nd Belorussian Front"
    assert words["chits"]["NoGas"] == "No fuel" and "39A" not in words["chits"]
    assert words["phases"].keys() == set(english["phases"])
    assert words["kinds"].keys() == {piece["kind"] for piece in english["pieces"]}
    said = {hex[layer] for hex in english["grid"]["hexes"] for layer in ("terrain", "settlement") if layer in hex}
    assert said <= words["terrain"].keys()
    assert words["marks"].keys() == {"vp", *(mark["flags"][0] for mark in english["drawing"]["marks"])}
    assert {family: table.keys() for family, table in words.items()} == {
        family: table.keys() for family, table in spanish["words"].items()
    }


def test_the_board_is_sent_once(client: TestClient) -> None:
    first = client.get("/api/games/koenigsberg/board")
    again = client.get("/api/games/koenigsberg/board", headers={"If-None-Match": first.headers["etag"]})
    other = client.get("/api/games/koenigsberg/board?lang=es", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304 and not again.content
    assert other.status_code == 200 and other.headers["etag"] != first.headers["etag"]
    assert first.headers["content-encoding"] == "gzip"


def test_the_board_is_light() -> None:
    document = board_document("koenigsberg", "en")
    assert gzip.decompress(document.zipped) == document.body
    assert len(document.zipped) < 400_000


def test_an_unknown_game_is_told(client: TestClient) -> None:
    assert "/api/games" in refused(client.get("/api/games/chess/board"), 404)["message"]
    assert refused(client.post("/api/matches", json={"game": "chess"}), 404)


def test_the_page_says_how_to_build_the_client(unbuilt: TestClient) -> None:
    assert "make setup" in unbuilt.get("/").text
    assert refused(unbuilt.get("/nothing.js"), 404)


def test_the_built_client_is_served(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>the table</p>")
    (tmp_path / "app.js").write_text("1")
    with visit(tmp_path / "m.sqlite", static=tmp_path) as client:
        assert client.get("/").text == "<p>the table</p>"
        assert client.get("/app.js").text == "1"
        assert refused(client.get("/api/nothing"), 404)
