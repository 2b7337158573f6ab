"""A duplicate match: two games of the same two people, sides exchanged, the same dice, scored together."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from countermarch.dice import joint_key, promise
from countermarch.pairs import pair_score, result_for
from countermarch.server.entries import Closed
from countermarch.server.live import Live
from countermarch.server.twins import FORFEIT, score
from tests.server.apart import Person
from tests.server.sitting import Sitting, refused, stranger, visit

OURS, THEIRS = "aa" * 32, "bb" * 32
SEATS = {"german": "link", "soviet": "me"}


class Two:
    """Both games: in the first the maker is soviet, in the second german."""

    def __init__(self, client: TestClient, made: dict[str, Any], friend: TestClient) -> None:
        self.client, self.friend = client, friend
        self.ids: list[str] = [made["id"], made["twin"]]
        self.time = 1_000_000.0
        client.app.state.tables.memory.now = lambda: self.time  # type: ignore[attr-defined]

    def live(self, game: int) -> Live:
        found: Live = self.client.app.state.tables.memory.lives[self.ids[game]]  # type: ignore[attr-defined]
        return found

    def at(self, game: int, side: str) -> Person:
        maker = (side == "soviet") == (game == 0)
        return Person(self.client if maker else self.friend, self.ids[game], side)

    def maker(self, game: int) -> Person:
        return self.at(game, ("soviet", "german")[game])

    def acting(self, game: int) -> Person:
        return self.at(game, self.maker(game).look()["decision"]["side"])

    def turn(self, game: int) -> int:
        turn: int = self.live(game).match.turn
        return turn

    def play_turn(self, game: int) -> None:
        before = self.turn(game)
        while self.turn(game) == before and not self.live(game).over:
            self.acting(game).act()

    def goes(self) -> list[bool]:
        """Which of the two goes on now."""
        return [not self.maker(game).look()["twin"]["rests"] for game in (0, 1)]

    def resign(self, game: int, side: str) -> None:
        self.at(game, side).do("resign")


def make(client: TestClient, **asked: Any) -> dict[str, Any]:
    answer = client.post("/api/matches", json={"game": "bridgehead", "seats": SEATS, "duplicate": True, **asked})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def begin(client: TestClient, **asked: Any) -> Two:
    made, friend = make(client, **asked), stranger(client)
    joined = friend.post(f"/api{made['links']['german']}", json={"name": "Ada"})
    assert joined.status_code == 200, joined.text
    assert joined.json() == {"id": made["id"], "seat": "german"}
    return Two(client, made, friend)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with visit(tmp_path / "m.sqlite") as client:
        yield client


@pytest.fixture
def two(client: TestClient) -> Two:
    return begin(client)


def test_one_link_takes_the_seats_of_both_games(client: TestClient) -> None:
    made, friend = make(client), stranger(client)
    assert list(made["links"]) == ["german"] and made["twin"] and made["twin"] != made["id"]
    offered = friend.get(f"/api{made['links']['german']}").json()
    assert offered["duplicate"] is True and offered["seat"] == "german"
    assert Sitting(client, made["twin"]).view("german")["waiting"] == ["soviet"]
    two = Two(client, made, friend)
    friend.post(f"/api{made['links']['german']}", json={"name": "Ada"})
    assert two.at(0, "german").look()["twin"] | {"said": ""} == {
        "id": made["twin"], "seat": "soviet", "number": 1, "rests": False, "over": False, "said": "", "score": None,
    }  # fmt: skip
    there = two.at(1, "soviet").look()
    assert there["waiting"] == [] and there["twin"]["id"] == made["id"] and there["twin"]["number"] == 2
    assert "rests" in there["twin"]["said"]
    refused(Sitting(friend, made["twin"]).ask("view", seat="german"), 403)


def test_both_games_draw_from_one_key_that_both_people_made(client: TestClient) -> None:
    made, friend = make(client, promise=promise("share", OURS)), stranger(client)
    friend.post(f"/api{made['links']['german']}", json={"name": "Ada", "promise": promise("share", THEIRS)})
    two = Two(client, made, friend)
    refused(two.at(1, "soviet").post("share", seat="soviet", share=THEIRS), 409)  # once, in the first
    two.at(0, "german").do("share", share=THEIRS)
    two.maker(0).do("share", share=OURS)
    first, second = two.maker(0).look(), two.maker(1).look()
    assert first["commitment"] == second["commitment"] and first["fair"]["promise"] == second["fair"]["promise"]
    two.resign(0, "german")
    two.resign(1, "german")
    proofs = [client.get(f"/api/matches/{id}/proof").json() for id in two.ids]
    assert proofs[1]["first"] == two.ids[0] and proofs[0]["first"] is None
    assert proofs[0]["shares"] == proofs[1]["shares"] == {"german": THEIRS, "soviet": OURS}
    key = joint_key(proofs[0]["secret"], proofs[0]["shares"]).hex()
    for proof in proofs:
        assert json.loads(proof["save"])["key"] == key
        assert client.post("/api/verify", json={"file": json.dumps(proof)}).json()["good"]


def test_the_same_deed_has_the_same_die_in_both_games(two: Two) -> None:
    two.play_turn(0)
    two.play_turn(1)
    rolls = [{(roll.purpose, roll.sides): roll.value for roll in two.live(game).match.rolls} for game in (0, 1)]
    same = set(rolls[0]) & set(rolls[1])
    assert same and all(rolls[0][one] == rolls[1][one] for one in same)


def test_one_game_goes_at_a_time_and_they_take_turns_at_going_first(two: Two) -> None:
    assert two.goes() == [True, False]
    rested = two.acting(1)
    assert rested.look()["legal"] is None and not rested.look()["can_undo"]
    legal = rested.get("legal", seat=rested.side)["actions"][0]["text"]
    assert "rests" in refused(rested.post("actions", seat=rested.side, action=legal), 409)["message"]
    two.play_turn(0)
    assert two.goes() == [False, True]  # turn 1 there, then turn 2 first
    refused(two.acting(0).post("undo", seat=two.acting(0).side), 409)
    two.play_turn(1)
    assert two.goes() == [False, True]
    two.play_turn(1)
    assert two.goes() == [True, False]


def test_a_game_goes_on_alone_when_the_other_is_over(two: Two) -> None:
    two.resign(0, "german")
    assert two.goes() == [True, True]
    assert two.maker(1).look()["twin"]["over"] and "resigned" in two.maker(1).look()["twin"]["said"]
    two.play_turn(1)
    two.play_turn(1)


@pytest.mark.parametrize("what", ["proof", "save"])
def test_what_tells_the_key_waits_for_both_games(two: Two, what: str) -> None:
    two.resign(0, "german")
    for person in (two.client, two.friend):
        answer = person.get(f"/api/matches/{two.ids[0]}/{what}")
        assert "both" in refused(answer, 403)["message"]
    two.resign(1, "german")
    assert two.client.get(f"/api/matches/{two.ids[0]}/{what}").status_code == 200


def test_nothing_a_finished_game_answers_holds_the_key_of_the_other(two: Two) -> None:
    two.play_turn(0)
    key = json.loads(two.live(1).header)["key"]
    two.resign(0, "german")
    seat, paths = two.maker(0).side, ("view", "replay", "log", "chronicle", "at/0", "save", "proof", "analysis")
    for path in paths:
        assert key not in two.client.get(f"/api/matches/{two.ids[0]}/{path}", params={"seat": seat}).text, path
    view = two.maker(0).look()
    assert view["dice_key"] is None and not view["aids"]["allowed"]
    refused(two.maker(0).post("analysis", seat=seat), 403)
    made = two.client.post(f"/api/matches/{two.ids[0]}/branch", json={"index": 0, "seats": {}})
    assert key not in two.client.get(f"/api/matches/{made.json()['id']}/save").text
    two.resign(1, "german")
    assert two.maker(0).look()["dice_key"] == key == two.maker(1).look()["dice_key"]


def test_the_key_stays_hidden_after_a_restart(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        two = begin(client)
        two.resign(0, "german")
        cookies = dict(client.cookies)
    with visit(tmp_path / "m.sqlite") as again:
        again.cookies.update(cookies)
        refused(again.get(f"/api/matches/{two.ids[0]}/save"), 403)
        assert Sitting(again, two.ids[0]).view("soviet")["dice_key"] is None
        assert Sitting(again, two.ids[1]).view("german")["twin"]["over"]


def test_a_takeback_gives_both_games_the_same_other_dice(two: Two) -> None:
    two.acting(0).act()
    asker = two.at(0, next(done.entry.seat or "" for done in two.live(0).actions))
    other = two.at(0, "german" if asker.side == "soviet" else "soviet")
    asker.do("offers", kind="takeback")
    other.do("offers/answer", kind="takeback", accept=True)
    assert [two.live(game).match.lot for game in (0, 1)] == [1, 1]
    assert any("other dice" in event["text"] for event in two.maker(1).look(since=0)["events"])
    two.play_turn(0)
    two.play_turn(1)
    rolls = [{roll.purpose: roll.value for roll in two.live(game).match.rolls} for game in (0, 1)]
    same = set(rolls[0]) & set(rolls[1])
    assert same and all("lot 1" in one and rolls[0][one] == rolls[1][one] for one in same)


def test_the_clock_of_a_game_that_rests_stands(client: TestClient) -> None:
    two = begin(client, pace={"kind": "live", "minutes": 30, "increment": 0})
    assert two.maker(0).together["clock"]["running"] and two.maker(1).together["clock"]["running"] is None
    two.time += 60
    two.play_turn(0)
    assert two.maker(0).together["clock"]["running"] is None and two.maker(1).together["clock"]["running"]
    assert two.maker(1).together["clock"]["left"] == {"german": 1800.0, "soviet": 1800.0}


def test_who_watches_the_other_game_is_told_that_it_goes_on(two: Two) -> None:
    with two.maker(1).listening("german") as line:
        two.play_turn(0)
        while (told := line.receive_json())["type"] != "twin":
            pass
    assert told["twin"]["rests"] is False and told["twin"]["number"] == 2


def test_both_are_told_the_score_of_the_pair_when_both_games_are_over(two: Two) -> None:
    two.client.put("/api/me", json={"name": "Grace"})
    two.resign(0, "german")  # Ada
    assert two.maker(0).look()["twin"]["score"] is None
    two.resign(1, "soviet")  # Ada
    won = two.maker(0).look()["twin"]["score"]
    assert won["winner"] == "soviet" and won["results"] == {"german": 0.0, "soviet": 2.0}
    assert won["said"] == "Grace wins the duplicate match, 2 to 0"
    assert two.at(1, "soviet").look()["twin"]["score"]["winner"] == "german"
    assert two.maker(0).look(lang="es")["twin"]["score"]["said"] == "Grace gana el duelo duplicado por 2 a 0"


def test_who_gave_a_game_up_loses_a_pair_that_is_even_by_results(two: Two) -> None:
    two.resign(0, "german")
    two.live(1).closed = Closed("adjudged", "soviet", None)
    winner, said, results = score(two.live(0), two.live(1))
    assert results == {"german": 1.0, "soviet": 1.0} and winner == "soviet" and "gave his up" in str(said)
    two.live(1).closed = Closed("resigned", "soviet", "german")
    winner, said, _ = score(two.live(0), two.live(1))
    assert winner is None and "even" in str(said)


def test_pairs_of_people_and_of_bots_are_scored_alike() -> None:
    assert pair_score([1.0, 1.0], [0, 0]) == 1.0 and pair_score([1.0, 0.0], [3.0, -5.0]) == 0.0
    assert pair_score([0.5, 0.5], [0.0, 0.0]) == 0.5 and pair_score([1.0, 0.0], [FORFEIT, -FORFEIT]) == 0.5
    assert (result_for("a", "a"), result_for("a", "b"), result_for("a", None)) == (1.0, 0.0, 0.5)


@pytest.mark.parametrize(
    "seats", [{"german": "me", "soviet": "me"}, {"german": "link", "soviet": "bot:random"}, {"german": "bot:random"}]
)
def test_a_duplicate_match_is_for_two_people_apart(client: TestClient, seats: dict[str, str]) -> None:
    asked = {"game": "bridgehead", "seats": seats, "duplicate": True}
    assert "two people" in refused(client.post("/api/matches", json=asked), 422)["message"]


def test_a_save_or_a_moment_of_a_match_begins_no_duplicate(client: TestClient) -> None:
    begun = client.post("/api/matches", json={"game": "bridgehead"}).json()["id"]
    save = client.get(f"/api/matches/{begun}/save").json()["save"]
    for path, body in (("import", {"save": save}), (f"{begun}/branch", {"index": 0})):
        asked = {**body, "seats": SEATS, "duplicate": True}
        assert client.post(f"/api/matches/{path}", json=asked).status_code == 422


def test_the_lobby_lists_a_duplicate_match_once_and_one_claim_takes_both(client: TestClient) -> None:
    made, friend = make(client, seats={"german": "open", "soviet": "me"}), stranger(client)
    (row,) = friend.get("/api/lobby").json()["tables"]
    assert row["id"] == made["id"] and row["duplicate"] is True
    refused(friend.get(f"/api/lobby/{made['twin']}"), 404)
    assert "first" in refused(client.post(f"/api/matches/{made['twin']}/listed", json={"listed": True}), 409)["message"]
    assert friend.post(f"/api/lobby/{made['id']}", json={"name": "Ada"}).status_code == 200
    assert Sitting(friend, made["twin"]).view("soviet")["waiting"] == []


def test_a_link_is_renewed_from_either_game_and_deleted_are_both(client: TestClient) -> None:
    made, friend = make(client), stranger(client)
    answer = client.post(f"/api/matches/{made['twin']}/links", json={"seat": "soviet"})
    renewed = answer.json()["link"]
    assert friend.get(f"/api{made['links']['german']}").status_code == 404
    assert friend.get(f"/api{renewed}").json()["id"] == made["id"]
    assert client.delete(f"/api/matches/{made['twin']}").status_code == 204
    assert friend.get(f"/api{renewed}").status_code == 404
    assert client.get("/api/matches").json() == []


def test_two_requests_at_once_at_both_games_do_not_wait_for_each_other(two: Two) -> None:
    """Both games have one lock; whoever holds it may look at the other game."""
    two.client.app.state.tables.memory.lives.pop(two.ids[1])  # type: ignore[attr-defined]
    two.play_turn(0)
    assert two.maker(1).look()["twin"]["rests"] is False


def test_standing_orders_play_a_turn_and_the_other_game_goes_on(client: TestClient) -> None:
    two = begin(client, pace={"kind": "live", "minutes": 30, "increment": 0})
    with two.maker(1).listening("german") as line:
        for side in ("german", "soviet"):
            person = two.at(0, side)
            phases = person.get("orders", seat=side)["offered"]["decline"]
            body = {
                "seat": side,
                "orders": {"decline": phases, "away": False, "losses": "weakest", "retreat": "shortest"},
            }
            assert person.client.put(f"/api/matches/{two.ids[0]}/orders", json=body).status_code == 200
        while (told := line.receive_json())["type"] != "twin":
            pass
    assert two.turn(0) == 2 and two.goes() == [False, True] and told["twin"]["rests"] is False
    assert two.maker(1).together["clock"]["running"] and two.maker(0).together["clock"]["running"] is None
