from array import array
from types import ModuleType

import pytest

from countermarch.kernels import Ints, Net
from tests.kernels.maps import row

Hexes = tuple[int, ...]


def flood(kernels: ModuleType, seeds: list[int], limit: int = -1, closed: Hexes = (), walls: Hexes = ()) -> list[int]:
    """Distances in a row of six; walls stand on the way from a hex to the next."""
    net = Net(row(6), [side % 6 != 0 or side // 6 not in walls for side in range(36)])
    state = Ints(array("i", [9, 9, *(h in closed for h in range(6))]))
    distances: array[int] = kernels.flood(net, state, 2, seeds, limit)
    assert isinstance(distances, array)
    return distances.tolist()


def test_steps_from_the_nearest_seed(kernels: ModuleType) -> None:
    assert flood(kernels, [0, 4]) == [0, 1, 2, 1, 0, 1]
    assert flood(kernels, []) == [-1] * 6
    assert flood(kernels, [1] * 20) == [1, 0, 1, 2, 3, 4]


def test_limit(kernels: ModuleType) -> None:
    assert flood(kernels, [1], limit=2) == [1, 0, 1, 2, -1, -1]
    assert flood(kernels, [1], limit=0) == [-1, 0, -1, -1, -1, -1]


def test_closed_hexes_are_neither_entered_nor_seeds(kernels: ModuleType) -> None:
    assert flood(kernels, [0, 5], closed=(2, 5)) == [0, 1, -1, -1, -1, -1]


def test_closed_sides(kernels: ModuleType) -> None:
    assert flood(kernels, [0], walls=(2,)) == [0, 1, 2, -1, -1, -1]
    assert flood(kernels, [5], walls=(2,)) == [5, 4, 3, 2, 1, 0]


def test_the_answer_outlives_the_next_call(kernels: ModuleType) -> None:
    net, state = Net(row(6), [1] * 36), Ints(array("i", bytes(24)))
    first = kernels.flood(net, state, 0, iter((0,)), -1)
    kernels.flood(net, state, 0, (5,), -1)
    assert first.tolist() == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("seed", [-1, 6])
def test_seed_off_the_map(kernels: ModuleType, seed: int) -> None:
    with pytest.raises(IndexError, match=f"hex {seed} is not on the map"):
        flood(kernels, [0, seed])


def test_map_outside_the_buffer(kernels: ModuleType) -> None:
    with pytest.raises(IndexError, match="no map of 6 hexes at offset 1 in a buffer of 6 ints"):
        kernels.flood(Net(row(6), [1] * 36), Ints(array("i", bytes(24))), 1, [0], -1)


def test_maps_to_close_must_lie_in_the_buffer(kernels: ModuleType) -> None:
    with pytest.raises(IndexError, match="no map of 6 hexes at offset 25 in a buffer of 30 ints"):
        kernels.closed(Ints(array("i", bytes(120))), 6, 0, (6, 12), (18, 25))


def test_a_flood_goes_on_from_an_earlier_one_over_another_net(kernels: ModuleType) -> None:
    state = Ints(array("i", (0, 0, 0, 0, 1, 0)))
    line = kernels.flood(Net(row(6), [side < 6 for side in range(36)]), state, 0, [0], -1)
    assert line.tolist() == [0, 1, -1, -1, -1, -1]
    assert kernels.flood_on(Net(row(6), [1] * 36), state, 0, line, 4).tolist() == [0, 0, 1, 2, -1, -1]


def test_an_earlier_flood_of_another_map(kernels: ModuleType) -> None:
    with pytest.raises(ValueError, match="an earlier flood of 5 hexes on a map of 6"):
        kernels.flood_on(Net(row(6), [1] * 36), Ints(array("i", bytes(24))), 0, array("i", bytes(20)), -1)
