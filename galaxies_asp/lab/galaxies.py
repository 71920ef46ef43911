"""Galaxies in the lab: all dots on small boards, random boards, answers as atoms."""

from collections.abc import Collection, Sequence
from functools import cache
from random import Random
from types import MappingProxyType

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.atoms import values
from galaxies_asp.core.asp.clues import opened
from galaxies_asp.core.asp.encodings import BUILT_IN, FAST, MIXES, bundled
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.search import GroundProgram
from galaxies_asp.core.board import facts as predicates
from galaxies_asp.core.board.atoms import Atom, Atoms
from galaxies_asp.core.board.declarations import Declaration, clues_of, declared
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import Point, sides
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Position, Puzzle, Solution
from galaxies_asp.core.board.variants import RuleVariant, Variants
from galaxies_asp.core.compared import OpenBoards
from galaxies_asp.core.galaxies import GALAXIES, Galaxies
from galaxies_asp.core.verifying.rules import check_labels, verify
from galaxies_asp.core.verifying.violations import Fault, Violation
from galaxies_asp.lab.instances import Instance, Output
from galaxies_asp.lab.random_boards import random_puzzle
from galaxies_asp.solving.plan import solver

_EVERYTHING = 6
"""The largest boards whose holes and given walls are enumerated, in cells."""

_FRAME = ("width/1", "height/1", "lattice/1", "shown/1", "variant/1")
_HOLE, _GIVEN, _BLACK = (
    f"{name}/1" for name in (predicates.HOLE, predicates.GIVEN, predicates.BLACK)
)


class ComparedGalaxies(Galaxies):
    """Galaxies whose encodings are compared, maybe with variants of the rules."""

    optional = MappingProxyType({"holes": _HOLE, "given walls": _GIVEN})

    def __init__(self, variants: Variants) -> None:
        super().__init__(variants)
        clues = tuple(one.signature for one in _clues())
        self.is_normalized = len(self.outputs) == 1
        self.inputs += clues
        self.ignorable = _FRAME[2:]
        self.readable = (_BLACK, *clues)
        self.native = () if variants else (FAST,)

    @property
    def known_encodings(self) -> tuple[str, ...]:
        """The names of the encodings that are no files of users."""
        return (*self.native, *BUILT_IN, *MIXES)

    def adjusted(self, facts: str) -> str:
        """Return the facts of a board, and which dots are shown."""
        lines = [facts]
        if RuleVariant.HIDDEN_DOTS in self.variants and "center" in facts:
            lines += predicates.point_lines(predicates.SHOWN, puzzle_of(facts).centers)
        return "\n".join((*lines, ""))

    def is_permanent(self, fact: Atom) -> bool:
        """Tell whether a fact is about the whole board, or shows a dot."""
        return fact.signature in _FRAME

    def violations(self, puzzle: Position, atoms: Atoms) -> list[Violation]:
        """Return the rules that atoms break; those that cannot be drawn come first."""
        drawn, rules = self.drawn(puzzle, atoms), self.variants
        pairs = frozenset(atom for atom in atoms if atom.name == predicates.GALAXY)
        if lost := sorted(pairs - (self.atoms(drawn) or frozenset())):
            cell, dot = lost[0].arguments
            said = f"{cell} is not a cell of the board, or {dot} is not a dot"
            if cell in {*puzzle.puzzle.cells()} and dot in drawn.puzzle.centers:
                said = f"{cell} has two dots"
            return [Violation(Fault.BROKEN_RULE, (), f"{lost[0]}: {said}")]
        faults = check_labels(drawn.puzzle, drawn.rows() or [], rules)
        if any(values(atoms, predicates.WALL)):  # the walls enclose the regions as well
            faults += verify(Position(drawn.puzzle, drawn.walls), variants=rules)
        if RuleVariant.HIDDEN_DOTS not in rules:
            faults += (
                Violation(
                    Fault.REGION_WITHOUT_DOT, (), f"the region about {dot} has no dot"
                )
                for (dot,) in values(atoms, predicates.HIDDEN)
            )
        return faults

    def normalized(self, atoms: Atoms, given: Atoms) -> tuple[Atoms, Atoms]:
        """Return an answer without needed walls; hidden dots are none that are given.

        A wall between cells of two regions is needed.
        """
        dot_of: dict[Point, Point] = dict(values(atoms, predicates.GALAXY))
        needed = {
            Atom(predicates.WALL, (at,))
            for (at,) in values(atoms, predicates.WALL)
            if len({dot_of.get(cell) for cell in sides(at)}) != 1
        }
        hidden = values(atoms, predicates.HIDDEN)
        return atoms - needed, given - {Atom(predicates.CENTER, at) for at in hidden}

    def frame(self, width: int, height: int) -> str:
        """Return the size of a board, and the variants that its puzzles name."""
        named = (f" variant({predicates.atom_of(one)})." for one in self.variants)
        return "".join((predicates.size(width, height), *sorted(named)))

    def open_boards(
        self, without: Collection[str] = (), *, is_every: bool = False
    ) -> list[OpenBoards]:
        """Return all dots, and on small boards holes and few walls.

        With every kind of fact, there are colors and clues, too.
        """
        left_out = "".join(f":- {one.partition('/')[0]}(_).\n" for one in without)
        holes = [] if _HOLE in without else ["holes"]
        walls = [] if _GIVEN in without else ["up to 2 given walls"]
        if is_every:
            names = ["dots", "board", "colors"]
            names += ["shown"] if RuleVariant.HIDDEN_DOTS in self.variants else []
            choices = _questions(*names) + opened(_clues()) + left_out
            colors = [] if _BLACK in without else ["colors"]
            said = ", ".join([_listed(["dots", *colors, *holes]), *walls])
            return [OpenBoards(f"all boards (any {said}) on", choices)]
        dots = _questions("dots")
        found = [OpenBoards("all dots on", dots)]
        if holes or walls:
            said = f"all {_listed(['dots', *holes, *walls])} on"
            more = f"{dots}\n{_questions('board')}{left_out}"
            found.append(OpenBoards(said, more, _EVERYTHING))
        return found

    def random_facts(self, rng: Random, cells: int) -> str:
        """Return the facts of a random board with about this number of cells."""
        return predicates.program(random_puzzle(rng, cells))


