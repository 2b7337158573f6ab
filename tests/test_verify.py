"""A proof of the dice is checked: promises, the key made of them, every roll; each way it can fail is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

import countermarch as cm
from countermarch.cli import app
from countermarch.dice import commitment, joint_key, promise
from countermarch.match import Match
from countermarch.verify import verify

SECRET, SHARE = "11" * 32, "22" * 32
Change = Callable[[dict[str, Any]], object]


def played(key: bytes) -> Match:
    match = cm.load("bridgehead").start(seed=1).anew(key=key)
    while match.to_act is not None:
        match.play(match.legal()[0])
    return match


@cache
def proof_text() -> str:
    key = joint_key(SECRET, {"german": SHARE, "soviet": None})
    document = {
        "proof": 1,
        "save": played(key).save(),
        "commitment": commitment(key),
        "secret": SECRET,
        "promise": promise("secret", SECRET),
        "commitments": {"german": promise("share", SHARE)},
        "shares": {"german": SHARE},
        "passed": [],
    }
    return json.dumps(document)


def changed(change: Change) -> str:
    document = json.loads(proof_text())
    change(document)
    return json.dumps(document)


def failing(text: str, **asked: Any) -> list[str]:
    return [str(check.said) for check in verify(text, **asked).checks if not check.good]


def test_a_match_of_both_sides_dice_holds() -> None:
    found = verify(proof_text(), told=promise("secret", SECRET))
    assert found.good and len(found.checks) == 6
    assert found.rolls and all(good for _, good in found.rolls)
    assert f": {len(found.rolls)}." in str(found.checks[-1].said)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d.update(secret="33" * 32), "may have chosen the dice"),
        (lambda d: d.update(promise="33" * 32), "may have chosen the dice"),
        (lambda d: d["shares"].update(german="33" * 32), "not what it had promised"),
        (lambda d: d["shares"].clear(), "missing and not marked"),
        (lambda d: d["shares"].update(soviet=SHARE), "nobody had promised"),
        (lambda d: (d["commitments"].clear(), d["shares"].clear()), "somebody has chosen it"),
        (lambda d: (d["shares"].clear(), d["passed"].append("german")), "somebody has chosen it"),
        (lambda d: d.update(commitment="33" * 32), "it was exchanged"),
        (lambda d: d.update(save=played(bytes(32)).save()), "somebody has chosen it"),
    ],
)
def test_whatever_is_exchanged_is_found(change: Change, words: str) -> None:
    assert any(words in said for said in failing(changed(change)))


def test_who_was_passed_over_is_told_and_does_no_harm() -> None:
    key = joint_key(SECRET, {"german": None, "soviet": None})
    parts = {"save": played(key).save(), "commitment": commitment(key), "shares": {}, "passed": ["german"]}
    found = verify(changed(lambda d: d.update(parts)))
    assert found.good and any("passed over" in str(check.said) for check in found.checks)


def test_what_one_was_told_before_must_stand_in_the_file() -> None:
    assert failing(proof_text(), told="44" * 32) and not failing(proof_text(), told=promise("secret", SECRET))


def test_of_a_plain_save_the_rolls_are_checked_and_fixed_dice_are_named() -> None:
    match = cm.load("bridgehead").start(seed=1)
    assert verify(match.save()).good
    match.next_dice(6, 6, 6, 6)
    chosen = Random(1)
    while not match.rolls:
        match.play(chosen.choice(match.legal()))
    assert any("fixed to 6" in said for said in failing(match.save()))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nothing", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "neither a proof nor a save"),
        ("{}", "neither a proof nor a save"),
        ('{"proof": 2}', "format 1"),
        ('{"proof": 1}', "lacks save"),
    ],
)
def test_what_is_no_proof_says_so(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=words):
        verify(text)
    file = tmp_path / "f.json"
    file.write_text(text)
    shown = CliRunner().invoke(app, ["verify", str(file)])
    assert shown.exit_code == 2 and words in " ".join(shown.stderr.split())


@pytest.mark.parametrize("part", ["save", "commitment", "secret", "promise", "commitments", "shares"])
@pytest.mark.parametrize("value", [5, [5], {"german": 5}])
def test_parts_of_another_kind_are_refused_in_words(part: str, value: Any) -> None:
    with pytest.raises(ValueError, match="damaged"):
        verify(changed(lambda d: d.update({part: value})))


def test_other_dice_of_the_same_key_are_told_with_their_number(tmp_path: Path) -> None:
    match = cm.load("bridgehead").start(seed=1)
    match.play(match.legal()[0])
    match.next_lot(2)
    match.next_lot(5)
    found = verify(match.save())
    assert found.good and found.takebacks == 5
    assert "taken 5 times" in str(found.checks[-1].said)
    file = tmp_path / "lots.save"
    file.write_text(match.save(), encoding="utf-8")
    done = CliRunner().invoke(app, ["verify", str(file)])
    assert done.exit_code == 0 and "fair, if there were 5 takebacks" in done.output


def test_lots_passed_over_are_written_down_too() -> None:
    match = cm.load("bridgehead").start(seed=1)
    match.next_lot(3)
    assert match.record == ("!lot 1", "!lot 2", "!lot 3")
    assert cm.resume(match.save()).fingerprint() == match.fingerprint()


def test_nobody_is_marked_as_passed_over_who_promised_nothing() -> None:
    assert any("promised nothing" in said for said in failing(changed(lambda it: it["passed"].append("soviet"))))


def test_actions_that_were_changed_do_not_play_again() -> None:
    def change(document: dict[str, Any]) -> None:
        saved = json.loads(document["save"])
        del saved["actions"][3]
        document["save"] = json.dumps(saved)

    with pytest.raises(ValueError, match="save"):
        verify(changed(change))


def test_the_command_says_what_holds_and_what_fails(tmp_path: Path) -> None:
    file, run = tmp_path / "proof.json", CliRunner()
    file.write_text(proof_text())
    good = run.invoke(app, ["verify", str(file), "--rolls"])
    assert good.exit_code == 0 and "The dice were fair." in good.stdout and " of 6" in good.stdout
    report = json.loads(run.invoke(app, ["verify", str(file), "--json"]).stdout)
    assert report["good"] and report["rolls"][0].keys() == {"purpose", "sides", "value", "good"}
    file.write_text(changed(lambda d: d.update(secret="33" * 32)))
    bad = run.invoke(app, ["verify", str(file), "--language", "es"])
    assert bad.exit_code == 1 and "FALLA" in bad.stdout and "No se puede confiar" in bad.stdout
