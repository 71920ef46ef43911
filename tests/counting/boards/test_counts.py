"""Exact counts of boards: published values, brute force, symmetry, checkpoints."""

import csv
import random
import re
import signal
import subprocess
import sys
from collections import Counter
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from board_walls import is_partition, silly_squares
from counterexamples import all_walls
from oracles import brute_force
from support.commands import COMMAND
from support.marks import POSIX

from galaxies_asp.core.board.errors import OutputError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.counting.boards import (
    classes,
    compiled,
    compiled_partitions,
    costs,
    counting,
    dot_sets,
    frontier,
    galaxies,
    sampling,
)
from galaxies_asp.counting.boards.costs import estimate
from galaxies_asp.counting.boards.shape import BoardShape
from galaxies_asp.counting.boards.word_board import WordBoard
from galaxies_asp.counting.compiled import Threads
from galaxies_asp.counting.exact import (
    LIMB_BITS,
    ExactVector,
    HashError,
    bytes_of,
    integers_of,
)
from galaxies_asp.counting.strips.rules import Partitions
from galaxies_asp.counting.strips.sweep import explore
from galaxies_asp.processes import checkpoint
from galaxies_asp.processes.checkpoint import CheckpointError

# OEIS A145835.
PARTITIONS_OF_SQUARES = [
    *(1, 12, 1434, 1691690, 19719299768, 2271230282824746),
    *(2584855762327078145444, 29068227444022728740767607050),
    *(3230042572278849047360048508956727420,),
    *(3546545075986984198328715750838554116235343894,),
]
# OEIS A264841, its diagonal.
ARRANGEMENTS_OF_SQUARES = [
    *(1, 12, 1442, 1716098, 20276816980, 2378025136264102),
    *(2768227968406304217000,),
]
# Each obtained by at least two independent programs.
KNOWN = {
    ("partitions", 3, 5): 538150,
    ("partitions", 2, 5): 2810,
    ("partitions", 5, 4): 103015508,
    ("arrangements", 4, 3): 28028,
    ("arrangements", 4, 7): 394129505248,
    ("galaxies", 2, 4): 162,
    ("galaxies", 5, 2): 746,
    ("galaxies", 3, 5): 47541,
    ("galaxies", 4, 4): 112459,
    ("galaxies", 4, 5): 3061990,
    ("galaxies", 5, 5): 204226461,
    ("galaxies-toroidal", 2, 4): 162,
    ("galaxies-toroidal", 3, 3): 392,
    ("galaxies-toroidal", 4, 3): 4268,
    ("galaxies-toroidal", 4, 4): 112727,
    ("dot-sets", 3, 3): 388,
    ("dot-sets", 3, 4): 4218,
    ("dot-sets", 5, 3): 47019,
    ("dot-sets", 4, 4): 111095,
    ("proper", 3, 3): 385,
    ("proper", 4, 3): 4179,
    ("proper", 3, 5): 46517,
    ("proper", 4, 4): 109769,
}


@pytest.mark.parametrize(("board", "expected"), KNOWN.items(), ids=str)
def test_known(board: tuple[str, int, int], expected: int) -> None:
    assert counting.count(*board) == expected


@pytest.mark.parametrize("n", range(1, 9))
def test_partitions_of_squares(n: int) -> None:
    assert counting.count("partitions", n, n) == PARTITIONS_OF_SQUARES[n - 1]


@pytest.mark.parametrize("n", range(1, 8))
def test_arrangements_of_squares(n: int) -> None:
    assert counting.count("arrangements", n, n) == ARRANGEMENTS_OF_SQUARES[n - 1]


@pytest.mark.parametrize("kind", counting.KINDS)
def test_strips_and_single_cells(kind: str) -> None:
    assert [counting.count(kind, 1, n) for n in (1, 2, 3, 7)] == [1, 2, 4, 64]


SMALL = [(h, w) for h in range(1, 5) for w in range(1, 4)]


@pytest.mark.parametrize(("height", "width"), SMALL)
def test_brute_force(height: int, width: int) -> None:
    boards = brute_force.all_boards(width, height)
    assert counting.count("galaxies", height, width) == sum(map(len, boards.values()))
    assert counting.count("dot-sets", height, width) == len(boards)
    solutions = [len(solutions) for solutions in boards.values()]
    assert counting.count("proper", height, width) == solutions.count(1)
    found = dot_sets.census(WordBoard(height, width))
    assert found.with_solutions == tuple(
        solutions.count(k) for k in range(1, max(solutions) + 1)
    )
    assert len(boards[frozenset(found.most)]) == max(solutions)


