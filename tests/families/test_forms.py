"""Boards of all types in the forms in which people write rows."""

import json
import random
from collections.abc import Callable, Iterator, Sequence

import pytest
from support.commands import galaxies

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.drawing.text_style import PLAIN
from galaxies_asp.families import rows
from galaxies_asp.families.own import FolderFamily, family
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import family_named, folders
from galaxies_asp.families.rows_written import written

Words = list[list[str]]


def boards(own: FolderFamily) -> Iterator[frozenset[Atom]]:
    """Yield six boards: the shipped ones, without some clues and cells."""
    texts = [own.instances[name] for name in sorted(own.instances)]
    for seed in range(6):
        rng = random.Random(seed)
        facts = facts_of(texts[seed % len(texts)])
        kept = [
            one for one in facts if not _is_optional(own, one) or rng.random() < 0.8
        ]
        yield frozenset(kept)


def _is_optional(own: FolderFamily, atom: Atom) -> bool:
    one = own.declarations.get(atom.signature)
    return one is not None and one.is_clue


def divided(text: str) -> list[Words]:
    return [
        [line.split() for line in block.splitlines()] for block in text.split("\n\n")
    ]


def joined(blocks: Sequence[Words], row: Callable[[list[str]], str]) -> str:
    return "\n\n".join("\n".join(map(row, block)) for block in blocks)


def are_single(blocks: Sequence[Words]) -> bool:
    return all(len(word) == 1 for block in blocks for line in block for word in line)


def grid(words: Words) -> str:
    line = "+" + "---+" * len(words[0])
    rows = ["|" + "".join(f"{word:^3}|" for word in row) for row in words]
    return f"\n{line}\n".join(["", *rows, ""]).strip("\n")


def forms(text: str, *, has_margin: bool) -> Iterator[tuple[str, str]]:
    """Yield the forms of rows that can hold a board, by name."""
    blocks = divided(text)
    widths = {len(row) for block in blocks for row in block}
    yield "tabs", joined(blocks, "\t".join)
    yield "semicolons", joined(blocks, ";".join)
    yield "bars", joined(blocks, lambda row: f"| {' | '.join(row)} |")
    yield "quotes", joined(blocks, lambda row: f'"{" ".join(row)}",')
    yield "a comment", f"% mine\n{text}"
    yield "a remark", f"source: a book\n{text}"
    yield "a title", f"[problem]\n{text}\n[end]\n"
    yield "other ends of lines", text.replace("\n", " \r\n")
    if not any("," in word for block in blocks for row in block for word in row):
        yield "commas", joined(blocks, ",".join)
        if len(widths) == 1:
            yield "commas and blanks", joined(blocks, ", ".join)
            yield "dashes", text.replace(".", "-")
            yield "underscores", text.replace(".", "_")
    if len(widths) == 1 and "attempt" not in text:
        yield "lists", json.dumps(blocks, indent=1)
        yield "a grid", "\n\n".join(map(grid, blocks))
        yield "a name", f"name: mine\nauthor: me\n{text}"
        (width,), height = widths, len(blocks[-1])
        if len(blocks[0]) == height and not has_margin:
            yield "a size", f"size: {width}x{height}\n{text}"
            yield "rows and columns", f"rows {height}\ncolumns {width}\n{text}"
            yield "a head", f"{height} {width}\n\n{text}"
    if are_single(blocks) and len(widths) == 1:
        yield "no blanks", joined(blocks, "".join)
        if len(blocks) == 1 and "." in text:
            yield "one line", "/".join("".join(row) for row in blocks[0])
        lines = ["".join(row) for block in blocks for row in block]
        if len(blocks) == 1:
            yield "strings", f"puzzle = {lines}"


@pytest.mark.parametrize("name", sorted(folders()))
def test_boards_in_many_forms(name: str) -> None:
    own, tried = family(name), set[str]()
    for board in boards(own):
        text = written(own.form, board)
        for form, changed in [
            ("rows", text),
            *forms(text, has_margin=bool(own.form.beside)),
        ]:
            (found,) = rows.read(changed, own.form)
            assert frozenset(found.atoms) == board, (form, changed)
            tried.add(form)
    assert len(tried) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(folders()))
def test_convert_there_and_back(name: str) -> None:
    own, tried = family(name), set[str]()
    for board in boards(own):
        sheet = own.of_facts(sorted(board))
        for notation in (*own.notations, "text"):
            try:
                text = sheet.written(notation)
            except NotationError:  # it cannot hold what is declared
                continue
            drawing = sheet.text(PLAIN) if notation == "text" else text
            (back,) = sheets(drawing, family=own)
            if own.form.region:  # addresses and drawings have other names for regions
                usual = "stars 1\n"  # which addresses say always
                shown = sheet.text(PLAIN).removesuffix(usual)
                assert back.text(PLAIN).removesuffix(usual) == shown
            else:
                assert frozenset(facts_of(back.facts)) == board, (notation, text)
            tried.add(notation)
    assert tried >= {"facts", "json", "rows", "text"}


