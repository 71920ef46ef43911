"""Random boards for measurements: dots that some division into regions belongs to."""

import random

from galaxies_asp.grid import Point, touched_cells
from galaxies_asp.puzzle import Puzzle


def random_board(width: int, height: int, mean_size: float, seed: int) -> Puzzle:
    """Return the dots of a random division into regions of about the given mean size.

    The points of the board are tried as dots in random order; a region takes the cells
    that its dot touches and grows by random pairs of mirrored cells to a random size.
    The dots have at least one solution, and may have many.
    """
    rng = random.Random(seed)
    points = [Point(x, y) for x in range(1, 2 * width) for y in range(1, 2 * height)]
    rng.shuffle(points)
    free = {(x, y) for x in range(1, 2 * width, 2) for y in range(1, 2 * height, 2)}
    centers = []
    for center in points:
        region = set(touched_cells(center))
        if region <= free:
            free -= region
            centers.append(center)
            _grow(region, free, center, rng, rng.expovariate(1 / mean_size))
    centers.sort(key=lambda point: (point.y, point.x))
    return Puzzle(width, height, tuple(centers), name=f"{width}x{height} seed {seed}")


def _grow(
    region: set[Point],
    free: set[tuple[int, int]],
    center: Point,
    rng: random.Random,
    size: float,
) -> None:
    border = [
        (x + dx, y + dy)
        for x, y in region
        for dx, dy in ((2, 0), (-2, 0), (0, 2), (0, -2))
    ]
    taken = len(region)
    while taken < size and border:
        index = rng.randrange(len(border))
        border[index], border[-1] = border[-1], border[index]
        x, y = border.pop()
        image = (2 * center.x - x, 2 * center.y - y)
        if (x, y) in free and image in free:
            free -= {(x, y), image}
            taken += 2
            border += (
                (x + dx, y + dy) for dx, dy in ((2, 0), (-2, 0), (0, 2), (0, -2))
            )
