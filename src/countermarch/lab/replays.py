"""A row played again, to the same fingerprint."""

from __future__ import annotations

import zlib
from typing import Any

from countermarch.bots.arena import begin, finish
from countermarch.lab.folder import Folder, FolderError
from countermarch.match import Match


def replayed(folder: Folder, seed: int) -> Match:
    """The match of a row, at its end: by the bots who played it, or by its record if they think by the clock."""
    row = _row(folder, seed)
    try:
        match = _played(folder, row)
    except ValueError as error:
        raise _otherwise(folder, seed) from error
    if match.fingerprint() != row["fingerprint"]:
        raise _otherwise(folder, seed)
    return match


def _row(folder: Folder, seed: int) -> dict[str, Any]:
    import pyarrow.compute as pc

    if seed not in folder.done:
        few, many = min(folder.done, default=0), max(folder.done, default=0)
        raise FolderError(f"{folder.store.address}: there is no game with seed {seed}; they are {few} to {many}")
    columns = ["seed", "fingerprint", "record"]
    (row,) = folder.table(columns).filter(pc.field("seed") == seed).to_pylist()
    found: dict[str, Any] = row
    return found


def _played(folder: Folder, row: dict[str, Any]) -> Match:
    pairing = folder.experiment.pairing(row["seed"])
    match = begin(pairing)
    if row["record"] is None:
        finish(match, pairing)
    else:
        for entry in zlib.decompress(row["record"]).decode().split("\n"):
            match.repeat(entry)
    return match


def _otherwise(folder: Folder, seed: int) -> FolderError:
    made = folder.manifest
    return FolderError(
        f"{folder.store.address}: the game with seed {seed} goes another way here; it was played by Countermarch "
        f"{made['countermarch']}, build {made['build']}, rules {made['rules']}: use that one"
    )
