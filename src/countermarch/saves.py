"""Saves as text: what they hold, before anything of it is played."""

from __future__ import annotations

import json
from typing import Any

from countermarch.texts import ForeignError, reason, say

FORMAT = 1


class SaveError(ForeignError):
    """A save is damaged, foreign, or of other rules; the message says which and what to do."""


def read_save(text: str) -> dict[str, Any]:
    """A save as it is written, its parts there and of their kind; whether it can be played is seen by playing it."""
    try:
        saved = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except SaveError:
        raise
    except (ValueError, TypeError, RecursionError) as error:
        raise SaveError(say("engine.save.no_json", why=reason(error))) from None
    if not isinstance(saved, dict) or saved.get("countermarch") != FORMAT:
        raise SaveError(say("engine.save.format", format=FORMAT))
    missing = [key for key in ("game", "version", "actions", "fingerprint") if key not in saved]
    if missing:
        raise SaveError(say("engine.save.lacks", missing=missing))
    if not isinstance(saved["actions"], list) or not all(isinstance(entry, str) for entry in saved["actions"]):
        raise SaveError(say("engine.save.no_texts"))
    return saved


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """What is said twice is contradicted."""
    found = dict(pairs)
    if len(found) < len(pairs):
        named = [name for name, _ in pairs]
        raise SaveError(say("engine.save.twice", name=next(name for name in found if named.count(name) > 1)))
    return found


def _no_number(word: str) -> None:
    raise SaveError(say("engine.save.number", word=word))
