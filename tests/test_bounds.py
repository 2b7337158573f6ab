"""How far what is reconstructed may move: bounds in data, every cell spoken of, knobs that keep to them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import countermarch as cm
from countermarch.games import bounds, rules
from countermarch.games.bounds import Bound, Cell, Group, bounds_of, cells, turned
from countermarch.shelf import OURS, DataError
from countermarch.values import tuned

GAMES = list(OURS)
KNOBS = [(game, knob.key) for game in GAMES for knob in bounds_of(game).knobs]


@pytest.mark.parametrize("game", GAMES)
def test_every_reconstructed_value_may_move_or_says_why_it_is_fixed(game: str) -> None:
    known = bounds_of(game)
    unspoken = {(cell.table, cell.column) for cell in cells(rules(game)) if known.of(cell) is None}
    assert unspoken == set()
    assert all(len(bound.reason.split()) >= 1 and bound.reason for bound in known.bounds)


@pytest.mark.parametrize("game", GAMES)
def test_every_bound_speaks_of_some_value_in_a_game_of_its_family(game: str) -> None:
    family = ("koenigsberg", "koenigsberg45") if game.startswith("koenigsberg") else (game,)
    spoken = {bounds_of(one).of(cell) for one in family for cell in cells(rules(one))}
    assert [bound.group for bound in bounds_of(game).bounds if bound not in spoken] == []


@pytest.mark.parametrize("game", GAMES)
def test_there_are_knobs_and_a_history_of_every_scenario(game: str) -> None:
    known, info = bounds_of(game), rules(game).info
    assert 3 <= len(known.knobs) <= 16
    assert [course.scenario for course in known.history] == [scenario.key for scenario in info.scenarios]
    for course in known.history:
        assert course.source
        assert course.level in ("", *course.ladder)


@pytest.mark.parametrize(("game", "key"), KNOBS)
def test_a_knob_at_its_ends_moves_values_within_their_bounds_and_the_game_can_be_set_up(game: str, key: str) -> None:
    loaded, knob = rules(game), bounds_of(game).knob(key)
    ours = {(cell.table, cell.key[1], cell.column): cell for cell in cells(loaded)}
    for end in filter(None, (knob.low, knob.high)):
        values = turned(loaded, {key: end}, "end")
        assert values.tables, f"{key} at {end} moves nothing"
        for table, rows in values.document()["tables"].items():
            for row in rows:
                name, *columns = row
                for column in columns:
                    cell = ours[table, row[name], column]
                    bound = bounds_of(game).of(cell)
                    assert bound is not None and cell.number is not None
                    assert -bound.below <= int(row[column]) - cell.number <= bound.above
        for scenario in loaded.info.scenarios:
            cm.load(game, values.document()).start(scenario.key, seed=1)


def test_part_of_a_turn_moves_that_part_of_the_rows() -> None:
    loaded = rules("seelow")
    whole, half = (turned(loaded, {"line_morale": turns}, "part") for turns in (-1, -0.5))
    assert len(whole.rows("units.csv")) == 22
    assert len(half.rows("units.csv")) == 11


def test_a_knob_of_one_value_is_rounded_alike_on_both_sides() -> None:
    loaded = rules("vistula")
    for turns, moved in ((0.4, False), (-0.4, False), (0.6, True), (-0.6, True)):
        assert bool(turned(loaded, {"danzig": turns}, "one").tables) is moved


def test_knobs_that_move_the_same_value_are_added_and_held() -> None:
    loaded = rules("vistula")
    both = turned(loaded, {"foot_defence": 1, "spring_defence": 1}, "both")
    defences = {row["id"]: row["defence"] for _, row in both.rows("units.csv")}
    ours = {cell.key[1]: cell for cell in cells(loaded) if cell.column == "defence"}
    assert all(int(defence) == int(ours[id].ours) + 1 for id, defence in defences.items())  # and no more
    less = turned(loaded, {"foot_defence": 1, "spring_defence": -1}, "less")
    late = {row["id"] for _, row in both.rows("units.csv") if ours[row["id"]].row["arrives"] in ("6", "7")}
    assert late and late.isdisjoint(row["id"] for _, row in less.rows("units.csv"))


def test_no_knob_turned_is_no_change() -> None:
    assert turned(rules("seelow"), {"april_guns": 0}, "none").tables == ()


def test_a_value_outside_its_limits_already_is_not_drawn_back() -> None:
    bound = Bound(Group("units.csv", ("attack",)), "why", below=1, above=1, least=3)
    assert bound.held(2, 2) == 2
    assert bound.held(2, 1) == 2
    assert bound.held(2, 3) == 3


def test_the_published_total_of_soviet_activations_is_kept() -> None:
    for end in (-1, 1):
        changed = dict.fromkeys(range(1, 11), 0)
        document = turned(rules("koenigsberg"), {"soviet_limits": end}, "limits").document()
        rows = {row["turn"]: row for row in document["tables"]["turns.csv"]}
        ours = {cell.key[1]: cell.row for cell in cells(rules("koenigsberg")) if cell.table == "turns.csv"}
        for turn in changed:
            row = {**ours[str(turn)], **rows.get(str(turn), {})}
            assert 7 <= int(row["limit_2BF"]) + int(row["limit_3BF"]) <= 10


def test_an_unknown_knob_names_those_there_are() -> None:
    with pytest.raises(ValueError, match="there is no knob 'luck'; there are soviet_wins_from"):
        bounds_of("bridgehead").knob("luck")


def test_a_game_without_bounds_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "FILE", "nothing.toml")
    bounds_of.cache_clear()
    with pytest.raises(DataError, match="nobody has said how far its values may move"):
        bounds_of("bridgehead")
    monkeypatch.undo()
    bounds_of.cache_clear()


def test_what_a_rulebook_gives_is_no_cell() -> None:
    found = {(cell.key[1], cell.column) for cell in cells(rules("koenigsberg")) if cell.table == "turns.csv"}
    assert ("4", "limit_3BF") in found
    assert ("3", "limit_3BF") not in found  # printed


def test_words_are_no_numbers() -> None:
    assert Cell("t", ("id", "a"), "c", "-3", {}).number == -3
    assert Cell("t", ("id", "a"), "c", "0.5", {}).number is None
    assert Cell("t", ("id", "a"), "c", "", {}).number is None


def test_turned_values_go_through_a_file_and_a_save(tmp_path: Path) -> None:
    document = turned(rules("bridgehead"), {"german_defence": 1}, "kept").document()
    file = tmp_path / "kept.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    match = cm.load("bridgehead", file).start(seed=1)
    assert cm.resume(match.save()).game.values == match.game.values


# what ships


SHIPPED = [game for game in GAMES if tuned(game) is not None]


def test_some_games_ship_tuned_values() -> None:
    assert SHIPPED


@pytest.mark.parametrize("game", SHIPPED)
def test_tuned_values_move_what_may_move_as_far_as_it_may(game: str) -> None:
    values, known = tuned(game), bounds_of(game)
    assert values is not None and (values.name, values.game) == ("tuned", game)
    ours = {(cell.table, cell.key[1], cell.column): cell for cell in cells(rules(game))}
    for table, rows in values.document()["tables"].items():
        for row in rows:
            name, *columns = row
            for column in columns:
                cell = ours[table, row[name], column]
                bound = known.of(cell)
                assert bound is not None and cell.number is not None
                assert bound.held(cell.number, int(row[column])) == int(row[column]) != cell.number


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_data_is_the_first_reconstruction_and_by_name_the_tuned_one(game: str) -> None:
    plain, named = cm.load(game), cm.load(game, "tuned")
    assert plain.values is None
    assert named.values == tuned(game)
    match = named.start(seed=1)
    assert cm.resume(match.save()).fingerprint() == match.fingerprint()
    carried = json.loads(match.save()).get("values")
    assert carried == (None if named.values is None else named.values.document())
    assert "values" not in json.loads(plain.start(seed=1).save())


def test_a_folder_called_tuned_is_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tuned").mkdir()
    (tmp_path / "tuned" / "units.csv").write_text("id,attack\n408R,5\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert cm.load("bridgehead", "tuned").values is not None


def test_nobody_is_told_of_tuned_values_of_a_game_there_is_not() -> None:
    assert tuned("chess") is None
