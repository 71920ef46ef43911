"""List all galaxies boards of a small size by clingo, and group them by their dots.

    python benchmarks/listed_boards.py 4x4
    python benchmarks/listed_boards.py 2 --lattice hexagonal

The encoding `grow` solves an empty board on which any points may be dots. Printed are
the numbers of boards, of sets of dots, of sets with exactly one board (proper puzzles),
and the most boards with one set. Nothing is shared with the counts of `galaxies
boards`, to which this is a second program: 9 CPU seconds for 4x4.
"""

import argparse
from collections import Counter
from pathlib import Path

import clingo

from galaxies_asp.cli.boards.options import shape_of
from galaxies_asp.cli.values import SIZE
from galaxies_asp.core.board.facts import program
from galaxies_asp.core.board.puzzle import Puzzle

RULES = Path(__file__).parents[1] / "encodings" / "galaxies"
FILES = "grow.lp", "questions/open-dots.lp", "questions/open-board.lp"
GIVEN = """
#project center/1. #project galaxy/2. #defined outside/1.
:- given(_).
:- hole(P), not outside(P).
:- center(C), not touching(_,C).
"""


def main() -> None:
    """Print the numbers of a board."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("size")
    parser.add_argument("--lattice", default="square")
    given = parser.parse_args()
    width, height = SIZE.convert(given.size, None, None)
    shape = shape_of(width, height, given.lattice)
    control = clingo.Control(["0", "--project=project"])
    for file in FILES:
        control.load(str(RULES / file))
    board = Puzzle(
        shape.width, shape.height, (), holes=shape.holes, lattice=shape.lattice
    )
    outside = "".join(f"outside(({x},{y}))." for x, y in shape.holes)
    control.add("base", [], program(board) + GIVEN + outside)
    control.ground()
    centers = list(control.symbolic_atoms.by_signature("center", 1))
    boards = Counter[tuple[bool, ...]]()
    with control.solve(yield_=True) as models:
        for model in models:
            boards[tuple(model.is_true(atom.literal) for atom in centers)] += 1
    print(f"boards {boards.total()}")
    print(f"dot sets {len(boards)}")
    print(f"proper {list(boards.values()).count(1)}")
    print(f"most {max(boards.values())}")


if __name__ == "__main__":
    main()
