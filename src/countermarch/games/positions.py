"""Positions as JSON documents: what the documents of all games have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from countermarch import dice
from countermarch.flow import NOBODY, Play, Procedure
from countermarch.games.base import PositionError
from countermarch.state import Chance, State
from countermarch.texts import reason, say

T = TypeVar("T")
MOST_DEEDS, LONGEST_DEED = 9999, 80
SOME = 8  # units told of a document that has not those of the game
DEPTH = 8  # of lists and objects in each other
LENGTH = 10_000  # of a list or an object
LETTERS = 200  # of a text
MOST_LOTS = 9999
MOST_READY = 1000  # dice and draws that can be fixed beforehand
DIGITS = 2**62  # above any number a document holds
KINDS: dict[str, Any] = {"object": dict, "list": list}
LONG = (dict, list)


def reading(read: Callable[[], T]) -> T:
    """Whatever goes wrong while a document is read is a contradiction in it."""
    try:
        return read()
    except PositionError:
        raise
    except KeyError as error:
        raise PositionError(say("engine.position.lacks", name=error)) from error
    except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError, AssertionError) as error:
        raise PositionError(say("engine.position.damaged", why=reason(error))) from error


def whole(name: str, value: object, high: int, low: int = 0) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError(say("engine.position.count", name=name, value=value, low=low, high=high))
    return value


# what no position holds, wherever it stands


def check_plain(value: dict[str, Any] | list[Any], where: str = "", depth: int = 0) -> None:
    """Texts that can be written, numbers that are some, and nothing so long or deep that reading it takes its time."""
    _check_length(where, len(value), LENGTH)
    if depth == DEPTH:
        raise PositionError(say("engine.position.deep", where=where))
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(key, str):
            check_text(key, where)
        if isinstance(item, str):
            check_text(item, where, key)
        elif isinstance(item, LONG):
            check_plain(item, _within(where, key), depth + 1)
        elif item is not None and not -DIGITS <= item <= DIGITS:
            raise PositionError(say("engine.position.number", where=_within(where, key)))


def check_like(value: Any, model: Any, where: str = "") -> None:
    """Objects and lists where a position of the game has such, and single values elsewhere."""
    kind = next((name for name, kinds in KINDS.items() if isinstance(model, kinds)), "single")
    nothing = value is None and (kind == "single" or where == "flow")
    if not nothing and not isinstance(value, KINDS.get(kind, (str, int, float))):
        raise PositionError(say("engine.position.kind", where=where, kind=say(f"engine.position.a_{kind}")))
    if isinstance(value, dict):
        likes = [(key, value[key], model[key]) for key in value.keys() & model.keys()]
    else:
        likes = [(at, item, model[0]) for at, item in enumerate(value)] if isinstance(value, list) and model else []
    for key, item, like in likes:
        if isinstance(item, LONG) or isinstance(like, LONG):  # nothing is wrong with single values
            check_like(item, like, _within(where, key))


def check_text(text: str, where: str, key: object = None) -> None:
    if len(text) > LETTERS:
        _check_length(_within(where, key), len(text), LETTERS)
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise PositionError(say("engine.position.letters", where=_within(where, key)))


def _within(where: str, key: object) -> str:
    """The path to a value, as `units.3.id`."""
    return ".".join(str(part) for part in (where, key) if part not in ("", None))


def _check_length(where: str, length: int, most: int) -> None:
    if length > most:
        raise PositionError(say("engine.position.long", where=where or "{}", length=length, most=most))


# the parts nobody sees


def under_the_table(state: State) -> dict[str, Any]:
    """The procedures under way, and the dice."""
    chance = state.chance
    return {
        "flow": [frame.to_json() for frame in state.frames],
        "dice": {
            "key": chance.key.hex(),
            "deeds": dict(sorted(chance.deeds.items())),
            "next": chance.dice[:],
            "draws": chance.draws[:],
            **({"lot": chance.lot} if chance.lot else {}),
        },
    }


def read_dice(entry: Mapping[str, Any], names: Sequence[str]) -> Chance:
    chance = Chance(bytes.fromhex(entry["key"]), read_deeds(entry["deeds"]))
    if len(entry["next"]) + len(entry["draws"]) > MOST_READY:
        raise PositionError(say("engine.error.ready", most=MOST_READY))
    chance.dice = [whole("dice.next", die, 6, 1) for die in entry["next"]]
    chance.draws = list(entry["draws"])
    chance.lot = whole("dice.lot", entry.get("lot", 0), MOST_LOTS)
    if len(chance.key) != dice.KEY_BYTES or any(name not in names for name in chance.draws):
        raise PositionError(say("engine.position.dice", bytes=dice.KEY_BYTES, draws=tuple(names)))
    return chance


def read_deeds(entry: Mapping[str, Any]) -> dict[str, int]:
    """How often each thing was left to chance this turn; nobody does so much in one."""
    if len(entry) > MOST_DEEDS or any(len(deed) > LONGEST_DEED for deed in entry):
        raise PositionError(say("engine.position.deeds", most=MOST_DEEDS, longest=LONGEST_DEED))
    return {deed: whole(f"dice.deeds.{deed}", often, MOST_DEEDS, 1) for deed, often in entry.items()}


def read_flow(entries: Sequence[Mapping[str, Any]], turn: type[Procedure], sides: Sequence[str]) -> list[Procedure]:
    """The procedures under way; the frame of the turn lies under all others."""
    frames = [_frame(entry, sides) for entry in entries]
    if any(isinstance(frame, turn) for frame in frames[1:]):
        raise PositionError(say("engine.position.turn_in_flow", procedure=turn.full_name))
    return frames


def _frame(entry: Mapping[str, Any], sides: Sequence[str]) -> Procedure:
    if entry["procedure"] not in Procedure.registry:
        raise PositionError(say("engine.position.procedure", procedure=entry["procedure"]))
    frame = Procedure.from_json(entry)
    whole(f"flow: {frame.full_name}.side", getattr(frame, "side", 0), len(sides) - 1)
    return frame


def check_units(entries: Sequence[Mapping[str, Any]], ids: Sequence[str]) -> None:
    """Exactly the game's units, each once."""
    named = Counter(entry["id"] for entry in entries)
    known = set(ids)
    unknown = [str(id) for id in named if id not in known]
    wrong = [id for id in ids if named[id] != 1]
    if unknown or wrong:
        raise PositionError(say("engine.position.units", number=len(ids), named=[*unknown, *wrong][:SOME]))


