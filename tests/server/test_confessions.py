"""Why did you do that? What a bot had in mind is told to who may know it."""

from __future__ import annotations

from time import sleep
from typing import Any

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.bots import bot
from countermarch.bots.analysis import Analyst
from countermarch.bots.general import General
from countermarch.bots.motives import Motive, doings, last_activation, motives
from countermarch.server import confessions, counsel
from countermarch.server.problems import Problem
from countermarch.server.report import plan_steps
from countermarch.texts import Text
from tests.server.sitting import Sitting, refused, sit

FEW = {"seat": "german", "rollouts": 40}


def waited(table: Sitting) -> Any:
    """The table when it is a person's turn again."""
    for _ in range(1000):
        view = table.view("german")
        if view["decision"] is None or view["seats"][view["decision"]["side"]] == "me":
            return view
        sleep(0.02)
    raise AssertionError("the bot never ended")


def against_the_captain(client: TestClient, **asked: Any) -> Sitting:
    table = sit(client, game="bridgehead", **{"seats": {"soviet": "bot:captain"}, "seed": 3, **asked})
    waited(table)
    return table


def test_a_bot_tells_its_plan_with_reasons_odds_and_worth(client: TestClient) -> None:
    table = against_the_captain(client)
    why = table.post("why", **FEW).json()
    assert why["side"] == "soviet" and not why["veiled"]
    steps = [step for part in why["parts"] for step in part["steps"]]
    said = [action["text"] for step in steps for action in step["actions"]]
    played = [str(action) for action in table.match.actions]
    assert said and set(said) <= set(played)
    struck = [step["target"] for step in steps if step["odds"]]
    assert struck and any(step["reason"] == f"to attack {struck[0]}" for step in steps), "what the march was for"
    assert any(part["gain"] is not None for part in why["parts"])
    assert [part["index"] for part in why["parts"]] == sorted(part["index"] for part in why["parts"])
    assert table.post("why", **FEW).json() == why, "the same rollouts, the same answer"


def test_before_a_bot_has_done_anything_there_is_nothing_to_tell(client: TestClient) -> None:
    table = sit(client, game="bridgehead", seats={"german": "bot:captain"})
    assert "no bot" in refused(table.post("why", seat="soviet", rollouts=2), 422)["message"]


def test_people_who_play_each_other_are_not_told_and_a_bot_does_not_ask(client: TestClient) -> None:
    people = sit(client, game="bridgehead", seats={})
    assert "nobody is advised" in refused(people.post("why", **FEW), 403)["message"]
    refused(against_the_captain(client).post("why", seat="soviet"), 403)


def test_a_bot_that_has_only_set_up_tells_that(client: TestClient) -> None:
    table = sit(client, game="seelow", seats={"soviet": "bot:captain"}, seed=3)
    waited(table)
    why = table.post("why", **FEW).json()
    (step,) = [step for part in why["parts"] for step in part["steps"]]
    assert step["actions"][0]["verb"] == "propose" and "possibilities" in step["reason"]
    assert all(part["gain"] is None for part in why["parts"])


# what was done


def midway(game: str, actions: int, **options: str) -> cm.Match:
    match = cm.load(game).start(seed=5, options=options, pauses=False)
    bots = {side: bot("captain", 1) for side in match.game.info.sides}
    while match.to_act is not None and len(match.actions) < actions:
        match.play(bots[match.to_act].choose(match))
    return match


def test_the_last_activation_is_that_of_one_headquarters() -> None:
    match = midway("koenigsberg", 130)
    for side in ("german", "soviet"):
        doings = last_activation(match, side)
        assert doings and len({doing.unit for doing in doings}) == 1
        for doing in doings:
            assert doing.plan.texts == match.record[doing.index :][: len(doing.plan.texts)]
            assert doing.table.to_act == side and len(doing.table.actions) == doing.index


def test_a_good_plan_is_worth_more_than_nothing_as_far_as_that_is_sure() -> None:
    match = midway("bridgehead", 60)
    found = [one for side in ("german", "soviet") for one in motives(match, side, General(1, rollouts=40), 40)]
    assert any(one.over_nothing for one in found) and max(one.over_nothing or 0 for one in found) > 0.02


