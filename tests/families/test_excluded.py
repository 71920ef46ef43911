"""What a player marks as false: it is kept, shown, and known to hints."""

import json

import pytest

from galaxies_asp import explaining
from galaxies_asp.core.board.atoms import texts_of
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import family_named

LOOP = "width(2). height(2). number((1,1),0). loop((3,0)). -loop((1,2)). -loop((2,1))."
NURIKABE = "width(3). height(2). number((1,1),2). number((5,3),1)."
_3X3 = {"schema": 1, "width": 3, "height": 3}


def _read(family: str, text: str) -> AnySheet:
    (board,) = sheets(text, family=family_named(family))
    return board


def test_notations_keep_what_is_excluded() -> None:
    board = _read("slitherlink", LOOP)
    assert {*map(str, board.atoms)} == {"loop((3,0))"}
    assert {*map(str, board.excluded)} == {"loop((1,2))", "loop((2,1))"}
    for notation in ("facts", "json"):
        again = _read("slitherlink", board.written(notation))
        assert (again.position, again.excluded) == (board.position, board.excluded)
        assert not board.omitted(notation)
    assert board.omitted("puzzlink") == ["what is drawn on it", "what is excluded"]
    assert not board.blank.excluded


def test_boards_of_galaxies_keep_what_is_excluded() -> None:
    out = ["galaxy((1,1),(3,3))", "region((3,1))", "wall((2,1))"]
    text = json.dumps({**_3X3, "centers": [[3, 3]], "attempt": {"excluded": out}})
    (board,) = sheets(text)
    assert texts_of(board.excluded) == out
    (again,) = sheets(board.written("json"))
    assert again == board
    for wrong in ("wall((1,1))", "galaxy((1,1),(1,1))", "region((9,9))", "x", "a(", 1):
        (fault,) = sheets(text.replace(json.dumps(out), json.dumps([wrong])))
        assert isinstance(fault, NotationError)
        assert "excluded" in str(fault)


def test_drawings_show_what_is_excluded() -> None:
    board = _read("slitherlink", LOOP)
    assert str(board).count("×") == 2
    assert "cross" in {shape.role for shape in board.scene().shapes}
    cells = _read("nurikabe", "width(2). height(1). -shaded((1,1)).")
    assert str(cells).count("·") == 1
    # Of a cell with several numbers, one that is excluded says little.
    two = "width(2). height(2). -number((3,3),1). -number((3,3),2)."
    assert "·" not in str(_read("kakuro", two))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("loop((3,0)). -loop((3,0)).", "is drawn, and"),
        ("-loop((99,99)).", "it takes an edge"),
        ("-number((1,1),2).", "unknown predicate"),
    ],
)
def test_what_cannot_be_excluded_is_refused(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        _read("slitherlink", f"width(2). height(2). {text}")


@pytest.mark.slow("the rules are grounded for reasons")
def test_a_wrong_mark_is_a_mistake() -> None:
    board = _read("nurikabe", f"{NURIKABE} -shaded((3,3)).")
    found = explaining.find_mistake(board)
    assert found is not None
    assert [str(fact.atom) for fact in found.wrong] == ["shaded((3,3))"]
    assert explaining.find_mistake(board.blank) is None
