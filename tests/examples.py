"""Makes the examples of the rulebooks from the rule tests: python -m tests.examples, or `make examples`.

The marked tests are run with `tests.recording`. Of what they played, each rule gets the example that shows it best: in
which it is cited, with something to do, and short. An example is kept only if today's game plays it as the test did.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import countermarch as cm
from countermarch.flow import Procedure
from countermarch.games.base import GameError
from countermarch.match import Match
from countermarch.notation import NotationError
from countermarch.rulebook import DESIGN, rules_of
from countermarch.server.examples import FILE, PLAY, Example, apart, shown
from countermarch.shelf import data_of
from tests.recording import WRITTEN

HERE = Path(__file__).parent
GO_ON = "go-on"
ENOUGH = 4  # lines that tell what happens
FAMILY = ("koenigsberg", "koenigsberg45", "stargard")
Document = dict[str, Any]


@dataclass(frozen=True)
class Candidate:
    """An example, and how well it shows each rule of its test."""

    example: Example
    cited: frozenset[str]  # by what happens or is refused
    asked: frozenset[str]  # by what is asked meanwhile
    told: int  # how much is told in it

    def worth(self, rule: str) -> tuple[int, bool, int, int, str]:
        """The greater the better: what cites the rule, then what happens, then what is short."""
        steps = self.example.steps
        played = any(kind == PLAY and said != GO_ON for kind, said, *_ in steps)
        cites = 2 if rule in self.cited else int(rule in self.asked)
        return cites, played, min(self.told, ENOUGH), -len(steps), self.example.title


# what a test's table does not have under it

# by what a test laid on a bare table: the phases it is played in
PHASES = {
    "EntryByRail": ("reinforcement",),
    "OneByOne": ("reinforcement",),
    "Entry": ("reinforcement",),
    "ArrivalMoves": ("reinforcement",),
    "Replacements": ("replacement", "reinforcement", "rrw"),
    "Deployment": ("volkssturm", "reinforcement", "deployment"),
    "OpeningBarrage": ("barrage",),
    "Exodus": ("refugees",),
    "MovementPhase": ("movement_1", "movement_2", "allied_movement", "german_movement"),
    "CombatPhase": ("combat_1", "combat_2", "allied_combat", "german_combat"),
    "BarragePhase": ("barrage_1", "barrage_2"),
    "FirePhase": ("fire_1", "fire_2", "reaction_1", "reaction_2"),
    "ReadyGuns": ("rally",),
    "Arrivals": ("rrw",),
    "Columns": ("rrw",),
    "SupplyCheck": ("end",),
}
COMMANDING = ("CommandPhase", "Drawing")  # lie on the turn in its command phase
COMMANDED = ("Activation", "ChooseHeadquarters", "Barrage", "HastyBarrage")  # lie on that
SEGMENTS = {"MovementSegment": 1, "CombatSegment": 2}  # lie on an activation at this stage


def beds(game: str, doc: Document) -> Iterator[Document]:
    """The position as it is, or with the turn laid under what a test laid on a bare table."""
    bottom = doc["flow"][0]
    kind = bottom["procedure"].rpartition(".")[2]
    if kind in ("GameTurn", "Setup"):
        yield doc
    for under, phase in _under(game, doc, kind):
        yield {**deepcopy(doc), "flow": [*under, *doc["flow"]], "phase": phase}


def _under(game: str, doc: Document, kind: str) -> Iterator[tuple[list[Document], str]]:
    for phase in PHASES.get(kind, ()):
        for step in _steps_of(game, phase):
            yield [_turn(game, step)], phase
    if kind in COMMANDING + COMMANDED or kind in SEGMENTS:
        yield [*_command(game, doc, kind)], "command"


def _turn(game: str, step: int) -> Document:
    return {"procedure": f"{'chitpull' if game in FAMILY else game}.turn.GameTurn", "step": step}


def _steps_of(game: str, phase: str) -> list[int]:
    """What the turn counts while a phase is played."""
    rules: Any = cm.load(game).rules
    if game in FAMILY:
        return [step for step, (name, *_) in enumerate(rules.edition.sequence, 1) if name == phase]
    if phase not in rules.phases:
        return []
    return [VISTULA[phase]] if game == "vistula" else [list(rules.phases).index(phase)]


ELSEWHERE = {"air": "used", "lc": "eliminated", "naval": "pool"}  # Vistula: what a test's box means for these


def _mended(game: str, doc: Document) -> Document:
    """What a test's table takes and a document does not: a box for all, the family's procedure for the edition's."""
    kinds_of = {piece.id: piece.kind for piece in cm.load(game).rules.pieces}
    for unit in doc["units"]:
        if game == "vistula" and unit.get("where") == "removed":
            unit["where"] = ELSEWHERE.get(kinds_of[unit["id"]], "removed")
    for frame in doc["flow"]:
        known = Procedure.registry[frame["procedure"]]
        kinds = ((name, kind) for name, kind in Procedure.registry.items() if name.startswith(f"{game}."))
        own = [name for name, kind in kinds if issubclass(kind, known)]
        frame["procedure"] = own[0] if own else frame["procedure"]
    return doc


