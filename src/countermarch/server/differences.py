"""What differs between the table as a side saw it and as it sees it: small, and readable for whoever applies it.

`set` has what is new or otherwise, `gone` names what is not there any more. Counters are told one by one, by their ids:
`units` those that are new or changed, and, if not the same are there as before in the same order, `order` all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Seen = Mapping[str, Any]


def difference(before: Seen, now: Seen) -> dict[str, Any]:
    kept = {name: value for name, value in now.items() if name != "units"}
    found: dict[str, Any] = {
        "set": {name: value for name, value in kept.items() if name not in before or before[name] != value},
        "gone": [name for name in before if name not in now],
    }
    return found | _units(before["units"], now["units"])


def _units(before: list[Seen], now: list[Seen]) -> dict[str, Any]:
    order = [unit["id"] for unit in now]
    if [unit["id"] for unit in before] == order:
        return {
            "units": [new for old, new in zip(before, now, strict=True) if old is not new and old != new],
            "order": None,
        }
    known = {unit["id"]: unit for unit in before}
    return {"units": [unit for unit in now if known.get(unit["id"]) != unit], "order": order}
