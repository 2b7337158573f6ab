"""What captains hold things to be worth, as data."""

from __future__ import annotations

from dataclasses import fields

import pytest

from countermarch.bots.doctrine import UnknownStyle, doctrine, styles_of
from countermarch.bots.lieutenant import Doctrine, Lieutenant
from countermarch.match import load


def test_the_data_say_what_a_side_thinks_otherwise() -> None:
    assert doctrine(Doctrine, "bridgehead", "german") == Doctrine()
    assert doctrine(Doctrine, "bridgehead", "soviet").fear < Doctrine().fear


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
