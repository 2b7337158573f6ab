"""What the captain does only in Stargard: who must leave, Arnswalde, retreat or step, prepared blows."""

from __future__ import annotations

from countermarch.bots.chits import ChitSituation
from countermarch.bots.situation import Piece
from countermarch.bots.thinker import asked
from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.stargard.tables import StargardTables
from countermarch.match import Match
from countermarch.notation import Action

BARRED = 300  # a hex with enemies in it
HQ_WAITS = 2  # what a unit out of its range counts for an HQ, beside a hex for a unit
NOBODY: frozenset[int] = frozenset()


def leave(table: Match, look: ChitSituation, legal: list[Action]) -> tuple[str, str] | None:
    """Whom to send towards the exit, and how far; the nearest first, the HQ last."""
    moves = [action for action in legal if action.verb == "withdraw"]
    cost = _Way(look, bool(_chits_left(table)))
    for id in sorted({action.units[0] for action in moves}, key=cost.turn):
        piece, ways = look.own[id], [action for action in moves if action.units[0] == id]
        goes = [(cost.of(piece, h), str(action), h) for action in ways for h in _reach(table, look, action)]
        best = min(goes, default=None)
        if best is not None and best[0] < cost.of(piece, piece.hex):
            return best[1], look.ground.number[best[2]]
    return None


def _reach(table: Match, look: ChitSituation, action: Action) -> list[int]:
    mode = next(iter(action.words), "regular")
    return [look.ground.index[number] for number in table.reach(action.units[0], mode)]


def _chits_left(table: Match) -> int:
    """German activations still to come before the deadline."""
    view = table.view("german")
    return int(view["activations"]["german"]["left"]) + int(view["turn"] == view["effects"]["reich"])


class _Way:
    """The way still to go; who is not through stays within the reach of an HQ, and the HQ with its units."""

    def __init__(self, look: ChitSituation, time: bool) -> None:
        self.look = look
        self.exit = look.ground.board.flagged("exit")[0]
        barred = round(look.doctrine.enemy_toll)
        shut = [BARRED if cost >= barred else cost for cost in look.toll]
        self.field = look.ground.field({self.exit: 0}, shut)
        self.stranded = round(look.doctrine.stranded)
        self.time = time  # another chit can come

    def can_leave(self, piece: Piece) -> bool:
        """Whether it must, and no enemy stands in its way: nobody waits for who is lost."""
        return piece.unit.index in leavers(self.look) and self.field[piece.hex] < BARRED

    def turn(self, id: str) -> tuple[bool, int, str]:
        """Who is nearest to the exit makes room for the others."""
        piece = self.look.own[id]
        return not piece.fights, self.field[piece.hex], id

    def of(self, piece: Piece, h: int) -> int:
        if not piece.fights:
            return self.of_hq(piece, h)
        return 0 if h == self.exit else self.field[h] + self.stranded * self.look.out_of_reach(piece, h)

    def of_hq(self, hq: Piece, h: int) -> int:
        waiting = [p for p in followers(self.look, hq) if self.time and self.can_leave(p)]
        apart = self.look.ground.apart(h)
        left = sum(apart[p.hex] > hq.unit.command_range for p in waiting)
        unled = HQ_WAITS * self.stranded * (len(waiting) if h == self.exit else left)
        return self.field[h] + unled


def followers(look: ChitSituation, hq: Piece) -> list[Piece]:
    """Whom an HQ should be near: while some of its units must leave, them; others who must have perhaps lost theirs."""
    own = [p for p in look.own.values() if p.fights and p.unit.formation == hq.unit.formation]
    gone = leavers(look)
    return [p for p in own if p.unit.index in gone] or own + (_orphans(look) if gone else [])


def _orphans(look: ChitSituation) -> list[Piece]:
    """Who must leave and has no HQ of its own any more: any will do."""
    led = {piece.unit.formation for piece in look.own.values() if not piece.fights}
    own, gone = look.own.values(), leavers(look)
    return [p for p in own if p.fights and p.unit.index in gone and p.unit.formation not in led]


def led(look: ChitSituation, hq: str) -> list[Piece]:
    """The units of its own that an HQ could activate now."""
    pieces = look.match.game.rules.pieces
    return [look.own[pieces[u].id] for u in look.survey.led(look.units[hq].index)]


def leavers(look: ChitSituation) -> frozenset[int]:
    """Who must leave the map."""
    rules = look.match.game.rules
    tables = rules.tables if isinstance(rules, ChitPullRules) else None
    return tables.leavers if isinstance(tables, StargardTables) and look.effects["reich"] else NOBODY


def exit_for(look: ChitSituation, piece: Piece) -> int | None:
    """Where a unit that may be called away any day would leave."""
    return look.ground.board.flagged("exit")[0] if piece.unit.index in look.called else None


def retire_or_stand(table: Match, look: ChitSituation, legal: list[Action]) -> str:
    """A step only for a place that is worth it."""
    h = look.ground.index[asked(table).hexes[0]]
    steps = sum(piece.steps for piece in look.friends_at.get(h, ()))
    return "stand" if h in look.held and steps > 1 else "retire"


def evacuate(table: Match, look: ChitSituation, legal: list[Action]) -> str:
    return "evacuate"


def receive(table: Match, look: ChitSituation, legal: list[Action]) -> str:
    """Help is welcome at once."""
    return "done"


def prepare(table: Match, look: ChitSituation, legal: list[Action]) -> str:
    """The chit whose HQ has the strongest units in range."""

    def force(action: Action) -> int:
        hq = f"{action.words[0]}-HQ"
        return sum(p.attack for p in led(look, hq)) if hq in look.own else 0

    return str(max(legal, key=force))
