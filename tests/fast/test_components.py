"""Components of open pairs are puzzles of their own."""

from math import prod
from random import Random

import numpy as np
import pytest

from galaxies_asp.fast.fixpoint import open_lists
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.stream import number_of_models
from galaxies_asp.generating.canvas import Canvas
from galaxies_asp.generating.growth import Growth
from galaxies_asp.generating.recipe import Style


def _number(pairs: PairLists) -> int:
    number, complete = number_of_models(pairs, 0)
    assert complete
    return number


@pytest.mark.parametrize("seed", range(8))
def test_the_solutions_are_all_combinations(seed: int) -> None:
    canvas = Canvas(np.ones((12, 14), dtype=np.uint8))
    growth = Growth(canvas, Style(mean_size=3), Random(seed))
    puzzle = canvas.solution(growth.fill(canvas.cells)).puzzle
    pairs = open_lists(puzzle)
    parts = list(pairs.components())
    assert sorted(dot for part in parts for dot in part.dots) == list(pairs.dots)
    held = [{*part.cells, *part.images} for part in parts]
    assert sum(map(len, held)) == len(set().union(*held))
    assert prod(_number(part) for part in parts) == _number(pairs)
