"""What a stranger's hand, a bad disk or another program may make of a position or a save."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

Document = dict[str, Any]
Path = tuple[Any, ...]
Edit = Callable[["Hand", Document], None]

NUMBERS = (-1, 0, 1, 2, 3, 5, 7, 99, 255, 10**6, 2**31, 2**63, 10**30, -(2**40))
TEXTS = ("", " ", "x", "\ud800", "\x00", "0101", "german", "soviet", "Retreat", "é" * 300, "9" * 5000)
OTHERS: tuple[Any, ...] = (
    None,
    True,
    False,
    1.5,
    1e308,
    [],
    {},
    [[]],
    [[[[[[1]]]]]],
    {"a": {"b": []}},
    float("nan"),
    float("inf"),
)


class Hand:
    """Edits documents by chance; `others` are documents to take things from."""

    def __init__(self, rng: Random, others: Sequence[Document]) -> None:
        self.rng = rng
        self.others = others

    def maim(self, document: Document, edits: Sequence[Edit], number: int) -> list[str]:
        """So many edits, one after the other; their names."""
        done = []
        for _ in range(number):
            edit = self.rng.choice(edits)
            edit(self, document)
            done.append(edit.__name__)
        return done

    def path(self, document: Any) -> Path:
        """Any place in it; each part of the document is as likely as the others, long or short."""
        key = self.rng.choice(list(document))
        below = list(paths(document[key], (key,)))
        return self.rng.choice(below) if below and self.rng.random() < 0.9 else (key,)

    def unit(self, document: Document) -> Document:
        units = [entry for entry in listed(document, "units") if isinstance(entry, dict) and entry]
        return self.rng.choice(units) if units else {}

    def frame(self, document: Document) -> Document:
        frames = [entry for entry in listed(document, "flow") if isinstance(entry, dict) and entry]
        return self.rng.choice(frames) if frames else {}


def listed(document: Document, key: str) -> list[Any]:
    found = document.get(key)
    return found if isinstance(found, list) else []


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from paths(item, (*path, key))


def room(document: Any, path: Path) -> Any:
    """What holds the last key of a path."""
    for key in path[:-1]:
        document = document[key]
    return document


# anywhere


def neighbour(hand: Hand, document: Document) -> None:
    """A value beside the one that was there."""
    path = hand.path(document)
    held, key = room(document, path), path[-1]
    value = held[key]
    if isinstance(value, bool):
        held[key] = not value
    elif isinstance(value, int):
        held[key] = value + hand.rng.choice((-2, -1, 1, 2))
    elif isinstance(value, str) and value:
        at = hand.rng.randrange(len(value))
        held[key] = value[:at] + hand.rng.choice("019aZ ") + value[at + 1 :]


def stranger(hand: Hand, document: Document) -> None:
    """A value that has no business there."""
    path = hand.path(document)
    room(document, path)[path[-1]] = copied(hand.rng.choice((*NUMBERS, *TEXTS, *OTHERS)))


def borrowed(hand: Hand, document: Document) -> None:
    """A value from somewhere else, of this document or another one."""
    path, other = hand.path(document), hand.rng.choice((document, *hand.others))
    source = hand.path(other) if other else ()
    if source and source != path[: len(source)]:
        room(document, path)[path[-1]] = copied(room(other, source)[source[-1]])


def same_place(hand: Hand, document: Document) -> None:
    """What stands at the same place in another document."""
    path, other = hand.path(document), hand.rng.choice(hand.others)
    try:
        room(document, path)[path[-1]] = copied(room(other, path)[path[-1]])
    except (KeyError, IndexError, TypeError):
        return


def dropped(hand: Hand, document: Document) -> None:
    path = hand.path(document)
    if len(document) > 1:
        del room(document, path)[path[-1]]


def doubled(hand: Hand, document: Document) -> None:
    lists = [path for path in paths(document) if isinstance(room(document, path)[path[-1]], list)]
    if lists:
        path = hand.rng.choice(lists)
        found = room(document, path)[path[-1]]
        if found:
            found.insert(hand.rng.randrange(len(found) + 1), copied(hand.rng.choice(found)))


def shuffled(hand: Hand, document: Document) -> None:
    lists = [path for path in paths(document) if isinstance(room(document, path)[path[-1]], list)]
    if lists:
        path = hand.rng.choice(lists)
        hand.rng.shuffle(room(document, path)[path[-1]])


def added(hand: Hand, document: Document) -> None:
    path = hand.path(document)
    held = room(document, path)[path[-1]]
    if isinstance(held, list):
        held.append(hand.rng.choice((*NUMBERS[:9], "0101", "x", None)))
    elif isinstance(held, dict):
        held[hand.rng.choice(("x", "hex", "0101", ""))] = hand.rng.choice(NUMBERS[:9])


def copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list) else value


# the procedures under way


def frame_dropped(hand: Hand, document: Document) -> None:
    frames = listed(document, "flow")
    if frames:
        del frames[hand.rng.randrange(len(frames))]


def frame_doubled(hand: Hand, document: Document) -> None:
    frames = listed(document, "flow")
    if frames:
        frames.insert(hand.rng.randrange(len(frames) + 1), copied(hand.rng.choice(frames)))


def frames_shuffled(hand: Hand, document: Document) -> None:
    hand.rng.shuffle(listed(document, "flow"))


def frame_of_another(hand: Hand, document: Document) -> None:
    frames = listed(document, "flow")
    other = listed(hand.rng.choice(hand.others), "flow")
    if frames and other:
        at, frame = hand.rng.randrange(len(frames) + 1), copied(hand.rng.choice(other))
        frames[at : at + hand.rng.randrange(2)] = [frame]


def flow_of_another(hand: Hand, document: Document) -> None:
    """The whole stack, with its phase if need be."""
    other = hand.rng.choice(hand.others)
    document["flow"] = copied(other.get("flow"))
    for key in ("phase", "turn", "to_act"):
        if hand.rng.random() < 0.7 and key in other:
            document[key] = copied(other[key])


def top_of_another(hand: Hand, document: Document) -> None:
    """Another moment's choice on the same procedure."""
    frames, other = listed(document, "flow"), listed(hand.rng.choice(hand.others), "flow")
    names = [frame["procedure"] for frame in frames if isinstance(frame, dict) and "procedure" in frame]
    for at, frame in enumerate(other):
        if frame["procedure"] in names[-2:] and hand.rng.random() < 0.7:
            frames[names.index(frame["procedure"]) :] = copied(other[at:])
            document.pop("to_act", None)
            return


