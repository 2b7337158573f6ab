"""What a seat is told, in its language."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import asdict
from functools import lru_cache
from itertools import repeat
from typing import Any

from orjson import Fragment

from countermarch.bots import GENERAL, bots_of
from countermarch.bots.value import judge_of
from countermarch.games.base import (
    Assault,
    GameError,
    GameInfo,
    Level,
    Objective,
    Part,
    Preview,
    Result,
    Rules,
    Spot,
    Standing,
    Step,
    command_at,
    side_of,
)
from countermarch.games.briefings import introduction, scenario_title, title_in
from countermarch.games.provenance import is_reconstructed
from countermarch.luck import suffering
from countermarch.match import Match
from countermarch.notation import CLOSING, Action, Choice
from countermarch.rulebook import Citation, Refusal
from countermarch.server import game_models as gm
from countermarch.server import models as m
from countermarch.server import rulings, twins
from countermarch.server import story_models as sm
from countermarch.server.accountstore import SOMEBODY
from countermarch.server.commands import all_seats, seat_in
from countermarch.server.company import together
from countermarch.server.differences import difference
from countermarch.server.encoding import encoded
from countermarch.server.entries import Closed, asked_at
from countermarch.server.live import Live, Table, Watcher
from countermarch.server.past import Told
from countermarch.server.people import LINK, ME, PEOPLE
from countermarch.server.problems import Problem
from countermarch.server.store import Chair
from countermarch.server.words import chits_in, named, named_in, names_in, plain, veiled, without
from countermarch.texts import SaidError, Text, catalogue, say, section
from countermarch.texts.names import PLACE, UNIT, name_in
from countermarch.values import tuned

Lines = Sequence[tuple[str, str]]  # of a summary, each with its label
Summary = Sequence[tuple[Text, Text]]
Before = tuple[int, Mapping[str, Any]]  # a serial, and the table as a side saw it then
SHOWN = 500  # legal actions sent along with a view
REMEMBERED = 20_000  # actions as they are told


class Voice:
    """Speaks to one seat in one language and does not name what the seat cannot see."""

    def __init__(self, match: Match, seat: str | None, language: str, closed: Closed | None = None) -> None:
        self.match = match
        self.seat = seat
        self.side = None if seat is None else side_of(seat)
        self.language = language
        self.names = names_in(match.game.rules, language)
        self.closed = closed  # by people
        self.over = closed is not None or match.to_act is None
        sides = () if self.over else match.game.info.sides if self.side is None else (self.side,)
        self.hidden: frozenset[str] = frozenset().union(*(match.hidden(side) for side in sides))

    def say(self, text: Text, hidden: Collection[str] = ()) -> str:
        said: Text = named(veiled(text, {*self.hidden, *hidden}), self.names)
        return said.render(self.language)

    def problem(self, error: SaidError) -> Problem:
        """What the engine says no to, as this seat may hear it."""
        return Problem(422, self.say(error.said) if isinstance(error.said, Text) else error.said)

    def json(self, value: Any) -> Any:
        return without(self.spoken(value), self.hidden)

    def spoken(self, value: Any) -> Any:
        """An answer with its texts in the language spoken."""
        if isinstance(value, Text):
            return self.say(value)
        if isinstance(value, Mapping):
            return {key: self.spoken(item) for key, item in value.items()}
        return [self.spoken(item) for item in value] if isinstance(value, list | tuple) else value

    def unseen_of(self, unseen: Any) -> set[str]:
        """What the seat could not see then; without a seat, what any side could not. In the end all is told."""
        if self.over:
            return set()
        if self.side is None:
            return {id for ids in unseen.values() for id in ids}
        return set(unseen.get(self.side, ()))

    def event(self, index: int, told: Told) -> m.EventOut:
        hidden = self.hidden | self.unseen_of(told.unseen) | self.unseen_of(told.event.unseen)
        params = _veiled_params(told, hidden)
        known = self.match.game.rules.grammar.index
        units, hexes = (
            [word for word in dict.fromkeys(named_in(told.event.params, known[kind])) if word not in hidden]
            for kind in ("unit", "hex")
        )
        return m.EventOut(
            index=index,
            text=self.say(Text(told.event.key, params)),
            citation=cited(told.event.citation),
            key=told.event.key,
            params={name: plain(value, self.language) for name, value in params.items()},
            hexes=hexes,
            units=units,
            done=told.done,
            assault=self.assault(told.event.assault, hidden),
        )

    def events(self, heard: Iterable[Told], since: int = 0) -> list[m.EventOut]:
        return [self.event(index, told) for index, told in enumerate(heard, since)]

    def refusal(self, refusal: Refusal | None) -> m.Cited | None:
        return None if refusal is None else m.Cited(text=self.say(refusal.text), citation=cited(refusal.citation))

    def part(self, part: Part, hidden: Collection[str] = ()) -> m.PartOut:
        return m.PartOut(text=self.say(part.text, hidden), citation=cited(part.citation), value=part.value, of=part.of)

    def preview(self, preview: Preview, hidden: Collection[str] = ()) -> m.PreviewOut:
        attacker, defender = suffering(preview)
        return m.PreviewOut(
            attack=preview.attack,
            defence=preview.defence,
            parts=[self.part(part, hidden) for part in preview.parts],
            column=preview.column,
            results=dict(preview.results),
            outcomes={code: asdict(outcome) for code, outcome in preview.outcomes.items()},
            suffering=m.SufferingOut(attacker=attacker, defender=defender),
            spared=list(preview.spared),
            refusal=self.refusal(preview.refusal),
            modifier=preview.modifier,
            table=preview.table,
            faces=[m.FaceOut(row=face.row, result=face.result) for face in preview.faces],
            by=[id for id in preview.by if id not in hidden],
            support=dict(preview.support),
        )

    def assault(self, assault: Assault | None, hidden: Set[str]) -> m.AssaultOut | None:
        """Announcing lays both sides open, so all know the numbers; whoever lies hidden again is not named."""
        if assault is None:
            return None
        hit = assault.hit
        return m.AssaultOut(
            side=assault.side,
            kind=assault.kind,
            target=assault.target,
            attackers=[id for id in assault.attackers if id not in hidden],
            support={id: how for id, how in assault.support.items() if id not in hidden},
            preview=self.preview(assault.preview, hidden),
            die=assault.die,
            hit=hit and m.FaceOut(row=hit.row, result=hit.result),
        )

    def spot(self, spot: Spot) -> m.SpotOut:
        rooms = [
            m.RoomOut(text=self.say(room.text), citation=cited(room.citation), used=room.used, limit=room.limit)
            for room in spot.rooms
        ]
        ground = [m.Cited(text=self.say(note.text), citation=cited(note.citation)) for note in spot.ground]
        return m.SpotOut(rooms=rooms, worth=self.part(spot.worth) if spot.worth else None, ground=ground)

    def step(self, step: Step) -> m.PathStep:
        return m.PathStep(hex=step.hex, cost=step.cost, parts=[self.part(part) for part in step.parts])

    # the table

    def table(self, asked: Sequence[str], seen: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """How it stands, and which seats are asked; the table may have been looked at before."""
        assert self.side is not None
        return {
            "game": self.match.game.key,
            "seat": self.seat,
            "view": self.match.view(self.side) if seen is None else seen,
            **self.asked(asked),
            "commitment": self.match.commitment,
            "fingerprint": self.match.fingerprint(self.side),
        }

    def asked(self, asked: Sequence[str], summed: Lines | None = None) -> dict[str, Any]:
        """What may be otherwise after every action; the summary may have been put into words before."""
        summary = self.lines(self.match.summary(self.side)) if summed is None else summed
        return {"decision": self._decision(asked), "result": self.ended(), "summary": summary}

    def lines(self, summary: Summary, before: Summary = (), said: Lines = ()) -> Lines:
        """A summary in words; most of its lines are as they were `before`, and as that was said."""
        known = zip(before, said, strict=True) if len(before) == len(summary) else repeat((None, ("", "")))
        return [
            words if line == old else (self.say(line[0]), self.say(line[1]))
            for line, (old, words) in zip(summary, known, strict=False)
        ]

    def _decision(self, asked: Sequence[str]) -> m.DecisionOut | None:
        """Which command of another side is asked might tell whose units lie hidden."""
        decision = self.match.decision
        if decision is None or self.over:
            return None
        citations = list(dict.fromkeys(str(citation) for citation in decision.citations))
        return m.DecisionOut(
            kind=decision.kind,
            side=decision.side,
            asked=list(asked) if decision.side == self.side or not self.hidden else [decision.side],
            prompt=self.say(decision.prompt),
            actor=self.maybe(decision.actor),
            citations=citations,
            units=[id for id in decision.units if id not in self.hidden],
            hexes=list(decision.hexes),
        )

    def ended(self) -> m.ResultOut | None:
        """By the rules, or by people."""
        if self.closed is None:
            return self.result(self.match.result)
        said = self.say(self.closed.event(self.match.game.info).text)
        return m.ResultOut(winner=self.closed.winner, level="", points={}, text=said, closed=self.closed.how)

    def result(self, result: Result | None) -> m.ResultOut | None:
        if result is None:
            return None
        return m.ResultOut(
            winner=result.winner, level=result.level, points=dict(result.points), text=self.say(result.text)
        )

    def standing(self, standing: Standing | None) -> sm.StandingOut | None:
        if standing is None:
            return None
        return sm.StandingOut(
            levels=[self._level(level) for level in standing.levels],
            objectives=[self._objective(one) for one in standing.objectives],
            points=dict(standing.points),
            counts=standing.counts,
            measure=self.maybe(standing.measure),
            parts=[self.part(part) for part in standing.parts],
        )

    def _level(self, level: Level) -> sm.LevelOut:
        title, takes = self.say(level.title), self.say(level.takes)
        return sm.LevelOut(
            key=level.key, winner=level.winner, title=title, takes=takes, citation=str(level.citation), turn=level.turn,
            now=level.now,
        )  # fmt: skip

    def _objective(self, one: Objective) -> sm.ObjectiveOut:
        unit = None if one.unit in self.hidden else one.unit
        name, note = self._name(one), self.maybe(one.note)
        return sm.ObjectiveOut(hex=one.hex, unit=unit, name=name, note=note, worth=one.worth, holder=one.holder)

    def _name(self, one: Objective) -> str:
        """In words of its own, by its unit, by its place, or by the number of its hex."""
        rules = self.match.game.rules
        if one.name is not None:
            return self.say(one.name)
        if one.unit is not None:
            return name_in(self.language, UNIT, next(unit.name for unit in rules.pieces if unit.id == one.unit))
        assert one.hex is not None
        return name_in(self.language, PLACE, rules.board.name(rules.board.grid.index(one.hex))) or one.hex

    def maybe(self, text: Text | None) -> str | None:
        return None if text is None else self.say(text)

    def legal(self, legal: Sequence[Action] | None, most: int | None = None) -> m.LegalOut | None:
        """What the seat may do, as it is told."""
        if legal is None:
            return None
        return m.LegalOut(count=len(legal), actions=[self.action(action) for action in legal[:most]])

    def legal_json(self, legal: Sequence[Action] | None, most: int | None = None) -> Fragment | None:
        """The same, ready to be sent."""
        decision = None if legal is None else self.match.decision
        if legal is None or decision is None:
            return None
        rules, asked = self.match.game.rules, decision.answers
        said = [action_json(rules, self.language, asked, action.choice) for action in legal[:most]]
        return Fragment(b'{"count":%d,"actions":[%b]}' % (len(legal), b",".join(said)))

    def action(self, action: Action) -> m.ActionOut:
        assert self.match.decision is not None
        return action_in(self.match.game.rules, self.language, self.match.decision.answers, action)

    def gait(self, action: Action) -> str:
        return gait_of(self.match.game.rules, action)

    def reaches(self, most: int) -> dict[str, dict[str, float]]:
        """Where those who could be named next may go, by the action that names them; none if the seat is not to act."""
        asked = self.match.decision
        if asked is None or asked.side != self.side or asked.kind not in ("unit", "units"):
            return {}
        named = [action for action in self.match.legal()[:most] if action.units and not action.hexes]
        found = {str(action): self._reach(action) for action in named}
        return {text: reach for text, reach in found.items() if reach is not None}

    def _reach(self, action: Action) -> dict[str, float] | None:
        try:
            return self.match.reach(action.units, self.gait(action) or self.match.game.rules.modes[0], side=self.side)
        except GameError:
            return None


# actions


def action_in(rules: Rules, language: str, asked: str, action: Action) -> m.ActionOut:
    """An action as it is told where `asked` says what it means."""
    return m.ActionOut(
        text=str(action),
        verb=action.verb,
        units=list(action.units),
        joint=action.joint,
        hexes=list(dict.fromkeys(action.hexes)),
        mode=" ".join(action.words),
        gait=gait_of(rules, action),
        closes=action.verb in CLOSING,
        label=_label(rules, language, asked, action),
    )


@lru_cache(maxsize=REMEMBERED)
def action_json(rules: Rules, language: str, asked: str, choice: Choice) -> bytes:
    """The same actions are offered again and again, at every table."""
    return action_in(rules, language, asked, Action(choice, rules.grammar)).model_dump_json().encode()


def gait_of(rules: Rules, action: Action) -> str:
    """The mode of movement an action names; empty: the usual one."""
    return next((word for word in (*action.words, action.verb) if word in rules.modes[1:]), "")


def _label(rules: Rules, language: str, asked: str, action: Action) -> str | None:
    """What an action means where it is said."""
    spoken = catalogue(language)
    exact, verb = f"{asked}.{'_'.join((action.verb, *action.words))}", spoken.get(f"{asked}.{action.verb}", "")
    if "{" in verb:
        names = names_in(rules, language)
        unit = next((names.get(id, id) for id in action.units), "")
        return verb.format(*action.hexes, *action.words, unit=unit)
    if action.units or action.hexes:
        return None
    if exact in spoken:
        return spoken[exact]
    words = (_word(rules, language, "mode", word) for word in action.words)
    return " ".join((_word(rules, language, "verb", action.verb), *words))


def _word(rules: Rules, language: str, name: str, word: str) -> str:
    return section(name, rules.rooms, language).get(word) or chits_in(rules, language).get(word, word)


def _veiled_params(told: Told, hidden: Set[str]) -> dict[str, object]:
    return {name: veiled(value, hidden) for name, value in told.event.params.items()}


def cited(citation: Citation | None) -> str | None:
    return None if citation is None else str(citation)


def seats_from(table: Table, person: str | None) -> dict[str, str]:
    """Who sits where, as one at the table says it: "me" is that person, "link" another one, elsewhere."""
    return {side: _seen(who, table.chairs.get(side, Chair()), person) for side, who in table.seats.items()}


def _seen(who: str, chair: Chair, person: str | None) -> str:
    if who not in PEOPLE or chair.holder is None:
        return who
    return ME if chair.holder == person else LINK


def voice_at(live: Live, seat: str | None, language: str) -> Voice:
    return Voice(live.match, seat, language, live.closed)


def legal_for(live: Live, seat: str) -> Sequence[Action] | None:
    """Only who is asked is told what he may do: of a command, what is its own or the whole side's."""
    if seat not in live.asked:
        return None
    legal = live.match.legal()
    return [action for action in legal if live.may_say(seat, action)] if command_at(seat) else legal


