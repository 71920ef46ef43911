"""Repairs under any rules, on the encoding itself.

As in `search`, changed puzzles are proposed for a cost of 1, 2, and so on. Nothing is
known about the rules but the contract of encodings: a second solution excludes the same
dots with any given walls that it allows, and no other puzzles. So the search takes more
proposals than under the standard rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

import clingo

from galaxies_asp.asp.atoms import point_of
from galaxies_asp.asp.encodings import bundled, text
from galaxies_asp.asp.program import Program
from galaxies_asp.asp.rules import Rules
from galaxies_asp.board import facts
from galaxies_asp.board.grid import Point, inner_edges, touched_cells
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.board.variants import RuleVariant
from galaxies_asp.errors import OptionError
from galaxies_asp.repairing.changes import Kind, changed, changes_between
from galaxies_asp.repairing.request import Progress, Repair, Request
from galaxies_asp.solving.request import SolveRequest
from galaxies_asp.solving.result import Result
from galaxies_asp.solving.search import Search

_QUESTIONS = ("galaxies/questions/consequences.lp", "galaxies/questions/changes.lp")
_NEAR = (1, 2, 4)
"""Moves of at most this distance are tried first."""


def require_supported(puzzle: Puzzle) -> None:
    """Raise OptionError for variants in which the dots are part of the answer."""
    if RuleVariant.HIDDEN_DOTS in puzzle.variants:
        raise OptionError(
            "puzzles with hidden dots are not repaired: each could be hidden instead"
        )


def solved(puzzle: Puzzle, rules: Rules) -> Result:
    """Search for two solutions of a puzzle, verified."""
    return Search(SolveRequest(puzzle, rules=rules, in_loops=True)).run()


def repairs(request: Request) -> Iterator[Progress | Repair]:
    """Yield repairs and progress; the last repair is a cheapest one.

    With `models` other than 1, all of its cost count.
    """
    search = _Search(request)
    for cost in count(1):
        for near in _NEAR if request.models == 1 else ():
            yield from search.at(cost, near)
            if search.is_over:
                return
        yield from search.at(cost, None)
        if search.is_over or not search.proposer.has_more():
            return
        yield search.progress(cost + 1)


class _Search:
    """The state of one search."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self.proposer = _Proposer(request)
        self._proposals = self._rivals = self._found = 0
        self._best: Repair | None = None
        self.is_over = False

    def progress(self, at_least: int) -> Progress:
        """Return how far the search is."""
        return Progress(at_least, self._proposals, self._rivals)

    def at(self, cost: int, near: int | None) -> Iterator[Progress | Repair]:
        """Try the proposals of a cost."""
        models = self._request.models
        if self._best is not None and self._best.cost == cost and models == 1:
            self.is_over = True
            return
        self.proposer.bound(cost, near)
        while proposal := self.proposer.propose():
            self._proposals += 1
            result = solved(proposal.puzzle, self._request.rules)
            if result.status == "unique":
                self._found += 1
                self.is_over = self._found == models
                yield self._repair(proposal.puzzle, result.solutions[0])
                if self.is_over:
                    return
                self.proposer.forget(proposal.puzzle)
                continue
            rivals = _others(result, proposal.witness)
            self._rivals += len(rivals)
            for rival in rivals:
                self.proposer.refute(proposal.puzzle, rival)
            yield self.progress(cost)
            if self._best is None and Kind.DRAW in self._request.allowed.weights:
                yield from self._walled(proposal, rivals[0])
        self.is_over = near is None and self._found > 0

    def _walled(self, proposal: "_Proposal", rival: Solution) -> Iterator[Repair]:
        """Add given walls until the witness is the only solution, if that works."""
        puzzle, witness = proposal.puzzle, proposal.witness
        while walls := _free(puzzle, witness.walls - rival.walls):
            puzzle = replace(puzzle, walls=puzzle.walls | {min(walls)})
            result = solved(puzzle, self._request.rules)
            if result.status == "unique":
                yield self._repair(*self._without_needless(puzzle, result))
                return
            rival = _others(result, witness)[0]

    def _without_needless(
        self, puzzle: Puzzle, result: Result
    ) -> tuple[Puzzle, Solution]:
        """Return the puzzle without given walls that are not needed."""
        for wall in sorted(puzzle.walls - self._request.puzzle.walls):
            fewer = replace(puzzle, walls=puzzle.walls - {wall})
            again = solved(fewer, self._request.rules)
            if again.status == "unique":
                puzzle, result = fewer, again
        return puzzle, result.solutions[0]

    def _repair(self, puzzle: Puzzle, solution: Solution) -> Repair:
        allowed = self._request.allowed
        changes = changes_between(
            self._request.puzzle, frozenset(puzzle.centers), puzzle.walls, allowed
        )
        self._best = Repair(changes, allowed.cost(changes), solution)
        return self._best


def _others(result: Result, witness: Solution) -> list[Solution]:
    """Return the solutions that are not the witness."""
    return [one for one in result.solutions if one != witness] or [witness]


def _free(puzzle: Puzzle, walls: frozenset[Point]) -> list[Point]:
    """Return the walls that can be given: none runs through a dot or ends there."""
    return [
        wall
        for wall in walls - puzzle.walls
        if not any(
            max(abs(wall.x - x), abs(wall.y - y)) <= 1 and _is_on(wall, Point(x, y))
            for x, y in puzzle.centers
        )
    ]


