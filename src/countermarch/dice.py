"""Keyed dice: the same key and count give the same roll, and nobody can tell the next one without the key."""

from __future__ import annotations

from hashlib import blake2b, sha256
from secrets import token_bytes

KEY_BYTES = 32


def fresh_key() -> bytes:
    return token_bytes(KEY_BYTES)


def key_from_seed(seed: int) -> bytes:
    """A key for tests and simulations; anyone who knows the seed knows every roll."""
    return blake2b(str(seed).encode(), digest_size=KEY_BYTES, person=b"countermarch").digest()


def draw(key: bytes, count: int, sides: int) -> int:
    """The count-th random number of this key, from 0 to sides - 1; 64 bits leave no measurable bias."""
    digest = blake2b(count.to_bytes(8, "big"), key=key, digest_size=8).digest()
    return int.from_bytes(digest, "big") % sides


def commitment(key: bytes) -> str:
    """Published at the start; once the key is published, both sides can check every roll."""
    return sha256(b"countermarch dice" + key).hexdigest()


def proves(key: bytes, published: str) -> bool:
    return commitment(key) == published
