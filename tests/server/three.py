"""Three people who play apart: who made the match is German, Bea leads the 2nd Belorussian Front, Cor the 3rd."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

from countermarch.games.chitpull.command import CommandPhase
from countermarch.games.chitpull.replacements import Replacements
from tests.rules.koenigsberg.fights import lay
from tests.rules.koenigsberg.table import SOVIET, Table
from tests.server.apart import Person
from tests.server.sitting import stranger

SECOND, THIRD = "soviet.2BF", "soviet.3BF"
SEATS = {"german": "me", SECOND: "link", THIRD: "link"}
ACTIVATED = {"39A-HQ": "1043", "39A-94": "1043", "3BF-2G": "1044", "2BF-1G": "1044", "65A-HQ": "0510", "26K-1": "2040"}


class Three:
    """All of them, and the time of the server, which stands until it is moved."""

    def __init__(self, client: TestClient, made: dict[str, Any]) -> None:
        self.client, self.id = client, made["id"]
        self.time = 1_000_000.0
        client.app.state.tables.memory.now = lambda: self.time  # type: ignore[attr-defined]
        self.german = Person(client, self.id, "german")
        self.bea, self.cor = (Person(stranger(client), self.id, seat) for seat in (SECOND, THIRD))
        for person, name in ((self.bea, "Bea"), (self.cor, "Cor")):
            taken = person.client.post(f"/api{made['links'][person.side]}", json={"name": name, "accepts": True})
            assert taken.json() == {"id": self.id, "seat": person.side}

    @property
    def all(self) -> tuple[Person, Person, Person]:
        return self.german, self.bea, self.cor

    @property
    def asked(self) -> list[Person]:
        seats = self.german.look()["decision"]["asked"]
        return [person for person in self.all if person.side in seats]

    def until(self, *seats: str) -> None:
        """Nobody does more than he must until these are asked."""
        for _ in range(200):
            if sorted(self.german.look()["decision"]["asked"]) == sorted(seats):
                return
            self.asked[0].act(self.least(self.asked[0]))
        raise AssertionError(f"{seats} are never asked")

    def least(self, person: Person) -> str:
        texts = said(person)
        return next((text for text in texts if text in ("done", "go-on")), texts[0])


def said(person: Person) -> list[str]:
    """What somebody is told he may do."""
    told = person.look(whole=True)["legal"]
    return [] if told is None else [action["text"] for action in told["actions"]]


def three(client: TestClient, save: str | None = None, **asked: Any) -> Three:
    path, body = ("/matches", {"game": "koenigsberg"}) if save is None else ("/matches/import", {"save": save})
    made = client.post(f"/api{path}", json={**body, "seats": SEATS, **asked})
    assert made.status_code == 201, made.text
    return Three(client, made.json())


def replacements() -> str:
    """A save: the Soviets have two points, and a unit of each front could use one."""
    table = Table().found("replacement", Replacements(SOVIET, 2, ()))
    table.put("39A-94", "1043", steps=1)
    table.put("65A-18", "0510", steps=1)
    lay(table, {"39A-HQ": "1043", "65A-HQ": "0510", "26K-1": "2040"})
    return table.match().save()


def activation() -> str:
    """A save: the headquarters of an army of the 3rd Belorussian Front is activated."""
    table = Table().found("command", CommandPhase())
    lay(table, ACTIVATED)
    return table.activate("39A-HQ").save()
