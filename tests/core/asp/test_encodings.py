"""Every encoding against every puzzle, and against brute force on all small boards."""

import random
import re
from pathlib import Path

import pytest
from oracles.brute_force import Boards, Region, all_boards, uncontested_dot_sets
from support.collection import FILES, is_large, positions
from support.marks import others_nightly, slow_if
from support.models import all_models
from support.puzzles import HOLES, SEVERAL, WALLED

from galaxies_asp.core.asp.encodings import BUILT_IN, FAST
from galaxies_asp.core.board.grid import Point, cell_at
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.core.verifying.rules import verify
from galaxies_asp.solving.search import solve

ENCODINGS = (FAST, *BUILT_IN)
SMALL = [(w, h) for w in range(1, 4) for h in range(1, 4)]

TO_7X7 = [path for path in FILES if re.search("5x5|7x7|notable", path.stem)]
FILES_OF = {"idp": TO_7X7}
"""The faithful theory grounds all pairs of a cell and a dot: seconds from 15x15 on."""


def stem(name: str | Path) -> str:
    return Path(name).stem


def regions(solution: Solution) -> frozenset[Region]:
    cells: dict[int, set[Point]] = {}
    for cell in solution.puzzle.cells():
        cells.setdefault(solution.label(cell), set()).add(cell)
    return frozenset(map(frozenset, cells.values()))


def marks(encoding: str, path: Path) -> list[pytest.MarkDecorator]:
    sides = re.search(r"\d+$", path.stem)
    if sides and int(sides[0]) >= 30:
        return [pytest.mark.nightly]
    return [pytest.mark.slow] if encoding in FILES_OF or is_large(path) else []


CASES = [
    pytest.param(name, path, marks=marks(name, path))
    for name in ENCODINGS
    for path in FILES_OF.get(name, FILES)
]


@pytest.mark.parametrize(("encoding", "path"), CASES, ids=stem)
def test_collection(encoding: str, path: Path) -> None:
    side = 7 if encoding in FILES_OF else 50
    found = [one for one in positions(path) if one.puzzle.height <= side]
    assert found
    for position in found:
        puzzle = position.puzzle
        result = solve(puzzle, rules=encoding)
        assert result.status == "unique", puzzle.name
        assert result.messages == ()
        (solution,) = result.solutions
        assert solution.walls == position.walls
        assert not verify(solution)


@pytest.mark.slow
def test_faithful_theory_on_larger_puzzles() -> None:
    for path in FILES:
        for position in positions(path)[:3]:
            if position.puzzle.width == 10:
                (solution,) = solve(position.puzzle, rules="idp").solutions
                assert solution.walls == position.walls


@pytest.mark.parametrize("puzzle", [*HOLES, *WALLED, *SEVERAL])
def test_holes_given_walls_and_several_solutions(puzzle: Puzzle) -> None:
    found = [set(solve(puzzle, 0, rules=name).solutions) for name in ENCODINGS]
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


@pytest.mark.parametrize(
    "size", slow_if(lambda size: size[0] * size[1] > 4, SMALL), ids=str
)
def test_every_dot_set_of_small_boards(size: tuple[int, int]) -> None:
    boards = all_boards(*size)
    for dots in uncontested_dot_sets(*size):
        result = solve(Puzzle(*size, sorted(dots)), 0, rules=FAST)
        assert result.complete
        assert set(map(regions, result.solutions)) == boards.get(dots, set())


@pytest.mark.parametrize("size", SMALL, ids=str)
@pytest.mark.parametrize("encoding", BUILT_IN)
def test_all_dot_sets_at_once(encoding: str, size: tuple[int, int]) -> None:
    """Also those in which dots claim one cell: 33,554,432 sets on 3x3."""
    assert all_models(encoding, *size) == all_boards(*size)


@pytest.fixture(scope="module")
def boards_of_4x4() -> Boards:
    return all_boards(4, 4)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_sample_of_4x4(encoding: str, boards_of_4x4: Boards) -> None:
    boards = boards_of_4x4
    several = [dots for dots, divisions in boards.items() if len(divisions) > 1]
    random_ = random.Random(4)
    sample = random_.sample(sorted(boards, key=sorted), 15)
    sample += random_.sample(sorted(several, key=sorted), 15)
    for dots in sample:
        result = solve(Puzzle(4, 4, sorted(dots)), 0, rules=encoding)
        assert set(map(regions, result.solutions)) == boards[dots]


@pytest.mark.slow
@pytest.mark.parametrize("encoding", others_nightly(BUILT_IN))
def test_all_of_4x3(encoding: str) -> None:
    assert all_models(encoding, 4, 3) == all_boards(4, 3)


def test_cells_without_dots_when_all_are_holes() -> None:
    puzzle = Puzzle(2, 1, holes=[cell_at(0, 0), cell_at(1, 0)])
    for encoding in ENCODINGS:
        assert solve(puzzle, rules=encoding).status == "unique"
