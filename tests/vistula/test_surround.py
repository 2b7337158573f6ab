from countermarch.games.vistula.surround import surrounded


def around(*taken: int) -> bool:
    return surrounded([side in taken for side in range(6)])


def test_opposite_sides_or_every_other_side() -> None:
    assert all(around(side, side + 3) for side in range(3))
    assert around(0, 2, 4) and around(1, 3, 5) and around(*range(6))


def test_three_free_sides_in_a_row_are_a_way_out() -> None:
    assert not around()
    assert not around(0) and not around(0, 1, 2) and not around(3, 5) and not around(5, 0, 1)
