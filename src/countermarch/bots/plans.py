"""Plans as things: orders that can be compared, left out, exchanged between plans, and carried out on any table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from countermarch.match import Match

GOES_ON = ("to", "with", "air", "announce", "resolve")  # verbs that carry on what was begun
Order = tuple[str, ...]  # what is said one after the other to have one thing done


@dataclass(frozen=True, slots=True)
class Plan:
    """What a side does until something happens that cannot be told beforehand."""

    orders: tuple[Order, ...]

    @classmethod
    def of(cls, texts: Sequence[str]) -> Plan:
        """A plan as it is said; `done` within it ends an order, at its end the whole."""
        orders: list[Order] = []
        for at, text in enumerate(texts):
            verb = text.partition(" ")[0]
            if orders and (verb in GOES_ON or (verb == "done" and at < len(texts) - 1)):
                orders[-1] += (text,)
            else:
                orders.append((text,))
        return cls(tuple(orders))

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(text for order in self.orders for text in order)

    def without(self, at: int) -> Plan:
        return Plan(self.orders[:at] + self.orders[at + 1 :])

    def instead(self, at: int, order: Order) -> Plan:
        return Plan((*self.orders[:at], order, *self.orders[at + 1 :]))

    def before(self, at: int, order: Order) -> Plan:
        """The same with one order more."""
        return Plan((*self.orders[:at], order, *self.orders[at:]))

    def later(self, at: int) -> Plan:
        """The same with an order exchanged for the next."""
        orders = list(self.orders)
        orders[at], orders[at + 1] = orders[at + 1], orders[at]
        return Plan(tuple(orders))

    def carry_out(self, table: Match, side: str) -> list[str]:
        """What can be done of it is done; an order that cannot begin, and a march without an end, is left out."""
        said: list[str] = []
        for order in self.orders:
            for number, text in enumerate(order):
                if not may_say(table, side, text):
                    if number > 1 or (number and not table.undo()):
                        return said
                    del said[len(said) - number :]
                    break
                table.play(text)
                said.append(text)
        return said


def may_say(table: Match, side: str, text: str) -> bool:
    return table.to_act == side and table.game.parse(text) in table.legal()
