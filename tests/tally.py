"""What a fuzz has done and seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import countermarch as cm
from countermarch.games.base import Rules
from countermarch.notation import Choice
from countermarch.rulebook import rules_of
from countermarch.texts import LANGUAGES, section

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
    read: set[Choice] = field(default_factory=set)
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

    def look_at(self, rules: Rules) -> None:
        """What is read on the table before anybody has moved."""
        for text in (rules.info.side_title(side) for side in rules.info.sides):
            self.render(text)
        for option in rules.info.options:
            for word in ("title", *option.values):
                self.render(option.said(word))
        for words in rules.words().values():
            for text in words.values():
                self.render(text)
        for language in LANGUAGES:
            for family, names in {"verb": rules.grammar.by_word, "chart": rules.charts()}.items():
                for name in names.keys() - section(family, rules.rooms, language).keys():
                    self.unsaid[f"{language} {rules.rooms[-1]}.{family}.{name}: nobody says it"] += 1

    def look_up(self, game: str) -> None:
        for rule in sorted(self.cited.keys() - rules_of(game).keys()):
            self.unsaid[f"rules.en.toml has no rule {rule}, which is cited"] += self.cited[rule]

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
