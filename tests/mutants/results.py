"""What has been found: kept line by line so that a run can be stopped and taken up again, and told at the end."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from tests.mutants.policies import Fact
from tests.mutants.population import FAMILY, Mutant

NOTICED, SURVIVED, UNREACHED, WAITING = "noticed", "survived", "unreached", "waiting"
ABSENT = re.compile(r"- `([^`]+\.py)` `([^`]+)`: (.+)")
FACT = re.compile(r"- `([^`]+\.py)` (always|never) `([^`]+)`: (.+)")
LISTED = re.compile(r"- `([^`]+)` `([^`]*)` `([^`]+)` → `([^`]+)`: (.+)")
Key = tuple[str, str, str, str]


class Kept:
    """A file of verdicts, one line each; a line cut short by a kill is forgotten."""

    def __init__(self, folder: Path, game: str, seed: int, size: int, state: str) -> None:
        self.folder, self.stem = folder, f"{game}-{seed}-{size}"
        self.path = folder / f"{self.stem}-{state}.jsonl"

    def read(self) -> dict[str, str]:
        found = _read(self.path) if self.path.exists() else {}
        return {id: verdict for id, verdict in found.items() if verdict != WAITING}

    def add(self, mutant: Mutant, verdict: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        whole = not self.path.exists() or self.path.read_bytes()[-1:] in (b"\n", b"")
        with self.path.open("a", encoding="utf-8") as file:
            file.write(("" if whole else "\n") + json.dumps({"id": mutant.id, "verdict": verdict}) + "\n")

    def last_survivors(self) -> set[str]:
        """Those of the last run of this sample on whatever sources and tests, and what it did not get to."""
        runs = sorted(self.folder.glob(f"{self.stem}-*.jsonl"), key=lambda path: path.stat().st_mtime)
        return {id for id, verdict in _read(runs[-1]).items() if verdict != NOTICED} if runs else set()


def _read(path: Path) -> dict[str, str]:
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        found[row["id"]] = row["verdict"]
    return found


# equivalents


def equivalents(page: Path, game: str) -> dict[Key, str]:
    """Survivors no test could notice, with the reason: those under the game's heading and under its family's."""
    found = {}
    for line in _section(page, game):
        row = LISTED.fullmatch(line.strip())
        if row is not None:
            found[row[1], row[2], row[3], row[4]] = row[5]
    return found


def absent(page: Path, game: str) -> list[tuple[str, str]]:
    """Files and patterns of functions of its family that a game never calls, by its own heading."""
    rows = [ABSENT.fullmatch(line.strip()) for line in _section(page, game, family=False)]
    return [(row[1], name.strip()) for row in rows if row is not None for name in row[2].split(",")]


def facts(page: Path, game: str) -> list[tuple[str, Fact]]:
    """By file of its family: what conditions there always come to in a game, by its own heading."""
    rows = [FACT.fullmatch(line.strip()) for line in _section(page, game, family=False)]
    named = [(row, file.strip()) for row in rows if row is not None for file in row[1].split(",")]
    return [(file, Fact(row[3], row[2] == "always")) for row, file in named]


def is_absent(mutant: Mutant, rows: Sequence[tuple[str, str]]) -> bool:
    function = mutant.change.function
    return any(mutant.file == file and fnmatchcase(function, pattern) for file, pattern in rows)


def _section(page: Path, game: str, family: bool = True) -> Iterator[str]:
    heading = ""
    for line in page.read_text(encoding="utf-8").splitlines() if page.exists() else []:
        if line.startswith("#"):
            heading = line.strip("# `")
        elif heading == game or (family and heading == "chitpull" and game in FAMILY):
            yield line


# the report


@dataclass(frozen=True, slots=True)
class Tally:
    noticed: int
    equivalent: int
    survived: int
    unreached: int

    @property
    def all(self) -> int:
        return self.noticed + self.equivalent + self.survived

    def words(self, game: str) -> str:
        share = 100 * self.noticed / self.all if self.all else 0.0
        rest = self.all - self.equivalent
        fair = 100 * self.noticed / rest if rest else 0.0
        return (
            f"{game}: {self.noticed} of {self.all} noticed ({share:.1f} %); {self.equivalent} listed as equivalent, "
            f"{fair:.1f} % of the rest; {self.survived} survivors, {self.unreached} of them where no test comes by"
        )


def tally(sampled: Sequence[Mutant], verdicts: Mapping[str, str], listed: Mapping[Key, str]) -> Tally:
    done = [mutant for mutant in sampled if mutant.id in verdicts]
    count = Counter(_verdict(mutant, verdicts, listed) for mutant in done)
    return Tally(count[NOTICED], count["equivalent"], count[SURVIVED] + count[UNREACHED], count[UNREACHED])


def _verdict(mutant: Mutant, verdicts: Mapping[str, str], listed: Mapping[Key, str]) -> str:
    verdict = verdicts[mutant.id]
    return "equivalent" if verdict != NOTICED and mutant.key in listed else verdict


def told(game: str, sampled: Sequence[Mutant], verdicts: Mapping[str, str], listed: Mapping[Key, str]) -> str:
    """Every survivor by file and line with what was changed, then the figures."""
    lines = []
    for mutant in sampled:
        verdict = _verdict(mutant, verdicts, listed) if mutant.id in verdicts else NOTICED
        if verdict == NOTICED:
            continue
        change = mutant.change
        note = {UNREACHED: " (no test comes by)", "equivalent": " (equivalent)"}.get(verdict, "")
        lines += [
            f"{mutant.where} {change.function or 'at import'} [{change.kind}, {mutant.id}]{note}",
            f"    - {change.before}",
            f"    + {change.after}",
        ]
        if verdict == "equivalent":
            lines.append(f"    {listed[mutant.key]}")
    lines += ["", tally(sampled, verdicts, listed).words(game)]
    return "\n".join(lines)


def as_listed(mutant: Mutant) -> str:
    """The line for docs/mutants.md, but for the reason."""
    file, function, before, after = mutant.key
    return f"- `{file}` `{function}` `{before}` → `{after}`: "
