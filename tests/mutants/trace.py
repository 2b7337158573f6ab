"""Which tests run through which lines, and which lines run before any test or once for several of them."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Collection
from types import CodeType, FrameType
from typing import Any

Line = tuple[str, int]


class Trace:
    """Lines by test. The tests are run twice: what some test ran through the first time only is kept for the others.

    Only functions with one of the lines asked for are followed line by line.
    """

    def __init__(self, asked: Collection[Line]) -> None:
        self.files = {file for file, _ in asked}
        self.asked = {file: {number for other, number in asked if other == file} for file in self.files}
        self._followed: dict[int, tuple[CodeType, bool]] = {}
        self.early: set[Line] = set()  # at import
        self.shared: set[Line] = set()  # in a fixture for several tests
        self.passes: list[dict[Line, set[int]]] = []
        self.test: int | None = None

    def start(self) -> None:
        sys.settrace(self._call)

    def stop(self) -> None:
        sys.settrace(None)

    def next_pass(self) -> None:
        self.passes.append(defaultdict(set))

    @property
    def tests(self) -> dict[Line, set[int]]:
        return dict(self.passes[-1])

    @property
    def kept(self) -> set[Line]:
        """Lines behind a table or a memory that outlives a test: whoever asks first fills it."""
        first, last = self.passes
        return self.shared | {line for line, tests in first.items() if not tests <= last.get(line, set())}

    def _call(self, frame: FrameType, event: str, arg: Any) -> Any:
        code = frame.f_code
        known = self._followed.get(id(code))
        if known is None:
            known = self._followed[id(code)] = code, self._is_asked(code)
        return self._line if known[1] else None

    def _is_asked(self, code: CodeType) -> bool:
        lines = self.asked.get(code.co_filename)
        return lines is not None and not lines.isdisjoint(number for _, _, number in code.co_lines())

    def _line(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            line = (frame.f_code.co_filename, frame.f_lineno)
            if self.test is not None:
                self.passes[-1][line].add(self.test)
            else:
                (self.shared if self.passes else self.early).add(line)
        return self._line
