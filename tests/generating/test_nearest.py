"""The nearest puzzle that can be made soon."""

import time

import pytest

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.encodings import made_soon
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.families.registry import family_named
from galaxies_asp.generating.nearest import nearest
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.solving.search import solve


@pytest.mark.slow
def test_a_size_without_boards_gives_way_to_the_next_one() -> None:
    made = nearest(Recipe(3, 3, family=family_named("circuit-board"), seed=1))
    width, height = made.blank.family.board_size(facts_of(made.blank.facts))
    assert width * height % 4 == 2  # twice an odd number, as a tree needs
    assert abs(width - 3) + abs(height - 3) == 1
    assert solve(made.blank).status == "unique"


@pytest.mark.slow("puzzles are made until the time is over")
def test_a_grade_that_is_not_made_in_time_gives_way() -> None:
    start = time.process_time()
    family = family_named("star-battle")
    made = nearest(Recipe(4, 4, family=family, grade="very hard", seed=1), 0.5)
    assert time.process_time() - start < 20
    assert made.grade != "very hard"  # no board of this size is
    assert solve(made.blank).status == "unique"


@pytest.mark.slow
def test_sizes_that_make_no_puzzle_soon_give_way() -> None:
    small = nearest(Recipe(2, 2, seed=1))
    assert len(small.puzzle.centers) > 1
    fences = nearest(Recipe(9, 4, family=family_named("square-fences"), seed=1))
    assert "side(3)" in fences.blank.facts  # its encoding says so


@pytest.mark.slow("a board of fences is made twice")
def test_no_time_is_lost_on_grades_that_are_not_known_soon() -> None:
    family = family_named("square-fences")
    assert family.made
    assert not family.made.grades
    plain, hard = (
        nearest(Recipe(2, 2, family=family, grade=grade, seed=1), 60)
        for grade in (None, "hard")
    )
    assert hard.grade is None
    assert hard.blank == plain.blank


def test_a_variant_says_which_grades_it_makes_soon() -> None:
    soon = made_soon(frozenset([RuleVariant.TOROIDAL]))
    assert soon
    assert "very easy" not in soon.grades
    rules = Rules("auto+toroidal")
    made = nearest(Recipe(4, 4, rules=rules, grade="very easy", seed=1), 60)
    assert made.grade == soon.grades[0]
    assert made_soon(frozenset([RuleVariant.TOROIDAL, RuleVariant.THIN])) is None
    assert made_soon(frozenset()) is None


@pytest.mark.slow("a puzzle is made")
def test_a_grade_that_a_type_does_not_make_gives_way_at_once() -> None:
    """No time is lost in the search for a grade that the encoding does not name."""
    family = family_named("hitori")
    assert family.made
    assert "easy" not in family.made.grades
    made = nearest(Recipe(7, 7, family=family, grade="easy", seed=1), 60)
    assert made.grade == "moderate"
    again = nearest(Recipe(7, 7, family=family, grade="moderate", seed=1), 60)
    assert again.blank == made.blank