SCENARIOS = [(info.key, one.key) for info in cm.games() for one in info.scenarios]


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_whatever_a_side_did_last_is_told_with_a_reason(game: str, scenario: str) -> None:
    """At every tenth change of sides: what was done last is among it, and nothing stands there without a reason."""
    match = cm.load(game).start(scenario, seed=5, pauses=False)
    bots = {side: bot("captain", 1) for side in match.game.info.sides}
    turned = 0
    while match.to_act is not None and len(match.actions) < 420:
        side = match.to_act
        match.play(bots[side].choose(match))
        turned += match.to_act != side
        if match.to_act in (side, None) or turned % 10 != 1:
            continue
        found = [Motive(one.index, one.plan.texts) for one in last_activation(match, side)]
        told = confessions._told(match, found, side, match.to_act, "en", serial=0)
        steps = [step for part in told.parts for step in part.steps]
        assert all(step.text and step.reason for step in steps), [step.text for step in steps if not step.reason]
        assert str(match.actions[-1]) in [text for one in found for text in one.said]
    assert turned


def test_a_step_that_is_lost_and_one_that_comes_back_are_told_by_strength() -> None:
    match = midway("koenigsberg", 10**6)
    told = [step.reason for step in answered(match) if step.actions[0].verb in ("lose", "refit")]
    assert any("→" in (reason or "") for reason in told), told


def test_a_barrage_is_called_one_and_its_chances_are_told() -> None:
    match = midway("seelow", 60)
    own = [one for one in doings(match, "soviet") if one.plan.texts[0].startswith("barrage")]
    step = plan_steps(own[0].table.copy(), "soviet", own[0].plan.texts, "en")[0]
    assert step.text and step.text.startswith("Barrage of ") and "against the enemy in" in (step.reason or "")


def answered(match: cm.Match) -> list[Any]:
    """Every tenth step that was lost or came back, in words."""
    sides = match.game.info.sides[:2]
    orders = [one for side in sides for one in doings(match, side) if one.plan.texts[0].split()[0] in ("lose", "refit")]
    return [
        step
        for one in orders[::10]
        for step in plan_steps(one.table.copy(), one.table.to_act or "", one.plan.texts, "en")
    ]


# under fog


def test_what_a_seat_cannot_see_is_not_told() -> None:
    match = midway("koenigsberg45", 160, fog_of_war="on")
    side, seat = "soviet", "german"
    found = motives(match, side, General(1, rollouts=4), 4)
    told = 0
    try:
        why = confessions._told(match, found, side, seat, "en", serial=0)
    except Problem as refusal:
        assert "hidden" in str(refusal)
    else:
        assert why.veiled and why.name is None and all(part.gain is None for part in why.parts)
        named = {id for part in why.parts for step in part.steps for id in confessions._names(step)}
        told = len(named)
        assert match.hidden(seat).isdisjoint(named)
    everything = {id for doing in last_activation(match, side) for text in doing.plan.texts for id in text.split()}
    assert match.hidden(seat) & everything or told, "nothing was hidden: the trial is no trial"


def test_what_could_have_been_chosen_is_not_counted_before_who_does_not_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match = midway("bridgehead", 30)
    found = [Motive(one.index, one.plan.texts) for one in last_activation(match, "soviet")]
    found.append(Motive(found[-1].index, ("done",)))
    monkeypatch.setattr(confessions, "_unseen", lambda *_: frozenset({"nobody"}))
    counted: list[int | None] = []
    said = counsel._why_else

    def noted(verb: str, number: int | None) -> Text:
        counted.append(number)
        return said(verb, number)

    monkeypatch.setattr(counsel, "_why_else", noted)
    confessions._told(match, found, "soviet", "german", "en", serial=0)
    assert counted and set(counted) == {None}
    assert said("together", None).key == "server.hint.chosen"


def test_an_activation_that_is_hidden_whole_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    match = midway("bridgehead", 30)
    everyone = frozenset(piece.id for piece in match.game.rules.pieces)
    monkeypatch.setattr(type(match), "hidden", lambda *_: everyone)
    found = motives(match, "soviet", General(1, rollouts=2), 2)
    with pytest.raises(Problem, match="analysis tells all"):
        confessions._told(match, found, "soviet", "german", "en", serial=0)


def test_an_analysis_and_a_confession_cut_a_match_alike() -> None:
    match = midway("bridgehead", 10**6)
    analyst = Analyst(match, rollouts=2)
    list(analyst._replay())
    marched = {one.index for one in analyst._carried}
    assert {doing.index for doing in last_activation(match, "soviet")} <= marched
