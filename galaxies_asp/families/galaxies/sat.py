"""Galaxies as a problem for a SAT solver, without answer set programming.

A variable says that a cell and its mirror image belong to a dot. Clauses give each cell
one dot. They do not state connectivity: where a division has cells that their dot
cannot reach, a clause for each of them says that it belongs to another dot, or that a
neighbor of these cells belongs to this dot.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from galaxies_asp.core.board.errors import MissingLibraryError, OptionError
from galaxies_asp.core.board.grid import Lattice, Point, mirror, reachable
from galaxies_asp.core.board.puzzle import Puzzle

_SOLVER = "cadical195"

Labels = dict[Point, int]
"""The number of the dot of each cell."""


class SatProgram:
    """A puzzle as clauses; see `Program`, whose models are `Labels` here.

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

    name = "the encoding sat"
    messages: tuple[str, ...] = ()

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
        self.exhausted = False
        self._most = int(models)
        self._puzzle = puzzle
        self._variables = _variables(puzzle)
        self._solver = Solver(_SOLVER)
        self._solver.append_formula(_clauses(puzzle, self._variables))

    @property
    def statistics(self) -> dict[str, Any]:
        """Counts in the structure of clingo's statistics."""
        counts = self._solver.accum_stats()
        size = {
            "vars": self._solver.nof_vars(),
            "constraints": self._solver.nof_clauses(),
        }
        work = {"choices": counts["decisions"], "conflicts": counts["conflicts"]}
        return {"problem": {"generator": size}, "solving": {"solvers": work}}

    def models(self, assumptions: Sequence[object] = ()) -> Iterator[Labels]:
        """Yield the solutions, each once."""
        found = 0
        while self._solver.solve():
            true = set(self._solver.get_model())
            pairs = self._variables.items()
            labels = dict(pair for pair, variable in pairs if variable in true)
            cuts = list(self._cuts(labels))
            self._solver.append_formula(cuts)
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
        lattice, variables = self._puzzle.lattice, self._variables
        left = set(labels)
        for dot, center in enumerate(self._puzzle.centers):
            own = {cell for cell, other in labels.items() if other == dot}
            left -= _spread(lattice, lattice.touched_cells(center), own)
        while left:
            first = next(iter(left))
            dot = labels[first]
            same = {cell for cell in left if labels[cell] == dot}
            part = _spread(lattice, [first], same)
            left -= part
            around = {near for cell in part for near in lattice.adjacent_cells(cell)}
            beside = {(near, dot) for near in around - part}
            exits = [variables[pair] for pair in beside & variables.keys()]
            for cell in part:
                yield [-variables[cell, dot], *exits]


def _spread(lattice: Lattice, start: Iterable[Point], cells: set[Point]) -> set[Point]:
    """Return those of the cells that are connected with the start."""
    adjacent = lattice.adjacent_cells
    starts = cells.intersection(start)
    return reachable(starts, lambda cell: cells.intersection(adjacent(cell)))


def _variables(puzzle: Puzzle) -> dict[tuple[Point, int], int]:
    """Return the variable of each candidate; a cell shares it with its image."""
    lattice = puzzle.lattice
    owner = {
        cell: dot
        for dot, center in enumerate(puzzle.centers)
        for cell in lattice.touched_cells(center)
    }
    variables: dict[tuple[Point, int], int] = {}
    count = 0
    for dot, center in enumerate(puzzle.centers):
        possible = {
            cell
            for cell in puzzle.cells()
            if puzzle.has_cell(mirror(center, cell))
            and owner.get(cell, dot) == owner.get(mirror(center, cell), dot) == dot
        }
        for cell in sorted(_spread(lattice, lattice.touched_cells(center), possible)):
            image = (mirror(center, cell), dot)
            count += image not in variables
            variables[cell, dot] = variables.get(image, count)
    return variables


def _clauses(
    puzzle: Puzzle, variables: dict[tuple[Point, int], int]
) -> Iterator[list[int]]:
    """Yield the clauses: one dot for each cell, and the given walls."""
    if puzzle.contested_cells():
        yield []
        return
    candidates: dict[Point, list[int]] = {cell: [] for cell in puzzle.cells()}
    for (cell, _), variable in variables.items():
        candidates[cell].append(variable)
    for found in candidates.values():
        yield found
        for pair in combinations(found, 2):
            yield [-variable for variable in pair]
    for wall in puzzle.walls:
        sides = puzzle.lattice.touched_cells(wall)
        for dot in range(len(puzzle.centers)):
            held = [variables.get((cell, dot)) for cell in sides]
            if None not in held:
                yield [-variable for variable in held if variable]
