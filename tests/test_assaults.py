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
UNMODIFIED = {"vistula", "bridgehead"}  # columns shift there, dice do not change


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
    assert sum(preview.results.values()) == pytest.approx(1)
    assert (assault.hit.result if assault.hit else event.params["result"]) in preview.results
    assert preview.column == event.params.get("odds", preview.column) and preview.refusal is None
    assert preview.parts and all(part.citation for part in preview.parts)
    assert set(assault.attackers) == set(event.params.get("units", ()))  # type: ignore[call-overload]
    assert assault.side and assault.die == event.params["die"]
    return assault.kind


def row_read(game: str, event: Event) -> tuple[int, str] | None:
    """The row of the printed table that a die fell on, and what stands there in its column."""
    assault: Assault = event.assault
    if assault.hit is None:
        return None
    chart = cm.load(game).rules.charts()[assault.preview.table]
    printed = {int(row.text("die")): row.text(str(assault.preview.column)) for row in chart}
    lit = min(max(int(str(event.params["die"])) + modified_by(event), min(printed)), max(printed))
    told = event.params["result"]
    assert assault.hit.row == lit and told == (defenders(printed[lit]) if assault.kind == "barrage" else printed[lit])
    return lit, assault.hit.result


def defenders(result: str) -> str:
    """What a result says but of the attacker, whom a barrage does not befall."""
    return "/".join(part for part in result.split("/") if not part.startswith("A")) or "-"


def modified_by(event: Event) -> int:
    return int(str(event.params.get("modifier", "")) or 0)


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
def test_the_row_hit_is_that_of_the_modified_die(game: str) -> None:
    changed = 0
    for seed in range(GAMES.get(game, 2)):
        match, pick = wander(game, seed)
        match.weighs = True
        for _ in range(ACTIONS):
            if match.to_act is None:
                break
            for event in match.play(match.legal()[pick.randrange(len(match.legal()))]):
                read = row_read(game, event) if event.assault else None
                if read is not None:
                    printed = str(event.params["result"])
                    assert read[1] in ((*printed.split("/"), "-") if event.assault.kind == "barrage" else (printed,))
                    assert event.assault.preview.modifier == modified_by(event)
                    changed += read[0] != event.params["die"]
    assert changed > 3 or game in UNMODIFIED


@pytest.mark.parametrize("game", OURS)
def test_a_target_says_who_is_in_the_attack_it_shows(game: str) -> None:
    """What is previewed can be asked for by name, and comes to the same."""
    seen = 0
    for seed in range(GAMES.get(game, 2)):
        match, pick = wander(game, seed)
        for _ in range(ACTIONS):
            if match.to_act is None:
                break
            asked = match.decision
            for hex, found in match.targets().items() if asked and asked.kind == "hex" else ():
                kind = next((a.verb for a in match.legal() if a.hexes == (hex,)), "attack")
                if found.refusal is None and found.by and kind != "engage":
                    again = match.preview(hex, found.by, found.support, kind)
                    assert (again.column, again.results) == (found.column, found.results)
                    seen += 1
            match.play(match.legal()[pick.randrange(len(match.legal()))])
    assert seen > 10


@pytest.mark.parametrize("game", ["koenigsberg", "koenigsberg45", "stargard"])
def test_a_barrage_says_nothing_of_the_attackers_loss(game: str) -> None:
    barrages = 0
    for seed in range(3):
        match, pick = wander(game, seed)
        match.weighs = True
        for _ in range(ACTIONS // 2):
            if match.to_act is None:
                break
            for event in match.play(match.legal()[pick.randrange(len(match.legal()))]):
                if event.assault and event.assault.kind == "barrage":
                    barrages += 1
                    meant = event.assault.preview.outcomes
                    assert meant.keys() == event.assault.preview.results.keys()
                    assert not any(o.attacker_steps or o.attacker_hexes or o.starred for o in meant.values())
                    assert event.assault.hit.result in meant
    assert barrages > 5


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
