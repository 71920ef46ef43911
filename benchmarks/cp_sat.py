"""The package `multi-puzzle-solver`, which solves Galaxies with CP-SAT, as a peer."""

import io
import time
from contextlib import redirect_stdout
from importlib import import_module
from importlib.util import find_spec

from galaxies_asp.core.board.puzzle import Puzzle


def solving_seconds(puzzle: Puzzle) -> float | None:
    """Return the CPU time of solving with a proof; None if it is not installed."""
    if find_spec("puzzle_solver") is None:
        return None
    get_pos = import_module("puzzle_solver.core.utils").get_pos
    new_board = import_module("puzzle_solver.puzzles.galaxies.galaxies").Board

    touched = [puzzle.lattice.touched_cells(center) for center in puzzle.centers]
    dots = [
        tuple(get_pos(x=x // 2, y=y // 2) for y, x in sorted((y, x) for x, y in cells))
        for cells in touched
    ]
    started = time.process_time()
    with redirect_stdout(io.StringIO()):
        board = new_board(dots, V=puzzle.height, H=puzzle.width)
        found = board.solve_and_print(verbose=False)
    assert len(found) == 1, puzzle
    return time.process_time() - started
