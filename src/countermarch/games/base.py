"""What every game gives to the public face."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Any, Protocol

from countermarch.board import Board
from countermarch.charts import Face, Printed, ResultTable, Row, chances_of, read_shared_table
from countermarch.flow import Play
from countermarch.notation import Grammar
from countermarch.pieces import Formation, Unit
from countermarch.rulebook import Citation, Refusal
from countermarch.state import Chance
from countermarch.texts import ForeignError, Text, catalogue, say
from countermarch.values import Values

NOT_CHARTS = ("hexes.csv", "sides.csv", "units.csv", "formations.csv", "setup.csv", "sample_setup.csv")
# what a counter's row may say of its coming and going
WHEN = ("arrives", "entry", "hex", "optional", "placement", "withdraws", "returns")


class GameError(ForeignError):
    """A wrong scenario, option, unit, hex or value; the message names it and what is allowed."""


class PositionError(ForeignError):
    """A position document contradicts itself or the game; the message says where."""


def own_or_shared(game: str, own: str, shared: str) -> str:
    """The key of a text that a game may have for itself, and must have if nobody else does."""
    mine = f"{game}.{own}"
    return mine if mine in catalogue("en") or shared not in catalogue("en") else shared


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An optional rule, or a reading players would argue about."""

    key: str
    values: tuple[str, ...]
    default: str
    rule: Citation

    @property
    def title(self) -> Text:
        return self.said("title")

    def said(self, word: str) -> Text:
        """Its title or one of its values, in the words of the game or of all."""
        return say(own_or_shared(self.rule.game, f"options.{self.key}.{word}", f"options.{self.key}.{word}"))


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """One battle of a game, and how many turns it lasts."""

    key: str
    title: str
    turns: int


@dataclass(frozen=True, slots=True)
class Command:
    """A part of a side that a player of its own may lead; its units say in `Unit.front` that they are under it."""

    key: str
    name: str  # the key of its title

    @property
    def title(self) -> Text:
        return say(self.name)


@dataclass(frozen=True, slots=True)
class Division:
    """A side that several players may share, each leading one of its commands; a rule says so."""

    side: str
    commands: tuple[Command, ...]
    rule: Citation

    @property
    def seats(self) -> dict[str, Command]:
        return {seat_of(self.side, command.key): command for command in self.commands}


def seat_of(side: str, command: str) -> str:
    """How the seat of a command is called."""
    return f"{side}.{command}"


def side_of(seat: str) -> str:
    """The side of a seat, be it that of the whole side or of a command."""
    return seat.partition(".")[0]


def command_at(seat: str) -> str:
    """The command of a seat; none: the whole side is led from it."""
    return seat.partition(".")[2]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game as it introduces itself."""

    key: str
    title: str
    sides: tuple[str, ...]
    options: tuple[OptionInfo, ...]
    scenarios: tuple[ScenarioInfo, ...]
    version: str
    divisions: tuple[Division, ...] = ()

    def side_title(self, side: str) -> Text:
        return say(own_or_shared(self.key, f"side.{side}", f"server.side.{side}"))

    def division(self, side: str) -> Division | None:
        """How a side may be divided among several players."""
        return next((one for one in self.divisions if one.side == side), None)


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended. `points` by side; `winner` None is a draw."""

    winner: str | None
    level: str
    points: Mapping[str, int]
    text: Text