def players_in(players: Mapping[str, str], language: str) -> dict[str, str]:
    """The names of people; who had his data deleted is somebody."""
    somebody = say("server.account.somebody").render(language)
    return {side: somebody if name == SOMEBODY else name for side, name in players.items()}


def _table_fields(live: Live, voice: Voice) -> dict[str, Any]:
    trouble = None if live.trouble is None else voice.say(live.trouble)
    game, fitted = live.match.game, judge_of(live.match).fitted
    aids = m.AidsOut(allowed=live.advised, hints=GENERAL in bots_of(game.key), outlook=fitted)
    return {
        "id": live.id,
        "seats": seats_from(live, live.person_at(str(voice.seat))),
        "players": players_in(live.players, voice.language),
        "waiting": live.waiting,
        "sandbox": live.sandbox,
        "again": next(reversed(live.again.values()), None),
        "stranded": None if (told := rulings.told(live, voice.language)) is None else m.StrandedOut(**told),
        "twin": twins.told(live, str(voice.seat), voice.language),
        "fair": None if live.fair is None else live.fair.told(voice.language),
        "listed": live.listed,
        "invites": live.maker is None or live.maker == live.person_at(str(voice.seat)),
        "bots": m.BotsOut(run=live.run, message=trouble),
        "aids": aids,
        "dice_key": _key(live, voice),
        "together": together(live, str(voice.seat)),
    }


