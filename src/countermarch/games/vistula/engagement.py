"""An attack that has been announced: who fights, and what supports either side."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import Procedure
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.reckoning import Clash

DEFENDER, DIE, FOUGHT, END = 1, 7, 8, 11  # stages; once it is fought the die has fallen


@dataclass(slots=True)
class Engagement(Procedure):
    """Pairs are of the attacker and the defender.

    `steps` of the defender stood in the hex when the die fell, and `lost` of them were to be lost.
    """

    side: int
    target: int
    units: tuple[int, ...]
    mobile: bool
    train: tuple[int, ...] = ()  # the columns that go with a mobile attack
    follow: bool = False
    ordered: bool = False  # 12.5: the Führer's offensive
    columns: tuple[int, int] = (0, 0)
    guns: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    naval: bool = False
    intents: tuple[int, int] = (0, 0)
    air: tuple[int, int] = (0, 0)
    steps: int = 0
    lost: int = 0
    stage: int = 0

    def clash(self) -> Clash:
        return Clash(
            self.side, self.target, self.units, self.mobile, self.follow, self.columns, self.guns, self.naval, self.air
        )

    @property
    def verb(self) -> str:
        """What the attack is called by: a mobile attack is an assault."""
        return "assault" if self.mobile else "attack"

    def named_support(self, play: VistulaPlay) -> dict[str, str]:
        """Counters that stand for what is committed; columns and air markers of a side are all alike."""
        tables = play.tables
        found = {play.id(u): "guns" for row in self.guns for u in row}
        for at, side in enumerate((self.side, 1 - self.side)):
            found |= {play.id(u): "column" for u in tables.columns[side][: self.columns[at]]}
            found |= {play.id(u): "air" for u in tables.air[side][: self.air[at]]}
        return found | ({play.id(tables.navy): "naval"} if self.naval else {})

    def alive(self, play: VistulaPlay) -> tuple[int, ...]:
        return tuple(u for u in self.units if play.on_map(u))


def current(play: VistulaPlay) -> Engagement:
    """The attack that is being fought."""
    return next(frame for frame in reversed(play.state.frames) if isinstance(frame, Engagement))


def changed(pair: tuple[int, int], at: bool, value: int) -> tuple[int, int]:
    return (pair[0], value) if at else (value, pair[1])
