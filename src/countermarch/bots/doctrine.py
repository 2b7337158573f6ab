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
DIFFERS = 0.4  # by what factor, as the logarithm's standard deviation


class UnknownStyle(SaidError):
    pass


@cache
def doctrine(kind: type[D], game: str, side: str, style: str = "") -> D:
    """The defaults of its kind, what the data say of the game and the side, and what the style makes of it."""
    said = _said(game)
    known = {field.name for field in fields(kind)}
    values = {**said.get("all", {}), **said.get(side, {})}
    wrong = sorted(values.keys() - known)
    if wrong:
        raise ValueError(f"bots/data/{game}.toml: {kind.__name__} has no weight {wrong[0]!r}")
    own = replace(kind(), **values)
    if style.startswith(OWN_MIND):
        return replace(own, **_differently(own, f"{game} {side} {style}"))
    return replace(own, **_bent(own, said.get("style", {}), style)) if style else own


@cache
def _said(game: str) -> Mapping[str, Any]:
    file = files("countermarch.bots") / "data" / f"{game}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def styles_of(game: str) -> tuple[str, ...]:
    """The styles a game's data know."""
    return tuple(_said(game).get("style", {}))


def _bent(own: DataclassInstance, styles: Mapping[str, Mapping[str, float]], style: str) -> dict[str, float]:
    """The weights a style names, times its factors."""
    if style not in styles:
        raise UnknownStyle(say("engine.error.no_style", style=style, styles=tuple(styles)))
    return {name: getattr(own, name) * factor for name, factor in styles[style].items()}


def _differently(own: DataclassInstance, whose: str) -> dict[str, float]:
    rng = Random(blake2b(whose.encode(), digest_size=8).digest())
    weights = {field.name: getattr(own, field.name) for field in fields(own)}
    return {name: value * exp(rng.gauss(0, DIFFERS)) for name, value in weights.items() if type(value) is float}
