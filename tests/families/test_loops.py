"""Symmetric loops on empty boards: lattices, symmetries, and their number."""

import pytest
from fences_lattices import (
    HEXAGONAL,
    LATTICES,
    Cell,
    FenceLattice,
    symmetries,
)
from oracles import fences
from symmetric_loops import count_symmetric_loops


def loops_of(side: int, lattice: FenceLattice) -> list[list[Cell]]:
    every = fences.symmetric_loops(side, lattice.name, frozenset())
    return [[Cell(x, y) for x, y, _ in loop] for loop in every]


@pytest.mark.parametrize(
    ("side", "lattice", "number"),
    [
        (2, "hexagonal", 88),
        pytest.param(2, "square", 9349, marks=pytest.mark.slow),
        pytest.param(3, "hexagonal", 20204, marks=pytest.mark.nightly),
    ],
)
def test_loops_satisfy_the_theorem_of_pick(
    side: int, lattice: str, number: int
) -> None:
    cells = fences.board(side, lattice)
    loops = list(fences.cycles(cells, lattice))
    assert len(loops) == number
    for loop in loops:
        pairs = zip(loop, loop[1:] + loop[:1], strict=True)
        twice_the_area = abs(sum(x * b - y * a for (x, y, _), (a, b, _) in pairs))
        inside = sum(fences.encloses(loop, cell) for cell in cells - set(loop))
        assert twice_the_area == 2 * inside + len(loop) - 2


@pytest.mark.slow
@pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda lattice: lattice.name)
def test_counts_against_brute_force(lattice: FenceLattice) -> None:
    for side in (1, 2):
        loops, _ = fences.count(side, {}, lattice.name)
        assert count_symmetric_loops(side, lattice) == loops


def test_loops_on_the_empty_board() -> None:
    assert [count_symmetric_loops(side) for side in (1, 2)] == [1, 52]


@pytest.mark.slow
def test_loops_on_larger_boards() -> None:
    assert [count_symmetric_loops(side) for side in (3, 4)] == [1904, 87427]


def test_colors_as_stated() -> None:
    for q, r in HEXAGONAL.cells(4):
        stated = [
            q <= 0 and r < 0,
            q > 0 and q + r <= 0,
            r <= 0 and q + r > 0,
            q >= 0 and r > 0,
            q < 0 and q + r >= 0,
            r >= 0 and q + r < 0,
        ]
        color = HEXAGONAL.color(Cell(q, r))
        assert [index == color for index in range(6)] == stated


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda lattice: lattice.name)
def test_symmetries_keep_the_loop(lattice: FenceLattice) -> None:
    kinds = set()
    side = 2 if lattice.slant else 1
    for loop in loops_of(side, lattice):
        assert symmetries(lattice, loop)
        for symmetry in symmetries(lattice, loop):
            kinds.add((symmetry.kind, symmetry.order))
            assert {symmetry.image(cell) for cell in loop} == set(loop)
            steps = {
                Cell(x - symmetry.s, y - symmetry.t)
                for x, y in map(symmetry.image, lattice.vectors)
            }
            assert steps == set(lattice.vectors)
            cell = loop[0]
            for _ in range(symmetry.order):
                cell = symmetry.image(cell)
            assert cell == loop[0]
    assert {("rotation", 2), ("reflection", 2)} <= kinds
