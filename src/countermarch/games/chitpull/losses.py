"""9.4 Step losses: who takes them, and the HQ that is lost with its stack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from countermarch.flow import Procedure
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reckoning import FESTUNG
from countermarch.games.chitpull.verbs import LOSE
from countermarch.games.common.losses import StepLosses
from countermarch.notation import Choice
from countermarch.rulebook import Refusal

SHELTER = ("town", "city")


def spares_step(play: ChitPullPlay, target: int, line: int) -> bool:
    """9.4.4, 9.5.9: the first step is ignored in a town or city, or behind a Festung."""
    walls = line == FESTUNG and play.edition.lines_shelter
    return play.edition.shelters and (walls or play.tables.settlement[target] in SHELTER)


def steps_due(play: ChitPullPlay, target: int, steps: int, line: int) -> int:
    if not steps or not spares_step(play, target, line):
        return steps
    play.tell("loss_ignored", "9.4.4", hex=play.hex_name(target))
    return steps - 1


def attackers_due(play: ChitPullPlay, units: Sequence[int], steps: int) -> int:
    """9.4.4: if so agreed attackers ignore a first step too, where the strongest, who would take it, is sheltered."""
    if not steps or not units or not play.edition.shelters or play.agreed["settlement_shelter"] != "all":
        return steps
    hexes = [play.state.hex[u] for u in strongest(play, units, defending=False)]
    sheltered = [h for h in hexes if play.tables.settlement[h] in SHELTER]
    if not sheltered:
        return steps
    play.tell("attackers_ignore", "9.4.4", hex=play.hex_name(sheltered[0]))
    return steps - 1


def take_step(play: ChitPullPlay, u: int) -> None:
    if play.lose_step(u):
        orphan(play)


def destroy(play: ChitPullPlay, u: int) -> None:
    play.eliminate(u)
    orphan(play)


@dataclass(slots=True)
class Staffs(Procedure):
    """11.1.3(2): the HQs that a combat may cost, each with the combat units it stood with when the combat began."""

    stood: tuple[tuple[int, ...], ...]

    @property
    def units(self) -> tuple[int, ...]:
        return tuple(u for group in self.stood for u in group)

    def proceed(self, play: ChitPullPlay) -> None:
        play.pop()


def at_stake(play: ChitPullPlay, hexes: Iterable[int]) -> Staffs:
    """Lies under all that comes of a combat in which these hexes have a part."""
    return Staffs(tuple((hq, *play.combat_units(h)) for h in hexes for hq in play.hqs_in(h)))


def orphan(play: ChitPullPlay) -> None:
    """11.1.3(2): an HQ is lost in a combat when all the units it stood with have been eliminated, retreating too."""
    staffs = [group for frame in play.state.frames if isinstance(frame, Staffs) for group in frame.stood]
    for hq, *units in staffs:
        if play.on_map(hq) and not any(play.on_map(u) for u in units):
            play.tell("hq_lost", "11.1.3(2)", unit=play.id(hq))
            play.remove_hq(hq)


def printed(play: ChitPullPlay, u: int, defending: bool) -> int:
    """9.4.1: strength counts as printed on the side that shows."""
    values = play.tables.defence if defending else play.tables.attack
    return values[u][play.state.steps[u]]


def strongest(play: ChitPullPlay, units: Sequence[int], defending: bool) -> list[int]:
    most = max(printed(play, u, defending) for u in units)
    return [u for u in units if printed(play, u, defending) == most]


@dataclass(slots=True)
class Losses(StepLosses):
    """9.4.1, 9.4.2, 9.5.3: so many steps from these units, the first from the strongest if `bound`."""

    bound: bool
    defending: bool
    verb = LOSE
    asks = "chitpull.prompt.lose"
    cites = ("9.4.1", "9.4.2")

    def eligible(self, play: ChitPullPlay, alive: list[int]) -> list[int]:
        return strongest(play, alive, self.defending) if self.bound else alive

    def lose(self, play: ChitPullPlay, u: int) -> None:
        self.bound = False
        take_step(play, u)

    def destroy(self, play: ChitPullPlay, u: int) -> None:
        destroy(play, u)

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] != LOSE:
            return None
        if choice[1] not in self.alive(play):
            return play.no("9.4.1", "not_in_combat", unit=play.id(choice[1]))
        return play.no("9.4.1", "not_strongest", unit=play.id(choice[1]))
