"""Divisions of the vertices of a graph into connected parts.

These are the graph compositions of A. Knopfmacher and M. Mays (2001), the connected set
partitions of F. Simon, P. Tittmann and M. Trinks (2010). Vertices are placed one by
one. Those with neighbors to come are the frontier: which of them are in one part, and
which parts must stay different because an edge between them is a border.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from galaxies_asp.core.board.board import Board
from galaxies_asp.core.board.effort import Report, silent

Vertex = TypeVar("Vertex", bound=Hashable)

State = tuple[tuple[int, ...], tuple[int, ...]]
"""The part of each vertex of the frontier, numbered by first occurrence; and for each
part the parts, as bits, with which it must not be united."""

Neighbors = Mapping[Vertex, set[Vertex]]


def neighbors_of(edges: Iterable[tuple[Vertex, ...]]) -> Neighbors[Vertex]:
    """Return the neighbors of each vertex; a tuple of one vertex adds this vertex."""
    result: dict[Vertex, set[Vertex]] = {}
    for edge in edges:
        for vertex in edge:
            result.setdefault(vertex, set()).update(set(edge) - {vertex})
    return result


def graph_of(board: Board) -> Neighbors[tuple[int, int]]:
    """Return the neighbors of each cell of a board."""
    edges: list[tuple[tuple[int, int], ...]] = [(cell,) for cell in board.cells()]
    edges += [board.lattice.touched_cells(edge) for edge in board.edges()]
    return neighbors_of(edges)


def count_partitions(graph: Neighbors[Vertex], report: Report = silent) -> int:
    """Return the number of divisions of the vertices into connected parts."""
    ways: Mapping[State, int] = {((), ()): 1}
    order, placed = ordered(graph), list[Vertex]()
    for number, (vertex, kept) in enumerate(frontiers(graph, order), 1):
        beside = [i for i, other in enumerate(placed) if other in graph[vertex]]
        placed.append(vertex)
        stays = [other in kept for other in placed]
        after: defaultdict[State, int] = defaultdict(int)
        for (parts, apart), some in ways.items():
            alone = (*parts, len(apart)), (*apart, 0)
            for state in _drawn(alone, beside):
                after[_left(*state, stays)] += some
        ways = after
        placed = [other for other in placed if other in kept]
        report("vertices", number, len(order))
    return sum(ways.values())


def ordered(graph: Neighbors[Vertex]) -> Sequence[Vertex]:
    """Return the vertices as given, or in an order with smaller frontiers."""
    left, order, front = dict.fromkeys(graph), list[Vertex](), set[Vertex]()
    while left:
        near = {other for vertex in front for other in graph[vertex] if other in left}
        # The vertex that leaves the fewest on the frontier; ties as given.
        vertex = min(
            (other for other in left if not near or other in near),
            key=lambda new: len(_frontier(graph, {*front, new}, left.keys() - {new})),
        )
        order.append(vertex)
        del left[vertex]
        front = _frontier(graph, {*front, vertex}, left.keys())
    return min((list(graph), order), key=lambda some: cost(graph, some))


def cost(graph: Neighbors[Vertex], order: Sequence[Vertex]) -> float:
    """Return a number that grows as the states of an order do on plane graphs."""
    return sum(6.0 ** len(kept) for _, kept in frontiers(graph, order))


def frontiers(
    graph: Neighbors[Vertex], order: Sequence[Vertex]
) -> Iterator[tuple[Vertex, set[Vertex]]]:
    """Yield each vertex, and those placed by then that have neighbors to come."""
    left, front = set(order), set[Vertex]()
    for vertex in order:
        left.discard(vertex)
        front = _frontier(graph, {*front, vertex}, left)
        yield vertex, front


def _frontier(
    graph: Neighbors[Vertex], placed: set[Vertex], left: Iterable[Vertex]
) -> set[Vertex]:
    return {vertex for vertex in placed if not graph[vertex].isdisjoint(left)}


def _drawn(state: State, beside: Sequence[int]) -> Iterator[State]:
    """Yield what may become of the last vertex, by its neighbors on the frontier."""
    if not beside:
        yield state
        return
    parts, apart = state
    one, other = parts[beside[0]], parts[-1]
    rest = beside[1:]
    if one == other:
        yield from _drawn(state, rest)
        return
    masks = list(apart)
    if not apart[one] >> other & 1:
        masks[one] |= apart[other]
        for part, mask in enumerate(apart):
            if mask >> other & 1:
                masks[part] |= 1 << one
        united = tuple(one if part == other else part for part in parts)
        yield from _drawn((united, tuple(masks)), rest)
        masks = list(apart)
    masks[one] |= 1 << other
    masks[other] |= 1 << one
    yield from _drawn((parts, tuple(masks)), rest)


def _left(
    parts: tuple[int, ...], apart: tuple[int, ...], stays: Sequence[bool]
) -> State:
    """Return the state of the vertices that stay on the frontier, numbered anew."""
    left = [part for part, is_left in zip(parts, stays, strict=True) if is_left]
    number = {part: index for index, part in enumerate(dict.fromkeys(left))}
    masks = (
        sum(1 << new for other, new in number.items() if apart[part] >> other & 1)
        for part in number
    )
    return tuple(number[part] for part in left), tuple(masks)
