"""The server's log: lines of text or of JSON, each with the request it came from, none with a secret.

What must not be written down is known where it comes in: the token in a path, the cookie, what stands in a query.
Whatever is logged while such a request is answered has it blotted out, in other threads and tracebacks, too.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Literal

Form = Literal["text", "json"]
BLOT = "***"
SHORTEST = 8  # letters of a secret; a shorter word would blot out what is none
# what is secret wherever it turns up: links that need no login, cookies, passwords in addresses and queries
SECRET = re.compile(
    r"(?P<link>/(?:join|off|confirm|reset)/)[^\s\"'?#/{}]+"
    r"|(?P<login>://[^\s:/@]*:)[^\s@/]+(?=@)"
    r"|(?P<field>\b(?:countermarch|token|code|password|secret|share)=)[^\s\"'&;]+",
    re.IGNORECASE,
)
EXTRA = ("method", "route", "status", "seconds", "address", "match")  # what a line about a request says


class Present:
    """The request that is being answered: its number, and what of it is secret, looked for if something is logged."""

    def __init__(self, id: str, find: Callable[[], Iterable[str]] = tuple) -> None:
        self.id = id
        self._find = find

    @cached_property
    def secrets(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._find()))


PRESENT: ContextVar[Present | None] = ContextVar("request", default=None)


def without_secrets(text: str) -> str:
    present = PRESENT.get()
    for secret in () if present is None else present.secrets:
        text = text.replace(secret, BLOT)
    return SECRET.sub(_blotted, text)


def _blotted(found: re.Match[str]) -> str:
    return f"{found['link'] or found['login'] or found['field']}{BLOT}"


class Lines(logging.Formatter):
    """For people: what happened, and in which request."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        present = PRESENT.get()
        number = "" if present is None else f" [{present.id}]"
        return without_secrets(super().format(record)) + number

    def formatMessage(self, record: logging.LogRecord) -> str:
        """In one line, which a traceback may follow: drivers of databases take several to say that it is away."""
        return " ".join(line.strip() for line in super().formatMessage(record).splitlines())


class JsonLines(logging.Formatter):
    """For programs: one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        present = PRESENT.get()
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request": None if present is None else present.id,
        }
        told |= {name: getattr(record, name) for name in EXTRA if hasattr(record, name)}
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps({name: _clean(value) for name, value in told.items()}, ensure_ascii=False)


def _clean(value: Any) -> Any:
    return without_secrets(value) if isinstance(value, str) else value


def set_up(form: Form) -> None:
    """All that is logged goes to the standard error, in one form; lines about requests are for programs."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else Lines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("countermarch").setLevel(logging.INFO)
    logging.getLogger("countermarch.requests").setLevel(logging.INFO if form == "json" else logging.WARNING)
