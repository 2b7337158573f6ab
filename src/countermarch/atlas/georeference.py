"""From longitude and latitude to the plane of a board."""

from __future__ import annotations

from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from countermarch.board import Board

Plane = NDArray[np.complex128]  # points as x + iy, y downwards as on the map

_KM_PER_DEGREE_LON, _KM_PER_DEGREE_LAT = 111.32, 110.57


class Georeference:
    """A similarity fitted to the anchors, then bent by a thin-plate spline that brings each
    anchor to the centre of its own hex."""

    def __init__(self, board: Board) -> None:
        spec = board.description["georeference"]
        self._lon0, self._lat0 = spec["lon0"], spec["lat0"]
        self._anchors = self._flat([(lon, lat) for _, lat, lon, _ in spec["anchors"]])
        wanted = np.array([complex(*board.grid.centre(board.grid.index(a[3]))) for a in spec["anchors"]])
        self._turn, self._shift = _similarity(self._anchors, wanted)
        miss = wanted - (self._turn * self._anchors + self._shift)
        self._weights = _spline(self._anchors, miss)

    @property
    def hex_km(self) -> float:
        return float(1 / abs(self._turn))

    @property
    def north(self) -> complex:
        """The unit vector to the north on the map."""
        return complex(-1j * self._turn / abs(self._turn))

    def plane(self, points: list[tuple[float, float]]) -> Plane:
        """(lon, lat) pairs to the plane."""
        flat = self._flat(points)
        return self._turn * flat + self._shift + _bend(flat, self._anchors, self._weights)

    def _flat(self, points: list[tuple[float, float]]) -> Plane:
        """Kilometres from the origin, mirrored so that y points south as on the map."""
        lon, lat = np.array(points).T
        x = (lon - self._lon0) * _KM_PER_DEGREE_LON * cos(radians(self._lat0))
        return np.asarray(x - 1j * (lat - self._lat0) * _KM_PER_DEGREE_LAT, dtype=np.complex128)


def _similarity(source: Plane, target: Plane) -> tuple[complex, complex]:
    """Turn and shift with the least squared error of turn * source + shift."""
    s, t = source - source.mean(), target - target.mean()
    turn = complex((t * s.conj()).sum() / (s * s.conj()).sum())
    return turn, complex(target.mean() - turn * source.mean())


def _kernel(points: Plane, knots: Plane) -> NDArray[np.float64]:
    r2 = np.abs(points[:, None] - knots[None, :]) ** 2
    return np.asarray(r2 * np.log(r2 + 1e-12) / 2)


def _affine(points: Plane) -> NDArray[np.float64]:
    return np.column_stack([np.ones(len(points)), points.real, points.imag])


def _spline(knots: Plane, values: Plane) -> Plane:
    affine = _affine(knots)
    corner = np.zeros((3, 3))
    system = np.block([[_kernel(knots, knots), affine], [affine.T, corner]])
    return np.asarray(np.linalg.solve(system, np.concatenate([values, np.zeros(3)])))


def _bend(points: Plane, knots: Plane, weights: Plane) -> Plane:
    return np.asarray(np.column_stack([_kernel(points, knots), _affine(points)]) @ weights)
