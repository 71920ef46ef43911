"""Subsets of the open pairs, for a first solution of boards with few dots.

On such boards each cell has many candidates, and most of them are far from their dot. A
search among the nearest ones alone often finds a solution within a fraction of a
second, or refutes the subset at once. A solution among some pairs is a solution of the
puzzle; that there is none among them says nothing about the puzzle.
"""

from collections.abc import Iterator

from galaxies_asp.fast.lists import PairLists

REACHES = ((5, 10), (6, 12), (7, 13), (8, 14), (8, 16))
"""The number of candidates per cell, and the greatest distance from their dot."""


def subsets(pairs: PairLists) -> Iterator[list[int]]:
    """Yield subsets of the pairs, ascending, each larger than the one before."""
    distance = _distances(pairs)
    of_cell: dict[int, list[int]] = {}
    for pair in sorted(range(len(pairs.dots)), key=distance.__getitem__):
        for cell in {pairs.cells[pair], pairs.images[pair]}:
            of_cell.setdefault(cell, []).append(pair)
    size = 0
    for count, reach in REACHES:
        near = {
            pair
            for held in of_cell.values()
            for rank, pair in enumerate(held[:count])
            if rank == 0 or distance[pair] <= reach
        }
        kept = _with_predecessors(pairs, distance, near)
        if size < len(kept) < len(pairs.dots):
            size = len(kept)
            yield sorted(kept)


def _distances(pairs: PairLists) -> list[int]:
    """Return the number of steps from each pair to one that is connected to its dot."""
    n = len(pairs.dots)
    distance = [n] * (n + 1)
    layer = [pair for pair in range(n) if pairs.supported[pair]]
    steps = 1
    while layer:
        for pair in layer:
            distance[pair] = steps
        steps += 1
        layer = list(
            {
                way[pair]
                for pair in layer
                for way in pairs.beside
                if way[pair] < n and distance[way[pair]] == n
            }
        )
    return distance


def _with_predecessors(
    pairs: PairLists, distance: list[int], chosen: set[int]
) -> set[int]:
    """Add pairs until each one is connected to its dot on a shortest path."""
    kept = set(chosen)
    waiting = list(chosen)
    while waiting:
        pair = waiting.pop()
        for way in pairs.beside:
            other = way[pair]
            if distance[other] < distance[pair] and other not in kept:
                kept.add(other)
                waiting.append(other)
    return kept


def part(pairs: PairLists, chosen: list[int]) -> PairLists:
    """Return some of the pairs, given in ascending order, without the others."""
    number = {old: new for new, old in enumerate(chosen)}
    m = len(chosen)
    right, left, below, above = (
        [number.get(way[old], m) for old in chosen] for way in pairs.beside
    )
    apart = [(number.get(one, m), number.get(other, m)) for one, other in pairs.apart]
    return PairLists(
        labels=pairs.labels,
        dots=[pairs.dots[old] for old in chosen],
        cells=[pairs.cells[old] for old in chosen],
        images=[pairs.images[old] for old in chosen],
        beside=(right, left, below, above),
        supported=[pairs.supported[old] for old in chosen],
        apart=[(one, other) for one, other in apart if m not in (one, other)],
    )
