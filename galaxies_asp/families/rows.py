r"""Boards read from rows of words or characters.

    6 6 1          optional: the numbers of rows and columns, and what else is declared
    . 2 - _ 3 ?    a word for each cell, or one character without blanks
                   (an empty line)
    AABBCC         where a type has regions: their names

Numbers beside the board stand around it, or in a row of those of columns and one of
those of rows above. Rows below the title `attempt` or `solution` are what is drawn; see
`blocks` for what else texts may have, and `forms` for the words.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import SQUARE, Point
from galaxies_asp.families.blocks import EMPTY, Block, Row, Word, blocks_in
from galaxies_asp.families.forms import MISSING, SIZES, Form

MAX_CELLS = 10_000
"""The most cells of a board."""
_MOST_NUMBERS = 3
"""The most numbers of a first row that begins with the size, if more are unknown."""


@dataclass(frozen=True)
class Board:
    """The facts of a board with what is drawn on it."""

    atoms: Sequence[Atom]
    name: str = ""
    is_attempt: bool = False
    """Whether it is one even if nothing is drawn."""
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The line and the column of each atom."""


def read(text: str, form: Form) -> list[Board]:
    """Return the boards of a text.

    Raises `NotationError` with the place of what cannot be meant.
    """
    return _Reader(form).boards(text)


def read_below_name(text: str, form: Form) -> Board:
    """Return the board below the name of its type, in rows where a blank is empty.

    Numbers behind the name are those of the whole board. What is drawn is a second
    block of rows. Raises `NotationError` as `read`.
    """
    first, _, rest = text.strip("\n").partition("\n")
    _, *numbers = first.split()
    if len(numbers) > len(form.counts) or not all(map(str.isdigit, numbers)):
        known = ", ".join(form.counts) or "no number"
        raise NotationError(f"the name is followed by {known}", 1)
    told = "\n".join(line.rstrip().replace(" ", ".") for line in rest.splitlines())
    told = re.sub(r"(?<=.)\n(\n*)\n(?=.)", r"\n\1[attempt]\n", told)
    title = "regions" if form.region else "clues"
    boards = read(f"[{title}]\n{told}", form) if rest.strip() else []
    if len(boards) != 1:
        fault = "expected a block of rows, and maybe another one with what is drawn"
        raise NotationError(fault, 1)
    pairs = zip(form.counts, map(int, numbers), strict=False)
    given = (Atom(name, (number,)) for name, number in pairs)
    return replace(boards[0], atoms=[*boards[0].atoms, *given])


