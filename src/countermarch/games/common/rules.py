"""The public side of a game: start, positions, views, and what its words are."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from countermarch.board import load_board
from countermarch.charts import check_overlay, read_shared_file
from countermarch.games.base import GameInfo, Result, Rules
from countermarch.games.common.document import Documents
from countermarch.games.common.play import TableState
from countermarch.games.common.questions import Questions
from countermarch.games.common.tables import Tables
from countermarch.games.common.turn import GameTurn
from countermarch.notation import Grammar, Slot
from countermarch.state import Chance
from countermarch.texts import Text, say


class CounterRules(Rules):
    """A game of counters on a map, made from what its modules say."""

    tables_of: ClassVar[type[Tables]]
    state_of: ClassVar[type[TableState]]
    play_of: ClassVar[type[Any]]
    documents: ClassVar[Documents]
    verbs: ClassVar[Mapping[str, tuple[Slot, ...]]]
    draws = ()

    def __init__(self, info: GameInfo, package: str, data: Path | None) -> None:
        self.info = info
        self.packages = (package,)
        self.rooms = (info.key,)
        check_overlay(self.packages, data, ("hexes.csv", "sides.csv"))
        self.tables = self.tables_of(load_board(info.key, data), package, data)
        self.board = self.tables.board
        self.pieces = self.tables.units
        self.formations = self.tables.formations
        self.questions = Questions()
        self.look = tomllib.loads(read_shared_file(self.packages, "look.toml"))
        self.grammar = Grammar(self.verbs, {"unit": self.tables.ids, "hex": self.tables.numbers})
        self.phases = tuple(phase for phase, _, _ in self.play_of.sequence)

    def blank(self, options: Mapping[str, str], chance: Chance) -> Any:
        """A play with nothing on the map."""
        n = self.tables.n
        sizes = {"unit": len(self.tables.units), "hex": n, "sides_hex": len(self.info.sides) * n}
        return self.play_of(self.tables, self.grammar, self.state_of(sizes, chance), dict(options))

    def begin(self, scenario: str, options: Mapping[str, str], chance: Chance) -> Any:
        """Everybody where the data says, and the first turn."""
        play = self.blank(options, chance)
        play.state.turn = 1
        for unit, h in zip(self.tables.units, self.tables.starts, strict=True):
            play.state.steps[unit.index] = unit.steps
            play.put(unit.index, h)
        play.push(GameTurn(0))
        play.settle()
        return play

    def document(self, play: Any) -> dict[str, Any]:
        return self.documents.write(play)

    def restore(self, document: Mapping[str, Any]) -> Any:
        return self.documents.read(self, document)

    def view(self, play: Any, side: str) -> dict[str, Any]:
        return {**self.documents.public(play), "side": side, "hidden": {}}

    def imagine(self, play: Any, side: str, chance: Chance) -> Any:
        """The same table with new dice."""
        twin = play.copy()
        twin.state.chance = chance
        return twin

    def result(self, play: Any) -> Result | None:
        found: Result | None = play.result()
        return found

    def words(self) -> Mapping[str, Mapping[str, Text]]:
        """The names of whatever views and boards call by a key."""
        layers, key = self.board.description["layers"]["hex"], self.info.key
        named = [name for layer in ("terrain", "settlement") for name in layers.get(layer, ()) if name]
        return {
            "boxes": {box: say(f"{key}.box.{box}") for box in self.documents.boxes},
            "terrain": {name: say(f"{key}.terrain.{name}") for name in named},
            "kinds": {unit.kind: say(f"{key}.kind.{unit.kind}") for unit in self.pieces},
            "marks": {flag: say(f"{key}.mark.{flag}") for flag in self.board.flags},
            "phases": {phase: say(f"{key}.phase.{phase}") for phase in self.phases},
        }

    def sources(self) -> Iterable[tuple[str, str, str]]:
        """A game of one's own has no source but its own book."""
        return ()
