"""The invariants of the fuzz see what they are there to see: a game is spoiled by hand, and each names its fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import countermarch as cm
from countermarch.flow import Event
from countermarch.games.chitpull.retreat import Retreat
from countermarch.shelf import OURS
from tests.families import derived_faults
from tests.tally import Tally
from tests.trial import Trial, Violation

Spoil = Callable[[Any], None]
STREWN = 4  # a seed whose games begin with the counters strewn about, that of Seelow on half of the map
SEEN = 60  # decisions before something goes wrong


def begun(game: str) -> Trial:
    trial = Trial(cm.load(game), STREWN, Tally())
    trial.run(SEEN)
    trial.play.events = []  # those of the last action have been counted
    assert trial.watch.faults(trial.play) == []
    return trial


def fighters(play: Any, side: int) -> list[int]:
    """Combat units of a side on the map, of those that count for stacking."""
    tables = play.tables
    counts = getattr(tables, "is_combat", None) or getattr(tables, "points", [1] * len(tables.units))
    return [u for u in tables.of_side[side] if counts[u] and play.on_map(u)]


def meet(play: Any) -> None:
    one, other = fighters(play, 0)[0], fighters(play, 1)[0]
    play.shift(one, play.state.hex[other])


def crowd(play: Any) -> None:
    play.state.frames[:] = play.state.frames[:1]  # nothing goes on that would allow it
    first, *others = fighters(play, 1)[:6]
    for u in others:
        play.shift(u, play.state.hex[first])


def drown(play: Any) -> None:
    ground: Any = getattr(play, "ground", None)
    water = ground.in_play if hasattr(ground, "in_play") else play.tables.land
    play.shift(fighters(play, 0)[0], list(water).index(False))


def swell(play: Any) -> None:
    play.state.steps[fighters(play, 0)[0]] = 9


def wither(play: Any) -> None:
    play.state.steps[fighters(play, 1)[0]] = 0


def rise(play: Any) -> None:
    """A dead unit with a step."""
    dead = next(u for u, h in enumerate(play.state.hex) if h == -1 and play.tables.units[u].steps)
    play.state.steps[dead] = 1


FAULTS: dict[Spoil, str] = {
    meet: "both sides in",
    crowd: "more than|too many",
    drown: "in water or out of play|out of play|sea or closed",
    swell: "steps",
    wither: "steps",
    rise: "steps",
}


DRY = "bridgehead"  # every hex of it is land, and no rule lets a crowd be


@pytest.mark.parametrize(("spoil", "game"), [(s, g) for s in FAULTS for g in OURS if (s, g) != (drown, DRY)])
def test_what_must_never_be_is_seen_after_the_action_that_did_it(game: str, spoil: Spoil) -> None:
    trial = begun(game)
    spoil(trial.play)
    found = trial.watch.faults(trial.play)
    assert any(part in fault for fault in found for part in FAULTS[spoil].split("|")), found


@pytest.mark.parametrize("game", [game for game in OURS if game != DRY])
def test_a_crowd_is_let_be_while_the_rules_let_it_and_seen_as_soon_as_they_do_not(game: str) -> None:
    trial = begun(game)
    stack = trial.play.state.frames[:]
    crowd(trial.play)
    passing = {"seelow": "Onward", "vistula": "Advance"}.get(game)
    frame: type[Any] = type(passing, (), {}) if passing else Retreat
    trial.play.state.frames[:] = [*stack, object.__new__(frame)]
    assert not [fault for fault in trial.watch.faults(trial.play) if "more than" in fault or "too many" in fault]
    trial.play.state.frames[:] = stack[:1]
    assert [fault for fault in trial.watch.faults(trial.play) if "more than" in fault or "too many" in fault]


def activate_too_often(play: Any) -> None:
    play.state.used[0] = 99


def supply_too_many(play: Any) -> None:
    hq = play.tables.hqs[1][0]
    for u in play.tables.of_side[1][:19]:
        play.state.hq[u] = hq


def tell_twice(key: str, **named: object) -> Spoil:
    def told(play: Any) -> None:
        play.events = [Event(key, named), Event(key, named)]

    return told


LIMITS: list[tuple[str, Spoil, str]] = [
    *((game, activate_too_often, "uses activation") for game in ("koenigsberg", "koenigsberg45", "stargard")),
    ("vistula", supply_too_many, "HQ-3B supplies"),
    ("vistula", tell_twice("vistula.event.exploited", unit="a"), "exploited twice in a turn: a"),
    ("vistula", tell_twice("vistula.event.gun_fires", unit="a"), "gun_fires twice in a phase: a"),
    ("seelow", tell_twice("seelow.event.moved", unit="a"), "moved twice in a phase: a"),
    ("seelow", tell_twice("seelow.event.attack", units=("a", "b"), hex="c"), "attack twice in a phase: b"),
    ("seelow", tell_twice("seelow.event.barrage", units=(), hex="c"), "barrage twice in a phase: c"),
]


@pytest.mark.parametrize(("game", "spoil", "fault"), LIMITS)
def test_a_limit_of_a_turn_or_a_phase_that_is_passed_is_seen(game: str, spoil: Spoil, fault: str) -> None:
    trial = begun(game)
    spoil(trial.play)
    found = trial.watch.faults(trial.play)
    assert any(fault in one for one in found), found


def test_what_is_allowed_once_is_allowed_again_in_the_next_phase_or_turn() -> None:
    watch: Any = begun("vistula").watch
    once = [Event("vistula.event.gun_fires", {"unit": "a"}), Event("vistula.event.exploited", {"unit": "a"})]
    phase, turn = Event("vistula.event.phase_german_combat", {}), Event("vistula.event.turn", {})
    assert list(watch.once.faults([*once, phase, once[0]])) == []
    assert list(watch.once.faults([once[1]])) == ["vistula.event.exploited twice in a turn: a"]
    assert list(watch.once.faults([turn, once[1]])) == []


@pytest.mark.parametrize("game", OURS)
def test_a_derived_map_gone_astray_is_seen(game: str) -> None:
    trial = begun(game)
    trial.play.state.zone[7] += 1
    assert derived_faults(trial.play) == ["the derived map zone is not what a rebuilt one is"]


@pytest.mark.parametrize("game", OURS)
def test_a_census_that_has_lost_count_is_seen(game: str) -> None:
    trial = begun(game)
    trial.watch.census.rows[0][7] += 1
    with pytest.raises(Violation, match="lost count"):
        trial.check_derived()


def test_a_decision_without_a_choice_is_seen() -> None:
    trial = begun("koenigsberg")
    trial.play.pending = trial.play.pending[:1]
    with pytest.raises(Violation, match="fewer than"):
        trial.check_legal()


def test_an_action_listed_twice_is_seen() -> None:
    trial = begun("koenigsberg")
    trial.play.pending = [*trial.play.pending, trial.play.pending[0]]
    with pytest.raises(Violation, match="listed twice"):
        trial.check_legal()


def test_an_illegal_action_that_is_taken_is_seen() -> None:
    trial = begun("koenigsberg")
    with pytest.raises(Violation, match="not refused"):
        trial.expect_refused(trial.match.legal()[0], trial.match.fingerprint())


def test_a_refusal_that_changes_something_is_seen() -> None:
    trial = begun("koenigsberg")
    illegal = trial.game.parse("remove 27K-HQ")
    with pytest.raises(Violation, match="yet changed something"):
        trial.expect_refused(illegal, "another fingerprint")
