"""What is shown of all solutions at once, against the solutions themselves."""

from dataclasses import replace
from itertools import product
from math import hypot, isclose
from string import ascii_lowercase

import numpy as np
import pytest
from support.models import enumerated
from support.puzzles import HOLES, SEVERAL

from galaxies_asp import Puzzle
from galaxies_asp.all_solutions.answers import ForcedAnswer
from galaxies_asp.all_solutions.count import forced
from galaxies_asp.all_solutions.possible import (
    candidates_scene,
    possible_scene,
    possible_text,
)
from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.core.drawing.scene import Cells, Paths

PUZZLES = [puzzle for puzzle in (*SEVERAL, *HOLES) if enumerated(puzzle)]


def dots_of(puzzle: Puzzle) -> list[list[list[int]]]:
    """Return the dots that each cell has in some solution."""
    labels = np.array(enumerated(puzzle))
    return [
        [sorted({*labels[:, row, column].tolist()}) for column in range(puzzle.width)]
        for row in range(puzzle.height)
    ]


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_rows_of_dots(puzzle: Puzzle) -> None:
    found = ForcedAnswer.about("name", forced(puzzle)).dots
    expected = [
        [None if dots == [NO_DOT] else dots for dots in row] for row in dots_of(puzzle)
    ]
    assert [
        [None if dots is None else sorted(dots) for dots in row] for row in found or ()
    ] == expected


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_numbers_of_dots(puzzle: Puzzle) -> None:
    lines = possible_text(forced(puzzle), rulers=False).splitlines()
    letters = ascii_lowercase
    for row, numbers in enumerate(dots_of(puzzle)):
        for column, dots in enumerate(numbers):
            shown = lines[2 * row + 1][2 * column + 1]
            if (2 * column + 1, 2 * row + 1) not in puzzle.centers:
                letter = "░" if dots == [NO_DOT] else letters[dots[0]]
                assert shown == (letter if len(dots) == 1 else str(len(dots)))


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_pointers_lead_from_open_cells_to_their_dots(puzzle: Puzzle) -> None:
    possible = forced(puzzle)
    shapes = candidates_scene(possible).shapes
    pointers = [shape for shape in shapes if isinstance(shape, Paths)][-1].paths
    led = []
    for (x, y), (to_x, to_y) in pointers:
        length = hypot(to_x - x, to_y - y)
        for dot, center in enumerate(puzzle.centers):
            far = hypot(center.x - x, center.y - y)
            ahead = (to_x - x) * (center.x - x) + (to_y - y) * (center.y - y)
            if isclose(ahead, length * far, rel_tol=1e-3):
                led.append(((x, y), dot))
        assert 0.5 < length < 1
    for cell, dots in possible.dots.items():
        if len(dots) > 1:
            assert {dot for place, dot in led if place == cell} >= {*dots}
    assert len(pointers) == sum(
        len(dots) for dots in possible.dots.values() if len(dots) > 1
    )


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_cells_with_more_dots_are_darker(puzzle: Puzzle) -> None:
    possible = forced(puzzle)
    opacity = {
        cell: shape.style.opacity
        for shape in possible_scene(possible).shapes
        if isinstance(shape, Cells) and shape.role == "mark"
        for cell in shape.points
    }
    dots = {cell: len(some) for cell, some in possible.dots.items() if len(some) > 1}
    assert opacity.keys() == dots.keys()
    assert all(0.1 < one <= 0.6 for one in opacity.values())
    for one, other in product(dots, dots):
        assert (opacity[one] < opacity[other]) == (dots[one] < dots[other])


@pytest.mark.parametrize(("number", "shown"), [(9, "9"), (10, "+")])
def test_more_than_nine_dots_are_a_plus(number: int, shown: str) -> None:
    possible = forced(SEVERAL[0])
    cell = next(cell for cell, dots in possible.dots.items() if len(dots) > 1)
    many = replace(possible, dots={**possible.dots, cell: tuple(range(number))})
    assert possible_text(many, rulers=False).splitlines()[cell.y][cell.x] == shown
