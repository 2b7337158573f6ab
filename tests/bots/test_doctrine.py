"""What captains hold things to be worth, as data."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from countermarch.bots.captain import Captain
from countermarch.bots.doctrine import UnknownStyle, doctrine, styles_of
from countermarch.bots.lieutenant import Doctrine, Lieutenant
from countermarch.bots.marshal import Marshal
from countermarch.bots.tactician import Tactician
from countermarch.bots.thinker import Thinker, offers
from countermarch.bots.weights import CampaignDoctrine, ChitDoctrine, FieldDoctrine
from countermarch.match import load


def test_the_data_say_what_a_side_thinks_otherwise() -> None:
    german, soviet = (doctrine(Doctrine, "bridgehead", side) for side in ("german", "soviet"))
    assert soviet.fear < Doctrine().fear < german.fear and german.calm == Doctrine().calm


def test_a_style_is_a_factor_on_what_it_names_and_leaves_the_rest() -> None:
    usual, bold = (doctrine(Doctrine, "bridgehead", "german", style) for style in ("", "bold"))
    assert bold.own_step == pytest.approx(0.7 * usual.own_step) and bold.town == usual.town


def test_a_captain_of_his_own_mind_differs_in_every_weight_but_is_himself() -> None:
    usual, own = (doctrine(Doctrine, "bridgehead", "german", style) for style in ("", "~1"))
    changed = {f.name for f in fields(Doctrine) if getattr(usual, f.name) != getattr(own, f.name)}
    assert changed == {f.name for f in fields(Doctrine)} - {"calm"}
    doctrine.cache_clear()
    assert own == doctrine(Doctrine, "bridgehead", "german", "~1") != doctrine(Doctrine, "bridgehead", "german", "~2")


def test_an_unknown_style_is_refused_with_the_known_ones() -> None:
    assert styles_of("bridgehead") == ("cautious", "bold", "historical")
    with pytest.raises(UnknownStyle, match=r"no style 'furious'; the styles are: cautious, bold, historical"):
        Lieutenant(1, "furious").choose(load("bridgehead").start(seed=1))


CHIT_GAMES = ("koenigsberg", "koenigsberg45", "stargard")


@pytest.mark.parametrize("game", CHIT_GAMES)
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_every_chit_pull_game_has_its_styles(game: str, side: str) -> None:
    usual = doctrine(ChitDoctrine, game, side)
    assert styles_of(game) == ("cautious", "bold", "historical")
    assert doctrine(ChitDoctrine, game, side, "bold").own_step < usual.own_step
    assert doctrine(ChitDoctrine, game, side, "cautious").own_step > usual.own_step


def test_a_captain_marches_by_his_doctrine() -> None:
    match, captain = load("koenigsberg").start(seed=1, pauses=False), Captain(1)
    while not offers(match, "move"):
        match.play(captain.choose(match))
    side = str(match.to_act)
    plans = [Captain(1, style).plan(match.imagine(side, 1), side) for style in ("", "", "bold", "cautious", "~1")]
    assert plans[0] and plans[0] == plans[1]
    assert any(plan != plans[0] for plan in plans)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("game", "kind"), [("vistula", CampaignDoctrine), ("seelow", FieldDoctrine)])
def test_campaign_and_battle_have_their_styles(game: str, kind: Any, side: int) -> None:
    whose = load(game).info.sides[side]
    usual = doctrine(kind, game, whose)
    assert styles_of(game) == ("cautious", "bold", "historical")
    assert doctrine(kind, game, whose, "bold").own_step < usual.own_step
    assert doctrine(kind, game, whose, "cautious").own_step > usual.own_step
    assert doctrine(kind, game, whose, "historical").takes_objective > usual.takes_objective


@pytest.mark.parametrize(("game", "captain"), [("vistula", Marshal), ("seelow", Tactician)])
def test_marshal_and_tactician_march_by_their_doctrine(game: str, captain: type[Thinker]) -> None:
    match = load(game).start(seed=1, pauses=False)
    while not offers(match, "move"):
        match.play(captain(1).choose(match))
    side = str(match.to_act)
    plans = [captain(1, style).plan(match.imagine(side, 1), side) for style in ("", "", "bold", "cautious", "~1")]
    assert plans[0] and plans[0] == plans[1]
    assert any(plan != plans[0] for plan in plans)
