"""Components of open pairs are puzzles of their own."""

from itertools import chain
from math import prod
from random import Random

import pytest
from support.boards import rectangles
from support.marks import NEEDS_LIBRARY

from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.fast.kernel import Kernel
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.stream import number_of_models

pytestmark = NEEDS_LIBRARY


def _number(pairs: PairLists) -> int:
    number, complete = number_of_models(pairs, 0)
    assert complete
    return number


@pytest.mark.parametrize("seed", range(8))
def test_the_solutions_are_all_combinations(seed: int) -> None:
    pairs = Kernel.settled(rectangles(Random(seed))).open_lists()
    parts = list(pairs.components())
    assert sorted(dot for part in parts for dot in part.dots) == list(pairs.dots)
    held = [{*part.cells, *part.images} for part in parts]
    assert sum(map(len, held)) == len(set().union(*held))
    assert prod(_number(part) for part in parts) == _number(pairs)


def test_a_part_keeps_what_walls_keep_apart_in_it() -> None:
    walled = Puzzle(3, 3, [(3, 3)], walls=[(2, 1)])
    pairs = Kernel.of(walled).open_lists()
    (first, other) = pairs.apart[0]
    assert pairs.part([first, other]).apart[0] == (0, 1)
    assert pairs.part([other]).apart == []


def test_a_part_has_no_pair_beside_those_that_are_left_out() -> None:
    pairs = Kernel.of(Puzzle(5, 1, [(5, 1)])).open_lists()
    whole = pairs.part([0, 1])
    assert [[*way] for way in whole.beside] == [[*way] for way in pairs.beside]
    assert {*chain(*pairs.part([0]).beside)} == {1}
