"""Solutions, counts and consequences under all variants, compared with brute force."""

from collections import Counter
from random import Random

import pytest
from oracles.galaxies import Drawn, answers
from support.random_puzzles import drawn, random_puzzle

from galaxies_asp import Point, Puzzle, count, forced, solve
from galaxies_asp.core.board.grid import HEXAGONAL, LATTICES, Lattice
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import NO_DOT


def _dots(puzzle: Puzzle, found: list[Drawn]) -> dict[Point, tuple[int, ...]]:
    """Return the numbers of the dots that a cell has in some answer."""
    number = {center: index for index, center in enumerate(puzzle.centers)}
    dots: dict[Point, set[int]] = {cell: set() for cell in puzzle.cells()}
    for answer in found:
        for cell, center in answer.centers:
            dots[cell].add(NO_DOT if center is None else number.get(center, NO_DOT))
    return {cell: tuple(sorted(numbers)) for cell, numbers in dots.items()}


def _compare(puzzle: Puzzle) -> None:
    found = answers(puzzle)
    assert count(puzzle).total == len(found)
    solved = map(drawn, solve(puzzle, 0).solutions)
    assert Counter(solved) == Counter(found)
    if not found:
        with pytest.raises(NoSolutionError):
            forced(puzzle)
        return
    shared, edges = forced(puzzle), frozenset(puzzle.edges())
    always = edges.intersection(*(answer.walls for answer in found))
    ever = frozenset[Point]().union(*(answer.walls for answer in found))
    assert shared.dots == _dots(puzzle, found)
    assert shared.walls == always
    assert shared.passages == edges - ever
    assert shared.open_edges == ever - always


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=str)
@pytest.mark.parametrize("seed", range(12))
def test_some_puzzles(lattice: Lattice, seed: int) -> None:
    rng = Random(seed)
    for variants in range(3):
        _compare(random_puzzle(rng, lattice, variants))


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(8))
def test_more_puzzles(seed: int) -> None:
    rng = Random(100 + seed)
    for _ in range(150):
        _compare(random_puzzle(rng))


@pytest.mark.parametrize("more", [[], ["loose-walls"], ["hidden-dots"], ["toroidal"]])
def test_a_given_wall_is_a_wall_between_black_cells(more: list[str]) -> None:
    puzzle = Puzzle(
        *(2, 1),
        walls=[(2, 1)],
        variants=["black-holes", *more],
        clues=["black_cells(2)"],
    )
    _compare(puzzle)
    assert forced(puzzle).walls == {Point(2, 1)}


def test_a_given_wall_is_a_wall_between_black_hexagons() -> None:
    fields = {"variants": ["black-holes"], "clues": ["black_cells(2)"]}
    holes, walls = [(1, 1), (3, 3)], [(2, 2)]
    _compare(Puzzle(2, 2, holes=holes, walls=walls, lattice=HEXAGONAL, **fields))
