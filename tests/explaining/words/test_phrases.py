"""Atoms in words: declared, documented, told together, and counted if many."""

from typing import Any

import pytest

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.declarations import declared
from galaxies_asp.core.board.grid import Point, place_name
from galaxies_asp.explaining.words.clauses import joined
from galaxies_asp.explaining.words.phrases import WHOLE, Phrases

TEXT = """
%*! star(P)
Output. There is a star in P. Words: {P} has a star | {P} has no star.
*%
%*! near(P,Q)
The cell P is near the cell Q.
*%
%*! island(P,Q)
Words: {P} belongs to the island of {Q} | {P} does not belong to the island of {Q}.
*%
%*! fence(P,Q)
Words: a fence from {P} passes {Q} | no fence from {P} passes {Q}.
*%
%*! hole(P)
Words: {P} is a black hole | {P} is no black hole.
*%
"""


def phrases() -> Phrases:
    def named(value: Any, variable: str) -> str:
        return place_name(value, 40, 4) if isinstance(value, Point) else str(value)

    return Phrases(declared(TEXT), named, lambda _: "")


def cells(name: str, *columns: int) -> list[tuple[Atom, bool]]:
    return [(Atom(name, (Point(2 * n - 1, 1),)), True) for n in columns]


def test_atoms_are_told_together() -> None:
    said = phrases().said
    assert said(cells("star", 1)) == "c1r1 has a star"
    assert said(cells("star", 1, 2, 3)) == "c1r1, c2r1 and c3r1 have stars"
    assert said(cells("hole", 1, 2)) == "c1r1 and c2r1 are black holes"
    contrary = [(atom, False) for atom, _ in cells("hole", 1, 2)]
    assert said(contrary) == "c1r1 and c2r1 are no black holes"
    both = [*cells("star", 1), *cells("hole", 2)]
    assert said(both) == "c1r1 has a star; c2r1 is a black hole"


def test_atoms_of_one_cell_are_told_together() -> None:
    others = [Point(3, 1), Point(5, 1), Point(7, 1)]
    atoms = [(Atom("island", (Point(1, 1), other)), False) for other in others]
    said = "c1r1 does not belong to the island of c2r1, c3r1 or c4r1"
    assert phrases().said(atoms) == said


def test_names_with_a_verb_between_them_are_no_pair() -> None:
    pairs = [(Point(1, 1), Point(3, 1)), (Point(5, 1), Point(3, 1))]
    said = phrases().said([(Atom("fence", pair), False) for pair in pairs])
    assert said == "no fence from c1r1 or c3r1 passes c2r1"
    pairs = [(Point(1, 1), Point(3, 1)), (Point(5, 1), Point(7, 1))]
    said = phrases().said([(Atom("fence", pair), False) for pair in pairs])
    assert said == "no fence from c1r1 passes c2r1; no fence from c3r1 passes c4r1"


@pytest.mark.parametrize("number", [6, 7, 40])
def test_no_list_has_more_than_six_atoms(number: int) -> None:
    said = phrases().said(cells("star", *range(1, 2 * number, 2)))
    assert said.count("r1") == min(number, 6 if number == 6 else 5)
    assert ("more" in said) == (number > 6)


def test_a_title_names_every_place() -> None:
    said = phrases().said(cells("star", *range(1, 41, 2)), WHOLE)
    assert said == f"{joined(f'c{n}r1' for n in range(1, 41, 2))} have stars"


def test_many_cells_in_a_line_are_told_by_its_ends() -> None:
    some = [(x, 1) for x in (1, 2, 4, 5, 6)] + [(2, y) for y in (2, 3)] + [(8, 3)]
    atoms = [Atom("star", (Point(2 * x - 1, 2 * y - 1),)) for x, y in some]
    said = phrases().said([(atom, True) for atom in atoms], WHOLE)
    assert said == "c1r1, c2r1 to c2r3, c4r1 to c6r1 and c8r3 have stars"


def test_without_words_the_documentation_is_read() -> None:
    near = Atom("near", (Point(1, 1), Point(3, 1)))
    assert phrases().said([(near, True)]) == "c1r1 is near c2r1"
    assert phrases().said([(near, False)]) == "c1r1 is not near c2r1"
    assert phrases().said([(Atom("other", (1,)), True)]) == "other(1)"


@pytest.mark.parametrize(
    ("point", "name"),
    [
        (Point(3, 5), "c2r3"),
        (Point(2, 1), "c1r1-c2r1"),
        (Point(1, 0), "the top of c1r1"),
        (Point(0, 3), "the left side of c1r2"),
        (Point(8, 3), "the right side of c4r2"),
        (Point(3, 8), "the bottom of c2r4"),
        (Point(0, 0), "the upper left corner of c1r1"),
        (Point(4, 4), "the lower right corner of c2r2"),
    ],
)
def test_places_have_names(point: Point, name: str) -> None:
    assert place_name(point, 4, 4) == name
