"""The compiled maker of puzzles under the standard rules; see `compiled/making.c`."""

import ctypes
import signal
import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from hashlib import sha256

from galaxies_asp.compiled.library import library
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.labels import rows_of
from galaxies_asp.core.board.patterns import PATTERNS, turned
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.explaining.words.levels import Level
from galaxies_asp.generating.recipe import TARGETS, WHITE, Recipe
from galaxies_asp.solving.verdicts import keep_the_rules

_OUT_OF_MEMORY, _STOPPED, _NO_HOLES = -1, -2, -3

_BOARDS, _GRADED_BOARDS = 100, 4000
"""The boards that are begun for a puzzle of an attempt; few have a given grade."""
_WORK = 10_000
"""The work after which a proof is given up."""
_LARGE = 2500
"""Cells from which on the library asks whether to stop."""
_ONE = 1 << 16
"""The library counts in fractions of this."""


def has_maker() -> bool:
    """Tell whether the package has the compiled maker."""
    return library() is not None


class Maker:
    """Makes puzzles of a recipe for boards under the standard rules.

    Raises `OptionError` if the holes or colors do not have the pattern.
    """

    def __init__(self, recipe: Recipe) -> None:
        functions = library()
        assert functions is not None
        self._functions, self._recipe, self._maker = functions, recipe, None
        rows = (
            recipe.shape or recipe.picture or [[WHITE] * recipe.width] * recipe.height
        )
        colors = [[*map(int, row)] for row in rows]
        style = recipe.style
        if any(image != colors for image in turned(colors, style.pattern)):
            asked = f"the pattern {style.pattern}"
            raise OptionError(f"the holes or colors do not have {asked}")
        numbers = _numbers(recipe)
        self.boards = _GRADED_BOARDS if recipe.grade else _BOARDS
        self._maker = functions.galaxies_maker(
            numbers.tobytes(), len(numbers), bytes(c for row in colors for c in row)
        )
        if not self._maker:
            raise MemoryError
        cells = recipe.width * recipe.height
        self._dots = (ctypes.c_int32 * (3 * cells))()
        self._labels = (ctypes.c_int32 * cells)()

    def __del__(self) -> None:
        self._functions.galaxies_end(self._maker)

    def make(self, stream: str, attempt: int) -> Solution | None:
        """Return a puzzle with its only solution; None if none is found.

        `stream`: what determines the random numbers. `attempt`: the sizes of regions
        differ more in later attempts. Raises `OptionError` if holes at random places
        cannot lie in the pattern.
        """
        recipe = self._recipe
        is_large = recipe.width * recipe.height >= _LARGE
        with _interrupts() if is_large else nullcontext() as is_stopped:
            number = self._functions.galaxies_make(
                *(self._maker, _seed(stream), attempt, self.boards, _WORK, is_stopped),
                *(self._dots, self._labels),
            )
        if number == _OUT_OF_MEMORY:
            raise MemoryError
        if number == _NO_HOLES:
            raise OptionError(
                f"{recipe.holes} holes cannot lie in the pattern {recipe.style.pattern}"
            )
        return self._solution(number) if number > 0 else None

    def texts(self, streams: Sequence[str]) -> Iterator[tuple[str, str] | None]:
        """Yield a game ID and a canonical form for each stream; None if none is found.

        The puzzles are those that `make` returns for the first attempt, of squares
        without holes. They are made, verified and written without an object for each.
        Raises `AssertionError` if one breaks the rules.
        """
        n, cells = len(streams), self._recipe.width * self._recipe.height
        sizes = n * (3 + 2 * cells), n, n * cells
        boards, found, labels = ((ctypes.c_int32 * size)() for size in sizes)
        texts = ctypes.create_string_buffer(n * (32 * cells + 100))
        made = self._functions.galaxies_make_many(
            *(self._maker, b"".join(map(_seed_of, streams)), n, self.boards, _WORK),
            *(boards, found, labels, texts),
        )
        if made < n:
            raise MemoryError
        if not all(keep_the_rules(boards, n, found, labels)):
            raise AssertionError("a made board breaks the rules")
        lines = iter(texts.value.decode("ascii").splitlines())
        for pair, is_one in zip(zip(lines, lines, strict=True), found, strict=True):
            yield pair if is_one else None

    def _solution(self, number: int) -> Solution:
        flat, width = self._dots[: 3 * number], self._recipe.width
        centers = tuple(map(Point, flat[::3], flat[1::3]))
        black = (
            dot for dot, is_black in zip(centers, flat[2::3], strict=True) if is_black
        )
        labels = self._labels[:]
        holes = (n for n, label in enumerate(labels) if label < 0)
        puzzle = Puzzle(
            width,
            self._recipe.height,
            centers,
            frozenset(black),
            frozenset(Point(2 * (n % width) + 1, 2 * (n // width) + 1) for n in holes),
            lattice=self._recipe.lattice,
        )
        return Solution(puzzle, rows_of(labels, width))


@lru_cache(maxsize=4)
def maker_of(recipe: Recipe) -> Maker:
    """Return the maker of a recipe."""
    return Maker(recipe)


def _numbers(recipe: Recipe) -> "array[int]":
    """Return a recipe as `Recipe` of `compiled/making.h`."""
    style, steps = recipe.style, recipe.lattice.steps
    weights = style.dot_weights
    level = TARGETS.get(recipe.grade, Level.SEARCH) if recipe.grade else 0
    fractions = (
        *(style.mean_size, style.spread, style.wiggliness),
        *(weights[0] / sum(weights), sum(weights[:2]) / sum(weights)),
    )
    ways = [sign * way // 2 for step in steps for sign in (1, -1) for way in step]
    return array(
        "i",
        [
            *(
                recipe.width,
                recipe.height,
                bool(recipe.lattice.corners),
                len(ways) // 2,
            ),
            *(level, recipe.holes, *(recipe.dots or (0, 0))),
            *map(_fraction, fractions),
            *(style.max_bar or 0, style.max_rectangle or 0),
            *map(_fraction, (style.singles, recipe.black)),
            *(recipe.picture is not None, PATTERNS.index(style.pattern), *ways),
        ],
    )


def _fraction(number: float) -> int:
    return round(number * _ONE)


def _seed(stream: str) -> int:
    """Return the same 64 bits for a text everywhere."""
    return int.from_bytes(_seed_of(stream), "little")


def _seed_of(stream: str) -> bytes:
    return sha256(stream.encode()).digest()[:8]


@contextmanager
def _interrupts() -> Iterator[Callable[[], int] | None]:
    """Yield what tells the library whether Ctrl-C was pressed; then raise it again."""
    if threading.current_thread() is not threading.main_thread():
        yield None
        return
    before = signal.getsignal(signal.SIGINT)
    if not callable(before):
        yield None
        return
    pressed: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield _IS_STOPPED(lambda: len(pressed))
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        before(signal.SIGINT, None)


_IS_STOPPED = ctypes.CFUNCTYPE(ctypes.c_int)
