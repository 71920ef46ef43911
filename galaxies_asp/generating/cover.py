"""The fewest galaxies that cover a shape exactly: `encodings/boards/cover.lp`.

E. Demaine, M. Löffler and C. Schmidt, "Rectangular Spiral Galaxies are Still Hard"
(2021), prove that this design problem is NP-complete. The solver finds better and
better covers, and at last proves that there is none with fewer galaxies; a lower bound,
`encodings/boards/cover-bound.lp`, often shortens the proof. Under other rules their
encoding chooses the dots, by `encodings/galaxies/questions/fewest-dots.lp`.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.encodings import bundled, text
from galaxies_asp.core.asp.program import Program, ignored
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.asp.symbols import points_of
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.answer import Natural, Positive, PuzzleAnswer
from galaxies_asp.core.board.errors import EncodingError, NotationError, OptionError
from galaxies_asp.core.board.grid import Point, cell_at, in_reading_order
from galaxies_asp.core.board.labels import cells_where, differing, known
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.core.board.regions import labels_of, pairs_of
from galaxies_asp.core.board.variants import MORE_THAN_LABELS, RuleVariant
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.core.notation.json_lines import JsonPuzzle
from galaxies_asp.core.verifying.regions import components
from galaxies_asp.core.verifying.rules import check_solution
from galaxies_asp.solving.judging import broken_rules
from galaxies_asp.solving.plan import program_engine
from galaxies_asp.solving.search import solve

Shape = NDArray[np.bool_]
"""(H, W): which cells belong to a shape."""

MOST_CELLS = 400
"""The largest part; the program grows with the square of the number of cells."""


@dataclass(frozen=True)
class Cover:
    """Galaxies that cover a shape exactly."""

    solution: Solution
    """The galaxies, on a board whose other cells are missing."""
    at_least: int
    """A lower bound of the number of galaxies."""
    verified: bool = True
    """Whether a verifier has judged it; not so where an encoding states own rules."""

    @property
    def fewest(self) -> bool:
        """Whether it is proven that fewer galaxies do not suffice."""
        return self.galaxies == self.at_least

    @property
    def galaxies(self) -> int:
        """The number of galaxies."""
        return len(self.solution.puzzle.centers)


@dataclass(frozen=True)
class CoverAnswer(PuzzleAnswer):
    """Answer of galaxies cover --json."""

    galaxies: Annotated[Positive, "Number of galaxies of the cover."]
    at_least: Annotated[Natural, "Lower bound of this number."]
    fewest: Annotated[bool, "Whether it is proven that fewer do not suffice."]
    unique: Annotated[
        bool,
        "Whether only covers whose dots have exactly one solution were searched for.",
    ]
    encoding: Annotated[str, "The rules: an encoding, as in galaxies solve."]
    verified: Annotated[bool, "Whether a verifier has judged the cover."]
    cover: Annotated[
        JsonPuzzle, "The dots and the galaxies; cells outside the shape are holes."
    ]


def cropped(shape: Shape) -> Shape:
    """Return the shape without empty rows and columns at its sides."""
    rows, columns = np.nonzero(shape)
    if not rows.size:
        raise NotationError("the shape has no cells")
    return shape[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def covers(
    shape: Shape,
    *,
    unique: bool = False,
    deadline: float | None = None,
    rules: Rules = STANDARD,
) -> Iterator[Cover]:
    """Yield better and better covers; the last one is the best.

    Under the standard rules, the parts of a shape that do not touch are covered one by
    one, small ones first, and only one of those that differ by a turn or reflection.

    `shape`: (H, W): the cells to cover; they need not be connected. `unique`: yield
    puzzles with exactly one solution only. `deadline`: the value of `time.monotonic()`
    at which to stop. `rules`: the rules; others than the standard ones take the shape
    as a whole.

    Raises `NotationError` if the shape has no cells. Raises `OptionError` if a part has
    more than `MOST_CELLS`, or the rules do not allow this. Raises `EncodingError` if an
    encoding is faulty, or has a model that breaks the rules. Raises `TimeoutError` at
    the deadline.
    """
    shape = cropped(shape)
    if rules != STANDARD:
        yield from _covers_by(rules, shape, unique, deadline)
        return
    placed = list(map(_placed, _parts(shape)))
    forms = {form.tobytes(): form for form, _ in placed}
    for form in forms.values():
        if form.sum() > MOST_CELLS:
            raise OptionError(
                f"a connected shape of {form.sum()} cells: {MOST_CELLS} are the most"
            )
    found = {key: _covers_of(form, unique, deadline) for key, form in forms.items()}
    best = {key: next(covers) for key, covers in found.items()}
    yield _together(shape, placed, best)
    for key in sorted(forms, key=lambda key: forms[key].sum()):
        for cover in found[key]:
            best[key] = cover
            yield _together(shape, placed, best)


def _covers_by(
    rules: Rules, shape: Shape, unique: bool, deadline: float | None
) -> Iterator[Cover]:
    """Yield better and better covers under any rules, from the encoding itself."""
    board = rules.puzzle(_board(shape))
    for variant in sorted(
        board.variants & {*MORE_THAN_LABELS, RuleVariant.BLACK_HOLES}
    ):
        raise OptionError(f"under {variant} the regions are no cover of all cells")
    if unique:
        raise OptionError("covers with exactly one solution need the standard rules")
    encoding = rules.entry(board)
    source, name = text(encoding), f"the encoding {encoding}"
    if places := ignored(source, name):
        raise EncodingError(f"{places[0]}; so it makes no covers")
    program = Program((), source, name=name, optimizes=True)
    program.add(facts.program(board))
    program.add("\n".join(facts.point_lines("place", board.places())))
    program.add(bundled("galaxies/questions/fewest-dots.lp").text)
    program.ground()
    verified = program_engine(board, rules).verified
    cover = None
    for model in program.models(deadline=deadline):
        solution = _solution(board, _dots(model))
        if broken := broken_rules(sheet_of(solution), rules):
            raise EncodingError(
                f"a model of the encoding {encoding} breaks the rules: {broken[0]}"
            )
        cover = Cover(solution, 0, verified)
        yield cover
    if cover is None:
        raise NotationError("under these rules nothing covers the shape")
    yield replace(cover, at_least=cover.galaxies)


def _placed(part: Shape) -> tuple[Shape, NDArray[np.intp]]:
    """Return the form of a part, and the index of each of its cells in the shape.

    The form is the same for all parts that differ by a turn or reflection.
    """
    box = np.ix_(part.any(axis=1), part.any(axis=0))
    form, index = part[box], np.arange(part.size).reshape(part.shape)[box]
    ways = (
        (np.rot90(form, turns)[:, ::step], np.rot90(index, turns)[:, ::step])
        for step in (1, -1)
        for turns in range(4)
    )
    return min(ways, key=lambda way: (way[0].shape, way[0].tobytes()))


def _parts(shape: Shape) -> Iterator[Shape]:
    """Yield the connected parts of a shape, each as a mask of the whole."""
    links = [shape[:, 1:] & shape[:, :-1], shape[1:] & shape[:-1]]
    part_of = components(links)
    for part in dict.fromkeys(part_of[shape].tolist()):
        yield part_of == part


def _together(
    shape: Shape,
    placed: list[tuple[Shape, NDArray[np.intp]]],
    covers: Mapping[bytes, Cover],
) -> Cover:
    """Return the cover of a shape, given the cover of each form of a part."""
    dots: dict[Point, Point] = {}
    here = [covers[form.tobytes()] for form, _ in placed]
    for (_, index), cover in zip(placed, here, strict=True):
        for dot in range(cover.galaxies):
            cells = index[cover.solution.labels == dot]
            y, x = np.divmod(cells, shape.shape[1])
            middle = Point(int(x.min() + x.max()) + 1, int(y.min() + y.max()) + 1)
            pairs = zip(x.tolist(), y.tolist(), strict=True)
            dots |= {cell_at(column, row): middle for column, row in pairs}
    solution = _verified(_solution(_board(shape), dots))
    return Cover(solution, sum(cover.at_least for cover in here))


def _board(shape: Shape) -> Puzzle:
    height, width = shape.shape
    return Puzzle(width, height, holes=cells_where(~shape))


def _solution(board: Puzzle, dots: Mapping[Point, Point]) -> Solution:
    """Return the solution in which each cell belongs to the given dot."""
    puzzle = replace(board, centers=tuple(in_reading_order(set(dots.values()))))
    return Solution(puzzle, labels_of(puzzle, dots.items()))


def _dots(model: clingo.Model) -> dict[Point, Point]:
    """Return the dot of each cell."""
    dots: dict[Point, Point] = {}
    for symbol in model.symbols(shown=True):
        if symbol.match(facts.GALAXY, 2):
            cell, dot = points_of(symbol)
            dots[cell] = dot
    return dots


def _verified(solution: Solution) -> Solution:
    """Return a solution of the standard rules. Raises `EncodingError` if it is none."""
    if broken := check_solution(solution.puzzle, solution):
        raise EncodingError(f"a model of cover.lp breaks the rules: {broken[0]}")
    return solution


def _covers_of(shape: Shape, unique: bool, deadline: float | None) -> Iterator[Cover]:
    """Yield better and better covers of a connected shape, down to the best one.

    Covers that are not unique are found only once: what has another solution in them is
    excluded.
    """
    board = _board(shape)
    program = _ground(board, "cover")
    at_least, best, excluded = 0, inf, 0
    while True:
        ambiguous = []
        for model in program.models(deadline=deadline):
            cover = Cover(_verified(_solution(board, _dots(model))), at_least)
            solution, places = cover.solution, tuple[frozenset[int], ...]()
            if unique:
                places = differing_dots(solution)
            if places:
                ambiguous += [(solution, place) for place in places]
            elif cover.galaxies < best:
                best = cover.galaxies
                yield cover
                if not at_least:
                    bound = _ground(board, "cover-bound", "--opt-strategy=usc")
                    costs = [m.cost for m in bound.models(deadline=deadline)]
                    at_least = costs[-1][0] if costs else 1
                if best == at_least:
                    yield replace(cover, at_least=at_least)
                    return
            if deadline is not None and time.monotonic() > deadline:
                raise TimeoutError
        if not places:
            yield Cover(solution, cover.galaxies)
            return
        for number, (solution, place) in enumerate(ambiguous, excluded + 1):
            _exclude(program, number, solution, place)
        excluded += len(ambiguous)


def differing_dots(cover: Solution) -> tuple[frozenset[int], ...]:
    """Return where another solution of the dots of a cover differs, as sets of dots.

    The regions of a set have the same cells together in both solutions.
    """
    both = solve(cover.puzzle, 2).solutions
    other = next((one for one in both if one != cover), cover)
    ours, theirs = (dict(known(one.rows())) for one in (cover, other))
    return tuple(map(frozenset, differing(ours, theirs)))


def _ground(board: Puzzle, name: str, *options: str) -> Program:
    source = bundled(f"boards/{name}.lp")
    program = Program(options, source, name=f"{name}.lp", optimizes=True)
    program.add(facts.program(board))
    program.ground()
    return program


def _exclude(
    program: Program, number: int, cover: Solution, place: frozenset[int]
) -> None:
    """Exclude all covers that have all regions of a place, as the one of a number."""
    rivals = [
        f"rival({number},{cell},{dot})."
        for cell, dot in pairs_of(cover)
        if cover.label(cell) in place
    ]
    part = f"rivals_{number}"
    program.add("\n".join(facts.wrapped(rivals)), part)
    program.ground((part, []), ("rival", [clingo.Number(number)]))
