"""Whether a match was played by the dice that were promised: promises, the key made of them, and every roll."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Any

from countermarch.dice import Roll, commitment, joint_key, promise
from countermarch.games.base import side_of
from countermarch.match import Match, begun
from countermarch.saves import SaveError
from countermarch.texts import Text, reason, say

FORMAT = 1
PARTS = ("save", "commitment", "secret", "promise", "commitments", "shares", "passed")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at, in words, and whether it holds."""

    good: bool
    said: Text


@dataclass(frozen=True, slots=True)
class Findings:
    match: Match
    key: bytes
    checks: tuple[Check, ...]

    @property
    def good(self) -> bool:
        return all(check.good for check in self.checks)

    @property
    def rolls(self) -> list[tuple[Roll, bool]]:
        """Every roll, and whether the key gives it."""
        return [(roll, roll.proved_by(self.key)) for roll in self.match.rolls]

    @property
    def takebacks(self) -> int:
        return taken_back(self.match)


def verify(text: str, told: str | None = None, entries: int | None = None, seconds: float | None = None) -> Findings:
    """What a proof or a plain save shows; `told` is the promise or commitment one was told before the match.

    A plain save promises nothing: only its rolls are checked. SaveError says why nothing can be checked at all; one of
    more entries, or that takes more seconds, is not.
    """
    document, until = _read(text), monotonic() + (inf if seconds is None else seconds)
    most = inf if entries is None else entries
    if "proof" not in document:
        match = _played(text, most, until)
        return Findings(match, key := _key(document), (*_told(told, commitment(key)), *_rolls(match, key)))
    _check_parts(document)
    saved, match = _read(document["save"]), _played(document["save"], most, until)
    key = _key(saved)
    published = document["commitment"], document["promise"]
    checks = (*_told(told, *published), *_promises(document, match, key), *_rolls(match, key))
    return Findings(match, key, checks)


# reading


def _played(save: str, most: float, until: float) -> Match:
    """A save played again, as far as there is time for it."""
    match, written, end = begun(save)
    if len(written) > most:
        raise SaveError(say("fair.file.long", most=most))
    for number, entry in enumerate(written, 1):
        if monotonic() > until:
            raise SaveError(say("fair.file.slow"))
        try:
            match.repeat(entry)
        except ValueError as error:
            raise SaveError(say("engine.save.action", number=number, action=entry, why=reason(error))) from error
    if match.fingerprint() != end:
        raise SaveError(say("engine.save.ends_elsewhere"))
    return match


def _read(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise SaveError(say("fair.file.no_json")) from None
    if not isinstance(found, dict) or not ("proof" in found or "countermarch" in found):
        raise SaveError(say("fair.file.foreign"))
    return found


def _check_parts(document: Mapping[str, Any]) -> None:
    if document["proof"] != FORMAT:
        raise SaveError(say("fair.file.format", format=FORMAT))
    missing = tuple(part for part in PARTS if part not in document)
    if missing:
        raise SaveError(say("fair.file.lacks", missing=missing))
    kinds = {"save": str, "commitment": str, "commitments": dict, "shares": dict, "passed": list}
    wrong = [part for part, kind in kinds.items() if not isinstance(document[part], kind)]
    given = (*document["commitments"].values(), *document["shares"].values()) if not wrong else ()
    texts = (document["secret"], document["promise"])
    if not all(isinstance(one, str) for one in given) or not all(one is None or isinstance(one, str) for one in texts):
        wrong = ["shares"]
    if wrong:
        raise SaveError(say("fair.file.damaged", part=wrong[0]))


def _key(saved: Mapping[str, Any]) -> bytes:
    """Of a save that has been resumed, so that it is there."""
    return bytes.fromhex(saved["position"]["dice"]["key"] if "position" in saved else saved["key"])


# checking


def _told(told: str | None, *published: str | None) -> list[Check]:
    if told is None:
        return []
    good = told.strip().lower() in published
    return [Check(good, say("fair.told.good") if good else say("fair.told.bad", told=told))]


def _promises(document: Mapping[str, Any], match: Match, key: bytes) -> list[Check]:
    """The server's secret, what each side gave, the key they make, and its commitment."""
    found: list[Check] = []
    if document["secret"] is None:
        found.append(Check(True, say("fair.key.alone")))
    else:
        found.append(_secret(document["secret"], document["promise"]))
        seats = sharers(match.game.info.sides, {**document["commitments"], **document["shares"]})
        found += [one for seat in seats if (one := _share(document, seat)) is not None]
        strangers = [seat for seat in document["passed"] if seat not in document["commitments"]]
        found += [Check(False, say("fair.share.passed_unpromised", side=str(seat))) for seat in strangers]
        shares = {seat: document["shares"].get(seat) for seat in seats}
        found.append(_one(joint_key(document["secret"], shares) == key, "key"))
    found.append(_one(commitment(key) == document["commitment"], "commitment"))
    return found


def sharers(sides: Iterable[str], promised: Collection[str]) -> list[str]:
    """Whose shares make the key: side after side, of a divided one the commands that promised any."""
    by_side = {side: sorted(seat for seat in promised if side_of(seat) == side) for side in sides}
    return [seat for side, seats in by_side.items() for seat in seats or [side]]


def _one(good: bool, what: str) -> Check:
    texts = {
        "secret": (say("fair.secret.good"), say("fair.secret.bad")),
        "key": (say("fair.key.good"), say("fair.key.bad")),
        "commitment": (say("fair.commitment.good"), say("fair.commitment.bad")),
    }
    return Check(good, texts[what][0] if good else texts[what][1])


def _secret(secret: str, published: str | None) -> Check:
    return _one(promise("secret", secret) == published, "secret")


def _share(document: Mapping[str, Any], side: str) -> Check | None:
    """What a side gave is what it had promised; who promised and gave nothing is marked."""
    promised, share = document["commitments"].get(side), document["shares"].get(side)
    if promised is None and share is None:
        return None
    if promised is None:
        return Check(False, say("fair.share.unpromised", side=side))
    if share is None:
        if side in document["passed"]:
            return Check(True, say("fair.share.passed", side=side))
        return Check(False, say("fair.share.missing", side=side))
    if promise("share", share) != promised:
        return Check(False, say("fair.share.bad", side=side))
    return Check(True, say("fair.share.good", side=side))


def _rolls(match: Match, key: bytes) -> list[Check]:
    """The save has been played again, so that each roll is there with its purpose."""
    rolls = match.rolls
    fixed = [roll for roll in rolls if roll.fixed]
    wrong = [roll for roll in rolls if not roll.fixed and not roll.proved_by(key)]
    found = [Check(False, say("fair.roll.fixed", purpose=roll.purpose, value=roll.value)) for roll in fixed]
    found += [Check(False, say("fair.roll.bad", purpose=roll.purpose, value=roll.value)) for roll in wrong]
    if not found:
        found.append(Check(True, say("fair.roll.good", count=len(rolls))))
    return [*found, *_lots(match)]


def _lots(match: Match) -> list[Check]:
    """Other dice of the same key: no fault, but everybody must know of them."""
    times = taken_back(match)
    return [Check(True, say("fair.roll.lots", count=times))] if times else []


def taken_back(match: Match) -> int:
    """How often other dice of the key were taken: as often as all agreed to take something back, if it was fair."""
    return match.lot - match.beginning().lot
