"""Ids of actions: a fixed space, exact masks, both ways."""

from __future__ import annotations

import numpy as np
import pytest

from countermarch.envs import env
from countermarch.envs.coding import NAMED
from tests.envs.scenarios import every_scenario, wander


@every_scenario
def test_the_ones_of_the_mask_are_the_legal_actions_and_every_id_leads_back(game: str, scenario: str) -> None:
    listed = 0
    for at in wander(env(game, scenario, parts=("action_mask",)), seed=7, decisions=250):
        if at.sitting.over:
            break
        choices = at.match.legal().choices
        mask = at.observe(at.agent_selection)["action_mask"]
        ids = [int(id) for id in at.coding.ids(choices)]
        assert sorted(ids) == np.flatnonzero(mask).tolist()
        assert [at.coding.decode(id, choices) for id in ids] == list(choices)
        some = list(at.match.legal())[:: 1 + len(choices) // 20]
        assert [at.decode(at.encode(action)) for action in some] == some
        listed += sum(id >= at.coding.first_place for id in ids)
    assert listed or game in ("bridgehead", "koenigsberg", "koenigsberg45", "stargard"), "pairs and stacks have places"


@every_scenario
def test_who_is_not_asked_may_do_nothing(game: str, scenario: str) -> None:
    table = env(game, scenario)
    table.reset(seed=1)
    other = next(side for side in table.agents if side != table.agent_selection)
    assert table.observe(table.agent_selection)["action_mask"].any()
    assert not table.observe(other)["action_mask"].any()


def test_an_id_with_names_means_the_same_in_every_position() -> None:
    table = env("koenigsberg")
    table.reset(seed=1)
    grammar = table.match.game.rules.grammar
    for section in table.coding.sections.values():
        ids = (section.start, section.start + section.length - 1)
        assert all(table.coding.name(id).startswith(section.verb) for id in ids)
        assert 0 < section.length <= NAMED
    assert table.coding.name(table.coding.sections["to"].start + 44) == f"to {grammar.names['hex'][44]}"
    assert table.coding.name(table.coding.first_place + 3) == "place 3 of legal()"


def test_sections_lie_side_by_side_and_places_behind_them() -> None:
    coding = env("seelow", scenario="kuestrin").coding
    end = 0
    for section in coding.sections.values():
        assert section.start == end
        end += section.length
    assert coding.first_place == end and coding.n == end + coding.places


def test_every_id_of_a_small_game_is_read_and_written_again() -> None:
    coding = env("bridgehead").coding
    choices = [coding.decode(id, ()) for id in range(coding.first_place)]
    assert len(set(choices)) == len(choices)
    assert [coding.encode(choice, 0) for choice in choices if choice] == list(range(coding.first_place))
    assert coding.decode(-1, ()) is None and coding.decode(coding.first_place, ()) is None


def test_a_place_stands_only_for_what_has_no_names() -> None:
    table = env("bridgehead")
    table.reset(seed=1)
    with pytest.raises(ValueError, match="stands for no action"):
        table.decode(table.coding.first_place)


def test_paths_have_their_place_on_the_list() -> None:
    table = env("bridgehead")
    found = [at for seed in range(9) for at in wander(table, seed, 400) if _retreating(at)]
    assert found, "somebody had to choose a way back"


def _retreating(at: object) -> bool:
    assert hasattr(at, "match")
    legal = at.match.legal() if at.match.to_act is not None else ()
    for place, action in enumerate(legal):
        if action.verb == "retreat":
            assert at.encode(action) == at.coding.first_place + place  # type: ignore[attr-defined]
            return True
    return False


def test_what_is_not_on_the_list_has_no_id() -> None:
    table = env("bridgehead")
    table.reset(seed=1)
    with pytest.raises(ValueError, match="not on the list"):
        table.encode("blow")
