"""Exact counts: boards, strips and generating functions, without any encoding.

>>> from galaxies_asp.counting import BoardShape, census, count, counts
>>> count("galaxies", 4, 4)
112459
>>> list(counts("galaxies", map(BoardShape.hexagon, (1, 2, 3))))
[1, 100, 4027044]
>>> census(BoardShape(3, 3)).with_solutions
(385, 3)

`counts` gives one number after the other, so that a loop may end at any of them.
"""

from typing import TYPE_CHECKING

from galaxies_asp._lazy import offered

if TYPE_CHECKING:
    from galaxies_asp.counting.boards.counting import census as census
    from galaxies_asp.counting.boards.counting import count as count
    from galaxies_asp.counting.boards.counting import count_shape as count_shape
    from galaxies_asp.counting.boards.counting import counts as counts
    from galaxies_asp.counting.boards.sampling import draw as draw
    from galaxies_asp.counting.boards.sampling import sampler_of as sampler_of
    from galaxies_asp.counting.boards.shape import BoardShape as BoardShape
    from galaxies_asp.counting.graphs import count_partitions as count_partitions
    from galaxies_asp.counting.graphs import neighbors_of as neighbors_of
    from galaxies_asp.counting.strips.automaton import samples as samples
    from galaxies_asp.counting.strips.fitting import (
        generating_function as generating_function,
    )
    from galaxies_asp.counting.strips.growth import growth_bounds as growth_bounds
    from galaxies_asp.counting.strips.matrix import terms as terms
    from galaxies_asp.counting.strips.puzzles import StripPuzzle as StripPuzzle
else:
    __all__, __getattr__, __dir__ = offered(__name__, __file__)
