"""The colors of dots: each has one in all drawings of a puzzle, its region has it, too.

Regions that touch should differ, but the regions are not known. For each cell and dot,
the distance of the two on paths of cells that the dot may have gives the chance that
the cell belongs to the dot, and so the chance that two regions touch. Dots take, one by
one, the color that makes an equal color of touching regions least likely, until no dot
gains by another color.
"""

from collections import defaultdict, deque
from collections.abc import Sequence
from functools import lru_cache

from galaxies_asp.core.board import grid
from galaxies_asp.core.board.labels import known
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, Rows
from galaxies_asp.core.drawing import palette
from galaxies_asp.core.verifying.walls import dots_inside, parts

_SHARE = 8
"""A dot reaches this many times as many cells as there are for a dot on average."""
_CANDIDATES = 6
"""The most likely dots of a cell; others do not count."""
_PASSES = 10

Chances = dict[grid.Point, dict[int, float]]


def region_colors(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the color of the region of each dot.

    If there are both black and white dots, these are `INK` and `PAPER`, otherwise the
    `dot_colors`.
    """
    if not 0 < len(puzzle.black) < len(puzzle.centers):
        return dot_colors(puzzle)
    return tuple(
        palette.INK if dot in puzzle.black else palette.PAPER for dot in puzzle.centers
    )


@lru_cache(maxsize=16)
def dot_colors(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the number of a color of the palette for each dot."""
    touching = _touching(_chances(puzzle), puzzle)
    colors = [NO_DOT] * len(puzzle.centers)
    for _ in range(_PASSES):
        before = list(colors)
        for dot, others in enumerate(touching):
            cost = [0.0] * len(palette.PALETTE)
            for other, chance in others.items():
                if colors[other] != NO_DOT:
                    cost[colors[other]] += min(chance, 1.0)
            least = min(cost)
            if colors[dot] == NO_DOT or cost[colors[dot]] > least:
                colors[dot] = cost.index(least)
        if colors == before:
            break
    return tuple(colors)


def _chances(puzzle: Puzzle) -> Chances:
    """Return for each cell the dots that may have it, with their chances."""
    chances: Chances = {cell: {} for cell in puzzle.cells()}
    owners = {
        cell: dot
        for dot, center in enumerate(puzzle.centers)
        for cell in puzzle.lattice.touched_cells(center)
    }
    most = _SHARE * len(chances) / max(1, len(puzzle.centers)) + _SHARE
    for dot, center in enumerate(puzzle.centers):
        distance = dict.fromkeys(puzzle.lattice.touched_cells(center), 0)
        waiting = deque(distance)
        while waiting and len(distance) < most:
            cell = waiting.popleft()
            for other in puzzle.lattice.adjacent_cells(cell):
                image = grid.mirror(center, other)
                if other in distance or other not in chances or image not in chances:
                    continue
                if owners.get(other, dot) == owners.get(image, dot) == dot:
                    distance[other] = distance[image] = distance[cell] + 1
                    waiting += other, image
        for cell, steps in distance.items():
            chances[cell][dot] = (steps + 0.5) ** -2
    likely = {cell: _normalized(dots) for cell, dots in chances.items()}
    result = {}
    for cell, dots in likely.items():
        # a dot has a cell only if it has the partner, too
        images = {dot: grid.mirror(puzzle.centers[dot], cell) for dot in dots}
        both = {dot: dots[dot] * likely[at].get(dot, 0.0) for dot, at in images.items()}
        result[cell] = _normalized(both)
    return result


def _normalized(chances: dict[int, float]) -> dict[int, float]:
    """Return the largest of the chances, with the sum 1."""
    largest = sorted(chances.items(), key=lambda pair: -pair[1])[:_CANDIDATES]
    total = sum(chance for _, chance in largest) or 1.0
    return {dot: chance / total for dot, chance in largest}


def _touching(chances: Chances, puzzle: Puzzle) -> list[dict[int, float]]:
    """Return for each dot the expected number of contacts with each other region."""
    touching: list[dict[int, float]] = [defaultdict(float) for _ in puzzle.centers]
    for cell, dots in chances.items():
        for right, down in puzzle.lattice.steps:
            other = grid.Point(cell.x + right, cell.y + down)
            for one, chance in dots.items():
                for two, likely in chances.get(other, {}).items():
                    if one != two:
                        touching[one][two] += chance * likely
                        touching[two][one] += chance * likely
    return touching


def fills(
    position: Position, shading: palette.Shading, colors: Sequence[int] | None = None
) -> dict[str, list[grid.Point]]:
    """Return the cells with each fill `#rrggbb`.

    `colors`: the color of each dot's region; by default the `region_colors`.
    """
    if (rows := regions(position)) is None:
        return {}
    if shading == "known":
        colors = [0] * len(position.puzzle.centers)
    elif colors is None:
        colors = region_colors(position.puzzle)
    cells: dict[int, list[grid.Point]] = defaultdict(list)
    for cell, dot in known(rows):
        cells[colors[dot]].append(cell)
    result: dict[str, list[grid.Point]] = defaultdict(list)
    for color, points in sorted(cells.items()):
        fill = palette.KNOWN if shading == "known" else palette.tint(color).web
        if shading == "grays" and color not in palette.TENTAI_SHOW:
            fill = palette.GRAYS[color % len(palette.GRAYS)]
        result[fill] += points
    return result


def regions(position: Position) -> Rows | None:
    """Return the dot of each cell row by row, `NO_DOT` where it is not known.

    These are the labels or, without labels, the dots of the areas that walls enclose
    around exactly one dot. None if nothing is drawn.
    """
    if position.has_labels or position.walls is None:
        return position.rows()
    puzzle = position.puzzle
    part = parts(puzzle, position.inner_walls())
    dots_of, torn = dots_inside(puzzle, part, walls=())
    for dot in torn:
        for cell in puzzle.lattice.touched_cells(puzzle.centers[dot]):
            dots_of.pop(part[cell], None)
    alone = {first: dots[0] for first, dots in dots_of.items() if len(dots) == 1}
    inside = ((cell, alone.get(first)) for cell, first in part.items())
    return puzzle.rows_with({cell: dot for cell, dot in inside if dot is not None})
