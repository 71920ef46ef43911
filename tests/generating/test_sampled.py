"""Puzzles of the standard rules without the compiled library, from the encoding."""

import pytest

from galaxies_asp import solve
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.explaining.answers.grading import GRADES, outline
from galaxies_asp.generating import making
from galaxies_asp.generating.recipe import Recipe, Style


@pytest.fixture(autouse=True)
def no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "has_maker", lambda: False)


def test_there_is_one_solution() -> None:
    made = making.make(Recipe(4, 4, seed=2, black=1.0))
    assert solve(made.puzzle, rules="grow").solutions == (made.solution,)
    assert made.puzzle.black == frozenset(made.puzzle.centers)
    assert made == making.make(Recipe(4, 4, seed=2, black=1.0))


def test_a_grade_is_that_of_the_puzzle() -> None:
    made = making.make(Recipe(4, 4, grade="very easy"))
    assert made.grade == GRADES[outline(made.puzzle).level] == "very easy"


def test_there_is_no_style() -> None:
    with pytest.raises(OptionError, match="needs the compiled library"):
        making.make(Recipe(4, 4, style=Style(wiggliness=0)))
