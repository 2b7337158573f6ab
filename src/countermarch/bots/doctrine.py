"""What a captain holds things to be worth: a doctrine for each game and side, as data; a style bends it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from math import exp
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from countermarch.texts import SaidError, say

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    D = TypeVar("D", bound=DataclassInstance)
else:
    D = TypeVar("D")

OWN_MIND = "~"  # a style that begins so is a captain who sees everything a little differently, each number in his way
GENERALS = "general."  # a style that begins so is the general's of a scenario, by whose data he differs from captains
FACTOR = "*"  # a style such as `own_step*0.8,guard*1.2` says itself what it bends
DIFFERS = 0.4  # by what factor, as the logarithm's standard deviation


class UnknownStyle(SaidError):
    pass


@cache
def doctrine(kind: type[D], game: str, side: str, style: str = "") -> D:
    """The defaults of its kind, what the data say of the game and the side, and what the style makes of it."""
    said = said_of(game)
    known = {field.name for field in fields(kind)}
    values = {**said.get("all", {}), **said.get(side, {})}
    if style.startswith(GENERALS):
        values |= generals(game, style.removeprefix(GENERALS), side)
    wrong = sorted(values.keys() - known)
    if wrong:
        raise ValueError(f"bots/data/{game}.toml: {kind.__name__} has no weight {wrong[0]!r}")
    own = replace(kind(), **values)
    if style.startswith(OWN_MIND):
        return replace(own, **_differently(own, f"{game} {side} {style}"))
    if not style or style.startswith(GENERALS):
        return own
    return replace(own, **_bent(own, _factors(said.get("style", {}), style)))


@cache
def said_of(game: str) -> Mapping[str, Any]:
    """What the data say of a game's bots."""
    file = files("countermarch.bots") / "data" / f"{game}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def general_of(scenario: str) -> str:
    """The general's style in a scenario."""
    return GENERALS + scenario


def generals(game: str, scenario: str, side: str) -> Mapping[str, float]:
    """What he holds otherwise than his captain."""
    found: Mapping[str, float] = said_of(game).get("general", {}).get(scenario, {}).get(side, {})
    return found


def styles_of(game: str) -> tuple[str, ...]:
    """The styles a game's data know."""
    return tuple(said_of(game).get("style", {}))


def _factors(styles: Mapping[str, Mapping[str, float]], style: str) -> Mapping[str, float]:
    if FACTOR in style:
        said = (part.split(FACTOR) for part in style.split(","))
        return {name: float(factor) for name, factor in said}
    if style not in styles:
        raise UnknownStyle(say("engine.error.no_style", style=style, styles=tuple(styles)))
    return styles[style]


def style_of(factors: Mapping[str, float]) -> str:
    """The style that bends weights by these factors."""
    return ",".join(f"{name}{FACTOR}{factor:.4g}" for name, factor in factors.items())


def _bent(own: DataclassInstance, factors: Mapping[str, float]) -> dict[str, float]:
    """The weights that are named, times their factors."""
    return {name: getattr(own, name) * factor for name, factor in factors.items()}


def weights_of(own: DataclassInstance) -> dict[str, float]:
    """What may be bent: weights, not limits and counts."""
    values = {field.name: getattr(own, field.name) for field in fields(own)}
    return {name: value for name, value in values.items() if type(value) is float}


def _differently(own: DataclassInstance, whose: str) -> dict[str, float]:
    rng = Random(blake2b(whose.encode(), digest_size=8).digest())
    return {name: value * exp(rng.gauss(0, DIFFERS)) for name, value in weights_of(own).items()}
