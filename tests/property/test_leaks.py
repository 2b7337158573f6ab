"""2.1.3 Nothing hidden leaks: exchange what a side cannot see, and it is told the same, byte for byte."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from countermarch.games.chitpull import document, imagination, rules
from countermarch.games.chitpull.fog import unseen
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.counters import CounterPlay
from countermarch.match import Match
from tests.leaks import SIDES, Answers, answers, exchanged, message, positions
from tests.rules.koenigsberg.table import SOVIET, Table

PAIRS = int(os.environ.get("COUNTERMARCH_PAIRS", "30"))
FAMILY = ("koenigsberg", "koenigsberg45", "stargard")


def pairs(game: str, number: int) -> Iterator[tuple[int, Match, Match, str]]:
    """So many tables that look alike from one side, with the seed of what is asked of them."""
    found = seed = 0
    while found < number:
        seed += 1
        rng = Random(f"{game} {seed}")
        for match, side in positions(game, rng):
            twin = exchanged(match, side, rng)
            if twin is not None and found < number:
                found += 1
                yield 1000 * seed + found, match, twin, side


def differences(one: Answers, other: Answers) -> dict[str, tuple[str, str]]:
    keys = [*one, *(key for key in other if key not in one)]
    return {key: _apart(one.get(key, ""), other.get(key, "")) for key in keys if one.get(key) != other.get(key)}


def _apart(one: str, other: str) -> tuple[str, str]:
    """The two texts from a little before the place where they part."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return one[max(0, at - 60) : at + 100], other[max(0, at - 60) : at + 100]


def told_apart(seed: int, match: Match, twin: Match, side: str) -> dict[str, tuple[str, str]]:
    """What a side is told of two tables that it should not be able to tell apart: now, and when it has acted."""
    found = differences(answers(match, side, seed), answers(twin, side, seed))
    if not found and match.to_act == side:
        action = str(match.legal()[Random(seed).randrange(len(match.legal()))])
        first, second = message(match, side, action), message(twin, side, action)
        if all(first[what] == second[what] for what in ("view", "decision")):  # nothing came to light
            found = {f"{action}: {key}": texts for key, texts in differences(first, second).items()}
    return found


@pytest.mark.rule("koenigsberg 2.1.3", "koenigsberg45 0.1e", "stargard-design 1.6")
@pytest.mark.parametrize("game", FAMILY)
def test_what_a_side_cannot_see_changes_nothing_it_is_told(game: str) -> None:
    askers, procedures = set(), set()
    for seed, match, twin, side in pairs(game, PAIRS):
        assert match.fingerprint() != twin.fingerprint()
        assert match.position()["units"] != twin.position()["units"]
        where = f"{game} {seed}, {side} asks, {match.to_act} is to act: {match._play.top}"
        assert told_apart(seed, match, twin, side) == {}, where
        askers.add((side, match.to_act == side))
        procedures.add(type(match._play.top).__name__)
    assert askers == {(side, acts) for side in SIDES for acts in (True, False)}
    assert len(procedures) >= min(9, PAIRS // 4)  # barrages, moves, attacks, retreats, reinforcements ...


# whether it bites


def told_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """The places of hidden counters in the order of the counters."""
    view = document.view

    def leaky(play: ChitPullPlay, side: int) -> dict[str, Any]:
        found, order = view(play, side), [play.hex_name(play.state.hex[u]) for u in unseen(play, side)]
        return {**found, "hidden": {number: found["hidden"][number] for number in dict.fromkeys(order)}}

    monkeypatch.setattr(document, "view", leaky)


def asked_of_the_whole_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules.ChitPullRules, "as_seen", lambda self, play, side: play)


def imagined_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imagination, "lay_out", lambda play, out_of_sight, worn: None)


def marked_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "fingerprint", lambda self, side=None: self._play.state.fingerprint())


LEAKS = (told_in_any_order, asked_of_the_whole_table, imagined_as_it_is, marked_as_a_whole)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_put_back_is_noticed(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    assert any(told_apart(*pair) for pair in pairs("koenigsberg", 20))


def under_headquarters(first: str, second: str) -> Match:
    """Two German HQs, each laid on somebody; a Soviet corps is to move beside the first of them."""
    table = Table(fog_of_war="on")
    for id, number in ((first, "0640"), ("26K-HQ", "0640"), (second, "0644"), ("20K-HQ", "0644"), ("5A-72", "0638")):
        table.put(id, number)
    match = table.move(SOVIET, "5A-72")
    match.play("move 5A-72")
    return match


def test_zones_of_what_lies_hidden_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as counters lie as they come, an HQ may hide a zone, or none."""
    monkeypatch.setattr(ChitPullPlay, "put", CounterPlay.put)
    one, other = under_headquarters("26K-1", "Gar-Elbing"), under_headquarters("Gar-Elbing", "26K-1")
    assert one.view("soviet") == other.view("soviet")
    assert "legal" in told_apart(1, one, other, "soviet")