def _key(live: Live, voice: Voice) -> str | None:
    """Of the dice, once nothing is rolled with it any more."""
    if not live.revealed:
        return None
    key: str | None = voice.match.position()["dice"]["key"] if voice.closed else voice.match.dice_key
    return key


def view_of(live: Live, seat: str, language: str, since: int | None = None, whole: bool = False) -> m.ViewOut:
    """The table as a seat sees it, with its log from an event on; else without."""
    voice = voice_at(live, seat, language)
    legal = voice.legal(_offered_to(live, seat), None if whole else SHOWN)
    return m.ViewOut(**_moment(live, voice, since), legal=legal)


def view_json(live: Live, seat: str, language: str, since: int | None = None, whole: bool = False) -> bytes:
    """The same, ready to be sent."""
    voice = voice_at(live, seat, language)
    legal = voice.legal_json(_offered_to(live, seat), None if whole else SHOWN)
    return encoded({**_moment(live, voice, since), "legal": legal})


def _moment(live: Live, voice: Voice, since: int | None) -> dict[str, Any]:
    return {
        **voice.table(live.asked, live.seen(str(voice.side))),
        **_counted(live, voice),
        **_table_fields(live, voice),
        "events": [] if since is None else _events(live, voice, since),
    }


def _offered_to(live: Live, seat: str) -> Sequence[Action] | None:
    return None if live.waiting or live.shares_due or live.rests else legal_for(live, seat)


