"""Every encoding against every puzzle, and against brute force on all small boards."""

import random
from pathlib import Path

import clingo
import pytest
from brute_force import Boards, Region, all_boards, uncontested_dot_sets
from collection import FILES, positions

from galaxies_asp import lazy
from galaxies_asp.encodings import BUILT_IN, FAST, files
from galaxies_asp.grid import Point, cell_at
from galaxies_asp.puzzle import Puzzle, Solution
from galaxies_asp.solve import solve
from galaxies_asp.verify import verify

ENCODINGS = (FAST, *BUILT_IN)
SMALL = [(w, h) for w in range(1, 4) for h in range(1, 4)]

# The faithful theory grounds all pairs of a cell and a dot: seconds from 15x15 on.
TOO_LARGE = {"idp": 10}

HOLES = [
    Puzzle(3, 3, [(1, 3), (5, 3)], holes=[(3, 1), (3, 3), (3, 5)]),
    Puzzle(4, 3, [(2, 1), (6, 2), (4, 5)], holes=[(1, 3), (3, 3)]),
    Puzzle(3, 3, [(3, 1), (1, 4), (5, 4), (3, 5)], holes=[(3, 3)]),
    Puzzle(4, 4, [(4, 1), (1, 4), (7, 4), (4, 7)], holes=[(3, 3), (5, 5), (3, 5)]),
]
WALLED = [
    Puzzle(6, 6, [(5, 2), (6, 5), (7, 8), (2, 11), (8, 11)], walls=[(2, 1), (5, 4)]),
    Puzzle(6, 5, [(6, 2), (1, 5), (6, 5), (11, 5), (6, 8)], walls=[(2, 1)]),
    Puzzle(3, 1, [(3, 1)], walls=[(2, 1)]),
    Puzzle(4, 4, [(4, 4)], walls=[(4, 1)]),
    # two walls that keep the same two pairs of cells apart
    Puzzle(
        6,
        4,
        [(2, 1), (9, 1), (4, 3), (1, 4), (9, 4), (5, 6), (2, 7), (9, 7)],
        walls=[(6, 7), (4, 5)],
    ),
]
SEVERAL = [
    Puzzle(6, 4, [(2, 1), (9, 1), (4, 3), (1, 4), (9, 4), (5, 6), (2, 7), (9, 7)]),
    Puzzle(6, 5, [(6, 2), (1, 5), (6, 5), (11, 5), (6, 8)]),
    Puzzle(6, 6, [(5, 2), (6, 5), (7, 8), (2, 11), (8, 11)]),
]


def regions(solution: Solution) -> frozenset[Region]:
    cells: dict[int, set[Point]] = {}
    for cell in solution.puzzle.cells():
        cells.setdefault(solution.label(cell), set()).add(cell)
    return frozenset(map(frozenset, cells.values()))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_collection(encoding: str, path: Path) -> None:
    for position in positions(path):
        puzzle = position.puzzle
        if max(puzzle.width, puzzle.height) > TOO_LARGE.get(encoding, 1000):
            continue
        result = solve(puzzle, encoding=encoding)
        assert result.status == "unique", puzzle.name
        assert result.messages == ()
        (solution,) = result.solutions
        assert solution.walls == position.walls
        assert not verify(solution)


@pytest.mark.slow
def test_faithful_theory_on_larger_puzzles() -> None:
    for path in FILES:
        for position in positions(path):
            if position.puzzle.width == 15:
                (solution,) = solve(position.puzzle, encoding="idp").solutions
                assert solution.walls == position.walls


@pytest.mark.parametrize("puzzle", [*HOLES, *WALLED, *SEVERAL])
def test_holes_given_walls_and_several_solutions(puzzle: Puzzle) -> None:
    found = [set(solve(puzzle, 0, encoding=name).solutions) for name in ENCODINGS]
    assert all(solutions == found[0] for solutions in found)
    if puzzle in SEVERAL:
        assert len(found[0]) > 1
    if puzzle in WALLED:
        free = Puzzle(puzzle.width, puzzle.height, puzzle.centers)
        expected = {
            frozenset(solution.walls)
            for solution in solve(free, 0).solutions
            if puzzle.walls <= solution.walls
        }
        assert {frozenset(solution.walls) for solution in found[0]} == expected


@pytest.mark.parametrize("size", SMALL, ids=str)
def test_every_dot_set_of_small_boards(size: tuple[int, int]) -> None:
    boards = all_boards(*size)
    for dots in uncontested_dot_sets(*size):
        result = solve(Puzzle(*size, sorted(dots)), 0)
        assert result.complete
        assert set(map(regions, result.solutions)) == boards.get(dots, set())


def with_free_dots(encoding: str, width: int, height: int) -> clingo.Control:
    """Ground an encoding with the dots left open: all dot sets in one program."""
    control = clingo.Control(["0", "--project=show"])
    for path in files(encoding):
        control.load(str(path))
    control.add("base", [], "#show center/1.")
    inside = f"center((1..{2 * width - 1},1..{2 * height - 1}))"
    control.add("base", [], f"width({width}). height({height}). {{ {inside} }}.")
    control.ground()
    lazy.register(control)
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


@pytest.mark.parametrize("size", SMALL, ids=str)
@pytest.mark.parametrize("encoding", BUILT_IN)
def test_all_dot_sets_at_once(encoding: str, size: tuple[int, int]) -> None:
    """Also those in which dots claim one cell: 33,554,432 sets on 3x3."""
    assert all_models(encoding, *size) == all_boards(*size)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_sample_of_4x4(encoding: str) -> None:
    boards = all_boards(4, 4)
    several = [dots for dots, divisions in boards.items() if len(divisions) > 1]
    random_ = random.Random(4)
    sample = random_.sample(sorted(boards, key=sorted), 40)
    sample += random_.sample(sorted(several, key=sorted), 40)
    for dots in sample:
        result = solve(Puzzle(4, 4, sorted(dots)), 0, encoding=encoding)
        assert set(map(regions, result.solutions)) == boards[dots]


@pytest.mark.slow
@pytest.mark.parametrize("encoding", BUILT_IN)
def test_all_of_4x3(encoding: str) -> None:
    assert all_models(encoding, 4, 3) == all_boards(4, 3)


def test_cells_without_dots_when_all_are_holes() -> None:
    puzzle = Puzzle(2, 1, holes=[cell_at(0, 0), cell_at(1, 0)])
    for encoding in ENCODINGS:
        assert solve(puzzle, encoding=encoding).status == "unique"