VISTULA = {"rrw": 3, "allied_movement": 4, "allied_combat": 5, "german_movement": 6, "german_combat": 7, "end": 8}


def _command(game: str, doc: Document, kind: str) -> Iterator[Document]:
    """The turn, its command phase, and an activation of one of the side's HQs: of which little is asked."""
    rules: Any = cm.load(game).rules
    yield _turn(game, _steps_of(game, "command")[0])
    if kind in COMMANDING:
        return
    yield {"procedure": "stargard.command.Drawing" if game == "stargard" else "chitpull.command.CommandPhase"}
    if kind in SEGMENTS:
        side, on_map = doc["flow"][0]["side"], {unit["id"] for unit in doc["units"] if unit.get("hex")}
        own = [u for u in range(len(rules.tables.ids)) if rules.tables.is_hq[u] and rules.tables.side[u] == side]
        hq = min(own, key=lambda u: rules.tables.ids[u] not in on_map)
        yield {**_activation(), "side": side, "hq": hq, "step": SEGMENTS[kind]}


@cache
def _activation() -> Mapping[str, Any]:
    """An activation as a document has it."""
    match = cm.load("koenigsberg").start(seed=1)
    while not any(frame["procedure"].endswith(".Activation") for frame in match.position()["flow"]):
        match.play(match.legal()[-1])
    return next(frame for frame in match.position()["flow"] if frame["procedure"].endswith(".Activation"))


# playing again what a test played


def candidate(said: Mapping[str, Any]) -> Candidate | None:
    """What a test played, as today's game plays it from a document; None if it does not, or otherwise."""
    doc = said["position"]
    doc["dice"]["next"] += [int(die) for die in said["fixed"]["dice"]]
    doc["dice"]["draws"] += said["fixed"]["draw"]
    for laid in beds(said["game"], doc):
        found = _again(said, _mended(said["game"], laid))
        if found is not None:
            return found
    return None


def _again(said: Mapping[str, Any], doc: Document) -> Candidate | None:
    try:
        match = cm.load(said["game"]).from_position(doc)
        steps = _steps(match, said["steps"])
        example = Example(said["game"], title(said["test"]), doc, steps, match.fingerprint())
        told, asked = _heard(example)
    except (cm.IllegalAction, GameError, NotationError, ValueError):
        return None
    return Candidate(example, frozenset(rule for rule in told if rule), frozenset(asked), len(told))


def _heard(example: Example) -> tuple[list[str], set[str]]:
    """The rule of every line that is told, and those of every question on the way."""
    match = example.begin()
    told: list[str] = []
    asked: set[str] = set()
    steps = shown(example, match)
    while True:
        asked |= {citation.rule for citation in (match.decision.citations if match.decision else ())}
        step = next(steps, None)
        if step is None:
            return told, asked
        told += [citation.rule if citation else "" for _, citation in step.told]


