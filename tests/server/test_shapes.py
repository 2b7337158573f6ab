"""What is sent as plain data has the shape that the description of the server says."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter

import countermarch as cm
from countermarch.server import shapes
from countermarch.server.boarddata import board_json
from countermarch.server.describe import description
from countermarch.texts import LANGUAGES
from tests.server.sitting import sit

GAMES = [game.key for game in cm.games()]
OPENAPI = Path(__file__).parents[2] / "web" / "openapi.json"


def fits(shape: Any, data: Any) -> bool:
    TypeAdapter(shape).validate_json(as_json(data), strict=True)
    return True


def as_json(data: Any) -> bytes:
    return bytes(TypeAdapter(Any).dump_json(data))


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_as_described(game: str) -> None:
    assert all(fits(shapes.BoardShape, board_json(game, language)) for language in LANGUAGES)


@pytest.mark.parametrize("game", GAMES)
def test_a_view_is_as_described(game: str) -> None:
    match, chance = cm.load(game).start(seed=3), random.Random(3)
    for count in range(600):
        if match.to_act is None:
            break
        if count % 7 == 0 or match.view(match.to_act).get("attack"):
            assert all(fits(shapes.ViewShape, match.view(side)) for side in match.game.info.sides)
        match.play(chance.choice(match.legal()))


@pytest.mark.parametrize("game", GAMES)
def test_answers_are_as_described(client: TestClient, game: str) -> None:
    table = sit(client, game=game)
    view = table.view()
    for side in view["seats"]:
        assert fits(shapes.SupplyShape, table.get("supply", of=side, seat=side))
    placed = [unit for unit in view["view"]["units"] if unit["hex"] and unit["side"] == view["seat"]]
    for unit in placed[:40]:
        assert fits(shapes.SupplyShape, table.get("supply", of=unit["id"], seat=unit["side"]))
        if unit["kind"] == "hq":
            assert fits(shapes.CommandShape, table.get("command", hq=unit["id"], seat=unit["side"]))
    hexes = board_json(game, "en")["grid"]["hexes"]
    seen = table.ask("sight", hex=hexes[len(hexes) // 2]["n"], seat=view["seat"])
    assert seen.status_code == 422 or fits(shapes.SightShape, seen.json())


def test_the_description_kept_for_clients_is_that_of_the_server() -> None:
    assert OPENAPI.read_text(encoding="utf-8") == description() + "\n", "make types writes it anew"
