"""What is told to have changed, applied to what was there before, is the table as it stands."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from tests.server.apart import Pair, Person, pair
from tests.server.sitting import visit

STEPS = 60
UNTOLD = ("fingerprint", "events")  # only who asks for the whole table is told them


def applied(view: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """As a client does it."""
    found = {name: value for name, value in {**view, **told["set"]}.items() if name not in told["gone"]}
    known = {unit["id"]: unit for unit in (*view["units"], *told["units"])}
    order = told["order"] if told["order"] is not None else [unit["id"] for unit in view["units"]]
    return {**found, "units": [known[id] for id in order]}


def patched(moment: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    table = dict(message["table"])
    assert table.pop("base") == moment["serial"]
    return {**moment, **table, "view": applied(moment["view"], table["view"])}


def plain(moment: dict[str, Any]) -> str:
    return json.dumps({name: value for name, value in moment.items() if name not in UNTOLD}, sort_keys=True)


class Listener:
    """One who is told what changes, and asks for nothing."""

    def __init__(self, person: Person, stack: ExitStack) -> None:
        self.person = person
        path = f"/api/matches/{person.id}/live?seat={person.side}&patch=true"
        self.line = stack.enter_context(person.client.websocket_connect(path))
        self.hear("talk")
        self.moment = person.look(whole=True)

    def hear(self, kind: str) -> Any:
        while (message := self.line.receive_json())["type"] != kind:
            pass
        return message

    def go_on(self) -> None:
        self.moment = patched(self.moment, self.hear("changed"))

    def check(self) -> None:
        assert plain(self.moment) == plain(self.person.look(whole=True))


def told_all(both: Pair, rng: Random, steps: int) -> None:
    with ExitStack() as stack:
        ears = [Listener(person, stack) for person in (both.maker, both.friend)]
        back = 0
        for _ in range(steps):
            if (actor := both.acting()).look()["decision"] is None:
                break
            back += do_something(both, actor, ears, rng)
            for ear in ears:
                ear.go_on()
                ear.check()
        assert back


def do_something(both: Pair, actor: Person, ears: list[Listener], rng: Random) -> int:
    """An action, its taking back, or by agreement that of more; whether something was taken back."""
    moment = next(ear.moment for ear in ears if ear.person is actor)
    if moment["can_undo"] and rng.random() < 0.2:
        actor.do("undo")
        return 1
    if rng.random() < 0.05 and "takeback" in moment["together"]["may"]:
        actor.do("offers", kind="takeback")
        both.waiting().do("offers/answer", kind="takeback", accept=True)
        return 1
    action = rng.choice(moment["legal"]["actions"])["text"]
    answer = actor.do("actions", action=action, patch=True)
    assert plain(patched(moment, answer)) == plain(actor.look(whole=True))
    return 0


@pytest.mark.parametrize(
    "game, options",
    [("bridgehead", {}), ("koenigsberg", {"fog_of_war": "on"}), ("seelow", {}), ("vistula", {})],
)
def test_what_has_changed_leads_to_the_table_as_it_stands(tmp_path: Path, game: str, options: dict[str, str]) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        sides = cm.load(game).info.sides
        both = seated(client, game, options, sides)
        told_all(both, Random(game), STEPS)


def seated(client: TestClient, game: str, options: dict[str, str], sides: tuple[str, ...]) -> Pair:
    others = {side: "link" if side == "german" else "me" for side in sides}
    both = pair(client, game=game, options=options, seats=others)
    both.maker.side = next(side for side in sides if side != "german")
    return both


def test_who_asks_for_no_differences_is_told_none(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        both = pair(client)
        with both.friend.client.websocket_connect(f"/api/matches/{both.id}/live?seat=german") as line:
            line.receive_json()
            both.acting().act()
            told = line.receive_json()
            while told["type"] != "changed":
                told = line.receive_json()
            assert told["table"] is None and told["serial"] == 1


def test_a_difference_fits_the_moment_it_names(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        both = pair(client)
        for expected in (0, 1):
            actor = both.acting()
            action = actor.get("legal", seat=actor.side)["actions"][0]["text"]
            assert actor.do("actions", action=action, patch=True)["table"]["base"] == expected
