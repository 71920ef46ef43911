"""Sources of puzzles, read as boards of the type that the caller names."""

import pytest

from galaxies_asp import load, load_all
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.puzzle import Puzzle

SLITHERLINK = "https://puzz.link/p?slither/4/4/i02a63ah"
ROWS = "3 . .\n. . .\n. . 3"
JSON = '{"family": "slitherlink", "facts": "width(2). height(2). number((1,1),2)."}'


@pytest.mark.parametrize("family", ["nurikabe", "slitherlink"])
def test_rows_that_two_types_have_are_of_the_named_one(family: str) -> None:
    assert load(ROWS, family).family.name == family


def test_galaxies_are_puzzles_whether_they_are_named_or_not() -> None:
    named, bare = load("3x3:ndf", "galaxies"), load("3x3:ndf")
    assert isinstance(named, Puzzle)
    assert named == bare
    assert [one.puzzle for one in load_all("3x3:ndf", "galaxies")] == [named]


@pytest.mark.parametrize("source", [SLITHERLINK, JSON])
@pytest.mark.parametrize("family", ["galaxies", "nurikabe"])
def test_boards_of_another_type_are_refused(source: str, family: str) -> None:
    with pytest.raises(NotationError, match="slither"):
        load(source, family)
