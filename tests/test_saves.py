"""Saves: a header and the actions, replayed and checked."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import countermarch as cm
from countermarch.match import Match


def played(match: Match, actions: int, seed: int = 3) -> Match:
    pick = Random(seed)
    for _ in range(actions):
        if match.to_act is not None:
            match.play(match.legal()[pick.randrange(len(match.legal()))])
    return match


@pytest.fixture(scope="module")
def text() -> str:
    return played(cm.load("koenigsberg").start(seed=1, options={"fog_of_war": "on"}), 60).save()


def changed(text: str, **values: Any) -> str:
    return json.dumps({**json.loads(text), **values})


def without(text: str, key: str) -> str:
    return json.dumps({name: value for name, value in json.loads(text).items() if name != key})


def test_a_save_holds_the_actions_not_the_states(text: str) -> None:
    saved = json.loads(text)
    assert saved["game"] == "koenigsberg" and saved["options"]["fog_of_war"] == "on"
    assert len(saved["actions"]) == 60 and "position" not in saved


@pytest.mark.parametrize("actions", [0, 1, 60, 400, 5000])
def test_resuming_gives_the_same_match(actions: int) -> None:
    match = played(cm.load("koenigsberg").start(seed=2), actions)
    again = cm.resume(match.save())
    assert again.fingerprint() == match.fingerprint() and again.position() == match.position()
    assert again.actions == match.actions and again.result == match.result
    assert [str(event) for event in again.log] == [str(event) for event in match.log]
    assert again.save() == match.save()


def test_a_resumed_match_goes_on_with_the_same_dice() -> None:
    match = played(cm.load("koenigsberg").start(), 30)
    again = cm.resume(match.save())
    assert played(again, 100).fingerprint() == played(match, 100).fingerprint()


def test_a_resumed_match_can_be_undone_as_far_as_the_saved_one() -> None:
    match = played(cm.load("koenigsberg").start(seed=2), 47)
    again = cm.resume(match.save())
    while match.undo():
        assert again.undo()
    assert not again.undo() and again.fingerprint() == match.fingerprint()


def test_what_was_undone_is_forgotten() -> None:
    match = played(cm.load("koenigsberg").start(seed=1), 20)
    while match.actions and not match.undo():
        match.play(match.legal()[0])
    saved = json.loads(match.save())["actions"]
    assert saved == [str(action) for action in match.actions]
    assert cm.resume(match.save()).fingerprint() == match.fingerprint()


def test_fixed_dice_and_draws_are_saved() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    match.next_draw("39A")
    match.next_dice(6, 1)
    match.play("done")
    match.next_dice(2)
    again = cm.resume(match.save())
    assert again.fingerprint() == match.fingerprint()
    assert json.loads(match.save())["actions"][0] == "!draw 39A"


def test_a_save_of_an_edited_start_brings_the_position_along() -> None:
    game = cm.load("koenigsberg")
    doc = game.start(seed=1).position()
    doc["turn"] = 4
    next(unit for unit in doc["units"] if unit["id"] == "5A-72")["steps"] = 1
    match = played(game.from_position(doc), 40)
    again = cm.resume(match.save())
    assert again.fingerprint() == match.fingerprint()
    assert json.loads(match.save())["position"]["turn"] == 4


def test_a_save_of_a_copy_is_a_save_of_the_same_match() -> None:
    match = played(cm.load("koenigsberg").start(seed=2), 20)
    assert cm.resume(match.copy().save()).fingerprint() == match.fingerprint()


@pytest.mark.parametrize("broken", ["", "{", "not JSON at all", '{"countermarch": 1', None, "[" * 100_000])
def test_what_is_not_json_is_no_save(broken: Any) -> None:
    with pytest.raises(cm.SaveError, match=r"not JSON .*exported"):
        cm.resume(broken)


@pytest.mark.parametrize(
    "foreign", ["[]", "3", "null", '"save"', "{}", '{"game": "koenigsberg"}', '{"countermarch": 99}']
)
def test_foreign_json_is_no_save(foreign: str) -> None:
    with pytest.raises(cm.SaveError, match="not a Countermarch save of format 1"):
        cm.resume(foreign)


@pytest.mark.parametrize("key", ["game", "version", "actions", "fingerprint"])
def test_a_missing_part_is_named(text: str, key: str) -> None:
    with pytest.raises(cm.SaveError, match=f"lacks {key}"):
        cm.resume(without(text, key))


@pytest.mark.parametrize("actions", [3, "done", {"a": 1}, [1, 2], [None], ["done", ["done"]]])
def test_actions_are_a_list_of_texts(text: str, actions: Any) -> None:
    with pytest.raises(cm.SaveError, match="not a list of texts"):
        cm.resume(changed(text, actions=actions))


@pytest.mark.parametrize("game", ["chess", "", 3, None, ["koenigsberg"]])
def test_an_unknown_game_is_named(text: str, game: Any) -> None:
    with pytest.raises(cm.SaveError, match=r"does not have: there is no game .*koenigsberg"):
        cm.resume(changed(text, game=game))


@pytest.mark.parametrize("version", ["1", "99", 3, None])
def test_a_save_of_other_rules_is_refused_with_both_versions(text: str, version: Any) -> None:
    with pytest.raises(cm.SaveError, match=f"rules version {version}, this is 3; finish it with the old version"):
        cm.resume(changed(text, version=version))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("key", "xyz"),
        ("key", 12),
        ("key", "00" * 99),
        ("options", {"weather": "on"}),
        ("options", {"fog_of_war": "thick"}),
        ("options", ["fog_of_war"]),
        ("options", None),
        ("scenario", "kursk"),
        ("scenario", ["campaign"]),
    ],
)
def test_a_damaged_header_is_refused(text: str, key: str, value: Any) -> None:
    with pytest.raises(cm.SaveError, match="header is damaged"):
        cm.resume(changed(text, **{key: value}))


@pytest.mark.parametrize("key", ["key", "options", "scenario"])
def test_a_header_without_its_parts_is_refused(text: str, key: str) -> None:
    with pytest.raises(cm.SaveError, match="header is damaged"):
        cm.resume(without(text, key))


def test_another_key_ends_elsewhere_and_is_noticed(text: str) -> None:
    with pytest.raises(cm.SaveError):
        cm.resume(changed(text, key="00" * 32))


@pytest.mark.parametrize("entry", ["fly", "move 5A-99", "resolve", "!dice 9", "!dice", "!", "!draw XXX", "!cheat 6"])
def test_a_tampered_action_is_named_with_its_number(text: str, entry: str) -> None:
    actions = json.loads(text)["actions"]
    with pytest.raises(cm.SaveError, match="cannot be replayed: action 3, "):
        cm.resume(changed(text, actions=[*actions[:2], entry, *actions[3:]]))


def test_a_left_out_or_added_action_is_noticed(text: str) -> None:
    actions = json.loads(text)["actions"]
    for tampered in (actions[:-1], [*actions, "!dice 6"]):
        with pytest.raises(cm.SaveError):
            cm.resume(changed(text, actions=tampered))


def test_a_tampered_fingerprint_is_noticed(text: str) -> None:
    with pytest.raises(cm.SaveError, match="another position than it says"):
        cm.resume(changed(text, fingerprint="0" * 32))


def test_a_damaged_start_position_is_refused() -> None:
    game = cm.load("koenigsberg")
    saved = json.loads(game.from_position(game.start(seed=1).position()).save())
    for position in (None, {}, {**saved["position"], "turn": 77}, {**saved["position"], "game": "chess"}):
        with pytest.raises(cm.SaveError, match="header is damaged"):
            cm.resume(json.dumps({**saved, "position": position}))


def test_a_match_with_laid_over_values_resumes_with_them(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,move\n5A-72,1\n", encoding="utf-8")
    match = played(cm.load("koenigsberg", data=tmp_path).start(seed=2), 30)
    assert cm.resume(match.save(), data=tmp_path).fingerprint() == match.fingerprint()


@pytest.mark.parametrize("seed", [2, 5])
def test_a_match_is_its_beginning_and_its_record(seed: int) -> None:
    match = cm.load("koenigsberg").start(seed=seed)
    match.next_dice(6, 1)
    pick = Random(seed)
    for _ in range(40):
        match.play(match.legal()[pick.randrange(len(match.legal()))])
    again = match.beginning()
    assert again.record == () and again.fingerprint() == cm.load("koenigsberg").start(seed=seed).fingerprint()
    for entry in match.record:
        again.repeat(entry)
    assert match.record[0] == "!dice 6 1" and len(match.record) == 41
    assert again.fingerprint() == match.fingerprint() and again.save() == match.save()


def test_the_beginning_of_an_edited_position_is_that_position() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    edited = match.game.from_position({**match.position(), "turn": 2})
    edited.play(edited.legal()[0])
    assert edited.beginning().position()["turn"] == 2 and edited.beginning().record == ()


def test_what_was_played_since_is_told_unless_something_was_taken_back() -> None:
    match = cm.load("koenigsberg").start(seed=2)
    earlier = played(match, 10).copy()
    played(match, 25)
    assert match.since(earlier) == match.record[earlier.entries :] and match.since(match) == ()
    assert cm.resume(match.save()).since(earlier) == match.since(earlier)
    assert earlier.since(match) is None  # it is the later one
    while not match.can_undo:
        played(match, 1)
    later = match.copy()
    match.undo()
    assert match.since(later) is None and match.since(earlier) == later.since(earlier)[:-1]  # type: ignore[index]
    assert match.anew(seed=3).since(match.beginning()) is None


def test_a_match_begins_as_another_if_it_has_the_same_game_values_options_and_dice(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,move\n5A-72,1\n", encoding="utf-8")
    match = cm.load("koenigsberg").start(seed=2)
    fogged = cm.load("koenigsberg").start(seed=2, options={"fog_of_war": "on"})
    changed = cm.load("koenigsberg", data=tmp_path).start(seed=2)
    edited = match.game.from_position({**match.position(), "turn": 2})
    others = [fogged, changed, edited, match.anew(seed=3), cm.load("koenigsberg45").start(seed=2)]
    assert [match.since(other) for other in others] == [None] * 5
    assert match.since(cm.load("koenigsberg").start(seed=2)) == ()


def test_the_opening_is_a_save_of_the_beginning() -> None:
    match = played(cm.load("koenigsberg").start(seed=2), 20)
    edited = played(match.with_new_dice(seed=1), 5)
    for one in (match, edited):
        assert cm.resume(one.opening()).save() == one.beginning().save()


def test_a_match_that_is_taken_up_is_at_the_same_moment() -> None:
    match = played(cm.load("koenigsberg").start(seed=2), 60)
    again = match.beginning().taken_up(match.position(), match.record, match.undoable)
    assert (again.moment, again.entries, again.undoable) == (match.moment, match.entries, match.undoable)
    assert again.save() == match.save()
