"""Keyed dice: repeatable, fair, provable."""

from __future__ import annotations

from collections import Counter

import pytest

from countermarch import dice

KEY_OF_SEED_1 = "532ea88a07b16c31"
ROLLS_OF_SEED_1 = [6, 3, 1, 1, 3, 5, 1, 3, 1, 2]


def test_the_same_key_and_count_give_the_same_number() -> None:
    key = dice.key_from_seed(1)
    assert [dice.draw(key, n, 6) for n in range(50)] == [dice.draw(key, n, 6) for n in range(50)]


def test_the_numbers_of_a_seed_never_change() -> None:
    """Saves depend on it."""
    key = dice.key_from_seed(1)
    assert key.hex().startswith(KEY_OF_SEED_1) and [dice.draw(key, n, 6) + 1 for n in range(1, 11)] == ROLLS_OF_SEED_1


@pytest.mark.parametrize("sides", [2, 6, 27])
def test_numbers_are_fair(sides: int) -> None:
    key = dice.key_from_seed(7)
    seen = Counter(dice.draw(key, n, sides) for n in range(600 * sides))
    assert sorted(seen) == list(range(sides))
    assert sum((count - 600) ** 2 / 600 for count in seen.values()) < 2.5 * sides + 15


def test_seeds_and_fresh_keys_differ() -> None:
    keys = {dice.key_from_seed(n) for n in range(100)} | {dice.fresh_key() for _ in range(10)}
    assert len(keys) == 110 and {len(key) for key in keys} == {dice.KEY_BYTES}


def test_a_commitment_is_proved_by_its_key_only() -> None:
    key = dice.fresh_key()
    published = dice.commitment(key)
    assert dice.proves(key, published) and not dice.proves(dice.fresh_key(), published)
    assert key.hex() not in published
