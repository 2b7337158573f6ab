"""What was found out about a match, in words: the moments that mattered, what was played and what was better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from countermarch.bots.analysis import LUCK, Analysis, Swing
from countermarch.bots.value import judge_of, under_way
from countermarch.flow import Event
from countermarch.match import Match
from countermarch.server import advice_models as ad
from countermarch.server import models as m
from countermarch.server.answers import Voice
from countermarch.server.counsel import ENDS, STRUCK, Counsellor
from countermarch.server.thinking import IMAGINED
from countermarch.server.words import named_by
from countermarch.texts import say, section

MOST_EVENTS = 4  # that are told of one die


def report(match: Match, found: Analysis, language: str) -> ad.ReportOut:
    """All of it, to be told when the match is over."""
    begun, table = _set_up(match)
    start = judge_of(match).chance(table, found.sides[0])
    return ad.ReportOut(
        sides=list(found.sides),
        start=start,
        curve=list(_bends(bend for bend in found.curve if bend[0] >= begun)),
        actions=len(found.curve),
        turns=[
            ad.CourseOut(turn=c.turn, index=c.index, chance=c.chance, luck=c.luck, choice=dict(c.choice))
            for c in found.turns
        ],
        luck={side: found.luck(side) for side in found.sides},
        choice={side: found.choice(side) for side in found.sides},
        plans=found.plans,
        closely=found.closely,
        moments=[_moment(swing, before, match, language) for swing, before in moments(match, found.moments)],
    )


def _set_up(match: Match) -> tuple[int, Match]:
    """After how many actions both sides had set up, and the table then."""
    table, played = match.beginning(), 0
    for entry in match.record:
        if under_way(table):
            break
        table.repeat(entry)
        played += not entry.startswith("!")
    return played, table


def _bends(curve: Iterable[tuple[int, int, float]]) -> Iterator[tuple[int, float]]:
    """Where it changes."""
    last = None
    for index, _, chance in curve:
        if chance != last:
            yield index, chance
        last = chance


def moments(match: Match, swings: Sequence[Swing]) -> Iterator[tuple[Swing, Match]]:
    """Each with the table as it stood before it; they are in order."""
    return zip(swings, tables_at(match, [swing.index for swing in swings]), strict=True)


def tables_at(match: Match, indices: Iterable[int]) -> Iterator[Match]:
    """The table after so many actions, again and again; the numbers are in order."""
    table, record, played = match.beginning(), iter(match.record), 0
    for index in indices:
        while played < index:
            entry = next(record)
            table.repeat(entry)
            played += not entry.startswith("!")
        yield table.copy()


def _moment(swing: Swing, before: Match, match: Match, language: str) -> ad.SwingOut:
    if swing.by == LUCK:
        return _fallen(swing, before, Voice(match, None, language))
    done = plan_steps(before.copy(), swing.side, swing.played, language)
    missed = plan_steps(before.imagine(swing.side, IMAGINED), swing.side, swing.better, language)
    alike = {step.text for step in done} & {step.text for step in missed}
    for step in (*done, *missed):
        step.shared = step.text in alike
    places = [step.target or step.end or step.start for step in (*missed, *done) if not step.shared]
    return ad.SwingOut(
        index=swing.index,
        turn=swing.turn,
        side=swing.side,
        by="choice",
        stood=swing.stood,
        change=swing.change,
        hex=next(filter(None, places), None),
        told=[],
        played=done,
        better=missed,
    )


def _fallen(swing: Swing, before: Match, voice: Voice) -> ad.SwingOut:
    """A die is looked at after it has fallen."""
    events = before.repeat(swing.played[0])
    return ad.SwingOut(
        index=swing.index + 1,
        turn=swing.turn,
        side=swing.side,
        by="luck",
        stood=swing.stood,
        change=swing.change,
        hex=_where(before, events),
        told=[voice.say(event.text) for event in events[:MOST_EVENTS]],
        played=[],
        better=[],
    )


def _where(match: Match, events: Sequence[Event]) -> str | None:
    hexes = match.game.rules.grammar.index["hex"]
    struck = (event.assault.target for event in events if event.assault is not None)
    named = (word for event in events for word in named_by(event, hexes))
    return next(struck, None) or next(named, None)


def plan_steps(
    table: Match, side: str, said: Sequence[str], language: str, then: Sequence[str] = (), veiled: bool = False
) -> list[ad.PlannedStep]:
    """A plan in words, order by order; that it ends is told only if it is all there is."""
    steps = Counsellor(table, side, language, veiled).steps(said, then)
    told = [_planned(Voice(table, side, language), step) for step in steps]
    return [step for step in told if any(action.verb not in ENDS for action in step.actions)] or told


def _planned(voice: Voice, step: ad.HintStep) -> ad.PlannedStep:
    text = step.text or ", ".join(worded(voice, action) for action in step.actions)
    if step.target and step.units:  # who was in it may be all the difference
        kind = STRUCK.get(step.actions[0].verb, "attack")
        text = voice.say(say(f"server.analysis.{kind}", hex=step.target, units=tuple(step.units)))
    return ad.PlannedStep(**{**step.model_dump(), "text": text}, shared=False)


def worded(voice: Voice, action: m.ActionOut) -> str:
    """An action as a player would say it."""
    if action.label:
        return action.label
    rooms, language = voice.match.game.rules.rooms, voice.language
    verb = section("verb", rooms, language).get(action.verb, action.verb)
    modes = section("mode", rooms, language)
    names = [voice.names.get(word, word) for word in (*action.units, *action.hexes)]
    return " ".join([verb, *names, *(modes.get(word, word) for word in action.mode.split())])
