"""5.8, 8.3 Logistical columns and artillery corps committed to an attack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.vistula.engagement import Engagement, changed, current
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.reckoning import MOST_COLUMNS, attack_total
from countermarch.games.vistula.verbs import COLUMN, DONE, FIRE
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say


def touches(play: VistulaPlay, u: int, hexes: Sequence[int]) -> bool:
    """Stacked with or adjacent to units in these hexes."""
    around = play.tables.around[play.state.hex[u]]
    return any(h in around for h in hexes)


def supported(play: VistulaPlay, fight: Engagement, defending: bool) -> list[int]:
    """The hexes of the units that columns and artillery may help."""
    return [fight.target] if defending else sorted({play.state.hex[u] for u in fight.units})


def columns_near(play: VistulaPlay, side: int, fight: Engagement, defending: bool) -> list[int]:
    """5.8.1: columns with or next to the units; a mobile attack has only those that go with the stack (7.3)."""
    row = [u for u in play.tables.columns[side] if play.on_map(u)]
    if fight.mobile and not defending:
        return [u for u in row if u in fight.train and bound(play, fight, u) is None]
    hexes = supported(play, fight, defending)
    return [u for u in row if touches(play, u, hexes) and bound(play, fight, u) is None]


def bound(play: VistulaPlay, fight: Engagement, u: int) -> Refusal | None:
    """5.8.1, 12.5: a column that defends its hex itself is not spent for it, one of the Führer's only by his order."""
    if play.state.hex[u] == fight.target and not play.combat_in(play.tables.side[u], fight.target):
        return play.no("5.8.1#5", "column_defends", unit=play.id(u), hex=play.hex_name(fight.target))
    if play.state.ordered[u] and not fight.ordered:
        return play.no("12.5#2", "column_ordered", unit=play.id(u))
    return None


def column_refusal(
    play: VistulaPlay, side: int, fight: Engagement, defending: bool, used: int, u: int
) -> Refusal | None:
    """5.8.1, 7.3: why a column may not shift the odds, with so many used already."""
    if u not in play.tables.columns[side] or not play.on_map(u):
        return play.no("5.8.1#1", "no_column", unit=play.id(u))
    if used >= MOST_COLUMNS:
        return play.no("5.8.1#2", "column_limit")
    if u in columns_near(play, side, fight, defending):
        return None
    if touches(play, u, supported(play, fight, defending)):
        refusal = bound(play, fight, u)
        if refusal is not None:
            return refusal
    rule, key = ("7.3#7", "column_behind") if fight.mobile and not defending else ("5.8.1#1", "column_far")
    return play.no(rule, key, unit=play.id(u))


def gun_refusal(play: VistulaPlay, u: int, fight: Engagement, defending: bool) -> Refusal | None:
    """8.3, 5.5: why an artillery corps may not support this attack."""
    if play.state.fired[u]:
        return play.no("8.3#2", "gun_fired", unit=play.id(u))
    if play.out_of_supply(u):
        return play.no("5.5#5", "gun_supply", unit=play.id(u))
    if not touches(play, u, supported(play, fight, defending)):
        return play.no("8.3#3", "gun_far", unit=play.id(u))
    total = attack_total(play, fight.units)
    if not defending and total < play.tables.support[u]:
        return play.no("8.3#4", "gun_size", unit=play.id(u), total=total, factor=play.tables.support[u])
    return None


def beside(play: VistulaPlay, u: int) -> list[int]:
    """8.3: the columns with or next to an artillery corps."""
    row = [c for c in play.tables.columns[play.tables.side[u]] if play.on_map(c)]
    return [c for c in row if touches(play, c, (play.state.hex[u],))]


def feeders(play: VistulaPlay, fight: Engagement, u: int) -> list[int]:
    """8.3: the columns an artillery corps may fire off."""
    return [c for c in beside(play, u) if bound(play, fight, c) is None]


@dataclass(slots=True)
class Commitment(SideProcedure):
    """5.8.1, 8.3: one side adds columns and artillery to an attack; what is committed is spent."""

    side: int
    defending: bool
    kind = "assign"
    asks = "vistula.prompt.commit"
    answers = "vistula.action.commit"
    cites = ("5.8.1#1", "8.3#1")

    def choices(self, play: VistulaPlay) -> list[Choice]:
        fight = current(play)
        found: list[Choice] = []
        if fight.columns[self.defending] < MOST_COLUMNS:
            found += [(COLUMN, u) for u in columns_near(play, self.side, fight, self.defending)]
        for gun in play.tables.guns[self.side]:
            if play.on_map(gun) and gun_refusal(play, gun, fight, self.defending) is None:
                found += [(FIRE, gun, lc) for lc in feeders(play, fight, gun)]
        return [*found, (DONE,)]

    def do(self, play: VistulaPlay, choice: Choice) -> None:
        fight = current(play)
        if choice[0] == COLUMN:
            fight.columns = changed(fight.columns, self.defending, fight.columns[self.defending] + 1)
            spend(play, choice[1], "5.8.1#3")
        else:
            self.fire(play, fight, choice[1], choice[2])

    def fire(self, play: VistulaPlay, fight: Engagement, gun: int, lc: int) -> None:
        mine = (*fight.guns[self.defending], gun)
        fight.guns = (fight.guns[0], mine) if self.defending else (mine, fight.guns[1])
        play.state.fired[gun] = 1
        play.tell("gun_fires", "8.3#2", unit=play.id(gun), factor=play.tables.support[gun])
        spend(play, lc, "8.3#1")

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        fight = current(play)
        if choice[0] == COLUMN:
            used = fight.columns[self.defending]
            return column_refusal(play, self.side, fight, self.defending, used=used, u=choice[1])
        if choice[0] != FIRE:
            return None
        gun = choice[1]
        if gun not in play.tables.guns[self.side] or not play.on_map(gun):
            return play.no("8.3#2", "no_gun", unit=play.id(gun))
        lc = choice[2]
        near = play.no("8.3#1", "gun_column", unit=play.id(gun), column=play.id(lc))
        held = bound(play, fight, lc) if lc in beside(play, gun) else None
        return gun_refusal(play, gun, fight, self.defending) or held or near

    def prompt(self, play: VistulaPlay) -> Text:
        return say(self.asks, hex=play.hex_name(current(play).target))


def spend(play: VistulaPlay, u: int, rule: str) -> None:
    """5.8.1#3: a column is taken off the map once it is used."""
    play.tell("column_used", rule, unit=play.id(u))
    play.remove_column(u)
