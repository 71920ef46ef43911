"""The compiled kernel finds what clingo finds, and no board makes it fail."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from shutil import copy, which
from zlib import crc32

import pytest
from support.boards import rectangles
from support.collection import FILES, positions
from support.documents import ROOT
from support.kernels import differences, random_board
from support.marks import nightly_if, slow_if
from support.puzzles import BOARDS, LATTICE

import hatch_build
from galaxies_asp import count, solve
from galaxies_asp.compiled.library import missing
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.fast.kernel import Kernel
from galaxies_asp.fast.stream import number_of_models
from galaxies_asp.solving import bounds, plan

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

ENOUGH = 10**12

SETTLED = [path for path in FILES if path.stem != "random-sparse-30x30"]
"""The files of boards for which clingo needs no long search."""


def lattice(width: int, height: int, apart: int) -> Puzzle:
    """Return a board with a dot in the middle of each square."""
    rows, columns = (range(apart, 2 * side, 2 * apart) for side in (height, width))
    return Puzzle(width, height, [(x, y) for y in rows for x in columns])


def number(puzzle: Puzzle, most: int = 1000, work: int = ENOUGH) -> int:
    """Return the number of solutions, of which each call finds at most some."""
    kernel, found = Kernel.of(puzzle), 0
    while True:
        part = kernel.search(most, work)
        found += len(part.solutions)
        if part.exhausted:
            return found


@pytest.mark.parametrize("puzzle", BOARDS)
def test_it_finds_what_clingo_finds(puzzle: Puzzle) -> None:
    assert list(differences(puzzle)) == []


@pytest.mark.parametrize("path", SETTLED, ids=lambda path: path.stem)
@pytest.mark.slow
def test_it_finds_what_clingo_finds_in_the_collection(path: Path) -> None:
    for position in positions(path):
        if not position.puzzle.variants:
            assert list(differences(position.puzzle)) == []


@pytest.mark.parametrize(
    "boards", [10, *slow_if(bool, [40]), *nightly_if(bool, [4000])]
)
def test_it_finds_what_clingo_finds_on_any_board(boards: int) -> None:
    rng = Random(3)
    for _ in range(boards):
        assert list(differences(puzzle := random_board(rng))) == [], puzzle


@pytest.mark.parametrize(
    ("size", "solutions"),
    [
        ((9, 9, 3), 1325),
        pytest.param((12, 12, 4), 33497, marks=pytest.mark.slow),
        pytest.param((12, 12, 3), 111605, marks=pytest.mark.nightly),
        pytest.param((6, 30, 3), 178084, marks=pytest.mark.nightly),
    ],
)
def test_all_solutions(size: tuple[int, int, int], solutions: int) -> None:
    assert number(lattice(*size)) == solutions


def test_the_solutions_have_the_same_order_with_every_compiler() -> None:
    found = Kernel.of(lattice(6, 9, 3)).search(20, ENOUGH).solutions
    text = repr([[*map(list, rows)] for rows in found])
    assert (len(found), crc32(text.encode())) == (9, 429751883)


def test_components_are_searched_apart() -> None:
    """A board of 2 solutions, holes, and one of 1,325."""
    small, large = Puzzle(3, 3, [(3, 1), (3, 3), (3, 5)]), lattice(9, 9, 3)
    dots = [*small.centers, *((x + 8, y) for x, y in large.centers)]
    holes = [(7, y) for y in range(1, 18, 2)]
    holes += [(x, y) for x in (1, 3, 5) for y in range(7, 18, 2)]
    assert count(Puzzle(13, 9, dots, holes=holes)).total == 2 * 1325


@pytest.mark.parametrize(("most", "work"), [(1, ENOUGH), (7, 3000), (1000, 500)])
def test_a_search_goes_on_where_it_ended(most: int, work: int) -> None:
    assert number(lattice(6, 9, 3), most, work) == number(lattice(6, 9, 3))


@pytest.mark.parametrize("is_turned", [False, True])
def test_the_first_of_the_pairs_from_which_most_follows_is_supposed(
    is_turned: bool,
) -> None:
    """Both boards have a solution of three rows, and one of three columns."""
    dots = [(3, y) for y in (1, 3, 5)]
    puzzle = Puzzle(3, 3, [dot[::-1] for dot in dots] if is_turned else dots)
    rows = [[0, 0, 0], [1, 1, 1], [2, 2, 2]]
    expected = [*map(list, zip(*rows, strict=True))] if is_turned else rows
    kernel = Kernel.of(puzzle)
    assert kernel.search(1, ENOUGH).solutions == [expected]


@pytest.mark.parametrize("work", [0, 1, 50, 100, 150, 200])
def test_what_is_left_when_it_gives_up_has_the_same_solutions(work: int) -> None:
    puzzle = lattice(6, 9, 3)
    kernel = Kernel.settled(puzzle)
    assert kernel.search(1, work).gave_up
    assert number_of_models(kernel.open_lists(), 0) == (number(puzzle), True)


@pytest.mark.parametrize("boards", [12, pytest.param(400, marks=pytest.mark.slow)])
def test_it_counts_what_clingo_counts(boards: int) -> None:
    rng, several = Random(6), 0
    for _ in range(boards):
        puzzle = rectangles(rng)
        found = count(puzzle)
        several += found.total > 1
        expected = count(puzzle, rules="grow")
        assert (found.total, found.complete) == (expected.total, True), puzzle
    assert several > boards / 10


@pytest.mark.parametrize("work", [0, 30, 1000])
def test_components_that_it_does_not_count_are_counted(
    work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "KERNEL_WORK", work)
    assert count(LATTICE).total == 1325


@pytest.mark.slow
def test_clingo_goes_on_where_it_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "KERNEL_WORK", 0)
    monkeypatch.setattr(plan, "KERNEL_WORK_OF_A_CELL", 0)
    found = solve(LATTICE, 0, rules="fast")
    assert (len(found.solutions), found.complete) == (1325, True)


_SANITIZED = """
import sys
from pathlib import Path
from random import Random
sys.path[:0] = ["tests", "."]
from galaxies_asp.compiled import library
folder, boards, questions = Path(sys.argv[1]), *map(int, sys.argv[2:])
library._FOLDER = folder
from support.kernels import ask_about_anything, differences, random_board
from support.puzzles import BOARDS
assert not library.missing(), library.missing()
rng = Random(7)
for board in [*BOARDS, *(random_board(rng) for _ in range(boards))]:
    assert not list(differences(board)), board
assert 0 < sum(ask_about_anything(rng) for _ in range(questions)) < questions
"""


@pytest.mark.skipif(not which("gcc"), reason="gcc finds the sanitizers")
@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param((20, 200), marks=pytest.mark.slow("a library is compiled")),
        pytest.param((400, 20_000), marks=pytest.mark.nightly),
    ],
)
def test_no_board_leads_out_of_memory_or_definition(
    numbers: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in hatch_build.FOLDER.glob("*.[ch]"):
        copy(path, tmp_path)
    monkeypatch.setenv("CC", "gcc")
    flags = "-fsanitize=address,undefined -fno-sanitize-recover=all -g -O1"
    monkeypatch.setenv("CFLAGS", flags)
    library = tmp_path / "galaxies.so"
    assert hatch_build.compiled(library) == library
    found = ["gcc", "-print-file-name=libasan.so"]
    preloaded = subprocess.run(found, capture_output=True, text=True, check=True)
    environment = {
        **os.environ,
        "LD_PRELOAD": preloaded.stdout.strip(),
        "ASAN_OPTIONS": "detect_leaks=0",
    }
    command = [sys.executable, "-c", _SANITIZED, tmp_path, *map(str, numbers)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
