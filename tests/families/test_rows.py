"""Boards of all types in rows of words and as their own drawings, read and written."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.commands import galaxies

from galaxies_asp.cli.output import WRITABLE
from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.board.atoms import Atoms
from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.board.grid import SQUARE
from galaxies_asp.core.drawing.text_style import PLAIN, TextStyle
from galaxies_asp.families.facts import FactPosition
from galaxies_asp.families.own import FolderFamily
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import family_named, folders
from galaxies_asp.solving.search import solve

RULERS = TextStyle(rulers=True)


def boards() -> Iterator[tuple[str, str]]:
    for name in folders():
        family = family_named(name)
        if isinstance(family, FolderFamily) and family.is_sized:
            yield from ((name, instance) for instance in family.instances)


def read(family: str, board: str) -> list[Atoms]:
    return [frozenset(facts_of(one.facts)) for one in family_named(family).read(board)]


@pytest.mark.parametrize(("name", "instance"), [*boards()])
def test_shipped_boards_in_rows_and_drawings(name: str, instance: str) -> None:
    family = family_named(name)
    (sheet,) = family.read(family.instances[instance])
    facts = frozenset(facts_of(sheet.facts))
    if "rows" in family.notations:
        assert read(name, sheet.written("rows")) == [facts]
    for style in (PLAIN, RULERS):
        assert read(name, f"one: a title\n{sheet.text(style)}") == [facts]
    if instance != "none" and family.drawn_lattice == SQUARE:
        solved = sheet.drawn(solve(sheet).solutions[0])
        (again,) = family.read(solved.text(PLAIN))
        assert (frozenset(facts_of(again.facts)), again.atoms) == (facts, solved.atoms)


FORMS = {
    "blanks": "1 . 2\n. . .\n. 3 .\n",
    "no blanks": "1.2\n...\n.3.\n",
    "dashes": "1-2\n---\n-3-\n",
    "underscores": "1_2\n___\n_3_\n",
    "commas": "1,.,2\n.,.,.\n.,3,.\n",
    "semicolons": "1;.;2\n.;.;.\n.;3;.\n",
    "tabs": "1\t.\t2\n.\t.\t.\n.\t3\t.\n",
    "a head": "3 3\n1 . 2\n. . .\n. 3 .\n",
    "one size": "3\n1 . 2\n. . .\n. 3 .\n",
    "a head apart": "3 3\n\n1.2\n...\n.3.\n",
    "a comment": "% mine\n1 . 2\n. . .\n. 3 .\n",
    "zeros": "1 0 2\n0 0 0\n0 3 0\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_rows(form: str) -> None:
    expected = "width(3). height(3). number((1,1),1). number((5,1),2). number((3,5),3)."
    assert read("nurikabe", FORMS[form]) == [frozenset(facts_of(expected))]


@pytest.mark.parametrize(
    ("family", "board", "facts"),
    [
        ("star-battle", "AB\nAB\n", 'region((1,1),"A"). region((3,1),"B").'),
        ("star-battle", "2 2 1\nAB\nAB\n", "stars(1)."),
        ("star-battle", "1\n\n1 2\n1 2\n", "stars(1). region((3,3),2)."),
        ("star-battle", "*.\n..\n\nAB\nAB\n", 'star((1,1)). region((3,3),"B").'),
        ("star-battle", "AB\nAB\n\n*.\n..\n", 'star((1,1)). region((3,3),"B").'),
        ("star-battle", "AB\nA@\n", 'hole((3,3)). region((1,1),"A").'),
        ("heyawake", "1 .\n. .\n\n1 2\n1 2\n", "number((1,1),1). region((3,1),2)."),
        ("nurikabe", "? .\n. #\n", 'number((1,1),"?"). shaded((3,3)).'),
        ("slitherlink", "0 .\n. 3\n", "number((1,1),0). number((3,3),3)."),
        ("akari", "# 0\n. *\n", 'wall((1,1),"?"). wall((3,1),0). lamp((3,3)).'),
        ("masyu", "w .\n. b\n", "white((1,1)). black((3,3))."),
        ("tents", "1 .\n0 T .\n. . .\n", "count((1,-1),1). tree((1,1))."),
        ("tents", ". 1 .\n0 T .\n. . .\n", "count((1,-1),1). count((-1,1),0)."),
    ],
)
def test_words_of_types(family: str, board: str, facts: str) -> None:
    (sheet,) = family_named(family).read(board)
    assert frozenset(facts_of(facts)) <= {*facts_of(sheet.facts), *(sheet.atoms or ())}


def test_several_boards_in_a_galaxies() -> None:
    assert [len(one) for one in read("nurikabe", "1.\n..\n\n..\n2.\n\n...\n")] == [
        3,
        3,
        2,
    ]


@pytest.mark.parametrize(
    ("family", "board", "line", "column", "words"),
    [
        ("nurikabe", "1 . .\n. q .\n. . .\n", 2, 3, "'q' stands for nothing here"),
        ("nurikabe", "1 . .\n. .\n", 2, 3, "2 cells, and other rows have 3"),
        ("nurikabe", "4 4\n1 . .\n. . .\n", 1, 1, "4 and 4, but 2 rows of 3 cells"),
        ("star-battle", "*.\n..\n\n.*\n..\n", 1, 1, "no block of rows names"),
        ("hitori", "1 2\n2 99\n", 2, 3, "99"),
    ],
)
def test_what_cannot_be_meant_has_a_place(
    family: str, board: str, line: int | None, column: int | None, words: str
) -> None:
    with pytest.raises(NotationError, match=words) as caught:
        list(family_named(family).read(board))
    if line:
        assert (caught.value.line, caught.value.column) == (line, column)


def test_rows_are_of_one_type_or_refused_with_the_names() -> None:
    (sheet,) = sheets("♣ . .\n. . .\n. . ♣\n")
    assert sheet.family.name == "tents"
    with pytest.raises(NotationError, match=r"heyawake or star-battle; .*--family"):
        list(sheets("AABB\nAABB\nCCDD\nCCDD\n"))


def test_a_first_row_of_two_numbers_is_a_row_of_a_hexagon() -> None:
    posts = "post((3,1),1). post((5,1),1). post((5,3),1). post((1,5),2)."
    board = f"side(1). {posts}"
    (sheet,) = family_named("hexagonal-fences").read(board)
    assert sheet.written("rows") == "1 1\n. . 1\n2 .\n"
    assert read("hexagonal-fences", sheet.written("rows")) == [
        frozenset(facts_of(board))
    ]


def test_what_has_no_words_is_refused() -> None:
    for family, facts in (
        ("masyu", "width(2). height(1). white((1,1)). black((1,1))."),
        (
            "star-battle",
            "width(2). height(1).",
        ),
    ):
        (sheet,) = family_named(family).read(facts)
        with pytest.raises(NotationError, match="rows have"):
            sheet.written("rows")


@pytest.mark.parametrize(
    "facts",
    [
        "width(1). height(6). tree((1,3)). count((-1,3),0). count((-1,11),0).",
        "width(2). height(2). tree((3,3)). count((-1,1),1). count((-1,3),0).",
        "width(2). height(4). tree((1,5)). count((-1,1),0). count((1,-1),1).",
    ],
)
def test_numbers_beside_rows_are_no_row(facts: str) -> None:
    (sheet,) = family_named("tents").read(facts)
    (back,) = family_named("tents").read(sheet.written("rows"))
    assert {*facts_of(back.facts)} == {*facts_of(sheet.facts)}


@pytest.mark.slow
def test_own_folders_have_rows_at_once(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = str(tmp_path_factory.mktemp("own") / "mine")
    assert galaxies("lab", "new", folder).returncode == 0
    made = galaxies(
        "generate",
        "--seed",
        "0",
        "--family",
        folder,
        "--size",
        "3",
        "--seed",
        "1",
        "--json",
    )
    rows = galaxies("convert", "--family", folder, "-f", "rows", stdin=made.stdout)
    facts = galaxies("convert", "--family", folder, "-f", "facts", stdin=rows.stdout)
    same = galaxies("convert", "--family", folder, "-f", "facts", stdin=made.stdout)
    assert {*facts_of(facts.stdout.decode())} == {*facts_of(same.stdout.decode())}


def test_a_drawing_with_its_solution_is_checked() -> None:
    board = "1 . .\n. . .\n. . 3\n"
    solved = galaxies("solve", "--family", "nurikabe", stdin=board)
    judged = galaxies("check", "--family", "nurikabe", stdin=solved.stdout)
    assert (judged.returncode, judged.stdout) == (0, b"stdin: correct\n")


AQUARIUM = """
#include "cells.lp".
%*! region(P,R)
Input. The cell P belongs to the tank R. Drawing: region.
*%
%*! count(P,N)
Input. N cells of the row or column with the head P are filled. Drawing: number.
Domain: head(P), N = 0..3.
*%
%*! head(P)
P is before a row, or above a column.
*%
head((-1,Y)) :- cell((1,Y)).
head((X,-1)) :- cell((X,1)).
%*! water(P)
Output. The cell P is filled. Drawing: shade.
*%
{ water(P) } :- cell(P).
:- count((-1,Y),N), not { water((X,Y)) } = N.
"""
TANKS = "width(3). height(2). region((1,1),1). region((3,1),1). region((5,1),2). "
TANKS += "region((1,3),1). region((3,3),2). region((5,3),2). "


@pytest.mark.parametrize(
    "counts",
    ["count((-1,1),1).", "count((1,-1),1).", "count((-1,3),0). count((5,-1),2)."],
)
def test_numbers_beside_regions(tmp_path: Path, counts: str) -> None:
    (tmp_path / "encoding.lp").write_text(AQUARIUM)
    (tmp_path / "instances").mkdir()
    (tmp_path / "instances" / "a.lp").write_text(f"{TANKS} count((-1,1),1).")
    family = family_named(str(tmp_path))
    (sheet,) = family.read(TANKS + counts)
    (again,) = family.read(sheet.written("rows"))
    assert {*facts_of(again.facts)} == {*facts_of(TANKS + counts)}


def cells(name: str, *rows: str) -> str:
    """Return facts with a number or a region for each cell."""
    every = ((x, y, n) for y, row in enumerate(rows) for x, n in enumerate(row))
    return " ".join(f"{name}(({2 * x + 1},{2 * y + 1}),{n})." for x, y, n in every)


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("tents", "width(4). height(3). tree((3,3)). count((-1,1),1)."),
        ("hitori", f"width(3). height(3). {cells('number', '233', '123', '321')}"),
        ("hitori", f"width(2). height(3). {cells('number', '22', '12', '21')}"),
        ("star-battle", f"width(2). height(3). {cells('region', '12', '11', '22')}"),
        (
            "heyawake",
            f"width(2). height(1). {cells('number', '01')} {cells('region', '12')}",
        ),
        (
            "kakuro",
            "width(2). height(1). across((-1,1),4). down((1,-1),1). down((3,-1),3).",
        ),
    ],
)
def test_numbers_in_the_first_row_are_read_again(name: str, facts: str) -> None:
    """They are not the size of the board, nor names of regions."""
    (sheet,) = family_named(name).read(facts)
    (again,) = family_named(name).read(sheet.written("rows"))
    assert {*facts_of(again.facts)} == {*facts_of(facts)}


@pytest.mark.parametrize("name", ["kakuro", "tents"])
def test_numbers_stand_beside_boards_of_a_folder_without_instances(
    name: str, tmp_path: Path
) -> None:
    """The domains say that: rows and links had no such numbers, without a word."""
    copy = shutil.copytree(folders()[name], tmp_path / name)
    shutil.rmtree(copy / "instances")
    shipped, own = family_named(name), family_named(str(copy))
    instance = next(iter(shipped.instances))
    facts = frozenset(facts_of(shipped.instances[instance]))
    (sheet,) = own.read(shipped.instances[instance])
    for text in (sheet.written("rows"), sheet.written("penpa"), sheet.text(RULERS)):
        (back,) = own.read(text)
        assert frozenset(facts_of(back.facts)) == facts


def test_rows_refuse_clues_for_which_they_have_no_place() -> None:
    (sheet,) = family_named("slitherlink").read("width(2). height(1).")
    beside = sheet.drawn(FactPosition(f"{sheet.facts} number((-1,1),2)."))
    with pytest.raises(NotationError, match="no word for number"):
        beside.written("rows")


@pytest.mark.parametrize("family", folders())
def test_formats_that_are_named_can_be_asked_for(family: str) -> None:
    facts = next(iter(family_named(family).instances.values()))
    (sheet,) = family_named(family).read(facts)
    with pytest.raises(GalaxiesError) as caught:
        sheet.written("sketch")
    named = str(caught.value).partition("; known: ")[2].split(", ")
    assert {"facts", "json"} <= {*named} <= {*WRITABLE}
