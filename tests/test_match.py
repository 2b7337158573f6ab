"""The public contract: games, matches, decisions, legal actions, playing, refusals, undo, chance, copies."""

from __future__ import annotations

import pickle
from itertools import islice
from random import Random

import pytest

import countermarch as cm
from countermarch import dice
from countermarch.flow import KINDS
from countermarch.match import Match
from countermarch.notation import Action, Choice, Grammar
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, refused, texts, where

FIVE = (("5A-HQ", "0637"), ("5A-72", "0638"), ("5A-65", "0639"), ("28A-20", "0636"), ("26K-1", "0741"))


def moving(*more: tuple[str, str]) -> Match:
    """5th Army activated, in its movement segment."""
    table = Table()
    for id, number in (*FIVE, *more):
        table.put(id, number)
    return table.activate("5A-HQ")


def played(match: Match, actions: int, seed: int = 3) -> Match:
    pick = Random(seed)
    for _ in range(actions):
        if match.to_act is not None:
            match.play(match.legal()[pick.randrange(len(match.legal()))])
    return match


# games and options


def test_games_tell_sides_scenarios_and_options() -> None:
    info = next(info for info in cm.games() if info.key == "koenigsberg")
    assert info.title and info.sides == ("german", "soviet") and info.version
    assert [scenario.key for scenario in info.scenarios] == ["campaign"] and info.scenarios[0].turns == 10
    assert {option.key for option in info.options} >= {"fog_of_war", "ss_boehme", "recapture"}
    for option in info.options:
        assert option.default in option.values and len(option.values) > 1
        assert str(option.title) and str(option.rule).startswith("koenigsberg ")


def test_a_game_knows_its_key_and_info() -> None:
    game = cm.load("koenigsberg")
    assert game.key == game.info.key == "koenigsberg"


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(cm.UnknownGame, match=r"'chess'.*koenigsberg"):
        cm.load("chess")


def test_an_unknown_scenario_is_refused_with_the_known_ones() -> None:
    with pytest.raises(cm.GameError, match="no scenario 'kursk'; choose one of: campaign"):
        cm.load("koenigsberg").start(scenario="kursk")


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(cm.GameError, match=r"no option 'weather'; its options are: .*fog_of_war"):
        cm.load("koenigsberg").start(options={"weather": "on"})


def test_a_wrong_value_of_an_option_is_refused_with_the_right_ones() -> None:
    with pytest.raises(cm.GameError, match="fog_of_war cannot be 'thick'; choose one of: off, on"):
        cm.load("koenigsberg").start(options={"fog_of_war": "thick"})


@pytest.mark.parametrize("seed", ["1", 1.5, b"key"])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(cm.GameError, match="seed is a whole number"):
        cm.load("koenigsberg").start(seed=seed)  # type: ignore[arg-type]


def test_options_reach_the_match() -> None:
    match = cm.load("koenigsberg").start(seed=1, options={"ss_boehme": "on"})
    chosen = match.position()["options"]
    assert chosen["ss_boehme"] == "on" and chosen["kg_mikosch"] == "off"


def test_the_same_seed_gives_the_same_match_and_no_seed_fresh_dice() -> None:
    game = cm.load("koenigsberg")
    assert game.start(seed=4).fingerprint() == game.start(scenario="campaign", seed=4).fingerprint()
    assert game.start(seed=4).fingerprint() != game.start(seed=5).fingerprint()
    assert game.start().position()["dice"]["key"] != game.start().position()["dice"]["key"]


# decisions


def test_every_decision_has_a_side_a_shape_a_prompt_and_rules() -> None:
    match = cm.load("koenigsberg").start(seed=2)
    for _ in range(300):
        decision = match.decision
        assert decision is not None and decision.side == match.to_act and decision.kind in KINDS
        assert str(decision.prompt) and decision.prompt.render("es")
        assert decision.citations and all(c.game == "koenigsberg" for c in decision.citations)
        played(match, 1, seed=_)


def test_every_text_of_a_game_renders_in_both_languages() -> None:
    match = played(cm.load("koenigsberg").start(seed=6), 5000)
    assert match.to_act is None and match.decision is None
    for event in match.log:
        assert event.text.render("en") and event.text.render("es"), event.key
        assert event.to_json()["key"] == event.key


# legal actions


