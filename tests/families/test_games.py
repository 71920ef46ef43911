"""Game IDs of Simon Tatham's collection, as encodings declare them."""

from pathlib import Path

import pytest
from support import commands

from galaxies_asp import count
from galaxies_asp.core.board.errors import EncodingError, NotationError
from galaxies_asp.families.games import game_in
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import family_named

IDS = {
    "akari": "lightup:6x6:hBBc1b0bBb3c0Bh",
    "tents": "tents:6x6:a_alkaab,2,0,1,1,1,2,1,2,0,1,1,2",
    "hitori": "singles:6x6:133464113226331424426315646113354636",
    "shikaku": "rect:6x6:a5h3_2a4_4a3b2c2b2c3_4c2",
    "masyu": "pearl:6x6:cWaBfBaBBaBbWfBbBe",
    "slitherlink": "loopy:5x5t0:3a122d2a1a2c2b02a3a",
}
"""Boards that the games made, with one solution."""
USUAL = {board.partition(":")[0]: board for board in IDS.values()}
LEAST = {
    "lightup:1x4:d": "2x2",
    "tents:3x3:i,0,0,0,0,0,0": "4x4",
    "singles:3x1:121": "2x2",
    "pearl:5x4:t": "5x5",
    "loopy:4x2t0:3g": "3x3",
    "rect:1x1:1": "2 cells",
}
"""Boards that the games refuse, and the smallest ones that they take."""


@pytest.mark.slow
def test_ids_with_the_name_of_the_game() -> None:
    """In lines, in other text, and as addresses of pages."""
    texts = [*IDS.values(), "7x7:cghsppedzzaccdtce"]
    page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/{}.html#{}"
    pages = [page.format(*text.split(":", 1)) for text in IDS.values()]
    for text in ("\n".join(texts), f"Try {', or '.join(texts)}!", "\n".join(pages)):
        found = [*sheets(text)]
        assert not [one for one in found if isinstance(one, NotationError)]
        assert [one.family.name for one in found][:6] == [*IDS]
        for board, written in zip(found, IDS.values(), strict=False):
            assert board.written("tatham").strip() == written.partition(":")[2]


@pytest.mark.parametrize("name", IDS)
def test_ids_without_a_name(name: str) -> None:
    text = IDS[name].partition(":")[2]
    (board,) = sheets(text, family=family_named(name))
    assert count(board).total == 1
    (found,) = sheets(text)
    if name == "masyu":
        assert "this could be masyu or galaxies" in str(found)
    else:
        assert found.family.name == name
        assert found.facts == board.facts


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lightup:6x6:hBBc1b0bBb3c0B", "column 27: the address ends after 28 of 36"),
        ("Loopy:5x5t1:3a122d2a1a2c", "column 10: the parameter t1 is another"),
        ("loopy:5x5t0#123", "column 12: this is a random seed"),
        ("tents:2x2:_c,1,1,0", "column 13: expected 4 numbers, each behind a comma"),
        ("rect:2x2:2b!", "column 12: expected a number, or a letter"),
        ("singles:2x2:1299", "number((1,3),9): its declaration excludes it"),
        ("2x2t0b3:4a", "column 4: the parameters 't0b3' are those of another"),
        ("lightup:2x2:dd", "column 14: 'd' is more than a board of 2x2"),
    ],
)
def test_faulty_ids_are_refused(text: str, message: str) -> None:
    try:
        (found,) = sheets(text)
    except NotationError as error:
        found = error
    assert message in str(found)


@pytest.mark.parametrize(
    ("family", "facts", "message"),
    [
        ("tents", "tree((1,1)).", "a row or column has no number"),
        (
            "hitori",
            "number((1,1),3).",
            "the game has a number from 1 to 2 in each cell",
        ),
        ("shikaku", 'number((1,1),"?").', "a number is unknown"),
        ("slitherlink", "hole((1,1)).", "the notation tatham cannot hold hole"),
    ],
)
def test_what_an_id_cannot_hold_is_refused(
    family: str, facts: str, message: str
) -> None:
    (board,) = family_named(family).read(f"width(2). height(2). {facts}")
    with pytest.raises(NotationError, match=message):
        board.written("tatham")


@pytest.mark.parametrize(("board", "least"), LEAST.items())
def test_boards_that_a_game_refuses_get_a_message(board: str, least: str) -> None:
    game = board.partition(":")[0]
    done = commands.text("convert", "-f", "tatham", board)
    said = f"Simon Tatham's {game} refuses boards under {least}"
    assert said in done.stderr
    assert commands.text("convert", "-f", "tatham", USUAL[game]).stderr == ""


def test_own_folders_declare_games(tmp_path: Path) -> None:
    (tmp_path / "encoding.lp").write_text(
        "%*\nMine\n====\n\nStars.\n\nGame: mine, few(number).\n*%\n"
        '#include "cells.lp".\n%*! number(P,N)\nInput. Domain: cell(P), N = 0..4.\n'
        "Drawing: number.\n*%\n#defined number/2.\n%*! star(P)\nOutput. "
        "Drawing: symbol *.\n*%\n#show star/1.\n{ star(P) } :- cell(P).\n"
    )
    (board,) = sheets("mine:3x2:a4c0", family=family_named(str(tmp_path)))
    assert board.written("tatham") == "3x2:a4c0\n"
    with pytest.raises(EncodingError, match=r"Game: there is no kind 'sums'; known: "):
        game_in("Game: mine, sums(a,b,c).")
