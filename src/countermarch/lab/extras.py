"""What an extra brings, or how to get it."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def needed(module: str, who: str, extra: str) -> Any:
    """A module that may not be installed: `who` as in "experiments need"."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ValueError(f"{who} {error.name}; pip install 'countermarch[{extra}]' brings it") from None
