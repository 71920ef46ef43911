"""Boards of Galaxies with two rows: counted exactly, though by no finite automaton.

    python benchmarks/galaxies_two_rows.py 12          # with 0 to 11 columns

A region that covers both cells of some column is called thick here. It has a core, from
its first such column to its last, and two tails of equal length, single cells that
stick out to the left and to the right, by the half turn in different rows. All other
regions are thin, segments of one row. So a board is a row of thick regions, with gaps
between their cores that hold the tails, and thin regions wherever a row is free.

A core is made of blocks of full columns, with runs of single cells between them; the
half turn pairs the runs off about the block in the middle. Beside a run, which thick
regions enclose, the other row holds thin regions.

Each end of the board is like a core without tails.

The tails, of any length, are what the columns to the right have to remember, and why
there is no finite automaton.
"""

import sys

from galaxies_asp.core.board.effort import Report, silent


def count_boards(count: int, *, report: Report = silent) -> list[int]:
    """Return the numbers of boards with 2 rows and 0, 1, ..., count - 1 columns.

    The work grows with the fourth power of the count.
    """
    cores = _cores(count)
    longest = count // 2 + 1
    # Indexed by the columns so far, and by the length of the next or the last tail.
    before_core = [[0] * longest for _ in range(count)]
    after_core = [[0] * longest for _ in range(count)]
    after_core[0][0] = 1
    for columns in range(count):
        for tail in range(min(longest, columns + 1)):
            after_core[columns][tail] += sum(
                before_core[start][tail] * cores[columns - start]
                for start in range(columns)
            )
            before_core[columns][tail] = sum(
                after_core[end][last] * _gaps(columns - end, last, tail)
                for end in range(columns - tail + 1)
                for last in range(min(longest, columns - end + 1))
                if after_core[end][last]
            )
        report("terms", columns + 1, count)
    return [ways[0] for ways in before_core]


def _thin(length: int) -> int:
    """Return the number of ways to divide free cells of one row into segments."""
    return 1 << (length - 1) if length else 1


def _cores(count: int) -> list[int]:
    """Return for each length the number of cores, with the thin regions inside."""
    # A block and a run, of either row, on one side; the same on the other side.
    pairs = [0] * count
    for block in range(1, count):
        for run in range(1, (count - 1) // 2 - block + 1):
            pairs[2 * (block + run)] += 2 * _thin(run) ** 2
    cores = [0] * count
    for length in range(1, count):
        inner = sum(pairs[part] * cores[length - part] for part in range(1, length))
        cores[length] = 1 + inner
    return cores


def _gaps(gap: int, last: int, following: int) -> int:
    """Return the ways to fill the columns between two cores, given their tails.

    The row of the last tail is known, that of the following one is not.
    """
    opposite = _thin(gap - last) * _thin(gap - following)
    if not following or last + following > gap:
        return opposite
    return opposite + _thin(gap - last - following) * _thin(gap)


if __name__ == "__main__":
    print(*count_boards(int(sys.argv[1])), sep="\n")