def _counted(live: Live, voice: Voice) -> dict[str, Any]:
    seat = str(voice.seat)
    return {
        "serial": live.serial,
        "actions": live.played,
        "log": live.heard(seat),
        "since": live.told_since(seat),
        "can_undo": live.can_undo(seat),
        "undo_points": [live.heard(seat, point) for point in live.undo_points(seat)],
    }


def past_view(live: Live, index: int, seat: str, language: str) -> m.ViewOut:
    """The table as it was after so many actions; nothing can be done there."""
    match, log = live.seen_then(index, seat)
    voice = Voice(match, seat, language)
    return m.ViewOut(
        **voice.table(asked_at(match, live.seats)),
        **_table_fields(live, voice),
        serial=live.serial,
        actions=index,
        log=log,
        since=log,
        legal=None,
        can_undo=False,
        undo_points=[],
        events=[],
    )


def log_of(live: Live, seat: str, language: str, since: int) -> m.LogOut:
    """The log as a seat is told it: counted by what it hears, so that nobody knows how much he does not."""
    return m.LogOut(events=_events(live, voice_at(live, seat, language), since), next=live.heard(seat))


def _events(live: Live, voice: Voice, since: int) -> list[m.EventOut]:
    return voice.events(live.told_from(voice.seat, since), since)


