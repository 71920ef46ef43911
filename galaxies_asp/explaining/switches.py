"""The program `questions/reasons.lp` with switches, and questions to the solver."""

from collections.abc import Iterator, Sequence
from functools import cache

import clingo

from galaxies_asp.asp.encodings import bundled
from galaxies_asp.asp.program import Program
from galaxies_asp.asp.sources import Text
from galaxies_asp.board import facts
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import NO_DOT, Puzzle
from galaxies_asp.explaining.instances import (
    NO_SOLUTION,
    Asked,
    Instance,
    Rule,
    Target,
    cells_of,
)
from galaxies_asp.fast.bitboard import Bitboard

_REASONS = "galaxies/questions/reasons.lp"
_SMALLEST = "galaxies/questions/smallest.lp"


class Guarded:
    """A ground program for some rule instances and a target; each has a switch.

    The program contains only the candidates that these instances are about.

    Parameters
    ----------
    short_searches
        Whether no search takes long enough to be interrupted.
    """

    def __init__(
        self,
        board: Bitboard,
        instances: Sequence[Instance],
        target: Target,
        *,
        short_searches: bool = False,
    ) -> None:
        self._program = _ground(board, instances, target, short_searches=short_searches)
        atoms = self._program.control.symbolic_atoms
        self._literals = {}
        for instance in instances:
            atom = atoms[_switch(board.puzzle, instance)]
            assert atom is not None
            self._literals[instance] = atom.literal
        self._contrary: list[int] | None = []
        if target.asked is not Asked.NO_SOLUTION:
            self._contrary = self._denied(board.puzzle, target)

    def _denied(self, puzzle: Puzzle, target: Target) -> list[int] | None:
        """Return the literals of the contrary; None if there is no contrary."""
        if target.asked is Asked.CELL:
            symbol = _galaxy(puzzle, target.at, target.dot)
        else:
            symbol = clingo.Function("same", [_point(target.at)])
        atom = self._program.control.symbolic_atoms[symbol]
        if target.asked is Asked.WALL:
            return None if atom is None else [atom.literal]
        return [] if atom is None else [-atom.literal]

    def forces(self, instances: Sequence[Instance]) -> bool:
        """Tell whether these instances alone force the target."""
        return self.core(instances) is not None

    def core(self, instances: Sequence[Instance]) -> list[Instance] | None:
        """Return some of the instances that force the target, None if they do not."""
        if self._contrary is None:
            return []
        switched = {self._literals[instance]: instance for instance in instances}
        cores: list[Sequence[int]] = []
        result = self._program.search(
            assumptions=[*switched, *self._contrary], on_core=cores.append
        )
        if not result.unsatisfiable:
            return None
        core = set(cores[-1])
        return [instance for literal, instance in switched.items() if literal in core]


def forced_labels(
    board: Bitboard, instances: Sequence[Instance]
) -> dict[Point, int] | None:
    """Return the cells whose dot follows from some instances, by a search.

    None if the instances cannot all hold.
    """
    program = _ground(board, instances, NO_SOLUTION, "0", "--enum-mode=cautious")
    switched = [(_switch(board.puzzle, i), True) for i in instances]
    common = None
    for model in program.models(switched):
        common = model.symbols(shown=True)
    if common is None:
        return None
    number = {center: dot for dot, center in enumerate(board.puzzle.centers)}
    labels = {}
    for atom in common:
        cell, center = (
            Point(*(coordinate.number for coordinate in point.arguments))
            for point in atom.arguments
        )
        labels[cell] = number[center]
    return labels


def smallest_hitting_set(sets: list[list[int]]) -> list[int]:
    """Return a smallest set of numbers that has one in common with each set."""
    program = Program(["0"], _text(_SMALLEST))
    members = (f"member({i},{e})." for i, items in enumerate(sets) for e in items)
    program.add("\n".join(members))
    program.ground()
    best: list[int] = []
    for model in program.models():
        best = [atom.arguments[0].number for atom in model.symbols(shown=True)]
    return sorted(best)


def _ground(
    board: Bitboard,
    instances: Sequence[Instance],
    target: Target,
    *options: str,
    short_searches: bool = False,
) -> Program:
    program = Program(options, _text(_REASONS), short_searches=short_searches)
    program.add("\n".join(_facts(board, instances, target)))
    program.ground()
    return program


@cache
def _text(name: str) -> Text:
    """Return an encoding, which is read once."""
    return bundled(name)


def _facts(
    board: Bitboard, instances: Sequence[Instance], target: Target
) -> Iterator[str]:
    puzzle = board.puzzle
    dots = {instance.dot for instance in instances} | {target.dot}
    cells = [i.at for i in instances if i.rule is Rule.COVER]
    if target.asked is not Asked.NO_SOLUTION:
        cells += cells_of(target.at)
    asked_cells = board.bits(tuple(cells))
    for dot, span in enumerate(board.span):
        center = puzzle.centers[dot]
        candidates = span if dot in dots else span & asked_cells
        for cell in board.points(candidates):
            yield f"candidate({_pair(cell)},{_pair(center)})."
    for instance in instances:
        yield f"instance({_symbol(puzzle, instance)})."
    if target.asked in (Asked.WALL, Asked.OPEN):
        yield f"asked({_pair(target.at)})."


def _switch(puzzle: Puzzle, instance: Instance) -> clingo.Symbol:
    return clingo.Function("rule", [_symbol(puzzle, instance)])


def _symbol(puzzle: Puzzle, instance: Instance) -> clingo.Symbol:
    arguments = [_point(instance.at)]
    if instance.rule is Rule.LABEL:
        arguments.append(_point(puzzle.centers[instance.dot]))
    return clingo.Function(str(instance.rule), arguments)


def _galaxy(puzzle: Puzzle, cell: Point, dot: int) -> clingo.Symbol:
    assert dot != NO_DOT
    arguments = [_point(cell), _point(puzzle.centers[dot])]
    return clingo.Function(facts.GALAXY, arguments)


def _point(point: Point) -> clingo.Symbol:
    return clingo.Tuple_([clingo.Number(point.x), clingo.Number(point.y)])


def _pair(point: Point) -> str:
    return f"({point.x},{point.y})"
