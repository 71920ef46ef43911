"""Answer keys: what a solver reads off two marked rows to show that it is solved."""

from itertools import groupby

from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.errors import GalaxiesError, OptionError
from galaxies_asp.core.board.labels import NO_DOT
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.core.verifying.violations import Fault, Violation
from galaxies_asp.solving.search import solve

Key = dict[int, list[int]]
"""For each marked row, counted from 1, the cells of each region along it, in order."""


def answer_key(solution: Solution) -> Key:
    """Return the key: the rows of the upper and lower half that pass most regions."""
    runs = [
        [len([*run]) for dot, run in groupby(row) if dot != NO_DOT]
        for row in solution.rows()
    ]
    middle = (len(runs) + 1) // 2
    halves = range(middle), range(middle, len(runs))
    rows = [max(half, key=lambda y: len(runs[y])) for half in halves if half]
    return {y + 1: runs[y] for y in rows}


def in_print(key: Key) -> str:
    """Return a key as a text such as `3 1 3, 2 5`."""
    return ", ".join(" ".join(map(str, runs)) for runs in key.values())


def faults_of_key(
    puzzle: Puzzle, text: str, rules: Rules = STANDARD
) -> list[Violation]:
    """Return the rows in which a text differs from the key; raises `GalaxiesError`."""
    result = solve(puzzle, rules=rules)
    if result.status != "unique":
        raise GalaxiesError("a puzzle without exactly one solution has no key")
    key = answer_key(result.solutions[0])
    given = [" ".join(row.split()) for row in text.split(",")]
    if len(given) != len(key) or set(text) - set("0123456789, "):
        rows = " and ".join(f"row {row}" for row in key)
        raise OptionError(f"--key takes the numbers of {rows}, such as '3 1 3, 2 5'")
    pairs = zip(key, in_print(key).split(", "), given, strict=True)
    wrong = [
        f"row {row} of the key is wrong" for row, runs, said in pairs if runs != said
    ]
    return [Violation(Fault.OWN_RULE, (), message) for message in wrong]
