"""The examples of the rulebooks: today's games play each as it was written down, or `make examples` is due."""

from __future__ import annotations

import gzip
import json

import pytest

import countermarch as cm
from countermarch.rulebook import rules_of
from countermarch.server.examples import FILE, apart, examples_of, joined, shown
from countermarch.shelf import data_of

GAMES = [info.key for info in cm.games()]
REMEDY = "the rules have changed since: run `make examples`"
LEAST = {  # rules to be enforced that have a position to be tried in
    "bridgehead": 22,
    "koenigsberg": 112,
    "koenigsberg45": 148,
    "stargard": 85,
    "seelow": 159,
    "vistula": 100,
}
LARGEST = 300_000


@pytest.mark.parametrize("game", GAMES)
def test_every_example_is_played_as_it_was_written_down(game: str) -> None:
    stale = []
    for example in {example.end + example.title: example for example in examples_of(game).values()}.values():
        match = example.begin()
        try:
            list(shown(example, match))
        except ValueError as error:
            stale.append(f"{example.title}: {error}")
        if match.fingerprint() != example.end:
            stale.append(example.title)
    assert stale == [], REMEDY


@pytest.mark.parametrize("game", GAMES)
def test_most_rules_have_an_example(game: str) -> None:
    found = examples_of(game)
    enforced = [rule.id for rule in rules_of(game).values() if rule.kind == "enforce"]
    assert found.keys() <= rules_of(game).keys(), REMEDY
    assert sum(id in found for id in enforced) >= LEAST[game], REMEDY
    assert all(example.title for example in found.values())


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_small(game: str) -> None:
    assert (data_of(game) / FILE).stat().st_size < LARGEST


def test_examples_of_other_rules_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    read = json.loads(gzip.decompress((data_of("bridgehead") / FILE).read_bytes()))
    old = gzip.compress(json.dumps({**read, "version": "0"}).encode())
    monkeypatch.setattr("pathlib.Path.read_bytes", lambda _: old)
    assert examples_of.__wrapped__("bridgehead") == {}


@pytest.mark.parametrize(
    ("base", "other"),
    [
        ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3], "c": {"d": None}}),
        ({"a": {"b": 1}, "gone": 2}, {"a": {"b": 2}}),
        ([1, 2], [1, 2, 3]),
        ({"a": True}, {"a": 1}),
        ({"a": None}, {"a": []}),
    ],
)
def test_a_position_is_put_together_again_from_what_differs(base: object, other: object) -> None:
    again = joined(base, json.loads(json.dumps(apart(base, other))))
    assert json.dumps(again, sort_keys=True) == json.dumps(other, sort_keys=True)
    assert apart(other, other) is None
