"""All solutions of small puzzles of the shipped folders, without clingo.

Each function yields outputs as sets of points.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise, permutations, product

Place = tuple[int, int]
Places = frozenset[Place]


def cells(width: int, height: int) -> list[Place]:
    """Return the cells of a board."""
    return list(product(range(1, 2 * width, 2), range(1, 2 * height, 2)))


def _subsets(places: Sequence[Place]) -> Iterator[set[Place]]:
    sizes = range(len(places) + 1)
    yield from map(set, chain.from_iterable(combinations(places, n) for n in sizes))


def _beside(cell: Place) -> list[Place]:
    x, y = cell
    return [(x + 2, y), (x - 2, y), (x, y + 2), (x, y - 2)]


def _area(start: Place, among: set[Place]) -> set[Place]:
    found, ahead = {start}, [start]
    while ahead:
        new = set(_beside(ahead.pop())) & among - found
        found |= new
        ahead += new
    return found


def hitori(width: int, height: int, numbers: Mapping[Place, int]) -> Iterator[Places]:
    """Yield the shaded cells of each solution."""
    board = cells(width, height)
    for shaded in _subsets(board):
        white = [cell for cell in board if cell not in shaded]
        seen = [(axis, c[axis], numbers[c]) for c in white for axis in (0, 1)]
        if (
            len(seen) == len(set(seen))
            and not any(shaded.intersection(_beside(cell)) for cell in shaded)
            and (not white or len(_area(white[0], set(white))) == len(white))
        ):
            yield frozenset(shaded)


def nurikabe(
    width: int, height: int, numbers: Mapping[Place, object]
) -> Iterator[Places]:
    """Yield the shaded cells of each solution; a number that is no integer is any."""
    board = cells(width, height)
    for shaded in _subsets(board):
        squares = ({(x, y), (x + 2, y), (x, y + 2), (x + 2, y + 2)} for x, y in shaded)
        if any(square <= shaded for square in squares):
            continue
        if shaded and len(_area(min(shaded), shaded)) < len(shaded):
            continue
        white, is_right = set(board) - shaded, not shaded & numbers.keys()
        while white and is_right:
            island = _area(min(white), white)
            white -= island
            given = [numbers[cell] for cell in island & numbers.keys()]
            is_right = len(given) == 1 and given[0] in (len(island), '"?"')
        if is_right:
            yield frozenset(shaded)


def loops(width: int, height: int) -> Iterator[Places]:
    """Yield all loops on a board, as sides of cells around sets of cells."""
    for chosen in _subsets(cells(width, height)):
        sides: set[Place] = set()
        for x, y in chosen:
            sides ^= {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        if sides and _is_loop(sides):
            yield frozenset(sides)


def _is_loop(sides: set[Place]) -> bool:
    ends: dict[Place, list[Place]] = {}
    for x, y in sides:
        way = (1, 0) if x % 2 else (0, 1)
        for end in ((x - way[0], y - way[1]), (x + way[0], y + way[1])):
            ends.setdefault(end, []).append((x, y))
    if any(len(meeting) != 2 for meeting in ends.values()):
        return False
    seen, ahead = set(), [min(ends)]
    while ahead:
        end = ahead.pop()
        if end not in seen:
            seen.add(end)
            ahead += [v for v in ends if set(ends[v]) & set(ends[end])]
    return len(seen) == len(ends)


def slitherlink(
    width: int, height: int, numbers: Mapping[Place, int]
) -> Iterator[Places]:
    """Yield the sides of each solution."""
    for loop in loops(width, height):
        if all(
            len(loop & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}) == number
            for (x, y), number in numbers.items()
        ):
            yield loop


def shikaku(width: int, height: int, numbers: Mapping[Place, int]) -> Iterator[Places]:
    """Yield the walls of each solution."""
    board = cells(width, height)

    def rest(free: set[Place]) -> Iterator[list[set[Place]]]:
        if not free:
            yield []
            return
        x, y = min(free)
        for u, v in board:
            if u < x or v < y:
                continue
            area = set(product(range(x, u + 1, 2), range(y, v + 1, 2)))
            if area <= free and [numbers[c] for c in area & numbers.keys()] == [
                len(area)
            ]:
                yield from ([area, *others] for others in rest(free - area))

    for areas in rest(set(board)):
        of = {cell: n for n, area in enumerate(areas) for cell in area}
        yield frozenset(
            ((x + u) // 2, (y + v) // 2)
            for x, y in board
            for u, v in _beside((x, y))
            if (u, v) in of and of[u, v] != of[x, y]
        )


def star_battle(side: int, regions: Mapping[Place, object]) -> Iterator[Places]:
    """Yield the stars of each solution with one star in each row."""
    for columns in permutations(range(side)):
        stars = [(2 * x + 1, 2 * y + 1) for y, x in enumerate(columns)]
        if all(abs(a - b) > 1 for a, b in pairwise(columns)) and (
            len({regions[star] for star in stars}) == side
        ):
            yield frozenset(stars)
