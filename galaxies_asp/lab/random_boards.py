"""Random boards of Galaxies for comparisons: holes, walls, spirals, snakes, rings.

A board is divided into random regions; some boards lose, gain or move a dot afterwards,
so that boards with no solution and with several solutions occur as well.
"""

from dataclasses import replace
from random import Random

from galaxies_asp.core.board import grid
from galaxies_asp.core.board.errors import PuzzleError
from galaxies_asp.core.board.puzzle import Puzzle

_LONGEST_SIDE = 12
_SHARE_OF_SEVERAL = 0.05
"""Of boards with several solutions, which are rare among the others."""


def random_puzzle(rng: Random, cells: int) -> Puzzle:
    """Return a random board with at most this number of cells."""
    if cells > 2 and rng.random() < _SHARE_OF_SEVERAL:
        # A dot in the middle of each row: the numbers are those of Fibonacci.
        rows = range(1, 2 * rng.randint(1, min(_LONGEST_SIDE, cells // 3)), 2)
        return Puzzle(3, len(rows), tuple(grid.Point(3, y) for y in rows))
    while True:
        height = rng.randint(1, min(_LONGEST_SIDE, cells))
        width = min(_LONGEST_SIDE, cells // height)
        if 2 * min(width, height) >= min(4, max(width, height)) or rng.random() < 0.2:
            return _puzzle(rng, width, height)


def _puzzle(rng: Random, width: int, height: int) -> Puzzle:
    style = rng.choice(("spiral", "snake", "ring", "blob"))
    if style == "spiral":  # a spiral fills a board with odd sides
        width, height = width - (width + 1) % 2 or 1, height - (height + 1) % 2 or 1
    free = set(Puzzle(width, height).cells())
    if style != "spiral" and rng.random() < 0.5:
        count = rng.randint(1, max(1, len(free) // 4))
        free -= set(rng.sample(sorted(free), count))
    holes = set(Puzzle(width, height).cells()) - free
    regions = _Regions(rng, free, rng.choice((2, 4, 8, 16)), height > width)
    while regions.free:
        regions.add("blob" if regions.dot_of else style, width, height)
    beside = {
        edge: {*map(regions.dot_of.get, grid.touched_cells(edge))}
        for edge in sorted(grid.inner_edges(width, height))
    }
    walls = [edge for edge, dots in beside.items() if len(dots - {None}) == 2]
    share = rng.choice((0.0, 0.0, 0.3, 1.0))
    given = frozenset(wall for wall in walls if rng.random() < share)
    dots = tuple(sorted(set(regions.dot_of.values())))
    share = rng.choice((0.0, 0.0, 0.5))
    black = frozenset(dot for dot in dots if rng.random() < share)
    puzzle = Puzzle(width, height, dots, black, frozenset(holes), given)
    return _changed(rng, puzzle) if rng.random() < 0.4 else puzzle


class _Regions:
    """Regions that are drawn one after the other."""

    def __init__(
        self, rng: Random, free: set[grid.Point], largest: int, is_high: bool
    ) -> None:
        self.rng, self.free = rng, free
        self.largest, self.is_high = largest, is_high
        self.dot_of: dict[grid.Point, grid.Point] = {}

    def add(self, style: str, width: int, height: int) -> None:
        """Draw a region at a random free cell; spirals and rings lie in the middle."""
        free = sorted(self.free)
        x, y = self.rng.choice(free)
        steps: tuple[int, ...] = (-1, 0, 1)
        if style in ("spiral", "ring"):
            x, y = min(free, key=lambda c: abs(c.x - width) + abs(c.y - height))
        if style == "spiral":
            steps = (0,)
        near = [grid.Point(x + dx, y + dy) for dx in steps for dy in steps]
        touched = {point: set(grid.touched_cells(point)) for point in near}
        dot = self.rng.choice([dot for dot in near if touched[dot] <= self.free])
        region = touched[dot]
        if style == "blob":
            self._spread(dot, region)
        elif style == "ring":
            region |= self._ring(dot, region)
        else:
            self._arms(dot, region, turns=0.4 if style == "snake" else 0.0)
        self.free -= region
        self.dot_of |= dict.fromkeys(region, dot)

    def _spread(self, dot: grid.Point, region: set[grid.Point]) -> None:
        """Add random neighbors."""
        wanted = self.rng.randint(1, self.largest)
        while len(region) < wanted:
            near = [
                cell
                for inside in sorted(region)
                for cell in grid.adjacent_cells(inside)
                if cell not in region and {cell, grid.mirror(dot, cell)} <= self.free
            ]
            if not near:
                return
            cell = self.rng.choice(near)
            region |= {cell, grid.mirror(dot, cell)}

    def _ring(self, dot: grid.Point, region: set[grid.Point]) -> set[grid.Point]:
        """Return the cells around a dot without a few that they enclose."""
        reach = self.rng.choice((4, 6, 24))
        box = {
            cell
            for cell in self.free
            if max(abs(cell.x - dot.x), abs(cell.y - dot.y)) <= reach
            and grid.mirror(dot, cell) in self.free
        }
        inside = [c for c in sorted(box - region) if {*grid.adjacent_cells(c)} <= box]
        for cell in self.rng.sample(inside, min(len(inside), self.rng.randint(1, 3))):
            box -= {cell, grid.mirror(dot, cell)}
        return grid.reachable(
            region, lambda c: box.intersection(grid.adjacent_cells(c))
        )

    def _arms(self, dot: grid.Point, region: set[grid.Point], turns: float) -> None:
        """Add two arms that do not touch themselves or each other.

        They go straight on as long as they can, or turn with a probability.
        """
        head = self.rng.choice(sorted(region))
        ways = [(2, 0), (0, 2), (-2, 0), (0, -2)]
        self.rng.shuffle(ways)
        if not turns:  # the first direction is along the longer side
            ways.sort(key=lambda way: bool(way[0]) == self.is_high)
        while True:
            if self.rng.random() < turns:
                self.rng.shuffle(ways)
            for way in ways:
                cell = grid.Point(head.x + way[0], head.y + way[1])
                image = grid.mirror(dot, cell)
                if cell in region or not {cell, image} <= self.free:
                    continue
                beside = set(grid.adjacent_cells(cell)) & (region | {image})
                if len(region) > 2 and beside != {head}:
                    continue
                region |= {cell, image}
                head = cell
                ways = [way, *(other for other in ways if other != way)]
                break
            else:
                return


def _changed(rng: Random, puzzle: Puzzle) -> Puzzle:
    """Return the board after a random change; it may have any number of solutions."""
    dots = list(puzzle.centers)
    added = grid.Point(
        rng.randrange(1, 2 * puzzle.width), rng.randrange(1, 2 * puzzle.height)
    )
    edges = list(grid.inner_edges(puzzle.width, puzzle.height))
    change = rng.choice(("remove", "add", "move", "wall"))
    if change in ("remove", "move") and dots:
        dots.pop(rng.randrange(len(dots)))
    if change in ("add", "move") and added not in dots:
        dots.append(added)
    walls = puzzle.walls
    if change == "wall" and edges:
        walls |= {rng.choice(edges)}
    try:
        black = puzzle.black.intersection(dots)
        return replace(puzzle, centers=tuple(dots), black=black, walls=walls)
    except PuzzleError:  # a dot beside a hole or on a wall
        return puzzle
