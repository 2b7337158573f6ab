"""Positions as JSON documents: what the documents of all games have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from countermarch import dice
from countermarch.flow import Procedure
from countermarch.games.base import PositionError
from countermarch.state import Chance, State
from countermarch.texts import reason, say

T = TypeVar("T")


def reading(read: Callable[[], T]) -> T:
    """Whatever goes wrong while a document is read is a contradiction in it."""
    try:
        return read()
    except PositionError:
        raise
    except KeyError as error:
        raise PositionError(say("engine.position.lacks", name=error)) from error
    except (TypeError, ValueError, AttributeError, IndexError, OverflowError, AssertionError) as error:
        raise PositionError(say("engine.position.damaged", why=reason(error))) from error


def whole(name: str, value: object, high: int, low: int = 0) -> int:
    if not isinstance(value, int) or not low <= value <= high:
        raise PositionError(say("engine.position.count", name=name, value=value, low=low, high=high))
    return value


# the parts nobody sees


def under_the_table(state: State) -> dict[str, Any]:
    """The procedures under way, and the dice."""
    chance = state.chance
    return {
        "flow": [frame.to_json() for frame in state.stack],
        "dice": {"key": chance.key.hex(), "count": chance.count, "next": chance.dice[:], "draws": chance.draws[:]},
    }


def read_dice(entry: Mapping[str, Any], names: Sequence[str]) -> Chance:
    chance = Chance(bytes.fromhex(entry["key"]), whole("dice.count", entry["count"], 2**62))
    chance.dice = [whole("dice.next", die, 6, 1) for die in entry["next"]]
    chance.draws = list(entry["draws"])
    if len(chance.key) != dice.KEY_BYTES or any(name not in names for name in chance.draws):
        raise PositionError(say("engine.position.dice", bytes=dice.KEY_BYTES, draws=tuple(names)))
    return chance


def read_frame(entry: Mapping[str, Any]) -> Procedure:
    if entry["procedure"] not in Procedure.registry:
        raise PositionError(say("engine.position.procedure", procedure=entry["procedure"]))
    return Procedure.from_json(entry)


def check_units(entries: Sequence[Mapping[str, Any]], ids: Sequence[str]) -> None:
    """Exactly the game's units, each once."""
    named = {entry["id"] for entry in entries}
    unknown = [id for id in named if id not in ids]
    missing = [id for id in ids if id not in named]
    if unknown or missing or len(named) != len(entries):
        wrong = unknown or missing or say("engine.position.one_twice")
        raise PositionError(say("engine.position.units", number=len(ids), named=wrong))


def check_version(doc: Mapping[str, Any], version: str) -> None:
    if doc.get("version") != version:
        raise PositionError(say("engine.position.version", theirs=doc.get("version"), ours=version))