def _is_on(wall: Point, dot: Point) -> bool:
    """Tell whether a dot within a step of a wall lies on it or at its end."""
    return dot == wall or (dot.x == wall.x if wall.x % 2 == 0 else dot.y == wall.y)


@dataclass(frozen=True)
class _Proposal:
    puzzle: Puzzle
    witness: Solution


class _Proposer:
    """Proposes changed puzzles that have a solution, and learns what is refuted."""

    def __init__(self, request: Request) -> None:
        self._puzzle, self._allowed = request.puzzle, request.allowed
        encoding = request.rules.entry(self._puzzle)
        self._program = Program(
            ["1", "--heuristic=Domain", "--opt-mode=ignore"],
            text(encoding),
            name=f"the encoding {encoding}",
            short_searches=True,
        )
        self._program.add(bundled(*_QUESTIONS).text)
        bare = replace(self._puzzle, centers=(), black=frozenset(), walls=frozenset())
        self._program.add(facts.program(bare) + "\n".join(self._input()))
        self._program.ground()
        self._grounded: set[tuple[str, int]] = set()
        self._bounds: dict[str, int] = {}
        atoms = self._program.control.symbolic_atoms
        self._literals = {
            (name, point): atom.literal
            for name in (facts.CENTER, facts.GIVEN)
            for atom in atoms.by_signature(name, 1)
            if (point := point_of(atom.symbol.arguments[0])) is not None
        }

    def _input(self) -> Iterator[str]:
        puzzle, allowed = self._puzzle, self._allowed
        yield from facts.point_lines("change_dot", puzzle.centers)
        yield from facts.point_lines("change_wall", sorted(puzzle.walls))
        yield from facts.point_lines("change_kept", sorted(allowed.kept))
        yield from facts.point_lines("change_place", self._places())
        for kind, weight in allowed.weights.items():
            yield f"change_weight({kind},{weight})."

    def _places(self) -> list[Point]:
        puzzle = self._puzzle
        if not {Kind.ADD, Kind.MOVE} & set(self._allowed.weights):
            return list(puzzle.centers)
        return [
            Point(x, y)
            for y in range(1, 2 * puzzle.height)
            for x in range(1, 2 * puzzle.width)
            if all(map(puzzle.has_cell, touched_cells(Point(x, y))))
        ]

    def bound(self, budget: int | None, near: int | None) -> None:
        """Limit the costs, and the distances of moves."""
        for what, bound in (("budget", budget), ("near", near)):
            before = self._bounds.pop(what, None)
            if before is not None:
                self._assign(what, before, value=False)
            if bound is not None:
                if (what, bound) not in self._grounded:
                    self._grounded.add((what, bound))
                    self._program.ground((what, [clingo.Number(bound)]))
                self._bounds[what] = bound
                self._assign(what, bound, value=True)

    def _assign(self, what: str, bound: int, *, value: bool) -> None:
        atom = clingo.Function(f"change_{what}", [clingo.Number(bound)])
        self._program.control.assign_external(atom, value)

    def has_more(self) -> bool:
        """Tell whether there is something to propose if more were allowed."""
        self.bound(None, None)
        return self.propose() is not None

    def propose(self) -> _Proposal | None:
        """Return a puzzle that nothing is known against; None if there is none."""
        for model in self._program.models():
            return self._proposal(model)
        return None

    def _proposal(self, model: clingo.Model) -> _Proposal:
        true = {
            key for key, literal in self._literals.items() if model.is_true(literal)
        }
        dots = frozenset(point for name, point in true if name == facts.CENTER)
        walls = frozenset(point for name, point in true if name == facts.GIVEN)
        changes = changes_between(self._puzzle, dots, walls, self._allowed)
        puzzle = changed(self._puzzle, changes)
        return _Proposal(puzzle, _witness(puzzle, model))

    def refute(self, puzzle: Puzzle, rival: Solution) -> None:
        """Exclude the same dots with given walls that the rival allows."""
        inside = set(inner_edges(puzzle.width, puzzle.height)) - rival.walls
        self._exclude(puzzle, {(facts.GIVEN, wall): False for wall in inside})

    def forget(self, puzzle: Puzzle) -> None:
        """Exclude this puzzle."""
        walls = {key: False for key in self._literals if key[0] == facts.GIVEN}
        self._exclude(puzzle, walls | {(facts.GIVEN, w): True for w in puzzle.walls})

    def _exclude(self, puzzle: Puzzle, walls: dict[tuple[str, Point], bool]) -> None:
        """Exclude the dots of a puzzle with these walls and absent walls."""
        dots = {key: False for key in self._literals if key[0] == facts.CENTER}
        dots |= {(facts.CENTER, dot): True for dot in puzzle.centers}
        body = [
            self._literals[key] if value else -self._literals[key]
            for key, value in (dots | walls).items()
            if key in self._literals
        ]
        with self._program.control.backend() as backend:
            backend.add_rule([], body)


def _witness(puzzle: Puzzle, model: clingo.Model) -> Solution:
    """Return the solution in a model."""
    number = {center: dot for dot, center in enumerate(puzzle.centers)}
    rows = [[-1] * puzzle.width for _ in range(puzzle.height)]
    for atom in model.symbols(shown=True):
        if atom.match(facts.GALAXY, 2):
            cell, center = map(point_of, atom.arguments)
            assert cell is not None
            assert center is not None
            rows[cell.y // 2][cell.x // 2] = number[center]
    return Solution(puzzle, rows)
