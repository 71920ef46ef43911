"""Boards of several types in files of LEGUP."""

from collections.abc import Iterable

import pytest

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import family_named


def cells(*found: tuple[int, int, int]) -> str:
    """Return the elements of cells: x, y, and value."""
    return "".join(f'<cell value="{n}" x="{x}" y="{y}"/>\n' for x, y, n in found)


def clues(side: str, indices: Iterable[object], numbers: Iterable[int]) -> str:
    pairs = zip(indices, numbers, strict=True)
    inner = "".join(f'<clue index="{i}" value="{n}"/>' for i, n in pairs)
    return f'<axis side="{side}">{inner}</axis>'


def file(puzzle: str, inner: str, size: str = 'height="2" width="3"') -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<Legup version="3">'
        f'\n<puzzle name="{puzzle}">\n<board {size}>\n{inner}</board>\n'
        '<proof><tree><cell value="9" x="9" y="9"/></tree></proof></puzzle></Legup>\n'
    )


TENTS = "<cells>" + cells((0, 1, 1), (1, 1, 3), (2, 0, 2)) + "</cells>"
TENTS += clues("east", "AB", (0, 1)) + clues("south", (1, 2, 3), (0, 1, 0))
STARS = "".join(
    f"<region><cells>{cells((x, 0, 0), (x, 1, -2 * (x == 1)))}</cells></region>"
    for x in (0, 1)
)


@pytest.mark.parametrize(
    ("puzzle", "inner", "size", "name", "rows"),
    [
        (
            "Nurikabe",
            cells((2, 0, 6), (0, 1, -1), (1, 1, 0)),
            "",
            "nurikabe",
            "..6\n#..",
        ),
        ("LightUp", cells((0, 0, -1), (2, 0, 1), (2, 1, -4)), "", "akari", "#.1\n..*"),
        ("Masyu", cells((0, 0, 1), (1, 1, 2)), "", "masyu", "b..\n.w."),
        ("TreeTent", TENTS, "", "tents", ". 0 1 0\n0 . . .\n1 ♣ ▲ .\n"),
        (
            "StarBattle",
            STARS,
            'size="2" puzzle_num="1"',
            "star-battle",
            "2 2 1\n..\n.*\n\n12\n12\n",
        ),
    ],
)
def test_files_of_legup(
    puzzle: str, inner: str, size: str, name: str, rows: str
) -> None:
    text = file(puzzle, inner, size or 'height="2" width="3"')
    (found,) = sheets(text, "a name")
    (expected,) = family_named(name).read(rows)
    assert (found.family.name, found.name) == (name, "a name")
    assert {*facts_of(found.facts)} == {*facts_of(expected.facts)}
    assert found.atoms == expected.atoms


@pytest.mark.parametrize(
    ("text", "family", "message"),
    [
        (file("Sudoku", ""), None, "line 3, column 1: 'Sudoku' is none of the puzzles"),
        (file("Masyu", ""), "tents", "line 3, column 1: this is a board of masyu"),
        (file("Masyu", cells((3, 0, 1))), None, "line 5, column 1: this cell is outs"),
        (file("Masyu", cells((0, 0, 3))), None, "line 5, column 1: '3' stands for no"),
        (
            file("Masyu", '<cell x="1"/>'),
            None,
            "line 5, column 1: the element cell has",
        ),
        (file("Masyu", '<cell x="a" y="1"/>'), None, "line 5, column 1: x is 'a', not"),
        (file("Masyu", "", ""), None, "line 1, column 1: width is 0: a boa"),
        (file("Masyu", clues("east", "A", (1,))), None, "line 5, column 19: boards of"),
        ("<Legup></Legup>", None, "line 1, column 1: the file of LEGUP has no puzzle"),
    ],
)
def test_faulty_files_of_legup(text: str, family: str | None, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        list(sheets(text, family=family_named(family) if family else None))
    assert str(caught.value).startswith(message)
