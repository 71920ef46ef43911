"""Boards written as rows of words; see `rows`."""

from collections.abc import Iterable, Sequence

from galaxies_asp.core.board.atoms import Atom, Value, unquoted
from galaxies_asp.core.board.declarations import CORNERS
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import SQUARE, Point, is_cell, sides
from galaxies_asp.core.drawing.boxes import JUNCTIONS
from galaxies_asp.families.forms import ARMS, MISSING, SIZES, Form


def written(form: Form, atoms: Iterable[Atom]) -> str:
    """Return the rows of a board.

    What has no word, such as walls between cells, is left out if it is drawn.

    Raises `NotationError` if a clue cannot be written.
    """
    found = list(atoms)
    roles = {one.signature: one.role for one in form.known.values()}
    facts = [atom for atom in found if roles.get(atom.signature) == "Input"]
    drawn = [atom for atom in found if roles.get(atom.signature) == "Output"]
    head = {a.name: a.arguments[0] for a in facts if not _has_place(a)}
    settings = "".join(f"{n} {head.pop(n)}\n" for n in form.settings if n in head)
    sizes = [int(str(head.pop(name))) for name in (SIZES, ("side",))[form.has_side]]
    width, height = sizes if len(sizes) > 1 else (2 * sizes[0] + 1,) * 2
    rows = form.rows_of(width, height)
    cells, regions, beside = _placed(form, facts)
    lines = _junctions(form, drawn)
    own = {at: _word(form, a) for a in drawn if is_cell(at := _place(a))}
    marks = {at: word for at, word in own.items() if word}
    has_attempt = bool(lines) or bool(marks.keys() & cells.keys() - _holes(cells))
    has_attempt |= len(form.numbers("Input")) > 0 < len(form.numbers("Output")) and (
        form.numbers("Input") != form.numbers("Output") and bool(marks)
    )
    if not has_attempt:
        cells |= {at: word for at, word in marks.items() if at not in cells}
    blocks = list[list[Sequence[str]]]()
    above: list[Sequence[str]] = []
    if head:
        above = [[str(height), str(width), *map(str, head.values())]]
    has_rows = any(at.x < 0 for at in beside)
    if any(at.y < 0 for at in beside) or (has_rows and form.corners):
        corner = [""] if form.corners else ["."] * has_rows
        across = (Point(2 * x + 1, -1) for x in range(width))
        above.append([*corner, *(beside.get(at, ".") for at in across)])
    if {*cells.values()} - {MISSING} or beside or not form.region:
        for row in rows:
            side = [beside.get(Point(-1, row[0].y), ".")]
            side = side if has_rows or (beside and form.corners) else []
            above.append([*side, *(cells.get(at, ".") for at in row)])
    if has_rows and not form.corners and all(at.y > 0 for at in beside):
        settings += f"rows {height}\ncolumns {width}\n"  # no number is above a column
    blocks.append(above)
    if form.region:
        if cell := next((c for row in rows for c in row if c not in regions), None):
            raise NotationError(f"rows have no word for {cell} without a region")
        blocks.append([[regions[at] for at in row] for row in rows])
    written = [_aligned(block, form, width) for block in blocks if block]
    if not head and not form.has_side and _could_be_a_size(written[0]):
        settings += f"size: {width}x{height}\n"
    if len(written) > 1 and len(above) > bool(head) and _are_names(written[0]):
        written = [f"[clues]\n{written[0]}", f"[regions]\n{written[1]}"]
    text = settings + "\n".join(written)
    if has_attempt:
        words = marks | lines
        again = [[words.get(at, ".") for at in row] for row in rows]
        text += f"\nattempt\n{_aligned(again, form, width)}"
    return text


def _could_be_a_size(rows: str) -> bool:
    """Tell whether the first row may be read as the size of the board below it."""
    first, *others = (row.split() for row in rows.splitlines())
    numbers = [int(word) for word in first[:2] if word.isdigit()]
    size = [len(others), len(others[-1])] if others else []
    if len(numbers) < 2:
        return False
    return size in (numbers, numbers[::-1], [2 * numbers[0], numbers[1]])


def _are_names(rows: str) -> bool:
    """Tell whether rows of clues may be read as those of regions."""
    return all(word.isalnum() or word == MISSING for word in rows.split())


def _has_place(atom: Atom) -> bool:
    return isinstance(atom.arguments[0], Point)


def _place(atom: Atom) -> Point:
    at = atom.arguments[0]
    return at if isinstance(at, Point) else Point(0, 0)


def _holes(cells: dict[Point, str]) -> set[Point]:
    return {at for at, word in cells.items() if word == MISSING}


def _placed(
    form: Form, facts: Iterable[Atom]
) -> tuple[dict[Point, str], dict[Point, str], dict[Point, str]]:
    """Return the words of clues in cells, of regions, and of numbers beside boards."""
    cells, regions = dict[Point, str](), dict[Point, str]()
    beside, corners = dict[Point, str](), dict[Point, dict[str, str]]()
    lines = _junctions(form, facts)
    for atom in filter(_has_place, facts):
        at, value = _place(atom), atom.arguments[-1]
        if atom.name == form.region:
            regions[at] = unquoted(value)
        elif atom.name == "hole":
            cells[at] = regions[at] = MISSING
        elif atom.name in form.beside and min(at) < 0:
            beside[at] = unquoted(value)
        elif atom.name in form.corners.values():
            corners.setdefault(at, {})[atom.name] = unquoted(value)
        elif atom.name == form.named("line", "Input"):
            continue
        elif at in cells:
            raise NotationError(f"rows have one word for the cell of {atom}")
        elif (word := _word(form, atom)) and min(at) > 0:
            cells[at] = word
        else:
            raise NotationError(f"rows have no word for {atom}")
    for at, numbers in corners.items():
        names = (form.corners[style] for style in CORNERS)
        cells[at] = "\\".join(numbers.get(name, "") for name in names)
    return cells | lines, regions, beside


def _word(form: Form, atom: Atom) -> str:
    """Return the word of an atom in a cell; empty if it has none."""
    inverse: dict[tuple[str, Value | None], str] = {}
    for text, meant in form.words_of.items():
        inverse.setdefault(meant, text)
    value = atom.arguments[-1] if len(atom.arguments) == 2 else None
    known = form.known.get(atom.signature)
    numbers = (*form.numbers("Input"), *form.numbers("Output"))
    if known in numbers and value is not None:
        return unquoted(value)
    return inverse.get((atom.name, value), "") if is_cell(_place(atom)) else ""


def _junctions(form: Form, atoms: Iterable[Atom]) -> dict[Point, str]:
    """Return the characters of cells from which lines lead."""
    known = {one.signature for one in form.known.values() if one.drawing == "line"}
    found = dict[Point, int]()
    if form.lattice != SQUARE or form.has_side:
        return {}
    for atom in atoms:
        if atom.signature in known:
            side = _place(atom)
            for cell in sides(side):
                arm = side.x - cell.x, side.y - cell.y
                found[cell] = found.get(cell, 0) + ARMS[arm]
    return {cell: JUNCTIONS[index] for cell, index in found.items()}


def _aligned(rows: Sequence[Sequence[str]], form: Form, width: int) -> str:
    """Return rows of words, those of a column below each other."""
    widest = max(map(len, (word for row in rows for word in row)), default=1)
    shift = 0 if form.lattice == SQUARE else (widest + 1) // 2 + widest // 2
    lines = []
    for row in rows:
        start = " " * (shift * (width - len(row)) // 2)
        lines.append(start + " ".join(word.rjust(widest) for word in row))
    return "".join(f"{line.rstrip()}\n" for line in lines)