@pytest.mark.parametrize("hole", [(1, 1), (3, 1)])
def test_brute_force_without_a_cell(hole: tuple[int, int]) -> None:
    """Without that in a corner, the board is not its own mirror image."""
    board = WordBoard(3, 3, holes=frozenset({Point(*hole)}))
    boards = brute_force.boards_of(frozenset(board.cells()))
    numbers = Counter(map(len, boards.values()))
    found = dot_sets.census(board).with_solutions
    assert found == tuple(numbers[k] for k in range(1, max(numbers) + 1))


@pytest.mark.parametrize(("height", "width"), [s for s in SMALL if s != (4, 3)])
def test_brute_force_over_walls(height: int, width: int) -> None:
    arrangements = partitions = 0
    for walls in all_walls(height, width):
        if not silly_squares(walls).any():
            arrangements += 1
            partitions += is_partition(walls)
    assert counting.count("arrangements", height, width) == arrangements
    assert counting.count("partitions", height, width) == partitions


@pytest.mark.parametrize("kind", counting.KINDS)
@pytest.mark.parametrize("size", [(2, 7), (3, 4)])
def test_turned_board_has_the_same_count(kind: str, size: tuple[int, int]) -> None:
    height, width = size
    assert counting.count(kind, height, width) == counting.count(kind, width, height)


@pytest.mark.parametrize("size", [(2, 6), (3, 7), (4, 6), (5, 8)])
def test_partitions_row_by_row_and_column_by_column(size: tuple[int, int]) -> None:
    one, other = (
        compiled_partitions.count(*size),
        compiled_partitions.count(*size[::-1]),
    )
    assert one == other


@pytest.mark.slow
def test_counts_are_ordered() -> None:
    for size in ((3, 3), (4, 3), (4, 4)):
        counts = {kind: counting.count(kind, *size) for kind in counting.KINDS}
        assert counts["proper"] < counts["dot-sets"] < counts["galaxies"]
        assert counts["galaxies"] < counts["galaxies-toroidal"]
        assert counts["galaxies-toroidal"] < counts["partitions"]
        assert counts["partitions"] < counts["arrangements"]


@pytest.mark.slow
def test_a_count_beyond_64_bits() -> None:
    assert counting.count("galaxies", 1, 64) == 2**63
    assert counting.count("arrangements", 1, 200) == 2**199
    assert counting.count("partitions", 1, 200) == 2**199


def test_remainders_by_two_moduli_are_exact_together() -> None:
    source = random.Random(0)
    exact = [source.randrange(1 << source.randrange(1, 95)) for _ in range(1000)]
    exact += [0, 1, 2**64 - 1, 2**64, 2**64 + 1, 3 * 2**63, 2**64 * galaxies.PRIME - 1]
    remainders = [[number % m for number in exact] for m in (2**64, galaxies.PRIME)]
    assert galaxies.integers_of(np.array(remainders, dtype=np.uint64)) == exact


@pytest.mark.slow
def test_splitting_growth_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("galaxies_asp.counting.boards.word_board.MAX_GROWING", 7)
    monkeypatch.setattr(galaxies, "SHAPES_AT_ONCE", 3)
    assert sampling.sampler_of("galaxies", BoardShape(4, 4)).total == 112459


@pytest.mark.slow
@pytest.mark.parametrize("size", [(2, 6), (3, 5), (4, 5)])
def test_row_by_row_and_column_by_column(size: tuple[int, int]) -> None:
    one, other = (
        dot_sets.census(WordBoard(*s), threads=Threads(2)) for s in (size, size[::-1])
    )
    assert one.with_solutions == other.with_solutions
    for s in (size, size[::-1]):
        assert sampling.sampler_of("galaxies", BoardShape(*s)).total == one.boards


def test_equal_hashes_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "_FACTOR", np.uint64(1 << 40))
    for equal in (counting.count_shape, sampling.sampler_of):
        with pytest.raises(HashError):
            equal("partitions", BoardShape(4, 5))
    monkeypatch.setattr(classes, "SEEDS", np.array([0, 1], dtype=np.uint64))
    with pytest.raises(HashError):
        counting.count("proper", 4, 4)


