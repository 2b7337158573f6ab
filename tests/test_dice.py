"""Keyed dice: repeatable, fair, provable."""

from __future__ import annotations

from collections import Counter

import pytest

import countermarch as cm
from countermarch import dice
from countermarch.bots.random import RandomBot
from tests.rules.koenigsberg.fights import ready
from tests.rules.koenigsberg.table import texts

KEY_OF_SEED_1 = "532ea88a07b16c31"
ROLLS_OF_SEED_1 = [1, 3, 4, 4, 1, 2, 5, 2, 2, 4]


def test_the_same_key_and_purpose_give_the_same_number() -> None:
    key = dice.key_from_seed(1)
    assert [dice.draw(key, str(n), 6) for n in range(50)] == [dice.draw(key, str(n), 6) for n in range(50)]


def test_the_numbers_of_a_seed_never_change() -> None:
    """Saves depend on it."""
    key = dice.key_from_seed(1)
    rolls = [dice.draw(key, f"1 cup {n}", 6) + 1 for n in range(1, 11)]
    assert key.hex().startswith(KEY_OF_SEED_1) and rolls == ROLLS_OF_SEED_1


@pytest.mark.parametrize("sides", [2, 6, 27])
def test_numbers_are_fair(sides: int) -> None:
    key = dice.key_from_seed(7)
    seen = Counter(dice.draw(key, f"1 cup {n}", sides) for n in range(600 * sides))
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


def test_a_roll_is_proved_by_its_key_and_purpose_only() -> None:
    key = dice.key_from_seed(1)
    roll = dice.Roll("1 cup 1", 6, dice.draw(key, "1 cup 1", 6) + 1, False)
    assert roll.proved_by(key)
    assert not roll._replace(value=roll.value % 6 + 1).proved_by(key)
    assert not roll._replace(fixed=True).proved_by(key)
    assert not all(roll.proved_by(dice.key_from_seed(seed)) for seed in range(2, 20))


# what a roll is for


@pytest.mark.parametrize("game", [info.key for info in cm.games()])
def test_every_roll_of_a_game_has_a_purpose_of_its_own_which_proves_it(game: str) -> None:
    match, bot = cm.load(game).start(seed=3), RandomBot(3)
    while len(match.rolls) < 20 and match.to_act is not None:
        match.play(bot.choose(match))
    assert len({roll.purpose for roll in match.rolls}) == len(match.rolls) >= 10  # a small game has no more
    assert all(roll.proved_by(dice.key_from_seed(3)) for roll in match.rolls)


def fought(*targets: str) -> dict[str, int]:
    """Attacks far from each other, in this order; the die of each."""
    match = ready({"5A-72": "0636", "5A-65": "1329", "5A-45": "1329"}, {"9K-561": "0637", "6K-131": "1328"})
    for target in targets:
        while f"attack {target}" not in texts(match):
            match.play(match.legal()[-1])
        match.play(f"attack {target}")
        while "resolve" not in texts(match):
            match.play(next(text for text in texts(match) if text.startswith("with")))
        match.play("resolve")
    return {roll.purpose: roll.value for roll in match.rolls}


def test_an_attack_has_the_same_die_whatever_was_done_before() -> None:
    first, second = fought("0637", "1328"), fought("1328", "0637")
    assert set(first) >= {"3 attack 0637 1", "3 attack 1328 1"}
    assert all(first[purpose] == second[purpose] for purpose in ("3 attack 0637 1", "3 attack 1328 1"))


def test_the_next_attack_on_a_hex_has_another_purpose_and_the_next_turn_begins_anew() -> None:
    match = ready({"5A-72": "0636"}, {"9K-561": "0637"})
    play = match._play
    assert [play.roll("attack 0637") and play.rolls[-1].purpose for _ in range(2)] == [
        "3 attack 0637 1",
        "3 attack 0637 2",
    ]
    play.next_turn()
    play.roll("attack 0637")
    assert play.rolls[-1].purpose == "4 attack 0637 1" and play.state.chance.deeds == {"attack 0637": 1}


def test_what_is_undone_and_replayed_is_recorded_once() -> None:
    match, bot = cm.load("koenigsberg").start(seed=5), RandomBot(5)
    for _ in range(300):
        match.play(bot.choose(match))
        if match.can_undo:
            before, last = match.rolls, match.actions[-1]
            assert match.undo() and match.rolls == before
            match.play(last)
            assert match.rolls == before
    assert len(match.rolls) == len(set(match.rolls)) > 5 and match.copy().rolls == match.rolls


def test_a_fixed_die_is_told_apart() -> None:
    match = ready({"5A-72": "0636"}, {"9K-561": "0637"})
    match.next_dice(6)
    match.play("attack 0637")
    match.play("resolve")
    assert match.rolls == (dice.Roll("3 attack 0637 1", 6, 6, True),)


# other dice of the same key


def _rolled(match: cm.Match) -> list[dice.Roll]:
    bot = RandomBot(3)
    while match.to_act is not None and len(match.rolls) < 6:
        match.play(bot.choose(match))
    return list(match.rolls)


def test_another_lot_has_other_dice_that_the_same_key_proves() -> None:
    first, again, other = (cm.load("bridgehead").start(seed=5) for _ in range(3))
    other.next_lot(1)
    rolls = _rolled(first)
    assert _rolled(again) == rolls
    rolled = _rolled(other)
    assert [roll.value for roll in rolled] != [roll.value for roll in rolls]
    assert other.commitment == first.commitment and all(roll.proved_by(dice.key_from_seed(5)) for roll in rolled)
    assert cm.resume(other.save()).fingerprint() == other.fingerprint()
    assert other.game.from_position(other.position()).fingerprint() == other.fingerprint()


@pytest.mark.parametrize("lot", ["0", "-1", "x", "², ", "10000"])
def test_lots_only_go_up(lot: str) -> None:
    match = cm.load("bridgehead").start(seed=5)
    with pytest.raises(cm.GameError, match="lot"):
        match.repeat(f"!lot {lot}")
    match.next_lot(2)
    with pytest.raises(cm.GameError, match="lot 2"):
        match.next_lot(2)