def test_legal_is_a_sequence() -> None:
    legal = moving().legal()
    listed = list(legal)
    assert len(legal) == len(listed) > 1
    assert legal[0] == listed[0] and legal[-1] == listed[-1] and legal[1:3] == listed[1:3]
    assert all(action in legal for action in listed)
    assert legal.index(listed[1]) == 1 and list(reversed(legal)) == listed[::-1]
    with pytest.raises(IndexError):
        legal[len(listed)]
    assert legal.verbs == {action.verb for action in listed} and len(legal.verbs) > 1


def test_legal_holds_only_what_is_legal() -> None:
    match = moving()
    assert match.game.parse("move 5A-72") in match.legal()
    assert match.game.parse("move 28A-20") not in match.legal()
    assert "move 5A-72" not in match.legal()


def test_another_path_to_a_legal_hex_is_legal_though_not_listed() -> None:
    match = moving()
    match.play("move 5A-72")
    detour = match.game.parse("to 0538 via 0637-0537")
    assert detour not in list(match.legal()) and detour in match.legal()
    match.play(detour)
    assert where(match, "5A-72") == "0538"


def test_legal_actions_come_in_the_same_order_every_time() -> None:
    first, second = moving(), moving()
    assert texts(first) == texts(first) == texts(second)


def test_legal_actions_are_made_when_read(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Choice] = []

    def make(choice: Choice, grammar: Grammar) -> Action:
        made.append(choice)
        return Action(choice, grammar)

    monkeypatch.setattr("countermarch.match.Action", make)
    legal = moving().legal()
    assert len(legal) > 1 and made == []
    legal[0]
    assert len(made) == 1


def test_legal_actions_from_before_a_play_raise_however_they_are_used() -> None:
    match = moving()
    legal, walk = match.legal(), iter(match.legal())
    action = next(walk)
    match.play("move 5A-72")
    uses = (
        lambda: len(legal),
        lambda: legal[0],
        lambda: legal[:2],
        lambda: list(legal),
        lambda: action in legal,
        lambda: legal.verbs,
        lambda: next(walk),
    )
    for use in uses:
        with pytest.raises(cm.StaleActions, match=r"ask match.legal\(\) again"):
            use()


def test_legal_actions_from_before_an_undo_raise() -> None:
    match = moving()
    match.play("move 5A-72")
    legal = match.legal()
    match.undo()
    with pytest.raises(cm.StaleActions):
        len(legal)


def test_a_finished_match_has_no_legal_actions_and_a_result() -> None:
    match = played(cm.load("koenigsberg").start(seed=1), 5000)
    assert match.to_act is None and match.decision is None and len(match.legal()) == 0
    result = match.result
    assert result is not None and result.winner in ("german", "soviet") and result.level and str(result.text)
    assert sum(result.points.values()) == 14
    with pytest.raises(cm.IllegalAction, match="the game is over"):
        match.play("done")


def test_there_is_no_result_while_the_match_goes_on() -> None:
    assert cm.load("koenigsberg").start(seed=1).result is None


# playing


def test_play_takes_an_action_or_its_text_and_returns_events() -> None:
    by_action, by_text = moving(), moving()
    by_action.play(by_action.game.parse("move 5A-72"))
    by_text.play("move 5A-72")
    events = by_text.play("to 0538")
    by_action.play(by_action.legal()[texts(by_action).index("to 0538")])
    assert by_action.fingerprint() == by_text.fingerprint()
    assert [str(event) for event in events] == ["5A-72 moves from 0638 to 0538 (regular)"]
    assert str(events[0].citation) == "koenigsberg 6.1"
    assert by_text.log[-1] is events[-1] and texts_of(by_text) == ["move 5A-72", "to 0538"]


def texts_of(match: Match) -> list[str]:
    return [str(action) for action in match.actions]


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        ("move 28A-20", "4.2", "28A-20"),
        ("move 26K-1", "4.0", "26K-1 is not yours"),
        ("move 5A-72 rail", "6.5", "railway"),
    ],
)
def test_an_illegal_choice_of_a_unit_cites_its_rule(text: str, rule: str, words: str) -> None:
    refusal = refused(moving(), text)
    assert refusal.citation == cm.Citation("koenigsberg", rule)
    assert words in str(refusal.reason) and refusal.reason.render("es")
    assert str(refusal).startswith(text) and f"koenigsberg {rule}" in str(refusal)


@pytest.mark.parametrize(
    ("hex", "rule"),
    [("2740", "6.2.3"), ("0639", "7.0"), ("2040", "6.1.1"), ("0741", "6.3"), ("0638", "6.1")],
)
def test_an_illegal_destination_cites_its_rule(hex: str, rule: str) -> None:
    match = moving(("5A-45", "0639"))
    match.play("move 5A-72")
    assert refused(match, f"to {hex}").citation == cm.Citation("koenigsberg", rule)