def check_place(entry: Mapping[str, Any]) -> None:
    """A unit lies in a hex or in a box."""
    number, box = entry["hex"], entry.get("where")
    if number is not None and box is not None:
        raise PositionError(say("engine.position.two_places", unit=entry["id"], hex=number, where=box))


def check_actor(play: Play[Any], doc: Mapping[str, Any]) -> None:
    """Who decides follows from the procedures under way: a document that brings them may not say otherwise."""
    if doc.get("flow") is None or "to_act" not in doc:
        return
    actor = play.top.actor(play) if play.state.frames else NOBODY
    decides = play.sides[actor] if actor != NOBODY else None
    if doc["to_act"] != decides and (decides or not play.state.frames):
        said, nobody = doc["to_act"], say("engine.position.nobody")
        raise PositionError(say("engine.position.to_act", to_act=said or nobody, actor=decides or nobody))


def check_phase(doc: Mapping[str, Any], step: int, phases: Sequence[str]) -> None:
    """A document says the phase in which its flow is, after so many steps of the turn."""
    if 1 <= step <= len(phases) and doc["phase"] != phases[step - 1]:
        raise PositionError(say("engine.position.other_phase", phase=doc["phase"], flow=phases[step - 1]))


def check_version(doc: Mapping[str, Any], version: str) -> None:
    if doc.get("version") != version:
        raise PositionError(say("engine.position.version", theirs=doc.get("version"), ours=version))