@cache
def galaxies_with(variants: Variants) -> ComparedGalaxies:
    """Return Galaxies with variants of its rules."""
    return ComparedGalaxies(variants)


def galaxies_named(name: str) -> ComparedGalaxies:
    """Return Galaxies with the variants after `+` in a name, or `OptionError`."""
    names = set(name.split("+")[1:])
    if unknown := names - set(RuleVariant):
        raise OptionError(f"no variant {', '.join(sorted(unknown))} of the rules")
    return galaxies_with(frozenset(map(RuleVariant, names)))


def _questions(*names: str) -> str:
    """Return rules that choose parts of a board."""
    return bundled(*(f"galaxies/questions/open-{name}.lp" for name in names)).text


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def puzzle_of(facts: str) -> Puzzle:
    """Return the puzzle with these facts."""
    return GALAXIES.puzzle(facts).puzzle


@cache
def _clues() -> list[Declaration]:
    """Return the declared clues of the interface."""
    return clues_of(declared(bundled("galaxies/interface.lp").text))


def ground_fast(board: Instance, options: Sequence[str]) -> GroundProgram[Output]:
    """Ground a board without choices for `fast`."""
    if board.choices:
        raise OptionError(f"{FAST!r} takes one board at a time; give 'grow'")
    puzzle = puzzle_of(board.facts)
    # Its ground rules name no atoms to project to.
    options = [option for option in options if not option.startswith("--project")]
    try:
        grounded = solver(puzzle, Rules(FAST)).ground(options)
    except NoSolutionError:
        empty = Program(options, name="the encoding fast")
        empty.add(":- .")
        empty.ground()
        return GroundProgram(empty, lambda model: Output(frozenset()))

    def read(model: clingo.Model) -> Output:
        solved = Solution(puzzle, grounded.read(model))
        return Output(GALAXIES.atoms(solved) or frozenset())

    return GroundProgram(grounded.program, read)