def test_what_is_not_asked_is_refused_with_examples_of_what_is() -> None:
    refusal = refused(moving(), "resolve")
    assert str(refusal.citation) == "koenigsberg 3.0"
    assert "not asked now" in str(refusal) and "move 5A-72" in str(refusal)


@pytest.mark.parametrize("rule", ["koenigsberg45 1.0", "stargard-design 2.0", "seelow 3.0", "vistula 2#1"])
def test_every_game_cites_its_sequence_of_play_for_what_is_not_asked(rule: str) -> None:
    game = rule.split()[0].removesuffix("-design")
    assert str(refused(cm.load(game).start(seed=1), "resolve").citation) == rule


@pytest.mark.parametrize("text", ["fly 5A-72", "move 5A-99", "", "to 9999"])
def test_what_cannot_be_read_leaves_the_match_untouched(text: str) -> None:
    match = moving()
    before, legal = match.fingerprint(), match.legal()
    with pytest.raises(cm.NotationError):
        match.play(text)
    assert match.fingerprint() == before and len(legal) and match.actions == ()


@pytest.mark.parametrize("action", [None, 3, ("move", "5A-72")])
def test_what_is_no_text_is_no_action(action: object) -> None:
    with pytest.raises(cm.NotationError, match="written as text"):
        moving().play(action)  # type: ignore[arg-type]


def test_a_refusal_leaves_legal_actions_fresh() -> None:
    match = moving()
    legal = match.legal()
    refused(match, "move 28A-20")
    assert len(legal) > 1


# undo


def test_undo_takes_back_one_action_at_a_time() -> None:
    match = moving()
    marks = [match.fingerprint()]
    for text in ("move 5A-72", "to 0538", "move 5A-65"):
        match.play(text)
        marks.append(match.fingerprint())
    for mark in reversed(marks[:-1]):
        assert match.undo() is True
        assert match.fingerprint() == mark
    assert match.undo() is False
    assert match.actions == () and where(match, "5A-72") == "0638"


def test_a_match_says_whether_something_can_be_undone() -> None:
    match = played(cm.load("koenigsberg").start(seed=4), 60)
    for _ in range(80):
        assert match.can_undo == match.copy().undo()
        assert bool(match.undoable) == match.can_undo
        match.play(match.legal()[0])


def test_a_match_says_how_much_can_be_undone() -> None:
    match = moving()
    count = match.undoable
    for left in reversed(range(count)):
        assert match.undo() and match.undoable == left
    assert not match.undo()


def test_undo_is_quick_long_after_the_last_die(monkeypatch: pytest.MonkeyPatch) -> None:
    far_back = 20
    monkeypatch.setattr("countermarch.match.FAR_BACK", far_back)
    match = cm.load("vistula").start(seed=1)
    before: list[tuple[str, int]] = []
    while len(before) <= 3 * far_back:
        before.append((match.fingerprint(), len(match.log)))
        match.play(match.legal()[-1])
    assert match.undoable == len(before)
    taken: list[Choice] = []
    take = match._take
    match._take = lambda choice: taken.append(choice) or take(choice)  # type: ignore[method-assign, func-returns-value]
    for fingerprint, events in reversed(before):
        taken.clear()
        assert match.undo() and (match.fingerprint(), len(match.log)) == (fingerprint, events)
        assert len(taken) <= far_back
    assert not match.undo()


def test_undo_takes_back_the_events_too() -> None:
    match = moving()
    before = len(match.log)
    match.play("move 5A-72")
    match.play("to 0538")
    assert len(match.log) > before
    match.undo()
    assert len(match.log) == before


def test_after_an_undo_the_match_goes_another_way() -> None:
    match = moving()
    match.play("move 5A-72")
    match.play("to 0538")
    match.undo()
    match.play("to 0537")
    assert where(match, "5A-72") == "0537" and texts_of(match) == ["move 5A-72", "to 0537"]


def test_undo_stops_at_a_die() -> None:
    table = Table()
    for id, number in (("5A-72", "0638"), ("5A-65", "0638"), ("26K-1", "0639")):
        table.put(id, number)
    match = table.fight(SOVIET, "5A-72", "5A-65")
    match.next_dice(1)
    for text in ("attack 0639", "with 5A-72", "with 5A-65"):
        if match.game.parse(text) in match.legal():
            match.play(text)
    while match.game.parse("resolve") in match.legal():
        match.play("resolve")
    assert any(event.key.endswith("attack_resolved") or "die" in event.params for event in match.log)
    assert match.undo() is False


