"""The fewest galaxies that cover a shape exactly: `encodings/boards/cover.lp`.

E. Demaine, M. Löffler and C. Schmidt, "Rectangular Spiral Galaxies are Still Hard"
(2021), prove that this design problem is NP-complete. The solver finds better and
better covers, and at last proves that there is none with fewer galaxies; a lower bound,
`encodings/boards/cover-bound.lp`, often shortens the proof. Under other rules their
encoding chooses the dots, by `encodings/galaxies/questions/fewest-dots.lp`.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any, NamedTuple, Self

import clingo
import numpy as np
from numpy.typing import NDArray

from galaxies_asp.asp.atoms import points_of
from galaxies_asp.asp.encodings import bundled, text
from galaxies_asp.asp.program import Program
from galaxies_asp.asp.rules import STANDARD, Rules
from galaxies_asp.board import facts
from galaxies_asp.board.errors import EncodingError, NotationError, OptionError
from galaxies_asp.board.grid import Point, cell_at, in_reading_order
from galaxies_asp.board.labels import cells_where
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.board.regions import labels_of, pairs_of
from galaxies_asp.board.variants import MORE_THAN_LABELS, RuleVariant
from galaxies_asp.generating.alternatives import alternatives
from galaxies_asp.solving.judging import broken_rules
from galaxies_asp.solving.plan import program_engine
from galaxies_asp.verifying.rules import check_solution

Shape = NDArray[np.bool_]
"""(H, W): which cells belong to a shape."""

MOST_CELLS = 400
"""The largest part; the program grows with the square of the number of cells."""

_CONFLICTS = 10_000_000
"""The limit of the search for a second solution."""


@dataclass(frozen=True)
class Cover:
    """Galaxies that cover a shape exactly.

    Attributes
    ----------
    solution
        The galaxies, on a board whose other cells are missing.
    at_least
        A lower bound of the number of galaxies.
    verified
        Whether a verifier has judged it; not so where an encoding states own rules.
    """

    solution: Solution
    at_least: int
    verified: bool = True

    @property
    def fewest(self) -> bool:
        """Whether it is proven that fewer galaxies do not suffice."""
        return self.galaxies == self.at_least

    @property
    def galaxies(self) -> int:
        """The number of galaxies."""
        return len(self.solution.puzzle.centers)


def cropped(shape: Shape) -> Shape:
    """Return the shape without empty rows and columns at its sides.

    Raises
    ------
    NotationError
        If the shape has no cells.
    """
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

    Parameters
    ----------
    shape
        (H, W): the cells to cover; they need not be connected.
    unique
        Yield puzzles with exactly one solution only.
    deadline
        The value of `time.monotonic()` at which to stop.
    rules
        The rules; others than the standard ones take the shape as a whole.

    Raises
    ------
    NotationError
        If the shape has no cells.
    OptionError
        If a part has more than `MOST_CELLS`, or the rules do not allow this.
    EncodingError
        If an encoding is faulty, or has a model that breaks the rules.
    TimeoutError
        At the deadline.
    """
    shape = cropped(shape)
    if rules != STANDARD:
        yield from _covers_by(rules, shape, unique, deadline)
        return
    places = [_Place.of(part) for part in _parts(shape)]
    forms = {place.form.tobytes(): place.form for place in places}
    for form in forms.values():
        if form.sum() > MOST_CELLS:
            raise OptionError(
                f"a connected shape of {form.sum()} cells: {MOST_CELLS} are the most"
            )
    best: dict[bytes, Cover] = {}
    searches = {key: _CoverSearch(form, unique) for key, form in forms.items()}
    covers = {key: search.covers(deadline) for key, search in searches.items()}
    for key in covers:
        best[key] = next(covers[key])
    yield _together(shape, places, best)
    for key in sorted(covers, key=lambda key: forms[key].sum()):
        for cover in covers[key]:
            best[key] = cover
            yield _together(shape, places, best)


def _covers_by(
    rules: Rules, shape: Shape, unique: bool, deadline: float | None
) -> Iterator[Cover]:
    """Yield better and better covers under any rules, from the encoding itself."""
    height, width = shape.shape
    board = rules.puzzle(Puzzle(width, height, holes=cells_where(~shape)))
    for variant in sorted(
        board.variants & {*MORE_THAN_LABELS, RuleVariant.BLACK_HOLES}
    ):
        raise OptionError(f"under {variant} the regions are no cover of all cells")
    if unique:
        raise OptionError("covers with exactly one solution need the standard rules")
    encoding = rules.entry(board)
    program = Program((), text(encoding), name=f"the encoding {encoding}")
    program.add(facts.program(board))
    program.add("\n".join(facts.point_lines("place", board.places())))
    program.add(bundled("galaxies/questions/fewest-dots.lp").text)
    program.ground()
    verified = program_engine(board, rules).verified
    cover = None
    for model in program.models(deadline=deadline):
        solution = _solution(board, _dots(model))
        if broken := broken_rules(solution.position(), rules):
            raise EncodingError(
                f"a model of the encoding {encoding} breaks the rules: {broken[0]}"
            )
        cover = Cover(solution, 0, verified)
        yield cover
    if cover is None:
        raise NotationError("under these rules nothing covers the shape")
    yield replace(cover, at_least=cover.galaxies)


