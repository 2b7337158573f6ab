"""The public face: start, legal, play, undo, view, explain, save, resume."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from countermarch import dice
from countermarch.flow import NOBODY, Decision, Event, Play
from countermarch.games import UnknownGame, offered, rules
from countermarch.games.base import (
    GameError,
    GameInfo,
    PositionError,
    Preview,
    Questions,
    Result,
    Rules,
    Spot,
    Standing,
    Step,
)
from countermarch.games.naming import alone, many, supporters
from countermarch.games.positions import MOST_LOTS, MOST_READY, check_like, check_plain
from countermarch.notation import Action, Choice, NotationError
from countermarch.rulebook import Citation, Refusal
from countermarch.saves import FORMAT, SaveError, read_save
from countermarch.shelf import FileError
from countermarch.state import Chance, Snapshot, State
from countermarch.texts import SaidError, Text, reason, say, words_of
from countermarch.values import Data, Values, of_document, read_values

FAR_BACK = 120  # actions to replay before a new snapshot is worth its time
DICE = tuple("123456")
NAMING = {"unit": ("unit", "units"), "hex": ("hex", "hexes")}  # parameters of prompts, by what they name


class IllegalAction(SaidError):
    """The action is not legal now; `reason` says why and `citation` names the rule, if one forbids it."""

    def __init__(self, action: str, reason: Text, citation: Citation | None) -> None:
        self.action = action
        self.reason = reason
        self.citation = citation
        illegal = "engine.error.against_rule" if citation else "engine.error.illegal"
        super().__init__(say(illegal, action=action, reason=reason, rule=citation))

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, Text, Citation | None]]:
        """So that a game in another process can tell what went wrong."""
        return type(self), (self.action, self.reason, self.citation)


class StaleActions(RuntimeError):
    """A list of legal actions was used after the match had gone on."""


class Legal(Sequence[Action]):
    """The legal actions of one moment; actions are made when read."""

    __slots__ = ("_choices", "_match", "_serial")

    def __init__(self, match: Match) -> None:
        self._match = match
        self._serial = match._serial
        self._choices = match._play.pending

    def _check(self) -> None:
        if self._serial != self._match._serial:
            raise StaleActions("these legal actions are from before a play; ask match.legal() again")

    def __len__(self) -> int:
        if self._serial != self._match._serial:
            self._check()
        return len(self._choices)

    def __getitem__(self, at: Any) -> Any:
        if self._serial != self._match._serial:
            self._check()
        found = self._choices[at]
        grammar = self._match._play.grammar
        if type(at) is slice:
            return [Action(choice, grammar) for choice in found]
        return Action(found, grammar)

    def __iter__(self) -> Iterator[Action]:
        match, grammar = self._match, self._match._play.grammar
        for choice in self._choices:
            if self._serial != match._serial:
                self._check()
            yield Action(choice, grammar)

    @property
    def verbs(self) -> frozenset[str]:
        """What can be done at all, whoever does it and wherever."""
        self._check()
        known = self._match._play.grammar.verbs
        return frozenset([known[code].word for code in {choice[0] for choice in self._choices}])

    @property
    def choices(self) -> Sequence[Choice]:
        """The actions as the numbers they stand for, in the same order: for programs that read all of them."""
        if self._serial != self._match._serial:
            self._check()
        return self._choices

    def __contains__(self, action: object) -> bool:
        self._check()
        if not isinstance(action, Action) or action.grammar is not self._match._play.grammar:
            return False
        return self._match._allows(action.choice)


class Game:
    """A game by its key: start a match, read an action, restore a position."""

    def __init__(self, rules: Rules, values: Values | None = None) -> None:
        self.rules = rules
        self.values = values  # one's own, laid over ours; saves carry them

    @property
    def info(self) -> GameInfo:
        """What the game is: title, sides, scenarios, options, and the version of its rules."""
        return self.rules.info

    @property
    def key(self) -> str:
        """The name by which it is loaded."""
        return self.rules.info.key

    def start(
        self,
        scenario: str | None = None,
        seed: int | None = None,
        options: Mapping[str, str] | None = None,
        pauses: bool = True,
    ) -> Match:
        """A new match, run to its first decision; with a seed its dice are the same every time.

        Without `pauses` nobody is asked to go on before what he did can no longer be taken back: for programs.
        """
        chosen, settled = self._scenario(scenario), self._options({} if options is None else options)
        return self._begin(chosen, settled, _new_key(seed, None), bool(pauses))

    def _begin(self, scenario: str, options: Mapping[str, str], key: bytes, pauses: bool) -> Match:
        play, header = self.rules.begin(scenario, options, Chance(key)), {"scenario": scenario}
        if pauses:
            return Match(self, play, header)
        play.pauses = False
        return Match(self, play, {**header, "pauses": False})

    def _scenario(self, scenario: str | None) -> str:
        known = [info.key for info in self.info.scenarios]
        if scenario is not None and scenario not in known:
            raise GameError(say("engine.error.scenario", game=self.key, scenario=scenario, known=tuple(known)))
        return scenario or known[0]

    def _options(self, chosen: Mapping[str, str]) -> dict[str, str]:
        known = {info.key: info for info in self.info.options}
        if not isinstance(chosen, Mapping):
            raise GameError(say("engine.error.options", options=chosen))
        for key, value in chosen.items():
            if key not in known:
                raise GameError(say("engine.error.option", game=self.key, option=key, known=tuple(known)))
            if value not in known[key].values:
                raise GameError(say("engine.error.value", option=key, value=value, known=known[key].values))
        return {key: chosen.get(key, info.default) for key, info in known.items()}

    def parse(self, text: str) -> Action:
        """An action from its text; NotationError names the word that is wrong."""
        if not isinstance(text, str):
            raise NotationError(say("engine.notation.no_text", kind=type(text).__name__))
        return Action(self.rules.grammar.read(text), self.rules.grammar)

    @cached_property
    def _model(self) -> dict[str, Any]:
        """A position like those to be read."""
        model = self.start(seed=1).position()
        for name in ("options", "attack"):  # what may be there or not
            model.pop(name, None)
        return model

    def from_position(self, document: Mapping[str, Any]) -> Match:
        """The match a position describes; PositionError names the first contradiction in it."""
        if not isinstance(document, Mapping):
            raise PositionError(say("engine.position.no_object"))
        if document.get("game") != self.key:
            raise PositionError(say("engine.position.game", theirs=document.get("game"), ours=self.key))
        try:
            plain = json.loads(json.dumps(document))
            check_plain(plain)
            check_like(plain, self._model)
            self._scenario(plain.get("scenario"))
            plain["options"] = self._options(plain.get("options", {}))
        except PositionError:
            raise
        except (GameError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise PositionError(say("engine.position.damaged", why=reason(error))) from None
        return Match(self, self.rules.restore(plain), {"position": plain})


class Match:
    """A match in progress."""

    def __init__(self, game: Game, play: Play[Any], header: dict[str, Any]) -> None:
        self.game = game
        self._play = play
        self._sides = play.sides
        self._header = header
        self._key = play.state.chance.key
        self._history: list[Choice | str] = []
        self._serial = 0
        self._seen: dict[str, tuple[int, Play[Any]]] = {}  # what each side has asked of, at which moment
        self._open: tuple[int, dict[str, Any]] | None = None  # the table as all see it who see everything
        self._summed: tuple[Play[Any] | None, int, tuple[tuple[Text, Text], ...]] = (None, 0, ())
        self._log: list[Event] = list(play.events)
        self._barrier_at = 0
        self._bases: list[tuple[Snapshot, int, int, int]] = []
        self._set_base()

    # playing

    @property
    def weighs(self) -> bool:
        """Whether attacks are told with all they were reckoned from (`Event.assault`); copies do not."""
        return self._play.weighs

    @weighs.setter
    def weighs(self, weighs: bool) -> None:
        self._play.weighs = weighs

    @property
    def to_act(self) -> str | None:
        """The side that must decide; None once the game is over."""
        actor = self._play.actor
        return None if actor == NOBODY else self._sides[actor]

    @property
    def decision(self) -> Decision | None:
        """What is asked of the side to act; None once the game is over."""
        actor = self._play.actor
        if actor == NOBODY:
            return None
        top = self._play.top
        prompt = top.prompt(self._play)
        return Decision(
            kind=top.kind,
            side=self._play.sides[actor],
            prompt=prompt,
            citations=tuple(self._play.cite(rule) for rule in top.cited(self._play)),
            units=self._named_in(prompt, "unit"),
            hexes=self._named_in(prompt, "hex"),
            answers=top.answers,
            actor=self._play.acting(),
        )

    @property
    def question(self) -> Question | None:
        """The decision in short, for programs that look at every one of them."""
        if self._play.actor == NOBODY:
            return None
        top = self._play.top
        prompt = top.prompt(self._play)
        return Question(top.kind, self._named_in(prompt, "unit"), self._named_in(prompt, "hex"))

    def _named_in(self, prompt: Text, kind: str) -> tuple[str, ...]:
        """The units or hexes among the parameters of a prompt that are called so."""
        named = [value for name, value in prompt.params.items() if name in NAMING[kind]]
        known = self._play.grammar.index[kind]
        return tuple(word for word in words_of(named) if word in known) if named else ()

    def command_of(self, action: Action | str | None = None) -> str | None:
        """Whose an action is where its side may be divided into commands; without one, whose what is asked now is.

        None: it is the whole side's.
        """
        division = self.game.info.division(self.to_act or "")
        if division is None:
            return None
        named = self._commands_named([self._own(action)] if action is not None else self.legal())
        found = named or {self.game.rules.command_at_work(self._play) if action is None else self.command_of() or ""}
        known = found & {command.key for command in division.commands}
        return known.pop() if len(found) == len(known) == 1 else None

    def _commands_named(self, actions: Iterable[Action]) -> set[str]:
        """Under whom those units of the side to act are that actions name."""
        pieces, index = self.game.rules.pieces, self._play.grammar.index["unit"]
        units = (pieces[index[id]] for action in actions for id in action.units)
        return {unit.front for unit in units if unit.side == self.to_act}

    @property
    def moment(self) -> int:
        """A number that grows with everything that happens: what was thought at one moment is stale at the next."""
        return self._serial

    @cached_property
    def scenario(self) -> str:
        """The key of the scenario that is played."""
        return self.game._scenario(self._header.get("scenario") or self._header["position"].get("scenario"))

    @property
    def turn(self) -> int:
        """The number of the turn that is being played."""
        return int(self._play.state.turn)

    @property
    def phase(self) -> str:
        """The phase of the turn, as positions name it."""
        return str(self.game.rules.phases[self._play.state.phase])

    def legal(self) -> Legal:
        """Everything the side to act may do now; good until the next action."""
        return Legal(self)

    def play(self, action: Action | str) -> list[Event]:
        """Carry out a legal action or its text, and tell what happened; IllegalAction cites the rule that bars it."""
        own = action if type(action) is Action and action.grammar is self._play.grammar else self._own(action)
        choice = own.choice
        if choice not in self._play.pending and not self._allows(choice):
            raise self._illegal(own)
        return self._take(choice)

    def _own(self, action: Action | str) -> Action:
        """An action of another game or process is taken by its words: its numbers mean something else here."""
        if isinstance(action, Action):
            return action if action.grammar is self._play.grammar else self.game.parse(str(action))
        return self.game.parse(action)

    def _allows(self, choice: Choice) -> bool:
        play = self._play
        if choice in play.pending:
            return True
        return bool(play.state.frames) and play.top.allows(play, choice)

    def _illegal(self, action: Action) -> IllegalAction:
        if self.to_act is None:
            return IllegalAction(str(action), say("engine.refusal.over"), None)
        refusal = self._play.top.refuse(self._play, action.choice)
        if refusal is None:
            some = "; ".join(str(one) for one in self.legal()[:5])
            return IllegalAction(
                str(action), say("engine.refusal.not_asked", some=some), self._play.cite(self._play.order)
            )
        return IllegalAction(str(action), refusal.text, refusal.citation)

    def _take(self, choice: Choice) -> list[Event]:
        play, history = self._play, self._history
        before = play.actor
        play.barrier = False
        events: list[Event] = []
        play.events = events
        play.carry_out(choice)
        self._serial += 1
        history.append(choice)
        self._log += events
        if len(history) > self._base_due:
            self._set_base()
        if play.barrier or play.actor != before:
            self._barrier_at = len(history)
            del self._bases[:-1]
        return events

    def _set_base(self) -> None:
        """Remember the state here, to replay from: now and then, since undo is rare."""
        at = len(self._history)
        self._bases.append((self._play.state.snapshot(), at, len(self._log), len(self._play.rolls)))
        self._base_due = at + FAR_BACK

    @property
    def can_undo(self) -> bool:
        """Whether the last action can still be taken back."""
        return self._last_free() >= self._barrier_at

    @property
    def undoable(self) -> int:
        """How many actions could be taken back, one after the other."""
        return sum(not isinstance(entry, str) for entry in self._history[self._barrier_at :])

    def _last_free(self) -> int:
        """The last action since the barrier, if any; fixed dice are none."""
        last = len(self._history) - 1
        while last >= self._barrier_at and isinstance(self._history[last], str):
            last -= 1
        return last

    def undo(self) -> bool:
        """Take back one action, not beyond the last die, draw, reveal or change of sides, by replaying those before."""
        last = self._last_free()
        if last < self._barrier_at:
            return False
        while self._bases[-1][1] > last:
            self._bases.pop()
        base, at, log, rolls = self._bases[-1]
        self._base_due = at + FAR_BACK
        barrier, again = self._barrier_at, self._history[at:]
        del again[last - at]
        del self._history[at:]
        del self._log[log:]
        del self._play.rolls[rolls:]
        self._play.go_to(self._play.state.back_to(base))
        self._serial += 1
        for entry in again:
            if isinstance(entry, str):
                self._force(entry)
            else:
                self._take(entry)
        self._barrier_at = barrier
        return True

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self.game.rules.result(self._play) if self.to_act is None else None

    @property
    def paused(self) -> bool:
        """Whether nothing is asked of the side to act but to go on: until it does, it may take back what it did."""
        return self._play.paused

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that has happened, in order."""
        return tuple(self._log)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What was played, without what was undone."""
        return tuple(Action(entry, self._play.grammar) for entry in self._history if not isinstance(entry, str))

    @property
    def record(self) -> tuple[str, ...]:
        """Everything that led here, as a save writes it: actions, and after `!` dice and draws that were fixed."""
        return self._written(0)

    def _written(self, start: int) -> tuple[str, ...]:
        write, entries = self._play.grammar.write, self._history[start:]
        return tuple(f"!{entry}" if isinstance(entry, str) else write(entry) for entry in entries)

    @property
    def entries(self) -> int:
        """How many there are in the record."""
        return len(self._history)

    def since(self, earlier: Match) -> tuple[str, ...] | None:
        """What the record has beyond that of an earlier moment; None if that did not lead here.

        Because something was taken back, or it is a moment of another match.
        """
        known = len(earlier._history)
        if self._history[:known] != earlier._history or not self._begins_as(earlier):
            return None
        return self._written(known)

    def _begins_as(self, other: Match) -> bool:
        own, theirs = ((one.game.key, one.game.values, one._play.options, one._key) for one in (self, other))
        return own == theirs and self._header == other._header

    def repeat(self, entry: str) -> list[Event]:
        """Play one entry of a record."""
        if not entry.startswith("!"):
            return self.play(entry)
        return self._force(entry[1:])

    def beginning(self) -> Match:
        """The match as it stood before the first entry of its record."""
        return _begin(self.game, self._head())

    def anew(self, seed: int | None = None, key: bytes | None = None) -> Match:
        """A match that begins as this one did, with other dice: by a seed or a key, or by a key nobody knows."""
        if "scenario" not in self._header:
            return self.beginning().with_new_dice(seed, key)
        pauses = bool(self._header.get("pauses", True))
        return self.game._begin(self._header["scenario"], self._play.options, _new_key(seed, key), pauses)

    def with_new_dice(self, seed: int | None = None, key: bytes | None = None) -> Match:
        """A match that begins where this one stands, with other dice to come; none of them is fixed."""
        position = self.position()
        other = {"key": _new_key(seed, key).hex(), "next": [], "draws": []}
        return self.game.from_position({**position, "dice": {**position["dice"], **other}})

    def taken_up(self, position: Mapping[str, Any], record: Sequence[str], free: int) -> Match:
        """This match where its record has led to a position; of its actions the last few are free to be taken back.

        They can be only by playing the record again: of how it came there nothing is known but the record.
        """
        play = self.game.from_position(position)._play
        play.pauses = self._play.pauses
        found = Match(self.game, play, self._header)
        found._key = self._key
        found._recall(record)
        played = [at for at, entry in enumerate(found._history) if not isinstance(entry, str)]
        found._barrier_at = played[-free] if free else len(found._history)
        found._serial = len(played)
        found.lighten()
        return found

    def _recall(self, record: Sequence[str]) -> None:
        read, lot = self._play.grammar.read, 0
        for entry in record:
            if entry.startswith("!lot "):
                passed = range(lot + 1, int(entry.removeprefix("!lot ")) + 1)
                self._history += [f"lot {number}" for number in passed]
                lot = passed[-1]
            else:
                self._history.append(entry[1:] if entry.startswith("!") else read(entry))

    def lighten(self) -> None:
        """Forget what was told and rolled, and the states to go back to: for whoever keeps them elsewhere."""
        self._log.clear()
        self._play.rolls.clear()
        self._bases.clear()
        self._set_base()

    # chance

    @property
    def commitment(self) -> str:
        """A hash of the key of the dice, told before the first of them falls."""
        return dice.commitment(self._play.state.chance.key)

    @property
    def dice_key(self) -> str | None:
        """Published when the game is over, so that every roll can be checked."""
        return self._play.state.chance.key.hex() if self.to_act is None else None

    @property
    def rolls(self) -> tuple[dice.Roll, ...]:
        """Every die and draw so far with its purpose; the published key proves each one that was not fixed."""
        return tuple(self._play.rolls)

    def next_dice(self, *values: int) -> None:
        """Fix the next dice; for tests and for games played with real ones."""
        self._force(" ".join(("dice", *map(str, values))))

    def next_draw(self, *names: str) -> None:
        """Fix what is drawn next, if it can be."""
        self._force(" ".join(("draw", *map(str, names))))

    @property
    def lot(self) -> int:
        """Which lot of the dice falls; the first is 0."""
        return int(self._play.state.chance.lot)

    def next_lot(self, lot: int) -> list[Event]:
        """Other dice of the same key from here on: for those who go back to before dice they have seen."""
        return self.repeat(f"!lot {lot}")

    def _change_lot(self, lot: str) -> list[Event]:
        if not (lot.isascii() and lot.isdecimal() and self.lot < int(lot) <= MOST_LOTS):
            raise GameError(say("engine.error.lot", lot=lot, now=self.lot, most=MOST_LOTS))
        self._history += [f"lot {number}" for number in range(self.lot + 1, int(lot) + 1)]  # passed ones, too
        self._play.state.chance.lot = int(lot)
        told = [Event("engine.event.lot", {"lot": int(lot)})]
        self._log += told
        return told

    def _force(self, entry: str) -> list[Event]:
        """Dice and draws that lie ready are copied with every state, so there are only so many of them."""
        if entry.startswith("lot "):
            return self._change_lot(entry.removeprefix("lot "))
        chance = self._play.state.chance
        what, *values = entry.split() or [""]
        if len(values) + len(chance.dice) + len(chance.draws) > MOST_READY:
            raise GameError(say("engine.error.ready", most=MOST_READY))
        known = {"dice": DICE, "draw": self.game.rules.draws}.get(what, ())
        wrong = [value for value in values if value not in known]
        if wrong or not values:
            raise GameError(say("engine.error.fixed", what=what, values=" ".join(wrong) or "-", known=tuple(known)))
        if what == "dice":
            chance.dice += map(int, values)
        else:
            chance.draws += values
        self._history.append(entry)
        return []

    # positions and saves

    def position(self) -> dict[str, Any]:
        """The whole table as a JSON document, procedures and dice included; `Game.from_position` reads it."""
        return _own(self.game.rules.document(self._play))

    def fingerprint(self, side: str | None = None) -> str:
        """A hash of the whole state, procedures and dice included; or of what a side sees on the table, no more."""
        if side is None:
            return str(self._play.state.fingerprint())
        seen = self._as_seen(side)
        return str(seen.state.mark((sorted(seen.covered.items()), seen.actor)))

    def copy(self) -> Match:
        """The same match, free to go another way."""
        return self._twin(type(self))

    def _twin(self, kind: type[Match]) -> Match:
        twin = object.__new__(kind)
        twin.__dict__.update(self.__dict__)
        twin._play = self._play.copy()
        twin._play.rolls = self._play.rolls[:]
        twin._play.pauses = self._play.pauses
        twin._seen = {}
        twin._history = self._history[:]
        twin._log = self._log[:]
        twin._bases = self._bases[:]
        return twin

    def imagine(self, side: str, seed: int) -> Match:
        """A copy in which everything this side may not know is drawn anew, and nobody is asked to go on."""
        self._known_side(side)
        imagined = self.game.rules.imagine(self._play, side, Chance(_key(seed)))
        imagined.pauses = False
        return ImaginedMatch(self.game, imagined, {"scenario": self.scenario})

    def outcomes(self, action: Action | str, fallen: Sequence[int] = ()) -> tuple[Outcome, ...]:
        """Every result of the first die or draw an action meets, and the match as it goes on from there.

        What chance decides later comes from other dice in each of them; an action that meets none has one outcome.
        With what has `fallen` before it, each counted from 1, it is the next die of the same action.
        """
        tried = self._tried(action, fallen, self._play.state.chance.key)
        met = tried.rolls[len(self._play.rolls) + len(fallen) :]
        if not met or met[0].fixed:
            return (Outcome(1.0, met[0] if met else None, tried),)
        return tuple(self._outcome(action, met[0], (*fallen, value)) for value in range(1, met[0].sides + 1))

    def _outcome(self, action: Action | str, met: dice.Roll, fallen: Sequence[int]) -> Outcome:
        key = dice.other_key(self._play.state.chance.key, f"{met.purpose} {fallen[-1]}")
        return Outcome(1 / met.sides, met._replace(value=fallen[-1], fixed=True), self._tried(action, fallen, key))

    def _tried(self, action: Action | str, fallen: Sequence[int], key: bytes) -> Match:
        """A copy in which an action was played and the first dice fell so; later ones are of a key."""
        twin = self._twin(ImaginedMatch)
        twin._play.ordained, twin._play.state.chance.key = fallen, key
        twin.play(action)
        twin._play.ordained = ()
        return twin

    def view(self, side: str) -> dict[str, Any]:
        """The table as a side sees it, as JSON: nothing in it hangs on what is hidden from the side."""
        self._known_side(side)
        return _own(self.game.rules.view(self._play, side))

    def glance(self, side: str) -> dict[str, Any]:
        """The same for programs that look again and again: to be read, not changed.

        Counters that are as they were when somebody looked last are the same objects. Sides from which nothing is
        hidden see the same table, which is looked at once.
        """
        self._known_side(side)
        rules, play = self.game.rules, self._play
        if rules.hidden(play, side):
            return rules.view(play, side)
        if self._open is None or self._open[0] != self._serial:
            self._open = self._serial, rules.view(play, side)
        return {**self._open[1], "side": side}

    def muster(self) -> dict[str, tuple[str | None, int]]:
        """Every counter by id, hidden or not: its hex, None if it is not on the map, and the steps it has."""
        return self.game.rules.muster(self._play)

    def seen(self, side: str) -> tuple[State, Mapping[int, int]]:
        """The table as a side sees it in rows of numbers, and how many counters lie unseen in each hex.

        It is to be read before the next action, and not to be changed.
        """
        play = self._as_seen(side)
        return play.state, play.covered

    def survey(self) -> Any:
        """The table in numbers, hidden or not, for programs that think on one they imagine; None if a game has none.

        It is the game's own, reads the table as it stands whenever it is asked, and changes nothing.
        """
        return self.game.rules.survey(self._play)

    def save(self) -> str:
        """The match as text: how it began and every action since; `resume` plays them again."""
        return json.dumps({**self._head(), "actions": self.record, "fingerprint": self.fingerprint()}, indent=1)

    def opening(self) -> str:
        """A save of how it began, and of nothing since."""
        return json.dumps({**self._head(), "actions": [], "fingerprint": ""})

    def _head(self) -> dict[str, Any]:
        head = {
            "countermarch": FORMAT,
            "game": self.game.key,
            "version": self.game.info.version,
            **self._header,
        }
        if self.game.values is not None:
            head["values"] = self.game.values.document()
        if "scenario" in self._header:
            head["options"] = dict(self._play.options)
            head["key"] = self._key.hex()
        return head

    # questions

    @property
    def _questions(self) -> Questions:
        return self.game.rules.questions

    def _as_seen(self, side: str | None) -> Play[Any]:
        """The table to answer a side's questions from: without what it cannot see; nobody asking sees all."""
        if side is None:
            return self._play
        self._known_side(side)
        kept = self._seen.get(side)
        if kept is None or kept[0] != self._serial:
            kept = self._seen[side] = self._serial, self.game.rules.as_seen(self._play, side)
        return kept[1]

    def summary(self, side: str | None = None) -> tuple[tuple[Text, Text], ...]:
        """The present turn in a few lines, each with its label."""
        play = self._as_seen(side)
        known, serial, lines = self._summed
        if known is not play or serial != self._serial:
            lines = tuple(self._questions.summary(play))
            self._summed = play, self._serial, lines
        return lines

    def standing(self, side: str | None = None) -> Standing | None:
        """How the game would be judged if it ended now, as far as a side can tell; None if the game does not say."""
        return self.game.rules.standing(self._as_seen(side))

    def hidden(self, side: str) -> frozenset[str]:
        """The units a side cannot see."""
        self._known_side(side)
        return self.game.rules.hidden(self._play, side)

    def _known_side(self, side: str) -> None:
        if side not in self._play.sides:
            raise GameError(say("engine.error.side", side=side, sides=self._play.sides))

    def _asked(self, units: object, side: str | None) -> tuple[str, ...]:
        """The units a question names, which the side that asks must be able to see."""
        named = many(units)
        unseen = frozenset() if side is None else self.hidden(side).intersection(named)
        if unseen:
            raise GameError(say("engine.error.unseen", side=side, units=sorted(unseen)))
        return named

    def reach(
        self, units: str | Sequence[str], mode: str = "regular", freely: bool = False, side: str | None = None
    ) -> dict[str, float]:
        """Where units may end their move now and what it costs; `freely`: if they had the whole turn before them."""
        return self._questions.reach(self._as_seen(side), self._asked(units, side), mode, freely)

    def path(
        self, units: str | Sequence[str], hex: str, mode: str = "regular", side: str | None = None
    ) -> tuple[Step, ...]:
        """The cheapest way to a hex, step by step, with the parts of each price."""
        return self._questions.path(self._as_seen(side), self._asked(units, side), hex, mode)

    def why_not(
        self, units: str | Sequence[str], hex: str, mode: str = "regular", side: str | None = None
    ) -> Refusal | None:
        """The rule that keeps units from ending their move in a hex; None if nothing does."""
        return self._questions.why_not(self._as_seen(side), self._asked(units, side), hex, mode)

    def targets(self, side: str | None = None) -> dict[str, Preview]:
        """The hexes that can be attacked now, each with the best attack on it."""
        return self._questions.targets(self._as_seen(side), side)

    def preview(
        self,
        target: Any,
        attackers: Sequence[str],
        support: Mapping[str, str] | None = None,
        kind: str = "attack",
        side: str | None = None,
    ) -> Preview:
        """An attack before it is made: odds, every modifier with its rule, the chance of each result."""
        named, aids = self._asked(attackers, side), supporters(support)
        return self._questions.preview(self._as_seen(side), target, named, support=aids, kind=kind, side=side)

    def spot(self, hex: str, side: str | None = None) -> Spot:
        """How full a hex is, and what it is worth."""
        return self._questions.spot(self._as_seen(side), hex, side)

    def supply(self, side_or_unit: str, side: str | None = None) -> dict[str, Any]:
        """How a side or a unit is supplied, from where, along which line."""
        named = self._asked(side_or_unit, side)
        return self._questions.supply(self._as_seen(side), alone(named))

    def sources(self, side: str, viewer: str | None = None) -> tuple[str, ...]:
        """Where a side's supply comes from now, as far as the viewer can tell."""
        self._known_side(side)
        return self._questions.sources(self._as_seen(viewer), side)

    def zones(self, side: str, viewer: str | None = None) -> tuple[str, ...]:
        """Where a side exerts zones of control, as far as the viewer can tell."""
        self._known_side(side)
        return self._questions.zones(self._as_seen(viewer), side)

    def command(self, headquarters: str, side: str | None = None) -> dict[str, Any]:
        """Whom a headquarters commands, and how far it reaches."""
        named = self._asked(headquarters, side)
        return self._questions.command(self._as_seen(side), alone(named))

    def sight(self, hex: str, side: str | None = None) -> dict[str, Any]:
        """What is seen from a hex, and what hides the rest; only in games with lines of sight."""
        return self.game.rules.sight(self._as_seen(side), hex)


