"""Positions of Galaxies after an edit, a move, or a turn."""

from collections.abc import Iterable
from dataclasses import replace

from galaxies_asp.core.board.declarations import Clue, is_clue
from galaxies_asp.core.board.errors import OptionError, PuzzleError
from galaxies_asp.core.board.grid import SQUARE, Point, mirror
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle
from galaxies_asp.play.request import Request

CHANGES = ("dot", "color", "move", "hole", "wall", "clue")


def edited(puzzle: Puzzle, request: Request) -> Puzzle:
    """Return a puzzle with the change that a request names, one of `CHANGES`."""
    change, at = request.choice("change", CHANGES, "dot"), request.point("at")
    if change == "hole":
        return replace(puzzle, holes=puzzle.holes ^ {at})
    if change == "wall":
        return replace(puzzle, walls=puzzle.walls ^ {at})
    if change == "clue":
        return replace(puzzle, clues=tuple({*puzzle.clues} ^ {_clue(request, at)}))
    rest = tuple(center for center in puzzle.centers if center != at)
    if change == "dot":
        centers = (*rest, at) if at not in puzzle.centers else rest
        return replace(puzzle, centers=centers, black=puzzle.black - {at})
    if at not in puzzle.centers:
        raise OptionError("there is no dot here")
    if change == "color":
        return replace(puzzle, black=puzzle.black ^ {at})
    to = request.point("to")
    centers = tuple(to if dot == at else dot for dot in puzzle.centers)
    black = frozenset(to if dot == at else dot for dot in puzzle.black)
    return replace(puzzle, centers=centers, black=black)


def _clue(request: Request, at: Point) -> Clue:
    """Return a clue at a point, given as `star` or `number 2`; or as a whole fact."""
    text = request.text("clue").strip()
    name, _, value = text.partition(" ")
    clue = Clue(text if "(" in text else f"{name}({at}{',' if value else ''}{value})")
    if not is_clue(clue):
        raise OptionError(f"{text!r} is no clue such as star, number 2, black_cells(2)")
    return clue


def moved(position: Position, request: Request) -> Position:
    """Return a position with other walls, or with cells given to a dot."""
    puzzle = position.puzzle
    if request.has("add") or request.has("remove"):
        added = filter(puzzle.has_edge, request.points("add"))
        walls = {*(position.walls or ()), *added} - {*request.points("remove")}
        position = Position(puzzle, walls, position.rows())
    if request.has("cells"):
        dot = NO_DOT
        if request.has("dot"):
            dot = request.integer("dot", 0, len(puzzle.centers) - 1)
        position = _assigned(position, request.points("cells"), dot)
    return position


def _assigned(position: Position, cells: Iterable[Point], dot: int) -> Position:
    """Return the position with cells and their mirror images given to a dot.

    `NO_DOT` takes the dot from the cells, and from their mirror images in it.
    """
    puzzle = position.puzzle
    old = position.rows() or puzzle.empty_rows()
    labels = [list(row) for row in old]
    for cell in filter(puzzle.has_cell, cells):
        center = dot if dot != NO_DOT else old[cell.y // 2][cell.x // 2]
        images = [] if center == NO_DOT else [mirror(puzzle.centers[center], cell)]
        for x, y in (cell, *filter(puzzle.has_cell, images)):
            if dot != NO_DOT or old[y // 2][x // 2] == center:
                labels[y // 2][x // 2] = dot
    return Position(puzzle, position.walls, labels)


def turned(position: Position, *, is_reflected: bool) -> Position:
    """Return a position on squares after a quarter turn clockwise, or reflected.

    A quarter turn is a reflection in the diagonal, and one from left to right.
    """
    puzzle, rows = position.puzzle, position.rows()
    if puzzle.lattice != SQUARE:
        raise PuzzleError("only boards of square cells can be turned")
    width, height = puzzle.width, puzzle.height
    if not is_reflected:
        width, height = height, width
        rows = rows and [list(column) for column in zip(*rows, strict=True)]

    def moved(points: Iterable[Point]) -> list[Point]:
        placed = (each if is_reflected else each[::-1] for each in points)
        return [Point(2 * width - x, y) for x, y in placed]

    changed = replace(
        puzzle,
        width=width,
        height=height,
        centers=tuple(moved(puzzle.centers)),
        black=frozenset(moved(puzzle.black)),
        holes=frozenset(moved(puzzle.holes)),
        walls=frozenset(moved(puzzle.walls)),
    )
    walls = position.walls and moved(position.walls)
    return Position(changed, walls, rows and [row[::-1] for row in rows])
