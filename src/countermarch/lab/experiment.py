"""An experiment is plain data: which game, who plays it, by which options and values, on which dice; and who may go on.

Whoever goes on with one must play the same games, so it is bound to the version of the rules and to the very code and
data that play: a captain who learned something in between would not be the one who began.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Any

from countermarch import match as face
from countermarch.bots import check_bot
from countermarch.bots.arena import Pairing
from countermarch.values import Data, Values, of_document

FORMAT = 1  # of folders: other columns are another one
PLAYS = ("bots", "games", "kernels", "maps", "mechanics", ".")  # what decides how a game goes
SOURCES = (".py", ".toml", ".csv", ".json")


@dataclass(frozen=True, slots=True)
class Experiment:
    """Games with consecutive seeds; the bots sit in the order of the game's sides."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    values: Values | None
    seed: int
    games: int

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.games)

    @property
    def sides(self) -> tuple[str, ...]:
        return face.load(self.game, self.values).info.sides

    def pairing(self, seed: int) -> Pairing:
        return Pairing(self.game, self.scenario, self.bots, seed, options=self.options, data=self.values)

    def document(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "scenario": self.scenario,
            "bots": list(self.bots),
            "options": dict(self.options),
            "values": None if self.values is None else self.values.document(),
            "seed": self.seed,
            "games": self.games,
        }


def plan(
    game: str,
    bots: Sequence[str],
    games: int,
    *,
    scenario: str | None = None,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    data: Data | None = None,
) -> Experiment:
    """An experiment that can be played: what is wrong with it is said before the first game."""
    loaded = face.load(game, data)
    sides = loaded.info.sides
    if len(bots) != len(sides):
        raise ValueError(f"name {len(sides)} bots, one for each of {', '.join(sides)}: --bots captain,captain")
    for name in bots:
        check_bot(name, game)
    begun = loaded.start(scenario, seed, options or {}, pauses=False)
    settled = tuple(sorted(loaded._options(options or {}).items()))
    return Experiment(game, begun.scenario, tuple(bots), settled, loaded.values, seed=seed, games=games)


def of_manifest(manifest: Mapping[str, Any]) -> Experiment:
    values = manifest["values"]
    return Experiment(
        manifest["game"],
        manifest["scenario"],
        tuple(manifest["bots"]),
        tuple(sorted(manifest["options"].items())),
        None if values is None else of_document(values),
        seed=manifest["seed"],
        games=manifest["games"],
    )


def manifest_of(experiment: Experiment) -> dict[str, Any]:
    """What stands beside the rows: the experiment, and who can go on with it."""
    info = face.load(experiment.game, experiment.values).info
    made = {"format": FORMAT, "countermarch": our_version(), "build": build(), "rules": info.version}
    return {**made, "sides": list(info.sides), **experiment.document()}


def our_version() -> str:
    try:
        return version("countermarch")
    except PackageNotFoundError:  # run from its sources
        return "unknown"


@cache
def build() -> str:
    """A hash of the code and the data that play: the same build plays the same games."""
    root = Path(str(files("countermarch")))
    found = [file for part in PLAYS for file in (root / part).glob("*" if part == "." else "**/*")]
    digest = blake2b(digest_size=8)
    for file in sorted(file for file in found if file.suffix in SOURCES and file.is_file()):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()
