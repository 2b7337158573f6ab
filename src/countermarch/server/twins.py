"""Duplicate matches: two games of the same two people, sides exchanged, with the same dice, scored together.

What was rolled in one game is known when the same is rolled in the other, in the same turn. So that nobody gains by
waiting, one game goes at a time: a turn is played in one and then in the other, and they take turns at going first.
Of the turns to come neither tells anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from countermarch.bots.value import margin
from countermarch.games.briefings import side_in
from countermarch.pairs import pair_score, result_for
from countermarch.server.accountstore import SOMEBODY
from countermarch.server.people import LINK, PEOPLE
from countermarch.server.problems import problem
from countermarch.server.twin_models import PairScore, TwinLine, TwinOut
from countermarch.texts import Text, say

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from countermarch.server.live import Live

GIVEN_UP = ("resigned", "time", "left")
FORFEIT = 1e6  # more points than there are in any game
HALVES = {0.0: "0", 0.5: "½", 1.0: "1", 1.5: "1½", 2.0: "2"}


class Named(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def twin(self) -> str | None: ...


def is_second(game: Named) -> bool:
    """The first of the two has the smaller id; links, and shares in the dice, go by its seats."""
    return game.twin is not None and game.id > game.twin


def check_duplicate(sides: tuple[str, ...], seats: Mapping[str, str]) -> None:
    """It is for two people, and one of them at least comes from elsewhere."""
    if len(sides) != 2 or set(seats) != set(sides) or not all(who in PEOPLE for who in seats.values()):
        raise problem(422, "duplicate")
    if LINK not in seats.values():
        raise problem(422, "duplicate")


def exchanged(seat: str, sides: tuple[str, ...]) -> str:
    """Where who sits here sits in the other game."""
    return sides[1 - sides.index(seat)]


def rests(live: Live) -> bool:
    """Whether the other game is to come as far first."""
    other = live.other
    if other is None or other.to_act is None or live.over:
        return False
    if live.match.turn != other.turn:
        return live.match.turn > other.turn
    first_leads = (live.match.turn - live.first_turn) % 2 == 0
    return first_leads == is_second(live)


# the score


def score(live: Live, twin: Live) -> tuple[str | None, Text, dict[str, float]]:
    """The side of the first of these whose player has won both games together, in words, and what each made of them."""
    sides = live.match.game.info.sides
    results = {side: _sum(_result, live, twin, side) for side in sides}
    points = _sum(_margin, live, twin, sides[0])
    scored = pair_score([results[sides[0]]], [points])
    winner = None if scored == 0.5 else sides[0 if scored else 1]
    return winner, _said(live, winner, results, abs(points)), results


def _sum(of: Any, live: Live, twin: Live, side: str) -> float:
    total: float = of(live, side) + of(twin, exchanged(side, live.match.game.info.sides))
    return total


def _result(live: Live, side: str) -> float:
    ended = live.standing.verdict
    return result_for(side, None if ended is None else ended.winner)


def _margin(live: Live, side: str) -> float:
    """Who gives a game up has lost it by more than any points; one that was drawn or adjudged has none."""
    closed = live.closed
    if closed is None:
        return margin(live.match, side)
    if closed.how not in GIVEN_UP or closed.winner is None:
        return 0.0
    return FORFEIT if closed.winner == side else -FORFEIT


def _said(live: Live, winner: str | None, results: Mapping[str, float], points: float) -> Text:
    if winner is None:
        return say("server.twin.even")
    loser = exchanged(winner, live.match.game.info.sides)
    name, most, least = name_at(live, winner), HALVES[results[winner]], HALVES[results[loser]]
    if results[winner] != results[loser]:
        return say("server.twin.won", name=name, most=most, least=least)
    if points > FORFEIT / 2:
        return say("server.twin.won_given_up", name=name)
    return say("server.twin.won_points", name=name, points=f"{points:g}")


def name_at(live: Live, side: str) -> str | Text:
    """Who sits there, or the side if nobody told his name."""
    name = live.players.get(side, "")
    if name == SOMEBODY:
        return say("server.account.somebody")
    return name or live.match.game.info.side_title(side)


# told to who sits at one of them


def told(live: Live, seat: str, language: str) -> TwinOut | None:
    """Nothing where there is no other game."""
    if live.twin is None or live.other is None or seat not in live.seats:
        return None
    return TwinOut(
        id=live.twin,
        seat=exchanged(seat, live.match.game.info.sides),
        number=2 if is_second(live) else 1,
        rests=live.rests,
        over=live.other.to_act is None,
        said=_state(live, language),
        score=_score(live, language),
    )


def _state(live: Live, language: str) -> str:
    other = live.other
    assert other is not None
    if other.verdict is not None:
        return say("server.twin.over", verdict=other.verdict.said[language]).render(language)
    side = side_in(live.match.game.info, str(other.to_act), language)
    goes = say("server.twin.goes", turn=other.turn, side=side)
    found = [say("server.twin.rests", turn=other.turn), goes] if live.rests else [goes]
    return " ".join(text.render(language) for text in found)


def _score(live: Live, language: str) -> PairScore | None:
    if live.pair is None:
        return None
    winner, said, results = live.pair
    return PairScore(winner=winner, results=results, said=said.render(language))


def line(live: Live, seat: str, language: str) -> dict[str, Any] | None:
    found = told(live, seat, language)
    return None if found is None else TwinLine(twin=found).model_dump()