class Question(NamedTuple):
    """What shape of decision is asked, and which units and hexes it is about."""

    kind: str
    units: tuple[str, ...]
    hexes: tuple[str, ...]


class Outcome(NamedTuple):
    """One result of a die or draw: how likely, which (None: nothing was left to chance), and the match after it."""

    chance: float
    roll: dice.Roll | None
    match: Match


class ImaginedMatch(Match):
    """What a side imagines; its guesses are not a match that could be saved as one."""

    def save(self) -> str:
        raise SaveError(say("engine.save.imagined"))


def _own(document: dict[str, Any]) -> dict[str, Any]:
    """A document whose counters may be changed: games hand out the same ones again and again."""
    return {**document, "units": [dict(unit) for unit in document["units"]]}


def _read_key(text: str) -> bytes:
    key = bytes.fromhex(text)
    if len(key) != dice.KEY_BYTES:
        raise GameError(say("engine.error.key", bytes=dice.KEY_BYTES))
    return key


def _new_key(seed: int | None, key: bytes | None) -> bytes:
    return key or (dice.fresh_key() if seed is None else _key(seed))


def _key(seed: int) -> bytes:
    if not isinstance(seed, int):
        raise GameError(say("engine.error.seed", seed=seed))
    return dice.key_from_seed(seed)


