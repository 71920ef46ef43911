r"""The printed grid: box drawing characters, and letters for the dots.

                1
      01234567890
     0┏━┯━┯━┯━┳━┓
     1┃a┆aAa┆a┃c┃
     2┣━┿━┿━╈━╃┄┨

Walls and the border are heavy, gridlines without a wall are light. A light line meets
a junction even where its middle is left blank, so that the cells stay countable in a
large board without inner lines. The rulers give the doubled coordinates.

On a board with up to 26 dots, every dot has its letter at its point; the cells of its
region show the lower case of it. With more dots, the drawings for people show `○` and
`●`. The notation goes on with 0-9, ASCII punctuation, and the capitals of other
alphabets; dots beyond these are `○` or `●`, and the cells of their regions `·`. Digits
and punctuation have no lower case: there the region shows the dot's character. Only `○`
and `●` tell white dots from black ones; a letter has no color.

Missing cells are shaded and have heavy rims. They must not look like a cell without a
letter that is walled in on four sides, which a wrong attempt may contain.

Boards of hexagonal cells are drawn as characters, too:

       / \ / \
      | a ┆ A |
     / \ / ∙ / \
    | b | b |   |
     \ ∙ \ / \ /
      | B | C |
       \ / \ /

A row is half a cell to the right of the one above. Each point of the doubled grid has
a place of its own: a cell, an upright edge `|`, or a slanted edge, `/` or `\`. An edge
without a wall is `┆` or `∙`.
"""

import string
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise
from operator import add

from galaxies_asp.core.board.grid import SQUARE, Place, Point, is_cell
from galaxies_asp.core.board.labels import known
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.drawing.position import clue_texts, grid_and_walls, inner_holes
from galaxies_asp.core.drawing.scene import Cells, Edges, Paint, Shape, Texts

INKED = Paint()
"""Characters have no style."""

HEAVY_LEVEL, HEAVY_UPRIGHT = "━┃"
LIGHT_LEVEL, LIGHT_UPRIGHT = "┄┆"
SHADE = "░"
WHITE_DOT, BLACK_DOT, BEYOND_REGION = "○●·"

JUNCTIONS = (
    " ╷╻╶┌┎╺┍┏╴┐┒─┬┰╼┮┲╸┑┓╾┭┱━┯┳╵│╽└├┟┕┝┢┘┤┧┴┼╁┶┾╆┙┥┪┵┽╅┷┿╈╹╿┃┖┞┠┗┡┣┚┦┨┸╀╂┺╄╊┛┩┫┹╃╉┻╇╋"
)
"""The junction whose arms up, left, right, down are none (0), light (1) or heavy (2),
at the index that these four make as digits to base 3."""

_BLACK_ON, _PLAIN = "\x1b[38;5;16;48;5;{}m", "\x1b[0m"

_SLANTED = {(0, 1): "|", (1, 0): "/", (0, 0): "\\"}
"""The wall on an edge of hexagons, by the remainders of its coordinates."""

_ALPHABETS = (
    (0x0391, 0x03AB),  # Greek
    (0x0400, 0x052F),  # Cyrillic
    (0x0531, 0x0556),  # Armenian
    (0x00C0, 0x024F),  # Latin with diacritics
    (0x1E00, 0x1EFF),
)


def _capitals() -> Iterator[str]:
    """Yield capitals that have a lower case, both one character in one column."""
    for first, last in _ALPHABETS:
        for character in map(chr, range(first, last + 1)):
            lower = character.lower()
            is_plain = len(unicodedata.normalize("NFKC", character)) == len(lower) == 1
            if is_plain and character.isupper() and lower.upper() == character:
                yield character


DOT_GLYPHS = "".join(
    (string.ascii_uppercase, string.digits, string.punctuation, *_capitals())
)
"""The characters of the dots, in their order."""


def dot_glyph(index: int, *, black: bool = False) -> str:
    """Return the character of the dot with this number (from 0).

    `black` matters only beyond the end of `DOT_GLYPHS`.
    """
    if index < len(DOT_GLYPHS):
        return DOT_GLYPHS[index]
    return BLACK_DOT if black else WHITE_DOT


def region_glyph(index: int) -> str:
    """Return the character for the cells of the dot with this number (from 0)."""
    return DOT_GLYPHS[index].lower() if index < len(DOT_GLYPHS) else BEYOND_REGION