@dataclass(frozen=True, slots=True)
class Part:
    """One line of a reckoning: what, how much, by which rule; `of` what, if not of points: "columns", or the "die"."""

    text: Text
    value: float
    citation: Citation
    of: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """An attack as it stands: strengths, every modifier, the column and the chance of every result.

    `results` has the chances by the code that is printed, `outcomes` what each code means, a dataclass of the game's
    own (`charts.Outcome` where steps and hexes say it all). `faces` has for each face of the die the row of the `table`
    it is read in, with its `modifier`, and the result there; without a die there are none.
    Of a target that is offered, `by` and `support` say who is in the attack that is shown.
    Against a stack that is not seen, `refusal` says so, and `range` has the attack at worst and at best.
    """

    attack: float
    defence: float
    parts: tuple[Part, ...]
    column: str | None
    results: Mapping[str, float]
    refusal: Refusal | None = None
    range: tuple[Preview, ...] = ()
    spared: tuple[int, int] = (0, 0)  # steps and hexes of a result that the defender's place cancels
    outcomes: Mapping[str, Any] = field(default_factory=dict)
    modifier: int = 0  # to the die
    table: str = ""  # the chart it is read on
    faces: tuple[Face, ...] = ()
    by: tuple[str, ...] = ()
    support: Mapping[str, str] = field(default_factory=dict)

    def expected(self, worth: Callable[[Any], float]) -> float:
        """What it comes to on average, if an outcome is worth so much."""
        return sum(chance * worth(self.outcomes[code]) for code, chance in self.results.items())

    @classmethod
    def read(
        cls,
        table: ResultTable[Any],
        column: int,
        modifier: int = 0,
        *,
        attack: float,
        defence: float,
        parts: tuple[Part, ...],
        spared: tuple[int, int] = (0, 0),
    ) -> Preview:
        """An attack for which a die will be read in a column of a table."""
        faces = table.faces(column, modifier)
        chances = chances_of(faces)
        return cls(
            attack,
            defence,
            parts,
            column=table.columns[column],
            results=chances,
            spared=spared,
            outcomes=table.meant_by(chances),
            modifier=modifier,
            table=table.name,
            faces=faces,
        )

    @classmethod
    def refused(cls, refusal: Refusal | None) -> Preview:
        """An attack there cannot be."""
        return cls(attack=0.0, defence=0.0, parts=(), column=None, results={}, refusal=refusal)

    @classmethod
    def sure(cls, attack: float, parts: tuple[Part, ...], outcome: Printed) -> Preview:
        """An attack without a die."""
        code = outcome.code
        return cls(attack, 0, parts, column=None, results={code: 1.0}, outcomes={code: outcome})


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack when its die is cast: by which side, of which kind, at which hex, by whom, with what, how it was
    reckoned, and the die as it fell."""

    side: str
    kind: str
    target: str
    attackers: tuple[str, ...]
    support: Mapping[str, str]
    preview: Preview
    die: int = 0

    def cast(self, die: int) -> Assault:
        return replace(self, die=die)

    @property
    def hit(self) -> Face | None:
        """The row the modified die was read in, and the result there; None if no table was read."""
        return self.preview.faces[self.die - 1] if self.die and self.preview.faces else None


@dataclass(frozen=True, slots=True)
class Step:
    """One hex of a path: what entering it costs, part by part."""

    hex: str
    cost: float
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """How much of what may stand in a hex stands there."""

    text: Text
    used: int
    limit: int
    citation: Citation


@dataclass(frozen=True, slots=True)
class Note:
    """What is so just now, with its rule."""

    text: Text
    citation: Citation


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex as it is just now: its room for the side that holds it or asks, what it is worth, and what the weather
    makes of its ground."""

    rooms: tuple[Room, ...]
    worth: Part | None = None
    ground: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Level:
    """A degree of victory, and what it takes; `turn` is the one after which it is judged, none: any.

    `now` says whether it would be the verdict as things stand.
    """

    key: str
    winner: str | None
    title: Text
    takes: Text
    citation: Citation
    turn: int | None
    now: bool


@dataclass(frozen=True, slots=True)
class Objective:
    """What is fought for, a hex or a unit where it stands: what it is worth, if points are counted, and who has it."""

    hex: str | None
    worth: int | None
    holder: str | None
    unit: str | None = None
    name: Text | None = None  # where neither the place nor the unit says it
    note: Text | None = None
    decides: bool = False  # the game, at once, for who takes it


@dataclass(frozen=True, slots=True)
class Standing:
    """How the game would be judged if it ended now: every level, the points, what is held, and what else counts.

    `counts` is the side whose points decide and `measure` what they are called; None where no points are counted.
    """

    levels: tuple[Level, ...]
    objectives: tuple[Objective, ...]
    points: Mapping[str, int] = field(default_factory=dict)
    counts: str | None = None
    measure: Text | None = None
    parts: tuple[Part, ...] = ()

    @property
    def total(self) -> int | None:
        return None if self.counts is None else self.points[self.counts]


class Questions(Protocol):
    """What a player may ask of a play; a game has a module of them. The play is the table as the asker sees it."""

    def reach(self, play: Any, units: Sequence[str], mode: str, freely: bool) -> dict[str, float]: ...

    def path(self, play: Any, units: Sequence[str], hex: str, mode: str) -> tuple[Step, ...]: ...

    def why_not(self, play: Any, units: Sequence[str], hex: str, mode: str) -> Refusal | None: ...

    def targets(self, play: Any, side: str | None) -> dict[str, Preview]: ...

    def preview(
        self,
        play: Any,
        target: Any,
        attackers: Sequence[str],
        support: Mapping[str, str],
        kind: str,
        side: str | None,
    ) -> Preview: ...

    def spot(self, play: Any, hex: str, side: str | None) -> Spot:
        """Room and worth of a hex; of a stack that cannot be looked into nothing is told."""

    def supply(self, play: Any, side_or_unit: str) -> dict[str, Any]: ...

    def sources(self, play: Any, side: str) -> tuple[str, ...]: ...

    def zones(self, play: Any, side: str) -> tuple[str, ...]: ...

    def command(self, play: Any, headquarters: str) -> dict[str, Any]: ...

    def summary(self, play: Any) -> Iterable[tuple[Text, Text]]:
        """The present turn in a few lines, each with its label."""


