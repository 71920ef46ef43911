"""Changed puzzles proposed by `encodings/galaxies/questions/repair.lp`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import clingo
import numpy as np

from galaxies_asp.asp.encodings import bundled
from galaxies_asp.asp.program import Program
from galaxies_asp.board import facts
from galaxies_asp.board.grid import Point, mirror, touched_cells
from galaxies_asp.board.puzzle import NO_DOT, Labels, Puzzle
from galaxies_asp.repairing.changes import (
    APPEARANCE,
    Allowed,
    Change,
    Kind,
    changed,
    changes_between,
)
from galaxies_asp.repairing.reach import EXACT, Reach
from galaxies_asp.repairing.rivals import Rival

_PROPOSALS = "galaxies/questions/repair.lp"
_OPTIONS = (
    "1",
    "--configuration=trendy",
    "--heuristic=Domain",
    f"--const=appearance={APPEARANCE}",
)


@dataclass(frozen=True)
class Proposal:
    """Changes, the puzzle after them, and the (H, W) labels of one solution of it."""

    changes: tuple[Change, ...]
    puzzle: Puzzle
    witness: Labels


class Proposer:
    """Proposes changed puzzles that have a solution, and learns from what is refuted.

    Parameters
    ----------
    puzzle
        The puzzle before the changes.
    allowed
        What may be changed.
    near
        The points among which dots may be changed; by default, all.
    conflicts
        The conflicts after which nothing is proposed; by default, there is no limit.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        allowed: Allowed,
        near: frozenset[Point] | None = None,
        conflicts: int | None = None,
    ) -> None:
        self._puzzle = puzzle
        dots = frozenset(puzzle.centers)
        if near is not None:
            allowed = replace(allowed, kept=allowed.kept | (dots - near))
        self._allowed = allowed
        self._near = near
        self._limit = [] if conflicts is None else [f"--solve-limit={conflicts}"]
        movable = {Kind.REMOVE, Kind.MOVE} & set(allowed.weights)
        free = dots - allowed.kept if movable else frozenset()
        self._reach = Reach(puzzle, self._places(), free)
        self._most_removals = min(len(free), EXACT + 1)
        self._rivals: dict[Rival, None] = {}
        self._found: list[Puzzle] = []
        self._removals = -1
        self._bounds: dict[str, int] = {}
        self._allow(0)

    def _places(self) -> tuple[Point, ...]:
        puzzle = self._puzzle
        if not {Kind.ADD, Kind.MOVE} & set(self._allowed.weights):
            return puzzle.centers
        return tuple(
            Point(x, y)
            for y in range(1, 2 * puzzle.height)
            for x in range(1, 2 * puzzle.width)
            if self._may_change(Point(x, y)) or Point(x, y) in puzzle.centers
            if all(map(puzzle.has_cell, touched_cells(Point(x, y))))
        )

    def _may_change(self, point: Point) -> bool:
        return self._near is None or point in self._near

    def _allow(self, removals: int) -> None:
        """Ground the program for so many removed dots, unless it is already."""
        removals = min(removals, self._most_removals)
        if removals == self._removals:
            return
        self._removals = removals
        program = Program([*_OPTIONS, *self._limit], bundled(_PROPOSALS))
        program.add(facts.program(self._puzzle))
        program.add("\n".join(self._input(removals)))
        program.ground()
        self._program = program
        self._grounded: set[tuple[str, int]] = set()
        self._bounds.clear()
        for number, rival in enumerate(self._rivals):
            self._rule_out(number, rival)
        for number, puzzle in enumerate(self._found):
            self._rule_out_puzzle(number, puzzle)

    def _input(self, removals: int) -> Iterable[str]:
        for kind, weight in self._allowed.weights.items():
            yield f"weight({kind},{weight})."
        for dot in self._allowed.kept:
            yield f"kept({_pair(dot)})."
        for cell, place in self._reach.candidates(removals):
            yield f"candidate_pair({_pair(cell)},{_pair(place)})."

    def allow(self, budget: int) -> None:
        """Let the changes cost so much at most."""
        self._allow(self._allowed.removals(budget))
        self._bound("budget", budget)

    def calm(self, bound: int | None) -> None:
        """Let the changes disturb the puzzle less than this, or as they will."""
        self._bound("calm", bound)

    def _bound(self, what: str, bound: int | None) -> None:
        """Replace a bound, which is a part of the program, by another one."""
        before = self._bounds.pop(what, None)
        if before is not None:
            self._program.control.assign_external(_bound(what, before), False)
        if bound is None:
            return
        self._bounds[what] = bound
        if (what, bound) not in self._grounded:
            self._grounded.add((what, bound))
            self._program.ground((what, [clingo.Number(bound)]))
        self._program.control.assign_external(_bound(what, bound), True)

    def propose(self) -> Proposal | None:
        """Return a puzzle that nothing is known against; None if there is none."""
        for model in self._program.models():
            return self._proposal(model)
        return None

    def has_more(self) -> bool:
        """Tell whether there might be something to propose if more were allowed."""
        if self._removals < self._most_removals:
            return True
        budget = self._bounds["budget"]
        self._bound("budget", None)
        more = self.propose() is not None
        self._bound("budget", budget)
        return more

    def _proposal(self, model: clingo.Model) -> Proposal:
        dots, walls, pairs = set(), set(), []
        for atom in model.symbols(shown=True):
            if atom.name == "dot":
                dots.add(_point(atom.arguments[0]))
            elif atom.name == "standing":
                walls.add(_point(atom.arguments[0]))
            else:
                pairs.append(tuple(map(_point, atom.arguments)))
        puzzle = self._puzzle
        changes = changes_between(
            puzzle, frozenset(dots), frozenset(walls), self._allowed
        )
        puzzle = changed(puzzle, changes)
        number = {center: dot for dot, center in enumerate(puzzle.centers)}
        witness = np.full((puzzle.height, puzzle.width), NO_DOT, dtype=np.int32)
        for cell, center in pairs:
            for x, y in (cell, mirror(center, cell)):
                witness[y // 2, x // 2] = number[center]
        return Proposal(changes, puzzle, witness)

    @property
    def rivals(self) -> Iterable[Rival]:
        """The rivals by which puzzles were refuted."""
        return self._rivals

    def refute(self, rivals: Iterable[Rival]) -> None:
        """Propose no puzzle any more in which one of these is an alternative."""
        for rival in rivals:
            if rival not in self._rivals:
                self._rule_out(len(self._rivals), rival)
                self._rivals[rival] = None

    def forget(self, puzzle: Puzzle) -> None:
        """Do not propose this puzzle again."""
        self._rule_out_puzzle(len(self._found), puzzle)
        self._found.append(puzzle)

    def _rule_out(self, number: int, rival: Rival) -> None:
        points = {
            "rim": rival.rim,
            "own": rival.dots,
            "alien": rival.aliens(),
            "passage": rival.passages,
        }
        self._extend("rival", number, points)

    def _rule_out_puzzle(self, number: int, puzzle: Puzzle) -> None:
        points = {"found_dot": puzzle.centers, "found_wall": puzzle.walls}
        self._extend("found", number, points)

    def _extend(
        self, part: str, number: int, points: Mapping[str, Iterable[Point]]
    ) -> None:
        """Ground a part of the program for something that some points describe."""
        name = f"{part}_{number}"
        about = (
            f"{predicate}({number},{_pair(point)})."
            for predicate, values in points.items()
            for point in values
        )
        self._program.add("\n".join(about), name)
        self._program.ground((name, []), (part, [clingo.Number(number)]))


def _bound(what: str, bound: int) -> clingo.Symbol:
    return clingo.Function(what, [clingo.Number(bound)])


def _pair(point: Point) -> str:
    return f"({point.x},{point.y})"


def _point(symbol: clingo.Symbol) -> Point:
    return Point(*(coordinate.number for coordinate in symbol.arguments))
