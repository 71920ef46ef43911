"""All solutions of small puzzles of fences and a loop by plain search.

Independent of clingo, and of how the package looks for symmetries, colours and loops:
it works in cube coordinates, where the symmetries of the hexagonal lattice permute the
coordinates and change all signs; the square lattice is the plane z = 0.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, product

Cube = tuple[int, int, int]
Posts = dict[Cube, int]
Fences = frozenset[tuple[Cube, int, int]]
"""The post, the direction and the length of each fence."""

_SMALL = 2
"""The largest side of boards whose loops are all listed, if there are few posts."""

_FEW = 3
"""The largest number of such posts: with more, few loops are left to look for."""

GOALS = {"hexagonal": "visit", "square": "enclose"}
"""The goal on each lattice."""

HEX_STEPS = [(0, -1, 1), (1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1)]
SQUARE_STEPS = [(0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0)]


def cube(x: int, y: int, lattice: str) -> Cube:
    return (x, y, -x - y if lattice == "hexagonal" else 0)


def board(side: int, lattice: str) -> set[Cube]:
    span = range(-side, side + 1)
    cells = {cube(x, y, lattice) for x, y in product(span, span)}
    return {cell for cell in cells if abs(cell[2]) <= side}


def add(one: Cube, other: Cube) -> Cube:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])


def without_dead_ends(cells: set[Cube], steps: list[Cube]) -> set[Cube]:
    """Drop cells with fewer than two neighbours until there are none."""
    kept = {
        cell for cell in cells if sum(add(cell, step) in cells for step in steps) > 1
    }
    return kept if kept == cells else without_dead_ends(kept, steps)


def cycles(cells: set[Cube], lattice: str) -> Iterator[tuple[Cube, ...]]:
    """Yield every closed path without sharp corners, once: as a tuple of cells."""
    steps = HEX_STEPS if lattice == "hexagonal" else SQUARE_STEPS
    cells = without_dead_ends(cells, steps)
    used: set[Cube] = set()
    turns = (0, 1, 5) if lattice == "hexagonal" else (0, 1, 3)

    def walk(path: list[Cube], heading: int, first: int) -> Iterator[tuple[Cube, ...]]:
        for turn in turns:
            onward = (heading + turn) % len(steps)
            cell = add(path[-1], steps[onward])
            if cell == path[0]:
                closes = (first - onward) % len(steps) in turns
                if closes and len(path) > 2 and path[1] < path[-1]:
                    yield tuple(path)
            elif cell in cells and cell > path[0] and cell not in used:
                path.append(cell)
                used.add(cell)
                yield from walk(path, onward, first)
                used.remove(cell)
                path.pop()

    for start in cells:
        for first, step in enumerate(steps):
            if (cell := add(start, step)) in cells and cell > start:
                used = {start, cell}
                yield from walk([start, cell], first, first)


def is_symmetric(loop: tuple[Cube, ...], lattice: str) -> bool:
    """Tell whether some map other than the identity keeps the loop, up to a shift."""
    links = {frozenset((cell, loop[i - 1])) for i, cell in enumerate(loop)}
    signs = (1, -1)
    if lattice == "hexagonal":
        maps = [((s, s, s), p) for p in permutations(range(3)) for s in signs]
    else:
        maps = [
            ((s, t, 1), p)
            for p in ((0, 1, 2), (1, 0, 2))
            for s, t in product(signs, signs)
        ]
    for sign, order in maps:
        if sign == (1, 1, 1) and order == (0, 1, 2):
            continue
        images = {
            cell: tuple(s * cell[i] for s, i in zip(sign, order, strict=True))
            for cell in loop
        }
        low, low_image = min(loop), min(images.values())
        shift = tuple(a - b for a, b in zip(low, low_image, strict=True))
        if any(add(image, shift) not in loop for image in images.values()):
            continue
        moved = {frozenset(add(images[cell], shift) for cell in link) for link in links}
        if moved == links:
            return True
    return False


def has_all_colors(loop: tuple[Cube, ...], lattice: str) -> bool:
    """Tell whether all colours are visited, by the inequalities of the puzzle."""
    if lattice == "hexagonal":
        tests = [
            lambda q, r: q <= 0 and r < 0,
            lambda q, r: q > 0 and q + r <= 0,
            lambda q, r: r <= 0 and q + r > 0,
            lambda q, r: q >= 0 and r > 0,
            lambda q, r: q < 0 and q + r >= 0,
            lambda q, r: r >= 0 and q + r < 0,
        ]
    else:
        tests = [
            lambda x, y: x <= 0 and y < 0,
            lambda x, y: x > 0 and y <= 0,
            lambda x, y: x >= 0 and y > 0,
            lambda x, y: x < 0 and y >= 0,
        ]
    return all(any(test(x, y) for x, y, _ in loop) for test in tests)


def encloses(loop: tuple[Cube, ...], cell: Cube) -> bool:
    """Cast a ray from the cell: inside, it crosses the loop an odd number of times."""
    x, y, _ = cell
    crossings = 0
    for i, (to_x, to_y, _) in enumerate(loop):
        from_x, from_y, _ = loop[i - 1]
        if (from_y > y) != (to_y > y):
            # One end is in the row of the cell, as links join neighbours.
            crossings += (from_x if from_y == y else to_x) > x
    return crossings % 2 == 1


def fence_sets(posts: Posts, free: set[Cube], lattice: str) -> Iterator[Fences]:
    """Yield the ways to build fences in the free cells."""
    steps = HEX_STEPS if lattice == "hexagonal" else SQUARE_STEPS
    order = sorted(posts, key=lambda post: -posts[post])

    def room(post: Cube, free: frozenset[Cube]) -> int:
        """Return the total length of the longest fences of a post."""
        total = 0
        for step in steps:
            cell = add(post, step)
            while cell in free:
                total, cell = total + 1, add(cell, step)
        return total

    def build(
        post: int, direction: int, rest: int, free: frozenset[Cube]
    ) -> Iterator[Fences]:
        if direction == 0 and any(room(p, free) < posts[p] for p in order[post:]):
            return
        if direction == len(steps):
            if rest:
                return
            if post + 1 == len(order):
                yield frozenset()
                return
            yield from build(post + 1, 0, posts[order[post + 1]], free)
            return
        yield from build(post, direction + 1, rest, free)
        covered: set[Cube] = set()
        cell = order[post]
        for length in range(1, rest + 1):
            cell = add(cell, steps[direction])
            if cell not in free:
                break
            covered.add(cell)
            fence = order[post], direction, length
            for others in build(post, direction + 1, rest - length, free - covered):
                yield others | {fence}

    if order:
        yield from build(0, 0, posts[order[0]], frozenset(free))
    else:
        yield frozenset()


@lru_cache(maxsize=256)
def symmetric_loops(
    side: int, lattice: str, taken: frozenset[Cube]
) -> list[tuple[Cube, ...]]:
    """Return the symmetric loops of a board in the cells that are not taken."""
    if 0 < len(taken) <= _FEW and side <= _SMALL:
        every = symmetric_loops(side, lattice, frozenset())
        return [loop for loop in every if taken.isdisjoint(loop)]
    found = cycles(board(side, lattice) - taken, lattice)
    return [loop for loop in found if is_symmetric(loop, lattice)]


def solutions(
    side: int, posts: Posts, lattice: str, goal: str
) -> Iterator[tuple[tuple[Cube, ...], Fences]]:
    """Yield each loop with each set of fences that goes with it."""
    free = board(side, lattice) - set(posts)
    for loop in symmetric_loops(side, lattice, frozenset(posts)):
        if goal == "visit":
            reaches_goal = has_all_colors(loop, lattice)
        else:
            reaches_goal = any(encloses(loop, post) for post in posts)
        if reaches_goal:
            for fences in fence_sets(posts, free - set(loop), lattice):
                yield loop, fences


def count(
    side: int, posts: Posts, lattice: str, goal: str = "visit"
) -> tuple[int, int]:
    """Return the number of loops with a set of fences, and of pairs of the two."""
    found = list(solutions(side, posts, lattice, goal))
    return len({loop for loop, _ in found}), len(found)


def point(cell: Cube, side: int) -> tuple[int, int]:
    """Return the point of the doubled grid at which a cell is."""
    return 2 * (cell[0] + side) + 1, 2 * (cell[1] + side) + 1


def facts(side: int, posts: Posts) -> str:
    """Return the facts of a board."""
    found = [f"side({side})."]
    for cell, number in posts.items():
        x, y = point(cell, side)
        found.append(f"post(({x},{y}),{number}).")
    return " ".join(found)


def atoms(side: int, loop: tuple[Cube, ...], built: Fences, lattice: str) -> set[str]:
    """Return a loop and fences as atoms."""
    steps = HEX_STEPS if lattice == "hexagonal" else SQUARE_STEPS
    pairs = [("line", *pair) for pair in zip(loop, loop[1:] + loop[:1], strict=True)]
    for post, way, length in built:
        cell = post
        for _ in range(length):
            pairs.append(("fence", cell, add(cell, steps[way])))
            cell = add(cell, steps[way])
    found = set()
    for name, one, other in pairs:
        (x, y), (u, v) = point(one, side), point(other, side)
        found.add(f"{name}(({(x + u) // 2},{(y + v) // 2}))")
    return found


def room(post: Cube, side: int, lattice: str) -> int:
    """Return the total length of the longest fences of a post on an empty board."""
    cells, total = board(side, lattice), 0
    for step in HEX_STEPS if lattice == "hexagonal" else SQUARE_STEPS:
        cell = add(post, step)
        while cell in cells:
            cell, total = add(cell, step), total + 1
    return total
