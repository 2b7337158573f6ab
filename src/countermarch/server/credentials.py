"""Passwords, and how often they may be tried."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from countermarch.server.problems import problem

WINDOW = 15 * 60  # seconds in which tries are counted
TRIES = {"pair": 10, "address": 60, "email": 120}
AT_ONCE = 2  # a hash takes 64 MB
WAITING = 60  # hashes that wait; whoever comes then is told to come again
HASHER = PasswordHasher()
T = TypeVar("T")


class Tries:
    """How often something was tried lately, by whom."""

    def __init__(self) -> None:
        self._lately: dict[tuple[str, str], deque[float]] = {}

    def count(self, email: str, address: str) -> None:
        """One more; too many are refused."""
        for kind, key in _keys(email, address):
            lately = self._recent((kind, key))
            if len(lately) >= TRIES[kind]:
                raise problem(429, "tries", minutes=WINDOW // 60)
        for one in _keys(email, address):
            self._recent(one).append(time.monotonic())

    def forgive(self, email: str, address: str) -> None:
        """It was the right one."""
        for key in _keys(email, address):
            if self._lately.get(key):
                self._lately[key].pop()

    def _recent(self, key: tuple[str, str]) -> deque[float]:
        if len(self._lately) > 10_000:
            self._lately = {one: times for one, times in self._lately.items() if times and times[-1] > _ago()}
        lately = self._lately.setdefault(key, deque())
        while lately and lately[0] < _ago():
            lately.popleft()
        return lately


def _ago() -> float:
    return time.monotonic() - WINDOW


def _keys(email: str, address: str) -> list[tuple[str, str]]:
    return [("pair", f"{email} {address}"), ("address", address), ("email", email)]


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
