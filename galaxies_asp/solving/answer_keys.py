"""Answer keys: what a solver reads off two marked rows to show that it is solved."""

from itertools import groupby

from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.errors import GalaxiesError, OptionError
from galaxies_asp.core.board.labels import NO_DOT
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.core.verifying.violations import Fault, Violation
from galaxies_asp.solving.search import solve

Key = dict[int, list[int]]
"""For each marked row, counted from 1, the cells of each region along it, in order.

A region that comes back is counted anew. Missing cells are not counted.
"""


def answer_key(solution: Solution) -> Key:
    """Return the key: one row in the upper half of a board, one in the lower half.

    It is the row that passes most regions, the first of several.
    """
    runs = [
        [len([*run]) for dot, run in groupby(row) if dot != NO_DOT]
        for row in solution.rows()
    ]
    middle = (len(runs) + 1) // 2
    halves = range(middle), range(middle, len(runs))
    rows = [max(half, key=lambda y: len(runs[y])) for half in halves if half]
    return {y + 1: runs[y] for y in rows}


def faults_of_key(
    puzzle: Puzzle, text: str, rules: Rules = STANDARD
) -> list[Violation]:
    """Return the rows in which a text such as `3 1 3, 2 5` differs from the key.

    Raises `OptionError` if the text is not a key, and `GalaxiesError` if the puzzle
    does not have exactly one solution.
    """
    result = solve(puzzle, rules=rules)
    if result.status != "unique":
        raise GalaxiesError("a puzzle without exactly one solution has no key")
    key = answer_key(result.solutions[0])
    try:
        given = [[int(number) for number in row.split()] for row in text.split(",")]
    except ValueError:
        given = []
    if len(given) != len(key):
        rows = " and ".join(f"row {row}" for row in key)
        raise OptionError(f"--key takes the numbers of {rows}, such as '3 1 3, 2 5'")
    wrong = (
        y for (y, runs), row in zip(key.items(), given, strict=True) if runs != row
    )
    return [
        Violation(Fault.OWN_RULE, (), f"row {row} of the key is wrong") for row in wrong
    ]
