"""Random boards for measurements: dots that some division into regions belongs to."""

import random

from galaxies_asp.core.board.grid import Point, touched_cells
from galaxies_asp.core.board.puzzle import Puzzle


def random_board(width: int, height: int, mean_size: float, seed: int) -> Puzzle:
    """Return the dots of a random division into regions of about the given mean size.

    The points of the board are tried as dots in random order; a region takes the cells
    that its dot touches and grows by random pairs of mirrored cells to a random size.
    The dots have at least one solution, and may have many.
    """
    rng = random.Random(seed)
    # Points are numbers, x * stride + y: large boards have millions. Columns lie so far
    # apart that no step and no mirror image that leaves the board meets a cell.
    stride = 6 * height
    across, down = range(1, 2 * width), range(1, 2 * height)
    points = [x * stride + y for x in across for y in down]
    rng.shuffle(points)
    free = {x * stride + y for x in across[::2] for y in down[::2]}
    centers = []
    for point in points:
        x, y = divmod(point, stride)
        corner = (x - 1 | 1) * stride + (y - 1 | 1)
        if corner not in free:
            continue
        region = [x * stride + y for x, y in set(touched_cells(Point(x, y)))]
        if free.issuperset(region):
            free.difference_update(region)
            centers.append(Point(x, y))
            steps = (2 * stride, -2 * stride, 2, -2)
            _grow(region, free, 2 * point, steps, rng, rng.expovariate(1 / mean_size))
    centers.sort(key=lambda point: (point.y, point.x))
    return Puzzle(width, height, tuple(centers), name=f"{width}x{height} seed {seed}")


def _grow(
    region: list[int],
    free: set[int],
    total: int,
    steps: tuple[int, ...],
    rng: random.Random,
    size: float,
) -> None:
    border = [cell + step for cell in region for step in steps]
    taken = len(region)
    while taken < size and border:
        index = rng.randrange(len(border))
        border[index], border[-1] = border[-1], border[index]
        cell = border.pop()
        if cell in free and total - cell in free:
            free -= {cell, total - cell}
            taken += 2
            border += (cell + step for step in steps)
