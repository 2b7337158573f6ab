"""By which values a new match is played: the house's, tuned ones, or one's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from countermarch.server.people import Asker
from countermarch.server.problems import problem
from countermarch.server.valuestore import NOBODY, ValueStore
from countermarch.values import TUNED, Values, of_document, tuned


class HouseValues:
    def __init__(self, kept: ValueStore, house: Mapping[str, Values]) -> None:
        self._kept = kept
        self._house = house  # by game, for all who ask for none

    def get(self, game: str) -> Values | None:
        return self._house.get(game)

    def chosen(self, game: str, name: str | None, asker: Asker) -> Values | None:
        """What a new match is played by; an empty name asks for ours as they first were."""
        if name is None:
            return self.get(game)
        return self.called(game, name, asker) if name else None

    def called(self, game: str, name: str, asker: Asker) -> Values:
        house = self.get(game)
        ours = tuned(game) if name == TUNED else None
        if house is not None and house.name == name:
            return house
        if ours is not None:
            return ours
        found = [one for one in self.of(game, asker) if one["name"] == name]
        if not found:
            raise problem(404, "values", name=name)
        return of_document(found[-1])

    def of(self, game: str, asker: Asker) -> list[dict[str, Any]]:
        """Those that are nobody's, and one's own after them."""
        shared = self._kept.kept(game, NOBODY)
        return shared if asker.trusted or asker.person is None else shared + self._kept.kept(game, asker.person)
