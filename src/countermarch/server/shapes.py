"""What goes over the wire as plain data: the board, and what the engine shows and answers.

The server sends such data as they are; these shapes describe them to clients, and tests hold the data to them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, GetJsonSchemaHandler, TypeAdapter, with_config
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from typing_extensions import TypedDict

Open = with_config(ConfigDict(extra="allow"))  # a game may say more
Closed = with_config(ConfigDict(extra="forbid"))
Point = tuple[float, float]
Words = dict[str, str]
Stroke = tuple[str, float] | tuple[str, float, list[float]]  # colour, width and, if it is broken, its dashes


class Described:
    """Marks plain data that a shape describes; they are sent as they are."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape

    def __get_pydantic_json_schema__(self, _: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(TypeAdapter(self.shape).core_schema)


# the board


@Open
class HexShape(TypedDict):
    """A hex: where it lies, and a word for every layer of the map that says something of it."""

    n: str
    x: float
    y: float
    terrain: str
    flags: list[str]
    name: NotRequired[str]


@Open
class SideShape(TypedDict):
    """A hexside: the same."""

    a: str
    b: str
    protects: NotRequired[str]
    river_name: NotRequired[str]


@Closed
class GridShape(TypedDict):
    hexes: list[HexShape]
    size: float
    flat: bool


@Closed
class OutlinesShape(TypedDict):
    north: Point
    hex_km: float
    sea: list[list[Point]]
    lakes: list[list[Point]]
    rivers: list[list[Point]]
    labels: list[tuple[str, str, float, float]]
    anchors: list[tuple[str, float, float]]


@Closed
class StyleShape(TypedDict):
    """How a word of a layer is drawn and called."""

    on: Literal["hex", "side"]
    layer: str
    word: str
    title: str
    draw: Literal["area", "water", "place", "course", "wall", "way", "bridge"]
    also: NotRequired[list[str]]
    fill: NotRequired[str]
    edge: NotRequired[str]
    mark: NotRequired[Literal["tree", "reed", "hill", "peak", "field"]]
    shadow: NotRequired[str]
    houses: NotRequired[int]
    ink: NotRequired[str]
    lettering: NotRequired[str]
    colour: NotRequired[str]
    width: NotRequired[float]
    size: NotRequired[float]
    text: NotRequired[float]
    strokes: NotRequired[list[Stroke]]
    glow: NotRequired[str]


@Closed
class MarkShape(TypedDict):
    flags: list[str]
    colours: list[str]
    text: str
    legend: str


@Open
class DrawingShape(TypedDict):
    styles: list[StyleShape]
    objective: NotRequired[str]
    out_of_play: NotRequired[str]
    frontier: NotRequired[Annotated[str, Field(description="the flag of what one side holds at the start")]]
    marks: NotRequired[list[MarkShape]]


@Closed
class CounterLook(TypedDict):
    fill: str
    ink: str


@Open
class LookShape(TypedDict):
    counters: dict[str, CounterLook]
    bands: Words
    markers: Words
    lights: NotRequired[Annotated[Words, Field(description="what lies over the ground at dusk, at night")]]


@Open
class PieceShape(TypedDict):
    id: str
    side: str | None
    front: str
    formation: str
    band: str | None
    printed: str
    name: str
    kind: str
    size: str
    mobility: str
    steps: int
    faces: Annotated[list[list[float]], Field(description="by steps left; what the values are is `printed`")]
    range: int
    independent: bool
    zone: bool
    arrives: NotRequired[str]
    entry: NotRequired[str]
    placement: NotRequired[Annotated[str, Field(description="the group of the set-up it belongs to")]]


@Closed
class SymbolsShape(TypedDict):
    viewBox: str
    symbols: Words


@Closed
class ChartShape(TypedDict):
    columns: list[str]
    rows: list[list[str]]


@Closed
class RuleShape(TypedDict):
    id: str
    title: str
    gist: str


@Closed
class ChitShape(TypedDict):
    id: str
    name: str
    side: str
    front: str


@Closed
class FormationShape(TypedDict):
    key: str
    name: str
    side: str
    front: str
    colour: str


@Closed
class WordsShape(TypedDict):
    """What the server has words for, of what the game has."""

    charts: Words
    columns: Words
    values: Words
    verbs: Words
    modes: Words
    markers: Words
    sizes: Words
    sides: Words
    boxes: NotRequired[Words]
    terrain: NotRequired[Words]
    edges: NotRequired[Words]
    kinds: NotRequired[Words]
    phases: NotRequired[Words]
    groups: NotRequired[Words]
    chits: NotRequired[Words]
    marks: NotRequired[Words]
    lights: NotRequired[Words]
    results: NotRequired[Words]


@Closed
class BoardShape(TypedDict):
    game: str
    title: str
    credits: str | None
    drawing: DrawingShape
    phases: list[str]
    chits: list[ChitShape]
    words: WordsShape
    grid: GridShape
    sides: list[SideShape]
    outlines: OutlinesShape | None
    look: LookShape
    pieces: list[PieceShape]
    formations: list[FormationShape]
    sight: Annotated[bool, Field(description="whether one can ask what is seen from a hex")]
    printed: Annotated[list[str], Field(description="what the values on a counter are called, in order")]
    symbols: SymbolsShape
    charts: dict[str, ChartShape]
    rules: list[RuleShape]
    sources: list[tuple[str, str, str]]


# the table


@Open
class UnitShape(TypedDict):
    """A counter, and its state as the game has it: supply, activated, disrupted ..."""

    id: str
    side: Annotated[str | None, Field(description="null if it is nobody's, as refugees are")]
    kind: str
    hex: str | None
    where: str | None
    level: int
    steps: int
    moved: NotRequired[int]
    acted: NotRequired[Annotated[int, Field(description="has moved or attacked in this phase")]]


@Closed
class LimitShape(TypedDict):
    limit: int
    used: int
    lost: int
    left: int


@Closed
class WeighedBy(TypedDict):
    target: str
    attackers: list[str]


@Open
class AttackShape(TypedDict):
    """An attack that is being put together."""

    target: str
    attackers: list[str]
    support: dict[str, str]
    kind: NotRequired[Annotated[str, Field(description="attack, if it is not said")]]
    preview: NotRequired[Annotated[WeighedBy, Field(description="what it is weighed by, if not by all of it")]]


@Open
class ViewShape(TypedDict):
    """What a side sees. Only units, turn and side are certain; a game shows more of what it has."""

    game: str
    turn: int
    side: str
    to_act: str | None
    units: list[UnitShape]
    phase: NotRequired[str]
    light: NotRequired[str]
    hidden: NotRequired[Annotated[dict[str, int], Field(description="counters in a hex that are not seen")]]
    control: NotRequired[dict[str, str]]
    cup: NotRequired[list[str]]
    drawn: NotRequired[list[str]]
    void: NotRequired[list[str]]
    activations: NotRequired[dict[str, LimitShape]]
    effects: NotRequired[dict[str, Any]]
    options: NotRequired[dict[str, str]]
    broken: NotRequired[Annotated[list[list[str]], Field(description="pairs of hexes whose bridge is down")]]
    out_of_play: NotRequired[Annotated[list[str], Field(description="hexes the scenario leaves out")]]
    attack: NotRequired[AttackShape | None]


# answers to questions


@Open
class UnitSupply(TypedDict):
    status: str
    now: NotRequired[str]


@Open
class HqSupply(TypedDict):
    slots: int | None
    used: int


@Open
class SupplyShape(TypedDict):
    """Of a side: its units, its sources and what HQs pass on; of a unit: its state and a line."""

    units: NotRequired[dict[str, UnitSupply]]
    sources: NotRequired[list[str]]
    hqs: NotRequired[dict[str, HqSupply]]
    unit: NotRequired[str]
    line: NotRequired[list[str] | None]


@Open
class CommandShape(TypedDict):
    hq: str
    hexes: NotRequired[dict[str, int]]


@Closed
class HiddenBy(TypedDict):
    by: list[str]
    text: str
    citation: str


@Open
class SightShape(TypedDict):
    """What can be seen from a hex, and of every other hex what hides it."""

    hex: str
    visible: list[str]
    hidden: dict[str, HiddenBy]
