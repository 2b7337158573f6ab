from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import Procedure


@dataclass(slots=True)
class CombatSegment(Procedure):
    side: int

    def proceed(self, play):
        play.pop()
