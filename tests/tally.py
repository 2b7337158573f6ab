"""What a fuzz has done and seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import countermarch as cm
from countermarch.notation import Option
from countermarch.rulebook import rules_of
from countermarch.texts import LANGUAGES

OFTEN = 30  # every text is rendered so many times, later ones are of the same key


@dataclass
class Tally:
    """What was done and seen."""

    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    did: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    cited: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    unsaid: Counter[str] = field(default_factory=Counter)  # texts a language lacks or cannot fill in
    read: set[Option] = field(default_factory=set)
    report: str = ""

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.decisions += other.decisions
        for name in ("did", "levels", "cited", "said", "unsaid"):
            getattr(self, name).update(getattr(other, name))
        self.report = self.report or other.report

    def cite(self, *citations: cm.Citation | None) -> None:
        for citation in citations:
            if citation is not None:
                self.cited[citation.rule] += 1

    def hear(self, events: Iterable[cm.Event]) -> None:
        """A text is made only if its key is not known well enough."""
        for event in events:
            self.cite(event.citation)
            if self.said[event.key] < OFTEN:
                self.render(event.text)

    def render(self, text: cm.Text) -> None:
        if self.said[text.key] < OFTEN:
            self.said[text.key] += 1
            for language in LANGUAGES:
                self._render(text, language)

    def _render(self, text: cm.Text, language: str) -> None:
        try:
            text.render(language)
        except (KeyError, IndexError, ValueError) as error:
            self.unsaid[f"{language} {text.key}: {error}"] += 1

    def refused(self) -> int:
        """Illegal actions, unreadable ones among them; one that is not refused ends the fuzz."""
        return self.did["illegal action"]

    def line(self) -> str:
        speed = self.decisions / max(self.seconds, 1e-9)
        return (
            f"{self.decisions} decisions in {self.games} games, {self.seconds:.0f} s, {speed:.0f} a second, "
            f"{self.refused()} illegal actions refused"
        )

    def never_fired(self, game: str) -> list[str]:
        enforced = [rule.id for rule in rules_of(game).values() if rule.kind == "enforce"]
        return [rule for rule in enforced if not self.cited[rule]]