def field_of_frame(hand: Hand, document: Document) -> None:
    """One field of one frame: another number, or one more or less in its list."""
    frame = hand.frame(document)
    names = [name for name in frame if name != "procedure"]
    if not names:
        return
    name = hand.rng.choice(names)
    value = frame[name]
    if isinstance(value, list):
        frame[name] = list_edited(hand, value)
    elif isinstance(value, bool):
        frame[name] = not value
    elif isinstance(value, int):
        frame[name] = hand.rng.choice((value - 1, value + 1, hand.rng.randrange(200), hand.rng.randrange(1600), 255))
    elif isinstance(value, str):
        frame[name] = hand.rng.choice(("", value + value, value[:-1], "german", "A", "2BF", "7.42"))


def list_edited(hand: Hand, value: list[Any]) -> list[Any]:
    found: list[Any] = copied(value)
    way = hand.rng.randrange(4)
    if found and way == 0:
        del found[hand.rng.randrange(len(found))]
    elif found and way == 1:
        at = hand.rng.randrange(len(found))
        found[at] = list_edited(hand, found[at]) if isinstance(found[at], list) else hand.rng.randrange(300)
    elif found and way == 2:
        found.append(copied(hand.rng.choice(found)))
    else:
        found.append(hand.rng.randrange(300))
    return found


# counters and tracks: edits that a person would make


def moved(hand: Hand, document: Document) -> None:
    """A unit laid where another one stands, or near by, or anywhere."""
    unit, other = hand.unit(document), hand.unit(document)
    if unit and other.get("hex"):
        number = str(other["hex"])
        if hand.rng.random() < 0.5:
            number = number[:-1] + str(hand.rng.randrange(10))
        unit["hex"], unit["where"] = number, None
        unit["steps"] = unit.get("steps") or 1


def boxed(hand: Hand, document: Document) -> None:
    unit, other = hand.unit(document), hand.unit(document)
    if unit and other.get("where"):
        unit["hex"], unit["where"] = None, other["where"]
        unit["steps"] = hand.rng.choice((0, unit.get("steps")))


def weakened(hand: Hand, document: Document) -> None:
    unit = hand.unit(document)
    if unit.get("steps") == 2:
        unit["steps"] = 1


def marked(hand: Hand, document: Document) -> None:
    unit = hand.unit(document)
    marks = [key for key, value in unit.items() if value in (0, 1) and key not in ("level", "steps")]
    if marks:
        mark = hand.rng.choice(marks)
        unit[mark] = 1 - unit[mark]


def fed(hand: Hand, document: Document) -> None:
    unit = hand.unit(document)
    if "supply" in unit:
        unit["supply"] = hand.rng.choice(("supplied", "out_of_supply", "isolated", "over_extended"))


def later(hand: Hand, document: Document) -> None:
    document["turn"] = hand.rng.randint(1, 10)


def chits_moved(hand: Hand, document: Document) -> None:
    names = [name for name in ("cup", "drawn", "void", "removed_chits") if listed(document, name)]
    if names:
        source, goal = hand.rng.choice(names), hand.rng.choice(("cup", "drawn", "void", "removed_chits"))
        chits = listed(document, source)
        chit = chits.pop(hand.rng.randrange(len(chits)))
        if isinstance(document.get(goal), list):
            document[goal].append(chit)


def taken(hand: Hand, document: Document) -> None:
    control = document.get("control")
    if isinstance(control, dict) and control:
        control[hand.rng.choice(list(control))] = hand.rng.choice(list(control.values()))


def begun_anew(hand: Hand, document: Document) -> None:
    """Without the procedures under way the phase begins again."""
    document.pop("flow", None)
    document.pop("to_act", None)


def dice_laid(hand: Hand, document: Document) -> None:
    if isinstance(document.get("dice"), dict):
        number = hand.rng.choice((1, 3, 2000))
        document["dice"]["next"] = [hand.rng.randint(1, 6) for _ in range(number)]


def effect(hand: Hand, document: Document) -> None:
    effects = document.get("effects")
    if isinstance(effects, dict) and effects:
        effects[hand.rng.choice(list(effects))] = hand.rng.choice((0, 1, 2, 3, 50))


ANYWHERE: tuple[Edit, ...] = (neighbour, stranger, borrowed, same_place, dropped, doubled, shuffled, added)
FLOW: tuple[Edit, ...] = (
    *(frame_dropped, frame_doubled, frames_shuffled, frame_of_another, flow_of_another, top_of_another),
    *(field_of_frame, field_of_frame, field_of_frame),
)
COUNTERS: tuple[Edit, ...] = (
    *(moved, boxed, weakened, marked, fed, later, chits_moved, taken, begun_anew, dice_laid, effect),
)
HARMLESS: tuple[Edit, ...] = (weakened, begun_anew)
