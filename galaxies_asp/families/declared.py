"""Shapes of atoms, as the declarations of an encoding say; and boards of such atoms.

Atoms beside a board, at -1 or behind its last cells, such as the number of a row, stand
in a margin.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter

from galaxies_asp.core.board.atoms import Arguments, unquoted
from galaxies_asp.core.board.declarations import DRAWINGS, Declaration
from galaxies_asp.core.board.grid import (
    HEXAGONAL,
    SQUARE,
    Lattice,
    Place,
    Point,
    is_cell,
    sides,
)
from galaxies_asp.core.drawing import scene
from galaxies_asp.core.drawing.boxes import (
    INKED,
    JUNCTIONS,
    CharacterGrid,
    Honeycomb,
    with_names,
)
from galaxies_asp.core.drawing.palette import DARK, MISSING, Tint
from galaxies_asp.families.outlines import board_box, board_cells, board_edges

Drawn = Mapping[Declaration, Iterable[Arguments]]
"""The arguments of the atoms of declared predicates."""

_GRID, _WHITE = "#bbbbbb", "#ffffff"
_WALL = scene.Paint(stroke=DARK, width=0.2, rounded=True)
_LINES = {
    "": scene.Paint(stroke="#008866", width=0.3, rounded=True),
    "thin": scene.Paint(stroke="#7a4a1f", width=0.14, rounded=True),
}
_GIVEN = scene.Paint(stroke=DARK, width=0.3, rounded=True)
_SHADE, _INK, _LIGHT = map(scene.Paint, ("#70747c", DARK, _WHITE))
_DISCS = {"": scene.Paint(_WHITE, DARK, 0.1), "black": scene.Paint(DARK, DARK, 0.1)}
_TINTS = (
    *(Tint("#d9c2ec", 183), Tint("#c3dbf5", 153), Tint("#f7f0b8", 229)),
    *(Tint("#fbd9b5", 223), Tint("#f6c0bd", 217), Tint("#c8e6c0", 151)),
)
_PAINTED = "\x1b[38;5;16;48;5;{}m{}\x1b[0m"
"""A text on one of the 256 colors of a terminal."""
_STROKES = {
    "": {(2, 0): "━━━", (0, 2): "╲", (-2, 2): "╱"},
    "thin": {(2, 0): "---", (0, 2): "\\", (-2, 2): "/"},
}
"""Characters of lines between hexagons, by the way from one cell to the next."""
_CORNERS = {"lower left": (-0.45, 0.45), "upper right": (0.45, -0.45)}
"""Where numbers stand in a cell that may have two."""
_RADIUS, _MARGIN = 0.72, 0.3
_HATCH = "▓"


def shapes(drawn: Drawn, lattice: Lattice = SQUARE) -> Iterator[scene.Shape]:
    """Yield the shapes of atoms; filled cells are the lowest, texts the highest."""
    blocks = {Point(*of[0]) for one in _all(drawn, "block") for of in drawn[one]}
    for kind in DRAWINGS:
        for one in _all(drawn, kind):
            found = [(Point(*of[0]), unquoted(of[-1])) for of in drawn[one]]
            points = [point for point, _ in found]
            match kind:
                case "color":
                    yield from _colored(found)
                case "shade":
                    yield scene.Cells("cell", _SHADE, points)
                case "block":
                    yield scene.Cells("cell", _INK, points)
                    yield from _texts(
                        [at for at in found if len(one.arguments) > 1 and at[1] != "?"],
                        blocks,
                    )
                case "region":
                    yield scene.Edges("wall", _WALL, borders_of(dict(found), lattice))
                case "wall":
                    yield scene.Edges("wall", _WALL, points)
                case "line":
                    is_given = one.role == "Input" and not one.style
                    look = _GIVEN if is_given else _LINES[one.style]
                    yield scene.Paths("path", look, [*map(sides, points)])
                case "dot":
                    yield scene.Circles("clue", _INK, points, 0.3)
                case "circle":
                    yield scene.Circles("clue", _DISCS[one.style], points, _RADIUS)
                case "number" if one.style == "circled":
                    yield scene.Circles("clue", _DISCS[""], points, _RADIUS)
                    yield scene.Texts("dot", _INK, found, 0.9)
                case "number" if one.style:
                    dx, dy = _CORNERS[one.style]
                    inside = [at for at in found if min(at[0]) > 0]
                    corners = [((x + dx, y + dy), text) for (x, y), text in inside]
                    yield scene.Texts("clue", _LIGHT if blocks else _INK, corners, 0.75)
                    yield from _texts([at for at in found if min(at[0]) < 0], set())
                case "number":
                    yield from _texts(found, blocks)
                case _:
                    texts = [(point, one.text_of(value)) for point, value in found]
                    yield from _texts(texts, blocks)


def misplaced(one: Declaration, places: Iterable[Point], lattice: Lattice) -> str:
    """Return that a place is none for the drawing of atoms; empty if all are."""
    is_right, noun = {
        **dict.fromkeys(("color", "shade", "block", "region"), (is_cell, "cell")),
        **dict.fromkeys(("wall", "line"), (lattice.is_edge, "side of a cell")),
    }.get(one.drawing, (None, ""))
    wrong = next((at for at in places if is_right and not is_right(Point(*at))), None)
    said = f"{one.atom} is drawn as {one.drawing}, but {Point(*wrong or (0, 0))}"
    return f"{said} is no {noun}" if wrong else ""


def _all(drawn: Drawn, kind: str) -> list[Declaration]:
    """Return the declarations with a drawing, with atoms; given lines are last."""
    found = [one for one, atoms in drawn.items() if one.drawing == kind and atoms]
    return sorted(found, key=lambda one: kind == "line" and one.role == "Input")


def _colored(found: Iterable[tuple[Point, str]]) -> Iterator[scene.Shape]:
    """Yield cells, those with the same value in the same color."""
    for tint, cells in _tinted(found).items():
        yield scene.Cells("cell", scene.Paint(tint.web), cells)


def _tinted(found: Iterable[tuple[Point, str]]) -> dict[Tint, list[Point]]:
    """Return cells by the color of their value."""
    cells = defaultdict[str, list[Point]](list)
    for point, value in found:
        cells[value].append(point)
    tints = defaultdict[Tint, list[Point]](list)
    for number, value in enumerate(sorted(cells)):
        tints[_TINTS[number % len(_TINTS)]] += cells[value]
    return tints


def _texts(
    found: Iterable[tuple[Point, str]], blocks: Collection[Point], size: float = 1.2
) -> Iterator[scene.Shape]:
    """Yield texts, light ones in black cells."""
    for look, is_light in ((_INK, False), (_LIGHT, True)):
        if texts := [(at, text) for at, text in found if (at in blocks) == is_light]:
            yield scene.Texts("clue", look, texts, size)


def borders_of(regions: Mapping[Point, str], lattice: Lattice = SQUARE) -> list[Point]:
    """Return the sides of cells at which a region ends."""
    return [
        side
        for cell, name in regions.items()
        for side in lattice.edges(cell)
        if any(regions.get(o) != name for o in lattice.touched_cells(side))
    ]


def board_scene(
    drawn: Drawn,
    size: tuple[int, int],
    title: str,
    holes: Collection[Point] = frozenset(),
    lattice: Lattice = SQUARE,
) -> scene.Scene:
    """Return a board with atoms, without the cells that are missing."""
    found = list(shapes(drawn, lattice))
    lower = [one for one in found if isinstance(one, scene.Cells)]
    upper = [one for one in found if not isinstance(one, scene.Cells)]
    look = scene.Paint(stroke=_GRID, width=0.05)
    places = [Point(*of[0]) for atoms in drawn.values() for of in atoms]
    left, top = (2 * any(at[axis] < 0 for at in places) for axis in (0, 1))
    right, below = (2 * any(at[n] > 2 * size[n] for at in places) for n in (0, 1))
    x, y, width, height = board_box(lattice, *size)
    box = scene.Box(x - left, y - top, width + left + right, height + top + below)
    every = (
        *lower,
        scene.Edges("grid", look, board_edges(lattice, *size)),
        *([scene.Cells("hole", scene.Paint(MISSING), holes)] if holes else ()),
        *upper,
    )
    return scene.Scene(
        tuple(scene.projected(every, lattice)),
        box.widened(_MARGIN),
        title,
        background=_WHITE,
    )


def board_text(
    drawn: Drawn,
    size: tuple[int, int],
    *,
    rulers: bool,
    is_colored: bool = False,
    holes: Collection[Point] = frozenset(),
    lattice: Lattice = SQUARE,
) -> str:
    """Return a board with atoms as characters.

    `rulers`: whether rows have their names, and columns of squares. `is_colored`:
    whether cells with a color have it in the terminal, one of 256.
    """
    if lattice != SQUARE:
        cells = board_cells(lattice, *size)
        return _hexagon_text(drawn, cells, rulers=rulers, is_colored=is_colored)
    width, height = size
    has_corners = any(one.style in _CORNERS for one in _all(drawn, "number"))
    letters = 5 if has_corners else 3
    inside, beside = _parted(_inked(drawn, letters), size)
    shown = [scene.Edges("grid", INKED, board_edges(SQUARE, *size)), *inside]
    shown.append(scene.Cells("hole", INKED, holes))
    grid = CharacterGrid(width, height, letters, border=1)
    rows = grid.draw(shown)
    if is_colored:
        rows = _painted(rows, drawn, grid)
    before = {y: text for (x, y), text in beside.items() if x < 0}
    behind = {y: text for (x, y), text in beside.items() if x > 2 * width}
    margin = max((len(text) + 1 for text in before.values()), default=0)
    rows = [
        f"{before.get(y, '').rjust(margin - 1)} "[:margin]
        + f"{row} {behind.get(y, '')}"
        for y, row in enumerate(rows)
    ]

    def across(y: int) -> list[str]:
        names = {x: text for (x, at), text in beside.items() if at == y}
        words = (f"{names.get(x, ''):^{letters + 1}}" for x in range(1, 2 * width, 2))
        return [" " * (margin + 1) + "".join(words)] if names else []

    above = across(-1)
    rows = [*above, *rows, *across(2 * height + 1)]
    text = "".join(f"{row.rstrip()}\n" for row in rows)
    step = letters + 1
    columns = range(1 + margin, step * width + margin, step)
    numbered = range(len(above) + 1, len(above) + 2 * height, 2)
    return with_names(text, columns, numbered) if rulers else text


def _hexagon_text(
    drawn: Drawn, cells: Collection[Point], *, rulers: bool, is_colored: bool
) -> str:
    """Return hexagons as points, with lines between them."""
    texts: dict[Place, str] = dict.fromkeys(cells, "·")
    for style in ("thin", ""):
        for one in _all(drawn, "line"):
            lines = [Point(*of[0]) for of in drawn[one] if one.style == style]
            ends = Counter(cell for line in lines for cell in sides(line))
            last, within = ("o", "+") if style else ("●", "●")
            texts |= {at: last if n == 1 else within for at, n in ends.items()}
            for line in lines:
                near, far = sides(line)
                texts[line] = _STROKES[style][far.x - near.x, far.y - near.y]
    plain = {
        one._replace(style="") if one.drawing == "number" else one: atoms
        for one, atoms in drawn.items()
        if one.drawing not in ("line", "color")
    }
    shown: list[scene.Shape] = [scene.Texts("label", INKED, [*texts.items()])]
    shown += (_characters(shape, 3) for shape in shapes(plain, HEXAGONAL))
    grid = Honeycomb(cells)
    rows = grid.draw(shown)
    if is_colored:
        rows = _painted(rows, drawn, grid)
    text = "".join(f"{row}\n" for row in rows)
    return with_names(text, (), range(0, len(rows), 2)) if rulers else text


def _painted(rows: Sequence[str], drawn: Drawn, grid: CharacterGrid) -> list[str]:
    """Return rows of characters in which cells with a color have it."""
    codes: dict[tuple[int, int], int] = {}
    for one in _all(drawn, "color"):
        found = ((Point(*of[0]), unquoted(of[-1])) for of in drawn[one])
        for tint, cells in _tinted(found).items():
            for cell in cells:
                column, line = grid.column(cell), cell.y - grid.first_line
                codes |= {(column + at, line): tint.xterm for at in (-1, 0, 1)}
    result = []
    for number, row in enumerate(rows):
        text = ""
        of_row = [codes.get((column, number)) for column in range(len(row) + 1)]
        for code, run in groupby(zip(of_row, f"{row} ", strict=True), itemgetter(0)):
            part = "".join(character for _, character in run)
            text += part if code is None else _PAINTED.format(code, part)
        result.append(text.rstrip())
    return result


def _parted(
    found: Iterable[scene.Shape], size: tuple[int, int]
) -> tuple[list[scene.Shape], dict[Place, str]]:
    """Return the shapes on a board, and the texts beside it by their places."""
    inside, beside = list[scene.Shape](), dict[Place, str]()
    for shape in found:
        if isinstance(shape, scene.Texts):
            texts = dict(shape.texts)
            limits = 2 * size[0], 2 * size[1]
            outer = [
                at
                for at in texts
                if min(at) < 0 or at[0] > limits[0] or at[1] > limits[1]
            ]
            beside |= {at: texts.pop(at) for at in outer}
            inside.append(replace(shape, texts=[*texts.items()]))
        else:
            inside.append(shape)
    return inside, beside


def _inked(drawn: Drawn, letters: int) -> Iterator[scene.Shape]:
    """Yield the shapes of atoms as shapes that characters show, the lowest first."""
    plain = dict(drawn)
    corners = dict[Point, dict[str, str]]()
    for one, atoms in drawn.items():
        found = [(Point(*of[0]), unquoted(of[-1])) for of in atoms]
        if one.drawing == "color":
            names = [(at, value[:letters]) for at, value in found]
            yield scene.Texts("clue", INKED, names)
        elif one.drawing == "number" and one.style == "circled":
            rings = [(at, f"({n})" if len(n) < letters - 1 else n) for at, n in found]
            plain[one._replace(style="")] = rings
            del plain[one]
        elif one.drawing == "number" and one.style:
            for at, number in found:
                corners.setdefault(at, {})[one.style] = number
            del plain[one]
    for shape in shapes(plain):
        yield _characters(shape, letters)
    texts = list[tuple[Place, str]]()
    texts += ((at, "━" * letters if at.y % 2 else "┃") for at in _drawn_clues(plain))
    for at, numbers in corners.items():
        low, high = (numbers.get(style, "") for style in _CORNERS)
        is_one = letters == 3 or min(at) < 0
        texts.append(
            (at, low + high if is_one else f"{low:{_HATCH}>2}\\{high:{_HATCH}<2}")
        )
    yield scene.Texts("clue", INKED, texts)


def _drawn_clues(drawn: Drawn) -> set[Point]:
    """Return the sides at which a given line is drawn, too."""
    given, own = set[Point](), set[Point]()
    for one in _all(drawn, "line"):
        (given if one.role == "Input" else own).update(
            Point(*of[0]) for of in drawn[one]
        )
    return given & own


def _characters(shape: scene.Shape, letters: int) -> scene.Shape:
    """Return a shape as texts, unless it is one of characters."""
    texts: list[tuple[Place, str]] = []
    match shape:
        case scene.Cells():
            filled = {_SHADE: "█", _INK: _HATCH}.get(shape.style, "")
            texts += ((point, letters * filled) for point in shape.points)
        case scene.Circles():
            sign = "○" if shape.style == _DISCS[""] else "●"
            texts += ((place, sign) for place in shape.places)
        case scene.Paths():
            is_thin = shape.style == _LINES["thin"]
            level, upright = ("╌", "╎") if is_thin else ("─", "│")
            if shape.style == _GIVEN:
                level, upright = "═", "║"
            arms: Counter[Place] = Counter()
            for (x, y), (to_x, to_y) in map(tuple, shape.paths):
                is_level = y == to_y
                arms.update({(x, y): 3 if is_level else 1})
                arms.update({(to_x, to_y): 9 if is_level else 27})
                stroke = letters * level if is_level else upright
                texts.append((((x + to_x) / 2, (y + to_y) / 2), stroke))
            for cell, index in arms.items():
                mark = JUNCTIONS[index]
                if is_thin:
                    mark = {"─": level, "│": upright}.get(mark, "+")
                    mark = "·" if index in (1, 3, 9, 27) else mark
                texts.append((cell, mark))
        case _:
            return shape
    return scene.Texts(shape.role, INKED, texts)
