"""The fewest galaxies that cover a shape exactly: `encodings/boards/cover.lp`.

E. Demaine, M. Löffler and C. Schmidt, "Rectangular Spiral Galaxies are Still Hard"
(2021), prove that this design problem is NP-complete. The solver finds better and
better covers, and at last proves that there is none with fewer galaxies.
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import clingo
import numpy as np
from numpy.typing import NDArray

from galaxies_asp.asp.atoms import points_of
from galaxies_asp.asp.encodings import bundled
from galaxies_asp.asp.program import Program
from galaxies_asp.board import facts
from galaxies_asp.board.errors import EncodingError, NotationError, OptionError
from galaxies_asp.board.grid import Point, in_reading_order
from galaxies_asp.board.labels import cells_where
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.board.regions import labels_of, pairs_of
from galaxies_asp.generating.alternatives import alternatives
from galaxies_asp.verifying.rules import check_solution

Shape = NDArray[np.bool_]
"""(H, W): which cells belong to a shape."""

MOST_CELLS = 400
"""The largest shape; the program grows with the square of the number of cells."""

_CONFLICTS = 10_000_000
"""The limit of the search for a second solution."""


@dataclass(frozen=True)
class Cover:
    """Galaxies that cover a shape exactly.

    Attributes
    ----------
    solution
        The galaxies, on a board whose other cells are missing.
    fewest
        Whether it is proven that fewer galaxies do not suffice.
    """

    solution: Solution
    fewest: bool

    @property
    def galaxies(self) -> int:
        """The number of galaxies."""
        return len(self.solution.puzzle.centers)


def cropped(shape: Shape) -> Shape:
    """Return the shape without empty rows and columns at its sides.

    Raises
    ------
    NotationError
        If the shape has no cells.
    """
    rows, columns = np.nonzero(shape)
    if not rows.size:
        raise NotationError("the shape has no cells")
    return shape[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def covers(
    shape: Shape, *, unique: bool = False, deadline: float | None = None
) -> Iterator[Cover]:
    """Yield better and better covers; the last one is the best.

    Parameters
    ----------
    shape
        (H, W): the cells to cover; they need not be connected.
    unique
        Yield puzzles with exactly one solution only.
    deadline
        The value of `time.monotonic()` at which to stop.

    Raises
    ------
    NotationError
        If the shape has no cells.
    OptionError
        If it has more than `MOST_CELLS`.
    TimeoutError
        At the deadline.
    """
    shape = cropped(shape)
    if shape.sum() > MOST_CELLS:
        raise OptionError(f"a shape of {shape.sum()} cells: {MOST_CELLS} are the most")
    search = _CoverSearch(shape)
    best: Cover | None = None
    while True:
        ambiguous = []
        for solution in search.improving(deadline):
            places = alternatives(solution, _CONFLICTS).places if unique else ()
            cover = Cover(solution, fewest=False)
            if places:
                ambiguous.append((solution, places))
            elif best is None or cover.galaxies < best.galaxies:
                best = cover
                yield best
        if not places:
            yield Cover(solution, fewest=True)
            return
        for solution, places in ambiguous:
            search.exclude(solution, places)


class _CoverSearch:
    """Covers of a shape, without those that contain excluded regions."""

    def __init__(self, shape: Shape) -> None:
        height, width = shape.shape
        self._board = Puzzle(width, height, holes=cells_where(~shape))
        self._program = Program((), bundled("boards/cover.lp"), name="cover.lp")
        self._program.add(facts.program(self._board))
        self._program.ground()
        self._excluded = 0

    def improving(self, deadline: float | None) -> Iterator[Solution]:
        """Yield covers with fewer and fewer galaxies, down to the fewest."""
        for model in self._program.models(deadline=deadline):
            yield self._read(model)
            if deadline is not None and time.monotonic() > deadline:
                raise TimeoutError

    def exclude(self, cover: Solution, places: Iterable[frozenset[int]]) -> None:
        """Exclude all covers that have all regions of one of the places."""
        for place in places:
            self._excluded += 1
            rivals = [
                f"rival({self._excluded},{cell},{dot})."
                for cell, dot in pairs_of(cover)
                if cover.label(cell) in place
            ]
            part = f"rivals_{self._excluded}"
            self._program.add("\n".join(facts.wrapped(rivals)), part)
            number = clingo.Number(self._excluded)
            self._program.ground((part, []), ("rival", [number]))

    def _read(self, model: clingo.Model) -> Solution:
        dots: dict[Point, Point] = {}
        for symbol in model.symbols(shown=True):
            if symbol.match(facts.GALAXY, 2):
                cell, dot = points_of(symbol)
                dots[cell] = dot
        board = self._board
        centers = tuple(in_reading_order(set(dots.values())))
        puzzle = replace(board, centers=centers)
        solution = Solution(puzzle, labels_of(puzzle, dots.items()))
        if broken := check_solution(puzzle, solution):
            raise EncodingError(f"a model of cover.lp breaks the rules: {broken[0]}")
        return solution
