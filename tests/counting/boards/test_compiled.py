"""Compiled counts beside samplers and brute force; hexagonal boards."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from support.marks import nightly_if

from galaxies_asp.core.board.grid import cell_at
from galaxies_asp.counting.boards import (
    blocks,
    compiled,
    compiled_partitions,
    counting,
    frontier,
    sampling,
)
from galaxies_asp.counting.boards.shape import BoardShape
from galaxies_asp.counting.boards.word_board import WordBoard
from galaxies_asp.counting.compiled import Threads
from galaxies_asp.processes import checkpoint as checkpoints
from galaxies_asp.processes.checkpoint import Checkpoint

Cell = tuple[int, int]

STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0), (-1, 1), (1, -1)]


def hexagon(side: int) -> frozenset[Cell]:
    span = range(1 - side, side)
    return frozenset((q, r) for q in span for r in span if abs(q + r) < side)


def connected_sets(
    cells: frozenset[Cell], first: Cell, steps: list[Cell] = STEPS
) -> Iterator[frozenset[Cell]]:
    """Yield all connected sets of cells that contain the first one."""
    seen = {frozenset([first])}
    waiting = list(seen)
    while waiting:
        grown = waiting.pop()
        yield grown
        beside = {(q + a, r + b) for q, r in grown for a, b in steps}
        for cell in (beside & cells) - grown:
            larger = grown | {cell}
            if larger not in seen:
                seen.add(larger)
                waiting.append(larger)


def is_symmetric(region: frozenset[Cell], around_center: bool) -> bool:
    """Tell whether a half turn keeps a region, and it has the cells at its center."""
    q = min(q for q, _ in region) + max(q for q, _ in region)
    r = min(r for _, r in region) + max(r for _, r in region)
    if any((q - a, r - b) not in region for a, b in region):
        return False
    # The cells at the center are the one that is its own image, or two neighbors.
    touched = [(a, b) for a, b in region if (q - 2 * a, r - 2 * b) in [(0, 0), *STEPS]]
    return bool(touched) or not around_center


def divisions(cells: frozenset[Cell], around_center: bool) -> int:
    if not cells:
        return 1
    return sum(
        divisions(cells - region, around_center)
        for region in connected_sets(cells, min(cells))
        if is_symmetric(region, around_center)
    )


def dots_of_divisions(cells: frozenset[Cell]) -> Iterator[list[Cell]]:
    """Yield the doubled centers of each division of a board of squares."""
    if not cells:
        yield []
    for region in connected_sets(cells, min(cells), STEPS[:4]) if cells else ():
        center = tuple(a + b for a, b in zip(min(region), max(region), strict=True))
        images = {(center[0] - a, center[1] - b) for a, b in region}
        touched = product(*({n // 2, (n + 1) // 2} for n in center))
        if images == region and region.issuperset(touched):
            for others in dots_of_divisions(cells - region):
                yield [center, *others]


@pytest.mark.parametrize("around_center", [True, False])
@pytest.mark.parametrize("side", [1, 2])
def test_hexagons_by_brute_force(side: int, around_center: bool) -> None:
    expected = divisions(hexagon(side), around_center)
    kind = "galaxies" if around_center else "galaxies-toroidal"
    assert counting.count_shape(kind, BoardShape.hexagon(side)) == expected
    assert sampling.sampler_of(kind, BoardShape.hexagon(side)).total == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    "removed", nightly_if((2, -1).__eq__, [(0, 0), (2, -1), (0, 2)])
)
def test_parts_of_a_hexagon_by_brute_force(removed: Cell) -> None:
    """Boards of other shapes, on which centers lie elsewhere."""
    cells = frozenset(
        (q, r) for q, r in hexagon(3) - {removed} if abs(q) + abs(r) < 4 and q < 2
    )

    whole = BoardShape.hexagon(3)
    kept = {cell_at(q + 2, r + 2) for q, r in cells}
    part = replace(whole, holes=frozenset(BoardShape(5, 5).cells()) - kept)
    assert counting.count_shape("galaxies", part) == divisions(cells, True)


@pytest.mark.parametrize("around_center", [True, False])
@pytest.mark.parametrize(
    "board",
    [
        *(WordBoard(h, w) for h, w in [(1, 1), (1, 9), (9, 1), (4, 5), (3, 7), (7, 3)]),
        *(WordBoard.hexagon(side) for side in (1, 2, 3)),
    ],
    ids=str,
)
def test_samplers_count_the_same(board: WordBoard, around_center: bool) -> None:
    expected = sampling.GalaxiesSampler(board, around_center).total
    for threads in (1, 2, 4):
        number = compiled.count(
            board, around_center=around_center, threads=Threads(threads), shapes=10
        )
        assert number == expected


@pytest.mark.slow
def test_published_counts() -> None:
    assert counting.count("galaxies", 6, 6) == 2224341219214
    assert counting.count("galaxies", 6, 7) == 365268365575491


@pytest.mark.parametrize(
    ("size", "number"),
    [
        ((1, 64), 2**63),
        ((2, 28), 1_302_046_743_996_675_526),
        pytest.param((2, 32), 582_996_364_838_160_676_928, marks=pytest.mark.slow),
    ],
)
def test_numbers_of_64_bits_and_beyond(size: tuple[int, int], number: int) -> None:
    assert compiled.count(WordBoard(*size)) == number


@pytest.mark.nightly
def test_samplers_count_beyond_64_bits() -> None:
    board = BoardShape(2, 32)
    assert sampling.sampler_of("galaxies", board).total == 582_996_364_838_160_676_928


def test_a_table_is_kept(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "table", "galaxies", {})
    assert compiled.count(WordBoard(5, 5), checkpoint=checkpoint) == 204226461
    calls = []
    compiled.count(
        WordBoard(5, 5), checkpoint=checkpoint, report=lambda *call: calls.append(call)
    )
    assert calls[0][1] == 3328


@pytest.mark.slow
@pytest.mark.parametrize(
    "size", nightly_if((5, 5).__eq__, [(1, 1), (2, 7), (4, 3), (4, 5), (5, 5)])
)
def test_dot_sets_by_several_threads(size: tuple[int, int]) -> None:
    expected = counting.census(BoardShape(*size))
    for jobs in (2, 3):
        assert counting.census(BoardShape(*size), jobs=jobs) == expected


@pytest.mark.slow
@pytest.mark.parametrize("size", [(2, 2), (2, 4), (3, 3)])
def test_dot_sets_of_all_boards(size: tuple[int, int]) -> None:
    """Every division into symmetric regions, grouped by its dots."""
    cells = frozenset(product(range(size[0]), range(size[1])))
    solutions = Counter(map(frozenset, dots_of_divisions(cells)))
    found = counting.census(BoardShape(*size)).with_solutions
    assert dict(enumerate(found, 1)) == Counter(solutions.values())


@pytest.mark.parametrize("gap", range(5))
def test_blocks_hold_all_states(gap: int) -> None:
    """Each once, and in the place where it is looked up."""
    layout = blocks.layouts(6, 4, Threads())[gap]
    states = np.concatenate(
        [layout.block(number) for number in range(len(layout.kinds))], axis=2
    )
    assert np.array_equal(layout.places(states), np.arange(len(layout)))
    parts = [states for states, _ in frontier.structures(6, gap)]
    listed = np.concatenate(parts, axis=2)
    assert np.array_equal(*(np.unique(some, axis=2) for some in (states, listed)))


@pytest.mark.slow
@pytest.mark.parametrize("columns", range(1, 8))
def test_samplers_count_the_same_partitions(columns: int) -> None:
    for rows in (1, 2, columns, 9):
        expected = sampling.sampler_of("partitions", BoardShape(rows, columns)).total
        for threads in (1, 2, 4):
            number = compiled_partitions.count(rows, columns, threads=Threads(threads))
            assert number == expected


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_partitions_go_on(
    threads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped(Exception):  # noqa: N818 (no error)
        pass

    monkeypatch.setattr(checkpoints, "SECONDS_BETWEEN", 0.0)
    checkpoint = Checkpoint(tmp_path / "numbers", "partitions", {})
    count = partial(
        compiled_partitions.count,
        40,
        4,
        threads=Threads(threads),
        checkpoint=checkpoint,
    )
    done_before = 0
    for calls in (60, 100, 5000):
        cells: list[int] = []

        def report(
            what: str,
            done: int,
            total: int | None,
            cells: list[int] = cells,
            calls: int = calls,
        ) -> None:
            if what == "cells":
                assert total is not None
                assert 0 < done <= total
                cells.append(done)
                if len(cells) == calls:
                    raise Stopped

        if calls < 5000:
            with pytest.raises(Stopped):
                count(report=report)
        else:
            assert (
                count(report=report)
                == sampling.sampler_of("partitions", BoardShape(40, 4)).total
            )
        # Of a row that was not complete, at most all cells are placed again.
        assert cells[0] > done_before - 4
        done_before = cells[-1]