def load(key: str, data: Data | None = None) -> Game:
    """A game by its key; `data` are values laid over ours: a folder of tables, an exported file, or its document."""
    values = read_values(str(key), data)
    return Game(rules(str(key), values), values)


def games_info() -> tuple[GameInfo, ...]:
    """What every game is that can be loaded."""
    return tuple(game.info for game in offered())


def resume(text: str, data: Data | None = None) -> Match:
    """The match of a save, replayed action by action and checked, by the values it carries, or by `data` instead."""
    saved = read_save(text)
    match = _start_of(saved, data)
    for number, entry in enumerate(saved["actions"], 1):
        try:
            match.repeat(entry)
        except ValueError as error:
            raise SaveError(say("engine.save.action", number=number, action=entry, why=reason(error))) from error
    if saved["fingerprint"] not in ("", match.fingerprint()):  # empty: by rules that were not at hand
        raise SaveError(say("engine.save.ends_elsewhere"))
    return match


def begun(text: str) -> tuple[Match, list[str], str]:
    """The match of a save as it began, its record, and the fingerprint of where that must lead."""
    saved = read_save(text)
    return _start_of(saved, None), saved["actions"], saved["fingerprint"]


def _start_of(saved: Mapping[str, Any], data: Data | None) -> Match:
    try:
        game = load(saved["game"], data) if data is not None else _carried(saved)
    except UnknownGame as error:
        raise SaveError(say("engine.save.game", why=reason(error))) from None
    if saved["version"] != game.info.version:
        raise SaveError(say("engine.save.version", theirs=saved["version"], ours=game.info.version))
    return _begin(game, saved)


def _carried(saved: Mapping[str, Any]) -> Game:
    """The game with the values a save carries, if any."""
    if "values" not in saved:
        return load(saved["game"])
    try:
        values = of_document(saved["values"])
        return load(saved["game"], values)
    except FileError as error:
        raise SaveError(say("engine.save.values", why=str(error))) from None


def _begin(game: Game, saved: Mapping[str, Any]) -> Match:
    try:
        if "position" in saved:
            return game.from_position(saved["position"])
        options = game._options(saved["options"])
        scenario, key = game._scenario(saved["scenario"]), _read_key(saved["key"])
        return game._begin(scenario, options, key, pauses=saved.get("pauses") is not False)
    except (KeyError, AttributeError, TypeError, ValueError) as error:
        raise SaveError(say("engine.save.header", why=reason(error))) from error
