"""What goes over the wire as JSON."""

from __future__ import annotations

from typing import Any

import orjson


def encoded(value: Any) -> bytes:
    """Plain values, with models among them."""
    return orjson.dumps(value, default=_plain)


def _plain(value: Any) -> Any:
    return value.model_dump()
