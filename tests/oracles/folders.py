"""The shipped folders on small boards by trying all sets of cells.

Cells are points of the doubled grid, pairs of odd numbers; no code of the package is
used.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import (
    chain,
    combinations,
    count,
    pairwise,
    permutations,
    product,
    takewhile,
)

Place = tuple[int, int]
Cells = frozenset[Place]

UNKNOWN = '"?"'
"""A number that is not known."""
_STEPS = ((2, 0), (-2, 0), (0, 2), (0, -2))


def cells_of(width: int, height: int) -> Cells:
    """Return the cells of a board."""
    columns, rows = range(1, 2 * width, 2), range(1, 2 * height, 2)
    return frozenset((x, y) for x in columns for y in rows)


def _subsets(cells: Cells) -> Iterator[Cells]:
    every, sizes = sorted(cells), range(len(cells) + 1)
    chosen = chain.from_iterable(combinations(every, size) for size in sizes)
    return map(frozenset, chosen)


def _part(cells: Iterable[Place], start: Place) -> Cells:
    """Return the cells that are connected to a cell."""
    left, found = set(cells), [start]
    for x, y in found:
        near = [(x + dx, y + dy) for dx, dy in _STEPS]
        found += [cell for cell in near if cell in left and cell not in found]
    return frozenset(found)


def _is_connected(cells: Cells) -> bool:
    return not cells or _part(cells, min(cells)) == cells


@cache
def rivers(width: int, height: int) -> list[tuple[Cells, frozenset[Cells]]]:
    """Return each connected set of shaded cells without 2 x 2, and the islands."""
    board, found = cells_of(width, height), []
    for shaded in _subsets(board):
        squares = (
            {(x, y), (x + 2, y), (x, y + 2), (x + 2, y + 2)} <= shaded
            for x, y in shaded
        )
        if _is_connected(shaded) and not any(squares):
            white = board - shaded
            islands = frozenset(_part(white, cell) for cell in white)
            found.append((shaded, islands))
    return found


def nurikabe(
    width: int, height: int, numbers: Iterable[tuple[Place, object]]
) -> Iterator[Cells]:
    """Yield the sets of shaded cells that solve a puzzle with numbers in cells.

    Instead of a number, `"?"` with its quotation marks stands for any one.
    """
    given = list(numbers)
    for shaded, islands in rivers(width, height):
        of_islands = [
            [number for cell, number in given if cell in island] for island in islands
        ]
        if sum(map(len, of_islands)) == len(given) and all(
            of_island in ([len(island)], ['"?"'])
            for of_island, island in zip(of_islands, islands, strict=True)
        ):
            yield shaded


@cache
def loops(width: int, height: int) -> list[Cells]:
    """Return the sides of each loop: it surrounds connected cells, as is the rest.

    Where two of the surrounded cells meet in a corner alone, the loop would branch.
    """
    board, found = cells_of(width, height), []
    around = frozenset(
        (x, y)
        for x in range(-1, 2 * width + 2, 2)
        for y in range(-1, 2 * height + 2, 2)
    )
    for inside in _subsets(board):
        if inside and _is_connected(inside) and _is_connected(around - inside):
            sides = _rim(inside)
            ends = Counter(end for side in sides for end in _ends(side))
            if set(ends.values()) == {2}:
                found.append(sides)
    return found


def _rim(inside: Cells) -> Cells:
    """Return the sides between cells inside and others."""
    counts = Counter((x + dx // 2, y + dy // 2) for x, y in inside for dx, dy in _STEPS)
    return frozenset(side for side, number in counts.items() if number == 1)


def _ends(side: Place) -> tuple[Place, Place]:
    x, y = side
    return ((x, y - 1), (x, y + 1)) if y % 2 else ((x - 1, y), (x + 1, y))


def slitherlink(
    width: int, height: int, numbers: Mapping[Place, object]
) -> Iterator[Cells]:
    """Yield the sides of the loops that solve a puzzle."""
    for sides in loops(width, height):
        if all(
            sum((x + dx // 2, y + dy // 2) in sides for dx, dy in _STEPS) == number
            for (x, y), number in numbers.items()
            if number != UNKNOWN
        ):
            yield sides


def hitori(width: int, height: int, numbers: Mapping[Place, int]) -> Iterator[Cells]:
    """Yield the sets of shaded cells that solve a puzzle."""
    board = cells_of(width, height)
    for shaded in _subsets(board):
        white = board - shaded
        seen = [
            (axis, cell[axis], numbers[cell])
            for cell in white & numbers.keys()
            for axis in (0, 1)
        ]
        touching = any((x + 2, y) in shaded or (x, y + 2) in shaded for x, y in shaded)
        if len(seen) == len(set(seen)) and not touching and _is_connected(white):
            yield shaded


def shikaku(
    width: int, height: int, numbers: Mapping[Place, object]
) -> Iterator[Cells]:
    """Yield the walls of each solution."""
    board = cells_of(width, height)

    def divided(free: Cells) -> Iterator[list[Cells]]:
        if not free:
            yield []
            return
        x, y = min(free)
        for u, v in sorted(board):
            area = frozenset(product(range(x, u + 1, 2), range(y, v + 1, 2)))
            given = [numbers[cell] for cell in area & numbers.keys()]
            if area and area <= free and given in ([len(area)], [UNKNOWN]):
                yield from ([area, *others] for others in divided(free - area))

    for areas in divided(board):
        of = {cell: area for area in areas for cell in area}
        yield frozenset(
            (x + dx // 2, y + dy // 2)
            for x, y in board
            for dx, dy in _STEPS
            if of.get((x + dx, y + dy), of[x, y]) != of[x, y]
        )


def star_battle(
    side: int, regions: Mapping[Place, object], number: int = 1
) -> Iterator[Cells]:
    """Yield the stars of each solution with a number of stars in each row."""
    rows = [
        columns
        for columns in combinations(range(side), number)
        if all(other - one > 1 for one, other in pairwise(columns))
    ]

    def placed(stars: list[tuple[int, int]]) -> Iterator[Cells]:
        y = len(stars) // number if number else side
        units = Counter(x for x, _ in stars)
        found = [(2 * x + 1, 2 * y + 1) for x, y in stars]
        counts = Counter(regions[cell] for cell in found if cell in regions)
        if max((*units.values(), *counts.values()), default=0) > number:
            return
        if y == side:
            if all(counts[region] == number for region in regions.values()):
                yield frozenset(found)
            return
        above = [x for x, at in stars if at == y - 1]
        for columns in rows:
            if all(abs(x - other) > 1 for x in columns for other in above):
                yield from placed([*stars, *((x, y) for x in columns)])

    yield from placed([])


def akari(width: int, height: int, walls: Mapping[Place, object]) -> Iterator[Cells]:
    """Yield the lamps of each solution; a wall with `"?"` has no number."""
    white = cells_of(width, height) - walls.keys()
    seen = {cell: frozenset(_seen(cell, white)) for cell in white}
    beside = {(x, y): {(x + dx, y + dy) for dx, dy in _STEPS} for x, y in walls}
    for lamps in _subsets(white):
        is_lit = all(cell in lamps or seen[cell] & lamps for cell in white)
        is_apart = not any(seen[lamp] & lamps for lamp in lamps)
        counts = (n in ('"?"', len(beside[at] & lamps)) for at, n in walls.items())
        if is_lit and is_apart and all(counts):
            yield lamps


def _seen(cell: Place, white: Cells) -> Iterator[Place]:
    """Yield the cells in the four directions up to the next one that is not white."""
    for dx, dy in _STEPS:
        x, y = cell[0] + dx, cell[1] + dy
        while (x, y) in white:
            yield x, y
            x, y = x + dx, y + dy


def masyu(
    width: int, height: int, white: Iterable[Place], black: Iterable[Place]
) -> Iterator[Cells]:
    """Yield the loops as the sides that they cross: cells are corners of `loops`."""
    white, black = set(white), set(black)
    for corners in loops(width - 1, height - 1):
        line = frozenset((x + 1, y + 1) for x, y in corners)
        near = {
            (x, y): [d for d in _STEPS if (x + d[0] // 2, y + d[1] // 2) in line]
            for x, y in cells_of(width, height)
        }
        axes = {cell: {dx == 0 for dx, _ in ways} for cell, ways in near.items()}
        straight = {cell for cell, found in axes.items() if len(found) == 1}
        beside = {
            (x, y): {(x + dx, y + dy) for dx, dy in ways}
            for (x, y), ways in near.items()
        }
        is_white = all(w in straight and not beside[w] <= straight for w in white)
        is_black = all(
            len(near[b]) == 2 and b not in straight and beside[b] <= straight
            for b in black
        )
        if is_white and is_black:
            yield line


def tents(
    width: int, height: int, trees: Sequence[Place], numbers: Mapping[Place, int]
) -> Iterator[Cells]:
    """Yield the tents of each solution; a number is before its row or column."""
    free = cells_of(width, height) - {*trees}
    for tents in combinations(sorted(free), len(trees)):
        counts = Counter((-1, y) for _, y in tents) + Counter((x, -1) for x, _ in tents)
        is_apart = all(
            max(abs(x - u), abs(y - v)) > 2 for (x, y), (u, v) in combinations(tents, 2)
        )
        pairs = (zip(trees, own, strict=True) for own in permutations(tents))
        is_owned = any(
            all(abs(x - u) + abs(y - v) == 2 for (x, y), (u, v) in one) for one in pairs
        )
        if is_apart and is_owned and all(counts[at] == n for at, n in numbers.items()):
            yield frozenset(tents)


def kakuro(
    width: int,
    height: int,
    black: Iterable[Place],
    across: Mapping[Place, int],
    down: Mapping[Place, int],
) -> Iterator[dict[Place, int]]:
    """Yield the numbers of each solution; a sum is before its run."""
    white = sorted(cells_of(width, height) - {*black})
    runs: list[tuple[list[Place], int]] = []
    for sums, (dx, dy) in ((across, (2, 0)), (down, (0, 2))):
        for x, y in white:
            if (x - dx, y - dy) not in white:
                steps = takewhile(white.__contains__, _ahead((x, y), dx, dy))
                runs.append(([*steps], sums.get((x - dx, y - dy), 0)))
    if not all(sum_ for _, sum_ in runs):
        return
    found: dict[Place, int] = {}

    def fill(number: int) -> Iterator[dict[Place, int]]:
        if number == len(white):
            yield dict(found)
            return
        for digit in range(1, 10):
            found[white[number]] = digit
            if all(map(may_be, *zip(*runs, strict=True))):
                yield from fill(number + 1)
        del found[white[number]]

    def may_be(run: list[Place], total: int) -> bool:
        digits = [found[cell] for cell in run if cell in found]
        rest = total - sum(digits)
        is_right = rest == 0 if len(digits) == len(run) else rest > 0
        return len({*digits}) == len(digits) and is_right

    yield from fill(0)


def _ahead(cell: Place, dx: int, dy: int) -> Iterator[Place]:
    """Yield a cell and those that follow in a direction, without end."""
    return ((cell[0] + n * dx, cell[1] + n * dy) for n in count())


def heyawake(
    width: int, height: int, rooms: Mapping[Place, object], numbers: Mapping[Place, int]
) -> Iterator[Cells]:
    """Yield the shaded cells of each solution; a number is in a cell of its room."""
    board = cells_of(width, height)
    lines = [sorted(c for c in board if c[0] == x) for x in range(1, 2 * width, 2)]
    lines += [sorted(c for c in board if c[1] == y) for y in range(1, 2 * height, 2)]
    rows = [
        {*line[i:j]}
        for line in lines
        for i, j in combinations(range(len(line) + 1), 2)
        if rooms.keys() >= {*line[i:j]}
        and sum(rooms[a] != rooms[b] for a, b in pairwise(line[i:j])) > 1
    ]
    for shaded in _subsets(board):
        touching = any((x + 2, y) in shaded or (x, y + 2) in shaded for x, y in shaded)
        counts = Counter(rooms[cell] for cell in shaded & rooms.keys())
        given = ((rooms.get(cell), n) for cell, n in numbers.items())
        is_counted = all(room is None or counts[room] == n for room, n in given)
        is_cut = is_counted and not touching and all(row & shaded for row in rows)
        if is_cut and _is_connected(board - shaded):
            yield shaded