@pytest.mark.parametrize(
    ("name", "text", "atoms"),
    [
        ("star-battle", "2 2 1\n1 1\n2 2\n\nsolution\nx -\n- x\n", "star((3,3))."),
        ("heyawake", "2 2\n1 -\n- -\n1 1\n2 2\n", "number((1,1),1). region((3,3),2)."),
        ("akari", "1 3\n1 - x\n", 'wall((1,1),1). wall((5,1),"?").'),
        ("akari", "1 - x\n\nsolution\n1 o x\n", "lamp((3,1))."),
        ("tents", "2 3\n1 0 1\n0 2\n- - x\nx - -\n", "count((5,-1),1). tree((1,3))."),
        ("tents", ". . T 0\nT . . 2\n1 0 1\n", "count((-1,3),2). count((3,-1),0)."),
        ("kakuro", "3 3\n- 4, 6,\n- 0 0\n,7 0 0\n", "black((1,3)). across((1,5),7)."),
        ("kakuro", "# 4\\ #\n\\3 1 2\n", "down((3,1),4). number((5,3),2)."),
        ("masyu", "- w b\n", "white((3,1)). black((5,1))."),
        ("nurikabe", "g..\n...\n...", "number((1,1),16)."),
        ("nurikabe", "  2\n1  \n 3 \n", "number((5,1),2). number((3,5),3)."),
        ("nurikabe", "[[0, None, 2],\n [0, 0, 0]]\n", "number((5,1),2)."),
        ("nurikabe", ",,2\n,,\n", "number((5,1),2). width(3)."),
        (
            "slitherlink",
            "+ + +\n 3 2\n+ + +\n 1\n+ + +\n",
            "number((1,3),1). width(2).",
        ),
        ("nurikabe", "[problem]\n- 2\n- -\n[solution]\nx 2\nx -\n", "shaded((1,1))."),
        ("nurikabe", "# a comment\n- 2\n- -\n", "number((3,1),2). height(2)."),
        ("nurikabe", "size: 2x3\n2 2\n- -\n- -\n", "number((3,1),2). height(3)."),
    ],
)
def test_forms_of_collections(name: str, text: str, atoms: str) -> None:
    (board,) = rows.read(text, family(name).form)
    assert frozenset(facts_of(atoms)) <= frozenset(board.atoms)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("nurikabe", "2 2\n. .\n1 .\n", "line 1, column 1: this could be a row, or"),
        ("nurikabe", "3 3 1\n1 . 2\n. . .\n. 3 .\n", "line 1, column 1: this could be"),
        ("nurikabe", "2 4 1\n1 . 2 .\n. . . .\n", "line 1, column 5: 1 is behind the"),
        ("nurikabe", "2 2 1\n\n1 .\n. .\n", "line 1, column 5: 1 is behind the size"),
        ("nurikabe", "size: 3x3\n. .\n1 .\n", "line 1, column 7: the size 3x3, but 2"),
        ("nurikabe", "1 . .\n. .\n. . .\n", "line 2, column 3: 2 cells, and other"),
        ("nurikabe", "+-+ +\n|1| |\n+-+-+\n", "line 1: a grid has a line between all"),
        ("nurikabe", "[[1, 2], [1, 2]", "line 1: the brackets of the lists do not"),
        (
            "nurikabe",
            "[problem]\n1 .\n[solution]\n2 x\n",
            "line 4, column 1: '2' is no",
        ),
        ("heyawake", "1 .\n. .\n", "line 1, column 1: no block of rows names"),
        ("tents", "1 ?\n. T\n. .\n", "line 1, column 3: '?' stands for nothing"),
        ("nurikabe", "rows 5\n", "line 1, column 6: no rows follow 'rows'"),
        ("nurikabe", "[clues]\n", "line 1, column 2: no rows follow 'clues'"),
        (
            "nurikabe",
            "[puzzle]\n1 .\n. .\n[solution]\nx x\n",
            "line 5, column 1: 1 rows of 2 cells are drawn, but the clues have 2 of 2",
        ),
    ],
)
def test_rows_that_cannot_be_meant(name: str, text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        rows.read(text, family(name).form)
    assert str(caught.value).startswith(message)


def test_strings_of_regions() -> None:
    (board,) = sheets("551W4Pb1L6we\n")
    assert board.family.name == "star-battle"
    assert board.written("rows").split()[:8] == [*"551", *"11222"]
    with pytest.raises(NotationError, match="line 1: 3 characters of borders, which"):
        list(family("star-battle").read("551W4Pb"))


def test_objects_with_rows() -> None:
    """Those of Galaxies may name their family, too."""
    (board,) = sheets('{"family": "nurikabe", "id": "a", "grid": [[0, null], [2, 0]]}')
    facts = "width(2). height(2). number((1,3),2)."
    assert (board.name, facts_of(board.facts)) == ("a", facts_of(facts))
    (solved,) = sheets(
        '{"family": "nurikabe", "rows": ["2.", ".."], "solution": [".x", "xx"]}'
    )
    assert len(solved.atoms or ()) == 3
    with pytest.raises(NotationError, match="'q' stands for nothing"):
        raise next(iter(sheets('{"family": "nurikabe", "rows": [["q", 1]]}')))  # type: ignore[misc]
    galaxy = '{"family": "galaxies", "width": 1, "height": 1, "centers": [[1, 1]]}'
    assert [one.family.name for one in sheets(galaxy)] == ["galaxies"]


_STARS = '{"family": "star-battle", "regions": ["AA", "BB"], "stars": %s}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[1,2],[3]]", "line 1, column 9: 1 cells, and other rows have 2"),
        ("[[1,1],[3]]", "line 1, column 9: 1 cells, and other rows have 2"),
        ('{"grid": [[1,2],[3]]}', "line 1: 1 cells, and other rows have 2"),
        ('{"grid": [[1,2],3]}', 'line 1: "grid": a row is a text or a list'),
        ('{"grid": [[1,2],null]}', 'line 1: "grid": a row is a text or a list'),
        ('{"family": "hitori", "rows": []}', '"rows": the list has no rows'),
        (
            '{"family": "star-battle", "stars": 1, "regions": [[]]}',
            '"regions": the list',
        ),
        (_STARS.replace('"BB"', '"BB", "", "A"') % 1, "the rows have two boards"),
        (_STARS % 9007199254740993, "stars 9007199254740993 is no whole number of"),
        (_STARS % 1.5, "stars 1.5 is no whole number of up to 9 digits"),
        (_STARS % "true", "stars True is no whole number"),
    ],
)
def test_lists_that_are_no_board(text: str, message: str) -> None:
    """Rows and numbers are neither left out nor cut off."""
    try:
        found = str(next(iter(sheets(text))))
    except NotationError as error:
        found = str(error)
    assert message in found


