"""Solve puzzles with clues by the encodings of whole boards."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Unpack

import clingo

from galaxies_asp.asp.encodings import bundled
from galaxies_asp.asp.program import Program
from galaxies_asp.asp.search import (
    GroundProgram,
    LimitedSearch,
    Outcome,
    SearchLimits,
    SearchResult,
    require_models,
    solutions,
)
from galaxies_asp.board import facts as names
from galaxies_asp.counting.strips.box_drawing import (
    BLANK,
    CHARACTERS,
    DOWN,
    LEFT,
    RIGHT,
    STEPS,
    UP,
    lines_of,
)
from galaxies_asp.families.clue_puzzles.board import BLACK, STAR, Board
from galaxies_asp.families.clue_puzzles.verify import verify

WORKER = f"{__name__}:search"


@dataclass(frozen=True, slots=True)
class Request:
    """A puzzle, and the greatest number of solutions to search for; 0 for all."""

    board: Board
    models: int

    def __post_init__(self) -> None:
        require_models(self.models)


def solve(
    board: Board, models: int = 2, **limits: Unpack[SearchLimits]
) -> SearchResult[Board]:
    """Find at most `models` solutions; 0 stands for all.

    Raises `EncodingError` if a model breaks the rules, and `SearchInterrupted` with the
    solutions so far at Ctrl-C.
    """
    request = Request(board, models)
    running: LimitedSearch[Board] = LimitedSearch(search, request, WORKER, **limits)
    return running.run(SearchResult)


def search(request: Request) -> Iterator[Board | Outcome]:
    """Yield each solution, and at last how the search ended."""
    return solutions(lambda: _ground(request), verify)


def _ground(request: Request) -> GroundProgram[Board]:
    board = request.board
    options = [str(request.models)]
    if board.kind == "two-not-touch":
        options.append(f"--const=stars={board.stars}")
    file = f"{board.kind}-clues.lp"
    program = Program(options, bundled(f"strips/{file}"), name=f"the encoding {file}")
    program.add(" ".join(facts(board)))
    program.ground()
    return GroundProgram(
        program,
        lambda model: replace(
            board, attempt=attempt_of(board, model.symbols(shown=True))
        ),
    )


def facts(board: Board) -> Iterator[str]:
    """Yield the facts of a puzzle, as the encodings of whole boards read them."""
    yield names.size(board.width, board.height)
    for y, row in enumerate(board.clues):
        for x, clue in enumerate(row):
            point = f"({2 * x + 1},{2 * y + 1})"
            if board.kind == "two-not-touch":
                if clue.isalnum():
                    yield f'region({point},"{clue}").'
            elif clue == BLACK:
                yield f"{names.BLACK}({point})."
            else:
                for line, (dx, dy) in STEPS.items():
                    if lines_of(clue) & line:
                        yield f"{names.GIVEN}(({2 * x + 1 + dx},{2 * y + 1 + dy}))."


def attempt_of(board: Board, symbols: Iterable[clingo.Symbol]) -> tuple[str, ...]:
    """Return the picture of the atoms of the output."""
    stars: set[tuple[int, int]] = set()
    lines = [[0] * board.width for _ in range(board.height)]
    for atom in symbols:
        points = [
            (p.arguments[0].number, p.arguments[1].number) for p in atom.arguments
        ]
        if atom.name == "star":
            stars.add((points[0][0] // 2, points[0][1] // 2))
        elif atom.name == "ring":
            (x, y), (u, v) = ((a // 2, b // 2) for a, b in points)
            for row in (y, v):
                _draw(lines, [(column, row) for column in range(x, u + 1)])
            for column in (x, u):
                _draw(lines, [(column, row) for row in range(y, v + 1)])
        else:
            ((x, y),) = points
            ends = [((x - 1) // 2, y // 2), (x // 2, y // 2)]
            if x % 2:
                ends = [(x // 2, (y - 1) // 2), (x // 2, y // 2)]
            _draw(lines, ends)
    return tuple(
        "".join(
            STAR if (x, y) in stars else CHARACTERS[sum_] if sum_ else BLANK
            for x, sum_ in enumerate(row)
        )
        for y, row in enumerate(lines)
    )


def _draw(lines: list[list[int]], path: list[tuple[int, int]]) -> None:
    """Draw a straight line through cells from the left to the right, or downwards."""
    for (x, y), (u, v) in pairwise(path):
        lines[y][x] |= RIGHT if u > x else DOWN
        lines[v][u] |= LEFT if u > x else UP
