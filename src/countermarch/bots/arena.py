"""Games of bots against bots, one or many, on one core or several; the same seeds give the same games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import blake2b

from countermarch import match as face
from countermarch.bots import Bot, bot
from countermarch.flow import Event
from countermarch.match import Match
from countermarch.values import Data


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played: which bot sits where, and with which dice."""

    game: str
    scenario: str | None
    bots: tuple[str, ...]
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    data: Data | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """How one game went."""

    seed: int
    bots: Mapping[str, str]
    winner: str | None
    level: str
    points: Mapping[str, int]
    decisions: int
    fingerprint: str

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def seat_seed(seed: int, side: str) -> int:
    return int.from_bytes(blake2b(f"{seed} {side}".encode(), digest_size=6).digest(), "big")


def play_game(pairing: Pairing, watch: Callable[[Match], None] | None = None) -> Record:
    return finish(begin(pairing), pairing, watch)


def begin(pairing: Pairing) -> Match:
    """Bots take nothing back, so they are not asked to go on."""
    game = face.load(pairing.game, pairing.data)
    return game.start(pairing.scenario, pairing.seed, dict(pairing.options), pauses=False)


def finish(
    match: Match,
    pairing: Pairing,
    watch: Callable[[Match], None] | None = None,
    heard: Callable[[Sequence[Event]], None] | None = None,
) -> Record:
    sides = match.game.info.sides
    seats: dict[str, Bot] = {
        side: bot(name, seat_seed(pairing.seed, side)) for side, name in zip(sides, pairing.bots, strict=True)
    }
    decisions = 0
    while (side := match.to_act) is not None:
        events = match.play(seats[side].choose(match))
        decisions += 1
        if heard is not None:
            heard(events)
        if watch is not None:
            watch(match)
    result = match.result
    assert result is not None
    named = dict(zip(sides, pairing.bots, strict=True))
    return Record(
        pairing.seed,
        named,
        result.winner,
        result.level,
        points=dict(result.points),
        decisions=decisions,
        fingerprint=match.fingerprint(),
    )


def pairings(
    game: str,
    bots: Sequence[str],
    games: int,
    seed: int,
    *,
    swap: bool = False,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    data: Data | None = None,
) -> list[Pairing]:
    """Games with consecutive seeds; with `swap` every second one has the seats exchanged."""
    settled = tuple(sorted((options or {}).items()))
    seats = [tuple(bots), tuple(reversed(bots)) if swap else tuple(bots)]
    return [Pairing(game, scenario, seats[at % 2], seed + at, options=settled, data=data) for at in range(games)]


def series(todo: Sequence[Pairing], jobs: int = 1) -> Iterator[Record]:
    """Records in the order of the pairings, whatever the number of jobs."""
    if jobs == 1:
        yield from map(play_game, todo)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(play_game), todo)


def summary(records: Sequence[Record]) -> dict[str, object]:
    """Wins by side, by bot, and how often each level."""
    winners = Counter(record.winner or "draw" for record in records)
    by_bot = Counter(record.bots[record.winner] if record.winner else "draw" for record in records)
    levels = Counter(record.level for record in records)
    return {
        "games": len(records),
        "wins_by_side": dict(sorted(winners.items())),
        "wins_by_bot": dict(sorted(by_bot.items())),
        "levels": dict(sorted(levels.items())),
        "decisions": sum(record.decisions for record in records),
    }