class Rules(ABC):
    """A game, before it is played: tables, set-up, and the questions a player may ask of a play."""

    info: GameInfo
    questions: Questions
    grammar: Grammar
    board: Board
    pieces: Sequence[Unit]
    formations: Mapping[str, Formation]
    draws: Sequence[str]  # what a test may fix to be drawn next
    look: Mapping[str, Any]  # colours of counters and bands, words of markers, what the box says
    phases: Sequence[str]  # of a turn, in order
    packages: Sequence[str]  # where the game's tables lie, its own first
    values: Values | None = None  # laid over its tables
    rooms: tuple[str, ...]  # whose catalogues it speaks from, its own first
    modes: Sequence[str] = ("regular",)  # of movement, the usual one first
    printed: Sequence[str] = ("attack", "defence", "move")  # what the values of a face are
    kin: Mapping[str, Mapping[str, str]] = {}  # by sister game: its rules, and which of ours say the same

    @abstractmethod
    def begin(self, scenario: str, options: Mapping[str, str], chance: Chance) -> Play[Any]:
        """Set up and run to the first decision."""

    @abstractmethod
    def document(self, play: Any) -> dict[str, Any]:
        """The whole state as JSON."""

    @abstractmethod
    def restore(self, document: Mapping[str, Any]) -> Play[Any]:
        """The play a document describes, with everything derived rebuilt; PositionError names a contradiction."""

    @abstractmethod
    def view(self, play: Any, side: str) -> dict[str, Any]: ...

    @abstractmethod
    def imagine(self, play: Any, side: str, chance: Chance) -> Play[Any]: ...

    @abstractmethod
    def result(self, play: Any) -> Result | None: ...

    def standing(self, play: Any) -> Standing | None:
        """How the game would be judged if it ended now; None if the game does not tell."""
        return None

    def command_at_work(self, play: Any) -> str:
        """The command of a divided side that is asked by what goes on; none: that is the whole side's."""
        return ""

    def muster(self, play: Any) -> dict[str, tuple[str | None, int]]:
        """Where every counter lies (None: not on the map) and how many steps it has, by id, hidden or not."""
        seen = (entry for side in self.info.sides for entry in self.view(play, side)["units"] if entry["side"] == side)
        return {entry["id"]: (entry["hex"], entry["steps"]) for entry in seen}

    def survey(self, play: Any) -> Any:
        """The table in numbers, for programs that think; None in a game that has no survey."""
        return None

    def hidden(self, play: Any, side: str) -> frozenset[str]:
        """The ids of units a side cannot see; none in a game without fog."""
        return frozenset()

    def as_seen(self, play: Any, side: str) -> Any:
        """The play to answer a side's questions from: without what it cannot see, so that nothing hangs on it."""
        return play

    @abstractmethod
    def words(self) -> Mapping[str, Mapping[str, Text]]:
        """What the keys of views and boards are called, by family: boxes, terrain, kinds, phases, groups, marks."""

    @abstractmethod
    def sources(self) -> Iterable[tuple[str, str, str]]:
        """Every value's origin: what, the value, where it comes from."""

    def charts(self) -> Mapping[str, Sequence[Row]]:
        """The tables a player looks things up in, by name."""
        folders = [files(package).joinpath("data") for package in self.packages]
        names = {file.name for folder in folders for file in folder.iterdir() if file.name.endswith(".csv")}
        shown = sorted(name for name in names if name not in NOT_CHARTS)
        return {name.removesuffix(".csv"): read_shared_table(self.packages, name, self.values) for name in shown}

    def arrivals(self) -> Mapping[str, Mapping[str, str]]:
        """When and where a counter comes, as its row says; by id."""
        rows = read_shared_table(self.packages, "units.csv", self.values)
        return {row.text("id"): {name: row.values[name] for name in WHEN if row.values.get(name)} for row in rows}

    def chits(self) -> Iterable[Mapping[str, str]]:
        """What can be drawn: id, name, side and front."""
        return ()

    def sight(self, play: Any, hex: str) -> dict[str, Any]:
        raise GameError(say("engine.error.no_sight", game=self.info.title))
