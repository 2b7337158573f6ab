"""A plugin of pytest that writes down what marked tests play: where they begin, what they do, and where it leads.

`python -m tests.examples` runs the rule tests with it and makes the examples of the rulebooks from what they played.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import pytest

import countermarch as cm
from countermarch.flow import Event
from countermarch.match import ImaginedMatch, Match

WRITTEN = "COUNTERMARCH_RECORDING"  # the file that recordings are appended to
MOST_STEPS = 40


@dataclass
class Recording:
    """A match of a test, from the moment it was first played or asked."""

    match: Match
    position: dict[str, Any]
    before: int  # entries of its record that led there
    steps: list[list[Any]] = field(default_factory=list)
    broken: bool = False  # something was done that cannot be shown

    def add(self, *step: Any) -> None:
        self.steps.append(list(step))

    def fixed(self) -> dict[str, list[str]]:
        """Dice and draws that were fixed in the course of it."""
        entries = [entry[1:].split() for entry in self.match.record[self.before :] if entry.startswith("!")]
        found: dict[str, list[str]] = {"dice": [], "draw": []}
        for kind, *values in entries:
            found[kind] += values
        return found


class Recorder:
    def __init__(self) -> None:
        self.recordings: dict[int, Recording] = {}
        self.deep = 0  # what a recorded call does itself is not recorded

    def of(self, match: Match) -> Recording | None:
        found = self.recordings.get(id(match))
        if found is None and not isinstance(match, ImaginedMatch) and match.to_act is not None:
            with suppress(Exception):  # a table no document can describe is no example
                found = Recording(match, match.position(), len(match.record))
                self.recordings[id(match)] = found
        return found

    def wrap(self, name: str, note: Callable[..., None]) -> Callable[..., Any]:
        real = getattr(Match, name)

        @wraps(real)
        def called(match: Match, *args: Any, **named: Any) -> Any:
            recording = None if self.deep else self.of(match)
            self.deep += 1
            try:
                answer = real(match, *args, **named)
            except cm.IllegalAction:
                if recording:
                    recording.add("refused", str(args[0]))
                raise
            finally:
                self.deep -= 1
            if recording:
                note(recording, answer, *args, **named)
            return answer

        return called


def _played(recording: Recording, events: list[Event], action: object) -> None:
    recording.add("play", str(action), [event.text.render("en") for event in events])


def _undone(recording: Recording, done: bool) -> None:
    recording.broken |= done


def _why(
    recording: Recording, answer: object, units: Any, hex: str, mode: str = "regular", side: str | None = None
) -> None:
    if answer is not None and side is None:
        recording.add("why", [units] if isinstance(units, str) else list(units), hex, mode)


def _looked(recording: Recording, answer: object, *args: Any, **named: Any) -> None:
    pass


NOTED: dict[str, Callable[..., None]] = {
    "play": _played,
    "undo": _undone,
    "why_not": _why,
    "legal": _looked,
    "preview": _looked,
    "reach": _looked,
}


@pytest.hookimpl(hookwrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Iterator[None]:
    rules = [rule for mark in pyfuncitem.iter_markers("rule") for rule in mark.args]
    recorder = Recorder()
    real = {name: getattr(Match, name) for name in NOTED}
    if rules:
        for name, note in NOTED.items():
            setattr(Match, name, recorder.wrap(name, note))
    try:
        outcome = yield
    finally:
        for name, method in real.items():
            setattr(Match, name, method)
    if rules and outcome.excinfo is None:  # type: ignore[attr-defined]
        _write(pyfuncitem.nodeid, rules, recorder)


def _write(test: str, rules: list[str], recorder: Recorder) -> None:
    found = [one for one in recorder.recordings.values() if not one.broken and len(one.steps) <= MOST_STEPS]
    with open(os.environ[WRITTEN], "a", encoding="utf-8") as file:
        for one in found:
            said = {
                "test": test,
                "rules": list(dict.fromkeys(rules)),
                "game": one.match.game.key,
                "position": one.position,
                "fixed": one.fixed(),
                "steps": one.steps,
                "end": one.match.fingerprint(),
            }
            file.write(json.dumps(said, ensure_ascii=False) + "\n")
