"""How good it is for a piece to stand in each of many hexes; lower is better."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from countermarch.bots import pomerania
from countermarch.bots.chits import ChitSituation
from countermarch.bots.ground import FAR
from countermarch.bots.situation import Piece
from countermarch.kernels import view

if TYPE_CHECKING:
    import numpy.typing as npt

    from countermarch.bots.chits import Scores
    from countermarch.bots.ground import Hexes
    from countermarch.bots.relief import Relief

    Flags = npt.NDArray[np.bool_]

Scorer = Callable[["Hexes"], "Scores"]


def scorer(look: ChitSituation, piece: Piece) -> Scorer:
    if not piece.fights:
        followers = pomerania.followers(look, piece)
        return lambda hexes: hq_scores(look, piece, hexes, followers)
    if look.attacking:
        return lambda hexes: march_scores(look, piece, hexes)
    relief = look.relief
    if relief is None:
        return lambda hexes: stand_scores(look, piece, hexes)
    if relief.sends(piece):
        return lambda hexes: relief_scores(look, relief, piece, hexes)
    return lambda hexes: stand_scores(look, piece, hexes) + relief.seen(hexes, hexes == piece.hex)


def scores_of(look: ChitSituation, piece: Piece, hexes: Sequence[int]) -> list[float]:
    found: list[float] = scorer(look, piece)(np.array(hexes, dtype=np.int32)).tolist()
    return found


def best_of(look: ChitSituation, piece: Piece, hexes: Iterable[int]) -> int:
    """The best of some hexes; the first by number of those equally good."""
    ranked = np.array(sorted(hexes), dtype=np.int32)
    return int(ranked[np.argmin(scorer(look, piece)(ranked))])


def march_scores(look: ChitSituation, piece: Piece, hexes: Hexes) -> Scores:
    """The way still to go, and what is wrong with the hex."""
    held = look.doctrine
    scores = look.march_map[hexes]
    scores += held.crowd * ((look.guards[hexes] > 0) & (hexes != piece.hex))
    scores += held.astray * np.maximum(look.beyond(piece)[hexes] - held.hq_leap, 0)
    if piece.defence < held.strong:
        scores += held.weak_in_zone * look.zone_map[hexes]
    return scores


def stand_scores(look: ChitSituation, piece: Piece, hexes: Hexes) -> Scores:
    """In the enemy's way, on good ground, spread out, not cut off."""
    held, ground = look.doctrine, look.ground
    here = hexes == piece.hex
    others = look.cover[hexes] - (ground.spread(piece.hex)[hexes] <= 1)
    scores = -look.block_map[hexes]
    scores -= held.prize * look.lost_map[hexes]
    scores += held.covered * np.maximum(others - 1, 0)
    scores -= held.good_ground * ground.shelter[hexes]
    welcome = ~unworthy(look, piece, hexes, here) & (piece.unit.index not in look.called)
    scores -= held.guard * (look.guards[hexes] - here < look.watches[hexes]) * welcome
    scores += held.exposed * np.maximum(look.force_map[hexes] - 3 * (piece.defence + others * 3), 0) / 3
    scores += held.cut_off * (view(look.home_map)[hexes] >= FAR)
    scores += held.astray_guard * look.beyond(piece)[hexes]
    scores -= held.stay * here
    if held.fortress:
        scores -= garrison_worth(look, piece, hexes, here) * welcome
    return scores + to_the_exit(look, piece, hexes)


def relief_scores(look: ChitSituation, relief: Relief, piece: Piece, hexes: Hexes) -> Scores:
    """The way to who is cut off, held open; not where no way leads back."""
    held, ground = look.doctrine, look.ground
    here = hexes == piece.hex
    others = look.cover[hexes] - (ground.spread(piece.hex)[hexes] <= 1)
    scores = held.pull * relief.way[hexes] + relief.seen(hexes, here)
    scores += held.crowd * (look.guards[hexes] - here > 0)
    scores += held.exposed * np.maximum(look.force_map[hexes] - 3 * (piece.defence + others * 3), 0) / 3
    scores += held.cut_off * (view(look.home_map)[hexes] >= FAR) * ~relief.corridor_map[hexes]
    scores += held.corridor * np.isin(hexes, relief.besieged)
    scores += held.astray * look.beyond(piece)[hexes]
    scores -= held.good_ground * ground.shelter[hexes] + held.stay * here
    return scores + to_the_exit(look, piece, hexes)


def to_the_exit(look: ChitSituation, piece: Piece, hexes: Hexes) -> Scores:
    """Who may be called away keeps within a march of the exit."""
    held, exit = look.doctrine, pomerania.exit_for(look, piece)
    if exit is None:
        return np.zeros(len(hexes))
    far: Scores = held.called * np.maximum(look.ground.way_to(exit)[hexes] - held.in_call, 0)
    return far


def unworthy(look: ChitSituation, piece: Piece, hexes: Hexes, here: Flags) -> Flags:
    """Where a weak unit would take the place of a better one."""
    others = look.garrison_map[hexes] - here * piece.defence * look.stays(piece)
    return look.citadels[hexes] & (piece.defence < look.doctrine.worthy) & (others > 0)


def garrison_worth(look: ChitSituation, piece: Piece, hexes: Hexes, here: Flags) -> Scores:
    """What a unit adds to the garrisons: the first counts most, and a strong one more than a weak one."""
    others = look.garrison_map[hexes] - here * piece.defence * look.stays(piece)
    return look.stake_map[hexes] * (holds(look, others + piece.defence) - holds(look, others))


def holds(look: ChitSituation, defence: Scores) -> Scores:
    """How surely a garrison holds: a weak one is worth little, and more than enough adds little."""
    square = defence * defence
    return square / (square + look.doctrine.half_fortress**2)


def hq_scores(look: ChitSituation, piece: Piece, hexes: Hexes, followers: Iterable[Piece]) -> Scores:
    """Near its units, behind them, out of the enemy's zones."""
    held, ground = look.doctrine, look.ground
    away = np.array([ground.spread(follower.hex)[hexes] for follower in followers]).reshape(-1, len(hexes))
    left = (away > piece.unit.command_range).sum(axis=0)
    scores: Scores = held.left_behind * left + np.maximum(away - held.hq_trail, 0).sum(axis=0)
    alone, approach = look.guards[hexes] == 0, view(look.approach_map)[hexes]
    danger = look.zone_map[hexes] | (alone & (approach < held.hq_danger / 2))
    scores += danger * np.where(alone, held.hq_danger, held.hq_danger / 4)
    scores += held.hq_onward * (view(look.goal_map)[hexes] if look.attacking else -approach)
    scores += held.cut_off * (view(look.home_map)[hexes] >= FAR)
    return scores + to_the_exit(look, piece, hexes)
