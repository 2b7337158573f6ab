"""What there is to play, the board, and the client's page."""

from __future__ import annotations

import gzip
from pathlib import Path

from fastapi.testclient import TestClient

from countermarch.server.app import create_app
from countermarch.server.boarddata import board_document
from tests.server.sitting import refused


def test_games_are_listed_in_the_asked_language(client: TestClient) -> None:
    (english,) = client.get("/api/games").json()
    (spanish,) = client.get("/api/games", headers={"Accept-Language": "fr, es-AR;q=0.8"}).json()
    assert english["key"] == "koenigsberg" and english["sides"] == ["german", "soviet"]
    assert english["scenarios"][0]["turns"] == 10 and "captain" in english["bots"]
    fog = english["options"][0]
    assert fog["key"] == "fog_of_war" and fog["rule"] == "koenigsberg 2.1.3"
    assert [value["key"] for value in fog["values"]] == ["off", "on"]
    assert spanish["options"][0]["title"] != fog["title"]


def test_the_language_of_the_query_goes_before_the_browsers(client: TestClient) -> None:
    (asked,) = client.get("/api/games?lang=en", headers={"Accept-Language": "es"}).json()
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
    with TestClient(create_app(f"sqlite:///{tmp_path / 'm.sqlite'}", static=tmp_path)) as client:
        assert client.get("/").text == "<p>the table</p>"
        assert client.get("/app.js").text == "1"
        assert refused(client.get("/api/nothing"), 404)
