"""Keyed dice: the same key and purpose give the same roll, and nobody can tell one beforehand without the key."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b, sha256
from secrets import token_bytes
from typing import NamedTuple

KEY_BYTES = 32


def fresh_key() -> bytes:
    return token_bytes(KEY_BYTES)


def key_from_seed(seed: int) -> bytes:
    """A key for tests and simulations; anyone who knows the seed knows every roll."""
    return blake2b(str(seed).encode(), digest_size=KEY_BYTES, person=b"countermarch").digest()


def other_key(key: bytes, purpose: str) -> bytes:
    """A key made of this one, whose rolls tell nothing of its own."""
    return blake2b(purpose.encode(), key=key, digest_size=KEY_BYTES, person=b"otherwise").digest()


def draw(key: bytes, purpose: str, sides: int) -> int:
    """The random number of this key for a purpose, from 0 to sides - 1; 64 bits leave no measurable bias."""
    digest = blake2b(purpose.encode(), key=key, digest_size=8).digest()
    return int.from_bytes(digest, "big") % sides


class Roll(NamedTuple):
    """What was left to chance: what for, among how many, which came (from 1), and whether it had been fixed."""

    purpose: str
    sides: int
    value: int
    fixed: bool

    def proved_by(self, key: bytes) -> bool:
        """Whether the key gives this very number for this purpose; a fixed one was nobody's luck."""
        return not self.fixed and draw(key, self.purpose, self.sides) + 1 == self.value


def commitment(key: bytes) -> str:
    """Published at the start; once the key is published, both sides can check every roll."""
    return sha256(b"countermarch dice" + key).hexdigest()


def proves(key: bytes, published: str) -> bool:
    return commitment(key) == published


# a key several people make together, so that none of them can choose it; texts, so that anyone can check it by hand


def promise(what: str, value: str) -> str:
    """A hash that binds whoever tells it to a secret or a share he tells later."""
    return sha256(f"countermarch {what} {value}".encode()).hexdigest()


def joint_key(secret: str, shares: Mapping[str, str | None]) -> bytes:
    """Of the server's secret and what each side gave, in the order of the sides; who gave nothing has a dash."""
    told = " ".join([secret, *(f"{side}:{share or '-'}" for side, share in shares.items())])
    return sha256(f"countermarch key {told}".encode()).digest()