def test_negative_numbers_of_a_board() -> None:
    (board,) = sheets(_STARS % -1)
    assert "stars(-1)." in board.facts


@pytest.mark.parametrize(
    "text",
    [
        '{"rows": 3, "cols": 2, "dots": [[1, 1], [2, 5]]}',
        '{"shape": [3, 2], "centers": [[1, 1], [2, 5]]}',
        '{"height": 3, "columns": 2, "centers": [[0.5, 0.5], [1, 2.5]]}',
        '{"family": "galaxies", "rows": 3, "cols": 2, "centers": [[0.0, 0], [2, 0.5]]}',
    ],
)
def test_objects_of_galaxies_with_other_names_and_halves(text: str) -> None:
    (board,) = sheets(text)
    assert board.written("coordinates") == "2x3\n(1,1) (2,5)\n"
    (fault,) = sheets('{"rows": 2, "cols": 2, "dots": [[0.25, 1]]}')
    assert str(fault).startswith('line 1: "centers": ')
    (found,) = sheets('{"rows": ["w..", "...", "..b"]}')
    assert found.family.name == "masyu"


def test_rows_may_be_named_as_the_notation() -> None:
    (board,) = sheets("w .\n. b\n", notation="rows")
    assert board.family.name == "masyu"
    with pytest.raises(NotationError, match="--family"):
        list(sheets("1 .\n. .\n", notation="rows"))


@pytest.mark.parametrize("text", ["3 3\n0 - 2\n- - -\n- 1 -\n", "0.2\n...\n.1.\n"])
def test_places_of_dots_as_numbers(text: str) -> None:
    (board,) = sheets(text, family=family_named("galaxies"))
    assert board.written("tatham") == "3x3:ain\n"
    with pytest.raises(NotationError, match=r"slitherlink.*--family"):
        list(sheets(text))


def test_a_mail_in_quoted_printable() -> None:
    head = "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n"
    text = "look:\n  https://puzz.link/p?sli=\nther/4/4/i02a63ah =E2=80=94 and this\n"
    (board,) = (one for one in sheets(head + text))
    assert board.written("puzzlink").endswith("slither/4/4/i02a63ah\n")


def test_the_type_for_which_a_text_is_taken_is_named() -> None:
    done = galaxies("count", stdin="w . .\n. . .\n. . b\n")
    assert done.stderr == b"galaxies: stdin: taken for a board of masyu\n"
    done = galaxies("count", stdin="7x7:BWdBcWWgWbWBWcWWdBbWaWWcBbWa\n")
    assert done.stderr == b"galaxies: stdin: line 1: taken for a board of masyu\n"
    assert not galaxies("count", "--family", "masyu", stdin="w . .\n. . .\n").stderr
