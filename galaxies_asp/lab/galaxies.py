"""Galaxies in the lab: all dots on small boards, random boards, smaller boards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from random import Random

import clingo

from galaxies_asp.core.asp.atoms import values
from galaxies_asp.core.asp.clues import opened
from galaxies_asp.core.asp.encodings import BUILT_IN, FAST, MIXES, bundled
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.search import GroundProgram
from galaxies_asp.core.board import facts as predicates
from galaxies_asp.core.board.atoms import Atom, Atoms
from galaxies_asp.core.board.declarations import Declaration, clues_of, declared
from galaxies_asp.core.board.errors import OptionError, PuzzleError
from galaxies_asp.core.board.grid import Point, describe, sides
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.board.variants import RuleVariant, Variants
from galaxies_asp.core.drawing.text import text
from galaxies_asp.core.galaxies import GALAXIES, NAME, Galaxies
from galaxies_asp.core.verifying.rules import check_labels, verify
from galaxies_asp.core.verifying.violations import Kind
from galaxies_asp.lab.random_boards import random_puzzle
from galaxies_asp.lab.subject import Instance, Output, Subject, sizes_up_to
from galaxies_asp.solving.plan import solver

_EVERYTHING = 6
"""The largest boards whose holes and given walls are enumerated, in cells."""

_READ = (
    predicates.WIDTH,
    predicates.HEIGHT,
    predicates.CENTER,
    predicates.HOLE,
    predicates.GIVEN,
)
"""The inputs that every encoding reads."""


class GalaxiesSubject(Subject[Position]):
    """Galaxies, maybe with variants of its rules."""

    output_meaning = predicates.OUTPUT_MEANING

    def __init__(self, variants: Variants) -> None:
        super().__init__(Galaxies(variants))
        self.variants = variants
        self.inputs += tuple(one.signature for one in _clues())
        self.ignorable = tuple(set(self.inputs) - {f"{name}/1" for name in _READ})
        if not variants:
            self.native = (FAST,)

    @property
    def encodings(self) -> tuple[str, ...]:
        """The encodings with names, and those that are no texts."""
        return *self.native, *BUILT_IN, *MIXES

    def program(self, board: Instance) -> str:
        """Return the facts and choices of a board, and which dots are shown."""
        lines = [board.facts]
        if RuleVariant.HIDDEN_DOTS in self.variants and "center" in board.facts:
            centers = puzzle_of(board.facts).centers
            lines += predicates.point_lines(predicates.SHOWN, centers)
        return "\n".join((*lines, board.choices, ""))

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
                f"{Kind.REGION_WITHOUT_DOT}: the region about {dot} has no dot"
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

    @property
    def is_normalized(self) -> bool:
        """Whether answers are compared as they are: those with nothing but labels."""
        return len(self.outputs) == 1

    def smaller(self, facts: str) -> Iterator[str]:
        """Yield the boards without one row, column, dot, color, hole or wall."""
        return map(predicates.program, smaller(puzzle_of(facts)))

    def spaces(self, width: int, height: int) -> list[Instance]:
        """Return all dots up to a size, and on small boards all holes and few walls."""
        more = bundled("galaxies/questions/open-board.lp").text
        boards = []
        sizes = sizes_up_to(width, height)
        for board, (w, h) in zip(all_dots(width, height), sizes, strict=True):
            boards.append(board)
            if w * h <= _EVERYTHING:
                name = f"all dots, holes and up to 2 given walls on {w}x{h}"
                choices = f"{board.choices}\n{more}"
                boards.append(Instance(name, board.facts, choices))
        return boards

    def all_boards(self, width: int, height: int) -> list[Instance]:
        """Return all dots, colors, clues and holes up to a size, with few walls."""
        names = ["dots", "board", "colors"]
        names += ["shown"] if RuleVariant.HIDDEN_DOTS in self.variants else []
        files = (f"galaxies/questions/open-{name}.lp" for name in names)
        choices = bundled(*files).text + opened(_clues())
        named = "".join(
            f" variant({predicates.atom_of(one)})." for one in sorted(self.variants)
        )
        said = "all boards (any dots, colors and holes, up to 2 given walls) on"
        return _boards(width, height, said, choices, named)

    def random(self, rng: Random, cells: int) -> str:
        """Return the facts of a random board with about this number of cells."""
        return predicates.program(random_puzzle(rng, cells))

    def size(self, facts: str) -> int:
        """Return the number of cells."""
        return len(list(puzzle_of(facts).cells()))


def variants_of(name: str) -> Variants:
    """Return the variants that the name of a family lists after `+`.

    Raises
    ------
    OptionError
        If there is no such variant.
    """
    names = set(name.split("+")[1:])
    if unknown := names - set(RuleVariant):
        raise OptionError(f"no variant {', '.join(sorted(unknown))} of the rules")
    return frozenset(map(RuleVariant, names))


def family_name(variants: Variants) -> str:
    """Return the name of the family with variants of the rules."""
    return "+".join((NAME, *sorted(variants)))


@lru_cache(maxsize=1000)
def puzzle_of(facts: str) -> Puzzle:
    """Return the puzzle with these facts."""
    return GALAXIES.puzzle(facts).puzzle


def all_dots(width: int, height: int) -> list[Instance]:
    """Return the sets of all dots on all boards up to a size."""
    dots = bundled("galaxies/questions/open-dots.lp").text
    return _boards(width, height, "all dots on", dots)


def _boards(
    width: int, height: int, said: str, choices: str, more: str = ""
) -> list[Instance]:
    return [
        Instance(f"{said} {w}x{h}", f"width({w}). height({h}).{more}", choices)
        for w, h in sizes_up_to(width, height)
    ]


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
        rows = grounded.read(model)
        pairs = (
            (cell, puzzle.centers[rows[cell.y // 2][cell.x // 2]])
            for cell in puzzle.cells()
        )
        return Output(frozenset(Atom(predicates.GALAXY, pair) for pair in pairs))

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


def smaller(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield the boards without one row, column, dot, color, hole or wall."""
    width, height = puzzle.width, puzzle.height
    for left in (0, 2) if width > 1 else ():
        yield from _cut(puzzle, width - 1, height, left, 0)
    for top in (0, 2) if height > 1 else ():
        yield from _cut(puzzle, width, height - 1, 0, top)
    for wall in sorted(puzzle.walls):
        yield replace(puzzle, walls=puzzle.walls - {wall})
    for hole in sorted(puzzle.holes):
        yield replace(puzzle, holes=puzzle.holes - {hole})
    for center in puzzle.centers:
        rest = tuple(other for other in puzzle.centers if other != center)
        yield replace(puzzle, centers=rest, black=puzzle.black - {center})
    for center in sorted(puzzle.black):
        yield replace(puzzle, black=puzzle.black - {center})


def _cut(
    puzzle: Puzzle, width: int, height: int, left: int, top: int
) -> Iterator[Puzzle]:
    """Yield the part of a board that begins at (left, top), if it is a board."""

    def inside(points: Sequence[Point] | frozenset[Point]) -> list[Point]:
        moved = (Point(x - left, y - top) for x, y in points)
        return [p for p in moved if 0 < p.x < 2 * width and 0 < p.y < 2 * height]

    sets = (puzzle.black, puzzle.holes, puzzle.walls)
    black, holes, walls = (frozenset(inside(points)) for points in sets)
    try:
        yield Puzzle(width, height, tuple(inside(puzzle.centers)), black, holes, walls)
    except PuzzleError:  # a wall on what is now the border
        return
