"""Letters that somebody asked for: written and sent beside the requests, so that nobody waits for a mail server.

Nor does it take longer to ask for one where there is an account; and nobody's letter box is filled by strangers.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from countermarch.server.limits import Limits
from countermarch.server.posting import Mailer, Message

log = logging.getLogger("countermarch.server")
MOST = 300  # that wait to be sent; more are dropped
AT_ONCE = 2


class Letter(Message):
    """One that was asked for: there is nothing to put off."""

    @property
    def text(self) -> str:
        return f"{self.body}\n\n{self.link}"


class Letters:
    def __init__(self, limits: Limits, mailer: Callable[[], Mailer | None]) -> None:
        self._limits = limits
        self._mailer = mailer
        self._post = ThreadPoolExecutor(AT_ONCE, "letters")
        self._waiting = 0

    def ask(self, email: str, write: Callable[[], Letter | None]) -> None:
        """A letter, unless there is nobody to write to, or he has had enough of them for now."""
        if self._mailer() is None:
            return
        if self._waiting >= MOST or not self._limits.takes("letters", email):
            log.warning("a letter is not sent: too many were asked for")
            return
        self._waiting += 1
        self._post.submit(self._send, email, write)

    def _send(self, email: str, write: Callable[[], Letter | None]) -> None:
        try:
            letter, mailer = write(), self._mailer()
            if letter is not None and mailer is not None:
                mailer.send(email, letter)
        except Exception as error:  # whoever asked has his answer already
            log.warning("a letter could not be sent: %s", type(error).__name__)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._post.shutdown(wait=False, cancel_futures=True)
