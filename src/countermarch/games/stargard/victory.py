"""14.0, 12.6, 16.0 Victory: markers with their historic date, and what is added and taken away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.base import Objective, Part
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GERMAN, REMOVED, SIDES, SOVIET, SUPPLIED
from countermarch.games.chitpull.supply import supply_lines
from countermarch.games.chitpull.verbs import DONE
from countermarch.games.chitpull.victory import decides, last_stand
from countermarch.games.stargard.play import StargardPlay
from countermarch.games.stargard.tables import Marker
from countermarch.games.stargard.verbs import EVACUATE
from countermarch.notation import Choice
from countermarch.texts import Text, say

ARNSWALDE, GARRISON, IN_A_ROW, LAST_TURN_OUT, SAVED = "26.07", "Gar-Arnswalde", 2, 6, 3  # 12.6
EARLY_PRICE = {5: 4, 6: 2}  # 16.1
KUESTRIN_TURN, KUESTRIN_POINTS = 4, 2  # 16.2
KUESTRIN_ROAD = ("Bahn", "Reetz", "Bernstein", "Berlinchen", "Lippehne")
COUNTED = {
    "markers": "stargard 14.1",
    "reich": "stargard 19.1.3",
    "evacuated": "stargard-design 12.6",
    "early": "stargard-design 16.1",
    "kuestrin": "stargard-design 16.2",
    "ihna": "stargard-design 16.4",
}
IHNA = ("Stargard", "Zachan", "Pyritz", "Freienwalde")  # 16.4


def tally(play: ChitPullPlay) -> dict[str, int]:
    """14.1: the sum of what counts; the points of 16.2 and 16.4 are the Germans'."""
    found = counted(play)
    german = -sum(found.get(what, 0) for what in ("kuestrin", "ihna"))
    return {"german": german, "soviet": sum(found.values())}


def counted(play: ChitPullPlay) -> dict[str, int]:
    """14.1: markers, plus 19.1.3, less 12.6 and 16.1, less the German points of 16.2 and 16.4."""
    assert isinstance(play, StargardPlay)
    found = {"markers": markers(play), "reich": play.state.reich_points, "evacuated": -SAVED * play.state.evacuated}
    agreed = {
        "early": -early_price(play) if play.early_turn() else None,
        "kuestrin": None if play.options["road_to_kuestrin"] == "off" else -play.state.kuestrin,
        "ihna": None if play.options["hold_the_ihna"] == "off" else -ihna(play),
    }
    return found | {what: points for what, points in agreed.items() if points is not None}


def reckoning(play: ChitPullPlay) -> Iterator[Part]:
    for what, points in counted(play).items():
        yield play.part(f"counted_{what}", points, COUNTED[what])


def prize(play: ChitPullPlay, h: int) -> Objective:
    """14.1, 14.3.1: what a marker is worth, or would be if it were taken now."""
    assert isinstance(play, StargardPlay)
    at = play.tables.marker_at[h]
    marker, taken = play.tables.markers[at], play.state.taken[at]
    worth = marker.worth(taken or play.state.turn)
    note = last_stand(play, h) or date(marker)
    return Objective(play.hex_name(h), worth, SIDES[play.state.control[h]], note=note, decides=decides(play, h))


def date(marker: Marker) -> Text | None:
    """14.1: a marker counts more until its historic date."""
    if marker.points == marker.points_later:
        return None
    return say("chitpull.note.marker", turn=marker.turn, points=marker.points, later=marker.points_later)


def markers(play: StargardPlay) -> int:
    """14.1, 14.1-kept: what the markers in Soviet hands are worth, by the turn they were first taken."""
    held = [at for at, m in enumerate(play.tables.markers) if play.state.control[m.hex] == SOVIET]
    return sum(play.tables.markers[at].worth(play.state.taken[at]) for at in held)


def early_price(play: StargardPlay) -> int:
    """16.1: what it costs to have 1st Guards Tank Army early."""
    early = play.early_turn()
    return EARLY_PRICE[early] if early and play.state.turn >= early else 0


def ihna(play: StargardPlay) -> int:
    """16.4: places no Soviet combat unit has ever entered."""
    if play.options["hold_the_ihna"] == "off":
        return 0
    return sum(not play.state.taken[play.tables.marker_at[play.tables.named[name]]] for name in IHNA)


def count_kuestrin(play: StargardPlay) -> None:
    """16.2: at the end of turn 4, supplied German combat units on the road to Küstrin."""
    if play.options["road_to_kuestrin"] == "off" or play.state.turn != KUESTRIN_TURN:
        return
    held = [name for name in KUESTRIN_ROAD if holds(play, play.tables.named[name])]
    play.state.kuestrin = KUESTRIN_POINTS * len(held)
    play.tell("kuestrin", "stargard-design 16.2", points=play.state.kuestrin)


def holds(play: StargardPlay, h: int) -> bool:
    there = [u for u in play.combat_units(h) if play.tables.side[u] == GERMAN]
    return any(play.state.supply[u] == SUPPLIED for u in there)


@dataclass(slots=True)
class Evacuation(SideProcedure):
    """12.6: Arnswalde may be cleared when its garrison has been in touch in two End Phases in a row."""

    side: int
    kind = "option"
    touches = True
    asks = "chitpull.prompt.evacuate"
    answers = "chitpull.action.evacuate"
    cites = ("stargard-design 12.6",)

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        assert isinstance(play, StargardPlay)
        return [(EVACUATE,), (DONE,)] if may_evacuate(play) else []

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        assert isinstance(play, StargardPlay)
        play.pop()
        if choice[0] == EVACUATE:
            evacuate(play)


def may_evacuate(play: StargardPlay) -> bool:
    early = play.state.turn <= LAST_TURN_OUT and not play.state.evacuated
    return early and play.state.corridor >= IN_A_ROW and corridor_open(play)


def corridor_open(play: StargardPlay) -> bool:
    """12.6: the garrison lives in Arnswalde and traces supply."""
    h = play.tables.board.grid.index(ARNSWALDE)
    alive = play.state.hex[play.tables.index[GARRISON]] == h
    return alive and supply_lines(play, GERMAN).across[h] >= 0


def watch_corridor(play: StargardPlay) -> None:
    """12.6: count the End Phases in a row in which the corridor is open."""
    play.state.corridor = min(play.state.corridor + 1, play.state.turn) if corridor_open(play) else 0
    if play.state.corridor == 1 and play.state.turn < LAST_TURN_OUT:
        play.tell("corridor", "stargard-design 12.6")


def evacuate(play: StargardPlay) -> None:
    """12.6: the garrison leaves for good, and is not lost."""
    play.state.evacuated = 1
    play.lift(play.tables.index[GARRISON], REMOVED)
    play.tell("evacuated", "stargard-design 12.6", points=SAVED)
