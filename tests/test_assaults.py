"""An attack is told with all it was reckoned from, to whoever looks: strengths, parts, column, chances."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import countermarch as cm
from countermarch.flow import Event
from countermarch.games.base import Assault, Preview
from countermarch.match import Match
from countermarch.shelf import OURS

ACTIONS = 700
KINDS = {"seelow": {"attack", "barrage", "fire"}, "vistula": {"attack", "assault"}, "bridgehead": {"attack"}}
GAMES = {"bridgehead": 12}  # of a short one it takes some to see enough
OPEN = {"fog_of_war": "off"}


def wander(game: str, seed: int) -> tuple[Match, Random]:
    options = OPEN if "fog_of_war" in {option.key for option in cm.load(game).info.options} else {}
    return cm.load(game).start(seed=seed, options=options), Random(seed)


def asked(match: Match, verb: str) -> Preview | None:
    """What a player would be told of the attack that this action commits, as far as one can ask."""
    building = match.view(str(match.to_act)).get("attack")
    if building is None or verb != "resolve":
        return None
    aim = building.get("preview") or {"target": building["target"], "attackers": building["attackers"]}
    return match.preview(aim["target"], aim["attackers"], building["support"], building.get("kind", "attack"))


def expect_told(event: Event) -> str:
    assault: Assault = event.assault
    preview = assault.preview
    assert sum(preview.results.values()) == pytest.approx(1) and event.params["result"] in preview.results
    assert preview.column == event.params.get("odds", preview.column) and preview.refusal is None
    assert preview.parts and all(part.citation for part in preview.parts)
    assert set(assault.attackers) == set(event.params.get("units", ()))  # type: ignore[call-overload]
    return assault.kind


@pytest.mark.parametrize("game", OURS)
def test_every_attack_is_told_as_it_was_foretold(game: str) -> None:
    told: Counter[str] = Counter()
    compared = 0
    for seed in range(GAMES.get(game, 2)):
        match, pick = wander(game, seed)
        match.weighs = True
        for _ in range(ACTIONS):
            if match.to_act is None:
                break
            action = match.legal()[pick.randrange(len(match.legal()))]
            foretold = asked(match, action.verb)
            rolled = [event for event in match.play(action) if event.assault]
            told.update(map(expect_told, rolled))
            if foretold is not None and len(rolled) == 1 and game != "vistula":  # there support comes in between
                assert rolled[0].assault.preview == foretold
                compared += 1
    assert set(told) >= KINDS.get(game, {"attack", "barrage"})
    assert compared > 10 or game == "vistula"


@pytest.mark.parametrize("game", OURS)
def test_who_does_not_look_is_told_no_more_and_plays_the_same(game: str) -> None:
    (blind, pick), (seeing, _) = wander(game, 1), wander(game, 1)
    seeing.weighs = True
    for _ in range(200):
        if blind.to_act is None:
            break
        action = str(blind.legal()[pick.randrange(len(blind.legal()))])
        assert all(event.assault is None for event in blind.play(action))
        seeing.play(action)
    assert blind.fingerprint() == seeing.fingerprint() and not seeing.copy().weighs
