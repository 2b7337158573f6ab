"""Positions and saves from strangers: python -m tests.strangers --game seelow --number 10000.

Documents of random games, edited at random, are refused in words within a second, or they play on by all the rules.
A failure is reported with the seed of its batch, which repeats it alone.
"""

from __future__ import annotations

import argparse
import json
import marshal
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import countermarch as cm
from countermarch.match import _start_of
from tests import edits
from tests.families import derived_faults, family_of
from tests.trial import SCATTERED, inside, options_of, started

GAMES = ("koenigsberg", "koenigsberg45", "stargard", "vistula", "seelow", "bridgehead")
KINDS = ("positions", "saves")
BATCH = 40  # documents of one game, which all come from moments of that game
MOMENTS = 8
FAR = 600  # decisions of a game within which the moments lie
FURTHER = 200  # actions a document that is taken must play on for
SAVES = 3  # one document in so many that play on is also saved and resumed, which plays it all again
SECOND = 1.0  # within which it is refused or taken
LONGEST = 2000  # letters of a refusal
PROPOSALS = ("fill", "propose")  # that place all of a side
MOST_EDITS = 5
SAVED = 150  # actions of a save at most
UNTOUCHED, MENDED, EDITED = "untouched", "harmless", "edited"
REFUSALS = (cm.PositionError, cm.SaveError)


class Fault(AssertionError):
    pass


class TooLong(BaseException):
    """Not an Exception: nobody is to catch it but who set the clock."""


