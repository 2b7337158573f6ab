"""An experiment's folder: the manifest, the rows in parts, and who may add to them.

A stop at any moment, by Ctrl-C, a kill or a full disk, costs the games that had not been written yet and nothing else:
whoever goes on reads which seeds are there and plays the others.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from countermarch.lab.experiment import FORMAT, Experiment, manifest_of, of_manifest
from countermarch.lab.extras import needed
from countermarch.lab.games import Row
from countermarch.lab.rows import JOINED, MARK, MOST_ROWS, Part, packed, part_of, schema, standing, whose, written
from countermarch.lab.stores import UNFINISHED, Store, store_at

if TYPE_CHECKING:
    import pyarrow as pa

MANIFEST, REPORT = "experiment.json", "report.html"
BATCH = 500  # rows that are looked at together
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class FolderError(ValueError):
    pass


class Folder:
    """The rows of one experiment; whoever holds it open alone may add some."""

    def __init__(self, store: Store, manifest: dict[str, Any]) -> None:
        self.store, self.manifest = store, manifest
        self.columns = schema(manifest["sides"], whose(manifest))
        self.parts = parts_of(store, manifest)
        self.counts = dict.fromkeys(self.parts, 0)
        self.done = self._seeds()

    @property
    def experiment(self) -> Experiment:
        return of_manifest(self.manifest)

    def missing(self, experiment: Experiment) -> list[int]:
        return [seed for seed in experiment.seeds if seed not in self.done]

    def _seeds(self) -> set[int]:
        found: dict[int, Part] = {}
        for part in self.parts:
            for seed in self._table(part, ["seed"]).column("seed").to_pylist():
                if seed in found:
                    raise self._doubled(seed, found[seed], part)
                found[seed] = part
                self.counts[part] += 1
        return set(found)

    def _doubled(self, seed: int, one: Part, other: Part) -> FolderError:
        return FolderError(
            f"{self.store.address}: the game with seed {seed} stands in {one.name} and in {other.name}; "
            "remove the one that was copied here"
        )

    def _table(self, part: Part, columns: list[str] | None = None) -> pa.Table:
        return read_part(self.store, part, self.manifest, columns)

    def table(self, columns: list[str] | None = None) -> pa.Table:
        """All rows, by seed."""
        import pyarrow as pa

        parts = [self._table(part, columns) for part in self.parts]
        if not parts:
            return self.columns.empty_table()
        return pa.concat_tables(parts).sort_by("seed")

    def batches(self) -> Iterator[list[Row]]:
        """All rows, some at a time."""
        for part in self.parts:
            table = self._table(part)
            for start in range(0, table.num_rows, BATCH):
                yield table.slice(start, BATCH).to_pylist()

    def scanned(self) -> Any:
        """All rows for who reads them bit by bit."""
        import pyarrow.dataset as ds

        if not self.parts:
            return self.columns.empty_table()
        paths = [self.store.path(part.name) for part in self.parts]
        checked = ds.ParquetFragmentScanOptions(page_checksum_verification=True)
        kind = ds.ParquetFileFormat(default_fragment_scan_options=checked)
        return ds.dataset(paths, schema=self.columns, format=kind, filesystem=self.store.files)

    # what is added

    def add(self, rows: Sequence[Row]) -> None:
        """Rows are there for good once this has come back."""
        if not rows:
            return
        number = self.parts[-1].last + 1 if self.parts else 1
        part = Part(number, number)
        self.put(part.name, packed(rows, self.columns))
        self.parts.append(part)
        self.counts[part] = len(rows)
        self.done |= {row["seed"] for row in rows}
        self._join_alike()

    def put(self, name: str, content: bytes) -> None:
        try:
            self.store.write(name, content)
        except OSError as error:
            if error.errno not in FULL:
                raise
            raise FolderError(
                f"{self.store.address}: the disk is full; {len(self.done)} games are safe there. "
                "Make room and give the same command again: it goes on from them"
            ) from None

    def _join_alike(self) -> None:
        last = self.parts[-JOINED:]
        while len(last) == JOINED and len({part.width for part in last}) == 1 and self._fits(last):
            self._join(last)
            last = self.parts[-JOINED:]

    def _fits(self, parts: Sequence[Part]) -> bool:
        return sum(self.counts[part] for part in parts) <= MOST_ROWS

    def _join(self, parts: Sequence[Part]) -> None:
        import pyarrow as pa

        joined = Part(parts[0].first, parts[-1].last)
        table = pa.concat_tables([self._table(part) for part in parts]).sort_by("seed")
        self.put(joined.name, written(table.replace_schema_metadata(self.columns.metadata)))
        self.parts = [part for part in self.parts if not joined.holds(part)] + [joined]
        self.counts[joined] = sum(self.counts.pop(part) for part in parts)
        for part in parts:
            self.store.remove(part.name)

    def tidy(self) -> None:
        """An experiment that is done lies in as few parts as may be."""
        if len(self.parts) > 1 and self._fits(self.parts):
            self._join(self.parts)


# opening


@contextmanager
def opened(address: str | Path, experiment: Experiment) -> Iterator[Folder]:
    """The folder of an experiment, made if there is none, to be added to by nobody else meanwhile."""
    needs_arrow()
    store = store_at(address)
    _check_ours(store)
    with store.locked():
        manifest = _settled(store, manifest_of(experiment))
        _clear(store)
        yield Folder(store, manifest)


def kept(address: str | Path) -> Folder:
    """A folder to read, whoever adds to it meanwhile."""
    needs_arrow()
    store = store_at(address)
    return Folder(store, _manifest(store))


def needs_arrow() -> None:
    for name in ("filelock", "pyarrow.parquet"):
        needed(name, "experiments need", "lab")


def _check_ours(store: Store) -> None:
    """A folder with rows or a report and no manifest is somebody else's: both would be written over."""
    names = store.names()
    theirs = [name for name in names if name.endswith(".parquet") or name == REPORT]
    if MANIFEST not in names and theirs:
        raise FolderError(f"{store.address}: {theirs[0]} lies here, but no {MANIFEST}; name a new folder")


