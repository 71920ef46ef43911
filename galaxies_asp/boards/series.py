"""Generating functions of partitions of boards of a fixed width.

The transfer from row to row is a matrix over the states of the frontier, so the numbers
satisfy a linear recurrence whose order is at most the number of states. A recurrence
that holds for twice as many terms as there are states therefore holds for ever.
"""

from collections.abc import Iterator
from itertools import islice

from galaxies_asp.combinatorics import exact
from galaxies_asp.combinatorics.partitions import Steps, beginning, rows_of_states
from galaxies_asp.transfer.generating_function import GeneratingFunction, fit

MAX_WIDTH = 6
"""For 7 columns, 2308 states would ask for some 4600 terms of thousands of digits."""


def terms(width: int) -> Iterator[int]:
    """Yield the numbers of partitions of 1, 2, 3, ... rows of so many cells."""
    front = beginning(width)
    keys, ways = front.keys, front.ways
    steps = Steps(width)
    while True:
        yield exact.total(ways)
        for column in range(width):
            step = steps.place(keys, column)
            ways, keys = exact.sum_groups(ways, step.source, step.starts), step.keys


def generating_function(width: int) -> GeneratingFunction:
    """Return the generating function of the partitions of n rows of so many cells."""
    states = 0
    settled = 0
    for latest in rows_of_states(width):
        if latest == states:
            break
        states = latest
        settled += 1
    # The recurrence starts from 0 boards of no rows; each settled row may delay it.
    bound = states + settled + 1
    return fit([0, *islice(terms(width), 2 * bound)], bound)