def test_undo_stops_at_a_draw_and_at_the_other_side() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    assert match.undo() is False  # the set-up is not an action
    before = match.to_act
    while match.to_act == before and not any(e.key.endswith(".drawn") for e in match.log):
        match.play(match.legal()[-1])
    assert match.undo() is False


# chance


def test_fixed_dice_are_part_of_the_state_until_used() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    before = match.fingerprint()
    match.next_dice(6, 1)
    assert match.fingerprint() != before and match.position()["dice"]["next"] == [6, 1]
    assert match.game.from_position(match.position()).fingerprint() == match.fingerprint()


@pytest.mark.parametrize("values", [(), (0,), (7,), (3, 9), (1.5,), ("six",), (None,)])
def test_dice_show_one_to_six(values: tuple[object, ...]) -> None:
    match = moving()
    before = match.fingerprint()
    with pytest.raises(cm.GameError, match=r"dice cannot be fixed to .*1, 2, 3, 4, 5, 6"):
        match.next_dice(*values)  # type: ignore[arg-type]
    assert match.fingerprint() == before


@pytest.mark.parametrize("names", [(), ("XXX",), ("5A", "XXX"), ("13",)])
def test_only_what_can_be_drawn_can_be_fixed(names: tuple[str, ...]) -> None:
    with pytest.raises(cm.GameError, match=r"draw cannot be fixed to .*39A"):
        moving().next_draw(*names)


def test_a_fixed_chit_is_drawn_next() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    match.next_draw("39A")
    while not (drawn := [e.params["chit"] for e in match.log if e.key.endswith(".drawn")]):
        match.play("done")
    assert drawn[0] == "39A" and match.position()["drawn"][0] == "39A" and match.position()["dice"]["draws"] == []


def test_the_dice_key_is_published_when_the_game_is_over() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    published = match.commitment
    assert match.dice_key is None
    played(match, 5000)
    assert match.dice_key is not None and match.commitment == published
    assert dice.proves(bytes.fromhex(match.dice_key), published)


# copies


def test_a_copy_goes_its_own_way() -> None:
    match = moving()
    match.play("move 5A-72")
    twin, before = match.copy(), match.fingerprint()
    twin.play("to 0538")
    assert match.fingerprint() == before and texts_of(match) == ["move 5A-72"]
    assert twin.undo() and twin.fingerprint() == before
    match.play("to 0537")
    assert where(twin, "5A-72") == "0638" and where(match, "5A-72") == "0537"


def test_a_copy_rolls_the_same_dice() -> None:
    match = played(cm.load("koenigsberg").start(seed=8), 40)
    twin = match.copy()
    assert played(match, 200).fingerprint() == played(twin, 200).fingerprint()


def test_imagining_is_repeatable_and_leaves_the_match_alone() -> None:
    match = played(cm.load("koenigsberg").start(seed=8), 40)
    before = match.fingerprint()
    assert match.imagine("german", 1).fingerprint() == match.imagine("german", 1).fingerprint()
    assert match.imagine("german", 1).fingerprint() != match.imagine("german", 2).fingerprint()
    played(match.imagine("soviet", 3), 100)
    assert match.fingerprint() == before


def test_imagined_dice_are_not_the_real_ones() -> None:
    match = played(cm.load("koenigsberg").start(seed=8), 40)
    match.next_dice(6, 6)
    match.next_draw("5A")
    chance = match.imagine("german", 1).position()["dice"]
    assert chance["key"] != match.position()["dice"]["key"]
    assert chance["next"] == [] and chance["draws"] == []


def test_an_imagined_match_cannot_be_saved_nor_can_its_copy() -> None:
    imagined = cm.load("koenigsberg").start(seed=8).imagine("german", 1)
    for match in (imagined, imagined.copy()):
        with pytest.raises(cm.SaveError, match="save the match it was imagined from"):
            match.save()


def test_imagining_for_an_unknown_side_is_refused() -> None:
    with pytest.raises(cm.GameError, match="no side 'allied'; the sides are: german, soviet"):
        moving().imagine("allied", 1)


def test_the_names_of_the_contract_are_exported() -> None:
    assert all(hasattr(cm, name) for name in cm.__all__)
    assert GERMAN != SOVIET and len(list(islice(moving().legal(), 2))) == 2


def test_a_refusal_crosses_to_another_process() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    with pytest.raises(cm.IllegalAction) as refused:
        match.play("barrage 0101")
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.citation) == (str(refused.value), refused.value.citation)
