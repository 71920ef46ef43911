"""Solve puzzles with clues by the encodings of whole boards."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import clingo

from galaxies_asp.asp.encodings import data_folder, text_of
from galaxies_asp.errors import EncodingError
from galaxies_asp.strips.clues.board import BLACK, STAR, Board
from galaxies_asp.strips.clues.verify import verify
from galaxies_asp.strips.strokes import (
    BLANK,
    CHARACTERS,
    DOWN,
    LEFT,
    RIGHT,
    UP,
    lines_of,
)


@dataclass(frozen=True)
class Result:
    """Solutions, each verified, and whether there are no others."""

    solutions: tuple[Board, ...]
    complete: bool


def solve(board: Board, models: int = 2) -> Result:
    """Find solutions: at most so many, 0 for all.

    Raises
    ------
    EncodingError
        If a model breaks the rules.
    """
    options = [str(models)]
    if board.kind == "two-not-touch":
        options.append(f"--const=stars={board.stars}")
    control = clingo.Control(options)
    name = f"{board.kind}-clues"
    program = text_of(data_folder("encodings") / "strips" / f"{name}.lp")
    control.add("base", [], program.text)
    control.add("base", [], " ".join(facts(board)))
    control.ground()
    solutions = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            solution = replace(board, attempt=_attempt(board, model))
            faults = verify(solution)
            if faults:
                raise EncodingError(
                    f"a model of {name}.lp breaks the rules: " + "; ".join(faults[:3])
                )
            solutions.append(solution)
        complete = bool(handle.get().exhausted)
    return Result(tuple(solutions), complete)


def facts(board: Board) -> Iterator[str]:
    """Yield the facts of a puzzle, as the encodings of whole boards read them."""
    yield f"width({board.width}). height({board.height})."
    for y, row in enumerate(board.clues):
        for x, clue in enumerate(row):
            point = f"({2 * x + 1},{2 * y + 1})"
            if board.kind == "two-not-touch":
                if clue.isalnum():
                    yield f'region({point},"{clue}").'
            elif clue == BLACK:
                yield f"black({point})."
            else:
                for line, (dx, dy) in _SIDES.items():
                    if lines_of(clue) & line:
                        yield f"given(({2 * x + 1 + dx},{2 * y + 1 + dy}))."


_SIDES = {LEFT: (-1, 0), UP: (0, -1), DOWN: (0, 1), RIGHT: (1, 0)}


def _attempt(board: Board, model: clingo.Model) -> tuple[str, ...]:
    """Return the picture of a model."""
    stars: set[tuple[int, int]] = set()
    lines = [[0] * board.width for _ in range(board.height)]
    for atom in model.symbols(shown=True):
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
