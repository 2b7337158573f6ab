"""What an attack would come to, and its parts by name."""

from __future__ import annotations

from collections.abc import Sequence

from countermarch.games.base import Preview
from tests.rules.koenigsberg.table import Table


def odds(table: Table, target: str, units: Sequence[str], **air: str) -> Preview:
    return table.match().preview(target, units, air)


def values(preview: Preview, key: str) -> list[float]:
    return [part.value for part in preview.parts if part.text.key == f"chitpull.part.{key}"]


def citation(preview: Preview, key: str) -> str:
    return next(str(part.citation) for part in preview.parts if part.text.key == f"chitpull.part.{key}")
