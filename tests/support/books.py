"""Puzzles of all kinds for the tests of books."""

from collections.abc import Sequence
from dataclasses import replace

from galaxies_asp import parse
from galaxies_asp.book.problems import Grade, Problem, prepare, task
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.explaining.words.levels import Level

SEVEN = parse("7x7:cghsppedzzaccdtce")
AMBIGUOUS = parse("6x6:pzizizcf")
WITH_HOLE = Puzzle(3, 3, [(1, 3), (5, 3), (3, 5), (3, 1)], holes=[(3, 3)])
WALLED = Puzzle(4, 1, [(2, 1), (6, 1)], walls=[(4, 1)], name="walled & <given>")
COLORED = replace(SEVEN, black=frozenset(SEVEN.centers[::2]))


def problems(*puzzles: Puzzle, grade: str | None = "easy") -> list[Problem]:
    metadata = {"difficulty": grade} if grade else {}
    tasks = [task(puzzle.name, puzzle, metadata) for puzzle in puzzles]
    return prepare(tasks, allow_ambiguous=True)


def many(count: int) -> list[Problem]:
    (problem,) = problems(SEVEN)
    return [problem] * count


def everything() -> Sequence[Problem]:
    """Return puzzles with all that there is, one for each level."""
    wide = Puzzle(40, 3, [(40, 3)], name="a rather long name " * 5)
    tiny = Puzzle(1, 1, [(1, 1)]), Puzzle(2, 1, [(2, 1)])
    some = (SEVEN, WITH_HOLE, WALLED, COLORED, AMBIGUOUS, wide, *tiny)
    return [
        replace(problem, grade=Grade(level))
        for problem, level in zip(problems(*some), Level, strict=True)
    ]
