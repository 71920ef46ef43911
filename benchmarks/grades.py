"""How grades divide puzzles: `python benchmarks/grades.py [MADE]`.

Prints the share of each grade among the puzzles of `puzzles/` without the largest ones,
at most 25 of a file, and MADE (60) fresh ones of each of three sizes.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.explaining.answers.grading import GRADES, grade_of, outline
from galaxies_asp.generating import Recipe, make
from galaxies_asp.notation import parse_all

FOLDER = Path(__file__).parents[1] / "puzzles"
MOST = 900
"""The greatest number of cells of a shipped puzzle that is graded."""


def puzzles(made: int) -> Iterator[Puzzle]:
    """Yield the puzzles to be graded."""
    for path in sorted(FOLDER.glob("*.txt")):
        for position in islice(parse_all(path.read_text(encoding="utf-8")), 25):
            if position.puzzle.width * position.puzzle.height < MOST:
                yield position.puzzle
    for side in (7, 10, 15):
        for index in range(made):
            yield make(Recipe(side, side), index).puzzle


def main(made: int) -> None:
    """Grade the puzzles, and print how many have each grade."""
    graded: Counter[str] = Counter()
    by_level: Counter[str] = Counter()
    for puzzle in puzzles(made):
        level = outline(puzzle).level
        by_level[level.grade] += 1
        graded[grade_of(puzzle, level)] += 1
    number = graded.total()
    print(f"{number} puzzles: grade, share; share by the level alone")
    for word in dict.fromkeys(GRADES.values()):
        print(f"{word:10} {graded[word] / number:5.0%} {by_level[word] / number:5.0%}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 60)
