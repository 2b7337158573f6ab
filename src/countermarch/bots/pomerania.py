"""What the captain does only in Stargard: who must leave, Arnswalde, retreat or step, prepared blows."""

from __future__ import annotations

from countermarch.bots.situation import Situation
from countermarch.match import Match
from countermarch.notation import Action

NEAR_THE_END = 1  # turns after the event: from then on nobody waits for the others


def leave(table: Match, look: Situation, legal: list[Action]) -> tuple[str, str] | None:
    """Whom to send towards the exit, and how far; the HQ goes last, and does not leave before its units."""
    moves = [action for action in legal if action.verb == "withdraw"]
    exit = look.ground.board.flagged("exit")[0]
    units = {action.units[0] for action in moves}
    for action in sorted(moves, key=lambda action: not look.own[action.units[0]].fights):
        piece = look.own[action.units[0]]
        mode = next((word for word in str(action).split()[2:]), "regular")
        hexes = [look.ground.index[number] for number in table.reach(piece.unit.id, mode)]
        waits = not piece.fights and len(units) > 1 and not _last_turn(table)
        near = min((h for h in hexes if not (waits and h == exit)), key=lambda h: _to(look, h, exit), default=piece.hex)
        if _to(look, near, exit) < _to(look, piece.hex, exit):
            return str(action), look.ground.number[near]
    return None


def _to(look: Situation, h: int, exit: int) -> int:
    return look.ground.board.grid.distance(h, exit)


def _last_turn(table: Match) -> bool:
    view = table.position()
    return int(view["turn"]) >= int(view["effects"]["reich"]) + NEAR_THE_END


def retire_or_stand(table: Match, look: Situation, legal: list[Action]) -> str:
    """A step only for a place that is worth it."""
    said = table.decision.prompt.params.get("hex") if table.decision else None
    h = look.ground.index.get(str(said))
    steps = sum(piece.steps for piece in look.friends_at.get(h, ())) if h is not None else 0
    return "stand" if h in look.held and steps > 1 else "retire"


def evacuate(table: Match, look: Situation, legal: list[Action]) -> str:
    return "evacuate"


def prepare(table: Match, look: Situation, legal: list[Action]) -> str:
    """The chit whose HQ has the strongest units in range."""

    def force(action: Action) -> int:
        hq = f"{str(action).split()[1]}-HQ"
        return sum(look.own[id].attack for id in table.command(hq)["own"]) if hq in look.own else 0

    return str(max(legal, key=force))
