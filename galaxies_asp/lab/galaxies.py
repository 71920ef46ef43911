"""Galaxies in the lab: all dots on small boards, random boards, smaller boards."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from types import MappingProxyType

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.atoms import values
from galaxies_asp.core.asp.clues import opened
from galaxies_asp.core.asp.encodings import BUILT_IN, FAST, MIXES, bundled, variants
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.search import GroundProgram
from galaxies_asp.core.board import facts as predicates
from galaxies_asp.core.board.atoms import Atom, Atoms
from galaxies_asp.core.board.declarations import Declaration, clues_of, declared
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import (
    describe,
    sides,
)
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Position, Puzzle, Solution
from galaxies_asp.core.board.variants import PUZZLE, RuleVariant, Variants
from galaxies_asp.core.drawing.text import text
from galaxies_asp.core.galaxies import GALAXIES, Galaxies
from galaxies_asp.core.verifying.rules import check_labels, verify
from galaxies_asp.core.verifying.violations import Fault
from galaxies_asp.lab.random_boards import random_puzzle
from galaxies_asp.lab.subject import (
    Instance,
    Output,
    Subject,
    boards_up_to,
    sizes_up_to,
)
from galaxies_asp.solving.plan import solver

_EVERYTHING = 6
"""The largest boards whose holes and given walls are enumerated, in cells."""

_FRAME = (
    predicates.WIDTH,
    predicates.HEIGHT,
    predicates.LATTICE,
    predicates.SHOWN,
    predicates.VARIANT,
)
_READ = (
    predicates.WIDTH,
    predicates.HEIGHT,
    predicates.CENTER,
    predicates.HOLE,
    predicates.GIVEN,
)
"""The inputs that every encoding reads."""


class GalaxiesSubject(Subject):
    """Galaxies, maybe with variants of its rules."""

    permanent = tuple(f"{name}/1" for name in _FRAME)
    output_meaning = predicates.OUTPUT_MEANING
    has_candidates = True
    optional = MappingProxyType(
        {"holes": f"{predicates.HOLE}/1", "given walls": f"{predicates.GIVEN}/1"}
    )

    def __init__(self, variants: Variants) -> None:
        super().__init__(Galaxies(variants))
        self.variants = variants
        self.is_normalized = len(self.outputs) == 1
        self.inputs += tuple(one.signature for one in _clues())
        self.ignorable = tuple(set(self.inputs) - {f"{name}/1" for name in _READ})
        self.encodings, self.studied = (*BUILT_IN, *MIXES), "choice+any"
        if not variants:
            self.native = (FAST,)
            self.encodings = (FAST, *self.encodings)
            self.variants_of_rules = tuple(RuleVariant)

    def is_encoding(self, name: str) -> bool:
        """Return whether a name is one of an encoding, or a mix of parts."""
        return super().is_encoding(name if Path(name).is_file() else name.split("+")[0])

    def under_rules_of(self, *encodings: str) -> Subject:
        """Return Galaxies with the variants that encodings share, if they share some.

        A file without variants in its name is judged by those of the others.
        """
        named = [variants(e) for e in encodings if variants(e) or not Path(e).is_file()]
        shared = named[0].intersection(*named[1:]) if named else PUZZLE
        if not shared:
            return self
        subject = galaxies_with(shared).under(self.theory)
        return subject.optimal() if self.optimizes else subject

    def instance(self, name: str) -> None:
        """Return nothing: a board is a puzzle in some notation, or a shipped one."""

    def program(self, board: Instance) -> str:
        """Return the facts and choices of a board, and which dots are shown."""
        lines = [board.facts]
        if RuleVariant.HIDDEN_DOTS in self.variants and "center" in board.facts:
            centers = puzzle_of(board.facts).centers
            lines += predicates.point_lines(predicates.SHOWN, centers)
        return "\n".join((*lines, board.constants, board.choices, ""))

    def _faults(self, puzzle: Position, atoms: Atoms) -> list[str]:
        variants, board = self.variants, puzzle.puzzle
        strange = sorted(_strange(board, atoms))
        if strange:
            return strange[:3]
        numbers = Counter(cell for cell, _ in values(atoms, predicates.GALAXY))
        shared = [cell for cell, number in sorted(numbers.items()) if number > 1]
        if shared:
            return [f"cell with two dots: {describe(cell)}" for cell in shared]
        position = GALAXIES.drawn(puzzle, atoms)
        faults = check_labels(position.puzzle, position.rows() or [], variants)
        if any(values(atoms, predicates.WALL)):  # the walls enclose the regions as well
            walls = Position(position.puzzle, position.walls)
            faults += verify(walls, variants=variants)
        said = list(map(str, faults))
        if RuleVariant.HIDDEN_DOTS not in variants:
            said += [
                f"{Fault.REGION_WITHOUT_DOT}: the region about {dot} has no dot"
                for (dot,) in values(atoms, predicates.HIDDEN)
            ]
        return list(dict.fromkeys(said))

    def draw(self, facts: str, atoms: Atoms | None = None) -> str:
        """Return a board as text; where an answer breaks the rules, it is marked."""
        puzzle = Position(puzzle_of(facts))
        if atoms is None:
            return text(puzzle)
        position = GALAXIES.drawn(puzzle, atoms)
        rows = position.rows() or []
        faults = check_labels(position.puzzle, rows, self.variants)
        return text(position, marks={place for one in faults for place in one.places})

    def normalize(self, answer: Output) -> Output:
        """Return the answer without hidden dots that are given, and needed walls."""
        hidden = values(answer.atoms, predicates.HIDDEN)
        given = answer.given - {Atom(predicates.CENTER, point) for point in hidden}
        walls = {atom for atom in answer.atoms if atom.name == predicates.WALL}
        if not walls:
            return replace(answer, given=given)
        dot_of = dict(values(answer.atoms, predicates.GALAXY))
        needed = {
            atom
            for atom in walls
            for (point,) in values([atom], predicates.WALL)
            if len({dot_of.get(cell) for cell in sides(point)}) != 1
        }
        return Output(answer.atoms - needed, given)

    def spaces(
        self, width: int, height: int, without: Collection[str] = ()
    ) -> list[Instance]:
        """Return all dots up to a size, and on small boards all holes and few walls."""
        more = bundled("galaxies/questions/open-board.lp").text + _none(without)
        holes, walls = _varied(without)
        boards = []
        sizes = sizes_up_to(width, height)
        for board, (w, h) in zip(all_dots(width, height), sizes, strict=True):
            boards.append(board)
            if w * h <= _EVERYTHING and not {*self.optional.values()} <= {*without}:
                name = f"all {_listed(['dots', *holes, *walls])} on {w}x{h}"
                choices = f"{board.choices}\n{more}"
                boards.append(Instance(name, board.facts, choices))
        return boards

    def all_boards(
        self, width: int, height: int, without: Collection[str] = ()
    ) -> list[Instance]:
        """Return all dots, colors, clues and holes up to a size, with few walls."""
        names = ["dots", "board", "colors"]
        names += ["shown"] if RuleVariant.HIDDEN_DOTS in self.variants else []
        files = (f"galaxies/questions/open-{name}.lp" for name in names)
        choices = bundled(*files).text + opened(_clues()) + _none(without)
        named = "".join(
            f" variant({predicates.atom_of(one)})." for one in sorted(self.variants)
        )
        holes, walls = _varied(without)
        colors = [] if f"{predicates.BLACK}/1" in without else ["colors"]
        said = ", ".join([_listed(["dots", *colors, *holes]), *walls])
        said = f"all boards (any {said}) on"
        return boards_up_to(GALAXIES, (width, height), said, choices, named)

    def random(self, rng: Random, cells: int) -> str:
        """Return the facts of a random board with about this number of cells."""
        return predicates.program(random_puzzle(rng, cells))


@cache
def galaxies_with(variants: Variants) -> GalaxiesSubject:
    """Return Galaxies with variants of its rules."""
    return GalaxiesSubject(variants)


def galaxies_named(name: str) -> GalaxiesSubject:
    """Return Galaxies with the variants after `+` in a name, or `OptionError`."""
    names = set(name.split("+")[1:])
    if unknown := names - set(RuleVariant):
        raise OptionError(f"no variant {', '.join(sorted(unknown))} of the rules")
    return galaxies_with(frozenset(map(RuleVariant, names)))


def _none(without: Collection[str]) -> str:
    """Return the constraints that no fact has one of these signatures."""
    return "".join(f":- {name.partition('/')[0]}(_).\n" for name in sorted(without))


def _varied(without: Collection[str]) -> Iterator[list[str]]:
    """Yield the words for holes, and for given walls; none for those left out."""
    said = {predicates.HOLE: "holes", predicates.GIVEN: "up to 2 given walls"}
    for name, words in said.items():
        yield [] if f"{name}/1" in without else [words]


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


@lru_cache(maxsize=1000)
def puzzle_of(facts: str) -> Puzzle:
    """Return the puzzle with these facts."""
    return GALAXIES.puzzle(facts).puzzle


def all_dots(width: int, height: int) -> list[Instance]:
    """Return the sets of all dots on all boards up to a size."""
    dots = bundled("galaxies/questions/open-dots.lp").text
    return boards_up_to(GALAXIES, (width, height), "all dots on", dots)


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


def _strange(puzzle: Puzzle, atoms: Atoms) -> Iterator[str]:
    """Yield the atoms that name other points than cells and dots."""
    cells, dots = set(puzzle.cells()), set(puzzle.centers)
    dots |= {point for (point,) in values(atoms, predicates.HIDDEN)}
    for cell, dot in values(atoms, predicates.GALAXY):
        if cell not in cells:
            yield f"galaxy({cell},{dot}): {cell} is not a cell of the board"
        elif dot not in dots:
            yield f"galaxy({cell},{dot}): {dot} is not a dot of the board"
