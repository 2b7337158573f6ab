"""Rows as Parquet: their columns, and the parts a folder holds.

Parts are numbered as they are written. Small ones are joined sixteen at a time into one whose name says which it takes
the place of (`rows-000001-000016.parquet`), so that a row is written a few times at most and a stop between joining and
clearing away doubles nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from typing import TYPE_CHECKING, Any

from countermarch.lab.games import Row

if TYPE_CHECKING:
    import pyarrow as pa

JOINED = 16  # parts of one size become one
MOST_ROWS = 50_000  # of a joined part
NAME = re.compile(r"rows-(\d{6,})(?:-(\d{6,}))?\.parquet")
MARK = b"countermarch"  # under which a part says whose it is


@dataclass(frozen=True, slots=True, order=True)
class Part:
    first: int
    last: int

    @property
    def name(self) -> str:
        return f"rows-{self.first:06}" + (f"-{self.last:06}" if self.last > self.first else "") + ".parquet"

    @property
    def width(self) -> int:
        return self.last - self.first + 1

    def holds(self, other: Part) -> bool:
        return self != other and self.first <= other.first and other.last <= self.last


def part_of(name: str) -> Part | None:
    found = NAME.fullmatch(name)
    return None if found is None else Part(int(found[1]), int(found[2] or found[1]))


def standing(parts: Iterable[Part]) -> list[Part]:
    """Those nothing has taken the place of, in order."""
    every = sorted(parts)
    return [part for part in every if not any(other.holds(part) for other in every)]


def schema(sides: Sequence[str], whose: str) -> pa.Schema:
    import pyarrow as pa

    def each(kind: pa.DataType) -> pa.DataType:
        return pa.struct([(side, kind) for side in sides])

    turn = pa.struct(
        [
            ("turn", pa.int16()),
            ("total", pa.int32()),
            ("points", each(pa.int32())),
            ("losses", each(pa.int32())),
            ("stood", each(pa.list_(pa.string()))),
        ]
    )
    columns = [
        ("seed", pa.int64()),
        ("bots", each(pa.string())),
        ("winner", pa.string()),
        ("level", pa.string()),
        ("points", each(pa.int32())),
        ("length", pa.int16()),
        ("losses", each(pa.int32())),
        ("luck", each(pa.float32())),
        ("dice", pa.int32()),
        ("decisions", pa.int32()),
        ("seconds", pa.float32()),
        ("fingerprint", pa.string()),
        ("turns", pa.list_(turn)),
        ("rules", pa.map_(pa.string(), pa.int32())),
        ("record", pa.binary()),
    ]
    return pa.schema(columns, metadata={MARK: whose.encode()})


def whose(manifest: dict[str, Any]) -> str:
    """A hash of everything that makes an experiment this one; how many games it has may grow."""
    same = sorted((key, repr(value)) for key, value in manifest.items() if key != "games")
    return blake2b(repr(same).encode(), digest_size=8).hexdigest()


def packed(rows: Sequence[Row], columns: pa.Schema) -> bytes:
    import pyarrow as pa

    return written(pa.Table.from_pylist(list(rows), schema=columns))


def written(table: pa.Table) -> bytes:
    import pyarrow.parquet as pq

    out = BytesIO()
    pq.write_table(table, out, compression="zstd", write_page_checksum=True)
    return out.getvalue()
