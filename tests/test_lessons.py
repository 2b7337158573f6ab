"""Lessons: what they name exists, both languages say all of it, and whoever follows one comes to its end."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.bots import Bot, bot, bots_of
from countermarch.games.lessons import PARTS, Lesson, Step, Until, lesson, matches
from countermarch.match import Match
from countermarch.notation import GO_ON
from countermarch.server.lessons import beginning
from countermarch.shelf import OURS
from countermarch.texts import LANGUAGES

TAUGHT = [game for game in OURS if lesson(game) is not None]
DICE = (None, 1, 2)  # the lesson's own, and others: it must be true whatever the die says
ALIKE = 60  # actions a step may take


def taught(game: str) -> Lesson:
    found = lesson(game)
    assert found is not None
    return found


@pytest.mark.parametrize("game", TAUGHT)
def test_what_a_lesson_names_exists(game: str) -> None:
    told, rules = taught(game), cm.load(game)
    assert told.scenario in {scenario.key for scenario in rules.info.scenarios}
    assert told.side in rules.info.sides and told.bot in bots_of(game)
    units, hexes = {unit.id for unit in rules.rules.pieces}, set(rules.rules.grammar.names["hex"])
    known = {name for names in rules.rules.grammar.names.values() for name in names}
    for step in told.steps:
        named = {*step.point.units, *step.until.picked, *step.until.stands, *step.until.joins} - {"*"}
        assert named <= units, f"{step.key}: {named - units}"
        placed = {*step.point.hexes, *(hex for goals in step.until.stands.values() for hex in goals)}
        assert placed <= hexes, f"{step.key}: {placed - hexes}"
        assert set(step.point.parts) <= set(PARTS), step.key
        for pattern in (*step.do, *step.until.played, *step.until.offered):
            verb, *words = pattern.split()
            assert verb == "*" or verb in rules.rules.grammar.by_word, f"{step.key}: {pattern}"
            assert all("*" in word or word in known for word in words), f"{step.key}: {pattern}"


@pytest.mark.parametrize("game", TAUGHT)
def test_both_languages_say_all_of_it_in_few_words(game: str) -> None:
    told = taught(game)
    assert 6 <= len(told.steps) <= 15
    assert len({step.key for step in told.steps}) == len(told.steps)
    for said in (told.title, told.about, *(step.say for step in told.steps)):
        assert set(said) == set(LANGUAGES)
        assert all(0 < len(text.split()) <= 62 and "  " not in text for text in said.values()), said
    for step in told.steps:
        assert set(step.wrong) in (set(), set(LANGUAGES)), step.key
        assert step.do or step.until.by_reading or step.until.read or step.until.undone, f"{step.key}: how is it done?"


class Learner:
    """Follows a lesson by what it tells to do, against its bot; sees what the table sees."""

    def __init__(self, told: Lesson, match: Match) -> None:
        self.told, self.match = told, match
        self.other: dict[str, Bot] = {
            side: bot(told.bot, seed=1) for side in match.game.info.sides if side != told.side
        }
        self.played: list[str] = []
        self.fought = False
        self.wait()

    @property
    def offered(self) -> list[str]:
        return [str(action) for action in self.match.legal()] if self.match.to_act == self.told.side else []

    def wait(self) -> None:
        while self.match.to_act not in (None, self.told.side):
            assert self.match.to_act is not None
            self.match.play(self.other[self.match.to_act].choose(self.match))

    def play(self, text: str) -> None:
        events = self.match.play(text)
        self.fought |= any(event.assault is not None for event in events)
        self.played.append(text)
        self.wait()

    def ended(self, until: Until) -> bool:
        where = {unit["id"]: unit["hex"] for unit in self.match.view(self.told.side)["units"]}
        attack = self.match.view(self.told.side)["attack"]
        return (
            until.by_reading
            or bool(until.picked)
            or any(matches(pattern, text) for pattern in until.played for text in self.played)
            or any(matches(pattern, text) for pattern in until.offered for text in self.offered)
            or (bool(until.stands) and all(where[unit] in goals for unit, goals in until.stands.items()))
            or (bool(until.joins) and attack is not None and set(until.joins) <= set(attack["attackers"]))
            or (0 < until.turn <= self.match.turn and bool(self.offered))
            or (until.read and self.fought)
            or self.match.result is not None
        )

    def next(self, step: Step) -> str | None:
        found = (text for pattern in (*step.do, GO_ON) for text in self.offered if matches(pattern, text))
        return next(found, None)

    def follow(self, step: Step) -> bool:
        """Whether the step was done; false: it could not be, and was passed over."""
        self.played.clear()
        if step.until.undone:
            self.match.undo()
            return True
        for _ in range(ALIKE):
            if self.ended(step.until):
                return True
            text = self.next(step)
            if text is None:
                return False
            self.play(text)
        raise AssertionError(f"{step.key} never ends")


@pytest.mark.parametrize("dice", DICE)
@pytest.mark.parametrize("game", TAUGHT)
def test_whoever_follows_a_lesson_comes_to_its_end(game: str, dice: int | None) -> None:
    told = taught(game)
    match = beginning(told) if dice is None else beginning(told, dice)
    match.weighs = True
    learner = Learner(told, match)
    passed = [step.key for step in told.steps if not learner.follow(step)]
    depends = {step.key for step in told.steps if step.sometimes}
    assert set(passed) <= depends, f"could not be done: {passed}"