class _Place(NamedTuple):
    """A part of a shape: its form, and where the form is, turned in one of 8 ways.

    The form is the same for all parts that differ by a turn or reflection.
    """

    form: Shape
    way: int
    row: int
    column: int

    @classmethod
    def of(cls, part: Shape) -> Self:
        rows, columns = np.nonzero(part)
        forms = ((_turned(cropped(part), way), way) for way in range(8))
        form, way = min(forms, key=lambda f: (f[0].shape, f[0].tobytes()))
        return cls(form, way, int(rows.min()), int(columns.min()))


def _turned(array: NDArray[Any], way: int) -> NDArray[Any]:
    """Return an array turned by `way` quarter turns, and reflected from 4 on."""
    turned = np.rot90(array, way % 4)
    return np.ascontiguousarray(turned[:, ::-1] if way > 3 else turned)


def _parts(shape: Shape) -> Iterator[Shape]:
    """Yield the connected parts of a shape, each as a mask of the whole."""
    left = shape.copy()
    while left.any():
        part = np.zeros_like(shape)
        part[tuple(np.argwhere(left)[0])] = True
        size = 0
        while size < part.sum():
            size = part.sum()
            padded = np.pad(part, 1)
            part = padded[:-2, 1:-1] | padded[2:, 1:-1] | part
            part = (part | padded[1:-1, :-2] | padded[1:-1, 2:]) & shape
        left &= ~part
        yield part


def _together(
    shape: Shape, places: list[_Place], covers: Mapping[bytes, Cover]
) -> Cover:
    """Return the cover of a shape, given the cover of each form of a part."""
    dots: dict[Point, Point] = {}
    here = [covers[place.form.tobytes()] for place in places]
    for place, cover in zip(places, here, strict=True):
        drawn, way = cover.solution.labels, place.way
        labels = np.rot90(drawn[:, ::-1] if way > 3 else drawn, -(way % 4))
        for dot in range(cover.galaxies):
            rows, columns = np.nonzero(labels == dot)
            rows, columns = rows + place.row, columns + place.column
            middle = Point(
                int(columns.min() + columns.max()) + 1, int(rows.min() + rows.max()) + 1
            )
            cells = zip(columns.tolist(), rows.tolist(), strict=True)
            dots |= {cell_at(column, row): middle for column, row in cells}
    height, width = shape.shape
    board = Puzzle(width, height, holes=cells_where(~shape))
    at_least = sum(cover.at_least for cover in here)
    return Cover(_verified(_solution(board, dots)), at_least)


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
    """Return a solution of the standard rules.

    Raises `EncodingError` if it is none.
    """
    if broken := check_solution(solution.puzzle, solution):
        raise EncodingError(f"a model of cover.lp breaks the rules: {broken[0]}")
    return solution


class _CoverSearch:
    """Covers of a connected shape, without those that contain excluded regions."""

    def __init__(self, shape: Shape, unique: bool) -> None:
        height, width = shape.shape
        self._board = Puzzle(width, height, holes=cells_where(~shape))
        self._unique = unique
        self._excluded = 0

    def covers(self, deadline: float | None) -> Iterator[Cover]:
        """Yield better and better covers, down to the best one."""
        program = self._ground("cover")
        at_least, best = 0, inf
        while True:
            ambiguous = []
            for model in program.models(deadline=deadline):
                cover = Cover(_verified(_solution(self._board, _dots(model))), at_least)
                solution = cover.solution
                places = (
                    alternatives(solution, _CONFLICTS).places if self._unique else ()
                )
                if places:
                    ambiguous.append((solution, places))
                elif cover.galaxies < best:
                    best = cover.galaxies
                    yield cover
                    if not at_least:
                        at_least = self._bound(deadline)
                    if best == at_least:
                        yield replace(cover, at_least=at_least)
                        return
                if deadline is not None and time.monotonic() > deadline:
                    raise TimeoutError
            if not places:
                yield Cover(solution, cover.galaxies)
                return
            for solution, places in ambiguous:
                self._exclude(program, solution, places)

    def _ground(self, name: str, *options: str) -> Program:
        text = bundled(f"boards/{name}.lp")
        program = Program(options, text, name=f"{name}.lp")
        program.add(facts.program(self._board))
        program.ground()
        return program

    def _bound(self, deadline: float | None) -> int:
        """Return a lower bound of the number of galaxies."""
        least = 1
        for model in self._ground("cover-bound", "--opt-strategy=usc").models(
            deadline=deadline
        ):
            (least,) = model.cost
        return least

    def _exclude(
        self, program: Program, cover: Solution, places: Iterable[frozenset[int]]
    ) -> None:
        """Exclude all covers that have all regions of one of the places."""
        for place in places:
            self._excluded += 1
            rivals = [
                f"rival({self._excluded},{cell},{dot})."
                for cell, dot in pairs_of(cover)
                if cover.label(cell) in place
            ]
            part = f"rivals_{self._excluded}"
            program.add("\n".join(facts.wrapped(rivals)), part)
            number = clingo.Number(self._excluded)
            program.ground((part, []), ("rival", [number]))
