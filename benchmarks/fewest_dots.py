"""The fewest dots with exactly one solution in which no region is a rectangle.

    python benchmarks/fewest_dots.py 6 7

For each size of a square board, numbers of dots are tried in ascending order, from
`--dots` on. All boards with as many regions are searched, and where the dots of one
have a second solution, the regions that differ are excluded from then on. So a number
without a result is proven to be too small.
"""

import argparse
import time
from itertools import count
from pathlib import Path

import clingo

from galaxies_asp import Puzzle, Solution, render, verify
from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.symbols import points_of
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.grid import in_reading_order
from galaxies_asp.core.board.regions import labels_of, pairs_of
from galaxies_asp.generating.cover import differing_dots


def program_of(board: Puzzle, dots: int) -> Program:
    """Return the ground program of boards with so many regions, none a rectangle."""
    options = ("--opt-mode=ignore", f"--const=k={dots}")
    source = bundled("boards/cover.lp")
    program = Program(options, source, name="cover.lp", optimizes=True)
    program.add(Path(__file__).with_suffix(".lp").read_text())
    program.add(facts.program(board))
    program.ground()
    return program


def next_board(board: Puzzle, program: Program) -> Solution | None:
    """Return another board that the program has, with its dots."""
    for model in program.models():
        pairs = {}
        for symbol in model.symbols(shown=True):
            if symbol.match(facts.GALAXY, 2):
                cell, dot = points_of(symbol)
                pairs[cell] = dot
        puzzle = Puzzle(
            board.width, board.height, tuple(in_reading_order(set(pairs.values())))
        )
        return Solution(puzzle, labels_of(puzzle, pairs.items()))
    return None


def search(size: int, dots: int) -> tuple[Solution | None, int]:
    """Return a board whose dots have one solution, and how many boards were examined.

    None if there is no such board with this number of dots.
    """
    board = Puzzle(size, size)
    program = program_of(board, dots)
    excluded = 0
    for examined in count():
        found = next_board(board, program)
        if found is None:
            return None, examined
        if violations := verify(found):
            raise ArithmeticError(f"cover.lp breaks a rule: {violations[0]}")
        places = differing_dots(found)
        if not places:
            return found, examined + 1
        for place in places:
            excluded += 1
            regions = [
                f"rival({excluded},{cell},{dot})."
                for cell, dot in pairs_of(found)
                if found.label(cell) in place
            ]
            part = f"regions_{excluded}"
            program.add("\n".join(facts.wrapped(regions)), part)
            program.ground((part, []), ("rival", [clingo.Number(excluded)]))
    raise AssertionError("count() does not end")


def main() -> None:
    """Print for each size the fewest dots, and their solution."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sizes", type=int, nargs="+")
    parser.add_argument("--dots", type=int, default=1, help="the first number tried")
    parser.add_argument("--most", type=int, help="the last number tried")
    options = parser.parse_args()
    for size in options.sizes:
        for dots in range(options.dots, 1 + (options.most or size * size // 4)):
            start = time.process_time()
            found, examined = search(size, dots)
            seconds = time.process_time() - start
            print(
                f"{size}x{size}, {dots} dots: {'found' if found else 'none'} "
                f"({examined} boards examined, {seconds:.1f} CPU s)",
                flush=True,
            )
            if found:
                print(render(found, "text"))
                break


if __name__ == "__main__":
    main()
