"""Chits for tests: what is in the cup, in which order it is drawn, and where a chit lies."""

from __future__ import annotations

from typing import Any

import countermarch as cm
from countermarch import dice
from countermarch.games.chitpull.command import CommandPhase
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.chitpull.setup import set_up
from countermarch.games.chitpull.state import CUP, GONE, LATER, USED, VOID
from countermarch.match import Match
from countermarch.state import Chance
from countermarch.texts import Text
from tests.rules.koenigsberg.table import Table

CHITS = {LATER: "later", CUP: "cup", USED: "used", VOID: "void", GONE: "removed"}


def laid_out(**options: str) -> ChitPullPlay:
    """The game before its first phase."""
    game = cm.load(Table.played)
    assert isinstance(game.rules, ChitPullRules)
    play = game.rules.blank("campaign", game._options({**Table.agreed, **options}), Chance(dice.key_from_seed(1)))
    set_up(play)
    return play


def cup(table: Table, *chits: str, draws: tuple[str, ...] = ()) -> None:
    """Put these into the cup, to be drawn in this order or the one named."""
    for chit in chits:
        table.play.state.chit[table.tables.chit_index[chit]] = CUP
    table.play.state.chance.draws = list(draws or chits)


def draw(table: Table, *chits: str, draws: tuple[str, ...] = (), dice: tuple[int, ...] = ()) -> Match:
    """A command phase with these chits in the cup."""
    cup(table, *chits, draws=draws)
    table.play.state.chance.dice = list(dice)
    return table.push(CommandPhase())


def chit(match: Match, id: str) -> str:
    """Where a chit lies."""
    play: Any = match._play
    return CHITS[play.state.chit[play.tables.chit_index[id]]]


def asked(match: Match) -> Text:
    """What the side to act is asked."""
    assert match.decision is not None
    return match.decision.prompt
