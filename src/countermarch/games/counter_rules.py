"""The public side of a game of counters on hexes: what such games have in common; each says what is its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from countermarch import board
from countermarch.charts import check_overlay, shared_file
from countermarch.games.base import Division, GameInfo, OptionInfo, Result, Rules, ScenarioInfo, Standing
from countermarch.games.counters import CounterPlay, CounterState
from countermarch.games.tables import CounterTables
from countermarch.notation import Grammar
from countermarch.shelf import FileError, read_toml
from countermarch.state import Chance
from countermarch.texts import Text, say

P = TypeVar("P", bound=CounterPlay[Any])
Verbs = Mapping[str, tuple[str | tuple[str, ...], ...]]


class Documents(Protocol):
    """A game's module of positions."""

    def public(self, play: Any) -> dict[str, Any]: ...

    def write(self, play: Any) -> dict[str, Any]: ...

    def read(self, rules: Any, doc: Mapping[str, Any]) -> Any: ...


class Opening(Protocol):
    """A game's module of set-up."""

    def set_up(self, play: Any) -> None: ...


class Ending(Protocol):
    """A game's module of victory."""

    def result(self, play: Any) -> Result | None: ...


class CounterRules(Rules, Generic[P]):
    """A game names its modules and classes; `tables.sides` are its sides, `places` its boxes."""

    documents: Documents
    opening: Opening
    ending: Ending
    kind: type[P]
    state: type[CounterState]
    tables: CounterTables
    places: ClassVar[Sequence[str]]
    named_layers: ClassVar[tuple[str, ...] | None] = None  # of the map, whose words a player reads; None: all

    def __init__(self, tables: CounterTables, verbs: Verbs, names: Mapping[str, Sequence[str]] | None = None) -> None:
        self.tables = tables
        self.board = tables.board
        self.packages = tables.packages
        self.values = tables.data
        check_overlay(self.packages, self.values, board.TABLES)
        self.pieces = tables.units
        self.formations = tables.formations
        self.look = self._look()
        self.grammar = Grammar(verbs, names or {"unit": tables.ids, "hex": tables.numbers})

    def introduce(
        self,
        key: str,
        title: str,
        options: tuple[OptionInfo, ...],
        scenarios: Iterable[ScenarioInfo],
        version: str,
        divisions: tuple[Division, ...] = (),
    ) -> None:
        self.info = GameInfo(key, title, self.tables.sides, options, tuple(scenarios), version, divisions)

    def _look(self) -> dict[str, Any]:
        """Counters are coloured by their kind, their front or their side."""
        look: dict[str, Any] = {"counters": {}, "bands": {}, "markers": {}}
        look |= read_toml(shared_file(self.packages, "look.toml"))
        for unit in self.pieces:
            if unit.side and look["counters"].keys().isdisjoint((unit.kind, unit.front, unit.side)):
                raise FileError(f"look.toml: [counters] has no colours for {unit.side!r}")
        return look

    # a play

    def sizes(self) -> dict[str, int]:
        """How long the columns of the state are."""
        n = self.tables.n
        return {"unit": len(self.pieces), "hex": n, "sides_hex": len(self.tables.sides) * n}

    def blank(self, scenario: str, options: Mapping[str, str], chance: Chance) -> P:
        """A play with nothing on the map."""
        state = self.state(self.sizes(), chance)
        if "scenario" in state.numbers:
            state.scenario = [known.key for known in self.info.scenarios].index(scenario)
        return self.kind(self.tables, self.grammar, state, dict(options))

    def begin(self, scenario: str, options: Mapping[str, str], chance: Chance) -> P:
        play = self.blank(scenario, options, chance)
        self.opening.set_up(play)
        play.settle()
        return play

    def document(self, play: P) -> dict[str, Any]:
        return self.documents.write(play)

    def restore(self, doc: Mapping[str, Any]) -> P:
        found: P = self.documents.read(self, doc)
        return found

    def view(self, play: P, side: str) -> dict[str, Any]:
        return {**self.documents.public(play), "side": side, "hidden": {}}

    def imagine(self, play: P, side: str, chance: Chance) -> P:
        """Where nothing is hidden but the dice, the same table with new ones."""
        twin = play.copy()
        twin.state.chance = chance
        return twin

    def result(self, play: P) -> Result | None:
        return self.ending.result(play)

    def standing(self, play: P) -> Standing | None:
        """Told by whatever ends the game, if it can tell before the end."""
        tell = getattr(self.ending, "standing", None)
        return None if tell is None else tell(play)

    def muster(self, play: P) -> dict[str, tuple[str | None, int]]:
        numbers, placed = self.tables.numbers, zip(play.state.hex, play.state.steps, strict=True)
        lying = ((numbers[h] if h >= 0 else None, steps) for h, steps in placed)
        return dict(zip(self.tables.ids, lying, strict=True))

    # words

    def named(self, family: str, keys: Iterable[str]) -> dict[str, Text]:
        return {key: say(f"{self.rooms[-1]}.{family}.{key}") for key in keys}

    def words(self) -> dict[str, Mapping[str, Text]]:
        layers, drawing = self.board.description["layers"]["hex"], self.board.description.get("drawing", {})
        marks = [mark["flags"][0] for mark in drawing.get("marks", ())]
        ground = [name for key in self.named_layers or layers for name in layers[key] if name]
        return {
            "boxes": self.named("box", self.places),
            "terrain": self.named("terrain", ground),
            "kinds": self.named("kind", dict.fromkeys(unit.kind for unit in self.pieces)),
            "phases": self.named("phase", self.phases),
            "marks": self.named("mark", [drawing["objective"], *marks] if "objective" in drawing else marks),
        }

    def sources(self) -> Iterable[tuple[str, str, str]]:
        return self.tables.sources()