def test_small_parts_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "_AT_ONCE", 5)
    monkeypatch.setattr("galaxies_asp.counting.exact.GROUPS_AT_ONCE", 7)
    assert (
        sampling.sampler_of("partitions", BoardShape(6, 6)).total
        == PARTITIONS_OF_SQUARES[5]
    )


def test_limbs_carry() -> None:
    values = ExactVector(np.full((2, 3), (1 << LIMB_BITS) - 1))
    largest = (1 << (2 * LIMB_BITS)) - 1
    assert values.integers() == [largest] * 3
    source, starts = np.array([0, 1, 2, 1]), np.array([0, 3])
    sums = values.sum_groups(source, starts)
    assert sums.integers() == [3 * largest, largest]
    assert sums.total() == 4 * largest
    assert sums.at(np.array([1])).integers() == [largest]
    assert integers_of(bytes_of(sums.integers())) == sums.integers()


@pytest.mark.parametrize("width", range(1, 6))
def test_states_are_those_that_rows_lead_to(width: int) -> None:
    strip = explore(Partitions(width))
    assert frontier.number_of_states(width) == strip.states - 1
    listed = sum(states.shape[2] for states, _ in frontier.structures(width))
    assert listed == frontier.number_of_states(width)


class Stopped(Exception):  # noqa: N818 (no error)
    pass