def _manifest(store: Store) -> dict[str, Any]:
    if MANIFEST not in store.names():
        raise FolderError(f"{store.address}: there is no experiment here; `countermarch lab balance` makes one")
    try:
        found: dict[str, Any] = json.loads(store.read(MANIFEST))
        of_manifest(found)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FolderError(f"{store.address}/{MANIFEST} is damaged; name a new folder, or restore the file") from None
    if found.get("format") != FORMAT:
        raise FolderError(f"{store.address}: kept by another version of the lab; name a new folder")
    return found


def _settled(store: Store, ours: dict[str, Any]) -> dict[str, Any]:
    """The manifest there, if it is of the same experiment; ours, if there is none; games may be added."""
    if MANIFEST not in store.names():
        return _declare(store, ours)
    theirs = _manifest(store)
    other = [key for key in ours if key != "games" and ours[key] != theirs.get(key)]
    if other:
        raise FolderError(f"{store.address}: {_otherwise(other, ours, theirs)}")
    return _declare(store, ours) if ours["games"] > theirs["games"] else theirs


def _otherwise(other: list[str], ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> str:
    key = other[-1]
    if key in ("countermarch", "build", "rules"):
        said = f"this experiment was begun by another Countermarch ({key} {theirs.get(key)}, now {ours[key]})"
        return f"{said}; its games would not be the same. Go on with that one, or name a new folder"
    if key == "values":
        return "another experiment is kept here: it has other values. Name a new folder"
    kept, asked = _said(theirs.get(key)), _said(ours[key])
    return f"another experiment is kept here: its {key} is {kept}, not {asked}. Name a new folder"


def _said(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}={each}" for key, each in value.items()) or "none"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _declare(store: Store, manifest: dict[str, Any]) -> dict[str, Any]:
    try:
        store.write(MANIFEST, json.dumps(manifest, indent=1, ensure_ascii=False).encode())
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise FolderError(f"{store.address}: the disk is full; make room and give the command again") from None
    return manifest


def _clear(store: Store) -> None:
    """What a stop has left half done."""
    names = store.names()
    every = [part for part in map(part_of, names) if part is not None]
    stays = set(standing(every))
    for name in names:
        if name.endswith(UNFINISHED) or ((part := part_of(name)) is not None and part not in stays):
            store.remove(name)


# parts


def parts_of(store: Store, manifest: dict[str, Any]) -> list[Part]:
    foreign = [name for name in store.names() if name.endswith(".parquet") and part_of(name) is None]
    if foreign:
        raise FolderError(f"{store.address}/{foreign[0]} is not of this experiment; move it elsewhere")
    return standing(part for part in map(part_of, store.names()) if part is not None)


def read_part(store: Store, part: Part, manifest: dict[str, Any], columns: list[str] | None = None) -> pa.Table:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(store.read(part.name)), page_checksum_verification=True)
        theirs = (file.schema_arrow.metadata or {}).get(MARK, b"").decode()
        table = file.read(columns)
    except (pa.ArrowException, OSError) as error:
        raise FolderError(
            f"{store.address}/{part.name} is damaged ({str(error).splitlines()[0]}); "
            "remove it and give the command again: its games are played anew"
        ) from None
    if theirs != whose(manifest):
        raise FolderError(f"{store.address}/{part.name} is not of this experiment; move it elsewhere")
    return table
