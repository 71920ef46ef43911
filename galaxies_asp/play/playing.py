"""Open, draw, check and write boards."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from galaxies_asp.core.board.declarations import Clue, is_clue
from galaxies_asp.core.board.errors import (
    GalaxiesError,
    NotationError,
    OptionError,
    PuzzleError,
)
from galaxies_asp.core.board.grid import SQUARE, Point, mirror
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle
from galaxies_asp.families import shipped
from galaxies_asp.families.entry import Entry, entries
from galaxies_asp.families.galaxies.sheet import GalaxiesSheet
from galaxies_asp.families.sheet import Sheet
from galaxies_asp.notation import parse_all
from galaxies_asp.play import addresses
from galaxies_asp.play.board import Answer, Work, judged, shown
from galaxies_asp.play.request import Request, bounded

MOST_PUZZLES = 500
"""At most this many puzzles of a text are returned."""


def load(request: Request) -> Work:
    """Read a text in any notation, an address, or boards; return the puzzles."""
    boards, extras, puzzles = _boards(request)[:MOST_PUZZLES], request.extras(), []
    for number, drawn in enumerate(boards):
        if number and number % 10 == 0:
            yield {"progress": {"text": f"{number} of {len(boards)} puzzles"}}
        puzzles.append(shown(drawn, extras, request.rules))
    return {"puzzles": puzzles}


def _boards(request: Request) -> list[Entry]:
    if request.has("boards"):
        return request.boards()
    if request.has("board"):
        return [request.board()]
    text = addresses.shared(request.text("text"))
    name = text.strip()
    if name in shipped.names():
        # These files hold the solutions, too.
        return [
            GalaxiesSheet.of(each).blank for each in parse_all(shipped.text_of(name))
        ]
    if name.startswith("{") and '"family"' in name[:30]:
        try:
            return [Request({"board": json.loads(name)}, request.folder).board()]
        except (ValueError, RecursionError) as error:
            raise NotationError(f"the text is no JSON: {error}") from None
    return bounded(entries(text, ""))


def collection(request: Request) -> Answer:
    """Return the names of the files of shipped puzzles, or the puzzles of a file."""
    if not request.has("file"):
        return {"files": shipped.names()}
    name = request.choice("file", shipped.names(), "")
    return {
        "puzzles": [
            f"{position.puzzle.name or name} "
            f"({position.puzzle.width}x{position.puzzle.height})"
            for position in parse_all(shipped.text_of(name))
        ]
    }


def move(request: Request) -> Answer:
    """Draw on a board: add or remove walls, or give cells to a dot.

    The fields `add` and `remove` are edges; `cells` are given to the dot `dot`, or to
    none where it is missing. On a board of another family, `toggle` are atoms that
    appear or disappear. Without any of them the board is only shown. A `brief` answer
    contains the part of the picture that drawing changes.
    """
    drawn = request.board()
    if isinstance(drawn, Sheet):
        toggled = drawn.atoms ^ request.atoms("toggle")
        return judged(drawn.with_atoms(toggled), rules=request.rules)
    puzzle, position = drawn.puzzle, drawn.position
    if request.has("add") or request.has("remove"):
        added = filter(puzzle.has_edge, request.points("add"))
        walls = {*(position.walls or ()), *added} - {*request.points("remove")}
        position = Position(puzzle, walls, position.rows())
    if request.has("cells"):
        dot = NO_DOT
        if request.has("dot"):
            dot = request.integer("dot", 0, len(puzzle.centers) - 1)
        position = _assigned(position, request.points("cells"), dot)
    extras, is_brief = request.extras(), request.flag("brief")
    return judged(drawn.drawn(position), extras, request.rules, is_brief=is_brief)


def convert(request: Request) -> Work:
    """Write a board in every notation that can hold it, and as a picture."""
    drawn = request.board()
    if request.flag("puzzle_only"):
        drawn = drawn.blank
    texts: dict[str, str | bytes] = {}
    refused = {}
    for notation in drawn.notations:
        yield {"progress": {"text": f"writing {notation}"}}
        try:
            texts[notation] = drawn.written(notation)
        except (NotationError, ModuleNotFoundError) as error:
            refused[notation] = str(error)
    texts["svg"] = drawn.picture("svg")
    address = addresses.address(drawn)
    return {"texts": texts, "refused": refused, "address": address}


CHANGES = ("dot", "color", "move", "hole", "wall", "clue")


def edit(request: Request) -> Answer:
    """Change a puzzle: one of `CHANGES` at a point; what is drawn is erased.

    Of another family than Galaxies: a clue, at the nearest place that it can have.
    """
    puzzle = request.board().puzzle
    at = request.point("at")
    if isinstance(puzzle, Sheet):
        from galaxies_asp.families.making import with_clue  # loads clingo

        return shown(with_clue(puzzle, request.text("clue"), at), rules=request.rules)
    change = request.choice("change", CHANGES, "dot")
    return shown(_edited(puzzle, change, at, request), rules=request.rules)


def _edited(puzzle: Puzzle, change: str, at: Point, request: Request) -> Puzzle:
    centers = list(puzzle.centers)
    if change == "hole":
        return replace(puzzle, holes=puzzle.holes ^ {at})
    if change == "wall":
        return replace(puzzle, walls=puzzle.walls ^ {at})
    if change == "clue":
        return replace(puzzle, clues=tuple({*puzzle.clues} ^ {_clue(request, at)}))
    if change == "dot":
        if at not in puzzle.centers:
            return replace(puzzle, centers=(*centers, at))
        rest = tuple(center for center in centers if center != at)
        return replace(puzzle, centers=rest, black=puzzle.black - {at})
    if at not in puzzle.centers:
        raise OptionError("there is no dot here")
    if change == "color":
        return replace(puzzle, black=puzzle.black ^ {at})
    to = request.point("to")
    centers[centers.index(at)] = to
    black = {to if dot == at else dot for dot in puzzle.black}
    return replace(puzzle, centers=tuple(centers), black=frozenset(black))


def _clue(request: Request, at: Point) -> Clue:
    """Return a clue at a point, given as `star` or `number 2`; or as a whole fact."""
    text = request.text("clue").strip()
    name, _, value = text.partition(" ")
    clue = Clue(text if "(" in text else f"{name}({at}{',' if value else ''}{value})")
    if not is_clue(clue):
        raise OptionError(f"{text!r} is no clue such as star, number 2, black_cells(2)")
    return clue


def turn(request: Request) -> Answer:
    """Return a board rotated clockwise by a quarter turn, or reflected."""
    drawn = request.board()
    if isinstance(drawn, Sheet):
        raise OptionError(f"{drawn.family_name} has no such part; Galaxies has")
    turned = _turned(drawn.position, is_reflected=request.flag("reflect"))
    return {"puzzles": [shown(GalaxiesSheet.of(turned), request.extras())]}


def blank(request: Request) -> Answer:
    """Return an empty board of a size."""
    return {"puzzles": [shown(Puzzle(*request.size(100)))]}


def welcome(request: Request) -> Work:
    """Return the puzzle that the page opens when its address names none."""
    try:
        return (yield from load(Request({"text": "idp-7x7"})))
    except GalaxiesError:
        return {"puzzles": [shown(Puzzle(5, 5))]}


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


def _turned(position: Position, *, is_reflected: bool) -> Position:
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

    names = ("centers", "black", "holes", "walls")
    points: dict[str, Any] = {name: moved(getattr(puzzle, name)) for name in names}
    changed: Puzzle = replace(puzzle, width=width, height=height, **points)
    walls = position.walls and moved(position.walls)
    return Position(changed, walls, rows and [row[::-1] for row in rows])
