"""What the key of the dice is made of: the server's secret, and what each side promised before it sat and gave after.

Nobody at the table can know the key or choose it: everyone is bound by his promise before he knows another's share.
The server knows it, since it rolls the dice; that it did not choose it is proved when the match is over.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from countermarch.dice import KEY_BYTES, joint_key, promise
from countermarch.server.clocks import steady
from countermarch.server.fair_models import FairOut
from countermarch.server.problems import problem
from countermarch.texts import say
from countermarch.verify import sharers

PATIENCE = 20.0  # seconds after all sit; who has not given his share by then is passed over


@dataclass(slots=True)
class Fair:
    secret: str = field(default_factory=lambda: secrets.token_hex(KEY_BYTES))
    commitments: dict[str, str] = field(default_factory=dict)
    shares: dict[str, str] = field(default_factory=dict)
    passed: list[str] = field(default_factory=list)
    since: float | None = None  # when all sat
    settled: bool = False  # the key is made
    coming: list[str] = field(default_factory=list)  # seats of those who were asked to play once more

    @classmethod
    def kept(cls, document: Mapping[str, Any] | None) -> Fair | None:
        return None if document is None else cls(**document)

    def document(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def promise(self) -> str:
        return promise("secret", self.secret)

    @property
    def due(self) -> list[str]:
        """The sides whose shares are waited for, now that all sit."""
        if self.since is None or self.settled:
            return []
        return self._missing()

    def _missing(self) -> list[str]:
        return [side for side in self.commitments if side not in self.shares]

    @property
    def left(self) -> float:
        """Seconds until the match begins without those who are late."""
        return min(PATIENCE, max(0.0, (self.since or 0) + PATIENCE - steady()))

    def all_sit(self) -> None:
        if self.since is None:
            self.since = steady()

    def come(self, side: str, promised: str | None) -> bool:
        """Who was asked to play once more sits down, and may promise a share; no if he sits already."""
        if side not in self.coming:
            return False
        self.coming.remove(side)
        if promised is not None:
            self.commitments[side] = promised
        return True

    def promise_anew(self, own: Sequence[str], promised: str | None) -> None:
        """In place of what somebody promised before; nobody has told his share as long as others are to come."""
        if self.since is not None:
            return
        seat = next((seat for seat in own if seat in self.commitments), own[0])
        self.commitments.pop(seat, None)
        if promised is not None:
            self.commitments[seat] = promised

    def give(self, side: str, share: str) -> None:
        """What a side had promised; the same once more does no harm."""
        if self.shares.get(side) == share:
            return
        if side not in self.due:
            raise problem(409, "share_not_due", seat=side)
        if promise("share", share) != self.commitments[side]:
            raise problem(422, "share", seat=side)
        self.shares[side] = share

    def settle(self, sides: Iterable[str]) -> bytes:
        """The key; who has not given his share is passed over."""
        self.passed, self.settled = self._missing(), True
        return joint_key(self.secret, {seat: self.shares.get(seat) for seat in sharers(sides, self.commitments)})

    def told(self, language: str) -> FairOut:
        return FairOut(promise=self.promise, due=self.due, said=say("server.fair.knows").render(language))
