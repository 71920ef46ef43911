"""Hexagonal boards by brute force, from the definition of neighbors alone."""

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import combinations

Place = tuple[int, int]
Region = frozenset[Place]

NEIGHBORS = ((2, 0), (-2, 0), (0, 2), (0, -2), (2, -2), (-2, 2))


def touched(dot: Place) -> set[Place]:
    """Return the cell, or the two cells, that a dot touches."""
    x, y = dot
    if x % 2 and y % 2:
        return {dot}
    if y % 2:
        return {(x - 1, y), (x + 1, y)}
    if x % 2:
        return {(x, y - 1), (x, y + 1)}
    return {(x + 1, y - 1), (x - 1, y + 1)}


def places(cells: Collection[Place]) -> list[Place]:
    """Return the places of dots on a board."""
    near = {(x + i, y + j) for x, y in cells for i in (-1, 0, 1) for j in (-1, 0, 1)}
    return sorted(dot for dot in near if touched(dot) <= set(cells))


def regions(cells: Collection[Place], dot: Place) -> Iterator[Region]:
    """Yield the connected sets of cells that the half turn about a dot keeps."""
    start = frozenset(touched(dot))
    seen, waiting = {start}, [start]
    while waiting:
        region = waiting.pop()
        yield region
        for x, y in region:
            for right, down in NEIGHBORS:
                cell = x + right, y + down
                image = 2 * dot[0] - cell[0], 2 * dot[1] - cell[1]
                larger = region | {cell, image}
                if cell in cells and image in cells and larger not in seen:
                    seen.add(larger)
                    waiting.append(larger)


def toroidal_regions(cells: Collection[Place], dot: Place) -> Iterator[Region]:
    """Yield the regions that are connected and symmetric about a dot, in it or not."""
    for number in range(1, len(cells) + 1):
        for chosen in combinations(sorted(cells), number):
            region = frozenset(chosen)
            images = {(2 * dot[0] - x, 2 * dot[1] - y) for x, y in region}
            if images == region and _is_connected(region):
                yield region


def _is_connected(region: Region) -> bool:
    reached = [min(region)]
    for x, y in reached:
        around = {(x + right, y + down) for right, down in NEIGHBORS}
        reached += around & region - {*reached}
    return len(reached) == len(region)


def solutions(
    cells: Collection[Place], dots: Iterable[Place]
) -> set[frozenset[Region]]:
    """Return all divisions of a board into one region for each dot."""
    return _divisions(cells, [[*regions(cells, dot)] for dot in dots])


def partial_solutions(
    cells: Collection[Place], dots: Iterable[Place]
) -> set[frozenset[Region]]:
    """Return all choices of one region for each dot, without common cells."""
    of_dots = [[*regions(cells, dot)] for dot in dots]
    return _divisions(cells, of_dots, is_partial=True)


def toroidal_solutions(
    cells: Collection[Place], dots: Iterable[Place]
) -> set[frozenset[Region]]:
    """Return all divisions of a board into one toroidal region for each dot."""
    return _divisions(cells, [[*toroidal_regions(cells, dot)] for dot in dots])


def _divisions(
    cells: Collection[Place], of_dots: Iterable[list[Region]], is_partial: bool = False
) -> set[frozenset[Region]]:
    partial = [(frozenset(cells), frozenset[Region]())]
    for of_dot in of_dots:
        partial = [
            (left - region, chosen | {region})
            for left, chosen in partial
            for region in of_dot
            if region <= left
        ]
    return {chosen for left, chosen in partial if is_partial or not left}


def number_of_boards(cells: Collection[Place]) -> int:
    """Return the number of all divisions of a board, whatever its dots."""
    bit = {cell: 1 << number for number, cell in enumerate(sorted(cells))}
    by_first: dict[int, list[int]] = {}
    for dot in places(cells):
        for region in regions(cells, dot):
            bits = sum(bit[cell] for cell in region)
            by_first.setdefault(bits & -bits, []).append(bits)

    @cache
    def divisions(left: int) -> int:
        if not left:
            return 1
        some = by_first[left & -left]
        return sum(divisions(left ^ bits) for bits in some if bits & left == bits)

    return divisions(sum(bit.values()))


def all_boards(cells: Collection[Place]) -> dict[Region, set[frozenset[Region]]]:
    """Return every division of a board into galaxies, by the set of its dots."""
    by_first: dict[Place, list[tuple[Place, Region]]] = {}
    for dot in places(cells):
        for region in regions(cells, dot):
            by_first.setdefault(min(region), []).append((dot, region))
    boards: dict[Region, set[frozenset[Region]]] = {}
    open_ = [(frozenset(cells), frozenset[Place](), frozenset[Region]())]
    while open_:
        left, dots, division = open_.pop()
        if not left:
            boards.setdefault(dots, set()).add(division)
            continue
        for dot, region in by_first[min(left)]:
            if region <= left:
                open_.append((left - region, dots | {dot}, division | {region}))
    return boards
