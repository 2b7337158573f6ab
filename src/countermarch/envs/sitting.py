"""A match in an environment: what was agreed on, how far it is, and what an id does to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from countermarch import match as face
from countermarch.envs.observing import PARTS, Observation, Observer
from countermarch.envs.scoring import RESULT, REWARDS, Rewards, Scorer
from countermarch.match import IllegalAction, Match
from countermarch.notation import Action, Choice
from countermarch.values import Data, Values

FORFEIT, IGNORE, RAISE = "forfeit", "ignore", "raise"
ILLEGAL = (FORFEIT, IGNORE, RAISE)
MODES = ("human", "ansi", "rgb_array")
SEEDS = 2**62


class Terms(NamedTuple):
    """What is agreed on before a match, and plain enough to be sent elsewhere."""

    game: str
    scenario: str | None = None
    options: Mapping[str, str] = {}
    parts: tuple[str, ...] = PARTS
    reward: str = RESULT
    illegal: str = FORFEIT
    max_cycles: int | None = None
    render_mode: str | None = None
    data: Data | Values | None = None

    def check(self) -> None:
        _one_of("reward", self.reward, REWARDS)
        _one_of("illegal", self.illegal, ILLEGAL)
        if self.render_mode is not None:
            _one_of("render_mode", self.render_mode, MODES)
        if self.max_cycles is not None and self.max_cycles < 1:
            raise ValueError(f"max_cycles is {self.max_cycles}; a match has at least one decision")


def _one_of(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise ValueError(f"{name} is {value!r}; choose one of: {', '.join(known)}")


class Snapshot(NamedTuple):
    """A moment to come back to; where it is restored, a copy of it is played on."""

    match: Match
    scorer: Scorer
    cycles: int
    forfeited: str | None
    random: Any


class Sitting:
    """One match after the other on the same terms."""

    def __init__(self, terms: Terms) -> None:
        terms.check()
        self.terms = terms
        self.game = face.load(terms.game, terms.data)
        self.match = self.game.start(terms.scenario, 0, terms.options, pauses=False)
        self.observer = Observer(self.game, self.match.scenario, terms.parts)
        self.coding = self.observer.coding
        self._random = Random()
        self._put(self.match)

    def _put(self, match: Match) -> None:
        self.match = match
        self.scorer = Scorer(match, self.terms.reward)
        self.cycles = 0
        self.forfeited: str | None = None  # by whom, if the match ended with an action that was none

    def begin(self, seed: int | None = None) -> None:
        """A new match; with a seed, this and all later ones are the same every time."""
        if seed is not None:
            self._random = Random(seed)
        terms = self.terms
        self._put(self.game.start(terms.scenario, self.draw(), terms.options, pauses=False))

    def draw(self) -> int:
        """A number for dice and opponents, by the seed."""
        return self._random.randrange(SEEDS)

    # acting

    def play(self, id: int) -> Rewards | None:
        """Carry out what an id stands for; whoever is owed something is paid."""
        match = self.match
        choices = match.legal().choices
        choice = self.coding.decode(int(id), choices)
        self.cycles += 1
        if choice is None or choice not in choices:
            return self._wrong(id, choice)
        match.play(Action(choice, match.game.rules.grammar))
        return self.scorer.pay(match)

    def answer(self, action: Action) -> Rewards | None:
        """An action of somebody who does not speak in ids; it is no cycle."""
        self.match.play(action)
        return self.scorer.pay(self.match)

    def _wrong(self, id: int, choice: Choice | None) -> Rewards | None:
        side = str(self.match.to_act)
        if self.terms.illegal == RAISE:
            self.cycles -= 1
            raise self.refusal(id, choice)
        if self.terms.illegal == IGNORE:
            return None
        self.forfeited = side
        return {each: -1.0 if each == side else 0.0 for each in self.game.info.sides}

    def refusal(self, id: int, choice: Choice | None) -> ValueError:
        """Why an id stands for nothing that may be done now, with the rule if there is one."""
        if choice is None:
            return ValueError(f"{id} stands for no action here; take one whose action_mask is 1")
        try:
            self.match.copy().play(Action(choice, self.game.rules.grammar))
        except IllegalAction as error:
            return error
        return ValueError(f"{self.coding.name(id)} has another id here; `encode` tells it")

    @property
    def over(self) -> bool:
        return self.forfeited is not None or self.match.to_act is None

    @property
    def broken_off(self) -> bool:
        limit = self.terms.max_cycles
        return limit is not None and self.cycles >= limit and not self.over

    def info(self) -> dict[str, Any]:
        """What is told beside the observation: how it ended."""
        result = self.match.result if self.forfeited is None else None
        if result is not None:
            return {"winner": result.winner, "level": result.level, "points": dict(result.points)}
        return {} if self.forfeited is None else {"forfeited": self.forfeited}

    # ids

    def encode(self, action: Action | str) -> int:
        """The id of a legal action, or of its text."""
        grammar = self.game.rules.grammar
        own = action if isinstance(action, Action) and action.grammar is grammar else self.game.parse(str(action))
        choices = self.match.legal().choices
        if own.choice not in choices:
            raise ValueError(f"{own} is not on the list of legal actions, so it has no id here")
        place = list(choices).index(own.choice) if self.coding.listed(own.choice) else 0
        return self.coding.encode(own.choice, place)

    def decode(self, id: int) -> Action:
        """The action an id stands for here; whether it is legal, the mask says."""
        choice = self.coding.decode(int(id), self.match.legal().choices)
        if choice is None:
            raise ValueError(f"{id} stands for no action here; take one whose action_mask is 1")
        return Action(choice, self.game.rules.grammar)

    def pick(self, random: Callable[[], float]) -> int:
        """The id of a legal action, each as likely as the next: for play without masks."""
        choices = self.match.legal().choices
        place = int(random() * len(choices))
        return self.coding.encode(choices[place], place)

    def observe(self, side: str) -> Observation:
        return self.observer.observe(self.match, side, asks=not (self.over or self.broken_off))

    # moments

    def snapshot(self) -> Snapshot:
        random = self._random.getstate()
        return Snapshot(self.match.copy(), self.scorer.copy(), self.cycles, self.forfeited, random)

    def restore(self, moment: Snapshot) -> None:
        self.match, self.scorer = moment.match.copy(), moment.scorer.copy()
        self.cycles, self.forfeited = moment.cycles, moment.forfeited
        self._random.setstate(moment.random)

    def clone(self) -> Sitting:
        twin = object.__new__(Sitting)
        twin.__dict__.update(self.__dict__)
        twin._random = Random()
        twin.restore(self.snapshot())
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """A match goes elsewhere as its save, and is played again there."""
        kept = {"terms": self.terms, "save": self.match.save(), "scorer": self.scorer}
        return {**kept, "cycles": self.cycles, "forfeited": self.forfeited, "random": self._random.getstate()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        Sitting.__init__(self, kept["terms"])
        match = face.resume(kept["save"], self.terms.data)
        moment = Snapshot(match, kept["scorer"], kept["cycles"], kept["forfeited"], kept["random"])
        self.restore(moment)
