"""Matches of older rules, and damaged ones: what becomes of them when they are opened.

A match is pinned to the version of the rules it was begun by. Under others it is played again: if all comes out as it
did, it goes on by those, and nobody notices. Else it is stranded: it can be looked at as it stood, and the people at it
are told what has changed; if all agree they go on from there by the new rules.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from countermarch import match as face
from countermarch.games import UnknownGame
from countermarch.games import rules as load_rules
from countermarch.games.history import changes
from countermarch.match import Match
from countermarch.saves import FORMAT, SaveError
from countermarch.server.entries import play_entry, stored_save
from countermarch.server.live import Live
from countermarch.server.past import left_standing
from countermarch.server.problems import REFUSED, Problem
from countermarch.server.rulestore import RuleStore, Stood
from countermarch.server.store import CLOSED, Entry, Record
from countermarch.texts import Text, say

log = logging.getLogger("countermarch.server")
BROKEN = (ValueError, KeyError, TypeError, IndexError, AttributeError)
Document = dict[str, Any]
Build = Callable[[Record, Sequence[Entry]], Live]


def header_of(record: Record) -> Document | None:
    """What a match says of itself; None if that cannot be read."""
    try:
        found = json.loads(record.header)
    except ValueError:
        return None
    return found if isinstance(found, dict) and isinstance(found.get("version"), str) else None


def state_of(record: Record) -> tuple[Text | None, bool]:
    """What the list says of a match that is not of the rules of today, and whether it can be opened."""
    header = header_of(record)
    if header is None:
        return say("server.stored.damaged"), False
    try:
        ours = load_rules(record.game).info.version
    except UnknownGame:
        return say("server.stored.game", game=record.game), False
    if header["version"] == ours:
        return None, True
    if record.stranded is None or record.stranded["ours"] != ours:
        return say("server.stored.untried", theirs=header["version"], ours=ours), True
    readable = record.stranded["rows"] is not None
    key = "stranded" if readable else "version"
    return say(f"server.stored.{key}", theirs=header["version"], ours=ours), readable


# opening


def opened(record: Record, entries: Sequence[Entry], kept: RuleStore, build: Build) -> Live:
    """A match as it stands; SaveError says why it cannot be opened at all."""
    header = header_of(record)
    if header is None:
        raise SaveError(say("server.stored.damaged"))
    rows, noted = kept.rows(record.id)
    if rows != len(entries):
        raise SaveError(say("server.stored.rows", rows=rows, there=len(entries)))
    ours = _ours(record)
    live = (
        whole(record, entries, build) if header["version"] == ours else _renewed(record, header, entries, kept, build)
    )
    live.noted = noted
    return live


def whole(record: Record, entries: Sequence[Entry], build: Build) -> Live:
    """Whatever is wrong with what is kept is told as that."""
    try:
        return build(record, entries)
    except SaveError:
        raise
    except (Problem, *BROKEN) as error:
        log.warning("match %s: damaged: %r", record.id, error)
        raise SaveError(say("server.stored.broken")) from error


def _ours(record: Record) -> str:
    try:
        return load_rules(record.game).info.version
    except UnknownGame:
        raise SaveError(say("server.stored.game", game=record.game)) from None


def _renewed(record: Record, header: Document, entries: Sequence[Entry], kept: RuleStore, build: Build) -> Live:
    theirs, ours = header["version"], _ours(record)
    known = record.stranded
    if known is None or known["ours"] != ours:
        moved = replace(record, header=json.dumps(renumbered(header, ours), indent=1), stranded=None)
        try:
            live = whole(moved, entries, build)
        except SaveError as error:
            log.info("match %s: rules %s are not those of %s: %s", record.id, ours, theirs, error)
        else:
            kept.pin(record.id, moved.header)
            log.info("match %s: from rules %s to %s, and all agrees", record.id, theirs, ours)
            return live
        known = {"theirs": theirs, "ours": ours, "rows": None, "agreed": []}
    return _stranded(record, header, entries, kept, build, known)


def renumbered(header: Mapping[str, Any], version: str) -> Document:
    """As if it had been begun by these rules."""
    found = {**header, "version": version}
    if "position" in found:
        found["position"] = {**found["position"], "version": version}
    return found


# stranded


def _stranded(
    record: Record, header: Document, entries: Sequence[Entry], kept: RuleStore, build: Build, known: Document
) -> Live:
    """As it stood when it was put away; else as far as it can be played again."""
    beginning = _from_position(header, kept.stood(record.id), len(entries), known["ours"])
    rows = entries[-1:] if entries and entries[-1].kind == CLOSED else ()
    far = len(entries)
    if beginning is None:
        beginning, rows = _as_far(header, entries, known["ours"])
        far = len(rows)
    known = {**known, "rows": None if beginning is None else far}
    if known != record.stranded:
        kept.strand(record.id, known)
    if beginning is None:
        raise SaveError(say("server.stored.version", theirs=known["theirs"], ours=known["ours"]))
    unmarked = [replace(entry, fingerprint="") for entry in rows]
    live = whole(replace(record, header=beginning.save()), unmarked, build)
    live.stranded, live.before = {**known, "of": len(entries)}, stored_save(record, entries)
    live.serial -= 1  # when it goes on, whoever looks at it sees that it has
    return live


def _from_position(header: Document, stood: Stood | None, rows: int, version: str) -> Match | None:
    if stood is None or stood.serial != rows:
        return None
    begun: Document = {key: header[key] for key in ("game", "values") if key in header}
    begun |= {"countermarch": FORMAT, "version": version, "actions": [], "fingerprint": ""}
    try:
        return face.begun(json.dumps({**begun, "position": {**stood.position, "version": version}}))[0]
    except REFUSED:
        return None


def _as_far(header: Document, entries: Sequence[Entry], version: str) -> tuple[Match | None, list[Entry]]:
    """How it began, and what of it comes out as it did."""
    try:
        beginning = face.resume(json.dumps(renumbered({**header, "actions": []}, version)))
        match, rows = beginning.copy(), left_standing(entries)
    except (*REFUSED, *BROKEN):
        return None, []
    done: list[Entry] = []
    for entry in rows:
        if not _comes_out(match, entry):
            break
        done.append(entry)
    return beginning, done


def _comes_out(match: Match, entry: Entry) -> bool:
    try:
        play_entry(match, entry)
    except (*REFUSED, *BROKEN):
        return False
    return not entry.fingerprint or match.fingerprint() == entry.fingerprint


def told(live: Live, language: str) -> Document | None:
    """What is said at a stranded table."""
    known = live.stranded
    if known is None:
        return None
    said = say("server.stranded.said", theirs=known["theirs"], ours=known["ours"])
    missing = say("server.stranded.part", rows=known["rows"], of=known["of"])
    parts = [said, *([missing] if known["rows"] < known["of"] else [])]
    return {
        "said": " ".join(part.render(language) for part in parts),
        "changes": changes(live.match.game.key, known["theirs"], language),
        "agreed": list(known["agreed"]),
        "goes_on": not live.over,
    }
