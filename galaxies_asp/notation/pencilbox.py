"""Files of PencilBox, as text or XML, and addresses of kanpen (read only).

    2               <- height
    3               <- width
    ..1..           <- 2H-1 lines of 2W-1 characters: the points inside the board
    .....
    ....2
    2               <- the number of regions
    0 0 1           <- H lines of W numbers: the region of each cell, or - or .
    0 0 0

(The arrows are not part of the file.) Points are those of pzprv3 files. The part behind
them may be missing. An address has the same lines, with `/` behind each:

    http://www.kanpen.net/tentaisho.html?problem=2/3/..1../...../....2//

In XML a dot is an element `number` with its doubled coordinates `r` and `c`, and in the
rows `arow` of the answer, the region of a cell is `z` for 0, `n1` for 1, or `u`:

    <puzzle type="tentaisho"><size row="2" col="3"/>
    <board><number r="1" c="3" n="1"/></board>
    <answer><arow row="1"><z/><z/><n1/></arow> ...
"""

import re

from galaxies_asp.core.board.labels import walls_between
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.notation.codes import CELLS
from galaxies_asp.core.notation.puzzlink import check_genre
from galaxies_asp.core.notation.reading import Piece, end_of, read_size
from galaxies_asp.notation.pzprv3 import parts_of, read_puzzle
from galaxies_asp.notation.rows import Rows

_ADDRESS = re.compile(r"\s*\S*/tentaisho\.html\?problem=")
_LINES = re.compile(r"\s*(?:[0-9]+\s*[/\n]\s*){2}[.12]+\s*(?:[/\n]|\Z)")
_XML = re.compile(r"<puzzle\b[^<>]*\btype=\"(\w+)\"")
_ELEMENT = re.compile(r"<(\w+)([^<>]*)>")
REGIONS = Rows[int](
    (CELLS,), {"-": None, ".": None}, "regions", "a number, or '-'", has_numbers=True
)
_ATTRIBUTE = re.compile(r"\b(\w+)=\"([0-9]{1,9})\"")


def recognizes(text: str) -> bool:
    """Tell whether the text is such a file, or starts with such an address."""
    at = end_of(_ADDRESS, text)
    return _LINES.match(text, at) is not None or _XML.search(text) is not None


def read(text: str) -> list[Position]:
    """Read a file or an address; errors name line and column, but not in XML."""
    if genre := _XML.search(text):
        check_genre(Piece(text).behind(genre.start(1)), genre[1])
        text = _text_of(text)
    at = end_of(_ADDRESS, text)
    parts = [*parts_of(text[:at].replace("/", " ") + text[at:])] or [Piece("")]
    parts[0] = parts[0].behind(at)
    puzzle, rest = read_puzzle(parts)
    lines = [part for part in rest if part][1:]
    if len(lines) < puzzle.height:
        return [Position(puzzle)]
    found, _ = REGIONS.read(lines, puzzle.width, puzzle.height)
    regions = puzzle.rows_with(found)
    return [Position(puzzle, walls_between(regions, puzzle.holes))]


def _text_of(xml: str) -> str:
    """Return the lines of text of a file of XML.

    Its elements are few, so that no parser of untrusted XML is needed.
    """
    sides, points, rows = ["0", "0"], {}, []
    for name, attributes in _ELEMENT.findall(xml):
        values = dict(_ATTRIBUTE.findall(attributes))
        if name == "size":
            sides = [values.get("row", "0"), values.get("col", "0")]
        elif name == "number":
            points[int(values.get("r", 0)), int(values.get("c", 0))] = values.get(
                "n", "."
            )
        elif name == "arow":
            rows.append("")
        elif rows and re.fullmatch("z|u|n[0-9]{1,9}", name):
            rows[-1] += {"z": "0", "u": "-"}.get(name, name[1:]) + " "
    with Piece(xml).located():
        width, height = read_size(sides[1], sides[0])
    matrix = (
        "".join(points.get((y, x), ".") for x in range(1, 2 * width))
        for y in range(1, 2 * height)
    )
    return "\n".join([str(height), str(width), *matrix, "0", *rows])
