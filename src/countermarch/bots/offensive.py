"""How a marshal leads an offensive: infantry breaks the line, armour waits for the gap and goes through it."""

from __future__ import annotations

from countermarch.bots.campaign import CampaignSituation
from countermarch.bots.ground import FAR
from countermarch.bots.marching import Concentration, attack_strength
from countermarch.bots.situation import Piece
from countermarch.games.vistula.tables import MOBILE


def advance_score(look: CampaignSituation, piece: Piece, h: int) -> float:
    """Lower is better: the way still to go, and what is wrong with the hex."""
    held, score = look.doctrine, float(look.way_of(piece)[h])
    if h in look.lost:
        score -= held.prize
    elif look.home[h] >= FAR:
        score += held.cut_off
    if h != piece.hex and look.guarded(h):
        score += held.crowd
    score += held.astray * max(look.out_of_reach(piece, h) - held.hq_leap, 0)
    if h in look.enemy_zone and h not in look.lost:
        score += held.weak_in_zone if piece.defence < held.strong else 0
        score += held.reserve if is_fast(piece) else 0
    return score


class Breakthrough(Concentration):
    """Infantry breaks the line, armour helps where it is not enough; a city is stormed by the strongest sent for it."""

    look: CampaignSituation

    def bring(self, target: int) -> tuple[dict[str, int], float]:
        """Who gets next to a hex, each with his seat, and what they come to."""
        look, defence = self.look, self.look.defence_of(target)
        most, enough = look.doctrine.most_odds * defence, self.wanted(target) * defence
        storms = target in look.lost
        seats = {n: look.room(n) for n in look.ground.around[target]}
        force: dict[str, int] = {}
        strength = 0.0
        for piece in self._candidates(target, storms):
            if strength >= (enough if is_fast(piece) and not storms else most):
                break
            seat = self.seat(piece.unit.id, target, seats)
            if seat is not None:
                seats[seat] -= piece.hex != seat
                force[piece.unit.id] = seat
                strength += attack_strength(look, piece, seat, target)
        return force, strength

    def _candidates(self, target: int, storms: bool) -> list[Piece]:
        """In the order in which they are taken; no armour is taken from its way to another city."""
        look = self.look
        free = [look.own[id] for id in self.free()]
        if storms:
            able = [p for p in free if not is_fast(p) or look.aims.get(p.unit.id) == target]
        else:
            able = [p for p in free if not is_fast(p) or not self._turns_back(p, target)]
        return sorted(able, key=lambda p: (is_fast(p) and not storms, -p.attack, p.unit.id))

    def _turns_back(self, piece: Piece, target: int) -> bool:
        """Whether an enemy is behind a corps: who is cut off is left to those who come after."""
        way = self.look.way_of(piece)
        return way[target] > way[piece.hex] + self.look.doctrine.turns_back


def is_fast(piece: Piece) -> bool:
    """8.5, 8.6: who may break through and exploit."""
    return piece.unit.kind in MOBILE
