"""Passwords, and how often they may be tried."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy.engine import Engine

from countermarch.server.problems import problem
from countermarch.server.tallies import Tallies

WINDOW = 15 * 60  # seconds in which tries are counted
TRIES = {"pair": 10, "address": 60, "email": 120}
AT_ONCE = 2  # a hash takes 64 MB
WAITING = 60  # hashes that wait; whoever comes then is told to come again
HASHER = PasswordHasher()
T = TypeVar("T")


class Tries:
    """How often something was tried lately, by whom."""

    def __init__(self, engine: Engine) -> None:
        self._tallies = Tallies(engine)

    async def count(self, email: str, address: str) -> None:
        """One more; too many are refused."""
        if not await asyncio.to_thread(self._tallies.count, _keys(email, address), WINDOW):
            raise problem(429, "tries", minutes=WINDOW // 60)

    async def forgive(self, email: str, address: str) -> None:
        """It was the right one."""
        await asyncio.to_thread(self._tallies.forgive, _keys(email, address))


def _keys(email: str, address: str) -> dict[str, int]:
    """How often each may be tried."""
    named = {"pair": f"{email} {address}", "address": address, "email": email}
    return {f"{kind} {key}": TRIES[kind] for kind, key in named.items()}


async def hash_of(password: str) -> str:
    return await DESK.do(lambda: HASHER.hash(password))


class Desk:
    """Where passwords are hashed, beside the threads all the rest needs."""

    def __init__(self) -> None:
        self._hands = ThreadPoolExecutor(AT_ONCE, "passwords")
        self._waiting = 0

    async def do(self, work: Callable[[], T]) -> T:
        if self._waiting >= WAITING:
            raise problem(503, "busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._hands, work)
        finally:
            self._waiting -= 1


DESK = Desk()


@cache
def _nobodys() -> str:
    """So that an unknown address takes as long as a wrong password."""
    return HASHER.hash("nobody")


async def is_right(kept: str | None, password: str) -> bool:
    """Whether it is the password of that hash; none is right where there is no account."""
    return await DESK.do(lambda: _verify(kept, password))


def _verify(kept: str | None, password: str) -> bool:
    try:
        return HASHER.verify(kept or _nobodys(), password) and kept is not None
    except (VerificationError, InvalidHashError):
        return False
