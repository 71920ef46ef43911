"""Galaxies as a problem for a SAT solver, without answer set programming.

A variable says that a cell and its mirror image belong to a dot. Clauses give each cell
one dot. They do not state connectivity: where a division has cells that their dot
cannot reach, a clause for each of them says that it belongs to another dot, or that a
neighbor of these cells belongs to this dot.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from galaxies_asp.board.errors import MissingLibraryError, OptionError
from galaxies_asp.board.grid import Lattice, Point, mirror
from galaxies_asp.board.puzzle import Puzzle

_SOLVER = "cadical195"

Pair = tuple[Point, int]
"""A cell and the number of a dot."""

Labels = dict[Point, int]
"""The number of the dot of each cell."""


class SatProgram:
    """A puzzle as clauses; see `Searchable`, whose models are `Labels` here.

    Parameters
    ----------
    options
        The greatest number of models, as for clingo; others are refused.

    Raises
    ------
    OptionError
        If there are other options.
    MissingLibraryError
        If the library `python-sat` is not installed.
    """

    def __init__(self, puzzle: Puzzle, options: Sequence[str]) -> None:
        try:
            from pysat.solvers import Solver
        except ImportError:
            raise MissingLibraryError(
                "sat needs the library python-sat: pip install 'galaxies-asp[sat]'"
            ) from None
        models, *others = (o for o in options if not o.startswith("--project"))
        if others:
            raise OptionError(f"sat takes no options of clingo, as {others[0]}")
        self.name = "the encoding sat"
        self.messages: tuple[str, ...] = ()
        self.exhausted = False
        self._most = int(models)
        self._puzzle = puzzle
        self._variables = _variables(puzzle)
        self._solver = Solver(_SOLVER)
        for clause in _clauses(puzzle, self._variables):
            self._solver.add_clause(clause)

    @property
    def statistics(self) -> dict[str, Any]:
        """Counts in the structure of clingo's statistics."""
        counts = self._solver.accum_stats()
        return {
            "problem": {
                "generator": {
                    "vars": self._solver.nof_vars(),
                    "constraints": self._solver.nof_clauses(),
                }
            },
            "solving": {
                "solvers": {
                    "choices": counts["decisions"],
                    "conflicts": counts["conflicts"],
                }
            },
        }

    def models(self, assumptions: Sequence[object] = ()) -> Iterator[Labels]:
        """Yield the solutions, each once."""
        found = 0
        while self._solver.solve():
            true = set(self._solver.get_model())
            labels = {
                cell: dot
                for (cell, dot), variable in self._variables.items()
                if variable in true
            }
            cuts = list(self._cuts(labels))
            for clause in cuts:
                self._solver.add_clause(clause)
            if cuts:
                continue
            yield labels
            found += 1
            if found == self._most:
                return
            self._solver.add_clause([-self._variables[pair] for pair in labels.items()])
        self.exhausted = True

    def _cuts(self, labels: Labels) -> Iterator[list[int]]:
        """Yield clauses that exclude the cells which their dot cannot reach."""
        puzzle, variables = self._puzzle, self._variables
        reached: set[Point] = set()
        for dot, center in enumerate(puzzle.centers):
            touched = [
                cell
                for cell in puzzle.lattice.touched_cells(center)
                if puzzle.has_cell(cell)
            ]
            reached |= _spread(
                puzzle.lattice, touched, {c for c, d in labels.items() if d == dot}
            )
        left = labels.keys() - reached
        while left:
            dot = labels[next(iter(left))]
            part = _spread(
                puzzle.lattice,
                [next(iter(left))],
                {c for c in left if labels[c] == dot},
            )
            left -= part
            around = {
                near for cell in part for near in puzzle.lattice.adjacent_cells(cell)
            } - part
            exits = [
                variables[near, dot] for near in around if (near, dot) in variables
            ]
            for cell in part:
                yield [-variables[cell, dot], *exits]


def _spread(lattice: Lattice, start: Iterable[Point], cells: set[Point]) -> set[Point]:
    """Return those of the cells that are connected with the start."""
    found = cells.intersection(start)
    open_ = deque(found)
    while open_:
        for near in lattice.adjacent_cells(open_.popleft()):
            if near in cells and near not in found:
                found.add(near)
                open_.append(near)
    return found


def _variables(puzzle: Puzzle) -> dict[Pair, int]:
    """Return the variable of each candidate; a cell shares it with its image."""
    owner = {
        cell: dot
        for dot, center in enumerate(puzzle.centers)
        for cell in puzzle.lattice.touched_cells(center)
    }
    variables: dict[Pair, int] = {}
    count = 0
    for dot, center in enumerate(puzzle.centers):
        possible = {
            cell
            for cell in puzzle.cells()
            if puzzle.has_cell(mirror(center, cell))
            and owner.get(cell, dot) == owner.get(mirror(center, cell), dot) == dot
        }
        for cell in sorted(
            _spread(puzzle.lattice, puzzle.lattice.touched_cells(center), possible)
        ):
            image = (mirror(center, cell), dot)
            if image not in variables:
                count += 1
            variables[cell, dot] = variables.get(image, count)
    return variables


def _clauses(puzzle: Puzzle, variables: dict[Pair, int]) -> Iterator[list[int]]:
    """Yield the clauses: one dot for each cell, and the given walls."""
    if puzzle.contested_cells():
        yield []
        return
    candidates: dict[Point, list[int]] = {cell: [] for cell in puzzle.cells()}
    for (cell, _), variable in variables.items():
        candidates[cell].append(variable)
    for found in candidates.values():
        yield found
        for one, other in combinations(found, 2):
            yield [-one, -other]
    for wall in puzzle.walls:
        first, second = puzzle.lattice.touched_cells(wall)
        for dot in range(len(puzzle.centers)):
            if (first, dot) in variables and (second, dot) in variables:
                yield [-variables[first, dot], -variables[second, dot]]
