"""Divisions of graphs into connected parts, and boards of other shapes."""

from collections.abc import Iterator
from itertools import combinations
from math import comb

import pytest

from galaxies_asp.core.board.grid import HEXAGONAL, Point, cell_at
from galaxies_asp.counting import (
    BoardShape,
    census,
    count_partitions,
    count_shape,
    counts,
    graphs,
    neighbors_of,
)


def bell(n: int) -> int:
    return sum(comb(n - 1, k) * bell(k) for k in range(n)) if n else 1


def divisions(left: frozenset[int], graph: graphs.Neighbors[int]) -> int:
    """Take the parts of the first vertex one by one."""
    if not left:
        return 1
    first = min(left)
    return sum(divisions(left - part, graph) for part in connected(first, left, graph))


def connected(
    first: int, within: frozenset[int], graph: graphs.Neighbors[int]
) -> Iterator[frozenset[int]]:
    seen, waiting = {frozenset([first])}, [frozenset([first])]
    while waiting:
        part = waiting.pop()
        yield part
        for vertex in set().union(*(graph[v] for v in part)) & within - part:
            if (larger := part | {vertex}) not in seen:
                seen.add(larger)
                waiting.append(larger)


def test_complete_graphs_cycles_and_paths() -> None:
    for n in range(3, 8):
        complete = neighbors_of(combinations(range(n), 2))
        assert count_partitions(complete) == bell(n)
        cycle = neighbors_of((i, (i + 1) % n) for i in range(n))
        assert count_partitions(cycle) == 2**n - n
        path = neighbors_of((i, i + 1) for i in range(n))
        assert count_partitions(path) == 2**n


SHAPES = [
    BoardShape(3, 4),
    BoardShape(3, 3, holes=frozenset([cell_at(1, 1)])),
    BoardShape(2, 5, holes=frozenset([cell_at(2, 0), cell_at(2, 1)])),
    BoardShape(3, 3, HEXAGONAL),
    BoardShape.hexagon(2),
]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_partitions_of_any_board_by_brute_force(shape: BoardShape) -> None:
    cells = {cell: number for number, cell in enumerate(shape.cells())}
    edges = (
        map(cells.__getitem__, shape.lattice.touched_cells(e)) for e in shape.edges()
    )
    graph = neighbors_of(
        [*((number,) for number in cells.values()), *map(tuple, edges)]
    )
    expected = divisions(frozenset(graph), graph)
    assert count_shape("partitions", shape) == expected


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_dot_sets_of_any_board_have_all_its_divisions(shape: BoardShape) -> None:
    found = census(shape)
    assert found.boards == count_shape("galaxies", shape)
    turned = census(shape.turned)
    assert found.with_solutions == turned.with_solutions
    places = set(shape.places())
    assert all(Point(*dot) in places for dot in found.most)


def test_counts_may_end_at_any_number() -> None:
    asked = []

    def shapes() -> Iterator[BoardShape]:
        for side in range(1, 100):
            asked.append(side)
            yield BoardShape.hexagon(side)

    numbers = counts("galaxies", shapes())
    assert [next(numbers) for _ in range(3)] == [1, 100, 4027044]
    assert asked == [1, 2, 3]
