"""Brave and cautious consequences: what some solution has, and what all solutions have.

Brave reasoning over the open pairs gives both.
"""

from collections.abc import Callable, Collection, Iterator
from itertools import count

from galaxies_asp.core.asp.encodings import FAST
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle
from galaxies_asp.core.possibilities import CellPossibilities
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.fast.kernel import Kernel
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.rules import rules as ground_rules


class Brave:
    """A search for the atoms that are true in some stable model."""

    def __init__(self, rules: str, number: int) -> None:
        """Search for the atoms from 1 to `number`."""
        self._atoms = range(1, number + 1)
        self._found: list[bool] | None = None
        from galaxies_asp.core.asp.program import Program  # loads clingo

        self._program = Program(["0", "--enum-mode=brave"])
        # Only atoms with a name are reasoned about.
        names = (f"4 {len(str(atom)) + 1} a{atom} 1 {atom}\n" for atom in self._atoms)
        self._program.add_ground_rules(rules + "".join(names))

    @classmethod
    def of(cls, pairs: PairLists) -> "Brave":
        """Return the search for the open pairs that some solution takes."""
        return cls(ground_rules(pairs), len(pairs.dots))

    @property
    def exhausted(self) -> bool:
        """Whether no other atoms are true in a model."""
        return self._program.exhausted

    @property
    def possible(self) -> list[bool]:
        """Return atoms that may be true, or all; `NoSolutionError` without a model."""
        if not self.exhausted:
            return [True] * len(self._atoms)
        if self._found is None:
            raise NoSolutionError("a search shows that there is no solution")
        return self._found

    def found(
        self, deadline: float | None = None, conflicts: int | None = None
    ) -> Iterator[list[bool]]:
        """Yield, for each stable model found, which atoms are true in some so far.

        `conflicts`: the limit of the search; without it, the last list is complete.
        Raises `TimeoutError` if `time.monotonic()` passes the deadline.
        """
        limit = "umax" if conflicts is None else str(conflicts)
        self._program.settings.solve_limit = limit
        for model in self._program.models(deadline=deadline):
            self._found = [*map(model.is_true, self._atoms)]
            yield self._found


def possibilities(
    sheet: Sheet[Position], deadline: float | None = None
) -> CellPossibilities:
    """Return the brave and cautious consequences under the standard rules.

    Raises `NoSolutionError` if there is no solution. Raises `TimeoutError` if
    `time.monotonic()` passes the deadline.
    """
    puzzle = sheet.position.puzzle
    pairs = Kernel.settled(puzzle).open_lists()
    at = _candidates(puzzle, pairs)
    walls, passages, unsettled = settled_edges(puzzle, at.__getitem__)
    n = len(pairs.dots)
    rules = ground_rules(pairs) + "".join(_edge_rules(puzzle, at, unsettled, n + 1))
    search = Brave(rules, n + 2 * len(unsettled))
    for _ in search.found(deadline):
        pass
    possible = [True, *search.possible]  # by atom; 0 stands for a fact
    by_edge = list(
        zip(unsettled, possible[n + 1 :: 2], possible[n + 2 :: 2], strict=True)
    )
    return CellPossibilities(
        sheet,
        {
            cell: tuple(sorted(dot for dot, atom in dots.items() if possible[atom]))
            for cell, dots in at.items()
        },
        walls | {edge for edge, same, _ in by_edge if not same},
        passages | {edge for edge, _, differ in by_edge if not differ},
        frozenset(edge for edge, same, differ in by_edge if same and differ),
        encoding=FAST,
        decided_by="search" if n else "propagation",
    )


def _candidates(puzzle: Puzzle, pairs: PairLists) -> dict[Point, dict[int, int]]:
    """Return the possible dots of each cell, each with its atom; 0 for a fact."""
    flat = [{} if label == NO_DOT else {label: 0} for label in pairs.labels]
    for where in (pairs.cells, pairs.images):
        held = zip(where, pairs.dots, strict=True)
        for atom, (cell, dot) in enumerate(held, 1):
            flat[cell][dot] = atom
    return {
        cell: flat[cell.y // 2 * puzzle.width + cell.x // 2] for cell in puzzle.cells()
    }


def _edge_rules(
    puzzle: Puzzle, at: dict[Point, dict[int, int]], edges: list[Point], first_atom: int
) -> Iterator[str]:
    """Yield rules: the sides of an edge have the same dot, or differ."""
    for same, edge in zip(count(first_atom, 2), edges, strict=False):
        ours, theirs = map(at.__getitem__, puzzle.lattice.touched_cells(edge))
        for dot in ours.keys() & theirs.keys():
            body = sorted({ours[dot], theirs[dot]} - {0})
            words = map(str, ["1 0 1", same, 0, len(body), *body])
            yield " ".join(words) + "\n"
        yield f"1 0 1 {same + 1} 0 1 -{same}\n"


def settled_edges(
    puzzle: Puzzle, dots: Callable[[Point], Collection[int]]
) -> tuple[frozenset[Point], frozenset[Point], list[Point]]:
    """Return walls, passages and unsettled edges, by the dots of a cell."""
    walls: set[Point] = set()
    passages: set[Point] = set()
    unsettled = []
    for edge in puzzle.edges():
        ours, theirs = (set(dots(cell)) for cell in puzzle.lattice.touched_cells(edge))
        if len(ours) == len(theirs) == 1:
            (passages if ours == theirs else walls).add(edge)
        elif ours.isdisjoint(theirs):
            walls.add(edge)
        else:
            unsettled.append(edge)
    return frozenset(walls), frozenset(passages), unsettled