def replay_of(live: Live, seat: str | None, language: str) -> m.ReplayOut:
    voice = voice_at(live, seat, language)
    steps: list[m.StepOut] = []
    (start, *prints), at = live.fingerprints(seat), live.heard(seat, live.opening)
    for index, done in enumerate(live.actions, 1):
        told = [Told(event, done.entry.unseen, index) for event in done.events]
        heard = [one for one in told if live.hears(seat, one)]
        named = live.match.game.parse(done.entry.text).units
        masked = not voice.hidden.isdisjoint(named) or bool(voice.unseen_of(done.entry.unseen) & set(named))
        steps.append(
            m.StepOut(
                index=index,
                side=side_of(done.entry.seat or ""),
                action=None if masked else done.entry.text,
                events=voice.events(heard, at),
                fingerprint=prints[index - 1],
            )
        )
        at += len(heard)
    return m.ReplayOut(start=start, steps=steps)


def push(live: Live, watcher: Watcher, since: int, before: Before | None = None) -> dict[str, Any]:
    """What the line tells; how the table has changed since `before`, if that is known and wanted.

    A duplicate match is looked at whole: what its other game makes of it is known only afterwards.
    """
    voice = voice_at(live, watcher.seat, watcher.language)
    heard = live.heard(watcher.seat, since)
    return {
        "type": "changed",
        "events": _news(live, voice, heard),
        "next": live.heard(watcher.seat),
        "serial": live.serial,
        "bots": {"run": live.run},
        "table": None if before is None or live.twin is not None else _patch(live, voice, before),
    }