class _Reader:
    """Reads boards of a type."""

    def __init__(self, form: Form) -> None:
        self._form = form

    def boards(self, text: str) -> list[Board]:
        """Return the boards of a text.

        Raises `NotationError` with the place of what cannot be meant.
        """
        boards, parts = list[Board](), dict[str, Block]()
        head: Row = ()

        def close() -> None:
            if parts:
                boards.append(self._board(parts, head))
                parts.clear()

        pairs, blanks = bool(self._form.corners), not self._form.has_side
        counts = (*self._form.counts, *self._form.settings)
        left = blocks_in(text, counts, has_pairs=pairs, has_blanks=blanks)
        for number, block in enumerate(left):
            if self._is_head(block, left[number + 1 : number + 2]):
                close()
                head = block.rows[0]
                continue
            if first := self._first(block):
                close()
                head, block = first, replace(block, rows=block.rows[1:])
            for one in self._stacked(block, head):
                is_same = all(other.size == one.size for other in parts.values())
                if one.kind == "attempt" and not (is_same or self._form.beside):
                    (width, height), (columns, rows) = (
                        next(iter(parts.values())).size,
                        one.size,
                    )
                    said = f"{rows} rows of {columns} cells are drawn"
                    said += f", but the clues have {height} of {width}"
                    raise one.rows[0][0].fault(said)
                if one.kind in parts or not (is_same or self._form.beside):
                    close()
                    head = first
                parts[one.kind] = one
        close()
        return boards

    def _is_head(self, block: Block, following: Sequence[Block]) -> bool:
        """Tell whether a block is a row of numbers of the board."""
        if not following or len(block.rows) > 1:
            return False
        (width, height), numbers = following[0].size, block.rows[0]
        if _begins_with(numbers, height, width):
            return True
        return self._are_numbers(numbers) and len(numbers) != width

    def _are_numbers(self, row: Row) -> bool:
        few = len(row) <= 2 + len(self._form.counts)
        return few and all(word.text.isdigit() for word in row)

    def _first(self, block: Block) -> Row:
        """Return the first row of a block if it has numbers of the board."""
        first, *rows = block.rows
        if not rows or {*SIZES, "size"} & block.fields.keys():
            return ()
        if self._form.has_side and self._has_shape(block):
            return ()
        height, width = len(rows), len(rows[0])
        if height == width == 1:
            return ()  # two rows, one of them too short
        is_size = _begins_with(first, height, width)
        if not (is_size or self._are_numbers(first)):
            return ()
        numbers = [int(word.text) for word in first[:2]]
        is_margin = bool(self._form.corners) and len(first) == width - 1
        if len(first) != width:
            is_turned = {*numbers} == {height, width}
            return () if is_margin and not is_turned else first
        if self._form.region and numbers == [height / 2, width]:
            return first  # for rows of clues, and of regions
        if is_size and height > 1:
            said = "this could be a row, or the size of the board; write 'size: "
            said += f"{width}x{height}' instead, or 'size: {width}x{height + 1}' above"
            raise first[0].fault(said)
        return ()

    def _stacked(self, block: Block, head: Row) -> Iterator[Block]:
        """Yield a block with its kind; or rows of clues, and then those of regions."""
        half = len(block.rows) // 2
        above, below = (
            replace(block, rows=rows) for rows in (block.rows[:half], block.rows[half:])
        )
        sizes = {int(word.text) for word in head[:2]}
        if not self._form.region or block.kind:
            yield replace(block, kind=block.kind or "clues")
        elif (
            half
            and len(block.rows) % 2 == 0
            and self._names_regions(below)
            and (not self._names_regions(block) or sizes == {half, block.size[0]})
        ):
            yield replace(above, kind="clues")
            yield replace(below, kind="regions")
        else:
            kind = "regions" if self._names_regions(block) else "clues"
            yield replace(block, kind=kind)

    def _names_regions(self, block: Block) -> bool:
        """Tell whether each cell of a block names a region, or is missing."""
        return all(word.isalnum() or word == MISSING for word in block.words())

    def _board(self, parts: Mapping[str, Block], head: Row) -> Board:
        clues = parts.get("clues")
        regions, attempt = parts.get("regions"), parts.get("attempt")
        if attempt and not (clues or regions):
            clues, attempt = attempt, None
        if self._form.region and not regions:
            said = "no block of rows names the region of each cell"
            raise next(iter(parts.values())).rows[0][0].fault(said)
        atoms, places = list[Atom](), dict[str, tuple[int, int]]()
        if clues and self._form.beside:
            sides = [clues.fields[name].text for name in SIZES if name in clues.fields]
            are_told = len(sides) == 2 and all(map(str.isdigit, sides))
            known = (int(sides[0]), int(sides[1])) if are_told else None
            margin, clues = self._margin(clues, regions.size if regions else known)
            atoms += margin
        size = self._size(clues or regions or Block(()))
        for part in parts.values():
            atoms += self._told(part.fields, *size)
        atoms += self._counted(head, *size)
        for block, read in ((clues, self._form.cell), (regions, self._form.region_at)):
            for word, at in self._cells(block, *size) if block else ():
                found = [*read(word, at, size)]
                atoms += found
                places |= dict.fromkeys(map(str, found), (word.line, word.column))
        if attempt:
            atoms += self._drawn(attempt, frozenset(atoms), size)
        sizes = [Atom(n, (v,)) for n, v in zip(SIZES, size, strict=True)]
        if self._form.has_side:
            sizes = [Atom("side", (size[0] // 2,))]
        names = (b.fields["name"].text for b in parts.values() if "name" in b.fields)
        found = [*sizes, *dict.fromkeys(atoms)]
        return Board(found, next(names, ""), attempt is not None, places)

    def _size(self, block: Block) -> tuple[int, int]:
        """Return the columns and rows that a block has."""
        lengths = [len(row) for row in block.rows]
        height = len(lengths)
        width = height if self._form.has_side else Counter(lengths).most_common(1)[0][0]
        if sum(lengths) > MAX_CELLS:
            raise block.rows[0][0].fault(f"over {MAX_CELLS} cells")
        if self._form.has_side and not self._has_shape(block):
            said = ", ".join(map(str, lengths[:20]))
            shape = "hexagon, whose rows grow by one up to the middle and shrink"
            shape = (
                "square" if self._form.lattice == SQUARE else f"{shape} by one again"
            )
            fault = f"the rows have {said} cells: no {shape}, with an odd number of"
            raise block.rows[0][0].fault(f"{fault} rows")
        return width, height

    def _has_shape(self, block: Block) -> bool:
        """Tell whether the rows are as long as those of a board of some side."""
        height = len(block.rows)
        is_odd = height % 2 == 1 and height > 1
        rows = self._form.rows_of(height, height) if is_odd else ()
        return [*map(len, rows)] == [*map(len, block.rows)]

    def _cells(
        self, block: Block, width: int, height: int
    ) -> Iterator[tuple[Word, Point]]:
        """Yield the words of a block with their cells."""
        rows = self._form.rows_of(width, height)
        if len(block.rows) != len(rows):
            fault = f"{len(block.rows)} rows, and the clues have {len(rows)}"
            raise block.rows[-1][0].fault(fault)
        is_black = bool(self._form.corners) and bool({"0", ".", "_"} & {*block.words()})
        for row, points in zip(block.rows, rows, strict=True):
            if len(row) != len(points):
                fault = f"{len(row)} cells, and other rows have {len(points)}"
                raise row[-1].fault(fault)
            for word, at in zip(row, points, strict=True):
                text = word.text
                if is_black and text == "-":
                    text = "#"
                elif (
                    not block.are_words
                    and re.fullmatch("[A-Za-z]", text)
                    and text not in {*self._form.words_of, *self._form.empty}
                    and block.kind != "regions"
                    and self._form.numbers("Input")
                    and not self._form.is_strict
                ):
                    text = str(int(text, 36))  # a digit above 9
                yield (word if text == word.text else replace(word, text=text)), at

    def _told(self, fields: Mapping[str, Word], *size: int) -> Iterator[Atom]:
        """Yield the numbers that lines above a block tell, and compare its size."""
        for key, word in fields.items():
            numbers = [int(number) for number in re.findall(r"\d{1,9}", word.text)]
            if key in self._form.counts:
                if not re.fullmatch(r"-?\d{1,9}", word.text):
                    fault = f"{key} {word.text} is no whole number of up to 9 digits"
                    raise word.fault(fault)
                yield Atom(key, (int(word.text),))
            elif key in self._form.settings:
                yield Atom(key, (word.text,))
            elif key in SIZES and numbers != [size[SIZES.index(key)]]:
                raise word.fault(f"the {key} {word.text}, but {_said(*size)}")
            elif key == "size" and {*numbers} != {*size}:
                raise word.fault(f"the size {word.text}, but {_said(*size)}")

    def _counted(self, head: Row, width: int, height: int) -> Iterator[Atom]:
        """Yield the numbers of the whole board, and compare its size."""
        numbers = [int(word.text) for word in head]
        for sizes, others in ((numbers[:n], numbers[n:]) for n in (2, 1, 0)):
            is_size = not sizes or {*sizes} == {width, height}
            if is_size and len(others) in (0, len(self._form.counts)):
                pairs = zip(self._form.counts, others, strict=False)
                yield from (Atom(name, (number,)) for name, number in pairs)
                return
        if {*numbers[:2]} == {width, height}:
            raise head[2].fault(f"{numbers[2]} is behind the size; boards have no more")
        said = " and ".join(map(str, numbers))
        raise head[0].fault(f"{said}, but {_said(width, height)}")

    def _margin(
        self, block: Block, size: tuple[int, int] | None
    ) -> tuple[list[Atom], Block]:
        """Return the numbers beside a board, and its rows without them.

        `size`: that of the board, if it is known.
        """
        rows = [*block.rows]
        across: Row = ()
        down: Row = ()
        if self._form.corners:  # cells may have numbers: the first row is shorter
            if len({*map(len, rows[1:])}) == 1 and len(rows[0]) == len(rows[1]) - 1:
                across, down = rows[0], [row[0] for row in rows[1:]]
                rows = [row[1:] for row in rows[1:]]
        else:
            height = len(rows) - 2
            has_two = height > 0 and len(rows[1]) == height
            if has_two and rows[0][0].text in EMPTY:  # of a corner
                has_two = _counts(rows[1][1:])
            if has_two and all(map(_counts, rows[:2])):
                across, down, *rows = rows
            else:
                ends = (0, -1) if len(rows) > (size[1] if size else 1) else ()
                end = next((n for n in ends if _counts(rows[n])), None)
                across = () if end is None else rows.pop(end)
                is_wide = size is None or len(rows[0]) > size[0]
                ends = (0, -1) if is_wide else ()
                sides = (n for n in ends if any(r[n].text.isdigit() for r in rows))
                if (side := next(sides, None)) is not None:
                    down = [row[side] for row in rows]
                    rows = [row[1:] if side == 0 else row[:-1] for row in rows]
                    if across and len(across) > len(rows[0]):
                        across = across[1:] if side == 0 else across[:-1]
        places = [(Point(2 * x + 1, -1), word) for x, word in enumerate(across)]
        places += [(Point(-1, 2 * y + 1), word) for y, word in enumerate(down)]
        atoms = list[Atom]()
        for at, word in places:
            if word.text.isdigit():
                atoms.append(Atom(self._form.beside_name(at), (at, int(word.text))))
            elif word.text not in EMPTY:
                raise word.fault(f"{word.text!r} is no number beside the board")
        if not all(rows):
            raise block.rows[0][0].fault("there are no cells beside these numbers")
        return atoms, replace(block, rows=rows)

    def _drawn(
        self, block: Block, facts: frozenset[Atom], size: tuple[int, int]
    ) -> Iterator[Atom]:
        """Yield what is drawn in a block of its own, which may show clues again."""
        outputs = {one.name for one in self._form.shown if one.role == "Output"}
        for word, at in self._cells(block, *size):
            for atom in self._form.cell(word, at, size, "Output"):
                if atom.name in outputs:
                    yield atom
                elif atom not in facts:
                    raise word.fault(f"{word.text!r} is no clue of the puzzle here")


def _begins_with(row: Row, height: int, width: int) -> bool:
    """Tell whether a row has the size of a board, and at most one more number."""
    texts = [word.text for word in row]
    are_few = len(texts) <= _MOST_NUMBERS and all(map(str.isdigit, texts))
    return are_few and texts[:2] == [str(height), str(width)]


def _counts(row: Row) -> bool:
    """Tell whether a row has numbers, and nothing else but empty cells."""
    texts = [word.text for word in row]
    return any(map(str.isdigit, texts)) and all(
        t.isdigit() or t in EMPTY for t in texts
    )


def _said(width: int, height: int) -> str:
    return f"{height} rows of {width} cells"
