"""Draw puzzles with clues: as Unicode text, and as scenes."""

from collections.abc import Iterator, Mapping
from math import cos, pi, sin

from galaxies_asp.core.board.grid import SQUARE, Point, touched_cells
from galaxies_asp.core.drawing import scene as shapes
from galaxies_asp.core.drawing.boxes import with_names
from galaxies_asp.core.drawing.scene import Paint, Place
from galaxies_asp.counting.strips import lines
from galaxies_asp.families.clue_puzzles.board import BLACK, STAR, ClueBoard
from galaxies_asp.families.declared import board_edges, borders_of


def text(board: ClueBoard, *, rulers: bool = False) -> str:
    """Draw the board with two characters a cell, so that it is about square.

    `rulers`: whether columns and rows have their names.
    """
    if not rulers:
        return _regions(board) if board.kind == "two-not-touch" else _lines(board)
    step, first = (4, 2) if board.kind == "two-not-touch" else (2, 0)
    columns = range(first, step * board.width, step)
    rows = range(first // 2, step // 2 * board.height, step // 2)
    return with_names(text(board), columns, rows)


def _lines(board: ClueBoard) -> str:
    rows = []
    for clues, marks in zip(board.clues, board.attempt or board.clues, strict=True):
        row = ""
        for clue, mark in zip(clues, marks, strict=True):
            row += "█" if clue == BLACK else mark
            row += "─" if lines.lines_of(mark) & lines.RIGHT else " "
        rows.append(row.rstrip())
    return "\n".join(rows) + "\n"


def _regions(board: ClueBoard) -> str:
    """Draw walls between regions, on a grid of twice the size."""
    region = board.clue_of.get
    rows = []
    for y in range(0, 2 * board.height + 1, 2):
        above, below = "", ""
        for x in range(0, 2 * board.width + 1, 2):
            # A wall leads from the vertex (x, y) between the cells beside it.
            walls = sum(
                way
                for way, (dx, dy) in lines.STEPS.items()
                if len({*map(region, touched_cells(Point(x + dx, y + dy)))}) > 1
            )
            above += lines.CHARACTERS[walls] if walls else " "
            above += "───" if walls & lines.RIGHT else "   "
            below += "│" if walls & lines.DOWN else " "
            cell = Point(x + 1, y + 1)
            blank = lines.BLANK if cell in board.clue_of else " "
            below += f" {board.marks.get(cell, blank)} "
        rows += [above.rstrip(), below.rstrip()]
    return "\n".join(rows[:-1]) + "\n"


def scene(board: ClueBoard) -> shapes.Scene:
    """Draw the board, and what is drawn on it; a cell is 2 wide."""
    width, height = 2 * board.width + 0.4, 2 * board.height + 0.4
    if board.kind == "two-not-touch":
        height += 1.2
    return shapes.Scene(
        tuple(_shapes(board)),
        shapes.Box(-0.2, -0.2, width, height),
        f"{board.kind} {board.width}x{board.height}",
        background="#ffffff",
    )


def _shapes(board: ClueBoard) -> Iterator[shapes.Shape]:
    clues, marks = board.clue_of, board.marks
    if board.kind == "circuit-board":
        yield shapes.Circles("dot", Paint("#000000"), clues, 0.25)
    else:
        yield from _grid_lines(board, clues)
    yield shapes.Cells(
        "cell", Paint("#000000"), [c for c in clues if clues[c] == BLACK]
    )
    yield shapes.Paths(
        "path", Paint("", "#008866", 0.2, rounded=True), _strokes(marks, 1)
    )
    yield shapes.Paths(
        "clue", Paint("", "#000000", 0.2, rounded=True), _strokes(clues, 2)
    )
    stars = [_star(cell) for cell, mark in marks.items() if mark == STAR]
    yield shapes.Paths("path", Paint("#cc8800"), stars, closed=True)
    if board.kind == "two-not-touch":
        number = f"{board.stars} {'star' if board.stars == 1 else 'stars'} each"
        places = [((0.0, 2 * board.height + 0.7), number)]
        yield shapes.Texts("caption", Paint("#000000"), places, 0.9, anchor="start")


def _strokes(characters: Mapping[Point, str], length: int) -> list[list[Place]]:
    """Return the lines of characters, from the middles of their cells."""
    return [
        [cell, (cell.x + length * dx, cell.y + length * dy)]
        for cell, character in characters.items()
        for line, (dx, dy) in lines.STEPS.items()
        if lines.lines_of(character) & line
    ]


def _star(cell: Point) -> list[Place]:
    """Return the corners of a star with five points."""
    corners = ((0.65 if corner % 2 == 0 else 0.27, corner) for corner in range(10))
    return [
        (cell.x + r * sin(corner * pi / 5), cell.y - r * cos(corner * pi / 5))
        for r, corner in corners
    ]


def _grid_lines(board: ClueBoard, clues: Mapping[Point, str]) -> Iterator[shapes.Shape]:
    """Yield thin lines between cells, and thick ones between regions."""
    edges, borders = (
        board_edges(SQUARE, board.width, board.height),
        {*borders_of(clues)},
    )
    thin = [edge for edge in edges if edge not in borders]
    thick = [edge for edge in edges if edge in borders]
    is_heavy = board.kind == "two-not-touch"
    yield shapes.Edges("grid", Paint("", "#bbbbbb", 0.05), thin)
    color, width = ("#000000", 0.15) if is_heavy else ("#888888", 0.05)
    yield shapes.Edges("wall", Paint("", color, width), thick)