def draw(
    position: Position,
    *,
    letters: bool = True,
    inner_lines: bool = True,
    rulers: bool = True,
    color: bool = False,
    circles: bool | None = None,
    notes: Iterable[tuple[Place, str]] = (),
) -> list[str]:
    """Draw the puzzle and what is drawn on it; one string a line.

    `position`: its walls, or else those that its labels imply, are heavy lines.
    `letters`: whether the cells show the region that they are labeled with.
    `inner_lines`: whether gridlines without a wall are drawn; their junctions always
    are. `rulers`: whether coordinates stand above and to the left of a board of
    squares. `color`: whether regions get ANSI background colors (out of 256).
    `circles`: whether the dots are circles, and the cells show no letters; None: where
    there are more than 26 dots, whose names are longer than one character. `notes`:
    texts at points, which hide what is there.
    """
    puzzle = position.puzzle
    rows = position.rows()
    if circles is None:
        circles = len(puzzle.centers) > len(string.ascii_uppercase)
    texts: list[tuple[Place, str]] = []
    if letters and rows is not None and not circles:
        glyphs = [*map(region_glyph, range(len(puzzle.centers))), " "]
        texts += ((at, glyphs[rows[at.y // 2][at.x // 2]]) for at in puzzle.cells())
    beyond = len(DOT_GLYPHS) if circles else 0
    dots = {
        center: dot_glyph(beyond + index, black=center in puzzle.black)
        for index, center in enumerate(puzzle.centers)
    }
    texts += (clue for clue in clue_texts(puzzle) if clue[0] not in dots)
    texts += [*dots.items(), *notes]
    shapes = [*lines_of(position), Texts("label", INKED, texts)]
    lines = characters_of(puzzle).draw(shapes, inner_lines=inner_lines)
    columns = len(lines[0])
    if color:
        from galaxies_asp.core.drawing.coloring import region_colors

        lines = painted(lines, position, region_colors(puzzle))
    if rulers and puzzle.lattice == SQUARE:
        return with_rulers(lines, columns)
    return lines


def lines_of(position: Position) -> Iterator[Shape]:
    """Yield the missing cells, the gridlines and the walls of a board."""
    grid, walls = grid_and_walls(position)
    yield Cells("hole", INKED, inner_holes(position.puzzle))
    yield Edges("grid", INKED, grid)
    yield Edges("wall", INKED, walls)


class CharacterGrid:
    """The characters of a board of squares.

    `width`, `height`: the numbers of columns and rows of cells. `letters`: the number
    of characters in a cell. `border`: the weight of the border of the board: light (1)
    or heavy (2).
    """

    def __init__(
        self, width: int, height: int, letters: int = 1, border: int = 2
    ) -> None:
        self._size, self._border = (width, height), border
        self.shade = SHADE * letters
        self.letters_of_edges = letters
        """The number of characters on an edge that is not upright."""
        self.first_line = 0

    def column(self, point: Place) -> int:
        """Return the column of the middle of a point."""
        return int(point[0]) * (self.letters_of_edges + 1) // 2

    def points_near(self, column: int, line: int) -> list[Point]:
        """Return the points whose characters a place belongs to: a cell, or edges."""
        place, letter = divmod(column, self.letters_of_edges + 1)
        return [Point(2 * place + (letter > 0), line)]

    def draw(self, shapes: Iterable[Shape], *, inner_lines: bool = True) -> list[str]:
        """Return the lines of edges, texts and missing cells; later ones hide others.

        Gridlines without a wall are drawn with `inner_lines`; junctions always are.
        """
        shapes = list(shapes)
        edges = [shape for shape in shapes if isinstance(shape, Edges)]
        board = self._lines(edges, inner_lines)
        for shape in shapes:
            texts: Iterable[tuple[Place, str]] = ()
            if isinstance(shape, Texts):
                texts = shape.texts
            elif isinstance(shape, Cells) and shape.role == "hole":
                texts = ((point, self.shade) for point in shape.points)
            for place, text in texts:
                line = board[int(place[1]) - self.first_line]
                for column, character in enumerate(text, self._start(place, text)):
                    if 0 <= column < len(line):
                        line[column] = character
        return ["".join(line).rstrip() for line in board]

    def _start(self, place: Place, text: str) -> int:
        """Return the column of a text with its middle at a place."""
        start = self.column(place) - (len(text) - 1) // 2
        is_odd = len(text) % 2 and self.letters_of_edges % 2 == 0
        return start + int(place[0]) % 2 if is_odd else start

    def _lines(self, edges: Iterable[Edges], inner_lines: bool) -> list[list[str]]:
        width, height = self._size
        rim = self._border
        level = [[0] * width for _ in range(height + 1)]
        level[0], level[height] = [rim] * width, [rim] * width
        upright = [[rim, *[0] * (width - 1), rim] for _ in range(height)]
        for shape in edges:
            weight = 2 if shape.role == "wall" else 1
            for x, y in shape.points:
                row = (level if x % 2 else upright)[y // 2]
                if row[x // 2] < weight:
                    row[x // 2] = weight
        lights = (LIGHT_LEVEL, LIGHT_UPRIGHT) if inner_lines else "  "
        room = self.letters_of_edges
        of_level = [kind * room for kind in (SHADE, lights[0], HEAVY_LEVEL)]
        of_upright = (SHADE, lights[1], HEAVY_UPRIGHT)
        junctions = SHADE + JUNCTIONS[1:]
        nothing = [0] * (width + 1)
        rows = zip(level, pairwise([nothing, *upright, nothing]), strict=True)
        board = []
        for row, (above, below) in rows:
            arms = zip(above, pairwise([0, *row, 0]), below, strict=True)
            crossings = (
                junctions[27 * up + 9 * left + 3 * right + down]
                for up, (left, right), down in arms
            )
            between = (*(of_level[weight] for weight in row), "")
            board.append([*"".join(map(add, crossings, between))])
            board.append([*(" " * room).join(of_upright[weight] for weight in below)])
        return board[:-1]


class Honeycomb(CharacterGrid):
    """The characters of a board of hexagons.

    `points`: all points to be drawn. `letters`: the greatest number of characters in a
    cell.
    """

    def __init__(self, points: Iterable[Place], letters: int = 3) -> None:
        self._half, self._first = -(-(letters + 1) // 4), 0
        places = [(self.column(point), int(point[1])) for point in points]
        columns, lines = zip(*places, strict=True)
        self._first, last = min(columns), max(columns)
        super().__init__(last - self._first + 1, max(lines) - min(lines) + 1)
        self.shade, self.first_line = SHADE * 3, min(lines)

    def column(self, point: Place) -> int:
        """Return the column of the middle of a point."""
        x, y = point
        return int(self._half * (2 * x + y)) - self._first

    def points_near(self, column: int, line: int) -> list[Point]:
        """Return the points whose characters a place belongs to: a cell, or edges."""
        across = column + self._first - self._half * line
        first, rest = divmod(across, 2 * self._half)
        points = [Point(first, line)]
        if rest:
            points.append(Point(first + 1, line))
        return [point for point in points if is_cell(point)] or points

    def _lines(self, edges: Iterable[Edges], inner_lines: bool) -> list[list[str]]:
        board = [[" "] * self._size[0] for _ in range(self._size[1])]
        for shape in edges:
            for x, y in shape.points:
                text = _SLANTED[x % 2, y % 2]
                if shape.role == "grid":
                    text = ("┆" if text == "|" else "∙") if inner_lines else " "
                board[y - self.first_line][self.column((x, y))] = text
        return board


def characters_of(puzzle: Puzzle, letters: int | None = None) -> CharacterGrid:
    """Return the characters of a board, with room for some letters in each cell."""
    if puzzle.lattice == SQUARE:
        return CharacterGrid(puzzle.width, puzzle.height, letters or 1)
    return Honeycomb(puzzle.outline(), letters or 3)


def painted(
    lines: Sequence[str],
    position: Position,
    colors: Sequence[int],
    letters: int | None = None,
) -> list[str]:
    """Return the lines with colors; a line inside a region has the region's.

    `colors`: the color of each dot's region. `letters`: the number of characters in a
    cell.
    """
    from galaxies_asp.core.drawing.coloring import regions
    from galaxies_asp.core.drawing.palette import tint

    puzzle, dots = position.puzzle, dict(known(regions(position)))
    grid, touched_cells = characters_of(puzzle, letters), puzzle.lattice.touched_cells

    def paint(column: int, y: int) -> int | None:
        """Return the code of a color; None if a place is not inside one region."""
        points = grid.points_near(column, y)
        around = {dots.get(cell) for at in points for cell in touched_cells(at)}
        dot = around.pop()
        return None if around or dot is None else tint(colors[dot]).xterm

    result = []
    for y, line in enumerate(lines):
        text = ""
        for color, run in groupby(range(len(line)), partial(paint, y=y)):
            places = [*run]
            part = line[places[0] : places[-1] + 1]
            text += part if color is None else _BLACK_ON.format(color) + part + _PLAIN
        result.append(text)
    return result


def with_names(text: str, columns: Sequence[int], rows: Sequence[int]) -> str:
    """Put the names of columns above a text, and those of rows before its lines.

    `columns`: the character where the name of each begins. `rows`: the line of each.
    Where columns are narrow, their numbers stand upright.
    """
    numbers = [str(number + 1) for number in range(len(columns))]
    digits = max(map(len, numbers), default=0)
    is_wide = all(other - one > 3 for one, other in pairwise(columns))
    names = [f"c{n}" if is_wide else f"{n:>{digits}}" for n in numbers]
    above = [""] if is_wide else [""] * digits
    for at, name in zip(columns, names, strict=True):
        for line, part in enumerate([name] if is_wide else name):
            above[line] = above[line].ljust(at) + part
    before = {line: f"r{number} " for number, line in enumerate(rows, 1)}
    margin = len(f"r{len(rows)} ")
    named = (
        f"{before.get(number, ''):>{margin}}{line}"
        for number, line in enumerate(text.splitlines())
    )
    over = (" " * margin + line for line in above if line)
    return "".join(f"{line.rstrip()}\n" for line in (*over, *named))


def with_rulers(lines: list[str], columns: int) -> list[str]:
    """Put row numbers to the left, and on top a line for each power of ten.

    The lines may be wider than their columns if they have colors.
    """
    digits, margin = len(str(columns - 1)), len(str(len(lines) - 1))
    rulers = zip(*(f"{x:>{digits}}" for x in range(columns)), strict=True)
    numbered = (f"{y:>{margin}}{line}" for y, line in enumerate(lines))
    return [*(" " * margin + "".join(ruler) for ruler in rulers), *numbered]
