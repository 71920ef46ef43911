"""Galaxies as a family of the lab, with variants of its rules."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial

import clingo

from galaxies_asp.core.asp.atoms import Atoms, values
from galaxies_asp.core.asp.clues import opened
from galaxies_asp.core.asp.encodings import FAST, bundled, files
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.search import GroundProgram
from galaxies_asp.core.board import facts as predicates
from galaxies_asp.core.board.declarations import Declaration, clues_of, declared
from galaxies_asp.core.board.errors import OptionError, PuzzleError
from galaxies_asp.core.board.grid import Point, describe, sides
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Position, Puzzle, walls_between
from galaxies_asp.core.board.variants import RuleVariant, Variants
from galaxies_asp.core.drawing.text import text
from galaxies_asp.core.notation import facts as notation
from galaxies_asp.core.verifying.rules import check_labels, verify
from galaxies_asp.core.verifying.violations import Kind
from galaxies_asp.families.family import (
    Answer,
    Board,
    Family,
    boards_up_to,
    sizes_up_to,
)
from galaxies_asp.families.galaxies.random_boards import random_puzzle
from galaxies_asp.solving.plan import solver

NAME = "galaxies"
HIDDEN = "hidden"
"""The predicate of the dots that an encoding adds to the board."""

_EVERYTHING = 6
"""The largest boards whose holes and given walls are enumerated, in cells."""

_READ = (
    *(predicates.WIDTH, predicates.HEIGHT, predicates.CENTER),
    *(predicates.HOLE, predicates.GIVEN),
)
"""The inputs that every encoding reads."""


def family(name: str) -> Family:
    """Return the family with the variants that its name lists after `+`.

    Raises
    ------
    OptionError
        If there is no such variant.
    """
    names = set(name.split("+")[1:])
    unknown = names - set(RuleVariant)
    if unknown:
        raise OptionError(f"no variant {', '.join(sorted(unknown))} of the rules")
    variants = frozenset(map(RuleVariant, names))
    inputs = (
        *(f"{name}/1" for name in predicates.INPUTS),
        *(one.signature for one in _clues()),
    )
    outputs = [f"{predicates.GALAXY}/2"]
    if RuleVariant.HIDDEN_DOTS in variants:
        outputs.append(f"{HIDDEN}/1")
    if RuleVariant.LOOSE_WALLS in variants:
        outputs.append(f"{predicates.WALL}/1")
    return Family(
        name=family_name(variants),
        module=__name__,
        outputs=tuple(outputs),
        output_meaning=predicates.OUTPUT_MEANING,
        inputs=inputs,
        ignorable=tuple(set(inputs) - {f"{name}/1" for name in _READ}),
        violations=lambda plain: _faults(plain.facts, plain.atoms, variants),
        drawing=lambda plain, color: _drawn(plain.facts, plain.atoms, variants),
        smaller=lambda facts: map(predicates.program, smaller(puzzle_of(facts))),
        spaces=_spaces,
        all_boards=partial(_all_boards, variants),
        random=lambda rng, cells: predicates.program(random_puzzle(rng, cells)),
        size=lambda facts: len(list(puzzle_of(facts).cells())),
        files=files,
        adjust=_shown if RuleVariant.HIDDEN_DOTS in variants else Family.adjust,
        normalize=_normalize if len(outputs) > 1 else Family.normalize,
        native={} if variants else {FAST: _ground_fast},
    )


def family_name(variants: Iterable[RuleVariant]) -> str:
    """Return the name of the family with variants of the rules."""
    return "+".join((NAME, *sorted(variants)))


@lru_cache(maxsize=1000)
def puzzle_of(facts: str) -> Puzzle:
    """Return the puzzle with these facts."""
    return notation.read(facts)[0].puzzle


def _shown(facts: str) -> str:
    """Return the facts that the given dots are shown."""
    if predicates.CENTER not in facts:
        return ""
    return "\n".join(predicates.point_lines(predicates.SHOWN, puzzle_of(facts).centers))


def all_dots(width: int, height: int) -> list[Board]:
    """Return the sets of all dots on all boards up to a size."""
    dots = bundled("galaxies/questions/open-dots.lp").text
    return boards_up_to(width, height, "all dots on", dots)


def _spaces(width: int, height: int) -> list[Board]:
    """Return all dots up to a size, and on small boards all holes and few walls."""
    more = bundled("galaxies/questions/open-board.lp").text
    boards = []
    for board, (w, h) in zip(
        all_dots(width, height), sizes_up_to(width, height), strict=True
    ):
        boards.append(board)
        if w * h <= _EVERYTHING:
            name = f"all dots, holes and up to 2 given walls on {w}x{h}"
            boards.append(Board(name, board.facts, f"{board.choices}\n{more}"))
    return boards


def _all_boards(variants: Variants, width: int, height: int) -> list[Board]:
    """Return all dots, colors, clues and holes up to a size, with few given walls."""
    names = ["dots", "board", "colors"]
    names += ["shown"] if RuleVariant.HIDDEN_DOTS in variants else []
    choices = bundled(*(f"galaxies/questions/open-{name}.lp" for name in names)).text
    choices += opened(_clues())
    named = "".join(f" variant({predicates.atom_of(one)})." for one in sorted(variants))
    said = "all boards (any dots, colors and holes, up to 2 given walls) on"
    return boards_up_to(width, height, said, choices, named)


@cache
def _clues() -> list[Declaration]:
    """Return the declared clues of the interface."""
    return clues_of(declared(bundled("galaxies/interface.lp").text))


def _normalize(answer: Answer) -> Answer:
    """Return the answer without dots that are hidden and given, and needed walls."""
    hidden = {point for (point,) in values(answer.atoms, HIDDEN)}
    given = answer.given - {f"center(({x},{y}))" for x, y in hidden}
    walls = {atom for atom in answer.atoms if atom.startswith("wall(")}
    if not walls:
        return replace(answer, given=given)
    dot_of = dict(values(answer.atoms, predicates.GALAXY))
    needed = {
        atom
        for atom in walls
        for (point,) in values([atom], predicates.WALL)
        if len({dot_of.get(cell) for cell in sides(Point(*point))}) != 1
    }
    return Answer(answer.atoms - needed, given)


def _ground_fast(board: Board, options: Sequence[str]) -> GroundProgram[Answer]:
    """Ground a board without choices for `fast`."""
    if board.choices:
        raise OptionError(f"{FAST!r} takes one board at a time; give 'grow'")
    puzzle = puzzle_of(board.facts)
    # Its ground rules name no atoms to project to.
    options = [option for option in options if not option.startswith("--project")]
    try:
        grounded = solver(puzzle, Rules(FAST)).ground(options)
    except NoSolutionError:
        from galaxies_asp.core.asp.program import Program

        empty = Program(options, name="the encoding fast")
        empty.add(":- .")
        empty.ground()
        return GroundProgram(empty, lambda model: Answer(frozenset()))

    def read(model: clingo.Model) -> Answer:
        rows = grounded.read(model)
        return Answer(
            frozenset(
                f"{predicates.GALAXY}(({x},{y}),{names[rows[y // 2][x // 2]]})"
                for x, y in puzzle.cells()
            )
        )

    names = [f"({x},{y})" for x, y in puzzle.centers]
    return GroundProgram(grounded.program, read)


def _strange(puzzle: Puzzle, atoms: Atoms) -> Iterator[str]:
    """Yield the atoms that name other points than cells and dots."""
    cells, dots = set(puzzle.cells()), set(puzzle.centers)
    dots |= {point for (point,) in values(atoms, HIDDEN)}
    for pair in values(atoms, predicates.GALAXY):
        cell, dot = (Point(*point) for point in pair)
        if cell not in cells:
            yield f"galaxy({cell},{dot}): {cell} is not a cell of the board"
        elif dot not in dots:
            yield f"galaxy({cell},{dot}): {dot} is not a dot of the board"


def _faults(facts: str, atoms: Atoms, variants: Variants) -> list[str]:
    puzzle = puzzle_of(facts)
    strange = sorted(_strange(puzzle, atoms))
    if strange:
        return strange[:3]
    numbers = Counter(cell for cell, _ in values(atoms, predicates.GALAXY))
    shared = [Point(*cell) for cell, number in sorted(numbers.items()) if number > 1]
    if shared:
        return [f"cell with two dots: {describe(cell)}" for cell in shared]
    position = position_of(puzzle, atoms)
    faults = check_labels(position.puzzle, position.rows() or [], variants)
    if any(values(atoms, predicates.WALL)):  # the walls enclose the regions as well
        walls = Position(position.puzzle, position.walls)
        faults += verify(walls, variants=variants)
    said = list(map(str, faults))
    if RuleVariant.HIDDEN_DOTS not in variants:
        said += [
            f"{Kind.REGION_WITHOUT_DOT}: the region about {Point(*dot)} has no dot"
            for (dot,) in values(atoms, HIDDEN)
        ]
    return list(dict.fromkeys(said))


def position_of(puzzle: Puzzle, atoms: Atoms) -> Position:
    """Return an answer as a position; of several dots of a cell, the last is drawn."""
    hidden = sorted(Point(*point) for (point,) in values(atoms, HIDDEN))
    if hidden:
        puzzle = replace(puzzle, centers=(*puzzle.centers, *hidden))
    number = {center: index for index, center in enumerate(puzzle.centers)}
    labels = puzzle.empty_rows()
    for cell, dot in sorted(values(atoms, predicates.GALAXY)):
        if dot in number and puzzle.has_cell(Point(*cell)):
            labels[cell[1] // 2][cell[0] // 2] = number[dot]
    walls = walls_between(labels, puzzle.holes, puzzle.lattice)
    drawn = {Point(*point) for (point,) in values(atoms, predicates.WALL)}
    return Position(puzzle, walls | drawn, labels)


def _drawn(facts: str, atoms: Atoms | None, variants: Variants) -> str:
    puzzle = puzzle_of(facts)
    if atoms is None:
        return text(Position(puzzle))
    position = position_of(puzzle, atoms)
    marks = {
        place
        for fault in check_labels(position.puzzle, position.rows() or [], variants)
        for place in fault.places
    }
    return text(position, marks=marks)


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
