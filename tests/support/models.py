"""Solutions as sets, to be compared."""

import clingo
import numpy as np
from oracles.brute_force import Boards

from galaxies_asp.core.asp.encodings import files
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Labels, Puzzle
from galaxies_asp.solving.search import solve


def with_free_dots(encoding: str, width: int, height: int) -> clingo.Control:
    """Ground an encoding with the dots left open: all dot sets in one program."""
    control = clingo.Control(["0", "--project=show"])
    for path in files(encoding):
        control.load(str(path))
    control.add("base", [], "#show center/1.")
    inside = f"center((1..{2 * width - 1},1..{2 * height - 1}))"
    control.add("base", [], f"width({width}). height({height}). {{ {inside} }}.")
    control.ground()
    return control


def all_models(encoding: str, width: int, height: int) -> Boards:
    boards: Boards = {}
    models = 0
    control = with_free_dots(encoding, width, height)
    with control.solve(yield_=True) as handle:
        for model in handle:
            models += 1
            dots = set()
            cells: dict[Point, set[Point]] = {}
            for symbol in model.symbols(shown=True):
                points = [symbol] if symbol.name == "center" else symbol.arguments
                if symbol.name == "center":
                    dots.add(point_of(symbol.arguments[0]))
                elif symbol.name == "galaxy":
                    cell, center = map(point_of, points)
                    cells.setdefault(center, set()).add(cell)
            division = frozenset(map(frozenset, cells.values()))
            boards.setdefault(frozenset(dots), set()).add(division)
    assert models == sum(map(len, boards.values())), "a solution occurs twice"
    return boards


def point_of(symbol: clingo.Symbol) -> Point:
    x, y = symbol.arguments
    return Point(x.number, y.number)


def enumerated(puzzle: Puzzle) -> list[Labels]:
    return [solution.labels for solution in solve(puzzle, 0, rules="grow").solutions]


def as_set(labels: list[Labels]) -> set[bytes]:
    return {one.astype(np.int32).tobytes() for one in labels}
