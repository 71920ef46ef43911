"""Draw puzzles with clues: as Unicode text, and as SVG."""

from collections.abc import Iterator

from galaxies_asp.counting.strips.box_drawing import (
    BLANK,
    CHARACTERS,
    DOWN,
    RIGHT,
    STEPS,
    lines_of,
)
from galaxies_asp.families.clue_puzzles.board import BLACK, STAR, Board

_CELL = 40
_MIDDLE = _CELL // 2


def text(board: Board) -> str:
    """Draw the board with two characters a cell, so that it is about square."""
    if board.kind == "two-not-touch":
        return _regions(board)
    rows = []
    for clues, marks in zip(board.clues, board.attempt or board.clues, strict=True):
        row = ""
        for clue, mark in zip(clues, marks, strict=True):
            row += "█" if clue == BLACK else mark
            row += "─" if lines_of(mark) & RIGHT else " "
        rows.append(row.rstrip())
    return "\n".join(rows) + "\n"


def _regions(board: Board) -> str:
    """Draw walls between regions, on a grid of twice the size."""
    width, height = board.width, board.height

    def region(x: int, y: int) -> str:
        inside = 0 <= x < width and 0 <= y < height
        return board.clues[y][x] if inside else ""

    def wall(x: int, y: int, line: int) -> bool:
        """Return whether a wall leads from the vertex (x, y) in a direction."""
        dx, dy = STEPS[line]
        # The cells on both sides of the wall.
        one = (x + min(dx, 0) - (dx == 0), y + min(dy, 0) - (dy == 0))
        other = (x + min(dx, 0), y + min(dy, 0))
        return region(*one) != region(*other)

    attempt = board.attempt or [BLANK * width] * height
    rows = []
    for y, marks in enumerate([*attempt, " " * width]):
        above, below = "", ""
        for x, mark in enumerate(f"{marks} "):
            walls = sum(way for way in STEPS if wall(x, y, way))
            above += CHARACTERS[walls] if walls else " "
            above += "───" if walls & RIGHT else "   "
            below += "│" if walls & DOWN else " "
            below += f" {mark} "
        rows += [above.rstrip(), below.rstrip()]
    return "\n".join(rows[:-1]) + "\n"


def svg(board: Board) -> str:
    """Draw the board as SVG."""
    width, height = board.width * _CELL, board.height * _CELL
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {width + 8} '
            f'{height + 8}" width="{width + 8}" height="{height + 8}" role="img">',
            f"<title>{board.kind} {board.width}x{board.height}</title>",
            f'<rect x="-4" y="-4" width="{width + 8}" height="{height + 8}" '
            'fill="#fff"/>',
            *_cells(board),
            "</svg>\n",
        )
    )


def _cells(board: Board) -> Iterator[str]:
    if board.kind != "circuit-board":
        yield from _grid_lines(board)
    given, drawn, stars = "", "", []
    for y, row in enumerate(board.clues):
        for x, clue in enumerate(row):
            mark = board.attempt[y][x] if board.attempt else BLANK
            left, top = x * _CELL, y * _CELL
            if clue == BLACK:
                yield f'<rect x="{left}" y="{top}" width="{_CELL}" height="{_CELL}"/>'
            if board.kind == "circuit-board":
                yield f'<circle cx="{left + _MIDDLE}" cy="{top + _MIDDLE}" r="5"/>'
                given += _strokes(left, top, lines_of(clue), _CELL)
            if mark == STAR:
                stars.append((left + _MIDDLE, top + _MIDDLE))
            else:
                drawn += _strokes(left, top, lines_of(mark))
    for lines, color in ((drawn, "#086"), (given, "#000")):
        if lines:
            yield (
                f'<path d="{lines}" stroke="{color}" stroke-width="4" '
                'stroke-linecap="round"/>'
            )
    for x, y in stars:
        yield (
            f'<path d="M{x} {y}m0-13l3.2 9h9.5l-7.6 5.7 2.9 9-8-5.6-8 5.6 2.9-9'
            '-7.6-5.7h9.5z" fill="#c80"/>'
        )


def _strokes(left: int, top: int, sum_: int, length: int = _MIDDLE) -> str:
    return "".join(
        f"M{left + _MIDDLE} {top + _MIDDLE}l{dx * length} {dy * length}"
        for line, (dx, dy) in STEPS.items()
        if sum_ & line
    )


def _grid_lines(board: Board) -> Iterator[str]:
    """Yield thin lines between cells, and thick ones between regions."""
    thin, thick = "", ""
    for y in range(board.height + 1):
        for x in range(board.width + 1):
            for dx, dy in ((1, 0), (0, 1)):
                if x + dx > board.width or y + dy > board.height:
                    continue
                line = f"M{x * _CELL} {y * _CELL}l{dx * _CELL} {dy * _CELL}"
                on_rim = y in (0, board.height) if dx else x in (0, board.width)
                if on_rim or board.clues[y][x] != board.clues[y - dx][x - dy]:
                    thick += line
                else:
                    thin += line
    style = 'stroke="#888"'
    if board.kind == "two-not-touch":
        style = 'stroke="#000" stroke-width="3"'
    yield f'<path d="{thin}" stroke="#bbb"/>'
    yield f'<path d="{thick}" {style}/>'
