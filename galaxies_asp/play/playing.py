"""Open, draw, check and write boards."""

from dataclasses import replace

from galaxies_asp.asp.data import data_folder
from galaxies_asp.board.errors import GalaxiesError, NotationError, OptionError
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import NO_DOT, Position, Puzzle
from galaxies_asp.drawing.svg import svg
from galaxies_asp.notation import NOTATIONS, parse_all, write
from galaxies_asp.play.board import (
    Answer,
    assigned,
    board,
    progress_answer,
    shown,
)
from galaxies_asp.play.request import Request, bounded

MOST_PUZZLES = 500
"""At most this many puzzles of a text are returned."""


def load(request: Request) -> Answer:
    """Read a text in any notation, or a board object, and return its puzzles."""
    if request.has("board"):
        return {"puzzles": [shown(request.position())]}
    text = request.text("text")
    name = text.strip()
    if name in collection_names():
        # These files hold the solutions, too.
        found = parse_all(_collected(name))
        positions = [Position(position.puzzle) for position in found]
    else:
        positions = bounded(parse_all(text))
    return {"puzzles": [shown(position) for position in positions[:MOST_PUZZLES]]}


def collection_names() -> list[str]:
    """Return the names of the puzzle files that are shipped."""
    return sorted(path.stem for path in data_folder("puzzles").glob("*.txt"))


def collection(request: Request) -> Answer:
    """Return the names of the files of shipped puzzles, or the puzzles of a file."""
    if not request.has("file"):
        return {"files": collection_names()}
    name = request.choice("file", collection_names(), "")
    return {
        "puzzles": [
            f"{position.puzzle.name or name} "
            f"({position.puzzle.width}x{position.puzzle.height})"
            for position in parse_all(_collected(name))
        ]
    }


def _collected(name: str) -> str:
    return (data_folder("puzzles") / f"{name}.txt").read_text(encoding="utf-8")


def move(request: Request) -> Answer:
    """Draw on a board: add or remove walls, or give cells to a dot.

    The fields `add` and `remove` are edges; `cells` are given to the dot `dot`, or to
    none where it is missing. Without any of them the board is only judged.
    """
    position = request.position()
    puzzle = position.puzzle

    def is_between(edge: Point) -> bool:
        return puzzle.has_edge(edge)

    if request.has("add") or request.has("remove"):
        walls = {*(position.walls or ()), *filter(is_between, request.points("add"))}
        walls.difference_update(request.points("remove"))
        position = Position(puzzle, walls, position.rows())
    if request.has("cells"):
        dot = NO_DOT
        if request.has("dot"):
            dot = request.integer("dot", 0, len(puzzle.centers) - 1)
        position = assigned(position, request.points("cells"), dot)
    return {
        "attempt": board(position).get("attempt", {}),
        "progress": progress_answer(position),
    }


def convert(request: Request) -> Answer:
    """Write a board in every notation that can hold it, and as a picture."""
    position = request.position()
    if request.flag("puzzle_only"):
        position = Position(position.puzzle)
    texts = {}
    refused = {}
    for notation in NOTATIONS:
        try:
            texts[notation.name] = write(position, notation.name)
        except NotationError as error:
            refused[notation.name] = str(error)
    texts["svg"] = svg(position)
    return {"texts": texts, "refused": refused, "address": address(position)}


def address(position: Position) -> str:
    """Return a short text that holds the puzzle and what is drawn."""
    if not position.is_attempt:
        for notation in ("tatham", "puzzlink"):
            try:
                return write(position, notation).strip()
            except NotationError:
                continue
    return write(position, "json").strip()


CHANGES = ("dot", "color", "move", "hole", "wall")


def edit(request: Request) -> Answer:
    """Change a puzzle: one of `CHANGES` at a point; what is drawn is erased."""
    puzzle = request.position().puzzle
    at = request.point("at")
    change = request.choice("change", CHANGES, "dot")
    changed = _edited(puzzle, change, at, request)
    return shown(Position(changed))


def _edited(puzzle: Puzzle, change: str, at: Point, request: Request) -> Puzzle:
    centers = list(puzzle.centers)
    if change == "hole":
        return replace(puzzle, holes=puzzle.holes ^ {at})
    if change == "wall":
        return replace(puzzle, walls=puzzle.walls ^ {at})
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


def blank(request: Request) -> Answer:
    """Return an empty board of a size."""
    width = request.integer("width", 1, 100)
    height = request.integer("height", 1, 100)
    return {"puzzles": [shown(Position(Puzzle(width, height)))]}


def welcome(request: Request) -> Answer:
    """Return the puzzle that the page opens when its address names none."""
    try:
        return load(Request({"text": "idp-7x7"}))
    except GalaxiesError:
        return {"puzzles": [shown(Position(Puzzle(5, 5)))]}
