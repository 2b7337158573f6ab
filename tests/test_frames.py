"""Every procedure of every game says what must be true of it in a document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

import pytest

import countermarch as cm
from countermarch.flow import Procedure
from countermarch.games.chitpull import frames as family
from countermarch.games.frames import Kind, Shapes, replaced
from countermarch.games.koenigsberg45 import frames as koenigsberg45
from countermarch.games.seelow import frames as seelow
from countermarch.games.stargard import frames as stargard
from countermarch.games.vistula import frames as vistula

TABLES: Mapping[str, tuple[Shapes, Mapping[str, Kind]]] = {
    "chitpull": (family.SHAPES, family.KINDS),
    "koenigsberg45": ({**family.SHAPES, **koenigsberg45.SHAPES}, family.KINDS),
    "stargard": ({**family.SHAPES, **stargard.SHAPES}, family.KINDS),
    "seelow": (seelow.SHAPES, seelow.KINDS),
    "vistula": (vistula.SHAPES, vistula.KINDS),
}
BARE = ("chitpull.barrage.Firing", "vistula.engagement.Engagement")  # there are only kinds of them


def procedures() -> list[str]:
    cm.games()
    homes = tuple(f"{home}." for home in TABLES)
    return sorted(name for name in Procedure.registry if name.startswith(homes) and name not in BARE)


@pytest.mark.parametrize("name", procedures())
def test_a_procedure_has_a_shape_and_each_of_its_fields_a_kind(name: str) -> None:
    """A new one needs an entry in `frames` of its game: what it lies on, and what must hold for it to lie there."""
    shapes, kinds = TABLES[name.partition(".")[0]]
    procedure = Procedure.registry[name]
    shape = next((shapes[cls] for cls in procedure.__mro__ if cls in shapes), None)
    assert shape is not None
    assert {field.name for field in fields(procedure)} <= {*shape.fields, *kinds}  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["koenigsberg45", "stargard"])
def test_an_edition_does_without_the_procedures_it_has_its_own_for(game: str) -> None:
    shapes, _ = TABLES[game]
    flight, move = (Procedure.registry[f"chitpull.{name}"] for name in ("retreat.Flight", "movement.Destination"))
    assert replaced(flight, shapes, game) and not replaced(flight, family.SHAPES, "koenigsberg")
    assert not replaced(move, shapes, game)  # a withdrawal stands beside it
