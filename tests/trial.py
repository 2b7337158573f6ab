"""One random game with its checks, those made after every action and those made now and then."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heapreplace
from math import prod
from random import Random
from typing import Any

import countermarch as cm
from countermarch.games.frames import check_flow
from countermarch.notation import Choice, Grammar
from tests import illegal
from tests.families import derived_faults, family_of
from tests.tally import Tally

STYLES = ("any action", "a verb, then an action", "anything but done")
SCATTERED = 2  # one game in so many begins with the counters strewn about
TOO_LONG = 30_000  # decisions of one game
TAIL = 25  # actions a report shows
ENOUGH = 200_000  # actions remembered as read back well, to save reading them again
OUT_OF_STEP = 101  # a prime, so that neighbouring seeds have quite different options
GARBLED = 3  # one round of illegal actions in so many has an unreadable one
ENDS = 3  # one last position in so many is written and read back
CASTS = ("announce", "barrage", "interdict")  # words that themselves ask for a die, or for what is hidden
SPOKEN = 6  # one action in so many is played by its text
FAR = 40  # actions undone one after the other at most


class Violation(AssertionError):
    pass


def options_of(game: cm.Game, seed: int) -> dict[str, str]:
    """Every combination in turn, over as many seeds as there are."""
    infos = game.info.options
    at = seed * OUT_OF_STEP % prod(len(info.values) for info in infos)
    chosen = {}
    for info in infos:
        at, value = divmod(at, len(info.values))
        chosen[info.key] = info.values[value]
    return chosen


def started(game: cm.Game, seed: int, options: dict[str, str]) -> cm.Match:
    scenarios = game.info.scenarios
    return game.start(scenarios[seed // SCATTERED % len(scenarios)].key, seed=seed, options=options)


def inside(match: cm.Match) -> Any:
    """The play, where the invariants look."""
    return match._play


class Trial:
    """One random game, with its checks."""

    def __init__(self, game: cm.Game, seed: int, tally: Tally) -> None:
        self.game = game
        self.seed = seed
        self.tally = tally
        self.rng = Random(seed)
        self.style = STYLES[seed % len(STYLES)]
        options = options_of(game, seed)
        self.family = family_of(game.key)
        begin = self.family.scattered if seed % SCATTERED == 0 else started
        self.match = begin(game, seed, options)
        self.play = inside(self.match)
        self.grammar: Grammar = game.rules.grammar
        self.watch = self.family.watch(self.play)
        self.past: deque[cm.Action] = deque(maxlen=50)
        self.played = 0
        # after how many decisions each costly check is made again, on average
        self.checks: Sequence[tuple[int, Callable[[], None]]] = (
            (40, self.check_refusals),
            (50, self.check_flow),
            (100, self.check_copy),
            (100, self.check_derived),
            (125, self.check_undo),
            (400, self.check_questions),
            (500, self.check_views),
            (1200, self.check_imagined_play),
            (1200, self.check_position),
            (2000, self.check_undo_far),
            (4000, self.check_save),
        )
        self.due = [(self.gap(seldom), at) for at, (seldom, _) in enumerate(self.checks)]
        heapify(self.due)

    def gap(self, seldom: int) -> int:
        return int(self.rng.expovariate(1 / seldom))

    def run(self, most: int) -> None:
        self.tally.hear(self.match.log)
        while self.match.to_act is not None and self.played < most:
            self.step()
        if self.match.to_act is None:
            self.end()
        self.tally.games += 1

    def step(self) -> None:
        if self.played > TOO_LONG:
            raise Violation(f"the game has not ended after {TOO_LONG} decisions")
        self.check_legal()
        while self.due[0][0] <= self.played:
            self.check_one()
        action = self.choose()
        self.past.append(action)
        paused, due, side = self.match.paused, self.play.touched(self.play.top, action.choice), self.play.actor
        self.tally.hear(self.match.play(str(action) if self.rng.random() * SPOKEN < 1 else action))
        self.check_pause(action, side, paused, due and action.verb not in CASTS)
        self.played += 1
        self.tally.decisions += 1
        self.expect_none(self.watch.faults(self.play))

    def check_one(self) -> None:
        """The costly check whose turn has come."""
        _, at = self.due[0]
        seldom, check = self.checks[at]
        heapreplace(self.due, (self.played + 1 + self.gap(seldom), at))
        self.tally.did[check.__name__.removeprefix("check_")] += 1
        check()

    def choose(self) -> cm.Action:
        choices: Sequence[Choice] = self.play.pending
        among: Sequence[int] = range(len(choices))
        if self.style == STYLES[1]:
            verbs = [choice[0] for choice in choices]
            verb = self.rng.choice(sorted(set(verbs)))
            among = [at for at in among if verbs[at] == verb]
        elif self.style == STYLES[2] and self.rng.random() < 0.9:
            among = [at for at, choice in enumerate(choices) if len(choice) > 1] or among
        action: cm.Action = self.match.legal()[among[int(self.rng.random() * len(among))]]
        return action

    def end(self) -> None:
        match = self.match
        self.expect(match.result is not None, "the game is over without a result")
        self.expect(len(match.legal()) == 0 and match.decision is None, "a decision after the end")
        assert match.result is not None
        self.tally.levels[match.result.level] += 1
        self.tally.render(match.result.text)
        self.expect(match.dice_key is not None, "the key is not published at the end")
        before = match.fingerprint()
        for action in list(self.past)[-3:]:
            self.expect_refused(action, before)
        if self.rng.random() * ENDS < 1:
            self.check_position()

    # every time

    def expect(self, good: bool, fault: str) -> None:
        if not good:
            raise Violation(fault)

    def expect_none(self, faults: Sequence[str]) -> None:
        self.expect(not faults, "; ".join(faults))

    def check_legal(self) -> None:
        match, choices = self.match, self.play.pending
        decision = match.decision
        assert decision is not None
        least = 1 if self.play.top.confirms else 2
        self.expect(len(match.legal()) == len(choices) >= least, f"fewer than {least} legal actions")
        fresh = set(choices)
        self.expect(len(fresh) == len(choices), "an action is listed twice")
        if not fresh <= self.tally.read:
            self.check_written(fresh - self.tally.read)
        self.expect(match.result is None and match.dice_key is None, "a result or the key before the end")
        self.tally.cite(*decision.citations)
        self.tally.render(decision.prompt)

    def check_written(self, choices: set[Choice]) -> None:
        for choice in choices:
            self.expect(self.grammar.read(self.grammar.write(choice)) == choice, f"misread: {choice}")
        if len(self.tally.read) < ENOUGH:
            self.tally.read |= choices

    def check_pause(self, action: cm.Action, side: int, paused: bool, due: bool) -> None:
        """Who has touched something is asked to go on before it can no longer be taken back; else nobody is."""
        free = not self.play.barrier and self.play.actor == side
        self.expect(free or not due or self.match.paused, f"{action} is not to be taken back, and nobody was asked")
        self.expect(not (free and paused), f"{side} was asked to go on, and nothing came")
        self.expect(not self.match.paused or (free and due), f"{side} is asked to go on after {action}")

    # now and then

    def check_derived(self) -> None:
        """The engine's maps and the invariants' own count are what they would be if made from nothing."""
        self.expect_none(derived_faults(self.play))
        self.expect_none(self.watch.census.faults(self.play.state))

    def check_flow(self) -> None:
        """What a document's procedures are held to is true of those of every game."""
        check_flow(self.play, *self.family.frames(self.play))

    def check_undo(self) -> None:
        match, action = self.match, self.choose()
        before, legal, log = match.fingerprint(), list(self.play.pending), len(match.log)
        twin = match.copy()
        twin.play(action)
        after = twin.fingerprint()
        if not twin.undo():
            return
        self.expect(twin.fingerprint() == before, f"undoing {action} leaves another position")
        self.expect(list(twin._play.pending) == legal, f"undoing {action} leaves other legal actions")
        self.expect(len(twin.log) == log, f"undoing {action} leaves its events")
        twin.play(action)
        self.expect(twin.fingerprint() == after, f"{action} goes otherwise after an undo")

    def check_undo_far(self) -> None:
        """Back to the last die or change of sides, if it is not too far, and forward again."""
        twin = self.match.copy()
        played = twin.actions
        undone = 0
        while undone < FAR and twin.undo():
            undone += 1
        for action in played[len(played) - undone :]:
            twin.play(action)
        self.expect(twin.fingerprint() == self.match.fingerprint(), f"{undone} actions undone and played differ")

    def check_copy(self) -> None:
        match, action = self.match, self.choose()
        before = match.fingerprint()
        twins = match.copy(), match.copy()
        self.expect(twins[0].fingerprint() == before, "a copy is not equal")
        told = [[event.to_json() for event in twin.play(action)] for twin in twins]
        self.expect(match.fingerprint() == before, f"{action} on a copy changes the original")
        self.expect(
            twins[0].fingerprint() == twins[1].fingerprint() and told[0] == told[1],
            f"{action} on two copies gives two outcomes",
        )

    def check_position(self) -> None:
        document = json.loads(json.dumps(self.match.position()))
        twin = self.game.from_position(document)
        self.expect(twin.fingerprint() == self.match.fingerprint(), "a position read back is another")
        self.expect(list(twin._play.pending) == list(self.play.pending), "a position has other legal actions")
        self.expect(json.loads(json.dumps(twin.position())) == document, "a position is written otherwise")

    def check_save(self) -> None:
        twin = cm.resume(self.match.save())
        self.expect(twin.fingerprint() == self.match.fingerprint(), "a save resumed is another position")
        self.expect(list(twin._play.pending) == list(self.play.pending), "a save has other legal actions")

    def check_views(self) -> None:
        """What a side is shown has no key in it, and does not depend on what it cannot see."""
        key = self.play.state.chance.key.hex()
        before = self.match.fingerprint()
        side = self.rng.choice(self.game.info.sides)
        view = self.match.view(side)
        self.expect("dice" not in view and key not in json.dumps(view), f"{side} is shown the dice key")
        imagined = self.match.imagine(side, self.rng.randrange(10**6))
        self.expect(key not in json.dumps(imagined.position()), f"{side} imagines the real key")
        self.expect(imagined.view(side) == view, f"what {side} imagines does not look like what it sees")
        self.expect_none(derived_faults(inside(imagined)))
        self.expect(self.match.fingerprint() == before, "imagining changes the match")

    def check_imagined_play(self) -> None:
        """An imagined match can be played on."""
        side = self.match.to_act
        assert side is not None
        imagined = self.match.imagine(side, self.rng.randrange(10**6))
        guessed = inside(imagined)
        watch = self.family.watch(guessed)
        for _ in range(20):
            if imagined.to_act is None:
                return
            legal = imagined.legal()
            imagined.play(legal[self.rng.randrange(len(legal))])
            self.expect_none(watch.faults(guessed))

    def check_questions(self) -> None:
        """Asking changes nothing, and every unit on the map gets an answer."""
        match, rng = self.match, self.rng
        before = match.fingerprint()
        units = [unit for unit in match.position()["units"] if unit["hex"]]
        if not units:
            return
        unit = rng.choice(units)
        mode = rng.choice(self.family.modes)
        to = rng.choice(self.grammar.names["hex"])
        refusal = match.why_not(unit["id"], to, mode)
        if refusal is not None:
            self.tally.cite(refusal.citation)
            self.tally.render(refusal.text)
        self.check_path(unit["id"], mode)
        cites = match.supply(unit["id"])["citation"]
        if cites:  # not every scenario knows lines of supply
            self.note(cites)
        if unit["side"]:  # refugees have none
            match.supply(unit["side"])
            match.zones(unit["side"])
        for hq in [one["id"] for one in units if one["kind"] == "hq"][:1]:
            self.note(match.command(hq)["citation"])
        for target in match.targets(match.to_act).values():
            self.note_parts(target.parts)
        if "level" in self.game.rules.board.hex_layers:
            self.check_sight(unit["hex"])
        for label, text in self.game.rules.questions.summary(self.play):
            self.tally.render(label)
            self.tally.render(text)
        self.expect(match.fingerprint() == before, "a question changes the match")

    def check_sight(self, hex: str) -> None:
        """What is not seen from a hex has a reason with its rule."""
        found = self.match.sight(hex)
        self.expect(not set(found["visible"]) & set(found["hidden"]), f"{hex}: seen and hidden at once")
        for reason in found["hidden"].values():
            self.note(reason["citation"])
            self.tally.render(reason["text"])

    def check_path(self, unit: str, mode: str) -> None:
        """The compiled search and the walk that explains it agree on the price."""
        reach = self.match.reach(unit, mode, freely=True)
        if reach:
            hex = self.rng.choice(sorted(reach))
            path = self.match.path(unit, hex, mode)
            self.note_parts([part for step in path for part in step.parts])
            cost = sum(step.cost for step in path)
            self.expect(cost == reach[hex], f"{unit} to {hex}: the path costs {cost}, the reach {reach[hex]}")

    def note(self, citation: str) -> None:
        self.tally.cited[citation.split()[1]] += 1

    def note_parts(self, parts: Sequence[cm.Part]) -> None:
        for part in parts:
            self.tally.cite(part.citation)
            self.tally.render(part.text)

    # what is not legal

    def check_refusals(self) -> None:
        before = self.match.fingerprint()
        for action in self.strange():
            self.expect_refused(action, before)
        if self.rng.random() * GARBLED < 1:
            self.check_garbled(illegal.broken(self.rng, str(self.match.legal()[0])), before)
        if isinstance(self.play.top, self.family.destination):
            alive = [u for u in self.family.movers(self.play.top) if self.play.on_map(u)]
            self.check_detour(alive, before)

    def check_garbled(self, text: Any, before: str) -> None:
        """By chance it may be legal after all, so it is tried on a copy."""
        twin = self.match.copy()
        if self.refused(twin, text, before):
            self.tally.did["illegal action"] += 1
        else:
            self.expect(twin.actions[-1] in self.match.legal(), f"{text!r} was taken for {twin.actions[-1]}")

    def check_detour(self, units: Sequence[int], before: str) -> None:
        """Another path than the cheapest: walked on a copy if it is legal, refused if not."""
        at = self.play.state.hex[units[0]]
        path = [at := self.rng.choice(near) for _ in range(self.rng.randint(2, 4)) if (near := self.around(at))]
        if len(path) < 2:
            return
        action = cm.Action((self.family.to, path[-1], *path[:-1]), self.grammar)
        self.expect(self.game.parse(str(action)) == action, f"misread: {action}")
        if action not in self.match.legal():
            self.expect_refused(action, before)
            return
        twin = self.match.copy()
        moves = [event.params for event in twin.play(action) if event.key == self.family.moved]
        self.tally.did["detour"] += 1
        goal = (self.play.ids(units), self.play.hex_name(path[-1]))
        ends = [(move.get("units") or (move["unit"],), move["hex"]) for move in moves]
        stopped = self.family.interrupted(self.play, self.play.top, path)
        self.expect(goal in ends or stopped, f"{action} ends elsewhere")
        self.expect_none(derived_faults(inside(twin)))

    def around(self, h: int) -> Sequence[int]:
        return self.family.around(self.play, h)

    def strange(self) -> Iterator[cm.Action]:
        """Something near a legal action, something quite else, something from before, something of another game."""
        likely = self.likely()
        near = illegal.twisted(self.rng, self.grammar, likely, self.play.pending)
        for choice in (near, illegal.random_choice(self.rng, self.grammar, likely)):
            action = cm.Action(choice, self.grammar)
            if action not in self.match.legal():
                yield action
        if self.past and (old := self.rng.choice(self.past)) not in self.match.legal():
            yield old
        foreign = cm.Action(self.rng.choice(self.play.pending), illegal.mirrored(self.grammar))
        if self.meaning(foreign) not in self.match.legal():
            yield foreign

    def likely(self) -> illegal.Likely:
        """Units of the side that is asked, and hexes with counters: refusals by rules, not for being far away."""
        units = self.play.tables.of_side[self.play.actor]
        return {"unit": units, "hex": sorted({h for h in self.play.state.hex if h >= 0})}

    def meaning(self, foreign: cm.Action) -> cm.Action | None:
        """What the words of another game say here."""
        try:
            return self.game.parse(str(foreign))
        except cm.NotationError:
            return None

    def expect_refused(self, action: cm.Action, before: str) -> None:
        self.tally.did["illegal action"] += 1
        self.expect(self.refused(self.match, action, before), f"{action!r} is not listed, and was not refused")

    def refused(self, match: cm.Match, action: Any, before: str) -> bool:
        log = len(match._log)
        try:
            match.play(action)
            return False
        except cm.IllegalAction as refusal:
            self.tally.cite(refusal.citation)
            self.tally.render(refusal.reason)
        except cm.NotationError:
            self.tally.did["unreadable action"] += 1
        except KeyError as error:
            self.tally.unsaid[f"a refusal: {error}"] += 1
        same = match.fingerprint() == before and len(match._log) == log
        self.expect(same, f"{action!r} was refused and yet changed something")
        return True

    def report(self, error: Exception) -> str:
        tail = "\n".join(f"  {action}" for action in self.match.actions[-TAIL:])
        frames = " > ".join(type(frame).__name__ for frame in self.play.state.frames)
        return (
            f"{type(error).__name__}: {error}\n"
            f"repeat with: python -m tests.fuzz --game {self.game.key} --seed {self.seed} --games 1\n"
            f"after {self.played} decisions, options {dict(self.play.options)}\n"
            f"turn {self.play.state.turn}, frames {frames}\nthe last actions:\n{tail}"
        )