def stop_after(calls: int):
    left = [calls]

    def report(what: str, done: int, total: int | None) -> None:
        assert what
        assert total is None or 0 < done <= total
        left[0] -= 1
        if left[0] < 0:
            raise Stopped

    return report


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "size", "expected", "stops"),
    [
        ("galaxies", (5, 4), 3061990, (10, 10, 14)),
        ("galaxies-toroidal", (4, 4), 112727, (6, 4, 3)),
        ("proper", (5, 4), 2973918, (30, 20, 10)),
        ("partitions", (16, 4), counting.count("partitions", 4, 16), (10, 10, 14)),
    ],
)
def test_stopped_work_goes_on(
    kind: str,
    size: tuple[int, int],
    expected: int,
    stops: tuple[int, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN", 0.0)
    monkeypatch.setattr(compiled, "_REGIONS_AT_ONCE", 100)
    for calls in stops:
        with pytest.raises(Stopped):
            counting.count(kind, *size, folder=tmp_path, report=stop_after(calls))
        assert list(tmp_path.iterdir())
    assert counting.count(kind, *size, folder=tmp_path) == expected
    assert counting.count(kind, *size, folder=tmp_path) == expected


@pytest.mark.parametrize(
    ("kind", "height"), [("galaxies", 4), ("partitions", 22), ("proper", 4)]
)
def test_every_changed_byte_is_seen(kind: str, height: int, tmp_path: Path) -> None:
    expected = counting.count(kind, height, 3, folder=tmp_path)
    path = sorted(tmp_path.iterdir())[0]
    data = path.read_bytes()
    for at in range(0, len(data), 41):
        path.write_bytes(data[:at] + bytes([data[at] ^ 16]) + data[at + 1 :])
        with pytest.raises(CheckpointError, match=path.name):
            counting.count(kind, height, 3, folder=tmp_path)
    for end in (0, 10, 60, len(data) - 1):
        path.write_bytes(data[:end])
        with pytest.raises(CheckpointError, match=path.name):
            counting.count(kind, height, 3, folder=tmp_path)
    path.unlink()
    assert counting.count(kind, height, 3, folder=tmp_path) == expected


def test_the_turned_board_goes_on_from_the_same_files(tmp_path: Path) -> None:
    board = partial(counting.count, "proper", folder=tmp_path)
    with pytest.raises(Stopped):
        board(3, 5, report=stop_after(30))
    with pytest.raises(Stopped):
        board(5, 3, report=stop_after(44 - 30))  # of 45 centers
    assert board(5, 3) == 46517


def test_foreign_checkpoints_are_refused(tmp_path: Path) -> None:
    counting.count("galaxies", 3, 3, folder=tmp_path)
    with pytest.raises(CheckpointError, match="another computation"):
        counting.count("galaxies-toroidal", 3, 3, folder=tmp_path)


def test_folder_that_cannot_be(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        counting.count("galaxies", 3, 3, folder=file)


KILLED = """
import os, signal, sys
from galaxies_asp.cli import main
from galaxies_asp.processes.checkpoint import Checkpoint

files, write = int(sys.argv.pop(1)), Checkpoint.write

def kill(checkpoint, arrays):
    global files
    write(checkpoint, arrays)
    files -= 1
    if files == 0:
        os.kill(os.getpid(), signal.SIGKILL)

Checkpoint.write = kill
main()
"""


@pytest.mark.nightly
@POSIX
def test_killed_work_goes_on(tmp_path: Path) -> None:
    """The program kills itself after some files; then it comes to the end."""
    count = ["boards", "count", "proper", "5x6", "--checkpoint", str(tmp_path)]
    for files in (1, 3, 5):
        killed = [sys.executable, "-c", KILLED, str(files), *count]
        done = subprocess.run(killed, capture_output=True)
        assert done.returncode == -signal.SIGKILL
        assert any(tmp_path.iterdir())
    done = subprocess.run([*COMMAND, *count], capture_output=True, check=True)
    assert int(done.stdout) == counting.count("proper", 6, 5)


@pytest.mark.parametrize(
    "board",
    [
        ("galaxies", 0, 3),
        ("partitions", -1, 1),
        ("partitions", 15, 15),
        ("galaxies", 8, 9),
        ("proper", 2, 25),
        ("arrangements", 40, 40),
    ],
)
def test_impossible_boards(board: tuple[str, int, int]) -> None:
    with pytest.raises(costs.BoardSizeError, match=f"{board[2]}x{board[1]}:"):
        counting.count(*board)


def test_estimates_grow() -> None:
    for kind in ("partitions", "galaxies", "arrangements", "proper"):
        costs = [estimate(kind, BoardShape(n, n)) for n in range(1, 13)]
        assert all(
            a.seconds < b.seconds and a.memory <= b.memory for a, b in pairwise(costs)
        )


def test_huge_estimates_are_short() -> None:
    cost = str(estimate("galaxies", BoardShape(100, 100)))
    assert re.fullmatch(r"about \de\+\d+ years and \de\+\d+ GB of memory", cost)


def test_estimate_of_a_sample() -> None:
    """Numbers of ways to all states are kept; 241 MB were measured."""
    cost = estimate("partitions", BoardShape(9, 9), is_sampled=True)
    assert 160e6 < cost.memory < 360e6


@pytest.mark.parametrize(
    ("kind", "height", "width", "seconds"),
    [
        ("arrangements", 18, 18, 10.0),
        ("arrangements", 40, 17, 14.2),
        ("galaxies", 21, 3, 20.9),
        ("galaxies", 32, 2, 2.2),
        ("galaxies", 14, 4, 10.3),
        ("partitions", 2000, 3, 17.5),
        ("partitions", 1000, 5, 12.9),
    ],
)
def test_estimates_of_long_boards(
    kind: str, height: int, width: int, seconds: float
) -> None:
    """Within a factor of 2 of the CPU seconds that were measured."""
    cost = estimate(kind, BoardShape(height, width))
    assert 1 / 2 < cost.seconds / seconds < 2


def test_estimates_agree_with_measured_costs() -> None:
    """Within a factor of 1.5, where the cost is more than that of starting."""
    path = Path(__file__).parents[3] / "docs" / "tables" / "counts.csv"
    seen = 0
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            height, width = int(row["height"]), int(row["width"])
            seconds, memory = float(row["cpu_seconds"]), float(row["peak_mb"]) * 1e6
            kind = row["kind"]
            if seconds < 0.6 and memory < 8e7:
                continue
            if kind != "arrangements" and not row["method"].endswith("compiled"):
                continue
            cost = estimate(kind, BoardShape(height, width))
            assert 1 / 1.5 < cost.seconds / seconds < 1.5, row
            assert 1 / 1.5 < cost.memory / memory < 1.5, row
            seen += 1
    assert seen > 12


@pytest.mark.nightly
def test_large_counts() -> None:
    # The galaxies boards have been confirmed by a program of its own in C++.
    assert counting.count("galaxies", 6, 6) == 2224341219214
    assert counting.count("galaxies", 6, 7) == 365268365575491
    for n in (9, 10):
        assert counting.count("partitions", n, n) == PARTITIONS_OF_SQUARES[n - 1]
