"""Procedures, the newest asked first: each step of the sequence of play, and each thing that can interrupt it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, fields
from functools import cache
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from countermarch import dice
from countermarch.notation import Choice, Grammar
from countermarch.rulebook import Citation, Refusal
from countermarch.state import State
from countermarch.texts import Text, say


class Named(Protocol):
    @property
    def id(self) -> str: ...


S = TypeVar("S", bound=State)
N = TypeVar("N", bound=Named)
F = TypeVar("F", bound="Procedure")

NOBODY = -1
KINDS = ("unit", "units", "hex", "path", "place", "assign", "amount", "option", "hidden", "done")
HANDS_ON = frozenset(KINDS[:7])  # kinds of decisions in which counters are touched


@dataclass(frozen=True, slots=True)
class Decision:
    """What is asked of whom, in one of the shapes every client knows, and which units and hexes it is about."""

    kind: str
    side: str
    prompt: Text
    citations: tuple[Citation, ...]
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    answers: str = ""  # where the catalogues say what an action means here
    actor: Text | None = None  # in whose name the side acts just now: a headquarters, a formation


ALL_SEEN: Mapping[str, Sequence[str]] = {}


class Event:
    """Something that happened; its text is made when read. `sees` names the sides that may know it (None: all).

    `assault` is what a die was cast for and how that was reckoned, if the play weighs attacks. `unseen` are by side
    the units it names that the side could not see when it happened.
    """

    __slots__ = ("assault", "citation", "key", "params", "sees", "unseen")

    def __init__(
        self,
        key: str,
        params: Mapping[str, object],
        citation: Citation | None = None,
        sees: tuple[str, ...] | None = None,
        assault: Any = None,
    ) -> None:
        self.key = key
        self.params = params
        self.citation = citation
        self.sees = sees
        self.assault = assault
        self.unseen: Mapping[str, Sequence[str]] = ALL_SEEN

    @property
    def text(self) -> Text:
        return Text(self.key, self.params)

    def to_json(self) -> dict[str, object]:
        cites = None if self.citation is None else str(self.citation)
        return {**self.text.to_json(), "citation": cites}

    def __str__(self) -> str:
        return str(self.text)

    def __repr__(self) -> str:
        return f"<Event {self.key} {dict(self.params)}>"


class Procedure:
    """A frame: plain data, and what to ask next.

    While `choices` is not empty the side is asked and `take` carries out the one made; when it is empty, `proceed`
    goes on by itself and must change something: this frame, the others, or both. Subclasses are slotted dataclasses
    whose fields are ints, bools, strings and tuples of them, so that a frame copies and goes to JSON as it is.
    """

    __slots__ = ()
    registry: ClassVar[dict[str, type[Procedure]]] = {}
    full_name: ClassVar[str] = ""
    kind: ClassVar[str] = "option"
    confirms: ClassVar[bool] = False  # ask even a single choice, since it cannot be taken back
    touches: ClassVar[bool] = (
        False  # a word said here moves counters or costs steps, though it is a choice of words only
    )
    cites: ClassVar[tuple[str, ...]] = ()
    asks: ClassVar[str] = ""
    answers: ClassVar[str] = ""  # where the catalogues have what its choices mean, by verb and words

    def __init_subclass__(cls) -> None:
        """Frames are restored by name; a slotted dataclass is registered twice, its final class last."""
        cls.full_name = f"{cls.__module__.removeprefix('countermarch.games.')}.{cls.__name__}"
        Procedure.registry[cls.full_name] = cls

    def actor(self, play: Any) -> int:
        """The index of the side that is asked."""
        return NOBODY

    def choices(self, play: Any) -> Sequence[Choice]:
        return ()

    def take(self, play: Any, choice: Choice) -> None:
        raise AssertionError(f"{type(self).__name__} asks nothing")

    def proceed(self, play: Any) -> None:
        raise AssertionError(f"{type(self).__name__} does not go on by itself")

    def by_chance(self, play: Any) -> bool:
        """Whether what comes now by itself is left to dice or a draw, or shows what was hidden."""
        return False

    def allows(self, play: Any, choice: Choice) -> bool:
        """Whether a choice that is not listed is legal all the same (another path to the same hex)."""
        return False

    def refuse(self, play: Any, choice: Choice) -> Refusal | None:
        """Why a choice is not legal, if a rule says so; None: it is just not what is asked now."""
        return None

    def prompt(self, play: Any) -> Text:
        return say(self.asks)

    def acting(self, play: Any) -> Text | None:
        """In whose name a side acts while this lasts: a headquarters, a formation."""
        return None

    def cited(self, play: Any) -> Sequence[str]:
        """The rules by which it asks."""
        return self.cites

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        for name in _names(self.full_name):
            setattr(twin, name, getattr(self, name))
        return twin

    def to_json(self) -> dict[str, object]:
        return {"procedure": self.full_name, **{name: _plain(getattr(self, name)) for name in _names(self.full_name)}}

    @staticmethod
    def from_json(doc: Mapping[str, Any]) -> Procedure:
        cls = Procedure.registry[doc["procedure"]]
        values = {name: _frozen(doc[name]) for name in _names(cls.full_name)}
        for field in _fields(cls):
            if not _is_of(values[field.name], str(field.type)):
                raise ValueError(f"{cls.full_name}: {field.name} {doc[field.name]!r} is not {field.type}")
        return cls(**values)


_PLAIN: dict[str, tuple[type, ...]] = {"int": (int,), "bool": (bool, int), "str": (str,)}


def _is_of(value: object, kind: str) -> bool:
    """Whether a value of a document is what a field holds: a plain one, or a tuple of ints and such tuples."""
    if kind in _PLAIN:
        return type(value) in _PLAIN[kind]
    return isinstance(value, tuple) and all(type(item) is int or _is_of(item, kind) for item in value)


class SideProcedure(Procedure):
    """One side is asked; when it has nothing to choose, or says that it is done, the frame is over."""

    __slots__ = ()
    side: int

    def actor(self, play: Any) -> int:
        return self.side

    def proceed(self, play: Any) -> None:
        self.end(play)

    def take(self, play: Any, choice: Choice) -> None:
        if choice == play.grammar.done:
            self.end(play)
        else:
            self.do(play, choice)

    def do(self, play: Any, choice: Choice) -> None:
        """Carry out a choice other than to be done."""
        raise AssertionError(f"{type(self).__name__} asks nothing")

    def end(self, play: Any) -> None:
        play.pop()


@dataclass(slots=True)
class GoOn(SideProcedure):
    """Asked of a side before what it has just done can no longer be taken back; it lies on what comes then."""

    side: int
    kind = "done"
    confirms = True

    def choices(self, play: Any) -> list[Choice]:
        return [play.grammar.go_on]

    def take(self, play: Any, choice: Choice) -> None:
        play.pop()

    def prompt(self, play: Any) -> Text:
        """It says what comes then."""
        then: Procedure | None = play.at_work
        if then is None:
            return say("engine.prompt.go_on_end")
        return say("engine.prompt.go_on_chance" if then.by_chance(play) else "engine.prompt.go_on_other")

    def cited(self, play: Any) -> Sequence[str]:
        return (play.order,)


@cache
def _names(procedure: str) -> tuple[str, ...]:
    return tuple(field.name for field in _fields(Procedure.registry[procedure]))


def _fields(procedure: Any) -> tuple[Field[Any], ...]:
    """Every kind of procedure is a dataclass."""
    return fields(procedure)


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


class Play(Generic[S]):
    """A game in progress: the rules' tables, the state, and the loop that runs procedures until someone must decide."""

    grammar: Grammar
    sides: tuple[str, ...]
    options: Mapping[str, str]
    order: ClassVar[str]  # the rule that sets the sequence of play: what is not asked now is not done now
    covered: Mapping[int, int] = {}  # on a table as a side sees it: how many counters lie unseen in each hex
    pauses = True  # whether a side is asked to go on before what it did can no longer be taken back; not in a thought
    ordained: Sequence[int] = ()  # what the next dice and draws give, whatever for: to look at every result
    weighs = False  # whether attacks are told with all they were reckoned from; it takes time, so only for who looks

    def __init__(self, state: S) -> None:
        self.state = state
        self.pending: Sequence[Choice] = ()
        self.actor = NOBODY  # who decides among what is pending
        self.events: list[Event] = []
        self.rolls: list[dice.Roll] = []
        self.barrier = False

    # frames

    def push(self, procedure: Procedure) -> None:
        self.state.frames.append(procedure)

    def pop(self) -> None:
        self.state.frames.pop()

    @property
    def top(self) -> Procedure:
        found: Procedure = self.state.frames[-1]
        return found

    def carry_out(self, choice: Choice) -> None:
        """What the side to act has chosen, and all that follows by itself."""
        top, chooser = self.top, self.actor
        top.take(self, choice)
        regrets = self.pauses and not self.barrier and self.touched(top, choice)
        self.settle(chooser if regrets else NOBODY)

    def touched(self, frame: Procedure, choice: Choice) -> bool:
        """Whether a choice puts, moves or takes something, so that its side may want to look at it before going on.

        Nobody is asked again who has answered a question, or said that he is through.
        """
        if choice[0] in self.grammar.closing:
            return False
        return frame.touches or frame.kind == "place" or (frame.kind in HANDS_ON and len(choice) > 1)

    def settle(self, chooser: int = NOBODY) -> None:
        """Run on until a side has more than one choice, or the game is over.

        A side that has just done something it may want to take back is asked to go on before chance, the other side
        or the end would make that impossible.
        """
        frames = self.state.frames
        while frames:
            top = frames[-1]
            choices = top.choices(self)
            if len(choices) > 1 or (choices and top.confirms):
                actor = top.actor(self)
                if chooser in (actor, NOBODY):
                    self.pending = choices
                    self.actor = actor
                    return
                break
            if chooser != NOBODY and top.by_chance(self):
                break
            if choices:
                top.take(self, choices[0])
            else:
                top.proceed(self)
        if chooser != NOBODY:
            self.push(GoOn(chooser))
        self.pending = [self.grammar.go_on] if frames else ()
        self.actor = chooser

    @property
    def paused(self) -> bool:
        """Whether it is waited for a side to go on, and for nothing else."""
        return bool(self.state.frames) and type(self.state.frames[-1]) is GoOn

    @property
    def at_work(self) -> Procedure | None:
        """What is to be done next, whether or not a side must still go on."""
        frames = self.state.frames
        return frames[-1 - self.paused] if len(frames) > self.paused else None

    def under_way(self, kind: type[F]) -> F | None:
        """The procedure of a kind that is going on, whatever it waits for."""
        return next((frame for frame in self.state.frames if isinstance(frame, kind)), None)

    def go_to(self, state: S) -> None:
        """Stand at another state of the same game."""
        self.state = state
        self.events = []
        self.settle()

    # chance

    def next_turn(self) -> None:
        """Deeds are counted anew, since dice are keyed by the turn."""
        self.state.turn += 1
        self.state.chance.deeds = {}

    def roll(self, deed: str) -> int:
        """One die for a deed of this turn, such as "attack 0104"; a fixed one first."""
        fixed = self.state.chance.dice
        return self._leave_to_chance(deed, 6, fixed.pop(0) if fixed else 0)

    def choose(self, deed: str, things: Sequence[N]) -> N:
        """Draw one of these at random; a fixed draw first, if it is among them."""
        draws, fixed = self.state.chance.draws, 0
        if draws and any(thing.id == draws[0] for thing in things):
            fixed = 1 + [thing.id for thing in things].index(draws.pop(0))
        return things[self._leave_to_chance(deed, len(things), fixed) - 1]

    def _leave_to_chance(self, deed: str, sides: int, fixed: int) -> int:
        """A number from 1, and the record of it; a deed counts as done even if its die was fixed."""
        self.barrier = True
        chance = self.state.chance
        purpose = chance.purpose(self.state.turn, deed)
        given = fixed
        if self.ordained and not fixed:
            given, *self.ordained = self.ordained
        value = given or dice.draw(chance.key, purpose, sides) + 1
        self.rolls.append(dice.Roll(purpose, sides, value, given > 0))
        return value

    def acting(self) -> Text | None:
        """In whose name the side to act is asked, if not just in its own."""
        named = (frame.acting(self) for frame in reversed(self.state.frames))
        return next((actor for actor in named if actor is not None), None)

    def copy(self) -> Self:
        raise AssertionError("each game copies its own play")

    def cite(self, rule: str) -> Citation:
        raise AssertionError("each game cites its own rulebook")

    # the log

    def log(
        self,
        key: str,
        citation: Citation | None,
        params: Mapping[str, object],
        sees: tuple[str, ...] | None = None,
        assault: object = None,
    ) -> None:
        self.events.append(Event(key, params, citation, sees, assault))
