"""Games of bots against bots."""

from __future__ import annotations

from pathlib import Path

import pytest

import countermarch as cm
from countermarch.bots import UnknownBot, arena, bot
from countermarch.bots.random import RandomBot

RANDOM = ("random", "random")


def test_a_bot_names_a_legal_action_and_changes_nothing() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    before = match.fingerprint()
    assert all(RandomBot(seed).choose(match) in match.legal() for seed in range(20))
    assert match.fingerprint() == before


def test_the_same_seed_chooses_the_same() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    first, second = bot("random", 7), bot("random", 7)
    assert [first.choose(match) for _ in range(10)] == [second.choose(match) for _ in range(10)]
    assert len({str(RandomBot(seed).choose(match)) for seed in range(30)}) > 5


def test_an_unknown_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownBot, match=r"no bot 'napoleon'; the bots are: random"):
        bot("napoleon")


def test_a_game_is_played_to_its_end_and_recorded() -> None:
    pairing = arena.Pairing("koenigsberg", None, RANDOM, 5)
    seen: list[str | None] = []
    record = arena.play_game(pairing, lambda match: seen.append(match.to_act))
    assert record.seed == 5 and record.bots == {"german": "random", "soviet": "random"}
    assert record.winner in ("german", "soviet") and record.level and record.decisions == len(seen) > 100
    assert seen[-1] is None and None not in seen[:-1]
    assert record.to_json()["fingerprint"] == record.fingerprint
    assert arena.play_game(pairing) == record


def test_pairings_have_consecutive_seeds_and_may_swap_seats() -> None:
    plain = arena.pairings("koenigsberg", ("random", "captain"), 3, 10)
    assert [pairing.seed for pairing in plain] == [10, 11, 12]
    assert {pairing.bots for pairing in plain} == {("random", "captain")}
    swapped = arena.pairings("koenigsberg", ("random", "captain"), 3, 10, swap=True)
    assert [pairing.bots[0] for pairing in swapped] == ["random", "captain", "random"]


def test_options_and_data_reach_the_games(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,move\n5A-72,1\n", encoding="utf-8")
    todo = arena.pairings("koenigsberg", RANDOM, 1, 1, options={"fog_of_war": "on"}, data=tmp_path)
    match = arena.begin(todo[0])
    assert match.position()["options"]["fog_of_war"] == "on"
    assert max(match.reach("5A-72", freely=True).values()) <= 1


def test_the_number_of_jobs_does_not_matter() -> None:
    todo = arena.pairings("koenigsberg", RANDOM, 3, 21)
    assert list(arena.series(todo, jobs=1)) == list(arena.series(todo, jobs=2))


def test_a_seat_has_its_own_dice() -> None:
    assert arena.seat_seed(1, "german") != arena.seat_seed(1, "soviet") != arena.seat_seed(2, "soviet")


def record(winner: str | None, level: str) -> arena.Record:
    return arena.Record(1, {"german": "random", "soviet": "captain"}, winner, level, {"german": 7}, 100, "x")


def test_a_summary_counts_wins_by_side_bot_and_level() -> None:
    summary = arena.summary([record("german", "major"), record("soviet", "minor"), record(None, "draw")])
    assert summary == {
        "games": 3,
        "wins_by_side": {"draw": 1, "german": 1, "soviet": 1},
        "wins_by_bot": {"captain": 1, "draw": 1, "random": 1},
        "levels": {"draw": 1, "major": 1, "minor": 1},
        "decisions": 300,
    }