@dataclass
class Tally:
    number: int = 0
    taken: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    played: int = 0
    slowest: float = 0.0
    words: Counter[str] = field(default_factory=Counter)
    report: str = ""

    def share(self, kind: str) -> float:
        return self.taken[kind] / max(1, self.taken[kind] + self.refused[kind])

    def line(self) -> str:
        shares = ", ".join(f"{kind} {self.share(kind):.0%} taken" for kind in (UNTOUCHED, MENDED, EDITED))
        return f"{self.number} documents, {shares}, {self.played} actions played on, slowest {self.slowest:.2f} s"


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """The time of this process alone counts, however busy the machine is."""

    def ring(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except TooLong:
        raise Fault(f"it took more than {seconds} s") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# where documents come from


def moments(game: cm.Game, seed: int) -> list[cm.Match]:
    """A random game, scattered or not, at some moments."""
    rng = Random(f"moments {game.key} {seed}")
    begin = family_of(game.key).scattered if seed % SCATTERED == 0 else started
    match = begin(game, seed, options_of(game, seed))
    at = sorted(rng.randrange(FAR) for _ in range(MOMENTS))
    found: list[cm.Match] = []
    for number in range(FAR):
        if match.to_act is None or len(found) == len(at):
            break
        while len(found) < len(at) and at[len(found)] <= number:
            found.append(match.copy())
        step(match, rng)
    return [*found, match]


def step(match: cm.Match, rng: Random) -> None:
    """Seldom `done`, so that much is under way; a set-up is soon left to the proposal."""
    legal = match.legal()
    action = legal[rng.randrange(len(legal))]
    if str(action) == "done" and rng.random() < 0.7:
        action = legal[rng.randrange(len(legal))]
    proposals = [one for one in (legal[0], legal[-1]) if str(one) in PROPOSALS]
    match.play(proposals[0] if proposals and rng.random() < 0.1 else action)


@cache
def abroad(game: str) -> edits.Document:
    """A position of another game."""
    match, rng = cm.load(GAMES[(GAMES.index(game) + 1) % len(GAMES)]).start(seed=1), Random(game)
    for _ in range(40):
        step(match, rng)
    found: edits.Document = plain(match.position())
    return found


def plain(document: Any) -> Any:
    return json.loads(json.dumps(document))


class Batch:
    """The documents of one seed."""

    def __init__(self, game: cm.Game, kind: str, seed: int, tally: Tally) -> None:
        self.game = game
        self.kind = kind
        self.seed = seed
        self.tally = tally
        self.rng = Random(f"{kind} {game.key} {seed}")
        self.moments = moments(game, seed)
        self.positions = [plain(match.position()) for match in self.moments]
        self.told: list[str] = []  # what was done to the present document
        self.starts: dict[int, cm.Match] = {}  # matches that begin from a position, by the moment it is of

    def run(self, number: int) -> None:
        for _ in range(number):
            self.tally.number += 1
            self.told = []
            original = self.rng.choice(self.moments)
            before, legal = original.fingerprint(), len(original.legal())
            self.position(original) if self.kind == KINDS[0] else self.save(original)
            if (original.fingerprint(), len(original.legal())) != (before, legal):
                raise Fault("the match whose document it was has changed")

    # positions

    def position(self, original: cm.Match) -> None:
        document = plain(original.position())
        kind = self.edit(document)
        given = marshal.dumps(document, 2)
        match = self.read(lambda: self.game.from_position(document), kind)
        if marshal.dumps(document, 2) != given:
            raise Fault("the document given was changed")
        if match is None:
            return
        if kind == UNTOUCHED and match.fingerprint() != original.fingerprint():
            raise Fault("a position read back is another")
        self.play_on(match)

    def edit(self, document: edits.Document) -> str:
        """Mostly some wild edits; now and then none, or such as leave nothing in contradiction."""
        chance = self.rng.random()
        if chance < 0.05:
            return UNTOUCHED
        hand = edits.Hand(self.rng, (*self.positions, abroad(self.game.key)))
        if chance < 0.15:
            self.told = hand.maim(document, edits.HARMLESS, self.rng.randint(1, 3))
            return MENDED
        kinds = self.rng.choice(((*edits.ANYWHERE,), edits.FLOW, edits.COUNTERS, (*edits.FLOW, *edits.COUNTERS)))
        self.told = hand.maim(document, kinds, self.rng.randint(1, MOST_EDITS))
        return EDITED

    def read(self, load: Callable[[], cm.Match], kind: str) -> cm.Match | None:
        began = time.process_time()
        try:
            with within(SECOND):
                match = load()
        except REFUSALS as error:
            self.refused(error, kind)
            return None
        finally:
            self.tally.slowest = max(self.tally.slowest, time.process_time() - began)
        self.tally.taken[kind] += 1
        return match

    def refused(self, error: cm.PositionError | cm.SaveError, kind: str) -> None:
        if kind == UNTOUCHED:
            raise Fault(f"a document nobody touched is refused: {error}")
        self.tally.refused[kind] += 1
        said = error.said
        if isinstance(said, str):
            raise Fault(f"not said in every language: {said}")
        self.tally.words[said.key] += 1
        for language in ("en", "es"):
            text = said.render(language)
            text.encode()
            if not 10 < len(text) < LONGEST:
                raise Fault(f"a refusal of {len(text)} letters: {text[:200]}")

    def play_on(self, match: cm.Match) -> None:
        """By all invariants, with positions and saves that hold."""
        play, rng = inside(match), self.rng
        watch = family_of(self.game.key).watch(play)
        if rng.random() < 0.5:
            self.round_trip(match)
        self.expect_none(watch.faults(play))
        for number in range(FURTHER):
            if match.to_act is None:
                if match.result is None:
                    raise Fault("the game is over without a result")
                break
            if not len(match.legal()) or match.decision is None:
                raise Fault("somebody is to act and has nothing to choose from")
            match.decision.prompt.render("es")
            with within(SECOND):
                step(match, rng)
            self.expect_none(watch.faults(play))
            if number % 50 == 25:
                self.expect_none(derived_faults(play))
            self.tally.played += 1
        self.expect_none(derived_faults(play))
        self.round_trip(match)
        if rng.random() * SAVES < 1 and cm.resume(match.save()).fingerprint() != match.fingerprint():
            raise Fault("its save resumes elsewhere")

    def round_trip(self, match: cm.Match) -> None:
        document = plain(match.position())
        twin = self.game.from_position(document)
        if twin.fingerprint() != match.fingerprint() or plain(twin.position()) != document:
            raise Fault("its own position is read as another")
        for side in self.game.info.sides:
            json.dumps(match.view(side))

    def expect_none(self, faults: Sequence[str]) -> None:
        if faults:
            raise Fault("; ".join(faults[:5]))

    # saves

    def save(self, original: cm.Match) -> None:
        """A save is edited as text, as a document, or in its actions; half of them begin from a position."""
        match = self.read_once(original).copy() if self.rng.random() < 0.7 else original.beginning()
        laid = self.rng.random() < 0.2
        for _ in range(self.rng.randrange(SAVED)):
            if match.to_act is None:
                break
            if laid and self.rng.random() < 0.1:
                match.next_dice(self.rng.randint(1, 6))
            step(match, self.rng)
        kind, text = self.edited_save(match)
        resumed = self.read(lambda: cm.resume(text), kind)
        if resumed is not None:
            if kind == UNTOUCHED and resumed.fingerprint() != match.fingerprint():
                raise Fault("a save resumed is another match")
            self.play_on(resumed)

    def read_once(self, original: cm.Match) -> cm.Match:
        if id(original) not in self.starts:
            self.starts[id(original)] = self.game.from_position(original.position())
        return self.starts[id(original)]

    def edited_save(self, match: cm.Match) -> tuple[str, str]:
        text = match.save()
        saved = json.loads(text)
        way = self.rng.random()
        if way < 0.05:
            return UNTOUCHED, text
        if way < 0.15:
            self.told = ["shorter"]
            return MENDED, self.shorter(match)
        if way < 0.25:
            self.told = ["letters"]
            return EDITED, self.letters(text)
        hand = edits.Hand(self.rng, self.positions)
        if way < 0.5 and "position" in saved:
            self.told = ["position", *hand.maim(saved["position"], (*edits.FLOW, *edits.COUNTERS), 1)]
        elif way < 0.7:
            self.told = hand.maim(saved, edits.ANYWHERE, self.rng.randint(1, 3))
        else:
            self.told = self.actions(saved["actions"])
        if self.rng.random() < 0.7:
            self.signed(saved)
        return EDITED, json.dumps(saved)

    def shorter(self, match: cm.Match) -> str:
        """What had been saved some actions before."""
        twin = match.beginning()
        for entry in match.record[: self.rng.randrange(len(match.record) + 1)]:
            twin.repeat(entry)
        return twin.save()

    def letters(self, text: str) -> str:
        """Something happens to the text itself."""
        at = self.rng.randrange(len(text))
        way = self.rng.randrange(5)
        if way == 0:
            return text[:at]
        if way == 1:
            return text[:at] + self.rng.choice('"{}[],:0\\ud800 ') + text[at + 1 :]
        if way == 2:
            return text[:at] + text[at : at + 40] * 2 + text[at + 40 :]
        if way == 3:
            return "[" * 100_000 if self.rng.random() < 0.5 else text.replace('"game"', '"game": "seelow", "game"', 1)
        return text.replace('"version": "', '"version": "0', 1)

    def actions(self, actions: list[Any]) -> list[str]:
        """Actions dropped, doubled, reordered, broken, or dice laid among them."""
        done = []
        for _ in range(self.rng.randint(1, MOST_EDITS)):
            way, at = self.rng.randrange(6), self.rng.randrange(len(actions) + 1)
            done.append(("drop", "double", "swap", "insert", "break", "dice")[way])
            some = self.rng.choice(actions) if actions else "done"
            if way == 0:
                del actions[at : at + self.rng.choice((1, 3, len(actions)))]
            elif way == 1:
                actions.insert(at, some)
            elif way == 2 and actions:
                other = self.rng.randrange(len(actions))
                actions[at - 1], actions[other] = actions[other], actions[at - 1]
            elif way == 3:
                actions.insert(at, self.rng.choice(("!", "!dice", "!dice 7", "!draw x", "", "move", "\ud800", 7, None)))
            elif way == 4 and actions and isinstance(some, str):
                actions[at - 1] = some[: len(some) // 2] + self.rng.choice(("", "+", "-", "é", "9" * 3000))
            else:
                actions[at:at] = ["!dice 6"] * self.rng.choice((1, 20, 3000))
        return done

    def signed(self, saved: edits.Document) -> None:
        """With the fingerprint its actions lead to, as a stranger could work it out: then all depends on them."""
        with suppress(Exception), within(SECOND):  # what fails here fails again when it is read
            saved["fingerprint"] = self.end_of(saved)

    def end_of(self, saved: edits.Document) -> str:
        match = _start_of(saved, None)
        for entry in saved["actions"]:
            match.repeat(entry)
        return match.fingerprint()

    def report(self, number: int, error: BaseException) -> str:
        again = (
            f"python -m tests.strangers --game {self.game.key} --kind {self.kind} --seed {self.seed} --number {number}"
        )
        trail = "".join(traceback.format_exception(error)[-6:])
        return f"{type(error).__name__}: {error}\nedits: {', '.join(self.told)}\nrepeat with: {again}\n{trail}"


def strangers(game: str, kind: str, number: int, seed: int = 1, told: Callable[[Tally], None] | None = None) -> Tally:
    """So many documents, batch by batch; stops at the first fault."""
    tally, rules = Tally(), cm.load(game)
    for batch in range(-(-number // BATCH)):
        documents = Batch(rules, kind, seed + batch, tally)
        before = tally.number
        try:
            documents.run(min(BATCH, number - before))
        except Exception as error:
            tally.report = documents.report(tally.number - before, error)
            break
        if told is not None:
            told(tally)
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, help="all of them unless one is named")
    parser.add_argument("--kind", choices=KINDS, help="both unless one is named")
    parser.add_argument("--number", type=int, default=10_000, help="documents of each kind")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    failed = False
    for game in (asked.game,) if asked.game else GAMES:
        for kind in (asked.kind,) if asked.kind else KINDS:
            began = time.monotonic()

            def tell(tally: Tally, game: str = game, kind: str = kind, began: float = began) -> None:
                spent = time.monotonic() - began
                left = spent / tally.number * (asked.number - tally.number)
                end = "\n" if tally.number >= asked.number else "\r"
                sys.stderr.write(f"{game} {kind}: {tally.line()}, {left:.0f} s left   {end}")

            tally = strangers(game, kind, asked.number, asked.seed, tell)
            print(f"{game} {kind}: {tally.line()}")
            print("  refused: " + ", ".join(f"{key} {count}" for key, count in tally.words.most_common(12)))
            if tally.report:
                print(tally.report)
                failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