def _steps(match: Match, recorded: Iterable[list[Any]]) -> tuple[tuple[Any, ...], ...]:
    """The steps of a test, and between them what this match asks besides: to go on. What is told must be the same."""
    steps: list[tuple[Any, ...]] = []
    heard: list[str] = []
    told: list[str] = []

    def play(action: str) -> None:
        heard.extend(event.text.render("en") for event in match.play(action))
        steps.append((PLAY, action))

    for kind, *rest in recorded:
        while match.paused and rest[0] != GO_ON:
            play(GO_ON)
        if kind == PLAY:
            play(rest[0])
            told += rest[1]
        else:
            steps.append((kind, *rest))
    while match.paused and len(heard) < len(told):
        play(GO_ON)
    if heard[: len(told)] != told:
        raise ValueError("this match tells something else than the test's")
    return tuple(steps)


def title(test: str) -> str:
    """The sentence that is a test's name."""
    name = test.rpartition("::")[2].partition("[")[0].removeprefix("test_").replace("_", " ")
    return name[:1].upper() + name[1:]


# choosing and writing


def chosen(recorded: list[dict[str, Any]]) -> tuple[dict[str, dict[str, Candidate]], Counter[str]]:
    """By game and rule, the best; and how many could not be played again."""
    found: dict[str, dict[str, Candidate]] = {}
    lost: Counter[str] = Counter()
    for said in sorted(recorded, key=lambda said: (len(said["steps"]) or 99, said["test"])):
        best = found.setdefault(said["game"], {})
        ids = [id for id in _own(said["game"], said["rules"]) if not _shown_well(best.get(id), id)]
        if not ids:
            continue
        one = candidate(said)
        if one is None:
            lost[said["game"]] += 1
            continue
        for id in ids:
            if id not in best or one.worth(id) > best[id].worth(id):
                best[id] = one
    return found, lost


def _own(game: str, rules: Iterable[str]) -> list[str]:
    """The rules of a mark that are in the game's own books."""
    split = [rule.split(" ", 1) for rule in rules]
    return [id for book, id in split if book.removesuffix(DESIGN) == game and id in rules_of(game)]


def _shown_well(best: Candidate | None, id: str) -> bool:
    """Shorter ones come first, so that one in which the rule is cited is the best there is."""
    return best is not None and id in best.cited and bool(best.example.steps)


def write(game: str, best: Mapping[str, Candidate]) -> int:
    """The file of a game; how many bytes it has."""
    examples = list(dict.fromkeys(one.example.end + one.example.title for one in best.values()))
    by_key = {one.example.end + one.example.title: one.example for one in best.values()}
    base = _middle([dict(by_key[key].start) for key in examples])
    said = {
        "version": cm.load(game).info.version,
        "base": base,
        "examples": [
            {"title": one.title, "start": apart(base, one.start), "steps": one.steps, "end": one.end}
            for one in (by_key[key] for key in examples)
        ],
        "rules": {
            id: examples.index(best[id].example.end + best[id].example.title) for id in rules_of(game) if id in best
        },
    }
    packed = gzip.compress(json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode(), mtime=0)
    (data_of(game) / FILE).write_bytes(packed)
    return len(packed)


def _middle(positions: list[Document]) -> Document:
    """One that little differs from: the commonest of what each part of a position is."""
    few = positions[:: max(1, len(positions) // 12)]
    return min(few, key=lambda base: sum(len(json.dumps(apart(base, other))) for other in few))


def record(file: Path, tests: list[str]) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.recording", "-p", "no:cacheprovider", *tests]
    subprocess.run(command, env={**os.environ, WRITTEN: str(file)}, cwd=HERE.parent, check=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recorded", type=Path, help="a file that the tests have been recorded to already")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        file = asked.recorded or Path(folder) / "recorded"
        if asked.recorded is None:
            record(file, [str(HERE / "rules")])
        recorded = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    best, lost = chosen(recorded)
    for game in (info.key for info in cm.games()):
        rules = [rule.id for rule in rules_of(game).values() if rule.kind == "enforce"]
        mine = best.get(game, {})
        size = write(game, mine)
        cited = sum(id in one.cited | one.asked for id, one in mine.items())
        shown_rules = sum(id in mine for id in rules)
        print(f"{game}: {shown_rules} of {len(rules)} rules, {cited} cited, {size} bytes, {lost[game]} left out")


if __name__ == "__main__":
    main()
