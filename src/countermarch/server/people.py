"""Who is at a browser: a person with a name, known again by a cookie. Of cookies and links only hashes are kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING
from unicodedata import category, normalize

from starlette.responses import Response

from countermarch.server.store import Chair, Store, now

if TYPE_CHECKING:
    from countermarch.server.tables import Keeper

COOKIE = "countermarch"
KEPT = 400 * 24 * 3600  # seconds a browser remembers a cookie, at most
ME, LINK, OPEN, BOT = "me", "link", "open", "bot:"
PEOPLE = (ME, LINK)
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and signs that show nothing


def fresh_token() -> str:
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def plain_name(name: str) -> str:
    """What is seen of a name: nothing that hides, turns what follows round, or is empty."""
    seen = "".join(
        one for one in normalize("NFC", name) if one.isspace() or not (category(one)[0] == "C" or one in BLANK)
    )
    return " ".join(seen.split()) if any(category(one)[0] in "LNPS" for one in seen) else ""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks; on a server of this machine alone everyone is trusted with the tables made there without a link."""

    person: str | None
    trusted: bool
    address: str = ""


class Register:
    """The people of a server; who was asked for is remembered. Several threads ask at once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, str] = {}  # by the hash of a cookie
        self._ended = 0  # how often a session has
        self._changing = Lock()
        self.spread: Callable[..., None] = lambda kind, **said: None  # others who remember, too

    def known(self, cookie: str | None) -> str | None:
        """Who was asked for before."""
        return self._known.get(hashed(cookie)) if cookie else None

    def person_by(self, cookie: str | None) -> str | None:
        return (self.known(cookie) or self._look_up(hashed(cookie))) if cookie else None

    def _look_up(self, kept: str) -> str | None:
        """Not remembered if a session ended meanwhile: it may have been this one."""
        ended = self._ended
        found = self._store.person_by(kept)
        with self._changing:
            if found is not None and ended == self._ended:
                self._known[kept] = found
        return found

    def welcome(self, name: str) -> tuple[str, str]:
        """Somebody new, and the cookie he is known by from now on."""
        person, cookie = secrets.token_hex(8), fresh_token()
        self._store.add_person(person, name, hashed(cookie))
        return person, cookie

    def forget(self, person: str) -> None:
        """His cookies are asked for anew."""
        self.forgot(person)
        self.spread("forgot", person=person)

    def forgot(self, person: str) -> None:
        with self._changing:
            self._ended += 1
            self._known = {cookie: who for cookie, who in self._known.items() if who != person}

    def forget_all(self) -> None:
        with self._changing:
            self._ended += 1
            self._known = {}

    def drop(self, cookie: str) -> None:
        self.dropped(hashed(cookie))
        self.spread("dropped", kept=hashed(cookie))

    def dropped(self, kept: str) -> None:
        with self._changing:
            self._ended += 1
            self._known.pop(kept, None)


class Welcome:
    """Makes whoever asks known by a cookie, when that is needed."""

    def __init__(self, hall: Keeper, asker: Asker, response: Response, cookie: str | None = None) -> None:
        self._hall, self._asker, self._response, self._cookie = hall, asker, response, cookie

    def maker(self, seats: Mapping[str, str]) -> str | None:
        """Who makes a match: nobody in particular where all are trusted and all sit here."""
        self._hall.limits.spend("matches", self._asker)
        return None if self._asker.trusted and LINK not in seats.values() else self.person()

    @property
    def asker(self) -> Asker:
        return self._asker

    @property
    def known(self) -> bool:
        return self._asker.person is not None

    def person(self, name: str = "") -> str:
        known = self._asker.person
        if known is not None:
            if name:
                self._hall.limits.spend("names", self._asker)
                self._hall.persons.rename(known, name)
            return known
        self._hall.limits.spend("people", self._asker)
        person, cookie = self._hall.register.welcome(name)
        self._hall.limits.comes_from(person, self._asker.address)
        self._give(cookie)
        return person

    def _give(self, cookie: str) -> None:
        self._cookie = cookie
        self._response.set_cookie(
            COOKIE, cookie, max_age=KEPT, httponly=True, samesite="lax", secure=self._hall.secure, path="/"
        )

    def enter(self, person: str) -> None:
        """Known as that person from now on, by another cookie than before."""
        self._end()
        cookie = fresh_token()
        self._hall.accounts.open_session(person, hashed(cookie), now())
        self._give(cookie)

    def leave(self) -> None:
        """Known as nobody."""
        self._end()
        self._response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=self._hall.secure, path="/")

    def _end(self) -> None:
        if self._cookie:
            self._hall.accounts.close_session(hashed(self._cookie))
            self._hall.register.drop(self._cookie)


def chairs_of(seats: Mapping[str, str], maker: str | None) -> tuple[dict[str, Chair], dict[str, str]]:
    """Chairs for a new match, and the tokens of those that are taken by a link."""
    tokens = {side: fresh_token() for side, who in seats.items() if who == LINK}
    chairs = {side: Chair(holder=maker) for side, who in seats.items() if who == ME and maker is not None}
    chairs |= {side: Chair(link=hashed(token)) for side, token in tokens.items()}
    return chairs, tokens
