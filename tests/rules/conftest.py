"""Rule tests play on at once: whether a side is asked to go on first is tested in `tests/test_going_on.py`."""

from __future__ import annotations

import pytest

from countermarch.flow import Play


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Play, "pauses", False)
