"""The program that section 7.2 of Morris's paper prints, told again with its defects.

For measurements only: `benchmarks/engines.py printed` counts what goes wrong. Cells are
(x, y), both from 0; a centre is twice its coordinates. The scans of the paper lose some
indentation; where this leaves two readings, `nested` chooses one.
"""

import math
import random
from dataclasses import dataclass, field

Cell = tuple[int, int]


@dataclass
class Account:
    """What the program makes of one board, and what goes wrong on the way.

    Attributes
    ----------
    regions
        Those that are grown and those that fill the rest.
    grown
        How many are grown.
    wanted, reached
        The sizes that were intended for grown regions of intended size at least 1, and
        the sizes that they have.
    lost
        Regions that are forgotten because the board became full while they grew.
    steps, wasted
        Steps of growth, and those in which the chosen cell or its image was not free.
    stuck
        Steps in which the program sees no cell to choose although a pair is free.
    odd
        Regions begun as squares of four whose remaining size is odd.
    """

    regions: list[list[Cell]] = field(default_factory=list)
    grown: int = 0
    wanted: list[int] = field(default_factory=list)
    reached: list[int] = field(default_factory=list)
    lost: int = 0
    steps: int = 0
    wasted: int = 0
    stuck: int = 0
    odd: int = 0

    def dots(self) -> int:
        """Return how many dots are drawn: one for each cell, the last one right."""
        return sum(map(len, self.regions))


def make(n: int, rng: random.Random, *, nested: bool) -> Account:
    """Make a board of n x n cells."""
    least, beyond = math.ceil(n - n**0.5), math.ceil(n + n**0.5)
    aimed = rng.randrange(least, beyond)
    mean = n * n / aimed + 1
    spread = abs(mean / 2 - 0.3)
    free = {(x, y) for x in range(n) for y in range(n)}
    account = Account()
    for _ in range(int(aimed * 1.5)):
        if not free:
            break
        normal = rng.gauss(mean, spread)
        if not _grow(normal, free, rng, account, nested):
            break
    account.grown = len(account.regions)
    _fill(n, account)
    return account


def _grow(
    normal: float, free: set[Cell], rng: random.Random, account: Account, nested: bool
) -> bool:
    """Grow a region; tell whether the program goes on after it."""
    x, y = rng.choice(sorted(free))
    unit, center = [(x, y)], (2 * x, 2 * y)
    rest = int(normal - 1)
    if rest % 4 == 0:
        square = [(x + 1, y + 1), (x, y + 1), (x + 1, y)]
        if free.issuperset(square):
            unit, center = unit + square, (2 * x + 1, 2 * y + 1)
            rest -= 3
            account.odd += 1
    elif rest % 2 == 1 and (x + 1, y) in free:
        unit, center = [*unit, (x + 1, y)], (2 * x + 1, 2 * y)
        rest -= 1
    free.difference_update(unit)
    for step in range(math.floor(rest / 2)):
        if not free:
            account.lost += 1
            return False
        account.steps += 1
        options = _options(unit, free, center, nested)
        if not options:
            account.stuck += bool(_true_options(unit, free, center))
            continue
        chosen = options[(step + len(free)) % len(options)]
        image = _image(chosen, center)
        if chosen in free and image in free:
            unit += [chosen, image]
            free -= {chosen, image}
        else:
            account.wasted += 1
    account.regions.append(unit)
    if int(normal) >= 1:
        account.wanted.append(int(normal))
        account.reached.append(len(unit))
    return True


def _image(cell: Cell, center: Cell) -> Cell:
    return center[0] - cell[0], center[1] - cell[1]


def _options(
    unit: list[Cell], free: set[Cell], center: Cell, nested: bool
) -> list[Cell]:
    """Return what the program takes for the cells that the region can grow into."""
    found = []
    for x, y in unit:
        right, up = (x + 1, y), (x, y + 1)
        image_x, image_y = _image((x, y), center)
        # The slip: this is the cell on the other side of the image, not `right`.
        slip = (image_x + 1, image_y)
        sideways = right not in unit and slip in free and (image_x - 1, image_y) in free
        if sideways:
            found.append(right)
        if nested and not sideways:
            continue
        if up not in unit and up in free and (image_x, image_y - 1) in free:
            found.append(up)
    return found


def _true_options(unit: list[Cell], free: set[Cell], center: Cell) -> list[Cell]:
    return [
        cell
        for x, y in unit
        for cell in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1))
        if cell in free and _image(cell, center) in free
    ]


def _fill(n: int, account: Account) -> None:
    """Fill the rest; of the pieces that the program tries, only these can be met."""
    taken = {cell for region in account.regions for cell in region}
    for x in range(n):
        for y in range(n):
            if (x, y) in taken:
                continue
            pieces = [[(x, y + 1), (x + 1, y), (x + 1, y + 1)], [(x, y + 1)]]
            pieces += [[(x + 1, y)], []]
            for piece in pieces:
                on_board = all(max(cell) < n for cell in piece)
                if on_board and taken.isdisjoint(piece):
                    account.regions.append([(x, y), *piece])
                    taken |= {(x, y), *piece}
                    break