def push_json(live: Live, watcher: Watcher, since: int, before: Before | None = None) -> str:
    return encoded(push(live, watcher, since, before)).decode()


def _patch(live: Live, voice: Voice, before: Before) -> dict[str, Any]:
    """What stands beside the table may have changed at any time, and is told as it stands."""
    serial, seen = before
    return {
        "base": serial,
        "view": _change(live, seen, live.seen(str(voice.side))),
        **_asked(live, voice),
        **_counted(live, voice),
        **_table_fields(live, voice),
        "legal": voice.legal_json(_offered_to(live, str(voice.seat))),
    }


def _change(live: Live, before: Mapping[str, Any], now: Mapping[str, Any]) -> Fragment:
    """Sides that saw and see everything have the same counters before them, and are told the same."""
    known = live.change
    if known is None or known[0] is not before["units"] or known[1] is not now["units"]:
        known = live.change = before["units"], now["units"], Fragment(encoded(difference(before, now)))
    return known[2]


def _asked(live: Live, voice: Voice) -> Mapping[str, Fragment]:
    """What is asked is put into words once for all who see everything, in each language."""
    if voice.hidden:
        return _ready(voice.asked(live.asked))
    summary, others = live.match.summary(voice.side), (live.asked, live.closed)
    known = live.spoken.get(voice.language)
    if known is None or known[0] is not summary or known[1] != others:
        before = ((), ()) if known is None or known[4] is not voice.names else (known[0], known[3])
        lines = voice.lines(summary, *before)
        ready = _ready(voice.asked(live.asked, lines))
        known = live.spoken[voice.language] = summary, others, ready, lines, voice.names
    return known[2]


def _ready(said: Mapping[str, Any]) -> dict[str, Fragment]:
    return {name: Fragment(encoded(value)) for name, value in said.items()}


def _news(live: Live, voice: Voice, since: int) -> Fragment:
    """The same of what has happened, where all of it could be seen by everybody."""
    told = live.told_from(voice.seat, since)
    if voice.hidden or any(one.unseen or one.event.unseen for one in told):
        return Fragment(encoded(voice.events(told, since)))
    known = live.news.get(voice.language)
    if known is None or known[:2] != (since, told):
        known = live.news[voice.language] = since, told, Fragment(encoded(voice.events(told, since)))
    return known[2]


# games


def scenario_in(info: GameInfo, scenario: str, language: str) -> str:
    """What a scenario is called; the only one of a game may be called as the game is."""
    known = next((known.title for known in info.scenarios if known.key == scenario), scenario)
    return scenario_title(info.key, scenario, language) or (title_in(info, language) if known == info.title else known)


def game_of(info: GameInfo, look: Any, bots: Iterable[str], language: str) -> gm.GameOut:
    box, told = look.get("box", {}), introduction(info.key, language)
    return gm.GameOut(
        key=info.key,
        title=title_in(info, language),
        sides=list(info.sides),
        side_titles={seat: seat_in(info, seat, language) for seat in all_seats(info)},
        divisions=[gm.DivisionOut(side=one.side, seats=list(one.seats), rule=str(one.rule)) for one in info.divisions],
        scenarios=[
            gm.Scenario(key=known.key, title=scenario_in(info, known.key, language), turns=known.turns)
            for known in info.scenarios
        ],
        options=[
            gm.OptionOut(
                key=option.key,
                title=option.title.render(language),
                values=[gm.Titled(key=value, title=option.said(value).render(language)) for value in option.values],
                default=option.default,
                rule=str(option.rule),
            )
            for option in info.options
        ],
        bots=list(bots),
        minutes=box.get("minutes"),
        complexity=box.get("complexity"),
        version=info.version,
        introduction=None if told is None else gm.IntroductionOut(**asdict(told)),
        reconstructed=is_reconstructed(info.key),
        tuned=tuned(info.key) is not None,
    )
