"""Parts of open pairs."""

from itertools import chain

from support.marks import NEEDS_LIBRARY

from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.fast.kernel import Kernel

pytestmark = NEEDS_LIBRARY


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
