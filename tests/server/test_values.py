"""Values of one's own at the table: looked at, kept, refused, chosen for a match, carried by it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from countermarch.server.overlays import OWN
from countermarch.server.people import COOKIE
from countermarch.server.run import house_values
from countermarch.shelf import OURS, DataError
from countermarch.texts import LANGUAGES
from tests.server.sitting import refused, sit, stranger, visit

STRONG = {"units.csv": [{"id": "5A-72", "attack": "9"}]}
HERE = "/api/values/koenigsberg"


def keep(client: TestClient, name: str, tables: Any = STRONG) -> Any:
    return client.put(f"{HERE}/{name}", json={"tables": tables})


def names(client: TestClient) -> list[str]:
    return [row["name"] for row in client.get(HERE).json()]


def face_of(board: Any, unit: str) -> Any:
    return next(piece["faces"] for piece in board["pieces"] if piece["id"] == unit)[-1]


def test_every_reconstructed_value_is_told_with_its_source(client: TestClient) -> None:
    tables = {table["table"]: table["rows"] for table in client.get("/api/games/koenigsberg/values").json()["tables"]}
    row = next(row for row in tables["units.csv"] if row["key"] == {"id": "5A-72"})
    attack = next(cell for cell in row["cells"] if cell["column"] == "attack")
    assert attack["ours"].isdigit() and "reconstructed" in attack["source"] and not row["fixed"]
    assert {"combat.csv", "terrain.csv", "turns.csv", "hexes.csv", "sides.csv"} <= tables.keys()
    assert client.get("/api/games/bridgehead/values").json()["tables"] == []


def test_values_are_kept_listed_given_out_and_deleted(client: TestClient) -> None:
    assert keep(client, "My copy").json() == {"name": "My copy", "house": False, "changes": 1}
    assert "My copy" in names(client)
    exported = client.get(f"{HERE}/My copy").json()
    assert exported == {"name": "My copy", "game": "koenigsberg", "tables": STRONG}
    assert client.delete(f"{HERE}/My copy").status_code == 204
    assert "My copy" not in names(client)
    refused(client.get(f"{HERE}/My copy"), 404)
    refused(client.delete(f"{HERE}/My copy"), 404)
    assert client.post(HERE, json=exported).status_code == 201
    assert "My copy" in names(client)


@pytest.mark.parametrize(
    ("tables", "words", "place"),
    [
        ({"units.csv": [{"id": "5A-72", "attack": "x"}]}, "attack 'x' must be", ("units.csv", 1, "attack")),
        ({"combat.csv": [{"die": "2", "1-1": "A1"}, {"die": "1", "1-1": "boom"}]}, "'boom'", ("combat.csv", 2, "1-1")),
        ({"hexes.csv": [{"hex": "0101", "terrain": "lava"}]}, "'lava' is not known", ("hexes.csv", 1, "terrain")),
        ({"units.csv": [{"id": "nobody", "attack": "1"}]}, "'nobody' is not in", ("units.csv", 1, "id")),
        ({"unit.csv": [{"id": "5A-72"}]}, "no table of this name", None),
    ],
)
def test_a_wrong_value_is_refused_with_the_reason_and_the_place(
    client: TestClient, tables: Any, words: str, place: tuple[str, int, str] | None
) -> None:
    error = refused(keep(client, "wrong", tables), 422)
    assert words in error["message"]
    assert error["place"] == (None if place is None else dict(zip(("table", "row", "column"), place, strict=True)))
    assert "wrong" not in names(client)


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ({"units.csv": [{"id": "5A-72", "attack": "x"}]}, "debe ser un número entero"),
        ({"combat.csv": [{"die": "1", "1-1": "boom"}]}, "no es un resultado"),
        ({"hexes.csv": [{"hex": "0101", "terrain": "lava"}]}, "no se conoce"),
    ],
)
def test_a_wrong_value_is_refused_in_the_language_of_the_asker(client: TestClient, tables: Any, words: str) -> None:
    error = refused(client.put(f"{HERE}/wrong?lang=es", json={"tables": tables}), 422)
    assert words in error["message"] and error["place"]["row"] == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OURS)
def test_every_column_that_can_be_overwritten_has_a_word(client: TestClient, game: str, language: str) -> None:
    words = client.get(f"/api/games/{game}/board?lang={language}").json()["words"]["columns"]
    tables = client.get(f"/api/games/{game}/values").json()["tables"]
    columns = {cell["column"] for table in tables for row in table["rows"] for cell in row["cells"]}
    assert {column for column in columns if not column[0].isdigit()} <= words.keys()


def test_only_a_game_with_reconstructed_values_offers_to_overwrite_them(client: TestClient) -> None:
    games = {game["key"]: game["reconstructed"] for game in client.get("/api/games").json()}
    told = {key: bool(client.get(f"/api/games/{key}/values").json()["tables"]) for key in games}
    assert games == told and not games["bridgehead"]


def test_values_of_another_game_are_not_imported(client: TestClient) -> None:
    refused(client.post(HERE, json={"name": "x", "game": "seelow", "tables": {}}), 422)
    refused(client.put("/api/values/chess/x", json={"tables": {}}), 404)


def test_a_match_is_played_by_the_values_chosen_for_it_whatever_becomes_of_them(client: TestClient) -> None:
    keep(client, "strong")
    table = sit(client, values="strong")
    ours = client.get("/api/games/koenigsberg/board").json()
    assert face_of(table.get("board"), "5A-72")[0] == 9 != face_of(ours, "5A-72")[0]
    assert next(row["values"] for row in client.get("/api/matches").json() if row["id"] == table.id) == "strong"
    keep(client, "strong", {"units.csv": [{"id": "5A-72", "attack": "1"}]})
    client.delete(f"{HERE}/strong")
    assert face_of(table.get("board"), "5A-72")[0] == 9
    saved = table.get("save")["save"]
    assert json.loads(saved)["values"]["tables"] == STRONG
    again = client.post("/api/matches/import", json={"save": saved}).json()["id"]
    assert face_of(client.get(f"/api/matches/{again}/board").json(), "5A-72")[0] == 9


def test_a_match_without_values_is_played_by_ours(client: TestClient) -> None:
    table = sit(client)
    assert table.get("board") == client.get("/api/games/koenigsberg/board").json()
    assert next(row["values"] for row in client.get("/api/matches").json() if row["id"] == table.id) is None


def test_values_nobody_kept_cannot_be_chosen(client: TestClient) -> None:
    refused(client.post("/api/matches", json={"game": "koenigsberg", "values": "nobody's"}), 404)


def test_a_save_with_broken_values_is_refused_with_the_place(client: TestClient) -> None:
    saved = json.loads(sit(client).get("save")["save"])
    saved["values"] = {"name": "x", "game": "koenigsberg", "tables": {"units.csv": [{"id": "5A-72", "attack": "x"}]}}
    error = refused(client.post("/api/matches/import", json={"save": json.dumps(saved)}), 422)
    assert "units.csv, row 1 (5A-72): attack 'x'" in error["message"]


def house(folder: Path, text: str = "id,attack\n5A-72,9\n") -> Path:
    (folder / "koenigsberg").mkdir()
    (folder / "koenigsberg" / "units.csv").write_text(text, encoding="utf-8")
    return folder


def test_values_of_the_house_are_for_all_who_name_no_others(tmp_path: Path) -> None:
    with visit(tmp_path / "house.sqlite", house=house_values(house(tmp_path))) as client:
        assert client.get(HERE).json() == [{"name": "koenigsberg", "house": True, "changes": 1}]
        assert face_of(sit(client).get("board"), "5A-72")[0] == 9
        assert face_of(sit(client, values="").get("board"), "5A-72")[0] != 9
        refused(keep(client, "koenigsberg"), 403)
        refused(client.delete(f"{HERE}/koenigsberg"), 403)
        assert "values" not in json.loads(sit(client, game="seelow").get("save")["save"])


def test_an_exported_file_serves_as_values_of_the_house(tmp_path: Path) -> None:
    mine = {"name": "Mine", "game": "koenigsberg", "tables": STRONG}
    (tmp_path / "koenigsberg.json").write_text(json.dumps(mine), encoding="utf-8")
    assert house_values(tmp_path)["koenigsberg"].document() == mine


def test_wrong_values_of_the_house_are_told_before_the_server_starts(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="has values for no game"):
        house_values(tmp_path)
    with pytest.raises(DataError, match=r"units\.csv, line 2: attack 'x' must be"):
        house_values(house(tmp_path, "id,attack\n5A-72,x\n"))


@pytest.fixture
def open_to_all(tmp_path: Path) -> Iterator[TestClient]:
    with visit(tmp_path / "open.sqlite", guarded=True) as client:
        yield client


def test_at_an_open_table_values_are_for_who_wrote_them(open_to_all: TestClient) -> None:
    other = stranger(open_to_all)
    assert keep(open_to_all, "mine").status_code == 200 and open_to_all.cookies.get(COOKIE)
    assert names(open_to_all) == ["mine"] and names(other) == [] == names(stranger(open_to_all))
    refused(other.get(f"{HERE}/mine"), 404)
    refused(other.delete(f"{HERE}/mine"), 404)
    refused(other.post("/api/matches", json={"game": "koenigsberg", "values": "mine"}), 404)
    assert face_of(sit(open_to_all, seed=None, values="mine").get("board"), "5A-72")[0] == 9
    assert keep(open_to_all, "mine", {"units.csv": [{"id": "5A-72", "attack": "1"}]}).status_code == 200
    assert open_to_all.delete(f"{HERE}/mine").status_code == 204 and names(open_to_all) == []


def test_at_an_open_table_two_may_call_their_values_the_same(open_to_all: TestClient) -> None:
    other = stranger(open_to_all)
    weak = {"units.csv": [{"id": "5A-72", "attack": "1"}]}
    assert keep(open_to_all, "mine").status_code == keep(other, "mine", weak).status_code == 200
    assert open_to_all.get(f"{HERE}/mine").json()["tables"] == STRONG
    assert other.get(f"{HERE}/mine").json()["tables"] == weak


def test_at_an_open_table_one_keeps_only_so_many_values(open_to_all: TestClient) -> None:
    for number in range(OWN):
        assert keep(open_to_all, f"mine {number}", {}).status_code == 200
    assert str(OWN) in refused(keep(open_to_all, "one more", {}), 422)["message"]
    assert keep(open_to_all, "mine 0", {}).status_code == 200
    statuses = [keep(stranger(open_to_all), "theirs", {}).status_code for _ in range(60)]
    assert statuses[0] == 200 and statuses[-1] == 429


def test_values_written_before_the_table_was_open_are_for_all_and_stay(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        keep(client, "ours")
    with visit(tmp_path / "m.sqlite", guarded=True) as client:
        assert names(client) == ["ours"]
        refused(keep(client, "ours"), 403)
        refused(client.delete(f"{HERE}/ours"), 403)


def test_values_go_along_with_who_logs_in_and_go_with_who_is_forgotten(open_to_all: TestClient) -> None:
    account = {"email": "anna@example.org", "password": "a long password"}
    assert keep(open_to_all, "mine").status_code == 200
    assert open_to_all.post("/api/account", json=account).status_code == 201
    guest = stranger(open_to_all)
    assert keep(guest, "mine", {}).status_code == keep(guest, "other", {}).status_code == 200
    assert guest.post("/api/account/login", json=account).status_code == 200
    assert names(guest) == ["mine", "other"] and guest.get(f"{HERE}/mine").json()["tables"] == STRONG
    assert [row["name"] for row in guest.get("/api/account/export").json()["values"]] == ["mine", "other"]
    body = {"password": account["password"]}
    assert guest.post("/api/account/delete", json=body).status_code == 204
    assert names(open_to_all) == []


@pytest.mark.parametrize(
    ("name", "status"), [("%20", 422), ("%0a", 422), ("%E2%80%AElive", 422), ("a%00b", 404), ("x" * 61, 422)]
)
def test_a_name_of_values_can_be_read(open_to_all: TestClient, name: str, status: int) -> None:
    refused(open_to_all.put(f"{HERE}/{name}", json={"tables": {}}), status)
