"""Which tests run through which lines, and which lines run before any test or once for all of them."""

from __future__ import annotations

import gc
import sys
import threading
from collections import defaultdict
from collections.abc import Collection
from functools import _lru_cache_wrapper, cached_property
from types import CodeType, FrameType
from typing import Any

Line = tuple[str, int]


class Trace:
    """Lines by test; `always` are those that some test ran through on behalf of all."""

    def __init__(self, files: Collection[str]) -> None:
        self.files = frozenset(files)
        self.always: set[Line] = set()
        self.tests: dict[Line, set[int]] = defaultdict(set)
        self.test: int | None = None
        self._deep = 0
        self._once: set[CodeType] = set()

    def start(self) -> None:
        threading.settrace(self._call)
        sys.settrace(self._call)

    def stop(self) -> None:
        sys.settrace(None)
        threading.settrace(None)

    def look_for_caches(self) -> None:
        """What is kept after the first call is asked for by one test and used by others."""
        self._once = {code for found in gc.get_objects() if (code := _kept(found)) is not None}

    def _call(self, frame: FrameType, event: str, arg: Any) -> Any:
        code = frame.f_code
        if code in self._once:
            self._deep += 1
            return self._kept_call
        return self._line if code.co_filename in self.files else None

    def _kept_call(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "return":
            self._deep -= 1
        elif event == "line" and frame.f_code.co_filename in self.files:
            self.always.add((frame.f_code.co_filename, frame.f_lineno))
        return self._kept_call

    def _line(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            line = (frame.f_code.co_filename, frame.f_lineno)
            if self.test is None or self._deep:
                self.always.add(line)
            else:
                self.tests[line].add(self.test)
        return self._line


def _kept(found: object) -> CodeType | None:
    function: Any = None
    try:
        if isinstance(found, _lru_cache_wrapper):
            function = found.__wrapped__
        elif isinstance(found, cached_property):
            function = found.func
    except ReferenceError:
        return None
    code = getattr(function, "__code__", None)
    return code if isinstance(code, CodeType) else None
